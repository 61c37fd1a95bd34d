// RUN: cuprum -std c++20 --syntax-only %s
// Constant evaluation: each assertion also holds with g++ -std=c++20.
static_assert(1+2==3);
constexpr int sq(int x){ return x*x; }
static_assert(sq(5)==25);
constexpr int fact(int n){ return n<=1?1:n*fact(n-1); }
static_assert(fact(10)==3628800);
constexpr int loop(int n){ int s=0; for(int i=0;i<n;++i){ if(i%3==0) continue; if(i>50) break; s+=i; } return s; }
static_assert(loop(10)==27);
constexpr int sw(int x){ switch(x){ case 1: return 10; case 2: case 3: x*=2; break; default: x=100; } return x; }
static_assert(sw(1)==10 && sw(2)==4 && sw(3)==6 && sw(9)==100);
struct P { int x, y; constexpr P(int a,int b):x(a),y(b){} constexpr int sum() const { return x+y; } constexpr void inc(){ ++x; y+=2; } };
constexpr P p(3,4);
static_assert(p.sum()==7);
constexpr int mut(){ P q(1,2); q.inc(); q.inc(); return q.sum(); }
static_assert(mut()==9);
struct A { int a=1; int b[3]={1,2,3}; double d=2.5; };
constexpr A a{};
static_assert(a.a==1 && a.b[2]==3 && a.d==2.5);
constexpr A a2{7,{9}};
static_assert(a2.a==7 && a2.b[0]==9 && a2.b[1]==0);
constexpr int arr[]={5,4,3,2,1};
constexpr int sumarr(){ int s=0; for(int v:arr) s+=v; return s; }
static_assert(sumarr()==15);
constexpr const int* pa=&arr[2];
static_assert(*pa==3 && pa[1]==2 && pa-arr==2 && *(pa-2)==5);
constexpr int len(const char*s){ int n=0; while(*s++) ++n; return n; }
static_assert(len("hello")==5);
template<int N> struct T{ static constexpr int v=N*2; };
static_assert(T<sq(3)>::v==18);
constexpr int bub(){ int v[5]={5,2,4,1,3}; for(int i=0;i<5;i++)for(int j=0;j+1<5-i;j++) if(v[j]>v[j+1]){int t=v[j];v[j]=v[j+1];v[j+1]=t;} return v[0]*10000+v[1]*1000+v[2]*100+v[3]*10+v[4]; }
static_assert(bub()==12345);
union U { int i; float f; constexpr U(int x):i(x){} constexpr U(float x):f(x){} };
constexpr U u1(5), u2(2.0f);
static_assert(u1.i==5 && u2.f==2.0f);
constexpr int un(){ U u(3); u.f=1.5f; return (int)(u.f*2); }
static_assert(un()==3);
constexpr auto lam=[](int x){return x+1;};
static_assert(lam(3)==4);
constexpr int lamcap(int k){ auto f=[&](int x){ k+=x; return k; }; f(1); f(2); return k; }
static_assert(lamcap(10)==13);
struct Base { int b; constexpr Base(int x):b(x){} constexpr int get() const {return b;} };
struct Der:Base { int d; constexpr Der(int x,int y):Base(x),d(y){} };
constexpr Der de(1,2);
static_assert(de.get()==1 && de.d==2);
constexpr const Base&rb=de; static_assert(rb.b==1);
static_assert(static_cast<const Der&>(rb).d==2);
constexpr int Der::*mp=&Der::d; static_assert(de.*mp==2);
constexpr int (Base::*mf)() const=&Base::get; static_assert((de.*mf)()==1);
constexpr double pi=3.14159; static_assert(pi>3.1 && pi*2<6.3);
static_assert(__builtin_popcount(255)==8 && __builtin_clz(1)==31 && __builtin_ctz(8)==3);
static_assert(__builtin_strlen("abc")==3);
enum class E:unsigned char{A=1,B,C}; static_assert((int)E::C==3);
static_assert((unsigned char)300==44 && (int)3.99==3 && -7/2==-3 && -7%2==-1);
constexpr __int128 big=(__int128)1<<100; static_assert((big>>98)==4);
constexpr int sb(){ int q[2]={1,2}; auto [x,y]=q; return x*10+y; } static_assert(sb()==12);
constexpr int sb2(){ A z{}; auto&[x,y,w]=z; x=5; return z.a; } static_assert(sb2()==5);
constexpr const char*str="xyz"; static_assert(str[1]=='y');
