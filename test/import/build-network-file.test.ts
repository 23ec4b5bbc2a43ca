import { describe, expect, test } from 'vitest'
import { findExample } from '../../src/import/build-network-file.ts'
import { tinyGraph } from '../support/tiny-graph.ts'

const LADDER = `
A---B---C---D---E---F---G---H
|   |
I---J     X------------Y`

/** Coordinates as the network stores them, to 1e-7 degrees. */
const stored = ([lon, lat]: readonly number[]) => [Math.round(lon * 1e7) / 1e7, Math.round(lat * 1e7) / 1e7]

describe('findExample', () => {
  test('joins two junctions of the largest open part, 1.5 to 5 km apart along the way', () => {
    const { graph, at } = tinyGraph(LADDER, { cellM: 250 })
    const [from, to] = findExample(graph)!
    expect(['B', 'C', 'D', 'E', 'F', 'G'].map((name) => stored(at(name)))).toContainEqual(from)
    expect('ABCDEFGHIJ'.split('').map((name) => stored(at(name)))).toContainEqual(to)
    expect(from).not.toEqual(to)
    expect(findExample(graph)).toEqual([from, to])
  })

  test('uses no way that is closed, one-way, above T3 or a ferry', () => {
    const across = (facts: object) =>
      findExample(tinyGraph('A----------B----------C', { cellM: 200, edges: { BC: facts } }).graph)
    const { at } = tinyGraph('A----------B----------C', { cellM: 200 })
    for (const facts of [
      { foot: 'closed' },
      { foot: ['open', 'closed'] },
      { sac: 4 },
      { flags: ['ferry'] },
      { foot: 'destination' },
    ]) {
      expect(across(facts)).not.toContainEqual(stored(at('C')))
    }
    expect(across({ sac: 3 })).toContainEqual(stored(at('C')))
  })

  test('is null where no walk is long enough, and where nothing is open', () => {
    expect(findExample(tinyGraph('A--B--C', { cellM: 25 }).graph)).toBeNull()
    expect(
      findExample(tinyGraph('A----------B----------C', { cellM: 200, defaults: { foot: 'closed' } }).graph),
    ).toBeNull()
  })

  test('is null for a ring that only leads back', () => {
    expect(findExample(tinyGraph('A-B\n| |\nC-D', { cellM: 300 }).graph)).toBeNull()
  })
})
