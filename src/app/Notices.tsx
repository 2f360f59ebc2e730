import { lazy, Suspense } from 'react'
import { useNotices } from '#lib/notices.ts'

const NoticeStack = lazy(() => import('./NoticeStack.tsx'))

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
