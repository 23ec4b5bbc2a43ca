// PostgreSQL with PostGIS: documents as tsvector with a GIN index, boxes as geometries with a GiST index. Lists travel
// as arrays. Words reach tsquery as quoted lexemes: no configuration, stemming or stop word of the server takes part. A
// round trip takes longer than most queries, so all picks of a search, and places with their trails, are one statement
// each. Rows of place_text lie in order of rank, in which a bitmap scan reads them, so that a limit keeps the best
// known; words that very many places share have their best places in place_top.

import { CompiledQuery, sql, type Kysely, type RawBuilder } from 'kysely'
import type { Box } from '../src/geo/lon-lat.ts'
import type { PlaceRow } from '../src/places/catalogue-rows.ts'
import { type Around, isOfKinds, meetsBox, type Dialect, type Pick, type Term, type TermLists } from './dialect.ts'
import { PREFIX_LEXEME_LETTERS, prefixTerm, TOP_PLACES } from './place-lexemes.ts'
import { bitsOf, IS_LINE, IS_LISTED, toPlaceRow, toTrailRow } from './rows.ts'
import type { PlaceTable, TrailTable } from './tables.ts'

/** Around more points than this, rows repeat too often to be read in the same statement. */
export const POINTS_WITH_ROWS = 4
/** Beyond this many places, rows are read in a second statement, only for the places that remain. */
const MAX_ROWS_AROUND = 500
/** Alternatives of one word, each looked up separately. */
const MAX_APART = 2

/** The part of the haversine that keeps the order. */
const haversine = (lon: string, lat: string) =>
  `power(sin(radians(ST_Y(r.shape) - ${lat}) / 2), 2) + cos(radians(${lat})) * cos(radians(ST_Y(r.shape))) * power(sin(radians(ST_X(r.shape) - ${lon}) / 2), 2)`

type ReadPlace = PlaceTable & { trailRow: Record<string, unknown> | null }

// Queries around points are frequent and fast, so their text is made once. $1 to $5 the boxes, $6 and $7 the longitude
// and latitude of each box's point, $8 the limit, $9 the bits of the kinds.
const [RANKS_AROUND, RANKS_AROUND_OF_KINDS, PLACES_AROUND, PLACES_AROUND_OF_KINDS] = [
  (near: string) =>
    `select b.point, near.id as rank, place.id, near.lon, near.lat from ${near} join place on place.rank = near.id`,
  (near: string) =>
    `select b.point, place.*, to_json(trail) as trail_row from ${near} join place on place.rank = near.id left join trail on trail.relation_id = place.relation_id`,
].flatMap((select) =>
  ['', 'and (r.kinds & $9::bigint) <> 0'].map((ofKinds) =>
    select(`unnest($1::integer[], $2::float8[], $3::float8[], $4::float8[], $5::float8[]) with ordinality as b(point, west, south, east, north, row)
    join unnest($6::float8[], $7::float8[]) with ordinality as at(lon, lat, row) on at.row = b.row
    cross join lateral (select r.id, ST_X(r.shape) as lon, ST_Y(r.shape) as lat from place_box as r where r.shape && ST_MakeEnvelope(b.west, b.south, b.east, b.north, 4326) ${ofKinds}
      order by ${haversine('at.lon', 'at.lat')}, r.id limit $8) as near`),
  ),
)
// And around one point in one box, the most frequent query, without lists: 0.10 ms instead of 0.15. $1 to $4 the box,
// $5 and $6 the longitude and latitude of the point, $7 the limit, $8 the bits of the kinds.
const [PLACES_AROUND_ONE, PLACES_AROUND_ONE_OF_KINDS] = ['', 'and (r.kinds & $8::bigint) <> 0'].map(
  (ofKinds) => `select place.*, to_json(trail) as trail_row
    from (select r.id from place_box as r where r.shape && ST_MakeEnvelope($1, $2, $3, $4, 4326) ${ofKinds} order by ${haversine('$5::float8', '$6::float8')}, r.id limit $7) as near
    join place on place.rank = near.id left join trail on trail.relation_id = place.relation_id`,
)

export const postgresDialect: Dialect = {
  engine: 'postgres',
  oneOf: (column, values) => sql`${sql.ref(column)} = any(${values}::bigint[])`,
  isNeighbour: (column, hashes) =>
    sql`${sql.ref(column)} in (select unnest(near.tokens) from token_near as near where near.hash = any(${hashes}::integer[]))`,

  inBoxes(index, boxes, kinds) {
    return sql`(select b.point, r.id from ${boxTable(boxes)} join ${sql.table(index)} as r on r.shape && ST_MakeEnvelope(b.west, b.south, b.east, b.north, 4326) ${kinds === null ? sql`` : sql`and ${isOfKinds('r.kinds', kinds)}`})`
  },

  async readPicks(db, picks) {
    const { rows } =
      await sql<ReadPlace>`with picked(rank) as materialized (${sql.join(picks.flatMap(toSelects), sql` union `)})
      select place.*, to_json(trail) as trail_row from picked join place on place.rank = picked.rank left join trail on trail.relation_id = place.relation_id`.execute(
        db,
      )
    return rows.map(toRow)
  },

  async readPlaces(db, by, values) {
    if (values.length === 0) return []
    const { rows } =
      await sql<ReadPlace>`select place.*, to_json(trail) as trail_row from place left join trail on trail.relation_id = place.relation_id
      where ${postgresDialect.oneOf(`place.${by}`, values)}`.execute(db)
    return rows.map((row) => ({ ...toRow(row), rank: row.rank }))
  },

  async readAround(db, points, boxes, kinds, limit) {
    if (boxes.length === 1 && limit <= MAX_ROWS_AROUND) {
      const [{ point, box }] = boxes
      const { rows } = await db.executeQuery<ReadPlace>(
        CompiledQuery.raw(kinds === null ? PLACES_AROUND_ONE : PLACES_AROUND_ONE_OF_KINDS, [
          ...box,
          ...points[point],
          limit,
          ...(kinds === null ? [] : [bitsOf(kinds)]),
        ]),
      )
      return rows.map((row) => ({ point, ...aroundOf(row) }))
    }
    const values = [
      ...boxColumns(boxes),
      boxes.map(({ point }) => points[point][0]),
      boxes.map(({ point }) => points[point][1]),
      limit,
      ...(kinds === null ? [] : [bitsOf(kinds)]),
    ]
    if (points.length > POINTS_WITH_ROWS || limit > MAX_ROWS_AROUND) {
      return (
        await db.executeQuery<Around>(CompiledQuery.raw(kinds === null ? RANKS_AROUND : RANKS_AROUND_OF_KINDS, values))
      ).rows
    }
    const { rows } = await db.executeQuery<ReadPlace & { point: number }>(
      CompiledQuery.raw(kinds === null ? PLACES_AROUND : PLACES_AROUND_OF_KINDS, values),
    )
    return rows.map((row) => ({ point: row.point, ...aroundOf(row) }))
  },
}

/** `b(point, west, south, east, north, row)` */
function boxTable(boxes: readonly { point: number; box: Box }[]) {
  const [points, west, south, east, north] = boxColumns(boxes)
  return sql`unnest(${points}::integer[], ${west}::float8[], ${south}::float8[], ${east}::float8[], ${north}::float8[]) with ordinality as b(point, west, south, east, north, row)`
}

function boxColumns(boxes: readonly { point: number; box: Box }[]): number[][] {
  const side = (index: number) => boxes.map(({ box }) => box[index])
  return [boxes.map(({ point }) => point), side(0), side(1), side(2), side(3)]
}

function aroundOf(row: ReadPlace): Omit<Around, 'point'> {
  const { rank, id, lon, lat } = row
  return { rank, id, lon, lat, place: toRow(row) }
}

function toRow(row: ReadPlace): PlaceRow {
  return toPlaceRow(
    row,
    row.trailRow === null
      ? null
      : toTrailRow(
          Object.fromEntries(
            Object.entries(row.trailRow).map(([name, value]) => [
              name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
              value,
            ]),
          ) as unknown as TrailTable,
        ),
  )
}

/** Selects of ranks whose union is the pick. */
function toSelects(pick: Pick): RawBuilder<unknown>[] {
  const rank = 'form' in pick ? 'place.rank' : 'place.id'
  const inside =
    pick.box === null
      ? sql``
      : sql`and ${meetsBox(postgresDialect, rank, 'place', pick.box)}${'within' in pick && pick.within !== null ? sql` and ${meetsBox(postgresDialect, rank, 'place', pick.within)}` : sql``}`
  if ('form' in pick) {
    if (pick.box === null && pick.kinds === null)
      return [sql`(select rank from place_form where form = ${pick.form} order by rank limit ${pick.limit})`]
    return [
      sql`(select place.rank from place_form join place on place.rank = place_form.rank where place_form.form = ${pick.form} ${inside} ${pick.kinds === null ? sql`` : sql`and ${isOfKinds('place.kinds', pick.kinds)}`} order by place.rank limit ${pick.limit})`,
    ]
  }
  const matching = (query: string, unless: RawBuilder<unknown>) =>
    sql`(select place.id as rank from place_text as place where place.document @@ ${query}::tsquery ${inside} ${unless} limit ${pick.limit})`
  const [lists, ...others] = pick.alternatives
  const isOneWord =
    others.length === 0 &&
    lists.length === 1 &&
    lists[0].length <= MAX_APART &&
    pick.box === null &&
    pick.limit <= TOP_PLACES
  if (!isOneWord) return [matching(pick.alternatives.map(toQuery).join(' | '), sql``)]
  return lists[0].flatMap((term) => {
    const top = term.prefix === true ? prefixTerm(term.text) : term.text
    return [
      sql`(select unnest(ranks[1:${pick.limit}::integer]) from place_top where term = ${top})`,
      matching(toTerm(term), sql`and not exists (select from place_top where term = ${top})`),
    ]
  })
}

function toQuery(lists: TermLists): string {
  return `(${lists.map((terms) => `(${terms.map(toTerm).join(' | ')})`).join(' & ')})`
}

function toTerm({ text, prefix }: Term): string {
  if (prefix === true && PREFIX_LEXEME_LETTERS.includes(text.length)) return toLexeme(prefixTerm(text))
  return `${toLexeme(text)}${prefix === true ? ':*' : ''}`
}

/** Quoted, as tsquery and tsvector read it. */
export function toLexeme(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
}

const BOXES = ['place_box', 'poi_box', 'trail_piece_box', 'place_piece_box', 'area_strip_box'] as const
export const POSTGRES_TABLES = ['place_text', 'place_top', 'token_near', ...BOXES] as const

/** Tables of PostgreSQL only, in the current schema. */
export async function createPostgresTables(db: Kysely<never>): Promise<void> {
  await sql
    .raw(
      'CREATE TABLE place_text (id INTEGER PRIMARY KEY, lon DOUBLE PRECISION NOT NULL, lat DOUBLE PRECISION NOT NULL, document tsvector NOT NULL)',
    )
    .execute(db)
  await sql.raw('CREATE TABLE place_top (term TEXT COLLATE "C" PRIMARY KEY, ranks INTEGER[] NOT NULL)').execute(db)
  await sql.raw('CREATE TABLE token_near (hash INTEGER PRIMARY KEY, tokens INTEGER[] NOT NULL)').execute(db)
  for (const index of BOXES) {
    await sql
      .raw(`CREATE TABLE ${index} (id BIGINT PRIMARY KEY, kinds BIGINT NOT NULL, shape geometry NOT NULL)`)
      .execute(db)
  }
}

/** Fills the boxes from the rows, then creates every index. */
export async function fillPostgresIndexes(db: Kysely<never>): Promise<void> {
  await sql
    .raw(
      `INSERT INTO place_box SELECT rank, kinds, ST_SetSRID(ST_MakePoint(lon, lat), 4326) FROM place WHERE ${IS_LISTED} AND NOT ${IS_LINE}`,
    )
    .execute(db)
  await sql
    .raw(
      'INSERT INTO area_strip_box SELECT id, 0, ST_MakeEnvelope(from_lon_e7 / 1e7, from_lat_e7 / 1e7, to_lon_e7 / 1e7, to_lat_e7 / 1e7, 4326) FROM area_strip',
    )
    .execute(db)
  await sql.raw('INSERT INTO poi_box SELECT id, kinds, ST_SetSRID(ST_MakePoint(lon, lat), 4326) FROM poi').execute(db)
  await sql
    .raw(
      'INSERT INTO trail_piece_box SELECT id, 0, ST_Envelope(ST_LineFromEncodedPolyline(points, 6)) FROM trail_piece',
    )
    .execute(db)
  await sql
    .raw(
      `INSERT INTO place_piece_box SELECT piece.id, place.kinds, ST_Envelope(ST_LineFromEncodedPolyline(points, 6)) FROM place_piece AS piece JOIN place ON place.id = piece.place_id WHERE ${IS_LINE}`,
    )
    .execute(db)
  await sql
    .raw('CREATE INDEX place_text_document ON place_text USING gin (document) WITH (fastupdate = off)')
    .execute(db)
  for (const index of BOXES) await sql.raw(`CREATE INDEX ${index}_shape ON ${index} USING gist (shape)`).execute(db)
}
