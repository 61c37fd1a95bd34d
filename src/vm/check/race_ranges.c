// SPDX-License-Identifier: Apache-2.0
// What a grid has read and written, as ranges, when it has ended: from the race checker's memory of
// accesses. Whoever runs several grids compares them (cudart/order.c). Strong accesses are left
// out: they are made to be seen by others.
#include "vm/check/race.h"

#include <stdatomic.h>

typedef struct { // ranges of one kind, in the order of addresses
    VmLaunch *l;
    VmTouched now; // the one that grows; end 0: none
} Ranges;

// The range is complete.
static void finish(Ranges *ranges) {
    if (ranges->now.end) ranges->l->touched(ranges->l->data, &ranges->now);
    ranges->now.end = 0;
}

// Bytes of a record, which begin at `at`.
static void add(Ranges *ranges, uint64_t at, uint64_t n, RaceRec r, bool write) {
    if (ranges->now.end && ranges->now.end != at) finish(ranges);
    if (ranges->now.end) {
        ranges->now.end += n;
        return;
    }
    ranges->now = (VmTouched){.begin = at,
                              .end = at + n,
                              .write = write,
                              .site = r.site,
                              .block = (r.who & RW_BLOCK) >> 10,
                              .thread = r.who & RW_ASYNC ? 0 : r.who & 1023};
}

// Volatile and atomic accesses are meant for others to see.
static bool counts(RaceRec r) {
    return r.epoch && !(r.who & RW_STRONG);
}

// The first and the last byte that a record of a word names; what is between counts, too.
static void add_word(Ranges *ranges, uint64_t at, RaceRec r, bool write) {
    uint32_t bytes = r.who >> RW_SHIFT & 15;
    if (!counts(r) || !bytes) return;
    uint32_t first = (uint32_t)__builtin_ctz(bytes), last = 31 - (uint32_t)__builtin_clz(bytes);
    add(ranges, at + first, last - first + 1, r, write);
}

static void add_words(Ranges *ranges, uint64_t at, const RaceCells *line, bool write) {
    for (uint32_t i = 0; i < RACE_WORDS; i++) {
        RaceRec first = vm_race_get(line, i, write ? RACE_WRITE : RACE_READ);
        bool other = !write && !counts(first);
        add_word(ranges, at + 4 * i, other ? vm_race_get(line, i, RACE_READ2) : first, write);
    }
}

// Each word that one of the line's records of that kind names.
static void add_records(Ranges *ranges, uint64_t at, const RaceLine *line, bool write) {
    uint32_t first = write ? RACE_WRITE : RACE_READ, last = write ? RACE_WRITE : RACE_READ2;
    if (!(line->words[first] | line->words[last])) return;
    bool whole = line->words[first] == (1u << RACE_WORDS) - 1;
    if (whole && counts(line->all.rec[first])) { // mostly
        add(ranges, at, RACE_LINE, line->all.rec[first], write);
        return;
    }
    for (uint32_t i = 0; i < RACE_WORDS; i++) {
        uint32_t k = first;
        while (k <= last && !(line->words[k] >> i & 1 && counts(line->all.rec[k]))) k++;
        if (k <= last) add(ranges, at + 4 * i, 4, line->all.rec[k], write);
    }
}

static void add_line(Ranges *ranges, uint64_t at, const RaceLine *line, bool write) {
    if (line->split)
        add_words(ranges, at, line->cells, write);
    else
        add_records(ranges, at, line, write);
}

// One allocation's pages. Ranges of either kind come in order.
static void walk(const Grid *grid, const VmAlloc *walked, const RaceShadow *shadow) {
    Ranges written = {.l = (VmLaunch *)grid->l}, have_read = written;
    for (uint64_t p = 0; p < shadow->pages; p++) {
        const RacePage *page = atomic_load_explicit(&shadow->page[p], memory_order_acquire);
        for (uint32_t i = 0; page && i < CU_COUNT(page->line); i++) {
            const RaceLine *line = &page->line[i];
            uint64_t at = walked->base + p * RACE_PAGE + i * RACE_LINE;
            if (line->serial != grid->race->serial) continue; // of an earlier grid
            add_line(&written, at, line, true);
            add_line(&have_read, at, line, false);
        }
    }
    finish(&written);
    finish(&have_read);
}

void vm_race_ranges(Grid *grid) {
    if (!grid->l->touched) return;
    MAP_FOREACH (e, &grid->race->table) {
        const VmAlloc *alloc = (const VmAlloc *)(uintptr_t)e->key;
        if (e->val && alloc->kind != VM_ALLOC_HEAP) walk(grid, alloc, e->val);
    }
}

// A side of a finding, after its grid is gone.
static VmSite site_of(Vm *vm, const VmSide *side) {
    if (!side->kernel) return (VmSite){0};
    Grid grid = {.vm = vm, .kernel = (VmFunc *)side->kernel};
    memcpy(grid.dim, side->grid, sizeof grid.dim);
    memcpy(grid.bdim, side->block, sizeof grid.bdim);
    return vm_site_by_number(&grid, side->touched.site, side->touched.block, side->touched.thread);
}

void vm_order_finding(Vm *vm, const char *kind, const VmSide *now, const VmSide *before,
                      const char *text) {
    if (!vm->check || !(vm->opt.checks & VM_CHECK_RACE)) return;
    VmEvent e = {.checker = VM_CHECK_RACE, .kind = kind, .has_other = true, .has_address = true};
    e.at = site_of(vm, now);
    e.other = site_of(vm, before);
    e.host = now->host;
    e.other_host = before->host;
    e.other_access = before->touched.write ? "written by" : "read by";
    e.address = CU_MAX(now->touched.begin, before->touched.begin);
    const VmAlloc *a = vm_find(vm, e.address);
    if (a && a->info) {
        e.alloc = a;
        e.base = a->base;
        e.length = a->info->size;
    }
    vm_check_add(vm, &e, "%s", text);
}
