// The order in which the files of a whole run start: those that take longest first, so that none of them is left for
// one worker at the end. Vitest knows how long files took only where they ran before; a fresh machine has this list.

import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Without the regions that are imported meanwhile first, then the longest; the rest in vitest's own order. */
export const FIRST = [
  'types',
  'import/import-killed',
  'import/import-osm',
  'import/hostile-size',
  'browser/doc-pictures',
  'browser/explorer',
  'fuzz/operations',
  'browser/map-style',
  'examples/examples',
  'examples/embed',
  'browser/offline',
  'server/artifact-store',
  'attack/attacks',
  'browser/planner',
  'browser/graphiql',
  'metering/replicas',
  'examples/replicas',
  'server/postgres',
  'browser/explorer-axe',
  'browser/explorer-tools',
  'server/many-connections',
  'browser/explorer-map',
  'examples/proxies',
  'map/tiles/extract-basemap',
  'import/releases-store',
  'examples/update-region',
  'config/read-config',
  'conformance/conformance',
  'terrain/write-terrain-artifact',
  'schema/lists-to-their-end',
  'start/follow-accounts',
  'map/tiles/build-basemap',
  'examples/deploy-page',
  'schema/constant-batches',
  'server/foreign-store',
  'server/regions',
  'browser/newcomer',
  'examples/manual',
  'rest-compat/answer-schemas',
  'server/subscriptions',
  'server/postgres-killed',
  'server/hostile-clients',
  'server/faults',
  'search/andorra-search',
  'schema/http/subscriptions/limits',
  'clients/typescript/whole-service',
  'routing/match-andorra',
  'server/rate-store',
  'import/shards',
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
