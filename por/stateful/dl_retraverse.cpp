#include "por/stateful/dl_retraverse.hpp"

#include <set>
#include <utility>

namespace jmc::por {

void Retraversal::add_action(Key state, ThreadId thread, const Op& op) {
  for (int i = 0; i < op.access_count; ++i) {
    Action action{op.accesses[i].where, {}, {}};
    (op.accesses[i].write ? action.writers : action.readers).insert(thread);
    at(state).actions.push_back(action);
  }
}

void Retraversal::add_edge(Key from, ThreadId thread, const Op& op, Key to, Renaming renaming) {
  add_action(from, thread, op);
  at(from).edges.push_back({to, {renaming.begin(), renaming.end()}});
}

ThreadSet Retraversal::dependent_threads_after(const Op& op, ThreadId thread, Key to, Renaming renaming) {
  ThreadSet threads;
  for (int i = 0; i < op.access_count; ++i) {
    const Access& access = op.accesses[i];
    const bool numbered = is_numbered(access.where);
    // (state, number of the object there); for fixed names the number is not used.
    std::set<std::pair<Key, uint32_t>> seen;
    std::vector<std::pair<Key, uint32_t>> work;
    auto reach = [&](Key state, Renaming names, uint32_t near, uint32_t limit) {
      auto visit = [&](uint32_t number) {
        if (seen.insert({state, number}).second) work.push_back({state, number});
      };
      if (!numbered) return visit(0);
      if (names.empty()) return visit(near);
      for (uint32_t n = 0; n < limit; ++n)
        if (names[n] == near) visit(n);
    };
    reach(to, renaming, access.where.object - kFirstNumbered, static_cast<uint32_t>(renaming.size()));
    while (!work.empty()) {
      auto [state, number] = work.back();
      work.pop_back();
      Location where = access.where;
      if (numbered) where.object = kFirstNumbered + number;
      for (const Action& action : at(state).actions)
        if (action.where == where) add_dependent(threads, action, access.write);
      for (const Edge& edge : at(state).edges)
        reach(edge.to, edge.renaming, number, static_cast<uint32_t>(edge.renaming.size()));
    }
  }
  threads.erase(thread);
  return threads;
}

}  // namespace jmc::por
