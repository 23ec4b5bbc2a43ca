// A region cut out of a larger archive, from a file and from a local server that honours HTTP ranges, against the
// archive read whole. Servers and archives that are not what they should be end in one sentence and leave no file.

import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { extractBasemap } from '../../../src/map/tiles/extract-basemap.ts'
import { checkBasemapArchive, takeBasemapFile, toPlainText } from '../../../src/import/build-basemap-file.ts'
import { openRangeSource } from '../../../src/import/open-range-source.ts'
import { createProgress } from '../../../src/import/progress-bar.ts'
import { TileArchiveWriter } from '../../../src/storage/archive/archive-writer.ts'
import { readTiles, tilesOf } from './read-tiles.ts'
import { PMTiles } from 'pmtiles'

const folder = mkdtempSync(join(tmpdir(), 'waypost-extract-'))
const WORLD = [-180, -85, 180, 85] as const
const REGION = [1.4, 42.4, 1.8, 42.7] as const
const planet = join(folder, 'planet.pmtiles')
const ATTRIBUTION = '<a href="https://protomaps.com">Protomaps</a> &copy; <a href="https://osm.org">OpenStreetMap</a>'
const servers: Server[] = []
const quiet = () => createProgress({ write: () => true })
let out = 0
const nextOut = () => join(folder, `out-${out++}.pmtiles`)

/** All tiles to z6 and, round the region, to z15, so that the archive has leaf directories. */
async function writePlanet(path: string, layers = ['earth', 'water', 'roads'], deepest = 15) {
  const writer = await TileArchiveWriter.create(path)
  for (let z = 0; z <= deepest; z++) {
    for (const [x, y] of tilesOf(z <= 6 ? WORLD : [1.1, 42.1, 2.1, 43], z)) {
      if (z > 12 && (x + y) % 5 === 0) continue
      await writer.add(
        z,
        x,
        y,
        gzipSync(`${z}/${x}/${y} ${'x'.repeat((Math.imul(x * 40_503 + y, 0x9e3779b1) >>> 8) % 400)}`, { level: 0 }),
      )
    }
  }
  await writer.finish(
    'mvt',
    {
      name: 'planet',
      attribution: ATTRIBUTION,
      'planetiler:osm:osmosisreplicationtime': '2026-05-01T00:00:00Z',
      vector_layers: layers.map((id) => ({ id, fields: {} })),
    },
    WORLD,
  )
}

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Answers ranges as RFC 9110 says. */
const ranges =
  (
    path: string,
    seen: { requests: number; bytes: number } = { requests: 0, bytes: 0 },
    tag: () => string = () => '"1"',
  ): RequestListener =>
  (request, response) => {
    const bytes = readFileSync(path)
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '')!.map(Number)
    seen.requests++
    if (from >= bytes.length) return response.writeHead(416).end()
    const part = bytes.subarray(from, to + 1)
    seen.bytes += part.length
    response
      .writeHead(206, {
        'content-range': `bytes ${from}-${from + part.length - 1}/${bytes.length}`,
        'content-length': part.length,
        etag: tag(),
      })
      .end(part)
  }

beforeAll(async () => {
  await writePlanet(planet)
  expect((await readTiles(planet)).header.leafDirectoryLength).toBeGreaterThan(0)
})
afterAll(() => {
  for (const server of servers) server.close()
  rmSync(folder, { recursive: true, force: true })
})

async function expectRegion(path: string) {
  const { header, metadata } = await readTiles(path)
  expect(header).toMatchObject({ minZoom: 0, maxZoom: 14, minLon: REGION[0], maxLat: REGION[3], tileCompression: 2 })
  expect(metadata).toMatchObject({ attribution: ATTRIBUTION })
  const open = (file: string) => {
    const bytes = readFileSync(file)
    return new PMTiles({
      getKey: () => file,
      getBytes: async (offset: number, length: number) => ({
        data: bytes.buffer.slice(
          bytes.byteOffset + offset,
          bytes.byteOffset + Math.min(bytes.length, offset + length),
        ) as ArrayBuffer,
      }),
    })
  }
  const [whole, cut] = [open(planet), open(path)]
  let count = 0
  const wrong: string[] = []
  for (let z = 0; z <= 15; z++) {
    const inside = new Set(z <= 14 ? [...tilesOf(REGION, z)].map(String) : [])
    for (const tile of tilesOf([1.3, 42.3, 1.9, 42.8], z)) {
      const [x, y] = tile
      // three of four tiles lie there, and none is to be found: a few of them
      if (z > 14 && (x + 2 * y) % 7 !== 0) continue
      const isInside = inside.has(String(tile))
      const [wanted, found] = [await whole.getZxy(z, x, y), await cut.getZxy(z, x, y)]
      const text = found === undefined ? null : Buffer.from(found.data).toString()
      if (text !== (isInside && wanted !== undefined ? Buffer.from(wanted.data).toString() : null))
        wrong.push(`${z}/${x}/${y}`)
      if (found !== undefined) count++
    }
  }
  expect(wrong).toEqual([])
  expect(header.numAddressedTiles).toBe(count)
}

describe('a region cut out of an archive', () => {
  test('has every tile of its box up to z14 and no other, from a file', async () => {
    const path = nextOut()
    const taken = await takeBasemapFile(planet, REGION, path, quiet())
    expect(taken).toMatchObject({
      made: false,
      from: 'planet.pmtiles',
      layers: ['earth', 'water', 'roads'],
      sourceTs: '2026-05-01T00:00:00.000Z',
      attributionText: 'Protomaps © OpenStreetMap',
      isForeign: false,
    })
    await expectRegion(path)
  })

  test('is the same from an address, with few requests and a part of the bytes', async () => {
    const seen = { requests: 0, bytes: 0 }
    const address = await serve(ranges(planet, seen))
    const path = nextOut()
    expect(await takeBasemapFile(`${address}/tiles/planet.pmtiles?key=secret`, REGION, path, quiet())).toMatchObject({
      from: `${address.slice(7)}/tiles/planet.pmtiles`,
    })
    await expectRegion(path)
    expect(seen.requests).toBeLessThan(40)
    expect(seen.bytes).toBeLessThan(readFileSync(planet).length / 2)
  })

  test('goes on after a server that was busy once', async () => {
    let failures = 2
    const good = ranges(planet)
    const address = await serve((request, response) =>
      failures-- > 0 ? response.writeHead(503).end() : good(request, response),
    )
    const { source, fault } = await openRangeSource(`${address}/planet.pmtiles`, { retryMs: 1 })
    const path = nextOut()
    await extractBasemap(source, REGION, path, fault)
    await expectRegion(path)
  })

  test('says where the archive has other layers than our styles draw', async () => {
    const path = join(folder, 'openmaptiles.pmtiles')
    await writePlanet(path, ['transportation', 'water_name'], 8)
    expect(await takeBasemapFile(path, REGION, nextOut(), quiet())).toMatchObject({ isForeign: true })
  })
})

describe('a basemap that cannot be used ends in one sentence and leaves nothing:', () => {
  const refuses = async (
    fileOrAddress: string,
    sentence: RegExp,
    box: readonly [number, number, number, number] = REGION,
  ) => {
    const path = nextOut()
    const attempt = takeBasemapFile(fileOrAddress, box, path, quiet())
    await expect(attempt).rejects.toMatchObject({
      name: 'ServiceError',
      code: 'invalid_input',
      message: expect.stringMatching(sentence),
    })
    expect([existsSync(path), existsSync(`${path}.tiles`)]).toEqual([false, false])
  }
  const fileOf = (name: string, bytes: Uint8Array | string) => {
    writeFileSync(join(folder, name), bytes)
    return join(folder, name)
  }

  test('no PMTiles', () => refuses(fileOf('page.html', '<html>'.repeat(100)), /page\.html is not a PMTiles archive\.$/))
  test('an empty file', () => refuses(fileOf('empty.pmtiles', ''), /is not a PMTiles archive\.$/))
  test('an older version', () =>
    refuses(
      fileOf('v2.pmtiles', Buffer.concat([Buffer.from('PMTiles\x02'), Buffer.alloc(600)])),
      /another version than 3\.$/,
    ))
  test('pictures', async () => {
    const path = join(folder, 'pictures.pmtiles')
    const writer = await TileArchiveWriter.create(path)
    await writer.add(0, 0, 0, Buffer.from('png'))
    await writer.finish('png', {}, WORLD)
    await refuses(path, /holds no vector tiles/)
    await expect(checkBasemapArchive(path)).rejects.toThrow(/holds no vector tiles/)
  })
  test('another part of the world', async () => {
    const path = join(folder, 'island.pmtiles')
    const writer = await TileArchiveWriter.create(path)
    await writer.add(5, 3, 3, gzipSync('island'))
    await writer.finish('mvt', {}, WORLD)
    await refuses(path, /has no tile in the region of the map file\.$/)
  })
  test('a file that is cut short', () =>
    refuses(
      fileOf('short.pmtiles', readFileSync(planet).subarray(0, Math.round(readFileSync(planet).length * 0.12))),
      /is cut short\.$/,
      [1.1, 42.1, 2.1, 43],
    ))
  test('damaged directories', () => {
    const bytes = Buffer.from(readFileSync(planet))
    bytes.fill(0xff, 140, 400)
    return refuses(fileOf('damaged.pmtiles', bytes), /is damaged: its (directory|header|metadata) cannot be read\.$/)
  })
  test('a file that is not there', () => refuses(join(folder, 'missing.pmtiles'), /missing\.pmtiles does not exist/))
  test('a folder', () => refuses(folder, /is a folder/))
  test('no such address', async () =>
    refuses(
      `${await serve((_, response) => response.writeHead(404).end())}/planet.pmtiles`,
      /does not exist: there is no such address\.$/,
    ))
  test('an address that asks for a key, without the key in the sentence', async () =>
    refuses(
      `${await serve((_, response) => response.writeHead(403).end())}/planet.pmtiles?key=secret`,
      /^(?!.*secret).*may not be read \(403\)/,
    ))
  test('a server that does not answer ranges', async () =>
    refuses(
      `${await serve((_, response) => response.writeHead(200).end(readFileSync(planet)))}/planet.pmtiles`,
      /does not answer HTTP ranges/,
    ))
  test('an archive that changes under the reading', async () => {
    let tag = 0
    await refuses(
      `${await serve(ranges(planet, undefined, () => `"${tag++}"`))}/planet.pmtiles`,
      /changed while it was read/,
    )
  })
  test('nobody at the address', () =>
    expect(
      openRangeSource('http://127.0.0.1:1/planet.pmtiles', { retryMs: 1 }).then(({ source }) => source.getBytes(0, 10)),
    ).rejects.toThrow(/cannot be reached \(ECONNREFUSED\)|cannot be reached \(bad port\)|cannot be reached/))
  test('a server that answers more than was requested', async () => {
    const address = await serve((_, response) => response.writeHead(206).end(Buffer.alloc(100_000)))
    const { source } = await openRangeSource(`${address}/x.pmtiles`, { retryMs: 1 })
    await expect(source.getBytes(0, 10)).rejects.toThrow(/more bytes than requested/)
  })
  test('an address of another kind, or with a password', async () => {
    await expect(openRangeSource('ftp://example.org/planet.pmtiles')).rejects.toThrow(/use http:\/\/ or https:\/\//)
    await expect(openRangeSource('https://me:secret@example.org/planet.pmtiles')).rejects.toThrow(
      /^(?!.*me:secret).*user name or password/,
    )
    await expect(openRangeSource('https://')).rejects.toThrow(/is not an address/)
  })
})

describe('attributions', () => {
  test('lose their tags and keep their words', () => {
    expect(toPlainText('<a href="x">A &amp; B</a>&nbsp;&copy;\n C <b>D</b>')).toBe('A & B © C D')
    expect(toPlainText('&amp;lt;')).toBe('&lt;')
  })
})
