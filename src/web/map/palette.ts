// The colours of lines that stand for nothing but themselves.

/** Of the best route and its alternatives, and of loops, by their number in the answer. */
export const ALTERNATIVE_COLOURS = ['#4a4a4a', '#6a3fb5', '#00707f', '#9c2f63'] as const
