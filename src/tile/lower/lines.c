// SPDX-License-Identifier: Apache-2.0
// Source lines: the records of a module's debug information as the IR has them, as far as lines
// need it: files, one unit, functions, blocks, places and the calls that they were inlined at.
#include "tile/lower/lower_int.h"

enum { MOST_FIELDS = 8, DEPTH = 64 };
typedef struct {
    TileLower *lower;
    IrDiField field[MOST_FIELDS];
    uint32_t n;
} Node;

static IrDiField *add(Node *node, const char *key, IrDiKind kind) {
    IrDiField *field = &node->field[node->n++];
    *field = (IrDiField){.key = atom_cstr(node->lower->ctx, key), .kind = (uint8_t)kind};
    return field;
}

static void add_node(Node *node, const char *key, IrMd *linked) {
    if (linked) add(node, key, IR_DI_MD)->md = linked;
}
static void add_text(Node *node, const char *key, Atom text) {
    if (text) add(node, key, IR_DI_STRING)->text = text;
}
static void add_word(Node *node, const char *key, const char *word) {
    add(node, key, IR_DI_WORD)->text = atom_cstr(node->lower->ctx, word);
}
static void add_number(Node *node, const char *key, uint64_t number) {
    add(node, key, IR_DI_UINT)->num = (int64_t)number;
}
static IrMd *end(const Node *node, const char *tag, bool distinct) {
    return ir_md_di(node->lower->m, tag, distinct, node->n, node->field);
}

// One unit for the module, of the first file.
static IrMd *unit(TileLower *lower, IrMd *file) {
    Atom list = atom_cstr(lower->ctx, "llvm.dbg.cu");
    if (ir_named_md_n(lower->m, list)) return ir_named_md_get(lower->m, list, 0);
    Node node = {.lower = lower};
    add_word(&node, "language", "DW_LANG_Python");
    add_node(&node, "file", file);
    add_text(&node, "producer", atom_cstr(lower->ctx, "cuprum"));
    add_word(&node, "emissionKind", "DebugDirectivesOnly");
    IrMd *md = end(&node, "DICompileUnit", true);
    ir_named_md_add(lower->m, list, md);
    ir_module_flag(lower->m, 2, "Debug Info Version", ir_int(lower->m->ty_i32, 3));
    return md;
}

static IrMd *file_of(TileLower *lower, const TileDebug *file) {
    if (!file) return NULL;
    Node node = {.lower = lower};
    add_text(&node, "filename", file->text[0]);
    add_text(&node, "directory", file->text[1]);
    return end(&node, "DIFile", false);
}

static IrMd *subprogram(TileLower *lower, const TileDebug *record) {
    void **known = map_slot(lower->scopes, (uintptr_t)record);
    if (*known) return *known;
    Node node = {.lower = lower};
    IrMd *file = file_of(lower, record->ref[0]);
    add_text(&node, "name", record->text[0]);
    add_text(&node, "linkageName", record->text[1]);
    add_node(&node, "scope", file);
    add_node(&node, "file", file);
    add_number(&node, "line", record->number[0]);
    add_number(&node, "scopeLine", record->number[1]);
    add_word(&node, "spFlags", "DISPFlagDefinition");
    add_node(&node, "unit", unit(lower, file));
    IrMd *md = end(&node, "DISubprogram", true);
    map_put(lower->scopes, (uintptr_t)record, md);
    return md;
}

// The function that a place is in; NULL: it is not said.
static const TileDebug *function_of(const TileDebug *record) {
    for (int i = 0; record && i < DEPTH; i++) {
        if (record->kind == TILE_D_SUBPROGRAM) return record;
        bool inside = is_any_of(record->kind, TILE_D_LOC, TILE_D_BLOCK);
        record = inside ? record->ref[0] : record->kind == TILE_D_CALL ? record->ref[1] : NULL;
    }
    return NULL;
}

static IrMd *scope_of(TileLower *lower, const TileDebug *record, uint32_t depth) {
    if (record->kind == TILE_D_SUBPROGRAM || depth > DEPTH) return subprogram(lower, record);
    Node node = {.lower = lower};
    add_node(&node, "scope", scope_of(lower, record->ref[0], depth + 1));
    add_node(&node, "file", file_of(lower, record->ref[1]));
    add_number(&node, "line", record->number[0]);
    add_number(&node, "column", record->number[1]);
    return end(&node, "DILexicalBlock", false);
}

static IrMd *place(TileLower *lower, const TileDebug *record, IrMd *inlined, uint32_t depth) {
    if (!record || depth > DEPTH) return NULL;
    if (record->kind == TILE_D_CALL) {
        IrMd *caller = place(lower, record->ref[1], inlined, depth + 1);
        return caller ? place(lower, record->ref[0], caller, depth + 1) : NULL;
    }
    if (record->kind != TILE_D_LOC || !function_of(record)) return NULL;
    return ir_md_loc(lower->m, (uint32_t)record->number[0], (uint32_t)record->number[1],
                     scope_of(lower, record->ref[0], 0), inlined);
}

void tl_lines_begin(TileLower *lower, const TileFunc *kernel) {
    lower->function = lower->options->lines ? function_of(kernel->loc) : NULL;
    if (!lower->function) return;
    ir_global_set_md(&lower->fn->g, atom_cstr(lower->ctx, "dbg"),
                     subprogram(lower, lower->function));
}

// What lies in another function without saying where that was called has no place here.
IrMd *tl_line(TileLower *lower, const TileOp *located) {
    if (!lower->function || function_of(located->loc) != lower->function) return NULL;
    return place(lower, located->loc, NULL, 0);
}
