import type { ErrorComponentProps } from '@tanstack/react-router'
import { LoadErrorPage } from './LoadErrorPage.tsx'

/** What went wrong with a page that stands in no layout. */
export function FullPageError(props: ErrorComponentProps) {
  return (
    <main id="content" tabIndex={-1}>
      <LoadErrorPage {...props} />
    </main>
  )
}
