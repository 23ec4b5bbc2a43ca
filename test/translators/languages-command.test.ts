// What the command for translators prints and writes, on a folder of catalogues of its own.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { LANGUAGES, readCatalogue } from '../../src/language/catalogue-files.ts'
import { faultsOf } from '../../src/language/codegen/check-catalogue.ts'
import { languagesCommand } from '../../src/translators/languages-command.ts'
import { hashOf, statesOf } from '../../src/translators/text-states.ts'

const ENGLISH = {
  '@language': 'en',
  '@name': 'English',
  '@made': 'person',
  '@values': { name: 'text' },
  '@also': {},
  messages: { 'maneuver.ferry': 'Take the ferry.', 'maneuver.ferry.named': 'Take the ferry {name}.' },
  page: { busy: 'Asking the service …', close: 'Close' },
}
const GERMAN = {
  '@language': 'de',
  '@name': 'Deutsch',
  '@made': 'machine',
  '@reviewed': { messages: { 'maneuver.ferry': hashOf('Take the ferry.') }, page: { close: hashOf('Shut') } },
  messages: { 'maneuver.ferry': 'Die Fähre nehmen.', 'maneuver.ferry.named': 'Die Fähre {name} nehmen.' },
  page: { close: 'Schließen' },
}
let folder = ''
const run = (...args: string[]) => languagesCommand(args, folder)
const fileOf = (language: string) => readFileSync(join(folder, `${language}.json`), 'utf8')
const write = (catalogue: { '@language': string; messages?: object; page?: object }) =>
  writeFileSync(join(folder, `${catalogue['@language']}.json`), JSON.stringify(catalogue, null, 2))

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'languages-'))
  write(ENGLISH)
  write(GERMAN)
})
afterEach(() => rmSync(folder, { recursive: true }))

test('each language has a line with how many texts are missing, stale, made by machine and by a person', () => {
  expect(
    run()
      .split('\n')
      .map((line) => line.split(/\s+/).filter(Boolean)),
  ).toEqual([
    ['missing', 'stale', 'machine', 'person'],
    ['de', 'Deutsch', '1', '1', '1', '1'],
    ['en', 'English', '0', '0', '0', '4'],
  ])
})

test('one language lists what is to be done, the missing first, with its English', () => {
  expect(run('de').split('\n')).toEqual([
    'missing page     busy: Asking the service …',
    'stale   page     close: Close',
    'machine messages maneuver.ferry.named: Take the ferry {name}.',
  ])
})

test('a new language begins with its own name and all English beside, which the checks accept', () => {
  expect(run('--new', 'pt-BR')).toMatch(/lacks 4 texts/)
  expect(JSON.parse(fileOf('pt-BR'))).toEqual({
    '@language': 'pt-BR',
    '@name': 'português (Brasil)',
    '@made': 'machine',
    '@english': { messages: ENGLISH.messages, page: ENGLISH.page },
    messages: {},
    page: {},
  })
  expect(faultsOf('pt-BR', fileOf('pt-BR'), ENGLISH)).toEqual([])
  expect(run('pt-BR')).toMatch(/^missing messages maneuver\.ferry: Take the ferry\.\n/)
})

test('asked again, what is still missing stands beside, and nothing else changes', () => {
  run('--new', 'de')
  expect(JSON.parse(fileOf('de'))).toEqual({
    ...GERMAN,
    '@english': { messages: {}, page: { busy: 'Asking the service …' } },
  })
  write({ ...JSON.parse(fileOf('de')), page: { busy: 'Der Dienst wird gefragt …', close: 'Schließen' } })
  expect(faultsOf('de', fileOf('de'), ENGLISH)).toEqual(['de.json:13: @english: busy is translated: take it out here'])
  expect(run('--new', 'de')).toMatch(/lacks nothing/)
  expect(JSON.parse(fileOf('de'))).not.toHaveProperty(['@english'])
})

test('texts that a person has read are noted by the beginning of their codes, until their English changes', () => {
  expect(run('de', '--read', 'maneuver.ferry.')).toMatch(/has read 1 texts/)
  expect(run('de')).not.toMatch(/machine/)
  expect(run('de', '--read', '')).toMatch(/has read 3 texts/)
  expect(run('de')).toBe('missing page     busy: Asking the service …')
  write({ ...ENGLISH, page: { ...ENGLISH.page, close: 'Hide' } })
  expect(run('de').split('\n')[1]).toBe('stale   page     close: Hide')
})

test('a table has every text beside its English, quoted as spreadsheets want it', () => {
  write({ ...ENGLISH, page: { busy: 'Say "please"', close: 'Close' } })
  expect(run('de', '--csv').split('\r\n')).toEqual([
    '"state","section","code","english","text"',
    '"person","messages","maneuver.ferry","Take the ferry.","Die Fähre nehmen."',
    '"machine","messages","maneuver.ferry.named","Take the ferry {name}.","Die Fähre {name} nehmen."',
    '"missing","page","busy","Say ""please""",""',
    '"stale","page","close","Close","Schließen"',
  ])
})

test('mistakes get a sentence, and nothing is written', () => {
  expect(() => run('xx')).toThrow('There is no catalogue of "xx". Those there are: de, en.')
  for (const tag of ['zz zz', 'english', 'qq', 'PT', '../de']) expect(() => run('--new', tag)).toThrow(/is no tag/)
  expect(() => run('en', '--read', '')).toThrow(/edit en\.json/)
  expect(() => run('--old')).toThrow(/--old/)
  write({ ...GERMAN, messages: { ...GERMAN.messages, 'maneuver.ferry': '{ship} nehmen.' } })
  const before = fileOf('de')
  expect(() => run('de', '--read', '')).toThrow(/^Nothing was written\.\nde\.json:\d+: maneuver\.ferry: has \{ship\}/)
  expect(fileOf('de')).toBe(before)
  expect(run('--help')).toMatch(/--new pt/)
})

test('an empty text and a note on a text that English has not are faults', () => {
  const catalogue = {
    ...GERMAN,
    '@reviewed': { messages: { 'maneuver.fly': '00000000' } },
    messages: { 'maneuver.ferry': '' },
  }
  const faults = faultsOf('de', JSON.stringify(catalogue, null, 2), ENGLISH)
  expect(faults.map((fault) => fault.replace(/^de\.json:\d+: /, ''))).toEqual([
    'maneuver.ferry: is empty: a text that is missing is left out',
    '@reviewed: maneuver.fly of messages is unknown in English, or has no hash',
  ])
})

test('every text of a catalogue that is there has a state', () => {
  const english = JSON.parse(readCatalogue('en'))
  for (const language of LANGUAGES) {
    const states = statesOf(JSON.parse(readCatalogue(language)), english)
    expect(states).toHaveLength(Object.keys(english.messages).length + Object.keys(english.page).length)
    expect(states.filter(({ state }) => !['missing', 'stale', 'machine', 'person'].includes(state))).toEqual([])
  }
})
