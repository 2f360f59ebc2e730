import { lazy, Suspense } from 'react'
import { useNotices, type ShownNotice } from '#platform/notices.ts'

/** Shows notices as plain text when the styled stack cannot be loaded, so that a notice never breaks the page. */
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

/** Shows the current notices. The styled stack is loaded with the first one. */
export function Notices() {
  const notices = useNotices()
  return (
    // The live region must exist before the first notice, or screen readers do not announce it.
    <output aria-live="polite">
      {notices.length > 0 && (
        <Suspense>
          <NoticeStack notices={notices} />
        </Suspense>
      )}
    </output>
  )
}
