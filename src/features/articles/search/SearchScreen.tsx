import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { limits } from '#contract/forum.ts'
import { clearInfiniteLists } from '#platform/infinite-list.ts'
import { useDocumentTitle } from '#platform/forum.ts'
import { useSearchQueryStore, useSearchQueryValue } from '#platform/search-query.ts'
import { PageHeader, Screen } from '#ui/Screen.tsx'
import { SearchField } from '#ui/SearchField.tsx'
import { searchInfoKey, searchListKey, parseSearchParams } from './queries.ts'
import { recentSearches } from './recent-searches.ts'
import { SearchResults } from './SearchResults.tsx'
import { SearchSuggestions } from './SearchSuggestions.tsx'
import styles from './SearchScreen.module.css'

/** Search over everything that is published. */
export function SearchScreen() {
  const { t } = useTranslation(['search', 'common'])
  const { q = '', group } = useSearch({ from: '/_main/search' })
  useDocumentTitle(q ? `${q} · ${t('title')}` : t('title'))
  const client = useQueryClient()
  const navigate = useNavigate({ from: '/search' })
  const setUrlQuery = useCallback(
    (query: string) => {
      // The server refuses a longer text; the screen says so below the field.
      if (query.length > limits.searchCharacters) return
      const search = (previous: object) => parseSearchParams({ ...previous, q: query || undefined })
      void navigate({ search, replace: true, resetScroll: false })
    },
    [navigate],
  )
  const query = useSearchQueryStore(q, setUrlQuery)
  const text = useSearchQueryValue(query)
  const isTooLong = text.trim().length > limits.searchCharacters
  /** Searches at once, without waiting for a pause in typing. */
  const searchFor = (chosen: string) => {
    query.type(chosen)
    query.settle()
  }
  /**
   * Empties the field. The lists of all groups are cleared, too, so that each starts at its first page when it is
   * opened again.
   */
  const clear = () => {
    clearInfiniteLists(client, searchListKey, searchInfoKey)
    searchFor('')
  }
  /** A search counts as recent once a hit is opened. */
  const follow = () => recentSearches.add(q)
  return (
    <Screen>
      <PageHeader title={t('title')} lead={t('lead')} />
      <div className={styles.tools}>
        <SearchField
          label={t('title')}
          placeholder={t('placeholder')}
          clearLabel={t('common:clearField')}
          value={text}
          onChange={query.type}
          onClear={clear}
          onDone={query.settle}
          focusOnMount
          errorId={isTooLong ? 'words-too-long' : undefined}
        />
        {isTooLong && (
          <p id="words-too-long" role="alert" className={styles.error}>
            {t('common:wordsTooLong', { count: limits.searchCharacters })}
          </p>
        )}
      </div>
      {!isTooLong && q === '' && <SearchSuggestions onChoose={searchFor} />}
      {!isTooLong && q !== '' && (
        <SearchResults q={q} group={group} onFollow={follow} onChoose={searchFor} onClear={clear} />
      )}
    </Screen>
  )
}
