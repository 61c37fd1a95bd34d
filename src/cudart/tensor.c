// SPDX-License-Identifier: Apache-2.0
// Tensor maps: the driver's arguments become a VmTensorMap, which the machine writes in its form.
#include "cudart/cudart_int.h"

// The driver's numbers of types, in order.
static const uint8_t types[] = {
    VM_TENSOR_U8,       VM_TENSOR_U16,  VM_TENSOR_U32,     VM_TENSOR_S32,
    VM_TENSOR_U64,      VM_TENSOR_S64,  VM_TENSOR_F16,     VM_TENSOR_F32,
    VM_TENSOR_F64,      VM_TENSOR_BF16, VM_TENSOR_F32_FTZ, VM_TENSOR_TF32,
    VM_TENSOR_TF32_FTZ, VM_TENSOR_B4,   VM_TENSOR_B4_P64,  VM_TENSOR_B6_P32,
};

// What both kinds of maps have in common. The innermost dimension has no stride: its elements are
// adjacent.
static int begin(VmTensorMap *tensor_map, int type, uint32_t rank, const void *address,
                 const uint64_t *dim, const uint64_t *stride, const uint32_t *step) {
    if (type < 0 || type >= (int)CU_COUNT(types) || !rank || rank > 5 || !dim || !step ||
        (rank > 1 && !stride))
        return RTE_InvalidValue;
    *tensor_map =
        (VmTensorMap){.type = types[type], .rank = rank, .address = (uint64_t)(uintptr_t)address};
    for (uint32_t i = 0; i < rank; i++) tensor_map->dim[i] = dim[i], tensor_map->step[i] = step[i];
    for (uint32_t i = 0; i + 1 < rank; i++) tensor_map->stride[i] = stride[i];
    return 0;
}

// The machine checks the values against [PTX ISA 5.5] and says what is wrong in words.
static int encode(Rt *rt, void *map, VmTensorMap *tensor_map, int interleave, int swizzle,
                  int fill) {
    tensor_map->interleave = (uint32_t)interleave;
    tensor_map->swizzle = (uint32_t)swizzle;
    tensor_map->fill_nan = fill;
    if (!map) return RTE_InvalidValue;
    const char *wrong = vm_tensor_map_encode(map, tensor_map);
    if (wrong) rt_message(rt, "tensor map: %s", wrong);
    return wrong ? RTE_InvalidValue : 0;
}

// `promotion` only moves data into the L2 cache sooner, which the machine does not model.
int rt_cuTensorMapEncodeTiled(Rt *rt, void *map, int type, uint32_t rank, void *address,
                              const uint64_t *dim, const uint64_t *stride, const uint32_t *box,
                              const uint32_t *step, int interleave, int swizzle, int promotion,
                              int fill) {
    VmTensorMap t;
    RT_TRY(begin(&t, type, rank, address, dim, stride, step));
    if (!box) return RTE_InvalidValue;
    for (uint32_t i = 0; i < rank; i++) t.box[i] = box[i];
    return encode(rt, map, &t, interleave, swizzle, fill);
}

// The two innermost spatial bounds do not exist for channels and the batch: rank - 2 of them are
// given.
int rt_cuTensorMapEncodeIm2col(Rt *rt, void *map, int type, uint32_t rank, void *address,
                               const uint64_t *dim, const uint64_t *stride, const int *lower,
                               const int *upper, uint32_t channels, uint32_t pixels,
                               const uint32_t *step, int interleave, int swizzle, int promotion,
                               int fill) {
    VmTensorMap t;
    RT_TRY(begin(&t, type, rank, address, dim, stride, step));
    if (rank < 3 || !lower || !upper) return RTE_InvalidValue;
    t.im2col = true;
    t.channels = channels;
    t.pixels = pixels;
    for (uint32_t i = 0; i + 2 < rank; i++) t.lower[i] = lower[i], t.upper[i] = upper[i];
    return encode(rt, map, &t, interleave, swizzle, fill);
}

int rt_cuTensorMapReplaceAddress(Rt *rt, void *map, void *address) {
    bool moved = map && address && vm_tensor_map_move(map, (uint64_t)(uintptr_t)address);
    return moved ? 0 : RTE_InvalidValue;
}
