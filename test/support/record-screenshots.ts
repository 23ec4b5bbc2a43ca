// `npm run screenshots [name ...]`: takes the pictures of docs/screenshots again (all, or those named), where the page,
// the map or the demo region has changed its looks. Needs Chromium.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { DOC_PICTURES, packPicture, PICTURES_FOLDER, type DocPicture } from './doc-pictures.ts'
import { startRealServer, type RealServer } from './real-server.ts'

/** A picture is taken when so many in a row are the same, and nothing has come for this long. */
const SAME_IN_A_ROW = 4
const QUIET_MS = 5000
const PAUSE_MS = 1500
const MOST_PICTURES = 100

async function take(server: RealServer, picture: DocPicture): Promise<void> {
  const { shoot, quietMs, faults, close } = await picture.open(server, picture.scale)
  try {
    let last = await shoot()
    for (let i = 0, same = 1; same < SAME_IN_A_ROW || quietMs() < QUIET_MS; i++) {
      if (i === MOST_PICTURES) throw new Error(`${picture.name} does not come to rest`)
      await sleep(PAUSE_MS)
      const next = await shoot()
      same = next.equals(last) ? same + 1 : 1
      last = next
    }
    if (faults.length > 0) throw new Error(`${picture.name}: ${faults.join('\n')}`)
    writeFileSync(join(PICTURES_FOLDER, `${picture.name}.webp`), await packPicture(last))
  } finally {
    await close()
  }
}

const names = process.argv.slice(2)
const unknown = names.filter((name) => !DOC_PICTURES.some((picture) => picture.name === name))
if (unknown.length > 0) throw new Error(`No picture is called ${unknown.join(', ')}`)
const server = await startRealServer()
try {
  for (const picture of DOC_PICTURES)
    if (names.length === 0 || names.includes(picture.name)) await take(server, picture)
} finally {
  await server.stop()
}
process.exit()
