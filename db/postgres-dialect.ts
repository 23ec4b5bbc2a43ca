// PostgreSQL with PostGIS: documents as tsvector with a GIN index, boxes as geometries with a GiST index. Lists travel as arrays. Words
// reach tsquery as quoted lexemes: no configuration, stemming or stop word of the server takes part.

import { sql, type Kysely } from 'kysely'
import type { Dialect, Term, TermLists } from './dialect.ts'

export const postgresDialect: Dialect = {
  engine: 'postgres',
  matching: (alternatives) => ({
    // materialized: the text index first, whatever the planner thinks of reading in order of rank
    before: sql`with matched as materialized (select id as rank from place_text where document @@ ${alternatives.map(toQuery).join(' | ')}::tsquery)`,
    found: sql`matched`,
  }),
  oneOf: (column, values) => sql`${sql.ref(column)} = any(${values}::bigint[])`,
  inBoxes(index, boxes, kinds) {
    const column = (pick: (entry: (typeof boxes)[number]) => number) => boxes.map(pick)
    const ofKind = kinds === null ? sql`` : sql`and r.kind = any(${kinds}::integer[])`
    return sql`(select b.point, r.id from unnest(${column(({ point }) => point)}::integer[], ${column(({ box }) => box[0])}::float8[], ${column(({ box }) => box[1])}::float8[],
      ${column(({ box }) => box[2])}::float8[], ${column(({ box }) => box[3])}::float8[]) as b(point, west, south, east, north)
      join ${sql.table(index)} as r on r.shape && ST_MakeEnvelope(b.west, b.south, b.east, b.north, 4326) ${ofKind})`
  },
}

function toQuery(lists: TermLists): string {
  return `(${lists.map((terms) => `(${terms.map(toTerm).join(' | ')})`).join(' & ')})`
}

function toTerm({ text, prefix }: Term): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'${prefix === true ? ':*' : ''}`
}

/** Tables for text and boxes, in the current schema. */
export async function createPostgresIndexTables(db: Kysely<never>): Promise<void> {
  await sql.raw('CREATE TABLE place_text (id INTEGER PRIMARY KEY, document tsvector NOT NULL)').execute(db)
  for (const index of ['place_box', 'poi_box', 'trail_piece_box']) {
    await sql.raw(`CREATE TABLE ${index} (id BIGINT PRIMARY KEY, kind INTEGER NOT NULL, shape geometry NOT NULL)`).execute(db)
  }
}

/** Fills the boxes from the rows, then makes every index. */
export async function fillPostgresIndexes(db: Kysely<never>): Promise<void> {
  await sql.raw('INSERT INTO place_box SELECT rank, kind, ST_SetSRID(ST_MakePoint(lon, lat), 4326) FROM place').execute(db)
  await sql.raw('INSERT INTO poi_box SELECT id, kind, ST_SetSRID(ST_MakePoint(lon, lat), 4326) FROM poi').execute(db)
  await sql.raw('INSERT INTO trail_piece_box SELECT id, 0, ST_Envelope(ST_LineFromEncodedPolyline(points, 6)) FROM trail_piece').execute(db)
  await sql.raw('CREATE INDEX place_text_document ON place_text USING gin (document) WITH (fastupdate = off)').execute(db)
  for (const index of ['place_box', 'poi_box', 'trail_piece_box']) await sql.raw(`CREATE INDEX ${index}_shape ON ${index} USING gist (shape)`).execute(db)
  await sql.raw('ANALYZE').execute(db)
}
