// Turns lines into OSM ways: cuts lines at every junction, at bridges, fords, tunnels and where the grade of a path
// changes, and tags each stretch. Distances in metres of the plane.
// Never cuts a bridge or ford longer than the stretch between two junctions.

import type { DemoMap, Tags } from './demo-map.ts'
import type { Ground } from './find-trail.ts'
import { sampleField } from './island-grid.ts'
import type { DemoLine } from './lay-network.ts'
import { hashShare } from './seeded-noise.ts'

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

const SAC_WORDS = [
  '',
  'hiking',
  'mountain_hiking',
  'demanding_mountain_hiking',
  'alpine_hiking',
  'demanding_alpine_hiking',
] as const
/** Steepness from which a path is T2, T3, T4, T5. */
const GRADE_FROM = [0.42, 0.64, 0.82, 0.97]
/** Ground that falls off beside a good path is less hard than a path that is steep itself. */
const SIDE_WEIGHT = 0.72
const RISE_WEIGHT = 1.5
const SAMPLE_M = 25

/**
 * Steepness of a stretch: the 80th percentile over samples of the larger of the slope across and the slope along,
 * weighted.
 */
export function steepness(map: DemoMap, ground: Ground, points: readonly number[]): number {
  const samples: number[] = []
  for (let i = 1; i < points.length; i++) {
    const [a, b] = [points[i - 1], points[i]]
    const lengthM = Math.max(1, map.gapM(a, b))
    const count = Math.max(1, Math.round(lengthM / SAMPLE_M))
    const rise =
      Math.abs(sampleField(ground.heightM, map.xM[b], map.yM[b]) - sampleField(ground.heightM, map.xM[a], map.yM[a])) /
      lengthM
    for (let k = 0; k < count; k++) {
      const share = (k + 0.5) / count
      const side = sampleField(
        ground.slope,
        map.xM[a] + share * (map.xM[b] - map.xM[a]),
        map.yM[a] + share * (map.yM[b] - map.yM[a]),
      )
      samples.push(Math.max(SIDE_WEIGHT * side, RISE_WEIGHT * rise))
    }
  }
  return samples.sort((a, b) => a - b)[Math.floor(0.8 * (samples.length - 1))] ?? 0
}

/** 1..5 for T1..T5. */
const gradeOf = (steep: number) => 1 + GRADE_FROM.filter((from) => steep >= from).length

/**
 * What a mapper would write on a stretch of way: surface, grade, visibility, from the lie of the land and a repeatable
 * draw. The SAC grade comes from steepness alone (ground and path, rise over run); many easy paths are left untagged,
 * hard ones hardly ever. Never writes a grade that the slope does not earn. Tags of a stretch of `line`; `draw` is
 * 0..1, the same for the same stretch.
 */
function tagWay(line: DemoLine, grade: number, heightM: number, draw: number): Tags {
  const tags: Tags =
    line.kind === 'rail'
      ? { railway: 'narrow_gauge', gauge: '760' }
      : line.kind === 'pier'
        ? { man_made: 'pier', highway: 'footway' }
        : line.kind === 'ferry'
          ? { route: 'ferry' }
          : { highway: line.kind }
  if (line.name !== undefined) tags.name = line.name
  if (line.ref !== undefined) tags.ref = line.ref
  const second = hashShare(Math.floor(draw * 1e6), 7, 51)
  switch (line.kind) {
    case 'secondary':
    case 'tertiary':
      tags.surface = 'asphalt'
      tags.maxspeed = line.kind === 'secondary' ? '60' : '40'
      break
    case 'unclassified':
    case 'residential':
    case 'living_street':
      if (draw < 0.7) tags.surface = draw < 0.5 ? 'asphalt' : draw < 0.62 ? 'paving_stones' : 'sett'
      break
    case 'pedestrian':
      tags.surface = 'sett'
      break
    case 'cycleway':
      tags.surface = 'asphalt'
      if (draw < 0.5) tags.foot = 'yes'
      break
    case 'footway':
      if (draw < 0.4) tags.surface = 'paving_stones'
      break
    case 'steps':
      tags.surface = 'stone'
      if (draw < 0.5) tags.step_count = String(20 + Math.floor(draw * 200))
      break
    case 'pier':
      tags.surface = 'wood'
      break
    case 'track':
      tagTrack(tags, grade, heightM, draw, second)
      break
    case 'path':
      tagPath(tags, grade, heightM, draw, second)
      break
    case 'via_ferrata':
      tags.via_ferrata_scale = '3'
      tags.surface = 'rock'
      break
    default:
  }
  return { ...tags, ...line.tags }
}

/** `second` is 0..1, independent of `draw`. */
function tagTrack(tags: Tags, grade: number, heightM: number, draw: number, second: number): void {
  if (draw < 0.8)
    tags.tracktype = `grade${Math.min(5, 1 + Math.floor(second * 3) + (heightM > 700 ? 1 : 0) + (grade > 2 ? 1 : 0))}`
  if (second < 0.55) tags.surface = ['compacted', 'gravel', 'ground', 'fine_gravel', 'grass'][Math.floor(draw * 5)]
  if (draw > 0.9) tags.access = second < 0.5 ? 'agricultural' : 'forestry'
  if (draw > 0.9) tags.foot = 'yes'
}

/** `second` is 0..1, independent of `draw`. */
function tagPath(tags: Tags, grade: number, heightM: number, draw: number, second: number): void {
  const untagged = [0, 0.55, 0.38, 0.15, 0.04, 0][grade]
  if (draw >= untagged) tags.sac_scale = SAC_WORDS[grade]
  if (second < 0.4)
    tags.trail_visibility = (['', 'excellent', 'good', 'intermediate', 'bad', 'horrible'] as const)[
      Math.max(1, grade - (second < 0.15 ? 1 : 0))
    ]
  if (draw > 0.25 && draw < 0.75)
    tags.surface =
      heightM > 1500 || grade >= 4
        ? second < 0.5
          ? 'rock'
          : 'scree'
        : ['ground', 'dirt', 'gravel', 'pebblestone', 'grass'][Math.floor(second * 5)]
  if (grade <= 3 && second > 0.6) tags['mtb:scale'] = String(Math.min(4, grade - 1 + (second > 0.85 ? 1 : 0)))
  if (draw > 0.97 && grade <= 2) tags.bicycle = 'no'
}
