// SPDX-License-Identifier: Apache-2.0
// mma.sync, dense, sparse and block-scaled, and wgmma, in every legal shape and type, against a
// plain loop over exact products of small integers (so that no order of adding shows). The layouts
// are the manual's figures turned round: from an element's place to its lane and register.
// `test_vm_matrix --emit DIR` writes the kernels, to be given to ptxas.
#include "vm_run.h"

enum { MAXM = 64, MAXN = 256, MAXK = 256 };

typedef enum {
    F16,
    BF16,
    TF32,
    F32,
    F64,
    S8,
    U8,
    S4,
    U4,
    B1,
    S32,
    E4M3,
    E5M2,
    E2M3,
    E3M2,
    E2M1
} Type;
static const struct {
    const char *name;
    uint8_t bits;
    bool integer;
} types[] = {
    [F16] = {"f16", 16, false},  [BF16] = {"bf16", 16, false}, [TF32] = {"tf32", 32, false},
    [F32] = {"f32", 32, false},  [F64] = {"f64", 64, false},   [S8] = {"s8", 8, true},
    [U8] = {"u8", 8, true},      [S4] = {"s4", 4, true},       [U4] = {"u4", 4, true},
    [B1] = {"b1", 1, true},      [S32] = {"s32", 32, true},    [E4M3] = {"e4m3", 8, false},
    [E5M2] = {"e5m2", 8, false}, [E2M3] = {"e2m3", 8, false},  [E3M2] = {"e3m2", 8, false},
    [E2M1] = {"e2m1", 4, false},
};

static uint32_t seed = 1;
static uint32_t rnd(uint32_t n) {
    seed = seed * 1664525 + 1013904223;
    return (seed >> 8) % n;
}

// Small integers that every format has: -2 .. 2, of unsigned types 0 .. 3, of b1 0 and 1.
static int value_of(Type t) {
    return t == B1 ? (int)rnd(2) : t == U8 || t == U4 ? (int)rnd(4) : (int)rnd(5) - 2;
}

// Bits of a small integer. e2m1 stands at bits 2 to 5 of a byte when it is not packed.
static uint64_t encode(Type t, int v, uint32_t bits) {
    static const uint8_t e5m2[] = {0, 0x3c, 0x40}, e4m3[] = {0, 0x38, 0x40},
                         e3m2[] = {0, 0x0c, 0x10}, e2m3[] = {0, 0x08, 0x10}, e2m1[] = {0, 2, 4};
    uint32_t a = (uint32_t)(v < 0 ? -v : v), neg = v < 0;
    float f = (float)v;
    double d = v;
    uint64_t u = 0;
    switch (t) {
    case F16: return neg << 15 | (a == 0 ? 0 : a == 1 ? 0x3c00u : 0x4000u);
    case BF16: memcpy(&u, &f, 4); return u >> 16;
    case TF32:
    case F32: memcpy(&u, &f, 4); return u;
    case F64: memcpy(&u, &d, 8); return u;
    case E5M2: return neg << 7 | e5m2[a];
    case E4M3: return neg << 7 | e4m3[a];
    case E3M2: return neg << 5 | e3m2[a];
    case E2M3: return neg << 5 | e2m3[a];
    case E2M1: return (uint64_t)(neg << 3 | e2m1[a]) << (bits == 8 ? 2 : 0);
    default: return (uint64_t)(int64_t)v & (bits == 64 ? ~0ull : (1ull << bits) - 1);
    }
}

static double half_value(uint32_t h) {
    double m = h & 0x3ff;
    int e = h >> 10 & 31;
    double v = e ? (m + 1024) * __builtin_ldexp(1, e - 25) : m * 0x1p-24;
    return h & 0x8000 ? -v : v;
}

static double decode(Type t, uint64_t u) {
    float f;
    double d;
    switch (t) {
    case F16: return half_value((uint32_t)u & 0xffff);
    case F32: memcpy(&f, &u, 4); return (double)f;
    case F64: memcpy(&d, &u, 8); return d;
    default: return (double)(int32_t)u;
    }
}

static int A[MAXM][MAXK], B[MAXK][MAXN], C[MAXM][MAXN];
static double D[MAXM][MAXN];
static uint8_t col[MAXM][MAXK]; // sparse: the columns of the stored elements
static uint8_t scale_a[16][4], scale_b[8][4];

// ---- registers ---------------------------------------------------------------------------------

static uint64_t words[32 * 4][400]; // of each lane: registers in the order of the instruction
static void put_bits(uint32_t lane, uint32_t reg, uint32_t at, uint64_t v) {
    words[lane][reg] |= v << at;
}

// mma's A, m16 x k (m8 likewise) with e elements of a register
static void place_a(uint32_t row, uint32_t c, uint32_t e, uint32_t m, uint32_t *lane, uint32_t *reg,
                    uint32_t *sub) {
    *lane = row % 8 * 4 + c / e % 4;
    *reg = m == 16 ? row / 8 + 2 * (c / (4 * e)) : c / (4 * e);
    *sub = c % e;
}
static void place_c(uint32_t row, uint32_t c, uint32_t *lane, uint32_t *i) {
    *lane = row % 8 * 4 + c % 8 / 2;
    *i = row / 8 * 2 + c % 2;
}

// Two (pairs: two pairs) of every four (tf32: one of two) elements of a row of A are kept.
static void choose_columns(uint32_t m, uint32_t k, Type t, uint32_t bits) {
    bool pairs = bits == 4;
    for (uint32_t r = 0; r < m; r++) {
        uint32_t stored = 0;
        memset(A[r], 0, sizeof A[r]);
        if (t == TF32) {
            for (uint32_t c = 0; c < k; c += 2) col[r][stored++] = (uint8_t)(c + rnd(2));
        } else {
            uint32_t unit = pairs ? 2 : 1;
            for (uint32_t c = 0; c < k; c += 4 * unit) {
                uint32_t x = rnd(3), y = x + 1 + rnd(3 - x);
                for (uint32_t q = 0; q < unit; q++) col[r][stored++] = (uint8_t)(c + x * unit + q);
                for (uint32_t q = 0; q < unit; q++) col[r][stored++] = (uint8_t)(c + y * unit + q);
            }
        }
        for (uint32_t i = 0; i < stored; i++) A[r][col[r][i]] = value_of(t);
    }
}

// The metadata words of 16 rows from `first`: for each stored element (pair) two bits, tf32 four.
static void place_metadata(uint32_t warp, uint32_t first, uint32_t k, Type t, uint32_t bits,
                           uint32_t selector, uint32_t reg) {
    for (uint32_t r = 0; r < 16; r++) {
        uint64_t row[4] = {0};
        uint32_t n = 0;
        for (uint32_t i = 0; i < k / 2; i += bits == 4 ? 2 : 1) {
            uint32_t c = col[first + r][i], code, width = 2;
            if (t == TF32) {
                code = c % 2 ? 14 : 4;
                width = 4;
            } else {
                code = bits == 4 ? c / 2 % 4 : c % 4;
            }
            row[n / 16] |= (uint64_t)code << n % 16;
            n += width;
        }
        for (uint32_t h = 0; h < n / 16; h++) { // 16-bit pieces
            uint32_t lane, shift = 0;
            if (bits > 8) {
                lane = 4 * (r % 8) + (n == 16 ? selector : 2 * selector + h);
                shift = 16 * (r / 8);
            } else {
                lane = 4 * (r % 8) + (n == 32 ? 2 * selector : 2 * (h / 2)) + r / 8;
                shift = 16 * (h % 2);
            }
            put_bits(32 * warp + lane, reg, shift, row[h]);
        }
    }
}

// ---- mma ---------------------------------------------------------------------------------------

typedef struct {
    const char *target, *name;
    uint32_t m, n, k;
    Type d, a, b, c;
    bool sparse, bytes; // bytes: formats narrower than 8 bits in bytes
    uint32_t blocks;    // scales of a row
    bool ue4m3, xor_op;
    uint32_t selector;
} Mma;

static void reference(const Mma *x) {
    for (uint32_t i = 0; i < x->m; i++) {
        for (uint32_t j = 0; j < x->n; j++) {
            double s = C[i][j];
            for (uint32_t k = 0; k < x->k; k++) {
                double p = x->xor_op ? A[i][k] ^ B[k][j] : A[i][k] * B[k][j];
                if (x->blocks) {
                    uint32_t q = k / (x->k / x->blocks);
                    p *= __builtin_ldexp(1, scale_a[i][q] + scale_b[j][q]);
                }
                s += p;
            }
            D[i][j] = s;
        }
    }
}

static void put_vector(Buf *b, const char *prefix, uint32_t from, uint32_t n) {
    for (uint32_t i = 0; i < n; i++) buf_printf(b, "%s%s%u", i ? ", " : "{", prefix, from + i);
    buf_putc(b, '}');
}

static uint32_t regs_of(uint32_t elements, uint32_t bits) {
    return bits >= 32 ? elements / 32 : elements * bits / 1024;
}

// Loads `n` registers of a lane from the table in p0, runs `inst`, stores `nd` registers to p1.
static void put_body(Buf *b, uint32_t n, uint32_t first, uint32_t nd, const char *inst) {
    buf_printf(b, "\t.reg .b32 %%r<500>; .reg .b64 %%rd<500>, %%a, %%o, %%t, %%u; .reg .b32 %%i; "
                  ".reg .pred %%p;\n"
                  "\tld.param.u64 %%a, [p0]; ld.param.u64 %%o, [p1]; mov.u32 %%i, %%tid.x;\n"
                  "\tmul.wide.u32 %%t, %%i, 3200; add.s64 %%a, %%a, %%t; add.s64 %%o, %%o, %%t;\n");
    for (uint32_t i = 0; i < n; i++)
        buf_printf(b, "\tld.global.u64 %%rd%u, [%%a+%u]; cvt.u32.u64 %%r%u, %%rd%u;\n", i, 8 * i, i,
                   i);
    buf_puts(b, inst);
    for (uint32_t i = 0; i < nd; i++) {
        buf_printf(b, "\tst.global.u32 [%%o+%u], %%r%u; ", 16 * i, first + i);
        buf_printf(b, "st.global.u64 [%%o+%u], %%rd%u;\n", 16 * i + 8, first + i);
    }
}

static uint64_t result(const uint64_t *lane, uint32_t reg, bool wide) {
    return wide ? lane[2 * reg + 1] : lane[2 * reg] & 0xffffffff;
}

static void fill(const Mma *x, uint32_t abits) {
    for (uint32_t i = 0; i < x->m; i++) {
        for (uint32_t k = 0; k < x->k; k++) A[i][k] = value_of(x->a);
        for (uint32_t j = 0; j < x->n; j++)
            C[i][j] = x->c == S32 ? (int)rnd(1000) - 500 : value_of(x->c);
    }
    for (uint32_t k = 0; k < x->k; k++) {
        for (uint32_t j = 0; j < x->n; j++) B[k][j] = value_of(x->b);
    }
    if (x->sparse) choose_columns(x->m, x->k, x->a, abits);
    for (uint32_t i = 0; i < 16; i++) {
        for (uint32_t q = 0; q < 4; q++)
            scale_a[i][q] = (uint8_t)rnd(3), scale_b[i % 8][q] = (uint8_t)rnd(3);
    }
}

static uint32_t scale_code(const Mma *x, uint32_t e) { // 2^e
    return x->ue4m3 ? (7 + e) << 3 : 127 + e;
}

static void test_mma(Ctx *ctx, const Mma *x) {
    uint32_t abits = x->bytes ? 8 : types[x->a].bits, bbits = x->bytes ? 8 : types[x->b].bits;
    uint32_t ka = x->sparse ? x->k / 2 : x->k, lane, reg, sub, i;
    uint32_t ea = abits >= 32 ? 1 : 32 / abits, eb = bbits >= 32 ? 1 : 32 / bbits;
    uint32_t na = regs_of(x->m * ka, abits), nb = regs_of(x->k * x->n, bbits);
    uint32_t nc = regs_of(x->m * x->n, types[x->c].bits),
             nd = regs_of(x->m * x->n, types[x->d].bits);
    fill(x, abits);
    memset(words, 0, sizeof words);
    for (uint32_t r = 0; r < x->m; r++) {
        for (uint32_t s = 0; s < ka; s++) {
            place_a(r, s, ea, x->m, &lane, &reg, &sub);
            put_bits(lane, nd + reg, sub * abits,
                     encode(x->a, A[r][x->sparse ? col[r][s] : s], abits));
        }
        for (uint32_t c = 0; c < x->n; c++) {
            place_c(r, c, &lane, &i);
            uint32_t per = types[x->c].bits == 16 ? 2 : 1;
            uint64_t v = encode(x->c, 0, 0);
            v = x->c == S32 ? (uint32_t)C[r][c] : encode(x->c, C[r][c], 0);
            put_bits(lane, nd + na + nb + i / per, i % per * 16, v);
        }
    }
    for (uint32_t k = 0; k < x->k; k++) { // B's lanes are those of A's transpose with eight rows
        for (uint32_t c = 0; c < x->n; c++) {
            place_a(c, k, eb, 8, &lane, &reg, &sub);
            put_bits(lane, nd + na + reg, sub * bbits, encode(x->b, B[k][c], bbits));
        }
    }
    uint32_t meta = nd + na + nb + nc;
    if (x->sparse) place_metadata(0, 0, x->k, x->a, abits, x->selector, meta);
    uint32_t byte_id = x->blocks == 1 ? 2 : x->blocks == 2 ? 2 : 0, thread_a = 1, thread_b = 3;
    for (uint32_t q = 0; q < x->blocks; q++) {
        for (uint32_t r = 0; r < 16; r++)
            put_bits(4 * (r % 8) + 2 * thread_a + r / 8, meta + 1, 8 * (byte_id + q),
                     scale_code(x, scale_a[r][q]));
        for (uint32_t c = 0; c < 8; c++)
            put_bits(4 * c + thread_b, meta + 2, 8 * (byte_id + q), scale_code(x, scale_b[c][q]));
    }
    reference(x);
    Buf inst, body;
    buf_init(&inst, &ctx->perm);
    buf_init(&body, &ctx->perm);
    buf_printf(&inst, "\t%s ", x->name);
    bool wide = x->d == F64;
    const char *p = wide ? "%rd" : "%r";
    put_vector(&inst, p, 0, nd);
    buf_puts(&inst, ", ");
    put_vector(&inst, p, nd, na);
    buf_puts(&inst, ", ");
    put_vector(&inst, p, nd + na, nb);
    buf_puts(&inst, ", ");
    put_vector(&inst, p, nd + na + nb, nc);
    if (x->sparse) buf_printf(&inst, ", %%r%u, %u", meta, x->selector);
    if (x->blocks)
        buf_printf(&inst, ", %%r%u, {%u, %u}, %%r%u, {%u, %u}", meta + 1, byte_id, thread_a,
                   meta + 2, byte_id, thread_b);
    buf_puts(&inst, ";\n");
    put_body(&body, meta + 3, 0, nd, buf_cstr(&inst));
    Vm *vm = vm_new(ctx, &(VmOptions){.jobs = 1});
    uint64_t in = device_copy(vm, words, 32 * sizeof words[0]);
    uint64_t out = device_copy(vm, words, 32 * sizeof words[0]);
    VmRunOptions o = {x->target, 1, 32, 0, 2, {in, out}};
    if (run_kernel(vm, ctx, &o, "", buf_cstr(&body)) && !emit_dir) {
        vm_read(vm, out, words, 32 * sizeof words[0]);
        uint32_t bad = 0, per = types[x->d].bits == 16 ? 2 : 1;
        for (uint32_t r = 0; r < x->m; r++) {
            for (uint32_t c = 0; c < x->n; c++) {
                place_c(r, c, &lane, &i);
                double got = decode(x->d, result(words[lane], i / per, wide) >> i % per * 16);
                bad += got != D[r][c];
                if (got != D[r][c] && bad < 3)
                    fprintf(stderr, "%s: (%u,%u) is %g, not %g\n", x->name, r, c, got, D[r][c]);
            }
        }
        CHECK(bad == 0);
    }
    vm_free(vm);
}

// ---- the legal forms ---------------------------------------------------------------------------

static void one(const char *target, uint32_t m, uint32_t n, uint32_t k, Type d, Type a, Type b,
                Type c, const char *mods, Mma x) {
    Ctx ctx;
    ctx_init(&ctx);
    x.target = target;
    x.m = m, x.n = n, x.k = k, x.d = d, x.a = a, x.b = b, x.c = c;
    const char *tail = a == B1    ? x.xor_op ? ".xor.popc" : ".and.popc"
                       : x.blocks ? x.ue4m3 ? ".ue4m3" : ".ue8m0"
                                  : "";
    x.name = arena_printf(&ctx.perm, "mma%s.sync.aligned.m%un%uk%u.row.col%s.%s.%s.%s.%s%s",
                          x.sparse ? x.selector & 4 ? ".sp" : ".sp::ordered_metadata" : "", m, n, k,
                          mods, types[d].name, types[a].name, types[b].name, types[c].name, tail);
    x.selector &= 3;
    test_mma(&ctx, &x);
    ctx_free(&ctx);
}

static void test_dense(void) {
    static const Type ints[] = {S8, U8}, nibbles[] = {S4, U4}, fp8[] = {E4M3, E5M2};
    for (uint32_t k = 8; k <= 16; k *= 2) {
        one("sm_80", 16, 8, k, F16, F16, F16, F16, "", (Mma){0});
        one("sm_80", 16, 8, k, F32, F16, F16, F32, "", (Mma){0});
        one("sm_80", 16, 8, k, F32, BF16, BF16, F32, "", (Mma){0});
        one("sm_80", 16, 8, k / 2, F32, TF32, TF32, F32, "", (Mma){0});
    }
    one("sm_80", 8, 8, 4, F64, F64, F64, F64, "", (Mma){0});
    for (uint32_t k = 4; k <= 16; k *= 2) one("sm_90", 16, 8, k, F64, F64, F64, F64, "", (Mma){0});
    for (uint32_t i = 0; i < 8; i++) {
        const char *sat = i & 4 ? ".satfinite" : "";
        one("sm_80", 8, 8, 16, S32, ints[i & 1], ints[i >> 1 & 1], S32, sat, (Mma){0});
        one("sm_80", 16, 8, 16, S32, ints[i & 1], ints[i >> 1 & 1], S32, sat, (Mma){0});
        one("sm_80", 16, 8, 32, S32, ints[i & 1], ints[i >> 1 & 1], S32, sat, (Mma){0});
        one("sm_80", 8, 8, 32, S32, nibbles[i & 1], nibbles[i >> 1 & 1], S32, sat, (Mma){0});
        one("sm_80", 16, 8, 32, S32, nibbles[i & 1], nibbles[i >> 1 & 1], S32, sat, (Mma){0});
        one("sm_80", 16, 8, 64, S32, nibbles[i & 1], nibbles[i >> 1 & 1], S32, sat, (Mma){0});
    }
    for (uint32_t i = 0; i < 2; i++) {
        one("sm_80", 8, 8, 128, S32, B1, B1, S32, "", (Mma){.xor_op = i});
        one("sm_80", 16, 8, 128, S32, B1, B1, S32, "", (Mma){.xor_op = i});
        one("sm_80", 16, 8, 256, S32, B1, B1, S32, "", (Mma){.xor_op = i});
    }
    for (uint32_t i = 0; i < 4; i++) {
        one("sm_89", 16, 8, 32, F32, fp8[i & 1], fp8[i >> 1], F32, "", (Mma){0});
        one("sm_120a", 16, 8, 32, F16, fp8[i & 1], fp8[i >> 1], F16, "", (Mma){0});
        one("sm_120a", 16, 8, 16, F32, fp8[i & 1], fp8[i >> 1], F32, "", (Mma){0});
    }
}

static void test_kinds(void) {
    static const Type f[] = {E4M3, E5M2, E3M2, E2M3, E2M1};
    for (uint32_t i = 0; i < 25; i++) {
        Type a = f[i / 5], b = f[i % 5];
        one("sm_120a", 16, 8, 32, F32, a, b, F32, ".kind::f8f6f4", (Mma){.bytes = true});
        one("sm_120a", 16, 8, 32, F16, a, b, F16, ".kind::f8f6f4", (Mma){.bytes = true});
        one("sm_120a", 16, 8, 32, F32, a, b, F32, ".kind::mxf8f6f4.block_scale.scale_vec::1X",
            (Mma){.bytes = true, .blocks = 1});
        one("sm_120a", 16, 8, 64, F32, a, b, F32, ".kind::f8f6f4",
            (Mma){.bytes = true, .sparse = true});
        one("sm_120a", 16, 8, 64, F32, a, b, F32, ".kind::mxf8f6f4.block_scale",
            (Mma){.bytes = true, .sparse = true, .blocks = 1});
    }
    one("sm_120a", 16, 8, 64, F32, E2M1, E2M1, F32, ".kind::mxf4.block_scale.scale_vec::2X",
        (Mma){.blocks = 2});
    one("sm_120a", 16, 8, 64, F32, E2M1, E2M1, F32, ".kind::mxf4nvf4.block_scale.scale_vec::2X",
        (Mma){.blocks = 2});
    one("sm_120a", 16, 8, 64, F32, E2M1, E2M1, F32, ".kind::mxf4nvf4.block_scale.scale_vec::4X",
        (Mma){.blocks = 4, .ue4m3 = true});
    one("sm_120a", 16, 8, 128, F32, E2M1, E2M1, F32, ".kind::mxf4.block_scale.scale_vec::2X",
        (Mma){.blocks = 2, .sparse = true});
    one("sm_120a", 16, 8, 128, F32, E2M1, E2M1, F32, ".kind::mxf4nvf4.block_scale.scale_vec::4X",
        (Mma){.blocks = 4, .ue4m3 = true, .sparse = true});
}

static void test_sparse(void) {
    static const Type ints[] = {S8, U8}, nibbles[] = {S4, U4}, fp8[] = {E4M3, E5M2};
    for (uint32_t s = 0; s < 8; s++) { // bit 2: without ordered_metadata
        uint32_t half = (s & 1) | (s & 4), zero = s & 4;
        one("sm_80", 16, 8, 16, F32, F16, F16, F32, "", (Mma){.sparse = true, .selector = s});
        one("sm_80", 16, 8, 16, F16, F16, F16, F16, "", (Mma){.sparse = true, .selector = s});
        one("sm_80", 16, 8, 16, F32, BF16, BF16, F32, "", (Mma){.sparse = true, .selector = s});
        one("sm_80", 16, 8, 8, F32, TF32, TF32, F32, "", (Mma){.sparse = true, .selector = s});
        one("sm_80", 16, 8, 32, F32, F16, F16, F32, "", (Mma){.sparse = true, .selector = half});
        one("sm_80", 16, 8, 32, F16, F16, F16, F16, "", (Mma){.sparse = true, .selector = half});
        one("sm_80", 16, 8, 32, F32, BF16, BF16, F32, "", (Mma){.sparse = true, .selector = half});
        one("sm_80", 16, 8, 16, F32, TF32, TF32, F32, "", (Mma){.sparse = true, .selector = half});
        one("sm_80", 16, 8, 32, S32, ints[s & 1], ints[s >> 1 & 1], S32, "",
            (Mma){.sparse = true, .selector = half});
        one("sm_80", 16, 8, 64, S32, ints[s & 1], ints[s >> 1 & 1], S32, ".satfinite",
            (Mma){.sparse = true, .selector = zero});
        one("sm_80", 16, 8, 64, S32, nibbles[s & 1], nibbles[s >> 1 & 1], S32, "",
            (Mma){.sparse = true, .selector = half});
        one("sm_80", 16, 8, 128, S32, nibbles[s & 1], nibbles[s >> 1 & 1], S32, "",
            (Mma){.sparse = true, .selector = zero});
        one("sm_89", 16, 8, 64, F32, fp8[s & 1], fp8[s >> 1 & 1], F32, "",
            (Mma){.sparse = true, .selector = zero});
    }
}

#include "vm_wgmma.h"

int main(int argc, char **argv) {
    if (argc > 2 && strcmp(argv[1], "--emit") == 0) emit_dir = argv[2];
    test_dense();
    test_kinds();
    test_sparse();
    test_wgmma();
    return UNIT_END();
}
