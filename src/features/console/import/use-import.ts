import { useSyncExternalStore } from 'react'
import { trackWork } from '#lib/unsaved-work.ts'
import { createOwnBodies } from '#lib/own-bodies.ts'
import { getOwnerKey } from '#lib/user-storage-keys.ts'
import { authStore } from '#lib/auth.ts'
import { cancelTable, checkTable, commitTable, undoTable, uploadTable } from './import-calls.ts'
import type { ImportState } from './import-state.ts'
import { createImportController, type ImportController } from './import-controller.ts'
import type { ColumnAssignments } from './settings.ts'

/** Imports by their modules, of one person: they go on while other screens are looked at, and wait for a new sign-in. */
const works = new Map<string, ImportController>()
let owner: string | undefined

/** Another person on the same tablet finds nothing of the one before. */
authStore.subscribe(() => {
  const { id } = authStore.getUser()
  if (id === undefined || id === owner) return
  for (const work of works.values()) work.leave()
  works.clear()
  owner = id
})

/** Follows the person's import of a module. */
export function useImport(module: string): { state: ImportState; work: ImportController } {
  const work = workOf(module)
  const state = useSyncExternalStore(work.subscribe, work.get, work.get)
  return { state, work }
}

function workOf(module: string): ImportController {
  owner ??= authStore.getUser().id
  const known = works.get(module)
  if (known) return known
  // Whose headers are remembered is said now: who is signed in when an answer comes may be somebody else.
  const own = createOwnBodies(getOwnerKey(owner ?? ''))
  const name = `import/${module}`
  const work = createImportController({
    upload: (file, following) => uploadTable(module, file, following),
    check: (body, following) => checkTable(module, body, following),
    commit: (token, onError, following) => commitTable(module, token, onError, following),
    undo: (token, following) => undoTable(module, token, following),
    cancel: (token) => cancelTable(module, token),
    recall: async () => (await own.getBody<ColumnAssignments>(name))?.data ?? {},
    remember: (wishes) => void own.setBodies([[name, { data: wishes }]]),
    hold: trackWork,
  })
  works.set(module, work)
  return work
}
