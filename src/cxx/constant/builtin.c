// SPDX-License-Identifier: Apache-2.0
// constant/builtin.c: compiler builtins that fold. `folds` says for each row of builtin_gnu.def
// which function computes it and with which variant; what is not listed is not constant. Library
// functions called by their plain name (strlen, memcmp, ...) fold like the builtin.
#include "cxx/constant/eval_int.h"

#include <stdlib.h>

typedef struct Fold {
    uint8_t how, arg;
} Fold;
enum {
    HOW_NONE,
    HOW_INT,      // one integer operand
    HOW_FIRST,    // value of the first operand
    HOW_FLOAT1,   // one float operand, float result
    HOW_FLOAT2,   // two
    HOW_CLASSIFY, // float operand, int result
    HOW_COMPARE,  // quiet comparison
    HOW_CONST,    // infinities and NaNs
    HOW_MEM,      // memory and strings
    HOW_OVERFLOW, // checked arithmetic
    HOW_MISC,
};
enum { I_CLZ, I_CTZ, I_POPCOUNT, I_PARITY, I_FFS, I_CLRSB, I_BSWAP, I_ABS };
enum { F_ABS, F_SQRT, F_FLOOR, F_CEIL, F_TRUNC, F_ROUND, F_RINT };
enum { F_COPYSIGN, F_MIN, F_MAX, F_FMOD, F_DIM };
enum { C_NAN, C_INF, C_INFSIGN, C_FINITE, C_NORMAL, C_SIGN };
enum { Q_GT, Q_GE, Q_LT, Q_LE, Q_LG, Q_UN };
enum { K_INF, K_NAN, K_SNAN };
enum {
    M_STRLEN,
    M_STRCMP,
    M_STRNCMP,
    M_MEMCMP,
    M_MEMCHR,
    M_STRCHR,
    M_STRRCHR,
    M_STRSTR,
    M_MEMCPY,
    M_MEMSET
};
enum {
    X_IS_CONST,
    X_CONSTANT_P,
    X_FMA,
    X_FPCLASSIFY,
    X_NOP,
    X_UNREACHABLE,
    X_LOCK_FREE,
    X_CORRESPONDING,
    X_INTERCONVERTIBLE
};

static const Fold folds[] = {
#define FOLD(name, how, what) [GB_##name] = {HOW_##how, what},
#define FOLD3(name, how, what)                                                                     \
    FOLD(name, how, what) FOLD(name##l, how, what) FOLD(name##ll, how, what)
#define FOLDF(name, how, what)                                                                     \
    FOLD(name, how, what) FOLD(name##f, how, what) FOLD(name##l, how, what)
#include "cxx/constant/builtin_fold.def"
};

// Functions of the C library with the meaning of a builtin.
static const struct {
    const char *name;
    uint16_t row;
} library[] = {
    {"strlen", GB_strlen}, {"strcmp", GB_strcmp}, {"strncmp", GB_strncmp}, {"memcmp", GB_memcmp},
    {"memchr", GB_memchr}, {"strchr", GB_strchr}, {"strrchr", GB_strrchr}, {"strstr", GB_strstr},
    {"index", GB_index},   {"rindex", GB_rindex}, {"abs", GB_abs},         {"labs", GB_labs},
    {"llabs", GB_llabs},
};

static GnuBuiltin row_of(Ev *ev, FuncDecl *func) {
    GnuBuiltin gnu_builtin = cxx_gnu_builtin(func);
    if (gnu_builtin || func->cls || !func->d.name) return gnu_builtin;
    struct EvalState *st = ev_state(ev->x);
    if (!st->tables_ready) {
        st->tables_ready = true;
        for (uint32_t i = 0; i < CU_COUNT(library); i++)
            map_put(&st->builtins, atom_cstr(ev->x->ctx, library[i].name),
                    (void *)(uintptr_t)library[i].row);
    }
    if (func->d.linkage != LK_C && !scope_is(func->d.scope, SC_NAMESPACE)) return GB_none;
    return (GnuBuiltin)(uintptr_t)map_get(&st->builtins, func->d.name);
}

// ---- integers ----------------------------------------------------------------------------------

static Val int_fold(Ev *ev, uint8_t k, Expr *call) {
    Val val = ev_scalar(ev, call->arg[0]);
    ApInt number = val.u.i;
    uint32_t w = number.width, r = 0;
    switch (k) {
    case I_CLZ:
    case I_CTZ:
        if (apint_is_zero(&number)) EV_FAIL(ev, call->pos, const_builtin_zero, call->u.decl);
        r = k == I_CLZ ? apint_clz(number) : apint_ctz(number);
        break;
    case I_POPCOUNT: r = apint_popcount(number); break;
    case I_PARITY: r = apint_popcount(number) & 1; break;
    case I_FFS: r = apint_is_zero(&number) ? 0 : apint_ctz(number) + 1; break;
    case I_CLRSB: r = w - apint_bits_signed(number); break;
    case I_BSWAP: return ev_int(apint_bswap(number));
    default:
        if (apint_eq(number, apint_smin_value(w))) EV_FAIL(ev, call->pos, const_overflow, NULL);
        return ev_int(apint_is_neg(&number) ? apint_neg(number) : number);
    }
    return ev_int(apint_from_u64((uint32_t)ty_int_bits(call->type), r));
}

// __builtin_*_overflow(a, b, &r): in unbounded arithmetic, then fitted to r's type; the forms
// called _p have a value of that type in the third place, which is not used.
static Val overflow(Ev *ev, uint8_t op, Expr *call) {
    Val val = ev_scalar(ev, call->arg[0]), b = ev_scalar(ev, call->arg[1]);
    if (call->n != 3) EV_FAIL(ev, call->pos, const_unsupported, NULL);
    Val p = ev_scalar(ev, call->arg[2]);
    bool stores = call->arg[2]->type->kind == TY_PTR;
    Type *type = ty_unqual(stores ? call->arg[2]->type->u.ptr.to : call->arg[2]->type);
    bool au = ty_is_unsigned(call->arg[0]->type), bu = ty_is_unsigned(call->arg[1]->type);
    if (val.u.i.width > 64 || b.u.i.width > 64) EV_FAIL(ev, call->pos, const_unsupported, NULL);
    i128 x = au ? (i128)apint_u64(&val.u.i) : apint_i128(&val.u.i);
    i128 y = bu ? (i128)apint_u64(&b.u.i) : apint_i128(&b.u.i);
    i128 r;
    bool wide = op == OP_MUL   ? __builtin_mul_overflow(x, y, &r)
                : op == OP_ADD ? __builtin_add_overflow(x, y, &r)
                               : __builtin_sub_overflow(x, y, &r);
    uint32_t w = (uint32_t)ty_int_bits(type);
    ApInt i = apint_from_u128(w, (u128)r);
    i128 back = ty_is_unsigned(type) ? (i128)apint_u128(&i) : apint_i128(&i);
    if (stores) ev_store(ev, p.u.p, ev_int(i), call->pos);
    return ev_bool(call->type, wide || back != r);
}

// ---- floats ------------------------------------------------------------------------------------

static Val flt(ApFloat f) {
    return (Val){.kind = VK_FLOAT, .u.f = f};
}

static Val float1(Ev *ev, uint8_t k, Expr *call) {
    ApFloat number = ev_scalar(ev, call->arg[0]).u.f;
    switch (k) {
    case F_ABS: return flt(apf_abs(number));
    case F_SQRT:
        if (number.sign && !apf_is_zero(number) && !apf_is_nan(number))
            EV_FAIL(ev, call->pos, const_call, call->u.decl);
        return flt(apf_sqrt(number, APF_RNE, NULL));
    case F_FLOOR: return flt(apf_round_int(number, APF_RDN, NULL));
    case F_CEIL: return flt(apf_round_int(number, APF_RUP, NULL));
    case F_TRUNC: return flt(apf_round_int(number, APF_RTZ, NULL));
    case F_ROUND: return flt(apf_round_int(number, APF_RNA, NULL));
    default: return flt(apf_round_int(number, APF_RNE, NULL));
    }
}

static Val float2(Ev *ev, uint8_t k, Expr *call) {
    ApFloat number = ev_scalar(ev, call->arg[0]).u.f, b = ev_scalar(ev, call->arg[1]).u.f;
    switch (k) {
    case F_COPYSIGN: return flt(apf_copysign(number, b));
    case F_MIN: return flt(apf_min_num(number, b));
    case F_MAX: return flt(apf_max_num(number, b));
    case F_FMOD:
        if (apf_is_zero(b) || number.cat == APC_INF)
            EV_FAIL(ev, call->pos, const_call, call->u.decl);
        return flt(apf_rem(number, b, NULL));
    default:
        if (apf_cmp(number, b) & (APF_LT | APF_EQ))
            return flt(apf_zero((ApfFormat)number.fmt, false));
        return flt(apf_sub(number, b, APF_RNE, NULL));
    }
}

static int classify(uint8_t k, ApFloat number) {
    switch (k) {
    case C_NAN: return number.cat == APC_NAN;
    case C_INF: return number.cat == APC_INF;
    case C_INFSIGN: return number.cat == APC_INF ? (number.sign ? -1 : 1) : 0;
    case C_FINITE: return is_any_of(number.cat, APC_ZERO, APC_NORMAL);
    case C_NORMAL: return number.cat == APC_NORMAL && !apf_is_subnormal(number);
    default: return number.sign;
    }
}

static Val small_int(Expr *expr, int64_t v) {
    return ev_int(apint_from_i64((uint32_t)ty_int_bits(expr->type), v));
}

static Val compare(Ev *ev, uint8_t k, Expr *call) {
    static const uint8_t mask[] = {
        [Q_GT] = APF_GT,          [Q_GE] = APF_GT | APF_EQ, [Q_LT] = APF_LT,
        [Q_LE] = APF_LT | APF_EQ, [Q_LG] = APF_LT | APF_GT, [Q_UN] = APF_UN};
    ApFloat a = ev_scalar(ev, call->arg[0]).u.f, b = ev_scalar(ev, call->arg[1]).u.f;
    return small_int(call, (apf_cmp(a, b) & mask[k]) != 0);
}

static Val fpclassify(Ev *ev, Expr *call) {
    ApFloat a = ev_scalar(ev, call->arg[5]).u.f;
    uint32_t i = a.cat == APC_NAN      ? 0
                 : a.cat == APC_INF    ? 1
                 : a.cat == APC_ZERO   ? 4
                 : apf_is_subnormal(a) ? 3
                                       : 2;
    return ev_scalar(ev, call->arg[i]);
}

// ---- memory ------------------------------------------------------------------------------------

// The integer at p[i]; false at the end of its array.
static uint64_t unit(Ev *ev, Ptr p, uint64_t i, Pos pos) {
    p = ev_index(ev, p, apint_from_u64(64, i), true, false, pos);
    ev_check_live(ev, p, pos);
    Val v = ev_load(ev, p, p.o->type, pos);
    if (v.kind != VK_INT) EV_FAIL(ev, pos, const_pointer_bytes, NULL);
    return apint_u64(&v.u.i) & (v.u.i.width >= 64 ? UINT64_MAX : (1ull << v.u.i.width) - 1);
}

// Copies n bytes between arrays of the same element type [cstring.syn]: gcc and clang accept just
// that.
static Val copy_bytes(Ev *ev, Expr *call, Ptr ptr, Ptr s, uint64_t n) {
    if (!n) return ev_ptr(ptr);
    ev_check_live(ev, ptr, call->pos);
    ev_check_live(ev, s, call->pos);
    uint64_t size;
    uint32_t align;
    if (!ty_size_align(ev->x, s.o->type, call->pos, &size, &align) || !size || n % size ||
        ty_unqual(s.o->type) != ty_unqual(ptr.o->type))
        EV_FAIL(ev, call->pos, const_wrong_type, ptr.o->type);
    uint64_t k = n / size;
    Obj *tmp = ev_root(ev, ty_array(ev->x, ty_unqual(s.o->type), k), RK_TEMP);
    ev_expand(ev, tmp, call->pos);
    for (int pass = 0; pass < 2; pass++) {
        for (uint64_t i = 0; i < k; i++) {
            Ptr q = ev_index(ev, pass ? ptr : s, apint_from_u64(64, i), true, false, call->pos);
            ev_check_live(ev, q, call->pos);
            Obj *t = ev_elem(ev, tmp, i, call->pos);
            if (pass) {
                ev_check_write(ev, q.o, call->pos);
                ev_activate_path(ev, q.o);
                ev_copy(ev, q.o, t, call->pos);
            } else {
                ev_copy(ev, t, q.o, call->pos);
            }
        }
    }
    ev_release(ev, tmp);
    return ev_ptr(ptr);
}

static Val set_bytes(Ev *ev, Expr *call, Ptr ptr, uint8_t c, uint64_t n) {
    for (uint64_t i = 0; i < n; i++) {
        ev_step(ev, call->pos);
        Ptr q = ev_index(ev, ptr, apint_from_u64(64, i), true, false, call->pos);
        ev_check_live(ev, q, call->pos);
        if (!ty_is_integral(q.o->type) || ty_int_bits(q.o->type) != 8)
            EV_FAIL(ev, call->pos, const_wrong_type, q.o->type);
        ev_store(ev, q, ev_int(apint_from_u64(8, c)), call->pos);
    }
    return ev_ptr(ptr);
}

// nan("0x12"): quiet, with the number in the string as its low bits. That of nans() is quiet too
// and has some bit there, as nvcc's.
static ApFloat nan_of(Ev *ev, Expr *call, ApfFormat fm, bool signaling) {
    enum { MAX_DIGITS = 64 };
    Ptr ptr = ev_scalar(ev, call->arg[0]).u.p;
    char text[MAX_DIGITS + 1] = {0};
    for (uint32_t i = 0; i < MAX_DIGITS; i++) {
        text[i] = (char)unit(ev, ptr, i, call->pos);
        if (!text[i]) break;
    }
    char *end;
    uint64_t bits = strtoull(text, &end, 0);
    if (*end) bits = 0;
    if (signaling && !bits) bits = 1;
    u128 quiet = apf_to_bits(apf_nan(fm)), top = (u128)1 << (apf_info[fm].precision - 2);
    return apf_from_bits(fm, quiet | (bits & (top - 1)));
}

// Whether the string `part` stands at ptr[from].
static bool stands_at(Ev *ev, Ptr ptr, uint64_t from, Ptr part, Pos pos) {
    for (uint64_t i = 0;; i++) {
        ev_step(ev, pos);
        uint64_t c = unit(ev, part, i, pos);
        if (!c) return true;
        if (unit(ev, ptr, from + i, pos) != c) return false;
    }
}

// strrchr(s, c), strstr(s, part): the last, the first place of it in the string, or null.
static Val find_in_string(Ev *ev, uint8_t k, Expr *call) {
    Pos pos = call->pos;
    Ptr ptr = ev_scalar(ev, call->arg[0]).u.p;
    Val what = ev_scalar(ev, call->arg[1]), found = {.kind = VK_PTR};
    uint64_t wanted = k == M_STRRCHR ? apint_u64(&what.u.i) & 255 : 0;
    for (uint64_t i = 0;; i++) {
        ev_step(ev, pos);
        uint64_t c = unit(ev, ptr, i, pos);
        bool here = k == M_STRRCHR ? (c & 255) == wanted : stands_at(ev, ptr, i, what.u.p, pos);
        if (here) found = ev_ptr(ev_index(ev, ptr, apint_from_u64(64, i), true, false, pos));
        if (!c || (here && k == M_STRSTR)) return found;
    }
}

static Val memory(Ev *ev, uint8_t k, Expr *call) {
    if (is_any_of(k, M_STRRCHR, M_STRSTR)) return find_in_string(ev, k, call);
    Pos pos = call->pos;
    Ptr ptr = ev_scalar(ev, call->arg[0]).u.p;
    Ptr q = {0};
    uint64_t n = UINT64_MAX, c = 0;
    if (is_any_of(k, M_STRCMP, M_STRNCMP, M_MEMCMP, M_MEMCPY)) q = ev_scalar(ev, call->arg[1]).u.p;
    if (is_any_of(k, M_MEMCHR, M_STRCHR, M_MEMSET)) {
        Val v = ev_scalar(ev, call->arg[1]);
        c = apint_u64(&v.u.i) & 255;
    }
    if (call->n > 2) {
        Val v = ev_scalar(ev, call->arg[2]);
        n = apint_u64(&v.u.i);
    }
    if (k == M_MEMCPY) return copy_bytes(ev, call, ptr, q, n);
    if (k == M_MEMSET) return set_bytes(ev, call, ptr, (uint8_t)c, n);
    for (uint64_t i = 0; i < n; i++) {
        ev_step(ev, pos);
        uint64_t a = unit(ev, ptr, i, pos);
        switch (k) {
        case M_STRLEN:
            if (!a) return small_int(call, (int64_t)i);
            break;
        case M_MEMCHR:
        case M_STRCHR:
            if ((a & 255) == c)
                return ev_ptr(ev_index(ev, ptr, apint_from_u64(64, i), true, false, pos));
            if (!a && k == M_STRCHR) return (Val){.kind = VK_PTR};
            break;
        default: {
            uint64_t b = unit(ev, q, i, pos);
            if (a != b) return small_int(call, a < b ? -1 : 1);
            if (!a && k != M_MEMCMP) return small_int(call, 0);
        }
        }
    }
    if (is_any_of(k, M_MEMCHR, M_STRCHR)) return (Val){.kind = VK_PTR};
    return small_int(call, 0);
}

// ---- entry -------------------------------------------------------------------------------------

// setjmp stands in a function of its own. A failure leaves what was evaluated as it was before.
static __attribute__((noinline)) bool evaluates(Ev *ev, Expr *tried, Val *v) {
    if (setjmp(ev->jump)) return false;
    *v = ev_scalar(ev, tried);
    return true;
}

// Whether it has a value here: an arithmetic one, or the address of a string literal (GCC).
static bool constant_p(Ev *ev, Expr *tried) {
    if (!ty_is_scalar(tried->type)) return false;
    Ev *save = arena_new(ev->arena, Ev);
    *save = *ev;
    Val v = {0};
    bool ok = evaluates(ev, tried, &v);
    uint64_t steps = ev->steps;
    *ev = *save;
    ev->steps = steps;
    if (!ok || v.kind != VK_PTR) return ok && v.kind != VK_NONE;
    return !v.u.p.fn && (!v.u.p.o || ev_root_of(v.u.p.o)->kind == RK_STRING);
}

// The data member that a member pointer designates; NULL: none, or a function.
static const FieldDecl *pointed_member(const Val *val) {
    return val->u.m && val->u.m->kind == D_FIELD ? (const FieldDecl *)val->u.m : NULL;
}

// [meta.member]: questions about the members that pointers designate.
static bool member_question(Ev *ev, uint8_t k, Expr *call) {
    Val val = ev_scalar(ev, call->arg[0]);
    Type *type = call->arg[0]->type;
    const FieldDecl *field = pointed_member(&val);
    if (k == X_INTERCONVERTIBLE)
        return field &&
               cxx_interconvertible_member(ev->x, ty_unqual(type)->u.ptr.cls, field, call->pos);
    Val other = ev_scalar(ev, call->arg[1]);
    const FieldDecl *partner = pointed_member(&other);
    return field && partner &&
           cxx_corresponding_members(ev->x, type->u.ptr.cls, field, call->arg[1]->type->u.ptr.cls,
                                     partner, call->pos);
}

static Val misc(Ev *ev, uint8_t k, Expr *call) {
    switch (k) {
    case X_IS_CONST: return ev_bool(call->type, true);
    case X_CONSTANT_P: return small_int(call, constant_p(ev, call->arg[0]));
    case X_LOCK_FREE: {
        ApInt size = ev_scalar(ev, call->arg[0]).u.i;
        uint64_t n = apint_u64(&size);
        return ev_bool(call->type, n == 1 || n == 2 || n == 4 || n == 8);
    }
    case X_FMA: {
        ApFloat a = ev_scalar(ev, call->arg[0]).u.f, b = ev_scalar(ev, call->arg[1]).u.f;
        return flt(apf_fma(a, b, ev_scalar(ev, call->arg[2]).u.f, APF_RNE, NULL));
    }
    case X_FPCLASSIFY: return fpclassify(ev, call);
    case X_CORRESPONDING:
    case X_INTERCONVERTIBLE: return ev_bool(call->type, member_question(ev, k, call));
    case X_UNREACHABLE: EV_FAIL(ev, call->pos, const_unreachable, NULL);
    default: return (Val){0};
    }
}

bool ev_builtin(Ev *ev, FuncDecl *func, Expr *call, Val *out, Obj *result) {
    GnuBuiltin row = row_of(ev, func);
    if (!row || row >= CU_COUNT(folds) || result) return false;
    Fold fold = folds[row];
    switch (fold.how) {
    case HOW_INT: *out = int_fold(ev, fold.arg, call); return true;
    case HOW_FIRST: *out = ev_scalar(ev, call->arg[0]); return true;
    case HOW_FLOAT1: *out = float1(ev, fold.arg, call); return true;
    case HOW_FLOAT2: *out = float2(ev, fold.arg, call); return true;
    case HOW_CLASSIFY:
        *out = small_int(call, classify(fold.arg, ev_scalar(ev, call->arg[0]).u.f));
        return true;
    case HOW_COMPARE: *out = compare(ev, fold.arg, call); return true;
    case HOW_CONST: {
        ApfFormat fm = ev_format(ty_unqual(call->type));
        *out =
            flt(fold.arg == K_INF ? apf_inf(fm, false) : nan_of(ev, call, fm, fold.arg == K_SNAN));
        return true;
    }
    case HOW_MEM: *out = memory(ev, fold.arg, call); return true;
    case HOW_OVERFLOW: *out = overflow(ev, fold.arg, call); return true;
    case HOW_MISC: *out = misc(ev, fold.arg, call); return true;
    default: return false;
    }
}
