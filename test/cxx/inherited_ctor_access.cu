// SPDX-License-Identifier: Apache-2.0
// An inherited constructor is as accessible as the base's, wherever its using-declaration stands
// [namespace.udecl]/19.
// EXIT: 1
// RUN: cuprum %s --syntax-only --check-all 2>&1
// CHECK-NOT: (3
// CHECK: (28): error: "Base::Base(char *)" is inaccessible
// CHECK: (29): error: "Base::Base(float *)" is inaccessible
// CHECK: 2 errors
class Base {
  public:
    Base(int);
    template <class T> Base(T, T);

  protected:
    Base(char *);

  private:
    Base(float *);
};
class Der : public Base {
    using Base::Base;
};
struct Open : Base {
    using Base::Base;
};
void test(char *c, float *f) {
    Open a(c);
    Open b(f);
    Der d(1), e = {2}, g(1, 2);
    Der h = 3;
    auto take = [](Der x = {4}, Der y = 5) {};
    take();
}
