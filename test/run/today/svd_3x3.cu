// SPDX-License-Identifier: Apache-2.0
// Singular values of many 3x3 matrices: the eigenvalues of A'A by cyclic Jacobi rotations, sorted, with the rotations kept.
// RUN: sh %S/../kernel.sh %s --grid=2 --block=32 buf:f32:576:rand:1 buf:f32:192:zero buf:f32:576:zero i32:60 i32:4
__device__ void rotate(float (&s)[3][3], float (&v)[3][3], int p, int q) {
    if (fabsf(s[p][q]) < 1e-9f) return;
    const float theta = __fdividef(s[q][q] - s[p][p], 2 * s[p][q]);
    const float t = __fdividef(copysignf(1.f, theta), fabsf(theta) + sqrtf(theta * theta + 1));
    const float c = rsqrtf(t * t + 1), sn = t * c;
    const int r = 3 - p - q;
    const float pp = s[p][p] - t * s[p][q], qq = s[q][q] + t * s[p][q];
    const float pr = c * s[p][r] - sn * s[q][r], qr = sn * s[p][r] + c * s[q][r];
    s[p][p] = pp, s[q][q] = qq, s[p][q] = s[q][p] = 0;
    s[p][r] = s[r][p] = pr, s[q][r] = s[r][q] = qr;
    for (int i = 0; i < 3; i++) {
        const float a = v[i][p], b = v[i][q];
        v[i][p] = c * a - sn * b;
        v[i][q] = sn * a + c * b;
    }
}

__global__ void svd(const float *__restrict__ matrices, float *__restrict__ values, float *__restrict__ vectors, int n, int sweeps) {
    const int id = blockIdx.x * blockDim.x + threadIdx.x;
    if (id >= n) return;
    float a[3][3], s[3][3], v[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    for (int i = 0; i < 9; i++) a[i / 3][i % 3] = matrices[id * 9 + i];
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            s[i][j] = 0;
            for (int k = 0; k < 3; k++) s[i][j] += a[k][i] * a[k][j];
        }
    for (int sweep = 0; sweep < sweeps; sweep++) {
        rotate(s, v, 0, 1);
        rotate(s, v, 0, 2);
        rotate(s, v, 1, 2);
    }
    float w[3] = {s[0][0], s[1][1], s[2][2]};
    int order[3] = {0, 1, 2};
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2 - i; j++)
            if (w[order[j]] < w[order[j + 1]]) {
                const int k = order[j];
                order[j] = order[j + 1];
                order[j + 1] = k;
            }
    for (int i = 0; i < 3; i++) {
        values[id * 3 + i] = sqrtf(fmaxf(w[order[i]], 0));
        for (int j = 0; j < 3; j++) vectors[id * 9 + j * 3 + i] = v[j][order[i]];
    }
}
