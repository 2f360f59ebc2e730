import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDocumentTitle } from '#platform/forum.ts'
import { useHanForms, splitTerms } from '#platform/text-search.ts'
import { useSearchQueryStore, useSearchQueryValue, type SearchQueryStore } from '#platform/search-query.ts'
import { LoadState, EmptyState, SkeletonLines } from '#ui/LoadState.tsx'
import { PageHeader, Screen } from '#ui/Screen.tsx'
import { useLocalized, useLocale } from '#platform/locale.ts'
import { SegmentedControl } from '#ui/SegmentedControl.tsx'
import { ChoiceChips } from '#ui/ChoiceChips.tsx'
import { SearchField } from '#ui/SearchField.tsx'
import { ExhibitorList } from './ExhibitorList.tsx'
import {
  groupByArea,
  matchesTerms,
  withSearchParam,
  type ExhibitionSearch,
  maxQueryCharacters,
  getAreaLabel,
} from './exhibitors.ts'
import { exhibitorsQuery, hallsQuery, type ExhibitorRow, type HallRow } from './queries.ts'
import styles from './ExhibitionScreen.module.css'
import { useCachedPictures, HallPlan } from './ExhibitionPictures.tsx'
import skeleton from './ShowSkeleton.module.css'

/** The exhibition: exhibitors and their booths. */
export function ExhibitionScreen({ search }: { search: ExhibitionSearch }) {
  const { t } = useTranslation('show')
  useDocumentTitle(t('title'))
  const exhibitors = useQuery(exhibitorsQuery())
  useCachedPictures()
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

/** The search, the plans and the list. @param search of the URL */
function Exhibition({ rows, search }: { rows: readonly ExhibitorRow[]; search: ExhibitionSearch }) {
  const { t } = useTranslation('show')
  const navigate = useNavigate({ from: '/show/' })
  const { data: halls = [] } = useQuery(hallsQuery())
  const { area } = search
  // Filters the same page: no new history entry, and the scroll position stays.
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
  const chooseArea = (kind: string | undefined) =>
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
          onArea={chooseArea}
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

/** Enough cards to fill the first screenful. */
const skeletonCardCount = 6

/** Placeholders of the search field, the plan and the cards. */
function ShowSkeleton() {
  const { t } = useTranslation('common')
  return (
    <output aria-label={t('loading')} className={styles.columns}>
      <div className={styles.filters}>
        <div className={skeleton.field} />
      </div>
      <div className={styles.halls}>
        <div className={skeleton.plan} />
      </div>
      <div className={styles.areas}>
        <div className={styles.list}>
          {Array.from({ length: skeletonCardCount }, (_, card) => (
            <div key={card} className={skeleton.card}>
              <SkeletonLines lines={3} />
            </div>
          ))}
        </div>
      </div>
    </output>
  )
}

/** Plans of the halls, one at a time. */
function Halls({
  halls,
  rows,
  highlighted,
}: {
  halls: readonly HallRow[]
  rows: readonly ExhibitorRow[]
  /** The listed exhibitors, when the list is filtered. */
  highlighted: readonly ExhibitorRow[] | undefined
}) {
  const { t } = useTranslation('show')
  const pick = useLocalized()
  const [chosenHallId, setChosenHallId] = useState<string>()
  const hallsWithPlan = halls.filter((hall) => hall.picture)
  const hall = hallsWithPlan.find(({ id }) => id === chosenHallId) ?? hallsWithPlan[0]
  if (!hall) return null
  const floor = pick(hall.floor)
  return (
    <section className={styles.plan} aria-labelledby="show-plan">
      <h2 id="show-plan" className={styles.heading}>
        {t('plan.title')} {floor.text && <span className={styles.count}>{floor.text}</span>}
      </h2>
      {hallsWithPlan.length > 1 && (
        <SegmentedControl
          title={t('plan.hall')}
          choices={hallsWithPlan.map(({ id, name }) => ({ value: id, label: pick(name).text }))}
          chosen={hall.id}
          onChoose={setChosenHallId}
        />
      )}
      <HallPlan
        key={hall.id}
        hall={hall}
        rows={rows.filter((row) => row.hall === hall.id)}
        highlighted={highlighted?.filter((row) => row.hall === hall.id)}
      />
    </section>
  )
}

/** The search field and a chip for each area. */
function ShowFilters({
  query,
  areas,
  area,
  onArea,
}: {
  query: SearchQueryStore
  /** The kinds of exhibitors that the exhibition has, in the order of the areas. */
  areas: readonly string[]
  /** The chosen kind; undefined for all. */
  area: string | undefined
  onArea: (area: string | undefined) => void
}) {
  const { t } = useTranslation('show')
  const locale = useLocale()
  const text = useSearchQueryValue(query)
  // The first chip shows all areas.
  const choices = [undefined, ...areas]
  return (
    <div className={styles.fields}>
      <SearchField
        label={t('search.label')}
        placeholder={t('search.label')}
        clearLabel={t('search.clear')}
        value={text}
        onChange={(value) => query.type(value.slice(0, maxQueryCharacters))}
        onClear={() => {
          query.type('')
          query.settle()
        }}
        onDone={query.settle}
      />
      {areas.length > 1 && (
        <ChoiceChips
          label={t('areas')}
          choices={choices.map((kind) => ({
            value: kind,
            label: kind === undefined ? t('all') : getAreaLabel(kind, locale),
          }))}
          chosen={area}
          onChoose={onArea}
        />
      )}
    </div>
  )
}
