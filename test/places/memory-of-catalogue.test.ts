// What is in memory while a catalogue is built, typed arrays included: of an object only its id, position and the place
// of its tags.

import { join } from 'node:path'
import { expect, test } from 'vitest'
import { writePbf } from '../../src/demo/write-pbf.ts'
import { PbfFile } from '../../src/osm/read-pbf.ts'
import { buildCatalogue } from '../../src/places/build-catalogue.ts'
import { temporaryFolder } from '../map/style/sample-release.ts'
import { heapHeldBytes } from '../support/heap-held.ts'
import { pbfFromBytes } from '../support/pbf-from-bytes.ts'

/** Columns double: from one power of two to another, they grow by as much as the objects. */
const FEW = 2 ** 14
const MANY = 2 ** 16
/** Less than the tags of FEW objects take. */
const MEMORY_BYTES = 2 ** 21
/** Id 8 and its two slots 8, position 8, end of its tags 8. */
const COLUMN_BYTES = 32
/** Chance; with heights, prominences and importances of all it would be 24, and with their tags 290. */
const SPARE_BYTES = 20

function hutsBytes(count: number): Uint8Array {
  return writePbf({
    writingProgram: 'test',
    source: 'made',
    replicationTimestampS: 1735689600,
    nodes: Array.from({ length: count }, (_, n) => ({
      id: n + 1,
      ...{ lonE7: 10_000_000 + (n % 1001) * 100, latE7: 400_000_000 + n },
      tags: { tourism: 'alpine_hut', name: `Hut ${n}`, description: 'x'.repeat(150) },
    })),
    ways: [],
    relations: [],
  })
}

/** The most that is held over what was held before, in bytes. */
async function heldBytes(count: number): Promise<number> {
  const file = await PbfFile.open(pbfFromBytes('made', hutsBytes(count)))
  const held = (): number => heapHeldBytes() + process.memoryUsage().arrayBuffers
  const before = held()
  let most = 0
  let [heights, places, pois] = [0, 0, 0]
  const look = (done: number): void => {
    if (done === 1 || done === count) most = Math.max(most, held() - before)
  }
  await buildCatalogue(
    [file],
    {
      heightOrNaN() {
        look(++heights)
        return 1000
      },
      fillGrid() {},
      prepare: async () => {},
    },
    {
      addPlace: () => look(++places),
      addTrail() {},
      addPoi: () => look(++pois),
      addArea() {},
      addCutArea() {},
    },
    join(temporaryFolder(), 'work'),
    MEMORY_BYTES,
  )
  expect([heights, places, pois]).toEqual([count, count, count])
  return most
}

test('memory grows by the columns of further places only', async () => {
  await heldBytes(FEW) // compiles what it runs
  const grown: number[] = []
  // twice: what is left of other tests may go meanwhile
  for (let time = 0; time < 2; time++) {
    const few = await heldBytes(FEW)
    grown.push((await heldBytes(MANY)) - few)
  }
  expect(Math.min(...grown) / (MANY - FEW)).toBeLessThan(COLUMN_BYTES + SPARE_BYTES)
})
