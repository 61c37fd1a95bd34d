// SPDX-License-Identifier: Apache-2.0
// Encodes x86-64 instructions: those of general registers that the translator uses, and vectors of
// 32 bytes (AVX2 with FMA) or of 64 (AVX-512F, BW, DQ, VL). Source: Intel SDM volume 2, chapter 2
// (prefixes, VEX, EVEX) and the instructions' own pages.
//
// Code grows in one buffer. Jumps and constants are known by number until x_finish: jumps are of 32
// bits, constants stand behind the code and are addressed from the instruction pointer.
#ifndef CUPRUM_JIT_X86_H
#define CUPRUM_JIT_X86_H

#include "base/base.h"

typedef enum {
    X_RAX,
    X_RCX,
    X_RDX,
    X_RBX,
    X_RSP,
    X_RBP,
    X_RSI,
    X_RDI,
    X_R8,
    X_R9,
    X_R10,
    X_R11,
    X_R12,
    X_R13,
    X_R14,
    X_R15,
    X_NO_REG = 0xff,
} XReg;

typedef enum { // the low four bits of jcc, setcc and cmovcc
    XC_O = 0,
    XC_NO = 1,
    XC_B = 2, // below: without a sign
    XC_AE = 3,
    XC_E = 4,
    XC_NE = 5,
    XC_BE = 6,
    XC_A = 7,
    XC_S = 8,
    XC_NS = 9,
    XC_L = 12, // less: with a sign
    XC_GE = 13,
    XC_LE = 14,
    XC_G = 15,
    XC_ALWAYS = 16,
} XCond;

typedef enum {
#define X86(id, encoding, prefix, map, opcode, extension)           X_##id,
#define X86V(id, encoding, prefix, map, opcode, extension, w, unit) X_##id,
#include "jit/x86.def"
#undef X86
#undef X86V
    X_OP_COUNT
} XOp;

// What the `rm` field of an instruction names.
typedef struct {
    enum { XO_REG, XO_MEM, XO_CONSTANT } kind;
    uint8_t reg;                // XO_REG: of either class
    uint8_t base, index, scale; // XO_MEM; scale 1, 2, 4 or 8
    int32_t disp;               // XO_MEM; XO_CONSTANT: the constant's place in the pool
} XOperand;

typedef struct {
    uint32_t at;    // of the displacement's four bytes
    uint32_t after; // of the next instruction
    uint32_t target;
} XFix;

typedef struct {
    Arena *arena;
    VEC(uint8_t) code;
    VEC(uint8_t) pool; // constants, each aligned to its size
    Map known;         // their places + 1, by size and bytes
    VEC(uint32_t) label;
    VEC(XFix) jump, constant;
    uint32_t vector; // bytes of a vector: 32 or 64
} XCode;

static inline XOperand x_reg(uint32_t reg) {
    return (XOperand){.kind = XO_REG, .reg = (uint8_t)reg};
}
static inline XOperand x_indexed(uint32_t base, uint32_t index, uint32_t scale, int32_t disp) {
    return (XOperand){.kind = XO_MEM,
                      .base = (uint8_t)base,
                      .index = (uint8_t)index,
                      .scale = (uint8_t)scale,
                      .disp = disp};
}
static inline XOperand x_at(uint32_t base, int32_t disp) {
    return x_indexed(base, X_NO_REG, 1, disp);
}

// A constant of `size` bytes (4, 8 or a multiple of 32), aligned to as many or 64, shared by equal
// ones.
XOperand x_constant(XCode *x, const void *bytes, uint32_t size);

// General registers: `bits` is 8, 32 or 64. `reg` is the register that the instruction's first
// field names (destination of loads, source of stores), `rm` the other.
void x_op(XCode *x, XOp op, uint32_t bits, uint32_t reg, XOperand rm);
// With an immediate: of 8 bits for shifts and operations on bytes, else of 32.
void x_op_imm(XCode *x, XOp op, uint32_t bits, uint32_t reg, XOperand rm, int32_t imm);
void x_mov_imm(XCode *x, uint32_t reg, uint64_t value); // the shortest form; flags stay
void x_setcc(XCode *x, XCond cond, uint32_t reg);       // the low byte
void x_cmov(XCode *x, XCond cond, uint32_t bits, uint32_t reg, XOperand rm);
// reg = rm without the bits of `without` (32 bits).
void x_and_not(XCode *x, uint32_t reg, uint32_t without, XOperand rm);
// reg = rm, its lowest bits having become its highest (64 bits). Flags stay.
void x_rotate_right(XCode *x, uint32_t reg, XOperand rm, uint32_t bits);
void x_lock(XCode *x); // the next instruction, which writes memory, is one of all processors
void x_push(XCode *x, uint32_t reg);
void x_pop(XCode *x, uint32_t reg);
void x_ret(XCode *x);
void x_call(XCode *x, XOperand to); // the address is in the register or in memory
void x_jump_to(XCode *x, XOperand to);

// Vectors: reg = op(first, rm). `first` is X_NO_REG for instructions of one source. Registers from
// 16 on, and vectors of 64 bytes, are AVX-512's. A comparison gives all bits of a lane or none, and
// a selection takes them, with AVX-512, too, which has them in a mask register meanwhile.
void x_vec(XCode *x, XOp op, uint32_t reg, uint32_t first, XOperand rm);
void x_vec_imm(XCode *x, XOp op, uint32_t reg, uint32_t first, XOperand rm, uint32_t imm);
// AVX-512: the mask register gets a bit a lane, from `bits` bits in memory, 8 or 16, from a general
// register, from there `from` bits up; and a vector gets all bits of its lanes.
void x_mask_load(XCode *x, uint32_t bits, XOperand place);
void x_mask_take(XCode *x, uint32_t reg, uint32_t from);
void x_mask_spread(XCode *x, uint32_t reg);
void x_mask_give(XCode *x, uint32_t reg); // to a general register: those of 16 lanes
// What holds of the lanes, or of those that the mask has before (`within`). No `imm`: UINT32_MAX.
void x_mask_compare(XCode *x, XOp op, bool within, uint32_t first, XOperand rm, uint32_t imm);
void x_mask_all(XCode *x); // XC_B: the mask has all 16 lanes
// Lanes of 64 bits if they are `wide`: those of `rm` that the mask has, else of `first`.
void x_mask_blend(XCode *x, bool wide, uint32_t reg, uint32_t first, XOperand rm);
// An operation on bits for the mask's lanes; the others keep what they have.
void x_mask_apply(XCode *x, XOp op, bool wide, uint32_t reg, uint32_t first, XOperand rm);
// The mask's lanes, from or to memory at `base`, `disp` and 32 bits of `index` each, which is
// another register than `reg`. The mask is no more. Of two stores to one place the later lane's
// stays.
void x_gather(XCode *x, bool wide, uint32_t reg, uint32_t base, uint32_t index, int32_t disp);
void x_scatter(XCode *x, bool wide, uint32_t reg, uint32_t base, uint32_t index, int32_t disp);
// A move of the mask's lanes alone, of 64 bits if they are `wide`; a load gives 0 for the others.
void x_vec_masked(XCode *x, XOp op, bool wide, uint32_t reg, XOperand rm);
void x_zero_upper(XCode *x);

uint32_t x_label(XCode *x);
void x_bind(XCode *x, uint32_t label);                  // here
void x_address(XCode *x, uint32_t reg, uint32_t label); // the label's, of the running code
void x_jump(XCode *x, XCond cond, uint32_t label);

void x_init(XCode *x, uint32_t vector, Arena *arena);
// Puts the constants behind the code and fills in displacements. The bytes are x->code.
void x_finish(XCode *x);

#endif
