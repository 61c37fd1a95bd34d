// SPDX-License-Identifier: Apache-2.0
// Asynchronous stores and reductions: st.async, red.async, st.bulk, cp.reduce.async.bulk to global
// memory and to a cluster's shared memory, cp.reduce.async.bulk.tensor; each operation with each
// type. Cells of 16 bytes, one for each thread, are combined. `--emit DIR`: see vm_run.h.
#include "vm_lane.h"

static LaneIn in[LANE_MAX];
enum { CELL = 16 };
static uint8_t memory[64 * CELL]; // of two blocks of a warp

typedef struct {
    const char *op, *type; // op: without .noftz
} Row;
static const Row rows[] = {
    {"add", "u32"},  {"add", "s32"},  {"add", "u64"},  {"min", "u32"},  {"min", "s32"},
    {"max", "u32"},  {"max", "s32"},  {"inc", "u32"},  {"dec", "u32"},  {"and", "b32"},
    {"or", "b32"},   {"xor", "b32"}, // these shared memory has too
    {"and", "b64"},  {"or", "b64"},   {"xor", "b64"},  {"min", "u64"},  {"max", "u64"},
    {"min", "s64"},  {"max", "s64"},  {"add", "f32"},  {"add", "f64"},  {"add", "f16"},
    {"min", "f16"},  {"max", "f16"},  {"add", "bf16"}, {"min", "bf16"}, {"max", "bf16"},
};
enum { SHARED_ROWS = 12 };

// ---- values ------------------------------------------------------------------------------------

static uint32_t size_of(const char *type) {
    return strstr(type, "64") ? 8 : strstr(type, "32") ? 4 : 2;
}
static bool is_float(const char *type) { return type[0] == 'f' || type[1] == 'f'; }

// Floating numbers are small integers: every sum is exact.
static uint64_t encode(const char *type, int n) {
    double d = n;
    uint64_t u;
    uint32_t f = unit_float_bits((float)n), sign = f >> 31 << 15;
    if (size_of(type) == 8) {
        memcpy(&u, &d, 8);
        return u;
    }
    if (size_of(type) == 4) return f;
    if (type[0] == 'b') return f >> 16;
    return n == 0 ? 0 : sign | (((f >> 23 & 255) - 112) << 10) | (f >> 13 & 0x3ff);
}
static int decode(const char *type, uint64_t u) {
    for (int n = -64; n <= 64; n++)
        if (encode(type, n) == u) return n;
    return 0;
}

static uint64_t combine(const Row *r, uint64_t a, uint64_t b) {
    uint32_t bits = 8 * size_of(r->type);
    uint64_t mask = bits == 64 ? ~0ull : (1ull << bits) - 1;
    if (is_float(r->type)) {
        int x = decode(r->type, a), y = decode(r->type, b);
        return encode(r->type, r->op[0] == 'a' ? x + y : (r->op[1] == 'i') == (x < y) ? x : y);
    }
    int64_t x = (int64_t)(a << (64 - bits)), y = (int64_t)(b << (64 - bits));
    bool less = r->type[0] == 's' ? x < y : a < b;
    if (strcmp(r->op, "add") == 0) return (a + b) & mask;
    if (strcmp(r->op, "min") == 0) return less ? a : b;
    if (strcmp(r->op, "max") == 0) return less ? b : a;
    if (strcmp(r->op, "inc") == 0) return a >= b ? 0 : a + 1;
    if (strcmp(r->op, "dec") == 0) return a == 0 || a > b ? b : a - 1;
    if (strcmp(r->op, "and") == 0) return a & b;
    return strcmp(r->op, "or") == 0 ? a | b : a ^ b;
}

static void fill(const char *type, uint8_t *at, size_t n, uint64_t *seed) {
    uint32_t size = size_of(type);
    for (size_t i = 0; i < n; i += size) {
        uint64_t v = unit_random(seed);
        v = is_float(type) ? encode(type, (int)(v % 63) - 31) : v >> 62 ? v : v % 3;
        memcpy(at + i, &v, size);
    }
}

// ---- what is tested ----------------------------------------------------------------------------

typedef enum { BULK, BULK_CLUSTER, TENSOR, RED_ASYNC, RED_MMIO } Kind;
static const Row *row;
static uint32_t changed; // bytes of a cell

static void combine_cell(uint8_t *cell, const LaneIn *from) {
    uint32_t size = size_of(row->type);
    for (uint32_t k = 0; k < changed; k += size) {
        uint64_t a = 0, b = 0;
        memcpy(&a, cell + k, size);
        memcpy(&b, (const uint8_t *)from + k, size); // %A, then %B
        a = combine(row, a, b);
        memcpy(cell + k, &a, size);
    }
}

static void model_own(const LaneIn *x, uint32_t i, LaneOut *out) {
    uint8_t cell[CELL];
    memcpy(cell, memory + i * CELL, CELL);
    combine_cell(cell, &x[i]);
    memcpy(out->o, cell, CELL);
}
static void model_other(const LaneIn *x, uint32_t i, LaneOut *out) {
    uint8_t cell[CELL];
    memcpy(cell, memory + i * CELL, CELL);
    combine_cell(cell, &x[i ^ 32]);
    memcpy(out->o, cell, CELL);
}

// %X0: the cell in global memory, %X1: of the source in shared memory, %x0: of the target in
// shared memory; %x1, %x2: mbarrier and target in the other block; %q0: thread 0 of the block.
static const char prologue[] =
    "\t.shared .align 128 .b8 from[512]; .shared .align 128 .b8 to[512]; .shared .align 8 .b64 "
    "bar;\n"
    "\tld.param.u64 %X5, [p2]; mad.wide.u32 %X0, %i, 16, %X5; mov.u64 %X1, from; mad.wide.u32 %X1, "
    "%l, 16, %X1; st.shared.v2.b64 [%X1], {%A, %B}; mov.u32 %x0, to; mad.lo.u32 %x0, %l, 16, %x0; "
    "ld.global.v2.b64 {%X2, %X3}, [%X0]; st.shared.v2.b64 [%x0], {%X2, %X3}; setp.eq.u32 %q0, %l, "
    "0; mov.u32 %x7, from; mov.u32 %x8, to;\n";
static const char open_cluster[] =
    "\t@%q0 mbarrier.init.shared::cta.b64 [bar], 1; fence.mbarrier_init.release.cluster; "
    "fence.proxy.async.shared::cta; barrier.cluster.arrive; barrier.cluster.wait;\n"
    "\tmov.u32 %x4, %cluster_ctarank; xor.b32 %x4, %x4, 1; mov.u32 %x1, bar; "
    "mapa.shared::cluster.u32 %x1, %x1, %x4; mapa.shared::cluster.u32 %x2, %x0, %x4; "
    "mapa.shared::cluster.u32 %x3, %x8, %x4;\n";
static const char close_cluster[] =
    "WAIT:\tmbarrier.try_wait.parity.shared::cta.b64 %q1, [bar], 0; @!%q1 bra WAIT; "
    "ld.shared.v2.b64 {%o0, %o1}, [%x0]; barrier.cluster.arrive; barrier.cluster.wait;\n";
static const char close_global[] =
    "\t@%q0 cp.async.bulk.commit_group; @%q0 cp.async.bulk.wait_group 0; bar.sync 0; "
    "ld.global.v2.b64 {%o0, %o1}, [%X0];\n";

static void put_text(Buf *b, Kind kind, const Row *r) {
    uint32_t size = size_of(r->type);
    const char *noftz = size == 2 && r->op[0] == 'a' ? ".noftz" : "";
    buf_puts(b, prologue);
    if (kind == BULK_CLUSTER || kind == RED_ASYNC) {
        buf_puts(b, open_cluster);
        buf_printf(b, "\t@%%q0 mbarrier.arrive.expect_tx.shared::cta.b64 _, [bar], %u;\n",
                   32 * changed);
    } else {
        buf_puts(b, "\tfence.proxy.async.shared::cta; bar.sync 0;\n");
    }
    switch (kind) {
    case BULK:
        buf_printf(b,
                   "\t@%%q0 cp.reduce.async.bulk.global.shared::cta.bulk_group.%s%s.%s [%%X5], "
                   "[%%x7], 512;\n",
                   r->op, noftz, r->type);
        break;
    case TENSOR:
        buf_printf(b,
                   "\tld.param.u64 %%X6, [p3]; mov.u32 %%x9, 0; @%%q0 cp.reduce.async.bulk.tensor."
                   "1d.global.shared::cta.%s.tile.bulk_group [%%X6, {%%x9}], [%%x7];\n",
                   r->op);
        break;
    case BULK_CLUSTER:
        buf_printf(b,
                   "\t@%%q0 cp.reduce.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx:"
                   ":bytes.%s.%s [%%x3], [%%x7], 512, [%%x1];\n",
                   r->op, r->type);
        break;
    case RED_ASYNC:
        buf_printf(b,
                   "\tred.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.%s.%s "
                   "[%%x2], %s, [%%x1];\n",
                   r->op, r->type, size == 8 ? "%A" : "%a");
        break;
    case RED_MMIO:
        buf_printf(b, "\tred.async.mmio.release.sys.global.%s.%s [%%X0], %s;\n", r->op, r->type,
                   size == 8 ? "%A" : "%a");
        break;
    }
    buf_puts(b, kind == BULK_CLUSTER || kind == RED_ASYNC ? close_cluster : close_global);
}

static bool put_map(World *w, LaneRun *r, const char *type) {
    static const struct {
        const char *name;
        VmTensorType type;
    } map[] = {{"u32", VM_TENSOR_U32}, {"s32", VM_TENSOR_S32}, {"u64", VM_TENSOR_U64},
               {"s64", VM_TENSOR_S64}, {"b32", VM_TENSOR_U32}, {"b64", VM_TENSOR_U64},
               {"f16", VM_TENSOR_F16}, {"f32", VM_TENSOR_F32}, {"f64", VM_TENSOR_F64},
               {"bf16", VM_TENSOR_BF16}};
    uint32_t k = 0, n = 512 / size_of(type);
    while (k < CU_COUNT(map) - 1 && strcmp(map[k].name, type) != 0) k++;
    VmTensorMap m = {.type = map[k].type,
                     .rank = 1,
                     .address = r->param[0],
                     .dim = {n},
                     .box = {n},
                     .step = {1}};
    uint8_t bits[128];
    const char *why = vm_tensor_map_encode(bits, &m);
    CHECK(!why);
    r->param[1] = device_copy(w->vm, bits, sizeof bits);
    return !why;
}

static void test_row(Kind kind, const Row *r) {
    World w;
    world_begin(&w);
    uint64_t seed = (uint64_t)(r - rows) + 1;
    bool cluster = kind == BULK_CLUSTER || kind == RED_ASYNC, whole = kind <= TENSOR;
    row = r, changed = whole ? CELL : size_of(r->type);
    fill(r->type, memory, sizeof memory, &seed);
    lane_random(in, seed);
    for (uint32_t i = 0; i < LANE_MAX; i++) fill(r->type, (uint8_t *)&in[i], CELL, &seed);
    Buf b;
    buf_init(&b, &w.ctx.perm);
    put_text(&b, kind, r);
    LaneRun run = {kind == RED_MMIO ? "sm_100a" : "sm_90",
                   .text = buf_cstr(&b),
                   .blocks = cluster ? 2 : 1,
                   .cluster = cluster ? 2 : 0,
                   .model = cluster ? model_other : model_own};
    run.param[0] = device_copy(w.vm, memory, sizeof memory);
    if (kind != TENSOR || put_map(&w, &run, r->type)) lane_run(&w, &run, in);
    world_end(&w);
}

// ---- maps that the kernel makes ----------------------------------------------------------------

// A map of other memory, in global memory, is changed field by field; then it is used.
static void test_replace(const char *space) {
    static const char *const fields[] = {
        "global_address%s.b1024.b64 [%%X6], %%X5",
        "rank%s.b1024.b32 [%%X6], 0",
        "box_dim%s.b1024.b32 [%%X6], 0, 128",
        "global_dim%s.b1024.b32 [%%X6], 0, %%x10",
        "element_stride%s.b1024.b32 [%%X6], 0, 1",
        "elemtype%s.b1024.b32 [%%X6], 2",
        "interleave_layout%s.b1024.b32 [%%X6], 0",
        "swizzle_mode%s.b1024.b32 [%%X6], 0",
        "fill_mode%s.b1024.b32 [%%X6], 0",
    };
    World w;
    world_begin(&w);
    uint64_t seed = 3;
    row = &rows[0], changed = CELL;
    fill("u32", memory, sizeof memory, &seed);
    lane_random(in, seed);
    LaneRun r = {"sm_90a", .model = model_own};
    r.param[0] = device_copy(w.vm, memory, sizeof memory);
    VmTensorMap m = {.type = VM_TENSOR_F16,
                     .rank = 2,
                     .address = device_copy(w.vm, memory, sizeof memory),
                     .dim = {8, 8},
                     .stride = {16},
                     .box = {8, 2},
                     .step = {1, 1},
                     .fill_nan = true};
    uint8_t bits[128];
    CHECK(!vm_tensor_map_encode(bits, &m));
    r.param[1] = device_copy(w.vm, bits, sizeof bits);
    Buf b;
    buf_init(&b, &w.ctx.perm);
    buf_puts(&b, prologue);
    buf_puts(&b, "\tld.param.u64 %X6, [p3]; mov.u32 %x9, 0; mov.u32 %x10, 128; bar.sync 0; @!%q0 "
                 "bra DONE;\n");
    for (uint32_t k = 0; k < CU_COUNT(fields); k++) {
        buf_puts(&b, "\ttensormap.replace.tile.");
        buf_printf(&b, fields[k], space);
        buf_puts(&b, ";\n");
    }
    buf_puts(&b,
             "\tfence.proxy.tensormap::generic.release.gpu; fence.proxy.tensormap::generic.acquire."
             "gpu [%X6], 128; fence.proxy.async.shared::cta;\n"
             "\tcreatepolicy.fractional.L2::evict_last.b64 %X7; cp.async.bulk.prefetch.tensor.1d."
             "L2.global.tile [%X6, {%x9}]; cp.async.bulk.prefetch.tensor.1d.L2.global.tile.L2::"
             "cache_hint [%X6, {%x9}], %X7;\n"
             "\tcp.reduce.async.bulk.tensor.1d.global.shared::cta.add.tile.bulk_group.L2::"
             "cache_hint [%X6, {%x9}], [%x7], %X7;\nDONE:\n");
    buf_puts(&b, close_global);
    r.text = buf_cstr(&b);
    lane_run(&w, &r, in);
    world_end(&w);
}

// ---- stores ------------------------------------------------------------------------------------

static uint32_t stored; // bytes

static void model_st_async(const LaneIn *x, uint32_t i, LaneOut *out) {
    const LaneIn *y = &x[i ^ 32];
    uint32_t v[4] = {(uint32_t)y->a, (uint32_t)y->b, (uint32_t)y->c, y->i};
    memcpy(out->o, memory + i * CELL, CELL);
    memcpy(out->o, stored >= 64 ? (const void *)y : v, stored % 64);
}

// stored: 64 more for 64-bit elements
static void test_st_async(void) {
    static const char *const types[] = {"b32", "u32", "s32", "f32", "b64", "u64", "s64", "f64"};
    for (uint32_t t = 0; t < CU_COUNT(types); t++) {
        uint32_t size = size_of(types[t]);
        for (uint32_t v = 1; v * size <= CELL; v *= 2) {
            World w;
            world_begin(&w);
            stored = v * size + (size == 8 ? 64 : 0);
            lane_random(in, t + v);
            uint64_t seed = v;
            fill("u32", memory, sizeof memory, &seed);
            Buf b;
            buf_init(&b, &w.ctx.perm);
            buf_puts(&b, prologue);
            buf_puts(&b, open_cluster);
            buf_printf(&b,
                       "\t@%%q0 mbarrier.arrive.expect_tx.shared::cta.b64 _, [bar], %u;\n\tst.async"
                       "%s.shared::cluster.mbarrier::complete_tx::bytes%s.%s [%%x2], ",
                       32 * v * size, t % 2 ? ".weak" : "", v == 1 ? "" : v == 2 ? ".v2" : ".v4",
                       types[t]);
            buf_puts(&b, size == 8   ? v == 1 ? "%A" : "{%A, %B}"
                         : v == 1    ? "%a"
                         : v == 2    ? "{%a, %b}"
                                     : "{%a, %b, %c, %i}");
            buf_puts(&b, ", [%x1];\n");
            buf_puts(&b, close_cluster);
            LaneRun r = {
                "sm_90", .text = buf_cstr(&b), .blocks = 2, .cluster = 2, .model = model_st_async};
            r.param[0] = device_copy(w.vm, memory, sizeof memory);
            lane_run(&w, &r, in);
            world_end(&w);
        }
    }
}

// st.bulk by one lane of each half writes 0 over 8 * (lane + 2) bytes from byte 8 * (lane + 1).
static void model_st_bulk(const LaneIn *x, uint32_t i, LaneOut *out) {
    uint64_t cell[64];
    memcpy(cell, memory, 512);
    memset(cell + 4, 0, 40), memset(cell + 33, 0, 8 * (x[20].a % 16));
    memcpy(out->o, cell + 2 * i, CELL);
}

static void test_st_bulk(void) {
    static const char *const forms[] = {"st.bulk.weak.shared::cta", "st.bulk.shared::cta",
                                        "st.bulk.weak", "st.bulk"};
    for (uint32_t k = 0; k < CU_COUNT(forms); k++) {
        World w;
        world_begin(&w);
        lane_random(in, k);
        uint64_t seed = k;
        fill("u32", memory, sizeof memory, &seed);
        Buf b;
        buf_init(&b, &w.ctx.perm);
        buf_puts(&b, prologue);
        buf_puts(&b, "\tmov.u64 %X6, to; and.b64 %X7, %A, 15; shl.b64 %X7, %X7, 3; setp.eq.u32 "
                     "%q2, %l, 20; bar.warp.sync 0xffffffff;\n");
        if (k >= 2) buf_puts(&b, "\tcvta.shared.u64 %X6, %X6;\n");
        buf_printf(&b,
                   "\t@%%q0 %s [%%X6+32], 40, 0; @%%q2 %s [%%X6+264], %%X7, 0; bar.warp.sync "
                   "0xffffffff; ld.shared.v2.b64 {%%o0, %%o1}, [%%x0];\n",
                   forms[k], forms[k]);
        LaneRun r = {"sm_100a", .text = buf_cstr(&b), .model = model_st_bulk};
        r.param[0] = device_copy(w.vm, memory, sizeof memory);
        lane_run(&w, &r, in);
        world_end(&w);
    }
}

int main(int argc, char **argv) {
    if (argc > 2 && strcmp(argv[1], "--emit") == 0) emit_dir = argv[2];
    for (uint32_t k = 0; k < CU_COUNT(rows); k++) {
        test_row(BULK, &rows[k]);
        test_row(TENSOR, &rows[k]);
        if (k < SHARED_ROWS) test_row(BULK_CLUSTER, &rows[k]), test_row(RED_ASYNC, &rows[k]);
        if (k < SHARED_ROWS) test_row(RED_MMIO, &rows[k]);
    }
    test_replace(".global");
    test_replace("");
    test_st_async();
    test_st_bulk();
    return UNIT_END();
}
