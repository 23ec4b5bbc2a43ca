// The systemd units of examples/deploy, read by systemd's own check.

import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { VARIABLES } from '../../src/config/variables.ts'

const DEPLOY = fileURLToPath(new URL('../../examples/deploy', import.meta.url))
const UNITS = readdirSync(DEPLOY).filter((name) => /\.(service|timer)$/.test(name))
const folder = mkdtempSync(join(tmpdir(), 'waypost-units-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** systemd's words about the units, as if the checkout were in /opt/waypost. */
function verify(change: (text: string) => string): { status: number | null; said: string } {
  for (const name of UNITS) {
    const text = readFileSync(join(DEPLOY, name), 'utf8')
    const here = text.replaceAll('/opt/waypost/examples/deploy', DEPLOY)
    writeFileSync(join(folder, name), change(here))
  }
  const { status, stdout, stderr } = spawnSync(
    'systemd-analyze',
    ['verify', '--recursive-errors=no', ...UNITS.map((name) => join(folder, name))],
    { encoding: 'utf8' },
  )
  return { status, said: `${stdout}${stderr}` }
}

const hasSystemd = spawnSync('systemd-analyze', ['--version']).error === undefined

test.skipIf(!hasSystemd)('systemd finds no fault in the units', () => {
  expect(UNITS.length).toBeGreaterThanOrEqual(3)
  expect(verify((text) => text)).toEqual({ status: 0, said: '' })
})

test.skipIf(!hasSystemd)('and would find one', () => {
  expect(verify((text) => text.replace('Restart=', 'Restrat=')).said).toMatch('Restrat')
})

test('the units run the npm that is first in PATH', () => {
  const bin = join(folder, 'bin')
  mkdirSync(bin)
  writeFileSync(join(bin, 'npm'), '#!/bin/sh\necho "own npm $*"\n', { mode: 0o755 })
  const starts = UNITS.flatMap((name) => [
    ...readFileSync(join(DEPLOY, name), 'utf8').matchAll(/^ExecStart=(.*npm.*)$/gm),
  ])
  expect(starts.length).toBe(2)
  for (const [, line] of starts) {
    const { stdout } = spawnSync('sh', ['-c', line], { encoding: 'utf8', env: { PATH: `${bin}:${process.env.PATH}` } })
    expect(stdout).toMatch(/^own npm (start|run) /)
  }
})

test('every setting that a file of examples/deploy names is one of the server', () => {
  const known = new Set(Object.values(VARIABLES).map(({ name }) => name))
  const named = readdirSync(DEPLOY).flatMap((file) =>
    [...readFileSync(join(DEPLOY, file), 'utf8').matchAll(/\b(PUBLIC_\w+|TRUSTED_\w+|DATA_DIR|DATABASE_URL)\b/g)].map(
      ([name]) => name,
    ),
  )
  expect(named.length).toBeGreaterThan(10)
  expect(named.filter((name) => !known.has(name))).toEqual([])
})
