// `npm run bench -- explorer-interaction [rounds]`: interaction to next paint of the explorer with four routes shown,
// by the Event Timing API: of each click, key and drag the longest event, from the input to the frame after it. Those
// under 16 ms are not told by the browser and count as 16. Chromium draws in software and shares its cores with the
// server, so it is done twice: over land and water alone, which measures the page, and over the whole map.

import { cpus, loadavg } from 'node:os'
import { openPage } from '../support/open-browser.ts'
import { startRealServer } from '../support/real-server.ts'
import { performInteractions, thinOutStyle, type Timed } from './explorer/interactions.ts'

/** Target for the 95th percentile of all. */
const TARGET_MS = 100
const rounds = Number(process.argv[3] ?? 1)

const server = await startRealServer()
for (const [title, isWhole] of [
  ['land and water', false],
  ['the whole map', true],
] as const) {
  const open = await openPage(1280, 800)
  if (!isWhole) await thinOutStyle(open.page)
  const found: Timed[] = []
  for (let round = 0; round < rounds; round++) found.push(...(await performInteractions(open.page, server.site)))
  await open.close()
  print(title, found)
  if (open.faults.length > 0) console.log(`faults of the page: ${open.faults.join('; ')}`)
}
await server.stop()

function print(title: string, found: readonly Timed[]): void {
  const share = (values: readonly Timed[], part: number) =>
    values.map(({ ms }) => ms).sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * part))]
  console.log(
    `\n${title}; ${cpus().length} cores, load ${loadavg()[0].toFixed(1)} while measuring; ms, ${rounds} rounds`,
  )
  console.log('| what | interactions | p50 | p95 | most |\n| --- | --- | --- | --- | --- |')
  for (const [kind, group] of [...Map.groupBy(found, ({ kind }) => kind), ['all', found] as const])
    console.log(`| ${kind} | ${group.length} | ${share(group, 0.5)} | ${share(group, 0.95)} | ${share(group, 1)} |`)
  for (const { ms, kind, what } of found.toSorted((a, b) => b.ms - a.ms).slice(0, 8))
    console.log(`  ${ms} ms: ${kind}, ${what}`)
  const p95 = share(found, 0.95)
  console.log(`p95 of all ${p95} ms, asked for under ${TARGET_MS}: ${p95 < TARGET_MS ? 'held' : 'MISSED'}`)
}
// the browser is kept open for further pages
process.exit()
