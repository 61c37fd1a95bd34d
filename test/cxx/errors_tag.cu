// The word in front of a class is that of a class: an enumeration has none [dcl.type.elab]/2.
// RUN: cuprum %s --syntax-only -w
enum Colour { RED };
enum class Scoped { ONE };
template <class T> struct Box {};
class Colour *a;                         // ERROR: was declared as another kind of type
struct Colour *b;                        // ERROR: was declared as another kind of type
union Scoped *c;                         // ERROR: was declared as another kind of type
enum Colour *right;
enum Scoped *also_right;
class Box<int> *another_word;
