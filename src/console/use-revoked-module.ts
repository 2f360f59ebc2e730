import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { ModuleSummary } from '#contract/module-summary.ts'
import { refreshCurrentUser } from '#features/participant/accounts'
import { useLocale } from '#platform/locale.ts'
import { notify } from '#platform/notices.ts'

/**
 * Informs a user who has just lost a module. Revoking a permission ends the sign-in; an anonymous visitor then gets an
 * empty list of modules. So the hook checks the sign-in first. A user whose sign-in has ended gets a notice. A user who
 * is still signed in leaves a lost module for the console's first page. Input has been saved as a draft by that time.
 * @param modules the user's modules; undefined while they load
 * @param openModuleName name of the module on screen
 */
export function useRevokedModule(
  modules: readonly ModuleSummary[] | undefined,
  openModuleName: string | undefined,
): void {
  const { t } = useTranslation('console')
  const locale = useLocale()
  const navigate = useNavigate()
  const previousModules = useRef<readonly ModuleSummary[]>([])
  const notifyRevoked = async (lostModules: readonly ModuleSummary[]) => {
    const checkResult = await refreshCurrentUser()
    if (checkResult === 'refused')
      return notify({ kind: 'warning', title: t('signInEnded'), text: t('signInEndedText') })
    const openModule = lostModules.find(({ name }) => name === openModuleName)
    if (checkResult === 'unknown' || !openModule) return
    const title = t('lostModule', { module: openModule.label[locale] })
    notify({ kind: 'warning', title, text: t('lostModuleText') })
    await navigate({ to: '/console', replace: true })
  }
  useEffect(() => {
    if (!modules) return
    const lostModules = previousModules.current.filter(
      ({ name }) => !modules.some((module) => module.name === name),
    )
    previousModules.current = modules
    if (lostModules.length > 0) void notifyRevoked(lostModules)
    // oxlint-disable-next-line react/exhaustive-deps -- once for each list of modules
  }, [modules])
}
