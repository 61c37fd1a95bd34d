// SPDX-License-Identifier: Apache-2.0
// The generator of CUDA C++ programs: what its files share.
//
// A type is a letter, as in src/cuda/builtin.def: b bool, c i8, h u8, s i16, t u16, i i32, u u32, x
// i64, y u64, O i128, o u128, f f32, d f64 (the names are typedefs of every program). Random code
// is made of what is in scope: variables, arrays (indices are masked) and functions. Nothing that
// it does is undefined: signed arithmetic is done on unsigned operands, or on operands whose ranges
// are small; divisors are not 0 or -1, shift counts are below the width, floating point becomes
// integers through functions that look at its range.
#ifndef GEN_CUDA_H
#define GEN_CUDA_H

#include "difftest.h"

enum { MAX_VARIABLES = 96, MAX_ARRAYS = 24, MAX_FUNCTIONS = 12, MAX_PARAMETERS = 4 };

typedef struct Variable {
    char name[40];
    char letter;
    bool writable;
} Variable;

typedef struct Array {
    char name[40];
    char letter;
    bool writable;
    uint32_t mask; // elements - 1
} Array;

typedef struct Function {
    char name[16];
    char result;
    char parameters[MAX_PARAMETERS + 1];
} Function;

typedef struct CudaScope {
    Variable variables[MAX_VARIABLES];
    Array arrays[MAX_ARRAYS];
    uint32_t variable_count, array_count, function_count; // of functions the first so many
    bool in_loop;                                         // break and continue
    bool calls;                                           // calls of functions are not too many
} CudaScope;

typedef struct Cuda {
    Text text;
    Random random;
    Coverage *coverage;
    uint32_t sm;
    bool toolkit;   // features that need its headers are taken
    uint32_t names; // for local names
    int32_t budget; // of operations: 0 makes leaves only
    Function functions[MAX_FUNCTIONS];
    CudaScope scope;
} Cuda;

// One use of a feature (cuda_*.def): its text in two parts shares choices.
typedef struct Instance {
    uint32_t number;
    bool chosen[26];
    char choice[26][48]; // by letter
} Instance;

// ---- gen_cuda_expr.c ---------------------------------------------------------------------------

const char *cuda_type_name(char letter);
char cuda_type_letter(const char *name); // 0: none
char cuda_any_letter(Cuda *cuda);        // of the more usual ones
uint32_t cuda_pick(Cuda *cuda, uint32_t limit);
bool cuda_chance(Cuda *cuda, uint32_t percent);
void cuda_constant(Cuda *cuda, char letter);
void cuda_leaf(Cuda *cuda, char letter);
void cuda_expression(Cuda *cuda, char letter, int depth);
void cuda_add_variable(Cuda *cuda, char letter, bool writable, const char *name);
void cuda_add_array(Cuda *cuda, char letter, bool writable, const char *name, uint32_t mask);

// ---- gen_cuda_stmt.c ---------------------------------------------------------------------------

void cuda_statements(Cuda *cuda, uint32_t count, int depth);
void cuda_function(Cuda *cuda); // defines one, and puts it into scope

// ---- gen_cuda_builtin.c ------------------------------------------------------------------------

// An expression of the type that calls a random builtin function; false: nothing was put.
bool cuda_builtin_call(Cuda *cuda, char letter, int depth);
// A statement for a row that the expressions do not reach: results through pointers and the like.
void cuda_builtin_statement(Cuda *cuda);
// Records what the text calls.
void cuda_count_builtins(Coverage *coverage, const char *text);

// ---- gen_cuda_template.c -----------------------------------------------------------------------

// Puts the text of a feature; what follows a `$` in it is a directive:
//     $u $i ...  a random expression of the type; $.u a leaf; $=u a constant
//     $@         the instance's number
//     $#A{1,9}   a random number, again as $#A
//     $?A{a|b}   one of the texts, again as $?A; without a letter it is not kept
//     $(A)       a random expression of the type whose name is choice A; $=(A) a constant
//     $[ $]      what is between them may be left out
//     $S         random statements
//     $!name;    puts nothing: what stands here calls the builtin function of the name
//     $+u name;  puts a variable in scope, $-u name; one that is only read
//     $*u7 name; puts an array of 8 in scope, $/u7 name; one that is only read
//     $< $>      the scope is emptied; it is as it was
void cuda_template(Cuda *cuda, Instance *instance, const char *text);

#endif
