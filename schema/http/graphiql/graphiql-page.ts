// GraphiQL as one page that works offline: its scripts are inside. Tabs hold examples that work on what is published:
// their waypoints come from the release. Made once per release in a process of its own (render-graphiql.ts): the
// bundler takes a hundred megabytes, of which the server keeps only the packed page.

import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import type { LonLat } from '../../../src/geo/lon-lat.ts'
import type { Services } from '../../../src/services.ts'
import type { Page } from '../../../src/server/send-answer.ts'
import { toGlobalId } from '../../nodes.ts'
import { type ExamplePlaces, exampleTabs } from './example-tabs.ts'

/** `site`: where the map is. Throws Error. */
async function buildGraphiqlPage(places: ExamplePlaces, site: string): Promise<Page> {
  const child = spawn(process.execPath, [fileURLToPath(new URL('./render-graphiql.ts', import.meta.url))], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  child.stdin.end(JSON.stringify({ site, tabs: exampleTabs(places) }))
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

/** The largest around a point, which has the most in it; its id. Null too while no places can be read. */
async function findArea(places: Services['places'], point: LonLat | undefined): Promise<string | null> {
  if (point === undefined) return null
  const [areas] = await places.findAreaIds([point]).catch(() => [[]])
  return areas.length === 0 ? null : toGlobalId('Place', areas.at(-1)!)
}

/** Builds one page per release, with examples from what is published. */
export function graphiqlPages({
  releases,
  places,
  publicSiteUrl,
}: Pick<Services, 'releases' | 'places' | 'publicSiteUrl'>): () => Promise<Page> {
  let madeFor: string | null | undefined
  let page: Promise<Page> | undefined
  return () => {
    const live = releases.findLive()
    const id = live?.id ?? null
    if (page === undefined || madeFor !== id) {
      madeFor = id
      const waypoints = live?.example?.waypoints ?? null
      page = findArea(places, waypoints?.[0]).then((area) => buildGraphiqlPage({ waypoints, area }, publicSiteUrl))
      page.catch(() => (page = undefined)) // the next request tries again
    }
    return page
  }
}
