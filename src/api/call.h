// SPDX-License-Identifier: Apache-2.0
// Calls of the C interfaces whose objects work in a context of their own (nvJitLink, nvFatbin,
// nvPTXCompiler): every entry point's way from a handle to its object.
//
// libNVVM and NVRTC make a context for each compilation instead, and log what unwound it
// (nvvm_program.c, nvrtc_program.c).
#ifndef CUPRUM_API_CALL_H
#define CUPRUM_API_CALL_H

#include "api/handle.h"

// What an entry point does with its live object; `of` are its other arguments. Gives a result code
// of the interface. May leave by the context's `unwind`.
typedef int ApiWork(void *object, const void *of);

// What the calls of one interface share.
typedef struct {
    ApiTable *table;
    size_t ctx;                    // where an object's Ctx lies in it
    int not_live;                  // the result for a handle that is not live
    int internal;                  // the result of work that unwound
    void (*unwound)(void *object); // why, for a log; NULL: there is none
} ApiCalls;

// A dead handle is refused, memory that runs out or a fault inside becomes an internal error, and
// calls with one handle come one by one. The work has a stack of its own (cu_on_stack).
int api_call(const ApiCalls *calls, void *handle, ApiWork *work, const void *of);

#endif
