// Places that a loop is to pass, through both transports: what the planner is asked, and what the demo region answers.

import { afterEach, describe, expect, test } from 'vitest'
import { toPlaceId } from '../../src/places/place-id.ts'
import { fakeCatalogue, fakePois } from '../support/fake-catalogue.ts'
import { type FakeApp, startFakeApp } from '../support/fake-services.ts'
import { sharedServer } from '../support/shared-server.ts'
import { askGraphql, postJson } from './transports.ts'

const START = [1.5, 42.5]
const HUT = toPlaceId('node', 5)

describe('the planner is asked', () => {
  let app: FakeApp
  afterEach(() => app.close())

  test('for the places by id and those of the kinds around, the same through both transports', async () => {
    app = await startFakeApp({ catalogue: fakeCatalogue() })
    const { kind } = fakePois()[0]
    const rest = await postJson(`${app.api}/v1/roundtrips`, {
      start: START,
      distance_km: 30,
      through: { places: [HUT], kinds: [kind], at_least: 2 },
    })
    expect(rest.status).toBe(200)
    const graphql = await askGraphql(
      app,
      `query ($place: ID!, $kind: PlaceKind!) { point(at: [1.5, 42.5]) { loops(lengthM: 30000, through: {places: [$place], kinds: [$kind], atLeast: 2}) { found { passed { name } } } } }`,
      { place: Buffer.from(`Place:${HUT}`).toString('base64url'), kind: kind.toUpperCase() },
    )
    expect(graphql.errors).toBeUndefined()
    const [byRest, byGraphql] = app.looped
    expect(byGraphql.throughPlaces).toEqual(byRest.throughPlaces)
    expect(byRest.throughPlaces).toMatchObject({
      required: [{ id: HUT, name: 'Neuhaus Hütte', kind: 'hut', location: [1.551, 42.501] }],
      atLeast: 2,
    })
    const { choice } = byRest.throughPlaces!
    expect(choice.length).toBeGreaterThan(0)
    expect(choice.map(({ id }) => id)).not.toContain(HUT)
  })

  test('nothing, where a place is not there or nothing is named', async () => {
    app = await startFakeApp({ catalogue: fakeCatalogue() })
    const refused = async (through: object) => {
      const { status, body } = await postJson(`${app.api}/v1/roundtrips`, { start: START, distance_km: 5, through })
      return [status, body.error.message]
    }
    expect(await refused({ places: [3] })).toEqual([
      404,
      '`through.places[0]`: there is no place 3 in the live release.',
    ])
    expect(await refused({ at_least: 1 })).toEqual([
      400,
      '`through`: expected an object with `places`, `kinds` or both, got an object.',
    ])
    expect(await refused({ kinds: ['town'] })).toEqual([
      400,
      expect.stringContaining('`through.kinds[0]`: expected one of'),
    ])
    expect(app.looped).toEqual([])
  })
})

test('on the demo region a loop passes a place of a kind, or is rough with the reason', async () => {
  const server = await sharedServer()
  const start = [-40.4288889, 33.4711111]
  const { status, body } = await postJson(`${server.api}/v1/roundtrips`, {
    start,
    distance_km: 6,
    through: { kinds: ['drinking_water', 'viewpoint', 'guidepost'] },
  })
  expect(status).toBe(200)
  expect(body.request.through).toEqual({ kinds: ['drinking_water', 'viewpoint', 'guidepost'] })
  const [{ through, reason }] = body.loops
  if (through.length === 0) expect(reason).toContain('passes a requested place')
  else expect(['drinking_water', 'viewpoint', 'guidepost', 'peak']).toContain(through[0].kind)

  const { body: graphql } = await postJson(`${server.api}/graphql`, {
    query: `query ($start: LonLat!) { point(at: $start) { loops(lengthM: 6000, through: {kinds: [VIEWPOINT], atLeast: 1}) { request { through { places { id } kinds atLeast } } } } }`,
    variables: { start },
  })
  expect(graphql.data.point.loops.request.through).toEqual({ places: [], kinds: ['VIEWPOINT'], atLeast: 1 })
})
