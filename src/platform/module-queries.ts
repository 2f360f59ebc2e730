import { queryOptions } from '@tanstack/react-query'
import type { EnumOption } from '#contract/field-definition.ts'
import type { OptionsData } from '#contract/api.ts'
import type { articleCategory } from '#contract/modules/article-category.ts'
import type { WireRow } from '#contract/row.ts'
import { api as appApi, type Api } from './api.ts'
import { authStore } from './auth.ts'

/** Returns the user's part of a query key: responses depend on permissions, so another user's must not be used. */
const getUserKeyPart = () => authStore.getUser().id ?? 'nobody'

/** The modules that the user may list; empty until the server has responded. */
export const modulesQuery = (api: Pick<Api, 'modules'> = appApi) =>
  queryOptions({
    queryKey: ['modules', getUserKeyPart()],
    queryFn: ({ signal }) => api.modules({ signal }),
    placeholderData: [],
  })

/**
 * The options of a module's enum fields by `typeCode`. Fetched once per module; errors are not cached. Labels are in both
 * languages, so that a change of language needs no second request.
 */
export const moduleOptionsQuery = (module: string, api: Pick<Api, 'options'> = appApi) =>
  queryOptions({
    queryKey: ['moduleOptions', module, getUserKeyPart()],
    queryFn: ({ signal }) => api.options(module, { signal }),
    staleTime: Infinity,
    gcTime: Infinity,
  })

/**
 * Returns the options of an enum field by its `typeCode`; empty when the module has no such field, or while they load.
 */
export function getOptions(options: OptionsData | undefined, typeCode: string): readonly EnumOption[] {
  return options && Object.hasOwn(options, typeCode) ? (options[typeCode] ?? []) : []
}

/** A category as the lists of news and documents filter by it. */
export type CategoryRow = Pick<WireRow<typeof articleCategory>, 'id' | 'name'>

/** Five minutes: categories hardly ever change. */
const categoriesFreshMs = 300_000

/**
 * Every category, of news and documents alike. Without them pages only lack filters and names, so an error shows no
 * notice.
 */
export const categoriesQuery = () =>
  queryOptions({
    queryKey: ['cmsCategories'],
    queryFn: ({ signal }) => appApi.listAll<CategoryRow>('article_category', {}, { signal }),
    staleTime: categoriesFreshMs,
    meta: { persist: 'public', quiet: true } as const,
  })
