import { describe, expect, test } from 'vitest'
import { english } from '../../../src/language/catalogue-files.ts'
import { CostModel } from '../../../src/routing/costs/cost-model.ts'
import { costSettings, applySettings } from '../../../src/routing/costs/route-settings.ts'
import type { LoopThrough, ThroughPlace } from '../../../src/routing/round-trips/loop-types.ts'
import { RoundTripPlanner } from '../../../src/routing/round-trips/round-trips.ts'
import { listLoops } from '../../support/loop-oracle.ts'
import { tinyGraph, type TinyGraph } from '../../support/tiny-graph.ts'

const engine = { name: 'waypost' as const, version: 'test', networkRelease: 'tiny', terrainRelease: null }
const BOX = { bbox: [1, 42, 2, 43] as [number, number, number, number] }
/** Edges of 400 m; X and Y hang at dead ends. */
const GRID = `
A-B-C-D---X
| | | |
E-F-G-H
| | | |
I-J-K-L
| | | |
M-N-O-P---Y
`
const NODES = 'ABCDEFGHIJKLMNOP'

const grid = tinyGraph(GRID, { meta: BOX, cellM: 200 })
const planner = new RoundTripPlanner(grid.graph, { engine })

const placeAt = (tiny: TinyGraph, name: string): ThroughPlace => ({
  id: name.charCodeAt(0),
  name,
  kind: 'hut',
  location: tiny.at(name),
})

function loopsThrough(names: string, { atLeast = 0, distanceM = 3200, alternatives = 0 } = {}) {
  const places = [...names].map((name) => placeAt(grid, name))
  const throughPlaces: LoopThrough =
    atLeast === 0 ? { required: places, choice: [], atLeast: 0 } : { required: [], choice: places, atLeast }
  const requested = { places: places.map(({ id }) => id) }
  return planner.findRoundTrips({ start: grid.at('F'), distanceM, alternatives, through: requested, throughPlaces })
}

const passed = ({ through }: { through?: ThroughPlace[] }) => through!.map(({ name }) => name).join('')

/** Nodes by the loops of about this length that pass them, by plain enumeration. */
const reachable = (() => {
  const table = new CostModel(grid.graph).table(costSettings(applySettings({ waypoints: [] }).settings))
  const loops = listLoops(grid.graph, table, grid.node('F'), 2_880_000, 3_520_000)
  return loops
    .filter(({ lengthMm, repeatedMm }) => repeatedMm <= 0.2 * lengthMm)
    .map(({ arcs }) => new Set(arcs.map((arc) => grid.graph.arcTarget(arc))))
})()

describe('a loop through places', () => {
  test('passes a place wherever a plain enumeration finds a loop that does', () => {
    const differ = [...NODES].filter((name) => {
      const isThere = reachable.some((nodes) => nodes.has(grid.node(name)))
      const [loop] = loopsThrough(name).loops
      const isFound = passed(loop) === name && loop.status === 'complete'
      return isThere && !isFound
    })
    expect(differ).toEqual([])
    expect(reachable.length).toBeGreaterThan(10)
  })

  test('passes two places wherever a plain enumeration finds a loop that does, or nearly everywhere', () => {
    let there = 0
    let found = 0
    for (const a of NODES)
      for (const b of NODES) {
        if (a >= b || !reachable.some((nodes) => nodes.has(grid.node(a)) && nodes.has(grid.node(b)))) continue
        there++
        if (passed(loopsThrough(a + b).loops[0]).length === 2) found++
      }
    expect(there).toBeGreaterThan(50)
    expect(found / there).toBeGreaterThanOrEqual(0.95)
  })

  test('passes so many of a choice, and tells which', () => {
    const { loops, request } = loopsThrough('CLO', { atLeast: 1, alternatives: 1 })
    for (const loop of loops) expect(passed(loop).length).toBeGreaterThanOrEqual(1)
    expect(passed(loopsThrough('CKL', { atLeast: 2 }).loops[0]).length).toBeGreaterThanOrEqual(2)
    expect(request.through).toEqual({ places: [67, 76, 79] })
  })

  test('passes a place within 100 m of it, and none beyond', () => {
    const metresOff = (metres: number): ThroughPlace => {
      // west of A, the north-western corner
      const [, lat] = grid.at('A')
      return { ...placeAt(grid, 'A'), location: [grid.place(-metres / 200, 0)[0], lat] }
    }
    const statusAt = (metres: number) => {
      const throughPlaces: LoopThrough = { required: [metresOff(metres)], choice: [], atLeast: 0 }
      return planner.findRoundTrips({ start: grid.at('F'), distanceM: 3200, through: { places: [1] }, throughPlaces })
        .status
    }
    expect([99, 101].map(statusAt)).toEqual(['complete', 'rough'])
  })

  test('is one of as many as are requested, where there are so many', () => {
    expect([0, 1, 2, 3].map((alternatives) => loopsThrough('', { alternatives }).loops.length)).toEqual([1, 2, 3, 4])
  })

  test('is rough with the reason where it misses one', () => {
    const { status, reason, loops } = loopsThrough('X')
    expect([status, english.render(reason!)]).toEqual(['rough', 'No loop was found that passes a requested place.'])
    expect(passed(loops[0])).toBe('')
    expect(english.render(loopsThrough('XC').reason!)).toBe(
      'No loop was found that passes all, this one misses 1 of 2.',
    )
  })

  test('is the same as ever where nothing is to be passed', () => {
    const plain = planner.findRoundTrips({ start: grid.at('F'), distanceM: 3200 })
    expect(plain.loops[0]).not.toHaveProperty('through')
    expect(plain.request).not.toHaveProperty('through')
  })
})
