// SPDX-License-Identifier: Apache-2.0
// What licm hoisted out of different branches of a loop and computes the same is one value. The
// brake (loop/licm_pressure.c) counts registers: it must not count them twice, and must see who
// shares a value.
//
//     pre: %r = mul i64 %n, %w                     pre: %r = mul i64 %n, %w
//          %a = add i64 %r, %x                          %a = add i64 %r, %x
//          %s = mul i64 %n, %w             =>           %b = add i64 %r, %y
//          %b = add i64 %s, %y
//
// Loads and calls stay: gvn, which runs behind licm, knows memory.
#include "opt/loop/licm.h"
#include "opt/common/same_value.h"

typedef struct Seen Seen;
struct Seen {
    uint32_t at; // in the list of what was hoisted
    Seen *next;  // of one hash
};

static bool can_merge(const IrInst *inst) {
    uint32_t class = ir_ops[inst->v.op].class;
    return is_any_of(class, IRC_UNARY, IRC_BINARY, IRC_CAST, IRC_CMP) ||
           is_any_of(inst->v.op, IR_GEP, IR_SELECT);
}

// The one that stands first takes the other's place, and promises no more than both did.
static void take_in(Licm *licm, LicmHoisted *first, const LicmHoisted *other) {
    first->inst->v.flags &= other->inst->v.flags;
    first->inst->fmf &= other->inst->fmf;
    ir_md_stands_for(first->inst, other->inst);
    first->merged |= first->from != other->from || other->merged;
    first->from = an_common_dominator(licm->dom, first->from, other->from);
    first->certain |= other->certain;
    first->speculated &= other->speculated;
    ir_replace_erase(other->inst, &first->inst->v);
}

void opt_licm_merge(Licm *licm) {
    enum { CHAIN = 8 };
    Map seen; // hash -> Seen
    map_init(&seen, licm->pc->tmp);
    uint32_t n = 0;
    for (uint32_t k = 0; k < licm->hoisted.n; k++) {
        LicmHoisted *now = &licm->hoisted.at[k];
        bool merges = can_merge(now->inst);
        void **slot = merges ? map_slot(&seen, (uintptr_t)opt_value_hash(now->inst)) : NULL;
        Seen *same = slot ? *slot : NULL;
        uint32_t left = CHAIN;
        while (same && left && !opt_same_value(licm->hoisted.at[same->at].inst, now->inst)) {
            same = same->next;
            left--;
        }
        if (same && left) {
            take_in(licm, &licm->hoisted.at[same->at], now);
            continue;
        }
        if (slot) {
            Seen *new = arena_new(licm->pc->tmp, Seen);
            *new = (Seen){n, *slot};
            *slot = new;
        }
        licm->hoisted.at[n++] = *now;
    }
    licm->hoisted.n = n;
}
