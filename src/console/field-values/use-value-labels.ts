import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { ModuleMetadata } from '#contract/metadata.ts'
import { useForumTime } from '#platform/forum-time.ts'
import { useLocale } from '#platform/locale.ts'
import type { Row } from '../data/console-api.ts'
import { useLabels } from '../data/use-labels.ts'
import type { ValueLabels } from '#console/field-types/field-type.ts'

/** Returns labels and formats for the values of these rows. Titles of related rows follow as they load. */
export function useValueLabels(
  metadata: ModuleMetadata,
  fields: readonly string[],
  rows: readonly Row[],
): ValueLabels {
  const { t } = useTranslation('console')
  const locale = useLocale()
  const time = useForumTime()
  const getLabel = useLabels(metadata, fields, rows)
  const [yes, no] = [t('yes'), t('no')]
  const { options } = metadata
  return useMemo(
    () => ({ locale, time, yes, no, options, getLabel }),
    [locale, time, yes, no, options, getLabel],
  )
}
