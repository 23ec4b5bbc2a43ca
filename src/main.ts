// `npm start`. The modules of the service load after the compile cache is on: kept on disk, they need no TypeScript
// stripper in memory (20 MB a thread), and later starts are quicker. Threads and child processes inherit it.

import { lstatSync, mkdirSync } from 'node:fs'
import { enableCompileCache, flushCompileCache } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

keepCompiledModules()
const { runService } = await import('./start/run-service.ts')
await runService()

/** In a folder that only this user can write: another user could leave code to run in a shared one. */
function keepCompiledModules(): void {
  const uid = process.getuid?.()
  const folder = process.env.NODE_COMPILE_CACHE ?? join(tmpdir(), `waypost-compiled-${uid ?? 'modules'}`)
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const found = lstatSync(folder)
    if (uid !== undefined && (found.uid !== uid || (found.mode & 0o022) !== 0 || !found.isDirectory())) return
  } catch {
    return
  }
  process.env.NODE_COMPILE_CACHE = folder
  enableCompileCache(folder)
  setTimeout(flushCompileCache, 3000).unref()
}
