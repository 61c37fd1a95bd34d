// SPDX-License-Identifier: Apache-2.0
// The race checker's memory of accesses: the last write and two readers of each word, after
// FastTrack (Flanagan and Freund, PLDI 2009), compressed to one record for 128 bytes while whole
// warps go over them in order. A conflict is an access to the same bytes by another thread, one of
// the two a write, not both strong, that the thread does not know to be in its past.
//
// A store that writes what is there already is no conflict (as compute-sanitizer, which calls such
// hazards information only), nor is a plain read beside a compare-and-swap: it is taken for the
// guess that the swap verifies (the CUDA programming guide's atomicAdd for double). Dropped
// knowledge (the third reader, bytes of a word that another thread overwrote) can hide a race, but
// never invents one.
#include "vm/race.h"

#include <sched.h>
#include <stdatomic.h>

// ---- shadow of memory --------------------------------------------------------------------------

static RacePage *_Atomic *table_of(Warp *w, const VmAlloc *al) {
    RaceWarp *r = w->race;
    RaceTable *c = &r->cache[hash_u64((uint64_t)(uintptr_t)al) % CU_COUNT(r->cache)];
    if (c->alloc == al) return c->page;
    RaceGrid *g = w->grid->race;
    uint64_t size = al->info ? al->info->size : atomic_load(&((VmAlloc *)al)->size);
    RacePage *_Atomic *page = NULL;
    pthread_mutex_lock(&g->lock);
    page = map_get(&g->table, (uint64_t)(uintptr_t)al);
    pthread_mutex_unlock(&g->lock);
    if (!page) { // made outside of the lock: out of memory leaves by longjmp
        void *fresh = arena_array(&w->block->worker->arena, RacePage * _Atomic, size / 4096 + 2);
        pthread_mutex_lock(&g->lock);
        void **slot = map_slot(&g->table, (uint64_t)(uintptr_t)al);
        if (!*slot) *slot = fresh;
        page = *slot;
        pthread_mutex_unlock(&g->lock);
    }
    c->alloc = al;
    c->page = page;
    return page;
}

static RacePage *page_at(Warp *w, RacePage *_Atomic *slot) {
    RacePage *p = atomic_load_explicit(slot, memory_order_acquire);
    if (CU_LIKELY(p != NULL)) return p;
    RacePage *fresh = arena_new(&w->block->worker->arena, RacePage);
    return atomic_compare_exchange_strong(slot, &p, fresh) ? fresh : p;
}

// Held for a few cells; nothing that can leave by longjmp happens meanwhile.
static void lock_page(RacePage *p) {
    for (uint32_t i = 0; __atomic_exchange_n(&p->lock, 1, __ATOMIC_ACQUIRE); i++) {
        if (i > 64) sched_yield();
    }
}
static void unlock_page(RacePage *p) {
    __atomic_store_n(&p->lock, 0, __ATOMIC_RELEASE);
}

// The line that holds t->off, locked when other workers may use it too. The worker then has cells
// to split it.
static RaceLine *line_at(Warp *w, const VmTarget *t, uint64_t off, RacePage **page) {
    Worker *wk = w->block->worker;
    if (!wk->spare_cells) wk->spare_cells = arena_array(&wk->arena, RaceCell, 32);
    *page = NULL;
    if (t->space == VSP_SHARED) return &t->block->race->line[off / 128];
    *page = page_at(w, &table_of(w, t->alloc)[off / 4096]);
    lock_page(*page);
    return &(*page)->line[off / 128 % 32];
}

static RaceRec rec_of_word(RaceRec r, uint32_t word) {
    if (!r.epoch) return r;
    uint32_t shift = r.who >> RW_SHIFT & 3, lane = (r.who & 31) + (word >> shift);
    r.who = (r.who & (RW_WARP | RW_STRONG)) | (lane & 31) | 15u << RW_SHIFT;
    return r;
}

static void split_line(Warp *w, RaceLine *l) {
    Worker *wk = w->block->worker;
    if (!l->cell) {
        l->cell = wk->spare_cells;
        wk->spare_cells = NULL;
    }
    for (uint32_t i = 0; i < 32; i++) {
        l->cell[i] = (RaceCell){rec_of_word(l->all.w, i), rec_of_word(l->all.r0, i),
                                rec_of_word(l->all.r1, i)};
    }
    l->split = true;
    if (l->splits < 255) l->splits++;
}

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

static bool is_swap(const VmInst *in) {
    return in && in->cls == VM_CLS_ATOMIC && in->mod == PTX_AOP_CAS;
}

static void report(const Access *a, uint32_t lane, RaceRec other, bool other_writes) {
    Warp *w = a->w;
    if (!other_writes && is_swap(a->in)) return;
    const VmTarget *t = a->t;
    uint64_t addr = t->space == VSP_GLOBAL ? t->alloc->base + t->off : t->off;
    bool write = a->kind != VM_READ;
    VmEvent e = vm_access_event(w, a->in, lane, addr, a->n, t->space, a->kind, VM_CHECK_RACE,
                                write && other_writes ? "write-write" : "read-write");
    uint64_t block =
        (w->block->index & ~(uint64_t)(RW_BLOCK_N - 1)) | ((other.who & RW_BLOCK) >> 10);
    if (block >= w->grid->nblock && block >= RW_BLOCK_N) block -= RW_BLOCK_N;
    e.has_other = true;
    uint32_t thread = other.who & 1023;
    if (other.who & RW_ASYNC)
        thread = atomic_load_explicit(&w->grid->race->copier[thread], memory_order_relaxed);
    e.other = vm_site_by_number(w->grid, other.site, block, thread);
    if (a->kind == VM_READ && is_swap(e.other.in)) return;
    e.other_access = other_writes ? "written by" : "read by";
    if (other.who & RW_ASYNC && !other_writes) {
        vm_check_add(w->grid->vm, &e,
                     "%s of %s memory that wgmma reads, with no wgmma.wait_group for it before",
                     vm_access_name[a->kind], e.space);
        return;
    }
    if (other.who & RW_ASYNC) {
        vm_check_add(
            w->grid->vm, &e,
            "%s of %s memory that an asynchronous copy writes, with no wait for the copy's "
            "mbarrier before it",
            vm_access_name[a->kind], e.space);
        return;
    }
    vm_check_add(w->grid->vm, &e, "%s and %s of the same %s memory by threads of %s, in no order",
                 vm_access_name[a->kind], other_writes ? "write" : "read", e.space,
                 (other.who ^ w->race->who) & RW_BLOCK  ? "two blocks"
                 : (other.who ^ w->race->who) & RW_WARP ? "two warps"
                                                        : "one warp");
}

static inline bool conflicts(const Warp *w, uint32_t lane, RaceRec r, uint32_t who) {
    if (!r.epoch || !((r.who ^ who) & RW_THREAD)) return false;
    if (r.who & who & RW_STRONG) return false;
    const RaceWarp *rw = w->race;
    if (!((r.who ^ who) & RW_BLOCK) && r.epoch < rw->kblock) return false;
    return !vm_race_known(w, lane, r.epoch, r.who);
}

// Both sides may be lanes of one store, which has not happened yet.
static bool same_value(Access *a, uint32_t lane, const RaceRec *other, RaceRec now) {
    bool lanes = other && other->site == now.site && other->epoch == now.epoch &&
                 !((other->who ^ now.who) & RW_WARP);
    a->conflict = true;
    return a->kind == VM_WRITE &&
           vm_check_same_value(a->w, a->in, lane, a->t->host, lanes ? other->who & 31 : 32);
}

static void remember_reader(const Warp *w, RaceCell *c, RaceRec now) {
    if (!((c->r0.who ^ now.who) & RW_THREAD) || !c->r0.epoch) {
        if (c->r0.epoch == now.epoch) now.who |= c->r0.who & 15u << RW_SHIFT;
        c->r0 = now;
        return;
    }
    bool near = !((c->r0.who ^ now.who) & RW_WARP);
    bool keep = near && c->r1.epoch && ((c->r1.who ^ now.who) & RW_WARP) &&
                !(!((c->r1.who ^ now.who) & RW_BLOCK) && c->r1.epoch < w->race->kblock);
    if (!keep) c->r1 = c->r0;
    c->r0 = now;
}

static void touch_cell(Access *a, uint32_t lane, RaceCell *c, uint32_t who, uint32_t bytes,
                       uint32_t site) {
    Warp *w = a->w;
    uint32_t epoch = a->epoch ? a->epoch : w->race->epoch[lane];
    RaceRec now = {.epoch = epoch, .who = who | bytes << RW_SHIFT, .site = site};
    bool write_hit = (c->w.who >> RW_SHIFT & bytes) && conflicts(w, lane, c->w, who);
    if (a->kind == VM_READ) {
        if (write_hit) report(a, lane, c->w, true);
        if (w->race->reader_who) { // the read lasts longer than the thread's instruction
            now.who = w->race->reader_who | bytes << RW_SHIFT;
            now.epoch = w->race->reader_epoch;
        }
        remember_reader(w, c, now);
        return;
    }
    RaceRec *reader = NULL;
    if ((c->r0.who >> RW_SHIFT & bytes) && conflicts(w, lane, c->r0, who)) reader = &c->r0;
    if ((c->r1.who >> RW_SHIFT & bytes) && conflicts(w, lane, c->r1, who)) reader = &c->r1;
    if (write_hit || reader) {
        if (same_value(a, lane, write_hit ? &c->w : NULL, now)) return;
        report(a, lane, write_hit ? c->w : *reader, write_hit);
    }
    c->w = now;
    c->r0.epoch = c->r1.epoch = 0;
}

static void note_write(Warp *w, VmAccess kind, uint32_t mask) {
    if (kind == VM_READ) return;
    for (uint32_t k = 0; k < FENCE_LEVELS; k++) w->race->unfenced[k] |= mask;
}

void vm_race_lane(Warp *w, const VmInst *in, uint32_t lane, uint32_t n, VmAccess kind,
                  const VmTarget *t) {
    if (t->space != VSP_GLOBAL && t->space != VSP_SHARED) return;
    bool strong = kind == VM_ATOMIC || in->flags & VF_STRONG;
    uint32_t who = w->race->who | lane;
    uint32_t site = w->fn->site + (uint32_t)(in - w->fn->code);
    Access a = {.w = w, .in = in, .t = t, .n = n, .kind = kind};
    if (kind != VM_READ && w->race->async_who) {
        who = w->race->async_who;
        a.epoch = w->race->async_epoch;
    } else {
        note_write(w, kind, 1u << lane);
    }
    who |= strong ? RW_STRONG : 0;
    for (uint64_t off = t->off, end = off + n; off < end;) {
        uint64_t stop = CU_MIN(end, (off | 127) + 1);
        RacePage *page;
        RaceLine *l = line_at(w, t, off, &page);
        if (!l->split) split_line(w, l);
        while (off < stop) {
            uint32_t first = off & 3, count = (uint32_t)CU_MIN(4 - first, stop - off);
            touch_cell(&a, lane, &l->cell[off / 4 % 32], who, ((1u << count) - 1) << first, site);
            off += count;
        }
        if (page) unlock_page(page);
    }
}

// The common cases: everything that was recorded is of the thread itself, or before the block's
// last barrier. False: look closer.
static inline bool settled(const RaceWarp *r, RaceRec rec, uint32_t who) {
    return rec.epoch < r->kblock || !((rec.who ^ who) & RW_THREAD);
}

static inline bool quick_cell(const RaceWarp *r, RaceCell *c, RaceRec now, bool read) {
    if (!settled(r, c->w, now.who)) return false;
    if (read) {
        if (!settled(r, c->r0, now.who)) {
            bool near = !((c->r0.who ^ now.who) & RW_WARP), far = (c->r1.who ^ now.who) & RW_WARP;
            if (!near || !far || c->r1.epoch < r->kblock) c->r1 = c->r0;
        }
        c->r0 = now;
        return true;
    }
    if (!settled(r, c->r0, now.who) || !settled(r, c->r1, now.who)) return false;
    c->w = now;
    c->r0.epoch = c->r1.epoch = 0;
    return true;
}

void vm_race_shared(Warp *w, const VmInst *in, uint32_t mask, const uint32_t *off, uint32_t bytes,
                    VmAccess kind) {
    RaceWarp *r = w->race;
    Worker *wk = w->block->worker;
    note_write(w, kind, mask);
    uint32_t site = w->fn->site + (uint32_t)(in - w->fn->code);
    uint32_t who = r->who | (in->flags & VF_STRONG ? RW_STRONG : 0);
    bool read = kind == VM_READ;
    VM_EACH(i, mask) {
        RaceRec now = {.epoch = r->epoch[i], .who = who | i | 15u << RW_SHIFT, .site = site};
        for (uint32_t k = 0; k < bytes; k += 4) {
            uint32_t at = off[i] + k;
            RaceLine *l = &w->block->race->line[at / 128];
            if (!l->split) {
                if (!wk->spare_cells) wk->spare_cells = arena_array(&wk->arena, RaceCell, 32);
                split_line(w, l);
            }
            RaceCell *c = &l->cell[at / 4 % 32];
            if (CU_LIKELY(quick_cell(r, c, now, read))) continue;
            VmTarget t = {.space = VSP_SHARED, .block = w->block, .off = off[i]};
            t.host = w->block->shared + off[i];
            Access a = {.w = w, .in = in, .t = &t, .n = bytes, .kind = kind};
            touch_cell(&a, i, c, who | i, 15, site);
        }
    }
}

// ---- whole warps -------------------------------------------------------------------------------

// Is the record of a line in the past of the warp's access, for every word?
static inline bool line_ordered(const RaceWarp *r, RaceRec rec, uint32_t who) {
    if (!rec.epoch || !((rec.who ^ who) & ~RW_STRONG)) return true;
    if (rec.who & who & RW_STRONG) return true;
    if ((rec.who ^ who) & RW_BLOCK) return false;
    if (rec.epoch < r->kblock) return true;
    return !((rec.who ^ who) & RW_WARP) && rec.epoch < r->kwarp;
}

static void touch_line(Access *a, RaceLine *l, uint32_t who, uint32_t site) {
    Warp *w = a->w;
    RaceWarp *r = w->race;
    RaceRec now = {.epoch = r->epoch[0], .who = who, .site = site};
    bool read = a->kind == VM_READ;
    if (!l->split && line_ordered(r, l->all.w, who) &&
        (read || (line_ordered(r, l->all.r0, who) && line_ordered(r, l->all.r1, who)))) {
        if (!read) {
            l->all = (RaceCell){.w = now};
        } else if (!((l->all.r0.who ^ who) & ~RW_STRONG) || !l->all.r0.epoch) {
            l->all.r0 = now;
        } else {
            l->all.r1 = l->all.r0;
            l->all.r0 = now;
        }
        return;
    }
    if (!l->split) split_line(w, l);
    VmTarget t = *a->t;
    bool alone = t.space == VSP_SHARED && !w->grid->clusters;
    uint32_t shift = who >> RW_SHIFT & 3, first = who & 31;
    bool quiet = true; // nothing but records in the past: the line can be one again
    for (uint32_t i = 0; i < 32; i++) {
        uint32_t lane = first + (i >> shift);
        RaceRec mine = {now.epoch, (who & (RW_WARP | RW_STRONG)) | lane | 15u << RW_SHIFT, site};
        if (alone && quick_cell(r, &l->cell[i], mine, read)) continue;
        VmTarget word = t;
        word.off += 4 * i - ((i & ((1u << shift) - 1)) * 4);
        word.host += word.off - t.off;
        Access one = {.w = w, .in = a->in, .t = &word, .n = a->n, .kind = a->kind};
        touch_cell(&one, lane, &l->cell[i], (who & (RW_WARP | RW_STRONG)) | lane, 15, site);
        quiet &= !one.conflict;
    }
    if (!read && quiet && l->splits < 4) {
        l->split = false;
        l->all = (RaceCell){.w = now};
    }
}

void vm_race_range(Warp *w, const VmInst *in, uint32_t bytes, VmAccess kind, const VmTarget *t) {
    RaceWarp *r = w->race;
    if (bytes < 4 || t->off % 128 || !r->uniform) {
        if (t->space == VSP_SHARED && bytes >= 4 && !w->grid->clusters) {
            uint32_t off[VM_LANES];
            for (uint32_t i = 0; i < VM_LANES; i++) off[i] = (uint32_t)t->off + i * bytes;
            vm_race_shared(w, in, VM_FULL, off, bytes, kind);
            return;
        }
        VmTarget one = *t;
        for (uint32_t i = 0; i < VM_LANES; i++) {
            vm_race_lane(w, in, i, bytes, kind, &one);
            one.off += bytes;
            one.host += bytes;
        }
        return;
    }
    note_write(w, kind, VM_FULL);
    uint32_t shift = (uint32_t)__builtin_ctz(bytes / 4);
    if (shift > 3) shift = 3;
    uint32_t who = r->who | (in->flags & VF_STRONG ? RW_STRONG : 0) | shift << RW_SHIFT;
    uint32_t site = w->fn->site + (uint32_t)(in - w->fn->code);
    VmTarget part = *t;
    Access a = {.w = w, .in = in, .t = &part, .n = bytes, .kind = kind};
    for (uint32_t i = 0; i < bytes / 4; i++, part.off += 128, part.host += 128) {
        RacePage *page;
        RaceLine *l = line_at(w, &part, part.off, &page);
        touch_line(&a, l, who + (i * 32 >> shift), site);
        if (page) unlock_page(page);
    }
}
