// SPDX-License-Identifier: Apache-2.0
// Tensor maps: 128 bytes that describe a tensor in global memory (PTX ISA 5.5). The real format is
// not published; this one is the machine's own. tensormap.replace changes fields of it.
#include "vm/state/tensor_map.h"

enum { MAP_MAGIC = 0x70616d74 }; // "tmap"
enum { MAX_BOX = 1 << 20 };      // bytes; shared memory is smaller

_Static_assert(sizeof(VmMapBits) == 128, "a tensor map has 128 bytes");

// The PTX type of an element, its bytes in global and in shared memory, and how many elements are
// one group.
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

// A map in memory may have any number; the first type stands for those that are none.
VmMapType vm_map_type(uint32_t type) {
    return rows[type < VM_TENSOR_TYPES ? type : 0];
}

// What copies rely on. A map in memory may say anything, so all of it is checked again.
bool vm_map_valid(const VmMapBits *map_bits) {
    bool ok = map_bits->magic == MAP_MAGIC && map_bits->rank >= 1 && map_bits->rank <= 5 &&
              map_bits->type < VM_TENSOR_TYPES &&
              map_bits->interleave <= VM_TENSOR_INTERLEAVE_32B &&
              map_bits->swizzle <= VM_TENSOR_SWIZZLE_128B && map_bits->atomicity <= MAP_ATOM_64B &&
              map_bits->atomicity != MAP_ATOM_FLIP;
    uint64_t bytes = rows[ok ? map_bits->type : 0].shared;
    for (uint32_t i = 0; ok && i < map_bits->rank; i++) {
        ok = map_bits->box[i] && map_bits->box[i] <= 256 && map_bits->step[i];
        // A step takes some of the box's elements only.
        if (ok) bytes *= (map_bits->box[i] + map_bits->step[i] - 1u) / map_bits->step[i];
    }
    ok = ok && bytes <= MAX_BOX;
    // what the driver allows; a map in memory may say anything
    return ok && (!map_bits->im2col ||
                  (map_bits->rank >= 3 && map_bits->channels && map_bits->channels <= 256 &&
                   map_bits->pixels && map_bits->pixels <= 1024));
}

// The words are what the run-time system's message names.
const char *vm_tensor_map_encode(void *map, const VmTensorMap *described) {
    bool atoms = described->swizzle > VM_TENSOR_SWIZZLE_128B;
    uint32_t swizzle = atoms ? VM_TENSOR_SWIZZLE_128B : described->swizzle;
    VmMapBits map_bits = {.magic = MAP_MAGIC,
                          .type = (uint8_t)described->type,
                          .rank = (uint8_t)described->rank,
                          .interleave = (uint8_t)described->interleave,
                          .swizzle = (uint8_t)swizzle,
                          .atomicity =
                              (uint8_t)(atoms ? described->swizzle - VM_TENSOR_SWIZZLE_128B : 0),
                          .fill_nan = described->fill_nan,
                          .im2col = described->im2col,
                          .address = described->address};
    if (described->type >= VM_TENSOR_TYPES) return "element type";
    if (described->rank < 1 || described->rank > 5 || (described->im2col && described->rank < 3))
        return "rank";
    if (described->interleave > VM_TENSOR_INTERLEAVE_32B ||
        described->swizzle > VM_TENSOR_SWIZZLE_128B_ATOM_64B ||
        described->swizzle == VM_TENSOR_SWIZZLE_128B_FLIP)
        return "interleave or swizzle";
    if (described->interleave) return "interleave: only none is supported";
    if (described->address % 16) return "address: not a multiple of 16";
    VmMapType ty = rows[described->type];
    for (uint32_t i = 0; i < described->rank; i++) {
        // The map holds dimensions less one, so 2^32 has room.
        if (!described->dim[i] || described->dim[i] > 1ull << 32) return "global dimension";
        if (i && (described->stride[i - 1] % 16 || described->stride[i - 1] >> 40))
            return "global stride";
        // Of im2col the driver's channels and pixels take the box's place.
        if (!described->im2col && (!described->box[i] || described->box[i] > 256))
            return "box dimension";
        if (!described->step[i] || described->step[i] > 8) return "element stride";
        map_bits.dim[i] = (uint32_t)(described->dim[i] - 1);
        map_bits.box[i] = described->im2col ? 1 : (uint16_t)described->box[i];
        map_bits.step[i] = (uint8_t)described->step[i];
        if (i) map_bits.stride[i - 1] = described->stride[i - 1];
    }
    // Rows in shared memory are whole pieces of 16 bytes, which swizzling exchanges.
    uint64_t inner = described->im2col ? described->channels : described->box[0];
    if (inner % ty.group || inner / ty.group * ty.shared % 16)
        return "inner dimension: not a multiple of 16 bytes";
    static const uint16_t limit[] = {0xffff, 32, 64, 128};
    if (inner / ty.group * ty.shared > limit[swizzle])
        return "inner dimension: larger than the swizzle";
    if (described->im2col) {
        if (!described->channels || described->channels > 256) return "channels";
        if (!described->pixels || described->pixels > 1024) return "pixels";
        map_bits.channels = (uint16_t)described->channels;
        map_bits.pixels = (uint16_t)described->pixels;
        for (uint32_t i = 0; i + 2 < described->rank; i++) {
            map_bits.lower[i] = (int16_t)described->lower[i];
            map_bits.upper[i] = (int16_t)described->upper[i];
        }
    }
    memcpy(map, &map_bits, sizeof map_bits);
    return NULL;
}

// Programs fill a map of zeros field by field: with the first it is one.
static void begin(VmMapBits *map_bits) {
    static const VmMapBits zeros;
    if (memcmp(map_bits, &zeros, sizeof zeros) != 0) return;
    map_bits->magic = MAP_MAGIC;
    map_bits->rank = 1;
    memset(map_bits->step, 1, sizeof map_bits->step);
}

// tensormap.replace.tile.field (9.7.9.28.1); rank is written less one, dimensions as they are.
bool vm_map_replace(VmMapBits *map_bits, uint32_t field, uint32_t ordinal, uint64_t v) {
    if (ordinal > 4) return false;
    begin(map_bits);
    switch (field) {
    case PTX_TFIELD_ADDRESS: map_bits->address = v; break;
    case PTX_TFIELD_RANK: map_bits->rank = (uint8_t)(v + 1); break;
    case PTX_TFIELD_BOX: map_bits->box[ordinal] = (uint16_t)v; break;
    case PTX_TFIELD_DIM: map_bits->dim[ordinal] = (uint32_t)v - 1; break;
    case PTX_TFIELD_STRIDE:
        // There is one stride less than dimensions.
        if (ordinal > 3) return false;
        map_bits->stride[ordinal] = v;
        break;
    case PTX_TFIELD_ELEMENT_STRIDE: map_bits->step[ordinal] = (uint8_t)v; break;
    case PTX_TFIELD_ELEMTYPE: map_bits->type = (uint8_t)v; break;
    case PTX_TFIELD_INTERLEAVE: map_bits->interleave = (uint8_t)v; break;
    case PTX_TFIELD_SWIZZLE: map_bits->swizzle = (uint8_t)v; break;
    case PTX_TFIELD_ATOMICITY: map_bits->atomicity = (uint8_t)v; break;
    default: map_bits->fill_nan = v != 0; break;
    }
    return true;
}

bool vm_tensor_map_move(void *map, uint64_t address) {
    VmMapBits bits;
    memcpy(&bits, map, sizeof bits);
    if (!vm_map_valid(&bits) || address % 16) return false;
    bits.address = address;
    memcpy(map, &bits, sizeof bits);
    return true;
}
