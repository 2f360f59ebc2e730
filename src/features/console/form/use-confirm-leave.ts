import { useBlocker, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { openLayer } from '#lib/page-history.ts'
import { confirmDialog } from '#ui/confirm-dialog.tsx'

/** Asks before the form is left while what was typed lies nowhere else: the device keeps no draft of it. */
export function useConfirmLeave(isUnkept: boolean): void {
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
    disabled: !isUnkept,
    enableBeforeUnload: isUnkept,
    shouldBlockFn: async () => !(await canLeave()),
  })
  // The back step asks while the browser is still at the form's page: a question opened from the page before would take
  // the form's own entry away.
  useEffect(() => {
    if (!isUnkept) return undefined
    let release: (() => void) | undefined = undefined
    let isOver = false
    const hold = () => {
      release = openLayer(() => void leaveOrStay())
    }
    const leaveOrStay = async () => {
      const isLeaving = await canLeave()
      if (isOver) return
      if (isLeaving) history.back({ ignoreBlocker: true })
      else hold()
    }
    hold()
    return () => {
      isOver = true
      release?.()
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the question is asked in the words of the moment
  }, [isUnkept, history])
}
