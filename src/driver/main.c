// SPDX-License-Identifier: Apache-2.0
// The program: told apart by its name (cuprum, cicc) and first word.
#include "driver/driver.h"

#include <stdio.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

static const struct {
    const char *name;
    int (*run)(int argc, char **argv);
} commands[] = {{"run", cmd_run}, {"exec", cmd_exec}, {"as", cmd_ir},          {"dis", cmd_ir},
                {"link", cmd_ir}, {"opt", cmd_ir},    {"toolkit", cmd_toolkit}};

// Memory that an arena gives back is soon asked for again by the next: it stays with the process,
// which does not live long. Pages taken from and given to the kernel were a tenth of the time.
static void keep_memory(void) {
#ifdef __GLIBC__
    mallopt(M_TRIM_THRESHOLD, 64 << 20);
    mallopt(M_MMAP_THRESHOLD, 1 << 20);
    mallopt(M_TOP_PAD, 1 << 20);
#endif
}

int main(int argc, char **argv) {
    keep_memory();
    const char *name = strrchr(argv[0], '/');
    name = name ? name + 1 : argv[0];
    if (strcmp(name, "cicc") == 0 || strcmp(name, "cuprum-cicc") == 0) return cmd_cicc(argc, argv);
    for (size_t i = 0; argc > 1 && i < CU_COUNT(commands); i++) {
        if (commands[i].run && strcmp(argv[1], commands[i].name) == 0)
            return commands[i].run(argc - 1, argv + 1);
    }
    if (argc < 2) {
        fputs("usage: cuprum FILE.cu [options]; cuprum run FILE ...; cuprum exec PROGRAM ...; "
              "cuprum toolkit DIR; cuprum "
              "--help\n",
              stderr);
        return 2;
    }
    return cmd_compile(argc, argv);
}
