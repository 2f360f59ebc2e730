import { useBlocker } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ask } from '#ui/ask.tsx'

/** Asks before the form is left while what was typed lies nowhere else: the device keeps no draft of it. */
export function useAskBeforeLeaving(isUnkept: boolean): void {
  const { t } = useTranslation('console')
  useBlocker({
    disabled: !isUnkept,
    enableBeforeUnload: isUnkept,
    shouldBlockFn: async () => {
      return !(await ask({
        title: t('form.leave'),
        text: t('form.leaveText'),
        yes: t('form.leaveYes'),
        no: t('form.leaveNo'),
      }))
    },
  })
}
