#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Which lines of src the tests execute, by folder (`make coverage`): coverage.py BUILD [--files FOLDER]

BUILD holds objects compiled with --coverage, whose programs have run. A line counts as executed where
any object that has it says so, since headers are compiled into many. With --files the files of one
folder instead, and the lines that nothing executed."""

import json
import os
import subprocess
import sys
from collections import defaultdict

BATCH = 40  # objects for one run of gcov


def counters(build):
    """What programs that ran have left, beside their objects."""
    for folder, _, names in os.walk(os.path.join(build, "obj", "src")):
        for name in names:
            if name.endswith(".gcda"):
                yield os.path.join(folder, name)


def reports(files):
    """gcov's records of source files, one object after the other."""
    for i in range(0, len(files), BATCH):
        command = ["gcov", "--json-format", "--stdout", *files[i : i + BATCH]]
        text = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False).stdout
        for line in text.decode().splitlines():
            if line.startswith("{"):
                yield from json.loads(line)["files"]


def executed_lines(build):
    """file -> line -> whether it was executed, for the files of src."""
    lines = defaultdict(dict)
    for report in reports(sorted(counters(build))):
        name = os.path.relpath(report["file"])
        if not name.startswith("src" + os.sep):
            continue
        for line in report["lines"]:
            number = line["line_number"]
            lines[name][number] = lines[name].get(number, False) or line["count"] > 0
    return lines


def show(title, lines):
    done, all_lines = sum(lines), len(lines)
    print(f"{title:<32} {all_lines:7} {done:7} {100 * done / max(all_lines, 1):7.1f} %")


def by_folder(lines):
    folders = defaultdict(list)
    for name, of_file in lines.items():
        folders[os.path.dirname(name)].extend(of_file.values())
    print(f"{'folder':<32} {'lines':>7} {'run':>7}")
    for folder in sorted(folders):
        show(folder, folders[folder])
    show("all", [run for of_folder in folders.values() for run in of_folder])


def stretches(numbers):
    """1 2 3 7 as 1-3 7."""
    out = []
    for number in sorted(numbers):
        if out and out[-1][1] == number - 1:
            out[-1][1] = number
        else:
            out.append([number, number])
    return " ".join(str(a) if a == b else f"{a}-{b}" for a, b in out)


def by_file(lines, folder):
    for name in sorted(lines):
        if os.path.dirname(name) != folder.rstrip("/"):
            continue
        show(name, list(lines[name].values()))
        print("    never:", stretches(n for n, run in lines[name].items() if not run))


def main():
    if len(sys.argv) not in (2, 4):
        sys.exit(__doc__)
    lines = executed_lines(sys.argv[1])
    if not lines:
        sys.exit(f"{sys.argv[1]}: nothing has run there that was compiled with --coverage")
    if len(sys.argv) == 4 and sys.argv[2] == "--files":
        by_file(lines, sys.argv[3])
    else:
        by_folder(lines)


main()
