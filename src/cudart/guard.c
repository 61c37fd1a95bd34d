// SPDX-License-Identifier: Apache-2.0
// Accesses of the host to managed and pinned memory that work touches for which it has not waited.
// While no call of the API runs, whole pages of such memory cannot be accessed by the host (or not
// be written, where the work only reads them); the fault that follows is a finding, and the memory
// is accessible again. A page is taken only if all bytes that the program has there are touched by
// one piece of work, but for what lies between the members of structures: no access to it can be
// right. (A system call that gets such memory returns EFAULT.) An access to what lies between opens
// the page, and nothing more is seen there.
#define _GNU_SOURCE
#include "cudart/cudart_int.h"

#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <sys/mman.h>
#include <ucontext.h>

enum { PAGE = 4096, MAX_GUARDS = 128, MAX_HITS = 32, PATIENCE = 1000 };

typedef struct {
    uint64_t begin, end;
    bool writes; // by the work: the host may not even read
    VmSide side;
    uint32_t line;
    const char *what;
    void *pc[RT_HOST_FRAMES];
    uint32_t npc;
} Guard;

typedef struct {
    Guard guard;
    uint64_t addr;
    bool write;
    void *pc[RT_HOST_FRAMES];
    uint32_t npc;
} Hit;

struct RtGuards {
    atomic_flag lock; // of what is below, held for some instructions
    Guard guard[MAX_GUARDS];
    uint32_t n;
    Hit hit[MAX_HITS];
    uint32_t nhit;
    uint64_t last; // address of a fault that was none of these, and how often
    uint32_t again;
    uint64_t low, high;      // memory of the program's own that has been guarded lies between these
    struct sigaction before; // what SIGSEGV did
    bool is_installed;
};

static void lock(RtGuards *g) {
    while (atomic_flag_test_and_set(&g->lock)) {
    }
}
static void unlock(RtGuards *g) {
    atomic_flag_clear(&g->lock);
}

// Of a file that is only read nothing can be written.
static void open_pages(const Guard *guard) {
    void *begin = (void *)(uintptr_t)guard->begin;
    size_t size = guard->end - guard->begin;
    if (mprotect(begin, size, PROT_READ | PROT_WRITE) != 0) mprotect(begin, size, PROT_READ);
}

// ---- the fault ---------------------------------------------------------------------------------

// Whether the access was a write, and by which instruction.
static bool fault_of(const void *context, uint64_t *at) {
#ifdef __x86_64__
    const ucontext_t *uc = context;
    *at = (uint64_t)uc->uc_mcontext.gregs[REG_RIP];
    return uc->uc_mcontext.gregs[REG_ERR] & 2;
#else
    (void)context;
    *at = 0;
    return true;
#endif
}

static uint32_t stack_at(void **pc, uint64_t at) {
    uint32_t n = rt_host_stack(pc, RT_HOST_FRAMES);
    // the instruction itself, where others are the ones behind their calls
    for (uint32_t k = 0; k < n; k++) {
        if ((uint64_t)(uintptr_t)pc[k] == at) pc[k] = (void *)(uintptr_t)(at + 1);
    }
    return n;
}

// Notes the access; false: it is to no memory that is guarded. (No call of the API is under way
// while there are guards: what work has touched stays as it is.)
static bool note(const Rt *rt, uint64_t addr, bool write, uint64_t at) {
    RtGuards *g = rt->guards;
    for (uint32_t i = 0; i < g->n; i++) {
        Guard *guard = &g->guard[i];
        if (addr < guard->begin || addr >= guard->end || (!write && !guard->writes)) continue;
        open_pages(guard);
        if (g->nhit < MAX_HITS && rt_order_touches(rt, addr, write)) {
            Hit *hit = &g->hit[g->nhit++];
            *hit = (Hit){.guard = *guard, .addr = addr, .write = write};
            hit->npc = stack_at(hit->pc, at);
        }
        *guard = g->guard[--g->n];
        return true;
    }
    return false;
}

// True: the access can be tried again.
bool rt_guard_fault(Rt *rt, const void *address, const void *context) {
    RtGuards *g = rt->guards;
    uint64_t addr = (uint64_t)(uintptr_t)address;
    uint64_t at;
    bool write = fault_of(context, &at);
    lock(g);
    bool ours = note(rt, addr, write, at);
    // another thread's call may have opened the memory in between
    g->again = addr == g->last ? g->again + 1 : 0;
    g->last = addr;
    bool own = addr >= RT_HOST_BASE && addr < rt->next_host;
    bool maybe = (own || (addr >= g->low && addr < g->high)) && g->again < PATIENCE;
    unlock(g);
    return ours || maybe;
}

void rt_guard_device(Rt *rt, const void *address, const void *context) {
    uint64_t addr = (uint64_t)(uintptr_t)address, at;
    jmp_buf unwind, *outer = rt->ctx.unwind;
    if (addr < RT_DEVICE_BASE || addr - RT_DEVICE_BASE >= RT_DEVICE_SIZE) return;
    if (setjmp(unwind) == 0) {
        rt->ctx.unwind = &unwind;
        void *pc[RT_HOST_FRAMES];
        bool write = fault_of(context, &at);
        uint32_t n = stack_at(pc, at);
        vm_host_finding(rt->vm, "host-access", addr, rt_host_text(&rt->ctx.perm, pc, n),
                        write ? "the host writes memory of the device by its address"
                              : "the host reads memory of the device by its address");
    }
    rt->ctx.unwind = outer;
}

void rt_guard_chain(Rt *rt, int signal, void *info, void *context) {
    const struct sigaction *old = &rt->guards->before;
    if (old->sa_flags & SA_SIGINFO) {
        old->sa_sigaction(signal, info, context);
    } else if (old->sa_handler == SIG_DFL || old->sa_handler == SIG_IGN) {
        sigaction(signal, old, NULL); // it happens again, and ends the process
    } else {
        old->sa_handler(signal);
    }
}

// The program may have installed a handler of its own meanwhile: it comes after ours.
static void install(Rt *rt) {
    RtGuards *g = rt->guards;
    struct sigaction now, ours = {.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER};
    ours.sa_sigaction = rt->on_fault;
    sigemptyset(&ours.sa_mask);
    sigaction(SIGSEGV, NULL, &now);
    if (now.sa_flags & SA_SIGINFO && now.sa_sigaction == rt->on_fault) return;
    g->before = now;
    sigaction(SIGSEGV, &ours, NULL);
}

// ---- between calls -----------------------------------------------------------------------------

void rt_guard_start(Rt *rt, void (*handler)(int, siginfo_t *, void *)) {
#ifdef __x86_64__
    if (!rt->order) return;
    rt->guards = arena_new(&rt->ctx.perm, RtGuards);
    rt->on_fault = handler;
    void *pc[1];
    rt_host_stack(pc, 1); // what unwinding needs is loaded now, and not in the handler
    install(rt);
#endif
}

// Of a range of that memory the pages of which nothing else is used. Our own memory has nothing of
// the program's in front of it and behind it, what the program has registered has. False: there are
// none.
static bool whole_pages(const RtMem *mem, uint64_t *begin, uint64_t *end) {
    uint64_t last = mem->addr + mem->size;
    bool own = mem->kind != MEM_REGISTERED;
    if (mem->flags & RT_HOST_READ_ONLY && !own) return false;
    if (own && *begin - mem->addr <= RT_GUARD_HOLE) *begin = mem->addr;
    if (own && last - CU_MIN(*end, last) <= RT_GUARD_HOLE) *end = CU_ALIGN(last, (uint64_t)PAGE);
    *begin = CU_ALIGN(*begin, (uint64_t)PAGE);
    *end &= ~(uint64_t)(PAGE - 1);
    return *begin < *end;
}

void rt_guard_add(Rt *rt, const VmSide *side, uint32_t line, const char *what, void *const *pc,
                  uint32_t npc) {
    RtGuards *g = rt->guards;
    const RtMem *mem = rt_mem_at(rt, side->touched.begin);
    if (!mem || g->n == MAX_GUARDS) return;
    uint64_t begin = side->touched.begin, end = side->touched.end;
    if (!whole_pages(mem, &begin, &end)) return;
    if (mem->kind == MEM_REGISTERED) {
        g->low = g->high ? CU_MIN(g->low, begin) : begin;
        g->high = CU_MAX(g->high, end);
    }
    Guard *guard = &g->guard[g->n];
    *guard = (Guard){.begin = begin, .end = end, .writes = side->touched.write, .side = *side};
    guard->line = line;
    guard->what = what;
    guard->npc = npc;
    memcpy(guard->pc, pc, npc * sizeof *pc);
    g->n++;
}

void rt_guard_begin(Rt *rt) {
    lock(rt->guards);
}

void rt_guard_close(Rt *rt) {
    RtGuards *g = rt->guards;
    if (g->n) install(rt);
    // what is read only first: what is written beside it counts more
    for (uint32_t pass = 0; pass < 2; pass++) {
        for (uint32_t i = 0; i < g->n; i++) {
            const Guard *guard = &g->guard[i];
            if (guard->writes == (pass == 1))
                mprotect((void *)(uintptr_t)guard->begin, guard->end - guard->begin,
                         guard->writes ? PROT_NONE : PROT_READ);
        }
    }
    unlock(g);
}

void rt_guard_open(Rt *rt) {
    RtGuards *g = rt->guards;
    if (!g) return;
    lock(g);
    for (uint32_t i = 0; i < g->n; i++) open_pages(&g->guard[i]);
    g->n = 0;
    unlock(g);
}

static void report(Rt *rt, const Hit *hit) {
    char text[200];
    const Guard *guard = &hit->guard;
    snprintf(text, sizeof text, "the host %s what %s of stream %u %s: it has not waited for that",
             hit->write ? "writes" : "reads", guard->what, guard->line,
             guard->writes ? "writes" : "reads");
    VmSide now = {.touched = {.begin = hit->addr, .end = hit->addr + 1, .write = hit->write}};
    VmSide before = guard->side;
    now.host = rt_host_text(&rt->ctx.perm, hit->pc, hit->npc);
    before.host = rt_host_text(&rt->ctx.perm, guard->pc, guard->npc);
    vm_order_finding(rt->vm, "host", &now, &before, text);
}

void rt_guard_report(Rt *rt) {
    RtGuards *g = rt->guards;
    if (!g) return;
    for (;;) {
        Hit hit;
        lock(g);
        bool more = g->nhit > 0;
        if (more) hit = g->hit[--g->nhit];
        unlock(g);
        if (!more) return;
        report(rt, &hit);
    }
}
