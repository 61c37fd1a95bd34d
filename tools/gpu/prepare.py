#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Prepares a check on a real GPU, on any machine: one folder with all that travels there, and DIR.tgz of it.

    tools/gpu/prepare.py DIR [--programs=FILE] [--cases=DIR,DIR] [--jobs=N] [--only=kernels,programs,times,tools]

CUPRUM names the build's program folder (default build/bin). nvcc, where it is installed, gives the other side.
DIR/launches.list: kernels of the tests with their arguments; DIR/programs.list: programs; DIR/times.list: kernels
to be timed; beside them PTX files and executables. tools/gpu/check.sh runs it. What is there already stays."""
import glob, json, os, re, shutil, subprocess, sys, threading, zlib
from concurrent.futures import ThreadPoolExecutor

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, HERE)
sys.dont_write_bytecode = True
import launches, programs

BIN = os.path.abspath(os.environ.get("CUPRUM", os.path.join(ROOT, "build/bin")))
CUPRUM = os.path.join(BIN, "cuprum")
NVCC = shutil.which(os.environ.get("NVCC", "nvcc")) or shutil.which("/usr/local/cuda/bin/nvcc")


def toolkit():
    return os.path.dirname(os.path.dirname(os.path.realpath(NVCC)))


def call(args, cwd=None, seconds=600):
    """Exit status and everything that was said."""
    try:
        done = subprocess.run(args, cwd=cwd, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, timeout=seconds)
    except subprocess.TimeoutExpired:
        return 124, "timeout"
    return done.returncode, done.stdout.decode(errors="replace")


def hidden(args):
    """The command with /usr/local out of sight, where that can be done: the toolkit's headers are linked there."""
    if os.geteuid() == 0 and call(["unshare", "--mount", "true"])[0] == 0:
        return ["unshare", "--mount", "sh", "-c", 'mount -t tmpfs tmpfs /usr/local; exec "$@"', "sh", *args]
    return args


# ---- programs ----------------------------------------------------------------------------------

def build_program(program, place):
    """Both executables. Returns the row of programs.list, with what failed."""
    row = {"name": program.name, "args": program.args, "timed": program.timed, "checked": program.checked,
           "want": getattr(program, "want", []), "data": None}
    ours, theirs = (os.path.join(place, program.name + end) for end in (".ours", ".nvcc"))
    arch = [] if any(option.startswith(("-arch", "-gencode")) for option in program.options) else ["-arch=sm_90"]
    if not os.path.exists(ours):
        code, said = call(hidden([CUPRUM, "build", "--no-toolkit", *program.sources, *program.options, *arch, "-w", "-O2", "-o", ours]), program.folder)
        row["ours"] = "ok" if code == 0 else "build failed: " + last_line(said)
    if NVCC and not os.path.exists(theirs):
        options = [option for option in program.options if not option.startswith(("-arch", "-gencode"))]
        options = [option for option in options if option != "--extended-lambda"] + ["--extended-lambda"]
        code, said = call([NVCC, "-cudart", "shared", "-gencode", "arch=compute_90,code=compute_90", *program.sources, *options, "-w",
                           "-O3", "-Xcompiler", "-O2", "-o", theirs], program.folder)
        row["nvcc"] = "ok" if code == 0 else "build failed: " + last_line(said)
    for exe, side in ((ours, "ours"), (theirs, "nvcc")):
        if os.path.exists(exe):
            call(["strip", exe])
            row[side] = "ok"
    if program.data and os.path.isdir(program.data):
        row["data"] = program.name
        shutil.copytree(program.data, os.path.join(place, "data", program.name, "data"), dirs_exist_ok=True)
    return row


def last_line(text):
    lines = [line for line in text.splitlines() if "error" in line] or text.splitlines() or ["?"]
    return lines[0][:200]


def prepare_programs(place, options):
    folder = os.path.join(place, "programs")
    os.makedirs(folder, exist_ok=True)
    found, skipped = programs.tests(ROOT)
    if "programs" in options:
        found += programs.listed(options["programs"])
    with ThreadPoolExecutor(int(options.get("jobs", "2"))) as pool:
        rows = []
        for row in pool.map(lambda program: build_program(program, folder), found):
            print(row["name"], "ours:", row.get("ours"), "nvcc:", row.get("nvcc"), flush=True)
            rows.append(row)
    json.dump({"programs": rows, "skipped": skipped}, open(os.path.join(place, "programs.list"), "w"), indent=0)


# ---- kernels -----------------------------------------------------------------------------------

def make(path, args):
    """Runs a compiler unless its output is there. None, or what failed."""
    if os.path.exists(path):
        return None
    part = f"{path}.{threading.get_ident()}"  # another thread may make the same file
    code, said = call([*args, "-o", part], ROOT, 120)
    if code:
        return "!" + last_line(said)
    os.replace(part, path)
    return None


def options_of(launch, for_nvcc):
    """The launch's options as either compiler takes them."""
    options = [option for option in launch["options"] if option != "--cuda-path"]
    if for_nvcc:
        return [option for option in options if not option.startswith(("--cuda-path", "--no-toolkit", "--device-library"))]
    if "--cuda-path" in launch["options"]:
        return options + ([f"--cuda-path={toolkit()}"] if NVCC else [])
    return options if any("device-library" in option for option in options) else options + ["--device-library=cuprum"]


def compile_all(launch, place, levels):
    """PTX of each level, and nvcc's: {variant: file, or ! and what failed}."""
    made, source = {}, launch["source"]
    stem = os.path.join(place, launch["file"])
    if source.endswith(".ptx"):
        shutil.copy(os.path.join(ROOT, source), stem + ".ptx")
        return {"ptx": os.path.relpath(stem + ".ptx", os.path.dirname(place))}
    todo = {"O" + level: [CUPRUM, source, *options_of(launch, False), "-O" + level] for level in levels}
    if NVCC and source.endswith(".cu"):
        todo["nvcc"] = [NVCC, "-ptx", "-w", *options_of(launch, True), source]
    for variant, command in todo.items():
        path = f"{stem}.{variant}.ptx"
        made[variant] = make(path, command) or os.path.relpath(path, os.path.dirname(place))
    return made


def find_kernel(launch, place):
    """The mangled name, where the list has a pattern of it."""
    file = next((file for file in launch["files"].values() if not file.startswith("!")), None)
    if file and "find" in launch:
        text = open(os.path.join(place, file)).read()
        launch["args"].append("--kernel=" + re.search(r"\.entry (" + launch["find"] + r")\(", text).group(1))


def prepare_launches(place, options, listed, folder, found, levels):
    os.makedirs(os.path.join(place, folder), exist_ok=True)
    for launch in found:  # launches of one source with the same options share their files
        launch["file"] = re.sub(r"^test/|\.\w+$", "", os.path.relpath(launch["source"], ROOT) if os.path.isabs(launch["source"]) else launch["source"])
        launch["file"] = re.sub(r"\W+", "_", launch["file"]).strip("_") + f".{zlib.crc32(repr(launch['options']).encode()):08x}"
    with ThreadPoolExecutor(int(options.get("jobs", "2"))) as pool:
        for launch, made in zip(found, pool.map(lambda launch: compile_all(launch, os.path.join(place, folder), levels), found)):
            launch["files"] = made
            find_kernel(launch, place)
    json.dump(found, open(os.path.join(place, listed), "w"), indent=0)
    bad = [(launch["name"], variant, file) for launch in found for variant, file in launch["files"].items() if file.startswith("!")]
    print(f"{listed}: {len(found)} launches, {len(bad)} files not made")
    for row in bad:
        print("  ", *row)


# ---- everything --------------------------------------------------------------------------------

def prepare_tools(place):
    """What runs there: the launcher, the timer, the shim, and NVIDIA's library where there is one."""
    build = os.path.dirname(BIN)
    shutil.copy(os.path.join(build, "lib/cuprum/cuprum-gpu"), place)
    shutil.copy(os.path.join(build, "tools/gpu-times"), place)
    shutil.copy(os.path.join(build, "tools/gpu-shim.so"), place)
    for tool in ("cuprum-gpu", "gpu-times", "gpu-shim.so"):
        call(["strip", os.path.join(place, tool)])
    if NVCC:
        library = os.path.join(toolkit(), "lib64/libcudart.so.13")
        if os.path.exists(library):
            shutil.copy(library, place)


def pack(place):
    """All of it in one file."""
    archive = place + ".tgz"
    code, said = call(["tar", "czf", archive, "--sort=name", "--owner=0", "--group=0", "--numeric-owner", "-C", place, "."])
    if code:
        sys.exit(said)
    print(f"{archive}: {os.path.getsize(archive) / 2**20:.1f} MiB")


def main():
    options = dict(arg[2:].split("=", 1) for arg in sys.argv[1:] if arg.startswith("--"))
    places = [arg for arg in sys.argv[1:] if not arg.startswith("--")]
    if len(places) != 1:
        sys.exit(__doc__)
    place = os.path.abspath(places[0])
    os.makedirs(place, exist_ok=True)
    only = options.get("only", "tools,kernels,times,programs").split(",")
    if "tools" in only:
        prepare_tools(place)
    if "kernels" in only:
        prepare_launches(place, options, "launches.list", "kernels", launches.tests(ROOT), ["0", "1", "3"])
    if "times" in only:
        prepare_launches(place, options, "times.list", "times", launches.timed(ROOT, options.get("cases", "")), ["3"])
    if "programs" in only:
        prepare_programs(place, options)
    pack(place)


if __name__ == "__main__":
    main()
