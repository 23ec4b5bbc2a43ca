import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { freeSecond } from '../../src/import/publish-release.ts'

test('of three that are named at once, each gets a second of its own, in their order', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'waypost-second-'))
  try {
    const fromMs = Date.UTC(2026, 0, 1, 12, 0, 58, 900)
    for (let n = 0; n < 3; n++) {
      const at = await freeSecond((one) => readdirSync(folder).includes(nameOf(one)), fromMs)
      mkdirSync(join(folder, nameOf(at)))
    }
    expect(readdirSync(folder).sort()).toEqual(['2026-01-01T12:00:58', '2026-01-01T12:00:59', '2026-01-01T12:01:00'])
  } finally {
    rmSync(folder, { recursive: true })
  }
})

const nameOf = (at: Date) => at.toISOString().slice(0, 19)
