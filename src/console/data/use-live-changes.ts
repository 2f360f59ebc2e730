import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { subscribeToChanges } from './change-stream.ts'
import { invalidateRows, consoleKey } from './queries.ts'

/** Refetches rows on screen when another user has changed them. */
export function useLiveChanges(): void {
  const client = useQueryClient()
  useEffect(
    () =>
      subscribeToChanges({
        onChange: ({ module }) => invalidateRows(client, module),
        onReconnect: () => void client.invalidateQueries({ queryKey: [consoleKey] }),
      }),
    [client],
  )
}
