// `npm run releases`: lists what is published in a data folder, rolls back to an earlier release, and prunes what is
// not needed. A change is one rename of the pointer, under the import lock; running servers apply it within seconds.
// With DATABASE_URL the places of the database are changed too.

import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { VARIABLES } from '../config/variables.ts'
import { ServiceError } from '../errors.ts'
import { findPointer, listReleaseFolders, readRelease } from '../maps/read-release.ts'
import { RELEASES_FOLDER, type LivePointer } from '../maps/release-manifest.ts'
import type { ReleaseInfo } from '../release-info.ts'
import { CATALOGUE_FILE } from './build-catalogue-file.ts'
import { toFailureText } from './import-failure.ts'
import { takeImportLock } from './import-lock.ts'
import { readDatabaseUrl } from './import-osm.ts'
import { readFolder } from './parse-arguments.ts'
import { toCount, toSize } from './progress-bar.ts'
import { promoteRelease, removeBuildingFolder, removeRetired } from './publish-release.ts'
import { tryRelease } from './try-release.ts'

const RELEASES_HELP = `Shows and changes which release is served. Running servers take a change up within seconds.

  npm run releases -- list             the live release and the retired ones, newest first, with counts and sizes
  npm run releases -- rollback [ID]    makes the previous release, or the named one, live again once its canaries answer
  npm run releases -- prune [--keep N] removes retired releases beyond N, and what killed imports left behind

Options:
  --data DIR   data folder (default: DATA_DIR, else "${VARIABLES.dataDir.fallback}"); with DATABASE_URL set a rollback changes that database too
  --region N   the region of that name, in regions/N of the data folder
  --keep N     retired releases to keep (default: KEEP_RELEASES, else ${VARIABLES.keepReleases.fallback}); one retired less than a minute ago is kept too
  --json       print JSON instead of text (list)
  --help       this text`

const ACTIONS = ['list', 'rollback', 'prune']

/** Returns the text to print. Throws ServiceError with one sentence. */
export async function runReleasesCommand(
  argv: readonly string[],
  environment: Record<string, string | undefined>,
  nowMs = Date.now(),
): Promise<string> {
  const { values, positionals } = readOptions(argv)
  const [action, ...rest] = positionals
  if (values.help === true || action === undefined) return RELEASES_HELP
  if (!ACTIONS.includes(action)) throw mistake(`There is no action "${action}": it is one of ${ACTIONS.join(', ')}.`)
  if (rest.length > (action === 'rollback' ? 1 : 0)) throw mistake(`${action} takes no "${rest.at(-1)}".`)
  const { dataDir: folder, region } = readFolder(values, environment)
  const dataDir = resolve(folder)
  const pointer = readPointer(dataDir)
  if (action === 'list') return list(dataDir, pointer, values.json ?? false)
  const lock = takeImportLock(dataDir)
  try {
    if (action === 'rollback')
      return await rollBack(dataDir, pointer, rest[0], region === '' ? readDatabaseUrl(environment) : null, nowMs)
    const keepText = values.keep ?? (environment.KEEP_RELEASES?.trim() || VARIABLES.keepReleases.fallback)
    return prune(dataDir, pointer, readKeep(keepText), nowMs)
  } finally {
    lock.release()
  }
}

function list(dataDir: string, pointer: LivePointer, asJson: boolean): string {
  const rows = [
    { id: pointer.release, state: 'live', promotedAt: pointer.promotedAt as string | null },
    ...pointer.retired.map(({ release, promotedAt }) => ({ id: release, state: 'retired', promotedAt })),
  ].map((row) => {
    try {
      const { counts, artifacts } = readRelease(dataDir, row.id, row.promotedAt)
      const bytes = artifacts.reduce((sum, artifact) => sum + (artifact.bytes ?? 0), 0)
      return { ...row, bytes: bytes as number | null, counts, problem: null as string | null }
    } catch (thrown) {
      if (!(thrown instanceof RangeError)) throw thrown
      return { ...row, bytes: null, counts: {}, problem: thrown.message }
    }
  })
  if (asJson) return JSON.stringify(rows, null, 2)
  const known = new Set(rows.map(({ id }) => id))
  const others = listReleaseFolders(dataDir).filter((id) => !known.has(id))
  const lines = rows.map(({ id, state, promotedAt, bytes, counts, problem }) => {
    const what =
      problem ?? `${toSize(bytes ?? 0)}, ${toCount(counts.edges ?? 0)} edges, ${toCount(counts.places ?? 0)} places`
    return `${state.padEnd(8)} ${id}  promoted ${promotedAt ?? 'at an unknown time'}  ${what}`
  })
  if (others.length > 0) lines.push(`never promoted, prune removes them: ${others.join(', ')}`)
  return lines.join('\n')
}

async function rollBack(
  dataDir: string,
  pointer: LivePointer,
  wanted: string | undefined,
  databaseUrl: string | null,
  nowMs: number,
): Promise<string> {
  const id = wanted ?? pointer.retired[0]?.release
  if (id === undefined) throw mistake('There is no release before the live one: see npm run releases -- list.')
  if (id === pointer.release) throw mistake(`${id} is live already.`)
  if (!pointer.retired.some(({ release }) => release === id))
    throw mistake(`There is no retired release "${id.slice(0, 120)}": see npm run releases -- list.`)
  let release: ReleaseInfo
  try {
    release = readRelease(dataDir, id, null)
  } catch (thrown) {
    throw mistake(`It cannot be served: ${(thrown as Error).message}.`, thrown)
  }
  const folder = join(dataDir, RELEASES_FOLDER, id)
  await tryRelease(folder, release, null)
  const { version } = release.artifacts.find(({ name }) => name === 'catalogue')!
  const loaded =
    databaseUrl === null
      ? null
      : await (await import('../../db/load-postgres.ts')).loadPostgres(databaseUrl, {
          path: join(folder, CATALOGUE_FILE),
          version,
          releaseId: id,
        })
  try {
    promoteRelease(dataDir, id, nowMs)
  } catch (thrown) {
    await loaded?.giveUp().catch(() => {})
    throw thrown
  }
  await loaded?.promote()
  return `${id} is live again in place of ${pointer.release}, which is kept as retired.`
}

function prune(dataDir: string, pointer: LivePointer, keep: number, nowMs: number): string {
  removeBuildingFolder(dataDir)
  const { removed, problems } = removeRetired(dataDir, pointer, { keep, nowMs })
  return [removed.length === 0 ? 'Nothing to remove.' : `Removed: ${removed.join(', ')}.`, ...problems].join('\n')
}

/** Lists retired releases only if their folders still exist. */
function readPointer(dataDir: string): LivePointer {
  let pointer: LivePointer | null
  try {
    pointer = findPointer(dataDir)
  } catch (thrown) {
    throw mistake(`${(thrown as Error).message}: run the import again.`, thrown)
  }
  if (pointer === null) throw mistake(`Nothing is published in ${dataDir}: name the data folder with --data.`)
  const there = new Set(listReleaseFolders(dataDir))
  return { ...pointer, retired: pointer.retired.filter(({ release }) => there.has(release)) }
}

function readKeep(text: string): number {
  try {
    return VARIABLES.keepReleases.read(text)
  } catch (cause) {
    throw mistake(`--keep is "${text.slice(0, 40)}": ${(cause as Error).message}.`, cause)
  }
}

function readOptions(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: {
        data: { type: 'string' },
        region: { type: 'string' },
        keep: { type: 'string' },
        json: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    })
  } catch (cause) {
    throw mistake(`${(cause as Error).message.split('.')[0]}: see npm run releases -- --help.`, cause)
  }
}

function mistake(sentence: string, cause?: unknown): ServiceError {
  return new ServiceError('invalid_input', sentence, { cause })
}

if (import.meta.main) {
  runReleasesCommand(process.argv.slice(2), process.env).then(
    (text) => process.stdout.write(`${text}\n`),
    (thrown: unknown) => {
      const { sentence, stack } = toFailureText(thrown, null, 'the data folder')
      process.stderr.write(`${sentence.replace(/ Nothing was published\.$/, '')}\n${stack ?? ''}`)
      process.exitCode = 1
    },
  )
}
