// SPDX-License-Identifier: Apache-2.0
// The generator of CUDA C++ programs: a program is a few features (cuda_*.def) and random functions
// and statements between them. Every thread mixes what it computes into one number, its result.
#include "gen_cuda.h"

#include <stdio.h>
#include <string.h>

// In the column of the SM: needs the toolkit's headers.
enum { TOOLKIT = 1000 };

typedef struct CudaFeature {
    const char *name;
    uint32_t sm;
    const char *declarations, *statements;
} CudaFeature;

static const CudaFeature features[] = {
#define CUDA_FEATURE(name, sm, declarations, statements) {name, sm, declarations, statements},
#include "cuda_class.def"
#include "cuda_builtin.def"
#include "cuda_float.def"
#include "cuda_language.def"
#include "cuda_pointer.def"
#include "cuda_warp.def"
#undef CUDA_FEATURE
};
enum {
#define CUDA_FEATURE(name, sm, declarations, statements) +1
    CLASSES = 0
#include "cuda_class.def"
#undef CUDA_FEATURE
};
enum { FEATURE_COUNT = sizeof features / sizeof *features, MAX_INSTANCES = 6, PLACES = 16 };

static const char prelude[] =
    "typedef signed char i8; typedef unsigned char u8; typedef short i16; typedef unsigned short "
    "u16;\n"
    "typedef int i32; typedef unsigned u32; typedef long long i64; typedef unsigned long long "
    "u64;\n"
    "typedef __int128 i128; typedef unsigned __int128 u128; typedef float f32; typedef double "
    "f64;\n"
    "static __device__ __forceinline__ u64 mix_bits(u64 h, u64 v) { h = (h ^ v) * "
    "0x9e3779b97f4a7c15ull; return h ^ h >> 29; }\n"
    "template <class T> static __device__ __forceinline__ u64 mix(u64 h, T v) { return mix_bits(h, "
    "(u64)v); }\n"
    "static __device__ __forceinline__ u64 mix(u64 h, u128 v) { return mix_bits(mix_bits(h, "
    "(u64)v), "
    "(u64)(v >> 64)); }\n"
    "static __device__ __forceinline__ u64 mix(u64 h, i128 v) { return mix(h, (u128)v); }\n"
    "template <class T> static __device__ __forceinline__ T plain(T x) { return x; }\n"
    "static __device__ __forceinline__ f32 plain(f32 x) { return x != x ? 0.0f : x; }\n"
    "static __device__ __forceinline__ f64 plain(f64 x) { return x != x ? 0.0 : x; }\n"
    // a value that no compiler knows
    "static __device__ __forceinline__ f32 unknown(f32 x) { x = plain(x); asm(\"\" : "
    "\"+f\"(x)); return x; }\n"
    "static __device__ __forceinline__ f64 unknown(f64 x) { x = plain(x); asm(\"\" : "
    "\"+d\"(x)); return x; }\n"
    "static __device__ __forceinline__ u64 mix(u64 h, f32 x) { return mix_bits(h, x != x ? 5 : "
    "__float_as_uint(x)); }\n"
    "static __device__ __forceinline__ u64 mix(u64 h, f64 x) { return mix_bits(h, x != x ? 5 : "
    "(u64)__double_as_longlong(x)); }\n"
    "static __device__ __forceinline__ i64 to_int(f64 x) { return x > -1e15 && x < 1e15 ? (i64)x : "
    "77; }\n"
    "static __device__ __forceinline__ i64 to_int(f32 x) { return x > -1e9f && x < 1e9f ? (i64)x : "
    "78; }\n"
    "template <class T> static __device__ __forceinline__ T to_int(T x) { return x; }\n";

static void put_prelude(Cuda *cuda, const Program *program) {
    text_put(&cuda->text, "%s", prelude);
    text_put(&cuda->text, "__device__ __align__(16) u8 scratch[512 * 64];\n");
    text_put(&cuda->text, "enum : u32 { B = %u, N = %u, W = %u };\n", program->block,
             program->block * program->grid, program->width);
}

// What threads begin with: values from memory of several sizes, some of them small.
static void put_start(Cuda *cuda, bool has_rows) {
    static const struct {
        char letter;
        const char *text;
    } start[] = {
        {'u', "u32 a0 = (u32)in[t & 63]"},
        {'i', "i32 a1 = (i32)in[(t + 3) & 63]"},
        {'y', "u64 a2 = in[g & 63]"},
        {'u', "u32 a3 = (u32)in[(t * 5) & 63] & 15"},
        {'i', "i32 a4 = (i32)(in[7] & 255) - 128"},
        {'f', "f32 a5 = (f32)(i32)in[g * 3 & 63] * 0x1p-20f"},
        {'d', "f64 a6 = (f64)(i64)in[5] * 0x1p-40"},
        {'b', "bool a7 = in[t & 63] & 1"},
        {'h', "u8 a8 = (u8)in[(t + 9) & 63]"},
        {'s', "i16 a9 = (i16)in[t & 63]"},
    };
    text_put(&cuda->text, "u32 t = %s, g = blockIdx.x * B + t;\nu64 acc = g;\n",
             has_rows ? "threadIdx.y * W + threadIdx.x" : "threadIdx.x");
    cuda_add_variable(cuda, 'u', false, "t");
    cuda_add_variable(cuda, 'u', false, "g");
    for (uint32_t i = 0; i < sizeof start / sizeof *start; i++) {
        char name[8];
        snprintf(name, sizeof name, "a%u", i);
        text_put(&cuda->text, "%s;\n", start[i].text);
        cuda_add_variable(cuda, start[i].letter, true, name);
    }
}

static void put_kernel_head(Cuda *cuda, const Program *program) {
    text_put(&cuda->text, "extern \"C\" __global__ void ");
    if (cuda_chance(cuda, 15)) {
        coverage_made(cuda->coverage, "feature", "launch bounds");
        text_put(&cuda->text, "__launch_bounds__(%u) ", program->block);
    }
    bool restricted = cuda_chance(cuda, 30);
    if (restricted) coverage_made(cuda->coverage, "feature", "restrict");
    text_put(&cuda->text, "k(u64 *out, const u64 *%sin) {\n", restricted ? "__restrict__ " : "");
}

static void put_statements(Cuda *cuda) {
    coverage_made(cuda->coverage, "feature", "random statements");
    cuda->scope.calls = true;
    cuda_statements(cuda, 1 + cuda_pick(cuda, 4), 2);
}

// Calls of functions that work on memory.
static void put_builtins(Cuda *cuda) {
    for (uint32_t n = cuda_pick(cuda, 3); n > 0; n--) {
        cuda->budget = 6;
        coverage_made(cuda->coverage, "feature", "builtin functions on memory");
        uint32_t piece = text_open(&cuda->text, "");
        cuda_builtin_statement(cuda);
        text_close(&cuda->text, piece);
    }
}

static void put_end(Cuda *cuda) {
    const CudaScope *scope = &cuda->scope;
    for (uint32_t i = 0; i < scope->variable_count; i++) {
        if (!scope->variables[i].writable) continue;
        uint32_t piece = text_open(&cuda->text, "");
        text_put(&cuda->text, "acc = mix(acc, %s);\n", scope->variables[i].name);
        text_close(&cuda->text, piece);
    }
    bool waits = cuda_chance(cuda, 15); // others follow in the memory of a block that ends so
    text_put(&cuda->text, "out[g] = acc;\n%s}\n", waits ? "__syncthreads();\n" : "");
}

// Threads that end, or store once more, while others of their warp or block go on to barriers.
static void put_early_ends(Cuda *cuda, Program *program) {
    static const char *const conditions[] = {
        "threadIdx.y % 3 == 1",
        "t / 32 == %u",
        "t >= %u",
        "(u32)in[t & 63] & 1",
        "t / W + %u < B / W",
        "(u32)(acc >> 7) % 5 == 0",
        "(i32)(threadIdx.x + %u) > 1 && t / W != B / W - 1",
    };
    const char *stores = conditions[cuda_pick(cuda, sizeof conditions / sizeof *conditions)];
    const char *ends = conditions[cuda_pick(cuda, sizeof conditions / sizeof *conditions)];
    uint32_t number = cuda_pick(cuda, program->block);
    coverage_made(cuda->coverage, "feature", "early ends");
    program->ends_early = true;
    text_put(&cuda->text,
             "__shared__ u32 last[2][B]; last[0][t] = (u32)acc; last[1][t] = 3;\nif (");
    text_put(&cuda->text, stores, number);
    text_put(&cuda->text, ") { last[acc >> 3 & 1][t]++; acc += 5; }\n"
                          "acc = mix(acc, last[1][t]); __syncthreads();\nif (");
    text_put(&cuda->text, ends, number);
    text_put(&cuda->text,
             ") { out[g] = acc; return; }\n"
             "for (u32 n = 0; n < %u; n++) { last[1][t] += n; __syncthreads(); acc = "
             "mix(acc, last[n & 1][(t + 5 * n + 1) %% B]); __syncthreads(); }\n",
             1 + cuda_pick(cuda, 3));
}

static void put_feature(Cuda *cuda, Instance *instance, const char *text) {
    uint32_t piece = text_open(&cuda->text, "");
    cuda->budget = 40;
    cuda_template(cuda, instance, text);
    text_close(&cuda->text, piece);
}

static void choose_shape(Cuda *cuda, Program *program) {
    static const uint32_t targets[] = {75, 80, 86, 90, 90, 100};
    program->sm = cuda->sm = targets[cuda_pick(cuda, 6)];
    program->toolkit = cuda->toolkit = cuda_chance(cuda, 3); // they cost
    program->block = 32 << cuda_pick(cuda, 3);
    // features have memory for eight blocks and 512 threads
    bool many = cuda_chance(cuda, 30);
    program->grid = 1 + cuda_pick(cuda, !many ? 3 : program->block > 64 ? 4 : 8);
    program->width = program->block;
    if (cuda_chance(cuda, 40)) program->width = 8u << cuda_pick(cuda, 3); // at most a warp
    if (program->width != program->block) coverage_made(cuda->coverage, "feature", "rows");
    program->in_bytes = 64 * 8;
    program->out_bytes = (program->grid * program->block + PLACES) * 8;
    if (!cuda_chance(cuda, 15)) return;
    program->standard = "c++20";
    coverage_made(cuda->coverage, "feature", "c++20");
}

static const CudaFeature *choose_feature(Cuda *cuda) {
    // the first of a program with headers is one that needs them
    for (;;) {
        const CudaFeature *feature = &features[cuda_pick(cuda, FEATURE_COUNT)];
        bool headers = feature->sm >= TOOLKIT;
        if (headers != cuda->toolkit || feature->sm % TOOLKIT > cuda->sm) continue;
        cuda->toolkit = false;
        return feature;
    }
}

Program *generate_cuda(uint64_t seed, Coverage *coverage) {
    Cuda cuda = {.random = {seed * 0x632be59bd9b4e019u + 1}, .coverage = coverage};
    text_begin(&cuda.text, PROGRAM_CUDA);
    Program *program = cuda.text.program;
    choose_shape(&cuda, program);
    put_prelude(&cuda, program);
    Instance instances[MAX_INSTANCES] = {0};
    const CudaFeature *chosen[MAX_INSTANCES];
    uint32_t count = 2 + cuda_pick(&cuda, MAX_INSTANCES - 1);
    for (uint32_t i = 0; i < count; i++) {
        chosen[i] = choose_feature(&cuda);
        coverage_made(coverage, "feature", chosen[i]->name);
        instances[i].number = i;
        if (strstr(chosen[i]->name, "record") || chosen[i] < &features[CLASSES])
            program->copies_padding = true;
        put_feature(&cuda, &instances[i], chosen[i]->declarations);
    }
    uint32_t functions = cuda_pick(&cuda, 4);
    if (functions) coverage_made(coverage, "feature", "random functions");
    for (uint32_t i = 0; i < functions; i++) {
        cuda.budget = 40;
        cuda_function(&cuda);
    }
    put_kernel_head(&cuda, program);
    put_start(&cuda, program->width != program->block);
    for (uint32_t i = 0; i < count; i++) {
        if (cuda_chance(&cuda, 60)) {
            cuda.budget = 60;
            put_statements(&cuda);
        }
        put_feature(&cuda, &instances[i], chosen[i]->statements);
    }
    put_builtins(&cuda);
    if (cuda_chance(&cuda, 40)) put_early_ends(&cuda, program);
    put_end(&cuda);
    cuda_count_builtins(coverage, program->text);
    return text_end(&cuda.text);
}
