import { useId } from 'react'
import { favourites, useIsFavourite } from './device-favourites.ts'
import styles from './StarButton.module.css'

interface StarButtonProps {
  sessionId: string
  /** The word for what the button does; given, since a list has hundreds of stars. */
  label: string
  /** Id of the element that holds the session's title. */
  titleId: string
}

/** Stars a session on this device; answers at once, with or without network. */
export function StarButton({ sessionId, label, titleId }: StarButtonProps) {
  const id = useId()
  const starred = useIsFavourite(sessionId)
  return (
    <button
      type="button"
      id={id}
      className={styles.star}
      aria-pressed={starred}
      aria-label={label}
      aria-labelledby={`${id} ${titleId}`}
      onClick={() => favourites.toggle(sessionId)}
    >
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d="M12 3.6l2.6 5.3 5.8.8-4.2 4.1 1 5.8-5.2-2.8-5.2 2.8 1-5.8-4.2-4.1 5.8-.8z" />
      </svg>
    </button>
  )
}
