import { useBlocker, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { openLayer } from '#platform/page-history.ts'
import { confirmDialog } from '#ui/confirm-dialog.tsx'

/** Asks before the user leaves a form whose input the device could not store. */
export function useConfirmLeave(isUnsaved: boolean): void {
  const { t } = useTranslation('console')
  const { history } = useRouter()
  const canLeave = () =>
    confirmDialog({
      title: t('form.leave'),
      text: t('form.leaveText'),
      yes: t('form.leaveYes'),
      no: t('form.leaveNo'),
    })
  useBlocker({
    disabled: !isUnsaved,
    enableBeforeUnload: isUnsaved,
    shouldBlockFn: async () => !(await canLeave()),
  })
  // The guard intercepts Back while the browser is still at the form. A dialog that opens after it has gone back would
  // replace the form's history entry.
  useEffect(() => {
    if (!isUnsaved) return undefined
    let release: (() => void) | undefined = undefined
    let isDisposed = false
    const openGuard = () => {
      release = openLayer(() => void leaveOrStay())
    }
    const leaveOrStay = async () => {
      const isLeaving = await canLeave()
      if (isDisposed) return
      if (isLeaving) history.back({ ignoreBlocker: true })
      else openGuard()
    }
    openGuard()
    return () => {
      isDisposed = true
      release?.()
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the dialog reads its texts when it opens
  }, [isUnsaved, history])
}
