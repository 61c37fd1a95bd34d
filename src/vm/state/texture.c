// SPDX-License-Identifier: Apache-2.0
// The table of texture and surface objects. A handle is an index, from 1; a freed one stays empty
// until the next object takes it. Kernels only read the table.
#include "vm/state/state.h"

uint64_t vm_texture_new(Vm *vm, const VmTexture *described) {
    Arena *a = &vm->ctx->perm;
    if (!vm->free_texture.n) {
        VmTexture *t = arena_copy(a, described, sizeof *described, _Alignof(VmTexture));
        vec_push(a, &vm->texture, t);
        return vm->texture.n;
    }
    uint32_t i = vec_pop(&vm->free_texture);
    VmTexture *t = vm->texture.at[i] = vec_pop(&vm->spare_texture);
    *t = *described;
    return i + 1ull;
}

const VmTexture *vm_texture(Vm *vm, uint64_t handle) {
    return handle && handle <= vm->texture.n ? vm->texture.at[handle - 1] : NULL;
}

bool vm_texture_free(Vm *vm, uint64_t handle) {
    if (!vm_texture(vm, handle)) return false;
    uint32_t i = (uint32_t)handle - 1;
    vec_push(&vm->ctx->perm, &vm->free_texture, i);
    vec_push(&vm->ctx->perm, &vm->spare_texture, vm->texture.at[i]);
    vm->texture.at[i] = NULL;
    return true;
}
