// The attributions of a release. A source that does not state its own is listed as "not stated".

import type { ReleaseInfo } from '../releases/release-info.ts'
import type { DemSource } from '../terrain/open-dem.ts'
import { andMore, DEMO_SENTENCE, heightsOf, OSM_SENTENCE } from '../wire/source-names.ts'
import type { BasemapFile } from './build-basemap-file.ts'
import type { NetworkFile } from './build-network-file.ts'

export type Attribution = ReleaseInfo['attributions'][number]

const OSM_ATTRIBUTION: Attribution = {
  name: 'OpenStreetMap',
  text: OSM_SENTENCE,
  licence: 'ODbL-1.0',
  url: 'https://www.openstreetmap.org/copyright',
}
export const DEMO_ATTRIBUTION: Attribution = {
  name: 'Waypost demo region',
  text: DEMO_SENTENCE,
  licence: 'MIT',
  url: null,
}

/** A mixture lists all its sources. */
export function mapAttributions({ holdsOsm, meta }: NetworkFile): Attribution[] {
  return [...(meta.synthetic || !holdsOsm ? [DEMO_ATTRIBUTION] : []), ...(holdsOsm ? [OSM_ATTRIBUTION] : [])]
}

export function listAttributions(network: NetworkFile, heights: Attribution, basemap: BasemapFile): Attribution[] {
  const listed = [...mapAttributions(network), ...(network.holdsOsm ? [heights] : [])]
  if (basemap.made || listed.some(({ text }) => text === basemap.attributionText)) return listed
  return [...listed, { name: 'Basemap', text: basemap.attributionText, licence: null, url: null }]
}

/** From the command line, else from the files; an unknown source is reported as such. */
export function demAttribution(dem: DemSource, names: string[], given: string | null): Attribution {
  const text = given ?? dem.attribution
  const files = andMore(names.slice(0, 4).join(', '), names.length - 4)
  return { name: 'Terrain model', text: text ?? heightsOf(files), licence: null, url: null }
}
