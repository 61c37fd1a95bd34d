// SPDX-License-Identifier: Apache-2.0
// Which static shared memory a kernel has, and how much it needs. Variables at module scope have
// one place for all kernels, but as on the hardware a kernel pays only for those that it, or a
// function that it reaches, names. Functions that are reached through tables alone are not seen.
#include "vm/state/state.h"

// extern __shared__ arrays: the launch gives their size.
bool vm_is_dynamic(const PtxVar *var) {
    return var->space == PTXS_SHARED &&
           (var->unsized || (var->linkage == PTXL_EXTERN && ptx_var_size(var) == 0));
}

typedef struct {
    const VmModule *mod;
    BitSet seen; // symbols
    VEC(const PtxFunc *) todo;
    Arena *a;
    uint32_t size;
    uint64_t low, high; // offsets between which they lie
} Use;

static void add_var(Use *u, const PtxVar *variable, uint64_t off) {
    if (variable->space != PTXS_SHARED || variable->unsized || variable->linkage == PTXL_EXTERN)
        return;
    u->size = CU_ALIGN(u->size, ptx_var_align(variable)) + (uint32_t)ptx_var_size(variable);
    u->low = CU_MIN(u->low, off);
    u->high = CU_MAX(u->high, off + ptx_var_size(variable));
}

static void add_operands(Use *use, const PtxOpnd *operands, uint32_t n) {
    for (uint32_t i = 0; i < n; i++) {
        bool symbol = is_any_of(operands[i].kind, PTXO_SYM, PTXO_MSYM);
        if (!symbol || operands[i].flags & PTXOF_LOCAL || bitset_has(&use->seen, operands[i].id))
            continue;
        bitset_add(&use->seen, operands[i].id);
        const PtxVar *v = ptx_sym_var(use->mod->m, operands[i].id);
        const PtxFunc *f = ptx_sym_func(use->mod->m, operands[i].id);
        if (v) add_var(use, v, use->mod->sym_addr[operands[i].id]);
        if (f && !f->entry) vec_push(use->a, &use->todo, f);
    }
}

void vm_find_shared(const VmModule *mod, VmFunc *kernel) {
    Arena *arena = &mod->vm->ctx->scratch;
    ArenaMark mark = arena_mark(arena);
    Use use = {.mod = mod, .a = arena, .low = UINT64_MAX};
    bitset_init(&use.seen, arena, mod->m->sym.n);
    vec_push(arena, &use.todo, kernel->f);
    while (use.todo.n) {
        const PtxFunc *f = vec_pop(&use.todo);
        const VmVar *places = mod->func[f->index].var;
        for (uint32_t k = 0; k < f->var.n; k++) add_var(&use, &f->var.at[k], places[k].off);
        add_operands(&use, f->opnd.at, f->opnd.n);
        add_operands(&use, f->extra.at, f->extra.n);
    }
    arena_reset(arena, mark);
    kernel->shared_size = use.size;
    kernel->used_low = (uint32_t)CU_MIN(use.low, use.high);
    kernel->used_high = (uint32_t)use.high;
}

// First the module's variables, then those of its functions that the kernel may call: all but other
// kernels.
bool vm_shared_next(const VmFunc *kernel, VmSharedVar *it) {
    const VmModule *mod = kernel->mod;
    const PtxModule *module = mod->m;
    while (it->sym < module->sym.n) {
        const PtxVar *v = ptx_sym_var(module, it->sym);
        it->off = (uint32_t)mod->sym_addr[it->sym++];
        if (!v || v->space != PTXS_SHARED || vm_is_dynamic(v)) continue;
        it->size = (uint32_t)ptx_var_size(v);
        it->align = ptx_var_align(v);
        it->name = atom_str(module->ctx, v->name);
        return true;
    }
    for (; it->func < module->func.n; it->func++, it->var = 0) {
        const VmFunc *fn = &mod->func[it->func];
        if (fn->f->entry && fn != kernel) continue;
        while (it->var < fn->f->var.n) {
            const PtxVar *v = &fn->f->var.at[it->var];
            const VmVar *place = &fn->var[it->var++];
            if (v->space != PTXS_SHARED || vm_is_dynamic(v)) continue;
            it->off = place->off;
            it->size = place->size;
            it->align = ptx_var_align(v);
            it->name = atom_str(module->ctx, v->name);
            return true;
        }
    }
    return false;
}
