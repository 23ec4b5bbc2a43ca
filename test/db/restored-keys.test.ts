// Servers follow the keys of a database, also if it is restored from a backup and has as many changes again, or more,
// before they read it.

import { mkdtempSync, rmSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openSqliteAccounts } from '../../db/open-accounts.ts'
import { createKey } from '../../src/metering/api-key.ts'
import { KeyList } from '../../src/metering/key-list.ts'

test.each([
  [0, 0],
  [1, 0],
  [0, 1],
  [1, 1],
  [2, 2],
  [2, 3],
  [3, 1],
])('%i keys were made after the backup and %i after it was restored', async (lost, made) => {
  const folder = mkdtempSync(join(tmpdir(), 'waypost-keys-'))
  const restoredFolder = mkdtempSync(join(tmpdir(), 'waypost-keys-'))
  try {
    const original = await openSqliteAccounts(folder)
    const addKey = async ({ keys }: typeof original) => {
      const { record } = createKey({ project: 'p', plan: 'free' })
      await keys.addKey(record, '', 1)
      return record.prefix
    }
    await original.keys.writeProject('p', 'free', {}, 1)
    const kept = await addKey(original)
    const file = new DatabaseSync(join(folder, 'accounts.sqlite'))
    file.prepare('VACUUM INTO ?').run(join(restoredFolder, 'accounts.sqlite'))
    file.close()
    const gone: string[] = []
    for (let i = 0; i < lost; i++) gone.push(await addKey(original))
    let current = original
    const list = new KeyList({ readChanges: (since) => current.keys.readChanges(since) })
    await list.refresh()
    const restored = (current = await openSqliteAccounts(restoredFolder))
    const added: string[] = []
    for (let i = 0; i < made; i++) added.push(await addKey(restored))
    await list.refresh()
    for (const prefix of [kept, ...added]) expect(list.listByPrefix(prefix)).toHaveLength(1)
    for (const prefix of gone) expect(list.listByPrefix(prefix)).toEqual([])
    expect(list.size).toBe(1 + made)
    await original.close()
    await restored.close()
  } finally {
    for (const one of [folder, restoredFolder]) rmSync(one, { recursive: true, force: true })
  }
})
