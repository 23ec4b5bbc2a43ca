// What the page knows of a language, from a meta element. Types only.

export interface PageLanguage {
  /** BCP 47 */
  tag: string
  /** in itself */
  name: string
  /** no person has read it */
  isMachineMade: boolean
  /** has all sentences */
  isWhole: boolean
  /** addresses, relative to the page; words are null where the page has them already */
  words: string | null
  sentences: string
}
