import { api, getEndpointUrl } from '#platform/api.ts'
import { trackWork } from '#platform/unsaved-work.ts'
import { connectivity } from '#platform/connectivity.ts'
import { waitForPaint } from '#platform/browser.ts'
import { getOwnerKey } from '#platform/user-storage-keys.ts'
import { authStore } from '#platform/auth.ts'
import { getLocale } from '#platform/locale.ts'
import { drafts, senderDeps } from './device.ts'
import { createDraftWriter } from './draft-writer.ts'
import { NotStoredError } from './not-stored-error.ts'
import { createOutbox } from './outbox.ts'
import type { SignedInUser } from './outbox-deps.ts'
import { retryOnKeyChange } from './retry-on-key-change.ts'
import { stringifySyncTag } from './sync-tag.ts'

/** Does nothing until the app sets it: then no user is confirmed, and nothing is sent. */
let confirmUser: () => Promise<unknown> = async () => undefined

/** Sets the function that fetches the token's user. The app calls this once, at its start. */
export function setTokenCheck(confirm: () => Promise<unknown>): void {
  confirmUser = confirm
}

/** Returns the owner key of the signed-in user, if any. */
export function getCurrentOwner(): string | undefined {
  const { id } = authStore.getUser()
  return id === undefined ? undefined : getOwnerKey(id)
}

function getSignedInUser(): SignedInUser | undefined {
  const owner = getCurrentOwner()
  return owner === undefined ? undefined : { owner, isConfirmed: authStore.isUserOfToken() }
}

/** The page's one outbox. */
export const outbox = createOutbox({
  ...senderDeps,
  http: api,
  getUser: getSignedInUser,
  confirmUser: () => confirmUser(),
  hasNoNetwork: connectivity.hasNoNetwork,
  trackWork,
  onStored: requestBackgroundSync,
  waitForPaint,
})

/**
 * The draft writer of this page. It writes drafts of the signed-in user only, so input that was not written before a
 * sign-out is lost.
 */
export const draftWriter = createDraftWriter({
  ...drafts,
  async save(owner, ...draft) {
    if (getCurrentOwner() !== owner) throw new NotStoredError('nobody')
    await retryOnKeyChange({ ...senderDeps, getUser: getSignedInUser }, owner, () =>
      drafts.save(owner, ...draft),
    )
  },
})

/** The Background Sync API. Only Chromium has it, so TypeScript's types lack it. */
interface WithSync {
  sync?: { register: (tag: string) => Promise<void> }
}

/**
 * Requests a sync event, which wakes the worker when the network returns and the app is closed. Only Chromium has it,
 * and the user may have blocked it. Without it entries are sent when the app is opened next.
 */
function requestBackgroundSync(): void {
  void register().catch(() => undefined)
}

/** Registers the tag, which tells the worker the API's path and the language. */
async function register(): Promise<void> {
  const registration: (ServiceWorkerRegistration & WithSync) | undefined =
    await navigator.serviceWorker?.getRegistration()
  const apiPath = new URL(getEndpointUrl('')).pathname
  await registration?.sync?.register(stringifySyncTag({ apiPath, locale: getLocale() }))
}
