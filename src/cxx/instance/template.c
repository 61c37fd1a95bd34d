// SPDX-License-Identifier: Apache-2.0
// Template declarations [temp.pre]: class, function, alias and variable templates,
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

// ---- template declarations ---------------------------------------------------------------------

typedef struct TmplHead {
    TmplParams *ps; // innermost list with parameters, NULL: explicit specialization
    Scope *s;       // where it stands
    Access acc;
    bool is_friend;
    uint32_t begin;    // the word `template`
    uint32_t nheaders; // in front
    bool qualified_friend;
} TmplHead;

// A template as its first declaration makes it; in no scope yet.
static TemplateDecl *template_new(Parse *parse, TmplHead *tmpl_head, TemplateKind kind, Atom name,
                                  Pos pos, uint32_t order, Scope *scope) {
    TemplateDecl *t =
        cxx_decl_new(parse->x, TemplateDecl, D_TEMPLATE, name, pos, order, scope, parse->env);
    t->kind = (uint8_t)kind;
    t->params = tmpl_head->ps;
    t->env = parse->env;
    t->d.access = (uint8_t)tmpl_head->acc;
    if (scope->kind == SC_CLASS) t->d.flags |= DF_MEMBER;
    map_init(&t->specs, tm_arena(parse->x));
    return t;
}

// The template of that kind that the scope itself declares, or NULL.
static TemplateDecl *find_template(Scope *scope, Atom name, TemplateKind kind) {
    for (Decl *d = map_get(&scope->names, name); d; d = d->next) {
        if (d->kind == D_TEMPLATE && ((TemplateDecl *)d)->kind == kind) return (TemplateDecl *)d;
    }
    return NULL;
}

// A specialization may name the template as a member of a namespace around its inline namespace
// [namespace.def]/7.
static TemplateDecl *find_through_inline(Scope *scope, Atom name, TemplateKind kind) {
    TemplateDecl *t = find_template(scope, name, kind);
    for (uint32_t i = 0; i < scope->using_dirs.n && !t; i++) {
        Scope *in = scope->using_dirs.at[i].ns;
        if (in->parent == scope && ((NamespaceDecl *)in->owner)->inline_) {
            t = find_through_inline(in, name, kind);
        }
    }
    return t;
}

// Where a friend template is a member: the namespace around [namespace.memdef]/3.
static Scope *friend_scope(TmplHead *h) {
    return h->is_friend ? cxx_namespace_of(h->s) : h->s;
}

// A friend is visible to argument-dependent lookup only, until declared.
static void add_template(Parse *parse, TmplHead *h, TemplateDecl *t, Scope *scope) {
    if (h->is_friend) t->d.flags |= DF_FRIEND_ONLY;
    if (!parse->x->decls->unbound.reading) cxx_check_template_clash(parse, scope, &t->d);
    if (!h->is_friend || !parse->x->decls->unbound.reading) cxx_scope_add(parse->x, scope, &t->d);
}

// [temp.mem]: several headers in front are those of the classes that a qualified name goes through.
static void check_headers(Parse *parse, const TmplHead *h, Pos pos) {
    if (h->nheaders > 1) CXX_DIAG(parse->x, d_template_headers, pos);
}

// ---- class templates ---------------------------------------------------------------------------

// The head of a class template or of a specialization, by tokens.
typedef struct SpecHead {
    ClassTag tag;
    uint32_t key, first, name, targs; // tokens; targs: '<' or 0
    TokRange head, base, body;
    bool qualified;
} SpecHead;

// At class, struct, union: whether this is a class template's declaration or definition.
static bool scan_class_head(const Parse *parse, SpecHead *spec_head) {
    memset(spec_head, 0, sizeof *spec_head);
    uint16_t key = cxx_peek(parse);
    if (!is_any_of(key, T_KW_CLASS, T_KW_STRUCT, T_KW_UNION)) return false;
    spec_head->tag = key == T_KW_CLASS ? CT_CLASS : key == T_KW_STRUCT ? CT_STRUCT : CT_UNION;
    spec_head->key = parse->at;
    uint32_t i = cxx_skip_attributes(parse, parse->at + 1);
    spec_head->first = i;
    // The name is the last identifier of a qualified one; arguments behind it make a
    // specialization, those in front of a `::` belong to the class around.
    bool expect = true;
    for (; i < parse->end; i++) {
        uint16_t k = parse->tok[i].kind;
        if (k == T_COLCOL) {
            expect = true;
            spec_head->qualified = true;
            spec_head->targs = 0;
        } else if (k == T_KW_TEMPLATE) {
            continue;
        } else if (k == T_IDENT && expect) {
            spec_head->name = i;
            expect = false;
        } else if (k == T_LT && spec_head->name) {
            uint32_t e = cxx_skip_angles(parse->x, i, parse->end);
            if (!e) return false;
            spec_head->targs = i;
            i = e - 1;
        } else {
            break;
        }
    }
    if (!spec_head->name) return false;
    if (i < parse->end && parse->tok[i].kind == T_IDENT && parse->tok[i].text == parse->x->n.final_)
        i++;
    i = cxx_skip_attributes(parse, i);
    uint16_t k = i < parse->end ? parse->tok[i].kind : T_EOF;
    if (k == T_COLON) {
        spec_head->base.begin = ++i;
        spec_head->base.end = i = cxx_skip_bases(parse->x, i, parse->end);
        k = i < parse->end ? parse->tok[i].kind : T_EOF;
    }
    spec_head->head = (TokRange){spec_head->key, i};
    if (k == T_LBRACE) spec_head->body = (TokRange){i, cxx_skip_group(parse->tok, i, parse->end)};
    return is_any_of(k, T_LBRACE, T_SEMI) || (k == T_EOF && !spec_head->base.end);
}

// Whether it is a member template of a class template's instance, from which no class has been
// made.
static bool can_specialize_member(const TemplateDecl *t) {
    if (t->d.scope->kind != SC_CLASS || !t->d.scope->cls->env) return false;
    MAP_FOREACH (e, &t->specs) {
        const ClassDecl *k = e->val;
        if (k && k->written.defined && !k->inst.explicit_spec) return false;
    }
    return true;
}

// Merges a declaration of class template `tmpl` into it: default arguments add up, a definition
// brings its own parameters and tokens. A second definition is refused.
static void class_defaults(Parse *parse, TmplHead *tmpl_head, TemplateDecl *tmpl,
                           SpecHead *spec_head) {
    bool def = spec_head->body.end != 0;
    if (def && tmpl->defined && tmpl->body.begin == spec_head->body.begin)
        return; // the same tokens again
    // a library's std::initializer_list takes the place of the built-in header's
    bool replace = tmpl->d.name == parse->x->n.initializer_list && !tmpl->specs.n;
    if (def && spec_head->qualified && can_specialize_member(tmpl)) { // [temp.expl.spec]/16
        replace = true;
        tmpl->origin = NULL;
        tmpl->outside_found = true;
        tmpl->env = parse->env;
        tmpl->partial.n = 0; // [temp.spec.partial.member]/2
    }
    if (def && tmpl->defined && !replace) {
        CXX_DIAG(parse->x, tmpl_redefinition, parse->tok[spec_head->name].pos, tmpl);
        return;
    }
    if (def) {
        tm_merge_defaults(tmpl_head->ps, tmpl->params);
        tmpl->params = tmpl_head->ps;
        tmpl->head = spec_head->head;
        tmpl->body = spec_head->body;
        tmpl->base_clause = spec_head->base;
        tmpl->tag = spec_head->tag;
        tmpl->defined = true;
    } else {
        tm_merge_defaults(tmpl->params, tmpl_head->ps);
    }
}

// [temp.over.link]/6, as far as types do not depend on parameters.
static bool params_differ(const TmplParams *left, const TmplParams *right) {
    for (uint32_t i = 0; i < left->n && i < right->n; i++) {
        const TParmDecl *s = left->parm[i], *t = right->parm[i];
        if (s->kind != t->kind || s->pack != t->pack) return true;
        if (s->kind != TA_VALUE || s->d.type == t->d.type) continue;
        if (!s->d.type || !t->d.type || s->d.type->kind == TY_ERROR) continue;
        unsigned open = TF_DEPENDENT | TF_HAS_AUTO;
        if (!((s->d.type->flags | t->d.type->flags) & open) && t->d.type->kind != TY_ERROR)
            return true;
    }
    return false;
}

// The name of a template's own parameter cannot be declared again [temp.local]/6.
static void own_parameter(Parse *parse, const TmplHead *tmpl_head, Atom name, Pos pos) {
    for (uint32_t i = 0; i < tmpl_head->ps->n && !parse->env; i++) {
        if (tmpl_head->ps->parm[i]->d.name == name && name)
            CXX_DIAG(parse->x, d_param_redeclared, pos, name);
    }
}

// Declares the template in `scope`, or again; a list of parameters that differs is refused
// [temp.param]/12.
static Decl *declare_class_template(Parse *parse, TmplHead *tmpl_head, SpecHead *spec_head,
                                    Scope *scope) {
    Cxx *cxx = parse->x;
    Atom name = parse->tok[spec_head->name].text;
    TemplateDecl *tmpl = find_template(scope, name, TK_CLASS);
    if (tmpl &&
        (tmpl->params->n != tmpl_head->ps->n || !cxx_same_head(cxx, tmpl->params, tmpl_head->ps) ||
         (!parse->env && params_differ(tmpl->params, tmpl_head->ps)))) {
        CXX_DIAG(cxx, tmpl_params_differ, parse->tok[spec_head->name].pos, tmpl);
        return &tmpl->d;
    }
    own_parameter(parse, tmpl_head, name, parse->tok[spec_head->name].pos);
    bool member = tmpl && scope->kind == SC_CLASS && cxx->opt.check_all && !spec_head->qualified;
    if (member && tmpl->d.access != tmpl_head->acc) // [class.access.spec]/5
        CXX_DIAG(cxx, d_access_differs, parse->tok[spec_head->name].pos, &tmpl->d);
    if (!tmpl) {
        tmpl = template_new(parse, tmpl_head, TK_CLASS, name, parse->tok[spec_head->name].pos,
                            spec_head->name, scope);
        tmpl->tag = spec_head->tag;
        tmpl->head = spec_head->head;
        add_template(parse, tmpl_head, tmpl, scope);
    } else if (!tmpl_head->is_friend) {
        tmpl->d.flags &= ~(uint32_t)DF_FRIEND_ONLY;
        if (spec_head->name < tmpl->d.order)
            tmpl->d.order = spec_head->name; // a friend further down was read first
    }
    class_defaults(parse, tmpl_head, tmpl, spec_head);
    if (!tmpl_head->is_friend) tm_check_primary(cxx, tmpl->params);
    return &tmpl->d;
}

// Where names in the definition of a class of the template are looked up: `struct n::A<int> { ...
// }` is a member of n, a namespace or class, wherever it stands [basic.lookup.unqual]/8.
static Scope *definition_scope(const SpecHead *c, const TemplateDecl *t, Scope *lexical) {
    return c->qualified ? t->d.scope : lexical;
}

// Expressions in decltypes can differ where the types they denote do not: `decltype(void(T().a))`.
static bool decltypes_differ(const Parse *parse, TokRange tok_range, TokRange b) {
    bool any = false, same = tok_range.end - tok_range.begin == b.end - b.begin;
    for (uint32_t i = tok_range.begin; i < tok_range.end; i++)
        any |= parse->tok[i].kind == T_KW_DECLTYPE;
    for (uint32_t i = 0; any && same && i < tok_range.end - tok_range.begin; i++) {
        const Token *x = &parse->tok[tok_range.begin + i], *y = &parse->tok[b.begin + i];
        same = x->kind == y->kind && x->text == y->text;
    }
    return any && !same;
}

// `template <...> struct A<args>`: a partial specialization.
static Decl *declare_partial(Parse *parse, TmplHead *tmpl_head, SpecHead *spec_head,
                             TemplateDecl *tmpl, TmplArgs *args) {
    Cxx *cxx = parse->x;
    PartialSpec *ps = NULL;
    for (uint32_t i = 0; i < tmpl->partial.n && !ps; i++) {
        PartialSpec *o = tmpl->partial.at[i];
        if (o->args == args && tm_params_match(o->params, tmpl_head->ps) &&
            cxx_same_head(cxx, o->params, tmpl_head->ps) &&
            !decltypes_differ(parse, o->head, spec_head->head)) {
            ps = o;
        }
    }
    bool redefined =
        ps && ps->body.end && spec_head->body.end && ps->body.begin != spec_head->body.begin;
    if (redefined) CXX_DIAG(cxx, tmpl_redefinition, parse->tok[spec_head->name].pos, tmpl);
    if (!ps) {
        tm_check_partial(cxx, tmpl, tmpl_head->ps, args, parse->tok[spec_head->name].pos);
        ps = arena_new(tm_arena(cxx), PartialSpec);
        ps->params = tmpl_head->ps;
        ps->args = args;
        ps->pos = parse->tok[spec_head->name].pos;
        ps->order = spec_head->name;
        ps->scope = tmpl_head->s;
        ps->env = parse->env;
        ps->head = spec_head->head;
        ps->tag = spec_head->tag;
        ps->decl_range = (TokRange){spec_head->targs, spec_head->head.end};
        vec_push(tm_arena(cxx), &tmpl->partial, ps);
    }
    if (spec_head->body.end) {
        ps->params = tmpl_head->ps;
        ps->head = spec_head->head;
        ps->body = spec_head->body;
        ps->base_clause = spec_head->base;
        ps->tag = spec_head->tag;
        ps->decl_range = (TokRange){spec_head->targs, spec_head->head.end};
        ps->params->scope->parent = definition_scope(spec_head, tmpl, ps->params->scope->parent);
    }
    return &tmpl->d;
}

// `template <> struct A<int>`: the instance is defined by its own tokens.
static Decl *declare_class_spec(Parse *parse, TmplHead *tmpl_head, SpecHead *spec_head,
                                TemplateDecl *tmpl, TmplArgs *args) {
    Cxx *cxx = parse->x;
    ClassDecl *cls = tm_class_instance(cxx, tmpl, args);
    if (cls->written.defined) {
        if (spec_head->body.end && cls->written.body.begin != spec_head->body.begin) {
            CXX_DIAG(cxx, tmpl_spec_after_use, parse->tok[spec_head->name].pos, cls);
        }
        return &cls->d;
    }
    if (!cls->inst.explicit_spec)
        cls->d.pos = parse->tok[spec_head->name].pos; // the first counts for its order
    cls->inst.explicit_spec = true;
    cls->tag = spec_head->tag;
    cls->written.head = spec_head->head;
    if (spec_head->body.end) {
        cls->written.body = spec_head->body;
        cls->written.base_clause = spec_head->base;
        cls->written.defined = true;
        cls->env = parse->env;
        cls->inner =
            cxx_scope_new(cxx, SC_CLASS, definition_scope(spec_head, tmpl, tmpl_head->s), &cls->d);
        cls->inner->env = parse->env;
    }
    return &cls->d;
}

// Whether the class is an instance of the template, or it read unbound.
static bool inside_itself(const Scope *scope, const TemplateDecl *tmpl) {
    const TemplateDecl *t = scope->kind == SC_CLASS ? scope->cls->inst.tmpl : NULL;
    return t && (t == tmpl || t->d.order == tmpl->d.order);
}

// [temp.expl.spec]/2, [temp.spec.partial]/5: in a scope that the template can be declared in.
static bool spec_scope_ok(Parse *parse, const TmplHead *tmpl_head, const TemplateDecl *tmpl,
                          Pos pos) {
    const Scope *own = cxx_decl_scope(tmpl->d.scope), *here = cxx_decl_scope(tmpl_head->s);
    if (!own || !here || parse->env || !cxx_in_main_file(parse->x, pos)) return true;
    if (here->kind == SC_NAMESPACE) {
        if (cxx_scope_encloses(here, own)) return true;
    } else if (own == here || (own->kind != SC_NAMESPACE && !inside_itself(here, tmpl))) {
        return true;
    }
    return CXX_DIAG(parse->x, d_spec_scope, pos, tmpl->d.name);
}

// Without a qualified name a specialization stands in the template's own namespace, or in one
// around its inline namespace [temp.expl.spec]/3.
static void unqualified_ok(Parse *parse, Scope *scope, const TemplateDecl *tmpl, Pos pos) {
    const Scope *own = tmpl->d.scope, *here = cxx_decl_scope(scope);
    if (own->kind != SC_NAMESPACE || parse->env || !cxx_in_main_file(parse->x, pos)) return;
    while (own != here && own->parent && ((const NamespaceDecl *)own->owner)->inline_)
        own = own->parent;
    if (own != here) CXX_DIAG(parse->x, d_spec_scope, pos, tmpl->d.name);
}

// A class template, a specialization or a member class template, at its head. Gives what was
// declared, or NULL; parse->at is behind the `;` in any case.
static Decl *parse_class(Parse *parse, TmplHead *tmpl_head, SpecHead *spec_head) {
    Cxx *cxx = parse->x;
    Scope *scope = friend_scope(tmpl_head);
    Decl *made = NULL;
    if (!spec_head->qualified) check_headers(parse, tmpl_head, parse->tok[spec_head->name].pos);
    if (!tmpl_head->ps && !spec_head->targs && !spec_head->qualified) // [temp.expl.spec]/1
        CXX_DIAG(cxx, d_spec_no_args, parse->tok[spec_head->name].pos,
                 parse->tok[spec_head->name].text);
    if (spec_head->targs || spec_head->qualified) {
        QualName qual_name;
        parse->at = spec_head->first;
        // specializations may name all [temp.spec.general]/6
        if (spec_head->targs) cxx_begin_late_access(parse);
        Decl *decl = cxx_parse_qual_name(parse, &qual_name) && qual_name.found.n
                         ? qual_name.found.at[0]
                         : NULL;
        cxx_take_late_access(parse);
        if (decl_is(decl, D_CLASS) && ((ClassDecl *)decl)->inst.tmpl)
            decl = &((ClassDecl *)decl)->inst.tmpl->d;
        TemplateDecl *tmpl = decl_template(decl);
        bool nothing = qual_name.dep && !spec_head->targs && !spec_head->body.end;
        if (nothing && !tmpl_head->is_friend && cxx_in_main_file(cxx, qual_name.pos))
            CXX_DIAG(cxx, d_qualified_here, qual_name.pos); // [dcl.type.elab]/1
        if (!tmpl || tmpl->kind != TK_CLASS) {
            bool unknown =
                !qual_name.dep && !qual_name.qualified && cxx_in_main_file(cxx, qual_name.pos);
            if (decl || !qual_name.name || (unknown && spec_head->targs))
                CXX_DIAG(cxx, tmpl_not_class_template, parse->tok[spec_head->name].pos,
                         qual_name.name);
        } else if (!spec_head->targs) {
            if (tmpl_head->ps) {
                Scope *in = tmpl_head->ps->scope;
                in->parent = definition_scope(spec_head, tmpl, in->parent);
                made = declare_class_template(parse, tmpl_head, spec_head, tmpl->d.scope);
            }
        } else if (!spec_scope_ok(parse, tmpl_head, tmpl, parse->tok[spec_head->name].pos)) {
            made = NULL;
        } else if (qual_name.targs && tmpl_head->ps && tmpl_head->ps->n) {
            made = declare_partial(parse, tmpl_head, spec_head, tmpl, qual_name.targs);
        } else if (qual_name.targs) {
            made = declare_class_spec(parse, tmpl_head, spec_head, tmpl, qual_name.targs);
        }
    } else if (tmpl_head->ps) {
        made = declare_class_template(parse, tmpl_head, spec_head, scope);
    }
    parse->at = spec_head->body.end ? spec_head->body.end : spec_head->head.end;
    if (spec_head->body.end) parse->at = cxx_skip_attributes(parse, parse->at);
    bool ends = cxx_accept(parse, T_SEMI) || !spec_head->body.end || parse->at >= parse->end;
    if (!ends && cxx_in_main_file(cxx, tok_pos(parse)))
        CXX_DIAG(cxx, d_expected_token, tok_pos(parse), ";"); // [temp.pre]/5
    return made;
}

// ---- function and variable templates -----------------------------------------------------------

// Whether the function declares the template again: equivalent heads, types and clauses
// [temp.over.link]/6, /7.
static bool same_function(Cxx *cxx, TemplateDecl *tmpl, TmplHead *tmpl_head, FuncDecl *func) {
    if (!cxx_same_head(cxx, tmpl->params, tmpl_head->ps) ||
        !cxx_same_clause(cxx, tmpl->pattern->written.requires, tmpl->params->scope,
                         func->written.requires, tmpl_head->ps->scope)) {
        return false;
    }
    // `static` of a namespace's is no part of the signature: it need not be said again
    bool member = tmpl->d.scope->kind == SC_CLASS;
    Type *before = tmpl->pattern->d.type, *now = func->d.type;
    bool same_type = before == now || cxx_same_but_noexcept(cxx, before, now) ||
                     cxx_same_but_noexcept(cxx, now, before); // refused in merge_function
    return same_type && tmpl->pattern->kind == func->kind &&
           (!member || !((tmpl->pattern->d.flags ^ func->d.flags) & DF_STATIC)) &&
           tm_params_match(tmpl->params, tmpl_head->ps);
}

// [dcl.fct.default]/4, [temp.param]/14: what a later declaration must not add or give again.
static void check_template_again(Parse *parse, const TmplHead *tmpl_head, const TemplateDecl *tmpl,
                                 const FuncDecl *func) {
    Cxx *cxx = parse->x;
    const FuncDecl *old = tmpl->pattern;
    if (parse->env || func->d.order == old->d.order || !cxx_in_main_file(cxx, func->d.pos)) return;
    if (cxx->opt.check_all && func->kind == FK_GUIDE) // [temp.deduct.guide]/3
        CXX_DIAG(cxx, d_guide_again, func->d.pos);
    for (uint32_t i = 0; i < func->nparam && i < old->nparam; i++) {
        bool friend_ = tmpl->d.flags & DF_FRIEND_ONLY && old->param[i]->default_arg.end;
        if (friend_)
            CXX_DIAG(cxx, d_friend_default, func->d.pos);
        else if (func->param[i]->default_arg.end && old->d.order < func->d.order)
            CXX_DIAG(cxx, d_default_outside, func->param[i]->d.pos);
        else
            continue;
        break;
    }
    for (uint32_t i = 0; i < tmpl_head->ps->n && i < tmpl->params->n; i++) {
        const TParmDecl *a = tmpl->params->parm[i], *b = tmpl_head->ps->parm[i];
        if (a == b || !a->default_range.end || !b->default_range.end) continue;
        if (a->default_range.begin == b->default_range.begin) continue;
        CXX_DIAG(cxx, d_default_again, b->d.pos);
        break;
    }
}

// A later declaration of a function template: the definition's tokens and names win, default
// arguments, words and execution spaces add up.
static void merge_function(Parse *parse, TmplHead *tmpl_head, TemplateDecl *tmpl, FuncDecl *func,
                           TokRange range) {
    FuncDecl *old = tmpl->pattern;
    if (tmpl_head->is_friend && parse->x->decls->unbound.reading) return;
    check_template_again(parse, tmpl_head, tmpl, func);
    bool main_file = cxx_in_main_file(parse->x, func->d.pos);
    if (main_file && func->d.order != old->d.order) cxx_check_exceptions_again(parse->x, old, func);
    if (func->body.defined && old->body.defined && range.begin != tmpl->decl_range.begin) {
        CXX_DIAG(parse->x, tmpl_redefinition, func->d.pos, tmpl);
        return;
    }
    if (parse->x->hooks.check_redecl && !old->d.env && !func->d.env &&
        old->d.order != func->d.order)
        parse->x->hooks.check_redecl(parse->x, old, func);
    FuncDecl *keep = func->body.defined ? func : old, *other = func->body.defined ? old : func;
    cxx_func_defaults_from(keep, other);
    keep->d.cuda |= other->d.cuda;
    keep->d.flags |= other->d.flags & (DF_STATIC | DF_INLINE | DF_CONSTEXPR);
    if (func->body.defined) {
        tm_merge_defaults(tmpl_head->ps, tmpl->params);
        tmpl->pattern = func;
        tmpl->params = tmpl_head->ps;
        tmpl->decl_range = range;
        tmpl->defined = true;
    } else {
        tm_merge_defaults(tmpl->params, tmpl_head->ps);
    }
    if (!tmpl_head->is_friend) tmpl->d.flags &= ~(uint32_t)DF_FRIEND_ONLY;
    if (func->d.order < tmpl->d.order)
        tmpl->d.order = func->d.order; // a friend further down was read first
}

// Enters a function template in `scope`, or merges it into its earlier declaration.
static Decl *declare_function(Parse *parse, TmplHead *tmpl_head, FuncDecl *func, TokRange range,
                              Scope *scope) {
    Cxx *cxx = parse->x;
    if (func->kind == FK_GUIDE) func->d.name = cxx_guide_atom(cxx, func->d.name);
    Rivals rivals = cxx_template_rivals(cxx, scope, func);
    for (Decl *d; (d = cxx_next_rival(&rivals));) {
        TemplateDecl *o = (TemplateDecl *)d;
        if (d->kind != D_TEMPLATE || o->kind != TK_FUNC || !same_function(cxx, o, tmpl_head, func))
            continue;
        merge_function(parse, tmpl_head, o, func, range);
        return d;
    }
    bool unknown = tmpl_head->qualified_friend && cxx->opt.check_all && !parse->env &&
                   !cxx->decls->unbound.reading;
    if (unknown && cxx_in_main_file(cxx, func->d.pos) && scope->kind == SC_NAMESPACE) {
        CXX_DIAG(cxx, tmpl_friend_unknown, func->d.pos, func->d.name); // [dcl.meaning]/1
        return NULL;
    }
    TemplateDecl *t =
        template_new(parse, tmpl_head, TK_FUNC, func->d.name, func->d.pos, func->d.order, scope);
    t->pattern = func;
    t->decl_range = range;
    t->defined = func->body.defined;
    t->d.cuda = func->d.cuda;
    t->d.flags |= func->d.flags & (DF_STATIC | DF_DEPRECATED);
    t->d.linkage = func->d.linkage;
    add_template(parse, tmpl_head, t, scope);
    return &t->d;
}

// A variable template or, with arguments behind its name, a partial specialization.
static Decl *declare_variable(Parse *parse, TmplHead *tmpl_head, VarDecl *var,
                              Declarator *declarator, TokRange range, Scope *scope) {
    TemplateDecl *tmpl = declarator->targs ? find_through_inline(scope, declarator->name, TK_VAR)
                                           : find_template(scope, declarator->name, TK_VAR);
    if (tmpl && declarator->targs) { // partial specialization
        tm_check_partial(parse->x, tmpl, tmpl_head->ps, declarator->targs, declarator->pos);
        PartialSpec *ps = arena_new(tm_arena(parse->x), PartialSpec);
        ps->params = tmpl_head->ps;
        ps->args = declarator->targs;
        ps->decl_range = range;
        ps->pos = declarator->pos;
        ps->order = declarator->order;
        ps->scope = scope;
        ps->env = parse->env;
        vec_push(tm_arena(parse->x), &tmpl->partial, ps);
        return &tmpl->d;
    }
    own_parameter(parse, tmpl_head, declarator->name, declarator->pos);
    bool def = var->defined || var->init_range.end;
    bool again = tmpl && def && tmpl->defined && scope->kind == SC_NAMESPACE && !parse->env;
    if (again && range.begin != tmpl->decl_range.begin)
        CXX_DIAG(parse->x, tmpl_redefinition, declarator->pos, tmpl);
    if (tmpl) {
        if (def && !tmpl->defined) {
            tm_merge_defaults(tmpl_head->ps, tmpl->params);
            tmpl->params = tmpl_head->ps;
            tmpl->decl_range = range;
            tmpl->defined = true;
        } else {
            tm_merge_defaults(tmpl->params, tmpl_head->ps);
        }
        return &tmpl->d;
    }
    tm_check_primary(parse->x, tmpl_head->ps);
    tmpl = template_new(parse, tmpl_head, TK_VAR, declarator->name, declarator->pos,
                        declarator->order, scope);
    tmpl->decl_range = range;
    tmpl->defined = def;
    tmpl->d.cuda = var->d.cuda;
    tmpl->d.type = var->d.type;
    tmpl->d.linkage = var->d.linkage;
    tmpl->d.flags |= var->d.flags & (DF_STATIC | DF_CONSTEXPR | DF_INLINE);
    add_template(parse, tmpl_head, tmpl, scope);
    return &tmpl->d;
}

// The template of a set that `template <> ... f<args>(...)` or `template ... f<args>(...)` means.
// Several that are equally good are an error.
static FuncDecl *match_function(Parse *parse, Scope *scope, const Declarator *declarator) {
    Cxx *cxx = parse->x;
    Lookup lookup = {0};
    Scope *in = declarator->qual ? declarator->qual : scope;
    if (!cxx_lookup_in(parse, in, declarator->name, 0, &lookup)) return NULL;
    FuncDecl *best = NULL, *rival = NULL;
    for (uint32_t i = 0; i < lookup.n; i++) {
        TemplateDecl *t = (TemplateDecl *)lookup.at[i];
        if (t->d.kind != D_TEMPLATE || t->kind != TK_FUNC) continue;
        DeduceFail why = {0};
        FuncDecl *f = cxx_deduce_type(parse, t, declarator->targs, declarator->type, &why);
        if (!f) continue;
        int better = best ? cxx_more_specialized(cxx, t, best->inst.tmpl, UINT32_MAX) : 1;
        if (better > 0) best = f;
        if (best != f && !better) rival = f;
        if (best == f) rival = NULL;
    }
    bool ambiguous =
        rival && cxx_more_specialized(cxx, best->inst.tmpl, rival->inst.tmpl, UINT32_MAX) == 0;
    if (!ambiguous || !cxx_in_main_file(cxx, declarator->pos)) return best;
    CXX_DIAG(cxx, tmpl_match_ambiguous, declarator->pos, declarator->name);
    best->inst.explicit_spec = true; // defined elsewhere, as far as it is known
    return best;
}

// Explicit specialization func is declared again. False: keep what there is.
static bool check_spec_again(Cxx *cxx, FuncDecl *func, FuncDecl *again) {
    if (func->body.defined && again->body.defined && !again->written.deleted) {
        CXX_DIAG(cxx, d_already_defined, again->d.pos, &func->d);
        cxx_note_declared(cxx, &func->d);
        return false;
    }
    cxx_check_again(cxx, func, again);
    return !func->body.defined;
}

// `template <> void f<int>(int)`: the instance gets its own declaration and tokens
// [temp.expl.spec]/1; execution spaces and `inline` are its own, not the template's.
static Decl *declare_function_spec(Parse *parse, TmplHead *tmpl_head, DeclSpec *ds,
                                   Declarator *declarator, TokRange range) {
    Cxx *cxx = parse->x;
    FuncDecl *spec =
        cxx_make_func(parse, ds, declarator, declarator->qual ? declarator->qual : tmpl_head->s);
    FuncDecl *func = match_function(parse, tmpl_head->s, declarator);
    if (!func) {
        CXX_DIAG(cxx, tmpl_no_match, declarator->pos, declarator->name);
        return NULL;
    }
    if (spec_scope_ok(parse, tmpl_head, func->inst.tmpl, declarator->pos) && !declarator->qual)
        unqualified_ok(parse, tmpl_head->s, func->inst.tmpl, declarator->pos);
    for (uint32_t i = 0; i < spec->nparam; i++) { // [temp.expl.spec]/21
        if (spec->param[i]->default_arg.end) CXX_DIAG(cxx, d_default_here, spec->param[i]->d.pos);
    }
    if (func->inst.explicit_spec && func->written.declaration.begin == range.begin) return &func->d;
    if (func->inst.explicit_spec && !check_spec_again(cxx, func, spec)) return &func->d;
    func->inst.explicit_spec = true;
    cxx_func_defaults_from(spec, func);
    func->d.pos = spec->d.pos;
    func->d.cuda = spec->d.cuda ? spec->d.cuda : func->d.cuda;
    func->d.flags &= ~(uint32_t)(DF_TEMPLATE_INST | DF_INLINE | DF_CONSTEXPR);
    func->d.flags |= spec->d.flags & (DF_INLINE | DF_CONSTEXPR | DF_STATIC);
    func->d.attrs = spec->d.attrs;
    func->body.defined = spec->body.defined;
    func->written.deleted = spec->written.deleted;
    func->written.defaulted = spec->written.defaulted;
    func->code.noinline = spec->code.noinline;
    func->code.forceinline = spec->code.forceinline;
    func->code.noreturn = spec->code.noreturn;
    func->code.bounds = spec->code.bounds;
    func->param = spec->param;
    func->nparam = spec->nparam;
    for (uint32_t i = 0; i < func->nparam; i++) func->param[i]->fn = func;
    func->param_scope = spec->param_scope;
    if (func->param_scope && func->param_scope->fn == spec) func->param_scope->fn = func;
    func->written.declaration = range;
    func->body.range = spec->body.range;
    func->body.init_range = spec->body.init_range;
    func->written.noexcept_ = spec->written.noexcept_;
    func->body.env = parse->env;
    func->body.scope = tmpl_head->s;
    return &func->d;
}

// `template <> int v<char> = 1`: takes the instance's place.
static Decl *declare_variable_spec(Parse *parse, TmplHead *tmpl_head, DeclSpec *ds,
                                   Declarator *declarator) {
    Scope *scope = declarator->qual ? declarator->qual : tmpl_head->s;
    TemplateDecl *tmpl = find_through_inline(scope, declarator->name, TK_VAR);
    VarDecl *var = cxx_make_var(parse, ds, declarator, scope);
    if (!tmpl || !declarator->targs) {
        CXX_DIAG(parse->x, tmpl_no_match, declarator->pos, declarator->name);
        return NULL;
    }
    var->tmpl = tmpl;
    var->args = declarator->targs;
    void **slot = map_slot(&tmpl->specs, (uintptr_t)declarator->targs);
    VarDecl *old = *slot;
    if (old && !(old->d.flags & DF_TEMPLATE_INST) && old->d.order != var->d.order && old->defined &&
        var->defined && old->tmpl == tmpl && old->args == declarator->targs &&
        !(old->d.flags & DF_INVALID)) {
        CXX_DIAG(parse->x, d_already_defined, declarator->pos, &old->d);
        cxx_note_declared(parse->x, &old->d);
    }
    if (!*slot) *slot = var;
    return &var->d;
}

// What cannot be a template [temp.mem]/2, 3, [class.dtor]/1, [basic.stc.dynamic].
static void check_entity(Parse *parse, const TmplHead *tmpl_head, const DeclSpec *ds,
                         const Declarator *declarator) {
    Cxx *x = parse->x;
    bool plain = !declarator->dep_qual &&
                 !(scope_is(declarator->qual, SC_CLASS) && declarator->qual->cls->members.unbound);
    if (declarator->fkind == FK_DTOR && plain && (!declarator->qual || tmpl_head->is_friend))
        CXX_DIAG(x, d_template_entity, declarator->pos, declarator->name);
    if (ds->is_virtual) CXX_DIAG(x, d_specifier_here, declarator->pos, "virtual");
    if (ds->is_typedef) CXX_DIAG(x, d_template_entity, declarator->pos, declarator->name);
    bool alloc = declarator->op >= OP_NEW && declarator->op <= OP_DELETE_ARRAY;
    if (alloc && plain && declarator->nparam < 2 && !declarator->qual)
        CXX_DIAG(x, d_template_entity, declarator->pos, declarator->name);
}

// Whether a class key stands among the tokens from `from` up to here.
static bool has_class_key(const Parse *parse, uint32_t from) {
    for (uint32_t i = from; i < parse->at; i++) {
        switch (parse->tok[i].kind) {
        case T_KW_CLASS:
        case T_KW_STRUCT:
        case T_KW_UNION: return true;
        default: break;
        }
    }
    return false;
}

// What declares no body ends with a semicolon. (Only the main file's: others were read by others.)
static void expect_end(Parse *parse) {
    if (is_any_of(cxx_peek(parse), T_SEMI, T_COMMA)) return;
    uint32_t at = CU_MIN(parse->at, parse->end);
    if (parse->tok[at].kind == T_SEMI || !cxx_in_main_file(parse->x, parse->tok[at].pos)) return;
    CXX_DIAG(parse->x, d_expected_token, parse->tok[at].pos, ";");
}

// Function and variable templates, their specializations, deduction guides.
static Decl *parse_simple(Parse *parse, TmplHead *tmpl_head) {
    Cxx *cxx = parse->x;
    TokRange range = {parse->at, 0};
    DeclSpec ds = {0};
    Declarator declarator = {0};
    if (cxx_peek(parse) == T_KW_FRIEND) tmpl_head->is_friend = true;
    parse->type_only = true;
    if (!tmpl_head->ps)
        cxx_begin_late_access(parse); // specializations may name all [temp.spec.general]/6
    bool ok = cxx_parse_declspecs(parse, &ds, true);
    parse->type_only = false;
    if (!ok) return NULL;
    if (ds.is_friend) tmpl_head->is_friend = true;
    if (tmpl_head->ps && ds.enum_defined &&
        ds.enum_defined->d.scope == cxx_decl_scope(tmpl_head->s))
        CXX_DIAG(cxx, d_template_entity, ds.pos, ds.enum_defined->d.name); // [temp.pre]/2
    if (cxx_peek(parse) == T_SEMI) { // friend class X<T>; and other oddities
        bool unnamed = ds.cls_defined && !ds.cls_defined->d.name;
        if (unnamed && tmpl_head->ps && !parse->env)
            CXX_DIAG(cxx, d_expected_declarator, ds.cls_defined->d.pos);
        if (ds.is_typedef) CXX_DIAG(cxx, d_specifier_here, ds.pos, "typedef"); // [temp.pre]/2
        if (tmpl_head->is_friend && tmpl_head->ps && !parse->env &&
            !has_class_key(parse, range.begin))
            CXX_DIAG(cxx, d_expected_class_key, ds.pos); // [temp.friend]/3
        return NULL;
    }
    if (!cxx_parse_declarator(parse, &ds, &declarator, false)) return NULL;
    cxx_take_late_access(parse);
    if (tmpl_head->ps && !parse->env) check_entity(parse, tmpl_head, &ds, &declarator);
    bool invents = cxx_invents_params(parse, &declarator);
    if (invents && !tmpl_head->ps && !declarator.qual)
        CXX_DIAG(cxx, d_auto_not_allowed, declarator.pos);
    if (invents) { // once more, with a parameter for each `auto`
        uint32_t close = cxx_skip_group(parse->tok, declarator.params_begin, parse->end) - 1;
        TmplParams *ps = cxx_invent_params(parse, declarator.params_begin, close, tmpl_head->ps);
        if (ps && (ps != tmpl_head->ps || !tmpl_head->ps)) {
            tmpl_head->ps = ps;
            parse->scope = ps->scope;
            parse->dependent = true;
            parse->at = range.begin;
            return parse_simple(parse, tmpl_head);
        }
    }
    bool qualified = declarator.qual || declarator.dep_qual;
    if (!qualified) check_headers(parse, tmpl_head, declarator.pos);
    if (qualified && tmpl_head->s->kind == SC_CLASS && !tmpl_head->is_friend) { // [dcl.meaning]/1
        CXX_DIAG(cxx, d_qualified_here, declarator.pos);
        return NULL;
    }
    if (tmpl_head->ps && tmpl_head->ps->n && declarator.is_function && declarator.targs &&
        !declarator.qual && !tmpl_head->is_friend)
        CXX_DIAG(cxx, d_function_partial, declarator.pos);
    if (!tmpl_head->ps) {
        range.end = parse->end;
        return declarator.is_function
                   ? declare_function_spec(parse, tmpl_head, &ds, &declarator, range)
                   : declare_variable_spec(parse, tmpl_head, &ds, &declarator);
    }
    Scope *scope = declarator.qual ? declarator.qual : friend_scope(tmpl_head);
    tmpl_head->qualified_friend = declarator.qual && tmpl_head->is_friend;
    Decl *made;
    if (declarator.is_function) {
        FuncDecl *f = cxx_make_func(parse, &ds, &declarator, scope);
        range.end = parse->at;
        if (!f) return NULL;
        bool untyped = !ds.type && f->kind == FK_NORMAL && !declarator.dep_qual;
        if (untyped && !declarator.op && scope->kind == SC_NAMESPACE) {
            CXX_DIAG(cxx, d_no_type, declarator.pos);
            return NULL;
        }
        if (f->kind == FK_LITERAL_OP && !declarator.targs)
            cxx_check_literal_template(parse, f, tmpl_head->ps, declarator.pos);
        if (f->kind == FK_GUIDE) cxx_check_guide(parse, f, &ds, &declarator, scope, tmpl_head->acc);
        bool compares = f->op >= OP_EQ && f->op <= OP_CMP3;
        if (f->written.defaulted && !compares && !declarator.qual && !declarator.dep_qual &&
            !parse->env)
            CXX_DIAG(cxx, d_bad_default, declarator.pos, &f->d); // [dcl.fct.def.default]/1
        if (!f->body.defined && !parse->env) expect_end(parse);
        made = declare_function(parse, tmpl_head, f, range, scope);
    } else {
        VarDecl *v = cxx_make_var(parse, &ds, &declarator, scope);
        range.end = parse->at;
        if (!v) return NULL;
        made = declare_variable(parse, tmpl_head, v, &declarator, range, scope);
    }
    if (cxx->hooks.check_decl && made) cxx->hooks.check_decl(parse, made);
    return made;
}

Decl *cxx_parse_abbreviated(Parse *parse, uint32_t begin, Scope *s, Access acc, uint32_t open) {
    Scope *scope = parse->scope;
    bool dependent = parse->dependent;
    TmplHead tmpl_head = {.s = s, .acc = acc, .begin = begin};
    if (parse->x->opt.std < 20)
        cxx_extension(parse->x, tok_pos(parse), "\"auto\" in a parameter before C++20");
    if (s->kind == SC_CLASS && s->cls->written.is_local) // [temp.pre]/4
        CXX_DIAG(parse->x, d_template_in_block, tok_pos(parse));
    uint32_t close = cxx_skip_group(parse->tok, open, parse->end) - 1;
    tmpl_head.ps = cxx_invent_params(parse, open, close, NULL);
    if (!tmpl_head.ps) return NULL;
    parse->scope = tmpl_head.ps->scope;
    parse->dependent = true;
    parse->at = begin;
    Decl *d = parse_simple(parse, &tmpl_head);
    parse->scope = scope;
    parse->dependent = dependent;
    return d;
}

// At `using` of an alias template [temp.alias]; the type stays tokens.
static Decl *parse_alias(Parse *parse, TmplHead *tmpl_head) {
    parse->at++; // using
    if (!cxx_expect(parse, T_IDENT, "identifier")) return NULL;
    uint32_t name = parse->at - 1;
    check_headers(parse, tmpl_head, parse->tok[name].pos);
    own_parameter(parse, tmpl_head, parse->tok[name].text, parse->tok[name].pos);
    parse->at = cxx_skip_attributes(parse, parse->at);
    if (!cxx_expect(parse, T_ASSIGN, "=")) return NULL;
    tm_check_primary(parse->x, tmpl_head->ps);
    TemplateDecl *old = find_template(tmpl_head->s, parse->tok[name].text, TK_ALIAS);
    if (old && tmpl_head->s->kind == SC_NAMESPACE) { // declared again, as the same
        cxx_skip_to_semi(parse);
        return &old->d;
    }
    TemplateDecl *tmpl = template_new(parse, tmpl_head, TK_ALIAS, parse->tok[name].text,
                                      parse->tok[name].pos, name, tmpl_head->s);
    tmpl->decl_range.begin = parse->at;
    Pos placeholder = cxx_peek(parse) == T_KW_AUTO ? tok_pos(parse) : 0;
    while (parse->at < parse->end && cxx_peek(parse) != T_SEMI) {
        if (cxx_peek(parse) == T_ARROW) placeholder = 0; // a trailing return type follows
        parse->at = lex_is_open(cxx_peek(parse)) ? cxx_skip_group(parse->tok, parse->at, parse->end)
                                                 : parse->at + 1;
    }
    if (placeholder) CXX_DIAG(parse->x, d_auto_not_allowed, placeholder);
    tmpl->decl_range.end = parse->at;
    tmpl->defined = true;
    if (!parse->x->decls->unbound.reading) cxx_check_template_clash(parse, tmpl_head->s, &tmpl->d);
    cxx_scope_add(parse->x, tmpl_head->s, &tmpl->d);
    cxx_accept(parse, T_SEMI);
    return &tmpl->d;
}

// `concept C = constraint-expression;` [temp.concept]
static Decl *parse_concept(Parse *parse, TmplHead *tmpl_head) {
    Cxx *cxx = parse->x;
    parse->at++;
    if (!cxx_expect(parse, T_IDENT, "identifier")) return NULL;
    uint32_t name = parse->at - 1;
    if (tm_constrained(tmpl_head->ps)) CXX_DIAG(cxx, tmpl_concept_params, parse->tok[name].pos);
    check_headers(parse, tmpl_head, parse->tok[name].pos);
    if (tmpl_head->s->kind != SC_NAMESPACE) {
        CXX_DIAG(cxx, tmpl_concept_scope, parse->tok[name].pos);
        cxx_skip_to_semi(parse);
        return NULL;
    }
    TemplateDecl *tmpl = find_template(tmpl_head->s, parse->tok[name].text, TK_CONCEPT);
    if (tmpl) {
        if (tmpl->d.order != name) CXX_DIAG(cxx, tmpl_redefinition, parse->tok[name].pos, tmpl);
        cxx_skip_to_semi(parse);
        return &tmpl->d;
    }
    parse->at = cxx_skip_attributes(parse, parse->at);
    bool ok = cxx_expect(parse, T_ASSIGN, "=");
    tmpl = template_new(parse, tmpl_head, TK_CONCEPT, parse->tok[name].text, parse->tok[name].pos,
                        name, tmpl_head->s);
    tmpl->decl_range.begin = parse->at;
    while (parse->at < parse->end && cxx_peek(parse) != T_SEMI) {
        parse->at = lex_is_open(cxx_peek(parse)) ? cxx_skip_group(parse->tok, parse->at, parse->end)
                                                 : parse->at + 1;
    }
    tmpl->decl_range.end = parse->at;
    if (!ok || tmpl->decl_range.begin == parse->at) {
        if (ok) CXX_DIAG(cxx, x_expected_expr, parse->tok[parse->at].pos);
        tmpl->d.flags |= DF_INVALID;
    }
    tmpl->defined = true;
    cxx_scope_add(cxx, tmpl_head->s, &tmpl->d);
    cxx_expect(parse, T_SEMI, ";");
    return &tmpl->d;
}

// ---- explicit instantiation [temp.explicit] ----------------------------------------------------

// [temp.spec.general]/5: one explicit instantiation definition of each.
static void said_twice(Parse *parse, const Decl *decl, Pos pos) {
    if (parse->x->opt.check_all && cxx_in_main_file(parse->x, pos))
        CXX_DIAG(parse->x, tmpl_instantiated_twice, pos, decl);
}

// Code is needed of what may run on the device; host functions are kept for the search for
// launches.
static void instantiated(Parse *parse, Decl *decl, Pos pos) {
    Cxx *x = parse->x;
    unsigned space = CU_DEVICE | CU_GLOBAL | CU_CONSTANT | CU_MANAGED;
    bool host = !(decl->cuda & space) && !x->opt.default_device;
    if (decl->kind == D_FUNC) {
        FuncDecl *func = (FuncDecl *)decl;
        if (func->inst.explicit_inst) said_twice(parse, decl, pos);
        func->inst.explicit_inst = true;
    }
    if (decl->kind == D_FUNC && ((FuncDecl *)decl)->written.deleted)
        return; // it is only not called
    if (!host || x->opt.check_all)
        cxx_mark_used(parse, decl, pos);
    else if (decl->kind == D_FUNC)
        vec_push(xa(x), &x->decls->checks.host_instances, (FuncDecl *)decl);
}

// [temp.explicit]/3: it stands in a scope around that of the template, or of its class.
static void inst_scope_ok(Parse *parse, const Scope *scope, const Decl *decl, Pos pos) {
    const Scope *own = decl->scope;
    while (scope_is_inner(own)) own = own->parent;
    const Scope *of_instance = decl->scope;
    if (of_instance->kind == SC_CLASS && of_instance->cls->inst.tmpl)
        own = cxx_namespace_of(of_instance->cls->inst.tmpl->d.scope);
    if (!own || !cxx_in_main_file(parse->x, pos) || cxx_scope_encloses(scope, own)) return;
    CXX_DIAG(parse->x, d_spec_scope, pos, decl->name);
}

// [temp.explicit]/4: what is instantiated is defined somewhere in the unit.
static void check_instantiated(Parse *parse, FuncDecl *func, Pos pos) {
    Cxx *cxx = parse->x;
    if (!cxx_in_main_file(cxx, pos) || !cxx->opt.check_all || func->written.deleted ||
        func->written.defaulted)
        return;
    if (func->body.defined || func->is_implicit || func->inst.explicit_spec) return;
    if (func->inst.tmpl) cxx_elaborate_name(cxx, func->inst.tmpl->d.scope, func->inst.tmpl->d.name);
    if (!cxx_func_find_body(cxx, func)) CXX_DIAG(cxx, tmpl_not_defined, pos, &func->d);
}

// `template T v<T>;` of a variable template, or of a static data member of an instance.
static Decl *instantiate_variable(Parse *parse, Scope *scope, const Declarator *declarator) {
    Cxx *cxx = parse->x;
    Scope *in = declarator->qual ? declarator->qual : scope;
    TemplateDecl *t = find_template(in, declarator->name, TK_VAR);
    if (t && declarator->targs) {
        VarDecl *v = cxx_var_template(parse, t, declarator->targs, declarator->pos);
        if (v) instantiated(parse, &v->d, declarator->pos);
        return v ? &v->d : NULL;
    }
    const Decl *old = declarator->qual ? cxx_lookup_one(parse, in, declarator->name, 0) : NULL;
    bool differs = decl_is(old, D_VAR) && old->type != declarator->type &&
                   old->type->kind != TY_ERROR && !ty_is_array(old->type) &&
                   !((old->type->flags | declarator->type->flags) & (TF_DEPENDENT | TF_HAS_AUTO));
    if (differs && cxx_in_main_file(cxx, declarator->pos))
        CXX_DIAG(cxx, d_incompatible_redeclaration, declarator->pos, old);
    return NULL;
}

// Neither an instance of a template nor a member of one.
static bool is_plain_class(const Type *type) {
    if (!ty_is_class(type)) return false;
    const ClassDecl *cls = type->u.cls;
    return !cls->inst.tmpl && !cls->env && !cls->d.env;
}

// Behind `template` [temp.explicit]. `extern` only says that another unit has the code.
static Decl *explicit_instantiation(Parse *parse, Scope *scope) {
    Cxx *cxx = parse->x;
    bool only_declared = parse->at >= 2 && parse->tok[parse->at - 2].kind == T_KW_EXTERN;
    SpecHead spec_head;
    bool is_class = scan_class_head(parse, &spec_head) && !spec_head.body.end;
    // `template struct A<int>::Member;`, too
    bool member = is_class && spec_head.qualified && !spec_head.targs &&
                  parse->tok[spec_head.name + 1].kind == T_SEMI;
    if (is_class && (spec_head.targs || member)) {
        QualName qual_name;
        parse->at = spec_head.first;
        cxx_begin_late_access(parse); // instantiations may name all [temp.spec.general]/6
        Type *type =
            cxx_parse_qual_name(parse, &qual_name) ? cxx_name_type(parse, &qual_name) : NULL;
        cxx_take_late_access(parse);
        cxx_accept(parse, T_SEMI);
        bool absent = !type && !qual_name.found.n && qual_name.name && !qual_name.qualified;
        if ((absent || is_plain_class(type)) && cxx_in_main_file(cxx, qual_name.pos))
            CXX_DIAG(cxx, tmpl_not_class_template, qual_name.pos, qual_name.name);
        if (!ty_is_class(type)) return NULL;
        ClassDecl *k = type->u.cls;
        if (k->inst.tmpl) inst_scope_ok(parse, scope, &k->inst.tmpl->d, qual_name.pos);
        if (k->inst.tmpl && !qual_name.qualified && cxx->opt.check_all)
            unqualified_ok(parse, scope, k->inst.tmpl, qual_name.pos);
        k->inst.extern_inst |= only_declared;
        if (only_declared) return NULL;
        if (cxx_class_complete(cxx, k, qual_name.pos)) {
            if (k->inst.explicit_inst && !k->inst.explicit_spec)
                said_twice(parse, &k->d, qual_name.pos);
            k->inst.explicit_inst = true;
            cxx_elaborate_all(cxx, k->inner);
            cxx_instantiate_members(cxx, k, qual_name.pos);
        }
        return &k->d;
    }
    DeclSpec ds = {0};
    Declarator declarator = {0};
    cxx_begin_late_access(parse); // instantiations may name all [temp.spec.general]/6
    if (!cxx_parse_declspecs(parse, &ds, true) ||
        !cxx_parse_declarator(parse, &ds, &declarator, false)) {
        return NULL;
    }
    cxx_take_late_access(parse);
    if (cxx_invents_params(parse, &declarator)) {
        CXX_DIAG(cxx, d_auto_not_allowed, declarator.pos);
        return NULL;
    }
    static const uint8_t refused[] = {SW_CONSTEVAL, SW_CONSTEXPR, SW_INLINE, SW_STATIC, SW_TYPEDEF};
    const char *word = cxx_first_word(&ds, refused, CU_COUNT(refused));
    if (word && (cxx->opt.check_all || cxx_in_main_file(cxx, declarator.pos))) // [temp.explicit]/2
        CXX_DIAG(cxx, d_specifier_here, declarator.pos, word);
    if (declarator.op && !declarator.is_function)
        CXX_DIAG(cxx, d_operator_variable, declarator.pos);
    if (!ds.type && declarator.fkind == FK_NORMAL && !declarator.is_function)
        CXX_DIAG(cxx, d_no_type, declarator.pos);
    if (only_declared && !declarator.is_function) return NULL;
    if (!declarator.is_function) return instantiate_variable(parse, scope, &declarator);
    FuncDecl *f = match_function(parse, scope, &declarator);
    if (!f && declarator.qual)
        f = cxx_match_member(parse, declarator.qual,
                             &declarator); // member of a class template's instance
    if (!f) {
        CXX_DIAG(cxx, tmpl_no_match, declarator.pos, declarator.name);
        return NULL;
    }
    if (f->inst.tmpl || (f->cls && f->cls->env)) {
        inst_scope_ok(parse, scope, f->inst.tmpl ? &f->inst.tmpl->d : &f->d, declarator.pos);
    } else if (cxx_in_main_file(cxx, declarator.pos)) { // no template, nor member of an instance
        CXX_DIAG(cxx, tmpl_no_match, declarator.pos, declarator.name);
        return NULL;
    }
    f->inst.extern_inst |= only_declared;
    if (!only_declared) check_instantiated(parse, f, declarator.pos);
    if (!only_declared) instantiated(parse, &f->d, declarator.pos);
    return &f->d;
}

FuncDecl *cxx_match_member(Parse *parse, Scope *scope, const Declarator *declarator) {
    Lookup l = {0};
    cxx_lookup_in(parse, scope, declarator->name, 0, &l);
    for (uint32_t i = 0; i < l.n; i++) {
        // an explicit instantiation need not repeat noexcept [except.spec]/4
        bool same = l.at[i]->kind == D_FUNC &&
                    cxx_same_but_noexcept(parse->x, l.at[i]->type, declarator->type);
        if (same) return (FuncDecl *)l.at[i];
    }
    return NULL;
}

// A member of an explicitly instantiated class is instantiated if it is defined [temp.explicit]/10.
static void instantiate_member(Cxx *cxx, ClassDecl *cls, Decl *decl, Pos pos) {
    Parse parse =
        cxx_parse_at(cxx, cls->written.body.begin, cls->written.body.end, cls->inner, cls->env);
    if (decl->kind == D_FUNC && cxx_func_find_body(cxx, (FuncDecl *)decl)) {
        instantiated(&parse, decl, pos);
    } else if (decl->kind == D_VAR && (decl->flags & DF_STATIC)) {
        if (!((VarDecl *)decl)->defined) cxx_var_find_def(cxx, (VarDecl *)decl); // has the space
        instantiated(&parse, decl, pos);
    } else if (decl->kind == D_CLASS && !((ClassDecl *)decl)->closure.is &&
               cxx_class_complete(cxx, (ClassDecl *)decl, pos)) {
        cxx_elaborate_all(cxx, ((ClassDecl *)decl)->inner);
        cxx_instantiate_members(cxx, (ClassDecl *)decl, pos);
    }
}

void cxx_instantiate_members(Cxx *cxx, ClassDecl *cls, Pos pos) {
    VEC(Decl *) members = {0}; // bodies can add names to the class: special members
    MAP_FOREACH (e, &cls->inner->names) {
        for (Decl *d = e->val; d; d = d->next) {
            if (d->scope == cls->inner) vec_push(tm_arena(cxx), &members, d);
        }
    }
    for (uint32_t i = 0; i < members.n; i++) instantiate_member(cxx, cls, members.at[i], pos);
}

// ---- entry -------------------------------------------------------------------------------------

// What stands behind the headers of a template.
static Decl *parse_declaration(Parse *parse, TmplHead *tmpl_head) {
    uint32_t attrs = cxx_skip_attributes(parse, parse->at);
    if (attrs < parse->end && is_any_of(parse->tok[attrs].kind, T_KW_USING, T_KW_CONCEPT)) {
        parse->at = attrs;
    }
    if (cxx_peek(parse) == T_KW_USING && tmpl_head->ps) return parse_alias(parse, tmpl_head);
    if (cxx_peek(parse) == T_KW_CONCEPT && tmpl_head->ps) return parse_concept(parse, tmpl_head);
    if (parse->x->opt.std < 20 && cxx_peek(parse) == T_IDENT &&
        strcmp(atom_str(parse->x->ctx, parse->tok[parse->at].text), "concept") == 0 &&
        cxx_peek_n(parse, 1) == T_IDENT && cxx_peek_n(parse, 2) == T_ASSIGN) {
        CXX_DIAG(parse->x, tmpl_concept_std, tok_pos(parse));
        cxx_skip_to_semi(parse);
        return NULL;
    }
    uint32_t at = parse->at;
    if (cxx_peek(parse) == T_KW_FRIEND) {
        tmpl_head->is_friend = true;
        parse->at++;
    }
    SpecHead c;
    if (scan_class_head(parse, &c)) return parse_class(parse, tmpl_head, &c);
    parse->at = at;
    return parse_simple(parse, tmpl_head);
}

void cxx_explicit_instantiation(Parse *parse, Scope *scope) {
    if (cxx_peek(parse) == T_KW_TEMPLATE) parse->at++;
    explicit_instantiation(parse, scope);
    cxx_accept(parse, T_SEMI);
}

// At the '<' of a template header: is `friend` among the specifiers behind it?
static bool friend_follows(const Parse *parse) {
    uint32_t i = cxx_skip_angles(parse->x, parse->at, parse->end);
    for (; i && i < parse->end; i++) {
        switch (parse->tok[i].kind) {
        case T_KW_FRIEND: return true;
        case T_KW_ATTRIBUTE:
        case T_LBRACKET:
            if (parse->tok[i].kind == T_KW_ATTRIBUTE) i++;
            i = cxx_skip_group(parse->tok, i, parse->end) - 1;
            break;
        case T_KW_INLINE:
        case T_KW_CONSTEXPR:
        case T_KW_CONST: break;
        case T_IDENT:
            if (!cxx_is_attr_keyword(parse->x, parse->tok[i].text)) return false;
            break;
        default: return false;
        }
    }
    return false;
}

// Several headers in a row are those of a member of a class template [temp.mem]; the innermost with
// parameters is the template's own.
Decl *cxx_parse_template(Parse *parse, Scope *s, Access acc, bool is_friend) {
    if (cxx_peek(parse) != T_LT) return explicit_instantiation(parse, s);
    TmplHead tmpl_head = {.s = s, .acc = acc, .is_friend = is_friend, .begin = parse->at - 1};
    if (s->kind == SC_CLASS && s->cls->written.is_local && !s->cls->closure.is && !parse->env)
        CXX_DIAG(parse->x, d_template_in_block, tok_pos(parse)); // [temp.mem]/2
    Scope *scope = parse->scope;
    bool dependent = parse->dependent;
    uint32_t nlists = 0; // headers with parameters
    for (;;) {
        tmpl_head.nheaders++;
        if (cxx_peek_n(parse, 1) == T_GT) {
            parse->at += 2;
        } else {
            nlists++;
            // a friend of a class template's instance is a template of the namespace
            bool outer = parse->env && friend_follows(parse);
            tmpl_head.ps = tm_parse_params(parse, outer ? 0 : tm_next_depth(parse->scope));
            parse->dependent = true;
        }
        if (cxx_peek(parse) != T_KW_TEMPLATE || cxx_peek_n(parse, 1) != T_LT) break;
        parse->at++;
    }
    // In an instance a member of another template's member `A<X>::B<Y>` declares nothing: A has no
    // members before X is known. It was read with the class template, and whom it befriends is
    // asked of its tokens (lookup/access.c).
    bool befriends = cxx_peek(parse) == T_KW_FRIEND || is_friend;
    bool nothing = befriends && parse->env && nlists > 1;
    Decl *d = nothing ? NULL : parse_declaration(parse, &tmpl_head);
    parse->scope = scope;
    parse->dependent = dependent;
    return d;
}
