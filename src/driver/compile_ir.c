// SPDX-License-Identifier: Apache-2.0
// From an IR module to PTX (or to optimized IR): device library, optimizer, back end. Apart from
// compile.c so that a program that only compiles IR (libnvvm) does not contain the front end.
#include "base/timer.h"
#include "driver/driver.h"
#include "driver/places.h"
#include "irgen/irgen.h"
#include "nvvm/nvvm.h"
#include "ptx/codegen/codegen.h"
#include "ptx/ptx.h"

#include <stdlib.h>
#include <unistd.h>

void compile_options_init(CompileOptions *options) {
    *options = (CompileOptions){.emit = EMIT_PTX,
                                .optimizer.level = 3,
                                .target = target_find(75, 0),
                                .language.std = 17,
                                .language.max_template_depth = 512,
                                .language.context_limit = 10,
                                .language.max_constexpr_depth = 512,
                                .language.max_constexpr_steps = 1 << 24,
                                .fp.prec_div = true,
                                .fp.prec_sqrt = true,
                                .fp.fmad = true,
                                .runtime_header = true,
                                .optimizer.jobs = 1,
                                .optimizer.bisect_limit = -1};
}

void driver_device_library(CompileOptions *options, const char *value) {
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
        options->library = (uint8_t)rows[i].kind;
        return;
    }
    options->libdevice = value;
}

uint32_t driver_jobs(const char *value) {
    enum { MOST = 256 };
    if (!value) return 1;
    unsigned long n = strtoul(value, NULL, 10);
    return (uint32_t)CU_MIN(n, (unsigned long)MOST);
}

static bool run_optimizer(Ctx *ctx, const CompileOptions *options, IrModule *compiled, Buf *log) {
    OptOptions opt_options = options->optimizer;
    opt_options.target = options->target;
    opt_options.fp = options->fp;
    opt_options.log = log;
    TimerMark t = timer_begin(ctx, "opt", NULL);
    bool ok = opt_run(compiled, &opt_options);
    timer_end(ctx, t);
    return ok;
}

#ifdef CU_DEBUG
// Somebody else's PTX is in the module: what ptxas says of it is not our fault.
static bool has_assembly(IrModule *module) {
    IR_FOREACH_FUNC(f, module) {
        IR_FOREACH_BLOCK(bb, f) {
            IR_FOREACH_INST(i, bb) {
                if (ir_is_call_like(i) && ir_callee(i)->kind == IR_V_ASM) return true;
            }
        }
    }
    return false;
}

// Development builds read what they print with the reader that knows what ptxas refuses.
static void read_back(Ctx *ctx, const Buf *out) {
    Ctx *reader = calloc(1, sizeof *reader);
    if (!reader) return;
    ctx_init(reader);
    Buf said;
    buf_init(&said, &ctx->perm);
    ptx_read_checked(reader, &reader->perm, "printed PTX", out->at, out->n);
    if (diag_error_count(reader)) {
        diag_render(reader, &said);
        cu_ice(ctx, __FILE__, __LINE__, buf_cstr(&said));
    }
    ctx_free(reader);
    free(reader);
}
#endif

static bool run_back_end(Ctx *ctx, const CompileOptions *options, IrModule *compiled, Buf *out) {
    PtxOptions ptx_options = {.target = options->target,
                              .opt_level = options->optimizer.level,
                              .fp = options->fp,
                              .table_density = options->table_density,
                              .ptx_version = driver_written_version(options),
                              .lines = options->line_info || options->show_source,
                              .whole_program =
                                  options->input != INPUT_IR && !options->language.keep_functions,
                              .debug = options->debug,
                              .plain_names = options->plain_names,
                              .head = options->head,
                              .jobs = options->optimizer.jobs};
    TimerMark timer_mark = timer_begin(ctx, "ptx", NULL);
    PtxModule *pm = NULL;
#ifdef CU_DEBUG
    bool own = !has_assembly(compiled);
#endif
    bool ok = ptx_codegen(ctx, compiled, &ptx_options, &pm) && !diag_error_count(ctx);
    PtxSourceText source = {driver_source_line, NULL, options->directory};
    if (ok && options->show_source) {
        source.data = driver_source_new(ctx);
        pm->source = &source;
        pm->hide_lines = !options->line_info;
    }
    if (ok && options->emit == EMIT_MIR) ptx_print_mir(pm, out);
    TimerMark print = timer_begin(ctx, "print", NULL);
    size_t begin = out->n;
    if (ok && options->emit != EMIT_MIR) ptx_print(pm, out);
    timer_end(ctx, print);
    if (ok && options->emit != EMIT_MIR && driver_written_version(options))
        ok = driver_settle_ptx_version(ctx, options, out, begin);
#ifdef CU_DEBUG
    if (ok && own && options->emit != EMIT_MIR) read_back(ctx, out);
#endif
    timer_end(ctx, timer_mark);
    return ok;
}

// The toolkit's device math library: the file that the options name, else in the folder of
// NVVMIR_LIBRARY_DIR, else of the toolkit that is found (places.h); NULL: there is none.
static const char *library_path(Ctx *ctx, const CompileOptions *options) {
    if (options->libdevice) return options->libdevice;
    const char *dir = getenv("NVVMIR_LIBRARY_DIR");
    if (dir && *dir) return arena_printf(&ctx->perm, "%s/libdevice.10.bc", dir);
    return driver_find_device_library(ctx, options->cuda_path);
}

static bool link_file(Ctx *ctx, IrModule *user, const char *path) {
    size_t n;
    TimerMark t = timer_begin(ctx, "libdevice", NULL);
    const char *bytes = ctx_map_file(ctx, path, &n); // most of it is not even looked at
    if (!bytes || !ir_is_bitcode(bytes, n)) bytes = driver_read_file(ctx, path, &n); // text
    bool ok = bytes && nvvm_link_library(user, path, bytes, n);
    ctx_unmap(ctx, bytes); // nothing points into it
    timer_end(ctx, t);
    return ok;
}

static bool link_own(Ctx *ctx, IrModule *m) {
    TimerMark t = timer_begin(ctx, "libdevice", NULL);
    IrModule *lib = nvvm_builtin_library_for(m);
    bool ok = lib && ir_link(m, lib, IR_LINK_LIBRARY);
    if (lib) ir_module_free(lib);
    timer_end(ctx, t);
    return ok;
}

typedef enum { FROM_NOWHERE, FROM_FILE, FROM_US } LibraryPlace;

// Where the device library is, and the file's path.
static LibraryPlace library_place(Ctx *ctx, const CompileOptions *options, const char **path) {
    *path = NULL;
    if (options->no_device_library || options->library == LIBRARY_NONE) return FROM_NOWHERE;
    if (options->libdevice || options->library != LIBRARY_CUPRUM) {
        *path = library_path(ctx, options);
        bool found = *path && access(*path, R_OK) == 0;
        if (options->libdevice || found) return FROM_FILE;
    }
    return options->library == LIBRARY_NVIDIA ? FROM_NOWHERE : FROM_US;
}

const char *driver_library_file(Ctx *ctx, const CompileOptions *options) {
    const char *path;
    return library_place(ctx, options, &path) == FROM_FILE ? path : NULL;
}

// Without a library calls of its functions stay calls of undefined functions.
static bool link_device_library(Ctx *ctx, const CompileOptions *options, IrModule *compiled,
                                Buf *log) {
    const char *path;
    bool wanted = nvvm_needs_library(compiled) || nvvm_has_math(compiled);
    LibraryPlace place = wanted ? library_place(ctx, options, &path) : FROM_NOWHERE;
    if (place != FROM_NOWHERE) nvvm_math_calls(compiled);
    if (!nvvm_needs_library(compiled)) place = FROM_NOWHERE;
    if (place != FROM_NOWHERE && options->verbose)
        buf_printf(log, "cuprum: device library: %s\n", place == FROM_US ? "cuprum's own" : path);
    if (place == FROM_FILE && !link_file(ctx, compiled, path)) return false;
    // NVIDIA's functions contract like the user's code; ours say themselves where they do.
    if (options->fp.fmad && !options->only_marked_contract && options->input != INPUT_TILE &&
        (place == FROM_FILE || options->input == INPUT_IR))
        nvvm_allow_contraction(compiled);
    bool fp128 = place == FROM_FILE && nvvm_needs_fp128(compiled);
    if ((place == FROM_US || fp128) && !link_own(ctx, compiled)) return false;
    if (options->library == LIBRARY_NONE) return true;
    NvvmOptions v = {options->target->number, options->fp, options->reflect, options->nreflect};
    return nvvm_reflect(compiled, &v);
}

// In IR input; irgen has done it already for C++.
static void lower_declared(const CompileOptions *options, IrModule *lowered) {
    IrGenOptions g = {.target = options->target, .fp = options->fp};
    irgen_lower_declared(lowered, &g);
}

// The module as a container for the linker, which finds in it how it computes and what to keep.
static bool put_container(Ctx *ctx, const CompileOptions *options, IrModule *compiled, Buf *out) {
    const Target *target = options->target;
    TimerMark t = timer_begin(ctx, "lto", NULL);
    nvvm_note_unit(compiled, &options->fp, target);
    nvvm_keep_for_host(compiled);
    nvvm_hide_own(compiled);
    bool ok = nvvm_write_own_container(compiled, target->number, target->suffix == 'a',
                                       target_newer_nvvm(target), out);
    nvvm_show_own(compiled);
    timer_end(ctx, t);
    return ok;
}

bool compile_ir(Ctx *ctx, const CompileOptions *options, IrModule *compiled, Buf *out, Buf *log) {
    // our own front end makes nothing that the check looks for
    bool code = !is_any_of(options->emit, EMIT_IR, EMIT_BC);
    if (options->input == INPUT_IR && code && !ir_check_target(compiled)) return false;
    if (options->input == INPUT_IR && !options->plain_names) {
        lower_declared(options, compiled);
        if (diag_error_count(ctx)) return false;
    }
    if (!link_device_library(ctx, options, compiled, log)) return false;
    Buf *container = options->emit == EMIT_LTO ? out : options->lto;
    bool early = container && !options->lto_optimized, late = container && !early;
    if (early && !put_container(ctx, options, compiled, container)) return false;
    if (early && options->emit == EMIT_LTO) return true;
    if (!run_optimizer(ctx, options, compiled, log)) return false;
    if (late && !put_container(ctx, options, compiled, container)) return false;
    if (options->emit == EMIT_LTO) return true;
    if (options->emit == EMIT_IR)
        ir_print_module(compiled, out);
    else if (options->emit == EMIT_BC)
        ir_write_bitcode(compiled, IR_BC_MODERN, out);
    else
        return run_back_end(ctx, options, compiled, out);
    return true;
}
