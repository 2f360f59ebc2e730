import { useQuery } from '@tanstack/react-query'
import { Link, Outlet, useSearch } from '@tanstack/react-router'
import { createContext, useContext, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { ModuleMetadata } from '#contract/metadata.ts'
import type { ModuleSummary } from '#contract/module-summary.ts'
import { ApiError } from '#platform/api.ts'
import { useCurrentUser } from '#platform/auth.ts'
import { buttonClass } from '#ui/Button.tsx'
import { LoadState } from '#ui/LoadState.tsx'
import { parseListState, type ListState, type Search } from './data/list-state.ts'
import { managedModulesQuery, metadataQuery } from './data/queries.ts'
import { InvalidAddress, NotFoundState, RecordNotFound } from './not-found-states.tsx'

/** The module of the URL. {@link ModuleLayout} provides it for the pages of the module. */
interface OpenModule {
  metadata: ModuleMetadata
  summary: ModuleSummary
  /** The list's state in the URL, which forms and records pass on to links back to the list. */
  state: ListState
  /** All search parameters of the URL. */
  search: Search
}

const OpenModuleContext = createContext<OpenModule | undefined>(undefined)

/** Returns the module of the URL. */
export function useOpenModule(): OpenModule {
  const openModule = useContext(OpenModuleContext)
  if (!openModule) throw new Error('a page of a module is rendered outside of its layout')
  return openModule
}

/** Renders the page of a module. A module that is not granted to the user is shown as not found. */
export function ModuleLayout({ name }: { name: string }) {
  const { t } = useTranslation('console')
  // Renders again when another user signs in: the queries below read the user outside of React.
  useCurrentUser()
  const modules = useQuery(managedModulesQuery())
  const summary = modules.data?.find((module) => module.name === name)
  if (summary) return <GrantedModule key={name} summary={summary} />
  return (
    <NotFoundState
      title={t('unknownModule')}
      text={t('unknownModuleText')}
      action={
        <Link to="/console" className={buttonClass('quiet')}>
          {t('nav.today')}
        </Link>
      }
    />
  )
}

/** Loads the metadata of a module, then renders its page. */
function GrantedModule({ summary }: { summary: ModuleSummary }) {
  const metadata = useQuery(metadataQuery(summary.name))
  const search: Search = useSearch({ strict: false })
  const state = useMemo(() => parseListState(search), [search])
  if (!metadata.data) {
    if (metadata.error instanceof ApiError) return <RecordNotFound text={metadata.error.msg} />
    return <LoadState failed={metadata.isError} retry={() => void metadata.refetch()} rows={8} />
  }
  if (!state) return <InvalidAddress module={summary.name} />
  // A new object at each render: the pages render again when another user signs in, because they query their rows.
  return (
    <OpenModuleContext value={{ metadata: metadata.data, summary, state, search }}>
      <Outlet />
    </OpenModuleContext>
  )
}
