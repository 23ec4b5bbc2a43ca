// The default hike avoids asphalt as walkers do (decision: signed-trails): over random pairs of three regions no other
// way is quicker and at least 300 m less paved at no harder grade, unless it follows more cars or, with `prefer`, less
// of a signed trail on paths. The figures by mode: npm run bench -- asphalt.

import { describe, expect, test } from 'vitest'
import { caseCount } from '../support/case-count.ts'
import { hasAndorra, networkOf } from '../support/prepared-regions.ts'
import {
  BAYREUTH,
  hasBayreuth,
  hasLessSignedPath,
  hasMoreRoad,
  hikesOver,
  isQuickerAndLessPaved,
  MOST_APART_M,
  OTHER_WAYS,
  randomPairs,
  readNetwork,
} from '../support/random-hikes.ts'

const PAIRS = caseCount(60, 400)
const REGIONS = [
  { name: 'demo' as const, isThere: true, open: () => networkOf('demo') },
  { name: 'andorra' as const, isThere: hasAndorra, open: () => networkOf('andorra') },
  { name: 'bayreuth' as const, isThere: hasBayreuth, open: () => readNetwork(BAYREUTH.map, BAYREUTH.heights) },
]

describe.each(REGIONS.filter(({ isThere }) => isThere))('$name', ({ name, open }) => {
  test('no other way is quicker and less paved, with no more cars and no less of a signed trail on paths', async () => {
    const graph = await open()
    const plan = hikesOver(graph)
    const exceptions: unknown[] = []
    let count = 0
    for (const waypoints of randomPairs(graph, MOST_APART_M[name], 45)) {
      const [hike, ...alternatives] = plan(waypoints, { alternatives: 3 })
      if (hike === undefined) continue
      const others = [...alternatives, ...OTHER_WAYS.flatMap((input) => plan(waypoints, input))]
      const better = others.filter((other) => isQuickerAndLessPaved(other, hike) && !hasMoreRoad(other, hike))
      const unexplained = better.filter((other) => !hasLessSignedPath(other, hike))
      if (unexplained.length > 0) exceptions.push({ waypoints, hike, unexplained })
      // without signs there is only the first exception
      const [plain] = plan(waypoints, { markedTrails: 'off' })
      const plainly = others.filter((other) => isQuickerAndLessPaved(other, plain) && !hasMoreRoad(other, plain))
      if (plainly.length > 0) exceptions.push({ waypoints, plain, plainly })
      if (++count === PAIRS) break
    }
    expect(exceptions).toEqual([])
  })
})
