// SPDX-License-Identifier: Apache-2.0
// `cuprum run`: executes one kernel in the virtual machine with arguments from the command line.
#include "driver/cmdline.h"
#include "vm/float.h"
#include "vm/vm.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

enum { MAX_ARGS = 256 };

typedef struct {
    const char *name;
    uint8_t size;
    char kind; // i, u, f
} ElemType;

static const ElemType elem_types[] = {{"u8", 1, 'u'},  {"i32", 4, 'i'}, {"u32", 4, 'u'},
                                      {"i64", 8, 'i'}, {"u64", 8, 'u'}, {"f16", 2, 'f'},
                                      {"f32", 4, 'f'}, {"f64", 8, 'f'}};

typedef struct {
    const char *text; // as given
    uint8_t *bytes;   // by-value data
    size_t size;
    const ElemType *type; // buffers
    uint64_t count, addr;
    bool undefined; // buffers that nobody writes before the kernel
} RunArg;

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

typedef struct {
    Ctx *ctx;
    Command k; // for FILE.cu
    const char *input, *kernel;
    uint32_t grid[3], block[3], shared, jobs;
    uint64_t max_instructions, memory, fill;
    bool hash, stats, json, profile;
    uint32_t checks, max_findings;
    uint64_t seed;
    const char *report, *page;
    VEC(const char *) print, dump;
    RunArg arg[MAX_ARGS];
    uint32_t narg;
} Run;

static const char usage[] = "usage: cuprum run FILE.ptx|FILE.cu [options] ARG...\n"
                            "ARG: i32:V u32:V i64:V u64:V f32:V f64:V  bytes:HEX  "
                            "buf:TYPE:COUNT:INIT\n"
                            "  TYPE u8 i32 u32 i64 u64 f16 f32 f64; INIT zero, iota, rand:SEED, "
                            "file:PATH, none\n";

// ---- arguments ---------------------------------------------------------------------------------

static uint64_t splitmix(uint64_t *s) {
    uint64_t z = *s += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

static void put_float(uint8_t *p, const ElemType *t, double v) {
    float f = (float)v;
    uint16_t h;
    switch (t->size) {
    case 2:
        h = vm_half_put(v, false, PTX_RND_RN);
        memcpy(p, &h, 2);
        break;
    case 4: memcpy(p, &f, 4); break;
    default: memcpy(p, &v, 8); break;
    }
}

static bool fill_buffer(Run *r, uint8_t *p, const ElemType *t, uint64_t n, const char *init) {
    if (strcmp(init, "zero") == 0 || strcmp(init, "none") == 0) {
        memset(p, 0, n * t->size);
        return true;
    }
    if (strncmp(init, "file:", 5) == 0) {
        size_t len;
        char *data = driver_read_file(r->ctx, init + 5, &len);
        if (!data) return false;
        memset(p, 0, n * t->size);
        memcpy(p, data, CU_MIN(len, n * t->size));
        return true;
    }
    bool iota = strcmp(init, "iota") == 0;
    char *end = NULL;
    uint64_t state = strncmp(init, "rand:", 5) == 0 ? strtoull(init + 5, &end, 0) : 0;
    if (!iota && (!end || *end || end == init + 5)) return false;
    for (uint64_t i = 0; i < n; i++, p += t->size) {
        uint64_t x = iota ? i : splitmix(&state);
        if (t->kind != 'f') {
            memcpy(p, &x, t->size);
        } else if (iota) {
            put_float(p, t, (double)i);
        } else {
            put_float(p, t,
                      t->size == 8 ? (double)(x >> 11) * 0x1p-53 : (double)(x >> 40) * 0x1p-24);
        }
    }
    return true;
}

static bool parse_scalar(Run *r, RunArg *a, const ElemType *t, const char *v) {
    char *end;
    errno = 0;
    a->size = t->size;
    a->bytes = arena_zalloc(&r->ctx->perm, 8, 8);
    if (t->kind == 'f') {
        put_float(a->bytes, t, strtod(v, &end));
    } else {
        uint64_t x = *v == '-' ? (uint64_t)strtoll(v, &end, 0) : strtoull(v, &end, 0);
        memcpy(a->bytes, &x, t->size);
    }
    return end != v && !*end;
}

static bool parse_bytes(Run *r, RunArg *a, const char *hex) {
    size_t n = strlen(hex);
    if (n % 2) return false;
    a->size = n / 2;
    a->bytes = arena_zalloc(&r->ctx->perm, a->size + 1, 8);
    for (size_t i = 0; i < n; i++) {
        const char *digits = "0123456789abcdef",
                   *p = strchr(digits, hex[i] | (hex[i] >= 'A' ? 0x20 : 0));
        if (!p) return false;
        a->bytes[i / 2] |= (uint8_t)((p - digits) << (i % 2 ? 0 : 4));
    }
    return true;
}

static const ElemType *find_type(const char *s, size_t n) {
    for (size_t i = 0; i < CU_COUNT(elem_types); i++) {
        if (strlen(elem_types[i].name) == n && strncmp(elem_types[i].name, s, n) == 0)
            return &elem_types[i];
    }
    return NULL;
}

// buf:TYPE:COUNT:INIT
static bool parse_buffer(Run *r, RunArg *a, const char *s) {
    const char *colon = strchr(s, ':');
    a->type = colon ? find_type(s, (size_t)(colon - s)) : NULL;
    if (!a->type) return false;
    char *end;
    a->count = strtoull(colon + 1, &end, 0);
    if (*end != ':' || end == colon + 1 || a->count > (1ull << 36) / a->type->size) return false;
    a->bytes = arena_alloc(&r->ctx->perm, a->count * a->type->size + 1, 64);
    a->undefined = strcmp(end + 1, "none") == 0;
    return fill_buffer(r, a->bytes, a->type, a->count, end + 1);
}

static bool parse_value(Run *r, RunArg *a, const char *s) {
    if (strncmp(s, "buf:", 4) == 0) return parse_buffer(r, a, s + 4);
    if (strncmp(s, "bytes:", 6) == 0) return parse_bytes(r, a, s + 6);
    const char *colon = strchr(s, ':');
    const ElemType *t = colon ? find_type(s, (size_t)(colon - s)) : NULL;
    return t && t->size >= 4 && parse_scalar(r, a, t, colon + 1);
}

static void parse_arg(Run *r, const char *s) {
    if (r->narg == MAX_ARGS) {
        DRIVER_DIAG(r->ctx, drv_run_many, MAX_ARGS);
        return;
    }
    RunArg *a = &r->arg[r->narg++];
    a->text = s;
    uint32_t before = diag_error_count(r->ctx);
    if (!parse_value(r, a, s) && diag_error_count(r->ctx) == before)
        DRIVER_DIAG(r->ctx, drv_run_arg, s);
}

// ---- options -----------------------------------------------------------------------------------

static bool parse_number(const char *s, uint64_t max, uint64_t *out) {
    char *end;
    *out = strtoull(s, &end, 0);
    return end != s && !*end && *out <= max && *s != '-';
}

static bool parse_dims(const char *s, uint32_t *d) {
    for (int i = 0; i < 3; i++) {
        char *end;
        uint64_t v = strtoull(s, &end, 0);
        if (end == s || v == 0 || v > INT32_MAX || *s == '-') return false;
        d[i] = (uint32_t)v;
        if (!*end) return true;
        if (*end != ',') return false;
        s = end + 1;
    }
    return false;
}

static bool parse_option(Run *r, const OptItem *i) {
    const char *v = i->value;
    uint64_t n = 0;
    switch (i->id) {
    case O_KERNEL: r->kernel = v; return true;
    case O_GRID: return parse_dims(v, r->grid);
    case O_BLOCK: return parse_dims(v, r->block);
    case O_SHARED:
        if (!parse_number(v, 1u << 30, &n)) return false;
        r->shared = (uint32_t)n;
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

static void print_element(const ElemType *t, const uint8_t *p) {
    uint64_t u = 0;
    memcpy(&u, p, t->size);
    if (t->kind == 'u') {
        printf(" %llu", (unsigned long long)u);
    } else if (t->kind == 'i') {
        printf(" %lld", t->size == 4 ? (long long)(int32_t)u : (long long)u);
    } else if (t->size == 8) {
        double d;
        memcpy(&d, p, 8);
        printf(" %.17g", d);
    } else {
        float f = t->size == 2 ? vm_half_get((uint16_t)u, false) : 0;
        if (t->size == 4) memcpy(&f, p, 4);
        printf(" %.9g", (double)f);
    }
}

static RunArg *buffer_arg(Run *r, const char *s, const char **rest) {
    char *end;
    uint64_t i = strtoull(s, &end, 10);
    *rest = end;
    return end != s && i < r->narg && r->arg[i].type ? &r->arg[i] : NULL;
}

static bool show_results(Run *r) {
    for (uint32_t k = 0; k < r->print.n; k++) {
        const char *rest;
        RunArg *a = buffer_arg(r, r->print.at[k], &rest);
        if (!a || (*rest && *rest != ':'))
            return DRIVER_DIAG(r->ctx, drv_run_index, "print", r->print.at[k]);
        uint64_t n = *rest == ':' ? strtoull(rest + 1, NULL, 10) : a->count;
        printf("arg %u:", (unsigned)(a - r->arg));
        for (uint64_t i = 0; i < CU_MIN(n, a->count); i++)
            print_element(a->type, a->bytes + i * a->type->size);
        putchar('\n');
    }
    for (uint32_t k = 0; k < r->dump.n; k++) {
        const char *rest;
        RunArg *a = buffer_arg(r, r->dump.at[k], &rest);
        if (!a || *rest != '=') return DRIVER_DIAG(r->ctx, drv_run_index, "dump", r->dump.at[k]);
        if (!driver_write_file(r->ctx, rest + 1, (const char *)a->bytes, a->count * a->type->size))
            return false;
    }
    for (uint32_t i = 0; r->hash && i < r->narg; i++) {
        const RunArg *a = &r->arg[i];
        if (!a->type) continue;
        uint64_t h = 0xcbf29ce484222325u;
        for (uint64_t b = 0; b < a->count * a->type->size; b++)
            h = (h ^ a->bytes[b]) * 0x100000001b3u;
        printf("arg %u: %llu x %s fnv1a64 %016llx\n", i, (unsigned long long)a->count,
               a->type->name, (unsigned long long)h);
    }
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

static void output(void *data, const char *text, size_t n) {
    fwrite(text, 1, n, stdout);
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

static bool bind_args(Run *r, Vm *vm, VmFunc *k, uint8_t *params) {
    VmKernelInfo info = vm_kernel_info(k);
    if (info.count != r->narg)
        return DRIVER_DIAG(r->ctx, drv_run_count, vm_kernel_name(k), info.count, r->narg);
    for (uint32_t i = 0; i < r->narg; i++) {
        RunArg *a = &r->arg[i];
        uint32_t off, size;
        vm_kernel_param(k, i, &off, &size);
        const void *data = a->bytes;
        size_t n = a->size;
        if (a->type) {
            a->addr = vm_alloc(vm, a->count * a->type->size);
            if (!a->addr ||
                (!a->undefined && !vm_write(vm, a->addr, a->bytes, a->count * a->type->size)))
                return DRIVER_DIAG(r->ctx, drv_run_memory, a->text);
            vm_name_allocation(vm, a->addr, arena_printf(&r->ctx->perm, "argument %u", i));
            data = &a->addr;
            n = 8;
        }
        if (n > size || (n != size && strncmp(a->text, "bytes:", 6) != 0))
            return DRIVER_DIAG(r->ctx, drv_run_size, i, a->text, n, size);
        memcpy(params + off, data, n);
    }
    return true;
}

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
            parse_arg(r, it->spelling);
        }
    }
    driver_read_diag_options(&r->k);
    if (opt_has(&r->k.r, O_HELP)) return true;
    if (!r->input) return DRIVER_DIAG(r->ctx, drv_no_input);
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

static VmFunc *choose_kernel(Run *r, VmModule *mod) {
    uint32_t n = vm_kernel_count(mod);
    VmFunc *k = r->kernel ? vm_kernel(mod, r->kernel) : n == 1 ? vm_kernel_at(mod, 0) : NULL;
    if (k) return k;
    if (r->kernel) {
        DRIVER_DIAG(r->ctx, drv_run_kernel, r->kernel);
    } else if (n == 0) {
        DRIVER_DIAG(r->ctx, drv_run_no_kernel);
    } else {
        Buf b;
        buf_init(&b, &r->ctx->perm);
        for (uint32_t i = 0; i < n; i++)
            buf_printf(&b, "%s %s", i ? "," : "", vm_kernel_name(vm_kernel_at(mod, i)));
        DRIVER_DIAG(r->ctx, drv_run_choose, buf_cstr(&b));
    }
    return NULL;
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

// Runs the kernel and shows the results. Errors in the use of the command give 2, others 0 or 1 by
// the diagnostics.
static int execute(Run *r) {
    size_t n;
    const char *text = load_text(r, &n);
    if (!text) return 0;
    VmOptions opt = {.jobs = r->jobs,
                     .max_instructions = r->max_instructions,
                     .memory_limit = r->memory,
                     .fill = (uint8_t)r->fill,
                     .checks = r->checks,
                     .max_findings = r->max_findings,
                     .seed = r->seed,
                     .profile = r->profile};
    Vm *vm = vm_new(r->ctx, &opt);
    const char *name = is_source(r) ? arena_printf(&r->ctx->perm, "PTX of %s", r->input) : r->input;
    VmModule *mod = vm_load_text(vm, name, text, n);
    if (!mod) return 0;
    VmFunc *k = choose_kernel(r, mod);
    if (!k) return 2;
    uint8_t *params = arena_zalloc(&r->ctx->perm, vm_kernel_info(k).size + 8, 64);
    if (!bind_args(r, vm, k, params)) return 2;
    VmLaunch l = {.shared = r->shared, .params = params, .output = output};
    memcpy(l.grid, r->grid, sizeof l.grid);
    memcpy(l.block, r->block, sizeof l.block);
    VmResult res;
    if (vm_launch(vm, k, &l, &res) != VM_OK) {
        Pos pos = line_pos(r, name, text, n, res.line);
        diag(r->ctx, &driver_diag_rows[D_drv_run_fault], pos, res.error);
        show_findings(r, vm);
        return 0;
    }
    for (uint32_t i = 0; i < r->narg; i++) {
        RunArg *a = &r->arg[i];
        if (a->type) vm_read(vm, a->addr, a->bytes, a->count * a->type->size);
    }
    bool ok = show_results(r);
    if (ok && r->stats) show_stats(&res);
    if (r->profile) show_profile(r, vm);
    for (uint32_t i = 0; i < r->narg; i++) {
        if (r->arg[i].addr) vm_dealloc(vm, r->arg[i].addr);
    }
    vm_check_leaks(vm);
    bool found = show_findings(r, vm);
    vm_free(vm);
    return !ok ? 2 : found ? 1 : 0;
}

static int print_help(Run *r) {
    Buf b;
    buf_init(&b, &r->ctx->perm);
    buf_puts(&b, usage);
    opt_help(r->ctx, &b, &options);
    fwrite(b.at, 1, b.n, stdout);
    return 0;
}

static int run_command(Run *r, uint32_t n, const char *const *args) {
    if (!read_options(r, n, args)) return 2;
    if (opt_has(&r->k.r, O_HELP)) return print_help(r);
    return execute(r);
}

int cmd_run(int argc, char **argv) {
    Ctx ctx;
    ctx_init(&ctx);
    jmp_buf unwind;
    volatile int rc = 0;
    ctx.unwind = &unwind;
    if (setjmp(unwind) == 0) {
        Run *r = arena_new(&ctx.perm, Run);
        *r = (Run){.ctx = &ctx, .k.ctx = &ctx, .grid = {1, 1, 1}, .block = {1, 1, 1}};
        rc = run_command(r, (uint32_t)argc - 1, (const char *const *)argv + 1);
    }
    // the program's output comes before what is said about it
    if (fflush(stdout) != 0 || ferror(stdout))
        DRIVER_DIAG(&ctx, drv_write, "standard output", strerror(errno));
    int code = driver_finish(&ctx);
    ctx_free(&ctx);
    return code <= 1 && rc ? rc : code;
}
