// What V8's heap holds while a catalogue is built: it must not grow with the region, or a large one ends in a crash.

import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { writePbf } from '../../src/demo/write-pbf.ts'
import { PbfFile } from '../../src/osm/read-pbf.ts'
import { buildCatalogue } from '../../src/places/build-catalogue.ts'
import { temporaryFolder } from '../map/style/sample-release.ts'
import { heapHeldBytes } from '../support/heap-held.ts'
import { pbfFromBytes } from '../support/pbf-from-bytes.ts'

const WAYS_OF_ROUTE = 500
const NODES_OF_WAY = 3
const PEAKS_OF_ROUTE = 100
/** Compiled code and chance; with an object for each member, point or place it was 66 to 105. */
const MOST_BYTES_EACH = 30

/** Routes of many short ways in a row, and named peaks. */
function regionBytes(routes: number): Uint8Array {
  const ways = routes * WAYS_OF_ROUTE
  const nodes = ways * (NODES_OF_WAY - 1) + 1
  const positionOf = (n: number) => ({ lonE7: 10_000_000 + (n % 1001) * 100, latE7: 400_000_000 + n * 10 })
  return writePbf({
    writingProgram: 'test',
    source: 'made',
    replicationTimestampS: 1735689600,
    nodes: [
      ...Array.from({ length: nodes }, (_, n) => ({ id: n + 1, ...positionOf(n), tags: {} })),
      ...Array.from({ length: routes * PEAKS_OF_ROUTE }, (_, n) => ({
        id: nodes + n + 1,
        ...positionOf(n),
        tags: { natural: 'peak', name: `Peak ${n}` },
      })),
    ],
    ways: Array.from({ length: ways }, (_, w) => ({
      id: w + 1,
      refs: Array.from({ length: NODES_OF_WAY }, (_, i) => w * (NODES_OF_WAY - 1) + i + 1),
      tags: { highway: 'path' },
    })),
    relations: Array.from({ length: routes }, (_, r) => ({
      id: r + 1,
      members: Array.from({ length: WAYS_OF_ROUTE }, (_, w) => ({
        type: 'way' as const,
        id: r * WAYS_OF_ROUTE + w + 1,
        role: '',
      })),
      tags: { type: 'route', route: 'hiking', name: `Trail ${r}` },
    })),
  })
}

/** What is held over what was held before, in bytes. */
interface Held {
  atLastTrail: number
  atFirstPlace: number
  atLastPoi: number
}

async function buildRegion(routes: number): Promise<Held> {
  const file = await PbfFile.open(pbfFromBytes('made', regionBytes(routes)))
  const before = heapHeldBytes()
  const held: Held = { atLastTrail: 0, atFirstPlace: 0, atLastPoi: 0 }
  let [trails, places, pois] = [0, 0, 0]
  const report = await buildCatalogue(
    [file],
    {
      heightOrNaN: () => 1000,
      fillGrid: (_lon, _lat, out) => void out.fill(1000),
      prepare: async () => {
        if (++trails === routes) held.atLastTrail = heapHeldBytes() - before
      },
    },
    {
      addPlace() {
        if (++places === 1) held.atFirstPlace = heapHeldBytes() - before
      },
      addTrail() {},
      addPoi() {
        if (++pois === routes * PEAKS_OF_ROUTE) held.atLastPoi = heapHeldBytes() - before
      },
      addArea() {},
      addCutArea() {},
    },
    join(temporaryFolder(), 'work'),
  )
  expect(report).toMatchObject({ places: routes * (PEAKS_OF_ROUTE + 1), trails: routes, pois: routes * PEAKS_OF_ROUTE })
  return held
}

describe('V8 heap of a larger region', () => {
  const more = 60
  const grown: Held[] = []

  beforeAll(async () => {
    await buildRegion(20) // compiles what it runs
    // twice: what is left of other tests may go meanwhile
    for (let time = 0; time < 2; time++) {
      const small = await buildRegion(20)
      const large = await buildRegion(20 + more)
      grown.push({
        atLastTrail: large.atLastTrail - small.atLastTrail,
        atFirstPlace: large.atFirstPlace - small.atFirstPlace,
        atLastPoi: large.atLastPoi - small.atLastPoi,
      })
    }
  })

  test.each(['atLastTrail', 'atFirstPlace', 'atLastPoi'] as const)('holds no more %s', (at) => {
    const added = more * (WAYS_OF_ROUTE + PEAKS_OF_ROUTE)
    expect(Math.min(...grown.map((bytes) => bytes[at])) / added).toBeLessThan(MOST_BYTES_EACH)
  })
})
