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
        for die in self.dies.values():
            self.inherit(die)
        # NVIDIA's entry for a class as a base has this mark and the mangled name
        self.plain = demangle(d.name() for d in self.dies.values() if d.name().startswith("_Z"))
        bare = [d.name() for d in self.dies.values() if re.match(r"__SO__N\w+E$", d.name())]
        self.plain.update((name.replace("_Z", "__SO__", 1), plain) for name, plain in demangle("_Z" + name[6:] for name in bare).items())
        self.memo = {}

    def inherit(self, die):
        """A definition has what its declaration says, an inlined function what the function says."""
        of = die.at.get("DW_AT_specification") or die.at.get("DW_AT_abstract_origin")
        origin = self.dies.get(int(of.split()[0], 16)) if of else None
        if origin:
            self.inherit(origin)
            for key, value in origin.at.items():
                if key not in ("DW_AT_declaration", "DW_AT_external", "DW_AT_inline"):
                    die.at.setdefault(key, value)

    def short(self, name):
        """A name without scopes, blanks and what tells unnamed types apart."""
        name = self.plain.get(name, name)
        if re.fullmatch(r"__[CS]\d+", name) or "unnamed" in name.split("::")[-1] or not name:
            return "<unnamed>"
        if "lambda" in name and not re.match(r"\w+<", name):
            return "<lambda>"
        name = re.sub(r"(?:struct )?lambda ?\[\] ?(?:type at line \d+, col\. ?\d+|\([^()]*\)->\w+)", "lambda", name)
        name = re.sub(r"\(anonymous namespace\)|_GLOBAL__N\w*|_INTERNAL\w*", "", name).replace(" ", "")
        if not name.startswith("operator"):
            name = re.sub(r"(?<![\w>)])(?:\w*::)+", "", name)
        return re.sub(r"(?<=\d)[UL]+(?=[,>])", "", name)

    LIKE = {"char16_t": "unsigned short", "char32_t": "unsigned int", "wchar_t": "int", "char8_t": "unsigned char",
            "long double": "double", "decltype(nullptr)": "void *", "auto": "void"}

    def type(self, die):
        """The type that an entry says: as spelled, and without typedefs and template arguments."""
        return self.spell(self.of(die)), without_arguments(self.spell(self.of(die), True))

    def of(self, die):
        at = die.at.get("DW_AT_type")
        return self.dies.get(int(at.split()[0], 16)) if at else None

    def spell(self, die, plain=False, deep=0):
        if die is None or deep > 40:
            return "?" if deep > 40 else "void"
        if (die.offset, plain) not in self.memo:
            self.memo[die.offset, plain] = self.spelled(die, plain, deep)
        return self.memo[die.offset, plain]

    def spelled(self, die, plain, deep):
        to = self.spell(self.of(die), plain, deep + 1)
        if plain and die.tag == "typedef":
            return to
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
            return "%s(%s)" % (to, ",".join(self.spell(self.of(c), plain, deep + 1) for c in die.children if c.tag == "formal_parameter"))
        if die.tag == "structure_type" and not die.name() and [c.name() for c in die.children] == ["f", "d"]:
            return "<member>"
        return self.short(self.LIKE.get(die.name(), die.name()))

    def reached(self, wanted):
        """The types of the functions and variables that are wanted."""
        work = [d for d in self.dies.values() if d.tag in ("subprogram", "inlined_subroutine", "variable") and wanted(d)]
        seen = set()
        while work:
            die = work.pop()
            if die is None or die.offset in seen:
                continue
            seen.add(die.offset)
            work.append(self.of(die))
            work += [c for c in die.children if c.tag not in ("inlined_subroutine", "subprogram")]
        return seen

    def named_types(self, among=None):
        """(kind, name) -> [(size, members)]"""
        found = collections.defaultdict(list)
        kinds = {"structure_type": "class", "class_type": "class", "union_type": "union", "enumeration_type": "enum",
                 "typedef": "typedef", "base_type": "basic"}
        for die in self.dies.values():
            if among is not None and die.offset not in among:
                continue
            if die.tag not in kinds or die.name() in ("__ARRAY_SIZE_TYPE__",) or die.name().startswith("__SO__"):
                continue
            name = self.short(self.LIKE.get(die.name(), die.name()))
            size = int(die.at.get("DW_AT_byte_size", "0"), 0)
            found[kinds[die.tag], name].append((size, self.members(die)))
        return found

    def members(self, die):
        members = set()
        if die.tag == "typedef":
            return {("=", self.type(die), 0)}
        for child in die.children:
            name = child.name()
            where = re.search(r"0x[0-9a-f]+", child.at.get("DW_AT_data_member_location", ""))
            where = int(where.group(), 16) if where else -1
            if child.tag == "enumerator":
                members.add((self.short(name), child.at.get("DW_AT_const_value")))
            elif child.tag == "inheritance":
                members.add(("<base>", without_arguments(self.type(child)[0])))
            elif child.tag == "member" and re.match(r"__[bv]_\w", name):
                members.add(("<base>", without_arguments(self.type(child)[0])))
            elif child.tag == "member" and ("vptr" in name or child.at.get("DW_AT_artificial")):
                members.add(("<table>",))
            elif child.tag == "member" and "DW_AT_external" not in child.at and "DW_AT_declaration" not in child.at:
                members.add((self.short(name), self.type(child), where))
        return members

    def functions(self):
        """The symbols of functions with code, of their own or in another."""
        return {plain_symbol(text(d.at["DW_AT_MIPS_linkage_name"])): text(d.at["DW_AT_MIPS_linkage_name"])
                for d in self.dies.values() if "DW_AT_MIPS_linkage_name" in d.at and
                (d.tag == "inlined_subroutine" or (d.tag == "subprogram" and "DW_AT_low_pc" in d.at))}

    def variables(self):
        """function -> {(name, kind): {(type, depth of its block)}}; None: of the module."""
        found = collections.defaultdict(lambda: collections.defaultdict(set))
        for die in self.dies.values():
            if die.tag not in ("variable", "formal_parameter") or "DW_AT_declaration" in die.at:
                continue
            depth, up = 0, die.parent
            while up is not None and up.tag == "lexical_block":
                depth, up = depth + 1, up.parent
            if up is None or up.tag not in ("subprogram", "inlined_subroutine", "compile_unit", "namespace"):
                continue
            function = None
            if up.tag in ("subprogram", "inlined_subroutine"):
                function = plain_symbol(text(up.at.get("DW_AT_MIPS_linkage_name", "")))
                if not function:
                    continue
            kind = "parameter" if die.tag == "formal_parameter" else "variable"
            name = die.name() or text(die.at.get("DW_AT_MIPS_linkage_name", ""))
            if name and not re.fullmatch(r"__T\d+", name) and not name.startswith("_ZTT"):
                symbol = plain_symbol(text(die.at.get("DW_AT_MIPS_linkage_name", "")))
                found[function][self.short(name), kind].add((self.type(die), depth, symbol if function is None else ""))
        return found


def lost_variables(theirs, ours, symbols):
    """Their variables that have no fellow in ours, of the same name and kind, and type or depth; and how many ours has no
    storage for."""
    lost, absent = [], 0
    for (name, kind), there in theirs.items():
        here = ours.get((name, kind), set())
        for spelled, depth, symbol in there:
            if symbol and symbol not in symbols:
                absent += 1
                continue
            same = [v for v in here if same_type(v[0], spelled)]
            if not same:
                lost.append("%s %s: %s, ours %s" % (kind, name, spelled[0], [v[0][0] for v in here]))
            elif depth not in [v[1] for v in same]:
                lost.append("%s %s: block of depth %d, ours %s" % (kind, name, depth, sorted({v[1] for v in same})))
    return lost, absent


def without_arguments(name):
    while "<" in name:
        shorter = re.sub(r"<[^<>]*>", "", name)
        if shorter == name:
            break
        name = shorter
    return re.sub(r"const\(|volatile\(|\)|__SO__\d*", "", name)


def same_type(ours, theirs):
    """Equal but for typedefs and arguments of templates, which may be spelled by typedefs. An object that the caller made is a
    pointer there."""
    ours, theirs = ours[1], theirs[1]
    return ours == theirs or ours.rstrip("&") + "*" == theirs or "member" in ours


def same_members(ours, theirs):
    """Those of theirs that ours lack."""
    def alike(one, other):
        if len(one) == 3 and len(other) == 3:
            return one[0] == other[0] and one[2] == other[2] and same_type(other[1], one[1])
        return one == other
    def is_padding(one):  # a bit-field without a name
        return one[0] == "<unnamed>" and len(one) == 3 and not one[1][0].startswith("<")
    def of_members(one):  # a pointer to a member is a number there
        return len(one) == 3 and any(len(o) == 3 and o[0] == one[0] and "member" in o[1][0] for o in ours)
    return [one for one in theirs if one not in ours and not is_padding(one) and not of_members(one) and
            not any(alike(one, other) for other in ours)]


def compare(theirs, ours, symbols, more):
    lost, count = [], collections.Counter()
    functions, mine = theirs.functions(), ours.functions()
    count["functions"], count["ours"] = len(functions), len(mine)
    absent = {f for f in functions if f not in mine and f not in symbols}
    lost += ["function " + name for f, name in functions.items() if f not in mine and f in symbols]
    count["not in our code"] = len(absent)
    own = ours.variables()
    for function, there in theirs.variables().items():
        if function in absent:
            continue
        count["variables"] += sum(map(len, there.values()))
        gone, unused = lost_variables(there, own.get(function, {}), symbols)
        lost += ["%s: %s" % (function or "module", what) for what in gone]
        count["without storage"] += unused
    count["ours "] = sum(sum(map(len, v.values())) for v in own.values())
    def in_code(die):
        symbol = plain_symbol(text(die.at.get("DW_AT_MIPS_linkage_name", "")))
        return symbol and symbol not in absent and (die.tag != "variable" or symbol in symbols)
    types, kinds = theirs.named_types(theirs.reached(in_code)), ours.named_types()
    shapes = collections.defaultdict(list)
    for (kind, name), here in kinds.items():
        shapes[kind, without_arguments(name)] += here
    for key, there in types.items():
        count["types"] += 1
        here = shapes.get((key[0], without_arguments(key[1])))
        there = [t for t in there if {m[0] for m in t[1]} != {"f", "d"}]  # of pointers to members
        if not there:
            continue
        if not here:
            if key == ("basic", "long"):
                continue  # likewise
            lost.append("type %s %s" % key)
            continue
        for size, members in there:
            best = min((same_members(m, members) + ([] if s == size or not size else ["size %d, ours %d" % (size, s)])
                        for s, m in here), key=len)
            if best:
                lost.append("type %s %s: %s" % (*key, best))
    count["ours  "] = len(kinds)
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


def symbols_of(cubin):
    lines = subprocess.run(["readelf", "-sW", cubin], text=True, capture_output=True).stdout.splitlines()
    return {plain_symbol(line.split()[7]) for line in lines if len(line.split()) > 7}


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
        lost, count = compare(dump(options, base + ".nvcc.cubin"), dump(options, base + ".cuprum.cubin"),
                              symbols_of(base + ".cuprum.cubin"), "more" in options)
        print("%s: %s; lost %d" % (file, ", ".join("%d %s" % (n, what) for what, n in count.items()), len(lost)))
        for line in lost:
            print("  " + line)
        bad |= bool(lost)
    if "keep" not in options:
        shutil.rmtree(folder)
    sys.exit(bad)


main()
