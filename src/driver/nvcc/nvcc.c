// SPDX-License-Identifier: Apache-2.0
// The program `nvcc`, and `cuprum nvcc`: the compiler driver in the place of NVIDIA's
// (doc/nvcc.md).
#include "driver/nvcc/nvcc.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

// The folder of intermediate files; none is made where they are kept, or nothing is run.
static bool make_folder(Nvcc *nvcc) {
    Arena *arena = &nvcc->ctx->perm;
    const char *keep = nvcc_value(nvcc, N_KEEP_DIR, NULL), *out = nvcc_value(nvcc, N_OUTPUT, NULL);
    nvcc->keep = nvcc_has(nvcc, N_KEEP) || nvcc_has(nvcc, N_SAVE_TEMPS) || keep;
    if (keep && !nvcc->dryrun) mkdir(keep, 0777);
    if (nvcc->keep) return true;
    const char *dir = NULL; // where such folders are
    if (nvcc_has(nvcc, N_OBJTEMP)) {
        const char *slash = out ? strrchr(out, '/') : NULL;
        dir =
            slash ? arena_strndup(arena, out, (size_t)(slash - out)) : driver_directory(nvcc->ctx);
    }
    const char *given = nvcc_value(nvcc, N_OWN_FOLDER, NULL);
    if (given) mkdir(given, 0777);
    if (given || nvcc->dryrun) {
        const char *usual = getenv("TMPDIR");
        if (!dir) dir = usual && *usual ? usual : "/tmp";
        nvcc->folder = given ? given : arena_printf(arena, "%s/cuprum-%ld", dir, (long)getpid());
        return true;
    }
    nvcc->temporary = driver_folder_make(nvcc->ctx, dir, &nvcc->folder);
    return nvcc->temporary || nvcc_say(NM_cannot_write, nvcc->folder, strerror(errno));
}

// What build systems look for: the version is that of the toolkit whose place this takes, and CMake
// reads it (for find_package(CUDAToolkit)) only where the first words are NVIDIA's. Scripts take
// the fourth line, or the last two: so it has NVIDIA's five.
static void print_version(Nvcc *nvcc) {
    Buf ours, b;
    buf_init(&ours, &nvcc->ctx->perm);
    buf_init(&b, &nvcc->ctx->perm);
    driver_version_text(nvcc->ctx, &ours);
    const char *text = buf_cstr(&ours), *targets = strchr(text, '\n') + 1;
    uint32_t major = nvcc->version.number / 1000, minor = nvcc->version.number % 1000 / 10;
    buf_puts(&b, "Cuprum, in the place of nvcc: NVIDIA (R) Cuda compiler driver\n");
    buf_write(&b, text, (size_t)(targets - text) + strcspn(targets, "\n"));
    buf_printf(&b, "\nCuda compilation tools, release %u.%u, V%u.%u.%u\n", major, minor, major,
               minor, nvcc->version.build);
    buf_printf(&b, "Build cuda_%u.%u.r%u.%u/cuprum." CUPRUM_VERSION "\n", major, minor, major,
               minor);
    driver_write_file(nvcc->ctx, "-", b.at, b.n);
}

// Options that end the call, whatever else is on the command line. What is said depends on the
// toolkit: its version, its targets, its options.
static bool print_only(Nvcc *nvcc) {
    if (nvcc_has(nvcc, N_HELP))
        nvcc_print_help(nvcc);
    else if (nvcc_has(nvcc, N_VERSION))
        print_version(nvcc);
    else if (nvcc_has(nvcc, N_CODE_LS) || nvcc_has(nvcc, N_ARCH_LS))
        nvcc_list_archs(nvcc);
    else
        return false;
    return true;
}

// -clean: what would be made, and nothing else.
static int clean(Nvcc *nvcc) {
    for (uint32_t i = 0; i < nvcc->steps.n; i++) {
        const NvccStep *s = &nvcc->steps.at[i];
        for (uint32_t k = 0; k + 1 < s->words.n; k++) {
            bool output = strcmp(s->words.at[k], "-o") == 0;
            if (output) unlink(s->words.at[k + 1]);
        }
        if (s->kind == STEP_DEVICE && nvcc->phase == PHASE_PTX) unlink(s->unit->ptx[0]);
        if (s->kind == STEP_DEVICE && nvcc->phase == PHASE_LTOIR) unlink(s->unit->lto[0]);
        if (s->output) unlink(s->output);
    }
    return 0;
}

// For steps that a shell shall run: the program by the path that it was called by, or its own.
static void note_command(Nvcc *nvcc, int argc, char **argv) {
    bool by_path = strchr(argv[0], '/') != NULL;
    const char *self = by_path ? NULL : driver_own_path(nvcc->ctx);
    const char *program = self ? self : argv[0];
    nvcc_words(nvcc, &nvcc->program, program, by_path ? NULL : "nvcc", NULL);
    for (int i = 1; i < argc; i++) nvcc_words(nvcc, &nvcc->command, argv[i], NULL);
}

// A step of our own is a command too (--own-step): the plan is made again and one step of it run.
static int run(Nvcc *nvcc, int argc, char **argv) {
    if (!nvcc_read_options(nvcc, (uint32_t)argc - 1, (const char *const *)argv + 1)) return 1;
    if (!nvcc_find_places(nvcc, argv[0]) || !nvcc_judge_options(nvcc)) return 1;
    if (print_only(nvcc)) return 0;
    nvcc_open_cache(nvcc);
    if (nvcc_has(nvcc, N_CACHE_STATS)) return !nvcc_cache_stats(nvcc);
    const char *own = nvcc_value(nvcc, N_OWN_STEP, NULL);
    nvcc->dryrun = nvcc_has(nvcc, N_DRYRUN) && !own;
    nvcc->verbose = (nvcc_has(nvcc, N_VERBOSE) || nvcc_has(nvcc, N_VERBOSE_MORE)) && !own;
    note_command(nvcc, argc, argv);
    if (nvcc->dryrun || nvcc->verbose) nvcc_print_variables(nvcc);
    if (!nvcc->inputs.n) return nvcc_say(NM_no_input) + 1;
    nvcc->dlto = nvcc_has(nvcc, N_DLTO) || nvcc_has(nvcc, N_LTO);
    nvcc_find_phase(nvcc);
    if (!nvcc_read_archs(nvcc) || !make_folder(nvcc)) return 1;
    int code = 1;
    bool planned = nvcc_make_plan(nvcc);
    if (planned && own) return nvcc_run_own(nvcc, (uint32_t)atoi(own));
    if (planned) code = nvcc_has(nvcc, N_CLEAN) ? clean(nvcc) : nvcc_run(nvcc);
    return code;
}

// The folder goes in any case, also after a step that ran out of memory. The status is the first
// failed step's, else that of the messages.
int cmd_nvcc(int argc, char **argv) {
    Ctx ctx;
    ctx_init(&ctx);
    Nvcc *n = arena_new(&ctx.perm, Nvcc);
    *n = (Nvcc){.ctx = &ctx};
    jmp_buf out;
    int code = 1;
    ctx.unwind = &out;
    if (setjmp(out) == 0) code = run(n, argc, argv);
    driver_folder_remove(n->temporary, false);
    int said = driver_finish(&ctx);
    ctx.unwind = NULL;
    ctx_free(&ctx);
    return code ? code : said;
}
