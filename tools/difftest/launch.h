// SPDX-License-Identifier: Apache-2.0
// Programs with launches, which the host's compilers judge: the program is built by `cuprum build`
// with g++ and with clang++, run on the virtual machine, and says itself what is wrong.
//   gen_launch.c, launch_*.def   the programs      launch.c   building and running them
#ifndef LAUNCH_H
#define LAUNCH_H

#include "difftest.h"

enum { LAUNCH_ITEMS = 24 };

typedef struct LaunchProgram {
    char *text; // for free()
    bool cxx20;
    uint32_t count;
    char name[LAUNCH_ITEMS][128]; // what each launch is made of
} LaunchProgram;

// The program of a seed; of its launches one alone, if `only` is none below 0.
LaunchProgram generate_launches(uint64_t seed, int only);

typedef struct LaunchOptions {
    const char *self, *keep;
    uint64_t count, seed, seconds;
    uint32_t jobs;
    bool print; // the program of the seed, and no more
} LaunchOptions;

// Builds and runs `count` programs from `seed` on. 1: some were wrong.
int launch_run(const LaunchOptions *options);

#endif
