// Streets and houses of the settlements: side streets leave the through roads at even distances and are joined by back
// streets, as in villages that grow along a road; houses are built beside them. Metres of the plane.
// Never builds at sea, on steep ground, or across a way.

import type { DemoMap } from './demo-map.ts'
import type { Ground } from './find-trail.ts'
import { sampleField } from './island-grid.ts'
import type { DemoLine } from './lay-network.ts'
import type { LineKind, SpotName } from './network-plan.ts'
import { hashShare } from './seeded-noise.ts'
import { offLineM } from './smooth-line.ts'

export interface Settlement {
  spot: SpotName
  name: string
  place: 'town' | 'village' | 'hamlet'
  radiusM: number
  houses: number
  streets: string[]
  tags: Record<string, string>
}

const SPACING_M = 72
const THROUGH: LineKind[] = ['secondary', 'tertiary', 'unclassified']

/** Adds the streets of one settlement to `lines`, with new points on the through roads. */
export function layStreets(
  map: DemoMap,
  ground: Ground,
  lines: DemoLine[],
  settlement: Settlement,
  centre: number,
): DemoLine[] {
  const { radiusM, streets } = settlement
  const [cx, cy] = [map.xM[centre], map.yM[centre]]
  const laid: DemoLine[] = []
  const ends: number[] = []
  let named = 0
  const buildable = (x: number, y: number) =>
    sampleField(ground.shore, x, y) > 0.012 && sampleField(ground.slope, x, y) < 0.5
  const addStreet = (kind: LineKind, points: number[], name?: string, tags?: Record<string, string>) => {
    const line: DemoLine = { kind, points, plan: -2, name, tags }
    laid.push(line)
    return line
  }
  for (const road of lines.filter(({ kind }) => THROUGH.includes(kind))) {
    const bases = basesAlong(map, road, cx, cy, radiusM)
    for (const side of [1, -1]) {
      let last: number | null = null
      bases.forEach(({ point, nx, ny }) => {
        const draw = hashShare(point, side, 41)
        const lengthM = 70 + 110 * draw
        const bend = (draw - 0.5) * 24
        const mid = {
          x: map.xM[point] + side * nx * lengthM * 0.5 - ny * bend,
          y: map.yM[point] + side * ny * lengthM * 0.5 + nx * bend,
        }
        const end = { x: map.xM[point] + side * nx * lengthM, y: map.yM[point] + side * ny * lengthM }
        const crowded = ends.some((other) => Math.hypot(map.xM[other] - end.x, map.yM[other] - end.y) < 34)
        if (!buildable(mid.x, mid.y) || !buildable(end.x, end.y) || crowded) {
          last = null
          return
        }
        const tip = map.addPoint(end.x, end.y)
        ends.push(tip)
        const steep =
          Math.abs(
            sampleField(ground.heightM, end.x, end.y) - sampleField(ground.heightM, map.xM[point], map.yM[point]),
          ) / lengthM
        const kind: LineKind =
          steep > 0.2 ? 'steps' : draw > 0.9 ? 'living_street' : draw < 0.1 ? 'footway' : 'residential'
        addStreet(
          kind,
          [point, map.addPoint(mid.x, mid.y), tip],
          kind === 'footway' ? undefined : streets[named++ % streets.length],
        )
        if (last !== null && map.gapM(last, tip) < 150) {
          const oneWay = draw > 0.55 && draw < 0.7
          addStreet(
            draw < 0.25 ? 'footway' : 'residential',
            [last, tip],
            draw < 0.25 ? undefined : streets[named++ % streets.length],
            oneWay ? { oneway: 'yes' } : undefined,
          )
        }
        last = tip
      })
    }
  }
  return laid
}

/** Points on the road at even distances within the settlement, put into the road, with its left normal. */
function basesAlong(
  map: DemoMap,
  road: DemoLine,
  cx: number,
  cy: number,
  radiusM: number,
): { point: number; nx: number; ny: number }[] {
  const bases: { point: number; nx: number; ny: number }[] = []
  const points: number[] = [road.points[0]]
  let toNextM = SPACING_M / 2
  for (let i = 1; i < road.points.length; i++) {
    const [a, b] = [road.points[i - 1], road.points[i]]
    const lengthM = map.gapM(a, b)
    const nx = -(map.yM[b] - map.yM[a]) / lengthM
    const ny = (map.xM[b] - map.xM[a]) / lengthM
    let atM = toNextM
    for (; atM < lengthM - 6; atM += SPACING_M) {
      const x = map.xM[a] + (atM / lengthM) * (map.xM[b] - map.xM[a])
      const y = map.yM[a] + (atM / lengthM) * (map.yM[b] - map.yM[a])
      if (atM < 6 || Math.hypot(x - cx, y - cy) > radiusM) continue
      const point = map.addPoint(x, y)
      points.push(point)
      bases.push({ point, nx, ny })
    }
    toNextM = Math.max(0, atM - lengthM)
    points.push(b)
  }
  road.points = points
  return bases
}

/** Houses along the streets: closed rectangles, clear of every line. Returns one point list per house. */
export function placeHouses(
  map: DemoMap,
  ground: Ground,
  streets: DemoLine[],
  all: DemoLine[],
  most: number,
): number[][] {
  const houses: number[][] = []
  const centres: [number, number][] = []
  const near = (x: number, y: number) =>
    all.some(({ points }) => {
      for (let i = 1; i < points.length; i++) {
        const [a, b] = [points[i - 1], points[i]]
        if (Math.min(map.xM[a], map.xM[b]) - 30 > x || Math.max(map.xM[a], map.xM[b]) + 30 < x) continue
        if (offLineM([x, y], [map.xM[a], map.yM[a]], [map.xM[b], map.yM[b]]) < 11) return true
      }
      return false
    })
  const mixed = [...streets].sort((a, b) => hashShare(a.points[0], 3, 47) - hashShare(b.points[0], 3, 47))
  for (const { points } of mixed) {
    for (let i = 1; i < points.length; i++) {
      const [a, b] = [points[i - 1], points[i]]
      const lengthM = map.gapM(a, b)
      const [dx, dy] = [(map.xM[b] - map.xM[a]) / lengthM, (map.yM[b] - map.yM[a]) / lengthM]
      for (let atM = 16; atM < lengthM - 8; atM += 23) {
        for (const side of [1, -1]) {
          if (houses.length >= most) return houses
          const draw = hashShare(Math.round(atM), a * side, 43)
          const offM = 15 + 4 * draw
          const x = map.xM[a] + dx * atM - dy * side * offM
          const y = map.yM[a] + dy * atM + dx * side * offM
          if (draw < 0.15 || sampleField(ground.shore, x, y) < 0.008) continue
          if (centres.some(([ox, oy]) => Math.hypot(ox - x, oy - y) < 19) || near(x, y)) continue
          centres.push([x, y])
          const [halfX, halfY] = [5 + 3 * draw, 4 + 2 * draw]
          const corner = (u: number, v: number) =>
            map.addPoint(x + u * halfX * dx - v * halfY * dy, y + u * halfX * dy + v * halfY * dx)
          const first = corner(-1, -1)
          houses.push([first, corner(1, -1), corner(1, 1), corner(-1, 1), first])
        }
      }
    }
  }
  return houses
}
