import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ReadCache } from '../../src/storage/read-cache.ts'

/** A cache whose reads end when they are let go. */
function startReads(maxBytes = 10_000) {
  const cache = new ReadCache<string, Uint8Array | null>(maxBytes, (bytes) => bytes?.length ?? 0)
  const reads: string[] = []
  const get = (key: string, found: Uint8Array | null | Error = new Uint8Array(100), isKept = true) =>
    cache.get(
      key,
      async () => {
        reads.push(key)
        await Promise.resolve()
        if (found instanceof Error) throw found
        return found
      },
      isKept,
    )
  return { cache, reads, get }
}

describe('what was read', () => {
  test('is read once, by one caller after another or by many at once', async () => {
    const { cache, reads, get } = startReads()
    const requested = [get('a'), get('a'), get('b')]
    expect([cache.readCount, cache.reading('c')]).toEqual([2, undefined])
    const all = await Promise.all(requested)
    expect(all[0]).toBe(all[1])
    expect(await get('a')).toBe(all[0])
    expect(cache.find('a')).toBe(all[0])
    expect(reads).toEqual(['a', 'b'])
  })

  test('is kept where there is nothing', async () => {
    const { cache, reads, get } = startReads()
    expect([await get('a', null), await get('a', null), cache.find('a')]).toEqual([null, null, null])
    expect(cache.find('b')).toBeUndefined()
    expect(reads).toEqual(['a'])
  })

  test('is read again after a failure, which all who waited get', async () => {
    const { cache, reads, get } = startReads()
    const failed = await Promise.allSettled([get('a', new Error('lost')), get('a')])
    expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(cache.reading('a')).toBeUndefined()
    expect(await get('a')).toHaveLength(100)
    expect(reads).toEqual(['a', 'a'])
  })

  test('passes through where it is not to be kept, and is shared all the same', async () => {
    const { cache, reads, get } = startReads()
    await Promise.all([get('a', undefined, false), get('a', undefined, false)])
    expect([reads, cache.find('a'), cache.bytes]).toEqual([['a'], undefined, 0])
  })

  test('is not kept where the cache has no room for it', async () => {
    const { cache, get } = startReads(0)
    expect(await get('a')).toHaveLength(100)
    expect([cache.find('a'), cache.bytes]).toEqual([undefined, 0])
  })

  test('law: never takes more than its bytes, whatever is read', async () => {
    const request = fc.tuple(fc.constantFrom(...'abcdefgh'), fc.option(fc.nat(3000)), fc.boolean())
    await fc.assert(
      fc.asyncProperty(fc.array(request, { maxLength: 60 }), async (requests) => {
        const { cache, get } = startReads(4000)
        for (const [key, size, isKept] of requests) {
          await get(key, size === null ? null : new Uint8Array(size), isKept)
          expect(cache.bytes).toBeLessThanOrEqual(4000)
        }
      }),
    )
  })
})
