// Where ways cross at two levels a point lies equally near both. Of these places those are meant that make the whole
// route cheapest: the levels that go with the neighbouring points. Of equal ones the first counts, which is on the
// surface where there is one.

import { stopIfCancelled } from '../search/search-types.ts'
import type { Choice } from './leg-tables.ts'
import type { FindLegsInput } from './legs-input.ts'
import { searchLeg } from './search-leg.ts'
import type { SnapPoint } from './snap-waypoints.ts'

/** More than any path costs: where none leads to a level, the route fails later, and says why. */
const NO_PATH_COST = 1e15

/** One place for each point; `levels` has at least one. Only legs at points with several are searched. */
export function chooseLevels(
  input: FindLegsInput,
  choice: Choice,
  levels: readonly (readonly SnapPoint[])[],
  isSearched: (leg: number) => boolean,
): SnapPoint[] {
  if (levels.every(({ length }) => length === 1)) return levels.map(([point]) => point)
  const costOf = (leg: number, from: SnapPoint, to: SnapPoint): number => {
    if (!isSearched(leg) || (levels[leg].length === 1 && levels[leg + 1].length === 1)) return 0
    stopIfCancelled(input.control.cancelled)
    input.onLeg?.(leg)
    const { answer } = searchLeg(input, choice, from, to)
    return typeof answer === 'string' ? NO_PATH_COST : answer.cost
  }
  let best = levels[0].map((point) => ({ cost: 0, chain: [point] }))
  for (let w = 1; w < levels.length; w++)
    best = levels[w].map((point) => {
      const costs = best.map(({ cost, chain }) => cost + costOf(w - 1, chain[w - 1], point))
      const k = costs.indexOf(Math.min(...costs))
      return { cost: costs[k], chain: [...best[k].chain, point] }
    })
  return best.reduce((a, b) => (b.cost < a.cost ? b : a)).chain
}
