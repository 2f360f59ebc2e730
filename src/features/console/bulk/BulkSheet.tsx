import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ModuleMetadata } from '#contract/metadata.ts'
import { useLocale } from '#lib/locale.ts'
import { Button } from '#ui/Button.tsx'
import { LoadState } from '#ui/LoadState.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { SheetBody } from '#ui/SheetBody.tsx'
import type { Row, RowQueryParams } from '../data/console-api.ts'
import { consoleKey } from '../data/queries.ts'
import { listBulkActions, type BulkAction } from './bulk-actions.ts'
import { BulkConfirm } from './BulkConfirm.tsx'
import { BulkProgress } from './BulkProgress.tsx'
import { BulkResultSummary } from './BulkResultSummary.tsx'
import { collectRows } from './collect-rows.ts'
import type { BulkResult } from './run-bulk.ts'
import { useBulkRun } from './use-bulk-run.ts'
import type { RowOperation } from '../data/row-operations.ts'
import styles from './BulkSheet.module.css'

/** The operation that runs on each of the rows. */
interface BulkSubmission {
  operation: RowOperation
  dropDraft: () => void
}

/** Runs an operation on several rows: choice, confirmation, progress and result. */
export default function BulkSheet({
  metadata,
  params,
  ids,
  onRemaining,
  onClose,
}: {
  metadata: ModuleMetadata
  params: RowQueryParams
  /** The chosen rows; all rows of the list when undefined. */
  ids: readonly string[] | undefined
  /** Receives the rejected and remaining rows, which stay chosen. */
  onRemaining: (ids: string[]) => void
  onClose: () => void
}) {
  const { t } = useTranslation('console')
  // The rows at the start: the operation itself changes the selection.
  const [target] = useState({ params, ids })
  const rows = useQuery({
    queryKey: [consoleKey, 'bulk', metadata.name, target],
    queryFn: ({ signal }) => collectRows(metadata, target, { signal }),
    staleTime: Infinity,
    gcTime: 0,
    meta: { quiet: true } as const,
  })
  const [chosen, setChosen] = useState<BulkAction>()
  const { run, isUndoing, canResume, begin, resume, accept, undo, stop } = useBulkSending(
    metadata.name,
    onRemaining,
  )
  const title = chosen?.label ?? t('bulk.title')
  return (
    <Sheet title={title} closeLabel={t('close')} onClose={onClose}>
      {!rows.data && (
        <SheetBody>
          <LoadState failed={rows.isError} retry={() => void rows.refetch()} rows={2} />
        </SheetBody>
      )}
      {rows.data && !chosen && (
        <SheetBody>
          <p>{t('bulk.rows', { count: rows.data.length })}</p>
          <OperationButtons metadata={metadata} onChoose={setChosen} />
        </SheetBody>
      )}
      {rows.data && chosen && !run && (
        <BulkConfirm
          metadata={metadata}
          operation={chosen}
          rows={rows.data}
          onBack={() => setChosen(undefined)}
          onStart={(fit, operation, dropDraft) => begin(fit, { operation, dropDraft })}
        />
      )}
      {run && !run.result && <BulkProgress run={run} onStop={stop} />}
      {chosen && run?.result && (
        <BulkResultSummary
          metadata={metadata}
          result={run.result}
          isUndoing={isUndoing}
          onResume={run.result.stop && canResume ? () => run.result && resume(run.result) : undefined}
          onAccept={() => run.result && accept(run.result)}
          onUndo={
            chosen.isUndoable && !isUndoing && run.result.done.length > 0
              ? () => undo(run.result?.done ?? [])
              : undefined
          }
          onClose={onClose}
        />
      )}
    </Sheet>
  )
}

/** Shows the operations of the module as buttons. */
function OperationButtons({
  metadata,
  onChoose,
}: {
  metadata: ModuleMetadata
  onChoose: (operation: BulkAction) => void
}) {
  const { t } = useTranslation('console')
  const locale = useLocale()
  return (
    <div className={styles.operations}>
      {listBulkActions(metadata, locale, t('delete.button')).map((operation) => (
        <Button key={`${operation.kind} ${operation.name}`} onClick={() => onChoose(operation)}>
          {operation.label}
        </Button>
      ))}
    </div>
  )
}

/** Runs an operation and keeps the draft of its form until every row has succeeded. */
function useBulkSending(module: string, onRemaining: (ids: string[]) => void) {
  const [isUndoing, setUndoing] = useState(false)
  const [sent, setSent] = useState<BulkSubmission>()
  const { run, start, undo, accept, stop } = useBulkRun(module, ({ refused, left }: BulkResult) =>
    onRemaining([...refused.map(({ row }) => row.id), ...left.map(({ id }) => id)]),
  )
  const send = async (
    rowsToSend: readonly Row[],
    { operation, dropDraft }: BulkSubmission,
    before?: BulkResult,
  ) => {
    const { left, refused } = await start(rowsToSend, operation, before)
    // The form's input is needed again for rejected and remaining rows.
    if (left.length === 0 && refused.length === 0) dropDraft()
  }
  const acceptOverlaps = async (before: BulkResult) => {
    const after = await accept(before)
    if (!isUndoing && after?.left.length === 0 && after.refused.length === 0) sent?.dropDraft()
  }
  return {
    run,
    isUndoing,
    stop,
    /** A stopped run can resume. */
    canResume: sent !== undefined && !isUndoing,
    begin: (rows: readonly Row[], next: BulkSubmission) => {
      setSent(next)
      void send(rows, next)
    },
    resume: (before: BulkResult) => sent && void send(before.left, sent, before),
    accept: (before: BulkResult) => void acceptOverlaps(before),
    undo: (done: BulkResult['done']) => {
      setUndoing(true)
      void undo(done)
    },
  }
}
