import { useTranslation } from 'react-i18next'
import { formatTimeInTimeZone, formatDateInTimeZone, fromZonedTime } from '#contract/time.ts'
import { followUnfinished, readInput } from '#forms/index.ts'
import { formatDay, formatShortDay } from '#platform/forum-time.ts'
import { useForum } from '#platform/forum.ts'
import {
  formatPlainValue,
  type ConsoleFieldType,
  type FieldControlProps,
  type FilterProps,
} from './field-type.ts'
import { TypedFilter } from './TypedFilter.tsx'
import styles from './FieldEditor.module.css'

/** A calendar date, with the control of attendees' forms. */
export const date: ConsoleFieldType = {
  format: (value, { labels }) => formatDay(String(value), labels.locale),
  formatShort: formatShortDay,
  Filter: (props) => <TypedFilter {...props} type="date" />,
}

/** A time of day, with the control of attendees' forms. */
export const time: ConsoleFieldType = {
  format: formatPlainValue,
  Filter: (props) => <TypedFilter {...props} type="time" />,
}

/** An instant: stored in UTC, shown and typed in the forum's time zone. */
export const datetime: ConsoleFieldType = {
  format: (value, { labels }) => labels.time.dateTime(String(value)),
  selectControl: () => ({ isGroup: false, Control: DateTimeInput }),
  Filter: DateTimeFilter,
}

/** Formats an instant as the value of an `input type="datetime-local"`. */
function toInputValue(instant: string, timeZone: string): string {
  return `${formatDateInTimeZone(instant, timeZone)}T${formatTimeInTimeZone(instant, timeZone)}`
}

/** Edits an instant in the forum's time zone. A user in another zone sees a note. */
function DateTimeInput({ id, value, onChange, aria }: FieldControlProps) {
  const { t } = useTranslation('console')
  const { timeZone } = useForum()
  const isOtherTimeZone = new Intl.DateTimeFormat().resolvedOptions().timeZone !== timeZone
  const handleInput = (input: HTMLInputElement) => {
    const typed = readInput(input)
    // A date that is typed half counts as unfinished input, not as text.
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
        value={typeof value === 'string' && value !== '' ? toInputValue(value, timeZone) : ''}
        onChange={({ target }) => handleInput(target)}
      />
      {isOtherTimeZone && <p className={styles.note}>{t('field.zone', { zone: timeZone })}</p>}
    </>
  )
}

/** Edits instants in the forum's time zone; the filter's values are in UTC. */
function DateTimeFilter(props: FilterProps) {
  const { timeZone } = useForum()
  return (
    <TypedFilter
      {...props}
      type="datetime-local"
      formatInput={(value) => (value === '' ? '' : toInputValue(value, timeZone))}
      parseInput={(typed) => (typed === '' ? '' : fromZonedTime(typed, timeZone))}
    />
  )
}
