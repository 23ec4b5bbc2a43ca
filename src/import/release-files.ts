// The files that an import makes in the folder of a release, by which its tasks find what others have made.

export const NETWORK_FILE = 'network.bin'
export const TERRAIN_FILE = 'terrain.pmtiles'
export const CONTOURS_FILE = 'contours.pmtiles'
export const CATALOGUE_FILE = 'catalogue.sqlite'
/** The catalogue before its trails have times; not published. */
export const PLACES_FILE = 'places.sqlite'
