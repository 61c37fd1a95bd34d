// SPDX-License-Identifier: Apache-2.0
// Linking: device code by nvlink to one more object, then all of it by the host's compiler, in the
// order that nvcc's own steps have (nvcc --dryrun).
#define _GNU_SOURCE // memmem
#include "driver/nvcc/nvcc.h"

#include "cudart/cudart.h"

#include <stdlib.h>
#include <unistd.h>

static void put_all(Nvcc *n, NvccWords *w, const NvccWords *more) {
    for (uint32_t i = 0; i < more->n; i++) vec_push(&n->ctx->perm, w, more->at[i]);
}

static bool has_runtime(Nvcc *n) {
    return strcmp(nvcc_value(n, N_CUDART, "static"), "none") != 0;
}

static bool has_device_runtime(Nvcc *n) {
    return has_runtime(n) && strcmp(nvcc_value(n, N_CUDADEVRT, "static"), "none") != 0;
}

// A library in the folders of -L and of the toolkit; NULL: it is not there.
static const char *library_file(Nvcc *n, const char *name) {
    for (uint32_t i = 0; i < n->all.items.n; i++) {
        const OptItem *it = &n->all.items.at[i];
        const char *file = arena_printf(&n->ctx->perm, "%s/%s", it->value ? it->value : "", name);
        if (it->id == N_LIBRARY_PATH && access(file, R_OK) == 0) return file;
    }
    for (uint32_t i = 0; i < n->libraries.n; i++) {
        const char *word = n->libraries.at[i];
        if (strncmp(word, "-L", 2) != 0) continue;
        const char *file = arena_printf(&n->ctx->perm, "%s/%s", word + 2, name);
        if (access(file, R_OK) == 0) return file;
    }
    return NULL;
}

// ---- is there anything to link? -----------------------------------------------------------------

// nvlink reads every object and archive, and most programs have no relocatable device code: then it
// need not run, nor what registers its result be compiled.
static bool holds_relocatable(Nvcc *n, const char *file) {
    static const char section[] = "__nv_relfatbin";
    size_t length;
    const char *bytes = access(file, R_OK) == 0 ? ctx_map_file(n->ctx, file, &length) : NULL;
    if (!bytes) return false; // made by this call, and n->rdc says how
    bool found = memmem(bytes, length, section, sizeof section - 1) != NULL;
    ctx_unmap(n->ctx, bytes);
    return found;
}

static bool has_relocatable(Nvcc *n) {
    for (uint32_t i = 0; i < n->objects.n; i++) {
        const char *object = n->objects.at[i];
        bool device = nvcc_ends_with(object, ".cubin") || nvcc_ends_with(object, ".fatbin");
        if (device || holds_relocatable(n, object)) return true;
    }
    for (uint32_t i = 0; i < n->all.items.n; i++) {
        const OptItem *it = &n->all.items.at[i];
        if (it->id != N_LIBRARY || strcmp(it->value, "cudadevrt") == 0) continue;
        const char *name = arena_printf(&n->ctx->perm, "lib%s.a", it->value);
        const char *file = library_file(n, name);
        if (file && holds_relocatable(n, file)) return true;
    }
    return n->rdc;
}

// ---- device code --------------------------------------------------------------------------------

static const char *plan_nvlink(Nvcc *n, const NvccArch *arch, const Target *t, const char *stem,
                               const char *list, const char *alone) {
    Arena *a = &n->ctx->perm;
    const char *tail = n->archs.n > 1
                           ? arena_printf(a, ".%s.cubin", nvcc_virtual_name(n, arch->target))
                           : arena_printf(a, ".%s.cubin", t->name);
    const char *cubin = alone ? alone : nvcc_between(n, stem, tail);
    NvccWords w = {0};
    vec_push(a, &w, n->nvlink);
    nvcc_each(n, &w, N_XNVLINK, NULL, true);
    if (nvcc_has(n, N_RESOURCES) && n->rdc) vec_push(a, &w, "-v");
    vec_push(a, &w, "-m64");
    if (nvcc_has(n, N_SHARED)) vec_push(a, &w, "--shared");
    if (nvcc_has(n, N_RELOCATABLE_LINK)) vec_push(a, &w, "-r");
    if (nvcc_has(n, N_DEVICE_DEBUG)) vec_push(a, &w, "-g");
    nvcc_words(n, &w, arena_printf(a, "--arch=%s", t->name),
               arena_printf(a, "--register-link-binaries=%s", list), NULL);
    if (nvcc_has(n, N_NO_WARNINGS)) vec_push(a, &w, "-w");
    if (nvcc_has(n, N_MAXREG))
        vec_push(a, &w, arena_printf(a, "-maxrregcount=%s", nvcc_value(n, N_MAXREG, "")));
    nvcc_each(n, &w, N_LIBRARY_PATH, "-L", false);
    nvcc_each(n, &w, N_LIBRARY, "-l", false);
    put_all(n, &w, &n->libraries);
    vec_push(a, &w, "-cpu-arch=X86_64");
    if (n->archs.n > 1) vec_push(a, &w, "-report-arch");
    put_all(n, &w, &n->objects);
    if (has_device_runtime(n) && library_file(n, "libcudadevrt.a")) vec_push(a, &w, "-lcudadevrt");
    nvcc_words(n, &w, "-o", cubin, "--host-ccbin", n->cc, NULL);
    nvcc_step(n, STEP_PROGRAM)->words = w;
    return cubin;
}

// The object that holds the linked device code and registers it, by the toolkit's link.stub.
static void plan_stub(Nvcc *n, const char *fatbin, const char *list, const char *object) {
    Arena *a = &n->ctx->perm;
    NvccWords w = {0};
    nvcc_words(n, &w, n->cxx, "-c", "-x", "c++", NULL);
    if (nvcc_has(n, N_SHARED)) vec_push(a, &w, "-fPIC");
    nvcc_words(n, &w, arena_printf(a, "-DFATBINFILE=\"%s\"", fatbin),
               arena_printf(a, "-DREGISTERLINKBINARYFILE=\"%s\"", list), "-I.",
               "-D__NV_EXTRA_INITIALIZATION=", "-D__NV_EXTRA_FINALIZATION=",
               "-D__CUDA_INCLUDE_COMPILER_INTERNAL_HEADERS__", "-Wno-psabi", NULL);
    nvcc_reading_words(n, &w, false);
    const char *near = arena_printf(a, "%s/crt/link.stub", n->here);
    if (access(near, R_OK) != 0) near = arena_printf(a, "%s/bin/crt/link.stub", n->top);
    nvcc_words(n, &w, near, "-o", object, NULL);
    nvcc_step(n, STEP_PROGRAM)->words = w;
}

bool nvcc_plan_device_link(Nvcc *n, const char *stem, const char *object) {
    if (!n->nvlink || !n->fatbinary) return nvcc_say(NM_no_nvlink);
    Arena *a = &n->ctx->perm;
    const char *list = nvcc_between(n, stem, ".reg.c");
    const char *fatbin = nvcc_between(n, stem, ".fatbin.c");
    NvccWords w = {0}, ptxas = {0};
    nvcc_words(n, &w, n->fatbinary, "-64", NULL);
    const char *assembler = nvcc_ptxas_words(n, &ptxas);
    if (*assembler) vec_push(a, &w, arena_printf(a, "--cmdline=%s", assembler));
    vec_push(a, &w, "-link");
    bool only = n->phase == PHASE_DEVICE_LINK;
    bool cubin_only = only && nvcc_has(n, N_CUBIN), fatbin_only = only && nvcc_has(n, N_FATBIN);
    for (uint32_t i = 0; i < n->archs.n; i++) {
        NvccArch *arch = &n->archs.at[i];
        for (uint32_t k = 0; k < CU_MAX(arch->real.n, 1u); k++) {
            const Target *t = arch->real.n ? arch->real.at[k] : arch->target;
            const char *cubin = plan_nvlink(n, arch, t, stem, list, cubin_only ? object : NULL);
            vec_push(a, &w, arena_printf(a, "--image3=kind=elf,sm=%s,file=%s", t->name + 3, cubin));
        }
    }
    if (cubin_only) return true;
    vec_push(a, &w,
             arena_printf(a, fatbin_only ? "--create=%s" : "--embedded-fatbin=%s",
                          fatbin_only ? object : fatbin));
    nvcc_step(n, STEP_PROGRAM)->words = w;
    if (!fatbin_only) plan_stub(n, fatbin, list, object);
    return true;
}

// ---- all ----------------------------------------------------------------------------------------

// The toolkit's run-time library, static or shared as nvcc would link it; without one ours, which a
// program finds where it lies, and on the way the toolkit's of the same name.
static bool runtime_library(Nvcc *n, NvccWords *w) {
    Arena *a = &n->ctx->perm;
    const char *kind = nvcc_value(n, N_CUDART, NULL);
    bool named = kind != NULL, wants_static = !named || strcmp(kind, "static") == 0;
    if (!has_runtime(n)) return true;
    if (has_device_runtime(n) && library_file(n, "libcudadevrt.a")) vec_push(a, w, "-lcudadevrt");
    if (wants_static && library_file(n, "libcudart_static.a")) {
        nvcc_words(n, w, "-lcudart_static", "-lrt", "-lpthread", "-ldl", NULL);
        return true;
    }
    if (named && wants_static) return nvcc_say(NM_no_static);
    if (library_file(n, "libcudart.so")) {
        vec_push(a, w, "-lcudart");
        return true;
    }
    const char *own = arena_printf(a, "%s/" RT_LIBRARY, n->own_library);
    if (access(own, R_OK) != 0) return nvcc_say(NM_no_runtime, own);
    nvcc_words(n, w, arena_printf(a, "-Wl,-rpath,%s", n->own_library),
               arena_printf(a, "%s/libcudart.so.13", n->own_library), NULL);
    return true;
}

bool nvcc_plan_link(Nvcc *n, const char *output) {
    Arena *a = &n->ctx->perm;
    bool wanted = has_runtime(n) && !nvcc_has(n, N_NO_DEVICE_LINK);
    bool device = wanted && n->nvlink && has_relocatable(n);
    const char *stem = arena_printf(a, "%s_dlink", nvcc_stem(n, output));
    const char *linked = nvcc_between(n, stem, ".o");
    if (device && !nvcc_plan_device_link(n, stem, linked)) return false;
    NvccWords w = {0};
    nvcc_words(n, &w, n->cxx, NULL);
    NvccWords told = {0};
    nvcc_code_words(n, &told);
    for (uint32_t i = 0; i < told.n; i++) {
        if (strcmp(told.at[i], "-Wno-psabi") != 0) vec_push(a, &w, told.at[i]);
    }
    vec_push(a, &w, "-Wl,--start-group");
    if (device) vec_push(a, &w, linked);
    put_all(n, &w, &n->objects);
    if (nvcc_has(n, N_SHARED)) vec_push(a, &w, "-shared");
    nvcc_each(n, &w, N_XLINKER, "-Xlinker ", false);
    for (uint32_t i = 0; i < n->for_linker.n; i++)
        nvcc_words(n, &w, "-Xlinker", n->for_linker.at[i], NULL);
    nvcc_each(n, &w, N_LIBRARY_PATH, "-L", false);
    nvcc_each(n, &w, N_LIBRARY, "-l", false);
    put_all(n, &w, &n->libraries);
    if (!runtime_library(n, &w)) return false;
    nvcc_words(n, &w, "-Wl,--end-group", "-o", output, NULL);
    nvcc_step(n, STEP_PROGRAM)->words = w;
    return true;
}
