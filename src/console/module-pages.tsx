import { Outlet, useParams } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useMediaQuery } from '#platform/media-query.ts'
import { LoadState, SkeletonLines } from '#ui/LoadState.tsx'
import { splitPaneQuery } from './data/list-state.ts'
import { ListPane } from './list/ListPane.tsx'
import { useOpenModule } from './ModuleLayout.tsx'
import { RecordPane } from './record/RecordPane.tsx'
import styles from './module-pages.module.css'

const Board = lazy(() => import('./board/Board.tsx'))
const RecordFormPane = lazy(() => import('./form/RecordFormPane.tsx'))
const ReviewQueuePane = lazy(() => import('./review-queue/ReviewQueuePane.tsx'))
const ImportScreen = lazy(() => import('./import/ImportScreen.tsx'))

/**
 * Renders the list of a module, on wide screens beside the open record. On narrow ones the record replaces the list,
 * and the board or the review queue always does.
 */
export function ListLayout() {
  const { metadata, summary, state } = useOpenModule()
  const { id } = useParams({ strict: false })
  const isWide = useMediaQuery(splitPaneQuery)
  const desk = useDesk()
  const isListVisible = id === undefined ? desk === undefined : isWide
  if (!isListVisible) return <Outlet />
  const list = (
    <ListPane
      metadata={metadata}
      summary={summary}
      state={state}
      openId={id}
      isTable={isWide && id === undefined}
    />
  )
  if (id === undefined) return list
  return (
    <div className={styles.split}>
      {list}
      <Outlet />
    </div>
  )
}

/** Returns what the URL shows in place of the list: the board, where the module has one, or the review queue. */
function useDesk(): 'board' | 'review' | undefined {
  const { metadata, search } = useOpenModule()
  if (search['desk'] === 'board' && metadata.views.board) return 'board'
  return search['desk'] === 'review' ? 'review' : undefined
}

/** Shows the board or the review queue in place of the list. {@link ListLayout} renders it for these two only. */
export function ListDesk() {
  const { metadata, summary, state } = useOpenModule()
  const desk = useDesk()
  if (desk === 'board' && metadata.views.board)
    return (
      <Suspense fallback={<LoadState failed={false} retry={() => undefined} rows={6} />}>
        <Board metadata={metadata} summary={summary} board={metadata.views.board} />
      </Suspense>
    )
  if (desk === 'review')
    return (
      <Suspense fallback={<LoadState failed={false} retry={() => undefined} rows={4} />}>
        <ReviewQueuePane metadata={metadata} summary={summary} state={state} />
      </Suspense>
    )
  return null
}

/** Shows a record of the module, beside its list where both fit. */
export function ModuleRecord({ id }: { id: string }) {
  const { metadata, search } = useOpenModule()
  const isWide = useMediaQuery(splitPaneQuery)
  return <RecordPane key={id} metadata={metadata} id={id} search={search} isFullPage={!isWide} />
}

/** Shows the form of a record of the module; of a new one when `id` is undefined. */
export function ModuleForm({ id }: { id: string | undefined }) {
  const { metadata, search } = useOpenModule()
  return (
    <Suspense fallback={<SkeletonLines lines={8} />}>
      <RecordFormPane metadata={metadata} id={id} search={search} />
    </Suspense>
  )
}

/** Shows the import into the module. */
export function ModuleImport() {
  const { metadata } = useOpenModule()
  return (
    <Suspense fallback={<SkeletonLines lines={8} />}>
      <ImportScreen metadata={metadata} />
    </Suspense>
  )
}
