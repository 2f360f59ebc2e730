import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { ModuleSummary } from '#contract/module-summary.ts'
import { refreshCurrentUser } from '#features/accounts'
import { useLocale } from '#lib/locale.ts'
import { notify } from '#lib/notices.ts'

/**
 * Tells whoever has just lost a module what became of it. A right that is taken ends the sign-in, and what a public list
 * answers then looks as if there were no modules: so the server is asked, and who is signed out is told so on the way
 * home. Who still is signed in is led from a lost module to the console's first page. What was typed is a draft by then.
 * @param entries the modules of the person; undefined while they are not known
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
  const tell = async (lost: readonly ModuleSummary[]) => {
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
    if (lost.length > 0) void tell(lost)
    // oxlint-disable-next-line react/exhaustive-deps -- once for each list of modules
  }, [entries])
}
