// SPDX-License-Identifier: Apache-2.0
// Coroutines in host code are read and checked; device code has none.
// RUN: cuprum %s -std=c++20 --syntax-only --check-all -w
// RUN: cuprum %s -x c++ -std=c++20 --syntax-only --check-all -w -DHOST
// RUN[WRONG]: cuprum %s -x c++ -std=c++20 --syntax-only --check-all -w -DWRONG
// RUN[NONE]: cuprum %s -x c++ -std=c++20 --syntax-only --check-all -w -DNONE
// RUN[DEVICE]: cuprum %s -std=c++20 --syntax-only -w -DDEVICE
namespace std {
#ifndef NONE
template <class R, class... A> struct coroutine_traits {};
template <class R, class... A>
    requires requires { typename R::promise_type; }
struct coroutine_traits<R, A...> {
    using promise_type = typename R::promise_type;
};
#endif
template <class P = void> struct coroutine_handle {
    coroutine_handle();
    operator coroutine_handle<>() const;
};
template <> struct coroutine_handle<void> {};
struct suspend_always {
    bool await_ready() noexcept;
    void await_suspend(coroutine_handle<>) noexcept;
    void await_resume() noexcept;
};
} // namespace std

template <class T> struct Generator {
    struct promise_type {
        T value;
        Generator get_return_object();
        std::suspend_always initial_suspend(), final_suspend() noexcept;
        void unhandled_exception(), return_void();
        std::suspend_always yield_value(T);
    };
};
struct Task {
    struct promise_type {
        Task get_return_object();
        std::suspend_always initial_suspend(), final_suspend() noexcept;
        void unhandled_exception();
        void return_value(int);
    };
};
struct MoveOnly {
    MoveOnly();
    MoveOnly(MoveOnly &&);
};
struct Mover {
    struct promise_type {
        Mover get_return_object();
        std::suspend_always initial_suspend(), final_suspend() noexcept;
        void unhandled_exception();
        void return_value(MoveOnly);
    };
};
struct Awaiter {
    bool await_ready();
    void await_suspend(std::coroutine_handle<>);
    int await_resume();
};
struct ByMember {
    Awaiter operator co_await();
};
struct ByFunction {};
Awaiter operator co_await(ByFunction);
#ifdef NONE
Task none() {
    co_return 1; // ERROR[NONE]: a coroutine needs std::coroutine_traits and std::coroutine_handle: include <coroutine>
}
#else

Generator<int> count(int n) {
    for (int i = 0; i < n; i++) co_yield i;
}
Task run() {
    int x = co_await Awaiter{};
    x += co_await ByMember{} + co_await ByFunction();
    co_return x;
}
Mover moves(MoveOnly m) {
    MoveOnly local;
    if (false) co_return local;
    co_return m;
}
template <class T> Generator<T> once(T t) {
    co_yield t;
    co_await std::suspend_always{};
    co_return;
}
void use() { once(3); }
struct Member {
    Task m(int) const { co_return co_await Awaiter(); }
};
#ifdef HOST
auto lambda = [](int a) -> Task { co_return a; };
#endif

#ifdef WRONG
struct NoPromise {};
NoPromise a() {
    co_return; // ERROR[WRONG]: has no member "promise_type"
}
Task b() {
    co_yield 1; // ERROR[WRONG]: has no member "yield_value", which a coroutine needs
}
Task c() {
    co_return; // ERROR[WRONG]: has no member "return_void", which a coroutine needs
}
Task d() {
    co_await Awaiter{};
    return {}; // ERROR[WRONG]: a coroutine returns by "co_return"
}
auto e() {
    co_return 1; // ERROR[WRONG]: the result type of a coroutine cannot be deduced
}
Task f() {
    co_await 1; // ERROR[WRONG]: "int" has no member "await_ready", which a coroutine needs
}
struct Bare {
    struct promise_type {
        Bare get_return_object();
        std::suspend_always initial_suspend(), final_suspend() noexcept;
        void return_void();
    };
};
struct Throws {
    struct promise_type {
        Throws get_return_object();
        std::suspend_always initial_suspend(), final_suspend();
        void unhandled_exception(), return_void();
    };
};
Throws h() {
    co_return; // ERROR[WRONG]: "final_suspend" of a coroutine's promise must not throw
}
Bare g() {
    co_return; // ERROR[WRONG]: has no member "unhandled_exception", which a coroutine needs
}
#endif
#ifdef DEVICE
__device__ Task device() {
    co_return 1; // ERROR[DEVICE]: "co_return" is not supported in device code
}
#endif
#endif
