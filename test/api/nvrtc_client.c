// SPDX-License-Identifier: Apache-2.0
// A client of NVRTC that loads the library it is given: the same program asks NVIDIA's and ours.
//
//     nvrtc-client LIBRARY script FILE             calls, one a line (see run_line)
//     nvrtc-client LIBRARY threads N M FILE        N threads compile M times, all to the same bytes
//     nvrtc-client LIBRARY ptx FILE OPTION...      compiles, writes the PTX; a word @LIST names a
//     file with
//                                                  lines "NAME PATH": headers in memory; %peak: the
//                                                  most memory that the process had goes to stderr,
//                                                  in KiB
#include <dlfcn.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef int nvrtcResult;
typedef void *nvrtcProgram;

// name, parameters: all of NVIDIA's nvrtc.h 13.0
#define FUNCTIONS(F)                                                                               \
    F(Version, (int *, int *))                                                                     \
    F(GetNumSupportedArchs, (int *))                                                               \
    F(GetSupportedArchs, (int *))                                                                  \
    F(CreateProgram,                                                                               \
      (nvrtcProgram *, const char *, const char *, int, const char *const *, const char *const *)) \
    F(DestroyProgram, (nvrtcProgram *))                                                            \
    F(CompileProgram, (nvrtcProgram, int, const char *const *))                                    \
    F(GetPTXSize, (nvrtcProgram, size_t *))                                                        \
    F(GetPTX, (nvrtcProgram, char *))                                                              \
    F(GetCUBINSize, (nvrtcProgram, size_t *))                                                      \
    F(GetCUBIN, (nvrtcProgram, char *))                                                            \
    F(GetLTOIRSize, (nvrtcProgram, size_t *))                                                      \
    F(GetLTOIR, (nvrtcProgram, char *))                                                            \
    F(GetOptiXIRSize, (nvrtcProgram, size_t *))                                                    \
    F(GetOptiXIR, (nvrtcProgram, char *))                                                          \
    F(GetProgramLogSize, (nvrtcProgram, size_t *))                                                 \
    F(GetProgramLog, (nvrtcProgram, char *))                                                       \
    F(AddNameExpression, (nvrtcProgram, const char *))                                             \
    F(GetLoweredName, (nvrtcProgram, const char *, const char **))                                 \
    F(GetPCHHeapSize, (size_t *))                                                                  \
    F(SetPCHHeapSize, (size_t))                                                                    \
    F(GetPCHCreateStatus, (nvrtcProgram))                                                          \
    F(GetPCHHeapSizeRequired, (nvrtcProgram, size_t *))                                            \
    F(SetFlowCallback, (nvrtcProgram, int (*)(void *, void *), void *))
static struct {
#define F(n, parameters) nvrtcResult(*n) parameters;
    FUNCTIONS(F)
#undef F
    const char *(*GetErrorString)(nvrtcResult);
} nv;

static void fail(const char *what, const char *name) {
    fprintf(stderr, "nvrtc-client: %s %s\n", what, name);
    exit(2);
}

static void load(const char *path) {
    void *lib = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!lib) fail("cannot load", dlerror());
#define F(n, parameters)                                                                           \
    *(void **)&nv.n = dlsym(lib, "nvrtc" #n);                                                      \
    if (!nv.n) fail("no function", "nvrtc" #n);
    FUNCTIONS(F)
    F(GetErrorString, )
#undef F
}

// All that was read, for the end.
static char *files[4096];
static unsigned nfiles;

static void free_files(void) {
    while (nfiles) free(files[--nfiles]);
}

static char *read_file(const char *path) {
    if (nfiles == sizeof files / sizeof *files) fail("too many files at", path);
    FILE *f = fopen(path, "rb");
    if (!f) fail("cannot read", path);
    size_t n = 0, cap = 1 << 16;
    char *s = malloc(cap);
    for (size_t k; (k = fread(s + n, 1, cap - n - 1, f)) > 0;) {
        n += k;
        if (cap - n < 2) s = realloc(s, cap *= 2);
    }
    fclose(f);
    s[n] = 0;
    return files[nfiles++] = s;
}

// ---- the script --------------------------------------------------------------------------------

enum { NAMES = 26, WORDS = 64 };
static char *text[NAMES];           // sources and headers, by letter
static nvrtcProgram program[NAMES]; // by letter
static unsigned calls;

static const char *said(nvrtcResult r) {
    calls++;
    return nv.GetErrorString(r);
}

// The bytes behind "size" and "get"; NULL: refused.
static char *fetch(nvrtcProgram p, nvrtcResult (*size)(nvrtcProgram, size_t *),
                   nvrtcResult (*get)(nvrtcProgram, char *), size_t *n) {
    *n = 0;
    nvrtcResult r = size(p, n);
    if (r) {
        printf("  size: %s\n", said(r));
        return NULL;
    }
    char *s = malloc(*n + 1);
    memset(s, 'Q', *n + 1);
    r = get(p, s);
    if (r) printf("  get: %s\n", said(r));
    calls += 2;
    s[*n] = 0;
    return s;
}

// Times, process numbers and the like are no part of what is compared.
static void print_log(nvrtcProgram p) {
    size_t n;
    char *s = fetch(p, nv.GetProgramLogSize, nv.GetProgramLog, &n);
    if (!s) return;
    if (n != strlen(s) + 1) printf("  size %zu of %zu characters\n", n, strlen(s));
    for (char *line = s, *next; line && *line; line = next) {
        next = strchr(line, '\n');
        if (next) *next++ = 0;
        char *ms = strstr(line, ", ms");
        if (ms) {
            while (ms > line && ms[-1] != ' ') ms--;
            strcpy(ms, "N, ms");
        }
        printf("  | %s\n", line);
    }
    free(s);
}

static int by_text(const void *a, const void *b) {
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

// What two compilers must agree on: target and names, not instructions, nor their order.
static void print_ptx(nvrtcProgram p) {
    size_t n;
    char *s = fetch(p, nv.GetPTXSize, nv.GetPTX, &n);
    if (!s) return;
    const char *entry[64];
    int entries = 0;
    printf("  PTX%s:", n > 1 ? "" : " empty");
    for (char *l = strtok(s, "\n"); l; l = strtok(NULL, "\n")) {
        if (strncmp(l, ".target", 7) == 0) printf(" %s", l + 8);
        char *e = strstr(l, ".entry ");
        if (!e || entries == 64) continue;
        e[strcspn(e, "(")] = 0;
        entry[entries++] = e;
    }
    qsort(entry, (size_t)entries, sizeof *entry, by_text);
    for (int i = 0; i < entries; i++) printf(" %s", entry[i]);
    printf("\n");
    free(s);
}

// Machine code or the PTX in its place.
static void print_some(nvrtcProgram p, const char *what) {
    size_t n;
    char *s = strcmp(what, "cubin") == 0 ? fetch(p, nv.GetCUBINSize, nv.GetCUBIN, &n)
              : strcmp(what, "lto") == 0 ? fetch(p, nv.GetLTOIRSize, nv.GetLTOIR, &n)
                                         : fetch(p, nv.GetOptiXIRSize, nv.GetOptiXIR, &n);
    if (s) printf("  %s: %s\n", what, n ? "some" : "none");
    free(s);
}

static int go_on(void *payload, void *reserved) {
    ++*(int *)payload;
    return 0;
}
static int stop(void *payload, void *reserved) {
    return 1;
}

// Splits at blanks; "_" in a word stands for a blank that stays, "~" for the empty word.
static int split(char *line, char **word) {
    int n = 0;
    for (char *w = strtok(line, " \n"); w && n < WORDS; w = strtok(NULL, " \n")) {
        for (char *p = w; *p; p++)
            if (*p == '`') *p = ' ';
        word[n++] = strcmp(w, "~") == 0 ? w + 1 : w;
    }
    return n;
}

static nvrtcProgram program_of(const char *name) {
    if (strcmp(name, "NULL") == 0) return NULL;
    return program[*name - 'a'];
}

static void create(char **w, int n) {
    const char *headers[WORDS], *names[WORDS];
    int count = 0;
    for (int i = 4; i + 1 < n; i += 2) {
        names[count] = w[i];
        headers[count++] = text[*w[i + 1] - 'A'];
    }
    const char *name = strcmp(w[3], "NULL") == 0 ? NULL : w[3];
    printf("  %s\n", said(nv.CreateProgram(&program[*w[1] - 'a'], text[*w[2] - 'A'], name, count,
                                           headers, names)));
}

static void lowered(char **w) {
    const char *name = "unchanged";
    nvrtcResult r = nv.GetLoweredName(program_of(w[1]), w[2], &name);
    printf("  %s %s\n", said(r), name ? name : "(null)");
}

static void about(void) {
    int major = 0, minor = 0, n = 0, archs[64];
    printf("  %s", said(nv.Version(&major, &minor)));
    printf(" %d.%d\n", major, minor);
    printf("  %s", said(nv.GetNumSupportedArchs(&n)));
    printf(" %s:", said(nv.GetSupportedArchs(archs)));
    for (int i = 0; i < n; i++) printf(" %d", archs[i]);
    printf("\n");
    for (int i = -1; i < 20; i++) printf("  %d %s\n", i, said(i));
}

// Every pointer that may not be NULL, and results that are not there.
static void wrong_uses(void) {
    nvrtcProgram p = NULL;
    size_t size;
    int one;
    char buffer[8];
    const char *name, *none[1] = {NULL}, *some[1] = {"int x;"};
#define SAY(call) printf("  %s: %s\n", #call, said(nv.call))
    SAY(Version(NULL, &one));
    SAY(Version(&one, NULL));
    SAY(GetNumSupportedArchs(NULL));
    SAY(GetSupportedArchs(NULL));
    SAY(CreateProgram(NULL, "", "", 0, NULL, NULL));
    SAY(CreateProgram(&p, NULL, "", 0, NULL, NULL));
    SAY(CreateProgram(&p, "", "", -1, NULL, NULL));
    SAY(CreateProgram(&p, "", "", 1, NULL, some));
    SAY(CreateProgram(&p, "", "", 1, some, NULL));
    SAY(CreateProgram(&p, "", "", 1, none, some));
    SAY(CreateProgram(&p, "", "", 1, some, none));
    SAY(DestroyProgram(NULL));
    SAY(DestroyProgram(&p));
    SAY(CompileProgram(NULL, 0, NULL));
    SAY(GetPTXSize(NULL, &size));
    SAY(GetPTX(NULL, buffer));
    SAY(GetCUBINSize(NULL, &size));
    SAY(GetCUBIN(NULL, buffer));
    SAY(GetLTOIRSize(NULL, &size));
    SAY(GetLTOIR(NULL, buffer));
    SAY(GetOptiXIRSize(NULL, &size));
    SAY(GetOptiXIR(NULL, buffer));
    SAY(GetProgramLogSize(NULL, &size));
    SAY(GetProgramLog(NULL, buffer));
    SAY(AddNameExpression(NULL, "k"));
    SAY(GetLoweredName(NULL, "k", &name));
    SAY(GetPCHHeapSize(NULL));
    SAY(GetPCHCreateStatus(NULL));
    SAY(GetPCHHeapSizeRequired(NULL, &size));
    SAY(SetFlowCallback(NULL, go_on, &one));
    SAY(CreateProgram(&p, "__global__ void k() {}", "x.cu", 0, NULL, NULL));
    SAY(CompileProgram(p, -1, NULL));
    SAY(CompileProgram(p, 1, NULL));
    SAY(CompileProgram(p, 1, none));
    SAY(GetPTXSize(p, NULL));
    SAY(GetPTX(p, NULL));
    SAY(GetCUBINSize(p, NULL));
    SAY(GetCUBIN(p, NULL));
    SAY(GetLTOIRSize(p, NULL));
    SAY(GetLTOIR(p, NULL));
    SAY(GetOptiXIRSize(p, NULL));
    SAY(GetOptiXIR(p, NULL));
    SAY(GetProgramLogSize(p, NULL));
    SAY(GetProgramLog(p, NULL));
    SAY(AddNameExpression(p, NULL));
    SAY(GetLoweredName(p, NULL, &name));
    SAY(GetLoweredName(p, "k", NULL));
    SAY(GetPCHHeapSizeRequired(p, NULL));
    SAY(SetFlowCallback(p, NULL, NULL));
    SAY(DestroyProgram(&p));
    printf("  %s\n", p ? "kept" : "NULL");
#undef SAY
}

// What NVIDIA's library crashes on.
static void dead_handles(void) {
    nvrtcProgram p = NULL, copy, foreign = (nvrtcProgram)&nv;
    nv.CreateProgram(&p, "", "", 0, NULL, NULL);
    copy = p;
    printf("  %s\n", said(nv.DestroyProgram(&p)));
    printf("  %s\n", said(nv.DestroyProgram(&copy)));
    printf("  %s\n", said(nv.CompileProgram(copy, 0, NULL)));
    printf("  %s\n", said(nv.CompileProgram(foreign, 0, NULL)));
}

static void heap(void) {
    size_t size = 1;
    printf("  %s", said(nv.GetPCHHeapSize(&size)));
    printf(" %zu\n", size);
    printf("  %s", said(nv.SetPCHHeapSize(1000)));
    printf(" %s", said(nv.GetPCHHeapSize(&size)));
    printf(" %zu\n", size);
    printf("  %s\n", said(nv.SetPCHHeapSize(256 << 20)));
}

// A line is a call; its results are printed below it:
//     text A until a line "."        about            wrong            dead            heap
//     create p A NAME [INCLUDENAME B]...              destroy p        name p EXPRESSION
//     compile p OPTION...            log p   ptx p    cubin p, lto p, optix p         lowered p
//     EXPRESSION flow p go|stop                 pch p
static void run_line(char **w, int n) {
    static int asked;
    const char *what = w[0];
    if (strcmp(what, "about") == 0) about();
    if (strcmp(what, "wrong") == 0) wrong_uses();
    if (strcmp(what, "dead") == 0) dead_handles();
    if (strcmp(what, "heap") == 0) heap();
    if (strcmp(what, "create") == 0) create(w, n);
    if (strcmp(what, "destroy") == 0)
        printf("  %s\n", said(nv.DestroyProgram(&program[*w[1] - 'a'])));
    if (strcmp(what, "name") == 0)
        printf("  %s\n", said(nv.AddNameExpression(program_of(w[1]), w[2])));
    if (strcmp(what, "compile") == 0)
        printf("  %s\n",
               said(nv.CompileProgram(program_of(w[1]), n - 2, (const char *const *)w + 2)));
    if (strcmp(what, "log") == 0) print_log(program_of(w[1]));
    if (strcmp(what, "ptx") == 0) print_ptx(program_of(w[1]));
    if (strcmp(what, "cubin") == 0 || strcmp(what, "lto") == 0 || strcmp(what, "optix") == 0)
        print_some(program_of(w[1]), what);
    if (strcmp(what, "lowered") == 0) lowered(w);
    if (strcmp(what, "flow") == 0)
        printf("  %s\n", said(nv.SetFlowCallback(program_of(w[1]),
                                                 strcmp(w[2], "go") ? stop : go_on, &asked)));
    if (strcmp(what, "asked") == 0) printf("  %s\n", asked ? "asked" : "not asked");
    if (strcmp(what, "pch") == 0) printf("  %s\n", said(nv.GetPCHCreateStatus(program_of(w[1]))));
}

// "each NAME OPTION...": a program of text T of its own, compiled, with its log.
static void each(char **w, int n) {
    nvrtcProgram p = NULL;
    nv.CreateProgram(&p, text['T' - 'A'], "t.cu", 0, NULL, NULL);
    printf("  %s\n", said(nv.CompileProgram(p, n - 1, (const char *const *)w + 1)));
    print_log(p);
    calls += 2;
    nv.DestroyProgram(&p);
}

static void run_script(const char *path) {
    char line[1024], *w[WORDS];
    FILE *f = fopen(path, "r");
    if (!f) fail("cannot read", path);
    while (fgets(line, sizeof line, f)) {
        if (*line == '#' || *line == '\n') continue;
        printf("> %s", line);
        if (strncmp(line, "text ", 5) == 0) {
            int at = line[5] - 'A';
            size_t size = 0;
            free(text[at]);
            text[at] = calloc(1, 1);
            while (fgets(line, sizeof line, f) && strcmp(line, ".\n") != 0) {
                size_t k = strlen(line);
                text[at] = realloc(text[at], size + k + 1);
                memcpy(text[at] + size, line, k + 1);
                size += k;
            }
            continue;
        }
        int n = split(line, w);
        if (strcmp(w[0], "each") == 0)
            each(w, n);
        else
            run_line(w, n);
    }
    fclose(f);
    printf("%u calls\n", calls);
}

// ---- threads -----------------------------------------------------------------------------------

static struct {
    const char *source;
    char *first;
    int times;
    pthread_mutex_t lock;
    bool differ;
} job = {.lock = PTHREAD_MUTEX_INITIALIZER};

static void *compile_often(void *unused) {
    for (int i = 0; i < job.times; i++) {
        nvrtcProgram p = NULL;
        size_t n;
        nv.CreateProgram(&p, job.source, "x.cu", 0, NULL, NULL);
        nvrtcResult r = nv.CompileProgram(p, 0, NULL);
        char *s = fetch(p, nv.GetPTXSize, nv.GetPTX, &n);
        pthread_mutex_lock(&job.lock);
        if (!job.first) {
            job.first = s;
            s = NULL;
        }
        job.differ |= r || (s && strcmp(s, job.first) != 0);
        pthread_mutex_unlock(&job.lock);
        free(s);
        nv.DestroyProgram(&p);
    }
    return NULL;
}

static void run_threads(int n, int times, const char *path) {
    pthread_t thread[64];
    job.source = read_file(path);
    job.times = times;
    for (int i = 0; i < n && i < 64; i++) pthread_create(&thread[i], NULL, compile_often, NULL);
    for (int i = 0; i < n && i < 64; i++) pthread_join(thread[i], NULL);
    printf("%s\n", job.differ ? "different" : "same");
    free(job.first);
}

// ---- one program -------------------------------------------------------------------------------

static int compile_one(int n, char **w) {
    enum { HEADERS = 4096 };
    static const char *headers[HEADERS], *names[HEADERS];
    const char *option[WORDS];
    int nheaders = 0, noptions = 0;
    bool peak = false;
    for (int i = 1; i < n; i++) {
        if (strcmp(w[i], "%peak") == 0) {
            peak = true;
            continue;
        }
        if (*w[i] != '@') {
            option[noptions++] = w[i];
            continue;
        }
        for (char *l = strtok(read_file(w[i] + 1), "\n"); l; l = strtok(NULL, "\n"))
            names[nheaders++] = l;
        for (int k = 0; k < nheaders; k++) {
            char *path = strchr(names[k], ' ');
            *path++ = 0;
            headers[k] = read_file(path);
        }
    }
    nvrtcProgram p = NULL;
    size_t size;
    nv.CreateProgram(&p, read_file(w[0]), w[0], nheaders, headers, names);
    nvrtcResult r = nv.CompileProgram(p, noptions, option);
    char *s = r ? fetch(p, nv.GetProgramLogSize, nv.GetProgramLog, &size)
                : fetch(p, nv.GetPTXSize, nv.GetPTX, &size);
    if (s) fputs(s, stdout);
    free(s);
    nv.DestroyProgram(&p);
    if (peak) {
        const char *line = strstr(read_file("/proc/self/status"), "VmHWM:");
        fprintf(stderr, "%d\n", line ? atoi(line + 6) : 0);
    }
    return r != 0;
}

int main(int argc, char **argv) {
    if (argc < 4) fail("usage:", "LIBRARY script|threads|ptx ...");
    load(argv[1]);
    if (strcmp(argv[2], "script") == 0) run_script(argv[3]);
    if (strcmp(argv[2], "threads") == 0) run_threads(atoi(argv[3]), atoi(argv[4]), argv[5]);
    int status = strcmp(argv[2], "ptx") == 0 ? compile_one(argc - 3, argv + 3) : 0;
    for (int i = 0; i < NAMES; i++) free(text[i]);
    free_files();
    return status;
}
