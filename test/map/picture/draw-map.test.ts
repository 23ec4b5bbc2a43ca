import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { distanceM } from '../../../src/geo/lon-lat.ts'
import { worldX, worldY } from '../../../src/geo/web-mercator.ts'
import {
  ATTRIBUTION_TEXT_PX,
  placeAttribution,
  placeScaleBar,
  roundLength,
} from '../../../src/map/picture/draw-furniture.ts'
import { drawMap, fitWithPins } from '../../../src/map/picture/draw-map.ts'
import { listMarks, placeShapes } from '../../../src/map/picture/draw-shapes.ts'
import { COLOURS } from '../../../src/map/picture/layer-rule.ts'
import type { MapDrawing } from '../../../src/map/picture/map-drawing.ts'
import { fitView, pixelX, pixelY, placeOfPixel } from '../../../src/map/picture/map-view.ts'
import { toRgb } from '../../../src/map/picture/rgb.ts'
import { readGeojson } from '../../../src/map/picture/read-geojson.ts'
import { TileStore } from '../../../src/map/picture/tile-store.ts'
import { SAMPLE_BOX, type SampleMap, makeSampleMap, sampleDrawing } from './sample-map.ts'

let map: SampleMap
const store = new TileStore(20e6)
beforeAll(async () => (map = await makeSampleMap()))

interface Picture {
  at(lon: number, lat: number, dx?: number, dy?: number): number[]
  pixel(x: number, y: number): number[]
  bytes: Uint8Array
  width: number
  height: number
}

async function draw(more: Partial<MapDrawing> = {}): Promise<Picture> {
  const drawing = sampleDrawing(map, more)
  const bytes = await drawMap(drawing, store, () => {})
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
  const view = fitView(drawing.box, drawing, drawing.paddingPx, drawing.maxZoom)
  const pixel = (x: number, y: number) => [...data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3)]
  return {
    bytes,
    width: info.width,
    height: info.height,
    pixel,
    at: (lon, lat, dx = 0, dy = 0) =>
      pixel(Math.floor(pixelX(view, worldX(lon))) + dx, Math.floor(pixelY(view, worldY(lat))) + dy),
  }
}

const near = (pixel: number[], hex: string, most = 12) => {
  const colour = toRgb(hex)
  const off = Math.max(...pixel.map((value, i) => Math.abs(value - colour[i])))
  expect(off, `${pixel} is not ${hex}`).toBeLessThanOrEqual(most)
}
const line = (...coordinates: number[][]) => readGeojson({ type: 'LineString', coordinates })

describe('a picture', () => {
  test('has the size requested, and the ground where it is', async () => {
    const picture = await draw({ width: 300, height: 500 })
    expect([picture.width, picture.height]).toEqual([300, 500])
    near(picture.at(1.54, 42.54), COLOURS.forest)
    near(picture.at(1.565, 42.535), COLOURS.water)
    near(picture.at(1.53, 42.56), COLOURS.majorRoad)
    near(picture.at(1.58, 42.525), COLOURS.earth)
  })

  test('of scale 2 is the same with twice the pixels', async () => {
    const picture = await draw({ scale: 2 })
    expect(picture.width).toBe(800)
    near(picture.at(1.54, 42.54), COLOURS.forest)
  })

  test('is the same bytes each time, with tiles read or kept', async () => {
    const drawing = sampleDrawing(map, {
      shapes: line([1.52, 42.53], [1.58, 42.57]),
      sources: { basemap: map.basemap, terrain: map.terrain, contours: null, attributions: ['© A', '© B'] },
    })
    const first = await drawMap(drawing, new TileStore(0), () => {})
    const kept = new TileStore(20e6)
    await drawMap(drawing, kept, () => {})
    expect(Buffer.compare(await drawMap(drawing, kept, () => {}), first)).toBe(0)
  })

  test('is plain background where there is no data', async () => {
    const picture = await draw({ box: [1.6, 42.6, 1.9, 42.9] })
    near(picture.at(1.85, 42.85), COLOURS.background, 0)
    near(picture.at(1.62, 42.62), COLOURS.earth)
  })

  test('far from all data is plain background and says its sources all the same', async () => {
    const picture = await draw({ box: [10, 0, 11, 1] })
    near(picture.pixel(200, 200), COLOURS.background, 0)
    expect(picture.pixel(398, 398)).not.toEqual(picture.pixel(200, 200))
  })

  test('has shade on a slope and in a small void of the terrain, as around it, and none in a large one', async () => {
    const sources = { basemap: map.basemap, terrain: map.terrain, contours: null, attributions: [] }
    const box = [1.51, 42.52, 1.67, 42.58] as const
    const shaded = await draw({ box, sources })
    const plain = await draw({ box, sources: { ...sources, terrain: null } })
    const slope = shaded.at(1.59, 42.525)
    expect(slope).not.toEqual(plain.at(1.59, 42.525))
    for (const [i, value] of shaded.at(1.525, 42.545).entries()) expect(Math.abs(value - slope[i])).toBeLessThan(3)
    expect(shaded.at(1.64, 42.55)).toEqual(plain.at(1.64, 42.55))
  })

  test('has ground and shade that fade into the background towards the edge of the region', async () => {
    const sources = { basemap: map.basemap, terrain: map.terrain, contours: null, attributions: [] }
    const picture = await draw({ box: [1.65, 42.6, 1.75, 42.66], sources })
    const away = (lon: number) => {
      const background = toRgb(COLOURS.background)
      return Math.max(...picture.at(lon, 42.63).map((value, i) => Math.abs(value - background[i])))
    }
    expect([away(1.6999), away(1.71)].every((off) => off <= 1)).toBe(true)
    const steps = [1.698, 1.695, 1.69, 1.685].map(away)
    expect(steps).toEqual(steps.toSorted((a, b) => a - b))
    expect(steps[3]).toBeGreaterThan(8)
  })

  test('an untagged path looks other than one of grade T1', async () => {
    const picture = await draw({ box: [1.54, 42.568, 1.56, 42.577] })
    const hues = (lat: number) => new Set(Array.from({ length: 120 }, (_, i) => picture.at(1.543, lat, i).join()))
    const t1 = toRgb(COLOURS.sac[0])
    const hasT1 = (lat: number) =>
      [...hues(lat)].some((pixel) => pixel.split(',').every((value, i) => Math.abs(Number(value) - t1[i]) < 40))
    expect([hasT1(42.575), hasT1(42.57)]).toEqual([true, false])
  })

  test('stops where nobody wants it any more', async () => {
    const stopped = new Error('stopped')
    let requested = 0
    await expect(
      drawMap(sampleDrawing(map), store, () => {
        if (++requested === 5) throw stopped
      }),
    ).rejects.toBe(stopped)
  })
})

describe("the caller's line", () => {
  test('lies where it is, with its casing beside it', async () => {
    const picture = await draw({ shapes: line([1.52, 42.54], [1.58, 42.54]) })
    for (const lon of [1.53, 1.54, 1.55, 1.57]) {
      near(picture.at(lon, 42.54), COLOURS.routeLine, 2)
      near(picture.at(lon, 42.54, 0, 3), COLOURS.routeCasing, 30)
      near(picture.at(lon, 42.54, 0, -3), COLOURS.routeCasing, 30)
    }
  })

  test('starts green and ends red; a loop has its start alone', async () => {
    const picture = await draw({ shapes: line([1.52, 42.54], [1.58, 42.54]) })
    near(picture.at(1.52, 42.54, 3), COLOURS.routeStart, 4)
    near(picture.at(1.58, 42.54, -3), COLOURS.routeEnd, 4)
    const view = fitView(SAMPLE_BOX, { width: 400, height: 400, scale: 1 }, 0, 20)
    const kinds = (shapes: ReturnType<typeof line>) => listMarks(placeShapes(shapes, view)).map(({ kind }) => kind)
    expect(kinds(line([1.52, 42.54], [1.58, 42.54]))).toEqual(['end', 'start'])
    expect(kinds(line([1.52, 42.54], [1.58, 42.54], [1.52, 42.54]))).toEqual(['start'])
    expect(kinds([...line([1.52, 42.54], [1.58, 42.54]), ...line([1.52, 42.55], [1.58, 42.55])])).toEqual([])
  })

  test('has the colour, width and opacity of its simplestyle', async () => {
    const styled = (properties: object) =>
      readGeojson({
        type: 'Feature',
        properties,
        geometry: {
          type: 'LineString',
          coordinates: [
            [1.52, 42.525],
            [1.58, 42.525],
          ],
        },
      })
    near(
      (await draw({ shapes: styled({ stroke: '#00ff00', 'stroke-width': 10 }) })).at(1.55, 42.525, 0, 4),
      '#00ff00',
      2,
    )
    const half = (await draw({ shapes: styled({ stroke: '#000000', 'stroke-width': 10, 'stroke-opacity': 0.5 }) })).at(
      1.55,
      42.525,
    )
    expect(half[0]).toBeGreaterThan(100)
    expect(half[0]).toBeLessThan(150)
    const without = await draw({ shapes: styled({ 'stroke-width': 0 }) })
    near(without.at(1.55, 42.525), COLOURS.earth)
  })

  test('goes the short way across the antimeridian', () => {
    const view = fitView([178, -1, -178, 1], { width: 400, height: 400, scale: 1 }, 0, 20)
    const [
      {
        parts: [pixels],
      },
    ] = placeShapes(line([179, 0], [-179, 0]), view)
    expect(pixels[2] - pixels[0]).toBeCloseTo((2 / 360) * view.worldPx, 6)
  })

  test('is not covered by a label', async () => {
    const through = line([1.53, 42.565], [1.55, 42.565])
    const picture = await draw({ shapes: through })
    for (let i = 0; i <= 20; i++) near(picture.at(1.532 + i * 0.0008, 42.565), COLOURS.routeLine, 4)
  })
})

describe('areas and markers', () => {
  test('that cover a picture thousands of times are refused before they are drawn, as many on a small one are not', async () => {
    const triangle = {
      type: 'Feature',
      properties: {},
      geometry: {
        type: 'Polygon',
        coordinates: [
          [
            [1.51, 42.52],
            [1.59, 42.52],
            [1.59, 42.58],
            [1.51, 42.52],
          ],
        ],
      },
    }
    const shapes = readGeojson({ type: 'FeatureCollection', features: Array.from({ length: 1000 }, () => triangle) })
    await expect(draw({ shapes, width: 2048, height: 2048, scale: 2 })).rejects.toMatchObject({
      code: 'invalid_input',
      inputPath: 'geojson',
    })
    expect((await draw({ shapes, width: 128, height: 128 })).width).toBe(128)
  })

  test.each([
    ['across', 1],
    ['up and down', 50],
  ])(
    'a line that crosses a picture %s thousands of times is refused, one that does so hundreds of times is drawn',
    async (way, strokeWidth) => {
      const crossing = (count: number) => {
        const coordinates = Array.from({ length: count }, (_, i) =>
          way === 'across'
            ? [i % 2 === 0 ? 1.51 : 1.59, 42.52 + (0.06 * i) / count]
            : [1.51 + (0.08 * i) / count, i % 2 === 0 ? 42.52 : 42.58],
        )
        const properties = { 'stroke-width': strokeWidth }
        return readGeojson({ type: 'Feature', properties, geometry: { type: 'LineString', coordinates } })
      }
      await expect(draw({ shapes: crossing(19_999), width: 1448, height: 1448 })).rejects.toMatchObject({
        code: 'invalid_input',
      })
      expect((await draw({ shapes: crossing(500), width: 512, height: 512 })).width).toBe(512)
    },
  )

  test('an area is filled through which the map shows, a hole in it is not', async () => {
    const square = (west: number, side: number, south: number) => [
      [west, south],
      [west + side, south],
      [west + side, south + side],
      [west, south + side],
      [west, south],
    ]
    const shapes = readGeojson({
      type: 'Feature',
      properties: { fill: '#ff0000', 'fill-opacity': 0.5, 'stroke-width': 1 },
      geometry: { type: 'Polygon', coordinates: [square(1.52, 0.02, 42.525), square(1.527, 0.006, 42.532)] },
    })
    const [filled, plain] = [await draw({ shapes }), await draw()]
    expect(filled.at(1.523, 42.528)[1]).toBeLessThan(plain.at(1.523, 42.528)[1] - 60)
    expect(filled.at(1.53, 42.535)).toEqual(plain.at(1.53, 42.535))
  })

  test('a marker has its tip on its place and its colour above it', async () => {
    const shapes = readGeojson({
      type: 'Feature',
      properties: { 'marker-color': '#123456' },
      geometry: { type: 'Point', coordinates: [1.58, 42.53] },
    })
    const [picture, plain] = [await draw({ shapes }), await draw()]
    near(picture.at(1.58, 42.53, 0, -22), '#123456', 4)
    expect(picture.at(1.58, 42.53, 0, 6)).toEqual(plain.at(1.58, 42.53, 0, 6))
  })

  // Source: maptiler/tileserver-gl#996
  test.each([
    ['top', 1.55, 'north'],
    ['bottom', 1.55, 'south'],
    ['left', 'west', 42.535],
    ['right', 'east', 42.535],
    ['top left', 'west', 'north'],
    ['top right', 'east', 'north'],
    ['bottom left, at the scale bar', 'west', 'south'],
    ['bottom right, at the sources', 'east', 'south'],
  ] as const)(
    'a marker at the %s edge of the box is in the picture, whole and covered by nothing',
    async (_, lon, lat) => {
      const [west, south, east, north] = SAMPLE_BOX
      const side = { west, south, east, north }
      const at = [typeof lon === 'number' ? lon : side[lon], typeof lat === 'number' ? lat : side[lat]] as const
      const shapes = readGeojson({ type: 'Feature', properties: {}, geometry: { type: 'Point', coordinates: [...at] } })
      for (const [width, height] of [
        [600, 500],
        [500, 600],
        [1000, 300],
      ]) {
        const drawing = { box: SAMPLE_BOX, paddingPx: 0, maxZoom: 20, width, height, scale: 1, shapes } as const
        const sources = { basemap: map.basemap, terrain: null, contours: null, attributions: ['© A', '© B'] }
        const view = fitWithPins({ ...drawing, shapes, contours: false, language: null, sources } as never)
        const [x, y] = [pixelX(view, worldX(at[0])), pixelY(view, worldY(at[1]))]
        expect([x >= 11, x <= width - 11, y >= 28, y <= height - 12]).toEqual([true, true, true, true])
        const [a, b] = [pixelX(view, worldX(west)), pixelX(view, worldX(east))]
        expect(a >= -1e-6 && b <= width + 1e-6, 'the box is in the picture').toBe(true)
      }
    },
  )

  test.each([179.9, -179.9])('a marker at %d, the edge of a box across the antimeridian, is whole', (lon) => {
    const box = [179.9, -17, -179.9, -16.8] as const
    const shapes = readGeojson({ type: 'Point', coordinates: [lon, -16.9] })
    const drawing = { box, width: 300, height: 600, scale: 1, paddingPx: 0, maxZoom: 20, shapes } as const
    const sources = { basemap: map.basemap, terrain: null, contours: null, attributions: [] }
    const view = fitWithPins({ ...drawing, contours: false, language: null, sources } as never)
    const x = pixelX(view, worldX(lon) + (lon < 0 ? 1 : 0))
    expect(x >= 11 && x <= 289, `${x}`).toBe(true)
  })

  test('a marker that fits changes no view', () => {
    const shapes = readGeojson({
      type: 'Feature',
      properties: {},
      geometry: { type: 'Point', coordinates: [1.55, 42.53] },
    })
    const drawing = { box: SAMPLE_BOX, width: 600, height: 500, scale: 1, paddingPx: 0, maxZoom: 20, shapes } as const
    const sources = { basemap: map.basemap, terrain: null, contours: null, attributions: [] }
    expect(fitWithPins({ ...drawing, contours: false, language: null, sources } as never)).toEqual(
      fitView(SAMPLE_BOX, drawing, 0, 20),
    )
  })

  test.each(['7', 'A < B & "C" \' </svg><script>', 'שלום עולם', '🏔️', '\u202Eevil\u0000\n', 'x'.repeat(100), '一二三'])(
    'a label of %j is drawn without harm',
    async (label) => {
      const shapes = readGeojson({
        type: 'Feature',
        properties: { 'marker-label': label },
        geometry: { type: 'Point', coordinates: [1.55, 42.53] },
      })
      const picture = await draw({ shapes })
      near(picture.at(1.55, 42.53, -6, -17), COLOURS.marker, 8)
    },
  )
})

describe('words in the corners', () => {
  test('every source is named: the corner differs for each list of them', async () => {
    const of = async (attributions: string[]) =>
      Buffer.from(
        (await draw({ sources: { basemap: map.basemap, terrain: null, contours: null, attributions } })).bytes,
      ).toString('base64')
    const [none, one, two, other] = [
      await of([]),
      await of(['© A']),
      await of(['© A', '© B']),
      await of(['© A', '© C']),
    ]
    expect(new Set([none, one, two, other]).size).toBe(4)
  })

  test('all their letters are laid out, at 8 px or more, inside the picture', () => {
    const texts = ['© OpenStreetMap contributors', 'Heights from N42E001.hgt, N41E001.hgt (source not stated)']
    for (const [width, height] of [
      [128, 128],
      [300, 200],
      [2048, 2048],
    ]) {
      const view = fitView(SAMPLE_BOX, { width, height, scale: 1 }, 0, 20)
      const attribution = placeAttribution(view, texts)!
      const { lines, textPx, box } = attribution
      const bar = placeScaleBar(view, attribution)?.box
      expect(bar === undefined || bar.right <= box.left || bar.bottom <= box.top).toBe(true)
      expect(textPx).toBeGreaterThanOrEqual(8)
      expect(lines.reduce((sum, { glyphs }) => sum + glyphs.length, 0)).toBe(texts.join('|').replaceAll(' ', '').length)
      for (const { widthEm } of lines) expect(widthEm * textPx).toBeLessThanOrEqual(width)
      expect(box.left >= -0.5 && box.top >= 0 && box.right === width && box.bottom === height).toBe(true)
    }
    expect(ATTRIBUTION_TEXT_PX).toBeGreaterThanOrEqual(8)
  })

  test('the scale bar stands above the sources wherever they would meet', () => {
    for (let width = 128; width <= 700; width += 9) {
      const view = fitView(SAMPLE_BOX, { width, height: 400, scale: 1 }, 0, 20)
      const { box } = placeAttribution(view, ['© OpenStreetMap contributors', 'Heights from N42E001.hgt'])!
      const bar = placeScaleBar(view, { box } as never)!.box
      expect(bar.right <= box.left || bar.bottom <= box.top, `${width}`).toBe(true)
    }
  })

  test('a picture too small for its sources is refused, not drawn without them', () => {
    const view = fitView(SAMPLE_BOX, { width: 128, height: 128, scale: 1 }, 0, 20)
    expect(() =>
      placeAttribution(
        view,
        Array.from({ length: 12 }, (_, i) => `Source number ${i} of many`),
      ),
    ).toThrow(/too small to name its 12 sources/)
  })

  test.each([
    [0, 5],
    [1, 45],
    [2, 70],
    [1, -60],
  ])('the scale bar is as long on the ground as it says (scale %i, latitude %i)', (more, lat) => {
    const view = fitView([10, lat, 10.2, lat + 0.1], { width: 800, height: 600, scale: more === 2 ? 2 : 1 }, 0, 20)
    const bar = placeScaleBar(view, null)!
    const a = placeOfPixel(view, 100, view.heightPx / 2)
    const b = placeOfPixel(view, 100 + bar.lengthPx, view.heightPx / 2)
    // the sphere of distances and that of Mercator differ by a thousandth
    expect(distanceM(a.lon, a.lat, b.lon, b.lat) / bar.lengthM).toBeCloseTo(1, 2)
    expect(bar.lengthPx).toBeLessThanOrEqual(90 * view.scale)
  })

  test('its lengths are 1, 2 or 5', () =>
    expect([999, 1000, 1999, 2000, 4999, 5000, 0.3].map(roundLength)).toEqual([500, 1000, 1000, 2000, 2000, 5000, 0.2]))
})
