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

static void add_slot(VtBuild *vt_build, SubObj *part, uint32_t i) {
    Gen *gen = vt_build->g;
    FuncDecl *slot = part->cls->table.slots.at[i];
    Thunk t = {.slot = slot, .holder = cxx_slot_holder(vt_build->v->tree, part, slot)};
    if (t.holder) t.f = cxx_final_overrider(vt_build->v->tree, t.holder, slot, &t.in);
    if (!t.f || !has_code(gen, t.f)) {
        add_int(vt_build, 0);
        return;
    }
    t.deleting = slot->kind == FK_DTOR && i && part->cls->table.slots.at[i - 1] == slot;
    if (!cxx_result_path(gen->x, t.f, slot, &t.path, &t.npath)) t.npath = 0;
    vec_push(&gen->ctx->perm, &vt_build->word, vt_thunk(gen, &t));
}

static void add_table(VtBuild *vt_build, SubObj *part) {
    ClassDecl *c = part->cls;
    Offsets o = vt_offsets(vt_build->g, vt_build->v->tree, part, part->virtual_);
    for (uint32_t i = o.at.n; i-- > 0;) add_int(vt_build, o.at.at[i].value);
    add_int(vt_build, (int64_t)(vt_build->root->off - part->off)); // to the top
    add_int(vt_build, 0);
    uint32_t point = vt_build->word.n;
    for (SubObj *p = part; p; p = p->primary) p->point = point;
    for (uint32_t i = 0; i < c->table.slots.n; i++) add_slot(vt_build, part, i);
}

// A construction group has the tables whose contents differ from the complete object's.
static void add_secondary(VtBuild *vt_build, SubObj *part) {
    for (uint32_t i = 0; i < part->cls->members.nbase; i++) {
        SubObj *k = part->base[i];
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
    const char *part = type_name(gen, s->cls), *root = type_name(gen, top->root);
    Atom name = atom_printf(gen->ctx, "_ZTC%s%llu_%s", root, (unsigned long long)s->off, part);
    VtGroup *v = group_new(gen, s->cls, s->off, top->root, name);
    return build_group(gen, v, v->tree->at.at[0]);
}

IrConst *vt_point(Gen *gen, VtGroup *v, SubObj *s) {
    IrConst *p = (IrConst *)gen_generic(gen, v->var);
    return ir_cptradd(gen->m, p, 8 * (int64_t)s->point, IR_INBOUNDS);
}
