// SPDX-License-Identifier: Apache-2.0
// Every row of the builtin functions' table: a kernel that calls it compiles for three targets,
// with our headers and with the toolkit's, and ptxas takes it; every function that the toolkit's
// headers declare for the compiler (device_builtin) has a row. Rows that are functions of their
// operands run in the virtual machine beside nvcc's code on the same inputs.
// CUPRUM_BUILTINS_FULL=1: with the device library's functions, too, more inputs, -O0.
#include "compiled.h"
#include "cuda/cuda.h"
#include "unit.h"
#include "vm/vm.h"

#include <math.h>
#include <stdlib.h>
#include <unistd.h>

enum { MAX_PARAMS = 10, THREADS = 128 };

typedef struct {
    const CudaBuiltin *row;
    char letter[MAX_PARAMS + 1]; // 0: result; of a pointer, what it points to
    bool pointer[MAX_PARAMS + 1], constant[MAX_PARAMS + 1];
    int n;
    bool other; // ellipsis, or of a meaning that depends on types
} Sig;

static const char *cuda;
static bool full;
static bool libdevice; // is there a device library?

static Sig signature(const CudaBuiltin *row) {
    Sig s = {.row = row};
    int k = 0;
    for (const char *p = row->sig; *p; p++) {
        if (*p == '.') {
            s.other = true;
        } else if (*p == 'P' || *p == 'V' || *p == 'K') {
            s.pointer[k] = true;
            s.constant[k] = *p == 'K';
        } else {
            s.letter[k] = *p == 'v' && s.pointer[k] ? 'p' : *p; // volatile void *
            if (*p == 'p' || *p == 'q') {
                s.pointer[k] = k > 0;
                s.constant[k] = *p == 'q';
            }
            k++;
        }
    }
    s.n = k - 1;
    return s;
}

static const struct {
    char letter;
    uint8_t width;
    const char *name;
} types[] = {{'b', 1, "bool"},
             {'c', 1, "char"},
             {'a', 1, "signed char"},
             {'h', 1, "unsigned char"},
             {'s', 2, "short"},
             {'t', 2, "unsigned short"},
             {'i', 4, "int"},
             {'u', 4, "unsigned"},
             {'l', 8, "long"},
             {'m', 8, "unsigned long"},
             {'x', 8, "long long"},
             {'y', 8, "unsigned long long"},
             {'f', 4, "float"},
             {'d', 8, "double"},
             {'L', 8, "double"},
             {'z', 8, "size_t"},
             {'o', 16, "unsigned __int128"},
             {'w', 8, "float2"},
             {'W', 16, "float4"},
             {'p', 16, "unsigned __int128"},
             {'q', 16, "unsigned __int128"},
             {'v', 4, "void"}};

static int type_of(char letter) {
    for (size_t i = 0; i < CU_COUNT(types); i++) {
        if (types[i].letter == letter) return (int)i;
    }
    return 0;
}
static int width(char letter) {
    return types[type_of(letter)].width;
}

static bool starts(const char *s, const char *const *list, size_t n) {
    for (size_t i = 0; i < n; i++) {
        if (strncmp(s, list[i], strlen(list[i])) == 0) return true;
    }
    return false;
}
#define STARTS(s, ...)                                                                             \
    starts(s, (const char *const[]){__VA_ARGS__},                                                  \
           sizeof((const char *const[]){__VA_ARGS__}) / sizeof(char *))

// Arguments that are constants: an order and a scope, a layout.
static const char *constant_of(const Sig *s, int k) {
    const char *name = s->row->name;
    bool mma = strstr(s->row->detail, "wmma_") == s->row->detail;
    bool sub = strstr(name, "m8n8k32") || strstr(name, "m8n8k128");
    if (mma && strstr(s->row->detail, "wmma_mma")) return k < 5 ? NULL : k == 5 ? "1" : "0";
    if (mma) return k != 4 ? NULL : sub && strstr(name, "_b_") ? "1" : "0";
    if (strncmp(name, "__nv_atomic_", 12) != 0) return NULL;
    if (strstr(name, "thread_fence")) return k == 1 ? "4" : "3";
    if (strstr(name, "compare")) return k < 4 ? NULL : k == 7 ? "3" : "0";
    return k == s->n ? "3" : k == s->n - 1 ? "0" : NULL;
}

// ---- compiling ----------------------------------------------------------------------------------

static void put_prototype(FILE *o, const Sig *s) { // functions that no header of ours declares
    if (!strpbrk(s->row->sig, "wW")) return;
    fprintf(o, "extern \"C\" __device__ %s %s(", types[type_of(s->letter[0])].name, s->row->name);
    for (int k = 1; k <= s->n; k++)
        fprintf(o, "%s%s%s", k > 1 ? ", " : "", types[type_of(s->letter[k])].name,
                s->pointer[k] ? " *" : "");
    fprintf(o, ");\n");
}

static void put_kernel(FILE *o, const Sig *s) {
    bool result = s->letter[0] != 'v' || s->pointer[0];
    const char *generic = s->letter[0] == 'p' ? "void *" : types[type_of(s->letter[0])].name;
    fprintf(o, "extern \"C\" __global__ void k_%s(", s->row->name);
    for (int k = 1; k <= s->n; k++)
        fprintf(o, "%s%s%sa%d", k > 1 ? ", " : "", types[type_of(s->letter[k])].name,
                s->pointer[k] ? " *" : " ", k);
    if (result) fprintf(o, "%s%s *out", s->n ? ", " : "", generic);
    fprintf(o, ") { %s%s(", result ? "*out = " : "", s->row->name);
    for (int k = 1; k <= s->n; k++) {
        const char *c = constant_of(s, k);
        if (c)
            fprintf(o, "%s%s", k > 1 ? ", " : "", c);
        else
            fprintf(o, "%sa%d", k > 1 ? ", " : "", k);
    }
    fprintf(o, "); }\n");
}

// Does the device library do its work? (`scalbln` by its scalbn)
static bool of_library(const CudaBuiltin *row) {
    return row->lowering == BI_LIBD || strcmp(row->detail, "scalbln") == 0;
}

static char *all_kernels(int sm, bool toolkit) {
    char *text = NULL;
    size_t n;
    FILE *o = open_memstream(&text, &n);
    if (toolkit) fprintf(o, "#include <cuda_runtime.h>\n#include <mma.h>\n");
    for (uint32_t i = 0; i < cuda_nbuiltins; i++) {
        Sig s = signature(&cuda_builtins[i]);
        if (s.other || s.row->min_sm > sm) continue;
        if (!libdevice && of_library(s.row)) continue;
        if (toolkit && strncmp(s.row->name, "__cuprum", 8) == 0) continue;
        if (strpbrk(s.row->sig, "gG")) continue; // classes of headers: test/cuda/builtin_newer.cu
        if (!toolkit) put_prototype(o, &s);
        put_kernel(o, &s);
    }
    fclose(o);
    return text;
}

static char *ours(const char *text, int sm, int level, bool toolkit) {
    Ctx ctx;
    ctx_init(&ctx);
    CompileOptions o;
    compile_options_init(&o);
    o.target = target_find((uint32_t)sm, sm >= 90 ? 'a' : 0);
    o.optimizer.level = (uint8_t)level;
    o.fp.fmad = false;
    o.cuda_path = toolkit ? cuda : NULL;
    o.path = "k.cu";
    o.text = text;
    o.len = strlen(text);
    o.input = INPUT_CUDA;
    LexDirs dirs = {0};
    o.runtime_header = !toolkit;
    if (toolkit) {
        const char *include = arena_printf(&ctx.perm, "%s/include", cuda);
        vec_push(&ctx.perm, &dirs, ((LexDir){include, LEX_DIR_SYSTEM}));
        lex_host_dirs(&ctx, "", &dirs);
        o.dirs = dirs.at;
        o.ndirs = dirs.n;
    }
    char *r = compiled(&ctx, &o);
    ctx_free(&ctx);
    return r;
}

static bool have(const char *program) {
    char cmd[128];
    snprintf(cmd, sizeof cmd, "command -v %s >/dev/null 2>&1", program);
    return system(cmd) == 0;
}

static void write_file(const char *path, const char *text) {
    FILE *f = fopen(path, "w");
    CHECK(f);
    if (!f) return;
    fputs(text, f);
    fclose(f);
}

// Runs a program over a file with this text; what it writes, or NULL. %s in the command are input
// and output.
static char *filter(const char *command, const char *text, const char *suffix) {
    char dir[] = "/tmp/builtins-XXXXXX", in[64], out[64], cmd[512];
    if (!mkdtemp(dir)) return NULL;
    snprintf(in, sizeof in, "%s/in.%s", dir, suffix);
    snprintf(out, sizeof out, "%s/out", dir);
    write_file(in, text);
    snprintf(cmd, sizeof cmd, command, in, out);
    char *r = NULL;
    if (system(cmd) == 0) {
        FILE *f = fopen(out, "rb");
        size_t n = 0, cap = 1 << 16;
        r = malloc(cap);
        for (size_t got; f && (got = fread(r + n, 1, cap - n - 1, f)) > 0;) {
            n += got;
            if (n + 1 == cap) r = realloc(r, cap *= 2);
        }
        r[n] = 0;
        if (f) fclose(f);
    }
    unlink(in);
    unlink(out);
    rmdir(dir);
    return r;
}

static void no_unknown_externals(const char *ptx) {
    for (const char *p = strstr(ptx, ".extern .func"); p; p = strstr(p + 1, ".extern .func")) {
        const char *end = strpbrk(p + 14, "\n");
        bool known = false;
        static const char *const runtime[] = {"vprintf", "malloc", "free", "__assertfail"};
        for (size_t i = 0; i < CU_COUNT(runtime); i++) {
            const char *at = strstr(p, runtime[i]);
            known |= at && end && at < end;
        }
        CHECK(known);
        if (!known && end) fprintf(stderr, "%.*s\n", (int)(end - p), p);
    }
}

static void compile_all(bool toolkit) {
    static const int sms[] = {50, 60, 70, 75, 90, 100};
    bool ptxas = have("ptxas");
    for (size_t i = 0; i < CU_COUNT(sms); i++) {
        if (toolkit && !full && sms[i] == 90) continue;
        if (toolkit && sms[i] < 75) continue; // its headers refuse them
        char *text = all_kernels(sms[i], toolkit);
        for (int level = 0; level <= 3; level += 3) {
            if (level == 0 && !full) continue;
            char *ptx = ours(text, sms[i], level, toolkit);
            CHECK(ptx);
            if (!ptx) continue;
            no_unknown_externals(ptx);
            if (ptxas && (full || !toolkit)) {
                char cmd[128];
                snprintf(cmd, sizeof cmd, "ptxas -O0 -arch=sm_%d%s %%s -o %%s", CU_MAX(sms[i], 75),
                         sms[i] >= 90 ? "a" : "");
                char *cubin = filter(cmd, ptx, "ptx");
                CHECK(cubin);
                free(cubin);
            }
            free(ptx);
        }
        free(text);
    }
}

// ---- the toolkit's declarations -----------------------------------------------------------------

// Every name that is declared with device_builtin and without a body in this text has a row.
static int declared_names(const char *text) {
    int n = 0;
    for (const char *p = strstr(text, "device_builtin))"); p;
         p = strstr(p + 1, "device_builtin))")) {
        const char *end = strpbrk(p, ";{");
        if (!end || *end == '{') continue;
        const char *open = end; // the name stands before the parameters' '(' after the attributes
        for (const char *q = p + 16; q < end; q++) {
            if (strncmp(q, "__attribute__", 13) == 0) {
                int depth = 0;
                for (q += 13; q < end && (*q != ')' || --depth > 0); q++) depth += *q == '(';
            } else if (*q == '(') {
                open = q;
                break;
            }
        }
        if (open == end) continue; // a type
        const char *last = open;
        while (last > p && last[-1] == ' ') last--;
        const char *first = last;
        while (first > p &&
               (first[-1] == '_' || (first[-1] >= '0' && first[-1] <= '9') ||
                (first[-1] >= 'A' && first[-1] <= 'Z') || (first[-1] >= 'a' && first[-1] <= 'z')))
            first--;
        char name[128];
        snprintf(name, sizeof name, "%.*s", (int)(last - first), first);
        n++;
        bool row = cuda_builtin_find(name) != NULL;
        CHECK(row);
        if (!row) fprintf(stderr, "no row: %s (%.*s)\n", name, (int)CU_MIN(end - p, 100), p);
    }
    return n;
}

static void toolkit_names(void) {
    for (int i = 0; i < 2; i++) {
        char cmd[320];
        snprintf(cmd, sizeof cmd,
                 "gcc -E -x c++ -D__CUDACC__ -D__NVCC__ -D__CUDA_ARCH__=%d "
                 "-D__CUDACC_VER_MAJOR__=13 -D__CUDACC_VER_MINOR__=0 "
                 "-I/usr/local/cuda/include -include cuda_runtime.h %%s -o %%s",
                 i ? 1000 : 750);
        char *text = filter(cmd, "#include <mma.h>\n", "cu");
        CHECK(text);
        if (text) CHECK(declared_names(text) > 500);
        free(text);
    }
}

// ---- running ------------------------------------------------------------------------------------

// What the machine cannot run alike on both sides, or no function of its operands.
static bool can_run(const Sig *s, int sm) {
    const char *n = s->row->name;
    // NVIDIA's two compilers know not quite the same names: each is asked for what is its own
    if ((sm >= 100) != (s->row->min_sm >= 100)) return false;
    if (s->other || strchr(s->row->sig, 'K') || s->letter[0] == 'p') return false;
    if (s->row->lowering == BI_LIBD && !full) return false;
    if (STARTS(n, "__cuprum", "__assert", "__trap", "__brkpt", "__exit", "clock", "__clock",
               "__globaltimer", "__lane_id", "__pm", "__nanosleep", "mem", "malloc", "free",
               "__nvvm_mem", "__nv_cluster", "__nv_memcpy", "__nv_tex", "__nvvm_sust", "__cvta",
               "__nv_cvta", "__prof", "__barrier", "__nvvm_bar_sync", "__nvvm_barrier", "__finitel",
               "__isinfl", "__isnanl", "__signbitl", "jn", "yn", "__nv_isCluster", "__nv_isGrid"))
        return false;
    // of the headers of CUDA 13.5 (test/cuda/builtin_newer.cu)
    if (STARTS(n, "__nv_fsh", "__nv_idp", "__nv_ldg", "__nv_activemask")) return false;
    static const char *const old[] = {
        "__all", "__any", "__ballot", "__nvvm_vote_all", "__nvvm_vote_any", "__nvvm_vote_uni",
        "__nvvm_vote_ballot", "__nvvm_fns", "__fns",
        // -0 - 0: nvcc adds 0 - v, which is +0 for v = +0; ours is IEEE's
        "__nv_atomic_fetch_sub_4_f", "__nv_atomic_fetch_sub_8_f",
        // constant memory is a part of the machine's global memory
        "__nv_isConstant_impl", "__isConstant",
        // nvcc wants the one declared, and has no names for the others (clang has)
        "__nvvm_get_smem_pointer", "__nvvm_rcp_approx_ftz_f", "__nvvm_rsqrt_approx_ftz_d",
        // ptxas refuses what nvcc makes of these
        "__nv_atomic_fetch_add_8_s", "__nv_atomic_fetch_sub_8_s", "__nv_atomic_fetch_min_4_f",
        "__nv_atomic_fetch_min_8_f", "__nv_atomic_fetch_max_4_f", "__nv_atomic_fetch_max_8_f"};
    for (size_t i = 0; i < CU_COUNT(old); i++) {
        if (strcmp(n, old[i]) == 0) return false;
    }
    if (strncmp(s->row->detail, "wmma", 4) == 0) return false;
    bool output = s->letter[0] != 'v';
    for (int k = 1; k <= s->n; k++) output |= s->pointer[k];
    return output;
}

static void put_run_kernel(FILE *o, const Sig *s) {
    const char *name = s->row->name;
    bool warp = strstr(name, "_sync") && s->letter[1] == 'u' && !strstr(name, "__syncthreads");
    fprintf(o, "extern \"C\" __global__ void k_%s(", name);
    for (int k = 1; k <= s->n; k++) fprintf(o, "%s *a%d, ", types[type_of(s->letter[k])].name, k);
    fprintf(o, "%s *out) {\n  int i = blockIdx.x * blockDim.x + threadIdx.x;\n  ",
            s->letter[0] == 'v' ? "int" : types[type_of(s->letter[0])].name);
    if (s->letter[0] != 'v') fprintf(o, "out[i] = ");
    fprintf(o, "%s(", name);
    for (int k = 1; k <= s->n; k++) {
        const char *c = constant_of(s, k);
        const char *comma = k > 1 ? ", " : "";
        int each = strstr(name, "_f2") ? 2 : strstr(name, "_f4") ? 4 : 1; // floats of a vector
        if (c)
            fprintf(o, "%s%s", comma, c);
        else if (s->pointer[k])
            fprintf(o, "%s%sa%d + i%s", comma, s->letter[k] == 'v' ? "(void *)" : "", k,
                    each == 2   ? " * 2"
                    : each == 4 ? " * 4"
                                : "");
        else if (warp && k == 1)
            fprintf(o, "%s0xffffffffu", comma);
        else if (strstr(name, "match"))
            fprintf(o, "%sa%d[i] %% 5", comma, k);
        else
            fprintf(o, "%sa%d[i]", comma, k);
    }
    fprintf(o, ");\n}\n");
}

static char *run_kernels(int sm) {
    char *text = NULL;
    size_t n;
    FILE *o = open_memstream(&text, &n);
    fprintf(o, "#include <cuda_runtime.h>\n");
    for (uint32_t i = 0; i < cuda_nbuiltins; i++) {
        Sig s = signature(&cuda_builtins[i]);
        if (can_run(&s, sm)) put_run_kernel(o, &s);
    }
    fclose(o);
    return text;
}

static uint64_t seed;
static uint64_t rnd(void) {
    return unit_random(&seed);
}

static double some_double(void) {
    static const double e[] = {0,
                               1,
                               -1,
                               2,
                               0.5,
                               1.5,
                               -2.5,
                               1e-5,
                               88.72,
                               -745.1,
                               1e30,
                               65504,
                               2147483647,
                               -2147483648.0,
                               9.2233720368547758e18,
                               1e-310,
                               1e-42,
                               INFINITY,
                               -INFINITY,
                               NAN};
    uint64_t r = rnd(), bits = rnd();
    double x;
    if (r % 4 == 0) return e[rnd() % CU_COUNT(e)];
    if (r % 4 == 1) return (double)(int64_t)rnd() * 0x1p-56;
    if (r % 4 == 2) return (double)(int64_t)rnd() * 0x1p-30;
    memcpy(&x, &bits, 8);
    return x;
}

static void fill(char letter, uint8_t *to, int n) {
    for (int i = 0; i < n; i++) {
        uint64_t r = rnd(), v[2] = {rnd(), rnd()};
        uint8_t *p = to + (size_t)(i * width(letter));
        switch (letter) {
        case 'f':
        case 'w':
        case 'W':
            for (int k = 0; k < width(letter) / 4; k++) {
                float f = (float)some_double();
                memcpy(p + 4 * k, &f, 4);
            }
            break;
        case 'd': {
            double d = some_double();
            memcpy(p, &d, 8);
            break;
        }
        case 'b': *p = r & 1; break;
        default:
            if (r % 3 == 0) v[0] = rnd() % 80 - 20, v[1] = 0;
            if (r % 7 == 0) v[0] = (uint64_t)1 << (v[1] & 63);
            memcpy(p, v, (size_t)width(letter));
        }
    }
}

typedef struct {
    Ctx ctx;
    Vm *vm;
    VmModule *mod;
} Machine;

static bool start(Machine *m, const char *ptx, const char *who) {
    ctx_init(&m->ctx);
    m->vm = vm_new(&m->ctx, &(VmOptions){.jobs = 1, .max_instructions = 1u << 26});
    m->mod = vm_load_text(m->vm, who, ptx, strlen(ptx));
    if (m->mod) return true;
    Buf msg;
    buf_init(&msg, &m->ctx.perm);
    diag_render(&m->ctx, &msg);
    fprintf(stderr, "%.*s\n", (int)CU_MIN(msg.n, 2000), msg.at);
    return false;
}

enum { MAX_BYTES = 4 * 16 * 4096 };
typedef struct {
    uint8_t at[MAX_PARAMS + 1][MAX_BYTES];
} Buffers;

static size_t bytes_of(const Sig *s, int k, int n) {
    return (size_t)width(s->letter[k]) * (size_t)n * (s->pointer[k] ? 4 : 1);
}

static bool run(Machine *m, const Sig *s, Buffers *b, int n) {
    char name[80];
    snprintf(name, sizeof name, "k_%s", s->row->name);
    VmFunc *k = vm_kernel(m->mod, name);
    if (!k) {
        fprintf(stderr, "%s is not there\n", name);
        return false;
    }
    uint64_t addr[MAX_PARAMS + 1];
    for (int i = 1; i <= s->n + 1; i++) {
        int from = i <= s->n ? i : 0; // the result is last
        size_t bytes = bytes_of(s, from, n);
        addr[i - 1] = vm_alloc(m->vm, bytes);
        vm_write(m->vm, addr[i - 1], b->at[from], bytes);
    }
    VmLaunch l = {.grid = {(uint32_t)n / THREADS, 1, 1}, .block = {THREADS, 1, 1}, .params = addr};
    VmResult r;
    bool ok = vm_launch(m->vm, k, &l, &r) == VM_OK;
    if (!ok) fprintf(stderr, "%s: %s\n", name, r.error);
    for (int i = 1; i <= s->n + 1; i++) {
        int to = i <= s->n ? i : 0;
        vm_read(m->vm, addr[i - 1], b->at[to], bytes_of(s, to, n));
        vm_dealloc(m->vm, addr[i - 1]);
    }
    return ok;
}

static bool same(char letter, const uint8_t *a, const uint8_t *b) {
    size_t w = (size_t)width(letter);
    if (memcmp(a, b, w) == 0) return true;
    if (letter == 'd') {
        double x, y;
        memcpy(&x, a, 8);
        memcpy(&y, b, 8);
        return isnan(x) && isnan(y);
    }
    if (letter != 'f' && letter != 'w' && letter != 'W') return false;
    for (size_t k = 0; k < w; k += 4) {
        float x, y;
        memcpy(&x, a + k, 4);
        memcpy(&y, b + k, 4);
        if (memcmp(&x, &y, 4) != 0 && !(isnan(x) && isnan(y))) return false;
    }
    return true;
}

static bool compare(Machine *theirs, Machine *mine, const Sig *s, int n) {
    static Buffers in, a, b;
    memset(&in, 0, sizeof in);
    seed = (uint64_t)(s->row - cuda_builtins) * 7919;
    for (int k = 1; k <= s->n; k++) {
        fill(s->letter[k], in.at[k], (int)(bytes_of(s, k, n) / (size_t)width(s->letter[k])));
        // what a compare and swap looks for is often there
        if (k == 2 && s->pointer[1] && !s->pointer[2] && s->letter[1] == s->letter[2])
            for (int i = 0; i < n; i += 2)
                memcpy(in.at[2] + i * width(s->letter[2]), in.at[1] + i * width(s->letter[1]),
                       (size_t)width(s->letter[1]));
    }
    a = b = in;
    if (!run(theirs, s, &a, n) || !run(mine, s, &b, n)) return false;
    for (int k = 0; k <= s->n; k++) {
        int w = width(s->letter[k]), count = (int)(bytes_of(s, k, n) / (size_t)w);
        for (int i = 0; i < count; i++) {
            if (same(s->letter[k], a.at[k] + i * w, b.at[k] + i * w)) continue;
            fprintf(stderr, "%s: element %d of %s %d:", s->row->name, i, k ? "argument" : "result",
                    k);
            for (int j = 1; j <= s->n; j++) {
                uint64_t v = 0;
                if (i < n)
                    memcpy(&v, in.at[j] + i * width(s->letter[j]),
                           (size_t)CU_MIN(width(s->letter[j]), 8));
                fprintf(stderr, " %llx", (unsigned long long)v);
            }
            uint64_t x = 0, y = 0;
            memcpy(&x, a.at[k] + i * w, (size_t)CU_MIN(w, 8));
            memcpy(&y, b.at[k] + i * w, (size_t)CU_MIN(w, 8));
            fprintf(stderr, " theirs %llx ours %llx\n", (unsigned long long)x,
                    (unsigned long long)y);
            return false;
        }
    }
    return true;
}

static void run_all(const char *nvidia, const char *text, int sm, int level) {
    char *mine = ours(text, sm, level, true);
    CHECK(mine);
    static Machine a, b;
    int bad = 0, count = 0;
    bool ok = mine && start(&a, nvidia, "nvcc.ptx") && start(&b, mine, "cuprum.ptx");
    CHECK(ok);
    for (uint32_t i = 0; ok && i < cuda_nbuiltins; i++) {
        Sig s = signature(&cuda_builtins[i]);
        if (!can_run(&s, sm)) continue;
        bool good = compare(&a, &b, &s, full ? 4096 : 128);
        CHECK(good);
        bad += !good;
        count++;
    }
    fprintf(stderr, "sm_%d -O%d: %d of %d functions differ\n", sm, level, bad, count);
    if (!ok) return;
    vm_free(a.vm);
    vm_free(b.vm);
    ctx_free(&a.ctx);
    ctx_free(&b.ctx);
    free(mine);
}

static void found_by_name(void) {
    for (uint32_t i = 0; i < cuda_nbuiltins; i++)
        CHECK(cuda_builtin_find(cuda_builtins[i].name) == &cuda_builtins[i]);
    CHECK(!cuda_builtin_find("") && !cuda_builtin_find("__fadd_") && !cuda_builtin_find("nosuch"));
}

int main(void) {
    found_by_name();
    full = getenv("CUPRUM_BUILTINS_FULL") != NULL;
    cuda = "/usr/local/cuda";
    bool toolkit = access("/usr/local/cuda/include/cuda_runtime.h", R_OK) == 0 && have("gcc");
    libdevice = access("/usr/local/cuda/nvvm/libdevice/libdevice.10.bc", R_OK) == 0;
    if (!libdevice) printf("SKIP functions of the device library: it is not installed\n");
    compile_all(false);
    if (!toolkit) {
        printf("SKIP no CUDA toolkit found\n");
        return UNIT_END();
    }
    compile_all(true);
    toolkit_names();
    if (!have("nvcc")) {
        printf("SKIP no nvcc found to compare with\n");
        return UNIT_END();
    }
    for (int sm = 90; sm <= 100; sm += 10) {
        char *text = run_kernels(sm), cmd[128];
        snprintf(cmd, sizeof cmd, "nvcc -w -std=c++17 -arch=sm_%da -fmad=false -ptx %%s -o %%s",
                 sm);
        char *nvidia = filter(cmd, text, "cu");
        CHECK(nvidia);
        if (nvidia) run_all(nvidia, text, sm, 3);
        if (nvidia && full) run_all(nvidia, text, sm, 0);
        free(nvidia);
        free(text);
    }
    return UNIT_END();
}
