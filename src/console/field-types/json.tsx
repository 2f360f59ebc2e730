import { useState } from 'react'
import { createUnfinished, isUnfinished } from '#forms/index.ts'
import { formatPlainValue, type ConsoleFieldType, type FieldControlProps } from './field-type.ts'
import { text } from './text.tsx'
import styles from './FieldEditor.module.css'

/** A structured value without a known shape. One with a shape has a control for each of its fields. */
export const json: ConsoleFieldType = {
  format: formatPlainValue,
  selectControl: () => ({ isGroup: false, Control: JsonControl }),
  Filter: text.Filter,
}

/** Edits a value as JSON. Text that cannot be parsed yet stays as typed; saving reports it as invalid. */
function JsonControl({ id, value, onChange, aria }: FieldControlProps) {
  const [typed, setTyped] = useState<string>()
  // The text stays as typed, with its spaces, while it means the form's value; another value replaces it.
  const isCurrent = typed !== undefined && toJson(parseJson(typed)) === toJson(value)
  return (
    <textarea
      {...aria}
      id={id}
      rows={6}
      spellCheck={false}
      autoCapitalize="none"
      className={`${styles.input} ${styles.data}`}
      value={isCurrent ? typed : formatJson(value)}
      onChange={({ target }) => {
        setTyped(target.value)
        onChange(parseJson(target.value))
      }}
    />
  )
}

/** Parses typed JSON; null for an empty text, and an unfinished value for invalid JSON. */
function parseJson(typed: string): unknown {
  if (typed.trim() === '') return null
  try {
    return JSON.parse(typed) as unknown
  } catch {
    return createUnfinished(typed, null)
  }
}

function formatJson(value: unknown): string {
  if (value === null || value === undefined) return ''
  return isUnfinished(value) ? String(value.$unfinished) : JSON.stringify(value, null, 2)
}

const toJson = (value: unknown): string => JSON.stringify(value ?? null)
