// SPDX-License-Identifier: Apache-2.0
// Calls of builtin functions, by the compiler's own table (src/cuda/builtin*.def): every row that
// is a function of numbers.
#include "gen_cuda.h"

#include "cuda/cuda.h"
#include "opt/scalar/scalar.h"

#include <fnmatch.h>
#include <string.h>

// Rows of numbers that expressions do not call: they are no functions of their operands, or take
// part in what a warp does together (cuda_warp.def has those), or are not known to both compilers.
static const struct {
    const char *pattern;
    uint32_t from;
} not_called[] = {
#define NOT_CALLED(pattern, from, reason) {pattern, from},
#include "cuda_not_called.def"
#undef NOT_CALLED
};

static bool is_called(const CudaBuiltin *row, uint32_t sm) {
    if (row->min_sm > sm || strspn(row->sig, "bchstiulmxyfdo") != strlen(row->sig)) return false;
    if (!row->sig[1]) return false; // a clock, an identity
    for (size_t i = 0; i < sizeof not_called / sizeof *not_called; i++) {
        if (sm >= not_called[i].from && fnmatch(not_called[i].pattern, row->name, 0) == 0)
            return false;
    }
    return true;
}

// Compilers evaluate these on the host when the operands are constants, and who sees a constant is
// each compiler's own affair.
static bool is_evaluated_by_hosts(const char *name) {
    return opt_folds_as_hosts_do(strncmp(name, "__nv_", 5) == 0 ? name + 5 : name);
}

// A NaN's sign and payload are nobody's business.
static void put_argument(Cuda *cuda, const CudaBuiltin *row, char letter, int depth) {
    bool real = letter == 'f' || letter == 'd';
    if (real) text_put(&cuda->text, is_evaluated_by_hosts(row->name) ? "unknown(" : "plain(");
    cuda_expression(cuda, letter, depth);
    if (real) text_put(&cuda->text, ")");
}

bool cuda_builtin_call(Cuda *cuda, char letter, int depth) {
    // rows of the type are sought from a random place on
    uint32_t from = cuda_pick(cuda, cuda_nbuiltins);
    for (uint32_t i = 0; i < cuda_nbuiltins; i++) {
        const CudaBuiltin *row = &cuda_builtins[(from + i) % cuda_nbuiltins];
        char result = row->sig[0] == 'l' ? 'x' : row->sig[0] == 'm' ? 'y' : row->sig[0];
        if (result != letter || !is_called(row, cuda->sm)) continue;
        text_put(&cuda->text, "(%s)%s(", cuda_type_name(letter), row->name);
        for (uint32_t k = 1; row->sig[k]; k++) {
            if (k > 1) text_put(&cuda->text, ", ");
            put_argument(cuda, row, row->sig[k], depth - 1);
        }
        text_put(&cuda->text, ")");
        return true;
    }
    return false;
}

// ---- rows with pointers -------------------------------------------------------------------------

// Rows whose pointers are to memory of the thread's own: atomic operations, results beside the
// first.
static const char *const with_memory[] = {
    "__*Atomic*",   "__nv_atomic_*_[1-9]*",
    "__nvvm_atom*", "__nvvm_*_f2",
    "sincos*",      "__sincosf",
    "frexp*",       "modf*",
    "remquo*",      "norm*",
    "rnorm*",
};

enum { CELL = 16, CELLS = 4 }; // of memory: one for a pointer

typedef struct Parameter {
    char letter;
    bool pointer;
} Parameter;

static uint32_t parameters_of(const CudaBuiltin *row, Parameter *to) {
    uint32_t n = 0;
    for (const char *p = row->sig; *p && n < 8; p++) {
        bool pointer = *p == 'P' || *p == 'V' || *p == 'K', generic = *p == 'p' || *p == 'q';
        if (pointer) p++;
        to[n++] = (Parameter){generic ? 'v' : *p, pointer || generic};
    }
    return n;
}

static bool has_memory(const CudaBuiltin *row, uint32_t sm) {
    if (row->min_sm > sm || strchr(row->sig, '.')) return false;
    for (size_t i = 0; i < sizeof not_called / sizeof *not_called; i++) {
        if (sm >= not_called[i].from && fnmatch(not_called[i].pattern, row->name, 0) == 0)
            return false;
    }
    if (strspn(row->sig, "bchstiulmxyfdovpqPVK") != strlen(row->sig)) return false;
    if (!strpbrk(row->sig + 1, "pqPVK")) return false; // normcdf is no norm
    for (size_t i = 0; i < sizeof with_memory / sizeof *with_memory; i++) {
        if (fnmatch(with_memory[i], row->name, 0) == 0) return true;
    }
    return false;
}

// The toolkit's headers give rows like __uAtomicAdd_block the name of a family: atomicAdd_block.
static void put_public_name(Cuda *cuda, const char *name) {
    const char *family = strstr(name, "u128") ? NULL : strstr(name, "Atomic");
    if (family && name[0] == '_' && name[1] == '_' && strncmp(name, "__nv", 4) != 0)
        text_put(&cuda->text, "a%s", family + 1);
    else
        text_put(&cuda->text, "%s", name);
}

static void put_memory_argument(Cuda *cuda, const CudaBuiltin *row, const Parameter *parameter,
                                uint32_t number, uint32_t count) {
    bool ordered = strncmp(row->name, "__nv_atomic", 11) == 0;
    if (parameter->pointer) {
        const char *type = parameter->letter == 'v' ? "void" : cuda_type_name(parameter->letter);
        text_put(&cuda->text, "(%s *)(m + %u)", type, (number - 1) * CELL);
    } else if (ordered && number == count - 1) {
        text_put(&cuda->text, "%u", 1 + 2 * cuda_pick(cuda, 2)); // a block, a device
    } else if (ordered && number >= count - 2 - (strstr(row->name, "compare") != NULL)) {
        text_put(&cuda->text, "%u", cuda_chance(cuda, 50) ? 0 : 5); // relaxed, sequential
    } else if (strstr(row->name, "norm") && number == 1) {
        text_put(&cuda->text, "%u", 1 + cuda_pick(cuda, 3)); // so many elements
    } else {
        put_argument(cuda, row, parameter->letter, 2);
    }
}

// Cells are floating point that is no NaN where the row is of floating point: most of it.
static void put_memory(Cuda *cuda, const Parameter *parameters, uint32_t count) {
    bool real = false;
    char letter = 'y';
    for (uint32_t i = 1; i < count; i++) {
        bool is = parameters[i].pointer && strchr("fd", parameters[i].letter);
        if (is) letter = parameters[i].letter;
        real |= is;
    }
    text_put(&cuda->text, "{ u8 *m = scratch + g * %u;\n", CELL * CELLS);
    uint32_t width = letter == 'f' ? 4 : 8;
    for (uint32_t i = 0; i < CELL * CELLS; i += width) {
        text_put(&cuda->text, "*(%s *)(m + %u) = ", cuda_type_name(letter), i);
        if (real)
            text_put(&cuda->text, "%u.%u%s", cuda_pick(cuda, 99), i, letter == 'f' ? "f" : "");
        else
            cuda_leaf(cuda, letter);
        text_put(&cuda->text, ";\n");
    }
}

void cuda_builtin_statement(Cuda *cuda) {
    uint32_t from = cuda_pick(cuda, cuda_nbuiltins), i = 0;
    while (i < cuda_nbuiltins && !has_memory(&cuda_builtins[(from + i) % cuda_nbuiltins], cuda->sm))
        i++;
    if (i == cuda_nbuiltins) return;
    const CudaBuiltin *row = &cuda_builtins[(from + i) % cuda_nbuiltins];
    Parameter parameters[8];
    uint32_t count = parameters_of(row, parameters);
    coverage_made(cuda->coverage, "builtin", row->name);
    put_memory(cuda, parameters, count);
    bool result = parameters[0].letter != 'v';
    text_put(&cuda->text, result ? "acc = mix(acc, " : "");
    put_public_name(cuda, row->name);
    text_put(&cuda->text, "(");
    for (uint32_t k = 1; k < count; k++) {
        if (k > 1) text_put(&cuda->text, ", ");
        put_memory_argument(cuda, row, &parameters[k], k, count);
    }
    text_put(&cuda->text, result ? "));\n" : ");\n");
    bool real = strchr(row->sig, 'f') != NULL, wide = strchr(row->sig, 'd') != NULL;
    text_put(&cuda->text, "for (u32 n = 0; n < %u; n++) acc = mix(acc, ((%s *)m)[n]); }\n",
             CELL * CELLS / (real ? 4 : 8),
             real   ? "f32"
             : wide ? "f64"
                    : "u64");
}

// ---- coverage -----------------------------------------------------------------------------------

static bool is_name_character(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

void cuda_count_builtins(Coverage *coverage, const char *text) {
    for (const char *p = text; *p;) {
        size_t length = 0;
        while (is_name_character(p[length])) length++;
        char name[64];
        if (length && length < sizeof name && p[length] == '(') {
            memcpy(name, p, length);
            name[length] = 0;
            if (cuda_builtin_find(name)) coverage_made(coverage, "builtin", name);
        }
        p += length ? length : 1;
    }
}
