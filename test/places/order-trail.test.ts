// Walking order: members drawn as chains of letters, whatever their direction, roles and order.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { facePartsOn, orderTrail } from '../../src/places/order-trail.ts'
import type { Member } from '../../src/places/catalogue-rows.ts'

/** `ab` a way from a to b; `ab>` one that is travelled in that order only. */
function members(...drawn: string[]): Member[] {
  return drawn.map((text, way) => {
    const letters = [...text.replace('>', '')]
    return {
      sites: letters.map((letter) => letter.charCodeAt(0)),
      ways: letters.map((_, i) => (i === 0 ? -1 : way)),
      oneWay: text.endsWith('>'),
    }
  })
}
const ordered = (...drawn: string[]) => {
  const { parts, leftOut } = orderTrail(members(...drawn))
  const show = (list: { sites: number[] }[]) =>
    list.map(({ sites }) => sites.map((site) => String.fromCharCode(site)).join(''))
  return { parts: show(parts), leftOut: show(leftOut) }
}

describe('orderTrail', () => {
  test('turns members round where they join that way', () => {
    expect(ordered('ab', 'cb', 'cd').parts).toEqual(['abcd'])
    expect(ordered('ba', 'bc', 'dc').parts).toEqual(['abcd'])
  })

  test('keeps a gap a gap', () => {
    expect(ordered('ab', 'cd', 'de').parts).toEqual(['ab', 'cde'])
  })

  test('joins by ends where the list is out of order', () => {
    expect(ordered('cd', 'ab', 'bc').parts).toEqual(['abcd'])
    expect(ordered('ab', 'ef', 'cd', 'bc', 'de').parts).toEqual(['abcdef'])
  })

  test('follows a roundabout in its direction from entry to exit', () => {
    expect(ordered('ab', 'bxyzb', 'yc').parts).toEqual(['abxyc'])
    expect(ordered('ab', 'xyzbx', 'yc').parts).toEqual(['abxyc'])
  })

  test('takes the branch that leads on, and leaves out the one back', () => {
    expect(ordered('ab', 'bxc>', 'cyb>', 'cd')).toEqual({ parts: ['abxcd'], leftOut: ['cyb'] })
    expect(ordered('ab', 'bx>', 'xc>', 'cy>', 'yb>', 'cd')).toEqual({ parts: ['abxcd'], leftOut: ['cyb'] })
  })

  test('leaves out lanes of the way back wherever they are listed (waymarkedtrails/waymarked-trails-site#414, #401)', () => {
    const line = ['ab', 'bc', 'cd>', 'de']
    const expected = { parts: ['abcde'], leftOut: ['dgfc'] }
    for (const back of [
      ['dg>', 'gf>', 'fc>'],
      ['fc>', 'gf>', 'dg>'],
      ['gf>', 'dg>', 'fc>'],
    ])
      for (let at = 0; at <= line.length; at++) expect(ordered(...line.toSpliced(at, 0, ...back))).toEqual(expected)
    expect(ordered('ab', 'bc', 'dg>', 'gf>', 'fc>', 'de', 'cd>')).toEqual(expected)
  })

  test('follows the other lanes of a route that is listed the other way round', () => {
    expect(ordered('ed', 'cb', 'ab', 'cd>', 'dgfc>')).toEqual({ parts: ['edgfcba'], leftOut: ['cd'] })
  })

  test('keeps one-way members that close a loop', () => {
    expect(ordered('ab', 'bc>', 'cd', 'db>')).toEqual({ parts: ['abcdb'], leftOut: [] })
    expect(ordered('ab>', 'bc>', 'ca>').parts).toEqual(['abca'])
    // beside a gap, too: without them there are no fewer parts
    expect(ordered('ab', 'bc>', 'cd', 'db>', 'xy')).toEqual({ parts: ['abcdb', 'xy'], leftOut: [] })
  })

  test('of any line with lanes in places, listed anywhere, is the line without the lanes back', () => {
    const piece = fc.record({ out: fc.nat(3), back: fc.integer({ min: 1, max: 3 }), turned: fc.boolean() })
    fc.assert(
      fc.property(
        fc.array(piece, { minLength: 1, maxLength: 6 }),
        fc.array(fc.nat(1000), { minLength: 18, maxLength: 18 }),
        (pieces, places) => {
          let site = 0
          const line: Member[] = []
          const back: Member[] = []
          const add = (list: Member[], sites: number[], oneWay: boolean) =>
            list.push({ sites, ways: sites.map((_, i) => (i === 0 ? -1 : list.length)), oneWay })
          const plain = (turned: boolean) => {
            add(line, turned ? [site + 1, site] : [site, site + 1], false)
            site++
          }
          plain(false)
          for (const { out, back: count, turned } of pieces) {
            const from = site
            for (let i = 0; i < out; i++) add(line, [site, ++site], true)
            let before = site
            // lanes back, of other sites, from the end of the lanes out to their beginning
            for (let i = 1; out > 0 && i <= count; i++) {
              const next = i === count ? from : 1000 + from * 10 + i
              add(back, [before, next], true)
              before = next
            }
            plain(turned)
          }
          const mixed = [...line]
          back.forEach((member, i) => mixed.splice(places[i] % (mixed.length + 1), 0, member))
          const { parts, leftOut } = orderTrail(mixed)
          expect(parts.map(({ sites }) => sites)).toEqual([Array.from({ length: site + 1 }, (_, i) => i)])
          expect(leftOut.reduce((sum, { sites }) => sum + sites.length - 1, 0)).toBe(back.length)
        },
      ),
      { numRuns: 500 },
    )
  })

  test('walks a loop round once, and one that hangs on a way', () => {
    expect(ordered('ab', 'bc', 'ca').parts).toEqual(['abca'])
    expect(ordered('abcda').parts).toEqual(['abcda'])
    expect(ordered('ab', 'bcdb').parts).toEqual(['abcdb'])
  })

  test('has nothing for no members and for members without a line', () => {
    expect(ordered()).toEqual({ parts: [], leftOut: [] })
    expect(ordered('a').parts).toEqual([])
  })

  test('joins any line cut into members of any direction and order into one part that walks it', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 2, max: 12 }),
        fc.array(fc.boolean(), { minLength: 12, maxLength: 12 }),
        fc.array(fc.nat(1000), { minLength: 12, maxLength: 12 }),
        (count, turned, shuffle) => {
          const line = Array.from({ length: count }, (_, way): Member => {
            const sites = [way * 2, way * 2 + 1, way * 2 + 2]
            return { sites: turned[way] ? sites.reverse() : sites, ways: [-1, way, way], oneWay: false }
          })
          const mixed = line
            .map((member, i) => [shuffle[i], i, member] as const)
            .sort((a, b) => a[0] - b[0] || a[1] - b[1])
            .map(([, , member]) => member)
          const { parts } = orderTrail(mixed)
          expect(parts).toHaveLength(1)
          const sites = parts[0].sites[0] === 0 ? parts[0].sites : parts[0].sites.toReversed()
          expect(sites).toEqual(Array.from({ length: count * 2 + 1 }, (_, i) => i))
          const ways = parts[0].sites[0] === 0 ? parts[0].ways.slice(1) : parts[0].ways.slice(1).reverse()
          expect(ways).toEqual(Array.from({ length: count * 2 }, (_, i) => i >> 1))
        },
      ),
    )
  })
})

test('of two parts each begins where the gap between them is the shortest; of more each at its nearer end', () => {
  const part = fc.tuple(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 0, max: 40 })).filter(([a, b]) => a !== b)
  const gapM = (from: number, to: number) => Math.abs(from - to)
  fc.assert(
    fc.property(fc.array(part, { minLength: 2, maxLength: 4 }), (ends) => {
      const faced = facePartsOn(
        ends.map((sites) => ({ sites: [...sites], ways: [-1, 0] })),
        gapM,
      ).map(({ sites }) => sites)
      faced.forEach((sites, i) => expect(sites.toSorted((a, b) => a - b)).toEqual(ends[i].toSorted((a, b) => a - b)))
      const [[, from], [to]] = faced
      expect(gapM(from, to)).toBe(Math.min(...ends[0].flatMap((one) => ends[1].map((other) => gapM(one, other)))))
      for (let i = 1; i < faced.length; i++) {
        const before = faced[i - 1][1]
        expect(gapM(before, faced[i][0])).toBe(Math.min(...ends[i].map((end) => gapM(before, end))))
      }
    }),
  )
})
