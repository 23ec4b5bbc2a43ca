// The conformance run itself: ours passes it whole, and it sees every single thing that is broken in an answer.

import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { XMLParser } from 'fast-xml-parser'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runKeysCommand } from '../../src/keys/keys-command.ts'
import { copyDemo } from '../support/prepared-regions.ts'
import { type RealServer, startRealServer } from '../support/real-server.ts'
import { breakAnswer, distort, failedChecks, type Recorded } from './break-answers.ts'
import { type BreakingProxy, startBreakingProxy } from './breaking-proxy.ts'
import { conformanceCommand } from './conformance-command.ts'
import { commonChecks, judge } from './judge.ts'
import { OPERATIONS } from './operations/index.ts'
import type { Answer, Exchange, OneCheck } from './operation.ts'
import { nameOf } from './report.ts'
import { type Run, runConformance } from './run-conformance.ts'

const HERE = fileURLToPath(new URL('.', import.meta.url))
let dataDir: string
let server: RealServer
let key: string
let run: Run
const recorded: Recorded[] = []

async function createKey(...args: string[]): Promise<string> {
  return JSON.parse(await runKeysCommand(['create', ...args, '--data', dataDir, '--json'], {})).key
}

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'waypost-conformance-'))
  await copyDemo(dataDir)
  key = await createKey('--project', 'conformance', '--plan', 'business')
  const browserKey = await createKey('--project', 'page', '--browser', '--origin', 'https://page.example')
  server = await startRealServer({ METERING: 'on', CPU_BUDGET: 'off' }, dataDir)
  run = await runConformance({
    operations: OPERATIONS,
    api: server.api,
    site: server.site,
    key,
    browserKey,
    box: null,
    isMetered: true,
    nowMs: Date.now(),
    onExchange: (one, context) => recorded.push({ one, context }),
  })
}, 180_000)
afterAll(async () => {
  await server.stop()
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
})

describe('ours', () => {
  test('conforms, every question asked and answered', () => {
    expect(run.results.filter(({ outcome }) => outcome === 'failed')).toEqual([])
    expect(run.unanswered).toEqual([])
    expect(recorded).toHaveLength(new Set(run.results.map((one) => `${one.operation}: ${one.case}`)).size)
  })

  test('shows what nearly every check is about', () => {
    const seen = new Set(
      run.results.filter(({ outcome }) => outcome === 'passed').map((one) => `${one.operation}: ${one.check}`),
    )
    const unseen = new Set(run.results.map((one) => `${one.operation}: ${one.check}`).filter((one) => !seen.has(one)))
    // the demo region is small, well mapped, and its weather never fails
    expect([...unseen].sort()).toEqual([
      'route: code leg_too_long',
      'route: trip.legs[].maneuvers[].street_names: a list',
      'route: trip.legs[].maneuvers[].street_names[]: a string',
      'status: stale[]: a string',
      'waypoint-route: code leg_too_long',
      'weather: points[].reasons[]: a string',
    ])
  })
})

describe('a broken answer', () => {
  test('fails precisely the check of what is broken: status, each field, code, message', () => {
    const tried = new Set<string>()
    const wrong: string[] = []
    for (const one of recorded)
      for (const { how, answer, check } of breakAnswer(one)) {
        const id = `${one.context.operation.id}: ${how}: ${check}`
        if (tried.has(id)) continue
        tried.add(id)
        const failed = failedChecks(one, answer)
        if (failed.length !== 1 || failed[0] !== check) wrong.push(`${id}: ${failed.join(' and ') || 'nothing'} failed`)
      }
    expect(wrong).toEqual([])
    expect(tried.size).toBeGreaterThan(1500)
  })

  test('fails every check of headers and every law, each by some change', () => {
    const unbroken = new Set<string>()
    const broken = new Set<string>()
    for (const one of recorded) {
      const { operation } = one.context
      const passed = new Set(
        judge(one.one, one.context)
          .filter(({ outcome }) => outcome === 'passed')
          .map(({ check }) => check),
      )
      let left = checksOf(one).filter(({ name }) => passed.has(name) && !broken.has(`${operation.id}: ${name}`))
      for (const answer of left.length === 0 ? [] : distort(one)) {
        if (left.length === 0) break
        if (!left.some((check) => mayFail(check, { ...one.context, answer }))) continue
        const failed = failedChecks(one, answer)
        for (const { name } of left) if (failed.includes(name)) broken.add(`${operation.id}: ${name}`)
        left = left.filter(({ name }) => !failed.includes(name))
      }
      for (const { name } of left) unbroken.add(`${operation.id}: ${name}`)
    }
    expect([...unbroken].filter((check) => !broken.has(check))).toEqual([])
    expect(broken.size).toBeGreaterThan(500)
  })
})

const checksOf = ({ one, context }: Recorded): OneCheck[] =>
  [...one.checks, ...commonChecks(context.operation, one)].filter(
    (check): check is OneCheck => check.kind === 'header' || check.kind === 'law',
  )

/** Without a look at the fields, which costs most: what may fail is judged in full. */
function mayFail(check: OneCheck, context: Exchange): boolean {
  try {
    return typeof check.judge(context) === 'string'
  } catch {
    return true
  }
}

describe('the command', () => {
  let broken: ((path: string, answer: Answer) => Partial<Answer>) | null = null
  let proxy: BreakingProxy
  beforeAll(async () => {
    proxy = await startBreakingProxy(server.api, (path, answer) => broken?.(path, answer) ?? {})
  })
  afterAll(() => proxy.close())

  async function command(...args: string[]): Promise<{ status: number; out: string; err: string }> {
    const reported = { out: '', err: '' }
    const status = await conformanceCommand(args, {
      out: (text) => (reported.out += text),
      err: (text) => (reported.err += text),
    })
    return { status, ...reported }
  }
  const overProxy = (only: string, ...more: string[]) =>
    command(proxy.url, '--site', server.site, '--key', key, '--only', only, ...more)
  const failures = (out: string): string[] => [...out.matchAll(/^FAILED {2}(.*?) {2}\[/gm)].map(([, name]) => name)

  test('passes ours through a proxy that breaks nothing, and writes JUnit', async () => {
    const file = join(dataDir, 'junit.xml')
    const { status, out } = await overProxy('trail', '--junit', file)
    expect(failures(out)).toEqual([])
    expect(status).toBe(0)
    const { testsuites } = new XMLParser({ ignoreAttributes: false }).parse(readFileSync(file, 'utf8'))
    expect(testsuites.testsuite.map((suite: any) => suite['@_name'])).toEqual([
      'trails',
      'trails-bbox',
      'trail-relation',
    ])
    expect(Number(testsuites['@_failures'])).toBe(0)
    expect(testsuites.testsuite[0].testcase).toHaveLength(Number(testsuites.testsuite[0]['@_tests']))
  })

  test.each([
    {
      what: 'a field that is gone',
      only: 'status',
      change: (path: string, { json }: Answer) =>
        path === '/tiles/v1/status' ? { json: { ...(json as object), checked_at: undefined } } : {},
      fails: ['status: tells the age of each artifact: checked_at: a time with its offset'],
    },
    {
      what: 'a field of another type',
      only: 'manifest',
      change: (path: string, { json }: Answer) =>
        path.startsWith('/pmtiles') && json !== undefined && 'artifacts' in (json as object)
          ? {
              json: {
                artifacts: { ...(json as any).artifacts, terrain: { ...(json as any).artifacts.terrain, version: 7 } },
              },
            }
          : {},
      fails: ['manifest: names what is published: artifacts.terrain.version: a string'],
    },
    {
      what: '500 for 422',
      only: 'roundtrips',
      change: (_: string, { json }: Answer) =>
        (json as any)?.error?.code === 'setting_refused' ? { status: 500 } : {},
      fails: ['roundtrips: refuses a bicycle type on foot: status 422'],
    },
    {
      what: 'a header that is gone',
      only: 'trails-bbox',
      change: (path: string, { headers: { ratelimit: _, ...headers } }: Answer) =>
        path.endsWith('&limit=1') ? { headers } : {},
      fails: ['trails-bbox: one of them: header RateLimit'],
    },
  ])('sees $what', async ({ only, change, fails }) => {
    broken = change
    const { status, out } = await overProxy(only)
    broken = null
    expect(failures(out)).toEqual(fails)
    expect(out).toContain('does not conform: 1 check failed')
    expect(status).toBe(1)
  })

  test('tells a server that cannot be reached from one that does not conform', async () => {
    const { status, out, err } = await command('http://127.0.0.1:9', '--site', 'http://127.0.0.1:9')
    expect(status).toBe(2)
    expect(err).toMatch(/cannot be reached, which says nothing of conformance[\s\S]*(ECONNREFUSED|bad port)/)
    expect(out).toBe('')
  })

  test('says how it is used', async () => {
    expect(await command('--help')).toMatchObject({ status: 0, out: expect.stringContaining('--junit FILE') })
    for (const args of [[], ['nowhere'], ['http://a', '--only', 'nothing'], ['http://a', '--box', '1,2'], ['--wrong']])
      expect((await command(...args)).status, args.join(' ')).toBe(2)
  })
})

test('it is written from the interface: it imports nothing of the server', () => {
  const files = readdirSync(HERE, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.ts') && !name.endsWith('.test.ts'),
  )
  expect(files.length).toBeGreaterThan(20)
  for (const name of files) {
    const sources = [...readFileSync(join(HERE, name), 'utf8').matchAll(/from '([^']+)'/g)].map(([, source]) => source)
    for (const source of sources.filter((one) => !one.startsWith('node:'))) {
      const file = resolve(HERE, dirname(name), source)
      expect(file.startsWith(HERE) && existsSync(file), `${name} imports ${source}`).toBe(true)
    }
  }
})

test('every check names where it is stated', () => {
  for (const one of run.results) expect(one.section, nameOf(one)).toMatch(/^([1-9](\.\d+)?|[a-z][a-z0-9-]+)$/)
})
