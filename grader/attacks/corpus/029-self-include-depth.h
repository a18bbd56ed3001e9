// self-include-depth: the file includes itself without end.
// Must hold: compiler stops at its include depth, output capped.
#include __FILE__
namespace exercise {
Tensor split_heads(const Tensor& x, int) { return x; }
Tensor merge_heads(const Tensor& x) { return x; }
Tensor mha_forward(const Tensor& x, const Params&, int) { return x; }
}  // namespace exercise
