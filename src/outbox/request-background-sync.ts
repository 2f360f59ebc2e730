import { getEndpointUrl } from '#platform/api.ts'
import { getLocale } from '#platform/locale.ts'
import { stringifySyncTag } from './sync-tag.ts'

/** Only Chromium has it, so TypeScript's types lack it. */
interface WithSync {
  sync?: { register: (tag: string) => Promise<void> }
}

/**
 * Requests a sync event, which wakes the worker when the network returns and the app is closed. Only Chromium has it,
 * and the user may have blocked it. Without it entries are sent when the app is opened next.
 */
export function requestBackgroundSync(): void {
  void register().catch(() => undefined)
}

async function register(): Promise<void> {
  const registration: (ServiceWorkerRegistration & WithSync) | undefined =
    await navigator.serviceWorker?.getRegistration()
  const apiPath = new URL(getEndpointUrl('')).pathname
  await registration?.sync?.register(stringifySyncTag({ apiPath, locale: getLocale() }))
}
