#include "maker.hpp"

namespace jmc::vm::test {

namespace {
void put2(std::string& s, unsigned v) {
  s += static_cast<char>(v >> 8);
  s += static_cast<char>(v);
}
void put4(std::string& s, uint32_t v) {
  put2(s, v >> 16);
  put2(s, v & 0xffff);
}
}  // namespace

uint16_t OneMethod::add(const std::string& bytes) {
  const auto [it, fresh] = known_.try_emplace(bytes, static_cast<uint16_t>(known_.size() + 1));
  if (fresh) pool_ += bytes;
  return it->second;
}

uint16_t OneMethod::utf8(std::string_view text) {
  std::string s(1, '\1');
  put2(s, static_cast<unsigned>(text.size()));
  return add(s.append(text));
}

uint16_t OneMethod::entry(uint8_t tag, std::vector<uint16_t> indices) {
  std::string s(1, static_cast<char>(tag));
  for (uint16_t i : indices) put2(s, i);
  return add(s);
}

uint16_t OneMethod::member(uint8_t tag, std::string_view owner, std::string_view name, std::string_view type) {
  const uint16_t n = utf8(name), d = utf8(type), named = entry(12, {n, d}), k = klass(owner);
  return entry(tag, {k, named});
}

std::vector<uint8_t> OneMethod::bytes() {
  std::string body;
  put2(body, super_flags);
  put2(body, klass(name_));
  put2(body, klass(super));
  put2(body, static_cast<unsigned>(interfaces.size()));
  for (const auto& i : interfaces) put2(body, klass(i));
  put2(body, static_cast<unsigned>(fields.size()));
  for (const auto& [n, d] : fields) {
    put2(body, 1);
    put2(body, utf8(n));
    put2(body, utf8(d));
    put2(body, 0);
  }
  put2(body, 1);
  put2(body, flags);
  put2(body, utf8(method));
  put2(body, utf8(descriptor));
  put2(body, 1);
  put2(body, utf8("Code"));
  put4(body, static_cast<uint32_t>(12 + code.size() + 8 * handlers.size()));
  put2(body, max_stack);
  put2(body, max_locals);
  put4(body, static_cast<uint32_t>(code.size()));
  body.append(code.begin(), code.end());
  put2(body, static_cast<unsigned>(handlers.size()));
  for (const auto& h : handlers) {
    put2(body, h.start);
    put2(body, h.end);
    put2(body, h.target);
    put2(body, h.caught.empty() ? 0 : klass(h.caught));
  }
  put2(body, 0);
  put2(body, 0);
  std::string file;
  put4(file, 0xcafebabe);
  put4(file, version_);
  put2(file, static_cast<unsigned>(known_.size() + 1));
  file += pool_ + body;
  return {file.begin(), file.end()};
}

}  // namespace jmc::vm::test
