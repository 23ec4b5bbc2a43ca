// `npm run screenshots [name ...]`: takes the pictures of docs/screenshots again (all, or those named), where the page,
// the map or the demo region has changed its looks; `npm run screenshots explorer [name ...]` those of docs/explorer.md,
// with its text. Needs Chromium.

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { setTimeout as sleep } from 'node:timers/promises'
import { DOC_PICTURES, packPicture, PICTURES_FOLDER, type DocPicture } from './doc-pictures.ts'
import {
  EXPLORER_FOLDER,
  EXPLORER_PAGE,
  EXPLORER_PICTURES,
  type ExplorerPicture,
  openExplorerPicture,
  OUTLINES_FILE,
  outlineOf,
  pageWithPictures,
  readOutlines,
} from './explorer-pictures.ts'
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

async function takeExplorer(server: RealServer, picture: ExplorerPicture): Promise<string[]> {
  const { shownWidth, width } = picture.screen
  const { page, faults, close } = await openExplorerPicture(picture, server, shownWidth / width)
  try {
    await page.waitForLoadState('networkidle')
    let last = await page.screenshot()
    for (let same = 1; same < SAME_IN_A_ROW; ) {
      await sleep(PAUSE_MS)
      const next = await page.screenshot()
      same = next.equals(last) ? same + 1 : 1
      last = next
    }
    if (faults.length > 0) throw new Error(`${picture.name}: ${faults.join('\n')}`)
    const path = join(EXPLORER_FOLDER, `${picture.name}.webp`)
    await sharp(last).resize({ width: shownWidth }).webp({ quality: 72, effort: 6 }).toFile(path)
    return await outlineOf(page)
  } finally {
    await close()
  }
}

const isExplorer = process.argv[2] === 'explorer'
const names = process.argv.slice(isExplorer ? 3 : 2)
const known = (isExplorer ? EXPLORER_PICTURES : DOC_PICTURES).map(({ name }) => name)
const unknown = names.filter((name) => !known.includes(name))
if (unknown.length > 0) throw new Error(`No picture is called ${unknown.join(', ')}`)
const server = await startRealServer()
const isTaken = ({ name }: { name: string }) => names.length === 0 || names.includes(name)
try {
  if (isExplorer) {
    const outlines = names.length === 0 ? {} : readOutlines()
    for (const picture of EXPLORER_PICTURES.filter(isTaken))
      outlines[picture.name] = await takeExplorer(server, picture)
    const inOrder = Object.fromEntries(known.map((name) => [name, outlines[name]]))
    writeFileSync(OUTLINES_FILE, `${JSON.stringify(inOrder, null, 2)}\n`)
    writeFileSync(EXPLORER_PAGE, pageWithPictures(readFileSync(EXPLORER_PAGE, 'utf8')))
  } else for (const picture of DOC_PICTURES.filter(isTaken)) await take(server, picture)
} finally {
  await server.stop()
}
process.exit()
