import { useSyncExternalStore } from 'react'

/** Chromium's event, which TypeScript does not know: the page may show the browser's own question later. */
interface BeforeInstallPromptEvent extends Event {
  prompt: () => Promise<unknown>
  userChoice: Promise<{ outcome: 'accepted' | 'dismissed' }>
}

/**
 * How this browser can put the app on the home screen. `prompt`: at the touch of a button. `ios`: by three steps in
 * Safari. `wechat`: not here, the page must be opened in a browser. `insecure`: only over https.
 */
export type InstallWay = 'installed' | 'prompt' | 'ios' | 'wechat' | 'insecure' | 'none'

let caught: BeforeInstallPromptEvent | undefined
let installed = false
const listeners = new Set<() => void>()

/** Catches the browser's offer, which comes before React starts on a fast device. Call first thing. */
export function catchInstallPrompt(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    caught = event as BeforeInstallPromptEvent
    tell()
  })
  addEventListener('appinstalled', () => {
    installed = true
    caught = undefined
    tell()
  })
}

/** Shows the browser's question. The offer is used up by it, whatever the answer. */
export async function promptInstall(): Promise<void> {
  const offer = caught
  caught = undefined
  await offer?.prompt()
  tell()
}

/** Follows the way in a component. */
export function useInstallWay(): InstallWay {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    currentWay,
    () => 'none',
  )
}

function tell(): void {
  for (const listener of listeners) listener()
}

function currentWay(): InstallWay {
  const standalone = matchMedia('(display-mode: standalone)').matches
  return findInstallWay({
    userAgent: navigator.userAgent,
    // An iPad with a desktop's user agent is told by its touch screen.
    touchPoints: navigator.maxTouchPoints,
    installed: installed || standalone,
    secure: isSecureContext,
    prompt: caught !== undefined,
  })
}

/** What the way depends on. */
export interface Device {
  userAgent: string
  touchPoints: number
  installed: boolean
  secure: boolean
  prompt: boolean
}

/** Decides the way for a device. */
export function findInstallWay({
  userAgent,
  touchPoints,
  installed: done,
  secure,
  prompt,
}: Device): InstallWay {
  if (done) return 'installed'
  if (/MicroMessenger/i.test(userAgent)) return 'wechat'
  if (!secure) return 'insecure'
  if (prompt) return 'prompt'
  const ios = /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && touchPoints > 1)
  return ios ? 'ios' : 'none'
}
