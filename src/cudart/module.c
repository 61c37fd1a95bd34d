// SPDX-License-Identifier: Apache-2.0
// Libraries (modules): the program's own, loaded when a kernel or a variable of theirs is first
// used, and those that it gives as PTX, as Tile IR or as a container. Kernels and variables by name
// and by the host's shadow of them.
#include "cudart/cudart_int.h"
#include "tile/tile.h"

#include <stdio.h>

// A library that is not loaded yet: loading comes when something of it is used.
RtLibrary *rt_library_new(Rt *rt, const void *image, const char *name) {
    RtLibrary *lib = rt_new(rt, OBJ_LIBRARY, sizeof *lib);
    lib->image = image;
    lib->name = name;
    lib->error = -1;
    vec_push(&rt->ctx.perm, &rt->library, lib);
    return lib;
}

// What there is to say about a module becomes the log; the next one begins anew.
static void take_diagnostics(Rt *rt) {
    Buf b;
    buf_init(&b, &rt->ctx.perm);
    diag_render(&rt->ctx, &b);
    rt->log = buf_cstr(&b);
    rt->ctx.diags = NULL;
}

// Too many errors end the reading of a module, not the call.
static void load_code(Rt *rt, RtLibrary *lib) {
    jmp_buf unwind, *outer = rt->ctx.unwind;
    if (setjmp(unwind) == 0) {
        rt->ctx.unwind = &unwind;
        // What a program was built with may be read by and by; text that it gives now is judged.
        bool is_built = lib->image || lib->prelinked;
        if (lib->text)
            lib->mod = is_built ? vm_load_lazily(rt->vm, lib->name, lib->text, lib->ntext)
                                : vm_load_text(rt->vm, lib->name, lib->text, lib->ntext);
        if (lib->tile) lib->tile_mod = vm_load_tile(rt->vm, lib->name, lib->tile, lib->ntile);
    }
    rt->ctx.unwind = outer;
}

static VmFunc *find_kernel(const RtLibrary *lib, const char *name) {
    VmFunc *fn = lib->mod ? vm_kernel(lib->mod, name) : NULL;
    return fn || !lib->tile_mod ? fn : vm_kernel(lib->tile_mod, name);
}

static bool find_symbol(const RtLibrary *lib, const char *name, uint64_t *addr, uint64_t *size) {
    if (lib->mod && vm_symbol(lib->mod, name, addr, size)) return true;
    return lib->tile_mod && vm_symbol(lib->tile_mod, name, addr, size);
}

// The size of a container is in its header; the image of a program is mapped whole.
// A container that is none gets no bytes, so that reading it fails with an error.
uint64_t rt_image_limit(const void *image) {
    RtFatHeader h;
    memcpy(&h, image, sizeof h);
    bool good = h.magic == RT_FAT_MAGIC && h.size <= UINT64_MAX - h.header_size;
    return good ? h.header_size + h.size : 0;
}

// Of relocatable code: what was linked when the program was built, if it has PTX; else the parts
// are linked now.
static int linked_text(Rt *rt, RtLibrary *lib) {
    bool linked = lib->image && lib->image != lib->prelinked[0];
    int e = linked ? rt_fat_ptx(rt, &rt->ctx.perm, lib->image, rt_image_limit(lib->image), true,
                                &lib->text, &lib->ntext)
                   : RTE_NoKernelImageForDevice;
    return e == 0 ? 0 : rt_link_parts(rt, lib);
}

// The code of a library: given, linked from parts, or found in a container, which may have PTX for
// some kernels and Tile IR for others.
static int find_code(Rt *rt, RtLibrary *lib) {
    // What cuModuleLoadData got as text or bytecode is here already.
    if (lib->text || lib->tile) return 0;
    if (lib->prelinked) return linked_text(rt, lib);
    if (!lib->image) return RTE_InvalidKernelImage;
    uint64_t limit = rt_image_limit(lib->image);
    Arena *arena = &rt->ctx.perm;
    RT_TRY(rt_fat_tile(rt, arena, lib->image, limit, &lib->tile, &lib->ntile));
    bool may_lack = lib->tile != NULL;
    int e = rt_fat_ptx(rt, arena, lib->image, limit, may_lack, &lib->text, &lib->ntext);
    return may_lack && e == RTE_NoKernelImageForDevice ? 0 : e;
}

// Where a variable is. The host's pointer to a managed one is set to the place of its bytes, which
// is its address for the device too.
static int place_var(Rt *rt, RtLibrary *lib, RtVar *var) {
    uint64_t addr, size;
    if (!find_symbol(lib, var->name, &addr, &size)) return 0; // not used by the device code
    var->addr = addr;
    // The host's declaration may be larger, as with a flexible array; only what the device has
    // counts.
    if (size && var->size > size) var->size = size;
    if (!var->managed) return 0;
    void *host = vm_host(rt->vm, addr, size);
    if (!host) return RTE_MemoryAllocation;
    var->addr = (uint64_t)(uintptr_t)host;
    rt_mem_note(rt, var->addr, size, MEM_VARIABLE);
    rt_wrote(rt, var->addr, size);
    // The shadow of a managed variable is a pointer.
    memcpy((void *)(uintptr_t)var->host, &host, sizeof host);
    return 0;
}

static void add_kernels(Rt *rt, RtLibrary *lib, const VmModule *mod) {
    for (uint32_t i = 0; mod && i < vm_kernel_count(mod); i++) {
        RtKernel *k = rt_new(rt, OBJ_KERNEL, sizeof *k);
        k->lib = lib;
        k->fn = vm_kernel_at((VmModule *)mod, i);
        k->name = vm_kernel_name(k->fn);
        vec_push(&rt->ctx.perm, &lib->kernel, k);
    }
}

// Reads the code and finds what the program has registered; of the program's own modules (API) all
// kernels get handles.
static int load(Rt *rt, RtLibrary *lib) {
    RT_TRY(find_code(rt, lib));
    if (lib->text) rt_add_grid_sync(rt, lib);
    load_code(rt, lib);
    take_diagnostics(rt);
    // Warnings are in the log, which the program may ask for; errors are shown.
    bool no_ptx = lib->text && !lib->mod, no_tile = lib->tile && !lib->tile_mod;
    if (no_ptx || no_tile) {
        rt_message(rt, "the %s of %s cannot be loaded:\n%s", no_ptx ? "PTX" : "Tile IR", lib->name,
                   rt->log);
        return RTE_InvalidPtx;
    }
    // A kernel that was registered but is not in the code has no function, and launching it is an
    // error.
    VEC_FOREACH (RtKernelP, k, &lib->kernel) (*k)->fn = find_kernel(lib, (*k)->name);
    VEC_FOREACH (RtVar, v, &lib->var) RT_TRY(place_var(rt, lib, v));
    if (!lib->ours) add_kernels(rt, lib, lib->mod);
    if (!lib->ours) add_kernels(rt, lib, lib->tile_mod);
    return 0;
}

// Once: a library that could not be loaded gives the same error each time.
int rt_library_load(Rt *rt, RtLibrary *lib) {
    if (lib->error < 0) {
        lib->error = RTE_InvalidPtx; // should loading end in the middle
        lib->error = load(rt, lib);
    }
    return lib->error;
}

// ---- kernels and variables ---------------------------------------------------------------------

// A kernel without code is told of once by its name: programs that do not look at errors go on with
// results that nobody has computed.
static void tell_missing(Rt *rt, RtKernel *k, int error) {
    bool missing = error == RTE_NoKernelImageForDevice || error == RTE_InvalidDeviceFunction;
    if (!missing || k->is_missing) return;
    k->is_missing = true;
    rt_message(rt, "kernel %s cannot run: there is no PTX of it", k->name);
}

// Its code is read at the first use.
static bool prepare(Rt *rt, RtKernel *k) {
    if (k->is_prepared) return true;
    k->is_prepared = vm_prepare(rt->vm, k->fn);
    if (!k->is_prepared && rt->ctx.diags) {
        take_diagnostics(rt);
        rt_message(rt, "the PTX of kernel %s cannot be read:\n%s", k->name, rt->log);
    }
    return k->is_prepared;
}

// A kernel of a loaded library; NULL with *error.
// Loading happens at the first use, so a program with broken code that it does not use runs.
static RtKernel *loaded(Rt *rt, RtKernel *k, int *error) {
    *error = rt_library_load(rt, k->lib);
    if (!*error && !k->fn) *error = RTE_InvalidDeviceFunction;
    if (!*error && !prepare(rt, k)) *error = RTE_InvalidPtx;
    if (*error) tell_missing(rt, k, *error);
    return *error ? NULL : k;
}

// The kernel of a handle: the host stub's address, or a kernel object.
RtKernel *rt_kernel(Rt *rt, const void *handle, int *error) {
    RtKernel *k = map_get(&rt->kernel, (uint64_t)(uintptr_t)handle);
    if (!k && rt_is(rt, handle, OBJ_KERNEL)) k = (RtKernel *)handle;
    *error = RTE_InvalidDeviceFunction;
    return k ? loaded(rt, k, error) : NULL;
}

// By its name in the PTX.
RtKernel *rt_library_kernel(Rt *rt, RtLibrary *lib, const char *name) {
    VEC_FOREACH (RtKernelP, k, &lib->kernel) {
        if ((*k)->fn && strcmp((*k)->name, name) == 0) return *k;
    }
    return NULL;
}

// The variable that a host's shadow stands for. Variables that the device code does not use have no
// address.
RtVar *rt_symbol(Rt *rt, const void *host, int *error) {
    // Only registered variables have shadows.
    RtLibrary *lib = map_get(&rt->var, (uint64_t)(uintptr_t)host);
    *error = RTE_InvalidSymbol;
    if (!lib) return NULL;
    *error = rt_library_load(rt, lib);
    VEC_FOREACH (RtVar, v, &lib->var) {
        if (!*error && v->host == host && v->addr) return v;
    }
    if (!*error) *error = RTE_InvalidSymbol;
    return NULL;
}

// (CUDA runtime API, "Device Memory" and "Library Management".)
int rt_cudaGetSymbolAddress(Rt *rt, void **p, const void *symbol) {
    int e;
    RtVar *v = rt_symbol(rt, symbol, &e);
    if (!p) return RTE_InvalidValue;
    if (!v) return e;
    *p = (void *)(uintptr_t)v->addr;
    return 0;
}

int rt_cudaGetSymbolSize(Rt *rt, size_t *size, const void *symbol) {
    int e;
    RtVar *v = rt_symbol(rt, symbol, &e);
    if (!size) return RTE_InvalidValue;
    if (!v) return e;
    *size = v->size;
    return 0;
}

// A variable by its name in the PTX.
int rt_library_global(Rt *rt, RtLibrary *lib, const char *name, uint64_t *addr, size_t *size) {
    uint64_t a, n;
    if (!name) return RTE_InvalidValue;
    RT_TRY(rt_library_load(rt, lib));
    if (!find_symbol(lib, name, &a, &n)) return RTE_SymbolNotFound;
    VEC_FOREACH (RtVar, v, &lib->var) { // a managed variable's address is the host's
        if (v->addr && strcmp(v->name, name) == 0) a = v->addr;
    }
    if (addr) *addr = a;
    if (size) *size = n;
    return 0;
}

// ---- libraries of the API ----------------------------------------------------------------------

// PTX text, bytecode of Tile IR, a container, or a wrapper around one. A cubin is told apart for
// the message.
int rt_library_from(Rt *rt, const void *code, RtLibrary **out) {
    enum { ELF = 0x464c457f };
    if (!code || !out) return RTE_InvalidValue;
    rt->log = "";
    if (rt_begins(code, ELF)) {
        rt_message(rt, "a module is a cubin, machine code: the virtual GPU runs PTX; give PTX or a "
                       "fat binary with PTX");
        return RTE_NoKernelImageForDevice;
    }
    RtLibrary *lib = rt_library_new(rt, NULL, "a module");
    if (rt_begins(code, RT_FAT_WRAPPER_MAGIC)) {
        lib->image = ((const RtFatWrapper *)code)->data;
    } else if (rt_begins(code, RT_FAT_MAGIC)) {
        lib->image = code;
    } else if (rt_begins(code, RT_TILE_MAGIC)) {
        lib->ntile = tile_bytecode_size(code);
        if (!lib->ntile) return RTE_InvalidKernelImage;
        lib->tile = arena_strndup(&rt->ctx.perm, code, lib->ntile);
    } else {
        lib->ntext = strlen(code);
        lib->text = arena_strndup(&rt->ctx.perm, code, lib->ntext);
    }
    RT_TRY(rt_library_load(rt, lib));
    *out = lib;
    return 0;
}

// A container's sizes must fit the file: the reader of containers believes them.
static int library_file(Rt *rt, const char *file, RtLibrary **out) {
    Buf b;
    RtFatHeader h = {0};
    if (!rt_read_file(rt, file, &b)) return RTE_FileNotFound;
    if (rt_begins(b.at, RT_FAT_WRAPPER_MAGIC)) return RTE_InvalidKernelImage;
    memcpy(&h, b.at, CU_MIN((size_t)b.n, sizeof h));
    if (h.magic == RT_FAT_MAGIC &&
        (b.n < sizeof h || h.header_size > b.n || h.size > b.n - h.header_size))
        return RTE_InvalidKernelImage;
    return rt_library_from(rt, b.at, out);
}

// The library of a handle.
#define LIBRARY(h)                                                                                 \
    RtLibrary *lib = h;                                                                            \
    if (!rt_is(rt, lib, OBJ_LIBRARY)) return RTE_InvalidResourceHandle

int rt_cudaLibraryLoadData(Rt *rt, void **lib, const void *code, int *jit, void **jit_values,
                           unsigned njit, int *options, void **values, unsigned n) {
    return rt_library_from(rt, code, (RtLibrary **)lib);
}

int rt_cudaLibraryLoadFromFile(Rt *rt, void **lib, const char *file, int *jit, void **jit_values,
                               unsigned njit, int *options, void **values, unsigned n) {
    return lib ? library_file(rt, file, (RtLibrary **)lib) : RTE_InvalidValue;
}

// The machine keeps the module: addresses in it stay valid, its name cannot be used any more. Its
// kernels are not used again either: nodes of graphs may name them.
int rt_cudaLibraryUnload(Rt *rt, void *handle) {
    LIBRARY(handle);
    VEC_FOREACH (RtKernelP, k, &lib->kernel) {
        if (!(*k)->host) (*k)->o.kind = OBJ_NONE;
    }
    lib->kernel.n = 0;
    lib->o.kind = OBJ_NONE; // not used again
    return 0;
}

int rt_cudaLibraryGetKernel(Rt *rt, void **kernel, void *handle, const char *name) {
    LIBRARY(handle);
    if (!kernel || !name) return RTE_InvalidValue;
    RT_TRY(rt_library_load(rt, lib));
    *kernel = rt_library_kernel(rt, lib, name);
    return *kernel ? 0 : RTE_SymbolNotFound;
}

int rt_cudaLibraryGetGlobal(Rt *rt, void **p, size_t *size, void *handle, const char *name) {
    LIBRARY(handle);
    return rt_library_global(rt, lib, name, (uint64_t *)p, size);
}

int rt_cudaLibraryGetManaged(Rt *rt, void **p, size_t *size, void *handle, const char *name) {
    return rt_cudaLibraryGetGlobal(rt, p, size, handle, name);
}

int rt_cudaLibraryGetKernelCount(Rt *rt, unsigned *n, void *handle) {
    LIBRARY(handle);
    if (!n) return RTE_InvalidValue;
    RT_TRY(rt_library_load(rt, lib));
    *n = lib->kernel.n;
    return 0;
}

int rt_cudaLibraryEnumerateKernels(Rt *rt, void **kernels, unsigned n, void *handle) {
    LIBRARY(handle);
    if (!kernels && n) return RTE_InvalidValue;
    RT_TRY(rt_library_load(rt, lib));
    for (uint32_t i = 0; i < n && i < lib->kernel.n; i++) kernels[i] = lib->kernel.at[i];
    return 0;
}

int rt_cudaGetKernel(Rt *rt, void **kernel, const void *func) {
    int e;
    if (!kernel) return RTE_InvalidValue;
    *kernel = rt_kernel(rt, func, &e);
    return *kernel ? 0 : e;
}

// Asked before main by every launch site: it loads nothing.
int rt___cudaGetKernel(Rt *rt, void **kernel, const void *func) {
    RtKernel *k = map_get(&rt->kernel, (uint64_t)(uintptr_t)func);
    *kernel = k;
    return k ? 0 : RTE_InvalidDeviceFunction;
}

int rt_cudaGetFuncBySymbol(Rt *rt, void **func, const void *symbol) {
    return rt_cudaGetKernel(rt, func, symbol);
}

int rt_cudaFuncGetName(Rt *rt, const char **name, const void *func) {
    int e;
    if (!name || !func) return RTE_InvalidValue;
    RtKernel *k = rt_kernel(rt, func, &e);
    if (!k) return e;
    *name = k->name;
    return 0;
}

int rt_cudaFuncGetParamInfo(Rt *rt, const void *func, size_t i, size_t *offset, size_t *size) {
    int e;
    uint32_t o, n;
    RtKernel *k = rt_kernel(rt, func, &e);
    if (!k) return e;
    if (i > UINT32_MAX || !vm_kernel_param(k->fn, (uint32_t)i, &o, &n)) return RTE_InvalidValue;
    if (offset) *offset = o;
    if (size) *size = n;
    return 0;
}

// ---- the driver's modules ----------------------------------------------------------------------

enum { JIT_INFO_LOG = 3, JIT_INFO_SIZE, JIT_ERROR_LOG, JIT_ERROR_SIZE };

// A log that the caller gave, whose size is replaced by that of the text.
static void fill_log(const char *text, int log, unsigned n, const int *options, void **values) {
    char *to = NULL;
    void **size = NULL;
    for (unsigned i = 0; i < n; i++) {
        if (options[i] == log) to = values[i];
        if (options[i] == log + 1) size = &values[i];
    }
    if (!size) return;
    size_t room = (uint32_t)(uintptr_t)*size, k = strlen(text);
    if (to && room) snprintf(to, room, "%s", text);
    *size = (void *)(uintptr_t)(to && room ? CU_MIN(k, room - 1) : 0);
}

// The log of a load goes where the options say; there is never anything but errors in it.
int rt_cuModuleLoadDataEx(Rt *rt, void **mod, const void *image, unsigned n, int *options,
                          void **values) {
    if (n && (!options || !values)) return RTE_InvalidValue;
    int e = rt_library_from(rt, image, (RtLibrary **)mod);
    fill_log("", JIT_INFO_LOG, n, options, values);
    fill_log(e && rt->log ? rt->log : "", JIT_ERROR_LOG, n, options, values);
    return e;
}

int rt_cuModuleLoadData(Rt *rt, void **mod, const void *image) {
    return rt_library_from(rt, image, (RtLibrary **)mod);
}

int rt_cuModuleLoadFatBinary(Rt *rt, void **mod, const void *image) {
    return rt_library_from(rt, image, (RtLibrary **)mod);
}

int rt_cuModuleLoad(Rt *rt, void **mod, const char *file) {
    return mod ? library_file(rt, file, (RtLibrary **)mod) : RTE_InvalidValue;
}

int rt_cuModuleGetGlobal_v2(Rt *rt, void **p, size_t *size, void *handle, const char *name) {
    return rt_cudaLibraryGetGlobal(rt, p, size, handle, name);
}

int rt_cuModuleGetLoadingMode(Rt *rt, int *mode) {
    if (!mode) return RTE_InvalidValue;
    *mode = 2; // lazy
    return 0;
}

int rt_cuLibraryGetModule(Rt *rt, void **mod, void *handle) {
    LIBRARY(handle);
    if (!mod) return RTE_InvalidValue;
    *mod = lib;
    return 0;
}

// Kernels and functions are the same.
int rt_cuKernelGetFunction(Rt *rt, void **func, void *kernel) {
    return rt_cudaGetKernel(rt, func, kernel);
}

int rt_cuKernelGetLibrary(Rt *rt, void **lib, void *kernel) {
    int e;
    RtKernel *k = rt_kernel(rt, kernel, &e);
    if (!lib) return RTE_InvalidValue;
    if (!k) return e;
    *lib = k->lib;
    return 0;
}

int rt_cuFuncIsLoaded(Rt *rt, int *state, void *func) {
    int e;
    if (!state) return RTE_InvalidValue;
    *state = 1;
    return rt_kernel(rt, func, &e) ? 0 : e;
}

int rt_cuFuncLoad(Rt *rt, void *func) {
    int e;
    return rt_kernel(rt, func, &e) ? 0 : e;
}
