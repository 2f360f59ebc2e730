import { useTranslation } from 'react-i18next'
import type { ModuleMetadata } from '#contract/metadata.ts'
import { Form } from '#forms/index.ts'
import { Button } from '#ui/Button.tsx'
import { SheetBody, SheetFooter } from '#ui/Sheet.tsx'
import { SkeletonLines } from '#ui/LoadState.tsx'
import { FieldEditor } from '../field-types/FieldEditor.tsx'
import { RestoredNote } from '../field-controls/Note.tsx'
import type { Row } from '../data/console-api.ts'
import type { RowOperation } from '../data/row-operations.ts'
import { useActionForm } from '../record/ActionSheet.tsx'
import { isActionAllowed, type BulkAction } from './run-bulk.ts'
import styles from './BulkSheet.module.css'

/** Shows how many rows the operation applies to, and one form whose input goes to all of them. */
export function BulkConfirm({
  metadata,
  operation,
  rows,
  onBack,
  onStart,
}: {
  metadata: ModuleMetadata
  operation: BulkAction
  /** The chosen rows; those that the operation does not apply to are skipped. */
  rows: readonly Row[]
  onBack: () => void
  /**
   * Starts the run.
   * @param dropDraft deletes the draft of the form; to be called when the operation succeeded for every row
   */
  onStart: (rows: readonly Row[], operation: RowOperation, dropDraft: () => void) => void
}) {
  const { t } = useTranslation('console')
  const action = metadata.actions[operation.name]
  const fields = operation.kind === 'action' ? (action?.fields ?? []) : []
  // A deletion has no action; its form is empty.
  const { form, draft, isDraftLoaded } = useActionForm(
    metadata,
    action ?? { label: { 'zh-CN': '', en: '' } },
    `${metadata.name} bulk ${operation.name}`,
    // Empty, because the input goes to rows with different values.
    { values: Object.fromEntries(fields.map((key) => [key, null])), context: {} },
  )
  const allowedRows = rows.filter((row) => isActionAllowed(operation, row))
  const skippedCount = rows.length - allowedRows.length
  const start = () => {
    if (!form.check()) return
    onStart(
      allowedRows,
      operation.kind === 'delete'
        ? { kind: 'delete' }
        : { kind: 'action', name: operation.name, body: form.body() },
      () => void draft.drop(),
    )
  }
  return (
    <>
      <SheetBody>
        <p>
          <strong>{t('bulk.fit', { count: allowedRows.length, deed: operation.label })}</strong>
        </p>
        {skippedCount > 0 && <p className={styles.weak}>{t('bulk.others', { count: skippedCount })}</p>}
        {action?.tells && <p className={styles.weak}>{t('bulk.tells')}</p>}
        {operation.kind === 'delete' && (
          <p className={styles.weak}>{operation.isUndoable ? t('delete.text') : t('delete.forGood')}</p>
        )}
        {!isDraftLoaded && <SkeletonLines lines={4} />}
        {isDraftLoaded && fields.length > 0 && (
          <Form form={form} label={operation.label} onSubmit={start}>
            <RestoredNote isRestored={draft.saved !== undefined} onDiscard={() => form.replace({})} />
            {fields.map((name) => (
              <FieldEditor key={name} metadata={metadata} form={form} name={name} isShort />
            ))}
          </Form>
        )}
      </SheetBody>
      <SheetFooter>
        <Button onClick={onBack}>{t('action.cancel')}</Button>
        <Button variant="filled" disabled={!isDraftLoaded || allowedRows.length === 0} onClick={start}>
          {t('bulk.start', { count: allowedRows.length, deed: operation.label })}
        </Button>
      </SheetFooter>
    </>
  )
}
