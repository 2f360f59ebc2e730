import { createStore, useSelector } from '@tanstack/react-store'
import { safeLocalStorage } from './safe-storage.ts'

export const themeChoices = ['system', 'light', 'dark'] as const
/** The user's choice; `system` follows the device. */
type ThemeChoice = (typeof themeChoices)[number]

const themeKey = 'theme'
const choiceStore = createStore<ThemeChoice>(
  themeChoices.find((candidate) => candidate === safeLocalStorage.read(themeKey)) ?? 'system',
)

/** Applies the stored choice, and follows the device's theme from then on. */
export function startTheme(): void {
  applyPageTheme()
  // The HTML already contains the bar colours of both system themes. Reading them from CSS would force a layout.
  if (choiceStore.state !== 'system') applyBarColor()
  getDarkQuery()?.addEventListener('change', applyTheme)
}

/** Changes and stores the choice. */
export function setTheme(next: ThemeChoice): void {
  choiceStore.setState(() => next)
  safeLocalStorage.write(themeKey, next)
  applyTheme()
}

/** Returns the user's choice. */
export function useTheme(): ThemeChoice {
  return useSelector(choiceStore)
}

function getDarkQuery(): MediaQueryList | undefined {
  return globalThis.matchMedia?.('(prefers-color-scheme: dark)')
}

function applyTheme(): void {
  applyPageTheme()
  applyBarColor()
}

/** Sets the theme on `<html>`: `data-theme` for our styles, `data-prefers-color-scheme` for those of antd-mobile. */
function applyPageTheme(): void {
  const choice = choiceStore.state
  const dark = choice === 'dark' || (choice === 'system' && getDarkQuery()?.matches === true)
  const root = document.documentElement
  root.dataset['theme'] = dark ? 'dark' : 'light'
  root.dataset['prefersColorScheme'] = dark ? 'dark' : 'light'
}

/** Sets the colour of the browser's bars to the page's background, which the style sheets set for each theme. */
function applyBarColor(): void {
  const root = document.documentElement
  const barColor = getComputedStyle(root).getPropertyValue('--bg').trim()
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]'))
    meta.content = barColor
}
