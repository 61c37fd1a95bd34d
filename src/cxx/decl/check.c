// SPDX-License-Identifier: Apache-2.0
// What declarations of functions, variables and members must not say, judged when they are made:
// specifiers [dcl.spec], members [class], operators [over.oper], literal operators [over.literal],
// guides [temp.deduct.guide]. Without --check-all only the main file's are judged: what a header
// says was judged by others.
#include "cxx/facts/diag.h"
#include "cxx/lookup/lookup.h"
#include "cxx/decl/decl.h"

static bool judged(const Parse *parse, const Decl *declared) {
    return !parse->env && (parse->x->opt.check_all || (declared->flags & DF_IN_MAIN_FILE));
}

// cv-qualifiers or a reference qualifier, which say what object a member is called for.
static bool has_qualifiers(const Type *type) {
    if (type->kind != TY_FUNC) return false;
    return type->u.func.quals || type->u.func.ref;
}

// [dcl.fct]/6: a function of a class, neither static nor virtual, without qualifiers.
static bool may_have_explicit_object(const FuncDecl *func, const DeclSpec *ds) {
    if (!func->cls || is_any_of(func->kind, FK_CTOR, FK_DTOR)) return false;
    if (ds->flags & DF_STATIC || ds->is_virtual) return false;
    return !has_qualifiers(func->d.type);
}

void cxx_set_explicit_object(Parse *parse, FuncDecl *func, const DeclSpec *ds,
                             const Declarator *written) {
    if (!may_have_explicit_object(func, ds)) {
        CXX_DIAG(parse->x, d_explicit_object, written->pos);
        return;
    }
    func->explicit_object = true;
    func->d.flags |= DF_STATIC;
}

// ---- complete types ----------------------------------------------------------------------------

// A class whose place in the file does not say where it is complete: of a template, of a lambda
// expression, local, or made by the compiler.
static bool is_placeless(const ClassDecl *cls) {
    bool of_template = cls->inst.tmpl || cls->env || cls->members.unbound;
    return of_template || cls->closure.is || cls->written.is_local || !cls->d.order;
}

// Whether the type is a class whose definition does not stand before token `at`: one is found
// wherever it stands, which is right in bodies of members only.
bool cxx_incomplete_at(Cxx *cxx, const Type *needed, uint32_t at) {
    while (ty_is_array(needed)) needed = needed->u.array.elem;
    if (needed->kind != TY_CLASS || is_placeless(needed->u.cls)) return false;

    // nobody may have needed the definition before
    ClassDecl *cls = needed->u.cls;
    if (!cls->written.body.end && !cls->members.complete) cxx_find_class_def(cxx, cls);

    if (cls->written.body.end) return cls->written.body.begin > at;
    return !cls->members.complete && !(cls->d.flags & DF_INVALID);
}

static void check_complete(Parse *parse, const Type *needed, uint32_t at, Pos pos) {
    if (cxx_incomplete_at(parse->x, needed, at))
        CXX_DIAG(parse->x, d_incomplete_here, pos, ty_unqual((Type *)needed));
}

// The token up to which types may be completed for something at token `at`: the end of the classes
// around it, where their members' bodies are read [class.mem.general].
static uint32_t end_of_classes(const Scope *scope, uint32_t at) {
    for (; scope_is_inner(scope); scope = scope->parent)
        if (scope->kind == SC_CLASS) at = CU_MAX(at, scope->cls->written.body.end);
    return at;
}

// [dcl.fct]/12: of a definition, parameters and result are complete; of one in a class, at its end.
static void check_types(Parse *parse, const FuncDecl *func, const DeclSpec *ds, const Scope *home) {
    if (!func->body.range.end || func->written.deleted) return;
    uint32_t at = end_of_classes(home, func->body.range.begin);

    for (uint32_t i = 0; i < func->nparam; i++) {
        const VarDecl *param = func->param[i];
        check_complete(parse, param->d.type, at, param->d.pos);
    }

    // a constructor has no type in front
    Pos result_pos = ds->type_pos ? ds->type_pos : func->d.pos;
    check_complete(parse, func->d.type->u.func.ret, at, result_pos);
}

// ---- parameters --------------------------------------------------------------------------------

// The first parameter with a default argument; NULL: none has one.
static const VarDecl *first_default(const FuncDecl *func) {
    for (uint32_t i = 0; i < func->nparam; i++)
        if (func->param[i]->default_arg.end) return func->param[i];
    return NULL;
}

// What no other unit sees cannot be weak.
static void check_weak(Parse *parse, const Decl *declared) {
    if (declared->flags & DF_WEAK && declared->linkage == LK_INTERNAL && parse->x->opt.check_all)
        CXX_DIAG(parse->x, d_weak_internal, declared->pos, declared->name);
}

static void not_here(Parse *parse, Pos pos, const char *word) {
    CXX_DIAG(parse->x, d_specifier_here, pos, word);
}

// ---- operators ---------------------------------------------------------------------------------

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

static bool is_destroying_tag(Cxx *cxx, const Type *parameter) {
    if (!ty_is_class(parameter) || !parameter->u.cls->d.name) return false;
    return strcmp(atom_str(cxx->ctx, parameter->u.cls->d.name), "destroying_delete_t") == 0;
}

// [basic.stc.dynamic.deallocation]/2, /3: void operator delete(void *, ...), or of a pointer to the
// class if it destroys the object itself.
static bool deallocates(Cxx *cxx, const FuncType *signature) {
    const Type *first = signature->nparam ? signature->param[0]->unqual : NULL;
    const Type *second = signature->nparam > 1 ? signature->param[1] : NULL;
    if (signature->ret->kind != TY_VOID || !first || first->kind != TY_PTR) return false;
    TyKind pointee = (TyKind)first->u.ptr.to->kind;
    return pointee == (is_destroying_tag(cxx, second) ? TY_CLASS : TY_VOID);
}

// Whether the type depends on a parameter of a template or is in error: judged elsewhere.
static bool is_unknown(const Type *type) {
    return ty_dependent(type) || type->kind == TY_ERROR;
}

// [basic.stc.dynamic.general], [class.free]: where and how `operator new` and `delete` are
// declared.
static void check_allocation(Parse *parse, const FuncDecl *func, const DeclSpec *ds,
                             const Declarator *written, const Scope *home) {
    Cxx *cxx = parse->x;
    bool global = home == cxx->global;
    if (home->kind == SC_NAMESPACE && !global) {
        CXX_DIAG(cxx, d_allocation_scope, written->pos);
        return;
    }
    if (global && ds->flags & DF_STATIC) not_here(parse, written->pos, "static");

    const FuncType *type = &func->d.type->u.func;
    const Type *first = type->nparam ? type->param[0]->unqual : type->ret;
    if (is_unknown(type->ret) || is_unknown(first)) return;

    bool is_new = is_any_of(written->op, OP_NEW, OP_NEW_ARRAY);
    bool right = is_new ? allocates(func) : deallocates(cxx, type);
    if (!right) CXX_DIAG(cxx, d_allocation_form, written->pos, &func->d);
}

// [over.ass], [over.call], [over.sub], [over.ref]: operators that are members only.
static bool is_member_operator(uint8_t op) {
    return is_any_of(op, OP_CALL, OP_SUBSCRIPT, OP_ARROW, OP_ASSIGN);
}

// [over.call], [over.sub]/1 of C++23: these take arguments as any function does.
static bool takes_any_arguments(const Cxx *cxx, uint8_t op) {
    return op == OP_CALL || (op == OP_SUBSCRIPT && cxx->opt.std >= 23);
}

// [over.oper.general]/10: of the other operators, an operand is always given.
static void check_operands(Parse *parse, const FuncDecl *func, const Declarator *written) {
    if (takes_any_arguments(parse->x, written->op)) return;
    const VarDecl *defaulted = first_default(func);
    if (defaulted) CXX_DIAG(parse->x, d_default_here, defaulted->d.pos);
    if (func->d.type->u.func.variadic) CXX_DIAG(parse->x, d_operator_ellipsis, written->pos);
}

// [over.oper.general]/7: some parameter is of a class or enumeration. What the qualified name of a
// definition means is judged where it was declared.
static bool has_class_operand(const FuncDecl *func, const Declarator *written) {
    if (written->qual) return true;
    for (uint32_t i = 0; i < func->nparam; i++)
        if (class_or_enum(func->param[i]->d.type)) return true;
    return false;
}

// [over.oper.general]/7, [over.call]/1, [over.sub]/1: a static member is no operator but these.
// One with an explicit object has the flag, too (cxx_set_explicit_object).
static bool may_be_static_operator(const FuncDecl *func, uint8_t op) {
    return func->explicit_object || is_any_of(op, OP_CALL, OP_SUBSCRIPT);
}

// [over.oper.general]/7: a member, or a function that some class or enumeration is an operand of.
static void check_operator(Parse *parse, const FuncDecl *func, const Declarator *written,
                           bool member) {
    check_operands(parse, func, written);

    if (member) {
        if (func->d.flags & DF_STATIC && !may_be_static_operator(func, written->op))
            not_here(parse, written->pos, "static");
        return;
    }

    if (is_member_operator(written->op) && !written->qual)
        CXX_DIAG(parse->x, d_operator_member, written->pos, &func->d);
    else if (!has_class_operand(func, written))
        CXX_DIAG(parse->x, d_operator_params, written->pos, &func->d);
}

// ---- literal operators -------------------------------------------------------------------------

static bool is_character(const Type *type) {
    return is_any_of(type->unqual->kind, TY_CHAR, TY_WCHAR, TY_CHAR8, TY_CHAR16, TY_CHAR32);
}

// `const C *` of a character type C, which is given; else NULL.
static const Type *string_of(const Type *type) {
    if (type->kind != TY_PTR) return NULL;
    const Type *pointee = type->u.ptr.to;
    return pointee->quals == Q_CONST && is_character(pointee) ? pointee->unqual : NULL;
}

// [over.literal]/3: the parameters of a literal operator: the value of a literal, the spelling of a
// number, or a string and its length.
static bool literal_params(const FuncDecl *func) {
    const FuncType *type = &func->d.type->u.func;
    if (!is_any_of(type->nparam, 1, 2) || type->variadic) return false;
    const Type *first = type->param[0];
    if (is_unknown(first)) return true;

    const Type *character = string_of(first);
    if (type->nparam == 2) return character && type->param[1]->unqual->kind == TY_ULONG;
    if (character) return character->kind == TY_CHAR;
    return is_any_of(first->unqual->kind, TY_ULLONG, TY_LDOUBLE) || is_character(first);
}

// `template <class C, C... c>`, which is GNU's: the type of the characters and these.
static bool takes_characters_of_type(const TmplParams *params) {
    const TParmDecl *type = params->parm[0], *characters = params->parm[1];
    return type->kind == TA_TYPE && !type->pack && characters->pack;
}

// [temp.param]: a type that a string, wrapped in a class, is an argument of.
static bool may_hold_string(const Type *type) {
    return is_any_of(type->kind, TY_CLASS, TY_CTAD) || ty_dependent(type);
}

// [over.literal]/5: the parameters of a literal operator template: `char...`, or since C++20 one
// of a class.
static bool literal_tparams(Cxx *cxx, const TmplParams *params) {
    if (params->n == 2) return takes_characters_of_type(params);
    if (params->n != 1 || params->parm[0]->kind != TA_VALUE) return false;

    const Type *type = params->parm[0]->d.type;
    if (type && type->kind == TY_PACK) type = type->u.ptr.to;
    if (!type) return false;
    if (params->parm[0]->pack) return type->kind == TY_CHAR;
    return cxx->opt.std >= 20 && may_hold_string(type);
}

// [over.literal]: a literal operator has parameters of one of the forms that literals have.
static void check_literal(Parse *parse, const FuncDecl *func, const Declarator *written) {
    const VarDecl *defaulted = first_default(func);
    if (defaulted) {
        CXX_DIAG(parse->x, d_literal_default, defaulted->d.pos);
        return;
    }
    bool of_template = parse->dependent || written->targs; // cxx_check_literal_template
    if (!of_template && !literal_params(func))
        CXX_DIAG(parse->x, d_literal_params, written->pos, &func->d);
}

void cxx_check_literal_template(Parse *parse, const FuncDecl *func, const TmplParams *ps, Pos pos) {
    if (!judged(parse, &func->d) || func->d.type->kind != TY_FUNC) return;
    if (func->d.type->u.func.nparam || !literal_tparams(parse->x, ps))
        CXX_DIAG(parse->x, d_literal_params, pos, &func->d);
}

// ---- specifiers of functions -------------------------------------------------------------------

// `main` of the global namespace [basic.start.main]/1.
static bool is_main(const Parse *parse, Atom name, const Declarator *d, const Scope *home) {
    return name == parse->x->n.main && home == parse->x->global && !d->qual;
}

// [dcl.fct.default]/4: of a friend that is not defined, none.
static void check_friend_defaults(Parse *parse, const FuncDecl *func) {
    const VarDecl *defaulted = func->body.defined ? NULL : first_default(func);
    if (defaulted) CXX_DIAG(parse->x, d_friend_default, defaulted->d.pos);
}

// [basic.start.main]/2: int main(), int main(int, ...), and no template.
static bool is_form_of_main(const FuncType *type) {
    bool result = is_any_of(type->ret->kind, TY_INT, TY_ERROR) || type->ret->flags & TF_HAS_AUTO;
    bool first = !type->nparam || is_any_of(type->param[0]->kind, TY_INT, TY_ERROR);
    return result && first;
}

static void check_main(Parse *parse, const FuncDecl *func, const Declarator *written) {
    if (!is_form_of_main(&func->d.type->u.func) || parse->dependent)
        CXX_DIAG(parse->x, d_main_form, written->pos);
}

// ---- guides ------------------------------------------------------------------------------------

// The class template that a guide is for.
static const TemplateDecl *guided(Parse *parse, const Declarator *written, Scope *home) {
    Lookup lookup;
    cxx_lookup_in(parse, home, written->name, LU_LOCAL, &lookup);
    for (uint32_t i = 0; i < lookup.n; i++) {
        const TemplateDecl *tmpl = (const TemplateDecl *)lookup.at[i];
        if (tmpl->d.kind == D_TEMPLATE && tmpl->kind == TK_CLASS) return tmpl;
    }
    return NULL;
}

// Whether the result of a guide is what it is for: an instance of the template, known or dependent.
static bool is_instance_of(const Type *result, const TemplateDecl *tmpl) {
    switch (result->kind) {
    case TY_CLASS: return result->u.cls->inst.tmpl == tmpl;
    case TY_SPEC: return result->u.spec.tmpl == &tmpl->d;
    default: return result->kind == TY_ERROR; // said already
    }
}

// [temp.deduct.guide]/3
void cxx_check_guide(Parse *parse, FuncDecl *func, const DeclSpec *ds, const Declarator *written,
                     Scope *home, Access acc) {
    if (!judged(parse, &func->d)) return;

    // without `->` it was meant for something else: a function without a type
    if (!written->has_trailing_ret) {
        CXX_DIAG(parse->x, d_no_type, written->pos);
        func->d.flags |= DF_INVALID;
        return;
    }

    // how it is written
    const unsigned refused = DF_STATIC | DF_INLINE | DF_CONSTEXPR | DF_MUTABLE | DF_EXTERN;
    if (func->body.range.end) CXX_DIAG(parse->x, d_guide_body, written->pos);
    if (ds->flags & refused) CXX_DIAG(parse->x, d_guide_specifier, written->pos);

    // where: in the scope of its template, with the same access
    const TemplateDecl *tmpl = guided(parse, written, home);
    if (!tmpl || written->qual || cxx_decl_scope(tmpl->d.scope) != home) {
        CXX_DIAG(parse->x, d_guide_scope, written->pos, written->name);
        return;
    }
    if (home->kind == SC_CLASS && tmpl->d.access != acc)
        CXX_DIAG(parse->x, d_guide_access, written->pos, &tmpl->d);

    // what it gives
    const Type *result = func->d.type->u.func.ret;
    if (!is_instance_of(result, tmpl) || result->quals)
        CXX_DIAG(parse->x, d_guide_result, written->pos, &tmpl->d);
}

// ---- functions ---------------------------------------------------------------------------------

// [dcl.fct]/6: `F f;` of a function type with qualifiers is a member that is not static.
static void check_typedef_function(Parse *parse, const FuncDecl *func, const Declarator *written) {
    bool has_object = func->cls && !(func->d.flags & DF_STATIC);
    if (has_qualifiers(func->d.type) && !has_object) CXX_DIAG(parse->x, d_quals_here, written->pos);
}

// [dcl.type.class.deduct]: the template whose name alone is the result type,
// which is none; else NULL. Constructors have it in the place of a result.
static const Decl *template_as_result(const FuncDecl *func, const Declarator *written) {
    const Type *result = written->type->u.func.ret;
    if (result->kind != TY_CTAD || is_any_of(func->kind, FK_CTOR, FK_DTOR)) return NULL;
    return result->u.spec.tmpl;
}

// An operator by what it does: it allocates or frees, or it is one that expressions have.
static void check_operator_function(Parse *parse, const FuncDecl *func, const DeclSpec *ds,
                                    const Declarator *written, const Scope *home) {
    bool member = home->kind == SC_CLASS && !ds->is_friend;
    if (is_any_of(written->op, OP_NEW, OP_NEW_ARRAY, OP_DELETE, OP_DELETE_ARRAY))
        check_allocation(parse, func, ds, written, home);
    else
        check_operator(parse, func, written, member);
}

// A function declared by a typedef has only its type to judge; a guide has cxx_check_guide.
void cxx_check_func(Parse *parse, const DeclSpec *ds, const Declarator *written, FuncDecl *func,
                    Scope *home) {
    if (!judged(parse, &func->d) || func->d.type->kind != TY_FUNC) return;
    check_weak(parse, &func->d);
    if (!written->is_function) {
        check_typedef_function(parse, func, written);
        return;
    }
    if (func->kind == FK_GUIDE) return;

    // its type
    const Decl *tmpl = template_as_result(func, written);
    if (tmpl) {
        CXX_DIAG(parse->x, d_template_needs_args, ds->type_pos, tmpl);
        return;
    }
    if (ds->attrs && ds->attrs->alignas_pos) // [dcl.align]/1
        CXX_DIAG(parse->x, d_alignas_here, ds->attrs->alignas_pos);
    check_types(parse, func, ds, written->qual ? written->qual : home);

    // what it says of itself, and where
    bool called_main = is_main(parse, func->d.name, written, home);
    cxx_check_func_rules(parse, func, ds, written, home, called_main);

    // what functions of its kind are like
    if (func->kind == FK_LITERAL_OP) check_literal(parse, func, written);
    if (ds->is_friend && (home->kind == SC_CLASS || written->qual))
        check_friend_defaults(parse, func);
    if (written->op)
        check_operator_function(parse, func, ds, written, home);
    else if (called_main && func->kind == FK_NORMAL)
        check_main(parse, func, written);
}

// ---- static data members -----------------------------------------------------------------------

// What is defined in its class must be complete there; the class itself is not.
static void check_inline_member(Parse *parse, const DeclSpec *ds, const Declarator *written,
                                VarDecl *var, const ClassDecl *cls) {
    Type *type = ty_element(var->d.type);
    if (type->kind != TY_CLASS) {
        if (ds->flags & DF_CONSTEXPR && !var->init_style) // [dcl.constexpr]
            CXX_DIAG(parse->x, d_const_needs_init, written->pos, var->d.name);
        return;
    }

    if (type->u.cls != cls) {
        check_complete(parse, type, written->order, written->pos);
        return;
    }
    CXX_DIAG(parse->x, d_incomplete_type, written->pos, ty_unqual(type));
    var->d.flags |= DF_INVALID;
}

// [class.static.data]/4: of one that is only declared there, a constant of a const integral type;
// GNU: or floating one.
static void check_declared_init(Parse *parse, const Declarator *written, VarDecl *var) {
    const Type *element = ty_element(var->d.type);
    if (!(element->quals & Q_CONST))
        CXX_DIAG(parse->x, d_static_init, written->pos, &var->d);
    else if (!ty_is_arith(var->d.type) && var->d.type->kind != TY_ENUM)
        CXX_DIAG(parse->x, d_static_type, written->pos, var->d.type);
}

// [class.static.data]: a static data member in its class.
static void check_static_member(Parse *parse, const DeclSpec *ds, const Declarator *written,
                                VarDecl *var, const ClassDecl *cls) {
    bool unnamed = !cls->d.name && !cls->closure.is;
    if (cls->written.is_local || unnamed) CXX_DIAG(parse->x, d_static_local_class, written->pos);

    const Type *element = ty_element(var->d.type);
    if (is_unknown(element) || element->flags & TF_HAS_AUTO) return;
    if (ds->flags & (DF_CONSTEXPR | DF_INLINE))
        check_inline_member(parse, ds, written, var, cls);
    else if (var->init_style)
        check_declared_init(parse, written, var);
}

// ---- variables ---------------------------------------------------------------------------------

// [dcl.stc]/5: behind the class, the words of its declaration are not said again.
static bool repeats_storage(const DeclSpec *ds, const Declarator *written) {
    if (!scope_is(written->qual, SC_CLASS)) return false;
    return ds->flags & (DF_STATIC | DF_EXTERN);
}

// [basic.def]/5: the definition of a variable of a namespace or, outside of it, of a class. A local
// one is judged where it is initialised.
static bool is_definition_here(const DeclSpec *ds, const Declarator *written, const VarDecl *var,
                               const Scope *home) {
    bool of_namespace = home->kind == SC_NAMESPACE && !(ds->flags & DF_EXTERN);
    return var->defined && (of_namespace || written->qual);
}

// What no variable has; and what is said of its type where it is defined.
void cxx_check_var(Parse *parse, const DeclSpec *ds, const Declarator *written, VarDecl *var,
                   Scope *home) {
    Cxx *cxx = parse->x;
    if (!judged(parse, &var->d)) return;
    check_weak(parse, &var->d);

    // words and names that are not for variables
    static const uint8_t refused[] = {SW_VIRTUAL, SW_EXPLICIT, SW_MUTABLE, SW_FRIEND};
    cxx_refuse_words(parse, ds, refused, CU_COUNT(refused), written->pos);
    if (written->op || written->fkind != FK_NORMAL)
        CXX_DIAG(cxx, d_operator_variable, written->pos);
    if (cxx_auto_parm(written->type)) CXX_DIAG(cxx, d_auto_not_allowed, written->pos);
    if (is_main(parse, var->d.name, written, home)) CXX_DIAG(cxx, d_main_form, written->pos);
    if (repeats_storage(ds, written)) CXX_DIAG(cxx, d_storage_here, written->pos);

    // its type
    if (is_definition_here(ds, written, var, home))
        check_complete(parse, var->d.type, written->order, written->pos);
    if (home->kind == SC_CLASS && !written->qual)
        check_static_member(parse, ds, written, var, home->cls);
}

// ---- fields ------------------------------------------------------------------------------------

// [dcl.stc]/8, of the type that an instance has, too.
static void check_mutable(Parse *parse, const FieldDecl *field) {
    bool instance = parse->env && parse->x->opt.check_all && field->d.flags & DF_IN_MAIN_FILE;
    if (!instance && !judged(parse, &field->d)) return;
    if (!(field->d.flags & DF_MUTABLE)) return;
    if (ty_is_ref(field->d.type) || field->d.type->quals & Q_CONST)
        not_here(parse, field->d.pos, "mutable");
}

// [class.mem]/10: whether another member of the union has an initialiser, too. (One that was
// declared again is the same.)
static bool another_has_init(const ClassDecl *cls, const FieldDecl *field) {
    for (uint32_t i = 0; i < cls->members.fields.n; i++) {
        const FieldDecl *other = cls->members.fields.at[i];
        if (other->init_style && other != field && other->d.order != field->d.order) return true;
    }
    return false;
}

static void check_union_member(Cxx *cxx, const ClassDecl *cls, FieldDecl *field) {
    if (ty_is_ref(field->d.type)) // [class.union]/3
        CXX_DIAG(cxx, d_union_reference, field->d.pos, &field->d);
    if (field->init_style && another_has_init(cls, field))
        CXX_DIAG(cxx, d_union_inits, field->d.pos);
}

// [class.mem.general]: what no nonstatic data member has, and what no member of a union is.
void cxx_check_field(Parse *parse, const DeclSpec *ds, FieldDecl *field, Scope *home) {
    if (home->kind != SC_CLASS) return;
    check_mutable(parse, field);
    if (!judged(parse, &field->d)) return;

    // [class.mem]/14; one of the class itself has its own message
    const Type *type = field->d.type;
    if (type->kind == TY_CLASS && type->u.cls != home->cls)
        check_complete(parse, type, field->d.order, field->d.pos);

    static const uint8_t refused[] = {SW_VIRTUAL, SW_EXPLICIT};
    cxx_refuse_words(parse, ds, refused, CU_COUNT(refused), field->d.pos);
    if (ds->flags & DF_INLINE && !(ds->flags & DF_CONSTEXPR))
        not_here(parse, field->d.pos, "inline");

    if (home->cls->tag == CT_UNION) check_union_member(parse->x, home->cls, field);
}

// ---- redeclarations and overriding -------------------------------------------------------------

// Whether `func` is a second declaration of `old` by the program: not the same one read again for
// an instance, and not a function that the compiler declared.
static bool is_written_again(const FuncDecl *old, const FuncDecl *func) {
    if (old->d.order == func->d.order || old->is_implicit || func->d.env) return false;
    return !old->d.env || old->inst.explicit_spec;
}

// Whether the main file has both. A specialization is where it is written, whatever its template's
// flags are.
static bool both_in_main_file(const FuncDecl *old, const FuncDecl *func) {
    if (!(func->d.flags & DF_IN_MAIN_FILE)) return false;
    return old->inst.explicit_spec || old->d.flags & DF_IN_MAIN_FILE;
}

// [except.spec]/4: whether the exception specifications of both are known and must be the same. A
// destructor has one without a word, of which only --check-all makes something.
static bool compares_noexcept(const Cxx *cxx, const FuncDecl *old, const FuncDecl *func) {
    if (func->written.defaulted || ty_dependent(func->d.type)) return false;
    if (func->kind == FK_DTOR && !cxx->opt.check_all) return false;
    return !old->d.type->u.func.noexcept_dep && !func->d.type->u.func.noexcept_dep;
}

// func declares `old` again: [dcl.fct.def.delete]/4, [except.spec]/4.
void cxx_check_again(Cxx *cxx, FuncDecl *old, FuncDecl *func) {
    if (!is_written_again(old, func) || !both_in_main_file(old, func)) return;
    if (old->d.flags & DF_INVALID) return;

    if (cxx->opt.check_all && func->kind == FK_GUIDE) // [temp.deduct.guide]/3
        CXX_DIAG(cxx, d_guide_again, func->d.pos);
    if (func->written.deleted && !old->written.deleted) {
        CXX_DIAG(cxx, d_deleted_late, func->d.pos, &func->d);
        return;
    }

    // [dcl.constexpr]/1: all declarations say it, or none does
    const unsigned constant = DF_CONSTEXPR | DF_CONSTEVAL;
    if (cxx->opt.check_all && (old->d.flags ^ func->d.flags) & constant)
        CXX_DIAG(cxx, d_constexpr_differs, func->d.pos, &func->d);

    if (!compares_noexcept(cxx, old, func)) return;
    bool nothrow = cxx_func_noexcept(cxx, func);
    if (cxx_func_noexcept(cxx, old) != nothrow)
        CXX_DIAG(cxx, d_noexcept_differs, func->d.pos, &func->d);
}

// As it is written, without a look at what `noexcept(...)` may say: no word of it, or `false`.
static bool says_it_may_throw(const Cxx *cxx, const FuncDecl *func) {
    if (!func->written.noexcept_.end) return true;
    return cxx->tokens->at[func->written.noexcept_.begin].kind == T_KW_FALSE;
}

// [except.spec]/5: whether func may throw what the function that it overrides may not. One that is
// deleted or defaulted may do anything.
static bool throws_more(const Cxx *cxx, const FuncDecl *func, const FuncDecl *overridden) {
    if (!overridden->d.type->u.func.noexcept_ || func->d.type->u.func.noexcept_) return false;
    if (func->kind != FK_NORMAL || func->written.deleted || func->written.defaulted) return false;
    return says_it_may_throw(cxx, func);
}

// [class.virtual]: func overrides another.
void cxx_check_override(Cxx *cxx, FuncDecl *func, FuncDecl *overridden) {
    if (!cxx->opt.check_all && !(func->d.flags & DF_IN_MAIN_FILE)) return;
    if (func->d.type->kind != TY_FUNC || overridden->d.type->kind != TY_FUNC) return;
    if (func->kind == FK_DTOR) return;

    Pos pos = func->d.pos;
    if (throws_more(cxx, func, overridden))
        CXX_DIAG(cxx, d_override_throws, pos, &func->d, &overridden->d);
    if ((func->d.flags ^ overridden->d.flags) & DF_CONSTEVAL)
        CXX_DIAG(cxx, d_override_consteval, pos, &func->d, &overridden->d);
    if (overridden->written.deleted != func->written.deleted && !func->is_implicit)
        CXX_DIAG(cxx, d_override_deleted, pos, &func->d, &overridden->d);
}
