import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { readConfig } from '../../src/config/read-config.ts'
import { ConfigError } from '../../src/config/start-error.ts'
import { VARIABLES } from '../../src/config/variables.ts'

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url))

describe('the configuration', () => {
  test('has the defaults of decisions `hosts`, `keys-and-credits`', () => {
    expect(readConfig({})).toMatchObject({
      apiPort: 4000,
      sitePort: 4001,
      host: '127.0.0.1',
      dataDir: 'data',
      publicApiUrl: 'http://localhost:4000',
      publicSiteUrl: 'http://localhost:4001',
      metering: true,
      trustedProxies: [],
      keepReleases: 2,
    })
  })

  test('public addresses follow the ports unless they are set', () => {
    expect(readConfig({ API_PORT: '5000', PUBLIC_SITE_URL: 'https://maps.example/' })).toMatchObject({
      publicApiUrl: 'http://localhost:5000',
      publicSiteUrl: 'https://maps.example',
    })
  })

  test('ages are read by name, in days', () => {
    expect([...readConfig({ STATUS_MAX_AGE_DAYS: 'network=7, terrain=0.5' }).statusMaxAgeDays]).toEqual([
      ['network', 7],
      ['terrain', 0.5],
    ])
  })

  test('names all mistakes at once', () => {
    const mistakes = {
      API_PORT: '70000',
      METERING: 'maybe',
      WORKERS: '0',
      TRUSTED_PROXIES: 'proxy.local',
      LOG_LEVEL: 'loud',
      STATUS_MAX_AGE_DAYS: 'network:7',
      PUBLIC_API_URL: 'ftp://x',
      KEEP_RELEASES: '-1',
    }
    try {
      readConfig(mistakes)
      expect.unreachable()
    } catch (error) {
      expect(error).toBeInstanceOf(ConfigError)
      for (const name of Object.keys(mistakes)) expect((error as Error).message).toContain(`${name} is "`)
    }
  })

  test('addresses to listen on are IP addresses or names of hosts', () => {
    for (const host of ['127.0.0.1', '0.0.0.0', '::', '::1', 'localhost', 'maps.example.org', 'a1'])
      expect(readConfig({ HOST: host, OPS_HOST: host })).toMatchObject({ host, opsHost: host })
    for (const host of [
      '300.1.1.1',
      '1.2.3',
      '127.0.0.1:4000',
      'http://x',
      'a b',
      '-a',
      ':::',
      'a..b',
      'x'.repeat(300),
    ])
      for (const name of ['HOST', 'OPS_HOST']) expect(() => readConfig({ [name]: host })).toThrow(`${name} is "`)
  })

  test('ages are of artifacts that there are', () => {
    expect(() => readConfig({ STATUS_MAX_AGE_DAYS: 'foo=1' })).toThrow('"foo" is no artifact')
  })

  test('a store is a folder, a web server or S3', () => {
    for (const store of ['/srv/store', './store', 'https://host/path', 's3+https://host/bucket/prefix'])
      expect(readConfig({ RELEASE_STORE: store }).releaseStore).toBe(store)
    for (const store of ['ftp://x', 's3://bucket', 'file:///srv'])
      expect(() => readConfig({ RELEASE_STORE: store })).toThrow('RELEASE_STORE is not a folder')
  })

  test('mistakes in files that variables name are among the others', () => {
    const fails = () => {
      throw new Error('it cannot be read')
    }
    try {
      readConfig(
        { EXPLORER_LOGO: 'x.svg', TRUSTED_DOCUMENTS: 'y', HOST: '?' },
        { explorerLogo: fails, trustedDocuments: fails },
      )
      expect.unreachable()
    } catch (error) {
      expect((error as ConfigError).problems).toEqual([
        expect.stringMatching(/^HOST is "\?"/),
        'EXPLORER_LOGO is "x.svg": it cannot be read',
        'TRUSTED_DOCUMENTS is "y": it cannot be read',
      ])
    }
  })

  test('a second map is raster tiles or a style of one host, with whose it is; what is wrong with it is said', () => {
    const credit = { EXPLORER_MAP_ATTRIBUTION: '© Survey' }
    const tiles = 'https://tiles.test/a/{z}/{x}/{y}.jpg?key=1'
    for (const map of [tiles, 'https://maps.test/style.json', 'http://127.0.0.1:8080/{z}/{y}/{x}'])
      expect(readConfig({ EXPLORER_MAP: map, ...credit }).explorerMap).toBe(map)
    const faults: [map: string, why: string][] = [
      ['tiles.test/{z}/{x}/{y}.png', 'expected an http:// or https:// address'],
      ['ftp://tiles.test/{z}/{x}/{y}.png', 'expected an http:// or https:// address'],
      ['https://me:secret@tiles.test/{z}/{x}/{y}.png', 'without a password'],
      ['https://{s}.tiles.test/{z}/{x}/{y}.png', 'expected the address of one host'],
      ['https://tiles.test/{z}/{x}.png', '{y} is missing'],
      ['https://tiles.test/{z}/{x}/{-y}.png', '{y} is missing'],
      ['https://tiles.test/{z}/{x}/{y}{r}.png', '{r} is not filled in'],
      ['https://tiles.test/', 'a style that ends in .json'],
    ]
    for (const [map, why] of faults) expect(() => readConfig({ EXPLORER_MAP: map, ...credit }), map).toThrow(why)
    expect(() => readConfig({ EXPLORER_MAP: tiles })).toThrow('EXPLORER_MAP needs EXPLORER_MAP_ATTRIBUTION')
    expect(() => readConfig({ EXPLORER_MAP: tiles, ...credit, EXPLORER_MAP_HOSTS: 'https://a.test/x' })).toThrow(
      'EXPLORER_MAP_HOSTS is "https://a.test/x"',
    )
    expect(() => readConfig({ EXPLORER_MAP_NAME: 'Aerial' })).toThrow('EXPLORER_MAP_NAME is of no use without')
    expect(readConfig({}).explorerMap).toBe('')
  })

  test('one port for both hosts is a mistake', () => {
    expect(() => readConfig({ API_PORT: '4001' })).toThrow('each listener needs its own port')
  })
})

describe('npm start', () => {
  const run = (environment: Record<string, string>, ...parameters: string[]) =>
    spawnSync(process.execPath, [MAIN, ...parameters], {
      env: { PATH: process.env.PATH ?? '', ...environment },
      encoding: 'utf8',
      timeout: 50_000,
    })

  test('--help names every variable', () => {
    const { stdout, status } = run({}, '--help')
    expect(status).toBe(0)
    for (const { name } of Object.values(VARIABLES)) expect(stdout).toContain(name)
  })

  test('a mistake in the configuration ends the start with status 1, sentences and no stack', () => {
    const mistakes = {
      ...{ API_PORT: 'x', WORKERS: 'y', HOST: '300.1.1.1', STATUS_MAX_AGE_DAYS: 'foo=1', RELEASE_STORE: 'ftp://x' },
      ...{ EXPLORER_LOGO: '/nowhere/logo.svg', TRUSTED_DOCUMENTS: '/nowhere/documents' },
    }
    const { stderr, status } = run(mistakes)
    expect(status).toBe(1)
    for (const name of Object.keys(mistakes)) expect(stderr).toContain(`  ${name} is `)
    expect(stderr).not.toMatch(/^\s+at /m)
  })
})
