// Travel settings in the words of the language that is chosen.

import { type FormName, settingOf } from '../../travel/settings.ts'
import { m, t, tCode } from '../i18n/t.ts'
import { isSlider } from './settings.ts'

/** A value of a setting in words. */
export function valueText(name: FormName, value: string | number | boolean | null): string {
  if (settingOf(name).type === 'number' && !isSlider(name)) return m(Number(value))
  return tCode(name, isSlider(name) ? sliderWord(Number(value)) : String(value))
}

function sliderWord(value: number): string {
  if (value === 0) return 'any'
  return value < 0 ? (value < -0.5 ? 'avoid' : 'few') : value > 0.5 ? 'many' : 'some'
}

/** A setting with its value, e.g. `Hardest grade: T3 · demanding mountain hiking`. */
export function settingText(name: FormName, value: string | number | boolean): string {
  const setting = t(`setting.${name}`)
  return value === true ? setting : t('settings.pair', { setting, value: valueText(name, value) })
}
