// SPDX-License-Identifier: Apache-2.0
// Private to the verifier (verify.c, types.c, rules.c, flow.c, debug.c).
#ifndef CUPRUM_TILE_VERIFY_INT_H
#define CUPRUM_TILE_VERIFY_INT_H

#include "tile/verify/verify.h"

struct TileVerifier {
    Ctx *ctx;
    Arena *arena;
    TileModule *module;
    uint32_t errors;
    Map seen;    // types that were looked at
    Map symbols; // names of functions and globals
    const TileFunc *func;
};

bool tv_fail(TileVerifier *v, const TileOp *culprit, const char *format, ...)
    CU_PRINTF(3, 4); // false
// About something that is no operation.
bool tv_fail_at(TileVerifier *v, uint64_t at, const char *what, const char *format, ...)
    CU_PRINTF(4, 5);
const char *tv_type_text(TileVerifier *v, const TileType *named);
const char *tv_shape_text(TileVerifier *v, const TileType *named);
bool tv_type(TileVerifier *v, uint64_t at, const char *what, const TileType *type); // is it valid?
bool tv_same_shape(const TileType *a, const TileType *b);

bool tv_rules(TileVerifier *v, const TileOp *op); // by the rows of rule.def
bool tv_func_debug(TileVerifier *v, const TileFunc *described);
bool tv_op_debug(TileVerifier *v, const TileOp *described);

// Parts of an operation by their names in op.def. The slots were checked before.
static inline const TileType *tv_operand(const TileOp *op, uint32_t i) {
    uint32_t n;
    TileValue **at = tile_operands(op, i, &n);
    return n ? at[0]->type : NULL;
}
static inline uint64_t tv_bits(const TileOp *op, const char *attr) { // 0 where there is none
    const TileAttr *a = tile_attr(op, attr);
    return a ? a->bits : 0;
}

#define RULE(op, name) bool tv_rule_##name(TileVerifier *v, const TileOp *op);
#include "tile/verify/rule.def"
#undef RULE

#endif
