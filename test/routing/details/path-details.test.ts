// Which hazards of an edge are on a line that follows a part of it, in either direction.

import { describe, expect, test } from 'vitest'
import { hazardsOf, indexHazards } from '../../../src/routing/details/path-details.ts'
import { RouteLineBuilder } from '../../../src/routing/details/route-line.ts'
import { unsnapped } from '../../../src/routing/legs/snap-waypoints.ts'
import { tinyGraph } from '../../support/tiny-graph.ts'

const tiny = tinyGraph('A--B', {
  cellM: 100,
  edges: {
    AB: {
      lengthMm: 300_000,
      hazards: [
        { kind: 'aid', fromM: 100, toM: 200, wayId: 7 },
        { kind: 'ford', fromM: 100, toM: 100, wayId: 0 },
      ],
    },
  },
})

/** From one place to another in metres along AB, or back. */
function hazardsBetween(fromM: number, toM: number) {
  const [arc, startM, endM] = fromM <= toM ? [0, fromM, toM] : [1, 300 - fromM, 300 - toM]
  const path = { arcs: Uint32Array.of(arc), startMm: startM * 1000, endMm: endM * 1000 }
  const ends = { from: unsnapped(tiny.at('A')), to: unsnapped(tiny.at('B')) }
  const line = new RouteLineBuilder(tiny.graph).build([
    { ...ends, path: { ...path, cost: 1, complete: true, lowerBound: 1 } },
  ])
  return hazardsOf(tiny.graph, indexHazards(tiny.graph), line)
}
const shown = (fromM: number, toM: number, kind: string) =>
  hazardsBetween(fromM, toM)
    .filter((hazard) => hazard.kind === kind)
    .map((hazard) => [hazard.fromM, hazard.toM, hazard.lengthM])

describe('a stretch', () => {
  test.each([
    ['all of it', 0, 300, [[100, 200, 100]]],
    ['its beginning', 0, 150, [[100, 150, 50]]],
    ['its end', 150, 300, [[0, 50, 50]]],
    ['its middle', 120, 180, [[0, 60, 60]]],
    ['its first decimetre', 0, 100.1, [[100, 100.1, 0.1]]],
    ['its last decimetre', 199.9, 300, [[0, 0.1, 0.1]]],
    ['a line up to it', 0, 100, []],
    ['a line from its end', 200, 300, []],
    ['a line before it', 0, 99, []],
    ['a line after it', 201, 300, []],
  ] as [string, number, number, number[][]][])('%s', (_, fromM, toM, expected) => {
    expect(shown(fromM, toM, 'aid')).toEqual(expected)
    const lengthM = toM - fromM
    const tenths = (m: number) => Math.round(m * 10) / 10
    const mirrored = expected.map(([from, to, length]) => [tenths(lengthM - to), tenths(lengthM - from), length])
    expect(shown(toM, fromM, 'aid')).toEqual(mirrored)
  })
})

test('a place is on every line that has it, at its ends too', () => {
  expect(shown(0, 300, 'ford')).toEqual([[100, 100, 0]])
  expect(shown(0, 100, 'ford')).toEqual([[100, 100, 0]])
  expect(shown(100, 300, 'ford')).toEqual([[0, 0, 0]])
  expect(shown(300, 100, 'ford')).toEqual([[200, 200, 0]])
  expect(shown(0, 99.9, 'ford')).toEqual([])
  expect(shown(300, 100.1, 'ford')).toEqual([])
})

test('a hazard has the number of its way, null where the map has none', () => {
  expect(hazardsBetween(0, 300).map(({ kind, wayId }) => [kind, wayId])).toEqual([
    ['ford', null],
    ['aid', 7],
  ])
})
