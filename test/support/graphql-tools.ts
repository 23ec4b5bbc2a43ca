// Programs of others that read the printed schema, as their users run them. They want graphql 16, so they have a folder
// of their own (`npm ci --prefix test/graphql-tools`).

import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const FOLDER = `${ROOT}test/graphql-tools`

export const hasGraphqlTools = existsSync(`${FOLDER}/node_modules/.package-lock.json`)

/** Its output and exit status. Runs in the folder of the project unless `cwd` names another. */
export async function runGraphqlTool(
  script: string,
  words: readonly string[] = [],
  cwd = ROOT,
): Promise<{ status: number; stdout: string; stderr: string }> {
  const path = script.startsWith('/') ? script : `${FOLDER}/${script}`
  try {
    const options = { cwd, maxBuffer: 32 * 1_048_576 }
    return { status: 0, ...(await promisify(execFile)(process.execPath, [path, ...words], options)) }
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string }
    return { status: code, stdout, stderr }
  }
}
