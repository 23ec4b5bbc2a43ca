import { describe, expect, test } from 'vitest'
import { buildNetwork } from '../../../src/graph/build/graph-builder.ts'
import { tinyOsm, type TinyMap } from '../../support/tiny-osm.ts'

const ROAD = { highway: 'residential' }

/** Forbidden sequences as the nodes they pass, `abd`; and what was not taken, by reason. */
async function build(map: TinyMap): Promise<{ forbidden: string[]; ignored: string[] }> {
  const osm = tinyOsm(map)
  const { columns: c, report } = await buildNetwork([osm.source], () => 0)
  const nodeName = (node: number) => osm.letterAt(c.nodeLonE7[node], c.nodeLatE7[node])
  const ends = (arc: number) =>
    (arc & 1) === 0 ? [c.edgeFrom[arc >>> 1], c.edgeTo[arc >>> 1]] : [c.edgeTo[arc >>> 1], c.edgeFrom[arc >>> 1]]
  const forbidden: string[] = []
  for (let r = 0; r + 1 < c.restrictionStart.length; r++) {
    const arcs = [...c.restrictionArcs.subarray(c.restrictionStart[r], c.restrictionStart[r + 1])]
    arcs.slice(1).forEach((arc, i) => expect(ends(arc)[0]).toBe(ends(arcs[i])[1]))
    forbidden.push(nodeName(ends(arcs[0])[0]) + arcs.map((arc) => nodeName(ends(arc)[1])).join(''))
  }
  return {
    forbidden: forbidden.sort(),
    ignored: report.ignored.filter(({ what }) => what === 'relation').map(({ reason, count }) => `${count} ${reason}`),
  }
}

const CROSSING = ' b \nacd\n e '
const crossing = (members: string[], tags: Record<string, string>): TinyMap => ({
  map: CROSSING,
  ways: [
    ['ac', ROAD],
    ['bc', ROAD],
    ['cd', ROAD],
    ['ec', ROAD],
  ],
  relations: [[members, { type: 'restriction', ...tags }]],
})
const NO_LEFT = ['from:w:0', 'via:n:c', 'to:w:1']

describe('turn restrictions', () => {
  test('no_* forbids one turn', async () => {
    expect((await build(crossing(NO_LEFT, { restriction: 'no_left_turn' }))).forbidden).toEqual(['acb'])
  })
  test('only_* forbids all others, turning round included', async () => {
    expect((await build(crossing(NO_LEFT, { restriction: 'only_left_turn' }))).forbidden).toEqual(['aca', 'acd', 'ace'])
  })
  test('no_u_turn has the same way twice', async () => {
    expect((await build(crossing(['from:w:0', 'via:n:c', 'to:w:0'], { restriction: 'no_u_turn' }))).forbidden).toEqual([
      'aca',
    ])
  })
  test('no_entry and no_exit have several ways', async () => {
    expect(
      (await build(crossing(['from:w:0', 'from:w:3', 'via:n:c', 'to:w:2'], { restriction: 'no_entry' }))).forbidden,
    ).toEqual(['acd', 'ecd'])
    expect(
      (await build(crossing(['from:w:0', 'via:n:c', 'to:w:1', 'to:w:2'], { restriction: 'no_exit' }))).forbidden,
    ).toEqual(['acb', 'acd'])
  })
  test('those that leave bicycles out, or bind other vehicles, bind none', async () => {
    expect((await build(crossing(NO_LEFT, { restriction: 'no_left_turn', except: 'bicycle' }))).forbidden).toEqual([])
    expect((await build(crossing(NO_LEFT, { 'restriction:hgv': 'no_left_turn' }))).forbidden).toEqual([])
  })
  test('the same twice is kept once', async () => {
    const map = crossing(NO_LEFT, { restriction: 'no_left_turn' })
    map.relations!.push([NO_LEFT, { type: 'restriction', restriction: 'no_left_turn' }])
    expect((await build(map)).forbidden).toEqual(['acb'])
  })
  test('via ways: the sequence over all their edges, in the direction of travel', async () => {
    // a-c-d-e along the via way, which is cut at d by another road
    const map: TinyMap = {
      map: 'ab  f\n cde ',
      ways: [
        ['ac', ROAD],
        ['edc', ROAD],
        ['ef', ROAD],
        ['bd', ROAD],
      ],
      relations: [[['from:w:0', 'via:w:1', 'to:w:2'], { type: 'restriction', restriction: 'no_u_turn' }]],
    }
    expect((await build(map)).forbidden).toEqual(['acdef'])
  })
  test('only_* over a via way forbids to leave it on the way', async () => {
    const map: TinyMap = {
      map: 'ab  f\n cdeg',
      ways: [
        ['ac', ROAD],
        ['cd', ROAD],
        ['de', ROAD],
        ['ef', ROAD],
        ['bd', ROAD],
        ['eg', ROAD],
      ],
      relations: [
        [['from:w:0', 'via:w:1', 'via:w:2', 'to:w:3'], { type: 'restriction', restriction: 'only_straight_on' }],
      ],
    }
    expect((await build(map)).forbidden).toEqual(['aca', 'acdb', 'acdc', 'acded', 'acdeg'])
  })
  test('a roundabout as a member is the edge that bicycles can take', async () => {
    const map: TinyMap = {
      map: 'a b c\n     \n  d  ',
      ways: [
        ['ab', ROAD],
        ['bcdb', { ...ROAD, junction: 'roundabout' }],
        ['ce', ROAD],
      ],
      relations: [[['from:w:0', 'via:n:b', 'to:w:1'], { type: 'restriction', restriction: 'no_right_turn' }]],
    }
    map.map = 'a b c e\n     \n  d  '
    expect((await build(map)).forbidden).toEqual(['abc'])
  })
  test('what cannot be told without doubt is left out and counted', async () => {
    // the from way runs on through the via node
    const through: TinyMap = {
      map: CROSSING,
      ways: [
        ['acd', ROAD],
        ['bce', ROAD],
      ],
      relations: [[['from:w:0', 'via:n:c', 'to:w:1'], { type: 'restriction', restriction: 'no_left_turn' }]],
    }
    expect(await build(through)).toEqual({
      forbidden: [],
      ignored: ['1 ambiguous turn restriction'],
    })
    expect((await build(crossing(['from:w:0', 'to:w:1'], { restriction: 'no_left_turn' }))).ignored).toEqual([
      '1 incomplete turn restriction',
    ])
    expect((await build(crossing(['from:w:0', 'via:n:a', 'to:w:1'], { restriction: 'no_left_turn' }))).ignored).toEqual(
      ['1 ambiguous turn restriction'],
    )
    const closed: TinyMap = {
      ...crossing(NO_LEFT, { restriction: 'no_left_turn' }),
      ways: [
        ['ac', { ...ROAD, oneway: '-1' }],
        ['bc', ROAD],
        ['cd', ROAD],
        ['ec', ROAD],
      ],
    }
    expect(await build(closed)).toEqual({
      forbidden: [],
      ignored: ['1 turn restriction on turns closed to bicycles anyway'],
    })
  })
  test('on ways outside the network it is left out', async () => {
    const map = crossing(NO_LEFT, { restriction: 'no_left_turn' })
    map.ways[1][1] = { highway: 'service', access: 'private' }
    expect((await build(map)).ignored).toEqual(['1 turn restriction on ways outside the network'])
  })
})
