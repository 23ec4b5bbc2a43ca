import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { matrix, matrixInput } from '../../resolvers/matrix.ts'
import { creditsOf } from '../../resolvers/pipeline/operation.ts'
import { type FakeApp, postJson, startFakeApp } from '../support/fake-services.ts'
import { sharedServer, type SharedServer } from '../support/shared-server.ts'
import { askGraphql } from './transports.ts'

type Point = [number, number]
const VILLAGE: Point = [-40.4288889, 33.4711111]
const HUT: Point = [-40.4488889, 33.4416667]
const OFF_THE_COAST: Point = [-40.525, 33.352]
const HERE: Point = [1.5, 42.5]

describe('over fakes', () => {
  let app: FakeApp
  beforeAll(async () => {
    app = await startFakeApp({ metering: false })
  })
  afterAll(() => app.close())
  const many = (count: number) => Array.from({ length: count }, () => HERE)

  test.each<[string, object, number, string, string]>([
    ['no targets', { targets: [] }, 400, 'invalid_input', 'targets'],
    ['201 sources', { sources: many(201) }, 400, 'invalid_input', 'sources'],
    ['10,050 pairs', { sources: many(150), targets: many(67) }, 400, 'invalid_input', 'targets'],
    ['no point', { targets: [HERE, [1.5]] }, 400, 'invalid_input', 'targets[1]'],
    ['a place beyond the poles', { targets: [HERE, [1.5, 91]] }, 400, 'invalid_input', 'targets[1][1]'],
    ['a value that there is not', { annotations: ['minutes'] }, 400, 'invalid_input', 'annotations[0]'],
    ['a setting of another profile', { profile: 'bike', max_sac: 2 }, 422, 'setting_refused', 'max_sac'],
  ])('%s is refused by name and costs nothing', async (_, fields, status, code, field) => {
    const answer = await postJson(`${app.api}/v1/matrix`, { sources: [HERE], targets: [HERE], ...fields })
    expect([answer.status, answer.body.error.code]).toEqual([status, code])
    expect(answer.body.error.message).toContain(`\`${field}\``)
    expect(answer.headers.get('x-credits-charged')).toBeNull()
  })

  test('too many pairs are refused with the most targets that would do, which do', () => {
    for (const sources of [50, 51, 150, 199, 200]) {
      const most = Math.floor(10_000 / sources)
      const given = (targets: number) => matrixInput.safeParse({ sources: many(sources), targets: many(targets) })
      expect(given(most).success).toBe(true)
      const refusal = given(most + 1).error?.issues.map(({ message }) => JSON.parse(message).values)
      if (most < 200) expect(refusal).toEqual([{ max: most, count: sources, pairs: 10_000 }])
    }
  })

  test('a refused field has in GraphQL the path that it has there', async () => {
    const paths = async (input: string) => {
      const { errors } = await askGraphql(app, `{ matrix(input: ${input}) { lengthM } }`)
      return errors?.map(({ extensions: { code, inputPath } }) => [code, inputPath])
    }
    const from = 'sources: [{at: [1.5, 42.5]}]'
    expect(await paths(`{${from}, targets: []}`)).toEqual([['INVALID_INPUT', 'input.targets']])
    expect(await paths(`{${from}, targets: [{place: {id: "Berg"}}]}`)).toEqual([
      ['INVALID_INPUT', 'input.targets[0].place.id'],
    ])
    expect(await paths(`{${from}, targets: [{at: [1.5, 42.5]}], settings: {at: {date: "2026-01-01"}}}`)).toEqual([
      ['SETTING_REFUSED', 'input.settings.at'],
    ])
  })

  test.each([
    [1, 1, 1],
    [10, 10, 1],
    [1, 101, 2],
    [7, 20, 2],
    [1, 199, 2],
    [3, 67, 3],
  ])('%d times %d pairs cost %d', (sources, targets, credits) => {
    const input = matrixInput.parse({ sources: many(sources), targets: many(targets) })
    expect(creditsOf(matrix, input)).toBe(credits)
  })

  test('GraphQL works out what is selected, and pays by the pairs', async () => {
    const point = '{at: [1.5, 42.5]}'
    const { data, errors, cost } = await askGraphql(
      app,
      `{ matrix(input: {sources: [${point.repeat(15)}], targets: [${point.repeat(20)}], settings: {mode: RUN}}) {
        timeModel ascentM reasons settings { mode bicycleType } sources { wayId } notes { code lengthM gapPct } } }`,
    )
    expect(errors).toBeUndefined()
    expect(data.matrix.timeModel).toBe('SERVICE_RUN_1')
    expect(data.matrix.settings).toEqual({ mode: 'RUN', bicycleType: null })
    expect(data.matrix.ascentM).toEqual(Array.from({ length: 15 }, () => [...Array<number>(19).fill(3.5), null]))
    expect(data.matrix.reasons[14].slice(18)).toEqual([null, 'NO_PATH'])
    expect(data.matrix.sources).toHaveLength(15)
    expect(data.matrix.notes).toEqual([{ code: 'FERRY', lengthM: 40, gapPct: null }])
    expect(cost?.charged).toBe(3)
  })
})

describe('over the demo region', () => {
  let server: SharedServer
  beforeAll(async () => {
    server = await sharedServer()
  })
  const ask = async (body: object) => {
    const { status, body: answer } = await postJson(`${server.api}/v1/matrix`, body)
    return { status, answer }
  }

  test('both transports answer alike, and as the routes do', async () => {
    const annotations = ['distance_m', 'moving_s', 'ascent_m', 'cost']
    const points = { sources: [VILLAGE, HUT], targets: [HUT, OFF_THE_COAST] }
    const { status, answer } = await ask({ ...points, annotations })
    expect(status).toBe(200)
    const { body: route } = await postJson(`${server.api}/v1/route`, { waypoints: [VILLAGE, HUT] })
    expect(answer).toMatchObject({
      schema: 'matrix/1',
      distance_m: [
        [route.distance_m, null],
        [0, null],
      ],
      moving_s: [
        [route.time.moving_s, null],
        [0, null],
      ],
      ascent_m: [
        [route.ascent_m, null],
        [0, null],
      ],
      cost: [
        [expect.any(Number), null],
        [0, null],
      ],
      reasons: [
        [null, 'no_snap'],
        [null, 'no_snap'],
      ],
      targets: [{ distance_m: route.snaps[1].distance_m, way_id: route.snaps[1].way_id }, null],
      notes: [],
    })
    const { body } = await postJson(`${server.api}/graphql`, {
      query: `query ($input: MatrixInput!) { matrix(input: $input) {
        lengthM movingS ascentM cost reasons targets { waypoint offM location wayId } } }`,
      variables: {
        input: {
          sources: points.sources.map((at) => ({ at })),
          targets: points.targets.map((at) => ({ at })),
        },
      },
    })
    expect(body.errors).toBeUndefined()
    const { distance_m, location, way_id } = answer.targets[0]
    expect(body.data.matrix).toEqual({
      lengthM: answer.distance_m,
      movingS: answer.moving_s,
      ascentM: answer.ascent_m,
      cost: answer.cost,
      reasons: [
        [null, 'NO_SNAP'],
        [null, 'NO_SNAP'],
      ],
      targets: [{ waypoint: 0, offM: distance_m, location, wayId: way_id }, null],
    })
  })

  test('only what is requested is answered: lengths and times if nothing is said', async () => {
    const columns = async (more: object) =>
      Object.keys((await ask({ sources: [VILLAGE], targets: [HUT], ...more })).answer).filter((name) =>
        ['distance_m', 'moving_s', 'ascent_m', 'cost'].includes(name),
      )
    expect(await columns({})).toEqual(['distance_m', 'moving_s'])
    expect(await columns({ annotations: ['cost'] })).toEqual(['cost'])
  })

  test.each<[string, object, string, string]>([
    ['outside the region', { sources: [VILLAGE, [0, 0]] }, 'outside_region', 'Source 2 of 2'],
    [
      'in an area to avoid',
      {
        targets: [VILLAGE, HUT],
        avoid: {
          areas: {
            type: 'Polygon',
            coordinates: [
              [
                [-40.45, 33.44],
                [-40.44, 33.44],
                [-40.44, 33.45],
                [-40.45, 33.45],
                [-40.45, 33.44],
              ],
            ],
          },
        },
      },
      'waypoint_avoided',
      'Target 2 of 2',
    ],
  ])('a point %s is refused by its number', async (_, fields, code, words) => {
    const { status, answer } = await ask({ sources: [VILLAGE], targets: [VILLAGE], ...fields })
    expect([status, answer.error.code]).toEqual([422, code])
    expect(answer.error.message).toContain(words)
  })
})
