import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { FormField as Field } from '#contract/form/form-shape.ts'
import { useField, type FieldProps } from './use-field.ts'
import styles from './FieldFrame.module.css'

/** What a control is given by its frame. */
export interface ControlProps {
  id: string
  field: Field
  /** What it holds, finished or not: a control has no text beside it that the form does not know. */
  value: unknown
  onChange: (value: unknown) => void
  /** For controls that are a group: the id of the words that name it. */
  labelId: string
  aria: {
    'aria-describedby': string | undefined
    'aria-invalid': boolean
    'aria-required': boolean
  }
}

interface FieldFrameProps extends FieldProps {
  /** The control is no single one that the label could belong to. */
  isGroup?: boolean
  children: (props: ControlProps) => ReactNode
}

/** A field with its label, help and problem, tied to its control for those who do not see them. Nothing while hidden. */
export function FieldFrame(props: FieldFrameProps) {
  return props.form.isShown(props.name) ? <ShownField {...props} /> : null
}

function ShownField({ isGroup = false, children, ...of }: FieldFrameProps) {
  const { t } = useTranslation('forms')
  const { id, field, label, help, problem, isRequired, aria } = useField(of)
  const Label = isGroup ? 'span' : 'label'
  return (
    <div className={styles.field}>
      <Label className={styles.label} id={`${id}-label`} {...(!isGroup && { htmlFor: id })}>
        {label}
        {!isRequired && <span className={styles.optional}>{t('optional')}</span>}
      </Label>
      <Help id={id}>{help}</Help>
      {children({
        id,
        field,
        value: of.form.inputs[of.name],
        onChange: (value) => of.form.set(of.name, value),
        labelId: `${id}-label`,
        aria: { ...aria, 'aria-required': isRequired },
      })}
      <FieldErrorMessage id={id}>{problem}</FieldErrorMessage>
    </div>
  )
}

/** The sentence that explains a field. */
export function Help({ id, children }: { id: string; children: ReactNode }) {
  if (!children) return null
  return (
    <div className={styles.help} id={`${id}-help`}>
      {children}
    </div>
  )
}

/** What is wrong with a field, at the field. */
export function FieldErrorMessage({ id, children }: { id: string; children: ReactNode }) {
  if (!children) return null
  return (
    <p className={styles.problem} id={`${id}-problem`}>
      {children}
    </p>
  )
}
