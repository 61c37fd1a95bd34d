// SPDX-License-Identifier: Apache-2.0
// Layout of classes: the Itanium C++ ABI, section 2.4, as gcc implements it for x86-64: host and
// device share every struct. Offsets are bytes; empty subobjects of the same type never share an
// address (2.4 II.3), which is checked against the list of empty subobjects placed so far.
#include "cxx/answer.h"
#include "cxx/facts/diag.h"
#include "cxx/facts/state.h"
#include "cxx/elaborate/elaborate.h"

// What holds a virtual base that is the primary base of some class: the subobject `rel` bytes into
// the base number `home` (direct bases first, then virtual ones), or the class itself (NOWHERE).
typedef struct Claim {
    uint32_t home;
    uint64_t rel;
} Claim;
// A virtual base of the class that is laid out.
typedef struct VBase {
    BaseSpec spec;
    Claim *held;
    bool ordered; // in c->vbase_order
} VBase;
enum { NOWHERE = UINT32_MAX };
#define NO_OFFSET UINT64_MAX

typedef struct Lay {
    Cxx *x;
    ClassDecl *c;
    uint64_t size, dsize; // bytes
    uint64_t end;         // behind the last base or member, empty ones included
    uint64_t bits;        // bit-field position: bits used behind dsize's last whole unit
    uint32_t align, nvalign;
    bool in_bits;
    bool packed;      // by its attribute, which gcc ignores if a member is not packed
    VEC(VBase) vbase; // in inheritance graph order
    Map vbase_at;     // class -> number in `vbase` and 1
    Map claims;       // class of a virtual base -> Claim: the base that has it as its primary base
    uint32_t moving;  // the base (as VBase.home) whose place is being sought, and the place
    uint64_t moving_to;
    Map empty; // class of an empty subobject -> Map of the offsets where one is placed
    uint32_t nempty;
    uint64_t last_empty; // the largest offset in `empty`
    uint64_t largest;    // size of the largest empty subobject
    uint32_t steps;
} Lay;
enum {
    LAYOUT_STEPS = 1 << 18, // empty subobjects looked at for one class
    LAYOUT_DEPTH = 512,     // classes in classes
    MAX_BASES = 1 << 17,    // base class subobjects of a class, at any depth
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

// What is walked: an object with its virtual bases, or a base in the object of `root` at `root_off`
// (NULL: in the class that is laid out, whose virtual bases have no places yet).
typedef struct Walk {
    uint64_t last; // offsets looked at
    bool place;    // record, else test
    ClassDecl *root;
    uint64_t root_off;
} Walk;

static bool empties(Lay *l, ClassDecl *c, uint64_t off, bool complete, Walk w, uint32_t depth);

// Where the virtual base v of the walked object is, as far as it is known.
static uint64_t vbase_at(Lay *l, const Walk *w, const ClassDecl *v) {
    if (w->root) {
        for (uint32_t i = 0; i < w->root->vbases.n; i++) {
            if (w->root->vbases.at[i].cls == v) return w->root_off + w->root->vbases.at[i].offset;
        }
        return NO_OFFSET;
    }
    const Claim *h = map_get(&l->claims, (uintptr_t)v);
    return h && h->home == l->moving ? l->moving_to + h->rel : NO_OFFSET;
}

// gcc looks for the virtual bases of a complete object's bases where those have them as objects.
static bool base_empties(Lay *l, ClassDecl *c, uint64_t off, bool complete, Walk w,
                         uint32_t depth) {
    for (uint32_t i = 0; i < c->nbase; i++) {
        if (c->base[i].virtual_ || !c->base[i].cls) continue;
        if (empties(l, c->base[i].cls, off + c->base[i].offset, complete, w, depth)) return true;
    }
    if (complete) {
        w.root = c, w.root_off = off;
        for (uint32_t i = 0; i < c->vbases.n; i++) {
            const BaseSpec *v = &c->vbases.at[i];
            if (empties(l, v->cls, off + v->offset, false, w, depth)) return true;
        }
    } else if (c->virtual_primary && vbase_at(l, &w, c->virtual_primary) == off) {
        return empties(l, c->virtual_primary, off, false, w, depth);
    }
    return false;
}

// Walks the empty subobjects of an object of class c at `off`. Their number can be exponential in
// the text (an empty class with two bases that have two bases ...), so there is a limit.
static bool empties(Lay *l, ClassDecl *c, uint64_t off, bool complete, Walk w, uint32_t depth) {
    if (!c->largest_empty || off > w.last) return false;
    if (depth > LAYOUT_DEPTH && l->steps < LAYOUT_STEPS) l->steps = LAYOUT_STEPS;
    if (++l->steps > LAYOUT_STEPS) {
        bool first = l->steps == LAYOUT_STEPS + 1 && !l->x->inst_limit_hit;
        if (first) CXX_DIAG(l->x, d_layout_limit, l->c->d.pos, &l->c->d);
        return false;
    }
    if (c->empty) {
        Map *at = map_get(&l->empty, (uintptr_t)c);
        if (w.place)
            record_empty(l, c, at, off);
        else if (at && map_get(at, off + 1))
            return true;
    }
    if (base_empties(l, c, off, complete, w, depth + 1)) return true;
    for (uint32_t i = 0; i < c->fields.n; i++) {
        FieldDecl *f = c->fields.at[i];
        ClassDecl *fc = f->is_bitfield ? NULL : element_class(f->d.type);
        if (!fc || !fc->largest_empty) continue;
        uint64_t n = 1, at = off + f->offset;
        for (Type *t = f->d.type; t->kind == TY_ARRAY; t = t->u.array.elem) n *= t->u.array.n;
        if (!fc->size) n = CU_MIN(n, 1u); // all of them are at one place
        for (uint64_t k = 0; k < n && at <= w.last; k++, at += fc->size) {
            if (empties(l, fc, at, true, w, depth + 1)) return true;
        }
    }
    return false;
}

static bool conflicts(Lay *l, ClassDecl *c, uint64_t off, bool complete) {
    l->moving_to = off;
    return l->nempty && empties(l, c, off, complete, (Walk){.last = l->last_empty}, 0);
}

// Only an empty class is ever placed where something is already, from offset 0 on: what lies behind
// the largest one needs no record.
static void place_empties(Lay *l, ClassDecl *c, uint64_t off, bool complete) {
    if (!c->empty && !l->largest) return;
    l->moving_to = off;
    empties(l, c, off, complete, (Walk){c->empty ? UINT64_MAX : l->largest - 1, .place = true}, 0);
}

// Where an object of class c fits behind what there is. Where it does not, gcc tries `step` bytes
// on from the end of what there is, whatever the packing, and aligns that.
static uint64_t free_place(Lay *l, ClassDecl *c, uint32_t align, uint32_t step, bool complete) {
    uint64_t from = l->dsize;
    while (conflicts(l, c, up(from, align), complete)) from += step;
    return up(from, align);
}

static void flush_bits(Lay *l) {
    if (!l->in_bits) return;
    l->dsize = (l->bits + 7) / 8;
    l->in_bits = false;
    l->size = CU_MAX(l->size, l->dsize);
}

static void place_base(Lay *l, BaseSpec *b, uint32_t number) {
    ClassDecl *c = b->cls;
    uint32_t al = CU_MAX(c->nvalign, 1u);
    if (l->c->pack && l->c->pack < al && !c->empty) al = l->c->pack;
    uint64_t off = 0;
    l->moving = number;
    if (!c->empty || conflicts(l, c, 0, false))
        off = free_place(l, c, al, CU_MAX(c->nvalign, 1u), false);
    b->offset = off;
    if (!c->empty) l->dsize = off + c->nvsize;
    l->size = CU_MAX(l->size, off + (c->empty ? c->size : c->nvsize));
    // the byte of an empty virtual base without bases and members counts for sizeof alone
    l->end = CU_MAX(l->end, off + (c->empty && !b->virtual_ ? c->size : c->nvsize));
    l->align = CU_MAX(l->align, al);
    place_empties(l, c, off, false);
    l->moving = NOWHERE;
    bool moved = off && c->largest_empty && !b->virtual_;
    l->c->moved_empty |= c->moved_empty || moved;
    if (c->empty && !b->virtual_ && (moved || c->moved_empty)) l->c->nearly_empty = false;
}

// gcc does not pack a member of a class that is no POD and not packed itself.
static bool can_pack(const FieldDecl *f) {
    const ClassDecl *fc = element_class(f->d.type);
    return !fc || fc->layout_pod || fc->packed;
}

static bool is_packed(const Lay *l, const FieldDecl *f) {
    return (f->d.attrs && f->d.attrs->packed) || (l->c->packed && can_pack(f));
}

// gcc forgets the alignment that is asked for a bit-field wider than its type.
static uint32_t asked_align(const FieldDecl *f) {
    return f->bit_padding ? 0 : f->align;
}

// #pragma pack bounds what alignas asks for too, the attribute does not.
static uint32_t field_align(const Lay *l, const FieldDecl *f, uint32_t natural) {
    uint32_t a = CU_MAX(is_packed(l, f) ? 1 : natural, asked_align(f));
    return l->c->pack ? CU_MIN(a, l->c->pack) : a;
}

// Size and alignment of the type in whose unit the field is allocated. A field wider than its type
// lies in the largest integer type that is no wider than it, the rest of its bits is padding behind
// it [Itanium 2.4 II.1.a].
static void bits_unit(const FieldDecl *f, uint64_t *size, uint32_t *natural) {
    uint64_t w = f->bit_width + (uint64_t)f->bit_padding, n = 16;
    if (!f->bit_padding) return;
    while (n * 8 > w) n /= 2;
    *size = n;
    *natural = (uint32_t)n;
}

// The bits of a field from `pos` to `end`. gcc takes the end of a member to be its size in whole
// bytes behind its first byte, even if it starts within that one; a [[no_unique_address]] object
// ends there.
static void take_bits(Lay *l, uint64_t pos, uint64_t end) {
    if (l->c->tag == CT_UNION) {
        l->dsize = CU_MAX(l->dsize, (end + 7) / 8);
        l->size = CU_MAX(l->size, l->dsize);
    } else {
        l->bits = end;
        l->in_bits = true;
        l->size = CU_MAX(l->size, (end + 7) / 8);
    }
    l->end = CU_MAX(l->end, pos / 8 + (end - pos + 7) / 8);
}

// Bit-fields [Itanium 2.4 II.1, System V x86-64 3.1.2]: one never crosses a boundary of its
// declared type's size, unless packing is asked for in any way; the declared type's alignment
// counts for the class unless the field is unnamed. `int : 0;` closes the unit.
static void place_bitfield(Lay *l, FieldDecl *f) {
    uint64_t size;
    uint32_t natural, declared;
    if (!ty_size_align(l->x, f->d.type, f->d.pos, &size, &natural)) return;
    declared = natural;
    bits_unit(f, &size, &natural);
    bool is_union = l->c->tag == CT_UNION, wide = f->bit_padding;
    bool packed = l->c->pack || is_packed(l, f);
    uint32_t al = field_align(l, f, natural);
    if (l->c->pack) al = CU_MAX(al, CU_MIN(declared, l->c->pack)); // whatever the attribute says
    uint64_t w = f->bit_width, pos = is_union ? 0 : l->in_bits ? l->bits : l->dsize * 8;
    uint64_t taken = wide ? size * 8 : w;
    if (w == 0) {
        pos = up(pos, natural * 8ull); // whatever the packing
    } else {
        if (!packed && pos / (natural * 8) != (pos + taken - 1) / (natural * 8)) {
            pos = up(pos, (uint64_t)natural * 8);
        }
        if (f->align || wide) pos = up(pos, field_align(l, f, wide ? natural : 1) * 8ull);
    }
    uint64_t unit = size * 8, base = pos / unit * unit;
    if (pos + w > base + unit) base = pos / 8 * 8; // packed over a boundary
    f->offset = base / 8;
    f->bit_offset = (uint32_t)(pos - base);
    if (f->d.name || wide) l->align = CU_MAX(l->align, al);
    take_bits(l, pos, pos + taken);
    uint64_t padding = w + f->bit_padding - (is_union ? 0 : taken);
    if (wide && padding) {
        uint64_t end = l->end, at = is_union ? 0 : l->bits;
        if (padding > 8 && !packed) at = up(at, 8);
        take_bits(l, at, at + padding);
        l->end = end; // not a member
    }
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
    uint32_t align = f->align ? f->align : natural; // even a smaller one, and not packed
    if (l->c->tag != CT_UNION && conflicts(l, fc, 0, true)) {
        off = up(l->in_bits ? l->bits / 8 : l->dsize, natural);
        while (conflicts(l, fc, off, true)) off += align;
    }
    f->offset = off;
    l->end = CU_MAX(l->end, off + size);
    l->size = CU_MAX(l->size, l->end);
    l->align = CU_MAX(l->align, align);
    l->c->moved_empty |= off || fc->moved_empty;
    if (l->c->tag != CT_UNION) place_empties(l, fc, off, true);
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
    if (fc && l->c->tag != CT_UNION) off = free_place(l, fc, al, CU_MAX(natural, 1u), true);
    f->offset = off;
    uint64_t used = overlap ? fc->dsize : size; // with its virtual bases
    l->dsize = l->c->tag == CT_UNION ? CU_MAX(l->dsize, used) : off + used;
    l->size = CU_MAX(l->size, l->dsize);
    l->end = CU_MAX(l->end, off + used);
    l->align = CU_MAX(l->align, al);
    if (fc && l->c->tag != CT_UNION) place_empties(l, fc, off, true);
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

// "Nearly empty": a virtual table pointer and no data except in virtual bases [Itanium 1.1]. That
// no empty base moved is added when they are placed.
static bool is_nearly_empty(const ClassDecl *c) {
    uint32_t near = 0;
    if (!c->has_vptr) return false;
    for (uint32_t i = 0; i < c->nbase; i++) {
        const ClassDecl *b = c->base[i].cls;
        if (c->base[i].virtual_ || b->empty) continue;
        if (!b->nearly_empty || near++) return false;
    }
    for (uint32_t i = 0; i < c->fields.n; i++) {
        const FieldDecl *f = c->fields.at[i];
        if (!overlaps_empty(f) && !(f->is_bitfield && !f->bit_width)) return false;
    }
    return true;
}

static VBase *find_vbase(Lay *l, const ClassDecl *c) {
    uintptr_t n = (uintptr_t)map_get(&l->vbase_at, (uintptr_t)c);
    return n ? &l->vbase.at[n - 1] : NULL;
}

static void claim(Lay *l, const ClassDecl *v, uint32_t home, uint64_t rel) {
    if (map_get(&l->claims, (uintptr_t)v)) return;
    Claim *n = arena_new(&l->x->ctx->scratch, Claim);
    *n = (Claim){home, rel};
    map_put(&l->claims, (uintptr_t)v, n);
}

// Collects the virtual bases, direct and indirect, once each in inheritance graph order. The first
// base in that order whose primary base is a virtual one holds it.
static void collect_vbases(Lay *l, ClassDecl *d, uint32_t home, uint64_t rel, uint32_t visit,
                           uint32_t depth) {
    if (depth >= l->x->ctx->max_depth) return;
    for (uint32_t i = 0; i < d->nbase; i++) {
        const BaseSpec *b = &d->base[i];
        uint32_t at = d == l->c ? i : home;
        uint64_t off = d == l->c ? 0 : rel + b->offset;
        if (b->virtual_) {
            if (find_vbase(l, b->cls)) continue;
            at = l->c->nbase + l->vbase.n, off = 0;
            vec_push(&l->x->ctx->scratch, &l->vbase, ((VBase){.spec = *b}));
            map_put(&l->vbase_at, (uintptr_t)b->cls, (void *)(uintptr_t)l->vbase.n);
        }
        if (!b->cls->has_virtual_bases || !cxx_class_visit(b->cls, visit)) continue;
        if (b->cls->virtual_primary) claim(l, b->cls->virtual_primary, at, off);
        collect_vbases(l, b->cls, at, off, visit, depth + 1);
    }
    for (uint32_t i = 0; d == l->c && i < l->vbase.n; i++) {
        l->vbase.at[i].held = map_get(&l->claims, (uintptr_t)l->vbase.at[i].spec.cls);
    }
}

// The primary base [Itanium 2.4 II.2]: the first direct base with a table that is not virtual, else
// a nearly empty virtual base, direct or not: the first that no other base has as its primary
// base if there is one, else the first.
static BaseSpec *primary_base(Lay *l) {
    ClassDecl *c = l->c;
    for (uint32_t i = 0; i < c->nbase; i++) {
        if (!c->base[i].virtual_ && c->base[i].cls->has_vptr) return &c->base[i];
    }
    VBase *first = NULL;
    for (uint32_t i = 0; i < l->vbase.n; i++) {
        VBase *v = &l->vbase.at[i];
        if (v->spec.cls->nearly_empty && (!first || (first->held && !v->held))) first = v;
    }
    return first ? &first->spec : NULL;
}

static void place_bases(Lay *l) {
    ClassDecl *c = l->c;
    BaseSpec *primary = primary_base(l);
    if (primary && primary->virtual_) {
        VBase *v = find_vbase(l, primary->cls);
        claim(l, primary->cls, NOWHERE, 0);
        v->held = map_get(&l->claims, (uintptr_t)primary->cls);
        *v->held = (Claim){NOWHERE, 0}; // taken from the base that had it
        c->virtual_primary = primary->cls;
        place_base(l, primary, c->nbase + (uint32_t)(v - l->vbase.at));
    } else if (primary) {
        place_base(l, primary, (uint32_t)(primary - c->base));
    } else if (c->has_vptr) {
        l->end = l->dsize = l->size = 8;
        l->align = CU_MAX(l->align, l->packed ? 1 : c->pack ? CU_MIN(8u, c->pack) : 8);
    }
    for (uint32_t i = 0; i < c->nbase; i++) {
        if (&c->base[i] != primary && !c->base[i].virtual_) place_base(l, &c->base[i], i);
    }
}

static uint64_t vbase_offset(const Lay *l, const VBase *v) {
    uint64_t off = 0;
    while (v->held && v->held->home >= l->c->nbase && v->held->home != NOWHERE) {
        off += v->held->rel;
        v = &l->vbase.at[v->held->home - l->c->nbase];
    }
    if (!v->held) return off + v->spec.offset;
    return v->held->home == NOWHERE ? off : off + v->held->rel + l->c->base[v->held->home].offset;
}

// Depth first and left to right, every class behind its own virtual bases [class.base.init]/13.
static void construction_order(Lay *l, ClassDecl *d, uint32_t visit) {
    for (uint32_t i = 0; i < d->nbase; i++) {
        ClassDecl *b = d->base[i].cls;
        bool seen = !b->has_virtual_bases || !cxx_class_visit(b, visit);
        if (!seen) construction_order(l, b, visit);
        uint32_t n = (uint32_t)(uintptr_t)map_get(&l->vbase_at, (uintptr_t)b);
        if (!d->base[i].virtual_ || !n || l->vbase.at[n - 1].ordered) continue;
        l->vbase.at[n - 1].ordered = true;
        vec_push(xa(l->x), &l->c->vbase_order, n - 1);
    }
}

// Those that are no primary bases, in inheritance graph order, then the others where their holders
// lie; kept in c->vbases.
static void place_virtual_bases(Lay *l) {
    ClassDecl *c = l->c;
    for (uint32_t i = 0; i < l->vbase.n; i++) {
        VBase *v = &l->vbase.at[i];
        if (!v->held) place_base(l, &v->spec, c->nbase + i);
    }
    for (uint32_t i = 0; i < l->vbase.n; i++) {
        BaseSpec v = l->vbase.at[i].spec;
        v.offset = vbase_offset(l, &l->vbase.at[i]);
        vec_push(xa(l->x), &c->vbases, v);
    }
    for (uint32_t i = 0; i < c->nbase; i++) {
        if (c->base[i].virtual_) c->base[i].offset = vbase_offset(l, find_vbase(l, c->base[i].cls));
    }
    construction_order(l, c, cxx_visit_begin(l->x));
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

// Lays out the bases and members. Returns the size of the largest empty subobject among them.
static uint64_t lay_parts(Cxx *x, ClassDecl *c) {
    uint64_t largest = 0, parts = 0, size;
    uint32_t al;
    for (uint32_t i = 0; i < c->nbase; i++) {
        cxx_class_layout(x, c->base[i].cls, c->base[i].pos);
        largest = CU_MAX(largest, c->base[i].cls->largest_empty);
        parts += 1 + (uint64_t)c->base[i].cls->nparts;
        c->nsub += 1 + (c->base[i].virtual_ ? 0 : c->base[i].cls->nsub);
        if (c->nsub <= MAX_BASES) continue;
        // 2^n of them at n levels: nobody gets to the end of its tables and initializers
        CXX_DIAG(x, d_too_many_bases, c->d.pos, &c->d);
        c->nsub = 0, parts = UINT32_MAX;
    }
    for (uint32_t i = 0; i < c->fields.n; i++) {
        FieldDecl *f = c->fields.at[i];
        ClassDecl *fc = element_class(f->d.type);
        if (fc && f->d.type->kind != TY_ARRAY_INC)
            ty_size_align(x, f->d.type, f->d.pos, &size, &al);
        if (fc && fc->abstract)
            cxx_no_abstract(x, f->d.type, &cxx_diag_rows[D_x_abstract_object], f->d.pos);
        if (fc) largest = CU_MAX(largest, fc->largest_empty);
        if (fc) parts += 1 + (uint64_t)fc->nparts;
    }
    c->nparts = (uint32_t)CU_MIN(parts, UINT32_MAX);
    return largest;
}

static void lay_out(Lay *l) {
    ClassDecl *c = l->c;
    uint32_t attr = c->attr_align;
    if (c->d.attrs && c->d.attrs->align > attr) attr = c->d.attrs->align;
    if (c->empty) record_empty(l, c, NULL, 0);
    l->packed = c->packed;
    for (uint32_t i = 0; i < c->fields.n; i++) l->packed &= can_pack(c->fields.at[i]);
    if (c->has_virtual_bases) collect_vbases(l, c, 0, 0, cxx_visit_begin(l->x), 0);
    place_bases(l);
    for (uint32_t i = 0; i < c->fields.n; i++) place_field(l, c->fields.at[i]);
    flush_bits(l);
    c->packed = l->packed;
    c->nvalign = CU_MAX(l->align, attr);
    c->nvsize = CU_MAX(l->dsize, l->end);
    if (c->has_virtual_bases) place_virtual_bases(l);
    c->align = CU_MAX(l->align, attr);
    // gcc's classes with arrays of no elements alone have no size: only empty ones are filled up
    c->size = up(CU_MAX(CU_MAX(l->size, l->dsize), (uint64_t)c->empty), c->align);
    c->dsize = l->end;
    if (c->layout_pod && !c->empty) c->dsize = c->nvsize = c->size;
}

bool cxx_answer_class_layout(Cxx *x, ClassDecl *c, Pos pos) {
    if (!c->complete && !cxx_class_complete(x, c, pos)) return false;
    if (c->layout_busy) { // a member of its own type
        if (!(c->d.flags & DF_INVALID)) CXX_DIAG(x, d_incomplete_type, pos, ty_class(x, c));
        return false;
    }
    if (x->decls->depth >= x->ctx->max_depth) { // struct A { A<T *> member; }
        if (!(c->d.flags & DF_INVALID)) cxx_too_deep(x, pos);
        c->d.flags |= DF_INVALID;
        return false;
    }
    x->decls->depth++;
    c->layout_busy = true;
    if (!c->is_closure) cxx_collect_fields(x, c);
    ArenaMark mark = arena_mark(&x->ctx->scratch);
    CxxInst inst; // what its parts complete is used by the template
    bool pushed = cxx_inst_push(x, &inst, &c->d, pos);
    uint64_t largest = lay_parts(x, c);
    if (pushed) cxx_inst_pop(x, &inst);
    c->has_vptr = c->polymorphic || c->has_virtual_bases;
    c->empty = is_empty_class(c);
    c->nearly_empty = is_nearly_empty(c);
    c->largest_empty = CU_MAX(largest, (uint64_t)c->empty); // itself: its size is not known yet
    c->layout_pod = pod_for_layout(x, c);
    arena_reset(&x->ctx->scratch, mark);
    Lay l = {.x = x, .c = c, .align = 1, .largest = largest, .moving = NOWHERE};
    map_init(&l.empty, &x->ctx->scratch);
    map_init(&l.vbase_at, &x->ctx->scratch);
    map_init(&l.claims, &x->ctx->scratch);
    lay_out(&l);
    if (c->empty) c->largest_empty = CU_MAX(c->largest_empty, c->size);
    if (l.steps > LAYOUT_STEPS) c->largest_empty = 0; // said once, not for each class that has it
    find_bit_runs(c);
    arena_reset(&x->ctx->scratch, mark);
    c->layout_done = true;
    c->layout_busy = false;
    x->decls->depth--;
    if (c->polymorphic) cxx_class_vtable(x, c);
    return true;
}
