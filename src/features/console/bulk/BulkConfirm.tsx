import { useTranslation } from 'react-i18next'
import type { ModuleMetadata } from '#contract/metadata.ts'
import { Form } from '#features/forms'
import { Button } from '#ui/Button.tsx'
import { SheetBody, SheetFooter } from '#ui/SheetBody.tsx'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import { FieldEditor } from '../field-controls/FieldEditor.tsx'
import { RestoredNote } from '../form/RestoredNote.tsx'
import type { Row } from '../data/console-api.ts'
import type { RowOperation } from '../data/row-operations.ts'
import { useActionForm } from '../record/use-action-form.ts'
import { isActionAllowed, type BulkAction } from './bulk-actions.ts'
import styles from './BulkSheet.module.css'

/** Before it begins: with how many of the rows it can be done, and what it asks for, once for all of them. */
export function BulkConfirm({
  metadata,
  deed,
  rows,
  onBack,
  onStart,
}: {
  metadata: ModuleMetadata
  deed: BulkAction
  rows: readonly Row[]
  onBack: () => void
  /** @param dropDraft to be called when it was done with all of them: until then what was typed may be needed again */
  onStart: (rows: readonly Row[], deed: RowOperation, dropDraft: () => void) => void
}) {
  const { t } = useTranslation('console')
  const action = metadata.actions[deed.name]
  const fields = deed.kind === 'action' ? (action?.fields ?? []) : []
  const { form, draft, isFilled } = useActionForm(
    metadata,
    action ?? { label: { 'zh-CN': '', en: '' } },
    `${metadata.name} bulk ${deed.name}`,
    { values: Object.fromEntries(fields.map((key) => [key, null])), context: {} },
  )
  const fit = rows.filter((row) => isActionAllowed(deed, row))
  const others = rows.length - fit.length
  const start = () => {
    if (!form.check()) return
    onStart(
      fit,
      deed.kind === 'delete' ? { kind: 'delete' } : { kind: 'action', name: deed.name, body: form.body() },
      () => void draft.drop(),
    )
  }
  return (
    <>
      <SheetBody>
        <p>
          <strong>{t('bulk.fit', { count: fit.length, deed: deed.label })}</strong>
        </p>
        {others > 0 && <p className={styles.weak}>{t('bulk.others', { count: others })}</p>}
        {action?.tells && <p className={styles.weak}>{t('bulk.tells')}</p>}
        {deed.kind === 'delete' && (
          <p className={styles.weak}>{deed.isUndoable ? t('delete.text') : t('delete.forGood')}</p>
        )}
        {!isFilled && <SkeletonLines lines={4} />}
        {isFilled && fields.length > 0 && (
          <Form form={form} label={deed.label} onSubmit={start}>
            <RestoredNote isRestored={draft.saved !== undefined} onThrowAway={() => form.replace({})} />
            {fields.map((name) => (
              <FieldEditor key={name} metadata={metadata} form={form} name={name} isShort />
            ))}
          </Form>
        )}
      </SheetBody>
      <SheetFooter>
        <Button onClick={onBack}>{t('action.cancel')}</Button>
        <Button look="filled" disabled={!isFilled || fit.length === 0} onClick={start}>
          {t('bulk.start', { count: fit.length, deed: deed.label })}
        </Button>
      </SheetFooter>
    </>
  )
}
