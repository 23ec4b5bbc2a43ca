// Everything that is German, in one file of the page, which comes only where it is spoken.

export { de } from './de.ts'
export { toGerman } from './de-sentences.ts'
