// The descriptor on which the kernel tells of forbidden calls, on its way from the child to the runner.
#pragma once

namespace grader::sandbox {

/// Sends `listener` over the unix socket `socket`. One sendmsg and nothing else, as the child's filter
/// already holds.
bool send_listener(int socket, int listener);

}  // namespace grader::sandbox
