import { queryOptions } from '@tanstack/react-query'
import type { EnumOption } from '#contract/field-definition.ts'
import type { OptionsData } from '#contract/api.ts'
import { api as appApi, type Api } from './api.ts'
import { authStore } from './auth.ts'

/** Part of query keys: metadata depends on the user, so another user's must not be used. */
const ownerKey = () => authStore.getUser().id ?? 'nobody'

/** The modules that the user may list; empty until the server has responded. */
export const modulesQuery = (api: Pick<Api, 'modules'> = appApi) =>
  queryOptions({
    queryKey: ['modules', ownerKey()],
    queryFn: ({ signal }) => api.modules({ signal }),
    placeholderData: [],
  })

/**
 * The options of a module's enum fields by `typeCode`. Fetched once per module; errors are not cached. Labels are in both
 * languages, so that a change of language needs no second request.
 */
export const moduleOptionsQuery = (module: string, api: Pick<Api, 'options'> = appApi) =>
  queryOptions({
    queryKey: ['moduleOptions', module, ownerKey()],
    queryFn: ({ signal }) => api.options(module, { signal }),
    staleTime: Infinity,
    gcTime: Infinity,
  })

/** Returns the options of a `typeCode`; empty when the module has no such field, or while they load. */
export function getOptions(options: OptionsData | undefined, typeCode: string): readonly EnumOption[] {
  return options && Object.hasOwn(options, typeCode) ? (options[typeCode] ?? []) : []
}
