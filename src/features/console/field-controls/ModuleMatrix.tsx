import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { ControlProps } from '#features/forms'
import { joinNames } from '#contract/locale.ts'
import { useLocale } from '#lib/locale.ts'
import { Icon } from '#ui/Icon.tsx'
import { LoadState } from '#ui/LoadState.tsx'
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx'
import { groupModules } from '../shell/group-modules.ts'
import { groupName } from '../shell/ModuleNav.tsx'
import { grantsQuery, type GrantableModule } from './grants-query.ts'
import styles from './ModuleMatrix.module.css'

/** What a grant may let somebody do, in the order of the columns; each column stands for one or several actions. */
const columns = [
  { key: 'read', actions: ['list', 'read'] },
  { key: 'create', actions: ['create'] },
  { key: 'update', actions: ['update'] },
  { key: 'delete', actions: ['delete'] },
  { key: 'import', actions: ['import'] },
  { key: 'export', actions: ['export'] },
  { key: 'reveal', actions: ['reveal'] },
] as const

/**
 * Which modules somebody may work in, and what that lets them do in each: modules as rows, actions as columns. A touch
 * anywhere at a module's name grants it or takes it away. What the server no longer knows stays until it is taken away.
 */
export function ModuleMatrix({ id, value, onChange, labelId, aria }: ControlProps) {
  const { t } = useTranslation('console')
  const modules = useQuery(grantsQuery())
  const chosen = Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []
  if (!modules.data)
    return <LoadState failed={modules.isError} retry={() => void modules.refetch()} rows={4} />
  const known = new Set(modules.data.map(({ name }) => name))
  const gone = chosen.filter((name) => !known.has(name))
  const toggle = (name: string, isOn: boolean) =>
    onChange(isOn ? [...chosen, name] : chosen.filter((one) => one !== name))
  const shared = { chosen, toggle, first: modules.data[0]?.name, id }
  return (
    <fieldset aria-labelledby={labelId} aria-describedby={aria['aria-describedby']} className={styles.matrix}>
      <output className={styles.count}>
        {t('grants.count', { count: chosen.length - gone.length, total: modules.data.length })}
      </output>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('grants.module')}</th>
            {columns.map(({ key }) => (
              <th key={key} scope="col" className={styles.mark}>
                {t(`grants.${key}`)}
              </th>
            ))}
          </tr>
        </thead>
        {groupModules(modules.data).map(({ group, entries }) => (
          <tbody key={group}>
            <tr>
              <th scope="colgroup" colSpan={columns.length + 1} className={styles.group}>
                {groupName(t, group)}
              </th>
            </tr>
            {entries.map((entry) => (
              <ModuleRow key={entry.name} entry={entry as GrantableModule} {...shared} />
            ))}
          </tbody>
        ))}
      </table>
      {gone.map((name) => (
        <label key={name} className={styles.gone}>
          <input type="checkbox" checked onChange={() => toggle(name, false)} />
          {t('grants.gone', { name })}
        </label>
      ))}
    </fieldset>
  )
}

function ModuleRow({
  entry,
  chosen,
  toggle,
  first,
  id,
}: {
  entry: GrantableModule
  chosen: readonly string[]
  toggle: (name: string, isOn: boolean) => void
  first: string | undefined
  id: string
}) {
  const { t } = useTranslation('console')
  const locale = useLocale()
  const { name, label, grant } = entry
  const isOn = chosen.includes(name)
  const controlId = name === first ? id : `${id}-${name}`
  const has = (actions: readonly string[]) => actions.every((action) => grant.actions.includes(action))
  const deeds = joinNames(
    grant.deeds.map((deed) => deed[locale]),
    locale,
  )
  return (
    <tr data-granted={isOn || undefined}>
      <th scope="row">
        <label className={styles.name} htmlFor={controlId}>
          <input
            id={controlId}
            type="checkbox"
            // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- a checkbox says by itself whether it is checked
            role="switch"
            checked={isOn}
            onChange={({ target }) => toggle(name, target.checked)}
          />
          {label[locale]}
        </label>
        {deeds !== '' && <span className={styles.deeds}>{t('grants.deeds', { deeds })}</span>}
      </th>
      {columns.map(({ key, actions }) => (
        <td key={key} className={styles.mark} data-has={has(actions) || undefined}>
          {has(actions) ? (
            <>
              <Icon name="check" size={20} />
              <VisuallyHidden>{t(isOn ? 'grants.may' : 'grants.would')}</VisuallyHidden>
            </>
          ) : (
            <VisuallyHidden>{t('grants.never')}</VisuallyHidden>
          )}
        </td>
      ))}
    </tr>
  )
}
