// What the map calls a place or a trail: in whatever language that is, and in its direction of writing.

import { t } from '../i18n/t.ts'

export function Name({ of }: { of: string | null }) {
  return of === null ? <>{t('unnamed')}</> : <span dir="auto">{of}</span>
}
