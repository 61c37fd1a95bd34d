// SPDX-License-Identifier: Apache-2.0
// Sizes of blocks, tiles and windows that kernels.cu is compiled with.
#define NBODY_THREADS   256
#define NBODY_SOFTENING 0.01f
#define TILE            16 // threads of a block of the matrix products, in a row
#define EACH            4  // results of a thread, in a row
#define BIG_TILE        (TILE * EACH)
#define REDUCE_THREADS  256
#define BINS            256
#define DIGITS          16 // of a pass of the sort: four bits
#define DIGIT_BITS      4
#define SORT_THREADS    128
#define SORT_KEYS       16 // of a thread
#define SORT_TILE       (SORT_THREADS * SORT_KEYS)
#define SCAN_THREADS    256
#define WINDOW          5
