import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatTimeInTimeZone, formatDateInTimeZone, fromZonedTime } from '#contract/time.ts'
import { followUnfinished, readInput, type ControlProps } from '#features/forms'
import { useForum } from '#lib/forum.ts'
import styles from './FieldEditor.module.css'
import { parseTypedNumber } from './typed-number.ts'

/** A moment, typed in the forum's zone and kept as an instant. Who sits in another zone is told so. */
export function DateTimeInput({ id, value, onChange, aria }: ControlProps) {
  const { t } = useTranslation('console')
  const { timeZone } = useForum()
  const isElsewhere = new Intl.DateTimeFormat().resolvedOptions().timeZone !== timeZone
  const wall =
    typeof value === 'string' && value !== ''
      ? `${formatDateInTimeZone(value, timeZone)}T${formatTimeInTimeZone(value, timeZone)}`
      : ''
  const tell = (input: HTMLInputElement) => {
    const typed = readInput(input)
    if (typeof typed !== 'string') return onChange(typed)
    onChange(typed === '' ? null : fromZonedTime(typed, timeZone))
  }
  return (
    <>
      <input
        {...aria}
        {...followUnfinished(value, tell)}
        id={id}
        type="datetime-local"
        className={styles.input}
        value={wall}
        onChange={({ target }) => tell(target)}
      />
      {isElsewhere && <p className={styles.note}>{t('field.zone', { zone: timeZone })}</p>}
    </>
  )
}

/** A number, shown as it was typed; anything else is marked as wrong. */
export function NumberInput({ id, field, value, onChange, aria }: ControlProps) {
  const [typed, setTyped] = useState('')
  const kept = typeof value === 'number' || typeof value === 'string' ? String(value) : ''
  return (
    <input
      {...aria}
      id={id}
      type="text"
      inputMode={field.type === 'integer' ? 'numeric' : 'decimal'}
      className={styles.input}
      // `1200.50` is 1200.5, and still stands there while somebody goes on typing.
      value={parseTypedNumber(typed) === value ? typed : kept}
      onChange={({ target }) => {
        setTyped(target.value)
        onChange(target.value === '' ? null : (parseTypedNumber(target.value) ?? target.value))
      }}
    />
  )
}

/** One of many choices, or of such as need not be made: with the control that each device has for it. */
export function ChoiceSelect({
  id,
  value,
  onChange,
  aria,
  choices,
}: ControlProps & { choices: readonly { value: string; label: string }[] }) {
  const { t } = useTranslation('console')
  return (
    <select
      {...aria}
      id={id}
      className={styles.input}
      value={typeof value === 'string' ? value : ''}
      onChange={({ target }) => onChange(target.value === '' ? null : target.value)}
    >
      <option value="">{aria['aria-required'] ? t('filter.choose') : t('record.none')}</option>
      {choices.map((choice) => (
        <option key={choice.value} value={choice.value}>
          {choice.label}
        </option>
      ))}
    </select>
  )
}
