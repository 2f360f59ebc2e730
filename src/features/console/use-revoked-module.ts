import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { ModuleSummary } from '#contract/module-summary.ts'
import { refreshCurrentUser } from '#features/accounts'
import { useLocale } from '#lib/locale.ts'
import { notify } from '#lib/notices.ts'

/**
 * Informs a user who has just lost a module. Revoking a permission ends the sign-in, and the public list of modules is
 * empty; so the hook asks the server for the current user. A signed-out user gets a notice. Another user is led from a
 * lost module to the console's first page. Input is saved as a draft by then.
 * @param entries the user's modules; undefined while they load
 * @param current the module on screen
 */
export function useRevokedModule(
  entries: readonly ModuleSummary[] | undefined,
  current: string | undefined,
): void {
  const { t } = useTranslation('console')
  const locale = useLocale()
  const navigate = useNavigate()
  const known = useRef<readonly ModuleSummary[]>([])
  const notifyRevoked = async (lost: readonly ModuleSummary[]) => {
    const check = await refreshCurrentUser()
    if (check === 'refused')
      return notify({ kind: 'warning', title: t('signInEnded'), text: t('signInEndedText') })
    const open = lost.find(({ name }) => name === current)
    if (check === 'unknown' || !open) return
    const title = t('lostModule', { module: open.label[locale] })
    notify({ kind: 'warning', title, text: t('lostModuleText') })
    await navigate({ to: '/console', replace: true })
  }
  useEffect(() => {
    if (!entries) return
    const lost = known.current.filter(({ name }) => !entries.some((entry) => entry.name === name))
    known.current = entries
    if (lost.length > 0) void notifyRevoked(lost)
    // oxlint-disable-next-line react/exhaustive-deps -- once for each list of modules
  }, [entries])
}
