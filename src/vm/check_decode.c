// SPDX-License-Identifier: Apache-2.0
// What the checkers learn from a function's text before it is decoded, without regard to control
// flow:
//  - copies: registers that only loads define and only stores use. Their undefined bytes travel.
//  - bit-field updates: loads whose value goes through and, or, shifts and the like alone to a
//  store,
//    at an address where the function stores as well. They read bits that they do not use.
//  - guesses: loads from local memory whose value only selp takes. Compilers load a variable that
//    may be undefined and choose afterwards.
#include "vm/check.h"

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
static bool is_bitwise(const PtxInst *in) {
    switch (ptx_rows[in->op].sem) {
    case PTX_SEM_AND:
    case PTX_SEM_OR:
    case PTX_SEM_SHL:
    case PTX_SEM_SHR:
    case PTX_SEM_BFI:
    case PTX_SEM_BFE:
    case PTX_SEM_LOP3:
    case PTX_SEM_PRMT:
    case PTX_SEM_PACK:
    case PTX_SEM_UNPACK:
    case PTX_SEM_MOV:
    case PTX_SEM_CVT: return true;
    default: return false;
    }
}

typedef enum { MARK, ANY_MARKED } Visit;

// Marks the registers of an operand (true: some were not), or asks for a marked one.
static bool visit(const PtxFunc *f, const PtxOpnd *o, bool *set, Visit what, uint32_t depth) {
    bool hit = false;
    switch (o->kind) {
    case PTXO_REG:
    case PTXO_MREG:
        hit = what == MARK ? !set[o->id] : set[o->id];
        if (what == MARK) set[o->id] = true;
        break;
    case PTXO_VEC:
    case PTXO_LIST:
    case PTXO_PAIR:
        for (uint32_t i = 0; depth < 4 && i < (o->kind == PTXO_PAIR ? 2u : o->n); i++)
            hit |= visit(f, &f->extra.at[o->id + i], set, what, depth + 1);
        break;
    default: break;
    }
    return hit;
}

static uint64_t address_key(const PtxOpnd *o) {
    return hash_mix(hash_mix(o->kind | (uint64_t)(o->flags & PTXOF_LOCAL) << 8, o->id),
                    (uint64_t)o->val);
}

static void find_copies(Decoder *d, const PtxFunc *f) {
    bool *used = arena_array(d->arena, bool, f->reg.n + 1);
    VEC_FOREACH (PtxInst, in, &f->inst) {
        const PtxOpnd *o = ptx_opnds(f, in);
        if (in->guard) used[(in->guard & ~PTX_GUARD_NOT) - 1] = true;
        uint32_t value = is_load(in) ? 0 : is_store(in) ? 1 : UINT32_MAX;
        for (uint32_t i = 0; i < in->nopnd; i++) {
            if (i != value) visit(f, &o[i], used, MARK, 0);
        }
    }
    d->fn->copy = arena_array(d->arena, VmRef, f->reg.n + 1);
    for (uint32_t i = 0; i < f->reg.n; i++)
        d->fn->copy[i] = used[i] || !d->fn->reg[i].size ? REF_NONE : vm_temp_row(d, 1);
}

// To a fixed point: what a bitwise instruction reads is observed when its result is.
static void find_observed(const PtxFunc *f, bool *observed) {
    bool more = true;
    for (uint32_t round = 0; more; round++) {
        more = false;
        for (uint32_t k = f->inst.n; k-- > 0;) {
            const PtxInst *in = &f->inst.at[k];
            const PtxOpnd *o = ptx_opnds(f, in);
            if (in->guard) observed[(in->guard & ~PTX_GUARD_NOT) - 1] = true;
            bool bits = is_bitwise(in) && in->nopnd;
            bool seen = !bits || round > 16 || visit(f, &o[0], observed, ANY_MARKED, 0);
            uint32_t value = is_load(in) ? 0 : is_store(in) ? 1 : UINT32_MAX;
            for (uint32_t i = bits; seen && i < in->nopnd; i++) {
                if (i != value) more |= visit(f, &o[i], observed, MARK, 0);
            }
        }
        if (round > 17) return;
    }
}

static void find_needed(const PtxFunc *f, bool *needed) {
    VEC_FOREACH (PtxInst, in, &f->inst) {
        const PtxOpnd *o = ptx_opnds(f, in);
        if (in->guard) needed[(in->guard & ~PTX_GUARD_NOT) - 1] = true;
        if (ptx_rows[in->op].sem == PTX_SEM_SELP) continue;
        for (uint32_t i = is_load(in); i < in->nopnd; i++) visit(f, &o[i], needed, MARK, 0);
    }
}

void vm_check_scan(Decoder *d) {
    const PtxFunc *f = d->f;
    struct VmScan *s = d->scan = arena_new(d->arena, struct VmScan);
    map_init(&s->stored, d->arena);
    if (d->vm->opt.checks & VM_CHECK_INIT) {
        find_copies(d, f);
        s->observed = arena_array(d->arena, bool, f->reg.n + 1);
        find_observed(f, s->observed);
        s->needed = arena_array(d->arena, bool, f->reg.n + 1);
        find_needed(f, s->needed);
    }
    VEC_FOREACH (PtxInst, in, &f->inst) {
        const PtxOpnd *o = ptx_opnds(f, in);
        if (is_store(in) && in->nopnd) map_put(&s->stored, address_key(&o[0]), s);
    }
}

static void mark_copies(Decoder *d, const PtxOpnd *o, VmInst *v) {
    bool any = false;
    uint32_t at = d->fn->list.n;
    for (uint32_t k = 0; k < v->n; k++) {
        const PtxOpnd *e = o->kind == PTXO_VEC ? &d->f->extra.at[o->id + k] : o;
        VmRef r = e->kind == PTXO_REG ? d->fn->copy[e->id] : REF_NONE;
        any |= r != REF_NONE;
        vec_push(d->arena, &d->fn->list, r);
        vec_push(d->arena, &d->fn->list_size, 1);
    }
    if (any) v->c = at;
}

void vm_check_wrap(Decoder *d, const PtxInst *in, const PtxOpnd *o, VmInst *v, bool load) {
    struct VmScan *s = d->scan;
    if (!s) return;
    const PtxOpnd *value = &o[load ? 0 : 1], *address = &o[load ? 1 : 0];
    v->finish = v->fn;
    v->fn = load ? vm_checked_load : vm_checked_store;
    v->c = REF_NONE;
    if (!s->observed) return;
    mark_copies(d, value, v);
    bool field = load && v->c == REF_NONE && map_get(&s->stored, address_key(address)) &&
                 !visit(d->f, value, s->observed, ANY_MARKED, 0);
    bool local = v->space == VSP_LOCAL || v->space == VSP_FRAME;
    bool guess = load && local && !visit(d->f, value, s->needed, ANY_MARKED, 0);
    if (field || guess) v->flags |= VF_QUIET;
}
