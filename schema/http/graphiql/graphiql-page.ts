// GraphiQL as one page that works offline: its scripts are inside. Tabs hold examples that work on what is published:
// their waypoints come from the release. Made once per release in a process of its own (render-graphiql.ts): the
// bundler takes a hundred megabytes, of which the server keeps only the packed page.

import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import type { Services } from '../../../src/services.ts'
import type { Page } from '../../../src/server/send-answer.ts'
import { exampleTabs } from './example-tabs.ts'

/**
 * `waypoints`: two `[lon, lat]` places that a route joins; null while nothing is published. `site`: where the map is.
 * Throws Error.
 */
async function buildGraphiqlPage(
  waypoints: readonly (readonly [number, number])[] | null,
  site: string,
): Promise<Page> {
  const child = spawn(process.execPath, [fileURLToPath(new URL('./render-graphiql.ts', import.meta.url))], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  child.stdin.end(JSON.stringify({ site, tabs: exampleTabs(waypoints) }))
  const parts: Buffer[] = []
  child.stdout.on('data', (part: Buffer) => parts.push(part))
  const exitCode = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  if (exitCode !== 0) throw new Error(`GraphiQL could not be made (exit status ${exitCode})`)
  const output = Buffer.concat(parts)
  const policyEnd = output.indexOf('\n')
  const html = output.subarray(policyEnd + 1)
  const etag = `W/"${createHash('sha256').update(html).digest('base64url').slice(0, 22)}"`
  return { html, etag, policy: output.toString('latin1', 0, policyEnd) }
}

/** Builds one page per release, with examples from what is published. */
export function graphiqlPages({
  releases,
  publicSiteUrl,
}: Pick<Services, 'releases' | 'publicSiteUrl'>): () => Promise<Page> {
  let madeFor: string | null | undefined
  let page: Promise<Page> | undefined
  return () => {
    const live = releases.findLive()
    const id = live?.id ?? null
    if (page === undefined || madeFor !== id) {
      madeFor = id
      page = buildGraphiqlPage(live?.example?.waypoints ?? null, publicSiteUrl)
      page.catch(() => (page = undefined)) // the next request tries again
    }
    return page
  }
}
