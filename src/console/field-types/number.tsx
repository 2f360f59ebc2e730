import { useState } from 'react'
import { formatPlainValue, type ConsoleFieldType, type FieldControlProps } from './field-type.ts'
import { TypedFilter } from './TypedFilter.tsx'
import styles from './FieldEditor.module.css'

/** A whole number. */
export const integer: ConsoleFieldType = {
  format: formatPlainValue,
  isNumeric: true,
  selectControl: () => ({ isGroup: false, Control: IntegerInput }),
  Filter: (props) => <TypedFilter {...props} type="number" />,
}

/** A number that may have decimal places. */
export const decimal: ConsoleFieldType = {
  ...integer,
  selectControl: () => ({ isGroup: false, Control: DecimalInput }),
  // Without a step, browsers accept whole numbers only.
  Filter: (props) => <TypedFilter {...props} type="number" step="any" />,
}

const IntegerInput = (props: FieldControlProps) => <NumberInput {...props} inputMode="numeric" />
const DecimalInput = (props: FieldControlProps) => <NumberInput {...props} inputMode="decimal" />

/** Edits a number and keeps it as typed; other text is stored unchanged, so that validation marks it. */
function NumberInput({
  id,
  value,
  onChange,
  aria,
  inputMode,
}: FieldControlProps & { inputMode: 'numeric' | 'decimal' }) {
  const [typed, setTyped] = useState('')
  const formatted = typeof value === 'number' || typeof value === 'string' ? String(value) : ''
  return (
    <input
      {...aria}
      id={id}
      type="text"
      inputMode={inputMode}
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

/** Number of digits that a JavaScript number always represents exactly. */
const exactDigits = 15

/**
 * Parses a number as people type it: trailing zeros (`1200.50`), commas between thousands, full-width digits
 * of an input method.
 * @returns undefined for other text, and for a number with too many digits to be exact
 */
export function parseTypedNumber(typed: string): number | undefined {
  const normalized = typed
    .normalize('NFKC')
    .replaceAll('−', '-')
    .trim()
    .replace(
      // Matches `12,345` and `1,234,567` at the start, but not `1,23`, whose comma is no separator of thousands.
      /^([+-]?\d{1,3})((?:,\d{3})+)(?![\d,])/,
      (_, firstDigits: string, groups: string) => firstDigits + groups.replaceAll(',', ''),
    )
  if (!/^[+-]?\d+(?:\.\d+)?$/.test(normalized)) return undefined
  const digits = normalized.replaceAll(/[+\-.]/g, '').replace(/^0+/, '')
  return digits.length > exactDigits ? undefined : Number(normalized)
}
