// The options of a command: one reader for all, so that each mistake gets the same sentence, a value may begin with a
// minus (`--core -9,36,3,44`), and every command finds the configuration of the service that it works for.

import { type ParseArgsConfig, parseArgs } from 'node:util'
import { ServiceError } from '../errors.ts'
import { VARIABLES } from './variables.ts'

type Options = NonNullable<ParseArgsConfig['options']>
/** What every command takes. */
const COMMON = {
  data: { type: 'string' },
  'env-file': { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const satisfies Options

/** For the help of every command. */
export const COMMON_HELP = `  --data DIR          data folder (default: DATA_DIR, else "${VARIABLES.dataDir.fallback}")
  --env-file FILE     the file that the service has its variables from, e.g. /etc/waypost.env; variables that are set win
  --help              this text`

/**
 * `command`: as in `npm run COMMAND`. Throws ServiceError `invalid_input`: an unknown option, a value that is missing.
 */
export function readCommandLine<const T extends Options>(command: string, argv: readonly string[], options: T) {
  const all = { ...options, ...COMMON } as T & typeof COMMON
  return parse(command, joinNegativeValues(argv, all), all)
}

/**
 * Puts the variables of --env-file into the environment of this process, those that are set excepted. For the entry of
 * a command, before it reads anything. Throws ServiceError `invalid_input` if the file cannot be read.
 */
export function loadEnvFile(argv: readonly string[]): void {
  const at = argv.findIndex((word) => word === '--env-file' || word.startsWith('--env-file='))
  if (at < 0) return
  const path = argv[at].includes('=') ? argv[at].slice('--env-file='.length) : (argv[at + 1] ?? '')
  try {
    process.loadEnvFile(path)
  } catch (cause) {
    const reason = (cause as NodeJS.ErrnoException).code === 'ENOENT' ? 'which is not there' : 'which cannot be read'
    throw new ServiceError('invalid_input', `--env-file is "${path}", ${reason}.`, { cause })
  }
}

function parse<T extends Options>(command: string, args: string[], options: T) {
  try {
    return parseArgs({ args, allowPositionals: true, options })
  } catch (cause) {
    const option = /'(?:-\w, )?(-{1,2}[^' =]+)/.exec((cause as Error).message)?.[1] ?? 'an option'
    const seeHelp = `see npm run ${command} -- --help.`
    const known = options[option.replace(/^-+/, '')]
    const sentence =
      known === undefined
        ? `There is no option ${option}: ${seeHelp}`
        : known.type === 'boolean'
          ? `${option} takes no value: ${seeHelp}`
          : `${option} needs a value after it: ${seeHelp}`
    throw new ServiceError('invalid_input', sentence, { cause })
  }
}

/** `--core -9,36` -> `--core=-9,36`: parseArgs would take the value for an option. */
function joinNegativeValues(argv: readonly string[], options: Options): string[] {
  const joined: string[] = []
  for (let i = 0; i < argv.length; i++) {
    const takesValue = argv[i].startsWith('--') && options[argv[i].slice(2)]?.type === 'string'
    if (takesValue && /^-[\d.]/.test(argv[i + 1] ?? '')) joined.push(`${argv[i]}=${argv[++i]}`)
    else joined.push(argv[i])
  }
  return joined
}
