// SPDX-License-Identifier: Apache-2.0
// Source positions for -lineinfo: a DICompileUnit, a DIFile for each file, a DISubprogram for each
// function, a DILocation for each statement and each part of a loop's head. What precedes a
// function's first statement has no location, as in NVIDIA's compiler: it belongs to the line of
// the function.
#include "irgen/gen.h"

static IrDiField text_field(Gen *g, const char *key, Atom text) {
    return (IrDiField){.key = atom_cstr(g->ctx, key), .kind = IR_DI_STRING, .text = text};
}

static IrDiField word_field(Gen *g, const char *key, const char *word) {
    return (IrDiField){
        .key = atom_cstr(g->ctx, key), .kind = IR_DI_WORD, .text = atom_cstr(g->ctx, word)};
}

static IrDiField node_field(Gen *g, const char *key, IrMd *md) {
    return (IrDiField){.key = atom_cstr(g->ctx, key), .kind = IR_DI_MD, .md = md};
}

static IrDiField number_field(Gen *g, const char *key, uint32_t n) {
    return (IrDiField){.key = atom_cstr(g->ctx, key), .kind = IR_DI_UINT, .num = n};
}

static IrMd *di_file(Gen *g, Atom name) {
    void **slot = map_slot(&g->di_files, name);
    if (*slot) return *slot;
    bool relative = *atom_str(g->ctx, name) != '/';
    Atom dir = relative && g->opt.directory ? atom_cstr(g->ctx, g->opt.directory) : 0;
    IrDiField f[2] = {text_field(g, "filename", name), text_field(g, "directory", dir)};
    IrMd *file = ir_md_di(g->m, "DIFile", false, 2, f);
    map_put(&g->di_files, name, file);
    if (!g->di_unit) { // of the first function's file
        IrDiField cu[4] = {word_field(g, "language", "DW_LANG_C_plus_plus"),
                           node_field(g, "file", file),
                           text_field(g, "producer", atom_cstr(g->ctx, "cuprum")),
                           word_field(g, "emissionKind", // as NVIDIA's libNVVM takes it
                                      g->opt.debug ? "LineTablesOnly" : "DebugDirectivesOnly")};
        g->di_unit = ir_md_di(g->m, "DICompileUnit", true, 4, cu);
        ir_named_md_add(g->m, atom_cstr(g->ctx, "llvm.dbg.cu"), g->di_unit);
        ir_module_flag(g->m, 2, "Debug Info Version", ir_int(g->m->ty_i32, 3));
    }
    return file;
}

IrMd *gen_di_function(Gen *g, FuncDecl *fd) {
    void **slot = map_slot(&g->di_sub, (uintptr_t)fd);
    if (*slot) return *slot;
    SrcLoc loc = {0};
    source_resolve(g->ctx, fd->d.pos, &loc);
    IrMd *file = di_file(g, loc.file);
    IrDiField f[] = {text_field(g, "name", fd->d.name),
                     text_field(g, "linkageName", cxx_mangle(g->x, &fd->d)),
                     node_field(g, "scope", file),
                     node_field(g, "file", file),
                     number_field(g, "line", loc.line),
                     number_field(g, "scopeLine", loc.line),
                     word_field(g, "spFlags", "DISPFlagDefinition"),
                     node_field(g, "unit", g->di_unit)};
    IrMd *md = ir_md_di(g->m, "DISubprogram", true, CU_COUNT(f), f);
    map_put(&g->di_sub, (uintptr_t)fd, md);
    return md;
}

void gen_loc(Fn *fn, Pos pos) {
    Gen *g = fn->g;
    SrcLoc loc;
    if (!g->opt.line_info || !pos || !source_resolve(g->ctx, pos, &loc)) return;
    IrMd *scope = gen_di_function(g, fn->fd), *file = di_file(g, loc.file);
    if (ir_md_field(scope, atom_cstr(g->ctx, "file"))->md != file) { // included in the body
        IrDiField f[] = {node_field(g, "scope", scope), node_field(g, "file", file),
                         number_field(g, "discriminator", 0)};
        scope = ir_md_di(g->m, "DILexicalBlockFile", false, CU_COUNT(f), f);
    }
    fn->b.dbg = ir_md_loc(g->m, loc.line, loc.col, scope, NULL);
}

// Where an expression begins; the position of one with operators is that of its operator.
static Pos begin_of(const Expr *e) {
    for (;;) {
        bool postfix = e->kind == E_UNARY && (e->op == OP_POSTINC || e->op == OP_POSTDEC);
        bool left = e->kind == E_BINARY || e->kind == E_ASSIGN || e->kind == E_COND ||
                    e->kind == E_SUBSCRIPT || e->kind == E_MEMBER || e->kind == E_CLEANUPS;
        if (!postfix && !left && !(e->kind == E_CAST && e->flags & EF_IMPLICIT)) return e->pos;
        e = e->a;
    }
}

void gen_loc_expr(Fn *fn, const Expr *e, Pos outer) {
    SrcLoc at, start;
    if (!fn->g->opt.line_info) return;
    Pos pos = begin_of(e);
    bool same = outer && source_resolve(fn->g->ctx, pos, &at) &&
                source_resolve(fn->g->ctx, outer, &start) && at.line == start.line &&
                at.file == start.file;
    gen_loc(fn, same ? outer : pos);
}
