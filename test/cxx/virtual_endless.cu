// A virtual function that instantiates its own class for ever: the table needs it, that needs the next table ...
// RUN: cuprum %s --syntax-only
template <class T> struct inner {};
template <class T> struct parent {
    __device__ virtual void f() {
        parent<inner<T>> p; // ERROR: excessive recursion at instantiation
    }
};
__global__ void k() {
    parent<int> p;
}
