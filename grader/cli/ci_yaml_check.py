#!/usr/bin/env python3
"""Checks the YAML of ci/ for what a mistake in it would cost. Says each fault and leaves with 1 where there is one.

It parses (no key twice); the action's inputs and outputs are those that it and its script use; the workflow has no
secrets, no event that has any, least permissions, pinned actions, and puts nothing of GitHub's contexts into a shell.
"""
import pathlib
import re
import sys

import yaml

FAULTS = []


def expect(holds, what):
    if not holds:
        FAULTS.append(what)


class Loader(yaml.SafeLoader):
    """As SafeLoader, but a key that stands twice is an error."""

    def construct_mapping(self, node, deep=False):
        keys = [self.construct_object(key, deep) for key, _ in node.value]
        if len(set(keys)) != len(keys):
            raise yaml.YAMLError(f"{node.start_mark}: a key stands twice")
        return super().construct_mapping(node, deep)


def load(path):
    with open(path, encoding="utf-8") as file:
        return yaml.load(file, Loader)


def shell_lines(job):
    return [step["run"] for step in job["steps"] if "run" in step]


def check_action(path):
    action, text = load(path), path.read_text(encoding="utf-8")
    script = path.with_name("grade.sh").read_text(encoding="utf-8")
    used = set(re.findall(r"\$\{\{ inputs\.([a-z-]+) \}\}", text))
    expect(used == set(action["inputs"]), f"{path}: inputs that are named and not used, or used and not named")
    for name, output in action["outputs"].items():
        expect(output["value"] == f"${{{{ steps.grade.outputs.{name} }}}}", f"{path}: output {name}: another value")
        expect(f"{name}=" in script, f"{path}: output {name}: grade.sh does not write it")
    step, = action["runs"]["steps"]
    expect("${{" not in step["run"], f"{path}: an input reaches the shell as text")
    for variable in step["env"]:
        expect(f"${variable}" in script or f"${{{variable}:-" in script, f"{path}: grade.sh does not read {variable}")
    return action


def check_workflow(path, action):
    workflow, text = load(path), path.read_text(encoding="utf-8")
    expect(list(workflow[True]) == ["pull_request"], f"{path}: another event than pull_request")  # `on` is true in YAML
    expect(workflow["permissions"] == {"contents": "read"}, f"{path}: more permissions than it needs")
    expect(not re.search(r"\$\{\{[^}]*secrets", text), f"{path}: a secret")
    for job in workflow["jobs"].values():
        expect("permissions" not in job and "timeout-minutes" in job, f"{path}: a job's permissions or no time limit")
        expect(not any("${{" in line for line in shell_lines(job)), f"{path}: a context reaches the shell as text")
        for step in job["steps"]:
            check_step(path, step, action)


def check_step(path, step, action):
    uses, given = step.get("uses", ""), step.get("with", {})
    expect(not uses or uses.startswith("./") or re.search(r"@[0-9a-f]{40}$", uses), f"{path}: {uses} is not pinned")
    if "checkout" in uses:
        expect(given["persist-credentials"] is False, f"{path}: a checkout leaves the token behind")
        expect("head" not in given["ref"] or given.get("sparse-checkout") == "exercise/solution.h",
               f"{path}: more of the pull request than the one file")
    if uses.startswith("./"):
        expect(uses == "./trusted/ci/github", f"{path}: an action that is not of the base branch")
        expect(set(given) <= set(action["inputs"]), f"{path}: an input that the action does not have")


def check_gitlab(folder):
    job, example = load(folder / "grade.yml")[".grade"], load(folder / "example.gitlab-ci.yml")
    expect(example["grade"]["extends"] == ".grade", f"{folder}: the example does not extend .grade")
    expect(set(example["grade"]["variables"]) <= set(job["variables"]), f"{folder}: a variable that is not read")
    script = "\n".join(job["script"])
    for written in [job["artifacts"]["reports"]["junit"], *job["artifacts"]["paths"]]:
        expect(f"={written}" in script, f"{folder}: nothing writes {written}")


ci = pathlib.Path("ci")
expect(len(list(ci.rglob("*.y*ml"))) == 4, "ci: a YAML file that is not checked here")
check_workflow(ci / "github/example-workflow.yml", check_action(ci / "github/action.yml"))
check_gitlab(ci / "gitlab")
print("\n".join(FAULTS))
sys.exit(1 if FAULTS else 0)
