// Pictures of the map: sections 4.18 and 2.14, decisions `keys-and-credits`, `static-maps`.

import { answers, costs, header, invalid, law, refused, refuses, takes } from '../checks.ts'
import type { Known } from '../known.ts'
import { lineString, straightLine, thinned } from '../lines.ts'
import { type Ask, get, type OneCheck, type Operation, post } from '../operation.ts'

const PATH = '/static-map/render'
const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
const ask = (known: Known, more: object = {}): Ask => post(PATH, { bbox: known.box, width: 256, height: 200, ...more })
const address = (known: Known): Ask => get(PATH, { bbox: known.box.join(','), width: 200, height: 150 })

/** A PNG of that many pixels, read off its first chunk. */
const picture = (width: number, height: number): OneCheck =>
  law('4.18', `a PNG of ${width} x ${height}`, (_, { answer: { bytes } }) => {
    if (PNG.some((byte, index) => bytes[index] !== byte)) return 'it is no PNG'
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    const [wide, high] = [view.getUint32(16), view.getUint32(20)]
    return wide === width && high === height ? null : `it has ${wide} x ${high}`
  })
const IS_PNG = header('4.18', 'Content-Type', /^image\/png/)

const same = (name: string): OneCheck =>
  law('static-maps', 'same request, same bytes', (_, { answer, known }) =>
    Buffer.compare(answer.bytes, known.earlier(name).bytes) === 0 ? null : 'the bytes differ',
  )

export const staticMap: Operation = {
  id: 'static-map',
  section: '4.18',
  host: 'api',
  method: 'POST',
  path: PATH,
  errors: 'Error',
  takesKey: true,
  metered: true,
  sound: (known) => ask(known),
  cases: [
    answers('of a box', (known) => ask(known), [IS_PNG, picture(256, 200), costs('keys-and-credits', 2)]),
    answers('of the same box again', (known) => ask(known), [IS_PNG, same('static-map: of a box')]),
    answers('in double pixels', (known) => ask(known, { width: 128, height: 128, scale: 2 }), [picture(256, 256)]),
    answers(
      'of a line alone, with its defaults',
      (known) => post(PATH, { geojson: lineString(known.line), hillshade: false }),
      [IS_PNG, picture(800, 600)],
    ),
    answers(
      'with a styled line and a marker',
      (known) =>
        ask(known, {
          contours: true,
          geojson: {
            type: 'FeatureCollection',
            features: [
              {
                type: 'Feature',
                properties: { stroke: '#ff0000', 'stroke-width': 3 },
                geometry: lineString(known.line),
              },
              {
                type: 'Feature',
                properties: { 'marker-color': '#00f' },
                geometry: { type: 'Point', coordinates: known.ends[0] },
              },
            ],
          },
        }),
      [IS_PNG, picture(256, 200)],
    ),
    answers('over the edge of the data', (known) => post(PATH, { bbox: beside(known), width: 128, height: 128 }), [
      picture(128, 128),
    ]),
    takes('static-maps', '2,048 pixels', (known) => ask(known, { width: 2048, height: 128 })),
    refuses('static-maps', '2,049 pixels', (known) => ask(known, { width: 2049 }), invalid('width')),
    refuses('static-maps', '127 pixels', (known) => ask(known, { height: 127 }), invalid('height')),
    refuses('static-maps', 'scale 3', (known) => ask(known, { scale: 3 }), invalid('scale')),
    refuses('static-maps', 'neither a box nor GeoJSON', () => post(PATH, {}), refused(400, 'invalid_input')),
    takes('static-maps', '20,000 positions', (known) => ask(known, { geojson: lineString(positions(known, 20_000)) })),
    {
      ...refuses(
        'static-maps',
        '20,001 positions',
        (known) => ask(known, { geojson: lineString(positions(known, 20_001)) }),
        {
          status: 0,
        },
      ),
      checks: [
        {
          kind: 'status',
          section: 'static-maps',
          name: 'is refused with 400 or 413',
          judge: ({ answer: { status } }) => (status === 400 || status === 413 ? null : `${status}`),
        },
      ],
    },
  ],
}

export const staticMapAddress: Operation = {
  id: 'static-map-address',
  section: 'static-maps',
  host: 'api',
  method: 'GET',
  path: PATH,
  errors: 'Error',
  takesKey: true,
  metered: true,
  sound: address,
  cases: [
    answers('for an img', address, [IS_PNG, picture(200, 150), header('static-maps', 'ETag', /^(W\/)?"[^"]+"$/)]),
    {
      name: 'that is known',
      ask: (known) => ({
        ...address(known),
        headers: { 'if-none-match': known.earlier('static-map-address: for an img').headers.etag },
      }),
      checks: [
        {
          kind: 'status',
          section: 'static-maps',
          name: 'status 304',
          judge: ({ answer: { status } }) => (status === 304 ? null : `${status}`),
        },
      ],
    },
    refuses(
      'static-maps',
      '127 pixels',
      (known) => get(PATH, { bbox: known.box.join(','), width: 127 }),
      invalid('width'),
    ),
  ],
}

/** A box of which a half lies beside the region. */
function beside({ box: [west, south, east, north] }: Known): number[] {
  return [east, south, east + (east - west), north]
}

/** Short numbers, so that 20,000 of them fit into a body. */
function positions(known: Known, count: number): number[][] {
  const line = straightLine(thinned(known.line, 2)[0], count, 2000)
  return line.map(([lon, lat]) => [Number(lon.toFixed(5)), Number(lat.toFixed(5))])
}
