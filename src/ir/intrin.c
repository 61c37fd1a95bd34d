// SPDX-License-Identifier: Apache-2.0
// Intrinsics: rows, signatures (a small type language, see intrin.def), name mangling, and the
// declarations made on demand.
#include "base/target.h"
#include "ir/ir_int.h"

#include <stdio.h>

const IrIntrinRow ir_intrins[IR_NINTRINS] = {
#define INTRIN(id, text, signature, ...)                                                           \
    [IR_I_##id] = {.name = text, .sig = signature, __VA_ARGS__},
#include "ir/intrin.def"
#define ITEM(set, name, ptx, sm, version)
#define FAMILY(id, pattern, p, imm, sm, version, form)                                             \
    [IR_I_F_##id] = {.name = "llvm.nvvm." pattern,                                                 \
                     .props = p,                                                                   \
                     .immarg = imm,                                                                \
                     .min_sm = sm,                                                                 \
                     .min_ptx = version},
#include "ir/intrin_family.def"
};

// ---- signatures ----
// A matcher walks the signature text. In build mode `got` is NULL and slots are read; in match mode
// the type at hand fills a slot that is still empty.

typedef struct {
    IrModule *m;
    const char *p;
    IrType **slot;
    uint32_t nslot;
    bool bad;
} Sig;

static uint32_t sig_number(Sig *s) {
    uint32_t n = 0;
    while (*s->p >= '0' && *s->p <= '9') n = n * 10 + (uint32_t)(*s->p++ - '0');
    return n;
}

static bool slot_accepts(char c, const IrType *t) {
    const IrType *e = t->kind == IR_TY_VECTOR ? t->elem : t;
    switch (c) {
    case 'I': return e->kind == IR_TY_INT;
    case 'F': return ir_ty_is_fp(e);
    case 'P': return e->kind == IR_TY_PTR;
    default: return t->sized;
    }
}

static IrType *sig_slot(Sig *s, char c, IrType *got) {
    uint32_t k = sig_number(s);
    if (k >= IR_MAX_OVERLOAD) return NULL;
    if (k >= s->nslot) s->nslot = k + 1;
    if (!s->slot[k] && got && slot_accepts(c, got)) s->slot[k] = got;
    return s->slot[k] && slot_accepts(c, s->slot[k]) ? s->slot[k] : NULL;
}

static IrType *sig_type(Sig *s, IrType *got);

static IrType *sig_struct(Sig *s, IrType *got) {
    IrType *sub[8];
    uint32_t n = 0;
    do {
        if (n == 8) return NULL;
        IrType *g = got && got->kind == IR_TY_STRUCT && n < got->n ? got->sub[n] : NULL;
        sub[n] = sig_type(s, g);
        if (!sub[n]) s->bad = true;
        n++;
    } while (*s->p++ == ',');
    return s->bad ? NULL : ir_ty_struct(s->m, n, sub, false);
}

// The type that stands at s->p, or NULL when it depends on a slot not yet filled.
static IrType *sig_type(Sig *s, IrType *got) {
    IrModule *m = s->m;
    char c = *s->p++;
    switch (c) {
    case 'v': {
        if (*s->p < '0' || *s->p > '9') return m->ty_void;
        uint32_t n = sig_number(s);
        IrType *e = sig_type(s, NULL);
        return e ? ir_ty_vector(m, e, n) : NULL;
    }
    case 'i': return ir_ty_int(m, sig_number(s));
    case 'f': {
        uint32_t n = sig_number(s);
        return n == 16 ? m->ty_half : n == 32 ? m->ty_float : n == 64 ? m->ty_double : m->ty_fp128;
    }
    case 'b':
        if (*s->p == 'f') {
            s->p += 3;
            return m->ty_bfloat;
        } else {
            IrType *t = s->slot[sig_number(s)];
            return t ? ir_ty_with_shape(m, m->ty_i1, t) : NULL;
        }
    case 'e': {
        IrType *t = s->slot[sig_number(s)];
        return t ? ir_ty_scalar(t) : NULL;
    }
    case 'h': {
        IrType *t = s->slot[sig_number(s)];
        bool even = t && t->kind == IR_TY_VECTOR && t->n % 2 == 0;
        return even ? (t->scalable ? ir_ty_scalable : ir_ty_vector)(m, t->elem, t->n / 2) : NULL;
    }
    case 'p': return ir_ty_ptr(m, sig_number(s));
    case 'm': s->p++; return m->ty_metadata;
    case '=': {
        uint32_t k = sig_number(s);
        if (!s->slot[k]) s->slot[k] = got; // checked in the second round
        return s->slot[k];
    }
    case '{': return sig_struct(s, got);
    case 'I':
    case 'F':
    case 'P':
    case 'A': return sig_slot(s, c, got);
    default: s->bad = true; return NULL;
    }
}

enum { MAX_PARAMS = 16 };

// Function type of a row from its slots; with `got`, slots are filled from it first. NULL if the
// types do not fit.
static IrType *sig_func(IrModule *m, IrIntrin id, IrType **slot, uint32_t *nslot,
                        IrType *const *got, uint32_t ngot) {
    IrType *type[MAX_PARAMS + 1];
    uint32_t n = 0;
    bool missing = false;
    for (int round = 0; round < 2; round++) { // the result may depend on slots of the parameters
        Sig s = {.m = m, .p = ir_intrins[id].sig, .slot = slot};
        for (n = 0, missing = false; *s.p && n <= MAX_PARAMS; n++) {
            IrType *g = n < ngot ? got[n] : NULL;
            s.bad = false;
            type[n] = sig_type(&s, g);
            if (!type[n] || s.bad) missing = true;
            if (g && type[n] && g != type[n]) return NULL;
            if (*s.p == ' ') s.p++;
        }
        if (s.nslot > *nslot) *nslot = s.nslot;
        if (!missing) break;
    }
    if (missing || (ngot && n != ngot)) return NULL;
    return ir_ty_func(m, type[0], n - 1, type + 1, false);
}

// ---- names ----

static void mangle_type(IrModule *m, Buf *b, const IrType *t) {
    switch (t->kind) {
    case IR_TY_INT: buf_printf(b, "i%u", t->bits); break;
    case IR_TY_BFLOAT: buf_puts(b, "bf16"); break;
    case IR_TY_PTR: buf_printf(b, "p%u", t->as); break;
    case IR_TY_VECTOR:
    case IR_TY_ARRAY:
        buf_printf(b, "%c%llu", t->kind == IR_TY_ARRAY ? 'a' : 'v', (unsigned long long)t->n);
        mangle_type(m, b, t->elem);
        break;
    case IR_TY_STRUCT:
        if (t->name) {
            buf_puts(b, "s_");
            buf_atom(m->ctx, b, t->name);
        } else {
            buf_puts(b, "sl_");
            for (uint64_t i = 0; i < t->n; i++) mangle_type(m, b, t->sub[i]);
        }
        buf_puts(b, "s");
        break;
    default: buf_printf(b, "f%u", t->bits); break;
    }
}

char *ir_intrin_mangle(IrModule *m, IrIntrin id, uint32_t n, IrType *const *overload, Arena *a) {
    Buf b;
    buf_init(&b, a);
    buf_puts(&b, ir_intrins[id].name);
    for (uint32_t i = 0; i < n; i++) {
        buf_putc(&b, '.');
        mangle_type(m, &b, overload[i]);
    }
    return (char *)(uintptr_t)buf_cstr(&b);
}

// ---- declarations ----

static uint32_t memory_of(uint32_t props) {
    uint32_t rw = (props & IRI_READ ? 1u : 0) | (props & IRI_WRITE ? 2u : 0);
    if (props & IRI_NOMEM) return IR_MEM_NONE;
    if (!(props & (IRI_ARGMEM | IRI_INACC))) return rw * 0x15;
    return (props & IRI_ARGMEM ? rw : 0) | (props & IRI_INACC ? rw << 2 : 0);
}

void ir_intrin_set_attrs(IrModule *m, IrFunc *f) {
    uint32_t p = ir_intrins[f->intrin].props;
    const IrAttrSet *s = ir_attr_add(m, NULL, IR_ATTR_NOUNWIND);
    if (!(p & IRI_SYNC)) s = ir_attr_add(m, s, IR_ATTR_NOCALLBACK);
    if (p & IRI_CONV) s = ir_attr_add(m, s, IR_ATTR_CONVERGENT);
    if (p & IRI_NORET) {
        s = ir_attr_add(m, s, IR_ATTR_NORETURN);
    } else if (!(p & IRI_SYNC)) {
        s = ir_attr_add(m, s, IR_ATTR_WILLRETURN);
    }
    if (p & IRI_SPEC) s = ir_attr_add(m, s, IR_ATTR_SPECULATABLE);
    uint32_t mem = memory_of(p);
    if (mem != IR_MEM_ANY) s = ir_attr_add_int(m, s, IR_ATTR_MEMORY, mem);
    f->attrs.fn = s;
    for (uint32_t i = 0; i < f->nargs && i < 32; i++) {
        if (ir_intrins[f->intrin].immarg >> i & 1) ir_fn_attr(f, (int)i, IR_ATTR_IMMARG);
    }
}

typedef struct {
    uint32_t id, n;
    IrType *const *overload;
} Key;

static uint64_t key_hash(const Key *k) {
    uint64_t h = hash_mix(k->id, k->n);
    for (uint32_t i = 0; i < k->n; i++) h = hash_mix(h, k->overload[i]->id);
    return h;
}

static bool key_eq(const void *key, const void *item) {
    const Key *k = key;
    const IrFunc *f = item;
    return k->id == f->intrin && k->n == f->noverload &&
           (k->n == 0 || memcmp(k->overload, f->overload, k->n * sizeof(IrType *)) == 0);
}

static void announce(IrModule *m, IrFunc *f) {
    Atom name =
        atom_cstr(m->ctx, ir_intrin_mangle(m, f->intrin, f->noverload, f->overload, &m->arena));
    if (m->intern->shared) {
        f->g.v.name = name; // diagnostics say it
        vec_push(&m->arena, &m->intern->pending, f);
    } else {
        ir_func_register(m, f, name);
    }
}

static IrFunc *declare(IrModule *m, IrIntrin id, uint32_t n, IrType *const *overload) {
    IrType *slot[IR_MAX_OVERLOAD] = {0};
    uint32_t nslot = 0;
    for (uint32_t i = 0; i < n && i < IR_MAX_OVERLOAD; i++) slot[i] = overload[i];
    IrType *fty = sig_func(m, id, slot, &nslot, NULL, 0);
    if (!fty || nslot != n) {
        cu_fatal(m->ctx, "intrinsic %s: wrong overload types", ir_intrins[id].name);
    }
    IrFunc *f = ir_func_alloc(m, fty, IR_EXTERNAL);
    f->intrin = (uint16_t)id;
    f->noverload = n;
    f->overload = arena_copy(&m->arena, slot, n * sizeof(IrType *), sizeof(void *));
    ir_intrin_set_attrs(m, f);
    announce(m, f);
    return f;
}

IrFunc *ir_intrinsic(IrModule *m, IrIntrin id, uint32_t n, IrType *const *overload) {
    Key key = {id, n, overload};
    uint64_t h = key_hash(&key);
    ir_lock(m); // throughout: another thread must not see a declaration half made
    IrFunc *f = cons_find(&m->intern->intrins, h, key_eq, &key);
    if (!f) {
        f = declare(m, id, n, overload);
        cons_add(&m->intern->intrins, h, f);
    } else if (f->g.dead) { // was removed when nothing used it
        f->g.dead = false;
        announce(m, f);
    }
    ir_unlock(m);
    return f;
}

IrFunc *ir_intrinsic_family(IrModule *m, IrIntrin id, Atom name, IrType *fty) {
    IrGlobal *known = ir_find(m, name);
    if (known && known->v.kind == IR_C_FUNC && known->vty == fty) return (IrFunc *)known;
    IrFunc *f = ir_func_new(m, name, fty, IR_EXTERNAL);
    f->intrin = (uint16_t)id;
    ir_intrin_set_attrs(m, f);
    return f;
}

// Overload types of a call from its arguments (and the result type, if given).
bool ir_intrin_overload(IrModule *m, IrIntrin id, IrType *ret, uint32_t n, IrValue *const *arg,
                        IrType **slot, uint32_t *nslot) {
    IrType *got[MAX_PARAMS + 1] = {ret};
    if (n > MAX_PARAMS) return false;
    for (uint32_t i = 0; i < n; i++) got[i + 1] = arg[i]->type;
    *nslot = 0;
    return sig_func(m, id, slot, nslot, got, n + 1) != NULL;
}

// ---- from names ----

static const uint16_t by_name[] = {
#include "intrin_order.h"
};

static IrIntrin exact(const char *name, size_t len) {
    uint32_t lo = 0, hi = CU_COUNT(by_name);
    while (lo < hi) {
        uint32_t mid = (lo + hi) / 2;
        const char *r = ir_intrins[by_name[mid]].name;
        int order = strncmp(r, name, len);
        if (!order && !r[len]) return (IrIntrin)by_name[mid];
        if (order < 0)
            lo = mid + 1;
        else
            hi = mid;
    }
    return IR_I_NONE;
}

// The longest row name that the given one is or begins with, up to a dot.
static IrIntrin longest_prefix(const char *name, size_t len) {
    for (size_t n = len; n > 5; n--) {
        if (n < len && name[n] != '.') continue;
        IrIntrin id = exact(name, n);
        if (id) return id;
    }
    return IR_I_NONE;
}

IrIntrin ir_intrinsic_find(IrModule *m, const char *name, size_t len, IrType *fty,
                           IrType **overload, uint32_t *n) {
    if (len < 5 || memcmp(name, "llvm.", 5) != 0) return IR_I_NONE;
    IrIntrin id = longest_prefix(name, len);
    *n = 0;
    IrFamily family;
    if (!id) return ir_family_match(name, len, &family) ? family.id : IR_I_NONE;
    if (fty->n > MAX_PARAMS) return IR_I_NONE;
    IrType *got[MAX_PARAMS + 1] = {fty->elem};
    for (uint64_t i = 0; i < fty->n; i++) got[i + 1] = fty->sub[i];
    IrType *slot[IR_MAX_OVERLOAD] = {0};
    *n = 0;
    bool fits = sig_func(m, id, slot, n, got, (uint32_t)fty->n + 1) == fty;
    bool longer =
        !*n && strlen(ir_intrins[id].name) < len; // only overloads have something behind their name
    if (!fits || longer) {
        *n = 0;
        return ir_family_match(name, len, &family) ? family.id : IR_I_NONE;
    }
    memcpy(overload, slot, *n * sizeof(IrType *));
    return id;
}

void ir_intrin_adopt(IrModule *m, IrFunc *f) {
    IrType *slot[IR_MAX_OVERLOAD] = {0};
    uint32_t n = 0;
    const char *name = atom_str(m->ctx, f->g.v.name);
    IrIntrin id = ir_intrinsic_find(m, name, strlen(name), f->g.vty, slot, &n);
    if (!id) return;
    if (ir_is_family(id)) {
        f->intrin = (uint16_t)id;
        f->attrs = (IrAttrList){0};
        ir_intrin_set_attrs(m, f);
        return;
    }
    Key key = {id, n, slot};
    uint64_t h = key_hash(&key);
    f->intrin = (uint16_t)id;
    f->noverload = n;
    f->overload = arena_copy(&m->arena, slot, n * sizeof(IrType *), sizeof(void *));
    f->attrs = (IrAttrList){0};
    ir_intrin_set_attrs(m, f);
    if (!cons_find(&m->intern->intrins, h, key_eq, &key)) cons_add(&m->intern->intrins, h, f);
    // the names of the typed-pointer dialects (".p0i8") become the present ones
    char *now = ir_intrin_mangle(m, id, n, f->overload, &m->arena);
    if (strcmp(now, name) != 0) ir_global_rename(&f->g, atom_cstr(m->ctx, now));
}

// Declarations of the same intrinsic under an old and a new name become one; what the text says
// about intrinsics' attributes gives way to our rows.
void ir_intrin_settle(IrModule *m) {
    Arena a;
    arena_init(&a, m->ctx, "ir-settle");
    VEC(IrGlobal *) old = {0};
    VEC(IrConst *) by = {0};
    for (uint32_t i = 0; i < m->funcs.n; i++) {
        IrFunc *f = m->funcs.at[i];
        if (!f->intrin) continue;
        f->attrs = (IrAttrList){0};
        ir_intrin_set_attrs(m, f);
        if (ir_is_family(f->intrin)) continue;
        IrFunc *one = ir_intrinsic(m, f->intrin, f->noverload, f->overload);
        if (one == f) continue;
        vec_push(&a, &old, &f->g);
        vec_push(&a, &by, (IrConst *)one);
    }
    ir_globals_replace(m, old.n, old.at, by.at);
    ir_globals_remove(m, old.n, old.at);
    arena_free(&a);
}
