// SPDX-License-Identifier: Apache-2.0
// Intrinsics: rows, signatures (a small type language, see intrin.def), name mangling, and the
// declarations made on demand.
#include "ir/ir_int.h"

#include "ir/intrin_id.h"

#include <stdio.h>

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

// Decimal digits, if any: none is 0.
static uint32_t sig_number(Sig *s) {
    uint32_t n = 0;
    while (*s->p >= '0' && *s->p <= '9') n = n * 10 + (uint32_t)(*s->p++ - '0');
    return n;
}

// Whether a type may fill a slot of a class: I integers, F floating point, P pointers (or vectors
// of them), A anything with a size.
static bool slot_accepts(char c, const IrType *offered) {
    const IrType *e = offered->kind == IR_TY_VECTOR ? offered->elem : offered;
    switch (c) {
    case 'I': return e->kind == IR_TY_INT;
    case 'F': return ir_ty_is_fp(e);
    case 'P': return e->kind == IR_TY_PTR;
    default: return offered->sized;
    }
}

// The type of an overload slot; filled by `got` the first time it is met. NULL if it is not known
// or not of its class.
static IrType *sig_slot(Sig *s, char c, IrType *got) {
    uint32_t k = sig_number(s);
    if (k >= IR_MAX_OVERLOAD) return NULL;
    if (k >= s->nslot) s->nslot = k + 1;
    if (!s->slot[k] && got && slot_accepts(c, got)) s->slot[k] = got;
    return s->slot[k] && slot_accepts(c, s->slot[k]) ? s->slot[k] : NULL;
}

static IrType *sig_type(Sig *sig, IrType *got);

// A structure: members in braces, which may contain slots.
static IrType *sig_struct(Sig *sig, IrType *got) {
    IrType *sub[8];
    uint32_t n = 0;
    do {
        if (n == 8) return NULL;
        IrType *g = got && got->kind == IR_TY_STRUCT && n < got->n ? got->sub[n] : NULL;
        sub[n] = sig_type(sig, g);
        if (!sub[n]) sig->bad = true;
        n++;
    } while (*sig->p++ == ',');
    return sig->bad ? NULL : ir_ty_struct(sig->m, n, sub, false);
}

// The type that stands at sig->p, or NULL when it depends on a slot not yet filled. Letters as in
// intrin.def: v void or vN a vector, i f b types by width, b e h derived from a slot (vector of i1,
// element, half as long), p pointer, m metadata, = any type equal to a slot, I F P A slots.
static IrType *sig_type(Sig *sig, IrType *got) {
    IrModule *module = sig->m;
    char c = *sig->p++;
    switch (c) {
    case 'v': {
        if (*sig->p < '0' || *sig->p > '9') return module->ty_void;
        uint32_t n = sig_number(sig);
        IrType *e = sig_type(sig, NULL);
        return e ? ir_ty_vector(module, e, n) : NULL;
    }
    case 'i': return ir_ty_int(module, sig_number(sig));
    case 'f': {
        uint32_t n = sig_number(sig);
        if (n == 16) return module->ty_half;
        if (n == 32) return module->ty_float;
        return n == 64 ? module->ty_double : module->ty_fp128;
    }
    case 'b':
        if (*sig->p == 'f') {
            sig->p += 3;
            return module->ty_bfloat;
        } else {
            IrType *t = sig->slot[sig_number(sig)];
            return t ? ir_ty_with_shape(module, module->ty_i1, t) : NULL;
        }
    case 'e': {
        IrType *t = sig->slot[sig_number(sig)];
        return t ? ir_ty_scalar(t) : NULL;
    }
    case 'h': {
        IrType *t = sig->slot[sig_number(sig)];
        bool even = t && t->kind == IR_TY_VECTOR && t->n % 2 == 0;
        if (!even) return NULL;
        return (t->scalable ? ir_ty_scalable : ir_ty_vector)(module, t->elem, t->n / 2);
    }
    case 'p': return ir_ty_ptr(module, sig_number(sig));
    case 'm': sig->p++; return module->ty_metadata;
    case '=': {
        uint32_t k = sig_number(sig);
        if (!sig->slot[k]) sig->slot[k] = got; // checked in the second round
        return sig->slot[k];
    }
    case '{': return sig_struct(sig, got);
    case 'I':
    case 'F':
    case 'P':
    case 'A': return sig_slot(sig, c, got);
    default: sig->bad = true; return NULL;
    }
}

enum { MAX_PARAMS = 16 };

// Function type of a row from its slots; with `got`, slots are filled from it first. NULL if the
// types do not fit.
static IrType *sig_func(IrModule *module, IrIntrin id, IrType **slot, uint32_t *nslot,
                        IrType *const *got, uint32_t ngot) {
    IrType *type[MAX_PARAMS + 1];
    uint32_t n = 0;
    bool missing = false;
    for (int round = 0; round < 2; round++) { // the result may depend on slots of the parameters
        Sig sig = {.m = module, .p = ir_intrins[id].sig, .slot = slot};
        for (n = 0, missing = false; *sig.p && n <= MAX_PARAMS; n++) {
            IrType *g = n < ngot ? got[n] : NULL;
            sig.bad = false;
            type[n] = sig_type(&sig, g);
            if (!type[n] || sig.bad) missing = true;
            if (g && type[n] && g != type[n]) return NULL;
            if (*sig.p == ' ') sig.p++;
        }
        if (sig.nslot > *nslot) *nslot = sig.nslot;
        if (!missing) break;
    }
    if (missing || (ngot && n != ngot)) return NULL;
    return ir_ty_func(module, type[0], n - 1, type + 1, false);
}

// ---- names ----

// As LLVM spells types in names: i32, f16, v4f32, p3, sl_i32s.
static void mangle_type(IrModule *module, Buf *out, const IrType *named) {
    switch (named->kind) {
    case IR_TY_INT: buf_printf(out, "i%u", named->bits); break;
    case IR_TY_BFLOAT: buf_puts(out, "bf16"); break;
    case IR_TY_PTR: buf_printf(out, "p%u", named->as); break;
    case IR_TY_VECTOR:
    case IR_TY_ARRAY:
        buf_printf(out, "%c%llu", named->kind == IR_TY_ARRAY ? 'a' : 'v',
                   (unsigned long long)named->n);
        mangle_type(module, out, named->elem);
        break;
    case IR_TY_STRUCT:
        if (named->name) {
            buf_puts(out, "s_");
            buf_atom(module->ctx, out, named->name);
        } else {
            buf_puts(out, "sl_");
            for (uint64_t i = 0; i < named->n; i++) mangle_type(module, out, named->sub[i]);
        }
        buf_puts(out, "s");
        break;
    default: buf_printf(out, "f%u", named->bits); break;
    }
}

// LLVM's name of the intrinsic, in the arena: the row's name with a suffix for each overload type.
char *ir_intrin_mangle(IrModule *module, IrIntrin id, uint32_t n, IrType *const *overload,
                       Arena *owner) {
    Buf b;
    buf_init(&b, owner);
    buf_puts(&b, ir_intrins[id].name);
    for (uint32_t i = 0; i < n; i++) {
        buf_putc(&b, '.');
        mangle_type(module, &b, overload[i]);
    }
    return (char *)(uintptr_t)buf_cstr(&b);
}

// ---- declarations ----

// What IRI_* say about memory, as memory(...): two bits for each location.
static uint32_t memory_of(uint32_t props) {
    uint32_t rw = (props & IRI_READ ? 1u : 0) | (props & IRI_WRITE ? 2u : 0);
    if (props & IRI_NOMEM) return IR_MEM_NONE;
    if (!(props & (IRI_ARGMEM | IRI_INACC))) return rw * 0x15;
    return (props & IRI_ARGMEM ? rw : 0) | (props & IRI_INACC ? rw << 2 : 0);
}

// All that the row promises, as attributes; whatever there was goes.
void ir_intrin_set_attrs(IrModule *module, IrFunc *fn) {
    uint32_t p = ir_intrins[fn->intrin].props;
    const IrAttrSet *attrs = ir_attr_add(module, NULL, IR_ATTR_NOUNWIND);
    if (!(p & IRI_SYNC)) attrs = ir_attr_add(module, attrs, IR_ATTR_NOCALLBACK);
    if (p & IRI_CONV) attrs = ir_attr_add(module, attrs, IR_ATTR_CONVERGENT);
    if (p & IRI_NORET) {
        attrs = ir_attr_add(module, attrs, IR_ATTR_NORETURN);
    } else if (!(p & IRI_SYNC)) {
        attrs = ir_attr_add(module, attrs, IR_ATTR_WILLRETURN);
    }
    if (p & IRI_SPEC) attrs = ir_attr_add(module, attrs, IR_ATTR_SPECULATABLE);
    uint32_t mem = memory_of(p);
    if (mem != IR_MEM_ANY) attrs = ir_attr_add_int(module, attrs, IR_ATTR_MEMORY, mem);
    fn->attrs.fn = attrs;
    for (uint32_t i = 0; i < fn->nargs && i < 32; i++) {
        if (ir_intrins[fn->intrin].immarg >> i & 1) ir_fn_attr(fn, (int)i, IR_ATTR_IMMARG);
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

// Types are interned: their addresses tell.
static bool key_eq(const void *key, const void *item) {
    const Key *k = key;
    const IrFunc *f = item;
    return k->id == f->intrin && k->n == f->noverload &&
           (k->n == 0 || memcmp(k->overload, f->overload, k->n * sizeof(IrType *)) == 0);
}

// In the parallel phase the declaration waits for its place: see ir_parallel_end.
static void announce(IrModule *module, IrFunc *fn) {
    Atom name = atom_cstr(module->ctx, ir_intrin_mangle(module, fn->intrin, fn->noverload,
                                                        fn->overload, &module->arena));
    if (module->intern->shared) {
        fn->g.v.name = name; // diagnostics say it
        vec_push(&module->arena, &module->intern->pending, fn);
    } else {
        ir_func_register(module, fn, name);
    }
}

// The lock is held. Types that do not fit are a mistake of ours.
static IrFunc *declare(IrModule *module, IrIntrin id, uint32_t n, IrType *const *overload) {
    IrType *slot[IR_MAX_OVERLOAD] = {0};
    uint32_t nslot = 0;
    for (uint32_t i = 0; i < n && i < IR_MAX_OVERLOAD; i++) slot[i] = overload[i];
    IrType *fty = sig_func(module, id, slot, &nslot, NULL, 0);
    if (!fty || nslot != n) {
        cu_fatal(module->ctx, "intrinsic %s: wrong overload types", ir_intrins[id].name);
    }
    IrFunc *f = ir_func_alloc(module, fty, IR_EXTERNAL);
    f->intrin = (uint16_t)id;
    f->noverload = n;
    f->overload = arena_copy(&module->arena, slot, n * sizeof(IrType *), sizeof(void *));
    ir_intrin_set_attrs(module, f);
    announce(module, f);
    return f;
}

// Equal types give the same declaration, whoever asks first.
IrFunc *ir_intrinsic(IrModule *module, IrIntrin id, uint32_t n, IrType *const *overload) {
    Key key = {id, n, overload};
    uint64_t h = key_hash(&key);
    ir_lock(module); // throughout: another thread must not see a declaration half made
    IrFunc *f = cons_find(&module->intern->intrins, h, key_eq, &key);
    if (!f) {
        f = declare(module, id, n, overload);
        cons_add(&module->intern->intrins, h, f);
    } else if (f->g.dead) { // was removed when nothing used it
        f->g.dead = false;
        announce(module, f);
    }
    ir_unlock(module);
    return f;
}

// Its types need not be worked out again.
IrFunc *ir_intrinsic_there(IrModule *module, IrIntrin id, const IrType *ret, uint32_t n,
                           IrValue *const *arg) {
    Key key = {.id = id};
    ir_lock(module);
    IrFunc *f = cons_find(&module->intern->intrins, key_hash(&key), key_eq, &key);
    bool there = f && !f->g.dead;
    ir_unlock(module);
    if (!there || f->nargs != n || (ret && ret != ir_func_ret(f))) return NULL;
    for (uint32_t k = 0; k < n; k++) {
        if (arg[k]->type != f->arg[k]->v.type) return NULL;
    }
    return f;
}

// By its name, which says everything.
IrFunc *ir_intrinsic_family(IrModule *module, IrIntrin id, Atom name, IrType *fty) {
    IrGlobal *known = ir_find(module, name);
    if (known && known->v.kind == IR_C_FUNC && known->vty == fty) return (IrFunc *)known;
    IrFunc *f = ir_func_new(module, name, fty, IR_EXTERNAL);
    f->intrin = (uint16_t)id;
    ir_intrin_set_attrs(module, f);
    return f;
}

// Overload types of a call from its arguments (and the result type, if given).
bool ir_intrin_overload(IrModule *module, IrIntrin id, IrType *ret, uint32_t n, IrValue *const *arg,
                        IrType **slot, uint32_t *nslot) {
    IrType *got[MAX_PARAMS + 1] = {ret};
    if (n > MAX_PARAMS) return false;
    for (uint32_t i = 0; i < n; i++) got[i + 1] = arg[i]->type;
    *nslot = 0;
    return sig_func(module, id, slot, nslot, got, n + 1) != NULL;
}

// ---- from names ----

static const uint16_t by_name[] = {
#include "intrin_order.h"
};

// Binary search: by_name is made when Cuprum is built, sorted.
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

// What no row knows may belong to a family.
IrIntrin ir_intrinsic_find(IrModule *module, const char *name, size_t len, IrType *fty,
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
    bool fits = sig_func(module, id, slot, n, got, (uint32_t)fty->n + 1) == fty;
    // only overloads have something behind their name
    bool longer = !*n && strlen(ir_intrins[id].name) < len;
    if (!fits || longer) {
        *n = 0;
        return ir_family_match(name, len, &family) ? family.id : IR_I_NONE;
    }
    memcpy(overload, slot, *n * sizeof(IrType *));
    return id;
}

// Attributes come from our row, not from the file: it knows more, and the file may be older.
void ir_intrin_adopt(IrModule *module, IrFunc *fn) {
    IrType *slot[IR_MAX_OVERLOAD] = {0};
    uint32_t n = 0;
    const char *name = atom_str(module->ctx, fn->g.v.name);
    IrIntrin id = ir_intrinsic_find(module, name, strlen(name), fn->g.vty, slot, &n);
    if (!id) return;
    if (ir_is_family(id)) {
        fn->intrin = (uint16_t)id;
        fn->attrs = (IrAttrList){0};
        ir_intrin_set_attrs(module, fn);
        return;
    }
    Key key = {id, n, slot};
    uint64_t h = key_hash(&key);
    fn->intrin = (uint16_t)id;
    fn->noverload = n;
    fn->overload = arena_copy(&module->arena, slot, n * sizeof(IrType *), sizeof(void *));
    fn->attrs = (IrAttrList){0};
    ir_intrin_set_attrs(module, fn);
    if (!cons_find(&module->intern->intrins, h, key_eq, &key))
        cons_add(&module->intern->intrins, h, fn);
    // the names of the typed-pointer dialects (".p0i8") become the present ones
    char *now = ir_intrin_mangle(module, id, n, fn->overload, &module->arena);
    if (strcmp(now, name) != 0) ir_global_rename(&fn->g, atom_cstr(module->ctx, now));
}

// Declarations of the same intrinsic under an old and a new name become one; what the text says
// about intrinsics' attributes gives way to our rows.
void ir_intrin_settle(IrModule *module) {
    Arena arena;
    arena_init(&arena, module->ctx, "ir-settle");
    VEC(IrGlobal *) old = {0};
    VEC(IrConst *) by = {0};
    for (uint32_t i = 0; i < module->funcs.n; i++) {
        IrFunc *f = module->funcs.at[i];
        if (!f->intrin) continue;
        f->attrs = (IrAttrList){0};
        ir_intrin_set_attrs(module, f);
        if (ir_is_family(f->intrin)) continue;
        IrFunc *one = ir_intrinsic(module, f->intrin, f->noverload, f->overload);
        if (one == f) continue;
        vec_push(&arena, &old, &f->g);
        vec_push(&arena, &by, (IrConst *)one);
    }
    ir_globals_replace(module, old.n, old.at, by.at);
    ir_globals_remove(module, old.n, old.at);
    arena_free(&arena);
}
