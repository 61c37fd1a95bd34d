// SPDX-License-Identifier: Apache-2.0
// Fuzz target: native code. What the PTX reader accepts is loaded, and of its kernels those that end
// in the interpreter within a limit are run again in native code, with and without AVX-512, unwatched
// and by all checkers that it has. Faults of the program are no finds; results are not compared
// (threads may race): crashes, reads and writes beyond what the machine has, and hangs are.
#include "vm/vm.h"
#include "fuzz.h"

enum { KERNELS = 4, MOST_PARAMS = 8192, BUFFER = 4096 };

static bool launch(Vm *vm, VmFunc *kernel, uint64_t buffer) {
    VmKernelInfo info = vm_kernel_info(kernel);
    if (info.size > MOST_PARAMS) return false;
    uint8_t params[MOST_PARAMS] = {0};
    for (uint32_t p = 0, at, size; vm_kernel_param(kernel, p, &at, &size); p++) {
        if (size == 8) memcpy(params + at, &buffer, 8);
    }
    VmLaunch shape = {.grid = {2, 1, 1}, .block = {33, 1, 1}, .shared = 512, .params = params};
    for (uint32_t d = 0; d < 3 && info.reqntid[0]; d++) shape.block[d] = info.reqntid[d];
    VmResult result;
    vm_launch(vm, kernel, &shape, &result);
    return result.status != VM_ERR_LIMIT;
}

// Runs the kernels that `ends` names by bits; gives those that end within the limit, if there is one.
static uint32_t run(Ctx *ctx, const VmOptions *options, const char *text, size_t n, uint32_t ends) {
    VmOptions with = *options;
    with.jobs = 1;
    with.memory_limit = 64u << 20;
    with.heap_limit = with.stack_limit = 1u << 16;
    Vm *vm = vm_new(ctx, &with);
    VmModule *module = vm_load_text(vm, "fuzz", text, n);
    uint64_t buffer = module ? vm_alloc(vm, BUFFER) : 0;
    for (uint32_t i = 0; module && i < KERNELS && i < vm_kernel_count(module); i++) {
        bool runs = ends >> i & 1;
        if (runs && !launch(vm, vm_kernel_at(module, i), buffer)) ends &= ~(1u << i);
    }
    vm_free(vm);
    return module ? ends : 0;
}

// By all checkers a kernel goes on after a wrong access that ends it otherwise: what ends is asked anew.
static void fuzz_subject(Ctx *ctx, const char *text, size_t n) {
    static const uint32_t checks[] = {0, VM_CHECK_ALL};
    for (uint32_t c = 0; c < CU_COUNT(checks); c++) {
        VmOptions interpreter = {.max_instructions = 20000, .checks = checks[c]};
        uint32_t ends = run(ctx, &interpreter, text, n, (1u << KERNELS) - 1);
        for (uint32_t narrow = 0; ends && narrow < 2; narrow++) {
            VmOptions native = {.native = true, .no_avx512 = narrow, .checks = checks[c]};
            run(ctx, &native, text, n, ends);
        }
    }
}
