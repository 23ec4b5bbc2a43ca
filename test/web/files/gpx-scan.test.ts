import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type GpxScan, scanGpx } from '../../../src/web/files/gpx-scan.ts'
import { readGpx } from '../../../src/web/files/read-gpx.ts'
import { cutPoints, significances, thinLine } from '../../../src/web/files/thin-line.ts'

const gpx = (body: string) =>
  `<?xml version="1.0"?><gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1">${body}</gpx>`

describe('the scan of a GPX text', () => {
  test('finds points with and without heights, in parts', () => {
    const scan = scanGpx(
      gpx(
        '<trk><trkseg><trkpt lat="1.5" lon="-2"><ele>10.5</ele><time>x</time></trkpt><trkpt lon=\'3\' lat=\'4\'/></trkseg><trkseg/><trkseg><trkpt lat="5" lon="6"></trkpt></trkseg></trk>',
      ),
    )
    expect([...scan.lon]).toEqual([-2, 3, 6])
    expect([...scan.lat]).toEqual([1.5, 4, 5])
    expect([...scan.heightM]).toEqual([10.5, NaN, NaN])
    expect(scan.partStarts).toEqual([0, 2])
  })

  test('takes routes only where there is no track point, and prefixed names too', () => {
    expect(scanGpx(gpx('<rte><rtept lat="1" lon="1"/><rtept lat="2" lon="2"/></rte>')).count).toBe(2)
    expect(
      ['<rte><rtept lat="1" lon="1"/></rte>', '<trk><trkseg><trkpt lat="9" lon="9"/></trkseg></trk>'].map(
        (_, i, all) => [...scanGpx(gpx(i === 0 ? all.join('') : all.toReversed().join(''))).lat],
      ),
    ).toEqual([[9], [9]])
    expect(
      scanGpx(
        '<g:gpx xmlns:g="x"><g:trk><g:trkseg><g:trkpt lat="1" lon="2"><g:ele>3</g:ele></g:trkpt></g:trkseg></g:trk></g:gpx>',
      ).heightM[0],
    ).toBe(3)
  })

  test('passes over comments, CDATA and points without a position', () => {
    expect(
      scanGpx(
        gpx(
          '<!-- <trkpt lat="1" lon="1"/> --><trk><name><![CDATA[<trkpt lat="1" lon="1"/>]]></name><trkseg><trkpt lat="" lon="2"/><trkpt lat="91" lon="2"/><trkpt lat="7" lon="8"/></trkseg></trk>',
        ),
      ).count,
    ).toBe(1)
  })

  test('never throws, whatever text comes', () => {
    const pieces = fc.constantFrom(
      '<trkpt lat="1" lon="2">',
      '</trkpt>',
      '<trkseg>',
      '<!--',
      '-->',
      '<![CDATA[',
      ']]>',
      '<ele>',
      '1e5',
      '</ele>',
      '"',
      '<',
      '/>',
      ' ',
    )
    fc.assert(
      fc.property(
        fc.array(pieces).map((all) => all.join('')),
        (text) => {
          const scan = scanGpx(text)
          for (let i = 0; i < scan.count; i++) expect(text.slice(scan.start[i], scan.end[i])).toMatch(/^<trkpt/)
        },
      ),
    )
  })
})

function lineOf(points: readonly (readonly [number, number])[], partStarts = [0]): GpxScan {
  return {
    count: points.length,
    lon: Float64Array.from(points, ([lon]) => lon),
    lat: Float64Array.from(points, ([, lat]) => lat),
    heightM: new Float64Array(points.length),
    start: new Float64Array(points.length),
    end: new Float64Array(points.length),
    partStarts,
  }
}

describe('thinning', () => {
  const walk = fc
    .array(fc.tuple(fc.integer({ min: 0, max: 1000 }), fc.integer({ min: 0, max: 1000 })), {
      minLength: 3,
      maxLength: 60,
    })
    .map((points) => points.map(([x, y]): [number, number] => [10 + x * 1e-5, 45 + y * 1e-5]))
  /** in the same plane as thinLine's, written again */
  const distanceToLine = (p: readonly number[], a: readonly number[], b: readonly number[], kx: number) => {
    const ky = (Math.PI / 180) * 6_371_008.8
    const [px, py, ax, ay, bx, by] = [p[0] * kx, p[1] * ky, a[0] * kx, a[1] * ky, b[0] * kx, b[1] * ky]
    const length = (bx - ax) ** 2 + (by - ay) ** 2
    const t = length === 0 ? 0 : Math.max(0, Math.min(1, ((px - ax) * (bx - ax) + (py - ay) * (by - ay)) / length))
    return Math.hypot(px - ax - t * (bx - ax), py - ay - t * (by - ay))
  }

  test('keeps what the textbook recursion keeps at the same tolerance', () => {
    fc.assert(
      fc.property(walk, fc.integer({ min: 1, max: 300 }), (points, tolerance) => {
        const kx = (Math.PI / 180) * 6_371_008.8 * Math.cos((((points[0][1] + points.at(-1)![1]) / 2) * Math.PI) / 180)
        const kept = new Set([0, points.length - 1])
        const divide = (from: number, to: number): void => {
          let far = -1
          let farM = -1
          for (let i = from + 1; i < to; i++) {
            const metres = distanceToLine(points[i], points[from], points[to], kx)
            if (metres > farM) [far, farM] = [i, metres]
          }
          if (farM <= tolerance) return
          kept.add(far)
          divide(from, far)
          divide(far, to)
        }
        divide(0, points.length - 1)
        const significance = significances(lineOf(points))
        const ours = points.flatMap((_, i) => (significance[i] > tolerance ? [i] : []))
        expect(ours).toEqual([...kept].sort((a, b) => a - b))
      }),
    )
  })

  test('keeps no more than asked, the ends of parts always, and removes no point farther than it tells', () => {
    fc.assert(
      fc.property(walk, fc.integer({ min: 4, max: 40 }), (points, most) => {
        const parts = [0, Math.floor(points.length / 2)]
        const { kept, deviationM } = thinLine(lineOf(points, parts), most)
        const ends = new Set([0, parts[1] - 1, parts[1], points.length - 1])
        expect(kept.length).toBeLessThanOrEqual(Math.max(most, ends.size))
        for (const end of ends) expect(kept).toContain(end)
        for (let i = 0; i < points.length; i++) {
          const after = kept.findIndex((at) => at >= i)
          if (kept[after] === i) continue
          const half = i < parts[1] ? [0, parts[1] - 1] : [parts[1], points.length - 1]
          const kx =
            (Math.PI / 180) * 6_371_008.8 * Math.cos((((points[half[0]][1] + points[half[1]][1]) / 2) * Math.PI) / 180)
          expect(distanceToLine(points[i], points[kept[after - 1]], points[kept[after]], kx)).toBeLessThanOrEqual(
            deviationM + 1e-6,
          )
        }
      }),
    )
  })

  test('cuts points out of the text and leaves everything else byte for byte', () => {
    const text = gpx(
      '<wpt lat="1" lon="1"/><trk><trkseg>\n <trkpt lat="1" lon="1"/>\n <trkpt lat="1" lon="1.5"><ele>2</ele></trkpt>\n <trkpt lat="1" lon="2"/></trkseg></trk><!-- end -->',
    )
    expect(cutPoints(text, scanGpx(text), Uint32Array.from([0, 2]))).toBe(
      text.replace('<trkpt lat="1" lon="1.5"><ele>2</ele></trkpt>', ''),
    )
    expect(cutPoints(text, scanGpx(text), Uint32Array.from([0, 1, 2]))).toBe(text)
  })
})

describe('a file', () => {
  test('within the limits goes as it is', () => {
    const text = gpx('<trk><trkseg><trkpt lat="1" lon="1"/><trkpt lat="1" lon="1.5"/></trkseg></trk>')
    expect(readGpx('a.gpx', text.length, text)).toMatchObject({ points: 2, parts: 1, text, thinned: null })
  })

  test('beyond them is thinned to what the service takes, and tells from how many, to how many, and how far off', () => {
    const points = Array.from(
      { length: 70_000 },
      (_, i) =>
        `<trkpt lat="${(45 + Math.sin(i / 50) / 100).toFixed(6)}" lon="${(7 + i * 1e-6).toFixed(6)}"><extensions>${'x'.repeat(80)}</extensions></trkpt>`,
    )
    const text = gpx(`<trk><trkseg>${points.join('')}</trkseg></trk>`)
    const read = readGpx('b.gpx', text.length, text)!
    expect(read.points).toBe(70_000)
    expect(read.text!.length).toBeLessThanOrEqual(5_000_000)
    expect(read.thinned!.points).toBeLessThanOrEqual(50_000)
    expect(scanGpx(read.text!).count).toBe(read.thinned!.points)
    expect(read.coordinates[0]).toHaveLength(read.thinned!.points)
    expect(read.thinned!.deviationM).toBeGreaterThan(0)
  })

  test('of points that all matter as little says how many stay, not how many may', () => {
    const points = Array.from({ length: 60_000 }, (_, i) => `<trkpt lat="45" lon="${(i * 1e-5).toFixed(5)}"/>`)
    const text = gpx(`<trk><trkseg>${points.join('')}</trkseg></trk>`)
    const { coordinates, thinned, text: sent } = readGpx('b.gpx', text.length, text)!
    expect(thinned!.points).toBeLessThan(50_000)
    expect([coordinates.flat().length, scanGpx(sent!).count]).toEqual([thinned!.points, thinned!.points])
  })

  test('whose other content alone is too much has no text to send, but its line', () => {
    const text = gpx(
      `<metadata><desc>${'x'.repeat(6_000_000)}</desc></metadata><trk><trkseg><trkpt lat="1" lon="1"/><trkpt lat="1" lon="1.5"/></trkseg></trk>`,
    )
    expect(readGpx('c.gpx', text.length, text)).toMatchObject({
      text: null,
      coordinates: [
        [
          [1, 1],
          [1.5, 1],
        ],
      ],
    })
  })

  test('without a line and without places is null', () => expect(readGpx('d.gpx', 5, '<gpx/>')).toBeNull())

  test('of places alone, or with a single point beside them, has them and no line', () => {
    const place = '<wpt lat="42.5" lon="1.5"><name>Font</name></wpt>'
    for (const text of [
      `<gpx>${place}</gpx>`,
      `<gpx>${place}<trk><trkseg><trkpt lat="1" lon="1"/></trkseg></trk></gpx>`,
    ])
      expect(readGpx('e.gpx', text.length, text)).toEqual({
        name: 'e.gpx',
        bytes: text.length,
        points: 0,
        parts: 0,
        text: null,
        coordinates: [],
        waypoints: { points: [{ point: [1.5, 42.5], name: 'Font' }], count: 1 },
        thinned: null,
      })
  })
})
