// SPDX-License-Identifier: Apache-2.0
// What the stand-ins for NVIDIA's libraries (src/standin) ask of the run-time library and no
// program does: they stand beside it in one process, and are no part of it.
#ifndef CUPRUM_CUDART_STANDIN_H
#define CUPRUM_CUDART_STANDIN_H

#include <stdbool.h>
#include <stdint.h>

#define RT_STANDIN_PUBLIC __attribute__((visibility("default")))

// HOST: memory of the program's own will do, too.
enum { RT_STANDIN_READ = 1, RT_STANDIN_WRITE = 2, RT_STANDIN_HOST = 4 };
typedef struct {
    uint64_t addr;
    uint64_t width, pitch, height; // bytes of a row, from row to row, rows
    int use;                       // RT_STANDIN_*
    const char *api;               // the function of the library, for messages
} RtStandinView;

// The host's view of memory that a library function reads or writes: of the device, or the
// program's own. What is written counts as initialised from now on. NULL: it is not all there,
// which is reported as a kernel's access would be (a finding with --check, else a message and an
// error of the next call that waits), or the device has failed before.
RT_STANDIN_PUBLIC void *cuprum_standin_view(const RtStandinView *view);
// Whether the address is memory that the run-time library gave, or was told of.
RT_STANDIN_PUBLIC bool cuprum_standin_is_known(const void *at);
// A function, or a part of one, that is not there: said at its first call. The text is copied.
RT_STANDIN_PUBLIC void cuprum_standin_missing(const char *name);
// A line on standard error; `always`, or with --trace only.
RT_STANDIN_PUBLIC void cuprum_standin_say(bool always, const char *text);

#endif
