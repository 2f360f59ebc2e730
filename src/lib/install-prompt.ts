/** Chromium's event, which TypeScript does not know: the page may show the browser's own question later. */
interface BeforeInstallPromptEvent extends Event {
  prompt: () => Promise<unknown>
  userChoice: Promise<{ outcome: 'accepted' | 'dismissed' }>
}

/** What the browser has told of installing, so far. */
export interface InstallPromptStore {
  /** The browser's question can be shown. */
  isOffered: boolean
  /** The app was installed while this page was open. */
  isTaken: boolean
}

let caught: BeforeInstallPromptEvent | undefined
let state: InstallPromptStore = { isOffered: false, isTaken: false }
const listeners = new Set<() => void>()

/**
 * Catches the browser's offer. Call before the web manifest is linked: without one no browser makes an offer, so that
 * none can be lost, however late the program or React come.
 */
export function captureInstallPrompt(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    caught = event as BeforeInstallPromptEvent
    change({ isOffered: true })
  })
  addEventListener('appinstalled', () => {
    caught = undefined
    change({ isOffered: false, isTaken: true })
  })
}

/** The app's offer, followed by screens. */
export const installPromptStore = {
  get: (): InstallPromptStore => state,
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}

/** Shows the browser's question. The offer is used up by it, whatever the answer. */
export async function promptInstall(): Promise<void> {
  const offer = caught
  caught = undefined
  await offer?.prompt()
  change({ isOffered: false })
}

function change(next: Partial<InstallPromptStore>): void {
  state = { ...state, ...next }
  for (const listener of listeners) listener()
}
