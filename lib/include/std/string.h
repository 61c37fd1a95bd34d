// SPDX-License-Identifier: Apache-2.0
// C17 7.24: memcpy, memmove and memset are the compiler's (src/cuda/builtin.def), the rest is here, for host and device.
#ifndef CUPRUM_STRING_H
#define CUPRUM_STRING_H

#include <stddef.h>

extern "C" {
void *memcpy(void *to, const void *from, size_t n);
void *memmove(void *to, const void *from, size_t n);
void *memset(void *to, int value, size_t n);
char *strdup(const char *s);
char *strerror(int number);
char *strtok(char *s, const char *separators);
int strcoll(const char *a, const char *b);

__host__ __device__ inline int memcmp(const void *a, const void *b, size_t n) {
    const unsigned char *p = (const unsigned char *)a, *q = (const unsigned char *)b;
    for (size_t i = 0; i < n; i++) {
        if (p[i] != q[i]) return p[i] < q[i] ? -1 : 1;
    }
    return 0;
}
__host__ __device__ inline void *memchr(const void *s, int c, size_t n) {
    const unsigned char *p = (const unsigned char *)s;
    for (size_t i = 0; i < n; i++) {
        if (p[i] == (unsigned char)c) return (void *)(p + i);
    }
    return 0;
}
__host__ __device__ inline size_t strlen(const char *s) {
    size_t n = 0;
    while (s[n]) n++;
    return n;
}
__host__ __device__ inline char *strcpy(char *to, const char *from) {
    for (size_t i = 0; (to[i] = from[i]); i++) {}
    return to;
}
__host__ __device__ inline char *strncpy(char *to, const char *from, size_t n) {
    size_t i = 0;
    for (; i < n && from[i]; i++) to[i] = from[i];
    for (; i < n; i++) to[i] = 0;
    return to;
}
__host__ __device__ inline char *strcat(char *to, const char *from) {
    strcpy(to + strlen(to), from);
    return to;
}
__host__ __device__ inline char *strncat(char *to, const char *from, size_t n) {
    char *end = to + strlen(to);
    size_t i = 0;
    for (; i < n && from[i]; i++) end[i] = from[i];
    end[i] = 0;
    return to;
}
__host__ __device__ inline int strncmp(const char *a, const char *b, size_t n) {
    for (size_t i = 0; i < n; i++) {
        unsigned char p = (unsigned char)a[i], q = (unsigned char)b[i];
        if (p != q) return p < q ? -1 : 1;
        if (!p) return 0;
    }
    return 0;
}
__host__ __device__ inline int strcmp(const char *a, const char *b) {
    return strncmp(a, b, (size_t)-1);
}
__host__ __device__ inline char *strchr(const char *s, int c) {
    for (;; s++) {
        if (*s == (char)c) return (char *)s;
        if (!*s) return 0;
    }
}
__host__ __device__ inline char *strrchr(const char *s, int c) {
    const char *last = 0;
    for (;; s++) {
        if (*s == (char)c) last = s;
        if (!*s) return (char *)last;
    }
}
__host__ __device__ inline size_t strspn(const char *s, const char *set) {
    size_t n = 0;
    while (s[n] && strchr(set, s[n])) n++;
    return n;
}
__host__ __device__ inline size_t strcspn(const char *s, const char *set) {
    size_t n = 0;
    while (s[n] && !strchr(set, s[n])) n++;
    return n;
}
__host__ __device__ inline char *strpbrk(const char *s, const char *set) {
    s += strcspn(s, set);
    return *s ? (char *)s : 0;
}
__host__ __device__ inline char *strstr(const char *s, const char *word) {
    size_t n = strlen(word);
    for (;; s++) {
        if (strncmp(s, word, n) == 0) return (char *)s;
        if (!*s) return 0;
    }
}
}

#endif
