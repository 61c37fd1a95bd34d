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
    EXPECT("62 b1 5c 20 c2 cc 03 62 f2 7e 28 38 d1", x_vec_imm(x, X_VCMPPS, 2, 20, x_reg(20), 3)); // vcmpps $3,%ymm20,%ymm20,%k1; vpmovm2d %k1,%ymm2
    EXPECT("62 f2 7e 28 39 ca 62 e2 5d 21 65 e1", x_vec_imm(x, X_VBLENDVPS, 20, 20, x_reg(1), 2 << 4)); // vpmovd2m %ymm2,%k1; vblendmps %ymm1,%ymm20,%ymm20{%k1}
    EXPECT("62 b2 7e 28 39 c9 62 f2 6d 29 65 d9", x_vec_imm(x, X_VBLENDVPS, 3, 2, x_reg(1), 17 << 4)); // vpmovd2m %ymm17,%k1; vblendmps %ymm1,%ymm2,%ymm3{%k1}
    EXPECT("62 f2 7e 28 39 ca 62 e1 7c 29 11 21", x_vec(x, X_VMASKMOVPS_TO, 20, 2, x_at(X_RCX, 0))); // vpmovd2m %ymm2,%k1; vmovups %ymm20,(%rcx){%k1}
    EXPECT("62 e3 7d 28 19 e2 01", x_vec_imm(x, X_VEXTRACT, 20, X_NO_REG, x_reg(2), 1)); // vextractf32x4 $1,%ymm20,%xmm2
    EXPECT("62 b2 7e 28 39 cd c4 e1 78 93 c9", x_vec(x, X_VMOVMSKPS, X_RCX, X_NO_REG, x_reg(21))); // vpmovd2m %ymm21,%k1; kmovw %k1,%ecx
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
    EXPECT("c4 63 7d 19 ea 01", x_vec_imm(x, X_VEXTRACT, 13, X_NO_REG, x_reg(2), 1)); // vextractf128 $0x1,%ymm13,%xmm2
    EXPECT("c4 e3 fd 00 d2 d8", x_vec_imm(x, X_VPERMQ, 2, X_NO_REG, x_reg(2), 0xd8)); // vpermq $0xd8,%ymm2,%ymm2
    EXPECT("c4 c1 7e e6 e8", x_vec(x, X_VCVTDQ2PD, 5, X_NO_REG, x_reg(8))); // vcvtdq2pd %xmm8,%ymm5
    EXPECT("c5 f8 77", x_zero_upper(x)); // vzeroupper
}

// Vectors of 64 bytes, and the mask register.
static void check_wide(XCode *x) {
    EXPECT("62 d1 1c 48 58 d9", x_vec(x, X_VADDPS, 3, 12, x_reg(9))); // vaddps %zmm9,%zmm12,%zmm3
    EXPECT("62 71 f5 48 59 7d 02", x_vec(x, X_VMULPD, 15, 1, x_at(X_RBP, 128))); // vmulpd 0x80(%rbp),%zmm1,%zmm15
    EXPECT("62 e2 05 40 b8 4d 01", x_vec(x, X_VFMADD231PS, 17, 31, x_at(X_RBP, 64))); // vfmadd231ps 0x40(%rbp),%zmm31,%zmm17
    EXPECT("62 d1 35 48 72 f2 04", x_vec_imm(x, X_VPSLLD_I, 9, X_NO_REG, x_reg(10), 4)); // vpslld $4,%zmm10,%zmm9
    EXPECT("62 b1 95 40 73 f4 04", x_vec_imm(x, X_VPSLLQ_I, 29, X_NO_REG, x_reg(20), 4)); // vpsllq $4,%zmm20,%zmm29
    EXPECT("62 f1 7e 48 e6 68 01", x_vec(x, X_VCVTDQ2PD, 5, X_NO_REG, x_at(X_RAX, 32))); // vcvtdq2pd 0x20(%rax),%zmm5
    EXPECT("62 c2 7d 48 31 55 01", x_vec(x, X_VPMOVZXBD, 18, X_NO_REG, x_at(X_R13, 16))); // vpmovzxbd 0x10(%r13),%zmm18
    EXPECT("62 e2 fd 48 19 50 01", x_vec(x, X_VBROADCASTSD, 18, X_NO_REG, x_at(X_RAX, 8))); // vbroadcastsd 8(%rax),%zmm18
    EXPECT("62 f2 dd 48 37 cb 62 f2 fe 48 38 d1", x_vec(x, X_VPCMPGTQ, 2, 4, x_reg(3))); // vpcmpgtq %zmm3,%zmm4,%k1; vpmovm2q %k1,%zmm2
    EXPECT("62 f2 fe 48 39 ca 62 f2 d5 49 65 71 01", x_vec_imm(x, X_VBLENDVPD, 6, 5, x_at(X_RCX, 64), 2 << 4)); // vpmovq2m %zmm2,%k1; vblendmpd 0x40(%rcx),%zmm5,%zmm6{%k1}
    EXPECT("62 f2 7e 48 39 ca 62 e1 7c c9 10 21", x_vec(x, X_VMASKMOVPS, 20, 2, x_at(X_RCX, 0))); // vpmovd2m %zmm2,%k1; vmovups (%rcx),%zmm20{%k1}{z}
    EXPECT("62 f2 fe 48 39 ca 62 e1 fd 49 11 21", x_vec(x, X_VMASKMOVPD_TO, 20, 2, x_at(X_RCX, 0))); // vpmovq2m %zmm2,%k1; vmovupd %zmm20,(%rcx){%k1}
    EXPECT("62 73 fd 48 1b ea 01", x_vec_imm(x, X_VEXTRACT, 13, X_NO_REG, x_reg(2), 1)); // vextractf64x4 $1,%zmm13,%ymm2
    EXPECT("62 f3 e5 48 1a 50 01 01", x_vec_imm(x, X_VINSERT, 2, 3, x_at(X_RAX, 32), 1)); // vinsertf64x4 $1,0x20(%rax),%zmm3,%zmm2
    EXPECT("c4 e3 65 18 d4 01", x_vec_imm(x, X_VINSERT128, 2, 3, x_reg(4), 1)); // vinsertf128 $1,%xmm4,%ymm3,%ymm2
    EXPECT("62 e3 7d 28 19 e2 01", x_vec_imm(x, X_VEXTRACT128, 20, X_NO_REG, x_reg(2), 1)); // vextractf32x4 $1,%ymm20,%xmm2
    EXPECT("c4 e1 7c 10 58 20", x_vec(x, X_VMOVUPS_HALF, 3, X_NO_REG, x_at(X_RAX, 32))); // vmovups 0x20(%rax),%ymm3
    EXPECT("62 f3 7d 48 08 d7 0b", x_vec_imm(x, X_VROUNDPS, 2, X_NO_REG, x_reg(7), 11)); // vrndscaleps $11,%zmm7,%zmm2
    EXPECT("62 73 7d 48 1d d9 03", x_vec_imm(x, X_VCVTPS2PH, 11, X_NO_REG, x_reg(1), 3)); // vcvtps2ph $3,%zmm11,%ymm1
    EXPECT("62 e3 5d 00 22 68 01 01", x_vec_imm(x, X_VPINSRD, 21, 20, x_at(X_RAX, 4), 1)); // vpinsrd $1,4(%rax),%xmm20,%xmm21
    EXPECT("62 e3 fd 08 16 60 01 01", x_vec_imm(x, X_VPEXTRQ_TO, 20, X_NO_REG, x_at(X_RAX, 8), 1)); // vpextrq $1,%xmm20,8(%rax)
    EXPECT("62 c1 7d 08 6e c8", x_vec(x, X_VMOVD, 17, X_NO_REG, x_reg(X_R8))); // vmovd %r8d,%xmm17
    EXPECT("62 e1 fd 08 7e ca", x_vec(x, X_VMOVQ_TO, 17, X_NO_REG, x_reg(X_RDX))); // vmovq %xmm17,%rdx
    EXPECT("62 f2 7e 48 33 da", x_vec(x, X_VPMOVDW_TO, 3, X_NO_REG, x_reg(2))); // vpmovdw %zmm3,%ymm2
    EXPECT("62 f2 7e 48 35 da", x_vec(x, X_VPMOVQD_TO, 3, X_NO_REG, x_reg(2))); // vpmovqd %zmm3,%ymm2
    EXPECT("62 c2 7d 48 7c c9", x_vec(x, X_VPBROADCASTD, 17, X_NO_REG, x_reg(X_R9))); // vpbroadcastd %r9d,%zmm17
    EXPECT("62 f2 fd 48 7c d9", x_vec(x, X_VPBROADCASTQ, 3, X_NO_REG, x_reg(X_RCX))); // vpbroadcastq %rcx,%zmm3
    EXPECT("62 f2 85 40 36 d3", x_vec(x, X_VPERMQ_BY, 2, 31, x_reg(3))); // vpermq %zmm3,%zmm31,%zmm2
    EXPECT("62 f2 05 40 76 d3", x_vec(x, X_VPERMI2D, 2, 31, x_reg(3))); // vpermi2d %zmm3,%zmm31,%zmm2
    EXPECT("c4 e1 78 90 4d 1e", x_mask_load(x, 16, x_at(X_RBP, 30))); // kmovw 0x1e(%rbp),%k1
    EXPECT("c4 c1 79 90 4d 1e", x_mask_load(x, 8, x_at(X_R13, 30))); // kmovb 0x1e(%r13),%k1
    EXPECT("c4 c1 7b 92 cf c4 e3 79 31 c9 10", x_mask_take(x, X_R15, 16)); // kmovd %r15d,%k1; kshiftrd $16,%k1,%k1
    EXPECT("c4 e1 7b 92 c9", x_mask_take(x, X_RCX, 0)); // kmovd %ecx,%k1
    EXPECT("62 e2 7e 48 38 e1", x_mask_spread(x, 20)); // vpmovm2d %k1,%zmm20
    EXPECT("c4 61 78 93 c9", x_mask_give(x, X_R9)); // kmovw %k1,%r9d
    EXPECT("c4 e1 78 98 c9", x_mask_all(x)); // kortestw %k1,%k1
    EXPECT("62 f3 6d 49 1e cb 02", x_mask_compare(x, X_VPCMPUD, true, 2, x_reg(3), 2)); // vpcmpud $2,%zmm3,%zmm2,%k1{%k1}
    EXPECT("62 f3 dd 40 1f 48 01 05", x_mask_compare(x, X_VPCMPQ, false, 20, x_at(X_RAX, 64), 5)); // vpcmpq $5,0x40(%rax),%zmm20,%k1
    EXPECT("62 f2 6e 48 27 cb", x_mask_compare(x, X_VPTESTNMD, false, 2, x_reg(3), UINT32_MAX)); // vptestnmd %zmm3,%zmm2,%k1
    EXPECT("62 f1 ed 48 c2 cb 03", x_mask_compare(x, X_VCMPPD, false, 2, x_reg(3), 3)); // vcmppd $3,%zmm3,%zmm2,%k1
    EXPECT("62 b2 e5 49 65 d4", x_mask_blend(x, true, 2, 3, x_reg(20))); // vblendmpd %zmm20,%zmm3,%zmm2{%k1}
    EXPECT("62 f1 7c 49 11 59 01", x_vec_masked(x, X_VMOVUPS_TO, false, 3, x_at(X_RCX, 64))); // vmovups %zmm3,0x40(%rcx){%k1}
    EXPECT("62 f1 fd 49 11 59 01", x_vec_masked(x, X_VMOVUPS_TO, true, 3, x_at(X_RCX, 64))); // vmovupd %zmm3,0x40(%rcx){%k1}
    EXPECT("62 f1 7c c9 10 d3", x_vec_masked(x, X_VMOVUPS, false, 2, x_reg(3))); // vmovups %zmm3,%zmm2{%k1}{z}
    EXPECT("62 f2 7e 49 33 59 01", x_vec_masked(x, X_VPMOVDW_TO, false, 3, x_at(X_RCX, 32))); // vpmovdw %zmm3,0x20(%rcx){%k1}
    EXPECT("62 f2 7d 49 90 5c 10 02", x_gather(x, false, 3, X_RAX, 2, 8)); // vpgatherdd 8(%rax,%zmm2),%zmm3{%k1}
    EXPECT("62 42 fd 41 90 6c 11 01", x_gather(x, true, 29, X_R9, 18, 8)); // vpgatherdq 8(%r9,%ymm18),%zmm29{%k1}
    EXPECT("62 82 7d 49 a0 64 0c 01", x_scatter(x, false, 20, X_R12, 9, 4)); // vpscatterdd %zmm20,4(%r12,%zmm9){%k1}
    EXPECT("62 b2 fd 41 a0 1c 38", x_scatter(x, true, 3, X_RAX, 31, 0)); // vpscatterdq %zmm3,(%rax,%ymm31){%k1}
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
    x_address(x, X_R12, out); // lea (%rip),%r12
    x_bind(x, out);
    x_ret(x);
    uint32_t end = x->code.n;
    x_finish(x);
    int32_t distance[6];
    const uint32_t at[6] = {5, 14, 23, 29, 34, 41}; // of displacements
    for (int i = 0; i < 6; i++) memcpy(&distance[i], x->code.at + at[i], 4);
    CHECK(end == 46);
    CHECK(9 + distance[0] == 64);       // the first multiple of 32 behind the code
    CHECK(18 + distance[1] == 64 + 32); //
    CHECK(27 + distance[2] == 64);      //
    CHECK(33 + distance[3] == 45);      // the return
    CHECK(38 + distance[4] == 0);       //
    CHECK(45 + distance[5] == 45 && !memcmp(x->code.at + 38, "\x4c\x8d\x25", 3));
    CHECK(x->code.n == 64 + 36 && memcmp(x->code.at + 64, ones, sizeof ones) == 0);
}

int main(void) {
    Ctx ctx;
    ctx_init(&ctx);
    XCode x;
    x_init(&x, 32, &ctx.perm);
    check_instructions(&x);
    x_init(&x, 64, &ctx.perm);
    check_wide(&x);
    check_places(&ctx.perm);
    ctx_free(&ctx);
    return UNIT_END();
}
