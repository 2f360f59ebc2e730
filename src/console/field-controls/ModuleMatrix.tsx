import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { ControlProps } from '#forms/index.ts'
import { joinNames } from '#contract/locale.ts'
import { useLocale } from '#platform/locale.ts'
import { Icon } from '#ui/Icon.tsx'
import { LoadState } from '#ui/LoadState.tsx'
import { VisuallyHidden } from '#ui/InlineText.tsx'
import { groupModules } from '../shell/ModuleNav.tsx'
import { getGroupName } from '../shell/ModuleNav.tsx'
import { grantsQuery, type GrantableModule } from '../data/queries.ts'
import styles from './ModuleMatrix.module.css'

/** Columns of the matrix in their order. A column is marked when the grant of a module has all its `actions`. */
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
 * Edits the modules that are granted to a member of staff: modules as rows, actions as columns. A touch on a
 * module's name grants or revokes it. A granted module that no longer exists stays until the user removes it.
 */
export function ModuleMatrix({ id, value, onChange, labelId, aria }: ControlProps) {
  const { t } = useTranslation('console')
  const modules = useQuery(grantsQuery())
  const grantedNames = Array.isArray(value) ? value.filter((name) => typeof name === 'string') : []
  if (!modules.data)
    return <LoadState failed={modules.isError} retry={() => void modules.refetch()} rows={4} />
  const knownNames = new Set(modules.data.map(({ name }) => name))
  const unknownNames = grantedNames.filter((name) => !knownNames.has(name))
  const toggle = (name: string, isGranted: boolean) =>
    onChange(isGranted ? [...grantedNames, name] : grantedNames.filter((grantedName) => grantedName !== name))
  const rowProps = { grantedNames, toggle, firstModule: modules.data[0]?.name, id }
  return (
    <fieldset aria-labelledby={labelId} aria-describedby={aria['aria-describedby']} className={styles.matrix}>
      <output className={styles.count}>
        {t('grants.count', { count: grantedNames.length - unknownNames.length, total: modules.data.length })}
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
        {groupModules(modules.data).map(({ group, modules: groupedModules }) => (
          <tbody key={group}>
            <tr>
              <th scope="colgroup" colSpan={columns.length + 1} className={styles.group}>
                {getGroupName(t, group)}
              </th>
            </tr>
            {groupedModules.map((module) => (
              // The cast restores what `groupModules` loses: all of them are grantable.
              <ModuleRow key={module.name} module={module as GrantableModule} {...rowProps} />
            ))}
          </tbody>
        ))}
      </table>
      {unknownNames.map((name) => (
        <label key={name} className={styles.removed}>
          <input type="checkbox" checked onChange={() => toggle(name, false)} />
          {t('grants.gone', { name })}
        </label>
      ))}
    </fieldset>
  )
}

/** Shows a module with its switch, and which actions its grant includes. */
function ModuleRow({
  module,
  grantedNames,
  toggle,
  firstModule,
  id,
}: {
  module: GrantableModule
  grantedNames: readonly string[]
  toggle: (name: string, isGranted: boolean) => void
  /** Name of the first module, whose switch has the id of the field. */
  firstModule: string | undefined
  /** Id of the field. */
  id: string
}) {
  const { t } = useTranslation('console')
  const locale = useLocale()
  const { name, label, grant } = module
  const isGranted = grantedNames.includes(name)
  const controlId = name === firstModule ? id : `${id}-${name}`
  const coversActions = (actions: readonly string[]) =>
    actions.every((action) => grant.actions.includes(action))
  const operations = joinNames(
    grant.deeds.map((operation) => operation[locale]),
    locale,
  )
  return (
    <tr data-granted={isGranted || undefined}>
      <th scope="row">
        <label className={styles.name} htmlFor={controlId}>
          <input
            id={controlId}
            type="checkbox"
            // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- a checkbox has its checked state
            role="switch"
            checked={isGranted}
            onChange={({ target }) => toggle(name, target.checked)}
          />
          {label[locale]}
        </label>
        {operations !== '' && (
          <span className={styles.operations}>{t('grants.deeds', { deeds: operations })}</span>
        )}
      </th>
      {columns.map(({ key, actions }) => (
        <td key={key} className={styles.mark} data-has={coversActions(actions) || undefined}>
          {coversActions(actions) ? (
            <>
              <Icon name="check" size={20} />
              <VisuallyHidden>{t(isGranted ? 'grants.may' : 'grants.would')}</VisuallyHidden>
            </>
          ) : (
            <VisuallyHidden>{t('grants.never')}</VisuallyHidden>
          )}
        </td>
      ))}
    </tr>
  )
}
