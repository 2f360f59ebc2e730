import { useState, type ReactNode } from 'react'
import { locales, type Locale } from '#contract/locale.ts'
import { useLocale } from '#lib/locale.ts'
import { useMediaQuery } from '#lib/media-query.ts'
import styles from './LanguageTabs.module.css'

/** Languages by the names that they have for themselves. */
const languageNames: Record<Locale, string> = { 'zh-CN': '中文', en: 'English' }

/** Below this width a language has the whole of it, and the other one a tab. */
const narrow = '(width < 600px)'

/**
 * The same thing in each language: side by side where there is room, else one behind the other.
 * @param problemIn the language in which something is wrong: it comes to the front, and carries the id of the field
 */
export function LanguageTabs({
  id,
  problemIn,
  children,
}: {
  id: string
  problemIn: Locale | undefined
  /** `partId` of its control, `nameId` of the words that name its language. */
  children: (locale: Locale, ids: { partId: string; nameId: string }) => ReactNode
}) {
  const isNarrow = useMediaQuery(narrow)
  const [chosen, setChosen] = useState<Locale>(useLocale())
  const [told, setTold] = useState<Locale>()
  if (told !== problemIn) {
    setTold(problemIn)
    if (problemIn) setChosen(problemIn)
  }
  const marked = problemIn ?? locales[0]
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
              aria-selected={locale === chosen}
              aria-controls={`${id}-${locale}-part`}
              lang={locale}
              className={styles.tab}
              data-problem={locale === problemIn || undefined}
              onClick={() => setChosen(locale)}
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
          hidden={isNarrow && locale !== chosen}
          className={styles.part}
          {...(isNarrow && { role: 'tabpanel', 'aria-labelledby': `${id}-${locale}-tab` })}
        >
          <span
            id={nameId(locale)}
            lang={locale}
            hidden={isNarrow}
            className={styles.name}
            data-problem={locale === problemIn || undefined}
          >
            {languageNames[locale]}
          </span>
          {children(locale, { partId: locale === marked ? id : `${id}-${locale}`, nameId: nameId(locale) })}
        </div>
      ))}
    </div>
  )
}
