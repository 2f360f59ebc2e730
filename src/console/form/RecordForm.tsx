import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { useBlocker, useRouter } from '@tanstack/react-router'
import type { FieldIssue } from '#contract/envelope.ts'
import type { Values } from '#contract/form/form-shape.ts'
import type { FieldMetadata, ModuleMetadata } from '#contract/metadata.ts'
import { listTemplateFields } from '#contract/module-definition.ts'
import { Form, isSelectedFile, useFormDraft, useModuleForm, type ModuleForm } from '#forms/index.ts'
import { useDocumentTitle } from '#platform/forum.ts'
import { useLocale } from '#platform/locale.ts'
import { useDraft } from '#outbox/index.ts'
import { SkeletonLines } from '#ui/LoadState.tsx'
import type { Row } from '../data/console-api.ts'
import type { Search } from '../data/list-state.ts'
import { FieldValue } from '../record/FieldRows.tsx'
import { formatRowTitle, titleDot } from '../field-values/row-title.ts'
import { useValueLabels } from '../field-values/use-value-labels.ts'
import { listSensitiveFields } from '../data/form-shape.ts'
import { openLayer } from '#platform/page-history.ts'
import { confirmDialog } from '#ui/confirm-dialog.tsx'
import ConflictChoice from './ConflictChoice.tsx'
import { buildFormLayout } from './form-layout.ts'
import { FormHead } from './FormHead.tsx'
import { FormNotices } from './FormNotices.tsx'
import { FormSections } from './FormSections.tsx'
import { getDraftName } from './record-paths.ts'
import { SaveBar } from './SaveBar.tsx'
import { useSubmitRecord } from './use-submit-record.ts'
import { useRelated } from './use-related.ts'
import styles from './RecordForm.module.css'

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

/** Creates the form with its draft, submission and leave guard. */
function useRecordForm(metadata: ModuleMetadata, row: Row | undefined, path: string) {
  // Fixed when the form opens, so that no field disappears while the user types.
  const [layout] = useState(() => buildFormLayout(metadata, row))
  const [sensitive] = useState(() => listSensitiveFields(metadata))
  const related = useRelated(layout.shape)
  const form = useModuleForm(layout.shape, {
    fields: layout.editable,
    related: related.find,
    ...(row && { original: row }),
  })
  related.update(form.values)
  const draft = useDraft<Values>(getDraftName(path), { sensitive })
  const isDraftLoaded = useFormDraft(form, draft)
  const submission = useSubmitRecord({
    form,
    isDraftLoaded,
    draft,
    module: metadata.name,
    rowId: row?.id,
    path,
    sensitive,
  })
  useConfirmLeave(form.isDirty && draft.state === 'not_stored')
  return { layout, form, draft, isDraftLoaded, submission }
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
  return useSyncExternalStore(subscribe, coveredPx, () => 0)
}

function subscribe(listener: () => void): () => void {
  const { visualViewport } = globalThis
  visualViewport?.addEventListener('resize', listener)
  visualViewport?.addEventListener('scroll', listener)
  return () => {
    visualViewport?.removeEventListener('resize', listener)
    visualViewport?.removeEventListener('scroll', listener)
  }
}

/** Pinch zoom makes the visual viewport smaller too, without a keyboard. */
function coveredPx(): number {
  const { visualViewport, innerHeight } = globalThis
  if (!visualViewport || visualViewport.scale > 1) return 0
  return Math.max(0, Math.round(innerHeight - visualViewport.height - visualViewport.offsetTop))
}

/** Asks before the user leaves a form whose input the device could not store. */
function useConfirmLeave(isUnsaved: boolean): void {
  const { t } = useTranslation('console')
  const { history } = useRouter()
  const canLeave = () =>
    confirmDialog({
      title: t('form.leave'),
      text: t('form.leaveText'),
      yes: t('form.leaveYes'),
      no: t('form.leaveNo'),
    })
  useBlocker({
    disabled: !isUnsaved,
    enableBeforeUnload: isUnsaved,
    shouldBlockFn: async () => !(await canLeave()),
  })
  // The guard intercepts Back while the browser is still at the form. A dialog that opens after it has gone back would
  // replace the form's history entry.
  useEffect(() => {
    if (!isUnsaved) return undefined
    let release: (() => void) | undefined = undefined
    let isDisposed = false
    const openGuard = () => {
      release = openLayer(() => void leaveOrStay())
    }
    const leaveOrStay = async () => {
      const isLeaving = await canLeave()
      if (isDisposed) return
      if (isLeaving) history.back({ ignoreBlocker: true })
      else openGuard()
    }
    openGuard()
    return () => {
      isDisposed = true
      release?.()
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the dialog reads its texts when it opens
  }, [isUnsaved, history])
}
