// SPDX-License-Identifier: Apache-2.0
// Shared by execute/tex.c and execute/surf.c. Private to src/vm; vm.h declares the objects.
#ifndef CUPRUM_VM_TEXTURE_H
#define CUPRUM_VM_TEXTURE_H

#include "vm/execute/execute.h"

// The object of a handle; a fault when there is none.
const VmTexture *vm_texture_of(Warp *warp, const VmInst *in, uint32_t lane, uint64_t handle);
uint32_t vm_texel_bytes(const VmTexture *texture);
bool vm_texture_reads_float(const VmTexture *texture);
uint32_t vm_geometry_coordinates(uint32_t geom); // with the layer
// Decodes [handle, {coordinates}]: a, texture.geometry and .coordinates, which the list gets.
bool vm_push_texture(Decoder *decoder, const PtxOpnd *tex, uint32_t geom, VmInst *decoded);
bool vm_decode_surface(Decoder *decoder, const PtxInst *in, const PtxOpnd *operands,
                       VmInst *decoded);

#endif
