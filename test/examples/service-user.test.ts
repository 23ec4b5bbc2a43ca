// The commands of the manual as root, as it says, and some that write as the user of the service too, with a data
// folder elsewhere that only the file of settings names: each works there, leaves nothing that belongs to root, and
// makes nothing in the checkout.

import { spawn, spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'
import { writeSampleHeights, writeSampleMap } from '../import/sample-input.ts'
import { writeSnow } from '../weather/make-snow.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const SERVICE = 4321
const PAGES = ['deploy', 'operate', 'regions', 'offline'].map((name) =>
  readFileSync(join(ROOT, `docs/${name}.md`), 'utf8'),
)
const lines = PAGES.flatMap((page) =>
  [...page.matchAll(/^(npm run (?:import|keys|releases|snow|pack) -- .*)$/gm)].map(([line]) =>
    line.replace(/\s+#.*/, ''),
  ),
)
const lineLike = (pattern: RegExp): string => {
  const found = lines.find((line) => pattern.test(line))
  if (found === undefined) throw new Error(`no command is like ${String(pattern)}`)
  return found
}

const home = mkdtempSync(join(tmpdir(), 'waypost-service-'))
chmodSync(home, 0o755)
afterAll(() => rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }))
const canSwitch =
  process.getuid?.() === 0 && spawnSync('test', ['-r', join(ROOT, 'package.json')], { uid: SERVICE }).status === 0

/** Paths below the folder that do not belong to the service. */
const foreignIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => (lstatSync(join(folder, name), { throwIfNoEntry: false })?.uid ?? SERVICE) !== SERVICE,
  )
const madeInCheckout = () => (existsSync(join(ROOT, 'data')) ? statSync(join(ROOT, 'data')).mtimeMs : null)

describe.skipIf(!canSwitch).each([
  ['root', 0],
  ['the user of the service', SERVICE],
])('as %s (needs root, and a checkout that others may read)', (_name, uid) => {
  const folder = join(home, String(uid))
  const data = join(folder, 'state')
  const settings = join(folder, 'waypost.env')

  async function run(line: string): Promise<string> {
    const script = line.replaceAll('/etc/waypost.env', settings)
    const env = { PATH: `${dirname(process.execPath)}:${process.env.PATH}`, HOME: '/nonexistent' }
    const child = spawn('sh', ['-euc', script], { cwd: ROOT, uid, gid: uid, env })
    let said = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => (said += part.toString()))
    const status = await new Promise<number | null>((resolve) => child.once('close', resolve))
    expect([script, status === 0 ? '' : said]).toEqual([script, ''])
    expect([script, foreignIn(data)]).toEqual([script, []])
    return said
  }

  const withFiles = (line: string) =>
    line
      .replace(/\S+\.osm\.pbf/, join(folder, 'net.osm.pbf'))
      .replace(/--dem .*?(?= --)/, `--dem ${join(folder, 'N42E001.hgt')}`)
      .replace(/--core \S+/, '--core 1.51,42.5,1.53,42.53')

  async function runReleases(): Promise<void> {
    await run(withFiles(lineLike(/^npm run import -- (?!.*--region)/)))
    const ids = (await run(lineLike(/releases -- list /))).match(/andorra-\d{8}t\d{6}-[0-9a-f]{8}/gi)!
    await run(lineLike(/releases -- rollback /))
    await run(lineLike(/releases -- push /))
    await run(lineLike(/releases -- pull /))
    await run(lineLike(/releases -- promote ID --env/).replace('ID', ids[0]))
    await run(lineLike(/releases -- follow /))
    await run(lineLike(/releases -- prune /))
  }

  const isRoot = uid === 0
  test('commands work in the folder of the service, and leave it to the service', async () => {
    const before = madeInCheckout()
    for (const made of [folder, data, join(folder, 'store')]) {
      mkdirSync(made)
      if (made !== folder) chownSync(made, SERVICE, SERVICE)
    }
    const setting = /^echo '(DATA_DIR=)\/var\/lib\/waypost' > \/etc\/waypost\.env$/m.exec(PAGES[0])![1]
    writeFileSync(settings, `${setting}${data}\nRELEASE_STORE=${join(folder, 'store')}\n`)
    writeSampleMap(folder)
    writeSampleHeights(folder)

    expect(await run(withFiles(lineLike(/^npm run import -- (?!.*--region)/)))).toContain(`In ${data}`)
    const key = /^svc_\w+/m.exec(await run(lineLike(/keys -- create .*--plan/)))![0].slice(0, 12)
    const raw = new DatabaseSync(join(data, 'accounts.sqlite'))
    raw.prepare('VACUUM INTO ?').run(join(folder, 'backup.sqlite'))
    raw.close()
    chmodSync(join(folder, 'backup.sqlite'), 0o644)
    for (const action of isRoot ? ['list', 'show', 'rotate', 'revoke', 'plan'] : ['list'])
      expect(await run(lineLike(new RegExp(`keys -- ${action} `)).replace('svc_AbCdEfGh', key))).toContain(
        `Keys of ${join(data, 'accounts.sqlite')}`,
      )
    const restore = lineLike(/keys -- restore /).replace('/srv/backup/accounts.sqlite', join(folder, 'backup.sqlite'))
    expect(await run(restore)).toContain(`${join(data, 'accounts.sqlite')} has the 1 keys`)
    if (isRoot) await runReleases()
    const snow = lineLike(/^npm run snow /)
    const raster = /\S+\.tif/.exec(snow)![0]
    writeSnow(folder, raster, 10, 10, () => 80)
    await run(snow.replace(raster, join(folder, raster)))
    await run(lineLike(/^npm run pack /).replace(/--bbox \S+/, '--bbox=1.51,42.5,1.53,42.53'))
    if (isRoot) await run(withFiles(lineLike(/^npm run import -- .*--region/)))
    expect(readdirSync(data)).toEqual(expect.arrayContaining(['accounts.sqlite', 'packs', 'releases', 'snow']))
    expect(madeInCheckout()).toBe(before)
  }, 600_000)
})
