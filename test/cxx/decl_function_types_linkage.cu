// RUN: cuprum --syntax-only %s
// Parameters of function type, linkage, functions by typedef, nested classes outside, using and access.
#define D __device__
namespace stx { typedef unsigned long size_t; struct basic { int i; }; typedef basic string; D int vsn(char*, int, int) { return 0; } }
namespace gx {
template<typename S, typename C = char> D S to_x(int (*conv)(C*, int, int), int n, const C *f, ...) { S s; s.i = conv(nullptr, n, 0); return s; } }
namespace stx { D inline string ts(float v) { const int n = 3; return gx::to_x<string>(&stx::vsn, n, "%f", v); } }
__global__ void k(int *o) { o[0] = stx::ts(1.f).i; }
extern "C" { D int uselocale(int, float) { return 1; } }
extern "C" D __typeof(uselocale) uselocale;
D int callit() { return uselocale(1, 2.f); }
struct loc { class facet; class imp; }; class loc::facet { public: int z; }; class loc::imp { facet *f; public: D int g() { return f->z; } };
D int q(loc::imp &i) { return i.g(); }
struct Hb { protected: int x; }; struct Hx : Hb { using Hb::x; }; D int hx(Hx &h) { return h.x; }
