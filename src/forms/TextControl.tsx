import type { SyntheticEvent } from 'react'
import type { FieldType } from '#contract/field-definition.ts'
import type { ControlProps } from './FieldFrame.tsx'
import styles from './TextControl.module.css'
import { isUnfinished, createUnfinished, type Unfinished } from './unfinished.ts'

/** Hints for keyboards and password managers. */
export interface TextHints {
  autoComplete?: string
  autoCapitalize?: 'none' | 'words' | 'characters'
  /** First and last date that the picker offers; others can be typed. */
  min?: string
  max?: string
}

/** Input type and hints of single-line field types that differ from plain text. */
const lineInputs: Partial<Record<FieldType, { type: string; hints?: TextHints }>> = {
  email: { type: 'email', hints: { autoComplete: 'email', autoCapitalize: 'none' } },
  phone: { type: 'tel', hints: { autoComplete: 'tel' } },
  url: { type: 'url', hints: { autoCapitalize: 'none' } },
  date: { type: 'date' },
  time: { type: 'time' },
  // An identity number: keyboards must not learn it and browsers must not store it.
  id_number: { type: 'text', hints: { autoComplete: 'off', autoCapitalize: 'characters' } },
}

/** Field control for text, dates and times. The contract validates, so the browser's validation is off. */
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
    ...lineInputs[field.type]?.hints,
    ...hints,
    className: styles.input,
  }
  if (field.type === 'text')
    return <textarea {...shared} rows={4} onChange={(event) => onChange(event.target.value)} />
  return (
    <input
      {...shared}
      type={lineInputs[field.type]?.type ?? 'text'}
      spellCheck={field.type === 'id_number' ? false : undefined}
      onChange={(event) => onChange(readInput(event.target))}
      {...followUnfinished(value, (input) => onChange(readInput(input)))}
    />
  )
}

/** Reads the text of an input. For an incomplete date or time the browser reports only `badInput`. */
export function readInput(input: HTMLInputElement): string | Unfinished {
  return input.value === '' && input.validity.badInput ? createUnfinished('', null) : input.value
}

/**
 * Returns event handlers that detect an incomplete date.
 * It has no value, so the browser fires no change event when the user begins or clears it. Key events detect that.
 * @param value the field's value, or its unfinished input
 * @param onInput called when the input becomes incomplete, or is no longer
 */
export function followUnfinished(value: unknown, onInput: (input: HTMLInputElement) => void) {
  const check = ({ currentTarget }: SyntheticEvent<HTMLInputElement>) => {
    if (isUnfinished(readInput(currentTarget)) !== isUnfinished(value)) onInput(currentTarget)
  }
  return { onKeyUp: check, onBlur: check }
}
