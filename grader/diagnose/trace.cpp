#include "grader/diagnose/trace.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "grader/base/text.h"
#include "grader/diagnose/sighting.h"
#include "grader/judge/pattern_tools.h"

namespace grader {
namespace {

constexpr std::size_t kMostCompared = 500;  // operations held against the stages

class Tracer {
 public:
  explicit Tracer(const Journey& journey) : journey_(journey) {
    for (const Operation& operation : journey.operations) {
      if (operation.call != journey.call) continue;
      (operation.is_stage ? inner_ : operations_).push_back(&operation);
    }
  }

  std::vector<TraceLine> run() {
    for (const Operation* operation : operations_) lines_.push_back(line_of(*operation));
    for (const Stage& stage : journey_.road.stages) sightings_.push_back(look_for(stage));
    for (std::size_t i = 0; i < sightings_.size(); ++i) note(i);
    if (journey_.thrown) {
      add_thrown(*journey_.thrown);
    } else if (const std::size_t missed = first_missed(); missed != kNowhere) {
      blame_missed(missed);
    } else if (journey_.verdict == Verdict::kWrongShape) {
      blame_shape();
    } else {
      blame_what_follows();
    }
    return cut();
  }

 private:
  TraceLine line_of(const Operation& operation) const {
    TraceLine line;
    line.operation = {.name = cut_text(clean_line(operation.name), 40),
                      .inputs = operation.inputs,
                      .output = operation.output,
                      .line = known_line(operation.line),
                      .count = operation.count,
                      .call = operation.call,
                      .data = {},
                      .is_stage = false};
    return line;
  }

  int known_line(int line) const { return line >= 1 && line <= journey_.lines ? line : 0; }

  // The best sighting, the earliest of equally good ones; of those where it is finite the last, as a stage
  // that is masked is made of them.
  Sighting look_for(const Stage& stage) const {
    Sighting best;
    for (std::size_t i = 0; i < std::min(operations_.size(), kMostCompared); ++i) {
      const Sighting one = sight(stage.value, *operations_[i], i);
      if (one.how > best.how || (one.how == best.how && one.how == Sighting::How::kWhereFinite)) best = one;
    }
    for (std::size_t i = 0; i < std::min(inner_.size(), kMostCompared); ++i) {
      const Sighting one = sight(stage.value, *inner_[i], kNowhere);
      if (one.how > best.how) best = one;
    }
    return best;
  }

  void note(std::size_t stage) {
    const Sighting& sighting = sightings_[stage];
    if (sighting.at == kNowhere) return;
    const std::string& name = journey_.road.stages[stage].name;
    std::string& text = lines_[sighting.at].note;
    if (!text.empty()) text += ", ";
    if (sighting.how == Sighting::How::kFound) text += fmt::format("is '{}'", name);
    if (sighting.how == Sighting::How::kReordered)
      text += fmt::format("is '{}' with its axes in another order", name);
    const std::string times = sighting.factor == 1 ? "" : " times " + short_number(sighting.factor);
    if (sighting.how == Sighting::How::kScaled) text += fmt::format("is '{}'{}", name, times);
    if (sighting.how == Sighting::How::kWhereFinite)
      text += fmt::format("is '{}'{} where that is finite", name, times);
  }

  bool is_there(std::size_t stage) const { return sightings_[stage].how >= Sighting::How::kReordered; }

  // True where the stage, or one that is made from it, is there.
  bool is_passed(std::size_t stage) const {
    if (is_there(stage)) return true;
    for (std::size_t later = stage + 1; later < sightings_.size(); ++later)
      if (is_there(later) && leads_to(journey_.road, stage, later)) return true;
    return false;
  }

  // The first stage that is missed altogether, or else the first that stays off by a factor to the end.
  std::size_t first_missed() const {
    std::size_t scaled = kNowhere;
    for (std::size_t i = 0; i < sightings_.size(); ++i) {
      if (is_passed(i)) continue;
      if (sightings_[i].how <= Sighting::How::kWhereFinite) return i;
      if (scaled == kNowhere) scaled = i;
    }
    return scaled;
  }

  void blame(std::size_t at, const std::string& why) {
    TraceLine& line = lines_[at];
    line.leaves_the_road = true;
    line.note += (line.note.empty() ? "" : "; ") + why;
  }

  void blame_missed(std::size_t stage) {
    const Stage& missed = journey_.road.stages[stage];
    const Sighting& sighting = sightings_[stage];
    if (sighting.how == Sighting::How::kScaled) {
      if (sighting.at != kNowhere) blame(sighting.at, "and stays so to the end");
      return;
    }
    std::size_t begin = sighting.at == kNowhere ? 0 : sighting.at + 1;
    std::vector<const Shape*> made_from;
    for (std::size_t i = 0; i < stage; ++i) {
      if (!leads_to(journey_.road, i, stage)) continue;
      if (sightings_[i].at != kNowhere) begin = std::max(begin, sightings_[i].at + 1);
      if (is_last_before(i, stage)) made_from.push_back(&journey_.road.stages[i].value.shape);
    }
    if (begin >= lines_.size()) return;
    blame(first_suspect(begin, missed.value.shape, made_from),
          fmt::format("from here on no value is '{}' {}", missed.name, to_string(missed.value.shape)));
  }

  // The first line from `begin` on that may have made a value of `shape` and is no stage itself; or else that
  // took one of those that it is made from.
  std::size_t first_suspect(std::size_t begin, const Shape& shape,
                            const std::vector<const Shape*>& made_from) const {
    for (std::size_t at = begin; at < lines_.size(); ++at)
      if (lines_[at].operation.output == shape && !is_stage(at)) return at;
    for (std::size_t at = begin; at < lines_.size(); ++at)
      for (const Shape& input : lines_[at].operation.inputs)
        for (const Shape* from : made_from)
          if (input == *from) return at;
    return begin;
  }

  // True where no other stage lies between the two.
  bool is_last_before(std::size_t earlier, std::size_t stage) const {
    for (std::size_t i = earlier + 1; i < stage; ++i)
      if (leads_to(journey_.road, earlier, i) && leads_to(journey_.road, i, stage)) return false;
    return true;
  }

  bool is_stage(std::size_t at) const {
    return std::any_of(sightings_.begin(), sightings_.end(), [at](const Sighting& sighting) {
      return sighting.at == at && sighting.how == Sighting::How::kFound;
    });
  }

  // All stages are there, and yet the end is wrong: what came after the last of them.
  void blame_what_follows() {
    if (sightings_.empty() || sightings_.back().how != Sighting::How::kFound) return;
    const Stage& result = journey_.road.stages.back();
    std::size_t after = 0;
    for (std::size_t i = 0; i < std::min(operations_.size(), kMostCompared); ++i)
      if (sight(result.value, *operations_[i], i).how == Sighting::How::kFound) after = i + 1;
    if (after > 0 && after < lines_.size())
      blame(after, fmt::format("'{}' was right before this", result.name));
  }

  bool is_on_the_road(const Shape& shape) const {
    const auto& shapes = journey_.road.shapes;
    return std::find(shapes.begin(), shapes.end(), shape) != shapes.end();
  }

  void blame_shape() {
    const auto strange = std::find_if(lines_.begin(), lines_.end(), [this](const TraceLine& line) {
      return !is_on_the_road(line.operation.output);
    });
    const auto last = std::find_if(lines_.rbegin(), lines_.rend(), [this](const TraceLine& line) {
      return line.operation.output == journey_.got_shape;
    });
    if (!journey_.road.shapes.empty() && strange != lines_.end() &&
        strange->operation.output != journey_.got_shape) {
      blame(static_cast<std::size_t>(strange - lines_.begin()), "the reference solution makes no such shape");
    } else if (last != lines_.rend()) {
      blame(static_cast<std::size_t>(lines_.rend() - last) - 1,
            fmt::format("expected {} in the end", to_string(journey_.expected_shape)));
    }
  }

  void add_thrown(const Thrown& thrown) {
    TraceLine line;
    line.operation.name = "throw";
    line.operation.line = known_line(thrown.line);
    line.operation.call = journey_.call;
    line.leaves_the_road = true;
    line.note = cut_text(clean_line(fmt::format("{}: {}", thrown.type, thrown.message)), 300);
    lines_.push_back(std::move(line));
  }

  std::vector<TraceLine> cut() {
    if (lines_.size() <= kTraceLines) return std::move(lines_);
    const std::size_t more = lines_.size() - kTraceLines;
    lines_.resize(kTraceLines);
    TraceLine& last = lines_.back();
    last.note += fmt::format("{}{} more are left out", last.note.empty() ? "" : "; ", more);
    return std::move(lines_);
  }

  const Journey& journey_;
  std::vector<const Operation*> operations_;
  std::vector<const Operation*> inner_;  // stages within given code
  std::vector<TraceLine> lines_;
  std::vector<Sighting> sightings_;
};

}  // namespace

std::vector<TraceLine> make_trace(const Journey& journey) {
  return Tracer(journey).run();
}

}  // namespace grader
