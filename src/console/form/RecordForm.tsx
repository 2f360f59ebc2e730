import { useEffect, useRef, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import type { FieldIssue } from '#contract/envelope.ts'
import type { FieldMetadata, ModuleMetadata } from '#contract/metadata.ts'
import { listTemplateFields } from '#contract/module-definition.ts'
import { Form, isSelectedFile, type ModuleForm } from '#forms/index.ts'
import { useDocumentTitle } from '#platform/forum.ts'
import { useLocale } from '#platform/locale.ts'
import { SkeletonLines } from '#ui/LoadState.tsx'
import type { Row } from '../data/console-api.ts'
import type { Search } from '../data/list-state.ts'
import { FieldValue } from '../record/FieldRows.tsx'
import { formatRowTitle, titleDot, useValueLabels, isBlank } from '../field-values/field-text.ts'
import { FieldEditor } from '#console/field-types/FieldEditor.tsx'
import ConflictChoice from './ConflictChoice.tsx'
import { FormHead, SaveBar } from './FormBars.tsx'
import { FormNotices } from './FormNotices.tsx'
import { useRecordForm } from './use-record-form.ts'
import styles from './RecordForm.module.css'
import type { FormLayout } from './form-layout.ts'

/**
 * Shows the form of a record in the sections of its module. It validates as the server does, stores drafts, submits to
 * the outbox, and shows rejections at their fields.
 */
export function RecordForm({
  metadata,
  row,
  search,
  path,
}: {
  metadata: ModuleMetadata
  /** The server's row; absent for a new one. */
  row?: Row
  /** Search parameters of the URL, for the links back to the list. */
  search: Search
  /** Path of the form, which identifies its draft and its outbox entry. */
  path: string
}) {
  const { t } = useTranslation('console')
  const locale = useLocale()
  const { layout, form, draft, isDraftLoaded, submission } = useRecordForm(metadata, row, path)
  const insetPx = useKeyboardInset()
  const labels = useFormLabels(metadata, form)
  const recordTitle = formatRowTitle(metadata, form.values, labels)
  const title = t(row ? 'form.edit' : 'form.new', { module: metadata.label[locale] })
  useDocumentTitle(title)
  const heading = useFocusedHeading()
  const { pendingEntry } = submission
  const conflict = pendingEntry?.conflict && { entry: pendingEntry, details: pendingEntry.conflict }
  const save = (accepted?: readonly FieldIssue[]) => {
    if (!form.check()) return
    void submission.send(`${metadata.label[locale]}${titleDot}${recordTitle || t('list.untitled')}`, accepted)
  }
  const describe = (key: string, value: unknown) => describeValue(metadata.fields[key], key, value, labels)
  return (
    <section className={styles.pane} style={{ paddingBlockEnd: insetPx }} aria-label={title}>
      <FormHead
        metadata={metadata}
        id={row?.id}
        search={search}
        heading={heading}
        title={title}
        recordTitle={recordTitle}
      />
      {!isDraftLoaded && <SkeletonLines lines={8} />}
      {isDraftLoaded && conflict && (
        <div className={styles.body}>
          <ConflictChoice
            metadata={metadata}
            entry={conflict.entry}
            conflict={conflict.details}
            onChosen={submission.onConflictResolved}
          />
        </div>
      )}
      {isDraftLoaded && !conflict && (
        <div className={styles.body}>
          <Form form={form} label={title} onSubmit={() => save()} formatValue={describe}>
            <FormNotices
              metadata={metadata}
              form={form}
              row={row}
              draft={draft}
              submission={submission}
              onAccept={save}
            />
            <FormSections metadata={metadata} layout={layout} form={form} />
            <SaveBar
              metadata={metadata}
              id={row?.id}
              search={search}
              form={form}
              draft={draft}
              submission={submission}
            />
          </Form>
        </div>
      )}
    </section>
  )
}

/** Formats the server's value of a field beside its control; the control itself shows a selected file. */
function describeValue(
  field: FieldMetadata | undefined,
  name: string,
  value: unknown,
  labels: ReturnType<typeof useValueLabels>,
) {
  return field && !isSelectedFile(value) ? (
    <FieldValue name={name} field={field} value={value} labels={labels} />
  ) : undefined
}

/** Focuses the heading when the form opens, so that screen readers start there. */
function useFocusedHeading() {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  return heading
}

/** Returns labels for the row's title and for fields that others changed while the form was open. */
function useFormLabels(metadata: ModuleMetadata, { values, conflict }: ModuleForm) {
  const fields = [...listTemplateFields(metadata.titleTemplate), ...(conflict?.fields ?? [])]
  const rows = conflict ? [values as Row, conflict.row as Row] : [values as Row]
  return useValueLabels(metadata, fields, rows)
}

/**
 * Returns how many CSS pixels at the lower edge the on-screen keyboard covers. Browsers that move or resize the page
 * instead return 0.
 */
function useKeyboardInset(): number {
  return useSyncExternalStore(subscribeToViewport, getCoveredPx, () => 0)
}

function subscribeToViewport(listener: () => void): () => void {
  const { visualViewport } = globalThis
  visualViewport?.addEventListener('resize', listener)
  visualViewport?.addEventListener('scroll', listener)
  return () => {
    visualViewport?.removeEventListener('resize', listener)
    visualViewport?.removeEventListener('scroll', listener)
  }
}

/** Returns how many CSS pixels the keyboard covers. Pinch zoom makes the visual viewport smaller too, without one. */
function getCoveredPx(): number {
  const { visualViewport, innerHeight } = globalThis
  if (!visualViewport || visualViewport.scale > 1) return 0
  return Math.max(0, Math.round(innerHeight - visualViewport.height - visualViewport.offsetTop))
}

/** Shows the form's fields in the sections of the module. A section without visible fields is left out. */
function FormSections({
  metadata,
  layout,
  form,
}: {
  metadata: ModuleMetadata
  layout: FormLayout
  form: ModuleForm
}) {
  const { t } = useTranslation('console')
  const locale = useLocale()
  return layout.sections
    .filter(({ fields }) => fields.some((key) => form.isVisible(key)))
    .map(({ label, fields }) => (
      <section key={label?.en ?? 'others'} className={styles.section}>
        {layout.sections.length > 1 && (
          <h2 className={styles.sectionTitle}>{label?.[locale] ?? t('form.others')}</h2>
        )}
        {fields.map((name) =>
          layout.editable.includes(name) ? (
            <FieldEditor key={name} metadata={metadata} form={form} name={name} />
          ) : (
            <UnknownField key={name} metadata={metadata} name={name} value={form.values[name]} />
          ),
        )}
      </section>
    ))
}

/** Shows a field of a newer server whose type this app does not know. It is read-only. */
function UnknownField({ metadata, name, value }: { metadata: ModuleMetadata; name: string; value: unknown }) {
  const { t } = useTranslation('console')
  const locale = useLocale()
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return (
    <div className={styles.unknown}>
      <p className={styles.unknownLabel}>{metadata.fields[name]?.label[locale]}</p>
      <p className={styles.unknownValue}>{isBlank(value) ? t('record.none') : text}</p>
      <p className={styles.unknownNote}>{t('form.unknownType')}</p>
    </div>
  )
}
