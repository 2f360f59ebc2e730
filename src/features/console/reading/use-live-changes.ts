import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { followChanges } from './follow-changes.ts'
import { askAnew, consoleKey } from './queries.ts'

/** While the console is open: what somebody else changed is asked anew where it is on screen. */
export function useLiveChanges(): void {
  const client = useQueryClient()
  useEffect(
    () =>
      followChanges({
        change: ({ module }) => askAnew(client, module),
        missed: () => void client.invalidateQueries({ queryKey: [consoleKey] }),
      }),
    [client],
  )
}
