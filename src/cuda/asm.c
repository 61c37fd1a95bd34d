// SPDX-License-Identifier: Apache-2.0
// What inline PTX may say in device code ("Inline PTX Assembly in CUDA"): one constraint letter for
// each operand, of the size of its type.
#include "cuda/cuda_int.h"
#include "cxx/constant/constant.h"

static unsigned letter_size(char c) {
    switch (c) {
    case 'h': return 2;
    case 'r':
    case 'f': return 4;
    case 'l':
    case 'd': return 8;
    case 'q': return 16;
    case 'b': return 1; // a predicate
    default: return 0;
    }
}

static bool wrong_kind(const Type *t, char letter) {
    bool fp = t->kind == TY_FLOAT || t->kind == TY_DOUBLE;
    return letter == 'f' || letter == 'd' ? !ty_is_floating(t) : fp;
}

static void check_size(Cxx *x, const AsmOperand *o, char letter) {
    Type *t = o->e->type;
    unsigned want = letter_size(letter);
    uint64_t size;
    uint32_t align;
    if (!want) {
        diag(x->ctx, CUDA_ROW(asm_constraint), o->e->pos, o->constraint);
    } else if (!ty_is_scalar(t)) {
        diag(x->ctx, CUDA_ROW(asm_scalar), o->e->pos, t);
    } else if (ty_size_align(x, t, o->e->pos, &size, &align) &&
               (size != want || wrong_kind(t, letter))) {
        diag(x->ctx, CUDA_ROW(asm_size), o->e->pos, (unsigned)size, letter);
    }
}

static void check_operand(Cxx *x, const AsmOperand *o, bool output) {
    const char *s = o->constraint + strspn(o->constraint, "=+&");
    bool marked = o->constraint[0] == '=' || o->constraint[0] == '+';
    if (o->e->kind == E_ERROR || o->e->flags & EF_TYPE_DEP) return;
    ApInt v;
    if (output && !marked)
        diag(x->ctx, CUDA_ROW(asm_output), o->e->pos);
    else if (s[0] == 'C' && !output) // the letter for a string, with more behind it
        return;
    else if (!s[0] || s[1])
        diag(x->ctx, CUDA_ROW(asm_letters), o->e->pos, o->constraint);
    else if (s[0] != 'n' || output)
        check_size(x, o, s[0]);
    else if (!(o->e->flags & EF_VALUE_DEP) && !cxx_const_int(x, o->e, &v, false))
        diag(x->ctx, CUDA_ROW(asm_const), o->e->pos);
}

// `%[name]` in the text names an operand.
static void check_names(Cxx *x, const AsmData *a, Pos pos) {
    if (!a->nout && !a->nin && !a->nclobber) return;
    for (const char *s = a->text; (s = strchr(s, '%')); s += s[1] ? 2 : 1) {
        const char *end = s[1] == '[' ? strchr(s, ']') : NULL;
        if (!end) continue;
        Atom name = atom_intern(x->ctx, s + 2, (size_t)(end - s - 2));
        bool found = false;
        for (uint32_t i = 0; i < a->nout; i++) found |= a->out[i].name == name;
        for (uint32_t i = 0; i < a->nin; i++) found |= a->in[i].name == name;
        if (!found) diag(x->ctx, CUDA_ROW(asm_name), pos, name);
    }
}

void cuda_check_asm(Parse *p, const AsmData *a, Pos pos) {
    Cxx *x = p->x;
    if (!cuda_on_device(x, p->fn)) return;
    for (uint32_t i = 0; i < a->nout; i++) check_operand(x, &a->out[i], true);
    for (uint32_t i = 0; i < a->nin; i++) check_operand(x, &a->in[i], false);
    check_names(x, a, pos);
    for (uint32_t i = 0; i < a->nclobber; i++) {
        if (strcmp(a->clobber[i], "cc") == 0) diag(x->ctx, CUDA_ROW(asm_cc), pos);
    }
}
