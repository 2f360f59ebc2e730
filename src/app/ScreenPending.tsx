import { useTranslation } from 'react-i18next'
import { Screen } from '#ui/Screen.tsx'
import { SkeletonList } from '#ui/Skeleton.tsx'

/** While a page's program is on its way. */
export function ScreenPending() {
  const { t } = useTranslation()
  return (
    <Screen>
      <SkeletonList label={t('loading')} />
    </Screen>
  )
}
