import { useId, useState } from 'react'
import styles from './StarButton.module.css'

interface StarProps {
  starred: boolean
  /** Called when the user taps the star. The promise resolves when the change is stored and shown. */
  onToggle: () => Promise<void>
  /** Label of the button, which a list translates once for its hundreds of stars. */
  label: string
  /** Id of the element with the title of the starred item. */
  titleId: string
}

/** A star button, filled when starred. */
export function Star({ starred, onToggle, label, titleId }: StarProps) {
  const id = useId()
  /** True while a tap is being stored: the style sheet shows it at once. */
  const [isWriting, setIsWriting] = useState(false)
  const toggle = () => {
    setIsWriting(true)
    void onToggle().finally(() => setIsWriting(false))
  }
  return (
    <button
      type="button"
      id={id}
      className={styles.star}
      aria-pressed={starred}
      aria-label={label}
      aria-labelledby={`${id} ${titleId}`}
      data-writing={isWriting || undefined}
      onClick={toggle}
    >
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d="M12 3.6l2.6 5.3 5.8.8-4.2 4.1 1 5.8-5.2-2.8-5.2 2.8 1-5.8-4.2-4.1 5.8-.8z" />
      </svg>
    </button>
  )
}
