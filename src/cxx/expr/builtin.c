// SPDX-License-Identifier: Apache-2.0
// expr/builtin.c: compiler builtins of GNU C++ over builtin_gnu.def. Ordinary ones become E_BUILTIN
// with converted arguments, folded or lowered later; those with types or names as operands have a
// parse function here.
#include "cxx/facts/diag.h"
#include "cxx/facts/state.h"
#include "cxx/lookup/lookup.h"
#include "cxx/constant/constant.h"
#include "cxx/convert/convert.h"
#include "cxx/expr/expr.h"

typedef enum { HOW_PLAIN, HOW_GENERIC, HOW_SPECIAL } How;
typedef struct {
    const char *name, *sig;
    uint8_t how;
} Row;
static const Row rows[] = {
    {"", "", 0},
#define GB(name, sig, how) {"__builtin_" #name, sig, HOW_##how},
#include "cxx/facts/builtin_gnu.def"
#undef GB
};
_Static_assert(CU_COUNT(rows) <= 1 << 9, "ExprState.gnu");

// "__builtin_abs", or "__sync_synchronize" and the like, that have no prefix
static Atom row_name(Cxx *x, uint32_t row) {
    const char *s = rows[row].name;
    size_t prefix = sizeof "__builtin_" - 1;
    return atom_cstr(x->ctx, s[prefix] == '_' ? s + prefix : s);
}

static uint32_t find_row(Cxx *x, Atom name) {
    struct ExprState *st = xe_state(x);
    if (!st->gnu_builtins.arena) {
        map_init(&st->gnu_builtins, &x->ctx->perm);
        for (uint32_t i = 1; i < CU_COUNT(rows); i++)
            map_put(&st->gnu_builtins, row_name(x, i), (void *)(uintptr_t)i);
    }
    return (uint32_t)(uintptr_t)map_get(&st->gnu_builtins, name);
}

// One type of a signature; NULL for `?`, `*` and at its end.
static Type *sig_type(Cxx *x, const char **s) {
    static const struct {
        char c;
        uint8_t kind;
    } letter[] = {{'v', TY_VOID},   {'b', TY_BOOL},  {'c', TY_CHAR},   {'i', TY_INT},
                  {'j', TY_UINT},   {'l', TY_LONG},  {'m', TY_ULONG},  {'x', TY_LLONG},
                  {'y', TY_ULLONG}, {'f', TY_FLOAT}, {'d', TY_DOUBLE}, {'e', TY_LDOUBLE},
                  {'t', TY_USHORT}};
    char c = **s;
    if (!c || c == '.' || c == '?' || c == '*') return NULL;
    ++*s;
    if (c == 'C') return cxx_complex_type(x, sig_type(x, s));
    if (c == 'P') return ty_pointer(x, sig_type(x, s));
    if (c == 'V') return ty_qual(x, sig_type(x, s), Q_VOLATILE);
    if (c == 'K') return ty_qual(x, sig_type(x, s), Q_CONST);
    for (uint32_t i = 0; i < CU_COUNT(letter); i++)
        if (letter[i].c == c) return ty_basic(x, (TyKind)letter[i].kind);
    return ty_basic(x, TY_INT);
}

static FuncDecl *declare(Cxx *x, uint32_t row) {
    struct ExprState *st = xe_state(x);
    if (st->gnu[row]) return st->gnu[row];
    const char *s = rows[row].sig;
    FuncType ft = {.ret = sig_type(x, &s)};
    if (!ft.ret) ft.ret = ty_basic(x, TY_INT);
    Type *param[8];
    Type *t;
    if (rows[row].how == HOW_PLAIN)
        while (ft.nparam < 8 && (t = sig_type(x, &s))) param[ft.nparam++] = t;
    ft.variadic = *s == '.' || *s == '?' || *s == '*';
    ft.param = param;
    FuncDecl *f = cxx_decl_new(x, FuncDecl, D_FUNC, row_name(x, row), 0, 0, x->global, NULL);
    ft.param = arena_copy(&x->ctx->perm, param, sizeof *param * ft.nparam, _Alignof(Type *));
    f->d.type = ty_func(x, &ft);
    f->d.linkage = LK_C;
    f->d.cuda = CU_HOST | CU_DEVICE;
    f->d.flags |= DF_IMPLICIT;
    f->nparam = f->min_args = ft.nparam;
    f->builtin = CXX_GNU_BUILTIN + row;
    st->gnu[row] = f;
    return f;
}

static Expr *builtin_node(Parse *p, uint32_t row, Type *t, Expr **arg, uint32_t n, Pos pos) {
    Expr *e = cxx_expr_new(p->x, E_BUILTIN, t, VC_PRVALUE, pos);
    e->u.decl = &declare(p->x, row)->d;
    xe_args(p, e, arg, n);
    e->end = xe_prev_pos(p);
    return e;
}

static Expr *arity(Parse *p, Pos pos, bool few) {
    if (few)
        CXX_DIAG(p->x, x_too_few_arguments, pos);
    else
        CXX_DIAG(p->x, x_too_many_arguments, pos);
    return cxx_expr_error(p->x, pos);
}

static Expr *plain_call(Parse *p, uint32_t row, Expr **arg, uint32_t n, Pos pos) {
    FuncDecl *f = declare(p->x, row);
    const FuncType *ft = &f->d.type->u.func;
    if (n < ft->nparam) return arity(p, pos, true);
    if (n > ft->nparam && !ft->variadic) return arity(p, pos, false);
    for (uint32_t i = 0; i < n; i++) {
        arg[i] = i < ft->nparam ? cxx_convert(p, arg[i], ft->param[i], "argument")
                                : xe_vararg(p, arg[i]);
        if (xe_err(arg[i])) return arg[i];
    }
    return builtin_node(p, row, ft->ret, arg, n, pos);
}

// Operands keep their types; the result is given, that of an operand, or what it points to.
static Expr *generic_call(Parse *p, uint32_t row, Expr **arg, uint32_t n, Pos pos) {
    Cxx *x = p->x;
    const char *s = rows[row].sig;
    bool lvalue = row == GB_va_start || row == GB_va_end || row == GB_va_copy;
    for (uint32_t i = 0; i < n; i++) {
        if (!lvalue) arg[i] = cxx_rvalue(p, arg[i]);
        if (xe_err(arg[i])) return arg[i];
    }
    bool two = s[0] == 'i' && s[1] == '?' && s[2] == '?';
    if (two && n == 2 && ty_is_arith(arg[0]->type) && ty_is_arith(arg[1]->type)) {
        Type *t = ty_usual_arith(x, xe_arith_type(p, arg[0]), xe_arith_type(p, arg[1]));
        arg[0] = xe_arith_to(p, arg[0], t);
        arg[1] = xe_arith_to(p, arg[1], t);
    }
    if (!n) return arity(p, pos, true);
    // one floating operand: integers are taken as double
    if (s[0] == 'i' && xe_integral_or_enum(arg[n - 1]->type) && s[1] == '?')
        arg[n - 1] = xe_arith_to(p, arg[n - 1], ty_basic(x, TY_DOUBLE));
    Type *t;
    if (*s == '*') {
        Type *q = arg[0]->type;
        if (q->kind != TY_PTR) {
            CXX_DIAG(x, x_deref_needs_pointer, arg[0]->pos, q);
            return cxx_expr_error(x, pos);
        }
        t = ty_unqual(q->u.ptr.to);
        for (uint32_t i = 1; i < n && i < 3; i++)
            if (ty_is_arith(t) && ty_is_arith(arg[i]->type) &&
                (i == 1 || row == GB___sync_val_compare_and_swap))
                arg[i] =
                    xe_arith_to(p, arg[i], row == GB___atomic_load_n ? ty_basic(x, TY_INT) : t);
    } else {
        t = *s == '?' ? ty_unqual(arg[0]->type) : sig_type(x, &s);
    }
    return builtin_node(p, row, t, arg, n, pos);
}

// ---- special forms -----------------------------------------------------------------------------

static uint64_t member_offset(const Expr *e) {
    uint64_t n = 0;
    while (e) {
        if (e->kind == E_MEMBER) {
            n += ((FieldDecl *)e->u.decl)->offset;
        } else if (e->kind == E_CAST && e->op == CK_DERIVED_TO_BASE) {
            for (uint32_t i = 0; i < e->u.base.npath; i++) n += e->u.base.path[i]->offset;
        } else if (e->kind != E_CAST) {
            break;
        }
        e = e->a;
    }
    return n;
}

// Whether the member lies in a virtual base, whose place depends on the object.
static bool through_virtual(const Expr *m) {
    for (; m; m = m->kind == E_MEMBER || m->kind == E_CAST ? m->a : NULL) {
        if (m->kind != E_CAST || m->op != CK_DERIVED_TO_BASE) continue;
        for (uint32_t i = 0; i < m->u.base.npath; i++) {
            if (m->u.base.path[i]->virtual_) return true;
        }
    }
    return false;
}

// Of a dependent type: the designator is kept, as an expression that begins with *0.
static Expr *dep_offset_of(Parse *p, Type *t, uint32_t close, Pos pos) {
    Cxx *x = p->x;
    Expr *e = xe_dep(p, E_UNARY, pos);
    e->op = OP_DEREF;
    e->a = cxx_expr_int(x, ty_basic(x, TY_INT), 0, pos);
    for (bool first = true; p->at < close; first = false) {
        Expr *part;
        if (!first && xe_accept(p, T_LBRACKET)) {
            part = xe_dep(p, E_SUBSCRIPT, pos);
            part->b = cxx_parse_expr(p);
            if (xe_err(part->b) || !xe_expect(p, T_RBRACKET, "]")) return cxx_expr_error(x, pos);
        } else {
            if (!first && !xe_expect(p, T_DOT, ".")) return cxx_expr_error(x, pos);
            if (cxx_peek(p) != T_IDENT) {
                CXX_DIAG(x, x_bad_offsetof, xe_pos(p));
                return cxx_expr_error(x, pos);
            }
            part = xe_dep(p, E_DEP_MEMBER, pos);
            part->u.dep.name = p->tok[p->at++].text;
        }
        part->a = e;
        e = part;
    }
    Expr *d = xe_dep(p, E_DEP_SIZEOF, pos);
    d->u.ty = t;
    d->op = SIZE_OFFSET;
    d->a = e;
    d->type = x->ty_size_t;
    d->cat = VC_PRVALUE;
    d->flags = EF_VALUE_DEP;
    return d;
}

// __builtin_offsetof(type, member-designator)
static Expr *offset_of(Parse *p, uint32_t close, Pos pos) {
    Cxx *x = p->x;
    Type *t = cxx_parse_type_id(p);
    if (t->kind == TY_ERROR || !xe_expect(p, T_COMMA, ",")) return cxx_expr_error(x, pos);
    if (ty_dependent(t)) return dep_offset_of(p, t, close, pos);
    uint64_t off = 0;
    Expr *dyn = NULL;
    for (bool first = true; p->at < close; first = false) {
        if (!first && xe_accept(p, T_LBRACKET)) {
            Expr *i = cxx_rvalue(p, cxx_parse_expr(p));
            uint64_t size;
            uint32_t align;
            if (xe_err(i) || !xe_expect(p, T_RBRACKET, "]")) return cxx_expr_error(x, pos);
            if (!ty_is_array(t)) CXX_DIAG(x, x_bad_offsetof, pos); // an operator[], a pointer
            if (!ty_is_array(t) || !ty_size_align(x, t->u.array.elem, pos, &size, &align))
                return cxx_expr_error(x, pos);
            t = t->u.array.elem;
            ApInt v;
            if (cxx_const_int(x, i, &v, false)) {
                off += size * apint_u64(&v);
            } else {
                i = cxx_build_binary(p, OP_MUL, xe_arith_to(p, i, x->ty_size_t),
                                     cxx_expr_int(x, x->ty_size_t, size, pos), pos);
                dyn = dyn ? cxx_build_binary(p, OP_ADD, dyn, i, pos) : i;
            }
            continue;
        }
        if (!first && !xe_expect(p, T_DOT, ".")) return cxx_expr_error(x, pos);
        if (cxx_peek(p) != T_IDENT || ty_unqual(t)->kind != TY_CLASS ||
            !ty_complete(x, t, pos, true)) {
            CXX_DIAG(x, x_bad_offsetof, xe_pos(p));
            return cxx_expr_error(x, pos);
        }
        Atom name = p->tok[p->at++].text;
        ClassDecl *c = ty_unqual(t)->u.cls;
        Lookup l = {0};
        if (!cxx_class_layout(x, c, pos)) return cxx_expr_error(x, pos);
        if (!cxx_lookup_member(p, c, name, 0, &l) || !l.n || l.at[0]->kind != D_FIELD) {
            cxx_say_no_member(p, pos, ty_unqual(t)->u.cls->inner, name);
            return cxx_expr_error(x, pos);
        }
        Expr *obj = cxx_expr_new(x, E_OPAQUE, t, VC_LVALUE, pos);
        Expr *m = xe_field_path(p, obj, (FieldDecl *)l.at[0], pos);
        if (xe_err(m)) return m;
        if (through_virtual(m)) {
            CXX_DIAG(x, x_bad_offsetof, pos);
            return cxx_expr_error(x, pos);
        }
        off += member_offset(m);
        t = l.at[0]->type;
    }
    Expr *e = cxx_expr_int(x, x->ty_size_t, off, pos);
    return dyn ? cxx_build_binary(p, OP_ADD, e, dyn, pos) : e;
}

static Expr *types_compatible(Parse *p, Pos pos) {
    Cxx *x = p->x;
    Type *a = cxx_parse_type_id(p);
    if (!xe_expect(p, T_COMMA, ",")) return cxx_expr_error(x, pos);
    Type *b = cxx_parse_type_id(p);
    return cxx_expr_int(x, ty_basic(x, TY_INT), ty_unqual(a) == ty_unqual(b), pos);
}

static Expr *constant_p(Parse *p, uint32_t row, Expr **arg, Pos pos) {
    Cxx *x = p->x;
    Type *i = ty_basic(x, TY_INT);
    Expr *e = arg[0];
    if (xe_list(e) || e->kind == E_OVERLOAD) return cxx_expr_int(x, i, 0, pos);
    if (xe_vdep(e)) return builtin_node(p, row, i, arg, 1, pos);
    Expr *v = e->type->kind == TY_CLASS ? e : cxx_rvalue(p, e);
    if (xe_err(v)) return v;
    if (v->kind == E_STRING || (v->kind == E_CAST && v->a->kind == E_STRING) ||
        (ty_is_scalar(v->type) && v->type->kind != TY_PTR && cxx_const_eval(x, v, false)))
        return cxx_expr_int(x, i, 1, pos);
    return builtin_node(p, row, i, &v, 1, pos);
}

// GCC's enum type_class.
static Expr *classify_type(Parse *p, Expr *e, Pos pos) {
    Cxx *x = p->x;
    if (xe_list(e) || e->kind == E_OVERLOAD) return cxx_expr_int(x, ty_basic(x, TY_INT), 5, pos);
    Type *t = ty_unqual(e->type);
    bool is_union = t->kind == TY_CLASS && t->u.cls->tag == CT_UNION;
    int c = t->kind == TY_VOID                                          ? 0
            : t->kind == TY_ENUM                                        ? 3
            : t->kind == TY_BOOL                                        ? 4
            : t->kind == TY_PTR || ty_is_array(t) || t->kind == TY_FUNC ? 5
            : t->kind == TY_CLASS                                       ? 12 + is_union
            : ty_is_arith(t) && !ty_is_integral(t)                      ? 8
                                                                        : 1;
    return cxx_expr_int(x, ty_basic(x, TY_INT), (uint64_t)c, pos);
}

// __builtin_bit_cast(T, e), __builtin_va_arg(e, T), __builtin_convertvector(e, T)
static Expr *with_type(Parse *p, uint32_t row, Pos pos) {
    Cxx *x = p->x;
    Type *t = NULL;
    if (row == GB_bit_cast) {
        t = cxx_parse_type_id(p);
        if (!xe_expect(p, T_COMMA, ",")) return cxx_expr_error(x, pos);
    }
    Expr *e = cxx_parse_assign_expr(p);
    if (!t) {
        if (!xe_expect(p, T_COMMA, ",")) return cxx_expr_error(x, pos);
        t = cxx_parse_type_id(p);
    }
    if (xe_err(e) || t->kind == TY_ERROR) return cxx_expr_error(x, pos);
    if (xe_tdep(e) || ty_dependent(t)) {
        Expr *d = xe_dep(p, E_DEP_CAST, pos);
        d->u.ty = t;
        d->type = t;
        return xe_args(p, d, &e, 1);
    }
    if (row == GB_va_arg) {
        Expr *v = xe_un(p, E_VA_ARG, t, VC_PRVALUE, pos, e);
        v->u.ty = t;
        return v;
    }
    uint64_t a = 0, b = 0;
    uint32_t al;
    if (row == GB_convertvector) {
        e = cxx_rvalue(p, e);
        if (xe_err(e)) return e;
        if (t->kind != TY_VECTOR || e->type->kind != TY_VECTOR ||
            t->u.array.n != e->type->u.array.n) {
            CXX_DIAG(x, x_bad_cast, pos, e->type, t);
            return cxx_expr_error(x, pos);
        }
        return xe_cast(p, CK_VECTOR, ty_unqual(t), VC_PRVALUE, e);
    }
    if (!ty_size_align(x, t, pos, &a, &al) || !ty_size_align(x, e->type, pos, &b, &al))
        return cxx_expr_error(x, pos);
    if (a != b) {
        CXX_DIAG(x, x_bad_cast, pos, e->type, t);
        return cxx_expr_error(x, pos);
    }
    if (e->type->kind == TY_CLASS || ty_is_array(e->type)) {
        if (e->cat == VC_PRVALUE) e = xe_materialize(p, e);
    } else {
        e = cxx_rvalue(p, e);
    }
    Expr *c = xe_cast(p, CK_VALUE_BITCAST, ty_unqual(t), VC_PRVALUE, e);
    c->flags &= ~EF_IMPLICIT;
    return c;
}

static Expr *address_like(Parse *p, uint32_t row, Expr **arg, Pos pos) {
    Cxx *x = p->x;
    Expr *e = arg[0];
    if (row == GB_launder) {
        e = cxx_rvalue(p, e);
        return xe_err(e) ? e : xe_cast(p, CK_NOOP, e->type, VC_PRVALUE, e);
    }
    if (e->kind == E_OVERLOAD) e = cxx_resolve_address(p, e, NULL, true);
    if (!e || xe_err(e)) return cxx_expr_error(x, pos);
    if (!xe_glvalue(e) || (e->flags & EF_BITFIELD)) {
        CXX_DIAG(x, x_address_needs_lvalue, pos);
        return cxx_expr_error(x, pos);
    }
    Expr *r = xe_un(p, E_UNARY, ty_pointer(x, e->type), VC_PRVALUE, pos, e);
    r->op = OP_ADDR;
    return r;
}

static Expr *choose(Parse *p, Expr **arg, Pos pos) {
    ApInt v;
    Expr *c = cxx_rvalue(p, arg[0]);
    if (xe_err(c) || !cxx_const_int(p->x, c, &v, true)) return cxx_expr_error(p->x, pos);
    return apint_is_zero(&v) ? arg[2] : arg[1];
}

static Expr *shuffle(Parse *p, Expr **arg, uint32_t n, Pos pos) {
    Cxx *x = p->x;
    if (n < 3) return arity(p, pos, true);
    Expr *a = cxx_rvalue(p, arg[0]), *b = cxx_rvalue(p, arg[1]);
    if (xe_err(a) || xe_err(b)) return cxx_expr_error(x, pos);
    if (a->type->kind != TY_VECTOR || a->type != b->type) {
        CXX_DIAG(x, x_incompatible_operands, pos, a->type, b->type);
        return cxx_expr_error(x, pos);
    }
    arg[0] = a;
    arg[1] = b;
    for (uint32_t i = 2; i < n; i++) {
        ApInt v;
        arg[i] = cxx_rvalue(p, arg[i]);
        if (xe_err(arg[i]) || !cxx_const_int(x, arg[i], &v, true)) return cxx_expr_error(x, pos);
    }
    Type *t = ty_vector(x, ty_unqual(a->type->u.array.elem), n - 2);
    return builtin_node(p, GB_shufflevector, t, arg, n, pos);
}

// __integer_pack(N): a pack of the constants 0 to N - 1, to be expanded by `...`.
static Expr *integer_pack(Parse *p, Expr *e, Pos pos) {
    Cxx *x = p->x;
    FuncDecl *f = declare(x, GB___integer_pack);
    if (xe_vdep(e)) {
        cxx_pack_note(p, &f->d, -1);
        Expr *d = xe_dep(p, E_DEP_CALL, pos);
        d->a = xe_ref(p, &f->d, x->ty_dependent, pos);
        d->flags |= EF_HAS_PACK;
        return xe_args(p, d, &e, 1);
    }
    ApInt n;
    Expr *v = cxx_rvalue(p, e);
    if (xe_err(v) || !xe_integral_or_enum(v->type) || !cxx_const_int(x, v, &n, true))
        return cxx_expr_error(x, pos);
    cxx_pack_note(p, &f->d, apint_i64(&n));
    return cxx_expr_int(x, v->type, p->pack_index > 0 ? (uint64_t)p->pack_index : 0, pos);
}

static Expr *special(Parse *p, uint32_t row, uint32_t close, Pos pos) {
    Cxx *x = p->x;
    switch (row) {
    case GB_offsetof: return offset_of(p, close, pos);
    case GB_types_compatible_p: return types_compatible(p, pos);
    case GB_LINE:
    case GB_COLUMN:
    case GB_FILE:
    case GB_FUNCTION: return xe_source_place(p, row, pos);
    case GB_bit_cast:
    case GB_va_arg:
    case GB_convertvector: return with_type(p, row, pos);
    default: break;
    }
    Expr **arg = NULL;
    uint32_t n = 0;
    bool uneval = p->unevaluated;
    if (row == GB_constant_p || row == GB_classify_type) p->unevaluated = true;
    bool ok = cxx_parse_expr_list(p, T_RPAREN, &arg, &n);
    p->unevaluated = uneval;
    if (!ok) return cxx_expr_error(x, pos);
    uint32_t want = row == GB_choose_expr ? 3 : row == GB_source_location ? 0 : 1;
    if (row == GB_shufflevector) return shuffle(p, arg, n, pos);
    if (n != want) return arity(p, pos, n < want);
    if (row == GB___integer_pack) return integer_pack(p, arg[0], pos);
    for (uint32_t i = 0; i < n; i++) {
        if (!xe_tdep(arg[i])) continue;
        Expr *e = xe_dep(p, E_DEP_CALL, pos);
        e->a = xe_ref(p, &declare(x, row)->d, x->ty_dependent, pos);
        return xe_args(p, e, arg, n);
    }
    switch (row) {
    case GB_classify_type: return classify_type(p, arg[0], pos);
    case GB_constant_p: return constant_p(p, row, arg, pos);
    case GB_addressof:
    case GB_launder: return address_like(p, row, arg, pos);
    case GB_choose_expr: return choose(p, arg, pos);
    case GB_source_location: return xe_source_location(p, pos);
    default: break;
    }
    CXX_DIAG(x, x_unsupported_expr, pos, declare(x, row)->d.name);
    return cxx_expr_error(x, pos);
}

// At an identifier that begins with `__`; NULL if it is no builtin call.
Expr *xe_parse_gnu_builtin(Parse *p) {
    Cxx *x = p->x;
    if (cxx_peek_n(p, 1) != T_LPAREN) return NULL;
    uint32_t row = find_row(x, p->tok[p->at].text);
    if (!row) return NULL;
    Pos pos = xe_pos(p);
    uint32_t close = p->tok[p->at + 1].match;
    p->at += 2;
    Expr *e;
    bool targs = p->in_targs, half = p->half_gtgt;
    p->in_targs = p->half_gtgt = false;
    if (rows[row].how == HOW_SPECIAL) {
        e = special(p, row, close, pos);
    } else {
        Expr **arg = NULL;
        uint32_t n = 0;
        bool dep = false;
        if (!cxx_parse_expr_list(p, T_RPAREN, &arg, &n)) {
            e = cxx_expr_error(x, pos);
        } else {
            for (uint32_t i = 0; i < n; i++) dep |= xe_tdep(arg[i]);
            if (dep) {
                e = xe_dep(p, E_DEP_CALL, pos);
                e->a = xe_ref(p, &declare(x, row)->d, x->ty_dependent, pos);
                xe_args(p, e, arg, n);
            } else {
                e = rows[row].how == HOW_PLAIN ? plain_call(p, row, arg, n, pos)
                                               : generic_call(p, row, arg, n, pos);
            }
        }
    }
    p->in_targs = targs;
    p->half_gtgt = half;
    if (p->at != close && !xe_err(e)) {
        CXX_DIAG(x, x_expected_token, xe_pos(p), ")");
        e = cxx_expr_error(x, pos);
    }
    p->at = close + 1;
    return e;
}
