// Adds times to the trails of a catalogue that the import has written. The file is complete only after `finish`.

import type { TrailTimes } from '../src/places/catalogue-rows.ts'
import type { TrailStore } from '../src/places/catalogue-stores.ts'
import { openSqlite } from './open-sqlite.ts'
import { timesColumns } from './rows.ts'
import { sqliteDialect } from './sqlite-dialect.ts'
import { createTrailStore } from './trail-store.ts'

export interface TrailTimesWriter {
  /** all, in order */
  relationIds: readonly number[]
  trails: Pick<TrailStore, 'findByRelationIds' | 'findLines'>
  add(relationId: number, times: TrailTimes): void
  finish(): Promise<void>
}

export function openTrailTimes(path: string): TrailTimesWriter {
  const { raw, db } = openSqlite(path, { readOnly: false })
  const ids = raw.prepare('SELECT relation_id FROM trail ORDER BY relation_id').all()
  const update = raw.prepare('UPDATE trail SET moving_s = ?, times_json = ? WHERE relation_id = ?')
  raw.exec('BEGIN')
  return {
    relationIds: ids.map((row) => row['relation_id'] as number),
    trails: createTrailStore({ db, dialect: sqliteDialect }),
    add(relationId, times) {
      const { movingS, timesJson } = timesColumns(times)
      update.run(movingS, timesJson, relationId)
    },
    async finish() {
      raw.exec('COMMIT')
      await db.destroy()
    },
  }
}
