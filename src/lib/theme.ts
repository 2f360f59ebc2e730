import { useSyncExternalStore } from 'react'
import { localStore } from './safe-storage.ts'

export const themeChoices = ['system', 'light', 'dark'] as const
/** What the person chose; `system` follows the device. */
export type ThemeChoice = (typeof themeChoices)[number]

const themeKey = 'theme'
const listeners = new Set<() => void>()
let choice: ThemeChoice = themeChoices.find((known) => known === localStore.read(themeKey)) ?? 'system'

/** Puts the theme on the page and follows the device from then on. */
export function startTheme(): void {
  applyTheme()
  darkDevice()?.addEventListener('change', applyTheme)
}

/** Changes and keeps the choice. */
export function setTheme(next: ThemeChoice): void {
  choice = next
  localStore.write(themeKey, next)
  applyTheme()
  for (const listener of listeners) listener()
}

/** Follows the choice in a component. */
export function useTheme(): ThemeChoice {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => choice,
    () => 'system' as const,
  )
}

function darkDevice(): MediaQueryList | undefined {
  return globalThis.matchMedia?.('(prefers-color-scheme: dark)')
}

/** Also tells antd-mobile, which has its own attribute, and the browser's own bars. */
function applyTheme(): void {
  const dark = choice === 'dark' || (choice === 'system' && darkDevice()?.matches === true)
  const root = document.documentElement
  root.dataset['theme'] = dark ? 'dark' : 'light'
  root.dataset['prefersColorScheme'] = dark ? 'dark' : 'light'
  const bar = getComputedStyle(root).getPropertyValue('--bg').trim()
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]'))
    meta.content = bar
}
