// SPDX-License-Identifier: Apache-2.0
// What the checkers found: kept once for each kind and pair of instructions, with a count
// (check/show.c prints it). Events come from any worker; the example that stays is that of the
// lowest launch, block and thread, so that it does not depend on the schedule.
#include "vm/check/check.h"

#include "ptx/form/op.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

enum { DEFAULT_MAX = 100 };

static const char *const checker_name[] = {"mem", "init", "race", "sync", "leak", "api", "unused"};
const char *const vm_access_name[] = {"read", "write", "atomic", "read"};

// The name of one checker's bit.
const char *vm_checker_name(uint32_t checker) {
    for (uint32_t i = 0; i < CU_COUNT(checker_name); i++) {
        if (checker == 1u << i) return checker_name[i];
    }
    return "?";
}

// The bits of one word of a list; 0: it is unknown.
static uint32_t checks_of(const char *word, size_t n) {
    if (n == 3 && strncmp(word, "all", 3) == 0) return VM_CHECK_ALL;
    for (uint32_t i = 0; i < CU_COUNT(checker_name); i++) {
        if (strlen(checker_name[i]) == n && strncmp(word, checker_name[i], n) == 0) return 1u << i;
    }
    return 0;
}

// Nothing is the default set. Leaks alone are no check of a program: asked for by themselves they
// come to the default set.
bool vm_parse_checks(const char *list, uint32_t *checks) {
    uint32_t named = 0;
    for (const char *p = list; *list; p++) {
        size_t n = strcspn(p, ",");
        uint32_t bits = checks_of(p, n);
        if (!bits) return false;
        named |= bits;
        p += n;
        if (!*p) break;
    }
    if (!(named & ~(uint32_t)(VM_CHECK_LEAK | VM_CHECK_UNUSED))) named |= VM_CHECK_DEFAULT;
    if (named & VM_CHECK_UNUSED) named |= VM_CHECK_INIT;
    *checks |= named;
    return true;
}

void vm_check_init(Vm *vm) {
    VmCheck *c = vm->check = arena_new(&vm->ctx->perm, VmCheck);
    c->max = vm->opt.max_findings ? vm->opt.max_findings : DEFAULT_MAX;
    c->event = arena_array(&vm->ctx->perm, VmEvent, c->max);
    c->finding = arena_array(&vm->ctx->perm, VmFinding, c->max);
    pthread_mutex_init(&c->lock, NULL);
}

// Findings say in which launch they were.
void vm_check_launch(Vm *vm) {
    pthread_mutex_lock(&vm->check->lock);
    vm->check->launch++;
    pthread_mutex_unlock(&vm->check->lock);
}

// ---- events ------------------------------------------------------------------------------------

// Threads of a block in the order of their numbers.
static uint64_t order_of(const VmSite *s) {
    return s->thread[0] + 1024ull * (s->thread[1] + 1024ull * s->thread[2]);
}

// The order of findings: launch, block, thread, line, then the other side. The least one is shown.
int vm_event_order(const VmEvent *first, const VmEvent *second) {
    if (first->launch != second->launch) return first->launch < second->launch ? -1 : 1;
    if (first->at.block != second->at.block) return first->at.block < second->at.block ? -1 : 1;
    uint64_t x = order_of(&first->at), y = order_of(&second->at);
    if (x != y) return x < y ? -1 : 1;
    uint32_t p = first->at.in ? first->at.in->line : 0, q = second->at.in ? second->at.in->line : 0;
    if (p != q) return p < q ? -1 : 1;
    if (first->other.block != second->other.block)
        return first->other.block < second->other.block ? -1 : 1;
    x = order_of(&first->other);
    y = order_of(&second->other);
    if (x != y) return x < y ? -1 : 1;
    p = first->other.in ? first->other.in->line : 0;
    q = second->other.in ? second->other.in->line : 0;
    return (p > q) - (p < q);
}

static bool same_text(const char *first, const char *second) {
    return first == second || (first && second && strcmp(first, second) == 0);
}

// Two sides of a race are the same finding whichever of them came second.
static bool same_finding(const VmEvent *first, const VmEvent *second) {
    if (first->checker != second->checker) return false;
    if (first->checker == VM_CHECK_RACE) {
        bool at = first->at.kernel || same_text(first->host, second->host);
        bool other = first->other.kernel || same_text(first->other_host, second->other_host);
        if (!at || !other) return false;
        return (first->at.in == second->at.in && first->other.in == second->other.in) ||
               (first->at.in == second->other.in && first->other.in == second->at.in);
    }
    bool host = !first->at.in && first->address != second->address;
    if (first->checker == VM_CHECK_API && strcmp(first->text, second->text) != 0) return false;
    return first->kind == second->kind && first->at.in == second->at.in &&
           first->other.in == second->other.in && !host;
}

// The variables that the thread sees, as text. Debug builds of programs say where they are.
static void note_variables(VmEvent *event) {
    Warp *warp = event->warp;
    event->warp = NULL;
    *event->variables = 0;
    const VmInst *in = event->at.in;
    VmDebug *debug = warp && warp->fn && in ? warp->fn->mod->debug : NULL;
    if (!debug || event->at.fn != warp->fn) return;
    uint32_t lane = event->lane < VM_LANES ? event->lane : (uint32_t)__builtin_ctz(warp->all);
    VmPoint point = {debug, warp, lane, UINT32_MAX};
    const PtxFunc *fn = warp->fn->f;
    for (uint32_t i = 0; i < fn->inst.n && point.inst == UINT32_MAX; i++) {
        const PtxInst *at = &fn->inst.at[i];
        bool code = !is_any_of(at->op, PTXI_loc, PTXI_pragma, PTXI_label);
        if (code && at->pos == in->line) point.inst = i;
    }
    if (point.inst == UINT32_MAX) return;
    vm_debug_show(&point, event->variables, sizeof event->variables);
}

// A finding that is known is counted, and shown by its least occurrence; there are at most `max` of
// them.
void vm_check_add(Vm *vm, VmEvent *found, const char *fmt, ...) {
    VmCheck *check = vm->check;
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(found->text, sizeof found->text, fmt, ap);
    va_end(ap);
    found->count = 1;
    found->shown = 0;
    pthread_mutex_lock(&check->lock);
    check->added++;
    found->launch = check->launch;
    uint32_t i = 0;
    while (i < check->n && !same_finding(&check->event[i], found)) i++;
    if (i < check->n) {
        uint64_t count = check->event[i].count + 1, shown = check->event[i].shown;
        if (!found->host) found->host = check->event[i].host;
        // what was shown stays as it was shown
        if (!shown && vm_event_order(found, &check->event[i]) < 0) {
            note_variables(found);
            check->event[i] = *found;
        }
        check->event[i].count = count;
    } else if (check->n < check->max) {
        note_variables(found);
        check->event[check->n++] = *found;
    } else {
        check->dropped++;
    }
    check->rendered = 0;
    pthread_mutex_unlock(&check->lock);
}

uint64_t vm_findings_added(Vm *vm) {
    VmCheck *check = vm->check;
    if (!check) return 0;
    pthread_mutex_lock(&check->lock);
    uint64_t n = check->added;
    pthread_mutex_unlock(&check->lock);
    return n;
}

bool vm_has_news(Vm *vm) {
    VmCheck *check = vm->check;
    bool news = false;
    if (!check) return false;
    pthread_mutex_lock(&check->lock);
    for (uint32_t i = 0; i < check->n; i++) {
        const VmEvent *e = &check->event[i];
        news |= !e->shown && !e->host && e->at.kernel && e->launch == check->launch;
    }
    pthread_mutex_unlock(&check->lock);
    return news;
}

typedef struct VmHostText {
    struct VmHostText *next;
    char text[];
} VmHostText;

void vm_check_free(Vm *vm) {
    VmHostText *next;
    for (VmHostText *t = vm->check ? vm->check->texts : NULL; t; t = next) {
        next = t->next;
        free(t);
    }
}

void vm_name_launch(Vm *vm, const char *host) {
    VmCheck *check = vm->check;
    if (!host) return;
    VmHostText *copy = malloc(sizeof *copy + strlen(host) + 1);
    if (!copy) return;
    strcpy(copy->text, host);
    pthread_mutex_lock(&check->lock);
    copy->next = check->texts;
    check->texts = copy;
    for (uint32_t i = 0; i < check->n; i++) {
        VmEvent *e = &check->event[i];
        if (!e->shown && !e->host && e->at.kernel && e->launch == check->launch)
            e->host = copy->text;
    }
    pthread_mutex_unlock(&check->lock);
}

void vm_api_finding(Vm *vm, const void *caller, const char *host, const char *text) {
    if (!vm->check || !(vm->opt.checks & VM_CHECK_API)) return;
    VmEvent e = {.checker = VM_CHECK_API, .kind = "error", .address = (uint64_t)(uintptr_t)caller};
    e.host = host;
    vm_check_add(vm, &e, "%s", text);
}

// A finding of the host's: about an address, without a place in a kernel.
void vm_host_finding(Vm *vm, const char *kind, uint64_t addr, const char *host, const char *text) {
    if (!vm->check || !(vm->opt.checks & VM_CHECK_MEM)) return;
    VmAlloc *a = vm_find(vm, addr);
    VmEvent e = {.checker = VM_CHECK_MEM, .kind = kind, .address = addr, .has_address = true};
    e.host = host;
    if (a && a->info && addr - a->base < a->info->size) {
        e.alloc = a;
        e.base = a->base;
        e.length = a->info->size;
        e.freed = !atomic_load(&a->size);
    }
    vm_check_add(vm, &e, "%s", text);
}

void vm_copy_finding(Vm *vm, uint64_t addr, uint64_t n, const char *host) {
    VmAlloc *a = vm_find(vm, addr);
    if (!vm->check || !(vm->opt.checks & VM_CHECK_INIT) || !a || !a->info) return;
    VmEvent e = {.checker = VM_CHECK_INIT, .kind = "uninitialised-copy", .host = host};
    e.alloc = a;
    e.base = a->base;
    e.length = a->info->size;
    e.address = addr;
    e.has_address = true;
    vm_check_add(vm, &e, "%llu bytes are copied to the host of which none was ever written",
                 (unsigned long long)n);
}

void vm_name_leak(Vm *vm, uint64_t addr, const char *host) {
    VmAlloc *a = vm_find(vm, addr);
    if (a && a->info) a->info->host = host;
}

void vm_check_unused(Vm *vm, VmAlloc *alloc) {
    uint64_t size = alloc->info ? alloc->info->size : 0;
    if (!(vm->opt.checks & VM_CHECK_UNUSED) || !alloc->init || alloc->kind != VM_ALLOC_HOST) return;
    if (!size || alloc->info->idle || !vm_never_written(vm, alloc->base, size)) return;
    VmEvent e = {.checker = VM_CHECK_UNUSED, .kind = "unused", .host = alloc->info->host};
    e.alloc = alloc;
    e.address = e.base = alloc->base;
    e.length = size;
    e.has_address = true;
    vm_check_add(vm, &e, "nothing was ever written to these %llu bytes", (unsigned long long)size);
}

// What nobody has freed, at the program's end. Variables and memory that a graph keeps are no
// leaks.
void vm_check_leaks(Vm *vm) {
    for (uint32_t i = 0, n = vm->check ? atomic_load(&vm->nalloc) : 0; i < n; i++) {
        VmAlloc *a = vm_alloc_at(vm, i);
        if (atomic_load(&a->size)) vm_check_unused(vm, a);
    }
    if (!vm->check || !(vm->opt.checks & VM_CHECK_LEAK)) return;
    for (uint32_t i = 0, n = atomic_load(&vm->nalloc); i < n; i++) {
        VmAlloc *a = vm_alloc_at(vm, i);
        uint64_t size = atomic_load(&a->size);
        if (!size || !a->info || a->info->idle || a->kind == VM_ALLOC_VARIABLE) continue;
        VmEvent e = {.checker = VM_CHECK_LEAK, .kind = "leak", .at = a->info->made};
        e.alloc = a;
        e.host = a->info->host;
        e.address = e.base = a->base;
        e.length = size;
        e.has_address = true;
        vm_check_add(vm, &e, "%llu bytes are never freed", (unsigned long long)size);
    }
}

// A fault, which stopped the grid.
void vm_check_fault(Warp *warp, const VmInst *in, uint32_t lane, VmStatus st, uint64_t addr,
                    const char *text) {
    static const struct {
        uint8_t status, checker;
        const char *kind;
    } row[] = {{VM_ERR_ADDRESS, VM_CHECK_MEM, "bad-address"},
               {VM_ERR_MISALIGNED, VM_CHECK_MEM, "misaligned"},
               {VM_ERR_STACK, VM_CHECK_MEM, "stack-overflow"},
               {VM_ERR_ILLEGAL, VM_CHECK_SYNC, "wrong-use"},
               {VM_ERR_TRAP, VM_CHECK_API, "trap"},
               {VM_ERR_ASSERT, VM_CHECK_API, "assertion"}};
    for (uint32_t i = 0; i < CU_COUNT(row); i++) {
        if (row[i].status != st || !(warp->grid->checks & row[i].checker)) continue;
        VmEvent e = {.checker = row[i].checker, .kind = row[i].kind, .at = vm_site(warp, in, lane)};
        e.warp = warp;
        e.lane = lane;
        e.has_address = is_any_of(st, VM_ERR_ADDRESS, VM_ERR_MISALIGNED);
        e.address = addr;
        vm_check_add(warp->grid->vm, &e, "%s", text);
    }
}
