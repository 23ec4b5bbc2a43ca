// The typed configuration, read from the environment once at start. All mistakes are reported together. Never falls
// back silently: an invalid value stops the start.

import { ConfigError } from './start-error.ts'
import { VARIABLES, type Config } from './variables.ts'

/** Variables that may hold a password: what is said of a wrong one instead of showing it. */
const SECRET_ADDRESSES: Record<string, string> = {
  DATABASE_URL: 'not an address of PostgreSQL',
  ARTIFACT_URL: 'not an address of a store',
  RELEASE_STORE: 'not a folder or an address of a store',
  RATE_STORE: 'neither postgres nor an address of Redis',
}

/** Read what a variable names, and throw Error with the reason if it cannot be used. */
export type FileChecks = { [K in keyof Config]?: (value: Config[K]) => unknown }

/**
 * Reads the environment. `checks` read the files that variables name, so that their mistakes are among the others.
 * Throws ConfigError naming every invalid variable.
 */
export function readConfig(environment: Record<string, string | undefined>, checks: FileChecks = {}): Config {
  const problems: string[] = []
  const config: Record<string, unknown> = {}
  for (const [key, variable] of Object.entries(VARIABLES)) {
    const given = environment[variable.name]?.trim()
    try {
      const value = variable.read(given === undefined || given === '' ? variable.fallback : given)
      ;(checks as Record<string, ((value: unknown) => unknown) | undefined>)[key]?.(value)
      config[key] = value
    } catch (error) {
      problems.push(
        `${variable.name} is ${SECRET_ADDRESSES[variable.name] ?? `"${given}"`}: ${(error as Error).message}`,
      )
    }
  }
  if (config.apiPort !== undefined && config.apiPort === config.sitePort && config.apiPort !== 0) {
    problems.push(`API_PORT and SITE_PORT are both ${String(config.apiPort)}: each listener needs its own port`)
  }
  for (const [key, name] of [
    ['apiPort', 'API_PORT'],
    ['sitePort', 'SITE_PORT'],
  ] as const)
    if (typeof config.opsPort === 'number' && config.opsPort === config[key] && config.opsPort !== 0)
      problems.push(`OPS_PORT and ${name} are both ${String(config.opsPort)}: each listener needs its own port`)
  if (config.trustedDocumentsMode === 'only' && config.trustedDocuments === '')
    problems.push('TRUSTED_DOCUMENTS_MODE is "only" and TRUSTED_DOCUMENTS names none: no document could run')
  if (config.rateStore === 'postgres' && config.databaseUrl === '')
    problems.push('RATE_STORE is "postgres" and DATABASE_URL names no database')
  if (config.explorerMap && config.explorerMapAttribution === '')
    problems.push('EXPLORER_MAP needs EXPLORER_MAP_ATTRIBUTION: the page names whose map it shows')
  if (config.explorerMap === '')
    for (const name of ['EXPLORER_MAP_NAME', 'EXPLORER_MAP_ATTRIBUTION', 'EXPLORER_MAP_HOSTS'])
      if ((environment[name] ?? '').trim() !== '') problems.push(`${name} is of no use without EXPLORER_MAP`)
  if (problems.length > 0) throw new ConfigError(problems)
  const complete = config as unknown as Config
  complete.publicApiUrl ||= `http://localhost:${complete.apiPort}`
  complete.publicSiteUrl ||= `http://localhost:${complete.sitePort}`
  return complete
}
