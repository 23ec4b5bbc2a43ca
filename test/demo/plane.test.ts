import { describe, expect, test } from 'vitest'
import { DemoMap } from '../../src/demo/demo-map.ts'
import { COLS, ROWS, xOfCell, yOfCell } from '../../src/demo/island-grid.ts'
import type { DemoLine } from '../../src/demo/lay-network.ts'
import { nodeLines } from '../../src/demo/lay-extras.ts'
import { dropStraight, offLineM, type Plane } from '../../src/demo/smooth-line.ts'
import { inRing, signedAreaM2, traceRings } from '../../src/demo/trace-rings.ts'

const field = (value: (x: number, y: number) => number) =>
  Float32Array.from({ length: COLS * ROWS }, (_, cell) => value(xOfCell(cell), yOfCell(cell)))

describe('an outline', () => {
  test('of a disc is one counter-clockwise ring of its area', () => {
    const rings = traceRings(
      field((x, y) => 1000 - Math.hypot(x - 300, y + 200)),
      0,
      1,
      1000,
    )
    expect(rings).toHaveLength(1)
    expect(rings[0][0]).toEqual(rings[0].at(-1))
    expect(signedAreaM2(rings[0]) / (Math.PI * 1e6)).toBeCloseTo(1, 1)
    expect(inRing(300, -200, rings[0])).toBe(true)
    expect(inRing(1500, -200, rings[0])).toBe(false)
  })

  test('of a band has its hole clockwise', () => {
    const areas = traceRings(
      field((x, y) => 400 - Math.abs(Math.hypot(x, y) - 1000)),
      0,
      1,
      1000,
    ).map(signedAreaM2)
    expect(areas).toHaveLength(2)
    expect(areas[0] / (Math.PI * 1400 ** 2)).toBeCloseTo(1, 1)
    expect(areas[1] / (Math.PI * 600 ** 2)).toBeCloseTo(-1, 1)
  })
})

describe('a thinned line', () => {
  test('keeps its ends and stays within the tolerance', () => {
    const line: Plane[] = Array.from({ length: 200 }, (_, i) => [i * 10, 60 * Math.sin(i / 9) + 3 * Math.sin(i * 1.7)])
    const thin = dropStraight(line, 5)
    expect(thin.length).toBeLessThan(line.length / 2)
    expect([thin[0], thin.at(-1)]).toEqual([line[0], line.at(-1)])
    for (const point of line)
      expect(Math.min(...thin.slice(1).map((end, i) => offLineM(point, thin[i], end)))).toBeLessThanOrEqual(5 + 1e-9)
  })
})

describe('crossing lines', () => {
  const cross = (meeting: 'joined' | 'above' | 'ignored') => {
    const map = new DemoMap()
    const line = (...points: Plane[]): DemoLine => ({
      kind: 'path',
      plan: 0,
      points: points.map(([x, y]) => map.addPoint(x, y)),
    })
    const lines = [line([-100, 0], [100, 0]), line([0, -100], [0, 100]), line([-100, 500], [100, 500])]
    const heard: [number, number][] = []
    nodeLines(
      map,
      lines,
      () => meeting,
      (_a, _b, pointOfA, pointOfB) => heard.push([pointOfA, pointOfB]),
    )
    return { map, lines, heard }
  }

  test('get one common point where they cross', () => {
    const { map, lines, heard } = cross('joined')
    expect(lines.map(({ points }) => points.length)).toEqual([3, 3, 2])
    expect(lines[0].points[1]).toBe(lines[1].points[1])
    expect([map.xM[lines[0].points[1]], map.yM[lines[0].points[1]]]).toEqual([0, 0])
    expect(heard).toHaveLength(1)
  })

  test('get a point each where one passes above the other', () => {
    const { map, lines } = cross('above')
    expect(lines[0].points[1]).not.toBe(lines[1].points[1])
    expect(map.gapM(lines[0].points[1], lines[1].points[1])).toBe(0)
  })

  test('stay as they are where the crossing is ignored', () => {
    const { lines, heard } = cross('ignored')
    expect(lines.map(({ points }) => points.length)).toEqual([2, 2, 2])
    expect(heard).toEqual([])
  })
})
