// SPDX-License-Identifier: Apache-2.0
// suld, sust and sured in each geometry, type and clamp mode, suq and txq, against the surface's
// memory. `--emit DIR`: see vm_run.h.
#include "vm_lane.h"

static LaneIn in[LANE_MAX];
enum { W = 40, H = 3, D = 2, LAYERS = 2, TEXELS = W * H * D };
static uint8_t memory[TEXELS * 16], expect[TEXELS * 16], got[TEXELS * 16];

static const struct {
    const char *name, *coordinates; // %x10 is x in bytes or texels
    uint32_t dims;
    bool layered;
} geoms[] = {{"1d", "{%x10}", 1, false},
             {"2d", "{%x10, %x11}", 2, false},
             {"3d", "{%x10, %x11, %x12, %x12}", 3, false},
             {"a1d", "{%x13, %x10}", 1, true},
             {"a2d", "{%x13, %x10, %x11, %x11}", 2, true}};
static const char *const clamps[] = {"trap", "clamp", "zero"};

// What the running test does.
static uint32_t geom, clamp, size, elements; // size: bytes of a texel

static VmTexture surface(uint64_t base, VmTexFormat format, uint32_t channels) {
    VmTexture t = {.surface = true,
                   .dims = (uint8_t)geoms[geom].dims,
                   .layered = geoms[geom].layered,
                   .format = (uint8_t)format,
                   .channels = (uint8_t)channels,
                   .extent = {W, geoms[geom].dims > 1 ? H : 1, geoms[geom].dims > 2 ? D : 1},
                   .layers = geoms[geom].layered ? LAYERS : 1,
                   .levels = 1};
    t.level[0] = (VmTexLevel){base, W * size, W * H * size};
    return t;
}

// Coordinates of a thread: x from %a, y from %b, z or layer from %c. The place of the texel, or -1
// for outside (.zero).
static int64_t place(const LaneIn *x) {
    int64_t c[3] = {(int32_t)x->a, (int32_t)x->b, (int32_t)x->c}, max[3] = {W - 1, H - 1, D - 1};
    uint32_t dims = geoms[geom].dims;
    for (uint32_t d = 0; d < 3; d++) {
        if (d == 2 && geoms[geom].layered) continue;
        if (d >= dims) c[d] = 0;
        if (c[d] >= 0 && c[d] <= max[d]) continue;
        if (clamp == 2) return -1;
        c[d] = c[d] < 0 ? 0 : max[d];
    }
    return (c[0] + W * c[1] + W * H * c[2]) * size;
}

// Loads take any place; for stores each thread has its own, and with .clamp and .zero the last
// thread is outside.
static void choose(bool store) {
    for (uint32_t i = 0; i < 32; i++) {
        LaneIn *x = &in[i];
        x->a = store ? i : x->a % (W + 8) - 4, x->b = store ? i % H : x->b % (H + 2) - 1;
        x->c = store || geoms[geom].layered ? i % 2 : x->c % (D + 2) - 1;
        if (!store && clamp == 0) {
            x->a = (uint32_t)(x->a + W) % W, x->b = (uint32_t)(x->b + H) % H, x->c %= 2;
        }
        if (store && clamp && i == 31) x->a = W + 3;
    }
}

static void put_coordinates(Buf *b, bool texels) {
    buf_printf(b,
               "\t.reg .b64 %%surf; ld.param.u64 %%surf, [p2]; mul.lo.u32 %%x10, %%a, %u; mov.b32 %%x11, "
               "%%b; mov.b32 %%x12, %%c; mov.b32 %%x13, %%c;\n",
               texels ? 1 : size);
}

static const char *list(Arena *arena, const char *prefix, uint32_t n) {
    return n == 1   ? arena_printf(arena, "{%%%s0}", prefix)
           : n == 2 ? arena_printf(arena, "{%%%s0, %%%s1}", prefix, prefix)
                    : arena_printf(arena, "{%%%s0, %%%s1, %%%s2, %%%s3}", prefix, prefix, prefix,
                                   prefix);
}

static void model_load(const LaneIn *x, uint32_t i, LaneOut *out) {
    int64_t at = place(&x[i]);
    uint32_t n = size / elements;
    for (uint32_t k = 0; k < elements && at >= 0; k++)
        memcpy(n == 8 ? &out->o[k] : &out->d[k], memory + at + k * n, n);
}
static void model_nothing(const LaneIn *x, uint32_t i, LaneOut *out) {}

static bool begin(World *w, LaneRun *r, VmTexFormat format, uint32_t channels, uint64_t *base) {
    world_begin(w);
    *base = device_copy(w->vm, memory, sizeof memory);
    memcpy(expect, memory, sizeof memory);
    VmTexture t = surface(*base, format, channels);
    r->target = "sm_90";
    r->param[0] = vm_texture_new(w->vm, &t);
    return r->param[0] != 0;
}
static void compare(World *w, uint64_t base, const char *text) {
    if (!emit_dir) {
        vm_read(w->vm, base, got, sizeof got);
        CHECK(memcmp(got, expect, sizeof got) == 0);
        if (memcmp(got, expect, sizeof got) != 0) fprintf(stderr, "memory after %s\n", text);
    }
}

// suld.b and sust.b of a type and vector
static void test_plain(uint32_t bits, uint32_t n, bool store) {
    static const VmTexFormat of[] = {VM_TEX_U8, VM_TEX_U16, VM_TEX_U32};
    World w;
    uint64_t base;
    elements = n, size = bits / 8 * n;
    lane_random(in, bits + n + geom);
    choose(store);
    LaneRun r = {.model = store ? model_nothing : model_load};
    bool wide = bits == 64;
    if (!begin(&w, &r, wide ? VM_TEX_U32 : of[bits / 16], wide ? 2 * n : n, &base)) return;
    Buf b;
    buf_init(&b, &w.ctx.perm);
    put_coordinates(&b, false);
    const char *v = n == 1 ? "" : n == 2 ? ".v2" : ".v4", *prefix = wide ? "X" : "d";
    if (bits < 32) prefix = "h";
    if (!store && wide) prefix = "o";
    const char *regs = list(&w.ctx.perm, prefix, n);
    for (uint32_t k = 0; k < n && store; k++) {
        uint64_t value = 0x0123456789abcdef * (k + 3);
        if (bits < 32)
            buf_printf(&b, "\tmov.b16 %%h%u, %u;\n", k, (unsigned)value & (bits == 8 ? 255 : 65535));
        else
            buf_printf(&b, "\tmov.b%u %%%s%u, 0x%llx;\n", bits, prefix, k,
                       (unsigned long long)(wide ? value : (uint32_t)value));
        for (uint32_t i = 0; i < 32; i++) {
            int64_t at = place(&in[i]);
            if (at >= 0) memcpy(expect + at + k * bits / 8, &value, bits / 8);
        }
    }
    const char *where = geoms[geom].coordinates;
    buf_printf(&b, "\t%s.b.%s%s.b%u.%s ", store ? "sust" : "suld", geoms[geom].name, v, bits,
               clamps[clamp]);
    if (store)
        buf_printf(&b, "[%%surf, %s], %s;\n", where, regs);
    else
        buf_printf(&b, "%s, [%%surf, %s];\n", regs, where);
    for (uint32_t k = 0; k < n && bits <= 32; k++) {
        if (store) buf_printf(&b, "\tmov.b32 %%d%u, 0;\n", k);
        if (!store && bits < 32) buf_printf(&b, "\tcvt.u32.u16 %%d%u, %%h%u;\n", k, k);
    }
    r.text = buf_cstr(&b);
    if (lane_run(&w, &r, in)) compare(&w, base, r.text);
    world_end(&w);
}

// ---- reductions --------------------------------------------------------------------------------

static const struct {
    const char *op, *type;
    uint32_t form; // 0: .b, 1: .p of an unsigned surface, 2: of a signed one
} reductions[] = {{"add", "u32", 0}, {"add", "s32", 0}, {"add", "u64", 0}, {"min", "u32", 0},
                  {"max", "u32", 0}, {"min", "s32", 0}, {"max", "s32", 0}, {"and", "b32", 0},
                  {"or", "b32", 0},  {"add", "b32", 1}, {"min", "b32", 1}, {"max", "b32", 1},
                  {"and", "b32", 1}, {"or", "b32", 2},  {"min", "b32", 2}, {"max", "b32", 2}};

static uint64_t combine(const char *op, bool sign, uint64_t a, uint64_t b) { // 32 bits but for add
    bool less = sign ? (int32_t)a < (int32_t)b : a < b;
    if (strcmp(op, "add") == 0) return a + b;
    if (strcmp(op, "and") == 0) return a & b;
    if (strcmp(op, "or") == 0) return a | b;
    return (op[1] == 'i') == less ? a : b;
}

static void test_reduction(uint32_t k) {
    World w;
    uint64_t base, value = 0x8765432123456789;
    bool wide = strstr(reductions[k].type, "64") != NULL, p = reductions[k].form != 0;
    bool sign = reductions[k].type[0] == 's' || reductions[k].form == 2;
    size = wide ? 8 : 4;
    lane_random(in, k);
    choose(true);
    LaneRun r = {.model = model_nothing};
    if (!begin(&w, &r, sign ? VM_TEX_S32 : VM_TEX_U32, wide ? 2 : 1, &base)) return;
    if (!wide) value &= 0xffffffff;
    for (uint32_t i = 0; i < 32; i++) {
        int64_t at = place(&in[i]);
        uint64_t a = 0;
        if (at < 0) continue;
        memcpy(&a, expect + at, size);
        a = combine(reductions[k].op, sign, a, value);
        memcpy(expect + at, &a, size);
    }
    Buf b;
    buf_init(&b, &w.ctx.perm);
    put_coordinates(&b, p);
    buf_printf(&b, "\tmov.b%u %%%s, 0x%llx; sured.%s.%s.%s.%s.%s [%%surf, %s], %%%s;\n", 8 * size,
               wide ? "X3" : "x9", (unsigned long long)value, p ? "p" : "b", reductions[k].op,
               geoms[geom].name, reductions[k].type, clamps[clamp], geoms[geom].coordinates,
               wide ? "X3" : "x9");
    r.text = buf_cstr(&b);
    if (lane_run(&w, &r, in)) compare(&w, base, r.text);
    world_end(&w);
}

// ---- queries -----------------------------------------------------------------------------------

static void model_query(const LaneIn *x, uint32_t i, LaneOut *out) {
    out->d[0] = W, out->d[1] = H, out->d[2] = D;
    out->d[3] = 0x10d8, out->d[4] = 0x10b2; // OpenCL's CL_SIGNED_INT16, CL_RG
    out->d[5] = size;                       // layers of the array
}

static void test_queries(void) {
    for (uint32_t k = 0; k < 3; k++) { // suq, txq, txq.level
        World w;
        uint64_t base;
        geom = 2, size = 4;
        lane_random(in, 1);
        LaneRun r = {.model = model_query};
        if (!begin(&w, &r, VM_TEX_S16, 2, &base)) return;
        VmTexture t = surface(base, VM_TEX_S16, 2);
        t.surface = k == 0, t.layers = 4;
        r.param[0] = vm_texture_new(w.vm, &t);
        const char *q = k == 0 ? "suq" : "txq";
        r.text = arena_printf(
            &w.ctx.perm,
            k < 2 ? "\tld.param.u64 %%X0, [p2]; %1$s.width.b32 %%d0, [%%X0]; %1$s.height.b32 %%d1, "
                    "[%%X0]; %1$s.depth.b32 %%d2, [%%X0]; %1$s.channel_data_type.b32 %%d3, [%%X0]; "
                    "%1$s.channel_order.b32 %%d4, [%%X0]; %1$s.array_size.b32 %%d5, [%%X0];\n"
                  : "\tld.param.u64 %%X0, [p2]; mov.u32 %%x0, 0; %1$s.level.width.b32 %%d0, [%%X0],"
                    " %%x0; %1$s.level.height.b32 %%d1, [%%X0], %%x0; %1$s.level.depth.b32 %%d2, "
                    "[%%X0], 0; %1$s.channel_data_type.b32 %%d3, [%%X0]; %1$s.channel_order.b32 "
                    "%%d4, [%%X0]; %1$s.array_size.b32 %%d5, [%%X0];\n",
            q);
        lane_run(&w, &r, in);
        world_end(&w);
    }
}

int main(int argc, char **argv) {
    if (argc > 2 && strcmp(argv[1], "--emit") == 0) emit_dir = argv[2];
    uint64_t seed = 2;
    for (uint32_t i = 0; i < sizeof memory; i++) memory[i] = (uint8_t)unit_random(&seed);
    for (geom = 0; geom < CU_COUNT(geoms); geom++) {
        for (clamp = 0; clamp < CU_COUNT(clamps); clamp++) {
            for (uint32_t bits = 8; bits <= 64; bits *= 2) {
                for (uint32_t n = 1; n <= 4 && n * bits <= 128; n *= 2)
                    test_plain(bits, n, false), test_plain(bits, n, true);
            }
            for (uint32_t k = 0; k < CU_COUNT(reductions) && !geoms[geom].layered; k++)
                test_reduction(k);
        }
    }
    test_queries();
    return UNIT_END();
}
