// The words under which a place is found: the folded words of every name, the whole name without spaces, and marks for
// its kind and position; and for near misses the deletion neighbourhood of a word (Garbe, SymSpell 2012): what is left
// of its first PREFIX_LETTERS letters when up to two are removed. Words of two texts within two edits share one of
// them. The import and the queries use the same functions, so that they always agree. Pure.

import type { Box } from '../geo/lon-lat.ts'
import { letterCount, searchForms, wordsOf } from './names/normalise-name.ts'
import { allowedTypos, typoDistance, prefixTypoDistance } from './names/typo-distance.ts'

/** Prefix of a token that is a whole name without spaces; folded names never contain it. */
export const JOINED = '¤'
const KIND = '¶'
const CELL = '§'
const PREFIX_LETTERS = 7
/** Shorter words are matched with typos only as whole words, never as beginnings of words. */
const PREFIX_TYPO_LETTERS = 5
/** Separates entries that lack two letters, so that looking for one typo meets fewer words. */
const TWO_LETTERS = 0x5bd1e995
const MAX_WORD_LETTERS = 60
const CELL_ZOOMS = [4, 7, 10] as const
const MAX_CELLS = 12

export interface NameTokens {
  /** whole folded names */
  forms: Set<string>
  /** words, and whole names of several words joined */
  words: Set<string>
}

export function tokensOfNames(names: readonly string[]): NameTokens {
  const forms = new Set<string>()
  const words = new Set<string>()
  for (const name of names) {
    for (const form of searchForms(name)) {
      forms.add(form)
      const parts = wordsOf(form)
      for (const part of parts) words.add(cut(part))
      if (parts.length > 1) words.add(JOINED + cut(parts.join('')))
    }
  }
  return { forms, words }
}

export const cut = (word: string): string => (word.length > MAX_WORD_LETTERS ? word.slice(0, MAX_WORD_LETTERS) : word)

export const kindToken = (word: string | number): string => KIND + String(word)

/** Marks for the position of a place, from coarse to fine. */
export function cellTokens(lon: number, lat: number): string[] {
  return CELL_ZOOMS.map((zoom) => cellToken(zoom, columnOf(lon, zoom), rowOf(lat, zoom)))
}

/** Marks for a line: of every cell that its box meets, or one for everywhere if these are many. */
export function cellTokensOfBox(box: Box): string[] {
  const tokens: string[] = []
  for (const zoom of CELL_ZOOMS) {
    const columns = 2 ** zoom
    const west = columnOf(box[0], zoom)
    const wide = ((columnOf(box[2], zoom) - west + columns) % columns) + 1
    const south = rowOf(box[1], zoom)
    const high = rowOf(box[3], zoom) - south + 1
    if (wide * high > MAX_CELLS || (box[0] > box[2] && wide === 1)) tokens.push(everywhere(zoom))
    else
      for (let x = 0; x < wide; x++)
        for (let y = 0; y < high; y++) tokens.push(cellToken(zoom, (west + x) % columns, south + y))
  }
  return tokens
}

const everywhere = (zoom: number): string => `${CELL}${zoom}`

/** Marks of which a place inside the box has one; returns null if the box is too large for them to help. */
export function cellsOfBox(box: Box): string[] | null {
  for (const zoom of CELL_ZOOMS.toReversed()) {
    const columns = 2 ** zoom
    const west = columnOf(box[0], zoom)
    const wide = ((columnOf(box[2], zoom) - west + columns) % columns) + 1
    const south = rowOf(box[1], zoom)
    const north = rowOf(box[3], zoom)
    if (box[0] > box[2] && wide === 1) continue
    if (wide * (north - south + 1) > MAX_CELLS) continue
    const cells: string[] = [everywhere(zoom)]
    for (let x = 0; x < wide; x++)
      for (let y = south; y <= north; y++) cells.push(cellToken(zoom, (west + x) % columns, y))
    return cells
  }
  return null
}

const cellToken = (zoom: number, x: number, y: number): string => `${CELL}${zoom}x${x}x${y}`
const columnOf = (lon: number, zoom: number): number =>
  Math.min(2 ** zoom - 1, Math.max(0, Math.floor(((lon + 180) / 360) * 2 ** zoom)))
const rowOf = (lat: number, zoom: number): number =>
  Math.min(2 ** zoom - 1, Math.max(0, Math.floor(((lat + 90) / 180) * 2 ** zoom)))

/**
 * 32-bit hashes of the neighbourhood under which a word of the catalogue is stored; entries that lack two letters are
 * marked as such.
 */
export function neighbourhoodOfWord(word: string): Int32Array {
  const text = word.startsWith(JOINED) ? word.slice(1) : word
  const letters = letterCount(text)
  const near = restsOf(text, letters >= 3 ? 1 : 0)
  const far = letters >= 7 ? restsOf(text, 2) : near
  return Int32Array.from(
    new Set(
      [...near]
        .map(hashOf)
        .concat([...far].filter((rest) => !near.has(rest)).map((rest) => hashOf(rest) ^ TWO_LETTERS)),
    ),
  )
}

/** The hashes to look up for a typed word, assuming up to `edits` (1 or 2) of the typos it is allowed. */
export function neighbourhoodOfQuestion(word: string, edits: number): Int32Array {
  const allowed = Math.min(edits, allowedTypos(letterCount(word)))
  const hashes = [...restsOf(word, allowed)].map(hashOf)
  return Int32Array.from(allowed < 2 ? hashes : hashes.concat(hashes.map((hash) => hash ^ TWO_LETTERS)))
}

/** What remains of the first letters when up to that many are removed. */
function restsOf(text: string, deletions: number): Set<string> {
  const rests = new Set<string>()
  const visit = (rest: string, left: number, from: number): void => {
    rests.add(rest)
    if (left === 0) return
    for (let i = from; i < rest.length; i++) visit(rest.slice(0, i) + rest.slice(i + 1), left - 1, i)
  }
  visit(text.slice(0, PREFIX_LETTERS), deletions, 0)
  return rests
}

/** FNV-1a over UTF-16 units, as a signed 32-bit integer. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return hash | 0
}

/**
 * Edits between a word of a question and one of the catalogue, Infinity where they are more than `edits` or than its
 * length forgives.
 */
export function editsBetween(requested: string, token: string, mayBeCutShort: boolean, edits = 2): number {
  const allowed = Math.min(edits, allowedTypos(letterCount(requested)))
  const whole = typoDistance(requested, token, allowed)
  if (whole <= allowed) return whole
  if (!mayBeCutShort || letterCount(requested) < PREFIX_TYPO_LETTERS) return Infinity
  const beginning = prefixTypoDistance(requested, token, allowed)
  return beginning <= allowed ? beginning + 0.5 : Infinity
}
