// SPDX-License-Identifier: Apache-2.0
// Template declarations [temp.pre]: parameter lists, class, function, alias and variable templates,
// partial and explicit specializations, explicit instantiations.
//
// A declaration is parsed once with its parameters unbound; that gives a function template its
// dependent signature (the `pattern`) and a partial specialization its dependent arguments. Bodies,
// default arguments and bases stay token ranges. A later declaration of the same template is merged
// into the first TemplateDecl; the definition's parameters, names and tokens win.
#include "cxx/facts/diag.h"
#include "cxx/facts/state.h"
#include "cxx/lookup/lookup.h"
#include "cxx/convert/convert.h"
#include "cxx/template/template.h"
#include "cxx/decl/decl.h"
#include "cxx/instance/instance.h"

// ---- parameter lists ---------------------------------------------------------------------------

// Skips a default argument up to the ',' or '>' that ends it [temp.param]/18. A '>>' whose second
// half ends the list is skipped too and noted in half_gtgt.
static void skip_default(Parse *p) {
    int depth = 0;
    for (; p->at < p->end; p->at++) {
        const Token *t = &p->tok[p->at];
        if (lex_is_open(t->kind)) {
            if (t->match <= p->at || t->match >= p->end) return;
            p->at = t->match;
            continue;
        }
        switch (t->kind) {
        case T_LT: {
            if (t[-1].kind != T_IDENT) {
                if (lex_is_keyword(t[-1].kind)) depth++; // static_cast<
                break;
            }
            bool tmpl = p->x->decls->is_template[t[-1].text] || cxx_names_ttp(p, t[-1].text) ||
                        t[-2].kind == T_KW_TEMPLATE;
            if (tmpl || (t[-2].kind == T_COLCOL && cxx_skip_angles(p->x, p->at, p->end))) depth++;
            break;
        }
        case T_GT:
            if (!depth--) return;
            break;
        case T_GTGT:
            if (!depth) return;
            depth -= 2;
            if (depth < 0) {
                p->half_gtgt = true;
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

static void parse_default(Parse *p, TParmDecl *d) {
    if (!cxx_accept(p, T_ASSIGN)) return;
    if (d->pack) CXX_DIAG(p->x, tmpl_pack_default, tok_pos(p));
    d->default_range.begin = p->at;
    skip_default(p);
    // the range ends behind a split '>>'; whoever parses it stops at its first half
    d->default_range.end = p->half_gtgt ? p->at + 1 : p->at;
}

static bool is_type_parm(const Parse *p) {
    uint32_t i = p->at + 1;
    if (i < p->end && p->tok[i].kind == T_ELLIPSIS) i++;
    if (i < p->end && p->tok[i].kind == T_IDENT) i++;
    uint16_t k = i < p->end ? p->tok[i].kind : T_EOF;
    return k == T_COMMA || k == T_GT || k == T_GTGT || k == T_ASSIGN;
}

static TParmDecl *parm_new(Parse *p, TmplParams *ps, TmplArgKind kind) {
    TParmDecl *d = cxx_decl_new(p->x, TParmDecl, D_TPARM, 0, tok_pos(p), p->at, ps->scope, p->env);
    d->kind = (uint8_t)kind;
    d->depth = (uint16_t)ps->depth;
    d->list = ps;
    return d;
}

static void parm_name(Parse *p, TParmDecl *d) {
    if (cxx_accept(p, T_ELLIPSIS)) d->pack = true;
    if (cxx_peek(p) == T_IDENT) {
        d->d.pos = tok_pos(p);
        d->d.order = p->at;
        d->d.name = p->tok[p->at++].text;
    }
}

// [temp.local]/6: not a name of the same list, nor (read unbound) of one around it.
static void check_parm_name(Parse *p, const TmplParams *ps, const TParmDecl *d) {
    Cxx *x = p->x;
    if (!d->d.name || p->env || !cxx_in_main_file(x, d->d.pos)) return;
    for (const Decl *o = map_get(&ps->scope->names, d->d.name); o; o = o->next) {
        if (o->order == d->d.order) return;
        CXX_DIAG(x, d_param_redeclared, d->d.pos, d->d.name);
        return;
    }
}

// [temp.param]/6
static void check_value_parm(Parse *p, const TParmDecl *d, Type *t) {
    Cxx *x = p->x;
    if (ty_dependent(t) || t->kind == TY_ERROR || p->env) return;
    if (t->flags & TF_HAS_AUTO || cxx_auto_parm(t)) {
        if (x->opt.std < 17 || cxx_auto_parm(t)) CXX_DIAG(x, d_auto_not_allowed, d->d.pos);
        return;
    }
    bool incomplete = t->kind == TY_CLASS && !t->u.cls->defined && !t->u.cls->tmpl;
    bool early =
        x->opt.std < 20 && (t->kind == TY_CLASS || t->kind == TY_CTAD || ty_is_floating(t));
    if (t->kind == TY_VOID || incomplete || early) {
        CXX_DIAG(x, tmpl_parm_type, d->d.pos, t);
        return;
    }
    bool cls = t->kind == TY_CLASS && t->u.cls->defined;
    if ((cls || t->kind == TY_RREF) && !tm_structural(x, t, 0))
        CXX_DIAG(x, tmpl_not_structural, d->d.pos, t);
}

static TParmDecl *parse_value_parm(Parse *p, TmplParams *ps) {
    Cxx *x = p->x;
    TParmDecl *d = parm_new(p, ps, TA_VALUE);
    d->type_range.begin = p->at;
    DeclSpec ds = {0};
    Declarator dc = {0};
    uint32_t at = p->at;
    int32_t index = p->pack_index;
    struct PackUse *use = p->pack_use;
    p->pack_index = -1;
    struct PackUse *watch = tm_pack_watch(p);
    bool ok = cxx_parse_declspecs(p, &ds, false) && cxx_parse_declarator(p, &ds, &dc, true);
    p->pack_index = index;
    p->pack_use = use;
    if (p->at == at) p->at = p->end;                      // no progress
    d->type_range.end = p->half_gtgt ? p->at + 1 : p->at; // A<T>> ends inside of a token
    d->pack = dc.pack;
    d->expands = tm_pack_watched(watch, &d->npack);
    d->d.name = dc.name;
    if (dc.name) d->d.pos = dc.pos;
    Type *t = ok && dc.type ? dc.type : x->ty_error;
    if (t->kind == TY_PACK) {
        d->pack = true;
        t = t->u.ptr.to;
    }
    if (t->kind == TY_FUNC || ty_is_array(t)) t = ty_decay(x, t);
    check_value_parm(p, d, t);
    d->d.type = ty_unqual(t);
    return d;
}

// The end of a type-constraint at p->at, [::] [name ::]... concept [<args>], or 0.
static uint32_t skip_type_constraint(const Parse *p) {
    uint32_t i = p->at;
    if (p->tok[i].kind == T_COLCOL) i++;
    while (i + 1 < p->end && p->tok[i].kind == T_IDENT && p->tok[i + 1].kind == T_COLCOL) i += 2;
    if (i >= p->end || p->tok[i].kind != T_IDENT || !cxx_names_concept(p->x, p->tok[i].text))
        return 0;
    if (++i < p->end && p->tok[i].kind == T_LT) i = cxx_skip_angles(p->x, i, p->end);
    uint16_t k = i && i < p->end ? p->tok[i].kind : T_EOF;
    return k == T_KW_AUTO || k == T_KW_DECLTYPE ? 0 : i; // a non-type parameter
}

static bool names_concept(Parse *p, uint32_t end) {
    Parse q = *p;
    QualName n;
    DiagTrap trap;
    q.end = end;
    cxx_pack_ignore(&q);
    diag_trap_push(p->x->ctx, &trap);
    bool ok = cxx_parse_qual_name(&q, &n);
    diag_trap_pop(p->x->ctx, &trap);
    Decl *d = ok && n.found.n ? n.found.at[0] : NULL;
    return d && d->kind == D_TEMPLATE && ((TemplateDecl *)d)->kind == TK_CONCEPT;
}

// `C<args> T`: a type parameter with a type-constraint; NULL (nothing consumed) if it is none.
static TParmDecl *parse_constrained_parm(Parse *p, TmplParams *ps) {
    uint16_t k = cxx_peek(p);
    if (k != T_IDENT && k != T_COLCOL) return NULL;
    uint32_t end = skip_type_constraint(p);
    if (!end || !names_concept(p, end)) return NULL;
    TParmDecl *d = parm_new(p, ps, TA_TYPE);
    d->constraint = (TokRange){p->at, end};
    ps->constrained = true;
    p->at = end;
    parm_name(p, d);
    return d;
}

static TParmDecl *parse_parm(Parse *p, TmplParams *ps) {
    Cxx *x = p->x;
    uint16_t k = cxx_peek(p);
    TParmDecl *d;
    if ((k == T_KW_TYPENAME || k == T_KW_CLASS) && is_type_parm(p)) {
        d = parm_new(p, ps, TA_TYPE);
        p->at++;
        parm_name(p, d);
    } else if (k == T_KW_TEMPLATE && cxx_peek_n(p, 1) == T_LT) {
        d = parm_new(p, ps, TA_TEMPLATE);
        p->at++;
        d->tparams = tm_parse_params(p, ps->depth + 1);
        p->scope = ps->scope;
        if (cxx_peek(p) == T_KW_CLASS || cxx_peek(p) == T_KW_TYPENAME) p->at++;
        parm_name(p, d);
    } else if (!(d = parse_constrained_parm(p, ps))) {
        d = parse_value_parm(p, ps);
    }
    d->index = (uint16_t)ps->n;
    parse_default(p, d);
    check_parm_name(p, ps, d);
    cxx_scope_add(x, ps->scope, &d->d);
    return d;
}

TmplParams *tm_parse_params(Parse *p, uint32_t depth) {
    Cxx *x = p->x;
    TmplParams *ps = arena_new(tm_arena(x), TmplParams);
    ps->begin = p->at - 1;
    ps->depth = depth;
    ps->scope = cxx_scope_new(x, SC_TPARAMS, p->scope, NULL);
    ps->scope->dependent = true;
    p->scope = ps->scope;
    Pos pos = tok_pos(p);
    p->at++;
    VEC(TParmDecl *) v = {0};
    if (++p->depth > x->ctx->max_depth) {
        CXX_DIAG(x, tmpl_nesting, pos);
        p->at = p->end;
    }
    while (p->at < p->end && cxx_peek(p) != T_GT && cxx_peek(p) != T_GTGT) {
        TParmDecl *d = parse_parm(p, ps);
        vec_push(tm_arena(x), &v, d);
        ps->parm = v.at;
        ps->n = v.n;
        if (!cxx_accept(p, T_COMMA)) break;
    }
    p->depth--;
    if (!cxx_targs_close(p)) {
        CXX_DIAG(x, tmpl_expected_gt, p->at < p->end ? tok_pos(p) : pos);
        for (uint32_t i = 0; i < v.n; i++) v.at[i]->d.flags |= DF_INVALID;
    }
    ps->end = p->at;
    if (cxx_peek(p) == T_KW_REQUIRES) {
        ps->requires_begin = p->at + 1;
        p->at = cxx_skip_constraint(x, p->at + 1, p->end);
        ps->requires_end = p->at;
    }
    return ps;
}

static uint32_t next_depth(const Scope *s) {
    for (; s; s = s->parent) {
        if (s->kind != SC_TPARAMS) continue;
        MAP_FOREACH (e, &s->names) return ((TParmDecl *)e->val)->depth + 1u;
        return 1;
    }
    return 0;
}

// Default arguments accumulate over declarations [temp.param]/12.
static void merge_defaults(TmplParams *to, const TmplParams *from) {
    for (uint32_t i = 0; i < to->n && i < from->n; i++) {
        TParmDecl *t = to->parm[i], *f = from->parm[i];
        if (t == f || t->default_range.end || t->default_decl) continue;
        t->default_decl = f->default_decl ? f->default_decl : f->default_range.end ? f : NULL;
    }
}

// ---- template declarations ---------------------------------------------------------------------

typedef struct TmplHead {
    TmplParams *ps; // innermost list with parameters, NULL: explicit specialization
    Scope *s;       // where it stands
    Access acc;
    bool is_friend;
    uint32_t begin;  // the word `template`
    uint32_t nlists; // headers with parameters in front
} TmplHead;

static TemplateDecl *template_new(Parse *p, TmplHead *h, TemplateKind kind, Atom name, Pos pos,
                                  uint32_t order, Scope *s) {
    TemplateDecl *t = cxx_decl_new(p->x, TemplateDecl, D_TEMPLATE, name, pos, order, s, p->env);
    t->kind = (uint8_t)kind;
    t->params = h->ps;
    t->env = p->env;
    t->d.access = (uint8_t)h->acc;
    if (s->kind == SC_CLASS) t->d.flags |= DF_MEMBER;
    map_init(&t->specs, tm_arena(p->x));
    return t;
}

static TemplateDecl *find_template(Scope *s, Atom name, TemplateKind kind) {
    for (Decl *d = map_get(&s->names, name); d; d = d->next) {
        if (d->kind == D_TEMPLATE && ((TemplateDecl *)d)->kind == kind) return (TemplateDecl *)d;
    }
    return NULL;
}

// A specialization may name the template as a member of a namespace around its inline namespace
// [namespace.def]/7.
static TemplateDecl *find_through_inline(Scope *s, Atom name, TemplateKind kind) {
    TemplateDecl *t = find_template(s, name, kind);
    for (uint32_t i = 0; i < s->using_dirs.n && !t; i++) {
        Scope *in = s->using_dirs.at[i].ns;
        if (in->parent == s && ((NamespaceDecl *)in->owner)->inline_) {
            t = find_through_inline(in, name, kind);
        }
    }
    return t;
}

static Scope *friend_scope(TmplHead *h) {
    return h->is_friend ? cxx_namespace_of(h->s) : h->s;
}

// A friend is visible to argument-dependent lookup only, until declared.
static void add_template(Parse *p, TmplHead *h, TemplateDecl *t, Scope *s) {
    if (h->is_friend) t->d.flags |= DF_FRIEND_ONLY;
    if (!p->x->decls->unbound) cxx_check_template_clash(p, s, &t->d);
    if (!h->is_friend || !p->x->decls->unbound) cxx_scope_add(p->x, s, &t->d);
}

// [temp.mem]: several headers in front are those of the classes that a qualified name goes through.
static void check_headers(Parse *p, const TmplHead *h, Pos pos) {
    if (h->nlists > 1) CXX_DIAG(p->x, d_template_headers, pos);
}

// ---- class templates ---------------------------------------------------------------------------

typedef struct SpecHead {
    ClassTag tag;
    uint32_t key, first, name, targs; // tokens; targs: '<' or 0
    TokRange head, base, body;
    bool qualified;
} SpecHead;

// At class, struct, union: whether this is a class template's declaration or definition.
static bool scan_class_head(const Parse *p, SpecHead *h) {
    memset(h, 0, sizeof *h);
    uint16_t key = cxx_peek(p);
    if (key != T_KW_CLASS && key != T_KW_STRUCT && key != T_KW_UNION) return false;
    h->tag = key == T_KW_CLASS ? CT_CLASS : key == T_KW_STRUCT ? CT_STRUCT : CT_UNION;
    h->key = p->at;
    uint32_t i = cxx_skip_attributes(p, p->at + 1);
    h->first = i;
    bool expect = true;
    for (; i < p->end; i++) {
        uint16_t k = p->tok[i].kind;
        if (k == T_COLCOL) {
            expect = true;
            h->qualified = true;
            h->targs = 0;
        } else if (k == T_KW_TEMPLATE) {
            continue;
        } else if (k == T_IDENT && expect) {
            h->name = i;
            expect = false;
        } else if (k == T_LT && h->name) {
            uint32_t e = cxx_skip_angles(p->x, i, p->end);
            if (!e) return false;
            h->targs = i;
            i = e - 1;
        } else {
            break;
        }
    }
    if (!h->name) return false;
    if (i < p->end && p->tok[i].kind == T_IDENT && p->tok[i].text == p->x->n.final_) i++;
    i = cxx_skip_attributes(p, i);
    uint16_t k = i < p->end ? p->tok[i].kind : T_EOF;
    if (k == T_COLON) {
        h->base.begin = ++i;
        h->base.end = i = cxx_skip_bases(p->x, i, p->end);
        k = i < p->end ? p->tok[i].kind : T_EOF;
    }
    h->head = (TokRange){h->key, i};
    if (k == T_LBRACE) h->body = (TokRange){i, cxx_skip_group(p->tok, i, p->end)};
    return k == T_LBRACE || k == T_SEMI || (k == T_EOF && !h->base.end);
}

// t is a member template of a class template's instance, and no class has been made from it.
static bool can_specialize_member(const TemplateDecl *t) {
    if (t->d.scope->kind != SC_CLASS || !t->d.scope->cls->env) return false;
    MAP_FOREACH (e, &t->specs) {
        const ClassDecl *k = e->val;
        if (k && k->defined && !k->explicit_spec) return false;
    }
    return true;
}

static void class_defaults(Parse *p, TmplHead *h, TemplateDecl *t, SpecHead *c) {
    bool def = c->body.end != 0;
    if (def && t->defined && t->body.begin == c->body.begin) return; // the same tokens again
    // a library's std::initializer_list takes the place of the built-in header's
    bool replace = t->d.name == p->x->n.initializer_list && !t->specs.n;
    if (def && c->qualified && can_specialize_member(t)) { // [temp.expl.spec]/16
        replace = true;
        t->origin = NULL;
        t->outside_found = true;
        t->env = p->env;
        t->partial.n = 0; // [temp.spec.partial.member]/2
    }
    if (def && t->defined && !replace) {
        CXX_DIAG(p->x, tmpl_redefinition, p->tok[c->name].pos, t);
        return;
    }
    if (def) {
        merge_defaults(h->ps, t->params);
        t->params = h->ps;
        t->head = c->head;
        t->body = c->body;
        t->base_clause = c->base;
        t->tag = c->tag;
        t->defined = true;
    } else {
        merge_defaults(t->params, h->ps);
    }
}

// [temp.over.link]/6, as far as types do not depend on parameters.
static bool params_differ(const TmplParams *a, const TmplParams *b) {
    for (uint32_t i = 0; i < a->n && i < b->n; i++) {
        const TParmDecl *s = a->parm[i], *t = b->parm[i];
        if (s->kind != t->kind || s->pack != t->pack) return true;
        if (s->kind != TA_VALUE || s->d.type == t->d.type) continue;
        if (!s->d.type || !t->d.type || s->d.type->kind == TY_ERROR) continue;
        unsigned open = TF_DEPENDENT | TF_HAS_AUTO;
        if (!((s->d.type->flags | t->d.type->flags) & open) && t->d.type->kind != TY_ERROR)
            return true;
    }
    return false;
}

static Decl *declare_class_template(Parse *p, TmplHead *h, SpecHead *c, Scope *s) {
    Cxx *x = p->x;
    Atom name = p->tok[c->name].text;
    TemplateDecl *t = find_template(s, name, TK_CLASS);
    if (t && (t->params->n != h->ps->n || !cxx_same_head(x, t->params, h->ps) ||
              (!p->env && params_differ(t->params, h->ps)))) {
        CXX_DIAG(x, tmpl_params_differ, p->tok[c->name].pos, t);
        return &t->d;
    }
    for (uint32_t i = 0; i < h->ps->n && !p->env; i++) { // [temp.local]/6
        if (h->ps->parm[i]->d.name == name)
            CXX_DIAG(x, d_param_redeclared, p->tok[c->name].pos, name);
    }
    if (!t) {
        t = template_new(p, h, TK_CLASS, name, p->tok[c->name].pos, c->name, s);
        t->tag = c->tag;
        t->head = c->head;
        add_template(p, h, t, s);
    } else if (!h->is_friend) {
        t->d.flags &= ~(uint32_t)DF_FRIEND_ONLY;
        if (c->name < t->d.order) t->d.order = c->name; // a friend further down was read first
    }
    class_defaults(p, h, t, c);
    if (!h->is_friend) tm_check_primary(x, t->params);
    return &t->d;
}

// Where names in the definition of a class of template t are looked up: `struct n::A<int> { ... }`
// is a member of n, a namespace or class, wherever it stands [basic.lookup.unqual]/8.
static Scope *definition_scope(const SpecHead *c, const TemplateDecl *t, Scope *lexical) {
    return c->qualified ? t->d.scope : lexical;
}

// Expressions in decltypes can differ where the types they denote do not: `decltype(void(T().a))`.
static bool decltypes_differ(const Parse *p, TokRange a, TokRange b) {
    bool any = false, same = a.end - a.begin == b.end - b.begin;
    for (uint32_t i = a.begin; i < a.end; i++) any |= p->tok[i].kind == T_KW_DECLTYPE;
    for (uint32_t i = 0; any && same && i < a.end - a.begin; i++) {
        const Token *x = &p->tok[a.begin + i], *y = &p->tok[b.begin + i];
        same = x->kind == y->kind && x->text == y->text;
    }
    return any && !same;
}

// `template <...> struct A<args>`: a partial specialization.
static Decl *declare_partial(Parse *p, TmplHead *h, SpecHead *c, TemplateDecl *t, TmplArgs *args) {
    Cxx *x = p->x;
    PartialSpec *ps = NULL;
    for (uint32_t i = 0; i < t->partial.n && !ps; i++) {
        PartialSpec *o = t->partial.at[i];
        if (o->args == args && tm_params_match(o->params, h->ps) &&
            cxx_same_head(x, o->params, h->ps) && !decltypes_differ(p, o->head, c->head)) {
            ps = o;
        }
    }
    bool redefined = ps && ps->body.end && c->body.end && ps->body.begin != c->body.begin;
    if (redefined) CXX_DIAG(x, tmpl_redefinition, p->tok[c->name].pos, t);
    if (!ps) {
        tm_check_partial(x, t, h->ps, args, p->tok[c->name].pos);
        ps = arena_new(tm_arena(x), PartialSpec);
        ps->params = h->ps;
        ps->args = args;
        ps->pos = p->tok[c->name].pos;
        ps->order = c->name;
        ps->scope = h->s;
        ps->env = p->env;
        ps->head = c->head;
        ps->tag = c->tag;
        ps->decl_range = (TokRange){c->targs, c->head.end};
        vec_push(tm_arena(x), &t->partial, ps);
    }
    if (c->body.end) {
        ps->params = h->ps;
        ps->head = c->head;
        ps->body = c->body;
        ps->base_clause = c->base;
        ps->tag = c->tag;
        ps->decl_range = (TokRange){c->targs, c->head.end};
        ps->params->scope->parent = definition_scope(c, t, ps->params->scope->parent);
    }
    return &t->d;
}

// `template <> struct A<int>`: the instance is defined by its own tokens.
static Decl *declare_class_spec(Parse *p, TmplHead *h, SpecHead *c, TemplateDecl *t,
                                TmplArgs *args) {
    Cxx *x = p->x;
    ClassDecl *k = tm_class_instance(x, t, args);
    if (k->defined) {
        if (c->body.end && k->body.begin != c->body.begin) {
            CXX_DIAG(x, tmpl_spec_after_use, p->tok[c->name].pos, k);
        }
        return &k->d;
    }
    if (!k->explicit_spec) k->d.pos = p->tok[c->name].pos; // the first counts for its order
    k->explicit_spec = true;
    k->tag = c->tag;
    k->head = c->head;
    if (c->body.end) {
        k->body = c->body;
        k->base_clause = c->base;
        k->defined = true;
        k->env = p->env;
        k->inner = cxx_scope_new(x, SC_CLASS, definition_scope(c, t, h->s), &k->d);
        k->inner->env = p->env;
    }
    return &k->d;
}

// [temp.expl.spec]/2, [temp.spec.partial]/5: in a scope that the template can be declared in.
static bool spec_scope_ok(Parse *p, const TmplHead *h, const TemplateDecl *t, Pos pos) {
    const Scope *own = cxx_decl_scope(t->d.scope), *here = cxx_decl_scope(h->s);
    if (!own || !here || p->env || !cxx_in_main_file(p->x, pos)) return true;
    if (here->kind == SC_NAMESPACE) {
        if (cxx_scope_encloses(here, own)) return true;
    } else if (own == here || own->kind != SC_NAMESPACE) {
        return true;
    }
    return CXX_DIAG(p->x, d_spec_scope, pos, t->d.name);
}

static Decl *parse_class(Parse *p, TmplHead *h, SpecHead *c) {
    Cxx *x = p->x;
    Scope *s = friend_scope(h);
    Decl *made = NULL;
    if (!c->qualified) check_headers(p, h, p->tok[c->name].pos);
    if (!h->ps && !c->targs && !c->qualified) // [temp.expl.spec]/1
        CXX_DIAG(x, d_spec_no_args, p->tok[c->name].pos, p->tok[c->name].text);
    if (c->targs || c->qualified) {
        QualName q;
        p->at = c->first;
        Decl *d = cxx_parse_qual_name(p, &q) && q.found.n ? q.found.at[0] : NULL;
        if (d && d->kind == D_CLASS && ((ClassDecl *)d)->tmpl) d = &((ClassDecl *)d)->tmpl->d;
        TemplateDecl *t = d && d->kind == D_TEMPLATE ? (TemplateDecl *)d : NULL;
        if (!t || t->kind != TK_CLASS) {
            if (d || !q.name) CXX_DIAG(x, tmpl_not_class_template, p->tok[c->name].pos, q.name);
        } else if (!c->targs) {
            if (h->ps) {
                Scope *in = h->ps->scope;
                in->parent = definition_scope(c, t, in->parent);
                made = declare_class_template(p, h, c, t->d.scope);
            }
        } else if (!spec_scope_ok(p, h, t, p->tok[c->name].pos)) {
            made = NULL;
        } else if (q.targs && h->ps && h->ps->n) {
            made = declare_partial(p, h, c, t, q.targs);
        } else if (q.targs) {
            made = declare_class_spec(p, h, c, t, q.targs);
        }
    } else if (h->ps) {
        made = declare_class_template(p, h, c, s);
    }
    p->at = c->body.end ? c->body.end : c->head.end;
    cxx_accept(p, T_SEMI);
    return made;
}

// ---- function and variable templates -----------------------------------------------------------

static bool same_function(Cxx *x, TemplateDecl *o, TmplHead *h, FuncDecl *f) {
    if (!cxx_same_head(x, o->params, h->ps) ||
        !cxx_same_clause(x, o->pattern->requires_range, o->params->scope, f->requires_range,
                         h->ps->scope)) {
        return false;
    }
    return o->pattern->d.type == f->d.type && o->pattern->kind == f->kind &&
           (o->pattern->d.flags & DF_STATIC) == (f->d.flags & DF_STATIC) &&
           tm_params_match(o->params, h->ps);
}

// [dcl.fct.default]/4, [temp.param]/14: what a later declaration must not add or give again.
static void check_template_again(Parse *p, const TmplHead *h, const TemplateDecl *o,
                                 const FuncDecl *f) {
    Cxx *x = p->x;
    const FuncDecl *old = o->pattern;
    if (p->env || f->d.order == old->d.order || !cxx_in_main_file(x, f->d.pos)) return;
    for (uint32_t i = 0; i < f->nparam && i < old->nparam; i++) {
        bool friend_ = o->d.flags & DF_FRIEND_ONLY && old->param[i]->default_arg.end;
        if (friend_)
            CXX_DIAG(x, d_friend_default, f->d.pos);
        else if (f->param[i]->default_arg.end && old->d.order < f->d.order)
            CXX_DIAG(x, d_default_outside, f->param[i]->d.pos);
        else
            continue;
        break;
    }
    for (uint32_t i = 0; i < h->ps->n && i < o->params->n; i++) {
        const TParmDecl *a = o->params->parm[i], *b = h->ps->parm[i];
        if (a == b || !a->default_range.end || !b->default_range.end) continue;
        if (a->default_range.begin == b->default_range.begin) continue;
        CXX_DIAG(x, d_default_again, b->d.pos);
        break;
    }
}

static void merge_function(Parse *p, TmplHead *h, TemplateDecl *o, FuncDecl *f, TokRange range) {
    FuncDecl *old = o->pattern;
    if (h->is_friend && p->x->decls->unbound) return;
    check_template_again(p, h, o, f);
    if (f->defined && old->defined && range.begin != o->decl_range.begin) {
        CXX_DIAG(p->x, tmpl_redefinition, f->d.pos, o);
        return;
    }
    if (p->x->hooks.check_redecl && !old->d.env && !f->d.env && old->d.order != f->d.order)
        p->x->hooks.check_redecl(p->x, old, f);
    FuncDecl *keep = f->defined ? f : old, *other = f->defined ? old : f;
    cxx_func_defaults_from(keep, other);
    keep->d.cuda |= other->d.cuda;
    keep->d.flags |= other->d.flags & (DF_STATIC | DF_INLINE | DF_CONSTEXPR);
    if (f->defined) {
        merge_defaults(h->ps, o->params);
        o->pattern = f;
        o->params = h->ps;
        o->decl_range = range;
        o->defined = true;
    } else {
        merge_defaults(o->params, h->ps);
    }
    if (!h->is_friend) o->d.flags &= ~(uint32_t)DF_FRIEND_ONLY;
    if (f->d.order < o->d.order) o->d.order = f->d.order; // a friend further down was read first
}

static Decl *declare_function(Parse *p, TmplHead *h, FuncDecl *f, TokRange range, Scope *s) {
    Cxx *x = p->x;
    if (f->kind == FK_GUIDE) f->d.name = cxx_guide_atom(x, f->d.name);
    Rivals rivals = cxx_template_rivals(x, s, f);
    for (Decl *d; (d = cxx_next_rival(&rivals));) {
        TemplateDecl *o = (TemplateDecl *)d;
        if (d->kind != D_TEMPLATE || o->kind != TK_FUNC || !same_function(x, o, h, f)) continue;
        merge_function(p, h, o, f, range);
        return d;
    }
    TemplateDecl *t = template_new(p, h, TK_FUNC, f->d.name, f->d.pos, f->d.order, s);
    t->pattern = f;
    t->decl_range = range;
    t->defined = f->defined;
    t->d.cuda = f->d.cuda;
    t->d.flags |= f->d.flags & (DF_STATIC | DF_DEPRECATED);
    t->d.linkage = f->d.linkage;
    add_template(p, h, t, s);
    return &t->d;
}

static Decl *declare_variable(Parse *p, TmplHead *h, VarDecl *v, Declarator *d, TokRange range,
                              Scope *s) {
    TemplateDecl *t =
        d->targs ? find_through_inline(s, d->name, TK_VAR) : find_template(s, d->name, TK_VAR);
    if (t && d->targs) { // partial specialization
        tm_check_partial(p->x, t, h->ps, d->targs, d->pos);
        PartialSpec *ps = arena_new(tm_arena(p->x), PartialSpec);
        ps->params = h->ps;
        ps->args = d->targs;
        ps->decl_range = range;
        ps->pos = d->pos;
        ps->order = d->order;
        ps->scope = s;
        ps->env = p->env;
        vec_push(tm_arena(p->x), &t->partial, ps);
        return &t->d;
    }
    bool def = v->defined || v->init_range.end;
    if (t) {
        if (def && !t->defined) {
            merge_defaults(h->ps, t->params);
            t->params = h->ps;
            t->decl_range = range;
            t->defined = true;
        } else {
            merge_defaults(t->params, h->ps);
        }
        return &t->d;
    }
    tm_check_primary(p->x, h->ps);
    t = template_new(p, h, TK_VAR, d->name, d->pos, d->order, s);
    t->decl_range = range;
    t->defined = def;
    t->d.cuda = v->d.cuda;
    t->d.type = v->d.type;
    t->d.linkage = v->d.linkage;
    t->d.flags |= v->d.flags & (DF_STATIC | DF_CONSTEXPR | DF_INLINE);
    add_template(p, h, t, s);
    return &t->d;
}

// The template of a set that `template <> ... f<args>(...)` or `template ... f<args>(...)` means.
static FuncDecl *match_function(Parse *p, Scope *s, const Declarator *d) {
    Cxx *x = p->x;
    Lookup l = {0};
    Scope *in = d->qual ? d->qual : s;
    if (!cxx_lookup_in(p, in, d->name, 0, &l)) return NULL;
    FuncDecl *best = NULL;
    for (uint32_t i = 0; i < l.n; i++) {
        TemplateDecl *t = (TemplateDecl *)l.at[i];
        if (t->d.kind != D_TEMPLATE || t->kind != TK_FUNC) continue;
        DeduceFail why = {0};
        FuncDecl *f = cxx_deduce_type(p, t, d->targs, d->type, &why);
        if (!f) continue;
        if (!best || cxx_more_specialized(x, t, best->tmpl, UINT32_MAX) > 0) best = f;
    }
    return best;
}

// Explicit specialization f is declared again. False: keep what there is.
static bool check_spec_again(Cxx *x, FuncDecl *f, FuncDecl *again) {
    if (f->defined && again->defined && !again->deleted) {
        CXX_DIAG(x, d_already_defined, again->d.pos, &f->d);
        cxx_note_declared(x, &f->d);
        return false;
    }
    cxx_check_again(x, f, again);
    return !f->defined;
}

static Decl *declare_function_spec(Parse *p, TmplHead *h, DeclSpec *ds, Declarator *d,
                                   TokRange range) {
    Cxx *x = p->x;
    FuncDecl *spec = cxx_make_func(p, ds, d, d->qual ? d->qual : h->s);
    FuncDecl *f = match_function(p, h->s, d);
    if (!f) {
        CXX_DIAG(x, tmpl_no_match, d->pos, d->name);
        return NULL;
    }
    for (uint32_t i = 0; i < spec->nparam; i++) { // [temp.expl.spec]/21
        if (spec->param[i]->default_arg.end) CXX_DIAG(x, d_default_here, spec->param[i]->d.pos);
    }
    if (f->explicit_spec && f->decl_range.begin == range.begin) return &f->d;
    if (f->explicit_spec && !check_spec_again(x, f, spec)) return &f->d;
    f->explicit_spec = true;
    cxx_func_defaults_from(spec, f);
    f->d.pos = spec->d.pos;
    f->d.cuda = spec->d.cuda ? spec->d.cuda : f->d.cuda;
    f->d.flags &= ~(uint32_t)(DF_TEMPLATE_INST | DF_INLINE | DF_CONSTEXPR);
    f->d.flags |= spec->d.flags & (DF_INLINE | DF_CONSTEXPR | DF_STATIC);
    f->d.attrs = spec->d.attrs;
    f->defined = spec->defined;
    f->deleted = spec->deleted;
    f->defaulted = spec->defaulted;
    f->noinline = spec->noinline;
    f->forceinline = spec->forceinline;
    f->noreturn = spec->noreturn;
    f->bounds = spec->bounds;
    f->param = spec->param;
    f->nparam = spec->nparam;
    for (uint32_t i = 0; i < f->nparam; i++) f->param[i]->fn = f;
    f->param_scope = spec->param_scope;
    if (f->param_scope && f->param_scope->fn == spec) f->param_scope->fn = f;
    f->decl_range = range;
    f->body_range = spec->body_range;
    f->init_range = spec->init_range;
    f->noexcept_range = spec->noexcept_range;
    f->body_env = p->env;
    f->body_scope = h->s;
    return &f->d;
}

static Decl *declare_variable_spec(Parse *p, TmplHead *h, DeclSpec *ds, Declarator *d) {
    Scope *s = d->qual ? d->qual : h->s;
    TemplateDecl *t = find_through_inline(s, d->name, TK_VAR);
    VarDecl *v = cxx_make_var(p, ds, d, s);
    if (!t || !d->targs) {
        CXX_DIAG(p->x, tmpl_no_match, d->pos, d->name);
        return NULL;
    }
    v->tmpl = t;
    v->args = d->targs;
    void **slot = map_slot(&t->specs, (uintptr_t)d->targs);
    VarDecl *old = *slot;
    if (old && !(old->d.flags & DF_TEMPLATE_INST) && old->d.order != v->d.order && old->defined &&
        v->defined && old->tmpl == t && old->args == d->targs && !(old->d.flags & DF_INVALID)) {
        CXX_DIAG(p->x, d_already_defined, d->pos, &old->d);
        cxx_note_declared(p->x, &old->d);
    }
    if (!*slot) *slot = v;
    return &v->d;
}

// What cannot be a template [temp.mem]/2, 3, [class.dtor]/1, [basic.stc.dynamic].
static void check_entity(Parse *p, const TmplHead *h, const DeclSpec *ds, const Declarator *d) {
    Cxx *x = p->x;
    bool plain = !d->dep_qual && !(d->qual && d->qual->kind == SC_CLASS && d->qual->cls->unbound);
    if (d->fkind == FK_DTOR && plain && (!d->qual || h->is_friend))
        CXX_DIAG(x, d_template_entity, d->pos, d->name);
    if (ds->is_virtual) CXX_DIAG(x, d_specifier_here, d->pos, "virtual");
    if (ds->is_typedef) CXX_DIAG(x, d_template_entity, d->pos, d->name);
    bool alloc = d->op >= OP_NEW && d->op <= OP_DELETE_ARRAY;
    if (alloc && plain && d->nparam < 2 && !d->qual)
        CXX_DIAG(x, d_template_entity, d->pos, d->name);
}

// Function and variable templates, their specializations, deduction guides.
static Decl *parse_simple(Parse *p, TmplHead *h) {
    Cxx *x = p->x;
    TokRange range = {p->at, 0};
    DeclSpec ds = {0};
    Declarator d = {0};
    if (cxx_peek(p) == T_KW_FRIEND) h->is_friend = true;
    p->type_only = true;
    if (!h->ps) cxx_begin_late_access(p); // specializations may name all [temp.spec.general]/6
    bool ok = cxx_parse_declspecs(p, &ds, true);
    p->type_only = false;
    if (!ok) return NULL;
    if (ds.is_friend) h->is_friend = true;
    if (h->ps && ds.enum_defined && ds.enum_defined->d.scope == cxx_decl_scope(h->s))
        CXX_DIAG(x, d_template_entity, ds.pos, ds.enum_defined->d.name); // [temp.pre]/2
    if (cxx_peek(p) == T_SEMI) return NULL; // friend class X<T>; and other oddities
    if (!cxx_parse_declarator(p, &ds, &d, false)) return NULL;
    cxx_take_late_access(p);
    if (h->ps && !p->env) check_entity(p, h, &ds, &d);
    if (cxx_invents_params(p, &d)) { // once more, with a parameter for each `auto`
        uint32_t close = cxx_skip_group(p->tok, d.params_begin, p->end) - 1;
        TmplParams *ps = cxx_invent_params(p, d.params_begin, close, h->ps);
        if (ps && (ps != h->ps || !h->ps)) {
            h->ps = ps;
            p->scope = ps->scope;
            p->dependent = true;
            p->at = range.begin;
            return parse_simple(p, h);
        }
    }
    if (!d.qual && !d.dep_qual) check_headers(p, h, d.pos);
    if (h->ps && h->ps->n && d.is_function && d.targs && !d.qual && !h->is_friend)
        CXX_DIAG(x, d_function_partial, d.pos);
    if (!h->ps) {
        range.end = p->end;
        return d.is_function ? declare_function_spec(p, h, &ds, &d, range)
                             : declare_variable_spec(p, h, &ds, &d);
    }
    Scope *s = d.qual ? d.qual : friend_scope(h);
    Decl *made;
    if (d.is_function) {
        FuncDecl *f = cxx_make_func(p, &ds, &d, s);
        range.end = p->at;
        if (!f) return NULL;
        if (f->kind == FK_GUIDE) cxx_check_guide(p, f, &ds, &d, s, h->acc);
        bool compares = f->op >= OP_EQ && f->op <= OP_CMP3;
        if (f->defaulted && !compares && !d.qual && !d.dep_qual && !p->env)
            CXX_DIAG(x, d_bad_default, d.pos, &f->d); // [dcl.fct.def.default]/1
        made = declare_function(p, h, f, range, s);
    } else {
        VarDecl *v = cxx_make_var(p, &ds, &d, s);
        range.end = p->at;
        if (!v) return NULL;
        made = declare_variable(p, h, v, &d, range, s);
    }
    if (x->hooks.check_decl && made) x->hooks.check_decl(p, made);
    return made;
}

Decl *cxx_parse_abbreviated(Parse *p, uint32_t begin, Scope *s, Access acc, uint32_t open) {
    Scope *scope = p->scope;
    bool dependent = p->dependent;
    TmplHead h = {.s = s, .acc = acc, .begin = begin};
    uint32_t close = cxx_skip_group(p->tok, open, p->end) - 1;
    h.ps = cxx_invent_params(p, open, close, NULL);
    if (!h.ps) return NULL;
    p->scope = h.ps->scope;
    p->dependent = true;
    p->at = begin;
    Decl *d = parse_simple(p, &h);
    p->scope = scope;
    p->dependent = dependent;
    return d;
}

static Decl *parse_alias(Parse *p, TmplHead *h) {
    p->at++; // using
    if (!cxx_expect(p, T_IDENT, "identifier")) return NULL;
    uint32_t name = p->at - 1;
    check_headers(p, h, p->tok[name].pos);
    p->at = cxx_skip_attributes(p, p->at);
    if (!cxx_expect(p, T_ASSIGN, "=")) return NULL;
    tm_check_primary(p->x, h->ps);
    TemplateDecl *old = find_template(h->s, p->tok[name].text, TK_ALIAS);
    if (old && h->s->kind == SC_NAMESPACE) { // declared again, as the same
        cxx_skip_to_semi(p);
        return &old->d;
    }
    TemplateDecl *t = template_new(p, h, TK_ALIAS, p->tok[name].text, p->tok[name].pos, name, h->s);
    t->decl_range.begin = p->at;
    if (cxx_peek(p) == T_KW_AUTO) CXX_DIAG(p->x, d_auto_not_allowed, tok_pos(p));
    while (p->at < p->end && cxx_peek(p) != T_SEMI) {
        p->at = lex_is_open(cxx_peek(p)) ? cxx_skip_group(p->tok, p->at, p->end) : p->at + 1;
    }
    t->decl_range.end = p->at;
    t->defined = true;
    if (!p->x->decls->unbound) cxx_check_template_clash(p, h->s, &t->d);
    cxx_scope_add(p->x, h->s, &t->d);
    cxx_accept(p, T_SEMI);
    return &t->d;
}

// `concept C = constraint-expression;` [temp.concept]
static Decl *parse_concept(Parse *p, TmplHead *h) {
    Cxx *x = p->x;
    p->at++;
    if (!cxx_expect(p, T_IDENT, "identifier")) return NULL;
    uint32_t name = p->at - 1;
    if (tm_constrained(h->ps)) CXX_DIAG(x, tmpl_concept_params, p->tok[name].pos);
    check_headers(p, h, p->tok[name].pos);
    if (h->s->kind != SC_NAMESPACE) {
        CXX_DIAG(x, tmpl_concept_scope, p->tok[name].pos);
        cxx_skip_to_semi(p);
        return NULL;
    }
    TemplateDecl *t = find_template(h->s, p->tok[name].text, TK_CONCEPT);
    if (t) {
        if (t->d.order != name) CXX_DIAG(x, tmpl_redefinition, p->tok[name].pos, t);
        cxx_skip_to_semi(p);
        return &t->d;
    }
    p->at = cxx_skip_attributes(p, p->at);
    bool ok = cxx_expect(p, T_ASSIGN, "=");
    t = template_new(p, h, TK_CONCEPT, p->tok[name].text, p->tok[name].pos, name, h->s);
    t->decl_range.begin = p->at;
    while (p->at < p->end && cxx_peek(p) != T_SEMI) {
        p->at = lex_is_open(cxx_peek(p)) ? cxx_skip_group(p->tok, p->at, p->end) : p->at + 1;
    }
    t->decl_range.end = p->at;
    if (!ok || t->decl_range.begin == p->at) {
        if (ok) CXX_DIAG(x, x_expected_expr, p->tok[p->at].pos);
        t->d.flags |= DF_INVALID;
    }
    t->defined = true;
    cxx_scope_add(x, h->s, &t->d);
    cxx_expect(p, T_SEMI, ";");
    return &t->d;
}

// ---- explicit instantiation [temp.explicit] ----------------------------------------------------

// Code is needed of what may run on the device; host functions are kept for the search for
// launches.
static void instantiated(Parse *p, Decl *d, Pos pos) {
    Cxx *x = p->x;
    unsigned space = CU_DEVICE | CU_GLOBAL | CU_CONSTANT | CU_MANAGED;
    bool host = !(d->cuda & space) && !x->opt.default_device;
    if (d->kind == D_FUNC) ((FuncDecl *)d)->explicit_inst = true;
    if (d->kind == D_FUNC && ((FuncDecl *)d)->deleted) return; // it is only not called
    if (!host || x->opt.check_all)
        cxx_mark_used(p, d, pos);
    else if (d->kind == D_FUNC)
        vec_push(xa(x), &x->decls->host_insts, (FuncDecl *)d);
}

static Decl *explicit_instantiation(Parse *p, Scope *s) {
    Cxx *x = p->x;
    bool only_declared = p->at >= 2 && p->tok[p->at - 2].kind == T_KW_EXTERN;
    SpecHead c;
    if (scan_class_head(p, &c) && c.targs && !c.body.end) {
        QualName q;
        p->at = c.first;
        Type *t = cxx_parse_qual_name(p, &q) ? cxx_name_type(p, &q) : NULL;
        cxx_accept(p, T_SEMI);
        if (!t || t->kind != TY_CLASS) return NULL;
        ClassDecl *k = t->u.cls;
        k->extern_inst |= only_declared;
        if (only_declared) return NULL;
        if (cxx_class_complete(x, k, q.pos)) {
            k->explicit_inst = true;
            cxx_elaborate_all(x, k->inner);
            cxx_instantiate_members(x, k, q.pos);
        }
        return &k->d;
    }
    DeclSpec ds = {0};
    Declarator d = {0};
    cxx_begin_late_access(p); // instantiations may name all [temp.spec.general]/6
    if (!cxx_parse_declspecs(p, &ds, true) || !cxx_parse_declarator(p, &ds, &d, false)) {
        return NULL;
    }
    cxx_take_late_access(p);
    const char *w = ds.flags & DF_CONSTEVAL   ? "consteval"
                    : ds.flags & DF_CONSTEXPR ? "constexpr"
                    : ds.flags & DF_INLINE    ? "inline"
                    : ds.flags & DF_STATIC    ? "static"
                    : ds.is_typedef           ? "typedef"
                                              : NULL;
    if (w && (x->opt.check_all || cxx_in_main_file(x, d.pos))) // [temp.explicit]/2
        CXX_DIAG(x, d_specifier_here, d.pos, w);
    if (only_declared && !d.is_function) return NULL;
    if (!d.is_function) {
        Scope *in = d.qual ? d.qual : s;
        TemplateDecl *t = find_template(in, d.name, TK_VAR);
        if (t && d.targs) {
            VarDecl *v = cxx_var_template(p, t, d.targs, d.pos);
            if (v) instantiated(p, &v->d, d.pos);
            return v ? &v->d : NULL;
        }
        return NULL;
    }
    FuncDecl *f = match_function(p, s, &d);
    if (!f && d.qual) f = cxx_match_member(p, d.qual, &d); // member of a class template's instance
    if (!f) {
        CXX_DIAG(x, tmpl_no_match, d.pos, d.name);
        return NULL;
    }
    f->extern_inst |= only_declared;
    if (!only_declared) instantiated(p, &f->d, d.pos);
    return &f->d;
}

FuncDecl *cxx_match_member(Parse *p, Scope *s, const Declarator *d) {
    Lookup l = {0};
    cxx_lookup_in(p, s, d->name, 0, &l);
    for (uint32_t i = 0; i < l.n; i++) {
        // an explicit instantiation need not repeat noexcept [except.spec]/4
        bool same = l.at[i]->kind == D_FUNC && cxx_same_but_noexcept(p->x, l.at[i]->type, d->type);
        if (same) return (FuncDecl *)l.at[i];
    }
    return NULL;
}

static void instantiate_member(Cxx *x, ClassDecl *k, Decl *d, Pos pos) {
    Parse p = cxx_parse_at(x, k->body.begin, k->body.end, k->inner, k->env);
    if (d->kind == D_FUNC && cxx_func_find_body(x, (FuncDecl *)d)) {
        instantiated(&p, d, pos);
    } else if (d->kind == D_VAR && (d->flags & DF_STATIC)) {
        if (!((VarDecl *)d)->defined) cxx_var_find_def(x, (VarDecl *)d); // has the space
        instantiated(&p, d, pos);
    } else if (d->kind == D_CLASS && !((ClassDecl *)d)->is_closure &&
               cxx_class_complete(x, (ClassDecl *)d, pos)) {
        cxx_elaborate_all(x, ((ClassDecl *)d)->inner);
        cxx_instantiate_members(x, (ClassDecl *)d, pos);
    }
}

void cxx_instantiate_members(Cxx *x, ClassDecl *k, Pos pos) {
    VEC(Decl *) members = {0}; // bodies can add names to the class: special members
    MAP_FOREACH (e, &k->inner->names) {
        for (Decl *d = e->val; d; d = d->next) {
            if (d->scope == k->inner) vec_push(tm_arena(x), &members, d);
        }
    }
    for (uint32_t i = 0; i < members.n; i++) instantiate_member(x, k, members.at[i], pos);
}

// ---- entry -------------------------------------------------------------------------------------

static Decl *parse_declaration(Parse *p, TmplHead *h) {
    uint32_t attrs = cxx_skip_attributes(p, p->at);
    if (attrs < p->end &&
        (p->tok[attrs].kind == T_KW_USING || p->tok[attrs].kind == T_KW_CONCEPT)) {
        p->at = attrs;
    }
    if (cxx_peek(p) == T_KW_USING && h->ps) return parse_alias(p, h);
    if (cxx_peek(p) == T_KW_CONCEPT && h->ps) return parse_concept(p, h);
    if (p->x->opt.std < 20 && cxx_peek(p) == T_IDENT &&
        strcmp(atom_str(p->x->ctx, p->tok[p->at].text), "concept") == 0 &&
        cxx_peek_n(p, 1) == T_IDENT && cxx_peek_n(p, 2) == T_ASSIGN) {
        CXX_DIAG(p->x, tmpl_concept_std, tok_pos(p));
        cxx_skip_to_semi(p);
        return NULL;
    }
    uint32_t at = p->at;
    if (cxx_peek(p) == T_KW_FRIEND) {
        h->is_friend = true;
        p->at++;
    }
    SpecHead c;
    if (scan_class_head(p, &c)) return parse_class(p, h, &c);
    p->at = at;
    return parse_simple(p, h);
}

void cxx_explicit_instantiation(Parse *p, Scope *s) {
    if (cxx_peek(p) == T_KW_TEMPLATE) p->at++;
    explicit_instantiation(p, s);
    cxx_accept(p, T_SEMI);
}

// At the '<' of a template header: is `friend` among the specifiers behind it?
static bool friend_follows(const Parse *p) {
    uint32_t i = cxx_skip_angles(p->x, p->at, p->end);
    for (; i && i < p->end; i++) {
        switch (p->tok[i].kind) {
        case T_KW_FRIEND: return true;
        case T_KW_ATTRIBUTE:
        case T_LBRACKET:
            if (p->tok[i].kind == T_KW_ATTRIBUTE) i++;
            i = cxx_skip_group(p->tok, i, p->end) - 1;
            break;
        case T_KW_INLINE:
        case T_KW_CONSTEXPR:
        case T_KW_CONST: break;
        case T_IDENT:
            if (!cxx_is_attr_keyword(p->x, p->tok[i].text)) return false;
            break;
        default: return false;
        }
    }
    return false;
}

Decl *cxx_parse_template(Parse *p, Scope *s, Access acc, bool is_friend) {
    if (cxx_peek(p) != T_LT) return explicit_instantiation(p, s);
    TmplHead h = {.s = s, .acc = acc, .is_friend = is_friend, .begin = p->at - 1};
    Scope *scope = p->scope;
    bool dependent = p->dependent;
    for (;;) {
        if (cxx_peek_n(p, 1) == T_GT) {
            p->at += 2;
        } else {
            // a friend of a class template's instance is a template of the namespace
            bool outer = p->env && friend_follows(p);
            h.ps = tm_parse_params(p, outer ? 0 : next_depth(p->scope));
            h.nlists++;
            p->dependent = true;
        }
        if (cxx_peek(p) != T_KW_TEMPLATE || cxx_peek_n(p, 1) != T_LT) break;
        p->at++;
    }
    Decl *d = parse_declaration(p, &h);
    p->scope = scope;
    p->dependent = dependent;
    return d;
}
