// The short filter decides as libseccomp's own: both are run here, instruction by instruction, over calls.
#include "grader/sandbox/short_filter.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <linux/seccomp.h>
#include <seccomp.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>
#include <set>

#include "grader/sandbox/call_table.h"

namespace grader::sandbox {
namespace {

constexpr std::uint32_t kNoDecision = 0x00BADBAD;  // ran off the end, or met an instruction not known here
constexpr std::uint32_t kPid = 4321;
constexpr std::uint32_t kSocket = 7;

using Call = struct seccomp_data;

struct Machine {
  const Call& call;
  std::uint32_t a = 0;
  std::uint32_t x = 0;

  std::uint32_t word_at(std::uint32_t offset) const {
    std::uint32_t word = 0;
    if (offset + sizeof word <= sizeof call)
      std::memcpy(&word, reinterpret_cast<const char*>(&call) + offset, sizeof word);
    return word;
  }

  // Whether it is an instruction that neither jumps nor returns, which then is done.
  bool computes(const struct sock_filter& at) {
    switch (at.code) {
      case BPF_LD | BPF_W | BPF_ABS:
        a = word_at(at.k);
        return true;
      case BPF_LD | BPF_IMM:
        a = at.k;
        return true;
      case BPF_ALU | BPF_AND | BPF_K:
        a &= at.k;
        return true;
      case BPF_ALU | BPF_LSH | BPF_X:
        a <<= x;
        return true;
      case BPF_MISC | BPF_TAX:
        x = a;
        return true;
      case BPF_MISC | BPF_TXA:
        a = x;
        return true;
      default:
        return false;
    }
  }

  std::size_t distance(const struct sock_filter& at) const {
    switch (at.code) {
      case BPF_JMP | BPF_JA:
        return at.k;
      case BPF_JMP | BPF_JEQ | BPF_K:
        return a == at.k ? at.jt : at.jf;
      case BPF_JMP | BPF_JGE | BPF_K:
        return a >= at.k ? at.jt : at.jf;
      case BPF_JMP | BPF_JGT | BPF_K:
        return a > at.k ? at.jt : at.jf;
      case BPF_JMP | BPF_JSET | BPF_K:
        return (a & at.k) != 0 ? at.jt : at.jf;
      default:
        return SIZE_MAX / 2;
    }
  }
};

std::uint32_t decision(const Filter& filter, const Call& call) {
  Machine machine{call};
  for (std::size_t i = 0; i < filter.size(); ++i) {
    if (filter[i].code == (BPF_RET | BPF_K)) return filter[i].k;
    if (!machine.computes(filter[i])) i += machine.distance(filter[i]);
  }
  return kNoDecision;
}

struct Pair {
  Filter long_one;
  Filter short_one;
};

// Says where the two filters part: "" where nowhere.
class Comparison {
 public:
  explicit Comparison(const Pair& filters) : filters_(filters) {}

  void add(const Call& call) {
    ++calls_;
    const std::uint32_t expected = decision(filters_.long_one, call);
    const std::uint32_t got = decision(filters_.short_one, call);
    actions_.insert(expected);
    if (expected == got && expected != kNoDecision) return;
    if (differences_.size() < 2000)
      differences_ +=
          fmt::format("call {:#x} of {:#x} ({:#x} {:#x} {:#x} {:#x}): expected {:#x}, got {:#x}\n",
                      static_cast<std::uint32_t>(call.nr), call.arch, call.args[0], call.args[1],
                      call.args[2], call.args[3], expected, got);
  }

  const std::string& differences() const { return differences_; }
  std::size_t calls() const { return calls_; }
  std::size_t actions() const { return actions_.size(); }

 private:
  const Pair& filters_;
  std::string differences_;
  std::size_t calls_ = 0;
  std::set<std::uint32_t> actions_;
};

Call call_of(std::uint32_t number, std::uint32_t architecture, std::uint64_t arguments) {
  Call call{};
  call.nr = static_cast<int>(number);
  call.arch = architecture;
  std::fill(std::begin(call.args), std::end(call.args), arguments);
  return call;
}

void add_numbers(Comparison& comparison) {
  std::vector<std::uint32_t> numbers = {0x3FFFFFFF, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFE, 0xFFFFFFFF};
  for (std::uint32_t number = 0; number <= 1100; ++number) {
    numbers.push_back(number);
    numbers.push_back(0x40000000 | number);  // x32
    numbers.push_back(0x80000000 | number);
  }
  const std::uint32_t own = ::seccomp_arch_native();
  for (const std::uint32_t architecture : {own, own ^ 1, std::uint32_t{SCMP_ARCH_X86}, 0U})
    for (const std::uint32_t number : numbers)
      for (const std::uint64_t arguments : {std::uint64_t{0}, ~std::uint64_t{0}})
        comparison.add(call_of(number, architecture, arguments));
}

using Values = std::set<std::uint64_t>;

void add_around(Values& values, std::uint64_t value) {
  if (value == kOwnPid) value = kPid;
  if (value == kListenerSocket) value = kSocket;
  for (const std::uint64_t near : {value, value - 1, value + 1, ~value})
    for (const std::uint64_t above : {std::uint64_t{0}, std::uint64_t{1} << 32, ~std::uint64_t{0} << 32})
      values.insert(near ^ above);
}

// By argument: what the rules of a call compare it to, values around these, and each bit alone.
std::map<unsigned, Values> values_of(const std::vector<CallRule>& rules) {
  std::map<unsigned, Values> values;
  for (const CallRule& rule : rules)
    for (const ArgumentTest& test : rule.tests) {
      Values& own = values[test.argument];
      for (const std::uint64_t value : {test.value, test.mask, std::uint64_t{0}}) add_around(own, value);
      for (int bit = 0; bit < 64; ++bit) own.insert(std::uint64_t{1} << bit);
    }
  return values;
}

// All combinations of the values of the arguments from `next` on.
void add_values(Comparison& comparison, Call call, const std::map<unsigned, Values>& values,
                std::map<unsigned, Values>::const_iterator next) {
  if (next == values.end()) return comparison.add(call);
  const auto after = std::next(next);
  for (const std::uint64_t value : next->second) {
    call.args[next->first] = value;
    add_values(comparison, call, values, after);
  }
}

void add_arguments(Comparison& comparison, const std::vector<CallRule>& rules) {
  std::map<std::string, std::vector<CallRule>> calls;
  for (const CallRule& rule : rules)
    if (!rule.tests.empty()) calls[rule.name].push_back(rule);
  for (const auto& [name, own] : calls) {
    const int number = ::seccomp_syscall_resolve_name(name.c_str());
    const auto values = values_of(own);
    for (const std::uint64_t others : {std::uint64_t{0}, ~std::uint64_t{0}})
      add_values(comparison, call_of(static_cast<std::uint32_t>(number), ::seccomp_arch_native(), others),
                 values, values.begin());
  }
}

// Every call of this machine ends otherwise than its neighbours: a filter too long for its short jumps.
std::vector<CallRule> rules_with_many_ends() {
  std::vector<CallRule> rules;
  for (int number = 0; number < 1000; ++number) {
    const std::unique_ptr<char, decltype(&std::free)> name(
        ::seccomp_syscall_resolve_num_arch(SCMP_ARCH_NATIVE, number), &std::free);
    if (name && std::string(name.get()) != "ioctl")
      rules.push_back({name.get(), SCMP_ACT_ERRNO(static_cast<unsigned>(number) + 1), {}});
  }
  for (const std::uint64_t request : {1, 5})
    rules.push_back({"ioctl", SCMP_ACT_NOTIFY, {ArgumentTest::masked(1, 0xFFFFFFFF, request)}});
  return rules;
}

struct Row {
  const char* what;
  std::vector<CallRule> rules;
  std::uint32_t otherwise;
  std::size_t actions;  // that are seen at least: a comparison of filters which refuse all is none
};

const std::vector<Row>& rows() {
  static const std::vector<Row> rows = {
      {"a child", child_rules(false), SCMP_ACT_ERRNO(ENOSYS), 8},
      {"a sanitized child", child_rules(true), SCMP_ACT_ERRNO(ENOSYS), 8},
      {"many ends", rules_with_many_ends(), SCMP_ACT_ALLOW, 257},
      {"no rest", {{"clone", SCMP_ACT_NOTIFY, {ArgumentTest::masked(0, 6, 4)}}}, SCMP_ACT_ALLOW, 3},
      {"two arguments",
       {{"prlimit64", SCMP_ACT_ALLOW, {ArgumentTest::equal(0, 0), ArgumentTest::unequal(2, 9)}}},
       SCMP_ACT_ERRNO(EPERM),
       3},
      {"no rule", {}, SCMP_ACT_ALLOW, 2},
  };
  return rows;
}

// Only ours makes a bit of a number; libseccomp's filter is taken where its form is not understood.
bool is_short_form(const Filter& filter) {
  return std::any_of(filter.begin(), filter.end(), [](const struct sock_filter& instruction) {
    return instruction.code == (BPF_ALU | BPF_LSH | BPF_X);
  });
}

Result<Pair> both(const Row& row) {
  auto long_one = build_filter(row.rules, row.otherwise);
  if (!long_one) return tl::make_unexpected(long_one.error());
  auto short_one = build_short_filter(row.rules, row.otherwise);
  if (!short_one) return tl::make_unexpected(short_one.error());
  fill_in(*long_one, kPid, kSocket);
  fill_in(*short_one, kPid, kSocket);
  return Pair{std::move(*long_one), std::move(*short_one)};
}

TEST(ShortFilterTest, DecidesEveryCallAsLibseccompDoes) {
  for (const Row& row : rows()) {
    SCOPED_TRACE(row.what);
    const auto filters = both(row);
    ASSERT_TRUE(filters) << filters.error().message;
    EXPECT_TRUE(is_short_form(filters->short_one));
    Comparison comparison(*filters);
    add_numbers(comparison);
    add_arguments(comparison, row.rules);
    EXPECT_EQ(comparison.differences(), "");
    EXPECT_GE(comparison.actions(), row.actions);
    EXPECT_GT(comparison.calls(), 25'000U);
  }
}

TEST(ShortFilterTest, DecidesAsLibseccompDoesWithoutAListener) {
  auto filters = both(rows().front());
  ASSERT_TRUE(filters) << filters.error().message;
  filters->long_one = kill_instead(filters->long_one);
  filters->short_one = kill_instead(filters->short_one);
  Comparison comparison(*filters);
  add_numbers(comparison);
  add_arguments(comparison, rows().front().rules);
  EXPECT_EQ(comparison.differences(), "");
}

// The kernel checks, translates and keeps a filter for each child anew: 0.13 ms for the 600 instructions of
// libseccomp's, 0.05 ms for these, of a run of 1.1 ms. On x86-64 there are 136, and 129 if sanitized.
TEST(ShortFilterTest, AChildsFilterIsShort) {
  for (const bool sanitized : {false, true}) {
    const auto filter = build_child_filter(sanitized);
    ASSERT_TRUE(filter) << filter.error().message;
    EXPECT_LE(filter->size(), 150U);
  }
}

TEST(ShortFilterTest, FarEndsAreReachedByLongJumps) {
  const auto filter = build_short_filter(rules_with_many_ends(), SCMP_ACT_ALLOW);
  ASSERT_TRUE(filter) << filter.error().message;
  EXPECT_TRUE(is_short_form(*filter));
  EXPECT_TRUE(std::any_of(filter->begin(), filter->end(), [](const struct sock_filter& instruction) {
    return instruction.code == (BPF_JMP | BPF_JA) && instruction.k > 254;
  }));
}

}  // namespace
}  // namespace grader::sandbox
