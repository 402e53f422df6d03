// Formulas, from the copy of MathJax 2 beside the pages.
window.MathJax = {
  jax: ["input/TeX", "output/SVG"],
  extensions: ["tex2jax.js"],
  TeX: {extensions: ["AMSmath.js", "AMSsymbols.js"]},
  showMathMenu: false,
  messageStyle: "none",
};
