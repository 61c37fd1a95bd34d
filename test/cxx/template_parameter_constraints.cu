// The constraints of a template argument count only where the template parameter has some, too
// [temp.arg.template]/3.
// RUN: cuprum --std=c++20 --syntax-only %s
template <class T> concept Small = sizeof(T) < 8;
template <Small T> struct ByConcept {};
template <Small T> using Alias = T;
template <class T> requires(sizeof(T) < 8) struct ByClause {};
template <class... T> requires(sizeof...(T) == 1) using One = int;
template <Small... T> struct Pack {};
template <template <class> class F> struct TakesOne {};
template <template <class...> class F> struct TakesMany {
    template <class... A> using Of = F<A...>;
};
template <template <Small> class F> struct TakesSmall {};

__global__ void all(TakesOne<ByConcept>, TakesOne<Alias>, TakesOne<ByClause>, TakesOne<One>, TakesOne<Pack>,
                    TakesMany<ByConcept>, TakesMany<Alias>, TakesMany<ByClause>, TakesMany<Pack>,
                    TakesSmall<ByConcept>, TakesSmall<Alias>) {}
static_assert(__is_same(TakesMany<One>::Of<char>, int));
