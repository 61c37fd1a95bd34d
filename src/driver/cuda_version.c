// SPDX-License-Identifier: Apache-2.0
// Of which CUDA headers are. The headers of a toolkit and of CCCL compare the compiler's version
// with their own (__CUDACC_VER_MAJOR__ with CUDART_VERSION) and refuse another one, so the compiler
// says the version of the headers that it reads.
#include "driver/places.h"

#include <fcntl.h>
#include <glob.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// The first part of a file, as text; NULL: it cannot be read.
static const char *beginning(Ctx *ctx, const char *path) {
    enum { MOST = 32768 }; // what is looked for stands in front of all declarations
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return NULL;
    char *text = arena_array(&ctx->perm, char, MOST + 1);
    ssize_t n = read(file, text, MOST);
    close(file);
    if (n < 0) return NULL;
    text[n] = 0;
    return text;
}

// The number that a macro is defined as; 0: none.
static uint32_t defined_as(const char *text, const char *name) {
    static const char define[] = "#define ";
    for (const char *at = text; (at = strstr(at, define));) {
        at += sizeof define - 1;
        size_t n = strlen(name);
        if (strncmp(at, name, n) == 0 && is_any_of(at[n], ' ', '\t'))
            return (uint32_t)strtoul(at + n, NULL, 10);
    }
    return 0;
}

// "13.0.88" -> 88 where the first two numbers are those of the version, else 0.
static uint32_t build_of(const char *text, uint32_t version) {
    char *end;
    unsigned long major = strtoul(text, &end, 10),
                  minor = *end == '.' ? strtoul(end + 1, &end, 10) : 0;
    bool same = major == version / 1000 && minor == version % 1000 / 10 && *end == '.';
    return same ? (uint32_t)strtoul(end + 1, NULL, 10) : 0;
}

// NVIDIA's installer leaves the versions of all parts in the toolkit's root.
static uint32_t installed_build(Ctx *ctx, const char *folder, uint32_t version) {
    static const char *const roots[] = {"..", "../../.."}; // include, targets/x86_64-linux/include
    for (uint32_t i = 0; i < CU_COUNT(roots); i++) {
        const char *path = arena_printf(&ctx->perm, "%s/%s/version.json", folder, roots[i]);
        const char *text = beginning(ctx, path);
        const char *nvcc = text ? strstr(text, "\"cuda_nvcc\"") : NULL;
        const char *at = nvcc ? strstr(nvcc, "\"version\"") : NULL;
        at = at ? strchr(at, ':') : NULL;
        at = at ? strchr(at, '"') : NULL;
        if (at) return build_of(at + 1, version);
    }
    return 0;
}

// pip leaves them in the names of folders beside `nvidia`.
static uint32_t wheel_build(Ctx *ctx, const char *folder, uint32_t version) {
    glob_t found;
    const char *pattern =
        arena_printf(&ctx->perm, "%s/../../../nvidia_cuda_nvcc*.dist-info", folder);
    uint32_t build = 0;
    if (glob(pattern, 0, NULL, &found) != 0) return 0;
    for (size_t i = 0; i < found.gl_pathc && !build; i++) {
        const char *name = strrchr(found.gl_pathv[i], '/'), *number = strchr(name, '-');
        if (number) build = build_of(number + 1, version);
    }
    globfree(&found);
    return build;
}

CudaVersion driver_cuda_version(Ctx *ctx, const char *folder) {
    const char *text = beginning(ctx, arena_printf(&ctx->perm, "%s/cuda_runtime_api.h", folder));
    CudaVersion version = {text ? defined_as(text, "CUDART_VERSION") : 0, 0};
    if (!version.number) return version;
    version.build = installed_build(ctx, folder, version.number);
    if (!version.build) version.build = wheel_build(ctx, folder, version.number);
    if (!version.build && version.number == own_cuda_version.number)
        version.build = own_cuda_version.build;
    return version;
}

// Keeps the folder of the toolkit's headers, by one that each unit of nvcc's has.
static void note_folder(void *data, const char *name, const char *text, uint32_t len, bool system) {
    static const char known[] = "crt/host_config.h";
    const char **folder = data;
    size_t n = strlen(name), tail = sizeof known - 1;
    (void)text, (void)len, (void)system;
    if (*folder || n < tail || strcmp(name + n - tail, known) != 0) return;
    if (n == tail || name[n - tail - 1] == '/') *folder = name;
}

uint32_t driver_launch_parameters(Ctx *ctx) {
    static const char define[] = "#define __cudaLaunch(";
    const char *beside = NULL;
    source_each(ctx, false, note_folder, &beside);
    if (!beside) return 0;
    int folder = (int)(strlen(beside) - strlen("host_config.h"));
    const char *text =
        beginning(ctx, arena_printf(&ctx->perm, "%.*shost_runtime.h", folder, beside));
    const char *at = text ? strstr(text, define) : NULL;
    if (!at) return 0;
    uint32_t n = 1;
    for (at += sizeof define - 1; *at && *at != ')'; at++) n += *at == ',';
    return n;
}

// CUDA 12's release notes, "PTX ISA version".
const char *driver_older_ptx(CudaVersion version) {
    static const struct {
        uint32_t cuda;
        const char *ptx;
    } rows[] = {{11080, "7.8"}, {12000, "8.0"}, {12010, "8.1"}, {12020, "8.2"},
                {12030, "8.3"}, {12040, "8.4"}, {12050, "8.5"}, {12060, "8.5"},
                {12070, "8.6"}, {12080, "8.7"}, {12090, "8.8"}};
    for (uint32_t i = 0; i < CU_COUNT(rows); i++) {
        if (rows[i].cuda == version.number / 10 * 10) return rows[i].ptx;
    }
    return NULL;
}

void driver_version_macros(Ctx *ctx, CudaVersion version, const char *out[CUDA_VERSION_MACROS]) {
    const struct {
        const char *name;
        uint32_t value;
    } macros[CUDA_VERSION_MACROS] = {
        {"__CUDACC_VER_MAJOR__", version.number / 1000},
        {"__CUDACC_VER_MINOR__", version.number % 1000 / 10},
        {"__CUDACC_VER_BUILD__", version.build},
        {"__CUDA_API_VER_MAJOR__", version.number / 1000},
        {"__CUDA_API_VER_MINOR__", version.number % 1000 / 10},
    };
    for (uint32_t i = 0; i < CUDA_VERSION_MACROS; i++)
        out[i] = arena_printf(&ctx->perm, "-D%s=%u", macros[i].name, macros[i].value);
}
