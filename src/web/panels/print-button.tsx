// Opens the sheet to be printed.

import { signal } from '@preact/signals'
import type { LonLat } from '../../geo/lon-lat.ts'
import type { SentSentence } from '../i18n/speech.ts'
import { t } from '../i18n/t.ts'
import type { LineFactsProps } from './line-facts.tsx'

export function PrintButton({ make }: { make: () => Printed }) {
  return (
    <button type="button" class="print-button" onClick={() => (printed.value = make())}>
      {t('print.open')}
    </button>
  )
}

/** What is on the sheet to be printed: a line with its facts and directions. Null: no sheet is open. */
export interface Printed {
  title: string
  facts: LineFactsProps
  /** places with a sign of their own: the waypoints */
  marks: readonly { at: LonLat; label: string; name: string | null }[]
  /** null: there are none for this line */
  directions: readonly { instruction: SentSentence; lengthM: number }[] | null
}

export const printed = signal<Printed | null>(null)
