// SPDX-License-Identifier: Apache-2.0
// The 128 bytes of a tensor map, as state/tensor_map.c encodes and execute/tensor.c reads them.
// Private to src/vm; vm.h has the interface for the run-time library.
#ifndef CUPRUM_VM_TENSOR_MAP_H
#define CUPRUM_VM_TENSOR_MAP_H

#include "vm/state/state.h"

enum { MAP_ATOM_16B, MAP_ATOM_32B, MAP_ATOM_FLIP, MAP_ATOM_64B }; // VmMapBits.atomicity

typedef struct {
    uint32_t magic;
    uint8_t type, rank, interleave, swizzle, atomicity, fill_nan, im2col, spare;
    uint16_t channels, pixels; // im2col
    uint64_t address;
    uint64_t stride[4]; // bytes, of dimensions 1 to 4
    uint32_t dim[5];    // less one
    uint16_t box[5];
    uint8_t step[5]; // element strides
    uint8_t spare2;
    int16_t lower[3], upper[3]; // im2col: the box of base pixels
    uint8_t spare3[24];
} VmMapBits;

typedef struct {
    uint8_t ptx;            // PtxType for reductions, or NOTYPE
    uint8_t global, shared; // bytes of a group of elements
    uint8_t group;          // elements
} VmMapType;

// What elements of a type (CUtensorMapDataType) are in memory and shared memory.
VmMapType vm_map_type(uint32_t type);
// False: these bytes were never encoded, or something has written into them.
bool vm_map_valid(const VmMapBits *map_bits);
// tensormap.replace: one field of the map, `ordinal` of several. False: the value is not allowed
// there.
bool vm_map_replace(VmMapBits *map_bits, uint32_t field, uint32_t ordinal, uint64_t v);

#endif
