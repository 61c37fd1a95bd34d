// SPDX-License-Identifier: Apache-2.0
// What an implicit special member function does with one subobject [class.default.ctor],
// [class.copy.ctor]/14, [class.copy.assign]/12. It is done, unevaluated and under a trap, so that
// the ordinary machinery selects the function, which may be a constructor template. Whether the
// implicit function is deleted, trivial (elaborate/special.c) or may throw follows from that.
#include "cxx/facts/diag.h"
#include "cxx/lookup/lookup.h"
#include "cxx/convert/convert.h"
#include "cxx/elaborate/elaborate.h"

static bool is_copy(int k) {
    return is_any_of(k, SP_COPY, SP_COPY_ASSIGN);
}

bool cxx_special_trivial(const ClassDecl *cls, int k) {
    switch (k) {
    case SP_DEFAULT: return cls->special.trivial_default;
    case SP_COPY: return cls->special.trivial_copy;
    case SP_MOVE: return cls->special.trivial_move;
    case SP_COPY_ASSIGN: return cls->special.trivial_copy_assign;
    case SP_MOVE_ASSIGN: return cls->special.trivial_move_assign;
    default: return cls->special.trivial_dtor;
    }
}

bool cxx_copied_from_nonconst(Cxx *cxx, ClassDecl *cls, int k) {
    if (!is_copy(k) || !cls->inner) return false;
    bool any = false;
    Atom name = k == SP_COPY ? cxx->n.ctor : cxx_op_atom(cxx, OP_ASSIGN);
    for (Decl *o = map_get(&cls->inner->names, name); o; o = o->next) {
        if (o->kind != D_FUNC || cxx_special_kind((FuncDecl *)o) != k) continue;
        const FuncType *ft = &o->type->u.func;
        if (!ty_is_ref(ft->param[0]) || ty_deref(ft->param[0])->quals & Q_CONST) return false;
        any = true;
    }
    return any;
}

// An expression of that type, for asking what could be done with it.
static Expr *probe(Parse *parse, Type *type, ValueCat cat) {
    return cxx_expr_new(parse->x, E_OPAQUE, type, cat, parse->cls->d.pos);
}

static Expr *initialize(Parse *parse, Type *type, Expr *arg) {
    return cxx_initialize(parse, type->unqual, INIT_DIRECT, &arg, 1, parse->cls->d.pos,
                          "initialization");
}

static Expr *assign(Parse *parse, Type *type, Expr *arg) {
    Expr *to = probe(parse, type, VC_LVALUE);
    return cxx_build_binary(parse, OP_ASSIGN, to, arg, parse->cls->d.pos);
}

// Does to a subobject of class type what special function k does, and gives the expression (NULL:
// nothing is done); false: it cannot be done. `plain`: it is copied from an lvalue that is not
// const.
static bool apply(Parse *parse, Type *type, int k, bool plain, Expr **expr) {
    Cxx *cxx = parse->x;
    DiagTrap trap;
    diag_trap_push(cxx->ctx, &trap);
    bool unevaluated = parse->unevaluated;
    parse->unevaluated = true;
    Type *from = plain ? type : ty_qual(cxx, type, Q_CONST);
    switch (k) {
    case SP_DEFAULT: *expr = cxx_default_init(parse, type, parse->cls->d.pos); break;
    case SP_COPY: *expr = initialize(parse, type, probe(parse, from, VC_LVALUE)); break;
    case SP_MOVE: *expr = initialize(parse, type, probe(parse, type, VC_XVALUE)); break;
    case SP_COPY_ASSIGN: *expr = assign(parse, type, probe(parse, from, VC_LVALUE)); break;
    default: *expr = assign(parse, type, probe(parse, type, VC_XVALUE)); break;
    }
    parse->unevaluated = unevaluated;
    return diag_trap_pop(cxx->ctx, &trap) == 0 && !(*expr && (*expr)->kind == E_ERROR);
}

// The constructor or assignment that was selected for it; NULL: none.
static FuncDecl *selected(const Expr *expr) {
    bool calls = expr && is_any_of(expr->kind, E_CONSTRUCT, E_CALL);
    return calls ? (FuncDecl *)expr->u.decl : NULL;
}

// Whether another function than the class's trivial one may be selected to copy or move.
static bool has_rivals(const ClassDecl *cls, const Type *type, int k) {
    if (is_any_of(k, SP_DEFAULT, SP_DTOR)) return false;
    return type->quals & Q_VOLATILE ||
           (k <= SP_MOVE ? cls->special.ctor_rivals : cls->special.assign_rivals);
}

bool cxx_part_admits(Parse *parse, Type *type, int k, bool is_mutable) {
    Cxx *cxx = parse->x;
    Type *e = ty_element(type);
    if (e->kind != TY_CLASS) return true;
    ClassDecl *cls = e->u.cls;
    if (!cxx_class_complete(cxx, cls, parse->cls->d.pos)) return true; // reported by the layout
    cxx_class_specials(cxx, cls);
    if (k == SP_DTOR) {
        return !cls->members.dtor || (!cls->members.dtor->written.deleted &&
                                      cxx_access_ok(parse, &cls->members.dtor->d, cls));
    }
    if (cxx_special_trivial(cls, k) && !has_rivals(cls, e, k)) return true;
    Expr *expr = NULL;
    return apply(parse, e, k, is_mutable || cxx_copied_from_nonconst(cxx, cls, k), &expr);
}

bool cxx_part_trivial(Parse *parse, Type *type, int k, bool is_mutable) {
    Cxx *cxx = parse->x;
    Type *e = ty_element(type);
    if (e->kind != TY_CLASS || !cxx_class_complete(cxx, e->u.cls, parse->cls->d.pos)) return true;
    ClassDecl *cls = e->u.cls;
    cxx_class_specials(cxx, cls);
    if (!has_rivals(cls, e, k)) return cxx_special_trivial(cls, k);
    Expr *expr = NULL;
    bool plain = is_mutable || cxx_copied_from_nonconst(cxx, cls, k);
    bool done = apply(parse, e, k, plain, &expr);
    const FuncDecl *function = done ? selected(expr) : NULL;
    if (!function) return cxx_special_trivial(cls, k);
    bool own = function->cls == cls && !function->inst.tmpl;
    int kind = own ? cxx_special_kind(function) : SP_NONE;
    return kind != SP_NONE && cxx_special_trivial(cls, kind);
}

// ---- exception specifications ------------------------------------------------------------------

// What special function k selects for a subobject of that type can throw. Its default arguments do
// not count, whatever [except.spec]/7 says of them: they do for no host compiler.
static bool part_can_throw(Parse *parse, Type *type, int k, bool plain) {
    Cxx *cxx = parse->x;
    Type *e = ty_element(type);
    if (e->kind != TY_CLASS || !cxx_class_complete(cxx, e->u.cls, parse->cls->d.pos)) return false;
    cxx_class_specials(cxx, e->u.cls);
    FuncDecl *dtor = e->u.cls->members.dtor;
    if (k == SP_DTOR) return dtor && !cxx_func_noexcept(cxx, dtor);
    Expr *expr = NULL;
    FuncDecl *function = apply(parse, e, k, plain, &expr) ? selected(expr) : NULL;
    return function && !cxx_func_noexcept(cxx, function);
}

// A default member initializer can throw. Its errors are its own, whoever asks.
static bool initializer_can_throw(Parse *parse, FieldDecl *field) {
    if (field->init_busy) return false; // asked from inside of it
    DiagTrap trap;
    cxx_hard_context(parse->x, &trap);
    bool unevaluated = parse->unevaluated;
    parse->unevaluated = true;
    const Expr *expr = cxx_field_init(parse, field, field->d.pos);
    parse->unevaluated = unevaluated;
    diag_trap_pop(parse->x->ctx, &trap);
    return xe_init_can_throw(parse->x, expr);
}

static bool bases_can_throw(Parse *parse, ClassDecl *cls, int k, bool plain) {
    bool assigns = is_any_of(k, SP_COPY_ASSIGN, SP_MOVE_ASSIGN), can_throw = false;
    parse->base_init = !assigns;
    parse->base_assign = assigns;
    for (uint32_t i = 0; i < cls->members.nbase && !can_throw; i++) {
        if (assigns || !cls->members.base[i].virtual_)
            can_throw = part_can_throw(parse, cls->members.base[i].type, k, plain);
    }

    // The virtual bases of an abstract class are the most derived class's to construct.
    if (cls->members.vbases.n) cxx_class_layout(parse->x, cls, cls->d.pos);
    bool leaves_virtual = assigns || cls->table.abstract;
    for (uint32_t i = 0; i < cls->members.vbases.n && !leaves_virtual && !can_throw; i++)
        can_throw = part_can_throw(parse, cls->members.vbases.at[i].type, k, plain);
    parse->base_init = parse->base_assign = false;
    return can_throw;
}

bool cxx_special_noexcept(Cxx *cxx, FuncDecl *func) {
    ClassDecl *cls = func->cls;
    int k = cxx_special_kind(func);
    if (!cls || k == SP_NONE) return false;
    cxx_class_specials(cxx, cls);
    Parse parse = cxx_parse_in_class(cxx, cls);
    const FuncType *type = &func->d.type->u.func;
    bool plain = type->nparam && !(ty_deref(type->param[0])->quals & Q_CONST);
    if (bases_can_throw(&parse, cls, k, plain)) return false;

    bool bytewise = cls->tag == CT_UNION && k != SP_DEFAULT;
    for (uint32_t i = 0; i < cls->members.fields.n && !bytewise; i++) {
        FieldDecl *field = cls->members.fields.at[i];
        bool from_plain = plain || field->d.flags & DF_MUTABLE;
        bool initialized = k == SP_DEFAULT && field->init_range.end;
        if (initialized ? initializer_can_throw(&parse, field)
                        : part_can_throw(&parse, field->d.type, k, from_plain))
            return false;
    }
    return true;
}
