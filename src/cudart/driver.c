// SPDX-License-Identifier: Apache-2.0
// The driver API's own: initialisation, contexts, errors, entry points by name.
// There is one device and one address space: a context is a name for it.
#include "cudart/cudart_int.h"

// Everything starts with the first call, whichever it is.
int rt_cuInit(Rt *rt, unsigned flags) {
    return flags ? RTE_InvalidValue : 0;
}

int rt_cuDeviceGet(Rt *rt, int *device, int ordinal) {
    if (!device) return RTE_InvalidValue;
    if (ordinal) return RTE_InvalidDevice;
    *device = 0;
    return 0;
}

// ---- contexts ----------------------------------------------------------------------------------

// A context is a name for the one address space: creating one makes it the thread's current one.
int rt_cuCtxCreate_v2(Rt *rt, void **context, unsigned flags, int device) {
    RtThread *t = rt_thread(rt);
    if (!context) return RTE_InvalidValue;
    if (device) return RTE_InvalidDevice;
    if (t->ncontext == CU_COUNT(t->context)) return RTE_LaunchMaxDepthExceeded;
    RtContext *c = rt_new(rt, OBJ_CONTEXT, sizeof *c);
    c->flags = flags;
    t->context[t->ncontext++] = c;
    *context = c;
    return 0;
}

int rt_cuCtxCreate_v3(Rt *rt, void **context, void *affinity, int n, unsigned flags, int device) {
    return rt_cuCtxCreate_v2(rt, context, flags, device);
}

int rt_cuCtxCreate_v4(Rt *rt, void **context, void *params, unsigned flags, int device) {
    return rt_cuCtxCreate_v2(rt, context, flags, device);
}

// The current context of the thread, if it is this, ends with it.
int rt_cuCtxDestroy_v2(Rt *rt, void *context) {
    RtThread *t = rt_thread(rt);
    if (!rt_is(rt, context, OBJ_CONTEXT)) return RTE_DeviceUninitialized;
    if (t->ncontext && t->context[t->ncontext - 1] == context) t->ncontext--;
    rt_flush(rt);
    if (context == rt->context0) return 0;
    rt->pending = rt->sticky = rt->sticky_told = 0; // a fault ends with its context
    rt_delete(rt, context);
    return 0;
}

// Contexts are a stack of each thread's.
int rt_cuCtxPushCurrent_v2(Rt *rt, void *context) {
    RtThread *t = rt_thread(rt);
    if (!rt_is(rt, context, OBJ_CONTEXT)) return RTE_DeviceUninitialized;
    if (t->ncontext == CU_COUNT(t->context)) return RTE_LaunchMaxDepthExceeded;
    t->context[t->ncontext++] = context;
    return 0;
}

int rt_cuCtxPopCurrent_v2(Rt *rt, void **context) {
    RtThread *t = rt_thread(rt);
    if (!t->ncontext) return RTE_DeviceUninitialized;
    t->ncontext--;
    if (context) *context = t->context[t->ncontext];
    return 0;
}

// Replaces the top of the stack; NULL takes it off.
int rt_cuCtxSetCurrent(Rt *rt, void *context) {
    RtThread *t = rt_thread(rt);
    if (context && !rt_is(rt, context, OBJ_CONTEXT)) return RTE_DeviceUninitialized;
    if (t->ncontext) t->ncontext--;
    return context ? rt_cuCtxPushCurrent_v2(rt, context) : 0;
}

int rt_cuCtxGetCurrent(Rt *rt, void **context) {
    RtThread *t = rt_thread(rt);
    if (!context) return RTE_InvalidValue;
    *context = t->ncontext ? t->context[t->ncontext - 1] : NULL;
    return 0;
}

int rt_cuCtxGetDevice(Rt *rt, int *device) {
    return rt_cuDeviceGet(rt, device, 0);
}

int rt_cuCtxGetDevice_v2(Rt *rt, int *device, void *context) {
    return rt_cuDeviceGet(rt, device, 0);
}

int rt_cuCtxGetFlags(Rt *rt, unsigned *flags) {
    RtThread *t = rt_thread(rt);
    if (!flags) return RTE_InvalidValue;
    *flags = t->ncontext ? t->context[t->ncontext - 1]->flags : 0;
    return 0;
}

int rt_cuCtxSetFlags(Rt *rt, unsigned flags) {
    RtThread *t = rt_thread(rt);
    if (t->ncontext) t->context[t->ncontext - 1]->flags = flags;
    return 0;
}

// NULL: the current one.
int rt_cuCtxGetId(Rt *rt, void *context, unsigned long long *id) {
    RtThread *t = rt_thread(rt);
    if (!context && t->ncontext) context = t->context[t->ncontext - 1];
    if (!id || !rt_is(rt, context, OBJ_CONTEXT)) return RTE_InvalidValue;
    *id = ((RtContext *)context)->o.id;
    return 0;
}

int rt_cuCtxGetApiVersion(Rt *rt, void *context, unsigned *version) {
    if (!version) return RTE_InvalidValue;
    *version = 3020;
    return 0;
}

int rt_cuCtxSynchronize_v2(Rt *rt, void *context) {
    return rt_sync_all(rt);
}

// There are no peers.
int rt_cuCtxEnablePeerAccess(Rt *rt, void *context, unsigned flags) {
    return RTE_InvalidDevice;
}

int rt_cuCtxDisablePeerAccess(Rt *rt, void *context) {
    return RTE_PeerAccessNotEnabled;
}

// The primary context is there always; it is said to be active while someone has retained it, or
// from the run-time library's first use of the device on.
int rt_cuDevicePrimaryCtxRetain(Rt *rt, void **context, int device) {
    if (!context) return RTE_InvalidValue;
    if (device) return RTE_InvalidDevice;
    *context = rt->context0;
    rt->primary_users++;
    return 0;
}

int rt_cuDevicePrimaryCtxRelease(Rt *rt, int device) {
    if (device) return RTE_InvalidDevice;
    if (!rt->primary_users && !rt->runtime_used) return RTE_DeviceUninitialized;
    if (rt->primary_users) rt->primary_users--;
    return 0;
}

int rt_cuDevicePrimaryCtxReset(Rt *rt, int device) {
    if (device) return RTE_InvalidDevice;
    rt->runtime_used = false;
    return rt_cudaDeviceReset(rt);
}

int rt_cuDevicePrimaryCtxGetState(Rt *rt, int device, unsigned *flags, int *active) {
    if (flags) *flags = rt->context0->flags;
    if (active) *active = rt->primary_users || rt->runtime_used;
    return device ? RTE_InvalidDevice : 0;
}

int rt_cuDevicePrimaryCtxSetFlags(Rt *rt, int device, unsigned flags) {
    rt->context0->flags = flags;
    return device ? RTE_InvalidDevice : 0;
}

// ---- errors, entry points ----------------------------------------------------------------------

// (Errors of the driver API have names of their own.)
int rt_cuGetErrorName(Rt *rt, int error, const char **name) {
    if (!name) return RTE_InvalidValue;
    *name = rt_error_name(error, true);
    return *name ? 0 : RTE_InvalidValue;
}

int rt_cuGetErrorString(Rt *rt, int error, const char **text) {
    if (!text) return RTE_InvalidValue;
    *text = rt_error_name(error, true) ? rt_error_text(error) : NULL;
    return *text ? 0 : RTE_InvalidValue;
}

enum { FOUND, NOT_FOUND, TOO_OLD };

// A function by name, for programs of a version of CUDA.
static int entry_point(Rt *rt, const char *name, int version, void **fn, int *status) {
    bool too_old;
    if (!name || !fn) return RTE_InvalidValue;
    *fn = rt_entry(name, version, &too_old);
    int s = *fn ? FOUND : too_old ? TOO_OLD : NOT_FOUND;
    if (status) *status = s;
    return 0;
}

int rt_cuGetProcAddress_v2(Rt *rt, const char *name, void **fn, int version, uint64_t flags,
                           int *status) {
    RT_TRY(entry_point(rt, name, version, fn, status));
    return *fn ? 0 : status ? 0 : RTE_SymbolNotFound;
}

int rt_cuGetProcAddress(Rt *rt, const char *name, void **fn, int version, uint64_t flags) {
    RT_TRY(entry_point(rt, name, version, fn, NULL));
    return *fn ? 0 : RTE_SymbolNotFound;
}

int rt_cudaGetDriverEntryPoint(Rt *rt, const char *name, void **fn, unsigned long long flags,
                               int *status) {
    return entry_point(rt, name, RT_VERSION, fn, status);
}

int rt_cudaGetDriverEntryPointByVersion(Rt *rt, const char *name, void **fn, unsigned version,
                                        unsigned long long flags, int *status) {
    return entry_point(rt, name, (int)version, fn, status);
}
