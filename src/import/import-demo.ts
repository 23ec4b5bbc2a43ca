// Makes the demo region in a temporary folder and imports it like real data. The server runs this as a child process at
// its first start: node src/import/import-demo.ts [--data DIR] [--keep N]
// The release states that everything in it is synthetic.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { importAndSummarise, keepHeapSmall, readDatabaseUrl, runCommand } from './import-osm.ts'
import { parseArguments } from './parse-arguments.ts'

const DEMO_NAME = 'demo'

/** Returns the exit status. `argv` may contain --data and --keep. */
async function importDemo(argv: readonly string[], environment: Record<string, string | undefined>): Promise<number> {
  return runCommand(async (progress) => {
    const args = parseArguments(['demo.osm.pbf', ...argv, '--name', DEMO_NAME, '--dem', 'demo.hgt'], environment)
    if (args === null)
      return 'Makes the synthetic demo region and publishes it: node src/import/import-demo.ts [--data DIR] [--keep N]'
    const { makeDemo } = await import('../demo/make-demo.ts')
    const folder = mkdtempSync(join(tmpdir(), 'waypost-demo-'))
    const remove = () => rmSync(folder, { recursive: true, force: true })
    stopCleanly(remove)
    try {
      progress.begin('demo region', 'make the island')
      const { pbfPath, demPaths, example } = await makeDemo(folder)
      return await importAndSummarise({ ...args, pbfPaths: [pbfPath], demPaths }, progress, {
        example,
        databaseUrl: readDatabaseUrl(environment),
      })
    } finally {
      remove()
    }
  })
}

/** If the server is stopped during its first start, this process stops too and deletes the files it made. */
function stopCleanly(remove: () => void): void {
  for (const [signal, status] of [
    ['SIGTERM', 143],
    ['SIGINT', 130],
    ['SIGHUP', 129],
  ] as const) {
    process.once(signal, () => {
      remove()
      process.exit(status)
    })
  }
}

if (import.meta.main) {
  keepHeapSmall()
  process.exitCode = await importDemo(process.argv.slice(2), process.env)
}
