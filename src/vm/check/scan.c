// SPDX-License-Identifier: Apache-2.0
// What the checkers learn from a function's text before it is decoded, without regard to control
// flow:
// - copies: registers that only loads define and only stores use. Their undefined bytes travel.
// - bit-field updates: loads whose value goes through and, or, shifts and the like alone to a
// store, at an address where the function stores as well. They read bits that they do not use.
// - guesses: loads from local memory whose value only selp takes. Compilers load a variable that
// may be undefined and choose afterwards.
#include "vm/check/check.h"

#include "ptx/form/sem.h"

struct VmScan {
    bool *observed; // by register: its value decides something, not only bits of what is stored
    bool *needed;   // by register: something else than selp reads it
    Map stored;     // address operands of stores
};

static bool is_load(const PtxInst *in) {
    return ptx_rows[in->op].sem == PTX_SEM_LD;
}
static bool is_store(const PtxInst *in) {
    return ptx_rows[in->op].sem == PTX_SEM_ST;
}
// Instructions that only move bits about: what is undefined stays undefined.
static bool is_bitwise(const PtxInst *in) {
    return is_any_of(ptx_rows[in->op].sem, PTX_SEM_AND, PTX_SEM_OR, PTX_SEM_SHL, PTX_SEM_SHR,
                     PTX_SEM_BFI, PTX_SEM_BFE, PTX_SEM_LOP3, PTX_SEM_PRMT, PTX_SEM_PACK,
                     PTX_SEM_UNPACK, PTX_SEM_MOV, PTX_SEM_CVT);
}

typedef enum { MARK, ANY_MARKED } Visit;

// Marks the registers of an operand (true: some were not), or asks for a marked one.
static bool visit(const PtxFunc *fn, const PtxOpnd *operand, bool *set, Visit what,
                  uint32_t depth) {
    bool hit = false;
    switch (operand->kind) {
    case PTXO_REG:
    // The register of an address counts as well.
    case PTXO_MREG:
        hit = what == MARK ? !set[operand->id] : set[operand->id];
        if (what == MARK) set[operand->id] = true;
        break;
    case PTXO_VEC:
    case PTXO_LIST:
    case PTXO_PAIR:
        // Lists are nested once at most; the limit keeps made-up ones short.
        for (uint32_t i = 0; depth < 4 && i < (operand->kind == PTXO_PAIR ? 2u : operand->n); i++)
            hit |= visit(fn, &fn->extra.at[operand->id + i], set, what, depth + 1);
        break;
    default: break;
    }
    return hit;
}

// Two operands with the same key are the same address, as far as the text shows.
static uint64_t address_key(const PtxOpnd *o) {
    return hash_mix(hash_mix(o->kind | (uint64_t)(o->flags & PTXOF_LOCAL) << 8, o->id),
                    (uint64_t)o->val);
}

// Every use but as a loaded or stored value disqualifies a register.
static void find_copies(Decoder *decoder, const PtxFunc *fn) {
    bool *used = arena_array(decoder->arena, bool, fn->reg.n + 1);
    VEC_FOREACH (PtxInst, in, &fn->inst) {
        const PtxOpnd *o = ptx_opnds(fn, in);
        if (in->guard) used[(in->guard & ~PTX_GUARD_NOT) - 1] = true;
        uint32_t value = is_load(in) ? 0 : is_store(in) ? 1 : UINT32_MAX;
        for (uint32_t i = 0; i < in->nopnd; i++) {
            if (i != value) visit(fn, &o[i], used, MARK, 0);
        }
    }
    decoder->fn->copy = arena_array(decoder->arena, VmRef, fn->reg.n + 1);
    // A copied register has a second row, for the bits that are defined.
    for (uint32_t i = 0; i < fn->reg.n; i++)
        decoder->fn->copy[i] =
            used[i] || !decoder->fn->reg[i].size ? REF_NONE : vm_temp_row(decoder, 1);
}

// To a fixed point: what a bitwise instruction reads is observed when its result is.
static void find_observed(const PtxFunc *fn, bool *observed) {
    bool more = true;
    for (uint32_t round = 0; more; round++) {
        more = false;
        // Backwards, as uses mostly come after definitions.
        for (uint32_t k = fn->inst.n; k-- > 0;) {
            const PtxInst *in = &fn->inst.at[k];
            const PtxOpnd *o = ptx_opnds(fn, in);
            if (in->guard) observed[(in->guard & ~PTX_GUARD_NOT) - 1] = true;
            bool bits = is_bitwise(in) && in->nopnd;
            // A function that does not settle soon has all its registers observed.
            bool seen = !bits || round > 16 || visit(fn, &o[0], observed, ANY_MARKED, 0);
            uint32_t value = is_load(in) ? 0 : is_store(in) ? 1 : UINT32_MAX;
            for (uint32_t i = bits; seen && i < in->nopnd; i++) {
                if (i != value) more |= visit(fn, &o[i], observed, MARK, 0);
            }
        }
        if (round > 17) return;
    }
}

// A load's own result is no use of it.
static void find_needed(const PtxFunc *fn, bool *needed) {
    VEC_FOREACH (PtxInst, in, &fn->inst) {
        const PtxOpnd *o = ptx_opnds(fn, in);
        if (in->guard) needed[(in->guard & ~PTX_GUARD_NOT) - 1] = true;
        if (ptx_rows[in->op].sem == PTX_SEM_SELP) continue;
        for (uint32_t i = is_load(in); i < in->nopnd; i++) visit(fn, &o[i], needed, MARK, 0);
    }
}

void vm_check_scan(Decoder *decoder) {
    const PtxFunc *fn = decoder->f;
    struct VmScan *scan = decoder->scan = arena_new(decoder->arena, struct VmScan);
    map_init(&scan->stored, decoder->arena);
    if (decoder->vm->opt.checks & VM_CHECK_INIT) {
        find_copies(decoder, fn);
        scan->observed = arena_array(decoder->arena, bool, fn->reg.n + 1);
        find_observed(fn, scan->observed);
        scan->needed = arena_array(decoder->arena, bool, fn->reg.n + 1);
        find_needed(fn, scan->needed);
    }
    VEC_FOREACH (PtxInst, in, &fn->inst) {
        const PtxOpnd *o = ptx_opnds(fn, in);
        if (is_store(in) && in->nopnd) map_put(&scan->stored, address_key(&o[0]), scan);
    }
}

// The rows of the elements' bits stand in the list, in order.
static void mark_copies(Decoder *decoder, const PtxOpnd *value, VmInst *access) {
    bool any = false;
    uint32_t at = decoder->fn->list.n;
    for (uint32_t k = 0; k < access->n; k++) {
        const PtxOpnd *e = value->kind == PTXO_VEC ? &decoder->f->extra.at[value->id + k] : value;
        VmRef r = e->kind == PTXO_REG ? decoder->fn->copy[e->id] : REF_NONE;
        any |= r != REF_NONE;
        vec_push(decoder->arena, &decoder->fn->list, r);
        vec_push(decoder->arena, &decoder->fn->list_size, 1);
    }
    if (any) access->access.copies = at;
}

void vm_check_wrap(Decoder *decoder, const PtxInst *in, const PtxOpnd *operands, VmInst *decoded,
                   bool load) {
    struct VmScan *scan = decoder->scan;
    if (!scan) return;
    const PtxOpnd *value = &operands[load ? 0 : 1], *address = &operands[load ? 1 : 0];
    // The wrapper runs the plain function for lanes that are right.
    decoded->finish = decoded->fn;
    decoded->fn = load ? vm_checked_load : vm_checked_store;
    if (!scan->observed) return;
    mark_copies(decoder, value, decoded);
    // A field's load and its store have the same address operand.
    bool field = load && !decoded->access.copies && map_get(&scan->stored, address_key(address)) &&
                 !visit(decoder->f, value, scan->observed, ANY_MARKED, 0);
    bool local = is_any_of(decoded->space, VSP_LOCAL, VSP_FRAME);
    bool guess = load && local && !visit(decoder->f, value, scan->needed, ANY_MARKED, 0);
    if (field || guess) decoded->flags |= VF_QUIET;
}
