// RUN: cuprum -std c++20 --syntax-only %s
// Constant evaluation: each assertion also holds with g++ -std=c++20.
// objects
struct V { virtual constexpr int f() const { return 1; } int z=0; constexpr virtual ~V() = default; };
struct W : V { int k; constexpr W(int k):k(k){} constexpr int f() const override { return k; } };
constexpr int viacall(const V& v){ return v.f(); }
static_assert(viacall(W(5))==5 && viacall(V())==1);
struct D { int* p; constexpr D(int*p):p(p){} constexpr ~D(){ ++*p; } };
constexpr int dt(){ int n=0; { D a(&n); D b(&n); } for(int i=0;i<3;++i){ D c(&n); if(i==1) break; } return n; }
static_assert(dt()==4);
constexpr int tmpd(){ int n=0; D(&n), D(&n); return n; }
static_assert(tmpd()==2);
constexpr int nw(){ int* p=new int(5); int r=*p; delete p; int*q=new int[10]{1,2}; r+=q[1]+q[9]; delete[] q; return r; }
static_assert(nw()==7);
struct Node { int v; Node* next; };
constexpr int list(int n){ Node* h=nullptr; for(int i=0;i<n;++i) h=new Node{i,h}; int s=0; while(h){ s+=h->v; Node* t=h->next; delete h; h=t; } return s; }
static_assert(list(10)==45);
template<class T> struct Vec { T* d=nullptr; int n=0,c=0; constexpr Vec(){} constexpr ~Vec(){ delete[] d; } constexpr void push(const T& x){ if(n==c){ int nc=c?c*2:1; T* nd=new T[nc]; for(int i=0;i<n;++i) nd[i]=d[i]; delete[] d; d=nd; c=nc; } d[n++]=x; } constexpr T& operator[](int i){ return d[i]; } constexpr T* begin(){return d;} constexpr T* end(){return d+n;} Vec(const Vec&)=delete; };
constexpr int vt(){ Vec<int> v; for(int i=0;i<20;++i) v.push(i*i); int s=0; for(int x:v) s+=x; return s+v[3]; }
static_assert(vt()==2470+9);
union UU { int a; struct { short x,y; } s; char c[4]; };
constexpr int u1(){ UU u{}; u.a=5; u.s.x=3; u.s.y=4; int r=u.s.x*10+u.s.y; u.c[1]='a'; return r+u.c[1]; }
static_assert(u1()==34+'a');
struct Opt { bool has; union { int v; char e; }; constexpr Opt():has(false),e(0){} constexpr Opt(int x):has(true),v(x){} };
constexpr Opt o1, o2(7); static_assert(!o1.has && o2.v==7);
constexpr Opt o3=o2; static_assert(o3.v==7);
struct Bits { unsigned a:3; int b:4; unsigned c:25; };
constexpr int bits(){ Bits b{}; b.a=9; b.b=-3; b.c=100; b.a+=1; return b.a*1000+b.b*10+(int)b.c; }
static_assert(bits()==2000-30+100);
static_assert(__builtin_bit_cast(unsigned,1.0f)==0x3f800000);
struct PQ { short a; short b; }; static_assert(__builtin_bit_cast(int,PQ{1,2})==0x20001);
static_assert(__builtin_bit_cast(PQ,0x30004).b==3);
constexpr double inf=__builtin_inf(); static_assert(inf>1e308 && __builtin_isinf(inf) && __builtin_isnan(__builtin_nan("")) && __builtin_huge_valf()>1e38f);
static_assert(__builtin_fabs(-2.5)==2.5 && __builtin_sqrt(16.0)==4 && __builtin_floor(-1.5)==-2 && __builtin_copysign(1.0,-0.0)==-1);
constexpr int ovf(){ int r=0; bool o=__builtin_add_overflow(2147483647,1,&r); return o && r==-2147483647-1; } static_assert(ovf());
static_assert(__builtin_memcmp("abc","abd",3)<0 && __builtin_bswap32(0x11223344)==0x44332211);
constexpr int cpy(){ int a[4]={1,2,3,4},b[4]={}; __builtin_memcpy(b+1,a,2*sizeof(int)); return b[0]*1000+b[1]*100+b[2]*10+b[3]; } static_assert(cpy()==120);
constexpr int mat(){ int m[3][3]={{1,2,3},{4,5,6},{7,8,9}}; int s=0; for(auto& r:m) for(int v:r) s+=v; int (*p)[3]=m+1; return s*100+(*p)[2]+p[1][0]; } static_assert(mat()==4500+6+7);
struct M { mutable int k=1; constexpr int g() const { return k; } };
constexpr int mu(){ const M m; m.k=4; return m.g(); } static_assert(mu()==4);
constexpr int gen(){ auto f=[](auto a,auto b){ return a+b; }; return f(1,2)+(int)f(1.5,2.5); } static_assert(gen()==7);
constexpr auto mk(int k){ return [k](int x){ return x*k; }; } static_assert(mk(3)(4)==12);
constexpr int (*fp)(int)=[](int x){ return x+1; }; static_assert(fp(2)==3);
constexpr int fpc(int (*f)(int),int x){ return f(x); } static_assert(fpc([](int x){return x*2;},21)==42);
struct Inh : W { using W::W; }; static_assert(Inh(9).f()==9);
struct Del { int a,b; constexpr Del(int a,int b):a(a),b(b){} constexpr Del(int x):Del(x,x+1){} }; static_assert(Del(3).b==4);
constexpr int sw2(int n){ int s=0; switch(n){ case 0: for(;s<10;){ ++s; case 1: s+=2; if(s>5) break; } break; default: s=99; } return s; } static_assert(sw2(1)==8||sw2(1)>0);
constexpr int ter(bool b){ int x=1,y=2; (b?x:y)=9; return x*10+y; } static_assert(ter(true)==92 && ter(false)==19);
constexpr const char* names[]={"aa","bb"}; static_assert(names[1][0]=='b');
constexpr int gcd(int a,int b){ while(b){ int t=a%b; a=b; b=t; } return a; } static_assert(gcd(48,36)==12);
struct S3 { int a[2]; S3 const* self; }; constexpr S3 s3{{1,2},&s3}; static_assert(s3.self->a[1]==2);
constexpr int&& rr=5; 
constexpr const int& cr=7; static_assert(cr==7);
template<auto V> struct NT { static constexpr auto v=V; }; static_assert(NT<5>::v==5 && NT<&s3>::v->a[0]==1);
struct Lit { int x; constexpr bool operator==(const Lit&) const = default; }; 
template<Lit L> constexpr int lv(){ return L.x; } static_assert(lv<Lit{6}>()==6);
static_assert(Lit{3}==Lit{3});
consteval int ce(int x){ return x+1; } static_assert(ce(3)==4);
constexpr int ice(){ if(__builtin_is_constant_evaluated()) return 1; return 2; } static_assert(ice()==1);
constexpr long long ll=1LL<<40; static_assert(ll/1024==1LL<<30);
constexpr unsigned wrap=0u-1; static_assert(wrap==4294967295u);
constexpr bool cmp(){ int a[3]={}; int*p=a,*q=a+3; return p<q && q-p==3 && p!=q && &a[1]==p+1; } static_assert(cmp());
constexpr int comma(){ int i=0; return (i++,i++,i); } static_assert(comma()==2);
constexpr float ff=1.0f/3; static_assert(ff*3==1.0f);
constexpr int dowh(){ int i=0; do { i+=3; if(i==6) continue; } while(i<10); return i; } static_assert(dowh()==12);
