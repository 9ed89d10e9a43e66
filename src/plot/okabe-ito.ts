/**
 * Okabe and Ito's colors, told apart with every kind of color vision and readable on white and on black. Their black is the theme's business and
 * their yellow is lost on white; a gray stands in for both.
 */
export const OKABE_ITO = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#8c8c8c"];
