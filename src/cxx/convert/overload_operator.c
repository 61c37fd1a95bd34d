// SPDX-License-Identifier: Apache-2.0
// convert/overload_operator.c: operators in expressions [over.match.oper]. Member, non-member
// (ordinary lookup from the namespace on, and ADL) and built-in candidates, C++20's rewritten ones.
//
// Built-in candidates [over.built] are not the standard's full list: for an operand of class type
// only the types its conversion functions give (promoted) can ever win, for another operand only
// its own promoted type; the cross product of these is complete and small.
#include "cxx/facts/diag.h"
#include "cxx/facts/state.h"
#include "cxx/lookup/lookup.h"
#include "cxx/convert/convert.h"

bool xe_has_overloads(const Expr *e) {
    return !xe_list(e) && (e->type->kind == TY_CLASS || e->type->kind == TY_ENUM);
}

typedef VEC(Type *) Types;

static void add_type(Parse *p, Types *v, Type *t) {
    for (uint32_t i = 0; i < v->n; i++)
        if (v->at[i] == t) return;
    vec_push(xe_scratch(p), v, t);
}

static void add_operand_type(Parse *p, Types *v, Type *t) {
    t = ty_decay(p->x, t);
    if (ty_is_arith(t) || ty_is_unscoped_enum(t)) {
        add_type(p, v, ty_is_floating(t) ? t : ty_promote(p->x, t));
        if (t->kind == TY_ENUM) add_type(p, v, t);
    } else if (t->kind == TY_PTR || t->kind == TY_MEMPTR || t->kind == TY_NULLPTR ||
               t->kind == TY_ENUM || t->kind == TY_VECTOR) {
        add_type(p, v, t);
    }
}

static void operand_types(Parse *p, Expr *e, Expr *other, Types *v) {
    if (xe_list(e)) return;
    if (e->type->kind != TY_CLASS) {
        add_operand_type(p, v, e->type);
        return;
    }
    Lookup l = {0};
    xe_conv_functions(p, ty_unqual(e->type)->u.cls, &l);
    for (uint32_t i = 0; i < l.n; i++) {
        FuncDecl *f = xe_func_of(l.at[i]);
        if (f && !f->explicit_) {
            cxx_func_signature(p->x, f);
            add_operand_type(p, v, ty_deref(f->d.type->u.func.ret));
        } else if (l.at[i]->kind == D_TEMPLATE && other && !xe_list(other) &&
                   other->type->kind != TY_CLASS) {
            add_operand_type(p, v, other->type); // a conversion template can give what is wanted
        }
    }
}

static void add_builtin(Parse *p, Cands *cs, Expr *a, Type *ta, Expr *b, Type *tb) {
    Cand c = {.viable = true, .nics = b ? 2 : 1, .param = {ta, tb}};
    c.ics = arena_array(xe_scratch(p), Ics, 2);
    cxx_ics(p, a, ta, true, ta->kind == TY_BOOL, &c.ics[0]);
    if (b) cxx_ics(p, b, tb, true, tb->kind == TY_BOOL, &c.ics[1]);
    if (c.ics[0].rank == ICS_BAD || (b && c.ics[1].rank == ICS_BAD)) return;
    vec_push(xe_scratch(p), &cs->c, c);
}

static bool arith_type(const Type *t) {
    return ty_is_arith(t);
}

// Whether the built-in operator takes no floating operands.
static bool integers_only(CxxOp op) {
    if (op >= OP_ADD_ASSIGN && op <= OP_SHR_ASSIGN) op = (CxxOp)(op - OP_ADD_ASSIGN + OP_ADD);
    return op == OP_REM || op == OP_AND || op == OP_OR || op == OP_XOR || op == OP_SHL ||
           op == OP_SHR;
}

// Whether an operand with the built-in type t can be what is added to a pointer: an integer, or
// what an object converts to with any arithmetic type between.
static bool is_offset(const Expr *e, const Type *t) {
    return ty_is_integral(t) || (!xe_list(e) && e->type->kind == TY_CLASS && ty_is_arith(t));
}

// [over.built]/11
static bool member_pointer_pair(Cxx *x, const Type *s, const Type *t) {
    if (s->kind != TY_PTR || t->kind != TY_MEMPTR) return false;
    const Type *object = ty_unqual(s->u.ptr.to), *of = ty_unqual(t->u.ptr.cls);
    if (object->kind != TY_CLASS || of->kind != TY_CLASS) return false;
    return object == of || cxx_class_derived_from(x, object->u.cls, of->u.cls, NULL, NULL, NULL);
}

static void builtin_binary(Parse *p, CxxOp op, Cands *cs, Expr *a, Expr *b) {
    Cxx *x = p->x;
    Types ta = {0}, tb = {0};
    if (op == OP_LAND || op == OP_LOR) {
        Type *t = ty_basic(x, TY_BOOL);
        add_builtin(p, cs, a, t, b, t);
        return;
    }
    operand_types(p, a, b, &ta);
    operand_types(p, b, a, &tb);
    bool cmp = op >= OP_EQ && op <= OP_CMP3;
    bool ints = integers_only(op);
    for (uint32_t i = 0; i < ta.n; i++) {
        for (uint32_t k = 0; k < tb.n; k++) {
            Type *s = ta.at[i], *t = tb.at[k];
            if (op == OP_ARROW_STAR) {
                if (member_pointer_pair(x, s, t)) add_builtin(p, cs, a, s, b, t);
            } else if (arith_type(s) && arith_type(t)) {
                if (!ints || (!ty_is_floating(s) && !ty_is_floating(t)))
                    add_builtin(p, cs, a, s, b, t);
            } else if (s->kind == TY_PTR && is_offset(b, t) &&
                       (op == OP_ADD || op == OP_SUB || op == OP_SUBSCRIPT)) {
                add_builtin(p, cs, a, s, b, x->ty_ptrdiff_t);
            } else if (t->kind == TY_PTR && is_offset(a, s) &&
                       (op == OP_ADD || op == OP_SUBSCRIPT)) {
                add_builtin(p, cs, a, x->ty_ptrdiff_t, b, t);
            } else if (s == t && (cmp || (op == OP_SUB && s->kind == TY_PTR))) {
                add_builtin(p, cs, a, s, b, t);
            } else if (cmp && s->kind == TY_PTR && t->kind == TY_PTR) {
                add_builtin(p, cs, a, s, b, s);
                add_builtin(p, cs, a, t, b, t);
            } else if (s == t && s->kind == TY_VECTOR) {
                add_builtin(p, cs, a, s, b, t);
            }
        }
        // a null pointer constant on the other side
        Type *s = ta.at[i];
        if (cmp && (s->kind == TY_PTR || s->kind == TY_MEMPTR) && xe_null_const(p, b))
            add_builtin(p, cs, a, s, b, s);
    }
    for (uint32_t k = 0; k < tb.n && cmp; k++) {
        Type *t = tb.at[k];
        if ((t->kind == TY_PTR || t->kind == TY_MEMPTR) && xe_null_const(p, a))
            add_builtin(p, cs, a, t, b, t);
    }
}

// What of class type converts to an lvalue that ++ or += changes [over.built]/3, /18: the
// references to arithmetic types and pointers that its conversion functions give.
static void changed_types(Parse *p, Expr *a, Types *v) {
    Lookup l = {0};
    if (ty_unqual(a->type)->kind != TY_CLASS) return; // an enumeration
    xe_conv_functions(p, ty_unqual(a->type)->u.cls, &l);
    for (uint32_t i = 0; i < l.n; i++) {
        FuncDecl *f = xe_func_of(l.at[i]);
        if (!f || f->explicit_) continue;
        cxx_func_signature(p->x, f);
        Type *ret = f->d.type->u.func.ret;
        if (ret->kind != TY_LREF) continue;
        Type *t = ret->u.ptr.to;
        bool arith = ty_is_arith(t) && t->kind != TY_BOOL;
        if (!(t->quals & Q_CONST) && (arith || t->kind == TY_PTR)) add_type(p, v, ret);
    }
}

// Compound assignment.
static void builtin_assign(Parse *p, CxxOp op, Cands *cs, Expr *a, Expr *b) {
    Types tb = {0};
    if (a->type->kind == TY_CLASS) {
        Types ta = {0};
        if (op == OP_ASSIGN) return;
        changed_types(p, a, &ta);
        if (ta.n) operand_types(p, b, a, &tb);
        for (uint32_t i = 0; i < ta.n; i++)
            for (uint32_t k = 0; k < tb.n; k++) add_builtin(p, cs, a, ta.at[i], b, tb.at[k]);
        return;
    }
    operand_types(p, b, a, &tb);
    bool ints = integers_only(op);
    for (uint32_t k = 0; k < tb.n; k++) {
        if (ints && ty_is_floating(tb.at[k])) continue;
        Cand c = {.viable = true, .nics = 2, .param = {NULL, tb.at[k]}};
        c.ics = arena_array(xe_scratch(p), Ics, 2);
        cxx_ics(p, b, tb.at[k], true, false, &c.ics[1]);
        if (c.ics[1].rank == ICS_BAD) continue;
        vec_push(xe_scratch(p), &cs->c, c);
    }
}

static void builtin_unary(Parse *p, CxxOp op, Cands *cs, Expr *a) {
    Types ta = {0};
    if (op == OP_NOT) {
        add_builtin(p, cs, a, ty_basic(p->x, TY_BOOL), NULL, NULL);
        return;
    }
    if (op == OP_PREINC || op == OP_PREDEC || op == OP_POSTINC || op == OP_POSTDEC) {
        changed_types(p, a, &ta);
        for (uint32_t i = 0; i < ta.n; i++) add_builtin(p, cs, a, ta.at[i], NULL, NULL);
        return;
    }
    operand_types(p, a, NULL, &ta);
    for (uint32_t i = 0; i < ta.n; i++) {
        Type *t = ta.at[i];
        bool ok = op == OP_DEREF    ? t->kind == TY_PTR
                  : op == OP_BITNOT ? ty_is_integral(t)
                  : op == OP_PLUS   ? arith_type(t) || t->kind == TY_PTR
                                    : op == OP_MINUS && arith_type(t);
        if (ok) add_builtin(p, cs, a, t, NULL, NULL);
    }
}

// ---- user candidates ---------------------------------------------------------------------------

static bool member_only(CxxOp op) {
    return op == OP_ASSIGN || op == OP_SUBSCRIPT || op == OP_CALL || op == OP_ARROW;
}

// False where several bases have the operator [class.member.lookup]/5.
static bool add_members(Parse *p, Atom name, Cands *cs, Expr *a, Expr **rest, uint32_t n) {
    if (a->type->kind != TY_CLASS || !cxx_class_complete(p->x, ty_unqual(a->type)->u.cls, 0))
        return true;
    ClassDecl *c = ty_unqual(a->type)->u.cls;
    Lookup l = {0};
    if (!cxx_lookup_member(p, c, name, LU_ALL, &l)) return true;
    if (l.ambiguous) return false;
    xe_add_cands(p, cs, l.at, l.n, NULL, a, rest, n, true, true);
    return true;
}

// Whether a block declares the operator (a using-declaration, or a function of its own).
static bool in_block(const Scope *s, Atom name) {
    return (s->kind == SC_BLOCK || s->kind == SC_FUNC) && s->names.n && map_get(&s->names, name);
}

// Free functions: members are ignored by the unqualified lookup, so it starts at a block that has
// one or the namespace.
static void free_operators(Parse *p, Atom name, Expr **arg, uint32_t n, Lookup *l) {
    Scope *old = p->scope, *s = old;
    while (s && s->kind != SC_NAMESPACE && !in_block(s, name)) s = s->parent;
    p->scope = s ? s : p->x->global;
    cxx_lookup(p, name, 0, l);
    p->scope = old;
    uint32_t k = 0;
    for (uint32_t i = 0; i < l->n; i++) {
        Decl *d = l->at[i];
        if (d->kind == D_FUNC || d->kind == D_TEMPLATE) l->at[k++] = d;
    }
    l->n = k;
    cxx_lookup_adl(p, name, arg, n, l);
}

static bool add_user(Parse *p, CxxOp op, Cands *cs, Expr *a, Expr *b, Expr **both, uint32_t n) {
    Cxx *x = p->x;
    Atom name = cxx_op_atom(x, op);
    if (op == OP_ASSIGN && a->type->kind == TY_CLASS &&
        cxx_class_complete(x, ty_unqual(a->type)->u.cls, 0))
        cxx_class_specials(x, ty_unqual(a->type)->u.cls);
    if (!add_members(p, name, cs, a, both + 1, n - 1)) return false;
    if (member_only(op)) return true;
    Lookup l = {0};
    free_operators(p, name, both, n, &l);
    if (l.n) xe_add_cands(p, cs, l.at, l.n, NULL, NULL, both, n, true, true);
    return true;
}

// [over.match.oper]/4: a corresponding operator!= keeps an operator== from being rewritten.
// With no operand of class type only functions count that have a parameter of an operand's
// enumeration type or a reference to it [over.match.oper]/3.2.
static void keep_for_enums(Cands *cs, const Expr *a, const Expr *b) {
    const Expr *operand[2] = {a, b};
    uint32_t n = 0;
    for (uint32_t i = 0; i < cs->c.n; i++) {
        const FuncDecl *f = cs->c.at[i].fn; // NULL: a template for which deduction failed
        if (!f) continue;
        const FuncType *t = &f->d.type->u.func;
        bool keep = false;
        for (uint32_t k = 0; k < 2 && k < t->nparam; k++) {
            const Type *ty =
                operand[k] && !xe_list(operand[k]) ? ty_unqual(operand[k]->type) : NULL;
            keep |= ty && ty->kind == TY_ENUM && ty_unqual(ty_deref(t->param[k])) == ty;
        }
        if (keep) cs->c.at[n++] = cs->c.at[i];
    }
    cs->c.n = n;
}

static bool has_not_equal(Cxx *x, const Cand *c) {
    Decl *d = c->decl;
    if (!d || !d->scope) return false;
    Scope *s = d->scope;
    Atom name = cxx_op_atom(x, OP_NE);
    if (s->index) cxx_elaborate_name(x, s, name);
    for (Decl *o = map_get(&s->names, name); o; o = o->next) {
        if (o->kind != d->kind || (o->flags & DF_FRIEND_ONLY)) continue;
        FuncDecl *f = (FuncDecl *)d, *g = (FuncDecl *)o;
        if (d->kind == D_TEMPLATE) {
            TemplateDecl *t = (TemplateDecl *)d, *u = (TemplateDecl *)o;
            if (!tm_params_match(t->params, u->params)) continue;
            f = t->pattern;
            g = u->pattern;
        }
        if (f && g && cxx_same_signature(x, f, g)) return true;
    }
    return false;
}

// C++20: != from ==, relations from <=>, and both with reversed operands.
static void add_rewritten(Parse *p, CxxOp op, CxxOp base, bool reversed, Cands *cs, Expr *a,
                          Expr *b) {
    uint32_t from = cs->c.n;
    Expr *both[2] = {reversed ? b : a, reversed ? a : b};
    add_user(p, base, cs, both[0], both[1], both, 2);
    uint32_t k = from;
    for (uint32_t i = from; i < cs->c.n; i++) {
        if (base == OP_EQ && has_not_equal(p->x, &cs->c.at[i])) continue;
        cs->c.at[k] = cs->c.at[i];
        cs->c.at[k].reversed = reversed;
        cs->c.at[k++].rewritten = true;
    }
    cs->c.n = k;
    (void)op;
}

static void rewritten_candidates(Parse *p, CxxOp op, Cands *cs, Expr *a, Expr *b) {
    bool rel = op == OP_LT || op == OP_GT || op == OP_LE || op == OP_GE;
    if (op == OP_EQ) add_rewritten(p, op, OP_EQ, true, cs, a, b);
    if (op == OP_NE) {
        add_rewritten(p, op, OP_EQ, false, cs, a, b);
        add_rewritten(p, op, OP_EQ, true, cs, a, b);
    }
    if (rel) add_rewritten(p, op, OP_CMP3, false, cs, a, b);
    if (rel || op == OP_CMP3) add_rewritten(p, op, OP_CMP3, true, cs, a, b);
}

static Expr *call_rewritten(Parse *p, CxxOp op, Cand *c, Expr *a, Expr *b, Pos pos) {
    Expr *l = c->reversed ? b : a, *r = c->reversed ? a : b;
    Expr *both[2] = {l, r};
    Expr *call = c->has_object ? xe_call_chosen(p, c, l, &r, 1, pos, 0)
                               : xe_call_chosen(p, c, NULL, both, 2, pos, 0);
    if (xe_err(call)) return call;
    call->flags |= EF_REWRITTEN;
    if (op == OP_EQ || op == OP_CMP3) {
        if (op == OP_EQ || !c->reversed) return call;
    }
    if (op == OP_NE) return cxx_build_unary(p, OP_NOT, call, pos);
    Expr *zero = cxx_expr_int(p->x, ty_basic(p->x, TY_INT), 0, pos);
    zero->flags |= EF_NULL_CONST;
    p->no_rewritten = true; // [over.match.oper]/8
    Expr *e = c->reversed ? cxx_build_binary(p, op, zero, call, pos)
                          : cxx_build_binary(p, op, call, zero, pos);
    p->no_rewritten = false; // where the built-in one is meant nobody asked
    return e;
}

static Expr *use_builtin(Parse *p, CxxOp op, Cand *c, Expr *a, Expr *b, Pos pos) {
    Expr *l = a, *r = b;
    if (c->param[0])
        l = c->param[0]->kind == TY_BOOL && (op == OP_LAND || op == OP_LOR || op == OP_NOT)
                ? cxx_to_bool(p, a)
                : cxx_apply_ics(p, a, &c->ics[0]);
    if (b)
        r = c->param[1]->kind == TY_BOOL && (op == OP_LAND || op == OP_LOR)
                ? cxx_to_bool(p, b)
                : cxx_apply_ics(p, b, &c->ics[1]);
    if (xe_err(l)) return l;
    if (r && xe_err(r)) return r;
    if (op == OP_SUBSCRIPT) return xe_build_subscript(p, l, r, pos);
    if (op == OP_ARROW_STAR) return xe_build_member_pointer(p, l, r, true, pos);
    return b ? cxx_build_binary(p, op, l, r, pos) : cxx_build_unary(p, op, l, pos);
}

static void check_operator_access(Parse *p, const Cand *c, const Expr *object, Pos pos) {
    if (!c->fn->cls || !object || xe_list(object) || object->type->kind != TY_CLASS) return;
    ClassDecl *of = ty_unqual(object->type)->u.cls;
    Decl *d = c->decl ? c->decl : &c->fn->d;
    // a base of the object whose members are assigned is no other object [class.protected]
    if (cxx_access_object_ok(p, d, of, p->base_assign ? NULL : of)) return;
    CXX_DIAG(p->x, x_inaccessible, pos, &c->fn->d);
    cxx_note_declared(p->x, &c->fn->d);
}

static Expr *resolve_operator(Parse *p, CxxOp op, Expr *a, Expr *b, Pos pos, bool *tried) {
    Cxx *x = p->x;
    bool cls = a->type->kind == TY_CLASS || (b && !xe_list(b) && b->type->kind == TY_CLASS);
    // `float = half`: what other than a class is assigned to has no user candidates (an operator=
    // is a member), and of the built-in ones every compiler takes that for the operand's own type
    if (op == OP_ASSIGN && a->type->kind != TY_CLASS) return NULL;
    if (a->kind == E_OVERLOAD) {
        if (!cls) return NULL;
    }
    if (!b && op == OP_ADDR && !cls) return NULL;
    if (a->type->kind == TY_CLASS && member_only(op) && !ty_complete(x, a->type, pos, true))
        return cxx_expr_error(x, pos);
    struct ExprState *st = xe_state(x);
    bool rewritten = x->opt.std >= 20 && b && !xe_list(b) && !p->no_rewritten;
    p->no_rewritten = false; // not of what the operands' conversions call
    if (++st->overload_depth > 400) {
        st->overload_depth--;
        return NULL;
    }
    Cands cs = {0};
    bool post = op == OP_POSTINC || op == OP_POSTDEC;
    Expr *second = post ? cxx_expr_int(x, ty_basic(x, TY_INT), 0, pos) : b;
    Expr *both[2] = {a, second};
    uint32_t n = second ? 2 : 1;
    if (!add_user(p, op, &cs, a, second, both, n)) {
        st->overload_depth--;
        CXX_DIAG(x, x_ambiguous_name, pos, cxx_op_atom(x, op));
        return cxx_expr_error(x, pos);
    }
    if (rewritten) rewritten_candidates(p, op, &cs, a, b);
    if (!cls) keep_for_enums(&cs, a, b);
    uint32_t user = cs.c.n;
    bool assign = op == OP_ASSIGN || (op >= OP_ADD_ASSIGN && op <= OP_SHR_ASSIGN);
    bool compete = cls || user; // an enumeration's user candidates may need conversions
    if (compete && b && !xe_list(b)) {
        if (assign)
            builtin_assign(p, op, &cs, a, b);
        else if (op != OP_COMMA)
            builtin_binary(p, op, &cs, a, b);
    } else if (compete && !b) {
        builtin_unary(p, op, &cs, a);
    }
    xe_choose(p, &cs);
    st->overload_depth--;
    *tried = user > 0;
    if (cs.best >= 0) {
        Cand *c = &cs.c.at[cs.best];
        if (!c->fn) return cls ? use_builtin(p, op, c, a, b, pos) : NULL;
        check_operator_access(p, c, c->reversed ? b : a, pos);
        if (c->rewritten) return call_rewritten(p, op, c, a, b, pos);
        Expr *r = c->has_object ? xe_call_chosen(p, c, a, both + 1, n - 1, pos, 0)
                                : xe_call_chosen(p, c, NULL, both, n, pos, 0);
        return r;
    }
    if (!cls) return NULL;
    if (op == OP_COMMA || op == OP_ADDR) return cs.best == -2 ? NULL : NULL;
    if (cs.best == -2) {
        CXX_DIAG(x, x_ambiguous_operator, pos, xe_op_text(op), a->type, b ? b->type : a->type);
        xe_explain(p, &cs, NULL, both, n);
        return cxx_expr_error(x, pos);
    }
    if (op == OP_ARROW_STAR && !user) return NULL;
    if (b)
        CXX_DIAG(x, x_no_operator, pos, xe_op_text(op), a->type,
                 xe_list(b) ? x->ty_initlist : b->type);
    else
        CXX_DIAG(x, x_no_unary_operator, pos, xe_op_text(op), a->type);
    for (uint32_t i = 0; i < cs.c.n; i++) // members count their arguments without the object
        if (cs.c.at[i].bad_arg >= 0 && cs.c.at[i].has_object)
            cs.c.at[i].bad_arg = -3,
            cs.c.at[i].why = "the right operand does not convert to its parameter";
    xe_explain(p, &cs, NULL, both, n);
    return cxx_expr_error(x, pos);
}

// Resolves an operator with at least one operand of class or enumeration type. NULL: the built-in
// meaning applies (or there is none, which the caller reports).
Expr *xe_operator_overload(Parse *p, CxxOp op, Expr *a, Expr *b, Pos pos, bool *tried) {
    ArenaMark mark = arena_mark(xe_scratch(p));
    Expr *e = resolve_operator(p, op, a, b, pos, tried);
    arena_reset(xe_scratch(p), mark);
    return e;
}
