// SPDX-License-Identifier: Apache-2.0
// Trees of one associative operation: which instructions belong to one, its terms, its flags.
// The list of nodes has users before their operands, so that one walk back over it sums up.
#include "opt/reassociate.h"

enum { MAX_USERS = 8, INDEX_DEPTH = 3, MAX_FP_TIMES = 1000 };

// ---- loops -------------------------------------------------------------------------------------

const AnLoop *opt_re_common(const AnLoop *a, const AnLoop *b) {
    while (a != b) {
        uint32_t da = a ? a->depth : 0, db = b ? b->depth : 0;
        if (da >= db) a = a->parent;
        if (db >= da) b = b->parent;
    }
    return a;
}

const AnLoop *opt_re_inner(const AnLoop *a, const AnLoop *b) {
    return !a || (b && b->depth > a->depth) ? b : a;
}

uint64_t opt_re_weight(const AnLoop *l) {
    return 1ull << 3 * CU_MIN(l ? l->depth : 0, 12);
}

// ---- what is known of values -------------------------------------------------------------------

ReInfo opt_re_info(const Reassociate *s, const IrValue *v) {
    if (ir_as_inst(v) || ir_as_arg(v)) {
        return v->id < s->info.n ? s->info.at[v->id] : (ReInfo){0};
    }
    const IrConst *k = ir_as_cint((IrValue *)(uintptr_t)v);
    return (ReInfo){.number = hash_mix(v->name + 1, k && k->v.type->bits <= 64 ? k->bits : 0)};
}

void opt_re_set_info(Reassociate *s, const IrValue *v, ReInfo info) {
    if (ir_is_const(v)) return;
    vec_reserve(s->pc->tmp, &s->info, v->id + 1);
    while (s->info.n <= v->id) s->info.at[s->info.n++] = (ReInfo){0};
    s->info.at[v->id] = info;
}

// ---- which instructions ------------------------------------------------------------------------

static const IrConst *shift_count(const IrInst *i) {
    IrConst *k = i->v.op == IR_SHL ? ir_as_cint(ir_op(i, 1)) : NULL;
    return k && ir_uval(k) < i->v.type->bits ? k : NULL;
}

// The operation whose tree the instruction is part of; IR_PHI: none.
static IrOp kind_of(const IrInst *i) {
    const uint8_t any_order = IR_FMF_REASSOC | IR_FMF_NSZ;
    const IrType *t = i->v.type;
    bool is_int = t->kind == IR_TY_INT && t->bits <= 64;
    bool is_free = (i->fmf & any_order) == any_order && ir_ty_is_fp(t);
    switch (i->v.op) {
    case IR_ADD:
    case IR_SUB: return is_int ? IR_ADD : IR_PHI;
    case IR_MUL: return is_int ? IR_MUL : IR_PHI;
    case IR_SHL: return is_int && shift_count(i) ? IR_MUL : IR_PHI;
    case IR_AND:
    case IR_OR:
    case IR_XOR: return is_int ? (IrOp)i->v.op : IR_PHI;
    case IR_FADD:
    case IR_FSUB:
    case IR_FNEG: return is_free ? IR_FADD : IR_PHI;
    case IR_FMUL: return is_free ? IR_FMUL : IR_PHI;
    default: return IR_PHI;
    }
}

// Does the instruction belong to its one user's tree? Not across loops: what is computed outside
// stays there.
static bool is_inner(const Reassociate *s, const IrInst *i, IrOp op, const AnLoop *loop) {
    if (!ir_one_use(&i->v)) return false;
    bool bits_of_sum = op == IR_ADD && i->v.op == IR_OR && (i->v.flags & IR_DISJOINT);
    return (kind_of(i) == op || bits_of_sum) && an_loop_of(s->loops, i->block) == loop;
}

bool opt_re_is_root(const Reassociate *s, const IrInst *i) {
    IrOp op = kind_of(i);
    if (op == IR_PHI || !i->v.uses) return false;
    const IrInst *user = i->v.uses->user;
    const AnLoop *loop = an_loop_of(s->loops, user->block);
    return kind_of(user) != op || user->v.type != i->v.type || !is_inner(s, i, op, loop);
}

// Do the flags of v help to split or to compare what is made of it?
static bool serves_index(const IrInst *i, uint32_t depth) {
    uint32_t n = 0;
    for (const IrUse *u = i->v.uses; u && n < MAX_USERS; u = u->next, n++) {
        switch (u->user->v.op) {
        case IR_SEXT:
        case IR_ZEXT:
        case IR_GEP:
        case IR_ICMP:
        case IR_PHI: return true;
        case IR_ADD:
        case IR_SUB:
        case IR_MUL:
        case IR_SHL:
        case IR_OR:
        case IR_TRUNC:
            if (depth < INDEX_DEPTH && serves_index(u->user, depth + 1)) return true;
            break;
        default: break;
        }
    }
    return false;
}

// ---- terms -------------------------------------------------------------------------------------

static bool add_constant(Reassociate *s, ReTree *t, IrConst *k, bool negated) {
    IrModule *m = s->pc->m;
    IrOp op = t->op;
    IrConst *c = t->c;
    if (negated) {
        op = t->op == IR_ADD ? IR_SUB : IR_FSUB;
        if (!c) c = t->op == IR_ADD ? ir_int(k->v.type, 0) : ir_fp(m, k->v.type, 0);
    }
    c = c ? ir_fold_bin(m, op, 0, c, k) : k;
    if (!c) return false;
    t->c = c;
    return true;
}

static void add_term(Reassociate *s, ReTree *t, uint32_t node, IrValue *v, bool negated) {
    IrConst *k = v->kind == IR_C_INT || v->kind == IR_C_FP ? (IrConst *)v : NULL;
    if (k && add_constant(s, t, k, negated)) return;
    ReInfo info = opt_re_info(s, v);
    ReTerm term = {.whole = v,
                   .base = v,
                   .times = 1,
                   .varies = opt_re_common(info.varies, t->loop),
                   .rank = info.rank,
                   .number = info.number,
                   .place = t->term.n,
                   .negated = negated};
    ReNode *n = &t->node.at[node];
    n->varies = opt_re_inner(n->varies, term.varies);

    IrInst *i = ir_as_inst(v);
    IrOp kind = i && ir_one_use(v) ? kind_of(i) : IR_PHI;
    term.product = opt_re_is_sum(t->op) && i && (i->v.op == IR_FMUL || kind == IR_MUL);
    if (t->op == IR_ADD && kind == IR_MUL) {
        IrConst *by = ir_as_cint(ir_op(i, 1));
        if (by) {
            term.base = ir_op(i, 0);
            term.times = i->v.op == IR_SHL ? 1ull << ir_uval(by) : ir_uval(by);
            t->cost += opt_re_weight(term.varies);
        }
    }
    if (negated) term.times = 0 - term.times;
    vec_push(s->pc->tmp, &t->term, term);
}

static void add_operand(Reassociate *s, ReTree *t, uint32_t node, uint32_t at) {
    const IrInst *i = t->node.at[node].inst;
    IrValue *v = ir_op(i, at);
    bool negated = t->node.at[node].negated;
    if (i->v.op == IR_FNEG || (at == 1 && (i->v.op == IR_SUB || i->v.op == IR_FSUB)))
        negated = !negated;
    if (at == 1 && i->v.op == IR_SHL) {
        add_constant(s, t, ir_int(i->v.type, 1ull << ir_uval((IrConst *)v)), false);
        return;
    }
    IrInst *inner = ir_as_inst(v);
    if (inner && is_inner(s, inner, t->op, t->loop)) {
        ReNode n = {.inst = inner, .parent = node, .negated = negated};
        vec_push(s->pc->tmp, &t->node, n);
    } else {
        add_term(s, t, node, v, negated);
    }
}

static uint64_t mask_of_type(const IrType *t) {
    return t->kind == IR_TY_INT && t->bits < 64 ? (1ull << t->bits) - 1 : ~0ull;
}

// Two terms of one value become the first one; false: they must not.
static bool merge(const ReTree *t, ReTerm *first, const ReTerm *second) {
    bool opposite = first->negated != second->negated;
    switch (t->op) {
    case IR_ADD:
    case IR_MUL: first->times += second->times; break;
    case IR_FADD:
        // infinity minus infinity is no number
        if (opposite && !(t->fmf & IR_FMF_NNAN)) return false;
        if (first->times + MAX_FP_TIMES > 2 * MAX_FP_TIMES) return false;
        first->times += second->times;
        break;
    case IR_FMUL: first->times += second->times; break;
    case IR_XOR: first->times ^= 1; break;
    default: break; // x & x
    }
    if (t->op != IR_AND && t->op != IR_OR) first->whole = NULL;
    return true;
}

static void merge_terms(Reassociate *s, ReTree *t) {
    Map seen;
    map_init(&seen, s->pc->tmp);
    uint64_t mask = mask_of_type(t->root->v.type);
    uint32_t n = 0;
    for (uint32_t k = 0; k < t->term.n; k++) {
        const ReTerm *x = &t->term.at[k];
        void **at = map_slot(&seen, (uintptr_t)x->base);
        if (*at && merge(t, &t->term.at[(uintptr_t)*at - 1], x)) {
            t->merges = true;
            continue;
        }
        if (!*at) *at = (void *)(uintptr_t)(n + 1);
        t->term.at[n++] = *x;
    }
    t->term.n = n;
    if (!t->merges) return;

    n = 0;
    for (uint32_t k = 0; k < t->term.n; k++) {
        ReTerm x = t->term.at[k];
        bool gone = !x.whole && (t->op == IR_ADD                       ? !(x.times & mask)
                                 : t->op == IR_FADD || t->op == IR_XOR ? !x.times
                                                                       : false);
        if (gone) continue;
        // how it counts now; selection fuses a new product as well
        if (!x.whole && opt_re_is_sum(t->op)) {
            x.negated =
                t->op == IR_ADD ? (x.times & (mask ^ mask >> 1)) != 0 : (int64_t)x.times < 0;
            x.times = (x.negated ? 0 - x.times : x.times) & mask;
            x.number = hash_mix(x.number, x.times);
            x.product = x.times != 1;
            if (x.times == 1) x.whole = x.base;
        }
        t->term.at[n++] = x;
    }
    t->term.n = n;
}

// ---- flags -------------------------------------------------------------------------------------

static uint16_t kept_flags(const ReTree *t) {
    uint16_t all = IR_NUW | IR_NSW | IR_DISJOINT;
    bool negated = false, nonneg = true;
    for (uint32_t k = 0; k < t->node.n; k++) {
        const IrInst *i = t->node.at[k].inst;
        all &= i->v.flags;
        negated |= i->v.op != t->op;
    }
    if (t->op == IR_OR) return all & IR_DISJOINT;
    if (t->op != IR_ADD || negated || t->merges) return 0;
    for (uint32_t k = 0; k < t->term.n && nonneg; k++) nonneg = an_is_nonneg(t->term.at[k].whole);
    if (t->c) nonneg &= ir_sval(t->c) >= 0;
    // parts of a sum of what is not negative are no greater than the whole
    if ((all & IR_NSW) && nonneg) return IR_NUW | IR_NSW;
    return all & IR_NUW;
}

bool opt_re_collect(Reassociate *s, IrInst *root) {
    ReTree *t = &s->tree;
    t->node.n = t->term.n = 0;
    t->root = root;
    t->op = kind_of(root);
    t->loop = an_loop_of(s->loops, root->block);
    t->c = NULL;
    t->fmf = root->fmf;
    t->merges = t->is_index = false;
    t->cost = 0;
    vec_push(s->pc->tmp, &t->node, ((ReNode){.inst = root}));
    for (uint32_t k = 0; k < t->node.n; k++) {
        const IrInst *i = t->node.at[k].inst;
        t->fmf &= i->fmf;
        for (uint32_t o = 0; o < i->nops; o++) add_operand(s, t, k, o);
    }
    for (uint32_t k = t->node.n; k-- > 0;) {
        const ReNode *n = &t->node.at[k];
        ReNode *user = &t->node.at[n->parent];
        user->varies = opt_re_inner(user->varies, n->varies);
        t->cost += opt_re_weight(n->varies);
    }
    if (t->term.n < 2 && t->node.n < 2) return false;
    merge_terms(s, t);
    t->keeps = kept_flags(t);
    t->is_index = t->op == IR_ADD || t->op == IR_MUL ? serves_index(root, 0) : false;
    return true;
}

uint64_t opt_re_number(const ReTree *t) {
    uint64_t sum = t->c && t->c->v.kind == IR_C_INT ? hash_u64(t->c->bits) : 0;
    for (uint32_t k = 0; k < t->term.n; k++) {
        const ReTerm *x = &t->term.at[k];
        sum += hash_mix(x->number, x->negated + (opt_re_is_sum(t->op) ? 0 : 2 * x->times));
    }
    return hash_mix(sum, t->op);
}
