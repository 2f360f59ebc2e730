import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { useDocumentTitle } from '#platform/document-title.ts'
import { useHanForms } from '#platform/han-forms.ts'
import { useSearchQueryStore, useSearchQueryValue } from '#platform/search-query.ts'
import { splitTerms } from '#platform/text-search.ts'
import { LoadState } from '#ui/LoadState.tsx'
import { PageHeader, Screen } from '#ui/Screen.tsx'
import { EmptyState } from '#ui/StateMessage.tsx'
import { ExhibitorList } from './ExhibitorList.tsx'
import { groupByArea, matchesTerms, withSearchParam, type ExhibitionSearch } from './exhibitors.ts'
import { Halls } from './Halls.tsx'
import { exhibitorsQuery, hallsQuery, type ExhibitorRow } from './queries.ts'
import { ShowFilters } from './ShowFilters.tsx'
import styles from './ExhibitionScreen.module.css'
import { ShowSkeleton } from './ShowSkeleton.tsx'
import { useCachedExhibition } from './use-cached-exhibition.ts'

/** The exhibition: exhibitors and their booths. */
export function ExhibitionScreen({ search }: { search: ExhibitionSearch }) {
  const { t } = useTranslation('show')
  useDocumentTitle(t('title'))
  const exhibitors = useQuery(exhibitorsQuery())
  useCachedExhibition()
  return (
    <Screen wide>
      <PageHeader title={t('title')} lead={t('lead')} />
      {exhibitors.data ? (
        <Exhibition rows={exhibitors.data} search={search} />
      ) : (
        <LoadState
          failed={exhibitors.isError}
          retry={() => void exhibitors.refetch()}
          skeleton={<ShowSkeleton />}
        />
      )}
    </Screen>
  )
}

function Exhibition({ rows, search }: { rows: readonly ExhibitorRow[]; search: ExhibitionSearch }) {
  const { t } = useTranslation('show')
  const navigate = useNavigate({ from: '/show/' })
  const { data: halls = [] } = useQuery(hallsQuery())
  const { area } = search
  const setUrlQuery = useCallback(
    (q: string) =>
      void navigate({
        search: (previous: ExhibitionSearch) => withSearchParam(previous, 'q', q),
        replace: true,
        resetScroll: false,
      }),
    [navigate],
  )
  const query = useSearchQueryStore(search.q ?? '', setUrlQuery)
  const queryText = useSearchQueryValue(query)
  const simplify = useHanForms(queryText !== '')
  const terms = splitTerms(queryText, simplify)
  const choose = (kind: string | undefined) =>
    void navigate({
      search: (previous: ExhibitionSearch) => withSearchParam(previous, 'area', kind),
      replace: true,
      resetScroll: false,
    })
  if (rows.length === 0) return <EmptyState title={t('empty.title')} text={t('empty.text')} />
  const filtered = rows.filter((row) => (!area || row.kind === area) && matchesTerms(row, terms, simplify))
  return (
    <div className={styles.columns}>
      <div className={styles.filters}>
        <ShowFilters
          query={query}
          areas={groupByArea(rows).map(({ kind }) => kind)}
          area={area}
          onArea={choose}
        />
        <output className={styles.found}>{t('found', { count: filtered.length })}</output>
      </div>
      <div className={styles.halls}>
        <Halls halls={halls} rows={rows} highlighted={filtered.length < rows.length ? filtered : undefined} />
      </div>
      <div className={styles.areas}>
        <ExhibitorList
          rows={filtered}
          terms={terms}
          onReset={() => {
            query.type('')
            void navigate({ search: {}, replace: true, resetScroll: false })
          }}
        />
      </div>
    </div>
  )
}
