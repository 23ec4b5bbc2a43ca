// Whose data a release is made of, and which of it an answer names (decision: attribution). Pure.

import { rendererFor } from '../language/catalogue-files.ts'
import { type Sentence, say } from '../language/sentence.ts'
import { sourceIn, sourceSentence } from '../wire/source-names.ts'
import type { ReleaseInfo } from './release-info.ts'

/** What of a release an answer is made from. `basemap`: an archive of tiles that was given to the import. */
export type DataSource = 'map' | 'heights' | 'basemap'

export const EVERY_SOURCE: readonly DataSource[] = ['map', 'heights', 'basemap']

/** Names of sources that are not the map's own. The demo region is map and heights in one. */
export const SOURCE_NAMES = { heights: 'Terrain model', basemap: 'Basemap', demo: 'Waypost demo region' } as const

/** As a manifest has it. */
export interface StoredAttribution {
  /** in the words of its owner, or English where it is Waypost that writes it */
  text: string
  /** an SPDX identifier; null: not stated */
  licence: string | null
  /** null without one */
  url: string | null
}

/** As answers have it. */
export interface Attribution extends Omit<StoredAttribution, 'text'> {
  /** to be shown wherever the data is */
  text: Sentence
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

const said = new WeakMap<StoredAttribution, Attribution>()

/** Without the name of the source. */
export function toAttribution(stored: StoredAttribution): Attribution {
  let known = said.get(stored)
  if (known === undefined) {
    const { text, licence, url } = stored
    said.set(stored, (known = { text: sourceSentence(text) ?? say('source.named', { name: text }), licence, url }))
  }
  return known
}

const NAMES = new Map<string, Sentence>([
  [SOURCE_NAMES.heights, say('source.name.heights')],
  [SOURCE_NAMES.basemap, say('source.name.basemap')],
  [SOURCE_NAMES.demo, say('source.name.demo')],
])

/** The same, with what Waypost says of it in the language of a tag. */
export const spokenIn = (language: string, { name, text, ...stored }: NamedAttribution): NamedAttribution => ({
  name: rendererFor(language).render(NAMES.get(name) ?? name),
  text: sourceIn(language, text),
  ...stored,
})
