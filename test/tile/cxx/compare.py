# SPDX-License-Identifier: Apache-2.0
# Tile IR that NVIDIA's compiler of CUDA 13.5 makes of Tile C++ and ours, run on the same numbers: the evaluator computes
# the same bits of both; compiled code rounds functions and sums otherwise. (`nvcc-13.5`: see programs.sh.)
# REQUIRES: nvcc-13.5, python3
# TIMEOUT: 300
# RUN: python3 %s %S/inputs %t 2>&1
# CHECK: functions: 10 kernels, 0 wrong
# CHECK-NEXT: views: 7 kernels, 0 wrong
import os
import re
import shutil
import struct
import subprocess
import sys

inputs, work = sys.argv[1:3]
home = os.path.dirname(os.path.dirname(os.path.realpath(shutil.which("nvcc-13.5"))))
COUNT = 4096


def run(*words):
    done = subprocess.run(words, capture_output=True, text=True)
    if done.returncode:
        print(" ".join(words), done.stdout[-2000:], done.stderr[-2000:])
        sys.exit(1)


def results(module, kernel):
    run("cuprum", "run", module, "--kernel=" + kernel, f"buf:f32:{COUNT}:zero", "buf:f32:256:rand:3", f"buf:i32:{COUNT}:zero",
        "buf:i32:256:iota", "i32:20", f"--dump=0={work}.f", f"--dump=2={work}.i")
    return open(work + ".f", "rb").read(), open(work + ".i", "rb").read()


# NaNs are alike; elsewhere a few units in the last place.
def near(a, b):
    for x, y in zip(struct.unpack(f"<{COUNT}f", a), struct.unpack(f"<{COUNT}f", b)):
        if x != y and not (x != x and y != y) and abs(x - y) > 1e-6 * max(1, abs(x)):
            return False
    return True


for name in "functions", "views":
    source = f"{inputs}/{name}.cu"
    theirs, ours, compiled = work + ".n.tileirbc", work + ".o.tileirbc", work + ".ptx"
    run(home + "/bin/nvcc", "-std=c++20", "-enable-tile", "-arch=sm_90", "-tilebc", source, "-o", theirs)
    options = ["cuprum", "-std=c++20", "-enable-tile", "-arch=sm_90", "--cuda-path=" + home, source]
    run(*options, "--emit=tilebc", "-o", ours)
    run(*options, "-o", compiled)
    kernels = re.findall(r"^K\((\w+)\)", open(source).read(), re.M)
    wrong = 0
    for kernel in kernels:
        wanted = results(theirs, kernel)
        if results(ours, kernel) != wanted:
            print(f"{kernel}: other bits")
            wrong += 1
        numbers, integers = results(compiled, kernel)
        if not near(wanted[0], numbers) or integers != wanted[1]:
            print(f"{kernel}: compiled: other numbers")
            wrong += 1
    print(f"{name}: {len(kernels)} kernels, {wrong} wrong")
