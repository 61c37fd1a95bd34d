/* SPDX-License-Identifier: Apache-2.0 */
/* libcuprum: CUDA C++ to PTX in the caller's process.
 *
 * Every function may be called from any thread at any time; compilations share nothing. No call
 * prints, exits or changes process state. */
#ifndef CUPRUM_H
#define CUPRUM_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

#define CUPRUM_API __attribute__((visibility("default")))

typedef struct cuprum_result cuprum_result;

typedef enum {
    CUPRUM_OK = 0,
    CUPRUM_ERROR = 1,    /* errors in the input: see the log */
    CUPRUM_USAGE = 2,    /* wrong options: see the log */
    CUPRUM_INTERNAL = 3, /* a defect of the compiler: see the log */
    CUPRUM_NO_MEMORY = 4
} cuprum_status;

/* Compiles `source` (`size` bytes; `name` is used in messages). `options` are those of the command
 * line (cuprum --help): "-arch=sm_90", "-O3", "--default-device", "--emit=ir", "-Idir", ...
 * Returns a result that cuprum_result_free releases; NULL only when there is no memory for it. */
CUPRUM_API cuprum_result *cuprum_compile(const char *name, const char *source, size_t size,
                                         const char *const *options, size_t noptions);

CUPRUM_API cuprum_status cuprum_result_status(const cuprum_result *r);
/* The PTX (or other form asked for), NUL-terminated; empty unless the status is CUPRUM_OK. Lives as
 * long as the result. `size` may be NULL. */
CUPRUM_API const char *cuprum_result_output(const cuprum_result *r, size_t *size);
/* Diagnostics in the style that the options choose, NUL-terminated. */
CUPRUM_API const char *cuprum_result_log(const cuprum_result *r, size_t *size);
CUPRUM_API void cuprum_result_free(cuprum_result *r);

CUPRUM_API const char *cuprum_version(void);

#ifdef __cplusplus
}
#endif
#endif
