// A body is read up to its limit to the byte, as it arrives and unpacked.

import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { parseWithRaw, readBody } from '../../src/server/read-request.ts'

const LIMIT_BYTES = 50_000

function requestOf(bytes: Buffer, headers: Record<string, string>): IncomingMessage {
  const pieces = Array.from({ length: Math.ceil(bytes.length / 7000) }, (_, i) =>
    bytes.subarray(i * 7000, (i + 1) * 7000),
  )
  return Object.assign(Readable.from(pieces), { headers, complete: true }) as unknown as IncomingMessage
}
const PACKED = {
  gzip: gzipSync,
  'x-gzip': gzipSync,
  deflate: deflateSync,
  br: brotliCompressSync,
}

test.each(Object.entries(PACKED))('unpacked from %s it may have the limit, not a byte more', async (encoding, pack) => {
  const read = (length: number) =>
    readBody(requestOf(pack(Buffer.alloc(length, 'a')), { 'content-encoding': encoding }), LIMIT_BYTES)
  expect(await read(LIMIT_BYTES)).toEqual(Buffer.alloc(LIMIT_BYTES, 'a'))
  await expect(read(LIMIT_BYTES + 1)).rejects.toMatchObject({ code: 'too_large' })
})

test.each([
  ['whose length is announced', true],
  ['whose length is not', false],
])('as it arrives, one %s may have the limit, not a byte more', async (_, isAnnounced) => {
  const read = (length: number) => {
    const headers: Record<string, string> = isAnnounced ? { 'content-length': String(length) } : {}
    return readBody(requestOf(Buffer.alloc(length, 'a'), headers), LIMIT_BYTES)
  }
  for (const length of [0, 1, 16_383, 16_384, LIMIT_BYTES])
    expect(await read(length)).toEqual(Buffer.alloc(length, 'a'))
  await expect(read(LIMIT_BYTES + 1)).rejects.toMatchObject({ code: 'too_large' })
})

test('what is packed wrongly, or in a way that is not known, says so', async () => {
  const read = (bytes: Buffer, encoding: string) =>
    readBody(requestOf(bytes, { 'content-encoding': encoding }), LIMIT_BYTES)
  await expect(read(Buffer.from('{}'), 'gzip')).rejects.toMatchObject({ code: 'invalid_json' })
  await expect(read(Buffer.from('{}'), 'zstd')).rejects.toMatchObject({ code: 'unsupported_media_type' })
  expect(await read(Buffer.from('{}'), 'identity')).toEqual(Buffer.from('{}'))
})

test('a fault inside a large member that would stay raw is reported with its character in the body', () => {
  const json = `{"é":1,"gpx":"${'a'.repeat(20_000)}\t"}`
  expect(() => parseWithRaw(Buffer.from(json), ['gpx'])).toThrow(
    expect.objectContaining({
      code: 'invalid_json',
      message: `The body is not valid JSON at character ${json.indexOf('\t')}.`,
    }),
  )
})
