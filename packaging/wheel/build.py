#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes a wheel (PEP 427) of a tree as it lies under a prefix, with the module cuprum_cuda beside this file.

The same tree gives the same bytes: names in order, one date, one owner, modes by whether a file is a program.
"""
import argparse
import base64
import hashlib
import os
import pathlib
import time
import zipfile

NAME = "cuprum_cuda"
METADATA = """Metadata-Version: 2.1
Name: cuprum-cuda
Version: {version}
Summary: CUDA C++ to PTX, and a virtual GPU that runs it: compile, run and check CUDA programs without a GPU
License: Apache-2.0
Keywords: cuda,ptx,gpu,compiler,nvrtc
Classifier: Environment :: GPU :: NVIDIA CUDA
Classifier: License :: OSI Approved :: Apache Software License
Classifier: Operating System :: POSIX :: Linux
Classifier: Programming Language :: C
Classifier: Topic :: Software Development :: Compilers
Requires-Python: >=3.8
Description-Content-Type: text/markdown

# Cuprum

Compiles CUDA C++ to PTX and runs it without a GPU:

    cuprum run kernel.cu --check --grid=4 --block=256 buf:f32:1024:iota
    cuprum exec python3 script.py        # CuPy, Numba, cuda.core, Triton on the virtual machine

`cuprum_cuda.folder()` is the folder of `bin` and `lib`, `cuprum_cuda.include()` that of `cuprum.h`; `python3 -m cuprum_cuda` is `cuprum`.
"""
WHEEL = """Wheel-Version: 1.0
Generator: cuprum-packaging
Root-Is-Purelib: false
{build}Tag: py3-none-{tag}
"""
ENTRY_POINTS = "[console_scripts]\ncuprum-cicc = cuprum_cuda:_cicc\n"


def read_options():
    options = argparse.ArgumentParser()
    options.add_argument("tree", type=pathlib.Path)
    options.add_argument("folder", type=pathlib.Path)
    for name in ("version", "tag", "build", "epoch"):
        options.add_argument("--" + name, required=True)
    return options.parse_args()


def contents(options, info):
    """Pairs of a name in the wheel and its bytes, with whether it is a program."""
    module = pathlib.Path(__file__).parent / NAME
    for path in sorted(module.glob("*.py")):
        yield f"{NAME}/{path.name}", path.read_bytes(), False
    data = f"{NAME}-{options.version}.data"
    for path in sorted(p for p in options.tree.rglob("*") if p.is_file()):
        name = path.relative_to(options.tree).as_posix()
        place = "scripts/" + name[len("bin/"):] if name.startswith("bin/") else "data/" + name
        yield f"{data}/{place}", path.read_bytes(), os.access(path, os.X_OK)
    build = f"Build: {options.build}\n" if options.build else ""
    documents = options.tree / "lib/cuprum/share/doc/cuprum"
    yield f"{info}/METADATA", METADATA.format(version=options.version).encode(), False
    yield f"{info}/WHEEL", WHEEL.format(tag=options.tag, build=build).encode(), False
    yield f"{info}/entry_points.txt", ENTRY_POINTS.encode(), False
    yield f"{info}/licenses/LICENSE", (documents / "LICENSE").read_bytes(), False
    yield f"{info}/sboms/cuprum.spdx.json", (documents / "cuprum.spdx.json").read_bytes(), False


def digest(content):
    return "sha256=" + base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()


def write(path, files, epoch):
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as wheel:
        for name, content, program in files:
            entry = zipfile.ZipInfo(name, time.gmtime(epoch)[:6])
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.create_system = 3  # Unix: the mode counts
            entry.external_attr = (0o100755 if program else 0o100644) << 16
            wheel.writestr(entry, content)


def main():
    options = read_options()
    info = f"{NAME}-{options.version}.dist-info"
    files = list(contents(options, info))
    record = "".join(f"{name},{digest(content)},{len(content)}\n" for name, content, _ in files)
    files.append((f"{info}/RECORD", (record + f"{info}/RECORD,,\n").encode(), False))
    parts = [NAME, options.version, options.build, "py3", "none", options.tag]
    path = options.folder / ("-".join(p for p in parts if p) + ".whl")
    write(path, files, int(options.epoch))
    print(f"  DIST  {path}")


main()
