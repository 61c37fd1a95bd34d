// SPDX-License-Identifier: Apache-2.0
// From options to steps: what becomes of each input, and of all of them.
#include "driver/nvcc/nvcc.h"

#include "driver/seam/seam.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

// ---- small parts --------------------------------------------------------------------------------

NvccStep *nvcc_step(Nvcc *nvcc, NvccStepKind kind) {
    vec_push(&nvcc->ctx->perm, &nvcc->steps, ((NvccStep){.kind = (uint8_t)kind}));
    return &nvcc->steps.at[nvcc->steps.n - 1];
}

bool nvcc_ends_with(const char *s, const char *tail) {
    size_t n = strlen(s), m = strlen(tail);
    return n >= m && strcmp(s + n - m, tail) == 0;
}

const char *nvcc_stem(Nvcc *nvcc, const char *path) {
    const char *base = strrchr(path, '/');
    base = base ? base + 1 : path;
    const char *dot = strrchr(base, '.');
    return arena_strndup(&nvcc->ctx->perm, base, dot ? (size_t)(dot - base) : strlen(base));
}

// Kept files lie in the folder of -keep-dir, or in the current one, by nvcc's names.
const char *nvcc_between(Nvcc *nvcc, const char *stem, const char *tail) {
    Arena *a = &nvcc->ctx->perm;
    const char *dir = nvcc_value(nvcc, N_KEEP_DIR, NULL);
    if (!nvcc->keep) return arena_printf(a, "%s/%s%s", nvcc->folder, stem, tail);
    return dir ? arena_printf(a, "%s/%s%s", dir, stem, tail) : arena_printf(a, "%s%s", stem, tail);
}

const char *nvcc_in_output_folder(Nvcc *nvcc, const char *stem, const char *tail) {
    const char *dir = nvcc_value(nvcc, N_OUTPUT_DIR, NULL);
    return dir ? arena_printf(&nvcc->ctx->perm, "%s/%s%s", dir, stem, tail)
               : arena_printf(&nvcc->ctx->perm, "%s%s", stem, tail);
}

// -o names the output itself and wins over -odir.
const char *nvcc_result(Nvcc *nvcc, const char *stem, const char *tail) {
    const char *given = nvcc_value(nvcc, N_OUTPUT, NULL);
    return given ? given : nvcc_in_output_folder(nvcc, stem, tail);
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
    INPUT_LTOIR,
    INPUT_OBJECT
} NvccInput;

// The extensions that nvcc knows; shared libraries may have a version behind.
static NvccInput kind_by_name(const char *path) {
    static const struct {
        const char *tail;
        uint8_t kind;
    } tails[] = {{".cu", INPUT_CU},       {".c", INPUT_C},           {".cc", INPUT_CXX},
                 {".cpp", INPUT_CXX},     {".cxx", INPUT_CXX},       {".C", INPUT_CXX},
                 {".i", INPUT_C_TEXT},    {".ii", INPUT_CXX_TEXT},   {".ptx", INPUT_PTX},
                 {".cubin", INPUT_CUBIN}, {".fatbin", INPUT_FATBIN}, {".o", INPUT_OBJECT},
                 {".obj", INPUT_OBJECT},  {".a", INPUT_OBJECT},      {".lib", INPUT_OBJECT},
                 {".so", INPUT_OBJECT},   {".ltoir", INPUT_LTOIR}};
    for (uint32_t i = 0; i < CU_COUNT(tails); i++) {
        if (nvcc_ends_with(path, tails[i].tail)) return tails[i].kind;
    }
    return strstr(path, ".so.") ? INPUT_OBJECT : INPUT_UNKNOWN;
}

static bool is_linked(NvccInput kind) {
    return is_any_of(kind, INPUT_OBJECT, INPUT_CUBIN, INPUT_FATBIN, INPUT_LTOIR);
}

// -x changes what sources are, never PTX and what is linked.
static NvccInput kind_of(const Nvcc *nvcc, const char *path) {
    NvccInput kind = kind_by_name(path);
    const char *language = nvcc_value(nvcc, N_LANGUAGE, NULL);
    if (!language || is_linked(kind) || kind == INPUT_PTX) return kind;
    return strcmp(language, "cu") == 0  ? INPUT_CU
           : strcmp(language, "c") == 0 ? INPUT_C
                                        : INPUT_CXX;
}

// ---- device code --------------------------------------------------------------------------------

// Returned as one text too, for fatbinary's --cmdline.
const char *nvcc_ptxas_words(Nvcc *nvcc, NvccWords *w) {
    Arena *arena = &nvcc->ctx->perm;
    uint32_t first = w->n;
    if (nvcc_has(nvcc, N_WHOLE))
        vec_push(arena, w, "-ewp");
    else if (nvcc->rdc)
        vec_push(arena, w, "--compile-only");
    if (nvcc_has(nvcc, N_RESOURCES) && !nvcc->rdc) vec_push(arena, w, "-v");
    nvcc_each(nvcc, w, N_XPTXAS, NULL, true);
    const char *fast = nvcc_value(nvcc, N_FAST_COMPILE, "0");
    if (*fast == 'm') vec_push(arena, w, arena_printf(arena, "--Ofast-compile=%s", fast));
    if (nvcc_has(nvcc, N_MAXREG))
        vec_push(arena, w, arena_printf(arena, "-maxrregcount=%s", nvcc_value(nvcc, N_MAXREG, "")));
    bool debug = nvcc_has(nvcc, N_DEVICE_DEBUG) && !nvcc_has(nvcc, N_DOPT);
    if (debug) nvcc_words(nvcc, w, "-g", "--dont-merge-basicblocks", "--return-at-end", NULL);
    if (nvcc_has(nvcc, N_LINE_INFO) || (!debug && nvcc_has(nvcc, N_DEVICE_DEBUG)))
        vec_push(arena, w, "--generate-line-info");
    Buf b;
    buf_init(&b, arena);
    for (uint32_t i = first; i < w->n; i++) buf_printf(&b, "%s ", w->at[i]);
    return buf_cstr(&b);
}

// The words end with PTX -o CUBIN, which the cache relies on.
static void plan_ptxas(Nvcc *nvcc, const Target *target, const char *ptx, const char *cubin,
                       bool beside) {
    NvccStep *s = nvcc_step(nvcc, STEP_PROGRAM);
    NvccWords w = {0};
    s->beside = beside;
    s->target = target;
    vec_push(&nvcc->ctx->perm, &w, nvcc->ptxas ? nvcc->ptxas : "ptxas");
    if (nvcc_has(nvcc, N_NO_WARNINGS)) vec_push(&nvcc->ctx->perm, &w, "-w");
    nvcc_words(nvcc, &w, arena_printf(&nvcc->ctx->perm, "-arch=%s", target->name), "-m64", NULL);
    nvcc_ptxas_words(nvcc, &w);
    nvcc_words(nvcc, &w, ptx, "-o", cubin, NULL);
    s->words = w;
}

// The flags of arithmetic are written whether given or not, as in nvcc's steps.
const char *nvcc_cicc_options(Nvcc *nvcc) {
    bool fast = nvcc_has(nvcc, N_FAST_MATH);
    Buf b;
    buf_init(&b, &nvcc->ctx->perm);
    if (nvcc_has(nvcc, N_MAXREG)) buf_printf(&b, "-maxreg %s ", nvcc_value(nvcc, N_MAXREG, ""));
    if (nvcc_has(nvcc, N_LINE_INFO)) buf_puts(&b, "-generate-line-info ");
    buf_printf(&b, "-ftz=%d -prec_div=%d -prec_sqrt=%d -fmad=%d ", nvcc_on(nvcc, N_FTZ, fast),
               nvcc_on(nvcc, N_PREC_DIV, !fast), nvcc_on(nvcc, N_PREC_SQRT, !fast),
               nvcc_on(nvcc, N_FMAD, true));
    return buf_cstr(&b);
}

typedef struct {
    const char *kind, *file;
    const Target *target;
} Image;
typedef VEC(Image) Images;

// fatbinary with what it shall hold.
static void plan_fatbinary(Nvcc *nvcc, const Images *packed, const char *out,
                           const NvccUnit *planned) {
    Arena *arena = &nvcc->ctx->perm;
    NvccWords w = {0}, ptxas = {0};
    nvcc_words(nvcc, &w, nvcc->fatbinary ? nvcc->fatbinary : "fatbinary",
               arena_printf(arena, planned->cudafe ? "--embedded-fatbin=%s.c" : "--create=%s", out),
               "-64", NULL);
    if (nvcc_has(nvcc, N_DEVICE_DEBUG) || nvcc_has(nvcc, N_LINE_INFO))
        vec_push(arena, &w, arena_printf(arena, "--ident=%s", planned->input));
    const char *assembler = nvcc_ptxas_words(nvcc, &ptxas);
    if (*assembler) vec_push(arena, &w, arena_printf(arena, "--cmdline=%s", assembler));
    vec_push(arena, &w, arena_printf(arena, "--cicc-cmdline=%s", nvcc_cicc_options(nvcc)));
    if (nvcc_has(nvcc, N_DEVICE_DEBUG)) vec_push(arena, &w, "-g");
    if (nvcc_has(nvcc, N_NO_COMPRESS)) vec_push(arena, &w, "-compress=false");
    if (nvcc_has(nvcc, N_COMPRESS_MODE))
        vec_push(arena, &w,
                 arena_printf(arena, "--compress-mode=%s", nvcc_value(nvcc, N_COMPRESS_MODE, "")));
    nvcc_each(nvcc, &w, N_XFATBIN, NULL, true);
    for (uint32_t i = 0; i < packed->n; i++) {
        const Image *m = &packed->at[i];
        vec_push(arena, &w,
                 arena_printf(arena, "--image3=kind=%s,sm=%s,file=%s", m->kind,
                              m->target->name + strlen("sm_"), m->file));
    }
    if (nvcc->rdc) vec_push(arena, &w, "--device-c");
    nvcc_step(nvcc, STEP_PROGRAM)->words = w;
}

// The PTX of all architectures is machine code and kept PTX in one fat binary.
static bool plan_images(Nvcc *nvcc, NvccUnit *planned, const char *out) {
    Images images = {0};
    Arena *arena = &nvcc->ctx->perm;
    bool assembled = false;
    for (uint32_t i = 0; i < nvcc->archs.n; i++) {
        const NvccArch *arch = &nvcc->archs.at[i];
        bool machine = nvcc_is_assembled(nvcc, arch);
        for (uint32_t k = 0; k < arch->real.n && nvcc->ptxas && machine; k++) {
            const Target *t = arch->real.at[k];
            const char *tail = nvcc->archs.n > 1
                                   ? arena_printf(arena, ".%s.%s.cubin",
                                                  nvcc_virtual_name(nvcc, arch->target), t->name)
                                   : arena_printf(arena, ".%s.cubin", t->name);
            const char *cubin = nvcc_between(nvcc, planned->stem, tail);
            plan_ptxas(nvcc, t, planned->ptx[i], cubin, assembled);
            assembled = true;
            vec_push(arena, &images, ((Image){"elf", cubin, t}));
        }
        if (arch->ptx) vec_push(arena, &images, ((Image){"ptx", planned->ptx[i], arch->target}));
        for (uint32_t k = 0; k < arch->lto.n; k++)
            vec_push(arena, &images, ((Image){"nvvm", planned->lto[i], arch->lto.at[k]}));
    }
    // needs no machine code: beside ptxas; but text that stands by itself has it inside
    bool host = planned->want_host && !planned->cudafe, alone = nvcc->phase == PHASE_CUDA;
    if (host && !alone) {
        NvccStep *s = nvcc_step(nvcc, STEP_HOST);
        s->unit = planned;
        s->beside = assembled;
    }
    if (nvcc->fatbinary) {
        plan_fatbinary(nvcc, &images, out, planned);
    } else if (assembled) {
        return nvcc_say(NM_no_fatbinary, planned->input);
    } else {
        NvccStep *s = nvcc_step(nvcc, STEP_FATBIN);
        s->unit = planned;
        s->output = out;
    }
    if (host && alone) nvcc_step(nvcc, STEP_HOST)->unit = planned;
    return true;
}

// The names of its files and its identifier, which depends on the path and the text, or on
// -frandom-seed in place of the path.
static NvccUnit *new_unit(Nvcc *nvcc, const char *input) {
    Arena *arena = &nvcc->ctx->perm;
    NvccUnit *unit = arena_new(arena, NvccUnit);
    bool many = nvcc->inputs.n > 1 && !nvcc->keep;
    const char *stem = nvcc_stem(nvcc, input);
    // files of one name may lie in several folders
    *unit = (NvccUnit){.input = input,
                       .stem = many ? arena_printf(arena, "%u.%s", nvcc->steps.n, stem) : stem};
    unit->ptx = arena_array(arena, const char *, nvcc->archs.n);
    unit->lto = arena_array(arena, const char *, nvcc->archs.n);
    for (uint32_t i = 0; i < nvcc->archs.n; i++) {
        const char *name = nvcc_virtual_name(nvcc, nvcc->archs.at[i].target);
        const char *tail = nvcc->archs.n > 1 ? arena_printf(arena, ".%s.ptx", name) : ".ptx";
        unit->ptx[i] = nvcc_between(nvcc, unit->stem, tail);
        tail = nvcc->archs.n > 1 ? arena_printf(arena, ".%s.ltoir", name) : ".ltoir";
        unit->lto[i] = nvcc_between(nvcc, unit->stem, tail);
    }
    buf_init(&unit->registration.text, arena);
    buf_init(&unit->registration.table, arena);
    buf_init(&unit->captures, arena);
    const char *seed = nvcc_value(nvcc, N_SEED, NULL), *dir = driver_directory(nvcc->ctx);
    const char *path = *input == '/' ? input : arena_printf(arena, "%s/%s", dir, input);
    if (seed) path = seed;
    uint64_t contents = 0;
    size_t length;
    if (access(input, R_OK) == 0) {
        const char *text = driver_read_file(nvcc->ctx, input, &length);
        if (text) contents = hash_bytes(text, length, 0);
    }
    unit->module_id = driver_module_id(nvcc->ctx, path, input, contents);
    return unit;
}

static void include_own(Nvcc *nvcc, NvccWords *command, const char *name) {
    const char *folder = nvcc_header_folder(nvcc);
    if (!folder) return;
    nvcc_words(nvcc, command, "-include", arena_printf(&nvcc->ctx->perm, "%s/%s", folder, name),
               NULL);
}

// The host's compiler preprocesses: where it is not gcc, and for files to keep.
static const char *plan_preprocess(Nvcc *nvcc, const NvccUnit *planned, const Target *target,
                                   const char *tail) {
    NvccWords w = {0};
    nvcc_words(nvcc, &w, nvcc->cxx, "-E", "-x", "c++", NULL);
    if (target)
        nvcc_device_macros(nvcc, target, &w);
    else if (!planned->cudafe)
        nvcc_host_macros(nvcc, &w);
    nvcc_reading_words(nvcc, &w, true);
    if (target && nvcc->is_clang && !planned->cudafe) include_own(nvcc, &w, "cuprum_clang.h");
    nvcc_words(nvcc, &w, "-include", "cuda_runtime.h", NULL);
    if (!target && !planned->cudafe) include_own(nvcc, &w, "cuprum_build.h");
    nvcc_each(nvcc, &w, N_PRE_INCLUDE, "-include ", false);
    const char *out = nvcc_between(nvcc, planned->stem, tail);
    nvcc_words(nvcc, &w, planned->input, "-o", out, NULL);
    nvcc_step(nvcc, STEP_PROGRAM)->words = w;
    return out;
}

// Without our own preprocessing the texts are compiled; with -keep they are only to look at.
static bool plan_texts(Nvcc *nvcc, NvccUnit *planned) {
    if (nvcc->own_pass && (!nvcc->keep || nvcc->own_headers)) return true;
    if (!nvcc_write_headers(nvcc)) return false;
    Arena *arena = &nvcc->ctx->perm;
    const char **device = arena_array(arena, const char *, nvcc->archs.n), *host = NULL;
    if (planned->want_host) host = plan_preprocess(nvcc, planned, NULL, ".cpp4.ii");
    for (uint32_t i = 0; i < nvcc->archs.n; i++) {
        const Target *t = nvcc->archs.at[i].target;
        const char *tail = nvcc->archs.n > 1
                               ? arena_printf(arena, ".%s.cpp1.ii", nvcc_virtual_name(nvcc, t))
                               : ".cpp1.ii";
        device[i] = plan_preprocess(nvcc, planned, t, tail);
    }
    if (nvcc->own_pass) return true;
    planned->device_text = device;
    planned->host_text = host;
    return true;
}

// cudafe++ goes before the device's compiler, which reads its module identifier.
static bool plan_device(Nvcc *nvcc, NvccUnit *planned) {
    if (!plan_texts(nvcc, planned)) return false;
    if (planned->cudafe) {
        const char *text = planned->host_text;
        if (!text) text = plan_preprocess(nvcc, planned, NULL, ".cpp4.ii");
        if (!nvcc_plan_cudafe(nvcc, planned, text)) return false;
    }
    nvcc_step(nvcc, STEP_DEVICE)->unit = planned;
    return true;
}

// ---- rules for make -----------------------------------------------------------------------------

static bool wants_rule(const Nvcc *nvcc) {
    return nvcc_has(nvcc, N_DEPEND_TOO) || nvcc_has(nvcc, N_DEPEND_USER_TOO);
}

// FILE of -MF, or the output's name, or the input's, with .d. Where the rule is all that is made,
// it is the output (FindCUDA asks so), and -o wins.
static const char *rule_file(Nvcc *nvcc, const char *input) {
    const char *given = nvcc_value(nvcc, N_DEPEND_FILE, NULL),
               *out = nvcc_value(nvcc, N_OUTPUT, NULL);
    if (nvcc->phase == PHASE_DEPEND) return out ? out : given;
    if (given) return given;
    if (!out) return nvcc_result(nvcc, nvcc_stem(nvcc, input), ".d");
    const char *slash = strrchr(out, '/'), *dot = strrchr(slash ? slash : out, '.');
    return arena_printf(&nvcc->ctx->perm, "%.*s.d", (int)(dot ? dot - out : (long)strlen(out)),
                        out);
}

static void plan_rule(Nvcc *nvcc, const char *input) {
    NvccStep *s = nvcc_step(nvcc, STEP_DEPEND);
    s->input = input;
    s->output = rule_file(nvcc, input);
}

// Of a file that is not CUDA's, by the host's compiler.
static void plan_host_rule(Nvcc *nvcc, const char *input, bool c) {
    NvccWords w = {0};
    nvcc_words(nvcc, &w, c ? nvcc->cc : nvcc->cxx, "-x", c ? "c" : "c++", NULL);
    nvcc_rule_words(nvcc, &w, input, rule_file(nvcc, input));
    nvcc_reading_words(nvcc, &w, false);
    nvcc_each(nvcc, &w, N_PRE_INCLUDE, "-include ", false);
    nvcc_words(nvcc, &w, input, NULL);
    nvcc_step(nvcc, STEP_PROGRAM)->words = w;
}

// ---- one input ----------------------------------------------------------------------------------

static const char *object_of(Nvcc *nvcc, const char *input, const char *stem) {
    if (nvcc->phase == PHASE_COMPILE) return nvcc_result(nvcc, nvcc_stem(nvcc, input), ".o");
    return nvcc_between(nvcc, stem, ".o");
}

// NVIDIA's host half is printed from cudafe++'s trees: every operand in parentheses, initialisers
// in order, no unused types. What g++ and clang say of these is never heard with nvcc, and
// libraries count on it (Catch2 leaves its guards out under __CUDACC__). Ours is the text itself:
// of parentheses nothing is said, the others are warnings even where all are errors.
static void warning_words(Nvcc *nvcc, NvccWords *w) {
    nvcc_words(nvcc, w, "-Wno-parentheses", "-Wno-error=dangling-else", "-Wno-error=empty-body",
               "-Wno-error=logical-not-parentheses", "-Wno-error=reorder",
               "-Wno-error=unused-local-typedefs", "-Wno-error=unused-variable", NULL);
    // a lambda's [=] is a list here, of more than clang would take
    if (nvcc->is_clang) nvcc_words(nvcc, w, "-Wno-unused-lambda-capture", NULL);
}

// Device code, the fat binary, then the host's half, which takes both in, and its compilation.
static bool plan_cuda_object(Nvcc *nvcc, const char *input) {
    NvccUnit *unit = new_unit(nvcc, input);
    unit->want_host = true;
    unit->cudafe = nvcc->cicc || strcmp(nvcc_value(nvcc, N_HOST_PASS, ""), "cudafe") == 0;
    unit->host = nvcc->phase == PHASE_CUDA ? nvcc_result(nvcc, nvcc_stem(nvcc, input), ".cu.cpp.ii")
                                           : nvcc_between(nvcc, unit->stem, ".cudafe1.cpp");
    unit->fatbin = nvcc_between(nvcc, unit->stem, ".fatbin");
    bool joined = nvcc->phase != PHASE_CUDA && !unit->cudafe; // we see the host's object
    if (joined) unit->table = nvcc_between(nvcc, unit->stem, ".kernels");
    if (wants_rule(nvcc) && nvcc->own_pass && !unit->cudafe) { // both halves are read anyway
        unit->rule = nvcc_rule_new(nvcc, input);
        unit->rule_file = rule_file(nvcc, input);
    } else if (wants_rule(nvcc)) {
        plan_rule(nvcc, input);
    }
    if (!plan_device(nvcc, unit) || !plan_images(nvcc, unit, unit->fatbin)) return false;
    if (nvcc->phase == PHASE_CUDA) return true;
    const char *out = object_of(nvcc, input, unit->stem);
    vec_push(&nvcc->ctx->perm, &nvcc->objects, out);
    if (unit->cudafe) {
        nvcc_plan_cudafe_object(nvcc, unit, out);
        return true;
    }
    NvccWords w = {0};
    nvcc_words(nvcc, &w, nvcc->cxx, "-c", "-x", "c++-cpp-output", NULL);
    nvcc_code_words(nvcc, &w);
    warning_words(nvcc, &w);
    if (driver_without_lto(w.at, w.n)) {
        nvcc_words(nvcc, &w, "-fno-lto", NULL);
        nvcc_say(NM_host_lto, input);
    }
    nvcc_words(nvcc, &w, unit->host, "-o", out, NULL);
    nvcc_step(nvcc, STEP_PROGRAM)->words = w;
    NvccStep *join = nvcc_step(nvcc, STEP_JOIN);
    join->unit = unit;
    join->output = out;
    return true;
}

// A file that is not CUDA's, by the host's compiler, with CUDA's folders and nvcc's macros.
static bool plan_host_object(Nvcc *nvcc, const char *input, NvccInput kind) {
    static const char *const languages[] = {[INPUT_C] = "c",
                                            [INPUT_CXX] = "c++",
                                            [INPUT_C_TEXT] = "cpp-output",
                                            [INPUT_CXX_TEXT] = "c++-cpp-output"};
    bool c = is_any_of(kind, INPUT_C, INPUT_C_TEXT);
    NvccWords w = {0};
    const char *stem = nvcc_stem(nvcc, input);
    if (nvcc->inputs.n > 1 && !nvcc->keep)
        stem = arena_printf(&nvcc->ctx->perm, "%u.%s", nvcc->steps.n, stem);
    const char *out = object_of(nvcc, input, stem);
    nvcc_words(nvcc, &w, c ? nvcc->cc : nvcc->cxx, "-c", "-x", languages[kind], NULL);
    nvcc_reading_words(nvcc, &w, false);
    vec_push(&nvcc->ctx->perm, &w, "-Wno-psabi");
    nvcc_each(nvcc, &w, N_PRE_INCLUDE, "-include ", false);
    if (wants_rule(nvcc)) nvcc_rule_words(nvcc, &w, input, rule_file(nvcc, input));
    nvcc_words(nvcc, &w, input, "-o", out, NULL);
    NvccStep *step = nvcc_step(nvcc, STEP_PROGRAM);
    step->words = w;
    step->output = out;
    vec_push(&nvcc->ctx->perm, &nvcc->objects, out);
    return true;
}

static bool plan_ptx(Nvcc *nvcc, const char *input) {
    NvccUnit *u = new_unit(nvcc, input);
    u->ptx[0] =
        nvcc_result(nvcc, nvcc_stem(nvcc, input), nvcc_has(nvcc, N_TILEBC) ? ".tilebc" : ".ptx");
    if (wants_rule(nvcc)) plan_rule(nvcc, input);
    return plan_device(nvcc, u);
}

static bool plan_ltoir(Nvcc *nvcc, const char *input) {
    NvccUnit *u = new_unit(nvcc, input);
    u->lto[0] = nvcc_result(nvcc, nvcc_stem(nvcc, input), ".ltoir");
    if (wants_rule(nvcc)) plan_rule(nvcc, input);
    return plan_device(nvcc, u);
}

// More than one thing is to be made. PTX counts where it was asked for: -arch=sm_NN means it as
// well, and without a ptxas it stands for machine code.
static bool makes_many_codes(const Nvcc *nvcc) {
    const NvccArch *arch = &nvcc->archs.at[0];
    bool pairs = nvcc_has(nvcc, N_GENCODE) && !nvcc_has(nvcc, N_ARCH);
    bool listed = nvcc_has(nvcc, N_CODE) || pairs;
    bool ptx = arch->ptx && listed && nvcc->ptxas;
    return nvcc->archs.n > 1 || arch->real.n + arch->lto.n + ptx > 1;
}

// One GPU, and a ptxas to assemble for it; `assembled`: the input is PTX. False after a message.
static bool plan_cubin(Nvcc *nvcc, const char *input, bool assembled) {
    const NvccArch *arch = &nvcc->archs.at[0];
    if (makes_many_codes(nvcc)) return nvcc_say(NM_many_codes);
    if (!arch->real.n) return nvcc_say(NM_virtual_cubin);
    if (!nvcc->ptxas) return nvcc_say(NM_no_ptxas, "-cubin");
    if (wants_rule(nvcc) && !assembled) plan_rule(nvcc, input);
    NvccUnit *u = new_unit(nvcc, input);
    if (assembled)
        u->ptx[0] = input;
    else if (!plan_device(nvcc, u))
        return false;
    plan_ptxas(nvcc, arch->real.at[0], u->ptx[0],
               nvcc_result(nvcc, nvcc_stem(nvcc, input), ".cubin"), false);
    return true;
}

// PTX as input stands for that of every architecture.
static bool plan_fatbin(Nvcc *nvcc, const char *input, bool assembled) {
    if (wants_rule(nvcc) && !assembled) plan_rule(nvcc, input);
    NvccUnit *u = new_unit(nvcc, input);
    for (uint32_t i = 0; i < nvcc->archs.n && assembled; i++) u->ptx[i] = input;
    if (!assembled && !plan_device(nvcc, u)) return false;
    return plan_images(nvcc, u, nvcc_result(nvcc, nvcc_stem(nvcc, input), ".fatbin"));
}

// -E: as the device sees it, by the host's compiler.
static bool plan_text(Nvcc *nvcc, const char *input, NvccInput kind) {
    NvccWords w = {0};
    bool cuda = kind == INPUT_CU;
    nvcc_words(nvcc, &w, kind == INPUT_C ? nvcc->cc : nvcc->cxx, "-E", "-x",
               kind == INPUT_C ? "c" : "c++", NULL);
    if (cuda) nvcc_device_macros(nvcc, nvcc->archs.at[0].target, &w);
    nvcc_reading_words(nvcc, &w, cuda);
    if (cuda) nvcc_words(nvcc, &w, "-include", "cuda_runtime.h", NULL);
    nvcc_each(nvcc, &w, N_PRE_INCLUDE, "-include ", false);
    vec_push(&nvcc->ctx->perm, &w, input);
    const char *out = nvcc_value(nvcc, N_OUTPUT, NULL);
    if (out) nvcc_words(nvcc, &w, "-o", out, NULL);
    nvcc_step(nvcc, STEP_PROGRAM)->words = w;
    return true;
}

// What the phase has no use for is passed over, as nvcc does; what is linked is only noted.
static bool plan_input(Nvcc *nvcc, const char *input) {
    NvccInput kind = kind_of(nvcc, input);
    bool device_only = is_any_of(nvcc->phase, PHASE_PTX, PHASE_LTOIR, PHASE_CUBIN, PHASE_FATBIN);
    bool source = kind >= INPUT_CU && kind <= INPUT_CXX;
    if (kind == INPUT_UNKNOWN) return nvcc_say(NM_unknown_input, input);
    if (nvcc->phase == PHASE_PREPROCESS) return !source || plan_text(nvcc, input, kind);
    if (nvcc->phase == PHASE_DEPEND) {
        if (kind == INPUT_CU) plan_rule(nvcc, input);
        if (source && kind != INPUT_CU) plan_host_rule(nvcc, input, kind == INPUT_C);
        return true;
    }
    if (kind == INPUT_CU && nvcc->phase == PHASE_PTX) return plan_ptx(nvcc, input);
    if (kind == INPUT_CU && nvcc->phase == PHASE_LTOIR) return plan_ltoir(nvcc, input);
    bool device = is_any_of(kind, INPUT_CU, INPUT_PTX);
    if (device && nvcc->phase == PHASE_CUBIN) return plan_cubin(nvcc, input, kind == INPUT_PTX);
    if (device && nvcc->phase == PHASE_FATBIN) return plan_fatbin(nvcc, input, kind == INPUT_PTX);
    if (device_only) return true; // nothing of it is device code
    if (kind == INPUT_CU) return plan_cuda_object(nvcc, input);
    if (kind >= INPUT_C && kind <= INPUT_CXX_TEXT) return plan_host_object(nvcc, input, kind);
    vec_push(&nvcc->ctx->perm, &nvcc->objects, input);
    return true;
}

// ---- all of them --------------------------------------------------------------------------------

// Where several are named the later row wins.
void nvcc_find_phase(Nvcc *nvcc) {
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
                  {N_TILEBC, PHASE_PTX},
                  {N_LTOIR, PHASE_LTOIR},
                  {N_DEVICE_LINK, PHASE_DEVICE_LINK},
                  {N_PREPROCESS, PHASE_PREPROCESS},
                  {N_DEPEND_USER, PHASE_DEPEND},
                  {N_DEPEND, PHASE_DEPEND}};
    for (uint32_t i = 0; i < CU_COUNT(phases); i++) {
        if (nvcc_has(nvcc, phases[i].id)) nvcc->phase = phases[i].phase;
    }
}

static void find_rdc(Nvcc *nvcc) {
    nvcc->rdc =
        (nvcc_on(nvcc, N_RDC, false) || nvcc_has(nvcc, N_DEVICE_C) || nvcc_has(nvcc, N_WHOLE)) &&
        !nvcc_has(nvcc, N_DEVICE_W);
    // what has LTO IR alone is of no use unless it is linked
    for (uint32_t i = 0; i < nvcc->archs.n; i++) {
        const NvccArch *arch = &nvcc->archs.at[i];
        nvcc->rdc |= arch->lto.n && !arch->real.n && !arch->ptx;
    }
    nvcc->rdc |= nvcc->dlto;
    if (nvcc->phase == PHASE_DEVICE_LINK) nvcc->rdc = true;
}

static bool links(const Nvcc *nvcc) {
    return is_any_of(nvcc->phase, PHASE_LINK, PHASE_LIB, PHASE_DEVICE_LINK, PHASE_RUN);
}

// Objects keep their device code: it is linked with the program that uses the library.
static void plan_library(Nvcc *nvcc, const char *output) {
    NvccWords w = {0};
    const char *archiver = nvcc_value(nvcc, N_ARCHIVER, "ar");
    nvcc_words(nvcc, &w, archiver, "cr", NULL);
    nvcc_each(nvcc, &w, N_XARCHIVE, NULL, true);
    vec_push(&nvcc->ctx->perm, &w, output);
    for (uint32_t i = 0; i < nvcc->objects.n; i++)
        vec_push(&nvcc->ctx->perm, &w, nvcc->objects.at[i]);
    nvcc_step(nvcc, STEP_PROGRAM)->words = w;
}

// The shell's PATH is not searched: the program is a file.
static void plan_run(Nvcc *nvcc, const char *program) {
    NvccWords w = {0};
    vec_push(&nvcc->ctx->perm, &w,
             strchr(program, '/') ? program : arena_printf(&nvcc->ctx->perm, "./%s", program));
    nvcc_each(nvcc, &w, N_RUN_ARGS, NULL, true);
    nvcc_step(nvcc, STEP_RUN)->words = w;
}

// With -run a program by itself is only run.
static bool is_program(const char *path) {
    struct stat st;
    bool file = kind_by_name(path) == INPUT_UNKNOWN && stat(path, &st) == 0;
    return file && S_ISREG(st.st_mode) && access(path, X_OK) == 0;
}

// Outputs without -o have nvcc's names.
static bool plan_whole(Nvcc *nvcc) {
    const char *out = nvcc_result(nvcc, "a", nvcc->phase == PHASE_LIB ? ".a" : ".out");
    if (nvcc->phase == PHASE_DEVICE_LINK) {
        const char *tail = nvcc_has(nvcc, N_PTX)      ? ".lto.ptx"
                           : nvcc_has(nvcc, N_CUBIN)  ? ".cubin"
                           : nvcc_has(nvcc, N_FATBIN) ? ".fatbin"
                                                      : ".o";
        const char *object = nvcc_result(nvcc, "a_dlink", tail);
        return nvcc_plan_device_link(nvcc, nvcc_stem(nvcc, object), object);
    }
    if (nvcc->phase == PHASE_LIB) plan_library(nvcc, out);
    if (is_any_of(nvcc->phase, PHASE_LINK, PHASE_RUN)) {
        if (!nvcc_plan_link(nvcc, out)) return false;
    }
    if (nvcc->phase == PHASE_RUN) plan_run(nvcc, out);
    return true;
}

// Whether a step would write into the file that it reads, by whatever name.
static bool is_output(const Nvcc *nvcc, const char *input) {
    const char *output = nvcc_value(nvcc, N_OUTPUT, NULL);
    return output && driver_is_same_file(output, input);
}

// Containers of LTO IR are linked, and nothing else; preprocessing passes them over.
static bool is_misplaced_ltoir(Nvcc *nvcc, const char *input) {
    bool linked = nvcc->dlto && nvcc->phase == PHASE_DEVICE_LINK;
    bool passed = is_any_of(nvcc->phase, PHASE_PREPROCESS, PHASE_DEPEND);
    return kind_of(nvcc, input) == INPUT_LTOIR && !linked && !passed;
}

// Whether an input must be there before any step runs. A C or C++ file is the host compiler's to
// open: it may have been told to do something else (nvcc .c -Xcompiler -dumpversion), and it says
// what it does not find; and nobody opens what the phase passes over.
static bool must_be_there(const Nvcc *nvcc, const char *input) {
    NvccInput kind = kind_of(nvcc, input);
    if (nvcc->dryrun || (kind >= INPUT_C && kind <= INPUT_CXX_TEXT)) return false;
    if (kind == INPUT_PTX) return !nvcc->ptxas; // which says it itself
    return links(nvcc) || kind == INPUT_CU;
}

// PTX is made to machine code and nothing else.
static bool is_misplaced_ptx(Nvcc *nvcc, const char *input) {
    bool taken = is_any_of(nvcc->phase, PHASE_CUBIN, PHASE_FATBIN, PHASE_DEVICE_LINK) ||
                 nvcc_has(nvcc, N_DEVICE_C);
    return kind_of(nvcc, input) == INPUT_PTX && !taken;
}

// Options about rules for make go with one that asks for a rule, and that not with -E.
static bool check_rules(Nvcc *nvcc) {
    bool rule = wants_rule(nvcc) || nvcc->phase == PHASE_DEPEND;
    if (nvcc_has(nvcc, N_DEPEND_FILE) && !rule) return nvcc_say(NM_no_rule);
    bool text = nvcc->phase == PHASE_PREPROCESS && wants_rule(nvcc);
    return !text || nvcc_say(NM_both_depend, nvcc_has(nvcc, N_DEPEND_TOO) ? "-MD" : "-MMD");
}

// -dryrun with -keep is how caches and distributors of compilations (sccache) take a call apart:
// they run each line by itself, with the files between the lines moved to a folder of their own. So
// each has to be a program that reads and writes the files that it names: NVIDIA's for the host's
// half, since ours is made with the device code.
static void plan_by_files(Nvcc *nvcc) {
    bool can = nvcc->dryrun && nvcc->keep && !nvcc->own_headers && !nvcc_has(nvcc, N_HOST_PASS);
    if (can && nvcc_on_path(nvcc, "cudafe++")) nvcc->cicc = nvcc_own_cicc(nvcc);
    if (nvcc->cicc) nvcc->own_pass = false;
}

// Mistakes are told before any step runs. False after a message.
bool nvcc_make_plan(Nvcc *nvcc) {
    find_rdc(nvcc);
    if (!nvcc_check_lto(nvcc) || !check_rules(nvcc)) return false;
    if (nvcc->phase == PHASE_RUN && nvcc->inputs.n == 1 && is_program(nvcc->inputs.at[0])) {
        plan_run(nvcc, nvcc->inputs.at[0]);
        return true;
    }
    bool several = nvcc->inputs.n > 1 && nvcc_has(nvcc, N_OUTPUT);
    if (several && !links(nvcc)) return nvcc_say(NM_one_input);
    for (uint32_t i = 0; i < nvcc->inputs.n; i++) {
        const char *input = nvcc->inputs.at[i];
        if (kind_of(nvcc, input) == INPUT_UNKNOWN) return nvcc_say(NM_unknown_input, input);
        if (must_be_there(nvcc, input) && access(input, R_OK) != 0)
            return nvcc_say(NM_not_there, input);
        if (is_output(nvcc, input)) return nvcc_say(NM_same_file, input);
        if (is_misplaced_ltoir(nvcc, input)) return nvcc_say(NM_ltoir_input);
        if (is_misplaced_ptx(nvcc, input)) return nvcc_say(NM_ptx_input);
    }
    for (uint32_t i = 0; i < nvcc->inputs.n; i++) {
        NvccInput kind = kind_of(nvcc, nvcc->inputs.at[i]);
        bool by_host = is_any_of(kind, INPUT_C, INPUT_CXX) || nvcc->phase == PHASE_PREPROCESS;
        if (by_host && !nvcc_write_headers(nvcc)) return false;
    }
    // what needs no host compiler is said without one
    if (nvcc->phase == PHASE_PTX && nvcc->archs.n > 1)
        return nvcc_say(NM_many_archs, "--ptx (-ptx)");
    if (nvcc->phase == PHASE_LTOIR && nvcc->archs.n > 1)
        return nvcc_say(NM_many_archs, "--ltoir (-ltoir)");
    bool cuda = false, cxx = false;
    for (uint32_t i = 0; i < nvcc->inputs.n; i++) {
        NvccInput kind = kind_of(nvcc, nvcc->inputs.at[i]);
        cuda |= kind == INPUT_CU;
        cxx |= is_any_of(kind, INPUT_CU, INPUT_CXX, INPUT_CXX_TEXT);
    }
    if (!nvcc_find_host(nvcc) || (cxx && !nvcc_has_cxx(nvcc))) return false;
    // of other files only the compiler itself has to know its macros
    if (cuda && !nvcc_ask_host(nvcc)) return false;
    if (cuda) plan_by_files(nvcc);
    for (uint32_t i = 0; i < nvcc->inputs.n; i++) {
        if (!plan_input(nvcc, nvcc->inputs.at[i])) return false;
    }
    return !links(nvcc) || plan_whole(nvcc);
}
