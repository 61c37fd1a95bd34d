// SPDX-License-Identifier: Apache-2.0
// Which diagnostic a user means: the names and numbers of --diag_suppress and the like, of pragmas,
// and what they change.
#include "base/diag_int.h"

static const struct Tag {
    uint32_t number;
    char name[60];
} tags[] = {
#define TAG(number, name) {number, name},
#include "base/diag_tags.def"
#undef TAG
};

// The numbers of NVIDIA's front end, those of C++ and those of CUDA, end here (CUDA 13.0).
enum { CXX_LAST = 3794, CUDA_FIRST = 20000, CUDA_LAST = 20337 };

static bool is_number(const char *s) {
    return *s && s[strspn(s, "0123456789")] == 0;
}

// The number, as text, of NVIDIA's name for a diagnostic; NULL for none. The table is sorted by
// name.
static const char *tag_number(Ctx *ctx, const char *name) {
    uint32_t lo = 0, hi = CU_COUNT(tags);
    while (lo < hi) {
        uint32_t mid = (lo + hi) / 2;
        int order = strcmp(tags[mid].name, name);
        if (order == 0) return arena_printf(&ctx->perm, "%u", tags[mid].number);
        if (order < 0)
            lo = mid + 1;
        else
            hi = mid;
    }
    return NULL;
}

// Is there a row with that name or group in the tables that are registered?
static bool reported(const DiagEngine *e, const char *name) {
    for (uint32_t t = 0; t < e->tables.n; t++) {
        for (const DiagRow *const *row = e->tables.at[t]; *row; row++) {
            if (diag_row_named(*row, name)) return true;
        }
    }
    return false;
}

// *name becomes the number that stands for NVIDIA's name.
DiagKnown diag_find(Ctx *ctx, const char **name) {
    const char *number = tag_number(ctx, *name);
    if (number) *name = number;
    if (reported(diag_engine(ctx), *name)) return DIAG_REPORTED;
    if (!is_number(*name)) return DIAG_NO_TAG;
    unsigned long long n = strlen(*name) < 9 ? strtoull(*name, NULL, 10) : 0;
    bool exists = (n && n <= CXX_LAST) || (n >= CUDA_FIRST && n <= CUDA_LAST);
    return exists ? DIAG_NEVER : DIAG_NO_NUMBER;
}

// An override is kept even when nothing has that name: a table with it may be registered later.
void diag_set_severity(Ctx *ctx, const char *option, const char *name, Severity severity) {
    DiagEngine *e = diag_engine(ctx);
    const char *found = arena_strndup(&ctx->perm, name, strlen(name));
    DiagKnown known = diag_find(ctx, &found);
    vec_push(&ctx->perm, &e->overrides, ((struct DiagOverride){found, severity}));
    // who wants less of what is never given has it
    bool more = is_any_of(severity, SEV_WARNING, SEV_ERROR);
    const DiagRow *row = known == DIAG_NO_NUMBER       ? DIAG_OF(base, control_number)
                         : known == DIAG_NO_TAG        ? DIAG_OF(base, control_tag)
                         : known == DIAG_NEVER && more ? DIAG_OF(base, control_never)
                                                       : NULL;
    if (row) diag(ctx, row, 0, option, name);
}
