import type { ModuleMetadata } from '#contract/metadata.ts'
import { api as appApi, type Api } from './api.ts'
import { safeSessionStorage, type SafeStorage } from './safe-storage.ts'
import { authStore } from './auth.ts'

/** Key prefix of metadata in sessionStorage, before the module's name. */
const keyPrefix = 'metadata:'

/** Dependencies of {@link createModuleMetadata}. */
interface MetadataStoreDeps {
  api: Pick<Api, 'metadata'>
  /** Stores metadata as `{ owner, metadata }`; the owner is a user id, empty when nobody is signed in. */
  storage: SafeStorage
  /** Returns the id of the signed-in user; undefined when nobody is signed in. */
  getUserId: () => string | undefined
}

/** The metadata of modules, fetched once per browser session. */
interface ModuleMetadataStore {
  /**
   * Loads the metadata of a module for the signed-in user.
   * @throws ApiError or NetworkError; errors are not cached
   */
  load: (module: string) => Promise<ModuleMetadata>
  /** Removes a module's metadata, when the server reports a newer revision. */
  forget: (module: string) => void
  /** Removes all metadata, which depends on the user's permissions. */
  forgetAll: () => void
}

/** Stores metadata with the user it belongs to, and never returns another user's. Labels are in both languages. */
export function createModuleMetadata({ api, storage, getUserId }: MetadataStoreDeps): ModuleMetadataStore {
  return {
    async load(module) {
      const owner = getUserId() ?? ''
      const stored = parseStored(storage.read(getStorageKey(module)), owner)
      if (stored) return stored
      const metadata = await api.metadata(module)
      // The user may have changed during the request.
      if ((getUserId() ?? '') === owner)
        storage.write(getStorageKey(module), JSON.stringify({ owner, metadata }))
      return metadata
    },
    forget: (module) => storage.remove(getStorageKey(module)),
    forgetAll() {
      for (const key of storage.keys(keyPrefix)) storage.remove(key)
    },
  }
}

const getStorageKey = (module: string) => keyPrefix + encodeURIComponent(module)

/** Returns undefined for metadata of another user, and for missing or damaged text. */
function parseStored(text: string | undefined, owner: string): ModuleMetadata | undefined {
  try {
    const stored = JSON.parse(text ?? '') as { owner?: unknown; metadata?: ModuleMetadata } | null
    return stored?.owner === owner ? stored.metadata : undefined
  } catch {
    return undefined
  }
}

/** The app's metadata store. */
export const moduleMetadata = createModuleMetadata({
  api: appApi,
  storage: safeSessionStorage,
  getUserId: () => authStore.getUser().id,
})
