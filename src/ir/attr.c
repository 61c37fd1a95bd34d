// SPDX-License-Identifier: Apache-2.0
// Attribute sets: interned and immutable, so that equal sets are the same pointer. A change makes
// a new set. What a call or function may do to memory is worked out here too.
#include "ir/ir_int.h"

const char *const ir_attr_names[IR_NATTRS] = {
#define ATTR(id, text, places)      text,
#define ATTR_INT(id, text, places)  text,
#define ATTR_TYPE(id, text, places) text,
#define ATTR_TEXT(id, text, places) text,
#include "ir/attr.def"
};
const uint8_t ir_attr_form[IR_NATTRS] = {
#define ATTR(id, text, places)      IR_ATTR_FLAG,
#define ATTR_INT(id, text, places)  IR_ATTR_NUM,
#define ATTR_TYPE(id, text, places) IR_ATTR_TY,
#define ATTR_TEXT(id, text, places) IR_ATTR_TEXT,
#include "ir/attr.def"
};
#define F 1
#define R 2
#define P 4
const uint8_t ir_attr_places[IR_NATTRS] = {
#define ATTR(id, text, places)      places,
#define ATTR_INT(id, text, places)  places,
#define ATTR_TYPE(id, text, places) places,
#define ATTR_TEXT(id, text, places) places,
#include "ir/attr.def"
};
#undef F
#undef R
#undef P

// The hash of a set by its contents; equal sets (set_eq) have equal ones. Types go in by their
// number, so that the order in the table, and with it the time, is the same in each run.
static uint64_t set_hash(const IrAttrSet *attrs) {
    uint64_t h =
        hash_mix(hash_mix(attrs->bits[0], attrs->bits[1]), attrs->nval * 65536u + attrs->nstr);
    for (uint32_t i = 0; i < attrs->nval; i++) {
        const IrAttrVal *a = &attrs->val[i];
        bool typed = ir_attr_form[a->attr] == IR_ATTR_TY; // old `byval` and the like have no type
        uint64_t v = !typed ? a->num : a->type ? a->type->id + 1u : 0;
        h = hash_mix(h, v);
    }
    for (uint32_t i = 0; i < attrs->nstr; i++) {
        h = hash_mix(h, (uint64_t)attrs->str[i].key << 32 | attrs->str[i].value);
    }
    return h;
}

// Whether two sets say the same: flags, values and strings, each in the set's order.
static bool set_eq(const void *key, const void *item) {
    const IrAttrSet *a = key, *b = item;
    if (memcmp(a->bits, b->bits, sizeof a->bits) != 0 || a->nval != b->nval || a->nstr != b->nstr)
        return false;
    for (uint32_t i = 0; i < a->nval; i++) { // same bits: same attributes in the same order
        if (a->val[i].num != b->val[i].num) return false;
    }
    return memcmp(a->str, b->str, a->nstr * sizeof(IrAttrStr)) == 0;
}

// The one set of the module that equals `key`, made if need be; NULL for the empty set. `key` and
// its arrays stay the caller's: what is kept is a copy. Safe in the parallel phase.
static const IrAttrSet *intern(IrModule *module, const IrAttrSet *key) {
    if (!key->bits[0] && !key->bits[1] && !key->nstr) return NULL;
    static const IrAttrStr none;
    IrAttrSet attrs = *key;
    // memcmp and memcpy want an address even for no strings
    if (!attrs.str) attrs.str = (IrAttrStr *)(uintptr_t)&none;
    uint64_t h = set_hash(&attrs);
    IrAttrSet *s = cons_find(&module->intern->attrs, h, set_eq, &attrs);
    if (s) return s;
    ir_lock(module);
    s = cons_find(&module->intern->attrs, h, set_eq, &attrs); // made by another thread meanwhile?
    if (!s) {
        s = arena_copy(&module->arena, &attrs, sizeof attrs, sizeof(void *));
        s->id = module->intern->nattrs++;
        s->val =
            arena_copy(&module->arena, attrs.val, attrs.nval * sizeof(IrAttrVal), sizeof(void *));
        s->str =
            arena_copy(&module->arena, attrs.str, attrs.nstr * sizeof(IrAttrStr), sizeof(void *));
        cons_add(&module->intern->attrs, h, s);
    }
    ir_unlock(module);
    return s;
}

// A private copy with room for one more of each; sets stay far below the bound.
typedef struct {
    IrAttrSet s;
    IrAttrVal val[IR_NATTRS + 1];
    IrAttrStr *str;
} Edit;

// Fills `begun` with a copy of `attrs` (NULL: empty) that may be changed and then interned. Room
// for more strings is taken from the module only if asked for: most changes touch flags and values
// alone.
static void edit_begin(IrModule *module, Edit *begun, const IrAttrSet *attrs, uint32_t more_str) {
    memset(&begun->s, 0, sizeof begun->s);
    if (attrs) {
        begun->s = *attrs;
        memcpy(begun->val, attrs->val, attrs->nval * sizeof(IrAttrVal));
    }
    begun->s.id = 0;
    begun->s.val = begun->val;
    if (!more_str) return;
    ir_lock(module);
    begun->str = arena_array(&module->arena, IrAttrStr, begun->s.nstr + more_str);
    ir_unlock(module);
    if (begun->s.nstr) memcpy(begun->str, begun->s.str, begun->s.nstr * sizeof(IrAttrStr));
    begun->s.str = begun->str;
}

// The copy shares the values and strings of the old set; sets are never changed.
const IrAttrSet *ir_attr_add(IrModule *module, const IrAttrSet *attrs, IrAttr a) {
    if (ir_attr_has(attrs, a)) return attrs;
    IrAttrSet k = {0};
    if (attrs) k = *attrs;
    k.bits[a / 64] |= 1ull << a % 64;
    return intern(module, &k);
}

// The set with the attribute and its value, in place of an older value. `val` stays sorted by
// attribute, which set_eq relies on.
static const IrAttrSet *add_val(IrModule *module, const IrAttrSet *attrs, IrAttrVal value) {
    Edit edit;
    edit_begin(module, &edit, attrs, 0);
    uint32_t at = 0;
    while (at < edit.s.nval && edit.val[at].attr < value.attr) at++;
    if (at == edit.s.nval || edit.val[at].attr != value.attr) {
        memmove(&edit.val[at + 1], &edit.val[at], (edit.s.nval - at) * sizeof(IrAttrVal));
        edit.s.nval++;
    }
    edit.val[at] = value;
    edit.s.bits[value.attr / 64] |= 1ull << value.attr % 64;
    return intern(module, &edit.s);
}

const IrAttrSet *ir_attr_add_int(IrModule *module, const IrAttrSet *attrs, IrAttr a, uint64_t v) {
    return add_val(module, attrs, (IrAttrVal){.attr = (uint8_t)a, .num = v});
}

const IrAttrSet *ir_attr_add_type(IrModule *module, const IrAttrSet *attrs, IrAttr a,
                                  IrType *said) {
    return add_val(module, attrs, (IrAttrVal){.attr = (uint8_t)a, .type = said});
}

const IrAttrSet *ir_attr_add_text(IrModule *module, const IrAttrSet *attrs, IrAttr a, Atom text) {
    return add_val(module, attrs, (IrAttrVal){.attr = (uint8_t)a, .num = text});
}

// The order of the strings is that of their first use, as LLVM prints them.
const IrAttrSet *ir_attr_add_str(IrModule *module, const IrAttrSet *attrs, Atom key, Atom value) {
    Edit e;
    edit_begin(module, &e, attrs, 1);
    uint32_t at = 0;
    while (at < e.s.nstr && e.str[at].key != key) at++;
    if (at == e.s.nstr) e.s.nstr++;
    e.str[at] = (IrAttrStr){key, value};
    return intern(module, &e.s);
}

// The attribute's value goes with it.
const IrAttrSet *ir_attr_remove(IrModule *module, const IrAttrSet *attrs, IrAttr attr) {
    if (!ir_attr_has(attrs, attr)) return attrs;
    Edit e;
    edit_begin(module, &e, attrs, 0);
    uint32_t n = 0;
    for (uint32_t i = 0; i < e.s.nval; i++) {
        if (e.val[i].attr != attr) e.val[n++] = e.val[i];
    }
    e.s.nval = n;
    e.s.bits[attr / 64] &= ~(1ull << attr % 64);
    return intern(module, &e.s);
}

// The copy has room for one string less.
const IrAttrSet *ir_attr_remove_str(IrModule *module, const IrAttrSet *attrs, Atom key) {
    if (!ir_attr_has_str(attrs, key)) return attrs;
    Edit e;
    edit_begin(module, &e, attrs, 1);
    uint32_t n = 0;
    for (uint32_t i = 0; i < e.s.nstr; i++) {
        if (e.str[i].key != key) e.str[n++] = e.str[i];
    }
    e.s.nstr = n;
    return intern(module, &e.s);
}

// Flags are united bit by bit; values and strings, which the second set wins, go in one at a time.
const IrAttrSet *ir_attr_merge(IrModule *module, const IrAttrSet *attrs, const IrAttrSet *b) {
    if (!attrs || attrs == b) return b;
    if (!b) return attrs;
    IrAttrSet k = *attrs;
    for (int i = 0; i < IR_NATTRS; i++) {
        if (ir_attr_form[i] == IR_ATTR_FLAG) k.bits[i / 64] |= b->bits[i / 64] & 1ull << i % 64;
    }
    const IrAttrSet *r = intern(module, &k);
    for (uint32_t i = 0; i < b->nval; i++) r = add_val(module, r, b->val[i]);
    for (uint32_t i = 0; i < b->nstr; i++)
        r = ir_attr_add_str(module, r, b->str[i].key, b->str[i].value);
    return r;
}

// A linear look: sets have a handful of values.
uint64_t ir_attr_int(const IrAttrSet *attrs, IrAttr a, uint64_t absent) {
    if (!ir_attr_has(attrs, a)) return absent;
    for (uint32_t i = 0; i < attrs->nval; i++) {
        if (attrs->val[i].attr == a) return attrs->val[i].num;
    }
    return absent;
}

Atom ir_attr_text(const IrAttrSet *attrs, IrAttr a) {
    return (Atom)ir_attr_int(attrs, a, 0);
}

// Values are few: a walk.
IrType *ir_attr_type(const IrAttrSet *attrs, IrAttr a) {
    if (!ir_attr_has(attrs, a)) return NULL;
    for (uint32_t i = 0; i < attrs->nval; i++) {
        if (attrs->val[i].attr == a) return attrs->val[i].type;
    }
    return NULL;
}

// The key's row in the set, or NULL. `attrs` may be NULL.
static const IrAttrStr *find_str(const IrAttrSet *attrs, Atom key) {
    for (uint32_t i = 0; attrs && i < attrs->nstr; i++) {
        if (attrs->str[i].key == key) return &attrs->str[i];
    }
    return NULL;
}

bool ir_attr_has_str(const IrAttrSet *attrs, Atom key) {
    return find_str(attrs, key) != NULL;
}

Atom ir_attr_str(const IrAttrSet *attrs, Atom key) {
    const IrAttrStr *f = find_str(attrs, key);
    return f ? f->value : 0;
}

// "denormal-fp-math-f32" goes before "denormal-fp-math". The value is the mode of results, a comma
// and the mode of operands; like LLVM's back end we look at results.
IrSubnormals ir_func_subnormals(const IrFunc *fn) {
    static const char *const keys[] = {"denormal-fp-math-f32", "denormal-fp-math"};
    if (!fn->attrs.fn) return IR_SUBNORMALS_UNSAID;
    Ctx *ctx = fn->g.m->ctx;
    for (uint32_t k = 0; k < CU_COUNT(keys); k++) {
        Atom said = ir_attr_str(fn->attrs.fn, atom_cstr(ctx, keys[k]));
        if (!said || !*atom_str(ctx, said)) continue;
        const char *mode = atom_str(ctx, said), flushed[] = "preserve-sign";
        size_t n = strcspn(mode, ",");
        bool same = n == sizeof flushed - 1 && memcmp(mode, flushed, n) == 0;
        return same ? IR_SUBNORMALS_FLUSHED : IR_SUBNORMALS_KEPT;
    }
    return IR_SUBNORMALS_UNSAID;
}

// ---- lists of calls and functions ----

const IrAttrSet *ir_attrs_get(const IrAttrList *l, int at) {
    if (at == IR_AT_FN) return l->fn;
    if (at == IR_AT_RET) return l->ret;
    return (uint32_t)at < l->n ? l->param[at] : NULL;
}

// Grows the list of parameters only for a set that says something. The list's array is shared
// between copies of the list, so that a longer one is made anew.
void ir_attrs_set(IrModule *module, IrAttrList *changed, int at, const IrAttrSet *attrs) {
    if (at == IR_AT_FN) {
        changed->fn = attrs;
    } else if (at == IR_AT_RET) {
        changed->ret = attrs;
    } else {
        if ((uint32_t)at >= changed->n) {
            if (!attrs) return;
            uint32_t n = (uint32_t)at + 1;
            ir_lock(module);
            const IrAttrSet **p = arena_array(&module->arena, const IrAttrSet *, n);
            ir_unlock(module);
            if (changed->n) memcpy(p, changed->param, changed->n * sizeof *p);
            changed->param = p;
            changed->n = n;
        }
        changed->param[at] = attrs;
    }
}

void ir_fn_attr(IrFunc *fn, int at, IrAttr a) {
    IrModule *m = fn->g.m;
    ir_attrs_set(m, &fn->attrs, at, ir_attr_add(m, ir_attrs_get(&fn->attrs, at), a));
}

void ir_fn_attr_int(IrFunc *fn, int at, IrAttr a, uint64_t v) {
    IrModule *m = fn->g.m;
    ir_attrs_set(m, &fn->attrs, at, ir_attr_add_int(m, ir_attrs_get(&fn->attrs, at), a, v));
}

void ir_fn_attr_type(IrFunc *fn, int at, IrAttr a, IrType *said) {
    IrModule *m = fn->g.m;
    ir_attrs_set(m, &fn->attrs, at, ir_attr_add_type(m, ir_attrs_get(&fn->attrs, at), a, said));
}

void ir_fn_attr_str(IrFunc *fn, const char *key, const char *value) {
    IrModule *m = fn->g.m;
    Atom k = atom_cstr(m->ctx, key), v = atom_cstr(m->ctx, value);
    fn->attrs.fn = ir_attr_add_str(m, fn->attrs.fn, k, v);
}

void ir_call_attr(IrInst *call, int at, IrAttr a) {
    IrModule *m = call->block->fn->g.m;
    IrAttrList *l = &call->call->attrs;
    ir_attrs_set(m, l, at, ir_attr_add(m, ir_attrs_get(l, at), a));
}

// A call says what its own list says and, if the function is known, what that promises for every
// call.
bool ir_call_has(const IrInst *call, int at, IrAttr a) {
    if (ir_attr_has(ir_attrs_get(&call->call->attrs, at), a)) return true;
    const IrFunc *f = ir_called(call);
    return f && ir_attr_has(ir_attrs_get(&f->attrs, at), a);
}

uint32_t ir_fn_memory(const IrFunc *fn) {
    return (uint32_t)ir_attr_int(fn->attrs.fn, IR_ATTR_MEMORY, IR_MEM_ANY);
}

// What the call says can only narrow what the callee promises, never widen it: the two are met.
// Inline asm promises nothing, whatever its constraints say: the call's attributes decide, as in
// LLVM.
uint32_t ir_call_memory(const IrInst *call) {
    uint32_t mem = (uint32_t)ir_attr_int(call->call->attrs.fn, IR_ATTR_MEMORY, IR_MEM_ANY);
    const IrFunc *f = ir_called(call);
    return f ? mem & ir_fn_memory(f) : mem;
}

// ---- which types they go with ----

// Attributes that only pointers, integers ... take: P pointer, V pointer or vector of them, I
// integer, J integer or vector of them, F floating point, N anything but void.
static const struct {
    uint8_t attr;
    char needs;
} type_needs[] = {
    {IR_ATTR_SIGNEXT, 'I'},
    {IR_ATTR_ZEROEXT, 'I'},
    {IR_ATTR_RANGE, 'J'},
    {IR_ATTR_NOALIAS, 'P'},
    {IR_ATTR_NOCAPTURE, 'P'},
    {IR_ATTR_NONNULL, 'P'},
    {IR_ATTR_READNONE, 'P'},
    {IR_ATTR_READONLY, 'P'},
    {IR_ATTR_WRITEONLY, 'P'},
    {IR_ATTR_DEREFERENCEABLE, 'P'},
    {IR_ATTR_DEREFERENCEABLE_OR_NULL, 'P'},
    {IR_ATTR_WRITABLE, 'P'},
    {IR_ATTR_DEAD_ON_UNWIND, 'P'},
    {IR_ATTR_INITIALIZES, 'P'},
    {IR_ATTR_NEST, 'P'},
    {IR_ATTR_SWIFTERROR, 'P'},
    {IR_ATTR_PREALLOCATED, 'P'},
    {IR_ATTR_INALLOCA, 'P'},
    {IR_ATTR_BYVAL, 'P'},
    {IR_ATTR_SRET, 'P'},
    {IR_ATTR_BYREF, 'P'},
    {IR_ATTR_ELEMENTTYPE, 'P'},
    {IR_ATTR_ALLOCPTR, 'P'},
    {IR_ATTR_ALIGN, 'V'},
    {IR_ATTR_NOFPCLASS, 'F'},
    {IR_ATTR_NOUNDEF, 'N'},
};

// Whether a type is of the class that an attribute asks for.
static bool type_has(char needs, const IrType *annotated) {
    const IrType *of_type = annotated->kind == IR_TY_VECTOR ? annotated->elem : annotated;
    switch (needs) {
    case 'I': return annotated->kind == IR_TY_INT;
    case 'J': return of_type->kind == IR_TY_INT;
    case 'P': return annotated->kind == IR_TY_PTR;
    case 'V': return of_type->kind == IR_TY_PTR;
    case 'F':
        while (is_any_of(annotated->kind, IR_TY_ARRAY, IR_TY_VECTOR)) annotated = annotated->elem;
        return ir_ty_is_any_fp(annotated);
    default: return annotated->kind != IR_TY_VOID;
    }
}

IrAttr ir_attr_unfit(const IrAttrSet *attrs, const IrType *annotated) {
    for (size_t k = 0; attrs && k < CU_COUNT(type_needs); k++) {
        if (ir_attr_has(attrs, type_needs[k].attr) && !type_has(type_needs[k].needs, annotated))
            return (IrAttr)type_needs[k].attr;
    }
    return IR_NATTRS;
}

const IrAttrSet *ir_attrs_fitting(IrModule *module, const IrAttrSet *attrs,
                                  const IrType *annotated) {
    for (size_t k = 0; attrs && k < CU_COUNT(type_needs); k++) {
        if (ir_attr_has(attrs, type_needs[k].attr) && !type_has(type_needs[k].needs, annotated))
            attrs = ir_attr_remove(module, attrs, (IrAttr)type_needs[k].attr);
    }
    return attrs;
}
