// SPDX-License-Identifier: Apache-2.0
// Source lines (PTX ISA, "Debugging Directives": .loc and .file; .section .debug_str for the names
// of inlined functions), as NVIDIA's compiler prints them for -lineinfo:
//  - one .loc with column 0 at the start of a function that has lines, then one before each
//    instruction whose location is another than that before it;
//  - code that was inlined says the function's name and where (", function_name LABEL, inlined_at
//    FILE LINE COLUMN"), with one step of the chain; the place itself has a .loc of its own before,
//    once in a function (two calls are two places, though they be on one line);
//  - files are numbered and names labelled in the order of their first use.
#include "ptx/sel.h"

struct SelLines {
    Map files;   // path -> number
    Map names;   // linkage name -> number + 1
    Map labels;  // linkage name -> label of the function at hand + 1
    Map places;  // inlinedAt nodes that have been printed in it
    bool on;     // the function has lines
    bool marked; // and labels at its ends
    const IrMd *last;
    Buf strings; // the text of .debug_str
    VEC(SelDebugFunc) func;
};

SelLines *sel_lines_new(Ctx *ctx) {
    SelLines *l = arena_new(&ctx->perm, SelLines);
    map_init(&l->files, &ctx->perm);
    map_init(&l->names, &ctx->perm);
    map_init(&l->labels, &ctx->perm);
    map_init(&l->places, &ctx->perm);
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

// The number of the file of a scope; 0: it has none.
static uint32_t file_of(Sel *s, const IrMd *scope) {
    SelLines *l = s->g->lines;
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
        PtxFile f = {.index = s->g->pm->file.n + 1, .name = name};
        vec_push(s->g->pm->arena, &s->g->pm->file, f);
        *slot = (void *)(uintptr_t)f.index;
    }
    return (uint32_t)(uintptr_t)*slot;
}

// The label of a function's name in .debug_str.
static uint32_t name_label(Sel *s, const IrMd *sub) {
    SelLines *l = s->g->lines;
    Atom name = text(s, sub, "linkageName");
    if (!name) name = text(s, sub, "name");
    void **no = map_slot(&l->names, name), **label = map_slot(&l->labels, name);
    if (!*no) {
        *no = (void *)(uintptr_t)l->names.n;
        buf_printf(&l->strings, "$L__info_string%u:\n.b8 ", (unsigned)l->names.n - 1);
        const char *p = atom_str(s->ctx, name);
        for (uint32_t i = 0; i < atom_len(s->ctx, name); i++)
            buf_printf(&l->strings, "%u,", (unsigned)(uint8_t)p[i]);
        buf_puts(&l->strings, "0\n");
    }
    if (!*label) {
        Atom a = atom_printf(s->ctx, "$L__info_string%u", (unsigned)(uintptr_t)*no - 1);
        *label = (void *)(uintptr_t)(ptx_newlabel(s->f, a) + 1);
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

static void mark(Sel *s, const char *what, uint32_t n) {
    uint32_t label = ptx_newlabel(s->f, atom_printf(s->ctx, "$L__func_%s%u", what, (unsigned)n));
    SEL_EMIT(s, label, NOTYPE, NOTYPE, 0, ptx_o_label(label));
}

void sel_lines_function(Sel *s) {
    SelLines *l = s->g->lines;
    if (!l) return;
    l->marked = false;
    const IrMd *sub = ir_global_get_md(&s->fn->g, atom_cstr(s->ctx, "dbg"));
    l->last = NULL;
    l->on = is_subprogram(s, sub);
    map_init(&l->labels, s->a);
    map_init(&l->places, s->a);
    uint32_t file = l->on ? file_of(s, sub) : 0, line = l->on ? number(s, sub, "scopeLine") : 0;
    if (l->on && !line) line = number(s, sub, "line");
    if (!file) return;
    loc(s, file, line, 0, NULL);
    if (!s->g->pm->debug) return;
    mark(s, "begin", l->func.n);
    vec_push(&s->ctx->perm, &l->func,
             ((SelDebugFunc){text(s, sub, "name"), text(s, sub, "linkageName"), file, line}));
    l->marked = true;
}

void sel_lines_leave(Sel *s) {
    SelLines *l = s->g->lines;
    if (l && l->marked) mark(s, "end", l->func.n - 1);
}

static bool same(const IrMd *a, const IrMd *b) {
    return a == b || (a && b && a->line == b->line && a->column == b->column &&
                      a->scope == b->scope && a->inlined_at == b->inlined_at);
}

// Prints the chain from the outermost place that has not been printed.
static void chain(Sel *s, const IrMd *d) {
    SelLines *l = s->g->lines;
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
    SelLines *l = s->g->lines;
    PtxFunc *f = s->f;
    const IrMd *d = i->dbg;
    if (!l || !l->on || !d || d->kind != IR_MD_LOC || !d->line || same(d, l->last)) return;
    uint32_t end = f->inst.n;
    if (first == end) return; // it made no code
    l->last = d;
    chain(s, d);
    // what it made goes behind
    uint32_t made = end - first, lines = f->inst.n - end;
    ArenaMark mark = arena_mark(&s->ctx->perm);
    PtxInst *save = arena_copy(&s->ctx->perm, f->inst.at + end, lines * sizeof *save, 8);
    memmove(f->inst.at + first + lines, f->inst.at + first, made * sizeof *save);
    memcpy(f->inst.at + first, save, lines * sizeof *save);
    arena_reset(&s->ctx->perm, mark);
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
