// Turns lines into OSM ways: cuts lines at every junction, at bridges, fords, tunnels and where the grade of a path
// changes, and tags each stretch. Distances in metres of the plane.
// Never cuts a bridge or ford longer than the stretch between two junctions.

import type { DemoMap, Tags } from './demo-map.ts'
import type { Ground } from './find-trail.ts'
import { sampleField } from './island-grid.ts'
import type { DemoLine } from './lay-network.ts'
import { hashShare } from './seeded-noise.ts'
import { gradeOf, steepness, tagWay } from './tag-ways.ts'

/** A stretch around a point with its own tags. */
export interface Special {
  halfM: number
  tags: Tags
}

const PIECE_M = 320
const NOT_ROUTED = new Set(['stream', 'rail'])

/** Points where ways must be cut: ends, and points shared by two stretches of the walked or driven network. */
export function junctionsOf(lines: readonly DemoLine[]): Set<number> {
  const uses = new Map<number, number>()
  for (const { kind, points } of lines) {
    if (NOT_ROUTED.has(kind)) continue
    points.forEach((point, i) =>
      uses.set(point, (uses.get(point) ?? 0) + (i === 0 || i === points.length - 1 ? 1.5 : 1)),
    )
  }
  const junctions = new Set<number>()
  for (const [point, count] of uses) if (count > 1) junctions.add(point)
  return junctions
}

/** Adds the ways of all routed lines to the map. */
export function buildWays(
  map: DemoMap,
  ground: Ground,
  lines: readonly DemoLine[],
  specials: Map<number, Special>,
): void {
  const junctions = junctionsOf(lines)
  for (const line of lines) {
    if (NOT_ROUTED.has(line.kind)) continue
    for (const stretch of splitAt(line.points, (point) => junctions.has(point))) {
      for (const { points, special } of cutSpecials(map, stretch, specials)) {
        for (const piece of line.kind === 'path' && special === null ? byGrade(map, ground, points) : [points]) {
          const middle = piece[Math.floor(piece.length / 2)]
          const heightM = sampleField(ground.heightM, map.xM[middle], map.yM[middle])
          const tags = tagWay(
            line,
            gradeOf(steepness(map, ground, piece)),
            heightM,
            hashShare(piece[0], piece[piece.length - 1], 61),
          )
          map.addWay(piece, { ...tags, ...special })
        }
      }
    }
  }
}

/** Cuts a point list after every inner point for which `cut` is true. */
function splitAt(points: readonly number[], cut: (point: number) => boolean): number[][] {
  const parts: number[][] = []
  let part = [points[0]]
  for (let i = 1; i < points.length; i++) {
    part.push(points[i])
    if (i === points.length - 1 || cut(points[i])) {
      parts.push(part)
      part = [points[i]]
    }
  }
  return parts
}

function cutSpecials(
  map: DemoMap,
  points: number[],
  specials: Map<number, Special>,
): { points: number[]; special: Tags | null }[] {
  const at = points.findIndex((point, i) => i > 0 && i < points.length - 1 && specials.has(point))
  if (at < 0) return [{ points, special: null }]
  const { halfM, tags } = specials.get(points[at])!
  const before = walkBack(map, points.slice(0, at + 1).reverse(), halfM)
  const after = walkBack(map, points.slice(at), halfM)
  const middle = [...before.near.slice().reverse(), ...after.near.slice(1)]
  const parts: { points: number[]; special: Tags | null }[] = []
  if (before.far.length > 1) parts.push({ points: before.far.slice().reverse(), special: null })
  parts.push({ points: middle, special: tags })
  if (after.far.length > 1) parts.push(...cutSpecials(map, after.far, specials))
  return parts
}

/** Splits a list at a distance from its first point, at a new point. Short remainders stay with the near part. */
function walkBack(map: DemoMap, points: number[], distanceM: number): { near: number[]; far: number[] } {
  let walkedM = 0
  for (let i = 1; i < points.length; i++) {
    const stepM = map.gapM(points[i - 1], points[i])
    if (walkedM + stepM >= distanceM + 3) {
      const share = (distanceM - walkedM) / stepM
      const [a, b] = [points[i - 1], points[i]]
      if (share < 0.02) return { near: points.slice(0, i), far: points.slice(i - 1) }
      const cut = map.addPoint(map.xM[a] + share * (map.xM[b] - map.xM[a]), map.yM[a] + share * (map.yM[b] - map.yM[a]))
      return { near: [...points.slice(0, i), cut], far: [cut, ...points.slice(i)] }
    }
    walkedM += stepM
  }
  return { near: points, far: [] }
}

/** Pieces of about 300 m, joined again where neighbours have the same grade. */
function byGrade(map: DemoMap, ground: Ground, points: number[]): number[][] {
  const pieces: { points: number[]; grade: number }[] = []
  let piece = [points[0]]
  let lengthM = 0
  for (let i = 1; i < points.length; i++) {
    piece.push(points[i])
    lengthM += map.gapM(points[i - 1], points[i])
    if (lengthM < PIECE_M && i < points.length - 1) continue
    const grade = gradeOf(steepness(map, ground, piece))
    const last = pieces[pieces.length - 1]
    if (last !== undefined && (last.grade === grade || lengthM < PIECE_M / 3)) last.points.push(...piece.slice(1))
    else pieces.push({ points: piece, grade })
    piece = [points[i]]
    lengthM = 0
  }
  return pieces.map((one) => one.points)
}
