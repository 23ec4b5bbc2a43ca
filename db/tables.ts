// The tables of a catalogue, as kysely sees them on both engines (columns are snake_case in SQL). `rank` numbers the
// places by importance, 1 the best known, so that reading in its order finds the best first. Lists are JSON text; flags
// are 0 or 1.
// The full-text and box indexes differ by engine and are reached through dialect.ts only.

import type { AreaStrip } from '../src/places/area-strips.ts'
import type { SurfaceColumns } from '../src/travel/surfaces.ts'

export interface PlaceTable {
  rank: number
  /** place id */
  id: number
  name: string
  otherNames: string
  /** index of PLACE_KINDS: its main kind */
  kind: number
  /** bit i: it is PLACE_KINDS[i]; more than 32 bits */
  kinds: number
  lon: number
  lat: number
  region: string | null
  elevationM: number | null
  elevationSource: string | null
  population: number | null
  prominenceM: number | null
  hasWikidata: number
  importance: number
  adminLevel: number | null
  /** [west, south, east, north] as JSON */
  bbox: string | null
  relationId: number | null
}

export interface TrailTable extends SurfaceColumns {
  relationId: number
  name: string | null
  ref: string | null
  otherNames: string
  type: string
  route: string
  network: string | null
  level: string | null
  /** 4 international .. 1 local, 0 unknown */
  levelRank: number
  operator: string | null
  symbol: string | null
  colour: string | null
  website: string | null
  fromName: string | null
  toName: string | null
  lengthM: number
  minLon: number
  minLat: number
  maxLon: number
  maxLat: number
  ends: string
  lon: number
  lat: number
  roundtrip: number
  partCount: number
  gapsM: string
  missingWays: number
  ascentM: number | null
  descentM: number | null
  lowestM: number | null
  highestM: number | null
  heightUnknownM: number
  sacMax: number | null
  sacM: string
  stageIds: string
  parentIds: string
  /** of `timesJson`, for orders and filters */
  movingS: number | null
  timesJson: string | null
}

/** Pieces of a trail's line, each small enough for its own box; a piece begins where the previous one ends. */
export interface TrailPieceTable {
  id: number
  relationId: number
  part: number
  /** polyline, 6 digits */
  points: string
}

/** Pieces of the outline of a place: of the rings of an area, or of a named line. */
export interface PlacePieceTable {
  id: number
  placeId: number
  part: number
  isArea: number
  /** polyline, 6 digits */
  points: string
}

export interface PoiTable {
  id: number
  /** bit i: it is POI_KINDS[i] */
  kinds: number
  name: string | null
  lon: number
  lat: number
  eleM: number | null
  tagsJson: string
}

export interface AreaStripTable extends AreaStrip {
  id: number
  areaId: number
}

export interface Tables {
  place: PlaceTable
  /** map tags of a place by its place id, as one JSON object */
  placeTags: { id: number; tagsJson: string }
  /** whole folded names */
  placeForm: { form: string; rank: number }
  /** `joinedLetters`: length of a whole name without its spaces, 0 for a word */
  token: { id: number; text: string; uses: number; joinedLetters: number }
  tokenDelete: { hash: number; token: number }
  trail: TrailTable
  trailPiece: TrailPieceTable
  placePiece: PlacePieceTable
  poi: PoiTable
  /** folded words of the names of outdoor places */
  poiWord: { word: string; poiId: number }
  /** administrative and protected areas by their place ids */
  area: { id: number; sizeM2: number }
  /** src/places/area-strips.ts */
  areaStrip: AreaStripTable
  /** facts about the catalogue itself */
  catalogueFact: { name: string; value: string }
}

/**
 * Tables of keys and counters as kysely sees them (columns are snake_case in SQL); made in migrations/accounts.ts.
 * Times are milliseconds since 1970, flags 0 or 1, lists JSON text. No table holds a key, only its SHA-256.
 */
export interface AccountTables {
  /** credits, rate and slots: null takes the plan's; a rate of 0 is none */
  project: {
    name: string
    plan: string
    credits: number | null
    ratePerS: number | null
    slots: number | null
    createdMs: number
  }
  apiKey: {
    prefix: string
    /** hexadecimal */
    sha256: string
    project: string
    browser: number
    origins: string
    note: string
    createdMs: number
    /** from this time on it does not work; may be in the future */
    revokedMs: number | null
    /** number of its last change */
    change: number
  }
  keyChange: { id: number; last: number }
  counter: { name: string; used: number; keepUntilMs: number }
  callCount: {
    account: string
    keyPrefix: string
    periodId: string
    operation: string
    calls: number
    credits: number
    keepUntilMs: number
  }
  replica: { id: string; seenMs: number; lastBatch: number; lastOutcome: unknown }
  slot: { account: string; replica: string; taken: number }
  /** what was copied from another store of accounts, in PostgreSQL only */
  movedCounter: { source: string; name: string; used: number; calls: number }
}
