// SPDX-License-Identifier: Apache-2.0
// Where a CUDA toolkit lies on this machine (places.c). A toolkit is headers, a device library and
// a run-time library; they need not lie in one folder: NVIDIA's installer, Debian's packages and
// pip's wheels each have their own layout.
#ifndef CUPRUM_DRIVER_PLACES_H
#define CUPRUM_DRIVER_PLACES_H

#include "base/base.h"

enum { TOOLKIT_FOLDERS = 32 };

// A version of CUDA: its number, 13000 for 13.0, and the third number of its nvcc.
typedef struct CudaVersion {
    uint32_t number, build;
} CudaVersion;

typedef struct DriverToolkit {
    const char *name;                     // the folder that it was found by
    const char *include[TOOLKIT_FOLDERS]; // of headers, in the order of search
    uint32_t ninclude;
    const char *device_library; // the file, or NULL
    const char *runtime;        // the folder of libcudart.so.*, or NULL
    CudaVersion version;        // of the headers; where there are none, of our own
} DriverToolkit;

// The toolkit of `path` (NULL or "": the environment's CUDA_HOME or CUDA_PATH, else that of the
// nvcc on the PATH, else /usr/local/cuda, Debian's, pip's). False: there is none with headers for
// compiling (cuda_runtime.h and crt/host_config.h).
bool driver_find_toolkit(Ctx *ctx, const char *path, DriverToolkit *out);

// That of our own headers (lib/include), whose interfaces the run-time library has.
static const CudaVersion own_cuda_version = {13000, 88};

// That of the CUDA headers in a folder. A build that nothing tells is 0; no headers, no number.
CudaVersion driver_cuda_version(Ctx *ctx, const char *folder);

// The parameters of the macro __cudaLaunch of the toolkit whose headers the unit was made of, by
// which a host stub launches; 0: nothing tells. The stub meets the macro after preprocessing, when
// no version is defined.
uint32_t driver_launch_parameters(Ctx *ctx);

// The version of PTX, "8.8", that the compiler and the assembler of an older CUDA than ours have;
// NULL: it is none, or not known.
const char *driver_older_ptx(CudaVersion version);

// The macros that tell a compilation the version, as options -D.
enum { CUDA_VERSION_MACROS = 5 };
void driver_version_macros(Ctx *ctx, CudaVersion version, const char *out[CUDA_VERSION_MACROS]);

// The device library of such a toolkit, whether it has headers or not; NULL: none.
const char *driver_find_device_library(Ctx *ctx, const char *path);

// The assembler for GPUs: of the toolkit that the environment names, of the PATH, of a toolkit as
// above; NULL: none.
const char *driver_find_ptxas(Ctx *ctx);

// Folders of headers of the libraries that come apart from a toolkit: pip's wheels and Debian's.
uint32_t driver_library_headers(Ctx *ctx, const char **out, uint32_t most);

#endif
