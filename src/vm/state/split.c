// SPDX-License-Identifier: Apache-2.0
// The splits of a warp: lanes that stand at one place, and which of them run next
// (schedule/warp.c).
#include "vm/state/state.h"

// The last split takes its place.
void vm_free_split(Warp *warp, uint32_t i) {
    warp->split[i] = warp->split[--warp->nsplit];
    if (warp->cur == warp->nsplit) warp->cur = i;
}

// The lanes of `mask` leave the current split and go on at `pc`. Gives the new split's number.
uint32_t vm_split_off(Warp *warp, uint32_t mask, uint32_t pc) {
    Split *s = &warp->split[warp->cur], *n = &warp->split[warp->nsplit];
    warp->parted = true;
    s->mask &= ~mask;
    *n = *s;
    n->mask = mask;
    n->pc = pc;
    n->state = SPLIT_READY;
    return warp->nsplit++;
}

// Joins ready splits that stand at the same place as split i.
uint32_t vm_merge_splits(Warp *warp, uint32_t i) {
    for (uint32_t k = warp->nsplit; k-- > 0;) {
        Split *a = &warp->split[i], *b = &warp->split[k];
        if (k == i || b->state != SPLIT_READY || b->pc != a->pc || b->frame != a->frame) continue;
        a->mask |= b->mask;
        if (i == warp->nsplit - 1) i = k; // free_split moves the last one into k
        vm_free_split(warp, k);
    }
    return i;
}

// The split to run: the deepest frame and lowest pc, or the one that has waited longest.
// UINT32_MAX: none can go on.
uint32_t vm_pick_split(const Warp *warp, bool oldest) {
    uint32_t best = UINT32_MAX;
    for (uint32_t i = 0; i < warp->nsplit; i++) {
        const Split *split = &warp->split[i];
        if (split->state != SPLIT_READY) continue;
        if (best == UINT32_MAX) {
            best = i;
            continue;
        }
        const Split *b = &warp->split[best];
        bool better = oldest ? split->last < b->last
                             : split->frame->depth > b->frame->depth ||
                                   (split->frame->depth == b->frame->depth && split->pc < b->pc);
        if (better) best = i;
    }
    return best;
}
