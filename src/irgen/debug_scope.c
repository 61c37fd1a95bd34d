// SPDX-License-Identifier: Apache-2.0
// Scopes for a debugger: namespaces, functions, blocks with declarations.
#include "irgen/debug.h"

// ---- namespaces and what else declarations are in ----------------------------------------------

static IrMd *namespace_node(Gen *gen, NamespaceDecl *space) {
    void **slot = map_slot(&gen->debug->namespaces, (uintptr_t)space);
    if (*slot) return *slot;
    DiNode node = di_begin(gen);
    di_text(&node, "name", space->anonymous ? 0 : space->d.name);
    IrMd *outer = di_scope_of(gen, space->d.scope);
    di_md_or_null(&node, "scope", outer);
    if (space->inline_ || space->anonymous) di_word(&node, "exportSymbols", "true");
    IrMd *md = di_end(&node, "DINamespace");
    map_put(&gen->debug->namespaces, (uintptr_t)space, md);
    return md;
}

// What is local to a function without code is where that function is.
IrMd *di_scope_of(Gen *gen, Scope *scope) {
    for (; scope && scope != gen->x->global; scope = scope->parent) {
        if (scope->kind == SC_NAMESPACE && scope->owner)
            return namespace_node(gen, (NamespaceDecl *)scope->owner);
        if (scope->kind == SC_CLASS && scope->cls) return di_class(gen, scope->cls, DI_MENTIONED);
        bool local = is_any_of(scope->kind, SC_FUNC, SC_BLOCK) && scope->fn;
        IrMd *function = local ? map_get(&gen->di_sub, (uintptr_t)scope->fn) : NULL;
        if (function) return function;
    }
    return NULL;
}

// ---- functions ---------------------------------------------------------------------------------

// Without scope and parameters: `get<int>`, `~A`, `operator int`.
Atom di_function_name(Gen *gen, const FuncDecl *func) {
    Buf text;
    buf_init(&text, &gen->ctx->perm);
    if (is_any_of(func->kind, FK_CTOR, FK_DTOR) && func->cls) {
        if (func->kind == FK_DTOR) buf_putc(&text, '~');
        buf_atom(gen->ctx, &text, func->cls->d.name);
    } else if (func->kind == FK_CONV) {
        buf_puts(&text, "operator ");
        ty_print(gen->x, &text, func->d.type->u.func.ret);
    } else {
        buf_atom(gen->ctx, &text, func->d.name);
    }
    if (func->inst.args && func->inst.args->n) cxx_targs_print(gen->x, &text, func->inst.args);
    return atom_cstr(gen->ctx, buf_cstr(&text));
}

static bool has_object(const FuncDecl *func) {
    return func->cls && !(func->d.flags & DF_STATIC);
}

IrMd *di_subroutine_type(Gen *gen, const FuncDecl *func, DiDepth depth) {
    const FuncType *type = &func->d.type->u.func;
    ArenaMark mark = arena_mark(&gen->ctx->scratch);
    IrMd **op = arena_array(&gen->ctx->scratch, IrMd *, func->nparam + 3);
    uint32_t n = 0;
    op[n++] = di_type(gen, type->ret, cxx_written_type(gen->x, &func->d), depth);
    if (has_object(func)) op[n++] = di_this_type(gen, func->cls->d.type, type->quals);
    for (uint32_t i = 0; i < func->nparam; i++)
        op[n++] = di_type_of(gen, &func->param[i]->d, depth);
    if (type->variadic) op[n++] = NULL;
    IrMd *md = di_subroutine(gen, n, op);
    arena_reset(&gen->ctx->scratch, mark);
    return md;
}

static void name_fields(DiNode *node, const FuncDecl *func, Atom symbol) {
    di_text(node, "name", di_function_name(node->gen, func));
    di_text(node, "linkageName", symbol);
    di_place(node, func->d.pos);
}

// DIFlags of a member function's declaration.
static const char *method_flags(Gen *gen, const FuncDecl *func) {
    const char *flags = di_access(&func->d);
    uint8_t ref = func->d.type->u.func.ref;
    if (func->is_implicit) flags = di_flags(gen, flags, "DIFlagArtificial");
    if (func->written.explicit_) flags = di_flags(gen, flags, "DIFlagExplicit");
    if (func->d.flags & DF_STATIC) flags = di_flags(gen, flags, "DIFlagStaticMember");
    if (ref)
        flags = di_flags(gen, flags,
                         ref == REF_LVALUE ? "DIFlagLValueReference" : "DIFlagRValueReference");
    return di_flags(gen, flags, "DIFlagPrototyped");
}

// The declaration of a member function in its class, of which the definition says that it is its
// own.
IrMd *di_method(Gen *gen, FuncDecl *func) {
    void **slot = map_slot(&gen->debug->methods, (uintptr_t)func);
    if (*slot) return *slot;
    IrMd *cls = di_class(gen, func->cls, DI_MENTIONED);
    DiNode node = di_begin(gen);
    di_md(&node, "scope", cls);
    name_fields(&node, func, cxx_mangle(gen->x, &func->d));
    di_md(&node, "type", di_subroutine_type(gen, func, DI_MENTIONED));
    if (func->is_virtual) {
        di_md(&node, "containingType", cls);
        di_number(&node, "virtualIndex", func->vslot);
    }
    di_word(&node, "flags", method_flags(gen, func));
    const char *kind = func->pure         ? "DISPFlagPureVirtual"
                       : func->is_virtual ? "DISPFlagVirtual"
                                          : NULL;
    if (func->written.deleted) kind = di_flags(gen, kind, "DISPFlagDeleted");
    if (kind)
        di_word(&node, "spFlags", kind);
    else
        di_number(&node, "spFlags", 0); // absent it would be a definition
    if (func->inst.tmpl)
        di_md(&node, "templateParams",
              di_template_params(gen, func->inst.tmpl->params, func->inst.args));
    IrMd *md = di_end(&node, "DISubprogram");
    map_put(&gen->debug->methods, (uintptr_t)func, md);
    return md;
}

// The node is known before its type is asked for: a class that is local to the function has it as
// its scope.
IrMd *di_definition(Gen *gen, FuncDecl *func, Atom symbol) {
    IrMd *md = ir_md_di(gen->m, "DISubprogram", true, 0, NULL);
    map_put(&gen->di_sub, (uintptr_t)func, md);
    DiNode node = di_begin(gen);
    IrMd *declaration = NULL, *scope = di_scope_of(gen, func->d.scope);
    SrcLoc loc = {0};
    source_resolve(gen->ctx, func->d.pos, &loc);
    if (func->cls) {
        declaration = di_method(gen, func);
        scope = di_class(gen, func->cls, DI_MENTIONED);
        DiClass *info = di_class_info(gen, func->cls);
        vec_push(&gen->ctx->perm, &info->emitted, func);
    }
    di_md(&node, "scope", scope ? scope : di_file(gen, loc.file));
    name_fields(&node, func, symbol);
    di_nonzero(&node, "scopeLine", loc.line);
    di_md(&node, "type", di_subroutine_type(gen, func, DI_DESCRIBED));
    di_word(&node, "flags", "DIFlagPrototyped");
    const char *flags = "DISPFlagDefinition";
    if (cxx_internal_symbol(func)) flags = di_flags(gen, flags, "DISPFlagLocalToUnit");
    if (gen->opt.optimized) flags = di_flags(gen, flags, "DISPFlagOptimized");
    di_word(&node, "spFlags", flags);
    di_md(&node, "unit", gen->di_unit);
    if (func->inst.tmpl)
        di_md(&node, "templateParams",
              di_template_params(gen, func->inst.tmpl->params, func->inst.args));
    di_md(&node, "declaration", declaration);
    di_fill(&node, md);
    return md;
}

// ---- blocks ------------------------------------------------------------------------------------

IrMd *gen_debug_block(Fn *fn, Pos pos) {
    Gen *gen = fn->g;
    IrMd *outer = fn->di_scope;
    SrcLoc loc;
    if (!gen->debug || !pos || !source_resolve(gen->ctx, pos, &loc)) return outer;
    DiNode node = di_begin(gen);
    di_md(&node, "scope", outer);
    di_md(&node, "file", di_file(gen, loc.file));
    di_nonzero(&node, "line", loc.line);
    di_nonzero(&node, "column", loc.col);
    fn->di_scope = di_end_distinct(&node, "DILexicalBlock");
    return outer;
}

// A label may stand before a declaration.
static bool declares(const Stmt *stmt) {
    while (stmt && is_any_of(stmt->kind, S_LABEL, S_CASE, S_DEFAULT)) stmt = stmt->body;
    return stmt && stmt->kind == S_DECL;
}

IrMd *gen_debug_enter(Fn *fn, const Stmt *stmt) {
    if (!fn->g->debug) return fn->di_scope;
    bool block = declares(stmt->init);
    switch (stmt->kind) {
    case S_COMPOUND:
        for (uint32_t i = 0; i < stmt->u.list.n && !block; i++)
            block = declares(stmt->u.list.at[i]);
        break;
    case S_IF:
    case S_WHILE:
    case S_FOR: block = block || stmt->u.cond_var; break;
    case S_RANGE_FOR: block = true; break;
    default: break;
    }
    return block ? gen_debug_block(fn, stmt->pos) : fn->di_scope;
}
