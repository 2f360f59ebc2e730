import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FilterItem } from '#contract/filters.ts'
import type { ModuleMetadata } from '#contract/metadata.ts'
import { Button } from '#ui/Button.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { Icon } from '#ui/Icon.tsx'
import { Sheet, SheetFooter } from '#ui/Sheet.tsx'
import { useLocale } from '#platform/locale.ts'
import {
  listFilterableFields,
  createCondition,
  toFilters,
  toGroups,
  type FilterCondition,
  type FilterGroup,
  listOperators,
} from './conditions.ts'
import styles from './FilterSheet.module.css'
import { Select } from '../field-controls/choice-inputs.tsx'
import { getFieldType } from '../field-types/index.ts'

/** Edits the filters of a list. A row must match every group, and at least one condition of each group. */
export default function FilterSheet({
  metadata,
  filters,
  onApply,
  onClose,
}: {
  metadata: ModuleMetadata
  filters: readonly FilterItem[]
  onApply: (filters: FilterItem[]) => void
  onClose: () => void
}) {
  const { t } = useTranslation('console')
  const firstField = listFilterableFields(metadata)[0]
  const createGroup = (): FilterCondition[] =>
    firstField === undefined ? [] : [createCondition(metadata, firstField)]
  const [groups, setGroups] = useState<FilterGroup[]>(() => {
    const existingGroups = toGroups(filters)
    return existingGroups.length > 0 ? existingGroups : [createGroup()]
  })
  // A group without conditions disappears.
  const replaceGroup = (index: number, newGroup: FilterGroup) =>
    setGroups(
      groups
        .map((group, groupIndex) => (groupIndex === index ? newGroup : group))
        .filter((group) => group.length > 0),
    )
  return (
    <Sheet title={t('filter.title')} closeLabel={t('close')} onClose={onClose}>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          onApply(toFilters(groups))
          onClose()
        }}
      >
        <div className={styles.groups}>
          {groups.map((group, index) => (
            <GroupFields
              key={index}
              metadata={metadata}
              group={group}
              number={index + 1}
              createGroup={createGroup}
              onChange={(next) => replaceGroup(index, next)}
            />
          ))}
          <Button onClick={() => setGroups([...groups, createGroup()])}>
            <Icon name="plus" size={16} />
            {t('filter.and')}
          </Button>
        </div>
        <SheetFooter>
          <Button
            onClick={() => {
              onApply([])
              onClose()
            }}
          >
            {t('filter.none')}
          </Button>
          <Button type="submit" variant="filled">
            {t('filter.apply')}
          </Button>
        </SheetFooter>
      </form>
    </Sheet>
  )
}

/** Edits a group of alternative conditions. */
function GroupFields({
  metadata,
  group,
  number,
  createGroup,
  onChange,
}: {
  metadata: ModuleMetadata
  group: FilterGroup
  /** Number of the group, from 1. */
  number: number
  /** Creates a group with one condition on the first field. */
  createGroup: () => FilterCondition[]
  onChange: (group: FilterGroup) => void
}) {
  const { t } = useTranslation('console')
  return (
    <fieldset className={styles.group} aria-label={t('filter.group', { count: number })}>
      {group.map((condition, index) => (
        <div key={index}>
          {index > 0 && <p className={styles.or}>{t('filter.orWord')}</p>}
          <ConditionFields
            metadata={metadata}
            condition={condition}
            onChange={(next) => onChange(group.with(index, next))}
            onRemove={() => onChange(group.toSpliced(index, 1))}
          />
        </div>
      ))}
      <Button onClick={() => onChange([...group, ...createGroup()])}>
        <Icon name="plus" size={16} />
        {t('filter.or')}
      </Button>
    </fieldset>
  )
}

/** Edits one condition of a filter: field, operator and values. */
function ConditionFields({
  metadata,
  condition,
  onChange,
  onRemove,
}: {
  metadata: ModuleMetadata
  condition: FilterCondition
  onChange: (condition: FilterCondition) => void
  onRemove: () => void
}) {
  const { t } = useTranslation('console')
  const locale = useLocale()
  const field = metadata.fields[condition.param]
  // Whether a value is empty is a yes/no question, whatever the type.
  const Filter = field && getFieldType(condition.op === 'empty' ? 'boolean' : field.type).Filter
  return (
    <div className={styles.condition}>
      <div className={styles.line}>
        <Select
          label={t('filter.field')}
          value={condition.param}
          choices={listFilterableFields(metadata).map((key) => ({
            value: key,
            label: metadata.fields[key]?.label[locale] ?? key,
          }))}
          onChange={(param) => onChange(createCondition(metadata, param))}
        />
        <Select
          label={t('filter.how')}
          value={condition.op}
          choices={(field ? listOperators(field) : []).map((op) => ({ value: op, label: t(`op.${op}`) }))}
          onChange={(op) => onChange({ ...condition, op: op as FilterCondition['op'] })}
        />
        <IconButton icon="close" variant="weak" label={t('filter.remove')} onClick={onRemove} />
      </div>
      {field && Filter && (
        <Filter
          metadata={metadata}
          name={condition.param}
          field={field}
          operator={condition.op}
          values={condition.values}
          onChange={(values) => onChange({ ...condition, values })}
        />
      )}
    </div>
  )
}
