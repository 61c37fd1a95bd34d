# SPDX-License-Identifier: Apache-2.0
"""Where a C file can be mutated: its tokens, and the places in its functions at which one decision, operator, constant or call
can become another. It knows brackets and the precedence of operators, and no types: what does not compile is the caller's to
leave out. A site is (kind, begin, end, text, what it says); what stands in for it has as many lines, and MUTANT for the number."""
import collections, re, sys

Token = collections.namedtuple("Token", "kind text begin end")
Site = collections.namedtuple("Site", "kind begin end text says")

TOKEN = re.compile(r"""(?P<blank>\s+|//(?:[^\n\\]|\\.)*|/\*.*?\*/|(?m:^[ \t]*\#(?:[^\n\\]|\\.|\\\n)*))|
    (?P<string>(?:u8|[uUL])?"(?:[^"\\]|\\.)*"|[uUL]?'(?:[^'\\]|\\.)*')|(?P<number>\.?[0-9](?:[eEpP][+-]|[.\w])*)|(?P<name>[A-Za-z_]\w*)|
    (?P<mark>\.\.\.|<<=|>>=|->|\+\+|--|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|.)""", re.S | re.X)
PRECEDENCE = {mark: level for level, marks in enumerate(
    ["= += -= *= /= %= &= |= ^= <<= >>=", "? :", "||", "&&", "|", "^", "&", "== !=", "< > <= >=", "<< >>", "+ -", "* / %"])
    for mark in marks.split()}
CLOSER = {"(": ")", "[": "]", "{": "}"}
CONTROL = {"if", "while", "for", "switch", "return", "case", "else", "do", "goto", "break", "continue", "default", "sizeof"}
TYPES = {"int", "unsigned", "char", "short", "long", "float", "double", "void", "bool", "const", "struct", "signed"}
COMPARED = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "=="}
COMPUTED = {"+": "-", "-": "+", "*": "+", "%": "/", "<<": ">>", ">>": "<<", "&": "|", "|": "&", "^": "|"}
ASSIGNED = {"+=": "-=", "-=": "+=", "|=": "=", "&=": "=", "^=": "=", "<<=": "=", ">>=": "=", "*=": "="}
KINDS = ["decision", "operator", "constant", "call", "arguments"]  # drawn in turns
NO_EFFECT = re.compile(r"CU_ASSERT|CU_STATIC_ASSERT|_Static_assert|static_assert|CU_ICE|cu_ice")


def tokens_of(text):
    return [Token(m.lastgroup, m.group(), m.start(), m.end()) for m in TOKEN.finditer(text) if m.lastgroup != "blank"]


class File:
    def __init__(self, text):
        self.text = text
        self.tokens = tokens_of(text)
        self.partner = self.brackets()
        self.sites = []
        self.words = collections.defaultdict(list)  # constants by the beginning of their names, in the file's order
        for token in self.tokens:
            prefix = self.prefix_of(token)
            if prefix and token.text not in self.words[prefix]: self.words[prefix].append(token.text)
        for first, last in self.functions():
            for i in range(first + 1, last):
                self.look(i)

    def brackets(self):
        partner, open_ones = {}, []
        for i, token in enumerate(self.tokens):
            if token.kind != "mark": continue
            if token.text in CLOSER: open_ones.append(i)
            elif token.text in CLOSER.values() and open_ones:
                k = open_ones.pop()
                partner[i], partner[k] = k, i
        return partner

    def functions(self):
        i = 0
        while i < len(self.tokens):
            if self.tokens[i].text in CLOSER and i in self.partner:
                if self.tokens[i].text == "{" and self.word(i - 1) == ")":
                    yield i, self.partner[i]
                i = self.partner[i]
            i += 1

    def word(self, i):
        return self.tokens[i].text if 0 <= i < len(self.tokens) else ""

    def part(self, first, last):  # of tokens, the last one included
        return self.text[self.tokens[first].begin:self.tokens[last].end]

    def prefix_of(self, token):
        if token.kind != "name" or not re.match(r"[A-Z]{1,5}[A-Z0-9]*_[A-Za-z0-9_]+$", token.text): return None
        return token.text.split("_")[0] if not token.text.startswith("CU_") else None

    # ---- expressions

    def is_cast(self, close):
        """Whether the bracket closes a type: names and stars alone, the last one a type's name by its looks."""
        inner = self.tokens[self.partner[close] + 1:close]
        if not inner or any(t.kind != "name" and t.text != "*" for t in inner): return False
        names = [t.text for t in inner if t.kind == "name"]
        return bool(names) and (inner[-1].text == "*" or names[-1] in TYPES or names[-1].endswith("_t") or
                                re.match(r"[A-Z][a-z0-9]+([A-Z]\w*)?$", names[-1]) is not None) and len(names) <= 3

    def is_binary(self, i):
        before = self.tokens[i - 1]
        if before.kind in ("number", "string"): return True
        if before.kind == "name": return before.text not in CONTROL
        if before.text == ")":
            return not self.is_cast(i - 1) and self.word(self.partner[i - 1] - 1) not in ("if", "while", "for", "switch")
        return before.text in ("]", "++", "--")

    def level(self, i):
        """The precedence of the token as a binary operator, or None."""
        token = self.tokens[i]
        if token.kind != "mark" or token.text not in PRECEDENCE: return None
        if token.text in ("-", "+", "*", "&") and not self.is_binary(i): return None
        return PRECEDENCE[token.text]

    def left_end(self, i, level):
        """The first token of the left operand of the operator i."""
        k = i - 1
        while True:
            token = self.tokens[k]
            if token.text in (")", "]") and k in self.partner:
                k = self.partner[k]
                if self.word(k - 1) in ("if", "while", "for", "switch"): return self.partner[k] + 1
            elif token.text in ("}", "{", "(", "[", ";", ",") or token.text in CONTROL - {"sizeof"}: return k + 1
            else:
                other = self.level(k)
                if other is not None and other < level: return k + 1
            k -= 1

    def right_end(self, i, level):
        k = i + 1
        while True:
            token = self.tokens[k]
            if token.text in CLOSER and k in self.partner:
                k = self.partner[k]
            elif token.text in (")", "]", "}", ";", ","): return k - 1
            else:
                other = self.level(k)
                if other is not None and (other < level or other == level and level > 0): return k - 1
            k += 1

    def unary_end(self, i):
        """The last token of the operand that begins at i, with what is behind it."""
        while self.word(i) in ("!", "~", "*", "&", "-", "+", "sizeof") or self.word(i) == "(" and self.is_cast(self.partner[i]):
            i = i + 1 if self.word(i) != "(" else self.partner[i] + 1
        if i in self.partner: i = self.partner[i]
        while self.word(i + 1) in ("(", "[", ".", "->"):
            i = self.partner[i + 1] if self.word(i + 1) in "([" else i + 2
        return i

    def has_effects(self, first, last):
        for i in range(first, last + 1):
            token = self.tokens[i]
            if token.text in ("++", "--", "(", "=") or token.kind == "mark" and PRECEDENCE.get(token.text) == 0:
                if token.text != "(" or self.tokens[i - 1].kind == "name" and self.word(i - 1) not in CONTROL: return True
        return False

    # ---- sites

    def add(self, kind, first, last, text, says):
        begin, end = self.tokens[first].begin, self.tokens[last].end
        old = self.text[begin:end]
        if "//" in old or "#" in old: return
        text = " ".join(text.split("\n")) + "\n" * old.count("\n")  # the lines behind it stay where they are
        self.sites.append(Site(kind, begin, end, text, " ".join(says.split())))

    def look(self, i):
        token = self.tokens[i]
        if self.hidden(i): return
        if token.kind == "name": self.look_at_name(i)
        elif token.kind == "number": self.constant(i)
        elif token.text == "!": self.negation(i)
        elif token.text == "?":
            first = self.left_end(i, 1)
            self.add("decision", first, i - 1, "cu_mutant_not(MUTANT, %s)" % self.part(first, i - 1),
                     "the other way: %s ?" % self.part(first, i - 1))
        elif token.text in ("&&", "||"): self.junction(i)
        elif token.text in ASSIGNED: self.assignment(i)
        elif token.text in COMPARED or token.text in COMPUTED and self.level(i) is not None: self.binary(i)

    def hidden(self, i):
        """In an assertion, or a static table: looked for from the statement's beginning."""
        k = i
        while k > 0 and self.word(k) not in (";", "{", "}"):
            k -= 1
            while self.word(k) == "}" and self.word(k + 1) in (",", "}"): k = self.partner[k] - 1
            while self.word(k) == "{" and self.word(k - 1) in ("=", ",", "{", "]"): k -= 1
        return self.word(k + 1) == "static" or NO_EFFECT.match(self.word(k + 1)) is not None

    def look_at_name(self, i):
        text, after = self.tokens[i].text, self.word(i + 1)
        if text == "if" and after == "(":
            inner = self.part(i + 2, self.partner[i + 1] - 1)
            self.add("decision", i + 2, self.partner[i + 1] - 1, "cu_mutant_not(MUTANT, %s)" % inner, "the other way: if (%s)" % inner)
        elif text in ("continue", "break") and after == ";":
            self.add("decision", i, i + 1, "{ if (!cu_mutant(MUTANT, true)) %s; }" % text, "left out: %s" % text)
        elif text in ("true", "false"):
            other = "false" if text == "true" else "true"
            self.add("constant", i, i, "(cu_mutant(MUTANT, true) ? %s : %s)" % (other, text), "%s for %s" % (other, text))
        elif after == "(" and text not in CONTROL: self.call(i)
        else: self.named_constant(i)

    def named_constant(self, i):
        prefix = self.prefix_of(self.tokens[i])
        others = self.words.get(prefix, [])
        if len(others) < 2 or self.word(i - 1) in ("case", ".", "->", "goto") or self.word(i + 1) in ("(", ":") and self.word(i - 1) != ":": return
        text = self.tokens[i].text
        other = others[(others.index(text) + 1) % len(others)]
        self.add("constant", i, i, "(cu_mutant(MUTANT, true) ? %s : %s)" % (other, text), "%s for %s" % (other, text))

    def constant(self, i):
        text, before = self.tokens[i].text, self.word(i - 1)
        if before == "case" or before == "[" and self.tokens[i - 2].kind == "name" and (self.tokens[i - 3].kind == "name" or self.word(i - 3) == "*"):
            return  # a label, a declared size
        if "." in text or "e" in text.lower() and "x" not in text.lower(): return
        other = "0" if text == "1" else "%s + 1" % text
        self.add("constant", i, i, "(cu_mutant(MUTANT, true) ? %s : %s)" % (other, text), "%s for %s" % (other, text))

    def negation(self, i):
        last = self.unary_end(i + 1)
        self.add("operator", i, last, "cu_mutant_not(MUTANT, %s)" % self.part(i, last), "without the mark: %s" % self.part(i, last))

    def junction(self, i):
        level, text = PRECEDENCE[self.word(i)], self.word(i)
        forced = "true" if text == "&&" else "false"
        for first, last, side in ((self.left_end(i, level), i - 1, "left"), (i + 1, self.right_end(i, level), "right")):
            self.add("decision", first, last, "cu_mutant_force(MUTANT, %s, %s)" % (forced, self.part(first, last)),
                     "left out: %s" % (self.part(first, last) + " " + text if side == "left" else text + " " + self.part(first, last)))

    def binary(self, i):
        mark = self.word(i)
        first, last = self.left_end(i, PRECEDENCE[mark]), self.right_end(i, PRECEDENCE[mark])
        left, right = self.part(first, i - 1), self.part(i + 1, last)
        other = (COMPARED | COMPUTED)[mark]
        form = "CU_MUTANT_EITHER" if self.has_effects(first, last) else "CU_MUTANT_VALUE"
        self.add("operator", first, last, "%s(MUTANT, (%s %s %s), (%s %s %s))" % (form, left, mark, right, left, other, right),
                 "%s for %s: %s" % (other, mark, self.part(first, last)))

    def assignment(self, i):
        mark = self.word(i)
        first, last = self.left_end(i, 0), self.right_end(i, 0)
        left, right = self.part(first, i - 1), self.part(i + 1, last)
        self.add("operator", first, last, "CU_MUTANT_EITHER(MUTANT, (%s %s %s), (%s %s %s))" % (left, mark, right, left, ASSIGNED[mark], right),
                 "%s for %s: %s" % (ASSIGNED[mark], mark, self.part(first, last)))

    def call(self, i):
        last = self.partner[i + 1]
        text = self.part(i, last)
        if NO_EFFECT.match(self.tokens[i].text): return
        governed = self.word(i - 1) == ")" and self.word(self.partner[i - 1] - 1) in ("if", "for")
        if (governed or self.word(i - 1) in (";", "{", "}", "else")) and self.word(last + 1) == ";":
            self.add("call", i, last + 1, "{ if (!cu_mutant(MUTANT, true)) %s; }" % text, "left out: %s" % text)
        commas, k = [], i + 2
        while k < last:
            if self.word(k) == ",": commas.append(k)
            k = self.partner[k] + 1 if self.word(k) in CLOSER else k + 1
        ends = [i + 1] + commas + [last]
        for n in range(1, len(ends) - 1):
            one, two = self.part(ends[n - 1] + 1, ends[n] - 1), self.part(ends[n] + 1, ends[n + 1] - 1)
            if one == two: continue
            begin, end = self.text[self.tokens[i].begin:self.tokens[ends[n - 1]].end], self.text[self.tokens[ends[n + 1]].begin:self.tokens[last].end]
            other = "%s%s, %s%s" % (begin, two, one, end)
            self.add("arguments", i, last, "CU_MUTANT_EITHER(MUTANT, %s, %s)" % (text, other), "swapped: %s" % other)


def sites_of(text):
    return File(text).sites


def changed(text, numbered):
    """The text with some sites changed: pairs of a number and a site, none of which lies in another."""
    for i, site in sorted(numbered, key=lambda pair: -pair[1].begin):
        text = text[:site.begin] + re.sub(r"\bMUTANT\b", str(i), site.text) + text[site.end:]
    return text


def main():
    """sites.py FILE: all sites; sites.py --changed FILE: the text with those that lie in no earlier one."""
    with open(sys.argv[-1]) as file: text = file.read()
    last = []
    for site in sites_of(text):
        if sys.argv[1] != "--changed": print("%d: %s: %s" % (text[:site.begin].count("\n") + 1, site.kind, site.says))
        elif not last or site.begin >= last[-1][1].end:
            last.append((len(last), site))
    if last: print(changed(text, last), end="")


if __name__ == "__main__":
    main()
