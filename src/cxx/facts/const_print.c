// SPDX-License-Identifier: Apache-2.0
// Constant values as nvcc spells them in messages and in __PRETTY_FUNCTION__: 4, 3U, true, 'c',
// (short)3, E::x, &x, L{1, 2}. What is written for the host compiler (x->host_closure) can be read
// again: characters are escaped, lists whole.
#include "cxx/facts/facts.h"

static const char *const char_prefix[TY_FIRST_COMPOUND] = {
    [TY_CHAR] = "",
    [TY_SCHAR] = "(signed char)",
    [TY_UCHAR] = "(unsigned char)",
    [TY_CHAR8] = "u8",
    [TY_CHAR16] = "u",
    [TY_CHAR32] = "U",
    [TY_WCHAR] = "L",
};

static const char *int_suffix(TyKind k) {
    switch (k) {
    case TY_UINT:
    case TY_USHORT:
    case TY_CHAR16:
    case TY_CHAR32: return "U";
    case TY_LONG: return "L";
    case TY_ULONG: return "UL";
    case TY_LLONG: return "LL";
    case TY_ULLONG: return "ULL";
    default: return "";
    }
}

// Where a program takes the text apart (cxx_pretty(x)) every character stands for itself, as in
// nvcc.
static bool print_char(Cxx *x, Buf *b, TyKind k, uint64_t c) {
    bool plain = c >= ' ' && c < 127;
    if (cxx_pretty(x) ? c > 255 : !plain && c != '\n') return false;
    buf_puts(b, char_prefix[k]);
    buf_putc(b, '\'');
    if (!cxx_pretty(x) && (c == '\'' || c == '\\')) buf_putc(b, '\\');
    if (!cxx_pretty(x) && c == '\n')
        buf_puts(b, "\\n");
    else
        buf_putc(b, (char)c);
    buf_putc(b, '\'');
    return true;
}

static void print_cast(Cxx *x, Buf *b, const Type *t) {
    buf_putc(b, '(');
    ty_print(x, b, t);
    buf_putc(b, ')');
}

static bool is_negative(const Type *t, ApInt v) {
    return !ty_is_unsigned(t) && apint_is_neg(&v);
}

static void print_int(Cxx *x, Buf *b, Type *t, ApInt v) {
    TyKind k = t->kind;
    if (k == TY_BOOL) {
        buf_puts(b, apint_is_zero(&v) ? "false" : "true");
        return;
    }
    uint64_t low = apint_u64(&v);
    if (k < TY_FIRST_COMPOUND && char_prefix[k]) {
        bool byte = k == TY_CHAR || k == TY_SCHAR || k == TY_UCHAR;
        if (print_char(x, b, k, byte ? low & 255 : low)) return;
    }
    bool cast = k == TY_SHORT || k == TY_USHORT || k == TY_CHAR16 || k == TY_CHAR32;
    if (cast) print_cast(x, b, t);
    bool paren = cast && is_negative(t, v);
    if (paren) buf_putc(b, '(');
    apint_print(b, v, !ty_is_unsigned(t));
    if (!x->host_closure) buf_puts(b, int_suffix(k));
    if (paren) buf_putc(b, ')');
}

static void print_enum(Cxx *x, Buf *b, Type *t, ApInt v) {
    EnumDecl *e = t->u.enm;
    for (uint32_t i = 0; i < e->list.n; i++) {
        if (!apint_eq(e->list.at[i]->value, v)) continue;
        if (e->scoped) {
            cxx_print_decl_name(x, b, &e->d);
            buf_puts(b, "::");
        } else {
            cxx_print_scope(x, b, e->d.scope);
        }
        buf_atom(x->ctx, b, e->list.at[i]->d.name);
        return;
    }
    print_cast(x, b, t);
    bool paren = is_negative(t, v);
    if (paren) buf_putc(b, '(');
    apint_print(b, v, !ty_is_unsigned(t));
    if (e->fixed && e->underlying && !x->host_closure)
        buf_puts(b, int_suffix(ty_unqual(e->underlying)->kind));
    if (paren) buf_putc(b, ')');
}

static void print_list(Cxx *x, Buf *b, const ConstVal *v) {
    buf_putc(b, '{');
    for (uint32_t i = 0; i < v->u.agg.n; i++) {
        if (i) buf_puts(b, ", ");
        if (i == 16 && !x->host_closure) {
            buf_puts(b, "...");
            break;
        }
        const ConstVal *e = v->u.agg.at[i];
        if (e && (e->kind == CV_AGG || e->kind == CV_VECTOR))
            print_list(x, b, e);
        else if (e)
            cxx_const_print(x, b, e);
        else
            buf_puts(b, "{}");
    }
    buf_putc(b, '}');
}

static void print_float(Cxx *x, Buf *b, const ConstVal *v) {
    size_t at = b->n;
    apf_print_shortest(b, v->u.f);
    if (!x->host_closure) return;
    if (!strpbrk(buf_cstr(b) + at, ".en")) buf_puts(b, ".0");
    if (v->type && ty_unqual(v->type)->kind == TY_FLOAT) buf_putc(b, 'f');
}

// A function or array is its own address; what adds qualifiers is a cast.
static void print_object(Cxx *x, Buf *b, Type *t, Decl *d, int64_t offset) {
    Type *of = t && t->kind == TY_PTR ? t->u.ptr.to : NULL, *is = d->type;
    bool decays = of && is && (is->kind == TY_FUNC || (ty_is_array(is) && !ty_is_array(of)));
    if (is && ty_is_array(is) && decays) is = is->u.array.elem;
    bool cast = of && is && !offset && of != is && ty_same_unqual(of, is) && of->kind != TY_FUNC;
    bool address = of && !decays;
    if (cast) print_cast(x, b, t);
    if (address) buf_puts(b, cast ? "(&" : "&");
    if (d->kind == D_FUNC && ((FuncDecl *)d)->args && cxx_pretty(x)) { // nvcc drops the arguments
        cxx_print_scope(x, b, d->scope);
        buf_atom(x->ctx, b, d->name);
    } else {
        cxx_print_decl_name(x, b, d);
    }
    if (cast && address) buf_putc(b, ')');
    if (offset) buf_printf(b, "+%lld", (long long)offset);
}

static void print_lvalue(Cxx *x, Buf *b, Type *t, const ConstVal *v) {
    Decl *d = v->u.lv.base;
    if (d && x->host_closure) {
        if (t && t->kind == TY_PTR) buf_putc(b, '&');
        cxx_print_decl_name(x, b, d);
        if (v->u.lv.offset) buf_printf(b, "+%lld", (long long)v->u.lv.offset);
    } else if (d) {
        print_object(x, b, t, d, v->u.lv.offset);
    } else if (v->u.lv.expr_base) {
        if (t && t->kind == TY_PTR) buf_putc(b, '&');
        buf_puts(b, v->u.lv.expr_base->kind == E_STRING ? "\"...\"" : "temporary");
    } else if (v->u.lv.offset) {
        buf_puts(b, "(address)");
    } else {
        if (t && t->kind == TY_PTR && !x->host_closure) print_cast(x, b, t);
        buf_puts(b, "nullptr");
    }
}

static void print_member(Cxx *x, Buf *b, Type *t, const ConstVal *v) {
    Decl *d = v->u.mp.member;
    if (!d && x->host_closure) {
        buf_puts(b, "nullptr");
    } else if (!d) {
        print_cast(x, b, v->type);
        buf_putc(b, '0');
    } else {
        buf_putc(b, '&');
        if (t && t->kind == TY_MEMPTR) {
            ty_print(x, b, t->u.ptr.cls);
            buf_puts(b, "::");
        }
        buf_atom(x->ctx, b, d->name);
    }
}

bool cxx_const_print(Cxx *x, Buf *b, const ConstVal *v) {
    Type *t = v->type ? ty_unqual(v->type) : NULL;
    switch (v->kind) {
    case CV_INT:
        if (t && t->kind == TY_ENUM)
            print_enum(x, b, t, v->u.i);
        else if (t)
            print_int(x, b, t, v->u.i);
        else
            apint_print(b, v->u.i, true);
        return true;
    case CV_FLOAT: print_float(x, b, v); return true;
    case CV_LVALUE: print_lvalue(x, b, t, v); return true;
    case CV_MEMPTR: print_member(x, b, t, v); return true;
    case CV_AGG:
    case CV_VECTOR:
        if (t && t->kind == TY_CLASS && !x->host_closure) ty_print(x, b, t);
        print_list(x, b, v);
        return true;
    case CV_UNION:
        buf_putc(b, '{');
        if (v->u.un.val) cxx_const_print(x, b, v->u.un.val);
        buf_putc(b, '}');
        return true;
    default: buf_puts(b, "?"); return false;
    }
}
