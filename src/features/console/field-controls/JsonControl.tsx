import { useState } from 'react'
import { isUnfinished, unfinished, type ControlProps } from '#features/forms'
import styles from './FieldEditor.module.css'

/** Data as JSON. What cannot be read yet stays as it was typed, and is told as wrong when it is saved. */
export function JsonControl({ id, value, onChange, aria }: ControlProps) {
  const [typed, setTyped] = useState<string>()
  const isShown = typed !== undefined && printOf(readJson(typed)) === printOf(value)
  return (
    <textarea
      {...aria}
      id={id}
      rows={6}
      spellCheck={false}
      autoCapitalize="none"
      className={`${styles.input} ${styles.data}`}
      value={isShown ? typed : textOf(value)}
      onChange={({ target }) => {
        setTyped(target.value)
        onChange(readJson(target.value))
      }}
    />
  )
}

function readJson(text: string): unknown {
  if (text.trim() === '') return null
  try {
    return JSON.parse(text) as unknown
  } catch {
    return unfinished(text, null)
  }
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  return isUnfinished(value) ? String(value.$unfinished) : JSON.stringify(value, null, 2)
}

const printOf = (value: unknown): string => JSON.stringify(value ?? null)
