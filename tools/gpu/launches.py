# SPDX-License-Identifier: Apache-2.0
"""Kernel launches for tools/gpu/prepare.py: those of the tests' RUN lines, of the benchmarks, of folders of cases.

A launch: {"name", "source", "options": for the compiler, "args": of `cuprum run`, "skip": why it cannot be run there}."""
import glob, os, re, shlex

# Options of `cuprum run` that say how to launch; all others that begin with - are the compiler's or of no use here.
LAUNCHING = ("--grid=", "--block=", "--shared=", "--kernel=")
WATCHING = ("--check", "--profile", "--max-instructions", "--fill", "--device-memory")
ARGUMENT = re.compile(r"(i32|u32|i64|u64|f32|f64|bytes|buf):")
RUNNING = ("--print", "--dump", "--hash", "--stats", "--jobs", "--format", "--report", "--max-findings", "--seed", "--on")
HIGHEST = 90  # the architecture that the check is made for


def run_lines(text, path):
    """The RUN commands, continued lines joined, with the file's names put in."""
    lines = re.findall(r"^\s*(?://|;|#)\s*RUN(?:\[[^]]*\])?: (.*)$", text, re.M)
    joined = []
    for line in lines:
        if joined and joined[-1].endswith("\\"):
            joined[-1] = joined[-1][:-1] + line
        else:
            joined.append(line)
    return [line.replace("%s", path).replace("%S", os.path.dirname(path)).replace("%E", "") for line in joined]


def words_of(command):
    try:
        words = shlex.split(command)
    except ValueError:
        return []
    for i, word in enumerate(words):
        if re.match(r"\d?[<>|&]", word):
            return words[:i]
    return words


def split(words):
    """Words behind the input: options of the compiler, those of the launch; None: it is not for a GPU."""
    options, args = [], []
    for word in words:
        if word.startswith(WATCHING) or "%t" in word or "file:" in word:
            return None
        if word.startswith(LAUNCHING) or ARGUMENT.match(word):
            args.append(word)
        elif re.fullmatch(r"-O[0-3s]?", word) or word.startswith(RUNNING) or word == "-lineinfo":
            continue
        elif word.startswith("-"):
            options.append(word)
        else:
            return None
    return options, args


def kernel_script(words, path):
    """sh .../kernel.sh FILE [--min-sm=N] [--std=S] [--relaxed] ARGS: as test/run/kernel.sh compiles."""
    options, rest = ["-std=c++17", "-fmad=false"], []
    for word in words[words.index(path) + 1:]:
        if word.startswith("--std="):
            options[0] = "-std=" + word[6:]
        elif word == "--relaxed":
            options.append("--expt-relaxed-constexpr")
        elif not word.startswith("--min-sm="):
            rest.append(word)
    return path, options, split(rest)


def launches_of(path, text):
    """(source, options, args) of the RUN lines of one file."""
    made = {}
    for line in run_lines(text, path):
        for command in re.split(r"&&|;|\|\|", line):
            words = words_of(command.strip())
            if not words:
                continue
            if "kernel.sh" in " ".join(words[:2]) and path in words:
                source, options, parts = kernel_script(words, path)
                if parts:
                    yield source, options + parts[0], parts[1]
            elif words[:2] == ["cuprum", "run"] and len(words) > 2:
                source, own = made.get(words[2], (words[2], []))
                parts = split(words[3:])
                if parts and re.search(r"\.(cu|ll|ptx|ii)$", source) and "%t" not in source:
                    yield source, own + parts[0], parts[1]
            elif words[0] == "cuprum" and "-o" in words[:-1] and len(words) > 2 and not words[1].startswith("-"):
                out = words[words.index("-o") + 1]
                rest = [word for word in words[2:] if word not in ("-o", out)]
                parts = split(rest)
                if parts:
                    made[out] = (words[1], parts[0])


def arch_of(options):
    found = [re.search(r"(\d+)", option) for option in options if option.startswith(("-arch", "--gpu-architecture"))]
    return int(found[-1].group(1)) if found and found[-1] else None


def tests(root):
    """Launches of all test files, each once."""
    found, seen = [], set()
    for path in sorted(glob.glob(os.path.join(root, "test/**/*"), recursive=True)):
        if not re.search(r"\.(cu|ll|ptx|sh)$", path) or "/unit/" in path or "/check/" in path or "/inputs/" in path:
            continue
        text = open(path, errors="replace").read()
        if "RUN" not in text or re.search(r"(//|;|#) *(EXIT|XFAIL|ERROR)(\[|:|@)", text):
            continue
        path = os.path.relpath(path, root)
        for source, options, args in launches_of(path, text):
            key = (source, tuple(options), tuple(args))
            if key in seen:
                continue
            seen.add(key)
            number = sum(1 for launch in found if launch["source"] == source)
            name = re.sub(r"^test/|\.\w+$", "", source) + (f".{number + 1}" if number else "")
            found.append(launch(name, source, options, args))
    return found


def launch(name, source, options, args):
    arch = arch_of(options)
    skip = f"is for sm_{arch}" if arch and arch > HIGHEST else None
    options = list(options) + ([] if arch else [f"-arch=sm_{HIGHEST}"])
    return {"name": name, "source": source, "options": options, "args": args, "skip": skip}


# ---- kernels to be timed -------------------------------------------------------------------------

N = 1 << 22  # elements of the large arrays

# bench/kernels20.cu: kernel, launch and arguments.
KERNELS20 = {
    "saxpy": f"--grid=2048 --block=256 i32:{N} f32:2 buf:f32:{N}:rand:1 buf:f32:{N}:rand:2",
    "reduce_sum": f"--grid=1024 --block=256 buf:f32:{N}:rand:1 buf:f32:1:zero i32:{N}",
    "reduce_max": f"--grid=1024 --block=128 buf:f64:{N // 2}:rand:1 buf:f64:1024:zero i32:{N // 2}",
    "dot": f"--grid=1024 --block=256 buf:i32:{N}:rand:1 buf:i32:{N}:rand:2 buf:u64:1:zero i32:{N}",
    "scan_block": f"--grid=4096 --block=256 buf:i32:{N // 4}:rand:1 buf:i32:{N // 4}:zero i32:{N // 4}",
    "scan_warp": f"--grid=4096 --block=256 buf:f32:{N // 4}:rand:1 buf:f32:{N // 4}:zero",
    "matmul_f32": f"--grid=64,64 --block=16,16 buf:f32:{N // 4}:rand:1 buf:f32:{N // 4}:rand:2 buf:f32:{N // 4}:zero i32:1024",
    "matmul_f64": f"--grid=64,64 --block=16,16 buf:f64:{N // 4}:rand:1 buf:f64:{N // 4}:rand:2 buf:f64:{N // 4}:zero i32:1024",
    "transpose": f"--grid=64,64 --block=32,8 buf:f32:{N}:rand:1 buf:f32:{N}:zero i32:2048 i32:2048",
    "stencil5": f"--grid=64,256 --block=32,8 buf:f32:{N}:rand:1 buf:f32:{N}:zero i32:2048 i32:2048 f32:0.1",
    "convolution": f"--grid=16384 --block=256 buf:f32:{N}:rand:1 buf:f32:{N}:zero i32:{N}",
    "histogram": f"--grid=1024 --block=256 buf:u8:{N}:rand:1 buf:u32:256:zero i32:{N}",
    "nbody": "--grid=64 --block=256 buf:f32:65536:rand:1 buf:f32:65536:zero i32:16384 f32:0.01",
    "monte_carlo": "--grid=1024 --block=256 u64:7 i32:1000 buf:u64:1:zero",
    "mandelbrot": "--grid=64,128 --block=16,8 buf:i32:1048576:zero i32:1024 i32:1024 f64:-2 f64:-1.5 f64:0.003 i32:256",
    "bitonic": f"--grid=2048 --block=256 buf:u32:{N // 4}:rand:1",
    "compact": f"--grid=4096 --block=256 buf:i32:{N // 4}:rand:1 buf:i32:{N // 4}:zero buf:i32:1:zero i32:{N // 4} i32:0",
    "hash_insert": f"--grid=2048 --block=256 buf:u32:{N // 8}:rand:1 buf:u32:{N // 4}:zero u32:{N // 4 - 1} i32:{N // 8}",
    "row_normalize": f"--grid=2048 --block=128 buf:f32:{N // 2}:rand:1 i32:1024",
}

# bench/vm.cu: 64 blocks or, where the kernel takes any number, more.
VM_KERNELS = {
    "integers": "--grid=1024 --block=256 buf:u32:262144:zero i32:2000",
    "fmas": "--grid=1024 --block=256 buf:f32:262144:zero i32:2000",
    "shared": "--grid=1024 --block=256 buf:f32:262144:rand:1 i32:500",
    "saxpy": "--grid=64 --block=256 buf:f32:1048576:rand:1 i32:500",
    "matmul": "--grid=64 --block=256 buf:f32:49152:rand:1 i32:4096",
    "bodies": "--grid=64 --block=256 buf:f32:131072:rand:1 i32:4096",
}


def timed(root, cases):
    """Launches whose times are compared; "find" is a pattern of the kernel's name in the PTX."""
    found = []
    for name, args in KERNELS20.items():
        row = launch("bench/" + name, "bench/kernels20.cu", [], args.split())
        row["find"] = rf"_Z{len(name)}{name}\w+"
        found.append(row)
    for name, args in VM_KERNELS.items():
        found.append(launch("vm/" + name, "bench/vm.cu", [], [f"--kernel={name}", *args.split()]))
    for folder in filter(None, cases.split(",")):
        for path in sorted(glob.glob(folder + "/*.cu")):
            if run := re.search(r"^// RUN: (.*)", open(path).read(), re.M):
                name = os.path.basename(folder.rstrip("/")) + "/" + os.path.basename(path)[:-3]
                found.append(launch(name, path, ["--cuda-path"], run.group(1).split()))
    return found
