// SPDX-License-Identifier: Apache-2.0
// Functions that device code calls and the run-time system defines: vprintf, malloc, aligned
// malloc, free, __assertfail; those of schedule/nested.c. Arguments lie in .param variables of the
// caller.
#include "vm/schedule/schedule.h"
#include "vm/execute/execute.h"
#include "vm/native/native.h"
#include "vm/check/check.h"

#include <stdio.h>

static const char *const names[BI_COUNT] = {"vprintf", "malloc", "__cuda_syscall_aligned_malloc",
                                            "free", "__assertfail"};

// The number of a function of the run-time system; -1: it is none.
int vm_builtin_id(const char *name) {
    for (int i = 0; i < BI_COUNT; i++) {
        if (strcmp(name, names[i]) == 0) return i;
    }
    int nested = vm_nested_id(name);
    return nested < 0 ? -1 : BI_COUNT + nested;
}

// Argument k of the call, at most n bytes: it lies where the caller's frame says. Missing ones
// leave *to.
void vm_argument(Warp *warp, const VmInst *in, uint32_t lane, uint32_t k, void *to, uint32_t n) {
    const uint32_t *l = warp->fn->list.at + in->list;
    if (k >= l[1]) return;
    const uint32_t *a = l + 2 + 2 * (l[0] + k);
    memcpy(to, warp->local[lane] + warp->frame->lbase[lane] + a[0], CU_MIN(a[1], n));
}

static uint64_t argument(Warp *warp, const VmInst *in, uint32_t lane, uint32_t k) {
    uint64_t v = 0;
    vm_argument(warp, in, lane, k, &v, 8);
    return v;
}

// The result goes to the caller's variable.
void vm_set_result(Warp *warp, const VmInst *in, uint32_t lane, uint64_t v) {
    const uint32_t *l = warp->fn->list.at + in->list;
    if (!l[0]) return;
    uint32_t at = warp->frame->lbase[lane] + l[2], n = CU_MIN(l[3], 8u);
    memcpy(warp->local[lane] + at, &v, n);
    if (warp->local_init) vm_bits_set(warp->local_init[lane], at, n, false);
}

// A string of the program, byte by byte with checked addresses.
static size_t fetch_string(Warp *warp, const VmInst *in, uint32_t lane, uint64_t addr, char *buf,
                           size_t cap) {
    size_t n = 0;
    for (; n + 1 < cap; n++) {
        buf[n] = (char)*vm_access(warp, in, lane, addr + n, 1, VSP_GENERIC, VM_PEEK);
        if (!buf[n]) break;
    }
    buf[n] = 0;
    return n;
}

// One printf on its way through its arguments, which lie in one buffer, each at its alignment.
typedef struct {
    Warp *w;
    const VmInst *in;
    uint32_t lane;
    uint64_t args;
    uint32_t off;
    Buf *out;
} Printf;

static uint64_t next_arg(Printf *p, uint32_t size) {
    p->off = CU_ALIGN(p->off, size);
    uint64_t v = 0;
    memcpy(&v, vm_access(p->w, p->in, p->lane, p->args + p->off, size, VSP_GENERIC, VM_PEEK), size);
    p->off += size;
    return v;
}

// Writes one conversion. `spec` is the text from '%' to the letter, without length modifiers.
static void convert(Printf *printf, char *spec, size_t n, char conv, uint32_t longs, int halves) {
    char buf[512], text[1024];
    uint64_t v;
    double d;
    int got = 0;
    switch (conv) {
    case 'd':
    case 'i':
        v = next_arg(printf, longs ? 8 : 4);
        snprintf(spec + n, 4, "lld");
        // Short types are cut again: they were promoted for the call.
        long long s = longs ? (long long)v : (long long)(int32_t)v;
        if (halves == 1) s = (int16_t)v;
        if (halves == 2) s = (int8_t)v;
        got = snprintf(buf, sizeof buf, spec, s);
        break;
    case 'u':
    case 'x':
    case 'X':
    case 'o':
        v = next_arg(printf, longs ? 8 : 4);
        if (halves) v &= halves == 1 ? 0xffff : 0xff;
        snprintf(spec + n, 4, "ll%c", conv);
        got = snprintf(buf, sizeof buf, spec, (unsigned long long)v);
        break;
    case 'c':
        v = next_arg(printf, 4);
        snprintf(spec + n, 2, "c");
        got = snprintf(buf, sizeof buf, spec, (int)v);
        break;
    case 'p':
        v = next_arg(printf, 8);
        got = snprintf(buf, sizeof buf, "0x%llx", (unsigned long long)v);
        break;
    case 's':
        // A null string prints as the host's does.
        v = next_arg(printf, 8);
        if (v) fetch_string(printf->w, printf->in, printf->lane, v, text, sizeof text);
        snprintf(spec + n, 2, "s");
        {
            char big[1100];
            got = snprintf(big, sizeof big, spec, v ? text : "(null)");
            if (got > 0) buf_write(printf->out, big, CU_MIN((size_t)got, sizeof big - 1));
        }
        return;
    default: // floats
        v = next_arg(printf, 8);
        memcpy(&d, &v, 8);
        snprintf(spec + n, 2, "%c", conv);
        got = snprintf(buf, sizeof buf, spec, d);
        break;
    }
    if (got > 0) buf_write(printf->out, buf, CU_MIN((size_t)got, sizeof buf - 1));
}

static uint32_t format(Printf *printf, const char *f) {
    // The host's printf does each conversion. Text that is no conversion is written as it is. Gives
    // the number of conversions.
    uint32_t count = 0;
    while (*f) {
        if (*f != '%') {
            buf_putc(printf->out, *f++);
            continue;
        }
        if (f[1] == '%') {
            buf_putc(printf->out, '%');
            f += 2;
            continue;
        }
        char spec[48];
        size_t n = 0;
        const char *start = f;
        spec[n++] = *f++;
        while (*f && strchr("-+ #0123456789.*", *f) && n < 32) {
            // Flags, width, precision: 32 characters are more than anyone needs.
            if (*f == '*') { // CUDA passes the width as an int argument
                int got = snprintf(spec + n, 12, "%d", (int)next_arg(printf, 4));
                n += got > 0 ? (size_t)got : 0;
                f++;
            } else {
                spec[n++] = *f++;
            }
        }
        uint32_t longs = 0;
        int halves = 0;
        for (; *f && strchr("hlLqjzt", *f); f++) {
            if (*f == 'h')
                halves++;
            else
                longs++;
        }
        spec[n] = 0;
        if (!*f || !strchr("diuxXocpsfFeEgGaA", *f)) {
            buf_write(printf->out, start, (size_t)(f - start));
            continue;
        }
        convert(printf, spec, n, *f++, longs, halves);
        count++;
    }
    return count;
}

static void do_printf(Warp *warp, const VmInst *in, uint32_t lane) {
    // Output is the block's, until the grid is done: vprintf's number of conversions is its result.
    char text[4096];
    Printf p = {.w = warp, .in = in, .lane = lane, .out = &warp->block->out};
    fetch_string(warp, in, lane, argument(warp, in, lane, 0), text, sizeof text);
    p.args = argument(warp, in, lane, 1);
    vm_set_result(warp, in, lane, format(&p, text));
}

static void do_assert(Warp *warp, const VmInst *in, uint32_t lane) {
    // The fault names file, line, function and condition.
    char msg[200], file[200], func[200];
    fetch_string(warp, in, lane, argument(warp, in, lane, 0), msg, sizeof msg);
    fetch_string(warp, in, lane, argument(warp, in, lane, 1), file, sizeof file);
    fetch_string(warp, in, lane, argument(warp, in, lane, 3), func, sizeof func);
    vm_fault(warp, in, lane, VM_ERR_ASSERT, 0, "%.120s:%u: %.100s: Assertion `%.120s` failed", file,
             (unsigned)argument(warp, in, lane, 2), func, msg);
}

static void do_malloc(Warp *warp, const VmInst *in, uint32_t lane, uint64_t align) {
    // From the device's heap; 0 if it has no room.
    VmSite by = vm_site(warp, in, lane);
    uint64_t addr =
        vm_alloc_aligned(warp->grid->vm, argument(warp, in, lane, 0), align, VM_ALLOC_HEAP, &by);
    vm_set_result(warp, in, lane, addr);
}

static void do_free(Warp *warp, const VmInst *in, uint32_t lane) {
    // Free of a null pointer is nothing. A wrong one is a fault, or a finding that goes on.
    Vm *vm = warp->grid->vm;
    VmSite by = vm_site(warp, in, lane);
    uint64_t addr = argument(warp, in, lane, 0);
    if (!addr || vm_dealloc_by(vm, addr, &by)) return;
    if (!(warp->grid->checks & VM_CHECK_MEM)) {
        vm_fault(warp, in, lane, VM_ERR_ADDRESS, addr,
                 "free of a pointer that malloc did not give, or twice");
    }
    VmEvent event = vm_access_event(warp, in, lane, addr, 1, VSP_GENERIC, VM_PEEK, VM_CHECK_MEM,
                                    "invalid-free");
    event.space = NULL;
    const VmAlloc *a = event.alloc;
    if (a && event.freed && a->base == addr && a->kind == VM_ALLOC_HEAP) {
        event.kind = "double-free";
        event.has_other = a->info->freed.kernel != NULL;
        event.other = a->info->freed;
        event.other_access = "freed before by";
        vm_check_add(vm, &event, "the memory has been freed before");
    } else {
        vm_check_add(vm, &event, "malloc did not give this address");
    }
}

void vm_builtin_call(Warp *warp, const VmInst *in, const VmFunc *callee, uint32_t mask) {
    // For each lane by itself, in their order.
    VM_EACH(i, mask) {
        switch (callee->builtin) {
        case BI_VPRINTF: do_printf(warp, in, i); break;
        case BI_MALLOC: do_malloc(warp, in, i, 1); break;
        case BI_ALIGNED_MALLOC: do_malloc(warp, in, i, argument(warp, in, i, 1)); break;
        case BI_FREE: do_free(warp, in, i); break;
        case BI_ASSERTFAIL: do_assert(warp, in, i); break;
        default: vm_nested_call(warp, in, i, (uint32_t)callee->builtin - BI_COUNT); break;
        }
    }
}
