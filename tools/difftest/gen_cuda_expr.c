// SPDX-License-Identifier: Apache-2.0
// Random expressions of CUDA C++.
#include "gen_cuda.h"

#include <stdio.h>
#include <string.h>

typedef struct Type {
    char letter;
    const char *name, *computed; // in which type its arithmetic is done
    uint32_t width;
    uint32_t weight;
    bool sign, real;
} Type;

static const Type types[] = {
    {'b', "bool", "u32", 1, 3, false, false},    {'c', "i8", "u32", 8, 4, true, false},
    {'h', "u8", "u32", 8, 5, false, false},      {'s', "i16", "u32", 16, 4, true, false},
    {'t', "u16", "u32", 16, 4, false, false},    {'i', "i32", "u32", 32, 18, true, false},
    {'u', "u32", "u32", 32, 20, false, false},   {'x', "i64", "u64", 64, 10, true, false},
    {'y', "u64", "u64", 64, 12, false, false},   {'O', "i128", "u128", 128, 2, true, false},
    {'o', "u128", "u128", 128, 2, false, false}, {'f', "f32", "f32", 32, 8, true, true},
    {'d', "f64", "f64", 64, 6, true, true},
};
enum { TYPE_COUNT = sizeof types / sizeof *types };

static const Type *type_of(char letter) {
    if (letter == 'l' || letter == 'L') letter = 'x';
    if (letter == 'm' || letter == 'z') letter = 'y';
    for (uint32_t i = 0; i < TYPE_COUNT; i++) {
        if (types[i].letter == letter) return &types[i];
    }
    return &types[6];
}

const char *cuda_type_name(char letter) {
    return type_of(letter)->name;
}

char cuda_type_letter(const char *name) {
    for (uint32_t i = 0; i < TYPE_COUNT; i++) {
        if (strcmp(types[i].name, name) == 0) return types[i].letter;
    }
    return 0;
}

uint32_t cuda_pick(Cuda *cuda, uint32_t limit) {
    return random_below(&cuda->random, limit);
}

bool cuda_chance(Cuda *cuda, uint32_t percent) {
    return random_chance(&cuda->random, percent);
}

char cuda_any_letter(Cuda *cuda) {
    uint32_t total = 0;
    for (uint32_t i = 0; i < TYPE_COUNT; i++) total += types[i].weight;
    uint32_t at = cuda_pick(cuda, total);
    for (uint32_t i = 0; i < TYPE_COUNT; i++) {
        if (at < types[i].weight) return types[i].letter;
        at -= types[i].weight;
    }
    return 'u';
}

void cuda_add_variable(Cuda *cuda, char letter, bool writable, const char *name) {
    CudaScope *scope = &cuda->scope;
    if (scope->variable_count == MAX_VARIABLES) return;
    Variable *variable = &scope->variables[scope->variable_count++];
    *variable = (Variable){.letter = letter, .writable = writable};
    snprintf(variable->name, sizeof variable->name, "%s", name);
}

void cuda_add_array(Cuda *cuda, char letter, bool writable, const char *name, uint32_t mask) {
    CudaScope *scope = &cuda->scope;
    if (scope->array_count == MAX_ARRAYS) return;
    Array *array = &scope->arrays[scope->array_count++];
    *array = (Array){.letter = letter, .writable = writable, .mask = mask};
    snprintf(array->name, sizeof array->name, "%s", name);
}

// ---- constants ----------------------------------------------------------------------------------

// Small numbers, powers of two and their neighbours, anything.
static uint64_t interesting(Cuda *cuda) {
    uint64_t power = 1ull << cuda_pick(cuda, 64);
    switch (cuda_pick(cuda, 8)) {
    case 0: return 0;
    case 1: return 1;
    case 2: return ~0ull;
    case 3: return power;
    case 4: return power - 1;
    case 5: return 0 - power;
    case 6: return cuda_pick(cuda, 256);
    default: return random_next(&cuda->random);
    }
}

static void real_text(Cuda *cuda, bool single, char *to, size_t size) {
    static const char *const some[] = {"0.0",  "1.0",   "0.5",   "1.5",     "2.0",        "3.0",
                                       "0.1",  "10.0",  "255.0", "65536.0", "16777215.0", "1e-3",
                                       "1e10", "1e-38", "3e38",  "1e-42",   "0.333333",   "7.25"};
    const char *text = some[cuda_pick(cuda, sizeof some / sizeof *some)];
    char other[40];
    if (cuda_chance(cuda, 40)) {
        snprintf(other, sizeof other, "%u.%04u", cuda_pick(cuda, 1000), cuda_pick(cuda, 10000));
        text = other;
    }
    snprintf(to, size, "(%s%s%s)", cuda_chance(cuda, 30) ? "-" : "", text, single ? "f" : "");
}

static void constant_text(Cuda *cuda, char letter, char *to, size_t size) {
    const Type *type = type_of(letter);
    unsigned long long a = interesting(cuda), b = interesting(cuda);
    if (type->real) {
        real_text(cuda, type->width == 32, to, size);
    } else if (letter == 'b') {
        snprintf(to, size, "%s", a & 1 ? "true" : "false");
    } else if (type->width == 128) {
        snprintf(to, size, "(%s)((u128)0x%llxull << 64 | 0x%llxull)", type->name, a, b);
    } else if (type->width == 64) {
        snprintf(to, size, "(%s)0x%llxull", type->name, a);
    } else if (letter == 'i' && cuda_chance(cuda, 50)) {
        snprintf(to, size, "%llu", a & 0x7fffffff);
    } else if (letter == 'u' && cuda_chance(cuda, 80)) {
        snprintf(to, size, "%lluu", a & 0xffffffff);
    } else {
        snprintf(to, size, "(%s)0x%llxu", type->name, a & 0xffffffff);
    }
}

void cuda_constant(Cuda *cuda, char letter) {
    char text[120];
    constant_text(cuda, letter, text, sizeof text);
    text_put(&cuda->text, "%s", text);
}

// ---- leaves -------------------------------------------------------------------------------------

// Opens a conversion of a value of one type to another; the caller puts the value and a ')'.
static void open_conversion(Cuda *cuda, const Type *from, const Type *to) {
    if (from->real && !to->real)
        text_put(&cuda->text, "(%s)to_int(", to->name); // looks at the range
    else
        text_put(&cuda->text, "(%s)(", to->name);
}

static bool variable_leaf(Cuda *cuda, const Type *type) {
    const CudaScope *scope = &cuda->scope;
    if (!scope->variable_count) return false;
    // of a few tries one of the type itself is best
    const Variable *variable = NULL;
    for (int i = 0; i < 5; i++) {
        variable = &scope->variables[cuda_pick(cuda, scope->variable_count)];
        if (variable->letter == type->letter) break;
    }
    if (variable->letter == type->letter) {
        text_put(&cuda->text, "%s", variable->name);
        return true;
    }
    open_conversion(cuda, type_of(variable->letter), type);
    text_put(&cuda->text, "%s)", variable->name);
    return true;
}

static bool array_leaf(Cuda *cuda, const Type *type, int depth) {
    const CudaScope *scope = &cuda->scope;
    if (!scope->array_count) return false;
    const Array *array = &scope->arrays[cuda_pick(cuda, scope->array_count)];
    bool same = array->letter == type->letter;
    if (!same) open_conversion(cuda, type_of(array->letter), type);
    text_put(&cuda->text, "%s[", array->name);
    if (cuda_chance(cuda, 35)) {
        text_put(&cuda->text, "%u", cuda_pick(cuda, array->mask + 1));
    } else {
        cuda_expression(cuda, 'u', depth - 1);
        text_put(&cuda->text, " & %uu", array->mask);
    }
    text_put(&cuda->text, same ? "]" : "])");
    return true;
}

void cuda_leaf(Cuda *cuda, char letter) {
    const Type *type = type_of(letter);
    uint32_t kind = cuda_pick(cuda, 100);
    if (kind < 70 && variable_leaf(cuda, type)) return;
    if (kind >= 70 && kind < 76 && array_leaf(cuda, type, 0)) return;
    cuda_constant(cuda, letter);
}

// ---- operations ---------------------------------------------------------------------------------

static void binary(Cuda *cuda, const char *before, char left, const char *middle, char right,
                   const char *after, int depth) {
    text_put(&cuda->text, "%s", before);
    cuda_expression(cuda, left, depth - 1);
    text_put(&cuda->text, "%s", middle);
    cuda_expression(cuda, right, depth - 1);
    text_put(&cuda->text, "%s", after);
}

// Modulo 2^n, in the unsigned type.
static void put_modular(Cuda *cuda, const Type *type, int depth) {
    static const char *const operators[] = {"+", "-", "*"};
    char before[40], middle[40];
    snprintf(before, sizeof before, "(%s)((%s)", type->name, type->computed);
    snprintf(middle, sizeof middle, " %s (%s)", operators[cuda_pick(cuda, 3)], type->computed);
    binary(cuda, before, type->letter, middle, type->letter, ")", depth);
}

// In a signed type, of operands that are small enough.
static void put_signed(Cuda *cuda, const Type *type, int depth) {
    static const char *const operators[] = {"+", "-", "*"};
    const char *wide = type->width > 32 ? "i64" : "i32";
    uint32_t mask = type->width > 32 ? 0xfffffff : 0x7fff;
    char before[40], middle[60], after[40];
    snprintf(before, sizeof before, "(%s)((%s)(", type->name, wide);
    snprintf(middle, sizeof middle, " & 0x%x) %s (%s)(", mask, operators[cuda_pick(cuda, 3)], wide);
    snprintf(after, sizeof after, " & 0x%x))", mask >> cuda_pick(cuda, 12));
    binary(cuda, before, type->letter, middle, type->letter, after, depth);
}

static void put_bits(Cuda *cuda, const Type *type, int depth) {
    static const char *const operators[] = {" & ", " | ", " ^ "};
    char before[20];
    snprintf(before, sizeof before, "(%s)(", type->name);
    binary(cuda, before, type->letter, operators[cuda_pick(cuda, 3)], type->letter, ")", depth);
}

static void put_shift(Cuda *cuda, const Type *type, int depth) {
    char before[40], after[40];
    bool left = cuda_chance(cuda, 50);
    snprintf(before, sizeof before, "(%s)(%s%s%s", type->name, left ? "(" : "",
             left ? type->computed : "", left ? ")" : "");
    if (cuda_chance(cuda, 40)) {
        text_put(&cuda->text, "%s", before);
        cuda_expression(cuda, type->letter, depth - 1);
        text_put(&cuda->text, " %s %u)", left ? "<<" : ">>", cuda_pick(cuda, type->width));
        return;
    }
    snprintf(after, sizeof after, " & %uu))", type->width - 1);
    binary(cuda, before, type->letter, left ? " << (" : " >> (", 'u', after, depth);
}

static void put_division(Cuda *cuda, const Type *type, int depth) {
    char operator= cuda_chance(cuda, 50) ? '/' : '%';
    text_put(&cuda->text, "(%s)(", type->name);
    cuda_expression(cuda, type->letter, depth - 1);
    if (cuda_chance(cuda, 50)) {
        uint32_t by = cuda_chance(cuda, 40) ? 1u << cuda_pick(cuda, 12) : 2 + cuda_pick(cuda, 1000);
        bool negative = type->sign && by > 1 && cuda_chance(cuda, 30);
        text_put(&cuda->text, " %c (%s)%s%u)", operator, type->width<32 ? "i32" : type->name,
                 negative ? "-" : "", by);
        return;
    }
    // a divisor from 1 on that cannot be -1
    text_put(&cuda->text, type->sign ? " %c (%s)((" : " %c (%s)((", operator,
             type->width<32 ? "i32" : type->name);
    cuda_expression(cuda, type->letter, depth - 1);
    if (type->sign)
        text_put(&cuda->text, " & 0x%x) + 1))", 0x7fu >> cuda_pick(cuda, 7));
    else
        text_put(&cuda->text, ") | 1))");
}

static void put_choice(Cuda *cuda, const Type *type, int depth) {
    text_put(&cuda->text, "(");
    cuda_expression(cuda, 'b', depth - 1);
    binary(cuda, " ? ", type->letter, " : ", type->letter, ")", depth);
}

static void put_conversion(Cuda *cuda, const Type *type, int depth) {
    const Type *from = type_of(cuda_any_letter(cuda));
    // conversions between 128-bit integers and floating point are calls of long functions
    if (from->width == 128 && type->real) from = type_of('x');
    if (type->width == 128 && from->real) from = type_of('y');
    open_conversion(cuda, from, type);
    cuda_expression(cuda, from->letter, depth - 1);
    text_put(&cuda->text, ")");
}

static void put_unary(Cuda *cuda, const Type *type, int depth) {
    switch (cuda_pick(cuda, 3)) {
    case 0: text_put(&cuda->text, "(%s)~(", type->name); break;
    case 1: text_put(&cuda->text, "(%s)-(%s)(", type->name, type->computed); break;
    default: text_put(&cuda->text, "(%s)!(", type->name); break;
    }
    cuda_expression(cuda, type->letter, depth - 1);
    text_put(&cuda->text, ")");
}

static void put_call(Cuda *cuda, const Type *type, int depth) {
    const Function *function = &cuda->functions[cuda_pick(cuda, cuda->scope.function_count)];
    open_conversion(cuda, type_of(function->result), type);
    text_put(&cuda->text, "%s(", function->name);
    for (uint32_t i = 0; function->parameters[i]; i++) {
        if (i) text_put(&cuda->text, ", ");
        cuda_expression(cuda, function->parameters[i], depth - 1);
    }
    text_put(&cuda->text, "))");
}

static void put_boolean(Cuda *cuda, int depth) {
    static const char *const comparisons[] = {" < ", " <= ", " > ", " >= ", " == ", " != "};
    switch (cuda_pick(cuda, 5)) {
    case 0: binary(cuda, "(", 'b', " && ", 'b', ")", depth); break;
    case 1: binary(cuda, "(", 'b', " || ", 'b', ")", depth); break;
    case 2:
        text_put(&cuda->text, "!");
        cuda_expression(cuda, 'b', depth - 1);
        break;
    default: {
        char letter = cuda_any_letter(cuda);
        binary(cuda, "(", letter, comparisons[cuda_pick(cuda, 6)], letter, ")", depth);
        break;
    }
    }
}

static void put_integer(Cuda *cuda, const Type *type, int depth) {
    uint32_t kind = cuda_pick(cuda, 100);
    if (kind < 24) {
        put_modular(cuda, type, depth);
    } else if (kind < 32) {
        put_signed(cuda, type, depth);
    } else if (kind < 46) {
        put_bits(cuda, type, depth);
    } else if (kind < 58) {
        put_shift(cuda, type, depth);
    } else if (kind < 65) {
        put_division(cuda, type, depth);
    } else if (kind < 73) {
        put_choice(cuda, type, depth);
    } else if (kind < 82) {
        put_conversion(cuda, type, depth);
    } else if (kind < 86) {
        put_unary(cuda, type, depth);
    } else if (kind < 90 && array_leaf(cuda, type, depth)) {
    } else if (kind < 94 && cuda->scope.function_count && cuda->scope.calls) {
        put_call(cuda, type, depth);
    } else if (!cuda_builtin_call(cuda, type->letter, depth)) {
        put_conversion(cuda, type_of(type->letter), depth);
    }
}

static void put_real(Cuda *cuda, const Type *type, int depth) {
    static const char *const operators[] = {" + ", " - ", " * ", " / "};
    uint32_t kind = cuda_pick(cuda, 100);
    if (kind < 45)
        binary(cuda, "(", type->letter, operators[cuda_pick(cuda, 4)], type->letter, ")", depth);
    else if (kind < 55)
        put_choice(cuda, type, depth);
    else if (kind < 72)
        put_conversion(cuda, type, depth);
    else if (kind < 78)
        binary(cuda, type->letter == 'f' ? "__fmaf_rn(" : "__fma_rn(", type->letter, ", ",
               type->letter, type->letter == 'f' ? ", 1.5f)" : ", 1.5)", depth);
    else if (!cuda_builtin_call(cuda, type->letter, depth))
        cuda_leaf(cuda, type->letter);
}

void cuda_expression(Cuda *cuda, char letter, int depth) {
    const Type *type = type_of(letter);
    if (depth <= 0 || cuda->budget <= 0 || cuda_chance(cuda, 14)) {
        cuda_leaf(cuda, type->letter);
        return;
    }
    cuda->budget--;
    bool piece = cuda_chance(cuda, 40);
    uint32_t opened = 0;
    if (piece) {
        char text[120];
        constant_text(cuda, type->letter, text, sizeof text);
        opened = text_open(&cuda->text, text_keep(&cuda->text, "%s", text));
    }
    if (type->letter == 'b')
        put_boolean(cuda, depth);
    else if (type->real)
        put_real(cuda, type, depth);
    else
        put_integer(cuda, type, depth);
    if (piece) text_close(&cuda->text, opened);
}
