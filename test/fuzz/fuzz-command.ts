// `npm run fuzz -- [cases=20000] [operation=ID] [transport=rest|graphql] [seed=N] [case=K] [without=ID,ID]`: starts the
// real server on the demo region and sends cases made from each operation's own schema. Prints progress, statuses, and
// of each failure the seed and case that make it again. Ends with 1 where anything failed. Stops no server but its own.

import { watchedPid } from '../attack/watch-process.ts'
import { findRegion } from './region.ts'
import { fuzz, TARGETS } from './run-fuzz.ts'
import { startRealServer } from '../support/real-server.ts'

const given = new Map(process.argv.slice(2).map((word) => word.split('=', 2) as [string, string]))
const unknown = [...given.keys()].filter(
  (name) => !['cases', 'operation', 'transport', 'seed', 'case', 'field', 'without'].includes(name),
)
const number = (name: string, fallback: number): number => (given.has(name) ? Number(given.get(name)) : fallback)
const cases = given.has('case') ? 1 : number('cases', 20_000)
const seed = number('seed', 1)
const targets = TARGETS.filter(
  ({ name, operation, field }) =>
    (given.get('operation') ?? operation) === operation &&
    (given.get('field') ?? field?.name) === field?.name &&
    !(given.get('without') ?? '').split(',').includes(operation) &&
    name.startsWith(given.get('transport') ?? ''),
)
if (unknown.length > 0 || !Number.isInteger(cases) || !Number.isInteger(seed) || targets.length === 0) {
  process.stderr.write(
    'npm run fuzz -- [cases=20000] [operation=ID] [transport=rest|graphql] [field=NAME] [seed=N] [case=K] [without=ID,ID]\n',
  )
  process.exit(2)
}

const server = await startRealServer({ WEATHER_URL: 'off', REQUEST_TIMEOUT_MS: '14000' })
let failed = 0
try {
  const region = await findRegion(server.api)
  for (const target of targets) {
    const startedMs = Date.now()
    let reportedMs = startedMs
    const result = await fuzz(
      target,
      { api: server.api, site: server.site, region, pid: watchedPid(server.child.pid) },
      {
        cases,
        seed,
        from: number('case', 0),
        onProgress: (done) => {
          if (Date.now() - reportedMs < 30_000) return
          reportedMs = Date.now()
          process.stdout.write(`  ${target.name}: ${done} of ${cases}\n`)
        },
      },
    )
    const statuses = [...result.statuses]
      .sort((a, b) => b[1] - a[1])
      .map(([status, count]) => `${status}: ${count}`)
      .join(', ')
    process.stdout.write(
      `${result.failures.length === 0 ? 'ok    ' : 'FAILED'} ${target.name} (${target.operation}): ${result.cases} cases in ${Math.round((Date.now() - startedMs) / 1000)} s, slowest ${Math.round(result.slowestMs)} ms${result.busy > 0 ? `, ${result.busy} times busy, ${result.unjudged} not judged` : ''}; ${statuses}\n`,
    )
    for (const failure of result.failures) {
      failed++
      process.stdout.write(
        `  seed=${seed} case=${failure.case} operation=${target.operation}: ${failure.why}\n    ${failure.request.method} ${failure.request.path.slice(0, 500)} ${(failure.request.body ?? '').slice(0, 800)}\n    -> ${failure.answer.slice(0, 400)}\n`,
      )
    }
    if (server.child.exitCode !== null) throw new Error('the server has ended')
  }
} finally {
  const log = server
    .output()
    .split('\n')
    .filter((line) => line.includes('"level":"error"') || line.includes('"level":50') || line.includes('"level":60'))
  if (log.length > 0)
    process.stdout.write(`${log.length} errors in the server's log, the first: ${log[0].slice(0, 3000)}\n`)
  await server.stop()
}
process.exit(failed > 0 ? 1 : 0)
