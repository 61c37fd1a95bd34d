// SPDX-License-Identifier: Apache-2.0
// From options to steps: what becomes of each input, and of all of them.
#include "driver/nvcc/nvcc.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

// ---- small parts --------------------------------------------------------------------------------

void nvcc_words(Nvcc *n, NvccWords *w, const char *first, ...) {
    va_list more;
    va_start(more, first);
    for (const char *s = first; s; s = va_arg(more, const char *)) vec_push(&n->ctx->perm, w, s);
    va_end(more);
}

NvccStep *nvcc_step(Nvcc *n, NvccStepKind kind) {
    vec_push(&n->ctx->perm, &n->steps, ((NvccStep){.kind = (uint8_t)kind}));
    return &n->steps.at[n->steps.n - 1];
}

bool nvcc_ends_with(const char *s, const char *tail) {
    size_t n = strlen(s), m = strlen(tail);
    return n >= m && strcmp(s + n - m, tail) == 0;
}

const char *nvcc_stem(Nvcc *n, const char *path) {
    const char *base = strrchr(path, '/');
    base = base ? base + 1 : path;
    const char *dot = strrchr(base, '.');
    return arena_strndup(&n->ctx->perm, base, dot ? (size_t)(dot - base) : strlen(base));
}

const char *nvcc_between(Nvcc *n, const char *stem, const char *tail) {
    Arena *a = &n->ctx->perm;
    const char *dir = nvcc_value(n, N_KEEP_DIR, NULL);
    if (!n->keep) return arena_printf(a, "%s/%s%s", n->folder, stem, tail);
    return dir ? arena_printf(a, "%s/%s%s", dir, stem, tail) : arena_printf(a, "%s%s", stem, tail);
}

const char *nvcc_result(Nvcc *n, const char *stem, const char *tail) {
    const char *given = nvcc_value(n, N_OUTPUT, NULL), *dir = nvcc_value(n, N_OUTPUT_DIR, NULL);
    if (given) return given;
    return dir ? arena_printf(&n->ctx->perm, "%s/%s%s", dir, stem, tail)
               : arena_printf(&n->ctx->perm, "%s%s", stem, tail);
}

// ---- what an input is ---------------------------------------------------------------------------

typedef enum {
    INPUT_UNKNOWN,
    INPUT_CU,
    INPUT_C,
    INPUT_CXX,
    INPUT_C_TEXT, // preprocessed
    INPUT_CXX_TEXT,
    INPUT_PTX,
    INPUT_CUBIN,
    INPUT_FATBIN,
    INPUT_OBJECT
} NvccInput;

static NvccInput kind_by_name(const char *path) {
    static const struct {
        const char *tail;
        uint8_t kind;
    } tails[] = {{".cu", INPUT_CU},       {".c", INPUT_C},           {".cc", INPUT_CXX},
                 {".cpp", INPUT_CXX},     {".cxx", INPUT_CXX},       {".C", INPUT_CXX},
                 {".i", INPUT_C_TEXT},    {".ii", INPUT_CXX_TEXT},   {".ptx", INPUT_PTX},
                 {".cubin", INPUT_CUBIN}, {".fatbin", INPUT_FATBIN}, {".o", INPUT_OBJECT},
                 {".obj", INPUT_OBJECT},  {".a", INPUT_OBJECT},      {".lib", INPUT_OBJECT},
                 {".so", INPUT_OBJECT}};
    for (uint32_t i = 0; i < CU_COUNT(tails); i++) {
        if (nvcc_ends_with(path, tails[i].tail)) return tails[i].kind;
    }
    return strstr(path, ".so.") ? INPUT_OBJECT : INPUT_UNKNOWN;
}

static bool is_linked(NvccInput kind) {
    return kind == INPUT_OBJECT || kind == INPUT_CUBIN || kind == INPUT_FATBIN;
}

static NvccInput kind_of(const Nvcc *n, const char *path) {
    NvccInput kind = kind_by_name(path);
    const char *language = nvcc_value(n, N_LANGUAGE, NULL);
    if (!language || is_linked(kind) || kind == INPUT_PTX) return kind;
    return strcmp(language, "cu") == 0  ? INPUT_CU
           : strcmp(language, "c") == 0 ? INPUT_C
                                        : INPUT_CXX;
}

// ---- device code --------------------------------------------------------------------------------

const char *nvcc_ptxas_words(Nvcc *n, NvccWords *w) {
    Arena *a = &n->ctx->perm;
    uint32_t first = w->n;
    if (nvcc_has(n, N_WHOLE))
        vec_push(a, w, "-ewp");
    else if (n->rdc)
        vec_push(a, w, "--compile-only");
    if (nvcc_has(n, N_RESOURCES) && !n->rdc) vec_push(a, w, "-v");
    nvcc_each(n, w, N_XPTXAS, NULL, true);
    const char *fast = nvcc_value(n, N_FAST_COMPILE, "0");
    if (*fast == 'm') vec_push(a, w, arena_printf(a, "--Ofast-compile=%s", fast));
    if (nvcc_has(n, N_MAXREG))
        vec_push(a, w, arena_printf(a, "-maxrregcount=%s", nvcc_value(n, N_MAXREG, "")));
    bool debug = nvcc_has(n, N_DEVICE_DEBUG) && !nvcc_has(n, N_DOPT);
    if (debug)
        nvcc_words(n, w, "-g", "--dont-merge-basicblocks", "--return-at-end", NULL);
    else if (nvcc_has(n, N_LINE_INFO) || nvcc_has(n, N_DEVICE_DEBUG))
        vec_push(a, w, "--generate-line-info");
    Buf b;
    buf_init(&b, a);
    for (uint32_t i = first; i < w->n; i++) buf_printf(&b, "%s ", w->at[i]);
    return buf_cstr(&b);
}

static void plan_ptxas(Nvcc *n, const Target *t, const char *ptx, const char *cubin, bool beside) {
    NvccStep *s = nvcc_step(n, STEP_PROGRAM);
    NvccWords w = {0};
    s->beside = beside;
    vec_push(&n->ctx->perm, &w, n->ptxas ? n->ptxas : "ptxas");
    if (nvcc_has(n, N_NO_WARNINGS)) vec_push(&n->ctx->perm, &w, "-w");
    nvcc_words(n, &w, arena_printf(&n->ctx->perm, "-arch=%s", t->name), "-m64", NULL);
    nvcc_ptxas_words(n, &w);
    nvcc_words(n, &w, ptx, "-o", cubin, NULL);
    s->words = w;
}

static const char *cicc_options(Nvcc *n) {
    bool fast = nvcc_has(n, N_FAST_MATH);
    Buf b;
    buf_init(&b, &n->ctx->perm);
    if (nvcc_has(n, N_MAXREG)) buf_printf(&b, "-maxreg %s ", nvcc_value(n, N_MAXREG, ""));
    if (nvcc_has(n, N_LINE_INFO)) buf_puts(&b, "-generate-line-info ");
    buf_printf(&b, "-ftz=%d -prec_div=%d -prec_sqrt=%d -fmad=%d ", nvcc_on(n, N_FTZ, fast),
               nvcc_on(n, N_PREC_DIV, !fast), nvcc_on(n, N_PREC_SQRT, !fast),
               nvcc_on(n, N_FMAD, true));
    return buf_cstr(&b);
}

typedef struct {
    const char *kind, *file;
    const Target *target;
} Image;
typedef VEC(Image) Images;

// fatbinary with what it shall hold.
static void plan_fatbinary(Nvcc *n, const Images *images, const char *out, const NvccUnit *u) {
    Arena *a = &n->ctx->perm;
    NvccWords w = {0}, ptxas = {0};
    nvcc_words(n, &w, n->fatbinary ? n->fatbinary : "fatbinary",
               arena_printf(a, u->cudafe ? "--embedded-fatbin=%s.c" : "--create=%s", out), "-64",
               NULL);
    if (nvcc_has(n, N_DEVICE_DEBUG) || nvcc_has(n, N_LINE_INFO))
        vec_push(a, &w, arena_printf(a, "--ident=%s", u->input));
    const char *assembler = nvcc_ptxas_words(n, &ptxas);
    if (*assembler) vec_push(a, &w, arena_printf(a, "--cmdline=%s", assembler));
    vec_push(a, &w, arena_printf(a, "--cicc-cmdline=%s", cicc_options(n)));
    if (nvcc_has(n, N_DEVICE_DEBUG)) vec_push(a, &w, "-g");
    if (nvcc_has(n, N_NO_COMPRESS)) vec_push(a, &w, "-compress=false");
    if (nvcc_has(n, N_COMPRESS_MODE))
        vec_push(a, &w, arena_printf(a, "--compress-mode=%s", nvcc_value(n, N_COMPRESS_MODE, "")));
    nvcc_each(n, &w, N_XFATBIN, NULL, true);
    for (uint32_t i = 0; i < images->n; i++) {
        const Image *m = &images->at[i];
        vec_push(a, &w,
                 arena_printf(a, "--image3=kind=%s,sm=%s,file=%s", m->kind,
                              m->target->name + strlen("sm_"), m->file));
    }
    if (n->rdc) vec_push(a, &w, "--device-c");
    nvcc_step(n, STEP_PROGRAM)->words = w;
}

// The PTX of all architectures is machine code and kept PTX in one fat binary.
static bool plan_images(Nvcc *n, NvccUnit *u, const char *out) {
    Images images = {0};
    Arena *a = &n->ctx->perm;
    bool assembled = false;
    for (uint32_t i = 0; i < n->archs.n; i++) {
        const NvccArch *arch = &n->archs.at[i];
        for (uint32_t k = 0; k < arch->real.n && n->ptxas; k++) {
            const Target *t = arch->real.at[k];
            const char *tail =
                n->archs.n > 1
                    ? arena_printf(a, ".%s.%s.cubin", nvcc_virtual_name(n, arch->target), t->name)
                    : arena_printf(a, ".%s.cubin", t->name);
            const char *cubin = nvcc_between(n, u->stem, tail);
            plan_ptxas(n, t, u->ptx[i], cubin, assembled);
            assembled = true;
            vec_push(a, &images, ((Image){"elf", cubin, t}));
        }
        if (!n->ptxas && !arch->ptx) return nvcc_say(NM_no_ptxas_for, arch->real.at[0]->name);
        if (arch->ptx) vec_push(a, &images, ((Image){"ptx", u->ptx[i], arch->target}));
    }
    if (u->want_host && !u->cudafe) { // needs no machine code: beside ptxas
        NvccStep *s = nvcc_step(n, STEP_HOST);
        s->unit = u;
        s->beside = assembled;
    }
    if (n->fatbinary) {
        plan_fatbinary(n, &images, out, u);
    } else if (assembled) {
        return nvcc_say(NM_no_fatbinary, u->input);
    } else {
        NvccStep *s = nvcc_step(n, STEP_FATBIN);
        s->unit = u;
        s->output = out;
    }
    return true;
}

static NvccUnit *new_unit(Nvcc *n, const char *input) {
    Arena *a = &n->ctx->perm;
    NvccUnit *u = arena_new(a, NvccUnit);
    bool many = n->inputs.n > 1 && !n->keep;
    const char *stem = nvcc_stem(n, input);
    // files of one name may lie in several folders
    *u = (NvccUnit){.input = input,
                    .stem = many ? arena_printf(a, "%u.%s", n->steps.n, stem) : stem};
    u->ptx = arena_array(a, const char *, n->archs.n);
    for (uint32_t i = 0; i < n->archs.n; i++) {
        const char *name = nvcc_virtual_name(n, n->archs.at[i].target);
        const char *tail = n->archs.n > 1 ? arena_printf(a, ".%s.ptx", name) : ".ptx";
        u->ptx[i] = nvcc_between(n, u->stem, tail);
    }
    buf_init(&u->registration, a);
    const char *seed = nvcc_value(n, N_SEED, NULL), *dir = driver_directory(n->ctx);
    const char *path = *input == '/' ? input : arena_printf(a, "%s/%s", dir, input);
    if (seed) path = seed;
    uint64_t contents = 0;
    size_t length;
    if (access(input, R_OK) == 0) {
        const char *text = driver_read_file(n->ctx, input, &length);
        if (text) contents = hash_bytes(text, length, 0);
    }
    u->module_id = driver_module_id(n->ctx, path, input, contents);
    return u;
}

// The host's compiler preprocesses: where it is not gcc, and for files to keep.
static const char *plan_preprocess(Nvcc *n, const NvccUnit *u, const Target *t, const char *tail) {
    NvccWords w = {0};
    nvcc_words(n, &w, n->cxx, "-E", "-x", "c++", NULL);
    if (t)
        nvcc_device_macros(n, t, &w);
    else if (!u->cudafe)
        nvcc_host_macros(n, &w);
    nvcc_reading_words(n, &w, true);
    nvcc_words(n, &w, "-include", "cuda_runtime.h", NULL);
    const char *ours = t || u->cudafe ? NULL : nvcc_header_folder(n);
    if (ours) {
        ours = arena_printf(&n->ctx->perm, "%s/cuprum_build.h", ours);
        nvcc_words(n, &w, "-include", ours, NULL);
    }
    nvcc_each(n, &w, N_PRE_INCLUDE, "-include ", false);
    const char *out = nvcc_between(n, u->stem, tail);
    nvcc_words(n, &w, u->input, "-o", out, NULL);
    nvcc_step(n, STEP_PROGRAM)->words = w;
    return out;
}

static bool plan_texts(Nvcc *n, NvccUnit *u) {
    if (n->own_pass && (!n->keep || n->own_headers)) return true;
    if (!nvcc_write_headers(n)) return false;
    Arena *a = &n->ctx->perm;
    const char **device = arena_array(a, const char *, n->archs.n), *host = NULL;
    if (u->want_host) host = plan_preprocess(n, u, NULL, ".cpp4.ii");
    for (uint32_t i = 0; i < n->archs.n; i++) {
        const Target *t = n->archs.at[i].target;
        const char *tail =
            n->archs.n > 1 ? arena_printf(a, ".%s.cpp1.ii", nvcc_virtual_name(n, t)) : ".cpp1.ii";
        device[i] = plan_preprocess(n, u, t, tail);
    }
    if (n->own_pass) return true;
    u->device_text = device;
    u->host_text = host;
    return true;
}

static bool plan_device(Nvcc *n, NvccUnit *u) {
    if (!plan_texts(n, u)) return false;
    if (u->cudafe) {
        const char *text = u->host_text;
        if (!text) text = plan_preprocess(n, u, NULL, ".cpp4.ii");
        if (!nvcc_plan_cudafe(n, u, text)) return false;
    }
    nvcc_step(n, STEP_DEVICE)->unit = u;
    return true;
}

// ---- rules for make -----------------------------------------------------------------------------

static bool wants_rule(const Nvcc *n) {
    return nvcc_has(n, N_DEPEND_TOO) || nvcc_has(n, N_DEPEND_USER_TOO);
}

// FILE of -MF, or the output's name, or the input's, with .d.
static const char *rule_file(Nvcc *n, const char *input) {
    const char *given = nvcc_value(n, N_DEPEND_FILE, NULL), *out = nvcc_value(n, N_OUTPUT, NULL);
    if (given || n->phase == PHASE_DEPEND) return given;
    if (!out) return nvcc_result(n, nvcc_stem(n, input), ".d");
    const char *slash = strrchr(out, '/'), *dot = strrchr(slash ? slash : out, '.');
    return arena_printf(&n->ctx->perm, "%.*s.d", (int)(dot ? dot - out : (long)strlen(out)), out);
}

static void plan_rule(Nvcc *n, const char *input) {
    NvccStep *s = nvcc_step(n, STEP_DEPEND);
    s->input = input;
    s->output = rule_file(n, input);
}

// Of a file that is not CUDA's, by the host's compiler.
static void plan_host_rule(Nvcc *n, const char *input, bool c) {
    NvccWords w = {0};
    nvcc_words(n, &w, c ? n->cc : n->cxx, "-x", c ? "c" : "c++", NULL);
    nvcc_rule_words(n, &w, input, rule_file(n, input));
    nvcc_reading_words(n, &w, false);
    nvcc_each(n, &w, N_PRE_INCLUDE, "-include ", false);
    nvcc_words(n, &w, input, NULL);
    nvcc_step(n, STEP_PROGRAM)->words = w;
}

// ---- one input ----------------------------------------------------------------------------------

static const char *object_of(Nvcc *n, const char *input, const char *stem) {
    if (n->phase == PHASE_COMPILE) return nvcc_result(n, nvcc_stem(n, input), ".o");
    return nvcc_between(n, stem, ".o");
}

static bool plan_cuda_object(Nvcc *n, const char *input) {
    NvccUnit *u = new_unit(n, input);
    u->want_host = true;
    u->cudafe = strcmp(nvcc_value(n, N_HOST_PASS, ""), "cudafe") == 0;
    u->host = n->phase == PHASE_CUDA ? nvcc_result(n, nvcc_stem(n, input), ".cu.cpp.ii")
                                     : nvcc_between(n, u->stem, ".cudafe1.cpp");
    u->fatbin = nvcc_between(n, u->stem, ".fatbin");
    if (wants_rule(n) && n->own_pass && !u->cudafe) { // both halves are read anyway
        u->rule = nvcc_rule_new(n, input);
        u->rule_file = rule_file(n, input);
    } else if (wants_rule(n)) {
        plan_rule(n, input);
    }
    if (!plan_device(n, u) || !plan_images(n, u, u->fatbin)) return false;
    if (n->phase == PHASE_CUDA) return true;
    const char *out = object_of(n, input, u->stem);
    vec_push(&n->ctx->perm, &n->objects, out);
    if (u->cudafe) {
        nvcc_plan_cudafe_object(n, u, out);
        return true;
    }
    NvccWords w = {0};
    nvcc_words(n, &w, n->cxx, "-c", "-x", "c++-cpp-output", NULL);
    nvcc_code_words(n, &w);
    nvcc_words(n, &w, u->host, "-o", out, NULL);
    nvcc_step(n, STEP_PROGRAM)->words = w;
    return true;
}

static bool plan_host_object(Nvcc *n, const char *input, NvccInput kind) {
    static const char *const languages[] = {[INPUT_C] = "c",
                                            [INPUT_CXX] = "c++",
                                            [INPUT_C_TEXT] = "cpp-output",
                                            [INPUT_CXX_TEXT] = "c++-cpp-output"};
    bool c = kind == INPUT_C || kind == INPUT_C_TEXT;
    NvccWords w = {0};
    const char *stem = nvcc_stem(n, input);
    if (n->inputs.n > 1 && !n->keep) stem = arena_printf(&n->ctx->perm, "%u.%s", n->steps.n, stem);
    const char *out = object_of(n, input, stem);
    nvcc_words(n, &w, c ? n->cc : n->cxx, "-c", "-x", languages[kind], NULL);
    nvcc_reading_words(n, &w, false);
    vec_push(&n->ctx->perm, &w, "-Wno-psabi");
    nvcc_each(n, &w, N_PRE_INCLUDE, "-include ", false);
    if (wants_rule(n)) nvcc_rule_words(n, &w, input, rule_file(n, input));
    nvcc_words(n, &w, input, "-o", out, NULL);
    nvcc_step(n, STEP_PROGRAM)->words = w;
    vec_push(&n->ctx->perm, &n->objects, out);
    return true;
}

static bool plan_ptx(Nvcc *n, const char *input) {
    if (n->archs.n > 1) return nvcc_say(NM_many_archs, "--ptx (-ptx)");
    NvccUnit *u = new_unit(n, input);
    u->ptx[0] = nvcc_result(n, nvcc_stem(n, input), ".ptx");
    if (wants_rule(n)) plan_rule(n, input);
    return plan_device(n, u);
}

static bool plan_cubin(Nvcc *n, const char *input, bool assembled) {
    const NvccArch *arch = &n->archs.at[0];
    if (n->archs.n > 1 || arch->real.n > 1) return nvcc_say(NM_many_archs, "--cubin (-cubin)");
    if (!arch->real.n) return nvcc_say(NM_virtual_cubin);
    if (!n->ptxas) return nvcc_say(NM_no_ptxas, "-cubin");
    NvccUnit *u = new_unit(n, input);
    if (assembled)
        u->ptx[0] = input;
    else if (!plan_device(n, u))
        return false;
    plan_ptxas(n, arch->real.at[0], u->ptx[0], nvcc_result(n, nvcc_stem(n, input), ".cubin"),
               false);
    return true;
}

static bool plan_fatbin(Nvcc *n, const char *input, bool assembled) {
    NvccUnit *u = new_unit(n, input);
    for (uint32_t i = 0; i < n->archs.n && assembled; i++) u->ptx[i] = input;
    if (!assembled && !plan_device(n, u)) return false;
    return plan_images(n, u, nvcc_result(n, nvcc_stem(n, input), ".fatbin"));
}

// -E: as the device sees it, by the host's compiler.
static bool plan_text(Nvcc *n, const char *input, NvccInput kind) {
    NvccWords w = {0};
    bool cuda = kind == INPUT_CU;
    nvcc_words(n, &w, kind == INPUT_C ? n->cc : n->cxx, "-E", "-x", kind == INPUT_C ? "c" : "c++",
               NULL);
    if (cuda) nvcc_device_macros(n, n->archs.at[0].target, &w);
    nvcc_reading_words(n, &w, cuda);
    if (cuda) nvcc_words(n, &w, "-include", "cuda_runtime.h", NULL);
    nvcc_each(n, &w, N_PRE_INCLUDE, "-include ", false);
    vec_push(&n->ctx->perm, &w, input);
    const char *out = nvcc_value(n, N_OUTPUT, NULL);
    if (out) nvcc_words(n, &w, "-o", out, NULL);
    nvcc_step(n, STEP_PROGRAM)->words = w;
    return true;
}

static bool plan_input(Nvcc *n, const char *input) {
    NvccInput kind = kind_of(n, input);
    bool device_only = n->phase == PHASE_PTX || n->phase == PHASE_CUBIN || n->phase == PHASE_FATBIN;
    bool source = kind >= INPUT_CU && kind <= INPUT_CXX;
    if (kind == INPUT_UNKNOWN) return nvcc_say(NM_unknown_input, input);
    if (n->phase == PHASE_PREPROCESS) return !source || plan_text(n, input, kind);
    if (n->phase == PHASE_DEPEND) {
        if (kind == INPUT_CU) plan_rule(n, input);
        if (source && kind != INPUT_CU) plan_host_rule(n, input, kind == INPUT_C);
        return true;
    }
    if (kind == INPUT_CU && n->phase == PHASE_PTX) return plan_ptx(n, input);
    bool device = kind == INPUT_CU || kind == INPUT_PTX;
    if (device && n->phase == PHASE_CUBIN) return plan_cubin(n, input, kind == INPUT_PTX);
    if (device && n->phase == PHASE_FATBIN) return plan_fatbin(n, input, kind == INPUT_PTX);
    if (device_only) return true; // nothing of it is device code
    if (kind == INPUT_CU) return plan_cuda_object(n, input);
    if (kind >= INPUT_C && kind <= INPUT_CXX_TEXT) return plan_host_object(n, input, kind);
    vec_push(&n->ctx->perm, &n->objects, input);
    return true;
}

// ---- all of them --------------------------------------------------------------------------------

static void find_phase(Nvcc *n) {
    static const struct {
        uint16_t id;
        uint8_t phase;
    } phases[] = {{N_LINK, PHASE_LINK},
                  {N_LIB, PHASE_LIB},
                  {N_RUN, PHASE_RUN},
                  {N_COMPILE, PHASE_COMPILE},
                  {N_DEVICE_W, PHASE_COMPILE},
                  {N_DEVICE_C, PHASE_COMPILE},
                  {N_CUDA, PHASE_CUDA},
                  {N_FATBIN, PHASE_FATBIN},
                  {N_CUBIN, PHASE_CUBIN},
                  {N_PTX, PHASE_PTX},
                  {N_DEVICE_LINK, PHASE_DEVICE_LINK},
                  {N_PREPROCESS, PHASE_PREPROCESS},
                  {N_DEPEND_USER, PHASE_DEPEND},
                  {N_DEPEND, PHASE_DEPEND}};
    for (uint32_t i = 0; i < CU_COUNT(phases); i++) {
        if (nvcc_has(n, phases[i].id)) n->phase = phases[i].phase;
    }
    n->rdc = (nvcc_on(n, N_RDC, false) || nvcc_has(n, N_DEVICE_C) || nvcc_has(n, N_WHOLE)) &&
             !nvcc_has(n, N_DEVICE_W);
    if (n->phase == PHASE_DEVICE_LINK) n->rdc = true;
}

static bool links(const Nvcc *n) {
    return n->phase == PHASE_LINK || n->phase == PHASE_LIB || n->phase == PHASE_DEVICE_LINK ||
           n->phase == PHASE_RUN;
}

static void plan_library(Nvcc *n, const char *output) {
    NvccWords w = {0};
    const char *archiver = nvcc_value(n, N_ARCHIVER, "ar");
    nvcc_words(n, &w, archiver, "cr", NULL);
    nvcc_each(n, &w, N_XARCHIVE, NULL, true);
    vec_push(&n->ctx->perm, &w, output);
    for (uint32_t i = 0; i < n->objects.n; i++) vec_push(&n->ctx->perm, &w, n->objects.at[i]);
    nvcc_step(n, STEP_PROGRAM)->words = w;
}

static void plan_run(Nvcc *n, const char *program) {
    NvccWords w = {0};
    vec_push(&n->ctx->perm, &w,
             strchr(program, '/') ? program : arena_printf(&n->ctx->perm, "./%s", program));
    nvcc_each(n, &w, N_RUN_ARGS, NULL, true);
    nvcc_step(n, STEP_RUN)->words = w;
}

// With -run a program by itself is only run.
static bool is_program(const char *path) {
    struct stat st;
    bool file = kind_by_name(path) == INPUT_UNKNOWN && stat(path, &st) == 0;
    return file && S_ISREG(st.st_mode) && access(path, X_OK) == 0;
}

static bool plan_whole(Nvcc *n) {
    const char *out = nvcc_result(n, "a", n->phase == PHASE_LIB ? ".a" : ".out");
    if (n->phase == PHASE_DEVICE_LINK) {
        const char *tail = nvcc_has(n, N_CUBIN)    ? ".cubin"
                           : nvcc_has(n, N_FATBIN) ? ".fatbin"
                                                   : ".o";
        const char *object = nvcc_result(n, "a_dlink", tail);
        return nvcc_plan_device_link(n, nvcc_stem(n, object), object);
    }
    if (n->phase == PHASE_LIB) plan_library(n, out);
    if (n->phase == PHASE_LINK || n->phase == PHASE_RUN) {
        if (!nvcc_plan_link(n, out)) return false;
    }
    if (n->phase == PHASE_RUN) plan_run(n, out);
    return true;
}

bool nvcc_make_plan(Nvcc *n) {
    find_phase(n);
    if (n->phase == PHASE_RUN && n->inputs.n == 1 && is_program(n->inputs.at[0])) {
        plan_run(n, n->inputs.at[0]);
        return true;
    }
    bool several = n->inputs.n > 1 && nvcc_has(n, N_OUTPUT);
    if (several && !links(n)) return nvcc_say(NM_one_input);
    for (uint32_t i = 0; i < n->inputs.n; i++) {
        const char *input = n->inputs.at[i];
        if (kind_of(n, input) == INPUT_UNKNOWN) return nvcc_say(NM_unknown_input, input);
        if (!n->dryrun && access(input, R_OK) != 0) return nvcc_say(NM_not_there, input);
    }
    for (uint32_t i = 0; i < n->inputs.n; i++) {
        NvccInput kind = kind_of(n, n->inputs.at[i]);
        bool by_host = kind == INPUT_C || kind == INPUT_CXX || n->phase == PHASE_PREPROCESS;
        if (by_host && !nvcc_write_headers(n)) return false;
    }
    if (!nvcc_find_host(n) || !nvcc_ask_host(n)) return false;
    for (uint32_t i = 0; i < n->inputs.n; i++) {
        if (!plan_input(n, n->inputs.at[i])) return false;
    }
    return !links(n) || plan_whole(n);
}
