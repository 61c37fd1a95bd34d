// SPDX-License-Identifier: Apache-2.0
// What to say of a header that is not there: the packages that bring it, for a user with nothing of
// NVIDIA's installed.
#include "driver/driver.h"

static const struct {
    const char *begin, *pip, *debian;
} libraries[] = {
#define LIBRARY(begin, pip, debian) {begin, pip, debian},
#include "driver/hints.def"
#undef LIBRARY
};

const char *driver_header_hint(Ctx *ctx, const char *header) {
    for (uint32_t i = 0; i < CU_COUNT(libraries); i++) {
        if (strncmp(header, libraries[i].begin, strlen(libraries[i].begin)) != 0) continue;
        const char *debian = libraries[i].debian;
        return arena_printf(&ctx->perm, "\"pip install %s\"%s%s", libraries[i].pip,
                            *debian ? ", or with Debian's package " : "", debian);
    }
    return NULL;
}
