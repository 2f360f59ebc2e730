import { useTranslation } from 'react-i18next'
import type { ModuleMetadata } from '#contract/metadata.ts'
import { useLocale } from '#platform/locale.ts'

/** Operations of all modules, besides their actions. */
const commonOperations = ['create', 'edit', 'delete', 'restore', 'import'] as const

/** Returns a function that labels an operation of a revision. An unknown operation keeps its name. */
export function useOperationLabel(metadata: ModuleMetadata): (operation: string) => string {
  const { t } = useTranslation('console')
  const locale = useLocale()
  return (operation) => {
    const common = commonOperations.find((one) => one === operation)
    return common ? t(`history.deed.${common}`) : (metadata.actions[operation]?.label[locale] ?? operation)
  }
}
