// SPDX-License-Identifier: Apache-2.0
// Source positions for -lineinfo: a DICompileUnit, a DIFile for each file, a DISubprogram for each
// function, a DILocation for each statement and each part of a loop's head. What precedes a
// function's first statement has no location, as in NVIDIA's compiler: it belongs to the line of
// the function. For -G there is more (debug.h).
#include "irgen/debug.h"

// ---- the unit ----------------------------------------------------------------------------------

void gen_debug_begin(Gen *gen) {
    if (!gen->opt.debug) return;
    Arena *arena = &gen->ctx->perm;
    DebugState *debug = gen->debug = arena_new(arena, DebugState);
    for (int i = 0; i < DI_DEPTHS; i++) {
        map_init(&debug->types[i], arena);
        map_init(&debug->typedefs[i], arena);
    }
    map_init(&debug->enums, arena);
    map_init(&debug->classes, arena);
    map_init(&debug->namespaces, arena);
    map_init(&debug->methods, arena);
    map_init(&debug->static_members, arena);
    if (gen->opt.source) di_file(gen, atom_cstr(gen->ctx, gen->opt.source));
}

// The unit lists its variables.
void gen_debug_end(Gen *gen) {
    DebugState *debug = gen->debug;
    if (!debug) return;
    di_describe_classes(gen);
    if (!debug->globals.n) return;
    DiNode node = di_begin(gen);
    node.n = gen->di_unit->n;
    memcpy(node.field, gen->di_unit->field, node.n * sizeof(IrDiField));
    di_md(&node, "globals", di_list(gen, debug->globals.n, debug->globals.at));
    di_fill(&node, gen->di_unit);
}

// ---- functions ---------------------------------------------------------------------------------

// For lines alone.
static IrMd *plain_function(Gen *gen, FuncDecl *fd) {
    void **slot = map_slot(&gen->di_sub, (uintptr_t)fd);
    if (*slot) return *slot;
    SrcLoc loc = {0};
    source_resolve(gen->ctx, fd->d.pos, &loc);
    IrMd *file = di_file(gen, loc.file);
    DiNode node = di_begin(gen);
    di_text(&node, "name", fd->d.name);
    di_text(&node, "linkageName", cxx_mangle(gen->x, &fd->d));
    di_md(&node, "scope", file);
    di_md(&node, "file", file);
    di_number(&node, "line", loc.line);
    di_number(&node, "scopeLine", loc.line);
    di_word(&node, "spFlags", "DISPFlagDefinition");
    di_md(&node, "unit", gen->di_unit);
    IrMd *md = di_end_distinct(&node, "DISubprogram");
    map_put(&gen->di_sub, (uintptr_t)fd, md);
    return md;
}

void gen_debug_function(Fn *fn) {
    Gen *gen = fn->g;
    if (!gen->opt.line_info) return;
    fn->di_scope =
        gen->debug ? di_definition(gen, fn->fd, fn->f->g.v.name) : plain_function(gen, fn->fd);
    ir_global_set_md(&fn->f->g, atom_cstr(gen->ctx, "dbg"), fn->di_scope);
}

// ---- locations ---------------------------------------------------------------------------------

void gen_loc(Fn *fn, Pos pos) {
    Gen *gen = fn->g;
    SrcLoc loc;
    if (!gen->opt.line_info || !pos || !source_resolve(gen->ctx, pos, &loc)) return;
    IrMd *scope = fn->di_scope, *file = di_file(gen, loc.file);
    if (ir_md_field(scope, atom_cstr(gen->ctx, "file"))->md != file) { // included in the body
        DiNode node = di_begin(gen);
        di_md(&node, "scope", scope);
        di_md(&node, "file", file);
        di_number(&node, "discriminator", 0);
        scope = di_end(&node, "DILexicalBlockFile");
    }
    fn->b.dbg = ir_md_loc(gen->m, loc.line, loc.col, scope, NULL);
}

// Where an expression begins; the position of one with operators is that of its operator.
static Pos begin_of(const Expr *expr) {
    for (;;) {
        bool postfix = expr->kind == E_UNARY && is_any_of(expr->op, OP_POSTINC, OP_POSTDEC);
        bool left =
            is_any_of(expr->kind, E_BINARY, E_ASSIGN, E_COND, E_SUBSCRIPT, E_MEMBER, E_CLEANUPS);
        if (!postfix && !left && !xe_implicit_cast(expr)) return expr->pos;
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
