// SPDX-License-Identifier: Apache-2.0
// multimem on a multicast object of three members (three virtual devices): loads that reduce,
// stores, reductions and bulk copies reach all of them; an address of no object is a fault.
#include "unit.h"
#include "vm/vm.h"

static const char text[] =
    ".version 9.1\n.target sm_90\n.address_size 64\n"
    ".visible .entry k(.param .u64 to, .param .u64 out)\n{\n"
    "  .reg .b64 %rd<6>;\n  .reg .b32 %r<12>;\n  .reg .f32 %f<8>;\n  .reg .b64 %d<4>;\n"
    "  .shared .align 16 .b8 piece[32];\n"
    "  ld.param.u64 %rd1, [to];\n  ld.param.u64 %rd2, [out];\n"
    "  multimem.ld_reduce.relaxed.sys.global.add.u32 %r1, [%rd1];\n  st.global.u32 [%rd2], %r1;\n"
    "  multimem.ld_reduce.weak.global.max.s32 %r1, [%rd1+4];\n  st.global.u32 [%rd2+4], %r1;\n"
    "  multimem.ld_reduce.relaxed.sys.global.xor.b32 %r1, [%rd1+8];\n  st.global.u32 [%rd2+8], "
    "%r1;\n"
    "  multimem.ld_reduce.relaxed.gpu.global.add.v4.f32 {%f1, %f2, %f3, %f4}, [%rd1+16];\n"
    "  st.global.v4.f32 [%rd2+16], {%f1, %f2, %f3, %f4};\n"
    "  multimem.ld_reduce.relaxed.gpu.global.add.acc::f32.v2.f16x2 {%r1, %r2}, [%rd1+32];\n"
    "  st.global.v2.u32 [%rd2+32], {%r1, %r2};\n"
    "  mov.b32 %r3, 77;\n  multimem.st.relaxed.sys.global.u32 [%rd1+64], %r3;\n"
    "  multimem.red.relaxed.sys.global.add.u32 [%rd1+68], %r3;\n"
    "  mov.f32 %f5, 0f40000000;\n  multimem.red.release.gpu.global.add.v2.f32 [%rd1+72], {%f5, "
    "%f5};\n"
    "  mov.b64 %d1, 5;\n  multimem.red.relaxed.sys.global.min.u64 [%rd1+80], %d1;\n"
    "  mov.b32 %r4, 0x01020304;\n  mov.u32 %r5, piece;\n  st.shared.v4.u32 [%r5], {%r4, %r4, %r4, "
    "%r4};\n"
    "  fence.proxy.async.shared::cta;\n"
    "  multimem.cp.async.bulk.bulk_group.global.shared::cta [%rd1+96], [%r5], 16;\n"
    "  multimem.cp.reduce.async.bulk.bulk_group.global.shared::cta.add.u32 [%rd1+112], [%r5], 16;\n"
    "  cp.async.bulk.commit_group;\n  cp.async.bulk.wait_group 0;\n"
    "  ret;\n}\n";

enum { BYTES = 128, MEMBERS = 3 };

typedef union {
    uint32_t word[BYTES / 4];
    int32_t number[BYTES / 4];
    float real[BYTES / 4];
    uint64_t wide[BYTES / 8];
    uint16_t half[BYTES / 2];
} Memory;

static void fill(Memory *memory, uint32_t m) {
    memset(memory, 0, sizeof *memory);
    memory->word[0] = 100 + m;
    memory->number[1] = -5 + (int32_t)m;
    memory->word[2] = 1u << m;
    for (uint32_t i = 0; i < 4; i++) memory->real[4 + i] = (float)(i + m) * 0.5f;
    // 2048 + 1 + 1 in f16, rounded once: 2050; one after the other: 2048
    for (uint32_t i = 0; i < 4; i++) memory->half[16 + i] = m ? 0x3c00 : 0x6800;
    memory->word[17] = m;
    memory->real[18] = memory->real[19] = (float)m;
    memory->wide[10] = m * 4;
    for (uint32_t i = 28; i < 32; i++) memory->word[i] = m;
}

static void check_results(const Memory *out, const Memory *left) {
    CHECK(out->word[0] == 303);
    CHECK(out->number[1] == -3);
    CHECK(out->word[2] == 7);
    for (uint32_t i = 0; i < 4; i++) CHECK(out->real[4 + i] == (float)(3 * i + 3) * 0.5f);
    for (uint32_t i = 0; i < 4; i++) CHECK(out->half[16 + i] == 0x6801);
    for (uint32_t m = 0; m < MEMBERS; m++) {
        CHECK(left[m].word[16] == 77);
        CHECK(left[m].word[17] == 77 + m);
        CHECK(left[m].real[18] == (float)m + 2 && left[m].real[19] == (float)m + 2);
        CHECK(left[m].wide[10] == (m == 2 ? 5 : m * 4));
        for (uint32_t i = 24; i < 28; i++) CHECK(left[m].word[i] == 0x01020304);
        for (uint32_t i = 28; i < 32; i++) CHECK(left[m].word[i] == 0x01020304 + m);
    }
}

static void run(Ctx *ctx, bool native, uint32_t checks) {
    Vm *vm = vm_new(ctx, &(VmOptions){.jobs = 1, .native = native, .checks = checks});
    VmModule *module = vm_load_text(vm, "multimem", text, sizeof text - 1);
    CHECK(module != NULL);
    if (!module) return;
    uint64_t member[MEMBERS], parameter[2];
    Memory memory[MEMBERS], out;
    for (uint32_t m = 0; m < MEMBERS; m++) {
        fill(&memory[m], m);
        member[m] = vm_alloc(vm, BYTES);
        vm_write(vm, member[m], &memory[m], BYTES);
    }
    parameter[0] = vm_alloc(vm, BYTES);
    parameter[1] = vm_alloc(vm, BYTES);
    VmLaunch launch = {.grid = {1, 1, 1}, .block = {1, 1, 1}, .params = parameter};
    VmResult result;
    if (!checks) CHECK(vm_launch(vm, vm_kernel(module, "k"), &launch, &result) == VM_ERR_ADDRESS);
    if (!checks)
        CHECK(strstr(result.error, "multimem at an address that is no multicast object's"));
    CHECK(vm_multicast(vm, parameter[0], BYTES, MEMBERS, member));
    CHECK(!vm_multicast(vm, parameter[0], BYTES, MEMBERS, member));
    CHECK(vm_launch(vm, vm_kernel(module, "k"), &launch, &result) == VM_OK);
    CHECK(vm_finding_count(vm) == 0);
    for (uint32_t m = 0; m < MEMBERS; m++) vm_read(vm, member[m], &memory[m], BYTES);
    vm_read(vm, parameter[1], &out, BYTES);
    check_results(&out, memory);
    CHECK(vm_multicast(vm, parameter[0], BYTES, 0, NULL));
    vm_free(vm);
}

int main(void) {
    for (uint32_t i = 0; i < 3; i++) {
        Ctx ctx;
        ctx_init(&ctx);
        run(&ctx, i == 1, i == 2 ? VM_CHECK_DEFAULT : 0);
        ctx_free(&ctx);
    }
    return UNIT_END();
}
