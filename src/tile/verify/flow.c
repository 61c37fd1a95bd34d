// SPDX-License-Identifier: Apache-2.0
// Rules of control, reductions and scans.
#include "tile/verify/verify_int.h"

// Number and types; interned types are the same by address.
static bool same_types(TileValue *const *a, uint32_t na, TileValue *const *b, uint32_t nb) {
    if (na != nb) return false;
    for (uint32_t i = 0; i < na; i++) {
        if (a[i]->type != b[i]->type) return false;
    }
    return true;
}

// The loop around an operation, through ifs; NULL after an error.
static const TileOp *loop_around(TileVerifier *v, const TileOp *leaving, bool any) {
    const TileOp *around = leaving->block->parent;
    while (around && around->code == TILE_O_IF) around = around->block->parent;
    bool fits = around && (around->code == TILE_O_LOOP || (any && around->code == TILE_O_FOR));
    if (fits) return around;
    tv_fail(v, leaving,
            any ? "stands in a loop or for, or in ifs there" : "stands in a loop, or in ifs there");
    return NULL;
}

// Only out of a loop: a for runs to its end.
bool tv_rule_break(TileVerifier *v, const TileOp *leaving) {
    const TileOp *loop = loop_around(v, leaving, false);
    if (!loop) return false;
    bool fits = same_types(leaving->operand, leaving->noperand, loop->result, loop->nresult);
    return fits || tv_fail(v, leaving, "gives other types than its loop");
}

bool tv_rule_continue(TileVerifier *v, const TileOp *leaving) {
    const TileOp *loop = loop_around(v, leaving, true);
    if (!loop) return false;
    bool fits = loop->code == TILE_O_LOOP
                    ? same_types(leaving->operand, leaving->noperand, loop->operand, loop->noperand)
                    : same_types(leaving->operand, leaving->noperand, loop->result, loop->nresult);
    return fits || tv_fail(v, leaving, "goes on with other types than its loop");
}

bool tv_rule_yield(TileVerifier *v, const TileOp *yield) {
    const TileOp *around = yield->block->parent;
    bool fits = around && is_any_of(around->code, TILE_O_IF, TILE_O_REDUCE, TILE_O_SCAN);
    return fits || tv_fail(v, yield, "stands in an if, a reduce or a scan");
}

// Loops must be left before: an if is the only thing that a return may stand in.
bool tv_rule_return(TileVerifier *v, const TileOp *leaving) {
    const TileOp *around = leaving->block->parent;
    while (around && around->code == TILE_O_IF) around = around->block->parent;
    if (around)
        return tv_fail(v, leaving, "stands in '%s'; only ifs may be between it and its function",
                       tile_row(around)->name);
    const TileType *type = v->func->type;
    bool fits = leaving->noperand == type->nout;
    for (uint32_t i = 0; fits && i < type->nout; i++)
        fits = leaving->operand[i]->type == type->out[i];
    return fits || tv_fail(v, leaving, "gives other types than its function");
}

// A branch may end in a break, continue or return, and then yields nothing.
bool tv_rule_if(TileVerifier *v, const TileOp *branch) {
    for (uint32_t i = 0; i < branch->nresult; i++) {
        const TileType *type = branch->result[i]->type;
        if (type->kind == TILE_T_TENSOR_VIEW || tile_is_view(type))
            return tv_fail(v, branch, "cannot give a %s", tv_type_text(v, type));
    }
    if (branch->nresult && !branch->region[1])
        return tv_fail(v, branch, "gives values and has no else");
    for (int i = 0; i < 2; i++) {
        if (!branch->region[i]) continue;
        if (branch->region[i]->narg) return tv_fail(v, branch, "has a branch with arguments");
        if (!branch->region[i]->ops.n) continue; // reported already
        const TileOp *end = vec_last(&branch->region[i]->ops);
        if (end->code != TILE_O_YIELD) continue;
        bool fits = same_types(end->operand, end->noperand, branch->result, branch->nresult);
        if (!fits)
            return tv_fail(v, branch, "gives other types than its %s branch yields",
                           i ? "else" : "then");
    }
    return true;
}

bool tv_rule_for(TileVerifier *v, const TileOp *loop) {
    const TileBlock *block = loop->region[0];
    if (!block->narg) return tv_fail(v, loop, "has no index");
    if (block->arg[0]->type != loop->operand[0]->type)
        return tv_fail(v, loop, "has an index of another type than its bounds");
    TileValue *const *init = loop->operand + 3;
    bool fits = same_types(init, loop->noperand - 3, loop->result, loop->nresult);
    return fits || tv_fail(v, loop, "gives other types than it begins with");
}

// What goes from one turn to the next.
bool tv_rule_carried(TileVerifier *v, const TileOp *loop) {
    const TileBlock *block = loop->region[0];
    uint32_t first = loop->code == TILE_O_FOR, skip = loop->code == TILE_O_FOR ? 3 : 0;
    uint32_t n = loop->noperand - skip;
    if (block->narg != n + first)
        return tv_fail(v, loop, "begins with %u values and has %u arguments", n,
                       block->narg - first);
    for (uint32_t i = 0; i < n + loop->nresult; i++) {
        const TileType *type = i < n ? block->arg[first + i]->type : loop->result[i - n]->type;
        if (type->kind == TILE_T_TENSOR_VIEW || tile_is_view(type))
            return tv_fail(v, loop, "cannot carry a %s", tv_type_text(v, type));
        if (i < n && loop->operand[skip + i]->type != type) {
            const char *begins = tv_type_text(v, loop->operand[skip + i]->type);
            return tv_fail(v, loop, "begins with %s for an argument of type %s", begins,
                           tv_type_text(v, type));
        }
    }
    return true;
}

// ---- reductions and scans ----------------------------------------------------------------------

// An identity has the element's type; of f16 and bf16 each may spell the other's.
static bool check_identity(TileVerifier *v, const TileOp *aggregate, uint32_t i,
                           const TileAttr *identity) {
    TileTypeKind element = tile_element(aggregate->operand[i]->type);
    TileTypeKind kind = identity->kind == TILE_A_BOOL ? TILE_T_I1
                        : identity->type              ? (TileTypeKind)identity->type->kind
                                                      : TILE_T_COUNT;
    bool half =
        is_any_of(element, TILE_T_F16, TILE_T_BF16) && is_any_of(kind, TILE_T_F16, TILE_T_BF16);
    return kind == element || half ||
           tv_fail(v, aggregate, "has an identity for operand %u of another type than %s", i,
                   tile_type_row[element].name);
}

bool tv_rule_aggregate(TileVerifier *v, const TileOp *aggregate) {
    const TileAttr *identities = tile_attr(aggregate, "identities");
    if (!aggregate->noperand) return tv_fail(v, aggregate, "has no operands");
    if (aggregate->noperand != aggregate->nresult)
        return tv_fail(v, aggregate, "has %u operands and %u results", aggregate->noperand,
                       aggregate->nresult);
    if (identities->n != aggregate->noperand)
        return tv_fail(v, aggregate, "has %u identities for %u operands", identities->n,
                       aggregate->noperand);
    for (uint32_t i = 0; i < aggregate->noperand; i++) {
        if (!check_identity(v, aggregate, i, identities->item[i])) return false;
    }
    uint64_t dim = tv_bits(aggregate, "dim");
    uint32_t rank = aggregate->operand[0]->type->nshape;
    return dim < rank ||
           tv_fail(v, aggregate, "works along dimension %d of %u", (int32_t)dim, rank);
}

bool tv_rule_reduce(TileVerifier *v, const TileOp *aggregate) {
    uint64_t dim = tv_bits(aggregate, "dim");
    for (uint32_t i = 0; i < aggregate->noperand; i++) {
        const TileType *from = aggregate->operand[i]->type, *to = aggregate->result[i]->type;
        bool fits = to->sub == from->sub && to->nshape + 1 == from->nshape;
        for (uint32_t d = 0; fits && d < to->nshape; d++)
            fits = to->shape[d] == from->shape[d + (d >= dim)];
        if (!fits) {
            const char *made = tv_type_text(v, to);
            return tv_fail(v, aggregate, "makes %s of %s", made, tv_type_text(v, from));
        }
    }
    return true;
}

bool tv_rule_scan(TileVerifier *v, const TileOp *aggregate) {
    bool fits =
        same_types(aggregate->operand, aggregate->noperand, aggregate->result, aggregate->nresult);
    return fits || tv_fail(v, aggregate, "gives other types than it takes");
}

static bool is_scalar_of(const TileType *type, const TileType *like) {
    return tile_is_tile(type) && !type->nshape && type->sub == like->sub;
}

// The region takes an element of each operand and what was found before, and yields what is found.
bool tv_rule_aggregate_body(TileVerifier *v, const TileOp *aggregate) {
    const TileBlock *block = aggregate->region[0];
    if (block->narg != 2 * aggregate->noperand)
        return tv_fail(v, aggregate, "has a region of %u arguments, not %u", block->narg,
                       2 * aggregate->noperand);
    for (uint32_t i = 0; i < block->narg; i++) {
        if (!is_scalar_of(block->arg[i]->type, aggregate->operand[i / 2]->type))
            return tv_fail(v, aggregate, "has %s as argument %u of its region",
                           tv_type_text(v, block->arg[i]->type), i);
    }
    if (!block->ops.n) return true; // reported already
    const TileOp *end = vec_last(&block->ops);
    if (end->code != TILE_O_YIELD)
        return tv_fail(v, aggregate, "has a region that does not end in yield");
    if (end->noperand != aggregate->noperand)
        return tv_fail(v, aggregate, "has %u operands and yields %u values", aggregate->noperand,
                       end->noperand);
    for (uint32_t i = 0; i < end->noperand; i++) {
        const TileType *type = end->operand[i]->type;
        if (!tile_is_tile(type) || type->sub != aggregate->operand[i]->type->sub)
            return tv_fail(v, aggregate, "yields %s for operand %u", tv_type_text(v, type), i);
    }
    for (uint32_t i = 0; i + 1 < block->ops.n; i++) {
        if (tile_row(block->ops.at[i])->flags & TILE_EFFECT)
            return tv_fail(v, block->ops.at[i], "has an effect; only pure operations stand in '%s'",
                           tile_row(aggregate)->name);
    }
    return true;
}
