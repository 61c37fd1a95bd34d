// SPDX-License-Identifier: Apache-2.0
// C17 7.22: memory and absolute values are the compiler's; what is simple is here, for host and device; the rest is
// declared for host code.
#ifndef CUPRUM_STDLIB_H
#define CUPRUM_STDLIB_H

#include <stddef.h>

#define EXIT_SUCCESS 0
#define EXIT_FAILURE 1
#define RAND_MAX     2147483647
#define MB_CUR_MAX   1

typedef struct {
    int quot, rem;
} div_t;
typedef struct {
    long quot, rem;
} ldiv_t;
typedef struct {
    long long quot, rem;
} lldiv_t;

extern "C" {
void *malloc(size_t n);
void free(void *p);
int abs(int n);
long labs(long n);
long long llabs(long long n);
void *calloc(size_t n, size_t size);
void *realloc(void *p, size_t n);
void *aligned_alloc(size_t align, size_t n);
int posix_memalign(void **p, size_t align, size_t n);
__attribute__((noreturn)) void exit(int status);
__attribute__((noreturn)) void _Exit(int status);
__attribute__((noreturn)) void abort(void);
int atexit(void (*f)(void));
char *getenv(const char *name);
int system(const char *command);
int rand(void);
void srand(unsigned int seed);
double drand48(void);
void srand48(long seed);
double atof(const char *s);
double strtod(const char *s, char **end);
float strtof(const char *s, char **end);
long strtol(const char *s, char **end, int base);
unsigned long strtoul(const char *s, char **end, int base);
long long strtoll(const char *s, char **end, int base);
unsigned long long strtoull(const char *s, char **end, int base);
void qsort(void *p, size_t n, size_t size, int (*compare)(const void *, const void *));

__host__ __device__ inline div_t div(int a, int b) {
    return div_t{a / b, a % b};
}
__host__ __device__ inline ldiv_t ldiv(long a, long b) {
    return ldiv_t{a / b, a % b};
}
__host__ __device__ inline lldiv_t lldiv(long long a, long long b) {
    return lldiv_t{a / b, a % b};
}
__host__ __device__ inline long long atoll(const char *s) {
    while (*s == ' ' || (unsigned int)*s - '\t' < 5u) s++;
    bool negative = *s == '-';
    if (*s == '-' || *s == '+') s++;
    unsigned long long n = 0;
    for (; (unsigned int)*s - '0' < 10u; s++) n = n * 10 + (unsigned int)(*s - '0');
    return (long long)(negative ? 0 - n : n);
}
__host__ __device__ inline long atol(const char *s) {
    return (long)atoll(s);
}
__host__ __device__ inline int atoi(const char *s) {
    return (int)atoll(s);
}
__host__ __device__ inline void *bsearch(const void *key, const void *p, size_t n, size_t size,
                                         int (*compare)(const void *, const void *)) {
    const char *at = (const char *)p;
    while (n) {
        const char *middle = at + n / 2 * size;
        int order = compare(key, middle);
        if (order == 0) return (void *)middle;
        if (order > 0) at = middle + size;
        n = order > 0 ? n - n / 2 - 1 : n / 2;
    }
    return 0;
}
}
// C++'s overloads.
__host__ __device__ inline ldiv_t div(long a, long b) {
    return ldiv_t{a / b, a % b};
}
__host__ __device__ inline lldiv_t div(long long a, long long b) {
    return lldiv_t{a / b, a % b};
}

#endif
