// SPDX-License-Identifier: Apache-2.0
// The generator of IR programs: what its parts share.
//
// Everything in the pool of values is defined and has no other property: no value is relied on to
// be small, positive or not zero, and no float in it is a NaN. What an instruction needs (a flag
// that holds, a divisor that is not 0, an index in range) is made by instructions of the same
// piece, so that any set of pieces can be replaced by their fallbacks and the program stays
// defined.
//
// A function is written in two texts, its entry (allocas, the thread's addresses) and its body,
// that are joined when it is complete: what the body turns out to need can still be put into the
// entry.
#ifndef GEN_IR_INT_H
#define GEN_IR_INT_H

#include "difftest.h"

typedef enum TypeKind { TYPE_INT, TYPE_FLOAT, TYPE_VECTOR, TYPE_STRUCT, TYPE_ARRAY } TypeKind;

typedef struct Type Type;
struct Type {
    TypeKind kind;
    bool brain;     // bfloat, not half
    uint32_t bits;  // of an integer or a float
    uint32_t count; // lanes, elements or fields
    const Type *element;
    const Type *fields[6];
    const char *name;   // as written
    const char *suffix; // in the name of an overloaded intrinsic
};

typedef struct Value {
    const Type *type;
    const char *text;
} Value;

// Memory that only this thread uses (or that nobody writes), every byte of it defined.
typedef struct Object {
    const char *pointer; // dominates everything in the function
    uint32_t space, size, align;
    bool writable;
} Object;

// A function that later ones call.
typedef struct Function {
    const char *name, *convention;
    const Type *result;
    const Type *params[6];
    char
        kinds[6]; // 'v' value, 'm' pointer to memory, 'b' the same by value, 'd' depth of recursion
    uint32_t param_count;
    bool pure; // may stand in a loop many times: it is cheap
} Function;

typedef struct Buffer {
    char *at;
    uint32_t size, capacity;
} Buffer;

typedef struct PieceList {
    Piece *at;
    uint32_t count, capacity;
} PieceList;

enum {
    MAX_VALUES = 600,
    MAX_TYPES = 200,
    MAX_OBJECTS = 24,
    MAX_FUNCTIONS = 8,
    MAX_DECLARED = 400,
    MEMORY_ARGUMENT = 32, // bytes behind a pointer parameter
    INPUT_BYTES = 64,     // of a thread
};

typedef struct Gen {
    Random random;
    Coverage *coverage;
    Buffer done, tail;  // complete functions; globals, declarations, metadata
    Buffer entry, body; // of the function being written
    PieceList pieces;   // of `done`
    PieceList open;     // of `body`
    Value values[MAX_VALUES];
    uint32_t value_count;
    Type *types[MAX_TYPES];
    uint32_t type_count;
    Object objects[MAX_OBJECTS];
    uint32_t object_count;
    Function functions[MAX_FUNCTIONS];
    uint32_t function_count;
    const char *declared[MAX_DECLARED];
    uint32_t declared_count;
    char **owned; // strings that live as long as the program
    uint32_t owned_count, owned_capacity;
    uint32_t next;      // number of the next name
    uint32_t metadata;  // number of the next metadata node
    uint32_t depth;     // of conversions in one operand
    uint32_t nesting;   // of regions
    uint32_t divergent; // inside how many regions that not all threads enter
    const char *block;  // label of the block being written
    bool in_kernel;
    bool for_nvidia, for_llvm; // keep to what they accept
    uint32_t out_size;         // bytes of a thread's results
    uint32_t shared_count;     // accumulators of all threads
    uint32_t threads;
} Gen;

// gen_ir_text.c: texts, names, pieces

// Like printf into a string that lives as long as the program.
const char *gen_text(Gen *gen, const char *format, ...) __attribute__((format(printf, 2, 3)));
void buffer_add(Buffer *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
// A name that no value has.
const char *gen_name(Gen *gen);
// One instruction of the body, indented; declares the intrinsic that it calls.
void gen_line(Gen *gen, const char *format, ...) __attribute__((format(printf, 2, 3)));
// The same for the function's entry.
void gen_entry(Gen *gen, const char *format, ...) __attribute__((format(printf, 2, 3)));
// Whether an intrinsic is used for the first time, so that it must be declared.
bool gen_first_use(Gen *gen, const char *name);
void gen_label(Gen *gen, const char *label);
uint32_t piece_open(Gen *gen);
// Ends the piece: without it `name` is some constant of its type. Puts the value into the pool.
void piece_value(Gen *gen, uint32_t piece, const Type *type, const char *name);
// Ends the piece; without it there is `fallback`.
void piece_end(Gen *gen, uint32_t piece, const char *fallback);
void gen_add_value(Gen *gen, const Type *type, const char *text);
// The text that defines `name` as a constant.
const char *gen_fallback(Gen *gen, const Type *type, const char *name);
// Joins entry and body behind `header` and puts them, and their pieces, into `done`.
void gen_function_end(Gen *gen, const char *header);
bool gen_chance(Gen *gen, uint32_t percent);
uint32_t gen_below(Gen *gen, uint32_t limit);

// gen_ir_type.c: types, constants

const Type *type_int(Gen *gen, uint32_t bits);
const Type *type_float(Gen *gen, uint32_t bits, bool brain);
const Type *type_vector(Gen *gen, const Type *element, uint32_t lanes);
const Type *type_array(Gen *gen, const Type *element, uint32_t count);
const Type *type_struct(Gen *gen, const Type *const *fields, uint32_t count);
const Type *type_scalar(const Type *type); // the element of a vector, else the type
// The type with `scalar` in the place of the type's scalar.
const Type *type_shaped(Gen *gen, const Type *type, const Type *scalar);
uint32_t type_total_bits(const Type *type);
bool type_is_int(const Type *type);   // or a vector of integers
bool type_is_float(const Type *type); // or a vector of floats
// Whether every bit of its bytes in memory is the value's, and its size is `type_total_bits`.
bool type_fills_memory(const Type *type);
// Whether a judge loads the type with more alignment than it has.
bool type_misloaded(const Gen *gen, const Type *type);
const Type *random_int(Gen *gen);
const Type *random_float(Gen *gen);
const Type *random_shape(Gen *gen, const Type *scalar, uint32_t vector_percent);
const Type *random_memory_type(Gen *gen, uint32_t max_bytes);
const Type *random_aggregate(Gen *gen, uint32_t depth);
const Type *random_value_type(Gen *gen);
// The same number in every lane; `negative`: minus it.
const char *constant_number(Gen *gen, const Type *type, uint64_t number);
// 2^bits - 1, and 2^bit.
const char *constant_mask(Gen *gen, const Type *type, uint32_t bits);
const char *constant_bit(Gen *gen, const Type *type, uint32_t bit);
const char *constant_double(Gen *gen, const Type *type, double number);
// Any constant but a NaN; lanes differ.
const char *constant_random(Gen *gen, const Type *type);
// An integer constant that is neither 0 nor -1 in any lane (1 for one bit).
const char *constant_divisor(Gen *gen, const Type *type);

// gen_ir_value.c: operands

// A value of the type from the pool, converted from another, loaded, or a constant.
const char *operand(Gen *gen, const Type *type);
// Makes a float that may be a NaN one that is not; within a piece.
const char *without_nan(Gen *gen, const Type *type, const char *value);
// Stores the value (any type) at the thread's results.
void store_result(Gen *gen, const Type *type, const char *value);

// gen_ir_op.c: instructions by template
void make_template(Gen *gen);
// gen_ir_nvvm.c: llvm.nvvm.* by their signatures
void make_nvvm(Gen *gen);
// gen_ir_mem.c: memory
void make_memory(Gen *gen);
void make_alloca_objects(Gen *gen, uint32_t count);
void make_kernel_objects(Gen *gen);
// Adds an alloca of the type to the entry.
const char *entry_alloca(Gen *gen, const Type *type, uint32_t align);
// The address of `size` bytes in `object`, by instructions of the piece; its address space in
// *space.
const char *object_address(Gen *gen, const Object *object, uint32_t size, uint32_t align,
                           uint32_t *space);
const Object *random_object(Gen *gen, uint32_t size, bool writable);
const char *pointer_type(uint32_t space);
// gen_ir_flow.c: regions, calls
void make_region(Gen *gen, uint32_t budget);
void make_call(Gen *gen);
void make_function(Gen *gen);
// One step of a body: an instruction or two, or a region.
void make_step(Gen *gen, uint32_t *budget);

#endif
