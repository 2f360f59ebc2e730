import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { tracksQuery } from '#features/sessions'
import { useLocalized } from '#lib/locale.ts'
import { Button } from '#ui/Button.tsx'
import { recentSearches, useRecentSearches } from './recent-searches.ts'
import styles from './SearchScreen.module.css'

/** Most sub-forums that are offered. */
const maxSuggestions = 6

/** Before anything is typed: what this device searched for before, and words that find something. */
export function SearchSuggestions({ onChoose }: { onChoose: (words: string) => void }) {
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
          <Words words={recent.map((text) => ({ text }))} onChoose={onChoose} />
        </section>
      )}
      <Suggestions onChoose={onChoose} />
    </>
  )
}

/** Names of sub-forums: words that find sessions, speakers and news. */
export function Suggestions({ onChoose }: { onChoose: (words: string) => void }) {
  const { t } = useTranslation('search')
  const pick = useLocalized()
  const { data: tracks = [] } = useQuery(tracksQuery())
  const words = tracks.slice(0, maxSuggestions).map(({ name }) => {
    const { text, locale } = pick(name)
    return { text, lang: locale }
  })
  if (words.length === 0) return null
  return (
    <section className={styles.section} aria-label={t('suggestions')}>
      <h2 className={styles.heading}>{t('suggestions')}</h2>
      <Words words={words} onChoose={onChoose} />
    </section>
  )
}

function Words({
  words,
  onChoose,
}: {
  words: readonly { text: string; lang?: string }[]
  onChoose: (words: string) => void
}) {
  return (
    <ul className={styles.words}>
      {words.map(({ text, lang }) => (
        <li key={text}>
          <button type="button" className={styles.word} lang={lang} onClick={() => onChoose(text)}>
            {text}
          </button>
        </li>
      ))}
    </ul>
  )
}
