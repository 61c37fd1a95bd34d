// SPDX-License-Identifier: Apache-2.0
// Where the elements of transforms lie.
#include "standin/cufft/cufft.h"

// How many elements of the last dimension a layout has.
static int64_t last_size(const CufftPlan *plan, int type, int other) {
    int64_t n = plan->n[plan->rank - 1];
    bool half = standin_type_is_complex(type) && !standin_type_is_complex(other);
    return half ? n / 2 + 1 : n;
}

// a b + c of numbers that are not negative; false: it is more than an array can have.
static bool add_product(int64_t a, int64_t b, int64_t c, int64_t *sum) {
    const int64_t most = (int64_t)1 << 58;
    if (a < 0 || b < 0 || __builtin_mul_overflow(a, b, sum)) return false;
    return !__builtin_add_overflow(*sum, c, sum) && *sum < most;
}

// The types tell the sides apart. Where they are the same, neither side is halved. What the first
// dimension is embedded in does not matter.
int64_t cufft_extent(const CufftPlan *plan, const CufftLayout *layout) {
    int other = layout->type == plan->in.type ? plan->out.type : plan->in.type;
    int64_t at = 0, last = 0;
    for (int i = 0; i < plan->rank; i++) {
        int64_t n = i == plan->rank - 1 ? last_size(plan, layout->type, other) : plan->n[i];
        if (!add_product(at, i ? layout->embed[i] : 0, n - 1, &at)) return -1;
    }
    bool fits = add_product(at, layout->stride, 0, &last) &&
                add_product(plan->batch - 1, layout->dist, last, &last);
    return fits ? last + 1 : -1;
}

// The layout of a side that the plan does not give.
static CufftLayout plain_layout(const CufftPlan *plan, int type, int other, bool padded) {
    CufftLayout layout = {.type = type, .stride = 1, .dist = 1};
    for (int i = 0; i < plan->rank; i++) {
        int64_t n = plan->n[i];
        if (i == plan->rank - 1) n = padded ? 2 * (n / 2 + 1) : last_size(plan, type, other);
        layout.embed[i] = n;
        layout.dist *= n;
    }
    return layout;
}

// A plan's own embedding stands as it is given, in place or not; only plain layouts are padded.
void cufft_layouts(const CufftPlan *plan, bool in_place, CufftLayout *in, CufftLayout *out) {
    *in = plan->in;
    *out = plan->out;
    bool real_in = !standin_type_is_complex(in->type);
    bool real_out = !standin_type_is_complex(out->type);
    if (!in->given) *in = plain_layout(plan, in->type, out->type, real_in && in_place);
    if (!out->given) *out = plain_layout(plan, out->type, plan->in.type, real_out && in_place);
}
