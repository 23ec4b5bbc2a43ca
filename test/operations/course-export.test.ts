// Files out, through both transports: POST /v1/course and Course.export.

import { XMLParser } from 'fast-xml-parser'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FILE_FORMATS } from '../../src/course/files/file-content.ts'
import { readFile } from '../../src/course/files/read-file.ts'
import { EncodedAnswer } from '../../src/wire/encoded-answer.ts'
import { type FileThreads, createFileThreads } from '../../src/workers/file-threads.ts'
import { fakeCatalogue } from '../support/fake-catalogue.ts'
import { type FakeApp, runner, startFakeApp } from '../support/fake-services.ts'
import { toPlaceId } from '../../src/places/place-id.ts'
import { askGraphql, postJson } from './transports.ts'

let app: FakeApp
beforeAll(async () => {
  app = await startFakeApp({ catalogue: fakeCatalogue(), metering: false, parts: { requestTimeoutMs: 30_000 } })
  const { releases } = app.services
  const osm = { name: 'OpenStreetMap', text: '© OpenStreetMap contributors', licence: 'ODbL-1.0', url: null }
  const basemap = { name: 'Basemap', text: 'drawn by nobody', licence: null, url: null }
  app.services.releases = {
    ...releases,
    findLive: () => ({ ...releases.findLive()!, attributions: [osm, basemap] }),
  }
})
afterAll(() => app.close())

const geometry = {
  type: 'LineString',
  coordinates: [
    [1.5, 42.5, 1000],
    [1.51, 42.5, 1010],
    [1.52, 42.5, 1020],
  ],
}
const marks = {
  waypoints: [{ location: [1.52, 42.5], name: 'Hütte', elevation_m: 1020 }],
  cues: [{ location: [1.51, 42.5], instruction: 'Turn left.', type: 'turn_left' }],
}
/** The same in GraphQL. */
const MARKS =
  'waypoints: [{at: [1.52, 42.5], name: "Hütte", elevationM: 1020}], cues: [{at: [1.51, 42.5], instruction: "Turn left.", maneuver: TURN_LEFT}]'
const post = (body: unknown) => postJson(`${app.api}/v1/course`, body)
const parse = (gpx: string) =>
  new XMLParser({ ignoreAttributes: false, isArray: (name) => ['wpt', 'rtept', 'trkpt'].includes(name) }).parse(gpx).gpx

describe.each(FILE_FORMATS)('%s', (format) => {
  test('is the same file through both transports, and holds the line', async () => {
    const { status, body } = await post({ geometry, format, name: 'Weg', ...marks })
    expect(status, JSON.stringify(body)).toBe(200)
    expect(body).toMatchObject({
      schema: 'course/1',
      format,
      name: 'Weg',
      input: { format: 'geojson', parts: 1, points: 3 },
      waypoints: 1,
      cues: 1,
    })
    expect([body.text === null, body.bytes === null]).toEqual([format === 'fit', format !== 'fit'])
    const course = readFile(body.text ?? body.bytes, 10)
    expect([...course.heightM]).toEqual([1000, 1010, 1020])
    const { data, errors } = await askGraphql(
      app,
      `query ($line: LineInput!, $format: FileFormat!) { line(input: $line) { export(format: $format, name: "Weg", ${MARKS}) {
        format mediaType name text bytes lost { code message } } } }`,
      { line: { geojson: geometry }, format: format.toUpperCase() },
    )
    expect(errors).toBeUndefined()
    expect(data.line.export).toEqual({
      format: format.toUpperCase(),
      mediaType: body.media_type,
      name: 'Weg',
      text: body.text,
      bytes: body.bytes ?? Buffer.from(body.text).toString('base64'),
      lost: body.lost.map(({ code, message }: any) => ({ code: code.toUpperCase(), message })),
    })
  })

  test('of a route has its waypoints, cues and sources, or tells what it has not', async () => {
    const waypoints = [
      [1.5, 42.5],
      [1.52, 42.5],
    ]
    const { status, body } = await post({ route: { waypoints }, format })
    expect(status, JSON.stringify(body)).toBe(200)
    expect(body.input.format).toBe('route')
    const { data, errors } = await askGraphql(
      app,
      `{ route(input: {waypoints: [{at: [1.5, 42.5]}, {at: [1.52, 42.5]}]}) { lengthM export(format: ${format.toUpperCase()}) { text bytes lost { code } } } }`,
    )
    expect(errors).toBeUndefined()
    expect(data.route.export.lost).toEqual(body.lost.map(({ code }: any) => ({ code: code.toUpperCase() })))
    // the clock of the fake goes on between the two
    const untimed = (text: string | null) => text?.replace(/<(time|Time)>[^<]*/g, '') ?? null
    expect(untimed(data.route.export.text)).toBe(untimed(body.text))
  })
})

test('a file that is written has the turns of its language, through both transports; a bad tag is refused', async () => {
  const cue = { instruction: 'Scharf links auf den Pfad abbiegen.' }
  const ask = (language: string) =>
    askGraphql(
      app,
      'query ($line: LineInput!, $cues: [FileCueInput!], $language: String) { line(input: $line) { export(format: TCX, cues: $cues, language: $language) { text lost { message messageSentence { text } } } } }',
      { line: { geojson: geometry }, cues: [{ at: [1.51, 42.5], ...cue, maneuver: 'SHARP_LEFT' }], language },
    )
  const cues = [{ location: [1.51, 42.5], ...cue, type: 'sharp_left' }]
  const texts = []
  for (const language of ['en', 'de']) {
    const { body } = await post({ geometry, format: 'tcx', cues, language })
    const { data, errors } = await ask(language)
    expect(errors).toBeUndefined()
    expect(data.line.export.text).toBe(body.text)
    expect(data.line.export.lost.length).toBeGreaterThan(0)
    for (const { message, messageSentence } of data.line.export.lost) expect(messageSentence.text).toBe(message)
    texts.push(/<CoursePoint>\s*<Name>([^<]*)/.exec(body.text)![1])
  }
  expect(texts).toEqual(['Hard left', 'Scharf li.'])
  expect((await ask('de_;')).errors![0].extensions).toMatchObject({ code: 'INVALID_INPUT', inputPath: 'language' })
})

test('the GPX of a route carries name, waypoints by name, cues and whose data it is', async () => {
  const { data, errors } = await askGraphql(
    app,
    '{ route(input: {waypoints: [{at: [1.5, 42.5]}, {at: [1.52, 42.5]}]}) { maneuvers { instruction } export(format: GPX, name: "Tour", waypointNames: ["Dorf & Tal"]) { name text lost { code } } } }',
  )
  expect(errors).toBeUndefined()
  const { export: file, maneuvers } = data.route
  const { metadata, wpt, rte, trk } = parse(file.text)
  expect(metadata.name).toBe('Tour')
  expect(metadata.desc).toBe('© OpenStreetMap contributors (ODbL-1.0)')
  expect(wpt.map(({ name }: any) => name).slice(0, 1)).toEqual(['Dorf & Tal'])
  expect((rte?.rtept ?? []).map(({ name }: any) => name)).toEqual(maneuvers.map((one: any) => one.instruction))
  expect(trk.trkseg.trkpt.length).toBeGreaterThan(1)
  expect(file.lost).toEqual([])
})

test('a line of one’s own keeps what it came with; a trail has its name and the sources of the map', async () => {
  const gpx =
    '<gpx><metadata><name>Meine</name></metadata><wpt lat="42.5" lon="1.5"><ele>5</ele><name>A</name></wpt><trk><trkseg><trkpt lat="42.5" lon="1.5"><time>2026-06-01T08:00:00Z</time></trkpt><trkpt lat="42.5" lon="1.51"/></trkseg></trk></gpx>'
  const { data, errors } = await askGraphql(
    app,
    'query ($g: String!) { line(input: { gpx: $g }) { name analysis { name } export(format: GPX) { name text } again: export(format: KML, name: "B") { name text lost { code } } } }',
    { g: gpx },
  )
  expect(errors).toBeUndefined()
  const { metadata, wpt, trk } = parse(data.line.export.text)
  expect([data.line.export.name, metadata.name, wpt[0].name, wpt[0].ele]).toEqual(['Meine', 'Meine', 'A', 5])
  expect(metadata.desc).toBeUndefined()
  expect(trk.trkseg.trkpt[0].time).toBe('2026-06-01T08:00:00Z')
  expect([data.line.name, data.line.analysis.name]).toEqual(['Meine', null])
  expect(data.line.again).toMatchObject({ name: 'B', lost: [{ code: 'TIMES' }] })
  const converted = await post({ gpx, format: 'geojson' })
  expect(JSON.parse(converted.body.text).features.map(({ properties }: any) => properties.name)).toEqual(['Meine', 'A'])
})

test('a document writes one file of any line, or several of 100,000 points in all', async () => {
  const line = {
    geojson: { type: 'LineString', coordinates: Array.from({ length: 5000 }, (_, i) => [1.5, 42 + i / 1e5]) },
  }
  const names = Array.from({ length: 22 }, (_, i) => `f${i}`)
  const files = names.map((name) => `${name}: export(format: GEOJSON, name: "${name}") { text }`)
  const { data, errors } = await askGraphql(
    app,
    `query ($line: LineInput!) { line(input: $line) { analysis { ${files.join(' ')} } } }`,
    { line },
  )
  expect(names.filter((name) => data.line.analysis[name].text === null)).toEqual(['f20', 'f21'])
  expect(errors!.map(({ path, extensions }: any) => [path[2], extensions.code])).toEqual([
    ['f20', 'TOO_LARGE'],
    ['f21', 'TOO_LARGE'],
  ])
  expect(errors![0].message).toContain('several of 100,000 points in all')
})

test('the sources of the map stand in a file of a line that the service made, where that is said', async () => {
  const metadata = async (mapSources?: boolean) =>
    parse((await post({ geometry, format: 'gpx', map_sources: mapSources })).body.text).metadata
  expect((await metadata()).desc).toBeUndefined()
  expect((await metadata(true)).desc).toBe('© OpenStreetMap contributors (ODbL-1.0)')
})

test('a link takes what the operation takes: names the sources or not, marks of any course, how it is travelled', async () => {
  const route = 'route(input: {waypoints: [{at: [1.5, 42.5]}, {at: [1.52, 42.5]}]})'
  const { data, errors } = await askGraphql(
    app,
    `query ($line: LineInput!) {
      line(input: $line) { own: export(format: GPX) { text } made: export(format: GPX, mapSources: true) { text } fit: export(format: FIT) { bytes } ride: export(format: FIT, mode: BIKE) { bytes } }
      trail: line(input: {trail: {osmRelation: 7}}) { export(format: GPX) { text } }
      ${route} { marked: export(format: GEOJSON, mapSources: false, ${MARKS}) { text } none: export(format: GPX, waypoints: [], cues: []) { text } }
    }`,
    { line: { geojson: geometry } },
  )
  expect(errors).toBeUndefined()
  const described = (file: { text: string }) => parse(file.text).metadata?.desc
  const sources = '© OpenStreetMap contributors (ODbL-1.0)'
  expect([data.line.own, data.line.made, data.trail.export, data.route.none].map(described)).toEqual([
    undefined,
    sources,
    sources,
    sources,
  ])
  const [line, ...points] = JSON.parse(data.route.marked.text).features
  expect(line.properties).toEqual({})
  expect(points.map(({ properties }: any) => properties)).toEqual([
    { name: 'Hütte' },
    { name: 'Turn left.', cue: 'left' },
  ])
  expect([parse(data.route.none.text).wpt, parse(data.route.none.text).rte]).toEqual([undefined, undefined])
  const ofRest = async (profile?: string) => (await post({ geometry, format: 'fit', profile })).body.bytes
  expect([data.line.fit.bytes, data.line.ride.bytes]).toEqual([await ofRest(), await ofRest('bike')])
})

test('a line of your own is written for 1 credit, as many points as a file may have where nothing else is asked', async () => {
  const metered = await startFakeApp()
  const coordinates = Array.from({ length: 6000 }, (_, i) => [1.5, 42 + i / 1e5])
  const ask = (selection: string) =>
    askGraphql(metered, `query ($line: LineInput!) { line(input: $line) { ${selection} } }`, {
      line: { geojson: { type: 'LineString', coordinates } },
    })
  const alone = await ask('__typename ... on Course { export(format: GPX) { text } }')
  expect(alone.errors).toBeUndefined()
  expect(alone.cost).toMatchObject({ reserved: 1, charged: 1 })
  expect(parse(alone.data.line.export.text).trk.trkseg.trkpt).toHaveLength(6000)
  const beside = await ask('lengthM export(format: GPX) { text }')
  expect(beside.errors![0]).toMatchObject({ path: ['line'], extensions: { code: 'TOO_MANY_POINTS' } })
  expect(beside.cost).toMatchObject({ charged: 0 })
  await metered.close()
})

test('waypoints of a route that are places have their names, others their numbers', async () => {
  const waypoints = [{ place: toPlaceId('node', 5) }, [1.52, 42.5]]
  const { status, body } = await post({ format: 'gpx', route: { waypoints } })
  expect(status, JSON.stringify(body)).toBe(200)
  expect(parse(body.text).wpt[0].name).toBe('Neuhaus Hütte')
})

describe('a file of megabytes, with the real thread', () => {
  let pool: FileThreads
  beforeAll(() => {
    pool = createFileThreads({ threads: 1, maxQueued: 8, onFault: (event) => console.error(event) })
  })
  afterAll(() => pool.close())

  const many = Array.from({ length: 20_000 }, (_, i) => [1.5, Number((42 + i * 1e-5).toFixed(5))])
  const points = many.map(([lon, lat]) => `<trkpt lat="${lat}" lon="${lon}"/>`).join('')
  test.each([
    ['gpx', { gpx: `<gpx><trk><name>"ü"</name><trkseg>${points}</trkseg></trk></gpx>` }, '"ü"'],
    [
      'kml',
      {
        file: `<kml><Placemark><name>"ü"</name><LineString><coordinates>${many.join(' ')}</coordinates></LineString></Placemark></kml>`,
      },
      '"ü"',
    ],
    ['geojson', { geometry: { type: 'LineString', coordinates: many } }, null],
  ])('%s stays bytes until the thread reads it, and loses nothing', async (format, line, name) => {
    const fake = app.jobs.export
    app.jobs.export = pool
    try {
      const { status, body } = await post({ ...line, format: 'fit' })
      expect(status, JSON.stringify(body).slice(0, 300)).toBe(200)
      expect(body).toMatchObject({ name, input: { format, points: many.length } })
      const read = readFile(body.bytes, 50_000)
      expect([read.count, read.name]).toEqual([many.length, name])
      const both = await post({
        ...line,
        ...(format === 'kml' ? { gpx: '<gpx/>' } : { file: `<kml>${'x'.repeat(20_000)}` }),
        format: 'fit',
      })
      expect([both.status, both.body.error.code]).toEqual([400, 'both_inputs'])
    } finally {
      app.jobs.export = fake
    }
  })
})

describe('what is refused', () => {
  const route = {
    waypoints: [
      [1.5, 42.5],
      [1.52, 42.5],
    ],
  }
  test.each([
    ['no line', { format: 'gpx' }, 400, 'no_input'],
    ['a line and a route', { format: 'gpx', geometry, route }, 400, 'both_inputs'],
    ['two lines', { format: 'gpx', geometry, file: 'x' }, 400, 'both_inputs'],
    ['no format', { geometry }, 400, 'invalid_input'],
    ['a file of no kind', { format: 'gpx', file: '<html/>' }, 400, 'invalid_input'],
    ['a broken GPX', { format: 'kml', gpx: '<gpx><trk>' }, 400, 'invalid_gpx'],
    ['a route of one waypoint', { format: 'gpx', route: { waypoints: [[1, 42]] } }, 400, 'invalid_input'],
    ['a cue without words', { format: 'gpx', geometry, cues: [{ location: [1, 2] }] }, 400, 'invalid_input'],
  ])('%s', async (_what, body, status, code) => {
    const answer = await post(body)
    expect({ status: answer.status, code: answer.body.error.code }).toEqual({ status, code })
  })
})

test('a route of more points than a file takes is 413', async () => {
  const { route } = app.jobs
  const coordinates = Array.from({ length: 50_001 }, (_, i) => [1 + i / 1e5, 42, null])
  const answer = { geometry: { type: 'LineString', coordinates }, maneuvers: [], snaps: [], distance_m: 1, time: null }
  app.jobs.route = runner(async () => new EncodedAnswer(JSON.stringify(answer)))
  const waypoints = [
    [1, 42],
    [1.5, 42],
  ]
  const { status, body } = await post({ format: 'tcx', route: { waypoints } })
  app.jobs.route = route
  expect(status).toBe(413)
  expect(body.error).toMatchObject({ code: 'too_many_points' })
  expect(body.error.message).toMatch(/50001 points; a file takes at most 50000/)
})

describe('what a file holds and is not read', () => {
  const place = '<Position><LatitudeDegrees>42.5</LatitudeDegrees><LongitudeDegrees>1.5</LongitudeDegrees></Position>'
  const tcx = `<TrainingCenterDatabase><Courses><Course><Name>Weg</Name><Track><Trackpoint>${place}</Trackpoint><Trackpoint>${place}</Trackpoint></Track><Notes>Closed in winter</Notes><CoursePoint><Name>Links</Name>${place}<PointType>Left</PointType></CoursePoint></Course></Courses></TrainingCenterDatabase>`
  const gpx =
    '<gpx><trk><name>Weg</name><desc>Closed in winter</desc><trkseg><trkpt lat="42.5" lon="1.5"/><trkpt lat="42.5" lon="1.51"/></trkseg></trk></gpx>'
  const line = { type: 'LineString', coordinates: geometry.coordinates }
  const collection = {
    type: 'FeatureCollection',
    features: [
      { type: 'Feature', properties: { name: 'note' }, geometry: null },
      { type: 'Feature', properties: { name: 'Weg' }, geometry: { type: 'GeometryCollection', geometries: [line] } },
      { type: 'Feature', properties: { name: 'Hütte' }, geometry: { type: 'MultiPoint', coordinates: [[1.5, 42.5]] } },
    ],
  }
  test.each([
    ['GPX', { gpx }, { gpx }, 'properties'],
    ['a file', { file: gpx }, { file: gpx }, 'properties'],
    ['TCX', { file: tcx }, { tcx }, 'properties'],
    ['GeoJSON', { geometry: collection }, { geojson: collection }, 'names'],
  ])('is named through both transports: %s', async (_, rest, graphql, code) => {
    const { status, body } = await post({ ...rest, format: 'gpx' })
    expect(status, JSON.stringify(body)).toBe(200)
    expect(body).toMatchObject({ name: 'Weg', lost: [{ code }] })
    const { data, errors } = await askGraphql(
      app,
      'query ($line: LineInput!) { line(input: $line) { export(format: GPX) { name lost { code message } } } }',
      { line: graphql },
    )
    expect(errors).toBeUndefined()
    const lost = body.lost.map((one: any) => ({ ...one, code: one.code.toUpperCase() }))
    expect(data).toEqual({ line: { export: { name: 'Weg', lost } } })
  })

  test.each([
    ['tcx', gpx],
    ['tcx', 'nothing'],
    ['fit', 'bm90aGluZw=='],
    ['fit', tcx],
  ])('a form of another kind is refused: %s', async (form, text) => {
    const { errors } = await askGraphql(app, 'query ($l: LineInput!) { line(input: $l) { lengthM } }', {
      l: { [form]: text },
    })
    expect(JSON.stringify(errors)).toContain(form)
  })
})
