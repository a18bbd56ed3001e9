"""Submissions as Bazel tests.

    load("//grader/bazel:grade_test.bzl", "grade_test", "grade_tests")

    grade_test(name = "ada", submission = "ada/solution.h")        # one
    grade_tests(name = "class", srcs = glob(["*/solution.h"]))     # a folder: one test each, and the suite `class`

`bazel test //submissions/...` then grades a class. A submission that is not accepted is a failing test whose log is the
report, and whose test.xml has one test case for each case of the grader.

Four kinds of actions, so that each is done again only when something that it reads has changed:
  GradePrepare  once an exercise: its runner program and the precompiled header
  GradeAnswers  once an exercise: what the reference solution answers
  GradeCompile  once a submission: its module. Has no case and no solution among its inputs
  GradeRun      once a submission: runs the module, and writes the reports and the exit code
The test itself shows the report. It runs again whenever it failed, as Bazel's tests do, but grades nothing again.
To grade all again, say because the machines were too busy: bazel test --define=grade_again=1 //submissions/...
"""

ExerciseInfo = provider(
    doc = "An exercise that submissions can be graded against.",
    fields = {
        "folder": "path of the package's folder, from where actions start",
        "public": "depset: the manifest and the given code, which a submission is compiled against",
        "secret": "depset: cases and solution",
        "built": "folder: the package's runner and prelude, as the grader's cache holds them",
        "answers": "folder: what the reference answers, as the grader's cache holds it",
    },
)

_TOOLS = {
    "_grader": attr.label(default = "//grader/cli:grader", executable = True, cfg = "target"),
    "_parts": attr.label(default = "//grader/bazel:parts", allow_single_file = True),
    "_step": attr.label(default = "//grader/bazel:step", allow_single_file = True),
}

def _step(ctx, step, folder, arguments, inputs, outputs, env = {}, **kwargs):
    """Runs one step of step.sh; `arguments` are files (folders) and flags."""
    args = ctx.actions.args()
    args.add_all([ctx.file._step.path, step, ctx.executable._grader.path, ctx.file._parts.path, folder])
    args.add_all(arguments, expand_directories = False)
    ctx.actions.run_shell(
        command = '"$@"',
        arguments = [args],
        tools = [ctx.executable._grader],
        inputs = depset([ctx.file._step, ctx.file._parts], transitive = [inputs]),
        outputs = outputs,
        env = dict({"LANG": "C.UTF-8", "PATH": "/usr/bin:/bin"}, **env),
        execution_requirements = {"block-network": "1"},
        **kwargs
    )

def _exercise(ctx):
    manifest = ctx.file.manifest
    folder = manifest.dirname.rpartition("/")[0] or "."
    public = depset([manifest] + ctx.files.given)
    secret = depset(ctx.files.cases + ctx.files.solution)
    built = ctx.actions.declare_directory(ctx.attr.name + ".built")
    answers = ctx.actions.declare_directory(ctx.attr.name + ".answers")
    _step(
        ctx,
        "prepare",
        folder,
        arguments = [built],
        inputs = public,
        outputs = [built],
        mnemonic = "GradePrepare",
        progress_message = "Preparing %s" % ctx.label,
    )
    _step(
        ctx,
        "answers",
        folder,
        arguments = [built, answers],
        inputs = depset([built], transitive = [public, secret]),
        outputs = [answers],
        mnemonic = "GradeAnswers",
        progress_message = "Running the reference solution of %s" % ctx.label,
    )
    return [
        DefaultInfo(files = depset([built, answers])),
        ExerciseInfo(folder = folder, public = public, secret = secret, built = built, answers = answers),
    ]

exercise = rule(
    implementation = _exercise,
    doc = "An exercise package made ready to grade against.",
    attrs = dict(
        manifest = attr.label(allow_single_file = [".yaml"], mandatory = True, doc = "exercise/exercise.yaml"),
        given = attr.label_list(allow_files = True, doc = "code that the manifest gives to students"),
        cases = attr.label_list(allow_files = True, mandatory = True),
        solution = attr.label_list(allow_files = True, mandatory = True, doc = "all of solution/"),
        **_TOOLS
    ),
)

def _compile(ctx, info):
    module = ctx.actions.declare_file(ctx.attr.name + ".module.so")
    _step(
        ctx,
        "compile",
        info.folder,
        arguments = [info.built, ctx.file.submission, module],
        inputs = depset([info.built, ctx.file.submission], transitive = [info.public]),
        outputs = [module],
        mnemonic = "GradeCompile",
        progress_message = "Compiling %s" % ctx.label,
    )
    return module

def _run(ctx, info, module):
    text, junit, code = [
        ctx.actions.declare_file(ctx.attr.name + suffix)
        for suffix in (".report.txt", ".report.xml", ".exit_code")
    ]
    flags = ["--cases", ctx.attr.cases, "--audience", ctx.attr.audience]
    for pattern in ctx.attr.only:
        flags += ["--only", pattern]
    _step(
        ctx,
        "run",
        info.folder,
        arguments = [info.built, info.answers, ctx.file.submission, module, text, junit, code] + flags,
        inputs = depset(
            [info.built, info.answers, ctx.file.submission, module],
            transitive = [info.public, info.secret],
        ),
        outputs = [text, junit, code],
        env = {"GRADE_AGAIN": ctx.var.get("grade_again", "")},
        mnemonic = "GradeRun",
        progress_message = "Grading %s" % ctx.label,
    )
    return text, junit, code

_SHOW = """#!/bin/sh
# Shows the report that an action of this test wrote, as its log and its test.xml.
cat {text}
[ -z "${{XML_OUTPUT_FILE:-}}" ] || cp {junit} "$XML_OUTPUT_FILE"
exit "$(cat {code})"
"""

def _grade_test(ctx):
    info = ctx.attr.exercise[ExerciseInfo]
    text, junit, code = _run(ctx, info, _compile(ctx, info))
    show = ctx.actions.declare_file(ctx.attr.name)
    ctx.actions.write(
        show,
        _SHOW.format(text = text.short_path, junit = junit.short_path, code = code.short_path),
        is_executable = True,
    )
    return [DefaultInfo(
        executable = show,
        files = depset([show, text, junit]),
        runfiles = ctx.runfiles([text, junit, code]),
    )]

_grade_rule_test = rule(
    implementation = _grade_test,
    test = True,
    attrs = dict(
        submission = attr.label(allow_single_file = True, mandatory = True),
        exercise = attr.label(providers = [ExerciseInfo], mandatory = True),
        cases = attr.string(default = "all", values = ["public", "hidden", "all"]),
        audience = attr.string(default = "student", values = ["student", "instructor"]),
        only = attr.string_list(),
        **_TOOLS
    ),
)

def grade_test(name, submission, exercise = "//exercise:package", **kwargs):
    """Grades one submission; the test passes where it is accepted.

    Args:
      name: the test's name.
      submission: the student's file.
      exercise: what it is graded against, a target of the rule `exercise`.
      **kwargs: `cases` (public, hidden or all; default all), `audience` (student, or instructor, who sees hidden cases in
        full; default student), `only` (names or patterns of cases), and what every test takes (size, tags, …).
    """
    kwargs.setdefault("size", "small")  # the test only shows a report; the grader bounds what a submission may take
    _grade_rule_test(
        name = name,
        submission = submission,
        exercise = exercise,
        tags = ["grade"] + kwargs.pop("tags", []),
        **kwargs
    )

def grade_tests(name, srcs, **kwargs):
    """A grade_test for each file of `srcs`, named by its path without the ending, and the test suite `name` of all.

    Where a file is all that its folder holds (`ada/solution.h`), the folder's name is enough: `ada`.

    Args:
      name: the suite's name.
      srcs: the submissions, usually a glob.
      **kwargs: for each grade_test.
    """
    folders = [src.rpartition("/")[0] for src in srcs]
    tests = []
    for src, folder in zip(srcs, folders):
        alone = folder and len([other for other in folders if other == folder]) == 1
        tests.append(folder if alone else src.rpartition(".")[0])
        grade_test(name = tests[-1], submission = src, **kwargs)
    native.test_suite(name = name, tests = tests)
