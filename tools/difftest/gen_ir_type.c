// SPDX-License-Identifier: Apache-2.0
// The generator of IR programs: types and constants.
#include "gen_ir_int.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Types are the same if their names are.
static const Type *intern(Gen *gen, Type type) {
    for (uint32_t i = 0; i < gen->type_count; i++)
        if (strcmp(gen->types[i]->name, type.name) == 0) return gen->types[i];
    if (gen->type_count == MAX_TYPES) abort();
    Type *copy = malloc(sizeof *copy);
    if (!copy) abort();
    *copy = type;
    return gen->types[gen->type_count++] = copy;
}

const Type *type_int(Gen *gen, uint32_t bits) {
    const char *name = gen_text(gen, "i%u", bits);
    return intern(gen, (Type){.kind = TYPE_INT, .bits = bits, .name = name, .suffix = name});
}

const Type *type_float(Gen *gen, uint32_t bits, bool brain) {
    const char *name = brain ? "bfloat" : bits == 16 ? "half" : bits == 32 ? "float" : "double";
    const char *suffix = brain ? "bf16" : bits == 16 ? "f16" : bits == 32 ? "f32" : "f64";
    return intern(
        gen,
        (Type){.kind = TYPE_FLOAT, .bits = bits, .brain = brain, .name = name, .suffix = suffix});
}

const Type *type_vector(Gen *gen, const Type *element, uint32_t lanes) {
    return intern(gen, (Type){.kind = TYPE_VECTOR,
                              .count = lanes,
                              .element = element,
                              .name = gen_text(gen, "<%u x %s>", lanes, element->name),
                              .suffix = gen_text(gen, "v%u%s", lanes, element->suffix)});
}

const Type *type_array(Gen *gen, const Type *element, uint32_t count) {
    const char *name = gen_text(gen, "[%u x %s]", count, element->name);
    return intern(gen,
                  (Type){.kind = TYPE_ARRAY, .count = count, .element = element, .name = name});
}

const Type *type_struct(Gen *gen, const Type *const *fields, uint32_t count) {
    Type type = {.kind = TYPE_STRUCT, .count = count};
    Buffer text = {0};
    for (uint32_t i = 0; i < count; i++) {
        buffer_add(&text, "%s%s", i ? ", " : "{ ", fields[i]->name);
        type.fields[i] = fields[i];
    }
    type.name = gen_text(gen, "%s }", text.at);
    free(text.at);
    return intern(gen, type);
}

const Type *type_scalar(const Type *type) {
    return type->kind == TYPE_VECTOR ? type->element : type;
}

const Type *type_shaped(Gen *gen, const Type *type, const Type *scalar) {
    return type->kind == TYPE_VECTOR ? type_vector(gen, scalar, type->count) : scalar;
}

uint32_t type_total_bits(const Type *type) {
    switch (type->kind) {
    case TYPE_VECTOR:
    case TYPE_ARRAY: return type->count * type_total_bits(type->element);
    case TYPE_STRUCT: {
        uint32_t bits = 0;
        for (uint32_t i = 0; i < type->count; i++) bits += type_total_bits(type->fields[i]);
        return bits;
    }
    default: return type->bits;
    }
}

bool type_is_int(const Type *type) {
    return type_scalar(type)->kind == TYPE_INT;
}
bool type_is_float(const Type *type) {
    return type_scalar(type)->kind == TYPE_FLOAT;
}

// LLVM 19 loads 16 bytes at once whatever the alignment.
bool type_misloaded(const Gen *gen, const Type *type) {
    return gen->for_llvm && type->kind == TYPE_VECTOR && type->count == 16 &&
           type->element->bits == 8;
}

bool type_fills_memory(const Type *type) {
    if (type->kind == TYPE_STRUCT || type->kind == TYPE_ARRAY) return false;
    uint32_t bits = type_scalar(type)->bits;
    bool vector = type->kind == TYPE_VECTOR;
    return bits % 8 == 0 && (!vector || (bits & (bits - 1)) == 0);
}

// ---- drawing ----

const Type *random_int(Gen *gen) {
    static const uint16_t common[] = {1, 8, 8, 16, 16, 32, 32, 32, 32, 64, 64, 64};
    static const uint16_t odd[] = {2,  3,  4,  5,  7,  12,  17,  24,  31,  33,
                                   40, 48, 63, 65, 96, 100, 128, 128, 200, 256};
    if (gen_chance(gen, 75))
        return type_int(gen, common[gen_below(gen, sizeof common / sizeof *common)]);
    return type_int(gen, odd[gen_below(gen, sizeof odd / sizeof *odd)]);
}

const Type *random_float(Gen *gen) {
    static const uint8_t bits[] = {32, 32, 32, 64, 64, 16, 16, 17};
    uint32_t n = bits[gen_below(gen, sizeof bits)];
    return type_float(gen, n & ~1u, n == 17);
}

const Type *random_shape(Gen *gen, const Type *scalar, uint32_t vector_percent) {
    static const uint8_t lanes[] = {1, 2, 2, 2, 3, 3, 4, 4, 4, 5, 7, 8, 16};
    if (!gen_chance(gen, vector_percent)) return scalar;
    uint32_t count = lanes[gen_below(gen, sizeof lanes)];
    if (scalar->bits > 64 && count > 4) count = 2;
    return type_vector(gen, scalar, count);
}

const Type *random_memory_type(Gen *gen, uint32_t max_bytes) {
    static const uint16_t ints[] = {8,  8,  16, 16, 32, 32, 32, 64,  64,
                                    64, 24, 40, 48, 56, 72, 96, 128, 256};
    for (;;) {
        const Type *scalar = gen_chance(gen, 30)
                                 ? random_float(gen)
                                 : type_int(gen, ints[gen_below(gen, sizeof ints / sizeof *ints)]);
        const Type *type = random_shape(gen, scalar, 30);
        if (type_misloaded(gen, type)) continue;
        if (type_fills_memory(type) && type_total_bits(type) <= max_bytes * 8) return type;
    }
}

const Type *random_value_type(Gen *gen) {
    return random_shape(gen, gen_chance(gen, 70) ? random_int(gen) : random_float(gen), 25);
}

const Type *random_aggregate(Gen *gen, uint32_t depth) {
    const Type *fields[6];
    uint32_t count = 1 + gen_below(gen, 4);
    for (uint32_t i = 0; i < count; i++)
        fields[i] = depth && gen_chance(gen, 25) ? random_aggregate(gen, depth - 1)
                                                 : random_value_type(gen);
    if (gen_chance(gen, 30)) return type_array(gen, fields[0], 1 + gen_below(gen, 4));
    return type_struct(gen, fields, count);
}

// ---- constants ----

// The constant with `lane` in every lane.
static const char *splat(Gen *gen, const Type *type, const char *lane) {
    if (type->kind != TYPE_VECTOR) return lane;
    Buffer text = {0};
    buffer_add(&text, "<");
    for (uint32_t i = 0; i < type->count; i++)
        buffer_add(&text, "%s%s %s", i ? ", " : "", type->element->name, lane);
    const char *all = gen_text(gen, "%s>", text.at);
    free(text.at);
    return all;
}

// The integer whose words are given, the lowest first.
static const char *words(Gen *gen, uint32_t bits, const uint64_t *word) {
    if (bits == 1) return word[0] & 1 ? "true" : "false";
    if (bits <= 64) {
        uint64_t number = bits == 64 ? word[0] : word[0] & ((UINT64_C(1) << bits) - 1);
        bool negative = gen_chance(gen, 50) && number >> (bits - 1);
        if (!negative) return gen_text(gen, "%llu", (unsigned long long)number);
        uint64_t magnitude = bits == 64 ? -number : (UINT64_C(1) << bits) - number;
        return gen_text(gen, "-%llu", (unsigned long long)magnitude);
    }

    Buffer text = {0};
    buffer_add(&text, "u0x");
    uint32_t count = (bits + 63) / 64, rest = bits % 64;
    for (uint32_t i = count; i-- > 0;) {
        uint64_t number = word[i];
        if (i == count - 1 && rest) number &= (UINT64_C(1) << rest) - 1;
        buffer_add(&text, "%016llX", (unsigned long long)number);
    }
    const char *constant = gen_text(gen, "%s", text.at);
    free(text.at);
    return constant;
}

const char *constant_number(Gen *gen, const Type *type, uint64_t number) {
    uint64_t word[8] = {number};
    return splat(gen, type, words(gen, type_scalar(type)->bits, word));
}

const char *constant_mask(Gen *gen, const Type *type, uint32_t bits) {
    uint64_t word[8] = {0};
    for (uint32_t i = 0; i < bits; i++) word[i / 64] |= UINT64_C(1) << i % 64;
    return splat(gen, type, words(gen, type_scalar(type)->bits, word));
}

const char *constant_bit(Gen *gen, const Type *type, uint32_t bit) {
    uint64_t word[8] = {0};
    word[bit / 64] |= UINT64_C(1) << bit % 64;
    return splat(gen, type, words(gen, type_scalar(type)->bits, word));
}

// The scalar constant; `number` fits the format.
static const char *float_text(Gen *gen, const Type *scalar, double number) {
    uint64_t pattern;
    if (scalar->bits == 16) {
        // Halves by hand: the numbers drawn are small and short, or infinite.
        uint32_t sign = signbit(number) ? 0x8000 : 0, fraction = scalar->brain ? 7 : 10;
        int exponent, bias = scalar->brain ? 127 : 15;
        double mantissa = frexp(fabs(number), &exponent);
        uint32_t value = 0;
        if (isinf(number))
            value = scalar->brain ? 0x7f80 : 0x7c00;
        else if (mantissa != 0 && exponent - 1 + bias > 0)
            value = ((uint32_t)(exponent - 1 + bias) << fraction) |
                    (uint32_t)((mantissa * 2 - 1) * (1u << fraction));
        return gen_text(gen, "0x%c%04X", scalar->brain ? 'R' : 'H', sign | value);
    }
    if (scalar->bits == 32) number = (double)(float)number;
    memcpy(&pattern, &number, sizeof pattern);
    return gen_text(gen, "0x%016llX", (unsigned long long)pattern);
}

const char *constant_double(Gen *gen, const Type *type, double number) {
    return splat(gen, type, float_text(gen, type_scalar(type), number));
}

static const char *random_float_lane(Gen *gen, const Type *scalar) {
    static const double numbers[] = {0.0,  -0.0, 1.0,   -1.0,  0.5,   2.0,  3.0,
                                     -7.0, 1.5,  100.0, -0.25, 0.125, 10.0, 255.0};
    if (gen_chance(gen, 4))
        return float_text(gen, scalar, gen_chance(gen, 50) ? INFINITY : -INFINITY);
    if (scalar->bits == 16 || gen_chance(gen, 60))
        return float_text(gen, scalar, numbers[gen_below(gen, sizeof numbers / sizeof *numbers)]);
    double number = (double)(int64_t)random_next(&gen->random) / (double)(1 << gen_below(gen, 30));
    return float_text(gen, scalar, gen_chance(gen, 20) ? ldexp(number, -170) : number);
}

static const char *random_int_lane(Gen *gen, uint32_t bits) {
    uint64_t word[8] = {0};
    uint32_t kind = gen_below(gen, 8);
    if (kind < 2) {
        word[0] = gen_below(gen, 12);
    } else if (kind == 2) {
        memset(word, 0xff, sizeof word);
        word[0] -= gen_below(gen, 4);
    } else if (kind == 3) { // the smallest, the largest
        word[(bits - 1) / 64] = UINT64_C(1) << (bits - 1) % 64;
        if (gen_chance(gen, 50))
            for (uint32_t i = 0; i < 8; i++) word[i] = ~word[i];
    } else if (kind == 4) { // a power of two
        uint32_t bit = gen_below(gen, bits);
        word[bit / 64] = UINT64_C(1) << bit % 64;
    } else {
        for (uint32_t i = 0; i < 8; i++) word[i] = random_next(&gen->random);
    }
    return words(gen, bits, word);
}

static const char *lanes(Gen *gen, const Type *type, const char *(*lane)(Gen *, const Type *)) {
    if (type->kind != TYPE_VECTOR) return lane(gen, type);
    Buffer text = {0};
    for (uint32_t i = 0; i < type->count; i++)
        buffer_add(&text, "%s%s %s", i ? ", " : "<", type->element->name, lane(gen, type->element));
    const char *all = gen_text(gen, "%s>", text.at);
    free(text.at);
    return all;
}

static const char *random_lane(Gen *gen, const Type *type) {
    return type->kind == TYPE_INT ? random_int_lane(gen, type->bits) : random_float_lane(gen, type);
}

const char *constant_random(Gen *gen, const Type *type) {
    if (type->kind == TYPE_VECTOR && gen_chance(gen, 30))
        return splat(gen, type, random_lane(gen, type->element));
    if (type->kind == TYPE_STRUCT || type->kind == TYPE_ARRAY) {
        if (gen_chance(gen, 20)) return "zeroinitializer";
        bool array = type->kind == TYPE_ARRAY;
        Buffer text = {0};
        for (uint32_t i = 0; i < type->count; i++) {
            const Type *field = array ? type->element : type->fields[i];
            buffer_add(&text, "%s%s %s",
                       i       ? ", "
                       : array ? "["
                               : "{ ",
                       field->name, constant_random(gen, field));
        }
        const char *all = gen_text(gen, "%s%s", text.at, array ? "]" : " }");
        free(text.at);
        return all;
    }
    return lanes(gen, type, random_lane);
}

static const char *divisor_lane(Gen *gen, const Type *type) {
    if (type->bits == 1) return "true";
    uint64_t word[8] = {1 + gen_below(gen, 10)};
    if (gen_chance(gen, 30))
        word[0] = UINT64_C(1) << gen_below(gen, type->bits < 64 ? type->bits - 1 : 63);
    if (gen_chance(gen, 30)) word[0] = random_next(&gen->random);
    uint64_t mask = type->bits >= 64 ? UINT64_MAX : (UINT64_C(1) << type->bits) - 1;
    if ((word[0] & mask) == 0 || (word[0] & mask) == mask) word[0] = 1;
    return words(gen, type->bits, word);
}

const char *constant_divisor(Gen *gen, const Type *type) {
    return lanes(gen, type, divisor_lane);
}
