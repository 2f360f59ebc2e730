import { useEffect, useRef } from 'react'
import { Icon } from './Icon.tsx'
import styles from './SearchField.module.css'

interface SearchFieldProps {
  /** Accessible name. */
  label: string
  placeholder: string
  /** Accessible name of the clear button. */
  clearLabel: string
  value: string
  onChange: (value: string) => void
  /** Called by the clear button and the Escape key, after which the field is focused again. */
  onClear: () => void
  /** Called when the field loses the focus, also by Enter: the query is complete for now. */
  onDone: () => void
  /** Focuses the field when it is mounted empty. */
  focusOnMount?: boolean
  /** Id of the element with the error; undefined while there is none. */
  errorId?: string | undefined
}

/** A search field. Results appear while the user types, so Enter only hides the keyboard of a phone. */
export function SearchField(props: SearchFieldProps) {
  const {
    label,
    placeholder,
    clearLabel,
    value,
    onChange,
    onClear,
    onDone,
    focusOnMount = false,
    errorId,
  } = props
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (focusOnMount && !field.current?.value) field.current?.focus()
  }, [focusOnMount])
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
        aria-invalid={errorId !== undefined}
        aria-describedby={errorId}
        placeholder={placeholder}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onBlur={onDone}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && value) clear()
          // Enter during the composition of an input method selects a word.
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
