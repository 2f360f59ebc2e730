import { useEffect, useRef, type ReactNode, type SubmitEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { findField, findFieldByPath } from '#contract/form/form-shape.ts'
import { useLocale } from '#lib/locale.ts'
import { choiceId, controlId, type ModuleForm } from './module-form.ts'
import { OvertakenChoice } from './OvertakenChoice.tsx'
import { useIssueMessage } from './use-issue-message.ts'
import styles from './Form.module.css'

/**
 * A form's fields with a summary of what is wrong above them. Told of mistakes, the focus goes to the one field that has
 * one, or to the summary of several, whose entries lead to their fields.
 */
export function Form({
  form,
  fields,
  onSubmit,
  children,
  label,
  describe,
}: {
  form: ModuleForm
  /** Those of its fields that are shown here; all when absent. */
  fields?: readonly string[]
  onSubmit: () => void
  children: ReactNode
  label?: string
  /** A value in words where the definition has none: rows that are named, pictures. Undefined leaves it to the definition. */
  describe?: (key: string, value: unknown) => ReactNode
}) {
  const { t } = useTranslation('forms')
  const locale = useLocale()
  const say = useIssueMessage(form.shape)
  const summary = useRef<HTMLDivElement>(null)
  const { toldAt } = form
  const problems = form.problems.filter(
    ({ path }) => !fields || path === '' || fields.includes(findFieldByPath(path)),
  )
  const only = problems.length === 1 ? problems[0] : undefined
  const onlyField = only && findField(form.shape, findFieldByPath(only.path)) && findFieldByPath(only.path)
  const target = onlyField === undefined ? undefined : controlId(form, onlyField)
  useEffect(() => {
    if (toldAt === 0) return
    const place =
      document.getElementById(choiceId(form)) ??
      (target === undefined ? undefined : document.getElementById(target)) ??
      summary.current
    place?.focus()
    place?.scrollIntoView({ block: 'center' })
    // oxlint-disable-next-line react/exhaustive-deps -- the focus goes there when they are told, not as they are mended
  }, [toldAt])
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    onSubmit()
  }
  return (
    <form noValidate className={styles.form} aria-label={label} onSubmit={submit}>
      {toldAt > 0 && problems.length > 0 && onlyField === undefined && (
        <div ref={summary} role="alert" tabIndex={-1} className={styles.summary}>
          <p className={styles.title}>{t('summary', { count: problems.length })}</p>
          <ul>
            {problems.map((problem) => {
              const key = findFieldByPath(problem.path)
              const field = findField(form.shape, key)
              return (
                <li key={problem.path}>
                  {field ? (
                    <button
                      type="button"
                      className={styles.link}
                      onClick={() => document.getElementById(controlId(form, key))?.focus()}
                    >
                      {t('summaryItem', { label: field.label[locale], problem: say(problem) })}
                    </button>
                  ) : (
                    say(problem)
                  )}
                </li>
              )
            })}
          </ul>
        </div>
      )}
      {form.overtaken && <OvertakenChoice form={form} overtaken={form.overtaken} describe={describe} />}
      {children}
    </form>
  )
}
