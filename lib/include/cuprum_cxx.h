// SPDX-License-Identifier: Apache-2.0
// What every unit of host C++ has without declaring it: the global allocation functions
// [basic.stc.dynamic.general]/2. (CUDA's units have those of cuprum_runtime.h.)
#ifndef CUPRUM_CXX_H
#define CUPRUM_CXX_H
#ifndef __CUDACC__

#if __cplusplus >= 201103L
#define __CUPRUM_THROWS_NOTHING__ noexcept
#else
#define __CUPRUM_THROWS_NOTHING__ throw()
#endif
void *operator new(__SIZE_TYPE__);
void *operator new[](__SIZE_TYPE__);
void operator delete(void *) __CUPRUM_THROWS_NOTHING__;
void operator delete[](void *) __CUPRUM_THROWS_NOTHING__;
#if __cplusplus >= 201402L
void operator delete(void *, __SIZE_TYPE__) noexcept;
void operator delete[](void *, __SIZE_TYPE__) noexcept;
#endif
#if __cpp_aligned_new
namespace std {
enum class align_val_t : __SIZE_TYPE__;
}
void *operator new(__SIZE_TYPE__, std::align_val_t);
void *operator new[](__SIZE_TYPE__, std::align_val_t);
void operator delete(void *, std::align_val_t) noexcept;
void operator delete[](void *, std::align_val_t) noexcept;
void operator delete(void *, __SIZE_TYPE__, std::align_val_t) noexcept;
void operator delete[](void *, __SIZE_TYPE__, std::align_val_t) noexcept;
#endif
#undef __CUPRUM_THROWS_NOTHING__

#endif
#endif
