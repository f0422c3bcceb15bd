// Streams that are no standard streams, for io.cpp; the disk, for files_nio.cpp. Internal to natives/. Slot 0 of the
// calls is the stream.
#pragma once

#include <string>

#include "natives/support.hpp"

namespace jmc::natives {

bool describe_reading(vm::NativeCall& c, vm::Pending& p);
bool describe_writing(vm::NativeCall& c, vm::Pending& p);
bool describe_sizing(vm::NativeCall& c, vm::Pending& p);
// Done and the number of bytes, or Throw.
vm::NativeStatus read_from_file(vm::NativeCall& c, char* to, size_t count, int64_t& n);
vm::NativeStatus write_to_file(vm::NativeCall& c, int fd, const std::string& bytes);
vm::NativeStatus size_and_position(vm::NativeCall& c, int64_t& size, int64_t& at);
void seek_in_file(vm::NativeCall& c, int64_t to);

// The disk of the program, in bytes: the same everywhere. The answer tells of a program that asks for it.
inline constexpr int64_t kDiskSize = int64_t{64} << 30, kDiskFree = kDiskSize / 2, kDiskBlock = 4096;
void remark_disk(vm::NativeCall& c);

}  // namespace jmc::natives
