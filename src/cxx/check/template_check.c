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

// The filter with --check-all (DiagFilter): what may come from a dependent construct that was taken
// for something else is not believed.
static bool believed(void *data, const DiagRow *reported, Pos pos) {
    (void)data, (void)pos;
    const DiagRow *const no[] = {
        DIAG_OF(cxx, const_not_constant),     DIAG_OF(cxx, x_ambiguous_call),
        DIAG_OF(cxx, x_no_template_instance), DIAG_OF(cxx, d_incomplete_type),
        DIAG_OF(cxx, x_no_exceptions),        DIAG_OF(cxx, x_unsupported_expr),
        DIAG_OF(cxx, x_no_dynamic_cast)};
    for (uint32_t i = 0; i < CU_COUNT(no); i++) {
        if (reported == no[i]) return false;
    }
    return true;
}

// The filter without it: an unexpanded pack, or an error at a name that was suspected. A name that
// lacks `typename` is kept for tc_end.
static bool narrowly_believed(void *data, const DiagRow *reported, Pos pos) {
    Narrow *narrow = data;
    if (reported == DIAG_OF(cxx, tmpl_unexpanded_pack))
        return !narrow->body && cxx_in_main_file(narrow->x, pos);
    const DiagRow *const rows[] = {
        DIAG_OF(cxx, x_type_not_allowed), DIAG_OF(cxx, x_expected_expr),
        DIAG_OF(cxx, d_missing_typename), DIAG_OF(cxx, d_expected_type),
        DIAG_OF(cxx, d_expected_token),   DIAG_OF(cxx, x_expected_token)};
    for (uint32_t i = 0; i < CU_COUNT(rows); i++) {
        if (reported != rows[i]) continue;
        const Suspect *s = map_get(&narrow->x->decls->unbound.suspects, pos);
        if (s && s->type) narrow->type = s;
        return s && !s->type;
    }
    return false;
}

// For qsort.
static int by_token(const void *a, const void *b) {
    uint32_t p = *(const uint32_t *)a, q = *(const uint32_t *)b;
    return cu_order(p, q);
}

static bool has_suspect(const Cxx *cxx, uint32_t from, uint32_t to) { // they are sorted
    const uint32_t *at = cxx->decls->unbound.suspect_at.at;
    uint32_t lo = 0, n = cxx->decls->unbound.suspect_at.n;
    for (uint32_t hi = n; lo < hi;) {
        uint32_t mid = lo + (hi - lo) / 2;
        if (at[mid] < from)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo < n && at[lo] < to;
}

void tc_begin(Cxx *cxx, TmplCheck *opened, bool body) {
    opened->narrow = (Narrow){cxx, .body = body};
    opened->filter =
        (DiagFilter){cxx->opt.check_all ? believed : narrowly_believed, .data = &opened->narrow};
    opened->work = cxx->work.n;
    opened->vars = cxx->work_vars.n;
    diag_trap_push(cxx->ctx, &opened->trap);
    opened->trap.hard = true;
    opened->trap.filter = &opened->filter;
}

// Gives back what was needed meanwhile: an unbound template has no code.
void tc_end(Cxx *cxx, TmplCheck *opened) {
    diag_trap_pop(cxx->ctx, &opened->trap);
    if (opened->narrow.type)
        CXX_DIAG(cxx, d_missing_typename, opened->narrow.type->pos, opened->narrow.type->type);
    for (uint32_t i = opened->work; i < cxx->work.n; i++)
        cxx->work.at[i]->d.flags &= ~(uint32_t)DF_USED;
    for (uint32_t i = opened->vars; i < cxx->work_vars.n; i++)
        cxx->work_vars.at[i]->d.flags &= ~(uint32_t)DF_USED;
    cxx->work.n = opened->work;
    cxx->work_vars.n = opened->vars;
}

// Bodies are read whole with --check-all, else only where a suspected name stands in one.
void tc_function(Cxx *cxx, FuncDecl *func) {
    if (func && cxx->opt.check_all && func->d.type->kind == TY_FUNC) {
        TmplCheck c;
        tc_begin(cxx, &c, true);
        cxx_check_parts(cxx, &func->d);
        tc_end(cxx, &c);
    }
    if (!func || !func->body.range.end || (func->d.flags & DF_INVALID) ||
        func->d.type->kind != TY_FUNC)
        return;
    if (!cxx->opt.check_all && !has_suspect(cxx, func->body.range.begin, func->body.range.end))
        return;
    TmplCheck c;
    uint32_t local = cxx->decls->checks.local_classes.n;
    tc_begin(cxx, &c, true);
    cxx_check_body(cxx, func);
    tc_end(cxx, &c);
    for (uint32_t i = local; cxx->opt.check_all && i < cxx->decls->checks.local_classes.n; i++) {
        ClassDecl *k = cxx->decls->checks.local_classes.at[i];
        if (!k->closure.is && k->members.unbound) tc_members(cxx, k);
    }
}

static void check_template(Cxx *cxx, TemplateDecl *tmpl);

void tc_class_template(Cxx *cxx, TemplateDecl *t) {
    ClassDecl *k = tm_unbound_class(cxx, t);
    if (k) tc_members(cxx, k);
}

// Reads a partial specialization's body; those of variables have none.
static void check_partial(Cxx *cxx, TemplateDecl *t, PartialSpec *ps) {
    ClassDecl *k = t->kind == TK_CLASS ? tm_unbound_partial(cxx, t, ps) : NULL;
    if (k) tc_members(cxx, k);
}

// Reads what a member of an unbound class left as tokens.
static void check_member(Cxx *cxx, Decl *member) {
    if (!member) return;
    switch (member->kind) {
    case D_FUNC: tc_function(cxx, (FuncDecl *)member); break;
    case D_TEMPLATE: check_template(cxx, (TemplateDecl *)member); break;
    case D_CLASS:
        if (((ClassDecl *)member)->written.body.end && !((ClassDecl *)member)->inst.tmpl) {
            tc_members(cxx, (ClassDecl *)member);
        }
        break;
    case D_FIELD:
    case D_VAR: {
        TmplCheck c;
        tc_begin(cxx, &c, true);
        if (member->kind == D_FIELD) cxx_check_parts(cxx, member);
        if (member->kind == D_FIELD && ((FieldDecl *)member)->anonymous)
            tc_members(cxx, member->type->u.cls);
        else if (member->kind == D_VAR && ((VarDecl *)member)->init_style)
            cxx_var_init(cxx, (VarDecl *)member);
        tc_end(cxx, &c);
        break;
    }
    default: break;
    }
}

// Once per class, whatever leads to it.
void tc_members(Cxx *cxx, ClassDecl *cls) {
    if (++cxx->decls->depth > cxx->ctx->max_depth || cls->memo.roots_seen) {
        cxx->decls->depth--;
        return;
    }
    cls->memo.roots_seen = true;
    TmplCheck tmpl_check;
    tc_begin(cxx, &tmpl_check, false);
    bool ok = cxx_class_complete(cxx, cls, cls->d.pos);
    tc_end(cxx, &tmpl_check);

    // Members are declared first, each under a trap of its own, then read: a body may name any of
    // them.
    Scope *scope = cls->inner;
    for (uint32_t i = 0; ok && i < cxx_index_size(scope); i++) {
        IndexEntry *e = &scope->index->e.at[i];
        if (e->group != i || is_any_of(e->form, IXF_OUT_OF_CLASS, IXF_STATIC_ASSERT)) continue;
        if (e->flags & IX_FRIEND && !cxx->opt.check_all) continue;
        tc_begin(cxx, &tmpl_check, false);
        if (!scope->state[i]) cxx_elaborate_entry(cxx, scope, i);
        tc_end(cxx, &tmpl_check);
    }
    for (uint32_t i = 0; ok && i < cxx_index_size(scope); i++) {
        IndexEntry *e = &scope->index->e.at[i];
        if (is_any_of(e->form, IXF_OUT_OF_CLASS, IXF_STATIC_ASSERT)) continue;
        Decl *d = i < scope->nelab ? scope->elab[i] : NULL;
        bool here = d && d->scope == scope;
        if (d && e->flags & IX_FRIEND && d->order >= e->begin && d->order < e->end)
            here = d->kind == D_FUNC || decl_is_template(d, TK_FUNC);
        if (here) check_member(cxx, d);
    }
    tc_begin(cxx, &tmpl_check, false);
    if (ok) cxx_finish_class(cxx, cls);
    tc_end(cxx, &tmpl_check);
    cxx->decls->depth--;
}

// An alias's type, up to its `;`.
static void check_alias(Cxx *cxx, TemplateDecl *tmpl) {
    TmplCheck c;
    tc_begin(cxx, &c, true);
    Parse p = cxx_parse_at(cxx, tmpl->decl_range.begin, tmpl->decl_range.end, tmpl->params->scope,
                           tmpl->env);
    p.dependent = true;
    Type *type = cxx_parse_type_id(&p);
    if (type->kind != TY_ERROR && p.at < p.end) CXX_DIAG(cxx, d_expected_token, tok_pos(&p), ";");
    tc_end(cxx, &c);
}

// The initialiser of a variable template. (What it declares was judged when it was declared.)
static void check_variable(Cxx *cxx, TemplateDecl *tmpl) {
    if (!cxx->opt.check_all || !tmpl->defined || !tmpl->decl_range.end) return;
    DiagTrap trap;
    diag_trap_push(cxx->ctx, &trap);
    Parse p = cxx_parse_at(cxx, tmpl->decl_range.begin, tmpl->decl_range.end, tmpl->params->scope,
                           tmpl->env);
    p.dependent = p.type_only = true;
    DeclSpec ds = {0};
    Declarator declarator = {0};
    VarDecl *var = NULL;
    bool ok = cxx_parse_declspecs(&p, &ds, true) && ds.type;
    p.type_only = false;
    ok = ok && cxx_parse_declarator(&p, &ds, &declarator, false) && !declarator.qual;
    if (ok && !declarator.is_function && !declarator.op)
        var = cxx_make_var(&p, &ds, &declarator, tmpl->d.scope);
    if (diag_trap_pop(cxx->ctx, &trap) || !var || !var->init_style) return;
    if (!var->init_scope) var->init_scope = tmpl->params->scope;
    TmplCheck c;
    tc_begin(cxx, &c, true);
    cxx_var_init(cxx, var);
    tc_end(cxx, &c);
}

// Default arguments of the template's own parameters.
static void check_defaults(Cxx *cxx, TemplateDecl *t) {
    if (!t->params || !cxx->opt.check_all) return;
    TmplCheck c;
    tc_begin(cxx, &c, true);
    for (uint32_t i = 0; i < t->params->n; i++) tm_check_default(cxx, t->params->parm[i], t->env);
    tc_end(cxx, &c);
}

// Reads a template and its partial specializations.
static void check_template(Cxx *cxx, TemplateDecl *tmpl) {
    if (tmpl->d.flags & DF_INVALID) return;
    check_defaults(cxx, tmpl);
    switch (tmpl->kind) {
    case TK_FUNC: tc_function(cxx, tmpl->pattern); break;
    case TK_CLASS: tc_class_template(cxx, tmpl); break;
    case TK_ALIAS: check_alias(cxx, tmpl); break;
    case TK_VAR: check_variable(cxx, tmpl); break;
    default: break;
    }
    for (uint32_t i = 0; i < tmpl->partial.n; i++) check_partial(cxx, tmpl, tmpl->partial.at[i]);
}

// Whether nvcc may refuse the template by itself; elaborated then.
static bool is_suspicious(Cxx *cxx, Scope *home, uint32_t i) {
    const IndexEntry *index_entry = &home->index->e.at[i];
    bool suspicious = cxx->decls->unbound.suspect_at.n != 0;
    for (uint32_t k = index_entry->begin; k < index_entry->end && !suspicious; k++) {
        suspicious = cxx->tokens->at[k].kind == T_ELLIPSIS;
    }
    if (!suspicious || (home->state && home->state[i])) return suspicious;
    TmplCheck c;
    tc_begin(cxx, &c, false);
    cxx_elaborate_entry(cxx, home, i);
    tc_end(cxx, &c);
    return true;
}

// The templates of the main file that a scope declares.
static void check_scope(Cxx *cxx, Scope *home) {
    for (uint32_t i = 0; i < cxx_index_size(home); i++) {
        IndexEntry *index_entry = &home->index->e.at[i];
        if (index_entry->group != i || !(index_entry->flags & IX_TEMPLATE)) continue;
        if (!cxx_in_main_file(cxx, cxx->tokens->at[index_entry->begin].pos)) continue;
        if (!cxx->opt.check_all && !is_suspicious(cxx, home, i)) continue;
        if (cxx->opt.check_all && (i >= home->nelab || !home->state[i])) {
            TmplCheck c;
            tc_begin(cxx, &c, false);
            cxx_elaborate_entry(cxx, home, i);
            tc_end(cxx, &c);
        }
        if (i >= home->nelab) continue;
        Decl *d = home->elab[i];
        if (!decl_is(d, D_TEMPLATE) || d->order < index_entry->begin ||
            d->order >= index_entry->end)
            continue;
        check_template(cxx, (TemplateDecl *)d);
    }
}

// Namespaces first, then member templates of the classes that were completed before: reading
// templates completes more.
void cxx_check_templates(Cxx *cxx) {
    uint32_t completed = cxx->decls->checks.completed.n;
    uint32_t n = cxx->decls->unbound.suspect_at.n;
    if (n > 1) qsort(cxx->decls->unbound.suspect_at.at, n, sizeof(uint32_t), by_token);
    cxx->decls->unbound.reading = true;
    for (uint32_t i = 0; i < cxx->decls->index.namespaces.n; i++)
        check_scope(cxx, cxx->decls->index.namespaces.at[i]);
    for (uint32_t i = 0; i < completed; i++) {
        ClassDecl *k = cxx->decls->checks.completed.at[i];
        if (!k->env && !k->inst.tmpl && k->inner && !k->written.is_local)
            check_scope(cxx, k->inner);
    }
    if (cxx->opt.check_all) tc_outside(cxx);
}
