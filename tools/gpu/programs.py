# SPDX-License-Identifier: Apache-2.0
"""Programs that tools/gpu/prepare.py builds twice, by `cuprum build` and by nvcc: the tree's own (test/programs) and those
that a file of yours lists."""
import glob, json, os, re


class Program:
    """One program: its sources and options, its arguments, the folder of its data."""

    def __init__(self, name, folder, sources, options=(), args="", data=None, timed=True, checked=True):
        self.name, self.folder, self.sources, self.options = name, folder, sources, list(options)
        self.args, self.data, self.timed, self.checked = args, data, timed, checked


def tests(root):
    """The programs of test/programs with their architecture and options, from the RUN line; those left out."""
    found, skipped = [], []
    for path in sorted(glob.glob(os.path.join(root, "test/programs/*.cu"))):
        text = open(path).read()
        run = re.search(r"RUN: cuprum build (.*?)-o %t\.exe", text)
        if not run or "%t" in run.group(1):
            skipped.append((os.path.basename(path)[:-3], "more than one step"))
            continue
        options = [word for word in run.group(1).split() if word not in ("%s", "--no-toolkit")]
        want = re.findall(r"// CHECK: (.*)", text)
        program = Program("test_" + os.path.basename(path)[:-3], os.path.dirname(path), [path], options, timed=False)
        program.want = want
        found.append(program)
    return found, skipped


def listed(path):
    """Programs of a JSON file: a list of objects with name, folder and sources (in the folder), and, if need be, options,
    args, data (a folder that becomes `data` where the program runs), timed, checked."""
    found = []
    for row in json.load(open(path)):
        folder = os.path.abspath(os.path.join(os.path.dirname(path), row["folder"]))
        sources = [os.path.join(folder, source) for source in row["sources"]]
        data = row.get("data") and os.path.join(folder, row["data"])
        found.append(Program(row["name"], folder, sources, ["-I" + folder, *row.get("options", [])], row.get("args", ""), data,
                             row.get("timed", True), row.get("checked", True)))
    return found
