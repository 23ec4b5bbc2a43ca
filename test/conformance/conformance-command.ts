// `npm run conformance -- URL`: holds any server against the interface that Waypost implements and prints what came of
// it. Ends with 0 where it conforms, 1 where a check failed, 2 where it could not be asked.

import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { GivenUp, NetworkFailure, overHttp } from './client.ts'
import type { Box } from './lines.ts'
import { OPERATIONS } from './operations/index.ts'
import { junitText, tableText } from './report.ts'
import { runConformance } from './run-conformance.ts'

const HELP = `npm run conformance -- URL [--site URL] [--key KEY] [options]

Asks every operation of the interface at URL and checks fields, errors, limits and headers of the answers. Nothing is
assumed about the region: places and paths to ask about come from the server itself. Uses up to 400 credits.

  --site URL         the site host (forecast, capabilities); without it the one that /openapi.json names
  --key KEY          a server key: checks credits too. Nobody else should use it meanwhile
  --browser-key KEY  a key for web pages: checks that it is refused from other origins
  --box W,S,E,N      where the region is, in degrees, if the capabilities do not tell
  --unmetered        the server counts neither credits nor rates
  --only TEXT        operations whose name holds TEXT
  --all              prints every check, not only those that failed
  --junit FILE       writes the results as JUnit XML
  --help             this text

Sections in brackets are those of the interface (2.9), or decisions in docs/decisions (layouts).
`

export interface Output {
  out: (text: string) => void
  err: (text: string) => void
}

/** The exit status. */
export async function conformanceCommand(args: readonly string[], { out, err }: Output): Promise<number> {
  const options = readOptions(args)
  if (options === 'help') return out(HELP), 0
  if (typeof options === 'string') return err(`${options}\n\n${HELP}`), 2
  try {
    const site = options.site ?? (await findSite(options.api))
    if (site === null) err('The address of the site is not known: its operations are left out. Give --site.\n')
    if (options.isMetered)
      err(
        `Takes up to 400 credits ${options.key === null ? 'of this address; --key KEY takes those of a key' : 'of the key'}.\n`,
      )
    const run = await runConformance({ ...options, site, nowMs: Date.now() })
    out(tableText(run, options.operations, options.all))
    if (options.junit !== undefined) writeFileSync(options.junit, junitText(run, options.operations))
    for (const reason of run.unanswered) err(`No answer: ${reason}\n`)
    if (run.results.some(({ outcome }) => outcome === 'failed')) return 1
    if (run.unanswered.length > 0)
      return err('Some requests were not answered, which says nothing of conformance.\n'), 2
    if (run.results.every(({ outcome }) => outcome !== 'passed')) return err('Nothing could be checked.\n'), 2
    return 0
  } catch (error) {
    if (error instanceof NetworkFailure)
      err(`The server cannot be reached, which says nothing of conformance.\n${error.message}\n`)
    else if (error instanceof GivenUp) err(`The server does not let the run go on: ${error.message}\n`)
    else throw error
    return 2
  }
}

function readOptions(args: readonly string[]) {
  let parsed: ReturnType<typeof parse>
  try {
    parsed = parse(args)
  } catch (error) {
    return (error as Error).message
  }
  const { values, positionals } = parsed
  if (values.help) return 'help' as const
  if (positionals.length !== 1 || !URL.canParse(positionals[0])) return 'Give the URL of one server.'
  if (values.site !== undefined && !URL.canParse(values.site)) return `--site is no URL: ${values.site}`
  const box = values.box?.split(',').map(Number) ?? null
  if (box !== null && (box.length !== 4 || !box.every(Number.isFinite))) return '--box takes west,south,east,north.'
  const operations = OPERATIONS.filter(({ id }) => id.includes(values.only))
  if (operations.length === 0) return `No operation has "${values.only}" in its name.`
  return {
    operations,
    api: positionals[0].replace(/\/+$/, ''),
    site: values.site?.replace(/\/+$/, '') ?? null,
    key: values.key ?? null,
    browserKey: values['browser-key'] ?? null,
    box: box as Box | null,
    isMetered: !values.unmetered,
    all: values.all,
    junit: values.junit,
  }
}

const parse = (args: readonly string[]) =>
  parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      site: { type: 'string' },
      key: { type: 'string' },
      'browser-key': { type: 'string' },
      box: { type: 'string' },
      unmetered: { type: 'boolean', default: false },
      only: { type: 'string', default: '' },
      all: { type: 'boolean', default: false },
      junit: { type: 'string' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })

/** Decision `hosts`: the OpenAPI document holds the whole REST layer; a path of the site names its server there. */
async function findSite(api: string): Promise<string | null> {
  const { json } = await overHttp(`${api}/openapi.json`, { host: 'api', method: 'GET', path: '' }, {})
  const url = (json as any)?.paths?.['/api/route/capabilities']?.servers?.[0]?.url
  return typeof url === 'string' && URL.canParse(url) ? url.replace(/\/+$/, '') : null
}

if (import.meta.main)
  process.exitCode = await conformanceCommand(process.argv.slice(2), {
    out: (text) => process.stdout.write(text),
    err: (text) => process.stderr.write(text),
  })
