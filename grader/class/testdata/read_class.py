"""Reads what was made of many classes with readers that are not ours, and prints what each says, as JSON by folder.

  read_class.py FOLDER    each folder in FOLDER holds gradebook.csv, summary.json, summary.html, perhaps regrade.csv
"""
import csv
import html.parser
import io
import json
import pathlib
import re
import subprocess
import sys

import jsonschema

SCHEMA = json.loads(pathlib.Path("docs/class-summary.schema.json").read_text(encoding="utf-8"))
VALIDATOR = jsonschema.Draft202012Validator(SCHEMA)
LINK = re.compile(r"#[a-z]+|instructor/[A-Za-z0-9._-]+\.html")


def from_csv(path, numbers):
    """Rows as dicts; no text of a class's may be a formula, a number of ours may be negative."""
    raw = path.read_bytes()
    assert raw.endswith(b"\r\n")
    rows = list(csv.reader(io.StringIO(raw.decode(), newline=""), strict=True))
    assert len(set(rows[0])) == len(rows[0]), rows[0]
    for row in rows:
        assert len(row) == len(rows[0]), row
        for name, field in zip(rows[0], row):
            formula = field[:1] in ("=", "+", "-", "@", "\t", "\r") and len(field) > 0
            assert not formula or (name in numbers and re.fullmatch(r"-?\d+(\.\d+)?", field)), (name, field)
    return [dict(zip(rows[0], row)) for row in rows[1:]]


def from_json(path):
    def refuse(name):
        raise ValueError("found " + name)

    summary = json.loads(path.read_text(encoding="utf-8"), parse_constant=refuse)
    VALIDATOR.validate(summary)
    assert all(len(row["cells"]) == len(summary["cases"]) for row in summary["rows"])
    return summary


class Page(html.parser.HTMLParser):
    """What stands in the page, and what makes it hard to use."""

    VOID = ("meta", "br")

    def __init__(self):
        super().__init__()
        self.open, self.said, self.ids, self.links = [], {}, [], []
        self.tags, self.problems, self.tables, self.cells = set(), [], [], 0
        self.language, self.in_heat = None, False

    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        self.tags.add(tag)
        self.problems += [f"{tag} has {name}" for name in attrs if name.startswith("on")]
        if "id" in attrs:
            self.ids.append(attrs["id"])
        if tag == "html":
            self.language = attrs.get("lang")
        if tag == "a":
            self.links.append(attrs["href"])
        if tag == "table":
            self.tables.append({"caption": False, "columns": None, "heat": attrs.get("class") == "heat"})
        if tag == "caption":
            self.tables[-1]["caption"] = True
        if tag == "tr":
            self.tables[-1]["row"] = 0
        if tag in ("td", "th"):
            self.tables[-1]["row"] += 1
            self.cells += self.tables[-1]["heat"] and tag == "td"
        if tag == "th" and attrs.get("scope") not in ("col", "row"):
            self.problems.append("a header cell without scope")
        if attrs.get("role") == "img" and not attrs.get("aria-label"):
            self.problems.append("a drawing without a label")
        if tag not in self.VOID:
            self.open.append((tag, attrs.get("id")))

    def handle_startendtag(self, tag, attrs):
        self.handle_starttag(tag, attrs)
        if tag not in self.VOID:
            self.handle_endtag(tag)

    def handle_endtag(self, tag):
        if tag == "tr":
            table = self.tables[-1]
            if table["columns"] not in (None, table["row"]):
                self.problems.append(f"a row of {table['row']} cells under {table['columns']}")
            table["columns"] = table["row"]
        if self.open.pop()[0] != tag:
            self.problems.append("elements cross")

    def handle_data(self, data):
        for _, name in self.open:
            if name:
                self.said[name] = self.said.get(name, "") + data


def from_html(path):
    subprocess.run(["xmllint", "--noout", "--nonet", "--huge", str(path)], check=True)
    text = path.read_text(encoding="utf-8")
    page = Page()
    page.feed(text)
    problems = page.problems
    problems += [f"the link {link}" for link in page.links if not LINK.fullmatch(link)]
    problems += [f"nothing at {link}" for link in page.links if link[0] == "#" and link[1:] not in page.ids]
    problems += [f"the id {one} twice" for one in set(page.ids) if page.ids.count(one) > 1]
    problems += ["a table without caption"] * sum(not table["caption"] for table in page.tables)
    if page.language != "en" or "default-src 'none'" not in text:
        problems.append("no language or no policy")
    unwanted = {"script", "img", "iframe", "object", "form", "link", "base", "svg", "input"} & page.tags
    return {"said": page.said, "links": page.links, "problems": problems, "unwanted": sorted(unwanted),
            "cells": page.cells, "size": len(text)}


def read_all(folder):
    said = {"csv": from_csv(folder / "gradebook.csv", ()), "json": from_json(folder / "summary.json"),
            "html": from_html(folder / "summary.html")}
    regrade = folder / "regrade.csv"
    if regrade.exists():
        said["regrade"] = from_csv(regrade, ("change",))
    return said


def main():
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    print(json.dumps({folder.name: read_all(folder) for folder in sorted(pathlib.Path(sys.argv[1]).iterdir())}))


main()
