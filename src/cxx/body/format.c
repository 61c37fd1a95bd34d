// SPDX-License-Identifier: Apache-2.0
// body/format.c: the arguments of printf in device code against its format (#181, #224, #225, #226)
// [C: fprintf], as nvcc compares them: signedness does not matter, nor which type of 64 bits it is.
#include "cxx/facts/diag.h"
#include "cxx/convert/convert.h"
#include "cxx/body/body.h"

typedef enum { FMT_INT, FMT_LONG, FMT_FLOAT, FMT_TEXT, FMT_POINTER } FormatClass;
// A call of printf being compared: s is where its format is read.
typedef struct Format {
    Parse *p;
    Cxx *x;
    const Expr *call;
    const char *s, *end;
    uint32_t next; // the argument that the next conversion takes
    bool numbered; // some conversion names its argument: what is left over is not asked for
} Format;
typedef struct Conversion {
    const char *letters; // behind the length
    const char *length;
    uint8_t cls;          // FormatClass
    const char *expected; // for the message
} Conversion;

// The first row of a letter and length; "*": any length.
static const Conversion conversions[] = {
    {"di", "ll", FMT_LONG, "long long"},
    {"di", "l", FMT_LONG, "long"},
    {"di", "z", FMT_LONG, "long"},
    {"di", "t", FMT_LONG, "long"},
    {"di", "j", FMT_LONG, "long"},
    {"di", "*", FMT_INT, "int"},
    {"uxXo", "ll", FMT_LONG, "unsigned long long"},
    {"uxXo", "l", FMT_LONG, "unsigned long"},
    {"uxXo", "z", FMT_LONG, "unsigned long"},
    {"uxXo", "t", FMT_LONG, "unsigned long"},
    {"uxXo", "j", FMT_LONG, "unsigned long"},
    {"uxXo", "*", FMT_INT, "unsigned int"},
    {"fFeEgGaA", "L", FMT_FLOAT, "long double"},
    {"fFeEgGaA", "*", FMT_FLOAT, "double"},
    {"c", "*", FMT_INT, "int"},
    {"s", "l", FMT_TEXT, "int"},
    {"s", "*", FMT_TEXT, "char"},
    {"p", "*", FMT_POINTER, "void *"},
    {"n", "ll", FMT_TEXT, "long long"},
    {"n", "l", FMT_TEXT, "long"},
    {"n", "hh", FMT_TEXT, "char"},
    {"n", "h", FMT_TEXT, "short"},
    {"n", "*", FMT_TEXT, "int"},
};

// The row for letter and length, or NULL: no such conversion.
static const Conversion *conversion(char letter, const char *length) {
    for (uint32_t i = 0; letter && i < CU_COUNT(conversions); i++) {
        const Conversion *c = &conversions[i];
        if (!strchr(c->letters, letter)) continue;
        if (c->length[0] == '*' || strcmp(c->length, length) == 0) return c;
    }
    return NULL;
}

// In bytes; 0: not known.
static uint32_t size_of(Format *format, Type *measured) {
    uint64_t size = 0;
    uint32_t align;
    return ty_size_align(format->x, measured, 0, &size, &align) ? (uint32_t)size : 0;
}

// What the pointer of %s or %n points to is what is expected, but for its sign.
static bool text_fits(Format *format, const Type *pointer, const Conversion *wanted) {
    Type *to = ty_unqual(pointer->u.ptr.to);
    if (!ty_is_integral(to) || to->kind == TY_BOOL) return false;
    uint32_t size = strstr(wanted->expected, "long")       ? 8
                    : strcmp(wanted->expected, "int") == 0 ? 4
                    : wanted->expected[0] == 's'           ? 2
                                                           : 1;
    return size_of(format, to) == size;
}

// Whether the argument, promoted as it is passed [expr.call]/12, is what the conversion takes.
static bool fits(Format *format, const Expr *arg, const Conversion *wanted) {
    Type *t = ty_unqual(arg->type);
    bool integer = xe_integral_or_enum(t) || t->kind == TY_ENUM;
    switch ((FormatClass)wanted->cls) {
    case FMT_INT: return integer && size_of(format, t) <= 4;
    case FMT_LONG: return t->kind == TY_PTR || (integer && size_of(format, t) == 8);
    case FMT_FLOAT: return t->kind == (wanted->expected[0] == 'l' ? TY_LDOUBLE : TY_DOUBLE);
    case FMT_TEXT: return t->kind == TY_PTR && text_fits(format, t, wanted);
    default: return t->kind == TY_PTR;
    }
}

// Compares argument i with what the conversion expects; false: there is none.
static bool check_arg(Format *format, uint32_t i, const Conversion *wanted) {
    if (i >= format->call->n) {
        CXX_DIAG(format->x, w_format_more,
                 format->call->end ? format->call->end : format->call->pos);
        return false;
    }
    const Expr *arg = format->call->arg[i];
    if (arg->kind == E_CAST && arg->op == CK_NULL_TO_PTR && arg->a->kind == E_NULLPTR) arg = arg->a;
    if (xe_err(arg) || xe_vdep(arg) || fits(format, arg, wanted)) return true;
    if (cxx_of_system_macro(format->x, arg->pos)) return true; // NULL
    Type *t = ty_unqual(arg->type);
    const char *want = wanted->expected;
    if (wanted->cls == FMT_TEXT && t->kind == TY_PTR)
        t = ty_unqual(t->u.ptr.to);
    else if (wanted->cls == FMT_TEXT)
        want = atom_str(format->x->ctx, atom_printf(format->x->ctx, "%s *", want));
    CXX_DIAG(format->x, w_format_argument, arg->pos, want, t);
    return true;
}

// The decimal number at s, 0 without digits; it ends somewhere.
static uint32_t digits(Format *format) {
    uint32_t n = 0;
    while (format->s < format->end && *format->s >= '0' && *format->s <= '9' && n < 100000)
        n = n * 10 + (uint32_t)(*format->s++ - '0');
    return n;
}

// A width or precision: digits or `*`, which takes an argument.
static bool number(Format *format) {
    static const Conversion width = {"", "", FMT_INT, "int"};
    if (format->s < format->end && *format->s == '*') {
        format->s++;
        return check_arg(format, format->next++, &width);
    }
    digits(format);
    return true;
}

// The length modifier at s, "" for none.
static const char *length(Format *format) {
    static const char *const lengths[] = {"hh", "h", "ll", "l", "L", "z", "j", "t"};
    for (uint32_t i = 0; i < CU_COUNT(lengths); i++) {
        size_t n = strlen(lengths[i]);
        if ((size_t)(format->end - format->s) < n || strncmp(format->s, lengths[i], n) != 0)
            continue;
        format->s += n;
        return lengths[i];
    }
    return "";
}

// Says at the next argument that the conversion is none; false, always.
static bool invalid(Format *format) {
    if (format->next < format->call->n)
        CXX_DIAG(format->x, w_format_invalid, format->call->arg[format->next]->pos);
    return false;
}

// One conversion, behind its `%`; false: nothing more can be said.
static bool convert(Format *format) {
    const char *start = format->s;

    // `%2$d` names its argument; else the digits are a width, read below.
    uint32_t which = digits(format), arg = 0;
    if (which && format->s < format->end && *format->s == '$') {
        format->s++;
        format->numbered = true;
        arg = which;
    } else {
        format->s = start;
    }
    while (format->s < format->end && strchr("-+ #0'", *format->s)) format->s++;
    if (!number(format)) return false;
    if (format->s < format->end && *format->s == '.') {
        format->s++;
        if (!number(format)) return false;
    }
    const char *len = length(format);
    if (format->s == format->end) return invalid(format);
    char letter = *format->s++;
    if (is_any_of(letter, '%', 'm')) return true;
    const Conversion *c = conversion(letter, len);
    if (!c) return invalid(format);
    return check_arg(format, arg ? arg : format->next++, c);
}

// A call of the variadic printf of a namespace, whichever header declares it.
static bool is_printf(Cxx *cxx, const Expr *call) {
    const Decl *d = call->u.decl;
    if (!decl_is(d, D_FUNC) || call->n < 1 || d->type->kind != TY_FUNC) return false;
    const FuncType *t = &d->type->u.func;
    return t->variadic && t->nparam == 1 && strcmp(atom_str(cxx->ctx, d->name), "printf") == 0 &&
           scope_is(d->scope, SC_NAMESPACE);
}

// The string literal that the format is, or NULL.
static const Expr *literal(const Expr *expr) {
    while (expr->kind == E_CAST) expr = expr->a;
    return expr->kind == E_STRING ? expr : NULL;
}

// Only a literal format of narrow characters in device code: the host's compiler judges the rest.
void xe_check_format(Parse *parse, const Expr *call) {
    const Expr *s = is_printf(parse->x, call) ? literal(call->arg[0]) : NULL;
    if (!s || !s->u.str.s || size_of(&(Format){.x = parse->x}, s->type->u.array.elem) != 1) return;
    if (!parse->fn || !(parse->fn->d.cuda & (CU_DEVICE | CU_GLOBAL))) return;
    if (parse->fn->d.cuda & CU_TILE) return; // tiles are printed, too
    Format f = {.p = parse, .x = parse->x, .call = call, .s = s->u.str.s, .next = 1};
    f.end = f.s + strnlen(f.s, s->u.str.n);
    while (f.s < f.end) {
        if (*f.s++ == '%' && !convert(&f)) return;
    }
    if (f.next < call->n && !f.numbered) CXX_DIAG(parse->x, w_format_left, call->arg[f.next]->pos);
}
