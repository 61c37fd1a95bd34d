// SPDX-License-Identifier: Apache-2.0
// The offsets in virtual tables below the type information (Itanium C++ ABI 2.5.2): of virtual
// bases, and of what the functions of a virtual base are called with (vcall offsets). vtable.c says
// where the tables' parts are.
#include "irgen/vtable.h"

static uint64_t vbase_off(const Offsets *o, const ClassDecl *v) {
    const BaseSpec *b = cxx_vbase(o->tree->most, v);
    return b ? b->offset : 0;
}

static void add_vbases(Offsets *offsets, ClassDecl *cls) {
    Arena *arena = &offsets->g->ctx->perm;
    if (!cls->table.has_virtual_bases || map_get(&offsets->seen, (uintptr_t)cls)) return;
    map_put(&offsets->seen, (uintptr_t)cls, cls);
    for (uint32_t i = 0; i < cls->members.nbase; i++) {
        ClassDecl *v = cls->members.base[i].cls;
        if (cls->members.base[i].virtual_ && !map_get(&offsets->vbase, (uintptr_t)v)) {
            Offset e = {.vbase = v, .value = (int64_t)(vbase_off(offsets, v) - offsets->of->off)};
            vec_push(arena, &offsets->at, e);
            map_put(&offsets->vbase, (uintptr_t)v, (void *)(uintptr_t)offsets->at.n);
        }
        add_vbases(offsets, v);
    }
}

static uint32_t find_vcall(const Offsets *o, FuncDecl *f) {
    uint64_t key = f->kind == FK_DTOR ? UINT64_MAX : f->d.name;
    uint32_t n = (uint32_t)(uintptr_t)map_get(&o->named, key);
    while (n && !cxx_overrides(o->g->x, o->at.at[n - 1].vcall, f)) n = o->at.at[n - 1].next;
    return n;
}

static void add_vcalls(Offsets *offsets, SubObj *part) {
    if (!part->cls->table.polymorphic) return;
    if (part->primary) add_vcalls(offsets, part->primary);
    for (uint32_t i = 0; i < part->cls->table.own.n; i++) {
        FuncDecl *f = part->cls->table.own.at[i];
        uint64_t key = f->kind == FK_DTOR ? UINT64_MAX : f->d.name;
        SubObj *in;
        if (find_vcall(offsets, f)) continue;
        Offset e = {.vcall = f, .next = (uint32_t)(uintptr_t)map_get(&offsets->named, key)};
        if (cxx_final_overrider(offsets->tree, part, f, &in))
            e.value = (int64_t)(in->off - offsets->of->off);
        vec_push(&offsets->g->ctx->perm, &offsets->at, e);
        map_put(&offsets->named, key, (void *)(uintptr_t)offsets->at.n);
    }
    for (uint32_t i = 0; i < part->cls->members.nbase; i++) {
        SubObj *b = part->base[i];
        if (b && b != part->primary && !part->cls->members.base[i].virtual_) add_vcalls(offsets, b);
    }
}

// A primary base's offsets come first: its part of the table must look like a table of its own.
static void add_offsets(Offsets *o, SubObj *s, bool virtual_) {
    SubObj *p =
        s->lost ? map_get(&o->tree->virt, (uintptr_t)s->cls->layout.virtual_primary) : s->primary;
    if (p) add_offsets(o, p, p->virtual_);
    add_vbases(o, s->cls);
    if (virtual_) add_vcalls(o, s);
}

Offsets vt_offsets(Gen *gen, SubTree *t, SubObj *s, bool virtual_) {
    Offsets o = {.g = gen, .tree = t, .of = s};
    map_init(&o.seen, &gen->ctx->perm);
    map_init(&o.vbase, &gen->ctx->perm);
    map_init(&o.named, &gen->ctx->perm);
    add_offsets(&o, s, virtual_);
    return o;
}

// Those in the table of an object of class c that is a virtual base. (In other tables the vcall
// offsets at the end are missing.)
static Offsets *class_offsets(Gen *gen, ClassDecl *cls) {
    Offsets *o = map_get(&gen->voffsets, (uintptr_t)cls);
    if (o) return o;
    cxx_class_layout(gen->x, cls, cls->d.pos);
    SubTree *t = cxx_subobjects(gen->x, cls, 0, cls);
    o = arena_new(&gen->ctx->perm, Offsets);
    *o = vt_offsets(gen, t, t->at.at[0], true);
    map_put(&gen->voffsets, (uintptr_t)cls, o);
    return o;
}

static int64_t word_below(uint32_t number) {
    return -8 * ((int64_t)number + 3);
}

int64_t vt_vbase_at(Gen *gen, ClassDecl *c, const ClassDecl *v) {
    uint32_t n = (uint32_t)(uintptr_t)map_get(&class_offsets(gen, c)->vbase, (uintptr_t)v);
    CU_ASSERT(gen->ctx, n);
    return word_below(n - 1);
}

int64_t vt_vcall_at(Gen *gen, ClassDecl *c, FuncDecl *f) {
    uint32_t n = find_vcall(class_offsets(gen, c), f);
    CU_ASSERT(gen->ctx, n);
    return word_below(n - 1);
}
