import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { MyCenter } from '#platform/route-paths.ts'
import { useDocumentTitle } from '#platform/document-title.ts'
import { buttonClass } from '#ui/Button.tsx'
import { Screen } from '#ui/Screen.tsx'
import { EmptyState } from '#ui/StateMessage.tsx'

/**
 * Explains why the form is unavailable: organisers do not register, a registration of the other kind is active, it is
 * under review, or it is not on this device.
 */
export function FormUnavailable({ reason }: { reason: 'organiser' | 'other' | 'offline' | 'underReview' }) {
  const { t } = useTranslation('register')
  useDocumentTitle(t(`notForYou.${reason}.title`))
  return (
    <Screen>
      <EmptyState
        level={1}
        title={t(`notForYou.${reason}.title`)}
        text={t(`notForYou.${reason}.text`)}
        action={
          <Link to={MyCenter} className={buttonClass('filled')}>
            {t('toCenter')}
          </Link>
        }
      />
    </Screen>
  )
}
