// SPDX-License-Identifier: Apache-2.0
// The source of all choices: SplitMix64 (Steele, Lea, Flood: "Fast splittable pseudorandom number
// generators", 2014). One word of state, so that every seed begins a sequence of its own.
#include "difftest.h"

uint64_t random_next(Random *random) {
    uint64_t z = random->state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

uint32_t random_below(Random *random, uint32_t limit) {
    return (uint32_t)((random_next(random) >> 32) * limit >> 32);
}

bool random_chance(Random *random, uint32_t percent) {
    return random_below(random, 100) < percent;
}
