#!/usr/bin/env python3
"""Says of case files whether a JSON Schema takes them: schema_check.py SCHEMA FILE...

Prints `good`, or `bad: ` and why, a line a file. Reads YAML as editors do, by version 1.2's core schema:
PyYAML's own rules are those of 1.1, where `no` is false and `1e-3` a text.
"""
import json
import re
import sys

import jsonschema
import yaml


class CoreLoader(yaml.SafeLoader):
    yaml_implicit_resolvers = {}


for tag, pattern, first in [
    ("null", r"^(?:~|null|Null|NULL|)$", ["~", "n", "N", ""]),
    ("bool", r"^(?:true|True|TRUE|false|False|FALSE)$", list("tTfF")),
    ("int", r"^[-+]?[0-9]+$", list("-+0123456789")),
    ("float", r"^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?$", list("-+0123456789.")),
    ("float", r"^(?:[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$", list("-+.")),
]:
    CoreLoader.add_implicit_resolver(f"tag:yaml.org,2002:{tag}", re.compile(pattern), first)
CoreLoader.add_constructor("tag:yaml.org,2002:int", lambda loader, node: int(node.value, 10))


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        schema = json.load(file)
    jsonschema.Draft7Validator.check_schema(schema)
    validator = jsonschema.Draft7Validator(schema)
    for path in sys.argv[2:]:
        with open(path, encoding="utf-8") as file:
            document = yaml.load(file, CoreLoader)
        error = next(validator.iter_errors(document), None)
        print("good" if error is None else "bad: " + error.message.replace("\n", " ")[:200])


main()
