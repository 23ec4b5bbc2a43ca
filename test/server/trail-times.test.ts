// Times and heights of signed trails that the import worked out, beside the analysis of the same line that the server
// makes now: the demo region, and a real country where its data is there.

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { copyRegion, hasAndorra } from '../support/prepared-regions.ts'
import { type RealServer, startRealServer } from '../support/real-server.ts'
import { sharedServer } from '../support/shared-server.ts'
import { temporaryFolder } from '../map/style/sample-release.ts'

const TIME = `{
  model calibrated movingS band50 { lowS highS } band80 { lowS highS } total { lowS highS } errorPct outsideCalibrationM scopeSentence { code values }
  outsideCalibration { fromM toM causeSentence { code values } }
}`
const ELEVATION = '{ ascentM descentM minM maxM unknownM method source }'

interface Times {
  time: { movingS: number; outsideCalibration: object[] } | null
  elevation: { ascentM: number; minM: number; maxM: number; unknownM: number } | null
}

interface Trail extends Times {
  osmRelation: number
  type: 'HIKING' | 'BICYCLE'
  name: string | null
  lengthM: number
  timeUnknown: string | null
  surfaces: Record<string, number>
  grades: { grade: string | null; lengthM: number }[]
  roadM: number | null
  analysis: Times & {
    unmatchedM: number | null
    surfaces: Record<string, number> | null
    difficulty: { grades: { grade: string; lengthM: number }[]; untaggedPathM: number; roadM: number | null } | null
  }
}

async function ask<Data>(api: string, query: string): Promise<Data> {
  const answer = await fetch(`${api}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query }),
  })
  const { data, errors } = (await answer.json()) as { data: Data; errors?: unknown }
  expect(errors).toBeUndefined()
  return data
}

async function readTrails(api: string, [west, south, east, north]: readonly number[]): Promise<Trail[]> {
  const { trails } = await ask<{ trails: { nodes: { osmRelation: number }[] } }>(
    api,
    `{ trails(where: {area: {box: [${[west, south, east, north]}]}}, first: 100) { nodes { osmRelation } } }`,
  )
  const read: Trail[] = []
  for (const { osmRelation } of trails.nodes) {
    const { trail } = await ask<{ trail: Trail }>(
      api,
      `{ trail(by: {osmRelation: ${osmRelation}}) {
        osmRelation type name lengthM timeUnknown roadM
        time ${TIME} elevation ${ELEVATION}
        surfaces { pavedM gravelM trailM unknownM } grades { grade lengthM }
        analysis {
          unmatchedM time ${TIME} elevation ${ELEVATION}
          surfaces { pavedM gravelM trailM unknownM } difficulty { grades { grade lengthM } untaggedPathM roadM }
        }
      } }`,
    )
    read.push(trail)
  }
  return read
}

function holdAgainstAnalysis(trails: readonly Trail[]): void {
  for (const {
    osmRelation,
    lengthM,
    time,
    elevation,
    timeUnknown,
    analysis,
    surfaces,
    grades,
    roadM,
    type,
  } of trails) {
    expect([osmRelation, time, elevation]).toEqual([osmRelation, analysis.time, analysis.elevation])
    expect(timeUnknown).toBe(time === null ? 'NO_HEIGHTS' : null)
    // counted by the ways of the relation, so that what the matching leaves out may differ
    const nearM = 2 * (analysis.unmatchedM ?? lengthM) + 0.005 * lengthM + 10
    for (const [kind, lengthM] of Object.entries(analysis.surfaces ?? {}))
      expect(Math.abs(surfaces[kind] - lengthM), `${kind} of ${osmRelation}`).toBeLessThan(nearM)
    if (type === 'BICYCLE' || analysis.difficulty === null) continue
    const { difficulty } = analysis
    const lengthOf = (grade: string | null) => grades.find((one) => one.grade === grade)?.lengthM ?? 0
    for (const { grade, lengthM } of difficulty.grades)
      expect(Math.abs(lengthOf(grade) - lengthM), `${grade} of ${osmRelation}`).toBeLessThan(nearM)
    expect(Math.abs(lengthOf(null) - difficulty.untaggedPathM), `untagged of ${osmRelation}`).toBeLessThan(nearM)
    expect(Math.abs(roadM! - difficulty.roadM!), `roads of ${osmRelation}`).toBeLessThan(nearM)
  }
}

test('trails of the demo region have the time and the climb that an analysis of their line has', async () => {
  const { api } = await sharedServer()
  const trails = await readTrails(api, [-40.6, 33.3, -40.2, 33.6])
  expect(trails.length).toBeGreaterThan(3)
  expect(trails.filter(({ time }) => time !== null && time.movingS > 0).length).toBe(trails.length)
  holdAgainstAnalysis(trails)
})

test('what lies outside the calibration is drawn on the line of the trail', async () => {
  const { api } = await sharedServer()
  const { trails } = await ask<{
    trails: { nodes: { time: { outsideCalibration: { fromM: number; toM: number; line: { geojson: unknown } }[] } }[] }
  }>(
    api,
    `{ trails(where: {area: {box: [-40.6, 33.3, -40.2, 33.6]}}, first: 100) { nodes { time { outsideCalibration {
      fromM toM line { pointCount } start { location }
    } } } } }`,
  )
  const stretches = trails.nodes.flatMap(({ time }) => time.outsideCalibration)
  expect(stretches.length).toBeGreaterThan(0)
  for (const stretch of stretches) expect(stretch).toMatchObject({ line: { pointCount: expect.any(Number) } })
})

describe.skipIf(!hasAndorra)('trails of Andorra (needs real data)', () => {
  let server: RealServer
  beforeAll(async () => {
    const dataDir = temporaryFolder()
    await copyRegion('andorra', dataDir)
    server = await startRealServer({}, dataDir, [], true)
  })
  afterAll(() => server?.stop())

  test('on foot and by bicycle, in parts and through tunnels, have what an analysis of their line has', async () => {
    const trails = await readTrails(server.api, [1.3, 42.3, 1.9, 42.8])
    expect(trails.length).toBeGreaterThan(50)
    expect(new Set(trails.map(({ type }) => type))).toEqual(new Set(['HIKING', 'BICYCLE']))
    expect(trails.filter(({ elevation }) => elevation!.unknownM > 0).length).toBeGreaterThan(3)
    holdAgainstAnalysis(trails)
  })
})
