import { useTranslation } from 'react-i18next'
import type { ModuleMetadata } from '#contract/metadata.ts'
import { useLocale } from '#platform/locale.ts'
import { Button } from '#ui/Button.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { Icon } from '#ui/Icon.tsx'
import { Sheet, SheetBody } from '#ui/Sheet.tsx'
import type { ListState, useSetListSearch } from '../data/list-state.ts'
import type { Column } from './list-query.ts'
import { moveColumn, toggleColumn, resizeColumn } from './change-columns.ts'
import { Select } from '../field-controls/choice-inputs.tsx'
import styles from './ColumnsSheet.module.css'

type UpdateList = ReturnType<typeof useSetListSearch>

/** Edits the order of the rows, and order and width of the columns. */
export default function ColumnsSheet({
  metadata,
  state,
  columns,
  updateList,
  onClose,
}: {
  metadata: ModuleMetadata
  state: ListState
  /** The visible columns: the user's choice in the URL, else the definition's. */
  columns: readonly Column[]
  updateList: UpdateList
  onClose: () => void
}) {
  const { t } = useTranslation('console')
  const locale = useLocale()
  // All changes here replace the history entry, so that one step back leaves the list.
  const changeColumns = (next: readonly Column[]) => updateList({ columns: next }, { replace: true })
  const getLabel = (field: string) => metadata.fields[field]?.label[locale] ?? field
  const hiddenFields = Object.entries(metadata.fields).filter(
    ([key, field]) => field.surfaces.list && !columns.some((column) => column.field === key),
  )
  return (
    <Sheet title={t('view.title')} closeLabel={t('close')} onClose={onClose}>
      <SheetBody>
        <OrderFields metadata={metadata} state={state} updateList={updateList} />
        <h3 className={styles.title}>{t('view.columns')}</h3>
        <ColumnList columns={columns} getLabel={getLabel} onChange={changeColumns} />
        {hiddenFields.length > 0 && (
          <>
            <h3 className={styles.title}>{t('view.more')}</h3>
            <div className={styles.hiddenFields}>
              {hiddenFields.map(([key]) => (
                <Button key={key} onClick={() => changeColumns(toggleColumn(columns, key))}>
                  <Icon name="plus" size={16} />
                  {getLabel(key)}
                </Button>
              ))}
            </div>
          </>
        )}
        {state.columns && (
          <Button onClick={() => updateList({ columns: undefined }, { replace: true })}>
            {t('view.asDefined')}
          </Button>
        )}
      </SheetBody>
    </Sheet>
  )
}

/** Edits the first sorter of the list; the empty choice restores the definition's order. */
function OrderFields({
  metadata,
  state,
  updateList,
}: {
  metadata: ModuleMetadata
  state: ListState
  updateList: UpdateList
}) {
  const { t } = useTranslation('console')
  const locale = useLocale()
  const [sortField = ''] = Object.keys(state.sorters)
  const direction = state.sorters[sortField] ?? 'asc'
  const setSorter = (field: string, newDirection: 'asc' | 'desc') =>
    updateList({ sorters: field === '' ? {} : { [field]: newDirection } }, { replace: true })
  return (
    <div className={styles.order}>
      <Select
        label={t('view.orderBy')}
        value={sortField}
        choices={[
          { value: '', label: t('view.byItself') },
          ...Object.entries(metadata.fields)
            .filter(([, field]) => field.sortable)
            .map(([key, field]) => ({ value: key, label: field.label[locale] })),
        ]}
        onChange={(field) => setSorter(field, direction)}
      />
      <Select
        label={t('view.direction')}
        value={direction}
        disabled={sortField === ''}
        choices={[
          { value: 'asc', label: t('view.asc') },
          { value: 'desc', label: t('view.desc') },
        ]}
        onChange={(newDirection) => setSorter(sortField, newDirection as 'asc' | 'desc')}
      />
    </div>
  )
}

/** Lists the visible columns; each can be resized, moved and hidden. */
function ColumnList({
  columns,
  getLabel,
  onChange,
}: {
  columns: readonly Column[]
  getLabel: (field: string) => string
  onChange: (columns: readonly Column[]) => void
}) {
  const { t } = useTranslation('console')
  return (
    <ul className={styles.columns}>
      {columns.map((column, index) => (
        <li key={column.field} className={styles.column}>
          <span className={styles.name}>{getLabel(column.field)}</span>
          <IconButton
            icon="minus"
            label={t('view.narrower', { name: getLabel(column.field) })}
            onClick={() => onChange(resizeColumn(columns, column.field, -1))}
          />
          <IconButton
            icon="plus"
            label={t('view.wider', { name: getLabel(column.field) })}
            onClick={() => onChange(resizeColumn(columns, column.field, 1))}
          />
          <IconButton
            icon="up"
            label={t('view.earlier', { name: getLabel(column.field) })}
            disabled={index === 0}
            onClick={() => onChange(moveColumn(columns, column.field, -1))}
          />
          <IconButton
            icon="down"
            label={t('view.later', { name: getLabel(column.field) })}
            disabled={index === columns.length - 1}
            onClick={() => onChange(moveColumn(columns, column.field, 1))}
          />
          <IconButton
            icon="close"
            label={t('view.hide', { name: getLabel(column.field) })}
            disabled={columns.length === 1}
            onClick={() => onChange(toggleColumn(columns, column.field))}
          />
        </li>
      ))}
    </ul>
  )
}
