import { useEffect, useRef } from 'react'
import { Icon } from './Icon.tsx'
import styles from './SearchField.module.css'

interface SearchFieldProps {
  /** Accessible name. */
  label: string
  placeholder: string
  clearLabel: string
  value: string
  onChange: (value: string) => void
  /** The cross was touched, or Escape pressed. */
  onClear: () => void
  /** The reader is done typing. */
  onDone: () => void
  /** Takes the focus when it appears empty. */
  hasFocus?: boolean
  /** Id of the element with the error. */
  faultId?: string | undefined
}

/** A field for words to search for. Enter puts the keyboard of a phone away: results come as one types. */
export function SearchField(props: SearchFieldProps) {
  const {
    label,
    placeholder,
    clearLabel,
    value,
    onChange,
    onClear,
    onDone,
    hasFocus = false,
    faultId,
  } = props
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (hasFocus && !field.current?.value) field.current?.focus()
  }, [hasFocus])
  const clear = () => {
    onClear()
    field.current?.focus()
  }
  return (
    <search className={styles.field}>
      <Icon name="search" size={20} />
      <input
        ref={field}
        type="search"
        enterKeyHint="search"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        aria-label={label}
        aria-invalid={faultId !== undefined}
        aria-describedby={faultId}
        placeholder={placeholder}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onBlur={onDone}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && value) clear()
          // Enter of an input method chooses a word; it is not the reader's.
          if (event.key === 'Enter' && !event.nativeEvent.isComposing) event.currentTarget.blur()
        }}
      />
      {value && (
        <button type="button" className={styles.clear} aria-label={clearLabel} onClick={clear}>
          <Icon name="close" size={20} />
        </button>
      )}
    </search>
  )
}
