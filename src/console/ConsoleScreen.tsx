import { useQuery } from '@tanstack/react-query'
import { Link, Outlet, useParams } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useLeaveWhenSignedOut } from '#features/participant/accounts'
import { useForum } from '#platform/forum.ts'
import { useLocalized } from '#platform/locale.ts'
import { useMediaQuery } from '#platform/media-query.ts'
import { useCurrentUser } from '#platform/auth.ts'

import { Icon } from '#ui/Icon.tsx'
import { LoadState, SkeletonLines } from '#ui/LoadState.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { managedModulesQuery } from './data/queries.ts'
import { useFreshMetadata, useLiveChanges } from './data/use-live-changes.ts'

import { AccountSheet } from './shell/AccountSheet.tsx'
import { consoleTexts } from './shell/lazy-texts.ts'
import { ModuleNav } from './shell/ModuleNav.tsx'

import { UndoBar } from './undo/UndoBar.tsx'
import { usePrecacheConsole } from './use-precache-console.ts'
import { useRevokedModule } from './use-revoked-module.ts'
import styles from './ConsoleScreen.module.css'

/** From this width on the modules are a column beside the content; below, a button opens them in a sheet. */
const navColumnQuery = '(width >= 1024px)'

/**
 * Renders the organisers' console from the server's metadata; its code names no module. The page of the route appears
 * once the user's modules have loaded.
 * @param props.banner says how old the data is
 */
export function ConsoleScreen(props: { banner: ReactNode }) {
  const areTextsLoaded = consoleTexts.useTexts()
  return areTextsLoaded ? <Console {...props} /> : <SkeletonLines lines={6} />
}

function Console({ banner }: { banner: ReactNode }) {
  const { t } = useTranslation('console')
  const { module } = useParams({ strict: false })
  // Renders again when another user signs in: the queries below read the user outside of React.
  useCurrentUser()
  // True: the route guard has just checked the user with the server.
  useLeaveWhenSignedOut(true)
  useLiveChanges()
  useFreshMetadata()
  usePrecacheConsole()
  const modules = useQuery(managedModulesQuery())
  const [openSheet, setSheet] = useState<'modules' | 'account'>()
  const isWide = useMediaQuery(navColumnQuery)
  const close = () => setSheet(undefined)
  // The placeholder is an empty list, which would look like a user without modules.
  const isLoaded = modules.data !== undefined && !modules.isPlaceholderData
  const summaries = modules.data ?? []
  useRevokedModule(isLoaded ? modules.data : undefined, module)
  return (
    <div className={styles.shell}>
      <TopBar isWide={isWide} onModules={() => setSheet('modules')} onAccount={() => setSheet('account')} />
      {banner}
      {isWide && (
        <div className={styles.nav}>
          <ModuleNav modules={summaries} currentModule={module} />
        </div>
      )}
      <main id="content" className={styles.main} tabIndex={-1}>
        {isLoaded ? <Outlet /> : <LoadState failed={modules.isError} retry={() => void modules.refetch()} />}
      </main>
      {openSheet === 'modules' && (
        <Sheet title={t('nav.label')} closeLabel={t('close')} onClose={close}>
          {/* A click on any link closes the sheet. */}
          {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events -- the links inside take the clicks */}
          <div className={styles.sheet} onClick={close}>
            <ModuleNav modules={summaries} currentModule={module} />
          </div>
        </Sheet>
      )}
      <UndoBar />
      {openSheet === 'account' && <AccountSheet onClose={close} />}
    </div>
  )
}

/** Shows the forum, a button for the user's account, and on narrow screens one for the modules. */
function TopBar({
  isWide,
  onModules,
  onAccount,
}: {
  isWide: boolean
  onModules: () => void
  onAccount: () => void
}) {
  const { t } = useTranslation('console')
  const localize = useLocalized()
  const forum = useForum()
  const user = useCurrentUser()
  const accountLabel = user.id === undefined ? t('account.title') : user.name
  return (
    <header className={styles.bar}>
      {!isWide && (
        <button type="button" className={styles.action} aria-label={t('nav.label')} onClick={onModules}>
          <Icon name="menu" />
        </button>
      )}
      <Link to="/console" className={styles.brand}>
        <img src="/icon.svg" alt="" width={28} height={28} />
        <span>
          {localize(forum.shortName).text} · {t('title')}
        </span>
      </Link>
      <button type="button" className={styles.user} aria-label={accountLabel} onClick={onAccount}>
        <Icon name="user" size={20} />
        <span className={styles.name}>{accountLabel}</span>
      </button>
    </header>
  )
}
