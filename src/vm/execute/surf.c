// SPDX-License-Identifier: Apache-2.0
// Surfaces: suld, sust, sured (PTX ISA 9.7.11). The x coordinate of the forms .b counts bytes, of
// the forms .p texels. Outside: .trap ends the kernel, .clamp takes the nearest texel, .zero reads
// 0 and writes nothing.
#include "vm/execute/execute.h"
#include "vm/compute/float.h"
#include "vm/execute/texture.h"
#include "ptx/form/op.h"
#include "ptx/form/sem.h"

enum { S_LOAD, S_STORE, S_REDUCE };
// list: values (n), coordinates; rnd: clamp mode

// A coordinate of a lane; registers of 64 bits have their low half first.
static uint32_t word(Warp *warp, uint32_t at, uint32_t lane) {
    const uint32_t *row = vm_row(warp, warp->fn->list.at[at]);
    return row[(size_t)lane << (warp->fn->list_size.at[at] - 2)];
}

// An access that .trap forbids: a finding, behind which the kernel goes on, or a fault.
static void report_outside(Warp *warp, const VmInst *in, uint32_t lane, const int64_t *c,
                           int64_t layer) {
    static const char text[] =
        "surface access out of bounds: x %lld bytes, y %lld, z %lld, layer %lld";
    long long x = c[0], y = c[1], z = c[2], of_layer = layer;
    if (!(warp->grid->checks & VM_CHECK_MEM))
        vm_fault(warp, in, lane, VM_ERR_ADDRESS, (uint64_t)x, text, x, y, z, of_layer);
    VmEvent event = {.checker = VM_CHECK_MEM, .kind = "out-of-bounds"};
    event.at = vm_site(warp, in, lane);
    event.warp = warp;
    event.lane = lane;
    vm_check_add(warp->grid->vm, &event, text, x, y, z, of_layer);
}

// The address of `bytes` bytes, or 0 when they lie outside and nothing is to be done.
static uint64_t place(Warp *warp, const VmInst *in, uint32_t l, const VmTexture *surface,
                      uint32_t bytes) {
    uint32_t at = in->list + in->n, geom = in->texture.geometry, k = 0;
    int64_t c[3] = {0}, layer = 0, max[3];
    // An array has its layer before the other coordinates.
    if (is_any_of(geom, PTX_GEOM_A1, PTX_GEOM_A2)) layer = (int32_t)word(warp, at + k++, l);
    for (uint32_t d = 0; k < in->texture.coordinates && d < 3; d++)
        c[d] = (int32_t)word(warp, at + k++, l);
    uint32_t size = vm_texel_bytes(surface);
    // .p counts texels.
    if (in->texture.texels) c[0] *= size;
    max[0] = (int64_t)surface->extent[0] * size - bytes;
    max[1] = (int64_t)(surface->dims > 1 || surface->cube ? surface->extent[1] : 1) - 1;
    max[2] = (int64_t)(surface->dims > 2 ? surface->extent[2] : 1) - 1;
    // A surface without layers has one.
    bool out = layer < 0 || layer >= (int64_t)CU_MAX(surface->layers, 1u);
    for (uint32_t d = 0; d < 3; d++) out |= c[d] < 0 || c[d] > max[d];
    if (out && in->rnd == PTX_CLAMPM_TRAP) {
        report_outside(warp, in, l, c, layer);
        return 0;
    }
    if (out && in->rnd == PTX_CLAMPM_ZERO) return 0;
    // The nearest texel inside, for .clamp.
    for (uint32_t d = 0; out && d < 3; d++) c[d] = c[d] < 0 ? 0 : CU_MIN(c[d], CU_MAX(max[d], 0));
    layer = layer < 0 ? 0 : CU_MIN(layer, (int64_t)CU_MAX(surface->layers, 1u) - 1);
    const VmTexLevel *v = &surface->level[0];
    return v->base + (uint64_t)c[0] + (uint64_t)c[1] * v->pitch +
           (uint64_t)(c[2] + layer) * v->slice;
}

// .p: a value of a register as the channel's bits
static uint32_t format(const VmTexture *texture, uint32_t type, uint32_t v) {
    float f;
    memcpy(&f, &v, 4);
    if (texture->format == VM_TEX_F16 && type == PTX_F32)
        return vm_half_put((double)f, false, PTX_RND_RN);
    int64_t lo = 0, hi = 0, x = (int32_t)v;
    switch (texture->format) {
    // Integers that do not fit are clamped to the channel's range.
    case VM_TEX_U8: hi = 255; break;
    case VM_TEX_U16: hi = 65535; break;
    case VM_TEX_S8: lo = -128, hi = 127; break;
    case VM_TEX_S16: lo = -32768, hi = 32767; break;
    default: return v;
    }
    if (type == PTX_U32) x = v;
    // Floats as integers round toward zero, and NaN gives 0.
    if (type == PTX_F32) x = f != f ? 0 : (int64_t)(f < -1e9f ? -1e9f : f > 1e9f ? 1e9f : f);
    return (uint32_t)(x < lo ? lo : x > hi ? hi : x);
}

static void exec_plain(Warp *warp, const VmInst *in, uint32_t mask) {
    const uint64_t *handle = vm_row(warp, in->a);
    const uint8_t *size = warp->fn->list_size.at + in->list;
    bool load = in->texture.how == S_LOAD;
    VM_EACH(l, mask) {
        const VmTexture *texture = vm_texture_of(warp, in, l, handle[l]);
        uint32_t es = ptx_type_bits((PtxType)in->type) / 8, n = in->n;
        // .p moves the texel's channels, of which a register may take each.
        if (in->texture.texels) {
            es = vm_texel_bytes(texture) / texture->channels;
            n = CU_MIN(n, texture->channels);
        }
        uint64_t addr = place(warp, in, l, texture, es * n);
        uint8_t buf[16] = {0};
        if (load && addr)
            memcpy(buf, vm_access(warp, in, l, addr, es * n, VSP_GLOBAL, VM_READ), es * n);
        for (uint32_t k = 0; k < n; k++) {
            uint8_t *reg =
                (uint8_t *)vm_row(warp, warp->fn->list.at[in->list + k]) + ((size_t)l << size[k]);
            uint64_t v = 0;
            if (load) {
                memcpy(&v, buf + k * es, es);
                memcpy(reg, &v, 1u << CU_MIN(size[k], 3u));
            } else {
                memcpy(&v, reg, 1u << CU_MIN(size[k], 3u));
                // A register is stored in the surface's format.
                if (in->texture.texels) v = format(texture, in->type, (uint32_t)v);
                memcpy(buf + k * es, &v, es);
            }
        }
        if (!load && addr)
            memcpy(vm_access(warp, in, l, addr, es * n, VSP_GLOBAL, VM_WRITE), buf, es * n);
    }
}

// The old value is not returned.
static void exec_reduce(Warp *warp, const VmInst *in, uint32_t mask) {
    const uint64_t *handle = vm_row(warp, in->a);
    uint32_t bytes = ptx_type_bits((PtxType)in->type) / 8;
    uint64_t v[VM_LANES];
    vm_load_row(warp, warp->fn->list.at[in->list], warp->fn->list_size.at[in->list], v);
    VM_EACH(l, mask) {
        const VmTexture *t = vm_texture_of(warp, in, l, handle[l]);
        uint64_t addr = place(warp, in, l, t, bytes);
        if (!addr) continue;
        uint8_t *p = vm_access(warp, in, l, addr, bytes, VSP_GLOBAL, VM_ATOMIC);
        // sured.p: the surface's format says whether values are signed (9.7.11.3)
        uint32_t type = in->texture.texels && in->type == PTX_B32 && t->format == VM_TEX_S32
                            ? PTX_S32
                            : in->type;
        vm_atomic_at(p, bytes, in->texture.operation, type, v[l], 0);
    }
}

bool vm_decode_surface(Decoder *decoder, const PtxInst *in, const PtxOpnd *operands,
                       VmInst *decoded) {
    uint32_t sem = ptx_rows[in->op].sem, geom = ptx_mod(in, GEOM);
    if (!is_any_of(sem, PTX_SEM_SULD, PTX_SEM_SUST, PTX_SEM_SURED)) return false;
    bool load = sem == PTX_SEM_SULD;
    const PtxOpnd *value = &operands[load ? 0 : 1], *tex = &operands[load ? 1 : 0];
    uint32_t bits = ptx_type_bits((PtxType)in->type[0]);
    decoded->rnd = (uint8_t)ptx_mod(in, CLAMPM);
    decoded->texture.how = load ? S_LOAD : sem == PTX_SEM_SUST ? S_STORE : S_REDUCE;
    decoded->texture.texels = is_any_of(in->op, PTXI_sust_p, PTXI_sured_p);
    decoded->list = decoder->fn->list.n;
    decoded->n = value->kind == PTXO_VEC ? (uint8_t)value->n : 1;
    vm_push_elements(decoder, value, bits == 64 ? 3 : bits == 32 ? 2 : 1, load);
    // Values are in registers of at least 16 bits.
    decoded->fn = sem == PTX_SEM_SURED ? exec_reduce : exec_plain;
    if (sem == PTX_SEM_SURED) {
        decoded->texture.operation = (uint8_t)ptx_mod(in, AOP);
        // These are no reductions: they give the old value.
        if (is_any_of(decoded->texture.operation, PTX_AOP_EXCH, PTX_AOP_CAS)) return false;
    }
    // Cube maps are accessed as arrays of faces.
    if (is_any_of(geom, PTX_GEOM_CUBE, PTX_GEOM_ACUBE) || decoded->n > 4 || decoded->n * bits > 128)
        return false;
    return vm_push_texture(decoder, tex, geom, decoded);
}
