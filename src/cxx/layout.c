// SPDX-License-Identifier: Apache-2.0
// Layout of classes: the Itanium C++ ABI, section 2.4, as gcc implements it for x86-64: host and
// device share every struct. Offsets are bytes; empty subobjects of the same type never share an
// address (2.4 II.3), which is checked against the list of empty subobjects placed so far.
#include "cxx/decl_int.h"

typedef struct Lay {
    Cxx *x;
    ClassDecl *c;
    uint64_t size, dsize; // bytes
    uint64_t empty_end;   // behind the last empty base or member that was moved from 0
    uint64_t bits;        // bit-field position: bits used behind dsize's last whole unit
    uint32_t align, nvalign;
    bool in_bits;
    bool all_empty;
    bool packed; // by its attribute, which gcc ignores if a member is not packed
    Map empty;   // class of an empty subobject -> Map of the offsets where one is placed
    uint32_t nempty;
    uint64_t last_empty; // the largest offset in `empty`
    uint64_t largest;    // size of the largest empty subobject
    uint32_t steps;
} Lay;
enum {
    LAYOUT_STEPS = 1 << 18, // empty subobjects looked at for one class
    LAYOUT_DEPTH = 512,     // classes in classes
};

static uint64_t up(uint64_t n, uint64_t a) {
    return (n + a - 1) / a * a;
}

// Type's class behind arrays, or NULL.
static ClassDecl *element_class(Type *t) {
    while (ty_is_array(t)) t = t->u.array.elem;
    return t->kind == TY_CLASS ? t->u.cls : NULL;
}

static void record_empty(Lay *l, ClassDecl *c, Map *at, uint64_t off) {
    if (!at) {
        at = arena_new(&l->x->ctx->scratch, Map);
        map_init(at, &l->x->ctx->scratch);
        map_put(&l->empty, (uintptr_t)c, at);
    }
    map_put(at, off + 1, c);
    l->nempty++;
    l->last_empty = CU_MAX(l->last_empty, off);
}

// Walks the empty subobjects of an object of class c at `off`, as far as `last`; place: record,
// else test. Their number can be exponential in the text (an empty class with two bases that have
// two bases ...), so there is a limit.
static bool empties(Lay *l, ClassDecl *c, uint64_t off, uint64_t last, bool place, uint32_t depth) {
    if (!c->largest_empty || off > last) return false;
    if (depth > LAYOUT_DEPTH && l->steps < LAYOUT_STEPS) l->steps = LAYOUT_STEPS;
    if (++l->steps > LAYOUT_STEPS) {
        bool first = l->steps == LAYOUT_STEPS + 1 && !l->x->inst_limit_hit;
        if (first) CXX_DIAG(l->x, d_layout_limit, l->c->d.pos, &l->c->d);
        return false;
    }
    if (c->empty) {
        Map *at = map_get(&l->empty, (uintptr_t)c);
        if (place)
            record_empty(l, c, at, off);
        else if (at && map_get(at, off + 1))
            return true;
    }
    for (uint32_t i = 0; i < c->nbase; i++) {
        if (c->base[i].virtual_ || !c->base[i].cls) continue;
        if (empties(l, c->base[i].cls, off + c->base[i].offset, last, place, depth + 1))
            return true;
    }
    for (uint32_t i = 0; i < c->fields.n; i++) {
        FieldDecl *f = c->fields.at[i];
        ClassDecl *fc = f->is_bitfield ? NULL : element_class(f->d.type);
        if (!fc || !fc->largest_empty) continue;
        uint64_t n = 1, at = off + f->offset;
        for (Type *t = f->d.type; t->kind == TY_ARRAY; t = t->u.array.elem) n *= t->u.array.n;
        for (uint64_t k = 0; k < n && at <= last; k++, at += fc->size) {
            if (empties(l, fc, at, last, place, depth + 1)) return true;
        }
    }
    return false;
}

static bool conflicts(Lay *l, ClassDecl *c, uint64_t off) {
    return l->nempty && empties(l, c, off, l->last_empty, false, 0);
}

// Only an empty class is ever placed where something is already, from offset 0 on: what lies behind
// the largest one needs no record.
static void place_empties(Lay *l, ClassDecl *c, uint64_t off) {
    if (c->empty)
        empties(l, c, off, UINT64_MAX, true, 0);
    else if (l->largest)
        empties(l, c, off, l->largest - 1, true, 0);
}

static void flush_bits(Lay *l) {
    if (!l->in_bits) return;
    l->dsize = (l->bits + 7) / 8;
    l->in_bits = false;
    l->size = CU_MAX(l->size, l->dsize);
}

static void place_base(Lay *l, BaseSpec *b) {
    ClassDecl *c = b->cls;
    uint32_t al = CU_MAX(c->nvalign, 1u);
    if (l->c->pack && l->c->pack < al && !c->empty) al = l->c->pack;
    if (c->empty) {
        uint64_t off = 0;
        if (conflicts(l, c, 0)) {
            off = up(l->dsize, al);
            while (conflicts(l, c, off)) off += al;
        }
        b->offset = off;
        l->size = CU_MAX(l->size, off + c->size);
        if (off) l->empty_end = CU_MAX(l->empty_end, off + c->size);
    } else {
        uint64_t off = up(l->dsize, al);
        while (conflicts(l, c, off)) off += al;
        b->offset = off;
        l->dsize = off + c->nvsize;
        l->size = CU_MAX(l->size, l->dsize);
    }
    l->align = CU_MAX(l->align, al);
    place_empties(l, c, b->offset);
}

// gcc does not pack a member of a class that is no POD and not packed itself.
static bool is_packed(const Lay *l, const FieldDecl *f) {
    if (f->d.attrs && f->d.attrs->packed) return true;
    const ClassDecl *fc = element_class(f->d.type);
    return l->c->packed && (!fc || fc->layout_pod || fc->packed);
}

// #pragma pack bounds what alignas asks for too, the attribute does not.
static uint32_t field_align(const Lay *l, const FieldDecl *f, uint32_t natural) {
    uint32_t a = CU_MAX(is_packed(l, f) ? 1 : natural, f->align);
    return l->c->pack ? CU_MIN(a, l->c->pack) : a;
}

// Bit-fields [Itanium 2.4 II.1, System V x86-64 3.1.2]: one never crosses a boundary of its
// declared type's size, unless packing is asked for in any way; the declared type's alignment
// counts for the class unless the field is unnamed. `int : 0;` closes the unit.
static void place_bitfield(Lay *l, FieldDecl *f) {
    uint64_t size;
    uint32_t natural;
    if (!ty_size_align(l->x, f->d.type, f->d.pos, &size, &natural)) return;
    bool is_union = l->c->tag == CT_UNION;
    bool packed = l->c->pack || is_packed(l, f);
    uint32_t al =
        l->c->pack ? CU_MIN(CU_MAX(natural, f->align), l->c->pack) : field_align(l, f, natural);
    uint64_t w = f->bit_width, pos = is_union ? 0 : l->in_bits ? l->bits : l->dsize * 8;
    if (w == 0) {
        pos = up(pos, natural * 8ull); // whatever the packing
    } else {
        if (!packed && pos / (natural * 8) != (pos + w - 1) / (natural * 8) && w <= size * 8) {
            pos = up(pos, (uint64_t)natural * 8);
        }
        if (f->align) pos = up(pos, field_align(l, f, 1) * 8ull);
    }
    uint64_t unit = size * 8, base = pos / unit * unit;
    if (pos + w > base + unit) base = pos / 8 * 8; // packed over a boundary
    f->offset = base / 8;
    f->bit_offset = (uint32_t)(pos - base);
    if (f->d.name) l->align = CU_MAX(l->align, al);
    if (is_union) {
        l->dsize = CU_MAX(l->dsize, (w + 7) / 8);
        l->size = CU_MAX(l->size, l->dsize);
    } else {
        l->bits = pos + w;
        l->in_bits = true;
        l->size = CU_MAX(l->size, (l->bits + 7) / 8);
    }
    if (w) l->all_empty = false;
}

static bool overlaps_empty(const FieldDecl *f) {
    bool nua = f->d.attrs && f->d.attrs->no_unique_address && !f->is_bitfield;
    return nua && f->d.type->kind == TY_CLASS && f->d.type->u.cls->empty;
}

// An empty [[no_unique_address]] member lies at 0 or, where another of its type is, behind what
// there is; a unit of bit-fields goes on past it.
static void place_empty_field(Lay *l, FieldDecl *f) {
    ClassDecl *fc = f->d.type->u.cls;
    uint64_t size, off = 0;
    uint32_t natural;
    if (!ty_size_align(l->x, f->d.type, f->d.pos, &size, &natural)) return;
    if (l->c->tag != CT_UNION && conflicts(l, fc, 0)) {
        off = up(l->in_bits ? l->bits / 8 : l->dsize, natural);
        while (conflicts(l, fc, off)) off += natural;
    }
    f->offset = off;
    l->size = CU_MAX(l->size, off + size);
    if (off) l->empty_end = CU_MAX(l->empty_end, off + size);
    l->align = CU_MAX(l->align, CU_MAX(natural, f->align)); // not packed
    if (l->c->tag != CT_UNION) place_empties(l, fc, off);
}

static void place_field(Lay *l, FieldDecl *f) {
    if (f->is_bitfield) {
        place_bitfield(l, f);
        return;
    }
    Type *t = f->d.type;
    if (overlaps_empty(f)) {
        place_empty_field(l, f);
        return;
    }
    flush_bits(l);
    uint64_t size = 0;
    uint32_t natural = 1;
    if (t->kind == TY_ARRAY_INC) { // flexible array member
        if (!ty_size_align(l->x, t->u.array.elem, f->d.pos, &size, &natural)) return;
        size = 0;
    } else if (!ty_size_align(l->x, t, f->d.pos, &size, &natural)) {
        l->c->d.flags |= DF_INVALID;
        return;
    }
    uint32_t al = field_align(l, f, natural);
    ClassDecl *fc = element_class(t);
    bool overlap = f->d.attrs && f->d.attrs->no_unique_address && t->kind == TY_CLASS;
    uint64_t off = l->c->tag == CT_UNION ? 0 : up(l->dsize, al);
    if (fc && l->c->tag != CT_UNION) {
        while (conflicts(l, fc, off)) off += al;
    }
    f->offset = off;
    uint64_t used = overlap ? CU_MAX(fc->dsize, 1u) : size; // with its virtual bases
    l->dsize = l->c->tag == CT_UNION ? CU_MAX(l->dsize, used) : off + used;
    l->size = CU_MAX(l->size, l->dsize);
    l->all_empty = false;
    l->align = CU_MAX(l->align, al);
    if (fc && l->c->tag != CT_UNION) place_empties(l, fc, off);
}

// ---- fields ------------------------------------------------------------------------------------

// Elaborates every entry that may declare a field, and puts the fields in the source's order.
void cxx_collect_fields(Cxx *x, ClassDecl *c) {
    if (c->fields_done || !c->inner || !c->inner->index) return;
    c->fields_done = true;
    Scope *s = c->inner;
    for (uint32_t i = 0; i < s->index->e.n; i++) {
        IndexEntry *e = &s->index->e.at[i];
        bool other = e->flags & (IX_TEMPLATE | IX_FRIEND | IX_STATIC | IX_TYPEDEF | IX_FUNCTION);
        bool field = e->form == IXF_SIMPLE && !other;
        if (field && !s->state[i]) cxx_elaborate_entry(x, s, i);
    }
    for (uint32_t i = 1; i < c->fields.n; i++) { // nearly sorted: insertion
        FieldDecl *f = c->fields.at[i];
        uint32_t k = i;
        for (; k && c->fields.at[k - 1]->d.order > f->d.order; k--) {
            c->fields.at[k] = c->fields.at[k - 1];
        }
        c->fields.at[k] = f;
    }
    for (uint32_t i = 0; i < c->fields.n; i++) c->fields.at[i]->index = i;
}

// ---- virtual functions -------------------------------------------------------------------------

static bool overrides(Cxx *x, FuncDecl *f, FuncDecl *v) {
    if (f->kind == FK_DTOR || v->kind == FK_DTOR) return f->kind == v->kind;
    return f->d.name == v->d.name && cxx_same_signature(x, f, v);
}

// A virtual function of a base (any depth) that f overrides.
static FuncDecl *overridden_rec(Cxx *x, ClassDecl *c, FuncDecl *f, uint32_t visit) {
    for (uint32_t i = 0; i < c->nbase; i++) {
        ClassDecl *b = c->base[i].cls;
        if (!b || !b->polymorphic || !cxx_class_visit(b, visit)) continue;
        cxx_class_vtable(x, b);
        for (uint32_t k = 0; k < b->vtable.n; k++) {
            if (overrides(x, f, b->vtable.at[k])) return b->vtable.at[k];
        }
        FuncDecl *r = overridden_rec(x, b, f, visit);
        if (r) return r;
    }
    return NULL;
}

static FuncDecl *find_overridden(Cxx *x, ClassDecl *c, FuncDecl *f) {
    return overridden_rec(x, c, f, cxx_visit_begin(x));
}

// The result of an overrider is that of the function it overrides, or a pointer or reference to a
// class derived from its class, no more qualified [class.virtual]/8.
static void check_result(Cxx *x, FuncDecl *f, FuncDecl *o) {
    if (f->kind == FK_DTOR || f->d.type->kind != TY_FUNC || o->d.type->kind != TY_FUNC) return;
    Type *a = o->d.type->u.func.ret, *b = f->d.type->u.func.ret;
    if (a == b || (a->flags | b->flags) & (TF_DEPENDENT | TF_HAS_AUTO)) return;
    if (a->kind == TY_ERROR || b->kind == TY_ERROR) return;
    if (a->kind == b->kind && (a->kind == TY_PTR || ty_is_ref(a))) {
        Type *base = a->u.ptr.to, *derived = b->u.ptr.to;
        bool quals = !(derived->quals & ~base->quals);
        if (quals && derived->unqual == base->unqual) return;
        bool classes = base->kind == TY_CLASS && derived->kind == TY_CLASS;
        bool ambiguous = false;
        if (quals && classes &&
            (derived->u.cls->completing || // its bases are known
             cxx_class_complete(x, derived->u.cls, f->d.pos)) &&
            cxx_class_derived_from(x, derived->u.cls, base->u.cls, NULL, NULL, &ambiguous) &&
            !ambiguous) {
            return;
        }
    }
    CXX_DIAG(x, d_override_result, f->d.pos, a, &o->d);
    CXX_DIAG(x, x_note_declared_here, o->d.pos, &o->d);
}

static void add_virtual(Cxx *x, ClassDecl *c, FuncDecl *f) {
    FuncDecl *o = find_overridden(x, c, f);
    if (o) {
        f->is_virtual = true;
        f->overridden = o;
        if (x->hooks.check_override) x->hooks.check_override(x, f, o);
        check_result(x, f, o);
        cxx_check_override(x, f, o);
    } else if (f->override_ && !c->unbound_bases) {
        CXX_DIAG(x, d_override_nothing, f->d.pos, &f->d);
    }
    if (!f->is_virtual) return;
    if (o && o->final_) {
        CXX_DIAG(x, d_override_final, f->d.pos, &f->d);
        CXX_DIAG(x, x_note_declared_here, o->d.pos, &o->d);
    }
    bool placed = false;
    for (uint32_t i = 0; i < c->vtable.n; i++) {
        if (!overrides(x, f, c->vtable.at[i])) continue;
        if (!placed) f->vslot = i;
        c->vtable.at[i] = f;
        placed = true;
    }
    if (placed) return;
    f->vslot = c->vtable.n;
    vec_push(xa(x), &c->vtable, f);
    if (f->kind == FK_DTOR) vec_push(xa(x), &c->vtable, f); // complete and deleting
}

// The slots of the class's own primary vtable: those of its primary base, overridden, then its new
// virtual functions in declaration order (Itanium 2.5.2).
void cxx_class_vtable(Cxx *x, ClassDecl *c) {
    if (c->vtable_done || !c->complete) return;
    c->vtable_done = true;
    if (!c->polymorphic) return;
    for (uint32_t i = 0; i < c->nbase; i++) {
        ClassDecl *b = c->base[i].cls;
        if (!b->polymorphic || c->base[i].virtual_) continue;
        cxx_class_vtable(x, b);
        for (uint32_t k = 0; k < b->vtable.n; k++) vec_push(xa(x), &c->vtable, b->vtable.at[k]);
        break; // the primary base
    }
    cxx_class_specials(x, c);
    Scope *s = c->inner;
    for (uint32_t i = 0; s->index && i < s->index->e.n; i++) {
        IndexEntry *e = &s->index->e.at[i];
        if (e->flags & (IX_STATIC | IX_TYPEDEF | IX_FRIEND | IX_TEMPLATE)) continue;
        if (!(e->flags & IX_FUNCTION) || e->name == x->n.ctor) continue;
        // not declared virtual: it overrides if some base has a virtual function of that name
        if (!(e->flags & IX_VIRTUAL) && !c->nbase) continue;
        if (!s->state[i]) cxx_elaborate_entry(x, s, i);
        Decl *d = s->elab[i];
        if (d && d->kind == D_FUNC) add_virtual(x, c, (FuncDecl *)d);
    }
    if (c->dtor && c->dtor->is_implicit) add_virtual(x, c, c->dtor);
    for (uint32_t i = 0; i < c->vtable.n; i++) c->abstract |= c->vtable.at[i]->pure;
}

// ---- the class ---------------------------------------------------------------------------------

// Plain old data as the ABI means it (C++98): its tail padding is not reused.
static bool pod_for_layout(Cxx *x, ClassDecl *c) {
    if (c->nbase || c->polymorphic || c->has_virtual_bases) return false;
    Scope *s = c->inner;
    if (!s->index) return !c->is_closure;
    Atom assign = cxx_op_atom(x, OP_ASSIGN);
    for (uint32_t i = 0; i < s->index->e.n; i++) {
        IndexEntry *e = &s->index->e.at[i];
        if (e->form == IXF_USING && e->name == x->n.ctor) return false;
        if (e->flags & IX_FRIEND) continue;
        if (e->name == x->n.ctor || e->name == x->n.dtor) return false;
        if (e->name == assign && !(e->flags & IX_TEMPLATE)) return false;
    }
    for (uint32_t i = 0; i < c->fields.n; i++) {
        FieldDecl *f = c->fields.at[i];
        if (f->d.access == ACC_PRIVATE || f->d.access == ACC_PROTECTED) return false;
        if (ty_is_ref(f->d.type) || f->init_range.end) return false;
        if (f->d.attrs && f->d.attrs->no_unique_address) return false;
        ClassDecl *fc = element_class(f->d.type);
        if (fc && !fc->layout_pod) return false;
    }
    return true;
}

static bool is_empty_class(const ClassDecl *c) {
    if (c->polymorphic || c->has_virtual_bases) return false;
    for (uint32_t i = 0; i < c->nbase; i++) {
        if (!c->base[i].cls->empty) return false;
    }
    for (uint32_t i = 0; i < c->fields.n; i++) {
        FieldDecl *f = c->fields.at[i];
        if (f->is_bitfield && !f->bit_width) continue;
        bool nua = f->d.attrs && f->d.attrs->no_unique_address;
        if (!(nua && f->d.type->kind == TY_CLASS && f->d.type->u.cls->empty)) return false;
    }
    return true;
}

static void place_bases(Lay *l) {
    ClassDecl *c = l->c;
    BaseSpec *primary = NULL;
    for (uint32_t i = 0; i < c->nbase && !primary; i++) {
        if (!c->base[i].virtual_ && c->base[i].cls->has_vptr) primary = &c->base[i];
    }
    if (primary)
        place_base(l, primary);
    else if (c->has_vptr)
        l->dsize = l->size = 8, l->align = l->packed ? 1 : c->pack ? CU_MIN(8u, c->pack) : 8;
    for (uint32_t i = 0; i < c->nbase; i++) {
        if (&c->base[i] != primary && !c->base[i].virtual_) place_base(l, &c->base[i]);
    }
}

// Virtual bases, direct and indirect, once each in the order of a walk over the bases; where each
// lies is kept in c->vbases.
static void place_virtual_bases(Lay *l, ClassDecl *d, uint32_t visit, uint32_t depth) {
    for (uint32_t i = 0; i < d->nbase && depth < l->x->ctx->max_depth; i++) {
        BaseSpec *b = &d->base[i];
        bool seen = !cxx_class_visit(b->cls, visit);
        if (!seen && b->cls->has_virtual_bases) {
            place_virtual_bases(l, b->cls, visit, depth + 1);
        }
        if (!b->virtual_) continue;
        bool placed = false;
        for (uint32_t k = 0; k < l->c->vbases.n; k++) placed |= l->c->vbases.at[k].cls == b->cls;
        if (placed) continue;
        BaseSpec v = *b;
        place_base(l, &v);
        if (d == l->c) b->offset = v.offset;
        vec_push(xa(l->x), &l->c->vbases, v);
    }
}

static uint64_t first_byte(const FieldDecl *f) {
    return f->is_bitfield ? f->offset + f->bit_offset / 8 : f->offset;
}

// Adjacent bit-fields are one memory location [intro.memory]/3: a store to one of them may touch
// the bytes of the run, and padding behind it, but no other member's.
static void find_bit_runs(ClassDecl *c) {
    bool alone = c->tag == CT_UNION;
    for (uint32_t i = 0, end; i < c->fields.n; i = end) {
        FieldDecl *f = c->fields.at[i];
        end = i + 1;
        if (!f->is_bitfield) continue;
        const FieldDecl *last = f;
        for (; !alone && end < c->fields.n; end++) {
            const FieldDecl *n = c->fields.at[end];
            if (overlaps_empty(n)) continue; // a unit goes on past it
            if (!n->is_bitfield || !n->bit_width) break;
            last = n;
        }
        uint64_t used = last->offset + (last->bit_offset + last->bit_width + 7) / 8, to = c->nvsize;
        if (!alone && end < c->fields.n) to = first_byte(c->fields.at[end]);
        for (uint32_t k = i; k < end; k++) {
            c->fields.at[k]->run_begin = first_byte(f);
            c->fields.at[k]->run_end = CU_MAX(used, to);
        }
    }
}

bool cxx_class_layout(Cxx *x, ClassDecl *c, Pos pos) {
    if (c->layout_done) return true;
    if (!c->complete && !cxx_class_complete(x, c, pos)) return false;
    if (c->layout_busy) { // a member of its own type
        if (!(c->d.flags & DF_INVALID)) CXX_DIAG(x, d_incomplete_type, pos, ty_class(x, c));
        return false;
    }
    if (x->decls->depth >= x->ctx->max_depth) { // struct A { A<T *> member; }
        if (!(c->d.flags & DF_INVALID)) CXX_DIAG(x, d_nesting_too_deep, pos);
        c->d.flags |= DF_INVALID;
        return false;
    }
    x->decls->depth++;
    c->layout_busy = true;
    if (!c->is_closure) cxx_collect_fields(x, c);
    uint64_t largest = 0;
    ArenaMark mark = arena_mark(&x->ctx->scratch);
    for (uint32_t i = 0; i < c->nbase; i++) {
        cxx_class_layout(x, c->base[i].cls, c->base[i].pos);
        largest = CU_MAX(largest, c->base[i].cls->largest_empty);
    }
    for (uint32_t i = 0; i < c->fields.n; i++) { // may lay out other classes
        FieldDecl *f = c->fields.at[i];
        uint64_t size;
        uint32_t al;
        ClassDecl *fc = element_class(f->d.type);
        if (fc && f->d.type->kind != TY_ARRAY_INC)
            ty_size_align(x, f->d.type, f->d.pos, &size, &al);
        if (fc) largest = CU_MAX(largest, fc->largest_empty);
    }
    c->has_vptr = c->polymorphic || c->has_virtual_bases;
    c->empty = is_empty_class(c);
    c->largest_empty = CU_MAX(largest, (uint64_t)c->empty); // itself: its size is not known yet
    c->layout_pod = pod_for_layout(x, c);
    arena_reset(&x->ctx->scratch, mark);
    Lay l = {.x = x, .c = c, .align = 1, .all_empty = true, .largest = largest};
    map_init(&l.empty, &x->ctx->scratch);
    if (c->empty) record_empty(&l, c, NULL, 0);
    l.packed = c->packed;
    for (uint32_t i = 0; i < c->fields.n; i++) l.packed &= is_packed(&l, c->fields.at[i]);
    place_bases(&l);
    for (uint32_t i = 0; i < c->fields.n; i++) place_field(&l, c->fields.at[i]);
    flush_bits(&l);
    c->nvalign = l.align;
    uint64_t nv = l.dsize = CU_MAX(l.dsize, l.empty_end); // gcc counts them as data
    c->packed = l.packed;
    if (c->has_virtual_bases) place_virtual_bases(&l, c, cxx_visit_begin(x), 0);
    uint32_t attr = c->attr_align;
    if (c->d.attrs && c->d.attrs->align > attr) attr = c->d.attrs->align;
    c->align = CU_MAX(l.align, attr);
    c->nvalign = CU_MAX(c->nvalign, attr);
    uint64_t size = CU_MAX(l.size, l.dsize);
    if (!size) size = 1;
    c->size = up(size, c->align);
    if (c->empty) c->largest_empty = CU_MAX(c->largest_empty, c->size);
    if (l.steps > LAYOUT_STEPS) c->largest_empty = 0; // said once, not for each class that has it
    c->dsize = l.dsize;
    c->nvsize = c->empty ? 0 : nv;
    if (c->layout_pod) c->dsize = c->nvsize = c->size;
    find_bit_runs(c);
    arena_reset(&x->ctx->scratch, mark);
    c->layout_done = true;
    c->layout_busy = false;
    x->decls->depth--;
    if (c->polymorphic) cxx_class_vtable(x, c);
    return true;
}
