#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Machine instructions that the warps of a launch execute, without a GPU: ledger_sass.py [-a ARCH] [-v] A.ptx [B.ptx] ARGUMENT...

The ARGUMENTs are those of `cuprum run`, with --kernel=NAME, --grid= and --block=. Every line of the PTX gets a `.loc` of its own number, so that
ptxas says of each machine instruction which line it was, and the virtual machine how many threads and warps came by each
line. What is not known is how often each block of the machine code runs. It is the cheapest solution of a linear program:

 - threads are conserved along the edges of the machine code's graph, and the launch's threads enter it;
 - an anchor (an access to memory, a barrier, a shuffle, a product of matrices: what ptxas neither drops nor computes once
   more) runs, all of its copies together, as often as its line; arithmetic is held to its line much more loosely, since
   ptxas hoists, speculates and merges it;
 - what stands under a predicate may be passed by more threads than its line counted.

Threads become warps by the mean number of lanes of the block's own lines. `misfit` is the share of the anchors' executions that the
solution could not place; a caller who wants a figure leaves out what has more than TRUST of it. Needs ptxas, nvdisasm (or
NVDISASM=PATH, or the package nvidia-cuda-nvdisasm), numpy and scipy."""
import collections, functools, html, math, os, re, shutil, subprocess, sys, tempfile

TRUST = 0.04
# PTX operation and the machine's for it: these are anchors.
ANCHORS = [(re.compile(ptx), re.compile(sass)) for ptx, sass in (
    (r"ld\.global|ld\.volatile\.global|ld\.relaxed|ld\.acquire", r"LDG|LD\b|LD\."), (r"st\.global|st\.volatile\.global|st\.relaxed|st\.release", r"STG|ST\b|ST\."),
    (r"ld\.(volatile\.)?shared", r"LDS"), (r"st\.(volatile\.)?shared", r"STS"), (r"ld\.(v\d\.)?[busf]\d", r"LD\b|LD\."), (r"st\.(v\d\.)?[busf]\d", r"ST\b|ST\."),
    (r"ld\.local", r"LDL"), (r"st\.local", r"STL"), (r"atom\.|red\.", r"ATOM|RED\b|RED\.|REDG|ATOMG|ATOMS|CAS"), (r"shfl\.", r"SHFL"), (r"bar\.|barrier\.", r"BAR\."),
    (r"mma\.|wmma\.mma|wgmma\.mma", r"HMMA|IMMA|DMMA|BMMA|QMMA|OMMA|HGMMA|IGMMA|QGMMA|BGMMA"), (r"ldmatrix|stmatrix", r"LDSM|STSM"), (r"cp\.async\.c[ag]", r"LDGSTS"),
    (r"vote\.|match\.|redux\.", r"VOTE|MATCH|REDUX|CREDUX"), (r"tex\.|tld4|suld|sust", r"TEX|TLD|SULD|SUST"), (r"ex2|lg2|sin\.approx|cos\.approx|tanh\.approx|rsqrt\.approx", r"MUFU"),
    (r"dp[24]a", r"IDP"))]
ENDS, JUMPS = ("EXIT", "RET", "BPT", "KILL"), ("BRA", "JMP", "BRX", "BRXU", "JMX")
CLASSES = [("memory", r"LD|ST|ATOM|RED|SULD|SUST|TEX|TLD|CCTL|UBLK|UTMA"), ("control", r"BRA|BRX|EXIT|RET|CALL|JMP|BSSY|BSYNC|BREAK|WARPSYNC|NANOSLEEP|YIELD"),
           ("sync", r"BAR|MEMBAR|DEPBAR|SYNCS|ERRBAR|FENCE"), ("matrix", r"[HIDBQO]G?MMA"), ("fp64", r"D(ADD|MUL|FMA|SETP)"), ("special", r"MUFU"),
           ("float", r"FS?(ADD|MUL|FMA|SETP|SET|MNMX|SEL|CHK)|H(ADD|MUL|FMA|SETP|MNMX)2"), ("convert", r"I2F|F2I|F2F|I2I|F2FP|FRND|I2FP"),
           ("select", r"U?SEL|U?PLOP3|U?PRMT"), ("move", r"U?MOV|IMAD\.MOV|U?LDC|S2U?R|CS2R|R2UR|R2P|P2R|HFMA2\.MMA|IMAD\.U32"), ("address", r"LEA|IADD3\.X|IADD\.64|IMAD\.WIDE|IMAD\.X|ULEA"),
           ("compare", r"U?ISETP"), ("integer", r".")]


class Block:
    def __init__(self, name):
        self.name, self.code, self.targets, self.falls, self.ends = name, [], [], True, False  # code: (operation, predicated, line)


@functools.cache
def nvdisasm():
    found = os.environ.get("NVDISASM") or shutil.which("nvdisasm")
    if not found:
        import nvidia
        found = next((os.path.join(folder, "nvdisasm") for root in nvidia.__path__ for folder, _, files in os.walk(root) if "nvdisasm" in files), None)
    if not found:
        raise RuntimeError("nvdisasm is missing (package nvidia-cuda-nvdisasm)")
    return found


def said(command):
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(f"{os.path.basename(command[0])}: {(done.stderr or done.stdout).strip()[:200]}")
    return done.stdout + done.stderr


def marked(text):
    """The PTX with a `.loc` in front of each line that is an instruction, and {line: instruction}."""
    out, lines, depth = [], {}, 0
    for number, line in enumerate(text.split("\n"), 1):
        bare = line.strip()
        if re.match(r"\.(loc|file)\s", bare):
            continue
        if depth and re.match(r"(@!?%\w+\s+)?[a-z][\w.:]*(\s|;|$)", bare.lstrip("{ \t")) and not bare.startswith(("{ .reg", "{.reg")):
            out.append(f".loc 1 {number} 0")
            lines[number] = bare.lstrip("{ \t")
        out.append(line)
        depth += line.count("{") - line.count("}")
        if bare.startswith(".address_size"):
            out.append('.file 1 "marked.ptx"')
    return "\n".join(out), lines


def counted(cuprum, ptx, arguments, tmp):
    """{line: (threads, mean lanes)} of what ran."""
    page = os.path.join(tmp, "profile.html")
    said([cuprum, "run", ptx, "--profile=" + page, *arguments])
    rows = re.findall(r"<td>(\d+)</td><td>([\d.]+)</td><td>(\d+)</td>", html.unescape(open(page).read()))
    return {int(line): (int(threads), float(lanes)) for threads, lanes, line in rows}


def functions(listing):
    """{name: [Block]} of nvdisasm's text."""
    found, blocks, line = {}, None, 0
    for text in map(str.strip, listing.split("\n")):
        if text.startswith(".text."):
            blocks = found.setdefault(text[6:].rstrip(":"), [Block("")])
        elif blocks is None:
            continue
        elif at := re.match(r'//## File "[^"]*", line (\d+)', text):
            line = int(at.group(1))
        elif at := re.match(r"(\.L_x_\d+|\$\S+):$", text):
            blocks.append(Block(at.group(1)))
        elif at := re.match(r"/\*[0-9a-f]+\*/\s+(@!?U?P\w+\s+)?([A-Z][\w.]*)(.*);", text):
            add_instruction(blocks, bool(at.group(1)), at.group(2), at.group(3), line)
    return found


def add_instruction(blocks, predicated, operation, operands, line):
    base = operation.split(".")[0]
    if base == "NOP":
        return
    last = blocks[-1]
    if last.ends or not last.falls or last.targets:
        blocks.append(Block(""))
        last = blocks[-1]
    # A branch may also name its predicate as an operand: `BRA P0, ...`, `BRA !UP0`, `BRA.DIV UR4, ...`.
    own = base in JUMPS and re.match(r"\s*(!?U?P\d|UR\d|~URZ)", operands.split("`")[0])
    last.code.append((operation, predicated or bool(own), line))
    if base in JUMPS:
        last.targets = re.findall(r"`\((\.L_x_\d+)\)", operands)
        last.falls = predicated or bool(own)
    elif base in ENDS:
        last.ends, last.falls = True, predicated


def kind_of(operation):
    return next(name for name, pattern in CLASSES if re.match(pattern, operation))


def copies_of(blocks, lines):
    """[(line, {block: copies}, weight, whether it may be passed more often)]."""
    by_line = collections.defaultdict(list)
    for number, block in enumerate(blocks):
        for operation, predicated, line in block.code:
            if line in lines and kind_of(operation) != "control":
                by_line[line].append((operation, predicated, number))
    rows = []
    for line, code in by_line.items():
        text = re.sub(r"^@!?%\w+\s+", "", lines[line])
        guarded = text != lines[line]
        anchor = next((sass for ptx, sass in ANCHORS if ptx.match(text)), None)
        mine = [c for c in code if anchor and anchor.match(c[0])]
        if text.startswith(("bra", "ret", "exit", "call")) or (anchor and not mine):
            continue
        if not mine:  # arithmetic: the rarest of its operations, the last of them: what prepares for it may stand in front of a loop
            per = collections.Counter(c[0] for c in code)
            last = [c[0] for c in code if per[c[0]] == min(per.values())][-1]
            mine = [c for c in code if c[0] == last]
        where = collections.Counter(c[2] for c in mine)
        # An access that the machine has only in pieces (16 bytes without alignment, 256-bit products) stands there in one block so often.
        pieces = min(where.values()) if anchor and len(where) == 1 and re.search(r"mma|\.v[248]", text) else 1
        rows.append((line, {b: n / pieces for b, n in where.items()}, 100 if anchor else 1, guarded or any(c[1] for c in mine)))
    return rows


def solved(blocks, counts, lines, threads):
    """How many threads run each block, and the share of anchors' executions that found no place."""
    import numpy
    from scipy.optimize import linprog
    from scipy.sparse import coo_matrix
    at = {b.name: i for i, b in enumerate(blocks) if b.name}
    edges = [(i, at[t]) for i, b in enumerate(blocks) for t in b.targets if t in at]
    edges += [(i, i + 1) for i, b in enumerate(blocks[:-1]) if b.falls]
    rows = copies_of(blocks, lines)
    nblock, first = len(blocks), len(blocks) + len(edges)
    total = max([threads] + [c[0] for c in counts.values()])
    stop = first + 2 * len(rows)  # threads that end in a block
    cost = numpy.zeros(stop + nblock)
    # Of ways that the counts leave open the shortest, but for the rare ones: calls of the slow paths of divisions and roots, and what
    # brings the lanes of a warp together again in front of a shuffle.
    cost[:nblock] = [1e-4 * (len(b.code) + 20000 * any(c[0].startswith(("CALL", "WARPSYNC.COLL")) for c in b.code)) / total for b in blocks]
    terms, right = [], []

    def equation(pairs, value):
        terms.extend((len(right), column, factor) for column, factor in pairs)
        right.append(value)

    for i, block in enumerate(blocks):
        into = [(nblock + k, -1.0) for k, e in enumerate(edges) if e[1] == i]
        if i == 0 or into:  # a block that nobody names is entered by a table: free
            equation([(i, 1.0)] + into, threads if i == 0 else 0)
        leave = [(nblock + k, -1.0) for k, e in enumerate(edges) if e[0] == i]
        if leave:
            equation([(i, 1.0)] + leave + ([(stop + i, -1.0)] if block.ends else []), 0)
    for k, (line, where, weight, loose) in enumerate(rows):
        over, under, ran = first + 2 * k, first + 2 * k + 1, counts.get(line, (0, 0))[0]
        # A line that never ran must not outweigh one that did: its arithmetic may stand anywhere.
        share = weight / max(ran, total / (500.0 if weight > 1 else 5.0), 1)
        cost[over], cost[under] = 0.03 * weight / total if loose else share, share
        equation([(i, float(n)) for i, n in where.items()] + [(over, -1.0), (under, 1.0)], ran)
    matrix = coo_matrix(([t[2] for t in terms], ([t[0] for t in terms], [t[1] for t in terms])), shape=(len(right), len(cost))).tocsr()
    found = linprog(cost, A_eq=matrix, b_eq=right, bounds=(0, None), method="highs")
    if found.status:
        raise RuntimeError("no solution: " + found.message)
    lost = whole = 0.0
    for k, (line, where, weight, loose) in enumerate(rows):
        if weight > 1:
            over, under = found.x[first + 2 * k], found.x[first + 2 * k + 1]
            whole += counts.get(line, (0, 0))[0]
            lost += under + (0 if loose else over)
    return found.x[:nblock], lost / whole if whole else 0.0


def lanes_of(blocks, runs, counts):
    """Mean lanes of each block: of its lines that ran as often as it (hoisted ones ran with others), else of those that ran more often (it
    is one of several copies), else of the block before that ran as often."""
    known, out = [], []
    for block, run in zip(blocks, runs):
        own = [counts[line] for _, _, line in block.code if line in counts and counts[line][0] >= 0.99 * run > 0]
        near = [lanes for threads, lanes in own if threads <= 1.01 * run] or [lanes for _, lanes in own]
        before = [lanes for threads, lanes in reversed(known) if 0.99 * threads <= run <= 1.01 * threads]
        out.append(sum(near) / len(near) if near else before[0] if before else 32.0)
        if near:
            known.append((run, out[-1]))
    return out


def measure(ptx, arguments, arch, cuprum):
    """{executed, misfit, static, classes: Counter of executed ones, blocks: [(issues, Block)]}."""
    with tempfile.TemporaryDirectory() as tmp:
        source, cubin = os.path.join(tmp, "marked.ptx"), os.path.join(tmp, "k.cubin")
        text, lines = marked(open(ptx).read())
        open(source, "w").write(text)
        said(["ptxas", "-arch=" + arch, "--generate-line-info", source, "-o", cubin])
        counts = counted(cuprum, source, arguments, tmp)
        parts = functions(said([nvdisasm(), "-g", "-c", cubin]))
    kernel = next((a[9:] for a in arguments if a.startswith("--kernel=")), None)
    sizes = [int(x) for a in arguments if a.startswith(("--grid=", "--block=")) for x in a.split("=")[1].split(",")]
    out = {"executed": 0.0, "misfit": 0.0, "static": 0, "classes": collections.Counter(), "blocks": []}
    for name, blocks in parts.items():
        if name != kernel and re.search(r"\.entry\s+" + re.escape(name) + r"\b", text):
            continue
        mine = {line for b in blocks for _, _, line in b.code}
        known = {line: counts[line] for line in mine if line in counts}
        threads = float(math.prod(sizes)) if name == kernel else float(max((c[0] for c in known.values()), default=0))
        runs, misfit = solved(blocks, known, {n: lines[n] for n in mine if n in lines}, threads)
        out["misfit"] = max(out["misfit"], misfit)
        for block, run, lanes in zip(blocks, runs, lanes_of(blocks, runs, known)):
            issues = run / lanes
            out["static"] += len(block.code)
            out["executed"] += issues * len(block.code)
            for operation, _, _ in block.code:
                out["classes"][kind_of(operation)] += issues
            out["blocks"].append((issues, block))
    return out


def main():
    arguments, arch, whole = sys.argv[1:], "sm_90", False
    if "-v" in arguments:
        whole = True
        arguments.remove("-v")
    if "-a" in arguments:
        at = arguments.index("-a")
        arch = arguments[at + 1]
        del arguments[at:at + 2]
    files = [a for a in arguments if a.endswith(".ptx")]
    if not files or not any(a.startswith("--kernel=") for a in arguments):
        sys.exit(__doc__)
    rest = [a for a in arguments if a not in files]
    found = [measure(f, rest, arch, os.environ.get("CUPRUM", "build/bin/cuprum")) for f in files[:2]]
    for what in ("executed", "misfit", "static"):
        print(f"{what:10}", *(f"{r[what]:14.2f}" for r in found), f"{found[0][what] / found[-1][what]:8.3f}" if found[-1][what] else "")
    for kind in sorted(set().union(*(r["classes"] for r in found))):
        print(f"  {kind:8}", *(f"{r['classes'][kind]:14.1f}" for r in found))
    for name, r in zip(files, found if whole else []):
        print("==", name)
        for issues, block in r["blocks"]:
            print(f"{block.name or '-':10} {issues:10.1f} x {len(block.code):4}:", " ".join(("@" if p else "") + o + ":" + str(n) for o, p, n in block.code))


if __name__ == "__main__":
    main()
