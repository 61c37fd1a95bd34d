// SPDX-License-Identifier: Apache-2.0
// constraint-elimination: comparisons that dominating branches decide.
//
//     br (icmp slt i32 %a, %b), label %t, label %e
//     t: %c = icmp sle i32 %a, %b                     =>  true
//        %d = icmp eq i32 %b, %a                      =>  false
//     br (icmp ult i32 %x, 100), label %u, label %e
//     u: %f = icmp slt i32 %x, 200                    =>  true
//
// A walk over the dominator tree. On an edge into a block with one way in, the branch's condition
// is a fact (of a true `and` both sides are, of a false `or` neither), and so is what llvm.assume
// says from there on. Facts are, for a pair of values, which of less, equal and greater are
// possible, signed and unsigned; and for one value its bounds, signed and unsigned. They are taken
// back when the walk leaves the block. A condition that is poison or undef would be undefined
// behaviour at the branch, so that the values compared may be taken to be neither.
//
// An address that memory was accessed at is not null.
//
// Refused: integers of more than 64 bits, vectors, other pointers; conditions nested deeper than
// DEPTH.
#include "opt/common/common.h"

#include "ir/intrin_id.h"

enum { LESS = 1, EQUAL = 2, GREATER = 4, ANY = 7, DEPTH = 16, USES = 16 };

typedef struct {
    int64_t smin, smax;
    uint64_t umin, umax;
} Bounds;
typedef struct {
    const IrValue *a, *b;           // a->id < b->id
    uint8_t is_signed, is_unsigned; // what is possible between a and b
} Pair;
typedef struct { // what to take back: a value's bounds, or a pair's masks
    const IrValue *value;
    Bounds bounds;
    Pair *pair;
    Pair before;
} Undo;
typedef struct {
    PassCtx *pc;
    IrModule *m;
    uint32_t nvalues;
    Bounds **bounds; // by value id; NULL: not asked yet
    Map pairs;
    VEC(Undo) undo;
    bool changed;
} Facts;

// ---- bounds ----

static int64_t sign_extend(uint64_t v, uint32_t bits) {
    return (int64_t)(v << (64 - bits)) >> (64 - bits);
}

static uint64_t mask_of(uint32_t bits) {
    return bits >= 64 ? ~0ull : (1ull << bits) - 1;
}

static Bounds widest(uint32_t bits) {
    uint64_t mask = mask_of(bits);
    return (Bounds){-(int64_t)(mask / 2) - 1, (int64_t)(mask / 2), 0, mask};
}

// Where all values have the same sign, the signed bounds say what the unsigned ones do.
static void agree(Bounds *bounds, uint32_t bits) {
    uint64_t mask = mask_of(bits), top = mask / 2;
    if (bounds->smin >= 0 || bounds->smax < 0) {
        bounds->umin = CU_MAX(bounds->umin, (uint64_t)bounds->smin & mask);
        bounds->umax = CU_MIN(bounds->umax, (uint64_t)bounds->smax & mask);
    }
    if (bounds->umax <= top || bounds->umin > top) {
        bounds->smin = CU_MAX(bounds->smin, sign_extend(bounds->umin, bits));
        bounds->smax = CU_MIN(bounds->smax, sign_extend(bounds->umax, bits));
    }
}

static Bounds *slot_of(Facts *facts, const IrValue *value) {
    Bounds **slot = &facts->bounds[value->id];
    if (*slot) return *slot;
    *slot = arena_new(facts->pc->tmp, Bounds);
    **slot = widest(value->type->bits);
    AnBits k = an_known_bits(value);
    (*slot)->umin = an_umin(k);
    (*slot)->umax = an_umax(k, value->type->bits);
    agree(*slot, value->type->bits);
    return *slot;
}

static bool is_known_kind(const Facts *facts, const IrValue *value) {
    if (!ir_ty_is_word(value->type)) return false;
    if (value->kind == IR_C_INT) return true;
    return is_any_of(value->kind, IR_V_INST, IR_V_ARG) && value->id < facts->nvalues;
}

static Bounds bounds_of(Facts *facts, const IrValue *value) {
    const IrConst *c = ir_as_cint(value);
    if (!c) return *slot_of(facts, value);
    return (Bounds){ir_sval(c), ir_sval(c), ir_uval(c), ir_uval(c)};
}

static void narrow(Facts *facts, const IrValue *narrowed, Bounds by) {
    if (narrowed->kind == IR_C_INT) return;
    Bounds *b = slot_of(facts, narrowed), old = *b;
    b->smin = CU_MAX(b->smin, by.smin);
    b->smax = CU_MIN(b->smax, by.smax);
    b->umin = CU_MAX(b->umin, by.umin);
    b->umax = CU_MIN(b->umax, by.umax);
    agree(b, narrowed->type->bits);
    bool empty = b->smin > b->smax || b->umin > b->umax; // never reached: leave it to others
    if (empty) *b = old;
    if (memcmp(b, &old, sizeof old) == 0) return;
    vec_push(facts->pc->tmp, &facts->undo, ((Undo){.value = narrowed, .bounds = old}));
}

// ---- pairs ----

static Pair *pair_of(Facts *facts, const IrValue *first, const IrValue *second, bool make) {
    uint64_t key = ((uint64_t)first->id << 32 | second->id) + 1;
    Pair *p = map_get(&facts->pairs, key);
    if (p || !make) return p;
    p = arena_new(facts->pc->tmp, Pair);
    *p = (Pair){first, second, ANY, ANY};
    map_put(&facts->pairs, key, p);
    return p;
}

static uint8_t swapped(uint8_t mask) {
    return (uint8_t)((mask & EQUAL) | (mask & LESS ? GREATER : 0) | (mask & GREATER ? LESS : 0));
}

static uint8_t mask_of_pred(IrPred pred) {
    static const uint8_t masks[IR_NPREDS] = {
        [IR_EQ] = EQUAL,           [IR_NE] = LESS | GREATER, [IR_ULT] = LESS,
        [IR_SLT] = LESS,           [IR_ULE] = LESS | EQUAL,  [IR_SLE] = LESS | EQUAL,
        [IR_UGT] = GREATER,        [IR_SGT] = GREATER,       [IR_UGE] = GREATER | EQUAL,
        [IR_SGE] = GREATER | EQUAL};
    return masks[pred];
}

// The pair of two values, and a set of what is possible as it stands there: in its order.
static Pair *ordered_pair(Facts *facts, const IrValue *left, const IrValue *right, bool make,
                          bool *swap) {
    *swap = left->id > right->id;
    return *swap ? pair_of(facts, right, left, make) : pair_of(facts, left, right, make);
}

static uint8_t in_order(uint8_t mask, bool swap) {
    return swap ? swapped(mask) : mask;
}

static bool are_pair(const IrValue *left, const IrValue *right) { // not of constants
    return !ir_is_const(left) && !ir_is_const(right) && left != right;
}

// ---- facts ----

static void learn_bounds(Facts *facts, const IrValue *narrowed, uint8_t mask, bool is_signed,
                         bool both, const IrValue *other) {
    Bounds b = bounds_of(facts, other), n = widest(narrowed->type->bits);
    bool at_most = !(mask & GREATER), at_least = !(mask & LESS), strict = !(mask & EQUAL);
    if (is_signed || both) {
        if (at_most) n.smax = b.smax - (strict && b.smax > n.smin);
        if (at_least) n.smin = b.smin + (strict && b.smin < n.smax);
    }
    if (!is_signed || both) {
        if (at_most) n.umax = b.umax - (strict && b.umax > 0);
        if (at_least) n.umin = b.umin + (strict && b.umin < n.umax);
    }
    narrow(facts, narrowed, n);
}

// The value is not the constant: one less at an end of its bounds.
static void learn_unequal(Facts *facts, const IrValue *narrowed, const IrValue *other) {
    const IrConst *c = ir_as_cint(other);
    if (!c || narrowed->kind == IR_C_INT) return;
    Bounds b = bounds_of(facts, narrowed);
    if (b.umin == ir_uval(c)) b.umin++;
    if (b.umax == ir_uval(c)) b.umax--;
    if (b.smin == ir_sval(c)) b.smin++;
    if (b.smax == ir_sval(c)) b.smax--;
    narrow(facts, narrowed, b);
}

static void learn_pair(Facts *facts, const IrValue *left, const IrValue *right, uint8_t mask,
                       IrPred pred) {
    bool swap;
    if (!are_pair(left, right)) return;
    Pair *pair = ordered_pair(facts, left, right, true, &swap), old = *pair;
    mask = in_order(mask, swap);
    bool equality = ir_pred_is_equality(pred);
    if (ir_pred_is_signed(pred) || equality) pair->is_signed &= mask;
    if (!ir_pred_is_signed(pred) || equality) pair->is_unsigned &= mask;
    if (!(mask & EQUAL)) {
        pair->is_signed &= (uint8_t)~EQUAL;
        pair->is_unsigned &= (uint8_t)~EQUAL;
    }
    if (!pair->is_signed || !pair->is_unsigned) *pair = old;
    vec_push(facts->pc->tmp, &facts->undo, ((Undo){.pair = pair, .before = old}));
}

static void learn_compare(Facts *facts, const IrInst *comparison, bool holds) {
    const IrValue *left = ir_op(comparison, 0), *right = ir_op(comparison, 1);
    if (!is_known_kind(facts, left) || !is_known_kind(facts, right)) return;
    IrPred p = holds ? (IrPred)comparison->pred : ir_inverse_pred((IrPred)comparison->pred);
    uint8_t mask = mask_of_pred(p);
    learn_pair(facts, left, right, mask, p);
    if (p == IR_NE) {
        learn_unequal(facts, left, right);
        learn_unequal(facts, right, left);
        return;
    }
    learn_bounds(facts, left, mask, ir_pred_is_signed(p), p == IR_EQ, right);
    learn_bounds(facts, right, swapped(mask), ir_pred_is_signed(p), p == IR_EQ, left);
}

static void learn(Facts *facts, const IrValue *condition, bool holds, int depth) {
    const IrInst *inst = ir_as_inst(condition);
    if (!inst || depth > DEPTH || !ir_ty_is_i(condition->type, 1)) return;
    if (inst->v.op == IR_ICMP) {
        learn_compare(facts, inst, holds);
    } else if (inst->v.op == IR_XOR && ir_is_all_ones(ir_op(inst, 1))) {
        learn(facts, ir_op(inst, 0), !holds, depth + 1);
    } else if (inst->v.op == (holds ? IR_AND : IR_OR)) {
        learn(facts, ir_op(inst, 0), holds, depth + 1);
        learn(facts, ir_op(inst, 1), holds, depth + 1);
    } else if (inst->v.op == IR_SELECT) { // a ? b : false, a ? true : b
        bool logic = holds ? ir_is_zero(ir_op(inst, 2)) : ir_is_all_ones(ir_op(inst, 1));
        if (!logic) return;
        learn(facts, ir_op(inst, 0), holds, depth + 1);
        learn(facts, ir_op(inst, holds ? 1 : 2), holds, depth + 1);
    }
}

// ---- questions ----

static uint8_t possible_by_bounds(const Bounds *left, const Bounds *right, bool is_signed) {
    bool less, greater, equal;
    if (is_signed) {
        less = left->smin < right->smax;
        greater = left->smax > right->smin;
        equal = left->smin <= right->smax && right->smin <= left->smax;
    } else {
        less = left->umin < right->umax;
        greater = left->umax > right->umin;
        equal = left->umin <= right->umax && right->umin <= left->umax;
    }
    return (uint8_t)(less * LESS | greater * GREATER | equal * EQUAL);
}

// Which of less, equal, greater are possible, by all that is known.
static uint8_t possible(Facts *facts, const IrValue *left, const IrValue *right, bool is_signed) {
    Bounds of_left = bounds_of(facts, left), of_right = bounds_of(facts, right);
    uint8_t s = possible_by_bounds(&of_left, &of_right, true),
            u = possible_by_bounds(&of_left, &of_right, false);
    bool swap;
    const Pair *p = are_pair(left, right) ? ordered_pair(facts, left, right, false, &swap) : NULL;
    if (p) {
        s &= in_order(p->is_signed, swap);
        u &= in_order(p->is_unsigned, swap);
    }

    // of values with the same sign both orders are one
    bool same_sign =
        (of_left.smin >= 0 && of_right.smin >= 0) || (of_left.smax < 0 && of_right.smax < 0);
    if (same_sign) s = u = s & u;
    if (!(s & u & EQUAL)) s &= (uint8_t)~EQUAL, u &= (uint8_t)~EQUAL;
    return is_signed ? s : u;
}

static IrConst *decide(Facts *facts, const IrInst *comparison) {
    const IrValue *left = ir_op(comparison, 0), *right = ir_op(comparison, 1);
    if (!is_known_kind(facts, left) || !is_known_kind(facts, right)) return NULL;
    IrPred p = (IrPred)comparison->pred;
    uint8_t can = possible(facts, left, right, ir_pred_is_signed(p)), wants = mask_of_pred(p);
    if (ir_pred_is_equality(p) && can != EQUAL) { // either order may tell
        uint8_t other = possible(facts, left, right, true);
        if (!(other & EQUAL) || other == EQUAL) can = other;
    }
    if (!can) return NULL; // never reached
    if (!(can & wants)) return ir_false(facts->m);
    return can & ~wants ? NULL : ir_true(facts->m);
}

// A test for null behind an access to the address; NULL: there is none.
static IrConst *decide_null(const AnDom *dom, Facts *facts, const IrInst *comparison) {
    const IrValue *address = ir_op(comparison, 0);
    if (ir_op(comparison, 1)->kind != IR_C_NULL || !ir_pred_is_equality((IrPred)comparison->pred))
        return NULL;
    uint32_t left = USES;
    IR_FOREACH_USE(use, address) {
        if (!left--) return NULL;
        if (opt_proves_no_null(use->user, address) && an_dominates_inst(dom, use->user, comparison))
            return ir_int(facts->m->ty_i1, comparison->pred == IR_NE);
    }
    return NULL;
}

// ---- the walk ----

static void take_back(Facts *facts, uint32_t to) {
    while (facts->undo.n > to) {
        Undo u = vec_pop(&facts->undo);
        if (u.pair) *u.pair = u.before;
        if (u.value) *facts->bounds[u.value->id] = u.bounds;
    }
}

static void enter(const AnDom *dom, Facts *facts, IrBlock *bb) {
    IrBlock *block = ir_single_pred(bb);
    const IrInst *inst = block ? ir_term(block) : NULL;
    bool branch = inst && ir_is_two_way(inst);
    if (branch) learn(facts, ir_op(inst, 0), ir_succ(inst, 0) == bb, 0);
    IR_FOREACH_INST_SAFE(i, bb) {
        if (ir_intrin_of(i) == IR_I_assume) learn(facts, ir_op(i, 0), true, 0);
        if (i->v.op != IR_ICMP || !i->v.uses) continue;
        const IrType *type = ir_op(i, 0)->type;
        IrConst *c = ir_ty_is_int(type) ? decide(facts, i) : decide_null(dom, facts, i);
        if (!c) continue;
        facts->changed |= opt_replace_but_assumed(&i->v, &c->v);
        if (!i->v.uses) ir_erase(i);
    }
}

OPT_FUNC_PASS(constraint_elim);
bool opt_constraint_elim(PassCtx *pc, IrFunc *fn) {
    Facts facts = {.pc = pc, .m = fn->g.m, .nvalues = fn->nvalues};
    const AnDom *dom = an_dom(pc->an);
    facts.bounds = arena_array(pc->tmp, Bounds *, fn->nvalues);
    map_init(&facts.pairs, pc->tmp);

    // preorder: what does not lie above the next block is taken back first
    uint32_t *mark = arena_array(pc->tmp, uint32_t, dom->n + 1);
    VEC(IrBlock *) path = {0};
    for (uint32_t k = 0; k < dom->n; k++) {
        IrBlock *bb = dom->preorder[k];
        while (path.n && !an_dominates(dom, path.at[path.n - 1], bb)) {
            take_back(&facts, mark[path.n - 1]);
            path.n--;
        }
        mark[path.n] = facts.undo.n;
        vec_push(pc->tmp, &path, bb);
        enter(dom, &facts, bb);
    }
    return facts.changed;
}
