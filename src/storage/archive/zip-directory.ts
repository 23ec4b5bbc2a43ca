// What readers of zip files (APPNOTE 6.3, classic) take from the directory at its end. Sizes are what the archive
// states: who unpacks them bounds and checks. Pure. Ours, and not yauzl: a file of a request is read in one go and
// not by callbacks, no reader may believe a size, and yauzl checks no CRC.

const END_RECORD = 0x06054b50
const END_RECORD_BYTES = 22
const MAX_COMMENT_BYTES = 65_535
/** As many bytes from the end of a file hold its end record. */
export const MAX_END_BYTES = END_RECORD_BYTES + MAX_COMMENT_BYTES
const CENTRAL_ENTRY = 0x02014b50
const CENTRAL_BYTES = 46
const LOCAL_ENTRY = 0x04034b50
/** Of the header in front of the bytes of an entry, without its name. */
export const LOCAL_BYTES = 30
export const STORED = 0
export const DEFLATED = 8

export interface ZipEntry {
  /** path inside the archive */
  name: string
  sizeBytes: number
  packedBytes: number
  method: number
  crc: number
  isEncrypted: boolean
  headerAt: number
}

interface DirectoryPlace {
  count: number
  /** from the start of the file */
  at: number
  bytes: number
}

/** `tail`: the end of a file; null if it is no zip file, or cut short. */
export function findZipDirectory(tail: Buffer): DirectoryPlace | null {
  let end = tail.length - END_RECORD_BYTES
  const first = Math.max(0, end - MAX_COMMENT_BYTES)
  while (end >= first && tail.readUInt32LE(end) !== END_RECORD) end--
  if (end < first) return null
  return { count: tail.readUInt16LE(end + 10), bytes: tail.readUInt32LE(end + 12), at: tail.readUInt32LE(end + 16) }
}

/** Null if it is damaged. */
export function readZipDirectory(directory: Buffer, count: number): ZipEntry[] | null {
  const entries: ZipEntry[] = []
  let at = 0
  for (let i = 0; i < count; i++) {
    if (at + CENTRAL_BYTES > directory.length || directory.readUInt32LE(at) !== CENTRAL_ENTRY) return null
    const nameAt = at + CENTRAL_BYTES
    const nextAt = nameAt + directory.readUInt16LE(at + 28)
    entries.push({
      name: directory.toString('utf8', nameAt, nextAt),
      isEncrypted: (directory.readUInt16LE(at + 8) & 1) !== 0,
      method: directory.readUInt16LE(at + 10),
      crc: directory.readUInt32LE(at + 16),
      packedBytes: directory.readUInt32LE(at + 20),
      sizeBytes: directory.readUInt32LE(at + 24),
      headerAt: directory.readUInt32LE(at + 42),
    })
    at = nextAt + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32)
  }
  return entries
}

export const isLocalHeader = (bytes: Buffer): boolean =>
  bytes.length >= LOCAL_BYTES && bytes.readUInt32LE(0) === LOCAL_ENTRY

/** Bytes from the start of a local header to those of its entry. */
export const bytesToData = (header: Buffer): number => LOCAL_BYTES + header.readUInt16LE(26) + header.readUInt16LE(28)
