// SPDX-License-Identifier: Apache-2.0
// What inline PTX may say in device code ("Inline PTX Assembly in CUDA"): one constraint letter for
// each operand, of the size of its type.
#include "cuda/cuda_int.h"
#include "cxx/constant/constant.h"

// The bytes of a constraint letter's operand; 0: it is none of them.
static unsigned letter_size(char c) {
    static const uint8_t sizes[256] = {
        ['b'] = 1, // a predicate
        ['h'] = 2, ['r'] = 4, ['f'] = 4, ['l'] = 8, ['d'] = 8, ['q'] = 16};
    return sizes[(unsigned char)c];
}

static bool wrong_kind(const Type *t, char letter) {
    bool of_fp = is_any_of(letter, 'f', 'd');
    if (of_fp) return !ty_is_floating(t);
    return is_any_of(t->kind, TY_FLOAT, TY_DOUBLE);
}

static void check_size(Cxx *cxx, const AsmOperand *asm_operand, char letter) {
    Type *type = asm_operand->e->type;
    unsigned want = letter_size(letter);
    uint64_t size;
    uint32_t align;
    if (!want) {
        diag(cxx->ctx, CUDA_ROW(asm_constraint), asm_operand->e->pos, asm_operand->constraint);
    } else if (!ty_is_scalar(type)) {
        diag(cxx->ctx, CUDA_ROW(asm_scalar), asm_operand->e->pos, type);
    } else if (ty_size_align(cxx, type, asm_operand->e->pos, &size, &align) &&
               (size != want || wrong_kind(type, letter))) {
        diag(cxx->ctx, CUDA_ROW(asm_size), asm_operand->e->pos, (unsigned)size, letter);
    }
}

static bool may_be_constant(Cxx *cxx, Expr *expr) {
    ApInt number;
    return expr->flags & EF_VALUE_DEP || cxx_const_int(cxx, expr, &number, false);
}

static void check_operand(Cxx *cxx, const AsmOperand *asm_operand, bool output) {
    const char *s = asm_operand->constraint + strspn(asm_operand->constraint, "=+&");
    bool marked = is_any_of(asm_operand->constraint[0], '=', '+');
    if (asm_operand->e->kind == E_ERROR || asm_operand->e->flags & EF_TYPE_DEP) return;
    if (output && !marked)
        diag(cxx->ctx, CUDA_ROW(asm_output), asm_operand->e->pos);
    else if (s[0] == 'C' && !output) // the letter for a string, with more behind it
        return;
    else if (!s[0] || s[1])
        diag(cxx->ctx, CUDA_ROW(asm_letters), asm_operand->e->pos, asm_operand->constraint);
    else if (s[0] != 'n' || output)
        check_size(cxx, asm_operand, s[0]);
    else if (!may_be_constant(cxx, asm_operand->e))
        diag(cxx->ctx, CUDA_ROW(asm_const), asm_operand->e->pos);
}

static bool is_named(const AsmOperand *operands, uint32_t n, Atom name) {
    for (uint32_t i = 0; i < n; i++) {
        if (operands[i].name == name) return true;
    }
    return false;
}

// `%[name]` in the text names an operand.
static void check_names(Cxx *cxx, const AsmData *asm_data, Pos pos) {
    if (!asm_data->nout && !asm_data->nin && !asm_data->nclobber) return;
    for (const char *s = asm_data->text; (s = strchr(s, '%')); s += s[1] ? 2 : 1) {
        const char *end = s[1] == '[' ? strchr(s, ']') : NULL;
        if (!end) continue;
        Atom name = atom_intern(cxx->ctx, s + 2, (size_t)(end - s - 2));
        bool found = is_named(asm_data->out, asm_data->nout, name) ||
                     is_named(asm_data->in, asm_data->nin, name);
        if (!found) diag(cxx->ctx, CUDA_ROW(asm_name), pos, name);
    }
}

void cuda_check_asm(Parse *parse, const AsmData *asm_data, Pos pos) {
    Cxx *x = parse->x;
    if (!cuda_on_device(x, parse->fn)) return;
    for (uint32_t i = 0; i < asm_data->nout; i++) check_operand(x, &asm_data->out[i], true);
    for (uint32_t i = 0; i < asm_data->nin; i++) check_operand(x, &asm_data->in[i], false);
    check_names(x, asm_data, pos);
    for (uint32_t i = 0; i < asm_data->nclobber; i++) {
        if (strcmp(asm_data->clobber[i], "cc") == 0) diag(x->ctx, CUDA_ROW(asm_cc), pos);
    }
}
