// The implicit operator= of a class by its name: of a base, of the class itself, as a pointer.
// RUN: cuprum --syntax-only --check-all %s
// RUN[PTX]: cuprum %s -O1 -o -
namespace lib {
class Base {
    int a;
};
class Out : public Base {
  public:
    Out &operator=(const Out &o);
};
Out &Out::operator=(const Out &o) {
    Base::operator=(o);
    return *this;
}
} // namespace lib
struct Plain {
    int i;
    void set(const Plain &p) {
        operator=(p);
        this->operator=(p);
        Plain::operator=(p);
    }
};
Plain &(Plain::*assign)(const Plain &) = &Plain::operator=;
struct More : Plain {
    More &operator=(int);
    __device__ More &operator=(const More &m) {
        Plain::operator=(m);
        return *this;
    }
};
template <class T> struct Over : T {
    Over &operator=(const Over &o) {
        T::operator=(o);
        this->T::operator=(o);
        return *this;
    }
};
void assigns(Over<Plain> &o, More &m) {
    o = o;
    m.Plain::operator=(m);
}
// PTX: .entry _Z4copy
// PTX: st.global.{{u32|b32}}
__global__ void copy(More *to, const More *from) {
    *to = *from;
}
