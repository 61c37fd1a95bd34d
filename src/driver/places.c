// SPDX-License-Identifier: Apache-2.0
// Finds a CUDA toolkit, or its parts. The layouts:
//   NVIDIA's   ROOT/include, ROOT/nvvm/libdevice, ROOT/lib64
//   Debian's   /usr/include, /usr/lib/nvidia-cuda-toolkit/libdevice, /usr/lib/x86_64-linux-gnu
//   pip's      site-packages/nvidia/cu13/..., or a folder a part: nvidia/cuda_runtime/include,
//              nvidia/cuda_nvcc/nvvm/libdevice, nvidia/cuda_cccl/include, nvidia/curand/include
#include "driver/places.h"

#include "base/host.h"

#include <glob.h>
#include <stdlib.h>
#include <unistd.h>

static const char *join(Ctx *ctx, const char *a, const char *b) {
    return arena_printf(&ctx->perm, "%s/%s", a, b);
}

static bool there(Ctx *ctx, const char *dir, const char *name) {
    return access(join(ctx, dir, name), R_OK) == 0;
}

// ---- candidates --------------------------------------------------------------------------------

typedef struct {
    const char *root;
    uint8_t layout;
} Candidate;
enum { LAYOUT_NVIDIA, LAYOUT_DEBIAN, LAYOUT_PIP }; // of pip's the root is site-packages/nvidia
typedef VEC(Candidate) Candidates;

static void add(Ctx *ctx, Candidates *c, const char *root, uint8_t layout) {
    if (root && *root && access(root, R_OK) == 0)
        vec_push(&ctx->perm, c, ((Candidate){root, layout}));
}

// The folder above the one of a program on the PATH, links followed; NULL: there is no such one.
static const char *root_of_program(Ctx *ctx, const char *program) {
    for (const char *path = getenv("PATH"); path && *path;) {
        size_t n = strcspn(path, ":");
        const char *file = arena_printf(&ctx->perm, "%.*s/%s", (int)n, path, program);
        char *real = access(file, X_OK) == 0 ? realpath(file, NULL) : NULL;
        if (real) {
            char *own = arena_strndup(&ctx->perm, real, strlen(real));
            free(real);
            for (int up = 0; up < 2; up++) {
                char *slash = strrchr(own, '/');
                if (!slash) return NULL;
                *slash = 0;
            }
            return own;
        }
        path += n + (path[n] == ':');
    }
    return NULL;
}

static void add_pattern(Ctx *ctx, Candidates *found, const char *pattern) {
    glob_t g;
    if (glob(pattern, 0, NULL, &g) == 0) {
        for (size_t i = 0; i < g.gl_pathc; i++) {
            const char *path = g.gl_pathv[i];
            add(ctx, found, arena_strndup(&ctx->perm, path, strlen(path)), LAYOUT_PIP);
        }
        globfree(&g);
    }
}

// Where Python keeps what pip installed: that of a virtual environment first.
static void add_wheels(Ctx *ctx, Candidates *found) {
    const char *roots[] = {
        getenv("VIRTUAL_ENV"), getenv("CONDA_PREFIX"), root_of_program(ctx, "python3"),
        getenv("HOME"),        "/usr/local",           "/usr"};
    for (uint32_t i = 0; i < CU_COUNT(roots); i++) {
        const char *root = roots[i];
        if (!root || !*root) continue;
        if (root == roots[3]) root = join(ctx, root, ".local");
        add_pattern(ctx, found, join(ctx, root, "lib/python3*/site-packages/nvidia"));
        add_pattern(ctx, found, join(ctx, root, "lib/python3*/dist-packages/nvidia"));
    }
}

// Python's folders are looked through only where nothing else is found.
static Candidates candidates(Ctx *ctx, const char *path, bool wheels) {
    Candidates c = {0};
    const char *home = getenv("CUDA_HOME");
    if (!home || !*home) home = getenv("CUDA_PATH");
    if (!path || !*path) path = home;
    if (path && *path) { // whoever names one means this one
        const char *below = join(ctx, path, "nvidia");
        bool pip = access(below, R_OK) == 0;
        if (!wheels) add(ctx, &c, pip ? below : path, pip ? LAYOUT_PIP : LAYOUT_NVIDIA);
        return c;
    }
    if (wheels) {
        add_wheels(ctx, &c);
        return c;
    }
    const char *nvcc = root_of_program(ctx, "nvcc");
    if (nvcc && strcmp(nvcc, "/usr") != 0) add(ctx, &c, nvcc, LAYOUT_NVIDIA);
    add(ctx, &c, "/usr/local/cuda", LAYOUT_NVIDIA);
    add(ctx, &c, "/usr/lib/nvidia-cuda-toolkit", LAYOUT_DEBIAN);
    return c;
}

// ---- what a candidate has ----------------------------------------------------------------------

static void add_include(Ctx *ctx, DriverToolkit *t, const char *dir) {
    if (t->ninclude < TOOLKIT_FOLDERS && access(dir, R_OK) == 0) t->include[t->ninclude++] = dir;
    const char *cccl = join(ctx, dir, "cccl"); // since CUDA 13: cub, thrust, libcu++
    if (t->ninclude < TOOLKIT_FOLDERS && access(cccl, R_OK) == 0) t->include[t->ninclude++] = cccl;
}

static const char *first_with(Ctx *ctx, const char *root, const char *const *dirs, uint32_t n,
                              const char *file) {
    for (uint32_t i = 0; i < n; i++) {
        const char *dir = join(ctx, root, dirs[i]);
        if (there(ctx, dir, file)) return dir;
    }
    return NULL;
}

static const char *runtime_in(Ctx *ctx, const char *root) {
    static const char *const dirs[] = {"lib64", "lib", "lib/" HOST_MACHINE "-linux-gnu"};
    const char *dir = first_with(ctx, root, dirs, CU_COUNT(dirs), "libcudart.so.13");
    return dir ? dir : first_with(ctx, root, dirs, CU_COUNT(dirs), "libcudart.so.12");
}

// Each wheel is a folder of include, lib, nvvm of its own; since CUDA 13 all share nvidia/cu13.
static void look_at_wheels(Ctx *ctx, const char *root, DriverToolkit *found) {
    glob_t g;
    if (glob(join(ctx, root, "*"), 0, NULL, &g) != 0) return;
    for (size_t i = 0; i < g.gl_pathc; i++) {
        const char *part = arena_strndup(&ctx->perm, g.gl_pathv[i], strlen(g.gl_pathv[i]));
        const char *bc = join(ctx, part, "nvvm/libdevice/libdevice.10.bc");
        add_include(ctx, found, join(ctx, part, "include"));
        if (!found->device_library && access(bc, R_OK) == 0) found->device_library = bc;
        if (!found->runtime) found->runtime = runtime_in(ctx, part);
    }
    globfree(&g);
}

static void look_at(Ctx *ctx, const Candidate *place, DriverToolkit *found) {
    *found = (DriverToolkit){.name = place->root};
    if (place->layout == LAYOUT_PIP) {
        look_at_wheels(ctx, place->root, found);
        return;
    }
    bool debian = place->layout == LAYOUT_DEBIAN;
    const char *bc = join(ctx, place->root,
                          debian ? "libdevice/libdevice.10.bc" : "nvvm/libdevice/libdevice.10.bc");
    add_include(ctx, found, debian ? "/usr/include" : join(ctx, place->root, "include"));
    if (access(bc, R_OK) == 0) found->device_library = bc;
    found->runtime = runtime_in(ctx, debian ? "/usr" : place->root);
}

static bool has_headers(Ctx *ctx, const DriverToolkit *toolkit) {
    static const char *const needed[] = {"cuda_runtime.h", "crt/host_config.h"};
    for (uint32_t k = 0; k < CU_COUNT(needed); k++) {
        bool found = false;
        for (uint32_t i = 0; i < toolkit->ninclude && !found; i++)
            found = there(ctx, toolkit->include[i], needed[k]);
        if (!found) return false;
    }
    return true;
}

typedef bool Wanted(Ctx *ctx, const DriverToolkit *t);

static bool has_device_library(Ctx *ctx, const DriverToolkit *t) {
    return t->device_library;
}

static bool find(Ctx *ctx, const char *path, Wanted *accepts, DriverToolkit *out) {
    for (int wheels = 0; wheels < 2; wheels++) {
        Candidates c = candidates(ctx, path, wheels);
        for (uint32_t i = 0; i < c.n; i++) {
            look_at(ctx, &c.at[i], out);
            if (accepts(ctx, out)) return true;
        }
    }
    *out = (DriverToolkit){0};
    return false;
}

bool driver_find_toolkit(Ctx *ctx, const char *path, DriverToolkit *out) {
    bool found = find(ctx, path, has_headers, out);
    for (uint32_t i = 0; i < out->ninclude && !out->version.number; i++)
        out->version = driver_cuda_version(ctx, out->include[i]);
    if (!out->version.number) out->version = own_cuda_version;
    return found;
}

const char *driver_find_device_library(Ctx *ctx, const char *path) {
    DriverToolkit t;
    return find(ctx, path, has_device_library, &t) ? t.device_library : NULL;
}

// ---- ptxas --------------------------------------------------------------------------------------

static const char *if_program(const char *path) {
    return access(path, X_OK) == 0 ? path : NULL;
}

static const char *ptxas_of_path(Ctx *ctx) {
    for (const char *path = getenv("PATH"); path && *path;) {
        size_t n = strcspn(path, ":");
        const char *file = arena_printf(&ctx->perm, "%.*s/ptxas", (int)n, path);
        if (n && if_program(file)) return file;
        path += n + (path[n] == ':');
    }
    return NULL;
}

static const char *ptxas_of_wheels(Ctx *ctx, const char *root) {
    glob_t g;
    const char *found = NULL;
    if (glob(join(ctx, root, "*/bin/ptxas"), 0, NULL, &g) != 0) return NULL;
    for (size_t i = 0; i < g.gl_pathc && !found; i++)
        found = if_program(arena_strndup(&ctx->perm, g.gl_pathv[i], strlen(g.gl_pathv[i])));
    globfree(&g);
    return found;
}

static const char *ptxas_of(Ctx *ctx, const Candidate *place) {
    if (place->layout == LAYOUT_PIP) return ptxas_of_wheels(ctx, place->root);
    bool debian = place->layout == LAYOUT_DEBIAN;
    return if_program(join(ctx, debian ? "/usr" : place->root, "bin/ptxas"));
}

static const char *ptxas_of_toolkits(Ctx *ctx, bool wheels) {
    Candidates c = candidates(ctx, NULL, wheels);
    const char *found = NULL;
    for (uint32_t i = 0; i < c.n && !found; i++) found = ptxas_of(ctx, &c.at[i]);
    return found;
}

const char *driver_find_ptxas(Ctx *ctx) {
    const char *home = getenv("CUDA_HOME"), *path = getenv("CUDA_PATH");
    bool named = (home && *home) || (path && *path);
    const char *found = named ? ptxas_of_toolkits(ctx, false) : NULL;
    if (!found) found = ptxas_of_path(ctx);
    if (!found && !named) found = ptxas_of_toolkits(ctx, false);
    return found || named ? found : ptxas_of_toolkits(ctx, true);
}

// ---- headers of libraries -----------------------------------------------------------------------

uint32_t driver_library_headers(Ctx *ctx, const char **out, uint32_t most) {
    Candidates c = {0};
    add_wheels(ctx, &c);
    uint32_t n = 0;
    for (uint32_t i = 0; i < c.n; i++) {
        DriverToolkit t;
        look_at(ctx, &c.at[i], &t);
        for (uint32_t k = 0; k < t.ninclude && n < most; k++) out[n++] = t.include[k];
    }
    return n;
}
