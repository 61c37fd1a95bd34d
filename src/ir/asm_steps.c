// SPDX-License-Identifier: Apache-2.0
// What an inline assembly text does, as far as its words tell: whether it merely computes, so that
// it may be merged with another, moved and run where it was not. That is so of
//
//     { .reg .b16 low; cvt.u16.u32 low, $1; cvt.f32.f16 $0, low; }        mov.u32 $0, %laneid;
//
// and not of what touches memory, jumps, meets other threads or reads a clock, or of a carry that
// goes from one text to the next. What is not known here is taken to do so.
#include "ir/ir.h"

#include <ctype.h>

enum { MAX_WORD = 24, MOST_STEPS = 255 };

// By the first word, up to the first dot. Those of SIMD video instructions begin with `v`.
static bool word_computes(const char *word) {
    static const char *const words[] = {
        "abs",   "add",   "and",  "bfe",      "bfi",  "bfind",    "bmsk",        "brev",
        "clz",   "cnot",  "cos",  "cvt",      "cvta", "div",      "dp2a",        "dp4a",
        "ex2",   "fma",   "fns",  "isspacep", "lg2",  "lop3",     "mad",         "mapa",
        "mad24", "max",   "min",  "mov",      "mul",  "mul24",    "neg",         "not",
        "or",    "popc",  "prmt", "rcp",      "rem",  "rsqrt",    "sad",         "selp",
        "set",   "setp",  "shf",  "shl",      "shr",  "sin",      "slct",        "sqrt",
        "sub",   "szext", "tanh", "testp",    "xor",  "copysign", "createpolicy"};
    static const char *const simd[] = {"vabsdiff", "vadd", "vavrg", "vmad", "vmax",
                                       "vmin",     "vset", "vshl",  "vshr", "vsub"};
    for (uint32_t k = 0; k < CU_COUNT(words); k++) {
        if (strcmp(word, words[k]) == 0) return true;
    }
    for (uint32_t k = 0; k < CU_COUNT(simd); k++) {
        if (strncmp(word, simd[k], strlen(simd[k])) == 0) return true;
    }
    return false;
}

// Registers that are the same for a thread as long as it runs.
static bool is_fixed_register(const char *name) {
    static const char *const fixed[] = {"laneid", "lanemask_", "tid",      "ntid",
                                        "ctaid",  "nctaid",    "cluster_", "nclusterid"};
    for (uint32_t k = 0; k < CU_COUNT(fixed); k++) {
        if (strncmp(name, fixed[k], strlen(fixed[k])) == 0) return true;
    }
    return false;
}

static const char *skip_blanks(const char *at) {
    while (isspace((unsigned char)*at) || *at == '{' || *at == '}') at++;
    return at;
}

// Up to the ; or the end; NULL: with an operand in memory, a label, a carry, or a register that
// changes.
static const char *skip_operands(const char *at) {
    for (; *at && *at != ';'; at++) {
        if (is_any_of(*at, '[', ':', '/')) return NULL;
        if (*at == '%' && !is_fixed_register(at + 1)) return NULL;
        if (strncmp(at, ".cc", 3) == 0 && !isalnum((unsigned char)at[3])) return NULL;
    }
    return at;
}

// The instruction that stands here, its guard skipped; NULL: it is none that computes.
static const char *skip_instruction(const char *at) {
    char word[MAX_WORD];
    uint32_t n = 0;
    if (*at == '@') {
        while (*at && !isspace((unsigned char)*at)) at++;
        at = skip_blanks(at);
    }
    for (; isalnum((unsigned char)*at) && n + 1 < MAX_WORD; at++) word[n++] = *at;
    word[n] = 0;
    return word_computes(word) ? skip_operands(at) : NULL;
}

uint32_t ir_asm_steps(const char *text) {
    uint32_t steps = 0;
    for (const char *at = skip_blanks(text); *at; at = skip_blanks(at)) {
        bool declares = strncmp(at, ".reg", 4) == 0;
        if (declares) {
            while (*at && *at != ';') at++;
        } else if (*at != ';') {
            at = skip_instruction(at);
            steps++;
        }
        if (!at || steps > MOST_STEPS) return 0;
        if (*at == ';') at++;
    }
    return steps;
}
