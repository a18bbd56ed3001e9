"""Headers of a system package that do not stand in the compiler's own include path."""

def _system_headers(ctx):
    for top in ctx.attr.tops:
        ctx.symlink(ctx.attr.folder + "/" + top, top)
    ctx.file("BUILD", """
load("@rules_cc//cc:defs.bzl", "cc_library")

cc_library(
    name = "headers",
    hdrs = glob(["**"], exclude = ["BUILD", "WORKSPACE"]),
    includes = ["."],
    visibility = ["//visibility:public"],
)
""")

system_headers = repository_rule(
    implementation = _system_headers,
    doc = "A repository whose target `headers` holds `tops` of `folder`: inputs like any other, no path in a command.",
    attrs = {
        "folder": attr.string(mandatory = True, doc = "where the package puts its headers"),
        "tops": attr.string_list(mandatory = True, doc = "files and folders in it"),
    },
    local = True,
)
