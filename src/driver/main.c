// SPDX-License-Identifier: Apache-2.0
// The program: told apart by its name (cuprum, cicc) and first word.
#include "driver/driver.h"

#include <stdio.h>

static const struct {
    const char *name;
    int (*run)(int argc, char **argv);
} commands[] = {{"run", cmd_run}};

int main(int argc, char **argv) {
    for (size_t i = 0; argc > 1 && i < CU_COUNT(commands); i++) {
        if (commands[i].run && strcmp(argv[1], commands[i].name) == 0)
            return commands[i].run(argc - 1, argv + 1);
    }
    if (argc < 2) {
        fputs("usage: cuprum FILE.cu [options]; cuprum run FILE ...; cuprum --help\n", stderr);
        return 2;
    }
    return cmd_compile(argc, argv);
}
