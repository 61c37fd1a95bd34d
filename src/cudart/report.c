// SPDX-License-Identifier: Apache-2.0
// What the checkers found, on standard error or in a file: as soon as it is known, so that whoever
// ends the process has it; and at the end the rest, with the profile. A terminal has a line of
// progress of launches that take long.
#include "cudart/cudart_int.h"

#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PROGRESS_AFTER = 2 }; // seconds

void rt_wipe(Rt *rt) {
    if (rt->has_line) fputs("\r\033[K", stderr);
    rt->has_line = false;
}

// To a file, or with the messages.
static void write_text(Rt *rt, const char *path, const char *mode, const Buf *out) {
    FILE *f = path ? fopen(path, mode) : stderr;
    if (!f) {
        rt_message(rt, "cannot write %s", path);
        return;
    }
    if (!path) rt_wipe(rt);
    fwrite(out->at, 1, out->n, f);
    if (path) fclose(f);
}

// A file, not a pipe or a device, or nothing.
static bool may_be_replaced(const char *path) {
    struct stat st;
    return lstat(path, &st) != 0 || S_ISREG(st.st_mode);
}

// A text goes on where it ended, a document is written anew: beside the old one, so that whoever
// reads it, or ends the process meanwhile, has the old one or the new one.
static void write_findings(Rt *rt, const Buf *out) {
    bool replaces = rt->report && rt->json && may_be_replaced(rt->report);
    const char *beside = replaces ? arena_printf(&rt->ctx.perm, "%s.new", rt->report) : rt->report;
    write_text(rt, beside, rt->report_is_begun && !rt->json ? "ab" : "wb", out);
    if (replaces && rename(beside, rt->report) != 0) rt_message(rt, "cannot write %s", rt->report);
    rt->report_is_begun = true;
}

// Not all of a thousand.
static void name_leaks(Rt *rt) {
    uint32_t left = 100;
    MAP_FOREACH (e, &rt->mem) {
        const RtMem *m = e->val;
        if (!m || !m->size || !m->nmade || !left) continue;
        left--;
        vm_name_leak(rt->vm, m->addr, rt_host_text(&rt->ctx.perm, m->made, m->nmade));
    }
}

// Findings of kernels that are new are those of the launch that is running, or has just ended.
static void name_launch(Rt *rt, Arena *arena) {
    if (rt->nlaunch && vm_has_news(rt->vm))
        vm_name_launch(rt->vm, rt_host_text(arena, rt->launch, rt->nlaunch));
}

// A document that does not go to a file is written once, at the end.
static void show_news(Rt *rt, Arena *arena) {
    uint64_t added = vm_findings_added(rt->vm);
    if (added == rt->told || (rt->json && !rt->report)) return;
    rt->told = added;
    name_launch(rt, arena);
    Buf out;
    buf_init(&out, arena);
    if (rt->json)
        vm_print_findings(rt->vm, true, &out);
    else if (!vm_print_new_findings(rt->vm, &out))
        return;
    write_findings(rt, &out);
}

// With memory of its own: the program's threads may be at work.
void rt_show_news(Rt *rt) {
    Ctx ctx;
    if (!rt->checks || vm_findings_added(rt->vm) == rt->told) return;
    ctx_init(&ctx);
    jmp_buf unwind;
    ctx.unwind = &unwind;
    if (setjmp(unwind) == 0) show_news(rt, &ctx.perm);
    ctx_free(&ctx);
}

// By a worker of a grid (VmOptions.watch).
void rt_watch(void *data, const VmProgress *progress) {
    Rt *rt = data;
    rt_show_news(rt);
    if (progress->seconds < PROGRESS_AFTER || rt->quiet || !isatty(STDERR_FILENO)) return;
    char line[200];
    vm_progress_text(progress, line, sizeof line);
    fprintf(stderr, "\r\033[K%s", line);
    fflush(stderr);
    rt->has_line = true;
}

static void show_differences(Rt *rt, bool last) {
    Buf out;
    buf_init(&out, &rt->ctx.perm);
    vm_print_new_differences(rt->vm, &out);
    if (last) vm_print_verified(rt->vm, &out);
    if (out.n && !(last && rt->quiet)) write_text(rt, NULL, NULL, &out);
}

void rt_show_differences(Rt *rt) {
    if (rt->verify) show_differences(rt, false);
}

// True: there are findings.
static bool report(Rt *rt) {
    Buf out;
    buf_init(&out, &rt->ctx.perm);
    if (rt->profile) {
        vm_print_profile(rt->vm, rt->page != NULL, &out);
        write_text(rt, rt->page, "wb", &out);
    }
    if (rt->fidelity) {
        out.n = 0;
        vm_print_fidelity(rt->vm, &out);
        write_text(rt, NULL, NULL, &out);
    }
    if (rt->verify) show_differences(rt, true);
    bool differ = vm_differences(rt->vm) != 0;
    if (!rt->checks) return differ;
    out.n = 0;
    name_launch(rt, &rt->ctx.perm);
    name_leaks(rt);
    vm_check_leaks(rt->vm);
    uint32_t n = vm_finding_count(rt->vm);
    vm_print_findings(rt->vm, rt->json, &out);
    if (n || rt->json || rt->report) write_findings(rt, &out);
    return n != 0 || differ;
}

static bool guarded_report(Rt *rt) {
    jmp_buf unwind;
    if (setjmp(unwind)) return true; // out of memory: there was something to report
    rt->ctx.unwind = &unwind;
    return report(rt);
}

// The end of the program. True: it should count as failed.
bool rt_end(Rt *rt) {
    rt_guard_open(rt);
    rt_guard_report(rt);
    rt_flush(rt);
    return guarded_report(rt) || rt->static_runtime;
}

// ---- errors of calls ---------------------------------------------------------------------------

// Errors that are answers, or that the virtual machine and not the program is to blame for.
static bool is_no_mistake(int error) {
    return is_any_of(error, RTE_NotReady, RTE_NotSupported, RTE_CudartUnloading,
                     RTE_PeerAccessAlreadyEnabled);
}

// Calls that ask: programs try what there is. And what the compiler's code calls by itself.
static bool is_question(const char *name) {
    static const char *const words[] = {"Get", "Query", "Can", "Peek", "__cudaRegister"};
    for (size_t i = 0; i < CU_COUNT(words); i++) {
        if (strstr(name, words[i])) return true;
    }
    return false;
}

void rt_call_failed(Rt *rt, const char *name, const void *caller, int error, uint64_t found) {
    // the call, or the kernel that it waited for, has a finding of its own
    if (vm_findings_added(rt->vm) != found) {
        if (error == rt->sticky) rt->sticky_told = error;
        return;
    }
    if (error == rt->sticky_told || is_no_mistake(error) || is_question(name)) return;
    if (error == rt->sticky) rt->sticky_told = error;
    char text[300];
    name += strspn(name, "_"); // nvcc's stubs launch by a name of their own
    bool driver = strncmp(name, "cuda", 4) != 0;
    const char *called = rt_error_name(error, driver), *says = rt_error_text(error);
    if (*rt->why) says = rt->why;
    snprintf(text, sizeof text, "%s returned %s: %s", name, called ? called : "an error",
             says ? says : "");
    vm_api_finding(rt->vm, caller, rt_host_here(rt), text);
}

int rt_refuse(Rt *rt, int error, const char *fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(rt->why, sizeof rt->why, fmt, ap);
    va_end(ap);
    return error;
}
