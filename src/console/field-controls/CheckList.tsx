import styles from './CheckList.module.css'

/** Renders a checkbox for each choice; any number can be chosen. */
export function CheckList({
  label,
  choices,
  chosen,
  onChange,
}: {
  label: string
  choices: readonly { value: string; label: string }[]
  chosen: readonly string[]
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
              onChange(target.checked ? [...chosen, value] : chosen.filter((one) => one !== value))
            }
          />
          {choiceLabel}
        </label>
      ))}
    </fieldset>
  )
}
