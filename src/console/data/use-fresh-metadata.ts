import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { moduleMetadata } from '#platform/module-metadata.ts'
import { subscribeToRevisions } from './metadata-revision.ts'
import { consoleKey, managedModulesQuery, metadataQuery } from './queries.ts'

/**
 * Refetches metadata when a response carries another revision: changed permissions, fields and modules show
 * without a reload. Each revision is requested once, because servers of two versions would otherwise cause
 * endless requests.
 */
export function useFreshMetadata(): void {
  const client = useQueryClient()
  useEffect(() => {
    const requested = new Set<string>()
    return subscribeToRevisions(({ module, revision }) => {
      const key = `${module} ${revision ?? 'gone'}`
      const known = client.getQueryData(metadataQuery(module).queryKey)
      if (known?.revision === revision || requested.has(key)) return
      requested.add(key)
      moduleMetadata.forget(module)
      void client.invalidateQueries({ queryKey: [consoleKey, 'metadata'] })
      // The modules of the user may have changed with it.
      void client.invalidateQueries({ queryKey: managedModulesQuery().queryKey })
    })
  }, [client])
}
