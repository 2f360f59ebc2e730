import { useTranslation } from 'react-i18next'
import type { ModuleMetadata } from '#contract/metadata.ts'
import { useLocale } from '#lib/locale.ts'

/** What every row can have happen to it, beside the actions of its module. */
const known = ['create', 'edit', 'delete', 'restore', 'import'] as const

/** A deed of a row's history in words; one that nobody knows any more keeps its own name. */
export function useOperationLabel(metadata: ModuleMetadata): (deed: string) => string {
  const { t } = useTranslation('console')
  const locale = useLocale()
  return (deed) => {
    const common = known.find((one) => one === deed)
    return common ? t(`history.deed.${common}`) : (metadata.actions[deed]?.label[locale] ?? deed)
  }
}
