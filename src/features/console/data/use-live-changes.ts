import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { subscribeToChanges } from './change-stream.ts'
import { invalidateRows, consoleKey } from './queries.ts'

/** While the console is open: what somebody else changed is asked anew where it is on screen. */
export function useLiveChanges(): void {
  const client = useQueryClient()
  useEffect(
    () =>
      subscribeToChanges({
        change: ({ module }) => invalidateRows(client, module),
        missed: () => void client.invalidateQueries({ queryKey: [consoleKey] }),
      }),
    [client],
  )
}
