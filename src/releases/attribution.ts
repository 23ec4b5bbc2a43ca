// Whose data a release is made of, and which of it an answer names (decision: attribution). Pure.

import type { ReleaseInfo } from './release-info.ts'

/** What of a release an answer is made from. `basemap`: an archive of tiles that was given to the import. */
export type DataSource = 'map' | 'heights' | 'basemap'

export const EVERY_SOURCE: readonly DataSource[] = ['map', 'heights', 'basemap']

/** Names of sources that are not the map's own. The demo region is map and heights in one. */
export const SOURCE_NAMES = { heights: 'Terrain model', basemap: 'Basemap', demo: 'Waypost demo region' } as const

/** As answers have it. */
export interface Attribution {
  /** to be shown wherever the data is */
  text: string
  /** an SPDX identifier; null: not stated */
  licence: string | null
  /** null without one */
  url: string | null
}

export type NamedAttribution = ReleaseInfo['attributions'][number]

/** Empty while nothing is live. */
export function attributionsOf(live: ReleaseInfo | null, sources: readonly DataSource[]): NamedAttribution[] {
  return (live?.attributions ?? []).filter(({ name }) => {
    if (name === SOURCE_NAMES.basemap) return sources.includes('basemap')
    if (name === SOURCE_NAMES.heights) return sources.includes('heights')
    return sources.includes('map') || (name === SOURCE_NAMES.demo && sources.includes('heights'))
  })
}

/** Without the name of the source. */
export const toAttribution = ({ text, licence, url }: Attribution): Attribution => ({ text, licence, url })
