// SPDX-License-Identifier: Apache-2.0
// A class template's own body as a class whose type is dependent (ClassDecl.unbound), so that names
// in its members are found as in an instance. check/template_check.c reads all of such a class for
// what is wrong with it; here one member's declaration is found, for what was written: instances
// have only the types that the parameters stand for.
#include "cxx/facts/state.h"
#include "cxx/lookup/lookup.h"

static ClassDecl *unbound_class(Cxx *x, Scope *in, TemplateDecl *t, TmplArgs *args, Env *env) {
    ClassDecl *k =
        cxx_decl_new(x, ClassDecl, D_CLASS, t->d.name, t->d.pos, t->d.order, t->d.scope, env);
    Type *self = ty_class(x, k);
    self->flags |= TF_DEPENDENT;
    k->unbound = true;
    k->tmpl = t;
    k->args = args;
    k->lexical = in;
    k->inner = cxx_scope_new(x, SC_CLASS, in, &k->d);
    k->inner->env = env;
    k->d.linkage = t->d.linkage;
    k->d.flags = t->d.flags & DF_IN_MAIN_FILE;
    return k;
}

ClassDecl *tm_unbound_class(Cxx *x, TemplateDecl *t) {
    if (t->unbound_cls) return t->unbound_cls;
    if (!t->defined || !t->body.end) return NULL;
    ClassDecl *k = unbound_class(x, tm_class_scope(t), t, tm_identity_args(x, t->params), t->env);
    k->tag = (uint8_t)t->tag;
    k->head = t->head;
    k->body = t->body;
    k->base_clause = t->base_clause;
    return t->unbound_cls = k;
}

ClassDecl *tm_unbound_partial(Cxx *x, TemplateDecl *t, PartialSpec *ps) {
    if (ps->unbound_cls) return ps->unbound_cls;
    if (!ps->body.end) return NULL;
    ClassDecl *k = unbound_class(x, ps->params->scope, t, ps->args, ps->env);
    k->tag = (uint8_t)ps->tag;
    k->head = ps->head;
    k->body = ps->body;
    k->base_clause = ps->base_clause;
    return ps->unbound_cls = k;
}

// ---- one member --------------------------------------------------------------------------------

// What the unbound class k declares at token `order`, or NULL.
static Decl *member_at(Cxx *x, ClassDecl *k, uint32_t order) {
    if (!cxx_class_complete(x, k, k->d.pos)) return NULL;
    Scope *s = k->inner;
    for (uint32_t i = 0; s->index && i < s->index->e.n; i++) {
        const IndexEntry *e = &s->index->e.at[i];
        if (e->order != order || e->form == IXF_OUT_OF_CLASS) continue;
        if (i >= s->nelab || !s->state[i]) cxx_elaborate_entry(x, s, i);
        Decl *d = i < s->nelab ? s->elab[i] : NULL;
        return d && d->order == order ? d : NULL;
    }
    return NULL;
}

static ClassDecl *unbound_of(Cxx *x, ClassDecl *c);

// What d, perhaps a member of an instance, was made of; NULL: not found.
static Decl *unbound_decl(Cxx *x, Decl *d) {
    Scope *s = cxx_decl_scope(d->scope);
    ClassDecl *around = s && s->kind == SC_CLASS ? s->cls : NULL;
    ClassDecl *k = around ? unbound_of(x, around) : NULL;
    if (k == around) return d;
    Decl *m = k ? member_at(x, k, d->order) : NULL;
    return m && m->kind == d->kind ? m : NULL;
}

// c itself, if it is no instance and no member of one; NULL: not found.
static ClassDecl *unbound_of(Cxx *x, ClassDecl *c) {
    if (c->unbound || c->is_local || c->is_closure) return c;
    if (c->tmpl) {
        if (c->explicit_spec) return c;
        TemplateDecl *t = (TemplateDecl *)unbound_decl(x, &c->tmpl->d);
        if (!t || !c->partial) return t ? tm_unbound_class(x, t) : NULL;
        for (uint32_t i = 0; i < t->partial.n; i++) {
            if (t->partial.at[i]->order == c->partial->order)
                return tm_unbound_partial(x, t, t->partial.at[i]);
        }
        return NULL;
    }
    return (ClassDecl *)unbound_decl(x, &c->d);
}

static const Decl *unbound_member(Cxx *x, const FuncDecl *f) {
    ClassDecl *k = f->cls ? unbound_of(x, f->cls) : NULL;
    const Decl *d = f->tmpl ? &f->tmpl->d : &f->d;
    const Decl *m = k == f->cls ? d : k ? member_at(x, k, d->order) : NULL;
    return m && m->kind == d->kind ? m : d;
}

const FuncDecl *tm_unbound_function(Cxx *x, const FuncDecl *f, const TmplParams **own) {
    bool was = x->decls->unbound;
    DiagTrap trap;
    diag_trap_push(x->ctx, &trap);
    trap.silent = true; // what is wrong is told elsewhere
    x->decls->unbound = true;
    const Decl *d = unbound_member(x, f);
    x->decls->unbound = was;
    diag_trap_pop(x->ctx, &trap);
    if (d->kind != D_TEMPLATE) return d->type->kind == TY_FUNC ? (const FuncDecl *)d : f;
    *own = ((const TemplateDecl *)d)->params;
    return ((const TemplateDecl *)d)->pattern;
}
