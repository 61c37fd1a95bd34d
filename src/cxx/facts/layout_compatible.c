// SPDX-License-Identifier: Apache-2.0
// facts/layout_compatible.c: layout-compatible types [basic.types.general]/11, the common initial
// sequence of two classes [class.mem.general]/23, and which members share the address of their
// object [basic.compound]/4. As GCC has it, entities correspond when they lie at the same place and
// their types are layout-compatible, which for classes and enumerations asks for the same
// alignment.
#include "cxx/demand.h"
#include "cxx/facts/facts.h"

// The class that declares the members of a standard-layout class: it, or one of its bases.
static ClassDecl *member_holder(ClassDecl *cls) {
    while (!cls->members.fields.n) {
        ClassDecl *next = NULL;
        for (uint32_t i = 0; i < cls->members.nbase && !next; i++)
            if (!cls->members.base[i].cls->layout.empty) next = cls->members.base[i].cls;
        if (!next) break;
        cls = next;
    }
    return cls;
}

// The class of that type with its layout and whether it is a standard one; NULL: none, or
// incomplete.
static ClassDecl *laid_out(Cxx *cxx, Type *type, Pos pos) {
    type = ty_unqual(type);
    if (type->kind != TY_CLASS || !ty_complete(cxx, type, pos, false)) return NULL;
    cxx_class_specials(cxx, type->u.cls);
    return cxx_class_layout(cxx, type->u.cls, pos) ? type->u.cls : NULL;
}

static bool both_standard_layout(const ClassDecl *cls, const ClassDecl *other) {
    return cls && other && cls->special.standard_layout && other->special.standard_layout;
}

static bool same_bits(const FieldDecl *field, const FieldDecl *other) {
    if (field->is_bitfield != other->is_bitfield) return false;
    return !field->is_bitfield ||
           (field->bit_width == other->bit_width && field->bit_offset == other->bit_offset);
}

static bool overlaps(const FieldDecl *field) {
    return field->d.attrs && field->d.attrs->no_unique_address;
}

// Two entities that stand at the same place of their sequences.
static bool entities_match(Cxx *cxx, const FieldDecl *field, const FieldDecl *other, Pos pos) {
    if (field->offset != other->offset || !same_bits(field, other)) return false;
    return overlaps(field) == overlaps(other) &&
           cxx_layout_compatible(cxx, field->d.type, other->d.type, pos);
}

// The members of unions correspond in any order.
static bool unions_match(Cxx *cxx, const ClassDecl *cls, const ClassDecl *other, Pos pos) {
    uint32_t n = cls->members.fields.n;
    BitSet taken;
    bitset_init(&taken, &cxx->ctx->perm, n);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t k = 0;
        while (k < n &&
               (bitset_has(&taken, k) ||
                !entities_match(cxx, cls->members.fields.at[i], other->members.fields.at[k], pos)))
            k++;
        if (k == n) return false;
        bitset_add(&taken, k);
    }
    return true;
}

static bool classes_match(Cxx *cxx, ClassDecl *cls, ClassDecl *other, Pos pos) {
    if (!both_standard_layout(cls, other) || cls->layout.align != other->layout.align) return false;
    if ((cls->tag == CT_UNION) != (other->tag == CT_UNION)) return false;
    ClassDecl *members = member_holder(cls), *other_members = member_holder(other);
    if (members->members.fields.n != other_members->members.fields.n) return false;
    if (cls->tag == CT_UNION) return unions_match(cxx, members, other_members, pos);
    for (uint32_t i = 0; i < members->members.fields.n; i++)
        if (!entities_match(cxx, members->members.fields.at[i], other_members->members.fields.at[i],
                            pos))
            return false;
    return true;
}

bool cxx_layout_compatible(Cxx *cxx, Type *type, Type *other, Pos pos) {
    type = ty_unqual(type);
    other = ty_unqual(other);
    if (type == other) return true;
    if (type->kind == TY_ENUM && other->kind == TY_ENUM) {
        uint64_t size[2];
        uint32_t align[2];
        return type->u.enm->underlying == other->u.enm->underlying &&
               ty_size_align(cxx, type, pos, &size[0], &align[0]) &&
               ty_size_align(cxx, other, pos, &size[1], &align[1]) && align[0] == align[1];
    }
    ClassDecl *cls = laid_out(cxx, type, pos), *with = laid_out(cxx, other, pos);
    return cls && with && classes_match(cxx, cls, with, pos);
}

// The member of `cls` that is `field`, or the anonymous struct or union that has it.
static const FieldDecl *direct_member(const ClassDecl *cls, const FieldDecl *field) {
    while (field && field->owner != cls) field = field->owner->members.anon_member;
    return field;
}

bool cxx_corresponding_members(Cxx *cxx, Type *type, const FieldDecl *field, Type *other_type,
                               const FieldDecl *other, Pos pos) {
    ClassDecl *cls = laid_out(cxx, type, pos), *with = laid_out(cxx, other_type, pos);
    if (!both_standard_layout(cls, with) || cls->tag == CT_UNION || with->tag == CT_UNION)
        return false;
    cls = member_holder(cls);
    with = member_holder(with);
    const FieldDecl *member = direct_member(cls, field), *partner = direct_member(with, other);
    uint32_t n = CU_MIN(cls->members.fields.n, with->members.fields.n);
    for (uint32_t i = 0; i < n; i++) {
        FieldDecl *a = cls->members.fields.at[i], *b = with->members.fields.at[i];
        if (!entities_match(cxx, a, b, pos)) return false;
        if (a != member && b != partner) continue;
        if (a != member || b != partner) return false;
        if (a == field || b == other) return a == field && b == other;
        return cxx_corresponding_members(cxx, a->d.type, field, b->d.type, other, pos);
    }
    return false;
}

bool cxx_interconvertible_member(Cxx *cxx, Type *type, const FieldDecl *field, Pos pos) {
    ClassDecl *cls = laid_out(cxx, type, pos);
    if (!cls || (cls->tag != CT_UNION && !cls->special.standard_layout)) return false;
    cls = member_holder(cls);
    const FieldDecl *member = direct_member(cls, field);
    if (!member || (cls->tag != CT_UNION && member != cls->members.fields.at[0])) return false;
    return member == field || cxx_interconvertible_member(cxx, member->d.type, field, pos);
}
