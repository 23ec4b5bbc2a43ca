// Situations that peers test their instructions with: layout, tags and the kind that they expect, as facts, each with
// its source, and what is said here. Where the kind differs, the ruling says why. Letters are nodes; a way without a
// name in the source is named by its nodes.
//
// OSRM: features/guidance/*.feature at github.com/Project-OSRM/osrm-backend. GraphHopper:
// core/src/test/java/com/graphhopper/util/InstructionListTest.java. Valhalla: test/gurka/test_instructions_*.cc.

import { describe, expect, test } from 'vitest'
import { drawn, PlaneNetwork, type PlaneMap } from '../../support/plane-map.ts'

type Tags = Record<string, string>
type Way = readonly [letters: string, tags?: Tags]

interface Situation {
  source: string
  layout: string
  cellM: number
  ways: Way[]
  /** ends, the peer's kinds, and ours where they differ: the types between start and arrival */
  rows: readonly (readonly [ends: string, theirs: string, ours?: string])[]
  profile: 'run' | 'bike'
  /** why ours differ */
  ruling?: string
}

const ROAD = { highway: 'residential' }
const way = ([letters, tags = {}]: Way): [string, Tags] => [letters, { ...ROAD, name: letters, ...tags }]

const CROSS = '  c\n\na b e\n\n  d'
const FORK = '        c\n\na   b\n\n        d'

const SITUATIONS: Situation[] = [
  {
    source: 'OSRM turn: four way intersection',
    layout: CROSS,
    cellM: 20,
    profile: 'run',
    ways: [['ab'], ['cb'], ['db'], ['eb']],
    rows: [
      ['ac', 'turn_left'],
      ['ad', 'turn_right'],
      ['ae', ''],
      ['ca', 'turn_right'],
      ['cd', ''],
      ['ce', 'turn_left'],
      ['dc', ''],
      ['ec', 'turn_right'],
    ],
  },
  {
    source: 'OSRM turn: meeting one-ways',
    layout: CROSS.replace('d', ' '),
    cellM: 20,
    profile: 'bike',
    ways: [
      ['ab', { oneway: 'yes' }],
      ['bc', { oneway: 'yes' }],
      ['eb', { oneway: 'yes' }],
    ],
    rows: [
      ['ac', 'turn_left'],
      ['ec', 'turn_right'],
    ],
  },
  {
    source: 'OSRM turn: high degree intersection',
    layout: 'i   b   c\n\n\n\nh   a   d\n\n\n\ng   f   e',
    cellM: 10,
    profile: 'run',
    ways: [['ab'], ['ac'], ['ad'], ['ae'], ['af'], ['ag'], ['ah'], ['ai']],
    ruling: 'with open arms on both sides that are nearly ahead, one keeps to a side',
    rows: [
      ['bc', 'sharp_left'],
      ['bd', 'turn_left'],
      ['be', 'slight_left', 'keep_left'],
      ['bf', ''],
      ['bg', 'slight_right', 'keep_right'],
      ['bh', 'turn_right'],
      ['bi', 'sharp_right'],
    ],
  },
  {
    source: 'OSRM turn: three way similar sharp turns',
    layout: 'a               b\n\n\n\nc\n\n    d',
    cellM: 10,
    profile: 'run',
    ways: [['ab'], ['bc'], ['bd']],
    rows: [
      ['ac', 'sharp_right'],
      ['ad', 'sharp_right'],
      ['da', 'sharp_left'],
    ],
  },
  {
    source: 'OSRM fork: same road class',
    layout: FORK,
    cellM: 20,
    profile: 'run',
    ways: [['ab'], ['bc'], ['bd']],
    rows: [
      ['ac', 'keep_left'],
      ['ad', 'keep_right'],
    ],
  },
  {
    source: 'OSRM fork: triple fork',
    layout: '              c\n\n\na   b     d\n\n\n              e',
    cellM: 15,
    profile: 'run',
    ways: [['ab'], ['bc'], ['bd'], ['be']],
    rows: [
      ['ac', 'keep_left'],
      ['ad', 'continue'],
      ['ae', 'keep_right'],
    ],
  },
  {
    source: 'OSRM continue: road turning left',
    layout: '    c\n\na   b   d',
    cellM: 15,
    profile: 'run',
    ways: [['abc'], ['bd']],
    rows: [
      ['ac', 'turn_left'],
      ['ad', 'continue'],
    ],
  },
  {
    source: 'OSRM continue: road turning left and straight, and right',
    layout: CROSS,
    cellM: 20,
    profile: 'run',
    ways: [
      ['abc', { name: 'road' }],
      ['be', { name: 'road' }],
      ['bd', { name: 'road' }],
    ],
    rows: [
      ['ac', 'turn_left'],
      ['ae', ''],
      ['ad', 'turn_right'],
    ],
  },
  {
    source: 'OSRM end-of-road: through street',
    layout: '    c\n\na e b\n\n  f d',
    cellM: 20,
    profile: 'run',
    ways: [['aeb'], ['cbd'], ['ef']],
    rows: [
      ['ac', 'turn_left'],
      ['ad', 'turn_right'],
    ],
  },
  {
    source: 'OSRM end-of-road: one-way through street',
    layout: '        c\n\na e     b\n\n  f     d',
    cellM: 20,
    profile: 'bike',
    ways: [['aeb'], ['cbd', { oneway: 'yes' }], ['ef']],
    rows: [['ad', 'turn_right']],
  },
  {
    source: 'OSRM new-name: undisturbed name change',
    layout: 'a   b   c',
    cellM: 50,
    profile: 'run',
    ways: [['ab'], ['bc']],
    ruling: 'a name that ends straight ahead of another is passed in silence (rule 4)',
    rows: [['ac', 'continue', '']],
  },
  {
    source: 'OSRM new-name: unannounced turn left',
    layout: '        c\na   b',
    cellM: 50,
    profile: 'run',
    ways: [['ab'], ['bc']],
    ruling: 'the same at a bend below 45 degrees (rule 1)',
    rows: [['ac', 'slight_left', '']],
  },
  {
    source: 'OSRM new-name: announced turns',
    layout: 'd   c\na   b\ne   f',
    cellM: 60,
    profile: 'run',
    ways: [['ab'], ['bc']],
    rows: [['ac', 'turn_left']],
  },
  {
    source: 'OSRM new-name: announced sharp turn',
    layout: 'c   d\na   b',
    cellM: 60,
    profile: 'run',
    ways: [['ab'], ['bc']],
    rows: [['ac', 'sharp_left']],
  },
  {
    source: 'OSRM low-priority: straight over, unnamed',
    layout: '    c\n\n\na   b d\n\n\n    e',
    cellM: 15,
    profile: 'run',
    ways: [
      ['abd', { name: 'road' }],
      ['eb', { highway: 'service', name: '' }],
      ['bc', { highway: 'service', name: '' }],
    ],
    rows: [
      ['ec', ''],
      ['ce', ''],
    ],
  },
  {
    source: 'OSRM turn-angles: road that splits into two lanes',
    layout: '                f        e\n\na        b\n\n                c        d',
    cellM: 5,
    profile: 'bike',
    ways: [
      ['ab', { name: 'road' }],
      ['bcd', { name: 'road', oneway: 'yes' }],
      ['efb', { name: 'road', oneway: 'yes' }],
    ],
    rows: [
      ['ad', ''],
      ['ea', ''],
    ],
  },
  {
    source: 'the same on foot',
    layout: '                f        e\n\na        b\n\n                c        d',
    cellM: 5,
    profile: 'run',
    ways: [
      ['ab', { name: 'road' }],
      ['bcd', { name: 'road', oneway: 'yes' }],
      ['efb', { name: 'road', oneway: 'yes' }],
    ],
    rows: [
      ['ad', ''],
      ['ae', ''],
      ['ea', ''],
    ],
  },
  {
    source: 'OSRM merge-segregated-roads: lanes over a bridge with a name of its own',
    layout: '    f\n\n    e\n\n\n\n  g   d\n\n\n\n  h   c\n\n\n\n    b\n\n    a\n\n  r x s\n    y',
    cellM: 6,
    profile: 'run',
    ways: [
      ['yxab', { name: 'Strasse' }],
      ['bc', { name: 'Strasse', oneway: 'yes' }],
      ['cd', { name: 'Bruecke', oneway: 'yes' }],
      ['de', { name: 'Strasse', oneway: 'yes' }],
      ['ef', { name: 'Strasse' }],
      ['eg', { name: 'Strasse', oneway: 'yes' }],
      ['gh', { name: 'Bruecke', oneway: 'yes' }],
      ['hb', { name: 'Strasse', oneway: 'yes' }],
      ['rxs', { name: 'Querstrasse' }],
    ],
    rows: [
      ['yf', ''],
      ['fy', ''],
    ],
  },
  {
    source: 'OSRM staggered-intersections: one street over another, 3 m apart',
    layout: '    j\na b c\n    d\n    e f g\n    h\n    i',
    cellM: 1.5,
    profile: 'bike',
    ways: [
      ['abc', { name: 'Oak St' }],
      ['efg', { name: 'Oak St' }],
      ['jcdehi', { name: 'Cedar Dr' }],
    ],
    rows: [['ag', '']],
  },
  {
    source: 'OSRM staggered-intersections: two names',
    layout: '    j\na b c\n    d\n    e f g\n    h\n    i',
    cellM: 1.5,
    profile: 'run',
    ways: [
      ['abc', { name: 'Oak St' }],
      ['efg', { name: 'Elm St' }],
      ['jcdehi', { name: 'Cedar Dr' }],
    ],
    ruling: 'two turns within 15 m are one by their net bend, whatever the names (rule 9)',
    rows: [['ag', 'turn_right turn_left', 'continue']],
  },
  {
    source: 'OSRM roundabout-turn-bike: enter and exit',
    layout: '    a\n\n    b\n\nh g   c d\n\n    e\n\n    f',
    cellM: 12,
    profile: 'bike',
    ways: [['ab'], ['cd'], ['ef'], ['gh'], ['bgecb', { junction: 'roundabout' }]],
    rows: [
      ['ad', 'third'],
      ['af', 'second'],
      ['ah', 'first'],
      ['df', 'third'],
      ['dh', 'second'],
      ['da', 'first'],
      ['hd', 'second'],
    ],
  },
  {
    source: 'OSRM roundabout-turn-bike: with changing mode',
    layout: '    a\n\n    b\n\nh g   c d\n\n    e\n\n    f',
    cellM: 12,
    profile: 'bike',
    ways: [
      ['ab'],
      ['cd'],
      ['ef', { highway: 'footway' }],
      ['gh', { highway: 'footway' }],
      ['bgecb', { junction: 'roundabout' }],
    ],
    rows: [
      ['ad', 'first'],
      ['af', 'first'],
      ['ah', 'first'],
      ['df', 'second'],
      ['dh', 'second'],
      ['da', 'first'],
      ['fa', 'second'],
      ['fd', 'first'],
      ['ha', 'second'],
      ['hd', 'first'],
    ],
  },
  {
    source: 'OSRM roundabout-bike: mixed entry and exit',
    layout: '  c   a\n\nj   b   f\n\n  k   e\n\nl   h   d\n\n  g   i',
    cellM: 12,
    profile: 'bike',
    ways: [
      ['abc', { oneway: 'yes' }],
      ['def', { oneway: 'yes' }],
      ['ghi', { oneway: 'yes' }],
      ['jkl', { oneway: 'yes' }],
      ['bkheb', { junction: 'roundabout' }],
    ],
    rows: [
      ['al', 'second'],
      ['ai', 'third'],
      ['af', 'fourth'],
      ['dc', 'second'],
      ['dl', 'third'],
      ['di', 'fourth'],
      ['jf', 'third'],
    ],
  },
  {
    source: 'OSRM roundabout: mixed entry and exit, segregated roads',
    layout: '    a   c\n\nl     b     d\n\n    k   e\n\nj     h     f\n\n    i   g',
    cellM: 12,
    profile: 'bike',
    ways: [
      ['ab', { oneway: 'yes' }],
      ['bc', { oneway: 'yes' }],
      ['de', { oneway: 'yes' }],
      ['ef', { oneway: 'yes' }],
      ['gh', { oneway: 'yes' }],
      ['hi', { oneway: 'yes' }],
      ['jk', { oneway: 'yes' }],
      ['kl', { oneway: 'yes' }],
      ['bkheb', { junction: 'roundabout' }],
    ],
    rows: [
      ['al', 'first'],
      ['ai', 'second'],
      ['af', 'third'],
      ['dc', 'first'],
      ['di', 'third'],
      ['gf', 'first'],
      ['jc', 'third'],
    ],
  },
  {
    source: 'OSRM roundabout: with service',
    layout: '    a h\n\n    b g\n\n\n\nd c\n\n    e\n\n    f',
    cellM: 12,
    profile: 'bike',
    ways: [['ab'], ['cd'], ['ef', { highway: 'service' }], ['gh'], ['bcegb', { junction: 'roundabout' }]],
    ruling: 'a service road is a street one can leave by (rule 6)',
    rows: [
      ['ad', 'first'],
      ['af', 'second'],
      ['ah', 'second', 'third'],
    ],
  },
  {
    source: 'OSRM roundabout-bike: only exit',
    layout: '    a\n\n    b\n\nd c   g h\n\n    e\n\n    f',
    cellM: 12,
    profile: 'bike',
    ways: [['ab'], ['cd'], ['ef'], ['gh'], ['bcegb', { junction: 'roundabout' }]],
    rows: [
      ['bd', 'roundabout_exit'],
      ['bh', 'roundabout_exit'],
      ['cf', 'roundabout_exit'],
      ['ea', 'roundabout_exit'],
      ['gd', 'roundabout_exit'],
    ],
  },
  {
    source: 'OSRM roundabout: only enter, and drive around',
    layout: '    a\n\n    b\n\nd c   g h\n\n    e\n\n    f',
    cellM: 12,
    profile: 'bike',
    ways: [['ab'], ['cd'], ['ef'], ['gh'], ['bcegb', { junction: 'roundabout' }]],
    rows: [
      ['ac', 'roundabout'],
      ['ae', 'roundabout'],
      ['de', 'roundabout'],
      ['bc', ''],
      ['cg', ''],
    ],
  },
  {
    source: 'Valhalla same_name: the ref turns left, a street leads right',
    layout: '  e\n\n  b  a\n\n  d',
    cellM: 60,
    profile: 'run',
    ways: [
      ['ab', { name: 'Dammenweg', ref: 'N57' }],
      ['bd', { name: '', ref: 'N57' }],
      ['be', { name: 'Stoofweg', ref: 'N651' }],
    ],
    rows: [['ad', 'turn_left']],
  },
  {
    source: 'Valhalla same_name: the ref bears left by 31 degrees',
    layout: '      e\n\n\n      b   a\n\n\nd',
    cellM: 20,
    profile: 'run',
    ways: [
      ['ab', { name: 'Dammenweg', ref: 'N57' }],
      ['bd', { name: '', ref: 'N57' }],
      ['be', { name: 'Stoofweg', ref: 'N651' }],
    ],
    rows: [['ad', '']],
  },
  {
    source: 'Valhalla sharp_bend: the own road bends back past a track',
    layout: 'a        b\n\n             c      f\n\ne        d',
    cellM: 20,
    profile: 'run',
    ways: [
      ['abcde', { name: 'Road' }],
      ['cf', { highway: 'track', name: '' }],
    ],
    ruling: 'who walks or rides may take the track, so the bend past it is told (rule 3)',
    rows: [['ae', '', 'sharp_right']],
  },
  {
    source: 'GraphHopper testWayList2: a fork past the street that goes on',
    layout: 'c       d\n\n\n    b\n\n\na',
    cellM: 20,
    profile: 'run',
    ways: [['ab'], ['bd'], ['bc']],
    ruling: 'a street straight ahead is passed in silence where the others are far off (rule 4)',
    rows: [['ad', 'keep_right', '']],
  },
  {
    source: 'GraphHopper testNoInstructionIfSlightTurnAndAlternativeIsSharp',
    layout: '   c\n\n\n   b\n\n\nd     a',
    cellM: 6,
    profile: 'run',
    ways: [
      ['ab', { name: '' }],
      ['bc', { name: '' }],
      ['bd', { name: '' }],
    ],
    rows: [['ac', '']],
  },
  {
    source: 'GraphHopper testInstructionIfTurn: a road met at its side',
    layout: 'c\n\n\n   b\n\na\n      d',
    cellM: 12,
    profile: 'run',
    ways: [
      ['ab', { name: '' }],
      ['cbd', { name: '', highway: 'secondary' }],
    ],
    rows: [['ad', 'turn_right']],
  },
]

/** Types between start and arrival, or the ordinal of the exit of a roundabout. */
async function said({ layout, cellM, ways, profile }: Situation): Promise<(ends: string, theirs: string) => string> {
  const map: PlaneMap = { nodes: drawn(layout, cellM), ways: ways.map(way) }
  const network = await PlaneNetwork.build(map)
  const input = { profile, snapRadiusM: 10, ...(profile === 'run' ? { markedTrails: 'off' as const } : {}) }
  return (ends, theirs) => {
    if (!/^(first|second|third|fourth)$/.test(theirs)) return network.types(ends, input)
    return /take the (\w+) exit/.exec(network.maneuvers(ends, input).join(' '))?.[1] ?? 'no exit'
  }
}

describe('situations of peers', () => {
  for (const situation of SITUATIONS)
    test(situation.source, async () => {
      const ours = await said(situation)
      const found = situation.rows.map(([ends, theirs]) => [ends, ours(ends, theirs)])
      expect(found).toEqual(situation.rows.map(([ends, theirs, own = theirs]) => [ends, own]))
    })

  test('a kind that differs from the peer has a ruling, and a ruling has such a kind', () => {
    const differs = ({ rows }: Situation) => rows.some(([, theirs, own = theirs]) => own !== theirs)
    expect(SITUATIONS.filter((one) => differs(one) !== (one.ruling !== undefined)).map(({ source }) => source)).toEqual(
      [],
    )
  })
})
