// The catalogue of whatever release is live: places, trails and outdoor places behind the interfaces of src/services.ts.
// While none is published every question is answered with `artifacts_missing`, never with an empty list.

import { ServiceError } from '../src/errors.ts'
import type { PlaceStore, PoiStore, TrailStore } from '../src/services.ts'

export interface CatalogueStores {
  places: PlaceStore
  trails: TrailStore
  pois: PoiStore
}

/** Stores for a server without a catalogue: each method throws `artifacts_missing`. */
export function withoutCatalogue(): CatalogueStores {
  const missing = async (): Promise<never> => {
    throw new ServiceError('artifacts_missing', 'No catalogue of places is published: import a region with npm run import.')
  }
  return {
    places: { findCandidates: missing, findByIds: missing, findNear: missing },
    trails: { findByText: missing, findInBox: missing, findByRelationIds: missing, findNear: missing, findLines: missing },
    pois: { findInBox: missing },
  }
}
