// SPDX-License-Identifier: Apache-2.0
// print-memory-ssa: writes to the log which version of memory each access of a function makes or
// asks for, and of each load the access that may have written what it reads. For tests; changes
// nothing.
#include "analysis/memory_ssa.h"
#include "opt/common/common.h"

static void print_clobber(AnMemWalk *mem_walk, const AnMemory *memory, IrInst *load, Buf *out) {
    AnMemAccess *access = an_mem_of(memory, load);
    if (!access) return; // not reachable
    const AnMemAccess *by = an_mem_clobber(mem_walk, access, an_loc(load));
    const char *name = load->v.name ? atom_str(memory->fn->g.m->ctx, load->v.name) : "?";
    if (by->kind == AN_MEM_ENTRY) {
        buf_printf(out, ";   %%%s reads entry\n", name);
    } else {
        buf_printf(out, ";   %%%s reads %u\n", name, by->number);
    }
}

OPT_FUNC_PASS(print_memory);
bool opt_print_memory(PassCtx *pc, IrFunc *fn) {
    Buf *out = pc->opt->log;
    if (!out) return false;
    const AnMemory *m = an_memory(pc->an);
    AnMemWalk *w = an_mem_walk_new(m, pc->tmp);
    an_mem_print(m, out);
    IR_FOREACH_BLOCK(bb, fn) {
        IR_FOREACH_INST(i, bb) {
            if (i->v.op == IR_LOAD) print_clobber(w, m, i, out);
        }
    }
    return false;
}
