// What a mapper would write on a stretch of way: surface, grade, visibility, from the lie of the land and a repeatable
// draw.
// The SAC grade comes from steepness alone (ground and path, rise over run); many easy paths are left untagged, hard
// ones hardly ever. Never writes a grade that the slope does not earn.

import type { DemoMap, Tags } from './demo-map.ts'
import type { Ground } from './find-trail.ts'
import { sampleField } from './island-grid.ts'
import type { DemoLine } from './lay-network.ts'
import { hashShare } from './seeded-noise.ts'

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
export const gradeOf = (steep: number) => 1 + GRADE_FROM.filter((from) => steep >= from).length

/** Tags of a stretch of `line`; `draw` is 0..1, the same for the same stretch. */
export function tagWay(line: DemoLine, grade: number, heightM: number, draw: number): Tags {
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
