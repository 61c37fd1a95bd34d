/* SPDX-License-Identifier: Apache-2.0 */
/* libcuprum in a program: compile a kernel, look at the diagnostics of a wrong one, run the right one
 * on the virtual GPU.
 *
 *     cc embed.c $(pkg-config --cflags --libs cuprum) -o embed && ./embed */
#include <cuprum.h>
#include <stdio.h>
#include <string.h>

static const char good[] = "extern \"C\" __global__ void saxpy(int n, float a, const float *x, float *y) {\n"
                           "    int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
                           "    if (i < n) y[i] = a * x[i] + y[i];\n"
                           "}\n";
static const char bad[] = "__global__ void k(float *p) {\n    *p = undeclared;\n}\n";

static cuprum_result *compile(const char *name, const char *source) {
    const char *options[] = {"-arch=sm_90", "-O3"};
    cuprum_request q = {.struct_size = sizeof q};
    q.name = name;
    q.source = source;
    q.size = strlen(source);
    q.options = options;
    q.noptions = 2;
    q.time_limit_ms = 10000;
    return cuprum_compile_request(&q);
}

static int run(const char *ptx, size_t size) {
    enum { N = 1000 };
    static float x[N], y[N];
    int n = N;
    float a = 2;
    for (int i = 0; i < N; i++) x[i] = (float)i, y[i] = 1;
    cuprum_device *d = cuprum_device_new(ptx, size);
    uint64_t dx = cuprum_device_alloc(d, sizeof x), dy = cuprum_device_alloc(d, sizeof y);
    cuprum_device_write(d, dx, x, sizeof x);
    cuprum_device_write(d, dy, y, sizeof y);
    const void *args[] = {&n, &a, &dx, &dy};
    cuprum_launch l = {.struct_size = sizeof l};
    l.kernel = "saxpy";
    l.grid[0] = (N + 255) / 256;
    l.block[0] = 256;
    l.args = args;
    l.nargs = 4;
    cuprum_status s = cuprum_device_launch(d, &l);
    cuprum_device_read(d, dy, y, sizeof y);
    printf("status %d%s, y[7] = %g, y[999] = %g\n", (int)s, cuprum_device_log(d), y[7], y[999]);
    cuprum_device_free(d);
    return s != CUPRUM_OK;
}

int main(void) {
    cuprum_result *r = compile("bad.cu", bad);
    cuprum_diag d;
    for (size_t i = 0; cuprum_result_diag(r, i, &d); i++)
        printf("%s, line %u, column %u: %s\n", d.file, d.line, d.column, d.text);
    cuprum_result_free(r);

    r = compile("saxpy.cu", good);
    size_t size;
    const char *ptx = cuprum_result_output(r, &size);
    int failed = cuprum_result_status(r) != CUPRUM_OK || run(ptx, size);
    if (failed) fputs(cuprum_result_log(r, NULL), stderr);
    cuprum_result_free(r);
    return failed;
}
