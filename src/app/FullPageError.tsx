import type { ErrorComponentProps } from '@tanstack/react-router'
import { LoadErrorPage } from './LoadErrorPage.tsx'

/** Shows an error of a page outside of any layout. */
export function FullPageError(props: ErrorComponentProps) {
  return (
    <main id="content" tabIndex={-1}>
      <LoadErrorPage {...props} />
    </main>
  )
}
