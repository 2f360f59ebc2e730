import type { ErrorComponentProps } from '@tanstack/react-router'
import { LoadFailure } from './LoadFailure.tsx'

/** What went wrong with a page that stands in no layout. */
export function LoneFailure(props: ErrorComponentProps) {
  return (
    <main id="content" tabIndex={-1}>
      <LoadFailure {...props} />
    </main>
  )
}
