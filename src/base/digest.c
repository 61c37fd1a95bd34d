// SPDX-License-Identifier: Apache-2.0
// BLAKE2b as RFC 7693 describes it: 12 rounds over blocks of 16 words of 64 bits.
#include "base/digest.h"

#include <string.h>

enum { WORDS = 16 };

static const uint64_t initial[8] = {0x6a09e667f3bcc908u, 0xbb67ae8584caa73bu, 0x3c6ef372fe94f82bu,
                                    0xa54ff53a5f1d36f1u, 0x510e527fade682d1u, 0x9b05688c2b3e6c1fu,
                                    0x1f83d9abfb41bd6bu, 0x5be0cd19137e2179u};

// The order in which a round takes the words; after ten it begins again.
static const uint8_t order[10][WORDS] = {{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15},
                                         {14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3},
                                         {11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4},
                                         {7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8},
                                         {9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13},
                                         {2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9},
                                         {12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11},
                                         {13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10},
                                         {6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5},
                                         {10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0}};

static uint64_t rotated(uint64_t x, unsigned by) {
    return x >> by | x << (64 - by);
}

static inline __attribute__((always_inline)) void mix(uint64_t *v, unsigned a, unsigned b,
                                                      unsigned c, unsigned d, uint64_t first,
                                                      uint64_t second) {
    v[a] += v[b] + first;
    v[d] = rotated(v[d] ^ v[a], 32);
    v[c] += v[d];
    v[b] = rotated(v[b] ^ v[c], 24);
    v[a] += v[b] + second;
    v[d] = rotated(v[d] ^ v[a], 16);
    v[c] += v[d];
    v[b] = rotated(v[b] ^ v[c], 63);
}

// Columns, then diagonals. With a number that the compiler knows, all places are known, too: the
// state stays in registers.
static inline __attribute__((always_inline)) void do_round(uint64_t *v, const uint64_t *message,
                                                           unsigned round) {
    const uint8_t *s = order[round % 10];
    mix(v, 0, 4, 8, 12, message[s[0]], message[s[1]]);
    mix(v, 1, 5, 9, 13, message[s[2]], message[s[3]]);
    mix(v, 2, 6, 10, 14, message[s[4]], message[s[5]]);
    mix(v, 3, 7, 11, 15, message[s[6]], message[s[7]]);
    mix(v, 0, 5, 10, 15, message[s[8]], message[s[9]]);
    mix(v, 1, 6, 11, 12, message[s[10]], message[s[11]]);
    mix(v, 2, 7, 8, 13, message[s[12]], message[s[13]]);
    mix(v, 3, 4, 9, 14, message[s[14]], message[s[15]]);
}

static uint64_t word_at(const uint8_t *bytes) {
    uint64_t word = 0;
    for (unsigned i = 0; i < 8; i++) word |= (uint64_t)bytes[i] << 8 * i;
    return word;
}

static void compress(Digest *digest, const uint8_t *block, uint64_t last) {
    uint64_t message[WORDS], v[WORDS];
    for (unsigned i = 0; i < WORDS; i++) message[i] = word_at(block + 8 * i);
    memcpy(v, digest->state, sizeof digest->state);
    memcpy(v + 8, initial, sizeof initial);
    v[12] ^= digest->compressed; // lengths over 64 bits do not occur
    v[14] ^= last;

    do_round(v, message, 0);
    do_round(v, message, 1);
    do_round(v, message, 2);
    do_round(v, message, 3);
    do_round(v, message, 4);
    do_round(v, message, 5);
    do_round(v, message, 6);
    do_round(v, message, 7);
    do_round(v, message, 8);
    do_round(v, message, 9);
    do_round(v, message, 10);
    do_round(v, message, 11);

    for (unsigned i = 0; i < 8; i++) digest->state[i] ^= v[i] ^ v[8 + i];
}

void digest_init(Digest *digest) {
    memset(digest, 0, sizeof *digest);
    memcpy(digest->state, initial, sizeof initial);
    digest->state[0] ^= 0x01010000u ^ DIGEST_BYTES; // no key, one leaf
}

void digest_add(Digest *digest, const void *bytes, size_t n) {
    const uint8_t *from = bytes;
    while (n) {
        // the last block is compressed otherwise: a full one waits for more
        if (digest->filled == DIGEST_BLOCK) {
            digest->compressed += DIGEST_BLOCK;
            compress(digest, digest->block, 0);
            digest->filled = 0;
        }
        size_t room = DIGEST_BLOCK - digest->filled, part = n < room ? n : room;
        memcpy(digest->block + digest->filled, from, part);
        digest->filled += (uint32_t)part;
        from += part;
        n -= part;
    }
}

void digest_text(Digest *digest, const char *text) {
    uint64_t length = text ? strlen(text) : UINT64_MAX;
    digest_add(digest, &length, sizeof length);
    if (text) digest_add(digest, text, (size_t)length);
}

void digest_end(Digest *digest, uint8_t out[DIGEST_BYTES]) {
    digest->compressed += digest->filled;
    memset(digest->block + digest->filled, 0, DIGEST_BLOCK - digest->filled);
    compress(digest, digest->block, UINT64_MAX);
    for (unsigned i = 0; i < DIGEST_BYTES; i++)
        out[i] = (uint8_t)(digest->state[i / 8] >> 8 * (i % 8));
}
