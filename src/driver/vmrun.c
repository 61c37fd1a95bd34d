// SPDX-License-Identifier: Apache-2.0
// `cuprum run`: executes one kernel in the virtual machine with arguments from the command line.
#include "driver/driver.h"
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
} RunArg;

typedef struct {
    Ctx *ctx;
    const char *input, *kernel, *arch;
    uint32_t grid[3], block[3], shared, jobs;
    uint64_t max_instructions, fill;
    bool hash, stats;
    VEC(const char *) print, dump;
    RunArg arg[MAX_ARGS];
    uint32_t narg;
} Run;

static const char usage[] =
    "usage: cuprum run FILE.ptx|FILE.cu [options] ARG...\n"
    "  --kernel=NAME             the kernel; default: the only .entry\n"
    "  --grid=X[,Y[,Z]]          blocks (default 1)\n"
    "  --block=X[,Y[,Z]]         threads per block (default 1)\n"
    "  --shared=BYTES            dynamic shared memory\n"
    "  --print=I[:N]             print (the first N elements of) buffer argument I\n"
    "  --dump=I=PATH             write buffer argument I to a file\n"
    "  --hash                    a line with the FNV-1a hash of every buffer argument\n"
    "  --stats                   executed thread instructions by class, and time\n"
    "  --jobs=N                  host threads (default: processors)\n"
    "  --max-instructions=N      stop after N warp instructions\n"
    "  --fill=BYTE               pattern of uninitialised memory and registers\n"
    "  -arch=sm_NN               for FILE.cu\n"
    "ARG: i32:V u32:V i64:V u64:V f32:V f64:V  bytes:HEX  buf:TYPE:COUNT:INIT\n"
    "  TYPE u8 i32 u32 i64 u64 f16 f32 f64; INIT zero, iota, rand:SEED, file:PATH\n";

// Errors in the use of the command.
static int wrong(const char *what, const char *text) {
    fprintf(stderr, "cuprum run: %s '%s'\n", what, text);
    return 2;
}

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
    if (strcmp(init, "zero") == 0) {
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
    return fill_buffer(r, a->bytes, a->type, a->count, end + 1);
}

static bool parse_arg(Run *r, const char *s) {
    if (r->narg == MAX_ARGS) return false;
    RunArg *a = &r->arg[r->narg++];
    a->text = s;
    if (strncmp(s, "buf:", 4) == 0) return parse_buffer(r, a, s + 4);
    if (strncmp(s, "bytes:", 6) == 0) return parse_bytes(r, a, s + 6);
    const char *colon = strchr(s, ':');
    const ElemType *t = colon ? find_type(s, (size_t)(colon - s)) : NULL;
    return t && t->size >= 4 && parse_scalar(r, a, t, colon + 1);
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

// The value of --name=value, or NULL.
static const char *value_of(const char *arg, const char *name) {
    size_t n = strlen(name);
    return strncmp(arg, name, n) == 0 && arg[n] == '=' ? arg + n + 1 : NULL;
}

static bool parse_option(Run *r, const char *s) {
    const char *v;
    uint64_t n = 0;
    if ((v = value_of(s, "--kernel"))) {
        r->kernel = v;
    } else if ((v = value_of(s, "--grid"))) {
        return parse_dims(v, r->grid);
    } else if ((v = value_of(s, "--block"))) {
        return parse_dims(v, r->block);
    } else if ((v = value_of(s, "--shared"))) {
        if (!parse_number(v, 1u << 30, &n)) return false;
        r->shared = (uint32_t)n;
    } else if ((v = value_of(s, "--jobs"))) {
        if (!parse_number(v, 1024, &n)) return false;
        r->jobs = (uint32_t)n;
    } else if ((v = value_of(s, "--max-instructions"))) {
        return parse_number(v, UINT64_MAX, &r->max_instructions);
    } else if ((v = value_of(s, "--fill"))) {
        return parse_number(v, 255, &r->fill);
    } else if ((v = value_of(s, "--print"))) {
        vec_push(&r->ctx->perm, &r->print, v);
    } else if ((v = value_of(s, "--dump"))) {
        vec_push(&r->ctx->perm, &r->dump, v);
    } else if ((v = value_of(s, "-arch")) || (v = value_of(s, "--gpu-architecture"))) {
        r->arch = v;
    } else if (strcmp(s, "--hash") == 0) {
        r->hash = true;
    } else if (strcmp(s, "--stats") == 0) {
        r->stats = true;
    } else {
        return false;
    }
    return true;
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

static int show_results(Run *r) {
    for (uint32_t k = 0; k < r->print.n; k++) {
        const char *rest;
        RunArg *a = buffer_arg(r, r->print.at[k], &rest);
        if (!a || (*rest && *rest != ':'))
            return wrong("--print names no buffer argument:", r->print.at[k]);
        uint64_t n = *rest == ':' ? strtoull(rest + 1, NULL, 10) : a->count;
        printf("arg %u:", (unsigned)(a - r->arg));
        for (uint64_t i = 0; i < CU_MIN(n, a->count); i++)
            print_element(a->type, a->bytes + i * a->type->size);
        putchar('\n');
    }
    for (uint32_t k = 0; k < r->dump.n; k++) {
        const char *rest;
        RunArg *a = buffer_arg(r, r->dump.at[k], &rest);
        if (!a || *rest != '=') return wrong("--dump names no buffer argument:", r->dump.at[k]);
        if (!driver_write_file(r->ctx, rest + 1, (const char *)a->bytes, a->count * a->type->size))
            return 1;
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
    return 0;
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

// ---- the run -----------------------------------------------------------------------------------

static int bind_args(Run *r, Vm *vm, VmFunc *k, uint8_t *params) {
    VmKernelInfo info = vm_kernel_info(k);
    if (info.count != r->narg) {
        fprintf(stderr, "cuprum run: kernel '%s' takes %u arguments, %u given\n", vm_kernel_name(k),
                info.count, r->narg);
        return 2;
    }
    for (uint32_t i = 0; i < r->narg; i++) {
        RunArg *a = &r->arg[i];
        uint32_t off, size;
        vm_kernel_param(k, i, &off, &size);
        const void *data = a->bytes;
        size_t n = a->size;
        if (a->type) {
            a->addr = vm_alloc(vm, a->count * a->type->size);
            if (!a->addr || !vm_write(vm, a->addr, a->bytes, a->count * a->type->size))
                return wrong("out of memory for", a->text);
            data = &a->addr;
            n = 8;
        }
        if (n > size || (n != size && strncmp(a->text, "bytes:", 6) != 0)) {
            fprintf(stderr, "cuprum run: argument %u '%s' has %zu bytes, the parameter %u\n", i,
                    a->text, n, size);
            return 2;
        }
        memcpy(params + off, data, n);
    }
    return 0;
}

static bool ends_with(const char *s, const char *tail) {
    size_t n = strlen(s), k = strlen(tail);
    return n >= k && strcmp(s + n - k, tail) == 0;
}

// PTX text of FILE.cu in *out (ctx->perm), or false with diagnostics.
static bool compile_to_ptx(Ctx *ctx, const char *path, const Target *t, Buf *out) {
    CompileOptions o;
    Buf log;
    buf_init(&log, &ctx->perm);
    compile_options_init(&o);
    o.path = path;
    o.target = t;
    o.emit = EMIT_PTX;
    return compile_run(ctx, &o, out, &log);
}

static bool load_text(Run *r, const char **text, size_t *n) {
    if (ends_with(r->input, ".cu")) {
        const Target *t =
            target_parse(r->arch ? r->arch : "sm_90", strlen(r->arch ? r->arch : "sm_90"));
        Buf out;
        buf_init(&out, &r->ctx->perm);
        if (!t || !compile_to_ptx(r->ctx, r->input, t, &out)) return false;
        *text = buf_cstr(&out);
        *n = out.n;
        return true;
    }
    *text = driver_read_file(r->ctx, r->input, n);
    return *text != NULL;
}

static VmFunc *choose_kernel(Run *r, VmModule *mod) {
    if (r->kernel) {
        VmFunc *k = vm_kernel(mod, r->kernel);
        if (!k) wrong("there is no kernel", r->kernel);
        return k;
    }
    uint32_t n = vm_kernel_count(mod);
    if (n == 1) return vm_kernel_at(mod, 0);
    fprintf(stderr, n ? "cuprum run: --kernel must name one of:\n"
                      : "cuprum run: the module has no kernel\n");
    for (uint32_t i = 0; i < n; i++)
        fprintf(stderr, "  %s\n", vm_kernel_name(vm_kernel_at(mod, i)));
    return NULL;
}

static int execute(Run *r) {
    const char *text;
    size_t n;
    if (!load_text(r, &text, &n)) {
        int rc = driver_finish(r->ctx);
        return rc ? rc : 1;
    }
    driver_finish(r->ctx); // warnings
    VmOptions opt = {
        .jobs = r->jobs, .max_instructions = r->max_instructions, .fill = (uint8_t)r->fill};
    Vm *vm = vm_new(r->ctx, &opt);
    Buf err;
    buf_init(&err, &r->ctx->perm);
    VmModule *mod = vm_load_text(vm, r->input, text, n, &err);
    if (err.n) fwrite(err.at, 1, err.n, stderr);
    if (!mod) return 1;
    VmFunc *k = choose_kernel(r, mod);
    if (!k) return 2;
    uint8_t *params = arena_zalloc(&r->ctx->perm, vm_kernel_info(k).size + 8, 64);
    int rc = bind_args(r, vm, k, params);
    if (rc) return rc;
    VmLaunch l = {.shared = r->shared, .params = params, .output = output};
    memcpy(l.grid, r->grid, sizeof l.grid);
    memcpy(l.block, r->block, sizeof l.block);
    VmResult res;
    VmStatus st = vm_launch(vm, k, &l, &res);
    if (st != VM_OK) {
        fflush(stdout);
        fprintf(stderr, "cuprum run: error: %s\n", res.error);
        return 1;
    }
    for (uint32_t i = 0; i < r->narg; i++) {
        RunArg *a = &r->arg[i];
        if (a->type) vm_read(vm, a->addr, a->bytes, a->count * a->type->size);
    }
    rc = show_results(r);
    if (r->stats) show_stats(&res);
    vm_free(vm);
    return rc;
}

int cmd_run(int argc, char **argv) {
    Ctx ctx;
    ctx_init(&ctx);
    jmp_buf unwind;
    int rc = 2;
    if (setjmp(unwind)) {
        fprintf(stderr, "cuprum run: %s\n", ctx.fatal_text ? ctx.fatal_text : "out of memory");
        rc = ctx.internal_error ? 3 : 1;
        ctx_free(&ctx);
        return rc;
    }
    ctx.unwind = &unwind;
    Run *r = arena_new(&ctx.perm, Run);
    *r = (Run){.ctx = &ctx, .grid = {1, 1, 1}, .block = {1, 1, 1}};
    bool ok = true, help = false;
    for (int i = 1; i < argc && ok; i++) {
        const char *s = argv[i];
        if (strcmp(s, "--help") == 0) {
            fputs(usage, stdout);
            help = true;
        } else if ((strcmp(s, "-arch") == 0 || strcmp(s, "--gpu-architecture") == 0) &&
                   i + 1 < argc) {
            r->arch = argv[++i];
        } else if (*s == '-' && s[1]) {
            ok = parse_option(r, s);
            if (!ok) wrong("bad option", s);
        } else if (!r->input) {
            r->input = s;
        } else {
            ok = parse_arg(r, s);
            if (!ok) wrong("bad argument", s);
        }
    }
    if (ok && !r->input && !help) {
        fputs(usage, stderr);
    } else if (ok) {
        rc = r->input ? execute(r) : 0;
    }
    ctx_free(&ctx);
    return rc;
}
