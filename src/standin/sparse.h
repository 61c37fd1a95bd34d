// SPDX-License-Identifier: Apache-2.0
// What cuSPARSE and cuSOLVER share: the description of a matrix in the older functions
// (cusparseMatDescr_t points to it).
#ifndef CUPRUM_STANDIN_SPARSE_H
#define CUPRUM_STANDIN_SPARSE_H

typedef struct {
    int type; // cusparseMatrixType_t
    int fill; // cusparseFillMode_t: 0 lower, 1 upper
    int diag; // cusparseDiagType_t: 1 unit
    int base; // of indices: 0, 1
} StandinSparse;

#endif
