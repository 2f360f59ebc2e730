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

/** What was sent for each of the rows. */
interface Sent {
  deed: RowOperation
  dropDraft: () => void
}

/** Does one thing with several rows: what, with which of them it can be done, how far it is, what became of each. */
export default function BulkSheet({
  metadata,
  asked,
  ids,
  onRemaining,
  onClose,
}: {
  metadata: ModuleMetadata
  asked: RowQueryParams
  /** The chosen rows; all that the list asks for when undefined. */
  ids: readonly string[] | undefined
  /** What was refused or not reached stays chosen. */
  onRemaining: (ids: string[]) => void
  onClose: () => void
}) {
  const { t } = useTranslation('console')
  // What was chosen when it began: the selection itself changes with what is done.
  const [what] = useState({ asked, ids })
  const rows = useQuery({
    queryKey: [consoleKey, 'bulk', metadata.name, what],
    queryFn: ({ signal }) => collectRows(metadata, what, { signal }),
    staleTime: Infinity,
    gcTime: 0,
    meta: { quiet: true } as const,
  })
  const [chosen, setChosen] = useState<BulkAction>()
  const { run, isUndoing, canGoOn, begin, goOn, accept, undo, stop } = useBulkSending(
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
          <DeedButtons metadata={metadata} onChoose={setChosen} />
        </SheetBody>
      )}
      {rows.data && chosen && !run && (
        <BulkConfirm
          metadata={metadata}
          deed={chosen}
          rows={rows.data}
          onBack={() => setChosen(undefined)}
          onStart={(fit, deed, dropDraft) => begin(fit, { deed, dropDraft })}
        />
      )}
      {run && !run.result && <BulkProgress run={run} onStop={stop} />}
      {chosen && run?.result && (
        <BulkResultSummary
          metadata={metadata}
          result={run.result}
          isUndoing={isUndoing}
          onGoOn={run.result.stop && canGoOn ? () => run.result && goOn(run.result) : undefined}
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

/** What can be done with rows of the module. */
function DeedButtons({
  metadata,
  onChoose,
}: {
  metadata: ModuleMetadata
  onChoose: (deed: BulkAction) => void
}) {
  const { t } = useTranslation('console')
  const locale = useLocale()
  return (
    <div className={styles.deeds}>
      {listBulkActions(metadata, locale, t('delete.button')).map((deed) => (
        <Button key={`${deed.kind} ${deed.name}`} onClick={() => onChoose(deed)}>
          {deed.label}
        </Button>
      ))}
    </div>
  )
}

/** The run over the rows, with the draft of what was typed for all of them: it goes when every row took it. */
function useBulkSending(module: string, onRemaining: (ids: string[]) => void) {
  const [isUndoing, setUndoing] = useState(false)
  const [sent, setSent] = useState<Sent>()
  const { run, start, undo, accept, stop } = useBulkRun(module, ({ refused, left }: BulkResult) =>
    onRemaining([...refused.map(({ row }) => row.id), ...left.map(({ id }) => id)]),
  )
  const send = async (rowsToSend: readonly Row[], { deed, dropDraft }: Sent, before?: BulkResult) => {
    const { left, refused } = await start(rowsToSend, deed, before)
    // What was typed for rows that were not reached, or not taken, is needed again.
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
    /** True while what was stopped can go on. */
    canGoOn: sent !== undefined && !isUndoing,
    begin: (rows: readonly Row[], next: Sent) => {
      setSent(next)
      void send(rows, next)
    },
    goOn: (before: BulkResult) => sent && void send(before.left, sent, before),
    accept: (before: BulkResult) => void acceptOverlaps(before),
    undo: (done: BulkResult['done']) => {
      setUndoing(true)
      void undo(done)
    },
  }
}
