// SPDX-License-Identifier: Apache-2.0
// instcombine: algebraic rewriting to a fixed point, driven by a work list. The rules are rows of
// rewrite/*.def; here is only the engine:
//
//     pop an instruction; dead: erase it, look at its operands again
//     a constant left of a commutative operation or comparison moves right
//     opt_simplify finds an existing value, or a row of its op makes a new one:
//         replace all uses, look at the users, the new instructions and the old operands again
//
//     %a = add i32 5, %x             %b = add i32 %x, 12
//     %b = add i32 %a, 7       =>
#include "opt/rewrite/rewrite.h"
#include "opt/scalar/scalar.h"

const RwTable *const opt_rw_tables[] = {
    &opt_rw_int,       &opt_rw_cmp,    &opt_rw_cast, &opt_rw_fp,      &opt_rw_mem,   &opt_rw_bits,
    &opt_rw_cmp_logic, &opt_rw_cmp_of, &opt_rw_bool, &opt_rw_algebra, &opt_rw_idiom, &opt_rw_bytes};
const uint32_t opt_rw_ntables = CU_COUNT(opt_rw_tables);

// What an operand is to the patterns of rows: an instruction is its op.
enum { OPERAND_CONSTANT = IR_NOPS, OPERAND_OTHER, OPERAND_KINDS };

// The rows of an op that suit an operand of each kind, one bit a row. Most visits find that no row
// suits, so that must not take a walk over all rows.
enum { ROWS_OF_AN_OP = 64 };
typedef struct {
    uint64_t left[OPERAND_KINDS], right[OPERAND_KINDS];
} Suiting;

struct RwIndex { // rows by op: row[first[op] .. first[op + 1])
    const RwRow **row;
    uint32_t first[IR_NOPS + 1];
    Suiting *suiting[IR_NOPS]; // NULL: not asked for yet
};

typedef struct {
    Rw rw;
    Arena *a;
    const AnCfg *cfg;
    VEC(IrInst *) work;
    VEC(uint8_t) queued; // by value id
    struct RwIndex *index;
} Combine;

static struct RwIndex *index_rows(Ctx *ctx, Arena *arena) {
    struct RwIndex *rw_index = arena_new(arena, struct RwIndex);
    uint32_t total = 0, n[IR_NOPS] = {0};
    for (uint32_t t = 0; t < opt_rw_ntables; t++) {
        total += opt_rw_tables[t]->n;
        for (uint32_t k = 0; k < opt_rw_tables[t]->n; k++) n[opt_rw_tables[t]->row[k].op]++;
    }
    rw_index->row = arena_array(arena, const RwRow *, total + 1);
    for (uint32_t op = 0; op < IR_NOPS; op++) {
        CU_ASSERT(ctx, n[op] <= ROWS_OF_AN_OP);
        rw_index->first[op + 1] = rw_index->first[op] + n[op];
    }
    memset(n, 0, sizeof n);
    for (uint32_t t = 0; t < opt_rw_ntables; t++) {
        for (uint32_t k = 0; k < opt_rw_tables[t]->n; k++) {
            const RwRow *r = &opt_rw_tables[t]->row[k];
            rw_index->row[rw_index->first[r->op] + n[r->op]++] = r;
        }
    }
    return rw_index;
}

static void push(Combine *c, IrInst *waiting) {
    while (c->queued.n <= waiting->v.id) vec_push(c->a, &c->queued, 0);
    if (c->queued.at[waiting->v.id]) return;
    c->queued.at[waiting->v.id] = 1;
    vec_push(c->a, &c->work, waiting);
}

static void push_users(Combine *c, IrValue *changed) {
    IR_FOREACH_USE(u, changed) push(c, u->user);
}

static void push_operands(Combine *c, IrInst *changed) {
    for (uint32_t k = 0; k < changed->nops; k++) {
        IrInst *op = ir_as_inst(ir_op(changed, k));
        if (op) push(c, op);
    }
}

static bool canonical_order(IrInst *inst) {
    bool swap = (ir_ops[inst->v.op].props & IRP_COMM) || ir_ops[inst->v.op].class == IRC_CMP;
    if (!swap || !ir_is_const(ir_op(inst, 0)) || ir_is_const(ir_op(inst, 1))) return false;
    IrValue *x = ir_op(inst, 0), *y = ir_op(inst, 1);
    ir_set_op(inst, 0, y);
    ir_set_op(inst, 1, x);
    if (ir_ops[inst->v.op].class == IRC_CMP)
        inst->pred = (uint8_t)ir_swapped_pred((IrPred)inst->pred);
    return true;
}

static uint32_t operand_kind(const IrValue *value) {
    if (!value) return OPERAND_OTHER;
    if (value->kind == IR_V_INST) return value->op;
    return rw_cint(value) ? OPERAND_CONSTANT : OPERAND_OTHER;
}

static void add_row(uint64_t *set, uint8_t pattern, uint64_t bit) {
    if (pattern != RWP_ANY) {
        set[pattern == RWP_C ? OPERAND_CONSTANT : pattern] |= bit;
        return;
    }
    for (uint32_t kind = 0; kind < OPERAND_KINDS; kind++) set[kind] |= bit;
}

static Suiting *suiting_rows(const struct RwIndex *rw_index, uint32_t op, Arena *arena) {
    const RwRow *const *row = &rw_index->row[rw_index->first[op]];
    uint32_t n = rw_index->first[op + 1] - rw_index->first[op];
    Suiting *suiting = arena_new(arena, Suiting);
    for (uint32_t k = 0; k < n; k++) {
        add_row(suiting->left, row[k]->left, 1ull << k);
        add_row(suiting->right, row[k]->right, 1ull << k);
    }
    return suiting;
}

#define WHEN(id, condition)                                                                        \
    static bool holds_##id(const IrInst *inst, const IrValue *x, const IrValue *y) {               \
        return condition;                                                                          \
    }
#include "opt/rewrite/when.def"

typedef bool Condition(const IrInst *inst, const IrValue *x, const IrValue *y);
static Condition *const conditions[] = {
// by bit
#define WHEN(id, condition) holds_##id,
#include "opt/rewrite/when.def"
};
_Static_assert(CU_COUNT(conditions) <= 32, "RwRow.when");

static inline bool holds(const RwRow *row, const IrInst *inst, const IrValue *x, const IrValue *y) {
    for (uint32_t left = row->when; left; left &= left - 1) {
        if (!conditions[__builtin_ctz(left)](inst, x, y)) return false;
    }
    return true;
}

IrValue *opt_rw_apply(Rw *rw, const RwRow *row, IrInst *inst, IrValue *x, IrValue *y) {
    return holds(row, inst, x, y) ? row->fn(rw, inst, x, y) : NULL;
}

// The rows that suit the instruction and its operands (NULL: none), one bit each.
static uint64_t suiting(Combine *combine, const IrInst *inst, const IrValue *x, const IrValue *y) {
    struct RwIndex *rows = combine->index;
    uint32_t op = inst->v.op;
    if (rows->first[op] == rows->first[op + 1]) return 0;
    if (!rows->suiting[op]) rows->suiting[op] = suiting_rows(rows, op, combine->rw.pc->run);
    return rows->suiting[op]->left[operand_kind(x)] & rows->suiting[op]->right[operand_kind(y)];
}

// As ir_builder_at, but member by member: a copy would wait for what has just been written.
static void stand_at(Rw *rw, IrInst *place) {
    IrBuilder *builder = &rw->b;
    builder->m = rw->m;
    builder->fn = rw->f;
    builder->bb = place->block;
    builder->before = place;
    builder->dbg = place->dbg;
    builder->name = 0;
    builder->fmf = place->fmf;
    builder->no_fold = false;
}

static IrValue *try_rows(Combine *combine, IrInst *inst) {
    IrValue *x = inst->nops ? ir_op(inst, 0) : NULL, *y = inst->nops > 1 ? ir_op(inst, 1) : NULL;
    uint64_t set = suiting(combine, inst, x, y);
    if (!set) return NULL;

    const RwRow *const *row = &combine->index->row[combine->index->first[inst->v.op]];
    for (; set; set &= set - 1) {
        const RwRow *at = row[__builtin_ctzll(set)];
        if (!holds(at, inst, x, y)) continue;
        stand_at(&combine->rw, inst);
        IrValue *v = at->fn(&combine->rw, inst, x, y);
        if (v) return v;
    }
    return NULL;
}

// One instruction; true when something changed.
static bool visit(Combine *combine, IrInst *inst) {
    if (!inst->v.uses && ir_is_trivially_dead(inst)) {
        push_operands(combine, inst);
        ir_erase(inst);
        return true;
    }
    bool changed = canonical_order(inst);
    IrValue *value = inst->v.uses ? opt_simplify(combine->rw.m, inst) : NULL;
    IrInst *mark = inst->prev;
    if (!value) value = try_rows(combine, inst);
    if (!value) return changed;
    for (IrInst *n = mark ? mark->next : inst->block->first; n != inst; n = n->next)
        push(combine, n);
    push_users(combine, &inst->v);
    if (value == &inst->v) {
        push(combine, inst);
        push_operands(combine, inst);
        return true;
    }
    if (value->kind == IR_V_INST) push(combine, (IrInst *)value);
    if (inst->v.uses) {
        if (inst->v.name && value->kind == IR_V_INST && !value->name) value->name = inst->v.name;
        ir_replace_uses(&inst->v, value);
    }
    push(combine, inst); // dead now, unless it has an effect
    return true;
}

// What may be rewritten for another reason than that something near it changed: a variable has got
// a known value, a function is known better.
static bool is_restless(const IrInst *inst) {
    int64_t offset;
    if (inst->v.op == IR_LOAD) return opt_constant_variable(ir_op(inst, 0), &offset) != NULL;
    bool is_fixed = ir_intrin_of(inst) && !ir_call_nargs(inst); // a special register
    return inst->v.op == IR_CALL && !is_fixed;
}

static void want(Combine *c, const IrInst *inst) {
    c->queued.at[inst->v.id] = 1;
}

// The instructions that changed since an earlier run left them, and those around them whose
// patterns they are part of. A run later in the pipeline finds few.
static void want_unsettled(Combine *combine) {
    for (uint32_t b = 0; b < combine->cfg->n; b++) {
        IR_FOREACH_INST(i, combine->cfg->rpo[b]) {
            if (!i->settled || is_restless(i)) want(combine, i);
            if (i->settled) continue;
            IR_FOREACH_USE(u, &i->v) {
                if (!u->user->settled) continue; // its own turn comes
                want(combine, u->user);
                IR_FOREACH_USE(v, &u->user->v) want(combine, v->user);
            }
        }
    }
}

OPT_FUNC_PASS(instcombine);
bool opt_instcombine(PassCtx *pc, IrFunc *fn) {
    Combine combine = {
        .rw = {.pc = pc, .m = fn->g.m, .f = fn}, .a = pc->tmp, .cfg = an_cfg(pc->an)};
    bool changed = false;
    if (!pc->rules) pc->rules = index_rows(pc->ctx, pc->run);
    combine.index = pc->rules;
    vec_reserve(combine.a, &combine.work, fn->nvalues);
    vec_reserve(combine.a, &combine.queued, fn->nvalues + 64); // and some new ones
    memset(combine.queued.at, 0, fn->nvalues);
    combine.queued.n = fn->nvalues;
    want_unsettled(&combine);
    for (uint32_t b = combine.cfg->n;
         b-- > 0;) { // the list is a stack: the entry's first comes last
        for (IrInst *i = combine.cfg->rpo[b]->last; i; i = i->prev) {
            if (combine.queued.at[i->v.id]) combine.work.at[combine.work.n++] = i;
        }
    }
    // every rule makes progress; the bound is only against a pair of rules that do not
    for (uint64_t left = 100ull * fn->nvalues + 1000; combine.work.n && left; left--) {
        IrInst *i = vec_pop(&combine.work);
        combine.queued.at[i->v.id] = 0;
        if (i->nops && !ir_op(i, 0)) continue; // erased
        if (!an_reachable(combine.cfg, i->block)) continue;
        i->settled = true;
        if (!visit(&combine, i)) continue;
        ir_unsettle(i);
        changed = true;
    }
    return changed;
}
