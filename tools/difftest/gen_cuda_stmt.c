// SPDX-License-Identifier: Apache-2.0
// Random statements and functions of CUDA C++. Loops turn a few times; a statement that may be left
// out is a piece.
#include "gen_cuda.h"

#include <stdio.h>
#include <string.h>

static const Variable *writable_variable(Cuda *cuda) {
    const CudaScope *scope = &cuda->scope;
    for (int i = 0; i < 8 && scope->variable_count; i++) {
        const Variable *variable = &scope->variables[cuda_pick(cuda, scope->variable_count)];
        if (variable->writable) return variable;
    }
    return NULL;
}

static void put_assignment(Cuda *cuda) {
    const Variable *variable = writable_variable(cuda);
    if (!variable) return;
    Variable to = *variable;
    text_put(&cuda->text, "%s = ", to.name);
    cuda_expression(cuda, to.letter, 3);
    text_put(&cuda->text, ";\n");
}

// Compound assignments that cannot overflow: bits of any type, sums and products of types that are
// not promoted to signed ones.
static void put_compound(Cuda *cuda) {
    static const char *const sums[] = {"+=", "-=", "*="}, *const bits[] = {"&=", "|=", "^="};
    const Variable *variable = writable_variable(cuda);
    if (!variable || variable->letter == 'b') return;
    Variable to = *variable;
    if (strchr("fd", to.letter)) {
        text_put(&cuda->text, "%s %s ", to.name, sums[cuda_pick(cuda, 3)]);
    } else if (strchr("uyo", to.letter) && cuda_chance(cuda, 50)) {
        switch (cuda_pick(cuda, 8)) {
        case 0: text_put(&cuda->text, "%s++;\n", to.name); return;
        case 1: text_put(&cuda->text, "--%s;\n", to.name); return;
        case 2: text_put(&cuda->text, "%s <<= %u;\n", to.name, cuda_pick(cuda, 32)); return;
        case 3: text_put(&cuda->text, "%s >>= %u;\n", to.name, cuda_pick(cuda, 32)); return;
        default: text_put(&cuda->text, "%s %s ", to.name, sums[cuda_pick(cuda, 3)]); break;
        }
    } else if (strchr("chst", to.letter) && cuda_chance(cuda, 40)) {
        text_put(&cuda->text, "%s %s ", to.name, sums[cuda_pick(cuda, 2)]);
    } else {
        text_put(&cuda->text, "%s %s ", to.name, bits[cuda_pick(cuda, 3)]);
    }
    cuda_expression(cuda, to.letter, 3);
    text_put(&cuda->text, ";\n");
}

static void put_store(Cuda *cuda) {
    const CudaScope *scope = &cuda->scope;
    if (!scope->array_count) return;
    Array array = scope->arrays[cuda_pick(cuda, scope->array_count)];
    if (!array.writable) return;
    text_put(&cuda->text, "%s[", array.name);
    cuda_expression(cuda, 'u', 2);
    text_put(&cuda->text, " & %uu] = ", array.mask);
    cuda_expression(cuda, array.letter, 2);
    text_put(&cuda->text, ";\n");
}

static void put_declaration(Cuda *cuda) {
    char letter = cuda_any_letter(cuda), name[24];
    const char *type = cuda_type_name(letter);
    snprintf(name, sizeof name, "v%u", cuda->names++);
    uint32_t piece = text_open(&cuda->text, text_keep(&cuda->text, "%s %s = 1;\n", type, name));
    text_put(&cuda->text, "%s %s = ", type, name);
    cuda_expression(cuda, letter, 3);
    text_put(&cuda->text, ";\n");
    text_close(&cuda->text, piece);
    cuda_add_variable(cuda, letter, true, name);
}

// ---- control flow -------------------------------------------------------------------------------

// A block; what it declares ends with it.
static void put_block(Cuda *cuda, uint32_t count, int depth) {
    uint32_t variables = cuda->scope.variable_count, arrays = cuda->scope.array_count;
    text_put(&cuda->text, "{\n");
    cuda_statements(cuda, count, depth - 1);
    text_put(&cuda->text, "}\n");
    cuda->scope.variable_count = variables;
    cuda->scope.array_count = arrays;
}

static void put_if(Cuda *cuda, int depth) {
    text_put(&cuda->text, "if (");
    cuda_expression(cuda, 'b', 3);
    text_put(&cuda->text, ") ");
    put_block(cuda, 1 + cuda_pick(cuda, 2), depth);
    if (cuda_chance(cuda, 50)) {
        text_put(&cuda->text, "else ");
        put_block(cuda, 1 + cuda_pick(cuda, 2), depth);
    }
}

// The number of turns: a constant, or one that the compiler does not know.
static void put_turns(Cuda *cuda) {
    if (cuda_chance(cuda, 50)) {
        text_put(&cuda->text, "%uu", 1 + cuda_pick(cuda, 6));
        return;
    }
    text_put(&cuda->text, "(");
    cuda_expression(cuda, 'u', 1);
    text_put(&cuda->text, " & %uu)", cuda_chance(cuda, 50) ? 3 : 7);
}

static void put_for(Cuda *cuda, int depth, const char *name) {
    static const char *const unrolls[] = {"",
                                          "",
                                          "",
                                          "#pragma unroll\n",
                                          "#pragma unroll 1\n",
                                          "#pragma unroll 2\n",
                                          "#pragma unroll 3\n"};
    text_put(&cuda->text, "%s", unrolls[cuda_pick(cuda, 7)]);
    bool sign = cuda_chance(cuda, 50), down = cuda_chance(cuda, 25);
    const char *type = sign ? "i32" : "u32";
    if (down) {
        text_put(&cuda->text, "for (%s %s = (%s)", type, name, type);
        put_turns(cuda);
        text_put(&cuda->text, "; %s > 0; %s--) ", name, name);
    } else {
        text_put(&cuda->text, "for (%s %s = 0; %s < (%s)", type, name, name, type);
        put_turns(cuda);
        text_put(&cuda->text, "; %s%s) ", name, cuda_chance(cuda, 80) ? "++" : " += 2");
    }
    uint32_t variables = cuda->scope.variable_count;
    cuda_add_variable(cuda, sign ? 'i' : 'u', false, name);
    put_block(cuda, 1 + cuda_pick(cuda, 3), depth);
    cuda->scope.variable_count = variables;
}

static void put_while(Cuda *cuda, int depth, const char *name) {
    text_put(&cuda->text, "{ u32 %s = ", name);
    put_turns(cuda);
    text_put(&cuda->text, ";\n");
    uint32_t variables = cuda->scope.variable_count;
    cuda_add_variable(cuda, 'u', false, name);
    if (cuda_chance(cuda, 50)) {
        text_put(&cuda->text, "while (%s) {\n%s--;\n", name, name);
        put_block(cuda, 1 + cuda_pick(cuda, 3), depth);
        text_put(&cuda->text, "} }\n");
    } else {
        text_put(&cuda->text, "do ");
        put_block(cuda, 1 + cuda_pick(cuda, 3), depth);
        text_put(&cuda->text, "while (%s && %s-- && ", name, name);
        cuda_expression(cuda, 'b', 2);
        text_put(&cuda->text, "); }\n");
    }
    cuda->scope.variable_count = variables;
}

static void put_loop(Cuda *cuda, int depth) {
    char name[24];
    snprintf(name, sizeof name, "n%u", cuda->names++);
    bool in_loop = cuda->scope.in_loop, calls = cuda->scope.calls;
    cuda->scope.in_loop = true;
    cuda->scope.calls = false;
    if (cuda_chance(cuda, 65))
        put_for(cuda, depth, name);
    else
        put_while(cuda, depth, name);
    cuda->scope.in_loop = in_loop;
    cuda->scope.calls = calls;
}

static void put_switch(Cuda *cuda, int depth) {
    uint32_t mask = cuda_chance(cuda, 50) ? 3 : 15, cases = 2 + cuda_pick(cuda, 4);
    bool sparse = cuda_chance(cuda, 30), in_loop = cuda->scope.in_loop;
    text_put(&cuda->text, "switch (");
    cuda_expression(cuda, 'u', 2);
    text_put(&cuda->text, " & %uu) {\n", sparse ? 0xff0fu : mask);
    cuda->scope.in_loop = false; // a break would be the switch's
    for (uint32_t i = 0; i < cases; i++) {
        text_put(&cuda->text, "case %u: ", sparse ? i * 259 % 997 : i);
        put_block(cuda, 1 + cuda_pick(cuda, 2), depth);
        if (cuda_chance(cuda, 75)) text_put(&cuda->text, "break;\n");
    }
    if (cuda_chance(cuda, 60)) {
        text_put(&cuda->text, "default: ");
        put_block(cuda, 1, depth);
    }
    text_put(&cuda->text, "}\n");
    cuda->scope.in_loop = in_loop;
}

static void put_goto(Cuda *cuda, int depth) {
    uint32_t label = cuda->names++;
    text_put(&cuda->text, "if (");
    cuda_expression(cuda, 'b', 2);
    text_put(&cuda->text, ") goto L%u;\n", label);
    put_block(cuda, 2, depth);
    text_put(&cuda->text, "L%u:;\n", label);
}

static void put_leave(Cuda *cuda) {
    text_put(&cuda->text, "if (");
    cuda_expression(cuda, 'b', 2);
    text_put(&cuda->text, ") %s;\n", cuda_chance(cuda, 50) ? "break" : "continue");
}

static void put_statement(Cuda *cuda, int depth) {
    uint32_t kind = cuda_pick(cuda, 100);
    uint32_t piece = text_open(&cuda->text, "");
    if (depth > 0 && kind >= 94 && cuda->scope.in_loop)
        put_leave(cuda);
    else if (depth > 0 && kind >= 82)
        put_if(cuda, depth);
    else if (depth > 0 && kind >= 74)
        put_loop(cuda, depth);
    else if (depth > 0 && kind >= 70)
        put_switch(cuda, depth);
    else if (depth > 0 && kind >= 69)
        put_goto(cuda, depth);
    else if (kind >= 60)
        put_store(cuda);
    else if (kind >= 40)
        put_compound(cuda);
    else
        put_assignment(cuda);
    text_close(&cuda->text, piece);
}

void cuda_statements(Cuda *cuda, uint32_t count, int depth) {
    for (uint32_t i = 0; i < count; i++) {
        if (cuda_chance(cuda, 20))
            put_declaration(cuda);
        else
            put_statement(cuda, depth);
    }
}

// ---- functions ----------------------------------------------------------------------------------

void cuda_function(Cuda *cuda) {
    static const char *const kinds[] = {"static __device__", "__device__ __noinline__",
                                        "static __device__ __forceinline__", "__device__",
                                        "static __device__ __noinline__"};
    if (cuda->scope.function_count == MAX_FUNCTIONS) return;
    Function function = {.result = cuda_any_letter(cuda)};
    uint32_t parameters = 1 + cuda_pick(cuda, MAX_PARAMETERS);
    snprintf(function.name, sizeof function.name, "f%u", cuda->scope.function_count);
    CudaScope outer = cuda->scope;
    cuda->scope.variable_count = cuda->scope.array_count = 0;
    cuda->scope.calls = true;
    text_put(&cuda->text, "%s %s %s(", kinds[cuda_pick(cuda, 5)], cuda_type_name(function.result),
             function.name);
    for (uint32_t i = 0; i < parameters; i++) {
        char name[12], letter = cuda_any_letter(cuda);
        snprintf(name, sizeof name, "a%u", i);
        function.parameters[i] = letter;
        text_put(&cuda->text, "%s%s %s", i ? ", " : "", cuda_type_name(letter), name);
        cuda_add_variable(cuda, letter, true, name);
    }
    text_put(&cuda->text, ") {\n");
    if (cuda_chance(cuda, 40)) {
        char letter = cuda_any_letter(cuda);
        text_put(&cuda->text, "%s local[4] = {1, 2, 3};\n", cuda_type_name(letter));
        cuda_add_array(cuda, letter, true, "local", 3);
    }
    cuda_statements(cuda, 1 + cuda_pick(cuda, 4), 2);
    text_put(&cuda->text, "return ");
    cuda_expression(cuda, function.result, 3);
    text_put(&cuda->text, ";\n}\n");
    uint32_t count = outer.function_count;
    cuda->scope = outer;
    cuda->functions[count] = function;
    cuda->scope.function_count = count + 1;
}
