// Ascent and descent of a route and of its legs, by the turning points of src/geo/climb.ts over the joined line.
// The climb is counted once, over the whole line, and each leg gets its share of it, so that legs add up to the total.
// Straight legs and void heights split the line: climb is never counted across them; where nothing is known it is null.

import { turningPoints } from '../../geo/climb.ts'
import type { RouteLine } from './route-line.ts'

export interface RouteClimb {
  /** decimetres; null where no height of a travelled part is known */
  ascentDm: number | null
  descentDm: number | null
  legs: { ascentDm: number | null; descentDm: number | null }[]
  /** travelled metres without height, in decimetres (straight legs not among them) */
  unknownDm: number
}

// climb from the start to a point; read only where legs begin and end, so only that is written
let upM = new Float64Array(1024)
let downM = new Float64Array(1024)

export function climbOfRoute(line: RouteLine): RouteClimb {
  const { heightM, atMm, legFirstPoint, legFirstStep, stepArc } = line
  if (upM.length < heightM.length) {
    upM = new Float64Array(heightM.length * 2)
    downM = new Float64Array(heightM.length * 2)
  }
  const legCount = legFirstPoint.length - 1
  const legs: RouteClimb['legs'] = []
  let unknownMm = 0
  let up = 0
  let down = 0
  let knownSomewhere = false
  const knownOfLeg: boolean[] = []
  let nextLeg = 0
  const isStraight = (l: number) => legFirstStep[l + 1] > legFirstStep[l] && stepArc[legFirstStep[l]] === -1
  for (let l = 0; l < legCount; ) {
    const first = legFirstPoint[l]
    if (isStraight(l)) {
      upM[legFirstPoint[l + 1]] = up
      downM[legFirstPoint[l + 1]] = down
      knownOfLeg[l++] = false
      continue
    }
    let next = l + 1
    while (next < legCount && !isStraight(next)) next++
    const last = legFirstPoint[next]
    // runs of known heights between voids, inside the routed legs l .. next - 1
    for (let p = first; p <= last; ) {
      if (Number.isNaN(heightM[p])) {
        upM[p] = up
        downM[p] = down
        if (p > first) unknownMm += atMm[p] - atMm[p - 1]
        p++
        continue
      }
      if (p > first) unknownMm += atMm[p] - atMm[p - 1] // from a void to the first known height
      let end = p + 1
      while (end <= last && !Number.isNaN(heightM[end])) end++
      upM[p] = up
      downM[p] = down
      const pivots = turningPoints(heightM, p, end)
      for (let k = 1; k < pivots.length; k++) {
        const from = pivots[k - 1]
        const to = pivots[k]
        const change = heightM[to] - heightM[from]
        let reached = 0
        while (legFirstPoint[nextLeg] <= from) nextLeg++
        for (let q = from + 1; q < to && legFirstPoint[nextLeg] < to; q++) {
          // share of this climb reached so far: the extreme height up to here, so that it never falls
          const gone = change > 0 ? heightM[q] - heightM[from] : heightM[from] - heightM[q]
          if (gone > reached) reached = Math.min(gone, Math.abs(change))
          upM[q] = change > 0 ? up + reached : up
          downM[q] = change > 0 ? down : down + reached
        }
        if (change > 0) up += change
        else down -= change
        upM[to] = up
        downM[to] = down
      }
      p = end
    }
    for (let k = l; k < next; k++) {
      knownOfLeg[k] = false
      for (let p = legFirstPoint[k]; p < legFirstPoint[k + 1]; p++)
        if (!Number.isNaN(heightM[p]) && !Number.isNaN(heightM[p + 1])) {
          knownOfLeg[k] = true
          break
        }
      // a leg that goes nowhere climbs nothing, if the height there is known
      if (legFirstPoint[k] === legFirstPoint[k + 1]) knownOfLeg[k] = !Number.isNaN(heightM[legFirstPoint[k]])
    }
    l = next
  }
  const dm = (m: number) => Math.round(m * 10)
  for (let l = 0; l < legCount; l++) {
    const from = legFirstPoint[l]
    const to = legFirstPoint[l + 1]
    knownSomewhere ||= knownOfLeg[l]
    legs.push(
      knownOfLeg[l]
        ? { ascentDm: dm(upM[to]) - dm(upM[from]), descentDm: dm(downM[to]) - dm(downM[from]) }
        : { ascentDm: null, descentDm: null },
    )
  }
  return {
    ascentDm: knownSomewhere ? dm(up) : null,
    descentDm: knownSomewhere ? dm(down) : null,
    legs,
    unknownDm: Math.round(unknownMm / 100),
  }
}
