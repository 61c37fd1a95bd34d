// SPDX-License-Identifier: Apache-2.0
// Textures: tex, tld4, txq, suq (PTX ISA 9.7.10; filtering: CUDA C++ Programming Guide, "Texture
// Fetching"). A coordinate in texels is u (x * extent when normalized). Point sampling takes texel
// floor(u); linear sampling the texels floor(u - 0.5) and the next one with the weight of the
// second rounded to 8 bits of fraction. Addressing modes act on texel numbers. Seams of cubes are
// clamped, anisotropic filtering is done as isotropic.
#include "vm/execute/execute.h"
#include "vm/compute/float.h"
#include "vm/execute/texture.h"
#include "ptx/form/op.h"
#include "ptx/form/sem.h"

#include <math.h>
#include <stdatomic.h>

// list: destinations (n), coordinates (dsize), then offsets (T_OFFSET: dims), then lod or gradients
enum { T_FLOAT = 1, T_OFFSET = 2, T_LOD = 4, T_GRAD = 8 };

// What one lane fetches from, as it goes through the steps.
typedef struct {
    Warp *w;
    const VmInst *in;
    uint32_t lane;
    const VmTexture *t;
    const uint8_t *host; // level 0 where it needs no checks; NULL: each texel is an access
    uint32_t level, layer;
    int32_t offset[3];
} Fetch;

// The object of a handle; a wrong one is a fault.
const VmTexture *vm_texture_of(Warp *warp, const VmInst *in, uint32_t lane, uint64_t handle) {
    const VmTexture *t = vm_texture(warp->grid->vm, handle);
    if (!t) vm_fault(warp, in, lane, VM_ERR_ILLEGAL, handle, "no texture or surface object");
    return t;
}

uint32_t vm_texel_bytes(const VmTexture *texture) {
    static const uint8_t size[] = {1, 2, 4, 1, 2, 4, 2, 4};
    return size[texture->format] * texture->channels;
}

// The texels of a texture without levels, if they lie in one piece of memory and nobody checks.
static const uint8_t *texels_of(Warp *warp, const VmTexture *texture) {
    if (warp->grid->checks || texture->levels != 1 || !texture->channels) return NULL;
    const VmTexLevel *l = &texture->level[0];
    uint64_t rows = texture->dims > 1 || texture->cube ? texture->extent[1] : 1;
    uint64_t slices = texture->dims == 3 ? texture->extent[2] : texture->layers;

    // From the first texel to the last: all of it must lie in one allocation.
    uint64_t size = (slices - 1) * l->slice + (rows - 1) * l->pitch +
                    (uint64_t)texture->extent[0] * vm_texel_bytes(texture);
    VmAlloc *al = vm_recent_alloc(warp, l->base);
    uint64_t have = al ? atomic_load_explicit(&al->size, memory_order_relaxed) : 0;
    uint64_t off = al ? l->base - al->base : 0;
    return al && slices && rows && off < have && have - off >= size ? al->host + off : NULL;
}

// ---- texels ------------------------------------------------------------------------------------

// From sRGB to linear (IEC 61966-2-1).
static float srgb(float x) {
    return x <= 0.04045f ? x / 12.92f : powf((x + 0.055f) / 1.055f, 2.4f);
}

// Raw bits of a channel to what a fetch returns: floats as their bits.
static uint32_t channel(const VmTexture *texture, const uint8_t *p, uint32_t k) {
    uint32_t v = 0;
    float f;
    static const uint8_t size[] = {1, 2, 4, 1, 2, 4, 2, 4};
    memcpy(&v, p + k * size[texture->format], size[texture->format]);
    switch (texture->format) {
    case VM_TEX_S8: v = (uint32_t)(int8_t)v; break;
    case VM_TEX_S16: v = (uint32_t)(int16_t)v; break;
    case VM_TEX_F16:
        f = vm_half_get((uint16_t)v, false);
        memcpy(&v, &f, 4);
        return v;
    default: break;
    }
    // Integers as they are, or as fractions of their largest value: [0, 1], signed ones [-1, 1].
    if (!texture->normalized_read) return v;
    switch (texture->format) {
    case VM_TEX_U8: f = (float)v / 255.0f; break;
    case VM_TEX_U16: f = (float)v / 65535.0f; break;
    case VM_TEX_S8: f = fmaxf((float)(int32_t)v / 127.0f, -1.0f); break;
    case VM_TEX_S16: f = fmaxf((float)(int32_t)v / 32767.0f, -1.0f); break;
    default: return v;
    }
    // Alpha is linear already.
    if (texture->srgb && k < 3 && texture->format == VM_TEX_U8) f = srgb(f);
    memcpy(&v, &f, 4);
    return v;
}

// Whether a fetch gives floats; else integers.
bool vm_texture_reads_float(const VmTexture *texture) {
    return texture->format >= VM_TEX_F16 ||
           (texture->normalized_read && !is_any_of(texture->format, VM_TEX_U32, VM_TEX_S32));
}

// Texels along a dimension of a level: half of the level before, at least one.
static uint32_t extent(const VmTexture *texture, uint32_t level, uint32_t d) {
    return d < texture->dims || (texture->cube && d < 2) ? CU_MAX(texture->extent[d] >> level, 1u)
                                                         : 1;
}

// A texel number by the addressing mode; false: outside (border).
static bool wrap_index(const VmTexture *texture, uint32_t d, int64_t i, int64_t n, int64_t *out) {
    uint32_t mode = texture->cube ? VM_TEX_CLAMP : texture->address[d];
    // Wrapping and mirroring need normalized coordinates (programming guide, "Texture Fetching").
    if (!texture->normalized_coords && mode <= VM_TEX_MIRROR && mode != VM_TEX_CLAMP)
        mode = VM_TEX_CLAMP;
    *out = i;
    if (i >= 0 && i < n) return true;
    switch (mode) {
    case VM_TEX_WRAP: *out = (i % n + n) % n; return true;
    // Forth and back: twice the extent is a period.
    case VM_TEX_MIRROR: {
        int64_t m = (i % (2 * n) + 2 * n) % (2 * n);
        *out = m < n ? m : 2 * n - 1 - m;
        return true;
    }
    case VM_TEX_CLAMP:
        // Linear memory has no clamping: outside is zero.
        if (texture->linear) return false;
        *out = i < 0 ? 0 : n - 1;
        return true;
    default: return false;
    }
}

// What is outside: the border's color, as the texture is read; zeros of linear memory.
static void border_texel(const VmTexture *texture, uint32_t *v) {
    bool fl = vm_texture_reads_float(texture);
    for (uint32_t k = 0; k < 4; k++) {
        float b = texture->linear ? 0 : texture->border[k];
        uint32_t bits;
        memcpy(&bits, &b, 4);
        bool whole = b > -0x1p31f && b < 0x1p32f; // false for NaN too
        v[k] = fl ? bits : whole ? (uint32_t)(int64_t)b : 0;
    }
}

// The four channels of one texel, `c` being its numbers before addressing modes.
static void texel(const Fetch *fetch, const int64_t *c, uint32_t *v) {
    const VmTexture *texture = fetch->t;
    const VmTexLevel *tex_level = &texture->level[fetch->level];
    uint32_t bytes = vm_texel_bytes(texture), dims = texture->cube ? 2 : texture->dims;
    int64_t i[3] = {0};
    for (uint32_t d = 0; d < dims; d++) {
        if (!wrap_index(texture, d, c[d] + fetch->offset[d], extent(texture, fetch->level, d),
                        &i[d])) {
            border_texel(texture, v);
            return;
        }
    }
    uint64_t off = (uint64_t)i[0] * bytes + (uint64_t)i[1] * tex_level->pitch +
                   ((uint64_t)i[2] + fetch->layer) * tex_level->slice;
    uint8_t p[16];
    const uint8_t *at = fetch->host ? fetch->host + off
                                    : vm_access(fetch->w, fetch->in, fetch->lane,
                                                tex_level->base + off, bytes, VSP_GLOBAL, VM_READ);
    switch (bytes) { // mostly one move
    case 1: memcpy(p, at, 1); break;
    case 4: memcpy(p, at, 4); break;
    case 16: memcpy(p, at, 16); break;
    default: memcpy(p, at, bytes); break;
    }

    // Missing channels are 0, alpha is 1.
    uint32_t one = vm_texture_reads_float(texture) ? 0x3f800000 : 1;
    for (uint32_t k = 0; k < 4; k++)
        v[k] = k < texture->channels ? channel(texture, p, k) : k == 3 ? one : 0;
}

// ---- filtering ---------------------------------------------------------------------------------

static float as_float(uint32_t v) {
    float f;
    memcpy(&f, &v, 4);
    return f;
}

// 8 bits of fraction; 1 is possible. x in [0, 1): the sum has no bits for more.
static double weight(double x) {
    const double round = 0x1.8p44;
    return (x + round) - round;
}

static int64_t texel_number(double u) { // floor
    if (!(u > -1e9)) return u != u ? 0 : -1000000000;
    if (u > 1e9) return 1000000000;
    int64_t i = (int64_t)u;
    return i - (u < (double)i);
}

// One level, at coordinates u in texels.
static void sample_level(const Fetch *fetch, const double *u, bool filter, uint32_t *v) {
    int64_t base[3] = {0}, c[3];
    uint32_t dims = fetch->t->cube ? 2 : fetch->t->dims;
    if (!filter) {
        for (uint32_t d = 0; d < dims; d++) base[d] = texel_number(u[d]);
        texel(fetch, base, v);
        return;
    }
    // Linear filtering: 2, 4 or 8 texels, each with the product of its weights.
    double frac[3] = {0}, sum[4] = {0};
    uint32_t n =
        fetch->t->linear ? 4 : fetch->t->channels; // those that are missing are constant inside
    for (uint32_t d = 0; d < dims; d++) {
        if (fetch->t->address[d] == VM_TEX_BORDER) n = 4;
        base[d] = texel_number(u[d] - 0.5);
        frac[d] = weight(u[d] - 0.5 - (double)base[d]);
        if (!(frac[d] >= 0 && frac[d] <= 1)) frac[d] = 0; // infinities and NaNs
    }
    for (uint32_t k = 0; k < 1u << dims; k++) {
        double part = 1;
        for (uint32_t d = 0; d < dims; d++) part *= k >> d & 1 ? frac[d] : 1 - frac[d];
        // Texels without weight are not read: they may lie outside.
        if (part == 0) continue;
        for (uint32_t d = 0; d < 3; d++) c[d] = base[d] + (k >> d & 1);
        uint32_t x[4];
        texel(fetch, c, x);
        for (uint32_t q = 0; q < n; q++) sum[q] += part * (double)as_float(x[q]);
        if (n < 4) memcpy(v, x, sizeof x);
    }
    for (uint32_t q = 0; q < n; q++) {
        float r = (float)sum[q];
        memcpy(&v[q], &r, 4);
    }
}

// The face of a cube that a direction meets, and the coordinates on it (0 to 1).
static uint32_t cube_face(const float *d, double *s) {
    double x = (double)d[0], y = (double)d[1], z = (double)d[2];
    double ax = fabs(x), ay = fabs(y), az = fabs(z), m, sc, tc;
    uint32_t face;
    if (ax >= ay && ax >= az) {
        face = x < 0;
        m = ax, sc = x < 0 ? z : -z, tc = -y;
    } else if (ay >= az) {
        face = 2 + (y < 0);
        m = ay, sc = x, tc = y < 0 ? -z : z;
    } else {
        face = 4 + (z < 0);
        m = az, sc = z < 0 ? -x : x, tc = -y;
    }
    s[0] = m == 0 ? 0.5 : (sc / m + 1) / 2;
    s[1] = m == 0 ? 0.5 : (tc / m + 1) / 2;
    return face;
}

// The level at which a step of one pixel is one texel (OpenGL 4.6, 8.14.1): half the logarithm of
// the larger square.
static double level_of_gradients(const VmTexture *texture, const float *dx, const float *dy) {
    double a = 0, b = 0;
    for (uint32_t d = 0; d < (texture->cube ? 2u : texture->dims); d++) {
        double n = texture->normalized_coords || texture->cube ? (double)texture->extent[d] : 1;
        a += (double)dx[d] * n * (double)dx[d] * n;
        b += (double)dy[d] * n * (double)dy[d] * n;
    }
    double m = fmax(a, b);
    return m > 0 ? 0.5 * log2(m) : -1000;
}

// A fetch by float coordinates: level of detail, the one or two levels that it falls on, filtering
// within and between them.
static void sample(Fetch *fetch, const double *s, double lod, uint32_t *v) {
    const VmTexture *texture = fetch->t;
    bool fl = vm_texture_reads_float(texture), filter = texture->linear_filter && fl;
    uint32_t x[4];
    lod += (double)texture->bias;
    if (texture->levels <= 1) {
        lod = 0;
    } else {
        lod = fmin(fmax(lod, (double)texture->min_lod), (double)texture->max_lod);
        lod = fmin(fmax(lod, 0), (double)texture->levels - 1);
    }
    // The nearest level, or the one below and the share of the next.
    double low = texture->linear_mip ? floor(lod) : floor(lod + 0.5);
    double part = texture->linear_mip && fl ? weight(lod - low) : 0;
    for (uint32_t k = 0; k < 2; k++) {
        fetch->level = CU_MIN((uint32_t)low + k, texture->levels - 1);
        double u[3] = {0};
        for (uint32_t d = 0; d < 3; d++)
            u[d] = texture->normalized_coords || texture->cube
                       ? s[d] * extent(texture, fetch->level, d)
                       : s[d];
        sample_level(fetch, u, filter, k ? x : v);
        if (part == 0) return;
    }
    for (uint32_t q = 0; q < 4; q++) {
        float r = (float)((1 - part) * (double)as_float(v[q]) + part * (double)as_float(x[q]));
        memcpy(&v[q], &r, 4);
    }
}

// ---- instructions ------------------------------------------------------------------------------

// A word of the list for a lane; rows of wider registers hold it in their low half.
static uint32_t word(Warp *warp, uint32_t at, uint32_t lane) {
    const uint32_t *row = vm_row(warp, warp->fn->list.at[at]);
    return row[(size_t)lane << (warp->fn->list_size.at[at] - 2)];
}

// Coordinates: the layer first, then x, y, z; of a cube, the face becomes part of the layer.
static void coordinates(Fetch *fetch, uint32_t at, double *s) {
    const VmInst *in = fetch->in;
    uint32_t geom = in->texture.geometry, k = 0;
    float c[3] = {0};
    bool layered = is_any_of(geom, PTX_GEOM_A1, PTX_GEOM_A2, PTX_GEOM_ACUBE);
    fetch->layer = 0;
    if (layered) {
        uint32_t n = fetch->t->cube ? fetch->t->layers / 6 : fetch->t->layers,
                 raw = word(fetch->w, at, fetch->lane);
        // Layers out of range are clamped.
        fetch->layer = (int32_t)raw < 0 ? 0 : CU_MIN(raw, n ? n - 1 : 0);
        k = 1;
    }
    for (uint32_t d = 0; k + d < in->texture.coordinates; d++) {
        uint32_t raw = word(fetch->w, at + k + d, fetch->lane);
        c[d] = as_float(raw);
        s[d] = in->texture.how & T_FLOAT ? (double)c[d] : (double)(int32_t)raw;
    }
    if (is_any_of(geom, PTX_GEOM_CUBE, PTX_GEOM_ACUBE)) {
        fetch->layer = 6 * fetch->layer + cube_face(c, s);
        s[2] = 0;
    }
}

// Results go to registers of 16, 32 or 64 bits; halves are rounded, two of them packed in one word.
static void store_results(Warp *warp, const VmInst *in, uint32_t l, const uint32_t *v) {
    for (uint32_t k = 0; k < in->n; k++) {
        uint32_t at = in->list + k, x = v[k];
        if (in->type == PTX_F16) x = vm_half_put((double)as_float(v[k]), false, PTX_RND_RN);
        if (in->type == PTX_F16X2) {
            x = (uint32_t)vm_half_put((double)as_float(v[2 * k]), false, PTX_RND_RN) |
                (uint32_t)vm_half_put((double)as_float(v[2 * k + 1]), false, PTX_RND_RN) << 16;
        }
        uint8_t size = warp->fn->list_size.at[at];
        uint64_t wide = x;
        if (CU_LIKELY(size == 2)) {
            ((uint32_t *)vm_row(warp, warp->fn->list.at[at]))[l] = x;
            continue;
        }
        memcpy((uint8_t *)vm_row(warp, warp->fn->list.at[at]) + ((size_t)l << size), &wide,
               1u << CU_MIN(size, 3u));
    }
}

// tex: each lane by itself. Lanes mostly fetch from one texture: where it lies is found out once.
static void exec_tex(Warp *warp, const VmInst *in, uint32_t mask) {
    const VmTexture *last = NULL;
    const uint8_t *host = NULL;
    VM_EACH(l, mask) {
        uint32_t at = in->list + in->n, v[4];
        const uint64_t *handle = vm_row(warp, in->a);
        Fetch fetch = {.w = warp, .in = in, .lane = l, .t = vm_texture_of(warp, in, l, handle[l])};
        if (fetch.t != last) host = texels_of(warp, last = fetch.t);
        fetch.host = host;
        double s[3] = {0}, lod = 0;
        coordinates(&fetch, at, s);
        at += in->texture.coordinates;
        if (in->texture.how & T_OFFSET) {
            for (uint32_t d = 0; d < in->texture.places; d++)
                fetch.offset[d] = (int32_t)word(warp, at++, l);
        }
        if (in->texture.how & T_LOD) lod = (double)as_float(word(warp, at, l));
        if (in->texture.how & T_GRAD) {
            float g[6] = {0};
            for (uint32_t k = 0; k < 2; k++) {
                for (uint32_t d = 0; d < in->texture.places; d++)
                    g[3 * k + d] = as_float(word(warp, at + k * in->texture.places + d, l));
            }
            lod = level_of_gradients(fetch.t, g, g + 3);
        }

        // By float coordinates, with filtering; integers name texels, without.
        if (in->texture.how & T_FLOAT) {
            sample(&fetch, s, lod, v);
        } else { // texels by number
            double low = fmin(fmax(lod, 0), (double)fetch.t->levels - 1);
            int64_t c[3] = {(int64_t)s[0], (int64_t)s[1], (int64_t)s[2]};
            fetch.level = (uint32_t)low;
            texel(&fetch, c, v);
        }
        store_results(warp, in, l, v);
    }
    if (in->e != REF_NONE)
        vm_set_pred(vm_row(warp, in->e), VM_FULL, mask); // all texels are resident
}

// The four texels of a bilinear footprint: one component of each.
static void exec_tld4(Warp *warp, const VmInst *in, uint32_t mask) {
    // Counter-clockwise from the lower left (PTX ISA, tld4).
    static const uint8_t order[4][2] = {{0, 1}, {1, 1}, {1, 0}, {0, 0}};
    VM_EACH(l, mask) {
        uint32_t at = in->list + in->n, v[4], r[4];
        const uint64_t *handle = vm_row(warp, in->a);
        Fetch fetch = {.w = warp, .in = in, .lane = l, .t = vm_texture_of(warp, in, l, handle[l])};
        double s[3] = {0};
        coordinates(&fetch, at, s);
        at += in->texture.coordinates;
        if (in->texture.how & T_OFFSET) {
            for (uint32_t d = 0; d < 2; d++) fetch.offset[d] = (int32_t)word(warp, at++, l);
        }
        // The footprint begins half a texel before the coordinate.
        bool normalized = fetch.t->normalized_coords || fetch.t->cube;
        int64_t c[3] = {0};
        for (uint32_t d = 0; d < 2; d++)
            c[d] = texel_number(s[d] * (normalized ? (double)extent(fetch.t, 0, d) : 1) - 0.5);
        for (uint32_t k = 0; k < 4; k++) {
            texel(&fetch, (int64_t[]){c[0] + order[k][0], c[1] + order[k][1], 0}, v);
            r[k] = v[in->texture.component];
        }
        store_results(warp, in, l, r);
    }
    if (in->e != REF_NONE) vm_set_pred(vm_row(warp, in->e), VM_FULL, mask);
}

// Channel types and orders are the numbers of OpenCL, as the manual says.
// txq and suq: what the object says of itself.
static uint32_t query(const VmTexture *texture, uint32_t what, uint32_t level) {
    static const uint16_t type[] = {0x10da, 0x10db, 0x10dc, 0x10d7, 0x10d8, 0x10d9, 0x10dd, 0x10de};
    static const uint16_t norm[] = {0x10d2, 0x10d3, 0x10dc, 0x10d0, 0x10d1, 0x10d9, 0x10dd, 0x10de};
    static const uint16_t channels[] = {0, 0x10b0, 0x10b2, 0x10b4, 0x10b5};
    level = CU_MIN(level, texture->levels - 1);
    switch (what) {
    case PTX_TQUERY_WIDTH: return extent(texture, level, 0);
    case PTX_TQUERY_HEIGHT: return extent(texture, level, 1);
    case PTX_TQUERY_DEPTH: return extent(texture, level, 2);
    case PTX_TQUERY_TYPE:
        return texture->normalized_read ? norm[texture->format] : type[texture->format];
    case PTX_TQUERY_ORDER: return channels[texture->channels];
    case PTX_TQUERY_NORMALIZED: return texture->normalized_coords;
    case PTX_TQUERY_ARRAY: return texture->cube ? texture->layers / 6 : texture->layers;
    case PTX_TQUERY_LEVELS: return texture->levels;
    default: return 1;
    }
}

// The handle may differ from lane to lane.
static void exec_txq(Warp *warp, const VmInst *in, uint32_t mask) {
    uint64_t handle[VM_LANES], r[VM_LANES] = {0}, level[VM_LANES] = {0};
    vm_load_row(warp, in->a, in->asize, handle);
    if (in->b != REF_NONE) vm_load_row(warp, in->b, 2, level);
    VM_EACH(l, mask) {
        r[l] = query(vm_texture_of(warp, in, l, handle[l] + (uint64_t)in->access.offset), in->mod,
                     (uint32_t)level[l]);
    }
    vm_store_row(warp, in->d, in->dsize, r, mask);
}

// ---- decoding ----------------------------------------------------------------------------------

// Coordinates that an instruction of the geometry has, the layer among them; and those that are
// places.
uint32_t vm_geometry_coordinates(uint32_t geom) {
    static const uint8_t n[] = {0, 1, 2, 3, 2, 3, 3, 4};
    return n[geom];
}
static uint32_t spatial(uint32_t geom) {
    static const uint8_t n[] = {0, 1, 2, 3, 1, 2, 3, 3};
    return n[geom];
}

// The first n elements of a vector (or a scalar, of one).
static bool push_words(Decoder *decoder, const PtxOpnd *vector, uint32_t n) {
    PtxOpnd part = *vector;
    if (vector->kind != PTXO_VEC && n != 1) return false;
    if (vector->kind == PTXO_VEC) {
        if (vector->n < n) return false;
        part.n = (uint16_t)n;
    }
    uint32_t at = vm_push_elements(decoder, &part, 2, false);
    for (uint32_t i = 0; i < n; i++) {
        if (decoder->fn->list_size.at[at + i] < 2) return false;
    }
    return true;
}

// Handle and coordinates of a texture operand. References (.texref) are of the days before objects.
bool vm_push_texture(Decoder *decoder, const PtxOpnd *tex, uint32_t geom, VmInst *decoded) {
    const PtxOpnd *handle = &decoder->f->extra.at[tex->id], *c = handle + 1;
    if (handle->kind != PTXO_REG || decoder->fn->reg[handle->id].size != 3) {
        decoder->why = "a texture or surface reference (only objects are known)";
        return false;
    }
    decoded->a = vm_operand(decoder, handle, 3);
    decoded->texture.geometry = (uint8_t)geom;
    decoded->texture.coordinates = (uint8_t)vm_geometry_coordinates(geom);
    return push_words(decoder, c, decoded->texture.coordinates);
}

// Destinations, coordinates, offsets, level or gradients: all go into the list in this order,
// whatever the order in the text.
static bool decode_tex(Decoder *decoder, const PtxInst *in, const PtxOpnd *operands,
                       VmInst *decoded) {
    uint32_t geom = ptx_mod(in, GEOM), next = 2;
    const PtxOpnd *dst = &operands[0];
    bool gather = ptx_rows[in->op].sem == PTX_SEM_TLD4;
    decoded->list = decoder->fn->list.n;
    if (dst->kind == PTXO_PAIR) {
        dst = &decoder->f->extra.at[dst->id];
        decoded->e = vm_operand(decoder, dst + 1, 0);
    }
    if (dst->kind != PTXO_VEC || dst->n != 1u << ptx_mod(in, VEC) || dst->n > 4) return false;
    vm_push_elements(decoder, dst, in->type[0] == PTX_F16 ? 1 : 2, true);
    decoded->n = (uint8_t)dst->n;
    decoded->fn = gather ? exec_tld4 : exec_tex;
    if (gather) decoded->texture.component = (uint8_t)(ptx_mod(in, TCOMP) - 1);
    if (in->type[1] == PTX_F32) decoded->texture.how |= T_FLOAT;
    if (!vm_push_texture(decoder, &operands[1], geom, decoded)) return false;
    decoded->texture.places = (uint8_t)spatial(geom);
    // tex.level has one operand for it, tex.grad two.
    uint32_t before = is_any_of(in->op, PTXI_tex_level, PTXI_tex_h_level) ? 1
                      : is_any_of(in->op, PTXI_tex_grad, PTXI_tex_h_grad) ? 2
                                                                          : 0;
    const PtxOpnd *lod = &operands[next];
    next += before;
    if (next < in->nopnd) { // offsets; a float would be a depth to compare with
        if (operands[next].kind != PTXO_VEC || next + 1u < in->nopnd) {
            decoder->why = "a texture access that compares depths";
            return false;
        }
        decoded->texture.how |= T_OFFSET;
        if (!push_words(decoder, &operands[next], gather ? 2 : decoded->texture.places))
            return false;
    }
    if (before == 1) decoded->texture.how |= T_LOD;
    if (before == 2) decoded->texture.how |= T_GRAD;
    for (uint32_t k = 0; k < before; k++) {
        if (!push_words(decoder, &lod[k], before == 1 ? 1 : decoded->texture.places)) return false;
    }
    return true;
}

bool vm_decode_tex(Decoder *decoder, const PtxInst *in, const PtxOpnd *operands, VmInst *decoded) {
    decoded->cls = VM_CLS_GLOBAL;
    switch (ptx_rows[in->op].sem) {
    case PTX_SEM_TEX:
    case PTX_SEM_TLD4: return decode_tex(decoder, in, operands, decoded);
    case PTX_SEM_TXQ:
        decoded->fn = exec_txq;
        decoded->mod = (uint8_t)ptx_mod(in, TQUERY);
        if (operands[1].kind != PTXO_MREG) {
            decoder->why = "a texture or surface reference (only objects are known)";
            return false;
        }
        decoded->a = vm_operand(decoder, &(PtxOpnd){.kind = PTXO_REG, .id = operands[1].id}, 3);
        decoded->asize = decoder->fn->reg[operands[1].id].size;
        decoded->access.offset = operands[1].val;
        decoded->d = vm_operand(decoder, &operands[0], 2);
        decoded->dsize = (uint8_t)vm_operand_size(decoder, &operands[0], 2);
        if (in->nopnd > 2) decoded->b = vm_operand(decoder, &operands[2], 2);
        return true;
    default: return vm_decode_surface(decoder, in, operands, decoded);
    }
}
