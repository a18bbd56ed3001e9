#!/usr/bin/env python3
"""Shows what Bazel does again, and what it takes from a cache, when a class is graded.

Two checkouts in folders of other names, one HTTP cache between them (nginx with WebDAV, on loopback), and the example class
of submissions/. Run: python3 grader/bazel/caching_test.py

$BAZEL_DISK_CACHE may name a --disk_cache of this tree: what it holds is served by the HTTP cache from the start, so that the
grader is not compiled once more. Needs bazel-bootstrap, bazel-rules-java, bazel-rules-proto and nginx-light.
"""
import collections
import json
import os
import pathlib
import re
import shutil
import socket
import subprocess
import tempfile
import time
import unittest
import urllib.error
import urllib.request
import xml.etree.ElementTree as ElementTree

ROOT = pathlib.Path(__file__).resolve().parents[2]
CLASS = ["//submissions/...", "//submissions:dora", "//submissions:emil"]  # the last two are no part of `...`: they fail
FAILING = {"//submissions:dora", "//submissions:emil"}
FORBIDDEN = 'extern "C" int socket(int, int, int); inline const int kDoor = socket(2, 1, 0);'
TESTS_FAILED = 3  # Bazel's exit code: all was built, and a test failed

NGINX = """
daemon off; {user} worker_processes 1; pid {folder}/nginx.pid; error_log {folder}/nginx.log;
events {{ worker_connections 256; }}
http {{
  access_log {folder}/access.log;
  client_max_body_size 0;
  client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy; fastcgi_temp_path {folder}/fastcgi;
  uwsgi_temp_path {folder}/uwsgi; scgi_temp_path {folder}/scgi;
  server {{
    listen 127.0.0.1:{port};
    location / {{
      root {folder}/cache;
      rewrite "^/(ac|cas)/((..).*)$" /$1/$3/$2 break;  # as Bazel's --disk_cache lays its files
      dav_methods PUT;
      create_full_put_path on;
    }}
  }}
}}
"""


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class HttpCache:
    """nginx with WebDAV: what Bazel's --remote_cache=http:// needs, and no more."""

    def __init__(self, folder):
        self.folder, self.port = folder, free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        seed = os.environ.get("BAZEL_DISK_CACHE", "")
        for kind in ("ac", "cas"):
            (folder / "cache").mkdir(parents=True, exist_ok=True)
            if seed and os.path.isdir(f"{seed}/{kind}"):
                subprocess.run(["cp", "-R", f"{seed}/{kind}", f"{folder}/cache/"], check=True)
            else:
                (folder / "cache" / kind).mkdir()
        user = "user root;" if os.getuid() == 0 else ""
        (folder / "nginx.conf").write_text(NGINX.format(folder=folder, port=self.port, user=user), encoding="utf-8")
        self.process = subprocess.Popen(["/usr/sbin/nginx", "-e", f"{folder}/nginx.log", "-c", f"{folder}/nginx.conf"])
        for _ in range(100):
            try:
                socket.create_connection(("127.0.0.1", self.port), timeout=1).close()
                return
            except OSError:
                if self.process.poll() is not None:
                    raise RuntimeError((folder / "nginx.log").read_text(encoding="utf-8")) from None
                time.sleep(0.05)
        raise RuntimeError("nginx does not listen")

    def stop(self):
        self.process.terminate()
        self.process.wait()

    def has(self, path):
        try:
            with urllib.request.urlopen(f"{self.url}/{path}") as answer:
                return answer.status == 200
        except urllib.error.HTTPError:
            return False

    def requests(self):
        """How many requests of each kind were answered, by method and status: {('GET', '200'): 12, …}."""
        log = (self.folder / "access.log").read_text(encoding="utf-8")
        return collections.Counter(re.findall(r'"(GET|PUT) \S+ HTTP/1.1" (\d+)', log))


class Checkout:
    """A copy of the tree that knows nothing of the one it was made from."""

    def __init__(self, folder, url):
        self.folder, self.url, self.user_root = folder, url, folder.parent / "bazel"
        names = subprocess.run(["git", "-C", str(ROOT), "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
                               check=True, capture_output=True, text=True).stdout
        for name in filter(None, names.split("\0")):
            if (ROOT / name).is_file():
                (folder / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(ROOT / name, folder / name)

    def bazel(self, command, *arguments):
        startup = ["bazel", f"--output_user_root={self.user_root}", "--max_idle_secs=60", "--local_startup_timeout_secs=600"]
        return subprocess.run([*startup, command, *arguments], cwd=self.folder, capture_output=True, text=True, check=False)

    def grade(self):
        """Grades the class; gives what was done: {(mnemonic, where, label): count}, where is `ran` or `cache`."""
        log = self.folder.parent / "spawns.json"
        done = self.bazel("test", "--keep_going", "--jobs=2", "--test_output=all", "--noshow_progress", f"--remote_cache={self.url}",
                          f"--execution_log_json_file={log}", *CLASS)
        assert done.returncode == TESTS_FAILED, done.stdout[-4000:] + done.stderr[-4000:]
        return Spawns(log), done.stdout

    def add_line(self, name, line):
        with open(self.folder / name, "a", encoding="utf-8") as file:
            file.write(line + "\n")

    def stop(self):
        self.bazel("shutdown")


class Spawns:
    """Bazel's execution log: every action that was not answered by Bazel's own memory of the last build."""

    def __init__(self, log):
        self.all, self.inputs = [], {}
        decoder, text, at = json.JSONDecoder(), log.read_text(encoding="utf-8").strip(), 0
        while at < len(text):
            spawn, at = decoder.raw_decode(text, at)
            self.all.append((spawn["mnemonic"], "cache" if spawn["runner"].endswith("cache hit") else "ran",
                             spawn.get("targetLabel") or self.label(spawn)))
            self.inputs[self.all[-1][0], self.all[-1][2]] = [file["path"] for file in spawn["inputs"]]
            while at < len(text) and text[at].isspace():
                at += 1

    @staticmethod
    def label(spawn):
        """Bazel 4 logs no label; the first output's path has it."""
        paths = spawn["listedOutputs"] or spawn["actualOutputs"]
        path = re.sub(r"^bazel-out/[^/]+/(bin|testlogs)/", "", paths[0] if isinstance(paths[0], str) else paths[0]["path"])
        folder, _, name = path.partition("/")
        return f"//{folder}:{re.split(r'[./]', name)[0]}"

    def grading(self, where):
        """What was done of the class itself, sorted: [(mnemonic, label), …]."""
        return sorted((mnemonic, label) for mnemonic, at, label in self.all
                      if at == where and mnemonic in ("GradeAnswers", "GradeCompile", "GradeRun", "TestRunner"))

    def ran(self):
        return sorted((mnemonic, label) for mnemonic, at, label in self.all if at == "ran")


def of_each(mnemonic, labels):
    return sorted((mnemonic, label) for label in labels)


class CachingTest(unittest.TestCase):
    """One story, told once; each test looks at a part of it."""

    @classmethod
    def setUpClass(cls):
        cls.folder = pathlib.Path(tempfile.mkdtemp(prefix="caching_test."))
        cls.addClassCleanup(shutil.rmtree, cls.folder, ignore_errors=True)
        cls.cache = HttpCache(cls.folder)
        cls.addClassCleanup(cls.cache.stop)
        cls.one = Checkout(cls.folder / "one" / "checkout", cls.cache.url)
        cls.two = Checkout(cls.folder / "two" / "elsewhere" / "tree", cls.cache.url)
        for checkout in (cls.one, cls.two):
            cls.addClassCleanup(subprocess.run, ["chmod", "-R", "u+w", str(checkout.user_root)], check=False)
            cls.addClassCleanup(checkout.stop)
        cls.students = {f"//submissions:{path.name}" for path in (ROOT / "submissions").iterdir() if path.is_dir()}

        cls.first, cls.log = cls.one.grade()
        cls.again, _ = cls.one.grade()
        cls.one.add_line("submissions/ada/solution.h", "namespace exercise { inline int spare() { return 1; } }")
        cls.edited, _ = cls.one.grade()
        cls.one.add_line("cases/hidden/merge_heads.yaml", "# another line")
        cls.recased, _ = cls.one.grade()
        cls.puts = cls.cache.requests()

        cls.two.add_line("submissions/ada/solution.h", "namespace exercise { inline int spare() { return 1; } }")
        cls.two.add_line("cases/hidden/merge_heads.yaml", "# another line")
        cls.elsewhere, _ = cls.two.grade()
        cls.two.add_line("submissions/ben/solution.h", FORBIDDEN)
        cls.attacked, _ = cls.two.grade()

    def test_a_class_is_graded_once_a_submission(self):
        done = self.first.grading("ran") + self.first.grading("cache")
        for mnemonic in ("GradeCompile", "GradeRun", "TestRunner"):
            self.assertEqual([one for one in sorted(done) if one[0] == mnemonic], of_each(mnemonic, self.students))

    def test_nothing_changed_grades_nothing(self):
        self.assertEqual(self.again.ran(), of_each("TestRunner", FAILING))  # Bazel shows a failure anew

    def test_an_edited_submission_is_the_only_one_graded(self):
        self.assertEqual(self.edited.ran(), sorted([("GradeCompile", "//submissions:ada"), ("GradeRun", "//submissions:ada"),
                                                    ("TestRunner", "//submissions:ada"), *of_each("TestRunner", FAILING)]))

    def test_an_edited_case_runs_all_and_compiles_none(self):
        self.assertEqual([one for one in self.recased.ran() if one[0] != "TestRunner"],
                         [("GradeAnswers", "//exercise:package"), *of_each("GradeRun", self.students)])

    def test_another_checkout_finds_it_all_in_the_http_cache(self):
        self.assertEqual(self.elsewhere.ran(), of_each("TestRunner", FAILING))
        self.assertEqual(self.elsewhere.grading("cache"), sorted([
            ("GradeAnswers", "//exercise:package"), *of_each("GradeCompile", self.students),
            *of_each("GradeRun", self.students), *of_each("TestRunner", self.students - FAILING)]))

    def test_the_http_cache_was_written_to(self):
        self.assertGreater(self.puts[("PUT", "201")], 0, self.puts)
        self.assertFalse(self.cache.has("ac/" + "0" * 64))

    def actions(self, checkout, expression):
        done = checkout.bazel("aquery", "--output=text", "--include_artifacts", "--noshow_progress", expression)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def test_actions_are_the_same_in_both_checkouts_and_name_no_folder(self):
        every = [[action for action in self.actions(checkout, "deps(//submissions/...)").split("\n\n")
                  if "  Mnemonic: Fail\n" not in action]  # which runs nothing, and is called after its BUILD file's place
                 for checkout in (self.one, self.two)]
        self.assertGreater(sum("  Mnemonic: CppCompile\n" in action for action in every[0]), 50)
        self.assertEqual([pair for pair in zip(*every) if pair[0] != pair[1]], [])
        self.assertEqual(len(every[0]), len(every[1]))
        for folder in (str(self.folder), str(ROOT), os.path.expanduser("~") + "/", "/usr/local"):
            self.assertEqual([action for action in every[0] if folder in re.sub(r"PATH=\S*", "", action)], [])

    def test_a_compile_has_no_case_and_no_solution_among_its_inputs(self):
        text = self.actions(self.one, 'mnemonic("Grade(Compile|Prepare|rParts)", deps(//submissions:ada))')
        inputs = {name.strip() for line in re.findall(r"Inputs: \[(.*)\]", text) for name in line.split(",")}
        inputs |= set(self.edited.inputs["GradeCompile", "//submissions:ada"])  # with what runfiles and folders hold
        self.assertIn("submissions/ada/solution.h", inputs)
        self.assertIn("exercise/exercise.yaml", inputs)
        self.assertEqual([name for name in inputs if re.match(r"(.*/)?(cases/(hidden|public)|solution|mistakes)(/|$)", name)], [])
        self.assertEqual([name for name in inputs if name.startswith("submissions/")], ["submissions/ada/solution.h"])
        self.assertEqual([name for name in inputs if name.endswith("answers")], [])

    def test_a_test_has_a_case_of_junit_for_each_of_the_graders(self):
        declared = {name for path in (ROOT / "cases").glob("*/*.yaml")
                    for name in re.findall(r"^\s*- name: (\S+)", path.read_text(encoding="utf-8"), re.M)}
        for student, accepted in (("ada", True), ("dora", False), ("emil", False)):
            suite = ElementTree.parse(self.one.folder / f"build/bazel-testlogs/submissions/{student}/test.xml").getroot()
            cases = list(suite.iter("testcase"))
            self.assertTrue(declared, "the case files name no case")
            self.assertLessEqual(declared, {case.get("name") for case in cases})
            bad = [case for case in cases if case.find("failure") is not None or case.find("error") is not None]
            self.assertEqual(bad == [], accepted, student)

    def test_a_failing_submission_has_the_report_as_its_log(self):
        log = (self.one.folder / "build/bazel-testlogs/submissions/emil/test.log").read_text(encoding="utf-8")
        self.assertIn("split_heads", log)
        self.assertIn("compile error: 'split_heads' is missing", log)

    def test_the_graders_own_sandbox_works_inside_bazels(self):
        self.assertIn(("GradeRun", "//submissions:ben"), self.attacked.ran())
        log = (self.two.folder / "build/bazel-testlogs/submissions/ben/test.log").read_text(encoding="utf-8")
        self.assertIn("security violation", log)
        self.assertIn("socket", log)
        self.assertNotIn("without the sandbox", log)


if __name__ == "__main__":
    unittest.main()
