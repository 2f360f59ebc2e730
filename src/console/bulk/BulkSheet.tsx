import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ModuleMetadata } from '#contract/metadata.ts'
import { listTemplateFields } from '#contract/module-definition.ts'
import { useLocale } from '#platform/locale.ts'
import { Button } from '#ui/Button.tsx'
import { LoadState } from '#ui/LoadState.tsx'
import { Sheet, SheetBody, SheetFooter } from '#ui/Sheet.tsx'
import { type Row, type RowQueryParams, listRows } from '../data/console-api.ts'
import { consoleKey } from '../data/queries.ts'
import type { RowOperation } from '../data/row-operations.ts'
import { listBulkActions, type BulkAction, type BulkResult } from './run-bulk.ts'
import { BulkConfirm } from './BulkConfirm.tsx'
import { BulkResultSummary } from './BulkResultSummary.tsx'
import { useBulkRun, type BulkRun } from './use-bulk-run.ts'
import styles from './BulkSheet.module.css'

/** The confirmed operation, and the draft of its form. */
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
  /** The request of the list on screen. */
  params: RowQueryParams
  /** Ids of the chosen rows; all rows of the list when undefined. */
  ids: readonly string[] | undefined
  /** Receives the ids of the rejected and remaining rows at the end of each run; they stay chosen. */
  onRemaining: (ids: string[]) => void
  onClose: () => void
}) {
  const { t } = useTranslation('console')
  // Fixed when the sheet opens, because the operation changes the selection.
  const [rowSelection] = useState({ params, ids })
  const rows = useQuery({
    queryKey: [consoleKey, 'bulk', metadata.name, rowSelection],
    queryFn: ({ signal }) => collectRows(metadata, rowSelection, { signal }),
    // Loaded once: a refetch during the run would change the rows under it. The next sheet loads them again.
    staleTime: Infinity,
    gcTime: 0,
    meta: { quiet: true } as const,
  })
  const [chosenAction, setChosenAction] = useState<BulkAction>()
  const { run, isUndoing, canResume, begin, resume, accept, undo, stop } = useBulkSubmission(
    metadata.name,
    onRemaining,
  )
  const title = chosenAction?.label ?? t('bulk.title')
  return (
    <Sheet title={title} closeLabel={t('close')} onClose={onClose}>
      {!rows.data && (
        <SheetBody>
          <LoadState failed={rows.isError} retry={() => void rows.refetch()} rows={2} />
        </SheetBody>
      )}
      {rows.data && !chosenAction && (
        <SheetBody>
          <p>{t('bulk.rows', { count: rows.data.length })}</p>
          <OperationButtons metadata={metadata} onChoose={setChosenAction} />
        </SheetBody>
      )}
      {rows.data && chosenAction && !run && (
        <BulkConfirm
          metadata={metadata}
          operation={chosenAction}
          rows={rows.data}
          onBack={() => setChosenAction(undefined)}
          onStart={(allowedRows, operation, dropDraft) => begin(allowedRows, { operation, dropDraft })}
        />
      )}
      {run && !run.result && <BulkProgress run={run} onStop={stop} />}
      {chosenAction && run?.result && (
        <BulkResultSummary
          metadata={metadata}
          result={run.result}
          isUndoing={isUndoing}
          onResume={run.result.abortReason && canResume ? () => run.result && resume(run.result) : undefined}
          onAccept={() => run.result && accept(run.result)}
          onUndo={
            chosenAction.isUndoable && !isUndoing && run.result.succeeded.length > 0
              ? () => undo(run.result?.succeeded ?? [])
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

/**
 * Runs the confirmed operation. The draft of its form stays until every row has succeeded.
 * @param onRemaining receives the ids of the rejected and remaining rows at the end of each run
 */
function useBulkSubmission(module: string, onRemaining: (ids: string[]) => void) {
  const [isUndoing, setUndoing] = useState(false)
  const [lastSubmission, setLastSubmission] = useState<BulkSubmission>()
  const { run, start, undo, accept, stop } = useBulkRun(module, ({ rejected, remaining }: BulkResult) =>
    onRemaining([...rejected.map(({ row }) => row.id), ...remaining.map(({ id }) => id)]),
  )
  const runAndDropDraft = async (
    rowsToRun: readonly Row[],
    { operation, dropDraft }: BulkSubmission,
    previousResult?: BulkResult,
  ) => {
    const { remaining, rejected } = await start(rowsToRun, operation, previousResult)
    // The form's input is needed again for rejected and remaining rows.
    if (remaining.length === 0 && rejected.length === 0) dropDraft()
  }
  const acceptOverlaps = async (previousResult: BulkResult) => {
    const newResult = await accept(previousResult)
    if (!isUndoing && newResult?.remaining.length === 0 && newResult.rejected.length === 0)
      lastSubmission?.dropDraft()
  }
  return {
    run,
    isUndoing,
    stop,
    /** A stopped run can resume; one that undoes an operation cannot. */
    canResume: lastSubmission !== undefined && !isUndoing,
    begin: (rows: readonly Row[], submission: BulkSubmission) => {
      setLastSubmission(submission)
      void runAndDropDraft(rows, submission)
    },
    resume: (previousResult: BulkResult) =>
      lastSubmission && void runAndDropDraft(previousResult.remaining, lastSubmission, previousResult),
    accept: (previousResult: BulkResult) => void acceptOverlaps(previousResult),
    undo: (succeeded: BulkResult['succeeded']) => {
      setUndoing(true)
      void undo(succeeded)
    },
  }
}

/** Shows the progress of a run, and a button to stop it. */
function BulkProgress({ run: { triedCount, total }, onStop }: { run: BulkRun; onStop: () => void }) {
  const { t } = useTranslation('console')
  return (
    <>
      <SheetBody>
        <progress
          className={styles.progress}
          value={triedCount}
          max={total}
          aria-label={t('bulk.progress')}
        />
        <p className={styles.count}>{t('bulk.tried', { tried: triedCount, total })}</p>
      </SheetBody>
      <SheetFooter>
        <Button onClick={onStop}>{t('export.cancel')}</Button>
      </SheetFooter>
    </>
  )
}

/** Maximum number of ids per request; more make the URL too long. */
const maxIdsPerRequest = 50
/** Rows per request when all rows of the list are collected; the server allows organisers up to 500. */
const rowsPerRequest = 200

/**
 * Loads the current rows of a bulk operation with their permissions: the chosen ones, or all rows of the list that
 * paging can reach.
 */
async function collectRows(
  metadata: ModuleMetadata,
  { params: rowParams, ids }: { params: RowQueryParams; ids: readonly string[] | undefined },
  { signal }: { signal: AbortSignal },
): Promise<Row[]> {
  const fields = listTemplateFields(metadata.titleTemplate).filter((field) =>
    Object.hasOwn(metadata.fields, field),
  )
  const { name, limits } = metadata
  if (ids) {
    const found: Row[] = []
    for (let from = 0; from < ids.length; from += maxIdsPerRequest) {
      const value = ids.slice(from, from + maxIdsPerRequest)
      const filters = [{ param: 'id', op: 'in', value } as const]
      const params = { filters, fields, drafts: rowParams.drafts, page: 1, size: maxIdsPerRequest }
      found.push(...(await listRows(name, params, { signal })).items)
    }
    return found
  }
  const rows: Row[] = []
  for (let page = 1; ; page += 1) {
    const size = Math.min(rowsPerRequest, limits.reach)
    const { items, total } = await listRows(name, { ...rowParams, fields, page, size }, { signal })
    rows.push(...items)
    // An empty page means that rows were deleted between two requests.
    if (items.length === 0 || rows.length >= total || rows.length + size > limits.reach) return rows
  }
}
