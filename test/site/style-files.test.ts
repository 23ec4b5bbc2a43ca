import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { validateStyleMin } from '@maplibre/maplibre-gl-style-spec'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { writeStyleArchive } from '../../src/map/style/style-archive.ts'
import { createGlyphThreads, type GlyphThreads } from '../../src/workers/glyph-threads.ts'
import { type FakeApp, startFakeApp } from '../support/fake-services.ts'
import { readGlyphs } from '../support/read-glyphs.ts'

let app: FakeApp
let folder: string
let glyphs: GlyphThreads
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'waypost-styles-'))
  const path = join(folder, 'styles.json')
  await writeStyleArchive(
    {
      name: 'test',
      bbox: [1, 42, 2, 43],
      artifacts: [
        { name: 'basemap', version: 'b1' },
        { name: 'terrain', version: 't1' },
      ],
      attributions: { map: [{ name: 'm', text: 'Map data by us', licence: null, url: null }], heights: [] },
    },
    path,
  )
  writeFileSync(
    join(folder, 'old.json'),
    JSON.stringify({ ...JSON.parse(readFileSync(path, 'utf8')), glyphs: 'made-with-other-fonts' }),
  )
  writeFileSync(join(folder, 'broken.json'), '{"schema":"waypost-styles/1"')
  writeFileSync(join(folder, 'terrain.pmtiles'), 'x')
  glyphs = createGlyphThreads({ onFault: () => {} })
  app = await startFakeApp({
    glyphs,
    files: {
      's1/styles': path,
      'old/styles': join(folder, 'old.json'),
      'broken/styles': join(folder, 'broken.json'),
      't1/terrain': join(folder, 'terrain.pmtiles'),
    },
  })
})
afterAll(async () => {
  await app.close()
  await glyphs.close()
  rmSync(folder, { recursive: true })
})

const get = async (path: string, headers: Record<string, string> = {}, method = 'GET') => {
  const response = await fetch(`${app.api}${path}`, { method, headers })
  return { status: response.status, headers: response.headers, body: Buffer.from(await response.arrayBuffer()) }
}
/** The path exactly as written: fetch would tidy it up first. */
const getRaw = (path: string) =>
  new Promise<number>((resolve, reject) => {
    const { hostname, port } = new URL(app.api)
    request({ hostname, port, path }, (response) => {
      response.resume()
      resolve(response.statusCode!)
    })
      .on('error', reject)
      .end()
  })

const FILES = [
  'style.json',
  'style-dark.json',
  'sprite.json',
  'sprite.png',
  'sprite@2x.json',
  'sprite@2x.png',
  'glyphs/Noto%20Sans%20Regular/0-255.pbf',
]

describe('files of the styles', () => {
  test.each(FILES)(
    '%s is there: immutable, for any origin, with a tag that answers 304 without a body, and by HEAD',
    async (file) => {
      const answer = await get(`/styles/s1/${file}`)
      expect(answer.status).toBe(200)
      expect(answer.body.length).toBeGreaterThan(100)
      expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
      expect(answer.headers.get('access-control-allow-origin')).toBe('*')
      const etag = answer.headers.get('etag')!
      const same = await get(`/styles/s1/${file}`, { 'if-none-match': `"other", ${etag}` })
      expect([same.status, same.body.length, same.headers.get('etag')]).toEqual([304, 0, etag])
      expect((await get(`/styles/s1/${file}`, { 'if-none-match': '"other"' })).status).toBe(200)
      const head = await get(`/styles/s1/${file}`, {}, 'HEAD')
      expect([head.status, head.body.length]).toEqual([200, 0])
    },
  )

  test.each(['style.json', 'style-dark.json'])('%s is a valid style at the address of this server', async (file) => {
    const answer = await get(`/styles/s1/${file}`)
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
    const style = JSON.parse(answer.body.toString())
    expect(validateStyleMin(style)).toEqual([])
    expect(style.sprite).toBe(`${app.api}/styles/s1/sprite`)
    expect(style.glyphs).toBe(`${app.api}/styles/s1/glyphs/{fontstack}/{range}.pbf`)
    expect(style.sources.basemap.url).toBe(`pmtiles://${app.api}/pmtiles/b1/basemap.pmtiles`)
    expect(style.metadata['waypost:mode']).toBe(file === 'style.json' ? 'light' : 'dark')
  })

  test('the sprite is a picture that holds what its index says, in both sizes', async () => {
    for (const scale of ['', '@2x']) {
      const index = JSON.parse((await get(`/styles/s1/sprite${scale}.json`)).body.toString())
      const png = await get(`/styles/s1/sprite${scale}.png`)
      expect(png.headers.get('content-type')).toBe('image/png')
      const { width, height } = await sharp(png.body).metadata()
      expect(index.hut.x + index.hut.width <= width && index.hut.y + index.hut.height <= height).toBe(true)
    }
    expect((await get('/styles/s1/sprite%402x.json')).status).toBe(200)
  })

  test('a style leaves gzipped where that is taken, and plain where it is not', async () => {
    const [packed, plain] = [
      await get('/styles/s1/style.json', { 'accept-encoding': 'gzip' }),
      await get('/styles/s1/style.json', { 'accept-encoding': 'identity' }),
    ]
    expect(packed.headers.get('content-encoding')).toBe('gzip')
    expect(plain.headers.get('content-encoding')).toBeNull()
    expect(packed.body.equals(plain.body)).toBe(true)
  })

  test('in a language: names in it first, another tag; no language code is 400', async () => {
    const [local, german] = [await get('/styles/s1/style.json'), await get('/styles/s1/style.json?language=de')]
    expect(german.body.toString()).toContain('["coalesce",["get","name:de"],["get","name"]]')
    expect(local.body.toString()).not.toContain('name:de')
    expect(german.headers.get('etag')).not.toBe(local.headers.get('etag'))
    expect([local, german].map(({ headers }) => headers.get('content-language'))).toEqual(['en', 'de'])
    for (const spelling of ['DE', 'de-AT', 'de_CH', 'de-Latn-DE-1996']) {
      const same = await get(`/styles/s1/style.json?language=${spelling}`)
      expect([same.headers.get('etag'), same.headers.get('content-language')]).toEqual([
        german.headers.get('etag'),
        'de',
      ])
    }
    const unknown = await get('/styles/s1/style.json?language=zz')
    expect([unknown.headers.get('etag'), unknown.body.equals(local.body)]).toEqual([local.headers.get('etag'), true])
    for (const language of ['', 'de_;', 'de"]', 'de,en', 'd']) {
      const refused = await get(`/styles/s1/style.json?language=${encodeURIComponent(language)}`)
      expect([refused.status, JSON.parse(refused.body.toString()).error]).toEqual([400, 'invalid_input'])
    }
  })

  test.each([
    '/styles/none/style.json',
    '/styles/t1/style.json',
    '/styles/s1/other.json',
    '/styles/s1/styles.json',
    '/styles/s1/__proto__',
    '/styles/none/glyphs/Noto%20Sans%20Regular/0-255.pbf',
    '/styles/s1/glyphs/Arial/0-255.pbf',
    '/styles/s1/glyphs/Noto%20Sans%20Regular,Arial/0-255.pbf',
    '/styles/s1/glyphs/Noto%20Sans%20Regular/1-256.pbf',
    '/styles/s1/glyphs/Noto%20Sans%20Regular/0-255',
    '/styles/s1/glyphs/__proto__/0-255.pbf',
  ])('%s is 404 in the error shape', async (path) => {
    const answer = await get(path)
    expect(answer.status).toBe(404)
    expect(JSON.parse(answer.body.toString())).toEqual({ error: 'not_found', message: expect.any(String) })
  })

  test.each([
    '/styles/s1/../../package.json',
    '/styles/s1/..%2f..%2fpackage.json',
    '/styles/..%2f..%2f/style.json',
    '/styles/s1/glyphs/..%2f..%2f..%2fetc%2fpasswd/0-255.pbf',
    '/styles/s1/glyphs/%2e%2e/0-255.pbf',
    '/styles/s1/%00style.json',
    '/styles/s1/glyphs/Noto%20Sans%20Regular%00/0-255.pbf',
  ])('no path leads out: %s is 404', async (path) => {
    expect(await getRaw(path)).toBe(404)
  })

  test('POST is 405 with what is allowed', async () => {
    const answer = await get('/styles/s1/style.json', {}, 'POST')
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS'])
  })

  test('a damaged archive is 500 that says nothing of the inside', async () => {
    const answer = await get('/styles/broken/style.json')
    expect(answer.status).toBe(500)
    expect(answer.body.toString()).not.toContain(folder)
  })

  test('are not on the site host', async () => {
    expect((await fetch(`${app.site}/styles/s1/style.json`)).status).toBe(404)
  })
})

describe('glyphs', () => {
  test('of one font and of a stack, gzipped where that is taken', async () => {
    const one = await get('/styles/s1/glyphs/Noto%20Sans%20Italic/256-511.pbf', { 'accept-encoding': 'gzip' })
    expect(one.headers.get('content-type')).toBe('application/x-protobuf')
    expect(one.headers.get('content-encoding')).toBe('gzip')
    expect(readGlyphs(one.body)).toMatchObject({ name: 'Noto Sans Italic', range: '256-511' })
    const stack = await get('/styles/s1/glyphs/Noto%20Sans%20Regular%2CNoto%20Sans%20Medium/0-255.pbf', {
      'accept-encoding': 'identity',
    })
    expect(stack.headers.get('content-encoding')).toBeNull()
    expect(readGlyphs(stack.body).glyphs.size).toBeGreaterThan(180)
    expect((await get('/styles/s1/glyphs/Noto Sans Regular,Noto Sans Medium/0-255.pbf')).headers.get('etag')).toBe(
      stack.headers.get('etag'),
    )
  })

  test('of a range that no font has: a valid answer without glyphs', async () => {
    const answer = await get('/styles/s1/glyphs/Noto%20Sans%20Regular/19968-20223.pbf')
    expect(answer.status).toBe(200)
    expect(readGlyphs(answer.body).glyphs.size).toBe(0)
  })

  test('of a release made with other fonts are served, but not as if they never changed', async () => {
    const answer = await get('/styles/old/glyphs/Noto%20Sans%20Regular/0-255.pbf')
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-cache'])
  })
})

test('the licence of the glyphs is beside them, and each range leads to it', async () => {
  const range = await get('/styles/s1/glyphs/Noto%20Sans%20Regular/0-255.pbf')
  expect(range.headers.get('link')).toBe('<../LICENSE.txt>; rel="license"')
  const licence = await get('/styles/s1/glyphs/LICENSE.txt')
  expect([licence.status, licence.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8'])
  expect(licence.body.toString()).toMatch(/SIL OPEN FONT LICENSE Version 1\.1/)
  expect((await get('/styles/none/glyphs/LICENSE.txt')).status).toBe(404)
})
