// SPDX-License-Identifier: Apache-2.0
// Places of a program for messages: which thread, which instruction, which line of the source. The
// source line of an instruction is that of the last .loc before it in the PTX text.
#include "vm/check.h"

VmSite vm_site(const Warp *w, const VmInst *in, uint32_t lane) {
    const Block *b = w->block;
    const uint32_t *n = w->grid->bdim;
    uint32_t i = w->id * 32 + (lane < 32 ? lane : (uint32_t)__builtin_ctz(w->all));
    VmSite s = {.kernel = w->grid->kernel, .fn = w->fn, .in = in, .block = b->index};
    memcpy(s.id, b->id, sizeof s.id);
    s.thread[0] = i % n[0];
    s.thread[1] = i / n[0] % n[1];
    s.thread[2] = i / n[0] / n[1];
    return s;
}

VmSite vm_site_by_number(const Grid *g, uint32_t site, uint64_t block, uint32_t thread) {
    const Vm *vm = g->vm;
    VmSite s = {.kernel = g->kernel, .block = block};
    for (uint32_t i = 0; i < vm->nfunc; i++) {
        const VmFunc *fn = vm->func_at[i];
        if (!fn->code || site - fn->site >= fn->ncode) continue;
        s.fn = fn;
        s.in = &fn->code[site - fn->site];
        break;
    }
    s.id[0] = (uint32_t)(block % g->dim[0]);
    s.id[1] = (uint32_t)(block / g->dim[0] % g->dim[1]);
    s.id[2] = (uint32_t)(block / g->dim[0] / g->dim[1]);
    s.thread[0] = thread % g->bdim[0];
    s.thread[1] = thread / g->bdim[0] % g->bdim[1];
    s.thread[2] = thread / g->bdim[0] / g->bdim[1];
    return s;
}

static const char *file_name(const PtxModule *m, int64_t index) {
    VEC_FOREACH (PtxFile, f, &m->file) {
        if (f->index == index) return atom_str(m->ctx, f->name);
    }
    return "?";
}

void vm_source_of_loc(const PtxFunc *f, const PtxInst *loc, VmPlace *p) {
    const PtxOpnd *o = loc ? f->opnd.at + loc->opnd : NULL;
    if (!o || !o[1].val) return;
    p->file = file_name(f->mod, o[0].val);
    p->line = (uint32_t)o[1].val;
    if (loc->nopnd != 8) return;
    p->inlined_file = file_name(f->mod, o[5].val);
    p->inlined_line = (uint32_t)o[6].val;
}

void vm_source_of(const VmFunc *fn, uint32_t line, VmPlace *p) {
    const PtxFunc *f = fn ? fn->f : NULL;
    const PtxInst *loc = NULL;
    // labels have no position; a .loc may stand on the line of the instruction, before it or after
    for (uint32_t i = 0; f && i < f->inst.n && f->inst.at[i].pos <= line; i++) {
        const PtxInst *in = &f->inst.at[i];
        if (in->op == PTXI_loc) loc = in;
        if (in->pos == line && in->op != PTXI_loc && in->op != PTXI_pragma) break;
    }
    vm_source_of_loc(f, loc, p);
}

// "kernel k, block (0,0,0), thread (1,0,0), PTX line 7 (a.cu:3) in f"
void vm_place_text(Buf *b, const VmPlace *p) {
    if (!p->kernel) {
        buf_puts(b, "the host");
        return;
    }
    buf_printf(b, "kernel %s, block (%u,%u,%u), thread (%u,%u,%u), PTX line %u", p->kernel,
               p->block[0], p->block[1], p->block[2], p->thread[0], p->thread[1], p->thread[2],
               p->ptx_line);
    if (p->file) {
        buf_printf(b, " (%s:%u", p->file, p->line);
        if (p->inlined_file) buf_printf(b, ", inlined at %s:%u", p->inlined_file, p->inlined_line);
        buf_puts(b, ")");
    }
    if (p->function) buf_printf(b, " in %s", p->function);
}
