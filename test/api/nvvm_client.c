// SPDX-License-Identifier: Apache-2.0
// A client of libNVVM, compiled against NVIDIA's nvvm.h where a toolkit is installed, that loads
// the library it is given: the same program asks NVIDIA's and ours.
//
//     nvvm-client LIBRARY script FILE            calls, one per line (see run_line)
//     nvvm-client LIBRARY cases FILE OPTION...   verifies each module of a file of cases
//     nvvm-client LIBRARY threads N M FILE...    N threads compile M times, all to the same bytes
//     nvvm-client LIBRARY ptx FILE... -- OPTION...   compiles, writes the result (lazy: "+FILE")
//     nvvm-client LIBRARY link FILE... -- OPTION...  links containers as nvlink does, by functions
//                                                    that have numbers for names
#ifdef HAVE_NVVM_H
#include <nvvm.h>
#else
#include <stddef.h>
typedef int nvvmResult;
typedef void *nvvmProgram;
const char *nvvmGetErrorString(nvvmResult);
nvvmResult nvvmVersion(int *, int *);
nvvmResult nvvmIRVersion(int *, int *, int *, int *);
nvvmResult nvvmCreateProgram(nvvmProgram *);
nvvmResult nvvmDestroyProgram(nvvmProgram *);
nvvmResult nvvmAddModuleToProgram(nvvmProgram, const char *, size_t, const char *);
nvvmResult nvvmLazyAddModuleToProgram(nvvmProgram, const char *, size_t, const char *);
nvvmResult nvvmCompileProgram(nvvmProgram, int, const char **);
nvvmResult nvvmVerifyProgram(nvvmProgram, int, const char **);
nvvmResult nvvmGetCompiledResultSize(nvvmProgram, size_t *);
nvvmResult nvvmGetCompiledResult(nvvmProgram, char *);
nvvmResult nvvmGetProgramLogSize(nvvmProgram, size_t *);
nvvmResult nvvmGetProgramLog(nvvmProgram, char *);
#endif

#include <dlfcn.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FUNCTIONS(F)                                                                               \
    F(GetErrorString)                                                                              \
    F(Version)                                                                                     \
    F(IRVersion)                                                                                   \
    F(CreateProgram)                                                                               \
    F(DestroyProgram) F(AddModuleToProgram) F(LazyAddModuleToProgram) F(CompileProgram)            \
        F(VerifyProgram) F(GetCompiledResultSize) F(GetCompiledResult) F(GetProgramLogSize)        \
            F(GetProgramLog)
static struct {
#define F(n) __typeof__(nvvm##n) *n;
    FUNCTIONS(F)
#undef F
} nv;

static void fail(const char *what, const char *name) {
    fprintf(stderr, "nvvm-client: %s %s\n", what, name);
    exit(2);
}

typedef int AddContainer(nvvmProgram, const char *, size_t, const char *);
typedef int ResultKind(nvvmProgram, int *);
static void *(*handle)(unsigned);

static void load(const char *path) {
    void *lib = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!lib) fail("cannot load", dlerror());
    *(void **)&handle = dlsym(lib, "__nvvmHandle");
#define F(n)                                                                                       \
    *(void **)&nv.n = dlsym(lib, "nvvm" #n);                                                       \
    if (!nv.n) fail("no function", "nvvm" #n);
    FUNCTIONS(F)
#undef F
}

static char *read_file(const char *path, size_t *n) {
    FILE *f = fopen(path, "rb");
    if (!f) fail("cannot read", path);
    char *s = NULL;
    size_t cap = 0;
    *n = 0;
    do {
        if (*n + 4096 > cap && !(s = realloc(s, cap = 2 * cap + 8192))) fail("no memory for", path);
        *n += fread(s + *n, 1, cap - *n - 1, f);
    } while (!feof(f));
    fclose(f);
    s[*n] = 0;
    return s;
}

// ---- printing ----------------------------------------------------------------------------------

static char *get(nvvmProgram p, bool log, size_t *n) {
    *n = 0;
    nvvmResult r = log ? nv.GetProgramLogSize(p, n) : nv.GetCompiledResultSize(p, n);
    if (r) {
        printf("size: %s\n", nv.GetErrorString(r));
        return NULL;
    }
    char *s = malloc(*n + 1);
    if (log)
        nv.GetProgramLog(p, s);
    else
        nv.GetCompiledResult(p, s);
    s[*n] = 0;
    if (*n != strlen(s) + 1) printf("size %zu of %zu characters\n", *n, strlen(s));
    return s;
}

static void print_log(nvvmProgram p) {
    size_t n;
    char *s = get(p, true, &n);
    if (s) printf("log %zu: %s\n", n, s);
    free(s);
}

// What two compilers must agree on: target and names, not instructions.
static void print_result(nvvmProgram p) {
    size_t n;
    char *s = get(p, false, &n);
    if (!s) return;
    printf("result%s:", n > 1 ? "" : " empty");
    for (char *l = strtok(s, "\n"); l; l = strtok(NULL, "\n")) {
        if (strncmp(l, ".target", 7) == 0) printf(" %s", l + 8);
        char *e = strstr(l, ".entry ");
        if (e) printf(" %.*s", (int)strcspn(e, "("), e);
    }
    printf("\n");
    free(s);
}

static nvvmResult add_file(nvvmProgram p, const char *path, const char *name, bool lazy) {
    size_t n;
    char *s = read_file(path, &n);
    nvvmResult r =
        lazy ? nv.LazyAddModuleToProgram(p, s, n, name) : nv.AddModuleToProgram(p, s, n, name);
    memset(s, 'x', n); // the library keeps a copy
    free(s);
    return r;
}

// ---- scripts -----------------------------------------------------------------------------------

enum { MAX_WORDS = 64 };
typedef struct {
    nvvmProgram program[26];
    const char *dir; // the script's
    char *word[MAX_WORDS];
    int n;
} Script;

static void result(const char *call, nvvmResult r) {
    printf("%s: %d %s\n", call, (int)r, nv.GetErrorString(r));
}

static void call_queries(Script *s) {
    const char *w = s->word[0];
    int v[4] = {-1, -1, -1, -1};
    if (strcmp(w, "error") == 0)
        printf("%s\n", nv.GetErrorString((nvvmResult)atoi(s->word[1])));
    else if (strcmp(w, "version") == 0)
        printf("%d %d.%d\n", (int)nv.Version(&v[0], &v[1]), v[0], v[1]);
    else if (strcmp(w, "irversion") == 0)
        printf("%d %d.%d %d.%d\n", (int)nv.IRVersion(&v[0], &v[1], &v[2], &v[3]), v[0], v[1], v[2],
               v[3]);
    else
        fail("unknown call", w);
}

// Calls with a NULL somewhere.
static void call_null(Script *s, nvvmProgram *p) {
    const char *w = s->word[1];
    size_t n = 77;
    char c = 'c';
    if (strcmp(w, "create") == 0) result(w, nv.CreateProgram(NULL));
    if (strcmp(w, "destroy") == 0) result(w, nv.DestroyProgram(NULL));
    if (strcmp(w, "buffer") == 0) result(w, nv.AddModuleToProgram(*p, NULL, 5, "m"));
    if (strcmp(w, "lazy") == 0) result(w, nv.LazyAddModuleToProgram(*p, NULL, 5, "m"));
    if (strcmp(w, "options") == 0) result(w, nv.CompileProgram(*p, 2, NULL));
    if (strcmp(w, "negative") == 0) result(w, nv.VerifyProgram(*p, -1, NULL));
    if (strcmp(w, "size") == 0) result(w, nv.GetCompiledResultSize(*p, NULL));
    if (strcmp(w, "logsize") == 0) result(w, nv.GetProgramLogSize(*p, NULL));
    if (strcmp(w, "get") == 0) result(w, nv.GetCompiledResult(*p, NULL));
    if (strcmp(w, "getlog") == 0) result(w, nv.GetProgramLog(*p, NULL));
    if (strcmp(w, "program") == 0) {
        result("add", nv.AddModuleToProgram(NULL, &c, 1, "m"));
        result("lazy", nv.LazyAddModuleToProgram(NULL, &c, 1, "m"));
        result("compile", nv.CompileProgram(NULL, 0, NULL));
        result("verify", nv.VerifyProgram(NULL, 0, NULL));
        result("size", nv.GetCompiledResultSize(NULL, &n));
        result("get", nv.GetCompiledResult(NULL, &c));
        result("logsize", nv.GetProgramLogSize(NULL, &n));
        result("getlog", nv.GetProgramLog(NULL, &c));
        printf("%zu %c\n", n, c);
    }
}

// create P | destroy P | copy P Q | add P FILE [NAME] | lazy P FILE [NAME] | text P [NAME] (what
// follows up to a line "." is the module) | bytes P N BYTES (escaped by \xHH) | compile P OPTION...
// | verify P OPTION... | log P | result P | null WHAT P | error N | version | irversion
static void run_line(Script *s, FILE *in) {
    const char *w = s->word[0];
    nvvmProgram *p =
        &s->program[s->n > 1 ? (unsigned char)s->word[s->n > 2 && *w == 'n' ? 2 : 1][0] % 26 : 0];
    char path[512];
    snprintf(path, sizeof path, "%s/%s", s->dir, s->n > 2 ? s->word[2] : "");
    if (s->n > 2 && s->word[2][0] == '/') snprintf(path, sizeof path, "%s", s->word[2]);
    const char *name = s->n > 3 ? s->word[3] : s->n > 2 ? s->word[2] : NULL;
    if (name && strcmp(name, "NULL") == 0) name = NULL;
    bool verify = strcmp(w, "verify") == 0;
    if (strcmp(w, "create") == 0) {
        result(w, nv.CreateProgram(p));
    } else if (strcmp(w, "destroy") == 0) {
        result(w, nv.DestroyProgram(p));
        printf("%s\n", *p ? "not cleared" : "cleared");
    } else if (strcmp(w, "copy") == 0) {
        s->program[(unsigned char)s->word[2][0] % 26] = *p;
    } else if (strcmp(w, "add") == 0 || strcmp(w, "lazy") == 0) {
        result(w, add_file(*p, path, name, *w == 'l'));
    } else if (strcmp(w, "text") == 0) {
        char line[4096], *all = calloc(1, 1 << 16);
        while (fgets(line, sizeof line, in) && strcmp(line, ".\n")) strcat(all, line);
        result(w, nv.AddModuleToProgram(*p, all, strlen(all), name ? name : "text"));
        free(all);
    } else if (verify || strcmp(w, "compile") == 0) {
        const char **o = (const char **)s->word + 2;
        result(w, (verify ? nv.VerifyProgram : nv.CompileProgram)(*p, s->n - 2, o));
    } else if (strcmp(w, "log") == 0) {
        print_log(*p);
    } else if (strcmp(w, "result") == 0) {
        print_result(*p);
    } else if (strcmp(w, "null") == 0) {
        call_null(s, p);
    } else {
        call_queries(s);
    }
}

static void run_script(const char *path) {
    Script s = {0};
    FILE *in = fopen(path, "r");
    if (!in) fail("cannot read", path);
    char line[4096], dir[400];
    snprintf(dir, sizeof dir, "%s", path);
    char *slash = strrchr(dir, '/');
    if (slash) *slash = 0;
    s.dir = slash ? dir : ".";
    while (fgets(line, sizeof line, in)) {
        if (*line == '#' || *line == '\n') continue;
        printf("> %s", line);
        s.n = 0;
        for (char *w = strtok(line, " \n"); w && s.n < MAX_WORDS; w = strtok(NULL, " \n")) {
            for (char *c = w; *c; c++) { // an underscore after a backslash is a blank
                if (c[0] == '\\' && c[1] == '_') {
                    *c = ' ';
                    memmove(c + 1, c + 2, strlen(c + 1));
                }
            }
            s.word[s.n++] = w;
        }
        run_line(&s, in);
        fflush(stdout);
    }
    fclose(in);
}

// ---- cases -------------------------------------------------------------------------------------
// ";;; head" begins the text that stands before each case, ";;; case NAME [nohead]" a case.

static void run_case(const char *name, const char *head, const char *body, size_t n,
                     const char **options, int noptions) {
    nvvmProgram p = NULL;
    size_t h = strlen(head);
    char *s = malloc(h + n + 1);
    memcpy(s, head, h);
    memcpy(s + h, body, n);
    s[h + n] = 0;
    nv.CreateProgram(&p);
    nv.AddModuleToProgram(p, s, h + n, name);
    printf("== %s: %d\n", name, (int)nv.VerifyProgram(p, noptions, options));
    size_t size;
    char *log = get(p, true, &size);
    if (log && *log) printf("%s%s", log, log[size - 2] == '\n' ? "" : "\n");
    free(log);
    free(s);
    nv.DestroyProgram(&p);
}

static void run_cases(const char *path, const char **options, int noptions) {
    size_t n;
    char *text = read_file(path, &n), *head = calloc(1, n + 1), name[64], word[16];
    for (char *at = strstr(text, ";;; "); at;) {
        char *line_end = strchr(at, '\n'), *next = strstr(line_end, "\n;;; ");
        size_t len = next ? (size_t)(next - line_end) : strlen(line_end + 1);
        *line_end = 0;
        if (strncmp(at, ";;; head", 8) == 0) {
            memcpy(head, line_end + 1, len);
        } else {
            word[0] = 0;
            sscanf(at, ";;; case %63s %15s", name, word);
            run_case(name, strcmp(word, "nohead") ? head : "", line_end + 1, len, options,
                     noptions);
            fflush(stdout);
        }
        at = next ? next + 1 : NULL;
    }
    free(head);
    free(text);
}

// ---- threads -----------------------------------------------------------------------------------

typedef struct {
    pthread_t thread;
    char **file;
    int nfiles, times, wrong;
    char **want; // results of the first compilations, by file
} Worker;

static char *compile_file(const char *path, int lazy, const char **options, int n) {
    nvvmProgram p = NULL;
    if (nv.CreateProgram(&p) || add_file(p, path, "m", lazy)) return NULL;
    nvvmResult r = nv.CompileProgram(p, n, options);
    size_t size;
    char *s = r ? NULL : get(p, false, &size);
    nv.DestroyProgram(&p);
    return s;
}

static void *work(void *data) {
    Worker *w = data;
    for (int i = 0; i < w->times; i++) {
        for (int k = 0; k < w->nfiles; k++) {
            char *s = compile_file(w->file[k], false, NULL, 0);
            w->wrong += !s || strcmp(s, w->want[k]);
            free(s);
        }
    }
    return NULL;
}

static void run_threads(int threads, int times, char **file, int nfiles) {
    Worker *w = calloc((size_t)threads, sizeof *w);
    char **want = calloc((size_t)nfiles, sizeof *want);
    int wrong = 0;
    for (int k = 0; k < nfiles; k++) {
        want[k] = compile_file(file[k], false, NULL, 0);
        if (!want[k]) fail("does not compile:", file[k]);
    }
    for (int i = 0; i < threads; i++) {
        w[i] = (Worker){.file = file, .nfiles = nfiles, .times = times, .want = want};
        pthread_create(&w[i].thread, NULL, work, &w[i]);
    }
    for (int i = 0; i < threads; i++) {
        pthread_join(w[i].thread, NULL);
        wrong += w[i].wrong;
    }
    for (int k = 0; k < nfiles; k++) free(want[k]);
    free(want);
    free(w);
    printf("%d compilations, %d differ\n", threads * times * nfiles, wrong);
    if (wrong) exit(1);
}

static void run_ptx(char **word, int n) {
    nvvmProgram p = NULL;
    nv.CreateProgram(&p);
    int i = 0;
    for (; i < n && strcmp(word[i], "--"); i++) {
        bool lazy = *word[i] == '+';
        nvvmResult r = add_file(p, word[i] + lazy, word[i] + lazy, lazy);
        if (r) fail(nv.GetErrorString(r), word[i]);
    }
    i += i < n;
    nvvmResult r = nv.CompileProgram(p, n - i, (const char **)word + i);
    size_t size;
    bool container = false;
    for (int k = i; k < n; k++) container |= strcmp(word[k], "-gen-lto") == 0;
    char *s = NULL;
    if (container && !r) {
        nv.GetCompiledResultSize(p, &size);
        s = malloc(size);
        nv.GetCompiledResult(p, s);
        fwrite(s, 1, size, stdout);
    } else {
        s = get(p, r != 0, &size);
        fputs(s, r ? stderr : stdout);
    }
    free(s);
    nv.DestroyProgram(&p);
    if (r) fail("\nnot compiled:", nv.GetErrorString(r));
}

// The status of each step that fails, and 100, go to the standard output, then the PTX or the log.
static void run_link(char **word, int n) {
    AddContainer *add;
    ResultKind *kind_of;
    *(void **)&add = handle ? handle(0x2080) : NULL;
    *(void **)&kind_of = handle ? handle(0xf00d) : NULL;
    if (!add || !kind_of) fail("no functions to link", "containers");
    nvvmProgram p = NULL;
    nv.CreateProgram(&p);
    int i = 0, kind = -1;
    for (; i < n && strcmp(word[i], "--"); i++) {
        size_t size;
        char *s = read_file(word[i], &size);
        int r = add(p, s, size, strrchr(word[i], '/') ? strrchr(word[i], '/') + 1 : word[i]);
        if (r) printf("add: %d\n", r);
        free(s);
    }
    i += i < n;
    int r = (int)nv.CompileProgram(p, n - i, (const char **)word + i);
    if (r) printf("compile: %d\n", r);
    size_t size;
    if (kind_of(p, &kind) || kind != 1) printf("kind: %d\n", kind);
    char *s = get(p, r && r != 100, &size);
    fputs(s, stdout);
    free(s);
    nv.DestroyProgram(&p);
}

int main(int argc, char **argv) {
    if (argc < 4) fail("usage:", "LIBRARY MODE FILE...");
    load(argv[1]);
    const char *mode = argv[2];
    if (strcmp(mode, "script") == 0)
        run_script(argv[3]);
    else if (strcmp(mode, "cases") == 0)
        run_cases(argv[3], (const char **)argv + 4, argc - 4);
    else if (strcmp(mode, "threads") == 0 && argc > 5)
        run_threads(atoi(argv[3]), atoi(argv[4]), argv + 5, argc - 5);
    else if (strcmp(mode, "ptx") == 0)
        run_ptx(argv + 3, argc - 3);
    else if (strcmp(mode, "link") == 0)
        run_link(argv + 3, argc - 3);
    else
        fail("unknown mode", mode);
    return 0;
}
