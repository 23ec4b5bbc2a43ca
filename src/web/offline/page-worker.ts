// The page on this device: its service worker, registered when the page is drawn, and the browser's offer to install
// it.

import { signal } from '@preact/signals'
import { isOffline, lookForService } from './connection.ts'

/** The browser's way to ask the visitor; not in every library of types. */
interface InstallOffer extends Event {
  prompt(): Promise<unknown>
}

/** `none`: this browser, or an address without https, does not allow it. */
export const pageKept = signal<'none' | 'busy' | 'kept' | 'failed'>('serviceWorker' in navigator ? 'busy' : 'none')
/** Null where the browser does not offer to install the page, or it is installed. */
export const installOffer = signal<InstallOffer | null>(null)

addEventListener('beforeinstallprompt', (event) => {
  event.preventDefault()
  installOffer.value = event as InstallOffer
})
addEventListener('appinstalled', () => (installOffer.value = null))

export async function install(): Promise<void> {
  await installOffer.peek()?.prompt()
  installOffer.value = null
}

/** Keeps the page from now on, without disturbing its first moments. */
export function keepPage(): void {
  if (!('serviceWorker' in navigator)) return
  const begin = () => setTimeout(() => void register(), 1000)
  if (document.readyState === 'complete') begin()
  else addEventListener('load', begin, { once: true })
}

async function register(): Promise<void> {
  const { serviceWorker } = navigator
  // the page may be a kept one
  if (serviceWorker.controller !== null && !isOffline.peek()) void lookForService()
  try {
    const base = new URL('.', location.href)
    await serviceWorker.register(new URL('explorer/offline-worker.js', base), {
      scope: base.pathname,
      updateViaCache: 'none',
    })
    await serviceWorker.ready
    pageKept.value = 'kept'
  } catch {
    pageKept.value = serviceWorker.controller === null ? 'failed' : 'kept'
  }
}
