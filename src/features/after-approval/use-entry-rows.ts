import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { onEntryDone } from '#outbox/index.ts'
import { ownRowsKey, type OwnModule } from './own-rows.ts'

/** Asks for the person's rows anew when the server has taken something about them. */
export function useEntryRows(module: OwnModule): void {
  const client = useQueryClient()
  useEffect(
    () =>
      onEntryDone((entry) => {
        if (entry.module === module) void client.invalidateQueries({ queryKey: ownRowsKey(module) })
      }),
    [client, module],
  )
}
