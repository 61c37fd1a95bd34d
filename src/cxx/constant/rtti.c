// SPDX-License-Identifier: Apache-2.0
// constant/rtti.c: what depends on the type of the whole object: typeid and dynamic_cast in
// constant expressions [expr.const], C++20. While a constructor or destructor runs, the whole
// object is the one it works on [class.cdtor].
#include "cxx/constant/eval_int.h"

// The most derived object; *is_public: all bases between it and `obj` are.
static Obj *whole_object(Obj *obj, bool *is_public) {
    *is_public = true;
    while ((obj->flags & OF_BASE) && !(obj->flags & OF_CTOR)) {
        Obj *derived = obj->up.parent;
        *is_public &= ev_class(derived)->members.base[obj->index].access <= ACC_PUBLIC;
        obj = derived;
    }
    return obj;
}

// The object that stands for the std::type_info of the type: its address is all that is known.
static Ptr type_info(Ev *ev, Type *of, Type *type) {
    void **slot = map_slot(&ev_state(ev->x)->type_infos, (uintptr_t)ty_unqual(of));
    VarDecl *var = *slot;
    if (!var) {
        *slot = var = cxx_decl_new(ev->x, VarDecl, D_VAR, atom_cstr(ev->x->ctx, "type_info"), 0, 0,
                                   ev->x->global, NULL);
        var->d.type = type;
        var->d.flags = DF_EXTERN | DF_IMPLICIT;
        var->d.linkage = LK_EXTERNAL;
        var->storage = STOR_GLOBAL;
        var->init_done = var->const_tried = true;
    }
    return ev_at(ev_static(ev, var));
}

// [expr.const]/5: both look at the object since C++20 only.
static void since_20(Ev *ev, const Expr *question) {
    if (ev->x->opt.std < 20) EV_FAIL(ev, question->pos, const_unsupported, NULL);
}

Ptr ev_typeid(Ev *ev, Expr *question) {
    if (!question->a && !question->u.ty) { // its operand depends on a template's parameters
        ev->silent = true;
        EV_FAIL(ev, question->pos, const_unsupported, NULL);
    }
    if (!question->a) return type_info(ev, question->u.ty, question->type);
    since_20(ev, question);
    Ptr ptr = ev_lvalue(ev, question->a);
    ev_check_live(ev, ptr, question->pos);
    bool is_public;
    return type_info(ev, whole_object(ptr.o, &is_public)->type, question->type);
}

// [expr.dynamic.cast]/9.1: the object of class cls that `obj` is a public base of.
static Obj *derived_object(Obj *obj, const ClassDecl *cls) {
    while ((obj->flags & OF_BASE) && !(obj->flags & OF_CTOR)) {
        Obj *derived = obj->up.parent;
        if (ev_class(derived)->members.base[obj->index].access > ACC_PUBLIC) return NULL;
        obj = derived;
        if (ev_class(obj) == cls) return obj;
    }
    return NULL;
}

// [expr.dynamic.cast]/9.2: the only base cls of the whole object, if it is public as `part` is.
static Obj *sibling_object(Ev *ev, Obj *part, ClassDecl *cls, Pos pos) {
    bool is_public, ambiguous = false;
    Obj *whole = whole_object(part, &is_public);
    ClassDecl *type = ev_class(whole);
    BaseSpec **path;
    uint32_t n;
    if (!is_public || type == cls ||
        !cxx_class_derived_from(ev->x, type, cls, &path, &n, &ambiguous) || ambiguous)
        return NULL;
    for (uint32_t i = 0; i < n; i++)
        if (path[i]->access > ACC_PUBLIC) return NULL;
    return ev_to_class(ev, ev_at(whole), cls, pos).o;
}

Ptr ev_dynamic_cast(Ev *ev, Expr *question) {
    since_20(ev, question);
    bool pointer = question->cat == VC_PRVALUE;
    Ptr ptr = pointer ? ev_scalar(ev, question->a).u.p : ev_lvalue(ev, question->a);
    if (pointer && !ptr.o) return ptr;
    ev_check_live(ev, ptr, question->pos);
    Type *target = ty_unqual(pointer ? question->type->u.ptr.to : question->type);
    bool is_public;
    if (target->kind == TY_VOID) return ev_at(whole_object(ptr.o, &is_public));
    Obj *found = derived_object(ptr.o, target->u.cls);
    if (!found) found = sibling_object(ev, ptr.o, target->u.cls, question->pos);
    if (!found && !pointer) EV_FAIL(ev, question->pos, const_not_derived, target);
    return found ? ev_at(found) : (Ptr){0};
}
