// A destructor that another unit defines destroys there: members of incomplete types, as googletest's, are no kernels that may be missing.
// REQUIRES: g++
// RUN: cuprum nvcc --no-toolkit -arch=sm_90 -std=c++17 -cuda %s -o %t.ii
// CHECK-NOT: 29001
template <class T> __global__ void kernel(T *p) { *p = 1; }
template <class T> void launch(T *p) { kernel<<<1, 1>>>(reinterpret_cast<int *>(p)); }
template <class T> struct Deletes {
    void operator()(T *p) const {
        static_assert(sizeof(T) > 0, "complete");
        launch(p);
    }
};
template <class T> struct Owner {
    T *p;
    ~Owner() {
        if (p) Deletes<T>()(p);
    }
};
class Saver;
class Test {
public:
    virtual ~Test();

protected:
    Test();
    virtual void body() = 0;

private:
    const Owner<Saver> saver;
};
template <class T> class Typed : public Test {
    void body() override { launch(static_cast<T *>(nullptr)); }
};
Test *make() { return new Typed<int>; }
