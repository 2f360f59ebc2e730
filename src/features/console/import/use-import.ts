import { useSyncExternalStore } from 'react'
import { trackWork } from '#lib/unsaved-work.ts'
import { createSealedContentCache } from '#lib/sealed-content-cache.ts'
import { getOwnerKey } from '#lib/user-storage-keys.ts'
import { authStore } from '#lib/auth.ts'
import { cancelTable, checkTable, commitTable, undoTable, uploadTable } from './import-calls.ts'
import type { ImportState } from './import-state.ts'
import { createImportController, type ImportController } from './import-controller.ts'
import type { ColumnAssignments } from './settings.ts'

/** The user's imports by module: they continue while other screens are open, and wait for a new sign-in. */
const controllers = new Map<string, ImportController>()
let owner: string | undefined

/** Another user on the same device must not see the imports of the one before. */
authStore.subscribe(() => {
  const { id } = authStore.getUser()
  if (id === undefined || id === owner) return
  for (const work of controllers.values()) work.leave()
  controllers.clear()
  owner = id
})

/** Returns the user's import of a module and its state. */
export function useImport(module: string): { state: ImportState; work: ImportController } {
  const work = getController(module)
  const state = useSyncExternalStore(work.subscribe, work.get, work.get)
  return { state, work }
}

function getController(module: string): ImportController {
  owner ??= authStore.getUser().id
  const known = controllers.get(module)
  if (known) return known
  // Bound to the current user, because another one may be signed in when a response comes.
  const own = createSealedContentCache(getOwnerKey(owner ?? ''))
  const name = `import/${module}`
  const work = createImportController({
    upload: (file, following) => uploadTable(module, file, following),
    check: (body, following) => checkTable(module, body, following),
    commit: (token, onError, following) => commitTable(module, token, onError, following),
    undo: (token, following) => undoTable(module, token, following),
    cancel: (token) => cancelTable(module, token),
    recall: async () => (await own.get<ColumnAssignments>(name))?.data ?? {},
    remember: (assignments) => void own.set([[name, { data: assignments }]]),
    trackWork,
  })
  controllers.set(module, work)
  return work
}
