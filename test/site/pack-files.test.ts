import { mkdirSync, mkdtempSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPackStore } from '../../src/map/packs/pack-store.ts'
import { FAKE_RELEASE, startFakeApp, type FakeApp } from '../support/fake-services.ts'
import { ZipWriter } from '../../src/storage/archive/zip-writer.ts'

let app: FakeApp
let folder: string
let url: string
const facts = (version: string, releaseId: string) => ({
  schema: 'waypost-pack/1',
  name: 'ordino',
  version,
  bbox: [1.4, 42.4, 1.6, 42.6],
  min_zoom: 0,
  max_zoom: 14,
  release: { id: releaseId, name: 'test', built_at: '2026-11-01T00:00:00Z', synthetic: true },
  archives: { basemap: { version: 'b1', source_ts: null, tiles: 3, bytes: 3000 } },
  names: { count: 1, complete: true },
  attributions: [{ name: 'map', text: '© somebody', licence: null, url: null }],
})
const put = async (version: string, releaseId: string, fill: number) => {
  const draft = join(folder, 'draft')
  const zip = await ZipWriter.create(draft, new Date('2026-11-01'))
  await zip.addBytes('pack.json', Buffer.from(JSON.stringify(facts(version, releaseId))))
  await zip.addBytes('basemap.pmtiles', Buffer.alloc(3_000_000, fill), true)
  const bytes = await zip.finish()
  renameSync(draft, join(folder, 'packs', 'ordino.zip'))
  return bytes
}
const versionOf = (fill: number) => fill.toString(16).padStart(16, '0')
let sizeBytes: number
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'waypost-packs-'))
  mkdirSync(join(folder, 'packs'))
  sizeBytes = await put('0123456789abcdef', FAKE_RELEASE.id, 1)
  writeFileSync(join(folder, 'packs', 'secret.txt'), 'not a pack')
  app = await startFakeApp({ parts: { packs: openPackStore(folder) } })
  url = `${app.api}/packs/v1/ordino`
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})

describe('packs', () => {
  test('are listed with area, size, release, sources and address', async () => {
    const answer = await fetch(`${app.api}/packs/v1`)
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    expect(await answer.json()).toEqual({
      schema: 'packs/1',
      packs: [
        {
          ...Object.fromEntries(
            Object.entries(facts('0123456789abcdef', FAKE_RELEASE.id)).filter(([key]) => key !== 'schema'),
          ),
          bytes: sizeBytes,
          is_live: true,
          url,
        },
      ],
    })
  })

  test('are sent whole to any page, as a file to keep', async () => {
    const answer = await fetch(url)
    expect(answer.status).toBe(200)
    expect((await answer.arrayBuffer()).byteLength).toBe(sizeBytes)
    expect(answer.headers.get('content-type')).toBe('application/zip')
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="ordino.zip"')
    expect(answer.headers.get('accept-ranges')).toBe('bytes')
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    const head = await fetch(url, { method: 'HEAD' })
    expect(head.headers.get('content-length')).toBe(String(sizeBytes))
  })

  test('are sent by range, and not again while they are the same', async () => {
    const range = await fetch(url, { headers: { range: 'bytes=-22' } })
    expect(range.status).toBe(206)
    expect(Buffer.from(await range.arrayBuffer()).readUInt32LE(0)).toBe(0x06054b50)
    const etag = range.headers.get('etag')!
    expect((await fetch(url, { headers: { 'if-none-match': etag } })).status).toBe(304)
    expect((await fetch(url, { headers: { range: `bytes=${sizeBytes}-` } })).status).toBe(416)
  })

  test('have the same ETag on every server, whenever the file was written', async () => {
    const etagOf = async () => (await fetch(url, { method: 'HEAD' })).headers.get('etag')!
    const etag = await etagOf()
    utimesSync(join(folder, 'packs', 'ordino.zip'), 1, 1)
    expect(await etagOf()).toBe(etag)
    expect(etag).toMatch(/^"ordino-[0-9a-f]{16}-[0-9a-z]+"$/)
  })

  test('HEAD tells of the whole file, whatever range is requested', async () => {
    for (const range of ['bytes=0-0', `bytes=${sizeBytes}-`, 'bytes=-22']) {
      const head = await fetch(url, { method: 'HEAD', headers: { range } })
      expect(head.status).toBe(200)
      expect(head.headers.get('content-length')).toBe(String(sizeBytes))
      expect(head.headers.get('content-range')).toBeNull()
    }
  })

  test.each([
    ['thousands of ranges', `bytes=${'0-0,'.repeat(5000)}0-0`],
    ['tabs without number', `bytes=${'\t'.repeat(3000)}0-${'\t'.repeat(3000)}x`],
  ])('%s are refused unread', async (_, range) => {
    const answer = await fetch(url, { headers: { range } })
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ error: 'invalid_input', message: expect.stringContaining('Range') })
  })

  test('of many ranges within the limit the first is sent', async () => {
    const answer = await fetch(url, { headers: { range: `bytes=${'10-19,'.repeat(150)}0-` } })
    expect(answer.headers.get('content-range')).toBe(`bytes 10-19/${sizeBytes}`)
  })

  test('a download that continues over a new pack starts over', async () => {
    const etag = (await fetch(url, { method: 'HEAD' })).headers.get('etag')!
    const go = { range: 'bytes=100-199', 'if-range': etag }
    expect((await fetch(url, { headers: go })).status).toBe(206)
    await put('fedcba9876543210', 'another', 2)
    const anew = await fetch(url, { headers: go })
    expect(anew.status).toBe(200)
    expect((await anew.arrayBuffer()).byteLength).toBeGreaterThan(1000)
    const { packs } = (await (await fetch(`${app.api}/packs/v1`)).json()) as { packs: Record<string, unknown>[] }
    expect(packs[0]).toMatchObject({ version: 'fedcba9876543210', is_live: false })
  })

  test('an ETag is that of the bytes beside it, also while the pack is rebuilt', async () => {
    await put(versionOf(1), 'another', 1)
    let goesOn = true
    const requested = (async () => {
      const wrong: string[] = []
      let count = 0
      for (; goesOn; count++) {
        const answer = await fetch(url)
        const bytes = Buffer.from(await answer.arrayBuffer())
        const etag = answer.headers.get('etag')!
        if (!etag.includes(`-${versionOf(bytes[bytes.length >> 1])}-`)) wrong.push(etag)
      }
      return { wrong, count }
    })()
    for (let fill = 2; fill <= 40; fill++) await put(versionOf(fill), 'another', fill)
    goesOn = false
    const { wrong, count } = await requested
    expect(wrong).toEqual([])
    expect(count).toBeGreaterThan(3)
  })

  test.each([
    'nothing',
    'secret.txt',
    '..%2F..%2Fetc%2Fpasswd',
    '%2e%2e%2fpacks%2fordino',
    'ordino%00',
    'ordino.zip',
    'A',
    'x'.repeat(10_000),
  ])('%.40s is no pack: 404 that says where they are listed', async (name) => {
    const answer = await fetch(`${app.api}/packs/v1/${name}`)
    expect(answer.status).toBe(404)
    expect(await answer.json()).toMatchObject({
      error: 'not_found',
      message: expect.stringContaining('GET /packs/v1'),
    })
  })

  test('are files and no operations: as the archives, neither OpenAPI nor the status of artifacts has them', async () => {
    const { paths } = (await (await fetch(`${app.api}/openapi.json`)).json()) as { paths: object }
    expect(Object.keys(paths).filter((path) => /packs|\{artifact\}/.test(path))).toEqual([])
    expect(Object.keys(paths)).toContain('/pmtiles/current/manifest.json')
    const status = (await (await fetch(`${app.api}/tiles/v1/status`)).json()) as { artifacts: object }
    expect(JSON.stringify(status.artifacts)).toContain('basemap')
    expect(JSON.stringify(status)).not.toContain('pack')
  })

  test('a list that is requested many times at once is read once', async () => {
    const shelf = openPackStore(folder)
    const lists = await Promise.all(Array.from({ length: 50 }, () => shelf.list()))
    expect(lists.filter((list) => list !== lists[0])).toEqual([])
    expect(await shelf.list()).toEqual(lists[0])
  })

  test('are none where the folder is not there', async () => {
    const empty = await startFakeApp({ parts: { packs: openPackStore(join(folder, 'nowhere')) } })
    expect(await (await fetch(`${empty.api}/packs/v1`)).json()).toEqual({ schema: 'packs/1', packs: [] })
    expect((await fetch(`${empty.api}/packs/v1/ordino`)).status).toBe(404)
    await empty.close()
  })
})
