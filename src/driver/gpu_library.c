// SPDX-License-Identifier: Apache-2.0
// The driver's library, loaded when the first function of it is asked for. Apart from gpu.c, since
// a static program cannot load libraries.
#include "driver/gpu.h"

#include <dlfcn.h>

void *driver_gpu_find(const char *name) {
    void *library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL); // the same one every time
    return library ? dlsym(library, name) : NULL;
}
