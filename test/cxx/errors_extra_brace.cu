// A "}" too many is shown where the layout says so.
// RUN: cuprum --syntax-only -arch=sm_80 %s
__global__ void k(float *x, int n) {
    int i = threadIdx.x;
    if (i < n) {
        x[i] = 1;
    }
    } // NOTE: this "}" ends what line 3 begins, and is indented otherwise: it may be one too many
    x[i] += 2;
} // ERROR: unmatched "}"
