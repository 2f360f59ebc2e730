import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { defaultFreshnessMs } from '#contract/forum.ts'
import { ApiError, NetworkError } from '#platform/api.ts'

// Types of the option `meta` of queries and mutations.
declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** The snapshot that persists the query on this device: the public one, or the user's. */
      persist?: 'public' | 'private'
      /** True when the screen itself shows an error or can do without the data: then there is no notice. */
      quiet?: boolean
    }
    mutationMeta: {
      /** True when the screen itself shows an error: then there is no notice. */
      quiet?: boolean
    }
  }
}

/** The client of all server data. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        // While persisted data is shown, a failed refetch needs no notice: the banner shows its age.
        if (query.state.data === undefined && !query.meta?.quiet) notifyApiError(error)
      },
    }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, mutation) => {
        if (!mutation.meta?.quiet) notifyApiError(error)
      },
    }),
    defaultOptions: {
      // By default both would pause while the browser is offline. Reads try once, and show persisted data after that.
      // Writes fail at once, so that the screen can say so.
      queries: { networkMode: 'offlineFirst', staleTime: defaultFreshnessMs, retry: shouldRetry },
      mutations: { networkMode: 'always', retry: false },
    },
  })
}

/** Retries once when there was no response or a 5xx. Another error response would come again. */
function shouldRetry(failures: number, error: Error): boolean {
  const status = 'status' in error ? Number(error.status) : undefined
  return failures < 1 && (status === undefined || status >= 500)
}

/**
 * Shows the notice of a failed call; other errors are ignored. The code of notices loads at the first failure. When it
 * cannot be loaded, the screen's own error state remains.
 */
function notifyApiError(error: unknown): void {
  if (!(error instanceof ApiError || error instanceof NetworkError)) return
  void showLazily(error)
}

/** Loads the code of notices, and shows one. Never rejects. */
async function showLazily(error: ApiError | NetworkError): Promise<void> {
  try {
    const { showStatusNotice } = await import('./status/status-notice.ts')
    showStatusNotice(error)
  } catch {
    // The app is offline and never loaded this code before. The offline banner and the screen show the failure.
  }
}
