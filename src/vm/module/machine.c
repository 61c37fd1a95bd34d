// SPDX-License-Identifier: Apache-2.0
// A machine: made by its options, with what its checkers and its native code keep, and given back.
#include "vm/schedule/schedule.h"
#include "vm/memory/memory.h"
#include "vm/check/race.h"
#include "vm/native/native.h"

#include <stdatomic.h>
#include <unistd.h>

void vm_limit_instructions(Vm *vm, uint64_t max) {
    vm->opt.max_instructions = max;
}

void vm_raise_limits(Vm *vm, uint64_t stack, uint64_t heap) {
    vm->opt.stack_limit = CU_MAX(vm->opt.stack_limit, stack);
    vm->opt.heap_limit = CU_MAX(vm->opt.heap_limit, heap);
}

// A machine without modules. Options that are 0 get their defaults: all processors, one
// multiprocessor, 512 KiB of stack, 64 MiB of heap.
Vm *vm_new(Ctx *ctx, const VmOptions *options) {
    Vm *vm = arena_new(&ctx->perm, Vm);
    vm->ctx = ctx;
    if (options) vm->opt = *options;
    vm->has_avx2 = vm_has_avx2();
    vm->has_avx512 = vm_has_avx512() && !options->no_avx512;
    vm->native = vm->opt.native && !vm_why_not_native(&vm->opt);
    if (!vm->opt.jobs) {
        long n = sysconf(_SC_NPROCESSORS_ONLN);
        vm->opt.jobs = n > 0 ? (uint32_t)n : 1;
    }
    if (!vm->opt.sms) vm->opt.sms = 1;
    if (!vm->opt.stack_limit) vm->opt.stack_limit = 512 << 10;
    if (!vm->opt.heap_limit) vm->opt.heap_limit = 64 << 20;
    pthread_mutex_init(&vm->lock, NULL);
    pthread_mutex_init(&vm->verify_lock, NULL);
    buf_init(&vm->difference_text, &ctx->perm);
    vm->first_addr = vm->opt.memory_base ? vm->opt.memory_base : VM_HEAP_BASE;
    vm->next_addr = vm->first_addr;
    if (vm->opt.checks) vm_check_init(vm);
    if (vm->opt.checks & VM_CHECK_RACE) vm->race_pool = vm_race_pool(&ctx->perm);
    return vm;
}

// Frees what is not of the context's own memory.
void vm_free(Vm *vm) {
    if (!vm) return;
    vm_free_native(vm);
    vm_race_free_pool(vm->race_pool);
    vm_check_free(vm);
    for (uint32_t i = 0, n = atomic_load(&vm->nalloc); i < n; i++) {
        VmAlloc *a = vm_alloc_at(vm, i);
        if (!atomic_load(&a->size)) continue;
        if (a->mapped) vm_unmap_large(a->host, a->mapped);
        arena_free(&a->arena);
    }
    pthread_mutex_destroy(&vm->lock);
    pthread_mutex_destroy(&vm->verify_lock);
}
