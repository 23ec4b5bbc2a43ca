import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, expect, test } from 'vitest'
import { restoreAccounts } from '../../db/move-accounts.ts'
import { runKeysCommand } from '../../src/keys/keys-command.ts'

const folder = mkdtempSync(join(tmpdir(), 'waypost-restore-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A data folder with a key of project `a`, of which a backup is made, then keys of `b` and `c`. */
async function makeData(name: string): Promise<{ data: string; backup: string }> {
  const data = join(folder, name)
  mkdirSync(data)
  writeFileSync(join(data, 'live.json'), '{}')
  await runKeysCommand(['create', '--project', 'a', '--data', data], {})
  const backup = join(folder, `${name}-backup.sqlite`)
  const open = new DatabaseSync(join(data, 'accounts.sqlite'))
  open.prepare('VACUUM INTO ?').run(backup)
  open.close()
  for (const project of ['b', 'c']) await runKeysCommand(['create', '--project', project, '--data', data], {})
  return { data, backup }
}
const projectsOf = async (data: string) =>
  (JSON.parse(await runKeysCommand(['list', '--json', '--data', data], {})) as { project: string }[])
    .map(({ project }) => project)
    .sort()
const restore = (data: string, backup: string) => runKeysCommand(['restore', backup, '--data', data], {})

test('a backup replaces the keys; what was there is set aside', async () => {
  const { data, backup } = await makeData('plain')
  expect(await restore(data, backup)).toContain('has the 1 keys of')
  expect(await projectsOf(data)).toEqual(['a'])
  mkdirSync(join(folder, 'aside'))
  copyFileSync(join(data, 'accounts.sqlite.replaced'), join(folder, 'aside/accounts.sqlite'))
  expect(await projectsOf(join(folder, 'aside'))).toEqual(['a', 'b', 'c'])
})

test('a journal left by a killed server is not replayed over it', async () => {
  const { data, backup } = await makeData('killed')
  // as a server that is killed: its journal stays
  const program = `
    import { DatabaseSync } from 'node:sqlite'
    const db = new DatabaseSync(process.argv[1])
    db.exec("PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0; update project set plan = 'pro' where name = 'c'")
    process.stdout.write('written')
    setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program, join(data, 'accounts.sqlite')])
  await once(child.stdout, 'data')
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(existsSync(join(data, 'accounts.sqlite-wal'))).toBe(true)
  await restore(data, backup)
  expect(readdirSync(data).filter((name) => /-wal$|-shm$|restoring/.test(name))).toEqual([])
  expect(await projectsOf(data)).toEqual(['a'])
})

test('a damaged file, and one that is not there, are replaced too', async () => {
  const { data, backup } = await makeData('damaged')
  for (const end of ['', '-wal', '-shm']) writeFileSync(join(data, `accounts.sqlite${end}`), 'no database at all')
  await restore(data, backup)
  expect(await projectsOf(data)).toEqual(['a'])
  rmSync(join(data, 'accounts.sqlite'))
  expect(restoreAccounts(backup, data)).toEqual({ keys: 1, replaced: null })
  expect(await projectsOf(data)).toEqual(['a'])
})

test('a server that has the file open is not disturbed', async () => {
  const { data, backup } = await makeData('running')
  const server = new DatabaseSync(join(data, 'accounts.sqlite'))
  server.prepare('select count(*) from api_key').get()
  await expect(restore(data, backup)).rejects.toThrow('Stop the server first')
  server.close()
  expect(await projectsOf(data)).toEqual(['a', 'b', 'c'])
})

test('what is no backup changes nothing', async () => {
  const { data } = await makeData('none')
  const before = readFileSync(join(data, 'accounts.sqlite'))
  const text = join(folder, 'text.sqlite')
  writeFileSync(text, 'no database')
  const other = join(folder, 'other.sqlite')
  new DatabaseSync(other).exec('create table t (a)')
  for (const [file, reason] of [
    ['/nowhere/backup.sqlite', 'is not there'],
    [text, 'is no backup of accounts.sqlite'],
    [other, 'is no backup of accounts.sqlite'],
  ])
    await expect(restore(data, file)).rejects.toThrow(reason)
  expect(readFileSync(join(data, 'accounts.sqlite')).equals(before)).toBe(true)
  expect(await projectsOf(data)).toEqual(['a', 'b', 'c'])
})
