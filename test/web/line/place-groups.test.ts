import { expect, test } from 'vitest'
import { POI_KINDS } from '../../../src/osm/poi-kinds.ts'
import { PLACE_GROUPS } from '../../../src/web/line/place-groups.ts'

test('the explorer shows every kind of outdoor place, in one group', () => {
  const shown = PLACE_GROUPS.flatMap(({ kinds }) => kinds as string[])
  expect(shown.sort()).toEqual(POI_KINDS.map((kind) => kind.toUpperCase()).sort())
})
