"""Reads every format of many reports with readers that are not ours, and prints what each says, as JSON by folder.

  read_formats.py FOLDER    each folder in FOLDER holds one file a format, named as the format
"""
import base64
import csv
import html.parser
import io
import json
import pathlib
import re
import subprocess
import sys
import xml.etree.ElementTree as ElementTree

PERL = r"""
use TAP::Parser; use JSON::PP;
open(my $file, "<", $ARGV[0]) or die; local $/; my $text = <$file>;
# Debian's parser knows version 13, of which a document without subtests and pragmas is the same.
$text =~ s/\ATAP version 14\n/TAP version 13\n/ or die "no version 14";
my $parser = TAP::Parser->new({tap => $text});
my (@points, @comments, $bail);
while (my $result = $parser->next) {
  if ($result->is_test) { push @points, {ok => $result->is_ok ? 1 : 0, name => $result->description,
                                         skip => $result->has_skip ? 1 : 0, todo => $result->has_todo ? 1 : 0}; }
  elsif ($result->is_yaml) { push @{$points[-1]{yaml}}, $result->data; }
  elsif ($result->is_comment) { push @comments, $result->comment; }
  elsif ($result->is_bailout) { $bail = $result->explanation; }
  elsif ($result->is_unknown) { push @comments, "unknown: " . $result->raw; }
}
my @errors = $parser->parse_errors;
print JSON::PP->new->canonical->encode({points => \@points, comments => \@comments, bail => $bail,
  errors => \@errors, plan => $parser->tests_planned});
"""


def read(folder, name):
    return (folder / name).read_bytes()


def from_json(raw):
    report = json.loads(raw)
    return {"verdict": report["verdict"], "points": report["points"], "max_points": report["max_points"],
            "counts": [report["declared"], report["started"], report["finished"], report["passed"]],
            "cases": [[case["name"], case["verdict"], case["points"]] for case in report["cases"]]}


def from_junit(path):
    subprocess.run(["xmllint", "--noout", "--nonet", str(path)], check=True)
    subprocess.run(["xmllint", "--noout", "--nonet", "--schema", "grader/report/testdata/junit.xsd", str(path)],
                   check=True, stderr=subprocess.DEVNULL)
    root = ElementTree.parse(path).getroot()
    said = {"cases": [], "suites": []}
    for suite in root.iter("testsuite"):
        properties = {p.get("name"): p.get("value") for p in suite.iter("property")}
        cases = list(suite.iter("testcase"))
        names = [case.get("name") for case in cases]
        assert len(set(names)) == len(names), "GitLab drops cases of one name"
        assert int(suite.get("tests")) == len(cases)
        assert int(suite.get("failures")) == len([c for c in cases if c.find("failure") is not None])
        assert int(suite.get("errors")) == len([c for c in cases if c.find("error") is not None])
        said["verdict"] = properties.get("total verdict")
        said["total"] = properties.get("total points")
        for case in cases:
            bad = case.find("failure") if case.find("failure") is not None else case.find("error")
            assert re.fullmatch(r"\d+\.\d{3}", case.get("time"))
            said["cases"].append([case.get("name"), "accepted" if bad is None else bad.get("type"),
                                  properties.get("points of " + case.get("name"))])
    said["tests"] = int(root.get("tests"))
    said["not_passed"] = int(root.get("failures")) + int(root.get("errors"))
    return said


def from_gradescope(raw):
    report = json.loads(raw)
    assert b"\r" not in raw
    assert all(test["visibility"] == "visible" for test in report["tests"])
    extra = report["extra_data"]
    return {"verdict": extra["verdict"], "points": report.get("score"), "max_points": extra["max_points"],
            "counts": [extra["declared"], extra["started"], extra["finished"], extra["passed"]],
            "cases": [[test["name"], test["extra_data"]["verdict"], test.get("score")] for test in report["tests"]],
            "statuses": [test["status"] for test in report["tests"]],
            "hidden_output": [test["output"] for test in report["tests"] if test["extra_data"]["hidden_case"]]}


def from_exercism(raw):
    report = json.loads(raw)
    assert report["version"] == 3 and report["status"] in ("pass", "fail", "error")
    assert (report["message"] is not None) == (report["status"] == "error")
    for test in report.get("tests", []):
        assert test["status"] in ("pass", "fail", "error")
        assert test["status"] == "pass" or test["message"]
        assert len(test.get("output", "")) <= 500
        assert len(test.get("message", "")) <= 65535
    return {"status": report["status"], "message": report["message"],
            "cases": [[test["name"], "accepted" if test["status"] == "pass" else
                       re.match(r"[a-z ]+", test["message"])[0].strip().replace(" ", "_")]
                      for test in report.get("tests", [])]}


def from_tap(path):
    out = subprocess.run(["perl", "-e", PERL, str(path)], check=True, capture_output=True).stdout
    return json.loads(out)


def from_csv(raw):
    rows = list(csv.reader(io.StringIO(raw.decode(), newline=""), strict=True))
    assert raw.endswith(b"\r\n") and len(rows) == 2 and len(rows[0]) == len(rows[1])
    assert not any(field[:1] in ("=", "+", "-", "@", "\t", "\r") for field in rows[1])
    return dict(zip(*rows))


def from_github(raw):
    lines = raw.decode().split("\n")
    begin = next(i for i, line in enumerate(lines) if line.startswith("::stop-commands::"))
    token = lines[begin].removeprefix("::stop-commands::")
    assert lines.count("::" + token + "::") == 1 and lines[-2] == "::endgroup::"
    commands = []
    for line in lines[:begin]:
        match = re.fullmatch(r"::(error|warning|notice|group)( [^:]*)?::(.*)", line)
        assert match, line
        properties = dict(pair.split("=", 1) for pair in (match[2] or "").strip().split(",") if pair)
        commands.append([match[1], properties, match[3]])
    assert sum(kind == "error" for kind, _, _ in commands) <= 10
    return {"commands": commands, "token": token}


def from_classroom(raw):
    report = json.loads(base64.b64decode(raw, validate=False))
    return {"texts": json.dumps(report), "status": report["status"], "max_score": report["max_score"],
            "cases": [[test["name"], test["status"], test.get("score")] for test in report["tests"]]}


class Page(html.parser.HTMLParser):
    """Text of the elements with an id and of the summaries; the names of all elements."""

    def __init__(self):
        super().__init__()
        self.where, self.said, self.summaries, self.tags, self.attributes = [], {}, [], set(), set()

    def handle_starttag(self, tag, attrs):
        self.tags.add(tag)
        self.attributes |= {name for name, _ in attrs}
        if tag not in ("meta", "br"):
            self.where.append((tag, dict(attrs).get("id")))
        if tag == "summary":
            self.summaries.append("")

    def handle_endtag(self, tag):
        while self.where and self.where.pop()[0] != tag:
            pass

    def handle_data(self, data):
        for tag, name in self.where:
            if name:
                self.said[name] = self.said.get(name, "") + data
            if tag == "summary":
                self.summaries[-1] += data


def from_html(path):
    subprocess.run(["xmllint", "--noout", "--nonet", str(path)], check=True)
    page = Page()
    page.feed(path.read_text(encoding="utf-8"))
    return {"said": page.said, "summaries": page.summaries, "tags": sorted(page.tags),
            "attributes": sorted(page.attributes)}


def read_all(folder):
    return {
        "json": from_json(read(folder, "json")), "junit": from_junit(folder / "junit"),
        "gradescope": from_gradescope(read(folder, "gradescope")), "exercism": from_exercism(read(folder, "exercism")),
        "tap": from_tap(folder / "tap"), "csv": from_csv(read(folder, "csv")),
        "github": from_github(read(folder, "github")), "classroom": from_classroom(read(folder, "github-classroom")),
        "html": from_html(folder / "html")}


def main():
    print(json.dumps({folder.name: read_all(folder) for folder in sorted(pathlib.Path(sys.argv[1]).iterdir())}))


main()
