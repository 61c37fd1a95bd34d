// SPDX-License-Identifier: Apache-2.0
// simplifycfg, membership in a set of small constants (late):
//
//     x == 1 || x == 5 || x == 9 || x == 13     =>  (x | 12) == 13
//     x == 4 || x == 5 || x == 6                =>  x - 4 u< 3
//     x == 1 || x == 2 || x == 4 || ...         =>  x u< 32 && (mask >> x & 1)
//     switch x [1 %a, 2 %a, 4 %a, ...], %b      =>  br (test), %a, %b
//
// Of the three the cheapest is taken, if it is cheaper than the comparisons are: constants that
// differ in one bit are paired (and pairs again), consecutive ones are a range, and what lies
// within 32 is a bit of a mask. Refused: values of more than 64 bits, switches with two targets
// beside the default's or whose targets' phis tell the edges apart.
#include "opt/cfg/cfg.h"

#include <stdlib.h>

enum { MIN_LEAVES = 3, MAX_LEAVES = 64, MASK_BITS = 32, DEPTH = 64 };

typedef struct {
    uint64_t value, any; // x | any == value
} Cube;
typedef struct {
    IrValue *x;
    uint32_t n;
    uint64_t at[MAX_LEAVES];
} Set;

static int by_value(const void *a, const void *b) {
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

static bool add(Set *set, IrValue *tested, const IrConst *constant) {
    if (!constant || constant->v.type->bits > 64 || ir_is_const(tested) ||
        (set->x && set->x != tested))
        return false;
    set->x = tested;
    for (uint32_t k = 0; k < set->n; k++) {
        if (set->at[k] == ir_uval(constant)) return true;
    }
    if (set->n == MAX_LEAVES) return false;
    set->at[set->n++] = ir_uval(constant);
    return true;
}

// ---- the three forms ----

static uint32_t find_cubes(const Set *set, Cube *cube) {
    uint32_t n = set->n;
    for (uint32_t k = 0; k < n; k++) cube[k] = (Cube){set->at[k], 0};
    for (bool again = true; again;) {
        again = false;
        for (uint32_t a = 0; a < n; a++) {
            for (uint32_t b = a + 1; b < n; b++) {
                uint64_t d = cube[a].value ^ cube[b].value;
                if (cube[a].any != cube[b].any || __builtin_popcountll(d) != 1) continue;
                cube[a].any |= d;
                cube[a].value |= d;
                cube[b--] = cube[--n];
                again = true;
                break;
            }
        }
    }
    return n;
}

static uint32_t cost_of_cubes(const Cube *cube, uint32_t n) {
    uint32_t cost = 0;
    for (uint32_t k = 0; k < n; k++) cost += 2 + (cube[k].any != 0);
    return cost - 1;
}

static IrValue *test_cubes(IrBuilder *builder, const Set *set, const Cube *cube, uint32_t n) {
    IrValue *sum = NULL;
    for (uint32_t k = 0; k < n; k++) {
        IrType *t = set->x->type;
        IrValue *x = set->x;
        if (cube[k].any) x = ir_or(builder, x, &ir_int(t, cube[k].any)->v);
        IrValue *eq = ir_cmp(builder, IR_EQ, x, &ir_int(t, cube[k].value)->v);
        sum = sum ? ir_or(builder, sum, eq) : eq;
    }
    return sum;
}

static IrValue *minus(IrBuilder *builder, IrValue *minuend, uint64_t least) {
    return least ? ir_add(builder, minuend, &ir_int(minuend->type, 0 - least)->v) : minuend;
}

static IrValue *test_mask(IrBuilder *builder, const Set *set, uint64_t least, uint64_t span) {
    uint32_t mask = 0;
    for (uint32_t k = 0; k < set->n; k++) mask |= 1u << (set->at[k] - least);
    IrValue *at = minus(builder, set->x, least);
    IrValue *inside = ir_cmp(builder, IR_ULT, at, &ir_int(at->type, span)->v);
    IrValue *shift = ir_int_resize(builder, at, builder->m->ty_i32, false);
    IrValue *bit = ir_lshr(builder, &ir_int(builder->m->ty_i32, mask)->v, shift);
    IrValue *set_ = ir_trunc(builder, bit, builder->m->ty_i1);
    return ir_select(builder, inside, set_,
                     &ir_false(builder->m)->v); // (the shift is poison outside)
}

// The cheapest test of membership, or NULL where it would cost `limit` or more.
static IrValue *make_test(IrBuilder *builder, Set *set, uint32_t limit) {
    qsort(set->at, set->n, sizeof *set->at, by_value);
    uint64_t least = set->at[0], most = set->at[set->n - 1], span = most - least + 1;
    if (span == set->n) {
        uint32_t bits = set->x->type->bits;
        if (bits < 64 && span >> bits) return &ir_true(builder->m)->v; // every value there is
        IrValue *at = minus(builder, set->x, least);
        return ir_cmp(builder, IR_ULT, at, &ir_int(at->type, span)->v);
    }

    uint64_t from = most < MASK_BITS ? 0 : least;
    bool masked = most - from < MASK_BITS && set->x->type->bits >= 6;
    uint32_t mask_cost = 5u + (from != 0) + (set->x->type->bits > 32);
    if (!masked) mask_cost = UINT32_MAX;
    Cube cube[MAX_LEAVES];
    uint32_t n = find_cubes(set, cube), cube_cost = cost_of_cubes(cube, n);
    if (CU_MIN(mask_cost, cube_cost) >= limit) return NULL;
    if (cube_cost <= mask_cost) return test_cubes(builder, set, cube, n);
    return test_mask(builder, set, from, most - from + 1);
}

// ---- where they come from ----

static bool leaves_of(Set *set, IrValue *condition, bool negated, int depth) {
    IrInst *i = ir_as_inst(condition);
    if (!i || depth > DEPTH) return false;
    if (i->v.op == IR_ICMP && i->pred == (negated ? IR_NE : IR_EQ)) {
        return add(set, ir_op(i, 0), ir_as_cint(ir_op(i, 1)));
    }
    if (!opt_cfg_is_logic(i, negated) || (depth && !ir_one_use(&i->v))) return false;
    return leaves_of(set, opt_cfg_logic_operand(i, 0), negated, depth + 1) &&
           leaves_of(set, opt_cfg_logic_operand(i, 1), negated, depth + 1);
}

static bool is_part(const IrInst *inst,
                    bool is_and) { // of a longer chain: its last one is looked at
    const IrInst *user = opt_only_user(&inst->v);
    return user && user->v.type == inst->v.type && opt_cfg_is_logic(user, is_and);
}

static bool rewrite_chain(IrInst *inst) {
    Set set = {0};
    bool negated = opt_cfg_is_logic(inst, true);
    if (is_part(inst, negated) || !leaves_of(&set, &inst->v, negated, 0) || set.n < MIN_LEAVES)
        return false;
    IrBuilder b = ir_builder_at(inst);
    IrValue *v = make_test(&b, &set, 2 * set.n - 1);
    if (!v) return false;
    ir_replace_uses(&inst->v, negated ? ir_not(&b, v) : v);
    opt_erase_dead(inst);
    return true;
}

static bool rewrite_switch(IrInst *sw) {
    Set set = {0};
    IrBlock *dflt = ir_succ(sw, 0), *to = ir_succ(sw, 1);
    for (uint32_t k = 2; k < sw->nops; k += 2) {
        if (ir_op(sw, k + 1) != &to->v) return false;
        if (!add(&set, ir_op(sw, 0), ir_as_cint(ir_op(sw, k)))) return false;
    }
    if (set.n < 2 || to == dflt) return false;
    IrBuilder b = ir_builder_at(sw);
    IrValue *v = make_test(&b, &set, 3 * set.n);
    if (!v) return false;
    for (uint32_t k = 1; k < set.n; k++) ir_phi_remove_edge(to, sw->block);
    b.no_fold = true; // both targets' phis have their entries
    ir_condbr(&b, v, to, dflt);
    ir_erase(sw);
    return true;
}

bool opt_cfg_bit_tests(Cfg *cfg, IrBlock *bb) {
    bool changed = false;
    IR_FOREACH_INST_SAFE(i, bb) {
        bool chain =
            i->v.type == cfg->m->ty_i1 && (opt_cfg_is_logic(i, true) || opt_cfg_is_logic(i, false));
        if (!chain || !rewrite_chain(i)) continue;
        changed = true;
        break; // what came before it may have gone
    }
    IrInst *t = ir_term(bb);
    if (t->v.op == IR_SWITCH && t->nops > 4) changed |= rewrite_switch(t);
    return changed;
}
