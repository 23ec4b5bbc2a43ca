// What a picture's words may and may not do, over made-up crowds of places.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { placeLabels } from '../../../src/map/picture/draw-map.ts'
import { type LabelBox, LabelSpace } from '../../../src/map/picture/label-space.ts'
import { breakLines, cleanText, layOut } from '../../../src/map/picture/label-text.ts'
import { placeLineLabels } from '../../../src/map/picture/line-labels.ts'
import { chooseName, listPointLabels } from '../../../src/map/picture/list-labels.ts'
import { fitView } from '../../../src/map/picture/map-view.ts'
import type { Sign } from '../../../src/map/picture/draw-sign.ts'
import type { LabelLine, LabelPoint, TileContent } from '../../../src/map/picture/tile-content.ts'
import { EXTENT } from '../../../src/map/picture/vector-tile.ts'

const view = fitView([1.5, 42.5, 1.6, 42.57], { width: 512, height: 512, scale: 1 }, 0, 20)
const place = { z: 12, x: 0, y: 0, leftPx: 0, topPx: 0, sidePx: 512 }
const sign: Sign = { width: 15, height: 15, rgba: new Uint8Array(900) }
const signs = new Map([
  ['peak', sign],
  ['hut', sign],
  ['pass', sign],
])
const tile = (points: LabelPoint[], lines: LabelLine[] = []) => [
  { place, content: { buckets: new Map(), points, lines, bytes: 0 } satisfies TileContent },
]
const pointOf = (more: Partial<LabelPoint>): LabelPoint => ({
  layer: 'pois',
  kind: 'peak',
  detail: '',
  names: { name: 'Pic' },
  x: 2048,
  y: 2048,
  elevationM: 2000,
  minZoom: 0,
  sortRank: 0,
  populationRank: 0,
  ...more,
})
const village = (more: Partial<LabelPoint>) =>
  pointOf({ layer: 'places', kind: 'locality', detail: 'village', elevationM: null, names: { name: 'Vila' }, ...more })

const crowd = fc
  .array(
    fc.record({
      x: fc.nat(EXTENT - 1),
      y: fc.nat(EXTENT - 1),
      name: fc.string({ minLength: 1, maxLength: 24 }),
      kind: fc.constantFrom('peak', 'hut', 'saddle', 'locality'),
      elevationM: fc.option(fc.nat(4000)),
    }),
    { maxLength: 60 },
  )
  .map((all) =>
    all.map(({ x, y, name, kind, elevationM }) =>
      pointOf({
        x,
        y,
        kind,
        elevationM,
        names: { name },
        ...(kind === 'locality' ? { layer: 'places' as const, detail: 'village' } : {}),
      }),
    ),
  )
const overlap = (a: LabelBox, b: LabelBox) =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom

describe('labels', () => {
  test('never overlap each other, their signs or what was taken, and lie in the picture', () => {
    fc.assert(
      fc.property(crowd, (points) => {
        const space = new LabelSpace(512, 512)
        const corner = { left: 300, top: 480, right: 512, bottom: 512 }
        space.take(corner)
        const { boxes } = placeLabels(listPointLabels(tile(points), view, null), space, signs, view)
        boxes.forEach((box, i) => {
          expect(overlap(box, corner)).toBe(false)
          expect(box.left >= 0 && box.top >= 0 && box.right <= 512 && box.bottom <= 512).toBe(true)
          for (const other of boxes.slice(i + 1)) expect(overlap(box, other)).toBe(false)
        })
      }),
      { numRuns: 60 },
    )
  })

  test('keep off a line that is drawn', () => {
    const space = new LabelSpace(512, 512)
    for (let x = 0; x < 512; x += 4) space.takeGround(x, 256, 4)
    const { boxes } = placeLabels(
      listPointLabels(tile([pointOf({ y: 2180 }), village({ x: 1000, y: 2048 })]), view, null),
      space,
      signs,
      view,
    )
    expect(boxes.length).toBeGreaterThan(0)
    for (const box of boxes) expect(overlap(box, { left: 0, top: 252, right: 512, bottom: 260 })).toBe(false)
  })

  test('prefer villages, then the higher peak; one of unknown height comes last and shows none', () => {
    const all = [
      pointOf({ elevationM: null, names: { name: 'C' } }),
      pointOf({ elevationM: 1000, names: { name: 'B' }, x: 1000 }),
      pointOf({ elevationM: 3000, names: { name: 'A' }, x: 3000 }),
      village({}),
    ]
    const labels = listPointLabels(tile(all), view, null)
    expect(labels.map(({ lines }) => lines.length)).toEqual([1, 2, 2, 1])
    expect(labels[1].x).toBeGreaterThan(labels[2].x)
    const placed = placeLabels(labels, new LabelSpace(512, 512), signs, view)
    expect(placed.texts[0].sizePx).toBeCloseTo(labels[0].lines[0].sizePx, 9)
  })

  test("of a point on a tile's margin are the neighbour's", () =>
    expect(listPointLabels(tile([pointOf({ x: -5 }), pointOf({ x: EXTENT + 3 })]), view, null)).toEqual([]))

  test('of a point where four tiles meet are those of one of them', () => {
    const count = (x: number, y: number) => listPointLabels(tile([pointOf({ x, y })]), view, null).length
    expect([count(0, 0), count(EXTENT, 0), count(0, EXTENT), count(EXTENT, EXTENT)]).toEqual([1, 0, 0, 0])
  })
})

describe('words along lines', () => {
  const line = (coordinates: number[], more: Partial<LabelLine> = {}): LabelLine => ({
    of: 'river',
    names: { name: 'Valira' },
    ref: null,
    elevationM: null,
    coordinates: Int16Array.from(coordinates),
    ...more,
  })
  const run = (lines: LabelLine[]) => {
    const placed = { signs: [], texts: [], boxes: [] } as Parameters<typeof placeLineLabels>[3]
    const shields = placeLineLabels(tile([], lines), [], new LabelSpace(512, 512), placed, view, null)
    return { ...placed, shields }
  }

  test('read from left to right whichever way the line runs', () => {
    for (const coordinates of [
      [400, 2000, 3600, 2400],
      [3600, 2400, 400, 2000],
    ]) {
      const { texts } = run([line(coordinates)])
      expect(texts).toHaveLength(6)
      texts.slice(1).forEach(({ x }, i) => expect(x).toBeGreaterThan(texts[i].x))
      for (const { angle } of texts) expect(Math.abs(angle)).toBeLessThan(0.2)
    }
  })

  test('are left out where the line is short or bends sharply', () => {
    expect(run([line([2000, 2000, 2100, 2000])]).texts).toEqual([])
    const zigzag = Array.from({ length: 60 }, (_, i) => [1000 + i * 30, i % 2 === 0 ? 2000 : 2130]).flat()
    expect(run([line(zigzag)]).texts).toEqual([])
  })

  test('a reference stands in a shield, once where two lines say it side by side', () => {
    const road = (y: number, ref: string) => line([200, y, 3900, y], { of: 'major1', names: {}, ref })
    expect(run([road(1000, 'GR 11'), road(1100, 'GR11')]).shields).toHaveLength(1)
    expect(run([road(1000, 'CG-1'), road(1300, 'CG-2')]).shields).toHaveLength(2)
  })
})

describe('names and letters', () => {
  test('are in the language requested where there is one', () => {
    const names = { name: 'Andorra la Vella', 'name:de': 'Alt-Andorra', 'name:en': 'Old Andorra' }
    expect([null, 'de', 'fr'].map((language) => chooseName(names, language, 'Noto Sans Regular'))).toEqual([
      'Andorra la Vella',
      'Alt-Andorra',
      'Andorra la Vella',
    ])
  })

  test('a name that the font cannot write gives way to one that it can, or to nothing', () => {
    expect(chooseName({ name: '富士山', 'name:en': 'Mount Fuji' }, null, 'Noto Sans Regular')).toBe('Mount Fuji')
    expect(chooseName({ name: '富士山' }, null, 'Noto Sans Regular')).toBeNull()
    expect(layOut('Noto Sans Regular', '🏔️')).toBeNull()
  })

  test('lines are no wider than asked unless one word is, and lose no letter', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 80 }), fc.integer({ min: 3, max: 20 }), (text, most) => {
        const lines = breakLines('Noto Sans Regular', text, most, true)
        for (const { widthEm } of lines) expect(widthEm).toBeLessThanOrEqual(most + 1e-9)
        const whole = layOut('Noto Sans Regular', text)
        expect(lines.reduce((sum, { glyphs }) => sum + glyphs.length, 0)).toBe(whole?.glyphs.length ?? 0)
      }),
    )
  })

  test('steering characters are not letters', () => expect(cleanText('a\u202Eb\u0000\n c\u200B')).toBe('ab c'))
})
