import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatTimeInTimeZone, formatDateInTimeZone, fromZonedTime } from '#contract/time.ts'
import { followUnfinished, readInput, type ControlProps } from '#forms/index.ts'
import { useForum } from '#platform/forum.ts'
import styles from './FieldEditor.module.css'
import { parseTypedNumber } from './typed-number.ts'

/** Edits an instant in the forum's time zone. A user in another zone sees a note. */
export function DateTimeInput({ id, value, onChange, aria }: ControlProps) {
  const { t } = useTranslation('console')
  const { timeZone } = useForum()
  const isOtherTimeZone = new Intl.DateTimeFormat().resolvedOptions().timeZone !== timeZone
  const localTime =
    typeof value === 'string' && value !== ''
      ? `${formatDateInTimeZone(value, timeZone)}T${formatTimeInTimeZone(value, timeZone)}`
      : ''
  const handleInput = (input: HTMLInputElement) => {
    const typed = readInput(input)
    if (typeof typed !== 'string') return onChange(typed)
    onChange(typed === '' ? null : fromZonedTime(typed, timeZone))
  }
  return (
    <>
      <input
        {...aria}
        {...followUnfinished(value, handleInput)}
        id={id}
        type="datetime-local"
        className={styles.input}
        value={localTime}
        onChange={({ target }) => handleInput(target)}
      />
      {isOtherTimeZone && <p className={styles.note}>{t('field.zone', { zone: timeZone })}</p>}
    </>
  )
}

/** Edits a number and keeps it as typed; other text is stored unchanged, so that validation marks it. */
export function NumberInput({ id, field, value, onChange, aria }: ControlProps) {
  const [typed, setTyped] = useState('')
  const formatted = typeof value === 'number' || typeof value === 'string' ? String(value) : ''
  return (
    <input
      {...aria}
      id={id}
      type="text"
      inputMode={field.type === 'integer' ? 'numeric' : 'decimal'}
      className={styles.input}
      // `1200.50` equals 1200.5, but stays as typed while the user continues.
      value={parseTypedNumber(typed) === value ? typed : formatted}
      onChange={({ target }) => {
        setTyped(target.value)
        onChange(target.value === '' ? null : (parseTypedNumber(target.value) ?? target.value))
      }}
    />
  )
}

/** Renders a native select for many or optional choices. */
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
