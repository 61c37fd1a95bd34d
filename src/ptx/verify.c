// SPDX-License-Identifier: Apache-2.0
// Checks the machine form against the table: modifiers and types of the row, operand kinds and
// register sizes by the operand template, labels, target. Every violation is reported.
#include "ptx/ptx_int.h"

static void complain(PtxFunc *f, const PtxInst *in, Buf *err, const char *what) {
    if (!err) return;
    buf_printf(err, "PTX of %s: %s:", atom_str(f->mod->ctx, f->name), what);
    ptx_print_inst(f, in, err);
    buf_putc(err, '\n');
}

// All modifiers belong to the row's slots, required ones are there, types are of the sets.
static const char *check_slots(const PtxInst *in, const PtxRow *row) {
    uint64_t known = 0;
    for (uint32_t i = 0; i < PTX_MAX_SLOTS && row->slot[i].kind; i++) {
        PtxSlot s = row->slot[i];
        if (s.kind == PTX_SLOT_TYPE) {
            if (in->type[s.arg] >= PTX_NTYPES || !(row->types[s.arg] >> in->type[s.arg] & 1))
                return "type";
            continue;
        }
        uint32_t v = ptx_mod_get(in, (PtxClass)s.arg);
        if (v > ptx_class_count((PtxClass)s.arg)) return "modifier value";
        if (v && !ptx_slot_allows(s, v)) return "modifier value";
        if (s.kind == PTX_SLOT_REQ && !v) return "missing modifier";
        known |= ((1ull << ptx_classes[s.arg].width) - 1) << ptx_classes[s.arg].shift;
    }
    return in->mods & ~known ? "modifier that the instruction does not have" : NULL;
}

static bool opnd_in_range(const PtxFunc *f, const PtxOpnd *o, uint32_t depth) {
    switch (o->kind) {
    case PTXO_REG:
    case PTXO_MREG: return o->id < f->reg.n;
    case PTXO_SYM:
    case PTXO_MSYM: return o->id < (o->flags & PTXOF_LOCAL ? f->var.n : f->mod->sym.n);
    case PTXO_LABEL: return o->id < f->label.n;
    case PTXO_SREG: return o->id && o->id < PTXR_COUNT;
    case PTXO_VEC:
    case PTXO_PAIR:
    case PTXO_LIST:
    case PTXO_MTEX: {
        uint32_t n = o->kind == PTXO_MTEX || o->kind == PTXO_PAIR ? 2 : o->n;
        if (depth > 2 || o->id > f->extra.n || n > f->extra.n - o->id) return false;
        for (uint32_t i = 0; i < n; i++) {
            if (!opnd_in_range(f, &f->extra.at[o->id + i], depth + 1)) return false;
        }
        return true;
    }
    default: return true;
    }
}

uint32_t ptx_verify_inst(PtxFunc *f, const PtxInst *in, Buf *err) {
    if (in->op >= PTXI_COUNT) return 1;
    const PtxRow *row = &ptx_rows[in->op];
    const char *what = NULL;
    if (in->opnd > f->opnd.n || in->nopnd > f->opnd.n - in->opnd) return 1;
    for (uint32_t i = 0; i < in->nopnd; i++) {
        if (!opnd_in_range(f, &f->opnd.at[in->opnd + i], 0)) return 1;
    }
    if (in->guard) {
        uint32_t g = (in->guard & ~PTX_GUARD_NOT) - 1;
        if (g >= f->reg.n || f->reg.at[g].type != PTX_PRED) return 1;
    }
    if (row->name) {
        what = check_slots(in, row);
        if (!what && in->op != PTXI_call && !rd_operands_fit(f, in)) what = "operand";
        if (!what && f->mod->sm < (row->sm & ~(uint32_t)PTX_SM_A)) what = "not on this target";
    }
    if (what) complain(f, in, err, what);
    return what != NULL;
}

uint32_t ptx_verify(PtxFunc *f, Buf *err) {
    uint32_t bad = 0;
    VEC_FOREACH (PtxInst, in, &f->inst) {
        if (in->op != PTXI_nop) bad += ptx_verify_inst(f, in, err);
    }
    return bad;
}
