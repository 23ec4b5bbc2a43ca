// The types, checked beside the tests rather than before them: what `npm run typecheck` runs.

import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const COMPILER = fileURLToPath(import.meta.resolve('typescript/package.json')).replace('package.json', 'bin/tsc')
const { scripts } = JSON.parse(readFileSync(`${ROOT}package.json`, 'utf8')) as { scripts: { typecheck: string } }

test.each(scripts.typecheck.split(' && '))(
  '%s finds no errors',
  async (command) => {
    const [program, ...words] = command.split(' ')
    expect(program).toBe('tsc')
    const child = spawn(process.execPath, [COMPILER, ...words], {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'inherit'],
      // the compiler is a Go program that soon ends: it need not collect its garbage so often
      env: { ...process.env, GOGC: '400' },
    })
    let said = ''
    child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()))
    const status = await new Promise<number | null>((resolve) => child.once('close', resolve))
    expect(said).toBe('')
    expect(status).toBe(0)
  },
  180_000,
)
