// What a cue tells to do, in words of our own that every format can say, and how FIT and TCX say it. The types of
// maneuvers (src/routing/route/) and of files both come down to these.

import { LANGUAGES, rendererFor } from '../../language/catalogue-files.ts'
import { type Sentence, say } from '../../language/sentence.ts'

export const CUE_TYPES = [
  'left',
  'right',
  'straight',
  'slight_left',
  'slight_right',
  'sharp_left',
  'sharp_right',
  'u_turn',
  'other',
] as const
export type CueType = (typeof CUE_TYPES)[number]

/** In GPX cues are points of a route of this type. */
export const CUE_ROUTE = 'cues'
/** In KML they are placemarks in a folder of this name, described by the word of their type. */
export const CUE_FOLDER = say('cue.folder')
export const cueWord = (type: CueType): Sentence => say(`cue.type.${type}`)

/** In every language. */
const textsOf = (sentence: Sentence): string[] => LANGUAGES.map((tag) => rendererFor(tag).render(sentence))

let folderNames: ReadonlySet<string> | undefined
export function isCueFolder(name: string | null): boolean {
  folderNames ??= new Set(textsOf(CUE_FOLDER))
  return name !== null && folderNames.has(name)
}

let typesByWord: ReadonlyMap<string, CueType> | undefined
/** Of a word in any language; null: of no type. */
export function readCueWord(word: string | null): CueType | null {
  typesByWord ??= new Map(CUE_TYPES.flatMap((type) => textsOf(cueWord(type)).map((text) => [text, type] as const)))
  return word === null ? null : (typesByWord.get(word) ?? null)
}

/** TCX demands a name of a course. Readers take this one for none, unless the notes begin with it. */
export const NAMELESS = say('label.course')

let namelessTexts: ReadonlySet<string> | undefined
export function isNameless(name: string | null): boolean {
  namelessTexts ??= new Set(textsOf(NAMELESS))
  return name !== null && namelessTexts.has(name)
}

/** Of a word that a file holds; anything unknown is `other`. */
export const readCueType = (word: string | null): CueType => CUE_TYPES.find((type) => type === word) ?? 'other'

/** FIT's enum `course_point` (Profile, 21.x): 0 generic. */
const FIT_TYPES: Record<CueType, number> = {
  left: 6,
  right: 7,
  straight: 8,
  slight_left: 19,
  sharp_left: 20,
  slight_right: 21,
  sharp_right: 22,
  u_turn: 23,
  other: 0,
}
export const FIT_GENERIC = 0
export const toFitType = (type: CueType): number => FIT_TYPES[type]
/** Null: a place, not a turn. */
export const fromFitType = (value: number): CueType | null =>
  CUE_TYPES.find((type) => type !== 'other' && FIT_TYPES[type] === value) ?? null

/** A word or two for a turn, for formats whose names are short: at most 10 characters; null: it is none. */
export const shortCue = (type: CueType): Sentence | null => (type === 'other' ? null : say(`cue.short.${type}`))

let shortCues: ReadonlySet<string> | undefined

/** Whether it says no more than the turn, in any language. */
export function isShortCue(words: string): boolean {
  shortCues ??= new Set(CUE_TYPES.flatMap((type) => shortCue(type) ?? []).flatMap(textsOf))
  return shortCues.has(words)
}

/** TCX (TrainingCenterDatabasev2, CoursePointType_t) knows three turns. */
export const TCX_GENERIC = 'Generic'
export function toTcxType(type: CueType): string {
  if (type.endsWith('left')) return 'Left'
  if (type.endsWith('right')) return 'Right'
  return type === 'straight' ? 'Straight' : TCX_GENERIC
}
/** Null: a place, not a turn. */
export const fromTcxType = (word: string): CueType | null =>
  word === 'Left' ? 'left' : word === 'Right' ? 'right' : word === 'Straight' ? 'straight' : null

/** Of a maneuver's type, such as `turn_left` or `keep_right`. */
export function cueOfManeuver(type: string): CueType {
  const side = type.endsWith('left') ? 'left' : type.endsWith('right') ? 'right' : null
  if (side === null) return type === 'u_turn' ? 'u_turn' : type === 'continue' ? 'straight' : 'other'
  if (type.startsWith('sharp')) return `sharp_${side}`
  return type.startsWith('slight') || type.startsWith('keep') ? `slight_${side}` : side
}
