import { afterAll, beforeAll, expect, test } from 'vitest'
import { fakeCatalogue } from '../support/fake-catalogue.ts'
import { type FakeApp, startFakeApp } from '../support/fake-services.ts'
import { walkedFit, walkedGpx, walkedPoints, walkedTcx } from '../support/recorded-walk.ts'
import { askGraphql, postJson } from './transports.ts'

let app: FakeApp
beforeAll(async () => {
  app = await startFakeApp({ catalogue: fakeCatalogue(), metering: false })
})
afterAll(() => app.close())

const slow = walkedPoints(1.2)
/** The same pace on other days. */
const later = (days: number) => slow.map((point) => ({ ...point, timeS: point.timeS + days * 86_400 }))
const forms = [{ gpx: walkedGpx(slow) }, { tcx: walkedTcx(later(1)) }, { fit: walkedFit(later(2)).toString('base64') }]
const measure = (body: unknown) => postJson(`${app.api}/v1/walker`, body)

test('GPX, TCX and FIT of one pace tell one pace, nearer to it the more there are', async () => {
  const answers: Awaited<ReturnType<typeof measure>>[] = []
  for (const form of forms) answers.push(await measure({ recordings: [form] }))
  for (const { status, body } of answers) {
    expect(status).toBe(200)
    expect(body).toMatchObject({ schema: 'walker/1', profile: 'hike', recordings: 1, skipped: [] })
    expect(body.factor).toBeCloseTo(answers[0].body.factor, 2)
  }
  const all = (await measure({ recordings: forms })).body
  expect(all.recordings).toBe(3)
  expect(all.factor).toBeGreaterThan(answers[0].body.factor)
  expect(all.factor).toBeLessThan(1.2)
  expect(all.spread).toBeLessThan(answers[0].body.spread)
  expect(all.scope).toContain('service-hike/2')
})

test('the same through GraphQL', async () => {
  const { body } = await measure({ recordings: forms })
  const { data, errors } = await askGraphql(
    app,
    'query ($recordings: [WalkerSource!]!) { walker(recordings: $recordings) { mode factor spread recordingCount scope skipped { index } } }',
    { recordings: forms },
  )
  expect(errors).toBeUndefined()
  expect(data.walker).toEqual({
    mode: 'HIKE',
    factor: body.factor,
    spread: body.spread,
    recordingCount: 3,
    scope: body.scope,
    skipped: [],
  })
})

test('a recording that tells nothing is left out with its reason; where none tells, that is said', async () => {
  const short = { gpx: walkedGpx(walkedPoints(1, 1500)) }
  const { body } = await measure({ recordings: [short, forms[0]] })
  expect(body).toMatchObject({ recordings: 1, skipped: [{ index: 0, reason: expect.stringContaining('1.5 km') }] })
  const none = await measure({ recordings: [short] })
  expect(none.status).toBe(400)
  expect(none.body.error).toMatchObject({
    code: 'invalid_input',
    message: expect.stringMatching(
      /^`recordings`: none of them can be used for a hike: it .*1\.5 km.* \(`recordings\[0\]`\)\.$/,
    ),
  })
})

test.each([
  ['two forms in one', { recordings: [{ gpx: '<gpx/>', tcx: '' }] }, 'recordings[0]'],
  ['no form', { recordings: [{}] }, 'recordings[0]'],
  ['no GPX', { recordings: [{ gpx: 'nothing' }] }, 'recordings[0]'],
  ['no FIT', { recordings: [forms[0], { fit: 'bm90aGluZw==' }] }, 'recordings[1]'],
  ['no recording', { recordings: [] }, 'recordings'],
])('%s is refused and the place named', async (_, sent, place) => {
  const { status, body } = await measure(sent)
  expect(status).toBe(400)
  expect(body.error.message).toContain(place)
})

test('a line without times is no recording', async () => {
  const { errors } = await askGraphql(app, '{ walker(recordings: [{ polyline6: "_izlhA~rlgdF" }]) { factor } }')
  expect(errors![0].message).toContain('polyline6')
})

test('weather on the way takes a walker, and refuses it beside another pace or for a ride', async () => {
  const geometry = {
    type: 'LineString',
    coordinates: [
      [1.5, 42.5],
      [1.52, 42.5],
    ],
  }
  const departure = new Date(app.services.clock.nowMs() + 3_600_000).toISOString()
  const along = (more: object) => postJson(`${app.api}/v1/route-weather`, { geometry, departure, ...more })
  const walker = { factor: 1.5, spread: 0.1 }
  const plain = await along({})
  const own = await along({ walker })
  expect(own.status).toBe(200)
  expect(own.body.samples.at(-1).minutes / plain.body.samples.at(-1).minutes).toBeCloseTo(1.5, 1)
  expect((await along({ walker, kmh: 4 })).status).toBe(400)
  expect((await along({ walker, profile: 'bike', kmh: 12 })).status).toBe(400)
  expect((await along({ walker, profile: 'bike' })).body.error.code).toBe('setting_refused')
  expect((await along({ walker: { factor: 9, spread: 0.1 } })).body.error.message).toContain('`walker.factor`')
})

test('a route, a Valhalla-shaped one and a route to a place hand the walker to the router', async () => {
  const walker = { factor: 1.5, spread: 0.1 }
  const requested = app.planned.length
  const ends = [
    [1.5, 42.5],
    [1.52, 42.5],
  ]
  expect((await postJson(`${app.api}/v1/route`, { waypoints: ends, walker })).status).toBe(200)
  const locations = ends.map(([lon, lat]) => ({ lon, lat }))
  for (const costing of ['pedestrian', 'bicycle'])
    expect((await postJson(`${app.api}/route/v1`, { locations, costing, walker })).status).toBe(200)
  const { errors } = await askGraphql(
    app,
    '{ place(by: {osm: {type: NODE, id: 1}}) { routeTo(to: {at: [1.6, 42.6]}, settings: {walker: {factor: 1.5, spread: 0.1}}) { status } } }',
  )
  expect(errors).toBeUndefined()
  expect(app.planned.slice(requested).map((input) => input.walker)).toEqual([walker, walker, walker, walker])
  const wrong = await postJson(`${app.api}/route/v1`, { locations, costing: 'pedestrian', walker: { factor: 1 } })
  expect([wrong.status, wrong.body.service.message]).toEqual([400, expect.stringContaining('`walker.spread`')])
})

test('planned courses are refused and recordings sent twice count once, through both transports', async () => {
  const course = walkedTcx(slow)
    .replaceAll('Activities', 'Courses')
    .replaceAll(/Activity( Sport="Other")?/g, 'Course')
  const once = (await measure({ recordings: [forms[0]] })).body
  const same = { tcx: walkedTcx(slow) }
  const fit = { fit: walkedFit(slow).toString('base64') }
  const all = [forms[0], { tcx: course }, same, fit, forms[0]]
  const { body } = await measure({ recordings: all })
  expect(body).toMatchObject({ recordings: 1, factor: once.factor, spread: once.spread })
  expect(body.skipped.map(({ index }: any) => index)).toEqual([1, 2, 3, 4])
  expect(body.skipped[0].reason).toContain('planned course')
  expect(body.skipped[1].reason).toContain('same outing as recording 0')
  const { data } = await askGraphql(
    app,
    'query ($recordings: [WalkerSource!]!) { walker(recordings: $recordings) { factor spread recordingCount skipped { index reason } } }',
    { recordings: all },
  )
  expect(data.walker).toEqual({ factor: once.factor, spread: once.spread, recordingCount: 1, skipped: body.skipped })
  const alone = await measure({ recordings: [{ tcx: course }] })
  expect([alone.status, alone.body.error.message]).toEqual([400, expect.stringContaining('planned course')])
})
