import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FieldIssue } from '#contract/envelope.ts'
import type { Values } from '#contract/form/form-shape.ts'
import type { FieldMetadata, ModuleMetadata } from '#contract/metadata.ts'
import { templateFields } from '#contract/module-definition.ts'
import { Form, isSelectedFile, useFormDraft, useModuleForm, type ModuleForm } from '#features/forms'
import { useDocumentTitle } from '#lib/document-title.ts'
import { useLocale } from '#lib/locale.ts'
import { useDraft } from '#outbox/index.ts'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import type { Row } from '../data/console-api.ts'
import type { Search } from '../data/list-state.ts'
import { FieldValue } from '../record/FieldRows.tsx'
import { rowTitle, titleDot } from '../field-values/row-title.ts'
import { useValueLabels } from '../field-values/use-value-words.ts'
import ConflictChoice from './ConflictChoice.tsx'
import { buildFormLayout, sensitiveFields } from './form-layout.ts'
import { FormHead } from './FormHead.tsx'
import { FormNotices } from './FormNotices.tsx'
import { FormSections } from './FormSections.tsx'
import { getDraftName } from './record-paths.ts'
import { SaveBar } from './SaveBar.tsx'
import { useConfirmLeave } from './use-confirm-leave.ts'
import { useKeyboardInset } from './use-keyboard-inset.ts'
import { useSubmitRecord } from './use-submit-record.ts'
import { useRelated } from './use-related.ts'
import styles from './RecordForm.module.css'

/**
 * The form of a record: the module's own sections, judged as the server judges, kept as it is typed, handed to the
 * outbox, with what was refused at its fields.
 */
export function RecordForm({
  metadata,
  row,
  search,
  path,
}: {
  metadata: ModuleMetadata
  /** The row as the server has it; absent for a new one. */
  row?: Row
  search: Search
  /** Of this form: its draft and what it handed in are found by it. */
  path: string
}) {
  const { t } = useTranslation('console')
  const locale = useLocale()
  const { plan, form, draft, isFilled, sending } = useRecordForm(metadata, row, path)
  const room = useKeyboardInset()
  const words = useFormWords(metadata, form)
  const name = rowTitle(metadata, form.values, words)
  const title = t(row ? 'form.edit' : 'form.new', { module: metadata.label[locale] })
  useDocumentTitle(title)
  const heading = useFocusedHeading()
  const { pending } = sending
  const conflict = pending?.conflict && { entry: pending, told: pending.conflict }
  const save = (accepted?: readonly FieldIssue[]) => {
    if (!form.check()) return
    void sending.send(`${metadata.label[locale]}${titleDot}${name || t('list.untitled')}`, accepted)
  }
  const describe = (key: string, value: unknown) => describeValue(metadata.fields[key], key, value, words)
  return (
    <section className={styles.pane} style={{ paddingBlockEnd: room }} aria-label={title}>
      <FormHead
        metadata={metadata}
        id={row?.id}
        search={search}
        heading={heading}
        title={title}
        name={name}
      />
      {!isFilled && <SkeletonLines lines={8} />}
      {isFilled && conflict && (
        <div className={styles.body}>
          <ConflictChoice
            metadata={metadata}
            entry={conflict.entry}
            conflict={conflict.told}
            onChosen={sending.settle}
          />
        </div>
      )}
      {isFilled && !conflict && (
        <div className={styles.body}>
          <Form form={form} label={title} onSubmit={() => save()} describe={describe}>
            <FormNotices
              metadata={metadata}
              form={form}
              row={row}
              draft={draft}
              sending={sending}
              onAccept={save}
            />
            <FormSections metadata={metadata} plan={plan} form={form} />
            <SaveBar
              metadata={metadata}
              id={row?.id}
              search={search}
              form={form}
              draft={draft}
              sending={sending}
            />
          </Form>
        </div>
      )}
    </section>
  )
}

/** The form over the record and its draft, and the way out of it. */
function useRecordForm(metadata: ModuleMetadata, row: Row | undefined, path: string) {
  // What is asked stays as it was when it was opened: no field goes from under the fingers.
  const [plan] = useState(() => buildFormLayout(metadata, row))
  const [sensitive] = useState(() => sensitiveFields(metadata))
  const related = useRelated(plan.shape)
  const form = useModuleForm(plan.shape, {
    fields: plan.asked,
    related: related.find,
    ...(row && { original: row }),
  })
  related.follow(form.values)
  const draft = useDraft<Values>(getDraftName(path), { sensitive })
  const isFilled = useFormDraft(form, draft)
  const sending = useSubmitRecord({
    form,
    isFilled,
    draft,
    module: metadata.name,
    rowId: row?.id,
    path,
    sensitive,
  })
  useConfirmLeave(form.isDirty && draft.state === 'not_stored')
  return { plan, form, draft, isFilled, sending }
}

/** A field's value as the form shows it beside its control; a picked file is shown by the control itself. */
function describeValue(
  field: FieldMetadata | undefined,
  name: string,
  value: unknown,
  words: ReturnType<typeof useValueLabels>,
) {
  return field && !isSelectedFile(value) ? (
    <FieldValue name={name} field={field} value={value} words={words} />
  ) : undefined
}

/** The heading has the focus when the form opens: it is read first. */
function useFocusedHeading() {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  return heading
}

/** The words for the title of the row, and for fields that others changed while the form was open. */
function useFormWords(metadata: ModuleMetadata, { values, overtaken }: ModuleForm) {
  const fields = [...templateFields(metadata.titleTemplate), ...(overtaken?.fields ?? [])]
  const rows = overtaken ? [values as Row, overtaken.row as Row] : [values as Row]
  return useValueLabels(metadata, fields, rows)
}
