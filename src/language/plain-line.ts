// Names and other values of the map or of a user without what would break the text around them or turn it around. Pure.

/** Of the direction of what follows: embeddings, overrides, isolates. */
export const DIRECTIONS = /[\u202a-\u202e\u2066-\u2069]/g
const BREAKS = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g
const ANY_OF_BOTH = /[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/

/** On one line, in the direction of its letters. */
export const toPlainLine = (text: string): string =>
  ANY_OF_BOTH.test(text) ? text.replace(DIRECTIONS, '').replace(BREAKS, ' ') : text
