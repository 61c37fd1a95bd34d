#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What a debugger sees of a program that nvcc -G compiled, and of the same one that we did: debug_compare.py [OPTION...]
FILE.cu... compares functions, parameters and variables (name, type, depth of their block), and types (name, size, members) of
the two cubins, as llvm-dwarfdump shows them. What NVIDIA has and we have not is printed and makes the exit status 1; what we
have more is counted. Names are compared without scopes and blanks, for NVIDIA's have none or are mangled; base classes are
members there, references and such have types that C has.

  --cuprum=PROGRAM   ours (build/bin/cuprum)     --nvcc=PROGRAM   theirs (nvcc)
  --dwarfdump=PROGRAM                            --keep=FOLDER    for the files (a temporary one)
  --ptx=FILE         ours is this PTX            --more           what we have more, too
  -...               an option for both compilers"""
import collections, os, re, shutil, subprocess, sys, tempfile

LINE = re.compile(r"^0x([0-9a-f]+):( +)(DW_TAG_\w+|NULL)")
FIELD = re.compile(r"^ +(DW_AT_\w+)\t\((.*)\)$")


class Die:
    def __init__(self, offset, tag, parent):
        self.offset, self.tag, self.parent, self.children, self.at = offset, tag, parent, [], {}

    def name(self):
        return text(self.at.get("DW_AT_name", ""))


def text(value):
    match = re.search(r'"(.*)"', value)
    return match.group(1) if match else ""


def read(dump):
    """All entries by their offsets; the first is the unit."""
    dies, stack, die = {}, [], None
    for line in dump.splitlines():
        match = LINE.match(line)
        if match:
            if match.group(3) == "NULL":
                continue
            depth = (len(match.group(2)) - 1) // 2
            del stack[depth:]
            die = Die(int(match.group(1), 16), match.group(3)[7:], stack[-1] if stack else None)
            dies[die.offset] = die
            if stack:
                stack[-1].children.append(die)
            stack.append(die)
        elif die and (match := FIELD.match(line)):
            die.at[match.group(1)] = match.group(2)
    return dies


def demangle(names):
    names = sorted(set(names))
    out = subprocess.run(["c++filt"], input="\n".join(names), text=True, capture_output=True).stdout.split("\n")
    return dict(zip(names, out))


class Program:
    def __init__(self, dump):
        self.dies = read(dump)
        for die in self.dies.values():  # a definition has what its declaration says
            of = die.at.get("DW_AT_specification") or die.at.get("DW_AT_abstract_origin")
            declaration = self.dies.get(int(of.split()[0], 16)) if of else None
            for key, value in (declaration.at if declaration else {}).items():
                if key not in ("DW_AT_declaration", "DW_AT_external"):
                    die.at.setdefault(key, value)
        self.plain = demangle(d.name() for d in self.dies.values() if d.name().startswith("_Z"))
        self.memo = {}

    def short(self, name):
        """A name without scopes, blanks and what tells unnamed types apart."""
        name = self.plain.get(name, name)
        if re.fullmatch(r"__[CS]\d+", name) or "unnamed" in name.split("::")[-1] or not name:
            return "<unnamed>"
        if "lambda" in name and not re.match(r"\w+<", name):
            return "<lambda>"
        name = re.sub(r"\(anonymous namespace\)|_GLOBAL__N\w*|_INTERNAL\w*", "", name).replace(" ", "")
        if not name.startswith("operator"):
            name = re.sub(r"(?<![\w>)])(?:\w*::)+", "", name)
        return re.sub(r"(?<=\d)[UL]+(?=[,>])", "", name)

    LIKE = {"char16_t": "unsigned short", "char32_t": "unsigned int", "wchar_t": "int", "char8_t": "unsigned char",
            "long double": "double", "decltype(nullptr)": "void *", "auto": "void"}

    def type(self, die):
        """The type that an entry says, spelled."""
        at = die.at.get("DW_AT_type")
        return self.spell(self.dies.get(int(at.split()[0], 16))) if at else "void"

    def spell(self, die, deep=0):
        if die is None or deep > 40:
            return "?"
        if die.offset not in self.memo:
            self.memo[die.offset] = self.spelled(die, deep)
        return self.memo[die.offset]

    def spelled(self, die, deep):
        at = die.at.get("DW_AT_type")
        to = self.spell(self.dies.get(int(at.split()[0], 16)), deep + 1) if at else "void"
        mark = {"pointer_type": "*", "reference_type": "&", "rvalue_reference_type": "&&"}
        if die.tag in mark:
            return to + mark[die.tag]
        if die.tag in ("const_type", "volatile_type"):
            return "%s(%s)" % (die.tag[:-5], to)
        if die.tag == "restrict_type":
            return to
        if die.tag == "ptr_to_member_type":
            return "<member>"
        if die.tag == "array_type":
            # an element of no bytes is an element
            return to + "".join("[%d]" % int(c.at.get("DW_AT_count", "0"), 0) for c in die.children)
        if die.tag == "subroutine_type":
            return "%s(%s)" % (to, ",".join(self.type(c) for c in die.children if c.tag == "formal_parameter"))
        if die.tag == "structure_type" and not die.name() and [c.name() for c in die.children] == ["f", "d"]:
            return "<member>"
        return self.short(self.LIKE.get(die.name(), die.name()))

    def named_types(self):
        """(kind, name) -> [(size, members)]"""
        found = collections.defaultdict(list)
        kinds = {"structure_type": "class", "class_type": "class", "union_type": "union", "enumeration_type": "enum",
                 "typedef": "typedef", "base_type": "basic"}
        for die in self.dies.values():
            if die.tag not in kinds or die.name() in ("__ARRAY_SIZE_TYPE__",) or die.name().startswith("__SO__"):
                continue
            name = self.short(self.LIKE.get(die.name(), die.name()))
            size = int(die.at.get("DW_AT_byte_size", "0"), 0)
            found[kinds[die.tag], name].append((size, self.members(die)))
        return found

    def members(self, die):
        members = set()
        if die.tag == "typedef":
            return {self.type(die)}
        for child in die.children:
            name = child.name()
            where = re.search(r"0x[0-9a-f]+", child.at.get("DW_AT_data_member_location", ""))
            where = int(where.group(), 16) if where else -1
            if child.tag == "enumerator":
                members.add((self.short(name), child.at.get("DW_AT_const_value")))
            elif child.tag == "inheritance":
                members.add(("<base>", self.type(child)))
            elif child.tag == "member" and re.match(r"__[bv]_\d", name):
                members.add(("<base>", self.type(child).replace("__SO__", "").lstrip("0123456789")))
            elif child.tag == "member" and ("vptr" in name or child.at.get("DW_AT_artificial")):
                members.add("<table>")
            elif child.tag == "member" and "DW_AT_external" not in child.at and "DW_AT_declaration" not in child.at:
                members.add((self.short(name), self.type(child), where))
        return members

    def functions(self):
        return {text(d.at["DW_AT_MIPS_linkage_name"]): d for d in self.dies.values()
                if d.tag == "subprogram" and "DW_AT_low_pc" in d.at and "DW_AT_MIPS_linkage_name" in d.at}

    def variables(self):
        """function -> [(name, type, kind, depth of its block)]; None: of the module."""
        found = collections.defaultdict(list)
        for die in self.dies.values():
            if die.tag not in ("variable", "formal_parameter") or "DW_AT_declaration" in die.at:
                continue
            depth, up = 0, die.parent
            while up is not None and up.tag == "lexical_block":
                depth, up = depth + 1, up.parent
            if up is None or up.tag in ("subroutine_type", "structure_type", "class_type", "union_type"):
                continue
            function = text(up.at.get("DW_AT_MIPS_linkage_name", "")) if up.tag == "subprogram" else None
            if function == "":
                continue
            kind = "parameter" if die.tag == "formal_parameter" else "variable"
            name = die.name() or text(die.at.get("DW_AT_MIPS_linkage_name", ""))
            found[function].append((self.short(name) if name else "", self.type(die), kind, depth, name))
        return found


def lost_variables(theirs, ours):
    """Their variables that have no fellow in ours: of the same name, kind and depth, and type."""
    rest, lost = list(ours), []
    for name, kind_of, kind, depth, written in theirs:
        if re.fullmatch(r"__T\d+", written) or not written or written.startswith("_ZTT"):
            continue  # artificial ones, and tables that other code makes unnecessary
        like = [v for v in rest if v[0] == name and v[2] == kind]
        same = [v for v in like if same_type(v[1], kind_of) and v[3] == depth] or [v for v in like if same_type(v[1], kind_of)]
        if not same:
            lost.append("%s %s: %s, ours %s" % (kind, name, kind_of, [v[1] for v in like]))
            continue
        if same[0][3] != depth:
            lost.append("%s %s: block of depth %d, ours %d" % (kind, name, depth, same[0][3]))
        rest.remove(same[0])
    return lost


def same_type(ours, theirs):
    def plain(name):
        return re.sub(r"__SO__\d*", "", name)
    ours, theirs = plain(ours), plain(theirs)
    # an object that the caller made is a pointer there
    return ours == theirs or ours.rstrip("&") + "*" == theirs or "<member>" in ours or \
        (ours.startswith("const(") and ours[6:-1] == theirs) or ours.replace("const(", "").replace(")", "") == \
        theirs.replace("const(", "").replace(")", "")


def same_members(ours, theirs):
    """Those of theirs that ours lack."""
    lost = []
    for one in theirs:
        if one in ours:
            continue
        if isinstance(one, tuple) and len(one) == 3 and any(
                isinstance(o, tuple) and len(o) == 3 and o[0] == one[0] and o[2] == one[2] and same_type(o[1], one[1]) for o in ours):
            continue
        if isinstance(one, str) and any(isinstance(o, str) and same_type(o, one) for o in ours):
            continue
        lost.append(one)
    return lost


def compare(theirs, ours, more):
    lost, count = [], collections.Counter()
    functions = theirs.functions()
    mine = ours.functions()
    for name in functions:
        count["functions"] += 1
        if name not in mine and plain_symbol(name) not in {plain_symbol(n) for n in mine}:
            lost.append("function " + name)
    count["more functions"] = len(set(map(plain_symbol, mine)) - set(map(plain_symbol, functions)))
    variables, own = theirs.variables(), ours.variables()
    own = {plain_symbol(f): v for f, v in own.items()}
    for function, there in variables.items():
        count["variables"] += len(there)
        for what in lost_variables(there, own.get(plain_symbol(function), [])):
            lost.append("%s: %s" % (function or "module", what))
    count["our variables"] = sum(map(len, own.values()))
    types, kinds = theirs.named_types(), ours.named_types()
    for key, there in types.items():
        count["types"] += 1
        here = kinds.get(key)
        if not here:
            if key == ("basic", "long") or (key[1] == "<unnamed>" and all(
                    {m[0] for m in members} == {"f", "d"} for _, members in there)):
                continue  # of pointers to members
            lost.append("type %s %s" % key)
            continue
        for size, members in there:
            best = min((same_members(m, members) + ([] if s == size or not size else ["size %d, ours %d" % (size, s)])
                        for s, m in here), key=len)
            if best:
                lost.append("type %s %s: %s, ours %s" % (*key, best, here[0]))
    count["our types"] = len(kinds)
    if more:
        for key in sorted(set(kinds) - set(types)):
            print("  more: %s %s" % key)
    return lost, count


def plain_symbol(name):
    """Symbols differ in the hashes that internal names have."""
    at = name and re.search(r"(\d+)(_INTERNAL|_GLOBAL__N)", name)
    while at:
        end = at.start(2) + int(at.group(1))
        name = name[:at.start()] + "N" + name[end:]
        at = re.search(r"(\d+)(_INTERNAL|_GLOBAL__N)", name)
    # one variant of a constructor or destructor may do for all
    return name and re.sub(r"([CD])[012](?=E)", r"\1x", name)


def run(words, **more):
    result = subprocess.run(words, text=True, capture_output=True, **more)
    if result.returncode:
        sys.exit("%s: status %d\n%s" % (" ".join(words), result.returncode, result.stderr + result.stdout))
    return result.stdout


def dump(options, cubin):
    return Program(run([options["dwarfdump"], cubin]))


def main():
    options = {"cuprum": "build/bin/cuprum", "nvcc": "nvcc", "dwarfdump": shutil.which("llvm-dwarfdump") or "llvm-dwarfdump-19"}
    words, files = [], []
    for word in sys.argv[1:]:
        match = re.fullmatch(r"--(cuprum|nvcc|dwarfdump|keep|ptx|more)(?:=(.*))?", word)
        if match:
            options[match.group(1)] = match.group(2) or "yes"
        elif word.startswith("-"):
            words.append(word)
        else:
            files.append(word)
    if not files:
        sys.exit(__doc__)
    folder = options.get("keep") or tempfile.mkdtemp(prefix="debug.")
    arch = next((w for w in words if w.startswith("-arch=")), None)
    if not arch:
        arch = "-arch=sm_90"
        words.append(arch)
    bad = False
    for file in files:
        base = os.path.join(folder, os.path.splitext(os.path.basename(file))[0])
        run([options["nvcc"], "-w", "-G", "-cubin", *words, file, "-o", base + ".nvcc.cubin"])
        if "ptx" in options:
            run(["ptxas", "-g", arch, options["ptx"], "-o", base + ".cuprum.cubin"])
        else:
            run([options["cuprum"], "nvcc", "-w", "-G", "-cubin", *words, file, "-o", base + ".cuprum.cubin"])
        lost, count = compare(dump(options, base + ".nvcc.cubin"), dump(options, base + ".cuprum.cubin"), "more" in options)
        print("%s: %s; lost %d" % (file, ", ".join("%d %s" % (n, what) for what, n in count.items()), len(lost)))
        for line in lost:
            print("  " + line)
        bad |= bool(lost)
    if "keep" not in options:
        shutil.rmtree(folder)
    sys.exit(bad)


main()
