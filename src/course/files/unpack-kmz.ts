// The KML document of a KMZ, a zip archive (PKWARE APPNOTE 6.3): of the entries that end with `.kml`, `doc.kml` comes
// before others, then what lies in fewer folders, then what comes first. What macOS adds (`__MACOSX/`, names that begin
// with a dot) is none of them. Only the document is inflated, by zlib, which stops at a bound: a bomb costs no more
// than a file that may be sent as it is. No zip package: fflate, the smallest one, believes the size that the archive
// states and inflates the rest to nowhere, at 300 MB/s. Encrypted archives, Zip64 and methods but `stored` and
// `deflate` are refused.

import { inflateRawSync } from 'node:zlib'
import { fileError } from './file-fault.ts'

const END_RECORD = 0x06054b50
const CENTRAL_ENTRY = 0x02014b50
const LOCAL_ENTRY = 0x04034b50
const END_RECORD_BYTES = 22
const MAX_COMMENT_BYTES = 65_535
/** A KMZ holds a document and its pictures. */
const MAX_ENTRIES = 10_000
const STORED = 0
const DEFLATED = 8

const fault = (why: string) => fileError('KMZ', why)

export const isZip = (bytes: Buffer): boolean =>
  bytes.length >= END_RECORD_BYTES && bytes.readUInt32LE(0) === LOCAL_ENTRY

/** Of the document at most `maxBytes`; `others`: names of what else is in it. Throws ServiceError `invalid_input`. */
export function unpackKmz(bytes: Buffer, maxBytes: number): { document: Buffer; others: string[] } {
  const { entry, others } = findDocument(bytes)
  return { document: unpack(bytes, entry, maxBytes), others }
}

function unpack(bytes: Buffer, entry: Entry, maxBytes: number): Buffer {
  const from = entry.at
  if (from + 30 > bytes.length || bytes.readUInt32LE(from) !== LOCAL_ENTRY) throw fault('it is broken or truncated')
  const dataFrom = from + 30 + bytes.readUInt16LE(from + 26) + bytes.readUInt16LE(from + 28)
  const data = bytes.subarray(dataFrom, dataFrom + entry.packedBytes)
  if (data.length < entry.packedBytes) throw fault('it is broken or truncated')
  if (entry.isEncrypted) throw fault('it is encrypted')
  if (entry.method !== STORED && entry.method !== DEFLATED) throw fault('it is packed by a method other than deflate')
  const tooLarge = () => fault(`its document is larger than ${maxBytes} bytes when it is unpacked`)
  if (entry.method === STORED) {
    if (data.length > maxBytes) throw tooLarge()
    return data
  }
  try {
    return inflateRawSync(data, { maxOutputLength: maxBytes })
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE'
      ? tooLarge()
      : fault('it is broken or truncated')
  }
}

interface Entry {
  name: string
  method: number
  packedBytes: number
  isEncrypted: boolean
  /** of its local header */
  at: number
}

function findDocument(bytes: Buffer): { entry: Entry; others: string[] } {
  const files = listEntries(bytes).filter(({ name }) => !name.endsWith('/') && !isOfMacOs(name))
  const documents = files.filter(({ name }) => name.toLowerCase().endsWith('.kml'))
  if (documents.length === 0) throw fault('there is no file that ends with .kml in it')
  const entry = documents.reduce((best, one) => (rankOf(one) < rankOf(best) ? one : best))
  return { entry, others: files.filter((file) => file !== entry).map(({ name }) => name) }
}

const isOfMacOs = (name: string): boolean => name.split('/').includes('__MACOSX') || baseOf(name).startsWith('.')
const baseOf = (name: string): string => name.slice(name.lastIndexOf('/') + 1)

/** Lower comes first: by name, then by the number of folders. */
function rankOf({ name }: Entry): number {
  const folders = name.split('/').length
  return baseOf(name).toLowerCase() === 'doc.kml' ? folders : 100_000 + folders
}

function listEntries(bytes: Buffer): Entry[] {
  const end = findEnd(bytes)
  const count = bytes.readUInt16LE(end + 10)
  if (count > MAX_ENTRIES) throw fault(`it holds more than ${MAX_ENTRIES} files`)
  const entries: Entry[] = []
  let at = bytes.readUInt32LE(end + 16)
  for (let i = 0; i < count; i++) {
    if (at + 46 > end || bytes.readUInt32LE(at) !== CENTRAL_ENTRY) throw fault('it is broken or truncated')
    const nameBytes = bytes.readUInt16LE(at + 28)
    entries.push({
      name: bytes.toString('utf8', at + 46, Math.min(end, at + 46 + nameBytes)).replaceAll('\\', '/'),
      method: bytes.readUInt16LE(at + 10),
      packedBytes: bytes.readUInt32LE(at + 20),
      isEncrypted: (bytes.readUInt16LE(at + 8) & 1) !== 0,
      at: bytes.readUInt32LE(at + 42),
    })
    at += 46 + nameBytes + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
  }
  return entries
}

/** The end record stands last, before a comment. */
function findEnd(bytes: Buffer): number {
  const last = bytes.length - END_RECORD_BYTES
  for (let at = last; at >= Math.max(0, last - MAX_COMMENT_BYTES); at--)
    if (bytes.readUInt32LE(at) === END_RECORD) return at
  throw fault('it is broken or truncated')
}
