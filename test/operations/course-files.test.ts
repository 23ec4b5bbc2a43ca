// Files of megabytes through GraphQL, with the real thread: they stay bytes on the main thread, and nothing of that
// shows.

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FileThreads, createFileThreads } from '../../src/workers/file-threads.ts'
import { type FakeApp, NOW_MS, startFakeApp } from '../support/fake-services.ts'
import { askGraphql } from './transports.ts'

let app: FakeApp
let pool: FileThreads
let nowMs = NOW_MS
beforeAll(async () => {
  app = await startFakeApp({ nowMs: () => (nowMs += 1000), parts: { requestTimeoutMs: 30_000 } })
  pool = createFileThreads({ threads: 1, maxQueued: 8, onFault: (event) => console.error(event) })
  app.jobs.clean = app.jobs.simplify = app.jobs.export = pool
})
afterAll(async () => {
  await pool.close()
  await app.close()
})

const twice = '  <trkpt lat="46" lon="7"/>\n'
const fileOf = (name: string) =>
  `<gpx version="1.1"><name>${name}</name><trk><trkseg>\n${Array.from({ length: 6000 }, (_, i) => `  <trkpt lat="${46 + i * 1e-5}" lon="7"><ele>500</ele></trkpt>\n`).join('')}${twice}${twice}</trkseg></trk></gpx>`
const cleaned = (file: string) => file.replace(twice, '')
/** Status, type and text of an answer. */
async function send(
  body: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; type: string | null; text: string }> {
  const response = await fetch(`${app.api}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  })
  return { status: response.status, type: response.headers.get('content-type'), text: await response.text() }
}
const upTo = (text: string, end: string) => text.slice(0, text.indexOf(end))

describe('a file of megabytes through GraphQL', () => {
  test.each([
    ['plain letters', 'Saentis'],
    ['letters beyond ASCII', 'Säntis – 山 😀'],
    ['quotes, tabs and line ends', '"a" \'b\' \\n\t\r\n \\ /'],
    ['line separators', '\u2028\u2029\u007f\ufeff'],
  ])('with %s comes back as the bytes that JSON.stringify writes', async (_what, name) => {
    const file = fileOf(name)
    const { status, text } = await send(
      JSON.stringify({
        query: 'query ($f: String!) { cleanGpx(input: { gpx: $f }) { report { duplicateCount } gpx } }',
        variables: { f: file },
      }),
    )
    expect(status).toBe(200)
    expect(upTo(text, ',"extensions"')).toBe(
      JSON.stringify({
        data: { cleanGpx: { report: { duplicateCount: 1 }, gpx: cleaned(file) } },
      }).slice(0, -1),
    )
  })

  test('every character escaped is the same file; halves of pairs and control characters are refused as in a small file', async () => {
    const file = fileOf('é "😀"')
    const escaped = Array.from(
      { length: file.length },
      (_, i) => `\\u${file.charCodeAt(i).toString(16).toUpperCase().padStart(4, '0')}`,
    ).join('')
    const { text } = await send(
      `{"variables":{"f":"${escaped}"},"query":"query ($f: String!) { cleanGpx(input: { gpx: $f }) { gpx } }"}`,
    )
    expect(JSON.parse(text).data.cleanGpx.gpx).toBe(cleaned(file))
    const document = 'query ($f: String!) { cleanGpx(input: { gpx: $f }) { gpx } }'
    for (const odd of ['\ud83d', '\ude00\ud83d', '\u0001', '\0']) {
      const large = await askGraphql(app, document, { f: fileOf(odd) })
      const small = await askGraphql(app, document, { f: fileOf(odd).replace(/( {2}<trkpt.*\n)+/, '') })
      expect([large.data, large.errors?.[0].extensions.code]).toEqual([
        large.errors === undefined ? { cleanGpx: { gpx: cleaned(fileOf(odd)) } } : { cleanGpx: null },
        small.errors?.[0].extensions.code,
      ])
    }
  })

  test('two aliases, fragments and one variable for several fields each get their file', async () => {
    const [a, b] = [fileOf('a'), fileOf('b')]
    const document = `query ($a: String!, $b: GpxCleanInput!, $line: LineInput!, $no: Boolean = false) {
      one: cleanGpx(input: { gpx: $a }) { ...File again: gpx } two: cleanGpx(input: $b) { ...File } ...More
      left: cleanGpx(input: { gpx: $a }) @include(if: $no) { gpx } search(text: $a) { __typename }
    } fragment File on GpxClean { gpx report { duplicateCount } }
    fragment More on Query { three: cleanGpx(input: { gpx: $a, dedupe: false }) { gpx } simplifyGpx(input: { line: $line, to: { points: 2 } }) { gpx geometry } line(input: $line) { lengthM } }`
    const { data, errors, cost } = await askGraphql(app, document, { a, b: { gpx: b }, line: { gpx: a } })
    expect(data, JSON.stringify(errors)).toMatchObject({
      one: { gpx: cleaned(a), again: cleaned(a), report: { duplicateCount: 1 } },
      two: { gpx: cleaned(b) },
      three: { gpx: a },
      simplifyGpx: { geometry: null },
      line: null,
    })
    expect(data.simplifyGpx.gpx).toMatch(/^<gpx version="1.1"><name>a<.*<trkpt lat="46" lon="7"><ele>500.*<\/gpx>$/s)
    expect(data).not.toHaveProperty('left')
    expect(errors!.map(({ path, extensions }) => [path, extensions.code]).sort()).toEqual([
      [['line'], 'TOO_MANY_POINTS'],
      [['search'], 'INVALID_INPUT'],
    ])
    // the error of the search describes the text that was sent, not its placeholder
    expect(errors!.find(({ path }) => path![0] === 'search')!.message).toContain(`a text of ${a.length} characters`)
    expect(cost).toMatchObject({ reserved: 4, charged: 4 })
  })

  test('in an input beside settings, and if no field of it is requested', async () => {
    const file = fileOf('x')
    const { data, errors } = await askGraphql(
      app,
      'query ($input: GpxSimplifyInput!) { simplifyGpx(input: $input) { result { pointCount } } }',
      { input: { line: { gpx: file }, to: { toleranceM: 5 } } },
    )
    expect(errors).toBeUndefined()
    expect(data.simplifyGpx.result.pointCount).toBeLessThan(100)
  })

  test('errors name true texts, and codes and sentences are those of a small file', async () => {
    const wrong = 'y'.repeat(20_000)
    const notAnInt = await askGraphql(
      app,
      'query ($n: Int!) { line(input: {gpx: "x"}) { elevationProfile(points: $n) { __typename } } }',
      { n: wrong },
    )
    expect(notAnInt.errors![0].message).toContain('got a text of 20000 characters')
    const broken = await askGraphql(
      app,
      'query ($f: String!) { cleanGpx(input: { gpx: $f }) { gpx } simplifyGpx(input: { line: { polyline6: $f } }) { gpx } }',
      { f: `${fileOf('')}<` },
    )
    expect(broken.data).toEqual({ cleanGpx: null, simplifyGpx: null })
    expect(broken.errors!.map(({ extensions }) => extensions.code).sort()).toEqual(['INVALID_GPX', 'INVALID_INPUT'])
    const control = await send(
      JSON.stringify({ query: '{ __typename }', variables: { f: fileOf('a b') } }).replace('a b', 'a\nb'),
    )
    expect([control.status, JSON.parse(control.text).errors[0].extensions.code]).toEqual([400, 'INVALID_JSON'])
  })

  test('a text in a GeoJSON member of that name is data', async () => {
    const geometry = {
      type: 'Feature',
      properties: { gpx: fileOf('p'), input: { line: { gpx: fileOf('q') } } },
      geometry: {
        type: 'LineString',
        coordinates: [
          [1, 2],
          [1, 3],
        ],
      },
    }
    const { data, errors } = await askGraphql(
      app,
      'query ($g: GeoJSON!) { simplifyGpx(input: { line: {geojson: $g} }) { geometry gpx } }',
      { g: geometry },
    )
    expect(errors).toBeUndefined()
    expect(data.simplifyGpx).toEqual({ geometry, gpx: null })
  })

  test('a forged placeholder is a text like any other', async () => {
    const forged = ['00000000-0000-4000-8000-000000000000/0', '00000000-0000-4000-8000-000000000000/0/']
    const file = fileOf(`"${forged[1]}"`)
    const { data } = await askGraphql(
      app,
      'query ($f: String!, $g: String!) { cleanGpx(input: { gpx: $f }) { gpx } other: cleanGpx(input: { gpx: $g }) { gpx } }',
      { f: file, g: forged[0] },
    )
    expect(data).toEqual({ cleanGpx: { gpx: cleaned(file) }, other: null })
  })
})

describe('a file in an answer that comes in parts', () => {
  const file = fileOf('"ü"')
  const body = (query: string) => JSON.stringify({ query, variables: { f: file } })
  const deferred = 'query ($f: String!) { cleanGpx(input: { gpx: $f }) { ... @defer { gpx } } }'
  const whole = 'query ($f: String!) { cleanGpx(input: { gpx: $f }) { gpx } }'

  test('is whole in its part, deferred or not, whose length is right', async () => {
    for (const query of [deferred, whole]) {
      const { type, text } = await send(body(query), { accept: 'multipart/mixed' })
      expect(type).toContain('multipart/mixed')
      expect(text).toContain(JSON.stringify(cleaned(file)))
      const parts = [...text.matchAll(/Content-Length: (\d+)\r\n\r\n(.*?)\r\n---/gs)]
      expect(parts.length).toBe(query === deferred ? 3 : 1)
      for (const [, length, part] of parts) expect(Buffer.byteLength(part)).toBe(Number(length))
    }
  })

  test('is whole in an event', async () => {
    for (const query of [deferred, whole]) {
      const { type, text } = await send(body(query), { accept: 'text/event-stream' })
      expect(type).toContain('text/event-stream')
      expect(text).toContain(JSON.stringify(cleaned(file)))
    }
  })

  test('is the same for clients that accept anything, compressed or not', async () => {
    for (const headers of [
      { accept: '*/*' },
      { accept: 'application/graphql-response+json' },
      { 'accept-encoding': 'gzip' },
      { 'accept-encoding': 'identity' },
    ] as Record<string, string>[]) {
      expect(JSON.parse((await send(body(whole), headers)).text).data).toEqual({ cleanGpx: { gpx: cleaned(file) } })
    }
  })
})
