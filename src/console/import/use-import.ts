import { useSyncExternalStore } from 'react'
import { trackWork } from '#platform/unsaved-work.ts'
import { createSealedContentCache } from '#platform/sealed-content-cache.ts'
import { getOwnerKey } from '#platform/user-storage-keys.ts'
import { authStore } from '#platform/auth.ts'
import { cancelTable, checkTable, commitTable, undoTable, uploadTable } from './import-calls.ts'
import type { ImportState } from './import-state.ts'
import { createImportController, type ImportController } from './import-controller.ts'
import type { ColumnAssignments } from './settings.ts'

/** The user's imports by module. They continue while other screens are open, and stay after a sign-out. */
const controllers = new Map<string, ImportController>()
let owner: string | undefined

/** Deletes the imports when another user signs in on the same device. */
authStore.subscribe(() => {
  const { id } = authStore.getUser()
  if (id === undefined || id === owner) return
  for (const controller of controllers.values()) controller.handleSignOut()
  controllers.clear()
  owner = id
})

/** Returns the user's import of a module and its state. */
export function useImport(module: string): { state: ImportState; controller: ImportController } {
  const controller = getController(module)
  const state = useSyncExternalStore(controller.subscribe, controller.get, controller.get)
  return { state, controller }
}

function getController(module: string): ImportController {
  owner ??= authStore.getUser().id
  const existing = controllers.get(module)
  if (existing) return existing
  // Created for the current user, because another user may be signed in when the response arrives.
  const cache = createSealedContentCache(getOwnerKey(owner ?? ''))
  const cacheKey = `import/${module}`
  const controller = createImportController({
    upload: (file, following) => uploadTable(module, file, following),
    check: (body, following) => checkTable(module, body, following),
    commit: (token, onError, following) => commitTable(module, token, onError, following),
    undo: (token, following) => undoTable(module, token, following),
    cancel: (token) => cancelTable(module, token),
    loadAssignments: async () => (await cache.get<ColumnAssignments>(cacheKey))?.data ?? {},
    saveAssignments: (assignments) => void cache.set([[cacheKey, { data: assignments }]]),
    trackWork,
  })
  controllers.set(module, controller)
  return controller
}
