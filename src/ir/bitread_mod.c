// SPDX-License-Identifier: Apache-2.0
// Bitcode modules: global objects, names, the reader's entry points. Reads LLVM 3.0 to 21.
//
// The string table of names stands behind the module and is found first. The module's block is
// walked once; function bodies are only noted, and read when asked for (ir_materialize) or, by
// ir_read_bitcode, all at the end.
#include "ir/bitread_int.h"

#include "ir/ir_diag.h"

void *bc_fail(Bc *c, const char *why) {
    return bits_fail(&c->b, why);
}

Atom bc_text(Bc *c, const Rec *r, uint32_t from) {
    uint32_t n = r->op.n > from ? r->op.n - from : 0;
    ArenaMark mark = arena_mark(c->a);
    char *s = arena_alloc(c->a, n + 1, 1);
    for (uint32_t i = 0; i < n; i++) s[i] = (char)rec(r, from + i);
    Atom a = atom_intern(c->ctx, s, n);
    arena_reset(c->a, mark);
    return a;
}

bool bc_each(Bc *c, uint32_t id, bool (*fn)(Bc *, const Rec *)) {
    BlockMark m;
    Rec r = {0};
    int k;
    if (!bits_enter(&c->b, id, &m)) return false;
    while ((k = bits_next(&c->b, &r)) != BITS_END) {
        if (k == BITS_BLOCK) {
            bits_skip(&c->b);
        } else if (!fn(c, &r)) {
            return false;
        }
    }
    bits_leave(&c->b, &m);
    return !c->b.error;
}

// ---- global objects ----

IrLinkage bc_linkage(uint64_t v) {
    static const uint8_t map[] = {IR_EXTERNAL,
                                  IR_WEAK_ANY,
                                  IR_APPENDING,
                                  IR_INTERNAL,
                                  IR_LINKONCE,
                                  IR_EXTERNAL,
                                  IR_EXTERNAL,
                                  IR_EXTERN_WEAK,
                                  IR_COMMON,
                                  IR_PRIVATE,
                                  IR_WEAK_ODR,
                                  IR_LINKONCE_ODR,
                                  IR_AVAILABLE_EXTERNALLY,
                                  IR_PRIVATE,
                                  IR_PRIVATE,
                                  IR_EXTERNAL,
                                  IR_WEAK_ANY,
                                  IR_WEAK_ODR,
                                  IR_LINKONCE,
                                  IR_LINKONCE_ODR};
    return v < CU_COUNT(map) ? map[v] : IR_EXTERNAL;
}

void bc_push_value(Bc *c, IrValue *v, uint32_t tid, uint32_t ptee) {
    BcValue x = {.value = v, .type = v->type, .tid = tid, .ptee = ptee};
    vec_push(c->a, &c->value, x);
}

static Atom name_in_table(Bc *c, uint64_t off, uint64_t len) {
    if (off > c->nstrtab || len > c->nstrtab - off) {
        bc_fail(c, "name outside of the string table");
        return 0;
    }
    return len ? atom_intern(c->ctx, c->strtab + off, len) : 0;
}

// Before there were comdats (records end before `at`) some linkages meant one of its own.
static void implicit_comdat(Bc *c, IrGlobal *g, const Rec *r, uint32_t at, uint64_t linkage) {
    bool old = linkage == 1 || linkage == 4 || linkage == 10 || linkage == 11;
    if (old && r->op.n <= at) vec_push(c->a, &c->own_comdat, g);
}

static void add_global(Bc *c, IrGlobal *g, const Rec *r, uint32_t vty) {
    if (c->version >= 2) g->v.name = name_in_table(c, rec(r, 0), rec(r, 1));
    if (g->visibility && ir_is_local_linkage(g->linkage)) g->visibility = 0;
    bc_push_value(c, &g->v, 0, vty);
    vec_push(c->a, &c->by_id, g);
    if (c->library) vec_push(c->a, &c->lazy, (BcLater){0});
}

static uint32_t align_of(Bc *c, uint64_t code) {
    if (code > 33) bc_fail(c, "bad alignment");
    return code && code <= 32 ? 1u << (code - 1) : 0;
}

// `at` is the place of the visibility in the record; what old records lack is 0.
static void common(Bc *c, IrGlobal *g, const Rec *r, uint32_t visibility, uint32_t unnamed) {
    static const uint8_t unnamed_codes[] = {0, 1, 2};
    g->visibility = (uint8_t)(rec(r, visibility) % 3);
    g->unnamed_addr = unnamed_codes[rec(r, unnamed) % 3];
}

// Local and hidden symbols are so anyway and do not say it.
static void dso_local(IrGlobal *g, uint64_t v) {
    bool implied =
        ir_is_local_linkage(g->linkage) || (g->visibility && g->linkage != IR_EXTERN_WEAK);
    g->dso_local = (v & 1) && !implied;
}

static uint8_t tls_mode(uint64_t v) { // 1 was "thread local" before there were models
    return v <= IR_TLS_LOCAL ? (uint8_t)v : IR_TLS_GENERAL;
}

// DLL storage was a linkage once. Old files could give it to local symbols, where it means nothing.
static uint8_t dll_class(const Rec *r, uint32_t at, uint64_t linkage) {
    if (ir_is_local_linkage(bc_linkage(linkage))) return 0;
    if (at < r->op.n) return (uint8_t)(rec(r, at) % 3);
    return linkage == 5 ? 1 : linkage == 6 ? 2 : 0;
}

static Atom listed(Bc *c, const Atom *at, uint32_t n, uint64_t id, const char *what) {
    if (!id) return 0;
    if (id <= n) return at[id - 1];
    bc_fail(c, what);
    return 0;
}
#define LISTED(c, list, id, what) listed(c, (c)->list.at, (c)->list.n, id, what)

static Atom comdat(Bc *c, uint64_t id) {
    if (!id) return 0;
    if (id <= c->m->comdats.n) return c->m->comdats.at[id - 1].name;
    bc_fail(c, "comdat that does not exist");
    return 0;
}

static bool global_var(Bc *c, const Rec *r) {
    uint32_t o = c->version >= 2 ? 2 : 0;
    uint64_t tid = rec(r, o), bits = rec(r, o + 1), as = 0;
    IrType *t = bc_type(c, tid);
    if (!t) return false;
    uint32_t vty = (uint32_t)tid + 1;
    if (r->op.n < o + 6) return bc_fail(c, "bad variable") != NULL;
    if (bits & 2) {
        as = bits >> 2;
    } else { // the type is the pointer's
        if (t->kind != IR_TY_PTR) return bc_fail(c, "variable's type is no pointer") != NULL;
        as = t->as;
        vty = bc_contained(c, vty, 0);
        if (!vty || !(t = bc_type(c, vty - 1))) return bc_fail(c, "bad variable") != NULL;
    }
    if (as > 0xffffff) return bc_fail(c, "bad address space") != NULL;
    if (t->kind == IR_TY_VOID || t->kind == IR_TY_FUNC || t->kind == IR_TY_LABEL ||
        t->kind == IR_TY_METADATA) {
        return bc_fail(c, "variable of a type without values") != NULL;
    }
    IrGlobal *g = &arena_new(&c->m->arena, IrFunc)->g;
    g->v.kind = IR_C_VAR;
    g->v.type = ir_ty_ptr(c->m, (uint32_t)as);
    g->m = c->m;
    g->vty = t;
    g->constant = bits & 1;
    g->linkage = (uint8_t)bc_linkage(rec(r, o + 3));
    g->align = align_of(c, rec(r, o + 4));
    g->section = LISTED(c, sections, rec(r, o + 5), "section that does not exist");
    common(c, g, r, o + 6, o + 8);
    g->externally_initialized = rec(r, o + 9) & 1;
    g->comdat = comdat(c, rec(r, o + 11));
    uint64_t attrs = rec(r, o + 12);
    if (attrs && attrs <= c->lists.n) g->attrs = c->lists.at[attrs - 1].fn;
    dso_local(g, rec(r, o + 13));
    g->tls = tls_mode(rec(r, o + 7));
    g->dll = dll_class(r, o + 10, rec(r, o + 3));
    g->partition = c->version >= 2 ? name_in_table(c, rec(r, o + 14), rec(r, o + 15)) : 0;
    g->sanitize = rec(r, o + 16) & 15;
    g->code_model = rec(r, o + 17) <= 5 ? (uint8_t)rec(r, o + 17) : 0;
    add_global(c, g, r, vty);
    implicit_comdat(c, g, r, o + 11, rec(r, o + 3));
    uint64_t init = rec(r, o + 2);
    if (init) vec_push(c->a, &c->inits, ((struct BcInit){g, (uint32_t)init}));
    return !c->b.error;
}

static void own_attrs(Bc *c, IrAttrList *l, uint64_t id, uint32_t fty, Arena *a) {
    if (!id || id > c->lists.n) return;
    *l = c->lists.at[id - 1];
    if (l->n) l->param = arena_copy(a, l->param, l->n * sizeof(void *), sizeof(void *));
    bc_attrs_fit(c, c->type.at[fty - 1].t, l);
    bc_attr_pointees(c, fty, l);
}

uint32_t bc_function_type(Bc *c, const Rec *r) {
    uint32_t o = c->version >= 2 ? 2 : 0, fty = (uint32_t)rec(r, o) + 1;
    IrType *t = bc_type(c, rec(r, o));
    if (!t) return 0;
    if (r->op.n < o + 8) return bc_fail(c, "bad function") != NULL;
    if (t->kind == IR_TY_PTR) {
        fty = bc_contained(c, fty, 0);
        if (!fty || !(t = bc_type(c, fty - 1))) return bc_fail(c, "bad function") != NULL;
    }
    if (t->kind != IR_TY_FUNC) return bc_fail(c, "function of no function type") != NULL;
    return fty;
}

IrFunc *bc_function_of(Bc *c, const Rec *r, uint32_t fty) {
    uint32_t o = c->version >= 2 ? 2 : 0;
    if (!fty) return NULL;
    IrType *t = bc_type(c, fty - 1);
    if (rec(r, o + 1) > 1023) return bc_fail(c, "bad calling convention");
    IrFunc *f = arena_new(&c->m->arena, IrFunc);
    ir_func_init(c->m, f, t, bc_linkage(rec(r, o + 3)));
    f->cc = (uint32_t)rec(r, o + 1);
    own_attrs(c, &f->attrs, rec(r, o + 4), fty, &c->m->arena);
    f->g.align = align_of(c, rec(r, o + 5));
    f->g.section = LISTED(c, sections, rec(r, o + 6), "section that does not exist");
    common(c, &f->g, r, o + 7, o + 9);
    f->g.comdat = comdat(c, rec(r, o + 12));
    dso_local(&f->g, rec(r, o + 15));
    f->g.dll = dll_class(r, o + 11, rec(r, o + 3));
    f->gc = LISTED(c, gcs, rec(r, o + 8), "garbage collector that does not exist");
    f->g.v.type = ir_ty_ptr(c->m, (uint32_t)rec(r, o + 16) & 0xffffff);
    f->g.partition = c->version >= 2 ? name_in_table(c, rec(r, o + 17), rec(r, o + 18)) : 0;
    struct BcExtra x = {
        f, {(uint32_t)rec(r, o + 13), (uint32_t)rec(r, o + 10), (uint32_t)rec(r, o + 14)}};
    if (x.id[0] || x.id[1] || x.id[2]) vec_push(c->a, &c->extras, x);
    if (f->g.visibility && ir_is_local_linkage(f->g.linkage)) f->g.visibility = 0;
    implicit_comdat(c, &f->g, r, o + 12, rec(r, o + 3));
    return c->b.error ? NULL : f;
}

static bool function(Bc *c, const Rec *r) {
    uint32_t o = c->version >= 2 ? 2 : 0, fty = bc_function_type(c, r);
    bool body = !rec(r, o + 2);
    if (c->library && c->version < 2) { // names come apart: all in good time
        if (!fty || !bc_later_note(c, fty, body)) return false;
        if (body) vec_push(c->a, &c->bodies, c->by_id.n - 1);
        return true;
    }
    IrFunc *f = bc_function_of(c, r, fty);
    if (!f) return false;
    add_global(c, &f->g, r, fty);
    if (body) {
        vec_push(c->a, &c->bodies, c->by_id.n - 1);
        map_put(&c->body_id, (uintptr_t)f, (void *)(uintptr_t)c->value.n); // id + 1
    }
    return !c->b.error;
}

static bool alias(Bc *c, const Rec *r) {
    uint32_t o = c->version >= 2 ? 2 : 0, vty = (uint32_t)rec(r, o) + 1;
    bool ifunc = r->code == MOD_IFUNC;
    bool old = r->code == MOD_ALIAS_OLD; // has the pointer's type and no address space
    IrType *t = bc_type(c, rec(r, o));
    uint64_t as = rec(r, o + 1);
    if (!t) return false;
    if (r->op.n < o + (old ? 3 : 4)) return bc_fail(c, "bad alias") != NULL;
    if (old) {
        if (t->kind != IR_TY_PTR) return bc_fail(c, "alias's type is no pointer") != NULL;
        as = t->as;
        vty = bc_contained(c, vty, 0);
        if (!vty || !(t = bc_type(c, vty - 1))) return bc_fail(c, "bad alias") != NULL;
        o--;
    }
    if (as > 0xffffff) return bc_fail(c, "bad address space") != NULL;
    IrGlobal *g = arena_new(&c->m->arena, IrGlobal);
    g->v.kind = ifunc ? IR_C_IFUNC : IR_C_ALIAS;
    g->v.type = ir_ty_ptr(c->m, (uint32_t)as);
    g->m = c->m;
    g->vty = t;
    g->linkage = (uint8_t)bc_linkage(rec(r, o + 3));
    common(c, g, r, o + 4, ifunc ? UINT32_MAX : o + 7);
    dso_local(g, rec(r, ifunc ? o + 5 : o + 8));
    if (!ifunc) {
        g->dll = dll_class(r, o + 5, rec(r, o + 3));
        g->tls = tls_mode(rec(r, o + 6));
    }
    uint32_t part = ifunc ? o + 6 : o + 9;
    g->partition = c->version >= 2 ? name_in_table(c, rec(r, part), rec(r, part + 1)) : 0;
    add_global(c, g, r, vty);
    vec_push(c->a, &c->inits, ((struct BcInit){g, (uint32_t)rec(r, o + 2) + 1}));
    return !c->b.error;
}

static bool symbol(Bc *c, const Rec *r) { // of the module's value symbol table
    uint64_t id = rec(r, 0);
    uint32_t from = r->code == SYM_FUNCTION ? 2 : 1; // FNENTRY has an offset
    if (r->code != SYM_ENTRY && r->code != SYM_FUNCTION) return true;
    if (id >= c->by_id.n) {
        // constants could have names long ago
        return id < c->value.n || bc_fail(c, "name of a value that does not exist") != NULL;
    }
    if (r->op.n <= from) return true;
    if (c->library && c->lazy.at[id].record_at)
        bc_later_name(c, (uint32_t)id, r, from);
    else
        c->by_id.at[id]->v.name = bc_text(c, r, from);
    return true;
}

// ---- other records of the module ----

static bool module_asm(Bc *c, const Rec *r) {
    ir_module_asm_add(c->m, bc_text(c, r, 0));
    return true;
}

static bool comdat_record(Bc *c, const Rec *r) {
    IrComdat x = {0};
    uint64_t kind = c->version >= 2 ? rec(r, 2) : rec(r, 0);
    if (c->version >= 2) {
        x.name = name_in_table(c, rec(r, 0), rec(r, 1));
    } else {
        uint64_t n = rec(r, 1);
        if (n > r->op.n || r->op.n - n < 2) return bc_fail(c, "bad comdat") != NULL;
        Rec part = *r;
        part.op.n = (uint32_t)n + 2;
        x.name = bc_text(c, &part, 2);
    }
    x.kind = kind >= 1 && kind <= 5 ? (uint8_t)(kind - 1) : 0;
    vec_push(&c->m->arena, &c->m->comdats, x);
    return !c->b.error;
}

static bool module_record(Bc *c, const Rec *r) {
    IrModule *m = c->m;
    switch (r->code) {
    case MOD_VERSION:
        c->version = (uint32_t)rec(r, 0);
        return c->version <= 2 || bc_fail(c, "unknown version of the format") != NULL;
    case MOD_TRIPLE: m->triple = bc_text(c, r, 0); return true;
    case MOD_DATALAYOUT: {
        IrDataLayout l = {0};
        m->datalayout = bc_text(c, r, 0);
        if (ir_datalayout_read(atom_str(c->ctx, m->datalayout), atom_len(c->ctx, m->datalayout),
                               &l)) {
            return bc_fail(c, "bad data layout") != NULL;
        }
        m->short_ptr_as = l.short_ptr_as;
        c->alloca_as = l.alloca_as;
        return true;
    }
    case MOD_ASM: return module_asm(c, r);
    case MOD_SECTION: vec_push(c->a, &c->sections, bc_text(c, r, 0)); return true;
    case MOD_GC: vec_push(c->a, &c->gcs, bc_text(c, r, 0)); return true;
    case MOD_COMDAT: return comdat_record(c, r);
    case MOD_GLOBALVAR: return global_var(c, r);
    case MOD_FUNCTION: return function(c, r);
    case MOD_ALIAS_OLD:
    case MOD_ALIAS:
    case MOD_IFUNC: return alias(c, r);
    case MOD_SOURCE_FILENAME: m->source_name = bc_text(c, r, 0); return true;
    default: return true;
    }
}

static bool bundle_tag(Bc *c, const Rec *r) {
    vec_push(c->a, &c->tags, bc_text(c, r, 0));
    return true;
}

static bool sync_scope(Bc *c, const Rec *r) {
    int k = ir_scope(c->m, bc_text(c, r, 0));
    if (k < 0) return bc_fail(c, "too many synchronisation scopes") != NULL;
    vec_push(c->a, &c->scopes, (uint8_t)k);
    return true;
}

static bool note_body(Bc *c) {
    if (c->nbodies >= c->bodies.n) return bc_fail(c, "body of no function") != NULL;
    uint32_t id = c->bodies.at[c->nbodies++];
    IrFunc *f = (IrFunc *)c->by_id.at[id];
    if (f) f->body_at = c->b.pos;
    if (c->library) c->lazy.at[id].body_at = c->b.pos;
    bits_skip(&c->b);
    return !c->b.error;
}

static bool module_item(Bc *c, uint32_t block) {
    switch (block) {
    case BLK_INFO: {
        BlockMark info;
        return bits_enter(&c->b, BLK_INFO, &info);
    }
    case BLK_PARAMATTR: return bc_each(c, block, bc_attr_list);
    case BLK_PARAMATTR_GROUP: return bc_each(c, block, bc_attr_group);
    case BLK_CONSTANTS: return bc_constants(c);
    case BLK_FUNCTION: return note_body(c);
    case BLK_SYMBOLS: return bc_each(c, block, symbol);
    case BLK_TYPES: return bc_types(c);
    case BLK_METADATA: return bc_metadata(c);
    case BLK_METADATA_KIND: return bc_each(c, block, bc_metadata_kind);
    case BLK_BUNDLE_TAGS: return bc_each(c, block, bundle_tag);
    case BLK_SYNC_SCOPES: return bc_each(c, block, sync_scope);
    default: bits_skip(&c->b); return !c->b.error;
    }
}

static bool initializers(Bc *c) {
    for (uint32_t i = 0; i < c->inits.n; i++) {
        IrGlobal *g = c->inits.at[i].g;
        IrConst *x = bc_const(c, c->inits.at[i].init - 1);
        if (!x) return false;
        bool fits = g->v.kind == IR_C_VAR ? x->v.type == g->vty : x->v.type->kind == IR_TY_PTR;
        if (!fits) return bc_fail(c, "initialiser of another type") != NULL;
        g->init = x;
    }
    return bc_extras(c);
}

bool bc_extras(Bc *c) {
    while (c->extras.n) {
        struct BcExtra one = vec_pop(&c->extras), *x = &one;
        IrConst **to[] = {&x->f->prefix, &x->f->prologue, &x->f->personality};
        for (int k = 0; k < 3; k++) {
            if (x->id[k] && !(*to[k] = bc_const(c, x->id[k] - 1))) return false;
        }
    }
    return true;
}

static bool module_block(Bc *c) {
    BlockMark m;
    Rec r = {0};
    int k;
    if (!bits_enter(&c->b, BLK_MODULE, &m)) return false;
    while ((k = bits_next(&c->b, &r)) != BITS_END) {
        if (!(k == BITS_RECORD ? module_record(c, &r) : module_item(c, r.code))) return false;
    }
    if (c->b.error) return false;
    if (c->nbodies < c->bodies.n) return bc_fail(c, "function without its body") != NULL;
    if (!initializers(c)) return false;
    bc_md_old_units(c);
    bits_leave(&c->b, &m);
    return !c->b.error;
}

// ---- names are known: into the module ----

static void place(Bc *c, IrGlobal *g) {
    IrGlobal old = *g;
    switch (g->v.kind) {
    case IR_C_FUNC: {
        IrFunc *f = (IrFunc *)g;
        ir_func_register(c->m, f, g->v.name);
        if (!f->body_at) ir_intrin_adopt(c->m, f);
        return;
    }
    case IR_C_VAR: ir_var_place(c->m, g, old.v.name, old.vty, old.v.type->as, old.linkage); break;
    default:
        ir_alias_place(c->m, g, old.v.name, old.vty, old.v.type->as, old.linkage);
        g->v.kind = old.v.kind;
    }
    if (old.align) g->align = old.align;
}

static void finish(Bc *c) {
    for (uint32_t i = 0; i < c->by_id.n; i++) {
        if (c->by_id.at[i]) place(c, c->by_id.at[i]);
    }
    c->placed = true;
    for (uint32_t i = 0; i < c->own_comdat.n; i++) {
        IrGlobal *g = c->own_comdat.at[i];
        if (g->v.kind == IR_C_FUNC ? !ir_has_body((IrFunc *)g) : !g->init) continue;
        g->comdat = g->v.name;
        vec_push(&c->m->arena, &c->m->comdats, ((IrComdat){g->v.name, 0}));
    }
    ir_intrin_settle(c->m);
    for (uint32_t i = 0; i < c->by_id.n; i++) { // one declaration stands for several
        IrFunc *f = c->by_id.at[i] ? ir_as_func(&c->by_id.at[i]->v) : NULL;
        if (!f || !f->g.dead || !f->intrin) continue;
        c->value.at[i].value = &ir_intrinsic(c->m, f->intrin, f->noverload, f->overload)->g.v;
    }
}

// ---- the file ----

static bool strtab(Bc *c, const Rec *r) {
    if (r->code != 1 || !r->blob) return true;
    c->strtab = (const char *)r->blob;
    c->nstrtab = r->nblob;
    return true;
}

static bool old_identification(Bc *c, const Rec *r) {
    return r->code != 2 || rec(r, 0) == 0 || bc_fail(c, "unknown epoch of the format") != NULL;
}

static bool top_level(Bc *c) {
    Rec r = {0};
    uint64_t module_at = 0;
    while (!c->b.error && c->b.end - c->b.pos >= 64) {
        int k = bits_next(&c->b, &r);
        if (k != BITS_BLOCK) {
            // padding behind the last block is no harm
            if (module_at) break;
            return bc_fail(c, "block expected") != NULL;
        }
        if (r.code == BLK_STRTAB && module_at && !c->strtab) {
            if (!bc_each(c, BLK_STRTAB, strtab)) return false;
        } else if (r.code == BLK_IDENTIFICATION) {
            if (!bc_each(c, r.code, old_identification)) return false;
        } else {
            if (r.code == BLK_MODULE && !module_at) module_at = c->b.pos;
            bits_skip(&c->b);
        }
    }
    if (c->b.error && module_at) { // so is garbage
        c->b.error = NULL;
    }
    if (c->b.error) return false;
    if (!module_at) return bc_fail(c, "no module in it") != NULL;
    c->b.pos = module_at;
    return module_block(c);
}

bool ir_is_bitcode(const void *data, size_t n) {
    const uint8_t *p = data;
    return n >= 4 && ((p[0] == 'B' && p[1] == 'C' && p[2] == 0xC0 && p[3] == 0xDE) ||
                      (p[0] == 0xDE && p[1] == 0xC0 && p[2] == 0x17 && p[3] == 0x0B));
}

bool bc_report(Bc *c) {
    return diag(c->ctx, &ir_diag_rows[D_ir_bitcode], 0, c->name,
                c->b.error ? c->b.error : "damaged", (unsigned long long)c->b.error_at);
}

static void set_input(Bc *c, const uint8_t *p, size_t n) {
    if (n >= 20 && p[0] == 0xDE) { // wrapper: magic, version, offset, size, cpu
        uint32_t off, size;
        memcpy(&off, p + 8, 4);
        memcpy(&size, p + 12, 4);
        if (off <= n && size <= n - off) {
            p += off;
            n = size;
        }
    }
    c->b.data = p;
    c->b.nbytes = n;
    c->b.pos = 32;
    c->b.end = (uint64_t)n / 4 * 32;
    c->budget = 64 * (uint64_t)n + (1 << 16);
    if (!ir_is_bitcode(p, n) || n < 8 || p[0] != 'B') bc_fail(c, "no bitcode");
}

static IrModule *read_lazy(Ctx *ctx, const char *name, const void *data, size_t n, bool library) {
    IrModule *m = ir_module_new(ctx, atom_cstr(ctx, name));
    Bc *c = arena_new(&m->arena, Bc);
    m->triple = 0; // what the file says, nothing if it says nothing
    c->ctx = ctx;
    c->m = m;
    c->a = &c->arena;
    c->name = name;
    c->library = library;
    arena_init(c->a, ctx, "ir-bitcode");
    c->b = (Bits){.ctx = ctx, .a = c->a, .width = 2};
    map_init(&c->b.info, c->a);
    map_init(&c->groups, c->a);
    map_init(&c->later, c->a);
    map_init(&c->body_id, c->a);
    map_init(&c->wrapped, c->a);
    map_init(&c->block_ref, c->a);
    map_init(&c->kinds, c->a);
    map_init(&c->by_name, c->a);
    c->dbg = atom_cstr(ctx, "dbg");
    set_input(c, data, n);
    if (library) { // a guess from the size, so that the lists need not grow
        uint32_t guess = (uint32_t)CU_MIN(n / 600, 4096u);
        vec_reserve(c->a, &c->value, guess);
        vec_reserve(c->a, &c->by_id, guess);
        vec_reserve(c->a, &c->lazy, guess);
    }
    if (!c->b.error && top_level(c)) {
        finish(c);
        if (!library) ir_upgrade_ctors(m);
        m->reader = c;
        return m;
    }
    bc_report(c);
    arena_free(c->a);
    ir_module_free(m);
    return NULL;
}

IrModule *ir_read_bitcode_lazy(Ctx *ctx, const char *name, const void *data, size_t n) {
    return read_lazy(ctx, name, data, n, false);
}

IrModule *ir_read_bitcode_library(Ctx *ctx, const char *name, const void *data, size_t n) {
    return read_lazy(ctx, name, data, n, true);
}

bool ir_materialize(IrFunc *f) {
    Bc *c = f->g.m->reader;
    if (!f->body_at) return true;
    c->b.pos = f->body_at;
    c->b.end = c->b.nbytes / 4 * 32;
    f->body_at = 0;
    return bc_function(c, f) || bc_report(c);
}

void ir_reader_free(IrModule *m) {
    if (m->reader) arena_free(m->reader->a);
    m->reader = NULL;
}

IrModule *ir_read_bitcode(Ctx *ctx, const char *name, const void *data, size_t n) {
    IrModule *m = ir_read_bitcode_lazy(ctx, name, data, n);
    if (!m) return NULL;
    m->reader->names = true;
    bool ok = true;
    for (uint32_t i = 0; ok && i < m->reader->bodies.n; i++) {
        ok = ir_materialize((IrFunc *)m->reader->by_id.at[m->reader->bodies.at[i]]);
    }
    if (ok && m->reader->nblock_refs) {
        bc_fail(m->reader, "address of a block that does not exist");
        ok = bc_report(m->reader);
    }
    ir_reader_free(m);
    if (!ok || !ir_expand_old(m)) {
        ir_module_free(m);
        return NULL;
    }
    ir_upgrade(m);
    return m;
}
