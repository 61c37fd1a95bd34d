#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The work of check.sh: check.py DIR OUTDIR SECONDS. Runs what prepare.py put into DIR:

- kernels: every launch on the virtual machine and on the GPU, buffers and output compared (kernels.txt);
- programs: ours and nvcc's, exit status and output (programs.txt);
- times: ours against nvcc's, one program at a time, in turns (times.txt).
Each item has its own time limit, each part its share of SECONDS; what was not reached is named. Nothing stops the rest."""
import ctypes, json, math, os, re, shutil, signal, subprocess, sys, tempfile, time
from concurrent.futures import ThreadPoolExecutor

DIR, OUT, SECONDS = sys.argv[1], sys.argv[2], float(sys.argv[3])
START = time.time()
RUN, TIMES, SHIM = (os.path.join(DIR, tool) for tool in ("cuprum-gpu", "gpu-times", "gpu-shim.so"))
SCRATCH = tempfile.mkdtemp(prefix="gpu-check.")
WORKERS = max(1, min(12, (os.cpu_count() or 2) - 2))
# Parts of the time for kernels and programs; the times get the rest.
KERNELS_UNTIL, PROGRAMS_UNTIL, LAUNCHES_UNTIL = 0.30, 0.50, 0.62
KERNEL_LIMIT, PROGRAM_LIMIT = float(os.environ.get("KERNEL_LIMIT", "20")), float(os.environ.get("PROGRAM_LIMIT", "25"))

os.environ["CUDA_CACHE_PATH"] = os.path.join(SCRATCH, "cache")
os.environ["CUDA_CACHE_MAXSIZE"] = str(1 << 30)


def since():
    return time.time() - START


def left(share):
    return START + SECONDS * share - time.time()


def call(args, limit, cwd=None, more=None):
    """Exit status (124: too long, negative: a signal) and output. The whole process group ends with it."""
    env = dict(os.environ, **(more or {}))
    try:
        process = subprocess.Popen(args, cwd=cwd, env=env, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                   stderr=subprocess.STDOUT, start_new_session=True)
    except OSError as error:
        return 127, str(error)
    try:
        out, _ = process.communicate(timeout=limit)
        return process.returncode, out.decode(errors="replace")
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        out, _ = process.communicate()
        return 124, out.decode(errors="replace") + "\n(too long)"


def load(name):
    path = os.path.join(DIR, name)
    return json.load(open(path)) if os.path.exists(path) else None


def write(name, lines):
    with open(os.path.join(OUT, name), "w") as file:
        file.writelines(line.rstrip() + "\n" for line in lines)


def hold_gpu():
    """A context of this process keeps the driver from starting anew for each program."""
    try:
        cuda = ctypes.CDLL("libcuda.so.1")
        context = ctypes.c_void_p()
        codes = cuda.cuInit(0), cuda.cuDevicePrimaryCtxRetain(ctypes.byref(context), 0)
        print(f"context held: cuInit {codes[0]}, cuDevicePrimaryCtxRetain {codes[1]}, after {since():.1f} s")
        return codes == (0, 0)
    except OSError as error:
        print("no libcuda.so.1:", error)
        return False


# ---- kernels -----------------------------------------------------------------------------------

# What can make a difference that is no mistake.
REASONS = (("approximations", r"\.approx|div\.full|tanh"), ("atomic sums of floats", r"(atom|red)\S*\.add\S*\.f(16|32|64)"),
           ("matrix products", r"\bw?mma|wgmma"), ("clocks and places", r"%(clock|globaltimer|smid|warpid|nsmid|gridid|lanemask)"),
           ("order of blocks and warps", r"vprintf|(atom|red)\.\S*(add|inc|exch|cas)"), ("addresses", r"cvta|vprintf"))


def reasons(path):
    text = open(path, errors="replace").read()
    return [name for name, pattern in REASONS if re.search(pattern, text)]


def run_launch(job):
    launch, variant, file = job
    if left(KERNELS_UNTIL) <= 0:
        return job, None, "not reached"
    path = os.path.join(DIR, file)
    code, said = call([RUN, path, "--on=both", "--jobs=1", *launch["args"]], KERNEL_LIMIT)
    return job, code, said


def check_kernels():
    launches = load("launches.list") or []
    jobs = [(launch, variant, file) for launch in launches if not launch["skip"]
            for variant, file in launch["files"].items() if not file.startswith("!")]
    lines, count = [], {}
    with ThreadPoolExecutor(WORKERS) as pool:
        for (launch, variant, file), code, said in pool.map(run_launch, jobs):
            if code == 0 and "virtual machine and GPU: the same" in said:
                verdict = "same"
            elif "virtual machine and GPU: different" in said:
                verdict = "DIFFERENT"
            elif code is None:
                verdict = "not reached"
            else:
                verdict = "FAILED"
            count.setdefault(variant, {}).setdefault(verdict, []).append(launch["name"])
            if verdict in ("DIFFERENT", "FAILED"):
                about = [line for line in said.splitlines() if line.strip() and not line.startswith("virtual machine")]
                lines.append(f"{verdict} {launch['name']} {variant} (exit {code}; it uses: {', '.join(reasons(os.path.join(DIR, file))) or 'nothing special'})")
                lines += ["    " + line[:200] for line in about[:8]]
    for launch in launches:
        if launch["skip"]:
            lines.append(f"skipped {launch['name']}: {launch['skip']}")
        lines += [f"not compiled {launch['name']} {variant}: {file[1:]}" for variant, file in launch["files"].items() if file.startswith("!")]
    head = [f"{variant}: " + ", ".join(f"{len(names)} {verdict}" for verdict, names in sorted(found.items())) for variant, found in count.items()]
    write("kernels.txt", head + [""] + lines)
    print(f"== kernels, virtual machine against GPU ({len(jobs)} runs, until {since():.0f} s)")
    print("\n".join(head))
    for verdict in ("FAILED", "DIFFERENT"):
        names = {name: [v for v in count if name in count[v].get(verdict, [])] for v in count for name in count[v].get(verdict, [])}
        print(f"{verdict}: " + ("; ".join(f"{name} ({' '.join(variants)})" for name, variants in names.items()) or "none"))


# ---- programs ----------------------------------------------------------------------------------

# Lines that say times or places differ from run to run.
UNSTEADY = re.compile(r"time|second|\bms\b|msec|usec|\bs\b|GB/s|MB/s|[GM]flop|FLOPS|bandwidth|throughput|clock|0x[0-9a-f]+|per sec|speed|"
                      r"elapsed|latency|Hz|cycles|\.(ours|nvcc)\b|GPU Device", re.I)


def steady(text):
    return [line.strip() for line in text.splitlines() if line.strip() and not UNSTEADY.search(line) and not re.fullmatch(r"[\s\d.:]+", line)]


def run_folder(program, side):
    """A fresh folder with the program's data."""
    folder = tempfile.mkdtemp(dir=SCRATCH)
    data = program.get("data") and os.path.join(DIR, "programs/data", program["data"])
    if data and os.path.isdir(data):
        shutil.copytree(data, folder, dirs_exist_ok=True)
    return folder


def run_program(program, side, limit, more=None, before=()):
    exe = os.path.join(DIR, "programs", f"{program['name']}.{side}")
    folder = run_folder(program, side)
    begun = time.time()
    code, said = call([*before, exe, *program["args"].split()], limit, folder, more)
    shutil.rmtree(folder, ignore_errors=True)
    return code, said, time.time() - begun


def both_sides(program):
    """Ours and nvcc's, or (None, ...) for what there was no time for."""
    result = {}
    for side in ("ours", "nvcc"):
        if program.get(side) != "ok":
            result[side] = (None, program.get(side) or "not built", 0)
        elif left(PROGRAMS_UNTIL) <= 0:
            result[side] = (None, "not reached", 0)
        else:
            result[side] = run_program(program, side, PROGRAM_LIMIT)
    return program, result


def verdict_of(program, result):
    """A word, and what there is to say."""
    (ours, said, _), (theirs, their, _) = result["ours"], result["nvcc"]
    if ours is None:
        return said.split(":")[0], said
    missing = [want for want in program["want"] if "{{" not in want and want not in said]
    if ours != 0 and ours != theirs or missing:
        return "FAILED", f"exit {ours}, nvcc's {theirs}" + (f", without \"{missing[0]}\"" if missing else "") + ": " + " | ".join(said.splitlines()[-3:])[:300]
    if theirs is None:
        return "ok alone", "nvcc's: " + their
    if ours != 0:
        return "both fail", f"exit {ours}: " + " | ".join(said.splitlines()[-2:])[:200]
    a, b = steady(said), steady(their)
    if a != b:
        pair = next(((x, y) for x, y in zip(a, b) if x != y), (f"{len(a)} lines", f"{len(b)} lines"))
        return "other output", f"ours: {pair[0][:120]} nvcc's: {pair[1][:120]}"
    own = next((word for word in ("PASS", "passed", "Test passed", "SUCCESS", "success", "Non-Matching", "OK") if word in said), "")
    return "ok", own if own != "Non-Matching" else " ".join(re.findall(r"Non-Matching.*", said))[:120]


def check_programs():
    listed = load("programs.list")
    if not listed:
        return {}
    results, lines, count = {}, [], {}
    with ThreadPoolExecutor(max(1, WORKERS // 2)) as pool:
        for program, result in pool.map(both_sides, listed["programs"]):
            verdict, text = verdict_of(program, result)
            results[program["name"]] = (program, result, verdict)
            group = program["name"].split("_")[0]
            count.setdefault(group, {}).setdefault(verdict, []).append(program["name"])
            lines.append(f"{verdict:12} {program['name']:36} exit {result['ours'][0]}/{result['nvcc'][0]} "
                         f"{result['ours'][2]:.1f}/{result['nvcc'][2]:.1f} s  {text}")
    lines += [f"left out     {name}: {why}" for name, why in listed["skipped"]]
    head = [f"{group}: " + ", ".join(f"{len(names)} {verdict}" for verdict, names in sorted(found.items())) for group, found in count.items()]
    write("programs.txt", head + [""] + sorted(lines))
    print(f"== programs, ours and nvcc's (until {since():.0f} s; test: the tree's)")
    print("\n".join(head))
    for verdict in ("FAILED", "other output", "both fail"):
        print(f"{verdict}: " + ("; ".join(name for found in count.values() for name in found.get(verdict, [])) or "none"))
    return results


# ---- times -------------------------------------------------------------------------------------

def time_launches():
    """Rows (name, ours, nvcc's, same or how not) of the kernels that gpu-times measures; the empty kernel's time."""
    path, rows, empty = os.path.join(SCRATCH, "times"), [], 0.0
    with open(path, "w") as file:
        for launch in (load("times.list") or []) + (load("launches.list") or []):
            files = launch["files"]
            ours, theirs = files.get("O3", "!"), files.get("nvcc", "!")
            if launch["skip"] or ours.startswith("!") or theirs.startswith("!") or launch["name"] == "run/printf_assert":
                continue
            file.write(" ".join([launch["name"], os.path.join(DIR, ours), os.path.join(DIR, theirs), *launch["args"]]) + "\n")
    code, said = call([TIMES, path, "11"], max(20, left(LAUNCHES_UNTIL)), more={"CUDA_CACHE_DISABLE": "0"})
    problems = [f"gpu-times ended with {code}"] if code else []
    for line in said.splitlines():
        if row := re.match(r"(\S+) (\d+\.\d+) (\d+\.\d+) (.*)", line):
            name, ours, theirs, text = row.group(1), float(row.group(2)), float(row.group(3)), row.group(4)
            if name == "empty":
                empty = ours
            else:
                rows.append((name, ours, theirs, text))
        elif " failed (" in line or " failed: " in line:
            problems.append(line)
    return rows, empty, problems


def read_shim(path):
    """{kernel: (launches, microseconds)} and the hash of what was copied."""
    kernels, copied = {}, None
    if os.path.exists(path):
        for line in open(path, errors="replace"):
            words = line.split()
            if words and words[0] == "kernel" and len(words) == 4:
                kernels[words[1]] = (int(words[2]), float(words[3]))
            elif words and words[0] == "copied":
                copied = " ".join(words[1:])
        os.remove(path)
    return kernels, copied


def time_programs(results):
    """Rows of the kernels of programs: the least sum of its times in some runs of ours and of nvcc's, in turns."""
    best, rounds, copied, problems = {}, {}, {}, []
    chosen = [program for program, result, verdict in results.values()
              if program["timed"] and all(result[side][0] == 0 for side in ("ours", "nvcc"))]
    for number in range(7):
        for program in chosen:
            name = program["name"]
            slow = sum(results[name][1][side][2] for side in ("ours", "nvcc")) > 8
            if left(0.97) < 3 or (slow and number >= 2):
                continue
            sides = ("ours", "nvcc") if number % 2 == 0 else ("nvcc", "ours")
            for side in sides:
                report = os.path.join(SCRATCH, "shim")
                code, _, _ = run_program(program, side, min(PROGRAM_LIMIT, max(3, left(0.99))),
                                         {"LD_PRELOAD": SHIM, "GPU_SHIM": report, "CUDA_MODULE_LOADING": "EAGER"})
                kernels, hashed = read_shim(report)
                if code or not kernels:
                    if number == 0:
                        problems.append(f"{name} {side}: exit {code}, {len(kernels)} kernels timed")
                    continue
                rounds[name, side] = rounds.get((name, side), 0) + 1
                copied[name, side] = hashed
                for kernel, (launches, total) in kernels.items():
                    key = name, kernel, side
                    if key not in best or total < best[key][1]:
                        best[key] = launches, total
    rows = []
    for name, kernel, side in best:
        if (name, kernel, "nvcc" if side == "ours" else "ours") not in best:
            problems.append(f"{name} {kernel}: launched by one of the two ({side})")
        elif side == "ours":
            (n, ours), (m, theirs) = best[name, kernel, side], best[name, kernel, "nvcc"]
            same = "same copies" if copied[name, "ours"] == copied[name, "nvcc"] else "other copies"
            if n != m:
                problems.append(f"{name} {kernel}: {n} launches, nvcc's {m}: left out")
                continue
            rows.append((f"{name}:{kernel}", ours / n, theirs / m, f"{same}, {n} launches, {rounds[name, 'ours']} runs"))
    return rows, problems


def mean(ratios):
    return math.exp(sum(map(math.log, ratios)) / len(ratios)) if ratios else float("nan")


def compare_times(results):
    rows, empty, problems = time_launches()
    measured = since()
    more, wrong = time_programs(results)
    table = []
    for name, ours, theirs, text in rows + more:
        # what the measurement itself takes is in both times
        net_ours, net_theirs = max(ours - empty, 0.05), max(theirs - empty, 0.05)
        table.append((name, ours, theirs, ours / theirs if theirs else 1, net_ours / net_theirs, net_theirs, text))
    table.sort(key=lambda row: -row[4])
    groups = {}
    for row in table:
        group = row[0].split("/")[0] if "/" in row[0].split(":")[0] else row[0].split("_")[0]
        groups.setdefault(group, []).append(row)
    head = [f"empty kernel: {empty:.2f} microseconds, in every time; net: without it. Ratios: ours / nvcc's, times per launch.",
            f"{'group':14} {'kernels':>7} {'geomean':>8} | net of those of 2 microseconds and more: {'kernels':>7} {'geomean':>8}"]
    for group, found in sorted(groups.items()) + [("all", table)]:
        long = [row for row in found if max(row[5], row[1] - empty) >= 2]
        head.append(f"{group:14} {len(found):7} {mean([row[3] for row in found]):8.3f} | {len(long):48} {mean([row[4] for row in long]):8.3f}")
    body = [f"{'ratio':>7} {'net':>7} {'ours us':>11} {'nvcc us':>11}  kernel (results)"]
    body += [f"{r[3]:7.3f} {r[4]:7.3f} {r[1]:11.2f} {r[2]:11.2f}  {r[0]} ({r[6]})" for r in table]
    write("times.txt", head + [""] + body + [""] + problems + wrong)
    print(f"== times (launches until {measured:.0f} s, programs until {since():.0f} s)")
    print("\n".join(head))
    long = [row for row in table if max(row[5], row[1] - empty) >= 2]
    for title, found in (("over 1.10", [row for row in long if row[4] > 1.10]), ("under 0.90", [row for row in reversed(long) if row[4] < 0.90])):
        print(f"{title} (net, 2 microseconds and more): {len(found)}")
        print("\n".join(f"  {row[4]:6.2f} {row[1]:10.2f} {row[2]:10.2f}  {row[0]} ({row[6]})"[:150] for row in found[:30]))
    for line in (problems + wrong)[:12]:
        print("  not timed:", line[:160])


def part(function, *args):
    """One part of the check; what goes wrong in it does not stop the others."""
    try:
        return function(*args)
    except Exception as error:
        print(f"!! {function.__name__}: {type(error).__name__}: {error}")
        return None


def main():
    if not hold_gpu():
        print("no GPU can be used here")
        return 1
    code, said = call([TIMES, "/dev/null", "3"], 20)
    print("self-test:", code, " | ".join(said.splitlines()))
    part(check_kernels)
    results = part(check_programs) or {}
    part(compare_times, results)
    shutil.rmtree(SCRATCH, ignore_errors=True)
    print(f"== end after {since():.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
