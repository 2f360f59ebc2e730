import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { ModuleMetadata } from '#contract/metadata.ts'
import type { RowRevisionInfo } from '#contract/row-api.ts'
import { Button } from '#ui/Button.tsx'
import { SheetBody, SheetFooter } from '#ui/Sheet.tsx'
import type { Row } from '../data/console-api.ts'
import { invalidateRows } from '../data/queries.ts'
import { offerUndo } from '../undo/offers.ts'
import { restoreWithConfirm } from '../undo/restore-with-confirm.ts'
import type { ValueLabels } from '../field-values/field-text.ts'
import { ChangeRows } from './ChangeRows.tsx'
import { diffToVersion } from './diff-revisions.ts'
import { describeRestoreFailure } from './restore-failure.ts'
import styles from './HistorySheet.module.css'

/** Shows the changes of a restore, field by field, before the user confirms it. A restore can be undone in turn. */
export function ConfirmRestore({
  metadata,
  row,
  title,
  revisions,
  version,
  labels,
  onBack,
  onDone,
}: {
  metadata: ModuleMetadata
  row: Row
  title: string
  revisions: readonly RowRevisionInfo[]
  version: number
  labels: ValueLabels
  onBack: () => void
  onDone: () => void
}) {
  const { t } = useTranslation('console')
  const client = useQueryClient()
  const changes = diffToVersion(metadata, revisions, row, version)
  const [newest] = revisions
  const hasNotified = version === row.version - 1 && metadata.actions[newest?.deed ?? '']?.tells === true
  const keepsState =
    metadata.workflow !== undefined && !changes.some(({ field }) => field === metadata.workflow?.field)
  const restore = useMutation({
    mutationFn: () => restoreWithConfirm(metadata.name, { id: row.id, version, known: row.version }),
    onSuccess: (restored) => {
      // Restoring a version does not run an undone action again, so undo is offered for writable fields only.
      if (restored.version > row.version && changes.every(({ field }) => metadata.fields[field]?.writable))
        offerUndo({
          module: metadata.name,
          rowId: row.id,
          title: t('history.restored', { title }),
          version: restored.version,
        })
      onDone()
    },
    onSettled: () => invalidateRows(client, metadata.name),
    meta: { quiet: true },
  })
  return (
    <>
      <SheetBody>
        {changes.length > 0 ? (
          <>
            <p>{t('history.willChange')}</p>
            <ChangeRows metadata={metadata} changes={changes} labels={labels} />
          </>
        ) : (
          <p>{t('history.nothingToRestore')}</p>
        )}
        {keepsState && <p className={styles.weak}>{t('history.stateStays')}</p>}
        {hasNotified && <p className={styles.weak}>{t('undo.toldStays')}</p>}
        {restore.error && (
          <p role="alert" className={styles.failure}>
            {describeRestoreFailure(restore.error, t)}
          </p>
        )}
      </SheetBody>
      <SheetFooter>
        <Button onClick={onBack}>{t('action.cancel')}</Button>
        <Button
          variant="filled"
          busy={restore.isPending}
          disabled={changes.length === 0 || restore.isPending}
          onClick={() => restore.mutate()}
        >
          {t('history.doRestore')}
        </Button>
      </SheetFooter>
    </>
  )
}
