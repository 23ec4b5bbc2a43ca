// The analysis of a line over drawn networks: every figure in metres of the line as sent, unknown told as unknown.

import { describe, expect, test } from 'vitest'
import type { ServiceError } from '../../../src/errors.ts'
import type { AnalyseJob, RouteAnalysis } from '../../../src/routing/matching/analyse-types.ts'
import { OFF_NETWORK_REASON } from '../../../src/routing/matching/analyse-route.ts'
import { distanceM } from '../../../src/geo/lon-lat.ts'
import type { TracePoints } from '../../../src/routing/matching/match-types.ts'
import type { FootDifficulty } from '../../../src/routing/costs/way-types.ts'
import { groundOf, lineNetwork, walk, type LineNetwork } from '../../support/line-network.ts'

const wide = { meta: { bbox: [1.4, 42.4, 1.6, 42.6] as const } }
/**
 * 400 m of road, 400 m of path T2 with a ford in its middle, 400 m of untagged path, a gap of 400 m, 400 m of steps.
 */
const valley = lineNetwork('A----B----C----D    E----F', {
  ...wide,
  cellM: 80,
  edges: {
    AB: {
      wayId: 1,
      way: 'road',
      highway: 'tertiary',
      surface: 'paved',
      surfaceTag: 'asphalt',
      surfaceSource: 'mapped',
      name: 'Road',
    },
    BC: {
      wayId: 2,
      way: 'path',
      highway: 'path',
      surface: 'trail',
      surfaceSource: 'class_default',
      sac: 2,
      hazards: [{ kind: 'ford', fromM: 200, toM: 200 }],
    },
    CD: { wayId: 3, way: 'path', highway: 'path', surface: 'unknown' },
    EF: {
      wayId: 4,
      way: 'steps',
      highway: 'steps',
      surface: 'paved',
      surfaceTag: 'concrete',
      surfaceSource: 'mapped',
      flags: ['steps'],
    },
  },
})

function analyse(
  network: LineNetwork,
  trace: TracePoints,
  { profile = 'hike', climbM = null }: { profile?: AnalyseJob['profile']; climbM?: number | null } = {},
): RouteAnalysis {
  let lengthM = 0
  for (let i = 1; i < trace.lon.length; i++)
    lengthM += distanceM(trace.lon[i - 1], trace.lat[i - 1], trace.lon[i], trace.lat[i])
  return network.reader.analyseRoute({
    profile,
    format: 'geojson',
    lengthM,
    ...trace,
    heightM: new Float64Array(trace.lon.length).fill(Number.NaN),
    elevation: 'auto',
    ground: climbM === null ? null : groundOf(lengthM, 1000, 1000 + climbM),
  })
}
const line = (everyM: number, noiseM = 0) =>
  walk(
    [...'ABCDEF'].map((name) => valley.at(name)),
    everyM,
    noiseM,
    7,
  )
const CELLS_M = 400

describe('a line over ways of every kind', () => {
  test.each([
    [50, 0],
    [10, 0],
    [10, 3],
  ])('tells each in metres along it, a point every %d m, %d m of noise', (everyM, noiseM) => {
    const { match, surfaces, ways, difficulty, input } = analyse(valley, line(everyM, noiseM))
    const scale = input.lengthM / (5 * CELLS_M)
    const near = (value: number, wanted: number) => expect(Math.abs(value - wanted * scale)).toBeLessThan(60)
    expect(match.status).toBe('partial')
    near(ways!.roadM, CELLS_M)
    near(ways!.pathM, 2 * CELLS_M)
    near(ways!.stepsM, CELLS_M)
    near(ways!.unmatchedM, CELLS_M)
    near((difficulty as FootDifficulty).T2M, CELLS_M)
    near((difficulty as FootDifficulty).untaggedPathM, CELLS_M)
    expect((difficulty as FootDifficulty).T1M).toBe(0)
    expect(surfaces!.pavedM + surfaces!.gravelM + surfaces!.trailM + surfaces!.unknownM).toBeCloseTo(input.lengthM, 0)
    // the path of unknown surface and the gap
    near(surfaces!.unknownM, 2 * CELLS_M)
    expect(ways!.straightM).toBe(0)
    expect(ways!.stretches.map(({ wayId }) => wayId)).toEqual([1, 2, 3, 4])
    expect(match.segments.map(({ wayId, sacScale }) => [wayId, sacScale])).toEqual([
      [1, null],
      [2, 2],
      [3, null],
      [4, null],
    ])
    expect(match.unmatched).toHaveLength(1)
  })

  test('hazards lie where the line meets them', () => {
    const [ford, ...more] = analyse(valley, line(50)).hazards
    expect(more).toEqual([])
    expect(ford.kind).toBe('ford')
    expect(ford.fromM).toBeCloseTo(1.5 * CELLS_M, -1)
    expect(ford.lengthM).toBe(0)
    const back = analyse(
      valley,
      walk(
        [...'DCBA'].map((name) => valley.at(name)),
        25,
      ),
    )
    expect(back.hazards[0].fromM).toBeCloseTo(1.5 * CELLS_M, -1)
  })

  test('hazards begin and end in metres of the line, after a gap too', () => {
    const beyond = lineNetwork('A----B    C----D', {
      ...wide,
      ...{ cellM: 80, edges: { CD: { hazards: [{ kind: 'via_ferrata', fromM: 100, toM: 300 }] } } },
    })
    const ends = [...'ABCD'].map((name) => beyond.at(name))
    const [ferrata] = analyse(beyond, walk(ends, 50)).hazards
    expect(ferrata.fromM).toBeCloseTo(2 * CELLS_M + 100, -1)
    expect(ferrata.toM).toBeCloseTo(2 * CELLS_M + 300, -1)
    expect(ferrata.lengthM).toBeCloseTo(ferrata.toM - ferrata.fromM, 5)
  })

  test('of a line that winds beside its way all metres are those of the line, but for those of the network', () => {
    const straight = lineNetwork('A----B----C', {
      ...wide,
      ...{ cellM: 80, edges: { BC: { wayId: 2, hazards: [{ kind: 'via_ferrata', fromM: 100, toM: 300 }] } } },
    })
    const points = walk([straight.at('A'), straight.at('C')], 20)
    const winding = { ...points, lat: points.lat.map((lat, i) => lat + (i % 2) * 0.00012) }
    const { hazards, match, input } = analyse(straight, winding)
    const scale = input.lengthM / match.networkLengthM
    expect(scale).toBeGreaterThan(1.1)
    expect(hazards[0].lengthM).toBeCloseTo(hazards[0].toM - hazards[0].fromM, 5)
    expect(Math.abs(hazards[0].lengthM / (200 * scale) - 1)).toBeLessThan(0.1)
    expect(match.segments).toHaveLength(2)
    for (const { fromM, toM, networkM } of match.segments) {
      expect(Math.abs(networkM - CELLS_M)).toBeLessThan(25)
      expect(Math.abs((toM - fromM) / networkM / scale - 1)).toBeLessThan(0.05)
    }
  })

  test('heights that are missing are an error where they are requested by name, and unknown where any will do', () => {
    const job = {
      ...({ profile: 'hike', format: 'geojson', lengthM: 2000, ground: null } as const),
      ...line(50),
      heightM: new Float64Array(line(50).lon.length).fill(Number.NaN),
    }
    const outcome = (elevation: 'auto' | 'recorded' | 'terrain') => {
      try {
        const { elevation: found, unknowns } = valley.reader.analyseRoute({ ...job, elevation })
        return [found, unknowns.some(({ code }) => code === 'heights_none')]
      } catch (thrown) {
        return (thrown as ServiceError).code
      }
    }
    expect([outcome('auto'), outcome('recorded'), outcome('terrain')]).toEqual([
      [null, true],
      'no_heights',
      'terrain_unavailable',
    ])
  })

  test('says what is not known: the part on no way, the assumed surface, the grade that nobody tagged', () => {
    const codes = analyse(valley, line(20)).unknowns.map(({ code }) => code)
    expect(codes).toEqual(
      expect.arrayContaining(['line_unmatched', 'surface_assumed', 'surface_unknown', 'sac_untagged']),
    )
    expect(codes).not.toContain('straight_leg')
    const warned = analyse(valley, line(20)).warnings.map(({ code }) => code)
    expect(warned).toContain('ford')
    // nothing was drawn straight
    expect(warned).not.toContain('straight_leg')
  })

  test('gives the reasons that there are for what lies on no way, each with its metres, and no other', () => {
    const away = walk([valley.at('A'), valley.at('B'), valley.place(5, 20)], 20)
    const beyond = walk([valley.at('E'), valley.at('F'), [1.7, 42.5]], 200)
    const seen = new Set<string>()
    for (const trace of [line(20), away, beyond]) {
      const { match, unknowns } = analyse(valley, trace)
      const lengths = new Map<string, number>()
      for (const { reason, fromM, toM } of match.unmatched)
        lengths.set(reason, (lengths.get(reason) ?? 0) + toM - fromM)
      for (const [reason, lengthM] of lengths) if (lengthM < 0.1) lengths.delete(reason)
      const { values } = unknowns.find(({ code }) => code === 'line_unmatched')!.message
      const facts = (values as { facts: { code: string; values: { lengthM: number } }[] }).facts
      expect(
        facts.map(({ code, values: { lengthM } }) => [code.replace('part.unmatched.', ''), lengthM.toFixed(1)]).sort(),
      ).toEqual([...lengths].map(([reason, lengthM]) => [reason, lengthM.toFixed(1)]).sort())
      for (const reason of lengths.keys()) seen.add(reason)
    }
    expect([...seen].sort()).toEqual(['no_path_nearby', 'outside_region'])
  })

  test('from 98 % it is matched, below 2 % unmatched', () => {
    const to = (columns: number) => walk([valley.at('A'), valley.at('B'), valley.at('C'), valley.place(columns, 0)], 20)
    expect(analyse(valley, to(15)).match).toMatchObject({ status: 'matched', coverage: 1 })
    expect(analyse(valley, to(17)).match.status).toBe('partial')
    const away = walk([valley.place(0, 20), valley.place(5, 20)], 20)
    expect(analyse(valley, away).match).toMatchObject({ status: 'unmatched', coverage: 0 })
  })
})

describe('walking time', () => {
  const street = lineNetwork('A----------B', {
    ...wide,
    cellM: 100,
    defaults: { way: 'path', highway: 'path', surface: 'trail' },
  })
  const ends = [street.at('A'), street.at('B')]

  test('is that of the network followed: jitter of the recording adds none', () => {
    const smooth = analyse(street, walk(ends, 10), { climbM: 50 })
    const jittered = analyse(street, walk(ends, 1.2, 3, 5), { climbM: 50 })
    expect(jittered.input.lengthM).toBeGreaterThan(3 * smooth.input.lengthM)
    expect(Math.abs(jittered.movingTime!.movingS / smooth.movingTime!.movingS - 1)).toBeLessThan(0.03)
  })

  test('off the network is outside the calibration, in metres of the line', () => {
    const { movingTime, match } = analyse(valley, line(20), { climbM: 0 })
    const outside = movingTime!.outsideCalibration.filter(({ reason }) => reason === OFF_NETWORK_REASON)
    expect(outside).toHaveLength(1)
    expect(outside[0].fromM).toBeCloseTo(match.unmatched[0].fromM, 0)
    expect(outside[0].toM).toBeCloseTo(match.unmatched[0].toM, 0)
    // 2 km on the level
    expect(movingTime!.movingS).toBeGreaterThan(1350)
    expect(movingTime!.movingS).toBeLessThan(1500)
  })

  test('of two parts is that of both: what lies between them is neither walked nor climbed', () => {
    const parts = [
      walk([valley.at('A'), valley.at('D')], 20),
      walk([valley.at('E'), valley.at('F')], 20),
      // on no way
      walk([valley.place(0, 20), valley.place(5, 20)], 20),
    ]
    const movingS = (heights: number[], which: number[]) => {
      const chosen = which.map((p) => parts[p])
      const counts = chosen.map(({ lon }) => lon.length)
      const join = (column: 'lon' | 'lat' | 'timeMs') => Float64Array.from(chosen.flatMap((part) => [...part[column]]))
      let lengthM = 0
      for (const { lon, lat } of chosen)
        for (let i = 1; i < lon.length; i++) lengthM += distanceM(lon[i - 1], lat[i - 1], lon[i], lat[i])
      const analysis = valley.reader.analyseRoute({
        ...{ profile: 'hike', format: 'geojson', elevation: 'recorded', ground: null, lengthM },
        ...{ lon: join('lon'), lat: join('lat'), timeMs: join('timeMs') },
        partStart: Int32Array.from([0, ...counts.map((_, i) => counts.slice(0, i + 1).reduce((sum, n) => sum + n, 0))]),
        // heights that never change are not taken for heights
        heightM: Float64Array.from(which.flatMap((p) => Array.from(parts[p].lon, (_, i) => heights[p] + i * 0.01))),
      })
      return analysis.movingTime!.movingS
    }
    const whole = movingS([1000, 1400], [0, 1])
    expect(Math.abs(whole - movingS([1000, 1000], [0, 1]))).toBeLessThan(2)
    expect(Math.abs(whole - movingS([1000, 1400], [0]) - movingS([1000, 1400], [1]))).toBeLessThan(2)
    const level = [1000, 1000, 1000]
    for (const which of [
      [0, 2],
      [2, 0],
      [0, 2, 1],
    ]) {
      const each = which.reduce((sum, p) => sum + movingS(level, [p]), 0)
      expect(Math.abs(movingS(level, which) - each)).toBeLessThan(3)
    }
  })

  test('is null where no heights are known', () => {
    expect(analyse(street, walk(ends, 10)).movingTime).toBeNull()
  })

  test('of a run and of a ride come from models of their own, running faster than walking', () => {
    const [hike, run, bike] = (['hike', 'run', 'bike'] as const).map(
      (profile) => analyse(street, walk(ends, 10), { profile, climbM: 10 }).movingTime!,
    )
    expect([hike.model, run.model, bike.model]).toEqual(['service-hike/2', 'service-run/1', 'service-bike/1'])
    expect(hike.movingS).toBeGreaterThan(1.5 * run.movingS)
    expect(bike.movingS).toBeGreaterThan(0)
  })

  test('off the network counts no wander of a recording as way', () => {
    const straight = analyse(valley, line(20), { climbM: 0 }).movingTime!
    const points = line(20)
    const wandering = analyse(
      valley,
      { ...points, lat: points.lat.map((lat, i) => lat + (i % 2) * 0.00003) },
      { climbM: 0 },
    ).movingTime!
    expect(Math.abs(wandering.movingS / straight.movingS - 1)).toBeLessThan(0.01)
  })
})
