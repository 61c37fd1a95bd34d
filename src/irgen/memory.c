// SPDX-License-Identifier: Apache-2.0
// Loads and stores of places, bit-fields among them; fields of objects; zeros.
#include "irgen/gen.h"

#include "ir/intrin_id.h"

// What is known of the alignment `off` bytes further.
static uint32_t offset_align(uint32_t align, uint64_t off) {
    if (!off) return align;
    uint64_t low = off & (0 - off);
    return (uint32_t)CU_MIN((uint64_t)align, low);
}

// The member's place by offset; a bit-field's starts at the byte of its storage unit.
static Place field_at(Fn *fn, Place obj, FieldDecl *f, uint64_t off) {
    Place p = {.type = f->d.type, .align = offset_align(obj.align, off)};
    p.addr = off ? ir_ptradd_c(&fn->b, obj.addr, (int64_t)off, IR_INBOUNDS | IR_NUW) : obj.addr;
    if (f->is_bitfield) p.bits = f;
    return p;
}

// A member of the object at `obj`. Of a reference it is what it refers to.
Place gen_field(Fn *fn, Place obj, FieldDecl *member) {
    cxx_class_layout(fn->g->x, member->owner, member->d.pos);
    if (ty_is_ref(member->d.type)) { // the place of what the member refers to
        Place p = field_at(fn, obj, member, member->offset);
        IrValue *v = &ir_load(&fn->b, fn->g->m->ty_ptr, p.addr, p.align)->v;
        return gen_place_at(fn, v, ty_deref(member->d.type));
    }
    return field_at(fn, obj, member, member->offset);
}

// A bit-field is accessed through the narrowest naturally aligned integer that holds it and touches
// no other member; where there is none, through just its bytes.
typedef struct BitUnit {
    IrValue *addr;
    IrType *ty; // integer of the next power of two
    uint32_t bytes, shift, width, align;
    bool is_volatile;
} BitUnit;

// The unit for a field: the first size whose aligned piece holds the field and stays in its run of
// bit-fields, so that other threads' members are left alone [intro.memory].
static BitUnit bit_unit(Fn *fn, Place place) {
    const FieldDecl *field_decl = place.bits;
    uint64_t bit = field_decl->offset * 8 + field_decl->bit_offset,
             end = bit + CU_MAX(field_decl->bit_width, 1u);
    uint64_t off = bit / 8, bytes = (end + 7) / 8 - off;
    for (uint64_t size = 1; size <= 16; size *= 2) {
        uint64_t at = bit / 8 / size * size;
        if (at + size < (end + 7) / 8 || at < field_decl->run_begin ||
            at + size > field_decl->run_end)
            continue;
        off = at;
        bytes = size;
        break;
    }

    // No such integer: only the field's own bytes, in a wider register.
    uint32_t whole = 1;
    while (whole < bytes) whole *= 2;
    BitUnit u = {.addr = place.addr,
                 .ty = ir_ty_int(fn->g->m, whole * 8),
                 .bytes = (uint32_t)bytes,
                 .shift = (uint32_t)(bit - off * 8),
                 .width = field_decl->bit_width,
                 .is_volatile = place.type->quals & Q_VOLATILE};
    int64_t delta = (int64_t)(off - field_decl->offset);
    if (delta)
        u.addr = ir_ptradd_c(&fn->b, place.addr, delta, IR_INBOUNDS | (delta > 0 ? IR_NUW : 0));
    u.align = CU_MIN(offset_align(place.align, off - field_decl->offset), whole);
    return u;
}

// The largest piece of the unit from byte `at` on that one access can take.
static uint32_t piece_at(const BitUnit *u, uint32_t at) {
    uint32_t n = u->ty->bits / 8;
    while (n > u->bytes - at) n /= 2;
    return n;
}

// The whole unit as an integer, little endian, in as few accesses as its size allows.
static IrValue *load_unit(Fn *fn, const BitUnit *unit) {
    IrBuilder *builder = &fn->b;
    IrValue *all = NULL;
    for (uint32_t at = 0, n; at < unit->bytes; at += n) {
        n = piece_at(unit, at);
        IrValue *addr =
            at ? ir_ptradd_c(builder, unit->addr, at, IR_INBOUNDS | IR_NUW) : unit->addr;
        IrInst *l = ir_load(builder, ir_ty_int(builder->m, n * 8), addr,
                            CU_MIN(offset_align(unit->align, at), n));
        if (unit->is_volatile) l->v.flags |= IR_VOLATILE;
        IrValue *v = ir_zext(builder, &l->v, unit->ty);
        if (at) v = ir_shl(builder, v, &ir_int(unit->ty, at * 8)->v);
        all = all ? ir_or(builder, all, v) : v;
    }
    return all;
}

// Writes all of the unit's bytes.
static void store_unit(Fn *fn, const BitUnit *unit, IrValue *stored) {
    IrBuilder *b = &fn->b;
    for (uint32_t at = 0, n; at < unit->bytes; at += n) {
        n = piece_at(unit, at);
        IrValue *addr = at ? ir_ptradd_c(b, unit->addr, at, IR_INBOUNDS | IR_NUW) : unit->addr;
        IrValue *part = at ? ir_lshr(b, stored, &ir_int(unit->ty, at * 8)->v) : stored;
        part = ir_int_resize(b, part, ir_ty_int(b->m, n * 8), false);
        IrInst *s = ir_store(b, part, addr, CU_MIN(offset_align(unit->align, at), n));
        if (unit->is_volatile) s->v.flags |= IR_VOLATILE;
    }
}

// As many ones as the field has bits: of __int128 it may have more than a word's.
static IrValue *field_ones(Fn *fn, const BitUnit *u) {
    uint64_t word[2] = {UINT64_MAX, 0};
    if (u->width < 64) word[0] = (UINT64_C(1) << u->width) - 1;
    if (u->width > 64) word[1] = UINT64_MAX >> (128 - u->width);
    return &ir_int_words(fn->b.m, u->ty, CU_COUNT(word), word)->v;
}

// The field's bits, extended by its sign or with zeros.
static IrValue *load_bits(Fn *fn, Place place) {
    BitUnit u = bit_unit(fn, place);
    IrBuilder *builder = &fn->b;
    IrValue *value = load_unit(fn, &u);
    uint32_t total = u.ty->bits;
    // Up to the top, then down with the sign.
    if (gen_is_signed(place.type) && ty_unqual(place.type)->kind != TY_BOOL) {
        value = ir_shl(builder, value, &ir_int(u.ty, total - u.width - u.shift)->v);
        value = ir_ashr(builder, value, &ir_int(u.ty, total - u.width)->v);
        return ir_int_resize(builder, value, gen_value_type(fn->g, place.type), true);
    }
    value = ir_lshr(builder, value, &ir_int(u.ty, u.shift)->v);
    if (u.width + u.shift < total) {
        value = ir_and(builder, value, field_ones(fn, &u));
    }
    return ir_int_resize(builder, value, gen_value_type(fn->g, place.type), false);
}

// Writes the field's bits and keeps those around it; where it fills the unit, nothing is read.
static void store_bits(Fn *fn, Place place, IrValue *stored) {
    BitUnit u = bit_unit(fn, place);
    IrBuilder *b = &fn->b;
    IrValue *ones = field_ones(fn, &u);
    IrValue *mask = ir_shl(b, ones, &ir_int(u.ty, u.shift)->v);
    stored = ir_int_resize(b, stored, u.ty, false);
    stored = ir_and(b, stored, ones);
    stored = ir_shl(b, stored, &ir_int(u.ty, u.shift)->v);
    if (u.width < u.bytes * 8) {
        IrValue *others = ir_not(b, mask);
        stored = ir_or(b, ir_and(b, load_unit(fn, &u), others), stored);
    }
    store_unit(fn, &u, stored);
}

// The value at a place. In memory a bool is a byte, as a value one bit.
IrValue *gen_load(Fn *fn, Place p) {
    if (p.bits) return load_bits(fn, p);
    IrBuilder *b = &fn->b;
    IrInst *l = ir_load(b, gen_mem_type(fn->g, p.type), p.addr, p.align);
    if (p.type->quals & Q_VOLATILE) l->v.flags |= IR_VOLATILE;
    if (ty_unqual(p.type)->kind != TY_BOOL) return &l->v;
    return ir_trunc(b, &l->v, fn->g->m->ty_i1);
}

// Writes a value of the place's type.
void gen_store(Fn *fn, Place place, IrValue *stored) {
    if (place.bits) {
        store_bits(fn, place, stored);
        return;
    }
    if (ty_unqual(place.type)->kind == TY_BOOL) stored = ir_zext(&fn->b, stored, fn->g->m->ty_i8);
    IrInst *s = ir_store(&fn->b, stored, place.addr, place.align);
    if (place.type->quals & Q_VOLATILE) s->v.flags |= IR_VOLATILE;
}

// Zeros. A null pointer to a member is not all zeros (Itanium C++ ABI 2.3); a base class has no
// tail padding of its own.
void gen_zero(Fn *fn, Place dst) {
    IrModule *module = fn->g->m;
    if (!gen_is_agg(dst.type)) {
        ConstVal null = {.kind = CV_MEMPTR, .type = dst.type};
        IrConst *c = ty_unqual(dst.type)->kind == TY_MEMPTR
                         ? gen_const(fn->g, &null, dst.type)
                         : ir_null(module, gen_mem_type(fn->g, dst.type));
        gen_store(fn, dst, gen_const_value(fn, c, dst.type));
        return;
    }
    uint64_t size = gen_size(fn->g, dst.type);
    if (dst.base) size = dst.type->u.cls->layout.empty ? 0 : dst.type->u.cls->layout.nvsize;
    if (!size) return;
    IrValue *c = IR_CALL(&fn->b, IR_I_memset, NULL, dst.addr, &ir_int(module->ty_i8, 0)->v,
                         &ir_int(module->ty_i64, size)->v, &ir_false(module)->v);
    IrInst *i = ir_as_inst(c);
    if (!i) return;
    const IrAttrSet *a = ir_attrs_get(&i->call->attrs, 0);
    ir_attrs_set(module, &i->call->attrs, 0, ir_attr_add_int(module, a, IR_ATTR_ALIGN, dst.align));
}
