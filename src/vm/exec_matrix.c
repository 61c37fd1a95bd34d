// SPDX-License-Identifier: Apache-2.0
// Matrix instructions (PTX ISA 9.7.14). mma fragments follow the manual's layouts, which are one
// scheme: with e elements per register, register j of a lane holds row lane/4 (+8 for odd j of A
// and for the second half of C) and columns (lane%4)*e.. (+4e for the next pair of registers).
// The layout of wmma fragments is unspecified; ours is element number modulo 32. Products are
// exact, sums are made in double (integers: 64 bits) in order of k and rounded once at the end.
#include "vm/float.h"

enum { MAX_DIM = 32, MAX_K = 256 };

typedef struct {
    uint32_t m, n, k;
} Shape;

static const Shape shapes[] = {
    [PTX_SHAPE_M8N8K4] = {8, 8, 4},       [PTX_SHAPE_M8N8K16] = {8, 8, 16},
    [PTX_SHAPE_M8N8K32] = {8, 8, 32},     [PTX_SHAPE_M8N8K128] = {8, 8, 128},
    [PTX_SHAPE_M16N8K4] = {16, 8, 4},     [PTX_SHAPE_M16N8K8] = {16, 8, 8},
    [PTX_SHAPE_M16N8K16] = {16, 8, 16},   [PTX_SHAPE_M16N8K32] = {16, 8, 32},
    [PTX_SHAPE_M16N8K64] = {16, 8, 64},   [PTX_SHAPE_M16N8K128] = {16, 8, 128},
    [PTX_SHAPE_M16N8K256] = {16, 8, 256}, [PTX_SHAPE_M16N16K16] = {16, 16, 16},
    [PTX_SHAPE_M8N32K16] = {8, 32, 16},   [PTX_SHAPE_M32N8K16] = {32, 8, 16},
    [PTX_SHAPE_M16N16K8] = {16, 16, 8},   [PTX_SHAPE_M8N8] = {8, 8, 0},
};

// A fragment: registers list[at .. at+n-1], elements of a type.
typedef struct {
    const VmRef *reg;
    const uint8_t *size;
    uint32_t n, type, bits, per; // per: elements in a register
} Frag;

typedef union {
    double f;
    int64_t i;
} Elem;

static bool is_int(uint32_t t) {
    char k = ptx_types[t].kind;
    return k == 's' || k == 'u' || k == 'b';
}

static Frag fragment(Warp *w, const VmInst *in, uint32_t at, uint32_t n, uint32_t type) {
    uint32_t bits = ptx_type_bits((PtxType)type);
    return (Frag){
        w->fn->list.at + in->extra + at, w->fn->list_size.at + in->extra + at, n, type, bits,
        bits >= 32 ? 1 : 32 / bits};
}

static Elem get(Warp *w, const Frag *f, uint32_t lane, uint32_t reg, uint32_t sub) {
    uint64_t v = 0;
    uint32_t size = f->size[reg];
    memcpy(&v, (uint8_t *)vm_row(w, f->reg[reg]) + ((size_t)lane << size), 1u << size);
    v >>= sub * f->bits;
    Elem e;
    float s;
    uint32_t b = (uint32_t)v;
    switch (f->type) {
    case PTX_F64: memcpy(&e.f, &v, 8); break;
    case PTX_TF32:
        b &= 0xffffe000; // the low bits are ignored
        __attribute__((fallthrough));
    case PTX_F32:
        memcpy(&s, &b, 4);
        e.f = (double)s;
        break;
    case PTX_F16:
    case PTX_BF16: e.f = (double)vm_half_get((uint16_t)v, f->type == PTX_BF16); break;
    case PTX_E4M3: e.f = vm_unpack(b & 0xff, &vm_fmt_e4m3); break;
    case PTX_E5M2: e.f = vm_unpack(b & 0xff, &vm_fmt_e5m2); break;
    default: {
        uint32_t drop = 64 - f->bits;
        e.i = ptx_types[f->type].kind == 's' ? (int64_t)(v << drop) >> drop
                                             : (int64_t)(v << drop >> drop);
    }
    }
    return e;
}

static void put(Warp *w, const Frag *f, uint32_t lane, uint32_t reg, uint32_t sub, Elem e,
                bool sat) {
    uint64_t v;
    float s = (float)e.f;
    uint32_t b;
    switch (f->type) {
    case PTX_F64: memcpy(&v, &e.f, 8); break;
    case PTX_F32:
        memcpy(&b, &s, 4);
        v = e.f != e.f ? 0x7fffffff : b;
        break;
    case PTX_F16: v = vm_half_put(e.f, false, PTX_RND_RN); break;
    default:
        if (sat) e.i = e.i > INT32_MAX ? INT32_MAX : e.i < INT32_MIN ? INT32_MIN : e.i;
        v = (uint32_t)e.i;
        break;
    }
    uint8_t *p = (uint8_t *)vm_row(w, f->reg[reg]) + ((size_t)lane << f->size[reg]);
    memcpy(p + sub * (f->bits / 8), &v, f->bits / 8);
}

typedef struct {
    Elem a[MAX_DIM][MAX_K], b[MAX_K][MAX_DIM], c[MAX_DIM][MAX_DIM];
} Matrices;

static void multiply(Matrices *x, Shape s, uint32_t type, uint32_t bitop) {
    for (uint32_t i = 0; i < s.m; i++) {
        for (uint32_t j = 0; j < s.n; j++) {
            Elem acc = x->c[i][j];
            if (is_int(type)) {
                for (uint32_t k = 0; k < s.k; k++) {
                    int64_t p = x->a[i][k].i * x->b[k][j].i;
                    if (bitop == PTX_BITOP_XOR) p = x->a[i][k].i ^ x->b[k][j].i;
                    acc.i += p;
                }
            } else if (type == PTX_F64) {
                for (uint32_t k = 0; k < s.k; k++)
                    acc.f = __builtin_fma(x->a[i][k].f, x->b[k][j].f, acc.f);
            } else {
                double sum = 0;
                for (uint32_t k = 0; k < s.k; k++) sum += x->a[i][k].f * x->b[k][j].f;
                acc.f += sum;
            }
            x->c[i][j] = acc;
        }
    }
}

static void whole_warp(Warp *w, const VmInst *in, uint32_t mask) {
    if (mask == VM_FULL) return;
    vm_fault(w, in, (uint32_t)__builtin_ctz(mask), VM_ERR_ILLEGAL, 0,
             "matrix instruction executed by some threads of the warp only (mask %08x)", mask);
}

// ---- mma.sync ----------------------------------------------------------------------------------

// imm: shape; n, asize, dsize, mod: registers of D, A, B, C
static void fragments(Warp *w, const VmInst *in, Frag *d, Frag *a, Frag *b, Frag *c) {
    uint32_t reg = 0;
    *d = fragment(w, in, reg, in->n, in->type);
    *a = fragment(w, in, reg += in->n, in->asize, in->type2);
    *b = fragment(w, in, reg += in->asize, in->dsize, in->type3);
    *c = fragment(w, in, reg + in->dsize, in->mod, in->type4);
}

static void exec_mma(Warp *w, const VmInst *in, uint32_t mask) {
    whole_warp(w, in, mask);
    Matrices x;
    Shape s = shapes[in->imm];
    Frag d, a, b, c;
    fragments(w, in, &d, &a, &b, &c);
    for (uint32_t l = 0; l < VM_LANES; l++) {
        uint32_t g = l >> 2, t = l & 3;
        for (uint32_t j = 0; j < a.n; j++) {
            uint32_t row = s.m == 16 ? g + 8 * (j & 1) : g, pair = s.m == 16 ? j / 2 : j;
            for (uint32_t q = 0; q < a.per; q++)
                x.a[row][t * a.per + q + pair * 4 * a.per] = get(w, &a, l, j, q);
        }
        for (uint32_t j = 0; j < b.n; j++) {
            for (uint32_t q = 0; q < b.per; q++)
                x.b[t * b.per + q + j * 4 * b.per][g] = get(w, &b, l, j, q);
        }
        for (uint32_t i = 0; i < c.n * c.per; i++)
            x.c[g + 8 * (i / 2)][t * 2 + (i & 1)] = get(w, &c, l, i / c.per, i % c.per);
    }
    multiply(&x, s, in->type, in->rnd);
    for (uint32_t l = 0; l < VM_LANES; l++) {
        uint32_t g = l >> 2, t = l & 3;
        for (uint32_t i = 0; i < d.n * d.per; i++) {
            put(w, &d, l, i / d.per, i % d.per, x.c[g + 8 * (i / 2)][t * 2 + (i & 1)],
                in->flags & VF_SAT);
        }
    }
}

static uint32_t push(Decoder *d, const PtxOpnd *o, uint32_t type, bool dest) {
    vm_push_elements(d, o, type == PTX_F64 ? 3 : 2, dest);
    return o->n;
}

static bool fits(uint32_t regs, uint32_t type, uint32_t elements) {
    uint32_t bits = ptx_type_bits((PtxType)type);
    return regs * (bits >= 32 ? 1 : 32 / bits) * VM_LANES == elements;
}

static bool decode_mma(Decoder *d, const PtxInst *in, const PtxOpnd *o, VmInst *v) {
    Shape s = shapes[ptx_mod(in, SHAPE)];
    v->imm = ptx_mod(in, SHAPE);
    v->extra = d->fn->list.n;
    v->n = (uint8_t)push(d, &o[0], in->type[0], true);
    v->asize = (uint8_t)push(d, &o[1], in->type[1], false);
    v->dsize = (uint8_t)push(d, &o[2], in->type[2], false);
    v->mod = (uint8_t)push(d, &o[3], in->type[3], false);
    if (in->op == PTXI_mma_b1) v->rnd = (uint8_t)ptx_mod(in, BITOP);
    if (in->op == PTXI_mma && ptx_mod(in, MSAT)) v->flags |= VF_SAT;
    v->fn = exec_mma;
    // the Volta form (m8n8k4 with f16) has layouts of its own
    return fits(v->n, in->type[0], s.m * s.n) && fits(v->asize, in->type[1], s.m * s.k) &&
           fits(v->dsize, in->type[2], s.k * s.n) && fits(v->mod, in->type[3], s.m * s.n);
}

// ---- wmma --------------------------------------------------------------------------------------

static void dims_of(Shape s, uint32_t matrix, uint32_t *rows, uint32_t *cols) {
    *rows = matrix == PTX_MATRIX_B ? s.k : s.m;
    *cols = matrix == PTX_MATRIX_A ? s.k : s.n;
}

// Memory address of element (r, c) with the lane-uniform base and stride.
static uint8_t *element_at(Warp *w, const VmInst *in, uint32_t lane, uint64_t base, uint64_t stride,
                           uint32_t r, uint32_t c, uint32_t bytes, VmAccess kind) {
    uint64_t index = in->rnd == PTX_ALAYOUT_ROW ? r * stride + c : c * stride + r;
    return vm_access(w, in, lane, base + index * bytes, bytes, (VmSpace)in->space, kind);
}

// in: mod matrix, rnd layout, n registers, d shape, b stride row or NONE
static void exec_wmma_mem(Warp *w, const VmInst *in, uint32_t mask) {
    whole_warp(w, in, mask);
    uint32_t rows, cols;
    dims_of(shapes[in->d], in->mod, &rows, &cols);
    Frag f = fragment(w, in, 0, in->n, in->type);
    uint64_t base[VM_LANES], stride[VM_LANES];
    vm_load_row(w, in->a, in->asize, base);
    stride[0] = in->rnd == PTX_ALAYOUT_ROW ? cols : rows;
    if (in->b != REF_NONE) vm_load_row(w, in->b, 2, stride);
    uint32_t bytes = f.bits / 8, slots = f.n * f.per, count = rows * cols;
    bool store = in->flags & VF_RELEASE;
    for (uint32_t slot = 0; slot < slots; slot++) {
        for (uint32_t l = 0; l < VM_LANES; l++) {
            uint32_t e = (slot * VM_LANES + l) % count; // spare slots repeat elements
            if (store && slot * VM_LANES + l >= count) continue;
            uint8_t *p = element_at(w, in, l, base[0] + (uint64_t)in->imm, stride[0], e / cols,
                                    e % cols, bytes, store ? VM_WRITE : VM_READ);
            uint32_t reg = slot / f.per, sub = slot % f.per;
            uint8_t *q =
                (uint8_t *)vm_row(w, f.reg[reg]) + ((size_t)l << f.size[reg]) + sub * bytes;
            memcpy(store ? p : q, store ? q : p, bytes);
        }
    }
}

static void exec_wmma(Warp *w, const VmInst *in, uint32_t mask) {
    whole_warp(w, in, mask);
    Matrices x;
    Shape s = shapes[in->imm];
    Frag d, a, b, c;
    fragments(w, in, &d, &a, &b, &c);
    for (uint32_t e = 0; e < s.m * s.k; e++)
        x.a[e / s.k][e % s.k] = get(w, &a, e % 32, e / 32 / a.per, e / 32 % a.per);
    for (uint32_t e = 0; e < s.k * s.n; e++)
        x.b[e / s.n][e % s.n] = get(w, &b, e % 32, e / 32 / b.per, e / 32 % b.per);
    for (uint32_t e = 0; e < s.m * s.n; e++)
        x.c[e / s.n][e % s.n] = get(w, &c, e % 32, e / 32 / c.per, e / 32 % c.per);
    multiply(&x, s, in->type, 0);
    for (uint32_t e = 0; e < s.m * s.n; e++) {
        put(w, &d, e % 32, e / 32 / d.per, e / 32 % d.per, x.c[e / s.n][e % s.n],
            in->flags & VF_SAT);
    }
}

static bool holds(const VmInst *v, uint32_t regs, uint32_t type, uint32_t elements) {
    uint32_t bits = ptx_type_bits((PtxType)type);
    return regs * (bits >= 32 ? 1 : 32 / bits) * VM_LANES >= elements;
}

static bool decode_wmma_mem(Decoder *d, const PtxInst *in, const PtxOpnd *o, VmInst *v, bool load) {
    uint32_t shape = ptx_mod(in, SHAPE), rows, cols;
    if (!vm_decode_address(d, &o[load ? 1 : 0], ptx_mod(in, SPACE), v)) return false;
    v->mod = load ? (uint8_t)ptx_mod(in, MATRIX) : PTX_MATRIX_C;
    v->rnd = (uint8_t)ptx_mod(in, ALAYOUT);
    v->d = shape;
    if (!load) v->flags |= VF_RELEASE;
    if (in->nopnd > 2) v->b = vm_operand(d, &o[2], 2);
    v->extra = d->fn->list.n;
    v->n = (uint8_t)push(d, &o[load ? 0 : 1], in->type[0], load);
    dims_of(shapes[shape], v->mod, &rows, &cols);
    v->fn = exec_wmma_mem;
    return rows && cols && holds(v, v->n, in->type[0], rows * cols);
}

static bool decode_wmma(Decoder *d, const PtxInst *in, const PtxOpnd *o, VmInst *v) {
    Shape s = shapes[ptx_mod(in, SHAPE)];
    if (in->op == PTXI_wmma_mma) { // f16 operands: the types are D's and C's
        v->type2 = v->type3 = PTX_F16;
        v->type4 = in->type[1];
    } else if (ptx_mod(in, MSAT)) {
        v->flags |= VF_SAT;
    }
    v->imm = ptx_mod(in, SHAPE);
    v->extra = d->fn->list.n;
    v->n = (uint8_t)push(d, &o[0], v->type, true);
    v->asize = (uint8_t)push(d, &o[1], v->type2, false);
    v->dsize = (uint8_t)push(d, &o[2], v->type3, false);
    v->mod = (uint8_t)push(d, &o[3], v->type4, false);
    v->fn = exec_wmma;
    return holds(v, v->n, v->type, s.m * s.n) && holds(v, v->asize, v->type2, s.m * s.k) &&
           holds(v, v->dsize, v->type3, s.k * s.n) && holds(v, v->mod, v->type4, s.m * s.n) && s.k;
}

// ---- ldmatrix, stmatrix, movmatrix -------------------------------------------------------------

// Lane 8i + r gives the address of row r of matrix i; lane l holds elements 2(l%4), +1 of row l/4.
static void exec_ldstmatrix(Warp *w, const VmInst *in, uint32_t mask) {
    whole_warp(w, in, mask);
    Frag f = fragment(w, in, 0, in->n, PTX_F16);
    uint64_t addr[VM_LANES];
    vm_load_row(w, in->a, in->asize, addr);
    bool trans = in->flags & VF_WRAP, store = in->flags & VF_RELEASE;
    for (uint32_t i = 0; i < in->n; i++) {
        uint16_t *row[8];
        for (uint32_t r = 0; r < 8; r++) {
            row[r] =
                (uint16_t *)(void *)vm_access(w, in, 8 * i + r, addr[8 * i + r] + (uint64_t)in->imm,
                                              16, (VmSpace)in->space, store ? VM_WRITE : VM_READ);
        }
        for (uint32_t l = 0; l < VM_LANES; l++) {
            uint16_t *reg = (uint16_t *)vm_row(w, f.reg[i]) + 2 * l;
            for (uint32_t h = 0; h < 2; h++) {
                uint16_t *p = trans ? &row[2 * (l & 3) + h][l >> 2] : &row[l >> 2][2 * (l & 3) + h];
                memcpy(store ? p : reg + h, store ? reg + h : p, 2);
            }
        }
    }
}

static void exec_movmatrix(Warp *w, const VmInst *in, uint32_t mask) {
    whole_warp(w, in, mask);
    uint16_t x[8][8], *d = vm_row(w, in->d);
    const uint16_t *a = vm_row(w, in->a);
    for (uint32_t l = 0; l < VM_LANES; l++) {
        for (uint32_t h = 0; h < 2; h++) x[l >> 2][2 * (l & 3) + h] = a[2 * l + h];
    }
    for (uint32_t l = 0; l < VM_LANES; l++) {
        for (uint32_t h = 0; h < 2; h++) d[2 * l + h] = x[2 * (l & 3) + h][l >> 2];
    }
}

static bool decode_ldst(Decoder *d, const PtxInst *in, const PtxOpnd *o, VmInst *v, bool load) {
    uint32_t space = ptx_mod(in, SPACE);
    if (!vm_decode_address(d, &o[load ? 1 : 0], space, v)) return false;
    v->extra = d->fn->list.n;
    v->n = (uint8_t)push(d, &o[load ? 0 : 1], PTX_B32, load);
    if (ptx_mod(in, TRANS)) v->flags |= VF_WRAP;
    if (!load) v->flags |= VF_RELEASE;
    v->fn = exec_ldstmatrix;
    return v->n == 1u << (ptx_mod(in, XCOUNT) - 1);
}

bool vm_decode_video(Decoder *d, const PtxInst *in, const PtxOpnd *o, VmInst *v);

bool vm_decode_matrix(Decoder *d, const PtxInst *in, const PtxOpnd *o, VmInst *v) {
    v->cls = VM_CLS_MATRIX;
    switch (ptx_rows[in->op].sem) {
    case PTX_SEM_MMA: return decode_mma(d, in, o, v);
    case PTX_SEM_WMMALOAD: return decode_wmma_mem(d, in, o, v, true);
    case PTX_SEM_WMMASTORE: return decode_wmma_mem(d, in, o, v, false);
    case PTX_SEM_WMMAMMA: return decode_wmma(d, in, o, v);
    case PTX_SEM_LDMATRIX: return decode_ldst(d, in, o, v, true);
    case PTX_SEM_STMATRIX: return decode_ldst(d, in, o, v, false);
    case PTX_SEM_MOVMATRIX: v->fn = exec_movmatrix; return vm_fill_operands(d, in, o, v);
    case PTX_SEM_VSIMD: return vm_decode_video(d, in, o, v);
    default: return false;
    }
}
