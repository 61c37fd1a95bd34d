#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The cost of every kernel, ours and another compiler's: ledger.py [OPTION...] [FILE.cu|FOLDER...]

One line a file and target: warp instructions of PTX that the virtual machine executes, an estimate of executed SASS, SASS that
is there (all, and by class), registers, bytes of stack and of spills (the worst of the file's kernels), compile time. Ours
stands before the slash. A row over 1.15 in executed or static instructions, or with stack where the other has none, ends
in `<`. Geometric means follow for each folder and target. A file is run with the arguments of its first RUN line (of
test/run/kernel.sh, of `cuprum run`, or bare ones); without one its SASS alone is compared. Default: test/run, bench and, where they
are, ../shared/cases/code_quality and ../shared/cases/passes.

  -a sm_90,sm_100      targets (these two)          -j N            files at a time (2)
  -t N                 compiles N times and says the least time (once)
  -k FOLDER            keeps what nvcc made         -o TABLE        rows separated by tabs, too
  --ours=PROGRAM       (build/bin/cuprum)           --nvcc=PROGRAM  (nvcc)
  --compare=REF        against another build of ours: a program, or a commit, which is built under build/ledger. Names the
                       kernels that became worse (over 1 %), and the pass: the first number of passes with which ours is
                       worse (--opt-bisect-limit, the same for both)
  --no-estimate        without executed SASS (ledger_sass.py, which says how; needs scipy and nvdisasm; a second a kernel)
  -W, -D..., -std=..., --use_fast_math, -I...        for both compilers

Needs ptxas; what is missing beside it is said, and its columns stay empty. Exit status 1 when something became worse (--compare)
or a file could not be compiled by us alone."""
import collections, concurrent.futures, math, os, re, shutil, struct, subprocess, sys, tempfile, threading

import ledger_sass

WORSE, MARK, BOTH = 1.01, 1.15, ("-D", "-I", "-std=", "--std=", "--use_fast_math", "-use_fast_math", "--expt-", "-fmad=", "-ftz=")
# The low 12 bits of an instruction of sm_70 and later; all others are arithmetic.
CLASS = {0x981: "global", 0x986: "global", 0x9ae: "global", 0x983: "local", 0x387: "local", 0x984: "shared", 0x388: "shared",
         0x83b: "shared", 0x980: "generic", 0x385: "generic", 0x947: "branch", 0x944: "branch", 0x308: "special", 0x918: "nop"}


class Failed(Exception):
    pass


def call(command, seconds=600):
    """Output and processor time of a command, which is killed after so many seconds."""
    with tempfile.TemporaryFile() as out:
        child = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=out, stderr=subprocess.STDOUT)
        timer = threading.Timer(seconds, child.kill)
        timer.start()
        _, status, used = os.wait4(child.pid, 0)  # the child's own time: others run beside it
        timer.cancel()
        child.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        said = out.read().decode(errors="replace")
    if child.returncode:
        lines = said.strip().splitlines() or [f"ended by {child.returncode}"]
        raise Failed(f"{os.path.basename(command[0])}: {next((s for s in lines if 'error' in s), lines[0])[:160]}")
    return said, used.ru_utime + used.ru_stime


def launch_of(path):
    """(options for both compilers, arguments of `cuprum run`) by a file's first RUN line; (options, None) without one."""
    line = re.search(r"^// RUN: *(?:sh %S/(?:\.\./)*kernel\.sh %s|cuprum run %s)? *(.*)", open(path, errors="replace").read(), re.M)
    words = line.group(1).split() if line else []
    if not any(w.startswith(("buf:", "--grid", "--block")) for w in words) or words[0] in ("sh", "python3"):
        return [], None  # of another script
    options = ["-fmad=false"] if "kernel.sh" in line.group(0) else []
    launch = []
    for word in words:
        if word in ("|", ">", "2>&1", "\\"):
            break
        if word.startswith(BOTH) or word == "--relaxed":
            options.append("--expt-relaxed-constexpr" if word == "--relaxed" else word)
        elif not word.startswith(("-arch=", "-O", "%E", "--min-sm=", "--print=", "--hash")):
            launch.append(word)
    return options, launch


def sass_of(cubin):
    """{function: Counter of classes} of an ELF file's sections .text.NAME."""
    data = open(cubin, "rb").read()
    offset, (count, names) = struct.unpack_from("<Q", data, 0x28)[0], struct.unpack_from("<HH", data, 0x3C)
    heads = [struct.unpack_from("<IIQQQQ", data, offset + 64 * i) for i in range(count)]
    found = {}
    for head in heads:
        at = heads[names][4] + head[0]
        name = data[at:data.index(b"\0", at)].decode()
        if name.startswith(".text."):
            code = data[head[4]:head[4] + head[5]]
            kinds = (CLASS.get(struct.unpack_from("<H", code, i)[0] & 0xFFF, "arithmetic") for i in range(0, len(code), 16))
            found[name[6:]] = collections.Counter(kind for kind in kinds if kind != "nop")
    return found


class Ledger:
    def __init__(self, options):
        self.options, self.lock, self.missing = options, threading.Lock(), []
        self.estimates = self.can_estimate()

    def can_estimate(self):
        if not self.options["estimate"]:
            return False
        try:
            import numpy, scipy  # noqa: F401 (asked for once, not by every row)
            ledger_sass.nvdisasm()
            return True
        except (ImportError, RuntimeError) as why:
            self.missing.append(f"executed SASS is not estimated: {why}")
            return False

    def compile(self, who, source, arch, words, out):
        if who == "nvcc":
            return call([self.options["nvcc"], "-ptx", "-O3", "-w", "-arch=" + arch, *words, source, "-o", out])[1]
        return min(call([who, "-O3", "-w", "-arch=" + arch, *words, source, "-o", out])[1] for _ in range(self.options["times"]))

    def cost(self, ptx, arch, launch, tmp, name=""):
        """What a PTX file costs: executed, estimate, sass, classes, regs, stack, spill."""
        cubin = os.path.join(tmp, "k.cubin")
        log, _ = call(["ptxas", "-v", "-arch=" + arch, ptx, "-o", cubin])
        largest = lambda pattern: max((sum(map(int, m)) if isinstance(m, tuple) else int(m) for m in re.findall(pattern, log)), default=0)
        row = {"regs": largest(r"Used (\d+) registers"), "stack": largest(r"(\d+) bytes stack frame"),
               "spill": largest(r"(\d+) bytes spill stores, (\d+) bytes spill loads"), "classes": collections.Counter()}
        for kinds in sass_of(cubin).values():
            row["classes"].update(kinds)
        row["sass"] = sum(row["classes"].values())
        row["executed"] = row["estimate"] = None
        if launch is not None:
            row["executed"] = self.run(ptx, launch)
            row["estimate"] = self.estimate(ptx, launch, arch, name)
        return row

    def run(self, ptx, launch):
        said = re.search(r"warp instructions: (\d+)", call([self.options["ours"], "run", ptx, "--stats", *launch], 120)[0])
        return int(said.group(1)) if said else None

    def estimate(self, ptx, launch, arch, name):
        if not self.estimates:
            return None
        if not any(a.startswith("--kernel=") for a in launch):
            launch = ["--kernel=" + re.search(r"\.entry\s+([\w$]+)", open(ptx).read()).group(1), *launch]
        try:
            found = ledger_sass.measure(ptx, launch, arch, self.options["ours"])
        except (RuntimeError, OSError, ValueError) as why:
            return self.without(name, str(why)[:80])
        if found["misfit"] > ledger_sass.TRUST:
            return self.without(name, f"{100 * found['misfit']:.0f} % of its accesses and barriers found no place")
        return found["executed"]

    def without(self, name, why):
        with self.lock:
            self.missing.append(f"{name}: executed SASS is left out: {why}")

    def of(self, who, source, arch, tmp, kept=None):
        words, launch = launch_of(source)
        out = kept or os.path.join(tmp, "k.ptx")
        ms = None
        if not kept or not os.path.exists(kept):
            made = os.path.join(tmp, "made.ptx")
            ms = 1000 * self.compile(who, source, arch, words + self.options["words"], made)
            shutil.move(made, out)
        return {"ms": ms, **self.cost(out, arch, launch, tmp, f"{os.path.basename(source)} {arch} of {os.path.basename(who)}")}

    def pair(self, source, arch):
        """Ours and theirs of one file, or why there is none."""
        ours, theirs = self.options["ours"], self.options["compare"] or "nvcc"
        kept = None
        if self.options["keep"] and theirs == "nvcc":
            kept = os.path.join(self.options["keep"], f"{source.replace('/', '_')[-120:]}.{arch}.ptx")
        with tempfile.TemporaryDirectory() as tmp:
            try:
                return self.of(ours, source, arch, tmp), self.of(theirs, source, arch, tmp, kept)
            except (Failed, OSError) as why:
                return str(why), None

    # ---- which pass ----

    def limited(self, program, source, arch, limit, tmp, measure):
        words, launch = launch_of(source)
        out = os.path.join(tmp, "limited.ptx")
        call([program, "-O3", "-w", "-arch=" + arch, *words, *self.options["words"], f"--opt-bisect-limit={limit}", source, "-o", out])
        return self.run(out, launch) if measure == "executed" else self.cost(out, arch, None, tmp)[measure]

    def blame(self, source, arch, measure):
        """The number of passes from which on ours is worse than the other's with as many: its last pass."""
        ours, theirs = self.options["ours"], self.options["compare"]
        words, _ = launch_of(source)
        say = call([ours, "-O3", "-w", "-arch=" + arch, *words, *self.options["words"], "--Xcicc=-opt-bisect-limit=99999999", source, "-o", "/dev/null"])[0]
        passes = re.findall(r"BISECT: running pass \(\d+\) (.*)", say)
        with tempfile.TemporaryDirectory() as tmp:
            def worse(limit):
                a, b = (self.limited(p, source, arch, limit, tmp, measure) for p in (ours, theirs))
                return a > WORSE * b
            good, bad = 0, len(passes)
            if worse(0):
                return "the front end or the back end (worse with no pass)"
            if not worse(bad):
                return "more passes than ours has"
            while bad - good > 1:
                middle = (good + bad) // 2
                good, bad = (good, middle) if worse(middle) else (middle, bad)
        return f"{passes[bad - 1]} ({measure}; --opt-bisect-limit={bad} is worse, {good} is not)"


def ratio(ours, theirs, what):
    a, b = ours[what], theirs[what]
    return a / b if a and b else None


def text_of(source, arch, ours, theirs):
    cells = [f"{os.path.basename(source)[:-3]:28} {arch:7}"]
    for what, width in (("executed", 17), ("estimate", 17), ("sass", 11), ("regs", 7)):
        r = ratio(ours, theirs, what)
        cells.append(f"{f'{ours[what]:.0f}/{theirs[what]:.0f}' if r else '-':>{width}} {f'{r:.3f}' if r else '-':>5}")
    cells += [f"{ours[w]}/{theirs[w]}".rjust(9) for w in ("stack", "spill")]
    cells.append((f"{ours['ms']:.0f}" if ours["ms"] is not None else "-") + "/" + (f"{theirs['ms']:.0f}" if theirs["ms"] is not None else "-") + " ms")
    kinds = sorted(set(ours["classes"]) | set(theirs["classes"]))
    cells.append(" ".join(f"{k} {ours['classes'][k]}/{theirs['classes'][k]}" for k in kinds))
    return " ".join(cells) + (" <" if is_marked(ours, theirs) else "")


def is_marked(ours, theirs):
    rows = [ratio(ours, theirs, w) for w in ("executed", "estimate", "sass")]
    # More SASS that runs less often is no loss: what is there counts where nothing was run.
    rows = rows[:2] if rows[0] else rows
    return any(r and r > MARK for r in rows) or (ours["stack"] > 0 and theirs["stack"] == 0)


def worse_in(ours, theirs):
    for what in ("executed", "sass", "regs", "stack"):
        if (ours[what] or 0) > WORSE * (theirs[what] or 0) and not (what == "sass" and ours["executed"]):
            return what
    return None


def mean(values):
    return math.exp(sum(map(math.log, values)) / len(values)) if values else float("nan")


def built(ref, ours):
    """The program of a commit, built once in a tree of its own; a program is itself."""
    if os.path.isfile(ref) and os.access(ref, os.X_OK):
        return os.path.abspath(ref)
    commit = call(["git", "rev-parse", "--verify", ref + "^{commit}"])[0].strip()
    tree = os.path.abspath(os.path.join("build", "ledger", commit[:12]))
    program = os.path.join(tree, "build", "bin", "cuprum")
    if not os.path.exists(program):
        call(["git", "worktree", "prune"])
        if not os.path.isdir(tree):
            call(["git", "worktree", "add", "--detach", tree, commit])
        call(["make", "-C", tree, "-j2", "build/bin/cuprum"], 3600)
    return program


def parse(args):
    options = {"archs": ["sm_90", "sm_100"], "jobs": 2, "keep": None, "table": None, "ours": os.path.abspath("build/bin/cuprum"),
               "nvcc": "nvcc", "compare": None, "estimate": True, "words": [], "times": 1, "places": []}
    args = collections.deque(args)
    while args:
        arg = args.popleft()
        name, _, value = arg.partition("=")
        if short := re.fullmatch(r"-([ajtko])(.*)", arg):
            value = short.group(2) or (args.popleft() if args else sys.exit(__doc__))
            name = {"a": "archs", "j": "jobs", "t": "times", "k": "keep", "o": "table"}[short.group(1)]
            options[name] = value.split(",") if name == "archs" else int(value) if name in ("jobs", "times") else value
        elif arg == "--no-estimate":
            options["estimate"] = False
        elif name in ("--ours", "--nvcc", "--compare"):
            options[name[2:]] = value
        elif arg.startswith(BOTH):
            options["words"].append(arg)
        elif arg.startswith("-"):
            sys.exit(__doc__)
        else:
            options["places"].append(arg)
    return options


def sources(places):
    places = places or [p for p in ("test/run", "bench", "../shared/cases/code_quality", "../shared/cases/passes") if os.path.isdir(p)]
    for place in places:
        if os.path.isdir(place):
            yield from (os.path.join(place, f) for f in sorted(os.listdir(place)) if f.endswith(".cu"))
        else:
            yield place


def main():
    options = parse(sys.argv[1:])
    if not shutil.which("ptxas"):
        print("skipped: the ledger (needs ptxas)")
        return 0
    if options["compare"]:
        options["compare"] = built(options["compare"], options["ours"])
    elif not shutil.which(options["nvcc"]):
        print("skipped: the ledger (needs nvcc, or --compare)")
        return 0
    if options["keep"]:
        os.makedirs(options["keep"], exist_ok=True)
    ledger = Ledger(options)
    work = [(source, arch) for arch in options["archs"] for source in sources(options["places"])]
    with concurrent.futures.ThreadPoolExecutor(options["jobs"]) as pool:
        pairs = list(pool.map(lambda item: ledger.pair(*item), work))
    return report(ledger, work, pairs)


def report(ledger, work, pairs):
    good = [(s, a, x, y) for (s, a), (x, y) in zip(work, pairs) if y is not None]
    left = [(s, a, x) for (s, a), (x, y) in zip(work, pairs) if y is None]
    worst = lambda row: -(ratio(row[2], row[3], "executed") or ratio(row[2], row[3], "sass") or 0)
    print(f"{'file':28} {'target':7} {'warp PTX executed':>23} {'SASS executed (estimate)':>23} {'SASS':>17} {'registers':>13} {'stack':>9} {'spilled':>9}")
    for row in sorted(good, key=worst):
        print(text_of(*row))
    for source, arch, why in left:
        print(f"left out: {source} {arch}: {why}")
    for line in sorted(set(ledger.missing)):
        print(line)
    means(good)
    if ledger.options["table"]:
        with open(ledger.options["table"], "w") as table:
            for source, arch, ours, theirs in good:
                print(source, arch, *(f"{o[w]}" for w in ("executed", "estimate", "sass", "regs", "stack", "spill") for o in (ours, theirs)), sep="\t", file=table)
    status = int(any(why.startswith(os.path.basename(ledger.options["ours"]) + ":") for _, _, why in left))
    if ledger.options["compare"]:
        for source, arch, ours, theirs in good:
            what = worse_in(ours, theirs)
            if what:
                status = 1
                print(f"worse: {source} {arch}: {what} {ours[what]} after {theirs[what]}: {ledger.blame(source, arch, what)}")
    return status


def means(good):
    groups = collections.defaultdict(list)
    for source, arch, ours, theirs in good:
        groups[arch, os.path.dirname(source)].append((ours, theirs))
        groups[arch, "all"].append((ours, theirs))
    for (arch, folder), rows in sorted(groups.items()):
        cells = []
        for what, name in (("executed", "warp PTX"), ("estimate", "SASS executed"), ("sass", "SASS"), ("regs", "registers"), ("ms", "time")):
            values = [r for r in (ratio(x, y, what) for x, y in rows) if r]
            if values:
                cells.append(f"{name} {mean(values):.3f} ({len(values)}, worst {max(values):.2f})")
        stacks = sum(x["stack"] > 0 and y["stack"] == 0 for x, y in rows)
        print(f"{arch} {folder}: {', '.join(cells)}; over {MARK}: {sum(is_marked(x, y) for x, y in rows)}; stack where the other has none: {stacks}")


if __name__ == "__main__":
    try:
        sys.exit(main())
    except Failed as why:
        sys.exit(f"ledger: {why}")
