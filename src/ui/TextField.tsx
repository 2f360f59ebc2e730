import { useId, type InputHTMLAttributes, type ReactNode, type Ref } from 'react'
import styles from './TextField.module.css'

interface TextFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'value' | 'onChange'> {
  label: string
  value: string
  onChange: (value: string) => void
  /** What to know before typing. */
  help?: ReactNode
  /** What is wrong with it, in words. */
  problem?: string | undefined
  /** Beside the input: a button that belongs to it. */
  aside?: ReactNode
  ref?: Ref<HTMLInputElement>
}

/** One line of text with its label, help and fault; a fault is read out as it comes, and again with the input. */
export function TextField({ label, value, onChange, help, problem, aside, ...input }: TextFieldProps) {
  const id = useId()
  const described = [problem !== undefined && `${id}problem`, help && `${id}help`].filter(Boolean).join(' ')
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
          aria-invalid={problem !== undefined}
          aria-describedby={described || undefined}
          onChange={(event) => onChange(event.target.value)}
        />
        {aside}
      </div>
      {problem !== undefined && (
        <p id={`${id}problem`} role="alert" className={styles.problem}>
          {problem}
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
