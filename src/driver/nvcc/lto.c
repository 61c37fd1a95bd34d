// SPDX-License-Identifier: Apache-2.0
// Link-time optimization: which architectures keep LTO IR, whose libnvvm nvlink calls, and linking
// without nvlink.
#include "driver/nvcc/nvcc.h"

#include "cudart/abi.h"
#include "driver/lto.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

// ---- what is compiled ---------------------------------------------------------------------------

bool nvcc_is_assembled(const Nvcc *nvcc, const NvccArch *arch) {
    return arch->real.n && !nvcc->dlto;
}

bool nvcc_needs_ptx(const Nvcc *nvcc, const NvccArch *arch) {
    if (nvcc->phase == PHASE_LTOIR) return false;
    bool only = is_any_of(nvcc->phase, PHASE_PTX, PHASE_CUBIN) || !arch->lto.n;
    return only || arch->ptx || nvcc_is_assembled(nvcc, arch);
}

// Only what is compiled here is judged: objects have their codes already.
static bool has_source(const Nvcc *nvcc) {
    for (uint32_t i = 0; i < nvcc->inputs.n; i++) {
        if (nvcc_ends_with(nvcc->inputs.at[i], ".cu")) return true;
    }
    const char *language = nvcc_value(nvcc, N_LANGUAGE, "");
    return nvcc->inputs.n && strcmp(language, "cu") == 0;
}

// Over all architectures.
typedef struct {
    bool lto, other;
} Makes;

static Makes makes(const Nvcc *nvcc) {
    Makes all = {0};
    for (uint32_t i = 0; i < nvcc->archs.n; i++) {
        const NvccArch *arch = &nvcc->archs.at[i];
        all.lto |= arch->lto.n != 0;
        all.other |= arch->real.n || arch->ptx;
    }
    return all;
}

// LTO IR by code=lto_NN, which says nothing of linking: -arch=lto_NN does. False after a message.
static bool check_listed_lto(Nvcc *nvcc) {
    if (!makes(nvcc).lto) return true;
    if (nvcc->phase == PHASE_PTX) return nvcc_say(NM_lto_ptx);
    bool linked =
        nvcc_on(nvcc, N_RDC, false) || nvcc_has(nvcc, N_DEVICE_C) || nvcc_has(nvcc, N_WHOLE);
    return linked || nvcc->phase != PHASE_COMPILE || nvcc_say(NM_lto_not_linked);
}

// The first combination that does not go is told, and ends it.
bool nvcc_check_lto(Nvcc *nvcc) {
    bool linking = nvcc->phase == PHASE_DEVICE_LINK;
    bool codes = nvcc_has(nvcc, N_CODE) || nvcc_has(nvcc, N_GENCODE);
    if (!nvcc->dlto && codes && !check_listed_lto(nvcc)) return false;
    if (!nvcc->dlto) return nvcc->phase != PHASE_LTOIR || nvcc_say(NM_ltoir_alone);
    if (nvcc_has(nvcc, N_DEVICE_DEBUG)) return nvcc_say(NM_lto_debug);
    if (nvcc_has(nvcc, N_WHOLE)) return nvcc_say(NM_lto_not_with, "-ewp");
    if (nvcc_has(nvcc, N_PTX) && !linking) return nvcc_say(NM_lto_not_with, "-ptx");
    if (nvcc_has(nvcc, N_CUBIN) && !linking) return nvcc_say(NM_lto_cubin);
    bool allowed = !codes || (!nvcc_has(nvcc, N_GENCODE) && !makes(nvcc).other);
    return allowed || !has_source(nvcc) || nvcc_say(NM_lto_codes);
}

// ---- what is linked -----------------------------------------------------------------------------

// libcudadevrt is passed over: it is no unit of the program.
static void read_all(Nvcc *nvcc, DriverParts *found) {
    for (uint32_t i = 0; i < nvcc->objects.n; i++)
        driver_read_parts(nvcc->ctx, nvcc->objects.at[i], found);
    for (uint32_t i = 0; i < nvcc->all.items.n; i++) {
        const OptItem *it = &nvcc->all.items.at[i];
        if (it->id != N_LIBRARY || strcmp(it->value, "cudadevrt") == 0) continue;
        const char *name = arena_printf(&nvcc->ctx->perm, "lib%s.a", it->value);
        const char *file = nvcc_library_file(nvcc, name);
        if (file) driver_read_parts(nvcc->ctx, file, found);
    }
}

// When the plan is made: what objects of this call will hold is not known yet.
NvccLtoScan nvcc_scan_lto(Nvcc *nvcc) {
    DriverParts parts = {0};
    NvccLtoScan scan = {0};
    read_all(nvcc, &parts);
    for (uint32_t i = 0; i < parts.n; i++) {
        const DriverPart *part = &parts.at[i];
        bool lto = driver_part_has(part, RT_FAT_LTO);
        scan.lto |= lto;
        scan.other |= !lto;
        scan.foreign |= lto && !part->ours;
    }
    return scan;
}

// ---- nvlink's libnvvm ---------------------------------------------------------------------------

// nvlink opens lib64/libnvvm.so in a folder: one is made where the library lies elsewhere, as in
// pip's packages.
static const char *library_folder(Nvcc *nvcc, const char *library) {
    Arena *arena = &nvcc->ctx->perm;
    const char *folder = arena_printf(arena, "%s/nvvm", nvcc->folder ? nvcc->folder : ".");
    const char *deep = arena_printf(arena, "%s/lib64", folder);
    const char *link = arena_printf(arena, "%s/libnvvm.so", deep);
    if (nvcc->dryrun) return folder;
    mkdir(folder, 0777);
    mkdir(deep, 0777);
    char *real = realpath(library, NULL);
    bool made = real && (symlink(real, link) == 0 || errno == EEXIST);
    free(real);
    if (made) return folder;
    nvcc_say(NM_cannot_write, link, strerror(errno));
    return NULL;
}

// NULL: this program was installed without it.
static const char *own_library(Nvcc *nvcc) {
    const char *folder = arena_printf(&nvcc->ctx->perm, "%s/nvvm", nvcc->own_library);
    const char *file = arena_printf(&nvcc->ctx->perm, "%s/lib64/libnvvm.so", folder);
    return access(file, R_OK) == 0 ? folder : NULL;
}

// NULL: it is not there.
static const char *nvidia_library(Nvcc *nvcc) {
    static const char *const elsewhere[] = {"lib", "lib64", "nvvm/lib"};
    Arena *arena = &nvcc->ctx->perm;
    const char *folder = arena_printf(arena, "%s/nvvm", nvcc->top);
    if (access(arena_printf(arena, "%s/lib64/libnvvm.so", folder), R_OK) == 0) return folder;
    for (uint32_t i = 0; i < CU_COUNT(elsewhere); i++) {
        const char *file = arena_printf(arena, "%s/%s/libnvvm.so.4", nvcc->top, elsewhere[i]);
        if (access(file, R_OK) == 0) return library_folder(nvcc, file);
    }
    return NULL;
}

// Ours, unless NVIDIA's is asked for, or LTO IR is there that only NVIDIA's reads.
const char *nvcc_lto_library(Nvcc *nvcc, const NvccLtoScan *found) {
    const char *choice = nvcc_value(nvcc, N_LTO_LIBRARY, "auto");
    bool own = strcmp(choice, "own") == 0, nvidia = strcmp(choice, "nvidia") == 0;
    const char *ours = own_library(nvcc);
    bool theirs_needed = nvidia || (!own && (found->foreign || !ours));
    const char *theirs = theirs_needed ? nvidia_library(nvcc) : NULL;
    if (theirs) return theirs;
    if (nvidia) nvcc_say(NM_lto_nvidia_library, nvcc->top);
    // where ours cannot read what there is, it says so
    if (!nvidia && !ours) nvcc_say(NM_lto_own_library, nvcc->own_library);
    return nvidia ? NULL : ours;
}

// ---- linking without nvlink ---------------------------------------------------------------------

// What the units keep is only known when they are compiled: the step decides, and an object without
// device code may come of it.
bool nvcc_plan_own_lto(Nvcc *nvcc, const char *stem, const char **object) {
    *object = NULL;
    bool wanted = nvcc->dlto;
    for (uint32_t i = 0; i < nvcc->archs.n; i++) wanted |= nvcc->archs.at[i].lto.n != 0;
    if (!wanted) return true;
    const char *assembly = nvcc_between(nvcc, stem, ".s");
    *object = nvcc_between(nvcc, stem, ".o");
    NvccStep *step = nvcc_step(nvcc, STEP_LTO);
    step->input = assembly;
    step->output = nvcc_between(nvcc, stem, ".fatbin");
    NvccWords w = {0};
    nvcc_words(nvcc, &w, nvcc->cc, "-c", "-x", "assembler", assembly, "-o", *object, NULL);
    nvcc_step(nvcc, STEP_PROGRAM)->words = w;
    return true;
}

// -Ofast-compile as cicc takes it.
static void set_options(Nvcc *nvcc, CompileOptions *filled) {
    static const struct {
        const char *name;
        uint8_t level;
    } levels[] = {{"min", 2}, {"mid", 1}, {"max", 0}};
    compile_options_init(filled);
    const char *fast = nvcc_value(nvcc, N_FAST_COMPILE, "0");
    for (uint32_t i = 0; i < CU_COUNT(levels); i++) {
        if (strcmp(fast, levels[i].name) == 0) filled->optimizer.level = levels[i].level;
    }
    filled->optimizer.jobs = driver_jobs(nvcc_value(nvcc, N_SPLIT_LTO, NULL));
}

// Units that were not built for it are linked when the program starts, and all others with them.
static bool is_whole(const DriverParts *parts, bool *failed) {
    const DriverPart *without;
    DriverLtoKind kind = driver_lto_kind(parts, &without);
    *failed = false;
    if (kind != DRIVER_LTO_PARTIAL) return kind == DRIVER_LTO_WHOLE;
    for (uint32_t i = 0; i < parts->n && !*failed; i++) {
        const DriverPart *part = &parts->at[i];
        *failed = !driver_part_has(part, RT_FAT_PTX);
        if (*failed) nvcc_say(NM_lto_no_ptx, without->name, part->name);
    }
    if (!*failed) nvcc_say(NM_lto_partial, without->name);
    return false;
}

// The assembly includes the fat binary by its whole path: the assembler may run elsewhere.
static int link_now(Nvcc *nvcc, const NvccStep *linking, const DriverParts *units) {
    Ctx *ctx = nvcc->ctx;
    CompileOptions options;
    set_options(nvcc, &options);
    const Target **targets = arena_array(&ctx->perm, const Target *, nvcc->archs.n);
    for (uint32_t i = 0; i < nvcc->archs.n; i++) targets[i] = nvcc->archs.at[i].target;
    Buf fat;
    buf_init(&fat, &ctx->perm);
    if (!driver_lto_link(ctx, units, targets, nvcc->archs.n, &options, &fat)) return 1;
    const char *dir = *linking->output == '/' ? NULL : driver_directory(ctx);
    const char *whole =
        dir ? arena_printf(&ctx->perm, "%s/%s", dir, linking->output) : linking->output;
    bool ok = driver_write_file(ctx, linking->output, fat.at, fat.n) &&
              driver_lto_write_assembly(ctx, whole, linking->input);
    return ok ? 0 : 1;
}

// Where not all is LTO IR the object is empty, and the program is linked when it starts.
int nvcc_lto_step(Nvcc *nvcc, const NvccStep *linking) {
    DriverParts parts = {0};
    bool failed;
    read_all(nvcc, &parts);
    if (is_whole(&parts, &failed)) return link_now(nvcc, linking, &parts);
    return failed || !driver_lto_write_assembly(nvcc->ctx, NULL, linking->input);
}
