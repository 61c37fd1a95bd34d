// SPDX-License-Identifier: Apache-2.0
// From an IR module to PTX (or to optimized IR): device library, optimizer, back end. Apart from
// compile.c so that a program that only compiles IR (libnvvm) does not contain the front end.
#include "base/timer.h"
#include "driver/driver.h"
#include "driver/places.h"
#include "irgen/irgen.h"
#include "nvvm/nvvm.h"
#include "opt/opt.h"
#include "ptx/codegen.h"

#include <stdlib.h>
#include <unistd.h>

void compile_options_init(CompileOptions *o) {
    *o = (CompileOptions){.emit = EMIT_PTX,
                          .opt_level = 3,
                          .target = target_find(75, 0),
                          .std = 17,
                          .template_depth = 512,
                          .context_limit = 10,
                          .constexpr_depth = 512,
                          .constexpr_steps = 1 << 24,
                          .prec_div = true,
                          .prec_sqrt = true,
                          .fmad = true,
                          .runtime_header = true,
                          .jobs = 1,
                          .bisect = -1};
}

void driver_device_library(CompileOptions *o, const char *value) {
    static const struct {
        const char *name;
        LibraryKind kind;
    } rows[] = {{"auto", LIBRARY_AUTO},
                {"nvidia", LIBRARY_NVIDIA},
                {"cuprum", LIBRARY_CUPRUM},
                {"none", LIBRARY_NONE}};
    if (!value) return;
    for (size_t i = 0; i < CU_COUNT(rows); i++) {
        if (strcmp(value, rows[i].name) != 0) continue;
        o->library = (uint8_t)rows[i].kind;
        return;
    }
    o->libdevice = value;
}

uint32_t driver_jobs(const char *value) {
    enum { MOST = 256 };
    if (!value) return 1;
    unsigned long n = strtoul(value, NULL, 10);
    return (uint32_t)CU_MIN(n, (unsigned long)MOST);
}

static bool run_optimizer(Ctx *ctx, const CompileOptions *o, IrModule *m, Buf *log) {
    OptOptions p = {.level = o->opt_level,
                    .sm = o->target->number,
                    .passes = o->passes,
                    .print_after = o->print_after,
                    .nprint_after = o->nprint_after,
                    .print_changed = o->print_changed,
                    .verify = o->verify,
                    .bisect_limit = o->bisect,
                    .no_inlining = o->no_inlining,
                    .remarks = o->remarks,
                    .log = log,
                    .jobs = o->jobs,
                    .knobs = o->knobs,
                    .nknobs = o->nknobs,
                    .lenient_knobs = o->lenient_knobs,
                    .ftz = o->ftz,
                    .prec_div = o->prec_div,
                    .prec_sqrt = o->prec_sqrt,
                    .fast_math = o->fast_math};
    for (uint32_t i = 0; i < o->nstress; i++) opt_stress_add(&p, o->stress[i]);
    TimerMark t = timer_begin(ctx, "opt", NULL);
    bool ok = opt_run(m, &p);
    timer_end(ctx, t);
    return ok;
}

static bool run_back_end(Ctx *ctx, const CompileOptions *o, IrModule *m, Buf *out) {
    PtxOptions p = {.target = o->target,
                    .opt_level = o->opt_level,
                    .ftz = o->ftz,
                    .prec_div = o->prec_div,
                    .prec_sqrt = o->prec_sqrt,
                    .fmad = o->fmad,
                    .div_approx_ftz = o->div_approx_ftz,
                    .div_approx = o->div_approx,
                    .table_density = o->table_density,
                    .lines = o->line_info || o->show_source,
                    .whole_program = o->input != INPUT_IR && !o->keep_functions,
                    .debug = o->debug,
                    .jobs = o->jobs};
    TimerMark t = timer_begin(ctx, "ptx", NULL);
    PtxModule *pm = NULL;
    bool ok = ptx_codegen(ctx, m, &p, &pm) && !diag_error_count(ctx);
    PtxSourceText source = {driver_source_line, NULL, o->directory};
    if (ok && o->show_source) {
        source.data = driver_source_new(ctx);
        pm->source = &source;
        pm->hide_lines = !o->line_info;
    }
    if (ok && o->emit == EMIT_MIR) ptx_print_mir(pm, out);
    TimerMark print = timer_begin(ctx, "print", NULL);
    if (ok && o->emit != EMIT_MIR) ptx_print(pm, out);
    timer_end(ctx, print);
    timer_end(ctx, t);
    return ok;
}

// The toolkit's device math library: the file that the options name, else in the folder of
// NVVMIR_LIBRARY_DIR, else of the toolkit that is found (places.h); NULL: there is none.
static const char *library_path(Ctx *ctx, const CompileOptions *o) {
    if (o->libdevice) return o->libdevice;
    const char *dir = getenv("NVVMIR_LIBRARY_DIR");
    if (dir && *dir) return arena_printf(&ctx->perm, "%s/libdevice.10.bc", dir);
    return driver_find_device_library(ctx, o->cuda_path);
}

static bool link_file(Ctx *ctx, IrModule *m, const char *path) {
    size_t n;
    TimerMark t = timer_begin(ctx, "libdevice", NULL);
    const char *bytes = ctx_map_file(ctx, path, &n); // most of it is not even looked at
    if (!bytes || !ir_is_bitcode(bytes, n)) bytes = driver_read_file(ctx, path, &n); // text
    bool ok = bytes && nvvm_link_library(m, path, bytes, n);
    ctx_unmap(ctx, bytes); // nothing points into it
    timer_end(ctx, t);
    return ok;
}

static bool link_own(Ctx *ctx, IrModule *m) {
    TimerMark t = timer_begin(ctx, "libdevice", NULL);
    IrModule *lib = nvvm_builtin_library(ctx);
    bool ok = lib && ir_link(m, lib, IR_LINK_LIBRARY);
    if (lib) ir_module_free(lib);
    timer_end(ctx, t);
    return ok;
}

typedef enum { FROM_NOWHERE, FROM_FILE, FROM_US } LibraryPlace;

// Where the device library is, and the file's path.
static LibraryPlace library_place(Ctx *ctx, const CompileOptions *o, const char **path) {
    *path = NULL;
    if (o->no_device_library || o->library == LIBRARY_NONE) return FROM_NOWHERE;
    if (o->libdevice || o->library != LIBRARY_CUPRUM) {
        *path = library_path(ctx, o);
        bool found = *path && access(*path, R_OK) == 0;
        if (o->libdevice || found) return FROM_FILE;
    }
    return o->library == LIBRARY_NVIDIA ? FROM_NOWHERE : FROM_US;
}

// Without a library calls of its functions stay calls of undefined functions.
static bool link_device_library(Ctx *ctx, const CompileOptions *o, IrModule *m, Buf *log) {
    const char *path;
    bool wanted = nvvm_needs_library(m) || nvvm_has_math(m);
    LibraryPlace place = wanted ? library_place(ctx, o, &path) : FROM_NOWHERE;
    if (place != FROM_NOWHERE) nvvm_math_calls(m);
    if (!nvvm_needs_library(m)) place = FROM_NOWHERE;
    if (place != FROM_NOWHERE && o->verbose)
        buf_printf(log, "cuprum: device library: %s\n", place == FROM_US ? "cuprum's own" : path);
    if (place == FROM_FILE && !link_file(ctx, m, path)) return false;
    // NVIDIA's functions contract like the user's code; ours say themselves where they do.
    if (o->fmad && !o->only_marked_contract && (place == FROM_FILE || o->input == INPUT_IR))
        nvvm_allow_contraction(m);
    bool fp128 = place == FROM_FILE && nvvm_needs_fp128(m);
    if ((place == FROM_US || fp128) && !link_own(ctx, m)) return false;
    if (o->library == LIBRARY_NONE) return true;
    NvvmOptions v = {o->target->number, o->ftz, o->prec_div, o->prec_sqrt, o->reflect, o->nreflect};
    nvvm_reflect(m, &v);
    return true;
}

// In IR input; irgen has done it already for C++.
static void lower_declared(const CompileOptions *o, IrModule *m) {
    IrGenOptions g = {.target = o->target,
                      .ftz = o->ftz,
                      .prec_div = o->prec_div,
                      .prec_sqrt = o->prec_sqrt,
                      .fmad = o->fmad,
                      .fast_math = o->fast_math};
    irgen_lower_declared(m, &g);
}

bool compile_ir(Ctx *ctx, const CompileOptions *o, IrModule *m, Buf *out, Buf *log) {
    // our own front end makes nothing that the check looks for
    bool code = o->emit != EMIT_IR && o->emit != EMIT_BC;
    if (o->input == INPUT_IR && code && !ir_check_target(m)) return false;
    if (o->input == INPUT_IR && !o->plain_names) {
        lower_declared(o, m);
        if (diag_error_count(ctx)) return false;
    }
    if (!link_device_library(ctx, o, m, log) || !run_optimizer(ctx, o, m, log)) return false;
    if (o->emit == EMIT_IR)
        ir_print_module(m, out);
    else if (o->emit == EMIT_BC)
        ir_write_bitcode(m, IR_BC_MODERN, out);
    else
        return run_back_end(ctx, o, m, out);
    return true;
}
