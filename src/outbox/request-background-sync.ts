import { getEndpointUrl } from '#lib/api.ts'
import { getLocale } from '#lib/locale.ts'
import { stringifySyncTag } from './sync-tag.ts'

/** Chromium's alone; TypeScript does not know it. */
interface WithSync {
  sync?: { register: (tag: string) => Promise<void> }
}

/**
 * Asks that the worker be woken as soon as there is a network, should the app be closed by then. Other browsers have no
 * such thing, and a person may have forbidden it: what waits goes out when the app is opened next.
 */
export function requestBackgroundSync(): void {
  void ask().catch(() => undefined)
}

async function ask(): Promise<void> {
  const registration: (ServiceWorkerRegistration & WithSync) | undefined =
    await navigator.serviceWorker?.getRegistration()
  const apiPath = new URL(getEndpointUrl('')).pathname
  await registration?.sync?.register(stringifySyncTag({ apiPath, locale: getLocale() }))
}
