import { describe, expect, test } from 'vitest'
import { TrailLanes } from '../../../src/map/tiles/trail-lanes.ts'

function lanes(trails: [kind: number, sign: string | null, ways: number[]][], joins: [number, number][] = []) {
  const made = new TrailLanes()
  for (const [kind, sign] of trails) made.add(kind, sign)
  for (const [one, other] of joins) made.join(one, other)
  trails.forEach(([, , ways], trail) => ways.forEach((way) => made.takes(trail, way)))
  return (way: number) => trails.map(([, , ways], trail) => (ways.includes(way) ? made.laneOf(trail, way) : null))
}

describe('trails that share a way', () => {
  test('lie side by side where they are of one level, and in the middle where they are alone', () => {
    const at = lanes([
      [4, 'A', [1, 2, 3]],
      [4, 'B', [2, 3]],
      [4, 'C', [3, 9]],
      [2, 'D', [3]],
    ])
    expect(at(1)).toEqual([0, null, null, null])
    expect(at(2)).toEqual([-1, 1, null, null])
    expect(at(3)).toEqual([-2, 0, 2, 0])
    expect(at(9)).toEqual([null, null, 0, null])
  })

  test('are one where one is made of the other, or they have one sign at one level; cycle trails have no sides', () => {
    const whole = lanes(
      [
        [1, 'E5', [1, 2]],
        [1, 'E5 3', [1]],
        [1, null, [2]],
        [1, 'X', [1]],
      ],
      [
        [0, 1],
        [0, 2],
      ],
    )
    expect(whole(1)).toEqual([-1, -1, null, 1])
    expect(whole(2)).toEqual([0, null, 0, null])
    const twice = lanes([
      [4, '7', [1]],
      [4, '7', [1]],
      [3, '7', [1]],
      [0, 'R', [1]],
      [0, 'S', [1]],
    ])
    expect(twice(1)).toEqual([0, 0, 0, 0, 0])
  })

  test('have four places at most: more lie over the last', () => {
    const at = lanes(Array.from({ length: 6 }, (_, i): [number, string, number[]] => [4, `${i}`, [5]]))
    expect(at(5)).toEqual([-3, -1, 1, 3, 3, 3])
  })
})
