import { expect, test } from 'vitest'
import { UnpackedArcs } from '../../../src/routing/cch/path-unpacker.ts'

test('an arc of the hierarchy is known by its direction, as it was when it was kept', () => {
  const known = new UnpackedArcs()
  const arcs = Uint32Array.of(7, 8, 9)
  known.keep(3, arcs)
  arcs.fill(0)
  expect(known.find(3)).toEqual(Uint32Array.of(7, 8, 9))
  expect(known.find(~3)).toBeNull()
})

test('no more arcs are kept than there is room for, and those that are kept stay', () => {
  const known = new UnpackedArcs(4)
  known.keep(1, Uint32Array.of(1, 2, 3))
  known.keep(2, Uint32Array.of(4, 5))
  known.keep(3, Uint32Array.of(6))
  expect([1, 2, 3].map((key) => known.find(key)?.length ?? null)).toEqual([3, null, 1])
})
