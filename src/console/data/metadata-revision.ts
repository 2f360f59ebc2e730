import { ApiError } from '#platform/api.ts'

/** What a response about rows says about the metadata of its module. */
export interface MetadataRevisionReport {
  /** Name of the module. */
  module: string
  /**
   * The current revision of the module's metadata; undefined when the module is not available to the user any
   * more.
   */
  revision: string | undefined
}

/** The only listener: one console is on screen at a time. */
let listener: ((report: MetadataRevisionReport) => void) | undefined

/**
 * Subscribes to the metadata revisions of responses. Replaces the previous listener.
 * @returns a function that unsubscribes
 */
export function subscribeToRevisions(newListener: (report: MetadataRevisionReport) => void): () => void {
  listener = newListener
  return () => {
    if (listener === newListener) listener = undefined
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
