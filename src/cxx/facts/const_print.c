// SPDX-License-Identifier: Apache-2.0
// Constant values as nvcc spells them in messages and in __PRETTY_FUNCTION__: 4, 3U, true, 'c',
// (short)3, E::x, &x, L{1, 2}. What is written for the host compiler (x->host_closure) can be read
// again: characters are escaped, lists whole.
#include "cxx/facts/facts.h"

// What stands in front of a character of the type; NULL: it is no character type.
static const char *const char_prefix[TY_FIRST_COMPOUND] = {
    [TY_CHAR] = "",
    [TY_SCHAR] = "(signed char)",
    [TY_UCHAR] = "(unsigned char)",
    [TY_CHAR8] = "u8",
    [TY_CHAR16] = "u",
    [TY_CHAR32] = "U",
    [TY_WCHAR] = "L",
};

static const char *int_suffix(TyKind ty_kind) {
    static const char *const suffix[TY_FIRST_COMPOUND] = {
        [TY_UINT] = "U", [TY_USHORT] = "U", [TY_CHAR16] = "U", [TY_CHAR32] = "U",
        [TY_LONG] = "L", [TY_ULONG] = "UL", [TY_LLONG] = "LL", [TY_ULLONG] = "ULL"};
    return ty_kind < TY_FIRST_COMPOUND && suffix[ty_kind] ? suffix[ty_kind] : "";
}

// Where a program takes the text apart (cxx_pretty(cxx)) every character stands for itself, as in
// nvcc.
static bool print_char(Cxx *cxx, Buf *out, TyKind ty_kind, uint64_t c) {
    bool plain = c >= ' ' && c < 127;
    if (cxx_pretty(cxx) ? c > 255 : !plain && c != '\n') return false;
    buf_puts(out, char_prefix[ty_kind]);
    buf_putc(out, '\'');
    if (!cxx_pretty(cxx) && is_any_of(c, '\'', '\\')) buf_putc(out, '\\');
    if (!cxx_pretty(cxx) && c == '\n')
        buf_puts(out, "\\n");
    else
        buf_putc(out, (char)c);
    buf_putc(out, '\'');
    return true;
}

static void print_cast(Cxx *cxx, Buf *b, const Type *type) {
    buf_putc(b, '(');
    ty_print(cxx, b, type);
    buf_putc(b, ')');
}

static bool is_negative(const Type *type, ApInt v) {
    return !ty_is_unsigned(type) && apint_is_neg(&v);
}

static void print_int(Cxx *cxx, Buf *out, Type *type, ApInt number) {
    TyKind ty_kind = type->kind;
    if (ty_kind == TY_BOOL) {
        buf_puts(out, apint_is_zero(&number) ? "false" : "true");
        return;
    }
    uint64_t low = apint_u64(&number);
    if (ty_kind < TY_FIRST_COMPOUND && char_prefix[ty_kind]) {
        bool byte = is_any_of(ty_kind, TY_CHAR, TY_SCHAR, TY_UCHAR);
        if (print_char(cxx, out, ty_kind, byte ? low & 255 : low)) return;
    }
    // what has no literals of its own
    bool cast = ty_among(type, TY_SET(SHORT) | TY_SET(USHORT) | TY_SET(CHAR16) | TY_SET(CHAR32));
    if (cast) print_cast(cxx, out, type);
    bool paren = cast && is_negative(type, number);
    if (paren) buf_putc(out, '(');
    apint_print(out, number, !ty_is_unsigned(type));
    if (!cxx->host_closure) buf_puts(out, int_suffix(ty_kind));
    if (paren) buf_putc(out, ')');
}

// By its first enumerator of that value, else as a cast.
static void print_enum(Cxx *cxx, Buf *out, Type *type, ApInt number) {
    EnumDecl *enm = type->u.enm;
    for (uint32_t i = 0; i < enm->list.n; i++) {
        if (!apint_eq(enm->list.at[i]->value, number)) continue;
        if (enm->scoped) {
            cxx_print_decl_name(cxx, out, &enm->d);
            buf_puts(out, "::");
        } else {
            cxx_print_scope(cxx, out, enm->d.scope);
        }
        buf_atom(cxx->ctx, out, enm->list.at[i]->d.name);
        return;
    }
    print_cast(cxx, out, type);
    bool paren = is_negative(type, number);
    if (paren) buf_putc(out, '(');
    apint_print(out, number, !ty_is_unsigned(type));
    if (enm->fixed && enm->underlying && !cxx->host_closure)
        buf_puts(out, int_suffix(ty_unqual(enm->underlying)->kind));
    if (paren) buf_putc(out, ')');
}

// Braces around all parts; in messages no more than 16 of them.
static void print_list(Cxx *cxx, Buf *out, const ConstVal *constant) {
    buf_putc(out, '{');
    for (uint32_t i = 0; i < constant->u.agg.n; i++) {
        if (i) buf_puts(out, ", ");
        if (i == 16 && !cxx->host_closure) {
            buf_puts(out, "...");
            break;
        }
        const ConstVal *e = constant->u.agg.at[i];
        if (e && is_any_of(e->kind, CV_AGG, CV_VECTOR))
            print_list(cxx, out, e);
        else if (e)
            cxx_const_print(cxx, out, e);
        else
            buf_puts(out, "{}");
    }
    buf_putc(out, '}');
}

// The shortest text that means the value; for the host compiler a floating literal of its type.
static void print_float(Cxx *cxx, Buf *b, const ConstVal *v) {
    size_t at = b->n;
    apf_print_shortest(b, v->u.f);
    if (!cxx->host_closure) return;
    if (!strpbrk(buf_cstr(b) + at, ".en")) buf_puts(b, ".0");
    if (v->type && ty_unqual(v->type)->kind == TY_FLOAT) buf_putc(b, 'f');
}

// A function or array is its own address; what adds qualifiers is a cast.
static void print_object(Cxx *cxx, Buf *out, Type *type, Decl *decl, int64_t offset) {
    Type *of = type && type->kind == TY_PTR ? type->u.ptr.to : NULL, *is = decl->type;
    bool decays = of && is && (is->kind == TY_FUNC || (ty_is_array(is) && !ty_is_array(of)));
    if (is && ty_is_array(is) && decays) is = is->u.array.elem;
    bool cast = of && is && !offset && of != is && ty_same_unqual(of, is) && of->kind != TY_FUNC;
    bool address = of && !decays;
    if (cast) print_cast(cxx, out, type);
    if (address) buf_puts(out, cast ? "(&" : "&");
    if (decl->kind == D_FUNC && ((FuncDecl *)decl)->inst.args &&
        cxx_pretty(cxx)) { // nvcc drops the arguments
        cxx_print_scope(cxx, out, decl->scope);
        buf_atom(cxx->ctx, out, decl->name);
    } else {
        cxx_print_decl_name(cxx, out, decl);
    }
    if (cast && address) buf_putc(out, ')');
    if (offset) buf_printf(out, "+%lld", (long long)offset);
}

// A pointer or reference: the object, a string literal or temporary, an address, nullptr.
static void print_lvalue(Cxx *cxx, Buf *out, Type *type, const ConstVal *constant) {
    Decl *decl = constant->u.lv.base;
    if (decl && cxx->host_closure) {
        if (type && type->kind == TY_PTR) buf_putc(out, '&');
        cxx_print_decl_name(cxx, out, decl);
        if (constant->u.lv.offset) buf_printf(out, "+%lld", (long long)constant->u.lv.offset);
    } else if (decl) {
        print_object(cxx, out, type, decl, constant->u.lv.offset);
    } else if (constant->u.lv.expr_base) {
        if (type && type->kind == TY_PTR) buf_putc(out, '&');
        buf_puts(out, constant->u.lv.expr_base->kind == E_STRING ? "\"...\"" : "temporary");
    } else if (constant->u.lv.offset) {
        buf_puts(out, "(address)");
    } else {
        if (type && type->kind == TY_PTR && !cxx->host_closure) print_cast(cxx, out, type);
        buf_puts(out, "nullptr");
    }
}

// A pointer to member: `&C::m`.
static void print_member(Cxx *cxx, Buf *out, Type *type, const ConstVal *constant) {
    Decl *decl = constant->u.mp.member;
    if (!decl && cxx->host_closure) {
        buf_puts(out, "nullptr");
    } else if (!decl) {
        print_cast(cxx, out, constant->type);
        buf_putc(out, '0');
    } else {
        buf_putc(out, '&');
        if (type && type->kind == TY_MEMPTR) {
            ty_print(cxx, out, type->u.ptr.cls);
            buf_puts(out, "::");
        }
        buf_atom(cxx->ctx, out, decl->name);
    }
}

bool cxx_const_print(Cxx *cxx, Buf *out, const ConstVal *constant) {
    Type *type = constant->type ? ty_unqual(constant->type) : NULL;
    switch (constant->kind) {
    case CV_INT:
        if (type && type->kind == TY_ENUM)
            print_enum(cxx, out, type, constant->u.i);
        else if (type)
            print_int(cxx, out, type, constant->u.i);
        else
            apint_print(out, constant->u.i, true);
        return true;
    case CV_FLOAT: print_float(cxx, out, constant); return true;
    case CV_LVALUE: print_lvalue(cxx, out, type, constant); return true;
    case CV_MEMPTR: print_member(cxx, out, type, constant); return true;
    case CV_AGG:
    case CV_VECTOR:
        if (ty_is_class(type) && !cxx->host_closure) ty_print(cxx, out, type);
        print_list(cxx, out, constant);
        return true;
    case CV_UNION:
        buf_putc(out, '{');
        if (constant->u.un.val) cxx_const_print(cxx, out, constant->u.un.val);
        buf_putc(out, '}');
        return true;
    default: buf_puts(out, "?"); return false;
    }
}
