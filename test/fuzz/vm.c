// SPDX-License-Identifier: Apache-2.0
// Fuzz target: the virtual machine. What the PTX reader accepts is loaded, and its kernels are run
// for a while, without and with all checkers; arguments are zero, or device memory where a parameter
// has the size of an address. A fault of the program is no find.
#include "vm/vm.h"
#include "fuzz.h"

static void run(Vm *vm, VmModule *m) {
    uint64_t buffer = vm_alloc(vm, 4096);
    for (uint32_t i = 0; i < vm_kernel_count(m) && i < 4; i++) {
        VmFunc *k = vm_kernel_at(m, i);
        VmKernelInfo info = vm_kernel_info(k);
        if (info.size > 8192) continue;
        uint8_t params[8192] = {0};
        for (uint32_t p = 0, off, n; vm_kernel_param(k, p, &off, &n); p++) {
            if (n == 8) memcpy(params + off, &buffer, 8);
        }
        VmLaunch l = {.grid = {2, 1, 1}, .block = {33, 1, 1}, .shared = 512, .params = params};
        for (uint32_t d = 0; d < 3 && info.reqntid[0]; d++) l.block[d] = info.reqntid[d];
        VmResult r;
        vm_launch(vm, k, &l, &r);
    }
}

static void fuzz_subject(Ctx *ctx, const char *text, size_t n) {
    for (uint32_t checks = 0; checks <= VM_CHECK_ALL; checks += VM_CHECK_ALL) {
        VmOptions opt = {.jobs = 1, .max_instructions = 20000, .checks = checks, .profile = checks};
        opt.memory_limit = 64u << 20;
        opt.heap_limit = opt.stack_limit = 1u << 16;
        Vm *vm = vm_new(ctx, &opt);
        VmModule *m = vm_load_text(vm, "fuzz", text, n);
        if (m) run(vm, m);
        Buf out;
        buf_init(&out, &ctx->perm);
        if (checks) {
            vm_check_leaks(vm);
            vm_print_findings(vm, true, &out);
            vm_print_findings(vm, false, &out);
            vm_print_profile(vm, false, &out);
        }
        vm_free(vm);
        if (!m) return;
    }
}
