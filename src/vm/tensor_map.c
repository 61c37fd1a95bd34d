// SPDX-License-Identifier: Apache-2.0
// Tensor maps: 128 bytes that describe a tensor in global memory (PTX ISA 5.5). The real format is
// not published; this one is the machine's own. tensormap.replace changes fields of it.
#include "vm/tensor_map.h"

enum { MAP_MAGIC = 0x70616d74 }; // "tmap"
enum { MAX_BOX = 1 << 20 };      // bytes; shared memory is smaller

_Static_assert(sizeof(VmMapBits) == 128, "a tensor map has 128 bytes");

static const VmMapType rows[VM_TENSOR_TYPES] = {
    [VM_TENSOR_U8] = {PTX_U8, 1, 1, 1},           [VM_TENSOR_U16] = {PTX_U16, 2, 2, 1},
    [VM_TENSOR_U32] = {PTX_U32, 4, 4, 1},         [VM_TENSOR_S32] = {PTX_S32, 4, 4, 1},
    [VM_TENSOR_U64] = {PTX_U64, 8, 8, 1},         [VM_TENSOR_S64] = {PTX_S64, 8, 8, 1},
    [VM_TENSOR_F16] = {PTX_F16, 2, 2, 1},         [VM_TENSOR_F32] = {PTX_F32, 4, 4, 1},
    [VM_TENSOR_F32_FTZ] = {PTX_F32, 4, 4, 1},     [VM_TENSOR_F64] = {PTX_F64, 8, 8, 1},
    [VM_TENSOR_BF16] = {PTX_BF16, 2, 2, 1},       [VM_TENSOR_TF32] = {PTX_TF32, 4, 4, 1},
    [VM_TENSOR_TF32_FTZ] = {PTX_TF32, 4, 4, 1},   [VM_TENSOR_B4] = {PTX_NOTYPE, 8, 8, 16},
    [VM_TENSOR_B4_P64] = {PTX_NOTYPE, 8, 16, 16}, [VM_TENSOR_B6_P32] = {PTX_NOTYPE, 12, 16, 16},
};

VmMapType vm_map_type(uint32_t type) {
    return rows[type < VM_TENSOR_TYPES ? type : 0];
}

bool vm_map_valid(const VmMapBits *m) {
    bool ok = m->magic == MAP_MAGIC && m->rank >= 1 && m->rank <= 5 && m->type < VM_TENSOR_TYPES &&
              m->interleave <= VM_TENSOR_INTERLEAVE_32B && m->swizzle <= VM_TENSOR_SWIZZLE_128B;
    uint64_t bytes = rows[ok ? m->type : 0].shared;
    for (uint32_t i = 0; ok && i < m->rank; i++) {
        ok = m->box[i] && m->box[i] <= 256 && m->step[i];
        if (ok) bytes *= (m->box[i] + m->step[i] - 1u) / m->step[i];
    }
    ok = ok && bytes <= MAX_BOX;
    // what the driver allows; a map in memory may say anything
    return ok && (!m->im2col || (m->rank >= 3 && m->channels && m->channels <= 256 && m->pixels &&
                                 m->pixels <= 1024));
}

const char *vm_tensor_map_encode(void *map, const VmTensorMap *t) {
    VmMapBits b = {.magic = MAP_MAGIC,
                   .type = (uint8_t)t->type,
                   .rank = (uint8_t)t->rank,
                   .interleave = (uint8_t)t->interleave,
                   .swizzle = (uint8_t)t->swizzle,
                   .fill_nan = t->fill_nan,
                   .im2col = t->im2col,
                   .address = t->address};
    if (t->type >= VM_TENSOR_TYPES) return "element type";
    if (t->rank < 1 || t->rank > 5 || (t->im2col && t->rank < 3)) return "rank";
    if (t->interleave > VM_TENSOR_INTERLEAVE_32B || t->swizzle > VM_TENSOR_SWIZZLE_128B)
        return "interleave or swizzle";
    if (t->interleave) return "interleave: only none is supported";
    if (t->address % 16) return "address: not a multiple of 16";
    VmMapType ty = rows[t->type];
    for (uint32_t i = 0; i < t->rank; i++) {
        if (!t->dim[i] || t->dim[i] > 1ull << 32) return "global dimension";
        if (i && (t->stride[i - 1] % 16 || t->stride[i - 1] >> 40)) return "global stride";
        if (!t->im2col && (!t->box[i] || t->box[i] > 256)) return "box dimension";
        if (!t->step[i] || t->step[i] > 8) return "element stride";
        b.dim[i] = (uint32_t)(t->dim[i] - 1);
        b.box[i] = t->im2col ? 1 : (uint16_t)t->box[i];
        b.step[i] = (uint8_t)t->step[i];
        if (i) b.stride[i - 1] = t->stride[i - 1];
    }
    uint64_t inner = t->im2col ? t->channels : t->box[0];
    if (inner % ty.group || inner / ty.group * ty.shared % 16)
        return "inner dimension: not a multiple of 16 bytes";
    static const uint16_t limit[] = {0xffff, 32, 64, 128};
    if (inner / ty.group * ty.shared > limit[t->swizzle])
        return "inner dimension: larger than the swizzle";
    if (t->im2col) {
        if (!t->channels || t->channels > 256) return "channels";
        if (!t->pixels || t->pixels > 1024) return "pixels";
        b.channels = (uint16_t)t->channels;
        b.pixels = (uint16_t)t->pixels;
        for (uint32_t i = 0; i + 2 < t->rank; i++) {
            b.lower[i] = (int16_t)t->lower[i];
            b.upper[i] = (int16_t)t->upper[i];
        }
    }
    memcpy(map, &b, sizeof b);
    return NULL;
}

// tensormap.replace.tile.field (9.7.9.28.1); rank is written less one, dimensions as they are.
bool vm_map_replace(VmMapBits *m, uint32_t field, uint32_t ordinal, uint64_t v) {
    if (ordinal > 4) return false;
    switch (field) {
    case PTX_TFIELD_ADDRESS: m->address = v; break;
    case PTX_TFIELD_RANK: m->rank = (uint8_t)(v + 1); break;
    case PTX_TFIELD_BOX: m->box[ordinal] = (uint16_t)v; break;
    case PTX_TFIELD_DIM: m->dim[ordinal] = (uint32_t)v - 1; break;
    case PTX_TFIELD_STRIDE:
        if (ordinal > 3) return false;
        m->stride[ordinal] = v;
        break;
    case PTX_TFIELD_ELEMENT_STRIDE: m->step[ordinal] = (uint8_t)v; break;
    case PTX_TFIELD_ELEMTYPE: m->type = (uint8_t)v; break;
    case PTX_TFIELD_INTERLEAVE: m->interleave = (uint8_t)v; break;
    case PTX_TFIELD_SWIZZLE: m->swizzle = (uint8_t)v; break;
    case PTX_TFIELD_ATOMICITY: m->atomicity = (uint8_t)v; break;
    default: m->fill_nan = v != 0; break;
    }
    return true;
}
