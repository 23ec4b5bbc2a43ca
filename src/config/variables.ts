// Every variable, in the order in which `--help` and docs/configuration.md show them, and the configuration that they
// make.

import { DATA_VARIABLES } from './data-variables.ts'
import { LOAD_VARIABLES } from './load-variables.ts'
import { SERVICE_VARIABLES } from './service-variables.ts'
import type { Variable } from './variable.ts'

export const VARIABLES = { ...SERVICE_VARIABLES, ...DATA_VARIABLES, ...LOAD_VARIABLES }

export type Config = {
  -readonly [K in keyof typeof VARIABLES]: (typeof VARIABLES)[K] extends Variable<infer T> ? T : never
}

/** One line per variable: name, meaning, default if there is one. */
export function describeConfig(): string {
  const variables = Object.values(VARIABLES)
  const width = Math.max(...variables.map(({ name }) => name.length))
  return variables
    .map((v) => `  ${v.name.padEnd(width)}  ${v.meaning}${v.fallback === '' ? '' : ` (default ${v.fallback})`}`)
    .join('\n')
}
