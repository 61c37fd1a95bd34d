// SPDX-License-Identifier: Apache-2.0
// Host memory adopted by the virtual machine, the table of texture objects, and its threads.
#define _GNU_SOURCE
#include "unit.h"
#include "vm/vm.h"

#include <pthread.h>
#include <stdlib.h>

static const char ptx[] =
    ".version 9.0\n.target sm_90\n.address_size 64\n"
    ".visible .entry k(.param .u64 p)\n{\n.reg .b32 %r<3>;\n.reg .b64 %rd<2>;\n"
    "ld.param.u64 %rd1, [p];\nld.global.u32 %r1, [%rd1];\n"
    "add.u32 %r2, %r1, 1;\nst.global.u32 [%rd1], %r2;\nret;\n}\n";

static VmStatus run(Vm *vm, VmFunc *k, void *p, VmResult *r) {
    uint64_t arg = (uint64_t)(uintptr_t)p;
    VmLaunch l = {.grid = {1, 1, 1}, .block = {1, 1, 1}, .params = &arg};
    return vm_launch(vm, k, &l, r);
}

static void test_adopt(Vm *vm) {
    static uint32_t space[24], *const a = space, *const b = space + 16;
    VmModule *mod = vm_load_text(vm, "k", ptx, sizeof ptx - 1);
    CHECK(mod);
    VmFunc *k = vm_kernel(mod, "k");
    VmResult r;
    a[2] = 41;
    CHECK(run(vm, k, &a[2], &r) == VM_ERR_ADDRESS);
    CHECK(vm_adopt(vm, a, 32));
    CHECK(!vm_adopt(vm, &a[1], 4)); // meets it
    CHECK(vm_adopt(vm, b, 32));
    CHECK(run(vm, k, &a[2], &r) == VM_OK && a[2] == 42);
    VmRange range;
    CHECK(vm_range(vm, (uint64_t)(uintptr_t)&a[2], &range) && !range.owned);
    CHECK(range.base == (uint64_t)(uintptr_t)a && range.size == 32);
    CHECK(run(vm, k, &a[8], &r) == VM_ERR_ADDRESS);
    CHECK(vm_host(vm, (uint64_t)(uintptr_t)a, 32) == a);
    CHECK(!vm_dealloc(vm, (uint64_t)(uintptr_t)a)); // not ours to free
    CHECK(vm_disown(vm, a) && !vm_disown(vm, a));
    CHECK(run(vm, k, &a[2], &r) == VM_ERR_ADDRESS && a[2] == 42);
    uint64_t dev = vm_alloc(vm, 64);
    CHECK(dev == 0x200000000000); // VmOptions.memory_base
    CHECK(vm_range(vm, dev + 63, &range) && range.owned && range.base == dev);
    CHECK(!vm_range(vm, dev + 64, &range));
    CHECK(!vm_adopt(vm, (void *)(uintptr_t)dev, 64));
    CHECK(!vm_adopt(vm, (void *)(uintptr_t)0x200000000, 64)); // the window of shared memory
}

static void test_textures(Vm *vm) {
    VmTexture t = {.dims = 2, .format = VM_TEX_F32, .channels = 4, .extent = {16, 8, 1}};
    uint64_t h1 = vm_texture_new(vm, &t), h2 = vm_texture_new(vm, &t);
    CHECK(h1 && h2 && h1 != h2);
    CHECK(vm_texture(vm, h1)->extent[1] == 8);
    CHECK(!vm_texture(vm, 0) && !vm_texture(vm, 99));
    CHECK(vm_texture_free(vm, h1) && !vm_texture_free(vm, h1) && !vm_texture(vm, h1));
    CHECK(vm_texture_new(vm, &t) == h1);
}

// A kernel pays for the shared variables that it reaches, wherever they are declared.
static void test_shared_use(Vm *vm) {
    static const char text[] =
        ".version 9.0\n.target sm_90\n.address_size 64\n.shared .align 4 .b8 x[40000];\n"
        ".shared .align 4 .b8 y[30000];\n"
        ".func f()\n{\n.reg .b32 %r<2>;\nld.shared.u32 %r1, [y+8];\nret;\n}\n"
        ".visible .entry a()\n{\n.reg .b32 %r<2>;\nmov.u32 %r1, x;\nret;\n}\n"
        ".visible .entry b()\n{\n.shared .align 4 .b8 z[16];\ncall.uni f;\nret;\n}\n"
        ".visible .entry c()\n{\nret;\n}\n";
    VmModule *mod = vm_load_text(vm, "shared", text, sizeof text - 1);
    CHECK(mod);
    CHECK(vm_kernel_info(vm_kernel(mod, "a")).shared_size == 40000);
    CHECK(vm_kernel_info(vm_kernel(mod, "b")).shared_size == 30016);
    CHECK(vm_kernel_info(vm_kernel(mod, "c")).shared_size == 0);
}

// What the machine's threads need of stack does not depend on what the C library gives (musl: 128
// KiB).
static void test_small_stacks(void) {
    static const char text[] =
        ".version 9.0\n.target sm_90\n.address_size 64\n"
        ".visible .entry m()\n{\n.reg .b32 %a<8>, %b<8>;\n.reg .f32 %c<8>;\n"
        "wmma.mma.sync.aligned.row.row.m16n16k16.f32.f32 {%c0,%c1,%c2,%c3,%c4,%c5,%c6,%c7},\n"
        " {%a0,%a1,%a2,%a3,%a4,%a5,%a6,%a7}, {%b0,%b1,%b2,%b3,%b4,%b5,%b6,%b7},\n"
        " {%c0,%c1,%c2,%c3,%c4,%c5,%c6,%c7};\nret;\n}\n";
    pthread_attr_t before, small;
    pthread_getattr_default_np(&before);
    pthread_attr_init(&small);
    pthread_attr_setstacksize(&small, 128 << 10);
    CHECK(pthread_setattr_default_np(&small) == 0);
    static Ctx ctx;
    ctx_init(&ctx);
    VmOptions o = {.jobs = 4};
    Vm *vm = vm_new(&ctx, &o);
    VmModule *mod = vm_load_text(vm, "m", text, sizeof text - 1);
    CHECK(mod);
    VmResult r;
    VmLaunch l = {.grid = {4096, 1, 1}, .block = {32, 1, 1}};
    if (mod) CHECK(vm_launch(vm, vm_kernel(mod, "m"), &l, &r) == VM_OK);
    vm_free(vm);
    ctx_free(&ctx);
    pthread_setattr_default_np(&before);
}

int main(void) {
    static Ctx ctx;
    ctx_init(&ctx);
    VmOptions o = {.jobs = 1, .memory_base = 0x200000000000};
    Vm *vm = vm_new(&ctx, &o);
    test_adopt(vm);
    test_textures(vm);
    test_shared_use(vm);
    vm_free(vm);
    ctx_free(&ctx);
    test_small_stacks();
    return UNIT_END();
}
