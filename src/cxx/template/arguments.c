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

Env *tm_env(Cxx *cxx, TmplParams *ps, TmplArgs *args, Env *outer) {
    Env *e = arena_new(tm_arena(cxx), Env);
    *e = (Env){outer, ps, args};
    return e;
}

TmplParams *tm_params_of(Decl *tmpl) {
    if (tmpl->kind == D_TPARM) return ((TParmDecl *)tmpl)->tparams;
    if (tmpl->kind == D_TEMPLATE) return ((TemplateDecl *)tmpl)->params;
    return NULL;
}

Parse tm_parse_for(Parse *parse, uint32_t begin, uint32_t end, Scope *scope, Env *env) {
    Parse q = cxx_parse_at(parse->x, begin, end, scope, env);
    q.depth = parse->depth + 1;
    q.poi = parse->poi;
    return q;
}

// ---- parsing -----------------------------------------------------------------------------------

// At what can follow an argument in its list.
static bool arg_ends(const Parse *parse) {
    uint16_t k = cxx_peek(parse);
    return is_any_of(k, T_COMMA, T_GT, T_GTGT, T_ELLIPSIS, T_EOF);
}

// Whether only names and `::` stand before the argument's end; angle brackets are skipped.
static bool is_bare_name(const Parse *parse) {
    uint32_t i = parse->at;
    bool name = false;
    while (i < parse->end) {
        uint16_t k = parse->tok[i].kind;
        if (k == T_IDENT) {
            if (name) return false;
            name = true;
        } else if (is_any_of(k, T_COLCOL, T_KW_TEMPLATE)) {
            name = false;
        } else if (k == T_LT && name) {
            uint32_t e = cxx_skip_angles(parse->x, i, parse->end);
            if (!e || e >= parse->end || parse->tok[e].kind != T_COLCOL) return false;
            i = e;
            continue;
        } else {
            return name && is_any_of(k, T_COMMA, T_GT, T_GTGT, T_ELLIPSIS);
        }
        i++;
    }
    return name;
}

// A name that is a whole argument: a template or a type. False if it is an expression.
static bool parse_bare_name(Parse *parse, TmplArg *out) {
    Parse save = *parse;
    QualName qual_name;
    DiagTrap trap;
    diag_trap_push(parse->x->ctx, &trap);
    bool ok = cxx_parse_qual_name(parse, &qual_name);
    ok = diag_trap_pop(parse->x->ctx, &trap) == 0 && ok;
    if (ok && qual_name.found.n && !qual_name.is_template_id) {
        Decl *decl = qual_name.found.at[0];
        bool names_type = is_any_of(decl->kind, D_TYPEDEF, D_CLASS, D_ENUM);
        if (qual_name.found.naming && (names_type || decl->kind == D_TEMPLATE))
            cxx_check_access(parse, decl, qual_name.found.naming, qual_name.pos);
        if (decl->kind == D_TEMPLATE && (((TemplateDecl *)decl)->kind == TK_CLASS ||
                                         ((TemplateDecl *)decl)->kind == TK_ALIAS)) {
            *out = (TmplArg){.kind = TA_TEMPLATE, .tmpl = decl};
            return true;
        }
        if (decl->kind == D_TPARM && ((TParmDecl *)decl)->kind == TA_TEMPLATE) {
            TmplArg *a = cxx_parm_arg(parse, (TParmDecl *)decl);
            *out = a ? *a : (TmplArg){.kind = TA_TEMPLATE, .tmpl = decl};
            return true;
        }
        Type *t = cxx_name_type(parse, &qual_name);
        if (t) {
            const TypedefDecl *written = cxx_written_typedef(parse, &qual_name);
            *out = (TmplArg){.kind = TA_TYPE, .type = t, .written = written};
            return true;
        }
    }
    *parse = save;
    return false;
}

// Whether nobody reads the diagnostics that are made now, only that there were some.
static bool unseen(Ctx *ctx) {
    return diag_trapped(ctx) && !diag_trap_keeps(ctx);
}

// The argument as a type-id; false (nothing consumed): it is none, for it does not end where the
// argument does. The first try is trapped: only a second one shows its errors.
static bool parse_type_arg(Parse *parse, TmplArg *out) {
    Parse save = *parse;
    DiagTrap trap;
    diag_trap_push(parse->x->ctx, &trap);
    Type *type = cxx_parse_type_id(parse);
    uint32_t errors = diag_trap_pop(parse->x->ctx, &trap);
    if (!errors && type && arg_ends(parse)) {
        if ((type->flags & TF_HAS_AUTO && type->kind != TY_CTAD) || cxx_auto_parm(type)) {
            CXX_DIAG(parse->x, d_auto_not_allowed, save.tok[save.at].pos);
            type = parse->x->ty_error;
        }
        *out = (TmplArg){.kind = TA_TYPE, .type = type, .written = parse->written};
        return true;
    }
    bool is_type = arg_ends(parse);
    if (is_type && unseen(parse->x->ctx)) {
        CXX_DIAG(parse->x, d_expected_type, save.tok[save.at].pos);
        *out = (TmplArg){.kind = TA_TYPE, .type = parse->x->ty_error};
        return true;
    }
    *parse = save;
    if (!is_type) return false;
    uint64_t before = diag_errors_seen(parse->x->ctx);
    type = cxx_parse_type_id(parse); // once more, for its diagnostics
    if (!type || diag_errors_seen(parse->x->ctx) != before) type = parse->x->ty_error;
    *out = (TmplArg){.kind = TA_TYPE, .type = type};
    return true;
}

// The argument as a constant-expression, in which `>` ends the list [temp.names]/3.
static void parse_expr_arg(Parse *parse, TmplArg *out) {
    bool in_targs = parse->in_targs, const_expr = parse->const_expr;
    parse->in_targs = true;
    parse->const_expr = true;
    Expr *e =
        cxx_peek(parse) == T_LBRACE ? cxx_parse_init_clause(parse) : cxx_parse_const_expr(parse);
    parse->in_targs = in_targs;
    parse->const_expr = const_expr;
    *out = (TmplArg){.kind = TA_EXPR, .type = e->type, .expr = e};
}

// An argument in error, of which enough was said.
static bool bad_arg(const TmplArg *tmpl_arg) {
    return (tmpl_arg->kind == TA_TYPE && tmpl_arg->type->kind == TY_ERROR) ||
           (tmpl_arg->kind == TA_EXPR && tmpl_arg->expr->kind == E_ERROR);
}

// One argument: a type where it can be one, else an expression [temp.arg]/2. A bare name is the
// common case and needs no tentative reading.
static void parse_arg(Parse *parse, TmplArg *out) {
    if (is_bare_name(parse) && parse_bare_name(parse, out)) return;
    if (cxx_starts_type_id(parse) && parse_type_arg(parse, out)) return;
    parse_expr_arg(parse, out);
}

// Elements of an expansion are arguments of their own here, unless the packs depend. NULL after a
// diagnostic.
TmplArgs *tm_parse_raw_args(Parse *parse) {
    Cxx *cxx = parse->x;
    Arena *tmp = &cxx->ctx->scratch;
    Pos pos = parse->tok[parse->at].pos;
    parse->at++; // <
    VEC(TmplArg) v = {0};
    bool bad = false;
    if (!is_any_of(cxx_peek(parse), T_GT, T_GTGT)) {
        for (;;) {
            PackLoop pack_loop;
            cxx_pack_begin(parse, &pack_loop);
            bool more;
            do {
                TmplArg a;
                uint32_t at = parse->at;
                parse_arg(parse, &a);
                bad |= bad_arg(&a);
                if (parse->at == at) parse->at = parse->end; // no progress: give up
                more = cxx_pack_next(parse, &pack_loop);
                if (pack_loop.keep) {
                    if (pack_loop.dependent) a = tm_arg_expansion(cxx, &a);
                    vec_push(tmp, &v, a);
                }
            } while (more && !bad);
            if (bad || cxx_peek(parse) != T_COMMA) break;
            parse->at++;
        }
    }
    if (bad) return NULL;
    if (!cxx_targs_close(parse)) {
        CXX_DIAG(cxx, tmpl_expected_gt, parse->at < parse->end ? parse->tok[parse->at].pos : pos);
        return NULL;
    }
    TmplArgs *l = arena_zalloc(tmp, sizeof *l + sizeof *l->a * v.n, 16);
    l->n = v.n;
    for (uint32_t i = 0; i < v.n; i++) l->a[i] = v.at[i];
    return l;
}

// Constants get their value, so that equal lists of dependent names are the same list.
static TmplArgs *intern_raw(Cxx *cxx, TmplArgs *raw) {
    for (uint32_t i = 0; i < raw->n; i++) {
        TmplArg *a = &raw->a[i];
        if (a->kind != TA_EXPR || (a->expr->flags & (EF_TYPE_DEP | EF_VALUE_DEP))) continue;
        if (!ty_is_discrete(a->expr->type)) continue;
        ConstVal v = {.kind = CV_INT, .type = ty_unqual(a->expr->type)};
        if (!cxx_const_int(cxx, a->expr, &v.u.i, false)) continue;
        a->kind = TA_VALUE;
        a->val = cxx_const_intern(cxx, &v);
    }
    return cxx_targs(cxx, raw->a, raw->n);
}

// Refuses the list at parse->at for being nested too deeply, or for holding one that was: since
// each list is tried twice, going there again would take exponential time.
static bool too_deep(Parse *parse, struct TmplTable *t) {
    if (parse->depth > parse->x->ctx->max_depth)
        t->deep_begin = t->deep_end = parse->at;
    else if (parse->at < t->deep_begin || parse->at > t->deep_end)
        return false;
    CXX_DIAG(parse->x, tmpl_nesting, parse->tok[t->deep_end].pos);
    return true;
}

// The complete list for a template's parameters, where it can be known already: of a function
// template explicit arguments are only a part.
static TmplArgs *make_args(Parse *parse, Decl *tmpl, TmplArgs *raw, Pos pos) {
    // a concept's are completed where it is known whether a type-constraint adds the first
    bool checked = tmpl && (tmpl->kind == D_TPARM ||
                            (tmpl->kind == D_TEMPLATE && ((TemplateDecl *)tmpl)->kind != TK_FUNC &&
                             ((TemplateDecl *)tmpl)->kind != TK_CONCEPT));
    if (!checked || !tm_params_of(tmpl)) return intern_raw(parse->x, raw);
    return tm_check_args(parse, tmpl, tm_params_of(tmpl), tmpl->env, raw->a, raw->n, pos);
}

// Reads and completes the list at '<', without the memo. NULL after a diagnostic.
static TmplArgs *parse_template_args(Parse *parse, Decl *tmpl) {
    struct TmplTable *tmpl_table = tm_table(parse->x);
    uint32_t at = parse->at, deep = tmpl_table->deep_begin;
    Pos pos = parse->tok[at ? at - 1 : 0].pos;
    bool only = parse->type_only, base = parse->base_name;
    parse->type_only = parse->base_name = false;
    parse->depth++;
    ArenaMark mark = arena_mark(&parse->x->ctx->scratch);
    TmplArgs *raw = too_deep(parse, tmpl_table) ? NULL : tm_parse_raw_args(parse), *r = NULL;
    parse->depth--;
    parse->type_only = only;
    parse->base_name = base;
    if (raw)
        r = make_args(parse, tmpl, raw, pos);
    else if (tmpl_table->deep_begin != deep)
        tmpl_table->deep_begin = at;
    arena_reset(&parse->x->ctx->scratch, mark);
    return r;
}

// Without the scopes of parameters that have none yet: a parameter's type is looked at outside of
// such a scope, to see whether it is one, and read inside of it.
static Scope *names_scope(Scope *scope) {
    while (scope_is(scope, SC_FUNC) && !scope->fn && !scope->index && !scope->names.n &&
           !scope->using_dirs.n)
        scope = scope->parent;
    return scope;
}

// Whether what is remembered of a list at parse->at holds there.
static bool memo_fits(const Parse *parse, const Decl *tmpl, const struct TargsMemo *m) {
    return m->end && m->at == parse->at && m->names == names_scope(parse->scope) &&
           m->env == parse->env && m->tmpl == tmpl && m->fn == parse->fn &&
           m->pack_index == parse->pack_index && m->dependent == parse->dependent &&
           m->end <= parse->end && (!m->use || parse->pack_use);
}

// Whether a list in error still is, as far as a soft failure goes: nothing was declared since, and
// the outermost list around is still being read. (Where the error is shown, it is read again.)
static bool still_wrong(const Parse *parse, const struct TmplTable *t, const struct TargsMemo *m) {
    return t->nesting && m->attempt == t->attempts && m->entities == parse->x->nentities &&
           unseen(parse->x->ctx);
}

// The arguments of a template-id at '<'. A name is first parsed to see whether it is a type, then
// for good: without a memo, nested template-ids would take exponential time. A list is remembered
// with the packs that it named when it made no diagnostics, or is in error.
TmplArgs *cxx_answer_parse_template_args(Parse *parse, Decl *tmpl) {
    struct TmplTable *tmpl_table = tm_table(parse->x);
    if (!tmpl_table->memo)
        tmpl_table->memo = arena_array(xa(parse->x), struct TargsMemo, TARGS_MEMOS);
    struct TargsMemo *targs_memo = &tmpl_table->memo[parse->at % TARGS_MEMOS];
    if (memo_fits(parse, tmpl, targs_memo) &&
        (targs_memo->args || still_wrong(parse, tmpl_table, targs_memo))) {
        if (!targs_memo->args) CXX_DIAG(parse->x, tmpl_expected_gt, parse->tok[targs_memo->at].pos);
        tm_pack_repeat(parse, targs_memo->use);
        parse->at = targs_memo->end;
        parse->half_gtgt = targs_memo->half;
        return targs_memo->args;
    }
    struct TargsMemo n = {.at = parse->at,
                          .dependent = parse->dependent,
                          .pack_index = parse->pack_index,
                          .names = names_scope(parse->scope),
                          .env = parse->env,
                          .tmpl = tmpl,
                          .fn = parse->fn};
    uint64_t unrepeatable = tmpl_table->unrepeatable, errors = diag_errors_seen(parse->x->ctx);
    struct PackUse *outer = tm_pack_capture(parse);
    if (!tmpl_table->nesting++) tmpl_table->attempts++;
    n.args = parse_template_args(parse, tmpl);
    tmpl_table->nesting--;
    n.use = tm_pack_release(parse, outer);
    n.end = parse->at;
    n.half = parse->half_gtgt;
    n.entities = parse->x->nentities;
    n.attempt = tmpl_table->attempts;
    bool whole =
        unrepeatable == tmpl_table->unrepeatable && errors == diag_errors_seen(parse->x->ctx);
    if (!n.args || whole) *targs_memo = n;
    return n.args;
}

// ---- conversion to parameters ------------------------------------------------------------------

// Public bases and members throughout, no mutable ones. (A closure's captures are private to the
// source only.)
bool tm_structural(Cxx *cxx, Type *type, uint32_t depth) {
    while (ty_is_array(type)) type = type->u.array.elem;
    if (type->kind == TY_RREF) return false;
    if (type->kind != TY_CLASS || ty_dependent(type) || depth > 64) return true;
    ClassDecl *cls = type->u.cls;
    if (cls->complex_of) return false;
    if (!cxx_class_complete(cxx, cls, 0)) return true;
    cxx_class_specials(cxx, cls);
    for (uint32_t i = 0; i < cls->members.nbase; i++) {
        if (cls->members.base[i].access != ACC_PUBLIC) return false;
        if (!tm_structural(cxx, cls->members.base[i].type, depth + 1)) return false;
    }
    for (uint32_t i = 0; i < cls->members.fields.n; i++) {
        FieldDecl *f = cls->members.fields.at[i];
        uint8_t a = f->d.access;
        if (is_any_of(a, ACC_PRIVATE, ACC_PROTECTED) || (f->d.flags & DF_MUTABLE)) {
            if (!cls->closure.is) return false;
        }
        if (!tm_structural(cxx, f->d.type, depth + 1)) return false;
    }
    return true;
}

// Integral and enumeration constants of the parameter's own type or another integral one.
static bool convert_int(Cxx *cxx, Type *type, ConstVal *constant, TmplArg *out) {
    if (constant->kind != CV_INT) return false;
    bool same = ty_unqual(constant->type) == type;
    if (!same && !(ty_is_integral(type) &&
                   (ty_is_integral(constant->type) || ty_is_unscoped_enum(constant->type)))) {
        return false;
    }
    uint32_t bits = (uint32_t)ty_int_bits(type);
    bool from_signed = !ty_is_unsigned(constant->type);
    if (type->kind == TY_BOOL && constant->type->kind != TY_BOOL && apint_u64(&constant->u.i) > 1)
        return false;
    bool fits = ty_is_unsigned(type) ? apint_fits_unsigned(constant->u.i, bits, from_signed)
                                     : apint_fits_signed(constant->u.i, bits, from_signed);
    if (!same && !fits) return false;
    ConstVal c = {.kind = CV_INT, .type = type};
    c.u.i = apint_resize(constant->u.i, bits, from_signed);
    *out = (TmplArg){.kind = TA_VALUE, .type = type, .val = cxx_const_intern(cxx, &c)};
    return true;
}

// Conversions of pointers that a converted constant expression does not make [expr.const]/10: to a
// base, of a member of a base, to void.
static bool converts_pointer(const Expr *expr) {
    for (; expr->kind == E_CAST && (expr->flags & EF_IMPLICIT); expr = expr->a) {
        if (expr->op == CK_DERIVED_TO_BASE) return true;
        const Type *t = expr->type, *from = expr->a->type;
        if (t->kind == TY_MEMPTR && from->kind == TY_MEMPTR && t->u.ptr.cls != from->u.ptr.cls)
            return true;
        if (t->kind != TY_PTR || from->kind != TY_PTR) continue;
        t = t->u.ptr.to->unqual;
        from = from->u.ptr.to->unqual;
        if (t != from && is_any_of(t->kind, TY_VOID, TY_CLASS)) return true;
    }
    return false;
}

// No string literal, temporary or, before C++20, subobject is named [temp.arg.nontype]/3. (An array
// has decayed: its first element counts as the array.)
static bool names_object(Cxx *cxx, const ConstVal *constant, Type *type) {
    if (constant->kind != CV_LVALUE || (type->kind != TY_PTR && !ty_is_ref(type))) return true;
    if (constant->u.lv.expr_base) return false;
    const Decl *d = constant->u.lv.base;
    if (!decl_is(d, D_VAR)) return true;
    if (d->flags & DF_IMPLICIT) return ((const VarDecl *)d)->tmpl_object;
    if (cxx->opt.std >= 20) return true;
    const Type *to = ty_unqual(type->u.ptr.to), *of = ty_unqual(d->type);
    if (ty_is_ref(of)) of = ty_unqual(of->u.ptr.to);
    while (ty_is_array(of) && to != of) of = ty_unqual(of->u.array.elem);
    bool same = to == of || ty_is_array(to) || to->kind == TY_VOID;
    return !constant->u.lv.offset && !constant->u.lv.one_past && same;
}

// Whether the parameter's type as declared depends or is deduced: then what is asked of it is asked
// of each argument's.
static bool open_type(const TParmDecl *parm) {
    const Type *t = parm->d.type;
    return t && (t->flags & TF_HAS_AUTO || ty_dependent(t));
}

// What the placeholder in a parameter's type stands for: the argument copy-initialises the
// parameter [temp.arg.nontype]/1.
static Type *deduce_placeholder(Parse *parse, Type *type, Expr *argument, Pos pos) {
    bool around = parse->copy_init;
    parse->copy_init = true;
    type = cxx_deduce_auto(parse, type, argument, pos);
    parse->copy_init = around;
    return type;
}

// Converts a constant to a non-type parameter of `type` [temp.arg.nontype]/2: a converted constant
// expression [expr.const]/10. What depends is kept as it is. False after a diagnostic.
static bool convert_value(Parse *parse, TParmDecl *parm, Type *type, const TmplArg *raw,
                          TmplArg *out, Pos pos) {
    Cxx *cxx = parse->x;
    if (!is_any_of(raw->kind, TA_EXPR, TA_VALUE)) {
        CXX_DIAG(cxx, tmpl_arg_not_value, pos, &parm->d);
        return false;
    }
    if (type->kind == TY_ERROR) return false;
    bool dep = raw->kind == TA_EXPR && (raw->expr->flags & (EF_TYPE_DEP | EF_VALUE_DEP));
    if (dep || ty_dependent(type)) {
        *out = *raw;
        out->type = type;
        return true;
    }
    if (type->flags & TF_HAS_AUTO) {
        // any type fits, also the reference that decltype(auto) made of it
        bool whole = type->kind == TY_AUTO || type->kind == TY_DECLTYPE_AUTO;
        bool plain = whole && !type->u.spec.tmpl;
        Expr *expr = raw->expr;
        if (raw->kind == TA_VALUE && !expr && !plain) expr = cxx_from_const(parse, raw->val, pos);
        type = expr ? deduce_placeholder(parse, type, expr, pos) : ty_unqual(raw->val->type);
        if (ty_lost(type)) return false;
        type = ty_unqual(ty_is_ref(type) ? type : ty_decay(cxx, type)); // [temp.param]/10
        if (cxx->opt.std < 20 && (ty_is_floating(type) || type->kind == TY_CLASS)) {
            CXX_DIAG(cxx, tmpl_parm_type, pos, type);
            return false;
        }
    }
    // [temp.param]/6 of a type that the declaration leaves open
    if (type->kind == TY_CLASS && !type->u.cls->closure.is && open_type(parm) &&
        !tm_structural(cxx, type, 0)) {
        CXX_DIAG(cxx, tmpl_not_structural, pos, type);
        return false;
    }
    if (raw->kind == TA_VALUE) {
        if (ty_unqual(raw->val->type) == type) {
            *out = (TmplArg){.kind = TA_VALUE, .type = type, .val = raw->val};
            return true;
        }
        if (convert_int(cxx, type, raw->val, out)) return true;
        if (!raw->expr) {
            CXX_DIAG(cxx, tmpl_arg_value_type, pos, raw->val->type, type);
            return false;
        }
    }
    Expr *expr = raw->expr;
    if (ty_is_integral(type) && (ty_is_integral(expr->type) || ty_is_unscoped_enum(expr->type))) {
        ConstVal v = {.kind = CV_INT, .type = ty_unqual(expr->type)};
        if (!cxx_const_int(cxx, expr, &v.u.i, true)) return false;
        if (convert_int(cxx, type, &v, out)) return true;
        CXX_DIAG(cxx, tmpl_arg_narrowing, pos, type);
        return false;
    }
    if (ty_is_integral(type) &&
        ty_is_floating(expr->type)) { // no converted constant [expr.const]/10
        CXX_DIAG(cxx, tmpl_arg_value_type, pos, expr->type, type);
        return false;
    }
    bool zero = type->kind == TY_PTR && ty_is_integral(expr->type) && cxx->opt.std >= 11;
    if (zero && cxx->opt.check_all) { // only std::nullptr_t converts to a null pointer here
        CXX_DIAG(cxx, tmpl_arg_value_type, pos, expr->type, type);
        return false;
    }
    Parse q = *parse;
    q.const_expr = true;
    expr = cxx_initialize(&q, type, INIT_COPY, &expr, 1, pos, "template argument");
    if (!expr || expr->kind == E_ERROR) return false;
    if (converts_pointer(expr)) {
        CXX_DIAG(cxx, tmpl_arg_value_type, pos, raw->expr->type, type);
        return false;
    }
    ConstVal *constant = cxx_const_eval(cxx, expr, true);
    if (!constant) return false;
    if (!names_object(cxx, constant, type)) {
        CXX_DIAG(cxx, tmpl_arg_address, pos);
        return false;
    }
    if (ty_unqual(constant->type) != type) {
        ConstVal *c = arena_new(tm_arena(cxx), ConstVal);
        *c = *constant;
        c->type = type;
        constant = c;
    }
    *out = (TmplArg){.kind = TA_VALUE, .type = type, .val = cxx_const_intern(cxx, constant)};
    return true;
}

// ---- alias templates as arguments --------------------------------------------------------------

// The right side of an alias template, for its own parameters; NULL: it is no template-id.
static Type *alias_pattern(Parse *parse, TemplateDecl *alias) {
    Cxx *cxx = parse->x;
    Parse inner = tm_parse_for(parse, alias->decl_range.begin, alias->decl_range.end,
                               alias->params->scope, alias->env);
    inner.dependent = true;
    DiagTrap trap;
    diag_trap_push(cxx->ctx, &trap);
    Type *type = cxx_parse_type_id(&inner);
    diag_trap_pop(cxx->ctx, &trap);
    bool names =
        type && type->kind == TY_SPEC && !type->quals && type->u.spec.tmpl->kind == D_TEMPLATE;
    return names ? type : NULL;
}

// Whether both have the parameters alike, default arguments included.
static bool same_parameters(Cxx *cxx, const TmplParams *a, const TmplParams *b) {
    if (a->n != b->n || !cxx_same_head(cxx, a, b)) return false;
    for (uint32_t i = 0; i < a->n; i++) {
        const TParmDecl *one = a->parm[i], *other = b->parm[i];
        if (one->kind != other->kind || one->pack != other->pack) return false;
        if (!one->default_range.end && !other->default_range.end) continue;
        if (!cxx_same_clause(cxx, one->default_range, a->scope, other->default_range, b->scope))
            return false;
    }
    return true;
}

// `template <class T> using A = B<T>;` is another name of B [CWG 1286]: g++ and, in its mode, EDG
// take S<A> and S<B> for one type, clang does not. Members of a class template's instance stay.
TemplateDecl *tm_behind_alias(Parse *parse, TemplateDecl *tmpl) {
    Cxx *cxx = parse->x;
    if (tmpl->kind != TK_ALIAS || cxx->opt.host_clang) return tmpl;
    if (tmpl->behind_done) return tmpl->behind;
    tmpl->behind_done = true; // an alias of itself ends
    tmpl->behind = tmpl;
    Type *type = alias_pattern(parse, tmpl);
    if (!type) return tmpl;
    TemplateDecl *target = (TemplateDecl *)type->u.spec.tmpl;
    const TmplArgs *args = type->u.spec.args, *own = tm_identity_args(cxx, tmpl->params);
    bool same = args->n == own->n && !target->env && target->params &&
                same_parameters(cxx, tmpl->params, target->params);
    for (uint32_t i = 0; same && i < own->n; i++) same = tm_arg_equal(&args->a[i], &own->a[i]);
    if (same) tmpl->behind = tm_behind_alias(parse, target);
    return tmpl->behind;
}

// ---- conversion --------------------------------------------------------------------------------

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

// By the parameter's kind: a type and a template are taken as they are, a value is converted.
bool tm_convert_arg(Parse *parse, TParmDecl *parm, Env *env, const TmplArg *raw, TmplArg *out,
                    Pos pos) {
    Cxx *cxx = parse->x;
    switch ((TmplArgKind)parm->kind) {
    case TA_TYPE:
        if (raw->kind != TA_TYPE) {
            CXX_DIAG(cxx, tmpl_arg_not_type, pos, &parm->d);
            return false;
        }
        *out = *raw;
        out->expr = NULL;
        return raw->type->kind != TY_ERROR;
    case TA_TEMPLATE: {
        Decl *decl = raw->kind == TA_TEMPLATE ? raw->tmpl : NULL;
        // the injected class name stands for the template [temp.local]
        if (raw->kind == TA_TYPE && raw->type->kind == TY_CLASS && raw->type->u.cls->inst.tmpl) {
            decl = &raw->type->u.cls->inst.tmpl->d;
        }
        if (raw->kind == TA_EXPR && raw->expr->kind == E_DEP_NAME && raw->expr->u.dep.scope) {
            bool written = raw->expr->u.dep.is_template || !cxx->opt.check_all;
            if (!written && cxx_in_main_file(cxx, pos)) { // [temp.names]/5
                CXX_DIAG(cxx, tmpl_arg_not_template, pos, &parm->d);
                return false;
            }
            *out = *raw; // A<T>::template name
            return true;
        }
        if (!decl) {
            CXX_DIAG(cxx, tmpl_arg_not_template, pos, &parm->d);
            return false;
        }
        if (decl->kind == D_TEMPLATE) decl = &tm_behind_alias(parse, (TemplateDecl *)decl)->d;
        bool fits = tm_template_fits(decl, parm->tparams);
        if (fits && decl->kind == D_TEMPLATE)
            fits = cxx_parameter_constrained(cxx, parm, env, (TemplateDecl *)decl);
        if (!fits) {
            CXX_DIAG(cxx, tmpl_template_mismatch, pos, decl, &parm->d);
            return false;
        }
        *out = (TmplArg){.kind = TA_TEMPLATE, .tmpl = decl};
        return true;
    }
    default: {
        Type *t = tm_parm_type(parse, parm, env);
        return t && convert_value(parse, parm, t, raw, out, pos);
    }
    }
}

// Reads a default argument in the form of its kind.
static void default_source(Parse *parse, TmplArgKind kind, TmplArg *raw) {
    switch (kind) {
    case TA_TYPE: {
        Type *t = cxx_parse_type_id(parse);
        *raw = (TmplArg){
            .kind = TA_TYPE, .type = t ? t : parse->x->ty_error, .written = parse->written};
        break;
    }
    case TA_TEMPLATE: parse_bare_name(parse, raw); break;
    default: parse_expr_arg(parse, raw); break;
    }
}

// The default argument as it is written, its own parameters unbound.
void tm_check_default(Cxx *cxx, TParmDecl *tparm_decl, Env *outer) {
    if (!tparm_decl->default_range.end) return;
    Parse q = cxx_parse_at(cxx, tparm_decl->default_range.begin, tparm_decl->default_range.end,
                           tparm_decl->list->scope, outer);
    q.dependent = q.in_targs = true;
    Pos pos = tok_pos(&q);
    TmplArg raw = {0}, out;
    default_source(&q, (TmplArgKind)tparm_decl->kind, &raw);
    if (bad_arg(&raw) || tparm_decl->kind != TA_TEMPLATE) return;
    bool known = raw.kind == TA_TEMPLATE || (raw.kind == TA_TYPE && !ty_dependent(raw.type));
    if (known) tm_convert_arg(&q, tparm_decl, outer, &raw, &out, pos);
}

// False: there is none. A default that does not work gives TA_NONE, after a diagnostic.
bool tm_default_arg(Parse *parse, TParmDecl *parm, Env *env, TmplArg *out, Pos pos) {
    TParmDecl *tparm_decl = parm->default_decl ? parm->default_decl : parm;
    if (!tparm_decl->default_range.end) return false;
    Env *e = env;
    if (tparm_decl != parm) { // written in another declaration of the template: its own names
        e = tm_env(parse->x, tparm_decl->list, env->args, env->outer);
    }
    struct InstFrame f;
    if (!tm_push(parse->x, &f, IF_DEFAULT_ARG, &parm->d, NULL, pos)) return false;
    Parse q = tm_parse_for(parse, tparm_decl->default_range.begin, tparm_decl->default_range.end,
                           tparm_decl->list->scope, e);
    TmplArg raw = {0};
    default_source(&q, (TmplArgKind)parm->kind, &raw);
    // what it names is accessible where it is written
    Parse there = *parse;
    there.scope = tparm_decl->list->scope;
    bool ok = !bad_arg(&raw) && tm_convert_arg(&there, parm, env, &raw, out, pos);
    if (!ok) *out = (TmplArg){.kind = TA_NONE};
    tm_pop(parse->x);
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
    while (k < n && is_any_of(raw[k].kind, TA_VALUE, TA_EXPR)) k++;
    return k - at;
}

// Takes arguments behind *at into a pack for parameter parm.
static bool check_pack(Parse *parse, TParmDecl *parm, Env *env, const TmplArg *raw, uint32_t *at,
                       uint32_t n, TmplArg *out, Pos pos) {
    Cxx *cxx = parse->x;
    uint32_t k = tm_pack_takes(parm, raw, *at, n);
    TmplArg *el = arena_array(tm_arena(cxx), TmplArg, k);
    int32_t index = parse->pack_index;
    bool ok = true;
    for (uint32_t i = 0; i < k && ok; i++) {
        parse->pack_index = (int32_t)i;
        if (tm_arg_is_expansion(&raw[*at + i]))
            el[i] = raw[*at + i];
        else
            ok = tm_convert_arg(parse, parm, env, &raw[*at + i], &el[i], pos);
    }
    parse->pack_index = index;
    *at += k;
    if (!ok) return false;
    *out = (TmplArg){.kind = TA_PACK, .pack = cxx_targs(cxx, el, k)};
    return true;
}

// Whether an expansion is among arguments [from, n).
static bool any_expansion(const TmplArg *raw, uint32_t from, uint32_t n) {
    for (uint32_t i = from; i < n; i++) {
        if (tm_arg_is_expansion(&raw[i])) return true;
    }
    return false;
}

// Alias templates and concepts, whose arguments are put in place at once.
static bool names_at_once(const Decl *tmpl) {
    if (tmpl->kind != D_TEMPLATE) return false;
    uint8_t kind = ((const TemplateDecl *)tmpl)->kind;
    return is_any_of(kind, TK_ALIAS, TK_CONCEPT);
}

// Each parameter takes an argument, a pack as many as there are, else its default. An expansion
// leaves open how many there are: then the list stays as it is written.
TmplArgs *tm_check_args(Parse *parse, Decl *tmpl, TmplParams *ps, Env *env, const TmplArg *raw,
                        uint32_t n, Pos pos) {
    Cxx *cxx = parse->x;
    TmplArgs *full = arena_zalloc(tm_arena(cxx), sizeof *full + sizeof *full->a * ps->n, 16);
    Env *e = tm_env(cxx, ps, full, env);
    uint32_t at = 0;
    for (uint32_t i = 0; i < ps->n; i++) {
        TParmDecl *parm = ps->parm[i];
        TmplArg *out = &full->a[i];
        if (parm->pack) {
            if (!check_pack(parse, parm, e, raw, &at, n, out, pos)) return NULL;
            const TmplArgs *taken = out->pack;
            if (parm->expands && parm->npack > (int32_t)taken->n &&
                !any_expansion(taken->a, 0, taken->n)) {
                CXX_DIAG(cxx, tmpl_too_few_args, pos, tmpl);
                return NULL;
            }
        } else if (at < n) {
            if (tm_arg_is_expansion(&raw[at])) {
                if (cxx->opt.check_all && names_at_once(tmpl)) { // CWG 1430
                    CXX_DIAG(cxx, tmpl_expansion_for_parm, pos, &parm->d, tmpl);
                    return NULL;
                }
                // its elements will spread over parameters: keep the list as it is
                return cxx_targs(cxx, raw, n);
            }
            if (!tm_convert_arg(parse, parm, e, &raw[at], out, pos)) return NULL;
            at++;
        } else if (!tm_default_arg(parse, parm, e, out, pos)) {
            CXX_DIAG(cxx, tmpl_too_few_args, pos, tmpl);
            if (tmpl->pos) CXX_DIAG(cxx, x_note_declared_here, tmpl->pos, tmpl);
            return NULL;
        } else if (out->kind == TA_NONE) {
            return NULL;
        }
        full->n = i + 1;
    }
    if (at < n && !any_expansion(raw, at, n)) {
        CXX_DIAG(cxx, tmpl_too_many_args, pos, tmpl);
        return NULL;
    }
    return cxx_written_targs(cxx, ps, full->a, full->n);
}
