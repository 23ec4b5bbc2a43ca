// Subscription.conditions over HTTP: the protocol, the first state, what makes another event and what does not.

import { afterEach, expect, test } from 'vitest'
import { ServiceError } from '../../../../src/errors.ts'
import { HOUR_MS } from '../../../../src/durations.ts'
import { ForecastSource } from '../../../../src/weather/forecast-source.ts'
import { FORECAST_MODELS } from '../../../../src/weather/weather-models.ts'
import { askGraphql } from '../../../operations/transports.ts'
import { openEvents } from '../../../support/event-stream.ts'
import { FAKE_RELEASE, type FakeApp, type FakeOptions, NOW_MS } from '../../../support/fake-services.ts'
import { goodAnswer, json, startProvider } from '../../../weather/provider-server.ts'
import { conditions, LINE, ROUTE, SNOW, snowInfo, startWorld, WEATHER } from './world.ts'

/** Long enough for several looks at the marks. */
const WHILE_MS = 250

let app: FakeApp
afterEach(() => app.close())
async function start(options: FakeOptions = {}) {
  const world = await startWorld(options)
  app = world.app
  return world
}

test('the present state comes at once, by POST and by GET, with an id and its cost', async () => {
  await start()
  for (const isGet of [false, true]) {
    const stream = await openEvents(app.api, conditions(LINE, SNOW), { isGet })
    expect([stream.status, stream.headers.get('content-type'), stream.headers.get('cache-control')]).toEqual([
      200,
      'text/event-stream',
      'no-store',
    ])
    const event = await stream.next()
    expect(event).toMatchObject({
      event: 'next',
      id: expect.stringMatching(/^[\w.-]{49}$/),
      data: {
        data: {
          conditions: {
            causes: ['FIRST'],
            marks: { release: 'test-1', snowRaster: null, snowPublishedAt: null, forecastFetchedAt: null },
            course: { __typename: 'Line', snow: { observed: { product: null } } },
          },
        },
        extensions: { cost: { charged: expect.any(Number) } },
      },
    })
    expect(stream.text()).toMatch(/^retry: 3000\n\nid: /)
    stream.close()
  }
  await expect.poll(() => app.app.lifecycle.admission.state.inFlight).toBe(0)
})

test('a trail is a Trail, a route a Route with its hazards, and each costs as its query', async () => {
  await start({ metering: true })
  for (const [line, type, query] of [
    ['{trail: {osmRelation: 7}}', 'Trail', '{ trail(by: {osmRelation: 7}) { lengthM } }'],
    [ROUTE, 'Route', '{ route(input: {waypoints: [{at: [1.5, 42.5]}, {at: [1.55, 42.52]}]}) { lengthM } }'],
  ]) {
    const stream = await openEvents(
      app.api,
      conditions(line, '... on AnalysedCourse { hazards { kind } warnings { code } }'),
    )
    const { data } = (await stream.next())!
    expect(data.data.conditions.course).toMatchObject({ __typename: type })
    expect(data.data.conditions.course.hazards, type).toEqual(type === 'Route' ? [{ kind: 'FORD' }] : undefined)
    const { cost } = await askGraphql(app, query)
    expect([data.extensions.cost.reserved, data.extensions.cost.charged]).toEqual([cost!.reserved, cost!.charged])
    expect(data.extensions.cost.fields).toEqual([{ path: 'conditions', credits: cost!.charged }])
    stream.close()
  }
})

test('a new release that changes the route is an event with its cause; one that changes nothing is none', async () => {
  const world = await start()
  const stream = await openEvents(app.api, conditions(ROUTE))
  const first = (await stream.next())!
  world.release = { ...FAKE_RELEASE, id: 'test-2' }
  expect(await stream.within(WHILE_MS)).toEqual([])
  expect(app.planned).toHaveLength(2)
  world.distanceM = 2000
  world.release = { ...FAKE_RELEASE, id: 'test-3' }
  const second = (await stream.next())!
  expect(second.data.data.conditions).toMatchObject({
    causes: ['RELEASE'],
    marks: { release: 'test-3' },
    course: { lengthM: 2000 },
  })
  expect(second.id).not.toBe(first.id)
})

test('a network that is loaded after its release went live is looked at again', async () => {
  const world = await start()
  let network = 'n1'
  app.services.findNetworkRevision = () => network
  const stream = await openEvents(app.api, conditions(ROUTE))
  await stream.next()
  world.release = { ...FAKE_RELEASE, id: 'test-2' }
  expect(await stream.within(WHILE_MS)).toEqual([])
  world.distanceM = 3000
  network = 'n2'
  expect((await stream.next())!.data.data.conditions).toMatchObject({
    causes: ['RELEASE'],
    course: { lengthM: 3000 },
  })
})

test('a new snow raster is an event; the same snow in a new raster is none', async () => {
  const world = await start()
  const stream = await openEvents(app.api, conditions(LINE, SNOW))
  const classes = async () => (await stream.next())!.data.data.conditions
  expect((await classes()).course.snow.sections.map((one: any) => one.class)).toEqual(['UNKNOWN'])
  world.snow = { info: snowInfo('s1'), value: 100 }
  expect(await classes()).toMatchObject({
    causes: ['SNOW'],
    marks: { snowRaster: 's1', snowPublishedAt: new Date(NOW_MS).toISOString() },
    course: { snow: { sections: [{ class: 'SNOW' }] } },
  })
  world.snow = { info: snowInfo('s2'), value: 100 }
  expect(await stream.within(WHILE_MS)).toEqual([])
  world.snow = { info: snowInfo('s3'), value: 0 }
  expect(await classes()).toMatchObject({ causes: ['SNOW'], marks: { snowRaster: 's3' } })
})

test('a forecast is requested again when it is no longer fresh, and not before', async () => {
  const world = await start()
  const stream = await openEvents(app.api, conditions(LINE, WEATHER))
  const first = (await stream.next())!.data.data.conditions
  expect(first).toMatchObject({
    causes: ['FIRST'],
    marks: { forecastIssuedAt: '2026-11-21T12:00:00.000Z', forecastFetchedAt: '2026-11-21T12:00:00.000Z' },
  })
  const { requested } = world
  world.nowMs += HOUR_MS / 2
  expect(await stream.within(WHILE_MS)).toEqual([])
  expect(world.requested).toBe(requested)
  // the sample's next run is after six hours; within them an answer is made again once an hour
  world.nowMs = Date.UTC(2026, 10, 21, 18, 0, 1)
  expect((await stream.next())!.data.data.conditions).toMatchObject({
    causes: ['FORECAST'],
    marks: { forecastIssuedAt: '2026-11-21T18:00:00.000Z' },
  })
})

test('subscribers to the same places share what the provider is asked, and its refresh', async () => {
  let nowMs = NOW_MS
  const provider = await startProvider()
  provider.on.forecast = (request, response) =>
    json(
      goodAnswer(request, (_, hour) => (hour + nowMs / HOUR_MS) % 50, [
        'temperature_2m',
        'precipitation',
        'wind_speed_10m',
        'wind_gusts_10m',
        'wind_direction_10m',
        'weather_code',
      ]),
    )(request, response)
  try {
    const weather = new ForecastSource({
      nowMs: () => nowMs,
      url: provider.url,
      ensembleUrl: null,
      apiKey: null,
      models: [FORECAST_MODELS.find(({ id }) => id === 'icon_global')!],
    })
    await start({ weather, nowMs: () => nowMs })
    const countRequested = () => provider.requested.filter(({ pathname }) => pathname === '/v1/forecast').length
    const streams = []
    for (let i = 0; i < 5; i++) streams.push(await openEvents(app.api, conditions(LINE, WEATHER)))
    for (const stream of streams) {
      const { data, errors } = (await stream.next())!.data
      expect([errors, data.conditions.course.weather.samples[0].missing]).toEqual([undefined, null])
    }
    expect(countRequested()).toBe(1)
    nowMs += 2 * HOUR_MS
    for (const stream of streams)
      expect((await stream.next())!.data.data.conditions).toMatchObject({ causes: ['FORECAST'] })
    expect(countRequested()).toBe(2)
  } finally {
    await provider.close()
  }
})

test('an observation that has grown too old is an event, because time has passed', async () => {
  const world = await start()
  world.snow = { info: snowInfo('s1'), value: 100 }
  const stream = await openEvents(app.api, conditions(LINE, SNOW))
  expect((await stream.next())!.data.data.conditions.course.snow.sections).toEqual([{ class: 'SNOW' }])
  world.nowMs += 60 * 24 * HOUR_MS
  expect((await stream.next())!.data.data.conditions).toMatchObject({
    causes: ['TIME'],
    course: { snow: { sections: [{ class: 'UNKNOWN' }] } },
  })
})

test('a provider that fails for a moment is not heard of; one that goes on failing is null beside its error', async () => {
  const world = await start()
  const stream = await openEvents(app.api, conditions(LINE, WEATHER))
  const first = (await stream.next())!
  world.weatherFailure = new ServiceError('forecast_failed', 'The provider does not answer.')
  world.nowMs = Date.UTC(2026, 10, 21, 18, 0, 1)
  const failed = (await stream.next())!
  expect(world.requested).toBeGreaterThanOrEqual(4)
  expect(failed.data.data.conditions.course.weather).toBeNull()
  expect(failed.data.errors).toMatchObject([
    { path: ['conditions', 'course', 'weather'], extensions: { code: 'FORECAST_FAILED', status: 502 } },
  ])
  expect(failed.data.extensions.cost.charged).toBe(0)
  world.weatherFailure = null
  const again = (await stream.next())!
  expect(again.data.data.conditions).toMatchObject({
    causes: ['FORECAST'],
    marks: { forecastIssuedAt: expect.any(String) },
  })
  expect(again.id).not.toBe(first.id)
})

test('a failure of a moment between two equal states is no event', async () => {
  const world = await start()
  const stream = await openEvents(
    app.api,
    conditions(LINE, WEATHER.replace('run { issuedAt }', '').replace('tempC', 'model')),
  )
  await stream.next()
  const { requested } = world
  world.failuresLeft = 1
  world.weatherFailure = new ServiceError('forecast_failed', 'The provider does not answer.')
  world.nowMs += 2 * HOUR_MS
  await expect.poll(() => world.requested).toBeGreaterThan(requested + 1)
  expect(await stream.within(WHILE_MS)).toEqual([])
})

test('who comes back with the id of the present state gets nothing until it changes; with an older one, what changed', async () => {
  const world = await start()
  const first = await openEvents(app.api, conditions(ROUTE))
  const { id } = (await first.next())!
  first.close()
  const again = await openEvents(app.api, conditions(ROUTE), { headers: { 'last-event-id': id! } })
  expect(again.status).toBe(200)
  expect(await again.within(WHILE_MS)).toEqual([])
  expect(again.text()).toBe('retry: 3000\n\n')
  world.distanceM = 5
  world.release = { ...FAKE_RELEASE, id: 'test-2' }
  expect((await again.next())!.data.data.conditions.causes).toEqual(['RELEASE'])
  again.close()
  const late = await openEvents(app.api, conditions(ROUTE), { headers: { 'last-event-id': id! } })
  expect((await late.next())!.data.data.conditions).toMatchObject({ causes: ['RELEASE'], course: { lengthM: 5 } })
  const strange = await openEvents(app.api, conditions(ROUTE), { headers: { 'last-event-id': 'x'.repeat(4000) } })
  expect((await strange.next())!.data.data.conditions.causes).toEqual(['FIRST'])
})

test('comments keep it open, and it ends without `complete` after its lifetime, so that clients come back', async () => {
  await start({ parts: { graphql: { subscriptions: { pingMs: 50, lifetimeMs: 1500 } } }, limits: { idleMs: 500 } })
  const stream = await openEvents(app.api, conditions(LINE))
  await stream.next()
  expect(await stream.next()).toBeNull()
  expect(stream.text()).toMatch(/\n(:\n){2,}$/)
  expect(stream.text()).not.toContain('complete')
})

test.each([
  ['application/json', 'application/json'],
  ['*/*', 'application/json'],
  ['multipart/mixed', 'application/json'],
])('accept %s is told to accept events', async (accept, type) => {
  await start()
  const { status, errors, headers } = await askGraphql(app, conditions(LINE), {}, { accept })
  expect([status, errors![0].extensions.code, errors![0].message]).toEqual([
    400,
    'INVALID_INPUT',
    'A subscription is answered by server-sent events: send the header `Accept: text/event-stream`.',
  ])
  expect(headers.get('content-type')).toContain(type)
})

test('@dryRun says what an event costs, as one event or as JSON, and opens nothing', async () => {
  await start({ metering: true })
  const query = conditions(ROUTE).replace('subscription', 'subscription @dryRun')
  const { data, cost } = await askGraphql(app, query)
  expect([data, cost!.charged, cost!.fields]).toEqual([null, 0, [{ path: 'conditions', credits: cost!.reserved }]])
  const stream = await openEvents(app.api, query)
  expect((await stream.next())!.data.extensions.cost).toEqual(cost)
  expect(await stream.next()).toEqual({ event: 'complete', id: undefined, data: null })
  expect(app.planned).toEqual([])
})

test.each([
  ['@defer', `subscription { conditions(line: ${LINE}) { ... @defer { causes } } }`],
  [
    'two root fields',
    `subscription { a: conditions(line: ${LINE}) { causes } b: conditions(line: ${LINE}) { causes } }`,
  ],
  ['an unknown field', `subscription { conditions(line: ${LINE}) { nothing } }`],
  ['a bad line', 'subscription { conditions(line: {polyline6: ""}) { causes course { lengthM } } }'],
  ['no such trail', 'subscription { conditions(line: {trail: {osmRelation: 99}}) { causes course { lengthM } } }'],
])('%s is refused in one event, then complete; and as JSON where the client reads it', async (_name, query) => {
  await start()
  const stream = await openEvents(app.api, query)
  expect(stream.status).toBe(200)
  const { data } = (await stream.next())!
  expect(data.errors[0].extensions.code).toMatch(/INVALID_INPUT|NOT_FOUND/)
  expect(await stream.next()).toEqual({ event: 'complete', id: undefined, data: null })
  expect(await stream.next()).toBeNull()
  const both = await askGraphql(app, query, {}, { accept: 'application/json, text/event-stream' })
  expect(both.errors).toEqual(data.errors)
  expect(app.app.pipeline.parts.concurrency.accounts).toBe(0)
})

test('a batch is refused', async () => {
  await start()
  const response = await fetch(`${app.api}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
    body: JSON.stringify([{ query: conditions(LINE) }]),
  })
  expect(await response.text()).toContain('INVALID_INPUT')
})
