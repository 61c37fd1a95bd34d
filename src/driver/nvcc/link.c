// SPDX-License-Identifier: Apache-2.0
// Linking: device code by nvlink to one more object, then all of it by the host's compiler, in the
// order that nvcc's own steps have (nvcc --dryrun).
#define _GNU_SOURCE // memmem
#include "driver/nvcc/nvcc.h"

#include "cudart/cudart.h"
#include "driver/host_tail.h"

#include <ctype.h>
#include <stdlib.h>
#include <unistd.h>

static void put_all(Nvcc *nvcc, NvccWords *w, const NvccWords *more) {
    for (uint32_t i = 0; i < more->n; i++) vec_push(&nvcc->ctx->perm, w, more->at[i]);
}

static bool has_runtime(Nvcc *nvcc) {
    return strcmp(nvcc_value(nvcc, N_CUDART, "static"), "none") != 0;
}

static bool has_device_runtime(Nvcc *nvcc) {
    return has_runtime(nvcc) && strcmp(nvcc_value(nvcc, N_CUDADEVRT, "static"), "none") != 0;
}

// -L of the command line goes before the toolkit's folders, as the linker searches.
const char *nvcc_library_file(Nvcc *nvcc, const char *name) {
    for (uint32_t i = 0; i < nvcc->all.items.n; i++) {
        const OptItem *it = &nvcc->all.items.at[i];
        const char *file =
            arena_printf(&nvcc->ctx->perm, "%s/%s", it->value ? it->value : "", name);
        if (it->id == N_LIBRARY_PATH && access(file, R_OK) == 0) return file;
    }
    for (uint32_t i = 0; i < nvcc->libraries.n; i++) {
        const char *word = nvcc->libraries.at[i];
        if (strncmp(word, "-L", 2) != 0) continue;
        const char *file = arena_printf(&nvcc->ctx->perm, "%s/%s", word + 2, name);
        if (access(file, R_OK) == 0) return file;
    }
    return NULL;
}

// ---- is there anything to link? -----------------------------------------------------------------

// nvlink reads every object and archive, and most programs have no relocatable device code: then it
// need not run, nor what registers its result be compiled.
static bool holds_relocatable(Nvcc *nvcc, const char *file) {
    static const char section[] = "__nv_relfatbin";
    size_t length;
    const char *bytes = access(file, R_OK) == 0 ? ctx_map_file(nvcc->ctx, file, &length) : NULL;
    if (!bytes) return false; // made by this call, and nvcc->rdc says how
    bool found = memmem(bytes, length, section, sizeof section - 1) != NULL;
    ctx_unmap(nvcc->ctx, bytes);
    return found;
}

// The archive that an option -l names; NULL: it is another option, or no archive is found.
static const char *archive_of(Nvcc *nvcc, const OptItem *option) {
    if (option->id != N_LIBRARY) return NULL;
    return nvcc_library_file(nvcc, arena_printf(&nvcc->ctx->perm, "lib%s.a", option->value));
}

// Objects and libraries of this call's command line; what it compiles itself is nvcc->rdc.
static bool has_relocatable(Nvcc *nvcc) {
    for (uint32_t i = 0; i < nvcc->objects.n; i++) {
        const char *object = nvcc->objects.at[i];
        bool device = nvcc_ends_with(object, ".cubin") || nvcc_ends_with(object, ".fatbin");
        if (device || holds_relocatable(nvcc, object)) return true;
    }
    for (uint32_t i = 0; i < nvcc->all.items.n; i++) {
        const OptItem *it = &nvcc->all.items.at[i];
        const char *file = archive_of(nvcc, it);
        if (file && strcmp(it->value, "cudadevrt") == 0) continue; // its part is added where needed
        if (file && holds_relocatable(nvcc, file)) return true;
    }
    return nvcc->rdc;
}

// ---- device code --------------------------------------------------------------------------------

typedef struct {
    const char *stem, *list; // of files between; of what registers the units
    const char *alone;       // the output, where nothing becomes of it, or NULL
    const char *library;     // of link-time optimization: the folder of libnvvm; or NULL
    bool whole;              // all that is linked is LTO IR
} DeviceLink;

// Code for an architecture that keeps LTO IR is made by linking, whatever else it has.
static bool wants_lto(const Nvcc *nvcc) {
    bool lto = nvcc->dlto;
    for (uint32_t i = 0; i < nvcc->archs.n; i++) {
        const NvccArch *arch = &nvcc->archs.at[i];
        lto |= arch->lto.n && !arch->real.n;
    }
    return lto;
}

// nvlink calls libnvvm and ptxas itself: it needs the library's folder and the options of both.
static void lto_words(Nvcc *nvcc, NvccWords *w, const DeviceLink *wanted, bool ptx) {
    Arena *arena = &nvcc->ctx->perm;
    NvccWords ptxas = {0};
    nvcc_words(nvcc, w, "-dlto", arena_printf(arena, "-nvvmpath=%s", wanted->library), NULL);
    nvcc_each(nvcc, &ptxas, N_XPTXAS, NULL, true);
    for (uint32_t i = 0; i < ptxas.n; i++) nvcc_words(nvcc, w, "-Xptxas", ptxas.at[i], NULL);
    const char *threads = nvcc_value(nvcc, N_SPLIT, NULL),
               *more = nvcc_value(nvcc, N_SPLIT_LTO, NULL);
    if (threads) nvcc_words(nvcc, w, "-split-compile", threads, NULL);
    // which is for machine code alone
    if (more && !ptx) nvcc_words(nvcc, w, "-split-compile-extended", more, NULL);
}

// One run of nvlink: to machine code or, with `ptx`, to linked PTX.
static void plan_nvlink(Nvcc *nvcc, const DeviceLink *wanted, const Target *target, bool ptx,
                        const char *output) {
    Arena *arena = &nvcc->ctx->perm;
    NvccWords w = {0};
    vec_push(arena, &w, nvcc->nvlink);
    nvcc_each(nvcc, &w, N_XNVLINK, NULL, true);
    if (nvcc_has(nvcc, N_RESOURCES) && nvcc->rdc && !ptx) vec_push(arena, &w, "-v");
    vec_push(arena, &w, "-m64");
    if (nvcc_has(nvcc, N_SHARED)) vec_push(arena, &w, "--shared");
    if (nvcc_has(nvcc, N_RELOCATABLE_LINK)) vec_push(arena, &w, "-r");
    if (nvcc_has(nvcc, N_DEVICE_DEBUG)) vec_push(arena, &w, "-g");
    vec_push(arena, &w, arena_printf(arena, "--arch=%s", target->name));
    if (!ptx) vec_push(arena, &w, arena_printf(arena, "--register-link-binaries=%s", wanted->list));
    if (nvcc_has(nvcc, N_NO_WARNINGS)) vec_push(arena, &w, "-w");
    if (nvcc_has(nvcc, N_MAXREG))
        vec_push(arena, &w,
                 arena_printf(arena, "-maxrregcount=%s", nvcc_value(nvcc, N_MAXREG, "")));
    nvcc_each(nvcc, &w, N_LIBRARY_PATH, "-L", false);
    nvcc_each(nvcc, &w, N_LIBRARY, "-l", false);
    put_all(nvcc, &w, &nvcc->libraries);
    vec_push(arena, &w, "-cpu-arch=X86_64");
    if (nvcc->archs.n > 1) vec_push(arena, &w, "-report-arch");
    if (ptx) vec_push(arena, &w, "-emit-ptx");
    if (wanted->library) lto_words(nvcc, &w, wanted, ptx);
    put_all(nvcc, &w, &nvcc->objects);
    if (has_device_runtime(nvcc) && nvcc_library_file(nvcc, "libcudadevrt.a"))
        vec_push(arena, &w, "-lcudadevrt");
    nvcc_words(nvcc, &w, "-o", output, "--host-ccbin", nvcc->cc, NULL);
    nvcc_step(nvcc, STEP_PROGRAM)->words = w;
}

// The GPUs that an architecture is linked for.
static uint32_t link_targets(const NvccArch *arch, const Target *const **targets) {
    *targets = arch->real.n ? arch->real.at : arch->lto.n ? arch->lto.at : &arch->target;
    return arch->real.n ? arch->real.n : CU_MAX(arch->lto.n, 1u);
}

static const char *image_word(Nvcc *nvcc, const char *kind, const Target *target,
                              const char *file) {
    return arena_printf(&nvcc->ctx->perm, "--image3=kind=%s,sm=%s,file=%s", kind, target->name + 3,
                        file);
}

// One run of nvlink for each GPU: its image has all units' code for it.
static void link_machine_code(Nvcc *nvcc, const DeviceLink *wanted, const NvccArch *arch,
                              NvccWords *images) {
    Arena *arena = &nvcc->ctx->perm;
    const Target *const *targets;
    uint32_t n = link_targets(arch, &targets);
    for (uint32_t k = 0; k < n; k++) {
        const char *name = nvcc->archs.n > 1 ? nvcc_virtual_name(nvcc, arch->target) : NULL;
        const char *tail = name && n > 1
                               ? arena_printf(arena, ".%s.%s.cubin", name, targets[k]->name)
                               : arena_printf(arena, ".%s.cubin", name ? name : targets[k]->name);
        const char *cubin = wanted->alone ? wanted->alone : nvcc_between(nvcc, wanted->stem, tail);
        plan_nvlink(nvcc, wanted, targets[k], false, cubin);
        vec_push(arena, images, image_word(nvcc, "elf", targets[k], cubin));
    }
}

// The linked PTX, which is optimized across the units: for GPUs to come, and for `cuprum exec`,
// which runs PTX. Of the architectures that keep PTX; where none does, of the first.
static void link_ptx(Nvcc *nvcc, const DeviceLink *wanted, NvccWords *images) {
    Arena *arena = &nvcc->ctx->perm;
    bool kept = false;
    for (uint32_t i = 0; i < nvcc->archs.n; i++) kept |= nvcc->archs.at[i].ptx;
    for (uint32_t i = 0; i < nvcc->archs.n; i++) {
        const NvccArch *arch = &nvcc->archs.at[i];
        if (kept ? !arch->ptx : i != 0) continue;
        const char *tail = arena_printf(arena, ".%s.ptx", nvcc_virtual_name(nvcc, arch->target));
        const char *ptx = nvcc_between(nvcc, wanted->stem, tail);
        plan_nvlink(nvcc, wanted, arch->target, true, ptx);
        vec_push(arena, images, image_word(nvcc, "ptx", arch->target, ptx));
    }
}

// The object that holds the linked device code and registers it, by the toolkit's link.stub.
static void plan_stub(Nvcc *nvcc, const char *fatbin, const char *list, const char *object) {
    Arena *arena = &nvcc->ctx->perm;
    NvccWords w = {0};
    nvcc_words(nvcc, &w, nvcc->cxx, "-c", "-x", "c++", NULL);
    if (nvcc_has(nvcc, N_SHARED)) vec_push(arena, &w, "-fPIC");
    nvcc_words(nvcc, &w, arena_printf(arena, "-DFATBINFILE=\"%s\"", fatbin),
               arena_printf(arena, "-DREGISTERLINKBINARYFILE=\"%s\"", list), "-I.",
               "-D__NV_EXTRA_INITIALIZATION=", "-D__NV_EXTRA_FINALIZATION=",
               "-D__CUDA_INCLUDE_COMPILER_INTERNAL_HEADERS__", "-Wno-psabi", NULL);
    nvcc_reading_words(nvcc, &w, false);
    const char *near = arena_printf(arena, "%s/crt/link.stub", nvcc->here);
    if (access(near, R_OK) != 0) near = arena_printf(arena, "%s/bin/crt/link.stub", nvcc->top);
    nvcc_words(nvcc, &w, near, "-o", object, NULL);
    nvcc_step(nvcc, STEP_PROGRAM)->words = w;
}

// What fatbinary is told before the images.
static void plan_fat_link(Nvcc *nvcc, const DeviceLink *wanted, const NvccWords *images,
                          const char *create) {
    Arena *arena = &nvcc->ctx->perm;
    NvccWords w = {0}, ptxas = {0};
    nvcc_words(nvcc, &w, nvcc->fatbinary, "-64", NULL);
    if (wanted->library) vec_push(arena, &w, "--ident=lto");
    const char *assembler = nvcc_ptxas_words(nvcc, &ptxas);
    if (*assembler) vec_push(arena, &w, arena_printf(arena, "--cmdline=%s", assembler));
    vec_push(arena, &w, "-link");
    put_all(nvcc, &w, images);
    vec_push(arena, &w, create);
    nvcc_step(nvcc, STEP_PROGRAM)->words = w;
}

// Finds the library of link-time optimization, if it is wanted. False after a message.
static bool prepare_lto(Nvcc *nvcc, DeviceLink *wanted) {
    if (!wants_lto(nvcc)) return true;
    NvccLtoScan scan = nvcc_scan_lto(nvcc);
    wanted->whole = !scan.other && !nvcc_has(nvcc, N_RELOCATABLE_LINK);
    wanted->library = nvcc_lto_library(nvcc, &scan);
    return wanted->library;
}

static size_t symbol_length(const char *at, const char *end) {
    const char *p = at;
    while (p < end && (isalnum((unsigned char)*p) || *p == '_')) p++;
    return (size_t)(p - at);
}

// Words that make the linker take every part of an archive that has relocatable device code: what
// kernels call in it no host code need name.
static void take_parts(Nvcc *nvcc, const char *archive, NvccWords *w) {
    static const char prefix[] = PART_SYMBOL;
    Arena *arena = &nvcc->ctx->perm;
    size_t length;
    bool there = nvcc_ends_with(archive, ".a") && access(archive, R_OK) == 0;
    const char *bytes = there ? ctx_map_file(nvcc->ctx, archive, &length) : NULL;
    if (!bytes) return;
    // a name stands in the archive's index and in its object's table
    Map seen;
    map_init(&seen, arena);
    for (const char *p = bytes, *end = bytes + length;
         (p = memmem(p, (size_t)(end - p), prefix, sizeof prefix - 1));) {
        size_t n = symbol_length(p, end);
        Atom symbol = atom_intern(nvcc->ctx, p, n);
        if (!map_get(&seen, symbol))
            vec_push(arena, w, arena_printf(arena, "-Wl,-u,%.*s", (int)n, p));
        map_put(&seen, symbol, w);
        p += n;
    }
    ctx_unmap(nvcc->ctx, bytes);
}

static void take_all_parts(Nvcc *nvcc, NvccWords *w) {
    for (uint32_t i = 0; i < nvcc->objects.n; i++) take_parts(nvcc, nvcc->objects.at[i], w);
    for (uint32_t i = 0; i < nvcc->all.items.n; i++) {
        const char *file = archive_of(nvcc, &nvcc->all.items.at[i]);
        if (file) take_parts(nvcc, file, w);
    }
}

// Without nvlink the run-time library links the units when the program starts: what build systems
// expect of -dlink is an object with the program's linked LTO IR, if any, that asks for the parts.
static bool plan_own_device_link(Nvcc *nvcc, const char *stem, const char *object) {
    bool file = nvcc_has(nvcc, N_CUBIN) || nvcc_has(nvcc, N_PTX) || nvcc_has(nvcc, N_FATBIN);
    const char *linked = NULL;
    if (file) return nvcc_say(NM_no_nvlink);
    if (!nvcc_plan_own_lto(nvcc, stem, &linked)) return false;
    NvccWords w = {0};
    nvcc_words(nvcc, &w, nvcc->cxx, "-r", "-nostdlib", NULL);
    take_all_parts(nvcc, &w);
    if (linked)
        vec_push(&nvcc->ctx->perm, &w, linked);
    else
        nvcc_words(nvcc, &w, "-x", "c++", "/dev/null", NULL);
    nvcc_words(nvcc, &w, "-o", object, NULL);
    nvcc_step(nvcc, STEP_PROGRAM)->words = w;
    return true;
}

// -dlink with -cubin, -ptx or -fatbin stops at that file; else the result is an object.
bool nvcc_plan_device_link(Nvcc *nvcc, const char *stem, const char *object) {
    if (!nvcc->nvlink || !nvcc->fatbinary) return plan_own_device_link(nvcc, stem, object);
    Arena *arena = &nvcc->ctx->perm;
    bool only = nvcc->phase == PHASE_DEVICE_LINK;
    bool cubin_only = only && nvcc_has(nvcc, N_CUBIN), ptx_only = only && nvcc_has(nvcc, N_PTX),
         fatbin_only = only && nvcc_has(nvcc, N_FATBIN);
    const char *fatbin = nvcc_between(nvcc, stem, ".fatbin.c");
    DeviceLink link = {.stem = stem, .list = nvcc_between(nvcc, stem, ".reg.c")};
    if (cubin_only) link.alone = object;
    if (!prepare_lto(nvcc, &link)) return false;
    if (ptx_only && link.library) {
        plan_nvlink(nvcc, &link, nvcc->archs.at[0].target, true, object);
        return true;
    }
    NvccWords images = {0};
    for (uint32_t i = 0; i < nvcc->archs.n; i++)
        link_machine_code(nvcc, &link, &nvcc->archs.at[i], &images);
    if (cubin_only) return true;
    if (link.library && link.whole) link_ptx(nvcc, &link, &images);
    plan_fat_link(nvcc, &link, &images,
                  arena_printf(arena, fatbin_only ? "--create=%s" : "--embedded-fatbin=%s",
                               fatbin_only ? object : fatbin));
    if (!fatbin_only) plan_stub(nvcc, fatbin, link.list, object);
    return true;
}

// ---- all ----------------------------------------------------------------------------------------

// The toolkit's run-time library, static or shared as nvcc would link it; without one ours, which a
// program finds where it lies, and on the way the toolkit's of the same name.
static bool runtime_library(Nvcc *nvcc, NvccWords *w) {
    Arena *arena = &nvcc->ctx->perm;
    const char *kind = nvcc_value(nvcc, N_CUDART, NULL);
    bool named = kind != NULL, wants_static = !named || strcmp(kind, "static") == 0;
    if (!has_runtime(nvcc)) return true;
    if (has_device_runtime(nvcc) && nvcc_library_file(nvcc, "libcudadevrt.a"))
        vec_push(arena, w, "-lcudadevrt");
    // CUDA's own libraries, or the files by their names in a folder of `cuprum toolkit`
    bool is_static = wants_static && nvcc_library_file(nvcc, "libcudart_static.a");
    bool is_shared = !is_static && nvcc_library_file(nvcc, "libcudart.so");
    if (named && wants_static && !is_static) return nvcc_say(NM_no_static);
    const char *own = arena_printf(arena, "%s/" RT_LIBRARY, nvcc->own_library);
    bool ours = nvcc->own_headers || (!is_static && !is_shared);
    if (ours && access(own, R_OK) != 0) return nvcc_say(NM_no_runtime, own);
    // a program with ours inside finds it where it lies
    if (ours) vec_push(arena, w, arena_printf(arena, "-Wl,-rpath,%s", nvcc->own_library));
    if (is_static)
        nvcc_words(nvcc, w, "-lcudart_static", "-lrt", "-lpthread", "-ldl", NULL);
    else
        vec_push(arena, w, is_shared ? "-lcudart" : own);
    return true;
}

// Device code is linked first, if there is any; -cudart=none and -nodlink leave that out.
bool nvcc_plan_link(Nvcc *nvcc, const char *output) {
    Arena *arena = &nvcc->ctx->perm;
    bool wanted = has_runtime(nvcc) && !nvcc_has(nvcc, N_NO_DEVICE_LINK);
    bool device = wanted && nvcc->nvlink && has_relocatable(nvcc);
    const char *stem = arena_printf(arena, "%s_dlink", nvcc_stem(nvcc, output));
    const char *linked = nvcc_between(nvcc, stem, ".o");
    if (device && !nvcc_plan_device_link(nvcc, stem, linked)) return false;
    bool ours = wanted && !nvcc->nvlink;
    if (ours && !nvcc_plan_own_lto(nvcc, stem, &linked)) return false;
    NvccWords w = {0};
    nvcc_words(nvcc, &w, nvcc->cxx, NULL);
    NvccWords told = {0};
    nvcc_code_words(nvcc, &told);
    for (uint32_t i = 0; i < told.n; i++) {
        if (strcmp(told.at[i], "-Wno-psabi") != 0) vec_push(arena, &w, told.at[i]);
    }
    if (ours) take_all_parts(nvcc, &w);
    // objects and libraries may need each other in any order
    vec_push(arena, &w, "-Wl,--start-group");
    if ((device || ours) && linked) vec_push(arena, &w, linked);
    put_all(nvcc, &w, &nvcc->objects);
    if (nvcc_has(nvcc, N_SHARED)) vec_push(arena, &w, "-shared");
    nvcc_each(nvcc, &w, N_XLINKER, "-Xlinker ", false);
    for (uint32_t i = 0; i < nvcc->for_linker.n; i++)
        nvcc_words(nvcc, &w, "-Xlinker", nvcc->for_linker.at[i], NULL);
    nvcc_each(nvcc, &w, N_LIBRARY_PATH, "-L", false);
    nvcc_each(nvcc, &w, N_LIBRARY, "-l", false);
    put_all(nvcc, &w, &nvcc->libraries);
    if (!runtime_library(nvcc, &w)) return false;
    nvcc_words(nvcc, &w, "-Wl,--end-group", "-o", output, NULL);
    nvcc_step(nvcc, STEP_PROGRAM)->words = w;
    return true;
}
