// The lines about keys in docs/operate.md, run in their order as they stand there.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { runKeysCommand } from '../../src/keys/keys-command.ts'

const PAGE = readFileSync(fileURLToPath(new URL('../../docs/operate.md', import.meta.url)), 'utf8')
const NOW_MS = Date.UTC(2026, 10, 21, 12)
/** How the page writes the beginning of a key. */
const A_KEY = 'svc_AbCdEfGh'
const folder = mkdtempSync(join(tmpdir(), 'waypost-operate-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const lines = [...PAGE.matchAll(/^npm run keys -- (.+)$/gm)].map(([, line]) => line.replace(/\s+#.*$/, ''))
const wordsOf = (line: string) => [...line.matchAll(/'([^']*)'|\S+/g)].map(([word, quoted]) => quoted ?? word)

test('every line about keys runs as it stands, and does what it says', async () => {
  // as the first start leaves it
  writeFileSync(join(folder, 'live.json'), '{}')
  const said: Record<string, string> = {}
  let key = ''
  for (const line of lines) {
    const words = wordsOf(line.replace(A_KEY, key))
    const text = await runKeysCommand([...words, '--data', folder], {}, NOW_MS)
    said[line] = text
    key = /^svc_\S+$/m.exec(text)?.[0].slice(0, 12) ?? key
  }
  expect(lines.map((line) => line.split(' ')[0])).toEqual([
    ...['create', 'create', 'list', 'show', 'rotate', 'revoke', 'plan'],
  ])
  const [server, page, list, show, rotate, revoke, plan] = lines.map((line) => said[line])
  expect(server).toMatch(/^svc_[0-9A-Za-z]{32}$/m)
  expect(page).toMatch(/^svc_pub_[0-9A-Za-z]{32}$/m)
  expect(list).toMatch(/my-app[\s\S]*my-page|my-page[\s\S]*my-app/)
  expect(show).toContain('my-page')
  expect(rotate).toMatch(/^svc_(?:pub_)?[0-9A-Za-z]{32}$/m)
  expect(revoke).toMatch(/revoked/i)
  expect(plan).toMatch(/my-app[\s\S]*pro/)
})
