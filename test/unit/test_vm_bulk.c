// SPDX-License-Identifier: Apache-2.0
// Bulk copies, tensor maps (tile and im2col, all swizzles, ranks and element sizes),
// tensormap.replace, st.async, red.async and remote barriers in clusters, against plain loops.
// `--emit DIR`: see vm_run.h.
#include "vm_run.h"

static uint32_t seed = 7;
static uint32_t rnd(uint32_t n) {
    seed = seed * 1664525 + 1013904223;
    return (seed >> 8) % n;
}

#define REGS                                                                                       \
    "\t.reg .pred %p, %q; .reg .b32 %r<40>; .reg .b64 %rd<40>; .reg .b128 %x; .reg .b16 %h<8>;\n"  \
    "\tmov.u32 %r0, smem; mov.u32 %r1, gate; mov.u32 %r2, %tid.x; setp.eq.u32 %p, %r2, 0;\n"
#define INIT "\t@%p mbarrier.init.shared::cta.b64 [%r1], 1;\n\tbar.sync 0;\n"
#define WAIT                                                                                       \
    "WAIT:\tmbarrier.try_wait.parity.shared::cta.b64 %q, [%r1], 0;\n\t@!%q bra WAIT;\n\tbar.sync " \
    "0;\n"
#define GLOBALS ".shared .align 1024 .b8 smem[16384];\n.shared .align 8 .b64 gate;\n"

static uint8_t memory[1 << 16], expect[1 << 16], got[1 << 16];

static void begin_random(World *w) {
    world_begin(w);
    for (uint32_t i = 0; i < sizeof memory; i++) memory[i] = (uint8_t)rnd(256);
}

static void compare(World *w, uint64_t at, size_t n, const char *what) {
    if (emit_dir) return;
    vm_read(w->vm, at, got, n);
    size_t i = 0;
    while (i < n && got[i] == expect[i]) i++;
    CHECK(i == n);
    if (i < n) fprintf(stderr, "%s: byte %zu is %02x, not %02x\n", what, i, got[i], expect[i]);
}

// ---- tensors -----------------------------------------------------------------------------------

typedef struct {
    const char *name;
    VmTensorType type;
    uint8_t size, ptx_bits;
} Elements;
static const Elements elements[] = {{"u8", VM_TENSOR_U8, 1, 8},    {"u16", VM_TENSOR_U16, 2, 16},
                                    {"f32", VM_TENSOR_F32, 4, 32}, {"f64", VM_TENSOR_F64, 8, 64},
                                    {"f16", VM_TENSOR_F16, 2, 16}, {"s32", VM_TENSOR_S32, 4, 32}};

static uint32_t swizzle_at(uint32_t a, uint32_t mode) {
    static const uint8_t m[] = {0, 1, 3, 7};
    return a ^ (a >> 7 & m[mode]) << 4;
}

static void fill_value(const VmTensorMap *m, uint32_t size, uint8_t *v) {
    memset(v, 0, size);
    if (!m->fill_nan) return;
    if (m->type == VM_TENSOR_F16) memcpy(v, &(uint16_t){0x7fff}, 2);
    if (m->type == VM_TENSOR_F32) memcpy(v, &(uint32_t){0x7fffffff}, 4);
    if (m->type == VM_TENSOR_F64) memcpy(v, &(uint64_t){0x7fffffffffffffff}, 8);
}

static uint64_t offset_of(const VmTensorMap *m, const int32_t *c, uint32_t size, bool *inside) {
    uint64_t at = 0;
    *inside = true;
    for (uint32_t d = 0; d < m->rank; d++) {
        *inside &= c[d] >= 0 && (uint64_t)c[d] < m->dim[d];
        at += (uint64_t)c[d] * (d ? m->stride[d - 1] : size);
    }
    return at;
}

// Calls f for each element of a tile, with its place in shared memory.
typedef void Visit(const VmTensorMap *m, const int32_t *c, uint32_t at, uint32_t size);
static uint32_t each(const VmTensorMap *m, const int32_t *start, uint32_t size, Visit *f) {
    uint32_t at = 0, n[5] = {1, 1, 1, 1, 1}, i[5];
    for (uint32_t d = 0; d < m->rank; d++) n[d] = (m->box[d] + m->step[d] - 1) / m->step[d];
    for (i[4] = 0; i[4] < n[4]; i[4]++)
        for (i[3] = 0; i[3] < n[3]; i[3]++)
            for (i[2] = 0; i[2] < n[2]; i[2]++)
                for (i[1] = 0; i[1] < n[1]; i[1]++)
                    for (i[0] = 0; i[0] < n[0]; i[0]++, at += size) {
                        int32_t c[5] = {0};
                        for (uint32_t d = 0; d < m->rank; d++)
                            c[d] = start[d] + (int32_t)(i[d] * m->step[d]);
                        f(m, c, swizzle_at(at, m->swizzle), size);
                    }
    return at;
}

static void visit_load(const VmTensorMap *m, const int32_t *c, uint32_t at, uint32_t size) {
    bool inside;
    uint64_t g = offset_of(m, c, size, &inside);
    if (inside) {
        memcpy(expect + at, memory + g, size);
    } else {
        fill_value(m, size, expect + at);
    }
}
static uint8_t tile[16384];
static void visit_store(const VmTensorMap *m, const int32_t *c, uint32_t at, uint32_t size) {
    bool inside;
    uint64_t g = offset_of(m, c, size, &inside);
    if (inside) memcpy(expect + g, tile + at, size);
}
static void visit_add(const VmTensorMap *m, const int32_t *c, uint32_t at, uint32_t size) {
    bool inside;
    uint64_t g = offset_of(m, c, size, &inside);
    uint32_t a, b;
    if (!inside) return;
    memcpy(&a, expect + g, 4);
    memcpy(&b, tile + at, 4);
    a += b;
    memcpy(expect + g, &a, 4);
}

static VmTensorMap random_map(uint32_t rank, const Elements *e, uint64_t base, int32_t *start) {
    VmTensorMap m = {.type = e->type, .rank = rank, .address = base};
    static const uint16_t limit[] = {512, 32, 64, 128};
    m.swizzle = rnd(4);
    m.fill_nan = rnd(2);
    uint64_t stride = 0;
    for (uint32_t d = 0; d < rank; d++) {
        m.dim[d] = d ? 2 + rnd(4) : 20 + rnd(20);
        m.box[d] = d ? 1 + rnd(4) : limit[m.swizzle] / 4 * (1 + rnd(m.swizzle ? 4 : 2)) / e->size;
        if (!d) m.box[d] = CU_MAX(m.box[d] / (16 / e->size) * (16 / e->size), 16u / e->size);
        m.box[d] = CU_MIN(m.box[d], 256u);
        m.step[d] = d && rnd(3) == 0 ? 2 : 1;
        if (d) m.stride[d - 1] = stride;
        stride = d ? stride * m.dim[d] : CU_ALIGN(m.dim[0] * e->size, 16ull);
        start[d] = (int32_t)rnd((uint32_t)m.dim[d] + 3) - 2;
    }
    return m;
}

static void put_coordinates(Buf *b, const int32_t *c, uint32_t n) {
    for (uint32_t i = 0; i < n; i++) buf_printf(b, "\tmov.b32 %%r%u, %d;\n", 10 + i, (int)c[i]);
}
static void put_list(Buf *b, uint32_t from, uint32_t n) {
    for (uint32_t i = 0; i < n; i++) buf_printf(b, "%s%%r%u", i ? ", " : "{", from + i);
    buf_putc(b, '}');
}

// Copies 16 KiB between shared memory and the buffer in a parameter.
static void put_copy(Buf *b, uint32_t param, bool out) {
    buf_printf(b,
               "\tld.param.u64 %%rd0, [p%u]; mov.u32 %%r30, %%r2;\n"
               "L%u:\tshl.b32 %%r31, %%r30, 2; cvt.u64.u32 %%rd1, %%r31; add.s64 %%rd1, %%rd0, "
               "%%rd1; add.u32 %%r31, %%r0, %%r31;\n",
               param, param);
    buf_puts(b, out ? "\tld.shared.u32 %r32, [%r31]; st.global.u32 [%rd1], %r32;\n"
                    : "\tld.global.u32 %r32, [%rd1]; st.shared.u32 [%r31], %r32;\n");
    buf_printf(
        b,
        "\tadd.u32 %%r30, %%r30, 32; setp.lt.u32 %%q, %%r30, 4096; @%%q bra L%u;\n\tbar.sync 0;\n",
        param);
}

static void test_tile(uint32_t rank, const Elements *e, uint32_t mode) {
    World w;
    world_begin(&w);
    int32_t start[5];
    for (uint32_t i = 0; i < sizeof memory; i++) memory[i] = (uint8_t)rnd(256);
    for (uint32_t i = 0; i < sizeof tile; i++) tile[i] = (uint8_t)rnd(256);
    uint64_t base = device_copy(w.vm, memory, sizeof memory),
             shared = device_copy(w.vm, tile, sizeof tile);
    VmTensorMap m = random_map(rank, e, base, start);
    uint8_t bits[128];
    const char *why = vm_tensor_map_encode(bits, &m);
    CHECK(!why);
    if (why) fprintf(stderr, "%s\n", why);
    uint64_t map = device_copy(w.vm, bits, 128);
    Buf b;
    buf_init(&b, &w.ctx.perm);
    buf_puts(&b, REGS INIT);
    put_copy(&b, 1, false);
    put_coordinates(&b, start, rank);
    memcpy(expect, mode ? memory : tile, mode ? sizeof expect : sizeof tile);
    uint32_t bytes = each(&m, start, e->size,
                          mode == 0   ? visit_load
                          : mode == 1 ? visit_store
                                      : visit_add);
    buf_puts(&b, "\tld.param.u64 %rd5, [p0]; @!%p bra DONE;\n");
    if (mode == 0) {
        buf_printf(&b,
                   "\tmbarrier.arrive.expect_tx.shared::cta.b64 _, [%%r1], "
                   "%u;\n\tcp.async.bulk.tensor.%ud.shared::cluster.global.tile.mbarrier::complete_"
                   "tx::bytes [%%r0], [%%rd5, ",
                   bytes, rank);
        put_list(&b, 10, rank);
        buf_puts(&b, "], [%r1];\n");
    } else {
        buf_printf(&b,
                   mode == 1
                       ? "\tcp.async.bulk.tensor.%ud.global.shared::cta.tile.bulk_group [%%rd5, "
                       : "\tcp.reduce.async.bulk.tensor.%ud.global.shared::cta.add.tile.bulk_group "
                         "[%%rd5, ",
                   rank);
        put_list(&b, 10, rank);
        buf_puts(&b, "], [%r0];\n\tcp.async.bulk.commit_group;\n\tcp.async.bulk.wait_group.read 0; "
                     "cp.async.bulk.wait_group 0;\n");
    }
    buf_puts(&b, "DONE:\n");
    if (mode == 0) buf_puts(&b, WAIT);
    if (mode == 0) {
        buf_puts(&b, "\tbar.sync 0;\n");
        put_copy(&b, 2, true);
    }
    VmRunOptions o = {"sm_90", 1, 32, 0, 3, {map, shared, shared}};
    if (run_kernel(w.vm, &w.ctx, &o, GLOBALS, buf_cstr(&b)))
        compare(&w, mode ? base : shared, mode ? sizeof memory : sizeof tile,
                mode == 0   ? "tile load"
                : mode == 1 ? "tile store"
                            : "tile add");
    world_end(&w);
}

// im2col of a rank-4 tensor (channels, width, height, images) of 16-bit elements
static void test_im2col(uint32_t round) {
    World w;
    begin_random(&w);
    uint64_t base = device_copy(w.vm, memory, sizeof memory),
             shared = device_copy(w.vm, tile, sizeof tile);
    VmTensorMap m = {.type = VM_TENSOR_U16,
                     .rank = 4,
                     .address = base,
                     .im2col = true,
                     .channels = 32,
                     .pixels = 24 + rnd(40),
                     .dim = {64, 5 + rnd(5), 4 + rnd(4), 3},
                     .step = {1, 1 + rnd(2), 1, 1},
                     .swizzle = round % 3 ? 2 : 0};
    m.stride[0] = 128;
    m.stride[1] = 128 * m.dim[1];
    m.stride[2] = m.stride[1] * m.dim[2];
    for (uint32_t i = 0; i < 2; i++) m.lower[i] = -(int)rnd(3), m.upper[i] = -(int)rnd(3);
    int32_t c[4] = {(int32_t)rnd(2) * 32, m.lower[0] + (int)rnd(3), m.lower[1] + (int)rnd(2),
                    (int)rnd(2)};
    uint32_t off[2] = {rnd(3), rnd(3)};
    uint8_t bits[128];
    CHECK(!vm_tensor_map_encode(bits, &m));
    uint64_t map = device_copy(w.vm, bits, 128);
    memcpy(expect, tile, sizeof tile);
    int32_t x = c[1], y = c[2], n = c[3]; // base pixel
    uint32_t at = 0;
    for (uint32_t p = 0; p < m.pixels; p++) {
        for (uint32_t k = 0; k < m.channels; k++, at += 2)
            visit_load(&m,
                       (int32_t[]){c[0] + (int32_t)k, x + (int32_t)off[0], y + (int32_t)off[1], n},
                       swizzle_at(at, m.swizzle), 2);
        if ((x += (int32_t)m.step[1]) >= (int32_t)m.dim[1] + m.upper[0]) {
            x = m.lower[0];
            if (++y >= (int32_t)m.dim[2] + m.upper[1]) y = m.lower[1], n++;
        }
    }
    Buf b;
    buf_init(&b, &w.ctx.perm);
    buf_puts(&b, REGS INIT);
    put_copy(&b, 1, false);
    put_coordinates(&b, c, 4);
    buf_printf(&b,
               "\tld.param.u64 %%rd5, [p0]; mov.b16 %%h0, %u; mov.b16 %%h1, %u; @!%%p bra DONE;\n",
               off[0], off[1]);
    buf_printf(&b,
               "\tmbarrier.arrive.expect_tx.shared::cta.b64 _, [%%r1], "
               "%u;\n\tcp.async.bulk.tensor.4d.shared::cluster.global.im2col.mbarrier::complete_tx:"
               ":bytes [%%r0], [%%rd5, ",
               at);
    put_list(&b, 10, 4);
    buf_puts(&b, "], [%r1], {%h0, %h1};\nDONE:\n" WAIT);
    put_copy(&b, 2, true);
    VmRunOptions o = {"sm_90", 1, 32, 0, 3, {map, shared, shared}};
    if (run_kernel(w.vm, &w.ctx, &o, GLOBALS, buf_cstr(&b)))
        compare(&w, shared, sizeof tile, "im2col");
    world_end(&w);
}

// tensormap.replace makes a map for other memory, in shared memory, and copies it out. It may begin
// with zeros.
static void test_replace(bool from_zeros) {
    World w;
    begin_random(&w);
    uint64_t base = device_copy(w.vm, memory, sizeof memory),
             shared = device_copy(w.vm, tile, sizeof tile);
    VmTensorMap m = {.type = VM_TENSOR_U32,
                     .rank = 2,
                     .address = base,
                     .dim = {8, 8},
                     .stride = {32},
                     .box = {8, 4},
                     .step = {1, 1}};
    uint8_t bits[128];
    CHECK(!vm_tensor_map_encode(bits, &m));
    if (from_zeros) memset(bits, 0, sizeof bits);
    uint64_t map = device_copy(w.vm, bits, 128);
    memcpy(expect, tile, sizeof tile);
    m = (VmTensorMap){.type = VM_TENSOR_F32,
                      .rank = 3,
                      .address = base + 64,
                      .dim = {20, 10, 6},
                      .stride = {80, 800},
                      .box = {16, 3, 2},
                      .step = {1, 2, 1},
                      .swizzle = 2,
                      .fill_nan = true};
    int32_t start[3] = {10, 4, 5};
    memmove(memory, memory + 64, sizeof memory - 64);
    uint32_t bytes = each(&m, start, 4, visit_load);
    Buf b;
    buf_init(&b, &w.ctx.perm);
    buf_puts(&b, REGS INIT);
    put_copy(&b, 1, false);
    put_coordinates(&b, start, 3);
    buf_puts(&b, "\tld.param.u64 %rd5, [p0]; ld.param.u64 %rd6, [p3]; mov.u32 %r5, tmap;\n");
    for (uint32_t i = 0; i < 128; i += 16) // the map into shared memory
        buf_printf(&b,
                   "\tld.global.v4.u32 {%%r20, %%r21, %%r22, %%r23}, [%%rd5+%u]; @%%p "
                   "st.shared.v4.u32 [%%r5+%u], {%%r20, %%r21, %%r22, %%r23};\n",
                   i, i);
    buf_puts(&b, "\tbar.sync 0; @!%p bra SKIP;\n");
#define REPLACE(f) "\ttensormap.replace.tile." f ";\n"
    buf_puts(
        &b,
        REPLACE("global_address.shared::cta.b1024.b64 [%r5], %rd6") REPLACE(
            "rank.shared::cta.b1024.b32 [%r5], 2") REPLACE("box_dim.shared::cta.b1024.b32 [%r5], "
                                                           "0, 16")
            REPLACE("box_dim.shared::cta.b1024.b32 [%r5], 1, 3") REPLACE(
                "box_dim.shared::cta.b1024.b32 [%r5], 2, 2") REPLACE("global_dim.shared::cta.b1024."
                                                                     "b32 [%r5], 0, 20")
                REPLACE("global_dim.shared::cta.b1024.b32 [%r5], 1, 10") REPLACE(
                    "global_dim.shared::cta.b1024.b32 [%r5], 2, 6") "\tmov.b64 %rd7, 80; mov.b64 "
                                                                    "%rd8, 800;\n" REPLACE(
                                                                        "global_"
                                                                        "stride."
                                                                        "shared:"
                                                                        ":cta."
                                                                        "b1024."
                                                                        "b64 "
                                                                        "[%r5], "
                                                                        "0, "
                                                                        "%rd7") REPLACE("global_"
                                                                                        "stride."
                                                                                        "shared::"
                                                                                        "cta.b1024."
                                                                                        "b64 "
                                                                                        "[%r5], 1, "
                                                                                        "%rd8")
                                                                        REPLACE(
                                                                            "element_stride.shared:"
                                                                            ":cta.b1024.b32 [%r5], "
                                                                            "1, 2")
                                                                            REPLACE(
                                                                                "element_"
                                                                                "stride.shared:"
                                                                                ":cta.b1024."
                                                                                "b32 [%r5], 2, "
                                                                                "1") REPLACE("elemt"
                                                                                             "ype."
                                                                                             "share"
                                                                                             "d::"
                                                                                             "cta."
                                                                                             "b1024"
                                                                                             ".b32 "
                                                                                             "[%r5]"
                                                                                             ", 7")
                                                                                REPLACE(
                                                                                    "swizzle_mode."
                                                                                    "shared::cta."
                                                                                    "b1024.b32 "
                                                                                    "[%r5], 2")
                                                                                    REPLACE(
                                                                                        "fill_mode."
                                                                                        "shared::"
                                                                                        "cta.b1024."
                                                                                        "b32 "
                                                                                        "[%r5], 1")
                                                                                        REPLACE(
                                                                                            "interl"
                                                                                            "eave_"
                                                                                            "layout"
                                                                                            ".share"
                                                                                            "d::"
                                                                                            "cta."
                                                                                            "b1024."
                                                                                            "b32 "
                                                                                            "[%r5],"
                                                                                            " 0"));
    buf_puts(&b, "SKIP:\tbar.sync "
                 "0;\n\ttensormap.cp_fenceproxy.global.shared::cta.tensormap::generic.release.gpu."
                 "sync.aligned [%rd5], [%r5], 128;\n");
    buf_puts(&b, "\tfence.proxy.tensormap::generic.acquire.gpu [%rd5], 128; @!%p bra DONE;\n");
    buf_printf(&b,
               "\tmbarrier.arrive.expect_tx.shared::cta.b64 _, [%%r1], "
               "%u;\n\tcp.async.bulk.tensor.3d.shared::cluster.global.tile.mbarrier::complete_tx::"
               "bytes [%%r0], [%%rd5, {%%r10, %%r11, %%r12}], [%%r1];\nDONE:\n",
               bytes);
    buf_puts(&b, WAIT);
    put_copy(&b, 2, true);
    VmRunOptions o = {"sm_90a", 1, 32, 0, 4, {map, shared, shared, base + 64}};
    if (run_kernel(w.vm, &w.ctx, &o, GLOBALS ".shared .align 128 .b8 tmap[128];\n", buf_cstr(&b)))
        compare(&w, shared, sizeof tile, "tensormap.replace");
    world_end(&w);
}

// ---- one dimension, clusters -------------------------------------------------------------------

// Two blocks: block 0 sends to both by multicast, to block 1 by a copy from shared memory, by
// st.async and red.async, and arrives at block 1's barrier.
static void test_cluster(void) {
    World w;
    begin_random(&w);
    uint64_t base = device_copy(w.vm, memory, sizeof memory), out = vm_alloc(w.vm, 4096);
    Buf b;
    buf_init(&b, &w.ctx.perm);
    buf_puts(
        &b, REGS
        "\t.reg .b32 %rank, %far, %farbar;\n\tmov.u32 %rank, %cluster_ctarank; ld.param.u64 %rd0, "
        "[p0]; ld.param.u64 %rd1, [p1];\n"
        "\t@%p mbarrier.init.shared::cta.b64 [%r1], 2;\n\tfence.mbarrier_init.release.cluster;\n"
        "\t@%p st.shared.v4.u32 [%r0+1280], {0, 0, 0, 0};\n\tbarrier.cluster.arrive.aligned; "
        "barrier.cluster.wait.aligned;\n"
        "\tmapa.shared::cluster.u32 %far, %r0, 1; mapa.shared::cluster.u32 %farbar, %r1, 1;\n"
        "\tsetp.eq.and.u32 %q, %rank, 0, %p; @!%q bra REST;\n"
        // multicast 512 bytes to both
        "\tmov.b16 %h0, 3; "
        "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster "
        "[%r0], [%rd0], 512, [%r1], %h0;\n"
        // 256 bytes from our own shared memory to block 1's, at 1024
        "\tadd.s64 %rd2, %rd0, 1024; mbarrier.expect_tx.relaxed.cluster.shared::cluster.b64 "
        "[%farbar], 0;\n"
        "\tmov.u32 %r5, 0;\nFILL:\tadd.u32 %r6, %r0, %r5; cvt.u64.u32 %rd3, %r5; add.s64 %rd3, "
        "%rd2, %rd3; ld.global.u32 %r7, [%rd3]; st.shared.u32 [%r6+2048], %r7;\n"
        "\tadd.u32 %r5, %r5, 4; setp.lt.u32 %q, %r5, 256; @%q bra "
        "FILL;\n\tfence.proxy.async.shared::cta;\n"
        "\tadd.u32 %r8, %far, 1024; add.u32 %r9, %r0, 2048;\n"
        "\tcp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [%r8], [%r9], "
        "256, [%farbar];\n"
        "\tmov.b32 %r20, 0x11223344; mov.b32 %r21, 5;\n"
        "\tst.async.weak.shared::cluster.mbarrier::complete_tx::bytes.v2.b32 [%far+1280], {%r20, "
        "%r21}, [%farbar];\n"
        "\tred.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.add.u32 "
        "[%far+1284], %r21, [%farbar];\n"
        "\tmbarrier.arrive.release.cluster.shared::cluster.b64 _, [%farbar];\n"
        "\tmbarrier.arrive.release.cta.shared::cta.b64 _, [%r1];\n"
        "REST:\tsetp.eq.u32 %q, %rank, 0; selp.u32 %r22, 512, 780, %q;\n"
        "\t@%p mbarrier.arrive.expect_tx.release.cta.shared::cta.b64 _, [%r1], %r22;\n" WAIT
        "\tmul.lo.u32 %r23, %rank, 2048; cvt.u64.u32 %rd5, %r23; add.s64 %rd1, %rd1, %rd5;\n"
        "\tmov.u32 %r24, %r2;\nOUT:\tshl.b32 %r25, %r24, 2; cvt.u64.u32 %rd6, %r25; add.s64 %rd6, "
        "%rd1, %rd6; add.u32 %r25, %r25, %r0; ld.shared.u32 %r26, [%r25]; st.global.u32 [%rd6], "
        "%r26;\n"
        "\tadd.u32 %r24, %r24, 32; setp.lt.u32 %q, %r24, 324; @%q bra OUT;\n"
        "\tbarrier.cluster.arrive; barrier.cluster.wait;\n");
    VmRunOptions o = {"sm_90", 2, 32, 2, 2, {base, out}};
    const char *body = buf_cstr(&b);
    if (run_kernel(w.vm, &w.ctx, &o, GLOBALS, body)) {
        memcpy(expect, memory, 512);
        compare(&w, out, 512, "multicast to block 0");
        compare(&w, out + 2048, 512, "multicast to block 1");
        memcpy(expect, memory + 1024, 256);
        memcpy(expect + 256, &(uint32_t[]){0x11223344, 10}, 8);
        compare(&w, out + 2048 + 1024, 264, "copy to block 1");
    }
    world_end(&w);
}

// Global to shared, shared to global with a byte mask, reductions.
static void test_line(void) {
    static const struct {
        const char *op, *type;
        uint32_t size;
    } ops[] = {{"add", "u32", 4}, {"min", "s32", 4}, {"max", "u64", 8}, {"and", "b32", 4},
               {"or", "b64", 8},  {"xor", "b32", 4}, {"inc", "u32", 4}, {"dec", "u32", 4},
               {"add", "u64", 8}, {"min", "s64", 8}, {"add", "f32", 4}, {"add", "f64", 8}};
    for (uint32_t k = 0; k <= CU_COUNT(ops); k++) {
        World w;
        world_begin(&w);
        for (uint32_t i = 0; i < 2048; i++) memory[i] = (uint8_t)rnd(256);
        bool fl = k < CU_COUNT(ops) && ops[k].type[0] == 'f';
        for (uint32_t i = 0; fl && i < 2048; i += ops[k].size) {
            float f = (float)rnd(100);
            double d = rnd(100);
            memcpy(memory + i, ops[k].size == 4 ? (void *)&f : (void *)&d, ops[k].size);
        }
        uint64_t from = device_copy(w.vm, memory, 1024),
                 to = device_copy(w.vm, memory + 1024, 1024);
        Buf b;
        buf_init(&b, &w.ctx.perm);
        buf_puts(&b,
                 REGS INIT "\tld.param.u64 %rd0, [p0]; ld.param.u64 %rd1, [p1]; @!%p bra DONE;\n"
                           "\tmbarrier.arrive.expect_tx.shared::cta.b64 _, [%r1], 1024; "
                           "createpolicy.fractional.L2::evict_last.b64 %rd2, 0f3F800000;\n"
                           "\tcp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.L2:"
                           ":cache_hint [%r0], [%rd0], 1024, [%r1], %rd2;\nDONE:\n" WAIT);
        memcpy(expect, memory + 1024, 1024);
        if (k == CU_COUNT(ops)) {
            buf_puts(
                &b,
                "\tmov.b16 %h0, 0x9ac5; @%p cp.async.bulk.global.shared::cta.bulk_group.cp_mask "
                "[%rd1], [%r0], 1024, %h0;\n");
            for (uint32_t i = 0; i < 1024; i++) {
                if (0x9ac5 >> i % 16 & 1) expect[i] = memory[i];
            }
        } else {
            buf_printf(&b,
                       "\t@%%p cp.reduce.async.bulk.global.shared::cta.bulk_group.%s.%s [%%rd1], "
                       "[%%r0], 1024;\n",
                       ops[k].op, ops[k].type);
            for (uint32_t i = 0; i < 1024; i += ops[k].size) {
                uint64_t x = 0, y = 0;
                memcpy(&x, expect + i, ops[k].size);
                memcpy(&y, memory + i, ops[k].size);
                float fx, fy;
                double dx, dy;
                memcpy(&fx, &x, 4), memcpy(&fy, &y, 4), memcpy(&dx, &x, 8), memcpy(&dy, &y, 8);
                fx += fy, dx += dy;
                switch (k) {
                case 1: x = (uint32_t)((int32_t)x < (int32_t)y ? x : y); break;
                case 2: x = x > y ? x : y; break;
                case 3: x &= y; break;
                case 4: x |= y; break;
                case 5: x ^= y; break;
                case 6: x = x >= y ? 0 : x + 1; break;
                case 7: x = x == 0 || x > y ? y : x - 1; break;
                case 9: x = (int64_t)x < (int64_t)y ? x : y; break;
                case 10: memcpy(&x, &fx, 4); break;
                case 11: memcpy(&x, &dx, 8); break;
                default: x += y; break;
                }
                memcpy(expect + i, &x, ops[k].size);
            }
        }
        buf_puts(&b, "\tcp.async.bulk.commit_group; cp.async.bulk.wait_group 0;\n");
        VmRunOptions o = {k == CU_COUNT(ops) ? "sm_100a" : "sm_90", 1, 32, 0, 2, {from, to}};
        if (run_kernel(w.vm, &w.ctx, &o, GLOBALS, buf_cstr(&b)))
            compare(&w, to, 1024, k < CU_COUNT(ops) ? ops[k].op : "cp_mask");
        world_end(&w);
    }
}

int main(int argc, char **argv) {
    if (argc > 2 && strcmp(argv[1], "--emit") == 0) emit_dir = argv[2];
    for (uint32_t i = 0; i < 5 * CU_COUNT(elements) * 3; i++) {
        test_tile(1 + i % 5, &elements[i / 5 % CU_COUNT(elements)], 0);
        test_tile(1 + i % 5, &elements[i / 5 % CU_COUNT(elements)], 1);
    }
    for (uint32_t i = 0; i < 5; i++) test_tile(1 + i, &elements[5], 2);
    for (uint32_t i = 0; i < 12; i++) test_im2col(i);
    test_replace(false);
    test_replace(true);
    test_cluster();
    test_line();
    return UNIT_END();
}
