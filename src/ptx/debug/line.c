// SPDX-License-Identifier: Apache-2.0
// Source lines (PTX ISA, "Debugging Directives": .loc and .file; .section .debug_str for the names
// of inlined functions), as NVIDIA's compiler prints them for -lineinfo:
//  - one .loc with column 0 at the start of a function that has lines, then one before each
//    instruction whose location is another than that before it;
//  - code that was inlined says the function's name and where (", function_name LABEL, inlined_at
//    FILE LINE COLUMN"), with one step of the chain; the place itself has a .loc of its own before,
//    once in a function (two calls are two places, though they be on one line);
//  - files are numbered and names labelled in the order of their first use.
// A function, which is selected on some thread, numbers its files for itself; sel_lines_settle
// makes them the module's.
#include "ptx/debug/debug.h"

#include "ptx/form/op.h"

struct SelLines {
    Map files;      // path -> number
    Map names;      // linkage name -> number + 1
    Buf strings;    // the text of .debug_str
    uint32_t nfunc; // those with labels at their ends
};

struct SelFuncLines {
    Map files; // path -> the function's own number
    VEC(Atom) file;
    Map labels; // linkage name -> label + 1
    Map places; // inlinedAt nodes that have been printed
    bool on;    // the function has lines
    bool ended; // and labels at its ends
    uint32_t begin, end;
    const IrMd *last;
};

SelLines *sel_lines_new(Ctx *ctx) {
    SelLines *l = arena_new(&ctx->perm, SelLines);
    map_init(&l->files, &ctx->perm);
    map_init(&l->names, &ctx->perm);
    buf_init(&l->strings, &ctx->perm);
    return l;
}

// The smallest kind of debug information that a unit asks for, but none.
uint32_t sel_lines_kind(IrModule *module) {
    static const char *const words[] = {"NoDebug", "FullDebug", "LineTablesOnly",
                                        "DebugDirectivesOnly"};
    Atom units = atom_cstr(module->ctx, "llvm.dbg.cu"),
         key = atom_cstr(module->ctx, "emissionKind");
    uint32_t kind = SEL_DEBUG_NONE;
    for (uint32_t i = 0, n = ir_named_md_n(module, units); i < n; i++) {
        const IrDiField *f = ir_md_field(ir_named_md_get(module, units, i), key);
        bool is_number = f && is_any_of(f->kind, IR_DI_INT, IR_DI_UINT);
        uint32_t k = is_number ? (uint32_t)f->num : 0;
        for (uint32_t w = 0; f && f->kind == IR_DI_WORD && w < CU_COUNT(words); w++) {
            if (strcmp(atom_str(module->ctx, f->text), words[w]) == 0) k = w;
        }
        // Units without any do not count.
        if (k && (!kind || k < kind)) kind = k;
    }
    return kind;
}

// Scopes end: they come from the input, where a scope may (wrongly) contain itself.
enum { MAX_SCOPES = 1000 };

// The function that a scope is part of.
static const IrMd *subprogram_of(Sel *sel, const IrMd *scope) {
    for (uint32_t n = 0; scope && !ir_di_is(sel->ctx, scope, "DISubprogram"); n++)
        scope = n < MAX_SCOPES ? ir_di_node(sel->ctx, scope, "scope") : NULL;
    return scope;
}

// The path of a DIFile, 0 for none. A relative one is relative to the directory of the compilation.
static Atom path_of(Ctx *ctx, const IrMd *file) {
    Atom filename = ir_di_text(ctx, file, "filename"), dir = ir_di_text(ctx, file, "directory");
    if (!filename) return 0;
    const char *name = atom_str(ctx, filename);
    bool in_dir = dir && *atom_str(ctx, dir);
    if (*name == '/' || !in_dir) return filename;
    return atom_printf(ctx, "%s/%s", atom_str(ctx, dir), name);
}

// The function's number of the file of a scope; 0: it has none.
static uint32_t file_of(Sel *sel, const IrMd *scope) {
    SelFuncLines *func_lines = sel->later->lines;
    const IrMd *file = NULL;
    for (uint32_t n = 0; scope && !file && n < MAX_SCOPES; n++) {
        file = ir_di_node(sel->ctx, scope, "file");
        scope = ir_di_node(sel->ctx, scope, "scope");
    }
    Atom name = path_of(sel->ctx, file);
    if (!name) return 0;
    void **slot = map_slot(&func_lines->files, name);
    // Numbers count from 1 in the order of their first use.
    if (!*slot) {
        vec_push(sel->f->arena, &func_lines->file, name);
        *slot = (void *)(uintptr_t)func_lines->file.n;
    }
    return (uint32_t)(uintptr_t)*slot;
}

// The label of a function's name in .debug_str; settle_names gives it its name.
static uint32_t name_label(Sel *sel, const IrMd *sub) {
    Atom name = ir_di_text(sel->ctx, sub, "linkageName");
    if (!name) name = ir_di_text(sel->ctx, sub, "name");
    void **label = map_slot(&sel->later->lines->labels, name);
    if (!*label) {
        Atom unnumbered = atom_cstr(sel->ctx, "$L__info_string");
        *label = (void *)(uintptr_t)(ptx_newlabel(sel->f, unnumbered) + 1);
    }
    return (uint32_t)(uintptr_t)*label - 1;
}

// One .loc; a location with a place where its code was inlined gives the long form.
static void loc(Sel *sel, uint32_t file, uint32_t line, uint32_t column, const IrMd *location) {
    PtxOpnd opnd[8] = {ptx_o_int(file), ptx_o_int(line), ptx_o_int(column)};
    const IrMd *at = location ? location->inlined_at : NULL,
               *sub = at ? subprogram_of(sel, location->scope) : NULL;
    uint32_t from = at ? file_of(sel, at->scope) : 0;
    if (sub && from) {
        opnd[3] = ptx_o_label(name_label(sel, sub));
        opnd[4] = ptx_o_int(0);
        opnd[5] = ptx_o_int(from);
        opnd[6] = ptx_o_int(at->line);
        opnd[7] = ptx_o_int(at->column);
    }
    ptx_emit(sel->f, PTXI_loc, PTX_NOTYPE, PTX_NOTYPE, 0, sub && from ? 8 : 3, opnd);
}

// A label at this place, which is numbered when the order of functions is known.
static uint32_t mark(Sel *sel, const char *unnumbered) {
    uint32_t label = ptx_newlabel(sel->f, atom_cstr(sel->ctx, unnumbered));
    SEL_EMIT(sel, place, NOTYPE, NOTYPE, 0, ptx_o_label(label));
    return label;
}

void sel_lines_function(Sel *sel) {
    if (!sel->g->lines) return;
    SelFuncLines *func_lines = sel->later->lines = arena_new(sel->f->arena, SelFuncLines);
    const IrMd *sub = ir_global_get_md(&sel->fn->g, atom_cstr(sel->ctx, "dbg"));
    func_lines->on = ir_di_is(sel->ctx, sub, "DISubprogram");
    map_init(&func_lines->files, sel->a);
    map_init(&func_lines->labels, sel->f->arena);
    map_init(&func_lines->places, sel->a);
    uint32_t file = func_lines->on ? file_of(sel, sub) : 0,
             line = func_lines->on ? (uint32_t)ir_di_number(sel->ctx, sub, "scopeLine") : 0;
    // The line of the opening brace, or else of the name.
    if (func_lines->on && !line) line = (uint32_t)ir_di_number(sel->ctx, sub, "line");
    if (!file) return;
    loc(sel, file, line, 0, NULL);
    if (!sel->g->pm->debug) return;
    func_lines->begin = mark(sel, "$L__func_begin");
    func_lines->ended = true;
    sel_places_function(sel, sub, func_lines->begin);
}

void sel_lines_leave(Sel *sel) {
    SelFuncLines *l = sel->later->lines;
    if (!l || !l->ended) return;
    l->end = mark(sel, "$L__func_end");
    sel_places_leave(sel, l->end);
}

// Two nodes may say the same.
static bool same(const IrMd *md, const IrMd *node) {
    return md == node || (md && node && md->line == node->line && md->column == node->column &&
                          md->scope == node->scope && md->inlined_at == node->inlined_at);
}

// Prints the chain from the outermost place that has not been printed.
static void chain(Sel *sel, const IrMd *location) {
    SelFuncLines *func_lines = sel->later->lines;
    VEC(const IrMd *) todo = {0};
    for (;;) {
        vec_push(sel->a, &todo, location);
        const IrMd *at = location->inlined_at;
        // What has been printed stands for all that is outside of it.
        if (!at || at->kind != IR_MD_LOC || map_get(&func_lines->places, (uintptr_t)at)) break;
        map_put(&func_lines->places, (uintptr_t)at, func_lines);
        location = at;
    }
    while (todo.n) {
        const IrMd *x = vec_pop(&todo);
        uint32_t file = file_of(sel, x->scope);
        if (file) loc(sel, file, x->line, x->column, x);
    }
}

void sel_lines_before(Sel *sel, const IrInst *selected, uint32_t first) {
    SelFuncLines *func_lines = sel->later->lines;
    PtxFunc *fn = sel->f;
    const IrMd *md = selected->dbg;
    if (!func_lines || !func_lines->on || !md || md->kind != IR_MD_LOC || !md->line ||
        same(md, func_lines->last))
        return;
    uint32_t end = fn->inst.n;
    if (first == end) return; // it made no code
    func_lines->last = md;
    sel_places_scope(sel, md);
    chain(sel, md);
    // what it made goes behind
    uint32_t made = end - first, lines = fn->inst.n - end;
    ArenaMark mark = arena_mark(sel->a);
    PtxInst *save = arena_copy(sel->a, fn->inst.at + end, lines * sizeof *save, 8);
    memmove(fn->inst.at + first + lines, fn->inst.at + first, made * sizeof *save);
    memcpy(fn->inst.at + first, save, lines * sizeof *save);
    arena_reset(sel->a, mark);
}

// ---- in the order of functions ------------------------------------------------------------------

// The module's number of a path.
static uint32_t file_number(SelModule *sel_module, Atom name) {
    void **slot = map_slot(&sel_module->lines->files, name);
    if (!*slot) {
        PtxFile f = {.index = sel_module->pm->file.n + 1, .name = name};
        vec_push(sel_module->pm->arena, &sel_module->pm->file, f);
        *slot = (void *)(uintptr_t)f.index;
    }
    return (uint32_t)(uintptr_t)*slot;
}

uint32_t sel_lines_file(SelModule *sel_module, const IrMd *file) {
    Atom name = path_of(sel_module->ctx, file);
    return name ? file_number(sel_module, name) : 0;
}

// Operands 0 and 5 of a .loc are files.
static void settle_files(SelModule *sel_module, PtxFunc *fn, const SelFuncLines *own) {
    if (!own->file.n) return;
    ArenaMark mark = arena_mark(&sel_module->ctx->scratch);
    uint32_t *number = arena_array(&sel_module->ctx->scratch, uint32_t, own->file.n + 1);
    for (uint32_t i = 0; i < own->file.n; i++)
        number[i + 1] = file_number(sel_module, own->file.at[i]);
    VEC_FOREACH (PtxInst, in, &fn->inst) {
        if (in->op != PTXI_loc) continue;
        PtxOpnd *o = ptx_opnds(fn, in);
        o[0].val = number[o[0].val];
        if (in->nopnd == 8) o[5].val = number[o[5].val];
    }
    arena_reset(&sel_module->ctx->scratch, mark);
}

// The number of a function's name in .debug_str.
static uint32_t name_number(SelModule *sel_module, Atom name) {
    SelLines *lines = sel_module->lines;
    void **slot = map_slot(&lines->names, name);
    if (!*slot) {
        // The map has an entry for it already, so its size is the number of this name.
        *slot = (void *)(uintptr_t)lines->names.n;
        buf_printf(&lines->strings, "$L__info_string%u:\n.b8 ", (unsigned)lines->names.n - 1);
        const char *p = atom_str(sel_module->ctx, name);
        for (uint32_t i = 0; i < atom_len(sel_module->ctx, name); i++)
            buf_printf(&lines->strings, "%u,", (unsigned)(uint8_t)p[i]);
        // A zero ends the string.
        buf_puts(&lines->strings, "0\n");
    }
    return (uint32_t)(uintptr_t)*slot - 1;
}

static void number_label(SelModule *sel_module, PtxFunc *fn, uint32_t label, uint32_t number) {
    PtxLabel *l = &fn->label.at[label];
    l->name =
        atom_printf(sel_module->ctx, "%s%u", atom_str(sel_module->ctx, l->name), (unsigned)number);
}

void sel_lines_settle(SelModule *sel_module, PtxFunc *fn, SelFuncLines *own) {
    settle_files(sel_module, fn, own);
    // Labels get the number of their name.
    MAP_FOREACH (e, &own->labels)
        number_label(sel_module, fn, (uint32_t)(uintptr_t)e->val - 1,
                     name_number(sel_module, (Atom)e->key));
    if (!own->ended) return;
    number_label(sel_module, fn, own->begin, sel_module->lines->nfunc);
    number_label(sel_module, fn, own->end, sel_module->lines->nfunc++);
}

void sel_lines_end(SelModule *sel_module) {
    SelLines *l = sel_module->lines;
    if (l && sel_module->pm->debug)
        dwarf_module(sel_module, sel_module->places.n, sel_module->places.at);
    if (!l || !l->names.n) return;
    Atom text =
        atom_printf(sel_module->ctx, "\t.section\t.debug_str\n\t{\n%s\n\t}", buf_cstr(&l->strings));
    vec_push(sel_module->pm->arena, &sel_module->pm->section, text);
}
