// SPDX-License-Identifier: Apache-2.0
// Textures and surfaces against the formulas of the CUDA programming guide ("Texture Fetching"):
// all addressing modes, both filters, formats and read modes, layers, cubes, mip maps, gather,
// queries.
// `--emit DIR`: see vm_run.h.
#include "vm_run.h"

#include <math.h>

static uint32_t seed = 3;
static uint32_t rnd(uint32_t n) {
    seed = seed * 1664525 + 1013904223;
    return (seed >> 8) % n;
}

enum { W = 13, H = 7, Z = 5, N = 64 };
static float texels[6][Z][H][W][4]; // of layers or depths, as values
static float in[N][8], want[N][4];
static uint32_t got[N][4];

static const char *const geom_name[] = {"1d", "2d", "3d", "a1d", "a2d", "cube", "acube"};
static const uint8_t geom_dims[] = {1, 2, 3, 1, 2, 3, 3};
typedef enum { G1, G2, G3, GA1, GA2, GCUBE, GACUBE } Geom;

// Stores the texels in the texture's format and gives their values as a fetch returns them.
static uint64_t upload(Vm *vm, VmTexture *t, uint32_t depth, uint32_t w, uint32_t h) {
    static const uint8_t size[] = {1, 2, 4, 1, 2, 4, 2, 4};
    static uint8_t bytes[6 * Z * H * W * 16];
    uint32_t es = size[t->format] * t->channels, pitch = CU_ALIGN(w * es, 32u);
    for (uint32_t z = 0; z < depth; z++) {
        for (uint32_t y = 0; y < h; y++) {
            for (uint32_t x = 0; x < w; x++) {
                for (uint32_t k = 0; k < 4; k++) {
                    float *v = &texels[z / Z][z % Z][y][x][k];
                    uint8_t *p = bytes + (z * h + y) * pitch + x * es + k * size[t->format];
                    int32_t i = (int32_t)rnd(1000) - 500;
                    float f = (float)i;
                    *v = k == 3 ? 1 : 0;
                    if (k >= t->channels) continue;
                    switch (t->format) {
                    case VM_TEX_U8:
                        i = (uint8_t)i;
                        *v = t->normalized_read ? (float)i / 255 : (float)i;
                        break;
                    case VM_TEX_S8:
                        i = (int8_t)i;
                        *v = t->normalized_read ? fmaxf((float)i / 127, -1) : (float)i;
                        break;
                    case VM_TEX_U16:
                        i = (uint16_t)i;
                        *v = t->normalized_read ? (float)i / 65535 : (float)i;
                        break;
                    case VM_TEX_S16:
                        *v = t->normalized_read ? fmaxf((float)i / 32767, -1) : (float)i;
                        break;
                    case VM_TEX_F16:
                        i = (int32_t)(uint32_t[]){0x3c00, 0x4000, 0xc000, 0x3800}[i & 3];
                        *v = i == 0x3c00 ? 1 : i == 0x4000 ? 2 : i == 0xc000 ? -2 : 0.5f;
                        break;
                    case VM_TEX_F32:
                        *v = f;
                        memcpy(&i, &f, 4);
                        break;
                    default: *v = f; break;
                    }
                    memcpy(p, &i, size[t->format]);
                }
            }
        }
    }
    uint64_t a = device_copy(vm, bytes, sizeof bytes);
    t->levels = 1;
    t->level[0] = (VmTexLevel){a, pitch, pitch * h};
    return a;
}

// T[i][j][k] with the addressing mode, in exact integers.
static bool mode_index(const VmTexture *t, uint32_t d, int64_t *i, int64_t n) {
    if (*i >= 0 && *i < n) return true;
    switch (t->normalized_coords             ? t->address[d]
            : t->address[d] == VM_TEX_BORDER ? VM_TEX_BORDER
                                             : VM_TEX_CLAMP) {
    case VM_TEX_WRAP:
        while (*i < 0) *i += n;
        *i %= n;
        return true;
    case VM_TEX_MIRROR:
        for (;;) {
            if (*i < 0) *i = -1 - *i;
            if (*i < n) return true;
            *i = 2 * n - 1 - *i;
        }
    case VM_TEX_CLAMP: *i = *i < 0 ? 0 : n - 1; return true;
    default: return false;
    }
}

static float fetch(const VmTexture *t, uint32_t dims, int64_t x, int64_t y, int64_t z,
                   uint32_t layer, uint32_t k) {
    bool in_x = mode_index(t, 0, &x, t->extent[0]),
         in_y = dims < 2 || mode_index(t, 1, &y, t->extent[1]);
    bool in_z = dims < 3 || mode_index(t, 2, &z, t->extent[2]);
    if (!in_x || !in_y || !in_z) return t->border[k];
    uint32_t plane = (uint32_t)z + layer;
    return texels[plane / Z][plane % Z][y][x][k];
}

static float reference(const VmTexture *t, uint32_t dims, const float *c, uint32_t layer,
                       uint32_t k) {
    double u[3] = {0};
    int64_t i[3] = {0};
    for (uint32_t d = 0; d < dims; d++)
        u[d] = (double)c[d] * (t->normalized_coords ? (double)t->extent[d] : 1);
    if (!t->linear_filter) {
        for (uint32_t d = 0; d < dims; d++) i[d] = (int64_t)floor(u[d]);
        return fetch(t, dims, i[0], i[1], i[2], layer, k);
    }
    double a[3] = {0}, r = 0;
    for (uint32_t d = 0; d < dims; d++) {
        i[d] = (int64_t)floor(u[d] - 0.5);
        a[d] = nearbyint((u[d] - 0.5 - (double)i[d]) * 256) / 256; // 1.8 fixed point
    }
    for (uint32_t z = 0; z < (dims > 2 ? 2u : 1u); z++)
        for (uint32_t y = 0; y < (dims > 1 ? 2u : 1u); y++)
            for (uint32_t x = 0; x < 2; x++)
                r += (x ? a[0] : 1 - a[0]) * (y ? a[1] : 1 - a[1]) * (z ? a[2] : 1 - a[2]) *
                     (double)fetch(t, dims, i[0] + x, i[1] + y, i[2] + z, layer, k);
    return (float)r;
}

// Runs `inst` with inputs %f0.. (%i0.. as integers) and results %o0..3.
static bool execute(World *w, uint64_t handle, const char *type, const char *inst) {
    Buf b;
    buf_init(&b, &w->ctx.perm);
    buf_printf(&b,
               "\t.reg .f32 %%f<8>; .reg .b32 %%i<8>, %%r<4>; .reg .b64 %%h, %%a, %%b, %%t; .reg "
               ".%s %%o<4>; .reg .pred %%p;\n"
               "\tld.param.u64 %%h, [p0]; ld.param.u64 %%a, [p1]; ld.param.u64 %%b, [p2]; mov.u32 "
               "%%r0, %%tid.x;\n"
               "\tmul.wide.u32 %%t, %%r0, 32; add.s64 %%a, %%a, %%t; mul.wide.u32 %%t, %%r0, 16; "
               "add.s64 %%b, %%b, %%t;\n",
               type);
    for (uint32_t k = 0; k < 8; k++)
        buf_printf(&b, "\tld.global.f32 %%f%u, [%%a+%u]; mov.b32 %%i%u, %%f%u;\n", k, 4 * k, k, k);
    buf_printf(&b, "\t%s\n", inst);
    for (uint32_t k = 0; k < 4; k++)
        buf_printf(&b, "\tst.global.%s [%%b+%u], %%o%u;\n", type, 4 * k, k);
    uint64_t a = device_copy(w->vm, in, sizeof in), o = device_copy(w->vm, got, sizeof got);
    VmRunOptions opt = {"sm_80", 1, N, 0, 3, {handle, a, o}};
    bool ok = run_kernel(w->vm, &w->ctx, &opt, "", buf_cstr(&b)) && !emit_dir;
    if (ok) vm_read(w->vm, o, got, sizeof got);
    return ok;
}

static void check_floats(const char *what) {
    uint32_t bad = 0;
    for (uint32_t i = 0; i < N; i++) {
        for (uint32_t k = 0; k < 4; k++) {
            float f;
            memcpy(&f, &got[i][k], 4);
            if (fabsf(f - want[i][k]) <= 1e-6f * fabsf(want[i][k])) continue;
            if (!bad++)
                fprintf(stderr, "%s: thread %u, component %u: %g, not %g\n", what, i, k, (double)f,
                        (double)want[i][k]);
        }
    }
    CHECK(bad == 0);
}

static void set_layer(float *at, uint32_t v) {
    memcpy(at, &v, 4);
}

// tex with float coordinates: every geometry but cubes
static void test_filter(Geom g, uint32_t address, bool linear, bool normalized, VmTexFormat format,
                        uint32_t channels) {
    World w;
    world_begin(&w);
    uint32_t dims = geom_dims[g];
    bool layered = g == GA1 || g == GA2;
    VmTexture t = {.dims = (uint8_t)dims,
                   .format = (uint8_t)format,
                   .channels = (uint8_t)channels,
                   .extent = {W, dims > 1 ? H : 1, dims > 2 ? Z : 1},
                   .layers = layered ? 4 : 1,
                   .layered = layered,
                   .linear_filter = linear,
                   .normalized_coords = normalized,
                   .normalized_read = format < VM_TEX_F16,
                   .border = {0.25f, 0, 3, 1},
                   .max_lod = 0};
    for (uint32_t d = 0; d < 3; d++)
        t.address[d] = (uint8_t)((address + d * (normalized && address != VM_TEX_BORDER)) % 3);
    if (address == VM_TEX_BORDER) memset(t.address, VM_TEX_BORDER, 3);
    if (!normalized && address != VM_TEX_BORDER) memset(t.address, VM_TEX_CLAMP, 3);
    upload(w.vm, &t, 20, W, dims > 1 ? H : 1);
    for (uint32_t i = 0; i < N; i++) {
        uint32_t layer = layered ? rnd(4) : 0, k = layered;
        set_layer(in[i], layer);
        float c[3];
        for (uint32_t d = 0; d < dims; d++) {
            c[d] = ((float)rnd(4096) / 1024 - 1.5f) * (normalized ? 1 : (float)t.extent[d]) * 0.75f;
            in[i][k + d] = c[d];
        }
        for (uint32_t q = 0; q < 4; q++) want[i][q] = reference(&t, dims, c, layer, q);
    }
    Buf b;
    buf_init(&b, &w.ctx.perm);
    buf_printf(&b, "tex.%s.v4.f32.f32 {%%o0, %%o1, %%o2, %%o3}, [%%h, {", geom_name[g]);
    uint32_t n = dims + layered, room = n == 3 ? 4 : n;
    for (uint32_t k = 0; k < room; k++)
        buf_printf(&b, "%s%%%c%u", k ? ", " : "", layered && !k ? 'i' : 'f', k < n ? k : n - 1);
    buf_puts(&b, "}];");
    if (execute(&w, vm_texture_new(w.vm, &t), "f32", buf_cstr(&b)))
        check_floats(arena_printf(&w.ctx.perm, "%s address %u %s %s format %u", geom_name[g],
                                  address, linear ? "linear" : "point",
                                  normalized ? "normalized" : "", format));
    world_end(&w);
}

// Integers, texels by number, linear memory, offsets, halves
static void test_integer(void) {
    World w;
    world_begin(&w);
    for (uint32_t k = 0; k < 4; k++) {
        VmTexFormat format = (VmTexFormat[]){VM_TEX_U8, VM_TEX_S16, VM_TEX_S32, VM_TEX_S8}[k];
        VmTexture t = {.dims = 2,
                       .format = (uint8_t)format,
                       .channels = 2,
                       .extent = {W, H, 1},
                       .layers = 1,
                       .address = {1, 1, 1}};
        upload(w.vm, &t, 1, W, H);
        for (uint32_t i = 0; i < N; i++) {
            int32_t c[2] = {(int32_t)rnd(W), (int32_t)rnd(H)};
            memcpy(in[i], c, 8);
            for (uint32_t q = 0; q < 4; q++) want[i][q] = q == 3 ? 1 : texels[0][0][c[1]][c[0]][q];
        }
        if (execute(&w, vm_texture_new(w.vm, &t), "s32",
                    "tex.2d.v4.s32.s32 {%o0, %o1, %o2, %o3}, [%h, {%i0, %i1}];")) {
            uint32_t bad = 0;
            for (uint32_t i = 0; i < N; i++) {
                for (uint32_t q = 0; q < 4; q++) bad += (float)(int32_t)got[i][q] != want[i][q];
            }
            CHECK(bad == 0);
        }
    }
    VmTexture t = {.dims = 1,
                   .format = VM_TEX_F32,
                   .channels = 1,
                   .extent = {W, 1, 1},
                   .layers = 1,
                   .linear = true,
                   .address = {1, 1, 1}};
    upload(w.vm, &t, 1, W, 1);
    for (uint32_t i = 0; i < N; i++) {
        int32_t c = (int32_t)rnd(3 * W) - W;
        memcpy(in[i], &c, 4);
        bool inside = c >= 0 && c < W;
        for (uint32_t q = 0; q < 4; q++)
            want[i][q] = q ? inside && q == 3 ? 1 : 0 : inside ? texels[0][0][0][c][0] : 0;
    }
    if (execute(&w, vm_texture_new(w.vm, &t), "f32",
                "tex.1d.v4.f32.s32 {%o0, %o1, %o2, %o3}, [%h, {%i0}];"))
        check_floats("linear memory");
    world_end(&w);
}

// Mip maps by level and gradients; offsets; gather; queries.
static void test_levels(bool linear_mip) {
    World w;
    world_begin(&w);
    VmTexture t = {.dims = 2,
                   .format = VM_TEX_F32,
                   .channels = 4,
                   .extent = {W, H, 1},
                   .layers = 1,
                   .address = {1, 1, 1},
                   .linear_mip = linear_mip,
                   .max_lod = 10,
                   .normalized_coords = true};
    upload(w.vm, &t, 1, W, H);
    float hundred[6 * 3 * 4]; // the second level
    for (uint32_t i = 0; i < CU_COUNT(hundred); i++) hundred[i] = 100;
    uint64_t level1 = device_copy(w.vm, hundred, sizeof hundred);
    t.levels = 2;
    t.level[1] = (VmTexLevel){level1, 96, 288};
    uint64_t h = vm_texture_new(w.vm, &t);
    for (uint32_t i = 0; i < N; i++) {
        float c[2] = {(float)rnd(1024) / 1024, (float)rnd(1024) / 1024},
              lod = (float)rnd(64) / 32 - 0.5f;
        in[i][0] = c[0], in[i][1] = c[1], in[i][2] = lod, in[i][3] = lod < 0 ? 0 : exp2f(lod) / W,
        in[i][4] = 0;
        double l = lod < 0 ? 0 : lod > 1 ? 1 : (double)lod;
        double part = linear_mip ? nearbyint(l * 256) / 256 : floor(l + 0.5);
        for (uint32_t q = 0; q < 4; q++)
            want[i][q] = (float)((1 - part) * (double)reference(&t, 2, c, 0, q) + part * 100);
    }
    if (execute(&w, h, "f32",
                "tex.level.2d.v4.f32.f32 {%o0, %o1, %o2, %o3}, [%h, {%f0, %f1}], %f2;"))
        check_floats("level");
    if (!linear_mip && execute(&w, h, "f32",
                               "tex.grad.2d.v4.f32.f32 {%o0, %o1, %o2, %o3}, [%h, {%f0, %f1}], "
                               "{%f3, %f4}, {%f4, %f4};"))
        check_floats("grad");
    for (uint32_t i = 0; i < N; i++) {
        for (uint32_t q = 0; q < 4; q++)
            want[i][q] = fetch(&t, 2, (int64_t)floor((double)in[i][0] * W) + 2,
                               (int64_t)floor((double)in[i][1] * H) - 1, 0, 0, q);
    }
    if (execute(&w, h, "f32",
                "{ .reg .b32 x, y; mov.b32 x, 2; mov.b32 y, -1; tex.2d.v4.f32.f32 {%o0, %o1, %o2, "
                "%o3}, [%h, {%f0, %f1}], {x, y}; }"))
        check_floats("offset");
    for (uint32_t i = 0; i < N; i++) {
        int64_t x = (int64_t)floor((double)in[i][0] * W - 0.5),
                y = (int64_t)floor((double)in[i][1] * H - 0.5);
        want[i][0] = fetch(&t, 2, x, y + 1, 0, 0, 1),
        want[i][1] = fetch(&t, 2, x + 1, y + 1, 0, 0, 1);
        want[i][2] = fetch(&t, 2, x + 1, y, 0, 0, 1), want[i][3] = fetch(&t, 2, x, y, 0, 0, 1);
    }
    if (execute(&w, h, "f32", "tld4.g.2d.v4.f32.f32 {%o0, %o1, %o2, %o3}, [%h, {%f0, %f1}];"))
        check_floats("tld4");
    if (execute(&w, h, "b32",
                "txq.width.b32 %o0, [%h]; txq.height.b32 %o1, [%h]; txq.num_mipmap_levels.b32 %o2, "
                "[%h]; txq.normalized_coords.b32 %o3, [%h];"))
        CHECK(got[5][0] == W && got[5][1] == H && got[5][2] == 2 && got[5][3] == 1);
    world_end(&w);
}

// The six faces: axis directions meet their middles; order +x -x +y -y +z -z
static void test_cube(bool layered) {
    World w;
    world_begin(&w);
    VmTexture t = {.dims = 2,
                   .cube = true,
                   .layered = layered,
                   .format = VM_TEX_F32,
                   .channels = 1,
                   .extent = {5, 5, 1},
                   .layers = layered ? 12 : 6,
                   .normalized_coords = true,
                   .address = {1, 1, 1}};
    upload(w.vm, &t, layered ? 12 : 6, 5, 5);
    for (uint32_t i = 0; i < N; i++) {
        uint32_t face = i % 6, layer = layered ? i / 6 % 2 : 0;
        double s = ((double)rnd(1000) + 0.5) / 1001 * 2 - 1,
               r = ((double)rnd(1000) + 0.5) / 1001 * 2 - 1, m = 0.5 + rnd(4);
        double d[6][3] = {{1, -r, -s}, {-1, -r, s}, {s, 1, r},
                          {s, -1, -r}, {s, -r, 1},  {-s, -r, -1}}; // OpenGL's table, turned round
        set_layer(in[i], layer);
        for (uint32_t k = 0; k < 3; k++) in[i][layered + k] = (float)(d[face][k] * m);
        uint32_t x = (uint32_t)((s + 1) / 2 * 5), y = (uint32_t)((r + 1) / 2 * 5),
                 plane = 6 * layer + face;
        for (uint32_t q = 0; q < 4; q++)
            want[i][q] = q == 0 ? texels[plane / Z][plane % Z][y][x][0] : q == 3;
    }
    if (execute(&w, vm_texture_new(w.vm, &t), "f32",
                layered ? "tex.acube.v4.f32.f32 {%o0, %o1, %o2, %o3}, [%h, {%i0, %f1, %f2, %f3}];"
                        : "tex.cube.v4.f32.f32 {%o0, %o1, %o2, %o3}, [%h, {%f0, %f1, %f2, %f2}];"))
        check_floats("cube");
    world_end(&w);
}

// Surfaces: stores, loads, reductions; outside with .zero and .clamp
static void test_surface(void) {
    World w;
    world_begin(&w);
    VmTexture t = {.surface = true,
                   .dims = 2,
                   .format = VM_TEX_S32,
                   .channels = 2,
                   .extent = {W, H, 1},
                   .layers = 1};
    uint64_t base = upload(w.vm, &t, 1, W, H), h = vm_texture_new(w.vm, &t);
    for (uint32_t i = 0; i < N; i++) {
        int32_t x = (int32_t)rnd(W + 4) - 2, y = (int32_t)rnd(H + 4) - 2, b = 8 * x;
        memcpy(&in[i][0], &b, 4), memcpy(&in[i][1], &y, 4);
        bool inside = x >= 0 && x < W && y >= 0 && y < H;
        int32_t cx = x < 0 ? 0 : x >= W ? W - 1 : x, cy = y < 0 ? 0 : y >= H ? H - 1 : y;
        for (uint32_t q = 0; q < 2; q++) {
            want[i][q] = inside ? texels[0][0][y][x][q] : 0;
            want[i][2 + q] = texels[0][0][cy][cx][q];
        }
    }
    if (execute(&w, h, "b32",
                "suld.b.2d.v2.b32.zero {%o0, %o1}, [%h, {%i0, %i1}]; suld.b.2d.v2.b32.clamp {%o2, "
                "%o3}, [%h, {%i0, %i1}];")) {
        uint32_t bad = 0;
        for (uint32_t i = 0; i < N; i++) {
            for (uint32_t q = 0; q < 4; q++) bad += (float)(int32_t)got[i][q] != want[i][q];
        }
        CHECK(bad == 0);
    }
    for (uint32_t i = 0; i < N; i++) {
        int32_t x = 8 * (int32_t)(i % W), y = (int32_t)(i / W);
        memcpy(&in[i][0], &x, 4), memcpy(&in[i][1], &y, 4);
    }
    int32_t row[2 * W];
    if (execute(&w, h, "b32",
                "mov.b32 %o0, %i0; mov.b32 %o1, %i1; mov.b32 %o2, 7; mov.b32 %o3, 0; "
                "sust.b.2d.v2.b32.trap [%h, {%i0, %i1}], {%o0, %o1}; sured.b.add.2d.u32.zero [%h, "
                "{%i0, %i1}], %o2;")) {
        vm_read(w.vm, base + t.level[0].pitch * 2, row, sizeof row);
        for (int32_t x = 0; x < W; x++) CHECK(row[2 * x] == 8 * x + 7 && row[2 * x + 1] == 2);
    }
    if (execute(
            &w, h, "b32",
            "mov.b32 %o0, 11; mov.b32 %o1, 12; mov.b32 %o2, 13; mov.b32 %o3, 14; { .reg .b32 x; "
            "shr.u32 x, %i0, 3; sust.p.2d.v4.b32.trap [%h, {x, %i1}], {%o0, %o1, %o2, %o3}; }")) {
        vm_read(w.vm, base + t.level[0].pitch, row, sizeof row);
        for (int32_t x = 0; x < W; x++) CHECK(row[2 * x] == 11 && row[2 * x + 1] == 12);
    }
    world_end(&w);
}

int main(int argc, char **argv) {
    if (argc > 2 && strcmp(argv[1], "--emit") == 0) emit_dir = argv[2];
    for (uint32_t i = 0; i < 5 * 4 * 4; i++) {
        Geom g = (Geom)(i % 5);
        bool normalized = i / 5 % 2, linear = i / 10 % 2;
        uint32_t address = i / 20;
        for (uint32_t f = 0; f < 3; f++) {
            VmTexFormat format =
                (VmTexFormat[]){VM_TEX_U8,  VM_TEX_S8,  VM_TEX_U16,
                                VM_TEX_S16, VM_TEX_F16, VM_TEX_F32}[(i + 2 * f) % 6];
            test_filter(g, address, linear, normalized, format, (uint32_t[]){1, 2, 4}[(i + f) % 3]);
            if (emit_dir) break;
        }
    }
    test_integer();
    test_levels(false);
    test_levels(true);
    test_cube(false);
    test_cube(true);
    test_surface();
    return UNIT_END();
}
