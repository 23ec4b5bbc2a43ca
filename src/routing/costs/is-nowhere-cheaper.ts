// Whether what another setting still has to pay is a lower bound for one setting, because it only makes things more
// expensive. Pure.

import type { CostTable } from './arc-cost.ts'

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
