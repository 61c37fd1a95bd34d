# SPDX-License-Identifier: Apache-2.0
# Every operation on elements, of every type that it takes: by the evaluator and compiled.
# RUN: python3 %s %t sm_75 sm_90
# REQUIRES: python3
# CHECK: {{^[0-9]+}} kernels, 0 differ
# TIMEOUT: 120
import struct, subprocess, sys, zlib

STEM, SMS = sys.argv[1], sys.argv[2:]
N = 256
BYTES = {'i1': 1, 'i8': 1, 'i16': 2, 'i32': 4, 'i64': 8, 'f16': 2, 'bf16': 2, 'f32': 4, 'f64': 8, 'tf32': 4,
         'f8E4M3FN': 1, 'f8E5M2': 1, 'f8E8M0FNU': 1, 'f4E2M1FN': 1}
FLOATS, INTS = ['f16', 'bf16', 'f32', 'f64'], ['i8', 'i16', 'i32', 'i64']


def noise(seed):
    while True:
        seed = (seed * 6364136223846793005 + 1442695040888963407) & (1 << 64) - 1
        yield seed >> 33


def encode(t, v):
    if t == 'f64': return struct.pack('<d', v)
    if t == 'bf16': return struct.pack('<f', v)[2:]
    if t == 'f16': return struct.pack('<e', max(-65504, min(65504, v)) if abs(v) != float('inf') else v)
    b = struct.pack('<f', v)
    return b[:1] and struct.pack('<I', struct.unpack('<I', b)[0] & 0xffffe000) if t == 'tf32' else b


SPECIAL = [0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 1.5, 2.5, 65504.0, 1e-7, -3e-5, float('inf'), float('-inf')]


# Values of a type: `any` of it, `unit` -1 to 1, `plus` positive, `count` small and not zero, `shift` below the width.
def values(t, how, seed):
    n, out, w = noise(seed), b'', BYTES[t] * 8
    for i in range(N):
        k = next(n)
        if t == 'i1': out += bytes([k & 1])
        elif t[0] == 'i':
            x = k | next(n) << 31 | next(n) << 62 if k % 3 else k >> 4 & 31
            x = {'any': x, 'shift': k % w, 'count': 1 + k % 7, 'small': k % 16 - 8, 'flags': k & 1}[how]
            out += (x & (1 << w) - 1).to_bytes(BYTES[t], 'little')
        elif t[:2] in ('f8', 'f4') and how == 'small': out += bytes([[0x30, 0x38, 0x40, 0xb8, 0xb0, 0][k % 6] if t[:2] == 'f8' else k % 16])
        elif t[:2] in ('f8', 'f4'): out += bytes([i & (255 if t[:2] == 'f8' else 15)])
        else:
            u = (k % 20001 - 10000) / 10000
            v = {'any': SPECIAL[k % 13] if k % 5 == 0 else u * 10.0 ** (next(n) % 9 - 4), 'unit': u,
                 'plus': abs(u) * 50 + 0.001, 'wide': u * 1000, 'small': float(k % 16 - 8)}[how]
            out += encode(t, v)
    return out


KERNELS = []  # name, inputs, output, how of each, tolerance


def kernel(name, ins, out, body, hows, tolerance=0):
    if any(k[0] == name for k in KERNELS): return
    params = ', '.join(f'%p{i}: tile<ptr<{t}>>' for i, t in enumerate(ins + [out]))
    text = f'entry @{name}({params}) {{\n%o = iota : tile<{N}xi32>\n'
    for i, t in enumerate(ins + [out]):
        text += f'''%r{i} = reshape %p{i} : tile<ptr<{t}>> -> tile<1xptr<{t}>>
%b{i} = broadcast %r{i} : tile<1xptr<{t}>> -> tile<{N}xptr<{t}>>
%a{i} = offset %b{i}, %o : tile<{N}xptr<{t}>>, tile<{N}xi32> -> tile<{N}xptr<{t}>>
'''
    for i, t in enumerate(ins):
        text += f'%x{i}, %t{i} = load_ptr_tko weak %a{i} : tile<{N}xptr<{t}>> -> tile<{N}x{t}>, token\n'
    n = len(ins)
    text += f'{body}\n%t{n} = store_ptr_tko weak %a{n}, %y : tile<{N}xptr<{out}>>, tile<{N}x{out}> -> token\n}}\n'
    KERNELS.append((name, ins, out, hows, tolerance, text))


def same(op, t, hows, words='', tolerance=0):
    args = ', '.join(f'%x{i}' for i in range(len(hows)))
    tag = ''.join(c if c.isalnum() else '_' for c in words)
    kernel(f'{op}{tag}_{t}', [t] * len(hows), t, f'%y = {op} {args}{words} : tile<{N}x{t}>', hows, tolerance)


def to(op, t, u, how, words=''):
    tag = ''.join(c if c.isalnum() else '_' for c in words)
    kernel(f'{op}{tag}_{t}_{u}_{how}', [t], u, f'%y = {op} %x0{words} : tile<{N}x{t}> -> tile<{N}x{u}>', [how])


PREDICATES = ['equal', 'not_equal', 'less_than', 'less_than_or_equal', 'greater_than', 'greater_than_or_equal']
ULP = {'f16': 2, 'bf16': 2, 'f32': 8, 'f64': 8}
for t in FLOATS:
    for op in ('absf', 'negf', 'ceil', 'floor'): same(op, t, ['any'])
    for op in ('addf', 'subf', 'mulf', 'divf', 'remf'): same(op, t, ['any', 'wide' if op == 'remf' else 'any'])
    for op in ('maxf', 'minf'):
        same(op, t, ['any'] * 2)
        same(op, t, ['any'] * 2, ' propagate_nan')
    same('fma', t, ['any'] * 3)
    same('sqrt', t, ['plus'])
    for op in ('cos', 'sin', 'tan', 'tanh', 'exp', 'exp2', 'cosh', 'sinh'): same(op, t, ['unit'], tolerance=ULP[t])
    for op in ('log', 'log2', 'rsqrt'): same(op, t, ['plus'], tolerance=ULP[t])
    same('atan2', t, ['unit', 'plus'], tolerance=ULP[t])
    same('pow', t, ['plus', 'unit'], tolerance=ULP[t])
    kernel(f'fpowi_{t}', [t, 'i32'], t, f'%y = fpowi %x0, %x1 : tile<{N}x{t}>, tile<{N}xi32>', ['plus', 'small'], ULP[t])
    for p in PREDICATES:
        for o in ('ordered', 'unordered'):
            kernel(f'cmpf_{p}_{o}_{t}', [t, t], 'i8', f'%c = cmpf {p} {o} %x0, %x1 : tile<{N}x{t}> -> tile<{N}xi1>\n'
                   f'%y = exti %c unsigned : tile<{N}xi1> -> tile<{N}xi8>', ['any'] * 2)
    for u in FLOATS + ['f8E4M3FN', 'f8E5M2', 'tf32']:
        if u != t: to('ftof', t, u, 'wide'), to('ftof', t, u, 'any')
    for u in ('f8E4M3FN', 'f8E5M2', 'tf32'): to('ftof', u, t, 'any')
    for s in (' signed', ' unsigned'):
        for i in INTS: to('ftoi', t, i, 'plus', s), to('itof', i, t, 'any', s)
        to('ftoi', t, 'i1', 'unit', s), to('ftoi', t, 'i1', 'any', s), to('itof', 'i1', t, 'any', s)
for r in ('zero', 'negative_inf', 'positive_inf'):
    for t in FLOATS:
        for op in ('addf', 'subf', 'mulf', 'divf'): same(op, t, ['wide'] * 2, f' rounding<{r}>'), same(op, t, ['any'] * 2, f' rounding<{r}>')
        same('sqrt', t, ['plus'], f' rounding<{r}>')
        same('fma', t, ['wide'] * 3, f' rounding<{r}>')
for op in ('addf', 'subf', 'mulf', 'divf', 'maxf', 'minf'): same(op, 'f32', ['any'] * 2, ' flush_to_zero')
same('exp2', 'f32', ['unit'], ' flush_to_zero', 8)
same('rsqrt', 'f32', ['plus'], ' flush_to_zero', 8)
same('divf', 'f32', ['wide'] * 2, ' rounding<approx>', 8)
same('divf', 'f32', ['wide'] * 2, ' rounding<full>', 8)
same('sqrt', 'f32', ['plus'], ' rounding<approx>', 8)
same('exp', 'f32', ['unit'], ' rounding<approx>', 16)
for t in INTS:
    for op in ('addi', 'subi', 'muli', 'andi', 'ori', 'xori', 'mulhii'): same(op, t, ['any'] * 2)
    for op in ('absi', 'negi'): same(op, t, ['any'])
    for s in (' signed', ' unsigned'):
        for op in ('divi', 'remi'): same(op, t, ['any', 'count'], s)
        for op in ('maxi', 'mini'): same(op, t, ['any'] * 2, s)
        same('divi', t, ['any', 'count'], s + ' rounding<positive_inf>')
        same('shri', t, ['any', 'shift'], s)
        for p in PREDICATES:
            kernel(f'cmpi_{p}_{s.strip()}_{t}', [t, t], 'i8', f'%c = cmpi {p} %x0, %x1,{s} : tile<{N}x{t}> -> tile<{N}xi1>\n'
                   f'%y = exti %c unsigned : tile<{N}xi1> -> tile<{N}xi8>', ['any'] * 2)
        for u in INTS:
            if BYTES[u] > BYTES[t]: to('exti', t, u, 'any', s)
    same('divi', t, ['any', 'count'], ' signed rounding<negative_inf>')
    same('shli', t, ['any', 'shift'])
    for u in INTS:
        if BYTES[u] < BYTES[t]: to('trunci', t, u, 'any')
    kernel(f'select_{t}', ['i1', t, t], t, f'%y = select %x0, %x1, %x2 : tile<{N}xi1>, tile<{N}x{t}>', ['any'] * 3)
for a, b in (('i32', 'f32'), ('f32', 'i32'), ('i64', 'f64'), ('i16', 'f16'), ('bf16', 'i16')): to('bitcast', a, b, 'any')
kernel('pointers', ['i64'], 'i64', f'''%q = int_to_ptr %x0 : tile<{N}xi64> -> tile<{N}xptr<i16>>
%s = ptr_to_ptr %q : tile<{N}xptr<i16>> -> tile<{N}xptr<i32>>
%v = offset %s, %o : tile<{N}xptr<i32>>, tile<{N}xi32> -> tile<{N}xptr<i32>>
%y = ptr_to_int %v : tile<{N}xptr<i32>> -> tile<{N}xi64>''', ['any'])



# Products of small whole numbers, whose sums are exact in any order; shapes: one matrix, a stack of smaller ones.
def product(op, t, a, words=''):
    for shape in ('16x16', '4x8x8'):
        n, tag = len(shape.split('x')), ''.join(c if c.isalnum() else '_' for c in words)
        text = ''.join(f'%z{i} = reshape %x{i} : tile<{N}x{k}> -> tile<{shape}x{k}>\n' for i, k in enumerate([t, t, a]))
        text += f'%m = {op} %z0, %z1, %z2{words} : tile<{shape}x{t}>, tile<{shape}x{t}>, tile<{shape}x{a}>\n'
        kernel(f'{op}{tag}_{t}_{a}_{n}', [t, t, a], a, text + f'%y = reshape %m : tile<{shape}x{a}> -> tile<{N}x{a}>',
               ['small'] * 3, 1)


for t, a in (('f16', 'f32'), ('bf16', 'f32'), ('f16', 'f16'), ('f32', 'f32'), ('tf32', 'f32'), ('f64', 'f64'),
             ('f8E4M3FN', 'f32'), ('f8E5M2', 'f32'), ('f8E4M3FN', 'f16')): product('mmaf', t, a)
for s in (' signed', ' unsigned'):
    for u in (' signed', ' unsigned'): product('mmai', 'i8', 'i32', s + u)
kernel('mmaf_scaled', ['f8E4M3FN', 'f8E4M3FN', 'f32', 'f8E8M0FNU'], 'f32', f'''%z0 = reshape %x0 : tile<{N}xf8E4M3FN> -> tile<8x32xf8E4M3FN>
%z1 = reshape %x1 : tile<{N}xf8E4M3FN> -> tile<32x8xf8E4M3FN>
%half = constant <i32: 15> : tile<i32>
%e = extract %x3[%half] : tile<{N}xf8E8M0FNU> -> tile<8xf8E8M0FNU>
%s = reshape %e : tile<8xf8E8M0FNU> -> tile<8x1xf8E8M0FNU>
%v = reshape %e : tile<8xf8E8M0FNU> -> tile<1x8xf8E8M0FNU>
%c = extract %x2[%half] : tile<{N}xf32> -> tile<64xf32>
%d = reshape %c : tile<64xf32> -> tile<8x8xf32>
%m = mmaf_scaled %z0, %z1, %d, %s, %v : tile<8x32xf8E4M3FN>, tile<32x8xf8E4M3FN>, tile<8x8xf32>, tile<8x1xf8E8M0FNU>, tile<1x8xf8E8M0FNU>
%g = reshape %m : tile<8x8xf32> -> tile<1x64xf32>
%h = broadcast %g : tile<1x64xf32> -> tile<4x64xf32>
%y = reshape %h : tile<4x64xf32> -> tile<{N}xf32>''', ['small', 'small', 'small', 'any'], 1)


def number(t, bits):
    s, w = {'f16': (10, 16), 'bf16': (7, 16), 'f32': (23, 32), 'tf32': (23, 32), 'f64': (52, 64), 'f8E4M3FN': (3, 8),
            'f8E5M2': (2, 8)}[t]
    size = bits & (1 << w - 1) - 1
    limit = {'f8E4M3FN': 0x7e}.get(t, ((1 << w - 1 - s) - 1) << s)
    return None if size > limit else -size if bits >> w - 1 else size


def agree(t, a, b, tolerance):
    for i in range(0, len(a), BYTES[t]):
        x, y = (int.from_bytes(s[i:i + BYTES[t]], 'little') for s in (a, b))
        if x == y: continue
        if t[0] == 'i': return f'[{i // BYTES[t]}] {x:x} {y:x}'
        u, v = number(t, x), number(t, y)
        if u is None and v is None: continue
        if u is None or v is None or abs(u - v) > tolerance: return f'[{i // BYTES[t]}] {x:x} {y:x}'
    return None


def run(args):
    p = subprocess.run(['cuprum', *args], capture_output=True, text=True)
    if p.returncode: print(' '.join(args), p.stdout, p.stderr)
    return p.returncode == 0


with open(STEM + '.mlir', 'w') as f:
    f.write('cuda_tile.module @m {\n' + ''.join(k[5] for k in KERNELS) + '}\n')
for sm in SMS:
    if not run([STEM + '.mlir', '-arch=' + sm, '-o', STEM + sm + '.ptx']): sys.exit(1)
differ = 0
for name, ins, out, hows, tolerance, text in KERNELS:
    args = []
    for i, t in enumerate(ins):
        with open(f'{STEM}.{i}', 'wb') as f: f.write(values(t, hows[i], zlib.crc32(f'{name}{i}'.encode())))
        args.append(f'buf:u8:{N * BYTES[t]}:file:{STEM}.{i}')
    args.append(f'buf:u8:{N * BYTES[out]}:zero')
    got = []
    for source, more in [(STEM + '.mlir', [])] + [(STEM + sm + '.ptx', ['--block=128']) for sm in SMS]:
        ok = run(['run', source, '--kernel=' + name, f'--dump={len(ins)}={STEM}.out', *more, *args])
        got.append(open(STEM + '.out', 'rb').read() if ok else b'')
    what = None
    for sm, compiled in zip(SMS, got[1:]):
        this = agree(out, got[0], compiled, tolerance) if got[0] and compiled else 'failed'
        if this: print(name, sm, this)
        what = what or this
    differ += what is not None
print(f'{len(KERNELS)} kernels, {differ} differ')
