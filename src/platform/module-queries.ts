import { queryOptions } from '@tanstack/react-query'
import type { EnumOption } from '#contract/field-definition.ts'
import type { OptionsData } from '#contract/api.ts'
import type { articleCategory } from '#contract/modules/article-category.ts'
import type { WireRow } from '#contract/row.ts'
import { api as appApi, type Api, api } from './api.ts'
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

export type CategoryRow = Pick<WireRow<typeof articleCategory>, 'id' | 'name'>

/** Five minutes: categories hardly ever change. */
const categoriesFreshMs = 300_000

/** Every category, of news and documents alike. Size 0 requests all rows. */
export const categoriesQuery = () =>
  queryOptions({
    queryKey: ['cmsCategories'],
    queryFn: ({ signal }) => api.listAll<CategoryRow>('article_category', {}, { signal }),
    staleTime: categoriesFreshMs,
    meta: { persist: 'public', quiet: true } as const,
  })
