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

bool xe_has_overloads(const Expr *expr) {
    if (xe_list(expr) || cxx_complex_part(expr->type)) return false;
    return is_any_of(expr->type->kind, TY_CLASS, TY_ENUM);
}

// The types that an operand can have for a built-in operator, each once.
typedef VEC(Type *) Types;

static void add_type(Parse *parse, Types *v, Type *added) {
    for (uint32_t i = 0; i < v->n; i++)
        if (v->at[i] == added) return;
    vec_push(xe_scratch(parse), v, added);
}

// What a value of that type is for an operator: promoted; an enumeration also as it is, for ==.
static void add_operand_type(Parse *parse, Types *found, Type *added) {
    added = ty_decay(parse->x, added);
    if (ty_is_arith(added) || ty_is_unscoped_enum(added)) {
        add_type(parse, found, ty_is_floating(added) ? added : ty_promote(parse->x, added));
        if (added->kind == TY_ENUM) add_type(parse, found, added);
    } else if (ty_among(added, TY_SET(PTR) | TY_SET(MEMPTR) | TY_SET(NULLPTR) | TY_SET(ENUM) |
                                   TY_SET(VECTOR))) {
        add_type(parse, found, added);
    }
}

// The types of the operand; of a class those that its conversion functions give, where a
// template gives what the other operand (which may be NULL) has.
static void operand_types(Parse *parse, Expr *operand, Expr *other, Types *found) {
    if (xe_list(operand)) return;
    if (operand->type->kind != TY_CLASS) {
        add_operand_type(parse, found, operand->type);
        return;
    }
    Lookup lookup = {0};
    xe_conv_functions(parse, ty_unqual(operand->type)->u.cls, &lookup);
    bool wanted = other && !xe_list(other) && other->type->kind != TY_CLASS;
    for (uint32_t i = 0; i < lookup.n; i++) {
        FuncDecl *f = decl_func(lookup.at[i]);
        if (f && !f->written.explicit_) {
            cxx_func_signature(parse->x, f);
            add_operand_type(parse, found, ty_deref(f->d.type->u.func.ret));
        } else if (lookup.at[i]->kind == D_TEMPLATE && wanted) {
            add_operand_type(parse, found, other->type);
        }
    }
}

// The built-in candidate with parameters of types ta and, with a second operand, tb, if both
// operands convert. To bool explicitly, too: such operators convert contextually [expr.log.and]/1.
static void add_builtin(Parse *parse, Cands *cs, Expr *left, Type *ta, Expr *right, Type *tb) {
    Cand c = {.viable = true, .nics = right ? 2 : 1, .param = {ta, tb}};
    c.ics = arena_array(xe_scratch(parse), Ics, 2);
    cxx_ics(parse, left, ta, true, ta->kind == TY_BOOL, &c.ics[0]);
    if (right) cxx_ics(parse, right, tb, true, tb->kind == TY_BOOL, &c.ics[1]);
    if (c.ics[0].rank == ICS_BAD || (right && c.ics[1].rank == ICS_BAD)) return;
    vec_push(xe_scratch(parse), &cs->c, c);
}

// Whether the built-in operator takes no floating operands.
static bool integers_only(CxxOp op) {
    if (op >= OP_ADD_ASSIGN && op <= OP_SHR_ASSIGN) op = (CxxOp)(op - OP_ADD_ASSIGN + OP_ADD);
    return op_among(op, OP_SET(REM) | OP_SET(AND) | OP_SET(OR) | OP_SET(XOR) | OP_SET(SHL) |
                            OP_SET(SHR));
}

// Whether an operand with the built-in type `operand_type` can be what is added to a pointer: an
// integer, or what an object converts to with any arithmetic type between.
static bool is_offset(const Expr *expr, const Type *operand_type) {
    return ty_is_integral(operand_type) ||
           (!xe_list(expr) && expr->type->kind == TY_CLASS && ty_is_arith(operand_type));
}

// [over.built]/11
static bool member_pointer_pair(Cxx *cxx, const Type *left, const Type *right) {
    if (left->kind != TY_PTR || right->kind != TY_MEMPTR) return false;
    const Type *object = ty_unqual(left->u.ptr.to), *of = ty_unqual(right->u.ptr.cls);
    if (!ty_both(object, of, TY_CLASS)) return false;
    return object == of || cxx_class_derived_from(cxx, object->u.cls, of->u.cls, NULL, NULL, NULL);
}

// Whether operands of this one type have the operator: to be compared, or subtracted as pointers.
static bool takes_same(CxxOp op, bool compares, const Type *type) {
    return compares || type->kind == TY_VECTOR || (op == OP_SUB && type->kind == TY_PTR);
}

// The built-in candidates for a binary operator whose operands have these types [over.built].
static void add_pair(Parse *parse, CxxOp op, Cands *cs, Expr *left, Type *ta, Expr *right,
                     Type *tb) {
    Cxx *cxx = parse->x;
    bool cmp = op >= OP_EQ && op <= OP_CMP3;
    bool plus = is_any_of(op, OP_ADD, OP_SUBSCRIPT); // in either order
    bool moves = plus || op == OP_SUB;
    if (op == OP_ARROW_STAR) {
        if (member_pointer_pair(cxx, ta, tb)) add_builtin(parse, cs, left, ta, right, tb);
    } else if (ty_is_arith(ta) && ty_is_arith(tb)) {
        bool floating = ty_is_floating(ta) || ty_is_floating(tb);
        if (!floating || !integers_only(op)) add_builtin(parse, cs, left, ta, right, tb);
    } else if (moves && ta->kind == TY_PTR && is_offset(right, tb)) {
        add_builtin(parse, cs, left, ta, right, cxx->ty_ptrdiff_t);
    } else if (plus && tb->kind == TY_PTR && is_offset(left, ta)) {
        add_builtin(parse, cs, left, cxx->ty_ptrdiff_t, right, tb);
    } else if (ta == tb && takes_same(op, cmp, ta)) {
        add_builtin(parse, cs, left, ta, right, tb);
    } else if (cmp && ty_both(ta, tb, TY_PTR)) { // to either's type
        add_builtin(parse, cs, left, ta, right, ta);
        add_builtin(parse, cs, left, tb, right, tb);
    }
}

// A pointer compared with a null pointer constant.
static bool with_null(Parse *parse, const Type *operand_type, Expr *other) {
    return ty_among(operand_type, TY_SET(PTR) | TY_SET(MEMPTR)) && xe_null_const(parse, other);
}

static void builtin_binary(Parse *parse, CxxOp op, Cands *cs, Expr *left, Expr *right) {
    Types ta = {0}, tb = {0};
    if (is_any_of(op, OP_LAND, OP_LOR)) {
        Type *t = ty_basic(parse->x, TY_BOOL);
        add_builtin(parse, cs, left, t, right, t);
        return;
    }
    operand_types(parse, left, right, &ta);
    operand_types(parse, right, left, &tb);
    bool cmp = op >= OP_EQ && op <= OP_CMP3;
    for (uint32_t i = 0; i < ta.n; i++) {
        Type *type = ta.at[i];
        for (uint32_t k = 0; k < tb.n; k++) add_pair(parse, op, cs, left, type, right, tb.at[k]);
        if (cmp && with_null(parse, type, right)) add_builtin(parse, cs, left, type, right, type);
    }
    for (uint32_t k = 0; k < tb.n && cmp; k++) {
        Type *type = tb.at[k];
        if (with_null(parse, type, left)) add_builtin(parse, cs, left, type, right, type);
    }
}

// What of class type converts to an lvalue that ++ or += changes [over.built]/3, /18: the
// references to arithmetic types and pointers that its conversion functions give.
static void changed_types(Parse *parse, Expr *operand, Types *found) {
    Lookup lookup = {0};
    if (ty_unqual(operand->type)->kind != TY_CLASS) return; // an enumeration
    xe_conv_functions(parse, ty_unqual(operand->type)->u.cls, &lookup);
    for (uint32_t i = 0; i < lookup.n; i++) {
        FuncDecl *f = decl_func(lookup.at[i]);
        if (!f || f->written.explicit_) continue;
        cxx_func_signature(parse->x, f);
        Type *ret = f->d.type->u.func.ret;
        if (ret->kind != TY_LREF) continue;
        Type *t = ret->u.ptr.to;
        bool arith = ty_is_arith(t) && t->kind != TY_BOOL;
        if (!(t->quals & Q_CONST) && (arith || t->kind == TY_PTR)) add_type(parse, found, ret);
    }
}

// Compound assignment.
static void builtin_assign(Parse *parse, CxxOp op, Cands *cs, Expr *left, Expr *right) {
    Types tb = {0};
    if (left->type->kind == TY_CLASS) {
        Types ta = {0};
        if (op == OP_ASSIGN) return;
        changed_types(parse, left, &ta);
        if (ta.n) operand_types(parse, right, left, &tb);
        for (uint32_t i = 0; i < ta.n; i++)
            for (uint32_t k = 0; k < tb.n; k++)
                add_builtin(parse, cs, left, ta.at[i], right, tb.at[k]);
        return;
    }
    operand_types(parse, right, left, &tb);
    bool ints = integers_only(op);
    for (uint32_t k = 0; k < tb.n; k++) {
        if (ints && ty_is_floating(tb.at[k])) continue;
        Cand c = {.viable = true, .nics = 2, .param = {NULL, tb.at[k]}};
        c.ics = arena_array(xe_scratch(parse), Ics, 2);
        cxx_ics(parse, right, tb.at[k], true, false, &c.ics[1]);
        if (c.ics[1].rank == ICS_BAD) continue;
        vec_push(xe_scratch(parse), &cs->c, c);
    }
}

// Whether the built-in unary operator takes an operand of that type [over.built]/6 to /10.
static bool takes_unary(CxxOp op, const Type *operand_type) {
    switch (op) {
    case OP_DEREF: return operand_type->kind == TY_PTR;
    case OP_BITNOT: return ty_is_integral(operand_type);
    case OP_PLUS: return ty_is_arith(operand_type) || operand_type->kind == TY_PTR;
    case OP_MINUS: return ty_is_arith(operand_type);
    default: return false;
    }
}

static void builtin_unary(Parse *parse, CxxOp op, Cands *cs, Expr *operand) {
    Types ta = {0};
    if (op == OP_NOT) {
        add_builtin(parse, cs, operand, ty_basic(parse->x, TY_BOOL), NULL, NULL);
        return;
    }
    if (op_among(op, OP_STEPS)) {
        changed_types(parse, operand, &ta);
        for (uint32_t i = 0; i < ta.n; i++) add_builtin(parse, cs, operand, ta.at[i], NULL, NULL);
        return;
    }
    operand_types(parse, operand, NULL, &ta);
    for (uint32_t i = 0; i < ta.n; i++) {
        Type *t = ta.at[i];
        if (takes_unary(op, t)) add_builtin(parse, cs, operand, t, NULL, NULL);
    }
}

// ---- user candidates ---------------------------------------------------------------------------

// Operators that only a member can overload [over.oper.general]/7.
static bool member_only(CxxOp op) {
    return op_among(op, OP_SET(ASSIGN) | OP_SET(SUBSCRIPT) | OP_SET(CALL) | OP_SET(ARROW));
}

// Adds the members of the left operand's class, for the other operands `rest`. False where several
// bases have the operator [class.member.lookup]/5.
static bool add_members(Parse *parse, Atom name, Cands *cs, Expr *operand, Expr **rest,
                        uint32_t n) {
    if (operand->type->kind != TY_CLASS ||
        !cxx_class_complete(parse->x, ty_unqual(operand->type)->u.cls, 0))
        return true;
    ClassDecl *c = ty_unqual(operand->type)->u.cls;
    Lookup l = {0};
    if (!cxx_lookup_member(parse, c, name, LU_ALL, &l)) return true;
    if (l.ambiguous) return false;
    xe_add_cands(parse, cs, l.at, l.n, &(CandQuery){.object = operand, .arg = rest, .n = n});
    return true;
}

// Whether a block declares the operator (a using-declaration, or a function of its own).
static bool in_block(const Scope *scope, Atom name) {
    bool block = is_any_of(scope->kind, SC_BLOCK, SC_FUNC);
    return block && scope->names.n && map_get(&scope->names, name);
}

// Free functions: members are ignored by the unqualified lookup, so it starts at a block that has
// one or the namespace.
static void free_operators(Parse *parse, Atom name, Expr **arg, uint32_t n, Lookup *found) {
    Scope *old = parse->scope, *scope = old;
    while (scope_is_inner(scope) && !in_block(scope, name)) scope = scope->parent;
    parse->scope = scope ? scope : parse->x->global;
    // EDG, unlike g++ and [temp.dep.candidate], looks where the instance is made: Eigen declares
    // the device's operators of std::complex behind the templates that use them
    bool device = parse->fn && parse->fn->d.cuda & (CU_DEVICE | CU_GLOBAL);
    cxx_lookup(parse, name, device ? LU_INSTANTIATED : 0, found);
    parse->scope = old;
    uint32_t k = 0;
    for (uint32_t i = 0; i < found->n; i++) {
        Decl *d = found->at[i];
        if (is_any_of(d->kind, D_FUNC, D_TEMPLATE)) found->at[k++] = d;
    }
    found->n = k;
    cxx_lookup_adl(parse, name, arg, n, found);
}

// The candidates that declarations give [over.match.oper]/3.1, 3.2. False: the members are
// ambiguous.
static bool add_user(Parse *parse, CxxOp op, Cands *cs, Expr *left, Expr *right, Expr **both,
                     uint32_t n) {
    Cxx *cxx = parse->x;
    Atom name = cxx_op_atom(cxx, op);
    if (op == OP_ASSIGN && left->type->kind == TY_CLASS &&
        cxx_class_complete(cxx, ty_unqual(left->type)->u.cls, 0))
        cxx_class_specials(cxx, ty_unqual(left->type)->u.cls);
    if (!add_members(parse, name, cs, left, both + 1, n - 1)) return false;
    if (member_only(op)) return true;
    Lookup l = {0};
    free_operators(parse, name, both, n, &l);
    if (l.n) xe_add_cands(parse, cs, l.at, l.n, &(CandQuery){.arg = both, .n = n});
    return true;
}

// With no operand of class type only functions count that have a parameter of an operand's
// enumeration type or a reference to it [over.match.oper]/3.2.
static void keep_for_enums(Cands *cs, const Expr *left, const Expr *right) {
    const Expr *operand[2] = {left, right};
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

// [over.match.oper]/4: a corresponding operator!= keeps an operator== from being rewritten.
static bool has_not_equal(Cxx *cxx, const Cand *chosen) {
    Decl *decl = chosen->decl;
    if (!decl || !decl->scope) return false;
    Scope *scope = decl->scope;
    Atom name = cxx_op_atom(cxx, OP_NE);
    if (scope->index) cxx_elaborate_name(cxx, scope, name);
    for (Decl *o = map_get(&scope->names, name); o; o = o->next) {
        if (o->kind != decl->kind || (o->flags & DF_FRIEND_ONLY)) continue;
        FuncDecl *f = (FuncDecl *)decl, *g = (FuncDecl *)o;
        if (decl->kind == D_TEMPLATE) {
            TemplateDecl *t = (TemplateDecl *)decl, *u = (TemplateDecl *)o;
            if (!tm_params_match(t->params, u->params)) continue;
            f = t->pattern;
            g = u->pattern;
        }
        if (f && g && cxx_same_signature(cxx, f, g)) return true;
    }
    return false;
}

// C++20: != from ==, relations from <=>, and both with reversed operands.
static void add_rewritten(Parse *parse, CxxOp base, bool reversed, Cands *cs, Expr *left,
                          Expr *right) {
    uint32_t from = cs->c.n;
    Expr *both[2] = {reversed ? right : left, reversed ? left : right};
    add_user(parse, base, cs, both[0], both[1], both, 2);
    uint32_t k = from;
    for (uint32_t i = from; i < cs->c.n; i++) {
        if (base == OP_EQ && has_not_equal(parse->x, &cs->c.at[i])) continue;
        cs->c.at[k] = cs->c.at[i];
        cs->c.at[k].reversed = reversed;
        cs->c.at[k++].rewritten = true;
    }
    cs->c.n = k;
}

static void rewritten_candidates(Parse *parse, CxxOp op, Cands *cs, Expr *left, Expr *right) {
    bool rel = op_among(op, OP_SET(LT) | OP_SET(GT) | OP_SET(LE) | OP_SET(GE));
    if (op == OP_EQ) add_rewritten(parse, OP_EQ, true, cs, left, right);
    if (op == OP_NE) {
        add_rewritten(parse, OP_EQ, false, cs, left, right);
        add_rewritten(parse, OP_EQ, true, cs, left, right);
    }
    if (rel) add_rewritten(parse, OP_CMP3, false, cs, left, right);
    if (rel || op == OP_CMP3) add_rewritten(parse, OP_CMP3, true, cs, left, right);
}

// What a rewritten candidate means [over.match.oper]/8, /9: `!(a == b)`, `(a <=> b) < 0`, either
// perhaps with its operands reversed.
static Expr *call_rewritten(Parse *parse, CxxOp op, Cand *chosen, Expr *left, Expr *right,
                            Pos pos) {
    Expr *l = chosen->reversed ? right : left, *r = chosen->reversed ? left : right;
    Expr *both[2] = {l, r};
    Expr *call = chosen->has_object ? xe_call_chosen(parse, chosen, l, &r, 1, pos, 0)
                                    : xe_call_chosen(parse, chosen, NULL, both, 2, pos, 0);
    if (xe_err(call)) return call;
    call->flags |= EF_REWRITTEN;
    if (op == OP_EQ || (op == OP_CMP3 && !chosen->reversed)) return call;
    if (op == OP_NE) return cxx_build_unary(parse, OP_NOT, call, pos);
    Expr *zero = cxx_expr_int(parse->x, ty_basic(parse->x, TY_INT), 0, pos);
    zero->flags |= EF_NULL_CONST;
    parse->no_rewritten = true; // [over.match.oper]/8
    Expr *e = chosen->reversed ? cxx_build_binary(parse, op, zero, call, pos)
                               : cxx_build_binary(parse, op, call, zero, pos);
    parse->no_rewritten = false; // where the built-in one is meant nobody asked
    return e;
}

// Operand i of the built-in candidate, converted to its parameter's type.
static Expr *builtin_operand(Parse *parse, CxxOp op, Cand *chosen, uint32_t i, Expr *operand) {
    bool logical = op_among(op, OP_SET(LAND) | OP_SET(LOR) | OP_SET(NOT));
    if (logical && chosen->param[i]->kind == TY_BOOL) return cxx_to_bool(parse, operand);
    return cxx_apply_ics(parse, operand, &chosen->ics[i]);
}

// The built-in operator that overload resolution has chosen.
static Expr *use_builtin(Parse *parse, CxxOp op, Cand *chosen, Expr *left, Expr *right, Pos pos) {
    Expr *l = chosen->param[0] ? builtin_operand(parse, op, chosen, 0, left) : left;
    Expr *r = right ? builtin_operand(parse, op, chosen, 1, right) : right;
    if (xe_err(l)) return l;
    if (xe_err(r)) return r;
    if (op == OP_SUBSCRIPT) return xe_build_subscript(parse, l, r, pos);
    if (op == OP_ARROW_STAR) return xe_build_member_pointer(parse, l, r, true, pos);
    return right ? cxx_build_binary(parse, op, l, r, pos) : cxx_build_unary(parse, op, l, pos);
}

static void check_operator_access(Parse *parse, const Cand *chosen, const Expr *object, Pos pos) {
    bool of_class = object && !xe_list(object) && object->type->kind == TY_CLASS;
    if (!chosen->fn->cls || !of_class) return;
    ClassDecl *of = ty_unqual(object->type)->u.cls;
    Decl *d = chosen->decl ? chosen->decl : &chosen->fn->d;
    // a base of the object whose members are assigned is no other object [class.protected]
    if (cxx_access_object_ok(parse, d, of, parse->base_assign ? NULL : of)) return;
    CXX_DIAG(parse->x, x_inaccessible, pos, &chosen->fn->d);
    cxx_note_declared(parse->x, &chosen->fn->d);
}

// Says that no candidate fits.
static Expr *no_operator(Parse *parse, CxxOp op, Cands *cs, Expr **both, uint32_t n, Expr *b,
                         Pos pos) {
    Cxx *cxx = parse->x;
    Type *type = both[0]->type;
    if (b)
        CXX_DIAG(cxx, x_no_operator, pos, xe_op_text(op), type,
                 xe_list(b) ? cxx->ty_initlist : b->type);
    else
        CXX_DIAG(cxx, x_no_unary_operator, pos, xe_op_text(op), type);
    for (uint32_t i = 0; i < cs->c.n; i++) { // members count their arguments without the object
        Cand *c = &cs->c.at[i];
        if (c->bad_arg < 0 || !c->has_object) continue;
        c->bad_arg = BAD_OTHER;
        c->why = "the right operand does not convert to its parameter";
    }
    xe_explain(parse, cs, NULL, both, n);
    return cxx_expr_error(cxx, pos);
}

// xe_operator_overload, with what it makes in the scratch arena.
static Expr *resolve_operator(Parse *parse, CxxOp op, Expr *left, Expr *right, Pos pos,
                              bool *tried) {
    Cxx *cxx = parse->x;
    bool cls =
        left->type->kind == TY_CLASS || (right && !xe_list(right) && right->type->kind == TY_CLASS);
    // `float = half`: what other than a class is assigned to has no user candidates (an operator=
    // is a member), and of the built-in ones every compiler takes that for the operand's own type
    if (op == OP_ASSIGN && left->type->kind != TY_CLASS) return NULL;
    bool address = !right && op == OP_ADDR;
    if (!cls && (left->kind == E_OVERLOAD || address)) return NULL;
    if (left->type->kind == TY_CLASS && member_only(op) && !ty_complete(cxx, left->type, pos, true))
        return cxx_expr_error(cxx, pos);
    struct ExprState *st = xe_state(cxx);
    bool rewritten = cxx->opt.std >= 20 && right && !xe_list(right) && !parse->no_rewritten;
    parse->no_rewritten = false; // not of what the operands' conversions call
    if (++st->overload_depth > 400) {
        st->overload_depth--;
        return NULL;
    }

    // the postfix operators have a second operand, an int [over.inc]
    Cands cs = {0};
    bool post = is_any_of(op, OP_POSTINC, OP_POSTDEC);
    Expr *second = post ? cxx_expr_int(cxx, ty_basic(cxx, TY_INT), 0, pos) : right;
    Expr *both[2] = {left, second};
    uint32_t n = second ? 2 : 1;
    if (!add_user(parse, op, &cs, left, second, both, n)) {
        st->overload_depth--;
        CXX_DIAG(cxx, x_ambiguous_name, pos, cxx_op_atom(cxx, op));
        return cxx_expr_error(cxx, pos);
    }

    // rewritten candidates and built-in ones compete with what was declared
    if (rewritten) rewritten_candidates(parse, op, &cs, left, right);
    if (!cls) keep_for_enums(&cs, left, right);
    uint32_t user = cs.c.n;
    bool assign = op == OP_ASSIGN || (op >= OP_ADD_ASSIGN && op <= OP_SHR_ASSIGN);
    bool compete = cls || user; // an enumeration's user candidates may need conversions
    if (compete && right && !xe_list(right)) {
        if (assign)
            builtin_assign(parse, op, &cs, left, right);
        else if (op != OP_COMMA)
            builtin_binary(parse, op, &cs, left, right);
    } else if (compete && !right) {
        builtin_unary(parse, op, &cs, left);
    }
    xe_choose(parse, &cs);
    st->overload_depth--;
    *tried = user > 0;

    if (cs.best >= 0) {
        Cand *c = &cs.c.at[cs.best];
        if (!c->fn) return cls ? use_builtin(parse, op, c, left, right, pos) : NULL;
        check_operator_access(parse, c, c->reversed ? right : left, pos);
        if (c->rewritten) return call_rewritten(parse, op, c, left, right, pos);
        Expr *r = c->has_object ? xe_call_chosen(parse, c, left, both + 1, n - 1, pos, 0)
                                : xe_call_chosen(parse, c, NULL, both, n, pos, 0);
        return r;
    }
    if (!cls) return NULL;
    if (is_any_of(op, OP_COMMA, OP_ADDR)) return NULL;
    if (cs.best == BEST_AMBIGUOUS) {
        CXX_DIAG(cxx, x_ambiguous_operator, pos, xe_op_text(op), left->type,
                 right ? right->type : left->type);
        xe_explain(parse, &cs, NULL, both, n);
        return cxx_expr_error(cxx, pos);
    }
    if (op == OP_ARROW_STAR && !user) return NULL;
    return no_operator(parse, op, &cs, both, n, right, pos);
}

// Resolves an operator with at least one operand of class or enumeration type. NULL: the built-in
// meaning applies (or there is none, which the caller reports).
Expr *xe_operator_overload(Parse *parse, CxxOp op, Expr *left, Expr *right, Pos pos, bool *tried) {
    ArenaMark mark = arena_mark(xe_scratch(parse));
    Expr *e = resolve_operator(parse, op, left, right, pos, tried);
    arena_reset(xe_scratch(parse), mark);
    return e;
}
