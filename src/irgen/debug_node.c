// SPDX-License-Identifier: Apache-2.0
// Nodes of debug information, field by field.
#include "irgen/debug.h"

DiNode di_begin(Gen *gen) {
    return (DiNode){.gen = gen};
}

static IrDiField *add_field(DiNode *node, const char *key, IrDiKind kind) {
    CU_ASSERT(node->gen->ctx, node->n < DI_FIELDS_MAX);
    IrDiField *field = &node->field[node->n++];
    *field = (IrDiField){.key = atom_cstr(node->gen->ctx, key), .kind = (uint8_t)kind};
    return field;
}

void di_text(DiNode *node, const char *key, Atom text) {
    if (text) add_field(node, key, IR_DI_STRING)->text = text;
}

void di_md(DiNode *node, const char *key, IrMd *md) {
    if (md) add_field(node, key, IR_DI_MD)->md = md;
}

void di_null(DiNode *node, const char *key) {
    add_field(node, key, IR_DI_MD)->md = NULL;
}

void di_word(DiNode *node, const char *key, const char *word) {
    if (word) add_field(node, key, IR_DI_WORD)->text = atom_cstr(node->gen->ctx, word);
}

void di_number(DiNode *node, const char *key, int64_t number) {
    add_field(node, key, number < 0 ? IR_DI_INT : IR_DI_UINT)->num = number;
}

void di_nonzero(DiNode *node, const char *key, uint64_t number) {
    if (number) di_number(node, key, (int64_t)number);
}

void di_place(DiNode *node, Pos pos) {
    SrcLoc loc;
    if (!pos || !source_resolve(node->gen->ctx, pos, &loc)) return;
    di_md(node, "file", di_file(node->gen, loc.file));
    di_nonzero(node, "line", loc.line);
}

IrMd *di_end(const DiNode *node, const char *tag) {
    return ir_md_di(node->gen->m, tag, false, node->n, node->field);
}

IrMd *di_end_distinct(const DiNode *node, const char *tag) {
    return ir_md_di(node->gen->m, tag, true, node->n, node->field);
}

void di_fill(const DiNode *node, IrMd *md) {
    CU_ASSERT(node->gen->ctx, md->distinct);
    md->n = node->n;
    md->field =
        arena_copy(&node->gen->m->arena, node->field, node->n * sizeof(IrDiField), sizeof(void *));
}

IrMd *di_list(Gen *gen, uint32_t n, IrMd *const *op) {
    return ir_md_node(gen->m, n, op);
}
