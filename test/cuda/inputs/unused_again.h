extern const int in_header;
extern const float array_in_header[];
static void forward_in_header();
inline void use_forward() { forward_in_header(); }
static void forward_unused();
