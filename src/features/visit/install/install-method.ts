import { useSelector } from '@tanstack/react-store'
import { useEffect, useState } from 'react'
import { installStore } from '#platform/install-prompt.ts'

/**
 * How this browser puts the app on the home screen.
 * - `inside`: the app is running from the home screen; `present`: it is installed, but this page is open in a browser.
 * - `wechat`, `in-app`: a browser built into another app, which cannot install; the page must be opened in another browser.
 * - `insecure`: plain http, where no browser installs anything.
 * - `prompt`: by the browser's install prompt.
 * - `iphone`, `ipad`: by three steps in Safari; `ios-other`: in Safari, because this browser cannot install.
 * - `chrome`, `firefox`, `samsung`, `android`: by the browser's own menu.
 * - `mac-safari`, `desktop-chromium`: by the menu bar or the address bar; `desktop`: only on a phone.
 */
export type InstallMethod =
  | 'inside'
  | 'present'
  | 'wechat'
  | 'in-app'
  | 'insecure'
  | 'prompt'
  | 'iphone'
  | 'ipad'
  | 'ios-other'
  | 'chrome'
  | 'firefox'
  | 'samsung'
  | 'android'
  | 'mac-safari'
  | 'desktop-chromium'
  | 'desktop'

/** What {@link detectInstallMethod} depends on. */
export interface Device {
  userAgent: string
  /** Maximum number of touch points: an iPad identifies as a Mac, but Macs have none. */
  touchPoints: number
  /** Runs from the home screen, without browser bars. */
  isStandalone: boolean
  /** The browser reports that the app is installed, or it was installed while this page was open. */
  isInstalled: boolean
  /** The page is served by https or from this machine. */
  isSecure: boolean
  /** The browser's install prompt can be shown. */
  isOffered: boolean
}

/** Matches in-app browsers: QQ, DingTalk, Alipay, Weibo, Feishu, Douyin, Baidu, Facebook, Instagram, LINE, X. */
const inAppBrowser =
  /\bQQ\/|DingTalk|AlipayClient|Weibo|Feishu|\bLark\/|aweme|BytedanceWebview|NewsArticle|baiduboxapp|FBA[NV]\/|Instagram|\bLine\/|Twitter/i

/**
 * Matches the names of browsers on iOS other than Safari, such as `CriOS` (Chrome). Their user agents contain "Safari"
 * too.
 */
const otherIosBrowser =
  /CriOS|FxiOS|EdgiOS|OPiOS|OPT\/|MQQBrowser|UCBrowser|Quark|DuckDuckGo|Ddg\/|YaBrowser|SogouMobile|MiuiBrowser|HuaweiBrowser|GSA\/|Brave\//

/** Detects the install method of a device. */
export function detectInstallMethod(device: Device): InstallMethod {
  const { userAgent, isStandalone, isInstalled, isSecure, isOffered } = device
  if (isStandalone) return 'inside'
  if (isInstalled) return 'present'
  if (/MicroMessenger/i.test(userAgent)) return 'wechat'
  if (isInApp(device)) return 'in-app'
  if (!isSecure) return 'insecure'
  if (isOffered) return 'prompt'
  if (isIos(device)) return findIosMethod(device)
  return /Android|HarmonyOS|OpenHarmony/.test(userAgent)
    ? findAndroidMethod(userAgent)
    : findDesktopMethod(userAgent)
}

function isIos({ userAgent, touchPoints }: Device): boolean {
  return /iPhone|iPad|iPod/.test(userAgent) || isIpadAsMac(userAgent, touchPoints)
}

const isIpadAsMac = (userAgent: string, touchPoints: number): boolean =>
  userAgent.includes('Macintosh') && touchPoints > 1

/**
 * Returns whether a browser is part of another app. On Android its user agent contains `; wv)`; on iOS it lacks
 * "Safari".
 */
function isInApp(device: Device): boolean {
  const { userAgent } = device
  if (inAppBrowser.test(userAgent) || /Android.*; wv\)/.test(userAgent)) return true
  return isIos(device) && !/Safari\//.test(userAgent) && !otherIosBrowser.test(userAgent)
}

function findIosMethod({ userAgent, touchPoints }: Device): InstallMethod {
  if (otherIosBrowser.test(userAgent)) return 'ios-other'
  return userAgent.includes('iPad') || isIpadAsMac(userAgent, touchPoints) ? 'ipad' : 'iphone'
}

function findAndroidMethod(userAgent: string): InstallMethod {
  if (/SamsungBrowser/.test(userAgent)) return 'samsung'
  if (/Firefox\//.test(userAgent)) return 'firefox'
  // Matches `Chrome/126.0.0.0 Mobile Safari/537.36` at the end, and Edge. The browsers of phone makers add their own name
  // behind it, and each has its menu elsewhere.
  const isChrome = /Chrome\/[\d.]+ Mobile Safari\/[\d.]+$|Chrome\/[\d.]+ Safari\/[\d.]+$|EdgA\//.test(
    userAgent,
  )
  return isChrome ? 'chrome' : 'android'
}

/** Safari on a Mac installs web apps from version 17 on. */
function findDesktopMethod(userAgent: string): InstallMethod {
  if (/Firefox\//.test(userAgent)) return 'desktop'
  if (/Chrom(e|ium)\/|Edg\//.test(userAgent)) return 'desktop-chromium'
  return userAgent.includes('Macintosh') && /Version\/(1[7-9]|[2-9]\d)/.test(userAgent)
    ? 'mac-safari'
    : 'desktop'
}

/** Members of `navigator` missing in TypeScript: Safari's flag of an installed app, Chromium's query. */
interface InstalledNavigator {
  standalone?: boolean
  getInstalledRelatedApps?: () => Promise<readonly unknown[]>
}

const browser = globalThis.navigator as (Navigator & InstalledNavigator) | undefined

// Both are constant while a page is open, and empty where the server prerenders it.
const userAgent = browser?.userAgent ?? ''
const touchPoints = browser?.maxTouchPoints ?? 0

/** Returns the install method of this browser. Re-renders when the browser offers its prompt or the app was installed. */
export function useInstallMethod(): InstallMethod {
  const offer = useSelector(installStore)
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
  // Neutral values: they decide nothing before the user agent does.
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
