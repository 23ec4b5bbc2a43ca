// The finished passes of an import: the file of each, and a record of what it was made from and of its result, so that
// an import that was killed goes on where it was. A record is written once its file is flushed, and is good only for
// the same input files (by their place, size and times), options and program; everything else is made again.

import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, realpathSync, renameSync, rmSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import { listDemFiles } from '../terrain/open-dem.ts'
import { flushToDisk, writeDurably } from './durable-files.ts'
import type { TaskInput, TaskName, TaskResult } from './import-tasks.ts'
import type { TaskLane } from './run-tasks.ts'

const RECORD = '.pass'

export interface PassOptions {
  /** of the release */
  folder: string
  /** of the records */
  recordFolder: string
  /** tells that a pass is kept from the import before */
  onKept: (name: TaskName) => void
  /** called once a pass is recorded */
  onFinished?: (name: TaskName) => void
}

interface PassRecord {
  fingerprint: string
  /** null: the pass makes none */
  bytes: number | null
  file: string
  result: unknown
}

export interface FinishedPasses {
  /** A lane that runs only what is not finished. */
  over(lane: TaskLane): TaskLane
}

/** Deletes what no record names: an import was killed while it wrote that. */
export function openPasses({ folder, recordFolder, onKept, onFinished }: PassOptions): FinishedPasses {
  mkdirSync(recordFolder, { recursive: true })
  const records = new Map<string, PassRecord>()
  for (const name of readdirSync(recordFolder)) {
    const record = name.endsWith(RECORD) ? findRecord(join(recordFolder, name), folder) : null
    if (record === null) rmSync(join(recordFolder, name), { recursive: true, force: true })
    else records.set(name.slice(0, -RECORD.length), record)
  }
  const recorded = new Set([...records.values()].map(({ file }) => file))
  for (const name of readdirSync(folder))
    if (!recorded.has(name)) rmSync(join(folder, name), { recursive: true, force: true })

  const run = async <T extends TaskName>(lane: TaskLane, name: T, input: TaskInput<T>): Promise<TaskResult<T>> => {
    const fingerprint = await fingerprintOf(name, input)
    const kept = records.get(name)
    if (kept?.fingerprint === fingerprint) {
      onKept(name)
      return kept.result as TaskResult<T>
    }
    const path = join(recordFolder, `${name}${RECORD}`)
    records.delete(name)
    for (const old of [path, input.outPath]) rmSync(old, { force: true })
    const result = await lane.run(name, input)
    keep(path, { fingerprint, file: basename(input.outPath), bytes: sizeOf(input.outPath), result }, input.outPath)
    onFinished?.(name)
    return result
  }
  return { over: (lane) => ({ run: (name, input) => run(lane, name, input) }) }
}

function keep(path: string, record: PassRecord, outPath: string): void {
  if (record.bytes !== null) flushToDisk(outPath)
  const draft = `${path}.new`
  rmSync(draft, { force: true })
  writeDurably(draft, [serialize(record)])
  renameSync(draft, path)
}

/** Null unless the record is whole and its file is as long as it says. */
function findRecord(path: string, folder: string): PassRecord | null {
  try {
    const record = deserialize(readFileSync(path)) as PassRecord
    return sizeOf(join(folder, record.file)) === record.bytes ? record : null
  } catch {
    return null
  }
}

function sizeOf(path: string): number | null {
  return statSync(path, { throwIfNoEntry: false })?.size ?? null
}

/** Of everything that the file of a pass depends on. Throws ServiceError `invalid_input` for missing files. */
async function fingerprintOf<T extends TaskName>(name: T, input: TaskInput<T>): Promise<string> {
  const { outPath, workFolder, mapPaths, demPaths, ...options } = input
  const demFiles: string[] = []
  for (const path of demPaths) demFiles.push(...(await listDemFiles(path)))
  const facts = [codeVersion(), name, mapPaths.map(stampOf), demFiles.map(stampOf), options]
  return createHash('sha256').update(JSON.stringify(facts, withMaps)).digest('hex')
}

function stampOf(path: string): string[] | string {
  const stat = statSync(path, { throwIfNoEntry: false, bigint: true })
  if (stat === undefined) return path // its task says what is wrong
  return [realpathSync(path), ...[stat.ino, stat.size, stat.mtimeNs, stat.ctimeNs].map(String)]
}

const withMaps = (_key: string, value: unknown): unknown => (value instanceof Map ? [...value] : value)

const ROOT = join(import.meta.dirname, '../..')
/** What an import may run. */
const FOLDERS = ['src', 'db']
const PAGES = join('src', 'web')

let known: string | null = null

/**
 * Which program this is: equal only where every source file, the versions of what it depends on and that of Node.js
 * are, so that files made by another one are never taken for its own.
 */
function codeVersion(): string {
  known ??= hashOfSources()
  return known
}

function hashOfSources(): string {
  const hash = createHash('sha256').update(process.version)
  for (const file of ['package-lock.json', ...FOLDERS.flatMap(listSources)])
    hash.update(`\n${file}\n`).update(readFileSync(join(ROOT, file)))
  return hash.digest('hex')
}

function listSources(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((name) => name.endsWith('.ts') && !name.startsWith(PAGES))
    .sort()
}
