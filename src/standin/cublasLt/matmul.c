// SPDX-License-Identifier: Apache-2.0
// cuBLASLt: D = epilogue(alpha op(A) op(B) + beta C). Sums are made in double in the order of k;
// the factors, C, the bias and the function follow in double, and the element is rounded once. What
// is not known is refused by name.
#include "standin/cublasLt/cublasLt.h"

#include <complex.h>
#include <math.h>
#include <stdio.h>

enum { CUBLAS_MAGIC = 0x63756273, LT_MAGIC = 0x636c7473, VERSION = 130002 };

// ---- handles, names ----------------------------------------------------------------------------

// Both libraries' handles begin with their number.
bool lt_is_handle(const void *handle) {
    uint32_t magic = 0;
    if (handle) memcpy(&magic, handle, sizeof magic);
    return magic == LT_MAGIC || magic == CUBLAS_MAGIC;
}

LT_FUNCTION(cublasLtCreate, uint32_t **handle) {
    if (!handle) return CUBLAS_INVALID_VALUE;
    *handle = malloc(sizeof **handle);
    if (!*handle) return CUBLAS_ALLOC_FAILED;
    **handle = LT_MAGIC;
    return CUBLAS_SUCCESS;
}

LT_FUNCTION(cublasLtDestroy, uint32_t *handle) {
    if (!handle || *handle != LT_MAGIC) return CUBLAS_NOT_INITIALIZED;
    *handle = 0;
    free(handle);
    return CUBLAS_SUCCESS;
}

STANDIN_PUBLIC size_t cublasLtGetVersion(void);
size_t cublasLtGetVersion(void) {
    return VERSION;
}

STANDIN_PUBLIC size_t cublasLtGetCudartVersion(void);
size_t cublasLtGetCudartVersion(void) {
    return VERSION / 10000 * 1000;
}

// libraryPropertyType: 0 the major, 1 the minor version, 2 the patch.
LT_FUNCTION(cublasLtGetProperty, int which, int *value) {
    if (!value || which < 0 || which > 2) return CUBLAS_INVALID_VALUE;
    *value = which == 0 ? VERSION / 10000 : which == 1 ? VERSION / 100 % 100 : VERSION % 100;
    return CUBLAS_SUCCESS;
}

static const struct {
    int number;
    const char *name, *text;
} statuses[] = {
    {0, "CUBLAS_STATUS_SUCCESS", "success"},
    {1, "CUBLAS_STATUS_NOT_INITIALIZED", "the library was not initialized"},
    {3, "CUBLAS_STATUS_ALLOC_FAILED", "the resource allocation failed"},
    {7, "CUBLAS_STATUS_INVALID_VALUE", "an invalid value was used as an argument"},
    {8, "CUBLAS_STATUS_ARCH_MISMATCH", "an absent device architectural feature is required"},
    {11, "CUBLAS_STATUS_MAPPING_ERROR", "an access to GPU memory space failed"},
    {13, "CUBLAS_STATUS_EXECUTION_FAILED", "the function failed to launch on the GPU"},
    {14, "CUBLAS_STATUS_INTERNAL_ERROR", "an internal operation failed"},
    {15, "CUBLAS_STATUS_NOT_SUPPORTED", "the functionality is not supported"},
    {16, "CUBLAS_STATUS_LICENSE_ERROR", "the functionality requires a license"},
};

static const char *status_text(int status, bool name) {
    for (size_t i = 0; i < sizeof statuses / sizeof *statuses; i++) {
        if (statuses[i].number == status) return name ? statuses[i].name : statuses[i].text;
    }
    return "unknown status";
}

STANDIN_PUBLIC const char *cublasLtGetStatusName(int status);
const char *cublasLtGetStatusName(int status) {
    return status_text(status, true);
}

STANDIN_PUBLIC const char *cublasLtGetStatusString(int status);
const char *cublasLtGetStatusString(int status) {
    return status_text(status, false);
}

// There is nothing to remember or to tell.
LT_FUNCTION(cublasLtHeuristicsCacheGetCapacity, size_t *capacity) {
    if (!capacity) return CUBLAS_INVALID_VALUE;
    *capacity = 0;
    return CUBLAS_SUCCESS;
}

LT_FUNCTION(cublasLtHeuristicsCacheSetCapacity, size_t capacity) {
    return CUBLAS_SUCCESS;
}

LT_FUNCTION(cublasLtLoggerSetCallback, void *callback) {
    return CUBLAS_SUCCESS;
}

LT_FUNCTION(cublasLtLoggerSetFile, void *file) {
    return CUBLAS_SUCCESS;
}

LT_FUNCTION(cublasLtLoggerSetLevel, int level) {
    return CUBLAS_SUCCESS;
}

LT_FUNCTION(cublasLtLoggerSetMask, int mask) {
    return CUBLAS_SUCCESS;
}

LT_FUNCTION(cublasLtLoggerForceDisable, void) {
    return CUBLAS_SUCCESS;
}

// ---- what can be done --------------------------------------------------------------------------

// By cublasComputeType_t: 64, 65 halfs; 68, 69, 74, 75, 77, 78 floats, also in parts of tf32, half
// and bfloat16; 70, 71 doubles; 72, 73 integers.
bool lt_has_types(int compute, int scale, int a, int b, int c, int d) {
    static const uint8_t known[] = {64, 65, 68, 69, 70, 71, 72, 73, 74, 75, 77, 78};
    const int types[] = {a, b, c, d};
    bool ok = compute > 0 && memchr(known, compute, sizeof known) && standin_type_size(scale);
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        bool same_kind = standin_type_is_complex(types[i]) == standin_type_is_complex(a);
        ok = ok && standin_type_size(types[i]) && same_kind;
    }
    return ok;
}

static bool is_known_layout(const LtLayout *layout) {
    return (layout->order == LT_COLUMNS || layout->order == LT_ROWS) && !layout->plane &&
           !layout->batch_mode;
}

// Rows and columns of a matrix in memory: those that lie together come first.
static uint64_t fast(const LtLayout *layout) {
    return layout->order == LT_ROWS ? layout->cols : layout->rows;
}
static uint64_t slow(const LtLayout *layout) {
    return layout->order == LT_ROWS ? layout->rows : layout->cols;
}

// NULL, or what the product has that ours does not.
static const char *unknown(const LtMatmul *m, const LtLayout *a, const LtLayout *b,
                           const LtLayout *c, const LtLayout *d) {
    if (!lt_has_types(m->compute, m->scale_type, (int)a->type, (int)b->type, (int)c->type,
                      (int)d->type))
        return "these types";
    if (!is_known_layout(a) || !is_known_layout(b) || !is_known_layout(c) || !is_known_layout(d))
        return "this order of elements, planes or arrays of pointers";
    if (m->pointer_mode != LT_HOST && m->pointer_mode != LT_DEVICE) return "vectors of factors";
    if (m->epilogue & ~(uint32_t)(LT_DEFAULT | LT_RELU | LT_BIAS | LT_GELU)) return "this epilogue";
    if (standin_type_is_complex((int)d->type) && m->epilogue != LT_DEFAULT)
        return "an epilogue of complex numbers";
    if (m->trans_c != LT_N || m->fill != LT_FULL) return "a transposed or triangular result";
    if (m->mode_a || m->mode_b || m->mode_c || m->mode_d || m->scale_out)
        return "scales of blocks or rows";
    if (m->amax_aux || m->aux) return "auxiliary results";
    return NULL;
}

// op(X) has these many rows, or columns.
static uint64_t rows_of(const LtLayout *layout, int op) {
    return op == LT_N ? layout->rows : layout->cols;
}
static uint64_t cols_of(const LtLayout *layout, int op) {
    return op == LT_N ? layout->cols : layout->rows;
}

// A layout by itself: columns (or rows) do not overlap, BLAS's 32 bits hold the sizes.
static bool is_sound(const LtLayout *layout, int batch) {
    bool has_batch = layout->batch == batch || layout->batch == 1;
    bool fits = fast(layout) <= INT32_MAX && slow(layout) <= INT32_MAX;
    return has_batch && fits && layout->ld >= (int64_t)fast(layout);
}

// Shapes that do not fit are the program's mistake.
static bool has_shape(const LtMatmul *m, const LtLayout *a, const LtLayout *b, const LtLayout *c,
                      const LtLayout *d) {
    const uint64_t equal[][2] = {
        {rows_of(a, m->trans_a), d->rows},
        {cols_of(b, m->trans_b), d->cols},
        {cols_of(a, m->trans_a), rows_of(b, m->trans_b)},
        {c->rows, d->rows},
        {c->cols, d->cols},
        {m->trans_a >= LT_N && m->trans_a <= LT_C, true},
        {m->trans_b >= LT_N && m->trans_b <= LT_C, true},
        {is_sound(a, d->batch), true},
        {is_sound(b, d->batch), true},
        {is_sound(c, d->batch), true},
        {is_sound(d, d->batch) && d->batch >= 1, true},
    };
    for (size_t i = 0; i < sizeof equal / sizeof *equal; i++) {
        if (equal[i][0] != equal[i][1]) return false;
    }
    return true;
}

int lt_check(const char *api, const LtMatmul *matmul, const LtLayout *a, const LtLayout *b,
             const LtLayout *c, const LtLayout *d) {
    char text[160];
    const char *missing = unknown(matmul, a, b, c, d);
    if (!missing) return has_shape(matmul, a, b, c, d) ? CUBLAS_SUCCESS : CUBLAS_INVALID_VALUE;
    snprintf(text, sizeof text, "%s: %s", api, missing);
    standin_missing(text);
    return CUBLAS_NOT_SUPPORTED;
}

// ---- the product -------------------------------------------------------------------------------

typedef struct {
    LtMatmul matmul;
    LtLayout a, b, c, d;
    const void *at_a, *at_b, *at_c, *alpha, *beta;
    void *at_d;
    _Alignas(16) unsigned char factor[2][16]; // alpha and beta of the host
} Product;

// The matrix of number `batch`; a single one serves all.
static StandinMatrix view(StandinRun *run, const LtLayout *layout, const void *at, int batch,
                          int use) {
    size_t size = standin_type_size((int)layout->type);
    int64_t skip = layout->batch > 1 ? layout->stride * batch : 0;
    const char *first = (const char *)at + skip * (int64_t)size;
    void *bytes = standin_matrix(run, first, size, (int64_t)fast(layout), (int64_t)slow(layout),
                                 layout->ld, use);
    bool rows = layout->order == LT_ROWS;
    return (StandinMatrix){bytes, (int)layout->type, rows ? layout->ld : 1, rows ? 1 : layout->ld,
                           false};
}

static StandinMatrix turned(StandinMatrix matrix, int op) {
    if (op == LT_N) return matrix;
    int64_t row = matrix.row;
    matrix.row = matrix.column;
    matrix.column = row;
    matrix.conjugate = op == LT_C;
    return matrix;
}

// A factor of the operation; a scale of 8-bit floats, which is 1 where there is none.
static StandinComplex factor(StandinRun *run, const Product *p, int which) {
    const void *at = p->factor[which];
    if (p->matmul.pointer_mode == LT_DEVICE)
        at = standin_bytes(run, which ? p->beta : p->alpha, standin_type_size(p->matmul.scale_type),
                           STANDIN_IN);
    return at ? standin_load(p->matmul.scale_type, at, 0) : 0;
}

static double scale(StandinRun *run, const void *at) {
    const float *value = at ? standin_bytes(run, at, sizeof *value, STANDIN_IN) : NULL;
    return value ? (double)*value : 1;
}

// The tangent's form, as NVIDIA's library (Hendrycks and Gimpel 2016, section 2).
static double gelu(double x) {
    return 0.5 * x * (1 + tanh(0.7978845608028654 * (x + 0.044715 * x * x * x)));
}

static StandinComplex finish(uint32_t epilogue, StandinComplex value, double bias) {
    double x = creal(value) + bias;
    if (epilogue & LT_RELU) return x > 0 ? x : 0;
    if (epilogue & LT_GELU) return gelu(x);
    return epilogue & LT_BIAS ? x : value;
}

// One bias for each row of D. Where D has 8 bits its type is said, or bfloat16.
static StandinMatrix bias_of(StandinRun *run, const Product *p, int batch) {
    const LtMatmul *m = &p->matmul;
    int type = m->bias_type >= 0 ? m->bias_type : (int)p->d.type;
    if (m->bias_type < 0 && standin_type_size(type) == 1) type = CUDA_R_16BF;
    size_t size = standin_type_size(type);
    const char *at = (const char *)m->bias + m->bias_stride * batch * (int64_t)size;
    return (StandinMatrix){standin_array(run, at, (int64_t)p->d.rows, size, STANDIN_IN), type, 1, 0,
                           false};
}

// The product of one batch. The largest absolute value, before the scale of D.
static double multiply(StandinRun *run, const Product *p, int batch) {
    const LtMatmul *m = &p->matmul;
    StandinComplex alpha = factor(run, p, 0), beta = factor(run, p, 1);
    double of_a = scale(run, m->scale_a), of_b = scale(run, m->scale_b);
    alpha *= of_a * of_b;
    beta *= scale(run, m->scale_c);
    double out = scale(run, m->scale_d), largest = 0;
    int64_t rows = (int64_t)p->d.rows, cols = (int64_t)p->d.cols;
    int64_t k = (int64_t)cols_of(&p->a, m->trans_a);
    StandinMatrix a = turned(view(run, &p->a, p->at_a, batch, STANDIN_IN), m->trans_a);
    StandinMatrix b = turned(view(run, &p->b, p->at_b, batch, STANDIN_IN), m->trans_b);
    StandinMatrix c = {0}, bias = {0}, d = view(run, &p->d, p->at_d, batch, STANDIN_OUT);
    if (beta != 0) c = view(run, &p->c, p->at_c, batch, STANDIN_IN);
    if (m->epilogue & LT_BIAS) bias = bias_of(run, p, batch);
    int type = standin_type_is_complex(d.type) ? CUDA_C_64F : CUDA_R_64F;
    void *sums = standin_scratch(run, (uint64_t)rows * (uint64_t)cols, standin_type_size(type));
    StandinMatrix sum = standin_op(sums, type, rows, 'N');
    if (!run->failed) standin_product(run, rows, cols, k, alpha, a, b, 0, sum);
    for (int64_t j = 0; !run->failed && j < cols; j++) {
        for (int64_t i = 0; i < rows; i++) {
            StandinComplex value = standin_load(type, sums, i + j * rows);
            if (beta != 0) value += beta * standin_load(c.type, c.at, i * c.row + j * c.column);
            double more = bias.at ? creal(standin_load(bias.type, bias.at, i)) : 0;
            value = finish(m->epilogue, value, more);
            largest = fmax(largest, cabs(value));
            standin_store(d.type, d.at, i * d.row + j * d.column, value * out);
        }
    }
    free(sums);
    return largest;
}

static void work(StandinRun *run, void *arguments) {
    const Product *p = arguments;
    double largest = 0;
    for (int i = 0; !run->failed && i < p->d.batch; i++)
        largest = fmax(largest, multiply(run, p, i));
    float *told = p->matmul.amax_d && !run->failed
                      ? standin_bytes(run, p->matmul.amax_d, sizeof *told, STANDIN_OUT)
                      : NULL;
    if (told) *told = (float)largest;
}

LT_FUNCTION(cublasLtMatmul, void *handle, const LtMatmul *matmul, const void *alpha,
            const void *at_a, const LtLayout *a, const void *at_b, const LtLayout *b,
            const void *beta, const void *at_c, const LtLayout *c, void *at_d, const LtLayout *d,
            const void *algorithm, void *workspace, size_t size, void *stream) {
    if (!lt_is_handle(handle)) return CUBLAS_NOT_INITIALIZED;
    if (!matmul || !alpha || !beta || !a || !b || !c || !d || !at_a || !at_b || !at_d)
        return CUBLAS_INVALID_VALUE;
    int status = lt_check("cublasLtMatmul", matmul, a, b, c, d);
    if (status) return status;
    if (matmul->epilogue & LT_BIAS && !matmul->bias) return CUBLAS_INVALID_VALUE;
    Product p = {.matmul = *matmul, .a = *a, .b = *b, .c = *c, .d = *d};
    p.at_a = at_a, p.at_b = at_b, p.at_c = at_c, p.at_d = at_d;
    p.alpha = alpha, p.beta = beta;
    if (matmul->pointer_mode == LT_HOST) {
        memcpy(p.factor[0], alpha, standin_type_size(matmul->scale_type));
        memcpy(p.factor[1], beta, standin_type_size(matmul->scale_type));
    }
    StandinResult result = standin_issue(stream, "cublasLtMatmul", work, &p, sizeof p);
    return result == STANDIN_OK          ? CUBLAS_SUCCESS
           : result == STANDIN_NO_MEMORY ? CUBLAS_ALLOC_FAILED
                                         : CUBLAS_EXECUTION_FAILED;
}
