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
// Refused: integers of more than 64 bits, vectors, pointers; conditions nested deeper than DEPTH.
#include "opt/opt.h"

enum { LESS = 1, EQUAL = 2, GREATER = 4, ANY = 7, DEPTH = 16 };

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
static void agree(Bounds *b, uint32_t bits) {
    uint64_t mask = mask_of(bits), top = mask / 2;
    if (b->smin >= 0 || b->smax < 0) {
        b->umin = CU_MAX(b->umin, (uint64_t)b->smin & mask);
        b->umax = CU_MIN(b->umax, (uint64_t)b->smax & mask);
    }
    if (b->umax <= top || b->umin > top) {
        b->smin = CU_MAX(b->smin, sign_extend(b->umin, bits));
        b->smax = CU_MIN(b->smax, sign_extend(b->umax, bits));
    }
}

static Bounds *slot_of(Facts *f, const IrValue *v) {
    Bounds **slot = &f->bounds[v->id];
    if (*slot) return *slot;
    *slot = arena_new(f->pc->tmp, Bounds);
    **slot = widest(v->type->bits);
    AnBits k = an_known_bits(v);
    (*slot)->umin = an_umin(k);
    (*slot)->umax = an_umax(k, v->type->bits);
    agree(*slot, v->type->bits);
    return *slot;
}

static bool is_known_kind(const Facts *f, const IrValue *v) {
    if (v->type->kind != IR_TY_INT || v->type->bits > 64) return false;
    if (v->kind == IR_C_INT) return true;
    return (v->kind == IR_V_INST || v->kind == IR_V_ARG) && v->id < f->nvalues;
}

static Bounds bounds_of(Facts *f, const IrValue *v) {
    const IrConst *c = ir_as_cint(v);
    if (!c) return *slot_of(f, v);
    return (Bounds){ir_sval(c), ir_sval(c), ir_uval(c), ir_uval(c)};
}

static void narrow(Facts *f, const IrValue *v, Bounds by) {
    if (v->kind == IR_C_INT) return;
    Bounds *b = slot_of(f, v), old = *b;
    b->smin = CU_MAX(b->smin, by.smin);
    b->smax = CU_MIN(b->smax, by.smax);
    b->umin = CU_MAX(b->umin, by.umin);
    b->umax = CU_MIN(b->umax, by.umax);
    agree(b, v->type->bits);
    bool empty = b->smin > b->smax || b->umin > b->umax; // never reached: leave it to others
    if (empty) *b = old;
    if (memcmp(b, &old, sizeof old) == 0) return;
    vec_push(f->pc->tmp, &f->undo, ((Undo){.value = v, .bounds = old}));
}

// ---- pairs ----

static Pair *pair_of(Facts *f, const IrValue *a, const IrValue *b, bool make) {
    uint64_t key = ((uint64_t)a->id << 32 | b->id) + 1;
    Pair *p = map_get(&f->pairs, key);
    if (p || !make) return p;
    p = arena_new(f->pc->tmp, Pair);
    *p = (Pair){a, b, ANY, ANY};
    map_put(&f->pairs, key, p);
    return p;
}

static uint8_t swapped(uint8_t mask) {
    return (uint8_t)((mask & EQUAL) | (mask & LESS ? GREATER : 0) | (mask & GREATER ? LESS : 0));
}

static uint8_t mask_of_pred(IrPred p) {
    switch (p) {
    case IR_EQ: return EQUAL;
    case IR_NE: return LESS | GREATER;
    case IR_ULT:
    case IR_SLT: return LESS;
    case IR_ULE:
    case IR_SLE: return LESS | EQUAL;
    case IR_UGT:
    case IR_SGT: return GREATER;
    case IR_UGE:
    case IR_SGE: return GREATER | EQUAL;
    default: return ANY;
    }
}

static bool is_equality(IrPred p) {
    return p == IR_EQ || p == IR_NE;
}

// ---- facts ----

static void learn_bounds(Facts *f, const IrValue *x, uint8_t mask, bool is_signed, bool both,
                         const IrValue *y) {
    Bounds b = bounds_of(f, y), n = widest(x->type->bits);
    if (is_signed || both) {
        if (!(mask & GREATER)) n.smax = b.smax - (!(mask & EQUAL) && b.smax > n.smin);
        if (!(mask & LESS)) n.smin = b.smin + (!(mask & EQUAL) && b.smin < n.smax);
    }
    if (!is_signed || both) {
        if (!(mask & GREATER)) n.umax = b.umax - (!(mask & EQUAL) && b.umax > 0);
        if (!(mask & LESS)) n.umin = b.umin + (!(mask & EQUAL) && b.umin < n.umax);
    }
    narrow(f, x, n);
}

// x is not the constant: one less at an end of its bounds.
static void learn_unequal(Facts *f, const IrValue *x, const IrValue *y) {
    const IrConst *c = ir_as_cint(y);
    if (!c || x->kind == IR_C_INT) return;
    Bounds b = bounds_of(f, x);
    if (b.umin == ir_uval(c)) b.umin++;
    if (b.umax == ir_uval(c)) b.umax--;
    if (b.smin == ir_sval(c)) b.smin++;
    if (b.smax == ir_sval(c)) b.smax--;
    narrow(f, x, b);
}

static void learn_pair(Facts *f, const IrValue *x, const IrValue *y, uint8_t mask, IrPred p) {
    if (ir_is_const(x) || ir_is_const(y) || x == y) return;
    bool swap = x->id > y->id;
    Pair *pair = swap ? pair_of(f, y, x, true) : pair_of(f, x, y, true), old = *pair;
    if (swap) mask = swapped(mask);
    bool equality = is_equality(p);
    if (ir_pred_is_signed(p) || equality) pair->is_signed &= mask;
    if (!ir_pred_is_signed(p) || equality) pair->is_unsigned &= mask;
    if (!(mask & EQUAL)) {
        pair->is_signed &= (uint8_t)~EQUAL;
        pair->is_unsigned &= (uint8_t)~EQUAL;
    }
    if (!pair->is_signed || !pair->is_unsigned) *pair = old;
    vec_push(f->pc->tmp, &f->undo, ((Undo){.pair = pair, .before = old}));
}

static void learn_compare(Facts *f, const IrInst *c, bool holds) {
    const IrValue *x = ir_op(c, 0), *y = ir_op(c, 1);
    if (!is_known_kind(f, x) || !is_known_kind(f, y)) return;
    IrPred p = holds ? (IrPred)c->pred : ir_inverse_pred((IrPred)c->pred);
    uint8_t mask = mask_of_pred(p);
    learn_pair(f, x, y, mask, p);
    if (p == IR_NE) {
        learn_unequal(f, x, y);
        learn_unequal(f, y, x);
        return;
    }
    learn_bounds(f, x, mask, ir_pred_is_signed(p), p == IR_EQ, y);
    learn_bounds(f, y, swapped(mask), ir_pred_is_signed(p), p == IR_EQ, x);
}

static void learn(Facts *f, const IrValue *v, bool holds, int depth) {
    const IrInst *i = ir_as_inst(v);
    if (!i || depth > DEPTH || !ir_ty_is_i(v->type, 1)) return;
    if (i->v.op == IR_ICMP) {
        learn_compare(f, i, holds);
    } else if (i->v.op == IR_XOR && ir_is_all_ones(ir_op(i, 1))) {
        learn(f, ir_op(i, 0), !holds, depth + 1);
    } else if (i->v.op == (holds ? IR_AND : IR_OR)) {
        learn(f, ir_op(i, 0), holds, depth + 1);
        learn(f, ir_op(i, 1), holds, depth + 1);
    } else if (i->v.op == IR_SELECT) { // a ? b : false, a ? true : b
        bool logic = holds ? ir_is_zero(ir_op(i, 2)) : ir_is_all_ones(ir_op(i, 1));
        if (!logic) return;
        learn(f, ir_op(i, 0), holds, depth + 1);
        learn(f, ir_op(i, holds ? 1 : 2), holds, depth + 1);
    }
}

// ---- questions ----

static uint8_t possible_by_bounds(const Bounds *x, const Bounds *y, bool is_signed) {
    uint8_t mask = 0;
    if (is_signed) {
        if (x->smin < y->smax) mask |= LESS;
        if (x->smax > y->smin) mask |= GREATER;
        if (x->smin <= y->smax && y->smin <= x->smax) mask |= EQUAL;
    } else {
        if (x->umin < y->umax) mask |= LESS;
        if (x->umax > y->umin) mask |= GREATER;
        if (x->umin <= y->umax && y->umin <= x->umax) mask |= EQUAL;
    }
    return mask;
}

// Which of less, equal, greater are possible, by all that is known.
static uint8_t possible(Facts *f, const IrValue *x, const IrValue *y, bool is_signed) {
    Bounds a = bounds_of(f, x), b = bounds_of(f, y);
    uint8_t s = possible_by_bounds(&a, &b, true), u = possible_by_bounds(&a, &b, false);
    if (!ir_is_const(x) && !ir_is_const(y) && x != y) {
        bool swap = x->id > y->id;
        const Pair *p = swap ? pair_of(f, y, x, false) : pair_of(f, x, y, false);
        if (p) {
            s &= swap ? swapped(p->is_signed) : p->is_signed;
            u &= swap ? swapped(p->is_unsigned) : p->is_unsigned;
        }
    }

    // of values with the same sign both orders are one
    bool same_sign = (a.smin >= 0 && b.smin >= 0) || (a.smax < 0 && b.smax < 0);
    if (same_sign) s = u = s & u;
    if (!(s & u & EQUAL)) s &= (uint8_t)~EQUAL, u &= (uint8_t)~EQUAL;
    return is_signed ? s : u;
}

static IrConst *decide(Facts *f, const IrInst *c) {
    const IrValue *x = ir_op(c, 0), *y = ir_op(c, 1);
    if (!is_known_kind(f, x) || !is_known_kind(f, y)) return NULL;
    IrPred p = (IrPred)c->pred;
    uint8_t can = possible(f, x, y, ir_pred_is_signed(p)), wants = mask_of_pred(p);
    if (is_equality(p) && can != EQUAL) { // either order may tell
        uint8_t other = possible(f, x, y, true);
        if (!(other & EQUAL) || other == EQUAL) can = other;
    }
    if (!can) return NULL; // never reached
    if (!(can & wants)) return ir_false(f->m);
    return can & ~wants ? NULL : ir_true(f->m);
}

// ---- the walk ----

static void take_back(Facts *f, uint32_t to) {
    while (f->undo.n > to) {
        Undo u = vec_pop(&f->undo);
        if (u.pair) *u.pair = u.before;
        if (u.value) *f->bounds[u.value->id] = u.bounds;
    }
}

static void enter(Facts *f, IrBlock *bb) {
    IrBlock *p = ir_single_pred(bb);
    const IrInst *t = p ? ir_term(p) : NULL;
    bool branch = t && t->v.op == IR_BR && t->nops == 3 && ir_succ(t, 0) != ir_succ(t, 1);
    if (branch) learn(f, ir_op(t, 0), ir_succ(t, 0) == bb, 0);
    IR_FOREACH_INST_SAFE(i, bb) {
        if (ir_intrin_of(i) == IR_I_assume) learn(f, ir_op(i, 0), true, 0);
        if (i->v.op != IR_ICMP || !i->v.uses || !ir_ty_is_int(ir_op(i, 0)->type)) continue;
        IrConst *c = decide(f, i);
        if (!c) continue;
        ir_replace_erase(i, &c->v);
        f->changed = true;
    }
}

bool opt_constraint_elim(PassCtx *pc, IrFunc *fn) {
    Facts f = {.pc = pc, .m = fn->g.m, .nvalues = fn->nvalues};
    const AnDom *d = an_dom(pc->an);
    f.bounds = arena_array(pc->tmp, Bounds *, fn->nvalues);
    map_init(&f.pairs, pc->tmp);

    // preorder: what does not lie above the next block is taken back first
    uint32_t *mark = arena_array(pc->tmp, uint32_t, d->n + 1);
    VEC(IrBlock *) path = {0};
    for (uint32_t k = 0; k < d->n; k++) {
        IrBlock *bb = d->preorder[k];
        while (path.n && !an_dominates(d, path.at[path.n - 1], bb)) {
            take_back(&f, mark[path.n - 1]);
            path.n--;
        }
        mark[path.n] = f.undo.n;
        vec_push(pc->tmp, &path, bb);
        enter(&f, bb);
    }
    return f.changed;
}
