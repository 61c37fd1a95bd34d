/* SPDX-License-Identifier: Apache-2.0 */
/* libcuprum: CUDA C++, LLVM IR text or LLVM bitcode to PTX, IR or bitcode in the caller's process,
 * and PTX run in a virtual machine.
 *
 * Rules for all of it:
 *  - Every function may be called from any thread; calls on different objects never wait for each
 *    other. One object (a result, a device) is used by one thread at a time.
 *    A compilation brings its own stack: little of the caller's is needed (32 KiB).
 *  - No call prints, exits or changes process state. Wrong input is a status and a log.
 *  - Strings and arrays that are passed in are read during the call only. What is returned belongs
 *    to the object that it was asked of and lives as long; the caller frees objects, nothing else.
 *  - An object may be NULL where the text says so; elsewhere it must be live. */
#ifndef CUPRUM_H
#define CUPRUM_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define CUPRUM_API __attribute__((visibility("default")))

typedef struct cuprum_result cuprum_result;
typedef struct cuprum_cancel cuprum_cancel;
typedef struct cuprum_device cuprum_device;

typedef enum {
    CUPRUM_OK = 0,
    CUPRUM_ERROR = 1,     /* errors in the input: see the log */
    CUPRUM_USAGE = 2,     /* wrong options or arguments: see the log */
    CUPRUM_INTERNAL = 3,  /* a defect of the library: see the log */
    CUPRUM_NO_MEMORY = 4, /* the system has no more */
    CUPRUM_STOPPED = 5    /* cancelled, or over a limit on time, memory or instructions */
} cuprum_status;

/* The library's version, "MAJOR.MINOR.PATCH"; a constant. */
CUPRUM_API const char *cuprum_version(void);

/* ---- compiling --------------------------------------------------------------------------------
 */

/* Compiles `source` (`size` bytes; `name` is used in messages, and its ending says what the input
 * is: .ll and .bc IR, .ii preprocessed source, anything else CUDA C++; bitcode is also known by its
 * first bytes). `options` are the `noptions` words of the command line (cuprum --help):
 * "-arch=sm_90", "-O3", "--emit=ptx|ir|bc", "-xir", "--default-device", "-Idir", ...
 * Returns a result that cuprum_result_free releases, also after errors; NULL only when there is no
 * memory for it. */
CUPRUM_API cuprum_result *cuprum_compile(const char *name, const char *source, size_t size,
                                         const char *const *options, size_t noptions);

/* The same with limits. Set struct_size to sizeof(cuprum_request) and what is not used to 0. */
typedef struct {
    size_t struct_size;
    const char *name, *source;
    size_t size;
    const char *const *options;
    size_t noptions;
    size_t memory_limit;    /* bytes, 0: none */
    unsigned time_limit_ms; /* of wall time, 0: none */
    cuprum_cancel *cancel;  /* NULL: cannot be cancelled */
} cuprum_request;
CUPRUM_API cuprum_result *cuprum_compile_request(const cuprum_request *request);

/* A switch by which another thread stops the compilations that were given it. Firing it is final.
 * It must outlive the calls that use it. New: NULL when there is no memory. Free takes NULL. */
CUPRUM_API cuprum_cancel *cuprum_cancel_new(void);
CUPRUM_API void cuprum_cancel_fire(cuprum_cancel *c);
CUPRUM_API void cuprum_cancel_free(cuprum_cancel *c);

/* What became of it. */
CUPRUM_API cuprum_status cuprum_result_status(const cuprum_result *r);
/* The PTX (or other form asked for), followed by a NUL; empty unless the status is CUPRUM_OK.
 * Bitcode may contain NULs: use `size` (may be NULL), which does not count the last one. */
CUPRUM_API const char *cuprum_result_output(const cuprum_result *r, size_t *size);
/* The diagnostics as text, in the style that the options choose; NUL-terminated, empty if there are
 * none. `size` may be NULL. */
CUPRUM_API const char *cuprum_result_log(const cuprum_result *r, size_t *size);

typedef enum {
    CUPRUM_NOTE = 1, /* belongs to the entry before it */
    CUPRUM_REMARK,
    CUPRUM_WARNING,
    CUPRUM_SEVERITY_ERROR,
    CUPRUM_FATAL
} cuprum_severity;
typedef struct {
    cuprum_severity severity;
    const char *id;        /* a short name that does not change between versions, or "" */
    const char *file;      /* "" when it is about no place */
    unsigned line, column; /* from 1; 0 when it is about no place */
    const char *text;
} cuprum_diag;
/* The diagnostics as data, in the order in which they were found. */
CUPRUM_API size_t cuprum_result_diag_count(const cuprum_result *r);
/* Fills *out and returns 1; 0 when there is no diagnostic number `i` (from 0). */
CUPRUM_API int cuprum_result_diag(const cuprum_result *r, size_t i, cuprum_diag *out);

/* Releases the result with all that was got from it. Takes NULL. */
CUPRUM_API void cuprum_result_free(cuprum_result *r);

/* ---- running ----------------------------------------------------------------------------------
 */

/* A virtual GPU with the module `ptx` (`size` bytes) loaded; cuprum_device_free releases it. NULL
 * only when there is no memory. Its status says whether the module could be loaded; with another
 * status than CUPRUM_OK the calls below fail. */
CUPRUM_API cuprum_device *cuprum_device_new(const char *ptx, size_t size);
CUPRUM_API cuprum_status cuprum_device_status(const cuprum_device *d);
/* What went wrong in loading or in the last launch, NUL-terminated; valid until the next call. */
CUPRUM_API const char *cuprum_device_log(cuprum_device *d);
/* Takes NULL. */
CUPRUM_API void cuprum_device_free(cuprum_device *d);

/* Device memory of `size` bytes: its address, or 0 when there is none. */
CUPRUM_API uint64_t cuprum_device_alloc(cuprum_device *d, uint64_t size);
/* Gives it back; CUPRUM_USAGE if `address` is not the start of a live allocation. */
CUPRUM_API cuprum_status cuprum_device_release(cuprum_device *d, uint64_t address);
/* Copies to and from device memory; CUPRUM_USAGE, and nothing copied, if the range is not inside
 * one live allocation or variable. */
CUPRUM_API cuprum_status cuprum_device_write(cuprum_device *d, uint64_t address, const void *from,
                                             uint64_t size);
CUPRUM_API cuprum_status cuprum_device_read(cuprum_device *d, uint64_t address, void *to,
                                            uint64_t size);
/* Address and size of a .global or .const variable; 0 when there is none of the name. */
CUPRUM_API uint64_t cuprum_device_symbol(cuprum_device *d, const char *name, uint64_t *size);

/* Set struct_size to sizeof(cuprum_launch) and what is not used to 0. */
typedef struct {
    size_t struct_size;
    const char *kernel;         /* its name in the PTX; NULL: the only one */
    unsigned grid[3], block[3]; /* 0 counts as 1 */
    unsigned shared;            /* bytes of dynamic shared memory */
    const void *const *args;    /* the address of each parameter's value, as for cuLaunchKernel */
    size_t nargs;
    uint64_t max_instructions; /* of all warps together, 0: none */
} cuprum_launch;
/* Runs a kernel to its end. CUPRUM_USAGE: no such kernel, wrong number of arguments or sizes that
 * no GPU has. CUPRUM_ERROR: the kernel did something wrong (an access out of bounds, a trap, ...).
 * CUPRUM_STOPPED: over max_instructions. The log says more. */
CUPRUM_API cuprum_status cuprum_device_launch(cuprum_device *d, const cuprum_launch *launch);
/* What the kernels launched so far have printed, NUL-terminated; valid until the next call. */
CUPRUM_API const char *cuprum_device_output(cuprum_device *d, size_t *size);

#ifdef __cplusplus
}
#endif
#endif
