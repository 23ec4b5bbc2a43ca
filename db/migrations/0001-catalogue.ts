// The catalogue's tables, the same on both engines; full-text and box indexes are the dialect's own.

import { sql, type Kysely } from 'kysely'

/** Columns of each table in SQL; integers reach 2^53. */
const TABLES = {
  place: `rank INTEGER PRIMARY KEY, id BIGINT NOT NULL, name TEXT NOT NULL, other_names TEXT NOT NULL, kind INTEGER NOT NULL, kinds BIGINT NOT NULL, lon DOUBLE PRECISION NOT NULL, lat DOUBLE PRECISION NOT NULL,
    region TEXT, elevation_m DOUBLE PRECISION, elevation_source TEXT, population BIGINT, prominence_m DOUBLE PRECISION, has_wikidata INTEGER NOT NULL, importance DOUBLE PRECISION NOT NULL, admin_level INTEGER, bbox TEXT, relation_id BIGINT`,
  place_tags: 'id BIGINT PRIMARY KEY, tags_json TEXT NOT NULL',
  place_form: 'form TEXT NOT NULL, rank INTEGER NOT NULL, PRIMARY KEY (form, rank)',
  token: 'id INTEGER PRIMARY KEY, text TEXT NOT NULL, uses INTEGER NOT NULL, joined_letters INTEGER NOT NULL',
  token_delete: 'hash INTEGER NOT NULL, token INTEGER NOT NULL, PRIMARY KEY (hash, token)',
  trail: `relation_id BIGINT PRIMARY KEY, name TEXT, ref TEXT, other_names TEXT NOT NULL, type TEXT NOT NULL, route TEXT NOT NULL, network TEXT, level TEXT, level_rank INTEGER NOT NULL,
    operator TEXT, symbol TEXT, colour TEXT, website TEXT, from_name TEXT, to_name TEXT, length_m DOUBLE PRECISION NOT NULL,
    min_lon DOUBLE PRECISION NOT NULL, min_lat DOUBLE PRECISION NOT NULL, max_lon DOUBLE PRECISION NOT NULL, max_lat DOUBLE PRECISION NOT NULL,
    ends TEXT NOT NULL, lon DOUBLE PRECISION NOT NULL, lat DOUBLE PRECISION NOT NULL, roundtrip INTEGER NOT NULL, part_count INTEGER NOT NULL, gaps_m TEXT NOT NULL, missing_ways INTEGER NOT NULL,
    ascent_m DOUBLE PRECISION, descent_m DOUBLE PRECISION, lowest_m DOUBLE PRECISION, highest_m DOUBLE PRECISION, height_unknown_m DOUBLE PRECISION NOT NULL, sac_max INTEGER, sac_m TEXT NOT NULL,
    paved_m DOUBLE PRECISION NOT NULL, gravel_m DOUBLE PRECISION NOT NULL, trail_m DOUBLE PRECISION NOT NULL, unknown_m DOUBLE PRECISION NOT NULL, stage_ids TEXT NOT NULL, parent_ids TEXT NOT NULL, moving_s DOUBLE PRECISION, times_json TEXT`,
  trail_piece: 'id INTEGER PRIMARY KEY, relation_id BIGINT NOT NULL, part INTEGER NOT NULL, points TEXT NOT NULL',
  place_piece:
    'id INTEGER PRIMARY KEY, place_id BIGINT NOT NULL, part INTEGER NOT NULL, is_area INTEGER NOT NULL, points TEXT NOT NULL',
  poi: 'id BIGINT PRIMARY KEY, kinds INTEGER NOT NULL, name TEXT, lon DOUBLE PRECISION NOT NULL, lat DOUBLE PRECISION NOT NULL, ele_m DOUBLE PRECISION, tags_json TEXT NOT NULL',
  poi_word: 'word TEXT NOT NULL, poi_id BIGINT NOT NULL, PRIMARY KEY (word, poi_id)',
  area: 'id BIGINT PRIMARY KEY, size_m2 DOUBLE PRECISION NOT NULL',
  area_strip: `id INTEGER PRIMARY KEY, area_id BIGINT NOT NULL, from_lat_e7 INTEGER NOT NULL, to_lat_e7 INTEGER NOT NULL, from_lon_e7 INTEGER NOT NULL, to_lon_e7 INTEGER NOT NULL,
    edges TEXT NOT NULL`,
  catalogue_fact: 'name TEXT PRIMARY KEY, value TEXT NOT NULL',
}
/** PostgreSQL keeps neighbourhoods as lists (postgres-dialect.ts). */
const SQLITE_ONLY = new Set(['token_delete'])
/** SQLite stores these in their key only. */
const WITHOUT_ROWID = new Set(['place_form', 'token_delete', 'poi_word', 'catalogue_fact'])

/** Tables with no index except their keys. */
export async function createTables(db: Kysely<never>, isSqlite: boolean): Promise<void> {
  for (const [table, columns] of Object.entries(TABLES)) {
    if (!isSqlite && SQLITE_ONLY.has(table)) continue
    // an id that may exceed 2^31 is INTEGER in SQLite only; folded text is compared by its bytes on both
    const text = isSqlite
      ? columns.replaceAll('BIGINT PRIMARY KEY', 'INTEGER PRIMARY KEY')
      : columns.replace(/\b(form|word) TEXT/g, '$1 TEXT COLLATE "C"')
    await sql
      .raw(`CREATE TABLE ${table} (${text})${isSqlite && WITHOUT_ROWID.has(table) ? ' WITHOUT ROWID' : ''}`)
      .execute(db)
  }
}

/** Indexes created after the rows are loaded. */
export async function createIndexes(db: Kysely<never>): Promise<void> {
  await sql.raw('CREATE UNIQUE INDEX place_id ON place (id)').execute(db)
  await sql.raw('CREATE INDEX trail_piece_relation ON trail_piece (relation_id)').execute(db)
  await sql.raw('CREATE INDEX place_piece_place ON place_piece (place_id)').execute(db)
}
