// SPDX-License-Identifier: Apache-2.0
// Virtual tables (Itanium C++ ABI 2.5). The table of a subobject, from the word its pointer points
// to (the address point): upwards the virtual functions by slot; downwards the type information
// (null: no RTTI in device code), the offset to the top of the object, then the offsets of the
// class's virtual bases and, in the table of a virtual base, for each of its functions the offset
// of the subobject whose function is called (vcall offset).
//
// A class's tables are one group: its own first, those of bases that are not virtual and not
// primary, then those of the virtual bases, each with its bases' (2.5.2, "virtual table groups"). A
// primary base shares its derived class's table. While a base is constructed in a larger object
// whose class has virtual bases, its tables are a construction group: the functions are those of a
// complete object of the base's class, the offsets those of the larger object (2.6.1).
#include "irgen/vtable.h"

typedef struct Offset { // a word below the type information
    const ClassDecl *vbase;
    FuncDecl *vcall;
    int64_t value;
    uint32_t next; // of the vcall offsets by name: number and 1
} Offset;
typedef struct Offsets {
    Gen *g;
    SubTree *tree;
    SubObj *of; // whose table they are in
    VEC(Offset) at;
    Map seen;  // classes walked for virtual bases
    Map vbase; // ClassDecl* -> number and 1
    Map named; // name of a function -> number and 1 of its last vcall offset
} Offsets;

static uint64_t vbase_off(const Offsets *o, const ClassDecl *v) {
    const BaseSpec *b = cxx_vbase(o->tree->most, v);
    return b ? b->offset : 0;
}

static void add_vbases(Offsets *o, ClassDecl *c) {
    Arena *a = &o->g->ctx->perm;
    if (!c->has_virtual_bases || map_get(&o->seen, (uintptr_t)c)) return;
    map_put(&o->seen, (uintptr_t)c, c);
    for (uint32_t i = 0; i < c->nbase; i++) {
        ClassDecl *v = c->base[i].cls;
        if (c->base[i].virtual_ && !map_get(&o->vbase, (uintptr_t)v)) {
            Offset e = {.vbase = v, .value = (int64_t)(vbase_off(o, v) - o->of->off)};
            vec_push(a, &o->at, e);
            map_put(&o->vbase, (uintptr_t)v, (void *)(uintptr_t)o->at.n);
        }
        add_vbases(o, v);
    }
}

static uint32_t find_vcall(const Offsets *o, FuncDecl *f) {
    uint64_t key = f->kind == FK_DTOR ? UINT64_MAX : f->d.name;
    uint32_t n = (uint32_t)(uintptr_t)map_get(&o->named, key);
    while (n && !cxx_overrides(o->g->x, o->at.at[n - 1].vcall, f)) n = o->at.at[n - 1].next;
    return n;
}

static void add_vcalls(Offsets *o, SubObj *s) {
    if (!s->cls->polymorphic) return;
    if (s->primary) add_vcalls(o, s->primary);
    for (uint32_t i = 0; i < s->cls->virtuals.n; i++) {
        FuncDecl *f = s->cls->virtuals.at[i];
        uint64_t key = f->kind == FK_DTOR ? UINT64_MAX : f->d.name;
        SubObj *in;
        if (find_vcall(o, f)) continue;
        Offset e = {.vcall = f, .next = (uint32_t)(uintptr_t)map_get(&o->named, key)};
        if (cxx_final_overrider(o->tree, s, f, &in)) e.value = (int64_t)(in->off - o->of->off);
        vec_push(&o->g->ctx->perm, &o->at, e);
        map_put(&o->named, key, (void *)(uintptr_t)o->at.n);
    }
    for (uint32_t i = 0; i < s->cls->nbase; i++) {
        SubObj *b = s->base[i];
        if (b && b != s->primary && !s->cls->base[i].virtual_) add_vcalls(o, b);
    }
}

// A primary base's offsets come first: its part of the table must look like a table of its own.
static void add_offsets(Offsets *o, SubObj *s, bool virtual_) {
    SubObj *p = s->lost ? map_get(&o->tree->virt, (uintptr_t)s->cls->virtual_primary) : s->primary;
    if (p) add_offsets(o, p, p->virtual_);
    add_vbases(o, s->cls);
    if (virtual_) add_vcalls(o, s);
}

static Offsets offsets_of(Gen *g, SubTree *t, SubObj *s, bool virtual_) {
    Offsets o = {.g = g, .tree = t, .of = s};
    map_init(&o.seen, &g->ctx->perm);
    map_init(&o.vbase, &g->ctx->perm);
    map_init(&o.named, &g->ctx->perm);
    add_offsets(&o, s, virtual_);
    return o;
}

// Those in the table of an object of class c that is a virtual base. (In other tables the vcall
// offsets at the end are missing.)
static Offsets *class_offsets(Gen *g, ClassDecl *c) {
    Offsets *o = map_get(&g->voffsets, (uintptr_t)c);
    if (o) return o;
    cxx_class_layout(g->x, c, c->d.pos);
    SubTree *t = cxx_subobjects(g->x, c, 0, c);
    o = arena_new(&g->ctx->perm, Offsets);
    *o = offsets_of(g, t, t->at.at[0], true);
    map_put(&g->voffsets, (uintptr_t)c, o);
    return o;
}

static int64_t word_below(uint32_t number) {
    return -8 * ((int64_t)number + 3);
}

int64_t vt_vbase_at(Gen *g, ClassDecl *c, const ClassDecl *v) {
    uint32_t n = (uint32_t)(uintptr_t)map_get(&class_offsets(g, c)->vbase, (uintptr_t)v);
    CU_ASSERT(g->ctx, n);
    return word_below(n - 1);
}

int64_t vt_vcall_at(Gen *g, ClassDecl *c, FuncDecl *f) {
    uint32_t n = find_vcall(class_offsets(g, c), f);
    CU_ASSERT(g->ctx, n);
    return word_below(n - 1);
}

// ---- a group -----------------------------------------------------------------------------------

typedef struct VtBuild {
    Gen *g;
    VtGroup *v;
    SubObj *root;
    VEC(IrConst *) word;
} VtBuild;

static void add_int(VtBuild *b, int64_t n) {
    IrModule *m = b->g->m;
    IrConst *c = ir_null(m, m->ty_ptr);
    if (n) c = ir_ccast(m, IR_INTTOPTR, ir_sint(m->ty_i64, n), m->ty_ptr);
    vec_push(&b->g->ctx->perm, &b->word, c);
}

static void add_slot(VtBuild *b, SubObj *s, uint32_t i) {
    Gen *g = b->g;
    FuncDecl *slot = s->cls->slots.at[i];
    Thunk t = {.slot = slot, .holder = cxx_slot_holder(b->v->tree, s, slot)};
    if (t.holder) t.f = cxx_final_overrider(b->v->tree, t.holder, slot, &t.in);
    if (!t.f || t.f->pure || t.f->deleted || !t.f->defined) {
        add_int(b, 0);
        return;
    }
    t.deleting = slot->kind == FK_DTOR && i && s->cls->slots.at[i - 1] == slot;
    if (!cxx_result_path(g->x, t.f, slot, &t.path, &t.npath)) t.npath = 0;
    vec_push(&g->ctx->perm, &b->word, vt_thunk(g, &t));
}

static void add_table(VtBuild *b, SubObj *s) {
    ClassDecl *c = s->cls;
    Offsets o = offsets_of(b->g, b->v->tree, s, s->virtual_);
    for (uint32_t i = o.at.n; i-- > 0;) add_int(b, o.at.at[i].value);
    add_int(b, (int64_t)(b->root->off - s->off)); // to the top
    add_int(b, 0);
    uint32_t point = b->word.n;
    for (SubObj *p = s; p; p = p->primary) p->point = point;
    for (uint32_t i = 0; i < c->slots.n; i++) add_slot(b, s, i);
}

// A construction group has the tables whose contents differ from the complete object's.
static void add_secondary(VtBuild *b, SubObj *s) {
    for (uint32_t i = 0; i < s->cls->nbase; i++) {
        SubObj *k = s->base[i];
        if (!k || k->virtual_) continue;
        if (b->v->most != b->v->root && !k->virtual_path && !k->cls->has_virtual_bases) continue;
        if (!k->shares) add_table(b, k);
        add_secondary(b, k);
    }
}

static VtGroup *build_group(Gen *g, VtGroup *v, SubObj *root) {
    VtBuild b = {.g = g, .v = v, .root = root};
    add_table(&b, root);
    add_secondary(&b, root);
    for (uint32_t i = 1; i < v->tree->at.n; i++) {
        SubObj *k = v->tree->at.at[i];
        if (!k->virtual_) continue;
        if (!k->shares) add_table(&b, k);
        add_secondary(&b, k);
    }
    v->var->vty = ir_ty_array(g->m, g->m->ty_ptr, b.word.n);
    v->var->init = ir_agg(g->m, v->var->vty, b.word.n, b.word.at);
    v->var->constant = true;
    v->var->align = 8;
    return v;
}

static const char *type_name(Gen *g, ClassDecl *c) {
    const char *text = atom_str(g->ctx, cxx_mangle(g->x, &c->d));
    return strncmp(text, "_Z", 2) == 0 ? text + 2 : text;
}

static VtGroup *group_new(Gen *g, ClassDecl *root, uint64_t off, ClassDecl *most, Atom name) {
    VtGroup *v = arena_new(&g->ctx->perm, VtGroup);
    cxx_class_layout(g->x, most, most->d.pos);
    *v = (VtGroup){.root = root, .most = most};
    v->tree = cxx_subobjects(g->x, root, off, most);
    v->var = ir_var_new(g->m, name, g->m->ty_i8, IR_AS_GLOBAL, IR_INTERNAL, NULL);
    return v;
}

VtGroup *vt_group(Gen *g, ClassDecl *c) {
    VtGroup *v = map_get(&g->vtables, (uintptr_t)c);
    if (v) return v;
    v = group_new(g, c, 0, c, atom_printf(g->ctx, "_ZTV%s", type_name(g, c)));
    map_put(&g->vtables, (uintptr_t)c, v);
    return build_group(g, v, v->tree->at.at[0]);
}

VtGroup *vt_construction(Gen *g, VtGroup *top, SubObj *s) {
    Atom name = atom_printf(g->ctx, "_ZTC%s%llu_%s", type_name(g, top->root),
                            (unsigned long long)s->off, type_name(g, s->cls));
    VtGroup *v = group_new(g, s->cls, s->off, top->root, name);
    return build_group(g, v, v->tree->at.at[0]);
}

IrConst *vt_point(Gen *g, VtGroup *v, SubObj *s) {
    IrConst *p = (IrConst *)gen_generic(g, v->var);
    return ir_cptradd(g->m, p, 8 * (int64_t)s->point, IR_INBOUNDS);
}
