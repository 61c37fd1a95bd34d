// SPDX-License-Identifier: Apache-2.0
// The checkers for kernels of Tile IR: bounds, initialisation and races, an element at a time.
//
// Order, by the memory model of Tile IR: the operations of a tile block are ordered by tokens
// alone, blocks by an acquire that reads what a release wrote, or what atomic operations made of
// it. Each execution of an operation is a step; its edges lead to the steps of its tokens, and from
// an acquire to the release. Two accesses are ordered when a way of edges leads from the later step
// to the earlier one. Steps are numbered as they are executed: edges always lead to lower numbers.
//
// Each byte has the step that wrote it last, and two that have read it since, of two blocks where
// there were any: whoever writes it is in conflict with one of them as well.
#include "vm/schedule/schedule.h"
#include "vm/memory/memory.h"
#include "vm/module/tile.h"

#include <stdlib.h>

enum { PAGE_BITS = 12, PAGE = 1 << PAGE_BITS, SEARCH_MOST = 1 << 27 };

typedef struct { // steps; 0: none
    uint32_t write, read[2];
} ByteLog;
typedef struct {
    uint64_t at; // address of its first byte
    ByteLog byte[PAGE];
} Page;

typedef struct {
    const TileOp *op;
    uint64_t block;
    uint32_t first, n; // its edges
    uint32_t seen;     // the search that came by last
    uint32_t goes_on;  // an atomic operation: the release whose value it has kept up; 0: none
} Step;

typedef struct VmTileChecks {
    Map page;
    Page *last;
    VEC(Step) step; // by number; the first stands for no step
    VEC(uint32_t) edge;
    VEC(uint32_t) work; // of a search
    uint32_t searches;
    uint64_t looked; // at so many steps: a grid that asks too much gets no more answers
    uint32_t from, to;
    bool answer; // to the question from `from` to `to`, the last one
} VmTileChecks;

// ---- steps -------------------------------------------------------------------------------------

void vm_tile_step(VmTileRun *run, const TileOp *ordered, uint32_t number, const uint32_t *after,
                  uint32_t n) {
    VmTileChecks *checks = run->checks;
    if (!(run->vm->opt.checks & VM_CHECK_RACE)) return;
    Step step = {.op = ordered, .block = run->block, .first = checks->edge.n, .n = n};
    while (checks->step.n < number) vec_push(run->arena, &checks->step, (Step){0});
    for (uint32_t i = 0; i < n; i++) vec_push(run->arena, &checks->edge, after[i]);
    vec_push(run->arena, &checks->step, step);
}

// The step that runs has one more edge: the last step's edges are the last ones.
static void add_edge(VmTileRun *run, uint32_t from, uint32_t to) {
    VmTileChecks *checks = run->checks;
    Step *step = &checks->step.at[from];
    for (uint32_t i = 0; i < step->n; i++) {
        if (checks->edge.at[step->first + i] == to) return;
    }
    vec_push(run->arena, &checks->edge, to);
    step->n++;
    checks->from = 0;
}

// Whether a way of edges leads from one step to an earlier one.
static bool leads(VmTileRun *run, uint32_t from, uint32_t to) {
    VmTileChecks *checks = run->checks;
    if (checks->from == from && checks->to == to) return checks->answer;
    if (checks->looked > SEARCH_MOST) return true; // races may be missed, none is invented
    checks->searches++;
    checks->work.n = 0;
    bool found = false;
    vec_push(run->arena, &checks->work, from);
    while (checks->work.n && !found) {
        Step *step = &checks->step.at[checks->work.at[--checks->work.n]];
        checks->looked++;
        for (uint32_t i = 0; i < step->n; i++) {
            uint32_t next = checks->edge.at[step->first + i];
            found |= next == to;
            if (next <= to || checks->step.at[next].seen == checks->searches) continue;
            checks->step.at[next].seen = checks->searches;
            vec_push(run->arena, &checks->work, next);
        }
    }
    checks->from = from;
    checks->to = to;
    return checks->answer = found;
}

// ---- what an operation says of order -----------------------------------------------------------

enum { WEAK, RELAXED, ACQUIRE, RELEASE, ACQ_REL }; // words of TILE_E_SEMANTICS
enum { OF_BLOCK, OF_DEVICE };                      // of TILE_E_SCOPE, as far as they matter

static uint64_t semantics(const TileOp *op) {
    const TileAttr *attr = tile_attr(op, "memory_ordering_semantics");
    return attr ? attr->bits : WEAK;
}

// Whether others see it as one piece, wherever they are: then it does not race with its like.
static bool is_wide(const TileOp *op) {
    const TileAttr *scope = tile_attr(op, "memory_scope");
    return semantics(op) != WEAK && (!scope || scope->bits >= OF_DEVICE);
}

static bool releases(const TileOp *op) {
    return is_any_of(semantics(op), RELEASE, ACQ_REL) && is_wide(op);
}

static bool acquires(const TileOp *op) {
    return is_any_of(semantics(op), ACQUIRE, ACQ_REL) && is_wide(op);
}

// ---- findings ----------------------------------------------------------------------------------

VmSite vm_tile_site(const VmTileRun *run, const TileOp *at) {
    VmSite site = {.kernel = run->kernel,
                   .fn = run->kernel,
                   .in = &run->kernel->code[at->number],
                   .block = run->block};
    memcpy(site.id, run->id, sizeof site.id);
    return site;
}

static VmEvent event_of(const VmTileRun *run, const TileAccess *access, VmAccess kind,
                        uint32_t checker, const char *what) {
    VmEvent event = {.checker = checker,
                     .kind = what,
                     .at = vm_tile_site(run, access->op),
                     .has_address = true,
                     .address = access->address,
                     .size = access->size,
                     .space = "global",
                     .access = vm_access_name[kind]};
    vm_event_allocation(&event, vm_find(run->vm, access->address));
    return event;
}

void vm_tile_outside(VmTileRun *run, const TileOp *stray, uint32_t dim, int64_t index,
                     int64_t size) {
    if (!(run->vm->opt.checks & VM_CHECK_MEM)) return;
    VmEvent event = {
        .checker = VM_CHECK_MEM, .kind = "outside-of-view", .at = vm_tile_site(run, stray)};
    vm_check_add(run->vm, &event,
                 "place %lld of dimension %u, where the tensor has %lld, though the operation "
                 "promises to stay inside",
                 (long long)index, dim, (long long)size);
}

void vm_tile_bad(VmTileRun *run, const TileAccess *wrong, VmAccess kind) {
    if (!(run->vm->opt.checks & VM_CHECK_MEM)) return;
    VmEvent event = event_of(run, wrong, kind, VM_CHECK_MEM, "");
    if (!vm_check_bad_global(run->vm, &event))
        vm_check_add(run->vm, &event, "no allocation is near the address");
}

static VmSite site_of(const VmTileRun *run, const Step *of) {
    const uint32_t *grid = run->launch->grid;
    VmSite site = vm_tile_site(run, of->op);
    site.block = of->block;
    site.id[0] = (uint32_t)(of->block % grid[0]);
    site.id[1] = (uint32_t)(of->block / grid[0] % grid[1]);
    site.id[2] = (uint32_t)(of->block / grid[0] / grid[1]);
    return site;
}

static void report_race(VmTileRun *run, const TileAccess *access, VmAccess kind, uint32_t other,
                        bool other_writes) {
    bool write = kind != VM_READ;
    const Step *step = &run->checks->step.at[other];
    VmEvent event = event_of(run, access, kind, VM_CHECK_RACE,
                             write && other_writes ? "write-write" : "read-write");
    event.has_other = true;
    event.other = site_of(run, step);
    event.other_access = other_writes ? "written by" : "read by";
    const char *first = vm_access_name[kind], *second = other_writes ? "write" : "read";
    bool strong = semantics(access->op) != WEAK && semantics(step->op) != WEAK;
    if (step->block == run->block) {
        vm_check_add(run->vm, &event,
                     "%s and %s of the same global memory by a tile block, which no token orders",
                     first, second);
    } else if (strong) {
        event.kind = "scope";
        vm_check_add(run->vm, &event,
                     "%s and %s of the same global memory by two tile blocks, one of them at the "
                     "scope of its block",
                     first, second);
    } else {
        vm_check_add(run->vm, &event,
                     "%s and %s of the same global memory by two tile blocks, in no order", first,
                     second);
    }
}

// ---- races -------------------------------------------------------------------------------------

static ByteLog *log_of(VmTileRun *run, uint64_t address) {
    VmTileChecks *checks = run->checks;
    uint64_t number = address >> PAGE_BITS;
    if (!checks->last || checks->last->at != number << PAGE_BITS) {
        void **slot = map_slot(&checks->page, number);
        if (!*slot) {
            Page *page = arena_zalloc(run->arena, sizeof(Page), 8);
            page->at = number << PAGE_BITS;
            *slot = page;
        }
        checks->last = *slot;
    }
    return &checks->last->byte[address & (PAGE - 1)];
}

void vm_tile_fresh(VmTileRun *run, uint64_t address, uint64_t size) {
    if (!(run->vm->opt.checks & VM_CHECK_RACE)) return;
    for (uint64_t i = 0; i < size; i++) *log_of(run, address + i) = (ByteLog){0};
}

// Whether the access and an earlier step's are in conflict.
static bool conflict(VmTileRun *run, const TileAccess *later, uint32_t other) {
    if (!other || other == later->step) return false;
    const Step *step = &run->checks->step.at[other];
    if (is_wide(later->op) && is_wide(step->op)) return false;
    // at the scope of their block they see each other's as one piece, too
    bool same = step->block == run->block;
    if (same && semantics(later->op) != WEAK && semantics(step->op) != WEAK) return false;
    return !leads(run, later->step, other);
}

// An acquire that reads what a release has written comes after it; an atomic operation hands on
// what it found.
static void follow(VmTileRun *run, const TileAccess *reader, uint32_t writer) {
    if (!writer || writer == reader->step) return;
    const Step *step = &run->checks->step.at[writer];
    uint32_t release = step->goes_on;
    for (int i = 0; i < 2; i++) {
        uint32_t from = i ? release : writer;
        if (!from || !(i || releases(step->op))) continue;
        if (acquires(reader->op)) add_edge(run, reader->step, from);
        if (reader->atomic) run->checks->step.at[reader->step].goes_on = from;
    }
}

// What a write leaves as it was is in conflict with nobody's write.
static bool changes(const uint8_t *old, const void *from, uint32_t i) {
    return !from || ((const uint8_t *)from)[i] != old[i];
}

static void look_for_races(VmTileRun *run, const TileAccess *access, VmAccess kind,
                           const uint8_t *old, const void *from) {
    bool write = kind != VM_READ, done = false;
    for (uint32_t i = 0; i < access->size; i++) {
        ByteLog *log = log_of(run, access->address + i);
        if (kind != VM_WRITE) follow(run, access, log->write);
        bool other_writes = conflict(run, access, log->write) && (!write || changes(old, from, i));
        if (!done && other_writes) report_race(run, access, kind, log->write, true), done = true;
        for (uint32_t k = 0; k < 2 && write && !done; k++) {
            if (!conflict(run, access, log->read[k])) continue;
            report_race(run, access, kind, log->read[k], false);
            done = true;
        }
        if (write) {
            *log = (ByteLog){.write = access->step};
        } else {
            // the second place is for another block's
            const Step *steps = run->checks->step.at;
            bool other = log->read[0] && steps[log->read[0]].block != run->block;
            log->read[other] = access->step;
        }
    }
}

void vm_tile_good(VmTileRun *run, const TileAccess *access, VmAccess kind, const VmAlloc *alloc,
                  const void *from) {
    uint32_t checks = run->vm->opt.checks;
    uint64_t offset = access->address - alloc->base;
    if (checks & VM_CHECK_MEM && access->address & (access->size - 1)) {
        VmEvent event = event_of(run, access, kind, VM_CHECK_MEM, "");
        vm_check_bad_global(run->vm, &event);
    }
    if (checks & VM_CHECK_INIT && alloc->init) {
        if (kind != VM_WRITE && !vm_bits_all(alloc->init, offset, access->size)) {
            uint64_t have = vm_bits_get(alloc->init, offset, access->size);
            VmEvent event = event_of(run, access, kind, VM_CHECK_INIT, "uninitialised-read");
            vm_check_add(run->vm, &event, "%u of %u bytes were never written",
                         access->size - (uint32_t)__builtin_popcountll(have), access->size);
        }
        if (kind != VM_READ) vm_bits_set(alloc->init, offset, access->size, true);
    }
    if (checks & VM_CHECK_RACE) look_for_races(run, access, kind, alloc->host + offset, from);
}

// ---- begin and end -----------------------------------------------------------------------------

void vm_tile_checks_begin(VmTileRun *run) {
    run->checks = arena_new(run->arena, VmTileChecks);
    map_init(&run->checks->page, run->arena);
}

static int by_address(const void *a, const void *b) {
    uint64_t x = (*(Page *const *)a)->at, y = (*(Page *const *)b)->at;
    return (x > y) - (x < y);
}

// The step that accessed the byte and does not mean others to see it at once; 0: none.
static uint32_t touched_by(const VmTileRun *run, const ByteLog *byte, bool write) {
    const Step *steps = run->checks->step.at;
    uint32_t step = write ? byte->write : byte->read[0] ? byte->read[0] : byte->read[1];
    return step && semantics(steps[step].op) == WEAK ? step : 0;
}

// The ranges of one kind on a page, of which the last one may grow on the next.
static void add_ranges(VmTileRun *run, const Page *page, bool write, VmTouched *range) {
    const VmLaunch *launch = run->launch;
    for (uint32_t i = 0; i < PAGE; i++) {
        uint32_t step = touched_by(run, &page->byte[i], write);
        if (!step) continue;
        uint64_t at = page->at + i;
        if (range->end == at) {
            range->end++;
            continue;
        }
        if (range->end) launch->touched(launch->data, range);
        const Step *by = &run->checks->step.at[step];
        *range = (VmTouched){.begin = at,
                             .end = at + 1,
                             .write = write,
                             .site = run->kernel->site + by->op->number,
                             .block = by->block};
    }
}

void vm_tile_checks_end(VmTileRun *run) {
    VmTileChecks *checks = run->checks;
    const VmLaunch *launch = run->launch;
    uint32_t n = checks->page.n;
    if (!launch->touched || !n) return;
    const Page **page = malloc(n * sizeof *page);
    for (uint32_t i = 0; page && i < n; i++) page[i] = checks->page.entry[i].val;
    if (page) qsort(page, n, sizeof *page, by_address);
    for (int write = 1; page && write >= 0; write--) {
        VmTouched range = {0};
        for (uint32_t i = 0; i < n; i++) add_ranges(run, page[i], write, &range);
        if (range.end) launch->touched(launch->data, &range);
    }
    free(page);
}
