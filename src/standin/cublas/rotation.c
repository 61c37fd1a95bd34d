// SPDX-License-Identifier: Apache-2.0
// cuBLAS: rotations of the plane: made (rotg, rotmg, by BLAS), and the modified ones applied
// (rotm).
#include "standin/cublas/cublas.h"

// rotg's a, b, c, s, or rotmg's d1, d2, x1, y1 and five parameters; where the pointer mode says.
typedef struct {
    size_t size, real;
    int host;
    void *operand[5];
    StandinFortran *function;
    // rotm
    int64_t n, stepx, stepy;
    double parameter[5];
    bool on_device;
    int type;
} Rotation;

// c, s with c a + s b = r and c b - s' a = 0; r comes in the place of a (BLAS, rotg).
static void work_rotg(StandinRun *run, void *arguments) {
    Rotation *o = arguments;
    void *a = standin_bytes(run, o->operand[0], o->size, STANDIN_INOUT | o->host);
    void *b = standin_bytes(run, o->operand[1], o->size, STANDIN_INOUT | o->host);
    void *c = standin_bytes(run, o->operand[2], o->real, STANDIN_OUT | o->host);
    void *s = standin_bytes(run, o->operand[3], o->size, STANDIN_OUT | o->host);
    if (!run->failed) o->function(a, b, c, s);
}

// The factors d1 and d2 and x1 are changed, too; the five parameters are the flag and H (BLAS,
// rotmg).
static void work_rotmg(StandinRun *run, void *arguments) {
    Rotation *o = arguments;
    void *d1 = standin_bytes(run, o->operand[0], o->size, STANDIN_INOUT | o->host);
    void *d2 = standin_bytes(run, o->operand[1], o->size, STANDIN_INOUT | o->host);
    void *x1 = standin_bytes(run, o->operand[2], o->size, STANDIN_INOUT | o->host);
    void *y1 = standin_bytes(run, o->operand[3], o->size, STANDIN_IN | o->host);
    void *to = standin_bytes(run, o->operand[4], 5 * o->size, STANDIN_OUT | o->host);
    if (!run->failed) o->function(d1, d2, x1, y1, to);
}

// The matrix of a modified rotation: its flag says which elements are 1, -1 or 0.
static void matrix_of(const double *parameter, double h[4]) {
    double flag = parameter[0];
    memcpy(h, parameter + 1, 4 * sizeof *h); // 11 21 12 22
    if (flag == 0) h[0] = h[3] = 1;
    if (flag == 1) h[1] = -1, h[2] = 1;
    if (flag == -2) h[0] = h[3] = 1, h[1] = h[2] = 0;
}

// (x, y) = H (x, y) for each pair of elements.
static void work_rotm(StandinRun *run, void *arguments) {
    Rotation *o = arguments;
    double h[4];
    char *x = standin_vector(run, o->operand[0], o->size, o->n, o->stepx, STANDIN_INOUT);
    char *y = standin_vector(run, o->operand[1], o->size, o->n, o->stepy, STANDIN_INOUT);
    void *from = o->on_device ? standin_bytes(run, o->operand[2], 5 * o->size, STANDIN_IN) : NULL;
    if (run->failed) return;
    for (int i = 0; from && i < 5; i++) o->parameter[i] = creal(standin_load(o->type, from, i));
    matrix_of(o->parameter, h);
    if (o->stepx < 0) x += (1 - o->n) * o->stepx * (int64_t)o->size;
    if (o->stepy < 0) y += (1 - o->n) * o->stepy * (int64_t)o->size;
    for (int64_t i = 0; i < o->n; i++) {
        double a = creal(standin_load(o->type, x, i * o->stepx));
        double b = creal(standin_load(o->type, y, i * o->stepy));
        standin_store(o->type, x, i * o->stepx, h[0] * a + h[2] * b);
        standin_store(o->type, y, i * o->stepy, h[1] * a + h[3] * b);
    }
}

// `name` is BLAS's, or NULL for rotm, which is ours and whose parameters on the host are read at
// the call.
static int issue(const Cublas *handle, const char *api, Rotation *o, const char *name,
                 StandinWork *work) {
    if (!cublas_is_handle(handle)) return CUBLAS_NOT_INITIALIZED;
    o->on_device = handle->pointer_mode == CUBLAS_POINTER_DEVICE;
    o->host = o->on_device ? 0 : STANDIN_HOST;
    if (name) o->function = standin_fortran(name);
    if (name && !o->function) return CUBLAS_NOT_SUPPORTED;
    if (!name && !o->operand[2]) return CUBLAS_INVALID_VALUE;
    for (int i = 0; !name && !o->on_device && i < 5; i++)
        o->parameter[i] = creal(standin_load(o->type, o->operand[2], i));
    return cublas_status(standin_issue(handle->stream, api, work, o, sizeof *o));
}

#define MADE(T, t, NUMBER, REAL)                                                                   \
    CUBLAS_FUNCTION(cublas##T##rotg_v2, Cublas *handle, void *a, void *b, void *c, void *s) {      \
        Rotation o = {sizeof(NUMBER), sizeof(REAL), 0, {a, b, c, s}, NULL, 0, 0, 0, {0}, 0, 0};    \
        return issue(handle, __func__, &o, #t "rotg", work_rotg);                                  \
    }
MADE(S, s, float, float)
MADE(D, d, double, double)
MADE(C, c, float _Complex, float)
MADE(Z, z, double _Complex, double)

#define APPLIED(T, SUFFIX, NUMBER, TYPE, INT)                                                      \
    CUBLAS_FUNCTION(cublas##T##rotm_v2##SUFFIX, Cublas *handle, INT n, void *x, INT incx, void *y, \
                    INT incy, const void *parameter) {                                             \
        Rotation o = {.size = sizeof(NUMBER),                                                      \
                      .operand = {x, y, (void *)(uintptr_t)parameter},                             \
                      .n = n < 0 ? 0 : n,                                                          \
                      .stepx = incx,                                                               \
                      .stepy = incy,                                                               \
                      .type = TYPE};                                                               \
        return issue(handle, __func__, &o, NULL, work_rotm);                                       \
    }
#define MODIFIED(T, t, NUMBER, TYPE)                                                               \
    CUBLAS_FUNCTION(cublas##T##rotmg_v2, Cublas *handle, void *d1, void *d2, void *x1,             \
                    const void *y1, void *parameter) {                                             \
        Rotation o = {.size = sizeof(NUMBER),                                                      \
                      .operand = {d1, d2, x1, (void *)(uintptr_t)y1, parameter}};                  \
        return issue(handle, __func__, &o, #t "rotmg", work_rotmg);                                \
    }                                                                                              \
    APPLIED(T, , NUMBER, TYPE, int)                                                                \
    APPLIED(T, _64, NUMBER, TYPE, int64_t)
MODIFIED(S, s, float, CUDA_R_32F)
MODIFIED(D, d, double, CUDA_R_64F)
