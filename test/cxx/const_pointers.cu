// RUN: cuprum -std c++20 %s -o -
// Constants whose values point to other constants: template parameter objects, tables, temporaries
// kept by a reference, function pointers, as kernels use them.
struct L { int x; int a[2]; };
template<L l> struct H { static constexpr const L* p=&l; static constexpr int v=l.a[1]; };
static_assert(H<L{1,{2,3}}>::p->x==1 && H<L{1,{2,3}}>::v==3 && H<L{1,{2,3}}>::p==H<L{1,{2,3}}>::p);
constexpr int tbl[8]={1,2,3}; struct R { const int* b; int n; }; constexpr R r{tbl,8};
constexpr int sq(int x){return x*x;} typedef int (*F)(int); constexpr F fs[2]={sq,[](int x){return x+1;}};
namespace std2 { template<class T> struct il { const T*p; unsigned long n; }; }
constexpr const int& kept=42; constexpr int const (&ar)[3]={7,8,9};
__global__ void k(int*o){ o[0]=H<L{1,{2,3}}>::p->a[0]+r.b[2]+kept+ar[1]; constexpr R loc{tbl+1,2}; o[1]=loc.b[0]; o[2]=*loc.b; }
