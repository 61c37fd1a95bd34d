// SPDX-License-Identifier: Apache-2.0
// The table of texture and surface objects. A handle is an index, from 1; a freed one stays empty
// until the next object takes it. Kernels only read the table.
#include "vm/vm_int.h"

uint64_t vm_texture_new(Vm *vm, const VmTexture *texture) {
    VmTexture *t = arena_copy(&vm->ctx->perm, texture, sizeof *texture, _Alignof(VmTexture));
    for (uint32_t i = 0; i < vm->texture.n; i++) {
        if (vm->texture.at[i]) continue;
        vm->texture.at[i] = t;
        return i + 1;
    }
    vec_push(&vm->ctx->perm, &vm->texture, t);
    return vm->texture.n;
}

const VmTexture *vm_texture(Vm *vm, uint64_t handle) {
    return handle && handle <= vm->texture.n ? vm->texture.at[handle - 1] : NULL;
}

bool vm_texture_free(Vm *vm, uint64_t handle) {
    if (!vm_texture(vm, handle)) return false;
    vm->texture.at[handle - 1] = NULL;
    return true;
}
