// Snow along a line of points: from samples of a raster to classes, ages, sections and sums. A point is snow or clear
// only by a valid observation no older than MAX_SNOW_AGE_H; a piece between two points only if both ends agree. Lengths
// are metres along the supplied points; nothing is measured across a break or assessed between two samples. Pure. A
// forecast is never used as an observation.

import { type LonLat, distanceM } from '../../geo/lon-lat.ts'
import type { SnowInfo, SnowSample } from './snow-types.ts'
import { type SnowClass, type SnowProduct, type SnowReason, classifySnow, readSnowValue } from './snow-products.ts'
import { roundTo, tenths } from '../../wire/numbers.ts'
import { HOUR_MS } from '../../durations.ts'

/** An older observation is unknown (10 days; decision: snow). */
export const MAX_SNOW_AGE_H = 240
/** Longest validity of an answer about one point: a newer observation may arrive at any hour. */
const EVIDENCE_VALIDITY_MS = HOUR_MS
/** How far an observation may be ahead of this clock and still count as "now". */
const CLOCK_TOLERANCE_MS = HOUR_MS

export interface SnowPoint {
  index: number
  lat: number
  lon: number
  elevationM: number | null
  class: SnowClass
  /** of fractional products */
  coverPct: number | null
  /** of NDSI products, 0..100; not a percentage of cover */
  ndsi: number | null
  observedAt: string | null
  ageH: number | null
  /** why the class is unknown; null if it is known */
  reason: SnowReason | null
}

export interface SnowSection {
  fromM: number
  toM: number
  class: SnowClass
}

export interface ObservedSnow {
  observed: { product: SnowProduct | null; observedFrom: string | null; observedTo: string | null; maxAgeH: number }
  points: SnowPoint[]
  summary: { snowM: number; clearM: number; unknownM: number; shareKnown: number }
  sections: SnowSection[]
  /** longest distance between two neighbouring points, metres */
  widestGapM: number
}

/**
 * `samples[i]` belongs to `points[i]`; `observation` null: no raster. `segmentStarts` are ascending indices, the first
 * 0. `heightsM[i]` is the terrain height or null.
 */
export function observedSnow(
  points: readonly LonLat[],
  segmentStarts: readonly number[],
  heightsM: readonly (number | null)[],
  observation: { info: SnowInfo; samples: readonly SnowSample[] } | null,
  nowMs: number,
): ObservedSnow {
  const rows = points.map(
    ([lon, lat], index): SnowPoint => ({
      index,
      lat,
      lon,
      elevationM: heightsM[index] ?? null,
      ...(observation === null
        ? unknownPoint('no_observation')
        : judgeSample(observation.info.product, observation.samples[index] ?? null, nowMs)),
    }),
  )
  const info = observation?.info ?? null
  return {
    observed: {
      product: info?.product ?? null,
      observedFrom: info?.observedFrom ?? null,
      observedTo: info?.observedTo ?? null,
      maxAgeH: MAX_SNOW_AGE_H,
    },
    points: rows,
    ...measureSnow(rows, segmentStarts),
  }
}

type Judgement = Pick<SnowPoint, 'class' | 'coverPct' | 'ndsi' | 'observedAt' | 'ageH' | 'reason'>

function unknownPoint(reason: SnowReason): Judgement {
  return { class: 'unknown', coverPct: null, ndsi: null, observedAt: null, ageH: null, reason }
}

let lastIsoMs = NaN
let lastIso = ''

/** Most points of a raster were seen at the same time. */
function isoOf(ms: number): string {
  if (ms !== lastIsoMs) [lastIso, lastIsoMs] = [new Date(ms).toISOString(), ms]
  return lastIso
}

/** One sample as class, measurement, age and reason. A measurement is reported only if its age is valid. */
export function judgeSample(product: SnowProduct, sample: SnowSample, nowMs: number): Judgement {
  if (sample === null) return unknownPoint('outside_raster')
  const reading = readSnowValue(product, sample.value)
  // clouds and water are not observations of the ground: they have no age
  if (reading.kind === 'unknown') return unknownPoint(reading.reason)
  const { observedAtMs } = sample
  if (observedAtMs === null || !Number.isFinite(observedAtMs)) return unknownPoint('age_unknown')
  const ageMs = nowMs - observedAtMs
  if (!(ageMs >= -CLOCK_TOLERANCE_MS)) return { ...unknownPoint('in_future'), observedAt: isoOf(observedAtMs) }
  const aged = { observedAt: isoOf(observedAtMs), ageH: tenths(Math.max(0, ageMs) / HOUR_MS) }
  if (ageMs > MAX_SNOW_AGE_H * HOUR_MS) return { ...unknownPoint('too_old'), ...aged }
  return {
    ...classifySnow(reading),
    ...aged,
    coverPct: reading.kind === 'cover' ? tenths(reading.coverPct) : null,
    ndsi: reading.kind === 'ndsi' ? reading.ndsi : null,
  }
}

/**
 * Sections and sums over the same rounded distances, so that they agree to the decimetre. `segmentM` are the lengths of
 * the lines from which the segments were sampled at even distances, since a straight piece between two samples cuts
 * bends off. Without them the points are the line.
 */
export function measureSnow(
  rows: readonly SnowPoint[],
  segmentStarts: readonly number[],
  segmentM: readonly number[] | null = null,
): Pick<ObservedSnow, 'sections' | 'summary' | 'widestGapM'> {
  const sections: SnowSection[] = []
  const sumM = { snow: 0, clear: 0, unknown: 0 }
  let exactM = 0
  let atM = 0
  let widestGapM = 0
  let open: SnowSection | null = null
  let segment = 0
  for (let i = 1; i < rows.length; i++) {
    if (i === segmentStarts[segment + 1]) {
      segment++
      open = null
      continue
    }
    const from = rows[i - 1]
    const to = rows[i]
    const stepM = distanceM(from.lon, from.lat, to.lon, to.lat)
    widestGapM = Math.max(widestGapM, stepM)
    const pieces = (segmentStarts[segment + 1] ?? rows.length) - segmentStarts[segment] - 1
    exactM += segmentM === null ? stepM : segmentM[segment] / pieces
    const nextM = tenths(exactM)
    if (nextM === atM) continue
    const kind: SnowClass = from.class === to.class ? from.class : 'unknown'
    sumM[kind] += nextM - atM
    if (open !== null && open.class === kind) open.toM = nextM
    else sections.push((open = { fromM: atM, toM: nextM, class: kind }))
    atM = nextM
  }
  const known = rows.filter((row) => row.class !== 'unknown').length
  const shareKnown = atM > 0 ? (sumM.snow + sumM.clear) / atM : known / rows.length
  return {
    sections,
    widestGapM,
    summary: {
      snowM: roundTo(sumM.snow, 10),
      clearM: roundTo(sumM.clear, 10),
      unknownM: roundTo(sumM.unknown, 10),
      shareKnown: Math.min(shareKnown === 1 ? 1 : 0.9999, roundTo(shareKnown, 10_000)),
    },
  }
}

export interface SnowEvidence {
  schema: 'route-snow-evidence/1'
  points: {
    index: number
    class: SnowClass
    source: string | null
    coverage: number | null
    validUntil: string | null
  }[]
}

/**
 * The evidence block: `validUntil` is at most EVIDENCE_VALIDITY_MS ahead and never past the age limit of its
 * observation.
 */
export function snowEvidence({ observed, points }: ObservedSnow, rasterId: string | null, nowMs: number): SnowEvidence {
  return {
    schema: 'route-snow-evidence/1',
    points: points.map((point) => {
      const isKnown = point.class !== 'unknown' && point.observedAt !== null
      return {
        index: point.index,
        class: point.class,
        source: point.observedAt === null || observed.product === null ? null : `${observed.product}:${rasterId ?? ''}`,
        coverage: point.coverPct,
        validUntil: isKnown
          ? isoOf(Math.min(nowMs + EVIDENCE_VALIDITY_MS, Date.parse(point.observedAt!) + MAX_SNOW_AGE_H * HOUR_MS))
          : null,
      }
    }),
  }
}
