# SPDX-License-Identifier: Apache-2.0
"""Where the wheel cuprum-cuda laid Cuprum: the program, its libraries and headers."""
import importlib.metadata
import os
import pathlib
import sys

__all__ = ["folder", "include", "program"]
__version__ = importlib.metadata.version("cuprum-cuda")


def program():
    """The path of the program `cuprum`."""
    for file in importlib.metadata.files("cuprum-cuda") or ():
        if file.name == "cuprum" and file.parent.name == "bin":
            return pathlib.Path(file.locate()).resolve()
    raise FileNotFoundError("the wheel cuprum-cuda is not completely installed")


def folder():
    """The folder of bin and lib: for CMAKE_PREFIX_PATH, PKG_CONFIG_PATH."""
    return program().parent.parent


def include():
    """The folder of cuprum.h, for compilers."""
    return folder() / "lib/cuprum/include"


def _become(name):
    os.execv(program(), [name, *sys.argv[1:]])


def _cicc():
    _become("cuprum-cicc")
