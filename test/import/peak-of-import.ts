// The import as a child process that tells its own peak memory: `peak BYTES` on standard error at its end.

import { importOsm, keepHeapSmall } from '../../src/import/import-osm.ts'

process.on('exit', () => process.stderr.write(`peak ${process.resourceUsage().maxRSS * 1024}\n`))
keepHeapSmall()
process.exitCode = await importOsm(process.argv.slice(2), {})
