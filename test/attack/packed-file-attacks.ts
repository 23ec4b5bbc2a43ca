// KMZ and FIT to read: archives that grow, name thousands of entries or lie about themselves, and messages of a byte
// whose definition lists 255 fields.

import { strToU8, zipSync } from 'fflate'
import type { Region } from '../fuzz/region.ts'
import type { Attack, SentRequest } from './attack.ts'
import type { Random } from './random.ts'

/** 5 MB of JSON, less what else stands in it, before base64. */
const FILE_BYTES = 3_900_000
/** What an operation unpacks, nearly. */
const UNPACKED_BYTES = 5_200_000
/** An archive says when it was made, which must not differ from run to run. */
const PACKED_AT = '2026-01-01'
/** Of a record. */
const [RECORD, COURSE_POINT] = [20, 32]
const NUMBER_32 = 0x85
const STRING = 7

/** Those that take 5 MB, then those that take 1 MB. */
const PATHS = ['/v1/course', '/v1/gpx/simplify', '/v1/elevation-profile', '/v1/pace-plan'] as const

function send(random: Random, file: Uint8Array, bytes = file.length): SentRequest {
  const path = random.pick(PATHS.slice(0, bytes > 700_000 ? 2 : 4))
  const body = {
    file: Buffer.from(file).toString('base64'),
    ...(path === '/v1/course' ? { format: random.pick(['gpx', 'fit', 'kml']) } : {}),
    ...(path === '/v1/gpx/simplify' ? { max_points: 1000 } : {}),
    ...(path === '/v1/pace-plan' ? { target_time: '9:00:00' } : {}),
  }
  return { method: 'POST', path, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
}

const kml = (content: string): Uint8Array =>
  strToU8(`<kml xmlns="http://www.opengis.net/kml/2.2"><Document>${content}</Document></kml>`)
const filled = (piece: string, bytes: number): string => piece.repeat(Math.floor(bytes / piece.length))
export const kmz = (document: Uint8Array): Uint8Array =>
  zipSync({ 'doc.kml': document }, { level: 9, mtime: PACKED_AT })

/** Steps that are repeated, so that it packs into a hundredth. */
export function packedLine({ example: [[lon, lat]] }: Region, count: number): Uint8Array {
  const positions = Array.from({ length: count }, (_, i) => {
    const [east, north] = [i % 100, Math.floor(i / 100) % 50]
    return `${(lon + east / 1e4).toFixed(4)},${(lat + north / 1e4).toFixed(4)},800`
  })
  return kml(`<Placemark><LineString><coordinates>${positions.join(' ')}</coordinates></LineString></Placemark>`)
}

function fitFile(data: Buffer): Buffer {
  const head = Buffer.alloc(14)
  head.writeUInt8(14, 0)
  head.writeUInt32LE(data.length, 4)
  head.write('.FIT', 8, 'latin1')
  return Buffer.concat([head, data, Buffer.alloc(2)])
}
const definition = (number: number, fields: readonly (readonly number[])[]): Buffer =>
  Buffer.from([0x40, 0, 0, number & 255, number >> 8, fields.length, ...fields.flat()])
const repeated = (piece: Buffer, bytes: number): Buffer => Buffer.alloc(bytes - (bytes % piece.length), piece)

/** Messages of a byte each, with as many fields as a definition can list. */
function emptyMessages(random: Random, bytes: number): Buffer {
  const type = random.pick([2, STRING, NUMBER_32])
  const isOne = random.between(0, 1) === 0
  const fields = Array.from({ length: 255 }, (_, i) => [isOne ? 6 : i, 0, type])
  return fitFile(Buffer.concat([definition(random.pick([RECORD, COURSE_POINT, 0]), fields), Buffer.alloc(bytes)]))
}

export const PACKED_FILE_ATTACKS: readonly Attack[] = [
  {
    name: 'KMZ: 5 MB of positions in a few KB',
    usualMs: 150,
    make: (random, region) => send(random, kmz(packedLine(region, random.between(40_000, 49_000))), UNPACKED_BYTES),
  },
  {
    name: 'KMZ: 5 MB of small elements in a few KB',
    usualMs: 150,
    make: (random) => {
      const piece = random.pick([
        '<a/>',
        '<Placemark/>',
        '<name>x</name>',
        '<Point><coordinates>1,2</coordinates></Point>',
      ])
      return send(random, kmz(kml(filled(piece, UNPACKED_BYTES - 200))), UNPACKED_BYTES)
    },
  },
  {
    name: 'KMZ: 5 MB of waypoints in a few KB',
    usualMs: 150,
    make: (random) => {
      const point = '<Placemark><name>x</name><Point><coordinates>1.5,42.5</coordinates></Point></Placemark>'
      return send(random, kmz(kml(filled(point, UNPACKED_BYTES - 200))), UNPACKED_BYTES)
    },
  },
  {
    name: 'KMZ: 5 MB of one sign in a few KB',
    usualMs: 100,
    make: (random) =>
      send(
        random,
        kmz(kml(filled(random.pick(['<', '&', ' ', '&amp;', '<![CDATA[', '<!--']), 5_000_000))),
        UNPACKED_BYTES,
      ),
  },
  {
    name: 'KMZ: what grows to 64 MB',
    usualMs: 100,
    make: (random) => send(random, kmz(new Uint8Array(64_000_000)), UNPACKED_BYTES),
  },
  {
    name: 'KMZ: 9,000 entries',
    usualMs: 30,
    make: (random) => {
      const entries = Array.from({ length: 9000 }, (_, i) => [
        `${i}${random.pick(['.kml', '.KML', '.png'])}`,
        strToU8(''),
      ])
      return send(
        random,
        zipSync(Object.fromEntries(entries) as Record<string, Uint8Array>, { level: 0, mtime: PACKED_AT }),
      )
    },
  },
  {
    name: 'KMZ: an archive cut or changed somewhere',
    times: 20,
    usualMs: 60,
    make: (random, region) => {
      const bytes = kmz(packedLine(region, 500))
      const at = random.between(0, bytes.length - 1)
      if (random.between(0, 1) === 0) return send(random, bytes.subarray(0, at))
      bytes.fill(random.between(0, 255), at, at + random.between(1, 8))
      return send(random, bytes)
    },
  },
  {
    name: 'FIT: messages of a byte with 255 fields, 70 KB',
    usualMs: 20,
    make: (random) => send(random, emptyMessages(random, 70_000)),
  },
  {
    name: 'FIT: messages of a byte with 255 fields, 5 MB',
    usualMs: 300,
    make: (random) => send(random, emptyMessages(random, FILE_BYTES)),
  },
  {
    name: 'FIT: nothing but definitions',
    usualMs: 100,
    make: (random) => {
      const fields = Array.from({ length: random.pick([0, 1, 255]) }, (_, i) => [i, 1, 2])
      return send(random, fitFile(repeated(definition(RECORD, fields), FILE_BYTES)))
    },
  },
  {
    name: 'FIT: a million names of cues',
    usualMs: 400,
    make: (random) => {
      const fields = [
        [2, 4, NUMBER_32],
        [3, 4, NUMBER_32],
        [6, 1, STRING],
      ]
      const cue = Buffer.from([0, 0, 0, 0, 1, 0, 0, 0, 1, 65])
      return send(random, fitFile(Buffer.concat([definition(COURSE_POINT, fields), repeated(cue, FILE_BYTES - 100)])))
    },
  },
  {
    name: 'FIT: lengths that lie',
    times: 20,
    make: (random) => {
      const bytes = emptyMessages(random, 300)
      bytes.writeUInt32LE(random.pick([0, 1, 0xffffffff, 299, 301, 2 ** 31]), 4)
      return send(random, bytes)
    },
  },
]
