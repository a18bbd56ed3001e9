"""What lets Debian's bazel-bootstrap work without a network.

Bazel 4 fetches three repositories of rules before it looks at anything. A repository that the WORKSPACE names first is
taken instead, and so is this: a stub of rules_cc, and Debian's own packages of the other two. (Debian's bazel-rules-cc
does not load under its Bazel.) The fourth, coverage tools that every test names, is a flag in .bazelrc. As flags,
--override_repository, they would need an absolute path each, which Bazel 4 can not make of %workspace%.
"""

def offline_rules():
    """Names the stubs where Bazel is Debian's, which has no version; a released one fetches what it was released with."""
    if native.bazel_version and native.bazel_version[0].isdigit():
        return
    native.local_repository(name = "rules_cc", path = "third_party/bazel/rules_cc")
    native.local_repository(name = "rules_java", path = "/usr/share/bazel/rules/java")
    native.local_repository(name = "rules_proto", path = "/usr/share/bazel/rules/proto")
