// Writes a catalogue file during the import: rows are added one by one, places best known first, and never read back. A
// file is complete only after `finish`; the caller removes an abandoned one with its folder.

import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { encodePolyline6 } from '../src/geo/polyline.ts'
import type { LonLat } from '../src/geo/lon-lat.ts'
import type { Tags } from '../src/osm/tags.ts'
import type { AreaStrip } from '../src/places/area-strips.ts'
import { ADMINISTRATIVE_AREA, isLineKind } from '../src/osm/place-kinds.ts'
import type { PlaceOutline, PlaceRow, PoiRow, TrailRow } from '../src/places/catalogue-rows.ts'
import { namesOfPoi } from '../src/places/read-names.ts'
import { JOINED, neighbourhoodOfWord, tokensOfNames } from '../src/places/search-tokens.ts'
import { ByteTable } from '../src/storage/byte-table.ts'
import { indexesUpTo, sortIndexes } from '../src/storage/sort-indexes.ts'
import { uint32List } from '../src/storage/typed-list.ts'
import { createIndexes, createTables } from './migrations/0001-catalogue.ts'
import { openSqlite } from './open-sqlite.ts'
import { createSqliteIndexes, KIND_STEP } from './sqlite-dialect.ts'
import { documentOf, fromPlaceRow, fromPoiRow, fromTrailRow, indexesOfPlaceKinds, indexesOfPoiKinds } from './rows.ts'

export const CATALOGUE_SCHEMA = 10
/** Earlier builds wrote it; this one reads it, too. */
const FIRST_READABLE = 9
/** Its trails have times. */
const FIRST_WITH_TIMES = 10

export const isReadable = (schema: string | number): boolean =>
  Number(schema) >= FIRST_READABLE && Number(schema) <= CATALOGUE_SCHEMA
export const hasTimes = (schema: string | number): boolean => Number(schema) >= FIRST_WITH_TIMES

/** The message for a catalogue written by another build. */
export const otherSchema = (found: string | number): RangeError =>
  new RangeError(`the catalogue has schema ${found}, this build reads ${CATALOGUE_SCHEMA}: import the region again`)

const PIECE_POINTS = 64

export type TrailPart = readonly LonLat[]

export interface CatalogueWriter {
  /** `tags` are the map's, by key; administrative areas come after all others */
  addPlace(
    row: Omit<PlaceRow, 'osmType' | 'osmId' | 'trail'>,
    trail: TrailRow | null,
    tags: Tags,
    outline?: PlaceOutline | null,
  ): void
  addTrail(row: TrailRow, parts: readonly TrailPart[]): void
  addPoi(row: Omit<PoiRow, 'osmType' | 'osmId'>): void
  /** Where a place reaches. */
  addArea(id: number, sizeM2: number, strips: Iterable<AreaStrip>): void
  /** The name of an area whose border the map cuts off. */
  addCutArea(name: string): void
  /** Writes the remaining rows, checks and closes the file. */
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
  const [placeBox, poiBox] = ['place_box', 'poi_box'].map((table) => insert(table, boxColumns))
  const pieceBox = insert('trail_piece_box', boxColumns)
  const outlineBox = insert('place_piece_box', boxColumns)
  const text = insert('place_text', 'rowid,document')
  const form = insert('place_form', 'form,rank')
  const word = insert('poi_word', 'word,poi_id')
  const tokens = new TokenCounts()
  const counts = { places: 0, trails: 0, pois: 0 }
  const cutAreas: string[] = []
  let [ranks, pieces, outlinePieces] = [0, 0, 0]

  const addOutline = (placeId: number, { isArea, parts }: PlaceOutline, isLine: boolean): void => {
    for (const { part, points, span } of piecesOf(parts)) {
      insertRow('place_piece', { id: ++outlinePieces, placeId, part, isArea: isArea ? 1 : 0, points })
      if (isLine) outlineBox.run(outlinePieces, ...span, 0, 0)
    }
  }

  return {
    addPlace(row, trail, tags, outline = null) {
      const rank = ++ranks
      const isLine = row.kinds.some(isLineKind)
      if (outline !== null) addOutline(row.id, outline, isLine)
      insertRow('place', fromPlaceRow(row, rank, trail))
      insertRow('place_tags', { id: row.id, tagsJson: JSON.stringify(Object.fromEntries(tags)) })
      if (row.kind === ADMINISTRATIVE_AREA) return
      counts.places++
      if (!isLine) placeBox.run(rank, row.lon, row.lon, row.lat, row.lat, ...spanOf(indexesOfPlaceKinds(row.kinds)))
      const { forms, words, marks } = documentOf(row, trail)
      text.run(rank, [...words, ...marks].join(' '))
      for (const one of forms) form.run(one, rank)
      for (const word of words) tokens.add(word)
    },
    addTrail(row, parts) {
      counts.trails++
      insertRow('trail', fromTrailRow(row))
      for (const { part, points, span } of piecesOf(parts)) {
        insertRow('trail_piece', { id: ++pieces, relationId: row.relationId, part, points })
        pieceBox.run(pieces, ...span, 0, 0)
      }
    },
    addPoi(row) {
      counts.pois++
      insertRow('poi', fromPoiRow(row))
      poiBox.run(row.id, row.lon, row.lon, row.lat, row.lat, ...spanOf(indexesOfPoiKinds(row.kinds)))
      for (const one of wordsOfPoi(row)) word.run(one, row.id)
    },
    addArea: areaWriter(insertRow, insert('area_strip_box', boxColumns)),
    addCutArea: (name) => cutAreas.push(name),
    async finish(facts) {
      writeTokens(tokens, insert('token', 'id,text,uses,joined_letters'), insert('token_delete', 'hash,token'))
      const all = { schema: String(CATALOGUE_SCHEMA), cutAreas: JSON.stringify(cutAreas), ...facts }
      for (const [name, value] of Object.entries(all)) insertRow('catalogue_fact', { name, value })
      raw.exec(`INSERT INTO place_text(place_text) VALUES('optimize')`)
      await createIndexes(db as never)
      raw.exec('COMMIT; ANALYZE')
      await db.destroy()
      return counts
    },
  }
}

/** Parts of a line in pieces, each with the span of its box. */
function* piecesOf(parts: readonly TrailPart[]) {
  for (const [part, points] of parts.entries())
    for (let from = 0; from < points.length - 1; from += PIECE_POINTS) {
      const piece = points.slice(from, from + PIECE_POINTS + 1)
      const lons = piece.map(([lon]) => lon)
      const lats = piece.map(([, lat]) => lat)
      const span = [Math.min(...lons), Math.max(...lons), Math.min(...lats), Math.max(...lats)] as const
      yield { part, points: encodePolyline6(lons.map(toE6), lats.map(toE6)), span }
    }
}

/** Words under which an outdoor place is found; whole names without their spaces are not among them. */
const wordsOfPoi = (row: Pick<PoiRow, 'name' | 'tagsJson'>): string[] =>
  [...tokensOfNames(namesOfPoi(row)).words].filter((one) => !one.startsWith(JOINED))

/** In the box index, from the first kind to the last: kinds in between are excluded by their bits. */
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

/** Writes an area, its strips, and the boxes of those. */
function areaWriter(insertRow: (table: string, row: object) => void, box: StatementSync): CatalogueWriter['addArea'] {
  let strips = 0
  return (id, sizeM2, cut) => {
    insertRow('area', { id, sizeM2 })
    for (const strip of cut) {
      insertRow('area_strip', { id: ++strips, areaId: id, ...strip })
      const { fromLonE7, toLonE7, fromLatE7, toLatE7 } = strip
      box.run(strips, ...[fromLonE7, toLonE7, fromLatE7, toLatE7].map((e7) => e7 / 1e7), 0, 0)
    }
  }
}

/** Writes rows by the names of their members, which are the same for all rows of a table. */
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

/** Numbered in alphabetical order, so that equal input gives equal files. */
function writeTokens(tokens: TokenCounts, token: StatementSync, neighbour: StatementSync): void {
  let keys = new BigInt64Array(1 << 16)
  let count = 0
  let id = 0
  for (const [text, uses] of tokens.inOrder()) {
    token.run(id, text, uses, text.startsWith(JOINED) ? text.length - JOINED.length : 0)
    const hashes = neighbourhoodOfWord(text)
    if (count + hashes.length > keys.length) {
      const grown = new BigInt64Array(keys.length * 2)
      grown.set(keys)
      keys = grown
    }
    for (const hash of hashes) keys[count++] = (BigInt(hash) << 32n) | BigInt(id)
    id++
  }
  // in key order, so that they are written sequentially
  for (const key of keys.subarray(0, count).sort()) neighbour.run(Number(key >> 32n), Number(key & 0xffff_ffffn))
}

/**
 * How many places have each word of the text index, without an object of V8's heap for each word: their UTF-16 as runs
 * of bytes, high byte first, so that the order of the bytes is the one in which JavaScript sorts texts.
 */
export class TokenCounts {
  readonly #texts = new ByteTable()
  readonly #uses = uint32List()
  #run = Buffer.alloc(256)

  get count(): number {
    return this.#uses.length
  }

  /** Counts one more use of it. */
  add(token: string): void {
    const length = 2 * token.length
    if (this.#run.length < length) this.#run = Buffer.alloc(2 * length)
    for (let i = 0; i < token.length; i++) this.#run.writeUInt16BE(token.charCodeAt(i), 2 * i)
    const number = this.#texts.add(this.#run.subarray(0, length))
    if (number === this.count) this.#uses.push(0)
    this.#uses.array[number]++
  }

  /** Each token with its uses, in the order of a sorted array of texts. */
  *inOrder(): Generator<[token: string, uses: number]> {
    const order = sortIndexes(indexesUpTo(this.count), (a, b) => this.#texts.compare(a, b))
    for (const number of order) {
      const text = Buffer.from(this.#texts.get(number)).swap16().toString('utf16le')
      yield [text, this.#uses.array[number]]
    }
  }
}
