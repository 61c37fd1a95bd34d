// What a destructor destroys that another unit defines is that unit's: members of types that are not complete here are no
// fault of host code (googletest's Test, libstdc++'s pools). What is destroyed here is followed.
// REQUIRES: g++
// RUN: cuprum nvcc --no-toolkit -std=c++17 -arch=sm_90 -Xcicc --host-errors -ptx %s -o - 2>%t.log && cat %t.log
// CHECK-NOT: host code
// CHECK: .entry _Z3runI5HeldR
// CHECK-NOT: host code
struct Saver;
struct HeldR {
    int value;
};
template <class T> __global__ void run(T *) {}
template <class T> struct Owner {
    T *held = nullptr;
    ~Owner() {
        static_assert(sizeof(T) > 0);
        run<<<1, 1>>>(held);
    }
};

class Base {
  public:
    Base();
    virtual ~Base();
    virtual void body();

  private:
    Owner<Saver> saver;
};
class Derived : public Base {
    Owner<HeldR> own;
};
void use() {
    Derived derived;
    derived.body();
}
