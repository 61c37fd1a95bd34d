// SPDX-License-Identifier: Apache-2.0
// Source positions for -lineinfo: a DICompileUnit, a DIFile for each file, a DISubprogram for each
// function, a DILocation for each statement and each part of a loop's head. What precedes a
// function's first statement has no location, as in NVIDIA's compiler: it belongs to the line of
// the function.
#include "irgen/gen.h"

static IrDiField text_field(Gen *gen, const char *key, Atom text) {
    return (IrDiField){.key = atom_cstr(gen->ctx, key), .kind = IR_DI_STRING, .text = text};
}

static IrDiField word_field(Gen *gen, const char *key, const char *word) {
    return (IrDiField){
        .key = atom_cstr(gen->ctx, key), .kind = IR_DI_WORD, .text = atom_cstr(gen->ctx, word)};
}

static IrDiField node_field(Gen *gen, const char *key, IrMd *md) {
    return (IrDiField){.key = atom_cstr(gen->ctx, key), .kind = IR_DI_MD, .md = md};
}

static IrDiField number_field(Gen *gen, const char *key, uint32_t n) {
    return (IrDiField){.key = atom_cstr(gen->ctx, key), .kind = IR_DI_UINT, .num = n};
}

static IrMd *di_file(Gen *gen, Atom name) {
    void **slot = map_slot(&gen->di_files, name);
    if (*slot) return *slot;
    bool relative = *atom_str(gen->ctx, name) != '/';
    Atom dir = relative && gen->opt.directory ? atom_cstr(gen->ctx, gen->opt.directory) : 0;
    IrDiField di_field[2] = {text_field(gen, "filename", name), text_field(gen, "directory", dir)};
    IrMd *file = ir_md_di(gen->m, "DIFile", false, 2, di_field);
    map_put(&gen->di_files, name, file);
    if (!gen->di_unit) { // of the first function's file
        IrDiField cu[4] = {word_field(gen, "language", "DW_LANG_C_plus_plus"),
                           node_field(gen, "file", file),
                           text_field(gen, "producer", atom_cstr(gen->ctx, "cuprum")),
                           word_field(gen, "emissionKind", // as NVIDIA's libNVVM takes it
                                      gen->opt.debug ? "LineTablesOnly" : "DebugDirectivesOnly")};
        gen->di_unit = ir_md_di(gen->m, "DICompileUnit", true, 4, cu);
        ir_named_md_add(gen->m, atom_cstr(gen->ctx, "llvm.dbg.cu"), gen->di_unit);
        ir_module_flag(gen->m, 2, "Debug Info Version", ir_int(gen->m->ty_i32, 3));
    }
    return file;
}

IrMd *gen_di_function(Gen *gen, FuncDecl *fd) {
    void **slot = map_slot(&gen->di_sub, (uintptr_t)fd);
    if (*slot) return *slot;
    SrcLoc loc = {0};
    source_resolve(gen->ctx, fd->d.pos, &loc);
    IrMd *file = di_file(gen, loc.file);
    IrDiField di_field[] = {text_field(gen, "name", fd->d.name),
                            text_field(gen, "linkageName", cxx_mangle(gen->x, &fd->d)),
                            node_field(gen, "scope", file),
                            node_field(gen, "file", file),
                            number_field(gen, "line", loc.line),
                            number_field(gen, "scopeLine", loc.line),
                            word_field(gen, "spFlags", "DISPFlagDefinition"),
                            node_field(gen, "unit", gen->di_unit)};
    IrMd *md = ir_md_di(gen->m, "DISubprogram", true, CU_COUNT(di_field), di_field);
    map_put(&gen->di_sub, (uintptr_t)fd, md);
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
static Pos begin_of(const Expr *expr) {
    for (;;) {
        bool postfix = expr->kind == E_UNARY && is_any_of(expr->op, OP_POSTINC, OP_POSTDEC);
        bool left =
            is_any_of(expr->kind, E_BINARY, E_ASSIGN, E_COND, E_SUBSCRIPT, E_MEMBER, E_CLEANUPS);
        if (!postfix && !left && !(expr->kind == E_CAST && expr->flags & EF_IMPLICIT))
            return expr->pos;
        expr = expr->a;
    }
}

void gen_loc_expr(Fn *fn, const Expr *expr, Pos outer) {
    SrcLoc at, start;
    if (!fn->g->opt.line_info) return;
    Pos pos = begin_of(expr);
    bool same = outer && source_resolve(fn->g->ctx, pos, &at) &&
                source_resolve(fn->g->ctx, outer, &start) && at.line == start.line &&
                at.file == start.file;
    gen_loc(fn, same ? outer : pos);
}
