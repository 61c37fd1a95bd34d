// SPDX-License-Identifier: Apache-2.0
// using-enum-declarations: incomplete enumerations, access to what they bring in [enum.udecl].
// RUN: cuprum --syntax-only --default-device -std=c++20 --check-all %s
enum class Hue { red, green };
enum class Later : int;
using enum Later; // ERROR: incomplete type "Later" is not allowed
struct Open { using enum Hue; };
class Closed { using enum Hue; int own = (int)red; };
class Guarded { protected: using enum Hue; };
struct Derived : Guarded { int own = (int)Guarded::red; };
Hue a = Open::red;
Hue b = Closed::red; // ERROR: "Hue::red" is inaccessible
Hue c = Guarded::green; // ERROR: "Hue::green" is inaccessible
