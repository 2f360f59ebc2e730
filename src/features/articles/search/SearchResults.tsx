import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { getQueryTerms } from '#contract/search-text.ts'
import type { SearchHit } from '#contract/api.ts'
import { useIsOffline } from '#platform/connectivity.ts'
import { useHanForms } from '#platform/text-search.ts'
import { Button } from '#ui/Button.tsx'
import { LoadState, EmptyState } from '#ui/LoadState.tsx'
import { LoadMore } from '#ui/LoadMore.tsx'
import { useInfiniteList } from '#platform/use-infinite-list.ts'
import { useLocalized } from '#platform/locale.ts'
import { searchLocally, type HitGroup } from './local-search.ts'
import { overviewQuery, groupQuery, searchInfoKey, searchListKey, overviewHitsPerGroup } from './queries.ts'
import { Suggestions } from './SearchSuggestions.tsx'
import styles from './SearchScreen.module.css'
import { HitCard } from './HitCard.tsx'

interface SearchResultsProps {
  /** The search text of the URL, not empty. */
  q: string
  /** Name of the open group; the overview of all groups when undefined. */
  group: string | undefined
  /** Called when the user opens a hit or a group. */
  onFollow: () => void
  /** Called with a suggested search. */
  onChoose: (query: string) => void
  /** Called when the user clears a search without hits. */
  onClear: () => void
}

/** What every list of hits passes on to its hits. */
interface HitOptions {
  /** Words to highlight, normalized. */
  terms: readonly string[]
  /** Called when the user opens a hit. */
  onFollow: () => void
}

/** Shows the hits: from the server, or from this device without network. */
export function SearchResults({ q, group, onFollow, onChoose, onClear }: SearchResultsProps) {
  const { t } = useTranslation('search')
  const client = useQueryClient()
  const formatGroupName = useGroupName()
  const simplify = useHanForms(true)
  const offline = useIsOffline()
  // The previous hits stay while the next response is pending, so that results do not flicker while typing.
  const overview = useQuery({ ...overviewQuery(q), placeholderData: keepPreviousData })
  // Offline the device is searched, unless the server's response to this very query is cached.
  const isFromDevice = offline && (!overview.data || overview.isPlaceholderData)
  const deviceGroups = useMemo(
    () => (isFromDevice ? searchLocally(client, q, simplify) : []),
    [client, isFromDevice, q, simplify],
  )
  const terms = useMemo(() => getQueryTerms(q, simplify), [q, simplify])
  if (!isFromDevice && !overview.data)
    return <LoadState failed={overview.isError} retry={() => void overview.refetch()} />
  const groups: readonly HitGroup[] = isFromDevice
    ? deviceGroups
    : (overview.data?.groups.filter(({ total }) => total > 0) ?? [])
  const total = groups.reduce((sum, one) => sum + one.total, 0)
  const openGroup = groups.find(({ name }) => name === group)
  const busy = overview.isPlaceholderData && !isFromDevice
  return (
    <div aria-busy={busy} className={styles.results}>
      {isFromDevice && <p className={styles.state}>{t('fromDevice')}</p>}
      <output className={styles.state}>{busy ? t('searching') : t('found', { count: total })}</output>
      {total === 0 && !busy && <NoHits q={q} onChoose={onChoose} onClear={onClear} />}
      {groups.length > 0 && <GroupTabs q={q} groups={groups} total={total} />}
      {!openGroup &&
        groups.map((one) => (
          <HitSection key={one.name} group={one} q={q} terms={terms} onFollow={onFollow} />
        ))}
      {openGroup && (
        <section className={styles.section} aria-labelledby="search-group">
          <h2 id="search-group" className={styles.heading}>
            {formatGroupName(openGroup)}
          </h2>
          {isFromDevice ? (
            <HitList module={openGroup.module} hits={openGroup.items} terms={terms} onFollow={onFollow} />
          ) : (
            <GroupHits
              key={`${openGroup.name} ${q}`}
              q={q}
              name={openGroup.name}
              module={openGroup.module}
              terms={terms}
              onFollow={onFollow}
            />
          )}
        </section>
      )}
    </div>
  )
}

/** Tabs of all groups with their numbers of hits. */
function GroupTabs({ q, groups, total }: { q: string; groups: readonly HitGroup[]; total: number }) {
  const { t } = useTranslation('search')
  const formatGroupName = useGroupName()
  const tabs = [
    { name: undefined, label: t('everything'), total },
    ...groups.map((one) => ({ name: one.name, label: formatGroupName(one), total: one.total })),
  ]
  return (
    <nav aria-label={t('groups')} className={styles.tabs}>
      {tabs.map((tab) => (
        <Link
          key={tab.name ?? ''}
          to="/search"
          search={tab.name === undefined ? { q } : { q, group: tab.name }}
          resetScroll={false}
          className={styles.tab}
          activeOptions={{ exact: true, includeSearch: true }}
        >
          {tab.label} <span className={styles.count}>{tab.total}</span>
        </Link>
      ))}
    </nav>
  )
}

/** Says that nothing was found, and suggests other searches. */
function NoHits({
  q,
  onChoose,
  onClear,
}: {
  q: string
  onChoose: (query: string) => void
  onClear: () => void
}) {
  const { t } = useTranslation('search')
  return (
    <>
      <EmptyState
        title={t('none.title', { words: q })}
        text={t('none.text')}
        action={<Button onClick={onClear}>{t('none.action')}</Button>}
      />
      <Suggestions onChoose={onChoose} />
    </>
  )
}

/** Lists all hits of a group, page by page. */
function GroupHits({
  q,
  name,
  module,
  terms,
  onFollow,
}: {
  q: string
  /** Name of the group. */
  name: string
  /** Module of the group; undefined until the overview has loaded. */
  module: string | undefined
} & HitOptions) {
  const list = useInfiniteList(groupQuery(q, name, module), searchListKey, searchInfoKey)
  if (!list.rows || !module)
    return <LoadState failed={list.hasFailed} retry={() => void list.reload()} rows={4} />
  return (
    <>
      <HitList module={module} hits={list.rows} terms={terms} onFollow={onFollow} />
      <LoadMore
        shownCount={list.rows.length}
        total={list.pageInfo.total}
        busy={list.isLoading}
        failed={list.hasFailed}
        onMore={list.hasMore ? list.loadMore : undefined}
      />
    </>
  )
}

/** The first hits of a group, with a link to all. */
function HitSection({
  group,
  q,
  terms,
  onFollow,
}: {
  group: HitGroup
  q: string
} & HitOptions) {
  const { t } = useTranslation('search')
  const formatGroupName = useGroupName()
  const id = useId()
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 id={id} className={styles.heading}>
        {formatGroupName(group)}
      </h2>
      <HitList
        module={group.module}
        hits={group.items.slice(0, overviewHitsPerGroup)}
        terms={terms}
        onFollow={onFollow}
      />
      {group.total > overviewHitsPerGroup && (
        <Link to="/search" search={{ q, group: group.name }} className={styles.all} onClick={onFollow}>
          {t('all', { count: group.total })}
        </Link>
      )}
    </section>
  )
}

/** Lists hits of a module. */
function HitList({
  module,
  hits,
  terms,
  onFollow,
}: {
  module: string
  hits: readonly SearchHit[]
} & HitOptions) {
  return (
    <ul className={styles.list}>
      {hits.map((hit) => (
        <li key={hit.id}>
          <HitCard module={module} hit={hit} terms={terms} onFollow={onFollow} />
        </li>
      ))}
    </ul>
  )
}

/** Groups with a label in the app; others use the server's label. */
const namedGroups = [
  'meetings',
  'speakers',
  'informations',
  'documents',
  'materials',
  'qa',
  'pages',
  'places',
  'exhibitors',
] as const

const isNamed = (name: string): name is (typeof namedGroups)[number] =>
  (namedGroups as readonly string[]).includes(name)

/** Returns a function that gives the label of a group. */
function useGroupName(): (group: Pick<HitGroup, 'name' | 'label'>) => string {
  const { t } = useTranslation('search')
  const pick = useLocalized()
  return ({ name, label }) => (isNamed(name) ? t(`group.${name}`) : pick(label).text || name)
}
