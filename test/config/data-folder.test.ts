import { chownSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { inDataFolder } from '../../src/config/data-folder.ts'
import { runKeysCommand } from '../../src/keys/keys-command.ts'

const SERVICE = 4321
const folder = mkdtempSync(join(tmpdir(), 'waypost-owner-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const ownerOf = (...path: string[]) => statSync(join(folder, ...path)).uid
function makeServiceFolder(name: string): string {
  const path = join(folder, name)
  mkdirSync(path)
  chownSync(path, SERVICE, SERVICE)
  return path
}

describe.skipIf(process.getuid?.() !== 0)('what root makes in the folder of the service (needs root)', () => {
  test('belongs to the owner of the folder, folders made on the way included', async () => {
    const data = makeServiceFolder('a')
    await inDataFolder(join(data, 'regions/alps'), async () => {
      mkdirSync(join(data, 'regions/alps/releases'), { recursive: true })
      writeFileSync(join(data, 'regions/alps/releases/network.bin'), 'x')
    })
    for (const path of [
      'a/regions',
      'a/regions/alps',
      'a/regions/alps/releases',
      'a/regions/alps/releases/network.bin',
    ])
      expect([path, ownerOf(path)]).toEqual([path, SERVICE])
  })

  test('also where the work fails; files of others stay theirs', async () => {
    const data = makeServiceFolder('b')
    writeFileSync(join(data, 'other'), '')
    chownSync(join(data, 'other'), 999, 999)
    await expect(
      inDataFolder(data, async () => {
        writeFileSync(join(data, 'left'), '')
        throw new Error('stopped')
      }),
    ).rejects.toThrow('stopped')
    expect([ownerOf('b/left'), ownerOf('b/other')]).toEqual([SERVICE, 999])
  })

  test('also through a link of root to the folder, as systemd makes it for a dynamic user', async () => {
    const data = makeServiceFolder('private')
    const link = join(folder, 'link')
    symlinkSync(data, link)
    await inDataFolder(link, async () => writeFileSync(join(link, 'made'), ''))
    expect(ownerOf('private/made')).toBe(SERVICE)
  })

  test("stays root's in a folder of root", async () => {
    await inDataFolder(folder, async () => writeFileSync(join(folder, 'mine'), ''))
    expect(ownerOf('mine')).toBe(0)
  })

  test('a first key before the first start is made in the folder of a service, and nowhere else without a release', async () => {
    const data = makeServiceFolder('before')
    await runKeysCommand(['create', '--project', 'club', '--data', data], {})
    expect(ownerOf('before/accounts.sqlite')).toBe(SERVICE)
    mkdirSync(join(folder, 'own'))
    for (const name of ['own', 'typo'])
      await expect(runKeysCommand(['create', '--project', 'club', '--data', join(folder, name)], {})).rejects.toThrow(
        `There are no keys in ${join(folder, name)} and no release`,
      )
  })

  test('a first key is a file that the service can open', async () => {
    const data = makeServiceFolder('c')
    writeFileSync(join(data, 'live.json'), '{}')
    await runKeysCommand(['create', '--project', 'club', '--data', data], {})
    for (const name of ['accounts.sqlite', 'accounts.sqlite-wal', 'accounts.sqlite-shm'])
      if (name === 'accounts.sqlite' || existsSync(join(data, name)))
        expect([name, ownerOf('c', name)]).toEqual([name, SERVICE])
    expect(statSync(join(data, 'accounts.sqlite')).mode & 0o777).toBe(0o600)
  })
})
