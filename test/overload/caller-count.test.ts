import fc from 'fast-check'
import { expect, it } from 'vitest'
import { CallerCount } from '../../src/overload/caller-count.ts'

it('counts callers with a request that waits, however many each has (any comings and goings)', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.integer({ min: 0, max: 5 }), fc.boolean())), (steps) => {
      const count = new CallerCount()
      const waiting: string[] = []
      for (const [index, comes] of steps) {
        const caller = `caller ${index}`
        if (comes) {
          count.add(caller)
          waiting.push(caller)
        } else if (waiting.includes(caller)) {
          count.remove(caller)
          waiting.splice(waiting.indexOf(caller), 1)
        }
        expect(count.size).toBe(new Set(waiting).size)
      }
    }),
  )
})
