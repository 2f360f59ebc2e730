import type { ReactNode } from 'react'
import { findFieldByPath, type FormField as Field } from '#contract/form/form-shape.ts'
import type { Localized } from '#contract/locale.ts'
import { useLocale } from '#lib/locale.ts'
import { controlId, type ModuleForm } from './module-form.ts'
import { useIssueMessage } from './use-issue-message.ts'

/** A field of a form, and other words for it than its definition's. */
export interface FieldProps {
  form: ModuleForm
  name: string
  label?: string
  help?: ReactNode
}

/** What stands around a control, and how it is tied to it for those who do not see it. */
export function useField({ form, name, label, help }: FieldProps) {
  const locale = useLocale()
  const say = useIssueMessage(form.shape)
  const field: Field & { help?: Localized } = form.field(name)
  const id = controlId(form, name)
  const words = help ?? field.help?.[locale]
  const found = form.problems.find(({ path }) => findFieldByPath(path) === name)
  const problem = found && say(found)
  const describedBy = [words && `${id}-help`, problem && `${id}-problem`].filter(Boolean).join(' ')
  return {
    id,
    field,
    label: label ?? field.label[locale],
    help: words,
    problem,
    isRequired: form.isRequired(name),
    aria: {
      'aria-describedby': describedBy || undefined,
      'aria-invalid': found !== undefined,
    },
  }
}
