// Writes a catalogue file during the import: rows are handed in one after another, places best known first, and never
// read back. A file is complete only after `finish`; one that was given up is removed by the caller with its folder.

import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { encodePolyline6 } from '../src/geo/polyline.ts'
import type { LonLat } from '../src/geo/lon-lat.ts'
import type { Tags } from '../src/osm/tags.ts'
import type { PlaceRow, PoiRow, TrailRow } from '../src/places/catalogue-rows.ts'
import { JOINED, neighbourhoodOfWord } from '../src/places/search-tokens.ts'
import { createIndexes, createTables } from './migrations/0001-catalogue.ts'
import { openSqlite } from './open-sqlite.ts'
import { documentOf } from './place-document.ts'
import { createSqliteIndexes, KIND_STEP } from './sqlite-dialect.ts'
import { fromPlaceRow, fromPoiRow, fromTrailRow, indexesOfPlaceKinds, indexesOfPoiKinds } from './rows.ts'

export const CATALOGUE_SCHEMA = 6

/** What is said of a catalogue that another build wrote. */
export const otherSchema = (found: string | number): RangeError =>
  new RangeError(`the catalogue has schema ${found}, this build reads ${CATALOGUE_SCHEMA}: import the region again`)

const PIECE_POINTS = 64

export type TrailPart = readonly LonLat[]

export interface CatalogueWriter {
  /** `tags` are those of the map, by key */
  addPlace(row: Omit<PlaceRow, 'osmType' | 'osmId' | 'trail'>, trail: TrailRow | null, tags: Tags): void
  addTrail(row: TrailRow, parts: readonly TrailPart[]): void
  addPoi(row: Omit<PoiRow, 'osmType' | 'osmId'>): void
  /** Writes what is left, checks and closes the file. */
  finish(facts: Record<string, string>): Promise<{ places: number; trails: number; pois: number }>
}

/** `path` must not exist. */
export async function createCatalogue(path: string): Promise<CatalogueWriter> {
  const { raw, db } = openSqlite(path, { readOnly: false })
  await createTables(db as never, true)
  await createSqliteIndexes(db as never)
  raw.exec('BEGIN')
  const insert = (table: string, columns: string): StatementSync => prepareInsert(raw, table, columns)
  const insertRow = rowInserter(raw)
  const boxColumns = 'id,min_lon,max_lon,min_lat,max_lat,min_kind,max_kind'
  const placeBox = insert('place_box', boxColumns)
  const poiBox = insert('poi_box', boxColumns)
  const pieceBox = insert('trail_piece_box', boxColumns)
  const text = insert('place_text', 'rowid,document')
  const form = insert('place_form', 'form,rank')
  /** token -> how many places have it */
  const tokens = new Map<string, number>()
  const counts = { places: 0, trails: 0, pois: 0 }
  let pieces = 0

  return {
    addPlace(row, trail, tags) {
      const rank = ++counts.places
      insertRow('place', fromPlaceRow(row, rank, trail))
      insertRow('place_tags', { id: row.id, tagsJson: JSON.stringify(Object.fromEntries(tags)) })
      placeBox.run(rank, row.lon, row.lon, row.lat, row.lat, ...spanOf(indexesOfPlaceKinds(row.kinds)))
      const { forms, words, marks } = documentOf(row, trail)
      text.run(rank, [...words, ...marks].join(' '))
      for (const one of forms) form.run(one, rank)
      for (const word of words) tokens.set(word, (tokens.get(word) ?? 0) + 1)
    },
    addTrail(row, parts) {
      counts.trails++
      insertRow('trail', fromTrailRow(row))
      parts.forEach((points, part) => {
        for (let from = 0; from < points.length - 1; from += PIECE_POINTS) {
          const piece = points.slice(from, from + PIECE_POINTS + 1)
          const lons = piece.map(([lon]) => lon)
          const lats = piece.map(([, lat]) => lat)
          insertRow('trail_piece', {
            id: ++pieces,
            relationId: row.relationId,
            part,
            points: encodePolyline6(lons.map(toE6), lats.map(toE6)),
          })
          pieceBox.run(pieces, Math.min(...lons), Math.max(...lons), Math.min(...lats), Math.max(...lats), 0, 0)
        }
      })
    },
    addPoi(row) {
      counts.pois++
      insertRow('poi', fromPoiRow(row))
      poiBox.run(row.id, row.lon, row.lon, row.lat, row.lat, ...spanOf(indexesOfPoiKinds(row.kinds)))
    },
    async finish(facts) {
      writeTokens(tokens, insert('token', 'id,text,uses,joined_letters'), insert('token_delete', 'hash,token'))
      for (const [name, value] of Object.entries({ schema: String(CATALOGUE_SCHEMA), ...facts }))
        insertRow('catalogue_fact', { name, value })
      raw.exec(`INSERT INTO place_text(place_text) VALUES('optimize')`)
      await createIndexes(db as never)
      raw.exec('COMMIT; ANALYZE')
      await db.destroy()
      return counts
    },
  }
}

/** In the box index, from the first kind to the last: what lies between is left out by its bits. */
const spanOf = (kinds: readonly number[]): [from: number, to: number] => [
  Math.min(...kinds) * KIND_STEP,
  Math.max(...kinds) * KIND_STEP,
]

function prepareInsert(raw: DatabaseSync, table: string, columns: string): StatementSync {
  const marks = columns
    .split(',')
    .map(() => '?')
    .join(',')
  return raw.prepare(`INSERT INTO ${table} (${columns}) VALUES (${marks})`)
}

/** Writes rows by the names of their members; those of one table all have the same. */
function rowInserter(raw: DatabaseSync): (table: string, row: object) => void {
  const statements = new Map<string, StatementSync>()
  return (table, row) => {
    let statement = statements.get(table)
    if (statement === undefined) {
      const columns = Object.keys(row).map((name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))
      statements.set(table, (statement = prepareInsert(raw, table, columns.join(','))))
    }
    statement.run(...Object.values(row))
  }
}

const toE6 = (degrees: number): number => Math.round(degrees * 1e6)

/** Numbered in order of the alphabet, so that equal input gives equal files. */
function writeTokens(tokens: ReadonlyMap<string, number>, token: StatementSync, neighbour: StatementSync): void {
  let keys = new BigInt64Array(1 << 16)
  let count = 0
  const texts = [...tokens.keys()].sort()
  texts.forEach((text, id) => {
    token.run(id, text, tokens.get(text)!, text.startsWith(JOINED) ? text.length - JOINED.length : 0)
    const hashes = neighbourhoodOfWord(text)
    if (count + hashes.length > keys.length) {
      const grown = new BigInt64Array(keys.length * 2)
      grown.set(keys)
      keys = grown
    }
    for (const hash of hashes) keys[count++] = (BigInt(hash) << 32n) | BigInt(id)
  })
  // in the order of the key they are written one after another
  for (const key of keys.subarray(0, count).sort()) neighbour.run(Number(key >> 32n), Number(key & 0xffff_ffffn))
}
