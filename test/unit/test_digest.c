// SPDX-License-Identifier: Apache-2.0
// BLAKE2b with 32 bytes: values that Python's hashlib gives too, in one piece and in many.
#include "base/digest.h"
#include "unit.h"

#include <stdio.h>

static void hex(const uint8_t *bytes, char *out) {
    for (unsigned i = 0; i < DIGEST_BYTES; i++) sprintf(out + 2 * i, "%02x", bytes[i]);
}

static void check(const void *bytes, size_t n, size_t piece, const char *expected) {
    Digest digest;
    uint8_t result[DIGEST_BYTES];
    char text[2 * DIGEST_BYTES + 1];
    digest_init(&digest);
    for (size_t at = 0; at < n; at += piece)
        digest_add(&digest, (const char *)bytes + at, n - at < piece ? n - at : piece);
    digest_end(&digest, result);
    hex(result, text);
    CHECK_STR(text, expected);
}

int main(void) {
    static const char abc[] = "bddd813c634239723171ef3fee98579b94964e3bb1cb3e427262c8c068d52319",
                      none[] = "0e5751c026e543b2e8ab2eb06099daa1d1e5df47778f7787faab45cdf12fe3a8",
                      thousand[] =
                          "c636324d47d89f2b2434dc2c994100663fbbaea880ff020fc5de89dd0f77a1ec";
    uint8_t bytes[1000];
    for (unsigned i = 0; i < sizeof bytes; i++) bytes[i] = (uint8_t)i;
    check("", 0, 1, none);
    check("abc", 3, 3, abc);
    check("abc", 3, 1, abc);
    check(bytes, sizeof bytes, 1000, thousand);
    check(bytes, sizeof bytes, 128, thousand);
    check(bytes, sizeof bytes, 7, thousand);
    return UNIT_END();
}
