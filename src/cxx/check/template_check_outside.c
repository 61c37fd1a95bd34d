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
static void read_heads(Parse *parse, Heads *found) {
    found->n = 0;
    while (cxx_peek(parse) == T_KW_TEMPLATE && cxx_peek_n(parse, 1) == T_LT &&
           found->n < MAX_HEADS) {
        parse->at++;
        found->ps[found->n] = tm_parse_params(parse, found->n);
        found->n++;
    }
    parse->dependent = true;
}

// Whether the scope is of a class template read unbound, which has a header of its own.
static bool has_header(const Scope *scope) {
    return scope->kind == SC_CLASS && scope->cls->inst.tmpl && scope->cls->members.unbound;
}

// Headers that belong to the classes around a member of the scope.
static uint32_t levels(const Scope *scope) {
    uint32_t n = 0;
    for (; scope_is_inner(scope); scope = scope->parent) n += has_header(scope);
    return n;
}

// The header of a definition's own, behind those of the classes around; NULL: it is no template.
static TmplParams *own_header(const Heads *heads, const Scope *in) {
    return heads->n > levels(in) ? heads->ps[heads->n - 1] : NULL;
}

// ---- may two signatures be the same? -----------------------------------------------------------

static bool depends(const Type *type) {
    return type->flags & TF_DEPENDENT;
}

// Certain to differ, whatever the parameters are: a known type never is a parameter alone here,
// other dependent types may be anything.
static bool type_differs(const Type *one, const Type *other) {
    if (one == other || one->kind == TY_ERROR || other->kind == TY_ERROR) return false;

    bool known = !((one->flags | other->flags) & (TF_DEPENDENT | TF_HAS_AUTO));
    if (known) return true;
    if (ty_refers(one) && ty_refers(other))
        return one->kind != other->kind ||
               type_differs(one->u.ptr.to->unqual, other->u.ptr.to->unqual);

    // a parameter is neither another one nor a known type
    if (one->kind == TY_TPARM) return other->kind == TY_TPARM || !depends(other);
    return other->kind == TY_TPARM && !depends(one);
}

// The same of parameters, qualifiers and kind; results are judged apart.
static bool signature_differs(const FuncDecl *one, const FuncDecl *other) {
    if (one->d.type->kind != TY_FUNC || other->d.type->kind != TY_FUNC) return false;
    const FuncType *type = &one->d.type->u.func, *other_type = &other->d.type->u.func;

    if (one->kind != other->kind) return true;
    if (type->nparam != other_type->nparam || type->variadic != other_type->variadic) return true;
    if (type->quals != other_type->quals || type->ref != other_type->ref) return true;
    for (uint32_t i = 0; i < type->nparam; i++)
        if (type_differs(type->param[i], other_type->param[i])) return true;
    return false;
}

// ---- functions ---------------------------------------------------------------------------------

// The function that the declaration is, or is a template of; else NULL.
static FuncDecl *function_of(Decl *decl) {
    if (decl->kind == D_FUNC) return (FuncDecl *)decl;
    TemplateDecl *tmpl = decl->kind == D_TEMPLATE ? (TemplateDecl *)decl : NULL;
    return tmpl && tmpl->kind == TK_FUNC ? tmpl->pattern : NULL;
}

// Whether the declaration is a template with as many parameters as the definition's own header has,
// or none where that has no header of its own.
static bool own_header_fits(const Decl *decl, const TmplParams *own) {
    if (decl->kind != D_TEMPLATE) return !own;
    return own && ((const TemplateDecl *)decl)->params->n == own->n;
}

// A declaration of the class that the definition func may be of; *any: one of that name.
static FuncDecl *declared(Scope *in, const FuncDecl *func, const TmplParams *own, Decl **any) {
    FuncDecl *best = NULL;
    for (Decl *decl = map_get(&in->names, func->d.name); decl; decl = decl->next) {
        *any = decl;
        FuncDecl *candidate = function_of(decl);
        if (!candidate || candidate->is_implicit || !own_header_fits(decl, own)) continue;

        // one of the very type is better than one that may be of it
        if (candidate->d.type == func->d.type) return candidate;
        if (!signature_differs(candidate, func)) best = candidate;
    }
    return best;
}

// Whether the results of a declaration and a definition are certain to differ. (`auto` is known
// later.)
static bool result_differs(const FuncDecl *old, const FuncDecl *func) {
    const Type *declared_result = old->d.type->u.func.ret, *result = func->d.type->u.func.ret;
    if ((declared_result->flags | result->flags) & TF_HAS_AUTO) return false;
    return func->kind == FK_NORMAL && type_differs(declared_result, result);
}

// [basic.def.odr]/1: whether the function has a body that stands elsewhere. Two that only their
// constraints tell apart are two functions.
static bool is_defined_again(const FuncDecl *old, const FuncDecl *func) {
    if (old->d.type != func->d.type || old->written.requires.end) return false;
    if (!old->body.defined || !func->body.defined) return false;
    return old->body.range.begin != func->body.range.begin;
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

    if (result_differs(old, func)) {
        CXX_DIAG(cxx, d_incompatible_redeclaration, func->d.pos, &old->d);
        cxx_note_declared(cxx, &old->d);
    }
    if (is_defined_again(old, func)) {
        CXX_DIAG(cxx, d_already_defined, func->d.pos, &old->d);
        cxx_note_declared(cxx, &old->d);
    }
}

// The parameters that an unbound class was made with: its template's, or a partial
// specialization's.
static const TmplParams *params_of(const ClassDecl *cls) {
    const TemplateDecl *tmpl = cls->inst.tmpl;
    for (uint32_t i = 0; i < tmpl->partial.n; i++)
        if (tmpl->partial.at[i]->unbound_cls == cls) return tmpl->partial.at[i]->params;
    return tmpl->params;
}

// [temp.over.link]: the number and kinds of the parameters. (Their types may depend: they are not
// compared.)
static bool kinds_differ(const TmplParams *one, const TmplParams *other) {
    if (one->n != other->n) return true;
    for (uint32_t i = 0; i < one->n; i++) {
        const TParmDecl *parm = one->parm[i], *other_parm = other->parm[i];
        if (parm->kind != other_parm->kind || parm->pack != other_parm->pack) return true;
    }
    return false;
}

// The first parameter of a header that has a default argument; NULL: none has one.
static const TParmDecl *defaulted_parameter(const Heads *heads) {
    for (uint32_t i = 0; i < heads->n; i++) {
        for (uint32_t k = 0; k < heads->ps[i]->n; k++)
            if (heads->ps[i]->parm[k]->default_range.end) return heads->ps[i]->parm[k];
    }
    return NULL;
}

// [temp.mem]/1: the lists of the classes around have the parameters that the classes have. Default
// arguments stand in the classes [temp.param]/12.
static bool lists_fit(Cxx *cxx, const Heads *headers, const Scope *in, Pos pos) {
    uint32_t n = levels(in);
    const TParmDecl *defaulted = n ? defaulted_parameter(headers) : NULL;
    if (defaulted) return CXX_DIAG(cxx, d_default_outside, defaulted->d.pos);

    // from the innermost class outwards, whose header is the last but for a template's own
    for (; scope_is_inner(in); in = in->parent) {
        if (!has_header(in)) continue;
        n--;
        if (kinds_differ(headers->ps[n], params_of(in->cls)))
            return CXX_DIAG(cxx, tmpl_params_differ, pos, in->cls->inst.tmpl);
    }
    return true;
}

// Headers in front of a member of scope `in`: one for each class template around it, and its own.
static bool heads_fit(Cxx *cxx, const Heads *headers, const Scope *in, Pos pos) {
    uint32_t n = levels(in);
    if (is_any_of(headers->n, n, n + 1)) return lists_fit(cxx, headers, in, pos);
    return CXX_DIAG(cxx, d_template_headers, pos);
}

// The class has no declaration that the definition can be of: of its name, or none at all.
static void say_undeclared(Parse *parse, const FuncDecl *func, const Declarator *defined,
                           const Decl *any) {
    if (any && is_any_of(any->kind, D_FUNC, D_TEMPLATE))
        CXX_DIAG(parse->x, d_no_matching_member, defined->pos, &func->d, &defined->qual->cls->d);
    else
        cxx_say_no_member(parse, defined->pos, defined->qual, defined->name);
}

// The definition of a member function, made and judged; NULL after a diagnostic, or where nothing
// can be said.
static FuncDecl *check_function(Parse *parse, const DeclSpec *ds, Declarator *defined,
                                const Heads *headers) {
    Cxx *cxx = parse->x;
    Scope *in = defined->qual;
    if (cxx_invents_params(parse, defined)) return NULL;
    if (!heads_fit(cxx, headers, in, defined->pos)) return NULL;
    FuncDecl *func = cxx_make_func(parse, ds, defined, in);
    if (!cxx_is_typed(func)) return NULL;

    // what the class declares of that name, its implicit members too
    cxx_elaborate_name(cxx, in, defined->name);
    if (is_any_of(func->kind, FK_CTOR, FK_DTOR)) cxx_class_specials(cxx, in->cls);
    Decl *any = NULL;
    FuncDecl *old = declared(in, func, own_header(headers, in), &any);
    if (!old) {
        say_undeclared(parse, func, defined, any);
        return NULL;
    }
    check_again(cxx, old, func);

    // words that only the declaration says
    func->d.flags |= old->d.flags & (DF_STATIC | DF_CONSTEXPR | DF_CONSTEVAL);
    func->d.cuda |= old->d.cuda;
    func->is_virtual = old->is_virtual;
    return func;
}

// ---- static data members -----------------------------------------------------------------------

// Whether the variable can be no definition of what the class declares: of another kind, or of
// another type. (An array may get its bound.)
static bool variable_differs(const Decl *old, const VarDecl *var) {
    if (!is_any_of(old->kind, D_VAR, D_TEMPLATE)) return true;
    const Type *type = old->kind == D_TEMPLATE ? ((const TemplateDecl *)old)->d.type : old->type;
    if (!type || ty_is_array(type) || ty_is_array(var->d.type)) return false;
    return type_differs(type->unqual, var->d.type->unqual);
}

// The definition of a static data member, made and judged; NULL after a diagnostic.
static VarDecl *check_variable(Parse *parse, const DeclSpec *ds, Declarator *defined,
                               const Heads *headers) {
    Cxx *cxx = parse->x;
    Scope *in = defined->qual;
    if (!heads_fit(cxx, headers, in, defined->pos)) return NULL;
    VarDecl *var = cxx_make_var(parse, ds, defined, in);

    cxx_elaborate_name(cxx, in, defined->name);
    const Decl *old = map_get(&in->names, defined->name);
    if (!old) {
        cxx_say_no_member(parse, defined->pos, in, defined->name);
        return NULL;
    }
    if (old->kind == D_VAR && own_header(headers, in)) {
        CXX_DIAG(cxx, tmpl_not_template, defined->pos, old);
        return NULL;
    }
    if (variable_differs(old, var)) {
        CXX_DIAG(cxx, d_incompatible_redeclaration, defined->pos, old);
        cxx_note_declared(cxx, old);
        return NULL;
    }
    return var;
}

// `template <...> T A<T>::v<args> = ...`: a partial specialization of a member template.
static void check_partial_variable(Cxx *cxx, const Declarator *defined, const Heads *headers) {
    Decl *decl = map_get(&defined->qual->names, defined->name);
    if (!decl_is(decl, D_TEMPLATE)) return;
    TemplateDecl *tmpl = (TemplateDecl *)decl;
    TmplParams *own = own_header(headers, defined->qual);
    if (tmpl->kind == TK_VAR && own) tm_check_partial(cxx, tmpl, own, defined->targs, defined->pos);
}

// ---- what a definition is qualified by ---------------------------------------------------------

// `X` of `X::name::name::`.
static const Type *outermost(const Type *type) {
    while (type->kind == TY_DEPNAME) type = type->u.depname.scope;
    return type;
}

// The template that the type is an instance of, with dependent arguments; else NULL.
static const TemplateDecl *template_of(const Type *type) {
    if (type->kind != TY_SPEC || type->u.spec.tmpl->kind != D_TEMPLATE) return NULL;
    return (const TemplateDecl *)type->u.spec.tmpl;
}

static bool is_namespace_class(const TemplateDecl *tmpl) {
    return tmpl->kind == TK_CLASS && tmpl->d.scope->kind == SC_NAMESPACE;
}

// `T::` or `T::name::` of a type parameter T, `T<1>::` of a template parameter: no class that can
// have a member defined.
static bool of_parameter(const Type *type) {
    type = outermost(type);
    return type->kind == TY_TPARM || (type->kind == TY_SPEC && type->u.spec.tmpl->kind == D_TPARM);
}

// `A<T>::` of a class template A that nothing defines.
static bool of_undefined(Cxx *cxx, const Type *qualifier, const Heads *headers) {
    qualifier = outermost(qualifier);
    const TemplateDecl *tmpl = template_of(qualifier);
    if (!tmpl || !headers->n) return false;

    // the partial specialization that it names, if there is one
    const TmplArgs *args = qualifier->u.spec.args;
    for (uint32_t i = 0; i < tmpl->partial.n; i++) {
        if (tmpl->partial.at[i]->args == args) return !tmpl->partial.at[i]->body.end;
    }

    // the template itself
    if (tmpl->defined || !is_namespace_class(tmpl)) return false;
    return args == tm_identity_args(cxx, headers->ps[0]);
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
static bool of_other_list(const Type *type, const Heads *headers) {
    const TemplateDecl *tmpl = template_of(type);
    if (!tmpl || headers->n != 1 || tmpl->partial.n) return false;
    if (!tmpl->defined || !is_namespace_class(tmpl)) return false;

    // each argument is a parameter; they are the header's in their order, unless it is another list
    const TmplArgs *args = type->u.spec.args;
    bool other = headers->ps[0]->n != args->n;
    for (uint32_t i = 0; i < args->n; i++) {
        const TParmDecl *parm = parameter_of(&args->a[i]);
        if (!parm) return false;
        other |= parm->index != i;
    }
    return other;
}

// `A<T>::name::` where `name` is a typedef of a dependent type: its members are another class's.
static bool of_typedef(Cxx *cxx, const Type *qualifier, MemberDef *definition) {
    if (qualifier->kind != TY_DEPNAME) return false;
    const Decl *owner = cxx_member_def_owner(cxx, definition);
    if (!decl_is(owner, D_TEMPLATE)) return false;

    const TemplateDecl *tmpl = template_of(outermost(qualifier));
    return tmpl && &tmpl->d != owner;
}

// Whether what the definition's name is qualified by was read unbound, or can be no class.
static bool known_owner(Parse parse, const MemberDef *definition, const Heads *headers) {
    DiagTrap trap;
    QualName name;
    parse.at = definition->qual_begin;

    // what is wrong with the name is said when it is read again
    const struct PackUse *packs = tm_pack_watch(&parse);
    diag_trap_push(parse.x->ctx, &trap);
    parse.x->decls->unbound.defining = true;
    bool ok = cxx_parse_qual_name(&parse, &name);
    parse.x->decls->unbound.defining = false;
    diag_trap_pop(parse.x->ctx, &trap);

    if (ok && packs->any) // template <class... T> void A<T>::f()
        return CXX_DIAG(parse.x, tmpl_unexpanded_pack, packs->pos, packs->name);
    if (!ok || !name.dep) return true;
    if (of_parameter(name.dep) || of_undefined(parse.x, name.dep, headers)) return true;
    return of_typedef(parse.x, name.dep, (MemberDef *)definition) ||
           of_other_list(name.dep, headers);
}

// ---- member classes ----------------------------------------------------------------------------

// The class has the body that stands outside; its members are read at once.
static void define_member(Cxx *cxx, ClassDecl *cls, const ClassDecl *def, const Heads *headers,
                          Scope *in) {
    cls->written.head = def->written.head;
    cls->written.body = def->written.body;
    cls->written.base_clause = def->written.base_clause;
    cls->tag = def->tag;
    cls->written.defined = true;
    cls->members.complete = cls->memo.roots_seen = false;
    headers->ps[0]->scope->parent = in; // names: of the headers, then of the enclosing class
    cls->written.lexical = headers->ps[headers->n - 1]->scope;
    cls->inner = cxx_scope_new(cxx, SC_CLASS, cls->written.lexical, &cls->d);
    tc_members(cxx, cls);
}

// The same of a member class template.
static void define_template(Cxx *cxx, TemplateDecl *tmpl, const ClassDecl *def,
                            const Heads *headers, Scope *in) {
    TmplParams *ps = headers->ps[headers->n - 1];
    if (tmpl->kind != TK_CLASS || tmpl->defined || tmpl->params->n != ps->n) return;
    tmpl->params = ps;
    tmpl->head = def->written.head;
    tmpl->body = def->written.body;
    tmpl->base_clause = def->written.base_clause;
    tmpl->tag = (ClassTag)def->tag;
    tmpl->defined = true;
    headers->ps[0]->scope->parent = in;
    tc_class_template(cxx, tmpl);
}

// `template <class T> class A<T>::B;` declares nothing [dcl.type.elab]/1.
static void check_elaborated(Parse *parse, const Token *name) {
    bool of_class = is_any_of(cxx_peek(parse), T_KW_CLASS, T_KW_STRUCT);
    if (of_class && name->kind == T_IDENT && name[1].kind == T_SEMI)
        CXX_DIAG(parse->x, d_qualified_here, name->pos);
}

// A class of a namespace that is no template, behind a header: `template <class T> struct n::A {}`.
static bool is_plain_class(const QualName *name) {
    const Decl *decl = name->found.n ? name->found.at[0] : NULL;
    if (!decl_is(decl, D_CLASS) || ((const ClassDecl *)decl)->inst.tmpl) return false;
    return scope_is(name->scope, SC_NAMESPACE) && !name->is_template_id;
}

// Reads the name of a member class that is defined outside; false after a diagnostic, and where it
// is not one of a class.
static bool read_class_name(Parse *parse, QualName *read, const Heads *headers) {
    Cxx *cxx = parse->x;
    cxx->decls->unbound.defining = true;
    bool ok = cxx_parse_qual_name(parse, read);
    cxx->decls->unbound.defining = false;
    if (!ok) return false;

    if (read->dep && of_parameter(read->dep))
        CXX_DIAG(cxx, d_not_class_or_namespace_name, read->pos, read->name);
    if (is_plain_class(read)) CXX_DIAG(cxx, tmpl_not_class_template, read->pos, read->name);
    if (!scope_is(read->scope, SC_CLASS)) return false;

    if (!read->is_template_id && !heads_fit(cxx, headers, read->scope, read->pos)) return false;
    if (!read->found.n) cxx_say_no_member(parse, read->pos, read->scope, read->name);
    return read->found.n;
}

// The definition of a member class `struct A<T>::B { ... }`.
static void check_class(Parse *parse, const MemberDef *definition, const Heads *headers) {
    Cxx *cxx = parse->x;
    ClassDecl def = {.d = {.name = definition->name}};
    if (!cxx_scan_class_def(cxx, parse->at, definition->end, &def)) {
        check_elaborated(parse, &cxx->tokens->at[definition->order]);
        return;
    }

    // its head up to the name
    parse->at++;
    cxx_parse_attributes(parse, NULL);
    QualName name;
    TmplCheck tmpl_check;
    tc_begin(cxx, &tmpl_check, false);
    bool ok = read_class_name(parse, &name, headers);
    tc_end(cxx, &tmpl_check);
    if (!ok || name.is_template_id || !name.scope->cls->members.unbound) return;

    // what it defines, if that is not defined yet
    Decl *decl = name.found.at[0];
    if (decl->kind == D_TEMPLATE) {
        define_template(cxx, (TemplateDecl *)decl, &def, headers, name.scope);
        return;
    }
    ClassDecl *cls = decl->kind == D_CLASS ? (ClassDecl *)decl : NULL;
    if (cls && decl->scope == name.scope && !cls->written.body.end)
        define_member(cxx, cls, &def, headers, name.scope);
}

// ---- one definition ----------------------------------------------------------------------------

// Reads the headers in front of a definition.
static void read_definition_heads(Parse *parse, Heads *found) {
    Cxx *cxx = parse->x;
    TmplCheck tmpl_check;
    tc_begin(cxx, &tmpl_check, false);
    cxx->decls->unbound.defining = true;
    read_heads(parse, found);
    cxx->decls->unbound.defining = false;
    tc_end(cxx, &tmpl_check);
}

// Reads what a definition declares: the names of its declarator are those of a definition.
static bool read_declaration(Parse *parse, DeclSpec *ds, Declarator *defined) {
    Cxx *cxx = parse->x;
    cxx->decls->unbound.defining = parse->type_only = true;
    bool ok = cxx_parse_declspecs(parse, ds, true);
    parse->type_only = false;
    ok = ok && cxx_parse_declarator(parse, ds, defined, false);
    cxx->decls->unbound.defining = false;
    return ok;
}

// What is qualified by something dependent that is not the current instantiation.
static void check_dependent_owner(Cxx *cxx, const Declarator *defined, const MemberDef *definition,
                                  const Heads *headers) {
    const Type *owner = defined->dep_qual;
    Pos pos = defined->pos;
    if (of_other_list(owner, headers))
        CXX_DIAG(cxx, tmpl_params_differ, pos, (const TemplateDecl *)owner->u.spec.tmpl);

    if (of_parameter(owner)) // template <class T> void T::f()
        CXX_DIAG(cxx, d_not_class_or_namespace_name, pos, defined->name);
    else if (of_undefined(cxx, owner, headers)) // [temp.mem.func]/1
        CXX_DIAG(cxx, d_incomplete_here, pos, (Type *)owner);
    else if (of_typedef(cxx, owner, (MemberDef *)definition))
        CXX_DIAG(cxx, d_not_class_or_namespace_name, pos, defined->name);
}

// `f<T>::g` of an unknown f: the declarator ends at the `<`.
static bool stops_at_arguments(const Parse *parse, const Declarator *defined) {
    if (defined->qual || defined->targs || defined->op) return false;
    return cxx_peek(parse) == T_LT;
}

// A member of a class, which is none of its templates' specializations and no friend.
static bool defines_member(const DeclSpec *ds, const Declarator *defined) {
    if (!scope_is(defined->qual, SC_CLASS)) return false;
    return !ds->is_friend && !defined->targs;
}

// Judges what a definition declares; *func or *var is set to what has a body or an initialiser to
// be judged.
static void check_declaration(Parse *parse, const MemberDef *definition, const Heads *headers,
                              FuncDecl **func, VarDecl **var) {
    Cxx *cxx = parse->x;
    DeclSpec ds = {0};
    Declarator declarator = {0};
    if (!read_declaration(parse, &ds, &declarator)) return;

    if (declarator.dep_qual)
        check_dependent_owner(cxx, &declarator, definition, headers);
    else if (stops_at_arguments(parse, &declarator))
        CXX_DIAG(cxx, tmpl_not_class_template, declarator.pos, declarator.name);

    bool member = defines_member(&ds, &declarator);
    bool plain_name = !declarator.op && declarator.fkind == FK_NORMAL;
    if (member && declarator.is_function)
        *func = check_function(parse, &ds, &declarator, headers);
    else if (member && plain_name)
        *var = check_variable(parse, &ds, &declarator, headers);
    if (declarator.qual && declarator.targs && !declarator.is_function)
        check_partial_variable(cxx, &declarator, headers);
}

// One definition with headers: they are read, then what it declares, then its body.
static void check_definition(Cxx *cxx, const MemberDef *definition) {
    Parse parse = cxx_parse_at(cxx, definition->begin, definition->end, definition->scope,
                               definition->scope->env);
    Heads heads;
    read_definition_heads(&parse, &heads);
    if (!heads.n || heads.n == MAX_HEADS || !known_owner(parse, definition, &heads)) return;
    if (definition->is_class) {
        check_class(&parse, definition, &heads);
        return;
    }

    FuncDecl *func = NULL;
    VarDecl *var = NULL;
    TmplCheck tmpl_check;
    tc_begin(cxx, &tmpl_check, false);
    check_declaration(&parse, definition, &heads, &func, &var);
    tc_end(cxx, &tmpl_check);

    tc_function(cxx, func);
    if (!var || !var->init_style) return;
    tc_begin(cxx, &tmpl_check, true);
    cxx_var_init(cxx, var);
    tc_end(cxx, &tmpl_check);
}

// ---- explicit specializations of members [temp.expl.spec]/4 ------------------------------------

// The scope that the class, or the template that it is an instance of, is declared in.
static Scope *scope_of_class(const ClassDecl *cls) {
    return cls->inst.tmpl ? cls->inst.tmpl->d.scope : cls->d.scope;
}

// Headers that a specialization of a member of the class needs: one for each instance around.
static uint32_t headers_around(const ClassDecl *cls) {
    uint32_t n = 0;
    while (cls && !cls->inst.explicit_spec) { // nothing inside of a specialization needs one
        n += cls->inst.tmpl != NULL;
        const Scope *scope = cxx_decl_scope(scope_of_class(cls));
        cls = scope_class(scope);
    }
    return n;
}

// The same parameters and qualifiers.
static bool same_parameters(const FuncType *one, const FuncType *other) {
    if (one->nparam != other->nparam || one->quals != other->quals || one->ref != other->ref)
        return false;
    for (uint32_t i = 0; i < one->nparam; i++)
        if (one->param[i] != other->param[i]) return false;
    return true;
}

// Whether the declarator may specialize the function. A constructor's or conversion function's
// result is not written.
static bool specializes_function(const Decl *decl, const Declarator *specialization) {
    if (decl->kind != D_FUNC || decl->type->kind != TY_FUNC) return false;
    const FuncType *type = &decl->type->u.func, *wanted = &specialization->type->u.func;
    if (!same_parameters(type, wanted)) return false;
    return ((const FuncDecl *)decl)->kind != FK_NORMAL || type->ret == wanted->ret;
}

// Whether it is a function template that has an instance of the declarator's type.
static bool specializes_template(Parse *parse, Decl *member, const Declarator *specialization) {
    DeduceFail why = {0};
    TemplateDecl *tmpl = member->kind == D_TEMPLATE ? (TemplateDecl *)member : NULL;
    if (!tmpl || tmpl->kind != TK_FUNC) return false;
    return cxx_deduce_type(parse, tmpl, specialization->targs, specialization->type, &why);
}

// `template <> void A<int>::f(...)`: whether the class has such a member; `templates`: one more
// header says that it is a template's instance. Where nothing is known, it has.
static bool specializes(Parse *parse, ClassDecl *cls, const Declarator *specialization,
                        bool templates) {
    if (cxx_invents_params(parse, specialization)) return true;
    const Type *type = specialization->type;
    if (type->kind != TY_FUNC || type->u.func.ret->flags & TF_HAS_AUTO) return true;

    for (Decl *decl = map_get(&cls->inner->names, specialization->name); decl; decl = decl->next) {
        if (decl->kind == D_USING) return true;
        bool fits = templates ? specializes_template(parse, decl, specialization)
                              : specializes_function(decl, specialization);
        if (fits) return true;
    }
    return false;
}

// The scope that what specializes a member of `owner` must be enclosed by; NULL: it is unknown.
static const Scope *scope_of_owner(const Decl *owner) {
    switch (owner->kind) {
    case D_NAMESPACE: return ((const NamespaceDecl *)owner)->inner;
    case D_TEMPLATE: return owner->scope;
    case D_CLASS: return scope_of_class((const ClassDecl *)owner);
    default: return NULL;
    }
}

// [temp.expl.spec]/2: it stands in a scope that encloses what it specializes.
static bool encloses(Cxx *cxx, const MemberDef *definition, const Decl *owner) {
    const Scope *scope = scope_of_owner(owner);
    if (!scope || cxx_scope_encloses(definition->scope, scope)) return true;
    return CXX_DIAG(cxx, d_spec_scope, cxx->tokens->at[definition->order].pos, definition->name);
}

// Whether a parameter's type is that of a template with the same list. Its depth may be another: a
// parameter alone is compared by being one.
static bool parameter_fits(const Type *one, const Type *other) {
    if (one->kind == TY_TPARM || other->kind == TY_TPARM) return one->kind == other->kind;
    return !type_differs(one, other);
}

static bool parameters_fit(const FuncType *one, const FuncType *other) {
    if (one->nparam != other->nparam) return false;
    for (uint32_t i = 0; i < one->nparam; i++)
        if (!parameter_fits(one->param[i], other->param[i])) return false;
    return true;
}

static bool same_kinds(const TmplParams *one, const TmplParams *other) {
    if (one->n != other->n) return false;
    for (uint32_t i = 0; i < one->n; i++)
        if (one->parm[i]->kind != other->parm[i]->kind) return false;
    return true;
}

// Reads the specialization from its last header at token `at` as one of the template. What cannot
// be read fits.
static bool fits_template(Cxx *cxx, const MemberDef *definition, const TemplateDecl *tmpl,
                          uint32_t at) {
    Parse parse =
        cxx_parse_at(cxx, at + 1, definition->end, definition->scope, definition->scope->env);
    const TmplParams *params = tm_parse_params(&parse, tmpl->params->depth);
    parse.dependent = true;
    if (!same_kinds(params, tmpl->params)) return false;

    DeclSpec ds = {0};
    Declarator declarator = {0};
    cxx_begin_late_access(&parse);
    parse.type_only = true;
    bool ok = cxx_parse_declspecs(&parse, &ds, true);
    parse.type_only = false;
    ok = ok && cxx_parse_declarator(&parse, &ds, &declarator, false);
    if (!ok || declarator.type->kind != TY_FUNC) return true;
    return parameters_fit(&declarator.type->u.func, &tmpl->pattern->d.type->u.func);
}

// `template <> template <class U> void A<int>::f(U)` at its last header: whether the instance has
// such a member template.
static void check_template_spec(Cxx *cxx, const MemberDef *definition, ClassDecl *cls,
                                uint32_t at) {
    TmplCheck tmpl_check;
    cxx_elaborate_name(cxx, cls->inner, definition->name);
    bool any = false, fits = false;
    tc_begin(cxx, &tmpl_check, false);
    for (Decl *decl = map_get(&cls->inner->names, definition->name); decl; decl = decl->next) {
        const TemplateDecl *tmpl = (const TemplateDecl *)decl;
        if (decl->kind != D_TEMPLATE || tmpl->kind != TK_FUNC) continue;
        any = true;
        fits |= fits_template(cxx, definition, tmpl, at);
    }
    if (any && !fits)
        CXX_DIAG(cxx, tmpl_no_match, cxx->tokens->at[definition->order].pos, definition->name);
    tc_end(cxx, &tmpl_check);
}

// Reads the declaration of a specialization; false where it declares no plain member of the class.
// Specializations may name all [temp.spec.general]/6.
static bool read_specialization(Parse *parse, const ClassDecl *cls, DeclSpec *ds,
                                Declarator *specialization) {
    cxx_begin_late_access(parse);
    parse->type_only = true;
    bool ok = cxx_parse_declspecs(parse, ds, true);
    parse->type_only = false;

    // without a type, `(` begins no declarator
    if (!ok || (!ds->type && cxx_peek(parse) == T_LPAREN)) return false;
    if (!cxx_parse_declarator(parse, ds, specialization, false)) return false;
    return specialization->qual == cls->inner && specialization->fkind == FK_NORMAL;
}

// Judges a specialization behind n headers `template <>`, of which the classes around need
// `around`.
static void check_plain_spec(Parse *parse, ClassDecl *cls, uint32_t n, uint32_t around) {
    Cxx *cxx = parse->x;
    DeclSpec ds = {0};
    Declarator declarator = {0};
    if (!read_specialization(parse, cls, &ds, &declarator)) return;
    cxx_elaborate_name(cxx, cls->inner, declarator.name);

    for (uint32_t i = 0; i < declarator.nparam && around; i++) { // [temp.expl.spec]/21
        const VarDecl *param = declarator.param[i];
        if (param->default_arg.end) CXX_DIAG(cxx, d_default_here, param->d.pos);
    }

    if (n > around + 1) {
        CXX_DIAG(cxx, d_template_headers, declarator.pos);
    } else if (declarator.is_function) {
        if (!specializes(parse, cls, &declarator, n > around))
            CXX_DIAG(cxx, tmpl_no_match, declarator.pos, declarator.name);
    } else if (!map_get(&cls->inner->names, declarator.name)) {
        cxx_say_no_member(parse, declarator.pos, cls->inner, declarator.name);
    }
}

// The class whose member is specialized, complete; NULL: nothing can be said of it.
static ClassDecl *specialized_class(Cxx *cxx, const MemberDef *definition, Decl *owner) {
    if (definition->is_class || owner->kind != D_CLASS) return NULL;
    ClassDecl *cls = (ClassDecl *)owner;
    if (cls->members.unbound || !cxx_class_complete(cxx, cls, cls->d.pos)) return NULL;
    return cls;
}

// A definition with `template <>` in front, which a header with parameters may follow.
static void check_member_spec(Cxx *cxx, MemberDef *definition) {
    Decl *owner = cxx_member_def_owner(cxx, definition);
    if (!owner || !encloses(cxx, definition, owner)) return;
    ClassDecl *cls = specialized_class(cxx, definition, owner);
    if (!cls) return;

    uint32_t n = 0, around = headers_around(cls);
    uint32_t at = definition->begin;
    const Token *token = cxx->tokens->at;
    while (token[at].kind == T_KW_TEMPLATE && token[at + 1].kind == T_LT &&
           token[at + 2].kind == T_GT) {
        at += 3;
        n++;
    }

    if (token[at].kind == T_KW_TEMPLATE) {
        bool header = token[at + 1].kind == T_LT;
        if (header && n == around && definition->is_func && cls->inst.tmpl)
            check_template_spec(cxx, definition, cls, at);
        return;
    }

    TmplCheck tmpl_check;
    tc_begin(cxx, &tmpl_check, false);
    Parse parse = cxx_parse_at(cxx, at, definition->end, definition->scope, definition->scope->env);
    check_plain_spec(&parse, cls, n, around);
    tc_end(cxx, &tmpl_check);
}

// Whether a header with parameters stands in front of a `template <>`.
static bool empty_behind_full(Cxx *cxx, const MemberDef *definition) {
    const Token *token = cxx->tokens->at;
    bool full = false;
    for (uint32_t at = definition->begin;
         token[at].kind == T_KW_TEMPLATE && token[at + 1].kind == T_LT;) {
        bool empty = token[at + 2].kind == T_GT;
        if (empty && full) return true;
        full |= !empty;
        at = empty ? at + 3 : cxx_skip_angles(cxx, at + 1, definition->end);
        if (!at) return false;
    }
    return false;
}

void tc_outside(Cxx *cxx) {
    for (uint32_t i = 0; i < cxx->decls->index.all_member_defs.n; i++) {
        MemberDef *member_def = cxx->decls->index.all_member_defs.at[i];
        if (!member_def->nheaders || member_def->flags & IX_FRIEND) continue;
        if (!cxx_in_main_file(cxx, cxx->tokens->at[member_def->begin].pos)) continue;
        if (empty_behind_full(cxx, member_def)) { // [temp.expl.spec]/18
            CXX_DIAG(cxx, tmpl_spec_in_template, cxx->tokens->at[member_def->order].pos);
            continue;
        }
        if (member_def->flags & IX_SPECIALIZATION)
            check_member_spec(cxx, member_def);
        else
            check_definition(cxx, member_def);
    }
}
