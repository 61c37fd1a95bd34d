#include <vector>
int cpp_function(const std::vector<int> &v) { return (int)v.size(); }
