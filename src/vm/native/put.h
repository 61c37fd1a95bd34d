// SPDX-License-Identifier: Apache-2.0
// Puts the operations of which an instruction of the machine consists (native/op.c, native/cvt.c).
// Their results are rows of our own; a result without a kind says that there is no such operation.
#ifndef CUPRUM_VM_NATIVE_PUT_H
#define CUPRUM_VM_NATIVE_PUT_H

#include "vm/native/build.h"

typedef struct {
    const VmInst *inst;
    const PtxInst *source;
    uint32_t sem;
    uint32_t type; // JitType, that of 32 bits for 16
    uint32_t bits; // 1: a predicate
    bool high;     // .hi
    JitOperand a, b, c;
} Op;

typedef JitOperand Lower(Build *build, const Op *op);

// ---- putting operations ------------------------------------------------------------------------

// Log2 of a lane's bytes of a JitType; 0: a predicate.
static inline uint32_t size_of(uint32_t type) {
    return type == JIT_PRED ? 0 : is_any_of(type, JIT_U64, JIT_S64, JIT_F64) ? 3 : 2;
}

// A constant in all lanes.
static inline JitOperand number(uint64_t value, uint32_t size) {
    return (JitOperand){.kind = JIT_IS_VALUE, .size = (uint8_t)size, .value = value};
}

#define no_operand ((JitOperand){.kind = JIT_IS_NONE})

// A row of our own, which lives within an instruction of the machine. Where code ends in the middle
// it may be written: that is the row that nobody reads.
static inline JitOperand fresh(Build *build, uint32_t size) {
    JitRow row = {0, (uint8_t)size};
    vec_push(build->arena, &build->out->row, row);
    return (JitOperand){.kind = JIT_IS_ROW, .size = (uint8_t)size, .at = build->out->row.n - 1};
}

// Appends the operation, whose result of that size is a row of our own.
static inline JitOperand put_inst(Build *build, JitInst in, uint32_t size) {
    in.pc = build->pc;
    in.d = fresh(build, size);
    vec_push(build->arena, &build->out->inst, in);
    return in.d;
}

// An operation of a type with up to three operands.
static inline JitOperand put(Build *build, JitOp op, uint32_t type, JitOperand a, JitOperand b,
                             JitOperand c) {
    JitInst in = {.op = (uint8_t)op, .type = (uint8_t)type, .a = a, .b = b, .c = c};
    bool wide = is_any_of(op, JIT_MUL_WIDE, JIT_MAD_WIDE);
    return put_inst(build, in, size_of(type) + wide);
}

// With two.
static inline JitOperand put2(Build *build, JitOp op, uint32_t type, JitOperand a, JitOperand b) {
    return put(build, op, type, a, b, no_operand);
}

// With a constant as the second; counts of shifts have 32 bits.
static inline JitOperand put_by(Build *build, JitOp op, uint32_t type, JitOperand a, uint64_t by) {
    uint32_t size = is_any_of(op, JIT_SHL, JIT_SHR) ? 2 : size_of(type);
    return put2(build, op, type, a, number(by, size));
}

// From one type to another, of the widths that rows have.
static inline JitOperand put_convert(Build *build, uint32_t type, uint32_t from, JitOperand a) {
    JitInst in = {.op = JIT_CONVERT, .type = (uint8_t)type, .from = (uint8_t)from, .a = a};
    return put_inst(build, in, size_of(type));
}

// Gives a predicate.
static inline JitOperand put_compare(Build *build, JitCompare compare, uint32_t type, JitOperand a,
                                     JitOperand b) {
    JitInst in = {
        .op = JIT_COMPARE, .compare = (uint8_t)compare, .type = (uint8_t)type, .a = a, .b = b};
    return put_inst(build, in, 0);
}

// The low bits of a 32-bit number, as a number with or without a sign.
static inline JitOperand extended(Build *build, JitOperand a, uint32_t bits, bool sign) {
    if (bits == 32) return a;
    if (!sign) return put_by(build, JIT_AND, JIT_U32, a, (1u << bits) - 1);
    JitOperand up = put_by(build, JIT_SHL, JIT_U32, a, 32 - bits);
    return put_by(build, JIT_SHR, JIT_S32, up, 32 - bits);
}

// Two halves as one word.
static inline JitOperand paired(Build *build, JitOperand low, JitOperand high) {
    JitOperand up = put_by(build, JIT_SHL, JIT_U32, high, 16);
    return put2(build, JIT_OR, JIT_U32, up, low);
}

// ---- types -------------------------------------------------------------------------------------

// Of a JitType.
static inline bool is_float(uint32_t type) {
    return is_any_of(type, JIT_F32, JIT_F64);
}

// Of a JitType; predicates and floating point are not.
static inline bool is_signed(uint32_t type) {
    return is_any_of(type, JIT_S32, JIT_S64);
}

// The JitType of a type of PTX and how many bits count. False: native code has none.
static inline bool type_of(uint32_t ptx, uint32_t *type, uint32_t *bits) {
    *bits = ptx_type_bits((PtxType)ptx);
    char kind = ptx_types[ptx].kind;
    if (ptx == PTX_PRED) {
        *type = JIT_PRED;
    } else if (is_any_of(kind, 'u', 's', 'b') && *bits <= 64) {
        *type = *bits == 64 ? kind == 's' ? JIT_S64 : JIT_U64 : kind == 's' ? JIT_S32 : JIT_U32;
    } else if (is_any_of(ptx, PTX_F32, PTX_F64)) {
        *type = ptx == PTX_F32 ? JIT_F32 : JIT_F64;
    } else {
        return false;
    }
    return true;
}

// native/cvt.c
// cvt between integers and floating point of 16 bits and more.
JitOperand vm_native_convert(Build *build, const Op *op);
// cvt of two f32 to a pair of halves.
JitOperand vm_native_convert_pair(Build *build, const Op *op);
// native/approx.c
// ex2, lg2, sin, cos of f32.
JitOperand vm_native_approx(Build *build, const Op *op);
// native/half.c
// An f32 rounded to the nearest bf16, as 32 bits with zeros above.
JitOperand vm_native_to_bf16(Build *build, JitOperand a);
// Arithmetic on halves and pairs of them.
JitOperand vm_native_half(Build *build, const Op *op);
bool vm_native_is_half(uint32_t ptx_type); // f16, bf16, or a pair
// What is compared, as an f32: of a pair the upper half or the lower one. False: as of
// vm_native_operand.
bool vm_native_half_operand(Build *build, VmRef ref, uint32_t ptx_type, bool upper,
                            JitOperand *out);
// native/cvt.c
// mov of parts to a register.
JitOperand vm_native_pack(Build *build, const Op *op);
// mov of a register to parts: they are written, the result only says that they are.
JitOperand vm_native_unpack(Build *build, const Op *op);

#endif
