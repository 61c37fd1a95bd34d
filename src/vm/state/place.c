// SPDX-License-Identifier: Apache-2.0
// Places of a program for messages: which thread, which instruction, which line of the source. The
// source line of an instruction is that of the last .loc before it in the PTX text.
#include "vm/state/state.h"

#include "ptx/form/op.h"

VmSite vm_site(const Warp *warp, const VmInst *in, uint32_t lane) {
    const Block *b = warp->block;
    const uint32_t *n = warp->grid->bdim;
    uint32_t i = warp->id * 32 + (lane < 32 ? lane : (uint32_t)__builtin_ctz(warp->all));
    VmSite s = {.kernel = warp->grid->kernel, .fn = warp->fn, .in = in, .block = b->index};
    memcpy(s.id, b->id, sizeof s.id);
    s.thread[0] = i % n[0];
    s.thread[1] = i / n[0] % n[1];
    s.thread[2] = i / n[0] / n[1];
    return s;
}

VmSite vm_site_by_number(const Grid *grid, uint32_t site, uint64_t block, uint32_t thread) {
    const Vm *vm = grid->vm;
    VmSite vm_site = {.kernel = grid->kernel, .block = block};
    for (uint32_t i = 0; i < vm->nfunc; i++) {
        const VmFunc *fn = vm->func_at[i];
        if (!fn->code || site - fn->site >= fn->ncode) continue;
        vm_site.fn = fn;
        vm_site.in = &fn->code[site - fn->site];
        break;
    }
    vm_site.id[0] = (uint32_t)(block % grid->dim[0]);
    vm_site.id[1] = (uint32_t)(block / grid->dim[0] % grid->dim[1]);
    vm_site.id[2] = (uint32_t)(block / grid->dim[0] / grid->dim[1]);
    vm_site.thread[0] = thread % grid->bdim[0];
    vm_site.thread[1] = thread / grid->bdim[0] % grid->bdim[1];
    vm_site.thread[2] = thread / grid->bdim[0] / grid->bdim[1];
    return vm_site;
}

static const char *file_name(const PtxModule *module, int64_t index) {
    VEC_FOREACH (PtxFile, f, &module->file) {
        if (f->index == index) return atom_str(module->ctx, f->name);
    }
    return "?";
}

// The nearest .loc at or before `from` that says the same place as operands 5 to 7 of `loc`, where
// the function that is inlined there was itself inlined; NULL: it was not.
static const PtxInst *outer_loc(const PtxFunc *fn, const PtxInst *from, const PtxInst *loc) {
    const PtxOpnd *want = fn->opnd.at + loc->opnd + 5;
    for (const PtxInst *in = from; in >= fn->inst.at; in--) {
        if (in->op != PTXI_loc) continue;
        const PtxOpnd *o = fn->opnd.at + in->opnd;
        if (o[0].val == want[0].val && o[1].val == want[1].val && o[2].val == want[2].val)
            return in->nopnd == 8 ? in : NULL;
    }
    return NULL;
}

void vm_source_of_loc(const PtxFunc *fn, const PtxInst *loc, VmPlace *out) {
    const PtxOpnd *o = loc ? fn->opnd.at + loc->opnd : NULL;
    if (!o || !o[1].val) return;
    out->file = file_name(fn->mod, o[0].val);
    out->line = (uint32_t)o[1].val;
    if (loc->nopnd != 8) return;
    out->inlined_file = file_name(fn->mod, o[5].val);
    out->inlined_line = (uint32_t)o[6].val;
    enum { DEEPEST = 64 }; // of calls that were inlined into each other
    const PtxInst *outer = loc;
    for (uint32_t depth = 0; depth < DEEPEST; depth++) {
        const PtxInst *next = outer_loc(fn, loc, outer);
        if (!next || next == outer) break;
        if (out->outer_file && out->nbetween < VM_PLACE_CALLS) {
            out->between[out->nbetween].file = out->outer_file;
            out->between[out->nbetween++].line = out->outer_line;
        }
        outer = next;
        o = fn->opnd.at + outer->opnd;
        out->outer_file = file_name(fn->mod, o[5].val);
        out->outer_line = (uint32_t)o[6].val;
    }
}

void vm_source_of(const VmFunc *fn, uint32_t line, VmPlace *out) {
    const PtxFunc *f = fn ? fn->f : NULL;
    const PtxInst *loc = NULL;
    // labels have no position; a .loc may stand on the line of the instruction, before it or after
    for (uint32_t i = 0; f && i < f->inst.n && f->inst.at[i].pos <= line; i++) {
        const PtxInst *in = &f->inst.at[i];
        if (in->op == PTXI_loc) loc = in;
        if (in->pos == line && !is_any_of(in->op, PTXI_loc, PTXI_pragma)) break;
    }
    vm_source_of_loc(f, loc, out);
}

// "kernel k, block (0,0,0), thread (1,0,0), PTX line 7 (a.cu:3) in f"
void vm_place_text(Buf *out, const VmPlace *shown) {
    if (!shown->kernel) {
        buf_puts(out, "the host");
        if (shown->host) buf_printf(out, ", in %.*s", (int)strcspn(shown->host, "\n"), shown->host);
        return;
    }
    buf_printf(out, "kernel %s, block (%u,%u,%u)", shown->kernel, shown->block[0], shown->block[1],
               shown->block[2]);
    if (!shown->tile)
        buf_printf(out, ", thread (%u,%u,%u), PTX line %u", shown->thread[0], shown->thread[1],
                   shown->thread[2], shown->ptx_line);
    if (shown->file) {
        buf_printf(out, " (%s:%u", shown->file, shown->line);
        if (shown->inlined_file)
            buf_printf(out, ", inlined at %s:%u", shown->inlined_file, shown->inlined_line);
        for (uint32_t i = 0; i < shown->nbetween; i++)
            buf_printf(out, ", from %s:%u", shown->between[i].file, shown->between[i].line);
        if (shown->outer_file)
            buf_printf(out, ", from %s:%u", shown->outer_file, shown->outer_line);
        buf_puts(out, ")");
    }
    if (shown->function) buf_printf(out, " in %s", shown->function);
}
