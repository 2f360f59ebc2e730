import type { SyntheticEvent } from 'react'
import type { FieldType } from '#contract/field-definition.ts'
import type { ControlProps } from './FieldFrame.tsx'
import styles from './TextControl.module.css'
import { isUnfinished, unfinished, type Unfinished } from './unfinished.ts'

/** What keyboards and password managers should know of a text. */
export interface TextHints {
  autoComplete?: string
  autoCapitalize?: 'none' | 'words' | 'characters'
  /** First and last value of a date, as the picker shows them; others may be typed. */
  min?: string
  max?: string
}

/** How the inputs of types that are one line differ from a plain one. */
const lines: Partial<Record<FieldType, { type: string; hints?: TextHints }>> = {
  email: { type: 'email', hints: { autoComplete: 'email', autoCapitalize: 'none' } },
  phone: { type: 'tel', hints: { autoComplete: 'tel' } },
  url: { type: 'url', hints: { autoCapitalize: 'none' } },
  date: { type: 'date' },
  time: { type: 'time' },
  // A number that proves who one is: no keyboard learns it, no browser keeps it.
  id_number: { type: 'text', hints: { autoComplete: 'off', autoCapitalize: 'characters' } },
}

/** A text of one or several lines, a date or a time. It is judged by the contract, so the browser's own judge is off. */
export function TextControl({
  id,
  field,
  value,
  onChange,
  aria,
  hints,
}: ControlProps & { hints?: TextHints | undefined }) {
  const text = typeof value === 'string' ? value : ''
  const shared = {
    id,
    value: text,
    ...aria,
    ...lines[field.type]?.hints,
    ...hints,
    className: styles.input,
  }
  if (field.type === 'text')
    return <textarea {...shared} rows={4} onChange={(event) => onChange(event.target.value)} />
  return (
    <input
      {...shared}
      type={lines[field.type]?.type ?? 'text'}
      spellCheck={field.type === 'id_number' ? false : undefined}
      onChange={(event) => onChange(readInput(event.target))}
      {...followUnfinished(value, (input) => onChange(readInput(input)))}
    />
  )
}

/** The text of an input; of half a date or time its browser tells only that something stands there. */
export function readInput(input: HTMLInputElement): string | Unfinished {
  return input.value === '' && input.validity.badInput ? unfinished('', null) : input.value
}

/** Half a date has no value, and so no change is told when it is begun or emptied: that is seen by its keys. */
export function followUnfinished(value: unknown, tell: (input: HTMLInputElement) => void) {
  const look = ({ currentTarget }: SyntheticEvent<HTMLInputElement>) => {
    if (isUnfinished(readInput(currentTarget)) !== isUnfinished(value)) tell(currentTarget)
  }
  return { onKeyUp: look, onBlur: look }
}
