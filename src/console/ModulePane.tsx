import { useQuery } from '@tanstack/react-query'
import { useMatches, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useMemo } from 'react'
import type { ModuleSummary } from '#contract/module-summary.ts'
import { ApiError } from '#platform/api.ts'
import { useMediaQuery } from '#platform/media-query.ts'
import { LoadState, SkeletonLines } from '#ui/LoadState.tsx'
import { InvalidAddress, RecordNotFound } from './not-found-states.tsx'
import { parseListState, type Search, splitPaneQuery } from './data/list-state.ts'
import { metadataQuery } from './data/queries.ts'
import { ListPane } from './list/ListPane.tsx'
import { RecordPane } from './record/RecordPane.tsx'
import styles from './ModulePane.module.css'

const Board = lazy(() => import('./board/Board.tsx'))
const RecordFormPane = lazy(() => import('./form/RecordFormPane.tsx'))
const ReviewQueuePane = lazy(() => import('./review-queue/ReviewQueuePane.tsx'))
const ImportScreen = lazy(() => import('./import/ImportScreen.tsx'))

/** Routes of the forms of new and existing records. */
const formRoutes: ReadonlySet<string> = new Set(['/console/$module/new', '/console/$module/$id_/edit'])

/** Route of the import. */
const importRoute = '/console/$module/import'

/**
 * Shows a module: its list, with the record of the URL beside it; or a form, the import, the board or the review
 * queue.
 */
export function ModulePane({ summary, id }: { summary: ModuleSummary; id: string | undefined }) {
  const metadata = useQuery(metadataQuery(summary.name))
  const search: Search = useSearch({ strict: false })
  const state = useMemo(() => parseListState(search), [search])
  const isWide = useMediaQuery(splitPaneQuery)
  const routeId = useMatches({ select: (matches): string => matches.at(-1)?.routeId ?? '' })
  if (!metadata.data) {
    if (metadata.error instanceof ApiError) return <RecordNotFound text={metadata.error.msg} />
    return <LoadState failed={metadata.isError} retry={() => void metadata.refetch()} rows={8} />
  }
  if (!state) return <InvalidAddress module={summary.name} />
  if (routeId === importRoute)
    return (
      <Suspense fallback={<SkeletonLines lines={8} />}>
        <ImportScreen metadata={metadata.data} />
      </Suspense>
    )
  if (formRoutes.has(routeId))
    return (
      <Suspense fallback={<SkeletonLines lines={8} />}>
        <RecordFormPane metadata={metadata.data} id={id} search={search} />
      </Suspense>
    )
  const { board } = metadata.data.views
  if (search['desk'] === 'board' && board && id === undefined)
    return (
      <Suspense fallback={<LoadState failed={false} retry={() => undefined} rows={6} />}>
        <Board metadata={metadata.data} summary={summary} board={board} />
      </Suspense>
    )
  if (search['desk'] === 'review' && id === undefined)
    return (
      <Suspense fallback={<LoadState failed={false} retry={() => undefined} rows={4} />}>
        <ReviewQueuePane metadata={metadata.data} summary={summary} state={state} />
      </Suspense>
    )
  const list = (
    <ListPane
      metadata={metadata.data}
      summary={summary}
      state={state}
      openId={id}
      isTable={isWide && id === undefined}
    />
  )
  if (id === undefined) return list
  const record = <RecordPane key={id} metadata={metadata.data} id={id} search={search} isFullPage={!isWide} />
  if (!isWide) return record
  return (
    <div className={styles.split}>
      {list}
      {record}
    </div>
  )
}
