// Opens the sheet to be printed.

import { t } from '../i18n/t.ts'
import { printed, type Printed } from './print-session.ts'

export function PrintButton({ make }: { make: () => Printed }) {
  return (
    <button type="button" class="print-button" onClick={() => (printed.value = make())}>
      {t('print.open')}
    </button>
  )
}
