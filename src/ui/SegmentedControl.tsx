import { useId } from 'react'
import styles from './SegmentedControl.module.css'

interface Choice<Value extends string> {
  value: Value
  label: string
  /** Language of the label where it is not the interface's. */
  lang?: string
}

/** Radio buttons for a few choices in one row, for settings and forms. For filters of a list, use `ChoiceChips`. */
export function SegmentedControl<Value extends string>({
  title,
  choices,
  chosen,
  onChoose,
}: {
  /** Legend of the group. */
  title: string
  choices: readonly Choice<Value>[]
  chosen: Value
  onChoose: (value: Value) => void
}) {
  const groupName = useId()
  return (
    <fieldset className={styles.row}>
      <legend className={styles.title}>{title}</legend>
      <div className={styles.choices}>
        {choices.map(({ value, label, lang }) => (
          <label key={value} className={styles.choice} lang={lang}>
            <input
              type="radio"
              name={groupName}
              value={value}
              checked={value === chosen}
              onChange={() => onChoose(value)}
            />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
