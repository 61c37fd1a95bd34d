// SPDX-License-Identifier: Apache-2.0
// Debug records: where source variables are (LangRef and LLVM's "Source Level Debugging", of which
// #dbg_declare and #dbg_value are taken over). The records before an instruction are a ring, of
// which the instruction has the last one, so that rings are joined in constant time. A value that
// records name has its place in IrFunc.recorded, where the list of those uses begins; it is no part
// of the value's use list, because no pass shall decide otherwise for it.
#include "ir/ir_int.h"

// Either may be NULL.
IrRecord *ir_records_join(IrRecord *first, IrRecord *second) {
    if (!first || !second) return first ? first : second;
    IrRecord *head = first->next;
    first->next = second->next;
    second->next = head;
    return second;
}

// ---- values -------------------------------------------------------------------------------------

static bool is_tracked(const IrValue *value) {
    return value && is_any_of(value->kind, IR_V_INST, IR_V_ARG);
}

static void push_use(IrRecordUse **list, IrRecordUse *use) {
    use->prev = NULL;
    use->next = *list;
    if (*list) (*list)->prev = use;
    *list = use;
}

static void track(IrFunc *fn, IrRecordUse *use) {
    IrValue *value = use->value;
    if (!is_tracked(value)) return;
    if (!value->recorded) {
        value->recorded = fn->recorded.n;
        vec_push(fn->arena, &fn->recorded, NULL);
    }
    push_use(&fn->recorded.at[value->recorded], use);
}

static IrFunc *function_of(const IrValue *value) {
    return value->kind == IR_V_ARG ? ((const IrArg *)value)->fn
                                   : ((const IrInst *)value)->block->fn;
}

// All uses of one value by records become uses of another.
static void move_uses(IrFunc *fn, IrValue *old, IrValue *by) {
    IrRecordUse *use = fn->recorded.at[old->recorded], *next;
    if (is_tracked(by) && !by->recorded) { // the list goes over as it is
        by->recorded = old->recorded;
        old->recorded = 0;
        for (; use; use = use->next) use->value = by;
        return;
    }
    fn->recorded.at[old->recorded] = NULL;
    old->recorded = 0;
    for (; use; use = next) {
        next = use->next;
        use->value = by;
        use->next = NULL;
        track(fn, use);
    }
}

void ir_records_replace(IrValue *old, IrValue *by) {
    move_uses(function_of(old), old, by);
}

// ---- records ------------------------------------------------------------------------------------

IrRecord *ir_record_list(IrBlock *bb, IrInst *at, IrRecordKind kind, uint32_t n,
                         IrValue *const *value, IrMd *var, IrMd *expr, IrMd *loc) {
    Arena *arena = bb->fn->arena;
    IrRecord *record = arena_new(arena, IrRecord);
    // Place 0 stands for no record; a function with any has it.
    if (!bb->fn->recorded.n) vec_push(arena, &bb->fn->recorded, NULL);
    *record = (IrRecord){
        .next = record, .kind = (uint8_t)kind, .n = n, .var = var, .expr = expr, .loc = loc};
    record->use = arena_array(arena, IrRecordUse, n);
    for (uint32_t i = 0; i < n; i++) {
        record->use[i] = (IrRecordUse){.value = value[i], .record = record};
        record->use[i].type = value[i] ? value[i]->type : bb->fn->g.m->ty_i1;
        track(bb->fn, &record->use[i]);
    }
    IrRecord **ring = at ? &at->records : &bb->trailing;
    *ring = ir_records_join(*ring, record);
    return record;
}

IrRecord *ir_record_new(IrBlock *bb, IrInst *at, IrRecordKind kind, IrValue *value, IrMd *var,
                        IrMd *expr, IrMd *loc) {
    return ir_record_list(bb, at, kind, 1, &value, var, expr, loc);
}

void ir_records_copy(IrBlock *bb, IrInst *at, const IrRecord *records,
                     IrValue *(*copy)(void *data, IrValue *value), void *data) {
    IR_FOREACH_RECORD(r, (IrRecord *)(uintptr_t)records) {
        IrValue *one, **value = &one;
        if (r->n > 1) value = arena_array(bb->fn->arena, IrValue *, r->n);
        for (uint32_t i = 0; i < r->n; i++) {
            IrValue *old = r->use[i].value;
            value[i] = is_tracked(old) ? copy(data, old) : old;
        }
        IrRecord *made =
            ir_record_list(bb, at, (IrRecordKind)r->kind, r->n, value, r->var, r->expr, r->loc);
        for (uint32_t i = 0; i < r->n; i++) made->use[i].type = r->use[i].type;
        made->computed = r->computed;
        made->nstep = r->nstep;
        made->step = arena_copy(bb->fn->arena, r->step, r->nstep * sizeof *r->step, 8);
    }
}

// The values that metadata in front of a record's variable stands for; NULL: none is known any
// more.
static IrValue *value_of(const IrMd *where) {
    return where && where->kind == IR_MD_VALUE ? where->value : NULL;
}

void ir_record_read(IrBlock *bb, IrInst *at, IrRecordKind kind, const IrMd *where, IrMd *var,
                    IrMd *expr, IrMd *loc) {
    if (!where || where->kind != IR_MD_DI || !where->n) {
        ir_record_new(bb, at, kind, value_of(where), var, expr, loc);
        return;
    }
    IrValue **value = arena_array(bb->fn->arena, IrValue *, where->n);
    for (uint32_t i = 0; i < where->n; i++) value[i] = value_of(where->field[i].md);
    ir_record_list(bb, at, kind, where->n, value, var, expr, loc);
}

static void untrack(IrFunc *fn, IrRecordUse *use) {
    if (!is_tracked(use->value) || !use->value->recorded) return;
    *(use->prev ? &use->prev->next : &fn->recorded.at[use->value->recorded]) = use->next;
    if (use->next) use->next->prev = use->prev;
}

void ir_records_keep(IrInst *inst, bool (*keep)(const void *data, const IrRecord *record),
                     const void *data) {
    IrRecord *ring = inst->records, *next;
    inst->records = NULL;
    for (IrRecord *r = ring ? ring->next : NULL; r; r = next) {
        next = r == ring ? NULL : r->next;
        r->next = r;
        if (keep(data, r)) {
            inst->records = ir_records_join(inst->records, r);
            continue;
        }
        for (uint32_t i = 0; i < r->n; i++) untrack(inst->block->fn, &r->use[i]);
    }
}

// A record whose nodes are not what they should be says nothing: LLVM drops it too.
static bool is_tagged(const IrMd *md, Atom tag) {
    return md && md->kind == IR_MD_DI && md->text == tag;
}

typedef struct Tags {
    Atom var, expr;
} Tags;

static bool has_its_nodes(const void *data, const IrRecord *record) {
    const Tags *tags = data;
    return is_tagged(record->var, tags->var) && is_tagged(record->expr, tags->expr) &&
           record->loc && record->loc->kind == IR_MD_LOC;
}

void ir_records_check(IrFunc *fn) {
    if (!fn->recorded.n) return;
    Tags tags = {atom_cstr(fn->g.m->ctx, "DILocalVariable"),
                 atom_cstr(fn->g.m->ctx, "DIExpression")};
    IR_FOREACH_BLOCK(bb, fn) {
        IR_FOREACH_INST(i, bb) ir_records_keep(i, has_its_nodes, &tags);
    }
}

// ---- values that go -----------------------------------------------------------------------------

// What is left of an instruction that goes: operand 0 and what is to be done with it.
typedef struct {
    IrValue *from;
    uint64_t op[3];
    uint32_t n;
} Salvage;

static void add_bytes(Salvage *salvage, int64_t bytes) {
    if (bytes == 0) return;
    if (bytes > 0) {
        salvage->n = 2;
        salvage->op[0] = IR_OP_PLUS_UCONST;
        salvage->op[1] = (uint64_t)bytes;
    } else {
        salvage->n = 3;
        salvage->op[0] = IR_OP_CONSTU;
        salvage->op[1] = 0 - (uint64_t)bytes;
        salvage->op[2] = IR_OP_MINUS;
    }
}

// The bytes that constant indices step over. (What folding knows of it depends on this file.)
static bool constant_step(const IrInst *gep, int64_t *bytes) {
    const IrType *type = gep->aty;
    *bytes = 0;
    for (uint32_t k = 1; k < gep->nops; k++) {
        const IrConst *index = ir_as_cint(ir_op(gep, k));
        if (!index || index->v.type->bits > 64 || !type->sized) return false;
        bool is_struct = k > 1 && type->kind == IR_TY_STRUCT;
        if (is_struct) *bytes += (int64_t)ir_ty_member_offset(type, ir_uval(index));
        if (k > 1) type = is_struct ? ir_ty_member(type, ir_uval(index)) : type->elem;
        if (!type) return false;
        if (!is_struct) *bytes += ir_sval(index) * (int64_t)type->size;
    }
    return true;
}

// Casts that change no bits, and constant sums.
static bool can_salvage(const IrInst *inst, Salvage *salvage) {
    if (!inst->nops) return false;
    *salvage = (Salvage){.from = ir_op(inst, 0)};
    if (!salvage->from || salvage->from == &inst->v) return false;
    int64_t bytes;
    switch (inst->v.op) {
    case IR_BITCAST:
    case IR_PTRTOINT:
    case IR_INTTOPTR:
    case IR_FREEZE: return ir_ty_bits(salvage->from->type) == ir_ty_bits(inst->v.type);
    case IR_ADDRSPACECAST: // addresses of global memory are generic ones
        return salvage->from->type->kind == IR_TY_PTR &&
               salvage->from->type->as + inst->v.type->as == IR_AS_GLOBAL;
    case IR_GEP:
        if (inst->v.type->kind != IR_TY_PTR || !constant_step(inst, &bytes)) return false;
        add_bytes(salvage, bytes);
        return true;
    case IR_ADD:
    case IR_SUB: {
        const IrConst *by = ir_as_cint(ir_op(inst, 1));
        if (!by || by->v.type->bits > 64 || ir_sval(by) == INT64_MIN) return false;
        add_bytes(salvage, inst->v.op == IR_ADD ? ir_sval(by) : -ir_sval(by));
        return true;
    }
    default: return false;
    }
}

enum { MAX_STEPS = 32 };

// False: it would have too many steps.
static bool put_in_front(IrFunc *fn, IrRecord *record, const Salvage *salvage) {
    if (record->nstep + salvage->n > MAX_STEPS) return false;
    if (!salvage->n) return true;
    uint64_t *step = arena_array(fn->arena, uint64_t, record->nstep + salvage->n);
    memcpy(step, salvage->op, salvage->n * sizeof *step);
    if (record->nstep) memcpy(step + salvage->n, record->step, record->nstep * sizeof *step);
    record->step = step;
    record->nstep += salvage->n;
    record->computed = record->kind == IR_RECORD_VALUE;
    return true;
}

void ir_records_lose(IrInst *inst) {
    IrFunc *fn = inst->block->fn;
    if (!inst->v.recorded) return;
    IrRecordUse *use = fn->recorded.at[inst->v.recorded], *next;
    fn->recorded.at[inst->v.recorded] = NULL;
    inst->v.recorded = 0;
    Salvage salvage;
    bool can = can_salvage(inst, &salvage);
    for (; use; use = next) {
        next = use->next;
        use->next = NULL;
        IrRecord *record = use->record;
        // A list has an expression that says which value is meant where: not taken apart here.
        bool saved = can && record->n == 1 && put_in_front(fn, record, &salvage);
        use->value = saved ? salvage.from : NULL;
        if (saved) use->type = salvage.from->type;
        track(fn, use);
    }
}

void ir_records_lose_arg(IrArg *arg) {
    IrFunc *fn = arg->fn;
    if (!arg->v.recorded) return;
    IrRecordUse *use = fn->recorded.at[arg->v.recorded], *next;
    fn->recorded.at[arg->v.recorded] = NULL;
    arg->v.recorded = 0;
    for (; use; use = next) {
        next = use->next;
        use->next = NULL;
        use->value = NULL;
    }
}

// The table lies in the memory that will be freed.
void ir_records_untrack(IrFunc *fn) {
    if (!fn->recorded.n) return;
    for (uint32_t i = 0; i < fn->nargs; i++) fn->arg[i]->v.recorded = 0;
    IR_FOREACH_BLOCK(bb, fn) {
        IR_FOREACH_INST(i, bb) i->v.recorded = 0;
    }
    memset(&fn->recorded, 0, sizeof fn->recorded);
}

void ir_records_mark(IrBlock *bb, bool here) {
    IR_FOREACH_INST(i, bb) {
        IR_FOREACH_RECORD(r, i->records) r->here = here;
    }
}

void ir_records_move_others(IrFunc *fn, IrValue *value, IrValue *by) {
    if (!value->recorded) return;
    IrRecordUse *use = fn->recorded.at[value->recorded], *next, *kept = NULL;
    for (; use; use = next) {
        next = use->next;
        if (use->record->here) {
            push_use(&kept, use);
            continue;
        }
        use->value = by;
        use->next = NULL;
        track(fn, use);
    }
    fn->recorded.at[value->recorded] = kept;
}
