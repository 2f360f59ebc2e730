import type { ReactNode } from 'react'
import { isMultiValued } from '#contract/form/form-shape.ts'
import type { ControlProps } from './FieldFrame.tsx'
import styles from './ChoiceList.module.css'

/** A choice of a field. */
export interface FieldChoice {
  /** Value of an option, or id of a related row. */
  value: string
  label: ReactNode
  /** Second line, such as time, room or free seats. */
  note?: ReactNode
  /** Shown but not selectable, such as a full event. A closed choice that is already chosen can be removed. */
  isClosed?: boolean
}

/** Shows a field's choices as radio buttons or checkboxes; as rows when they have notes, else as chips. */
export function ChoiceList({
  id,
  field,
  value,
  onChange,
  labelId,
  aria,
  choices,
}: ControlProps & { choices: readonly FieldChoice[] }) {
  const isMultiple = isMultiValued(field)
  const chosen: readonly unknown[] = Array.isArray(value) ? value : [value]
  const isRowLayout = choices.some(({ note }) => note !== undefined)
  const isClosed = (one: FieldChoice) => one.isClosed === true && !chosen.includes(one.value)
  // The error summary focuses the field's id, so it belongs to an input that is enabled.
  const firstEnabled = choices.find((one) => !isClosed(one))
  const choose = (choice: string, isOn: boolean) => {
    if (!isMultiple) return onChange(choice)
    // In the order of the choices, and without chosen values that are no choice any more.
    const others = choices.map((one) => one.value).filter((one) => chosen.includes(one))
    onChange(isOn ? [...others, choice] : others.filter((one) => one !== choice))
  }
  // A `group` does not allow these attributes, so its checkboxes carry `aria-invalid` themselves.
  const ariaProps = isMultiple
    ? {}
    : { 'aria-required': aria['aria-required'], 'aria-invalid': aria['aria-invalid'] }
  return (
    <div
      role={isMultiple ? 'group' : 'radiogroup'}
      aria-labelledby={labelId}
      aria-describedby={aria['aria-describedby']}
      {...ariaProps}
      className={isRowLayout ? styles.rows : styles.chips}
    >
      {choices.map((choice) => (
        <label key={choice.value} className={isRowLayout ? styles.row : styles.chip}>
          <input
            type={isMultiple ? 'checkbox' : 'radio'}
            id={choice === firstEnabled ? id : `${id}-${choice.value}`}
            name={id}
            value={choice.value}
            checked={chosen.includes(choice.value)}
            disabled={isClosed(choice)}
            aria-invalid={isMultiple && aria['aria-invalid'] ? true : undefined}
            onChange={(event) => choose(choice.value, event.target.checked)}
          />
          <span className={styles.text}>
            <span>{choice.label}</span>
            {choice.note !== undefined && <span className={styles.note}>{choice.note}</span>}
          </span>
        </label>
      ))}
    </div>
  )
}
