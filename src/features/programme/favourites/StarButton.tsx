import { favourites, useIsFavourite } from './device-favourites.ts'
import { Star } from './Star.tsx'

interface StarButtonProps {
  sessionId: string
  /** Label of the button. */
  label: string
  /** Id of the element with the session's title. */
  titleId: string
}

/** Stars a session. Responds at once, with or without network. */
export function StarButton({ sessionId, label, titleId }: StarButtonProps) {
  const starred = useIsFavourite(sessionId)
  return (
    <Star starred={starred} onToggle={() => favourites.toggle(sessionId)} label={label} titleId={titleId} />
  )
}
