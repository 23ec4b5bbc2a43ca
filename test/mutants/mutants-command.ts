// `npm run mutants -- FOLDER`: puts small faults into the files of a folder, one at a time, and says which of them the
// tests did not notice. Works on a copy of the checkout in a temporary folder, so that no file of the checkout is
// ever changed.

import { spawn } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readCommandLine } from '../../src/config/command-line.ts'
import { ServiceError } from '../../src/errors.ts'
import { askGit, trackedFiles } from '../support/ask-git.ts'
import { seededRandom } from '../support/random-graph.ts'
import { type PlacedFault, chooseFaults } from './choose-faults.ts'
import { putInto } from './faults.ts'

const HELP = `npm run mutants -- FOLDER [--count 20] [--seed N] [--minutes 3]

Puts small faults into the files of a folder (such as src/routing/matrix), or into one file, one at a time: flipped
comparisons, swapped arguments, lost null checks, wrong units, lost parts of keys, removed statements. Runs the test
that mirrors the file, then those of its folder, and prints each fault that no test noticed.

  --count N      faults to try (default: 20)
  --seed N       chooses others (default: the day)
  --minutes N    tests that take longer have noticed (default: 3)
  --help         this text
`
const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** The tests of a file, nearest first: its mirror, then its folder's, or those of the next folder that has some. */
function testsOf(file: string): string[] {
  const mirror = join('test', file.replace(/^src\//, ''))
  let folder = dirname(mirror)
  while (!existsSync(join(ROOT, folder))) folder = dirname(folder)
  return [...[mirror.replace(/\.ts$/, '.test.ts')].filter((path) => existsSync(join(ROOT, path))), `${folder}/`]
}

/** All files of the checkout as they are now, with the packages and the shared data of the checkout. */
function copyCheckout(): string {
  const folder = mkdtempSync(join(tmpdir(), 'mutants-'))
  const copy = join(folder, 'checkout')
  for (const file of askGit('ls-files', '--cached', '--others', '--exclude-standard').split('\n'))
    if (file !== '' && existsSync(join(ROOT, file))) cpSync(join(ROOT, file), join(copy, file))
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'))
  if (existsSync(join(ROOT, '../shared'))) symlinkSync(join(ROOT, '../shared'), join(folder, 'shared'))
  return copy
}

/** Whether the tests pass; not if they take longer than `mostMs`. */
function passes(copy: string, words: readonly string[], mostMs: number): Promise<boolean> {
  const vitest = join(copy, 'node_modules/vitest/vitest.mjs')
  const child = spawn(process.execPath, [vitest, 'run', '--maxWorkers=1', ...words], {
    cwd: copy,
    stdio: 'ignore',
    detached: true,
  })
  return new Promise((resolve) => {
    const end = () => process.kill(-child.pid!, 'SIGKILL')
    const timer = setTimeout(end, mostMs)
    process.prependOnceListener('exit', end)
    child.once('exit', (code) => {
      clearTimeout(timer)
      process.removeListener('exit', end)
      resolve(code === 0)
    })
  })
}

/** Test files that fail without a fault: nothing can be said by them. */
async function brokenFiles(copy: string, folder: string, mostMs: number): Promise<string[]> {
  const report = join(dirname(copy), 'report.json')
  rmSync(report, { force: true })
  if (await passes(copy, ['--reporter=json', `--outputFile=${report}`, folder], mostMs)) return []
  if (!existsSync(report))
    throw new ServiceError('invalid_input', `${folder} takes longer than --minutes allows, without a fault.`)
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as {
    testResults: { name: string; status: string }[]
  }
  return testResults.filter(({ status }) => status === 'failed').map(({ name }) => relative(copy, name))
}

async function isNoticed(copy: string, fault: PlacedFault, broken: readonly string[], mostMs: number) {
  const path = join(copy, fault.file)
  const text = readFileSync(path, 'utf8')
  writeFileSync(path, putInto(text, fault))
  try {
    const left = broken.map((tests) => `--exclude=${tests}`)
    for (const tests of testsOf(fault.file))
      if (!broken.includes(tests) && !(await passes(copy, ['--bail=1', ...left, tests], mostMs))) return true
    return false
  } finally {
    writeFileSync(path, text)
  }
}

async function run(): Promise<void> {
  const { values, positionals } = readCommandLine('mutants', process.argv.slice(2), {
    count: { type: 'string', default: '20' },
    seed: { type: 'string', default: new Date().toISOString().slice(0, 10).replaceAll('-', '') },
    minutes: { type: 'string', default: '3' },
  })
  if (values.help) return void process.stdout.write(HELP)
  const [count, seed, minutes] = [Number(values.count), Number(values.seed), Number(values.minutes)]
  const files = positionals.length === 1 ? trackedFiles(positionals[0]).filter(isSource) : []
  if (files.length === 0 || !(count >= 1) || !Number.isInteger(seed) || !(minutes > 0))
    throw new ServiceError('invalid_input', 'One folder with source files and positive numbers: see --help.')

  const texts = new Map(files.map((file) => [file, readFileSync(join(ROOT, file), 'utf8')]))
  const faults = chooseFaults(texts, count, seededRandom(seed))
  const copy = copyCheckout()
  process.on('exit', () => rmSync(dirname(copy), { recursive: true, force: true }))
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(1))

  const mostMs = minutes * 60_000
  const broken: string[] = []
  for (const folder of new Set(faults.map(({ file }) => testsOf(file).at(-1)!)))
    broken.push(...(await brokenFiles(copy, folder, 2 * mostMs)))
  for (const tests of broken) process.stdout.write(`not run, fails without a fault: ${tests}\n`)

  let noticed = 0
  for (const fault of faults) {
    const isSeen = await isNoticed(copy, fault, broken, mostMs)
    if (isSeen) noticed++
    process.stdout.write(`${isSeen ? 'noticed  ' : 'UNNOTICED'} ${fault.file}:${fault.line} ${fault.kind}\n`)
    if (!isSeen) process.stdout.write(`  - ${fault.before.trim()}\n  + ${fault.after.trim()}\n`)
  }
  process.stdout.write(`${noticed} of ${faults.length} noticed (seed ${seed})\n`)
}

function isSource(file: string): boolean {
  return /\.ts$/.test(file) && !/^test\/|\.d\.ts$|\/generated\/|\/i18n\//.test(file)
}

try {
  await run()
} catch (error) {
  if (!(error instanceof ServiceError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 2
}
