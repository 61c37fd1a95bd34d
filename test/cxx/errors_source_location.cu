// std::source_location needs the member that the builtin function fills in.
// RUN: cuprum %s --syntax-only -std=c++20
namespace std {
struct source_location {};
} // namespace std
__device__ const void *p = __builtin_source_location(); // ERROR: __builtin_source_location needs std::source_location::__impl
