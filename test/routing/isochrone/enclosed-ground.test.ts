// Ground of random networks whose ways lie on the lines of a square lattice, beside a flood over the squares of the
// lattice, which is exact there: it steps from square to square wherever no reached way lies between.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DEG_TO_RAD, M_PER_DEG_LAT } from '../../../src/geo/lon-lat.ts'
import { IsochronePlanner } from '../../../src/routing/isochrone/isochrone-planner.ts'
import type { MultiLineString, Reach, ReachInput } from '../../../src/routing/isochrone/isochrone-types.ts'
import { writeIsochrone } from '../../../src/routing/isochrone/write-isochrone.ts'
import { WireBytes } from '../../../src/wire/wire-bytes.ts'
import { fromWire } from '../../../src/wire/wire-json.ts'
import { between } from '../../support/arbitraries.ts'
import { caseCount } from '../../support/case-count.ts'
import { graphFromEdges, type EdgeSpec } from '../../support/graph-from-edges.ts'
import { hasAndorra, networkOf } from '../../support/prepared-regions.ts'
import { seededRandom } from '../../support/random-graph.ts'
import { faultsOf, holdsPoint } from '../../support/ring-checks.ts'

const SIDE = 14
const ORIGIN = [1.5, 42.5]
const FILLED_M2 = 250_000
const engine = { name: 'waypost' as const, version: 'test', networkRelease: 'lattice', terrainRelease: null }
const out = new WireBytes(1 << 16)

function reachOf(planner: IsochronePlanner, input: ReachInput): Reach {
  out.at = 0
  writeIsochrone(planner.graph, planner.planReach({ ...input, output: { polygons: true, lines: true } }), out)
  return fromWire(JSON.parse(out.toString())) as Reach
}

/** Metres east and north of the origin, and back. */
const LAT_M = M_PER_DEG_LAT
const LON_M = M_PER_DEG_LAT * Math.cos(ORIGIN[1] * DEG_TO_RAD)
const toPlane = ([lon, lat]: readonly number[]) => [(lon - ORIGIN[0]) * LON_M, (lat - ORIGIN[1]) * LAT_M]
const toDegrees = (x: number, y: number): [number, number] => [ORIGIN[0] + x / LON_M, ORIGIN[1] + y / LAT_M]

interface Lattice {
  planner: IsochronePlanner
  start: [number, number]
  cellM: number
}

/** Ways of random length along the lines, which meet where they end at the same place and may run over others. */
function randomLattice(seed: number, cellM: number): Lattice {
  const random = seededRandom(seed)
  const number = (below: number) => Math.floor(random() * below)
  const density = 0.3 + 0.5 * random()
  const longest = 1 + number(4)
  const at = (x: number, y: number) => x * SIDE + y
  const edges: EdgeSpec[] = []
  for (let x = 0; x < SIDE; x++)
    for (let y = 0; y < SIDE; y++)
      for (const [dx, dy] of [
        [1, 0],
        [0, 1],
      ]) {
        const length = random() < 0.8 ? 1 : 1 + number(longest)
        const [endX, endY] = [x + dx * length, y + dy * length]
        if (endX >= SIDE || endY >= SIDE || random() > density) continue
        edges.push({ from: at(x, y), to: at(endX, endY) })
      }
  const nodes = Array.from({ length: SIDE * SIDE }, (_, i) =>
    toDegrees(Math.floor(i / SIDE) * cellM, (i % SIDE) * cellM),
  )
  return {
    planner: new IsochronePlanner(graphFromEdges({ nodes, edges }), { engine }),
    start: toDegrees(number(SIDE) * cellM, number(SIDE) * cellM),
    cellM,
  }
}

/** By square: how many squares the ground has in which it lies; Infinity: it is open. */
function enclosedSquares(lines: readonly (readonly number[][])[], cellM: number): number[][] {
  const isWall = new Set<string>()
  for (const line of lines)
    for (let i = 1; i < line.length; i++) {
      const [[ax, ay], [bx, by]] = [line[i - 1], line[i]].map((place) =>
        toPlane(place).map((m) => Math.round(m / cellM)),
      )
      for (let x = Math.min(ax, bx); x < Math.max(ax, bx); x++) isWall.add(`${x},${ay},east`)
      for (let y = Math.min(ay, by); y < Math.max(ay, by); y++) isWall.add(`${ax},${y},north`)
    }
  const sizes = Array.from({ length: SIDE }, () => new Array<number>(SIDE).fill(0))
  for (let x = 0; x < SIDE; x++)
    for (let y = 0; y < SIDE; y++) {
      if (sizes[x][y] !== 0) continue
      const patch = [[x, y]]
      const seen = new Set([`${x},${y}`])
      let isOpen = false
      for (const [px, py] of patch) {
        for (const [nx, ny, wall] of [
          [px + 1, py, `${px + 1},${py},north`],
          [px - 1, py, `${px},${py},north`],
          [px, py + 1, `${px},${py + 1},east`],
          [px, py - 1, `${px},${py},east`],
        ] as const) {
          if (isWall.has(wall)) continue
          if (nx < 0 || ny < 0 || nx >= SIDE || ny >= SIDE) isOpen = true
          else if (!seen.has(`${nx},${ny}`)) {
            seen.add(`${nx},${ny}`)
            patch.push([nx, ny])
          }
        }
      }
      for (const [px, py] of patch) sizes[px][py] = isOpen ? Infinity : patch.length
    }
  return sizes
}

/** On the plane: places are near one another. */
function metresTo(lines: readonly (readonly number[][])[], place: readonly number[]): number {
  const [x, y] = toPlane(place)
  let best = Infinity
  for (const line of lines)
    for (let i = 1; i < line.length; i++) {
      const [[ax, ay], [bx, by]] = [toPlane(line[i - 1]), toPlane(line[i])]
      const share = ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / Math.max(1e-9, (bx - ax) ** 2 + (by - ay) ** 2)
      const t = Math.min(1, Math.max(0, share))
      best = Math.min(best, Math.hypot(x - ax - (bx - ax) * t, y - ay - (by - ay) * t))
    }
  return best
}

/** Lines have whole millionths of a degree. */
const ROUNDED_M = 0.2

function outlineFaults({ contours, request }: Reach): unknown[] {
  return contours.flatMap(({ polygons, lines }) =>
    polygons!.coordinates.flat().flatMap((ring) =>
      ring.slice(1).flatMap((to, i) =>
        [0, 0.25, 0.5, 0.75].flatMap((share) => {
          const place = to.map((value, k) => ring[i][k] + (value - ring[i][k]) * share)
          const distanceM = metresTo((lines as MultiLineString).coordinates, place)
          return distanceM > request.toleranceM + ROUNDED_M ? [{ place, distanceM }] : []
        }),
      ),
    ),
  )
}

test('ground is what lies within the tolerance of a reached way, or small ground that such ways enclose', () => {
  let filled = 0
  let bays = 0
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 1e6 }),
      fc.constantFrom(10, 25, 60, 150),
      between(0.25, 8),
      (seed, toleranceM, cells) => {
        const cellM = Math.max(4, cells * toleranceM)
        const { planner, start } = randomLattice(seed, cellM)
        let reach: Reach
        try {
          reach = reachOf(planner, { from: start, metres: [100_000], toleranceM })
        } catch {
          return
        }
        const lines = (reach.contours[0].lines as MultiLineString).coordinates
        const polygons = reach.contours[0].polygons!.coordinates
        const sizes = enclosedSquares(lines, cellM)
        const wrong: unknown[] = outlineFaults(reach)
        wrong.push(...faultsOf(polygons))
        for (let x = 0; x < SIDE; x++)
          for (let y = 0; y < SIDE; y++) {
            const place = toDegrees((x + 0.5) * cellM, (y + 0.5) * cellM)
            const areaM2 = sizes[x][y] * cellM ** 2
            if (Math.abs(areaM2 / FILLED_M2 - 1) < 0.01) continue
            const isIn = polygons.some((polygon) => holdsPoint(polygon, place))
            const distanceM = metresTo(lines, place)
            const isEnclosed = areaM2 < FILLED_M2
            if (isEnclosed && distanceM > toleranceM) filled++
            if (!isEnclosed && distanceM > toleranceM) bays++
            if (isEnclosed || distanceM < 0.25 * toleranceM ? !isIn : isIn && distanceM > toleranceM + ROUNDED_M)
              wrong.push({ x, y, isIn, distanceM, areaM2 })
          }
        expect(wrong).toEqual([])
      },
    ),
    { numRuns: caseCount(60, 3000) },
  )
  expect(filled).toBeGreaterThan(100)
  expect(bays).toBeGreaterThan(500)
})

describe.skipIf(!hasAndorra)('in Andorra (needs real data)', () => {
  test('a bay between ways that come within 40 m of each other is open', async () => {
    const planner = new IsochronePlanner(await networkOf('andorra'), { engine })
    const reach = reachOf(planner, { from: [1.5976, 42.5669], minutes: [25] })
    const bay = [1.595053, 42.564725]
    expect(reach.contours[0].polygons!.coordinates.some((polygon) => holdsPoint(polygon, bay))).toBe(false)
  })
})
