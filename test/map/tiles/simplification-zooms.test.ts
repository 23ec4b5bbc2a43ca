import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { SimplificationZooms } from '../../../src/map/tiles/feature-store.ts'

const DEEPEST = 14
const NEVER = 15

/** The same by its definition, part by part (Douglas and Peucker 1973). */
function zoomsOf(line: readonly number[], fromZoom: number, last: number): number[] {
  const zooms = line.slice(0, line.length / 2).fill(last)
  zooms[0] = 0
  zooms[zooms.length - 1] = 0
  const split = (from: number, to: number, least: number): void => {
    let [far, off] = [-1, -1]
    for (let i = from + 1; i < to; i++) {
      const away = distance(line, from, to, i)
      if (away > off) [far, off] = [i, away]
    }
    if (far < 0) return
    const zoom = off <= 0 ? NEVER : Math.min(NEVER, Math.max(least, 0, Math.ceil(Math.log2((3 * 2 ** 19) / off))))
    if (zoom >= last) return
    zooms[far] = zoom
    split(from, far, zoom)
    split(far, to, zoom)
  }
  if (fromZoom < last) split(0, zooms.length - 1, fromZoom)
  return zooms
}

function distance(line: readonly number[], from: number, to: number, i: number): number {
  const [dx, dy] = [line[2 * to] - line[2 * from], line[2 * to + 1] - line[2 * from + 1]]
  const [px, py] = [line[2 * i] - line[2 * from], line[2 * i + 1] - line[2 * from + 1]]
  const length2 = dx * dx + dy * dy
  const share = length2 === 0 ? 0 : Math.max(0, Math.min(1, (px * dx + py * dy) / length2))
  return Math.hypot(px - share * dx, py - share * dy)
}

describe('the zoom from which a vertex is needed', () => {
  test('is that of Douglas and Peucker, also on lines that turn back and on closed ones', () => {
    const coordinate = fc.integer({ min: 0, max: 2 ** 22 })
    fc.assert(
      fc.property(
        fc.array(fc.tuple(coordinate, coordinate), { minLength: 2, maxLength: 40 }),
        fc.boolean(),
        fc.boolean(),
        fc.integer({ min: 0, max: DEEPEST }),
        (points, closes, prunes, fromZoom) => {
          const line = (closes ? [...points, points[0]] : points).flat()
          const ranked = new SimplificationZooms(prunes).rank(Float64Array.from(line), fromZoom)
          expect([...ranked]).toEqual(zoomsOf(line, fromZoom, prunes ? NEVER : DEEPEST))
        },
      ),
      { numRuns: 500 },
    )
  })
})
