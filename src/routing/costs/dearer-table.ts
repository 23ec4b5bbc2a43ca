// Whether what other settings still have to pay is a lower bound for one setting: because it only makes things dearer
// than another, or than shares of two others together. Pure.

import type { CostTable } from './arc-cost.ts'

/**
 * Shares are sums of rounded numbers. By this factor an arc may be bounded too high: less than 1 in all on a path that
 * costs less than 1e11, and costs are whole numbers.
 */
const ROUNDING = 1 + 1e-12

/**
 * Whether no arc of any network with these classes costs less under `table` than under `other`. Every term of the
 * cost grows with its coefficient, and rounding up keeps the order, so comparing the coefficients proves it.
 */
export function isNowhereCheaper(table: CostTable, other: CostTable): boolean {
  if (table.perAscentDm < other.perAscentDm || table.perDescentDm < other.perDescentDm) return false
  if (table.flatPenalty < other.flatPenalty || table.factor.length !== other.factor.length) return false
  const { factor, fallFactor = factor, fixed } = table
  const { factor: otherFactor, fallFactor: otherFall = otherFactor, fixed: otherFixed } = other
  for (let slot = 0; slot < factor.length; slot++) {
    if (factor[slot] === Infinity) continue
    if (factor[slot] < otherFactor[slot] || fallFactor[slot] < otherFall[slot]) return false
    if (otherFixed !== undefined && (fixed?.[slot] ?? 0) < otherFixed[slot]) return false
  }
  return true
}

/**
 * The share of `b`, between 0 and 1, with which no arc costs more than under `table` if `a` makes up the rest; null if
 * there is none. Both must be rounded down (`isBound`). The share is that of their climbs; that the rest fits is proven
 * by the coefficients: a cost is linear in each, and in how level an arc is, so comparing both ends of that proves it.
 */
export function shareOf(table: CostTable, a: CostTable, b: CostTable): number | null {
  if (a.isBound !== true || b.isBound !== true) return null
  const share = (table.perAscentDm - a.perAscentDm) / (b.perAscentDm - a.perAscentDm)
  if (!(share > 0 && share < 1)) return null
  const isAtMost = (ofA: number, ofB: number, own: number) => (1 - share) * ofA + share * ofB <= own * ROUNDING
  const { factor } = table
  if (factor.length !== a.factor.length || factor.length !== b.factor.length) return null
  if (!isAtMost(a.perAscentDm, b.perAscentDm, table.perAscentDm)) return null
  if (!isAtMost(a.perDescentDm, b.perDescentDm, table.perDescentDm)) return null
  const [levelA, levelB, level] = [1 + a.flatPenalty, 1 + b.flatPenalty, 1 + table.flatPenalty]
  for (let slot = 0; slot < factor.length; slot++) {
    if (factor[slot] === Infinity) continue
    for (const column of ['factor', 'fallFactor'] as const) {
      const [ofA, ofB, own] = [a, b, table].map((one) => (one[column] ?? one.factor)[slot])
      if (!isAtMost(ofA, ofB, own) || !isAtMost(ofA * levelA, ofB * levelB, own * level)) return null
    }
    if (!isAtMost(a.fixed?.[slot] ?? 0, b.fixed?.[slot] ?? 0, table.fixed?.[slot] ?? 0)) return null
  }
  return share
}
