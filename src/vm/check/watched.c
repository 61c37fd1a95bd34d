// SPDX-License-Identifier: Apache-2.0
// The accesses of a warp that is being watched (schedule/wait.c): what it asks memory for, and what
// was in memory where it writes, so that one can see whether it changed anything.
#include "vm/check/check.h"

void vm_watch_access(Warp *warp, const VmInst *in, uint32_t lane, uint64_t addr, uint32_t n,
                     VmAccess kind, const VmTarget *place) {
    VmWatch *watch = warp->watch;
    const Split *split = &warp->split[warp->cur];
    if (kind != VM_WRITE) {
        watch->asked[__builtin_ctz(split->mask)] = (VmAsked){
            .in = in, .fn = warp->fn, .mask = split->mask, .addr = addr, .target = *place};
        if (kind != VM_ATOMIC) return;
    }
    if (watch->n == VM_WATCHED_STORES || n > sizeof watch->before->old) {
        watch->changed = true;
        return;
    }
    VmBefore *before = &watch->before[watch->n++];
    before->at = place->host;
    before->n = n;
    memcpy(before->old, place->host, n);
}
