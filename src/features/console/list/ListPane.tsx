import { useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ModuleSummary } from '#contract/module-summary.ts'
import type { ModuleMetadata } from '#contract/metadata.ts'
import { useDocumentTitle } from '#lib/document-title.ts'
import { useLocale } from '#lib/locale.ts'
import { useSearchQueryStore, useSearchQueryValue } from '#lib/search-query.ts'
import { LoadState } from '#ui/LoadState.tsx'
import { Button } from '#ui/Button.tsx'
import { EmptyState } from '#ui/StateMessage.tsx'
import { SearchField } from '#ui/SearchField.tsx'
import { ApiError } from '#lib/api.ts'
import { isSearchable } from '../data/search-filters.ts'
import type { ListState } from '../data/list-state.ts'
import { pageSize } from '../data/queries.ts'
import { useRows } from '../data/use-rows.ts'
import { useValueLabels } from '../field-values/use-value-words.ts'
import { buildListQuery } from './list-query.ts'
import { ListToolbar } from './ListToolbar.tsx'
import { RowCards } from './RowCards.tsx'
import { RowTable } from './RowTable.tsx'
import { SelectionBar } from './SelectionBar.tsx'
import { usePreviousResult } from './use-previous-result.ts'
import { useSearchPrefetch } from './use-search-prefetch.ts'
import { useSetListSearch } from './use-list-search.ts'
import { useSelection } from './use-selection.ts'
import styles from './ListPane.module.css'

const beginning = { first: 0, last: pageSize - 1 }

/** After so short a pause in typing the list is drawn anew, in milliseconds: the server has answered by then. */
const searchPauseMs = 130

const pageOf = (index: number) => Math.floor(index / pageSize)

/** The list of a module: what is searched, filtered and sorted stands in the address. */
export function ListPane({
  metadata,
  entry,
  state,
  openId,
  asTable,
}: {
  metadata: ModuleMetadata
  entry: ModuleSummary
  state: ListState
  /** The record that stands beside it. */
  openId: string | undefined
  asTable: boolean
}) {
  const { t } = useTranslation('console')
  const locale = useLocale()
  useDocumentTitle(entry.label[locale])
  const change = useSetListSearch(metadata.name, state, openId)
  const question = useMemo(() => buildListQuery(metadata, state, asTable), [metadata, state, asTable])
  const hash = JSON.stringify(question.asked)
  const [range, setRange] = useState({ hash, ...beginning })
  const asked = useRows(metadata, question.asked, range.hash === hash ? range : beginning)
  const shown = usePreviousResult({ hash, state, ...question, rows: asked })
  const { rows, columns, card } = shown
  const words = useValueLabels(metadata, shown.fields, rows.loaded)
  const selection = useSelection(shown.hash)
  // The list asks by pages: within them it scrolls without anything but its rows being drawn anew.
  const follow = useCallback(
    (first: number, last: number) =>
      setRange((now) =>
        now.hash === shown.hash && pageOf(now.first) === pageOf(first) && pageOf(now.last) === pageOf(last)
          ? now
          : { hash: shown.hash, first, last },
      ),
    [shown.hash],
  )
  const parts = { metadata, rows, words, state: shown.state, selection, onRange: follow }
  return (
    <section className={styles.pane} aria-label={entry.label[locale]} aria-busy={shown.hash !== hash}>
      <header className={styles.head}>
        <h1 className={styles.title}>{entry.label[locale]}</h1>
        <output className={styles.total}>
          {rows.total !== undefined && t('list.total', { count: rows.total })}
        </output>
        {isSearchable(metadata) && (
          <Words metadata={metadata} state={state} change={change} asTable={asTable} />
        )}
      </header>
      <ListToolbar
        metadata={metadata}
        state={state}
        columns={question.columns}
        isBeside={openId !== undefined}
        change={change}
      />
      {rows.total === undefined && <Failure error={rows.error} retry={() => void rows.refresh()} />}
      {rows.total === 0 && (
        <Nothing state={shown.state} onShowAll={() => change({ words: '', filters: [] })} />
      )}
      {rows.total !== undefined &&
        rows.total > 0 &&
        (asTable ? (
          <RowTable key={shown.hash} {...parts} asked={state} columns={columns} change={change} />
        ) : (
          <RowCards key={shown.hash} {...parts} card={card} openId={openId} />
        ))}
      {rows.total !== undefined && rows.total > rows.reachable && (
        <p className={styles.note}>{t('list.reach', { count: rows.reachable })}</p>
      )}
      <SelectionBar metadata={metadata} asked={shown.asked} total={rows.total ?? 0} selection={selection} />
    </section>
  )
}

function Words({
  metadata,
  state,
  change,
  asTable,
}: {
  metadata: ModuleMetadata
  state: ListState
  change: ReturnType<typeof useSetListSearch>
  asTable: boolean
}) {
  const { t } = useTranslation('console')
  const ask = useSearchPrefetch(metadata, state, asTable)
  const toAddress = useCallback((words: string) => change({ words }, { replace: true }), [change])
  const text = useSearchQueryStore(state.words, toAddress, searchPauseMs)
  const typed = useSearchQueryValue(text)
  return (
    <SearchField
      label={t('list.search')}
      placeholder={t('list.search')}
      clearLabel={t('list.clear')}
      value={typed}
      onChange={(next) => {
        text.type(next)
        ask(next)
      }}
      onClear={() => {
        text.type('')
        text.settle()
      }}
      onDone={text.settle}
    />
  )
}

/** In place of the rows: on their way, refused, or not to be reached. */
function Failure({ error, retry }: { error: Error | null; retry: () => void }) {
  const { t } = useTranslation('console')
  if (error instanceof ApiError && error.status < 500)
    return <EmptyState title={t('list.refused')} text={error.msg} />
  return <LoadState failed={error !== null} retry={retry} rows={8} />
}

function Nothing({ state, onShowAll }: { state: ListState; onShowAll: () => void }) {
  const { t } = useTranslation('console')
  const isNarrowed = state.words !== '' || state.filters.length > 0
  if (!isNarrowed) return <EmptyState title={t('list.empty')} text={t('list.emptyText')} />
  return (
    <EmptyState
      title={t('list.none')}
      text={t('list.noneText')}
      action={<Button onClick={onShowAll}>{t('list.showAll')}</Button>}
    />
  )
}
