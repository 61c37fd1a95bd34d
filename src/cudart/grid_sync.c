// SPDX-License-Identifier: Apache-2.0
// Functions of the device run-time library (cudadevrt) by which a cooperative grid waits for all of
// its blocks. NVIDIA's has them as machine code; a module that calls and does not define them, as
// Numba's do, gets these.
#include "cudart/cudart_int.h"

// A handle is its scope (1: the grid). The barrier is the one of cooperative groups: a word behind
// the address in %envreg1 and 2, which a cooperative launch provides. Every block adds 1, the first
// block what is missing to 2^31: when all have come the highest bit changes.
static const char text[] = //
    ".version 6.0\n.target sm_70\n.address_size 64\n"
    ".visible .func (.param .b64 result) cudaCGGetIntrinsicHandle(.param .b32 scope)\n{\n"
    ".reg .b32 %r<2>;\n.reg .b64 %rd<2>;\n"
    "ld.param.u32 %r1, [scope];\ncvt.s64.s32 %rd1, %r1;\nst.param.b64 [result], %rd1;\nret;\n}\n"
    ".visible .func (.param .b32 result) cudaCGSynchronize(.param .b64 handle, .param .b32 flags)\n"
    "{\n.reg .pred %p<4>;\n.reg .b32 %r<16>;\n.reg .b64 %rd<3>;\n"
    "mov.u32 %r1, %envreg1;\nmov.u32 %r2, %envreg2;\nmov.b64 %rd1, {%r2, %r1};\n"
    "setp.eq.s64 %p1, %rd1, 0;\n@%p1 bra NOT_COOPERATIVE;\nadd.s64 %rd2, %rd1, 4;\nbar.sync 0;\n"
    // one thread of the block speaks for it
    "mov.u32 %r3, %tid.x;\nmov.u32 %r4, %tid.y;\nmov.u32 %r5, %tid.z;\nor.b32 %r3, %r3, %r4;\n"
    "or.b32 %r3, %r3, %r5;\nsetp.ne.s32 %p2, %r3, 0;\n@%p2 bra WAITED;\n"
    "mov.u32 %r6, %nctaid.x;\nmov.u32 %r7, %nctaid.y;\nmov.u32 %r8, %nctaid.z;\n"
    "mul.lo.s32 %r6, %r6, %r7;\nmul.lo.s32 %r6, %r6, %r8;\nsub.s32 %r6, 0x80000001, %r6;\n"
    "mov.u32 %r9, %ctaid.x;\nmov.u32 %r10, %ctaid.y;\nmov.u32 %r11, %ctaid.z;\n"
    "or.b32 %r9, %r9, %r10;\nor.b32 %r9, %r9, %r11;\nsetp.eq.s32 %p3, %r9, 0;\n"
    "selp.b32 %r6, %r6, 1, %p3;\natom.add.release.gpu.u32 %r12, [%rd2], %r6;\n"
    "AGAIN:\nld.acquire.gpu.u32 %r13, [%rd2];\nxor.b32 %r14, %r13, %r12;\n"
    "setp.ge.s32 %p3, %r14, 0;\n@%p3 bra AGAIN;\n"
    "WAITED:\nbar.sync 0;\nst.param.b32 [result], 0;\nret;\nNOT_COOPERATIVE:\ntrap;\nexit;\n}\n";

// Whether the module calls the function and has no body of it: the first time that it is named is
// in its declaration, which says .extern.
static bool lacks(const char *module, const char *name) {
    const char *at = strstr(module, name), *from = at;
    if (!at) return false;
    while (from > module && !is_any_of(from[-1], ';', '}')) from--;
    const char *word = strstr(from, ".extern");
    return word && word < at;
}

void rt_add_grid_sync(Rt *rt, RtLibrary *lib) {
    if (!lacks(lib->text, "cudaCGSynchronize") && !lacks(lib->text, "cudaCGGetIntrinsicHandle"))
        return;
    const PtxPart part[] = {{lib->text, lib->ntext}, {text, sizeof text - 1}};
    PtxJoined joined = ptx_join(&rt->ctx, part, CU_COUNT(part));
    lib->text = joined.text;
    lib->ntext = joined.n;
}
