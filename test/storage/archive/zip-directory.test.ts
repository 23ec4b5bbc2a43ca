// The readers over it: test/terrain/read-hgt.test.ts, test/course/files/file-cases.test.ts, npm run attack.

import * as fc from 'fast-check'
import { strToU8, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import {
  bytesToData,
  findZipDirectory,
  isLocalHeader,
  readZipDirectory,
  STORED,
} from '../../../src/storage/archive/zip-directory.ts'

function entriesOf(zip: Buffer) {
  const place = findZipDirectory(zip)
  return place === null ? null : readZipDirectory(zip.subarray(place.at, place.at + place.bytes), place.count)
}

const files = fc.dictionary(
  fc.stringMatching(/^[a-zé]{1,8}(?:\/[a-z]{1,4})?$/),
  fc.string({ maxLength: 200 }).map((text) => strToU8(text)),
  { minKeys: 1, maxKeys: 5, noNullPrototype: true },
)

test('every entry that another writer wrote is found, with its bytes where they are', () => {
  fc.assert(
    fc.property(files, fc.constantFrom(0, 6), (written, level) => {
      const zip = Buffer.from(zipSync(written, { level: level as 0 | 6 }))
      const entries = entriesOf(zip)!
      expect(entries.map(({ name }) => name).sort()).toEqual(Object.keys(written).sort())
      for (const { name, method, headerAt, packedBytes, sizeBytes, isEncrypted } of entries) {
        const header = zip.subarray(headerAt)
        expect([isLocalHeader(header), sizeBytes, isEncrypted]).toEqual([true, written[name].length, false])
        const data = header.subarray(bytesToData(header), bytesToData(header) + packedBytes)
        if (method === STORED) expect([...data]).toEqual([...written[name]])
      }
    }),
  )
})

test('an archive that is cut or changed anywhere has entries or none, and never throws', () => {
  fc.assert(
    fc.property(files, fc.nat(), fc.nat({ max: 255 }), fc.boolean(), (written, at, value, isCut) => {
      const zip = Buffer.from(zipSync(written))
      if (!isCut) zip[at % zip.length] = value
      const entries = entriesOf(isCut ? zip.subarray(0, at % zip.length) : zip)
      if (isCut) expect(entries).toBeNull()
      else expect(entries === null || entries.length <= 65_535).toBe(true)
    }),
  )
})
