// SPDX-License-Identifier: Apache-2.0
// Host functions of the main file that name a device function or variable of it are read, so that
// the rules about such uses can be told (src/cuda/host_fault.c). By their tokens: what names none
// is not read.
#include "cxx/facts/state.h"
#include "cxx/lookup/lookup.h"
#include "cxx/elaborate/elaborate.h"
#include "cxx/instance/instance.h"
#include "cxx/body/body.h"
#include "cxx/check/check.h"

typedef struct Rules {
    Cxx *x;
    Map named; // by Atom: names of device functions and variables
} Rules;

static bool in_main(Cxx *cxx, uint32_t token) {
    return cxx_in_main_file(cxx, cxx->tokens->at[token].pos);
}

// The class that an entry of the scope has been elaborated to, or NULL.
static ClassDecl *class_of(const Scope *scope, uint32_t entry) {
    const IndexEntry *e = &scope->index->e.at[entry];
    if (e->form != IXF_CLASS || e->flags & IX_TEMPLATE || !scope->state[entry]) return NULL;
    Decl *decl = scope->elab[entry];
    bool own = decl && decl->kind == D_CLASS && decl->scope == scope;
    return own && ((ClassDecl *)decl)->inner->index ? (ClassDecl *)decl : NULL;
}

// ---- names of device code ----------------------------------------------------------------------

static void note_names(Rules *rules, const Scope *scope) {
    for (uint32_t i = 0; scope->index && i < scope->index->e.n; i++) {
        const IndexEntry *e = &scope->index->e.at[i];
        if (scope->kind == SC_NAMESPACE && !in_main(rules->x, e->begin)) continue;
        bool device = e->flags & IX_DEVICE && !(e->flags & (IX_HOST | IX_KERNEL));
        if (device && e->name && is_any_of(e->form, IXF_SIMPLE, IXF_FUNC_DEF))
            map_put(&rules->named, e->name, rules);
        const ClassDecl *cls = class_of(scope, i);
        if (cls) note_names(rules, cls->inner);
    }
}

// ---- host functions that name it ---------------------------------------------------------------

static bool names_device(const Rules *rules, uint32_t begin, uint32_t end) {
    for (uint32_t i = begin; i < end; i++) {
        const Token *token = &rules->x->tokens->at[i];
        if (token->kind == T_IDENT && map_get(&rules->named, token->text)) return true;
    }
    return false;
}

// Of device code the body has been read with the unit's roots.
static void read_body(Rules *rules, Decl *decl) {
    if (!decl || decl->kind != D_FUNC || decl->flags & (DF_INVALID | DF_USED)) return;
    FuncDecl *func = (FuncDecl *)decl;
    if (decl->cuda & (CU_DEVICE | CU_GLOBAL) || !func->body.defined || func->written.deleted)
        return;
    cxx_func_body(rules->x, func);
}

static void read_scope(Rules *rules, Scope *scope) {
    for (uint32_t i = 0; scope->index && i < scope->index->e.n; i++) {
        const IndexEntry *e = &scope->index->e.at[i];
        if (scope->kind == SC_NAMESPACE && !in_main(rules->x, e->begin)) continue;
        ClassDecl *cls = class_of(scope, i);
        if (cls) read_scope(rules, cls->inner);
        bool host = e->form == IXF_FUNC_DEF && !(e->flags & (IX_TEMPLATE | IX_DEVICE | IX_KERNEL));
        if (!host || !names_device(rules, e->order, e->end)) continue;
        if (!scope->state[i]) cxx_elaborate_entry(rules->x, scope, i);
        read_body(rules, scope->elab[i]);
    }
}

// A member that is defined outside of its class.
static void read_outside(Rules *rules, MemberDef *def) {
    Cxx *cxx = rules->x;
    if (!def->is_func || def->nheaders || !in_main(cxx, def->begin)) return;
    if (!names_device(rules, def->order, def->end)) return;
    Decl *owner = cxx_member_def_owner(cxx, def);
    if (!owner || owner->kind != D_CLASS || ((ClassDecl *)owner)->inst.tmpl) return;
    Scope *scope = ((ClassDecl *)owner)->inner;
    cxx_elaborate_defs(cxx, def->name, scope);
    for (Decl *d = map_get(&scope->names, def->name); d; d = d->next) {
        if (d->kind != D_FUNC) continue;
        uint32_t begin = ((FuncDecl *)d)->body.range.begin;
        if (begin > def->begin && begin < def->end) read_body(rules, d);
    }
}

void cxx_host_read_for_rules(Cxx *cxx) {
    Rules rules = {.x = cxx};
    map_init(&rules.named, xa(cxx));
    for (uint32_t i = 0; i < cxx->decls->index.namespaces.n; i++)
        note_names(&rules, cxx->decls->index.namespaces.at[i]);
    if (!rules.named.n) return;

    DiagTrap trap;
    diag_trap_push(cxx->ctx, &trap);
    trap.silent = true;
    for (uint32_t i = 0; i < cxx->decls->index.namespaces.n; i++)
        read_scope(&rules, cxx->decls->index.namespaces.at[i]);
    for (uint32_t i = 0; i < cxx->decls->index.all_member_defs.n; i++)
        read_outside(&rules, cxx->decls->index.all_member_defs.at[i]);
    cxx->decls->checks.ncompleted = cxx->decls->checks.completed.n; // host classes are not checked
    diag_trap_pop(cxx->ctx, &trap);
}
