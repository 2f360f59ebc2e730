import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { defaultFreshnessMs } from '#contract/forum.ts'
import { notifyApiError } from './status/notify-api-error.ts'

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** Kept on this device over starts: with the public data, or with the signed-in person's own. */
      persist?: 'public' | 'private'
      /** True when the screen alone tells of a failure. */
      quiet?: boolean
    }
    mutationMeta: { quiet?: boolean }
  }
}

/** The client of all server data. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        // While saved data is on screen, a failed refresh is no news: the offline strip tells its age.
        if (query.state.data === undefined && !query.meta?.quiet) notifyApiError(error)
      },
    }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, mutation) => {
        if (!mutation.meta?.quiet) notifyApiError(error)
      },
    }),
    defaultOptions: {
      queries: { networkMode: 'offlineFirst', staleTime: defaultFreshnessMs, retry: shouldRetry },
      mutations: { networkMode: 'always', retry: false },
    },
  })
}

/** One more try when no answer came or the server was busy; what it refused it refuses again. */
function shouldRetry(failures: number, error: Error): boolean {
  const status = 'status' in error ? Number(error.status) : undefined
  return failures < 1 && (status === undefined || status >= 500)
}
