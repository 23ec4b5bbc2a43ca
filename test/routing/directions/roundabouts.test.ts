// Which exit of a roundabout is said, and what is said to those who begin or end on one.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { caseCount } from '../../support/case-count.ts'
import { PlaneNetwork, type PlaneMap } from '../../support/plane-map.ts'

const BIKE = { profile: 'bike' } as const
const HIKE = { profile: 'hike' } as const
const NEAR = { profile: 'bike', snapRadiusM: 20 } as const
const ORDINALS = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth']
/** Streets of the roundabouts below, counterclockwise from the east. */
const NAMES = 'PQRSTU'

/** Place at so many degrees counterclockwise from the east, `radiusM` from the middle. */
const place = (deg: number, radiusM: number): [number, number] => [
  radiusM * Math.cos((deg * Math.PI) / 180),
  radiusM * Math.sin((deg * Math.PI) / 180),
]

interface Street {
  deg: number
  /** a lane in and a lane out, or one for both */
  lanes: boolean
}
interface Shape {
  leftHand?: boolean
  tags?: Record<string, string>
  radiusM?: number
  /** from the roundabout to where two lanes join */
  islandM?: number
}

/**
 * A roundabout with streets named P, Q, R ... whose far ends are the nodes of these letters. Traffic runs
 * counterclockwise, or clockwise in countries that drive on the left.
 */
function roundabout(
  streets: Street[],
  { leftHand = false, tags = {}, radiusM = 22, islandM = 38 }: Shape = {},
): PlaneMap {
  const nodes: Record<string, [number, number]> = {}
  const ways: [string, Record<string, string>][] = []
  const ring: string[] = []
  // lanes are up to 11 m apart where they leave the roundabout
  const halfDeg = Math.min(14, (5.5 / radiusM) * (180 / Math.PI))
  streets.forEach(({ deg, lanes }, i) => {
    const end = NAMES[i]
    const street = { highway: 'residential', name: `${end} Street`, ...tags }
    const [join, first, second] = ['abcdef'[i], 'ghijkl'[i], 'mnorst'[i]]
    nodes[end] = place(deg, radiusM + 330)
    nodes[join] = place(deg, radiusM + islandM)
    nodes[first] = place(lanes ? deg - halfDeg : deg, radiusM)
    ring.push(first)
    ways.push([join + end, street])
    if (!lanes) return ways.push([first + join, street])
    nodes[second] = place(deg + halfDeg, radiusM)
    ring.push(second)
    // who drives on the right, and so counterclockwise, leaves before the street and enters behind it
    const [out, into] = leftHand ? [second, first] : [first, second]
    ways.push([out + join, { ...street, oneway: 'yes' }], [join + into, { ...street, oneway: 'yes' }])
  })
  const around = leftHand ? ring.reverse() : ring
  // closed by repeating its first node
  ways.push([[...around, around[0]].join(''), { highway: 'residential', junction: 'roundabout' }])
  return { nodes, ways }
}
const FOUR = [0, 90, 180, 270]
const exitOf = (maneuvers: string[]) => /take the (\w+) exit onto (\w) Street/.exec(maneuvers.join('\n'))?.slice(1)

describe('the exit is counted by streets', () => {
  const layouts: [string, boolean[]][] = [
    ['with one lane each', [false, false, false, false]],
    ['with a lane in and a lane out each', [true, true, true, true]],
    ['some with one lane, some with two', [true, false, true, false]],
  ]
  for (const leftHand of [false, true])
    test.each(layouts)(`traffic on the ${leftHand ? 'left' : 'right'}, streets %s`, async (_, lanes) => {
      const map = roundabout(
        FOUR.map((deg, i) => ({ deg, lanes: lanes[i] })),
        { leftHand },
      )
      const network = await PlaneNetwork.build(map)
      for (let from = 0; from < 4; from++)
        for (let to = 0; to < 4; to++) {
          if (from === to) continue
          const ends = NAMES[from] + NAMES[to]
          const along = ((leftHand ? from - to : to - from) + 4) % 4
          expect(exitOf(network.maneuvers(ends, BIKE)), `${ends} by bicycle`).toEqual([ORDINALS[along - 1], NAMES[to]])
          // on foot the nearer side, with or against the traffic: opposite streets are the second exit either way
          const steps = Math.min(along, 4 - along)
          expect(exitOf(network.maneuvers(ends, HIKE)), `${ends} on foot`).toEqual([ORDINALS[steps - 1], NAMES[to]])
          expect(network.types(ends, HIKE), `${ends} on foot`).toBe('roundabout')
          const numbers = network.trip(ends, HIKE).trip.legs[0].maneuvers.map(({ type }) => type)
          expect(numbers, `${ends} on foot`).toEqual([1, 26, 4])
        }
    })

  test('a street that leaves by two ways is one exit, whichever of them is taken', async () => {
    const street = (name: string) => ({ highway: 'residential', name: `${name} Street` })
    const network = await PlaneNetwork.build({
      nodes: {
        ...{ S: place(270, 300), s: place(270, 20), e: place(0, 20), a: place(70, 20), b: place(110, 20) },
        ...{ w: place(180, 20), x: place(69, 32), y: place(111, 32), j: place(90, 90), N: place(90, 300) },
      },
      ways: [
        ['seabws', { highway: 'residential', junction: 'roundabout' }],
        ['Ss', street('S')],
        ['axj', street('N')],
        ['byj', street('N')],
        ['jN', street('N')],
      ],
    })
    expect(['Sx', 'Sy'].map((ends) => exitOf(network.maneuvers(ends, BIKE)))).toEqual([
      ['first', 'N'],
      ['first', 'N'],
    ])
  })

  test('two that leave at one place are counted in the order in which they are passed', async () => {
    const street = { highway: 'residential' }
    const exits = async (leftHand: boolean) => {
      const network = await PlaneNetwork.build({
        nodes: {
          ...{ S: place(270, 300), s: place(270, 20), e: place(0, 20), n: place(90, 20), w: place(180, 20) },
          ...{ P: place(75, 300), Q: place(105, 300) },
        },
        ways: [
          [leftHand ? 'swnes' : 'senws', { ...street, junction: 'roundabout' }],
          ['Ss', { ...street, name: 'South Street' }],
          ['nP', { ...street, name: 'P Street' }],
          ['nQ', { ...street, name: 'Q Street' }],
        ],
      })
      return ['SP', 'SQ'].map((ends) => exitOf(network.maneuvers(ends, BIKE))?.[0])
    }
    expect([await exits(false), await exits(true)]).toEqual([
      ['first', 'second'],
      ['second', 'first'],
    ])
  })

  test('whatever the number of streets, their angles and the size', async () => {
    let against = 0
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ gap: fc.integer({ min: 50, max: 90 }), lanes: fc.boolean() }), {
          minLength: 3,
          maxLength: 6,
        }),
        fc.record({
          leftHand: fc.boolean(),
          radiusM: fc.integer({ min: 12, max: 40 }),
          islandM: fc.integer({ min: 12, max: 60 }),
          named: fc.boolean(),
          firstDeg: fc.integer({ min: 0, max: 359 }),
        }),
        fc.nat(),
        fc.nat(),
        async (drawn, { named, firstDeg, ...shape }, m, n) => {
          const all = drawn.reduce((sum, { gap }) => sum + gap, 0)
          let at = firstDeg
          const streets = drawn.map(({ gap, lanes }) => ({ deg: (at += (gap * 360) / all), lanes }))
          const count = streets.length
          const from = m % count
          const to = (from + 1 + (n % (count - 1))) % count
          const network = await PlaneNetwork.build(roundabout(streets, { ...shape, tags: named ? {} : { name: '' } }))
          const counter = (((streets[to].deg - streets[from].deg) % 360) + 360) % 360
          const steps = (to - from + count) % count
          const exit = (input: typeof BIKE | typeof HIKE) =>
            /take the (\w+) exit/.exec(network.maneuvers(NAMES[from] + NAMES[to], input).join(' '))?.[1]
          expect(exit(BIKE)).toBe(ORDINALS[(shape.leftHand ? count - steps : steps) - 1])
          // which side is nearer is plain but for the lanes
          fc.pre(Math.abs(counter - 180) >= 60)
          if (counter < 180 === shape.leftHand) against++
          expect(exit(HIKE)).toBe(ORDINALS[(counter < 180 ? steps : count - steps) - 1])
        },
      ),
      { numRuns: caseCount(60, 2000) },
    )
    expect(against).toBeGreaterThan(5)
  })

  test('of any number, unevenly spread', async () => {
    const degs = [10, 75, 120, 200, 290]
    for (const lanes of [false, true]) {
      const network = await PlaneNetwork.build(roundabout(degs.map((deg) => ({ deg, lanes }))))
      for (let to = 1; to < degs.length; to++)
        expect(exitOf(network.maneuvers(`P${NAMES[to]}`, BIKE))).toEqual([ORDINALS[to - 1], NAMES[to]])
    }
  })

  test('without names as well, and where bicycles may use both lanes both ways', async () => {
    for (const tags of [{ name: '' }, { 'oneway:bicycle': 'no' }, { bicycle: 'no' }] as Record<string, string>[]) {
      const network = await PlaneNetwork.build(
        roundabout(
          FOUR.map((deg) => ({ deg, lanes: true })),
          { tags },
        ),
      )
      for (const input of tags.bicycle === 'no' ? [HIKE] : [BIKE, HIKE])
        expect(network.maneuvers('PR', input).join(), JSON.stringify([tags, input])).toContain('the second exit')
    }
  })

  test('the other lane of the street one comes from is no exit, which one passes against the traffic', async () => {
    const map = roundabout(FOUR.map((deg) => ({ deg, lanes: true })))
    const network = await PlaneNetwork.build({
      // on the lane of P Street that leads in
      nodes: { ...map.nodes, 1: place(7, 40) },
      ways: map.ways.map(([refs, tags]) => [refs === 'am' ? 'a1m' : refs, tags] as const),
    })
    const onFoot = { ...HIKE, snapRadiusM: 10 }
    expect(exitOf(network.maneuvers('1S', onFoot))).toEqual(['first', 'S'])
    expect(exitOf(network.maneuvers('1Q', onFoot))).toEqual(['first', 'Q'])
  })

  test('a street whose lane only leads in is no exit, unless it is taken', async () => {
    const map = roundabout(FOUR.map((deg) => ({ deg, lanes: false })))
    const inOnly: PlaneMap = {
      ...map,
      ways: map.ways.map(([refs, tags]) => (refs === 'hb' ? ['bh', { ...tags, oneway: 'yes' }] : [refs, tags])),
    }
    const network = await PlaneNetwork.build(inOnly)
    expect(exitOf(network.maneuvers('PR', BIKE))).toEqual(['first', 'R'])
    expect(exitOf(network.maneuvers('PQ', HIKE))).toEqual(['first', 'Q'])
  })

  test('a footway counts on foot, not by bicycle; a private drive and a way to the island never', async () => {
    const map = roundabout(FOUR.map((deg) => ({ deg, lanes: false })))
    const ring = map.ways[map.ways.length - 1][0]
    const more: PlaneMap = {
      nodes: { ...map.nodes, 1: place(30, 22), 2: place(30, 200), 3: place(60, 22), 4: place(60, 200), 5: [0, 0] },
      ways: [
        ...map.ways.slice(0, -1),
        [ring.replace('gh', 'g13h'), map.ways[map.ways.length - 1][1]],
        ['12', { highway: 'footway' }],
        ['34', { highway: 'service', access: 'private' }],
        ['15', { highway: 'path' }],
        ['53', { highway: 'path' }],
      ],
    }
    const network = await PlaneNetwork.build(more)
    expect(exitOf(network.maneuvers('PQ', BIKE))).toEqual(['first', 'Q'])
    expect(exitOf(network.maneuvers('PQ', { ...HIKE, avoidPaved: false }))).toEqual(['second', 'Q'])
  })
})

describe('a bicycle that is pushed', () => {
  const map = roundabout(FOUR.map((deg) => ({ deg, lanes: false })))
  const ring = map.ways[map.ways.length - 1][0]
  const withFootway = (deg: number, after: string): PlaneMap => ({
    nodes: { ...map.nodes, 1: place(deg, 22), 2: place(deg, 200) },
    ways: [
      ...map.ways.slice(0, -1),
      [ring.replace(after, `${after}1`), map.ways[map.ways.length - 1][1]],
      ['12', { highway: 'footway' }],
    ],
  })

  test('off the roundabout is given its exit first, then gets off', async () => {
    const network = await PlaneNetwork.build(withFootway(120, 'h'))
    expect(network.maneuvers('P2', NEAR).slice(1, -1)).toEqual([
      'roundabout: Enter the roundabout and take the second exit onto the footway.',
      'push: Get off and push the bicycle along the footway, heading northwest.',
    ])
    const first = await PlaneNetwork.build(withFootway(30, 'g'))
    expect(first.maneuvers('P2', NEAR)[1]).toContain('the first exit onto the footway')
  })

  test('onto the roundabout rides on, with the exit', async () => {
    const network = await PlaneNetwork.build(withFootway(30, 'g'))
    expect(network.maneuvers('2S', NEAR).slice(1, -1)).toEqual([
      'ride: Ride on. Enter the roundabout and take the third exit onto S Street.',
    ])
  })
})

describe('on the roundabout already', () => {
  test('says where to leave it: as a start, as a via point, onto a street, a footway and steps', async () => {
    const map = roundabout(FOUR.map((deg) => ({ deg, lanes: false })))
    const ring = map.ways[map.ways.length - 1][0]
    const network = await PlaneNetwork.build({
      nodes: {
        ...map.nodes,
        1: place(45, 22),
        3: place(135, 22),
        4: place(135, 200),
        5: place(100, 22),
        6: place(100, 90),
      },
      ways: [
        ...map.ways.slice(0, -1),
        [ring.replace('gh', 'g1h53'), map.ways[map.ways.length - 1][1]],
        ['34', { highway: 'footway' }],
        ['56', { highway: 'steps' }],
      ],
    })
    const leave = ['roundabout_exit: Leave the roundabout onto R Street.']
    expect(network.maneuvers('1R', BIKE).slice(1, -1)).toEqual(leave)
    expect(network.maneuvers('1R', HIKE).slice(1, -1)).toEqual(leave)
    expect(network.trip('1R', BIKE).trip.legs[0].maneuvers.map(({ type }) => type)).toEqual([1, 27, 4])
    expect(network.maneuvers('P1R', BIKE).slice(1, -1)).toEqual([
      'roundabout: Enter the roundabout.',
      expect.stringMatching(/^via: Waypoint 2 of 3 reached\. Head \w+ on the street\.$/),
      ...leave,
    ])
    expect(network.trip('P1R', BIKE).trip.legs.map((leg) => leg.maneuvers.map(({ type }) => type))).toEqual([
      [1, 26, 4],
      [1, 27, 4],
    ])
    expect(network.maneuvers('14', NEAR).slice(1, -1)).toEqual([
      'push: Leave the roundabout. Get off and push the bicycle along the footway, heading northwest.',
    ])
    expect(network.maneuvers('16', HIKE).slice(1, -1)).toEqual(['steps: Leave the roundabout. Take the steps.'])
    expect(network.maneuvers('P1', HIKE).slice(1, -1)).toEqual(['roundabout: Enter the roundabout.'])
    expect(network.maneuvers('1h', BIKE).slice(1, -1)).toEqual([])
  })
})
