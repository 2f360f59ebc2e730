import type { ReactNode } from 'react'
import { isMultiValued } from '#contract/form/form-shape.ts'
import type { ControlProps } from './FieldFrame.tsx'
import styles from './ChoiceList.module.css'

/** One choice of a field. */
export interface FieldChoice {
  value: string
  label: ReactNode
  /** A second line: when, where, how many seats are left. */
  note?: ReactNode
  /** It is there to be read and cannot be chosen. */
  isClosed?: boolean
}

/** Choices of which one holds, or several, by what the field holds. With second lines they are rows, else chips. */
export function ChoiceList({
  id,
  field,
  value,
  onChange,
  labelId,
  aria,
  choices,
}: ControlProps & { choices: readonly FieldChoice[] }) {
  const isMany = isMultiValued(field)
  const chosen: readonly unknown[] = Array.isArray(value) ? value : [value]
  const isRows = choices.some(({ note }) => note !== undefined)
  const isClosed = (one: FieldChoice) => one.isClosed === true && !chosen.includes(one.value)
  // A problem leads to it: to one that can take the focus.
  const first = choices.find((one) => !isClosed(one))
  const choose = (choice: string, isOn: boolean) => {
    if (!isMany) return onChange(choice)
    const kept = choices.map((one) => one.value).filter((one) => chosen.includes(one))
    onChange(isOn ? [...kept, choice] : kept.filter((one) => one !== choice))
  }
  const required = isMany
    ? {}
    : { 'aria-required': aria['aria-required'], 'aria-invalid': aria['aria-invalid'] }
  return (
    <div
      role={isMany ? 'group' : 'radiogroup'}
      aria-labelledby={labelId}
      aria-describedby={aria['aria-describedby']}
      {...required}
      className={isRows ? styles.rows : styles.chips}
    >
      {choices.map((choice) => (
        <label key={choice.value} className={isRows ? styles.row : styles.chip}>
          <input
            type={isMany ? 'checkbox' : 'radio'}
            id={choice === first ? id : `${id}-${choice.value}`}
            name={id}
            value={choice.value}
            checked={chosen.includes(choice.value)}
            disabled={isClosed(choice)}
            aria-invalid={isMany && aria['aria-invalid'] ? true : undefined}
            onChange={(event) => choose(choice.value, event.target.checked)}
          />
          <span className={styles.words}>
            <span>{choice.label}</span>
            {choice.note !== undefined && <span className={styles.note}>{choice.note}</span>}
          </span>
        </label>
      ))}
    </div>
  )
}
