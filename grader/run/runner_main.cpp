// The runner: RUNNER MODULE on|off plain|sanitized, with the grader's socket as descriptor 3. Not for people.
// Under a debugger: RUNNER debug MODULE REQUEST makes the calls of a request file in this very process,
// unlocked.
#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include <cstdio>
#include <limits>
#include <string_view>

#include "grader/base/file.h"
#include "grader/protocol/messages.h"
#include "grader/run/answer.h"
#include "grader/run/fork_server.h"
#include "grader/run/scatter.h"
#include "grader/run/strays.h"

namespace {

constexpr int kArguments = 4;

int fail_with(const grader::Error& error) {
  std::fprintf(stderr, "%s\n", error.message.c_str());
  return static_cast<int>(grader::ExitCode::kInternal);
}

int serve(char** argv) {
  grader::ChildSetup setup;
  setup.module = argv[1];
  setup.mode = std::string_view(argv[2]) == "off" ? grader::sandbox::Mode::kOff : grader::sandbox::Mode::kOn;
  setup.sanitized = std::string_view(argv[3]) == "sanitized";
  // How large it may be was judged when it was compiled.
  const auto bytes = grader::read_file(setup.module, std::numeric_limits<std::int64_t>::max());
  if (!bytes) return fail_with(bytes.error());
  setup.module_mark = grader::mix_bytes(*bytes, 0);
  if (setup.mode == grader::sandbox::Mode::kOff) grader::adopt_strays();
  grader::rehearse();
  auto server = grader::ForkServer::make(grader::UniqueFd(grader::control::kSocket), std::move(setup));
  if (!server) return fail_with(server.error());
  grader::close_gaps();
  (*server)->serve();
  return 0;
}

// The answers go nowhere: a person looks on.
int debug(const char* module, const char* request_path) {
  const auto bytes = grader::read_file(request_path);
  if (!bytes) return fail_with(bytes.error());
  auto request = grader::decode_request(*bytes);
  if (!request) return fail_with(request.error());
  const int nowhere = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
  ::dup2(nowhere, grader::kAnswerFd);
  ::dup2(nowhere, grader::kRecordFd);
  grader::answer_all(module, grader::prepare_request(*request));
}

}  // namespace

int main(int argc, char** argv) {
  if (argc == kArguments && std::string_view(argv[1]) == "debug") return debug(argv[2], argv[3]);
  if (argc != kArguments) {
    std::fprintf(stderr, "the runner is started by the grader\n");
    return static_cast<int>(grader::ExitCode::kUse);
  }
  ::signal(SIGPIPE, SIG_IGN);
  return serve(argv);
}
