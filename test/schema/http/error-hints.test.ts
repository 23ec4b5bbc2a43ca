// Hints of errors: what a caller can do, as data, made from what the error says and the regions that are served.

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hintsOf } from '../../../schema/http/error-hints.ts'
import { ServiceError, withPath } from '../../../src/errors.ts'
import { layAreas } from '../../../src/routing/avoid/avoided-edges.ts'
import { errorOf, toFailure } from '../../../src/workers/thread-handle.ts'
import { sharedServer, type SharedServer } from '../../support/shared-server.ts'
import { fakeCatalogue } from '../../support/fake-catalogue.ts'
import { LANGUAGES } from '../../../src/language/catalogue-files.ts'
import { say } from '../../../src/language/sentence.ts'
import { notHeld } from '../../../src/regions/region-area.ts'
import type { RegionRelease, ReleaseService } from '../../../src/releases/release-info.ts'
import type { Box, LonLat } from '../../../src/geo/lon-lat.ts'
import { checkWaypoints } from '../../../src/routing/costs/route-settings.ts'
import { waypointSubject } from '../../../src/routing/costs/point-subject.ts'
import { askGraphql, postJson } from '../../operations/transports.ts'
import { FAKE_RELEASE, fakeRoute, type FakeApp, startFakeApp } from '../../support/fake-services.ts'

const BOX = FAKE_RELEASE.bbox
const INSIDE: LonLat = [1.5, 42.5]
const SWAPPED: LonLat = [42.5, 1.5]
const FAR: LonLat = [10, 50]
const VILLAGE: LonLat = [-40.4288889, 33.4711111]
const AWAY: LonLat = [-40.52, 33.36]
const NEAR = 'where.area.near'
const ROUTE = 'query ($w: [WaypointInput!]!) { route(input: {waypoints: $w}) { status } }'

let app: FakeApp
beforeAll(async () => {
  app = await startFakeApp({
    metering: false,
    route: (input) => {
      checkWaypoints(input.waypoints, [BOX], 100)
      return fakeRoute(input)
    },
  })
})
afterAll(() => app.close())

const at = (...points: unknown[]) => ({ w: points.map((point) => ({ at: point })) })
const hintsFor = async (query: string, variables?: object, language = 'en'): Promise<any> => {
  const { errors } = await askGraphql(app, query, variables, { 'accept-language': language })
  expect(errors).toHaveLength(1)
  return (errors![0].extensions as { hints?: unknown }).hints
}

const REGION_BOX = {
  code: 'REGION_BOX',
  path: 'input.waypoints[1]',
  text: 'Served here, as [west, south, east, north]: test [1.4, 42.4, 1.8, 42.7].',
  values: { regions: [{ region: 'test', box: BOX }] },
}

describe('a point outside all regions', () => {
  test('has the box of the region', async () => {
    expect(await hintsFor(ROUTE, at(INSIDE, FAR))).toEqual([REGION_BOX])
  })

  test('that is inside the other way round has the swapped pair too', async () => {
    expect(await hintsFor(ROUTE, at(INSIDE, SWAPPED))).toEqual([
      {
        code: 'SWAPPED_COORDINATES',
        path: 'input.waypoints[1]',
        text: '[42.5, 1.5] lies in no region served here, [1.5, 42.5] does: the longitude comes first.',
        values: { swapped: INSIDE },
      },
      REGION_BOX,
    ])
  })

  test('has them in the language of the error, with the same values', async () => {
    const inAll = await Promise.all(LANGUAGES.map((language) => hintsFor(ROUTE, at(INSIDE, SWAPPED), language)))
    for (const place of [0, 1]) {
      expect(new Set(inAll.map((hints) => hints[place].text)).size).toBe(LANGUAGES.length)
      expect(new Set(inAll.map((hints) => JSON.stringify(hints[place].values))).size).toBe(1)
    }
    expect(inAll[LANGUAGES.indexOf('de')][0].text).toContain('Die Länge kommt zuerst')
  })

  test('has no hints in REST', async () => {
    const { status, body } = await postJson(`${app.api}/v1/route`, { waypoints: [INSIDE, SWAPPED] })
    expect(status).toBe(422)
    expect(body).toEqual({
      error: {
        code: 'outside_region',
        message: 'Waypoint 2 of 2 at [42.5, 1.5] lies outside the region of this network ([1.4, 42.4, 1.8, 42.7]).',
      },
    })
  })
})

describe('an object in place of a pair', () => {
  const OBJECT = (path: string) => ({
    code: 'OBJECT_COORDINATES',
    path,
    text: 'A point is a pair of numbers, the longitude first: [1.5, 42.5].',
    values: { pair: INSIDE },
  })

  test.each([
    ['in a literal', '{ point(at: {lat: 42.5, lon: 1.5}) { __typename } }', undefined, 'at'],
    ['in a list', '{ points(at: [[1.5, 42.5], {lon: 1.5, lat: 42.5}]) { __typename } }', undefined, 'at[1]'],
    ['in place of a list', '{ points(at: {lon: 1.5, lat: 42.5}) { __typename } }', undefined, 'at'],
    ['in a variable', ROUTE, at(INSIDE, { lat: 42.5, lon: 1.5 }), 'input.waypoints[1].at'],
  ])('%s is answered with the pair', async (_, query, variables, path) => {
    expect(await hintsFor(query, variables)).toEqual([OBJECT(path)])
  })

  test.each([
    ['without numbers', { lat: '42.5', lon: 1.5 }],
    ['with one of the two', { lat: 42.5 }],
    ['of other members', { x: 1.5, y: 42.5 }],
    ['whose numbers are no degrees', { lat: 142.5, lon: 1.5 }],
    ['that is a text', '42.5, 1.5'],
    ['that is missing', null],
  ])('%s has no hint', async (_, point) => {
    expect(await hintsFor(ROUTE, at(INSIDE, point))).toBeUndefined()
  })

  test.each([
    ['a waypoint', ROUTE, { w: [{ at: INSIDE }, { lat: 42.5, lon: 1.5 }] }, 'input.waypoints[1]'],
    ['what is near', '{ places(where: {area: {near: {lat: 42.5, lon: 1.5}}}) { totalCount } }', undefined, NEAR],
  ])('in place of %s is answered with the member that takes the pair', async (_, query, variables, path) => {
    expect(await hintsFor(query, variables)).toEqual([
      {
        ...OBJECT(path),
        text: 'A point stands in `at`, the longitude first: `at: [1.5, 42.5]`.',
        values: { pair: INSIDE, member: 'at' },
      },
    ])
  })

  test('where something else is wanted has no hint', async () => {
    expect(
      await hintsFor('{ point(at: [1.5, 42.5]) { reach(within: {lat: 42.5, lon: 1.5}) { __typename } } }'),
    ).toBeUndefined()
  })
})

describe('of several regions', () => {
  const region = (name: string, bbox: Box): RegionRelease => ({ region: name, release: { ...FAKE_RELEASE, bbox } })
  const releasesOf = (...regions: RegionRelease[]) =>
    ({ findLive: () => FAKE_RELEASE, listRegions: () => regions }) as unknown as ReleaseService
  const WEST = region('west', [1, 42, 2, 43])
  const EAST = region('east', [7, 46, 8, 47])
  const areas = [WEST, EAST].map(({ region: name, release }) => ({ name, title: name, bbox: release.bbox, core: null }))
  const failureOf = (...points: LonLat[]) => notHeld(areas, points, 100, waypointSubject)

  test('the nearest three are named, the nearest first', () => {
    const others = [3, 12, 20].map((lon) => region(`at ${lon}`, [lon, 46, lon + 0.5, 47]))
    const [hint] = hintsOf(failureOf([7.5, 48]), releasesOf(WEST, ...others, EAST))
    expect(hint.values).toEqual({
      regions: ['east', 'at 3', 'at 12'].map((name) => expect.objectContaining({ region: name })),
    })
  })

  test('a point that one of them holds was not swapped', () => {
    const hints = hintsOf(
      failureOf([1.5, 42.5], [7.5, 46.5]),
      releasesOf(WEST, EAST, region('swapped', [46, 7, 47, 8])),
    )
    expect(hints.map(({ code }) => code)).toEqual(['REGION_BOX'])
  })

  test('without a network they are not named', () => {
    const { region: name, release } = WEST
    expect(hintsOf(failureOf(FAR), releasesOf({ region: name, release: { ...release, artifacts: [] } }))).toEqual([])
  })
})

test('a ring to avoid that is inside the other way round has the swapped pair', () => {
  const ring: LonLat[] = [SWAPPED, [42.6, 1.5], [42.6, 1.6], SWAPPED]
  const refusal = thrownBy(() => layAreas([{ path: 'avoid.areas', rings: [ring] }], [BOX]))
  expect(hintsOf(refusal, app.services.releases)).toMatchObject([
    { code: 'SWAPPED_COORDINATES', path: 'avoid.areas[0][0]', values: { swapped: INSIDE } },
  ])
})

function thrownBy(work: () => unknown): ServiceError {
  try {
    work()
  } catch (thrown) {
    return thrown as ServiceError
  }
  throw new Error('nothing was thrown')
}

test('the point of a failure stays with it from a thread, and under another path', () => {
  const about = { at: INSIDE, nearest: FAR }
  const failure = new ServiceError(say('error.busy.deadline'), { inputPath: 'start', about })
  const crossed = errorOf(structuredClone(toFailure(failure)))
  for (const path of ['at', null]) expect((withPath(crossed, () => path) as ServiceError).about).toEqual(about)
})

describe('a point too far from any way', () => {
  let demo: SharedServer
  beforeAll(async () => {
    demo = await sharedServer()
  })

  test('has the nearest position on one, from which a route begins', async () => {
    const route = (at: LonLat, snapRadiusM: number) =>
      postJson(`${demo.api}/graphql`, {
        query: 'query ($i: RouteInput!) { route(input: $i) { snaps { offM location } } }',
        variables: { i: { waypoints: [{ at }, { at: VILLAGE }], settings: { snapRadiusM } } },
      })
    const far = await route(AWAY, 10)
    const [{ extensions }] = far.body.errors
    expect(extensions).toMatchObject({ code: 'NO_SNAP', inputPath: 'input.waypoints[0]' })
    const [hint] = extensions.hints
    const { nearest } = hint.values
    expect(hint).toMatchObject({ code: 'NEAREST_POINT', path: 'input.waypoints[0]' })
    expect(hint.text).toBe(`The nearest way that can be used is at [${nearest.join(', ')}].`)
    const wide = await route(AWAY, 5000)
    expect(wide.body.data.route.snaps[0].location).toEqual(nearest)
    const moved = await route(nearest, 10)
    expect(moved.body.data.route.snaps[0].offM).toBeLessThan(1)
  })
})

describe('a list that came out empty', () => {
  const answerOf = async (query: string) => {
    const { data, errors, extensions } = (await postJson(`${lists.api}/graphql`, { query })).body
    expect(errors).toBeUndefined()
    return { data, hints: extensions.hints }
  }
  let lists: FakeApp
  beforeAll(async () => {
    lists = await startFakeApp({ metering: false, catalogue: fakeCatalogue() })
  })
  afterAll(() => lists.close())
  const boxHint = (field: string, path: string) => ({ ...REGION_BOX, field: [field], path })

  test.each(['places', 'trails'])('%s outside all regions has their boxes', async (list) => {
    const { hints } = await answerOf(`{ a: ${list}(where: {area: {box: [10, 50, 11, 51]}}) { nodes { id } } }`)
    expect(hints).toEqual([boxHint('a', 'where.area.box')])
  })

  test('of a search too, around a point', async () => {
    const { hints } = await answerOf(
      '{ search(text: "Neuhaus", where: {area: {near: {at: [10, 50], withinM: 500}}}) { totalCount } }',
    )
    expect(hints).toEqual([boxHint('search', 'where.area.near.at')])
  })

  test('whose point or box is in a region the other way round has it so', async () => {
    const { hints } = await answerOf(`{
      a: places(where: {area: {near: {at: [42.5, 1.5], withinM: 500}}}) { totalCount }
      b: trails(where: {area: {box: [42.4, 1.4, 42.5, 1.5]}}) { totalCount } }`)
    const swapped = hints.filter(({ code }: { code: string }) => code === 'SWAPPED_COORDINATES')
    // as the lists come
    expect(swapped.sort((one: any, other: any) => (one.field[0] < other.field[0] ? -1 : 1))).toMatchObject([
      { field: ['a'], path: 'where.area.near.at', values: { swapped: INSIDE } },
      { field: ['b'], path: 'where.area.box', values: { swapped: [1.4, 42.4, 1.5, 42.5] } },
    ])
  })

  test.each([
    ['in a region', '{ places(where: {area: {near: {at: [1.79, 42.69], withinM: 10}}}) { totalCount } }'],
    ['without an area', '{ search(text: "Xyzzyqux") { totalCount } }'],
    ['that is not empty', '{ places(where: {area: {box: [1, 42, 2, 43]}}) { totalCount } }'],
  ])('%s has none', async (_, query) => {
    expect((await answerOf(query)).hints).toBeUndefined()
  })

  test('is said in the language of the request, and kept for no other', async () => {
    const query = '{ places(where: {area: {box: [10, 50, 11, 51]}}) { nodes { id } } }'
    const answer = await fetch(`${lists.api}/graphql?query=${encodeURIComponent(query)}`, {
      headers: { 'accept-language': 'de', accept: 'application/json' },
    })
    const { extensions } = (await answer.json()) as { extensions: { hints: { text: string }[] } }
    expect(extensions.hints[0].text).toContain('Gebiete dieses Dienstes')
    expect(answer.headers.get('etag')).toBeNull()
  })
})

test('a failure that names no point has none', async () => {
  expect(hintsOf(new ServiceError(say('error.busy.deadline')), app.services.releases)).toEqual([])
  expect(hintsOf(new ServiceError('outside_region', 'It lies outside.'), app.services.releases)).toEqual([])
})
