// Files in a store, read by ranges: always the bytes that were pushed or an error, whatever the store does; each block
// fetched once; never more memory than was given.

import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type BlockFile, BlockReader, type BlockReaderOptions } from '../../../src/storage/objects/block-reader.ts'
import { openStore } from '../../../src/storage/objects/open-store.ts'
import { BLOCK_BYTES, blockListBytes, listBlocks } from '../../../src/storage/objects/stored-files.ts'
import { temporaryFolder } from '../../map/style/sample-release.ts'
import { caseCount } from '../../support/case-count.ts'
import { S3_KEYS, startObjectServer, type ObjectServer } from '../../support/object-server.ts'

const folder = temporaryFolder()
/** not a whole number of blocks */
const CONTENT = pseudoRandom(20 * BLOCK_BYTES + 777)
const OTHER = pseudoRandom(3 * BLOCK_BYTES).reverse()
let server: ObjectServer
let file: BlockFile
let other: BlockFile
const readers: BlockReader[] = []

beforeAll(async () => {
  server = await startObjectServer({ signed: true })
  file = await put('a.pmtiles', CONTENT)
  other = await put('b.pmtiles', OTHER)
})
beforeEach(() => {
  server.interfere = () => false
  server.objects.set(`/bucket/files/${file.sha256}/0`, CONTENT)
})
afterEach(() => {
  for (const reader of readers.splice(0)) reader.close()
})
afterAll(() => server.stop())

function pseudoRandom(bytes: number): Buffer {
  const out = Buffer.alloc(bytes)
  let state = 1
  for (let i = 0; i < bytes; i++) out[i] = (state = (state * 48271) % 2147483647) >> 8
  return out
}

async function put(name: string, content: Buffer): Promise<BlockFile> {
  const sha256 = createHash('sha256').update(content).digest('hex')
  server.objects.set(`/bucket/files/${sha256}/0`, content)
  const list = await listBlocks(inParts(content, 70_001))
  const path = join(folder, name)
  writeFileSync(`${path}.blocks`, list)
  const blocksSha256 = createHash('sha256').update(list).digest('hex')
  return { path, listPath: `${path}.blocks`, bytes: content.length, sha256, blocksSha256 }
}

async function* inParts(content: Buffer, partBytes: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < content.length; at += partBytes) yield content.subarray(at, at + partBytes)
}

function open(options: Partial<BlockReaderOptions> = {}, stallMs = 20_000): BlockReader {
  const store = openStore(`s3+${server.url}/bucket`, S3_KEYS, { stallMs, rangeMs: 60_000 })
  const reader = new BlockReader(store, { cacheBytes: 64 * BLOCK_BYTES, pauseMs: 1, ...options })
  readers.push(reader)
  return reader
}

async function fault(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => null,
    (error: unknown) => error,
  )
}

const BUSY = { code: 'busy', retryAfterS: 2 }

describe('the list of blocks', () => {
  test('is the hash of each, however the file comes', async () => {
    const expected = Array.from({ length: 21 }, (_, n) =>
      createHash('sha256')
        .update(CONTENT.subarray(n * BLOCK_BYTES, (n + 1) * BLOCK_BYTES))
        .digest(),
    )
    for (const partBytes of [1000, BLOCK_BYTES, 200_000, CONTENT.length])
      expect(await listBlocks(inParts(CONTENT, partBytes))).toEqual(Buffer.concat(expected))
    expect([blockListBytes(CONTENT.length), blockListBytes(0), blockListBytes(BLOCK_BYTES)]).toEqual([672, 0, 32])
  })
})

describe('a range', () => {
  test('is what the file has there, at any size of the cache', async () => {
    for (const cacheBytes of [0, 3 * BLOCK_BYTES, 64 * BLOCK_BYTES]) {
      const reader = open({ cacheBytes })
      await fc.assert(
        fc.asyncProperty(
          fc.array(
            fc.tuple(
              fc.nat(CONTENT.length + 10),
              fc.oneof(fc.nat(300), fc.nat(5 * BLOCK_BYTES), fc.nat(CONTENT.length)),
            ),
            { minLength: 1, maxLength: 6 },
          ),
          async (ranges) => {
            const read = await Promise.all(ranges.map(([offset, length]) => reader.read(file, offset, length)))
            const wrong = ranges.filter(
              ([offset, length], i) => !CONTENT.subarray(offset, offset + length).equals(read[i]),
            )
            expect(wrong).toEqual([])
            expect(reader.figures().bytes).toBeLessThanOrEqual(Math.max(1, cacheBytes))
          },
        ),
        { numRuns: caseCount(15, 300) },
      )
    }
  })

  test('is fetched once for all who want it, neighbours in one request, and kept', async () => {
    const reader = open()
    const before = server.requested.length
    const range = () => reader.read(file, 10, 4 * BLOCK_BYTES)
    await Promise.all([range(), range(), range()])
    await range()
    expect(server.requested.length - before).toBe(1)
    expect(reader.figures()).toMatchObject({
      requested: { fetched: 5, shared: 10, hit: 5 },
      requests: { fetched: 1, failed: 0, refused: 0 },
      fetchedBytes: 5 * BLOCK_BYTES,
    })
    // the one in the middle is there: the others come in two requests
    const gaps = open()
    await gaps.read(file, 2 * BLOCK_BYTES, 1)
    await gaps.read(file, 0, 5 * BLOCK_BYTES)
    expect(gaps.figures().requests.fetched).toBe(3)
  })

  test('that is long leaves the cache as it is', async () => {
    const reader = open()
    await reader.read(file, 0, 1)
    const { bytes } = reader.figures()
    await reader.read(file, 0, CONTENT.length)
    expect(reader.figures().bytes).toBe(bytes)
  })

  test('of more callers than may wait is refused, and no more requests than allowed run at once', async () => {
    let running = 0
    let most = 0
    server.interfere = (_, response) => {
      most = Math.max(most, ++running)
      response.on('close', () => running--)
      return false
    }
    const reader = open({ cacheBytes: 0, maxRequests: 2, maxWaiting: 5 })
    const reads = Array.from({ length: 20 }, (_, n) => fault(reader.read(file, n * BLOCK_BYTES, 1)))
    const faults = (await Promise.all(reads)).filter((one) => one !== null)
    expect(faults.length).toBe(13)
    expect(faults[0]).toMatchObject(BUSY)
    expect(most).toBeLessThanOrEqual(2)
    expect(reader.figures().requests).toEqual({ fetched: 7, failed: 0, refused: 13 })
  })
})

describe('a store that fails', () => {
  test.each<[string, ObjectServer['interfere']]>([
    ['answers 503', (_, response) => Boolean(response.writeHead(503).end('<Code>SlowDown</Code>'))],
    ['never answers', () => true],
    ['breaks off', (_, response) => Boolean(response.socket!.destroy())],
    [
      'stops in the middle',
      (_, response) => Boolean(response.writeHead(206, { 'content-range': `bytes 0-65535/9999999` }).write('x')),
    ],
  ])('once (%s) is not noticed', async (_, once) => {
    // two of three tries may be late on a busy machine
    const reader = open({}, 2000)
    let left = 1
    server.interfere = (...all) => left-- > 0 && once(...all)
    expect(CONTENT.subarray(0, 100).equals(await reader.read(file, 0, 100))).toBe(true)
    expect(reader.listLost()).toEqual([])
  })

  test('for good is lost at once for everybody, says so without a secret, and is found again by itself', async () => {
    const reader = open({ calmMs: 20, lostMs: 20 })
    await reader.read(file, 0, 100)
    reader.watch(() => [file])
    let requested = 0
    server.interfere = (_, response) => Boolean(++requested && response.writeHead(500).end())
    await expect
      .poll(() => reader.listLost())
      .toEqual([
        expect.stringMatching(
          /^Heights and maps: the store http:\/\/127\.0\.0\.1:\d+\/bucket cannot be used \(.*answers 500.*\) since 20/,
        ),
      ])
    const thrown = await fault(reader.read(file, 5 * BLOCK_BYTES, 100))
    expect(thrown).toMatchObject({
      ...BUSY,
      message: 'The store of heights and maps does not answer. Try again later.',
    })
    expect(reader.figures().requests.refused).toBe(1)
    // what is kept is still given
    expect(CONTENT.subarray(0, 100).equals(await reader.read(file, 0, 100))).toBe(true)
    server.interfere = () => false
    await expect.poll(() => reader.listLost()).toEqual([])
    expect(CONTENT.subarray(5 * BLOCK_BYTES).equals(await reader.read(file, 5 * BLOCK_BYTES, 1e9))).toBe(true)
  })

  test('by refusing the keys says so', async () => {
    const store = openStore(`s3+${server.url}/bucket`, { ...S3_KEYS, AWS_SECRET_ACCESS_KEY: 'wrong-secret' })
    const reader = new BlockReader(store, { cacheBytes: 1e6, pauseMs: 1 })
    expect(await fault(reader.read(file, 0, 1))).toMatchObject(BUSY)
    expect(reader.listLost()).toEqual([
      expect.stringMatching(/a\.pmtiles cannot be read .*SignatureDoesNotMatch.*check/),
    ])
    expect(reader.listLost()[0]).not.toMatch(/wrong-secret|AKID/)
  })
})

describe('an object', () => {
  const replaced = Buffer.from(CONTENT)
  replaced[7 * BLOCK_BYTES + 5] ^= 1

  test('that was changed is noticed, never mixed, and good again once it is back', async () => {
    const reader = open({ calmMs: 20, lostMs: 20 })
    await reader.read(file, 6 * BLOCK_BYTES, 10)
    server.objects.set(`/bucket/files/${file.sha256}/0`, replaced)
    expect(await fault(reader.read(file, 6 * BLOCK_BYTES, 2 * BLOCK_BYTES))).toMatchObject({
      ...BUSY,
      message: 'A file of heights or maps is lost. Try again later.',
    })
    expect(reader.listLost()).toEqual([expect.stringMatching(/a\.pmtiles cannot be read .*not what was pushed/)])
    // the store itself answers: other files are read
    expect(OTHER.subarray(0, 9).equals(await reader.read(other, 0, 9))).toBe(true)
    reader.watch(() => [file, other])
    server.objects.set(`/bucket/files/${file.sha256}/0`, CONTENT)
    await expect.poll(() => reader.listLost()).toEqual([])
    expect(
      CONTENT.subarray(7 * BLOCK_BYTES, 7 * BLOCK_BYTES + 9).equals(await reader.read(file, 7 * BLOCK_BYTES, 9)),
    ).toBe(true)
  })

  test('that is gone is named, also when nobody reads it, and forgotten once its release is', async () => {
    const reader = open({ calmMs: 20, lostMs: 20 })
    server.objects.delete(`/bucket/files/${file.sha256}/0`)
    let files = [other, file]
    reader.watch(() => files)
    await expect
      .poll(() => reader.listLost())
      .toEqual([expect.stringMatching(/a\.pmtiles cannot be read .*it is not there: push it again/)])
    files = [other]
    await expect.poll(() => reader.listLost()).toEqual([])
  })

  test('of which the list of blocks is not that of the manifest is not read', async () => {
    const forged = { ...file, listPath: other.listPath }
    expect(await fault(open().read(forged, 0, 1))).toMatchObject(BUSY)
    expect(await fault(open().read({ ...file, listPath: join(folder, 'gone') }, 0, 1))).toMatchObject(BUSY)
  })
})
