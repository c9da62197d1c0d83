#!/usr/bin/env python3
"""Checks every source of a build folder with the compiler of its compile_commands.json, without code generation.

    scripts/syntax_only.py FOLDER

Warnings are errors if the folder was configured so. Exits with 1 if a source fails.
"""

import json
import os
import shlex
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path


def command_of(entry):
    words = shlex.split(entry["command"])
    output = words.index("-o")
    return words[:output] + words[output + 2:] + ["-fsyntax-only"]


def check(entry):
    result = subprocess.run(command_of(entry), cwd=entry["directory"], capture_output=True, text=True)
    return result.returncode == 0, result.stderr


def main():
    if len(sys.argv) != 2 or sys.argv[1].startswith("-"):
        sys.exit("usage: scripts/syntax_only.py FOLDER")
    entries = json.loads((Path(sys.argv[1]) / "compile_commands.json").read_text())
    # A source of two targets is compiled with other options in each.
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        results = list(pool.map(check, entries))
    for is_fine, messages in results:
        sys.stderr.write(messages)
    failed = sum(not is_fine for is_fine, _ in results)
    print(f"{len(entries)} sources, {failed} failed")
    sys.exit(failed > 0 or not entries)


if __name__ == "__main__":
    main()
