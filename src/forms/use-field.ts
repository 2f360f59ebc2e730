import type { ReactNode } from 'react'
import { getFieldName, type FormField as Field } from '#contract/form/form-shape.ts'
import type { Localized } from '#contract/locale.ts'
import { useLocale } from '#platform/locale.ts'
import { getControlId, type ModuleForm } from './module-form.ts'
import { useIssueMessage } from './use-issue-message.ts'

/** A field of a form, with an optional label and help text in place of its definition's. */
export interface FieldProps {
  form: ModuleForm
  /** Key of the field. */
  name: string
  label?: string
  help?: ReactNode
}

/** Returns the texts around a control and the attributes that connect them for assistive technology. */
export function useField({ form, name, label, help }: FieldProps) {
  const locale = useLocale()
  const formatIssue = useIssueMessage(form.shape)
  const field: Field & { help?: Localized } = form.field(name)
  const id = getControlId(form, name)
  const helpText = help ?? field.help?.[locale]
  const issue = form.issues.find(({ path }) => getFieldName(path) === name)
  const error = issue && formatIssue(issue)
  const describedBy = [helpText && `${id}-help`, error && `${id}-problem`].filter(Boolean).join(' ')
  return {
    id,
    field,
    label: label ?? field.label[locale],
    help: helpText,
    error,
    isRequired: form.isRequired(name),
    aria: {
      'aria-describedby': describedBy || undefined,
      'aria-invalid': issue !== undefined,
    },
  }
}
