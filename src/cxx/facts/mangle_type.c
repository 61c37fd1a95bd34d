// SPDX-License-Identifier: Apache-2.0
// Mangling of types, template arguments, constants and dependent expressions (Itanium C++ ABI
// sections 5.1.5 to 5.1.7). Implicit conversions and parentheses are not part of an expression's
// name. Every type but builtin ones is a substitution candidate.
#include "cxx/facts/mangle_int.h"
#include <stdio.h>

static uint64_t m_tkey(const Type *t) {
    return (uint64_t)(uintptr_t)t;
}

// ---- types -------------------------------------------------------------------------------------

static const char *m_builtin(unsigned k) {
    static const char *const name[] = {
#define TY(k, s, size, align, mangling, c) [TY_##k] = mangling,
#include "cxx/facts/type.def"
#undef TY
    };
    return k < CU_COUNT(name) ? name[k] : NULL;
}

static void m_function_type(Mangler *m, const Type *t) {
    const FuncType *f = &t->u.func;
    if (f->quals & Q_RESTRICT) buf_putc(&m->out, 'r');
    if (f->quals & Q_VOLATILE) buf_putc(&m->out, 'V');
    if (f->quals & Q_CONST) buf_putc(&m->out, 'K');
    if (f->noexcept_dep) {
        buf_puts(&m->out, "DO");
        m_expr(m, f->noexcept_dep);
        buf_putc(&m->out, 'E');
    }
    if (f->noexcept_) buf_puts(&m->out, "Do");
    buf_putc(&m->out, 'F');
    m_type(m, f->ret);
    m_params(m, f);
    if (f->ref == REF_LVALUE) buf_putc(&m->out, 'R');
    if (f->ref == REF_RVALUE) buf_putc(&m->out, 'O');
    buf_putc(&m->out, 'E');
}

static bool is_var_template(const Expr *e);
// A template-id behind a dependent scope, which NVIDIA's compiler takes for a function.
static bool is_member_template(const Expr *e);

// decltype of an id-expression or member access is Dt, of another expression DT.
static void m_decltype(Mangler *m, const Type *t) {
    Expr *e = t->u.dtype.e;
    unsigned k = e->kind;
    bool id = k == E_DECLREF || k == E_TPARM || k == E_DEP_NAME || k == E_DEP_MEMBER ||
              k == E_MEMBER || k == E_OVERLOAD;
    if (is_member_template(e)) id = false;
    buf_puts(&m->out, id && !(e->flags & EF_PAREN) ? "Dt" : "DT");
    m_expr(m, e);
    buf_putc(&m->out, 'E');
}

static void m_array(Mangler *m, Type *t) {
    buf_putc(&m->out, 'A');
    if (t->kind == TY_ARRAY)
        buf_u64(&m->out, t->u.array.n);
    else if (t->kind == TY_ARRAY_DEP)
        m_expr(m, t->u.array.size);
    buf_putc(&m->out, '_');
    m_type(m, t->u.array.elem);
}

// The unqualified type, known not to be a builtin, a name or already substituted.
static void m_compound(Mangler *m, Type *t) {
    const char *name;
    switch (t->kind) {
    case TY_PTR:
        buf_putc(&m->out, 'P');
        m_type(m, t->u.ptr.to);
        return;
    case TY_LREF:
        buf_putc(&m->out, 'R');
        m_type(m, t->u.ptr.to);
        return;
    case TY_RREF:
        buf_putc(&m->out, 'O');
        m_type(m, t->u.ptr.to);
        return;
    case TY_MEMPTR:
        buf_putc(&m->out, 'M');
        m_type(m, t->u.ptr.cls);
        m_type(m, t->u.ptr.to);
        return;
    case TY_ARRAY:
    case TY_ARRAY_INC:
    case TY_ARRAY_DEP: m_array(m, t); return;
    case TY_FUNC: m_function_type(m, t); return;
    case TY_VECTOR:
        buf_printf(&m->out, "Dv%llu_", (unsigned long long)t->u.array.n);
        m_type(m, t->u.array.elem);
        return;
    case TY_TPARM: m_tparm(m, t->u.tparm.index); return;
    case TY_DECLTYPE: m_decltype(m, t); return;
    case TY_PACK:
        buf_puts(&m->out, "Dp");
        m_type(m, t->u.ptr.to);
        return;
    case TY_TRAIT:
        name = ty_trait_name(t->u.dtype.trait);
        buf_printf(&m->out, "u%zu%sI", strlen(name), name);
        m_type(m, t->u.dtype.arg);
        buf_putc(&m->out, 'E');
        return;
    default: buf_putc(&m->out, 'v'); return; // error types have no name
    }
}

void m_type(Mangler *m, Type *t) {
    if (++m->depth > m->x->ctx->max_depth) {
        m->depth--;
        return;
    }
    bool array = ty_is_array(t); // qualifiers are the element's
    if (t->quals && !array) {
        if (!m_sub(m, m_tkey(t))) {
            if (t->quals & Q_RESTRICT) buf_putc(&m->out, 'r');
            if (t->quals & Q_VOLATILE) buf_putc(&m->out, 'V');
            if (t->quals & Q_CONST) buf_putc(&m->out, 'K');
            m_type(m, t->unqual);
            m_add(m, m_tkey(t));
        }
        m->depth--;
        return;
    }
    const char *b = t->kind < TY_FIRST_COMPOUND ? m_builtin(t->kind) : NULL;
    if (b && b[0] != 'u') {
        buf_puts(&m->out, b);
    } else if (t->kind == TY_AUTO || t->kind == TY_CTAD) {
        buf_puts(&m->out, "Da");
    } else if (t->kind == TY_DECLTYPE_AUTO) {
        buf_puts(&m->out, "Dc");
    } else if (t->kind == TY_CLASS || t->kind == TY_ENUM) {
        m_named_type(m, t);
    } else if (t->kind == TY_SPEC) {
        m_spec_type(m, t);
    } else if (t->kind == TY_DEPNAME) {
        m_depname_type(m, t);
    } else if (!m_sub(m, m_tkey(t))) {
        if (b)
            buf_puts(&m->out, b);
        else
            m_compound(m, t);
        m_add(m, m_tkey(t));
    }
    m->depth--;
}

// ---- constants ---------------------------------------------------------------------------------

static void m_int(Mangler *m, ApInt v, bool is_unsigned) {
    if (!is_unsigned && apint_is_neg(&v)) {
        buf_putc(&m->out, 'n');
        v = apint_neg(v);
    }
    apint_print(&m->out, v, false);
}

static void m_float(Mangler *m, const ApFloat *f) {
    u128 bits = apf_to_bits(*f);
    for (int i = apf_info[f->fmt].bits - 4; i >= 0; i -= 4) {
        buf_putc(&m->out, "0123456789abcdef"[(unsigned)(bits >> i) & 15]);
    }
}

static void m_literal(Mangler *m, Type *t) {
    buf_putc(&m->out, 'L');
    m_type(m, ty_unqual(t));
}

// Address of an entity: L_Z <encoding> E.
static void m_entity_literal(Mangler *m, Decl *d) {
    buf_puts(&m->out, "L_Z");
    bool internal = m->internal;
    m->internal = !m->host && m_needs_internal(d);
    m_encoding(m, d);
    m->internal = internal;
    buf_putc(&m->out, 'E');
}

static void m_const_list(Mangler *m, const ConstVal *v, Type *t);

// X ... E around what is no literal, where an argument and not an element is written.
static void m_const_in(Mangler *m, ConstVal *v, Type *t, bool element) {
    switch ((ConstKind)v->kind) {
    case CV_INT:
        m_literal(m, t);
        if (t->kind == TY_NULLPTR) break;
        m_int(m, v->u.i, ty_is_unsigned(t) || t->kind == TY_BOOL);
        break;
    case CV_FLOAT:
        m_literal(m, t);
        m_float(m, &v->u.f);
        break;
    case CV_LVALUE:
        if (!v->u.lv.base) {
            m_literal(m, t);
            if (t->kind != TY_NULLPTR) buf_i64(&m->out, v->u.lv.offset);
            break;
        }
        if (ty_is_ref(t)) {
            m_entity_literal(m, v->u.lv.base);
            return;
        }
        buf_puts(&m->out, element ? "ad" : "Xad");
        m_entity_literal(m, v->u.lv.base);
        if (!element) buf_putc(&m->out, 'E');
        return;
    case CV_MEMPTR:
        if (!v->u.mp.member) {
            m_literal(m, t);
            buf_putc(&m->out, '0');
            break;
        }
        buf_puts(&m->out, element ? "ad" : "Xad");
        m_entity_literal(m, v->u.mp.member);
        if (!element) buf_putc(&m->out, 'E');
        return;
    case CV_AGG:
    case CV_VECTOR:
    case CV_UNION:
        if (!element) buf_putc(&m->out, 'X');
        m_const_list(m, v, t);
        if (!element) buf_putc(&m->out, 'E');
        return;
    default: m_literal(m, t); break;
    }
    buf_putc(&m->out, 'E');
}

void m_const(Mangler *m, ConstVal *v, Type *t) {
    m_const_in(m, v, t, false);
}

// A class value: tl <type> <elements> E, all of them; a union's active member: di <name> <value>.
static void m_const_list(Mangler *m, const ConstVal *v, Type *t) {
    buf_puts(&m->out, "tl");
    m_type(m, ty_unqual(t));
    if (v->kind == CV_UNION) {
        if (v->u.un.field && v->u.un.val) {
            buf_puts(&m->out, "di");
            m_source_name(m, v->u.un.field->d.name);
            m_const_in(m, v->u.un.val, v->u.un.val->type, true);
        }
    } else {
        uint64_t n = v->u.agg.n;
        if (v->u.agg.filler && v->u.agg.total > n && v->u.agg.total < 1u << 16) {
            n = v->u.agg.total;
        }
        for (uint64_t i = 0; i < n; i++) {
            ConstVal *e = i < v->u.agg.n ? v->u.agg.at[i] : v->u.agg.filler;
            m_const_in(m, e, e->type, true);
        }
    }
    buf_putc(&m->out, 'E');
}

// ---- template arguments ------------------------------------------------------------------------

static void m_targ(Mangler *m, TmplArg *a) {
    switch ((TmplArgKind)a->kind) {
    case TA_TYPE: m_type(m, a->type); return;
    case TA_VALUE: m_const(m, a->val, a->type ? a->type : a->val->type); return;
    case TA_EXPR: { // Itanium ABI 5.1.8: X <expression> E, but literals as they are
        Expr *e = a->expr;
        // NVIDIA's compiler leaves out the `sp` of an expansion, also inside of the X
        if (e->kind == E_PACK) e = e->a;
        bool primary = e->kind == E_INT || is_var_template(e);
        if (!primary) buf_putc(&m->out, 'X');
        if (is_member_template(e)) buf_puts(&m->out, "ad");
        m_expr(m, e);
        if (!primary) buf_putc(&m->out, 'E');
        return;
    }
    case TA_TEMPLATE: m_template_name(m, a->tmpl); return;
    case TA_PACK:
        buf_putc(&m->out, 'J');
        for (uint32_t i = 0; i < a->pack->n; i++) m_targ(m, &a->pack->a[i]);
        buf_putc(&m->out, 'E');
        return;
    default: return;
    }
}

void m_targs(Mangler *m, TmplArgs *a) {
    buf_putc(&m->out, 'I');
    for (uint32_t i = 0; i < a->n; i++) m_targ(m, &a->a[i]);
    buf_putc(&m->out, 'E');
}

// ---- expressions -------------------------------------------------------------------------------

static void m_expr_list(Mangler *m, Expr **arg, uint32_t n) {
    for (uint32_t i = 0; i < n; i++) m_expr(m, arg[i]);
}

// A parameter in a signature: fp of the declarator whose result is written, fL<n>p out of n + 1
// parameter lists. A parameter of no function is one of the innermost declarator's.
static void m_param_ref(Mangler *m, const VarDecl *v) {
    uint32_t level = m->lists - (!v->fn && m->lists);
    buf_putc(&m->out, 'f');
    if (level) {
        buf_putc(&m->out, 'L');
        buf_u64(&m->out, level - 1);
    }
    buf_putc(&m->out, 'p');
    if (v->index) buf_u64(&m->out, v->index - 1);
    buf_putc(&m->out, '_');
}

// An unqualified name in an unresolved-name: operators are `on <code>`.
static void m_base_name(Mangler *m, Atom name, TmplArgs *targs) {
    const char *s = atom_str(m->x->ctx, name);
    if (!strncmp(s, "operator", 8) && s[8] && !strchr("abcdefghijklmnopqrstuvwxyz_", s[8])) {
        static const struct {
            const char *text, *code;
        } ops[] = {
#define OP(k, spelling, mangling) {spelling, mangling},
#include "cxx/facts/expr.def"
#undef OP
        };
        buf_puts(&m->out, "on");
        for (size_t i = CU_COUNT(ops); i-- > 0;) { // binary forms come later in the table
            if (!strcmp(ops[i].text, s + 8)) {
                buf_puts(&m->out, ops[i].code);
                break;
            }
        }
    } else {
        m_source_name(m, name);
    }
    if (targs) m_targs(m, targs);
}

static void m_base_or_conversion(Mangler *m, Atom name, TmplArgs *targs, Type *conv) {
    if (!conv) {
        m_base_name(m, name, targs);
        return;
    }
    buf_puts(&m->out, "oncv");
    m_type(m, conv);
}

static void m_declref(Mangler *m, Expr *e) {
    Decl *d = e->u.decl;
    if (d->kind == D_VAR && ((VarDecl *)d)->storage == STOR_PARAM) {
        m_param_ref(m, (VarDecl *)d);
    } else if (d->kind == D_PACK) {
        PackDecl *pk = (PackDecl *)d;
        if (pk->elem && pk->elem[0]->kind == D_VAR)
            m_param_ref(m, (VarDecl *)pk->elem[0]);
        else
            buf_puts(&m->out, "fp_");
    } else {
        m_entity_literal(m, d);
    }
}

static void m_int_literal(Mangler *m, Expr *e) {
    m_literal(m, e->type);
    m_int(m, e->u.i, ty_is_unsigned(e->type) || e->type->kind == TY_BOOL);
    buf_putc(&m->out, 'E');
}

static void m_cast_expr(Mangler *m, Expr *e) {
    static const struct {
        uint16_t token;
        const char *code;
    } named[] = {{T_KW_STATIC_CAST, "sc"},
                 {T_KW_DYNAMIC_CAST, "dc"},
                 {T_KW_CONST_CAST, "cc"},
                 {T_KW_REINTERPRET_CAST, "rc"}};
    uint16_t token = e->op ? (uint16_t)(e->op - 1 + T_KW_ALIGNAS) : T_LPAREN; // see dep_cast
    for (size_t i = 0; i < CU_COUNT(named) && e->a; i++) {
        if (token != named[i].token) continue;
        buf_puts(&m->out, named[i].code);
        m_type(m, e->u.ty);
        m_expr(m, e->a);
        return;
    }
    bool brace = (e->flags & EF_LIST_INIT) != 0;
    buf_puts(&m->out, brace ? "tl" : "cv");
    m_type(m, e->u.ty);
    if (e->a) {
        m_expr(m, e->a);
        if (!brace) return;
    } else if (!brace) {
        buf_putc(&m->out, '_');
    }
    if (!e->a && e->arg) {
        const Expr *list = e->n == 1 && brace ? e->arg[0] : e;
        if (list->kind != E_INITLIST_SYNTAX) list = e;
        m_expr_list(m, list->arg, list->n);
    }
    buf_putc(&m->out, 'E');
}

static void m_sizeof(Mangler *m, Expr *e) {
    bool align = e->op == SIZE_ALIGN;
    if (e->op == SIZE_OFFSET) { // an operator of the vendor's: a type and an expression
        buf_puts(&m->out, "v29builtin00TO");
        m_type(m, e->u.ty);
        m_expr(m, e->a);
    } else if (e->u.ty) {
        buf_puts(&m->out, align ? "at" : "st");
        m_type(m, e->u.ty);
    } else {
        buf_puts(&m->out, align ? "az" : "sz");
        m_expr(m, e->a);
    }
}

// NVIDIA's compiler writes an instance of a variable template as an entity without arguments.
static bool is_var_template(const Expr *e) {
    return e->kind == E_DEP_NAME && e->b && e->b->kind == E_DECLREF;
}

static bool is_member_template(const Expr *e) {
    return e->kind == E_DEP_NAME && e->u.dep.scope && e->u.dep.targs && !is_var_template(e);
}

static void m_dep_name(Mangler *m, Expr *e) {
    if (is_var_template(e)) {
        m_entity_literal(m, e->b->u.decl);
        return;
    }
    if (e->u.dep.scope) m_unresolved_scope(m, e->u.dep.scope);
    m_base_or_conversion(m, e->u.dep.name, e->u.dep.targs, e->b ? e->b->u.ty : NULL);
}

static bool is_implicit_object(const Expr *o) {
    return o->kind == E_UNARY && o->op == OP_DEREF && o->flags & EF_IMPLICIT;
}

// An object up to the name of its member: `dt <object>`, or `pt <pointer>` for `->` and for what
// *this is understood in front of.
static void m_object(Mangler *m, Expr *o) {
    while ((o->kind == E_CAST && o->flags & EF_IMPLICIT) || o->kind == E_TEMP ||
           (o->kind == E_MEMBER && !o->u.decl->name))
        o = o->a;
    bool arrow = (o->kind == E_UNARY && o->flags & EF_ARROW) || is_implicit_object(o);
    buf_puts(&m->out, arrow ? "pt" : "dt");
    m_expr(m, arrow ? o->a : o);
}

// A set of overloads with *this understood is written without it by NVIDIA's compiler.
static void m_overload(Mangler *m, Expr *e) {
    Expr *o = e->u.ovl->object;
    bool one = e->u.ovl->n == 1 && e->u.ovl->set[0]->kind == D_FUNC;
    if (o && (one || !is_implicit_object(o))) m_object(m, o);
    bool known = e->pad & (XP_QUALIFIED | XP_SCOPED) && e->u.ovl->n;
    if (known) m_known_scope(m, e->u.ovl->set[0]->scope);
    m_base_or_conversion(m, e->u.ovl->name, e->u.ovl->targs, e->u.ovl->conv);
}

// NVIDIA's compiler leaves out the scope of a member template with arguments that is called.
static void m_callee(Mangler *m, Expr *e) {
    if (is_member_template(e))
        m_base_name(m, e->u.dep.name, e->u.dep.targs);
    else
        m_expr(m, e);
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
static void m_trait(Mangler *m, Expr *e) {
    uint32_t number = trait_number[e->op];
    buf_putc(&m->out, 'v');
    if (number == NONE) return;
    char name[24];
    int n = snprintf(name, sizeof name, "builtin%02u", number);
    buf_printf(&m->out, "%u%d%s", e->n, n, name);
    for (uint32_t i = 0; i < e->n; i++) {
        buf_puts(&m->out, "TO");
        Type *t = e->arg[i]->u.ty;
        m_type(m, t->kind == TY_PACK ? t->u.ptr.to : t);
    }
}

static void m_fold(Mangler *m, Expr *e) { // fl fr unary, fL fR binary [op init pack order]
    bool left = e->flags & EF_REWRITTEN;
    buf_puts(&m->out, e->a ? (left ? "fL" : "fR") : (left ? "fl" : "fr"));
    buf_puts(&m->out, m_op_code(e->op));
    if (e->a && left) m_expr(m, e->a);
    m_expr(m, e->b);
    if (e->a && !left) m_expr(m, e->a);
}

static void m_sizeof_pack(Mangler *m, Expr *e) {
    buf_puts(&m->out, "sZ");
    Decl *d = e->u.decl;
    if (d->kind == D_TPARM)
        m_tparm(m, ((TParmDecl *)d)->index);
    else
        buf_puts(&m->out, "fp_");
}

// nw _ <type> and E, or pi <arguments> E, or a list; na of an array.
static void m_new(Mangler *m, Expr *e) {
    buf_puts(&m->out, e->a ? "na_A" : "nw_");
    if (e->a && e->a->kind == E_INT)
        m_int(m, e->a->u.i, true);
    else if (e->a)
        m_expr(m, e->a);
    if (e->a) buf_putc(&m->out, '_');
    m_type(m, e->type->u.ptr.to);
    if (e->b) {
        m_expr(m, e->b);
        return;
    }
    if (e->n) buf_puts(&m->out, "pi");
    m_expr_list(m, e->arg, e->n);
    buf_putc(&m->out, 'E');
}

static void m_member(Mangler *m, Expr *e) {
    if (e->kind == E_MEMBER) {
        if (!is_implicit_object(e->a)) m_object(m, e->a);
        m_source_name(m, e->u.decl->name);
        return;
    }
    buf_puts(&m->out, e->flags & EF_ARROW ? "pt" : "dt");
    m_expr(m, e->a);
    Type *scope = e->u.dep.scope;
    if (scope && scope->kind == TY_CLASS && scope->u.cls->d.scope)
        m_known_scope(m, scope->u.cls->inner);
    else if (scope)
        m_unresolved_scope(m, scope);
    m_base_or_conversion(m, e->u.dep.name, e->u.dep.targs, e->b ? e->b->u.ty : NULL);
}

static void m_operator(Mangler *m, Expr *e) {
    buf_puts(&m->out, m_op_code(e->op));
    if (e->kind == E_UNARY && (e->op == OP_PREINC || e->op == OP_PREDEC)) buf_putc(&m->out, '_');
    m_expr(m, e->a);
    if (e->kind != E_UNARY) m_expr(m, e->b);
}

static void m_conditional(Mangler *m, Expr *e) {
    buf_puts(&m->out, "qu");
    m_expr(m, e->a);
    m_expr(m, e->b ? e->b : e->a);
    m_expr(m, e->c);
}

// A conversion that is not written has no name.
static void m_conversion(Mangler *m, Expr *e) {
    if (!(e->flags & EF_IMPLICIT)) {
        buf_puts(&m->out, "cv");
        m_type(m, e->type);
    }
    m_expr(m, e->a);
}

// What begins with `code` and is a list up to E.
static void m_list_of(Mangler *m, const char *code, Expr *e) {
    buf_puts(&m->out, code);
    m_expr_list(m, e->arg, e->n);
    buf_putc(&m->out, 'E');
}

static void m_call(Mangler *m, Expr *e) {
    buf_puts(&m->out, "cl");
    if (e->kind == E_DEP_CALL) {
        m_callee(m, e->a);
    } else if (e->u.decl) {
        const FuncDecl *f = (FuncDecl *)e->u.decl;
        Type *conv = f->kind == FK_CONV ? f->d.type->u.func.ret : NULL;
        bool member = f->cls && !(f->d.flags & DF_STATIC) && e->n;
        if (member) m_object(m, e->arg[0]);
        if (e->pad & XP_SCOPED) m_known_scope(m, e->u.decl->scope);
        m_base_or_conversion(m, e->u.decl->name, NULL, conv);
        m_expr_list(m, e->arg + member, e->n - member);
        buf_putc(&m->out, 'E');
        return;
    } else if (e->a) {
        m_expr(m, e->a);
    }
    m_list_of(m, "", e);
}

static void m_delete(Mangler *m, Expr *e) {
    if (e->u.alloc.global) buf_puts(&m->out, "gs");
    buf_puts(&m->out, e->u.alloc.array ? "da" : "dl");
    m_expr(m, e->a);
}

static void m_construct(Mangler *m, Expr *e) {
    buf_puts(&m->out, "cv");
    m_type(m, e->type);
    if (e->n == 1 && e->arg) {
        m_expr(m, e->arg[0]);
    } else {
        buf_putc(&m->out, '_');
        if (e->arg) m_expr_list(m, e->arg, e->n);
        buf_putc(&m->out, 'E');
    }
}

// A code and the operands behind it: a, and b where it is there.
static bool m_plain(Mangler *m, Expr *e) {
    static const struct {
        uint8_t kind, operands;
        char code[5];
    } rows[] = {
        {E_NULLPTR, 0, "LDnE"},    {E_THIS, 0, "fpT"}, {E_SUBSCRIPT, 2, "ix"},
        {E_DEP_NOEXCEPT, 1, "nx"}, {E_PACK, 1, "sp"},  {E_TEMP, 1, ""},
        {E_CLEANUPS, 1, ""},       {E_OPAQUE, 1, ""},
    };
    for (size_t i = 0; i < CU_COUNT(rows); i++) {
        if (rows[i].kind != e->kind) continue;
        buf_puts(&m->out, rows[i].code);
        if (rows[i].operands > 0) m_expr(m, e->a);
        if (rows[i].operands > 1) m_expr(m, e->b);
        return true;
    }
    return false;
}

static void m_expr_kind(Mangler *m, Expr *e) {
    switch ((ExprKind)e->kind) {
    case E_INT: m_int_literal(m, e); break;
    case E_FLOAT:
        m_literal(m, e->type);
        m_float(m, &e->u.f);
        buf_putc(&m->out, 'E');
        break;
    case E_STRING: // by its type alone
        m_literal(m, e->type);
        buf_putc(&m->out, 'E');
        break;
    case E_CONST: m_const(m, e->u.val, e->type); break;
    case E_TPARM: m_tparm(m, ((TParmDecl *)e->u.decl)->index); break;
    case E_DECLREF: m_declref(m, e); break;
    case E_DEP_NAME: m_dep_name(m, e); break;
    case E_DEP_MEMBER:
    case E_MEMBER: m_member(m, e); break;
    case E_OVERLOAD: m_overload(m, e); break;
    case E_DEP_TRAIT: m_trait(m, e); break;
    case E_UNARY:
    case E_BINARY:
    case E_ASSIGN: m_operator(m, e); break;
    case E_COND: m_conditional(m, e); break;
    case E_CAST: m_conversion(m, e); break;
    case E_CALL:
    case E_DEP_CALL: m_call(m, e); break;
    case E_DEP_CAST: m_cast_expr(m, e); break;
    case E_DEP_SIZEOF: m_sizeof(m, e); break;
    case E_SIZEOF_PACK: m_sizeof_pack(m, e); break;
    case E_FOLD: m_fold(m, e); break;
    case E_NEW: m_new(m, e); break;
    case E_DELETE: m_delete(m, e); break;
    case E_THROW:
        buf_puts(&m->out, e->a ? "tw" : "tr");
        if (e->a) m_expr(m, e->a);
        break;
    case E_INITLIST_SYNTAX: m_list_of(m, "il", e); break;
    case E_CONSTRUCT:
    case E_INIT_LIST:
    case E_ZERO: m_construct(m, e); break;
    case E_TYPE: m_type(m, e->u.ty); break;
    default:
        if (!m_plain(m, e)) buf_puts(&m->out, "v"); // has no name in the ABI
        break;
    }
}

void m_expr(Mangler *m, Expr *e) {
    if (m->depth >= m->x->ctx->max_depth) return;
    m->depth++;
    m_expr_kind(m, e);
    m->depth--;
}
