import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readRange } from '../../src/site/file-range.ts'
import { type FakeApp, startFakeApp } from '../support/fake-services.ts'

const bytes = Buffer.from(Array.from({ length: 1000 }, (_, i) => i % 251))
const large = Buffer.alloc(3_000_000, 7)
let app: FakeApp
let folder: string
let url: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'waypost-archive-'))
  writeFileSync(join(folder, 'terrain.pmtiles'), bytes)
  writeFileSync(join(folder, 'basemap.pmtiles'), large)
  writeFileSync(join(folder, 'network.bin'), bytes)
  app = await startFakeApp({
    files: {
      't1/terrain': join(folder, 'terrain.pmtiles'),
      'b1/basemap': join(folder, 'basemap.pmtiles'),
      'n1/network': join(folder, 'network.bin'),
      'gone/terrain': join(folder, 'gone.pmtiles'),
    },
  })
  url = `${app.api}/pmtiles/t1/terrain.pmtiles`
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})
const get = async (headers: Record<string, string> = {}, target = url, method = 'GET') => {
  const response = await fetch(target, { method, headers })
  return { status: response.status, headers: response.headers, body: Buffer.from(await response.arrayBuffer()) }
}

describe('an archive', () => {
  test('whole: immutable, with ETag, length and Accept-Ranges', async () => {
    const answer = await get()
    expect(answer.status).toBe(200)
    expect(answer.body.equals(bytes)).toBe(true)
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(answer.headers.get('accept-ranges')).toBe('bytes')
    expect(answer.headers.get('etag')).toMatch(/^"[\w.-]+"$/)
  })

  test('has the same headers on a server that got its file at another time', async () => {
    const before = await get()
    utimesSync(join(folder, 'terrain.pmtiles'), 1e9, 1e9)
    const after = await get()
    const lasting = ({ headers }: { headers: Headers }) =>
      [...headers].filter(([name]) => name !== 'date' && name !== 'x-request-id')
    expect(lasting(after)).toEqual(lasting(before))
  })

  test('by HEAD: the headers, no body', async () => {
    const answer = await get({}, url, 'HEAD')
    expect(answer.headers.get('content-length')).toBe('1000')
    expect(answer.body.length).toBe(0)
  })

  test.each([
    ['bytes=0-126', 0, 126],
    ['bytes=990-', 990, 999],
    ['bytes=-10', 990, 999],
    ['bytes=-5000', 0, 999],
    ['bytes=995-2000', 995, 999],
    ['bytes=5-6,20-30', 5, 6],
    ['bytes=2000-, 3-4', 3, 4],
  ])('range %s is 206 with bytes %i to %i', async (range, start, end) => {
    const answer = await get({ range })
    expect(answer.status).toBe(206)
    expect(answer.headers.get('content-range')).toBe(`bytes ${start}-${end}/1000`)
    expect(answer.body.equals(bytes.subarray(start, end + 1))).toBe(true)
  })

  test.each(['bytes=1000-', 'bytes=5000-6000', 'bytes=-0'])(
    'range %s lies outside: 416 with the size',
    async (range) => {
      const answer = await get({ range })
      expect(answer.status).toBe(416)
      expect(answer.headers.get('content-range')).toBe('bytes */1000')
    },
  )

  test.each(['lines=1-2', 'bytes=abc', 'bytes=9-3', 'bytes=', 'bytes=5-6,x', 'bytes=--5', 'bytes=1e1-', 'bytes=0x1-9'])(
    'what is no byte range (%s) is ignored',
    async (range) => {
      expect((await get({ range })).status).toBe(200)
    },
  )

  test('If-None-Match with its tag is 304 without a body, with another tag the archive', async () => {
    const etag = (await get()).headers.get('etag')!
    const same = await get({ 'if-none-match': `"x", W/${etag}` })
    expect(same.status).toBe(304)
    expect(same.body.length).toBe(0)
    expect((await get({ 'if-none-match': '"x"' })).status).toBe(200)
    expect((await get({ 'if-none-match': '*' })).status).toBe(304)
  })

  // Source: protomaps/PMTiles#90, protomaps/PMTiles#326
  test('If-Match with another tag is 412, with a range and without, GET and HEAD', async () => {
    const etag = (await get()).headers.get('etag')!
    const refused = ['"other"', `W/${etag}`, `"a", "b", W/${etag}`, '', etag.slice(1, -1), `"x${'y'.repeat(2000)}"`]
    const allowed = [etag, '*', ` * `, `"a", ${etag}`, `W/"a" , ${etag}`]
    for (const range of [undefined, 'bytes=0-10', 'bytes=-5'])
      for (const named of [...refused, ...allowed]) {
        const { status, body } = await get({ 'if-match': named, ...(range === undefined ? {} : { range }) })
        const right = refused.includes(named) ? 412 : range === undefined ? 200 : 206
        expect(status, `${named} ${range}`).toBe(right)
        if (right === 412) expect(JSON.parse(body.toString()).message).toContain('If-Match')
      }
    expect((await get({ 'if-match': '"other"', 'if-none-match': etag })).status, 'it comes first').toBe(412)
  })

  test('If-Range with another tag gives the whole', async () => {
    const etag = (await get()).headers.get('etag')!
    expect((await get({ range: 'bytes=0-1', 'if-range': etag })).status).toBe(206)
    expect((await get({ range: 'bytes=0-1', 'if-range': '"old"' })).status).toBe(200)
  })

  test('of megabytes is streamed whole', async () => {
    const answer = await get({}, `${app.api}/pmtiles/b1/basemap.pmtiles`)
    expect(answer.body.equals(large)).toBe(true)
    const most = await get({ range: 'bytes=1-' }, `${app.api}/pmtiles/b1/basemap.pmtiles`)
    expect([most.status, most.body.length]).toEqual([206, large.length - 1])
  })

  test.each(['unknown/terrain', 't1/other', 'gone/terrain', 'n1/network', '..%2F..%2Fetc/passwd'])(
    '%s.pmtiles is 404',
    async (path) => {
      expect((await get({}, `${app.api}/pmtiles/${path}.pmtiles`)).status).toBe(404)
    },
  )
})

describe('a range', () => {
  test('is the first of the list that begins inside the file, cut at its end; one that runs backwards spoils all', () => {
    const end = fc.integer({ min: 0, max: 6000 })
    const part = fc.oneof(
      { weight: 6, arbitrary: fc.tuple(end, end).map((ends) => ends.toSorted((a, b) => a - b).join('-')) },
      { weight: 2, arbitrary: end.map((from) => ` ${from}-`) },
      { weight: 2, arbitrary: end.map((last) => `-${last} `) },
      fc.tuple(end, end).map((ends) => ends.join('-')),
      fc.string({ unit: fc.constantFrom(...'0123456789-, ') }),
    )
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 4 }), fc.integer({ min: 0, max: 5000 }), (parts, size) => {
        const text = parts.join(',')
        // an empty element of a list counts for nothing (RFC 9110, 5.6.1); a list of nothing else is no range
        const elements = text.split(',').filter((one) => one.trim() !== '')
        const requested = (elements.length === 0 ? [''] : elements).map(
          (one) => /^ *(\d*) *- *(\d*) *$/.exec(one)?.slice(1) ?? ['', ''],
        )
        const isBroken = ([from, to]: string[]) =>
          (from === '' && to === '') || (from !== '' && to !== '' && Number(from) > Number(to))
        const bytes = ([from, to]: string[]) =>
          Array.from({ length: size }, (_, i) => i).filter((i) =>
            from === '' ? i >= size - Number(to) : i >= Number(from) && (to === '' || i <= Number(to)),
          )
        const first = requested.map(bytes).find((list) => list.length > 0)
        const expected = first === undefined ? 'unsatisfiable' : { start: first[0], end: first.at(-1) }
        expect(readRange(`bytes=${text}`, size)).toEqual(requested.some(isBroken) ? null : expected)
      }),
    )
  })

  test('of a number beyond all files ends with the file, or is outside it', () => {
    const huge = '9'.repeat(400)
    expect(readRange(`bytes=0-${huge}`, 1000)).toEqual({ start: 0, end: 999 })
    expect(readRange(`bytes=-${huge}`, 1000)).toEqual({ start: 0, end: 999 })
    expect(readRange(`bytes=${huge}-`, 1000)).toBe('unsatisfiable')
    for (const range of ['bytes=0-', 'bytes=-5', 'bytes=0-0']) expect(readRange(range, 0)).toBe('unsatisfiable')
  })

  test('a Range longer than 1,024 characters is 400 and names the header, however it is written', async () => {
    for (const range of [`bytes=0-1${' '.repeat(90_000)}`, `bytes=${'\t'.repeat(3000)}x${'\t'.repeat(3000)}`])
      expect((await get({ Range: `${range}-` })).status).toBe(400)
    const { status, body } = await get({ Range: `bytes=0-1, ${'5-6, '.repeat(400)}7-8` })
    expect([status, JSON.parse(body.toString()).message]).toEqual([400, '`Range` is longer than 1024 characters.'])
  })
})
