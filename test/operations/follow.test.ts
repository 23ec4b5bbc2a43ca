// A signed route in the place of a waypoint, through both transports: over the fake router what it is asked, over the
// demo region what comes back.

import { say } from '../../src/language/sentence.ts'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { fakeCatalogue } from '../support/fake-catalogue.ts'
import { type FakeApp, startFakeApp } from '../support/fake-services.ts'
import { sharedServer, type SharedServer } from '../support/shared-server.ts'
import { toPlaceId } from '../../src/places/place-id.ts'
import { askGraphql, postJson } from './transports.ts'
import { toGlobalId } from '../../schema/nodes.ts'

const HUT = toPlaceId('node', 5)
let app: FakeApp

describe('the planner is asked', () => {
  afterEach(() => app.close())

  test('for the line of the trail and the name of the place, through both transports, at 1 credit for each trail', async () => {
    app = await startFakeApp({ catalogue: fakeCatalogue() })
    const end = { from: [1.51, 42.5], direction: 'backward' }
    const rest = await postJson(`${app.api}/v1/route`, {
      waypoints: [[1.5, 42.5], { place: HUT }, { trail: 7, ...end }],
      snap_radius_m: 100,
    })
    expect(rest.status).toBe(200)
    const graphql = await askGraphql(
      app,
      `{ route(input: {waypoints: [{at: [1.5, 42.5]}, {follow: {trail: {osmRelation: 7}, from: [1.51, 42.5], direction: BACKWARD}}], settings: {snapRadiusM: 100}}) { legs { trail { osmRelation } } } }`,
    )
    expect(graphql.errors).toBeUndefined()
    expect(graphql.cost).toMatchObject({ reserved: 2, charged: 2 })
    const [byRest, byGraphql] = app.planned
    expect(byRest).toMatchObject({
      waypoints: [
        [1.5, 42.5],
        [1.551, 42.501],
        [1.5, 42.5],
      ],
      names: [null, 'Neuhaus Hütte', 'Höhenweg'],
      trails: [{ waypoint: 2, relationId: 7, name: 'Höhenweg', ...end }],
      snapRadiusM: 100,
    })
    expect(byGraphql.trails).toEqual([{ ...byRest.trails![0], waypoint: 1 }])
    expect([...byRest.trails![0].parts[0].slice(0, 2)]).toEqual([1_500_000, 42_500_000])
  })

  test('for the names of waypoints, those of points after what is near, if they are wanted', async () => {
    app = await startFakeApp({ catalogue: fakeCatalogue() })
    const waypoints = [[1.5, 42.5], { place: HUT }, [1.62, 42.61]]
    await postJson(`${app.api}/v1/route`, { waypoints, names: true })
    const { errors } = await askGraphql(
      app,
      `{ route(input: {names: true, waypoints: [{at: [1.5, 42.5]}, {place: {id: "${toGlobalId('Place', HUT)}"}}, {at: [1.62, 42.61]}]}) { snaps { name } } }`,
    )
    expect(errors).toBeUndefined()
    await postJson(`${app.api}/v1/route`, { waypoints: [waypoints[0], waypoints[2]] })
    const names = [say('name.near', { name: 'Großmühlen' }), 'Neuhaus Hütte', null]
    expect(app.planned.map((input) => input.names)).toEqual([names, names, undefined])
  })

  test('nothing, of a matrix: only a route can follow a trail', async () => {
    app = await startFakeApp({ catalogue: fakeCatalogue() })
    const { errors } = await askGraphql(
      app,
      `{ matrix(input: {sources: [{follow: {trail: {osmRelation: 7}}}], targets: [{at: [1.5, 42.5]}]}) { lengthM } }`,
    )
    expect(errors?.[0]).toMatchObject({
      message: expect.stringContaining('only a route can follow a trail'),
      extensions: { code: 'INVALID_INPUT', inputPath: 'input.sources[0].follow' },
    })
  })

  test('nothing, where a trail or a place is not there, or of no known form', async () => {
    app = await startFakeApp({ catalogue: fakeCatalogue() })
    const rest = async (waypoint: unknown) => {
      const { status, body } = await postJson(`${app.api}/v1/route`, { waypoints: [[1.5, 42.5], waypoint] })
      return [status, body.error.code, body.error.message]
    }
    expect(await rest({ trail: 99 })).toEqual([
      404,
      'not_found',
      '`waypoints[1].trail`: there is no signed route 99 in the live release.',
    ])
    expect(await rest({ place: 99 })).toEqual([
      404,
      'not_found',
      '`waypoints[1].place`: there is no place 99 in the live release.',
    ])
    expect((await rest({ trail: 'GR 11' }))[2]).toBe(
      '`waypoints[1].trail`: expected the id of an OpenStreetMap relation, got "GR 11".',
    )
    expect((await rest({ trail: 7, from: [1, 95] }))[2]).toBe(
      '`waypoints[1].from[1]`: expected a number from -90 to 90 (latitude, degrees), got 95.',
    )
    expect((await rest([1, 95]))[2]).toBe(
      '`waypoints[1][1]`: expected a number from -90 to 90 (latitude, degrees), got 95.',
    )
    expect((await rest({ lon: 1, lat: 42 }))[2]).toBe(
      '`waypoints[1]`: expected a [lon, lat] pair, {place} or {trail, from, to, direction}, got an object.',
    )
    const { errors } = await askGraphql(
      app,
      '{ route(input: {waypoints: [{at: [1.5, 42.5]}, {follow: {trail: {osmRelation: 99}}}]}) { lengthM } }',
    )
    expect(errors![0].extensions).toMatchObject({ code: 'NOT_FOUND', inputPath: 'input.waypoints[1].follow.trail' })
    expect(app.planned).toEqual([])
  })

  test('a single point is no route', async () => {
    app = await startFakeApp({ catalogue: fakeCatalogue() })
    const { body } = await postJson(`${app.api}/v1/route`, { waypoints: [[1.5, 42.5]] })
    expect(body.error.message).toBe('`waypoints`: expected a list of 2 to 100 [lon, lat] pairs, got a list of 1.')
  })
})

describe('on the demo region', () => {
  let server: SharedServer
  let trail: { relationId: number; lengthM: number }
  beforeAll(async () => {
    server = await sharedServer()
    const found = await fetch(`${server.api}/trails/v1/search?q=Velmarra-Weg&limit=1`)
    const { relation_id, length_m } = ((await found.json()) as any).features[0].properties
    trail = { relationId: relation_id, lengthM: length_m }
  })

  test('a waypoint on the way has an instruction of its own type, through both transports', async () => {
    const found = await fetch(`${server.api}/trails/v1/relation/${trail.relationId}`)
    const [line] = ((await found.json()) as any).geometry.coordinates as [number, number][][]
    const waypoints = [0.2, 0.3, 0.4].map((share) => line[Math.floor(line.length * share)].slice(0, 2))
    const rest = await postJson(`${server.api}/v1/route`, { waypoints, max_sac: 6 })
    const { body } = await postJson(`${server.api}/graphql`, {
      query: `query ($input: RouteInput!) { route(input: $input) { maneuvers { type } } }`,
      variables: { input: { waypoints: waypoints.map((at) => ({ at })), settings: { maxSac: 'T6' } } },
    })
    expect(body.errors).toBeUndefined()
    const types = rest.body.maneuvers.map(({ type }: { type: string }) => type)
    expect(types).toContain('via')
    expect(body.data.route.maneuvers.map(({ type }: { type: string }) => type.toLowerCase())).toEqual(types)
  })

  test('a point is called after what is near it in the language of the reader, through both transports', async () => {
    const found = await fetch(`${server.api}/search/v1/forward?q=Sturmwoerde&limit=1`)
    const [lon, lat] = ((await found.json()) as any).features[0].center as [number, number]
    const waypoints = [
      [-40.4488889, 33.4416667],
      [lon, lat],
    ]
    const NEAR = { en: 'near', de: 'bei', fr: 'à proximité\u202f:', it: 'vicino a', es: 'cerca de', ca: 'a prop:' }
    for (const [language, near] of Object.entries(NEAR)) {
      const { body } = await postJson(`${server.api}/v1/route`, { waypoints, names: true, language })
      const name = body.snaps.at(-1).name
      expect(name).toMatch(new RegExp(`^${near} \\p{Lu}`, 'u'))
      expect(body.maneuvers.at(-1).instruction).toContain(`${name})`)
      if (language !== 'en') expect(JSON.stringify(body)).not.toMatch(/\bnear\b/)
    }
    const { body } = await postJson(`${server.api}/graphql`, {
      query: `query ($input: RouteInput!) { route(input: $input) { snaps { name de: name(language: "de")
        nameSentence { code values text(language: "it") } } maneuvers { instructionSentence { values } } } }`,
      variables: { input: { names: true, waypoints: waypoints.map((at) => ({ at })) } },
    })
    expect(body.errors).toBeUndefined()
    const { snaps, maneuvers } = body.data.route
    const { name } = snaps.at(-1).nameSentence.values
    expect(snaps.at(-1)).toEqual({
      name: `near ${name}`,
      de: `bei ${name}`,
      nameSentence: { code: 'name.near', values: { name }, text: `vicino a ${name}` },
    })
    expect(maneuvers.at(-1).instructionSentence.values.point.name).toEqual({ code: 'name.near', values: { name } })
  })

  test('a trail comes back whole, the same through both transports', async () => {
    const rest = await postJson(`${server.api}/v1/route`, { waypoints: [{ trail: trail.relationId }], max_sac: 6 })
    expect(rest.status).toBe(200)
    const { distance_m, legs, snaps, ways, maneuvers } = rest.body
    expect(Math.abs(distance_m - trail.lengthM)).toBeLessThan(trail.lengthM * 0.01)
    expect(legs[0].trail).toEqual({
      relation_id: trail.relationId,
      direction: 'forward',
      on_trail_m: distance_m,
      left_out_m: 0,
      gaps: [],
    })
    expect(snaps.map(({ waypoint }: { waypoint: number }) => waypoint)).toEqual([0, 0])
    expect(ways.signed_m).toBe(distance_m)
    expect(ways.stretches.every(({ trails }: { trails: number[] }) => trails.includes(trail.relationId))).toBe(true)
    expect(maneuvers.at(-1).instruction).toMatch(/^Leave .+: this is waypoint 1, the end of the route\.$/)
    const { body } = await postJson(`${server.api}/graphql`, {
      query: `query ($id: OsmId!) { route(input: {waypoints: [{follow: {trail: {osmRelation: $id}}}], settings: {maxSac: T6}}) { lengthM
        legs { trail { osmRelation direction onTrailM gaps { fromM leftBecause } } } } }`,
      variables: { id: trail.relationId },
    })
    expect(body.errors).toBeUndefined()
    expect(body.data.route).toEqual({
      lengthM: distance_m,
      legs: [{ trail: { osmRelation: trail.relationId, direction: 'FORWARD', onTrailM: distance_m, gaps: [] } }],
    })
  })
})
