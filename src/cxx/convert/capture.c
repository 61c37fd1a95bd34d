// SPDX-License-Identifier: Apache-2.0
// convert/capture.c: what a lambda captures, and in which order [expr.prim.lambda.capture].
//
// Two rules. The standard's: an odr-use captures, so a constant that is only read does not (a
// constant's odr-use is known late: xe_flush_odr). And capture by name: each name of an automatic
// variable that stands where it is evaluated captures it, in the order of the text, constants too.
//   - The call operator of a generic lambda is parsed when its closure is closed: by name, as
//     /7 has it for names in dependent expressions. What is captured in excess costs a field.
//   - An extended lambda (CUDA) is laid out by the host's compiler as well. gcc and clang disagree
//     with each other about which constants they capture, when, and in which order packs, discarded
//     statements and nested lambdas capture, and versions of gcc fold differently; so nobody's
//     order can be guessed. By name, a lambda has one list of captures, whatever instance of the
//     template around it is read, and the host's text says that list (cuda/host_capture.c). It is
//     NVIDIA's rule too: cudafe++ passes what a lambda names to the object that stands for it.
#include "cxx/facts/diag.h"
#include "cxx/facts/state.h"
#include "cxx/lookup/lookup.h"
#include "cxx/constant/constant.h"
#include "cxx/convert/lambda.h"

// ---- the list -----------------------------------------------------------------------------------

uintptr_t xe_capture_key(const void *p) {
    return (uintptr_t)p;
}

FieldDecl *xe_capture_field(Parse *parse, struct LambdaState *ls, Atom name, Type *captured,
                            VarDecl *of, Expr *init, Pos pos) {
    Cxx *cxx = parse->x;
    ClassDecl *cls = ls->cls;
    FieldDecl *field_decl =
        cxx_decl_new(cxx, FieldDecl, D_FIELD, name, pos, cls->d.order, cls->inner, parse->env);
    field_decl->d.type = captured;
    field_decl->d.access = ACC_PRIVATE;
    field_decl->d.flags |= DF_MEMBER | DF_IMPLICIT;
    field_decl->owner = cls;
    field_decl->index = cls->members.fields.n;
    field_decl->capture = of;
    field_decl->init_done = true;
    vec_push(pa(parse), &cls->members.fields, field_decl);
    vec_push(pa(parse), &ls->init, init);
    return field_decl;
}

// What the host's text is to say: implicit captures only, the others stand there.
static void note_name(Parse *parse, struct LambdaState *ls, CaptureName name) {
    vec_push(pa(parse), &ls->names, name);
}

// ---- captures -----------------------------------------------------------------------------------

// The closure in its call operator: const unless the lambda is mutable.
static Expr *closure_object(Parse *parse, struct LambdaState *ls, Pos pos) {
    Cxx *x = parse->x;
    const FuncDecl *op = parse->fn;
    if (op && op->explicit_object && op->cls == ls->cls) { // or what derives from it
        Expr *object = cxx_build_declref(parse, &op->param[0]->d, pos);
        ClassDecl *of = object->type->kind == TY_CLASS ? ty_unqual(object->type)->u.cls : NULL;
        if (!of || of == ls->cls) return object;
        return xe_derived_to_base(parse, object,
                                  ty_qual(x, ls->cls->d.type, xe_quals(object->type)), pos);
    }
    Type *t = ls->cls->d.type;
    if (!ls->is_mutable) t = ty_qual(x, t, Q_CONST);
    Expr *self = cxx_expr_new(x, E_THIS, ty_pointer(x, t), VC_PRVALUE, pos);
    self->flags |= EF_IMPLICIT;
    Expr *o = xe_un(parse, E_UNARY, t, VC_LVALUE, pos, self);
    o->op = OP_DEREF;
    return o;
}

// A member of the closure.
static Expr *field_value(Parse *parse, struct LambdaState *ls, FieldDecl *f, Pos pos) {
    return xe_field_path(parse, closure_object(parse, ls, pos), f, pos);
}

// The entity as the enclosing context of the lambda sees it.
static Expr *outside_value(Parse *parse, struct LambdaState *ls, VarDecl *var, Pos pos) {
    Parse q = ls->around;
    q.at = parse->at;
    if (ls->outer &&
        (map_get(&ls->outer->captured, xe_capture_key(var)) || var->fn != ls->outer_fn))
        return xe_capture_in(&q, ls->outer, var, false, 0, pos);
    var->referenced = true;
    if (var->d.kind == D_BINDING) {
        Expr *e = xe_dup(parse, ((BindingDecl *)var)->e);
        e->pos = e->end = pos;
        return e;
    }
    var->named++;
    return xe_ref(parse, &var->d, var->d.type, pos);
}

Expr *xe_capture_in(Parse *parse, struct LambdaState *ls, VarDecl *var, bool explicit_, char how,
                    Pos pos) {
    Cxx *cxx = parse->x;
    FieldDecl *field_decl = map_get(&ls->captured, xe_capture_key(var));
    if (!field_decl) {
        if (!explicit_) how = ls->def;
        if (!how || ls->closed) {
            CXX_DIAG(cxx, x_not_captured, pos, var->d.name);
            return cxx_expr_error(cxx, pos);
        }
        // an extended lambda may not capture first in an `if constexpr`: the host has the same
        // captures
        bool in_if = !explicit_ && (ls->inner_if || (parse->fs && parse->fs->constexpr_ifs));
        if (in_if && !ls->cls->closure.extended.if_capture)
            ls->cls->closure.extended.if_capture = pos;
        if (ls->outer) ls->outer->inner_if = in_if;
        Expr *expr = outside_value(parse, ls, var, pos);
        if (ls->outer) ls->outer->inner_if = false;
        if (xe_err(expr)) return expr;
        // initialised where the lambda stands, not in its body
        Parse q = ls->around;
        q.at = parse->at;
        Type *type = expr->type;
        Expr *init;
        if (how == '&' || type->kind == TY_FUNC) {
            type = ty_ref(cxx, type, false);
            init = cxx_convert(&q, expr, type, NULL);
        } else if (ty_is_array(type)) {
            init = xe_array_copy(&q, type, expr, pos);
        } else {
            init = cxx_initialize(&q, type, INIT_DIRECT, &expr, 1, pos, NULL);
        }
        if (xe_err(init)) return init;
        if (!explicit_ && !ls->whole_pack)
            note_name(parse, ls, (CaptureName){.name = var->d.name, .by_reference = how == '&'});
        field_decl = xe_capture_field(parse, ls, var->d.name, type, var, init, pos);
        map_put(&ls->captured, xe_capture_key(var), field_decl);
    }
    return field_value(parse, ls, field_decl, pos);
}

// A variable of an enclosing function (or an init-capture) named in a lambda body. NULL: it needs
// no capture here.
Expr *xe_capture_var(Parse *parse, VarDecl *var, Pos pos) {
    struct LambdaState *ls = parse->lambda;
    if (!ls) return NULL;
    if (parse->fn && var->fn == parse->fn) return NULL;
    if (parse->fn && parse->fn->cls != ls->cls) return NULL; // a local class in the body
    bool reference =
        var->d.kind == D_VAR && ty_is_ref(var->d.type) && (var->d.flags & DF_CONSTEXPR);
    if (reference && !map_get(&ls->captured, xe_capture_key(var)) && cxx_var_const(parse->x, var))
        return NULL; // usable in constant expressions: no odr-use [basic.def.odr]/5
    return xe_capture_in(parse, ls, var, false, 0, pos);
}

Expr *xe_capture_this_in(Parse *parse, struct LambdaState *ls, bool explicit_, bool copy, Pos pos) {
    Cxx *cxx = parse->x;
    if (!ls->this_field) {
        if ((!explicit_ && !ls->def) || ls->closed) {
            CXX_DIAG(cxx, x_this_not_captured, pos);
            return cxx_expr_error(cxx, pos);
        }
        Parse q = ls->around;
        q.at = parse->at;
        // [=] and [&] capture the pointer, [*this] the object [expr.prim.lambda.capture]/11
        Expr *expr = xe_this(&q, pos);
        if (!expr) CXX_DIAG(cxx, x_this_outside, pos);
        if (xe_lost(expr)) return expr;
        if (copy) {
            Expr *obj = cxx_build_unary(&q, OP_DEREF, expr, pos);
            Type *t = ty_unqual(obj->type);
            Expr *init = cxx_initialize(&q, t, INIT_DIRECT, &obj, 1, pos, NULL);
            if (xe_err(init)) return init;
            ls->this_field = xe_capture_field(parse, ls, 0, t, NULL, init, pos);
            ls->this_copied = true;
        } else {
            ls->this_field = xe_capture_field(parse, ls, 0, expr->type, NULL, expr, pos);
        }
        if (!explicit_) note_name(parse, ls, (CaptureName){.name = 0});
        ls->cls->closure.this_capture = ls->this_field;
    }
    Expr *m = field_value(parse, ls, ls->this_field, pos);
    if (ls->this_copied) {
        Expr *e = xe_un(parse, E_UNARY, ty_pointer(cxx, m->type), VC_PRVALUE, pos, m);
        e->op = OP_ADDR;
        return e;
    }
    return xe_cast(parse, CK_LVAL_TO_RVAL, ty_unqual(m->type), VC_PRVALUE, m);
}

// `this` in a lambda body; NULL when `parse` is not in the body (a member function of a local
// class).
Expr *xe_capture_this(Parse *parse, Pos pos) {
    struct LambdaState *ls = parse->lambda;
    if (!ls || (parse->fn && parse->fn->cls != ls->cls)) return NULL;
    return xe_capture_this_in(parse, ls, false, false, pos);
}

bool xe_this_uncaptured(const Parse *parse) {
    const struct LambdaState *ls = parse->lambda;
    if (!ls || parse->unevaluated || (parse->fn && parse->fn->cls != ls->cls)) return false;
    bool never = !ls->def && !ls->this_field;
    for (; ls && !never; ls = ls->outer)
        if (ls->this_field) return false;
    return true;
}

// ---- capture by name ----------------------------------------------------------------------------

// Whether the variable is declared in the lambda: in its call operator, or as its init-capture.
static bool is_inside(const struct LambdaState *ls, const VarDecl *var) {
    if (var->capture_of == var) return map_get(&ls->captured, xe_capture_key(var)) != NULL;
    return var->fn && var->fn->cls == ls->cls;
}

// Whether the lambdas around can hand it to this one.
static bool is_reachable(const struct LambdaState *ls, const VarDecl *var) {
    for (const struct LambdaState *around = ls->outer; around && !is_inside(around, var);
         around = around->outer) {
        if (map_get(&around->captured, xe_capture_key(var))) return true;
        if (!around->def || around->closed) return false;
    }
    return true;
}

// A reference that is usable in constant expressions is no odr-use [basic.def.odr]/5: what is
// captured is never read. gcc wants a capture all the same: where the host's text says the
// captures, its compiler gets a reference, which copies nothing.
static void capture_constant_reference(Parse *parse, struct LambdaState *ls, VarDecl *var,
                                       Pos pos) {
    if (!parse->x->opt.host_lists_captures || map_get(&ls->unread, xe_capture_key(var))) return;
    map_put(&ls->unread, xe_capture_key(var), var);
    Expr *init = xe_ref(parse, &var->d, var->d.type, pos);
    note_name(parse, ls, (CaptureName){.name = var->d.name, .by_reference = true});
    xe_capture_field(parse, ls, var->d.name, ty_ref(parse->x, ty_deref(var->d.type), false), var,
                     init, pos);
}

static bool is_constant_reference(Parse *parse, VarDecl *var) {
    return var->d.kind == D_VAR && ty_is_ref(var->d.type) && var->d.flags & DF_CONSTEXPR &&
           cxx_var_const(parse->x, var);
}

static void capture_variable(Parse *parse, struct LambdaState *ls, VarDecl *var, Pos pos) {
    bool local =
        !is_any_of(var->storage, STOR_STATIC, STOR_GLOBAL) && (var->fn || var->capture_of == var);
    if (!local || map_get(&ls->captured, xe_capture_key(var))) return;
    if (is_constant_reference(parse, var))
        capture_constant_reference(parse, ls, var, pos);
    else if (is_reachable(ls, var))
        xe_capture_in(parse, ls, var, false, 0, pos);
}

// Whether the lambda stands in the pattern of an expansion or fold, where a pack's name is that of
// one element: behind what holds it stands `...`, or `op ...`, or in front `(... op`.
static bool is_in_pattern(const Parse *parse, const struct LambdaState *ls) {
    const FuncDecl *call_op = ls->cls->closure.call_op;
    bool passed = false; // other elements of the list
    for (uint32_t i = call_op ? call_op->body.range.end : parse->end; i < parse->end; i++) {
        const Token *token = &parse->tok[i];
        uint16_t next = i + 1 < parse->end ? token[1].kind : T_EOF;
        if (is_any_of(token->kind, T_SEMI, T_RBRACE)) return false;
        if (lex_is_open(token->kind)) {
            i = token->match;
        } else if (lex_is_close(token->kind)) {
            if (parse->tok[token->match + 1].kind == T_ELLIPSIS) return true;
            passed = false;
        } else if (!passed) {
            if (token->kind == T_ELLIPSIS || next == T_ELLIPSIS) return true;
            passed = token->kind == T_COMMA;
        }
    }
    return false;
}

// Whether the lambda declares the pack itself: by its place, as an empty one has no variables.
static bool has_pack(const struct LambdaState *ls, const PackDecl *pack) {
    return pack->d.order > ls->cls->closure.introducer;
}

// A pack that an expansion in the lambda names is captured whole, also where it is empty: another
// instance has elements.
static void capture_pack(Parse *parse, struct LambdaState *ls, PackDecl *pack, Pos pos) {
    bool unbound = pack->d.type && pack->d.type->kind == TY_PACK;
    if (unbound || map_get(&ls->captured, xe_capture_key(pack))) return;
    if (has_pack(ls, pack)) return;
    if (is_in_pattern(parse, ls)) return; // its elements are captured as variables are
    map_put(&ls->captured, xe_capture_key(pack), pack);
    note_name(
        parse, ls,
        (CaptureName){
            .name = pack->d.name, .pack = true, .empty = !pack->n, .by_reference = ls->def == '&'});
    ls->whole_pack = true;
    for (uint32_t i = 0; i < pack->n; i++)
        capture_variable(parse, ls, (VarDecl *)pack->elem[i], pos);
    ls->whole_pack = false;
}

void xe_capture_name_in(Parse *parse, struct LambdaState *ls, Decl *named, Pos pos) {
    if (!ls->by_name || ls->closed) return;
    if (named->kind == D_PACK)
        capture_pack(parse, ls, (PackDecl *)named, pos);
    else if (is_any_of(named->kind, D_VAR, D_BINDING))
        capture_variable(parse, ls, (VarDecl *)named, pos);
}

void xe_capture_name(Parse *parse, Decl *named, Pos pos) {
    struct LambdaState *ls = parse->lambda;
    if (!ls || parse->unevaluated || parse->dependent) return;
    // A constant expression reads no variable. But where the lambda around has captured it, the
    // name is that capture's to gcc, which wants it captured in turn.
    if (parse->const_expr && !ls->outer) return;
    if (parse->fn && parse->fn->cls != ls->cls) return; // a local class in the body
    for (; ls; ls = ls->outer) {
        bool own = named->kind == D_PACK ? has_pack(ls, (PackDecl *)named)
                                         : is_inside(ls, (VarDecl *)named);
        if (own) return;
        xe_capture_name_in(parse, ls, named, pos);
    }
}
