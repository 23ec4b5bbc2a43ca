// Chance that comes again: the same seed and name make the same numbers on every machine.

export interface Random {
  /** 0 <= x < 1 */
  next(): number
  /** a whole number, both ends included */
  between(least: number, most: number): number
  pick<T>(list: readonly T[]): T
}

export function randomOf(seed: number, name: string): Random {
  // FNV-1a of the name, then mulberry32
  let state = seed ^ 0x811c9dc5
  for (let i = 0; i < name.length; i++) state = Math.imul(state ^ name.charCodeAt(i), 0x01000193)
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
  const between = (least: number, most: number): number => least + Math.floor(next() * (most - least + 1))
  return { next, between, pick: (list) => list[between(0, list.length - 1)] }
}
