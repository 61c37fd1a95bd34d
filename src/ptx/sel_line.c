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
#include "ptx/sel.h"

struct SelLines {
    Map files;   // path -> number
    Map names;   // linkage name -> number + 1
    Buf strings; // the text of .debug_str
    VEC(SelDebugFunc) func;
};

struct SelFuncLines {
    Map files; // path -> the function's own number
    VEC(Atom) file;
    Map labels; // linkage name -> label + 1
    Map places; // inlinedAt nodes that have been printed
    bool on;    // the function has lines
    bool ended; // and labels at its ends
    uint32_t begin, end;
    SelDebugFunc debug;
    const IrMd *last;
};

SelLines *sel_lines_new(Ctx *ctx) {
    SelLines *l = arena_new(&ctx->perm, SelLines);
    map_init(&l->files, &ctx->perm);
    map_init(&l->names, &ctx->perm);
    buf_init(&l->strings, &ctx->perm);
    return l;
}

uint32_t sel_lines_kind(IrModule *m) {
    static const char *const words[] = {"NoDebug", "FullDebug", "LineTablesOnly",
                                        "DebugDirectivesOnly"};
    Atom units = atom_cstr(m->ctx, "llvm.dbg.cu"), key = atom_cstr(m->ctx, "emissionKind");
    uint32_t kind = SEL_DEBUG_NONE;
    for (uint32_t i = 0, n = ir_named_md_n(m, units); i < n; i++) {
        const IrDiField *f = ir_md_field(ir_named_md_get(m, units, i), key);
        bool is_number = f && (f->kind == IR_DI_INT || f->kind == IR_DI_UINT);
        uint32_t k = is_number ? (uint32_t)f->num : 0;
        for (uint32_t w = 0; f && f->kind == IR_DI_WORD && w < CU_COUNT(words); w++) {
            if (strcmp(atom_str(m->ctx, f->text), words[w]) == 0) k = w;
        }
        if (k && (!kind || k < kind)) kind = k;
    }
    return kind;
}

static const IrMd *node(Sel *s, const IrMd *d, const char *key) {
    const IrDiField *f = ir_md_field(d, atom_cstr(s->ctx, key));
    return f && f->kind == IR_DI_MD ? f->md : NULL;
}

static Atom text(Sel *s, const IrMd *d, const char *key) {
    const IrDiField *f = ir_md_field(d, atom_cstr(s->ctx, key));
    return f && f->kind == IR_DI_STRING ? f->text : 0;
}

static uint32_t number(Sel *s, const IrMd *d, const char *key) {
    const IrDiField *f = ir_md_field(d, atom_cstr(s->ctx, key));
    return f && (f->kind == IR_DI_INT || f->kind == IR_DI_UINT) ? (uint32_t)f->num : 0;
}

static bool is_subprogram(Sel *s, const IrMd *d) {
    return d && d->kind == IR_MD_DI && d->text == atom_cstr(s->ctx, "DISubprogram");
}

// Scopes end: they come from the input, where a scope may (wrongly) contain itself.
enum { MAX_SCOPES = 1000 };

static const IrMd *subprogram_of(Sel *s, const IrMd *scope) {
    for (uint32_t n = 0; scope && !is_subprogram(s, scope); n++)
        scope = n < MAX_SCOPES ? node(s, scope, "scope") : NULL;
    return scope;
}

// The function's number of the file of a scope; 0: it has none.
static uint32_t file_of(Sel *s, const IrMd *scope) {
    SelFuncLines *l = s->later->lines;
    const IrMd *file = NULL;
    for (uint32_t n = 0; scope && !file && n < MAX_SCOPES; n++) {
        file = node(s, scope, "file");
        scope = node(s, scope, "scope");
    }
    Atom name = file ? text(s, file, "filename") : 0, dir = file ? text(s, file, "directory") : 0;
    if (!name) return 0;
    const char *p = atom_str(s->ctx, name);
    if (*p != '/' && dir && *atom_str(s->ctx, dir))
        name = atom_printf(s->ctx, "%s/%s", atom_str(s->ctx, dir), p);
    void **slot = map_slot(&l->files, name);
    if (!*slot) {
        vec_push(s->f->arena, &l->file, name);
        *slot = (void *)(uintptr_t)l->file.n;
    }
    return (uint32_t)(uintptr_t)*slot;
}

// The label of a function's name in .debug_str; settle_names gives it its name.
static uint32_t name_label(Sel *s, const IrMd *sub) {
    Atom name = text(s, sub, "linkageName");
    if (!name) name = text(s, sub, "name");
    void **label = map_slot(&s->later->lines->labels, name);
    if (!*label) {
        Atom unnumbered = atom_cstr(s->ctx, "$L__info_string");
        *label = (void *)(uintptr_t)(ptx_newlabel(s->f, unnumbered) + 1);
    }
    return (uint32_t)(uintptr_t)*label - 1;
}

static void loc(Sel *s, uint32_t file, uint32_t line, uint32_t column, const IrMd *d) {
    PtxOpnd o[8] = {ptx_o_int(file), ptx_o_int(line), ptx_o_int(column)};
    const IrMd *at = d ? d->inlined_at : NULL, *sub = at ? subprogram_of(s, d->scope) : NULL;
    uint32_t from = at ? file_of(s, at->scope) : 0;
    if (sub && from) {
        o[3] = ptx_o_label(name_label(s, sub));
        o[4] = ptx_o_int(0);
        o[5] = ptx_o_int(from);
        o[6] = ptx_o_int(at->line);
        o[7] = ptx_o_int(at->column);
    }
    ptx_emit(s->f, PTXI_loc, PTX_NOTYPE, PTX_NOTYPE, 0, sub && from ? 8 : 3, o);
}

static uint32_t mark(Sel *s, const char *unnumbered) {
    uint32_t label = ptx_newlabel(s->f, atom_cstr(s->ctx, unnumbered));
    SEL_EMIT(s, label, NOTYPE, NOTYPE, 0, ptx_o_label(label));
    return label;
}

void sel_lines_function(Sel *s) {
    if (!s->g->lines) return;
    SelFuncLines *l = s->later->lines = arena_new(s->f->arena, SelFuncLines);
    const IrMd *sub = ir_global_get_md(&s->fn->g, atom_cstr(s->ctx, "dbg"));
    l->on = is_subprogram(s, sub);
    map_init(&l->files, s->a);
    map_init(&l->labels, s->f->arena);
    map_init(&l->places, s->a);
    uint32_t file = l->on ? file_of(s, sub) : 0, line = l->on ? number(s, sub, "scopeLine") : 0;
    if (l->on && !line) line = number(s, sub, "line");
    if (!file) return;
    loc(s, file, line, 0, NULL);
    if (!s->g->pm->debug) return;
    l->begin = mark(s, "$L__func_begin");
    l->debug = (SelDebugFunc){text(s, sub, "name"), text(s, sub, "linkageName"), file, line};
    l->ended = true;
}

void sel_lines_leave(Sel *s) {
    SelFuncLines *l = s->later->lines;
    if (l && l->ended) l->end = mark(s, "$L__func_end");
}

static bool same(const IrMd *a, const IrMd *b) {
    return a == b || (a && b && a->line == b->line && a->column == b->column &&
                      a->scope == b->scope && a->inlined_at == b->inlined_at);
}

// Prints the chain from the outermost place that has not been printed.
static void chain(Sel *s, const IrMd *d) {
    SelFuncLines *l = s->later->lines;
    VEC(const IrMd *) todo = {0};
    for (;;) {
        vec_push(s->a, &todo, d);
        const IrMd *at = d->inlined_at;
        if (!at || at->kind != IR_MD_LOC || map_get(&l->places, (uintptr_t)at)) break;
        map_put(&l->places, (uintptr_t)at, l);
        d = at;
    }
    while (todo.n) {
        const IrMd *x = vec_pop(&todo);
        uint32_t file = file_of(s, x->scope);
        if (file) loc(s, file, x->line, x->column, x);
    }
}

void sel_lines_before(Sel *s, const IrInst *i, uint32_t first) {
    SelFuncLines *l = s->later->lines;
    PtxFunc *f = s->f;
    const IrMd *d = i->dbg;
    if (!l || !l->on || !d || d->kind != IR_MD_LOC || !d->line || same(d, l->last)) return;
    uint32_t end = f->inst.n;
    if (first == end) return; // it made no code
    l->last = d;
    chain(s, d);
    // what it made goes behind
    uint32_t made = end - first, lines = f->inst.n - end;
    ArenaMark mark = arena_mark(s->a);
    PtxInst *save = arena_copy(s->a, f->inst.at + end, lines * sizeof *save, 8);
    memmove(f->inst.at + first + lines, f->inst.at + first, made * sizeof *save);
    memcpy(f->inst.at + first, save, lines * sizeof *save);
    arena_reset(s->a, mark);
}

// ---- in the order of functions ------------------------------------------------------------------

static uint32_t file_number(SelModule *g, Atom name) {
    void **slot = map_slot(&g->lines->files, name);
    if (!*slot) {
        PtxFile f = {.index = g->pm->file.n + 1, .name = name};
        vec_push(g->pm->arena, &g->pm->file, f);
        *slot = (void *)(uintptr_t)f.index;
    }
    return (uint32_t)(uintptr_t)*slot;
}

// Operands 0 and 5 of a .loc are files.
static void settle_files(SelModule *g, PtxFunc *f, const SelFuncLines *own) {
    if (!own->file.n) return;
    ArenaMark mark = arena_mark(&g->ctx->scratch);
    uint32_t *number = arena_array(&g->ctx->scratch, uint32_t, own->file.n + 1);
    for (uint32_t i = 0; i < own->file.n; i++) number[i + 1] = file_number(g, own->file.at[i]);
    VEC_FOREACH (PtxInst, in, &f->inst) {
        if (in->op != PTXI_loc) continue;
        PtxOpnd *o = ptx_opnds(f, in);
        o[0].val = number[o[0].val];
        if (in->nopnd == 8) o[5].val = number[o[5].val];
    }
    arena_reset(&g->ctx->scratch, mark);
}

// The number of a function's name in .debug_str.
static uint32_t name_number(SelModule *g, Atom name) {
    SelLines *l = g->lines;
    void **slot = map_slot(&l->names, name);
    if (!*slot) {
        *slot = (void *)(uintptr_t)l->names.n;
        buf_printf(&l->strings, "$L__info_string%u:\n.b8 ", (unsigned)l->names.n - 1);
        const char *p = atom_str(g->ctx, name);
        for (uint32_t i = 0; i < atom_len(g->ctx, name); i++)
            buf_printf(&l->strings, "%u,", (unsigned)(uint8_t)p[i]);
        buf_puts(&l->strings, "0\n");
    }
    return (uint32_t)(uintptr_t)*slot - 1;
}

static void number_label(SelModule *g, PtxFunc *f, uint32_t label, uint32_t number) {
    PtxLabel *l = &f->label.at[label];
    l->name = atom_printf(g->ctx, "%s%u", atom_str(g->ctx, l->name), (unsigned)number);
}

void sel_lines_settle(SelModule *g, PtxFunc *f, SelFuncLines *own) {
    settle_files(g, f, own);
    MAP_FOREACH (e, &own->labels)
        number_label(g, f, (uint32_t)(uintptr_t)e->val - 1, name_number(g, (Atom)e->key));
    if (!own->ended) return;
    number_label(g, f, own->begin, g->lines->func.n);
    number_label(g, f, own->end, g->lines->func.n);
    own->debug.file = file_number(g, own->file.at[own->debug.file - 1]);
    vec_push(&g->ctx->perm, &g->lines->func, own->debug);
}

static SelDebugUnit unit_of(SelModule *g) {
    Sel s = {.g = g, .ctx = g->ctx};
    const IrMd *d = ir_named_md_get(g->m, atom_cstr(g->ctx, "llvm.dbg.cu"), 0);
    const IrMd *file = node(&s, d, "file");
    return (SelDebugUnit){text(&s, d, "producer"), text(&s, file, "filename"),
                          text(&s, file, "directory")};
}

void sel_lines_end(SelModule *g) {
    SelLines *l = g->lines;
    if (l && g->pm->debug) {
        SelDebugUnit u = unit_of(g);
        sel_debug_sections(g, &u, l->func.n, l->func.at);
    }
    if (!l || !l->names.n) return;
    Atom text = atom_printf(g->ctx, "\t.section\t.debug_str\n\t{\n%s\n\t}", buf_cstr(&l->strings));
    vec_push(g->pm->arena, &g->pm->section, text);
}
