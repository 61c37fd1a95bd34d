// SPDX-License-Identifier: Apache-2.0
// Compiles a kernel by the library and says how that ended.
#include "cuprum.h"

#include <stdio.h>
#include <string.h>

int main(void) {
    const char *text = "__global__ void k(int *p) { *p = 1; }", *options[] = {"-arch=sm_90"};
    cuprum_result *result = cuprum_compile("k.cu", text, strlen(text), options, 1);
    size_t n = 0;
    cuprum_result_output(result, &n);
    printf("status %d, PTX: %s\n", (int)cuprum_result_status(result), n ? "yes" : "no");
    cuprum_result_free(result);
    return 0;
}
