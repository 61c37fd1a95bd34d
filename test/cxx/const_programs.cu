// RUN: cuprum -std c++20 --syntax-only %s
// Constant evaluation: each assertion also holds with g++ -std=c++20.
constexpr int a1(int k){ auto f=[&](auto x){ k+=x; return k; }; return f(1)+f(2); } static_assert(a1(1)==6);
constexpr int a2(){ auto add=[](auto... xs){ return (xs+...); }; return add(1,2,3,4); } static_assert(a2()==10);
constexpr int a3(){ auto f=[n=5]() mutable { return ++n; }; f(); return f(); } static_assert(a3()==7);
template<class F> constexpr int apply(F f,int n){ int s=0; for(int i=0;i<n;++i) s+=f(i); return s; }
static_assert(apply([](int i){return i*i;},5)==30);
constexpr int a4(int k){ return apply([=](int i){ return i*k; },4); } static_assert(a4(2)==12);
struct S { int v; constexpr int go(int n) const { auto f=[this,n]{ return v*n; }; return f(); } constexpr int all(int n) { auto f=[&]{ v+=n; }; f(); f(); return v; } constexpr int cpy() const { auto f=[*this]{ return v+1; }; return f(); } };
static_assert(S{3}.go(4)==12 && S{3}.all(2)==7 && S{1}.cpy()==2);
constexpr auto rec=[](auto self,int n)->int{ return n?n+self(self,n-1):0; }; static_assert(rec(rec,4)==10);
template<class... T> constexpr int cnt(T... t){ int s=0; ((s+=t),...); return s+sizeof...(T); } static_assert(cnt(1,2,3)==9);
template<int... I> struct seq{}; template<int... I> constexpr int ss(seq<I...>){ int a[]={I...}; int s=0; for(int x:a) s+=x; return s; } static_assert(ss(seq<1,2,3>{})==6);
template<class T,int N> struct Arr { T d[N]; constexpr T& operator[](int i){return d[i];} constexpr const T& operator[](int i) const {return d[i];} constexpr int size() const {return N;} constexpr const T* begin() const {return d;} constexpr const T*end() const {return d+N;} };
template<class T,int N> constexpr Arr<T,N> sorted(Arr<T,N> a){ for(int i=0;i<N;++i) for(int j=i+1;j<N;++j) if(a[j]<a[i]){ T t=a[i]; a[i]=a[j]; a[j]=t; } return a; }
constexpr Arr<int,5> ar=sorted(Arr<int,5>{{5,3,4,1,2}}); static_assert(ar[0]==1 && ar[4]==5);
template<int N> constexpr auto primes(){ Arr<int,N> r{}; int n=0; for(int i=2;n<N;++i){ bool p=true; for(int j=2;j*j<=i;++j) if(i%j==0){p=false;break;} if(p) r[n++]=i; } return r; }
static_assert(primes<20>()[19]==71);
static_assert([]{ constexpr auto t=primes<10>(); return t[9]; }()==29);
constexpr unsigned crc(const char*s){ unsigned c=~0u; while(*s){ c^=(unsigned char)*s++; for(int k=0;k<8;++k) c=c&1?(c>>1)^0xEDB88320u:c>>1; } return ~c; } static_assert(crc("123456789")==0xCBF43926u);
template<unsigned N> struct Tab { unsigned t[N]{}; constexpr Tab(){ for(unsigned i=0;i<N;++i){ unsigned c=i; for(int k=0;k<8;++k) c=c&1?(c>>1)^0xEDB88320u:c>>1; t[i]=c; } } };
constexpr Tab<256> tab; static_assert(tab.t[1]==0x77073096u && tab.t[255]==0x2D02EF8Du);
struct Cx { double re,im; constexpr Cx operator*(const Cx&o) const { return {re*o.re-im*o.im, re*o.im+im*o.re}; } constexpr Cx& operator+=(const Cx&o){ re+=o.re; im+=o.im; return *this; } friend constexpr Cx operator+(Cx a,const Cx&b){ a+=b; return a; } };
constexpr int mandel(double x,double y){ Cx z{0,0},c{x,y}; int i=0; for(;i<50 && z.re*z.re+z.im*z.im<4;++i) z=z*z+c; return i; } static_assert(mandel(0,0)==50 && mandel(1,1)<5);
enum Flags { A=1,B=2,C=4 }; constexpr Flags operator|(Flags a,Flags b){ return Flags(int(a)|int(b)); } static_assert((A|C)==5);
struct St { const char*p; int n; constexpr St(const char*s):p(s),n(0){ while(s[n]) ++n; } constexpr char operator[](int i) const { return p[i]; } constexpr bool operator==(St o) const { if(n!=o.n) return false; for(int i=0;i<n;++i) if(p[i]!=o.p[i]) return false; return true; } };
static_assert(St("abc")==St("abc") && !(St("abc")==St("abd")));
constexpr long fib(int n){ return n<2?n:fib(n-1)+fib(n-2); } static_assert(fib(20)==6765);
int g; constexpr int*pg=&g; static_assert(pg==&g && pg!=nullptr); extern int ga[10]; constexpr int*pa=ga+3; static_assert(pa-ga==3);
constexpr bool bs(const int* a,int n,int k){ int l=0,h=n; while(l<h){ int m=(l+h)/2; if(a[m]<k) l=m+1; else h=m; } return l<n && a[l]==k; } constexpr int srt[]={1,4,9,16,25}; static_assert(bs(srt,5,16)&&!bs(srt,5,5));
template<class T> constexpr T pi=T(3.14159265358979L); static_assert((int)(pi<float>*100)==314);
constexpr int dflt(int a,int b=a1(1)){ return a+b; } static_assert(dflt(1)==7);
struct NS { int a=1; int b=a+1; int c=sq(b); static constexpr int sq(int x){return x*x;} }; constexpr NS ns{5}; static_assert(ns.b==6&&ns.c==36);
constexpr NS ns2; static_assert(ns2.c==4);
template<class T> constexpr bool is_same_v=false; static_assert(!is_same_v<int>);
constexpr int trycase(int x){ if(int y=x*2; y>5) return y; else return -y; } static_assert(trycase(3)==6&&trycase(1)==-2);
constexpr auto tup(){ struct R{int a; double b; char c;}; return R{1,2.5,'x'}; } constexpr auto tr=tup(); static_assert(tr.b==2.5);
constexpr int bnd(){ auto [a,b,c]=tup(); return a+(int)b+c; } static_assert(bnd()==3+'x');
static_assert(noexcept(1+1) && sizeof(int[3])==12 && alignof(double)==8);
constexpr int volat(){ int x=3; int&r=x; int*p=&r; *p+=4; int**pp=&p; **pp*=2; return x; } static_assert(volat()==14);
