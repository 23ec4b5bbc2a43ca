// The real import as a child process that dies at once, as by kill -9, when the publication reaches the step, or the
// import has finished the pass, named in STOP_AT. Only tests run it.

import { importOsm, keepHeapSmall } from '../../src/import/import-osm.ts'

keepHeapSmall()
const stopAt = (moment: string) => {
  if (moment === process.env.STOP_AT) process.kill(process.pid, 'SIGKILL')
}
process.exitCode = await importOsm(process.argv.slice(2), process.env, { onStep: stopAt, onPass: stopAt })
