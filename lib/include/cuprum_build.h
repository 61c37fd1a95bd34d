// SPDX-License-Identifier: Apache-2.0
// What `cuprum build` puts behind cuda_runtime.h in the host's half of a unit: the functions that
// the changed text calls (src/cuda/host_text.c). They are the run-time library's under names of our
// own, so that no declaration of a toolkit's can contradict.
#ifndef CUPRUM_BUILD_H
#define CUPRUM_BUILD_H
#pragma GCC system_header

#ifdef CUPRUM_RUNTIME_H // no toolkit: names that stand in lambdas and in functions for both sides
#include "cuprum_device_names.h"
#else
#ifndef __cuprum_says // another preprocessor does not know what the unit names
#define __cuprum_says(...) 1
#endif
#if __cuprum_says(rsqrt* rcbrt* sinpi* cospi* sincospi* normcdf* erfcx* erfinv* erfcinv*)
#define __CUPRUM_MATH__ extern "C" __attribute__((__weak__))
#include "cuprum_math_names.h"
#endif
#endif

extern "C" {
unsigned __cuprum_push(dim3, dim3, size_t, void *) __asm__("__cudaPushCallConfiguration");
int __cuprum_pop(dim3 *, dim3 *, size_t *, void *) __asm__("__cudaPopCallConfiguration");
int __cuprum_launch_kernel(const void *, dim3, dim3, void **, size_t,
                           void *) __asm__("cudaLaunchKernel");
void **__cuprum_register_binary(void *) __asm__("__cudaRegisterFatBinary");
void __cuprum_register_end(void **) __asm__("__cudaRegisterFatBinaryEnd");
void __cuprum_unregister_binary(void **) __asm__("__cudaUnregisterFatBinary");
char __cuprum_init_module(void **) __asm__("__cudaInitModule");
void __cuprum_register_function(void **, const void *, const char *, const char *, int, void *,
                                void *, void *, void *, int *) __asm__("__cudaRegisterFunction");
void __cuprum_register_var(void **, const volatile void *, const char *, const char *, int, size_t,
                           int, int) __asm__("__cudaRegisterVar");
void __cuprum_register_managed(void **, void **, const char *, const char *, int, size_t, int,
                               int) __asm__("__cudaRegisterManagedVar");
int __cuprum_atexit(void (*)(void)) __asm__("atexit");
long __cuprum_write(int, const void *, size_t) __asm__("write");
}

// By which rules the compiler names symbols, for the driver too.
#ifdef __clang__
static const unsigned __cuprum_abi __asm__("__cuprum_abi") __attribute__((__used__)) = __clang_major__;
#else
static const unsigned __cuprum_abi __asm__("__cuprum_abi") __attribute__((__used__)) = __GXX_ABI_VERSION;
#endif

// The address of a stub. Either compiler warns of the other's type.
#ifdef __clang__
typedef const void *__cuprum_code;
#else
typedef void (*__cuprum_code)();
#endif

// What a kernel's stub says of itself in the object, to the driver (src/driver/seam), not to the program.
template <unsigned n> struct __cuprum_stub {
    __cuprum_code host;
    const char *signature;   // clang's, or null
    unsigned number;         // of the kernel in the unit's text
    unsigned long layout[n]; // of each parameter: its size << 16 | its alignment; 0 ends them
};

// Defined at the end of the unit; does its work once.
static void __cuprum_register(void);

static inline unsigned __cuprum_configure(dim3 grid, dim3 block = 1, size_t shared = 0,
                                          cudaStream_t stream = 0) {
    return __cuprum_push(grid, block, shared, (void *)stream);
}

// What is passed is not changed: a parameter may be const for the stub.
static inline void *__cuprum_address(const volatile void *argument = 0) {
    return (void *)argument;
}

static inline void __cuprum_launch(__cuprum_code kernel, void **arguments) {
    dim3 grid, block;
    size_t shared;
    void *stream;
    if (__cuprum_pop(&grid, &block, &shared, &stream) == 0)
        (void)__cuprum_launch_kernel((const void *)kernel, grid, block, arguments, shared, stream);
}

static inline void __cuprum_kernel(void **binary, const void *host, const char *name) {
    __cuprum_register_function(binary, host, name, name, -1, 0, 0, 0, 0, 0);
}

static inline void __cuprum_variable(void **binary, const volatile void *host, const char *name,
                                     int outside, size_t size, int constant) {
    __cuprum_register_var(binary, host, name, name, outside, size, constant, 0);
}

static inline void __cuprum_managed_variable(void **binary, void **host, const char *name,
                                             size_t size) {
    __cuprum_register_managed(binary, host, name, name, 0, size, 0, 0);
}

// Where a managed variable is: at the first use in the unit's own order of initialisation.
static inline void *__cuprum_managed(void **at) {
    __cuprum_register();
    return *at;
}

// Of relocatable code: asked before managed variables are used. Defined at the end of the unit.
static bool __cuprum_placed;
static void __cuprum_place(void);
static inline void __cuprum_use(void) {
    if (!__cuprum_placed) __cuprum_place();
}

// NVIDIA's objects register in the order of the link, and before all have done so there is nothing.
static inline void __cuprum_too_early(void) {
    static const char text[] =
        "cuprum: a __managed__ variable is used before main, and an object of NVIDIA's nvcc that is "
        "linked behind has not registered its device code: link such objects first\n";
    (void)!__cuprum_write(2, text, sizeof text - 1);
    __builtin_abort();
}

// ---- relocatable device code --------------------------------------------------------------------
// A unit's part of the device program. The linker puts all parts of a program or shared library side by side; the
// first unit that asks registers them as one, and the run-time library links them (a wrapper of version 2); where they
// were linked already (-dlto), an object of its own has the result.
struct __cuprum_part {
    const void *image;
    void (*symbols)(void **);
};
extern "C" __attribute__((__weak__, __visibility__("hidden"))) __cuprum_part __start_cuprum_parts[],
    __stop_cuprum_parts[];
extern "C" __attribute__((__weak__, __visibility__("hidden"))) const unsigned long long __cuprum_linked_image[];

__attribute__((__visibility__("hidden"))) inline void **__cuprum_link(bool managed) {
    static struct {
        unsigned magic, version;
        const void *data;
        const void **parts;
    } wrapper;
    static void **handle;
    if (!handle) {
        size_t n = (size_t)(__stop_cuprum_parts - __start_cuprum_parts);
        const void **parts = (const void **)__builtin_malloc((n + 1) * sizeof *parts);
        for (size_t i = 0; i < n; i++) parts[i] = __start_cuprum_parts[i].image;
        parts[n] = 0;
        wrapper.magic = 0x466243b1u;
        wrapper.version = 2;
        wrapper.data = __cuprum_linked_image ? (const void *)__cuprum_linked_image : parts[0];
        wrapper.parts = parts;
        handle = __cuprum_register_binary(&wrapper);
        for (size_t i = 0; i < n; i++) __start_cuprum_parts[i].symbols(handle);
        __cuprum_register_end(handle);
    }
    if (managed) __cuprum_init_module(handle);
    return handle;
}

#endif
