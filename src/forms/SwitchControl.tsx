import { Help, FieldErrorMessage } from './FieldFrame.tsx'
import { useField, type FieldProps } from './use-field.ts'
import styles from './SwitchControl.module.css'

/** Shows a boolean field as a switch, off by default. The whole row is its label. Renders nothing while hidden. */
export function SwitchControl(props: FieldProps) {
  return props.form.isVisible(props.name) ? <VisibleSwitch {...props} /> : null
}

function VisibleSwitch(fieldProps: FieldProps) {
  const { id, label, help, error, aria } = useField(fieldProps)
  return (
    <div className={styles.field}>
      <label className={styles.row} htmlFor={id}>
        <span className={styles.label}>{label}</span>
        <input
          id={id}
          type="checkbox"
          // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- a checkbox exposes its checked state itself
          role="switch"
          className={styles.switch}
          checked={fieldProps.form.values[fieldProps.name] === true}
          {...aria}
          onChange={(event) => fieldProps.form.set(fieldProps.name, event.target.checked)}
        />
      </label>
      <Help id={id}>{help}</Help>
      <FieldErrorMessage id={id}>{error}</FieldErrorMessage>
    </div>
  )
}
