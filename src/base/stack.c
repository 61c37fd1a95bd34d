// SPDX-License-Identifier: Apache-2.0
// The stack that a compilation runs on. Code over user input is recursive, and its depth is limited
// (Ctx.max_depth, max_chain), but what the limits need is more than every caller has: eight MiB in
// a program's main thread, 128 KiB in a library user's (musl). So a compilation gets a stack of its
// own: address space, of which the kernel provides the pages that are touched.
#define _GNU_SOURCE // pthread_getattr_np
#include "base/base.h"

#include <fenv.h>
#include <pthread.h>
#include <sys/mman.h>
#ifndef __has_feature
#define __has_feature(x) 0 // clang's
#endif
#if defined(__SANITIZE_THREAD__) || __has_feature(thread_sanitizer)
#define CALLERS_STACK 1 // it does not follow a change of stacks
#endif
#if defined(__SANITIZE_ADDRESS__) || __has_feature(address_sanitizer)
#include <sanitizer/common_interface_defs.h>
#define FIBER_LEAVE(keep, bottom, size)  __sanitizer_start_switch_fiber(keep, bottom, size)
#define FIBER_ARRIVE(kept, bottom, size) __sanitizer_finish_switch_fiber(kept, bottom, size)
#else
#define FIBER_LEAVE(keep, bottom, size)  ((void)(bottom), (void)(size))
#define FIBER_ARRIVE(kept, bottom, size) ((void)0)
#endif

// How deep source text nests on such a stack, an operator in brackets counting as two: what is made
// of it, trees, is walked by functions that take less than an eighth of these bytes for each.
enum { NESTING = 8192 };

enum { STACK_BYTES = 256 << 20, GUARD_BYTES = 64 << 10, RESERVE_BYTES = 1 << 20 };

// On the caller's stack, which is hoped to be a main thread's.
static void on_callers(Ctx *ctx, void (*fn)(void *), void *arg) {
    uint32_t chain = ctx->max_chain;
    ctx->max_chain = CU_MIN(chain, 2048u);
    fn(arg);
    ctx->max_chain = chain;
}

// Calls fn(arg) with the stack pointer at `top`, which is 16-byte aligned as both ABIs want it in
// front of a call. The register that keeps the old one is the callee's to preserve.
#if defined(CALLERS_STACK)
#elif defined(__x86_64__)
#define HAVE_CALL_AT 1
static __attribute__((noinline)) void call_at(char *top, void (*fn)(void *), void *arg) {
    (void)*(void *volatile *)__builtin_frame_address(0); // a frame pointer, for debuggers
    __asm__ volatile("movq %%rsp, %%rbx\n\t"
                     "movq %[top], %%rsp\n\t"
                     "callq *%[fn]\n\t"
                     "movq %%rbx, %%rsp"
                     : "+D"(arg), [fn] "+a"(fn), [top] "+c"(top)
                     :
                     : "rbx", "rdx", "rsi", "r8", "r9", "r10", "r11", "xmm0", "xmm1", "xmm2",
                       "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "xmm8", "xmm9", "xmm10", "xmm11",
                       "xmm12", "xmm13", "xmm14", "xmm15", "st", "memory", "cc");
}
#elif defined(__aarch64__)
#define HAVE_CALL_AT 1
static __attribute__((noinline)) void call_at(char *top, void (*fn)(void *), void *arg) {
    register void *x0 __asm__("x0") = arg;
    (void)*(void *volatile *)__builtin_frame_address(0);
    __asm__ volatile("mov x19, sp\n\t"
                     "mov sp, %[top]\n\t"
                     "blr %[fn]\n\t"
                     "mov sp, x19"
                     : "+r"(x0)
                     : [fn] "r"(fn), [top] "r"(top)
                     : "x1", "x2", "x3", "x4", "x5", "x6", "x7", "x8", "x9", "x10", "x11", "x12",
                       "x13", "x14", "x15", "x16", "x17", "x18", "x19", "x30", "v0", "v1", "v2",
                       "v3", "v4", "v5", "v6", "v7", "v8", "v9", "v10", "v11", "v12", "v13", "v14",
                       "v15", "v16", "v17", "v18", "v19", "v20", "v21", "v22", "v23", "v24", "v25",
                       "v26", "v27", "v28", "v29", "v30", "v31", "memory", "cc");
}
#endif

#ifdef HAVE_CALL_AT
typedef struct Switch {
    void (*fn)(void *);
    void *arg;
    void *fake; // AddressSanitizer's stack of the caller, and where that one is
    const void *caller;
    size_t caller_size;
} Switch;

// The first frame on the new stack; it tells AddressSanitizer of the change.
static void enter(void *arg) {
    Switch *s = arg;
    FIBER_ARRIVE(NULL, &s->caller, &s->caller_size);
    s->fn(s->arg);
    FIBER_LEAVE(NULL, s->caller, s->caller_size);
}

// fn(arg) on that stack, and back.
static void run_on(char *stack, void (*fn)(void *), void *arg) {
    Switch s = {.fn = fn, .arg = arg};
    FIBER_LEAVE(&s.fake, stack + GUARD_BYTES, STACK_BYTES - GUARD_BYTES);
    call_at(stack + STACK_BYTES, enter, &s);
    FIBER_ARRIVE(s.fake, NULL, NULL);
}

// A guard at the low end turns an overflow into a fault. max_depth and max_chain fit on the stack
// with room to spare.
static void on_new(Ctx *ctx, void (*fn)(void *), void *arg) {
    int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK;
    char *stack = mmap(NULL, STACK_BYTES, PROT_READ | PROT_WRITE, flags, -1, 0);
    if (stack == MAP_FAILED) { // ulimit -v
        on_callers(ctx, fn, arg);
        return;
    }
    madvise(stack, STACK_BYTES, MADV_NOHUGEPAGE); // two MiB for the first call otherwise
    mprotect(stack, GUARD_BYTES, PROT_NONE);
    uint32_t nesting = ctx->max_nesting;
    ctx->max_nesting = NESTING;
    ctx->stack_low = stack + RESERVE_BYTES;
    run_on(stack, fn, arg);
    ctx->stack_low = NULL;
    ctx->max_nesting = nesting;
    munmap(stack, STACK_BYTES);
}
#else
static void on_new(Ctx *ctx, void (*fn)(void *), void *arg) {
    on_callers(ctx, fn, arg);
}
#endif

// One stack is enough for calls inside of calls. Constants are computed with the default rounding
// and without traps, whatever the caller chose for its own numbers.
void cu_on_stack(Ctx *ctx, void (*fn)(void *), void *arg) {
    if (ctx->stack_low) {
        fn(arg);
        return;
    }
    fenv_t callers;
    fegetenv(&callers);
    fesetenv(FE_DFL_ENV);
    on_new(ctx, fn, arg);
    fesetenv(&callers);
}

bool cu_stack_left(const Ctx *ctx) {
    return !ctx->stack_low || (char *)__builtin_frame_address(0) > ctx->stack_low;
}

// Of the stack that cu_on_stack made where one is in use, else of the thread's own.
char *cu_stack_low(const Ctx *ctx) {
    pthread_attr_t a;
    void *low = NULL;
    size_t size = 0;
    if (ctx->stack_low) return ctx->stack_low;
    if (pthread_getattr_np(pthread_self(), &a)) return NULL;
    if (pthread_attr_getstack(&a, &low, &size)) low = NULL;
    pthread_attr_destroy(&a);
    return low ? (char *)low + CU_MIN(size / 4, (size_t)RESERVE_BYTES) : NULL;
}
