import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FakeApp, postJson, startFakeApp } from '../support/fake-services.ts'
import { holdsPoint } from '../support/ring-checks.ts'
import { sharedServer, type SharedServer } from '../support/shared-server.ts'
import { askGraphql } from './transports.ts'

const VILLAGE: [number, number] = [-40.4288889, 33.4711111]

describe('over fakes', () => {
  let app: FakeApp
  beforeAll(async () => {
    app = await startFakeApp({ metering: false })
  })
  afterAll(() => app.close())
  const post = (body: object) => postJson(`${app.api}/v1/reach`, body)

  test.each<[string, object, number, string, string]>([
    ['no limit', {}, 400, 'invalid_input', 'minutes'],
    ['both measures', { minutes: [5], metres: [500] }, 400, 'invalid_input', 'metres'],
    ['limits that do not ascend', { minutes: [30, 20] }, 400, 'invalid_input', 'minutes'],
    ['a limit out of bounds', { minutes: [10, 601] }, 400, 'invalid_input', 'minutes[1]'],
    ['five limits', { metres: [100, 200, 300, 400, 500] }, 400, 'invalid_input', 'metres'],
    ['a number where a list belongs', { minutes: 20 }, 400, 'invalid_input', 'minutes'],
    ['an output that there is not', { minutes: [5], output: { raster: true } }, 400, 'invalid_input', 'output.raster'],
    ['a direction that there is not', { minutes: [5], direction: 'both' }, 400, 'invalid_input', 'direction'],
    ['a setting of another profile', { minutes: [5], max_sac: 2, profile: 'bike' }, 422, 'setting_refused', 'max_sac'],
  ])('%s is refused by name and costs nothing', async (_, fields, status, code, field) => {
    const answer = await post({ from: [1.5, 42.5], ...fields })
    expect([answer.status, answer.body.error.code]).toEqual([status, code])
    expect(answer.body.error.message).toContain(`\`${field}\``)
    expect(answer.headers.get('x-credits-charged')).toBeNull()
  })

  test('a refused field has in GraphQL the path that it has there', async () => {
    const paths = async (input: string) => {
      const { errors } = await askGraphql(app, `{ point(at: [1.5, 42.5]) { reach(${input}) { timeModel } } }`)
      return errors?.map(({ extensions: { code, inputPath } }) => [code, inputPath])
    }
    expect(await paths('within: {movingS: [0]}')).toEqual([['INVALID_INPUT', 'within.movingS[0]']])
    expect(await paths('within: {lengthM: [500, 400]}')).toEqual([['INVALID_INPUT', 'within.lengthM']])
    expect(await paths('within: {lengthM: [500]}, toleranceM: 3')).toEqual([['INVALID_INPUT', 'toleranceM']])
    expect(await paths('within: {movingS: [300]}, settings: {hills: 1}')).toEqual([
      ['SETTING_REFUSED', 'settings.hills'],
    ])
  })

  test('GraphQL asks for what is selected, and pays by the largest contour', async () => {
    const { data, errors, cost } = await askGraphql(
      app,
      `{ point(at: [1.5, 42.5]) { reach(within: {movingS: [3600, 18000]}, direction: TO) {
        request { direction movingS lengthM settings { maxSac } } contours { movingS networkM lines } unknowns { code } } } }`,
    )
    expect(errors).toBeUndefined()
    expect(data.point.reach).toMatchObject({
      request: { direction: 'TO', movingS: [3600, 18_000], lengthM: null, settings: { maxSac: 'T3' } },
      contours: [
        { movingS: 3600, lines: { type: 'MultiLineString' } },
        { movingS: 18_000, networkM: 12.5 },
      ],
      unknowns: [{ code: 'SAC_UNTAGGED' }],
    })
    expect(cost?.charged).toBe(4)
  })
})

describe('over the demo region', () => {
  let server: SharedServer
  beforeAll(async () => {
    server = await sharedServer()
  })
  const post = async (body: object) => {
    const { status, body: answer } = await postJson(`${server.api}/v1/reach`, body)
    return { status, answer }
  }

  test('both transports answer alike', async () => {
    const { status, answer } = await post({ from: VILLAGE, minutes: [10, 20], output: { lines: true } })
    expect(status).toBe(200)
    expect(answer.contours.map((contour: { minutes: number }) => contour.minutes)).toEqual([10, 20])
    expect(holdsPoint(answer.contours[0].polygons.coordinates[0], answer.snap.location)).toBe(true)
    const { body } = await postJson(`${server.api}/graphql`, {
      query: `query ($at: LonLat!) { point(at: $at) { reach(within: {movingS: [600, 1200]}) {
        timeModel snap { offM location } contours { movingS lengthM areaKm2 networkM polygons lines } unknowns { message } } } }`,
      variables: { at: VILLAGE },
    })
    expect(body.errors).toBeUndefined()
    expect(answer.time_model).toBe('service-time/1')
    expect(body.data.point.reach).toEqual({
      timeModel: 'SERVICE_TIME_1',
      snap: { offM: answer.snap.distance_m, location: answer.snap.location },
      contours: answer.contours.map(
        ({ minutes, metres, area_km2, network_m, ...rest }: { [name: string]: unknown; minutes: number }) => ({
          ...rest,
          movingS: minutes * 60,
          lengthM: metres,
          areaKm2: area_km2,
          networkM: network_m,
        }),
      ),
      unknowns: answer.unknowns.map(({ message }: { message: string }) => ({ message })),
    })
  })

  test('what is not drawn is null', async () => {
    const { answer } = await post({ from: VILLAGE, metres: [800], output: { polygons: false } })
    expect(answer.contours).toEqual([
      { minutes: null, metres: 800, area_km2: null, network_m: expect.any(Number), polygons: null, lines: null },
    ])
  })

  test('a walker at half the pace reaches in 20 minutes what others reach in 10', async () => {
    const slow = await post({ from: VILLAGE, minutes: [20], walker: { factor: 2, spread: 0.1 } })
    const usual = await post({ from: VILLAGE, minutes: [10] })
    expect(slow.answer.contours[0].polygons).toEqual(usual.answer.contours[0].polygons)
  })

  test('a point far from any way, or outside the region, is refused', async () => {
    expect(await post({ from: [10, 50], minutes: [10] })).toMatchObject({
      status: 422,
      answer: { error: { code: 'outside_region' } },
    })
    expect(await post({ from: [-40.52, 33.36], minutes: [10], snap_radius_m: 10 })).toMatchObject({
      status: 422,
      answer: { error: { code: 'no_snap' } },
    })
  })

  test('places within reach are the nearest first, as far as the shortest route says', async () => {
    const { body } = await postJson(`${server.api}/graphql`, {
      query: `query ($at: LonLat!) { point(at: $at) { reach(within: {lengthM: [4000]}) {
        places(first: 100) { totalCount truncated edges { lengthM movingS node { location } } }
        unnamed: places(where: {named: false}, first: 100) { totalCount edges { lengthM movingS
          node { location routeFrom(from: {at: $at}, settings: {shortest: true, snapRadiusM: 100}) { lengthM } } } }
        trails(first: 50) { totalCount edges { lengthM movingS node { name } } }
        none: trails(where: {lengthM: {max: 0}}) { totalCount unknownCount } } } }`,
      variables: { at: VILLAGE },
    })
    expect(body.errors).toBeUndefined()
    expect(body.data.point.reach.none).toEqual({ totalCount: 0, unknownCount: 0 })
    const { places, unnamed, trails } = body.data.point.reach
    for (const { edges, totalCount } of [places, unnamed, trails]) {
      expect(edges.length).toBeGreaterThan(0)
      expect(totalCount).toBeGreaterThanOrEqual(edges.length)
      const metres = edges.map((edge: { lengthM: number }) => edge.lengthM)
      expect(metres).toEqual(metres.toSorted((a: number, b: number) => a - b))
      expect(metres.at(-1)).toBeLessThanOrEqual(4000)
    }
    const far = unnamed.edges.filter(
      ({ lengthM, node }: { lengthM: number; node: { routeFrom: { lengthM: number } } }) =>
        Math.abs(lengthM - node.routeFrom.lengthM) > 2,
    )
    expect(far).toEqual([])
  })

  test('kinds and pages of places within reach', async () => {
    const { body } = await postJson(`${server.api}/graphql`, {
      query: `query ($at: LonLat!) { point(at: $at) { reach(within: {movingS: [7200]}) {
        places(where: {kinds: [HUT, VIEWPOINT]}, first: 1) { totalCount pageInfo { hasNextPage } nodes { kind } } } } }`,
      variables: { at: VILLAGE },
    })
    expect(body.errors).toBeUndefined()
    const { places } = body.data.point.reach
    expect(places.nodes).toHaveLength(1)
    expect(['HUT', 'VIEWPOINT']).toContain(places.nodes[0].kind)
    expect(places.pageInfo.hasNextPage).toBe(places.totalCount > 1)
  })
})
