// `npm run examples [-- --readme]`: asks the demo region the requests of rest-compat/examples.ts and writes the
// answers, cut to what a reader needs, into rest-compat/example-answers.json; asks the query of README.md, too, and
// writes the answer beside it. To be run where an answer has changed its shape.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ExampleRequest, answerName, exampleAddress, examplesOf, PLAIN } from '../../rest-compat/examples.ts'
import type { OperationRoute } from '../../rest-compat/operation-route.ts'
import { OPERATION_ROWS } from '../../rest-compat/routes.ts'
import { runKeysCommand } from '../../src/keys/keys-command.ts'
import { type RealServer, startRealServer } from './real-server.ts'
import { walkedGpx, walkedPoints } from './recorded-walk.ts'

const MOST_ITEMS = 2
const MOST_NUMBERS = 8
const MOST_LETTERS = 160
const MOST_COLUMNS = 120

/** A request as it can be sent today: in time for the forecast, with a whole recording. */
function liveRequest(row: OperationRoute, example: ExampleRequest): { path: string; body?: string } {
  const path = exampleAddress(row, { parameters: example.parameters })
  return row.method === 'GET' ? { path } : { path, body: JSON.stringify(liveInput(row, example)) }
}

/** Parameters of path and query, or the body. */
export function liveInput(row: OperationRoute, { parameters, body }: ExampleRequest): Record<string, unknown> {
  if (row.method === 'GET') return { ...parameters }
  return {
    ...body,
    ...(row.operation.id === 'route-weather' ? { departure: new Date(Date.now() + 7_200_000).toISOString() } : {}),
    ...(row.operation.id === 'walker' ? { recordings: [{ gpx: walkedGpx(walkedPoints(1)) }] } : {}),
  }
}

export async function askExample(
  server: Pick<RealServer, 'api' | 'site'>,
  row: OperationRoute,
  key: string | null,
  name = PLAIN,
): Promise<Response> {
  const { path, body } = liveRequest(row, examplesOf(row).get(name)!)
  return fetch(`${row.host === 'site' ? server.site : server.api}${path}`, {
    method: row.method,
    headers: {
      'content-type': 'application/json',
      ...(row.operation.takesKey && key !== null ? { 'x-api-key': key } : {}),
    },
    body,
  })
}

/** Lists cut to two items and short lists of numbers and words left whole, long texts cut. */
export function shortened(value: unknown): unknown {
  if (typeof value === 'string') return value.length > MOST_LETTERS ? `${value.slice(0, MOST_LETTERS)}...` : value
  if (typeof value !== 'object' || value === null) return value
  if (!Array.isArray(value))
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shortened(inner)]))
  const isPlain = value.every((item) => typeof item !== 'object')
  return value.slice(0, isPlain ? MOST_NUMBERS : MOST_ITEMS).map(shortened)
}

const README = new URL('../../README.md', import.meta.url)

/** README.md with the answer of this server to its query beside it. */
export async function readmeAnswered(api: string): Promise<string> {
  const readme = readFileSync(README, 'utf8')
  const [, query] = /```graphql\n([\s\S]*?)```/.exec(readme)!
  const response = await fetch(`${api}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query }),
  })
  const answer = compact(await response.json())
  return readme.replace(/```json\n[\s\S]*?```/, () => `\`\`\`json\n${answer}\n\`\`\``)
}

/** JSON in as few lines as fit. */
function compact(value: unknown, indent = ''): string {
  const flat = JSON.stringify(value, null, 1).replaceAll(/\n\s*/g, ' ')
  if (indent.length + flat.length <= MOST_COLUMNS || typeof value !== 'object' || value === null) return flat
  const inner = `${indent}  `
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  const lines: string[] = []
  for (const [key, member] of Object.entries(value)) {
    const text = `${Array.isArray(value) ? '' : `${JSON.stringify(key)}: `}${compact(member, inner)}`
    const joined = `${lines.at(-1)}, ${text}`
    if (lines.length > 0 && !joined.includes('\n') && joined.length <= MOST_COLUMNS) lines[lines.length - 1] = joined
    else lines.push(inner + text)
  }
  return `${open}\n${lines.join(',\n')}\n${indent}${close}`
}

async function record(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'waypost-examples-'))
  const server = await startRealServer({ METERING: 'on', CPU_BUDGET: 'off' }, dataDir)
  try {
    const made = await runKeysCommand(['create', '--project', 'example', '--data', dataDir, '--json'], {})
    const { key } = JSON.parse(made) as { key: string }
    await new Promise((resolve) => setTimeout(resolve, 2500))
    writeFileSync(README, await readmeAnswered(server.api))
    if (process.argv.includes('--readme')) return
    const answers: Record<string, unknown> = {}
    for (const row of OPERATION_ROWS) {
      if (row.plain === true || row.picture !== undefined) continue
      const id = row.operationId ?? row.operation.id
      for (const name of examplesOf(row).keys()) {
        const response = await askExample(server, row, key, name)
        if (!response.ok) throw new Error(`${id}: ${response.status} ${await response.text()}`)
        answers[answerName(id, name)] = shortened(await response.json())
      }
    }
    // addresses as people have them, and the day that the request names
    const text = JSON.stringify(answers, null, 1)
      .replaceAll(server.api, 'http://localhost:4000')
      .replaceAll(server.site, 'http://localhost:4001')
    writeFileSync(new URL('../../rest-compat/example-answers.json', import.meta.url), `${text}\n`)
  } finally {
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
  }
}

if (import.meta.main) await record()
