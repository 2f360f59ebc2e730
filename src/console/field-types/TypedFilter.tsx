import { useTranslation } from 'react-i18next'
import { TextField } from '#ui/TextField.tsx'
import type { FilterProps } from './field-type.ts'
import styles from './TypedFilter.module.css'

/** Edits values that are typed: one, or the two ends of a range. */
export function TypedFilter({
  operator,
  values,
  onChange,
  type,
  step,
  formatInput = (value) => value,
  parseInput = (typed) => typed,
}: FilterProps & {
  /** Type of the input element. */
  type: 'text' | 'number' | 'date' | 'time' | 'datetime-local'
  /** Of a number input: `any` also accepts decimal places. */
  step?: 'any'
  /** Converts a value of the filter, which may be empty, to the text of the input. */
  formatInput?: (value: string) => string
  /** Converts the text of the input, which may be empty, to a value of the filter. */
  parseInput?: (typed: string) => string
}) {
  const { t } = useTranslation('console')
  const isRange = operator === 'between'
  const [firstValue = '', lastValue = ''] = values
  const inputProps = { type, ...(step && { step }) }
  return (
    <div className={styles.inputs}>
      <TextField
        {...inputProps}
        label={isRange ? t('filter.from') : t('filter.value')}
        value={formatInput(firstValue)}
        onChange={(typed) => onChange(isRange ? [parseInput(typed), lastValue] : [parseInput(typed)])}
      />
      {isRange && (
        <TextField
          {...inputProps}
          label={t('filter.to')}
          value={formatInput(lastValue)}
          onChange={(typed) => onChange([firstValue, parseInput(typed)])}
        />
      )}
    </div>
  )
}
