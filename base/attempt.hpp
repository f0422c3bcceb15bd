// For what may fail without anybody having to know: the caller goes on without it.
#pragma once

#include <optional>
#include <type_traits>
#include <utility>

namespace jmc::base {

// What f returns, or nothing if it throws an E; what else it throws is passed on. Of an f that returns nothing: whether
// it came to its end.
template <class E, class F>
auto attempt(F&& f) {
  using Value = std::invoke_result_t<F>;
  if constexpr (std::is_void_v<Value>) {
    try {
      std::forward<F>(f)();
    } catch (const E&) { return false; }
    return true;
  } else {
    try {
      return std::optional<Value>(std::forward<F>(f)());
    } catch (const E&) { return std::optional<Value>(); }
  }
}

}  // namespace jmc::base
