// Tiny drawn networks with a hierarchy, and the reader of supplied lines over them, as a worker has it.

import type { GroundAlong } from '../../src/course/course-heights.ts'
import { buildHierarchy } from '../../src/routing/cch/hierarchy.ts'
import { createLineReader, type LineReader } from '../../src/routing/matching/line-reader.ts'
import type { TracePoints } from '../../src/routing/matching/match-types.ts'
import { RoutePlanner } from '../../src/routing/route/plan-route.ts'
import { DEG_TO_RAD, EARTH_RADIUS_M } from '../../src/geo/lon-lat.ts'
import { tinyGraph, type TinyGraph, type TinyOptions } from './tiny-graph.ts'

export interface LineNetwork extends TinyGraph {
  reader: LineReader
}

export const TEST_ENGINE = { name: 'waypost' as const, version: '0.0.0', networkRelease: 'n1', terrainRelease: 't1' }

export function lineNetwork(drawing: string, options: TinyOptions = {}): LineNetwork {
  const plain = tinyGraph(drawing, options)
  const tiny = tinyGraph(drawing, { ...options, extra: { ...options.extra, ...buildHierarchy(plain.graph) } })
  const planner = new RoutePlanner(tiny.graph, {
    engine: TEST_ENGINE,
    metricCacheBytes: 1 << 20,
    maxSettled: 1_000_000,
  })
  return { ...tiny, reader: createLineReader(planner.parts) }
}

/** Terrain that rises evenly along a line, known at its two ends. */
export function groundOf(lengthM: number, fromM: number, toM: number): GroundAlong {
  return {
    atM: Float64Array.of(0, lengthM),
    lon: new Float64Array(2),
    lat: new Float64Array(2),
    heightM: Float64Array.of(fromM, toM),
    partStart: Int32Array.of(0, 2),
    pointSample: new Int32Array(2),
  }
}

/** mulberry32 */
export function seeded(seed: number): () => number {
  let a = seed >>> 0
  return () => {
    a = (a + 0x6d2b79f5) >>> 0
    let t = Math.imul(a ^ (a >>> 15), 1 | a)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

/**
 * A walk over places: a point every `everyM` metres, normal noise of `noiseM` each way, `secondsPerM` on the clock
 * (NaN: no clock).
 */
export function walk(
  places: readonly (readonly [number, number])[],
  everyM: number,
  noiseM = 0,
  seed = 1,
  secondsPerM = Number.NaN,
): TracePoints {
  const random = seeded(seed)
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
  const ky = DEG_TO_RAD * EARTH_RADIUS_M
  const lon: number[] = []
  const lat: number[] = []
  let restM = 0
  for (let i = 1; i < places.length; i++) {
    const [fromLon, fromLat] = places[i - 1]
    const kx = ky * Math.cos(fromLat * DEG_TO_RAD)
    const dx = (places[i][0] - fromLon) * kx
    const dy = (places[i][1] - fromLat) * ky
    const lengthM = Math.hypot(dx, dy)
    if (lengthM === 0) continue
    for (; restM <= lengthM; restM += everyM) {
      lon.push(fromLon + ((dx * restM) / lengthM + normal() * noiseM) / kx)
      lat.push(fromLat + ((dy * restM) / lengthM + normal() * noiseM) / ky)
    }
    restM -= lengthM
  }
  return {
    lon: Float64Array.from(lon),
    lat: Float64Array.from(lat),
    timeMs: Float64Array.from(lon, (_, i) => i * everyM * secondsPerM * 1000),
    partStart: Int32Array.of(0, lon.length),
  }
}

/** The network behind the fake router: a road A-B-C, a path B-D graded T2, a private way C-E. */
export function fakeLineReader(): LineReader {
  return lineNetwork('A----B----C\n     |    |\n     D    E', {
    meta: { bbox: [1.49, 42.49, 1.52, 42.51] },
    defaults: {
      way: 'street',
      highway: 'residential',
      surface: 'paved',
      surfaceTag: 'asphalt',
      surfaceSource: 'mapped',
      name: 'Carrer Major',
    },
    edges: {
      AB: { wayId: 11 },
      BC: { wayId: 12 },
      BD: {
        wayId: 13,
        way: 'path',
        highway: 'path',
        surface: 'trail',
        surfaceTag: undefined,
        surfaceSource: 'class_default',
        sac: 2,
        name: undefined,
        hazards: [{ kind: 'ford', fromM: 20, toM: 20 }],
      },
      CE: { wayId: 14, foot: 'closed', bike: 'closed' },
    },
  }).reader
}
