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

// How the operands are treated: converted to the signature's types, kept, parsed by a function
// here.
typedef enum { HOW_PLAIN, HOW_GENERIC, HOW_SPECIAL } How;
typedef struct {
    char name[52], sig[16]; // no pointers: nothing to relocate
    uint8_t how;
} Row;
#define GB(name, sig, how)                                                                         \
    _Static_assert(sizeof "__builtin_" #name <= 52 && sizeof(sig) <= 16, "the texts fit");
#include "cxx/facts/builtin_gnu.def"
#undef GB
static const Row rows[] = {
    {"", "", 0},
#define GB(name, sig, how) {"__builtin_" #name, sig, HOW_##how},
#include "cxx/facts/builtin_gnu.def"
#undef GB
};
_Static_assert(CU_COUNT(rows) <= 1 << 9, "ExprState.gnu");

// "__builtin_abs", or "__sync_synchronize" and the like, that have no prefix
static Atom row_name(Cxx *cxx, uint32_t row) {
    const char *s = rows[row].name;
    size_t prefix = sizeof "__builtin_" - 1;
    return atom_cstr(cxx->ctx, s[prefix] == '_' ? s + prefix : s);
}

// Does it begin as the names of all rows do? Most programs call no builtin function by its name,
// and need no table of them.
static bool is_like_builtin(const char *name) {
    static const char beginnings[][12] = {"__builtin_", "__atomic_", "__sync_", "__integer_"};
    if (name[0] != '_' || name[1] != '_') return false;
    for (size_t i = 0; i < CU_COUNT(beginnings); i++)
        if (strncmp(name, beginnings[i], strlen(beginnings[i])) == 0) return true;
    return false;
}

// The row of the builtin of that name, 0: none.
static uint32_t find_row(Cxx *cxx, Atom name) {
    struct ExprState *st = xe_state(cxx);
    if (!is_like_builtin(atom_str(cxx->ctx, name))) return 0;
    if (!st->gnu_builtins.arena) {
        map_init(&st->gnu_builtins, &cxx->ctx->perm);
        for (uint32_t i = 1; i < CU_COUNT(rows); i++)
            map_put(&st->gnu_builtins, row_name(cxx, i), (void *)(uintptr_t)i);
    }
    return (uint32_t)(uintptr_t)map_get(&st->gnu_builtins, name);
}

// One type of a signature; NULL for `?`, `*` and at its end.
static Type *sig_type(Cxx *cxx, const char **s) {
    static const struct {
        char c;
        uint8_t kind;
    } letter[] = {{'v', TY_VOID},   {'b', TY_BOOL},  {'c', TY_CHAR},   {'i', TY_INT},
                  {'j', TY_UINT},   {'l', TY_LONG},  {'m', TY_ULONG},  {'x', TY_LLONG},
                  {'y', TY_ULLONG}, {'f', TY_FLOAT}, {'d', TY_DOUBLE}, {'e', TY_LDOUBLE},
                  {'t', TY_USHORT}};
    char c = **s;
    if (!c || is_any_of(c, '.', '?', '*')) return NULL;
    ++*s;
    if (c == 'C') return cxx_complex_type(cxx, sig_type(cxx, s));
    if (c == 'P') return ty_pointer(cxx, sig_type(cxx, s));
    if (c == 'V') return ty_qual(cxx, sig_type(cxx, s), Q_VOLATILE);
    if (c == 'K') return ty_qual(cxx, sig_type(cxx, s), Q_CONST);
    for (uint32_t i = 0; i < CU_COUNT(letter); i++)
        if (letter[i].c == c) return ty_basic(cxx, (TyKind)letter[i].kind);
    return ty_basic(cxx, TY_INT);
}

// The function that stands for the builtin, made when it is first used: nothing declares it.
static FuncDecl *declare(Cxx *cxx, uint32_t row) {
    struct ExprState *st = xe_state(cxx);
    if (st->gnu[row]) return st->gnu[row];
    const char *s = rows[row].sig;
    FuncType ft = {.ret = sig_type(cxx, &s)};
    if (!ft.ret) ft.ret = ty_basic(cxx, TY_INT);
    Type *param[8];
    Type *type;
    if (rows[row].how == HOW_PLAIN)
        while (ft.nparam < 8 && (type = sig_type(cxx, &s))) param[ft.nparam++] = type;
    ft.variadic = *s == '.' || *s == '?' || *s == '*';
    ft.param = param;
    FuncDecl *f = cxx_decl_new(cxx, FuncDecl, D_FUNC, row_name(cxx, row), 0, 0, cxx->global, NULL);
    ft.param = arena_copy(&cxx->ctx->perm, param, sizeof *param * ft.nparam, _Alignof(Type *));
    f->d.type = ty_func(cxx, &ft);
    f->d.linkage = LK_C;
    f->d.cuda = CU_HOST | CU_DEVICE;
    f->d.flags |= DF_IMPLICIT;
    f->nparam = f->min_args = ft.nparam;
    f->code.builtin = CXX_GNU_BUILTIN + row;
    st->gnu[row] = f;
    return f;
}

// The call, of that type.
static Expr *builtin_node(Parse *parse, uint32_t row, Type *type, Expr **arg, uint32_t n, Pos pos) {
    Expr *e = cxx_expr_new(parse->x, E_BUILTIN, type, VC_PRVALUE, pos);
    e->u.decl = &declare(parse->x, row)->d;
    xe_args(parse, e, arg, n);
    e->end = xe_prev_pos(parse);
    return e;
}

// Says that there are too few arguments, or too many.
static Expr *arity(Parse *parse, Pos pos, bool few) {
    if (few)
        CXX_DIAG(parse->x, x_too_few_arguments, pos);
    else
        CXX_DIAG(parse->x, x_too_many_arguments, pos);
    return cxx_expr_error(parse->x, pos);
}

// Arguments are converted as a declared function's.
static Expr *plain_call(Parse *parse, uint32_t row, Expr **arg, uint32_t n, Pos pos) {
    FuncDecl *f = declare(parse->x, row);
    const FuncType *ft = &f->d.type->u.func;
    if (n < ft->nparam) return arity(parse, pos, true);
    if (n > ft->nparam && !ft->variadic) return arity(parse, pos, false);
    for (uint32_t i = 0; i < n; i++) {
        arg[i] = i < ft->nparam ? cxx_convert(parse, arg[i], ft->param[i], "argument")
                                : xe_vararg(parse, arg[i]);
        if (xe_err(arg[i])) return arg[i];
    }
    return builtin_node(parse, row, ft->ret, arg, n, pos);
}

// Operands keep their types; the result is given, that of an operand, or what it points to.
static Expr *generic_call(Parse *parse, uint32_t row, Expr **arg, uint32_t n, Pos pos) {
    Cxx *cxx = parse->x;
    const char *s = rows[row].sig;
    bool lvalue = is_any_of(row, GB_va_start, GB_va_end, GB_va_copy);
    for (uint32_t i = 0; i < n; i++) {
        if (!lvalue) arg[i] = cxx_rvalue(parse, arg[i]);
        if (xe_err(arg[i])) return arg[i];
    }
    bool two = s[0] == 'i' && s[1] == '?' && s[2] == '?';
    if (two && n == 2 && ty_is_arith(arg[0]->type) && ty_is_arith(arg[1]->type)) {
        Type *t = ty_usual_arith(cxx, xe_arith_type(parse, arg[0]), xe_arith_type(parse, arg[1]));
        arg[0] = xe_arith_to(parse, arg[0], t);
        arg[1] = xe_arith_to(parse, arg[1], t);
    }
    if (!n) return arity(parse, pos, true);
    // one floating operand: integers are taken as double
    if (s[0] == 'i' && xe_integral_or_enum(arg[n - 1]->type) && s[1] == '?')
        arg[n - 1] = xe_arith_to(parse, arg[n - 1], ty_basic(cxx, TY_DOUBLE));
    Type *type;
    if (*s == '*') {
        Type *q = arg[0]->type;
        if (q->kind != TY_PTR) {
            CXX_DIAG(cxx, x_deref_needs_pointer, arg[0]->pos, q);
            return cxx_expr_error(cxx, pos);
        }
        type = ty_unqual(q->u.ptr.to);
        for (uint32_t i = 1; i < n && i < 3; i++)
            if (ty_is_arith(type) && ty_is_arith(arg[i]->type) &&
                (i == 1 || row == GB___sync_val_compare_and_swap))
                arg[i] = xe_arith_to(parse, arg[i],
                                     row == GB___atomic_load_n ? ty_basic(cxx, TY_INT) : type);
    } else {
        type = *s == '?' ? ty_unqual(arg[0]->type) : sig_type(cxx, &s);
    }
    return builtin_node(parse, row, type, arg, n, pos);
}

// ---- special forms -----------------------------------------------------------------------------

// The offset of the member from the object at the bottom, through bases and anonymous unions.
static uint64_t member_offset(const Expr *expr) {
    uint64_t n = 0;
    while (expr) {
        if (expr->kind == E_MEMBER) {
            n += ((FieldDecl *)expr->u.decl)->offset;
        } else if (expr->kind == E_CAST && expr->op == CK_DERIVED_TO_BASE) {
            for (uint32_t i = 0; i < expr->u.base.npath; i++) n += expr->u.base.path[i]->offset;
        } else if (expr->kind != E_CAST) {
            break;
        }
        expr = expr->a;
    }
    return n;
}

// Whether the member lies in a virtual base, whose place depends on the object.
static bool through_virtual(const Expr *expr) {
    for (; expr; expr = is_any_of(expr->kind, E_MEMBER, E_CAST) ? expr->a : NULL) {
        if (expr->kind != E_CAST || expr->op != CK_DERIVED_TO_BASE) continue;
        for (uint32_t i = 0; i < expr->u.base.npath; i++) {
            if (expr->u.base.path[i]->virtual_) return true;
        }
    }
    return false;
}

// Of a dependent type: the designator is kept, as an expression that begins with *0.
static Expr *dep_offset_of(Parse *parse, Type *type, uint32_t close, Pos pos) {
    Cxx *cxx = parse->x;
    Expr *expr = xe_dep(parse, E_UNARY, pos);
    expr->op = OP_DEREF;
    expr->a = cxx_expr_int(cxx, ty_basic(cxx, TY_INT), 0, pos);
    for (bool first = true; parse->at < close; first = false) {
        Expr *part;
        if (!first && xe_accept(parse, T_LBRACKET)) {
            part = xe_dep(parse, E_SUBSCRIPT, pos);
            part->b = cxx_parse_expr(parse);
            if (xe_err(part->b) || !xe_expect(parse, T_RBRACKET, "]"))
                return cxx_expr_error(cxx, pos);
        } else {
            bool arrow = !first && xe_accept(parse, T_ARROW);
            if (arrow) { // of element 0
                Expr *element = xe_dep(parse, E_SUBSCRIPT, pos);
                element->a = expr;
                element->b = cxx_expr_int(cxx, ty_basic(cxx, TY_INT), 0, pos);
                expr = element;
            }
            if (!first && !arrow && !xe_expect(parse, T_DOT, ".")) return cxx_expr_error(cxx, pos);
            if (cxx_peek(parse) != T_IDENT) {
                CXX_DIAG(cxx, x_bad_offsetof, xe_pos(parse));
                return cxx_expr_error(cxx, pos);
            }
            part = xe_dep(parse, E_DEP_MEMBER, pos);
            part->u.dep.name = parse->tok[parse->at++].text;
        }
        part->a = expr;
        expr = part;
    }
    Expr *d = xe_dep(parse, E_DEP_SIZEOF, pos);
    d->u.ty = type;
    d->op = SIZE_OFFSET;
    d->a = expr;
    d->type = cxx->ty_size_t;
    d->cat = VC_PRVALUE;
    d->flags = EF_VALUE_DEP;
    return d;
}

// __builtin_offsetof(type, member-designator)
static Expr *offset_of(Parse *parse, uint32_t close, Pos pos) {
    Cxx *cxx = parse->x;
    Type *type = cxx_parse_type_id(parse);
    if (type->kind == TY_ERROR || !xe_expect(parse, T_COMMA, ",")) return cxx_expr_error(cxx, pos);
    if (ty_dependent(type)) return dep_offset_of(parse, type, close, pos);
    uint64_t off = 0;
    Expr *dyn = NULL;
    for (bool first = true; parse->at < close; first = false) {
        if (!first && xe_accept(parse, T_LBRACKET)) {
            Expr *expr = cxx_rvalue(parse, cxx_parse_expr(parse));
            uint64_t size;
            uint32_t align;
            if (xe_err(expr) || !xe_expect(parse, T_RBRACKET, "]")) return cxx_expr_error(cxx, pos);
            if (!ty_is_array(type)) CXX_DIAG(cxx, x_bad_offsetof, pos); // an operator[], a pointer
            if (!ty_is_array(type) || !ty_size_align(cxx, type->u.array.elem, pos, &size, &align))
                return cxx_expr_error(cxx, pos);
            type = type->u.array.elem;
            ApInt v;
            if (cxx_const_int(cxx, expr, &v, false)) {
                off += size * apint_u64(&v);
            } else {
                Expr *bytes = cxx_expr_int(cxx, cxx->ty_size_t, size, pos);
                expr = xe_arith_to(parse, expr, cxx->ty_size_t);
                expr = cxx_build_binary(parse, OP_MUL, expr, bytes, pos);
                dyn = dyn ? cxx_build_binary(parse, OP_ADD, dyn, expr, pos) : expr;
            }
            continue;
        }
        bool arrow = !first && ty_is_array(type) && xe_accept(parse, T_ARROW); // of element 0
        if (arrow) type = type->u.array.elem;
        if (!first && !arrow && !xe_expect(parse, T_DOT, ".")) return cxx_expr_error(cxx, pos);
        if (cxx_peek(parse) != T_IDENT || ty_unqual(type)->kind != TY_CLASS ||
            !ty_complete(cxx, type, pos, true)) {
            CXX_DIAG(cxx, x_bad_offsetof, xe_pos(parse));
            return cxx_expr_error(cxx, pos);
        }
        Atom name = parse->tok[parse->at++].text;
        ClassDecl *cls = ty_unqual(type)->u.cls;
        Lookup lookup = {0};
        if (!cxx_class_layout(cxx, cls, pos)) return cxx_expr_error(cxx, pos);
        if (!cxx_lookup_member(parse, cls, name, 0, &lookup) || !lookup.n ||
            lookup.at[0]->kind != D_FIELD) {
            cxx_say_no_member(parse, pos, ty_unqual(type)->u.cls->inner, name);
            return cxx_expr_error(cxx, pos);
        }
        Expr *obj = cxx_expr_new(cxx, E_OPAQUE, type, VC_LVALUE, pos);
        Expr *m = xe_field_path(parse, obj, (FieldDecl *)lookup.at[0], pos);
        if (xe_err(m)) return m;
        if (through_virtual(m)) {
            CXX_DIAG(cxx, x_bad_offsetof, pos);
            return cxx_expr_error(cxx, pos);
        }
        off += member_offset(m);
        type = lookup.at[0]->type;
    }
    Expr *e = cxx_expr_int(cxx, cxx->ty_size_t, off, pos);
    return dyn ? cxx_build_binary(parse, OP_ADD, e, dyn, pos) : e;
}

// __builtin_types_compatible_p(T, U): the same type but for top-level qualifiers.
static Expr *types_compatible(Parse *parse, Pos pos) {
    Cxx *x = parse->x;
    Type *a = cxx_parse_type_id(parse);
    if (!xe_expect(parse, T_COMMA, ",")) return cxx_expr_error(x, pos);
    Type *b = cxx_parse_type_id(parse);
    return cxx_expr_int(x, ty_basic(x, TY_INT), ty_unqual(a) == ty_unqual(b), pos);
}

// __builtin_constant_p: decided at once where the operand is constant, else in the optimizer.
static Expr *constant_p(Parse *parse, uint32_t row, Expr **arg, Pos pos) {
    Cxx *cxx = parse->x;
    Type *i = ty_basic(cxx, TY_INT);
    Expr *e = arg[0];
    if (xe_untyped(e)) return cxx_expr_int(cxx, i, 0, pos);
    if (xe_vdep(e)) return builtin_node(parse, row, i, arg, 1, pos);
    Expr *v = e->type->kind == TY_CLASS ? e : cxx_rvalue(parse, e);
    if (xe_err(v)) return v;
    bool string = v->kind == E_STRING || (v->kind == E_CAST && v->a->kind == E_STRING);
    bool number = ty_is_scalar(v->type) && v->type->kind != TY_PTR;
    if (string || (number && cxx_const_eval(cxx, v, false))) return cxx_expr_int(cxx, i, 1, pos);
    Expr *open = builtin_node(parse, row, i, &v, 1, pos);
    if (cxx->decls->unbound.reading || parse->dependent)
        open->flags |= EF_VALUE_DEP; // known in the instance
    return open;
}

// GCC's enum type_class.
static int type_class(const Type *type) {
    switch (type->kind) {
    case TY_VOID: return 0;
    case TY_ENUM: return 3;
    case TY_BOOL: return 4;
    case TY_PTR:
    case TY_FUNC: return 5;
    case TY_CLASS: return type->u.cls->tag == CT_UNION ? 13 : 12;
    default: break;
    }
    if (ty_is_array(type)) return 5;
    return ty_is_floating(type) ? 8 : 1;
}

// __builtin_classify_type
static Expr *classify_type(Parse *parse, Expr *expr, Pos pos) {
    Cxx *cxx = parse->x;
    if (xe_untyped(expr)) return cxx_expr_int(cxx, ty_basic(cxx, TY_INT), 5, pos);
    Type *t = ty_unqual(expr->type);
    return cxx_expr_int(cxx, ty_basic(cxx, TY_INT), (uint64_t)type_class(t), pos);
}

// __builtin_bit_cast(T, e), __builtin_va_arg(e, T), __builtin_convertvector(e, T)
static Expr *with_type(Parse *parse, uint32_t row, Pos pos) {
    Cxx *cxx = parse->x;
    Type *type = NULL;
    if (row == GB_bit_cast) {
        type = cxx_parse_type_id(parse);
        if (!xe_expect(parse, T_COMMA, ",")) return cxx_expr_error(cxx, pos);
    }
    Expr *expr = cxx_parse_assign_expr(parse);
    if (!type) {
        if (!xe_expect(parse, T_COMMA, ",")) return cxx_expr_error(cxx, pos);
        type = cxx_parse_type_id(parse);
    }
    if (xe_err(expr) || type->kind == TY_ERROR) return cxx_expr_error(cxx, pos);
    if (xe_tdep(expr) || ty_dependent(type)) {
        Expr *d = xe_dep(parse, E_DEP_CAST, pos);
        d->u.ty = type;
        d->type = type;
        return xe_args(parse, d, &expr, 1);
    }
    if (row == GB_va_arg) {
        Expr *v = xe_un(parse, E_VA_ARG, type, VC_PRVALUE, pos, expr);
        v->u.ty = type;
        return v;
    }
    if (row == GB_convertvector) { // element by element: as many of them
        expr = cxx_rvalue(parse, expr);
        if (xe_err(expr)) return expr;
        if (type->kind != TY_VECTOR || expr->type->kind != TY_VECTOR ||
            type->u.array.n != expr->type->u.array.n) {
            CXX_DIAG(cxx, x_bad_cast, pos, expr->type, type);
            return cxx_expr_error(cxx, pos);
        }
        return xe_cast(parse, CK_VECTOR, ty_unqual(type), VC_PRVALUE, expr);
    }
    // [bit.cast]: of one size
    uint64_t a = 0, b = 0;
    uint32_t al;
    if (!ty_size_align(cxx, type, pos, &a, &al) || !ty_size_align(cxx, expr->type, pos, &b, &al))
        return cxx_expr_error(cxx, pos);
    if (a != b) {
        CXX_DIAG(cxx, x_bad_cast, pos, expr->type, type);
        return cxx_expr_error(cxx, pos);
    }
    // bytes of an object are read where it lies
    if (ty_has_parts(expr->type)) {
        if (expr->cat == VC_PRVALUE) expr = xe_materialize(parse, expr);
    } else {
        expr = cxx_rvalue(parse, expr);
    }
    Expr *c = xe_cast(parse, CK_VALUE_BITCAST, ty_unqual(type), VC_PRVALUE, expr);
    c->flags &= ~EF_IMPLICIT;
    return c;
}

static Expr *address_like(Parse *parse, uint32_t row, Expr **arg, Pos pos) {
    Cxx *cxx = parse->x;
    Expr *expr = arg[0];
    if (row == GB_launder) {
        expr = cxx_rvalue(parse, expr);
        return xe_err(expr) ? expr : xe_cast(parse, CK_NOOP, expr->type, VC_PRVALUE, expr);
    }
    if (expr->kind == E_OVERLOAD) expr = cxx_resolve_address(parse, expr, NULL, true);
    if (xe_lost(expr)) return cxx_expr_error(cxx, pos);
    if (!xe_glvalue(expr) || (expr->flags & EF_BITFIELD)) {
        CXX_DIAG(cxx, x_address_needs_lvalue, pos);
        return cxx_expr_error(cxx, pos);
    }
    Expr *r = xe_un(parse, E_UNARY, ty_pointer(cxx, expr->type), VC_PRVALUE, pos, expr);
    r->op = OP_ADDR;
    return r;
}

static Expr *choose(Parse *parse, Expr **arg, Pos pos) {
    ApInt v;
    Expr *c = cxx_rvalue(parse, arg[0]);
    if (xe_err(c) || !cxx_const_int(parse->x, c, &v, true)) return cxx_expr_error(parse->x, pos);
    return apint_is_zero(&v) ? arg[2] : arg[1];
}

static Expr *shuffle(Parse *parse, Expr **arg, uint32_t n, Pos pos) {
    Cxx *cxx = parse->x;
    if (n < 3) return arity(parse, pos, true);
    Expr *expr = cxx_rvalue(parse, arg[0]), *b = cxx_rvalue(parse, arg[1]);
    if (xe_err(expr) || xe_err(b)) return cxx_expr_error(cxx, pos);
    if (expr->type->kind != TY_VECTOR || expr->type != b->type) {
        CXX_DIAG(cxx, x_incompatible_operands, pos, expr->type, b->type);
        return cxx_expr_error(cxx, pos);
    }
    arg[0] = expr;
    arg[1] = b;
    for (uint32_t i = 2; i < n; i++) {
        ApInt v;
        arg[i] = cxx_rvalue(parse, arg[i]);
        if (xe_err(arg[i]) || !cxx_const_int(cxx, arg[i], &v, true))
            return cxx_expr_error(cxx, pos);
    }
    Type *t = ty_vector(cxx, ty_unqual(expr->type->u.array.elem), n - 2);
    return builtin_node(parse, GB_shufflevector, t, arg, n, pos);
}

// __builtin_shuffle(v, mask), (v, w, mask): elements chosen by a vector of integers of as many.
static Expr *shuffle_by_mask(Parse *parse, Expr **arg, uint32_t n, Pos pos) {
    Cxx *cxx = parse->x;
    if (n < 2 || n > 3) return arity(parse, pos, n < 2);
    for (uint32_t i = 0; i < n; i++) {
        arg[i] = cxx_rvalue(parse, arg[i]);
        if (xe_err(arg[i])) return arg[i];
    }
    const Type *v = arg[0]->type, *mask = arg[n - 1]->type;
    bool vectors = ty_both(v, mask, TY_VECTOR) && v->u.array.n == mask->u.array.n &&
                   ty_is_integral(mask->u.array.elem);
    if (!vectors || (n == 3 && arg[1]->type != v)) {
        CXX_DIAG(cxx, x_incompatible_operands, pos, arg[0]->type, arg[n - 1]->type);
        return cxx_expr_error(cxx, pos);
    }
    return builtin_node(parse, GB_shuffle, arg[0]->type, arg, n, pos);
}

// Questions about the members that pointers designate [meta.member], which the evaluator answers.
static Expr *member_question(Parse *parse, uint32_t row, Expr **arg, uint32_t n, Pos pos) {
    for (uint32_t i = 0; i < n; i++) {
        arg[i] = cxx_rvalue(parse, arg[i]);
        if (xe_err(arg[i])) return arg[i];
        if (arg[i]->type->kind == TY_MEMPTR) continue;
        CXX_DIAG(parse->x, x_needs_member_pointer, arg[i]->pos, arg[i]->type);
        return cxx_expr_error(parse->x, pos);
    }
    return builtin_node(parse, row, ty_basic(parse->x, TY_BOOL), arg, n, pos);
}

// __integer_pack(N): a pack of the constants 0 to N - 1, to be expanded by `...`.
static Expr *integer_pack(Parse *parse, Expr *expr, Pos pos) {
    Cxx *cxx = parse->x;
    FuncDecl *func = declare(cxx, GB___integer_pack);
    if (xe_vdep(expr)) {
        cxx_pack_note(parse, &func->d, -1);
        Expr *d = xe_dep(parse, E_DEP_CALL, pos);
        d->a = xe_ref(parse, &func->d, cxx->ty_dependent, pos);
        d->flags |= EF_HAS_PACK;
        return xe_args(parse, d, &expr, 1);
    }
    ApInt n;
    Expr *v = cxx_rvalue(parse, expr);
    if (xe_err(v) || !xe_integral_or_enum(v->type) || !cxx_const_int(cxx, v, &n, true))
        return cxx_expr_error(cxx, pos);
    cxx_pack_note(parse, &func->d, apint_i64(&n));
    return cxx_expr_int(cxx, v->type, parse->pack_index > 0 ? (uint64_t)parse->pack_index : 0, pos);
}

static Expr *special(Parse *parse, uint32_t row, uint32_t close, Pos pos) {
    Cxx *cxx = parse->x;
    switch (row) {
    case GB_offsetof: return offset_of(parse, close, pos);
    case GB_types_compatible_p: return types_compatible(parse, pos);
    case GB_LINE:
    case GB_COLUMN:
    case GB_FILE:
    case GB_FUNCTION: return xe_source_place(parse, row, pos);
    case GB_bit_cast:
    case GB_va_arg:
    case GB_convertvector: return with_type(parse, row, pos);
    default: break;
    }
    Expr **arg = NULL;
    uint32_t n = 0;
    bool uneval = parse->unevaluated;
    if (is_any_of(row, GB_constant_p, GB_classify_type)) parse->unevaluated = true;
    bool ok = cxx_parse_expr_list(parse, T_RPAREN, &arg, &n);
    parse->unevaluated = uneval;
    if (!ok) return cxx_expr_error(cxx, pos);
    uint32_t want = row == GB_choose_expr               ? 3
                    : row == GB_source_location         ? 0
                    : row == GB_is_corresponding_member ? 2
                                                        : 1;
    if (row == GB_shufflevector) return shuffle(parse, arg, n, pos);
    if (row != GB_shuffle && n != want) return arity(parse, pos, n < want);
    if (row == GB___integer_pack) return integer_pack(parse, arg[0], pos);
    for (uint32_t i = 0; i < n; i++) {
        if (!xe_tdep(arg[i])) continue;
        Expr *e = xe_dep(parse, E_DEP_CALL, pos);
        e->a = xe_ref(parse, &declare(cxx, row)->d, cxx->ty_dependent, pos);
        return xe_args(parse, e, arg, n);
    }
    switch (row) {
    case GB_shuffle: return shuffle_by_mask(parse, arg, n, pos);
    case GB_classify_type: return classify_type(parse, arg[0], pos);
    case GB_constant_p: return constant_p(parse, row, arg, pos);
    case GB_addressof:
    case GB_launder: return address_like(parse, row, arg, pos);
    case GB_choose_expr: return choose(parse, arg, pos);
    case GB_is_corresponding_member:
    case GB_is_pointer_interconvertible_with_class: return member_question(parse, row, arg, n, pos);
    case GB_source_location: return xe_source_location(parse, pos);
    default: break;
    }
    CXX_DIAG(cxx, x_unsupported_expr, pos, declare(cxx, row)->d.name);
    return cxx_expr_error(cxx, pos);
}

// At an identifier that begins with `__`; NULL if it is no builtin call.
Expr *xe_parse_gnu_builtin(Parse *parse) {
    Cxx *cxx = parse->x;
    if (cxx_peek_n(parse, 1) != T_LPAREN) return NULL;
    uint32_t row = find_row(cxx, parse->tok[parse->at].text);
    if (!row) return NULL;
    Pos pos = xe_pos(parse);
    uint32_t close = parse->tok[parse->at + 1].match;
    parse->at += 2;
    Expr *expr;
    bool targs = parse->in_targs, half = parse->half_gtgt;
    parse->in_targs = parse->half_gtgt = false;
    if (rows[row].how == HOW_SPECIAL) {
        expr = special(parse, row, close, pos);
    } else {
        Expr **arg = NULL;
        uint32_t n = 0;
        bool dep = false;
        if (!cxx_parse_expr_list(parse, T_RPAREN, &arg, &n)) {
            expr = cxx_expr_error(cxx, pos);
        } else {
            for (uint32_t i = 0; i < n; i++) dep |= xe_tdep(arg[i]);
            if (dep) {
                expr = xe_dep(parse, E_DEP_CALL, pos);
                expr->a = xe_ref(parse, &declare(cxx, row)->d, cxx->ty_dependent, pos);
                xe_args(parse, expr, arg, n);
            } else {
                expr = rows[row].how == HOW_PLAIN ? plain_call(parse, row, arg, n, pos)
                                                  : generic_call(parse, row, arg, n, pos);
            }
        }
    }
    parse->in_targs = targs;
    parse->half_gtgt = half;
    if (parse->at != close && !xe_err(expr)) {
        CXX_DIAG(cxx, x_expected_token, xe_pos(parse), ")");
        expr = cxx_expr_error(cxx, pos);
    }
    parse->at = close + 1;
    return expr;
}
