import { lazy, Suspense } from 'react'
import { loadMemberTexts } from '#lib/locale.ts'
import { useCurrentUser } from '#lib/auth.ts'

/** Who only reads loads neither notes nor the outbox behind them. */
const SessionNote = lazy(async () => {
  const [notes] = await Promise.all([import('#features/notes'), loadMemberTexts()])
  return { default: notes.SessionNote }
})

/** The person's own note of the session: for everybody who is signed in but the organisers, who have none. */
export function SessionNoteSection({ id }: { id: string }) {
  const user = useCurrentUser()
  if (user.id === undefined || user.role === 'organiser') return null
  return (
    <Suspense>
      <SessionNote key={`${user.id} ${id}`} session={id} />
    </Suspense>
  )
}
