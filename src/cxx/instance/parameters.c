// SPDX-License-Identifier: Apache-2.0
// Template parameter lists [temp.param]: parsed once, unbound; default arguments stay token ranges.
#include "cxx/facts/diag.h"
#include "cxx/facts/state.h"
#include "cxx/lookup/lookup.h"
#include "cxx/convert/convert.h"
#include "cxx/template/template.h"
#include "cxx/decl/decl.h"
#include "cxx/instance/instance.h"

// Skips a default argument up to the ',' or '>' that ends it [temp.param]/18. A '>>' whose second
// half ends the list is skipped too and noted in half_gtgt.
static void skip_default(Parse *parse) {
    int depth = 0;
    for (; parse->at < parse->end; parse->at++) {
        const Token *token = &parse->tok[parse->at];
        if (lex_is_open(token->kind)) {
            if (token->match <= parse->at || token->match >= parse->end) return;
            parse->at = cxx_skip_operand(parse->x, parse->at, parse->end) - 1;
            continue;
        }
        switch (token->kind) {
        case T_LT: {
            if (token[-1].kind != T_IDENT) {
                if (lex_is_keyword(token[-1].kind)) depth++; // static_cast<
                break;
            }
            bool tmpl = parse->x->decls->index.is_template[token[-1].text] ||
                        cxx_names_ttp(parse, token[-1].text) || token[-2].kind == T_KW_TEMPLATE;
            if (tmpl ||
                (token[-2].kind == T_COLCOL && cxx_skip_angles(parse->x, parse->at, parse->end)))
                depth++;
            break;
        }
        case T_GT:
            if (!depth--) return;
            break;
        case T_GTGT:
            if (!depth) return;
            depth -= 2;
            if (depth < 0) {
                parse->half_gtgt = true;
                return;
            }
            break;
        case T_COMMA:
            if (!depth) return;
            break;
        case T_SEMI: return;
        default: break;
        }
    }
}

// Notes a default argument's tokens.
static void parse_default(Parse *parse, TParmDecl *d) {
    if (!cxx_accept(parse, T_ASSIGN)) return;
    if (d->pack) CXX_DIAG(parse->x, tmpl_pack_default, tok_pos(parse));
    d->default_range.begin = parse->at;
    skip_default(parse);
    // the range ends behind a split '>>'; whoever parses it stops at its first half
    d->default_range.end = parse->half_gtgt ? parse->at + 1 : parse->at;
}

// At `typename` or `class`: a type parameter, rather than the type of a value parameter.
static bool is_type_parm(const Parse *parse) {
    uint32_t i = parse->at + 1;
    if (i < parse->end && parse->tok[i].kind == T_ELLIPSIS) i++;
    if (i < parse->end && parse->tok[i].kind == T_IDENT) i++;
    uint16_t k = i < parse->end ? parse->tok[i].kind : T_EOF;
    return is_any_of(k, T_COMMA, T_GT, T_GTGT, T_ASSIGN);
}

// A parameter at parse->at, without name.
static TParmDecl *parm_new(Parse *parse, TmplParams *ps, TmplArgKind kind) {
    TParmDecl *d = cxx_decl_new(parse->x, TParmDecl, D_TPARM, 0, tok_pos(parse), parse->at,
                                ps->scope, parse->env);
    d->kind = (uint8_t)kind;
    d->depth = (uint16_t)ps->depth;
    d->list = ps;
    return d;
}

// `...` and the name, both optional.
static void parm_name(Parse *parse, TParmDecl *d) {
    if (cxx_accept(parse, T_ELLIPSIS)) d->pack = true;
    if (cxx_peek(parse) == T_IDENT) {
        d->d.pos = tok_pos(parse);
        d->d.order = parse->at;
        d->d.name = parse->tok[parse->at++].text;
    }
}

// [temp.local]/6: not a name of the same list, nor (read unbound) of one around it.
static void check_parm_name(Parse *parse, const TmplParams *ps, const TParmDecl *tparm_decl) {
    Cxx *x = parse->x;
    if (!tparm_decl->d.name || parse->env || !cxx_in_main_file(x, tparm_decl->d.pos)) return;
    for (const Decl *o = map_get(&ps->scope->names, tparm_decl->d.name); o; o = o->next) {
        if (o->order == tparm_decl->d.order) return;
        CXX_DIAG(x, d_param_redeclared, tparm_decl->d.pos, tparm_decl->d.name);
        return;
    }
}

// [temp.param]/6
static void check_value_parm(Parse *parse, const TParmDecl *tparm_decl, Type *type) {
    Cxx *cxx = parse->x;
    if (ty_dependent(type) || type->kind == TY_ERROR) return;
    bool early =
        cxx->opt.std < 20 && (is_any_of(type->kind, TY_CLASS, TY_CTAD) || ty_is_floating(type));
    if (parse->env) { // of a member template, in an instance
        if (cxx->opt.check_all && (early || type->kind == TY_VOID))
            CXX_DIAG(cxx, tmpl_parm_type, tparm_decl->d.pos, type);
        return;
    }
    if (early) {
        CXX_DIAG(cxx, tmpl_parm_type, tparm_decl->d.pos, type);
        return;
    }
    if (type->flags & TF_HAS_AUTO || cxx_auto_parm(type)) {
        if (cxx->opt.std < 17 || cxx_auto_parm(type))
            CXX_DIAG(cxx, d_auto_not_allowed, tparm_decl->d.pos);
        return;
    }
    bool incomplete =
        type->kind == TY_CLASS && !type->u.cls->written.defined && !type->u.cls->inst.tmpl;
    if (type->kind == TY_VOID || incomplete) {
        CXX_DIAG(cxx, tmpl_parm_type, tparm_decl->d.pos, type);
        return;
    }
    bool cls = type->kind == TY_CLASS && type->u.cls->written.defined;
    if ((cls || type->kind == TY_RREF) && !tm_structural(cxx, type, 0))
        CXX_DIAG(cxx, tmpl_not_structural, tparm_decl->d.pos, type);
}

// A non-type parameter. Its type is read once, unbound; its tokens are kept, to be read again with
// earlier parameters bound. A declared pack or an expansion of packs makes it a pack.
static TParmDecl *parse_value_parm(Parse *parse, TmplParams *ps) {
    Cxx *cxx = parse->x;
    TParmDecl *tparm_decl = parm_new(parse, ps, TA_VALUE);
    tparm_decl->type_range.begin = parse->at;
    DeclSpec ds = {0};
    Declarator dc = {0};
    uint32_t at = parse->at;
    int32_t index = parse->pack_index;
    struct PackUse *use = parse->pack_use;
    parse->pack_index = -1;
    struct PackUse *watch = tm_pack_watch(parse);
    bool dependent = parse->dependent;
    parse->dependent = true; // the type is part of the template's name as it is written
    bool ok = cxx_parse_declspecs(parse, &ds, false) && cxx_parse_declarator(parse, &ds, &dc, true);
    parse->dependent = dependent;
    parse->pack_index = index;
    parse->pack_use = use;
    if (parse->at == at) parse->at = parse->end; // no progress
    tparm_decl->type_range.end =
        parse->half_gtgt ? parse->at + 1 : parse->at; // A<T>> ends inside of a token
    tparm_decl->pack = dc.pack;
    tparm_decl->expands = tm_pack_watched(watch, &tparm_decl->npack);
    tparm_decl->d.name = dc.name;
    if (dc.name) tparm_decl->d.pos = dc.pos;
    Type *t = ok && dc.type ? dc.type : cxx->ty_error;
    if (t->kind == TY_PACK) {
        tparm_decl->pack = true;
        t = t->u.ptr.to;
    }
    if (t->kind == TY_FUNC || ty_is_array(t)) t = ty_decay(cxx, t);
    check_value_parm(parse, tparm_decl, t);
    tparm_decl->d.type = ty_unqual(t);
    return tparm_decl;
}

// The end of a type-constraint at parse->at, [::] [name ::]... concept [<args>], or 0.
static uint32_t skip_type_constraint(const Parse *parse) {
    uint32_t i = parse->at;
    if (parse->tok[i].kind == T_COLCOL) i++;
    while (i + 1 < parse->end && parse->tok[i].kind == T_IDENT &&
           parse->tok[i + 1].kind == T_COLCOL)
        i += 2;
    if (i >= parse->end || parse->tok[i].kind != T_IDENT ||
        !cxx_names_concept(parse->x, parse->tok[i].text))
        return 0;
    if (++i < parse->end && parse->tok[i].kind == T_LT)
        i = cxx_skip_angles(parse->x, i, parse->end);
    uint16_t k = i && i < parse->end ? parse->tok[i].kind : T_EOF;
    return is_any_of(k, T_KW_AUTO, T_KW_DECLTYPE) ? 0 : i; // a non-type parameter
}

// Whether the name up to `end` is a concept's, asked without diagnostics.
static bool names_concept(Parse *parse, uint32_t end) {
    Parse q = *parse;
    QualName n;
    DiagTrap trap;
    q.end = end;
    cxx_pack_ignore(&q);
    diag_trap_push(parse->x->ctx, &trap);
    bool ok = cxx_parse_qual_name(&q, &n);
    diag_trap_pop(parse->x->ctx, &trap);
    Decl *d = ok && n.found.n ? n.found.at[0] : NULL;
    return decl_is_template(d, TK_CONCEPT);
}

// `C<args> T`: a type parameter with a type-constraint; NULL (nothing consumed) if it is none.
static TParmDecl *parse_constrained_parm(Parse *parse, TmplParams *ps) {
    uint16_t k = cxx_peek(parse);
    if (!is_any_of(k, T_IDENT, T_COLCOL)) return NULL;
    uint32_t end = skip_type_constraint(parse);
    if (!end || !names_concept(parse, end)) return NULL;
    TParmDecl *d = parm_new(parse, ps, TA_TYPE);
    d->constraint = (TokRange){parse->at, end};
    ps->constrained = true;
    parse->at = end;
    parm_name(parse, d);
    return d;
}

// One parameter with its default argument, entered in the list's scope.
static TParmDecl *parse_parm(Parse *parse, TmplParams *ps) {
    Cxx *cxx = parse->x;
    uint16_t k = cxx_peek(parse);
    TParmDecl *tparm_decl;
    if (is_any_of(k, T_KW_TYPENAME, T_KW_CLASS) && is_type_parm(parse)) {
        tparm_decl = parm_new(parse, ps, TA_TYPE);
        parse->at++;
        parm_name(parse, tparm_decl);
    } else if (k == T_KW_TEMPLATE && cxx_peek_n(parse, 1) == T_LT) {
        tparm_decl = parm_new(parse, ps, TA_TEMPLATE);
        parse->at++;
        tparm_decl->tparams = tm_parse_params(parse, ps->depth + 1);
        parse->scope = ps->scope;
        if (is_any_of(cxx_peek(parse), T_KW_CLASS, T_KW_TYPENAME)) parse->at++;
        parm_name(parse, tparm_decl);
    } else if (!(tparm_decl = parse_constrained_parm(parse, ps))) {
        tparm_decl = parse_value_parm(parse, ps);
    }
    tparm_decl->index = (uint16_t)ps->n;
    parse_default(parse, tparm_decl);
    check_parm_name(parse, ps, tparm_decl);
    cxx_scope_add(cxx, ps->scope, &tparm_decl->d);
    return tparm_decl;
}

// The list's scope becomes parse->scope, and stays: it encloses what the template declares.
TmplParams *tm_parse_params(Parse *parse, uint32_t depth) {
    Cxx *cxx = parse->x;
    TmplParams *ps = arena_new(tm_arena(cxx), TmplParams);
    ps->begin = parse->at - 1;
    ps->depth = depth;
    ps->scope = cxx_scope_new(cxx, SC_TPARAMS, parse->scope, NULL);
    ps->scope->dependent = true;
    parse->scope = ps->scope;
    Pos pos = tok_pos(parse);
    parse->at++;
    VEC(TParmDecl *) v = {0};
    if (++parse->depth > cxx->ctx->max_depth) {
        CXX_DIAG(cxx, tmpl_nesting, pos);
        parse->at = parse->end;
    }
    while (parse->at < parse->end && !is_any_of(cxx_peek(parse), T_GT, T_GTGT)) {
        TParmDecl *d = parse_parm(parse, ps);
        vec_push(tm_arena(cxx), &v, d);
        ps->parm = v.at; // at once: the next one may name it

        ps->n = v.n;
        if (!cxx_accept(parse, T_COMMA)) break;
    }
    parse->depth--;
    if (!cxx_targs_close(parse)) {
        CXX_DIAG(cxx, tmpl_expected_gt, parse->at < parse->end ? tok_pos(parse) : pos);
        for (uint32_t i = 0; i < v.n; i++) v.at[i]->d.flags |= DF_INVALID;
    }
    ps->end = parse->at;
    if (cxx_peek(parse) == T_KW_REQUIRES) {
        ps->requires_begin = parse->at + 1;
        parse->at = cxx_skip_constraint(cxx, parse->at + 1, parse->end);
        ps->requires_end = parse->at;
    }
    return ps;
}

uint32_t tm_next_depth(const Scope *scope) {
    for (; scope; scope = scope->parent) {
        if (scope->kind != SC_TPARAMS) continue;
        MAP_FOREACH (e, &scope->names) return ((TParmDecl *)e->val)->depth + 1u;
        return 1;
    }
    return 0;
}

void tm_merge_defaults(TmplParams *to, const TmplParams *from) {
    for (uint32_t i = 0; i < to->n && i < from->n; i++) {
        TParmDecl *t = to->parm[i], *f = from->parm[i];
        if (t == f || t->default_range.end || t->default_decl) continue;
        t->default_decl = f->default_decl ? f->default_decl : f->default_range.end ? f : NULL;
    }
}
