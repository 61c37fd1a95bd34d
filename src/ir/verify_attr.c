// SPDX-License-Identifier: Apache-2.0
// The verifier's rules on attributes: which exclude each other, which types they go with (LangRef,
// "Parameter Attributes", "Function Attributes").
#include "ir/verify_int.h"

#include <stdlib.h>

#define HAS(s, a) ir_attr_has((s), IR_ATTR_##a)

typedef struct {
    Verify *v;
    const IrInst *i;
    const IrFunc *f;
} At;

// Whose attributes are looked at. Reports at the call or the function.
static void wrong(const At *at, VRule rule, const char *name) {
    if (at->i) {
        ir_v_bad(at->v, at->i, rule, name);
    } else {
        ir_v_bad_global(at->v, &at->f->g, rule, name);
    }
}

// ---- one parameter or result ----

// Whether the set says nothing else, strings apart.
static bool only_attr(const IrAttrSet *attrs, IrAttr a) {
    uint64_t other[2] = {attrs->bits[0], attrs->bits[1]};
    other[a / 64] &= ~(1ull << a % 64);
    return !other[0] && !other[1];
}

// Two that exclude each other: reported, and true, if both are there.
static bool pair(const At *at, const IrAttrSet *attrs, IrAttr first, IrAttr second) {
    if (!ir_attr_has(attrs, first) || !ir_attr_has(attrs, second)) return false;
    if (at->i) {
        ir_v_bad(at->v, at->i, V_ATTRS_EXCLUDE, ir_attr_names[first], ir_attr_names[second]);
    } else {
        ir_v_bad_global(at->v, &at->f->g, V_ATTRS_EXCLUDE, ir_attr_names[first],
                        ir_attr_names[second]);
    }
    return true;
}

// The width of range(iN ...).
static uint32_t range_bits(const At *at, const IrAttrSet *attrs) {
    const char *text = atom_str(at->v->m->ctx, ir_attr_text(attrs, IR_ATTR_RANGE));
    return *text == 'i' ? (uint32_t)strtoul(text + 1, NULL, 10) : 0;
}

// The attributes of one parameter or result of a type. The first mistake of a kind ends it: others
// would follow from it.
static void one_set(const At *at, const IrAttrSet *attrs, IrType *type) {
    static const uint8_t pairs[][2] = {
        {IR_ATTR_INALLOCA, IR_ATTR_READONLY},  {IR_ATTR_SRET, IR_ATTR_RETURNED},
        {IR_ATTR_ZEROEXT, IR_ATTR_SIGNEXT},    {IR_ATTR_READNONE, IR_ATTR_READONLY},
        {IR_ATTR_READNONE, IR_ATTR_WRITEONLY}, {IR_ATTR_READONLY, IR_ATTR_WRITEONLY},
        {IR_ATTR_WRITABLE, IR_ATTR_READNONE},  {IR_ATTR_WRITABLE, IR_ATTR_READONLY}};
    static const uint8_t sized[] = {IR_ATTR_BYVAL, IR_ATTR_BYREF, IR_ATTR_INALLOCA,
                                    IR_ATTR_PREALLOCATED};
    if (!attrs) return;
    if (HAS(attrs, IMMARG) && !only_attr(attrs, IR_ATTR_IMMARG)) wrong(at, V_ATTR_IMMARG_ALONE, "");
    // ways to pass a parameter: at most one
    int ways = HAS(attrs, BYVAL) + HAS(attrs, INALLOCA) + HAS(attrs, PREALLOCATED) +
               HAS(attrs, NEST) + HAS(attrs, BYREF) + (HAS(attrs, SRET) || HAS(attrs, INREG));
    if (ways > 1) {
        wrong(at, V_ATTR_WAYS, "");
        return;
    }
    for (size_t k = 0; k < CU_COUNT(pairs); k++) {
        if (pair(at, attrs, pairs[k][0], pairs[k][1])) return;
    }
    IrAttr unfit = ir_attr_unfit(attrs, type);
    if (unfit != IR_NATTRS) {
        wrong(at, V_ATTR_TYPE, ir_attr_names[unfit]);
        return;
    }
    for (size_t k = 0; k < CU_COUNT(sized); k++) {
        const IrType *of = ir_attr_type(attrs, sized[k]);
        if (of && !of->sized) {
            wrong(at, V_ATTR_UNSIZED, ir_attr_names[sized[k]]);
        } else if (of && sized[k] == IR_ATTR_BYVAL && of->size > UINT32_MAX) {
            wrong(at, V_ATTR_HUGE, "");
        }
    }
    if (HAS(attrs, RANGE) && range_bits(at, attrs) != ir_ty_scalar(type)->bits)
        wrong(at, V_ATTR_RANGE, "");
}

// ---- function attributes ----

// Whether `s` is one of the words in `list`, "a|b|c"; "" matches an empty word.
static bool in_list(const char *s, const char *list) {
    size_t n = strlen(s);
    for (;;) {
        const char *e = strchr(list, '|');
        size_t k = e ? (size_t)(e - list) : strlen(list);
        if (k == n && memcmp(list, s, n) == 0) return true;
        if (!e) return false;
        list = e + 1;
    }
}

// A decimal number of 32 bits.
static bool is_unsigned(const char *s) {
    uint64_t n = 0;
    if (!*s) return false;
    for (; *s; s++) {
        if (*s < '0' || *s > '9') return false;
        n = n * 10 + (uint64_t)(*s - '0');
        if (n > UINT32_MAX) return false;
    }
    return true;
}

// Strings that LLVM gives a meaning have a fixed set of values.
static void string_attrs(const At *at, const IrAttrSet *attrs) {
    static const struct {
        const char *key, *values; // values NULL: an unsigned number
    } rows[] = {{"frame-pointer", "all|non-leaf|none|reserved"},
                {"patchable-function-prefix", NULL},
                {"patchable-function-entry", NULL},
                {"warn-stack-size", NULL},
                {"sign-return-address", "none|all|non-leaf"},
                {"sign-return-address-key", "a_key|b_key"},
                {"branch-target-enforcement", "|true|false"},
                {"branch-protection-pauth-lr", "|true|false"},
                {"guarded-control-stack", "|true|false"},
                {"less-precise-fpmad", "|true|false"},
                {"no-infs-fp-math", "|true|false"},
                {"no-inline-line-tables", "|true|false"},
                {"no-jump-tables", "|true|false"},
                {"no-nans-fp-math", "|true|false"},
                {"no-signed-zeros-fp-math", "|true|false"},
                {"approx-func-fp-math", "|true|false"},
                {"profile-sample-accurate", "|true|false"},
                {"unsafe-fp-math", "|true|false"},
                {"use-sample-profile", "|true|false"}};
    Ctx *ctx = at->v->m->ctx;
    for (uint32_t k = 0; k < attrs->nstr; k++) {
        const char *key = atom_str(ctx, attrs->str[k].key),
                   *value = atom_str(ctx, attrs->str[k].value);
        for (size_t r = 0; r < CU_COUNT(rows); r++) {
            if (strcmp(rows[r].key, key) != 0) continue;
            bool ok = rows[r].values ? in_list(value, rows[r].values) : is_unsigned(value);
            if (!ok) wrong(at, V_ATTR_STRING, key);
        }
    }
}

// "1" or "1,2"; how many there are.
static uint32_t numbers(const char *s, uint64_t out[2]) {
    char *end;
    out[0] = strtoull(s, &end, 10);
    if (*end != ',') return 1;
    out[1] = strtoull(end + 1, NULL, 10);
    return 2;
}

// Those with numbers or words that refer to parameters.
static void alloc_attrs(const At *at, const IrAttrSet *attrs, const IrType *fty) {
    Ctx *ctx = at->v->m->ctx;
    uint64_t n[2];
    if (HAS(attrs, ALLOCSIZE)) {
        uint32_t count = numbers(atom_str(ctx, ir_attr_text(attrs, IR_ATTR_ALLOCSIZE)), n);
        for (uint32_t k = 0; k < count; k++) {
            if (n[k] >= fty->n)
                wrong(at, V_ATTR_ALLOCSIZE_RANGE, "");
            else if (fty->sub[n[k]]->kind != IR_TY_INT)
                wrong(at, V_ATTR_ALLOCSIZE_INT, "");
        }
    }
    if (HAS(attrs, VSCALE_RANGE)) {
        uint32_t count = numbers(atom_str(ctx, ir_attr_text(attrs, IR_ATTR_VSCALE_RANGE)), n);
        uint64_t max = count == 2 ? n[1] : n[0];
        bool ordered = n[0] && (!max || n[0] <= max);
        bool powers_of_two = !(n[0] & (n[0] - 1)) && !(max & (max - 1));
        if (!ordered || !powers_of_two) wrong(at, V_ATTR_VSCALE, "");
    }
    if (HAS(attrs, ALLOCKIND)) {
        const char *k = atom_str(ctx, ir_attr_text(attrs, IR_ATTR_ALLOCKIND));
        // exactly one of alloc, realloc and free
        bool re = strstr(k, "realloc"), is_free = strstr(k, "free");
        bool plain = strstr(k, "\"alloc") || strstr(k, ",alloc");
        bool more = strstr(k, "uninitialized") || strstr(k, "zeroed") || strstr(k, "aligned");
        bool both = strstr(k, "uninitialized") && strstr(k, "zeroed");
        if (re + is_free + plain != 1 || (is_free && more) || both) wrong(at, V_ATTR_ALLOCKIND, "");
    }
}

// Of a function, or of a call; some may stand at only one of them.
static void function_attrs(const At *at, const IrAttrSet *attrs, const IrType *fty) {
    if (!attrs) return;
    pair(at, attrs, IR_ATTR_NOINLINE, IR_ATTR_ALWAYSINLINE);
    if (HAS(attrs, OPTNONE)) {
        if (!HAS(attrs, NOINLINE)) wrong(at, V_ATTR_OPTNONE, "");
        pair(at, attrs, IR_ATTR_OPTNONE, IR_ATTR_OPTSIZE);
        pair(at, attrs, IR_ATTR_OPTNONE, IR_ATTR_MINSIZE);
        pair(at, attrs, IR_ATTR_OPTNONE, IR_ATTR_OPTDEBUG);
    }
    pair(at, attrs, IR_ATTR_OPTDEBUG, IR_ATTR_OPTSIZE);
    pair(at, attrs, IR_ATTR_OPTDEBUG, IR_ATTR_MINSIZE);
    if (!at->i) {
        if (HAS(attrs, BUILTIN)) wrong(at, V_ATTR_BUILTIN, "");
        if (HAS(attrs, JUMPTABLE) && at->f->g.unnamed_addr != 1) wrong(at, V_ATTR_JUMPTABLE, "");
    } else if (HAS(attrs, SPECULATABLE)) {
        const IrFunc *to = ir_called(at->i);
        if (!to || !ir_fn_has(to, IR_ATTR_SPECULATABLE)) wrong(at, V_ATTR_SPECULATABLE, "");
    }
    if (attrs->nstr) string_attrs(at, attrs);
    alloc_attrs(at, attrs, fty);
}

// ---- lists ----

// It wraps the call of another function, whose attributes are here.
static bool statepoint(const At *at) {
    return at->f && strstr(atom_str(at->v->m->ctx, at->f->g.v.name), ".gc.statepoint");
}

// Attributes that only one parameter may have, and those that ask for a place in the list.
static void single_params(const At *at, const IrAttrList *list, const IrType *fty, uint32_t n) {
    static const uint8_t once[] = {IR_ATTR_NEST,      IR_ATTR_RETURNED,   IR_ATTR_SRET,
                                   IR_ATTR_SWIFTSELF, IR_ATTR_SWIFTASYNC, IR_ATTR_SWIFTERROR};
    bool seen[CU_COUNT(once)] = {0};
    for (uint32_t k = 0; k < list->n; k++) {
        const IrAttrSet *attrs = list->param[k];
        if (!attrs) continue;
        for (size_t o = 0; o < CU_COUNT(once); o++) {
            if (!ir_attr_has(attrs, once[o])) continue;
            if (seen[o]) wrong(at, V_ATTR_TWICE, ir_attr_names[once[o]]);
            seen[o] = true;
        }
        if (HAS(attrs, SRET) && k > 1 && k < fty->n) wrong(at, V_ATTR_SRET_PLACE, "");
        if (HAS(attrs, SRET) && k >= fty->n && !statepoint(at)) wrong(at, V_ATTR_VARARG, "sret");
        if (HAS(attrs, INALLOCA) && k + 1 != n) wrong(at, V_ATTR_INALLOCA_LAST, "");
        if (HAS(attrs, RETURNED) && k < fty->n && fty->sub[k] != fty->elem) {
            wrong(at, V_ATTR_RETURNED, "");
        }
    }
}

// Calls may have more arguments than the function type has parameters.
void ir_v_attrs(Verify *verify, const IrInst *inst, const IrFunc *fn, const IrAttrList *list,
                const IrType *fty) {
    At at = {verify, inst, fn};
    uint32_t n = inst ? ir_call_nargs(inst) : (uint32_t)fty->n;
    if (!list->fn && !list->ret && !list->n) return;
    one_set(&at, list->ret, fty->elem);
    bool intrinsic = fn && strncmp(atom_str(verify->m->ctx, fn->g.v.name), "llvm.", 5) == 0;
    for (uint32_t k = 0; k < list->n; k++) {
        if (!list->param[k]) continue;
        if (k >= n) {
            wrong(&at, V_ATTR_AFTER_LAST, "");
            return;
        }
        if (HAS(list->param[k], IMMARG) && !intrinsic) wrong(&at, V_ATTR_IMMARG_INTRINSIC, "");
        one_set(&at, list->param[k], inst ? ir_op(inst, k)->type : fty->sub[k]);
    }
    single_params(&at, list, fty, n);
    function_attrs(&at, list->fn, fty);
}
