import { useState } from 'react'
import { isUnfinished, createUnfinished, type ControlProps } from '#forms/index.ts'
import styles from './FieldEditor.module.css'

/** Edits a value as JSON. Text that cannot be parsed yet stays as typed; saving reports it as invalid. */
export function JsonControl({ id, value, onChange, aria }: ControlProps) {
  const [typed, setTyped] = useState<string>()
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

function parseJson(text: string): unknown {
  if (text.trim() === '') return null
  try {
    return JSON.parse(text) as unknown
  } catch {
    return createUnfinished(text, null)
  }
}

function formatJson(value: unknown): string {
  if (value === null || value === undefined) return ''
  return isUnfinished(value) ? String(value.$unfinished) : JSON.stringify(value, null, 2)
}

const toJson = (value: unknown): string => JSON.stringify(value ?? null)
