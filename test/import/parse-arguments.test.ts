import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ServiceError } from '../../src/errors.ts'
import { SEGMENT } from '../../src/releases/release-manifest.ts'
import { IMPORT_HELP, parseArguments, toReleaseSlug } from '../../src/import/parse-arguments.ts'

const parse = (line: string, environment: Record<string, string> = {}) =>
  parseArguments(
    line.split(' ').filter((word) => word !== ''),
    environment,
  )

describe('parseArguments', () => {
  test('takes several maps and several height files, in either spelling and any order', () => {
    const wanted = {
      pbfPaths: ['a.osm.pbf', 'b.osm.pbf'],
      demPaths: ['1.hgt', '2.hgt', 'dir'],
      name: 'x',
      dataDir: 'data',
      workDir: null,
      keep: 2,
      demAttribution: null,
      basemap: null,
      maxShrink: 0.1,
      acceptShrink: false,
      region: '',
      core: null,
      shards: null,
    }
    expect(parse('a.osm.pbf b.osm.pbf --dem 1.hgt 2.hgt dir --name x')).toEqual(wanted)
    expect(parse('--name x --dem 1.hgt --dem=2.hgt dir a.osm.pbf b.osm.pbf')).toEqual(wanted)
    expect(parse('--dem 1.hgt 2.hgt dir a.osm.pbf --name=x b.osm.pbf')).toEqual(wanted)
  })

  test('takes the data folder and the number of kept releases from the environment, the command line winning', () => {
    const line = 'a.osm.pbf --dem 1.hgt --name x'
    expect(parse(line, { DATA_DIR: '/srv', KEEP_RELEASES: '5' })).toMatchObject({ dataDir: '/srv', keep: 5 })
    expect(parse(`${line} --data here --keep 0`, { DATA_DIR: '/srv', KEEP_RELEASES: '5' })).toMatchObject({
      dataDir: 'here',
      keep: 0,
    })
  })

  test('takes a basemap by file or address, and it is none of the heights', () => {
    expect(parse('a.osm.pbf --dem 1.hgt --basemap planet.pmtiles --name x')).toMatchObject({
      basemap: 'planet.pmtiles',
      demPaths: ['1.hgt'],
    })
    expect(parse('--basemap https://example.org/planet.pmtiles a.osm.pbf --name x --dem 1.hgt 2.hgt')).toMatchObject({
      basemap: 'https://example.org/planet.pmtiles',
      pbfPaths: ['a.osm.pbf'],
    })
  })

  test('takes a folder for temporary files, which has a name', () => {
    expect(parse('a.osm.pbf --dem 1.hgt --name x --work-dir /scratch')).toMatchObject({ workDir: '/scratch' })
    expect(() => parseArguments(['a.osm.pbf', '--dem', '1.hgt', '--name', 'x', '--work-dir', ' '], {})).toThrow(
      '--work-dir is empty',
    )
  })

  test('answers null for help, and the help names every option', () => {
    expect(parse('--help')).toBeNull()
    for (const option of ['--dem', '--name', '--data', '--keep', '--dem-attribution', '--basemap', '--work-dir'])
      expect(IMPORT_HELP).toContain(option)
  })

  test.each([
    ['', /^No map file was given: .*\.$/],
    ['a.osm.pbf --name x', /^No terrain model was given: add --dem PATH/],
    ['a.osm.pbf --dem 1.hgt', /^No name was given: add --name NAME/],
    ['a.osm.pbf --dem 1.hgt --name ???', /^The name "\?\?\?" cannot be used/],
    ['a.osm.pbf --dem 1.hgt --name x --keep many', /^--keep is "many": expected a whole number from 0 to 50\.$/],
    ['a.osm.pbf --dem 1.hgt --name x --kepe 3', /^There is no option --kepe: see npm run import -- --help\.$/],
    ['a.osm.pbf --dem 1.hgt --name x --basemap', /^--basemap needs a value after it/],
    ['a.osm.pbf --dem 1.hgt --name x --basemap=', /^--basemap is empty: name a \.pmtiles file or its address\.$/],
    ['a.osm.pbf --dem --name x', /^--dem needs a value after it/],
    ['a.osm.pbf --dem 1.hgt --name', /^--name needs a value after it/],
  ])('refuses "%s" with one sentence', (line, sentence) => {
    expect(() => parse(line)).toThrow(sentence)
    expect(() => parse(line)).toThrow(ServiceError)
  })

  test('makes a readable folder name of any name, or none', () => {
    expect([toReleaseSlug('Südtirol 2025'), toReleaseSlug('Łódź/Þ'), toReleaseSlug('  --Grüße!  ')]).toEqual([
      'suedtirol-2025',
      'lodz',
      'gruesse',
    ])
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (name) => {
        const slug = toReleaseSlug(name)
        expect(slug === '' || (SEGMENT.test(slug) && slug.length <= 40)).toBe(true)
      }),
    )
    // of several words no end of one is left over, wherever it is cut
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 15 }), { minLength: 1, maxLength: 8 }), (lengths) => {
        const words = lengths.map((length) => 'w'.repeat(length))
        const slug = toReleaseSlug(words.join(' - '))
        expect(slug).toMatch(/^w+(-w+)*$/)
        expect(words.join('-').startsWith(slug)).toBe(true)
        expect(slug.length).toBeGreaterThanOrEqual(Math.min(39, words.join('-').length))
      }),
    )
  })
})
