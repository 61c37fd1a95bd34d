// SPDX-License-Identifier: Apache-2.0
// What a constexpr function must not be or hold, whether or not anything evaluates it
// [dcl.constexpr], and which types are literal [basic.types.general]/10. Of the rules on functions
// those are kept that compilers for CUDA enforce; an instance of a template that breaks one is no
// error, it only is not constant.
#include "cxx/facts/diag.h"
#include "cxx/facts/facts.h"
#include "cxx/constant/constant.h"

// ---- literal types -----------------------------------------------------------------------------

static bool literal(Cxx *cxx, Type *asked, uint32_t depth);

// Of a constructor or of a template of constructors: the function, or NULL for what brings in those
// of a base (a using-declaration).
static const FuncDecl *ctor_of(const Decl *decl) {
    if (decl->kind == D_TEMPLATE) decl = &((const TemplateDecl *)decl)->pattern->d;
    return decl->kind == D_FUNC ? (const FuncDecl *)decl : NULL;
}

// Whether some constructor that neither copies nor moves is constexpr. Inherited ones are taken to
// be.
static bool has_constexpr_ctor(Cxx *cxx, const ClassDecl *cls) {
    const Decl *first = map_get(&cls->inner->names, cxx->n.ctor);
    for (const Decl *decl = first; decl; decl = decl->next) {
        const FuncDecl *ctor = ctor_of(decl);
        if (!ctor) return true;
        int kind = cxx_special_kind(ctor);
        if (is_any_of(kind, SP_COPY, SP_MOVE)) continue;
        if (ctor->d.flags & DF_CONSTEXPR) return true;
    }
    return false;
}

// [basic.types.general]/10.5.1: a constexpr destructor; a trivial one before C++20.
static bool has_constexpr_dtor(const Cxx *cxx, const ClassDecl *cls) {
    if (cls->special.trivial_dtor) return true;
    if (cxx->opt.std < 20 || !cls->members.dtor) return false;
    return cls->members.dtor->d.flags & DF_CONSTEXPR;
}

static bool is_literal_member(Cxx *cxx, const FieldDecl *field, uint32_t depth) {
    if (ty_element(field->d.type)->quals & Q_VOLATILE) return false;
    return literal(cxx, field->d.type, depth);
}

// Whether all members are literal and none is volatile; of a union one is enough, or to have none.
static bool has_literal_members(Cxx *cxx, const ClassDecl *cls, uint32_t depth) {
    if (!cls->members.fields.n) return true;

    bool any = false, all = true;
    for (uint32_t i = 0; i < cls->members.fields.n; i++) {
        bool is_literal = is_literal_member(cxx, cls->members.fields.at[i], depth);
        any |= is_literal;
        all &= is_literal;
    }
    return cls->tag == CT_UNION ? any : all;
}

static bool literal_class(Cxx *cxx, ClassDecl *cls, uint32_t depth);

// [basic.types.general]/10.5, by its parts: the destructor, how an object is made, what it holds.
static bool find_literal(Cxx *cxx, ClassDecl *cls, uint32_t depth) {
    cxx_class_specials(cxx, cls);
    if (cls->table.has_virtual_bases) return false; // [dcl.constexpr]/3: no constexpr constructor
    if (!has_constexpr_dtor(cxx, cls)) return false;

    if (cls->closure.is) return cxx->opt.std >= 17;
    if (!cls->special.aggregate && !has_constexpr_ctor(cxx, cls)) return false;

    for (uint32_t i = 0; i < cls->members.nbase; i++) {
        ClassDecl *base = cls->members.base[i].cls;
        if (base && !literal_class(cxx, base, depth + 1)) return false;
    }
    return has_literal_members(cxx, cls, depth + 1);
}

// find_literal, asked once; while it is asked, and of what is not known, it is yes.
static bool literal_class(Cxx *cxx, ClassDecl *cls, uint32_t depth) {
    if (!cxx_class_complete(cxx, cls, cls->d.pos) || cls->members.unbound)
        return true; // said elsewhere
    if (cls->special.literal) return cls->special.literal != ANSWER_NO;

    cls->special.literal = ANSWER_ASKED;
    bool yes = find_literal(cxx, cls, depth);
    cls->special.literal = yes ? ANSWER_YES : ANSWER_NO;
    if (cls->members.completing)
        cls->special.literal = ANSWER_NONE; // may be another when it is complete
    return yes;
}

static bool literal(Cxx *cxx, Type *asked, uint32_t depth) {
    asked = ty_element(asked);
    if (asked->kind != TY_CLASS || ty_dependent(asked)) return true;
    if (depth > cxx->ctx->max_depth) return true;
    return literal_class(cxx, asked->u.cls, depth);
}

bool cxx_literal_type(Cxx *cxx, Type *asked) {
    return literal(cxx, asked, 0);
}

// ---- variables of a body -----------------------------------------------------------------------

// Whether default-initialisation leaves an object of the type without a value, or a part of it
// [dcl.init]/7.
static bool left_uninit(Cxx *cxx, Type *asked) {
    asked = ty_element(asked);
    if (asked->kind == TY_ERROR || ty_is_ref(asked) || ty_dependent(asked)) return false;
    if (asked->kind != TY_CLASS) return true;

    ClassDecl *cls = asked->u.cls;
    if (!cxx_class_complete(cxx, cls, cls->d.pos)) return false;
    cxx_class_specials(cxx, cls);
    return cls->special.trivial_default && !cls->layout.empty && !cls->closure.is;
}

// Whether the variable is one that the program declares in the body, without an error in it.
static bool is_own_local(const VarDecl *var) {
    if (var->d.flags & DF_INVALID || var->d.type->kind == TY_ERROR) return false;
    return var->d.name && !var->capture_of;
}

// Whether it is left without a value, as no variable of a constexpr function may be before C++20.
static bool lacks_value(Cxx *cxx, const VarDecl *var) {
    if (cxx->opt.std >= 20 || var->init_style != INIT_NONE) return false;
    return left_uninit(cxx, var->d.type);
}

// A variable in the body [dcl.constexpr]/3: of literal type, not static, before C++20 with a value.
static void check_local(Cxx *cxx, VarDecl *var) {
    if (!is_own_local(var)) return;
    if (var->d.cuda & CU_SHARED) return; // judged by src/cuda
    if (var->storage == STOR_STATIC)
        CXX_DIAG(cxx, d_constexpr_static, var->d.pos, var->d.name);
    else if (!literal(cxx, var->d.type, 0))
        CXX_DIAG(cxx, d_constexpr_local, var->d.pos, var->d.name, var->d.type);
    else if (lacks_value(cxx, var))
        CXX_DIAG(cxx, d_constexpr_uninit, var->d.pos, var->d.name);
}

// ---- constructors ------------------------------------------------------------------------------

// The constructor that the initialiser calls, whatever is done around the call; or NULL.
static FuncDecl *called_ctor(const Expr *init) {
    while (init && is_any_of(init->kind, E_CLEANUPS, E_ZERO_CONSTRUCT)) init = init->a;
    if (!init || init->kind != E_CONSTRUCT) return NULL;
    Decl *called = init->u.decl;
    return decl_func(called);
}

// Whether it is known not to be constexpr: of one that is not written, and of a template's
// instance, what it calls decides.
static bool is_plain_ctor(const FuncDecl *ctor) {
    if (ctor->d.flags & DF_CONSTEXPR) return false;
    if (!cxx_is_written(ctor) || ctor->inherited) return false;
    return !cxx_is_templated(ctor);
}

// The first constructor that an initialiser calls and that is not constexpr; NULL: none.
static FuncDecl *calls_plain_ctor(const FuncDecl *func) {
    for (uint32_t i = 0; i < func->body.ninit; i++) {
        FuncDecl *called = called_ctor(func->body.inits[i].init);
        if (called && is_plain_ctor(called)) return called;
    }
    return NULL;
}

// Whether the constructor is to give each member a value: it does not leave that to another one
// [class.base.init]/6, and a union has a value by one member.
static bool must_set_members(const FuncDecl *func) {
    if (func->cls->tag == CT_UNION || func->inherited) return false;
    if (func->body.ninit != 1) return true;
    const MemInit *only = func->body.inits;
    return only->field || only->base;
}

// Whether a member without an initialiser has no value then. The members of an anonymous one are
// asked themselves; an unnamed bit-field is none [class.bit]/2.
static bool needs_init(Cxx *cxx, const FieldDecl *field) {
    if (field->anonymous || cxx_is_padding(field)) return false;
    return left_uninit(cxx, field->d.type);
}

static bool inits_member_of(const MemInit *init, const ClassDecl *cls) {
    return init->field && init->field->owner == cls;
}

// The first member that the constructor leaves without a value; NULL: none.
static const FieldDecl *left_member(Cxx *cxx, const FuncDecl *func) {
    const ClassDecl *cls = func->cls;
    uint32_t next = 0; // of the initialisers

    // They are in the order of the members [class.base.init]/13; those of bases and of an anonymous
    // member's members stand between.
    for (uint32_t i = 0; i < cls->members.fields.n; i++) {
        const FieldDecl *field = cls->members.fields.at[i];
        while (next < func->body.ninit && !inits_member_of(&func->body.inits[next], cls)) next++;
        if (next < func->body.ninit && func->body.inits[next].field == field)
            next++;
        else if (needs_init(cxx, field))
            return field;
    }
    return NULL;
}

// A constructor [dcl.constexpr]/4: what it calls is constexpr, and before C++20 every member gets a
// value.
static void check_ctor(Cxx *cxx, FuncDecl *func) {
    FuncDecl *called = calls_plain_ctor(func);
    if (called) {
        CXX_DIAG(cxx, d_constexpr_ctor_calls, func->d.pos, called);
        return;
    }
    if (cxx->opt.std >= 20 || !must_set_members(func)) return;
    const FieldDecl *left = left_member(cxx, func);
    if (left) CXX_DIAG(cxx, d_constexpr_ctor_init, func->d.pos, left->d.name);
}

// ---- defaulted default constructors ------------------------------------------------------------

static const FuncDecl *default_ctor(Cxx *cxx, ClassDecl *cls) {
    cxx_class_specials(cxx, cls);
    for (const Decl *decl = map_get(&cls->inner->names, cxx->n.ctor); decl; decl = decl->next) {
        if (decl->kind == D_FUNC && cxx_special_kind((const FuncDecl *)decl) == SP_DEFAULT)
            return (const FuncDecl *)decl;
    }
    return NULL;
}

// Whether a subobject of that type, default-initialised, keeps a constructor from being constexpr.
static bool spoils_constexpr(Cxx *cxx, Type *asked) {
    asked = ty_element(asked);
    if (cxx->opt.std < 20 && left_uninit(cxx, asked)) return true;
    if (asked->kind != TY_CLASS || !cxx_class_complete(cxx, asked->u.cls, asked->u.cls->d.pos))
        return false;
    const FuncDecl *ctor = default_ctor(cxx, asked->u.cls);
    return ctor && is_plain_ctor(ctor);
}

void cxx_check_constexpr_default(Cxx *cxx, const FuncDecl *func) {
    const ClassDecl *cls = func->cls;
    bool judged = cxx->opt.check_all || func->d.flags & DF_IN_MAIN_FILE;
    if (!judged || cls->env || cls->members.unbound) return;
    bool spoilt = cls->table.has_virtual_bases;
    for (uint32_t i = 0; i < cls->members.nbase; i++) {
        ClassDecl *base = cls->members.base[i].cls;
        const FuncDecl *ctor = base ? default_ctor(cxx, base) : NULL;
        spoilt |= ctor && is_plain_ctor(ctor);
    }
    bool is_union = cls->tag == CT_UNION, set = !is_union || !cls->members.fields.n;
    for (uint32_t i = 0; i < cls->members.fields.n; i++) {
        const FieldDecl *field = cls->members.fields.at[i];
        if (field->init_style)
            set = true;
        else if (!is_union && !field->anonymous && !cxx_is_padding(field))
            spoilt |= spoils_constexpr(cxx, field->d.type);
    }
    if (spoilt || (!set && cxx->opt.std < 20)) CXX_DIAG(cxx, d_constexpr_default, func->d.pos);
}

// ---- functions ---------------------------------------------------------------------------------

// Whether the program itself wrote the function, for itself: no instance of anything, no lambda.
static bool is_programs_own(const FuncDecl *func) {
    if (func->d.flags & (DF_IMPLICIT | DF_TEMPLATE_INST | DF_INVALID)) return false;
    if (!cxx_is_written(func) || cxx_is_templated(func)) return false;
    return !func->cls || (!func->cls->closure.is && !func->cls->env);
}

// Whether it is a constexpr function of the program, and stands where it is to be judged.
static bool is_judged(const Cxx *cxx, const FuncDecl *func) {
    if (!(func->d.flags & DF_CONSTEXPR) || !is_programs_own(func)) return false;
    return cxx->opt.check_all || func->d.flags & DF_IN_MAIN_FILE;
}

// Whether it is a constructor or destructor of a class with virtual bases [dcl.constexpr]/3.
static bool makes_virtual_bases(const FuncDecl *func) {
    if (!is_any_of(func->kind, FK_CTOR, FK_DTOR)) return false;
    return func->cls && func->cls->table.has_virtual_bases;
}

// The first parameter that is not of literal type; NULL: none.
static const VarDecl *unliteral_param(Cxx *cxx, const FuncDecl *func) {
    for (uint32_t i = 0; i < func->nparam; i++) {
        if (!literal(cxx, func->param[i]->d.type, 0)) return func->param[i];
    }
    return NULL;
}

// `{}` of a function with a result, which C++11 does not have.
static bool has_empty_body(const FuncDecl *func) {
    if (func->kind != FK_NORMAL || func->d.type->u.func.ret->kind == TY_VOID) return false;
    const Stmt *body = func->body.tree;
    return body && body->kind == S_COMPOUND && !body->u.list.n;
}

// Its body was read without errors.
void cxx_check_constexpr(Cxx *cxx, FuncDecl *func) {
    if (!is_judged(cxx, func)) return;
    if (cxx->opt.std >= 23) return; // what is wrong matters where it is evaluated

    // What is wrong with the head is said alone.
    if (makes_virtual_bases(func)) {
        CXX_DIAG(cxx, d_constexpr_virtual_base, func->d.pos, func->cls->d.type);
        return;
    }
    uint64_t errors = diag_errors_seen(cxx->ctx);
    const VarDecl *param = unliteral_param(cxx, func);
    if (param) {
        CXX_DIAG(cxx, d_constexpr_param, param->d.pos, param->d.type);
        return;
    }

    Type *result = func->d.type->u.func.ret;
    if (func->kind == FK_NORMAL && !literal(cxx, result, 0))
        CXX_DIAG(cxx, d_constexpr_result, func->d.pos, result);

    bool no_result = has_empty_body(func);
    if (no_result && cxx->opt.std < 14) CXX_DIAG(cxx, d_constexpr_empty, func->d.pos);
    if (no_result && cxx->opt.std >= 14 && cxx->opt.check_all)
        CXX_DIAG(cxx, d_constexpr_no_return, func->d.pos);
    for (uint32_t i = 0; i < func->body.locals.n; i++) check_local(cxx, func->body.locals.at[i]);
    if (func->kind == FK_CTOR) check_ctor(cxx, func);
    bool said = errors != diag_errors_seen(cxx->ctx);
    if (said || !cxx->opt.check_all || cxx->opt.std >= 23) return;
    const Expr *never = cxx_never_constant(cxx, func);
    if (never) CXX_DIAG(cxx, d_constexpr_never, never->pos);
}
