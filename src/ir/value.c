// SPDX-License-Identifier: Apache-2.0
// Operands and use lists, terminators, phis.
//
// Invariant: a use is linked into its value's list iff the value keeps one (kind <= IR_V_INST);
// `prevp` points at the pointer that points at the use, so unlinking needs no search.
#include "ir/ir_int.h"

const IrOpRow ir_ops[IR_NOPS] = {
#define OP(id, text, ...) [IR_##id] = {.name = #text, __VA_ARGS__},
#include "ir/op.def"
};

const char *const ir_pred_names[IR_NPREDS] = {
    "false", "oeq", "ogt",  "oge", "olt", "ole", "one", "ord", "uno", "ueq", "ugt", "uge", "ult",
    "ule",   "une", "true", "eq",  "ne",  "ugt", "ule", "uge", "ult", "sgt", "sle", "sge", "slt",
};
const char *const ir_rmw_names[IR_RMW_NOPS] = {
    "xchg", "add",       "sub",       "and",       "nand",     "or",       "xor",
    "max",  "min",       "umax",      "umin",      "fadd",     "fsub",     "fmax",
    "fmin", "uinc_wrap", "udec_wrap", "usub_cond", "usub_sat", "fmaximum", "fminimum",
};
const char *const ir_scope_names[] = {"", "singlethread", "block", "cluster", "device"};
// LLVM's NVPTX scopes have fixed numbers, others are numbered as they are met. The limit keeps them
// in a byte.
int ir_scope(IrModule *module, Atom name) {
    const char *s = atom_str(module->ctx, name);
    for (int i = 0; i <= IR_SCOPE_DEVICE; i++) {
        if (strcmp(s, ir_scope_names[i]) == 0) return i;
    }
    uint32_t k = 0;
    while (k < module->scopes.n && module->scopes.at[k] != name) k++;
    if (k == module->scopes.n) {
        if (k > 200) return -1;
        vec_push(&module->arena, &module->scopes, name);
    }
    return IR_SCOPE_OTHER + (int)k;
}

const char *ir_scope_name(const IrModule *module, uint32_t scope) {
    if (scope < IR_SCOPE_OTHER) return ir_scope_names[scope];
    return atom_str(module->ctx, module->scopes.at[scope - IR_SCOPE_OTHER]);
}

const char *const ir_comdat_kinds[5] = {"any", "exactmatch", "largest", "nodeduplicate",
                                        "samesize"};
const char *const ir_code_models[5] = {"tiny", "small", "kernel", "medium", "large"};
const char *const ir_linkage_names[IR_NLINKAGES] = {
    "",          "available_externally",
    "linkonce",  "linkonce_odr",
    "weak",      "weak_odr",
    "appending", "internal",
    "private",   "extern_weak",
    "common",
};
const char *const ir_fmf_names[7] = {"nnan", "ninf", "nsz", "arcp", "contract", "afn", "reassoc"};

_Static_assert(IR_EQ % 2 == 0 && IR_NE == IR_EQ + 1 && IR_UGT % 2 == 0 && IR_SGE % 2 == 0,
               "ir_inverse_pred flips the low bit of icmp predicates");

// fcmp's are sets of four relations, so that 15 - p is the complement.
IrPred ir_inverse_pred(IrPred p) {
    return p >= IR_EQ ? (IrPred)(p ^ 1) : (IrPred)(15 - p);
}

// The predicate for exchanged operands: a < b is b > a. Equality and order stay.
IrPred ir_swapped_pred(IrPred p) {
    if (p < IR_EQ) { // exchange the bits for greater (2) and less (4)
        return (IrPred)((p & 9) | (p & 2) << 1 | (p & 4) >> 1);
    }
    static const uint8_t swap[] = {IR_EQ,  IR_NE,  IR_ULT, IR_UGE, IR_ULE,
                                   IR_UGT, IR_SLT, IR_SGE, IR_SLE, IR_SGT};
    return (IrPred)swap[p - IR_EQ];
}

IrPred ir_signed_pred(IrPred p) {
    return p >= IR_UGT && p <= IR_ULT ? (IrPred)(p + (IR_SGT - IR_UGT)) : p;
}

// ---- what operations take ----

// By the element's type, for vectors.
bool ir_op_takes(IrOp op, IrType *type) {
    const IrType *e = ir_ty_scalar(type);
    return ir_ops[op].props & IRP_INT ? e->kind == IR_TY_INT : ir_ty_is_any_fp(e);
}

// What casts tell apart among elements.
enum { OF_INT = 1, OF_FP = 2, OF_PTR = 4, OF_OTHER = 8 };

static uint32_t element_class(const IrType *type) {
    if (ir_ty_is_any_fp(type)) return OF_FP;
    if (type->kind == IR_TY_INT) return OF_INT;
    return type->kind == IR_TY_PTR ? OF_PTR : OF_OTHER;
}

// [LangRef, "Conversion Operations"]: the elements' classes, and whether they get narrower or
// wider. No row: bitcast.
enum { ANY_WIDTH, NARROWER, WIDER };
static const struct {
    uint8_t from, to, width;
} casts[IR_NOPS] = {
    [IR_TRUNC] = {OF_INT, OF_INT, NARROWER},     [IR_ZEXT] = {OF_INT, OF_INT, WIDER},
    [IR_SEXT] = {OF_INT, OF_INT, WIDER},         [IR_FPTRUNC] = {OF_FP, OF_FP, NARROWER},
    [IR_FPEXT] = {OF_FP, OF_FP, WIDER},          [IR_FPTOUI] = {OF_FP, OF_INT, ANY_WIDTH},
    [IR_FPTOSI] = {OF_FP, OF_INT, ANY_WIDTH},    [IR_UITOFP] = {OF_INT, OF_FP, ANY_WIDTH},
    [IR_SITOFP] = {OF_INT, OF_FP, ANY_WIDTH},    [IR_PTRTOINT] = {OF_PTR, OF_INT, ANY_WIDTH},
    [IR_INTTOPTR] = {OF_INT, OF_PTR, ANY_WIDTH}, [IR_ADDRSPACECAST] = {OF_PTR, OF_PTR, ANY_WIDTH},
};

static bool width_suits(uint8_t want, uint32_t from, uint32_t to) {
    if (want == NARROWER) return from > to;
    return want != WIDER || from < to;
}

static uint64_t lanes_of(const IrType *type) {
    return type->kind == IR_TY_VECTOR ? type->n : 1;
}

// Both scalars, or vectors of one length.
static bool same_shape(const IrType *a, const IrType *b) {
    bool vector = a->kind == IR_TY_VECTOR;
    if (vector != (b->kind == IR_TY_VECTOR)) return false;
    return !vector || (a->n == b->n && a->scalable == b->scalable);
}

// A bitcast changes shapes freely, but for pointers.
static bool bitcast_valid(IrType *from, IrType *to) {
    IrType *fe = ir_ty_scalar(from), *te = ir_ty_scalar(to);
    if (fe->kind == IR_TY_PTR || te->kind == IR_TY_PTR) {
        bool fixed = !from->scalable && !to->scalable;
        return fe == te && lanes_of(from) == lanes_of(to) && (fixed || same_shape(from, to));
    }
    bool from_number = element_class(fe) != OF_OTHER || fe->kind == IR_TY_X86_AMX;
    bool to_number = element_class(te) != OF_OTHER || te->kind == IR_TY_X86_AMX;
    bool same_bits = ir_ty_bits(from) == ir_ty_bits(to) && from->scalable == to->scalable;
    return from_number && to_number && same_bits;
}

// The shape must stay, except that bitcast may split lanes differently.
bool ir_cast_valid(IrOp op, IrType *from, IrType *to) {
    IrType *fe = ir_ty_scalar(from), *te = ir_ty_scalar(to);
    if (!casts[op].from) return bitcast_valid(from, to);
    bool classes = element_class(fe) == casts[op].from && element_class(te) == casts[op].to;
    if (!classes || !same_shape(from, to)) return false;
    bool moves = op != IR_ADDRSPACECAST || fe->as != te->as;
    return moves && width_suits(casts[op].width, fe->bits, te->bits);
}

// ---- operands ----

// What the use was of may now be dead: it is looked at again.
static inline void use_unlink(IrUse *use) {
    if (!use->prevp) return;
    *use->prevp = use->next;
    if (use->next) use->next->prevp = use->prevp;
    use->prevp = NULL;
    use->next = NULL;
    if (use->value->kind == IR_V_INST) ir_unsettle((IrInst *)use->value); // one use less
}

// Constants keep no list: they are shared by functions that are changed in parallel.
static inline void use_link(IrUse *use, IrValue *value) {
    use->value = value;
    if (!value || value->kind > IR_V_INST) return;
    use->next = value->uses;
    use->prevp = &value->uses;
    if (use->next) use->next->prevp = &use->next;
    value->uses = use;
}

void ir_set_op(IrInst *inst, uint32_t n, IrValue *value) {
    ir_unsettle(inst);
    use_unlink(&inst->op[n]);
    use_link(&inst->op[n], value);
}

void ir_drop_operands(IrInst *inst) {
    ir_unsettle(inst);
    for (uint32_t k = 0; k < inst->nops; k++) {
        use_unlink(&inst->op[k]);
        inst->op[k].value = NULL;
    }
}

// The use moves in memory; its neighbours in the list follow.
static void use_move(IrUse *to, IrUse *from) {
    *to = *from;
    if (!to->prevp) return;
    *to->prevp = to;
    if (to->next) to->next->prevp = &to->next;
}

static Arena *arena_of(const IrInst *inst) {
    return inst->block->fn->arena;
}

// Uses lie in one piece: they move, and their lists follow.
static void grow_ops(IrInst *inst, Arena *arena) {
    uint32_t cap = CU_MAX(4u, inst->capops * 2);
    IrUse *op = arena_array(arena, IrUse, cap);
    for (uint32_t k = 0; k < inst->nops; k++) use_move(&op[k], &inst->op[k]);
    inst->op = op;
    inst->capops = cap;
}

// Grows by doubling, so that phis of many predecessors cost linear time.
void ir_add_op(IrInst *inst, IrValue *value) {
    if (inst->nops == inst->capops) grow_ops(inst, arena_of(inst));
    IrUse *u = &inst->op[inst->nops++];
    *u = (IrUse){.user = inst};
    ir_unsettle(inst);
    use_link(u, value);
}

// The uses move with their operands, and stay in the lists where they are.
void ir_remove_ops(IrInst *inst, uint32_t at, uint32_t n) {
    ir_unsettle(inst);
    for (uint32_t k = at; k < at + n; k++) use_unlink(&inst->op[k]);
    // The shorter side moves: blocks that go one after the other leave phis from the front.
    if (at < inst->nops / 2) {
        for (uint32_t k = at; k-- > 0;) use_move(&inst->op[k + n], &inst->op[k]);
        inst->op += n;
        inst->capops -= n;
    } else {
        for (uint32_t k = at + n; k < inst->nops; k++) use_move(&inst->op[k - n], &inst->op[k]);
    }
    inst->nops -= n;
}

uint32_t ir_way_on(const IrInst *test, const IrConst *condition) {
    if (test->v.op == IR_BR) return ir_uval(condition) ? 0 : 1;
    for (uint32_t n = 2; n + 1 < test->nops; n += 2) {
        if (ir_op(test, n) == &condition->v) return n / 2;
    }
    return 0;
}

// In one pass, whatever their number.
uint32_t ir_switch_remove(IrInst *sw, const IrBlock *to) {
    uint32_t n = 2;
    for (uint32_t k = 2; k < sw->nops; k += 2) {
        if (ir_op(sw, k + 1) == &to->v) {
            use_unlink(&sw->op[k]);
            use_unlink(&sw->op[k + 1]);
            continue;
        }
        if (n < k) {
            use_move(&sw->op[n], &sw->op[k]);
            use_move(&sw->op[n + 1], &sw->op[k + 1]);
        }
        n += 2;
    }
    uint32_t removed = (sw->nops - n) / 2;
    sw->nops = n;
    return removed;
}

// Moves the whole list; a constant keeps none, so that its uses are only unlinked.
void ir_replace_uses(IrValue *old, IrValue *by) {
    if (old == by) return;
    if (old->recorded) ir_records_replace(old, by);
    IrUse *use = old->uses;
    old->uses = NULL;
    if (old->kind == IR_V_INST) ir_unsettle((IrInst *)old);
    bool keeps_list = by->kind <= IR_V_INST;
    for (IrUse *next; use; use = next) {
        next = use->next;
        ir_unsettle(use->user);
        if (keeps_list)
            use_link(use, by);
        else
            *use = (IrUse){.value = by, .user = use->user};
    }
}

uint32_t ir_use_index(const IrUse *use) {
    return (uint32_t)(use - use->user->op);
}

// ---- terminators ----

// Operand index of successor n.
static uint32_t succ_op(const IrInst *inst, uint32_t n) {
    switch (inst->v.op) {
    case IR_BR: return inst->nops == 1 ? 0 : n + 1;
    case IR_SWITCH: return 2 * n + 1;
    case IR_INVOKE:
    case IR_CALLBR: return inst->nops - 1 - ir_nsucc(inst) + n;
    default: return n + 1; // indirectbr, catchswitch, catchret, cleanupret
    }
}

// Of terminators that ir_nsucc does not know itself; of no terminator it is 0.
uint32_t ir_nsucc_of_rare(const IrInst *inst) {
    switch (inst->v.op) {
    case IR_SWITCH: return inst->nops / 2;
    case IR_INVOKE: return 2;
    case IR_CALLBR: return inst->call->nsucc;
    case IR_CATCHSWITCH:
    case IR_CATCHRET:
    case IR_CLEANUPRET:
    case IR_INDIRECTBR: return inst->nops - 1;
    default: return 0;
    }
}

IrBlock *ir_succ_of_rare(const IrInst *inst, uint32_t n) {
    return (IrBlock *)inst->op[succ_op(inst, n)].value;
}

void ir_set_succ(IrInst *inst, uint32_t n, IrBlock *bb) {
    ir_set_op(inst, succ_op(inst, n), &bb->v);
}

// NULL too for a predecessor with two edges to the block: see ir_unique_pred.
IrBlock *ir_single_pred(const IrBlock *bb) {
    IrBlock *pred = NULL;
    IR_FOREACH_PRED(u, bb) {
        if (pred) return NULL;
        pred = u->user->block;
    }
    return pred;
}

// Several edges from one block count as one.
IrBlock *ir_unique_pred(const IrBlock *bb) {
    IrBlock *pred = NULL;
    IR_FOREACH_PRED(u, bb) {
        if (pred && pred != u->user->block) return NULL;
        pred = u->user->block;
    }
    return pred;
}

uint32_t ir_npreds(const IrBlock *bb) {
    uint32_t n = 0;
    IR_FOREACH_PRED(u, bb) n++;
    return n;
}

// ---- phis ----

void ir_phi_add(IrInst *phi, IrValue *value, IrBlock *from) {
    ir_add_op(phi, value);
    ir_add_op(phi, &from->v);
}

// -1 when the block is none of the phi's.
int ir_phi_find(const IrInst *phi, const IrBlock *from) {
    // along the phi's blocks and the block's uses at once: either may be many
    const IrUse *u = from->v.uses;
    for (uint32_t k = 0; u && k < ir_phi_n(phi); k++, u = u->next) {
        if (ir_phi_block(phi, k) == from) return (int)k;
        if (u->user == phi) return (int)(ir_use_index(u) / 2);
    }
    return -1;
}

// Entries of a block's phis mostly stand in one order.
int ir_phi_find_near(const IrInst *phi, const IrBlock *from, int near) {
    bool there = near >= 0 && (uint32_t)near < ir_phi_n(phi);
    return there && ir_phi_block(phi, (uint32_t)near) == from ? near : ir_phi_find(phi, from);
}

IrValue *ir_phi_from(const IrInst *phi, const IrBlock *from) {
    int k = ir_phi_find(phi, from);
    return k < 0 ? NULL : ir_phi_value(phi, (uint32_t)k);
}

// Whether the use is an entry of a phi in bb (a block may be used by terminators too).
static bool is_entry_of(const IrUse *use, const IrBlock *bb) {
    return use->user->v.op == IR_PHI && use->user->block == bb;
}

// Then only one of the entries goes away.
static bool comes_by_several_edges(const IrInst *phi, const IrBlock *from) {
    uint32_t n = 0;
    for (uint32_t k = 0; k < ir_phi_n(phi) && n < 2; k++) n += ir_phi_block(phi, k) == from;
    return n > 1;
}

// If the last edge goes, the entries of all phis do.
void ir_phi_remove_edge(IrBlock *bb, const IrBlock *from) {
    IrInst *first = bb->first;
    if (!first || first->v.op != IR_PHI) return;
    if (comes_by_several_edges(first, from)) {
        for (IrInst *i = first; i && i->v.op == IR_PHI; i = i->next) {
            int k = ir_phi_find(i, from);
            if (k >= 0) ir_remove_ops(i, (uint32_t)k * 2, 2);
        }
        return;
    }
    // the entries are uses of the block: no search in each of many phis
    IR_FOREACH_USE_SAFE(u, &from->v) {
        if (is_entry_of(u, bb)) ir_remove_ops(u->user, ir_use_index(u) - 1, 2);
    }
}

// Only the entries of phis change: the branches are the caller's.
void ir_phi_replace_pred(IrBlock *bb, IrBlock *old, IrBlock *by) {
    if (old == by) return;
    IR_FOREACH_USE_SAFE(u, &old->v) {
        if (is_entry_of(u, bb)) ir_set_op(u->user, ir_use_index(u), &by->v);
    }
}
