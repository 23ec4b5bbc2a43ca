// A drive beside a street changes no direction along the street. Turning into one has its instruction.

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { caseCount } from '../../support/case-count.ts'
import { PlaneNetwork } from '../../support/plane-map.ts'

const around = (deg: number): [number, number] => [
  80 * Math.sin((deg * Math.PI) / 180),
  80 * Math.cos((deg * Math.PI) / 180),
]
const apartDeg = (a: number, b: number) => Math.min((a - b + 720) % 360, (b - a + 720) % 360)
const degrees = fc.noBias(fc.integer({ min: 0, max: 359 }))
const HIKE = { profile: 'run', markedTrails: 'off' } as const

test.each(['', 'Main Street'])('a street %j past a drive', async (name) => {
  let turns = 0
  await fc.assert(
    fc.asyncProperty(
      degrees,
      degrees,
      fc.constantFrom('driveway', 'parking_aisle'),
      fc.boolean(),
      async (onwards, aside, service, changes) => {
        fc.pre(apartDeg(180, onwards) > 60 && apartDeg(180, aside) > 20 && apartDeg(onwards, aside) > 20)
        const street: Record<string, string> =
          name === '' ? { highway: 'residential' } : { highway: 'residential', name }
        const nodes = { a: around(180), b: [0, 0], c: around(onwards), d: around(aside) } as const
        const ways = [
          ['ab', street],
          ['bc', changes ? { ...street, name: 'Side Street' } : street],
        ] as const
        const without = await PlaneNetwork.build({ nodes, ways })
        const withDrive = await PlaneNetwork.build({ nodes, ways: [...ways, ['bd', { highway: 'service', service }]] })
        expect(withDrive.maneuvers('ac', HIKE)).toEqual(without.maneuvers('ac', HIKE))
        expect(withDrive.maneuvers('ca', HIKE)).toEqual(without.maneuvers('ca', HIKE))
        if (apartDeg(0, aside) > 50 && withDrive.types('ad', HIKE) !== '') turns++
      },
    ),
    { numRuns: caseCount(40, 1000) },
  )
  expect(turns).toBeGreaterThan(5)
})

test.each(['driveway', 'parking_aisle'])('a %s that forks into two has an instruction', async (service) => {
  const drive = { highway: 'service', service }
  const nodes = { a: around(180), b: [0, 0], c: around(330), d: around(30) } as const
  const ways = [['ab', drive] as const, ['bc', drive] as const, ['bd', drive] as const]
  const forked = await PlaneNetwork.build({ nodes, ways })
  expect([forked.types('ac', HIKE), forked.types('ad', HIKE)]).toEqual(['keep_left', 'keep_right'])
  // onto a street beside a drive, too
  const joined = await PlaneNetwork.build({ nodes, ways: [ways[0], ['bc', { highway: 'residential' }], ways[2]] })
  expect(joined.types('ac', HIKE)).toBe('keep_left')
})

test('a drive with a name is a way like any other', async () => {
  const nodes = { a: around(180), b: [0, 0], c: around(330), d: around(30) } as const
  const past = async (drive: Record<string, string>) => {
    const street = { highway: 'residential' }
    const ways = [['ab', street] as const, ['bc', street] as const, ['bd', { ...drive, highway: 'service' }] as const]
    return (await PlaneNetwork.build({ nodes, ways })).types('ac', HIKE)
  }
  const drives: Record<string, string>[] = [{ service: 'driveway' }, { service: 'driveway', name: 'Mill Drive' }]
  expect(await Promise.all(drives.map(past))).toEqual(['', 'keep_left'])
})
