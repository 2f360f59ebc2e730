import type { ModuleMetadata } from '#contract/metadata.ts'
import { api as appApi, type Api } from './api.ts'
import { safeSessionStorage, type SafeStorage } from './safe-storage.ts'
import { authStore } from './auth.ts'

/** What metadata lies under in sessionStorage, with the module's name behind it (specification §3). */
const keyPrefix = 'metadata:'

/** What {@link createModuleMetadata} needs from outside. */
export interface MetadataStoreDeps {
  api: Pick<Api, 'metadata'>
  storage: SafeStorage
  userId: () => string | undefined
}

/** The descriptions of modules, read once per session of the browser. */
export interface ModuleMetadataStore {
  /**
   * The description of a module, for the person signed in.
   * @throws ApiError or NetworkError; a failure is not kept
   */
  load: (module: string) => Promise<ModuleMetadata>
  /** Forgets a module's description: the server said that there is a newer one. */
  forget: (module: string) => void
  /** Forgets all descriptions: what a person may see of a module is that person's. */
  forgetAll: () => void
}

/** Keeps descriptions with whose they are: another person's never answers. Labels are in both languages. */
export function createModuleMetadata({ api, storage, userId }: MetadataStoreDeps): ModuleMetadataStore {
  return {
    async load(module) {
      const owner = userId() ?? ''
      const kept = parseKept(storage.read(keyOf(module)), owner)
      if (kept) return kept
      const metadata = await api.metadata(module)
      if ((userId() ?? '') === owner) storage.write(keyOf(module), JSON.stringify({ owner, metadata }))
      return metadata
    },
    forget: (module) => storage.remove(keyOf(module)),
    forgetAll() {
      for (const key of storage.keys(keyPrefix)) storage.remove(key)
    },
  }
}

const keyOf = (module: string) => keyPrefix + encodeURIComponent(module)

function parseKept(text: string | undefined, owner: string): ModuleMetadata | undefined {
  try {
    const kept = JSON.parse(text ?? '') as { owner?: unknown; metadata?: ModuleMetadata } | null
    return kept?.owner === owner ? kept.metadata : undefined
  } catch {
    return undefined
  }
}

/** The app's descriptions of modules. */
export const moduleMetadata = createModuleMetadata({
  api: appApi,
  storage: safeSessionStorage,
  userId: () => authStore.getUser().id,
})
