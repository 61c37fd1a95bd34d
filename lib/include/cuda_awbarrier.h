// SPDX-License-Identifier: Apache-2.0
// nvcuda::experimental::awbarrier, the older form of cuda::barrier in shared memory.
#ifndef CUPRUM_CUDA_AWBARRIER_H
#define CUPRUM_CUDA_AWBARRIER_H

#include <cuda_awbarrier_primitives.h>

namespace nvcuda {
namespace experimental {

class awbarrier {
    __mbarrier_t barrier;
    friend class pipeline;

  public:
    class arrival_token {
        __mbarrier_token_t token;
        friend class awbarrier;
        __device__ arrival_token(__mbarrier_token_t t) : token(t) {}

      public:
        arrival_token() = default;
        __device__ unsigned int pending_count() const {
            return __mbarrier_token_pending_count(token);
        }
    };

    awbarrier() = default;
    awbarrier(const awbarrier &) = delete;
    awbarrier &operator=(const awbarrier &) = delete;
    __device__ friend inline void init(awbarrier *b, unsigned int count) {
        __mbarrier_init(&b->barrier, count);
    }
    __device__ friend inline void inval(awbarrier *b) { __mbarrier_inval(&b->barrier); }

    __device__ arrival_token arrive() { return arrival_token(__mbarrier_arrive(&barrier)); }
    __device__ arrival_token arrive_and_drop() {
        return arrival_token(__mbarrier_arrive_and_drop(&barrier));
    }
    __device__ bool timed_wait(arrival_token t, unsigned int cycles) {
        for (long long begin = clock64(); !__mbarrier_test_wait(&barrier, t.token);) {
            if (clock64() - begin > (long long)cycles) return false;
        }
        return true;
    }
    __device__ bool timed_wait_parity(bool phase, unsigned int cycles) {
        for (long long begin = clock64(); !__mbarrier_test_wait_parity(&barrier, phase);) {
            if (clock64() - begin > (long long)cycles) return false;
        }
        return true;
    }
    __device__ bool try_wait(arrival_token t, unsigned int nanoseconds) {
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
        return __mbarrier_try_wait(&barrier, t.token, nanoseconds);
#else
        (void)nanoseconds;
        return __mbarrier_test_wait(&barrier, t.token);
#endif
    }
    __device__ bool try_wait_parity(bool phase, unsigned int nanoseconds) {
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
        return __mbarrier_try_wait_parity(&barrier, phase, nanoseconds);
#else
        (void)nanoseconds;
        return __mbarrier_test_wait_parity(&barrier, phase);
#endif
    }
    __device__ void wait(arrival_token t) {
        while (!__mbarrier_test_wait(&barrier, t.token)) {}
    }
    __device__ void arrive_and_wait() { wait(arrive()); }
    __host__ __device__ static constexpr unsigned int max() { return (1u << 20) - 1; }
};

} // namespace experimental
} // namespace nvcuda

#endif
