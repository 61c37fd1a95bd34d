// SPDX-License-Identifier: Apache-2.0
// Every function of NVIDIA's device library, called from a kernel: compiles at -O0 and -O3 for
// three targets, and in the virtual machine gives the same bits as NVIDIA's libNVVM makes of the
// same IR. Inputs are random bits, special values and the edges between them. By default few
// inputs; CUPRUM_LIBDEVICE_FULL=1 takes 10000 each, all option sets, and asks ptxas.
#include "compiled.h"
#include "ir/ir.h"
#include "unit.h"
#include "vm/vm.h"

#include <dlfcn.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MAX_FUNCS = 512, MAX_PARAMS = 6 };

typedef struct {
    char name[40],
        sig[MAX_PARAMS + 2]; // result, parameters: h i j (16, 32, 64 bits) f d, v; capital: to
} Func;
static Func funcs[MAX_FUNCS];
static int nfuncs;
static const char *cuda;
static bool full;

static const char *root(void) {
    static const char *const usual[] = {"/usr/local/cuda", "/usr/local/cuda-13.0"};
    const char *home = getenv("CUDA_HOME");
    if (home && *home) return home;
    for (size_t i = 0; i < CU_COUNT(usual); i++) {
        if (access(usual[i], R_OK) == 0) return usual[i];
    }
    return "";
}

// ---- the library's functions --------------------------------------------------------------------

static char letter(const IrType *t, const char *name, bool result) {
    switch (t->kind) {
    case IR_TY_INT: return t->bits == 64 ? 'j' : t->bits == 16 ? 'h' : 'i';
    case IR_TY_FLOAT: return 'f';
    case IR_TY_DOUBLE: return 'd';
    case IR_TY_PTR: {
        if (strncmp(name, "__nv_frexp", 10) == 0 || strncmp(name, "__nv_remquo", 11) == 0)
            return 'I';
        if (strcmp(name, "__nv_modf") == 0) return 'D';
        return name[strlen(name) - 1] == 'f' ? 'F' : 'D';
    }
    default: return result ? 'v' : '?';
    }
}

static bool read_functions(void) {
    Ctx ctx;
    ctx_init(&ctx);
    char path[512];
    snprintf(path, sizeof path, "%s/nvvm/libdevice/libdevice.10.bc", cuda);
    size_t n;
    const char *bytes = access(path, R_OK) == 0 ? driver_read_file(&ctx, path, &n) : NULL;
    IrModule *m = bytes ? ir_read_bitcode(&ctx, path, bytes, n) : NULL;
    if (m) {
        IR_FOREACH_FUNC(f, m) {
            const char *name = atom_str(&ctx, f->g.v.name);
            if (f->g.linkage != IR_EXTERNAL || strncmp(name, "__nv_", 5) != 0) continue;
            if (nfuncs == MAX_FUNCS || f->nargs > MAX_PARAMS) break;
            Func *to = &funcs[nfuncs++];
            snprintf(to->name, sizeof to->name, "%s", name);
            to->sig[0] = letter(f->g.vty->elem, name, true);
            for (uint32_t k = 0; k < f->nargs; k++)
                to->sig[k + 1] = letter(f->arg[k]->v.type, name, false);
        }
        ir_module_free(m);
    }
    ctx_free(&ctx);
    return nfuncs > 0;
}

// ---- the kernels: in the dialect that NVIDIA's library reads, typed pointers --------------------

static const char *type_name(char c) {
    switch (c) {
    case 'h': return "i16";
    case 'i':
    case 'I': return "i32";
    case 'j':
    case 'J': return "i64";
    case 'f':
    case 'F': return "float";
    case 'd':
    case 'D': return "double";
    default: return "void";
    }
}

static bool is_output(char c) {
    return c >= 'A' && c <= 'Z';
}

static void put_signature(FILE *o, const Func *f) {
    for (const char *p = f->sig + 1; *p; p++)
        fprintf(o, "%s%s%s", p == f->sig + 1 ? "" : ", ", type_name(*p), is_output(*p) ? "*" : "");
}

static void put_kernel(FILE *o, const Func *f) {
    int n = (int)strlen(f->sig) - 1;
    fprintf(o, "declare %s @%s(", type_name(f->sig[0]), f->name);
    put_signature(o, f);
    fprintf(o, ")\ndefine void @k%s(", f->name + 4);
    for (int k = 1; k <= n; k++) fprintf(o, "%s* %%p%d, ", type_name(f->sig[k]), k);
    fprintf(o, "%s* %%r) {\n", f->sig[0] == 'v' ? "i32" : type_name(f->sig[0]));
    fprintf(o, "  %%t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()\n"
               "  %%c = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()\n"
               "  %%b = mul i32 %%c, 128\n  %%s = add i32 %%b, %%t\n  %%i = sext i32 %%s to i64\n");
    for (int k = 1; k <= n; k++) {
        const char *t = type_name(f->sig[k]);
        if (is_output(f->sig[k])) {
            fprintf(o, "  %%a%d = alloca %s\n  store %s %s, %s* %%a%d\n", k, t, t,
                    f->sig[k] == 'I' ? "7" : "1.5", t, k); // norm and rnorm read it
            continue;
        }
        fprintf(o,
                "  %%q%d = getelementptr inbounds %s, %s* %%p%d, i64 %%i\n"
                "  %%a%d = load %s, %s* %%q%d\n",
                k, t, t, k, k, t, t, k);
    }
    fprintf(o, "  %scall %s @%s(", f->sig[0] == 'v' ? "" : "%v = ", type_name(f->sig[0]), f->name);
    for (int k = 1; k <= n; k++)
        fprintf(o, "%s%s%s %%a%d", k > 1 ? ", " : "", type_name(f->sig[k]),
                is_output(f->sig[k]) ? "*" : "", k);
    fprintf(o, ")\n");
    for (int k = 1; k <= n; k++) {
        const char *t = type_name(f->sig[k]);
        if (!is_output(f->sig[k])) continue;
        fprintf(o,
                "  %%l%d = load %s, %s* %%a%d\n"
                "  %%q%d = getelementptr inbounds %s, %s* %%p%d, i64 %%i\n"
                "  store %s %%l%d, %s* %%q%d\n",
                k, t, t, k, k, t, t, k, t, k, t, k);
    }
    if (f->sig[0] != 'v') {
        const char *t = type_name(f->sig[0]);
        fprintf(o, "  %%q = getelementptr inbounds %s, %s* %%r, i64 %%i\n  store %s %%v, %s* %%q\n",
                t, t, t, t);
    }
    fprintf(o, "  ret void\n}\n");
}

static char *make_module(size_t *n) {
    char *text = NULL;
    FILE *o = open_memstream(&text, n);
    fprintf(o, "target datalayout = \"e-p:64:64:64-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-"
               "i128:128:128-f32:32:32-f64:64:64-v16:16:16-v32:32:32-v64:64:64-v128:128:128-"
               "n16:32:64\"\ntarget triple = \"nvptx64-nvidia-cuda\"\n"
               "declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()\n"
               "declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()\n");
    for (int i = 0; i < nfuncs; i++) put_kernel(o, &funcs[i]);
    fprintf(o, "!nvvmir.version = !{!0}\n!0 = !{i32 2, i32 0}\n!nvvm.annotations = !{");
    for (int i = 0; i < nfuncs; i++) fprintf(o, "%s!%d", i ? ", " : "", i + 1);
    fprintf(o, "}\n");
    for (int i = 0; i < nfuncs; i++) {
        const Func *f = &funcs[i];
        fprintf(o, "!%d = !{void (", i + 1);
        for (const char *p = f->sig + 1; *p; p++) fprintf(o, "%s*, ", type_name(*p));
        fprintf(o, "%s*)* @k%s, !\"kernel\", i32 1}\n",
                f->sig[0] == 'v' ? "i32" : type_name(f->sig[0]), f->name + 4);
    }
    fclose(o);
    return text;
}

// ---- NVIDIA's compiler --------------------------------------------------------------------------

typedef struct {
    int (*create)(void **), (*destroy)(void **), (*add)(void *, const char *, size_t, const char *),
        (*lazy)(void *, const char *, size_t, const char *), (*compile)(void *, int, const char **),
        (*size)(void *, size_t *), (*result)(void *, char *), (*log_size)(void *, size_t *),
        (*log)(void *, char *);
} Nvvm;

static bool load_nvvm(Nvvm *v) {
    static const char *const places[] = {"lib/libnvvm.so", "nvvm/lib64/libnvvm.so",
                                         "nvvm/lib/libnvvm.so"};
    void *lib = NULL;
    for (size_t i = 0; !lib && i < CU_COUNT(places); i++) {
        char path[512];
        snprintf(path, sizeof path, "%s/%s", cuda, places[i]);
        lib = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    }
    if (!lib) return false;
    const struct {
        const char *name;
        void *to;
    } syms[] = {{"nvvmCreateProgram", &v->create},     {"nvvmDestroyProgram", &v->destroy},
                {"nvvmAddModuleToProgram", &v->add},   {"nvvmLazyAddModuleToProgram", &v->lazy},
                {"nvvmCompileProgram", &v->compile},   {"nvvmGetCompiledResultSize", &v->size},
                {"nvvmGetCompiledResult", &v->result}, {"nvvmGetProgramLogSize", &v->log_size},
                {"nvvmGetProgramLog", &v->log}};
    for (size_t i = 0; i < CU_COUNT(syms); i++) {
        void *s = dlsym(lib, syms[i].name);
        if (!s) return false;
        memcpy(syms[i].to, &s, sizeof s);
    }
    return true;
}

static char *read_file(const char *path, size_t *n) {
    FILE *f = fopen(path, "rb");
    if (!f) return NULL;
    fseek(f, 0, SEEK_END);
    *n = (size_t)ftell(f);
    rewind(f);
    char *p = malloc(*n + 1);
    if (fread(p, 1, *n, f) != *n) *n = 0;
    fclose(f);
    return p;
}

static char *theirs(const Nvvm *v, const char *text, size_t n, int sm, bool ftz, bool prec) {
    char path[512], arch[32], o1[16], o2[16], o3[16];
    snprintf(path, sizeof path, "%s/nvvm/libdevice/libdevice.10.bc", cuda);
    snprintf(arch, sizeof arch, "-arch=compute_%d", sm);
    snprintf(o1, sizeof o1, "-ftz=%d", ftz);
    snprintf(o2, sizeof o2, "-prec-div=%d", prec);
    snprintf(o3, sizeof o3, "-prec-sqrt=%d", prec);
    const char *options[] = {arch, o1, o2, o3, "-opt=3"};
    size_t nl = 0, size = 0;
    char *lib = read_file(path, &nl), *out = NULL;
    void *p = NULL;
    if (v->create(&p) == 0 && v->add(p, text, n, "k") == 0 && v->lazy(p, lib, nl, "lib") == 0 &&
        v->compile(p, 5, options) == 0 && v->size(p, &size) == 0) {
        out = malloc(size + 1);
        v->result(p, out);
        out[size] = 0;
    } else if (p && v->log_size(p, &size) == 0) {
        char *log = malloc(size + 1);
        v->log(p, log);
        fprintf(stderr, "libNVVM: %.400s\n", log);
        free(log);
    }
    if (p) v->destroy(&p);
    free(lib);
    return out;
}

static char *ours(const char *text, size_t n, int sm, int level, bool ftz, bool prec) {
    Ctx ctx;
    ctx_init(&ctx);
    CompileOptions o;
    compile_options_init(&o);
    o.target = target_find((uint32_t)sm, 0);
    o.optimizer.level = (uint8_t)level;
    o.fp.ftz = ftz;
    o.fp.prec_div = o.fp.prec_sqrt = prec;
    o.cuda_path = cuda;
    o.path = "k.ll";
    o.text = text;
    o.len = n;
    o.input = INPUT_IR;
    char *r = compiled(&ctx, &o);
    ctx_free(&ctx);
    return r;
}

// ---- inputs -------------------------------------------------------------------------------------

static uint64_t seed;
static uint64_t rnd(void) {
    return unit_random(&seed);
}

static double edge(void) {
    static const double e[] = {0,
                               1,
                               -1,
                               2,
                               0.5,
                               10,
                               1e-5,
                               3.14159,
                               1.5707963,
                               88.72,
                               -87.33,
                               103.97,
                               709.78,
                               -745.1,
                               1024,
                               -1074,
                               1e30,
                               0.25,
                               100,
                               65504,
                               4503599627370496.0,
                               1e-310,
                               2147483647,
                               -2147483648.0,
                               4294967296.0,
                               9.2233720368547758e18,
                               105615,
                               1e300,
                               INFINITY,
                               NAN};
    double x = e[rnd() % CU_COUNT(e)];
    if (rnd() & 1) x = -x;
    switch (rnd() % 4) {
    case 0: return nextafter(x, INFINITY);
    case 1: return nextafter(x, -INFINITY);
    default: return x;
    }
}

// Counts of Bessel functions and of vectors' components are numbers of steps or memory.
static uint32_t largest(const char *name) {
    if (strncmp(name, "__nv_norm", 9) == 0 || strncmp(name, "__nv_rnorm", 10) == 0) return 1;
    return strstr(name, "_jn") || strstr(name, "_yn") ? 30 : 0;
}

static void fill(char c, void *to, int n, uint32_t most) {
    for (int i = 0; i < n; i++) {
        uint64_t r = rnd();
        switch (c) {
        case 'h': ((uint16_t *)to)[i] = (uint16_t)(r >> 40); break;
        case 'i':
            if (most) {
                ((uint32_t *)to)[i] = (uint32_t)(r >> 40) % (most + 1);
                break;
            }
            ((uint32_t *)to)[i] = (uint32_t)(r % 3 ? r >> 32 : (r >> 32) % 70 - 20);
            break;
        case 'j': ((uint64_t *)to)[i] = r % 3 ? rnd() : rnd() % 140 - 40; break;
        case 'f': {
            float x = r % 4 == 0 ? (float)edge() : (float)((double)(int64_t)rnd() * 0x1p-56);
            if (r % 4 == 1) x = x * 100;
            uint32_t bits = (uint32_t)rnd();
            if (r % 4 == 2) memcpy(&x, &bits, 4);
            ((float *)to)[i] = x;
            break;
        }
        default: {
            double x = r % 4 == 0 ? edge() : (double)(int64_t)rnd() * 0x1p-56;
            if (r % 4 == 1) x = x * 100;
            uint64_t bits = rnd();
            if (r % 4 == 2) memcpy(&x, &bits, 8);
            ((double *)to)[i] = x;
        }
        }
    }
}

// ---- running ------------------------------------------------------------------------------------

typedef struct {
    Ctx ctx;
    Vm *vm;
    VmModule *mod;
} Machine;

static bool start(Machine *m, const char *ptx) {
    ctx_init(&m->ctx);
    m->vm = vm_new(&m->ctx, &(VmOptions){.jobs = 1, .max_instructions = 1u << 26});
    m->mod = vm_load_text(m->vm, "k.ptx", ptx, strlen(ptx));
    if (m->mod) return true;
    Buf msg;
    buf_init(&msg, &m->ctx.perm);
    diag_render(&m->ctx, &msg);
    fprintf(stderr, "%.*s\n", (int)CU_MIN(msg.n, 1000), msg.at);
    return false;
}

static int width(char c) {
    if (c == 'h') return 2;
    return c == 'i' || c == 'I' || c == 'f' || c == 'F' || c == 'v' ? 4 : 8;
}

// Results and outputs of f one behind the other into `to`. False: the machine stopped.
static bool run(Machine *m, const Func *f, void *const *in, int n, uint8_t *to) {
    char name[48];
    snprintf(name, sizeof name, "k%s", f->name + 4);
    VmFunc *k = vm_kernel(m->mod, name);
    if (!k) return false;
    int np = (int)strlen(f->sig) - 1;
    uint64_t addr[MAX_PARAMS + 1];
    for (int i = 0; i <= np; i++) {
        char c = i < np ? f->sig[i + 1] : f->sig[0];
        size_t bytes = (size_t)width(c) * (size_t)n;
        addr[i] = vm_alloc(m->vm, bytes);
        if (i < np && !is_output(c))
            vm_write(m->vm, addr[i], in[i], bytes);
        else
            memset(vm_host(m->vm, addr[i], bytes), 0, bytes);
    }
    VmLaunch l = {.grid = {(uint32_t)n / 128, 1, 1}, .block = {128, 1, 1}, .params = addr};
    VmResult r;
    bool ok = vm_launch(m->vm, k, &l, &r) == VM_OK;
    if (!ok) fprintf(stderr, "%s: %s\n", f->name, r.error);
    for (int i = 0; i <= np; i++) {
        char c = i < np ? f->sig[i + 1] : f->sig[0];
        size_t bytes = (size_t)width(c) * (size_t)n;
        if (i == np || is_output(c)) {
            vm_read(m->vm, addr[i], to, bytes);
            to += bytes;
        }
        vm_dealloc(m->vm, addr[i]);
    }
    return ok;
}

static void describe(const Func *f, void *const *in, int at) {
    for (const char *p = f->sig + 1; *p; p++) {
        if (is_output(*p)) continue;
        int k = (int)(p - f->sig) - 1;
        if (width(*p) == 2)
            fprintf(stderr, " %04x", ((uint16_t *)in[k])[at]);
        else if (width(*p) == 4)
            fprintf(stderr, " %08x", ((uint32_t *)in[k])[at]);
        else
            fprintf(stderr, " %016llx", (unsigned long long)((uint64_t *)in[k])[at]);
    }
}

// NaNs are equal: which one an operation gives is open, and the two compilers' choices of moving a
// double in one piece or in two show in it.
static bool is_nan(const uint8_t *p, char c) {
    float f;
    double d;
    if (c == 'f' || c == 'F') {
        memcpy(&f, p, 4);
        return isnan(f);
    }
    memcpy(&d, p, 8);
    return (c == 'd' || c == 'D') && isnan(d);
}

// The first element of the results and outputs of f that differs, as an offset, or -1.
static long differs(const Func *f, const uint8_t *a, const uint8_t *b, int n, char *type) {
    size_t np = strlen(f->sig) - 1, at = 0;
    for (size_t i = 0; i <= np; i++) {
        char c = i < np ? f->sig[i + 1] : f->sig[0];
        if (i < np && !is_output(c)) continue;
        size_t w = (size_t)width(c);
        for (int k = 0; k < n; k++, at += w) {
            if (memcmp(a + at, b + at, w) == 0) continue;
            if (is_nan(a + at, c) && is_nan(b + at, c)) continue;
            *type = c;
            return (long)at;
        }
    }
    return -1;
}

// The last bit of one expression: of a sum of two products the one is contracted that sinking moved
// next to the sum, which happens when optimizing (opt/scalar/sink_products.c).
static bool known_to_differ(const char *name, int level) {
    return level == 0 && (strcmp(name, "__nv_yn") == 0 || strcmp(name, "__nv_y1") == 0);
}

static void compare(const char *ref, const char *mine, int n, int level, const char *what) {
    static Machine a, b;
    if (!start(&a, ref) || !start(&b, mine)) {
        CHECK(!"the machine reads both");
        return;
    }
    static uint64_t in[MAX_PARAMS][10240], ra[4 * 10240], rb[4 * 10240];
    void *inp[MAX_PARAMS];
    int bad = 0;
    for (int i = 0; i < nfuncs; i++) {
        const Func *f = &funcs[i];
        seed = (uint64_t)i * 7919;
        for (int k = 0; k < MAX_PARAMS && f->sig[k + 1]; k++) {
            fill(f->sig[k + 1], in[k], n, largest(f->name));
            inp[k] = in[k];
        }
        memset(ra, 0, sizeof ra);
        memset(rb, 0, sizeof rb);
        bool ok = run(&a, f, inp, n, (uint8_t *)ra) && run(&b, f, inp, n, (uint8_t *)rb);
        char c = 'i';
        long at = ok ? differs(f, (uint8_t *)ra, (uint8_t *)rb, n, &c) : 0;
        CHECK(at < 0 || (ok && known_to_differ(f->name, level)));
        if (at < 0) continue;
        bad++;
        uint64_t x = 0, y = 0;
        memcpy(&x, (uint8_t *)ra + at, (size_t)width(c));
        memcpy(&y, (uint8_t *)rb + at, (size_t)width(c));
        fprintf(stderr, "%s %s:", what, f->name);
        describe(f, inp, (int)(at / width(c) % n));
        fprintf(stderr, " theirs %llx ours %llx\n", (unsigned long long)x, (unsigned long long)y);
    }
    fprintf(stderr, "%s: %d of %d functions differ, %d inputs each\n", what, bad, nfuncs, n);
    vm_free(a.vm);
    vm_free(b.vm);
    ctx_free(&a.ctx);
    ctx_free(&b.ctx);
}

static void keep_file(const char *dir, const char *name, const char *text) {
    char path[512];
    snprintf(path, sizeof path, "%s/%s", dir, name);
    FILE *f = fopen(path, "w");
    if (!f) return;
    fputs(text, f);
    fclose(f);
}

static void ask_ptxas(const char *ptx, int sm) {
    char path[] = "/tmp/libdevice-XXXXXX", cmd[256];
    int fd = mkstemp(path);
    if (fd < 0) return;
    CHECK(write(fd, ptx, strlen(ptx)) == (ssize_t)strlen(ptx));
    close(fd);
    snprintf(cmd, sizeof cmd, "ptxas -O0 -arch=sm_%d %s -o /dev/null", sm, path);
    CHECK(system(cmd) == 0);
    unlink(path);
}

int main(void) {
    static const int sms[] = {75, 90, 100};
    cuda = root();
    full = getenv("CUPRUM_LIBDEVICE_FULL") != NULL;
    Nvvm v;
    if (!*cuda || !read_functions()) {
        printf("SKIP no device library of a CUDA toolkit found\n");
        return 0;
    }
    CHECK(nfuncs == 349); // and three internal ones
    size_t n;
    char *text = make_module(&n);
    for (size_t i = 0; i < CU_COUNT(sms); i++) {
        for (int level = 0; level <= 3; level += 3) {
            if (!full && i && level == 0) continue;
            char *ptx = ours(text, n, sms[i], level, false, true);
            CHECK(ptx);
            if (ptx && full) ask_ptxas(ptx, sms[i]);
            free(ptx);
        }
    }
    if (!load_nvvm(&v)) {
        printf("SKIP no libNVVM found to compare with\n");
        return UNIT_END();
    }
    for (int set = 0; set < (full ? 3 : 1); set++) {
        bool ftz = set == 1, prec = set != 2;
        char *ref = theirs(&v, text, n, 75, ftz, prec);
        CHECK(ref);
        const char *keep = getenv("CUPRUM_LIBDEVICE_KEEP"); // a folder for the PTX of both
        for (int level = 0; ref && level <= 3; level += 3) {
            if (!full && level == 0) continue;
            char *mine = ours(text, n, 75, level, ftz, prec), what[48];
            snprintf(what, sizeof what, "-O%d%s%s", level, ftz ? " -ftz" : "",
                     prec ? "" : " -prec-div=0 -prec-sqrt=0");
            if (mine && keep) {
                keep_file(keep, "theirs.ptx", ref);
                keep_file(keep, "ours.ptx", mine);
            }
            if (mine) compare(ref, mine, full ? 9984 : 128, level, what);
            free(mine);
        }
        free(ref);
    }
    free(text);
    return UNIT_END();
}
