import { useEffect, useRef, type ReactNode, type SubmitEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { findField, getFieldName, isEmpty, isPlainObject } from '#contract/form/form-shape.ts'
import { useLocale } from '#platform/locale.ts'
import { getConflictId, getControlId, type ModuleForm, type RowConflict } from './module-form.ts'
import { useIssueMessage } from './use-issue-message.ts'
import styles from './Form.module.css'
import { formatFieldValue } from './format-field-value.ts'
import { finishedValues } from './unfinished.ts'
import { VersionChoice } from './VersionChoice.tsx'

/**
 * Shows a form with a summary of its issues above the fields.
 * When issues are reported, the focus moves to the only field with an issue, or else to the summary with links.
 */
export function Form({
  form,
  fields,
  onSubmit,
  children,
  label,
  formatValue,
}: {
  form: ModuleForm
  /** Keys of the fields shown here; all when absent. */
  fields?: readonly string[]
  /** Called when the user submits; the form has not been checked. */
  onSubmit: () => void
  children: ReactNode
  /** Accessible name of the form. */
  label?: string
  /** Formats values that the definition cannot format, such as related rows and images; undefined for all others. */
  formatValue?: (key: string, value: unknown) => ReactNode
}) {
  const { t } = useTranslation('forms')
  const locale = useLocale()
  const formatIssue = useIssueMessage(form.shape)
  const summary = useRef<HTMLDivElement>(null)
  const { reportCount } = form
  // An empty path is an issue of the whole form.
  const issues = form.issues.filter(
    ({ path }) => !fields || path === '' || fields.includes(getFieldName(path)),
  )
  const onlyIssue = issues.length === 1 ? issues[0] : undefined
  const onlyField =
    onlyIssue && findField(form.shape, getFieldName(onlyIssue.path)) && getFieldName(onlyIssue.path)
  const onlyControlId = onlyField === undefined ? undefined : getControlId(form, onlyField)
  useEffect(() => {
    if (reportCount === 0) return
    const element =
      document.getElementById(getConflictId(form)) ??
      (onlyControlId === undefined ? undefined : document.getElementById(onlyControlId)) ??
      summary.current
    element?.focus()
    element?.scrollIntoView({ block: 'center' })
    // oxlint-disable-next-line react/exhaustive-deps -- moves the focus when issues are reported, not when they are fixed
  }, [reportCount])
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    onSubmit()
  }
  return (
    <form noValidate className={styles.form} aria-label={label} onSubmit={submit}>
      {reportCount > 0 && issues.length > 0 && onlyField === undefined && (
        <div ref={summary} role="alert" tabIndex={-1} className={styles.summary}>
          <p className={styles.title}>{t('summary', { count: issues.length })}</p>
          <ul>
            {issues.map((issue) => {
              const key = getFieldName(issue.path)
              const field = findField(form.shape, key)
              return (
                <li key={issue.path}>
                  {field ? (
                    <button
                      type="button"
                      className={styles.link}
                      onClick={() => document.getElementById(getControlId(form, key))?.focus()}
                    >
                      {t('summaryItem', { label: field.label[locale], problem: formatIssue(issue) })}
                    </button>
                  ) : (
                    formatIssue(issue)
                  )}
                </li>
              )
            })}
          </ul>
        </div>
      )}
      {form.conflict && <RowConflictChoice form={form} conflict={form.conflict} formatValue={formatValue} />}
      {children}
    </form>
  )
}

/** Shows the fields whose typed value differs from a row that arrived later, and lets the user choose. */
function RowConflictChoice({
  form,
  conflict: { row, fields, choose },
  formatValue,
}: {
  form: ModuleForm
  conflict: RowConflict
  formatValue: ((key: string, value: unknown) => ReactNode) | undefined
}) {
  const { t } = useTranslation('forms')
  const locale = useLocale()
  const typedValues = finishedValues(form.typedValues)
  const formatVersion = (key: string, value: unknown): ReactNode => {
    const field = form.field(key)
    if (isEmpty(field, value)) return t('versions.empty')
    const formatted = formatValue?.(key, value)
    if (formatted !== undefined) return formatted
    // A file on the server, or one that was selected here.
    const name = isPlainObject(value) && value['name']
    if (typeof name === 'string') return name
    return formatFieldValue(field, value, locale, { yes: t('yes'), no: t('no') })
  }
  return (
    <VersionChoice
      id={getConflictId(form)}
      labels={{
        title: t('versions.title'),
        text: t('versions.text'),
        allMine: t('versions.allMine'),
        allTheirs: t('versions.allTheirs'),
        mine: t('versions.mine'),
        theirs: t('versions.theirs'),
        save: t('versions.save'),
      }}
      versions={fields.map((key) => ({
        key,
        label: form.field(key).label[locale],
        mine: formatVersion(key, typedValues[key]),
        theirs: formatVersion(key, row[key]),
      }))}
      onChosen={choose}
    />
  )
}
