// SPDX-License-Identifier: Apache-2.0
// Trees of one associative operation: which instructions belong to one, its terms, its flags.
// The list of nodes has users before their operands, so that one walk back over it sums up.
#include "opt/scalar/reassociate.h"

enum { MAX_USERS = 8, INDEX_DEPTH = 3, MAX_FP_TIMES = 1000 };

// ---- what is known of values -------------------------------------------------------------------

uint64_t opt_re_number_of_constant(const IrValue *value) {
    const IrConst *k = ir_as_cint((IrValue *)(uintptr_t)value);
    return hash_mix(value->name + 1, k && k->v.type->bits <= 64 ? k->bits : 0);
}

void opt_re_set_new_info(Reassociate *reassociate, const IrValue *made, ReInfo info) {
    while (reassociate->info.n <= made->id)
        vec_push(reassociate->pc->tmp, &reassociate->info, ((ReInfo){0}));
    reassociate->info.at[made->id] = info;
}

// ---- which instructions ------------------------------------------------------------------------

static const IrConst *shift_count(const IrInst *inst) {
    IrConst *k = inst->v.op == IR_SHL ? ir_as_cint(ir_op(inst, 1)) : NULL;
    return k && ir_uval(k) < inst->v.type->bits ? k : NULL;
}

enum { INT = 1, FREE_FP = 2 };
const ReKind opt_re_kinds[IR_NOPS] = {
    [IR_ADD] = {IR_ADD, INT},       [IR_SUB] = {IR_ADD, INT},       [IR_MUL] = {IR_MUL, INT},
    [IR_SHL] = {IR_MUL, INT},       [IR_AND] = {IR_AND, INT},       [IR_OR] = {IR_OR, INT},
    [IR_XOR] = {IR_XOR, INT},       [IR_FADD] = {IR_FADD, FREE_FP}, [IR_FSUB] = {IR_FADD, FREE_FP},
    [IR_FNEG] = {IR_FADD, FREE_FP}, [IR_FMUL] = {IR_FMUL, FREE_FP},
};

// The operation whose tree the instruction is part of; IR_PHI: none.
static IrOp kind_of(const IrInst *inst) {
    const uint8_t any_order = IR_FMF_REASSOC | IR_FMF_NSZ;
    uint32_t wants = opt_re_kinds[inst->v.op].wants;
    if (!wants) return IR_PHI;
    bool free = wants == INT ? ir_ty_is_word(inst->v.type)
                             : ir_ty_is_fp(inst->v.type) && (inst->fmf & any_order) == any_order;
    bool counted = inst->v.op != IR_SHL || shift_count(inst);
    return free && counted ? (IrOp)opt_re_kinds[inst->v.op].tree : IR_PHI;
}

// Does the instruction belong to its one user's tree? Not across loops: what is computed outside
// stays there.
static bool is_inner(const Reassociate *reassociate, const IrInst *operand, IrOp op,
                     const AnLoop *loop) {
    if (!ir_one_use(&operand->v)) return false;
    bool bits_of_sum = op == IR_ADD && operand->v.op == IR_OR && (operand->v.flags & IR_DISJOINT);
    return (kind_of(operand) == op || bits_of_sum) &&
           an_loop_of(reassociate->loops, operand->block) == loop;
}

bool opt_re_begins_tree(const Reassociate *reassociate, const IrInst *inst) {
    IrOp op = kind_of(inst);
    if (op == IR_PHI || !inst->v.uses) return false;
    const IrInst *user = inst->v.uses->user;
    const AnLoop *loop = an_loop_of(reassociate->loops, user->block);
    return kind_of(user) != op || user->v.type != inst->v.type ||
           !is_inner(reassociate, inst, op, loop);
}

// Whether the value stands in the root's tree as it is, whatever happens to the tree.
static bool is_plain_term(const Reassociate *reassociate, const IrInst *root, IrValue *term) {
    if (is_any_of(term->kind, IR_C_INT, IR_C_FP)) return false;
    const IrInst *inst = ir_as_inst(term);
    if (!inst) return true;
    if (is_any_of(inst->v.op, IR_MUL, IR_SHL, IR_FMUL)) return false;
    const AnLoop *loop = an_loop_of(reassociate->loops, root->block);
    return !is_inner(reassociate, inst, kind_of(root), loop);
}

bool opt_re_is_plain(const Reassociate *reassociate, const IrInst *root) {
    return root->nops == 2 && ir_op(root, 0) != ir_op(root, 1) &&
           is_plain_term(reassociate, root, ir_op(root, 0)) &&
           is_plain_term(reassociate, root, ir_op(root, 1));
}

// Do the flags of the instruction help to split or to compare what is made of it?
static bool serves_index(const IrInst *inst, uint32_t depth) {
    enum { IS_INDEX = 1, LEADS_ON = 2 };
    static const uint8_t users[IR_NOPS] = {
        [IR_SEXT] = IS_INDEX, [IR_ZEXT] = IS_INDEX, [IR_GEP] = IS_INDEX,  [IR_ICMP] = IS_INDEX,
        [IR_PHI] = IS_INDEX,  [IR_ADD] = LEADS_ON,  [IR_SUB] = LEADS_ON,  [IR_MUL] = LEADS_ON,
        [IR_SHL] = LEADS_ON,  [IR_OR] = LEADS_ON,   [IR_TRUNC] = LEADS_ON};
    uint32_t left = MAX_USERS;
    IR_FOREACH_USE(use, &inst->v) {
        if (!left--) break;
        uint8_t user = users[use->user->v.op];
        if (user == IS_INDEX) return true;
        bool on = user == LEADS_ON && depth < INDEX_DEPTH;
        if (on && serves_index(use->user, depth + 1)) return true;
    }
    return false;
}

// ---- terms -------------------------------------------------------------------------------------

static bool add_constant(Reassociate *reassociate, ReTree *tree, IrConst *constant, bool negated) {
    IrModule *module = reassociate->pc->m;
    IrConst *c = tree->c;
    bool integers = tree->op == IR_ADD;
    IrOp minus = integers ? IR_SUB : IR_FSUB, op = negated ? minus : tree->op;
    IrType *type = constant->v.type;
    if (negated && !c) c = integers ? ir_int(type, 0) : ir_fp(module, type, 0);
    c = c ? ir_fold_bin(module, op, 0, c, constant) : constant;
    if (!c) return false;
    tree->c = c;
    return true;
}

static void add_term(Reassociate *reassociate, ReTree *tree, uint32_t node, IrValue *added,
                     bool negated) {
    IrConst *constant = is_any_of(added->kind, IR_C_INT, IR_C_FP) ? (IrConst *)added : NULL;
    if (constant && add_constant(reassociate, tree, constant, negated)) return;
    ReInfo info = opt_re_info(reassociate, added);
    ReTerm term = {.whole = added,
                   .base = added,
                   .times = 1,
                   .varies = opt_re_common(info.varies, tree->loop),
                   .rank = info.rank,
                   .number = info.number,
                   .place = tree->term.n,
                   .negated = negated};
    ReNode *re_node = &tree->node.at[node];
    re_node->varies = opt_re_inner(re_node->varies, term.varies);

    IrInst *inst = ir_as_inst(added);
    IrOp kind = inst && ir_one_use(added) ? kind_of(inst) : IR_PHI;
    term.product = opt_re_is_sum(tree->op) && inst && (inst->v.op == IR_FMUL || kind == IR_MUL);
    bool multiple = tree->op == IR_ADD && kind == IR_MUL;
    const IrConst *by = multiple ? ir_as_cint(ir_op(inst, 1)) : NULL;
    if (by) {
        term.base = ir_op(inst, 0);
        term.times = inst->v.op == IR_SHL ? 1ull << ir_uval(by) : ir_uval(by);
        tree->cost += opt_re_weight(term.varies);
    }
    if (negated) term.times = 0 - term.times;
    vec_push(reassociate->pc->tmp, &tree->term, term);
}

static void add_operand(Reassociate *reassociate, ReTree *tree, uint32_t node, uint32_t at) {
    const IrInst *inst = tree->node.at[node].inst;
    IrValue *value = ir_op(inst, at);
    bool negated = tree->node.at[node].negated;
    bool difference = is_any_of(inst->v.op, IR_SUB, IR_FSUB);
    negated ^= inst->v.op == IR_FNEG || (difference && at == 1);
    if (at == 1 && inst->v.op == IR_SHL) {
        add_constant(reassociate, tree, ir_int(inst->v.type, 1ull << ir_uval((IrConst *)value)),
                     false);
        return;
    }
    IrInst *inner = ir_as_inst(value);
    if (inner && is_inner(reassociate, inner, tree->op, tree->loop)) {
        ReNode n = {.inst = inner, .parent = node, .negated = negated};
        vec_push(reassociate->pc->tmp, &tree->node, n);
    } else {
        add_term(reassociate, tree, node, value, negated);
    }
}

static uint64_t mask_of_type(const IrType *type) {
    return type->kind == IR_TY_INT && type->bits < 64 ? (1ull << type->bits) - 1 : ~0ull;
}

// Two terms of one value become the first one; false: they must not.
static bool merge(const ReTree *tree, ReTerm *first, const ReTerm *second) {
    bool opposite = first->negated != second->negated;
    switch (tree->op) {
    case IR_AND:
    case IR_OR: return true; // x & x: it stays as it is
    case IR_FADD:
        // infinity minus infinity is no number
        if (opposite && !(tree->fmf & IR_FMF_NNAN)) return false;
        if (first->times + MAX_FP_TIMES > 2 * MAX_FP_TIMES) return false;
        first->times += second->times;
        break;
    case IR_XOR: first->times ^= 1; break;
    default: first->times += second->times; // add, mul, fmul
    }
    first->whole = NULL;
    return true;
}

// Whether so many times a value are nothing.
static bool cancels(IrOp op, uint64_t times, uint64_t mask) {
    switch (op) {
    case IR_ADD: return !(times & mask);
    case IR_FADD:
    case IR_XOR: return !times;
    default: return false;
    }
}

// How a merged term counts now; selection fuses a new product as well.
static void recount(IrOp op, ReTerm *term, uint64_t mask) {
    uint64_t sign = mask ^ mask >> 1;
    term->negated = op == IR_ADD ? (term->times & sign) != 0 : (int64_t)term->times < 0;
    term->times = (term->negated ? 0 - term->times : term->times) & mask;
    term->number = hash_mix(term->number, term->times);
    term->product = term->times != 1;
    if (term->times == 1) term->whole = term->base;
}

// A short look at short lists: most have nothing to merge.
static bool all_differ(const ReTree *tree) {
    enum { FEW = 8 };
    if (tree->term.n > FEW) return false;
    for (uint32_t k = 1; k < tree->term.n; k++) {
        for (uint32_t i = 0; i < k; i++) {
            if (tree->term.at[i].base == tree->term.at[k].base) return false;
        }
    }
    return true;
}

static void merge_terms(Reassociate *reassociate, ReTree *tree) {
    if (all_differ(tree)) return;

    Map seen;
    map_init(&seen, reassociate->pc->tmp);
    uint64_t mask = mask_of_type(tree->root->v.type);
    uint32_t n = 0;
    for (uint32_t k = 0; k < tree->term.n; k++) {
        const ReTerm *x = &tree->term.at[k];
        void **at = map_slot(&seen, (uintptr_t)x->base);
        if (*at && merge(tree, &tree->term.at[(uintptr_t)*at - 1], x)) {
            tree->merges = true;
            continue;
        }
        if (!*at) *at = (void *)(uintptr_t)(n + 1);
        tree->term.at[n++] = *x;
    }
    tree->term.n = n;
    if (!tree->merges) return;

    n = 0;
    for (uint32_t k = 0; k < tree->term.n; k++) {
        ReTerm term = tree->term.at[k];
        if (!term.whole && cancels(tree->op, term.times, mask)) continue;
        if (!term.whole && opt_re_is_sum(tree->op)) recount(tree->op, &term, mask);
        tree->term.at[n++] = term;
    }
    tree->term.n = n;
}

// ---- flags -------------------------------------------------------------------------------------

static uint16_t kept_flags(const ReTree *tree) {
    uint16_t all = IR_NUW | IR_NSW | IR_DISJOINT;
    bool negated = false, nonneg = true;
    for (uint32_t k = 0; k < tree->node.n; k++) {
        const IrInst *i = tree->node.at[k].inst;
        all &= i->v.flags;
        negated |= i->v.op != tree->op;
    }
    if (tree->op == IR_OR) return all & IR_DISJOINT;
    if (tree->op != IR_ADD || negated || tree->merges) return 0;
    for (uint32_t k = 0; k < tree->term.n && nonneg; k++)
        nonneg = an_is_nonneg(tree->term.at[k].whole);
    if (tree->c) nonneg &= ir_sval(tree->c) >= 0;
    // parts of a sum of what is not negative are no greater than the whole
    if ((all & IR_NSW) && nonneg) return IR_NUW | IR_NSW;
    return all & IR_NUW;
}

bool opt_re_collect(Reassociate *reassociate, IrInst *root) {
    ReTree *tree = &reassociate->tree;
    tree->node.n = tree->term.n = 0;
    tree->root = root;
    tree->op = kind_of(root);
    tree->loop = an_loop_of(reassociate->loops, root->block);
    tree->c = NULL;
    tree->fmf = root->fmf;
    tree->merges = tree->is_index = false;
    tree->cost = 0;
    vec_push(reassociate->pc->tmp, &tree->node, ((ReNode){.inst = root}));
    for (uint32_t k = 0; k < tree->node.n; k++) {
        const IrInst *i = tree->node.at[k].inst;
        tree->fmf &= i->fmf;
        for (uint32_t o = 0; o < i->nops; o++) add_operand(reassociate, tree, k, o);
    }
    for (uint32_t k = tree->node.n; k-- > 0;) {
        const ReNode *n = &tree->node.at[k];
        ReNode *user = &tree->node.at[n->parent];
        user->varies = opt_re_inner(user->varies, n->varies);
        tree->cost += opt_re_weight(n->varies);
    }
    if (tree->term.n < 2 && tree->node.n < 2) return false;
    merge_terms(reassociate, tree);
    return true;
}

void opt_re_collect_flags(ReTree *tree) {
    bool counts = is_any_of(tree->op, IR_ADD, IR_MUL);
    tree->keeps = kept_flags(tree);
    tree->is_index = counts && serves_index(tree->root, 0);
}

uint64_t opt_re_number(const ReTree *tree) {
    uint64_t sum = tree->c && tree->c->v.kind == IR_C_INT ? hash_u64(tree->c->bits) : 0;
    for (uint32_t k = 0; k < tree->term.n; k++) {
        const ReTerm *x = &tree->term.at[k];
        sum += hash_mix(x->number, x->negated + (opt_re_is_sum(tree->op) ? 0 : 2 * x->times));
    }
    return hash_mix(sum, tree->op);
}
