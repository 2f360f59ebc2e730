import { useSelector } from '@tanstack/react-store'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ActionMetadata, ModuleMetadata } from '#contract/metadata.ts'
import type { Values } from '#contract/form/form-shape.ts'
import { Form, useFormDraft, useModuleForm, useSubmission, type ModuleForm } from '#forms/index.ts'
import { useLocale } from '#platform/locale.ts'
import { getDraftName, NotStoredNotice, type OutboxEntry, useDraft, type Draft } from '#outbox/index.ts'
import { Button } from '#ui/Button.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { SkeletonLines } from '#ui/LoadState.tsx'
import { FieldEditor } from '../field-types/FieldEditor.tsx'
import { RestoredNote } from '../field-controls/Note.tsx'
import type { Row } from '../data/console-api.ts'
import { listSensitiveFields } from '#console/data/metadata.ts'
import styles from './RecordActions.module.css'
import { getActionForm } from './action-form.ts'

/**
 * Shows the form of an action, or asks for confirmation when it has no fields. The draft stays on the device until the
 * action is sent, also when the sheet is closed.
 */
export default function ActionSheet({
  metadata,
  name,
  action,
  row,
  rejected,
  onSend,
  onClose,
}: {
  metadata: ModuleMetadata
  /** Name of the action. */
  name: string
  action: ActionMetadata
  row: Row
  /** The outbox entry of this action after a rejection; the form shows its input and issues. */
  rejected: OutboxEntry | undefined
  /** Submits the input to the outbox, and returns the entry. */
  onSend: (body: Record<string, unknown>) => Promise<OutboxEntry>
  onClose: () => void
}) {
  const { t } = useTranslation('console')
  const locale = useLocale()
  const fields = action.fields ?? []
  // Conditions of the form may depend on the fields that it does not show.
  const otherValues = Object.fromEntries(Object.entries(row).filter(([key]) => !fields.includes(key)))
  const draftName = `${getDraftName(metadata.name, row.id)} ${name}`
  const { form, draft, isDraftLoaded } = useActionForm(metadata, action, draftName, {
    values: { ...Object.fromEntries(fields.map((key) => [key, row[key] ?? null])), ...rejected?.body },
    context: otherValues,
  })
  const { showServerIssues } = form
  useEffect(() => {
    if (isDraftLoaded && rejected?.problems) showServerIssues(rejected.problems)
    // oxlint-disable-next-line react/exhaustive-deps -- once, when the form is filled: corrected fields stay corrected
  }, [isDraftLoaded])
  const submission = useSubmission()
  const state = useSelector(submission.store)
  const send = async () => {
    if (state.kind === 'saving' || !form.check()) return
    const result = await submission.send(async () => {
      const entry = await onSend(form.body())
      if (entry.state !== 'rejected') await draft.drop()
      return { entry }
    })
    // A rejection without issues closes the sheet: the bar behind it shows the reason, and the draft stays.
    if (result?.kind === 'refused' && result.issues.length > 0) showServerIssues(result.issues)
    else if (result && result.kind !== 'idle') onClose()
  }
  return (
    <Sheet title={action.label[locale]} closeLabel={t('close')} onClose={onClose}>
      <div className={styles.sheet}>
        {isDraftLoaded ? (
          <Form form={form} label={action.label[locale]} onSubmit={() => void send()}>
            {fields.length === 0 && <p>{t('action.sure')}</p>}
            <RestoredNote isRestored={draft.saved !== undefined} onDiscard={() => form.replace({})} />
            {fields.map((key) => (
              <FieldEditor key={key} metadata={metadata} form={form} name={key} isShort />
            ))}
            {state.kind === 'idle' && state.failure !== undefined && (
              <NotStoredNotice error={state.failure} />
            )}
            <div className={styles.sheetFoot}>
              <Button onClick={onClose}>{t('action.cancel')}</Button>
              <Button type="submit" variant="filled" busy={state.kind === 'saving'}>
                {action.label[locale]}
              </Button>
            </div>
          </Form>
        ) : (
          <SkeletonLines lines={4} />
        )}
      </div>
    </Sheet>
  )
}

/** The form of an action and its draft; {@link useActionForm} creates it for one row or for a bulk operation. */
interface ActionForm {
  form: ModuleForm
  draft: Draft<Values>
  /** False until the draft has loaded; the form must not be shown before, because its input would replace the draft. */
  isDraftLoaded: boolean
}

/**
 * Creates the form of an action. Input stays on the device until the action is sent, also when the sheet or the page
 * is closed.
 * @param draftName name of the draft, the same for the same rows and action
 * @param initial the first `values` of the fields, and as `context` the row's other values, which conditions may read
 */
export function useActionForm(
  metadata: ModuleMetadata,
  action: ActionMetadata,
  draftName: string,
  initial: { values: Values; context: Values },
): ActionForm {
  const [shape] = useState(() => getActionForm(metadata, action))
  const [sensitive] = useState(() => listSensitiveFields(metadata))
  const form = useModuleForm(shape, { fields: action.fields ?? [], ...initial })
  const draft = useDraft<Values>(draftName, { sensitive })
  const isDraftLoaded = useFormDraft(form, draft)
  return { form, draft, isDraftLoaded }
}
