// SPDX-License-Identifier: Apache-2.0
// Numbers of constant evaluation as constants of the IR.
#include "irgen/gen.h"

IrConst *gen_int_const(Gen *gen, const ApInt *number, IrType *type) {
    if (type->bits <= 64) return ir_int(type, apint_u64(number));
    uint64_t w[2] = {apint_word(number, 0), apint_word(number, 1)};
    return ir_int_words(gen->m, type, 2, w);
}

// The evaluator may keep a wider format than the type has: rounded once.
IrConst *gen_float_const(Gen *gen, const ApFloat *number, IrType *type) {
    ApFloat v = *number;
    static const uint8_t fmt[] = {[IR_TY_HALF] = APF_F16,
                                  [IR_TY_BFLOAT] = APF_BF16,
                                  [IR_TY_FLOAT] = APF_F32,
                                  [IR_TY_DOUBLE] = APF_F64,
                                  [IR_TY_FP128] = APF_F128};
    if (v.fmt != fmt[type->kind]) v = apf_convert(v, fmt[type->kind], APF_RNE, NULL);
    unsigned __int128 bits = apf_to_bits(v);
    return ir_fp_bits(gen->m, type, (uint64_t)bits, (uint64_t)(bits >> 64));
}
