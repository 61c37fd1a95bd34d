// SPDX-License-Identifier: Apache-2.0
// Checks the machine form against the table: modifiers and types of the row, operand kinds and
// register sizes by the operand template, labels, target. Every violation is reported.
#include "ptx/read/reader.h"

#include "ids/insn_count.h"
#include "ids/sreg_count.h"
#include "ptx/form/op.h"

// One line of text for a violation; NULL: nobody wants it.
static void complain(PtxFunc *fn, const PtxInst *in, Buf *err, const char *what) {
    if (!err) return;
    buf_printf(err, "PTX of %s: %s:", atom_str(fn->mod->ctx, fn->name), what);
    ptx_print_inst(fn, in, err);
    buf_putc(err, '\n');
}

// All modifiers belong to the row's slots, required ones are there, types are of the sets.
static const char *check_slots(const PtxInst *in, const PtxRow *row) {
    uint64_t known = 0;
    for (uint32_t i = 0; i < PTX_MAX_SLOTS && row->slot[i].kind; i++) {
        PtxSlot slot = row->slot[i];
        if (slot.kind == PTX_SLOT_TYPE) {
            if (in->type[slot.arg] >= PTX_NTYPES ||
                !(row->types[slot.arg] >> in->type[slot.arg] & 1))
                return "type";
            continue;
        }
        uint32_t v = ptx_mod_get(in, (PtxClass)slot.arg);
        if (v > ptx_class_count((PtxClass)slot.arg)) return "modifier value";
        if (v && !ptx_slot_allows(slot, v)) return "modifier value";
        if (slot.kind == PTX_SLOT_REQ && !v) return "missing modifier";
        known |= ((1ull << ptx_classes[slot.arg].width) - 1) << ptx_classes[slot.arg].shift;
    }
    return in->mods & ~known ? "modifier that the instruction does not have" : NULL;
}

// Every number in the operand is one of the function's: printing relies on it. Lists nest once (an
// address in a pair), so deeper is broken.
static bool opnd_in_range(const PtxFunc *fn, const PtxOpnd *operand, uint32_t depth) {
    switch (operand->kind) {
    case PTXO_REG:
    case PTXO_MREG: return operand->id < fn->reg.n;
    case PTXO_SYM:
    case PTXO_MSYM:
        return operand->id < (operand->flags & PTXOF_LOCAL ? fn->var.n : fn->mod->sym.n);
    case PTXO_LABEL: return operand->id < fn->label.n;
    case PTXO_SREG: return operand->id && operand->id < PTXR_COUNT;
    case PTXO_VEC:
    case PTXO_PAIR:
    case PTXO_LIST:
    case PTXO_MTEX: {
        uint32_t n = is_any_of(operand->kind, PTXO_MTEX, PTXO_PAIR) ? 2 : operand->n;
        if (depth > 2 || operand->id > fn->extra.n || n > fn->extra.n - operand->id) return false;
        for (uint32_t i = 0; i < n; i++) {
            if (!opnd_in_range(fn, &fn->extra.at[operand->id + i], depth + 1)) return false;
        }
        return true;
    }
    default: return true;
    }
}

// 1 if the instruction is broken, with a line of text where it can be printed at all: with numbers
// out of range it cannot.
uint32_t ptx_verify_inst(PtxFunc *fn, const PtxInst *in, Buf *err) {
    if (in->op >= PTXI_COUNT) return 1;
    const PtxRow *row = &ptx_rows[in->op];
    const char *what = NULL;
    if (in->opnd > fn->opnd.n || in->nopnd > fn->opnd.n - in->opnd) return 1;
    for (uint32_t i = 0; i < in->nopnd; i++) {
        if (!opnd_in_range(fn, &fn->opnd.at[in->opnd + i], 0)) return 1;
    }
    if (in->guard) {
        uint32_t g = (in->guard & ~PTX_GUARD_NOT) - 1;
        if (g >= fn->reg.n || fn->reg.at[g].type != PTX_PRED) return 1;
    }
    if (row->name[0]) {
        what = check_slots(in, row);

        // Calls have no template: their operands are lists.
        if (!what && in->op != PTXI_call && !rd_operands_fit(fn, in)) what = "operand";
        // what a target of CUDA 12 lacks is told by the driver, which reads the PTX back
        enum { OLDEST_OF_13 = 75 };
        bool told = fn->mod->sm < OLDEST_OF_13;
        if (!what && !told && fn->mod->sm < (row->sm & ~(uint32_t)PTX_SM_A))
            what = "not on this target";
    }
    if (what) complain(fn, in, err, what);
    return what != NULL;
}

// The number of broken instructions. Used in development builds and by the tests.
uint32_t ptx_verify(PtxFunc *fn, Buf *err) {
    uint32_t bad = 0;
    VEC_FOREACH (PtxInst, in, &fn->inst) {
        if (in->op != PTXI_nop) bad += ptx_verify_inst(fn, in, err);
    }
    return bad;
}
