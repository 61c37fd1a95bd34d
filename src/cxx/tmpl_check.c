// SPDX-License-Identifier: Apache-2.0
// --check-all: templates of the main file are read once with their parameters unbound, whether or
// not anything instantiates them: what is wrong for every argument is an error
// [temp.res.general]/6. A class template's own body becomes a class whose type is dependent
// (ClassDecl.unbound), so that names in its members are found as in an instance.
//
// This is the last thing done for a unit, and nothing of it is kept: no odr-uses, no code. Unbound
// bodies are read only here, so only diagnostics that cannot come from a dependent construct that
// was taken for something else are believed (check.def), and of each body only the first.
#include "cxx/constraint.h"
#include "cxx/decl_int.h"

static bool believed(const DiagRow *row) {
    static const uint16_t no[] = {
        D_const_not_constant, D_x_ambiguous_call,   D_x_no_template_instance, D_d_incomplete_type,
        D_x_no_exceptions,    D_x_unsupported_expr, D_x_no_dynamic_cast};
    for (uint32_t i = 0; i < CU_COUNT(no); i++) {
        if (row == &cxx_diag_rows[no[i]]) return false;
    }
    return true;
}

typedef struct Check {
    DiagTrap trap;
    DiagFilter filter;
    uint32_t work, vars;
} Check;

static void check_begin(Cxx *x, Check *c) {
    c->filter = (DiagFilter){.pass = believed};
    c->work = x->work.n;
    c->vars = x->work_vars.n;
    diag_trap_push(x->ctx, &c->trap);
    c->trap.hard = true;
    c->trap.filter = &c->filter;
}

static void check_end(Cxx *x, Check *c) {
    diag_trap_pop(x->ctx, &c->trap);
    for (uint32_t i = c->work; i < x->work.n; i++) x->work.at[i]->d.flags &= ~(uint32_t)DF_USED;
    for (uint32_t i = c->vars; i < x->work_vars.n; i++)
        x->work_vars.at[i]->d.flags &= ~(uint32_t)DF_USED;
    x->work.n = c->work;
    x->work_vars.n = c->vars;
}

static void check_function(Cxx *x, FuncDecl *f) {
    if (!f || !f->body_range.end || (f->d.flags & DF_INVALID) || f->d.type->kind != TY_FUNC) return;
    Check c;
    check_begin(x, &c);
    cxx_check_body(x, f);
    check_end(x, &c);
}

static void check_template(Cxx *x, TemplateDecl *t);
static void check_members(Cxx *x, ClassDecl *k);

// The class that a template's own tokens make.
static ClassDecl *unbound_class(Cxx *x, TmplParams *ps, TemplateDecl *t, TmplArgs *args, Env *env) {
    ClassDecl *k =
        cxx_decl_new(x, ClassDecl, D_CLASS, t->d.name, t->d.pos, t->d.order, t->d.scope, env);
    Type *self = ty_class(x, k);
    self->flags |= TF_DEPENDENT;
    k->unbound = true;
    k->tmpl = t;
    k->args = args;
    k->lexical = ps->scope;
    k->inner = cxx_scope_new(x, SC_CLASS, ps->scope, &k->d);
    k->inner->env = env;
    k->d.linkage = t->d.linkage;
    k->d.flags = t->d.flags & DF_IN_MAIN_FILE;
    return k;
}

static void check_class_template(Cxx *x, TemplateDecl *t) {
    if (!t->defined || !t->body.end) return;
    ClassDecl *k = unbound_class(x, t->params, t, tm_identity_args(x, t->params), t->env);
    k->tag = (uint8_t)t->tag;
    k->head = t->head;
    k->body = t->body;
    k->base_clause = t->base_clause;
    check_members(x, k);
}

static void check_partial(Cxx *x, TemplateDecl *t, PartialSpec *ps) {
    if (t->kind != TK_CLASS || !ps->body.end) return;
    ClassDecl *k = unbound_class(x, ps->params, t, ps->args, ps->env);
    k->tag = (uint8_t)ps->tag;
    k->head = ps->head;
    k->body = ps->body;
    k->base_clause = ps->base_clause;
    check_members(x, k);
}

static void check_member(Cxx *x, Decl *d) {
    if (!d) return;
    switch (d->kind) {
    case D_FUNC: check_function(x, (FuncDecl *)d); break;
    case D_TEMPLATE: check_template(x, (TemplateDecl *)d); break;
    case D_CLASS:
        if (((ClassDecl *)d)->body.end && !((ClassDecl *)d)->tmpl) {
            check_members(x, (ClassDecl *)d);
        }
        break;
    case D_FIELD: {
        Check c;
        check_begin(x, &c);
        Parse p = cxx_parse_at(x, d->order, d->order, d->scope, d->env);
        cxx_field_init(&p, (FieldDecl *)d, d->pos);
        check_end(x, &c);
        break;
    }
    default: break;
    }
}

static void check_members(Cxx *x, ClassDecl *k) {
    if (++x->decls->depth > x->ctx->max_depth || k->roots_seen) {
        x->decls->depth--;
        return;
    }
    k->roots_seen = true;
    Check c;
    check_begin(x, &c);
    bool ok = cxx_class_complete(x, k, k->d.pos);
    check_end(x, &c);
    Scope *s = k->inner;
    for (uint32_t i = 0; ok && s->index && i < s->index->e.n; i++) {
        IndexEntry *e = &s->index->e.at[i];
        if (e->group != i || e->form == IXF_OUT_OF_CLASS || e->form == IXF_STATIC_ASSERT) continue;
        if (e->flags & IX_FRIEND) continue; // would be declared in the namespace
        check_begin(x, &c);
        if (!s->state[i]) cxx_elaborate_entry(x, s, i);
        check_end(x, &c);
    }
    for (uint32_t i = 0; ok && s->index && i < s->index->e.n; i++) {
        IndexEntry *e = &s->index->e.at[i];
        if (e->form == IXF_OUT_OF_CLASS || e->form == IXF_STATIC_ASSERT) continue;
        if (i < s->nelab && s->elab[i] && s->elab[i]->scope == s) check_member(x, s->elab[i]);
    }
    check_begin(x, &c);
    if (ok) cxx_finish_class(x, k);
    check_end(x, &c);
    x->decls->depth--;
}

static void check_template(Cxx *x, TemplateDecl *t) {
    if (t->d.flags & DF_INVALID) return;
    switch (t->kind) {
    case TK_FUNC: check_function(x, t->pattern); break;
    case TK_CLASS: check_class_template(x, t); break;
    default: break;
    }
    for (uint32_t i = 0; i < t->partial.n; i++) check_partial(x, t, t->partial.at[i]);
}

static void check_scope(Cxx *x, Scope *s) {
    for (uint32_t i = 0; s->index && i < s->index->e.n; i++) {
        IndexEntry *e = &s->index->e.at[i];
        if (e->group != i || !(e->flags & IX_TEMPLATE) || i >= s->nelab) continue;
        if (!cxx_in_main_file(x, x->tokens->at[e->begin].pos)) continue;
        Decl *d = s->elab[i];
        if (!d || d->kind != D_TEMPLATE || d->order < e->begin || d->order >= e->end) continue;
        check_template(x, (TemplateDecl *)d);
    }
}

void cxx_check_templates(Cxx *x) {
    uint32_t completed = x->decls->completed.n;
    x->decls->unbound = true;
    for (uint32_t i = 0; i < x->decls->namespaces.n; i++)
        check_scope(x, x->decls->namespaces.at[i]);
    for (uint32_t i = 0; i < completed; i++) {
        ClassDecl *k = x->decls->completed.at[i];
        if (!k->env && !k->tmpl && k->inner && !k->is_local) check_scope(x, k->inner);
    }
}
