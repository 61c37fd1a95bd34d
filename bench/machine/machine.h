// SPDX-License-Identifier: Apache-2.0
// The speed of the virtual machine beside plain C and OpenCL: a case is a kernel, or a few, with
// buffers, launches and the same algorithm in C. main.c measures, a device launches.
#ifndef MACHINE_H
#define MACHINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { MAX_BUFFERS = 6, MAX_ARGUMENTS = 8, MAX_KERNELS = 24 };

typedef struct Shape {
    int x, y;
} Shape;

// A kernel's argument: a number, or the handle of a device's buffer.
typedef struct Argument {
    size_t size;
    union {
        int i;
        float f;
        uint64_t handle;
    };
} Argument;

typedef struct Device {
    const char *name;
    // Opens the device with the kernels of a file: PTX, or OpenCL's text. Null, and a message,
    // where it cannot.
    void *(*open)(const char *kernels);
    uint64_t (*create)(void *state, size_t bytes);
    void (*destroy)(void *state, uint64_t handle);
    void (*write)(void *state, uint64_t handle, const void *from, size_t bytes);
    void (*read)(void *state, uint64_t handle, void *to, size_t bytes);
    void (*launch)(void *state, const char *kernel, Shape grid, Shape block, const Argument *args,
                   int n);
    void (*wait)(void *state);
} Device;

extern const Device device_cuda, device_opencl;

typedef enum BufferKind { BYTES, INTEGERS, FLOATS } BufferKind;

typedef struct Buffer {
    BufferKind kind;
    bool changes; // what a run leaves is compared, and undone before the next
    size_t bytes;
    void *start;     // what it holds before a run
    void *host;      // what plain C works on
    uint64_t handle; // what the device works on
} Buffer;

typedef struct Work {
    const Device *device;
    void *state;
    bool small; // sizes for a test of the results
    int n;      // elements, rows, or the width and height
    Buffer buffers[MAX_BUFFERS];
    int buffer_count;
} Work;

typedef struct Case {
    const char *name;
    void (*prepare)(Work *work);
    void (*plain)(Work *work); // null: there is no C form
    void (*launch)(Work *work);
    double tolerance; // of a value, relative to the greatest
    double differing; // the share of values that may differ by more: where rounding decides a
    bool apart;       // in a file of its own: only where it is named
                      // loop's end
} Case;

extern const Case cases[];
extern const int case_count;

// plain.c
void plain_saxpy(int n, float a, const float *restrict x, float *restrict y);
void plain_stencil(int width, int height, const float *restrict in, float *restrict out);
void plain_nbody(int n, const float *restrict bodies, float *restrict out);
void plain_mandelbrot(int width, int height, int rounds, int *restrict out);
void plain_matmul_tiled(int n, const float *restrict a, const float *restrict b, float *restrict c);
void plain_matmul_registers(int n, const float *restrict a, const float *restrict b,
                            float *restrict c);
void plain_reduction(int n, const float *restrict in, float *restrict out);
void plain_histogram(int n, const unsigned char *restrict in, unsigned *restrict out);
void plain_sort(int n, unsigned *restrict keys, unsigned *restrict other);
void plain_spmv(int n, const int *restrict rows, const int *restrict columns,
                const float *restrict values, const float *restrict x, float *restrict y);
void plain_blackscholes(int n, float rate, float volatility, const float *restrict price,
                        const float *restrict strike, const float *restrict years,
                        float *restrict call, float *restrict put);
void plain_convolution(int width, int height, const float *restrict window,
                       const float *restrict in, float *restrict out);

#endif
