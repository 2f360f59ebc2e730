import { useTranslation } from 'react-i18next'
import { Screen } from '#ui/Screen.tsx'
import { SkeletonList } from '#ui/Skeleton.tsx'

/** Placeholder until the draft is read and the server has said whether there is a registration. */
export function FormLoading() {
  const { t } = useTranslation('common')
  return (
    <Screen>
      <SkeletonList label={t('loading')} rows={5} />
    </Screen>
  )
}
