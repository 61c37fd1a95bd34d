// SPDX-License-Identifier: Apache-2.0
// The race checker's memory of accesses: the last write and two readers of each word, after
// FastTrack (Flanagan and Freund, PLDI 2009), compressed to one record for 32 bytes while lanes
// go over them in order (check/race_line.c). A conflict is an access to the same bytes by another
// thread, one of the two a write, not both strong, that the thread does not know to be in its past.
//
// A store that writes what is there already is no conflict (as compute-sanitizer, which calls such
// hazards information only), nor is a plain read beside a compare-and-swap: it is taken for the
// guess that the swap verifies (the CUDA programming guide's atomicAdd for double). Dropped
// knowledge (the third reader, bytes of a word that another thread overwrote) can hide a race, but
// never invents one.
#include "vm/check/race_line.h"

#include <stdatomic.h>

// ---- conflicts ---------------------------------------------------------------------------------

typedef struct { // the access that is being looked at
    Warp *w;
    const VmInst *in;
    const VmTarget *t;
    uint32_t n;
    VmAccess kind;
    bool conflict;  // there was one, if only with the same value
    uint32_t epoch; // of an asynchronous copy; 0: the lane's
} Access;

// A compare-and-swap, whose guess may have been read plainly.
static bool is_swap(const VmInst *in) {
    return in && in->cls == VM_CLS_ATOMIC && in->mod == PTX_AOP_CAS;
}

// An access that meets a copy whose thread has not waited for it, or that does not know of the
// wait.
static void report_group_copy(const Access *access, VmEvent *found, RaceRec other) {
    static const char *const what[] = {"a copy by cp.async reads or writes", "a bulk store reads",
                                       "a bulk store writes"};
    static const char *const wait[] = {"cp.async.wait_group", "cp.async.bulk.wait_group.read",
                                       "cp.async.bulk.wait_group"};
    uint32_t agent = other.epoch >> RACE_THREAD_KIND & 3;
    vm_check_add(access->w->grid->vm, found,
                 "%s of %s memory that %s, with no %s of its thread, and synchronisation with "
                 "that, before it",
                 vm_access_name[access->kind], found->space, what[agent], wait[agent]);
}

// (In the block's own shared memory; the offset is the address.)
static void report_proxy(const Access *access, uint32_t lane, RaceRec write) {
    Warp *warp = access->w;
    uint64_t block =
        (warp->block->index & ~(uint64_t)(RW_BLOCK_N - 1)) | (write.who & RW_BLOCK) >> 10;
    VmEvent event = vm_access_event(warp, access->in, lane, access->t->off, access->n, VSP_SHARED,
                                    VM_READ, VM_CHECK_RACE, "missing-proxy-fence");
    event.has_other = true;
    event.other = vm_site_by_number(warp->grid, write.site, block, write.who & 1023);
    event.other_access = "written by";
    vm_check_add(
        warp->grid->vm, &event,
        "read of shared memory by the asynchronous proxy, with no fence.proxy.async behind "
        "the write of a thread");
}

// The asynchronous proxy reads what a thread of the block wrote by the generic one, and since then
// no thread has passed a fence between the two.
static void check_proxy(const Access *access, uint32_t lane, RaceRec write) {
    const Warp *warp = access->w;
    bool own = write.epoch && !((write.who ^ warp->race->who) & RW_BLOCK);
    if (!own || write.who & RW_ASYNC || write.epoch < warp->block->race->proxy_fence) return;
    report_proxy(access, lane, write);
}

static void report(const Access *access, uint32_t lane, RaceRec other, bool other_writes) {
    Warp *warp = access->w;
    // The read was the guess of this swap.
    if (!other_writes && is_swap(access->in)) return;
    const VmTarget *target = access->t;
    uint64_t addr = target->space == VSP_GLOBAL ? target->alloc->base + target->off : target->off;
    bool write = access->kind != VM_READ;
    VmEvent event =
        vm_access_event(warp, access->in, lane, addr, access->n, target->space, access->kind,
                        VM_CHECK_RACE, write && other_writes ? "write-write" : "read-write");
    // A record has the low bits of the block's number only: the block meant is the nearest one that
    // exists.
    uint64_t block =
        (warp->block->index & ~(uint64_t)(RW_BLOCK_N - 1)) | ((other.who & RW_BLOCK) >> 10);
    if (block >= warp->grid->nblock && block >= RW_BLOCK_N) block -= RW_BLOCK_N;
    event.has_other = true;
    uint32_t thread = other.who & 1023;
    if (other.who & RW_ASYNC && other.epoch < RACE_THREAD_EPOCH)
        thread = atomic_load_explicit(&warp->grid->race->copier[thread], memory_order_relaxed);
    event.other = vm_site_by_number(warp->grid, other.site, block, thread);
    // And here this read is the guess of the earlier swap.
    if (access->kind == VM_READ && is_swap(event.other.in)) return;
    event.other_access = other_writes ? "written by" : "read by";
    if (other.who & RW_ASYNC && other.epoch >= RACE_THREAD_EPOCH) {
        report_group_copy(access, &event, other);
        return;
    }
    if (other.who & RW_ASYNC && !other_writes) {
        vm_check_add(warp->grid->vm, &event,
                     "%s of %s memory that wgmma reads, with no wgmma.wait_group for it before",
                     vm_access_name[access->kind], event.space);
        return;
    }
    if (other.who & RW_ASYNC) {
        vm_check_add(
            warp->grid->vm, &event,
            "%s of %s memory that an asynchronous copy writes, with no wait for the copy's "
            "mbarrier before it",
            vm_access_name[access->kind], event.space);
        return;
    }
    bool strong = access->kind == VM_ATOMIC || access->in->flags & VF_STRONG;
    if (other.who & RW_STRONG && strong) {
        event.kind = "scope";
        vm_check_add(warp->grid->vm, &event,
                     "%s and %s of the same %s memory by threads of two blocks, one of them at the "
                     "scope of its block",
                     vm_access_name[access->kind], other_writes ? "write" : "read", event.space);
        return;
    }
    vm_check_add(warp->grid->vm, &event,
                 "%s and %s of the same %s memory by threads of %s, in no order",
                 vm_access_name[access->kind], other_writes ? "write" : "read", event.space,
                 (other.who ^ warp->race->who) & RW_BLOCK  ? "two blocks"
                 : (other.who ^ warp->race->who) & RW_WARP ? "two warps"
                                                           : "one warp");
}

// Strong accesses do not race if the scope of each holds the other's thread: of an atomic at block
// scope, only those of its block.
static bool scopes_meet(const Access *access, RaceRec other) {
    const Warp *warp = access->w;
    bool now = access->in->flags & VF_BLOCK_SCOPE;
    RaceGrid *grid = warp->grid->race;
    if (!((other.who ^ warp->race->who) & RW_BLOCK)) return true;
    if (now) atomic_store_explicit(&grid->block_scope, true, memory_order_relaxed);
    if (now) return false;
    if (!atomic_load_explicit(&grid->block_scope, memory_order_relaxed)) return true;
    VmSite site = vm_site_by_number(warp->grid, other.site, 0, 0);
    return !site.in || !(site.in->flags & VF_BLOCK_SCOPE);
}

// Whether the access is in no order with the recorded one. Cheap reasons come first.
static inline bool conflicts(const Access *access, uint32_t lane, RaceRec r, uint32_t who) {
    const Warp *warp = access->w;
    if (!r.epoch || !((r.who ^ who) & RW_THREAD)) return false;
    if (r.who & who & RW_STRONG && scopes_meet(access, r)) return false;
    const RaceWarp *rw = warp->race;
    // What a thread did before it started a copy is before the copy.
    if (who & RW_ASYNC && !((r.who ^ (rw->who | lane)) & RW_THREAD)) return false;
    // Within the block: before the last barrier of all of it.
    if (!((r.who ^ who) & RW_BLOCK) && r.epoch < rw->kblock) return false;
    return !vm_race_known(warp, lane, r.epoch, r.who);
}

// Both sides may be lanes of one store, which has not happened yet. Or lanes that came to it one
// after the other: then it has, and native code has no register of a lane that left.
static bool same_value(Access *a, uint32_t lane, const RaceRec *other, RaceRec now) {
    bool lanes = other && other->site == now.site && other->epoch == now.epoch &&
                 !((other->who ^ now.who) & RW_WARP);
    a->conflict = true;
    if (a->kind != VM_WRITE) return false;
    return vm_check_same_value(a->w, a->in, lane, a->t->host, 32) ||
           (lanes && vm_check_same_value(a->w, a->in, lane, a->t->host, other->who & 31));
}

// Two readers are kept. One of the same warp is replaced first, so that the other may be of another
// warp.
static void remember_reader(const Warp *warp, RaceCell *word, RaceRec now) {
    if (!((word->rec[RACE_READ].who ^ now.who) & RW_THREAD) || !word->rec[RACE_READ].epoch) {
        if (word->rec[RACE_READ].epoch == now.epoch)
            now.who |= word->rec[RACE_READ].who & 15u << RW_SHIFT;
        word->rec[RACE_READ] = now;
        return;
    }
    bool near = !((word->rec[RACE_READ].who ^ now.who) & RW_WARP);
    bool keep = near && word->rec[RACE_READ2].epoch &&
                ((word->rec[RACE_READ2].who ^ now.who) & RW_WARP) &&
                !(!((word->rec[RACE_READ2].who ^ now.who) & RW_BLOCK) &&
                  word->rec[RACE_READ2].epoch < warp->race->kblock);
    if (!keep) word->rec[RACE_READ2] = word->rec[RACE_READ];
    word->rec[RACE_READ] = now;
}

// One access to one word. `bytes` is the mask of those that it touches.
static void touch_cell(Access *access, uint32_t lane, RaceCell *word, uint32_t who, uint32_t bytes,
                       uint32_t site) {
    Warp *warp = access->w;
    uint32_t epoch = access->epoch ? access->epoch : warp->race->epoch[lane];
    RaceRec now = {.epoch = epoch, .who = who | bytes << RW_SHIFT, .site = site};
    // Bytes that the record does not have are no conflict.
    bool write_hit = (word->rec[RACE_WRITE].who >> RW_SHIFT & bytes) &&
                     conflicts(access, lane, word->rec[RACE_WRITE], who);
    if (access->kind == VM_READ) {
        if (write_hit) report(access, lane, word->rec[RACE_WRITE], true);
        if (warp->race->reader_who && warp->race->reader_is_proxy && !write_hit &&
            access->t->space == VSP_SHARED && word->rec[RACE_WRITE].who >> RW_SHIFT & bytes)
            check_proxy(access, lane, word->rec[RACE_WRITE]);
        if (warp->race->reader_who) { // the read lasts longer than the thread's instruction
            now.who = warp->race->reader_who | bytes << RW_SHIFT;
            now.epoch = warp->race->reader_epoch;
        }
        remember_reader(warp, word, now);
        return;
    }
    RaceRec *reader = NULL;
    if ((word->rec[RACE_READ].who >> RW_SHIFT & bytes) &&
        conflicts(access, lane, word->rec[RACE_READ], who))
        reader = &word->rec[RACE_READ];
    if ((word->rec[RACE_READ2].who >> RW_SHIFT & bytes) &&
        conflicts(access, lane, word->rec[RACE_READ2], who))
        reader = &word->rec[RACE_READ2];
    // A write of what is there already is no conflict and leaves the record as it was.
    if (write_hit || reader) {
        if (same_value(access, lane, write_hit ? &word->rec[RACE_WRITE] : NULL, now)) return;
        report(access, lane, write_hit ? word->rec[RACE_WRITE] : *reader, write_hit);
    }
    // The readers are in the write's past or were reported: the write stands for them.
    word->rec[RACE_WRITE] = now;
    word->rec[RACE_READ].epoch = word->rec[RACE_READ2].epoch = 0;
}

// The same of a word of a line.
static void touch_word(Access *access, uint32_t lane, RaceCells *line, uint32_t word, uint32_t who,
                       uint32_t bytes, uint32_t site) {
    RaceCell cell;
    for (uint32_t k = 0; k < RACE_RECS; k++) cell.rec[k] = vm_race_get(line, word, k);
    touch_cell(access, lane, &cell, who, bytes, site);
    for (uint32_t k = 0; k < RACE_RECS; k++) vm_race_put(line, word, k, cell.rec[k]);
}

// An access to the shared memory of another block of the cluster. Before the first barrier of the
// cluster that block may not have started; when it has exited its memory may be another block's.
static void check_peer(Warp *warp, const VmInst *in, uint32_t lane, uint32_t n, VmAccess kind,
                       const VmTarget *place) {
    bool early = !place->block->cluster->phase;
    if (!early && !place->block->done) return;
    VmEvent event = vm_access_event(warp, in, lane, place->off, n, VSP_SHARED, kind, VM_CHECK_RACE,
                                    early ? "peer-not-started" : "peer-exited");
    vm_check_add(warp->grid->vm, &event, "%s of shared memory of a block of the cluster that %s",
                 vm_access_name[kind],
                 early ? "may not have started: there was no barrier of the cluster yet"
                       : "has exited");
}

// An access by another block of which no thread of the block knew when it ended.
static void check_ended(Block *block, RaceRec r) {
    Grid *grid = block->grid;
    uint32_t number = (uint32_t)(block->index % RW_BLOCK_N);
    if (!r.epoch || (r.who & RW_BLOCK) >> 10 == number || r.who & RW_ASYNC) return;
    for (uint32_t i = 0; i < block->nwarp; i++) {
        if (vm_race_known(block->warp[i], 0, r.epoch, r.who)) return;
    }
    uint64_t by = (block->index & ~(uint64_t)(RW_BLOCK_N - 1)) | (r.who & RW_BLOCK) >> 10;
    VmEvent event = {.checker = VM_CHECK_RACE, .kind = "peer-exited"};
    event.at = vm_site_by_number(grid, r.site, by, r.who & 1023);
    vm_check_add(grid->vm, &event,
                 "access to shared memory of a block of the cluster that may have exited: nothing "
                 "orders it before the end of block (%u,%u,%u)",
                 block->id[0], block->id[1], block->id[2]);
}

// What its shared memory remembers when its last thread exits: each access by another block must be
// in the past of one of its threads, which may be the last one.
void vm_race_block_ends(Block *block) {
    const Grid *grid = block->grid;
    uint64_t lines = ((uint64_t)grid->dynamic_off + grid->l->shared) / RACE_LINE + 2;
    for (uint64_t i = 0; i < lines; i++) {
        const RaceLine *line = &block->race->line[i];
        if (line->serial != block->race->serial) continue;
        for (uint32_t k = 0; k < RACE_RECS; k++) {
            if (!line->split && line->words[k]) check_ended(block, line->all.rec[k]);
            for (uint32_t word = 0; line->split && word < RACE_WORDS; word++)
                check_ended(block, vm_race_get(line->cells, word, k));
        }
    }
}

void vm_race_lane(Warp *warp, const VmInst *in, uint32_t lane, uint32_t n, VmAccess kind,
                  const VmTarget *touched) {
    if (!is_any_of(touched->space, VSP_GLOBAL, VSP_SHARED)) return;
    if (touched->space == VSP_SHARED && touched->block != warp->block)
        check_peer(warp, in, lane, n, kind, touched);
    bool strong = kind == VM_ATOMIC || in->flags & VF_STRONG;
    uint32_t who = warp->race->who | lane;
    uint32_t site = warp->fn->site + (uint32_t)(in - warp->fn->code);
    Access access = {.w = warp, .in = in, .t = touched, .n = n, .kind = kind};
    if (kind != VM_READ && warp->race->async_who) {
        who = warp->race->async_who;
        access.epoch = warp->race->async_epoch;
    } else {
        if (kind != VM_READ) vm_race_note_writes(warp->race, 1u << lane);
    }
    who |= strong ? RW_STRONG : 0;
    for (uint64_t off = touched->off, end = off + n; off < end;) {
        uint64_t stop = CU_MIN(end, (off | (RACE_LINE - 1)) + 1);
        RacePlace place;
        vm_race_lock(warp, touched, off, kind == VM_READ, &place);
        RaceLine *line = place.line;
        if (!line->split) vm_race_split(warp, &place);
        while (off < stop) {
            uint32_t first = off & 3, count = (uint32_t)CU_MIN(4 - first, stop - off);
            touch_word(&access, lane, line->cells, off / 4 % RACE_WORDS, who,
                       ((1u << count) - 1) << first, site);
            off += count;
        }
        vm_race_unlock(&place);
    }
}

// The common cases: everything that was recorded is of the thread itself, or before the block's
// last barrier. False: look closer.
static inline bool settled(const RaceWarp *r, RaceRec rec, uint32_t who) {
    return rec.epoch < r->kblock || !((rec.who ^ who) & RW_THREAD);
}

// A word of a block's own memory.
static inline bool quick_word(const RaceWarp *race_warp, RaceCells *line, uint32_t word,
                              RaceRec now, bool read) {
    RaceRec first = vm_race_get(line, word, RACE_READ);
    RaceRec second = vm_race_get(line, word, RACE_READ2);
    if (!settled(race_warp, vm_race_get(line, word, RACE_WRITE), now.who)) return false;
    if (read) {
        if (!settled(race_warp, first, now.who)) {
            bool near = !((first.who ^ now.who) & RW_WARP);
            bool far = (second.who ^ now.who) & RW_WARP;
            if (!near || !far || second.epoch < race_warp->kblock)
                vm_race_put(line, word, RACE_READ2, first);
        }
        vm_race_put(line, word, RACE_READ, now);
        return true;
    }
    if (!settled(race_warp, first, now.who) || !settled(race_warp, second, now.who)) return false;
    vm_race_put(line, word, RACE_WRITE, now);
    line->epoch[RACE_READ][word] = line->epoch[RACE_READ2][word] = 0;
    return true;
}

void vm_race_shared(Warp *warp, const VmInst *in, uint32_t mask, const uint32_t *off,
                    uint32_t bytes, VmAccess kind) {
    RaceWarp *race_warp = warp->race;
    if (kind != VM_READ) vm_race_note_writes(race_warp, mask);
    uint32_t site = warp->fn->site + (uint32_t)(in - warp->fn->code);
    uint32_t who = race_warp->who | (in->flags & VF_STRONG ? RW_STRONG : 0);
    bool read = kind == VM_READ;
    VM_EACH(i, mask) {
        RaceRec now = {
            .epoch = race_warp->epoch[i], .who = who | i | 15u << RW_SHIFT, .site = site};
        VmTarget t = {.space = VSP_SHARED, .block = warp->block, .off = off[i]};
        t.host = warp->block->shared + off[i];
        for (uint32_t k = 0; k < bytes; k += 4) {
            uint32_t at = off[i] + k;
            RacePlace place;
            vm_race_lock(warp, &t, at, read, &place);
            RaceLine *line = place.line;
            if (!line->split) vm_race_split(warp, &place);
            uint32_t word = at / 4 % RACE_WORDS;
            if (CU_LIKELY(quick_word(race_warp, line->cells, word, now, read))) continue;
            Access a = {.w = warp, .in = in, .t = &t, .n = bytes, .kind = kind};
            touch_word(&a, i, line->cells, word, who | i, 15, site);
        }
    }
}

// ---- whole warps -------------------------------------------------------------------------------

// The words of a line, whose lanes are as in a line's record; the target is the line.
static void touch_line(Access *access, const RacePlace *found, uint32_t words, uint32_t who,
                       uint32_t site) {
    Warp *warp = access->w;
    RaceLine *line = found->line;
    RaceWarp *race_warp = warp->race;
    RaceRec now = {.epoch = race_warp->epoch[0], .who = who, .site = site};
    bool read = access->kind == VM_READ;
    const VmTarget *target = access->t;
    bool of_block = target->space == VSP_SHARED && !warp->grid->clusters;
    bool taken = !line->split && (read ? vm_race_line_read(warp, line, words, now, of_block, true)
                                       : vm_race_line_write(warp, line, words, now, of_block));
    if (taken) return;
    if (!line->split) vm_race_split(warp, found);
    uint32_t shift = who >> RW_SHIFT & 3, first = who & 31;
    bool quiet = true; // nothing but records in the past: the line can be one again
    for (uint32_t left = words; left; left &= left - 1) {
        uint32_t i = (uint32_t)__builtin_ctz(left), lane = (first + (i >> shift)) & 31;
        uint32_t own = (who & (RW_WARP | RW_STRONG)) | lane;
        RaceRec mine = {now.epoch, own | 15u << RW_SHIFT, site};
        if (of_block && quick_word(race_warp, line->cells, i, mine, read)) continue;
        // the lane's element
        VmTarget word = *target;
        word.off += 4 * (i & ~((1u << shift) - 1));
        word.host += word.off - target->off;
        Access one = {
            .w = warp, .in = access->in, .t = &word, .n = access->n, .kind = access->kind};
        touch_word(&one, lane, line->cells, i, own, 15, site);
        quiet &= !one.conflict;
    }
    bool whole = words == (1u << RACE_WORDS) - 1;
    if (!read && quiet && whole && line->splits < 4) {
        line->split = false;
        line->all = (RaceCell){.rec[RACE_WRITE] = now};
        memcpy(line->words, (const uint8_t[]){(uint8_t)words, 0, 0}, sizeof line->words);
    }
}

void vm_race_range(Warp *warp, const VmInst *in, uint32_t bytes, VmAccess kind,
                   const VmTarget *range) {
    RaceWarp *race_warp = warp->race;
    if (range->space == VSP_SHARED && range->block != warp->block)
        check_peer(warp, in, 0, bytes, kind, range);
    if (bytes < 4 || !race_warp->uniform) {
        if (range->space == VSP_SHARED && bytes >= 4 && !warp->grid->clusters) {
            uint32_t off[VM_LANES];
            for (uint32_t i = 0; i < VM_LANES; i++) off[i] = (uint32_t)range->off + i * bytes;
            vm_race_shared(warp, in, VM_FULL, off, bytes, kind);
            return;
        }
        VmTarget one = *range;
        for (uint32_t i = 0; i < VM_LANES; i++) {
            vm_race_lane(warp, in, i, bytes, kind, &one);
            one.off += bytes;
            one.host += bytes;
        }
        return;
    }
    if (kind != VM_READ) vm_race_note_writes(race_warp, VM_FULL);
    uint32_t shift = (uint32_t)__builtin_ctz(bytes / 4), n = bytes * VM_LANES;
    uint32_t who = race_warp->who | (in->flags & VF_STRONG ? RW_STRONG : 0);
    uint32_t site = warp->fn->site + (uint32_t)(in - warp->fn->code);
    VmTarget part = *range;
    Access a = {.w = warp, .in = in, .t = &part, .n = bytes, .kind = kind};
    for (part.off &= ~(uint64_t)(RACE_LINE - 1); part.off < range->off + n; part.off += RACE_LINE) {
        RacePlace place;
        vm_race_lock(warp, &part, part.off, kind == VM_READ, &place);
        part.host = range->host + (int64_t)(part.off - range->off);
        touch_line(&a, &place, vm_race_words(part.off, range->off, n),
                   vm_race_who(who, part.off, range->off, 0, shift), site);
        vm_race_unlock(&place);
    }
}
