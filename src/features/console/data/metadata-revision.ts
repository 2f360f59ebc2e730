import { ApiError } from '#lib/api.ts'

/** The metadata revision that a response about rows carries in its headers. */
export interface RevisionNotice {
  module: string
  /**
   * The current revision of the module's metadata; undefined when the module is not available to the user any
   * more.
   */
  revision: string | undefined
}

let listener: ((change: RevisionNotice) => void) | undefined

/** Subscribes to the metadata revisions of responses. @returns a function that unsubscribes */
export function subscribeToRevisions(next: (change: RevisionNotice) => void): () => void {
  listener = next
  return () => {
    if (listener === next) listener = undefined
  }
}

/** Returns request options that report the metadata revision of a module's response. */
export const withRevisionReporting = (module: string) => ({
  onHeaders: (headers: Headers) => {
    const revision = headers.get('x-metadata-revision')
    if (revision !== null) listener?.({ module, revision })
  },
})

/** Reports the module as missing when its list answers `not_found`. */
export async function reportMissingModule<T>(module: string, response: Promise<T>): Promise<T> {
  try {
    return await response
  } catch (error) {
    if (error instanceof ApiError && error.key === 'not_found') listener?.({ module, revision: undefined })
    throw error
  }
}
