import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { drawSign } from '../../../src/map/picture/draw-sign.ts'
import { blendMask } from '../../../src/map/picture/glyph-masks.ts'
import { mix, toWord } from '../../../src/map/picture/pixel-words.ts'
import { Raster } from '../../../src/map/picture/raster.ts'
import { toRgb } from '../../../src/map/picture/rgb.ts'
import { layDisc, layRing, strokeLine, strokeDashes } from '../../../src/map/picture/stroke.ts'
import { between } from '../../support/arbitraries.ts'

const SIZE = 40
const blank = () => new Raster(SIZE, SIZE, [0, 0, 0])
/** Painted white on black: coverage 0..1 of a pixel. */
const share = (raster: Raster, x: number, y: number) => (raster.pixels[y * raster.width + x] & 255) / 255
const total = (raster: Raster) => {
  let sum = 0
  // its buffer may be longer: that of a larger picture, drawn before
  for (const pixel of raster.pixels.subarray(0, raster.width * (raster.bottom - raster.top))) sum += pixel & 255
  return sum / 255
}
const WHITE = [255, 255, 255] as const
const place = between(-30, 70)
const triangle = fc.tuple(fc.tuple(place, place), fc.tuple(place, place), fc.tuple(place, place))

/**
 * Area of a triangle inside the picture, by clipping (Sutherland and Hodgman): an oracle that shares nothing with the
 * raster.
 */
function clippedArea(points: readonly (readonly [number, number])[]): number {
  let ring = points.map(([x, y]) => [x, y])
  for (const [axis, limit, keep] of [
    [0, 0, 1],
    [0, SIZE, -1],
    [1, 0, 1],
    [1, SIZE, -1],
  ]) {
    const next: number[][] = []
    ring.forEach((a, i) => {
      const b = ring[(i + 1) % ring.length]
      const [insideA, insideB] = [(a[axis] - limit) * keep >= 0, (b[axis] - limit) * keep >= 0]
      if (insideA) next.push(a)
      if (insideA !== insideB) {
        const t = (limit - a[axis]) / (b[axis] - a[axis])
        next.push([a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t])
      }
    })
    ring = next
  }
  return (
    Math.abs(
      ring.reduce((sum, [x, y], i) => sum + x * ring[(i + 1) % ring.length][1] - ring[(i + 1) % ring.length][0] * y, 0),
    ) / 2
  )
}

// buffers are kept from one picture to the next: here those of one that was larger, and white
beforeAll(() => {
  const larger = new Raster(SIZE * 2, SIZE * 2, [255, 255, 255])
  larger.paint(WHITE)
  larger.release()
})

describe('filled shapes', () => {
  test('take as much of the picture as their clipped area', () => {
    fc.assert(
      fc.property(triangle, (corners) => {
        const raster = blank()
        layRing(raster, corners.flat(), 0, 3)
        raster.paint(WHITE)
        // each pixel rounds to 1/255
        expect(Math.abs(total(raster) - clippedArea(corners))).toBeLessThan(3)
      }),
      {
        numRuns: 300,
        examples: [
          // a flat edge that leaves the picture on the right, and one that comes in from the left
          [
            [
              [0, 0],
              [0, 0.35],
              [70, 0],
            ],
          ],
          [
            [
              [40, 0],
              [40, 0.95],
              [-30, 0],
            ],
          ],
        ],
      },
    )
  })

  test('cover each pixel as 256 samples of it do', () => {
    const corners = [
      [5.3, 3.1],
      [33.7, 12.4],
      [14.2, 36.9],
    ] as const
    const raster = blank()
    layRing(raster, corners.flat(), 0, 3)
    raster.paint(WHITE)
    const inside = (x: number, y: number) => {
      const side = (a: readonly [number, number], b: readonly [number, number]) =>
        (b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0]) >= 0
      return (
        side(corners[0], corners[1]) === side(corners[1], corners[2]) &&
        side(corners[1], corners[2]) === side(corners[2], corners[0])
      )
    }
    for (let y = 0; y < SIZE; y++) {
      for (let x = 0; x < SIZE; x++) {
        let hits = 0
        for (let i = 0; i < 16; i++)
          for (let j = 0; j < 16; j++) if (inside(x + (i + 0.5) / 16, y + (j + 0.5) / 16)) hits++
        expect(Math.abs(share(raster, x, y) - hits / 256)).toBeLessThan(0.05)
      }
    }
  })

  test('leave a hole open that turns against them', () => {
    const raster = blank()
    layRing(raster, [5, 5, 35, 5, 35, 35, 5, 35], 0, 4)
    layRing(raster, [15, 15, 15, 25, 25, 25, 25, 15], 0, 4)
    raster.paint(WHITE)
    expect([share(raster, 10, 10), share(raster, 20, 20), share(raster, 30, 20)]).toEqual([1, 0, 1])
  })

  test('painted together share no ground twice, and leave nothing behind for the next', () => {
    const raster = blank()
    layRing(raster, [0, 0, 20, 0, 20, 20, 0, 20], 0, 4)
    layRing(raster, [10, 10, 30, 10, 30, 30, 10, 30], 0, 4)
    raster.paint(WHITE, 0.5)
    expect(share(raster, 15, 15)).toBeCloseTo(share(raster, 5, 5), 5)
    const before = Int32Array.from(raster.pixels)
    raster.paint([255, 0, 0])
    expect(raster.pixels).toEqual(before)
  })

  test('that reach beyond the right side fill up to it', () => {
    const raster = blank()
    layRing(raster, [10, 10, 90, 10, 90, 20, 10, 20], 0, 4)
    raster.paint(WHITE)
    expect([share(raster, 9, 15), share(raster, 10, 15), share(raster, 39, 15), share(raster, 39, 21)]).toEqual([
      0, 1, 1, 0,
    ])
  })
})

describe('lines', () => {
  test('are as broad as asked, whatever their direction', () => {
    fc.assert(
      fc.property(between(0, Math.PI * 2), between(0.5, 6), (angle, width) => {
        const raster = blank()
        const [dx, dy] = [Math.cos(angle) * 12, Math.sin(angle) * 12]
        strokeLine(raster, [20 - dx, 20 - dy, 20 + dx, 20 + dy], 0, 2, width, 'cut')
        raster.paint(WHITE)
        expect(Math.abs(total(raster) - 24 * width)).toBeLessThan(1.2)
      }),
      { numRuns: 200 },
    )
  })

  test('with round ends reach half their width further, and a line of no length is a dot', () => {
    const raster = blank()
    strokeLine(raster, [10, 20, 30, 20], 0, 2, 8, 'round')
    raster.paint(WHITE)
    expect(total(raster)).toBeCloseTo(20 * 8 + Math.PI * 16, -1)
    const dot = blank()
    strokeLine(dot, [20, 20, 20, 20], 0, 2, 8, 'round')
    dot.paint(WHITE)
    expect(share(dot, 20, 20)).toBe(1)
    const nothing = blank()
    strokeLine(nothing, [20, 20, 20, 20], 0, 2, 8, 'cut')
    nothing.paint(WHITE)
    expect(total(nothing)).toBe(0)
  })

  test('have no gap at a bend, either way', () => {
    for (const turn of [
      [10, 10, 20, 20, 30, 10],
      [10, 30, 20, 20, 30, 30],
    ]) {
      const raster = blank()
      strokeLine(raster, turn, 0, 3, 6, 'cut')
      raster.paint(WHITE)
      expect(share(raster, 20, 20)).toBe(1)
      expect(share(raster, 19, 20)).toBe(1)
    }
  })

  test('of three points take all ground within half their width, and none beyond, however they bend', () => {
    const angle = between(0, Math.PI * 2)
    fc.assert(
      fc.property(angle, angle, between(2, 9), (into, outOf, width) => {
        const [ax, ay] = [20 - Math.cos(into) * 12, 20 - Math.sin(into) * 12]
        const [cx, cy] = [20 + Math.cos(outOf) * 12, 20 + Math.sin(outOf) * 12]
        const raster = blank()
        strokeLine(raster, [ax, ay, 20, 20, cx, cy], 0, 3, width, 'cut')
        raster.paint(WHITE)
        /** beyond the edge of the line, pixels; negative inside */
        const beyond = (x: number, y: number) => {
          const ofPiece = (fromX: number, fromY: number, toX: number, toY: number) => {
            const [ux, uy] = [(toX - fromX) / 12, (toY - fromY) / 12]
            const along = (x - fromX) * ux + (y - fromY) * uy
            const aside = Math.abs((x - fromX) * uy - (y - fromY) * ux)
            return Math.max(aside - width / 2, -along, along - 12)
          }
          const ofBend = Math.hypot(x - 20, y - 20) - width / 2
          return Math.min(ofPiece(ax, ay, 20, 20), ofPiece(20, 20, cx, cy), ofBend)
        }
        for (let y = 0; y < SIZE; y++) {
          for (let x = 0; x < SIZE; x++) {
            const away = beyond(x + 0.5, y + 0.5)
            // the middle of a pixel is 0.71 from its corners; a wedge has straight sides
            if (away > 0.75) expect(share(raster, x, y)).toBe(0)
            else if (away < -1) expect(share(raster, x, y)).toBeGreaterThan(0.99)
          }
        }
      }),
      {
        numRuns: 150,
        examples: [
          [0, 0.004, 6],
          [1, 1 + Math.PI, 5],
        ],
      },
    )
  })

  test('that are thin and turn by less than a right angle take as much ground as they are long and wide', () => {
    const turn = between(-1.5, 1.5)
    const widths = between(0.4, 2)
    fc.assert(
      fc.property(between(0, 6.3), turn, turn, widths, (heading, first, second, width) => {
        const points = [20, 20]
        for (const [n, angle] of [heading, heading + first, heading + first + second].entries())
          points.push(points[n * 2] + Math.cos(angle) * 6, points[n * 2 + 1] + Math.sin(angle) * 6)
        const raster = blank()
        strokeLine(raster, points, 0, 4, width, 'cut')
        raster.paint(WHITE)
        // at each bend the two pieces share a corner, and a wedge is between them
        expect(Math.abs(total(raster) - 18 * width)).toBeLessThan(0.3 + width * width * 0.3)
      }),
      { numRuns: 200 },
    )
  })

  test('that leave the picture and come back are whole inside it', () => {
    const path = [5, 30, 20, 15, 20, -40, 60, -40, 60, 20, 30, 25, 35, 60]
    const raster = blank()
    strokeLine(raster, path, 0, path.length / 2, 5, 'round')
    raster.paint(WHITE)
    const wide = new Raster(SIZE * 3, SIZE * 3, [0, 0, 0])
    strokeLine(
      wide,
      path.map((value) => value + SIZE),
      0,
      path.length / 2,
      5,
      'round',
    )
    wide.paint(WHITE)
    for (let y = 0; y < SIZE; y++)
      for (let x = 0; x < SIZE; x++)
        expect(Math.abs(share(raster, x, y) - share(wide, x + SIZE, y + SIZE))).toBeLessThan(0.01)
  })

  test('in dashes are drawn for the share of the pattern, also where they began far outside', () => {
    for (const startX of [0, -1_000_000]) {
      const raster = blank()
      strokeDashes(raster, [startX, 20, SIZE, 20], 0, 2, 2, [3, 1], 'cut')
      raster.paint(WHITE)
      expect(total(raster) / (SIZE * 2)).toBeCloseTo(0.75, 1)
    }
  })

  test('of any numbers end without writing outside', () => {
    const wild = fc.array(between(-1e7, 1e7), { minLength: 4, maxLength: 24 })
    fc.assert(
      fc.property(wild, between(0.1, 50), (numbers, width) => {
        const raster = blank()
        const count = Math.floor(numbers.length / 2)
        strokeLine(raster, numbers, 0, count, width, 'round')
        strokeDashes(raster, numbers, 0, count, width, [width * 2, width], 'cut')
        raster.paint(WHITE)
        expect(Number.isFinite(total(raster))).toBe(true)
      }),
      { numRuns: 100 },
    )
  })
})

describe('a picture in bands', () => {
  test('is the picture drawn whole', () => {
    const wild = fc.array(between(-60, 100), { minLength: 6, maxLength: 24 })
    const draw = (raster: Raster, numbers: number[], width: number): Int32Array => {
      const count = Math.floor(numbers.length / 2)
      layRing(raster, numbers, 0, count)
      raster.paint([200, 100, 50], 0.6)
      strokeLine(raster, numbers, 0, count, width, 'round')
      raster.paint(WHITE)
      strokeDashes(raster, numbers, 0, count, width, [3, 2], 'cut')
      raster.paint([20, 40, 220], 0.8)
      const mask = { coverage: new Uint8Array(60).fill(130), width: 6, height: 10 }
      blendMask(raster, mask, Math.round(numbers[0]), Math.round(numbers[1]), [0, 255, 0])
      return raster.pixels
    }
    fc.assert(
      fc.property(wild, between(0.3, 9), fc.nat(SIZE), (numbers, width, cut) => {
        const whole = draw(blank(), numbers, width)
        const upper = draw(new Raster(SIZE, SIZE, [0, 0, 0], 0, cut), numbers, width)
        const lower = draw(new Raster(SIZE, SIZE, [0, 0, 0], cut, SIZE), numbers, width)
        const joined = [...upper.subarray(0, cut * SIZE), ...lower.subarray(0, (SIZE - cut) * SIZE)]
        const off = joined.map((pixel, i) =>
          Math.max(...[0, 8, 16].map((shift) => Math.abs(((pixel >> shift) & 255) - ((whole[i] >> shift) & 255)))),
        )
        expect(Math.max(...off)).toBeLessThanOrEqual(2)
      }),
      { numRuns: 150 },
    )
  })
})

describe('signs and colours', () => {
  test('a sign at the edge is cut, not wrapped', () => {
    const raster = blank()
    drawSign(raster, { width: 4, height: 4, rgba: new Uint8Array(64).fill(255) }, SIZE - 2, -2)
    expect(total(raster)).toBeCloseTo(4, 5)
    expect(share(raster, 0, 1)).toBe(0)
  })

  test('two colours are mixed channel by channel, rounded', () => {
    const byte = fc.nat(255)
    const rgb = fc.tuple(byte, byte, byte)
    fc.assert(
      fc.property(rgb, rgb, fc.nat(256), (below, above, part) => {
        const mixed = mix(toWord(below), toWord(above), part)
        const expected = below.map((value, i) => Math.floor((value * (256 - part) + above[i] * part + 128) / 256))
        expect(mixed).toBe(toWord([expected[0], expected[1], expected[2]]))
      }),
    )
  })

  test('a disc has the area of a circle', () => {
    const raster = blank()
    layDisc(raster, 20, 20, 10)
    raster.paint(WHITE)
    expect(total(raster) / (Math.PI * 100)).toBeCloseTo(1, 1)
  })

  test('only #rrggbb is a colour of the look', () => {
    expect(toRgb('#0a5bd8')).toEqual([10, 91, 216])
    expect(() => toRgb('red')).toThrow(RangeError)
  })
})
