// SPDX-License-Identifier: Apache-2.0
// cuBLASLt: descriptors of matrices, of products, of what the program prefers, and algorithms. Each
// is a structure with a table of its attributes.
#include "standin/cublasLt/cublasLt.h"

#include <stddef.h>

typedef struct {
    uint16_t id, offset, size;
} Attribute;
#define ROW(id, type, member)                                                                      \
    { id, offsetof(type, member), sizeof(((type *)0)->member) }
#define COUNT(table) (sizeof(table) / sizeof *(table))

static const Attribute layout_rows[] = {
    ROW(0, LtLayout, type),   ROW(1, LtLayout, order), ROW(2, LtLayout, rows),
    ROW(3, LtLayout, cols),   ROW(4, LtLayout, ld),    ROW(5, LtLayout, batch),
    ROW(6, LtLayout, stride), ROW(7, LtLayout, plane), ROW(8, LtLayout, batch_mode),
};
static const Attribute matmul_rows[] = {
    ROW(0, LtMatmul, compute),      ROW(1, LtMatmul, scale_type),    ROW(2, LtMatmul, pointer_mode),
    ROW(3, LtMatmul, trans_a),      ROW(4, LtMatmul, trans_b),       ROW(5, LtMatmul, trans_c),
    ROW(6, LtMatmul, fill),         ROW(7, LtMatmul, epilogue),      ROW(8, LtMatmul, bias),
    ROW(10, LtMatmul, bias_stride), ROW(11, LtMatmul, aux),          ROW(12, LtMatmul, aux_ld),
    ROW(13, LtMatmul, aux_stride),  ROW(14, LtMatmul, alpha_stride), ROW(15, LtMatmul, sm_target),
    ROW(17, LtMatmul, scale_a),     ROW(18, LtMatmul, scale_b),      ROW(19, LtMatmul, scale_c),
    ROW(20, LtMatmul, scale_d),     ROW(21, LtMatmul, amax_d),       ROW(22, LtMatmul, aux_type),
    ROW(23, LtMatmul, scale_aux),   ROW(24, LtMatmul, amax_aux),     ROW(25, LtMatmul, fast),
    ROW(26, LtMatmul, bias_type),   ROW(31, LtMatmul, mode_a),       ROW(32, LtMatmul, mode_b),
    ROW(33, LtMatmul, mode_c),      ROW(34, LtMatmul, mode_d),       ROW(35, LtMatmul, mode_aux),
    ROW(36, LtMatmul, scale_out),   ROW(37, LtMatmul, mode_out),     ROW(38, LtMatmul, emulation),
};
static const Attribute preference_rows[] = {
    ROW(0, LtPreference, search),           ROW(1, LtPreference, workspace),
    ROW(3, LtPreference, reductions),       ROW(5, LtPreference, align_a),
    ROW(6, LtPreference, align_b),          ROW(7, LtPreference, align_c),
    ROW(8, LtPreference, align_d),          ROW(9, LtPreference, waves),
    ROW(12, LtPreference, implementations),
};
static const Attribute algorithm_rows[] = {
    ROW(0, LtAlgorithm, id),        ROW(1, LtAlgorithm, tile),    ROW(2, LtAlgorithm, splits),
    ROW(3, LtAlgorithm, reduction), ROW(4, LtAlgorithm, swizzle), ROW(5, LtAlgorithm, option),
    ROW(6, LtAlgorithm, stages),    ROW(7, LtAlgorithm, shape),   ROW(8, LtAlgorithm, cluster),
};

static const Attribute *find(const Attribute *table, size_t n, int id) {
    for (size_t i = 0; i < n; i++) {
        if (table[i].id == id) return &table[i];
    }
    return NULL;
}

// The size must be the attribute's.
static int set(const Attribute *row, void *of, const void *from, size_t size) {
    if (!row || !of || !from || size != row->size) return CUBLAS_INVALID_VALUE;
    memcpy((char *)of + row->offset, from, size);
    return CUBLAS_SUCCESS;
}

// Without a size the program asks how many bytes there are.
static int get(const Attribute *row, const void *of, void *to, size_t size, size_t *written) {
    if (!row || !of || (!size && !written) || (size && (!to || size < row->size)))
        return CUBLAS_INVALID_VALUE;
    if (written) *written = row->size;
    if (size) memcpy(to, (const char *)of + row->offset, row->size);
    return CUBLAS_SUCCESS;
}

static int destroy(void *descriptor) {
    free(descriptor);
    return CUBLAS_SUCCESS;
}

#define ATTRIBUTES(name, type, table)                                                              \
    LT_FUNCTION(name##SetAttribute, type *of, int id, const void *from, size_t size) {             \
        return set(find(table, COUNT(table), id), of, from, size);                                 \
    }                                                                                              \
    LT_FUNCTION(name##GetAttribute, const type *of, int id, void *to, size_t size,                 \
                size_t *written) {                                                                 \
        return get(find(table, COUNT(table), id), of, to, size, written);                          \
    }
ATTRIBUTES(cublasLtMatrixLayout, LtLayout, layout_rows)
ATTRIBUTES(cublasLtMatmulDesc, LtMatmul, matmul_rows)
ATTRIBUTES(cublasLtMatmulPreference, LtPreference, preference_rows)
ATTRIBUTES(cublasLtMatmulAlgoConfig, LtAlgorithm, algorithm_rows)

// ---- matrices ----------------------------------------------------------------------------------

LT_FUNCTION(cublasLtMatrixLayoutInit_internal, LtLayout *layout, size_t size, uint32_t type,
            uint64_t rows, uint64_t cols, int64_t ld) {
    if (!layout || size < sizeof *layout) return CUBLAS_INVALID_VALUE;
    *layout = (LtLayout){.type = type, .rows = rows, .cols = cols, .ld = ld, .batch = 1};
    return CUBLAS_SUCCESS;
}

LT_FUNCTION(cublasLtMatrixLayoutCreate, LtLayout **layout, uint32_t type, uint64_t rows,
            uint64_t cols, int64_t ld) {
    if (!layout) return CUBLAS_INVALID_VALUE;
    *layout = calloc(1, sizeof **layout);
    if (!*layout) return CUBLAS_ALLOC_FAILED;
    return cublasLtMatrixLayoutInit_internal(*layout, sizeof **layout, type, rows, cols, ld);
}

LT_FUNCTION(cublasLtMatrixLayoutDestroy, LtLayout *layout) {
    return destroy(layout);
}

// ---- products ----------------------------------------------------------------------------------

LT_FUNCTION(cublasLtMatmulDescInit_internal, LtMatmul *matmul, size_t size, int compute,
            int scale_type) {
    if (!matmul || size < sizeof *matmul) return CUBLAS_INVALID_VALUE;
    *matmul = (LtMatmul){.compute = compute,
                         .scale_type = scale_type,
                         .fill = LT_FULL,
                         .epilogue = LT_DEFAULT,
                         .bias_type = -1,
                         .aux_type = -1};
    return CUBLAS_SUCCESS;
}

LT_FUNCTION(cublasLtMatmulDescCreate, LtMatmul **matmul, int compute, int scale_type) {
    if (!matmul) return CUBLAS_INVALID_VALUE;
    *matmul = calloc(1, sizeof **matmul);
    if (!*matmul) return CUBLAS_ALLOC_FAILED;
    return cublasLtMatmulDescInit_internal(*matmul, sizeof **matmul, compute, scale_type);
}

LT_FUNCTION(cublasLtMatmulDescDestroy, LtMatmul *matmul) {
    return destroy(matmul);
}

// ---- preferences -------------------------------------------------------------------------------

LT_FUNCTION(cublasLtMatmulPreferenceInit_internal, LtPreference *preference, size_t size) {
    enum { ALL_REDUCTIONS = 7, ALIGN = 256 };
    if (!preference || size < sizeof *preference) return CUBLAS_INVALID_VALUE;
    *preference = (LtPreference){.implementations = UINT64_MAX,
                                 .reductions = ALL_REDUCTIONS,
                                 .align_a = ALIGN,
                                 .align_b = ALIGN,
                                 .align_c = ALIGN,
                                 .align_d = ALIGN};
    return CUBLAS_SUCCESS;
}

LT_FUNCTION(cublasLtMatmulPreferenceCreate, LtPreference **preference) {
    if (!preference) return CUBLAS_INVALID_VALUE;
    *preference = calloc(1, sizeof **preference);
    if (!*preference) return CUBLAS_ALLOC_FAILED;
    return cublasLtMatmulPreferenceInit_internal(*preference, sizeof **preference);
}

LT_FUNCTION(cublasLtMatmulPreferenceDestroy, LtPreference *preference) {
    return destroy(preference);
}

// ---- algorithms --------------------------------------------------------------------------------

typedef struct { // cublasLtMatmulHeuristicResult_t
    uint64_t algorithm[8];
    size_t workspace;
    int state;
    float waves;
    int reserved[4];
} Result;

static void begin(uint64_t *algorithm) {
    LtAlgorithm only = {.splits = 1};
    memset(algorithm, 0, 8 * sizeof *algorithm);
    memcpy(algorithm, &only, sizeof only);
}

// The one way in which products are made, if it can make this one.
LT_FUNCTION(cublasLtMatmulAlgoGetHeuristic, void *handle, const LtMatmul *matmul, const LtLayout *a,
            const LtLayout *b, const LtLayout *c, const LtLayout *d, const LtPreference *preference,
            int wanted, Result *results, int *n) {
    if (!lt_is_handle(handle)) return CUBLAS_NOT_INITIALIZED;
    if (!matmul || !a || !b || !c || !d || !preference || !results || !n || wanted <= 0)
        return CUBLAS_INVALID_VALUE;
    *n = 0;
    int status = lt_check("cublasLtMatmulAlgoGetHeuristic", matmul, a, b, c, d);
    if (status) return status;
    *results = (Result){.waves = 1};
    begin(results->algorithm);
    *n = 1;
    return CUBLAS_SUCCESS;
}

LT_FUNCTION(cublasLtMatmulAlgoGetIds, void *handle, int compute, int scale, int a, int b, int c,
            int d, int wanted, int *ids, int *n) {
    if (!lt_is_handle(handle)) return CUBLAS_NOT_INITIALIZED;
    if (!ids || !n || wanted <= 0) return CUBLAS_INVALID_VALUE;
    *n = lt_has_types(compute, scale, a, b, c, d);
    if (*n) *ids = 0;
    return *n ? CUBLAS_SUCCESS : CUBLAS_NOT_SUPPORTED;
}

LT_FUNCTION(cublasLtMatmulAlgoInit, void *handle, int compute, int scale, int a, int b, int c,
            int d, int id, uint64_t *algorithm) {
    if (!lt_is_handle(handle)) return CUBLAS_NOT_INITIALIZED;
    if (!algorithm || id) return CUBLAS_INVALID_VALUE;
    if (!lt_has_types(compute, scale, a, b, c, d)) return CUBLAS_NOT_SUPPORTED;
    begin(algorithm);
    return CUBLAS_SUCCESS;
}

LT_FUNCTION(cublasLtMatmulAlgoCheck, void *handle, const LtMatmul *matmul, const LtLayout *a,
            const LtLayout *b, const LtLayout *c, const LtLayout *d, const uint64_t *algorithm,
            Result *result) {
    if (!lt_is_handle(handle)) return CUBLAS_NOT_INITIALIZED;
    if (!matmul || !a || !b || !c || !d || !algorithm || !result) return CUBLAS_INVALID_VALUE;
    int status = lt_check("cublasLtMatmulAlgoCheck", matmul, a, b, c, d);
    if (status) return status;
    *result = (Result){.waves = 1};
    memcpy(result->algorithm, algorithm, sizeof result->algorithm);
    return CUBLAS_SUCCESS;
}

// Capabilities (cublasLtMatmulAlgoCapAttributes_t). Lists of tiles and stages have one entry, 0:
// undefined.
LT_FUNCTION(cublasLtMatmulAlgoCapGetAttribute, const uint64_t *algorithm, int id, void *to,
            size_t size, size_t *written) {
    enum { POINTERS = 3, EPILOGUES = LT_DEFAULT | LT_RELU | LT_BIAS | LT_GELU };
    static const struct {
        uint8_t id, size;
        uint64_t value;
    } rows[] = {
        {0, 4, 0},  {1, 4, 0},         {2, 4, 0},          {3, 4, 1},  {4, 4, 1},
        {5, 4, 0},  {6, 4, 0},         {7, 4, 0},          {10, 4, 0}, {13, 4, 0},
        {14, 4, 0}, {11, 4, POINTERS}, {12, 4, EPILOGUES}, {15, 8, 0}, {16, 4, 1},
        {17, 4, 1}, {18, 4, 1},        {19, 4, 1},         {21, 4, 0}, {22, 4, 0},
    };
    if (!algorithm) return CUBLAS_INVALID_VALUE;
    for (size_t i = 0; i < COUNT(rows); i++) {
        Attribute row = {rows[i].id, 0, rows[i].size};
        if (rows[i].id == id) return get(&row, &rows[i].value, to, size, written);
    }
    return CUBLAS_INVALID_VALUE;
}
