// Source: feedbin/support#515, alphagov/finder-frontend#169.

import { describe, expect, test } from 'vitest'
import { readChanges, writeChangesFeed } from '../../src/site/changes-feed.ts'

const LINES = [
  '- added: `/metrics` is served by the **operations** listener only (`OPS_PORT`, see [deploy](docs/deploy.md)), together with `/healthz` and whatever else is there to be seen by machines.',
  '- changed: short one',
  '- Breaking: `max_sac` is *gone*.',
]
const changelog = (lines: readonly string[]) => `# Changes\n\n## 1.2.0 (2026-01-02)\n\n${lines.join('\n')}\n`
const feed = (lines: readonly string[], site = 'https://maps.example') =>
  writeChangesFeed(readChanges(changelog(lines)), site)
const all = (xml: string, name: string) =>
  [...xml.matchAll(new RegExp(`<${name}>([^<]*)</${name}>`, 'g'))].map((m) => m[1])

describe('the change feed', () => {
  test('names entries by their text: ids last when a line is added before or the address changes', () => {
    const ids = all(feed(LINES), 'id')
    expect(new Set(ids).size).toBe(LINES.length + 1)
    expect(all(feed(LINES, 'http://localhost:4001'), 'id')).toEqual(ids)
    const more = all(feed(['- added: a new one', ...LINES]), 'id')
    expect(ids.every((id) => more.includes(id))).toBe(true)
    for (const id of ids)
      expect(id).toMatch(/^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  })

  test('titles are text in whole words, at most 120 letters', () => {
    const [, long, short, breaking] = all(feed(LINES), 'title')
    expect([short, breaking]).toEqual(['short one', 'max_sac is gone'])
    expect(long).toBe(
      '/metrics is served by the operations listener only (OPS_PORT, see deploy), together with /healthz and whatever else is',
    )
    expect(feed(LINES)).not.toMatch(/`|\*\*|\]\(/)
  })

  test('a line that stands twice is one entry', () => {
    expect(all(feed([LINES[1], LINES[1]]), 'id')).toHaveLength(2)
  })
})
