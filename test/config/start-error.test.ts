// Every command on a full disk names the disk, and goes on once there is space: a tmpfs with so many KB free.

import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, describe, expect, test } from 'vitest'
import { inDataFolder } from '../../src/config/data-folder.ts'
import { runKeysCommand } from '../../src/keys/keys-command.ts'
import { isDiskFull } from '../../src/config/start-error.ts'

const DISK_KB = 400
const disk = mkdtempSync(join(tmpdir(), 'waypost-disk-'))
const isMounted = (() => {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_KB}k`, 'tmpfs', disk], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
})()
afterAll(() => {
  if (isMounted) execFileSync('umount', [disk])
  rmSync(disk, { recursive: true, force: true })
})

const failure = (code: string, errcode?: number) => Object.assign(new Error('failed'), { code, errcode })
test.each([
  [failure('ENOSPC'), true],
  [failure('EDQUOT'), true],
  [failure('ERR_SQLITE_ERROR', 13), true],
  [failure('ERR_SQLITE_ERROR', 4874), true],
  [failure('ERR_SQLITE_ERROR', 11), false],
  [failure('EACCES'), false],
  ['ENOSPC', false],
])('%o: a full disk %s', (thrown, isFull) => {
  expect(isDiskFull(thrown)).toBe(isFull)
})

test('what fails in a data folder for want of space names its disk; other failures stay theirs', async () => {
  const fail = (thrown: Error) => inDataFolder('/srv/maps', () => Promise.reject(thrown))
  await expect(fail(failure('ENOSPC'))).rejects.toMatchObject({
    ...{ code: 'invalid_input', message: 'The disk of /srv/maps is full: free some space and try again.' },
  })
  await expect(fail(failure('EACCES'))).rejects.toMatchObject({ code: 'EACCES' })
})

describe.skipIf(!isMounted)('keys on a disk that is full (needs the right to mount a tmpfs)', () => {
  const dataDir = join(disk, 'data')
  const filler = join(disk, 'filler')
  const backup = join(tmpdir(), `waypost-backup-${process.pid}.sqlite`)
  afterAll(() => rmSync(backup, { force: true }))
  const run = (...words: string[]) => runKeysCommand([...words, '--data', dataDir], {})
  const outcome = (...words: string[]) =>
    run(...words).then(
      () => 'done',
      (thrown: Error) => thrown.message,
    )
  const full = `The disk of ${dataDir} is full: free some space and try again.`
  function begin(): void {
    for (const path of [dataDir, filler]) rmSync(path, { recursive: true, force: true })
    mkdirSync(dataDir)
    writeFileSync(join(dataDir, 'live.json'), '{}')
  }
  /** Leaves `freeKb` at most. */
  function fill(freeKb: number): void {
    const { bavail, bsize } = statfsSync(disk)
    const availableKb = (bavail * bsize) / 1024
    writeFileSync(filler, new Uint8Array(Math.max(0, availableKb - freeKb) * 1024))
  }

  test('a first key: it is made, or the disk is named and the key is made once there is space', async () => {
    const outcomes = new Set<string>()
    for (let freeKb = 0; freeKb <= 300; freeKb += 12) {
      begin()
      fill(freeKb)
      outcomes.add(await outcome('create', '--project', 'park'))
      rmSync(filler)
      expect([freeKb, await outcome('create', '--project', 'park')]).toEqual([freeKb, 'done'])
    }
    expect([...outcomes].sort()).toEqual([full, 'done'])
  })

  test('each change of keys names it, and works once there is space', async () => {
    begin()
    const key = /svc_\w+/.exec(await run('create', '--project', 'park'))![0].slice(0, 12)
    const raw = new DatabaseSync(join(dataDir, 'accounts.sqlite'))
    raw.prepare('VACUUM INTO ?').run(backup)
    raw.close()
    for (const words of [
      ['create', '--project', 'other', '--note', 'x'.repeat(200)],
      ['plan', 'park', '--plan', 'pro'],
      ['rotate', key],
      ['revoke', key],
      ['restore', backup],
    ]) {
      fill(0)
      expect([words[0], await outcome(...words)]).toEqual([words[0], full])
      rmSync(filler)
      expect([words[0], await outcome(...words)]).toEqual([words[0], 'done'])
    }
    expect(existsSync(join(dataDir, 'accounts.sqlite'))).toBe(true)
  })
})
