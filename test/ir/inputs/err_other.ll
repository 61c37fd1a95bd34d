define float @other(float %x) {
  ret float %x
}
