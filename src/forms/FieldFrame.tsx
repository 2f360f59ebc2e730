import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { FormField as Field } from '#contract/form/form-shape.ts'
import { useField, type FieldProps } from './use-field.ts'
import styles from './FieldFrame.module.css'

/** What a control receives from its frame. */
export interface ControlProps {
  /** Element id of the control, or of its first input. */
  id: string
  field: Field
  /** The field's value, or the unfinished input of its control. */
  value: unknown
  onChange: (value: unknown) => void
  /** Id of the label, for controls that are a group. */
  labelId: string
  aria: {
    'aria-describedby': string | undefined
    'aria-invalid': boolean
    'aria-required': boolean
  }
}

interface FieldFrameProps extends FieldProps {
  /** True when the control is a group, which a `label` element cannot name. */
  isGroup?: boolean
  children: (props: ControlProps) => ReactNode
}

/**
 * Shows a field with label, help and error, and connects them for assistive technology. Renders nothing while hidden.
 */
export function FieldFrame(props: FieldFrameProps) {
  return props.form.isVisible(props.name) ? <VisibleField {...props} /> : null
}

function VisibleField({ isGroup = false, children, ...fieldProps }: FieldFrameProps) {
  const { t } = useTranslation('forms')
  const { id, field, label, help, error, isRequired, aria } = useField(fieldProps)
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
        value: fieldProps.form.inputs[fieldProps.name],
        onChange: (value) => fieldProps.form.set(fieldProps.name, value),
        labelId: `${id}-label`,
        aria: { ...aria, 'aria-required': isRequired },
      })}
      <FieldErrorMessage id={id}>{error}</FieldErrorMessage>
    </div>
  )
}

/** Shows the help text of a field. @param id element id of its control, as for `FieldErrorMessage` */
export function Help({ id, children }: { id: string; children: ReactNode }) {
  if (!children) return null
  return (
    <div className={styles.help} id={`${id}-help`}>
      {children}
    </div>
  )
}

/** Shows the error of a field. */
export function FieldErrorMessage({ id, children }: { id: string; children: ReactNode }) {
  if (!children) return null
  return (
    <p className={styles.error} id={`${id}-problem`}>
      {children}
    </p>
  )
}
