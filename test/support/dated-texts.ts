// Conditions of every dated tag of a map file.

import { readConditionalValue } from '../../src/osm/dates/read-dated-tags.ts'
import { readTags } from '../../src/osm/entity-batches.ts'
import { openPbfFile } from '../../src/osm/pbf-blocks.ts'
import { PbfFile } from '../../src/osm/read-pbf.ts'

/** Of every tag that may be dated, whatever it is on. */
export async function datedTextsOf(path: string): Promise<Set<string>> {
  const found = new Set<string>()
  const source = await openPbfFile(path)
  const take = (batch: Parameters<typeof readTags>[0]) => {
    for (let i = 0; i < batch.count; i++)
      for (const [key, value] of readTags(batch, i))
        if (key === 'opening_hours' || key === 'seasonal') found.add(value)
        else if (key.endsWith(':conditional'))
          for (const { conditions } of readConditionalValue(value) ?? []) for (const text of conditions) found.add(text)
  }
  await (await PbfFile.open(source)).read({ nodes: take, ways: take, relations: take })
  await source.close()
  return found
}
