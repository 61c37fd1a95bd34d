// SPDX-License-Identifier: Apache-2.0
// The table of builtin functions' names, hashed: builtins OUT. Open addressing; a slot holds the
// row's number plus one. Look-up: src/cuda/table.c.
#include "base/base.h"

#include <stdio.h>

static const char *const names[] = {
#define BI(name, ...) #name,
#include "cuda/builtin.def"
#include "cuda/builtin_atomic.def"
#include "cuda/builtin_mma.def"
#include "cuda/builtin_nvvm.def"
#undef BI
};

int main(int argc, char **argv) {
    enum { NSLOT = 4096, N = sizeof names / sizeof *names };
    _Static_assert(N * 2 <= NSLOT, "half of the slots stay empty");
    static int slot[NSLOT];
    FILE *out = argc == 2 ? fopen(argv[1], "w") : NULL;
    if (!out) return 1;
    for (int i = 0; i < N; i++) {
        uint32_t at = atom_hash(names[i], strlen(names[i])) % NSLOT;
        for (; slot[at]; at = (at + 1) % NSLOT) {
            if (strcmp(names[slot[at] - 1], names[i]) != 0) continue;
            fprintf(stderr, "builtin.def: two rows named %s\n", names[i]);
            return 1;
        }
        slot[at] = i + 1;
    }
    fputs("// made by tools/gen/builtins.c\n", out);
    for (int i = 0; i < NSLOT; i++) fprintf(out, "%d,\n", slot[i]);
    return fclose(out) != 0;
}
