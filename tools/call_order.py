#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Finds what C leaves to the compiler that builds us: two operands of one expression (arguments of a call, sides of an operator)
that both have effects, in whichever order they are evaluated (C11 6.5/2, 6.5.2.2/10). Initialiser lists are no findings: every gcc and
clang evaluates their elements as they stand, and ptx_emit_ relies on it (C11 6.7.9/23 would leave that open, too; tools/same_bytes.sh
would show it).

    tools/call_order.py [FILE.c...]      all of src without arguments; status 1 if there is a finding

The trees are clang's (-ast-dump). What a function changes is inferred over all files: a fixed point over what it assigns to and whom it
calls, told apart by root: a parameter's object, what is reached from it, a local variable, anything. tools/call_order.txt names
functions whose effects do not show in what we print, and those whose bodies are not ours. Two operands are a finding when both change
something that is not certainly another object.
Invariant: unknown means an effect; only what the table says, or the inference shows, has none."""
import collections, glob, multiprocessing, os, pickle, re, shutil, subprocess, sys

LINE = re.compile(r"^([ |`]*)-?([A-Za-z<][\w<>]*)(?: 0x[0-9a-f]+)?(.*)$")
PLACE = re.compile(r"<([^<>]*(?:<[^<>]*>[^<>]*)*)>")
LOCATION = re.compile(r"line:(\d+):\d+|([^\s,<>:]+):(\d+):\d+")
QUOTED = re.compile(r"'([^']*)'")
ANY = ("any",)  # a root: memory of which nothing is known


class Node:
    __slots__ = ("kind", "text", "line", "kids")

    def __init__(self, kind, text, line):
        self.kind, self.text, self.line, self.kids = kind, text, line, []


def functions(dump, main, seen):
    """The function definitions of a dump, with the file of each: trees of Nodes. Those of headers that were seen are left out."""
    file, line, used, stack, keep = main, 0, 0, [], None
    for raw in dump:
        moved = "line:" in raw or "/" in raw
        top = not raw.startswith(("| ", "  "))
        if not (moved or top or keep):
            continue
        match = LINE.match(raw)
        if not match:
            continue
        depth = len(match.group(1)) // 2 + (raw[len(match.group(1)) : len(match.group(1)) + 1] == "-")
        kind, text = match.group(2), match.group(3)
        place = PLACE.search(text) if moved else None
        first = True
        for at in LOCATION.finditer(place.group(1) if place else ""):
            file, line = (file, int(at.group(1))) if at.group(1) else (at.group(2), int(at.group(3)))
            if file == main and (first or kind != "FunctionDecl"):
                used = line  # the place in the file itself where a macro is used
                first = False
        if depth <= 1:
            if keep:
                yield keep
            stack, keep = [], None
            if kind == "FunctionDecl":
                node = Node(kind, text, used)
                if file == main or (file, name_of(node)) not in seen:
                    keep = (file, node)
                    stack = [(depth, node)]
            continue
        if not keep:
            continue
        node = Node(kind, text, used)
        while stack[-1][0] >= depth:
            stack.pop()
        stack[-1][1].kids.append(node)
        stack.append((depth, node))
    if keep:
        yield keep


def name_of(decl):
    before = decl.text.split("'")[0].split()
    flags = {"used", "referenced", "invalid", "implicit"}
    words = [w for w in PLACE.sub("", " ".join(before)).split() if ":" not in w and w not in flags and not w.startswith("0x")]
    return words[-1] if words else ""


class Body:
    """One function: what it changes, whom it calls with what, and the groups of operands without an order."""

    def __init__(self, file, decl, statics):
        self.file, self.statics = file, statics
        self.name = name_of(decl)
        self.params = {name_of(k): i for i, k in enumerate(k for k in decl.kids if k.kind == "ParmVarDecl")}
        self.values = collections.defaultdict(list)  # local pointer -> the expressions that it was given
        self.groups = []
        self.busy = set()
        body = [k for k in decl.kids if k.kind == "CompoundStmt"]
        self.defined = bool(body)
        if body:
            self.find_values(body[0])
            self.effects = self.walk(body[0])

    def find_values(self, node):
        if node.kind == "VarDecl" and not re.search(r"\b(static|extern)\b", node.text.split("'")[-1]):
            self.values[name_of(node)] += node.kids[-1:]
        if node.kind == "BinaryOperator" and node.text.rstrip().endswith("'='") and node.kids[0].kind == "DeclRefExpr":
            self.values[self.referred(node.kids[0])[1]].append(node.kids[1])
        for kid in node.kids:
            self.find_values(kid)

    @staticmethod
    def referred(node):
        match = re.search(r"(\w+) 0x[0-9a-f]+ '([^']*)'", node.text)
        return (match.group(1), match.group(2)) if match else ("", "")

    def lvalue(self, node):
        """The root of the object that an lvalue names."""
        kind = node.kind
        if kind == "DeclRefExpr":
            what, name = self.referred(node)
            if what == "ParmVar" or name in self.values:
                return ("local", name)
            return ANY
        if kind == "MemberExpr":
            return self.target(node.kids[0]) if "->" in node.text.split("'")[-1] else self.lvalue(node.kids[0])
        if kind == "ArraySubscriptExpr":
            return self.target(node.kids[0])
        if kind == "UnaryOperator" and "'*'" in node.text:
            return self.target(node.kids[0])
        if kind in ("CompoundLiteralExpr", "StringLiteral", "InitListExpr"):
            return ("fresh",)
        if kind in ("ParenExpr", "ImplicitCastExpr", "CStyleCastExpr", "ConstantExpr", "UnaryOperator") and node.kids:
            return self.lvalue(node.kids[-1])
        return ANY

    def target(self, node):
        """The root of the memory that a pointer points to."""
        kind = node.kind
        if kind == "UnaryOperator" and "'&'" in node.text:
            return self.lvalue(node.kids[0])
        if "<ArrayToPointerDecay>" in node.text:
            return self.lvalue(node.kids[0])
        if "<LValueToRValue>" in node.text:
            return self.pointee(node.kids[0])
        if kind in ("ImplicitCastExpr", "CStyleCastExpr", "ParenExpr") and node.kids:
            return self.target(node.kids[-1])
        if kind in ("IntegerLiteral", "StringLiteral", "CharacterLiteral"):
            return ("fresh",)
        if kind == "BinaryOperator" and re.search(r"'[+-]'\s*$", node.text):
            return self.target(node.kids[0])
        if kind == "ConditionalOperator":
            roots = {self.target(k) for k in node.kids[1:]} - {("fresh",)}
            return roots.pop() if len(roots) == 1 else ANY if roots else ("fresh",)
        if kind == "CallExpr":
            callee = self.callee(node)
            return ("fresh",) if callee in FRESH else ANY
        return ANY

    def pointee(self, node):
        """The root of what the pointer in an lvalue points to."""
        while node.kind == "ParenExpr":
            node = node.kids[0]
        if node.kind == "DeclRefExpr":
            what, name = self.referred(node)
            if what == "ParmVar" and name in self.params and name not in self.values:
                return ("direct", self.params[name])
            if name in self.values and name not in self.busy:
                self.busy.add(name)
                roots = {self.target(v) for v in self.values[name]} - {("fresh",)}
                if what == "ParmVar" and name in self.params:
                    roots.add(("direct", self.params[name]))
                self.busy.discard(name)
                if len(roots) == 1:
                    return roots.pop()
                behind = {r[1] for r in roots if r[0] in ("direct", "reached")}
                if not roots:
                    return ("fresh",)
                return ("reached", behind.pop()) if len(behind) == 1 and all(r[0] in ("direct", "reached") for r in roots) else ANY
            return ANY
        root = self.lvalue(node)
        return ("reached", root[1]) if root[0] in ("direct", "reached") else ANY

    def callee(self, call):
        node = call.kids[0]
        while node.kind in ("ImplicitCastExpr", "ParenExpr") and node.kids and "LValueToRValue" not in node.text:
            node = node.kids[0]
        what, name = self.referred(node) if node.kind == "DeclRefExpr" else ("", "")
        if what != "Function":
            member = re.search(r"(?:->|\.)(\w+) 0x", node.kids[0].text if node.kids else "")
            return "*" + (member.group(1) if member else "")
        return self.statics.get(name, name)

    def walk(self, node):
        """Effects in a subtree, as pairs to be resolved: ('w', root) or ('c', callee, roots of the arguments)."""
        if node.kind == "UnaryExprOrTypeTraitExpr":
            return []  # sizeof evaluates nothing
        kids = [self.walk(k) for k in node.kids]
        own = []
        kind, text = node.kind, node.text
        assigns = kind == "CompoundAssignOperator" or kind == "BinaryOperator" and text.rstrip().endswith("'='")
        if assigns or kind == "UnaryOperator" and ("'++'" in text or "'--'" in text):
            own.append(("w", self.lvalue(node.kids[0]), node.line))
        if kind == "CallExpr":
            own.append(("c", self.callee(node), tuple(self.target(k) for k in node.kids[1:]), node.line))
        ordered = kind == "BinaryOperator" and re.search(r"'(&&|\|\||,)'\s*$", text)
        loose = kind in ("CallExpr", "ArraySubscriptExpr", "CompoundAssignOperator") or kind == "BinaryOperator"
        if loose and not ordered:
            busy = [k for k in kids if k]
            if len(busy) > 1:
                self.groups.append((node.line, busy))
        return own + [e for k in kids for e in k]


def read_table(path):
    """name -> None (no effect that shows) or the number of the parameter whose object alone it changes."""
    table = {}
    with open(path) as lines:
        for line in lines:
            words = line.split("#")[0].split()
            for word in words:
                name, _, index = word.partition("=")
                table[name] = index
    return table


SEEN = set()  # inline functions of headers that this process has read


def analyse(path):
    """(name, file, effects, groups) of every function of a file; kept in the build folder until a source is newer."""
    kept = os.path.join(KEPT, path.replace("/", "_"))
    if os.path.exists(kept) and os.path.getmtime(kept) > max(NEWEST, os.path.getmtime(path)):
        with open(kept, "rb") as stream:
            return pickle.load(stream)
    command = [CLANG, "-std=gnu11", "-w", "-Isrc", "-Iinclude", "-I" + GEN, "-fsyntax-only", "-Xclang", "-ast-dump", path]
    run = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, errors="replace")
    found = list(functions(run.stdout, path, SEEN))
    run.wait()
    statics = {name_of(d): f"{f}:{name_of(d)}" for f, d in found if " static" in d.text.split("'")[-1]}
    statics = {**{name: f"{file}:{name}" for file, name in SEEN}, **statics}
    out = []
    for file, decl in found:
        if not file.startswith(("src/", GEN)):
            continue
        body = Body(file, decl, statics)
        if body.defined:
            out.append((statics.get(body.name, body.name), file, body.effects, body.groups if file == path else []))
            if file != path:
                SEEN.add((file, body.name))
    os.makedirs(KEPT, exist_ok=True)
    with open(kept, "wb") as stream:
        pickle.dump(out, stream)
    return out


def resolve(effect, summary):
    """What an effect changes, as roots of the function in which it stands."""
    if effect[0] == "w":
        return {effect[1]} - {("fresh",)}
    name, roots = effect[1], effect[2]
    plain = name.rsplit(":", 1)[-1]
    what = TABLE.get(name, TABLE.get(plain))
    if what is not None:
        if what == "" or what == "new":
            return set()
        root = roots[int(what)] if int(what) < len(roots) else ANY
        return {root} - {("fresh",)}
    if name not in summary:
        return set() if plain.startswith("__builtin") else {ANY}
    out = set()
    for change in summary[name]:
        if change == ANY:
            out.add(ANY)
            continue
        root = roots[change[1]] if change[1] < len(roots) else ANY
        if change[0] == "reached":
            root = ANY if root[0] in ("local", "fresh") else ("reached", root[1]) if root[0] != "any" else ANY
        if root != ("fresh",):
            out.add(root)
    return out


def fixed_point(facts):
    summary = {name: frozenset() for name, *_ in facts}
    callers = collections.defaultdict(set)
    effects = collections.defaultdict(list)
    for name, _, changes, _ in facts:
        effects[name] += changes
        for change in changes:
            if change[0] == "c":
                callers[change[1]].add(name)
    work = collections.deque(summary)
    waiting = set(work)
    while work:
        name = work.popleft()
        waiting.discard(name)
        new = set()
        for change in effects[name]:
            new |= {r for r in resolve(change, summary) if r[0] != "local"}
        if new != summary[name]:
            summary[name] = frozenset(new)
            for caller in callers[name] - waiting:
                waiting.add(caller)
                work.append(caller)
    return summary


def meet(left, right):
    """May two sets of roots be one object?"""
    shared = [r for r in left if r[0] != "local"], [r for r in right if r[0] != "local"]
    return bool(shared[0] and shared[1]) or bool({r for r in left & right if r[0] == "local"})


def shown(effects, summary):
    names = [e[1].rsplit(":", 1)[-1] if e[0] == "c" else "assignment" for e in effects if resolve(e, summary)]
    return names[-1] if names else ""


def findings(facts, summary):
    for name, file, _, groups in facts:
        for line, operands in groups:
            changed = [set().union(*(resolve(e, summary) for e in o)) for o in operands]
            for i in range(1, len(operands)):
                other = next((k for k in range(i) if meet(changed[k], changed[i])), None)
                if other is not None:
                    yield file, line, name.rsplit(":", 1)[-1], shown(operands[other], summary), shown(operands[i], summary)
                    break


ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
os.chdir(ROOT)
TABLE = read_table("tools/call_order.txt")
FRESH = {n for n, what in TABLE.items() if what == "new"}
CLANG = os.environ.get("CLANG") or next((c for c in ("clang", "clang-14", "clang-19") if shutil.which(c)), "")
BUILD = os.environ.get("B", "build")
GEN, KEPT = os.path.join(BUILD, "gen"), os.path.join(BUILD, "call_order")
NEWEST = max(map(os.path.getmtime, ["tools/call_order.py", *glob.glob("src/**/*.h", recursive=True)]))


def main():
    if not CLANG:
        print("SKIP call_order: needs clang")
        return 0
    files = sorted(sys.argv[1:] or glob.glob("src/*/*.c") + glob.glob("src/*/*/*.c"))
    with multiprocessing.Pool(int(os.environ.get("JOBS", os.cpu_count()))) as pool:
        facts = [f for part in pool.map(analyse, files, chunksize=4) for f in part]
    summary = fixed_point(facts)
    count = 0
    for file, line, function, left, right in sorted(set(findings(facts, summary))):
        print(f"{file}:{line}: {function}: the order of {left} and {right} is the compiler's choice")
        count += 1
    for name in os.environ.get("SHOW", "").split():
        print(name, sorted(summary.get(name, [ANY]), key=str))
    return 1 if count else 0


if __name__ == "__main__":
    sys.exit(main())
