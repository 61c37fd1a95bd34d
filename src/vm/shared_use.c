// SPDX-License-Identifier: Apache-2.0
// How much static shared memory a kernel needs. Variables at module scope have one place for all
// kernels, but as on the hardware a kernel pays only for those that it, or a function that it
// reaches, names. Functions that are reached through tables alone are not seen.
#include "vm/vm_int.h"

typedef struct {
    const VmModule *mod;
    BitSet seen; // symbols
    VEC(const PtxFunc *) todo;
    Arena *a;
    uint32_t size;
} Use;

static void add_var(Use *u, const PtxVar *v) {
    if (v->space == PTXS_SHARED && !v->unsized && v->linkage != PTXL_EXTERN)
        u->size = CU_ALIGN(u->size, ptx_var_align(v)) + (uint32_t)ptx_var_size(v);
}

static void add_operands(Use *u, const PtxOpnd *o, uint32_t n) {
    for (uint32_t i = 0; i < n; i++) {
        bool symbol = o[i].kind == PTXO_SYM || o[i].kind == PTXO_MSYM;
        if (!symbol || o[i].flags & PTXOF_LOCAL || bitset_has(&u->seen, o[i].id)) continue;
        bitset_add(&u->seen, o[i].id);
        const PtxVar *v = ptx_sym_var(u->mod->m, o[i].id);
        const PtxFunc *f = ptx_sym_func(u->mod->m, o[i].id);
        if (v) add_var(u, v);
        if (f && !f->entry) vec_push(u->a, &u->todo, f);
    }
}

uint32_t vm_shared_used(const VmModule *mod, const VmFunc *kernel) {
    Arena *a = &mod->vm->ctx->scratch;
    ArenaMark mark = arena_mark(a);
    Use u = {.mod = mod, .a = a};
    bitset_init(&u.seen, a, mod->m->sym.n);
    vec_push(a, &u.todo, kernel->f);
    while (u.todo.n) {
        const PtxFunc *f = vec_pop(&u.todo);
        for (uint32_t k = 0; k < f->var.n; k++) add_var(&u, &f->var.at[k]);
        add_operands(&u, f->opnd.at, f->opnd.n);
        add_operands(&u, f->extra.at, f->extra.n);
    }
    arena_reset(a, mark);
    return u.size;
}
