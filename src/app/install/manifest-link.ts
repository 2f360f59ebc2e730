import type { Locale } from '#contract/locale.ts'
import { getLocale, onLocaleChange } from '#platform/locale.ts'

/**
 * Links the web manifest of the interface's language, now and at each switch. Both have one id, so a phone keeps one
 * app whatever its language.
 */
export function linkManifest(): void {
  const link = document.createElement('link')
  link.rel = 'manifest'
  link.href = addressOf(getLocale())
  document.head.append(link)
  onLocaleChange(() => {
    link.href = addressOf(getLocale())
  })
}

const addressOf = (locale: Locale): string => `/manifest.${locale}.webmanifest`
