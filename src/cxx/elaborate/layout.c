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

// A class being laid out.
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
    FieldDecl *flexible; // the last member, if it is a flexible array
    uint64_t largest;    // size of the largest empty subobject
    uint32_t steps;
} Lay;
enum {
    LAYOUT_STEPS = 1 << 18, // empty subobjects looked at for one class
    LAYOUT_DEPTH = 512,     // classes in classes
    MAX_BASES = 1 << 17,    // base class subobjects of a class, at any depth
};

// The next multiple of `a` from n on.
static uint64_t up(uint64_t n, uint64_t a) {
    return (n + a - 1) / a * a;
}

// Type's class behind arrays, or NULL.
static ClassDecl *element_class(Type *type) {
    while (ty_is_array(type)) type = type->u.array.elem;
    return type->kind == TY_CLASS ? type->u.cls : NULL;
}

// An empty subobject of class cls lies at `off`. at: the class's offsets so far, or NULL.
static void record_empty(Lay *lay, ClassDecl *cls, Map *at, uint64_t off) {
    if (!at) {
        at = arena_new(&lay->x->ctx->scratch, Map);
        map_init(at, &lay->x->ctx->scratch);
        map_put(&lay->empty, (uintptr_t)cls, at);
    }
    map_put(at, off + 1, cls);
    lay->nempty++;
    lay->last_empty = CU_MAX(lay->last_empty, off);
}

// What is walked: an object with its virtual bases, or a base in the object of `root` at `root_off`
// (NULL: in the class that is laid out, whose virtual bases have no places yet).
typedef struct Walk {
    uint64_t last; // offsets looked at
    bool place;    // record, else test
    ClassDecl *root;
    uint64_t root_off;
} Walk;

static bool empties(Lay *lay, ClassDecl *cls, uint64_t off, bool complete, Walk walk,
                    uint32_t depth);

// Where the virtual base cls of the walked object is, as far as it is known.
static uint64_t vbase_at(Lay *lay, const Walk *walk, const ClassDecl *cls) {
    if (walk->root) {
        for (uint32_t i = 0; i < walk->root->members.vbases.n; i++) {
            if (walk->root->members.vbases.at[i].cls == cls)
                return walk->root_off + walk->root->members.vbases.at[i].offset;
        }
        return NO_OFFSET;
    }
    const Claim *h = map_get(&lay->claims, (uintptr_t)cls);
    return h && h->home == lay->moving ? lay->moving_to + h->rel : NO_OFFSET;
}

// gcc looks for the virtual bases of a complete object's bases where those have them as objects.
static bool base_empties(Lay *lay, ClassDecl *cls, uint64_t off, bool complete, Walk walk,
                         uint32_t depth) {
    for (uint32_t i = 0; i < cls->members.nbase; i++) {
        if (cls->members.base[i].virtual_ || !cls->members.base[i].cls) continue;
        if (empties(lay, cls->members.base[i].cls, off + cls->members.base[i].offset, complete,
                    walk, depth))
            return true;
    }
    if (complete) {
        walk.root = cls, walk.root_off = off;
        for (uint32_t i = 0; i < cls->members.vbases.n; i++) {
            const BaseSpec *v = &cls->members.vbases.at[i];
            if (empties(lay, v->cls, off + v->offset, false, walk, depth)) return true;
        }
    } else if (cls->layout.virtual_primary &&
               vbase_at(lay, &walk, cls->layout.virtual_primary) == off) {
        return empties(lay, cls->layout.virtual_primary, off, false, walk, depth);
    }
    return false;
}

// Walks the empty subobjects of an object of class cls at `off`. Their number can be exponential in
// the text (an empty class with two bases that have two bases ...), so there is a limit.
static bool empties(Lay *lay, ClassDecl *cls, uint64_t off, bool complete, Walk walk,
                    uint32_t depth) {
    if (!cls->layout.largest_empty || off > walk.last) return false;
    if (depth > LAYOUT_DEPTH && lay->steps < LAYOUT_STEPS) lay->steps = LAYOUT_STEPS;
    if (++lay->steps > LAYOUT_STEPS) {
        bool first = lay->steps == LAYOUT_STEPS + 1 && !lay->x->inst_limit_hit;
        if (first) CXX_DIAG(lay->x, d_layout_limit, lay->c->d.pos, &lay->c->d);
        return false;
    }
    if (cls->layout.empty) {
        Map *at = map_get(&lay->empty, (uintptr_t)cls);
        if (walk.place)
            record_empty(lay, cls, at, off);
        else if (at && map_get(at, off + 1))
            return true;
    }
    if (base_empties(lay, cls, off, complete, walk, depth + 1)) return true;
    for (uint32_t i = 0; i < cls->members.fields.n; i++) {
        FieldDecl *f = cls->members.fields.at[i];
        ClassDecl *fc = f->is_bitfield ? NULL : element_class(f->d.type);
        if (!fc || !fc->layout.largest_empty) continue;
        uint64_t n = 1, at = off + f->offset;
        for (Type *t = f->d.type; t->kind == TY_ARRAY; t = t->u.array.elem) n *= t->u.array.n;
        if (!fc->layout.size) n = CU_MIN(n, 1u); // all of them are at one place
        for (uint64_t k = 0; k < n && at <= walk.last; k++, at += fc->layout.size) {
            if (empties(lay, fc, at, true, walk, depth + 1)) return true;
        }
    }
    return false;
}

// Whether an object of the class at `off` would have an empty subobject where another of the same
// type is.
static bool conflicts(Lay *lay, ClassDecl *cls, uint64_t off, bool complete) {
    lay->moving_to = off;
    return lay->nempty && empties(lay, cls, off, complete, (Walk){.last = lay->last_empty}, 0);
}

// Only an empty class is ever placed where something is already, from offset 0 on: what lies behind
// the largest one needs no record.
static void place_empties(Lay *lay, ClassDecl *cls, uint64_t off, bool complete) {
    if (!cls->layout.empty && !lay->largest) return;
    lay->moving_to = off;
    empties(lay, cls, off, complete,
            (Walk){cls->layout.empty ? UINT64_MAX : lay->largest - 1, .place = true}, 0);
}

// Where an object of class cls fits behind what there is. Where it does not, gcc tries `step` bytes
// on from the end of what there is, whatever the packing, and aligns that.
static uint64_t free_place(Lay *lay, ClassDecl *cls, uint32_t align, uint32_t step, bool complete) {
    uint64_t from = lay->dsize;
    while (conflicts(lay, cls, up(from, align), complete)) from += step;
    return up(from, align);
}

// Ends a run of bit-fields: what comes next begins at a whole byte.
static void flush_bits(Lay *lay) {
    if (!lay->in_bits) return;
    lay->dsize = (lay->bits + 7) / 8;
    lay->in_bits = false;
    lay->size = CU_MAX(lay->size, lay->dsize);
}

// Places a base [Itanium 2.4 II.1, II.2]: an empty one at 0 if that is free, others behind what
// there is. number: as in Claim.home.
static void place_base(Lay *lay, BaseSpec *base, uint32_t number) {
    ClassDecl *cls = base->cls;
    uint32_t al = CU_MAX(cls->layout.nvalign, 1u);
    if (lay->c->written.pack && lay->c->written.pack < al && !cls->layout.empty)
        al = lay->c->written.pack;
    uint64_t off = 0;
    lay->moving = number;
    if (!cls->layout.empty || conflicts(lay, cls, 0, false))
        off = free_place(lay, cls, al, CU_MAX(cls->layout.nvalign, 1u), false);
    base->offset = off;
    if (!cls->layout.empty) lay->dsize = off + cls->layout.nvsize;
    lay->size =
        CU_MAX(lay->size, off + (cls->layout.empty ? cls->layout.size : cls->layout.nvsize));
    // the byte of an empty virtual base without bases and members counts for sizeof alone
    lay->end = CU_MAX(lay->end, off + (cls->layout.empty && !base->virtual_ ? cls->layout.size
                                                                            : cls->layout.nvsize));
    lay->align = CU_MAX(lay->align, al);
    place_empties(lay, cls, off, false);
    lay->moving = NOWHERE;
    bool moved = off && cls->layout.largest_empty && !base->virtual_;
    lay->c->layout.moved_empty |= cls->layout.moved_empty || moved;
    if (cls->layout.empty && !base->virtual_ && (moved || cls->layout.moved_empty))
        lay->c->layout.nearly_empty = false;
}

// gcc does not pack a member of a class that is no POD and not packed itself.
static bool can_pack(const FieldDecl *f) {
    const ClassDecl *fc = element_class(f->d.type);
    return !fc || fc->layout.pod || fc->written.packed;
}

// Whether the field may begin at any byte.
static bool is_packed(const Lay *lay, const FieldDecl *f) {
    return (f->d.attrs && f->d.attrs->packed) || (lay->c->written.packed && can_pack(f));
}

// gcc forgets the alignment that is asked for a bit-field wider than its type.
static uint32_t asked_align(const FieldDecl *f) {
    return f->bit_padding ? 0 : f->align;
}

// #pragma pack bounds what alignas asks for too, the attribute does not.
static uint32_t field_align(const Lay *lay, const FieldDecl *f, uint32_t natural) {
    uint32_t a = CU_MAX(is_packed(lay, f) ? 1 : natural, asked_align(f));
    return lay->c->written.pack ? CU_MIN(a, lay->c->written.pack) : a;
}

// Size and alignment of the field's type, or of an array's elements if it has no bound; false: it
// has none. The typedef that names the type may have an alignment of its own.
static bool field_size(Lay *lay, const FieldDecl *f, uint64_t *size, uint32_t *natural) {
    Type *type = f->d.type;
    bool flexible = type->kind == TY_ARRAY_INC;
    if (!ty_size_align(lay->x, flexible ? type->u.array.elem : type, f->d.pos, size, natural))
        return false;
    if (flexible) *size = 0;
    if (f->type_align) *natural = f->type_align;
    return true;
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
static void take_bits(Lay *lay, uint64_t pos, uint64_t end) {
    if (lay->c->tag == CT_UNION) {
        lay->dsize = CU_MAX(lay->dsize, (end + 7) / 8);
        lay->size = CU_MAX(lay->size, lay->dsize);
    } else {
        lay->bits = end;
        lay->in_bits = true;
        lay->size = CU_MAX(lay->size, (end + 7) / 8);
    }
    lay->end = CU_MAX(lay->end, pos / 8 + (end - pos + 7) / 8);
}

// Bit-fields [Itanium 2.4 II.1, System V x86-64 3.1.2]: one never crosses a boundary of its
// declared type's size, unless packing is asked for in any way; the declared type's alignment
// counts for the class unless the field is unnamed. `int : 0;` closes the unit.
static void place_bitfield(Lay *lay, FieldDecl *field) {
    uint64_t size;
    uint32_t natural, declared;
    if (!field_size(lay, field, &size, &natural)) return;
    declared = natural;
    bits_unit(field, &size, &natural);
    bool is_union = lay->c->tag == CT_UNION, wide = field->bit_padding;
    bool packed = lay->c->written.pack || is_packed(lay, field);
    uint32_t al = field_align(lay, field, natural);
    if (lay->c->written.pack)
        al = CU_MAX(al, CU_MIN(declared, lay->c->written.pack)); // whatever the attribute says
    uint64_t w = field->bit_width, pos = is_union ? 0 : lay->in_bits ? lay->bits : lay->dsize * 8;
    uint64_t taken = wide ? size * 8 : w;
    if (w == 0) {
        pos = up(pos, natural * 8ull); // whatever the packing
    } else {
        if (!packed && pos / (natural * 8) != (pos + taken - 1) / (natural * 8)) {
            pos = up(pos, (uint64_t)natural * 8);
        }
        if (field->align || wide) pos = up(pos, field_align(lay, field, wide ? natural : 1) * 8ull);
    }
    uint64_t unit = size * 8, base = pos / unit * unit;
    if (pos + w > base + unit) base = pos / 8 * 8; // packed over a boundary
    field->offset = base / 8;
    field->bit_offset = (uint32_t)(pos - base);
    if (field->d.name || wide) lay->align = CU_MAX(lay->align, al);
    take_bits(lay, pos, pos + taken);
    uint64_t padding = w + field->bit_padding - (is_union ? 0 : taken);
    if (wide && padding) {
        uint64_t end = lay->end, at = is_union ? 0 : lay->bits;
        if (padding > 8 && !packed) at = up(at, 8);
        take_bits(lay, at, at + padding);
        lay->end = end; // not a member
    }
}

// An empty [[no_unique_address]] member, which may share its place with what it is no part of.
static bool overlaps_empty(const FieldDecl *f) {
    bool nua = f->d.attrs && f->d.attrs->no_unique_address && !f->is_bitfield;
    return nua && f->d.type->kind == TY_CLASS && f->d.type->u.cls->layout.empty;
}

// An empty [[no_unique_address]] member lies at 0 or, where another of its type is, behind what
// there is; a unit of bit-fields goes on past it.
static void place_empty_field(Lay *lay, FieldDecl *field) {
    ClassDecl *fc = field->d.type->u.cls;
    uint64_t size, off = 0;
    uint32_t natural;
    if (!field_size(lay, field, &size, &natural)) return;
    uint32_t align = field->align ? field->align : natural; // even a smaller one, and not packed
    if (lay->c->tag != CT_UNION && conflicts(lay, fc, 0, true)) {
        off = up(lay->in_bits ? lay->bits / 8 : lay->dsize, natural);
        while (conflicts(lay, fc, off, true)) off += align;
    }
    field->offset = off;
    lay->end = CU_MAX(lay->end, off + size);
    lay->size = CU_MAX(lay->size, lay->end);
    lay->align = CU_MAX(lay->align, align);
    lay->c->layout.moved_empty |= off || fc->layout.moved_empty;
    if (lay->c->tag != CT_UNION) place_empties(lay, fc, off, true);
}

// Places a member [Itanium 2.4 II.3]; in a union everything begins at 0. The tail padding of a
// [[no_unique_address]] object is used for what follows it.
static void place_field(Lay *lay, FieldDecl *field) {
    if (field->is_bitfield) {
        place_bitfield(lay, field);
        return;
    }
    Type *type = field->d.type;
    if (overlaps_empty(field)) {
        place_empty_field(lay, field);
        return;
    }
    flush_bits(lay);
    uint64_t size = 0;
    uint32_t natural = 1;
    bool behind = lay->flexible && lay->c->tag != CT_UNION && field->d.name;
    if (behind && lay->x->opt.check_all && cxx_in_main_file(lay->x, field->d.pos))
        CXX_DIAG(lay->x, d_flexible_not_last, lay->flexible->d.pos, &lay->flexible->d);
    lay->flexible = type->kind == TY_ARRAY_INC ? field : NULL;
    if (!field_size(lay, field, &size, &natural)) {
        if (type->kind != TY_ARRAY_INC) lay->c->d.flags |= DF_INVALID;
        return;
    }
    uint32_t al = field_align(lay, field, natural);
    ClassDecl *fc = element_class(type);
    bool overlap = field->d.attrs && field->d.attrs->no_unique_address && type->kind == TY_CLASS;
    uint64_t off = lay->c->tag == CT_UNION ? 0 : up(lay->dsize, al);
    if (fc && lay->c->tag != CT_UNION) off = free_place(lay, fc, al, CU_MAX(natural, 1u), true);
    field->offset = off;
    uint64_t used = overlap ? fc->layout.dsize : size; // with its virtual bases
    lay->dsize = lay->c->tag == CT_UNION ? CU_MAX(lay->dsize, used) : off + used;
    lay->size = CU_MAX(lay->size, lay->dsize);
    lay->end = CU_MAX(lay->end, off + used);
    lay->align = CU_MAX(lay->align, al);
    if (fc && lay->c->tag != CT_UNION) place_empties(lay, fc, off, true);
}

// ---- the class ---------------------------------------------------------------------------------

// Plain old data as the ABI means it (C++98): its tail padding is not reused.
static bool pod_for_layout(Cxx *cxx, ClassDecl *cls) {
    if (cls->members.nbase || cxx_is_dynamic(cls)) return false;
    Scope *scope = cls->inner;
    if (!scope->index) return !cls->closure.is;
    Atom assign = cxx_op_atom(cxx, OP_ASSIGN);
    for (uint32_t i = 0; i < scope->index->e.n; i++) {
        IndexEntry *e = &scope->index->e.at[i];
        if (e->form == IXF_USING && e->name == cxx->n.ctor) return false;
        if (e->flags & IX_FRIEND) continue;
        if (e->name == cxx->n.ctor || e->name == cxx->n.dtor) return false;
        if (e->name == assign && !(e->flags & IX_TEMPLATE)) return false;
    }
    for (uint32_t i = 0; i < cls->members.fields.n; i++) {
        FieldDecl *f = cls->members.fields.at[i];
        if (is_any_of(f->d.access, ACC_PRIVATE, ACC_PROTECTED)) return false;
        if (ty_is_ref(f->d.type) || f->init_range.end) return false;
        if (f->d.attrs && f->d.attrs->no_unique_address) return false;
        ClassDecl *fc = element_class(f->d.type);
        if (fc && !fc->layout.pod) return false;
    }
    return true;
}

// [class.prop], as the ABI has it: no members but empty ones and unnamed bit-fields without width,
// no virtual functions or bases, and bases that are empty too.
static bool is_empty_class(const ClassDecl *cls) {
    if (cxx_is_dynamic(cls)) return false;
    for (uint32_t i = 0; i < cls->members.nbase; i++) {
        if (!cls->members.base[i].cls->layout.empty) return false;
    }
    for (uint32_t i = 0; i < cls->members.fields.n; i++) {
        FieldDecl *f = cls->members.fields.at[i];
        if (f->is_bitfield && !f->bit_width) continue;
        bool nua = f->d.attrs && f->d.attrs->no_unique_address;
        if (!(nua && f->d.type->kind == TY_CLASS && f->d.type->u.cls->layout.empty)) return false;
    }
    return true;
}

// "Nearly empty": a virtual table pointer and no data except in virtual bases [Itanium 1.1]. That
// no empty base moved is added when they are placed.
static bool is_nearly_empty(const ClassDecl *cls) {
    uint32_t near = 0;
    if (!cls->table.has_pointer) return false;
    for (uint32_t i = 0; i < cls->members.nbase; i++) {
        const ClassDecl *b = cls->members.base[i].cls;
        if (cls->members.base[i].virtual_ || b->layout.empty) continue;
        if (!b->layout.nearly_empty || near++) return false;
    }
    for (uint32_t i = 0; i < cls->members.fields.n; i++) {
        const FieldDecl *f = cls->members.fields.at[i];
        if (!overlaps_empty(f) && !(f->is_bitfield && !f->bit_width)) return false;
    }
    return true;
}

// The virtual base of that class, or NULL: it is none.
static VBase *find_vbase(Lay *lay, const ClassDecl *cls) {
    uintptr_t n = (uintptr_t)map_get(&lay->vbase_at, (uintptr_t)cls);
    return n ? &lay->vbase.at[n - 1] : NULL;
}

// The first base that has the virtual base as its primary base holds it; later ones do not.
static void claim(Lay *lay, const ClassDecl *cls, uint32_t home, uint64_t rel) {
    if (map_get(&lay->claims, (uintptr_t)cls)) return;
    Claim *n = arena_new(&lay->x->ctx->scratch, Claim);
    *n = (Claim){home, rel};
    map_put(&lay->claims, (uintptr_t)cls, n);
}

// Collects the virtual bases, direct and indirect, once each in inheritance graph order. The first
// base in that order whose primary base is a virtual one holds it.
static void collect_vbases(Lay *lay, ClassDecl *cls, uint32_t home, uint64_t rel, uint32_t visit,
                           uint32_t depth) {
    if (depth >= lay->x->ctx->max_depth) return;
    for (uint32_t i = 0; i < cls->members.nbase; i++) {
        const BaseSpec *base_spec = &cls->members.base[i];
        uint32_t at = cls == lay->c ? i : home;
        uint64_t off = cls == lay->c ? 0 : rel + base_spec->offset;
        if (base_spec->virtual_) {
            if (find_vbase(lay, base_spec->cls)) continue;
            at = lay->c->members.nbase + lay->vbase.n, off = 0;
            vec_push(&lay->x->ctx->scratch, &lay->vbase, ((VBase){.spec = *base_spec}));
            map_put(&lay->vbase_at, (uintptr_t)base_spec->cls, (void *)(uintptr_t)lay->vbase.n);
        }
        if (!base_spec->cls->table.has_virtual_bases || !cxx_class_visit(base_spec->cls, visit))
            continue;
        if (base_spec->cls->layout.virtual_primary)
            claim(lay, base_spec->cls->layout.virtual_primary, at, off);
        collect_vbases(lay, base_spec->cls, at, off, visit, depth + 1);
    }
    for (uint32_t i = 0; cls == lay->c && i < lay->vbase.n; i++) {
        lay->vbase.at[i].held = map_get(&lay->claims, (uintptr_t)lay->vbase.at[i].spec.cls);
    }
}

// The primary base [Itanium 2.4 II.2]: the first direct base with a table that is not virtual, else
// a nearly empty virtual base, direct or not: the first that no other base has as its primary
// base if there is one, else the first.
static BaseSpec *primary_base(Lay *lay) {
    ClassDecl *c = lay->c;
    for (uint32_t i = 0; i < c->members.nbase; i++) {
        if (!c->members.base[i].virtual_ && c->members.base[i].cls->table.has_pointer)
            return &c->members.base[i];
    }
    VBase *first = NULL;
    for (uint32_t i = 0; i < lay->vbase.n; i++) {
        VBase *v = &lay->vbase.at[i];
        if (v->spec.cls->layout.nearly_empty && (!first || (first->held && !v->held))) first = v;
    }
    return first ? &first->spec : NULL;
}

// The primary base first, which shares its table pointer with the class; without one the class has
// a pointer of its own. Then the other bases that are not virtual, in their order.
static void place_bases(Lay *lay) {
    ClassDecl *cls = lay->c;
    BaseSpec *primary = primary_base(lay);
    if (primary && primary->virtual_) {
        VBase *v = find_vbase(lay, primary->cls);
        claim(lay, primary->cls, NOWHERE, 0);
        v->held = map_get(&lay->claims, (uintptr_t)primary->cls);
        *v->held = (Claim){NOWHERE, 0}; // taken from the base that had it
        cls->layout.virtual_primary = primary->cls;
        place_base(lay, primary, cls->members.nbase + (uint32_t)(v - lay->vbase.at));
    } else if (primary) {
        place_base(lay, primary, (uint32_t)(primary - cls->members.base));
    } else if (cls->table.has_pointer) {
        lay->end = lay->dsize = lay->size = 8;
        lay->align = CU_MAX(lay->align, lay->packed         ? 1
                                        : cls->written.pack ? CU_MIN(8u, cls->written.pack)
                                                            : 8);
    }
    for (uint32_t i = 0; i < cls->members.nbase; i++) {
        if (&cls->members.base[i] != primary && !cls->members.base[i].virtual_)
            place_base(lay, &cls->members.base[i], i);
    }
}

// Follows the holders: a primary base lies where its holder does, which may be a virtual base held
// in turn.
static uint64_t vbase_offset(const Lay *lay, const VBase *vbase) {
    uint64_t off = 0;
    while (vbase->held && vbase->held->home >= lay->c->members.nbase &&
           vbase->held->home != NOWHERE) {
        off += vbase->held->rel;
        vbase = &lay->vbase.at[vbase->held->home - lay->c->members.nbase];
    }
    if (!vbase->held) return off + vbase->spec.offset;
    return vbase->held->home == NOWHERE
               ? off
               : off + vbase->held->rel + lay->c->members.base[vbase->held->home].offset;
}

// Depth first and left to right, every class behind its own virtual bases [class.base.init]/13.
static void construction_order(Lay *lay, ClassDecl *cls, uint32_t visit) {
    for (uint32_t i = 0; i < cls->members.nbase; i++) {
        ClassDecl *b = cls->members.base[i].cls;
        bool seen = !b->table.has_virtual_bases || !cxx_class_visit(b, visit);
        if (!seen) construction_order(lay, b, visit);
        uint32_t n = (uint32_t)(uintptr_t)map_get(&lay->vbase_at, (uintptr_t)b);
        if (!cls->members.base[i].virtual_ || !n || lay->vbase.at[n - 1].ordered) continue;
        lay->vbase.at[n - 1].ordered = true;
        vec_push(xa(lay->x), &lay->c->table.vbase_order, n - 1);
    }
}

// Those that are no primary bases, in inheritance graph order, then the others where their holders
// lie; kept in cls->vbases.
static void place_virtual_bases(Lay *lay) {
    ClassDecl *cls = lay->c;
    for (uint32_t i = 0; i < lay->vbase.n; i++) {
        VBase *v = &lay->vbase.at[i];
        if (!v->held) place_base(lay, &v->spec, cls->members.nbase + i);
    }
    for (uint32_t i = 0; i < lay->vbase.n; i++) {
        BaseSpec v = lay->vbase.at[i].spec;
        v.offset = vbase_offset(lay, &lay->vbase.at[i]);
        vec_push(xa(lay->x), &cls->members.vbases, v);
    }
    for (uint32_t i = 0; i < cls->members.nbase; i++) {
        if (cls->members.base[i].virtual_)
            cls->members.base[i].offset =
                vbase_offset(lay, find_vbase(lay, cls->members.base[i].cls));
    }
    construction_order(lay, cls, cxx_visit_begin(lay->x));
}

// Where the field's first bit is.
static uint64_t first_byte(const FieldDecl *f) {
    return f->is_bitfield ? f->offset + f->bit_offset / 8 : f->offset;
}

// Adjacent bit-fields are one memory location [intro.memory]/3: a store to one of them may touch
// the bytes of the run, and padding behind it, but no other member's.
static void find_bit_runs(ClassDecl *cls) {
    bool alone = cls->tag == CT_UNION;
    for (uint32_t i = 0, end; i < cls->members.fields.n; i = end) {
        FieldDecl *field_decl = cls->members.fields.at[i];
        end = i + 1;
        if (!field_decl->is_bitfield) continue;
        const FieldDecl *last = field_decl;
        for (; !alone && end < cls->members.fields.n; end++) {
            const FieldDecl *n = cls->members.fields.at[end];
            if (overlaps_empty(n)) continue; // a unit goes on past it
            if (!n->is_bitfield || !n->bit_width) break;
            last = n;
        }
        uint64_t used = last->offset + (last->bit_offset + last->bit_width + 7) / 8,
                 to = cls->layout.nvsize;
        if (!alone && end < cls->members.fields.n) to = first_byte(cls->members.fields.at[end]);
        for (uint32_t k = i; k < end; k++) {
            cls->members.fields.at[k]->run_begin = first_byte(field_decl);
            cls->members.fields.at[k]->run_end = CU_MAX(used, to);
        }
    }
}

// Lays out the bases and members. Returns the size of the largest empty subobject among them.
static uint64_t lay_parts(Cxx *cxx, ClassDecl *cls) {
    uint64_t largest = 0, parts = 0, size;
    uint32_t al;
    for (uint32_t i = 0; i < cls->members.nbase; i++) {
        cxx_class_layout(cxx, cls->members.base[i].cls, cls->members.base[i].pos);
        largest = CU_MAX(largest, cls->members.base[i].cls->layout.largest_empty);
        parts += 1 + (uint64_t)cls->members.base[i].cls->layout.nparts;
        cls->layout.nsub +=
            1 + (cls->members.base[i].virtual_ ? 0 : cls->members.base[i].cls->layout.nsub);
        if (cls->layout.nsub <= MAX_BASES) continue;
        // 2^n of them at n levels: nobody gets to the end of its tables and initializers
        CXX_DIAG(cxx, d_too_many_bases, cls->d.pos, &cls->d);
        cls->layout.nsub = 0, parts = UINT32_MAX;
    }
    for (uint32_t i = 0; i < cls->members.fields.n; i++) {
        FieldDecl *f = cls->members.fields.at[i];
        ClassDecl *fc = element_class(f->d.type);
        if (fc && f->d.type->kind != TY_ARRAY_INC)
            ty_size_align(cxx, f->d.type, f->d.pos, &size, &al);
        if (fc && fc->table.abstract)
            cxx_no_abstract(cxx, f->d.type, DIAG_OF(cxx, x_abstract_object), f->d.pos);
        if (fc) largest = CU_MAX(largest, fc->layout.largest_empty);
        if (fc) parts += 1 + (uint64_t)fc->layout.nparts;
    }
    cls->layout.nparts = (uint32_t)CU_MIN(parts, UINT32_MAX);
    return largest;
}

// Bases, members and virtual bases, then the sizes: nvsize without virtual bases, dsize without
// tail padding, size with it [Itanium 2.4 III].
static void lay_out(Lay *lay) {
    ClassDecl *cls = lay->c;
    uint32_t attr = cls->written.align;
    if (cls->d.attrs && cls->d.attrs->align > attr) attr = cls->d.attrs->align;
    if (cls->layout.empty) record_empty(lay, cls, NULL, 0);
    lay->packed = cls->written.packed;
    for (uint32_t i = 0; i < cls->members.fields.n; i++)
        lay->packed &= can_pack(cls->members.fields.at[i]);
    if (cls->table.has_virtual_bases) collect_vbases(lay, cls, 0, 0, cxx_visit_begin(lay->x), 0);
    place_bases(lay);
    for (uint32_t i = 0; i < cls->members.fields.n; i++)
        place_field(lay, cls->members.fields.at[i]);
    flush_bits(lay);
    cls->written.packed = lay->packed;
    cls->layout.nvalign = CU_MAX(lay->align, attr);
    cls->layout.nvsize = CU_MAX(lay->dsize, lay->end);
    if (cls->table.has_virtual_bases) place_virtual_bases(lay);
    cls->layout.align = CU_MAX(lay->align, attr);
    // gcc's classes with arrays of no elements alone have no size: only empty ones are filled up
    cls->layout.size =
        up(CU_MAX(CU_MAX(lay->size, lay->dsize), (uint64_t)cls->layout.empty), cls->layout.align);
    cls->layout.dsize = lay->end;
    if (cls->layout.pod && !cls->layout.empty)
        cls->layout.dsize = cls->layout.nvsize = cls->layout.size;
}

// False: the class is incomplete, or is a part of itself. All classes that parts have are laid out
// before it.
bool cxx_answer_class_layout(Cxx *cxx, ClassDecl *cls, Pos pos) {
    if (!cls->members.complete && !cxx_class_complete(cxx, cls, pos)) return false;
    if (cls->layout.busy) { // a member of its own type
        if (!(cls->d.flags & DF_INVALID)) CXX_DIAG(cxx, d_incomplete_type, pos, ty_class(cxx, cls));
        return false;
    }
    if (cxx->decls->depth >= cxx->ctx->max_depth) { // struct A { A<T *> member; }
        if (!(cls->d.flags & DF_INVALID)) cxx_too_deep(cxx, pos);
        cls->d.flags |= DF_INVALID;
        return false;
    }
    cxx->decls->depth++;
    cls->layout.busy = true;
    if (!cls->closure.is) cxx_collect_fields(cxx, cls);
    ArenaMark mark = arena_mark(&cxx->ctx->scratch);
    CxxInst inst; // what its parts complete is used by the template
    bool pushed = cxx_inst_push(cxx, &inst, &cls->d, pos);
    uint64_t largest = lay_parts(cxx, cls);
    if (pushed) cxx_inst_pop(cxx, &inst);
    cls->table.has_pointer = cls->table.polymorphic || cls->table.has_virtual_bases;
    cls->layout.empty = is_empty_class(cls);
    cls->layout.nearly_empty = is_nearly_empty(cls);
    cls->layout.largest_empty =
        CU_MAX(largest, (uint64_t)cls->layout.empty); // itself: its size is not known yet
    cls->layout.pod = pod_for_layout(cxx, cls);
    arena_reset(&cxx->ctx->scratch, mark);
    Lay lay = {.x = cxx, .c = cls, .align = 1, .largest = largest, .moving = NOWHERE};
    map_init(&lay.empty, &cxx->ctx->scratch);
    map_init(&lay.vbase_at, &cxx->ctx->scratch);
    map_init(&lay.claims, &cxx->ctx->scratch);
    lay_out(&lay);
    if (cls->layout.empty)
        cls->layout.largest_empty = CU_MAX(cls->layout.largest_empty, cls->layout.size);
    if (lay.steps > LAYOUT_STEPS)
        cls->layout.largest_empty = 0; // said once, not for each class that has it
    find_bit_runs(cls);
    arena_reset(&cxx->ctx->scratch, mark);
    cls->layout.done = true;
    cls->layout.busy = false;
    cxx->decls->depth--;
    if (cls->table.polymorphic) cxx_class_vtable(cxx, cls);
    return true;
}
