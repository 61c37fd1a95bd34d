#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Random lambdas that are launched: do host and device lay out the closure alike?

    gen_capture.py print SEED [--std=17|20] [--unit=N]   one program
    gen_capture.py run [--cuprum=PROGRAM] [--ccbin=g++] [--std=17|20] [--seed=1] [--count=150] [--jobs=1]

A unit is a function with variables of all kinds and one extended lambda, whose body is random
statements that name them. The same statements stand in the function itself: what they add up to
there is what the kernel has to write. UNITS of them make a program, since most of the time goes into
headers. `run` makes, builds and runs programs until `count` units are done; a unit that differs is
printed with what shows it again. A seed is a program for ever.

Nothing depends on the generator's knowing a rule of captures; what nvcc refuses (docs of extended
lambdas) is left out, but for parameter packs, which Cuprum takes.
"""
import argparse
import concurrent.futures
import os
import resource
import subprocess
import sys
import tempfile

UNITS = 15

PRELUDE = '''#include <cstdio>
template <class F> __global__ void run_plain(F f, long *o) { f(o); }
template <class F> __global__ void run_generic(F f, long *o) { f(o, 3); }
__host__ __device__ inline long by_ref(const long &x) { return x; }
__host__ __device__ inline long by_val(long x) { return x; }
template <class T> __host__ __device__ inline const T &same(const T &x) { return x; }
template <class T> struct Dep {
    __host__ __device__ static long ref(const T &x) { return (long)x; }
    __host__ __device__ static long val(T x) { return (long)x; }
};
struct Pair {
    long a;
    short b;
    __host__ __device__ constexpr Pair(long x, short y) : a(x), b(y) {}
    __host__ __device__ constexpr long get() const { return a * 3 + b; }
};
struct Open {
    int x;
    long y;
};
constexpr long named_constant = 77;
static long *device_result;
static int failures;
static void compare(int unit, long expected) {
    long got = -1;
    cudaError_t error = cudaMemcpy(&got, device_result, sizeof got, cudaMemcpyDeviceToHost);
    cudaMemset(device_result, 0xff, sizeof got);
    if (!error && got == expected) return;
    printf("unit %d: %ld in host code, %ld in device code (%d)\\n", unit, expected, got, (int)error);
    failures++;
}
'''


class Random:
    """A generator of our own: Python's may change."""

    def __init__(self, seed):
        self.state = (seed * 0x9E3779B97F4A7C15 + 0x1234567) & (2**64 - 1) or 1
        for _ in range(4):
            self.next()

    def next(self):
        x = self.state
        x ^= x << 13 & (2**64 - 1)
        x ^= x >> 7
        x ^= x << 17 & (2**64 - 1)
        self.state = x
        return x >> 11

    def below(self, n):
        return self.next() % n

    def chance(self, percent):
        return self.below(100) < percent

    def pick(self, items):
        return items[self.below(len(items))]

    def some(self, items, most):
        items = list(items)
        chosen = []
        for _ in range(min(most, len(items))):
            chosen.append(items.pop(self.below(len(items))))
        return chosen


class Var:
    """A name that a body may use. kind: value (of an arithmetic type), pair, open, array, pack."""

    def __init__(self, name, kind, constant=False, type='long', deferred=False):
        self.name, self.kind, self.constant, self.type = name, kind, constant, type
        self.deferred = deferred  # of a type that depends on a template's parameter


class Unit:
    def __init__(self, random, number, std):
        self.r, self.n, self.std = random, number, std
        self.fresh = 0
        self.vars = []
        self.decls = []
        self.value = 2

    def name(self, stem):
        self.fresh += 1
        return f'{stem}{self.fresh}'

    def number(self):
        self.value += 1 + self.r.below(7)
        return self.value

    # ---- variables -----------------------------------------------------------------------------

    def declare(self, text, *args, **kw):
        self.decls.append(text)
        self.vars.append(Var(*args, **kw))

    def variable(self, template):
        r = self.r
        kinds = ['const', 'const', 'constexpr', 'constexpr', 'plain', 'plain', 'plain', 'runtime',
                 'reference', 'const_reference', 'constant_reference', 'pair', 'const_pair',
                 'constexpr_pair', 'array', 'constexpr_array', 'auto', 'double', 'bool', 'bindings',
                 'pointer', 'volatile']
        if template:
            kinds += ['t_plain', 't_const', 't_constexpr', 'n_const', 't_array'] * 2
        kind = r.pick(kinds)
        type = r.pick(['long', 'long', 'int', 'short', 'char', 'unsigned char'])
        name, n = self.name('v'), self.number() % 120
        values = [v.name for v in self.vars if v.kind == 'value' and v.type == 'long']
        if kind == 'const':
            self.declare(f'const {type} {name} = {n};', name, 'value', True, type)
        elif kind == 'constexpr':
            self.declare(f'constexpr {type} {name} = {n};', name, 'value', True, type)
        elif kind == 'plain':
            self.declare(f'{type} {name} = {n};', name, 'value', False, type)
        elif kind == 'runtime':
            self.declare(f'const {type} {name} = ({type})(seed + {n});', name, 'value', False, type)
        elif kind == 'auto':
            self.declare(f'const auto {name} = {n}l;', name, 'value', True)
        elif kind == 'double':
            word = r.pick(['const ', 'constexpr ', ''])
            self.declare(f'{word}double {name} = {n}.5;', name, 'value', False, 'double')
        elif kind == 'bool':
            self.declare(f'const bool {name} = {n & 1};', name, 'value', True, 'bool')
        elif kind == 'volatile':
            self.declare(f'long {name} = {n} + seed;', name, 'value')
        elif kind == 'pointer':
            self.declare(f'const char *const {name} = nullptr;', name, 'pointer')
        elif kind in ('reference', 'const_reference') and values:
            word = 'const ' if kind == 'const_reference' else ''
            of = r.pick([v.name for v in self.vars if v.kind == 'value' and v.type == 'long'])
            changed = any(d.startswith(f'long {of} = ') for d in self.decls)
            self.declare(f'{word if changed else "const "}long &{name} = {of};', name, 'value')
        elif kind == 'constant_reference':
            self.declare(f'constexpr const long &{name} = named_constant;', name, 'readonly')
        elif kind in ('pair', 'const_pair', 'constexpr_pair'):
            word = kind[:-5] + ' ' if kind != 'pair' else ''
            self.declare(f'{word}Pair {name}({n}, {n % 7});', name, 'pair', kind == 'constexpr_pair')
        elif kind in ('array', 'constexpr_array'):
            word = 'constexpr ' if kind == 'constexpr_array' else r.pick(['', 'const '])
            self.declare(f'{word}{type} {name}[3] = {{{n}, {n % 11}, {n % 5}}};', name, 'array', False, type)
        elif kind == 'bindings' and self.std >= 20:
            other, holder = self.name('b'), self.name('h')
            self.decls.append(f'Open {holder}{{{n}, {n + 1}}}; auto [{name}, {other}] = {holder};')
            self.vars += [Var(name, 'value', False, 'int'), Var(other, 'value')]
        elif kind == 't_plain':
            self.declare(f'T {name} = {n};', name, 'value', False, 'T', deferred=True)
        elif kind == 't_const':
            self.declare(f'const T {name} = {n};', name, 'value', True, 'T', deferred=True)
        elif kind == 't_constexpr':
            self.declare(f'constexpr T {name} = {n};', name, 'value', True, 'T', deferred=True)
        elif kind == 'n_const':
            self.declare(f'const long {name} = N + {n};', name, 'value', True, deferred=True)
        elif kind == 't_array':
            self.declare(f'constexpr T {name}[2] = {{{n}, {n % 11}}};', name, 'array', False, 'T', deferred=True)

    # ---- expressions and statements ------------------------------------------------------------

    def values(self):
        return [v for v in self.vars if v.kind == 'value']

    def term(self, depth=0):
        """An expression of arithmetic type."""
        r = self.r
        v = r.pick(self.vars)
        n = v.name
        if v.kind == 'pair':
            return r.pick([f'{n}.a', f'{n}.b', f'{n}.get()', f'by_ref({n}.a)', f'Pair({n}).get()',
                           f'(&{n})->a', f'same({n}).a'])
        if v.kind == 'array':
            return r.pick([f'{n}[0]', f'{n}[1]', f'*{n}', f'same({n}[1])', f'*({n} + 1)',
                           f'{n}[(seed & 1)]' if self.runtime else f'{n}[1]', f'sizeof({n})'])
        if v.kind == 'pack':
            return r.pick([f'({n} + ... + 0)', f'(long)sizeof...({n})', f'sum({n}...)',
                           f'(0 + ... + by_ref((long){n}))', f'(({n} * 2) + ... + 1)'])
        if v.kind == 'member':
            return r.pick([n, f'this->{n}', f'by_ref({n})', f'(*this).{n}'])
        if v.kind == 'method':
            return n
        if v.kind == 'readonly':
            return r.pick([n, f'({n})', f'-{n}', f'by_val({n})'])
        if v.kind == 'pointer':
            return f'({n} ? 1 : 2)'
        forms = [n, n, f'({n})', f'-{n}', f'!{n}', f'by_val({n})', f'*&{n}', f'(long){n}',
                 f'same({n})', f'same({n})', f'(0, {n})', f'sizeof({n})', f'sizeof(same({n}))',
                 f'long({n})']
        if v.type in ('long', 'int', 'short', 'char', 'bool'):
            forms += [f'static_cast<const {v.type} &>({n})']
        if v.type == 'long':
            forms += [f'by_ref({n})'] * 3
        if v.deferred and v.type == 'T':
            forms += [f'Dep<T>::ref({n})', f'Dep<T>::val({n})']
        if v.constant and v.type in ('long', 'int', 'short') and not v.deferred:
            forms += [f'long(Fixed<{n}>::value)'] * 3
        if depth < 2:
            other = self.term(depth + 1)
            forms += [f'({n} + {other})', f'({other} - {n})', f'(acc & 1 ? (long){n} : (long){other})',
                      f'(acc & 1 ? {n} : {n})', f'({n} < {other})']
        return r.pick(forms)

    def add(self):
        return f'acc = acc * 31 + (long)({self.term()});'

    def statement(self, depth):
        r = self.r
        simple = [v for v in self.vars if v.kind in ('value', 'pair', 'readonly')]
        v = r.pick(simple or self.vars)
        longs = [x for x in self.values() if x.type == 'long']
        choice = r.below(30)
        if choice < 12 or depth > 2:
            return self.add()
        if choice == 12:
            return r.pick([f'{v.name};', f'(void){v.name};', f'static_cast<void>({v.name});', f'(void)&{v.name};'])
        if choice == 13 and v.kind == 'value':
            z = self.name('z')
            return f'const auto &{z} = {v.name}; acc = acc * 31 + (long){z};'
        if choice == 14 and longs:
            x = r.pick(longs)
            return f'{{ long {x.name} = 5; acc = acc * 31 + by_ref({x.name}); }}'
        if choice == 15 and longs:
            x = r.pick(longs)
            return f'{{ const long *p = &{x.name}; {self.add()} acc += *p; }}'
        if choice == 16:
            return f'if ({self.term()} != 3) {{ {self.statement(depth + 1)} }} else {{ {self.statement(depth + 1)} }}'
        if choice == 17:
            i = self.name('i')
            return f'for (int {i} = 0; {i} < 2; {i}++) {{ {self.statement(depth + 1)} }}'
        if choice == 18:
            arrays = [x for x in self.vars if x.kind == 'array']
            if arrays:
                e = self.name('e')
                return f'for (auto {e} : {r.pick(arrays).name}) acc = acc * 31 + (long){e};'
        if choice == 19:
            constants = [x for x in self.values() if x.constant and x.type in ('long', 'int') and not x.deferred]
            if constants:
                return f'switch (acc & 127) {{ case {r.pick(constants).name}: acc++; break; default: {self.add()} }}'
        if choice == 20:
            return f'acc += sizeof(decltype({v.name})) + noexcept({v.name});'
        if choice == 21:
            return f'{{ struct L {{ long f(long x) {{ return x + 1; }} }} l; acc += l.f({self.term()}); }}' \
                if not self.device_only else self.add()
        if choice == 22:
            return f'{{ long t[2] = {{(long)({self.term()}), (long)({self.term()})}}; acc = acc * 31 + t[0] - t[1]; }}'
        if choice == 23 and self.seen:
            return self.constexpr_if(depth)
        if choice >= 24:
            return self.nested(depth)
        return self.add()

    def constexpr_if(self, depth):
        """Names only what is captured anyway: nvcc refuses a first capture here."""
        kept, self.vars = self.vars, list(self.seen)
        condition = self.r.pick(['N == 3', 'sizeof(T) == 8'] if self.template else ['true', 'false'])
        text = f'if constexpr ({condition}) {{ {self.add()} }} else {{ {self.add()} }}'
        self.vars = kept
        return text

    def nested(self, depth):
        """A lambda in the body, called at once. It names no pack: gcc 12 loses packs in a lambda whose
        list has them."""
        kept = self.vars
        self.vars = [v for v in kept if v.kind != 'pack']
        text = self.nested_lambda(depth)
        self.vars = kept
        return text

    def nested_lambda(self, depth):
        r = self.r
        form = r.below(7)
        g = self.name('g')
        values = [v for v in self.values()]
        if form < 3:
            default = r.pick(['=', '&'])
            return (f'{{ auto {g} = [{default}](long acc) {{ {self.statement(depth + 1)} {self.add()} return acc; }}; '
                    f'acc = {g}(acc); }}')
        if form < 5:
            default = r.pick(['=', '&'])
            self.vars.append(Var('w', 'value', False, 'w'))
            text = f'{self.statement(depth + 1)} {self.add()}'
            self.vars = [v for v in self.vars if v.name != 'w']
            return f'{{ auto {g} = [{default}](long acc, auto w) {{ {text} return acc; }}; acc = {g}(acc, 4l); }}'
        if form == 5 and values:
            x = r.pick(values)
            how = r.pick(['', '&'])
            return f'{{ auto {g} = [{how}{x.name}] {{ return (long){x.name}; }}; acc = acc * 31 + {g}(); }}'
        if form == 6 and values:
            x, y = r.pick(values), self.name('y')
            how = r.pick(['', '&']) if x.type != 'bool' else ''
            return f'{{ auto {g} = [{how}{y} = {x.name}] {{ return (long){y}; }}; acc = acc * 31 + {g}(); }}'
        return self.add()

    # ---- the unit ------------------------------------------------------------------------------

    def make(self):
        r = self.r
        place = r.pick(['function', 'function', 'template', 'template', 'member', 'template_member',
                        'member_template', 'static_member', 'lambda', 'namespace'])
        self.template = place in ('template', 'member_template')
        member = place in ('member', 'template_member', 'member_template')
        if place == 'template_member':
            self.template = True
        self.both = r.chance(40)
        generic = not self.both and r.chance(35)
        self.device_only = True
        self.runtime = False
        for _ in range(4 + r.below(8)):
            self.variable(self.template)
        while not [v for v in self.vars if v.kind == 'value' and v.type == 'long']:
            self.variable(self.template)
        packs = self.template and place != 'template_member' and r.chance(60)
        if packs:
            self.vars.append(Var('as', 'pack'))
        if member:
            self.vars += [Var(n, 'member', type='long') for n in ('m1', 'm2')] + [Var('method()', 'method'), Var('fixed()', 'method')]
        self.vars.append(Var('seed', 'value', False, 'long'))
        # the list
        explicit, self.seen, block = [], [], []
        if r.chance(40):
            plain = [v for v in self.vars if v.kind == 'value' and v.name != 'seed']
            for v in r.some(plain, r.below(3)):
                if self.both or r.chance(0):
                    continue
            if not self.both:
                for v in r.some(plain, r.below(3)):
                    x = self.name('x')
                    explicit.append(f'{x} = {v.name} + 1')
                    block.append(f'auto {x} = {v.name} + 1;')
                    self.vars.append(Var(x, 'value', False, 'x'))
        star = member and r.chance(30)
        if star:
            explicit.insert(r.below(len(explicit) + 1), '*this')
        elif member and self.std >= 20 and r.chance(30):
            explicit.insert(r.below(len(explicit) + 1), 'this')
        count = 2 + r.below(7)
        body = []
        for _ in range(count):
            body.append(self.statement(0))
            if len(body) == 1:
                first = [v for v in self.vars if v.kind == 'value' and v.name in body[0].split()]
                self.seen = [v for v in first if not v.constant]
        marks = '__host__ __device__ ' if self.both else '__device__ '
        captures = ', '.join(['='] + explicit)
        mutable = 'mutable ' if r.chance(20) else ''
        statements = '\n        '.join(body)
        parameters = 'long *o, auto q' if generic else 'long *o'
        extra = 'acc += q;' if generic else ''
        launch = 'run_generic' if generic else 'run_plain'
        # `this` is copied, or members are read through host memory: only the former works on a device
        if member and not star:
            object = 'managed'
        else:
            object = 'plain'
        text = f'''    {launch}<<<1, 1>>>([{captures}] {marks}({parameters}) {mutable}{{
        long acc = 1; {extra}
        {statements}
        *o = acc;
    }}, device_result);
    {{
        long acc = 1; {'long q = 3;' if generic else ''} {extra} {' '.join(block)}
        {statements}
        compare({self.n}, acc);
    }}'''
        decls = '\n    '.join(self.decls)
        if place == 'lambda':
            text = f'''    auto around = [&](long seed) {{
{text}
    }};
    around(seed);'''
        inner = f'''    {decls}
{text}
'''
        return self.wrap(place, inner, packs, object)

    def wrap(self, place, inner, packs, object):
        n = self.n
        heads = 'template <int N, class T, class... As> ' if packs else 'template <int N, class T> '
        pack = ', As... as' if packs else ''
        values = ', 5l, (short)6, 7' if packs else ''
        new = (f'S{n}@ *s; cudaMallocManaged(&s, sizeof *s); new (s) S{n}@; ' if object == 'managed'
               else f'S{n}@ object, *s = &object; ')
        members = '''    long m1 = 41;
    short pad = 2;
    long m2 = 43;
    __host__ __device__ long method() const { return m1 * 2 + m2; }
    __host__ __device__ static long fixed() { return 9; }
'''
        calls = {3: f'<3, long>', 4: f'<4, int>'}
        if place in ('function', 'lambda'):
            return f'void unit{n}(long seed) {{\n{inner}}}\n', f'unit{n}(seed);'
        if place == 'namespace':
            return f'namespace ns{n} {{\nvoid unit(long seed) {{\n{inner}}}\n}}\n', f'ns{n}::unit(seed);'
        if place == 'template':
            text = f'{heads}void unit{n}(long seed{pack}) {{\n{inner}}}\n'
            call = f'unit{n}<3, long>(seed{values}); unit{n}<4, int>(seed{values.replace("5l", "8")});'
            return text, call
        if place == 'static_member':
            return (f'struct S{n} {{\n    static void unit(long seed) {{\n{inner}}}\n}};\n', f'S{n}::unit(seed);')
        if place == 'member':
            return (f'struct S{n} {{\n{members}    void unit(long seed) {{\n{inner}}}\n}};\n',
                    f'{{ {new.replace("@", "")}s->unit(seed); }}')
        if place == 'member_template':
            return (f'struct S{n} {{\n{members}    {heads}void unit(long seed{pack}) {{\n{inner}}}\n}};\n',
                    f'{{ {new.replace("@", "")}s->unit<3, long>(seed{values}); s->unit<4, int>(seed{values}); }}')
        text = f'template <int N, class T> struct S{n} {{\n{members}    void unit(long seed) {{\n{inner}}}\n}};\n'
        return text, ' '.join(f'{{ {new.replace("@", c)}s->unit(seed); }}' for c in ('<3, long>', '<4, int>'))


def program(seed, std, only=None):
    random = Random(seed * 1000 + std)
    units, calls = [], []
    for i in range(UNITS):
        text, call = Unit(Random(random.next()), i, std).make()
        if only is None or i == only:
            units.append(text)
            calls.append(call)
    extra = '''#include <new>
template <long N> struct Fixed { static constexpr long value = N; };
template <class... A> __host__ __device__ inline long sum(A... a) { return (long)(a + ... + 0); }
'''
    main = '\n    '.join(calls)
    return (PRELUDE + extra + '\n'.join(units) +
            f'''
int main(int argc, char **) {{
    long seed = argc;
    cudaMalloc(&device_result, sizeof(long));
    cudaMemset(device_result, 0xff, sizeof(long));
    {main}
    puts(failures ? "DIFFERENT" : "SAME");
    return failures != 0;
}}
''')


def try_program(options, seed, folder, only=None):
    """What the program said, or None where all agree."""
    name = os.path.join(folder, f'capture_{seed}')
    source = name + '.cu'
    with open(source, 'w') as file:
        file.write(program(seed, options.std, only))
    build = [options.cuprum, 'build', '--no-toolkit', '--extended-lambda', '-arch=sm_75', '-O0', '-w',
             f'-std=c++{options.std}', '-ccbin', options.ccbin, '-Xcompiler', '-w', source, '-o', name]
    made = subprocess.run(build, capture_output=True, text=True, timeout=300)
    if made.returncode:
        return made.stdout + made.stderr
    ran = subprocess.run([options.cuprum, 'exec', name], capture_output=True, text=True, timeout=300)
    os.unlink(name)
    if ran.returncode == 0 and ran.stdout == 'SAME\n':
        os.unlink(source)
        return None
    return ran.stdout + ran.stderr


def run(options):
    seeds = range(options.seed, options.seed + (options.count + UNITS - 1) // UNITS)
    folder = options.keep or tempfile.mkdtemp(prefix='capture')
    os.makedirs(folder, exist_ok=True)
    bad = 0
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for seed, said in zip(seeds, pool.map(lambda s: try_program(options, s, folder), seeds)):
            if said is None:
                continue
            bad += 1
            print(f'seed {seed} (gen_capture.py print {seed} --std={options.std}), {options.ccbin}:')
            print('\n'.join('    ' + line for line in said.splitlines()[:options.lines]))
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = used.ru_utime + used.ru_stime
    n = len(seeds) * UNITS
    print(f'{n} units in {len(seeds)} programs, c++{options.std}, {options.ccbin}: {bad} programs differ; '
          f'{seconds / n:.3f} s of processor time a unit')
    if not options.keep and not bad:
        os.rmdir(folder)
    return bad != 0


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('what', choices=['print', 'run'])
    parser.add_argument('seeds', nargs='?', type=int)
    parser.add_argument('--cuprum', default='build/bin/cuprum')
    parser.add_argument('--ccbin', default='g++')
    parser.add_argument('--std', type=int, default=17)
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--count', type=int, default=150)
    parser.add_argument('--jobs', type=int, default=1)
    parser.add_argument('--unit', type=int)
    parser.add_argument('--lines', type=int, default=12)
    parser.add_argument('--keep', help='a folder for the programs that differ')
    options = parser.parse_args()
    if options.what == 'print':
        print(program(options.seeds or options.seed, options.std, options.unit), end='')
        return 0
    return run(options)


sys.exit(main())
