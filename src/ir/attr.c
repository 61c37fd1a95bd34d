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

static uint64_t set_hash(const IrAttrSet *s) {
    uint64_t h = hash_mix(hash_mix(s->bits[0], s->bits[1]), s->nval * 65536u + s->nstr);
    for (uint32_t i = 0; i < s->nval; i++) {
        const IrAttrVal *a = &s->val[i];
        bool typed = ir_attr_form[a->attr] == IR_ATTR_TY; // old `byval` and the like have no type
        uint64_t v = !typed ? a->num : a->type ? a->type->id + 1u : 0;
        h = hash_mix(h, v);
    }
    for (uint32_t i = 0; i < s->nstr; i++) {
        h = hash_mix(h, (uint64_t)s->str[i].key << 32 | s->str[i].value);
    }
    return h;
}

static bool set_eq(const void *key, const void *item) {
    const IrAttrSet *a = key, *b = item;
    if (memcmp(a->bits, b->bits, sizeof a->bits) != 0 || a->nval != b->nval || a->nstr != b->nstr)
        return false;
    for (uint32_t i = 0; i < a->nval; i++) { // same bits: same attributes in the same order
        if (a->val[i].num != b->val[i].num) return false;
    }
    return memcmp(a->str, b->str, a->nstr * sizeof(IrAttrStr)) == 0;
}

static const IrAttrSet *intern(IrModule *m, const IrAttrSet *key) {
    if (!key->bits[0] && !key->bits[1] && !key->nstr) return NULL;
    static const IrAttrStr none;
    IrAttrSet k = *key;
    if (!k.str) k.str = (IrAttrStr *)(uintptr_t)&none;
    uint64_t h = set_hash(&k);
    IrAttrSet *s = cons_find(&m->intern->attrs, h, set_eq, &k);
    if (s) return s;
    ir_lock(m);
    s = cons_find(&m->intern->attrs, h, set_eq, &k); // made by another thread meanwhile?
    if (!s) {
        s = arena_copy(&m->arena, &k, sizeof k, sizeof(void *));
        s->id = m->intern->nattrs++;
        s->val = arena_copy(&m->arena, k.val, k.nval * sizeof(IrAttrVal), sizeof(void *));
        s->str = arena_copy(&m->arena, k.str, k.nstr * sizeof(IrAttrStr), sizeof(void *));
        cons_add(&m->intern->attrs, h, s);
    }
    ir_unlock(m);
    return s;
}

// A private copy with room for one more of each; sets stay far below the bound.
typedef struct {
    IrAttrSet s;
    IrAttrVal val[IR_NATTRS + 1];
    IrAttrStr *str;
} Edit;

static void edit_begin(IrModule *m, Edit *e, const IrAttrSet *s, uint32_t more_str) {
    memset(&e->s, 0, sizeof e->s);
    if (s) {
        e->s = *s;
        memcpy(e->val, s->val, s->nval * sizeof(IrAttrVal));
    }
    e->s.id = 0;
    e->s.val = e->val;
    if (!more_str) return;
    ir_lock(m);
    e->str = arena_array(&m->arena, IrAttrStr, e->s.nstr + more_str);
    ir_unlock(m);
    if (e->s.nstr) memcpy(e->str, e->s.str, e->s.nstr * sizeof(IrAttrStr));
    e->s.str = e->str;
}

const IrAttrSet *ir_attr_add(IrModule *m, const IrAttrSet *s, IrAttr a) {
    if (ir_attr_has(s, a)) return s;
    IrAttrSet k = {0};
    if (s) k = *s;
    k.bits[a / 64] |= 1ull << a % 64;
    return intern(m, &k);
}

static const IrAttrSet *add_val(IrModule *m, const IrAttrSet *s, IrAttrVal v) {
    Edit e;
    edit_begin(m, &e, s, 0);
    uint32_t at = 0;
    while (at < e.s.nval && e.val[at].attr < v.attr) at++;
    if (at == e.s.nval || e.val[at].attr != v.attr) {
        memmove(&e.val[at + 1], &e.val[at], (e.s.nval - at) * sizeof(IrAttrVal));
        e.s.nval++;
    }
    e.val[at] = v;
    e.s.bits[v.attr / 64] |= 1ull << v.attr % 64;
    return intern(m, &e.s);
}

const IrAttrSet *ir_attr_add_int(IrModule *m, const IrAttrSet *s, IrAttr a, uint64_t v) {
    return add_val(m, s, (IrAttrVal){.attr = (uint8_t)a, .num = v});
}

const IrAttrSet *ir_attr_add_type(IrModule *m, const IrAttrSet *s, IrAttr a, IrType *t) {
    return add_val(m, s, (IrAttrVal){.attr = (uint8_t)a, .type = t});
}

const IrAttrSet *ir_attr_add_text(IrModule *m, const IrAttrSet *s, IrAttr a, Atom text) {
    return add_val(m, s, (IrAttrVal){.attr = (uint8_t)a, .num = text});
}

const IrAttrSet *ir_attr_add_str(IrModule *m, const IrAttrSet *s, Atom key, Atom value) {
    Edit e;
    edit_begin(m, &e, s, 1);
    uint32_t at = 0;
    while (at < e.s.nstr && e.str[at].key != key) at++;
    if (at == e.s.nstr) e.s.nstr++;
    e.str[at] = (IrAttrStr){key, value};
    return intern(m, &e.s);
}

const IrAttrSet *ir_attr_remove(IrModule *m, const IrAttrSet *s, IrAttr a) {
    if (!ir_attr_has(s, a)) return s;
    Edit e;
    edit_begin(m, &e, s, 0);
    uint32_t n = 0;
    for (uint32_t i = 0; i < e.s.nval; i++) {
        if (e.val[i].attr != a) e.val[n++] = e.val[i];
    }
    e.s.nval = n;
    e.s.bits[a / 64] &= ~(1ull << a % 64);
    return intern(m, &e.s);
}

const IrAttrSet *ir_attr_remove_str(IrModule *m, const IrAttrSet *s, Atom key) {
    if (!ir_attr_has_str(s, key)) return s;
    Edit e;
    edit_begin(m, &e, s, 1);
    uint32_t n = 0;
    for (uint32_t i = 0; i < e.s.nstr; i++) {
        if (e.str[i].key != key) e.str[n++] = e.str[i];
    }
    e.s.nstr = n;
    return intern(m, &e.s);
}

const IrAttrSet *ir_attr_merge(IrModule *m, const IrAttrSet *a, const IrAttrSet *b) {
    if (!a || a == b) return b;
    if (!b) return a;
    IrAttrSet k = *a;
    for (int i = 0; i < IR_NATTRS; i++) {
        if (ir_attr_form[i] == IR_ATTR_FLAG) k.bits[i / 64] |= b->bits[i / 64] & 1ull << i % 64;
    }
    const IrAttrSet *r = intern(m, &k);
    for (uint32_t i = 0; i < b->nval; i++) r = add_val(m, r, b->val[i]);
    for (uint32_t i = 0; i < b->nstr; i++)
        r = ir_attr_add_str(m, r, b->str[i].key, b->str[i].value);
    return r;
}

uint64_t ir_attr_int(const IrAttrSet *s, IrAttr a, uint64_t absent) {
    if (!ir_attr_has(s, a)) return absent;
    for (uint32_t i = 0; i < s->nval; i++) {
        if (s->val[i].attr == a) return s->val[i].num;
    }
    return absent;
}

Atom ir_attr_text(const IrAttrSet *s, IrAttr a) {
    return (Atom)ir_attr_int(s, a, 0);
}

IrType *ir_attr_type(const IrAttrSet *s, IrAttr a) {
    if (!ir_attr_has(s, a)) return NULL;
    for (uint32_t i = 0; i < s->nval; i++) {
        if (s->val[i].attr == a) return s->val[i].type;
    }
    return NULL;
}

static const IrAttrStr *find_str(const IrAttrSet *s, Atom key) {
    for (uint32_t i = 0; s && i < s->nstr; i++) {
        if (s->str[i].key == key) return &s->str[i];
    }
    return NULL;
}

bool ir_attr_has_str(const IrAttrSet *s, Atom key) {
    return find_str(s, key) != NULL;
}

Atom ir_attr_str(const IrAttrSet *s, Atom key) {
    const IrAttrStr *f = find_str(s, key);
    return f ? f->value : 0;
}

// "denormal-fp-math-f32" goes before "denormal-fp-math". The value is the mode of results, a comma
// and the mode of operands; like LLVM's back end we look at results.
IrSubnormals ir_func_subnormals(const IrFunc *f) {
    static const char *const keys[] = {"denormal-fp-math-f32", "denormal-fp-math"};
    if (!f->attrs.fn) return IR_SUBNORMALS_UNSAID;
    Ctx *ctx = f->g.m->ctx;
    for (uint32_t k = 0; k < CU_COUNT(keys); k++) {
        Atom said = ir_attr_str(f->attrs.fn, atom_cstr(ctx, keys[k]));
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

void ir_attrs_set(IrModule *m, IrAttrList *l, int at, const IrAttrSet *s) {
    if (at == IR_AT_FN) {
        l->fn = s;
    } else if (at == IR_AT_RET) {
        l->ret = s;
    } else {
        if ((uint32_t)at >= l->n) {
            if (!s) return;
            uint32_t n = (uint32_t)at + 1;
            ir_lock(m);
            const IrAttrSet **p = arena_array(&m->arena, const IrAttrSet *, n);
            ir_unlock(m);
            if (l->n) memcpy(p, l->param, l->n * sizeof *p);
            l->param = p;
            l->n = n;
        }
        l->param[at] = s;
    }
}

void ir_fn_attr(IrFunc *f, int at, IrAttr a) {
    IrModule *m = f->g.m;
    ir_attrs_set(m, &f->attrs, at, ir_attr_add(m, ir_attrs_get(&f->attrs, at), a));
}

void ir_fn_attr_int(IrFunc *f, int at, IrAttr a, uint64_t v) {
    IrModule *m = f->g.m;
    ir_attrs_set(m, &f->attrs, at, ir_attr_add_int(m, ir_attrs_get(&f->attrs, at), a, v));
}

void ir_fn_attr_type(IrFunc *f, int at, IrAttr a, IrType *t) {
    IrModule *m = f->g.m;
    ir_attrs_set(m, &f->attrs, at, ir_attr_add_type(m, ir_attrs_get(&f->attrs, at), a, t));
}

void ir_fn_attr_str(IrFunc *f, const char *key, const char *value) {
    IrModule *m = f->g.m;
    Atom k = atom_cstr(m->ctx, key), v = atom_cstr(m->ctx, value);
    f->attrs.fn = ir_attr_add_str(m, f->attrs.fn, k, v);
}

void ir_call_attr(IrInst *call, int at, IrAttr a) {
    IrModule *m = call->block->fn->g.m;
    IrAttrList *l = &call->call->attrs;
    ir_attrs_set(m, l, at, ir_attr_add(m, ir_attrs_get(l, at), a));
}

bool ir_call_has(const IrInst *call, int at, IrAttr a) {
    if (ir_attr_has(ir_attrs_get(&call->call->attrs, at), a)) return true;
    const IrFunc *f = ir_called(call);
    return f && ir_attr_has(ir_attrs_get(&f->attrs, at), a);
}

uint32_t ir_fn_memory(const IrFunc *f) {
    return (uint32_t)ir_attr_int(f->attrs.fn, IR_ATTR_MEMORY, IR_MEM_ANY);
}

// Inline asm touches memory only when its constraints say so or it is volatile.
static uint32_t asm_memory(const IrInst *call, const IrAsm *a) {
    Ctx *ctx = call->v.type->m->ctx;
    bool clobber = strstr(atom_str(ctx, a->constraints), "~{memory}") != NULL;
    return clobber || a->side_effect ? IR_MEM_ANY : IR_MEM_NONE;
}

uint32_t ir_call_memory(const IrInst *call) {
    uint32_t mem = (uint32_t)ir_attr_int(call->call->attrs.fn, IR_ATTR_MEMORY, IR_MEM_ANY);
    const IrFunc *f = ir_called(call);
    if (f) return mem & ir_fn_memory(f);
    if (ir_callee(call)->kind == IR_V_ASM) return mem & asm_memory(call, (IrAsm *)ir_callee(call));
    return mem;
}
