import { useEffect, useState, useSyncExternalStore } from 'react'
import { installPromptStore } from '#lib/install-prompt.ts'
import { detectInstallMethod, type InstallMethod } from './install-method.ts'

/** What TypeScript does not know of `navigator`: Safari's flag of an app on the home screen, Chromium's question. */
interface InstalledNavigator {
  standalone?: boolean
  getInstalledRelatedApps?: () => Promise<readonly unknown[]>
}

const browser = globalThis.navigator as (Navigator & InstalledNavigator) | undefined

/** What does not change while a page is open. */
const userAgent = browser?.userAgent ?? ''
const touchPoints = browser?.maxTouchPoints ?? 0

/** Follows the way in which this browser installs the app. */
export function useInstallMethod(): InstallMethod {
  const offer = useSyncExternalStore(
    installPromptStore.subscribe,
    installPromptStore.get,
    installPromptStore.get,
  )
  const isRelated = useIsRelatedInstalled()
  return detectInstallMethod({
    userAgent,
    touchPoints,
    isStandalone: isStandalone(),
    isInstalled: offer.isTaken || isRelated,
    isSecure: globalThis.isSecureContext,
    isOffered: offer.isOffered,
  })
}

/** True in a browser built into another app: WeChat's and the like. They drop files that a page makes. */
export function isInAppBrowser(): boolean {
  const device = { isStandalone: false, isInstalled: false, isSecure: true, isOffered: false }
  const way = detectInstallMethod({ ...device, userAgent, touchPoints })
  return way === 'wechat' || way === 'in-app'
}

/** True of phones and tablets, and of a desk only when its screen can be touched. */
export const isTouchDevice = touchPoints > 0

/** True when the app runs from the home screen. Full screen does not count: any page can be shown so. */
export function isStandalone(): boolean {
  return (
    browser?.standalone === true ||
    ['standalone', 'minimal-ui'].some((mode) => globalThis.matchMedia?.(`(display-mode: ${mode})`).matches)
  )
}

/** Chromium tells a page whether the app of its own manifest is installed; other browsers tell nothing. */
function useIsRelatedInstalled(): boolean {
  const [isInstalled, setInstalled] = useState(false)
  useEffect(() => {
    browser?.getInstalledRelatedApps?.().then(
      (apps) => setInstalled(apps.length > 0),
      // Asked from within a frame, for instance: then it is not known.
      () => undefined,
    )
  }, [])
  return isInstalled
}
