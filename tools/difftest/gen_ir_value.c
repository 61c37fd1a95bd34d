// SPDX-License-Identifier: Apache-2.0
// The generator of IR programs: operands of any type, by reuse, conversion or load; results.
#include "gen_ir_int.h"

#include <stdlib.h>
#include <string.h>

const char *without_nan(Gen *gen, const Type *type, const char *value) {
    const Type *flags = type_shaped(gen, type, type_int(gen, 1));
    const char *is_nan = gen_name(gen), *result = gen_name(gen);
    gen_line(gen, "%s = fcmp uno %s %s, %s", is_nan, type->name, value,
             gen_chance(gen, 50) ? value : constant_double(gen, type, 0.0));
    gen_line(gen, "%s = select %s %s, %s %s, %s %s", result, flags->name, is_nan, type->name,
             constant_double(gen, type, 1.0), type->name, value);
    return result;
}

// A value of the pool for which `fits` holds, the newer ones more often; NULL: none.
static const Value *from_pool(Gen *gen, const Type *type,
                              bool (*fits)(const Type *, const Type *)) {
    if (!gen->value_count) return NULL;
    for (int tries = 0; tries < 25; tries++) {
        uint32_t back = gen_below(gen, gen->value_count);
        if (gen_chance(gen, 50)) back = gen_below(gen, back + 1);
        const Value *value = &gen->values[gen->value_count - 1 - back];
        if (fits(value->type, type)) return value;
    }
    return NULL;
}

static bool same(const Type *have, const Type *want) {
    return have == want;
}
static bool scalar_int(const Type *have, const Type *want) {
    (void)want;
    return have->kind == TYPE_INT;
}
static bool any_vector(const Type *have, const Type *want) {
    return have->kind == TYPE_VECTOR && have->element == want;
}
static bool any_struct(const Type *have, const Type *want) {
    if (have->kind == TYPE_ARRAY) return have->element == want;
    if (have->kind != TYPE_STRUCT) return false;
    for (uint32_t i = 0; i < have->count; i++)
        if (have->fields[i] == want) return true;
    return false;
}

static const char *convert_int(Gen *gen, const Type *from, const char *value, const Type *to) {
    if (from == to) return value;
    uint32_t piece = piece_open(gen);
    const char *name = gen_name(gen);
    const char *cast = from->bits > to->bits                    ? "trunc"
                       : gen_chance(gen, 50) || from->bits == 1 ? "zext"
                                                                : "sext";
    gen_line(gen, "%s = %s %s %s to %s", name, cast, from->name, value, to->name);
    piece_value(gen, piece, to, name);
    return name;
}

static const char *load_operand(Gen *gen, const Type *type) {
    uint32_t bytes = type_total_bits(type) / 8, space;
    const Object *object = random_object(gen, bytes, false);
    if (!object) return NULL;
    uint32_t align = 1;
    while (align < bytes && align < object->align && gen_chance(gen, 85)) align *= 2;
    uint32_t piece = piece_open(gen);
    const char *pointer = object_address(gen, object, bytes, align, &space), *name = gen_name(gen);
    const char *how = gen_chance(gen, 12) ? "volatile " : "";
    gen_line(gen, "%s = load %s%s, %s %s, align %u", name, how, type->name, pointer_type(space),
             pointer, align);
    if (type_is_float(type)) name = without_nan(gen, type, name);
    piece_value(gen, piece, type, name);
    return name;
}

static const char *make_int(Gen *gen, const Type *type) {
    if (gen_chance(gen, 25)) {
        const Value *aggregate = from_pool(gen, type, any_struct);
        if (aggregate) {
            uint32_t index = 0, piece = piece_open(gen);
            if (aggregate->type->kind == TYPE_STRUCT)
                while (aggregate->type->fields[index] != type) index++;
            else
                index = gen_below(gen, aggregate->type->count);
            const char *name = gen_name(gen);
            gen_line(gen, "%s = extractvalue %s %s, %u", name, aggregate->type->name,
                     aggregate->text, index);
            piece_value(gen, piece, type, name);
            return name;
        }
    }
    const Value *value = from_pool(gen, type, scalar_int);
    if (value) return convert_int(gen, value->type, value->text, type);
    return NULL;
}

static const char *make_float(Gen *gen, const Type *type) {
    uint32_t piece;
    const Type *small = type_int(gen, 8);
    const char *number = operand(gen, small), *name = gen_name(gen);
    piece = piece_open(gen);
    gen_line(gen, "%s = %s i8 %s to %s", name, gen_chance(gen, 50) ? "sitofp" : "uitofp", number,
             type->name);
    piece_value(gen, piece, type, name);
    return name;
}

static const char *make_vector(Gen *gen, const Type *type) {
    const char *lanes[16];
    uint32_t count = 1 + gen_below(gen, type->count);
    const char *base = gen_chance(gen, 50) ? "zeroinitializer" : constant_random(gen, type);
    for (uint32_t i = 0; i < count; i++) lanes[i] = operand(gen, type->element);
    bool all = count == type->count;
    if (all && gen_chance(gen, 50)) base = gen_chance(gen, 50) ? "poison" : "undef";
    uint32_t piece = piece_open(gen);
    for (uint32_t i = 0; i < count; i++) {
        const char *name = gen_name(gen);
        gen_line(gen, "%s = insertelement %s %s, %s %s, i32 %u", name, type->name, base,
                 type->element->name, lanes[i], i);
        base = name;
    }
    piece_value(gen, piece, type, base);
    return base;
}

static const char *make_aggregate(Gen *gen, const Type *type) {
    const char *fields[6];
    for (uint32_t i = 0; i < type->count; i++)
        fields[i] = operand(gen, type->kind == TYPE_ARRAY ? type->element : type->fields[i]);
    uint32_t piece = piece_open(gen);
    const char *base = gen_chance(gen, 50) ? "poison" : "undef";
    for (uint32_t i = 0; i < type->count; i++) {
        const char *name = gen_name(gen);
        const Type *field = type->kind == TYPE_ARRAY ? type->element : type->fields[i];
        gen_line(gen, "%s = insertvalue %s %s, %s %s, %u", name, type->name, base, field->name,
                 fields[i], i);
        base = name;
    }
    piece_value(gen, piece, type, base);
    return base;
}

static const char *element_of_vector(Gen *gen, const Type *type) {
    const Value *vector = from_pool(gen, type, any_vector);
    if (!vector) return NULL;
    uint32_t piece = piece_open(gen);
    const char *name = gen_name(gen);
    gen_line(gen, "%s = extractelement %s %s, i32 %u", name, vector->type->name, vector->text,
             gen_below(gen, vector->type->count));
    piece_value(gen, piece, type, name);
    return name;
}

const char *operand(Gen *gen, const Type *type) {
    const Value *value = gen_chance(gen, 75) ? from_pool(gen, type, same) : NULL;
    if (value) return value->text;
    bool aggregate = type->kind == TYPE_STRUCT || type->kind == TYPE_ARRAY;
    if (gen->depth > 4) return aggregate ? "zeroinitializer" : constant_random(gen, type);

    const char *made = NULL;
    gen->depth++;
    if (type_fills_memory(type) && !type_misloaded(gen, type) && gen_chance(gen, 40))
        made = load_operand(gen, type);
    if (!made && !aggregate && type->kind != TYPE_VECTOR && gen_chance(gen, 25))
        made = element_of_vector(gen, type);
    if (!made && type->kind == TYPE_INT) made = make_int(gen, type);
    if (!made && type->kind == TYPE_FLOAT) made = make_float(gen, type);
    if (!made && type->kind == TYPE_VECTOR) made = make_vector(gen, type);
    if (!made && aggregate) made = make_aggregate(gen, type);
    gen->depth--;
    return made ? made : constant_random(gen, type);
}

// ---- results ----

static void store_at(Gen *gen, const Type *type, const char *value, uint32_t bytes) {
    uint32_t align = 1;
    while (align < bytes && align < 16) align *= 2;
    gen->out_size = (gen->out_size + align - 1) / align * align;
    const char *address = gen_name(gen);
    bool global = gen_chance(gen, 60);
    const char *space = global ? " addrspace(1)" : "";
    gen_line(gen, "%s = getelementptr inbounds i8, ptr%s %%%s, i64 %u", address, space,
             global ? "result1" : "result", gen->out_size);
    gen_line(gen, "store %s %s, ptr%s %s, align %u", type->name, value, space, address, align);
    gen->out_size += bytes;
}

static void store_field(Gen *gen, const Type *type, const char *value) {
    if (type->kind == TYPE_STRUCT || type->kind == TYPE_ARRAY) {
        for (uint32_t i = 0; i < type->count; i++) {
            const Type *field = type->kind == TYPE_ARRAY ? type->element : type->fields[i];
            const char *name = gen_name(gen);
            gen_line(gen, "%s = extractvalue %s %s, %u", name, type->name, value, i);
            store_field(gen, field, name);
        }
        return;
    }
    if (type_fills_memory(type)) {
        store_at(gen, type, value, type_total_bits(type) / 8);
        return;
    }
    uint32_t bits = 8, have = type_scalar(type)->bits;
    while (bits < have) bits *= 2;
    if (type->kind != TYPE_VECTOR) bits = (have + 7) / 8 * 8;
    const Type *wide = type_shaped(gen, type, type_int(gen, bits));
    const char *name = gen_name(gen);
    gen_line(gen, "%s = %s %s %s to %s", name, gen_chance(gen, 70) ? "zext" : "sext", type->name,
             value, wide->name);
    store_at(gen, wide, name, type_total_bits(wide) / 8);
}

void store_result(Gen *gen, const Type *type, const char *value) {
    uint32_t piece = piece_open(gen);
    store_field(gen, type, value);
    piece_end(gen, piece, "");
}
