import { queryOptions } from '@tanstack/react-query'
import type { EnumOption } from '#contract/field-definition.ts'
import type { OptionsData } from '#contract/api.ts'
import { api as appApi, type Api } from './api.ts'
import { authStore } from './auth.ts'

/** What a module is, is what it is to this person: nobody else's answer may stand in for it. */
const ownerKey = () => authStore.getUser().id ?? 'nobody'

/** The modules that this caller may list; an empty list until the server has said which. */
export const modulesQuery = (api: Pick<Api, 'modules'> = appApi) =>
  queryOptions({
    queryKey: ['modules', ownerKey()],
    queryFn: ({ signal }) => api.modules({ signal }),
    placeholderData: [],
  })

/**
 * The choices of a module's fields by type code. Asked once per module name, whoever asks at the same time; a failure
 * is not kept. Their labels are in both languages, so that a change of language needs no second call.
 */
export const moduleOptionsQuery = (module: string, api: Pick<Api, 'options'> = appApi) =>
  queryOptions({
    queryKey: ['moduleOptions', module, ownerKey()],
    queryFn: ({ signal }) => api.options(module, { signal }),
    staleTime: Infinity,
    gcTime: Infinity,
  })

/** The choices under a type code; none when the module has no such field, or they have not come yet. */
export function getOptions(options: OptionsData | undefined, typeCode: string): readonly EnumOption[] {
  return options && Object.hasOwn(options, typeCode) ? (options[typeCode] ?? []) : []
}
