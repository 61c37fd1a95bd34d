// SPDX-License-Identifier: Apache-2.0
// Tile IR among the files that `cuprum run` takes: told apart, and loaded as other modules are.
#include "driver/run_tile.h"
#include "tile/tile.h"

bool driver_is_tile(const char *path, const char *bytes, size_t n) {
    static const char *const ext[] = {".tileir", ".mlir"};
    size_t length = strlen(path);
    for (size_t i = 0; i < CU_COUNT(ext); i++) {
        size_t k = strlen(ext[i]);
        if (length >= k && strcmp(path + length - k, ext[i]) == 0) return true;
    }
    return tile_is_bytecode(bytes, n);
}
