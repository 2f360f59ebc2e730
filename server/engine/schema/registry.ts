import type { ServerModule } from './server-module.ts'

/** All modules of this server. */
export interface Registry {
  /** All modules, in the order of the console. */
  readonly modules: readonly ServerModule[]
  find(name: string): ServerModule | undefined
  /** @throws TypeError when there is no such module */
  get(name: string): ServerModule
}

/**
 * Builds the registry.
 * @throws TypeError when two modules have the same name
 */
export function createRegistry(modules: readonly ServerModule[]): Registry {
  const byName = new Map<string, ServerModule>()
  for (const module of modules) {
    const { name } = module.definition
    if (byName.has(name)) throw new TypeError(`two modules are named ${name}`)
    byName.set(name, module)
  }
  return {
    modules,
    find: (name) => byName.get(name),
    get: (name) => {
      const module = byName.get(name)
      if (!module) throw new TypeError(`there is no module ${name}`)
      return module
    },
  }
}
