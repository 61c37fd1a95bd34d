// SPDX-License-Identifier: Apache-2.0
// Template argument lists: hash-consing, environments, parsing, conversion to parameters
// [temp.arg], default arguments, packs.
//
// A raw list is what stands between < and >: types, expressions (constants carry their value too)
// and templates, with expansions already expanded or, when dependent, kept as TY_PACK and E_PACK.
// Checking a raw list against parameters yields the full list, one argument per parameter, packs as
// TA_PACK. Only full lists and lists of dependent names are hash-consed; equal is the same pointer.
// A dependent raw list whose expansions do not line up with the parameters stays flat.
#include "cxx/answer.h"
#include "cxx/facts/diag.h"
#include "cxx/facts/state.h"
#include "cxx/lookup/lookup.h"
#include "cxx/constant/constant.h"
#include "cxx/convert/convert.h"
#include "cxx/expr/expr.h"
#include "cxx/template/template.h"

// ---- environments ------------------------------------------------------------------------------

Env *tm_env(Cxx *x, TmplParams *ps, TmplArgs *args, Env *outer) {
    Env *e = arena_new(tm_arena(x), Env);
    *e = (Env){outer, ps, args};
    return e;
}

TmplParams *tm_params_of(Decl *tmpl) {
    if (tmpl->kind == D_TPARM) return ((TParmDecl *)tmpl)->tparams;
    if (tmpl->kind == D_TEMPLATE) return ((TemplateDecl *)tmpl)->params;
    return NULL;
}

Parse tm_parse_for(Parse *p, uint32_t begin, uint32_t end, Scope *s, Env *env) {
    Parse q = cxx_parse_at(p->x, begin, end, s, env);
    q.depth = p->depth + 1;
    q.poi = p->poi;
    return q;
}

// ---- parsing -----------------------------------------------------------------------------------

static bool arg_ends(const Parse *p) {
    uint16_t k = cxx_peek(p);
    return k == T_COMMA || k == T_GT || k == T_GTGT || k == T_ELLIPSIS || k == T_EOF;
}

// Whether only names and `::` stand before the argument's end; angle brackets are skipped.
static bool is_bare_name(const Parse *p) {
    uint32_t i = p->at;
    bool name = false;
    while (i < p->end) {
        uint16_t k = p->tok[i].kind;
        if (k == T_IDENT) {
            if (name) return false;
            name = true;
        } else if (k == T_COLCOL || k == T_KW_TEMPLATE) {
            name = false;
        } else if (k == T_LT && name) {
            uint32_t e = cxx_skip_angles(p->x, i, p->end);
            if (!e || e >= p->end || p->tok[e].kind != T_COLCOL) return false;
            i = e;
            continue;
        } else {
            return name && (k == T_COMMA || k == T_GT || k == T_GTGT || k == T_ELLIPSIS);
        }
        i++;
    }
    return name;
}

// A name that is a whole argument: a template or a type. False if it is an expression.
static bool parse_bare_name(Parse *p, TmplArg *out) {
    Parse save = *p;
    QualName q;
    DiagTrap trap;
    diag_trap_push(p->x->ctx, &trap);
    bool ok = cxx_parse_qual_name(p, &q);
    ok = diag_trap_pop(p->x->ctx, &trap) == 0 && ok;
    if (ok && q.found.n && !q.is_template_id) {
        Decl *d = q.found.at[0];
        if (d->kind == D_TEMPLATE &&
            (((TemplateDecl *)d)->kind == TK_CLASS || ((TemplateDecl *)d)->kind == TK_ALIAS)) {
            *out = (TmplArg){.kind = TA_TEMPLATE, .tmpl = d};
            return true;
        }
        if (d->kind == D_TPARM && ((TParmDecl *)d)->kind == TA_TEMPLATE) {
            TmplArg *a = cxx_parm_arg(p, (TParmDecl *)d);
            *out = a ? *a : (TmplArg){.kind = TA_TEMPLATE, .tmpl = d};
            return true;
        }
        Type *t = cxx_name_type(p, &q);
        if (t) {
            *out = (TmplArg){.kind = TA_TYPE, .type = t};
            return true;
        }
    }
    *p = save;
    return false;
}

// Whether nobody reads the diagnostics that are made now, only that there were some.
static bool unseen(Ctx *ctx) {
    return diag_trapped(ctx) && !diag_trap_keeps(ctx);
}

static bool parse_type_arg(Parse *p, TmplArg *out) {
    Parse save = *p;
    DiagTrap trap;
    diag_trap_push(p->x->ctx, &trap);
    Type *t = cxx_parse_type_id(p);
    uint32_t errors = diag_trap_pop(p->x->ctx, &trap);
    if (!errors && t && arg_ends(p)) {
        if ((t->flags & TF_HAS_AUTO && t->kind != TY_CTAD) || cxx_auto_parm(t)) {
            CXX_DIAG(p->x, d_auto_not_allowed, save.tok[save.at].pos);
            t = p->x->ty_error;
        }
        *out = (TmplArg){.kind = TA_TYPE, .type = t};
        return true;
    }
    bool is_type = arg_ends(p);
    if (is_type && unseen(p->x->ctx)) {
        CXX_DIAG(p->x, d_expected_type, save.tok[save.at].pos);
        *out = (TmplArg){.kind = TA_TYPE, .type = p->x->ty_error};
        return true;
    }
    *p = save;
    if (!is_type) return false;
    uint64_t before = diag_errors_seen(p->x->ctx);
    t = cxx_parse_type_id(p); // once more, for its diagnostics
    if (!t || diag_errors_seen(p->x->ctx) != before) t = p->x->ty_error;
    *out = (TmplArg){.kind = TA_TYPE, .type = t};
    return true;
}

static void parse_expr_arg(Parse *p, TmplArg *out) {
    bool in_targs = p->in_targs, const_expr = p->const_expr;
    p->in_targs = true;
    p->const_expr = true;
    Expr *e = cxx_peek(p) == T_LBRACE ? cxx_parse_init_clause(p) : cxx_parse_const_expr(p);
    p->in_targs = in_targs;
    p->const_expr = const_expr;
    *out = (TmplArg){.kind = TA_EXPR, .type = e->type, .expr = e};
}

static bool bad_arg(const TmplArg *a) {
    return (a->kind == TA_TYPE && a->type->kind == TY_ERROR) ||
           (a->kind == TA_EXPR && a->expr->kind == E_ERROR);
}

static void parse_arg(Parse *p, TmplArg *out) {
    if (is_bare_name(p) && parse_bare_name(p, out)) return;
    if (cxx_starts_type_id(p) && parse_type_arg(p, out)) return;
    parse_expr_arg(p, out);
}

// The element as an expansion of a dependent list.
static void wrap_expansion(Cxx *x, TmplArg *a) {
    if (a->kind == TA_TYPE) {
        a->type = ty_pack(x, a->type);
    } else if (a->kind == TA_EXPR) {
        Expr *e = cxx_expr_new(x, E_PACK, a->expr->type, a->expr->cat, a->expr->pos);
        e->a = a->expr;
        e->flags |= EF_VALUE_DEP | (a->expr->flags & EF_TYPE_DEP);
        a->expr = e;
    }
}

TmplArgs *tm_parse_raw_args(Parse *p) {
    Cxx *x = p->x;
    Arena *tmp = &x->ctx->scratch;
    Pos pos = p->tok[p->at].pos;
    p->at++; // <
    VEC(TmplArg) v = {0};
    bool bad = false;
    if (!(cxx_peek(p) == T_GT || cxx_peek(p) == T_GTGT)) {
        for (;;) {
            PackLoop l;
            cxx_pack_begin(p, &l);
            bool more;
            do {
                TmplArg a;
                uint32_t at = p->at;
                parse_arg(p, &a);
                bad |= bad_arg(&a);
                if (p->at == at) p->at = p->end; // no progress: give up
                more = cxx_pack_next(p, &l);
                if (l.keep) {
                    if (l.dependent) wrap_expansion(x, &a);
                    vec_push(tmp, &v, a);
                }
            } while (more && !bad);
            if (bad || cxx_peek(p) != T_COMMA) break;
            p->at++;
        }
    }
    if (bad) return NULL;
    if (!cxx_targs_close(p)) {
        CXX_DIAG(x, tmpl_expected_gt, p->at < p->end ? p->tok[p->at].pos : pos);
        return NULL;
    }
    TmplArgs *l = arena_zalloc(tmp, sizeof *l + sizeof *l->a * v.n, 16);
    l->n = v.n;
    for (uint32_t i = 0; i < v.n; i++) l->a[i] = v.at[i];
    return l;
}

// Constants get their value, so that equal lists of dependent names are the same list.
static TmplArgs *intern_raw(Cxx *x, TmplArgs *raw) {
    for (uint32_t i = 0; i < raw->n; i++) {
        TmplArg *a = &raw->a[i];
        if (a->kind != TA_EXPR || (a->expr->flags & (EF_TYPE_DEP | EF_VALUE_DEP))) continue;
        if (!ty_is_integral(a->expr->type) && a->expr->type->kind != TY_ENUM) continue;
        ConstVal v = {.kind = CV_INT, .type = ty_unqual(a->expr->type)};
        if (!cxx_const_int(x, a->expr, &v.u.i, false)) continue;
        a->kind = TA_VALUE;
        a->val = cxx_const_intern(x, &v);
    }
    return cxx_targs(x, raw->a, raw->n);
}

// Refuses the list at p->at for being nested too deeply, or for holding one that was: since each
// list is tried twice, going there again would take exponential time.
static bool too_deep(Parse *p, struct TmplTable *t) {
    if (p->depth > p->x->ctx->max_depth)
        t->deep_begin = t->deep_end = p->at;
    else if (p->at < t->deep_begin || p->at > t->deep_end)
        return false;
    CXX_DIAG(p->x, tmpl_nesting, p->tok[t->deep_end].pos);
    return true;
}

static TmplArgs *make_args(Parse *p, Decl *tmpl, TmplArgs *raw, Pos pos) {
    // a concept's are completed where it is known whether a type-constraint adds the first
    bool checked = tmpl && (tmpl->kind == D_TPARM ||
                            (tmpl->kind == D_TEMPLATE && ((TemplateDecl *)tmpl)->kind != TK_FUNC &&
                             ((TemplateDecl *)tmpl)->kind != TK_CONCEPT));
    if (!checked || !tm_params_of(tmpl)) return intern_raw(p->x, raw);
    return tm_check_args(p, tmpl, tm_params_of(tmpl), tmpl->env, raw->a, raw->n, pos);
}

static TmplArgs *parse_template_args(Parse *p, Decl *tmpl) {
    struct TmplTable *t = tm_table(p->x);
    uint32_t at = p->at, deep = t->deep_begin;
    Pos pos = p->tok[at ? at - 1 : 0].pos;
    bool only = p->type_only;
    p->type_only = false;
    p->depth++;
    ArenaMark mark = arena_mark(&p->x->ctx->scratch);
    TmplArgs *raw = too_deep(p, t) ? NULL : tm_parse_raw_args(p), *r = NULL;
    p->depth--;
    p->type_only = only;
    if (raw)
        r = make_args(p, tmpl, raw, pos);
    else if (t->deep_begin != deep)
        t->deep_begin = at;
    arena_reset(&p->x->ctx->scratch, mark);
    return r;
}

// Without the scopes of parameters that have none yet: a parameter's type is looked at outside of
// such a scope, to see whether it is one, and read inside of it.
static Scope *names_scope(Scope *s) {
    while (s && s->kind == SC_FUNC && !s->fn && !s->index && !s->names.n && !s->using_dirs.n)
        s = s->parent;
    return s;
}

// Whether what is remembered of a list at p->at holds there.
static bool memo_fits(const Parse *p, const Decl *tmpl, const struct TargsMemo *m) {
    return m->end && m->at == p->at && m->names == names_scope(p->scope) && m->env == p->env &&
           m->tmpl == tmpl && m->fn == p->fn && m->pack_index == p->pack_index &&
           m->dependent == p->dependent && m->end <= p->end && (!m->use || p->pack_use);
}

// Whether a list in error still is, as far as a soft failure goes: nothing was declared since, and
// the outermost list around is still being read. (Where the error is shown, it is read again.)
static bool still_wrong(const Parse *p, const struct TmplTable *t, const struct TargsMemo *m) {
    return t->nesting && m->attempt == t->attempts && m->entities == p->x->nentities &&
           unseen(p->x->ctx);
}

// The arguments of a template-id at '<'. A name is first parsed to see whether it is a type, then
// for good: without a memo, nested template-ids would take exponential time. A list is remembered
// with the packs that it named when it made no diagnostics, or is in error.
TmplArgs *cxx_answer_parse_template_args(Parse *p, Decl *tmpl) {
    struct TmplTable *t = tm_table(p->x);
    struct TargsMemo *m = &t->memo[p->at & 255];
    if (memo_fits(p, tmpl, m) && (m->args || still_wrong(p, t, m))) {
        if (!m->args) CXX_DIAG(p->x, tmpl_expected_gt, p->tok[m->at].pos);
        tm_pack_repeat(p, m->use);
        p->at = m->end;
        p->half_gtgt = m->half;
        return m->args;
    }
    struct TargsMemo n = {.at = p->at,
                          .dependent = p->dependent,
                          .pack_index = p->pack_index,
                          .names = names_scope(p->scope),
                          .env = p->env,
                          .tmpl = tmpl,
                          .fn = p->fn};
    uint64_t unrepeatable = t->unrepeatable, errors = diag_errors_seen(p->x->ctx);
    struct PackUse *outer = tm_pack_capture(p);
    if (!t->nesting++) t->attempts++;
    n.args = parse_template_args(p, tmpl);
    t->nesting--;
    n.use = tm_pack_release(p, outer);
    n.end = p->at;
    n.half = p->half_gtgt;
    n.entities = p->x->nentities;
    n.attempt = t->attempts;
    bool whole = unrepeatable == t->unrepeatable && errors == diag_errors_seen(p->x->ctx);
    if (!n.args || whole) *m = n;
    return n.args;
}

// ---- conversion to parameters ------------------------------------------------------------------

bool tm_structural(Cxx *x, Type *t, uint32_t depth) {
    while (ty_is_array(t)) t = t->u.array.elem;
    if (t->kind == TY_RREF) return false;
    if (t->kind != TY_CLASS || ty_dependent(t) || depth > 64) return true;
    ClassDecl *c = t->u.cls;
    if (!cxx_class_complete(x, c, 0)) return true;
    cxx_class_specials(x, c);
    for (uint32_t i = 0; i < c->nbase; i++) {
        if (c->base[i].access != ACC_PUBLIC) return false;
        if (!tm_structural(x, c->base[i].type, depth + 1)) return false;
    }
    for (uint32_t i = 0; i < c->fields.n; i++) {
        FieldDecl *f = c->fields.at[i];
        uint8_t a = f->d.access;
        if (a == ACC_PRIVATE || a == ACC_PROTECTED || (f->d.flags & DF_MUTABLE)) {
            if (!c->is_closure) return false;
        }
        if (!tm_structural(x, f->d.type, depth + 1)) return false;
    }
    return true;
}

// Integral and enumeration constants of the parameter's own type or another integral one.
static bool convert_int(Cxx *x, Type *t, ConstVal *v, TmplArg *out) {
    if (v->kind != CV_INT) return false;
    bool same = ty_unqual(v->type) == t;
    if (!same &&
        !(ty_is_integral(t) && (ty_is_integral(v->type) || ty_is_unscoped_enum(v->type)))) {
        return false;
    }
    uint32_t bits = (uint32_t)ty_int_bits(t);
    bool from_signed = !ty_is_unsigned(v->type);
    if (t->kind == TY_BOOL && v->type->kind != TY_BOOL && apint_u64(&v->u.i) > 1) return false;
    bool fits = ty_is_unsigned(t) ? apint_fits_unsigned(v->u.i, bits, from_signed)
                                  : apint_fits_signed(v->u.i, bits, from_signed);
    if (!same && !fits) return false;
    ConstVal c = {.kind = CV_INT, .type = t};
    c.u.i = apint_resize(v->u.i, bits, from_signed);
    *out = (TmplArg){.kind = TA_VALUE, .type = t, .val = cxx_const_intern(x, &c)};
    return true;
}

// Conversions of pointers that a converted constant expression does not make [expr.const]/10: to a
// base, of a member of a base, to void.
static bool converts_pointer(const Expr *e) {
    for (; e->kind == E_CAST && (e->flags & EF_IMPLICIT); e = e->a) {
        if (e->op == CK_DERIVED_TO_BASE) return true;
        const Type *t = e->type, *from = e->a->type;
        if (t->kind == TY_MEMPTR && from->kind == TY_MEMPTR && t->u.ptr.cls != from->u.ptr.cls)
            return true;
        if (t->kind != TY_PTR || from->kind != TY_PTR) continue;
        t = t->u.ptr.to->unqual;
        from = from->u.ptr.to->unqual;
        if (t != from && (t->kind == TY_VOID || t->kind == TY_CLASS)) return true;
    }
    return false;
}

// No string literal, temporary or, before C++20, subobject is named [temp.arg.nontype]/3. (An array
// has decayed: its first element counts as the array.)
static bool names_object(Cxx *x, const ConstVal *v, Type *t) {
    if (v->kind != CV_LVALUE || (t->kind != TY_PTR && !ty_is_ref(t))) return true;
    if (v->u.lv.expr_base) return false;
    const Decl *d = v->u.lv.base;
    if (!d || d->kind != D_VAR) return true;
    if (d->flags & DF_IMPLICIT) return ((const VarDecl *)d)->tmpl_object;
    if (x->opt.std >= 20) return true;
    const Type *to = ty_unqual(t->u.ptr.to), *of = ty_unqual(d->type);
    if (ty_is_ref(of)) of = ty_unqual(of->u.ptr.to);
    while (ty_is_array(of) && to != of) of = ty_unqual(of->u.array.elem);
    bool same = to == of || ty_is_array(to) || to->kind == TY_VOID;
    return !v->u.lv.offset && !v->u.lv.one_past && same;
}

static bool open_type(const TParmDecl *parm) {
    const Type *t = parm->d.type;
    return t && (t->flags & TF_HAS_AUTO || ty_dependent(t));
}

static bool convert_value(Parse *p, TParmDecl *parm, Type *t, const TmplArg *raw, TmplArg *out,
                          Pos pos) {
    Cxx *x = p->x;
    if (raw->kind != TA_EXPR && raw->kind != TA_VALUE) {
        CXX_DIAG(x, tmpl_arg_not_value, pos, &parm->d);
        return false;
    }
    if (t->kind == TY_ERROR) return false;
    bool dep = raw->kind == TA_EXPR && (raw->expr->flags & (EF_TYPE_DEP | EF_VALUE_DEP));
    if (dep || ty_dependent(t)) {
        *out = *raw;
        out->type = t;
        return true;
    }
    if (t->flags & TF_HAS_AUTO) {
        if (raw->kind == TA_VALUE && !raw->expr)
            t = ty_unqual(raw->val->type);
        else
            t = cxx_deduce_auto(p, t, raw->expr, pos);
        if (!t || t->kind == TY_ERROR) return false;
        t = ty_unqual(ty_is_ref(t) ? t : ty_decay(x, t)); // [temp.param]/10
    }
    // [temp.param]/6 of a type that the declaration leaves open
    if (t->kind == TY_CLASS && !t->u.cls->is_closure && open_type(parm) &&
        !tm_structural(x, t, 0)) {
        CXX_DIAG(x, tmpl_not_structural, pos, t);
        return false;
    }
    if (raw->kind == TA_VALUE) {
        if (ty_unqual(raw->val->type) == t) {
            *out = (TmplArg){.kind = TA_VALUE, .type = t, .val = raw->val};
            return true;
        }
        if (convert_int(x, t, raw->val, out)) return true;
        if (!raw->expr) {
            CXX_DIAG(x, tmpl_arg_value_type, pos, raw->val->type, t);
            return false;
        }
    }
    Expr *e = raw->expr;
    if (ty_is_integral(t) && (ty_is_integral(e->type) || ty_is_unscoped_enum(e->type))) {
        ConstVal v = {.kind = CV_INT, .type = ty_unqual(e->type)};
        if (!cxx_const_int(x, e, &v.u.i, true)) return false;
        if (convert_int(x, t, &v, out)) return true;
        CXX_DIAG(x, tmpl_arg_narrowing, pos, t);
        return false;
    }
    if (ty_is_integral(t) && ty_is_floating(e->type)) { // no converted constant [expr.const]/10
        CXX_DIAG(x, tmpl_arg_value_type, pos, e->type, t);
        return false;
    }
    Parse q = *p;
    q.const_expr = true;
    e = cxx_initialize(&q, t, INIT_COPY, &e, 1, pos, "template argument");
    if (!e || e->kind == E_ERROR) return false;
    if (converts_pointer(e)) {
        CXX_DIAG(x, tmpl_arg_value_type, pos, raw->expr->type, t);
        return false;
    }
    ConstVal *v = cxx_const_eval(x, e, true);
    if (!v) return false;
    if (!names_object(x, v, t)) {
        CXX_DIAG(x, tmpl_arg_address, pos);
        return false;
    }
    if (ty_unqual(v->type) != t) {
        ConstVal *c = arena_new(tm_arena(x), ConstVal);
        *c = *v;
        c->type = t;
        v = c;
    }
    *out = (TmplArg){.kind = TA_VALUE, .type = t, .val = cxx_const_intern(x, v)};
    return true;
}

// A template argument matches a template template parameter if its parameters are at least as
// general [temp.arg.template]; checked by kind and number.
bool tm_template_fits(Decl *tmpl, TmplParams *want) {
    TmplParams *have = tm_params_of(tmpl);
    if (!have || !want) return true;
    uint32_t n = want->n, h = 0;
    bool want_pack = n && want->parm[n - 1]->pack;
    if (want_pack) n--;
    for (uint32_t i = 0; i < n; i++) {
        if (h >= have->n) return false;
        if (have->parm[h]->kind != want->parm[i]->kind) return false;
        if (!have->parm[h]->pack) h++;
    }
    for (; h < have->n; h++) {
        const TParmDecl *t = have->parm[h];
        bool optional = t->default_range.end || t->default_decl;
        if (want_pack ? t->kind != want->parm[n]->kind && !optional : !t->pack && !optional)
            return false;
    }
    return true;
}

bool tm_convert_arg(Parse *p, TParmDecl *parm, Env *env, const TmplArg *raw, TmplArg *out,
                    Pos pos) {
    Cxx *x = p->x;
    switch ((TmplArgKind)parm->kind) {
    case TA_TYPE:
        if (raw->kind != TA_TYPE) {
            CXX_DIAG(x, tmpl_arg_not_type, pos, &parm->d);
            return false;
        }
        *out = *raw;
        out->expr = NULL;
        return raw->type->kind != TY_ERROR;
    case TA_TEMPLATE: {
        Decl *t = raw->kind == TA_TEMPLATE ? raw->tmpl : NULL;
        // the injected class name stands for the template [temp.local]
        if (raw->kind == TA_TYPE && raw->type->kind == TY_CLASS && raw->type->u.cls->tmpl) {
            t = &raw->type->u.cls->tmpl->d;
        }
        if (raw->kind == TA_EXPR && raw->expr->kind == E_DEP_NAME && raw->expr->u.dep.scope) {
            *out = *raw; // A<T>::template name
            return true;
        }
        if (!t) {
            CXX_DIAG(x, tmpl_arg_not_template, pos, &parm->d);
            return false;
        }
        if (!tm_template_fits(t, parm->tparams)) {
            CXX_DIAG(x, tmpl_template_mismatch, pos, t, &parm->d);
            return false;
        }
        *out = (TmplArg){.kind = TA_TEMPLATE, .tmpl = t};
        return true;
    }
    default: {
        Type *t = tm_parm_type(p, parm, env);
        return t && convert_value(p, parm, t, raw, out, pos);
    }
    }
}

static void default_source(Parse *q, TmplArgKind kind, TmplArg *raw) {
    switch (kind) {
    case TA_TYPE: {
        Type *t = cxx_parse_type_id(q);
        *raw = (TmplArg){.kind = TA_TYPE, .type = t ? t : q->x->ty_error};
        break;
    }
    case TA_TEMPLATE: parse_bare_name(q, raw); break;
    default: parse_expr_arg(q, raw); break;
    }
}

// The default argument as it is written, its own parameters unbound.
void tm_check_default(Cxx *x, TParmDecl *d, Env *outer) {
    if (!d->default_range.end) return;
    Parse q = cxx_parse_at(x, d->default_range.begin, d->default_range.end, d->list->scope, outer);
    q.dependent = q.in_targs = true;
    Pos pos = tok_pos(&q);
    TmplArg raw = {0}, out;
    default_source(&q, (TmplArgKind)d->kind, &raw);
    if (bad_arg(&raw) || d->kind != TA_TEMPLATE) return;
    bool known = raw.kind == TA_TEMPLATE || (raw.kind == TA_TYPE && !ty_dependent(raw.type));
    if (known) tm_convert_arg(&q, d, outer, &raw, &out, pos);
}

bool tm_default_arg(Parse *p, TParmDecl *parm, Env *env, TmplArg *out, Pos pos) {
    TParmDecl *d = parm->default_decl ? parm->default_decl : parm;
    if (!d->default_range.end) return false;
    Env *e = env;
    if (d != parm) { // written in another declaration of the template: its own names
        e = tm_env(p->x, d->list, env->args, env->outer);
    }
    struct InstFrame f;
    if (!tm_push(p->x, &f, IF_DEFAULT_ARG, &parm->d, NULL, pos)) return false;
    Parse q = tm_parse_for(p, d->default_range.begin, d->default_range.end, d->list->scope, e);
    TmplArg raw = {0};
    default_source(&q, (TmplArgKind)parm->kind, &raw);
    bool ok = !bad_arg(&raw) && tm_convert_arg(p, parm, env, &raw, out, pos);
    if (!ok) *out = (TmplArg){.kind = TA_NONE};
    tm_pop(p->x);
    return true;
}

// A pack takes all, but for one that expands packs around its template (`Ts... V`): it has as many
// elements as they have, and while that is not known takes the values there are.
uint32_t tm_pack_takes(const TParmDecl *parm, const TmplArg *raw, uint32_t at, uint32_t n) {
    if (!parm->expands) return n - at;
    if (parm->npack >= 0) {
        uint32_t k = 0, want = CU_MIN((uint32_t)parm->npack, n - at);
        while (k < want && !tm_arg_is_expansion(&raw[at + k])) k++;
        return k < want ? n - at : want;
    }
    uint32_t k = at;
    while (k < n && (raw[k].kind == TA_VALUE || raw[k].kind == TA_EXPR)) k++;
    return k - at;
}

// Takes arguments behind *at into a pack for parameter parm.
static bool check_pack(Parse *p, TParmDecl *parm, Env *env, const TmplArg *raw, uint32_t *at,
                       uint32_t n, TmplArg *out, Pos pos) {
    Cxx *x = p->x;
    uint32_t k = tm_pack_takes(parm, raw, *at, n);
    TmplArg *el = arena_array(tm_arena(x), TmplArg, k);
    int32_t index = p->pack_index;
    bool ok = true;
    for (uint32_t i = 0; i < k && ok; i++) {
        p->pack_index = (int32_t)i;
        if (tm_arg_is_expansion(&raw[*at + i]))
            el[i] = raw[*at + i];
        else
            ok = tm_convert_arg(p, parm, env, &raw[*at + i], &el[i], pos);
    }
    p->pack_index = index;
    *at += k;
    if (!ok) return false;
    *out = (TmplArg){.kind = TA_PACK, .pack = cxx_targs(x, el, k)};
    return true;
}

static bool any_expansion(const TmplArg *raw, uint32_t from, uint32_t n) {
    for (uint32_t i = from; i < n; i++) {
        if (tm_arg_is_expansion(&raw[i])) return true;
    }
    return false;
}

TmplArgs *tm_check_args(Parse *p, Decl *tmpl, TmplParams *ps, Env *env, const TmplArg *raw,
                        uint32_t n, Pos pos) {
    Cxx *x = p->x;
    TmplArgs *full = arena_zalloc(tm_arena(x), sizeof *full + sizeof *full->a * ps->n, 16);
    Env *e = tm_env(x, ps, full, env);
    uint32_t at = 0;
    for (uint32_t i = 0; i < ps->n; i++) {
        TParmDecl *parm = ps->parm[i];
        TmplArg *out = &full->a[i];
        if (parm->pack) {
            if (!check_pack(p, parm, e, raw, &at, n, out, pos)) return NULL;
            const TmplArgs *taken = out->pack;
            if (parm->expands && parm->npack > (int32_t)taken->n &&
                !any_expansion(taken->a, 0, taken->n)) {
                CXX_DIAG(x, tmpl_too_few_args, pos, tmpl);
                return NULL;
            }
        } else if (at < n) {
            if (tm_arg_is_expansion(&raw[at])) {
                // its elements will spread over parameters: keep the list as it is
                return cxx_targs(x, raw, n);
            }
            if (!tm_convert_arg(p, parm, e, &raw[at], out, pos)) return NULL;
            at++;
        } else if (!tm_default_arg(p, parm, e, out, pos)) {
            CXX_DIAG(x, tmpl_too_few_args, pos, tmpl);
            return NULL;
        } else if (out->kind == TA_NONE) {
            return NULL;
        }
        full->n = i + 1;
    }
    if (at < n && !any_expansion(raw, at, n)) {
        CXX_DIAG(x, tmpl_too_many_args, pos, tmpl);
        return NULL;
    }
    return cxx_targs(x, full->a, full->n);
}
