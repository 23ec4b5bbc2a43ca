// `npm run pack`: makes the map of an area into one file for apps, lists and removes such files. A running server
// serves what is there, so nothing is restarted. Progress goes to standard error, the result to standard output.

import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { inDataFolder } from '../config/data-folder.ts'
import { ServiceError } from '../errors.ts'
import { PACK_EXTENSION, PACKS_FOLDER, openPackStore } from '../map/packs/pack-store.ts'
import { findPointer, readRelease } from '../releases/read-release.ts'
import type { ReleaseInfo } from '../releases/release-info.ts'
import { toFailureText } from './import-failure.ts'
import { runMain } from './import-osm.ts'
import { PACK_HELP, parsePackArguments, type MakePack } from './pack-arguments.ts'
import { createProgress, toCount, toSize, type Progress, type ProgressOutput } from './progress-bar.ts'

export interface PackOutput {
  stdout: { write(text: string): unknown }
  stderr: ProgressOutput
}

/** Runs the command; returns the exit status: 0, or 1 with one sentence on standard error. */
export async function runPackCommand(
  argv: readonly string[],
  environment: Record<string, string | undefined>,
  { stdout, stderr }: PackOutput = process,
): Promise<number> {
  const progress = createProgress(stderr)
  try {
    const say = (text: string) => void stdout.write(`${text}\n`)
    await run(argv, environment, progress, say)
    return 0
  } catch (thrown) {
    const { sentence, stack } = toFailureText(thrown, progress.current, 'the data folder')
    stderr.write(`${sentence.replace(/ Nothing was published\.$/, '')}\n${stack ?? ''}`)
    return 1
  }
}

async function run(
  argv: readonly string[],
  environment: Record<string, string | undefined>,
  progress: Progress,
  say: (text: string) => void,
): Promise<void> {
  const args = parsePackArguments(argv, environment)
  if (args === null) return say(PACK_HELP)
  if (args.action === 'list') return say(await list(args.dataDir))
  if (args.action === 'remove') return say(remove(args.dataDir, args.name))
  return inDataFolder(args.dataDir, () => make(args, progress, say))
}

async function make(args: MakePack, progress: Progress, say: (text: string) => void): Promise<void> {
  const release = readLive(args.dataDir)
  // the heavy modules are loaded only once the arguments are valid
  const { planPack } = await import('./plan-pack.ts')
  const plan = await planPack(args, release)
  try {
    const isCut = plan.bbox.some((edge, i) => edge !== args.bbox[i])
    say(
      `${args.name}: ${plan.bbox.join(',')} of ${release.id}${isCut ? ' (the part of --bbox that lies in the region)' : ''}`,
    )
    for (const { artifact, places, bytes } of plan.archives) {
      const date = artifact.sourceTs === null ? 'data of an unknown date' : `data of ${artifact.sourceTs.slice(0, 10)}`
      say(
        `  ${artifact.name.padEnd(9)} ${toCount(places.length).padStart(8)} tiles  ${toSize(bytes).padStart(9)}  ${date}`,
      )
    }
    say(`${toSize(plan.bytes)} of tiles; styles, glyphs and names come on top.`)
    if (args.isDry) return say('Nothing was written.')
    const { buildPack } = await import('./build-pack.ts')
    const { path, bytes, facts } = await buildPack(args, release, plan, progress)
    const names = facts.names === null ? '' : `, ${toCount(facts.names.count)} names`
    say(`${path}: ${toSize(bytes)}${names}\nServed as GET /packs/v1/${args.name}.`)
  } finally {
    await plan.close()
  }
}

async function list(dataDir: string): Promise<string> {
  const packs = await openPackStore(dataDir).list()
  if (packs.length === 0) return `There are no packs in ${join(dataDir, PACKS_FOLDER)}.`
  return packs
    .map(({ facts, bytes }) => `${facts.name}  ${toSize(bytes)}  ${facts.bbox.join(',')}  from ${facts.release.id}`)
    .join('\n')
}

function remove(dataDir: string, name: string): string {
  const path = join(dataDir, PACKS_FOLDER, `${name}${PACK_EXTENSION}`)
  if (!existsSync(path)) throw mistake(`There is no pack "${name}": see npm run pack -- list.`)
  rmSync(path)
  return `${name} was removed.`
}

function readLive(dataDir: string): ReleaseInfo {
  try {
    const pointer = findPointer(dataDir)
    if (pointer !== null) return readRelease(dataDir, pointer.release, pointer.promotedAt)
  } catch (thrown) {
    if (!(thrown instanceof RangeError)) throw thrown
    throw mistake(`${thrown.message}: run the import again.`, thrown)
  }
  throw mistake(`Nothing is published in ${dataDir}: import a region first, or name the data folder with --data.`)
}

function mistake(sentence: string, cause?: unknown): ServiceError {
  return new ServiceError('invalid_input', sentence, { cause })
}

if (import.meta.main) process.exitCode = await runMain(() => runPackCommand(process.argv.slice(2), process.env))
