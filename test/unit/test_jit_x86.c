// SPDX-License-Identifier: Apache-2.0
// The encoder of native code: forms of operands, prefixes and immediates, with the bytes that
// objdump reads as the instruction behind them; jumps, and constants behind the code.
#include "jit/x86.h"

#include "unit.h"

static void expect(XCode *x, const char *bytes, const char *call) {
    char text[64] = "";
    for (uint32_t i = 0; i < x->code.n && i < 20; i++)
        snprintf(text + strlen(text), sizeof text - strlen(text), i ? " %02x" : "%02x",
                 x->code.at[i]);
    if (strcmp(text, bytes) != 0) printf("%s:\n", call);
    CHECK_STR(text, bytes);
    x->code.n = 0;
}
#define EXPECT(bytes, call) ((void)(call), expect(x, bytes, #call))

// clang-format off
static void check_instructions(XCode *x) {
    EXPECT("49 03 d9", x_op(x, X_ADD, 64, X_RBX, x_reg(X_R9))); // add %r9,%rbx
    EXPECT("44 8b 6d 00", x_op(x, X_MOV, 32, X_R13, x_at(X_RBP, 0))); // mov 0x0(%rbp),%r13d
    EXPECT("41 88 75 00", x_op(x, X_MOV_TO, 8, X_RSI, x_at(X_R13, 0))); // mov %sil,0x0(%r13)
    EXPECT("48 8b 44 24 08", x_op(x, X_MOV, 64, X_RAX, x_at(X_RSP, 8))); // mov 0x8(%rsp),%rax
    EXPECT("4b 8d 94 fc 2c 01 00 00", x_op(x, X_LEA, 64, X_RDX, x_indexed(X_R12, X_R15, 8, 300))); // lea 0x12c(%r12,%r15,8),%rdx
    EXPECT("40 0f b6 fe", x_op(x, X_MOVZX8, 32, X_RDI, x_reg(X_RSI))); // movzbl %sil,%edi
    EXPECT("4c 63 c1", x_op(x, X_MOVSXD, 64, X_R8, x_reg(X_RCX))); // movslq %ecx,%r8
    EXPECT("0f af 41 80", x_op(x, X_IMUL, 32, X_RAX, x_at(X_RCX, -128))); // imul -0x80(%rcx),%eax
    EXPECT("49 f7 da", x_op(x, X_NEG, 64, 0, x_reg(X_R10))); // neg %r10
    EXPECT("66 44 89 58 02", x_op(x, X_MOV16_TO, 32, X_R11, x_at(X_RAX, 2))); // mov %r11w,0x2(%rax)
    EXPECT("f3 41 0f bc c7", x_op(x, X_TZCNT, 32, X_RAX, x_reg(X_R15))); // tzcnt %r15d,%eax
    EXPECT("49 d3 e6", x_op(x, X_SHL_CL, 64, 0, x_reg(X_R14))); // shl %cl,%r14
    EXPECT("48 83 c4 18", x_op_imm(x, X_ADD_I, 64, 0, x_reg(X_RSP), 24)); // add $0x18,%rsp
    EXPECT("81 bd c8 00 00 00 e8 03 00 00", x_op_imm(x, X_CMP_I, 32, 0, x_at(X_RBP, 200), 1000)); // cmpl $0x3e8,0xc8(%rbp)
    EXPECT("41 f7 c7 80 00 00 00", x_op_imm(x, X_TEST_I, 32, 0, x_reg(X_R15), 128)); // test $0x80,%r15d
    EXPECT("c1 fb 05", x_op_imm(x, X_SAR_I, 32, 0, x_reg(X_RBX), 5)); // sar $0x5,%ebx
    EXPECT("4d 6b c9 f4", x_op_imm(x, X_IMUL_I, 64, X_R9, x_reg(X_R9), -12)); // imul $0xfffffffffffffff4,%r9,%r9
    EXPECT("83 e0 01", x_op_imm(x, X_AND_I, 32, 0, x_reg(X_RAX), 1)); // and $0x1,%eax
    EXPECT("c7 44 c5 40 4d 00 00 00", x_op_imm(x, X_MOV_I, 32, 0, x_indexed(X_RBP, X_RAX, 8, 64), 77)); // movl $0x4d,0x40(%rbp,%rax,8)
    EXPECT("b9 05 00 00 00", x_mov_imm(x, X_RCX, 5)); // mov $0x5,%ecx
    EXPECT("49 b9 bc 9a 78 56 34 12 00 00", x_mov_imm(x, X_R9, 0x123456789abcull)); // movabs $0x123456789abc,%r9
    EXPECT("48 c7 c3 fe ff ff ff", x_mov_imm(x, X_RBX, (uint64_t)-2)); // mov $0xfffffffffffffffe,%rbx
    EXPECT("40 0f 95 c6", x_setcc(x, XC_NE, X_RSI)); // setne %sil
    EXPECT("4c 0f 47 d2", x_cmov(x, XC_A, 64, X_R10, x_reg(X_RDX))); // cmova %rdx,%r10
    EXPECT("41 54", x_push(x, X_R12)); // push %r12
    EXPECT("5b", x_pop(x, X_RBX)); // pop %rbx
    EXPECT("ff 55 48", x_call(x, x_at(X_RBP, 72))); // call *0x48(%rbp)
    EXPECT("ff 24 c1", x_jump_to(x, x_indexed(X_RCX, X_RAX, 8, 0))); // jmp *(%rcx,%rax,8)
    EXPECT("62 d1 5c 20 58 d9", x_vec(x, X_VADDPS, 3, 20, x_reg(9))); // vaddps %ymm9,%ymm20,%ymm3
    EXPECT("62 e1 04 20 59 4d 02", x_vec(x, X_VMULPS, 17, 31, x_at(X_RBP, 64))); // vmulps 0x40(%rbp),%ymm31,%ymm17
    EXPECT("62 82 55 28 b8 c5", x_vec(x, X_VFMADD231PS, 16, 5, x_reg(29))); // vfmadd231ps %ymm29,%ymm5,%ymm16
    EXPECT("62 41 7c 28 11 04 84", x_vec(x, X_VMOVUPS_TO, 24, X_NO_REG, x_indexed(X_R12, X_RAX, 4, 0))); // vmovups %ymm24,(%r12,%rax,4)
    EXPECT("62 e1 7c 28 10 90 28 00 00 00", x_vec(x, X_VMOVUPS, 18, X_NO_REG, x_at(X_RAX, 40))); // vmovups 0x28(%rax),%ymm18
    EXPECT("62 c2 7d 28 18 75 01", x_vec(x, X_VBROADCASTSS, 22, X_NO_REG, x_at(X_R13, 4))); // vbroadcastss 0x4(%r13),%ymm22
    EXPECT("62 91 3d 28 ef de", x_vec(x, X_VPXOR, 3, 8, x_reg(30))); // vpxord %ymm30,%ymm8,%ymm3
    // by way of ymm3: vmovups %ymm20,%ymm3; vcmpunordps %ymm3,%ymm3,%ymm2
    EXPECT("62 b1 7c 28 10 dc c4 e1 64 c2 d3 03", x_vec_imm(x, X_VCMPPS, 2, 20, x_reg(20), 3));
    // vmovups %ymm20,%ymm3; vblendvps %ymm2,%ymm1,%ymm3,%ymm3; vmovups %ymm3,%ymm20
    EXPECT("62 b1 7c 28 10 dc c4 e3 65 4a d9 20 62 e1 7c 28 10 e3", x_vec_imm(x, X_VBLENDVPS, 20, 20, x_reg(1), 2 << 4));
    // vmovups %ymm20,%ymm3; vmaskmovps %ymm3,%ymm2,(%rcx)
    EXPECT("62 b1 7c 28 10 dc c4 e2 6d 2e 19", x_vec(x, X_VMASKMOVPS_TO, 20, 2, x_at(X_RCX, 0)));
    EXPECT("c4 c1 1c 58 d9", x_vec(x, X_VADDPS, 3, 12, x_reg(9))); // vaddps %ymm9,%ymm12,%ymm3
    EXPECT("c4 61 75 59 7d 40", x_vec(x, X_VMULPD, 15, 1, x_at(X_RBP, 64))); // vmulpd 0x40(%rbp),%ymm1,%ymm15
    EXPECT("c4 c2 55 b8 e6", x_vec(x, X_VFMADD231PS, 4, 5, x_reg(14))); // vfmadd231ps %ymm14,%ymm5,%ymm4
    EXPECT("c4 62 d5 a8 00", x_vec(x, X_VFMADD213PD, 8, 5, x_at(X_RAX, 0))); // vfmadd213pd (%rax),%ymm5,%ymm8
    EXPECT("c4 e1 44 c2 d7 03", x_vec_imm(x, X_VCMPPS, 2, 7, x_reg(7), 3)); // vcmpunordps %ymm7,%ymm7,%ymm2
    EXPECT("c4 e3 4d 4a c1 20", x_vec_imm(x, X_VBLENDVPS, 0, 6, x_reg(1), 2 << 4)); // vblendvps %ymm2,%ymm1,%ymm6,%ymm0
    EXPECT("c4 c1 35 72 f2 04", x_vec_imm(x, X_VPSLLD_I, 9, X_NO_REG, x_reg(10), 4)); // vpslld $0x4,%ymm10,%ymm9
    EXPECT("0f ae 55 08", x_op(x, X_LDMXCSR, 32, 0, x_at(X_RBP, 8))); // ldmxcsr 0x8(%rbp)
    EXPECT("c4 c1 1d 5d d9", x_vec(x, X_VMINPD, 3, 12, x_reg(9))); // vminpd %ymm9,%ymm12,%ymm3
    EXPECT("c4 c1 1d 5f d9", x_vec(x, X_VMAXPD, 3, 12, x_reg(9))); // vmaxpd %ymm9,%ymm12,%ymm3
    EXPECT("c4 e3 7d 08 d7 0b", x_vec_imm(x, X_VROUNDPS, 2, X_NO_REG, x_reg(7), 11)); // vroundps $0xb,%ymm7,%ymm2
    EXPECT("c4 c3 7d 09 d2 09", x_vec_imm(x, X_VROUNDPD, 2, X_NO_REG, x_reg(10), 9)); // vroundpd $0x9,%ymm10,%ymm2
    EXPECT("c4 62 7d 13 d9", x_vec(x, X_VCVTPH2PS, 11, X_NO_REG, x_reg(1))); // vcvtph2ps %xmm1,%ymm11
    EXPECT("c4 63 7d 1d d9 03", x_vec_imm(x, X_VCVTPS2PH, 11, X_NO_REG, x_reg(1), 3)); // vcvtps2ph $0x3,%ymm11,%xmm1
    EXPECT("c4 c1 35 71 f2 08", x_vec_imm(x, X_VPSLLW_I, 9, X_NO_REG, x_reg(10), 8)); // vpsllw $0x8,%ymm10,%ymm9
    EXPECT("c4 c1 35 71 d2 08", x_vec_imm(x, X_VPSRLW_I, 9, X_NO_REG, x_reg(10), 8)); // vpsrlw $0x8,%ymm10,%ymm9
    EXPECT("c4 c1 35 71 e2 08", x_vec_imm(x, X_VPSRAW_I, 9, X_NO_REG, x_reg(10), 8)); // vpsraw $0x8,%ymm10,%ymm9
    EXPECT("c4 e1 6d f5 cb", x_vec(x, X_VPMADDWD, 1, 2, x_reg(3))); // vpmaddwd %ymm3,%ymm2,%ymm1
    EXPECT("c4 e2 6d 04 cb", x_vec(x, X_VPMADDUBSW, 1, 2, x_reg(3))); // vpmaddubsw %ymm3,%ymm2,%ymm1
    EXPECT("c4 e1 6d f6 cb", x_vec(x, X_VPSADBW, 1, 2, x_reg(3))); // vpsadbw %ymm3,%ymm2,%ymm1
    EXPECT("c4 e1 6d fc cb", x_vec(x, X_VPADDB, 1, 2, x_reg(3))); // vpaddb %ymm3,%ymm2,%ymm1
    EXPECT("c4 e2 6d 00 4d 40", x_vec(x, X_VPSHUFB, 1, 2, x_at(X_RBP, 64))); // vpshufb 0x40(%rbp),%ymm2,%ymm1
    EXPECT("c4 e1 7d 70 cb b1", x_vec_imm(x, X_VPSHUFD, 1, X_NO_REG, x_reg(3), 0xb1)); // vpshufd $0xb1,%ymm3,%ymm1
    EXPECT("c4 e2 6d 2b cb", x_vec(x, X_VPACKUSDW, 1, 2, x_reg(3))); // vpackusdw %ymm3,%ymm2,%ymm1
    EXPECT("c4 e1 6d 6b cb", x_vec(x, X_VPACKSSDW, 1, 2, x_reg(3))); // vpackssdw %ymm3,%ymm2,%ymm1
    EXPECT("c4 e3 6d 02 cb aa", x_vec_imm(x, X_VPBLENDD, 1, 2, x_reg(3), 0xaa)); // vpblendd $0xaa,%ymm3,%ymm2,%ymm1
    EXPECT("c4 e3 69 4c cb 40", x_vec_imm(x, X_VPBLENDVB, 1, 2, x_reg(3), 4 << 4)); // vpblendvb %xmm4,%xmm3,%xmm2,%xmm1
    EXPECT("c4 c2 7d 31 cd", x_vec(x, X_VPMOVZXBD, 1, X_NO_REG, x_reg(13))); // vpmovzxbd %xmm13,%ymm1
    EXPECT("c4 c2 7d 21 cd", x_vec(x, X_VPMOVSXBD, 1, X_NO_REG, x_reg(13))); // vpmovsxbd %xmm13,%ymm1
    EXPECT("c4 c2 7d 33 cd", x_vec(x, X_VPMOVZXWD, 1, X_NO_REG, x_reg(13))); // vpmovzxwd %xmm13,%ymm1
    EXPECT("c4 c2 7d 23 cd", x_vec(x, X_VPMOVSXWD, 1, X_NO_REG, x_reg(13))); // vpmovsxwd %xmm13,%ymm1
    EXPECT("c4 e2 ed 47 cb", x_vec(x, X_VPSLLVQ, 1, 2, x_reg(3))); // vpsllvq %ymm3,%ymm2,%ymm1
    EXPECT("c4 c1 7c 50 cb", x_vec(x, X_VMOVMSKPS, X_RCX, X_NO_REG, x_reg(11))); // vmovmskps %ymm11,%ecx
    EXPECT("c4 c1 79 6e c8", x_vec(x, X_VMOVD, 1, X_NO_REG, x_reg(X_R8))); // vmovd %r8d,%xmm1
    EXPECT("c4 61 f9 7e e2", x_vec(x, X_VMOVQ_TO, 12, X_NO_REG, x_reg(X_RDX))); // vmovq %xmm12,%rdx
    EXPECT("c4 e2 7d 18 b4 91 00 02 00 00", x_vec(x, X_VBROADCASTSS, 6, X_NO_REG, x_indexed(X_RCX, X_RDX, 4, 512))); // vbroadcastss 0x200(%rcx,%rdx,4),%ymm6
    EXPECT("c4 c2 75 2e 61 20", x_vec(x, X_VMASKMOVPS_TO, 4, 1, x_at(X_R9, 32))); // vmaskmovps %ymm4,%ymm1,0x20(%r9)
    EXPECT("c4 e2 7d 25 55 10", x_vec(x, X_VPMOVSXDQ, 2, X_NO_REG, x_at(X_RBP, 16))); // vpmovsxdq 0x10(%rbp),%ymm2
    EXPECT("c4 63 7d 19 ea 01", x_vec_imm(x, X_VEXTRACTF128, 13, X_NO_REG, x_reg(2), 1)); // vextractf128 $0x1,%ymm13,%xmm2
    EXPECT("c4 e3 fd 00 d2 d8", x_vec_imm(x, X_VPERMQ, 2, X_NO_REG, x_reg(2), 0xd8)); // vpermq $0xd8,%ymm2,%ymm2
    EXPECT("c4 c1 7e e6 e8", x_vec(x, X_VCVTDQ2PD, 5, X_NO_REG, x_reg(8))); // vcvtdq2pd %xmm8,%ymm5
    EXPECT("c5 f8 77", x_zero_upper(x)); // vzeroupper
}
// clang-format on

// A jump backwards and one forwards; equal constants are one, aligned to their size.
static void check_places(Arena *arena) {
    XCode code, *x = &code;
    x_init(x, 32, arena);
    static const uint32_t ones[8] = {1, 1, 1, 1, 1, 1, 1, 1}, two = 2;
    uint32_t back = x_label(x), out = x_label(x);
    x_bind(x, back);
    x_vec(x, X_VPADDD, 1, 1, x_constant(x, ones, sizeof ones));
    x_vec(x, X_VBROADCASTSS, 2, X_NO_REG, x_constant(x, &two, sizeof two));
    x_vec(x, X_VPADDD, 1, 1, x_constant(x, ones, sizeof ones));
    x_jump(x, XC_NE, out);
    x_jump(x, XC_ALWAYS, back);
    x_bind(x, out);
    x_ret(x);
    uint32_t end = x->code.n;
    x_finish(x);
    int32_t distance[5];
    const uint32_t at[5] = {5, 14, 23, 29, 34}; // of displacements
    for (int i = 0; i < 5; i++) memcpy(&distance[i], x->code.at + at[i], 4);
    CHECK(end == 39);
    CHECK(9 + distance[0] == 64);       // the first multiple of 32 behind the code
    CHECK(18 + distance[1] == 64 + 32); //
    CHECK(27 + distance[2] == 64);      //
    CHECK(33 + distance[3] == 38);      // the return
    CHECK(38 + distance[4] == 0);       //
    CHECK(x->code.n == 64 + 36 && memcmp(x->code.at + 64, ones, sizeof ones) == 0);
}

int main(void) {
    Ctx ctx;
    ctx_init(&ctx);
    XCode x;
    x_init(&x, &ctx.perm);
    check_instructions(&x);
    check_places(&ctx.perm);
    ctx_free(&ctx);
    return UNIT_END();
}
