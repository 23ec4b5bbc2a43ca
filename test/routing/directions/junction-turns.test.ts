import { describe, expect, test } from 'vitest'
import type { RoutingGraph } from '../../../src/graph/routing-graph.ts'
import { TurnMemory } from '../../../src/routing/directions/junction-turns.ts'

describe('the memory of turns', () => {
  test('gives back what was kept of a turn and nothing of another, however many fall on one place', () => {
    const memory = new TurnMemory()
    const kept = new Map<string, number>()
    for (let i = 0; i < 200_000; i++) {
      const arcIn = Math.imul(i, 2654435761) >>> 4
      const arcOut = Math.imul(i, 40503) & 0xfffff
      memory.keep(arcIn, arcOut, i % 11)
      kept.set(`${arcIn} ${arcOut}`, i % 11)
      if (memory.find(arcIn, arcOut) !== i % 11) expect(memory.find(arcIn, arcOut), `turn ${i}`).toBe(i % 11)
    }
    let found = 0
    for (const [key, value] of kept) {
      const [arcIn, arcOut] = key.split(' ').map(Number)
      const known = memory.find(arcIn, arcOut)
      if (known < 0) continue
      found++
      if (known !== value) expect.fail(`${key} is ${known}, not ${value}`)
    }
    expect(found).toBeGreaterThan(10_000)
    expect(found).toBeLessThanOrEqual(65_536)
    expect(memory.find(0, 0x7ffffff)).toBe(-1)
  })

  test('is one for each network and kind of travel', () => {
    const a = {} as RoutingGraph
    const b = {} as RoutingGraph
    TurnMemory.of(a, 'hike').keep(1, 2, 3)
    expect(TurnMemory.of(a, 'hike').find(1, 2)).toBe(3)
    expect(TurnMemory.of(a, 'bike').find(1, 2)).toBe(-1)
    expect(TurnMemory.of(b, 'hike').find(1, 2)).toBe(-1)
  })
})
