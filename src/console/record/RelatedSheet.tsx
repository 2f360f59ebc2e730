import { useQueries, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { ModuleMetadata } from '#contract/metadata.ts'
import type { FilterItem } from '#contract/filters.ts'
import { useLocale } from '#platform/locale.ts'
import { Icon } from '#ui/Icon.tsx'
import { LoadState } from '#ui/LoadState.tsx'
import { Sheet, SheetBody } from '#ui/Sheet.tsx'
import { writeListState } from '../data/list-state.ts'
import type { Row } from '../data/console-api.ts'
import { countQuery, managedModulesQuery, metadataQuery } from '../data/queries.ts'
import styles from './RelatedSheet.module.css'

/** Lists the rows of other modules that refer to this record: their number by relation, with a link to the list. */
export default function RelatedSheet({
  metadata,
  row,
  title,
  onClose,
}: {
  metadata: ModuleMetadata
  row: Row
  title: string
  onClose: () => void
}) {
  const { t } = useTranslation('console')
  const locale = useLocale()
  const modules = useQuery(managedModulesQuery())
  const metadataQueries = useQueries({ queries: (modules.data ?? []).map(({ name }) => metadataQuery(name)) })
  const relations = metadataQueries.flatMap(({ data }) =>
    data ? listReverseRelations(metadata.name, row.id, data) : [],
  )
  const counts = useQueries({ queries: relations.map(({ from, filters }) => countQuery(from, filters)) })
  const queries = [modules, ...metadataQueries, ...counts]
  const isLoading =
    modules.data === undefined || queries.some(({ data, isError }) => data === undefined && !isError)
  const hasFailed = queries.some(({ data, isError }) => isError && data === undefined)
  const nonEmptyRelations = relations
    .map((relation, index) => ({ ...relation, count: counts[index]?.data ?? 0 }))
    .filter(({ count }) => count > 0)
  const retry = () => queries.forEach(({ isError, refetch }) => isError && void refetch())
  return (
    <Sheet title={t('related.title')} closeLabel={t('close')} onClose={onClose}>
      <SheetBody>
        <p className={styles.about}>{t('related.about', { title })}</p>
        {nonEmptyRelations.length > 0 && (
          <ul className={styles.list}>
            {nonEmptyRelations.map(({ from, field, filters, count }) => (
              <li key={`${from.name} ${field}`}>
                <Link
                  to="/console/$module"
                  params={{ module: from.name }}
                  search={writeListState({ searchText: '', filters, sorters: {} })}
                  className={styles.link}
                  onClick={onClose}
                >
                  <span className={styles.text}>
                    <span className={styles.module}>{from.label[locale]}</span>
                    <span className={styles.field}>{from.fields[field]?.label[locale]}</span>
                  </span>
                  <span className={styles.count}>{t('list.total', { count })}</span>
                  <Icon name="forward" size={20} />
                </Link>
              </li>
            ))}
          </ul>
        )}
        {nonEmptyRelations.length === 0 && !isLoading && !hasFailed && <p>{t('related.none')}</p>}
        {(isLoading || hasFailed) && <LoadState failed={hasFailed} retry={retry} rows={2} />}
      </SheetBody>
    </Sheet>
  )
}

/** A field by which rows of a module refer to a record, and the filter that lists them. */
interface ReverseRelation {
  /** The module whose rows refer to the record. */
  from: ModuleMetadata
  /** Key of the relation field in `from`. */
  field: string
  /** Matches the rows of `from` that refer to the record. */
  filters: readonly FilterItem[]
}

/**
 * Lists the relation fields of `from` that refer to a record and by which its rows can be filtered.
 * @param module name of the record's module
 * @param id id of the record
 */
export function listReverseRelations(module: string, id: string, from: ModuleMetadata): ReverseRelation[] {
  return Object.entries(from.fields)
    .filter(([, { relation, operators }]) => relation?.module === module && operators.includes('eq'))
    .map(([field]) => ({ from, field, filters: [{ param: field, op: 'eq', value: id }] }))
}
