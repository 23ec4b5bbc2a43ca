import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readContent, toBase64 } from '../../../src/web/files/file-content.ts'
import { walkedFit, walkedGpx, walkedPoints, walkedTcx } from '../../support/recorded-walk.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)
const points = walkedPoints(1, 500)

describe('what a file is, its content says', () => {
  test.each([
    ['GPX', walkedGpx(points)],
    ['GPX after a byte order mark', `\ufeff<?xml version="1.0"?>\n${walkedGpx(points)}`],
    ['XML of no known kind, which the page itself finds empty', '<html/>'],
  ])('%s is read by the page', (_, text) => {
    expect(readContent(bytesOf(text))).toEqual({ gpx: text.replace('\ufeff', '') })
  })

  test.each([
    ['TCX', walkedTcx(points)],
    ['KML', '<?xml version="1.0"?><kml xmlns="x"/>'],
    ['GeoJSON', ' {"type":"Feature"}'],
  ])('%s goes to the service as it is', (_, text) => {
    expect(readContent(bytesOf(text))).toEqual({ file: text })
  })

  test('FIT, archives and whatever is no text go there in base64', () => {
    const fit = walkedFit(points)
    expect(readContent(fit)).toEqual({ file: fit.toString('base64') })
    expect(readContent(bytesOf('PK\u0003\u0004'))).toEqual({ file: 'UEsDBA==' })
  })

  test('base64 is that of Node, whatever the bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        expect(toBase64(bytes)).toBe(Buffer.from(bytes).toString('base64'))
      }),
    )
  })
})
