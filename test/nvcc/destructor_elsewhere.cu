// What a destructor destroys that another unit defines is that unit's: members of types that are not complete here are no
// fault of host code (googletest's Test, libstdc++'s pools).
// REQUIRES: g++
// RUN: cuprum nvcc --no-toolkit -std=c++17 -arch=sm_90 --extended-lambda -Xcicc --host-errors -ptx %s -o -
// CHECK-NOT: host code
// CHECK: .entry {{.*}}run
#include <memory>

struct Saver;
template <class F> __global__ void run(F f) { f(); }
template <class F> void launch(F f) { run<<<1, 1>>>(f); }

class Base {
  public:
    Base();
    virtual ~Base();
    virtual void body() {
        launch([=] __device__() {});
    }

  private:
    std::unique_ptr<Saver> saver;
};
class Derived : public Base {
  public:
    void body() override { Base::body(); }
};
Base *make() { return new Derived; }
void use() {
    Derived derived;
    derived.body();
}
