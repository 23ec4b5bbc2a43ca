// axe-core in a page that is open: what it finds.

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Which, and where; of all rules where none are named. */
export async function findings(page: Page, rules: readonly string[] | null = null): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(AXE)
  return page.evaluate(async (named) => {
    const { axe } = globalThis as unknown as { axe: { run(options: object): Promise<{ violations: any[] }> } }
    const chosen = named === null ? { rules: { 'target-size': { enabled: true } } } : { runOnly: named }
    const { violations } = await axe.run({ resultTypes: ['violations'], ...chosen })
    return violations.flatMap(({ id, nodes }) =>
      nodes.slice(0, 3).map((node: any) => `${id}: ${node.html.slice(0, 160)} ${node.any[0]?.message ?? ''}`),
    )
  }, rules)
}
