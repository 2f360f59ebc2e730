import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { moduleMetadata } from '#lib/module-metadata.ts'
import { subscribeToRevisions } from './metadata-revision.ts'
import { consoleKey, managedModulesQuery, metadataQuery } from './queries.ts'

/**
 * While the console is open: a permission, a field or a module that changed on the server shows with the next answer,
 * without a reload. Each revision is asked for once, or two servers of different versions would be asked for ever.
 */
export function useFreshMetadata(): void {
  const client = useQueryClient()
  useEffect(() => {
    const asked = new Set<string>()
    return subscribeToRevisions(({ module, revision }) => {
      const mark = `${module} ${revision ?? 'gone'}`
      const known = client.getQueryData(metadataQuery(module).queryKey)
      if (known?.revision === revision || asked.has(mark)) return
      asked.add(mark)
      moduleMetadata.forget(module)
      void client.invalidateQueries({ queryKey: [consoleKey, 'metadata'] })
      // What a person works in may have changed with it.
      void client.invalidateQueries({ queryKey: managedModulesQuery().queryKey })
    })
  }, [client])
}
