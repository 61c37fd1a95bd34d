// SPDX-License-Identifier: Apache-2.0
// What the parts of curand_kernel.h share.
#ifndef CUPRUM_CURAND_COMMON_H
#define CUPRUM_CURAND_COMMON_H

#include "cuda_runtime.h"

#define CUPRUM_CURAND static __forceinline__ __device__

namespace cuprum_curand {
// Which pair's second half a state keeps for the next call (its members boxmuller_flag...).
enum { KEEPS_NONE = 0, KEEPS_NORMAL = 1, KEEPS_LOG_NORMAL = 2 };

// A state that has just been started keeps nothing.
template <class State> CUPRUM_CURAND void keep_nothing(State *state) {
    state->boxmuller_flag = KEEPS_NONE;
    state->boxmuller_flag_double = KEEPS_NONE;
    state->boxmuller_extra = 0.f;
    state->boxmuller_extra_double = 0.;
}
} // namespace cuprum_curand

#endif
