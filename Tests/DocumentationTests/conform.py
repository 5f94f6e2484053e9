"""Checks configuration files against a JSON Schema.

usage: conform.py SCHEMA < TEXTS : TEXTS is a JSON array of TOML; prints one of what is wrong with each, or null
"""

import json
import sys
import tomllib

import jsonschema

with open(sys.argv[1], encoding="utf-8") as file:
    schema = json.load(file)
jsonschema.Draft7Validator.check_schema(schema)
validator = jsonschema.Draft7Validator(schema)


def problem(text):
    error = next(validator.iter_errors(tomllib.loads(text)), None)
    return error and f"{error.json_path}: {error.message[:200]}"


json.dump([problem(text) for text in json.load(sys.stdin)], sys.stdout)
