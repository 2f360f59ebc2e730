import { useCallback, useMemo, useState, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useQueryClient } from '@tanstack/react-query'
import type { ModuleSummary } from '#contract/module-summary.ts'
import type { ModuleMetadata } from '#contract/metadata.ts'
import { useDocumentTitle } from '#platform/forum.ts'
import { useLocale } from '#platform/locale.ts'
import { useSearchQueryStore, useSearchQueryValue } from '#platform/search-query.ts'
import { LoadState, EmptyState } from '#ui/LoadState.tsx'
import { Button } from '#ui/Button.tsx'
import { SearchField } from '#ui/SearchField.tsx'
import { ApiError } from '#platform/api.ts'
import { isSearchable, useSetListSearch, type ListState } from '../data/list-state.ts'
import { pageSize, useRows, type Rows, rowsQuery } from '../data/queries.ts'
import { useValueLabels } from '../field-values/field-text.ts'
import { buildListQuery } from './list-query.ts'
import { ListToolbar } from './ListToolbar.tsx'
import { RowCards } from './RowCards.tsx'
import { RowTable } from './RowTable.tsx'
import { SelectionBar } from './SelectionBar.tsx'
import { useSelection } from './selection.tsx'
import styles from './ListPane.module.css'

/** The rows in view until the list has reported its own; both are indexes among all rows. */
const firstPageRange = { first: 0, last: pageSize - 1 }

/**
 * Pause in typing after which the list shows the search, in milliseconds. The prefetched response has usually arrived
 * by that time.
 */
const searchPauseMs = 130

const getPage = (index: number) => Math.floor(index / pageSize)

/** Shows the list of a module as a table or cards. Search text, filters, sorters and columns are in the URL. */
export function ListPane({
  metadata,
  summary,
  state,
  openId,
  isTable,
}: {
  metadata: ModuleMetadata
  summary: ModuleSummary
  state: ListState
  /** Id of the row whose record is open beside the list. */
  openId: string | undefined
  /** Shows a table; otherwise cards, for a narrow screen or beside a record. */
  isTable: boolean
}) {
  const { t } = useTranslation('console')
  const locale = useLocale()
  useDocumentTitle(summary.label[locale])
  const updateList = useSetListSearch(metadata.name, state, openId)
  const listQuery = useMemo(() => buildListQuery(metadata, state, isTable), [metadata, state, isTable])
  const key = JSON.stringify(listQuery.params)
  // Indexes of the rows in view. A range of another request is ignored: a new list starts at the top.
  const [range, setRange] = useState({ key, ...firstPageRange })
  const currentRows = useRows(metadata, listQuery.params, range.key === key ? range : firstPageRange)
  const list = usePreviousResult({ key, state, ...listQuery, rows: currentRows })
  const { rows, columns, card } = list
  const labels = useValueLabels(metadata, list.fields, rows.loaded)
  const selection = useSelection(list.key)
  // The range changes only with the page, so that scrolling within a page renders nothing but rows.
  const handleRange = useCallback(
    (first: number, last: number) =>
      setRange((current) =>
        current.key === list.key &&
        getPage(current.first) === getPage(first) &&
        getPage(current.last) === getPage(last)
          ? current
          : { key: list.key, first, last },
      ),
    [list.key],
  )
  const rowProps = { metadata, rows, labels, state: list.state, selection, onRange: handleRange }
  return (
    <section className={styles.pane} aria-label={summary.label[locale]} aria-busy={list.key !== key}>
      <header className={styles.head}>
        <h1 className={styles.title}>{summary.label[locale]}</h1>
        <output className={styles.total}>
          {rows.total !== undefined && t('list.total', { count: rows.total })}
        </output>
        {isSearchable(metadata) && (
          <ListSearch metadata={metadata} state={state} updateList={updateList} isTable={isTable} />
        )}
      </header>
      <ListToolbar
        metadata={metadata}
        state={state}
        columns={listQuery.columns}
        isBeside={openId !== undefined}
        updateList={updateList}
      />
      {rows.total === undefined && <LoadingOrError error={rows.error} retry={() => void rows.refresh()} />}
      {rows.total === 0 && (
        <EmptyList state={list.state} onShowAll={() => updateList({ searchText: '', filters: [] })} />
      )}
      {rows.total !== undefined &&
        rows.total > 0 &&
        (isTable ? (
          <RowTable key={list.key} {...rowProps} urlState={state} columns={columns} updateList={updateList} />
        ) : (
          <RowCards key={list.key} {...rowProps} card={card} openId={openId} />
        ))}
      {rows.total !== undefined && rows.total > rows.reachable && (
        <p className={styles.limit}>{t('list.reach', { count: rows.reachable })}</p>
      )}
      <SelectionBar metadata={metadata} params={list.params} total={rows.total ?? 0} selection={selection} />
    </section>
  )
}

/** Shows the search field. The URL receives the text after a pause in typing. */
function ListSearch({
  metadata,
  state,
  updateList,
  isTable,
}: {
  metadata: ModuleMetadata
  state: ListState
  updateList: ReturnType<typeof useSetListSearch>
  isTable: boolean
}) {
  const { t } = useTranslation('console')
  const prefetch = useSearchPrefetch(metadata, state, isTable)
  const setQuery = useCallback(
    (searchText: string) => updateList({ searchText }, { replace: true }),
    [updateList],
  )
  const query = useSearchQueryStore(state.searchText, setQuery, searchPauseMs)
  const typed = useSearchQueryValue(query)
  return (
    <SearchField
      label={t('list.search')}
      placeholder={t('list.search')}
      clearLabel={t('list.clear')}
      value={typed}
      onChange={(next) => {
        query.type(next)
        prefetch(next)
      }}
      onClear={() => {
        query.type('')
        query.settle()
      }}
      onDone={query.settle}
    />
  )
}

/** Shows that rows are loading, or the error when they could not be loaded. */
function LoadingOrError({ error, retry }: { error: Error | null; retry: () => void }) {
  const { t } = useTranslation('console')
  // The server refused the request, for example for an unknown field. Trying again would not help.
  if (error instanceof ApiError && error.status < 500)
    return <EmptyState title={t('list.refused')} text={error.msg} />
  return <LoadState failed={error !== null} retry={retry} rows={8} />
}

/** Explains an empty list: the module has no rows, or none matches search text and filters. */
function EmptyList({ state, onShowAll }: { state: ListState; onShowAll: () => void }) {
  const { t } = useTranslation('console')
  const isNarrowed = state.searchText !== '' || state.filters.length > 0
  if (!isNarrowed) return <EmptyState title={t('list.empty')} text={t('list.emptyText')} />
  return (
    <EmptyState
      title={t('list.none')}
      text={t('list.noneText')}
      action={<Button onClick={onShowAll}>{t('list.showAll')}</Button>}
    />
  )
}

/** A list request and its rows as far as they have loaded. */
interface ListResult {
  /** Identifies the request. */
  key: string
  rows: Rows
}

/**
 * Returns the result on screen: the current request, or the previous one with its rows until the current one is
 * answered. The switch takes one render, and actions apply to the list that the user sees.
 */
function usePreviousResult<T extends ListResult>(current: T): T {
  const [previous, setPrevious] = useState(current)
  const isAnswered = current.rows.total !== undefined || current.rows.error !== null
  if (isAnswered && (previous.key !== current.key || previous.rows !== current.rows)) setPrevious(current)
  return isAnswered || previous.rows.total === undefined ? current : previous
}

/**
 * Pause in typing after which the rows are requested, in milliseconds. Shorter than the pause after which the list
 * shows the search.
 */
const debounceMs = 40

/**
 * Returns a function that prefetches the rows of a typed search text before it enters the URL. The list then renders
 * once, with the response. Further typing cancels the request.
 */
function useSearchPrefetch(
  metadata: ModuleMetadata,
  state: ListState,
  isTable: boolean,
): (searchText: string) => void {
  const client = useQueryClient()
  const cancel = useRef<() => void>(undefined)
  useEffect(() => () => cancel.current?.(), [])
  return (searchText) => {
    cancel.current?.()
    // Trimmed like the text in the URL, so that the list finds this request by its query key.
    const { params } = buildListQuery(metadata, { ...state, searchText: searchText.trim() }, isTable)
    const query = rowsQuery(metadata.name, params, 1)
    const timer = setTimeout(() => void client.prefetchQuery(query), debounceMs)
    cancel.current = () => {
      clearTimeout(timer)
      // The list itself may use the query by now; then it must not be cancelled.
      if (client.getQueryCache().find(query)?.isActive() === false)
        void client.cancelQueries({ queryKey: query.queryKey, exact: true })
    }
  }
}
