// The command `npm run import`: builds one release from map and height files and publishes it. Progress goes to
// standard error, the summary to standard output. Exit status 0 if the release is live, 1 with one sentence if it is
// not.

import { setFlagsFromString } from 'node:v8'
import { loadEnvFile } from '../config/command-line.ts'
import { inDataFolder } from '../config/data-folder.ts'
import { VARIABLES } from '../config/variables.ts'
import { ServiceError } from '../errors.ts'
import { isDiskFull } from '../config/start-error.ts'
import { parseArguments, IMPORT_HELP, type ImportArguments } from './parse-arguments.ts'
import { createProgress, type Progress, type ProgressOutput } from './progress-bar.ts'
import type { ImportOptions } from './run-import.ts'
import { ImportFault, toFailureText } from './import-failure.ts'
import { toSummaryText } from './summary.ts'

/** Output streams of a command. */
export interface CommandOutput {
  stdout: { write(text: string): unknown }
  stderr: ProgressOutput
}

/**
 * Runs the command; returns the exit status. `options` and `output` are for other callers of the same import, and for
 * tests.
 */
export async function importOsm(
  argv: readonly string[],
  environment: Record<string, string | undefined>,
  options: ImportOptions = {},
  output: CommandOutput = process,
): Promise<number> {
  return runCommand(async (progress) => {
    const args = parseArguments(argv, environment)
    if (args === null) return IMPORT_HELP
    if (args.shards !== null) return (await import('./import-shards.ts')).importShards(args, args.shards, progress)
    // the catalogue of a region with a name is its file: the database holds that of the data folder itself
    const databaseUrl = args.region === '' ? readDatabaseUrl(environment) : null
    return importAndSummarise(args, progress, { ...options, databaseUrl })
  }, output)
}

/**
 * Sets the young generation of each thread's heap to 8 MB, for a process that is an import, which makes many
 * short-lived arrays. If V8 may let it grow, it takes 120 MB more and saves no time. At 1 MB, where it starts,
 * collections take a sixth of each thread's time; at 8 MB they take a third of that. Parallel helpers for collections
 * would cost the import's own threads more time than they save.
 */
export function keepHeapSmall(): void {
  setFlagsFromString('--semi-space-growth-factor=1')
  setFlagsFromString('--min-semi-space-size=8')
  setFlagsFromString('--no-parallel-scavenge')
}

/** Runs the import and returns the text for standard output. Throws ImportFault if nothing was published. */
export async function importAndSummarise(
  args: ImportArguments,
  progress: Progress,
  options: ImportOptions,
): Promise<string> {
  // the heavy modules are loaded only once the arguments are valid
  const { runImport } = await import('./run-import.ts')
  try {
    const result = await inDataFolder(args.dataDir, () =>
      runImport(args, progress, options).catch((thrown: unknown) => {
        const disk = args.workDir === null ? args.dataDir : `${args.dataDir} or ${args.workDir}`
        throw isDiskFull(thrown) ? new ImportFault(toFailureText(thrown, progress.current, disk), thrown) : thrown
      }),
    )
    const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage()
    const cost = { peakBytes: maxRSS * 1024, processorMs: (userCPUTime + systemCPUTime) / 1000 }
    return toSummaryText(result, args, progress.times, cost)
  } catch (thrown) {
    throw new ImportFault(toFailureText(thrown, progress.current, args.dataDir), thrown)
  }
}

/**
 * Reads DATABASE_URL; returns null if it is not set. Throws ServiceError `invalid_input` for anything but an address of
 * PostgreSQL.
 */
export function readDatabaseUrl(environment: Record<string, string | undefined>): string | null {
  const given = environment.DATABASE_URL?.trim() ?? ''
  try {
    return VARIABLES.databaseUrl.read(given) || null
  } catch (cause) {
    throw new ServiceError(
      'invalid_input',
      `DATABASE_URL is not an address of PostgreSQL: ${(cause as Error).message}.`,
      { cause },
    )
  }
}

/** Runs `work` with progress on standard error; prints its text, or one sentence if it throws. */
export async function runCommand(
  work: (progress: Progress) => Promise<string>,
  { stdout, stderr }: CommandOutput = process,
): Promise<number> {
  const progress = createProgress(stderr)
  try {
    stdout.write(`${await work(progress)}\n`)
    return 0
  } catch (thrown) {
    const stage = progress.current
    if (stderr.isTTY && stage !== null) stderr.write('\n')
    const { sentence, stack } = toFailureText(thrown, stage, 'the temporary folder')
    stderr.write(`${sentence}\n`)
    if (stack !== null) stderr.write(`${stack}\n`)
    return 1
  }
}

/** A command as a process: the variables of --env-file first, and a sentence if it cannot be read. */
export async function runMain(command: () => Promise<number>): Promise<number> {
  try {
    loadEnvFile(process.argv.slice(2))
  } catch (thrown) {
    process.stderr.write(`${(thrown as Error).message}\n`)
    return 1
  }
  return command()
}

if (import.meta.main) {
  keepHeapSmall()
  process.exitCode = await runMain(() => importOsm(process.argv.slice(2), process.env))
}
