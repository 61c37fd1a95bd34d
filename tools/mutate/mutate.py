#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Whether the tests notice when the source is changed: make mutate N=50 SEED=1 [FOLDER=src/opt]. Draws N places (sites.py) by the
seed, compiles all changed files once, optimized, so that the environment chooses which change is alive (mutant.h), and links
programs, libraries and unit tests of a copy of the build. Every test runs once with none alive, and says which it comes by and
which would have had another value there: a test of which the latter is not true cannot notice. Then, for each mutation, those
that can are run: first those of the subject (subjects.txt), the quickest first, until one fails. Survivors are listed with the
kernels whose PTX they change. equal.txt has survivors that were looked at and change no behaviour, with the reason: they do not
count. What a test file has said of a mutation is kept: the same call again runs new and changed tests only.

  -n N  --seed=S  --folder=DIR[:N][,DIR...]  -j JOBS
  --build=DIR     the copy (build/mutate)
  --list          the mutations only               --build-only    only the copy with them
  --limit=S       at most so many seconds of tests for one mutation (all)
  --subject       the subject's tests only
  --again         look at what a test noticed once more, too
  --diff          say of survivors how many kernels of test/run and bench they change"""
import argparse, collections, concurrent.futures, functools, glob, hashlib, json, os, random, re, resource, shutil, signal, subprocess, sys, time
import sites

HERE = os.path.dirname(os.path.abspath(__file__))
Mutation = collections.namedtuple("Mutation", "id file line site")
ERRORS = ["-Werror=incompatible-pointer-types", "-Werror=int-conversion", "-Werror=implicit-function-declaration", "-Werror=return-type"]
# what no test of the product needs, and the programs that must stay as they are
OLD = ["gen/bin/cuprum", "bin/test-run", "tools/check_layers", "tools/readability", "tools/passes_doc", "tools/math-check",
       "tools/gpu-times", "tools/gpu-shim.so", "gen/device.stamp", "gen/device.bc", "gen/common.bc"]
MEMORY = 12 << 30
# tests that NVIDIA's programs judge: slow, and a machine that has none of them does not run them
ORACLES = re.compile(r"REQUIRES:.*(nvcc|ptxas|cuobjdump|nvdisasm|/cuda)")


def run(command, **more):
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, universal_newlines=True, errors="replace", **more)


def digest(*parts):
    return hashlib.sha256("\0".join(parts).encode("utf-8", "replace")).hexdigest()[:16]


def read(path):
    with open(path, encoding="utf-8", errors="replace") as file: return file.read()


# ---- drawing

class Draw:
    """Files by their size, in each a place of the kind whose turn it is; what does not compile is drawn anew."""
    def __init__(self, folder, seed):
        self.random = random.Random("%s %s" % (folder, seed))
        self.files = sorted(f for f in glob.glob(folder + "/**/*.c", recursive=True) if os.path.isfile("build/obj/" + f[:-2] + ".o"))
        if not self.files: sys.exit("mutate: no source of the build under %s" % folder)
        self.weights = [os.path.getsize(f) for f in self.files]
        self.known, self.taken, self.flags = {}, collections.defaultdict(list), {}

    def one(self, kind):
        for _ in range(1000):
            file = self.random.choices(self.files, self.weights)[0]
            if file not in self.known: self.known[file] = sites.sites_of(read(file))
            fitting = [s for s in self.known[file] if s.kind == kind]
            if not fitting: continue
            site = self.random.choice(fitting)
            if any(site.begin < t.end and t.begin < site.end for t in self.taken[file]): continue
            self.taken[file].append(site)
            return file, site
        sys.exit("mutate: nothing is left to change")

    def mutations(self, count):
        chosen, fresh, again = {}, range(count), set()
        while fresh or again:
            for i in fresh: chosen[i] = self.one(sites.KINDS[i % len(sites.KINDS)])
            checked = sorted(again | {chosen[i][0] for i in fresh})
            with concurrent.futures.ThreadPoolExecutor(JOBS) as pool:
                wrong = dict(zip(checked, pool.map(lambda f: self.wrong_ones(f, chosen), checked)))
            again = {f for f in checked if wrong[f]}
            fresh = [i for i, (file, site) in chosen.items() if site in wrong.get(file, ())]
            for i in fresh:
                self.taken[chosen[i][0]].remove(chosen[i][1])
                self.known[chosen[i][0]].remove(chosen[i][1])
        return [Mutation(i, file, line_of(file, site), site) for i, (file, site) in chosen.items()]

    def wrong_ones(self, file, chosen):
        """The sites of the file with which it does not compile."""
        here = [(i, site) for i, (of, site) in chosen.items() if of == file]
        done = run(flags() + ERRORS + ["-fsyntax-only", "-x", "c", "-"], input=changed(file, here, "<stdin>"))
        errors, error = set(), False
        for what, at, kind in re.findall(r"^(.*?):(\d+):\d+: (error|fatal error|warning|note):", done.stdout, re.M):
            if kind != "note": error = kind != "warning"
            if error and what == "<stdin>": errors.add(int(at))  # or the macro stands there
        lines = {site: range(line_of(file, site), line_of(file, site) + read(file)[site.begin:site.end].count("\n") + 1) for _, site in here}
        wrong = [site for site in lines if errors & set(lines[site])]
        return wrong if wrong or not done.returncode else list(lines)


@functools.lru_cache(None)
def flags():
    """The compiler and its options in the optimized build, and ours."""
    out = run(["make", "-n", "-W", "src/base/map.c", "build/obj/src/base/map.o"]).stdout
    line = next(l for l in out.splitlines() if " -c " in l and "map.c" in l)
    words = [w for w in line.split() if w not in ("-MMD", "-MP", "-c")][:-3]  # without -o and the file
    return words + ["-include", os.path.join(HERE, "mutant.h")]


def line_of(file, site):
    return read(file)[:site.begin].count("\n") + 1


def changed(file, numbered, name):
    return '#line 1 "%s"\n' % name + sites.changed(read(file), numbered)


# ---- building

def compile_one(file, numbered, folder):
    """What the compiler complains about."""
    target = "%s/obj/%s.o" % (folder, file[:-2])
    text, stamp = changed(file, numbered, file), target + ".changed"
    if os.path.exists(stamp) and read(stamp) == digest(text): return ""
    done = run(flags() + ["-O1", "-w", "-c", "-x", "c", "-", "-o", target], input=text)
    if done.returncode: return done.stdout
    with open(stamp, "w") as out: out.write(digest(text))
    return ""


def restore(file, folder):
    target = "%s/obj/%s.o" % (folder, file[:-2])
    shutil.copy("build/obj/%s.o" % file[:-2], target)
    if os.path.exists(target + ".changed"): os.unlink(target + ".changed")


def build(mutations, folder):
    """The copy of the build with the mutations; those that it was made with, for of some only the linker sees that they are none."""
    for part in ("bin", "gen", "obj", "lib", "tools"):
        if not os.path.isdir(folder + "/" + part):
            os.makedirs(folder, exist_ok=True)
            run(["cp", "-a", "build/" + part, folder + "/"])
    before = folder + "/changed.txt"
    by_file = collections.defaultdict(list)
    for m in mutations: by_file[m.file].append((m.id, m.site))
    for file in read(before).split() if os.path.exists(before) else []:
        if file not in by_file: restore(file, folder)
    with open(before, "w") as out: out.write("\n".join(sorted(by_file)) + "\n")
    with concurrent.futures.ThreadPoolExecutor(JOBS) as pool:
        for file, complaint in zip(by_file, pool.map(lambda file: compile_one(file, by_file[file], folder), by_file)):
            if complaint: sys.exit("mutate: %s does not compile\n%s" % (file, complaint))
    done = run(["make", "-j%d" % JOBS, "VDIR=" + os.path.relpath(folder, "build"), "all", "units"] +
               [w for old in OLD for w in ("-o", folder + "/" + old)])
    if not done.returncode: return mutations
    missing = {(os.path.relpath(file), int(line)) for file, line in re.findall(r"(\S+\.c):(\d+): undefined reference", done.stdout)}
    rest = [m for m in mutations if (m.file, m.line) not in missing]
    if len(rest) == len(mutations): sys.exit("mutate: the build failed\n" + done.stdout[-3000:])
    return build(rest, folder)


# ---- tests

class Test:
    def __init__(self, path, unit):
        self.path, self.unit = path, unit
        source = path if not unit else "test/rules/main.c" if path.endswith("/test_rules") else "test/unit/%s.c" % os.path.basename(path)
        text = read(source) if os.path.exists(source) else ""
        for script in sorted(set(re.findall(r"%S/(\w+\.sh)", text))):
            script = os.path.join(os.path.dirname(path), script)
            if os.path.isfile(script): text += read(script)
        inputs = sorted(set(re.findall(r"[\w./-]*inputs/[\w.+-]+", text)))
        beside = [os.path.join(os.path.dirname(path), re.sub(".*?inputs/", "inputs/", name)) for name in inputs]
        self.digest = digest(text, *[read(n) for n in inputs + beside if os.path.isfile(n)])
        self.seconds, self.passes, self.reached, self.differs = 0, False, set(), set()
        self.name = "test/unit/" + os.path.basename(path) if unit else path


def find_tests(folder):
    tests = []
    for top, dirs, files in os.walk("test"):
        dirs[:] = [d for d in dirs if d not in ("inputs", "unit", "fuzz", "tools", "runner")]
        if top == "test": continue
        for name in files:
            path = os.path.join(top, name)
            text = read(path)
            if re.search(r"\bRUN(\[[^\]]*\])?:", text) and not name.endswith(".md") and not ORACLES.search(text): tests.append(Test(path, False))
    units = sorted(f for f in glob.glob(folder + "/test/test_*") if "." not in os.path.basename(f))
    return sorted(tests, key=lambda t: t.path) + [Test(u, True) for u in units]


def passes(test, folder, environment, seconds):
    """Runs one test; False after a failure, a crash, or when it takes longer than it may."""
    limit = int(4 * seconds + 3)
    command = [test.path] if test.unit else [folder + "/bin/test-run", "-j1", "--timeout=%d" % limit, test.path]

    def limits():
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        if test.unit: resource.setrlimit(resource.RLIMIT_CPU, (limit, limit + 1))
    child = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, preexec_fn=limits,
                             start_new_session=True, env=dict(os.environ, QUICK="1", **environment))
    try:
        return child.wait(20 * limit) == 0
    except subprocess.TimeoutExpired:
        return False
    finally:
        try: os.killpg(child.pid, signal.SIGKILL)
        except ProcessLookupError: pass
        child.wait()


def look(test, folder, memory):
    """What the test comes by when nothing is changed."""
    kept = memory["seen"].get(test.path)
    if not kept or kept[0] != test.digest:
        seen = "%s/seen-%x" % (os.path.abspath(folder), int(digest(test.path), 16))
        begin = time.time()
        good = passes(test, folder, {"CUPRUM_MUTANT_SEEN": seen}, 100)
        lines = read(seen).split("\n") if os.path.exists(seen) else []
        if lines: os.unlink(seen)
        kept = [test.digest, time.time() - begin, good] + \
            [sorted({int(l.split()[1]) for l in lines if l.startswith(word)}) for word in ("reached", "differs")]
        memory["seen"][test.path] = kept
    _, test.seconds, test.passes, reached, differs = kept
    test.reached, test.differs = set(reached), set(differs)


# ---- judging

def subjects():
    rows = [l.split() for l in read(os.path.join(HERE, "subjects.txt")).splitlines() if l and not l.startswith("#")]
    return {row[0]: tuple(row[1:]) for row in rows}


def folder_of(file):
    return "/".join(file.split("/")[:2])


def judge(mutation, tests, folder, memory, options):
    """Who notices: (test's name or None, whether it is of the subject, whether all that could were asked)."""
    known = memory["said"].setdefault(str(mutation.id), {})
    own = subjects().get(folder_of(mutation.file), ())
    able = [t for t in tests if t.passes and mutation.id in t.differs]
    able.sort(key=lambda t: (not t.name.startswith(own), t.seconds))
    said = {t.name: known[t.name][1] for t in able if t.name in known and known[t.name][0] == t.digest}
    if not options.again:
        for t in able:
            if said.get(t.name) is False: return t.name, t.name.startswith(own), True
    waiting = [t for t in able if t.name not in said or options.again]
    if options.subject: waiting = [t for t in waiting if t.name.startswith(own)]
    spent, size = 0, 1  # most are noticed by the first one
    while waiting and (not options.limit or spent < options.limit):
        group, waiting = waiting[:size], waiting[size:]
        size = min(2 * size, JOBS)
        begin = time.time()
        with concurrent.futures.ThreadPoolExecutor(JOBS) as pool:
            answers = list(pool.map(lambda t: passes(t, folder, {"CUPRUM_MUTANT": str(mutation.id)}, t.seconds), group))
        spent += time.time() - begin
        for test, good in zip(group, answers): known[test.name] = [test.digest, good]
        for test, good in zip(group, answers):
            if not good: return test.name, test.name.startswith(own), True
    return None, False, not waiting


def kernels_changed(mutation, folder, originals):
    """Of the kernels of test/run and bench, those whose PTX is another at -O0 or -O3."""
    changed_ones = []
    for path in sorted(glob.glob("test/run/*.cu") + glob.glob("bench/*/*.cu")):
        for level in ("-O0", "-O3"):
            def ptx(environment):
                try:
                    return subprocess.run([folder + "/bin/cuprum", path, level, "-arch=sm_90", "-o", "-"], stdout=subprocess.PIPE,
                                          stderr=subprocess.STDOUT, timeout=60, env=dict(os.environ, **environment)).stdout
                except subprocess.TimeoutExpired: return b"time"
            if (path, level) not in originals: originals[path, level] = ptx({})
            if ptx({"CUPRUM_MUTANT": str(mutation.id)}) != originals[path, level]: changed_ones.append(path + " " + level)
    return changed_ones


def equal_ones():
    """Patterns of "FILE: WHAT" with the reasons; the middle column may have bars of its own."""
    lines = [l for l in read(os.path.join(HERE, "equal.txt")).splitlines() if l and not l.startswith("#")]
    rows = [(l.partition(" | ")[0], l.partition(" | ")[2].rpartition(" | ")[0], l.rpartition(" | ")[2]) for l in lines]
    return [(re.compile("%s: %s" % ((file, what) if file == ".*" else (re.escape(file), re.escape(what)))), why) for file, what, why in rows]


def why_equal(mutation, equal):
    return next((why for pattern, why in equal if pattern.fullmatch("%s: %s" % (mutation.file, mutation.site.says))), None)


def shares(results):
    for folder in sorted({folder_of(m.file) for m, *_ in results}):
        of = [r for r in results if folder_of(r[0].file) == folder]
        count = collections.Counter(r[1] for r in of)
        noticed, able = count["subject"] + count["suite"], len(of) - count["equal"]
        print("%s: %d mutations, %d change nothing, %d noticed by its tests, %d by others, %d survive: %.0f %%" % (
            folder, len(of), count["equal"], count["subject"], count["suite"], able - noticed, 100 * noticed / max(able, 1)))


def draw(options):
    """The mutations of each folder, one after the other; kept, for reading all files takes a while."""
    os.makedirs(options.build, exist_ok=True)
    texts = [read(f) for f in sorted(glob.glob("src/**/*.[ch]", recursive=True)) + [os.path.join(HERE, "sites.py")]]
    kept = "%s/drawn-%s.json" % (options.build, digest(options.folder, options.seed, str(options.n), *texts))
    if os.path.exists(kept): return [Mutation(i, file, line, sites.Site(*site)) for i, file, line, site in json.load(open(kept))]
    mutations = []
    for part in options.folder.split(","):
        name, _, count = part.partition(":")
        for m in Draw(name.rstrip("/"), options.seed).mutations(int(count or options.n)):
            mutations.append(m._replace(id=len(mutations)))
    with open(kept, "w") as out: json.dump(mutations, out)
    return mutations


def main():
    global JOBS
    parser = argparse.ArgumentParser(add_help=False)
    for name, kind, default in (("-n", int, 50), ("--seed", str, "1"), ("--folder", str, "src"), ("-j", int, 1), ("--build", str, "build/mutate"),
                                ("--limit", float, 0)):
        parser.add_argument(name, type=kind, default=default)
    for name in ("--list", "--subject", "--again", "--help", "--diff", "--build-only"): parser.add_argument(name, action="store_true")
    options = parser.parse_args()
    if options.help: sys.exit(__doc__)
    JOBS = options.j
    mutations = draw(options)
    if options.list:
        for m in mutations: print("%s:%d: %s: %s" % (m.file, m.line, m.site.kind, m.site.says))
        return
    stamp = digest(*["%s %s %s" % (m.file, m.site.text, digest(read(m.file))) for m in mutations])
    kept = "%s/said-%s.json" % (options.build, stamp)
    memory = json.load(open(kept)) if os.path.exists(kept) else {"seen": {}, "said": {}}
    last = options.build + "/built.json"
    built = json.load(open(last)) if os.path.exists(last) else [None]
    if built[0] != stamp:
        built = [stamp, [m.id for m in build(mutations, options.build)]]
        with open(last, "w") as out: json.dump(built, out)
    mutations = [m for m in mutations if m.id in built[1]]
    if options.build_only: return

    def keep():
        with open(kept + ".new", "w") as out: json.dump(memory, out)
        os.replace(kept + ".new", kept)
    tests = find_tests(options.build)
    with concurrent.futures.ThreadPoolExecutor(JOBS) as pool:
        list(pool.map(lambda t: look(t, options.build, memory), tests))
    keep()
    print("%d tests, %d of them pass, in %.0f s" % (len(tests), sum(t.passes for t in tests), sum(t.seconds for t in tests)), flush=True)
    results, originals, equal = [], {}, equal_ones()
    # the cheapest first: most are decided soon
    cost = {m.id: sum(t.seconds for t in tests if m.id in t.differs) for m in mutations}
    for m in sorted(mutations, key=lambda m: cost[m.id]):
        where = "%s:%d: %s: %s" % (m.file, m.line, m.site.kind, m.site.says)
        why = why_equal(m, equal)
        if why:
            results.append((m, "equal"))
            print("equal %s: %s" % (where, why), flush=True)
            continue
        who, own, asked = judge(m, tests, options.build, memory, options)
        keep()
        if who:
            results.append((m, "subject" if own else "suite"))
            print("noticed %s: %s" % (where, who), flush=True)
            continue
        results.append((m, "survivor"))
        reached, differs = (sum(m.id in s for s in kind) for kind in ([t.reached for t in tests], [t.differs for t in tests]))
        kernels = kernels_changed(m, options.build, originals) if differs and options.diff else []
        print("SURVIVES %s: %d tests come by, it differs in %d%s%s" % (
            where, reached, differs, "" if asked else ", not all were asked",
            "; it changes %d kernels %s" % (len(kernels), " ".join(kernels[:2])) if options.diff else ""), flush=True)
    shares(results)


if __name__ == "__main__":
    main()
