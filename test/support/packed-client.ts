// The client package as npm would publish it from a clean checkout, packed once for all files of a run. To be read
// only.

import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { trackedFiles } from './ask-git.ts'
import { onceARun } from './prepared-regions.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const run = promisify(execFile)

export interface PackedClient {
  tarball: string
  /** what is in it, as an install unpacks it */
  folder: string
}

export async function packedClient(): Promise<PackedClient> {
  const made = await onceARun('client', async (building) => {
    const checkout = join(building, 'checkout')
    for (const file of trackedFiles('clients/typescript', 'schema/schema.graphql', 'LICENSE', 'tsconfig.json')) {
      mkdirSync(dirname(join(checkout, file)), { recursive: true })
      cpSync(join(ROOT, file), join(checkout, file))
    }
    symlinkSync(join(ROOT, 'node_modules'), join(checkout, 'node_modules'))
    await run('npm', ['pack', '--silent', '--pack-destination', building], {
      cwd: join(checkout, 'clients/typescript'),
    })
    await run('tar', ['-xzf', tarballIn(building), '-C', building])
    rmSync(checkout, { recursive: true })
  })
  return { tarball: tarballIn(made), folder: join(made, 'package') }
}

function tarballIn(folder: string): string {
  return join(folder, readdirSync(folder).find((name) => name.endsWith('.tgz'))!)
}
