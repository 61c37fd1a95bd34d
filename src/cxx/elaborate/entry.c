// SPDX-License-Identifier: Apache-2.0
// What an entry of the index, or a definition outside of its scope, becomes: its tokens are parsed
// as a declaration, once, when its name is first wanted.
#include "cxx/answer.h"
#include "cxx/facts/state.h"
#include "cxx/lookup/lookup.h"
#include "cxx/elaborate/elaborate.h"

// The == that a defaulted <=> declares [class.compare.default]/4: of the same form, with result
// bool. cmp: the declared <=>.
Decl *cxx_implicit_equal(Cxx *x, FuncDecl *cmp) {
    if (!cmp || cmp->d.kind != D_FUNC || !cmp->defaulted || cmp->d.type->kind != TY_FUNC) {
        return NULL;
    }
    FuncDecl *f = arena_copy(xa(x), cmp, sizeof *cmp, _Alignof(FuncDecl));
    f->d.name = cxx_op_atom(x, OP_EQ);
    f->d.id = x->next_decl_id++;
    f->d.next = NULL;
    f->d.flags = (f->d.flags & ~(uint32_t)DF_USED) | DF_IMPLICIT; // cmp may be used already
    f->uses.n = f->uses.cap = f->locals.n = f->locals.cap = 0;
    f->op = OP_EQ;
    f->body = NULL;
    f->body_done = f->ret_deduced = f->deleted = false;
    f->mangled = 0;
    FuncType ft = cmp->d.type->u.func;
    ft.ret = ty_basic(x, TY_BOOL);
    f->d.type = ty_func(x, &ft);
    f->param = arena_array(xa(x), VarDecl *, f->nparam + 1);
    for (uint32_t i = 0; i < f->nparam; i++) {
        f->param[i] = arena_copy(xa(x), cmp->param[i], sizeof(VarDecl), _Alignof(VarDecl));
        f->param[i]->d.id = x->next_decl_id++;
        f->param[i]->fn = f;
    }
    Scope *ps =
        cxx_scope_new(x, SC_FUNC, cmp->param_scope ? cmp->param_scope->parent : f->d.scope, &f->d);
    ps->env = cmp->param_scope ? cmp->param_scope->env : NULL;
    ps->fn = f;
    f->param_scope = ps;
    cxx_scope_add(x, f->d.scope, &f->d);
    return &f->d;
}

// Parses definitions called `name` of the scope, which merge themselves with what they redeclare.
// One declaration may define several: int A::s, B::t, u;
void cxx_answer_elaborate_definition(Cxx *x, MemberDef *m) {
    MemberDef **at = x->decls->all_member_defs.at;
    for (uint32_t i = m->place; i < x->decls->all_member_defs.n && at[i]->begin == m->begin; i++)
        at[i]->used = true;
    for (uint32_t i = m->place; i-- > 0 && at[i]->begin == m->begin;) at[i]->used = true;
    Parse p = cxx_parse_at(x, m->begin, m->end, m->scope, m->scope->env);
    p.extern_c = m->flags & IX_EXTERN_C;
    cxx_parse_declaration(&p, m->scope, ACC_NONE);
}

// The declaration of entry e, once its group is parsed; `made`: the last of the group.
static Decl *find_made(Scope *s, const IndexEntry *e, bool alone, Decl *made) {
    if (!e->name || e->flags & IX_FRIEND) return made;
    bool function = made && (made->kind == D_FUNC || made->kind == D_TEMPLATE);
    if (alone && function && made->name == e->name) return made;
    for (Decl *d = map_get(&s->names, e->name); d; d = d->next) {
        if (d->order == e->order) return d;
    }
    return made;
}

// Entry i stands for the == that goes with the <=> of the same tokens.
static Decl *implicit_equal(Cxx *x, Scope *s, uint32_t i) {
    Index *ix = s->index;
    uint32_t begin = ix->e.at[i].begin;
    uint32_t k = (uint32_t)(uintptr_t)map_get(&ix->by_name, cxx_op_atom(x, OP_CMP3));
    for (; k; k = ix->e.at[k - 1].next) {
        if (ix->e.at[k - 1].begin != begin) continue;
        cxx_elaborate_entry(x, s, k - 1);
        return cxx_implicit_equal(x, (FuncDecl *)s->elab[k - 1]);
    }
    return NULL;
}

void cxx_answer_elaborate_entry(Cxx *x, Scope *s, uint32_t i) {
    cxx_scope_grow(x, s);
    Index *ix = s->index;
    uint32_t g = ix->e.at[i].group, end = g;
    if (s->state[i]) return;
    while (end < ix->e.n && ix->e.at[end].group == g) s->state[end++] = 1;
    IndexEntry *e = &ix->e.at[g];
    if (++x->decls->depth > x->ctx->max_depth) {
        x->decls->depth--;
        cxx_too_deep(x, x->tokens->at[e->begin].pos);
        return;
    }
    Decl *made = NULL;
    struct InstFrame *stack = x->inst_stack;
    CxxInst inst = {0};
    // a namespace's declarations do not depend on what is being instantiated
    if (s->kind == SC_NAMESPACE) x->inst_stack = NULL;
    bool ok = s->kind != SC_CLASS || cxx_inst_push(x, &inst, &s->cls->d, s->cls->d.pos);
    // A template has one declarator: what looks like a second one behind the comma of an
    // initializer's template arguments, a<struct B, C>::f(0), is none.
    uint32_t outside = end;
    for (uint32_t j = g; j < end && outside == end; j++) {
        bool plain = !(ix->e.at[j].flags & IX_TEMPLATE);
        if (ix->e.at[j].form == IXF_OUT_OF_CLASS && (j == g || plain)) outside = j;
    }
    if (ok && outside < end) {
        // int A::s, b; is parsed once, for whichever name is wanted first
        if (end - g > 1) cxx_elaborate_def_at(x, ix->e.at[outside].name, e->begin);
    } else if (ok && e->form != IXF_USING_DIR && e->form != IXF_EMPTY) {
        DiagTrap trap;
        HostPlace place;
        cxx_hard_context(x, &trap);
        cxx_host_place_begin(x, &place, s, NULL, e->begin);
        Parse p = cxx_parse_at(x, e->begin, e->end, s, s->env);
        if (s->kind == SC_CLASS) p.cls = s->cls;
        p.extern_c = e->flags & IX_EXTERN_C;
        made = e->flags & IX_IMPLICIT_EQ ? implicit_equal(x, s, i)
                                         : cxx_parse_declaration(&p, s, (Access)e->access);
        bool member = s->kind == SC_CLASS && e->form == IXF_SIMPLE && !(e->flags & IX_FUNCTION);
        cxx_host_place_end(x, &place, e->end);
        if (diag_trap_pop(x->ctx, &trap) && trap.silent && member) s->cls->host_errors = true;
    }
    if (ok) cxx_inst_pop(x, &inst);
    x->inst_stack = stack;
    x->decls->depth--;
    for (uint32_t j = g; j < end; j++) {
        s->elab[j] = find_made(s, &s->index->e.at[j], end - g == 1, made);
        s->state[j] = 2;
    }
}
