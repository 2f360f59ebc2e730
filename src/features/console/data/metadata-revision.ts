import { ApiError } from '#lib/api.ts'

/** What answers about rows say of their module beside the rows. */
export interface RevisionNotice {
  module: string
  /** Of the module's description as it is now; undefined when the module is not there for this person any more. */
  revision: string | undefined
}

let listener: ((change: RevisionNotice) => void) | undefined

/** Follows what answers say of the descriptions of their modules. @returns ends it */
export function subscribeToRevisions(next: (change: RevisionNotice) => void): () => void {
  listener = next
  return () => {
    if (listener === next) listener = undefined
  }
}

/** Options by which a call about a module's rows tells how old the person's description of it is. */
export const withRevisionReporting = (module: string) => ({
  onHeaders: (headers: Headers) => {
    const revision = headers.get('x-metadata-revision')
    if (revision !== null) listener?.({ module, revision })
  },
})

/** A list that is not there any more says that its module is not, or not for this person. */
export async function reportMissingModule<T>(module: string, answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof ApiError && error.key === 'not_found') listener?.({ module, revision: undefined })
    throw error
  }
}
