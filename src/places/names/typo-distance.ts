// How many edits separate two folded texts, and how many edits a text of a given length is allowed. One edit is a
// letter too many, missing, wrong, or two neighbours swapped (Damerau-Levenshtein, optimal string alignment). Bounded:
// it stops once the bound cannot be met. Pure; works on UTF-16 units, so a letter beyond the BMP may count as two.

/** Up to STRICT_LETTERS no edit is allowed, up to ONE_TYPO_LETTERS one; longer texts are allowed two. */
const STRICT_LETTERS = 3
const ONE_TYPO_LETTERS = 8

/** Edits allowed in a word or text of this many letters: 0, 1 or 2. */
export function allowedTypos(letters: number): number {
  return letters <= STRICT_LETTERS ? 0 : letters <= ONE_TYPO_LETTERS ? 1 : 2
}

/** Texts longer than this are never compared by edits. */
const MAX_TYPO_LENGTH = 120

let older = new Uint8Array(MAX_TYPO_LENGTH + 2)
let previous = new Uint8Array(MAX_TYPO_LENGTH + 2)
let current = new Uint8Array(MAX_TYPO_LENGTH + 2)

/** Edits from `a` to `b`, or `max + 1` if there are more than `max` (0..3). */
export function typoDistance(a: string, b: string, max: number): number {
  return typos(a, b, max, false)
}

/** Edits from `a` to the best beginning of `b`, or `max + 1`: what is not typed yet costs nothing. */
export function prefixTypoDistance(a: string, b: string, max: number): number {
  return typos(a, b.length > a.length + max ? b.slice(0, a.length + max) : b, max, true)
}

function typos(a: string, b: string, max: number, openEnd: boolean): number {
  if (a === b) return 0
  const tooFar = max + 1
  if (a.length > MAX_TYPO_LENGTH || b.length > MAX_TYPO_LENGTH) return tooFar
  if (a.length - b.length > max || (!openEnd && b.length - a.length > max)) return tooFar
  // a common beginning changes nothing
  let start = 0
  while (start < a.length && start < b.length && a.charCodeAt(start) === b.charCodeAt(start)) start++
  if (start > 0) start--
  const columns = b.length - start
  for (let j = 0; j <= columns; j++) previous[j] = j > tooFar ? tooFar : j
  for (let i = 1; i <= a.length - start; i++) {
    const letter = a.charCodeAt(start + i - 1)
    const before = i > 1 ? a.charCodeAt(start + i - 2) : -1
    // only a band along the diagonal can stay within the bound
    const from = Math.max(1, i - max)
    const to = Math.min(columns, i + max)
    current[from - 1] = from === 1 ? Math.min(i, tooFar) : tooFar
    let best = current[from - 1]
    for (let j = from; j <= to; j++) {
      const other = b.charCodeAt(start + j - 1)
      let cost = previous[j - 1] + (letter === other ? 0 : 1)
      const left = current[j - 1] + 1
      if (left < cost) cost = left
      const up = (j === i + max ? tooFar : previous[j]) + 1
      if (up < cost) cost = up
      if (j > 1 && i > 1 && letter === b.charCodeAt(start + j - 2) && before === other && older[j - 2] + 1 < cost)
        cost = older[j - 2] + 1
      if (cost > tooFar) cost = tooFar
      current[j] = cost
      if (cost < best) best = cost
    }
    if (best > max) return tooFar
    const spare = older
    older = previous
    previous = current
    current = spare
  }
  const rows = a.length - start
  if (!openEnd) return Math.abs(rows - columns) > max ? tooFar : previous[columns]
  let best = tooFar
  for (let j = Math.max(0, rows - max); j <= Math.min(columns, rows + max); j++)
    if (previous[j] < best) best = previous[j]
  return best
}
