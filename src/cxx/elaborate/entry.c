// SPDX-License-Identifier: Apache-2.0
// What an entry of the index, or a definition outside of its scope, becomes: its tokens are parsed
// as a declaration, once, when its name is first wanted.
#include "cxx/answer.h"
#include "cxx/facts/state.h"
#include "cxx/lookup/lookup.h"
#include "cxx/elaborate/elaborate.h"

// The == that a defaulted <=> declares [class.compare.default]/4: of the same form, with result
// bool. cmp: the declared <=>.
Decl *cxx_implicit_equal(Cxx *cxx, FuncDecl *cmp) {
    if (!cmp || cmp->d.kind != D_FUNC || !cmp->written.defaulted || cmp->d.type->kind != TY_FUNC) {
        return NULL;
    }
    FuncDecl *func = arena_copy(xa(cxx), cmp, sizeof *cmp, _Alignof(FuncDecl));
    func->d.name = cxx_op_atom(cxx, OP_EQ);
    func->d.id = cxx_decl_id(cxx);
    func->d.next = NULL;
    func->d.flags = (func->d.flags & ~(uint32_t)DF_USED) | DF_IMPLICIT; // cmp may be used already
    func->body.uses.n = func->body.uses.cap = func->body.locals.n = func->body.locals.cap = 0;
    func->op = OP_EQ;
    func->body.tree = NULL;
    func->body.done = func->ret_deduced = func->written.deleted = false;
    func->written.override_ = func->written.final_ =
        false; // the comparison is no other function's override
    func->code.mangled = 0;
    FuncType ft = cmp->d.type->u.func;
    ft.ret = ty_basic(cxx, TY_BOOL);
    func->d.type = ty_func(cxx, &ft);
    func->param = arena_array(xa(cxx), VarDecl *, func->nparam + 1);
    for (uint32_t i = 0; i < func->nparam; i++) {
        func->param[i] = arena_copy(xa(cxx), cmp->param[i], sizeof(VarDecl), _Alignof(VarDecl));
        func->param[i]->d.id = cxx_decl_id(cxx);
        func->param[i]->fn = func;
    }
    Scope *ps = cxx_scope_new(
        cxx, SC_FUNC, cmp->param_scope ? cmp->param_scope->parent : func->d.scope, &func->d);
    ps->env = cmp->param_scope ? cmp->param_scope->env : NULL;
    ps->fn = func;
    func->param_scope = ps;
    cxx_scope_add(cxx, func->d.scope, &func->d);
    return &func->d;
}

// Parses definitions called `name` of the scope, which merge themselves with what they redeclare.
// One declaration may define several: int A::s, B::t, u;
void cxx_answer_elaborate_definition(Cxx *cxx, MemberDef *definition) {
    MemberDef **at = cxx->decls->index.all_member_defs.at;
    for (uint32_t i = definition->place;
         i < cxx->decls->index.all_member_defs.n && at[i]->begin == definition->begin; i++)
        at[i]->used = true;
    for (uint32_t i = definition->place; i-- > 0 && at[i]->begin == definition->begin;)
        at[i]->used = true;
    Parse p = cxx_parse_at(cxx, definition->begin, definition->end, definition->scope,
                           definition->scope->env);
    p.extern_c = definition->flags & IX_EXTERN_C;
    cxx_parse_declaration(&p, definition->scope, ACC_NONE);
}

// The declaration of the entry, once its group is parsed; `made`: the last of the group.
static Decl *find_made(Scope *scope, const IndexEntry *entry, bool alone, Decl *made) {
    if (!entry->name || entry->flags & IX_FRIEND) return made;
    bool function = made && is_any_of(made->kind, D_FUNC, D_TEMPLATE);
    if (alone && function && made->name == entry->name) return made;
    for (Decl *d = map_get(&scope->names, entry->name); d; d = d->next) {
        if (d->order == entry->order) return d;
    }
    return made;
}

// Entry i stands for the == that goes with the <=> of the same tokens.
static Decl *implicit_equal(Cxx *cxx, Scope *home, uint32_t i) {
    Index *ix = home->index;
    uint32_t begin = ix->e.at[i].begin;
    uint32_t k = (uint32_t)(uintptr_t)map_get(&ix->by_name, cxx_op_atom(cxx, OP_CMP3));
    for (; k; k = ix->e.at[k - 1].next) {
        if (ix->e.at[k - 1].begin != begin) continue;
        cxx_elaborate_entry(cxx, home, k - 1);
        return cxx_implicit_equal(cxx, (FuncDecl *)home->elab[k - 1]);
    }
    return NULL;
}

// The entry's whole group is marked as being read, so that a declaration that needs itself finds
// nothing; errors in it belong to it, not to who asked.
void cxx_answer_elaborate_entry(Cxx *cxx, Scope *home, uint32_t i) {
    cxx_scope_grow(cxx, home);
    Index *ix = home->index;

    // A group are the declarators of one declaration, which are read together.
    uint32_t g = ix->e.at[i].group, end = g;
    if (home->state[i]) return;
    while (end < ix->e.n && ix->e.at[end].group == g) home->state[end++] = 1;
    IndexEntry *index_entry = &ix->e.at[g];
    if (++cxx->decls->depth > cxx->ctx->max_depth) {
        cxx->decls->depth--;
        cxx_too_deep(cxx, cxx->tokens->at[index_entry->begin].pos);
        return;
    }
    Decl *made = NULL;
    struct InstFrame *stack = cxx->inst_stack;
    CxxInst inst = {0};
    // a namespace's declarations do not depend on what is being instantiated
    if (home->kind == SC_NAMESPACE) cxx->inst_stack = NULL;
    bool ok = home->kind != SC_CLASS || cxx_inst_push(cxx, &inst, &home->cls->d, home->cls->d.pos);
    // A template has one declarator: what looks like a second one behind the comma of an
    // initializer's template arguments, a<struct B, C>::f(0), is none.
    uint32_t outside = end;
    for (uint32_t j = g; j < end && outside == end; j++) {
        bool plain = !(ix->e.at[j].flags & IX_TEMPLATE);
        if (ix->e.at[j].form == IXF_OUT_OF_CLASS && (j == g || plain)) outside = j;
    }
    if (ok && outside < end) {
        // int A::s, b; is parsed once, for whichever name is wanted first
        if (end - g > 1) cxx_elaborate_def_at(cxx, ix->e.at[outside].name, index_entry->begin);
    } else if (ok && !is_any_of(index_entry->form, IXF_USING_DIR, IXF_EMPTY)) {
        DiagTrap trap;
        HostPlace place;
        cxx_hard_context(cxx, &trap);
        cxx_host_place_begin(cxx, &place, home, NULL, index_entry->begin);
        Parse p = cxx_parse_at(cxx, index_entry->begin, index_entry->end, home, home->env);
        if (home->kind == SC_CLASS) p.cls = home->cls;
        p.extern_c = index_entry->flags & IX_EXTERN_C;
        made = index_entry->flags & IX_IMPLICIT_EQ
                   ? implicit_equal(cxx, home, i)
                   : cxx_parse_declaration(&p, home, (Access)index_entry->access);
        bool member = home->kind == SC_CLASS && index_entry->form == IXF_SIMPLE &&
                      !(index_entry->flags & IX_FUNCTION);
        cxx_host_place_end(cxx, &place, index_entry->end);
        if (diag_trap_pop(cxx->ctx, &trap) && trap.silent && member)
            home->cls->members.host_errors = true;
    }
    if (ok) cxx_inst_pop(cxx, &inst);
    cxx->inst_stack = stack;
    cxx->decls->depth--;

    // The index may have grown meanwhile: scope->index is read again.
    for (uint32_t j = g; j < end; j++) {
        home->elab[j] = find_made(home, &home->index->e.at[j], end - g == 1, made);
        home->state[j] = 2;
    }
}
