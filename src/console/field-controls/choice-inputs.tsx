import { useId } from 'react'
import styles from './choice-inputs.module.css'

/** Renders a native select, which each device shows in its own way. */
export function Select({
  label,
  value,
  choices,
  disabled = false,
  onChange,
}: {
  label: string
  value: string
  choices: readonly { value: string; label: string }[]
  disabled?: boolean
  onChange: (value: string) => void
}) {
  const id = useId()
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      <select
        id={id}
        className={styles.select}
        value={value}
        disabled={disabled}
        onChange={(event) => onChange(event.target.value)}
      >
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
    </div>
  )
}

/** Renders a checkbox for each choice; any number can be chosen. */
export function CheckList({
  label,
  choices,
  chosen,
  onChange,
}: {
  label: string
  choices: readonly { value: string; label: string }[]
  /** Values of the chosen ones. */
  chosen: readonly string[]
  /** Receives the values; a new one is the last. */
  onChange: (chosen: string[]) => void
}) {
  return (
    <fieldset className={styles.list} aria-label={label}>
      {choices.map(({ value, label: choiceLabel }) => (
        <label key={value} className={styles.choice}>
          <input
            type="checkbox"
            checked={chosen.includes(value)}
            onChange={({ target }) =>
              onChange(
                target.checked ? [...chosen, value] : chosen.filter((chosenValue) => chosenValue !== value),
              )
            }
          />
          {choiceLabel}
        </label>
      ))}
    </fieldset>
  )
}
