import { expect, test } from 'vitest'
import { LinePoints } from '../../../src/routing/details/route-line.ts'
import { ArcShapes } from '../../../src/routing/matrix/arc-shapes.ts'
import { turningPoints } from '../../../src/geo/climb.ts'
import { randomGraph } from '../../support/random-graph.ts'
import { runSeeds } from '../../support/run-seed.ts'

const turnsOf = (heightM: number[]): number[] => turningPoints(heightM, 0, heightM.length).map((i) => heightM[i])

test('the points of a whole arc are those that a line along it gets, all or those that turn, however often they are requested', () => {
  let points = 0
  let leftOut = 0
  for (const seed of runSeeds(40)) {
    const graph = randomGraph(seed, { columns: 4, rows: 4 })
    const shapes = new ArcShapes(graph)
    const line = new LinePoints(graph)
    line.reserve(1000)
    const { edgeLengthMm } = graph.columns
    for (let times = 0; times < 2; times++)
      for (let arc = 0; arc < 2 * graph.edgeCount; arc++) {
        const lengthMm = edgeLengthMm[arc >>> 1]
        const shape = shapes.find(arc, lengthMm)
        if (lengthMm === 0) {
          expect(shape).toBeNull()
          continue
        }
        line.count = 1
        line.atMm[0] = 5000
        line.pushArc(arc, 0, lengthMm, lengthMm, 7000)
        const { first, end, hasVoid, startM, lonE6, latE6 } = shape!
        const all = [...line.heightM.slice(1, line.count)]
        const allAt = [...line.atMm.slice(1, line.count)]
        const kept = [...shapes.heightM.slice(first, end)]
        const keptAt = [...shapes.atMm.slice(first, end)].map((atMm) => atMm + 7000)
        expect({ lonE6, latE6 }).toEqual({ lonE6: line.lonE6[line.count - 1], latE6: line.latE6[line.count - 1] })
        expect(hasVoid).toBe(all.some(Number.isNaN))
        if (Number.isNaN(startM)) {
          expect(kept).toEqual(all)
          expect(keptAt).toEqual(allAt)
        } else {
          expect(kept).toEqual(keptAt.map((atMm) => all[allAt.indexOf(atMm)]))
          expect(keptAt.at(-1)).toBe(allAt.at(-1))
          expect(turnsOf([startM, ...kept])).toEqual(turnsOf([startM, ...all]))
          leftOut += all.length - kept.length
        }
        points += end - first
      }
    shapes.clear()
  }
  expect(points).toBeGreaterThan(100)
  expect(leftOut).toBeGreaterThan(10)
})
