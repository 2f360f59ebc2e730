import styles from './ChoiceChips.module.css'

/** Chips of which one holds. */
export function ChoiceChips({
  label,
  choices,
  chosen,
  onChoose,
}: {
  label: string
  choices: readonly { value: string | undefined; label: string; lang?: string }[]
  chosen: string | undefined
  onChoose: (value: string | undefined) => void
}) {
  return (
    <fieldset aria-label={label} className={styles.chips}>
      {choices.map((choice) => (
        <button
          key={choice.value ?? ''}
          type="button"
          className={styles.chip}
          lang={choice.lang}
          aria-pressed={choice.value === chosen}
          onClick={() => onChoose(choice.value)}
        >
          {choice.label}
        </button>
      ))}
    </fieldset>
  )
}
