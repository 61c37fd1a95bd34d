// SPDX-License-Identifier: Apache-2.0
// cudart: the CUDA run-time library and driver API on the virtual machine.
//
// Contract of the module:
//  - It is linked into one shared library, libcudart.so.13, which is also libcuda.so.1 and
//    libnvidia-ml.so.1 (names of one file, so that a process has one state whichever it loads
//    first). `cuprum exec` starts a program with all of them in front of NVIDIA's.
//  - Its core has no mutable globals: everything hangs off one `Rt`. The API has no handle for it,
//    so the entry layer (entry.c), and it alone, keeps one file-scope pointer, made by
//    pthread_once.
//  - Every entry point takes Rt's lock; work is done at once, in the order of the calls. Streams
//    and events have their meaning (order, capture, times of a modelled clock) but nothing
//    overlaps.
//  - Entry points, errors, device attributes and GPU profiles are tables: runtime.def, driver.def,
//    stub.def, error.def, device.def, gpu.def. Facts of the interface (layouts, numbers, names) are
//    in abi.h, written for this project; test/exec/abi.sh compares them with NVIDIA's headers.
//  - Names outside of the API begin with rt_.
#ifndef CUPRUM_CUDART_H
#define CUPRUM_CUDART_H

#include "base/opt.h"

// Options of the library come in this environment variable, as on a command line.
#define RT_ENVIRONMENT "CUPRUM_EXEC"
// The library's file names, beside each other in one folder.
#define RT_LIBRARY      "libcudart.so.13"
#define RT_LIBRARY_CUDA "libcuda.so.1"
#define RT_LIBRARY_NVML "libnvidia-ml.so.1"
// For LD_AUDIT: puts RT_LIBRARY in the place of static run-time libraries (redirect/redirect.c).
#define RT_LIBRARY_REDIRECT "libcuprum-redirect.so"

enum { // ids of options.def
    O_RT_NONE_,
#define OPT(id, ...) O_RT_##id,
#include "cudart/options.def"
#undef OPT
    O_RT_COUNT_
};
#define RT_OPT_ROW(id, ...) OPT_ROW_AS(O_RT_##id, __VA_ARGS__)

#endif
