#include "grader/sandbox/short_filter.h"

#include <linux/seccomp.h>
#include <seccomp.h>

#include <cstddef>
#include <map>
#include <optional>
#include <set>

namespace grader::sandbox {
namespace {

constexpr std::uint16_t kLoad = BPF_LD | BPF_W | BPF_ABS;
constexpr std::uint16_t kIfEqual = BPF_JMP | BPF_JEQ | BPF_K;
constexpr std::uint32_t kBits = 32;  // of a mask

// A place in a Program: instructions from its end.
using Label = std::size_t;

// Instructions written from the last to the first, as every jump goes forward: whatever an instruction leads
// to has its place already.
class Program {
 public:
  Label end_with(std::uint32_t action) {
    const auto [found, is_new] = ends_.try_emplace(action, instructions_.size());
    if (is_new) emit({BPF_RET | BPF_K, 0, 0, action});
    return found->second;
  }

  Label step(std::uint16_t code, std::uint32_t k, Label next) {
    if (distance(next) != 0) emit(jump_to(next));
    return emit({code, 0, 0, k});
  }

  Label branch(std::uint16_t code, std::uint32_t k, Label yes, Label no) {
    if (yes == no) return yes;
    yes = within_reach(yes);
    no = within_reach(no);
    return emit({code, static_cast<std::uint8_t>(distance(yes)), static_cast<std::uint8_t>(distance(no)), k});
  }

  bool loads(Label label) const { return instructions_[label].code == kLoad; }
  Filter take() const { return {instructions_.rbegin(), instructions_.rend()}; }

 private:
  // How many instructions the next one written would have to jump over.
  std::size_t distance(Label label) const { return instructions_.size() - label - 1; }
  struct sock_filter jump_to(Label label) const {
    return {BPF_JMP | BPF_JA, 0, 0, static_cast<std::uint32_t>(distance(label))};
  }
  Label emit(struct sock_filter instruction) {
    instructions_.push_back(instruction);
    return instructions_.size() - 1;
  }
  // A branch has 8 bits for its distance, and the second of its labels may put one more jump between.
  Label within_reach(Label label) {
    constexpr std::size_t kFarthest = 254;
    return distance(label) <= kFarthest ? label : emit(jump_to(label));
  }

  Filter instructions_;
  std::map<std::uint32_t, Label> ends_;  // by action
};

// Where a filter of libseccomp compares the number of the call.
std::optional<std::size_t> find_call(const Filter& filter, std::uint32_t number) {
  for (std::size_t i = 1; i < filter.size(); ++i)
    if (filter[i].code == kIfEqual && filter[i].k == number && filter[i - 1].code == kLoad &&
        filter[i - 1].k == offsetof(struct seccomp_data, nr))
      return i;
  return std::nullopt;
}

// Copies a part of libseccomp's filter into a program: what can be reached from an instruction.
class Copy {
 public:
  Copy(Program& program, const Filter& filter) : program_(program), filter_(filter) {}

  // The instruction at `index` is not copied; whatever leads to it leads to `label`.
  void replace(std::size_t index, Label label) { placed_[index] = label; }

  Label place(std::size_t index) {
    if (const auto found = placed_.find(index); found != placed_.end()) return found->second;
    const Label label = write(index);
    placed_.emplace(index, label);
    return label;
  }

 private:
  Label write(std::size_t index) {
    const struct sock_filter& at = filter_[index];
    if (BPF_CLASS(at.code) == BPF_RET) return program_.end_with(at.k);
    if (at.code == (BPF_JMP | BPF_JA)) return place(index + 1 + at.k);
    if (BPF_CLASS(at.code) == BPF_JMP) {
      const Label yes = place(index + 1 + at.jt);
      return program_.branch(at.code, at.k, yes, place(index + 1 + at.jf));
    }
    if (is_always_true(index)) return place(index + 2 + filter_[index + 1].jt);
    const Label next = place(index + 1);
    if (at.code == kLoad && program_.loads(next)) return next;  // nobody looks at what it loads
    return program_.step(at.code, at.k, next);
  }

  // libseccomp tests the upper half of an argument even where the mask has none of it: is 'half & 0' zero?
  bool is_always_true(std::size_t index) const {
    return filter_[index].code == (BPF_ALU | BPF_AND | BPF_K) && filter_[index].k == 0 &&
           filter_[index + 1].code == kIfEqual && filter_[index + 1].k == 0;
  }

  Program& program_;
  const Filter& filter_;
  std::map<std::size_t, Label> placed_;
};

// Call numbers from `first` to the next run's, which all lead to one place.
struct Run {
  std::uint32_t first;
  Label target;
};

std::vector<Run> runs_of(const std::map<std::uint32_t, Label>& targets, Label otherwise) {
  std::vector<Run> runs;
  const auto add = [&](std::uint32_t first, Label target) {
    if (runs.empty() || runs.back().target != target) runs.push_back({first, target});
  };
  std::uint32_t next = 0;
  for (const auto& [number, target] : targets) {
    if (number > next) add(next, otherwise);
    add(number, target);
    next = number + 1;
  }
  add(next, otherwise);
  return runs;
}

// For each run the end of the stretch of runs that it begins, so that all stretches together cost the fewest
// instructions. A stretch costs one in the tree; if of several runs, one more to fetch the bit, and one for
// each place it leads to but the last.
std::vector<std::size_t> cheapest_ends(const std::vector<Run>& runs) {
  std::vector<std::size_t> ends(runs.size());
  std::vector<std::size_t> costs(runs.size() + 1);
  for (std::size_t begin = runs.size(); begin-- > 0;) {
    ends[begin] = begin + 1;
    costs[begin] = 1 + costs[begin + 1];
    std::set<Label> places = {runs[begin].target};
    for (std::size_t end = begin + 2; end < runs.size(); ++end) {
      if (runs[end].first - runs[begin].first > kBits) break;
      places.insert(runs[end - 1].target);
      const std::size_t cost = 1 + places.size() + costs[end];
      if (cost >= costs[begin]) continue;
      ends[begin] = end;
      costs[begin] = cost;
    }
  }
  return ends;
}

// The numbers of the runs [begin, end) by the bit in X: bit number % 32.
Label write_bit_tests(Program& program, const std::vector<Run>& runs, std::size_t begin, std::size_t end) {
  std::map<Label, std::uint32_t> masks;
  for (std::size_t i = begin; i < end; ++i)
    for (std::uint32_t number = runs[i].first; number < runs[i + 1].first; ++number)
      masks[runs[i].target] |= 1U << (number % kBits);
  Label next = masks.rbegin()->first;
  masks.erase(next);
  for (auto mask = masks.rbegin(); mask != masks.rend(); ++mask)
    next = program.branch(BPF_JMP | BPF_JSET | BPF_K, mask->second, mask->first, next);
  return program.step(BPF_MISC | BPF_TXA, 0, next);
}

// Finds the one of stretches [begin, end) that the number in A lies in.
Label write_tree(Program& program, const std::vector<Run>& stretches, std::size_t begin, std::size_t end) {
  if (end - begin == 1) return stretches[begin].target;
  const std::size_t middle = (begin + end) / 2;
  const Label above = write_tree(program, stretches, middle, end);
  const Label below = write_tree(program, stretches, begin, middle);
  return program.branch(BPF_JMP | BPF_JGE | BPF_K, stretches[middle].first, above, below);
}

// REQUIRES of the program: A holds the call's number.
Label write_table(Program& program, const std::vector<Run>& runs) {
  const std::vector<std::size_t> ends = cheapest_ends(runs);
  std::vector<Run> stretches;
  for (std::size_t begin = 0; begin < runs.size(); begin = ends[begin])
    stretches.push_back({runs[begin].first, ends[begin] == begin + 1
                                                ? runs[begin].target
                                                : write_bit_tests(program, runs, begin, ends[begin])});
  Label next = write_tree(program, stretches, 0, stretches.size());
  next = program.step(kLoad, offsetof(struct seccomp_data, nr), next);
  next = program.step(BPF_MISC | BPF_TAX, 0, next);
  next = program.step(BPF_ALU | BPF_LSH | BPF_X, 0, next);
  next = program.step(BPF_LD | BPF_IMM, 1, next);
  next = program.step(BPF_MISC | BPF_TAX, 0, next);
  return program.step(BPF_ALU | BPF_AND | BPF_K, kBits - 1, next);
}

using Rules = std::vector<CallRule>;

std::map<std::uint32_t, Rules> by_number(const Rules& rules) {
  std::map<std::uint32_t, Rules> calls;
  for (const CallRule& rule : rules) {
    const int number = ::seccomp_syscall_resolve_name(rule.name.c_str());
    if (number >= 0) calls[static_cast<std::uint32_t>(number)].push_back(rule);
  }
  return calls;
}

// libseccomp's filter of one call, and where in it the number is compared: what is before serves all calls.
struct OneCall {
  Filter filter;
  std::size_t compare = 0;

  std::size_t tests() const { return compare + 1 + filter[compare].jt; }
  // The same for two calls with the same tests.
  std::string fingerprint() const {
    const std::size_t first = compare + 1;
    std::string bytes(reinterpret_cast<const char*>(filter.data() + first),
                      (filter.size() - first) * sizeof(struct sock_filter));
    return bytes + static_cast<char>(filter[compare].jt);
  }
};

Result<OneCall> build_one(std::uint32_t number, const Rules& rules, std::uint32_t otherwise) {
  auto filter = build_filter(rules, otherwise);
  if (!filter) return tl::make_unexpected(filter.error());
  const auto compare = find_call(*filter, number);
  if (!compare) return fail_internal("cannot find a call's number in libseccomp's filter");
  return OneCall{std::move(*filter), *compare};
}

// The tests of a call's arguments.
Result<OneCall> build_tests(std::uint32_t number, const Rules& rules, std::uint32_t otherwise) {
  Rules tested;
  for (const CallRule& rule : rules)
    if (rule.rest)
      otherwise = rule.action;
    else
      tested.push_back(rule);
  return build_one(number, tested, otherwise);
}

// Where each call that has a rule is decided.
Result<std::map<std::uint32_t, Label>> write_calls(Program& program, const Rules& rules,
                                                   std::uint32_t default_action) {
  std::map<std::uint32_t, Label> targets;
  std::map<std::string, Label> tests;  // by fingerprint
  for (const auto& [number, own] : by_number(rules)) {
    if (own.front().tests.empty()) {
      targets[number] = program.end_with(own.front().action);
      continue;
    }
    const auto call = build_tests(number, own, default_action);
    if (!call) return tl::make_unexpected(call.error());
    const auto [found, is_new] = tests.try_emplace(call->fingerprint());
    if (is_new) found->second = Copy(program, call->filter).place(call->tests());
    targets[number] = found->second;
  }
  return targets;
}

Result<Filter> write_filter(const Rules& rules, std::uint32_t default_action) {
  Program program;
  const auto targets = write_calls(program, rules, default_action);
  if (!targets) return tl::make_unexpected(targets.error());
  const Label table = write_table(program, runs_of(*targets, program.end_with(default_action)));
  // Any call will do: only what is before it is copied.
  const int number = ::seccomp_syscall_resolve_name("read");
  const auto any =
      build_one(static_cast<std::uint32_t>(number), {{"read", SCMP_ACT_KILL_PROCESS, {}}}, SCMP_ACT_ALLOW);
  if (!any) return tl::make_unexpected(any.error());
  Copy start(program, any->filter);
  start.replace(any->compare, table);
  start.place(0);
  return program.take();
}

}  // namespace

Result<Filter> build_short_filter(const std::vector<CallRule>& rules, std::uint32_t default_action) {
  auto filter = write_filter(rules, default_action);
  // A libseccomp that lays its filter out in another way: longer, then, but no less right.
  return filter ? filter : build_filter(rules, default_action);
}

}  // namespace grader::sandbox
