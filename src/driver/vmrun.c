// SPDX-License-Identifier: Apache-2.0
// `cuprum run`: executes one kernel with arguments from the command line, in the virtual machine or
// on a GPU, or on both to compare them.
#include "driver/cmdline.h"
#include "driver/gpu.h"

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
static const OptTable options = {rows, CU_COUNT(rows)};

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
    bool hash, stats, json, profile;
    uint32_t checks, max_findings;
    uint64_t seed;
    const char *report, *page;
    VEC(const char *) print, dump;
} Run;

static const char usage[] = "usage: cuprum run FILE.ptx|FILE.cu [options] ARG...\n"
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

static bool parse_option(Run *r, const OptItem *i) {
    const char *v = i->value;
    uint64_t n = 0;
    switch (i->id) {
    case O_KERNEL: r->launch.kernel = v; return true;
    case O_GRID: return driver_launch_parse_dims(v, r->launch.grid);
    case O_BLOCK: return driver_launch_parse_dims(v, r->launch.block);
    case O_SHARED:
        if (!parse_number(v, 1u << 30, &n)) return false;
        r->launch.shared = (uint32_t)n;
        return true;
    case O_ON:
        r->places = strcmp(v, "both") == 0 ? ON_BOTH : *v == 'g' ? ON_GPU : ON_VM;
        return true;
    case O_JOBS:
        if (!parse_number(v, 1024, &n)) return false;
        r->jobs = (uint32_t)n;
        return true;
    case O_DEVICE_MEMORY:
        if (!parse_number(v, 1u << 30, &n)) return false;
        r->memory = n << 20;
        return true;
    case O_MAX_INSTRUCTIONS: return parse_number(v, UINT64_MAX, &r->max_instructions);
    case O_FILL: return parse_number(v, 255, &r->fill);
    case O_PRINT: vec_push(&r->ctx->perm, &r->print, v); return true;
    case O_DUMP: vec_push(&r->ctx->perm, &r->dump, v); return true;
    case O_CHECK: return vm_parse_checks(v ? v : "", &r->checks);
    case O_FORMAT: r->json = strcmp(v, "json") == 0; return true;
    case O_REPORT: r->report = v; return true;
    case O_MAX_FINDINGS:
        if (!parse_number(v, 1u << 16, &n)) return false;
        r->max_findings = (uint32_t)n;
        return true;
    case O_PROFILE: r->page = v; return r->profile = true;
    case O_SEED: return parse_number(v, UINT64_MAX, &r->seed);
    case O_HASH: return r->hash = true;
    case O_STATS: return r->stats = true;
    default: return true;
    }
}

// ---- results -----------------------------------------------------------------------------------

static bool show_results(Run *r, Launch *l) {
    for (uint32_t i = 0; i < r->print.n; i++) {
        if (!driver_launch_print(l, r->print.at[i])) return false;
    }
    for (uint32_t i = 0; i < r->dump.n; i++) {
        if (!driver_launch_dump(l, r->dump.at[i])) return false;
    }
    if (r->hash) driver_launch_print_hashes(l);
    return true;
}

static void show_stats(const VmResult *res) {
    uint64_t total = 0;
    for (int i = 0; i < VM_CLS_COUNT; i++) total += res->count[i];
    printf("thread instructions: %llu\n", (unsigned long long)total);
    for (int i = 0; i < VM_CLS_COUNT; i++) {
        if (res->count[i])
            printf("  %-8s %llu\n", vm_class_name[i], (unsigned long long)res->count[i]);
    }
    printf("warp instructions: %llu\n", (unsigned long long)res->warp_instructions);
    printf("time: %.6f s, %.1f million thread instructions/s\n", res->seconds,
           res->seconds > 0 ? (double)total / res->seconds * 1e-6 : 0.0);
}

static void show_profile(Run *r, Vm *vm) {
    Buf b;
    buf_init(&b, &r->ctx->perm);
    vm_print_profile(vm, r->page != NULL, &b);
    if (r->page)
        driver_write_file(r->ctx, r->page, b.at, b.n);
    else
        fwrite(b.at, 1, b.n, stdout);
}

// True: there are some.
static bool show_findings(Run *r, Vm *vm) {
    uint32_t n = vm_finding_count(vm);
    if (!r->checks) return false;
    Buf b;
    buf_init(&b, &r->ctx->perm);
    vm_print_findings(vm, r->json, &b);
    if (r->report) {
        driver_write_file(r->ctx, r->report, b.at, b.n);
    } else if (r->json) {
        fwrite(b.at, 1, b.n, stdout);
    } else if (n) {
        fflush(stdout);
        fwrite(b.at, 1, b.n, stderr);
    }
    return n != 0;
}

// ---- the run -----------------------------------------------------------------------------------

static bool ends_with(const char *s, const char *tail) {
    size_t n = strlen(s), k = strlen(tail);
    return n >= k && strcmp(s + n - k, tail) == 0;
}

static bool is_source(Run *r) {
    static const char *const ext[] = {".cu", ".cpp", ".ii", ".ll", ".bc"};
    for (size_t i = 0; i < CU_COUNT(ext); i++) {
        if (ends_with(r->input, ext[i])) return true;
    }
    return opt_has(&r->k.r, O_LANG);
}

// The options' values. False: wrong use.
static bool read_options(Run *r, uint32_t n, const char *const *args) {
    OptResult all;
    driver_read_diag_options(&r->k);
    if (!opt_parse(r->ctx, &options, n, args, &all)) return false;
    for (uint32_t i = 0; i < all.items.n; i++) {
        const OptItem *it = &all.items.at[i];
        if (it->id) {
            vec_push(&r->ctx->perm, &r->k.r.items, *it);
            if (!parse_option(r, it)) {
                const OptRow *row = &rows[it->id - O_COUNT_];
                DRIVER_DIAG(r->ctx, drv_run_option, it->value, row->name);
            }
        } else if (!r->input) {
            r->input = it->spelling;
        } else {
            driver_launch_parse_arg(&r->launch, it->spelling);
        }
    }
    driver_read_diag_options(&r->k);
    if (opt_has(&r->k.r, O_HELP)) return true;
    if (!r->input) return DRIVER_DIAG(r->ctx, drv_no_input);
    if (!(r->places & ON_VM) && (r->checks || r->profile)) DRIVER_DIAG(r->ctx, drv_run_vm_only);
    r->k.input = r->input;
    if (is_source(r) && !driver_read_options(&r->k)) return false;
    return diag_error_count(r->ctx) == 0;
}

// The PTX text, from the file or compiled.
static const char *load_text(Run *r, size_t *n) {
    if (!is_source(r)) return driver_read_file(r->ctx, r->input, n);
    Buf out, log;
    buf_init(&out, &r->ctx->perm);
    buf_init(&log, &r->ctx->perm);
    CompileOptions *o = &r->k.c;
    if (strcmp(r->input, "-") == 0) {
        o->text = driver_read_file(r->ctx, "-", &o->len);
        if (!o->text) return NULL;
        o->path = "<stdin>";
    }
    if (!opt_has(&r->k.r, O_ARCH)) o->target = target_find(90, 0);
    o->emit = EMIT_PTX;
    if (r->checks || r->profile) o->line_info = true;
    bool ok = compile_run(r->ctx, o, &out, &log);
    if (log.n) fwrite(log.at, 1, log.n, stderr);
    *n = out.n;
    return ok ? buf_cstr(&out) : NULL;
}

// The position of a line of the PTX text, for a message about it.
static Pos line_pos(Run *r, const char *name, const char *text, size_t n, uint32_t line) {
    const char *p = text, *end = text + n;
    while (line > 1 && p < end && (p = memchr(p, '\n', (size_t)(end - p)))) p++, line--;
    if (!p || line != 1 || n > INT32_MAX) return 0;
    p += strspn(p, " \t");
    SourceText *t = source_text(r->ctx, atom_cstr(r->ctx, name), text, (uint32_t)n);
    return source_add_file(r->ctx, t, 0, false) + (Pos)(p - text);
}

// What is loaded: the text, the machine, which knows the kernel's parameters, and the kernel.
typedef struct {
    const char *name, *text;
    size_t size;
    Vm *vm;
    VmFunc *kernel;
} Loaded;

// 0, or the exit status of wrong use; without a kernel and with 0 there were diagnostics.
static int load(Run *r, Loaded *p) {
    p->text = load_text(r, &p->size);
    if (!p->text) return 0;
    VmOptions opt = {.jobs = r->jobs,
                     .max_instructions = r->max_instructions,
                     .memory_limit = r->memory,
                     .fill = (uint8_t)r->fill,
                     .checks = r->checks,
                     .max_findings = r->max_findings,
                     .seed = r->seed,
                     .profile = r->profile};
    p->vm = vm_new(r->ctx, &opt);
    p->name = is_source(r) ? arena_printf(&r->ctx->perm, "PTX of %s", r->input) : r->input;
    VmModule *mod = vm_load_text(p->vm, p->name, p->text, p->size);
    if (!mod) return 0;
    p->kernel = driver_launch_kernel(&r->launch, mod);
    return p->kernel ? 0 : 2;
}

// ---- the virtual machine -----------------------------------------------------------------------

static bool alloc_buffers(Launch *l, Vm *vm) {
    for (uint32_t i = 0; i < l->narg; i++) {
        RunArg *a = &l->arg[i];
        if (!a->type) continue;
        size_t size = driver_launch_buffer_size(a);
        a->addr = vm_alloc(vm, size);
        if (!a->addr || (!a->undefined && !vm_write(vm, a->addr, a->bytes, size)))
            return DRIVER_DIAG(l->ctx, drv_run_memory, a->text);
        vm_name_allocation(vm, a->addr, arena_printf(&l->ctx->perm, "argument %u", i));
    }
    return true;
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
static int run_on_vm(Run *r, Loaded *p, Buf *said, VmResult *res, bool *ran) {
    Launch *l = &r->launch;
    uint8_t *params = arena_zalloc(&r->ctx->perm, vm_kernel_info(p->kernel).size + 8, 64);
    if (!alloc_buffers(l, p->vm) || !driver_launch_bind(l, p->kernel, params)) return 2;
    VmLaunch vl = {.shared = l->shared, .params = params, .output = output, .data = said};
    memcpy(vl.grid, l->grid, sizeof vl.grid);
    memcpy(vl.block, l->block, sizeof vl.block);
    *ran = vm_launch(p->vm, p->kernel, &vl, res) == VM_OK;
    if (!*ran) {
        Pos pos = line_pos(r, p->name, p->text, p->size, res->line);
        diag(r->ctx, &driver_diag_rows[D_drv_run_fault], pos, res->error);
        return 0;
    }
    for (uint32_t i = 0; i < l->narg; i++) {
        RunArg *a = &l->arg[i];
        if (a->type) vm_read(p->vm, a->addr, a->bytes, driver_launch_buffer_size(a));
    }
    return 0;
}

// True: the checkers found something.
static bool end_vm(Run *r, Loaded *p) {
    for (uint32_t i = 0; i < r->launch.narg; i++) {
        if (r->launch.arg[i].addr) vm_dealloc(p->vm, r->launch.arg[i].addr);
    }
    vm_check_leaks(p->vm);
    bool found = show_findings(r, p->vm);
    vm_free(p->vm);
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

static void end_capture(Capture *c, Buf *said) {
    char piece[4096];
    fflush(NULL); // the driver may have its own buffer
    if (c->saved >= 0) dup2(c->saved, STDOUT_FILENO), close(c->saved);
    if (!c->file) return;
    rewind(c->file);
    for (size_t n; (n = fread(piece, 1, sizeof piece, c->file));) buf_write(said, piece, n);
    fclose(c->file);
}

enum { REPETITIONS = 9 };

// The shortest of some launches, each with the buffers as they were given.
static bool show_gpu_time(Gpu *g, GpuKernel *k, Launch *l) {
    double best = 0;
    for (int i = 0; i < REPETITIONS; i++) {
        double time;
        if (!driver_gpu_write_buffers(g, l) || !driver_gpu_time(k, l, &time)) return false;
        if (!i || time < best) best = time;
    }
    printf("time: %.2f microseconds on %s\n", best, driver_gpu_name(g));
    return driver_gpu_write_buffers(g, l);
}

static bool launch_captured(GpuKernel *k, const Launch *l, Buf *said) {
    Capture c = {.saved = -1};
    bool begun = begin_capture(&c);
    bool ok = driver_gpu_launch(k, l);
    end_capture(&c, said);
    if (!begun) buf_puts(said, "(what the kernel prints cannot be read)\n");
    return ok;
}

static bool run_on_device(Run *r, Gpu *g, Loaded *p, Launch *l, Buf *said) {
    GpuKernel *k = driver_gpu_load(g, p->text, p->kernel);
    if (!k) return false;
    bool ok = driver_gpu_alloc_buffers(g, l) && (!r->stats || show_gpu_time(g, k, l)) &&
              launch_captured(k, l, said) && driver_gpu_read_buffers(g, l);
    driver_gpu_free_buffers(g, l);
    driver_gpu_unload(k);
    return ok;
}

// Returns 0 to 2 as `execute`; *ran says that the kernel came to its end.
static int run_on_gpu(Run *r, Loaded *p, Launch *l, Buf *said, bool *ran) {
    const char *error = NULL;
    uint8_t *params = arena_zalloc(&r->ctx->perm, vm_kernel_info(p->kernel).size + 8, 64);
    if (!driver_launch_bind(l, p->kernel, params)) return 2; // said here, not by the driver
    Gpu *g = driver_gpu_open(r->ctx, r->find, &error);
    *ran = g && run_on_device(r, g, p, l, said);
    if (!*ran) DRIVER_DIAG(r->ctx, drv_run_gpu, g ? driver_gpu_error(g) : error);
    if (g) driver_gpu_close(g);
    return 0;
}

// ---- both --------------------------------------------------------------------------------------

// The same launch with buffers of its own.
static Launch *copy_launch(const Launch *l) {
    Launch *copy = arena_new(&l->ctx->perm, Launch);
    *copy = *l;
    for (uint32_t i = 0; i < l->narg; i++) {
        RunArg *a = &copy->arg[i];
        if (!a->type) continue;
        a->bytes = arena_alloc(&l->ctx->perm, driver_launch_buffer_size(a) + 1, 64);
        memcpy(a->bytes, l->arg[i].bytes, driver_launch_buffer_size(a));
    }
    return copy;
}

// True: they differ, and how was said.
static bool show_differences(Run *r, const Launch *gpu, const Buf *vm_said, const Buf *gpu_said) {
    uint32_t count = driver_launch_print_differences(&r->launch, gpu);
    bool same_text =
        vm_said->n == gpu_said->n && memcmp(vm_said->at, gpu_said->at, vm_said->n) == 0;
    if (!same_text) {
        printf("what the kernel prints differs; on the GPU it is:\n");
        fwrite(gpu_said->at, 1, gpu_said->n, stdout);
    }
    bool same = !count && same_text;
    printf("virtual machine and GPU: %s\n", same ? "the same" : "different");
    return !same;
}

// Runs the kernel where it was asked for and shows the results. Errors in the use of the command
// give 2, others 0 or 1 by the diagnostics; findings and differences give 1.
static int execute(Run *r) {
    Loaded p = {0};
    int code = load(r, &p);
    if (!p.kernel) return code;
    bool on_vm = r->places & ON_VM, on_gpu = r->places & ON_GPU, both = on_vm && on_gpu;
    Launch *gpu = both ? copy_launch(&r->launch) : &r->launch;
    Buf vm_said, gpu_said;
    buf_init(&vm_said, &r->ctx->perm);
    buf_init(&gpu_said, &r->ctx->perm);
    VmResult res = {0};
    bool vm_ran = !on_vm, gpu_ran = !on_gpu;
    if (on_vm) code = run_on_vm(r, &p, both ? &vm_said : NULL, &res, &vm_ran);
    if (!code && vm_ran && on_gpu) code = run_on_gpu(r, &p, gpu, &gpu_said, &gpu_ran);
    if (code || !vm_ran || !gpu_ran) {
        show_findings(r, p.vm);
        return code;
    }
    const Buf *said = on_vm ? &vm_said : &gpu_said;
    fwrite(said->at, 1, said->n, stdout);
    bool ok = show_results(r, &r->launch);
    if (ok && r->stats && on_vm) show_stats(&res);
    if (r->profile) show_profile(r, p.vm);
    bool differ = both && show_differences(r, gpu, &vm_said, &gpu_said);
    bool found = on_vm && end_vm(r, &p);
    return !ok ? 2 : found || differ ? 1 : 0;
}

static int print_help(Run *r) {
    Buf b;
    buf_init(&b, &r->ctx->perm);
    buf_puts(&b, usage);
    opt_help(r->ctx, &b, &options);
    fwrite(b.at, 1, b.n, stdout);
    return 0;
}

// The program that can load the GPU's driver takes over. Returns only when it cannot be started.
static int start_gpu_program(Run *r, char **argv) {
    const char *folder = driver_library_folder(r->ctx);
    const char *program = arena_printf(&r->ctx->perm, "%s/cuprum-gpu", folder ? folder : ".");
    execv(program, argv);
    return DRIVER_DIAG(r->ctx, drv_run_program, program), 2;
}

static int run_command(Run *r, uint32_t n, char **argv) {
    if (!read_options(r, n, (const char *const *)argv + 1)) return 2;
    if (opt_has(&r->k.r, O_HELP)) return print_help(r);
    return r->places & ON_GPU && !r->find ? start_gpu_program(r, argv) : execute(r);
}

int driver_run_kernel(int argc, char **argv, GpuFind *find) {
    Ctx ctx;
    ctx_init(&ctx);
    jmp_buf unwind;
    volatile int rc = 0;
    ctx.unwind = &unwind;
    if (setjmp(unwind) == 0) {
        Run *r = arena_new(&ctx.perm, Run);
        *r = (Run){.ctx = &ctx, .k.ctx = &ctx, .places = ON_VM, .find = find};
        r->launch = (Launch){.ctx = &ctx, .grid = {1, 1, 1}, .block = {1, 1, 1}};
        rc = run_command(r, (uint32_t)argc - 1, argv);
    }
    // the program's output comes before what is said about it
    if (fflush(stdout) != 0 || ferror(stdout))
        DRIVER_DIAG(&ctx, drv_write, "standard output", strerror(errno));
    int code = driver_finish(&ctx);
    ctx_free(&ctx);
    return code <= 1 && rc ? rc : code;
}

int cmd_run(int argc, char **argv) {
    return driver_run_kernel(argc, argv, NULL);
}
