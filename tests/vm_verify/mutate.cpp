#include "mutate.hpp"

#include <algorithm>

#include "classfile/class_file.hpp"
#include "vm/code/bytecodes.hpp"

namespace jmc::vm::test {

namespace {

uint32_t u2(const std::vector<uint8_t>& f, size_t at) { return static_cast<uint32_t>(f[at] << 8 | f[at + 1]); }
uint32_t u4(std::span<const uint8_t> f, size_t at) {
  return static_cast<uint32_t>(f[at]) << 24 | f[at + 1] << 16 | f[at + 2] << 8 | f[at + 3];
}
void put2_at(std::vector<uint8_t>& f, size_t at, uint32_t v) {
  if (at + 1 >= f.size()) return;
  f[at] = static_cast<uint8_t>(v >> 8);
  f[at + 1] = static_cast<uint8_t>(v);
}

uint32_t length_at(std::span<const uint8_t> code, uint32_t at) {
  const uint8_t op = code[at];
  if (kOpcodeLengths[op]) return kOpcodeLengths[op];
  if (op == 196) return code[at + 1] == 132 ? 6 : 4;
  const uint32_t base = (at + 4) & ~3u;
  return op == 170 ? base + 12 + (u4(code, base + 8) - u4(code, base + 4) + 1) * 4 - at
                   : base + 8 + u4(code, base + 4) * 8 - at;
}

}  // namespace

Anatomy::Anatomy(const std::vector<uint8_t>& f) {
  auto shared = std::make_shared<std::vector<uint8_t>>(f);
  const classfile::ClassFile file = classfile::parse({*shared, shared, "original"});
  pool_size = u2(f, 8);
  uint32_t at = pool_start = 10;
  for (uint32_t i = 1; i < pool_size; ++i) {
    switch (f[at]) {
      case 1: {
        const uint32_t n = u2(f, at + 1);
        if (n && (f[at + 3] == '(' || f[at + 3] == '[' || f[at + 3] == 'L' || n == 1 ||
                  std::find(f.begin() + at + 3, f.begin() + at + 3 + n, '/') != f.begin() + at + 3 + n))
          descriptors.push_back({at + 3, n});
        at += 3 + n;
        break;
      }
      case 5:
      case 6:
        at += 9;
        ++i;
        break;
      case 7:
      case 8:
      case 16:
      case 19:
      case 20:
        pool_indices.push_back(at + 1);
        at += 3;
        break;
      case 15:
        pool_indices.push_back(at + 2);
        at += 4;
        break;
      case 9:
      case 10:
      case 11:
      case 12:
      case 17:
      case 18:
        pool_indices.push_back(at + 1);
        pool_indices.push_back(at + 3);
        at += 5;
        break;
      default: at += 5; break;
    }
  }
  pool_end = at;
  for (const auto& m : file.methods) {
    if (!m.code) continue;
    Code c{m.code->file_offset, static_cast<uint32_t>(m.code->bytecode.size()), 0, {}};
    for (uint32_t i = 0; i < c.length; i += length_at(m.code->bytecode, i)) c.instructions.push_back(i);
    c.end = c.start + c.length + 2 + 8 * static_cast<uint32_t>(m.code->exceptions.size());
    codes.push_back(std::move(c));
  }
}

std::vector<uint8_t> mutate(const std::vector<uint8_t>& file, const Anatomy& a, uint64_t number) {
  Random r(number);
  std::vector<uint8_t> f = file;
  for (uint32_t changes = r.one_in(3) ? 1 + r.below(4) : 1; changes > 0; --changes) {
    const uint32_t kind = r.below(20);
    const Anatomy::Code* code = a.codes.empty() ? nullptr : &a.codes[r.below(a.codes.size())];
    if (kind < 11 && code) {
      const uint32_t at = code->start + code->instructions[r.below(code->instructions.size())];
      if (at + 4 >= f.size()) continue;
      const uint8_t op = file[at];
      if (kind < 2) {  // any byte
        f[code->start + r.below(code->length)] = static_cast<uint8_t>(r.next());
      } else if (kind < 6) {  // another instruction of that length
        for (int i = 0; i < 1000; ++i) {
          const uint32_t other = r.below(kOpcodes);
          if (kOpcodeLengths[other] && op < kOpcodes && kOpcodeLengths[other] == kOpcodeLengths[op]) {
            f[at] = static_cast<uint8_t>(other);
            break;
          }
        }
      } else if (kind < 9) {  // another operand: a neighbour, or any pool index
        const uint32_t length = op < kOpcodes ? kOpcodeLengths[op] : 1;
        if (length == 2) f[at + 1] = static_cast<uint8_t>(r.one_in(2) ? f[at + 1] + r.below(5) - 2 : r.next());
        else if (length >= 3)
          put2_at(f, at + 1,
                  op >= 178     ? 1 + r.below(a.pool_size - 1)
                  : r.one_in(2) ? u2(f, at + 1) + r.below(9) - 4
                                : r.below(code->length));
        else f[at] = static_cast<uint8_t>(f[at] + r.below(7) - 3);
      } else if (kind == 9) {  // the operand of another instruction like it
        for (int i = 0; i < 50; ++i) {
          const auto& c = a.codes[r.below(a.codes.size())];
          const uint32_t from = c.start + c.instructions[r.below(c.instructions.size())];
          if (file[from] == op && op < kOpcodes && kOpcodeLengths[op] >= 2) {
            std::copy_n(file.begin() + from + 1, kOpcodeLengths[op] - 1, f.begin() + at + 1);
            break;
          }
        }
      } else {  // a stretch moved elsewhere
        const uint32_t n = 1 + r.below(6), to = code->start + r.below(code->length);
        if (at + n <= f.size() && to + n <= f.size()) std::copy_n(file.begin() + at, n, f.begin() + to);
      }
    } else if (kind == 11 && code) {  // max_stack, max_locals, exception table
      if (r.one_in(2))
        put2_at(f, code->start - (r.one_in(2) ? 8 : 6), r.one_in(4) ? static_cast<uint32_t>(r.next()) : r.below(6));
      else if (code->end > code->start + code->length + 2)
        put2_at(f, code->start + code->length + 2 + 2 * r.below((code->end - code->start - code->length - 2) / 2),
                r.below(code->length));
    } else if (kind < 14) {  // a pool entry names another
      if (!a.pool_indices.empty())
        put2_at(f, a.pool_indices[r.below(a.pool_indices.size())], 1 + r.below(a.pool_size - 1));
    } else if (kind < 17) {  // a letter of a descriptor or name
      if (a.descriptors.empty()) continue;
      const auto& d = a.descriptors[r.below(a.descriptors.size())];
      static constexpr char kLetters[] = "IJFDZBCSVL[;()/";
      const uint32_t at = d.start + r.below(d.length);
      if (at < f.size()) f[at] = static_cast<uint8_t>(kLetters[r.below(sizeof kLetters - 1)]);
    } else if (kind == 17) {  // anything in the pool
      f[a.pool_start + r.below(a.pool_end - a.pool_start)] = static_cast<uint8_t>(r.next());
    } else if (kind == 18) {  // anything behind it: flags, members, attributes
      const uint32_t at = a.pool_end + r.below(f.size() - a.pool_end);
      if (at < f.size()) f[at] = static_cast<uint8_t>(r.one_in(2) ? f[at] ^ (1u << r.below(8)) : r.next());
    } else {  // the whole file
      const uint32_t at = r.below(f.size());
      if (r.one_in(3)) f.resize(std::max<uint32_t>(at, 32));
      else if (r.one_in(2)) f.erase(f.begin() + at);
      else f.insert(f.begin() + at, static_cast<uint8_t>(r.next()));
      if (f.size() < a.pool_end + 16) return f;
    }
  }
  return f;
}

}  // namespace jmc::vm::test
