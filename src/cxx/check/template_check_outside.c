// SPDX-License-Identifier: Apache-2.0
// --check-all: members of class templates, and member templates, that are defined outside of their
// class, read with their parameters unbound like the bodies of the classes
// (check/template_check.c). In such a definition the class that its qualifier names is the current
// instantiation [temp.dep.type]/1. What it declares must be declared in the class [class.mfct]/1;
// types that depend on a parameter are taken to be the same when they may be.
#include "cxx/facts/diag.h"
#include "cxx/facts/state.h"
#include "cxx/lookup/lookup.h"
#include "cxx/template/template.h"
#include "cxx/decl/decl.h"
#include "cxx/instance/instance.h"
#include "cxx/check/template_check.h"

enum { MAX_HEADS = 16 };

typedef struct Heads { // the template headers of a definition, outermost first
    TmplParams *ps[MAX_HEADS];
    uint32_t n;
} Heads;

// Reads `template <...>` headers; what follows is in their scope.
static void read_heads(Parse *parse, Heads *heads) {
    heads->n = 0;
    while (cxx_peek(parse) == T_KW_TEMPLATE && cxx_peek_n(parse, 1) == T_LT &&
           heads->n < MAX_HEADS) {
        parse->at++;
        heads->ps[heads->n] = tm_parse_params(parse, heads->n);
        heads->n++;
    }
    parse->dependent = true;
}

// Headers that belong to the classes around a member of the scope.
static uint32_t levels(const Scope *scope) {
    uint32_t n = 0;
    for (; scope && scope->kind != SC_NAMESPACE; scope = scope->parent)
        n += scope->kind == SC_CLASS && scope->cls->inst.tmpl && scope->cls->members.unbound;
    return n;
}

// ---- may two signatures be the same? -----------------------------------------------------------

// Certain to differ, whatever the parameters are: a known type never is a parameter alone here,
// other dependent types may be anything.
static bool type_differs(const Type *type, const Type *b) {
    if (type == b || type->kind == TY_ERROR || b->kind == TY_ERROR) return false;
    if (!((type->flags | b->flags) & (TF_DEPENDENT | TF_HAS_AUTO))) return true;
    bool pa = type->kind == TY_PTR || ty_is_ref(type), pb = b->kind == TY_PTR || ty_is_ref(b);
    if (pa && pb)
        return type->kind != b->kind || type_differs(type->u.ptr.to->unqual, b->u.ptr.to->unqual);
    if (type->kind == TY_TPARM && b->kind == TY_TPARM) return true;
    const Type *known = type->flags & TF_DEPENDENT ? b : type, *dep = known == type ? b : type;
    return dep->kind == TY_TPARM && !(known->flags & TF_DEPENDENT);
}

// The same of parameters, qualifiers and kind; results are judged apart.
static bool signature_differs(const FuncDecl *func, const FuncDecl *fn) {
    if (func->d.type->kind != TY_FUNC || fn->d.type->kind != TY_FUNC) return false;
    const FuncType *f = &func->d.type->u.func, *g = &fn->d.type->u.func;
    if (f->nparam != g->nparam || f->variadic != g->variadic || f->quals != g->quals ||
        f->ref != g->ref || func->kind != fn->kind)
        return true;
    for (uint32_t i = 0; i < f->nparam; i++)
        if (type_differs(f->param[i], g->param[i])) return true;
    return false;
}

// ---- functions ---------------------------------------------------------------------------------

// A declaration of the class that the definition func may be of; *any: one of that name.
static FuncDecl *declared(Scope *in, const FuncDecl *func, const TmplParams *own, Decl **any) {
    FuncDecl *best = NULL;
    for (Decl *d = map_get(&in->names, func->d.name); d; d = d->next) {
        TemplateDecl *t = d->kind == D_TEMPLATE ? (TemplateDecl *)d : NULL;
        *any = d;
        FuncDecl *o = t && t->kind == TK_FUNC ? t->pattern
                      : d->kind == D_FUNC     ? (FuncDecl *)d
                                              : NULL;
        if (!o || (t != NULL) != (own != NULL) || o->is_implicit) continue;
        if (t && t->params->n != own->n) continue;
        if (o->d.type == func->d.type) return o;
        if (!signature_differs(o, func)) best = o;
    }
    return best;
}

// What a definition must not say otherwise than the declaration `old`: default arguments, result, a
// second body.
static void check_again(Cxx *cxx, FuncDecl *old, FuncDecl *func) {
    for (uint32_t i = 0; i < func->nparam; i++) { // [dcl.fct.default]/6
        if (!func->param[i]->default_arg.end) continue;
        CXX_DIAG(cxx, d_default_outside, func->param[i]->d.pos);
        break;
    }
    cxx_check_exceptions_again(cxx, old, func);
    const Type *a = old->d.type->u.func.ret, *b = func->d.type->u.func.ret;
    if (func->kind == FK_NORMAL && type_differs(a, b) && !((a->flags | b->flags) & TF_HAS_AUTO)) {
        CXX_DIAG(cxx, d_incompatible_redeclaration, func->d.pos, &old->d);
        cxx_note_declared(cxx, &old->d);
    }
    bool same = old->d.type == func->d.type && !old->written.requires.end;
    if (same && old->body.defined && func->body.defined &&
        old->body.range.begin != func->body.range.begin) {
        CXX_DIAG(cxx, d_already_defined, func->d.pos, &old->d);
        cxx_note_declared(cxx, &old->d);
    }
}

// The parameters that an unbound class was made with: its template's, or a partial
// specialization's.
static const TmplParams *params_of(const ClassDecl *cls) {
    for (uint32_t i = 0; i < cls->inst.tmpl->partial.n; i++)
        if (cls->inst.tmpl->partial.at[i]->unbound_cls == cls)
            return cls->inst.tmpl->partial.at[i]->params;
    return cls->inst.tmpl->params;
}

// [temp.mem]/1: the lists of the classes around have the parameters that the classes have. (Their
// types may depend: only the kinds are compared.) Default arguments stand in the classes
// [temp.param]/12.
static bool lists_fit(Cxx *cxx, const Heads *heads, const Scope *in, Pos pos) {
    uint32_t n = levels(in);
    for (uint32_t i = 0; n && i < heads->n; i++) {
        for (uint32_t k = 0; k < heads->ps[i]->n; k++) {
            if (heads->ps[i]->parm[k]->default_range.end)
                return CXX_DIAG(cxx, d_default_outside, heads->ps[i]->parm[k]->d.pos);
        }
    }
    for (; in && in->kind != SC_NAMESPACE; in = in->parent) {
        const ClassDecl *cls = in->kind == SC_CLASS ? in->cls : NULL;
        if (!cls || !cls->inst.tmpl || !cls->members.unbound) continue;
        const TmplParams *own = params_of(cls);
        const TmplParams *ps = heads->ps[--n];
        bool differs = own->n != ps->n;
        for (uint32_t k = 0; k < ps->n && !differs; k++)
            differs =
                ps->parm[k]->kind != own->parm[k]->kind || ps->parm[k]->pack != own->parm[k]->pack;
        if (differs) return CXX_DIAG(cxx, tmpl_params_differ, pos, cls->inst.tmpl);
    }
    return true;
}

// Headers in front of a member of scope `in`: one for each class template around it, and its own.
static bool heads_fit(Cxx *cxx, const Heads *h, const Scope *in, Pos pos) {
    uint32_t n = levels(in);
    if (h->n == n || h->n == n + 1) return lists_fit(cxx, h, in, pos);
    return CXX_DIAG(cxx, d_template_headers, pos);
}

// The definition of a member function, made and judged; NULL after a diagnostic, or where nothing
// can be said.
static FuncDecl *check_function(Parse *parse, const DeclSpec *ds, Declarator *declarator,
                                const Heads *heads) {
    Cxx *cxx = parse->x;
    if (cxx_invents_params(parse, declarator) ||
        !heads_fit(cxx, heads, declarator->qual, declarator->pos))
        return NULL;
    FuncDecl *func = cxx_make_func(parse, ds, declarator, declarator->qual);
    if (!func || func->d.type->kind != TY_FUNC) return NULL;
    const TmplParams *own = heads->n > levels(declarator->qual) ? heads->ps[heads->n - 1] : NULL;
    cxx_elaborate_name(cxx, declarator->qual, declarator->name);
    if (is_any_of(func->kind, FK_CTOR, FK_DTOR)) cxx_class_specials(cxx, declarator->qual->cls);
    Decl *any = NULL;
    FuncDecl *old = declared(declarator->qual, func, own, &any);
    if (!old) {
        if (any && is_any_of(any->kind, D_FUNC, D_TEMPLATE))
            CXX_DIAG(cxx, d_no_matching_member, declarator->pos, &func->d,
                     &declarator->qual->cls->d);
        else
            cxx_say_no_member(parse, declarator->pos, declarator->qual, declarator->name);
        return NULL;
    }
    check_again(cxx, old, func);
    func->d.flags |= old->d.flags & (DF_STATIC | DF_CONSTEXPR | DF_CONSTEVAL);
    func->d.cuda |= old->d.cuda;
    func->is_virtual = old->is_virtual;
    return func;
}

// ---- static data members -----------------------------------------------------------------------

// The same of a static data member.
static VarDecl *check_variable(Parse *parse, const DeclSpec *ds, Declarator *declarator,
                               const Heads *heads) {
    Cxx *cxx = parse->x;
    if (!heads_fit(cxx, heads, declarator->qual, declarator->pos)) return NULL;
    VarDecl *var = cxx_make_var(parse, ds, declarator, declarator->qual);
    cxx_elaborate_name(cxx, declarator->qual, declarator->name);
    const Decl *old = map_get(&declarator->qual->names, declarator->name);
    if (!old) {
        cxx_say_no_member(parse, declarator->pos, declarator->qual, declarator->name);
        return NULL;
    }
    const Type *t = old->kind == D_TEMPLATE ? ((const TemplateDecl *)old)->d.type : old->type;
    bool variable = is_any_of(old->kind, D_VAR, D_TEMPLATE);
    if (old->kind == D_VAR && heads->n > levels(declarator->qual)) {
        CXX_DIAG(cxx, tmpl_not_template, declarator->pos, old);
        return NULL;
    }
    bool array = t && (ty_is_array(t) || ty_is_array(var->d.type));
    if (!variable || (t && !array && type_differs(t->unqual, var->d.type->unqual))) {
        CXX_DIAG(cxx, d_incompatible_redeclaration, declarator->pos, old);
        cxx_note_declared(cxx, old);
        return NULL;
    }
    return var;
}

// `template <...> T A<T>::v<args> = ...`: a partial specialization of a member template.
static void check_partial_variable(Cxx *cxx, const Declarator *declarator, const Heads *heads) {
    Decl *decl = map_get(&declarator->qual->names, declarator->name);
    if (!decl || decl->kind != D_TEMPLATE || ((TemplateDecl *)decl)->kind != TK_VAR) return;
    if (heads->n <= levels(declarator->qual)) return;
    tm_check_partial(cxx, (TemplateDecl *)decl, heads->ps[heads->n - 1], declarator->targs,
                     declarator->pos);
}

// ---- member classes ----------------------------------------------------------------------------

// The class has the body that stands outside; its members are read at once.
static void define_member(Cxx *cxx, ClassDecl *cls, const ClassDecl *def, const Heads *heads,
                          Scope *in) {
    cls->written.head = def->written.head;
    cls->written.body = def->written.body;
    cls->written.base_clause = def->written.base_clause;
    cls->tag = def->tag;
    cls->written.defined = true;
    cls->members.complete = cls->memo.roots_seen = false;
    heads->ps[0]->scope->parent = in; // names: of the headers, then of the enclosing class
    cls->written.lexical = heads->ps[heads->n - 1]->scope;
    cls->inner = cxx_scope_new(cxx, SC_CLASS, cls->written.lexical, &cls->d);
    tc_members(cxx, cls);
}

// The same of a member class template.
static void define_template(Cxx *cxx, TemplateDecl *tmpl, const ClassDecl *def, const Heads *heads,
                            Scope *in) {
    TmplParams *ps = heads->ps[heads->n - 1];
    if (tmpl->kind != TK_CLASS || tmpl->defined || tmpl->params->n != ps->n) return;
    tmpl->params = ps;
    tmpl->head = def->written.head;
    tmpl->body = def->written.body;
    tmpl->base_clause = def->written.base_clause;
    tmpl->tag = (ClassTag)def->tag;
    tmpl->defined = true;
    heads->ps[0]->scope->parent = in;
    tc_class_template(cxx, tmpl);
}

// `T::` or `T::name::` of a type parameter T, `T<1>::` of a template parameter: no class that can
// have a member defined.
static bool of_parameter(const Type *type) {
    while (type->kind == TY_DEPNAME) type = type->u.depname.scope;
    return type->kind == TY_TPARM || (type->kind == TY_SPEC && type->u.spec.tmpl->kind == D_TPARM);
}

// `A<T>::` of a class template A that nothing defines.
static bool of_undefined(Cxx *cxx, const Type *type, const Heads *heads) {
    while (type->kind == TY_DEPNAME) type = type->u.depname.scope;
    if (type->kind != TY_SPEC || type->u.spec.tmpl->kind != D_TEMPLATE) return false;
    const TemplateDecl *tmpl = (const TemplateDecl *)type->u.spec.tmpl;
    bool undefined =
        tmpl->kind == TK_CLASS && !tmpl->defined && tmpl->d.scope->kind == SC_NAMESPACE;
    for (uint32_t i = 0; i < tmpl->partial.n && heads->n; i++) {
        if (tmpl->partial.at[i]->args == type->u.spec.args) return !tmpl->partial.at[i]->body.end;
    }
    return undefined && heads->n && type->u.spec.args == tm_identity_args(cxx, heads->ps[0]);
}

// The parameter that an argument is, or NULL.
static const TParmDecl *parameter_of(const TmplArg *tmpl_arg) {
    if (tmpl_arg->kind == TA_TYPE && tmpl_arg->type->kind == TY_TPARM)
        return tmpl_arg->type->u.tparm.decl;
    bool value = tmpl_arg->kind == TA_EXPR && tmpl_arg->expr->kind == E_TPARM;
    return value ? (const TParmDecl *)tmpl_arg->expr->u.decl : NULL;
}

// `A<T, U>::` with other parameters than A has, which is no partial specialization either
// [temp.mem.func]/1.
static bool of_other_list(const Type *type, const Heads *heads) {
    if (type->kind != TY_SPEC || type->u.spec.tmpl->kind != D_TEMPLATE || heads->n != 1)
        return false;
    const TemplateDecl *tmpl = (const TemplateDecl *)type->u.spec.tmpl;
    const TmplArgs *args = type->u.spec.args;
    bool plain = tmpl->kind == TK_CLASS && tmpl->defined && tmpl->d.scope->kind == SC_NAMESPACE;
    bool other = heads->ps[0]->n != args->n;
    for (uint32_t i = 0; i < args->n && plain; i++) {
        const TParmDecl *parm = parameter_of(&args->a[i]);
        plain = parm != NULL;
        other |= plain && parm->index != i;
    }
    return plain && other && !tmpl->partial.n;
}

// The definition of a member class `struct A<T>::B { ... }`.
static void check_class(Parse *parse, const MemberDef *member_def, const Heads *heads) {
    Cxx *cxx = parse->x;
    ClassDecl def = {.d = {.name = member_def->name}};
    const Token *name = &cxx->tokens->at[member_def->order];
    bool defines = cxx_scan_class_def(cxx, parse->at, member_def->end, &def);
    if (!defines) { // `template <class T> class A<T>::B;` declares nothing [dcl.type.elab]/1
        bool class_ = is_any_of(cxx_peek(parse), T_KW_CLASS, T_KW_STRUCT);
        if (class_ && name->kind == T_IDENT && name[1].kind == T_SEMI)
            CXX_DIAG(cxx, d_qualified_here, name->pos);
        return;
    }
    parse->at++;
    cxx_parse_attributes(parse, NULL);
    QualName qual_name;
    TmplCheck tmpl_check;
    tc_begin(cxx, &tmpl_check, false);
    cxx->decls->unbound.defining = true;
    bool ok = cxx_parse_qual_name(parse, &qual_name);
    cxx->decls->unbound.defining = false;
    if (ok && qual_name.dep && of_parameter(qual_name.dep))
        CXX_DIAG(cxx, d_not_class_or_namespace_name, qual_name.pos, qual_name.name);
    const Decl *plain = ok && qual_name.found.n ? qual_name.found.at[0] : NULL;
    if (plain && plain->kind == D_CLASS && qual_name.scope && !qual_name.is_template_id &&
        qual_name.scope->kind == SC_NAMESPACE && !((const ClassDecl *)plain)->inst.tmpl)
        CXX_DIAG(cxx, tmpl_not_class_template, qual_name.pos, qual_name.name);
    ok = ok && qual_name.scope && qual_name.scope->kind == SC_CLASS;
    if (ok && !qual_name.is_template_id) ok = heads_fit(cxx, heads, qual_name.scope, qual_name.pos);
    bool none = ok && !qual_name.found.n;
    if (none) cxx_say_no_member(parse, qual_name.pos, qual_name.scope, qual_name.name);
    tc_end(cxx, &tmpl_check);
    if (!ok || none || qual_name.is_template_id || !qual_name.scope->cls->members.unbound) return;
    Decl *d = qual_name.found.at[0];
    if (d->kind == D_CLASS && d->scope == qual_name.scope && !((ClassDecl *)d)->written.body.end)
        define_member(cxx, (ClassDecl *)d, &def, heads, qual_name.scope);
    else if (d->kind == D_TEMPLATE)
        define_template(cxx, (TemplateDecl *)d, &def, heads, qual_name.scope);
}

// `A<T>::name::` where `name` is a typedef of a dependent type: its members are another class's.
static bool of_typedef(Cxx *cxx, const Type *type, MemberDef *member_def) {
    if (type->kind != TY_DEPNAME) return false;
    while (type->kind == TY_DEPNAME) type = type->u.depname.scope;
    const Decl *owner = cxx_member_def_owner(cxx, member_def);
    return owner && owner->kind == D_TEMPLATE && type->kind == TY_SPEC &&
           type->u.spec.tmpl != owner && type->u.spec.tmpl->kind == D_TEMPLATE;
}

// Whether what the definition's name is qualified by was read unbound, or can be no class.
static bool known_owner(Parse parse, const MemberDef *member_def, const Heads *heads) {
    DiagTrap trap;
    QualName q;
    parse.at = member_def->qual_begin;
    const struct PackUse *packs = tm_pack_watch(&parse);
    diag_trap_push(parse.x->ctx, &trap);
    parse.x->decls->unbound.defining = true;
    bool ok = cxx_parse_qual_name(&parse, &q);
    parse.x->decls->unbound.defining = false;
    diag_trap_pop(parse.x->ctx, &trap);
    if (ok && packs->any) // template <class... T> void A<T>::f()
        return CXX_DIAG(parse.x, tmpl_unexpanded_pack, packs->pos, packs->name);
    if (!ok || !q.dep) return true;
    return of_parameter(q.dep) || of_undefined(parse.x, q.dep, heads) ||
           of_typedef(parse.x, q.dep, (MemberDef *)member_def) || of_other_list(q.dep, heads);
}

// ---- one definition ----------------------------------------------------------------------------

// One definition with headers: they are read, then what it declares, then its body.
static void check_definition(Cxx *cxx, const MemberDef *member_def) {
    Parse parse = cxx_parse_at(cxx, member_def->begin, member_def->end, member_def->scope,
                               member_def->scope->env);
    Heads heads;
    TmplCheck tmpl_check;
    tc_begin(cxx, &tmpl_check, false);
    cxx->decls->unbound.defining = true;
    read_heads(&parse, &heads);
    cxx->decls->unbound.defining = false;
    tc_end(cxx, &tmpl_check);
    if (!heads.n || heads.n == MAX_HEADS || !known_owner(parse, member_def, &heads)) return;
    if (member_def->is_class) {
        check_class(&parse, member_def, &heads);
        return;
    }
    DeclSpec ds = {0};
    Declarator declarator = {0};
    FuncDecl *func = NULL;
    VarDecl *var = NULL;
    tc_begin(cxx, &tmpl_check, false);
    cxx->decls->unbound.defining = parse.type_only = true;
    bool ok = cxx_parse_declspecs(&parse, &ds, true);
    parse.type_only = false;
    ok = ok && cxx_parse_declarator(&parse, &ds, &declarator, false);
    cxx->decls->unbound.defining = false;
    const Type *dep = ok ? declarator.dep_qual : NULL;
    if (dep && of_other_list(dep, &heads))
        CXX_DIAG(cxx, tmpl_params_differ, declarator.pos, (const TemplateDecl *)dep->u.spec.tmpl);
    bool no_template = ok && !dep && !declarator.qual && cxx_peek(&parse) == T_LT;
    if (no_template && !declarator.targs && !declarator.op) // `f<T>::g` of an unknown f
        CXX_DIAG(cxx, tmpl_not_class_template, declarator.pos, declarator.name);
    if (dep && of_parameter(dep)) // template <class T> void T::f()
        CXX_DIAG(cxx, d_not_class_or_namespace_name, declarator.pos, declarator.name);
    else if (dep && of_undefined(cxx, dep, &heads)) // [temp.mem.func]/1
        CXX_DIAG(cxx, d_incomplete_here, declarator.pos, (Type *)dep);
    else if (dep && of_typedef(cxx, dep, (MemberDef *)member_def))
        CXX_DIAG(cxx, d_not_class_or_namespace_name, declarator.pos, declarator.name);
    bool member = ok && declarator.qual && declarator.qual->kind == SC_CLASS && !ds.is_friend &&
                  !declarator.targs;
    if (member && declarator.is_function)
        func = check_function(&parse, &ds, &declarator, &heads);
    else if (member && !declarator.op && declarator.fkind == FK_NORMAL)
        var = check_variable(&parse, &ds, &declarator, &heads);
    if (ok && declarator.qual && declarator.targs && !declarator.is_function)
        check_partial_variable(cxx, &declarator, &heads);
    tc_end(cxx, &tmpl_check);
    tc_function(cxx, func);
    if (!var || !var->init_style) return;
    tc_begin(cxx, &tmpl_check, true);
    cxx_var_init(cxx, var);
    tc_end(cxx, &tmpl_check);
}

// ---- explicit specializations of members [temp.expl.spec]/4 ------------------------------------

// Headers that a specialization of a member of the class needs: one for each instance around.
static uint32_t headers_around(const ClassDecl *cls) {
    uint32_t n = 0;
    while (cls && !cls->inst.explicit_spec) { // nothing inside of a specialization needs one
        n += cls->inst.tmpl != NULL;
        const Scope *s = cxx_decl_scope(cls->inst.tmpl ? cls->inst.tmpl->d.scope : cls->d.scope);
        cls = s && s->kind == SC_CLASS ? s->cls : NULL;
    }
    return n;
}

// `template <> void A<int>::f(...)`: whether the class has such a member; `templates`: one more
// header says that it is a template's instance.
static bool specializes(Parse *parse, ClassDecl *cls, const Declarator *declarator,
                        bool templates) {
    if (cxx_invents_params(parse, declarator)) return true;
    if (declarator->type->kind != TY_FUNC || declarator->type->u.func.ret->flags & TF_HAS_AUTO)
        return true;
    const Type *type = declarator->type->u.func.ret;
    for (Decl *decl = map_get(&cls->inner->names, declarator->name); decl; decl = decl->next) {
        DeduceFail why = {0};
        if (decl->kind == D_USING) return true;
        if (templates && decl->kind == D_TEMPLATE && ((TemplateDecl *)decl)->kind == TK_FUNC &&
            cxx_deduce_type(parse, (TemplateDecl *)decl, declarator->targs, declarator->type, &why))
            return true;
        if (templates || decl->kind != D_FUNC || decl->type->kind != TY_FUNC) continue;
        const FuncDecl *f = (const FuncDecl *)decl;
        const FuncType *a = &decl->type->u.func, *b = &declarator->type->u.func;
        bool same = a->nparam == b->nparam && a->quals == b->quals && a->ref == b->ref;
        for (uint32_t i = 0; i < a->nparam && same; i++) same = a->param[i] == b->param[i];
        if (same && (f->kind != FK_NORMAL || a->ret == type)) return true;
    }
    return false;
}

// [temp.expl.spec]/2: it stands in a scope that encloses what it specializes.
static bool encloses(Cxx *cxx, const MemberDef *member_def, const Decl *owner) {
    const Scope *s = owner->kind == D_NAMESPACE ? ((const NamespaceDecl *)owner)->inner : NULL;
    if (owner->kind == D_TEMPLATE) s = owner->scope;
    if (owner->kind == D_CLASS) {
        const ClassDecl *c = (const ClassDecl *)owner;
        s = c->inst.tmpl ? c->inst.tmpl->d.scope : c->d.scope;
    }
    if (!s || cxx_scope_encloses(member_def->scope, s)) return true;
    return CXX_DIAG(cxx, d_spec_scope, cxx->tokens->at[member_def->order].pos, member_def->name);
}

// `template <> template <class U> void A<int>::f(U)` at its last header: whether the instance has
// such a member template.
static void check_template_spec(Cxx *cxx, const MemberDef *member_def, ClassDecl *cls,
                                uint32_t at) {
    TmplCheck tmpl_check;
    cxx_elaborate_name(cxx, cls->inner, member_def->name);
    bool any = false, fits = false;
    tc_begin(cxx, &tmpl_check, false);
    for (Decl *decl = map_get(&cls->inner->names, member_def->name); decl; decl = decl->next) {
        const TemplateDecl *tmpl = (const TemplateDecl *)decl;
        if (decl->kind != D_TEMPLATE || tmpl->kind != TK_FUNC) continue;
        any = true;
        Parse p =
            cxx_parse_at(cxx, at + 1, member_def->end, member_def->scope, member_def->scope->env);
        DeclSpec ds = {0};
        Declarator d = {0};
        const TmplParams *ps = tm_parse_params(&p, tmpl->params->depth);
        p.dependent = true;
        p.type_only = true;
        bool same = ps->n == tmpl->params->n;
        for (uint32_t i = 0; i < ps->n && same; i++)
            same = ps->parm[i]->kind == tmpl->params->parm[i]->kind;
        if (!same) continue;
        cxx_begin_late_access(&p);
        bool ok = cxx_parse_declspecs(&p, &ds, true);
        p.type_only = false;
        ok = ok && cxx_parse_declarator(&p, &ds, &d, false) && d.type->kind == TY_FUNC;
        const FuncType *a = ok ? &d.type->u.func : NULL, *b = &tmpl->pattern->d.type->u.func;
        same = !ok || a->nparam == b->nparam;
        for (uint32_t i = 0; ok && same && i < a->nparam; i++) {
            const Type *t = a->param[i], *u = b->param[i];
            bool alone = t->kind == TY_TPARM || u->kind == TY_TPARM; // of the same list
            same = alone ? t->kind == u->kind : !type_differs(t, u);
        }
        fits |= same;
    }
    if (any && !fits)
        CXX_DIAG(cxx, tmpl_no_match, cxx->tokens->at[member_def->order].pos, member_def->name);
    tc_end(cxx, &tmpl_check);
}

static void check_member_spec(Cxx *cxx, MemberDef *member_def) {
    Decl *owner = cxx_member_def_owner(cxx, member_def);
    if (!owner || !encloses(cxx, member_def, owner) || member_def->is_class) return;
    ClassDecl *cls = owner->kind == D_CLASS ? (ClassDecl *)owner : NULL;
    if (!cls || cls->members.unbound || !cxx_class_complete(cxx, cls, cls->d.pos)) return;
    uint32_t n = 0, around = headers_around(cls);
    uint32_t at = member_def->begin;
    const Token *token = cxx->tokens->at;
    while (token[at].kind == T_KW_TEMPLATE) { // only `template <>`
        if (token[at + 1].kind != T_LT) return;
        if (token[at + 2].kind != T_GT) {
            if (n == around && member_def->is_func && cls->inst.tmpl)
                check_template_spec(cxx, member_def, cls, at);
            return;
        }
        at += 3;
        n++;
    }
    TmplCheck tmpl_check;
    tc_begin(cxx, &tmpl_check, false);
    Parse p = cxx_parse_at(cxx, at, member_def->end, member_def->scope, member_def->scope->env);
    DeclSpec ds = {0};
    Declarator d = {0};
    cxx_begin_late_access(&p); // specializations may name all [temp.spec.general]/6
    p.type_only = true;
    bool ok = cxx_parse_declspecs(&p, &ds, true);
    p.type_only = false;
    ok = ok && (ds.type || cxx_peek(&p) != T_LPAREN) && cxx_parse_declarator(&p, &ds, &d, false) &&
         d.qual == cls->inner && d.fkind == FK_NORMAL;
    if (ok) cxx_elaborate_name(cxx, cls->inner, d.name);
    for (uint32_t i = 0; ok && i < d.nparam && around; i++) { // [temp.expl.spec]/21
        if (d.param[i]->default_arg.end) CXX_DIAG(cxx, d_default_here, d.param[i]->d.pos);
    }
    if (ok && n > around + 1)
        CXX_DIAG(cxx, d_template_headers, d.pos);
    else if (ok && !d.is_function && !map_get(&cls->inner->names, d.name))
        cxx_say_no_member(&p, d.pos, cls->inner, d.name);
    else if (ok && d.is_function && !specializes(&p, cls, &d, n > around))
        CXX_DIAG(cxx, tmpl_no_match, d.pos, d.name);
    tc_end(cxx, &tmpl_check);
}

// Whether a header with parameters stands in front of a `template <>`.
static bool empty_behind_full(Cxx *cxx, const MemberDef *member_def) {
    const Token *token = cxx->tokens->at;
    bool full = false;
    for (uint32_t at = member_def->begin;
         token[at].kind == T_KW_TEMPLATE && token[at + 1].kind == T_LT;) {
        bool empty = token[at + 2].kind == T_GT;
        if (empty && full) return true;
        full |= !empty;
        at = empty ? at + 3 : cxx_skip_angles(cxx, at + 1, member_def->end);
        if (!at) return false;
    }
    return false;
}

void tc_outside(Cxx *cxx) {
    for (uint32_t i = 0; i < cxx->decls->index.all_member_defs.n; i++) {
        MemberDef *m = cxx->decls->index.all_member_defs.at[i];
        if (!m->nheaders || m->flags & IX_FRIEND) continue;
        if (!cxx_in_main_file(cxx, cxx->tokens->at[m->begin].pos)) continue;
        if (empty_behind_full(cxx, m)) { // [temp.expl.spec]/18
            CXX_DIAG(cxx, tmpl_spec_in_template, cxx->tokens->at[m->order].pos);
            continue;
        }
        if (m->flags & IX_SPECIALIZATION)
            check_member_spec(cxx, m);
        else
            check_definition(cxx, m);
    }
}
