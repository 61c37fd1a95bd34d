// SPDX-License-Identifier: Apache-2.0
// The state of a process: options, objects by handle, the threads' own parts, errors, printf's
// text.
#include "cudart/cudart_int.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

static const OptRow option_rows[] = {
#define OPT RT_OPT_ROW
#include "cudart/options.def"
#undef OPT
};
static const OptTable options_table = {option_rows, CU_COUNT(option_rows)};

// ---- messages ----------------------------------------------------------------------------------

// The library speaks on the program's stderr: it has no other place.
void rt_message(Rt *rt, const char *fmt, ...) {
    if (rt->quiet) return;
    va_list ap;
    va_start(ap, fmt);
    rt_wipe(rt);
    fputs("cuprum exec: ", stderr);
    vfprintf(stderr, fmt, ap);
    fputc('\n', stderr);
    va_end(ap);
}

// A function of the API that is not implemented was called: said at its first call.
void rt_missing(Rt *rt, const char *name) {
    VEC_FOREACH (RtNameP, p, &rt->missing) {
        if (strcmp(*p, name) == 0) return;
    }
    // a copy: the library that it stands in may be closed before the end
    vec_push(&rt->ctx.perm, &rt->missing, arena_printf(&rt->ctx.perm, "%s", name));
    rt_message(rt, "%s is not supported on the virtual GPU; it returns an error", name);
}

static const struct {
    int number;
    const char *name, *driver, *text;
} errors[] = {
#define ERR(id, number, name, driver, text) {number, name, driver, text},
#include "cudart/error.def"
#undef ERR
};

// The name of an error as the runtime or the driver API has it; NULL: there is no such number.
const char *rt_error_name(int error, bool driver) {
    for (size_t i = 0; i < CU_COUNT(errors); i++) {
        const char *name = driver ? errors[i].driver : errors[i].name;
        if (errors[i].number == error && *name) return name;
    }
    return NULL;
}

const char *rt_error_text(int error) {
    for (size_t i = 0; i < CU_COUNT(errors); i++) {
        if (errors[i].number == error && *errors[i].text) return errors[i].text;
    }
    return NULL;
}

// printf's text goes where the program's own goes, in one order.
void rt_flush(Rt *rt) {
    if (!rt->out.n) return;
    fwrite(rt->out.at, 1, rt->out.n, stdout);
    fflush(stdout);
    rt->out.n = 0;
}

// All work is done; what remains is to show what it printed, and its fault. A fault once seen
// stays.
int rt_sync(Rt *rt) {
    rt_flush(rt);
    if (rt->pending) rt->sticky = rt->pending;
    rt->pending = 0;
    return rt->sticky;
}

// ---- objects -----------------------------------------------------------------------------------

// An object with a handle of its own; memory of deleted ones of the kind is used again. Zeroed.
void *rt_new(Rt *rt, RtKind kind, size_t size) {
    RtObj *obj = rt->free[kind];
    if (obj) {
        rt->free[kind] = obj->next;
        size = obj->size;
        memset(obj, 0, size);
    } else {
        obj = arena_zalloc(&rt->ctx.perm, size, 16);
        map_put(&rt->object, (uint64_t)(uintptr_t)obj, obj);
    }
    obj->kind = kind;
    obj->size = (uint32_t)size;
    obj->id = ++rt->next_id;
    return obj;
}

// The handle is no object any more; a new one may get it.
void rt_delete(Rt *rt, void *object) {
    RtObj *o = object;
    o->next = rt->free[o->kind];
    rt->free[o->kind] = o;
    o->kind = OBJ_NONE;
}

// Whether a handle is an object of the kind: programs pass anything.
bool rt_is(const Rt *rt, const void *handle, RtKind kind) {
    const RtObj *o = handle ? map_get(&rt->object, (uint64_t)(uintptr_t)handle) : NULL;
    return o && o->kind == kind;
}

// The stream of a handle. The legacy and the per-thread default stream are one: nothing overlaps.
RtStream *rt_stream(Rt *rt, void *handle) {
    if (!handle || is_any_of(handle, RT_STREAM_LEGACY, RT_STREAM_PER_THREAD)) return rt->stream0;
    return rt_is(rt, handle, OBJ_STREAM) ? handle : NULL;
}

// The calling thread's part of the state, made at its first call.
RtThread *rt_thread(Rt *rt) {
    RtThread *t = pthread_getspecific(rt->key);
    if (t) return t;
    t = rt->free_thread;
    if (t)
        rt->free_thread = t->next;
    else
        t = arena_new(&rt->ctx.perm, RtThread);
    *t = (RtThread){.rt = rt};
    pthread_setspecific(rt->key, t);
    return t;
}

RtContext *rt_current_context(Rt *rt) {
    RtThread *t = rt_thread(rt);
    return t->ncontext ? t->context[t->ncontext - 1] : rt->context0;
}

RtContext *rt_owner(Rt *rt, RtContext *context) {
    return rt_is(rt, context, OBJ_CONTEXT) ? context : rt->context0;
}

// A thread of the program has ended.
static void thread_ended(void *thread) {
    RtThread *t = thread;
    Rt *rt = t->rt;
    pthread_mutex_lock(&rt->lock);
    t->next = rt->free_thread;
    rt->free_thread = t;
    pthread_mutex_unlock(&rt->lock);
}

// ---- beginning and end -------------------------------------------------------------------------

// A number that is not negative; false after reporting.
static bool number_option(Rt *rt, OptResult *r, uint16_t id, uint64_t absent, uint64_t *to) {
    uint32_t before = r->errors;
    int64_t v = opt_int(&rt->ctx, r, id, (int64_t)absent);
    *to = (uint64_t)v;
    return r->errors == before && v >= 0;
}

// Options from the environment (RT_ENVIRONMENT): the GPU's profile, its size, what is checked and
// told. False after reporting.
static bool read_options(Rt *rt, const char *text, VmOptions *vm) {
    OptResult result = {0};
    uint32_t n;
    const char **args = opt_split(&rt->ctx, text ? text : "", &n);
    if (!opt_parse(&rt->ctx, &options_table, n, args, &result)) return false;
    const char *gpu = opt_value(&result, O_RT_gpu, "sm_90");
    const Target *target = target_parse(gpu, strlen(gpu));
    if (!target || !rt_gpu(target->number)) {
        fprintf(stderr, "cuprum exec: unknown GPU \"%s\"\n", gpu);
        return false;
    }
    rt_set_gpu(rt, rt_gpu(target->number));
    rt->gpu_is_settled = opt_has(&result, O_RT_gpu);
    rt->memory_is_given = opt_has(&result, O_RT_memory);
    uint64_t sms, mib, jobs;
    if (!number_option(rt, &result, O_RT_sms, 8, &sms) || !sms || sms > 1024 ||
        !number_option(rt, &result, O_RT_memory, rt->gpu->memory_mib, &mib) || !mib ||
        !number_option(rt, &result, O_RT_jobs, 0, &jobs) || jobs > 1024 ||
        !number_option(rt, &result, O_RT_max_instructions, 0, &vm->max_instructions))
        return false;
    rt->sms = vm->sms = (uint32_t)sms;
    vm->jobs = (uint32_t)jobs;
    vm->late = true;
    rt->total_memory = mib << 20;
    uint64_t kept;
    if (!number_option(rt, &result, O_RT_seed, 0, &vm->seed) ||
        !number_option(rt, &result, O_RT_max_findings, 0, &kept) || kept > UINT32_MAX)
        return false;
    vm->max_findings = (uint32_t)kept;
    if (opt_has(&result, O_RT_check) &&
        !vm_parse_checks(opt_value(&result, O_RT_check, ""), &rt->checks)) {
        fprintf(stderr, "cuprum exec: unknown checker in \"%s\"\n",
                opt_value(&result, O_RT_check, ""));
        return false;
    }
    vm->checks = rt->checks;
    rt->json = strcmp(opt_value(&result, O_RT_format, "text"), "json") == 0;
    rt->report = opt_value(&result, O_RT_report, NULL);
    vm->profile = rt->profile = opt_has(&result, O_RT_profile);
    rt->page = opt_value(&result, O_RT_profile, NULL);
    rt->trace = opt_has(&result, O_RT_trace);
    rt->stats = opt_has(&result, O_RT_stats);
    rt->fidelity = opt_has(&result, O_RT_fidelity);
    rt->quiet = opt_has(&result, O_RT_quiet);
    const char *jit = opt_value(&result, O_RT_jit, "auto");
    vm->no_avx512 = strcmp(jit, "avx2") == 0;
    bool counts = rt->stats || vm->max_instructions; // exactly
    vm->verify = strcmp(jit, "verify") == 0;
    bool asked = vm->no_avx512 || vm->verify || strcmp(jit, "on") == 0;
    vm->native = asked || (strcmp(jit, "auto") == 0 && !counts);
    const char *lacks = asked ? vm_why_not_native(vm) : NULL;
    if (lacks && !rt->quiet)
        fprintf(stderr, "cuprum exec: --jit=%s has no effect: native code does without %s\n", jit,
                lacks);
    rt->verify = vm->verify &= !lacks;
    return true;
}

// The host must not reach device memory: nothing else may be mapped in its addresses.
static void reserve(Rt *rt) {
#ifdef MAP_FIXED_NOREPLACE
    void *want = (void *)(uintptr_t)RT_DEVICE_BASE;
    void *p = mmap(want, RT_DEVICE_SIZE, PROT_NONE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
    rt->reserved = p == want;
    if (p != MAP_FAILED && p != want) munmap(p, RT_DEVICE_SIZE);
#endif
}

// The empty state: tables, the default stream, pool and context, limits as a GPU has them.
static void fill(Rt *rt, VmOptions vm) {
    map_init(&rt->object, &rt->ctx.perm);
    map_init(&rt->mem, &rt->ctx.perm);
    map_init(&rt->granule, &rt->ctx.perm);
    map_init(&rt->kernel, &rt->ctx.perm);
    map_init(&rt->var, &rt->ctx.perm);
    map_init(&rt->texture, &rt->ctx.perm);
    buf_init(&rt->out, &rt->ctx.perm);
    vm.memory_base = RT_DEVICE_BASE;
    vm.watch = rt_watch;
    vm.watch_data = rt;
    vm.demangle = rt_demangle;
    rt->vm = vm_new(&rt->ctx, &vm);
    rt->next_host = RT_HOST_BASE;
    rt->stream0 = rt_new(rt, OBJ_STREAM, sizeof(RtStream));
    rt_order_start(rt);
    rt->context0 = rt_new(rt, OBJ_CONTEXT, sizeof(RtContext));
    rt->limit[0] = 1024;     // stack
    rt->limit[1] = 1 << 20;  // printf's buffer
    rt->limit[2] = 64 << 20; // heap
    rt->limit[3] = 2;
    rt->limit[4] = 2048;
    rt->limit[5] = 64;
}

// Running out of memory during the start is a failure of the start.
static bool start(Rt *rt, const char *options) {
    jmp_buf unwind;
    VmOptions vm = {0};
    if (setjmp(unwind)) return false;
    rt->ctx.unwind = &unwind;
    bool ok = read_options(rt, options, &vm);
    if (ok) {
        fill(rt, vm);
    } else {
        Buf b;
        buf_init(&b, &rt->ctx.perm);
        diag_render(&rt->ctx, &b);
        fprintf(stderr, "%scuprum exec: wrong options in %s\n", buf_cstr(&b), RT_ENVIRONMENT);
    }
    rt->ctx.unwind = NULL;
    return ok;
}

// The state of the process, or NULL after saying why.
Rt *rt_create(const char *options) {
    Rt *rt = calloc(1, sizeof *rt); // its Ctx is where arenas begin
    if (!rt) return NULL;
    ctx_init(&rt->ctx);
    pthread_mutexattr_t a;
    pthread_mutexattr_init(&a);
    pthread_mutexattr_settype(&a, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&rt->lock, &a);
    pthread_mutexattr_destroy(&a);
    if (pthread_key_create(&rt->key, thread_ended) == 0 && start(rt, options)) {
        reserve(rt);
        return rt;
    }
    ctx_free(&rt->ctx);
    free(rt);
    return NULL;
}

// The host has written there: initialised, for the checker.
void rt_wrote(Rt *rt, uint64_t addr, uint64_t n) {
    if (rt->checks & VM_CHECK_INIT) vm_initialised(rt->vm, addr, n);
}

// Frees the state; only where no other thread can be inside (tests).
void rt_destroy(Rt *rt) {
    vm_free(rt->vm);
    pthread_key_delete(rt->key);
    pthread_mutex_destroy(&rt->lock);
    ctx_free(&rt->ctx);
    free(rt);
}
