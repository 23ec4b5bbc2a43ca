// Sections of the panels that begin closed. What is in one is fetched when it is opened, so that the first route does
// not wait for it, and asks nothing while it is closed.

import type { ComponentChildren, ComponentType } from 'preact'
import { useSignal } from '@preact/signals'
import { myPace } from '../state/pace-store.ts'
import { num, t } from '../i18n/t.ts'
import { savedTours } from '../state/saved-tours.ts'
import { lazyPart } from './lazy-part.tsx'

export const WeatherFold = lazyFold(
  'weather',
  () => t('weather.title'),
  async () => (await import('./weather-section.tsx')).WeatherSection,
)
export const SnowFold = lazyFold(
  'snow',
  () => t('snow.title'),
  async () => (await import('./snow-section.tsx')).SnowSection,
)
export const CompanyFold = lazyFold(
  'company',
  () => t('company.title'),
  async () => (await import('./places-on-route.tsx')).PlacesOnRoute,
)
export const ToursFold = lazyFold(
  'tours',
  () => (
    <>
      {t('tours.title')} <small>{savedTours.value.length > 0 ? savedTours.value.length : ''}</small>
    </>
  ),
  async () => (await import('./tours-section.tsx')).ToursSection,
)
export const FilesFold = lazyFold(
  'files',
  () => t('download.more'),
  async () => (await import('./route-actions.tsx')).RouteFiles,
)
export const OfflineFold = lazyFold(
  'offline',
  () => t('offline.section'),
  async () => (await import('./offline-section.tsx')).OfflineSection,
)
export const PaceFold = lazyFold(
  'my-pace',
  () => {
    const { walker } = myPace.value
    return `${t('pace.mine')}${walker === null ? '' : ` × ${num(walker.factor, 2)}`}`
  },
  async () => (await import('./my-pace.tsx')).MyPace,
)

function lazyFold<Props extends object>(
  name: string,
  title: () => ComponentChildren,
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  const Body = lazyPart(load)
  return function Fold(props: Props) {
    const isOpen = useSignal(false)
    return (
      <details class={name} onToggle={(event) => (isOpen.value = event.currentTarget.open)}>
        <summary>{title()}</summary>
        {isOpen.value && <Body {...props} />}
      </details>
    )
  }
}
