// SPDX-License-Identifier: Apache-2.0
// A class template's own body as a class whose type is dependent (ClassDecl.unbound), so that names
// in its members are found as in an instance. check/template_check.c reads all of such a class for
// what is wrong with it; here one member's declaration is found, for what was written: instances
// have only the types that the parameters stand for.
#include "cxx/facts/state.h"
#include "cxx/lookup/lookup.h"

static ClassDecl *unbound_class(Cxx *cxx, Scope *in, TemplateDecl *tmpl, TmplArgs *args, Env *env) {
    ClassDecl *cls = cxx_decl_new(cxx, ClassDecl, D_CLASS, tmpl->d.name, tmpl->d.pos, tmpl->d.order,
                                  tmpl->d.scope, env);
    Type *self = ty_class(cxx, cls);
    self->flags |= TF_DEPENDENT;
    cls->members.unbound = true;
    cls->inst.tmpl = tmpl;
    cls->inst.args = args;
    cls->written.lexical = in;
    cls->inner = cxx_scope_new(cxx, SC_CLASS, in, &cls->d);
    cls->inner->env = env;
    cls->d.linkage = tmpl->d.linkage;
    cls->d.flags = tmpl->d.flags & DF_IN_MAIN_FILE;
    return cls;
}

ClassDecl *tm_unbound_class(Cxx *cxx, TemplateDecl *tmpl) {
    if (tmpl->unbound_cls) return tmpl->unbound_cls;
    if (!tmpl->defined || !tmpl->body.end) return NULL;
    ClassDecl *k = unbound_class(cxx, tm_class_scope(tmpl), tmpl,
                                 tm_identity_args(cxx, tmpl->params), tmpl->env);
    k->tag = (uint8_t)tmpl->tag;
    k->written.head = tmpl->head;
    k->written.body = tmpl->body;
    k->written.base_clause = tmpl->base_clause;
    return tmpl->unbound_cls = k;
}

ClassDecl *tm_unbound_partial(Cxx *cxx, TemplateDecl *tmpl, PartialSpec *ps) {
    if (ps->unbound_cls) return ps->unbound_cls;
    if (!ps->body.end) return NULL;
    ClassDecl *k = unbound_class(cxx, ps->params->scope, tmpl, ps->args, ps->env);
    k->tag = (uint8_t)ps->tag;
    k->written.head = ps->head;
    k->written.body = ps->body;
    k->written.base_clause = ps->base_clause;
    return ps->unbound_cls = k;
}

// ---- one member --------------------------------------------------------------------------------

// What the unbound class k declares at token `order`, or NULL.
static Decl *member_at(Cxx *cxx, ClassDecl *cls, uint32_t order) {
    if (!cxx_class_complete(cxx, cls, cls->d.pos)) return NULL;
    Scope *s = cls->inner;
    for (uint32_t i = 0; i < cxx_index_size(s); i++) {
        const IndexEntry *e = &s->index->e.at[i];
        if (e->order != order || e->form == IXF_OUT_OF_CLASS) continue;
        if (i >= s->nelab || !s->state[i]) cxx_elaborate_entry(cxx, s, i);
        Decl *d = i < s->nelab ? s->elab[i] : NULL;
        return d && d->order == order ? d : NULL;
    }
    return NULL;
}

static ClassDecl *unbound_of(Cxx *cxx, ClassDecl *cls);

// What decl, perhaps a member of an instance, was made of; NULL: not found.
static Decl *unbound_decl(Cxx *cxx, Decl *decl) {
    Scope *s = cxx_decl_scope(decl->scope);
    ClassDecl *around = scope_class(s);
    ClassDecl *k = around ? unbound_of(cxx, around) : NULL;
    if (k == around) return decl;
    Decl *m = k ? member_at(cxx, k, decl->order) : NULL;
    return m && m->kind == decl->kind ? m : NULL;
}

// cls itself, if it is no instance and no member of one; NULL: not found.
static ClassDecl *unbound_of(Cxx *cxx, ClassDecl *cls) {
    if (cls->members.unbound || cls->written.is_local || cls->closure.is) return cls;
    if (cls->inst.tmpl) {
        if (cls->inst.explicit_spec) return cls;
        TemplateDecl *t = (TemplateDecl *)unbound_decl(cxx, &cls->inst.tmpl->d);
        if (!t || !cls->inst.partial) return t ? tm_unbound_class(cxx, t) : NULL;
        for (uint32_t i = 0; i < t->partial.n; i++) {
            if (t->partial.at[i]->order == cls->inst.partial->order)
                return tm_unbound_partial(cxx, t, t->partial.at[i]);
        }
        return NULL;
    }
    return (ClassDecl *)unbound_decl(cxx, &cls->d);
}

static const Decl *unbound_member(Cxx *cxx, const FuncDecl *func) {
    ClassDecl *k = func->cls ? unbound_of(cxx, func->cls) : NULL;
    const Decl *d = func->inst.tmpl ? &func->inst.tmpl->d : &func->d;
    const Decl *m = k == func->cls ? d : k ? member_at(cxx, k, d->order) : NULL;
    return m && m->kind == d->kind ? m : d;
}

const FuncDecl *tm_unbound_function(Cxx *cxx, const FuncDecl *func, const TmplParams **own) {
    bool was = cxx->decls->unbound.reading;
    DiagTrap trap;
    diag_trap_push(cxx->ctx, &trap);
    trap.silent = true; // what is wrong is told elsewhere
    cxx->decls->unbound.reading = true;
    const Decl *d = unbound_member(cxx, func);
    cxx->decls->unbound.reading = was;
    diag_trap_pop(cxx->ctx, &trap);
    if (d->kind != D_TEMPLATE) return d->type->kind == TY_FUNC ? (const FuncDecl *)d : func;
    *own = ((const TemplateDecl *)d)->params;
    return ((const TemplateDecl *)d)->pattern;
}
