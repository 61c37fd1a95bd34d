// SPDX-License-Identifier: Apache-2.0
// What declarations of functions, variables and members must not say, judged when they are made:
// specifiers [dcl.spec], members [class], operators [over.oper], literal operators [over.literal],
// guides [temp.deduct.guide]. Only the main file's (with
// --check-all all) are judged: what a header says was judged by others.
#include "cxx/facts/diag.h"
#include "cxx/lookup/lookup.h"
#include "cxx/decl/decl.h"

static bool judged(const Parse *parse, const Decl *decl) {
    return !parse->env && (parse->x->opt.check_all || (decl->flags & DF_IN_MAIN_FILE));
}

// [dcl.fct]/6: the function of a class, neither static nor virtual, without qualifiers.
void cxx_set_explicit_object(Parse *parse, FuncDecl *func, const DeclSpec *ds,
                             const Declarator *declarator) {
    const FuncType *type = func->d.type->kind == TY_FUNC ? &func->d.type->u.func : NULL;
    bool special = is_any_of(func->kind, FK_CTOR, FK_DTOR);
    bool said_static = ds->flags & DF_STATIC, qualified = type && (type->quals || type->ref);
    if (!func->cls || special || said_static || ds->is_virtual || qualified) {
        CXX_DIAG(parse->x, d_explicit_object, declarator->pos);
        return;
    }
    func->explicit_object = true;
    func->d.flags |= DF_STATIC;
}

// Whether the type is a class whose definition does not stand before token `at`: one is found
// wherever it stands, which is right in bodies of members only.
bool cxx_incomplete_at(Cxx *cxx, const Type *type, uint32_t at) {
    while (ty_is_array(type)) type = type->u.array.elem;
    if (type->kind != TY_CLASS) return false;
    ClassDecl *c = type->u.cls;
    if (c->inst.tmpl || c->env || c->closure.is || c->members.unbound || c->written.is_local ||
        !c->d.order)
        return false;
    if (!c->written.body.end && !c->members.complete) cxx_find_class_def(cxx, c);
    if (!c->written.body.end) return !c->members.complete && !(c->d.flags & DF_INVALID);
    return c->written.body.begin > at;
}

static void check_complete(Parse *parse, const Type *type, uint32_t at, Pos pos) {
    if (cxx_incomplete_at(parse->x, type, at))
        CXX_DIAG(parse->x, d_incomplete_here, pos, ty_unqual((Type *)type));
}

// [dcl.fct]/12: of a definition, parameters and result are complete; of one in a class, at its end.
static void check_types(Parse *parse, const FuncDecl *func, const DeclSpec *ds,
                        const Scope *scope) {
    if (!func->body.range.end || func->written.deleted) return;
    uint32_t at = func->body.range.begin;
    for (; scope && scope->kind != SC_NAMESPACE; scope = scope->parent)
        if (scope->kind == SC_CLASS) at = CU_MAX(at, scope->cls->written.body.end);
    for (uint32_t i = 0; i < func->nparam; i++) {
        Type *t = func->param[i]->d.type;
        check_complete(parse, t, at, func->param[i]->d.pos);
    }
    check_complete(parse, func->d.type->u.func.ret, at, ds->type_pos ? ds->type_pos : func->d.pos);
}

// What no other unit sees cannot be weak.
static void check_weak(Parse *parse, const Decl *decl) {
    if (decl->flags & DF_WEAK && decl->linkage == LK_INTERNAL && parse->x->opt.check_all)
        CXX_DIAG(parse->x, d_weak_internal, decl->pos, decl->name);
}

static void not_here(Parse *parse, Pos pos, const char *word) {
    CXX_DIAG(parse->x, d_specifier_here, pos, word);
}

// [over.oper.general]/7: a class or enumeration, or a reference to one; GNU: a vector. What is not
// known yet may be one.
static bool class_or_enum(const Type *type) {
    while (ty_is_ref(type) || type->kind == TY_PACK) type = type->u.ptr.to;
    if (ty_dependent(type) || type->flags & TF_HAS_AUTO) return true;
    return is_any_of(type->kind, TY_CLASS, TY_ENUM, TY_VECTOR, TY_ERROR);
}

// [basic.stc.dynamic.allocation]/1: void *operator new(std::size_t, ...), the size without a
// default.
static bool allocates(const FuncDecl *func) {
    const FuncType *type = &func->d.type->u.func;
    if (type->ret->kind != TY_PTR || type->ret->u.ptr.to->kind != TY_VOID) return false;
    if (!type->nparam || type->param[0]->unqual->kind != TY_ULONG) return false;
    return !func->param[0]->default_arg.end;
}

static bool is_destroying_tag(Cxx *cxx, const Type *type) {
    if (!type || type->kind != TY_CLASS || !type->u.cls->d.name) return false;
    return strcmp(atom_str(cxx->ctx, type->u.cls->d.name), "destroying_delete_t") == 0;
}

// [basic.stc.dynamic.deallocation]/2, /3: void operator delete(void *, ...), or of a pointer to the
// class if it destroys the object itself.
static bool deallocates(Cxx *cxx, const FuncType *type) {
    const Type *first = type->nparam ? type->param[0]->unqual : NULL;
    const Type *second = type->nparam > 1 ? type->param[1] : NULL;
    if (type->ret->kind != TY_VOID || !first || first->kind != TY_PTR) return false;
    TyKind pointee = (TyKind)first->u.ptr.to->kind;
    return pointee == (is_destroying_tag(cxx, second) ? TY_CLASS : TY_VOID);
}

// [basic.stc.dynamic.general], [class.free]: where and how `operator new` and `delete` are
// declared.
static void check_allocation(Parse *parse, const FuncDecl *func, const DeclSpec *ds,
                             const Declarator *declarator, const Scope *scope) {
    Cxx *cxx = parse->x;
    if (scope->kind == SC_NAMESPACE && scope != cxx->global) {
        CXX_DIAG(cxx, d_allocation_scope, declarator->pos);
        return;
    }
    if (scope == cxx->global && ds->flags & DF_STATIC) not_here(parse, declarator->pos, "static");

    // what depends, or is in error, is judged elsewhere
    const FuncType *type = &func->d.type->u.func;
    const Type *first = type->nparam ? type->param[0]->unqual : type->ret;
    if (ty_dependent(type->ret) || ty_dependent(first)) return;
    if (type->ret->kind == TY_ERROR || first->kind == TY_ERROR) return;

    bool fresh = is_any_of(declarator->op, OP_NEW, OP_NEW_ARRAY);
    if (!(fresh ? allocates(func) : deallocates(cxx, type)))
        CXX_DIAG(cxx, d_allocation_form, declarator->pos, &func->d);
}

// [over.ass], [over.call], [over.sub], [over.ref]: operators that are members only.
static bool is_member_operator(uint8_t op) {
    return is_any_of(op, OP_CALL, OP_SUBSCRIPT, OP_ARROW, OP_ASSIGN);
}

// [over.oper.general]/10: a call's parameters are like any function's, an operand is always given.
static void check_operands(Parse *parse, const FuncDecl *func, const Declarator *declarator) {
    bool any = declarator->op == OP_SUBSCRIPT && parse->x->opt.std >= 23; // [over.sub]/1
    if (declarator->op == OP_CALL || any) return;
    for (uint32_t i = 0; i < func->nparam; i++) {
        if (!func->param[i]->default_arg.end) continue;
        CXX_DIAG(parse->x, d_default_here, func->param[i]->d.pos);
        break;
    }
    if (func->d.type->u.func.variadic) CXX_DIAG(parse->x, d_operator_ellipsis, declarator->pos);
}

// [over.oper.general]/7: a member, or a function that some class or enumeration is an operand of.
static void check_operator(Parse *parse, const FuncDecl *func, const Declarator *declarator,
                           bool member) {
    check_operands(parse, func, declarator);
    if (is_member_operator(declarator->op) && !member && !declarator->qual) {
        CXX_DIAG(parse->x, d_operator_member, declarator->pos, &func->d);
        return;
    }
    if (member) {
        bool may_be_static = is_any_of(declarator->op, OP_CALL, OP_SUBSCRIPT);
        may_be_static |= func->explicit_object;
        if (func->d.flags & DF_STATIC && !may_be_static) not_here(parse, declarator->pos, "static");
        return;
    }
    bool any = declarator->qual != NULL;
    for (uint32_t i = 0; i < func->nparam; i++) any |= class_or_enum(func->param[i]->d.type);
    if (!any) CXX_DIAG(parse->x, d_operator_params, declarator->pos, &func->d);
}

static bool literal_char(const Type *type) {
    return is_any_of(type->unqual->kind, TY_CHAR, TY_WCHAR, TY_CHAR8, TY_CHAR16, TY_CHAR32);
}

// [over.literal]/3: the parameters of a literal operator.
static bool literal_params(const FuncDecl *func) {
    const FuncType *t = &func->d.type->u.func;
    if (!t->nparam || t->nparam > 2 || t->variadic) return false;
    const Type *a = t->param[0];
    if (ty_dependent(a) || a->kind == TY_ERROR) return true;
    bool string = a->kind == TY_PTR && literal_char(a->u.ptr.to) && a->u.ptr.to->quals == Q_CONST;
    if (t->nparam == 2) return string && t->param[1]->unqual->kind == TY_ULONG;
    if (string) return a->u.ptr.to->unqual->kind == TY_CHAR;
    uint8_t k = a->unqual->kind;
    return is_any_of(k, TY_ULLONG, TY_LDOUBLE) || literal_char(a);
}

// [over.literal]/5: of a literal operator template. The GNU form takes the type first.
static bool literal_tparams(Cxx *cxx, const TmplParams *ps) {
    if (ps->n == 2) return ps->parm[0]->kind == TA_TYPE && !ps->parm[0]->pack && ps->parm[1]->pack;
    if (ps->n != 1 || ps->parm[0]->kind != TA_VALUE) return false;
    const Type *t = ps->parm[0]->d.type;
    if (t && t->kind == TY_PACK) t = t->u.ptr.to;
    if (ps->parm[0]->pack) return t && t->kind == TY_CHAR;
    return cxx->opt.std >= 20 && t && (is_any_of(t->kind, TY_CLASS, TY_CTAD) || ty_dependent(t));
}

// [over.literal]: a literal operator has parameters of one of the forms that literals have.
static void check_literal(Parse *parse, const FuncDecl *func, const Declarator *declarator) {
    Cxx *cxx = parse->x;
    for (uint32_t i = 0; i < func->nparam; i++) {
        if (func->param[i]->default_arg.end) {
            CXX_DIAG(cxx, d_literal_default, func->param[i]->d.pos);
            return;
        }
    }
    if (!parse->dependent && !declarator->targs && !literal_params(func))
        CXX_DIAG(cxx, d_literal_params, declarator->pos, &func->d);
}

void cxx_check_literal_template(Parse *parse, const FuncDecl *func, const TmplParams *ps, Pos pos) {
    if (!judged(parse, &func->d) || func->d.type->kind != TY_FUNC) return;
    if (func->d.type->u.func.nparam || !literal_tparams(parse->x, ps))
        CXX_DIAG(parse->x, d_literal_params, pos, &func->d);
}

// ---- specifiers of functions -------------------------------------------------------------------

// `main` of the global namespace [basic.start.main]/1.
static bool is_main(const Parse *parse, Atom name, const Declarator *d, const Scope *scope) {
    return name == parse->x->n.main && scope == parse->x->global && !d->qual;
}

// [dcl.fct.default]/4: of a friend that is not defined, none.
static void check_friend_defaults(Parse *parse, const FuncDecl *func) {
    for (uint32_t i = 0; i < func->nparam && !func->body.defined; i++) {
        if (!func->param[i]->default_arg.end) continue;
        CXX_DIAG(parse->x, d_friend_default, func->param[i]->d.pos);
        return;
    }
}

// [basic.start.main]/2
static void check_main(Parse *parse, const FuncDecl *func, const Declarator *d,
                       const Scope *scope) {
    const FuncType *t = &func->d.type->u.func;
    if (!is_main(parse, func->d.name, d, scope)) return;
    bool result = t->ret->kind == TY_INT || t->ret->flags & TF_HAS_AUTO || t->ret->kind == TY_ERROR;
    bool first = !t->nparam || is_any_of(t->param[0]->kind, TY_INT, TY_ERROR);
    if (!result || !first || parse->dependent) CXX_DIAG(parse->x, d_main_form, d->pos);
}

// The class template that a guide is for.
static const TemplateDecl *guided(Parse *parse, const Declarator *declarator, Scope *scope) {
    Lookup l;
    cxx_lookup_in(parse, scope, declarator->name, LU_LOCAL, &l);
    for (uint32_t i = 0; i < l.n; i++) {
        const TemplateDecl *t = (const TemplateDecl *)l.at[i];
        if (t->d.kind == D_TEMPLATE && t->kind == TK_CLASS) return t;
    }
    return NULL;
}

// [temp.deduct.guide]/3
void cxx_check_guide(Parse *parse, FuncDecl *func, const DeclSpec *ds, const Declarator *declarator,
                     Scope *scope, Access acc) {
    if (!judged(parse, &func->d)) return;
    unsigned storage = DF_STATIC | DF_INLINE | DF_CONSTEXPR | DF_MUTABLE | DF_EXTERN;
    if (!declarator->has_trailing_ret) {
        CXX_DIAG(parse->x, d_no_type, declarator->pos);
        func->d.flags |= DF_INVALID;
        return;
    }
    if (func->body.range.end) CXX_DIAG(parse->x, d_guide_body, declarator->pos);
    if (ds->flags & storage) CXX_DIAG(parse->x, d_guide_specifier, declarator->pos);
    const TemplateDecl *t = guided(parse, declarator, scope);
    if (!t || declarator->qual || cxx_decl_scope(t->d.scope) != scope) {
        CXX_DIAG(parse->x, d_guide_scope, declarator->pos, declarator->name);
        return;
    }
    if (scope->kind == SC_CLASS && t->d.access != acc)
        CXX_DIAG(parse->x, d_guide_access, declarator->pos, &t->d);
    const Type *r = func->d.type->u.func.ret;
    bool same = (r->kind == TY_CLASS && r->u.cls->inst.tmpl == t) ||
                (r->kind == TY_SPEC && r->u.spec.tmpl == &t->d) || r->kind == TY_ERROR;
    if (!same || r->quals) CXX_DIAG(parse->x, d_guide_result, declarator->pos, &t->d);
}

// A function declared by a typedef has only its type to judge.
void cxx_check_func(Parse *parse, const DeclSpec *ds, const Declarator *declarator, FuncDecl *func,
                    Scope *scope) {
    if (!judged(parse, &func->d) || func->d.type->kind != TY_FUNC) return;
    check_weak(parse, &func->d);
    const FuncType *func_type = &func->d.type->u.func;
    // `F f;` [dcl.fct]/6
    if (!declarator->is_function && (func_type->quals || func_type->ref) &&
        (!func->cls || func->d.flags & DF_STATIC))
        CXX_DIAG(parse->x, d_quals_here, declarator->pos);
    if (!declarator->is_function || func->kind == FK_GUIDE) return; // cxx_check_guide
    if (declarator->type->u.func.ret->kind == TY_CTAD && !is_any_of(func->kind, FK_CTOR, FK_DTOR)) {
        CXX_DIAG(parse->x, d_template_needs_args, ds->type_pos,
                 declarator->type->u.func.ret->u.spec.tmpl);
        return;
    }
    if (ds->attrs && ds->attrs->alignas_pos) // [dcl.align]/1
        CXX_DIAG(parse->x, d_alignas_here, ds->attrs->alignas_pos);
    check_types(parse, func, ds, declarator->qual ? declarator->qual : scope);
    cxx_check_func_rules(parse, func, ds, declarator, scope,
                         is_main(parse, func->d.name, declarator, scope));
    if (func->kind == FK_LITERAL_OP) check_literal(parse, func, declarator);
    if (ds->is_friend && (scope->kind == SC_CLASS || declarator->qual))
        check_friend_defaults(parse, func);
    if (func->kind == FK_NORMAL && !declarator->op) check_main(parse, func, declarator, scope);
    if (declarator->op >= OP_NEW && declarator->op <= OP_DELETE_ARRAY)
        check_allocation(parse, func, ds, declarator, scope);
    else if (declarator->op)
        check_operator(parse, func, declarator, scope->kind == SC_CLASS && !ds->is_friend);
}

// ---- variables and fields ----------------------------------------------------------------------

// The types of static data members that may have an initialiser in their class without more words.
static bool may_have_init(const Type *type) {
    return ty_is_arith(type) || type->kind == TY_ENUM;
}

// [class.static.data]: a static data member in its class, whose initialiser, if it has one, must be
// a constant of a const integral type unless it is inline.
static void check_static_member(Parse *parse, const DeclSpec *ds, const Declarator *declarator,
                                VarDecl *var, const Scope *scope) {
    Cxx *cxx = parse->x;
    if (scope->cls->written.is_local || (!scope->cls->d.name && !scope->cls->closure.is))
        CXX_DIAG(cxx, d_static_local_class, declarator->pos);
    bool complete = ds->flags & (DF_CONSTEXPR | DF_INLINE);
    Type *type = ty_element(var->d.type);
    if (ty_dependent(type) || type->kind == TY_ERROR || type->flags & TF_HAS_AUTO) return;
    if (complete && type->kind == TY_CLASS && type->u.cls != scope->cls)
        check_complete(parse, type, declarator->order, declarator->pos);
    if (complete && type->kind == TY_CLASS && type->u.cls == scope->cls) {
        CXX_DIAG(cxx, d_incomplete_type, declarator->pos, ty_unqual(type));
        var->d.flags |= DF_INVALID;
    } else if (var->init_style && !complete && !(type->quals & Q_CONST)) {
        CXX_DIAG(cxx, d_static_init, declarator->pos, &var->d);
    } else if (var->init_style && !complete && !may_have_init(var->d.type)) {
        CXX_DIAG(cxx, d_static_type, declarator->pos, var->d.type); // floating ones are GNU's
    } else if (ds->flags & DF_CONSTEXPR && !var->init_style && type->kind != TY_CLASS) {
        CXX_DIAG(cxx, d_const_needs_init, declarator->pos, var->d.name);
    }
}

// What no variable has; and what is said of its type where it is defined.
void cxx_check_var(Parse *parse, const DeclSpec *ds, const Declarator *declarator, VarDecl *var,
                   Scope *scope) {
    Cxx *cxx = parse->x;
    if (!judged(parse, &var->d)) return;
    check_weak(parse, &var->d);
    static const uint8_t refused[] = {SW_VIRTUAL, SW_EXPLICIT, SW_MUTABLE, SW_FRIEND};
    cxx_refuse_words(parse, ds, refused, CU_COUNT(refused), declarator->pos);
    if (declarator->op || declarator->fkind != FK_NORMAL)
        CXX_DIAG(cxx, d_operator_variable, declarator->pos);
    if (cxx_auto_parm(declarator->type)) CXX_DIAG(cxx, d_auto_not_allowed, declarator->pos);
    if (is_main(parse, var->d.name, declarator, scope)) CXX_DIAG(cxx, d_main_form, declarator->pos);
    if (declarator->qual && declarator->qual->kind == SC_CLASS &&
        ds->flags & (DF_STATIC | DF_EXTERN))
        CXX_DIAG(cxx, d_storage_here, declarator->pos);
    bool of_namespace = scope->kind == SC_NAMESPACE && !(ds->flags & DF_EXTERN);
    if (var->defined && (of_namespace || declarator->qual)) // [basic.def]/5
        check_complete(parse, var->d.type, declarator->order, declarator->pos);
    if (scope->kind == SC_CLASS && !declarator->qual)
        check_static_member(parse, ds, declarator, var, scope);
}

// [dcl.stc]/8, of the type that an instance has, too.
static void check_mutable(Parse *parse, const FieldDecl *field_decl) {
    if (!(field_decl->d.flags & DF_MUTABLE)) return;
    if (ty_is_ref(field_decl->d.type) || field_decl->d.type->quals & Q_CONST)
        not_here(parse, field_decl->d.pos, "mutable");
}

// [class.mem.general]: what no nonstatic data member has, and what no member of a union is.
void cxx_check_field(Parse *parse, const DeclSpec *ds, FieldDecl *field_decl, Scope *scope) {
    Cxx *cxx = parse->x;
    if (scope->kind != SC_CLASS) return;
    bool instance = parse->env && cxx->opt.check_all && field_decl->d.flags & DF_IN_MAIN_FILE;
    if (instance || judged(parse, &field_decl->d)) check_mutable(parse, field_decl);
    if (!judged(parse, &field_decl->d)) return;
    if (field_decl->d.type->kind == TY_CLASS && field_decl->d.type->u.cls != scope->cls)
        check_complete(parse, field_decl->d.type, field_decl->d.order,
                       field_decl->d.pos); // [class.mem]/14
    static const uint8_t refused[] = {SW_VIRTUAL, SW_EXPLICIT};
    cxx_refuse_words(parse, ds, refused, CU_COUNT(refused), field_decl->d.pos);
    if (ds->flags & DF_INLINE && !(ds->flags & DF_CONSTEXPR))
        not_here(parse, field_decl->d.pos, "inline");
    if (scope->cls->tag != CT_UNION) return;
    if (ty_is_ref(field_decl->d.type))
        CXX_DIAG(cxx, d_union_reference, field_decl->d.pos, &field_decl->d);
    if (!field_decl->init_style) return;
    for (uint32_t i = 0; i < scope->cls->members.fields.n; i++) { // [class.mem]/10: at most one
        FieldDecl *o = scope->cls->members.fields.at[i];
        if (o != field_decl && o->init_style && o->d.order != field_decl->d.order) {
            CXX_DIAG(cxx, d_union_inits, field_decl->d.pos);
            return;
        }
    }
}

// ---- redeclarations and overriding -------------------------------------------------------------

// func declares `old` again: [dcl.fct.def.delete]/4, [except.spec]/4.
void cxx_check_again(Cxx *cxx, FuncDecl *old, FuncDecl *func) {
    bool spec = old->inst.explicit_spec;
    if (old->d.order == func->d.order || (old->d.env && !spec) || func->d.env || old->is_implicit)
        return;
    bool main_file = (old->d.flags & DF_IN_MAIN_FILE || spec) && func->d.flags & DF_IN_MAIN_FILE;
    if (!main_file || old->d.flags & DF_INVALID) return;
    if (cxx->opt.check_all && func->kind == FK_GUIDE) // [temp.deduct.guide]/3
        CXX_DIAG(cxx, d_guide_again, func->d.pos);
    if (func->written.deleted && !old->written.deleted) {
        CXX_DIAG(cxx, d_deleted_late, func->d.pos, &func->d);
        return;
    }
    unsigned ce = DF_CONSTEXPR | DF_CONSTEVAL;
    if (cxx->opt.check_all && (old->d.flags ^ func->d.flags) & ce)
        CXX_DIAG(cxx, d_constexpr_differs, func->d.pos, &func->d);
    if (func->written.defaulted || ty_dependent(func->d.type)) return;
    if (func->kind == FK_DTOR && !cxx->opt.check_all) return;
    if (old->d.type->u.func.noexcept_dep || func->d.type->u.func.noexcept_dep) return;
    if (cxx_func_noexcept(cxx, old) != cxx_func_noexcept(cxx, func))
        CXX_DIAG(cxx, d_noexcept_differs, func->d.pos, &func->d);
}

// func overrides fn.
void cxx_check_override(Cxx *cxx, FuncDecl *func, FuncDecl *fn) {
    if (!cxx->opt.check_all && !(func->d.flags & DF_IN_MAIN_FILE)) return;
    if (func->d.type->kind != TY_FUNC || fn->d.type->kind != TY_FUNC || func->kind == FK_DTOR)
        return;
    const FuncType *a = &func->d.type->u.func, *b = &fn->d.type->u.func;
    const Token *t = &cxx->tokens->at[func->written.noexcept_.begin];
    bool may_throw =
        !func->written.noexcept_.end || t->kind == T_KW_FALSE; // as written [except.spec]/5
    if (b->noexcept_ && !a->noexcept_ && may_throw && func->kind == FK_NORMAL &&
        !func->written.deleted && !func->written.defaulted)
        CXX_DIAG(cxx, d_override_throws, func->d.pos, &func->d, &fn->d);
    if ((func->d.flags ^ fn->d.flags) & DF_CONSTEVAL)
        CXX_DIAG(cxx, d_override_consteval, func->d.pos, &func->d, &fn->d);
    if (fn->written.deleted != func->written.deleted && !func->is_implicit)
        CXX_DIAG(cxx, d_override_deleted, func->d.pos, &func->d, &fn->d);
}
