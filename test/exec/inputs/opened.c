// SPDX-License-Identifier: Apache-2.0
// Opens the libraries that it is given and prints where they were found.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <link.h>
#include <stdio.h>

int main(int argc, char **argv) {
    for (int i = 1; i < argc; i++) {
        struct link_map *map = NULL;
        void *library = dlopen(argv[i], RTLD_NOW);
        if (library) dlinfo(library, RTLD_DI_LINKMAP, &map);
        printf("%s is %s\n", argv[i], map ? map->l_name : "not there");
    }
}
