import { lazy, Suspense } from 'react'
import { loadMemberTexts } from '#platform/locale.ts'
import { useCurrentUser } from '#platform/auth.ts'

/** Loaded only for users with notes, because it brings the outbox. */
const SessionNote = lazy(async () => {
  const [notes] = await Promise.all([import('#features/programme/notes'), loadMemberTexts()])
  return { default: notes.SessionNote }
})

/** The user's note of the session: for all signed-in users except organisers. */
export function SessionNoteSection({ id }: { id: string }) {
  const user = useCurrentUser()
  if (user.id === undefined || user.role === 'organiser') return null
  return (
    <Suspense>
      <SessionNote key={`${user.id} ${id}`} sessionId={id} />
    </Suspense>
  )
}
