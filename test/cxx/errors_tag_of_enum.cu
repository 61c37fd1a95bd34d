// An enumeration is not named with the word of a class.
// RUN: cuprum %s --syntax-only -w
enum Colour { RED };
enum class Scoped { ONE };
class Colour *a;  // ERROR: was declared as another kind of type
struct Colour *b; // ERROR: was declared as another kind of type
union Scoped *c;  // ERROR: was declared as another kind of type
enum Colour *right;
enum Scoped *also_right;
