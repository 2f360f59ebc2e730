import { lazy, Suspense } from 'react'
import { useNotices, type ShownNotice } from '#lib/notices.ts'

/** The words alone, where their looks cannot be fetched: a notice must never cost the page. */
function BareNotices({ notices }: { notices: readonly ShownNotice[] }) {
  return (
    <ul>
      {notices.map(({ id, title, text }) => (
        <li key={id}>
          {title} {text}
        </li>
      ))}
    </ul>
  )
}

const NoticeStack = lazy(() => import('./NoticeStack.tsx').catch(() => ({ default: BareNotices })))

/** The notices of the moment; their looks come in with the first one. */
export function Notices() {
  const notices = useNotices()
  return (
    // The live region must be there before the first notice, or it is not read out.
    <output aria-live="polite">
      {notices.length > 0 && (
        <Suspense>
          <NoticeStack notices={notices} />
        </Suspense>
      )}
    </output>
  )
}
