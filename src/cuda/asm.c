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

static void check_size(Cxx *cxx, const AsmOperand *operand, char letter) {
    Type *type = operand->e->type;
    unsigned want = letter_size(letter);
    uint64_t size;
    uint32_t align;
    if (!want) {
        diag(cxx->ctx, CUDA_ROW(asm_constraint), operand->e->pos, operand->constraint);
    } else if (!ty_is_scalar(type)) {
        diag(cxx->ctx, CUDA_ROW(asm_scalar), operand->e->pos, type);
    } else if (ty_size_align(cxx, type, operand->e->pos, &size, &align) &&
               (size != want || wrong_kind(type, letter))) {
        diag(cxx->ctx, CUDA_ROW(asm_size), operand->e->pos, (unsigned)size, letter);
    }
}

static bool may_be_constant(Cxx *cxx, Expr *operand) {
    ApInt number;
    return operand->flags & EF_VALUE_DEP || cxx_const_int(cxx, operand, &number, false);
}

static void check_operand(Cxx *cxx, const AsmOperand *operand, bool output) {
    const char *s = operand->constraint + strspn(operand->constraint, "=+&");
    bool marked = is_any_of(operand->constraint[0], '=', '+');
    if (operand->e->kind == E_ERROR || operand->e->flags & EF_TYPE_DEP) return;
    if (output && !marked)
        diag(cxx->ctx, CUDA_ROW(asm_output), operand->e->pos);
    else if (s[0] == 'C' && !output) // the letter for a string, with more behind it
        return;
    else if (!s[0] || s[1])
        diag(cxx->ctx, CUDA_ROW(asm_letters), operand->e->pos, operand->constraint);
    else if (s[0] != 'n' || output)
        check_size(cxx, operand, s[0]);
    else if (!may_be_constant(cxx, operand->e))
        diag(cxx->ctx, CUDA_ROW(asm_const), operand->e->pos);
}

static bool is_named(const AsmOperand *operands, uint32_t n, Atom name) {
    for (uint32_t i = 0; i < n; i++) {
        if (operands[i].name == name) return true;
    }
    return false;
}

// `%[name]` in the text names an operand.
static void check_names(Cxx *cxx, const AsmData *statement, Pos pos) {
    if (!statement->nout && !statement->nin && !statement->nclobber) return;
    for (const char *s = statement->text; (s = strchr(s, '%')); s += s[1] ? 2 : 1) {
        const char *end = s[1] == '[' ? strchr(s, ']') : NULL;
        if (!end) continue;
        Atom name = atom_intern(cxx->ctx, s + 2, (size_t)(end - s - 2));
        bool found = is_named(statement->out, statement->nout, name) ||
                     is_named(statement->in, statement->nin, name);
        if (!found) diag(cxx->ctx, CUDA_ROW(asm_name), pos, name);
    }
}

void cuda_check_asm(Parse *parse, const AsmData *statement, Pos pos) {
    Cxx *x = parse->x;
    if (!cuda_on_device(x, parse->fn)) return;
    for (uint32_t i = 0; i < statement->nout; i++) check_operand(x, &statement->out[i], true);
    for (uint32_t i = 0; i < statement->nin; i++) check_operand(x, &statement->in[i], false);
    check_names(x, statement, pos);
    for (uint32_t i = 0; i < statement->nclobber; i++) {
        if (strcmp(statement->clobber[i], "cc") == 0) diag(x->ctx, CUDA_ROW(asm_cc), pos);
    }
}
