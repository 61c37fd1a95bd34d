// SPDX-License-Identifier: Apache-2.0
// Mangling of types, template arguments, constants and dependent expressions (Itanium C++ ABI
// sections 5.1.5 to 5.1.7). Implicit conversions and parentheses are not part of an expression's
// name. Every type but builtin ones is a substitution candidate.
#include "cxx/facts/mangle_int.h"
#include <stdio.h>

// Equal types are one pointer. To the host's compilers a parameter of a member template of a class
// template is one of the first level as soon as the class is an instance, and so equal to the
// kernel's own: dependent types go by their names there.
uint64_t m_type_key(Mangler *mangler, Type *type) {
    uint64_t key = (uint64_t)(uintptr_t)type;
    if (!mangler->naming || mangler->is_key || !ty_dependent(type)) return key;
    void **known = map_slot(&mangler->type_keys, key);
    if (*known) return (uintptr_t)*known;
    Cxx *cxx = mangler->x;
    Mangler alone = {.x = cxx,
                     .naming = mangler->naming,
                     .lists = mangler->lists,
                     .depth = mangler->depth,
                     .is_key = true};
    buf_init(&alone.out, mangler->out.arena);
    map_init(&alone.subs, mangler->out.arena);
    m_type(&alone, type);
    uint64_t by_name = 1ull << 62 | atom_intern(cxx->ctx, alone.out.at, alone.out.n);
    *known = (void *)(uintptr_t)by_name;
    return by_name;
}

// ---- types -------------------------------------------------------------------------------------

// <builtin-type>; NULL: it is none.
static const char *m_builtin(unsigned k) {
    static const char *const name[] = {
#define TY(k, s, size, align, mangling, c) [TY_##k] = mangling,
#include "cxx/facts/type.def"
#undef TY
    };
    return k < CU_COUNT(name) ? name[k] : NULL;
}

// <function-type>, with its qualifiers in front.
static void m_function_type(Mangler *mangler, const Type *type) {
    const FuncType *func_type = &type->u.func;
    if (func_type->quals & Q_RESTRICT) buf_putc(&mangler->out, 'r');
    if (func_type->quals & Q_VOLATILE) buf_putc(&mangler->out, 'V');
    if (func_type->quals & Q_CONST) buf_putc(&mangler->out, 'K');
    if (func_type->noexcept_dep) {
        buf_puts(&mangler->out, "DO");
        m_expr(mangler, func_type->noexcept_dep);
        buf_putc(&mangler->out, 'E');
    }
    if (func_type->noexcept_) buf_puts(&mangler->out, "Do");
    buf_putc(&mangler->out, 'F');
    m_type(mangler, func_type->ret);
    m_params(mangler, func_type);
    if (func_type->ref == REF_LVALUE) buf_putc(&mangler->out, 'R');
    if (func_type->ref == REF_RVALUE) buf_putc(&mangler->out, 'O');
    buf_putc(&mangler->out, 'E');
}

static bool is_var_template(const Mangler *mangler, const Expr *expr);
// A template-id behind a dependent scope, which NVIDIA's compiler takes for a function.
static bool is_member_template(const Mangler *mangler, const Expr *expr);

// decltype of an id-expression or member access is Dt, of another expression DT.
static void m_decltype(Mangler *mangler, const Type *type) {
    Expr *e = type->u.dtype.e;
    unsigned k = e->kind;
    bool id = is_any_of(k, E_DECLREF, E_TPARM, E_DEP_NAME, E_DEP_MEMBER, E_MEMBER, E_OVERLOAD);
    if (is_member_template(mangler, e)) id = false;
    buf_puts(&mangler->out, id && !(e->flags & EF_PAREN) ? "Dt" : "DT");
    m_expr(mangler, e);
    buf_putc(&mangler->out, 'E');
}

// <array-type>; the bound may be an expression.
static void m_array(Mangler *mangler, Type *type) {
    buf_putc(&mangler->out, 'A');
    if (type->kind == TY_ARRAY)
        buf_u64(&mangler->out, type->u.array.n);
    else if (type->kind == TY_ARRAY_DEP)
        m_expr(mangler, type->u.array.size);
    buf_putc(&mangler->out, '_');
    m_type(mangler, type->u.array.elem);
}

// The unqualified type, known not to be a builtin, a name or already substituted.
static void m_compound(Mangler *mangler, Type *type) {
    // in front of what it points or refers to, or is a pack of
    static const char *const prefixes[UINT8_MAX + 1] = {
        [TY_PTR] = "P", [TY_LREF] = "R", [TY_RREF] = "O", [TY_PACK] = "Dp"};
    const char *name, *prefix = prefixes[type->kind];
    if (prefix) {
        buf_puts(&mangler->out, prefix);
        m_type(mangler, type->u.ptr.to);
        return;
    }
    switch (type->kind) {
    case TY_MEMPTR:
        buf_putc(&mangler->out, 'M');
        m_type(mangler, type->u.ptr.cls);
        m_type(mangler, type->u.ptr.to);
        return;
    case TY_ARRAY:
    case TY_ARRAY_INC:
    case TY_ARRAY_DEP: m_array(mangler, type); return;
    case TY_FUNC: m_function_type(mangler, type); return;
    case TY_VECTOR:
        buf_printf(&mangler->out, "Dv%llu_", (unsigned long long)type->u.array.n);
        m_type(mangler, type->u.array.elem);
        return;
    case TY_TPARM:
        m_tparm(mangler, type->u.tparm.index);
        if (mangler->is_key && type->u.tparm.pack) buf_putc(&mangler->out, 'p');
        return;
    case TY_DECLTYPE: m_decltype(mangler, type); return;
    case TY_TRAIT:
        name = ty_trait_name(type->u.dtype.trait);
        buf_printf(&mangler->out, "u%zu%sI", strlen(name), name);
        m_type(mangler, type->u.dtype.arg);
        buf_putc(&mangler->out, 'E');
        return;
    default: buf_putc(&mangler->out, 'v'); return; // error types have no name
    }
}

void m_type(Mangler *mangler, Type *type) {
    if (++mangler->depth > mangler->x->ctx->max_depth) {
        mangler->depth--;
        return;
    }
    bool array = ty_is_array(type); // qualifiers are the element's
    if (type->quals && !array) {
        if (!m_sub(mangler, m_type_key(mangler, type))) {
            if (type->quals & Q_RESTRICT) buf_putc(&mangler->out, 'r');
            if (type->quals & Q_VOLATILE) buf_putc(&mangler->out, 'V');
            if (type->quals & Q_CONST) buf_putc(&mangler->out, 'K');
            m_type(mangler, type->unqual);
            m_add(mangler, m_type_key(mangler, type));
        }
        mangler->depth--;
        return;
    }
    const char *b = type->kind < TY_FIRST_COMPOUND ? m_builtin(type->kind) : NULL;
    if (b && b[0] != 'u') {
        buf_puts(&mangler->out, b);
    } else if (is_any_of(type->kind, TY_AUTO, TY_CTAD)) {
        buf_puts(&mangler->out, "Da");
    } else if (type->kind == TY_DECLTYPE_AUTO) {
        buf_puts(&mangler->out, "Dc");
    } else if (is_any_of(type->kind, TY_CLASS, TY_ENUM)) {
        m_named_type(mangler, type);
    } else if (type->kind == TY_SPEC) {
        m_spec_type(mangler, type);
    } else if (type->kind == TY_DEPNAME) {
        m_depname_type(mangler, type);
    } else if (!m_sub(mangler, m_type_key(mangler, type))) {
        if (b)
            buf_puts(&mangler->out, b);
        else
            m_compound(mangler, type);
        m_add(mangler, m_type_key(mangler, type));
    }
    mangler->depth--;
}

// ---- constants ---------------------------------------------------------------------------------

// <number>: a minus is written `n`.
static void m_int(Mangler *mangler, ApInt v, bool is_unsigned) {
    if (!is_unsigned && apint_is_neg(&v)) {
        buf_putc(&mangler->out, 'n');
        v = apint_neg(v);
    }
    apint_print(&mangler->out, v, false);
}

// The bits in hexadecimal, the highest first.
static void m_float(Mangler *mangler, const ApFloat *f) {
    u128 bits = apf_to_bits(*f);
    for (int i = apf_info[f->fmt].bits - 4; i >= 0; i -= 4) {
        buf_putc(&mangler->out, "0123456789abcdef"[(unsigned)(bits >> i) & 15]);
    }
}

static void m_literal(Mangler *mangler, Type *type) {
    buf_putc(&mangler->out, 'L');
    m_type(mangler, ty_unqual(type));
}

// Address of an entity: L_Z <encoding> E.
static void m_entity_literal(Mangler *mangler, Decl *decl) {
    buf_puts(&mangler->out, "L_Z");
    bool internal = mangler->internal;
    mangler->internal = !mangler->naming && m_needs_internal(decl);
    m_encoding(mangler, decl);
    mangler->internal = internal;
    buf_putc(&mangler->out, 'E');
}

static void m_const_list(Mangler *mangler, const ConstVal *constant, Type *type);

// X ... E around what is no literal, where an argument and not an element is written.
static void m_const_in(Mangler *mangler, ConstVal *constant, Type *type, bool element) {
    switch ((ConstKind)constant->kind) {
    case CV_INT:
        m_literal(mangler, type);
        if (type->kind == TY_NULLPTR) {
            if (m_is_clang(mangler)) buf_putc(&mangler->out, '0');
            break;
        }
        m_int(mangler, constant->u.i, ty_is_unsigned(type) || type->kind == TY_BOOL);
        break;
    case CV_FLOAT:
        m_literal(mangler, type);
        m_float(mangler, &constant->u.f);
        break;
    case CV_LVALUE:
        if (!constant->u.lv.base) {
            m_literal(mangler, type);
            if (type->kind != TY_NULLPTR) buf_i64(&mangler->out, constant->u.lv.offset);
            if (type->kind == TY_NULLPTR && m_is_clang(mangler)) buf_putc(&mangler->out, '0');
            break;
        }
        if (ty_is_ref(type)) {
            m_entity_literal(mangler, constant->u.lv.base);
            return;
        }
        buf_puts(&mangler->out, element ? "ad" : "Xad");
        m_entity_literal(mangler, constant->u.lv.base);
        if (!element) buf_putc(&mangler->out, 'E');
        return;
    case CV_MEMPTR:
        if (!constant->u.mp.member) {
            m_literal(mangler, type);
            buf_putc(&mangler->out, '0');
            break;
        }
        buf_puts(&mangler->out, element ? "ad" : "Xad");
        m_entity_literal(mangler, constant->u.mp.member);
        if (!element) buf_putc(&mangler->out, 'E');
        return;
    case CV_AGG:
    case CV_VECTOR:
    case CV_UNION:
        if (!element) buf_putc(&mangler->out, 'X');
        m_const_list(mangler, constant, type);
        if (!element) buf_putc(&mangler->out, 'E');
        return;
    default: m_literal(mangler, type); break;
    }
    buf_putc(&mangler->out, 'E');
}

void m_const(Mangler *mangler, ConstVal *v, Type *type) {
    m_const_in(mangler, v, type, false);
}

static ConstVal *constant_element(const ConstVal *constant, uint64_t i) {
    return i < constant->u.agg.n ? constant->u.agg.at[i] : constant->u.agg.filler;
}

// What an element has that is not written: the host's compilers leave such out at the end.
static bool is_zero(const ConstVal *constant) {
    switch ((ConstKind)constant->kind) {
    case CV_INT: return apint_is_zero(&constant->u.i);
    case CV_FLOAT: return apf_to_bits(constant->u.f) == 0;
    case CV_LVALUE: return !constant->u.lv.base && !constant->u.lv.offset;
    case CV_MEMPTR: return !constant->u.mp.member;
    case CV_AGG:
        for (uint64_t i = 0; i < constant->u.agg.n; i++)
            if (!is_zero(constant->u.agg.at[i])) return false;
        return !constant->u.agg.filler || is_zero(constant->u.agg.filler);
    default: return false;
    }
}

// A class value: tl <type> <elements> E, all of them; a union's active member: di <name> <value>.
static void m_const_list(Mangler *mangler, const ConstVal *constant, Type *type) {
    buf_puts(&mangler->out, "tl");
    m_type(mangler, ty_unqual(type));
    if (constant->kind == CV_UNION) {
        if (constant->u.un.field && constant->u.un.val) {
            buf_puts(&mangler->out, "di");
            m_source_name(mangler, constant->u.un.field->d.name);
            m_const_in(mangler, constant->u.un.val, constant->u.un.val->type, true);
        }
    } else {
        uint64_t n = constant->u.agg.n;
        if (constant->u.agg.filler && constant->u.agg.total > n &&
            constant->u.agg.total < 1u << 16) {
            n = constant->u.agg.total;
        }
        while (mangler->naming && n && is_zero(constant_element(constant, n - 1))) n--;
        for (uint64_t i = 0; i < n; i++) {
            ConstVal *e = constant_element(constant, i);
            m_const_in(mangler, e, e->type, true);
        }
    }
    buf_putc(&mangler->out, 'E');
}

// ---- template arguments ------------------------------------------------------------------------

void m_targ(Mangler *mangler, TmplArg *tmpl_arg) {
    switch ((TmplArgKind)tmpl_arg->kind) {
    case TA_TYPE: m_type(mangler, tmpl_arg->type); return;
    case TA_VALUE:
        m_const(mangler, tmpl_arg->val, tmpl_arg->type ? tmpl_arg->type : tmpl_arg->val->type);
        return;
    case TA_EXPR: { // Itanium ABI 5.1.8: X <expression> E, but literals as they are
        Expr *e = tmpl_arg->expr;
        // NVIDIA's compiler leaves out the `sp` of an expansion, also inside of the X
        if (e->kind == E_PACK && !mangler->naming) e = e->a;
        bool primary = e->kind == E_INT || is_var_template(mangler, e);
        if (!primary) buf_putc(&mangler->out, 'X');
        if (is_member_template(mangler, e)) buf_puts(&mangler->out, "ad");
        m_expr(mangler, e);
        if (!primary) buf_putc(&mangler->out, 'E');
        return;
    }
    case TA_TEMPLATE: m_template_name(mangler, tmpl_arg->tmpl); return;
    case TA_PACK:
        buf_putc(&mangler->out, 'J');
        for (uint32_t i = 0; i < tmpl_arg->pack->n; i++) m_targ(mangler, &tmpl_arg->pack->a[i]);
        buf_putc(&mangler->out, 'E');
        return;
    default: return;
    }
}

void m_targs(Mangler *mangler, TmplArgs *args) {
    buf_putc(&mangler->out, 'I');
    for (uint32_t i = 0; i < args->n; i++) m_targ(mangler, &args->a[i]);
    buf_putc(&mangler->out, 'E');
}

// ---- expressions -------------------------------------------------------------------------------

// Expressions one behind the other, without an end.
static void m_expr_list(Mangler *mangler, Expr **arg, uint32_t n) {
    for (uint32_t i = 0; i < n; i++) m_expr(mangler, arg[i]);
}

// A parameter in a signature: fp of the declarator whose result is written, fL<n>p out of n + 1
// parameter lists. A parameter of no function is one of the innermost declarator's.
static void m_param_ref(Mangler *mangler, const VarDecl *var) {
    uint32_t level = mangler->lists - (!var->fn && mangler->lists);
    buf_putc(&mangler->out, 'f');
    if (level) {
        buf_putc(&mangler->out, 'L');
        buf_u64(&mangler->out, level - 1);
    }
    buf_putc(&mangler->out, 'p');
    if (var->index) buf_u64(&mangler->out, var->index - 1);
    buf_putc(&mangler->out, '_');
}

// An unqualified name in an unresolved-name: operators are `on <code>`.
static void m_base_name(Mangler *mangler, Atom name, TmplArgs *targs) {
    const char *s = atom_str(mangler->x->ctx, name);
    if (!strncmp(s, "operator", 8) && s[8] && !strchr("abcdefghijklmnopqrstuvwxyz_", s[8])) {
        static const struct {
            const char *text, *code;
        } ops[] = {
#define OP(k, spelling, mangling) {spelling, mangling},
#include "cxx/facts/expr.def"
#undef OP
        };
        buf_puts(&mangler->out, "on");
        for (size_t i = CU_COUNT(ops); i-- > 0;) { // binary forms come later in the table
            if (!strcmp(ops[i].text, s + 8)) {
                buf_puts(&mangler->out, ops[i].code);
                break;
            }
        }
    } else {
        m_source_name(mangler, name);
    }
    if (targs) m_targs(mangler, targs);
}

static void m_base_or_conversion(Mangler *mangler, Atom name, TmplArgs *targs, Type *conv) {
    if (!conv) {
        m_base_name(mangler, name, targs);
        return;
    }
    buf_puts(&mangler->out, "oncv");
    m_type(mangler, conv);
}

static void m_declref(Mangler *mangler, Expr *expr) {
    Decl *decl = expr->u.decl;
    if (decl->kind == D_VAR && ((VarDecl *)decl)->storage == STOR_PARAM) {
        m_param_ref(mangler, (VarDecl *)decl);
    } else if (decl->kind == D_PACK) {
        PackDecl *pk = (PackDecl *)decl;
        if (pk->elem && pk->elem[0]->kind == D_VAR)
            m_param_ref(mangler, (VarDecl *)pk->elem[0]);
        else
            buf_puts(&mangler->out, "fp_");
    } else {
        m_entity_literal(mangler, decl);
    }
}

static void m_int_literal(Mangler *mangler, Expr *expr) {
    m_literal(mangler, expr->type);
    m_int(mangler, expr->u.i, ty_is_unsigned(expr->type) || expr->type->kind == TY_BOOL);
    buf_putc(&mangler->out, 'E');
}

// clang writes the type of the value: without a reference.
static Type *cast_type(const Mangler *mangler, Type *type) {
    return m_is_clang(mangler) && ty_is_ref(type) ? type->u.ptr.to : type;
}

static void m_cast_expr(Mangler *mangler, Expr *expr) {
    static const struct {
        uint16_t token;
        const char *code;
    } named[] = {{T_KW_STATIC_CAST, "sc"},
                 {T_KW_DYNAMIC_CAST, "dc"},
                 {T_KW_CONST_CAST, "cc"},
                 {T_KW_REINTERPRET_CAST, "rc"}};
    uint16_t token = expr->op ? (uint16_t)(expr->op - 1 + T_KW_ALIGNAS) : T_LPAREN; // see dep_cast
    for (size_t i = 0; i < CU_COUNT(named) && expr->a; i++) {
        if (token != named[i].token) continue;
        buf_puts(&mangler->out, named[i].code);
        m_type(mangler, cast_type(mangler, expr->u.ty));
        m_expr(mangler, expr->a);
        return;
    }
    bool brace = (expr->flags & EF_LIST_INIT) != 0;
    buf_puts(&mangler->out, brace ? "tl" : "cv");
    m_type(mangler, cast_type(mangler, expr->u.ty));
    if (expr->a) {
        m_expr(mangler, expr->a);
        if (!brace) return;
    } else if (!brace) {
        buf_putc(&mangler->out, '_');
    }
    if (!expr->a && expr->arg) {
        const Expr *list = expr->n == 1 && brace ? expr->arg[0] : expr;
        if (list->kind != E_INITLIST_SYNTAX) list = expr;
        m_expr_list(mangler, list->arg, list->n);
    }
    buf_putc(&mangler->out, 'E');
}

static void m_sizeof(Mangler *mangler, Expr *expr) {
    bool align = expr->op == SIZE_ALIGN;
    if (expr->op == SIZE_OFFSET) { // an operator of the vendor's: a type and an expression
        buf_puts(&mangler->out, "v29builtin00TO");
        m_type(mangler, expr->u.ty);
        m_expr(mangler, expr->a);
    } else if (expr->u.ty) {
        buf_puts(&mangler->out, align ? "at" : "st");
        m_type(mangler, expr->u.ty);
    } else {
        buf_puts(&mangler->out, align ? "az" : "sz");
        m_expr(mangler, expr->a);
    }
}

// NVIDIA's compiler writes an instance of a variable template as an entity without arguments.
static bool is_var_template(const Mangler *mangler, const Expr *expr) {
    return !mangler->naming && expr->kind == E_DEP_NAME && expr->b && expr->b->kind == E_DECLREF;
}

static bool is_member_template(const Mangler *mangler, const Expr *expr) {
    return !mangler->naming && expr->kind == E_DEP_NAME && expr->u.dep.scope && expr->u.dep.targs &&
           !is_var_template(mangler, expr);
}

// <unresolved-name>.
static void m_dep_name(Mangler *mangler, Expr *expr) {
    if (is_var_template(mangler, expr)) {
        m_entity_literal(mangler, expr->b->u.decl);
        return;
    }
    bool var = expr->b && expr->b->kind == E_DECLREF; // an instance of a variable template
    if (var && expr->pad & XP_SCOPED) m_known_scope(mangler, expr->b->u.decl->scope);
    if (expr->u.dep.scope) m_unresolved_scope(mangler, expr->u.dep.scope);
    m_base_or_conversion(mangler, expr->u.dep.name, expr->u.dep.targs,
                         expr->b && !var ? expr->b->u.ty : NULL);
}

static bool is_implicit_object(const Expr *expr) {
    return xe_is(expr, E_UNARY, OP_DEREF) && expr->flags & EF_IMPLICIT;
}

// An object up to the name of its member: `dt <object>`, or `pt <pointer>` for `->` and for what
// *this is understood in front of.
static void m_object(Mangler *mangler, Expr *expr) {
    while (xe_implicit_cast(expr) || expr->kind == E_TEMP ||
           (expr->kind == E_MEMBER && !expr->u.decl->name))
        expr = expr->a;
    bool arrow = (expr->kind == E_UNARY && expr->flags & EF_ARROW) || is_implicit_object(expr);
    buf_puts(&mangler->out, arrow ? "pt" : "dt");
    m_expr(mangler, arrow ? expr->a : expr);
}

// A set of overloads with *this understood is written without it by NVIDIA's compiler.
static void m_overload(Mangler *mangler, Expr *expr) {
    Expr *o = expr->u.ovl->object;
    bool one = expr->u.ovl->n == 1 && expr->u.ovl->set[0]->kind == D_FUNC;
    if (o && (one || !is_implicit_object(o))) m_object(mangler, o);
    bool known = expr->pad & (XP_QUALIFIED | XP_SCOPED) && expr->u.ovl->n;
    if (known) m_known_scope(mangler, expr->u.ovl->set[0]->scope);
    m_base_or_conversion(mangler, expr->u.ovl->name, expr->u.ovl->targs, expr->u.ovl->conv);
}

// NVIDIA's compiler leaves out the scope of a member template with arguments that is called.
static void m_callee(Mangler *mangler, Expr *expr) {
    if (is_member_template(mangler, expr))
        m_base_name(mangler, expr->u.dep.name, expr->u.dep.targs);
    else
        m_expr(mangler, expr);
}

// The number of a trait in NVIDIA's compiler, by row of trait.def; a trait that is not known there
// has none.
enum { NONE = 255 };
static const uint8_t trait_number[] = {
    NONE,
#define TRAIT(name, n, f, number) number,
#include "cxx/facts/trait.def"
#undef TRAIT
};

// v <operands> <its number>, types behind TO.
static void m_trait(Mangler *mangler, Expr *expr) {
    uint32_t number = trait_number[expr->op];
    buf_putc(&mangler->out, 'v');
    if (number == NONE) return;
    char name[24];
    int n = snprintf(name, sizeof name, "builtin%02u", number);
    buf_printf(&mangler->out, "%u%d%s", expr->n, n, name);
    for (uint32_t i = 0; i < expr->n; i++) {
        buf_puts(&mangler->out, "TO");
        Type *t = expr->arg[i]->u.ty;
        m_type(mangler, t->kind == TY_PACK ? t->u.ptr.to : t);
    }
}

static void m_fold(Mangler *mangler, Expr *expr) { // fl fr unary, fL fR binary [op init pack order]
    bool left = expr->flags & EF_REWRITTEN;
    buf_puts(&mangler->out, expr->a ? (left ? "fL" : "fR") : (left ? "fl" : "fr"));
    buf_puts(&mangler->out, m_op_code(expr->op));
    if (expr->a && left) m_expr(mangler, expr->a);
    m_expr(mangler, expr->b);
    if (expr->a && !left) m_expr(mangler, expr->a);
}

static void m_sizeof_pack(Mangler *mangler, Expr *expr) {
    buf_puts(&mangler->out, "sZ");
    Decl *d = expr->u.decl;
    if (d->kind == D_TPARM)
        m_tparm(mangler, ((TParmDecl *)d)->index);
    else
        buf_puts(&mangler->out, "fp_");
}

// nw _ <type> and E, or pi <arguments> E, or a list; na of an array.
static void m_new(Mangler *mangler, Expr *expr) {
    buf_puts(&mangler->out, expr->a ? "na_A" : "nw_");
    if (expr->a && expr->a->kind == E_INT)
        m_int(mangler, expr->a->u.i, true);
    else if (expr->a)
        m_expr(mangler, expr->a);
    if (expr->a) buf_putc(&mangler->out, '_');
    m_type(mangler, expr->type->u.ptr.to);
    if (expr->b) {
        m_expr(mangler, expr->b);
        return;
    }
    if (expr->n) buf_puts(&mangler->out, "pi");
    m_expr_list(mangler, expr->arg, expr->n);
    buf_putc(&mangler->out, 'E');
}

static void m_member(Mangler *mangler, Expr *expr) {
    if (expr->kind == E_MEMBER) {
        if (!is_implicit_object(expr->a)) m_object(mangler, expr->a);
        m_source_name(mangler, expr->u.decl->name);
        return;
    }
    buf_puts(&mangler->out, expr->flags & EF_ARROW ? "pt" : "dt");
    m_expr(mangler, expr->a);
    Type *scope = expr->u.dep.scope;
    if (ty_is_class(scope) && scope->u.cls->d.scope)
        m_known_scope(mangler, scope->u.cls->inner);
    else if (scope)
        m_unresolved_scope(mangler, scope);
    m_base_or_conversion(mangler, expr->u.dep.name, expr->u.dep.targs,
                         expr->b ? expr->b->u.ty : NULL);
}

// To g++ a minus in front of a number is part of it.
static bool m_negative_literal(Mangler *mangler, Expr *expr) {
    bool minus = expr->kind == E_UNARY && expr->op == OP_MINUS;
    if (!m_is_gcc(mangler) || !minus || !is_any_of(expr->a->kind, E_INT, E_FLOAT)) return false;
    m_literal(mangler, expr->a->type);
    if (expr->a->kind == E_INT) {
        m_int(mangler, apint_neg(expr->a->u.i), ty_is_unsigned(expr->a->type));
    } else {
        ApFloat negative = apf_neg(expr->a->u.f);
        m_float(mangler, &negative);
    }
    buf_putc(&mangler->out, 'E');
    return true;
}

static void m_operator(Mangler *mangler, Expr *expr) {
    if (m_negative_literal(mangler, expr)) return;
    buf_puts(&mangler->out, m_op_code(expr->op));
    bool step = expr->kind == E_UNARY && is_any_of(expr->op, OP_PREINC, OP_PREDEC);
    if (step && !m_is_clang(mangler)) buf_putc(&mangler->out, '_');
    m_expr(mangler, expr->a);
    if (expr->kind != E_UNARY) m_expr(mangler, expr->b);
}

static void m_conditional(Mangler *mangler, Expr *expr) {
    buf_puts(&mangler->out, "qu");
    m_expr(mangler, expr->a);
    m_expr(mangler, expr->b ? expr->b : expr->a);
    m_expr(mangler, expr->c);
}

// A conversion that is not written has no name.
static void m_conversion(Mangler *mangler, Expr *expr) {
    if (!(expr->flags & EF_IMPLICIT)) {
        buf_puts(&mangler->out, "cv");
        m_type(mangler, expr->type);
    }
    m_expr(mangler, expr->a);
}

// What begins with `code` and is a list up to E.
static void m_list_of(Mangler *mangler, const char *code, Expr *expr) {
    buf_puts(&mangler->out, code);
    m_expr_list(mangler, expr->arg, expr->n);
    buf_putc(&mangler->out, 'E');
}

static void m_call(Mangler *mangler, Expr *expr) {
    buf_puts(&mangler->out, "cl");
    if (expr->kind == E_DEP_CALL) {
        m_callee(mangler, expr->a);
    } else if (expr->u.decl) {
        const FuncDecl *f = (FuncDecl *)expr->u.decl;
        Type *conv = f->kind == FK_CONV ? f->d.type->u.func.ret : NULL;
        bool member = f->cls && !(f->d.flags & DF_STATIC) && expr->n;
        if (member) m_object(mangler, expr->arg[0]);
        if (expr->pad & XP_SCOPED) m_known_scope(mangler, expr->u.decl->scope);
        m_base_or_conversion(mangler, expr->u.decl->name, NULL, conv);
        m_expr_list(mangler, expr->arg + member, expr->n - member);
        buf_putc(&mangler->out, 'E');
        return;
    } else if (expr->a) {
        m_expr(mangler, expr->a);
    }
    m_list_of(mangler, "", expr);
}

static void m_delete(Mangler *mangler, Expr *expr) {
    if (expr->u.alloc.global) buf_puts(&mangler->out, "gs");
    buf_puts(&mangler->out, expr->u.alloc.array ? "da" : "dl");
    m_expr(mangler, expr->a);
}

static void m_construct(Mangler *mangler, Expr *expr) {
    buf_puts(&mangler->out, "cv");
    m_type(mangler, expr->type);
    if (expr->n == 1 && expr->arg) {
        m_expr(mangler, expr->arg[0]);
    } else {
        buf_putc(&mangler->out, '_');
        if (expr->arg) m_expr_list(mangler, expr->arg, expr->n);
        buf_putc(&mangler->out, 'E');
    }
}

static void m_float_value(Mangler *mangler, Expr *literal) {
    m_literal(mangler, literal->type);
    m_float(mangler, &literal->u.f);
    buf_putc(&mangler->out, 'E');
}

// A string literal, by its type alone.
static void m_string(Mangler *mangler, Expr *literal) {
    m_literal(mangler, literal->type);
    buf_putc(&mangler->out, 'E');
}

static void m_constant(Mangler *mangler, Expr *constant) {
    m_const(mangler, constant->u.val, constant->type);
}

static void m_parameter(Mangler *mangler, Expr *named) {
    m_tparm(mangler, ((TParmDecl *)named->u.decl)->index);
}

static void m_throw(Mangler *mangler, Expr *thrown) {
    buf_puts(&mangler->out, thrown->a ? "tw" : "tr");
    if (thrown->a) m_expr(mangler, thrown->a);
}

static void m_braced(Mangler *mangler, Expr *list) {
    m_list_of(mangler, "il", list);
}

static void m_type_operand(Mangler *mangler, Expr *operand) {
    m_type(mangler, operand->u.ty);
}

// <expression>, by the kind of its node: a function, or a code and the operands behind it (a, then
// b).
static const struct {
    void (*write)(Mangler *mangler, Expr *expr);
    uint8_t operands;
    char code[5];
} by_kind[] = {
    [E_INT] = {m_int_literal},
    [E_FLOAT] = {m_float_value},
    [E_STRING] = {m_string},
    [E_CONST] = {m_constant},
    [E_TPARM] = {m_parameter},
    [E_DECLREF] = {m_declref},
    [E_DEP_NAME] = {m_dep_name},
    [E_DEP_MEMBER] = {m_member},
    [E_MEMBER] = {m_member},
    [E_OVERLOAD] = {m_overload},
    [E_DEP_TRAIT] = {m_trait},
    [E_UNARY] = {m_operator},
    [E_BINARY] = {m_operator},
    [E_ASSIGN] = {m_operator},
    [E_COND] = {m_conditional},
    [E_CAST] = {m_conversion},
    [E_CALL] = {m_call},
    [E_DEP_CALL] = {m_call},
    [E_DEP_CAST] = {m_cast_expr},
    [E_DEP_SIZEOF] = {m_sizeof},
    [E_SIZEOF_PACK] = {m_sizeof_pack},
    [E_FOLD] = {m_fold},
    [E_NEW] = {m_new},
    [E_DELETE] = {m_delete},
    [E_THROW] = {m_throw},
    [E_INITLIST_SYNTAX] = {m_braced},
    [E_CONSTRUCT] = {m_construct},
    [E_INIT_LIST] = {m_construct},
    [E_ZERO] = {m_construct},
    [E_TYPE] = {m_type_operand},
    [E_NULLPTR] = {.code = "LDnE"},
    [E_THIS] = {.code = "fpT"},
    [E_SUBSCRIPT] = {.code = "ix", .operands = 2},
    [E_DEP_NOEXCEPT] = {.code = "nx", .operands = 1},
    [E_PACK] = {.code = "sp", .operands = 1},
    [E_TEMP] = {.operands = 1},
    [E_CLEANUPS] = {.operands = 1},
    [E_OPAQUE] = {.operands = 1},
};

static void m_expr_kind(Mangler *mangler, Expr *expr) {
    bool known = expr->kind < CU_COUNT(by_kind);
    bool codes = known && (by_kind[expr->kind].code[0] || by_kind[expr->kind].operands);
    if (known && by_kind[expr->kind].write) {
        by_kind[expr->kind].write(mangler, expr);
    } else if (codes) {
        buf_puts(&mangler->out, by_kind[expr->kind].code);
        if (by_kind[expr->kind].operands > 0) m_expr(mangler, expr->a);
        if (by_kind[expr->kind].operands > 1) m_expr(mangler, expr->b);
    } else {
        buf_puts(&mangler->out, "v"); // has no name in the ABI
    }
}

void m_expr(Mangler *mangler, Expr *expr) {
    if (mangler->depth >= mangler->x->ctx->max_depth) return;
    mangler->depth++;
    m_expr_kind(mangler, expr);
    mangler->depth--;
}
