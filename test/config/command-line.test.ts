import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { loadEnvFile, readCommandLine } from '../../src/config/command-line.ts'
import { parseArguments } from '../../src/import/parse-arguments.ts'
import { parsePackArguments } from '../../src/import/pack-arguments.ts'
import { parseReleasesArguments } from '../../src/import/releases-arguments.ts'
import { parseSnowArguments } from '../../src/import/snow-arguments.ts'
import { parseKeysArguments } from '../../src/keys/parse-keys-arguments.ts'

const folder = mkdtempSync(join(tmpdir(), 'waypost-command-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const OPTIONS = { core: { type: 'string' }, dem: { type: 'string', multiple: true }, dry: { type: 'boolean' } } as const
const read = (...argv: string[]) => readCommandLine('import', argv, OPTIONS)
/** Each command with what it needs at least. */
const COMMANDS: Record<string, (...argv: string[]) => unknown> = {
  import: (...argv) => parseArguments(['a.osm.pbf', '--dem', 'a.hgt', '--name', 'a', ...argv], {}),
  pack: (...argv) => parsePackArguments(['list', ...argv], {}),
  releases: (...argv) => parseReleasesArguments(['list', ...argv], {}),
  snow: (...argv) => parseSnowArguments(['a.tif', '--product', 'gfsc', ...argv], {}),
  keys: (...argv) => parseKeysArguments(['list', ...argv]),
}

describe('options of commands', () => {
  test.each(['-9,36,3,44', '-5', '-.5', '-1e3'])('a value may be %s', (value) => {
    expect(read('--core', value, '--dry').values).toMatchObject({ core: value, dry: true })
    expect(read('x', '--dem', value, '--dem', value).values.dem).toEqual([value, value])
    expect(read(`--core=${value}`).values.core).toBe(value)
  })

  test('an option that is not known, lacks its value, or takes none is named', () => {
    expect(() => read('--colour', 'red')).toThrow('There is no option --colour: see npm run import -- --help.')
    expect(() => read('-9')).toThrow('There is no option -9')
    expect(() => read('--core')).toThrow('--core needs a value after it: see npm run import -- --help.')
    expect(() => read('--core', '--dry')).toThrow('--core needs a value after it')
    expect(() => read('--dry=yes')).toThrow('--dry takes no value: see npm run import -- --help.')
  })

  test.each(Object.entries(COMMANDS))(
    '%s takes --data, --env-file and --help, and refuses what it does not know',
    (command, run) => {
      expect(run('--data', folder, '--env-file', '/etc/waypost.env')).toMatchObject({ dataDir: folder })
      expect(run('--help')).toBe(null)
      expect(() => run('--colour')).toThrow(`There is no option --colour: see npm run ${command} -- --help.`)
    },
  )

  test('a core west of Greenwich and credits below zero are values', () => {
    expect(COMMANDS.import('--core', '-9,36,3,44')).toMatchObject({ core: '-9,36,3,44' })
    expect(() => parseKeysArguments(['create', '--project', 'club', '--credits', '-5'])).toThrow(
      '--credits is "-5": expected a whole number from 1',
    )
  })
})

describe('--env-file', () => {
  test('sets what is not set, before the command reads anything', () => {
    const file = join(folder, 'waypost.env')
    writeFileSync(file, 'DATA_DIR=/srv/from-file\nWAYPOST_TEST_SET=file\n')
    const before = { ...process.env }
    try {
      delete process.env.DATA_DIR
      process.env.WAYPOST_TEST_SET = 'environment'
      loadEnvFile(['list', '--env-file', file])
      expect([process.env.DATA_DIR, process.env.WAYPOST_TEST_SET]).toEqual(['/srv/from-file', 'environment'])
      delete process.env.DATA_DIR
      loadEnvFile([`--env-file=${file}`])
      expect(process.env.DATA_DIR).toBe('/srv/from-file')
    } finally {
      process.env = before
    }
  })

  test('one that is not there is named; without it nothing happens', () => {
    expect(() => loadEnvFile(['--env-file', '/nowhere/waypost.env'])).toThrow(
      '--env-file is "/nowhere/waypost.env", which is not there.',
    )
    expect(() => loadEnvFile(['--env-file'])).toThrow('--env-file is ""')
    expect(loadEnvFile(['list'])).toBe(undefined)
  })
})
