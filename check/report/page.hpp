// The pieces of pages that need nothing else: no request goes anywhere, which their own policy makes sure of. What is
// told by steps is a section of its own: the causes, a time line with a lane for each thread, the steps, and beside
// them the source and what is in the objects at the step that a slider chooses.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "listeners/story.hpp"

namespace jmc::check {

// From the doctype to the open body. The title is plain text.
std::string page_head(std::string_view title);
// `id`: unique on the page, a letter and digits; the steps have the ids ID-s1, ID-s2, ... `heading`: HTML.
std::string page_story(const listeners::Story& story, const std::string& id, const std::string& heading);
// What makes the sections move, and the end of the page.
std::string page_end();
// "Queue.java:12 (take)  while (head == null)"; empty if it is not known.
std::string page_place(const listeners::Place& place);
// A heading, which is HTML, and what is under it, plain text as a list or as it stands; nothing if there is nothing.
// A heading is one of the page or below one of the page, so that no level is left out.
enum class Heading : uint8_t { OfPage, Below };
std::string page_items(const std::string& title, const std::vector<std::string>& list,
                       Heading heading = Heading::Below);
std::string page_text(const std::string& title, const std::string& text, Heading heading = Heading::Below);
// Lines as jmc prints them under "assumed": "  memory      sequentially consistent" is a term and what is said of it.
std::string page_facts(const std::string& text);

}  // namespace jmc::check
