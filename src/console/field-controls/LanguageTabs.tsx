import { useState, type ReactNode } from 'react'
import { locales, type Locale } from '#contract/locale.ts'
import { useLocale } from '#platform/locale.ts'
import { useMediaQuery } from '#platform/media-query.ts'
import styles from './LanguageTabs.module.css'

/** The name of each language in that language. */
const languageNames: Record<Locale, string> = { 'zh-CN': '中文', en: 'English' }

/** Below this width each language fills the row, and tabs switch between them. */
const narrowQuery = '(width < 600px)'

/**
 * Renders a control for each language: side by side where they fit, else in tabs.
 * @param invalidLocale the language with an issue: its tab is opened, and its control has the id of the field
 */
export function LanguageTabs({
  id,
  invalidLocale,
  children,
}: {
  /** Id of the field; the label and links to an issue refer to it. */
  id: string
  invalidLocale: Locale | undefined
  /** `controlId` is the id of the control, `nameId` that of the element with the language's name. */
  children: (locale: Locale, ids: { controlId: string; nameId: string }) => ReactNode
}) {
  const isNarrow = useMediaQuery(narrowQuery)
  const [chosenLocale, setChosenLocale] = useState<Locale>(useLocale())
  // Only a new issue opens its tab; after that the user may choose another one.
  const [previousInvalidLocale, setPreviousInvalidLocale] = useState<Locale>()
  if (previousInvalidLocale !== invalidLocale) {
    setPreviousInvalidLocale(invalidLocale)
    if (invalidLocale) setChosenLocale(invalidLocale)
  }
  // The language whose control has the id of the field.
  const fieldIdLocale = invalidLocale ?? locales[0]
  const nameId = (locale: Locale) => `${id}-${locale}-name`
  return (
    <div className={styles.languages}>
      {isNarrow && (
        <div role="tablist" className={styles.tabs}>
          {locales.map((locale) => (
            <button
              key={locale}
              type="button"
              role="tab"
              id={`${id}-${locale}-tab`}
              aria-selected={locale === chosenLocale}
              aria-controls={`${id}-${locale}-part`}
              lang={locale}
              className={styles.tab}
              data-problem={locale === invalidLocale || undefined}
              onClick={() => setChosenLocale(locale)}
            >
              {languageNames[locale]}
            </button>
          ))}
        </div>
      )}
      {locales.map((locale) => (
        <div
          key={locale}
          id={`${id}-${locale}-part`}
          hidden={isNarrow && locale !== chosenLocale}
          className={styles.panel}
          {...(isNarrow && { role: 'tabpanel', 'aria-labelledby': `${id}-${locale}-tab` })}
        >
          <span
            id={nameId(locale)}
            lang={locale}
            hidden={isNarrow}
            className={styles.name}
            data-problem={locale === invalidLocale || undefined}
          >
            {languageNames[locale]}
          </span>
          {children(locale, {
            controlId: locale === fieldIdLocale ? id : `${id}-${locale}`,
            nameId: nameId(locale),
          })}
        </div>
      ))}
    </div>
  )
}
