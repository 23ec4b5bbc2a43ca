import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { LOCK_FILE, STALE_MS, takeImportLock } from '../../src/import/import-lock.ts'
import { temporaryFolder } from '../map/style/sample-release.ts'

const lockModule = join(import.meta.dirname, '../../src/import/import-lock.ts')

/** A process that takes the lock and holds it until it is killed; resolves with what it said first. */
async function hold(dataDir: string) {
  const script = `import { takeImportLock } from ${JSON.stringify(lockModule)}
    try { takeImportLock(${JSON.stringify(dataDir)}); console.log('taken') } catch (error) { console.log(error.message) }
    setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [said] = (await once(child.stdout, 'data')) as [Buffer]
  return { child, said: said.toString().trim() }
}

describe('takeImportLock', () => {
  test('lets one import at a time into a data folder, the second ends with one sentence', async () => {
    const dataDir = temporaryFolder()
    const { child, said } = await hold(dataDir)
    expect(said).toBe('taken')
    expect(() => takeImportLock(dataDir)).toThrow(
      new RegExp(
        `^Another import \\(pid ${child.pid}, since .*\\) is working in .*: wait for it to end, then start again\\.$`,
      ),
    )
    child.kill('SIGKILL')
    await once(child, 'exit')
    const lock = takeImportLock(dataDir)
    lock.confirm()
    lock.release()
    expect(readdirSync(dataDir)).toEqual([])
  })

  test('takes over from a process that is gone, from one that only has its pid, and from a damaged lock', () => {
    const gone = Number(execFileSync(process.execPath, ['-p', 'process.pid'], { encoding: 'utf8' }))
    const texts = [
      JSON.stringify({ pid: gone, startMark: null, startedAt: '2026-01-01T00:00:00Z' }),
      JSON.stringify({ pid: process.pid, startMark: 'another boot:1', startedAt: '2026-01-01T00:00:00Z' }),
      '',
      '{"pid":',
      'null',
      '{"pid":-1}',
    ]
    for (const text of texts) {
      const dataDir = temporaryFolder()
      writeFileSync(join(dataDir, LOCK_FILE), text)
      const lock = takeImportLock(dataDir)
      expect(JSON.parse(readFileSync(join(dataDir, LOCK_FILE), 'utf8'))).toMatchObject({ pid: process.pid })
      lock.release()
    }
  })

  test('deletes what imports left that were killed while taking the lock, and nothing of those that run', () => {
    const dataDir = temporaryFolder()
    const gone = Number(execFileSync(process.execPath, ['-p', 'process.pid'], { encoding: 'utf8' }))
    const running = process.ppid
    const leave = (name: string, text: string, ageMs = 0) => {
      const path = join(dataDir, `${LOCK_FILE}.${name}`)
      writeFileSync(path, text)
      const writtenAt = new Date(Date.now() - ageMs)
      utimesSync(path, writtenAt, writtenAt)
    }
    const holder = (pid: number) => JSON.stringify({ pid, startMark: null, startedAt: '2026-01-01T00:00:00Z' })
    leave('a', holder(gone))
    leave('b', '', STALE_MS + 60_000)
    leave('c.dead', holder(gone), STALE_MS + 60_000)
    leave('d', holder(running))
    leave('e', '')
    leave('f.dead', holder(gone))
    const lock = takeImportLock(dataDir)
    expect(readdirSync(dataDir).sort()).toEqual([LOCK_FILE, `${LOCK_FILE}.d`, `${LOCK_FILE}.e`, `${LOCK_FILE}.f.dead`])
    lock.release()
  })

  test('lets one of many imports go on that find the lock of a dead process', async () => {
    const dataDir = temporaryFolder()
    writeFileSync(
      join(dataDir, LOCK_FILE),
      JSON.stringify({ pid: 2 ** 22 + 1, startMark: null, startedAt: '2026-01-01T00:00:00Z' }),
    )
    const all = await Promise.all(Array.from({ length: 6 }, () => hold(dataDir)))
    for (const { child } of all) child.kill('SIGKILL')
    expect(all.filter(({ said }) => said === 'taken')).toHaveLength(1)
    expect(all.filter(({ said }) => said.startsWith('Another import'))).toHaveLength(5)
  })

  test('never releases or confirms a lock that is not its own any more', () => {
    const dataDir = temporaryFolder()
    const lock = takeImportLock(dataDir)
    writeFileSync(join(dataDir, LOCK_FILE), 'somebody else')
    expect(() => lock.confirm()).toThrow(/^Another import is working in/)
    lock.release()
    expect(existsSync(join(dataDir, LOCK_FILE))).toBe(true)
  })

  test('a live pid of this host does not keep the lock of another host that gave no sign of life for two minutes', () => {
    const dataDir = temporaryFolder()
    writeElsewhere(dataDir, process.pid, STALE_MS + 1000)
    const lock = takeImportLock(dataDir)
    lock.confirm()
    lock.release()
    expect(readdirSync(dataDir)).toEqual([])
  })

  test('a pid that nobody has here does not free the lock of another host that is alive', () => {
    const dataDir = temporaryFolder()
    writeElsewhere(dataDir, 2 ** 22 + 1, STALE_MS - 30_000)
    expect(() => takeImportLock(dataDir)).toThrow(
      /^Another import \(pid 4194305 on box-7, since .*\) is working in .*: wait for it to end, then start again; if that host is gone, its lock ends 2 minutes after it\.$/,
    )
    expect(readdirSync(dataDir)).toEqual([LOCK_FILE])
  })

  test('a lock that is held gives signs of life while its process computes, and is still its own', () => {
    const dataDir = temporaryFolder()
    const path = join(dataDir, LOCK_FILE)
    const lock = takeImportLock(dataDir, { beatEveryMs: 2 })
    const before = statSync(path).size
    const until = Date.now() + 20_000
    // nothing else of this thread runs meanwhile, as in a pass of an import
    while (statSync(path).size === before && Date.now() < until);
    expect(statSync(path).size).toBeGreaterThan(before)
    lock.confirm()
    lock.release()
    expect(existsSync(path)).toBe(false)
  })

  test('a heartbeat never restores a lock that was released or taken over', async () => {
    const dataDir = temporaryFolder()
    const path = join(dataDir, LOCK_FILE)
    const lock = takeImportLock(dataDir, { beatEveryMs: 2 })
    const before = statSync(path).size
    await vi.waitFor(() => expect(statSync(path).size).toBeGreaterThan(before), { timeout: 10_000 })
    writeFileSync(path, 'taken over')
    expect(() => lock.confirm()).toThrow(/^Another import/)
    lock.release()
    expect(readFileSync(path, 'utf8').trimEnd()).toBe('taken over')
    rmSync(path)
    const again = takeImportLock(dataDir)
    again.release()
    expect(readdirSync(dataDir)).toEqual([])
  })
})

/** A lock of another host, whose last sign of life was some time ago. */
function writeElsewhere(dataDir: string, pid: number, agoMs: number): void {
  const path = join(dataDir, LOCK_FILE)
  const place = 'another boot pid:[4026532000]'
  writeFileSync(
    path,
    JSON.stringify({ pid, place, hostName: 'box-7', startMark: null, startedAt: '2026-01-01T00:00:00Z' }),
  )
  const at = new Date(Date.now() - agoMs)
  utimesSync(path, at, at)
}
