// SPDX-License-Identifier: Apache-2.0
// Debug records: where source variables are (LangRef and LLVM's "Source Level Debugging", of which
// #dbg_declare and #dbg_value are taken over). The records before an instruction are a ring, of
// which the instruction has the last one, so that rings are joined in constant time. A value that
// records name has its place in IrFunc.recorded, where the list of those uses begins; it is no part
// of the value's use list, because no pass shall decide otherwise for it.
#include "ir/dwarf.h"
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
    return is_any_of(value->kind, IR_V_INST, IR_V_ARG);
}

static void track(IrFunc *fn, IrRecordUse *use) {
    IrValue *value = use->value;
    if (!is_tracked(value)) return;
    if (!value->recorded) {
        value->recorded = fn->recorded.n;
        vec_push(fn->arena, &fn->recorded, NULL);
    }
    use->next = fn->recorded.at[value->recorded];
    fn->recorded.at[value->recorded] = use;
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
    *record =
        (IrRecord){record, (uint8_t)kind, n, var, expr, loc, arena_array(arena, IrRecordUse, n)};
    for (uint32_t i = 0; i < n; i++) {
        record->use[i] = (IrRecordUse){.value = value[i], .record = record};
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
            IrValue *old = r->use[i].value, *to = is_tracked(old) ? copy(data, old) : old;
            value[i] = to ? to : &ir_poison(bb->fn->g.m, old->type)->v;
        }
        ir_record_list(bb, at, (IrRecordKind)r->kind, r->n, value, r->var, r->expr, r->loc);
    }
}

// The values that metadata in front of a record's variable stands for; NULL: none is known any
// more.
static IrValue *value_of(IrModule *module, const IrMd *where) {
    bool value = where && where->kind == IR_MD_VALUE && where->value;
    return value ? where->value : &ir_poison(module, module->ty_i1)->v;
}

void ir_record_read(IrBlock *bb, IrInst *at, IrRecordKind kind, const IrMd *where, IrMd *var,
                    IrMd *expr, IrMd *loc) {
    IrModule *module = bb->fn->g.m;
    if (!where || where->kind != IR_MD_DI || !where->n) {
        ir_record_new(bb, at, kind, value_of(module, where), var, expr, loc);
        return;
    }
    IrValue **value = arena_array(bb->fn->arena, IrValue *, where->n);
    for (uint32_t i = 0; i < where->n; i++) value[i] = value_of(module, where->field[i].md);
    ir_record_list(bb, at, kind, where->n, value, var, expr, loc);
}

static void untrack(IrFunc *fn, IrRecordUse *use) {
    if (!is_tracked(use->value) || !use->value->recorded) return;
    IrRecordUse **at = &fn->recorded.at[use->value->recorded];
    while (*at && *at != use) at = &(*at)->next;
    if (*at) *at = use->next;
}

void ir_record_remove(IrInst *inst, IrRecord *record) {
    for (uint32_t i = 0; i < record->n; i++) untrack(inst->block->fn, &record->use[i]);
    IrRecord *before = inst->records;
    while (before->next != record) before = before->next;
    before->next = record->next;
    if (inst->records == record) inst->records = before == record ? NULL : before;
}

// A record whose nodes are not what they should be says nothing: LLVM drops it too.
static bool is_tagged(const IrMd *md, Atom tag) {
    return md && md->kind == IR_MD_DI && md->text == tag;
}

void ir_records_check(IrFunc *fn) {
    if (!fn->recorded.n) return;
    Atom var = atom_cstr(fn->g.m->ctx, "DILocalVariable"),
         expr = atom_cstr(fn->g.m->ctx, "DIExpression");
    IR_FOREACH_BLOCK(bb, fn) {
        IR_FOREACH_INST(i, bb) {
            IrRecord *ring = i->records;
            i->records = NULL;
            for (IrRecord *r = ring ? ring->next : NULL, *next; r; r = next) {
                next = r == ring ? NULL : r->next;
                bool good = is_tagged(r->var, var) && is_tagged(r->expr, expr) && r->loc &&
                            r->loc->kind == IR_MD_LOC;
                r->next = r;
                if (good) i->records = ir_records_join(i->records, r);
            }
        }
    }
}

// ---- expressions --------------------------------------------------------------------------------

static uint64_t number_of(const IrModule *module, const IrDiField *field) {
    uint64_t value = 0;
    if (field->kind != IR_DI_WORD) return (uint64_t)field->num;
    const char *word = atom_str(module->ctx, field->text);
    if (!ir_dwarf_number(DW_OP, word, strlen(word), &value))
        ir_dwarf_number(DW_ATE, word, strlen(word), &value);
    return value;
}

uint32_t ir_expression_ops(const IrModule *module, const IrMd *expr, uint32_t max, uint64_t *op) {
    uint32_t n = expr && expr->kind == IR_MD_DI ? expr->n : 0;
    for (uint32_t i = 0; i < n && i < max; i++) op[i] = number_of(module, &expr->field[i]);
    return n;
}

// The operations that are put into expressions here.
enum {
    OP_DEREF = 0x06,
    OP_CONSTU = 0x10,
    OP_MINUS = 0x1c,
    OP_PLUS_UCONST = 0x23,
    OP_STACK_VALUE = 0x9f,
    OP_FRAGMENT = 0x1000
};
static const struct {
    uint16_t op;
    const char *name;
} op_names[] = {{OP_DEREF, "DW_OP_deref"},
                {OP_CONSTU, "DW_OP_constu"},
                {OP_MINUS, "DW_OP_minus"},
                {OP_PLUS_UCONST, "DW_OP_plus_uconst"},
                {OP_STACK_VALUE, "DW_OP_stack_value"},
                {OP_FRAGMENT, "DW_OP_LLVM_fragment"}};

// Operations stand by their names, numbers as they are.
static IrDiField operation(IrModule *module, uint64_t op) {
    uint32_t i = 0;
    while (i + 1 < CU_COUNT(op_names) && op_names[i].op != op) i++;
    return (IrDiField){.kind = IR_DI_WORD, .text = atom_cstr(module->ctx, op_names[i].name)};
}

static IrDiField number(uint64_t n) {
    return (IrDiField){.kind = IR_DI_UINT, .num = (int64_t)n};
}

enum { MAX_OPS = 64 };

// Where the fragment begins, or the end; whether DW_OP_stack_value is there.
static uint32_t end_of_ops(const IrModule *module, const IrMd *expr, bool *stack_value) {
    uint32_t i = 0;
    *stack_value = false;
    while (i < expr->n) {
        uint64_t op = number_of(module, &expr->field[i]);
        if (op == OP_FRAGMENT) break;
        if (op == OP_STACK_VALUE) *stack_value = true;
        i += 1 + ir_dwarf_operands(op);
    }
    return CU_MIN(i, expr->n);
}

IrMd *ir_expression_prepend(IrModule *module, const IrMd *expr, uint32_t n, const uint64_t *op,
                            bool value) {
    if (expr->kind != IR_MD_DI || expr->n + n + 1 > MAX_OPS) return NULL;
    IrDiField field[MAX_OPS];
    uint32_t count = 0;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t operands = ir_dwarf_operands(op[i]);
        field[count++] = operation(module, op[i]);
        for (; operands && i + 1 < n; operands--) field[count++] = number(op[++i]);
    }
    bool has_value;
    uint32_t end = end_of_ops(module, expr, &has_value);
    memcpy(field + count, expr->field, end * sizeof *field);
    count += end;
    if (value && !has_value) field[count++] = operation(module, OP_STACK_VALUE);
    memcpy(field + count, expr->field + end, (expr->n - end) * sizeof *field);
    count += expr->n - end;
    return ir_md_di(module, "DIExpression", false, count, field);
}

// A fragment of a fragment lies in it.
IrMd *ir_expression_fragment(IrModule *module, const IrMd *expr, uint64_t bit, uint64_t bits) {
    if (expr->kind != IR_MD_DI || expr->n + 3 > MAX_OPS) return NULL;
    IrDiField field[MAX_OPS];
    bool has_value;
    uint32_t end = end_of_ops(module, expr, &has_value);
    if (end + 2 < expr->n) {
        uint64_t from = number_of(module, &expr->field[end + 1]),
                 size = number_of(module, &expr->field[end + 2]);
        if (bit + bits > size) return NULL;
        bit += from;
    }
    memcpy(field, expr->field, end * sizeof *field);
    field[end] = operation(module, OP_FRAGMENT);
    field[end + 1] = number(bit);
    field[end + 2] = number(bits);
    return ir_md_di(module, "DIExpression", false, end + 3, field);
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
        salvage->op[0] = OP_PLUS_UCONST;
        salvage->op[1] = (uint64_t)bytes;
    } else {
        salvage->n = 3;
        salvage->op[0] = OP_CONSTU;
        salvage->op[1] = 0 - (uint64_t)bytes;
        salvage->op[2] = OP_MINUS;
    }
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
    case IR_GEP:
        if (!ir_gep_const_offset(inst, &bytes)) return false;
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

void ir_records_lose(IrInst *inst) {
    IrModule *module = inst->block->fn->g.m;
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
        IrMd *expr = NULL;
        if (can && record->n == 1) {
            bool value = record->kind == IR_RECORD_VALUE;
            expr = salvage.n
                       ? ir_expression_prepend(module, record->expr, salvage.n, salvage.op, value)
                       : record->expr;
        }
        use->value = expr ? salvage.from : &ir_poison(module, inst->v.type)->v;
        if (expr) record->expr = expr;
        track(fn, use);
    }
}
