import { followCatalogue, type CatalogueStores } from '../../db/open-catalogue.ts'

/** Stores for a server without a catalogue: each method throws `artifacts_missing`. */
export function withoutCatalogue(): CatalogueStores {
  const { places, trails, pois } = followCatalogue({ findLive: async () => null })
  return { places, trails, pois }
}
