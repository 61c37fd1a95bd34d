// SPDX-License-Identifier: Apache-2.0
// standin: cuBLAS, cuFFT, cuRAND, cuSPARSE, cuSOLVER, and what programs ask of cuDNN and CUPTI
// before anything else, for programs that `cuprum exec` runs.
//
// NVIDIA's libraries are machine code of GPUs, or want NVIDIA's driver. The module
// makes a small shared library of each name (folder NAME: libNAME.so.N, soname and symbol versions
// as NVIDIA's 13.0), beside libcudart.so.13, in which the library's functions work on the host.
//
// Contract of the module:
//  - A function is there, or returns its library's NOT_SUPPORTED, which the user is told at its
//    first call. NAME/missing.def has a row for every name of NVIDIA's library that is not
//    implemented; test/standin/names.sh compares all names with NVIDIA's libraries, and
//    doc/standins.md, which lists what is there, with ours.
//  - Layouts, enumerations and prototypes are facts of the interface, written for this project;
//    test/standin/abi.sh compares the numbers with NVIDIA's headers.
//  - Work is given to the stream of the handle, as a host function: it has the stream's order, and
//    is recorded when the stream is being captured. Nothing is kept between operations but what the
//    program's handles hold. Workspaces that the program gives are not used.
//  - Memory of the device is reached by standin_bytes and standin_matrix alone, which check the
//    bounds, name the function in a finding and tell the checkers what was written.
//  - Results are the same in every run on a computer. Sums are made in the order of the elements.
//  - BLAS and LAPACK are those of the computer, looked for at run time (blas.c); everything that
//    does not need one of them works without.
//  - A library has no mutable state but the table of BLAS's functions, found once.
#ifndef CUPRUM_STANDIN_H
#define CUPRUM_STANDIN_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define STANDIN_PUBLIC __attribute__((visibility("default")))

// ---- state that work shares ---------------------------------------------------------------------

// State that a handle and work have in common: it lives as long as one of them does, so that a
// handle may end before a graph that was captured with it. It is the first member of such state.
typedef struct StandinShared {
    atomic_int references;
    void (*end)(struct StandinShared *shared); // frees the state
} StandinShared;
// Begins with one reference, the handle's.
void standin_share(StandinShared *shared, void (*end)(StandinShared *shared));
// One reference more, or less; NULL is nothing.
void standin_keep(StandinShared *shared);
void standin_release(StandinShared *shared);

// ---- work --------------------------------------------------------------------------------------

// One operation while it runs: what it is called, and how it ends.
typedef struct {
    const char *api; // the library's function
    bool failed;     // memory is not there, or there is none for what is between
} StandinRun;
// `arguments` are a copy of the call's, or (of a graph's node) the same in each run.
typedef void StandinWork(StandinRun *run, void *arguments);

typedef enum { // how a call ended, for the library to translate
    STANDIN_OK,
    STANDIN_NO_MEMORY,
    STANDIN_FAILED, // the runtime refuses it: a stream that is none, a device that has failed
} StandinResult;

// Gives the work to a stream, with a copy of its arguments.
StandinResult standin_issue(void *stream, const char *api, StandinWork *work, const void *arguments,
                            size_t size);
// The same of work that uses state which its arguments point to; one or both may be NULL.
enum { STANDIN_SHARED = 2 };
StandinResult standin_issue_sharing(void *stream, const char *api, StandinWork *work,
                                    const void *arguments, size_t size, StandinShared *first,
                                    StandinShared *second);
// Waits for all work of a stream; false: the runtime refuses, or something has failed.
bool standin_wait(void *stream);

// A function of the table of missing ones, or a part of one ("cublasGemmEx: 4-bit integers"): the
// user is told once.
void standin_missing(const char *text);
// The operation cannot go on, which the user is told, with its name: of one operation once.
void standin_fail(StandinRun *run, const char *why);

// ---- memory ------------------------------------------------------------------------------------

typedef enum { // what an operation does with it
    STANDIN_IN = 1,
    STANDIN_OUT = 2,
    STANDIN_INOUT = 3,
    STANDIN_HOST = 4, // the host's own memory will do, too
} StandinUse;

// The host's view of n bytes of the device's memory; NULL: not there (run->failed is set, and the
// program is told). Of nothing it is some address.
void *standin_bytes(StandinRun *run, const void *at, uint64_t n, int use);
// Of `columns` columns of `rows` elements of `size` bytes, `ld` elements apart.
void *standin_matrix(StandinRun *run, const void *at, size_t size, int64_t rows, int64_t columns,
                     int64_t ld, int use);
// Of n elements that follow each other; of less than one it is some address.
void *standin_array(StandinRun *run, const void *at, int64_t n, size_t size, int use);
// Of n elements `step` apart; with a negative step the first lies behind the others, as in BLAS.
// The view is of the lowest address.
void *standin_vector(StandinRun *run, const void *at, size_t size, int64_t n, int64_t step,
                     int use);
// Memory for what is between, zeroed; NULL with run->failed when there is none. free() it.
void *standin_scratch(StandinRun *run, uint64_t n, size_t size);

// ---- numbers -----------------------------------------------------------------------------------

enum { // cudaDataType
    CUDA_R_32F = 0,
    CUDA_R_64F = 1,
    CUDA_R_16F = 2,
    CUDA_R_8I = 3,
    CUDA_C_32F = 4,
    CUDA_C_64F = 5,
    CUDA_C_16F = 6,
    CUDA_R_8U = 8,
    CUDA_R_32I = 10,
    CUDA_R_16BF = 14,
    CUDA_C_16BF = 15,
    CUDA_R_64I = 24,
    CUDA_R_8F_E4M3 = 28,
    CUDA_R_8F_E5M2 = 29,
};
typedef double _Complex StandinComplex;
// (CMPLX of <complex.h> is not there for every compiler.)
#define STANDIN_COMPLEX(real, imaginary) __builtin_complex((double)(real), (double)(imaginary))

// 0: a type that is not known here.
size_t standin_type_size(int type);
// Pairs of real and imaginary parts.
bool standin_type_is_complex(int type);
// One element, as a complex double (a real one is its real part) and back, rounded to nearest.
StandinComplex standin_load(int type, const void *array, int64_t index);
void standin_store(int type, void *array, int64_t index, StandinComplex value);

// ---- products of matrices ----------------------------------------------------------------------

// A matrix of any type and layout. Element (i, j) is number i * row + j * column.
typedef struct {
    void *at;
    int type; // cudaDataType
    int64_t row, column;
    bool conjugate;
} StandinMatrix;
// C = alpha A B + beta C, of m x n elements and k products each, in double. C is only written where
// beta is 0.
void standin_product(StandinRun *run, int64_t m, int64_t n, int64_t k, StandinComplex alpha,
                     StandinMatrix a, StandinMatrix b, StandinComplex beta, StandinMatrix c);
// op(A) of a matrix with columns ld elements apart; `op` is a letter: N, T, C.
StandinMatrix standin_op(void *at, int type, int64_t ld, char op);

// ---- BLAS and LAPACK ---------------------------------------------------------------------------

// A Fortran subroutine by its name without the underscore ("dgemm"); NULL: the computer has none,
// which is said once, with the package to install. All arguments are addresses; behind them come
// the lengths of its texts, of one letter each: STANDIN_LETTERS.
typedef void StandinFortran(const void *first, ...);
StandinFortran *standin_fortran(const char *name);
bool standin_has_fortran(void); // whether there is any BLAS
#define STANDIN_LETTERS (size_t)1, (size_t)1, (size_t)1, (size_t)1

#endif
