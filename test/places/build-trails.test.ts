// Lines of stages: forgotten once nobody asks for them again, and never missed.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ByteFile } from '../../src/storage/byte-file.ts'
import { SIDE, RelationList } from '../../src/places/collected-lists.ts'
import { StageLines, stagesOf, type TrailLine } from '../../src/places/build-trails.ts'

interface Member {
  isWay: boolean
  /** a way, or a route that may be missing */
  osmId: number
  isSide: boolean
}

/** Routes of ways and of each other: stages, stages of stages, loops, side lines. */
const anyRoutes = fc.array(
  fc.array(fc.record({ isWay: fc.boolean(), osmId: fc.nat(13), isSide: fc.nat(5).map((n) => n === 0) }), {
    maxLength: 5,
  }),
  { maxLength: 12 },
)

function listOf(routes: readonly Member[][]): RelationList {
  const list = new RelationList(new ByteFile('never made'))
  routes.forEach((members, id) => {
    list.add(id, new Map())
    for (const { isWay, osmId, isSide } of members) list.addMember(isWay, osmId, isSide ? SIDE : 0)
  })
  return list
}

interface Keeper {
  take(route: number): TrailLine | null
  keep(route: number, line: TrailLine): void
}

/** The lines of all routes by index: members joined without any order, as deep as the import goes. */
function linesOf(routes: readonly Member[][], lines: Keeper): TrailLine[] {
  const lineOf = (route: number, depth: number): TrailLine => {
    const known = lines.take(route)
    if (known !== null) return known
    if (depth > 3) return { parts: [], missingWays: 0 }
    lines.keep(route, { parts: [], missingWays: 0 })
    const line: TrailLine = { parts: [], missingWays: 0 }
    for (const { isWay, osmId, isSide } of routes[route]) {
      if (isSide) continue
      if (isWay && osmId === 13) line.missingWays++
      else if (isWay) line.parts.push({ sites: [osmId, route, osmId + 1], ways: [-1, osmId, osmId] })
      else if (osmId < routes.length) {
        const stage = lineOf(osmId, depth + 1)
        line.parts.push(...stage.parts)
        line.missingWays += stage.missingWays
      }
    }
    lines.keep(route, line)
    return line
  }
  return routes.map((_, route) => lineOf(route, 0))
}

describe('StageLines', () => {
  test('gives the lines that keeping every line gives, and keeps none in the end', () => {
    fc.assert(
      fc.property(anyRoutes, (routes) => {
        const kept = new Map<number, TrailLine>()
        const every = linesOf(routes, {
          take: (route) => kept.get(route) ?? null,
          keep: (route, line) => void kept.set(route, line),
        })
        const stages = new StageLines(listOf(routes))
        expect(linesOf(routes, stages)).toEqual(every)
        expect(stages.keptCount).toBe(0)
      }),
    )
  })

  test('keeps nothing of routes that are no stages', () => {
    const routes = Array.from({ length: 5 }, (_, osmId): Member[] => [{ isWay: true, osmId, isSide: false }])
    const stages = new StageLines(listOf(routes))
    let most = 0
    linesOf(routes, {
      take: (route) => stages.take(route),
      keep(route, line) {
        stages.keep(route, line)
        most = Math.max(most, stages.keptCount)
      },
    })
    expect(most).toBe(0)
  })
})

test('stages are the members that are routes, in order, whatever their role', () => {
  const list = listOf([
    [
      { isWay: true, osmId: 1, isSide: false },
      { isWay: false, osmId: 1, isSide: true },
      { isWay: false, osmId: 9, isSide: false },
      { isWay: false, osmId: 0, isSide: false },
    ],
    [],
  ])
  expect(stagesOf(list, 0)).toEqual([1, 0])
  expect(stagesOf(list, 1)).toEqual([])
})
