#include "grader/run/recording.h"

#include "kit/record.h"

namespace grader {
namespace {

kit::record::Mode mode_of(Recording recording) {
  switch (recording) {
    case Recording::kOff:
      return kit::record::Mode::kOff;
    case Recording::kCounts:
      return kit::record::Mode::kCounts;
    case Recording::kShapes:
      return kit::record::Mode::kShapes;
    case Recording::kValues:
      return kit::record::Mode::kValues;
  }
  return kit::record::Mode::kOff;
}

Operation from_count(const kit::record::Count& count, int call) {
  Operation operation;
  operation.name = count.operation;
  operation.line = count.line;
  operation.count = count.count;
  operation.call = call;
  return operation;
}

Operation from_operation(kit::record::Operation& recorded, int call) {
  Operation operation;
  operation.name = std::move(recorded.name);
  operation.inputs = std::move(recorded.inputs);
  operation.output = std::move(recorded.output);
  operation.line = recorded.line;
  operation.call = call;
  if (recorded.has_values) operation.data = std::move(recorded.values);
  return operation;
}

Operation from_stage(kit::record::Stage& stage, int call) {
  Operation operation;
  operation.name = std::move(stage.name);
  operation.output = std::move(stage.shape);
  operation.line = stage.line;
  operation.call = call;
  operation.is_stage = true;
  if (stage.has_values) operation.data = std::move(stage.values);
  return operation;
}

}  // namespace

void start_recording(Recording recording) {
  if (recording != Recording::kOff) kit::record::start(mode_of(recording));
}

std::vector<Operation> take_recording(Recording recording, int call) {
  kit::record::Record record = kit::record::take();
  std::vector<Operation> operations;
  if (recording == Recording::kCounts) {
    for (const auto& count : record.counts) operations.push_back(from_count(count, call));
    return operations;
  }
  for (auto& operation : record.operations) operations.push_back(from_operation(operation, call));
  for (auto& stage : record.stages) operations.push_back(from_stage(stage, call));
  return operations;
}

}  // namespace grader
