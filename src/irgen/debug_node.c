// SPDX-License-Identifier: Apache-2.0
// Nodes of debug information, field by field; those of the unit and its files.
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

void di_md_or_null(DiNode *node, const char *key, IrMd *md) {
    add_field(node, key, IR_DI_MD)->md = md;
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

const char *di_flags(Gen *gen, const char *flags, const char *more) {
    if (!flags || !more) return flags ? flags : more;
    return arena_printf(&gen->ctx->perm, "%s | %s", flags, more);
}

// ---- unit and files ----------------------------------------------------------------------------

// -lineinfo wants no more than the lines; a debugger what there is.
static void begin_unit(Gen *gen, IrMd *file) {
    DiNode node = di_begin(gen);
    di_word(&node, "language", "DW_LANG_C_plus_plus");
    di_md(&node, "file", file);
    di_text(&node, "producer", atom_cstr(gen->ctx, "cuprum"));
    if (gen->debug) di_word(&node, "isOptimized", gen->opt.optimized ? "true" : "false");
    di_word(&node, "emissionKind", gen->debug ? "FullDebug" : "DebugDirectivesOnly");
    gen->di_unit = di_end_distinct(&node, "DICompileUnit");
    ir_named_md_add(gen->m, atom_cstr(gen->ctx, "llvm.dbg.cu"), gen->di_unit);
    ir_module_flag(gen->m, 2, "Debug Info Version", ir_int(gen->m->ty_i32, 3));
}

// The unit is of the first function's file; a debugger's of the file that was given.
IrMd *di_file(Gen *gen, Atom name) {
    void **slot = map_slot(&gen->di_files, name);
    if (*slot) return *slot;
    bool relative = *atom_str(gen->ctx, name) != '/';
    Atom dir = relative && gen->opt.directory ? atom_cstr(gen->ctx, gen->opt.directory) : 0;
    IrDiField field[2] = {{atom_cstr(gen->ctx, "filename"), IR_DI_STRING, false, {.text = name}},
                          {atom_cstr(gen->ctx, "directory"), IR_DI_STRING, false, {.text = dir}}};
    IrMd *file = ir_md_di(gen->m, "DIFile", false, CU_COUNT(field), field);
    map_put(&gen->di_files, name, file);
    if (!gen->di_unit) begin_unit(gen, file);
    return file;
}
