// Whether the service can be reached. The browser's own word counts where it says no; where it says yes, what came of
// the last question does. While there is no connection the service is requested a sign of life now and then.

import { computed, effect, signal } from '@preact/signals'
import { config } from '../plan/session.ts'

const PROBE_EVERY_MS = 15_000
const PROBE_MS = 5000

const hasNetwork = signal(navigator.onLine)
const isUnanswered = signal(false)
export const isOffline = computed(() => !hasNetwork.value || isUnanswered.value)

/** How often the connection has come back. */
export const returns = signal(0)
let wasOffline = false
effect(() => {
  if (wasOffline && !isOffline.value) returns.value = returns.peek() + 1
  wasOffline = isOffline.value
})

/** Something was answered. */
export function heardService(): void {
  hasNetwork.value = navigator.onLine
  isUnanswered.value = false
}

/** Nothing was reached. */
export function missedService(): void {
  isUnanswered.value = true
}

/** Looks whether the service is there, and tells by `isOffline`. */
export async function lookForService(): Promise<void> {
  try {
    const answer = await fetch(`${config.apiUrl}/healthz`, { cache: 'no-store', signal: AbortSignal.timeout(PROBE_MS) })
    if (answer.ok) heardService()
    else missedService()
  } catch {
    missedService()
  }
}

addEventListener('offline', () => (hasNetwork.value = false))
addEventListener('online', () => {
  hasNetwork.value = true
  void lookForService()
})
setInterval(() => isOffline.peek() && hasNetwork.peek() && void lookForService(), PROBE_EVERY_MS)
