import { useTranslation } from 'react-i18next'
import { Screen } from '#ui/Screen.tsx'
import { SkeletonList } from '#ui/Skeleton.tsx'

/** Until the device has said what was typed before, and the server whether there is a registration. */
export function FormLoading() {
  const { t } = useTranslation('common')
  return (
    <Screen>
      <SkeletonList label={t('loading')} rows={5} />
    </Screen>
  )
}
