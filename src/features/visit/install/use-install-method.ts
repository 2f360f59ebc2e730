import { useEffect, useState, useSyncExternalStore } from 'react'
import { installPromptStore } from '#platform/install-prompt.ts'
import { detectInstallMethod, type InstallMethod } from './install-method.ts'

/** Members of `navigator` missing in TypeScript: Safari's flag of an installed app, Chromium's query. */
interface InstalledNavigator {
  standalone?: boolean
  getInstalledRelatedApps?: () => Promise<readonly unknown[]>
}

const browser = globalThis.navigator as (Navigator & InstalledNavigator) | undefined

/** Constant while a page is open. */
const userAgent = browser?.userAgent ?? ''
const touchPoints = browser?.maxTouchPoints ?? 0

/** Returns the install method of this browser. */
export function useInstallMethod(): InstallMethod {
  const offer = useSyncExternalStore(
    installPromptStore.subscribe,
    installPromptStore.get,
    installPromptStore.get,
  )
  const isRelatedAppInstalled = useIsRelatedInstalled()
  return detectInstallMethod({
    userAgent,
    touchPoints,
    isStandalone: isStandalone(),
    isInstalled: offer.isInstalled || isRelatedAppInstalled,
    isSecure: globalThis.isSecureContext,
    isOffered: offer.isOffered,
  })
}

/** True in an in-app browser such as WeChat's. These drop files that a page creates. */
export function isInAppBrowser(): boolean {
  const device = { isStandalone: false, isInstalled: false, isSecure: true, isOffered: false }
  const method = detectInstallMethod({ ...device, userAgent, touchPoints })
  return method === 'wechat' || method === 'in-app'
}

/** True on phones and tablets, and on a desktop with a touch screen. */
export const isTouchDevice = touchPoints > 0

/** True when the app runs from the home screen. Full-screen mode does not count, because any page can use it. */
export function isStandalone(): boolean {
  return (
    browser?.standalone === true ||
    ['standalone', 'minimal-ui'].some((mode) => globalThis.matchMedia?.(`(display-mode: ${mode})`).matches)
  )
}

/** Chromium reports whether the app of this manifest is installed; other browsers do not. */
function useIsRelatedInstalled(): boolean {
  const [isInstalled, setInstalled] = useState(false)
  useEffect(() => {
    browser?.getInstalledRelatedApps?.().then(
      (apps) => setInstalled(apps.length > 0),
      // Unknown, for instance inside a frame.
      () => undefined,
    )
  }, [])
  return isInstalled
}
