// SPDX-License-Identifier: Apache-2.0
// The whole unit-test framework: CHECK counts, UNIT_END reports. A test is a program.
#ifndef UNIT_H
#define UNIT_H
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

static _Atomic int unit_run, unit_bad; // tests have threads
#define CHECK(e)                                                                                   \
    do {                                                                                           \
        unit_run++;                                                                                \
        if (!(e)) {                                                                                \
            unit_bad++;                                                                            \
            fprintf(stderr, "%s:%d: CHECK(%s) failed\n", __FILE__, __LINE__, #e);                  \
        }                                                                                          \
    } while (0)
#define CHECK_STR(a, b)                                                                            \
    do {                                                                                           \
        const char *a_ = (a), *b_ = (b);                                                           \
        unit_run++;                                                                                \
        if (strcmp(a_, b_) != 0) {                                                                 \
            unit_bad++;                                                                            \
            fprintf(stderr, "%s:%d: got      %s\n  expected %s\n", __FILE__, __LINE__, a_, b_);    \
        }                                                                                          \
    } while (0)
// fn(arg) in a thread with so many bytes of stack, or the least there is (128 KiB on Arm); waits
// for its end.
static inline void unit_on_stack(size_t bytes, void *(*fn)(void *), void *arg) {
    pthread_attr_t a;
    pthread_t t;
    long least = sysconf(_SC_THREAD_STACK_MIN);
    if (least > 0 && bytes < (size_t)least) bytes = (size_t)least;
    pthread_attr_init(&a);
    CHECK(pthread_attr_setstacksize(&a, bytes) == 0);
    CHECK(pthread_create(&t, &a, fn, arg) == 0);
    pthread_join(t, NULL);
    pthread_attr_destroy(&a);
}
// The process gets no more address space than that; setrlimit(RLIMIT_AS, before) ends it. False,
// said aloud, where limits are taken and not applied: by qemu-user.
static inline bool unit_limit_memory(uint64_t bytes, struct rlimit *before) {
    struct rlimit limit, seen;
    CHECK(getrlimit(RLIMIT_AS, before) == 0);
    limit = (struct rlimit){bytes, before->rlim_max};
    CHECK(setrlimit(RLIMIT_AS, &limit) == 0);
    CHECK(getrlimit(RLIMIT_AS, &seen) == 0);
    if (seen.rlim_cur == limit.rlim_cur) return true;
    puts("SKIP limits of address space: this system does not apply them");
    return false;
}
// The next of a sequence of random numbers (splitmix64, Steele, Lea and Flood 2014); the state is
// the seed.
static inline uint64_t unit_random(uint64_t *state) {
    uint64_t z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}
static inline float unit_float(uint32_t bits) {
    float f;
    memcpy(&f, &bits, 4);
    return f;
}
static inline uint32_t unit_float_bits(float f) {
    uint32_t bits;
    memcpy(&bits, &f, 4);
    return bits;
}
#define UNIT_END() (printf("%d checks, %d failed\n", (int)unit_run, (int)unit_bad), unit_bad != 0)
#endif
