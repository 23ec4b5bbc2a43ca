// The words of a travel setting for callers, from its row in the table: what it does, its bounds, its default, and who
// may use it.

import { ON_FOOT, BY_BIKE, type SettingName, settingOf } from './settings.ts'

/** Description for clients of either transport: what it does, its bounds, its default, who accepts it. */
export function describeSetting(name: SettingName, door: 'rest' | 'graphql' = 'rest'): string {
  const row = settingOf(name)
  const sentences = [row.about]
  const digits = (value: number) => value.toLocaleString('en-GB')
  if (row.type === 'integer' && row.sacGrade && door === 'graphql') sentences.push(`Default T${row.default}.`)
  else if (row.type === 'integer' || row.type === 'number')
    sentences.push(
      `${digits(row.min)} to ${digits(row.max)}${row.type === 'number' && row.unit ? ` ${row.unit}` : ''}, default ${row.default}.`,
    )
  else if (row.type === 'enum')
    sentences.push(`Default ${door === 'graphql' ? row.default.toUpperCase() : row.default}.`)
  else sentences.push(`Default ${row.type === 'integer[]' ? 'none' : row.default}.`)
  if (row.profiles === ON_FOOT) sentences.push('Applies on foot only.')
  if (row.profiles === BY_BIKE) sentences.push('Applies by bicycle only.')
  return sentences.join(' ')
}

/** Description of a setting in an answer. */
export function describeApplied(name: SettingName): string {
  const row = settingOf(name)
  const absent = row.profiles === ON_FOOT ? '; null by bicycle' : row.profiles === BY_BIKE ? '; null on foot' : ''
  return `${row.applied}${absent}.`
}
