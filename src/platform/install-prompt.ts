import { createStore } from '@tanstack/react-store'

/** Chromium's event, which TypeScript does not know. The page may show the install prompt later with `prompt`. */
interface BeforeInstallPromptEvent extends Event {
  prompt: () => Promise<unknown>
  userChoice: Promise<{ outcome: 'accepted' | 'dismissed' }>
}

/** State of the installation in this browser. */
interface InstallState {
  /** True when {@link promptInstall} can show the install prompt. */
  isOffered: boolean
  /** True when the app was installed while this page was open. */
  isInstalled: boolean
}

/** The event of a prompt that was not shown yet. */
let deferredPrompt: BeforeInstallPromptEvent | undefined

/** The state of the installation. */
export const installStore = createStore<InstallState>({ isOffered: false, isInstalled: false })

/**
 * Captures the browser's install prompt. Call it before the web manifest is linked: without a manifest no browser fires
 * the event, so none can be missed.
 */
export function captureInstallPrompt(): void {
  addEventListener('beforeinstallprompt', (event) => {
    // Otherwise the browser would show its own banner at once.
    event.preventDefault()
    deferredPrompt = event as BeforeInstallPromptEvent
    updateState({ isOffered: true })
  })
  addEventListener('appinstalled', () => {
    deferredPrompt = undefined
    updateState({ isOffered: false, isInstalled: true })
  })
}

/** Shows the install prompt. It can be shown only once, whatever the user chooses. */
export async function promptInstall(): Promise<void> {
  const prompt = deferredPrompt
  deferredPrompt = undefined
  await prompt?.prompt()
  updateState({ isOffered: false })
}

function updateState(changes: Partial<InstallState>): void {
  installStore.setState((state) => ({ ...state, ...changes }))
}
