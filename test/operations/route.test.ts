import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FakeApp, startFakeApp } from '../support/fake-services.ts'
import { postJson } from './transports.ts'

const LOCATIONS = [
  { lat: 42.5, lon: 1.5 },
  { lat: 42.52, lon: 1.55 },
]
let app: FakeApp
beforeAll(async () => {
  app = await startFakeApp({ metering: false })
})
afterAll(() => app.close())
const ask = (body: object) => postJson(`${app.api}/route/v1`, body)

describe('route', () => {
  test('on foot without options: hike, the router takes its defaults', async () => {
    expect((await ask({ locations: LOCATIONS, costing: 'pedestrian', unknown_member: 1 })).status).toBe(200)
    expect(app.planned.at(-1)).toEqual({
      waypoints: [
        [1.5, 42.5],
        [1.55, 42.52],
      ],
      profile: 'hike',
      maxSac: undefined,
    })
  })

  test('service.profile run and max_hiking_difficulty reach the router', async () => {
    await ask({
      locations: LOCATIONS,
      costing: 'pedestrian',
      service: { profile: 'run' },
      costing_options: { pedestrian: { max_hiking_difficulty: 5 } },
    })
    expect(app.planned.at(-1)).toMatchObject({ profile: 'run', maxSac: 5 })
  })

  test('bicycle options reach the router', async () => {
    await ask({
      locations: LOCATIONS,
      costing: 'bicycle',
      costing_options: { bicycle: { bicycle_type: 'hybrid', use_roads: 0.2, use_ferry: 0 } },
    })
    expect(app.planned.at(-1)).toMatchObject({ profile: 'bike', bicycleType: 'hybrid', useRoads: 0.2, useFerry: 0 })
  })

  test.each<[string, object, RegExp]>([
    ['auto', { costing: 'auto' }, /"auto" is not offered/],
    ['no costing', { costing: undefined }, /`costing` is missing/],
    ['one location', { locations: [LOCATIONS[0]] }, /`locations`: expected a list of 2 to 100 locations/],
    ['101 locations', { locations: Array.from({ length: 101 }, () => LOCATIONS[0]) }, /got a list of 101/],
    [
      'latitude beyond the map',
      { locations: [{ lat: 86, lon: 1 }, LOCATIONS[1]] },
      /`locations\[0\]\.lat`: expected a number from -85\.05 to 85\.05/,
    ],
    ['a location without lon', { locations: [{ lat: 1 }, LOCATIONS[1]] }, /`locations\[0\]\.lon` is missing/],
    [
      'an unknown option',
      { costing_options: { pedestrian: { max_hiking_difficulty: 3, use_hills: 1 } } },
      /`costing_options\.pedestrian\.use_hills` is not known/,
    ],
    ['an unknown costing option group', { costing_options: { auto: {} } }, /`costing_options\.auto` is not known/],
    [
      'options of the other costing',
      { costing_options: { bicycle: { bicycle_type: 'hybrid', use_roads: 1, use_ferry: 1 } } },
      /does not belong to `costing` "pedestrian"/,
    ],
    [
      'an option left out inside',
      { costing: 'bicycle', costing_options: { bicycle: { bicycle_type: 'hybrid', use_roads: 1 } } },
      /`costing_options\.bicycle\.use_ferry` is missing/,
    ],
    ['another profile', { service: { profile: 'walk' } }, /`service\.profile`: expected "run"/],
    ['running by bicycle', { costing: 'bicycle', service: { profile: 'run' } }, /"run" needs `costing` "pedestrian"/],
  ])('%s is 400 in RouteError', async (_name, change, message) => {
    const answer = await ask({ locations: LOCATIONS, costing: 'pedestrian', ...change })
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({ status_code: 400, service: { code: 'invalid_input' } })
    expect(answer.body.error).toMatch(message)
    expect(answer.body.service.message).toBe(answer.body.error)
    expect(typeof answer.body.error_code).toBe('number')
  })
})
