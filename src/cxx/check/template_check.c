// SPDX-License-Identifier: Apache-2.0
// --check-all: templates of the main file are read once with their parameters unbound, whether or
// not anything instantiates them: what is wrong for every argument is an error
// [temp.res.general]/6. Class templates become classes whose types are dependent
// (lookup/unbound.c).
//
// Without the option the same is done for what nvcc refuses by itself: declarations (not bodies)
// that name a pack and do not expand it, and names without `template` or `typename` that were seen
// in an instance (cxx_suspect) and turn out to depend on a parameter; other errors are not believed
// there.
//
// This is the last thing done for a unit, and nothing of it is kept: no odr-uses, no code. Unbound
// bodies are read only here, so only diagnostics that cannot come from a dependent construct that
// was taken for something else are believed (`believed`), and of each body only the first.
#include "cxx/facts/diag.h"
#include "cxx/facts/state.h"
#include "cxx/lookup/lookup.h"
#include "cxx/template/template.h"
#include "cxx/decl/decl.h"
#include "cxx/body/body.h"
#include "cxx/check/template_check.h"

#include <stdlib.h>

static bool believed(void *data, const DiagRow *row, Pos pos) {
    (void)data, (void)pos;
    static const uint16_t no[] = {
        D_const_not_constant, D_x_ambiguous_call,   D_x_no_template_instance, D_d_incomplete_type,
        D_x_no_exceptions,    D_x_unsupported_expr, D_x_no_dynamic_cast};
    for (uint32_t i = 0; i < CU_COUNT(no); i++) {
        if (row == &cxx_diag_rows[no[i]]) return false;
    }
    return true;
}

static bool narrowly_believed(void *data, const DiagRow *row, Pos pos) {
    Narrow *n = data;
    if (row == &cxx_diag_rows[D_tmpl_unexpanded_pack])
        return !n->body && cxx_in_main_file(n->x, pos);
    static const uint16_t rows[] = {D_x_type_not_allowed, D_x_expected_expr,  D_d_missing_typename,
                                    D_d_expected_type,    D_d_expected_token, D_x_expected_token};
    for (uint32_t i = 0; i < CU_COUNT(rows); i++) {
        if (row != &cxx_diag_rows[rows[i]]) continue;
        const Suspect *s = map_get(&n->x->decls->suspects, pos);
        if (s && s->type) n->type = s;
        return s && !s->type;
    }
    return false;
}

static int by_token(const void *a, const void *b) {
    uint32_t p = *(const uint32_t *)a, q = *(const uint32_t *)b;
    return p < q ? -1 : p > q;
}

static bool has_suspect(const Cxx *x, uint32_t from, uint32_t to) { // they are sorted
    const uint32_t *at = x->decls->suspect_at.at;
    uint32_t lo = 0, n = x->decls->suspect_at.n;
    for (uint32_t hi = n; lo < hi;) {
        uint32_t mid = lo + (hi - lo) / 2;
        if (at[mid] < from)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo < n && at[lo] < to;
}

void tc_begin(Cxx *x, TmplCheck *c, bool body) {
    c->narrow = (Narrow){x, .body = body};
    c->filter = (DiagFilter){x->opt.check_all ? believed : narrowly_believed, .data = &c->narrow};
    c->work = x->work.n;
    c->vars = x->work_vars.n;
    diag_trap_push(x->ctx, &c->trap);
    c->trap.hard = true;
    c->trap.filter = &c->filter;
}

void tc_end(Cxx *x, TmplCheck *c) {
    diag_trap_pop(x->ctx, &c->trap);
    if (c->narrow.type) CXX_DIAG(x, d_missing_typename, c->narrow.type->pos, c->narrow.type->type);
    for (uint32_t i = c->work; i < x->work.n; i++) x->work.at[i]->d.flags &= ~(uint32_t)DF_USED;
    for (uint32_t i = c->vars; i < x->work_vars.n; i++)
        x->work_vars.at[i]->d.flags &= ~(uint32_t)DF_USED;
    x->work.n = c->work;
    x->work_vars.n = c->vars;
}

void tc_function(Cxx *x, FuncDecl *f) {
    if (f && x->opt.check_all && f->d.type->kind == TY_FUNC) {
        TmplCheck c;
        tc_begin(x, &c, true);
        cxx_check_parts(x, &f->d);
        tc_end(x, &c);
    }
    if (!f || !f->body_range.end || (f->d.flags & DF_INVALID) || f->d.type->kind != TY_FUNC) return;
    if (!x->opt.check_all && !has_suspect(x, f->body_range.begin, f->body_range.end)) return;
    TmplCheck c;
    uint32_t local = x->decls->local_classes.n;
    tc_begin(x, &c, true);
    cxx_check_body(x, f);
    tc_end(x, &c);
    for (uint32_t i = local; x->opt.check_all && i < x->decls->local_classes.n; i++) {
        ClassDecl *k = x->decls->local_classes.at[i];
        if (!k->is_closure && k->unbound) tc_members(x, k);
    }
}

static void check_template(Cxx *x, TemplateDecl *t);

void tc_class_template(Cxx *x, TemplateDecl *t) {
    ClassDecl *k = tm_unbound_class(x, t);
    if (k) tc_members(x, k);
}

static void check_partial(Cxx *x, TemplateDecl *t, PartialSpec *ps) {
    ClassDecl *k = t->kind == TK_CLASS ? tm_unbound_partial(x, t, ps) : NULL;
    if (k) tc_members(x, k);
}

static void check_member(Cxx *x, Decl *d) {
    if (!d) return;
    switch (d->kind) {
    case D_FUNC: tc_function(x, (FuncDecl *)d); break;
    case D_TEMPLATE: check_template(x, (TemplateDecl *)d); break;
    case D_CLASS:
        if (((ClassDecl *)d)->body.end && !((ClassDecl *)d)->tmpl) {
            tc_members(x, (ClassDecl *)d);
        }
        break;
    case D_FIELD:
    case D_VAR: {
        TmplCheck c;
        tc_begin(x, &c, true);
        if (d->kind == D_FIELD)
            cxx_check_parts(x, d);
        else if (((VarDecl *)d)->init_style)
            cxx_var_init(x, (VarDecl *)d);
        tc_end(x, &c);
        break;
    }
    default: break;
    }
}

void tc_members(Cxx *x, ClassDecl *k) {
    if (++x->decls->depth > x->ctx->max_depth || k->roots_seen) {
        x->decls->depth--;
        return;
    }
    k->roots_seen = true;
    TmplCheck c;
    tc_begin(x, &c, false);
    bool ok = cxx_class_complete(x, k, k->d.pos);
    tc_end(x, &c);
    Scope *s = k->inner;
    for (uint32_t i = 0; ok && s->index && i < s->index->e.n; i++) {
        IndexEntry *e = &s->index->e.at[i];
        if (e->group != i || e->form == IXF_OUT_OF_CLASS || e->form == IXF_STATIC_ASSERT) continue;
        if (e->flags & IX_FRIEND && !x->opt.check_all) continue;
        tc_begin(x, &c, false);
        if (!s->state[i]) cxx_elaborate_entry(x, s, i);
        tc_end(x, &c);
    }
    for (uint32_t i = 0; ok && s->index && i < s->index->e.n; i++) {
        IndexEntry *e = &s->index->e.at[i];
        if (e->form == IXF_OUT_OF_CLASS || e->form == IXF_STATIC_ASSERT) continue;
        Decl *d = i < s->nelab ? s->elab[i] : NULL;
        bool here = d && d->scope == s;
        if (d && e->flags & IX_FRIEND && d->order >= e->begin && d->order < e->end)
            here = d->kind == D_FUNC ||
                   (d->kind == D_TEMPLATE && ((TemplateDecl *)d)->kind == TK_FUNC);
        if (here) check_member(x, d);
    }
    tc_begin(x, &c, false);
    if (ok) cxx_finish_class(x, k);
    tc_end(x, &c);
    x->decls->depth--;
}

static void check_alias(Cxx *x, TemplateDecl *t) {
    TmplCheck c;
    tc_begin(x, &c, true);
    Parse p = cxx_parse_at(x, t->decl_range.begin, t->decl_range.end, t->params->scope, t->env);
    p.dependent = true;
    Type *type = cxx_parse_type_id(&p);
    if (type->kind != TY_ERROR && p.at < p.end) CXX_DIAG(x, d_expected_token, tok_pos(&p), ";");
    tc_end(x, &c);
}

static void check_defaults(Cxx *x, TemplateDecl *t) {
    if (!t->params || !x->opt.check_all) return;
    TmplCheck c;
    tc_begin(x, &c, true);
    for (uint32_t i = 0; i < t->params->n; i++) tm_check_default(x, t->params->parm[i], t->env);
    tc_end(x, &c);
}

static void check_template(Cxx *x, TemplateDecl *t) {
    if (t->d.flags & DF_INVALID) return;
    check_defaults(x, t);
    switch (t->kind) {
    case TK_FUNC: tc_function(x, t->pattern); break;
    case TK_CLASS: tc_class_template(x, t); break;
    case TK_ALIAS: check_alias(x, t); break;
    default: break;
    }
    for (uint32_t i = 0; i < t->partial.n; i++) check_partial(x, t, t->partial.at[i]);
}

// Whether nvcc may refuse the template by itself; elaborated then.
static bool is_suspicious(Cxx *x, Scope *s, uint32_t i) {
    const IndexEntry *e = &s->index->e.at[i];
    bool suspicious = x->decls->suspect_at.n != 0;
    for (uint32_t k = e->begin; k < e->end && !suspicious; k++) {
        suspicious = x->tokens->at[k].kind == T_ELLIPSIS;
    }
    if (!suspicious || (s->state && s->state[i])) return suspicious;
    TmplCheck c;
    tc_begin(x, &c, false);
    cxx_elaborate_entry(x, s, i);
    tc_end(x, &c);
    return true;
}

static void check_scope(Cxx *x, Scope *s) {
    for (uint32_t i = 0; s->index && i < s->index->e.n; i++) {
        IndexEntry *e = &s->index->e.at[i];
        if (e->group != i || !(e->flags & IX_TEMPLATE)) continue;
        if (!cxx_in_main_file(x, x->tokens->at[e->begin].pos)) continue;
        if (!x->opt.check_all && !is_suspicious(x, s, i)) continue;
        if (x->opt.check_all && (i >= s->nelab || !s->state[i])) {
            TmplCheck c;
            tc_begin(x, &c, false);
            cxx_elaborate_entry(x, s, i);
            tc_end(x, &c);
        }
        if (i >= s->nelab) continue;
        Decl *d = s->elab[i];
        if (!d || d->kind != D_TEMPLATE || d->order < e->begin || d->order >= e->end) continue;
        check_template(x, (TemplateDecl *)d);
    }
}

void cxx_check_templates(Cxx *x) {
    uint32_t completed = x->decls->completed.n;
    uint32_t n = x->decls->suspect_at.n;
    if (n > 1) qsort(x->decls->suspect_at.at, n, sizeof(uint32_t), by_token);
    x->decls->unbound = true;
    for (uint32_t i = 0; i < x->decls->namespaces.n; i++)
        check_scope(x, x->decls->namespaces.at[i]);
    for (uint32_t i = 0; i < completed; i++) {
        ClassDecl *k = x->decls->completed.at[i];
        if (!k->env && !k->tmpl && k->inner && !k->is_local) check_scope(x, k->inner);
    }
    if (x->opt.check_all) tc_outside(x);
}
