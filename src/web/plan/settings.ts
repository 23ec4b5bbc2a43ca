// The settings that a visitor has chosen, as the one table (src/travel/settings.ts) has them: what is sent, what stands
// in an address, and what is read from one. `null` means: not chosen, the service takes its default and says so.
// Switches and sliders always show a value; at their default they are not sent.

import {
  type EnumName,
  FORM_NAMES,
  type FormName,
  SETTINGS,
  type SettingValue,
  type TravelRequest,
  settingOf,
} from '../../travel/settings.ts'
import type { SacGrade } from '../documents/generated/graphql.ts'

type Chosen<Name extends FormName> = Name extends 'profile'
  ? Uppercase<SettingValue<Name>>
  : Name extends EnumName
    ? Uppercase<SettingValue<Name>> | null
    : (typeof SETTINGS)[Name] extends { type: 'boolean' } | { step: number }
      ? SettingValue<Name>
      : SettingValue<Name> | null
export type Settings = { [Name in FormName]: Chosen<Name> }

function unchosen(name: FormName): unknown {
  const row = settingOf(name)
  if (name === 'profile') return SETTINGS.profile.default.toUpperCase()
  return row.type === 'boolean' || isSlider(name) ? row.default : null
}

export function isSlider(name: FormName): boolean {
  const row = settingOf(name)
  return row.type === 'number' && row.step !== undefined
}

export const DEFAULT_SETTINGS = Object.fromEntries(FORM_NAMES.map((name) => [name, unchosen(name)])) as Settings

/** Whether the profile chosen takes a setting. */
export function isTaken(name: FormName, { profile }: Settings): boolean {
  return settingOf(name).profiles.includes(profile.toLowerCase() as SettingValue<'profile'>)
}

/** Whether a setting differs from what the form begins with. */
export function isChosen(name: FormName, settings: Settings): boolean {
  return settings[name] !== DEFAULT_SETTINGS[name]
}

/** What a request takes of them: settings of another profile stay chosen but are not sent. */
export function settingsInput(settings: Settings, request: TravelRequest): Partial<SettingsInput> {
  return Object.fromEntries(
    FORM_NAMES.filter(
      (name) =>
        name === 'profile' ||
        (settingOf(name).requests.includes(request) && isTaken(name, settings) && isChosen(name, settings)),
    ).map((name) => [name === 'profile' ? 'mode' : name, writtenGrade(name, settings[name])]),
  )
}
type SettingsInput = {
  [Name in FormName as Name extends 'profile' ? 'mode' : Name]: Name extends 'maxSac'
    ? SacGrade
    : NonNullable<Settings[Name]>
}

/** Numbers of grades as GraphQL writes them: T3. */
function writtenGrade(name: FormName, value: Settings[FormName]): unknown {
  const row = settingOf(name)
  return row.type === 'integer' && row.sacGrade && value !== null ? `T${value}` : value
}

/** `T3` -> 3. */
export const gradeNumber = (grade: SacGrade): number => Number(grade.slice(1))

/** Key and text of each chosen setting in an address. */
export function settingsInAddress(settings: Settings): [key: string, text: string][] {
  return FORM_NAMES.filter((name) => isChosen(name, settings)).map((name) => {
    const value = settings[name]
    return [settingOf(name).address!, typeof value === 'boolean' ? String(Number(value)) : String(value).toLowerCase()]
  })
}

/** Reads what `settingsInAddress` wrote. What is no value of a setting is left out, not bent. */
export function settingsOfAddress(words: URLSearchParams): Settings {
  const read = FORM_NAMES.map((name) => {
    const text = words.get(SETTINGS[name].address)
    return [name, (text === null ? null : readValue(name, text)) ?? DEFAULT_SETTINGS[name]]
  })
  return Object.fromEntries(read) as Settings
}

/** Whether a word of an address is a setting with a value that it takes; null: it is no setting. */
export function isSettingOfAddress(key: string, text: string): boolean | null {
  const name = FORM_NAMES.find((one) => SETTINGS[one].address === key)
  return name === undefined ? null : readValue(name, text) !== null
}

function readValue(name: FormName, text: string): string | number | boolean | null {
  const row = settingOf(name)
  if (row.type === 'enum') return text.toLowerCase() in row.words ? text.toUpperCase() : null
  if (row.type === 'boolean') return text === '1'
  if (row.type === 'integer[]' || !/^-?\d+(\.\d+)?$/.test(text)) return null
  const value = Number(text)
  return value >= row.min && value <= row.max && (row.type === 'number' || Number.isInteger(value)) ? value : null
}
