// SPDX-License-Identifier: Apache-2.0
// The program: told apart by its name (cuprum, cicc, nvcc, ptxas, tileiras) and first word.
#include "driver/driver.h"

#include <stdio.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

// Memory that an arena gives back is soon asked for again by the next: it stays with the process,
// which does not live long. Pages taken from and given to the kernel were a tenth of the time.
static void keep_memory(void) {
#ifdef __GLIBC__
    mallopt(M_TRIM_THRESHOLD, 64 << 20);
    mallopt(M_MMAP_THRESHOLD, 1 << 20);
    mallopt(M_TOP_PAD, 1 << 20);
#endif
}

// `cuprum help`, `cuprum help COMMAND`, `cuprum version`: other ways to write --help and --version.
static void spell_question(int argc, char **argv) {
    static char help[] = "--help", version[] = "--version";
    bool of_help = argc > 1 && strcmp(argv[1], "help") == 0;
    if (of_help && argc == 3) {
        argv[1] = argv[2];
        argv[2] = help;
    } else if (of_help && argc == 2) {
        argv[1] = help;
    } else if (argc == 2 && strcmp(argv[1], "version") == 0) {
        argv[1] = version;
    }
}

int main(int argc, char **argv) {
    keep_memory();
    const char *name = strrchr(argv[0], '/');
    name = name ? name + 1 : argv[0];
    if (strcmp(name, "cicc") == 0 || strcmp(name, "cuprum-cicc") == 0) return cmd_cicc(argc, argv);
    if (strcmp(name, "nvcc") == 0) return cmd_nvcc(argc, argv);
    if (strcmp(name, "ptxas") == 0) return cmd_ptxas(argc, argv);
    if (strcmp(name, "tileiras") == 0) return cmd_tileiras(argc, argv);
    spell_question(argc, argv);
    for (const DriverCommand *c = driver_commands; argc > 1 && c->name; c++) {
        if (strcmp(argv[1], c->name) == 0) return c->run(argc - 1, argv + 1);
    }
    if (argc < 2) {
        fputs("usage: cuprum FILE.cu [options]; cuprum COMMAND ...; cuprum --help\n", stderr);
        return 2;
    }
    return cmd_compile(argc, argv);
}
