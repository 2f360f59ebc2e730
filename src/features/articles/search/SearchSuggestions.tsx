import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { tracksQuery } from '#features/programme/sessions'
import { useLocalized } from '#platform/locale.ts'
import { Button } from '#ui/Button.tsx'
import { recentSearches, useRecentSearches } from './recent-searches.ts'
import styles from './SearchScreen.module.css'

/** Maximum number of suggested sub-forums. */
const maxSuggestions = 6

/** Shown before anything is typed: the recent searches and suggestions. */
export function SearchSuggestions({ onChoose }: { onChoose: (query: string) => void }) {
  const { t } = useTranslation('search')
  const recent = useRecentSearches()
  return (
    <>
      {recent.length > 0 && (
        <section className={styles.section} aria-label={t('recent')}>
          <div className={styles.head}>
            <h2 className={styles.heading}>{t('recent')}</h2>
            <Button onClick={recentSearches.clear}>{t('forget')}</Button>
          </div>
          <SearchTermList terms={recent.map((text) => ({ text }))} onChoose={onChoose} />
        </section>
      )}
      <Suggestions onChoose={onChoose} />
    </>
  )
}

/** Suggests the names of the first sub-forums: such a search has hits in most modules. */
export function Suggestions({ onChoose }: { onChoose: (query: string) => void }) {
  const { t } = useTranslation('search')
  const pick = useLocalized()
  const { data: tracks = [] } = useQuery(tracksQuery())
  const suggestions = tracks.slice(0, maxSuggestions).map(({ name }) => {
    const { text, locale } = pick(name)
    return { text, lang: locale }
  })
  if (suggestions.length === 0) return null
  return (
    <section className={styles.section} aria-label={t('suggestions')}>
      <h2 className={styles.heading}>{t('suggestions')}</h2>
      <SearchTermList terms={suggestions} onChoose={onChoose} />
    </section>
  )
}

/** Lists search texts as buttons. @param terms each with its language when that is known */
function SearchTermList({
  terms,
  onChoose,
}: {
  terms: readonly { text: string; lang?: string }[]
  onChoose: (query: string) => void
}) {
  return (
    <ul className={styles.suggestions}>
      {terms.map(({ text, lang }) => (
        <li key={text}>
          <button type="button" className={styles.word} lang={lang} onClick={() => onChoose(text)}>
            {text}
          </button>
        </li>
      ))}
    </ul>
  )
}
