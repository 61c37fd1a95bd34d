// SPDX-License-Identifier: Apache-2.0
// The expressions of debug records (LangRef, DIExpression): read as numbers, and made longer.
#include "ir/dwarf.h"
#include "ir/ir_int.h"

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
static const struct {
    uint16_t op;
    const char *name;
} op_names[] = {{IR_OP_DEREF, "DW_OP_deref"},
                {IR_OP_CONSTU, "DW_OP_constu"},
                {IR_OP_MINUS, "DW_OP_minus"},
                {IR_OP_PLUS_UCONST, "DW_OP_plus_uconst"},
                {IR_OP_STACK_VALUE, "DW_OP_stack_value"},
                {IR_OP_FRAGMENT, "DW_OP_LLVM_fragment"}};

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
        if (op == IR_OP_FRAGMENT) break;
        if (op == IR_OP_STACK_VALUE) *stack_value = true;
        i += 1 + ir_dwarf_operands(op);
    }
    return CU_MIN(i, expr->n);
}

static IrMd *prepend(IrModule *module, const IrMd *expr, uint32_t n, const uint64_t *op,
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
    if (value && !has_value) field[count++] = operation(module, IR_OP_STACK_VALUE);
    memcpy(field + count, expr->field + end, (expr->n - end) * sizeof *field);
    count += expr->n - end;
    return ir_md_di(module, "DIExpression", false, count, field);
}

IrMd *ir_record_expression(IrModule *module, const IrRecord *record) {
    if (!record->nstep) return record->expr;
    IrMd *expr = prepend(module, record->expr, record->nstep, record->step, record->computed);
    return expr ? expr : record->expr;
}

// That of its type, which qualifiers and typedefs do not say.
uint64_t ir_variable_bits(const IrModule *module, const IrMd *var) {
    Atom size = atom_cstr(module->ctx, "size"), base = atom_cstr(module->ctx, "baseType");
    const IrDiField *type = ir_md_field(var, atom_cstr(module->ctx, "type"));
    for (int n = 0; type && n < 100; n++) {
        const IrDiField *bits = ir_md_field(type->md, size);
        if (bits && is_any_of(bits->kind, IR_DI_UINT, IR_DI_INT)) return (uint64_t)bits->num;
        type = ir_md_field(type->md, base);
    }
    return 0;
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
    field[end] = operation(module, IR_OP_FRAGMENT);
    field[end + 1] = number(bit);
    field[end + 2] = number(bits);
    return ir_md_di(module, "DIExpression", false, end + 3, field);
}
