// SPDX-License-Identifier: Apache-2.0
// `cuprum run`: executes one kernel with arguments from the command line, in the virtual machine or
// on a GPU, or on both to compare them.
#include "driver/cmdline.h"
#include "driver/gpu.h"
#include "driver/run_tile.h"
#include "driver/run_watch.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

// Options of the compiler, and behind them those of this command.
enum {
    O_RUN_LAST_ = O_COUNT_ - 1,
#define OPT(id, ...) O_##id,
#include "driver/run_options.def"
#undef OPT
};
static const OptRow rows[] = {
#define OPT OPT_ROW
#include "driver/run_options.def"
#include "driver/options.def"
#undef OPT
};
const OptTable driver_run_options = {rows, CU_COUNT(rows)};

typedef enum { ON_VM = 1, ON_GPU = 2, ON_BOTH = ON_VM | ON_GPU } Places;

typedef struct {
    Ctx *ctx;
    Command k; // for FILE.cu
    const char *input;
    Places places;
    GpuFind *find; // NULL: this program cannot load the GPU's driver
    Launch launch;
    uint32_t jobs;
    uint64_t max_instructions, memory, fill;
    bool hash, stats, profile;
    bool native, interpreted, no_avx512, verify; // --jit=on, off, avx2, verify
    bool differ;                                 // native code and the interpreter
    uint32_t checks, max_findings;
    uint64_t seed;
    const char *page;
    RunWatch watch;
    VEC(const char *) print, dump;
} Run;

static const char usage[] = "usage: cuprum run FILE.ptx|FILE.cu|FILE.tileirbc [options] ARG...\n"
                            "ARG: i32:V u32:V i64:V u64:V f32:V f64:V  bytes:HEX  "
                            "buf:TYPE:COUNT:INIT\n"
                            "  TYPE u8 i32 u32 i64 u64 f16 f32 f64; INIT zero, iota, rand:SEED, "
                            "file:PATH, none\n";

// ---- options -----------------------------------------------------------------------------------

static bool parse_number(const char *s, uint64_t max, uint64_t *out) {
    char *end;
    *out = strtoull(s, &end, 0);
    return end != s && !*end && *out <= max && *s != '-';
}

static bool parse_option(Run *run, const OptItem *item) {
    const char *v = item->value;
    uint64_t n = 0;
    switch (item->id) {
    case O_KERNEL: run->launch.kernel = v; return true;
    case O_GRID: return driver_launch_parse_dims(v, run->launch.grid);
    case O_BLOCK: return driver_launch_parse_dims(v, run->launch.block);
    case O_SHARED:
        if (!parse_number(v, 1u << 30, &n)) return false;
        run->launch.shared = (uint32_t)n;
        return true;
    case O_ON:
        run->places = strcmp(v, "both") == 0 ? ON_BOTH : *v == 'g' ? ON_GPU : ON_VM;
        return true;
    case O_JIT:
        run->no_avx512 = strcmp(v, "avx2") == 0;
        run->verify = strcmp(v, "verify") == 0;
        run->native = run->no_avx512 || run->verify || strcmp(v, "on") == 0;
        run->interpreted = strcmp(v, "off") == 0;
        return true;
    case O_JOBS:
        if (!parse_number(v, 1024, &n)) return false;
        run->jobs = (uint32_t)n;
        return true;
    case O_DEVICE_MEMORY:
        if (!parse_number(v, 1u << 30, &n)) return false;
        run->memory = n << 20;
        return true;
    case O_MAX_INSTRUCTIONS: return parse_number(v, UINT64_MAX, &run->max_instructions);
    case O_FILL: return parse_number(v, 255, &run->fill);
    case O_PRINT: vec_push(&run->ctx->perm, &run->print, v); return true;
    case O_DUMP: vec_push(&run->ctx->perm, &run->dump, v); return true;
    case O_CHECK: return vm_parse_checks(v ? v : "", &run->checks);
    case O_FORMAT: run->watch.json = strcmp(v, "json") == 0; return true;
    case O_REPORT: run->watch.report = v; return true;
    case O_MAX_FINDINGS:
        if (!parse_number(v, 1u << 16, &n)) return false;
        run->max_findings = (uint32_t)n;
        return true;
    case O_PROFILE: run->page = v; return run->profile = true;
    case O_SEED: return parse_number(v, UINT64_MAX, &run->seed);
    case O_HASH: return run->hash = true;
    case O_STATS: return run->stats = true;
    default: return true;
    }
}

// ---- results -----------------------------------------------------------------------------------

static bool show_results(Run *run, Launch *launch) {
    for (uint32_t i = 0; i < run->print.n; i++) {
        if (!driver_launch_print(launch, run->print.at[i])) return false;
    }
    for (uint32_t i = 0; i < run->dump.n; i++) {
        if (!driver_launch_dump(launch, run->dump.at[i])) return false;
    }
    if (run->hash) driver_launch_print_hashes(launch);
    return true;
}

static void show_stats(const VmResult *res, Vm *vm) {
    uint64_t total = 0;
    for (int i = 0; i < VM_CLS_COUNT; i++) total += res->count[i];
    printf("thread instructions: %llu\n", (unsigned long long)total);
    for (int i = 0; i < VM_CLS_COUNT; i++) {
        if (res->count[i])
            printf("  %-8s %llu\n", vm_class_name[i], (unsigned long long)res->count[i]);
    }
    printf("warp instructions: %llu\n", (unsigned long long)res->warp_instructions);
    uint32_t native = vm_native_functions(vm);
    uint32_t whole = vm_native_whole_warps(vm), serial = vm_native_serial_loops(vm);
    if (native) printf("functions in native code: %u; the counts are estimates\n", native);
    if (whole) printf("functions that run whole warps at a time: %u\n", whole);
    if (serial) printf("loops that lanes run one after the other: %u\n", serial);
    printf("time: %.6f s, %.1f million thread instructions/s\n", res->seconds,
           res->seconds > 0 ? (double)total / res->seconds * 1e-6 : 0.0);
}

static void show_profile(Run *run, Vm *vm) {
    Buf b;
    buf_init(&b, &run->ctx->perm);
    vm_print_profile(vm, run->page != NULL, &b);
    if (run->page)
        driver_write_file(run->ctx, run->page, b.at, b.n);
    else
        fwrite(b.at, 1, b.n, stdout);
}

// True: there are some.
static bool show_findings(Run *run, Vm *vm) {
    uint32_t n = vm_finding_count(vm);
    if (!run->checks) return false;
    Buf out;
    buf_init(&out, &run->ctx->perm);
    const RunWatch *watch = &run->watch;
    vm_print_findings(vm, watch->json, &out);
    if (n || watch->json || watch->report) driver_watch_write(&run->watch, run->ctx, &out);
    return n != 0;
}

// True: native code and the interpreter differ.
static bool show_verified(Run *run, Vm *vm) {
    if (!run->verify) return false;
    Buf out;
    buf_init(&out, &run->ctx->perm);
    vm_print_new_differences(vm, &out);
    vm_print_verified(vm, &out);
    fflush(stdout);
    fwrite(out.at, 1, out.n, stderr);
    return vm_differences(vm) != 0;
}

static void show_fidelity(Run *run, Vm *vm) {
    Buf out;
    buf_init(&out, &run->ctx->perm);
    vm_print_fidelity(vm, &out);
    fwrite(out.at, 1, out.n, stdout);
}

// ---- the run -----------------------------------------------------------------------------------

static bool ends_with(const char *s, const char *tail) {
    size_t n = strlen(s), k = strlen(tail);
    return n >= k && strcmp(s + n - k, tail) == 0;
}

static bool is_source(Run *run) {
    static const char *const ext[] = {".cu", ".cpp", ".ii", ".ll", ".bc"};
    for (size_t i = 0; i < CU_COUNT(ext); i++) {
        if (ends_with(run->input, ext[i])) return true;
    }
    return opt_has(&run->k.r, O_LANG);
}

// The options' values. False: wrong use.
static bool read_options(Run *run, uint32_t n, const char *const *args) {
    OptResult all;
    driver_read_diag_options(&run->k);
    if (!opt_parse(run->ctx, &driver_run_options, n, args, &all)) return false;
    for (uint32_t i = 0; i < all.items.n; i++) {
        const OptItem *it = &all.items.at[i];
        if (it->id) {
            vec_push(&run->ctx->perm, &run->k.r.items, *it);
            if (!parse_option(run, it)) {
                const OptRow *row = &rows[it->id - O_COUNT_];
                DRIVER_DIAG(run->ctx, drv_run_option, it->value, row->name);
            }
        } else if (!run->input) {
            run->input = it->spelling;
        } else {
            driver_launch_parse_arg(&run->launch, it->spelling);
        }
    }
    driver_read_diag_options(&run->k);
    if (opt_has(&run->k.r, O_HELP)) return true;
    if (!run->input) return DRIVER_DIAG(run->ctx, drv_no_input);
    if (!(run->places & ON_VM) && (run->checks || run->profile))
        DRIVER_DIAG(run->ctx, drv_run_vm_only);
    run->k.input = run->input;
    if (is_source(run) && !driver_read_options(&run->k)) return false;
    return diag_error_count(run->ctx) == 0;
}

// The PTX text that a source compiles to.
static const char *compile_text(Run *run, size_t *n) {
    Buf out, log;
    buf_init(&out, &run->ctx->perm);
    buf_init(&log, &run->ctx->perm);
    CompileOptions *options = &run->k.c;
    if (strcmp(run->input, "-") == 0) {
        options->text = driver_read_file(run->ctx, "-", &options->len);
        if (!options->text) return NULL;
        options->path = "<stdin>";
    }
    if (!opt_has(&run->k.r, O_ARCH)) options->target = target_find(90, 0);
    options->emit = EMIT_PTX;
    if (run->checks || run->profile) options->line_info = true;
    bool ok = compile_run(run->ctx, options, &out, &log);
    if (log.n) fwrite(log.at, 1, log.n, stderr);
    *n = out.n;
    return ok ? buf_cstr(&out) : NULL;
}

// The position of a line of the PTX text, for a message about it.
static Pos line_pos(Run *run, const char *name, const char *text, size_t n, uint32_t line) {
    const char *p = text, *end = text + n;
    while (line > 1 && p < end && (p = memchr(p, '\n', (size_t)(end - p)))) p++, line--;
    if (!p || line != 1 || n > INT32_MAX) return 0;
    p += strspn(p, " \t");
    SourceText *t = source_text(run->ctx, atom_cstr(run->ctx, name), text, (uint32_t)n);
    return source_add_file(run->ctx, t, 0, false) + (Pos)(p - text);
}

// What is loaded: the text, the machine, which knows the kernel's parameters, and the kernel.
typedef struct {
    const char *name, *text;
    size_t size;
    bool is_tile;
    Vm *vm;
    VmFunc *kernel;
} Loaded;

static void make_machine(Run *run, Loaded *loaded) {
    bool counts = run->stats || run->max_instructions; // exactly
    VmOptions opt = {.jobs = run->jobs,
                     .max_instructions = run->max_instructions,
                     .memory_limit = run->memory,
                     .fill = (uint8_t)run->fill,
                     .checks = run->checks,
                     .max_findings = run->max_findings,
                     .seed = run->seed,
                     .profile = run->profile,
                     .native = run->native || (!run->interpreted && !counts),
                     .no_avx512 = run->no_avx512,
                     .verify = run->verify,
                     .watch = driver_watch,
                     .watch_data = &run->watch};
    const char *lacks = run->native ? vm_why_not_native(&opt) : NULL;
    if (lacks) DRIVER_DIAG(run->ctx, drv_no_native, opt_value(&run->k.r, O_JIT, "on"), lacks);
    run->verify &= !lacks;
    loaded->vm = run->watch.vm = vm_new(run->ctx, &opt);
}

// 0, or the exit status of wrong use; without a kernel and with 0 there were diagnostics.
static int load(Run *run, Loaded *loaded) {
    make_machine(run, loaded);
    loaded->name = is_source(run) && !loaded->is_tile
                       ? arena_printf(&run->ctx->perm, "PTX of %s", run->input)
                       : run->input;
    VmModule *mod = (loaded->is_tile ? vm_load_tile : vm_load_text)(loaded->vm, loaded->name,
                                                                    loaded->text, loaded->size);
    if (!mod) return 0;
    loaded->kernel = driver_launch_kernel(&run->launch, mod);
    return loaded->kernel ? 0 : 2;
}

// ---- the virtual machine -----------------------------------------------------------------------

static bool alloc_buffers(Launch *launch, Vm *vm) {
    for (uint32_t i = 0; i < launch->narg; i++) {
        RunArg *a = &launch->arg[i];
        if (!a->type) continue;
        size_t size = driver_launch_buffer_size(a);
        a->addr = vm_alloc(vm, size);
        if (!a->addr || (!a->undefined && !vm_write(vm, a->addr, a->bytes, size)))
            return DRIVER_DIAG(launch->ctx, drv_run_memory, a->text);
        vm_name_allocation(vm, a->addr, arena_printf(&launch->ctx->perm, "argument %u", i));
    }
    return true;
}

static void read_buffers(Launch *launch, Vm *vm) {
    for (uint32_t i = 0; i < launch->narg; i++) {
        RunArg *a = &launch->arg[i];
        if (a->type) vm_read(vm, a->addr, a->bytes, driver_launch_buffer_size(a));
    }
}

// What the kernel prints: kept where it is compared.
static void output(void *data, const char *text, size_t n) {
    Buf *said = data;
    if (said)
        buf_write(said, text, n);
    else
        fwrite(text, 1, n, stdout);
}

// What the kernel prints goes to `said` (NULL: to standard output). Returns 0 to 2 as `execute`;
// *ran says that it came to its end.
static int run_on_vm(Run *run, Loaded *loaded, Buf *said, VmResult *res, bool *ran) {
    Launch *launch = &run->launch;
    uint8_t *params = arena_zalloc(&run->ctx->perm, vm_kernel_info(loaded->kernel).size + 8, 64);
    if (!alloc_buffers(launch, loaded->vm) || !driver_launch_bind(launch, loaded->kernel, params))
        return 2;
    VmLaunch vl = {.shared = launch->shared, .params = params, .output = output, .data = said};
    memcpy(vl.grid, launch->grid, sizeof vl.grid);
    memcpy(vl.block, launch->block, sizeof vl.block);
    // there is something to lose
    bool guarded = run->checks || run->profile || run->stats;
    if (guarded) driver_watch_begin(&run->watch);
    *ran = vm_launch(loaded->vm, loaded->kernel, &vl, res) == VM_OK;
    if (guarded) driver_watch_end(&run->watch);
    run->differ = show_verified(run, loaded->vm);
    if (!*ran) {
        Pos pos = loaded->is_tile
                      ? 0
                      : line_pos(run, loaded->name, loaded->text, loaded->size, res->line);
        diag(run->ctx, DIAG_OF(driver, drv_run_fault), pos, res->error);
        return 0;
    }
    read_buffers(launch, loaded->vm);
    return 0;
}

// True: the checkers found something.
static bool end_vm(Run *run, Loaded *loaded) {
    for (uint32_t i = 0; i < run->launch.narg; i++) {
        if (run->launch.arg[i].addr) vm_dealloc(loaded->vm, run->launch.arg[i].addr);
    }
    vm_check_leaks(loaded->vm);
    bool found = show_findings(run, loaded->vm);
    run->watch.vm = NULL;
    vm_free(loaded->vm);
    return found;
}

// ---- a GPU -------------------------------------------------------------------------------------

// The driver prints what kernels print to the process's standard output: this takes it.
typedef struct {
    FILE *file;
    int saved;
} Capture;

static bool begin_capture(Capture *c) {
    fflush(stdout);
    c->file = tmpfile();
    c->saved = dup(STDOUT_FILENO);
    return c->file && c->saved >= 0 && dup2(fileno(c->file), STDOUT_FILENO) >= 0;
}

static void end_capture(Capture *capture, Buf *said) {
    char piece[4096];
    fflush(NULL); // the driver may have its own buffer
    if (capture->saved >= 0) dup2(capture->saved, STDOUT_FILENO), close(capture->saved);
    if (!capture->file) return;
    rewind(capture->file);
    for (size_t n; (n = fread(piece, 1, sizeof piece, capture->file));) buf_write(said, piece, n);
    fclose(capture->file);
}

enum { REPETITIONS = 9 };

// The shortest of some launches, each with the buffers as they were given.
static bool show_gpu_time(Gpu *gpu, GpuKernel *gpu_kernel, Launch *launch) {
    double best = 0;
    for (int i = 0; i < REPETITIONS; i++) {
        double time;
        if (!driver_gpu_write_buffers(gpu, launch) || !driver_gpu_time(gpu_kernel, launch, &time))
            return false;
        if (!i || time < best) best = time;
    }
    printf("time: %.2f microseconds on %s\n", best, driver_gpu_name(gpu));
    return driver_gpu_write_buffers(gpu, launch);
}

static bool launch_captured(GpuKernel *gpu_kernel, const Launch *launch, Buf *said) {
    Capture c = {.saved = -1};
    bool begun = begin_capture(&c);
    bool ok = driver_gpu_launch(gpu_kernel, launch);
    end_capture(&c, said);
    if (!begun) buf_puts(said, "(what the kernel prints cannot be read)\n");
    return ok;
}

static bool run_on_device(Run *run, Gpu *gpu, Loaded *loaded, Launch *launch, Buf *said) {
    GpuKernel *k = driver_gpu_load(gpu, loaded->text, loaded->kernel);
    if (!k) return false;
    bool ok = driver_gpu_alloc_buffers(gpu, launch) &&
              (!run->stats || show_gpu_time(gpu, k, launch)) && launch_captured(k, launch, said) &&
              driver_gpu_read_buffers(gpu, launch);
    driver_gpu_free_buffers(gpu, launch);
    driver_gpu_unload(k);
    return ok;
}

// Returns 0 to 2 as `execute`; *ran says that the kernel came to its end.
static int run_on_gpu(Run *run, Loaded *loaded, Launch *launch, Buf *said, bool *ran) {
    const char *error = NULL;
    uint8_t *params = arena_zalloc(&run->ctx->perm, vm_kernel_info(loaded->kernel).size + 8, 64);
    if (!driver_launch_bind(launch, loaded->kernel, params))
        return 2; // said here, not by the driver
    Gpu *g = driver_gpu_open(run->ctx, run->find, &error);
    *ran = g && run_on_device(run, g, loaded, launch, said);
    if (!*ran) DRIVER_DIAG(run->ctx, drv_run_gpu, g ? driver_gpu_error(g) : error);
    if (g) driver_gpu_close(g);
    return 0;
}

// ---- both --------------------------------------------------------------------------------------

// The same launch with buffers of its own.
static Launch *copy_launch(const Launch *launch) {
    Launch *copy = arena_new(&launch->ctx->perm, Launch);
    *copy = *launch;
    for (uint32_t i = 0; i < launch->narg; i++) {
        RunArg *a = &copy->arg[i];
        if (!a->type) continue;
        a->bytes = arena_alloc(&launch->ctx->perm, driver_launch_buffer_size(a) + 1, 64);
        memcpy(a->bytes, launch->arg[i].bytes, driver_launch_buffer_size(a));
    }
    return copy;
}

static void put_text(const Buf *text) { // an empty one has no memory
    if (text->n) fwrite(text->at, 1, text->n, stdout);
}

// True: they differ, and how was said.
static bool show_differences(Run *run, const Launch *gpu, const Buf *vm_said, const Buf *gpu_said) {
    uint32_t count = driver_launch_print_differences(&run->launch, gpu);
    bool same_text = vm_said->n == gpu_said->n &&
                     (!vm_said->n || memcmp(vm_said->at, gpu_said->at, vm_said->n) == 0);
    if (!same_text) {
        printf("what the kernel prints differs; on the GPU it is:\n");
        put_text(gpu_said);
    }
    bool same = !count && same_text;
    printf("virtual machine and GPU: %s\n", same ? "the same" : "different");
    return !same;
}

// The option given that has no meaning for tiles, which have no threads and are only evaluated.
static const char *not_for_tiles(const Run *run) {
    static const uint16_t ids[] = {O_BLOCK,   O_SHARED, O_STATS, O_MAX_INSTRUCTIONS,
                                   O_PROFILE, O_SEED};
    for (size_t i = 0; i < CU_COUNT(ids); i++) {
        if (opt_has(&run->k.r, ids[i])) return rows[ids[i] - O_COUNT_].name;
    }
    return run->places & ON_GPU ? "on=gpu" : run->native ? "jit=on" : NULL;
}

// The program that can load the GPU's driver takes over. Returns only when it cannot be started.
static int start_gpu_program(Run *run, char **argv) {
    const char *folder = driver_library_folder(run->ctx);
    const char *program = arena_printf(&run->ctx->perm, "%s/cuprum-gpu", folder ? folder : ".");
    execv(program, argv);
    return DRIVER_DIAG(run->ctx, drv_run_program, program), 2;
}

// Runs the kernel where it was asked for and shows the results. Errors in the use of the command
// give 2, others 0 or 1 by the diagnostics; findings and differences give 1.
static int execute(Run *run, char **argv) {
    Loaded loaded = {0};
    // A .bc may be LLVM's bitcode or Tile IR's bytecode: its first bytes tell.
    if (ends_with(run->input, ".bc") || !is_source(run)) {
        loaded.text = driver_read_file(run->ctx, run->input, &loaded.size);
        if (!loaded.text) return 0;
        loaded.is_tile = driver_is_tile(run->input, loaded.text, loaded.size);
        const char *useless = loaded.is_tile ? not_for_tiles(run) : NULL;
        if (useless) return DRIVER_DIAG(run->ctx, drv_run_tile, useless), 2;
    }
    if (run->places & ON_GPU && !run->find) return start_gpu_program(run, argv);
    if (is_source(run) && !loaded.is_tile) loaded.text = compile_text(run, &loaded.size);
    if (!loaded.text) return 0;
    int code = load(run, &loaded);
    if (!loaded.kernel) return code;
    bool on_vm = run->places & ON_VM, on_gpu = run->places & ON_GPU, both = on_vm && on_gpu;
    Launch *gpu = both ? copy_launch(&run->launch) : &run->launch;
    Buf vm_said, gpu_said;
    buf_init(&vm_said, &run->ctx->perm);
    buf_init(&gpu_said, &run->ctx->perm);
    VmResult res = {0};
    bool vm_ran = !on_vm, gpu_ran = !on_gpu;
    if (on_vm) code = run_on_vm(run, &loaded, both ? &vm_said : NULL, &res, &vm_ran);
    if (!code && vm_ran && on_gpu) code = run_on_gpu(run, &loaded, gpu, &gpu_said, &gpu_ran);
    if (code || !vm_ran || !gpu_ran) {
        if (run->watch.signal && run->stats) show_stats(&res, loaded.vm);
        if (run->watch.signal && run->profile) show_profile(run, loaded.vm);
        show_findings(run, loaded.vm);
        return code;
    }
    put_text(on_vm ? &vm_said : &gpu_said);
    bool ok = show_results(run, &run->launch);
    if (ok && opt_has(&run->k.r, O_FIDELITY) && !loaded.is_tile) show_fidelity(run, loaded.vm);
    if (ok && run->stats && on_vm) show_stats(&res, loaded.vm);
    if (run->profile) show_profile(run, loaded.vm);
    bool differ = both && show_differences(run, gpu, &vm_said, &gpu_said);
    bool found = on_vm && end_vm(run, &loaded);
    return !ok ? 2 : found || differ || run->differ ? 1 : 0;
}

static int print_help(Run *run) {
    Buf b;
    buf_init(&b, &run->ctx->perm);
    buf_puts(&b, usage);
    opt_help(run->ctx, &b, &driver_run_options);
    fwrite(b.at, 1, b.n, stdout);
    return 0;
}

static int run_command(Run *run, uint32_t n, char **argv) {
    if (!read_options(run, n, (const char *const *)argv + 1)) return 2;
    if (opt_has(&run->k.r, O_HELP)) return print_help(run);
    return execute(run, argv);
}

int driver_run_kernel(int argc, char **argv, GpuFind *find) {
    Ctx ctx;
    ctx_init(&ctx);
    jmp_buf unwind;
    volatile int rc = 0, signalled = 0;
    Run *volatile running = NULL;
    ctx.unwind = &unwind;
    if (setjmp(unwind) == 0) {
        Run *r = running = arena_new(&ctx.perm, Run);
        *r = (Run){.ctx = &ctx, .k.ctx = &ctx, .places = ON_VM, .find = find};
        r->launch = (Launch){.ctx = &ctx, .grid = {1, 1, 1}, .block = {1, 1, 1}};
        rc = run_command(r, (uint32_t)argc - 1, argv);
        signalled = r->watch.signal;
    }
    if (running) vm_free(running->watch.vm); // what a fault has left
    // the program's output comes before what is said about it
    if (fflush(stdout) != 0 || ferror(stdout))
        DRIVER_DIAG(&ctx, drv_write, "standard output", strerror(errno));
    int code = driver_finish(&ctx);
    ctx_free(&ctx);
    if (signalled) raise(signalled);
    return code <= 1 && rc ? rc : code;
}

int cmd_run(int argc, char **argv) {
    return driver_run_kernel(argc, argv, NULL);
}
