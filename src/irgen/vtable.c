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

static void add_vcalls(Offsets *offsets, SubObj *sub_obj) {
    if (!sub_obj->cls->table.polymorphic) return;
    if (sub_obj->primary) add_vcalls(offsets, sub_obj->primary);
    for (uint32_t i = 0; i < sub_obj->cls->table.own.n; i++) {
        FuncDecl *f = sub_obj->cls->table.own.at[i];
        uint64_t key = f->kind == FK_DTOR ? UINT64_MAX : f->d.name;
        SubObj *in;
        if (find_vcall(offsets, f)) continue;
        Offset e = {.vcall = f, .next = (uint32_t)(uintptr_t)map_get(&offsets->named, key)};
        if (cxx_final_overrider(offsets->tree, sub_obj, f, &in))
            e.value = (int64_t)(in->off - offsets->of->off);
        vec_push(&offsets->g->ctx->perm, &offsets->at, e);
        map_put(&offsets->named, key, (void *)(uintptr_t)offsets->at.n);
    }
    for (uint32_t i = 0; i < sub_obj->cls->members.nbase; i++) {
        SubObj *b = sub_obj->base[i];
        if (b && b != sub_obj->primary && !sub_obj->cls->members.base[i].virtual_)
            add_vcalls(offsets, b);
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

static Offsets offsets_of(Gen *gen, SubTree *t, SubObj *s, bool virtual_) {
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
    *o = offsets_of(gen, t, t->at.at[0], true);
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

// Whether the function can be called: it has code here, or in a unit that is linked with this one.
static bool has_code(const Gen *gen, const FuncDecl *f) {
    if (f->pure || f->written.deleted) return false;
    bool elsewhere = cxx_links_units(&gen->x->opt) && !cxx_host_only(gen->x, &f->d);
    return f->body.defined || elsewhere;
}

static void add_slot(VtBuild *vt_build, SubObj *sub_obj, uint32_t i) {
    Gen *gen = vt_build->g;
    FuncDecl *slot = sub_obj->cls->table.slots.at[i];
    Thunk t = {.slot = slot, .holder = cxx_slot_holder(vt_build->v->tree, sub_obj, slot)};
    if (t.holder) t.f = cxx_final_overrider(vt_build->v->tree, t.holder, slot, &t.in);
    if (!t.f || !has_code(gen, t.f)) {
        add_int(vt_build, 0);
        return;
    }
    t.deleting = slot->kind == FK_DTOR && i && sub_obj->cls->table.slots.at[i - 1] == slot;
    if (!cxx_result_path(gen->x, t.f, slot, &t.path, &t.npath)) t.npath = 0;
    vec_push(&gen->ctx->perm, &vt_build->word, vt_thunk(gen, &t));
}

static void add_table(VtBuild *vt_build, SubObj *sub_obj) {
    ClassDecl *c = sub_obj->cls;
    Offsets o = offsets_of(vt_build->g, vt_build->v->tree, sub_obj, sub_obj->virtual_);
    for (uint32_t i = o.at.n; i-- > 0;) add_int(vt_build, o.at.at[i].value);
    add_int(vt_build, (int64_t)(vt_build->root->off - sub_obj->off)); // to the top
    add_int(vt_build, 0);
    uint32_t point = vt_build->word.n;
    for (SubObj *p = sub_obj; p; p = p->primary) p->point = point;
    for (uint32_t i = 0; i < c->table.slots.n; i++) add_slot(vt_build, sub_obj, i);
}

// A construction group has the tables whose contents differ from the complete object's.
static void add_secondary(VtBuild *vt_build, SubObj *sub_obj) {
    for (uint32_t i = 0; i < sub_obj->cls->members.nbase; i++) {
        SubObj *k = sub_obj->base[i];
        if (!k || k->virtual_) continue;
        if (vt_build->v->most != vt_build->v->root && !k->virtual_path &&
            !k->cls->table.has_virtual_bases)
            continue;
        if (!k->shares) add_table(vt_build, k);
        add_secondary(vt_build, k);
    }
}

static VtGroup *build_group(Gen *gen, VtGroup *vt_group, SubObj *root) {
    VtBuild vt_build = {.g = gen, .v = vt_group, .root = root};
    add_table(&vt_build, root);
    add_secondary(&vt_build, root);
    for (uint32_t i = 1; i < vt_group->tree->at.n; i++) {
        SubObj *k = vt_group->tree->at.at[i];
        if (!k->virtual_) continue;
        if (!k->shares) add_table(&vt_build, k);
        add_secondary(&vt_build, k);
    }
    vt_group->var->vty = ir_ty_array(gen->m, gen->m->ty_ptr, vt_build.word.n);
    vt_group->var->init = ir_agg(gen->m, vt_group->var->vty, vt_build.word.n, vt_build.word.at);
    vt_group->var->constant = true;
    vt_group->var->align = 8;
    gen_debug_table(gen, vt_group->var, vt_build.word.n, false);
    return vt_group;
}

static const char *type_name(Gen *gen, ClassDecl *c) {
    const char *text = atom_str(gen->ctx, cxx_mangle(gen->x, &c->d));
    return strncmp(text, "_Z", 2) == 0 ? text + 2 : text;
}

static VtGroup *group_new(Gen *gen, ClassDecl *root, uint64_t off, ClassDecl *most, Atom name) {
    VtGroup *v = arena_new(&gen->ctx->perm, VtGroup);
    cxx_class_layout(gen->x, most, most->d.pos);
    *v = (VtGroup){.root = root, .most = most};
    v->tree = cxx_subobjects(gen->x, root, off, most);
    v->var = ir_var_new(gen->m, name, gen->m->ty_i8, IR_AS_GLOBAL, IR_INTERNAL, NULL);
    return v;
}

VtGroup *vt_group(Gen *gen, ClassDecl *c) {
    VtGroup *v = map_get(&gen->vtables, (uintptr_t)c);
    if (v) return v;
    v = group_new(gen, c, 0, c, atom_printf(gen->ctx, "_ZTV%s", type_name(gen, c)));
    map_put(&gen->vtables, (uintptr_t)c, v);
    return build_group(gen, v, v->tree->at.at[0]);
}

VtGroup *vt_construction(Gen *gen, VtGroup *top, SubObj *s) {
    Atom name = atom_printf(gen->ctx, "_ZTC%s%llu_%s", type_name(gen, top->root),
                            (unsigned long long)s->off, type_name(gen, s->cls));
    VtGroup *v = group_new(gen, s->cls, s->off, top->root, name);
    return build_group(gen, v, v->tree->at.at[0]);
}

IrConst *vt_point(Gen *gen, VtGroup *v, SubObj *s) {
    IrConst *p = (IrConst *)gen_generic(gen, v->var);
    return ir_cptradd(gen->m, p, 8 * (int64_t)s->point, IR_INBOUNDS);
}
