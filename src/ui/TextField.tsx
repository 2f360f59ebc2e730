import { useId, type InputHTMLAttributes, type ReactNode, type Ref } from 'react'
import styles from './TextField.module.css'

interface TextFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'value' | 'onChange'> {
  label: string
  value: string
  onChange: (value: string) => void
  /** Hint under the input. */
  help?: ReactNode
  /** Error message; undefined while the value is valid. */
  error?: string | undefined
  /** A button next to the input. */
  aside?: ReactNode
  ref?: Ref<HTMLInputElement>
}

/** A text input with label, hint and error. Screen readers announce an error at once, and again with the input. */
export function TextField({ label, value, onChange, help, error, aside, ...input }: TextFieldProps) {
  const id = useId()
  const descriptionIds = [error !== undefined && `${id}problem`, help && `${id}help`]
    .filter(Boolean)
    .join(' ')
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      <div className={styles.line}>
        <input
          {...input}
          id={id}
          className={styles.input}
          value={value}
          aria-invalid={error !== undefined}
          aria-describedby={descriptionIds || undefined}
          onChange={(event) => onChange(event.target.value)}
        />
        {aside}
      </div>
      {error !== undefined && (
        <p id={`${id}problem`} role="alert" className={styles.problem}>
          {error}
        </p>
      )}
      {help && (
        <p id={`${id}help`} className={styles.help}>
          {help}
        </p>
      )}
    </div>
  )
}
