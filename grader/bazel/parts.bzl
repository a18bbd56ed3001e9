"""The grader's own parts as one folder, $GRADER_ROOT: the kit's headers and the two archives that runners are made of."""

load("@bazel_tools//tools/cpp:toolchain_utils.bzl", "find_cpp_toolchain")

def _objects(library, without):
    objects = []
    for linker_input in library[CcInfo].linking_context.linker_inputs.to_list():
        if linker_input.owner.package not in without:
            for part in linker_input.libraries:
                objects += part.pic_objects or part.objects or []
    return objects

def _static_archive(ctx):
    objects = _objects(ctx.attr.library, ctx.attr.without)
    archive = ctx.actions.declare_file("lib%s.a" % ctx.attr.name)
    arguments = ctx.actions.args()
    arguments.add("qcsD")  # append: two folders may have a file of the same name
    arguments.add(archive)
    arguments.add_all(objects)
    ctx.actions.run(
        executable = find_cpp_toolchain(ctx).ar_executable,
        arguments = [arguments],
        inputs = objects,
        outputs = [archive],
        mnemonic = "CppMergeArchives",
        progress_message = "Merging %s" % archive.short_path,
    )
    return [DefaultInfo(files = depset([archive]))]

static_archive = rule(
    implementation = _static_archive,
    doc = "The archive libNAME.a: the objects of `library` and of all that it depends on.",
    attrs = {
        "library": attr.label(providers = [CcInfo], mandatory = True),
        "without": attr.string_list(doc = "packages whose objects stay out"),
        "_cc_toolchain": attr.label(default = "@bazel_tools//tools/cpp:current_cc_toolchain"),
    },
    toolchains = ["@bazel_tools//tools/cpp:toolchain_type"],
)

_COLLECT = """
set -eu
folder=$1
shift
mkdir -p "$folder/kit"
for file in "$@"; do
  case $file in
    *.a) cp "$file" "$folder/" ;;
    *) cp "$file" "$folder/kit/" ;;
  esac
done
printf 'root .\\nkit libwhole_kit.a\\nrunner librunner.a\\n' >"$folder/grader_parts.txt"
"""

def _grader_parts(ctx):
    folder = ctx.actions.declare_directory(ctx.attr.name)
    files = ctx.files.headers + [ctx.file.kit, ctx.file.runner]
    arguments = ctx.actions.args()
    arguments.add(folder.path)
    arguments.add_all(files)
    ctx.actions.run_shell(
        command = _COLLECT,
        arguments = [arguments],
        inputs = files,
        outputs = [folder],
        mnemonic = "GraderParts",
        progress_message = "Collecting the grader's parts",
    )
    return [DefaultInfo(files = depset([folder]))]

grader_parts = rule(
    implementation = _grader_parts,
    doc = "The folder `name` with kit/, libwhole_kit.a, librunner.a and the file that names them.",
    attrs = {
        "headers": attr.label_list(allow_files = [".h"], mandatory = True, doc = "the kit's headers"),
        "kit": attr.label(allow_single_file = True, mandatory = True),
        "runner": attr.label(allow_single_file = True, mandatory = True),
    },
)
