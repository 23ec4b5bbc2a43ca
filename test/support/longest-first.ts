// The order in which the files of a whole run start: those that take longest first, so that none of them is left for
// one worker at the end. Vitest knows how long files took only where they ran before; a fresh machine has this list.

import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Without the regions that are imported meanwhile first, then the longest; the rest in vitest's own order. */
const FIRST = [
  'types',
  'import/import-killed',
  'import/import-osm',
  'fuzz/operations',
  'browser/explorer',
  'gateway/replicas',
  'browser/map-style',
  'terrain/write-terrain-artifact',
  'patterns',
  'server/postgres-killed',
  'routing/andorra-paths',
  'server/hostile-clients',
  'import/hostile-size',
  'conformance/conformance',
  'examples/examples',
  'rest-compat/answer-schemas',
  'server/postgres',
  'basemap/build-basemap',
  'search/andorra-search',
  'schema/lists-to-their-end',
  'schema/constant-batches',
  'search/spellings',
  'schema/door/answer-budget',
  'server/faults',
  'follow-accounts',
  'server/take-up',
  'browser/graphiql',
  'server/many-connections',
  'basemap/extract-basemap',
  'course/simplify/simplify-line',
  'routing/loops/round-trips',
  'attack/attacks',
].map((name) => `/test/${name}.test.ts`)

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => {
      const at = FIRST.findIndex((name) => moduleId.endsWith(name))
      return at < 0 ? FIRST.length : at
    }
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b))
  }
}
