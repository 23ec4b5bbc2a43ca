import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { request as httpRequest } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { acceptsEncoding, choosePacking, createPacker, pack } from '../../src/server/send-answer.ts'
import { fakeCatalogue, fakePlace } from '../support/fake-catalogue.ts'
import { type FakeApp, startFakeApp } from '../support/fake-services.ts'

describe('choosePacking', () => {
  test.each<[string | undefined, 'br' | 'gzip' | null, 'br' | 'gzip' | null]>([
    // header, of a long answer, of a short one
    [undefined, null, null],
    ['', null, null],
    ['gzip, deflate, br', 'br', null],
    ['gzip', 'gzip', null],
    ['br', 'br', null],
    ['deflate', null, null],
    ['zstd, GZIP', 'gzip', null],
    ['x-gzip', 'gzip', null],
    ['*', 'br', null],
    ['gzip;q=1.0, br;q=0.5', 'gzip', null],
    ['br;q=0.5,gzip;q=0.5', 'br', null],
    ['br;q=0, gzip', 'gzip', null],
    ['br;q=0, *', 'gzip', null],
    ['gzip;q=0, br;q=0', null, null],
    ['*;q=0', null, null],
    ['gzip;q=0', null, null],
    ['identity, gzip;q=0.5', null, null],
    ['identity;q=0.5, gzip;q=1', 'gzip', null],
    ['identity;q=0.5, gzip;q=0.5', 'gzip', null],
    ['identity;q=0, gzip', 'gzip', 'gzip'],
    ['*;q=0, br', 'br', 'br'],
    ['gzip, identity; q=0', 'gzip', 'gzip'],
    ['br ; q=0.3 , gzip ; q=0.8', 'gzip', null],
    ['gzip;q=2', 'gzip', null],
    ['gzip;Q=0', null, null],
    ['X-GZIP;q=0.5', 'gzip', null],
    ['__proto__, constructor;q=1', null, null],
    ['gzip;q=-1', null, null],
    ['gzip;q=x', null, null],
    [',,;q=1,', null, null],
    ['br;level=4;q=0.001', 'br', null],
  ])('%s', (header, long, short) => {
    expect([choosePacking(header, true), choosePacking(header, false)]).toEqual([long, short])
  })

  test('never sends what was refused, whatever the header', () => {
    const coding = fc.constantFrom('br', 'gzip', 'identity', '*', 'deflate', '', 'x')
    const item = fc.tuple(
      coding,
      fc.constantFrom('', ';q=0', ';q=0.0', ';q=1', ';q=0.7', '; q=0.2', ';q=', ';q=9', ';x=1'),
    )
    fc.assert(
      fc.property(fc.array(item, { maxLength: 6 }), fc.boolean(), (items, isWorthIt) => {
        const header = items.map(([name, rest]) => name + rest).join(', ')
        const chosen = choosePacking(header, isWorthIt)
        if (chosen !== null) expect(acceptsEncoding(chosen, header)).toBe(true)
        for (const encoding of ['br', 'gzip'] as const)
          if (!items.some(([name]) => name === encoding || name === '*')) expect(chosen).not.toBe(encoding)
      }),
    )
  })
})

describe('packing', () => {
  test('gives the text back, at once or in pieces', async () => {
    const text = 'Höhenweg über den Grat; '.repeat(500)
    expect(brotliDecompressSync(await pack('br', text)).toString()).toBe(text)
    expect(gunzipSync(await pack('gzip', Buffer.from(text))).toString()).toBe(text)
    for (const [packing, unpack] of [
      ['br', brotliDecompressSync],
      ['gzip', gunzipSync],
    ] as const) {
      const packer = createPacker(packing, text.length)
      const parts: Buffer[] = []
      packer.on('data', (part: Buffer) => parts.push(part))
      for (let at = 0; at < text.length; at += 1000) packer.write(text.slice(at, at + 1000))
      await new Promise((resolve) => packer.end(resolve))
      expect(unpack(Buffer.concat(parts)).toString()).toBe(text)
    }
  })
})

describe('answers over HTTP', () => {
  let app: FakeApp
  beforeAll(async () => {
    const catalogue = fakeCatalogue()
    catalogue.placeRows.push(
      ...Array.from({ length: 50 }, (_, i) => fakePlace(1000 + i, `Langer Name ${i}`, 'locality', [1.5, 42.5])),
    )
    app = await startFakeApp({ catalogue, metering: false })
  })
  afterAll(() => app.close())
  /** The bytes as they were sent. */
  const get = (path: string, headers: Record<string, string>, method = 'GET') =>
    new Promise<{ headers: Record<string, string | string[] | undefined>; bytes: Buffer; status: number }>(
      (resolve, reject) => {
        const sent = httpRequest(`${app.api}${path}`, { headers, method }, (answer) => {
          const parts: Buffer[] = []
          answer.on('data', (part: Buffer) => parts.push(part))
          answer.on('end', () =>
            resolve({ headers: answer.headers, bytes: Buffer.concat(parts), status: answer.statusCode! }),
          )
        })
        sent.on('error', reject)
        sent.end()
      },
    )
  const LONG = '/search/v1/forward?q=langer&limit=50'

  test('are the same text packed by Brotli, by gzip and not at all, and say so', async () => {
    const plain = await get(LONG, {})
    expect([plain.status, plain.headers['content-encoding'], plain.headers.vary]).toEqual([
      200,
      undefined,
      'Accept-Encoding',
    ])
    const br = await get(LONG, { 'accept-encoding': 'gzip, deflate, br, zstd' })
    expect([br.headers['content-encoding'], br.headers.vary, br.headers['content-length']]).toEqual([
      'br',
      'Accept-Encoding',
      String(br.bytes.length),
    ])
    expect(brotliDecompressSync(br.bytes)).toEqual(plain.bytes)
    const gzip = await get(LONG, { 'accept-encoding': 'br;q=0.1, gzip' })
    expect(gzip.headers['content-encoding']).toBe('gzip')
    expect(gunzipSync(gzip.bytes)).toEqual(plain.bytes)
    expect(br.bytes.length).toBeLessThan(plain.bytes.length / 3)
    expect(
      (await get(LONG, { 'accept-encoding': 'identity;q=1, br;q=0.5' })).headers['content-encoding'],
    ).toBeUndefined()
    expect(await get(LONG, { 'accept-encoding': 'br' }, 'HEAD')).toMatchObject({
      status: 200,
      bytes: Buffer.alloc(0),
      headers: { 'content-encoding': 'br', 'content-length': String(br.bytes.length) },
    })
  })

  test('are not packed where they are short, unless the client refuses them unpacked', async () => {
    const short = '/search/v1/forward?q=qqqqqqq'
    expect((await get(short, { 'accept-encoding': 'br, gzip' })).headers['content-encoding']).toBeUndefined()
    const packed = await get(short, { 'accept-encoding': 'br, identity;q=0' })
    expect(packed.headers['content-encoding']).toBe('br')
    expect(JSON.parse(brotliDecompressSync(packed.bytes).toString())).toMatchObject({ query: 'qqqqqqq', features: [] })
  })

  test('have the ETag of their content whatever the encoding, and 304 for a client that has it', async () => {
    const tags = []
    for (const encoding of ['br', 'gzip', 'identity']) {
      const { headers } = await get(LONG, { 'accept-encoding': encoding })
      tags.push(headers.etag)
      const again = await get(LONG, { 'accept-encoding': encoding, 'if-none-match': String(headers.etag) })
      expect([again.status, again.bytes.length, again.headers.vary]).toEqual([304, 0, 'Accept-Encoding'])
    }
    expect(tags[0]).toMatch(/^W\/"/)
    expect(new Set(tags).size).toBe(1)
  })

  test('of GraphQL are packed alike', async () => {
    const query = encodeURIComponent(
      '{ search(text: "langer", first: 50) { edges { cursor node { ... on Place { id name location } ... on Trail { id name location } } } } }',
    )
    const { headers, bytes } = await get(`/graphql?query=${query}`, { 'accept-encoding': 'br' })
    expect(headers['content-encoding']).toBe('br')
    expect(JSON.parse(brotliDecompressSync(bytes).toString()).data.search.edges).toHaveLength(50)
  })
})
