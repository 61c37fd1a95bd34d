// SPDX-License-Identifier: Apache-2.0
// Memory for the stand-ins of NVIDIA's libraries (src/standin): the host's view of device memory,
// checked as an access of a kernel is.
#include "cudart/cudart_int.h"

// The access is outside of every allocation: a finding where memory is checked (and the program
// goes on, as after a wrong access of a kernel), else the device has failed.
static int wrong_access(Rt *rt, const RtStandinView *view, uint64_t size) {
    bool write = view->use & RT_STANDIN_WRITE;
    const char *text = arena_printf(
        &rt->ctx.perm, "%s %s %llu bytes at 0x%llx, which are not all inside of one allocation",
        view->api, write ? "writes" : "reads", (unsigned long long)size,
        (unsigned long long)view->addr);
    if (rt->checks & VM_CHECK_MEM) {
        vm_host_finding(rt->vm, "out-of-bounds", view->addr, rt_host_here(rt), text);
    } else {
        rt_flush(rt);
        rt_message(rt, "%s", text);
        rt->pending = RTE_IllegalAddress;
    }
    return RTE_IllegalAddress;
}

// Bytes from the first to the last; more than there can be where the product overflows.
static uint64_t extent(const RtStandinView *view) {
    uint64_t size;
    if (!view->height) return 0;
    if (__builtin_mul_overflow(view->height - 1, view->pitch, &size) ||
        __builtin_add_overflow(size, view->width, &size))
        return UINT64_MAX;
    return size;
}

// Nothing lies behind the last address, or at it.
static bool is_possible(uint64_t addr, uint64_t size) {
    return addr && size < UINT64_MAX - addr;
}

int rt_standin_view(Rt *rt, const RtStandinView *view, void **at) {
    // Nothing after a fault has an effect.
    if (rt->pending) return rt->pending;
    rt_order_host_waits_all(rt); // what the stand-in does is not known here
    uint64_t size = extent(view);
    VmRange range;
    // The host's own memory is not the device's: a kernel could not read it either.
    bool known = view->use & RT_STANDIN_HOST || vm_range(rt->vm, view->addr, &range);
    *at = known && is_possible(view->addr, size) ? rt_bytes(rt, view->addr, size) : NULL;
    if (!*at) return wrong_access(rt, view, size);
    // The model's time, as of a copy that nothing stops on its way.
    rt->clock += 1e-6 + (double)size / 400e9;
    if (!(view->use & RT_STANDIN_WRITE)) return 0;
    // What is between the rows stays as it is.
    bool dense = view->pitch == view->width;
    for (uint64_t i = 0; i < (dense ? 1 : view->height); i++)
        rt_wrote(rt, view->addr + i * view->pitch, dense ? size : view->width);
    return 0;
}
