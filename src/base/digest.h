// SPDX-License-Identifier: Apache-2.0
// A digest of 256 bits, for names by contents: BLAKE2b without a key (RFC 7693).
#ifndef CUPRUM_BASE_DIGEST_H
#define CUPRUM_BASE_DIGEST_H

#include <stddef.h>
#include <stdint.h>

enum { DIGEST_BYTES = 32, DIGEST_BLOCK = 128 };

typedef struct Digest {
    uint64_t state[8];
    uint64_t compressed; // bytes
    uint8_t block[DIGEST_BLOCK];
    uint32_t filled; // bytes of the block
} Digest;

// An empty digest.
void digest_init(Digest *digest);
// Appends bytes.
void digest_add(Digest *digest, const void *bytes, size_t n);
// Appends a text with its length before it, so that two texts are not another two. NULL is a text
// of its own.
void digest_text(Digest *digest, const char *text);
// The digest of what was appended; nothing can be appended any more.
void digest_end(Digest *digest, uint8_t out[DIGEST_BYTES]);

#endif
