// SPDX-License-Identifier: Apache-2.0
// `cuprum toolkit DIR` where no CUDA is installed: a folder with the parts that build systems look
// for (CMake's FindCUDAToolkit, meson, torch's cpp_extension), all of them Cuprum's:
//   bin/nvcc, ptxas; nvcc.profile       the profile says that the toolkit is our own
//   nvvm/bin/cicc, nvvm/libdevice, nvvm/lib64
//   include                             lib/include, as files
//   lib64, lib64/stubs, targets         links to lib/cuprum, by the names that linkers look for
//   version.json
// libcudart_static.a is a linker script that names the shared library: a program has one machine,
// which the libraries beside (libcublas ...) share, and NVIDIA's run-time library can take its
// place on a GPU.
#include "base/host.h"
#include "driver/places.h"
#include "driver/toolkit.h"
#include "nvvm/nvvm.h"

#include <dirent.h>
#include <sys/stat.h>
#include <unistd.h>

static const char profile[] =
    "CUPRUM_TOOLKIT = own\n"
    "TOP = $(_HERE_)/..\n"
    "CICC_PATH = $(TOP)/nvvm/bin\n"
    "NVVMIR_LIBRARY_DIR = $(TOP)/nvvm/libdevice\n"
    "PATH += $(TOP)/nvvm/bin:$(_HERE_):\n"
    "INCLUDES += \"-I$(TOP)/include\" $(_SPACE_)\n"
    "LIBRARIES =+ $(_SPACE_) \"-L$(TOP)/lib64/stubs\" \"-L$(TOP)/lib64\"\n";

static const char *in(Toolkit *toolkit, const char *name) {
    return arena_printf(&toolkit->ctx->perm, "%s/%s", toolkit->dir, name);
}

static bool write_text(Toolkit *toolkit, const char *name, const char *text) {
    return driver_write_file(toolkit->ctx, in(toolkit, name), text, strlen(text));
}

// The versions are those that nvcc --version says; CMake and others read "cuda" alone.
static bool write_versions(Toolkit *toolkit) {
    static const char *const parts[][2] = {
        {"cuda", "CUDA SDK"}, {"cuda_cudart", "CUDA Runtime (cudart)"}, {"cuda_nvcc", "CUDA NVCC"}};
    uint32_t number = own_cuda_version.number;
    Buf text;
    buf_init(&text, &toolkit->ctx->perm);
    for (uint32_t i = 0; i < CU_COUNT(parts); i++)
        buf_printf(&text, "%s   \"%s\" : { \"name\" : \"%s\", \"version\" : \"%u.%u.%u\" }",
                   i ? ",\n" : "{\n", parts[i][0], parts[i][1], number / 1000, number % 1000 / 10,
                   own_cuda_version.build);
    buf_puts(&text, "\n}\n");
    return write_text(toolkit, "version.json", buf_cstr(&text));
}

// A library by its own name and by that of the linker, which has no version: libcublas.so.13 and
// libcublas.so. The driver's library lies apart, where programs are linked and not run.
static bool link_library(Toolkit *toolkit, const char *folder, const char *name) {
    Arena *arena = &toolkit->ctx->perm;
    const char *target = arena_printf(arena, "%s/%s", folder, name), *so = strstr(name, ".so");
    const char *plain = so ? arena_printf(arena, "%.*s.so", (int)(so - name), name) : name;
    bool driver = strncmp(name, "libcuda.", 8) == 0 || strncmp(name, "libnvidia-ml.", 13) == 0;
    const char *to = driver ? "lib64/stubs" : "lib64";
    bool ok = driver_toolkit_make_link(toolkit, target,
                                       in(toolkit, arena_printf(arena, "%s/%s", to, plain)));
    if (!ok || driver || strcmp(plain, name) == 0) return ok;
    return driver_toolkit_make_link(toolkit, target,
                                    in(toolkit, arena_printf(arena, "%s/%s", to, name)));
}

static bool link_libraries(Toolkit *toolkit, const char *folder) {
    DIR *dir = opendir(folder);
    if (!dir) return DRIVER_DIAG(toolkit->ctx, drv_exec_library, folder);
    bool ok = true;
    for (struct dirent *e; ok && (e = readdir(dir));) {
        bool library = strncmp(e->d_name, "lib", 3) == 0 && !strstr(e->d_name, "cuprum");
        if (library) ok = link_library(toolkit, folder, e->d_name);
    }
    closedir(dir);
    return ok;
}

static bool fill_libraries(Toolkit *toolkit) {
    static const char none[] = "!<arch>\n"; // an archive of nothing
    const char *folder = driver_library_folder(toolkit->ctx);
    const char *script =
        arena_printf(&toolkit->ctx->perm,
                     "/* GNU ld script: Cuprum's run-time library is a shared one */\n"
                     "INPUT ( %s/libcudart.so.13 )\n",
                     folder);
    bool ok = driver_toolkit_make_dir(toolkit, in(toolkit, "lib64")) &&
              driver_toolkit_make_dir(toolkit, in(toolkit, "lib64/stubs")) &&
              driver_toolkit_make_link(toolkit, "lib64", in(toolkit, "lib")) &&
              link_libraries(toolkit, folder);
    return ok && write_text(toolkit, "lib64/libcudart_static.a", script) &&
           write_text(toolkit, "lib64/libcudadevrt.a", none) &&
           write_text(toolkit, "lib64/libculibos.a", none);
}

// The headers as files where they are installed, else written out of this program.
static bool fill_include(Toolkit *toolkit) {
    const char *slash = strrchr(toolkit->self, '/');
    const char *program =
        arena_strndup(&toolkit->ctx->perm, toolkit->self, (size_t)(slash - toolkit->self));
    const char *made = driver_own_headers(toolkit->ctx, program, toolkit->dir);
    const char *include = in(toolkit, "include");
    return made && (strcmp(made, include) == 0 || driver_toolkit_make_link(toolkit, made, include));
}

static bool fill_nvvm(Toolkit *toolkit) {
    size_t size;
    const void *library = nvvm_builtin_library_bytes(&size);
    const char *folder = driver_library_folder(toolkit->ctx);
    return driver_toolkit_make_dir(toolkit, in(toolkit, "nvvm")) &&
           driver_toolkit_make_dir(toolkit, in(toolkit, "nvvm/bin")) &&
           driver_toolkit_make_dir(toolkit, in(toolkit, "nvvm/libdevice")) &&
           driver_toolkit_make_dir(toolkit, in(toolkit, "nvvm/lib64")) &&
           driver_toolkit_make_link(toolkit, toolkit->self, in(toolkit, "nvvm/bin/cicc")) &&
           driver_write_file(toolkit->ctx, in(toolkit, "nvvm/libdevice/libdevice.10.bc"), library,
                             size) &&
           driver_toolkit_make_link(toolkit,
                                    arena_printf(&toolkit->ctx->perm, "%s/libnvvm.so.4", folder),
                                    in(toolkit, "nvvm/lib64/libnvvm.so.4")) &&
           driver_toolkit_make_link(toolkit, "libnvvm.so.4", in(toolkit, "nvvm/lib64/libnvvm.so"));
}

// The same by the names of a toolkit that has several targets, where meson looks.
static bool fill_target(Toolkit *toolkit) {
    return driver_toolkit_make_dir(toolkit, in(toolkit, "targets")) &&
           driver_toolkit_make_dir(toolkit, in(toolkit, "targets/" HOST_TOOLKIT)) &&
           driver_toolkit_make_link(toolkit, "../../include",
                                    in(toolkit, "targets/" HOST_TOOLKIT "/include")) &&
           driver_toolkit_make_link(toolkit, "../../lib64",
                                    in(toolkit, "targets/" HOST_TOOLKIT "/lib"));
}

bool driver_toolkit_fill(Toolkit *toolkit) {
    return driver_toolkit_make_dir(toolkit, in(toolkit, "bin")) &&
           driver_toolkit_link_nvcc(toolkit, in(toolkit, "bin/nvcc")) &&
           driver_toolkit_make_link(toolkit, toolkit->self, in(toolkit, "bin/ptxas")) &&
           write_text(toolkit, "bin/nvcc.profile", profile) && write_versions(toolkit) &&
           fill_nvvm(toolkit) && fill_include(toolkit) && fill_libraries(toolkit) &&
           fill_target(toolkit);
}
