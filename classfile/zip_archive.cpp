#include "classfile/zip_archive.hpp"

#include <zip.h>

#include <algorithm>

#include "classfile/names.hpp"

namespace jmc::classfile {
namespace {

// Deflate packs at most 1032 bytes into one; a declared size beyond that is a lie, and must not be allocated.
constexpr uint64_t kMaxInflation = 1032;

std::string text_of(zip_error_t* error) {
  std::string out = zip_error_strerror(error);
  return out;
}

}  // namespace

ZipArchive::ZipArchive(const std::string& path, uint64_t start)
    : path_(is_regular_file(path) ? path : (fail_path(path, "no regular file", "a zip archive"), path)), file_(path) {
  zip_error_t error;
  zip_error_init(&error);
  const std::span<const uint8_t> content = file_.data().subspan(std::min<size_t>(start, file_.data().size()));
  zip_source_t* source = zip_source_buffer_create(content.data(), content.size(), 0, &error);
  if (source != nullptr) zip_ = zip_open_from_source(source, ZIP_RDONLY, &error);
  if (zip_ == nullptr) {
    if (source != nullptr) zip_source_free(source);
    std::string found = text_of(&error);
    zip_error_fini(&error);
    fail_path(path, in_quotes(found), "a zip archive");
  }
  zip_error_fini(&error);
  size_ = static_cast<uint64_t>(std::max<zip_int64_t>(0, zip_get_num_entries(zip_, 0)));
}

ZipArchive::~ZipArchive() {
  if (zip_ != nullptr) zip_discard(zip_);
}

std::string_view ZipArchive::name(uint64_t index) const {
  const char* name = zip_get_name(zip_, index, ZIP_FL_ENC_RAW);
  return name == nullptr ? std::string_view() : std::string_view(name);
}

Bytes ZipArchive::read(uint64_t index) const {
  std::string origin = path_ + "!/" + std::string(name(index));
  zip_stat_t status;
  if (zip_stat_index(zip_, index, 0, &status) != 0) {
    fail_path(origin, in_quotes(text_of(zip_get_error(zip_))), "an archive entry");
  }
  constexpr zip_uint64_t kNeeded = ZIP_STAT_SIZE | ZIP_STAT_COMP_SIZE | ZIP_STAT_COMP_METHOD;
  if ((status.valid & kNeeded) != kNeeded) {
    fail_path(origin, "an entry without sizes", "an archive entry with its sizes");
  }
  if (status.comp_method != ZIP_CM_STORE && status.comp_method != ZIP_CM_DEFLATE) {
    fail_path(origin, "compression method " + std::to_string(status.comp_method), "stored or deflated content");
  }
  uint64_t most = status.comp_method == ZIP_CM_STORE ? status.comp_size : status.comp_size * kMaxInflation;
  if (status.comp_size > UINT64_MAX / kMaxInflation || status.size > most) {
    fail_path(origin,
              "an entry of " + std::to_string(status.comp_size) + " bytes that declares " + std::to_string(status.size),
              "a size that its content can have");
  }
  zip_file_t* file = zip_fopen_index(zip_, index, 0);
  if (file == nullptr) fail_path(origin, in_quotes(text_of(zip_get_error(zip_))), "a readable archive entry");
  std::vector<uint8_t> content;
  try {
    // In pieces: comp_size is only a claim too, so memory grows with what really comes.
    constexpr uint64_t kPiece = 1 << 20;
    while (content.size() < status.size) {
      size_t done = content.size();
      content.resize(done + std::min(kPiece, status.size - done));
      zip_int64_t got = zip_fread(file, content.data() + done, content.size() - done);
      if (got <= 0) {
        std::string found =
            got < 0 ? in_quotes(text_of(zip_file_get_error(file))) : "its end after " + std::to_string(done) + " bytes";
        fail_path(origin, found, std::to_string(status.size) + " bytes of content");
      }
      content.resize(done + static_cast<size_t>(got));
    }
    // The checksum is compared when the end is read.
    uint8_t extra;
    zip_int64_t got = zip_fread(file, &extra, 1);
    if (got != 0) {
      fail_path(origin, got < 0 ? in_quotes(text_of(zip_file_get_error(file))) : std::string("more content"),
                std::to_string(status.size) + " bytes of content with the checksum of the directory");
    }
  } catch (...) {
    zip_fclose(file);
    throw;
  }
  zip_fclose(file);
  return to_bytes(std::move(content), std::move(origin));
}

void ZipIndex::add(std::string_view name, uint64_t index) {
  if (name.empty() || name.back() == '/') return;
  entries.insert_or_assign(name, index);
  if (name.ends_with(".class")) packages.insert(package_of(name));
}

std::optional<uint64_t> ZipIndex::find(std::string_view name) const {
  auto found = entries.find(name);
  if (found == entries.end()) return std::nullopt;
  return found->second;
}

}  // namespace jmc::classfile
