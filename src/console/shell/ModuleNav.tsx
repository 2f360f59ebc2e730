import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { ModuleSummary } from '#contract/module-summary.ts'
import { useLocale } from '#platform/locale.ts'
import { VisuallyHidden } from '#ui/InlineText.tsx'
import styles from './ModuleNav.module.css'

/** Lists the modules by group, each with its number of pending rows. */
export function ModuleNav({
  modules,
  currentModule,
}: {
  modules: readonly ModuleSummary[]
  /** Name of the module on screen; undefined on the first page. */
  currentModule: string | undefined
}) {
  const { t } = useTranslation('console')
  const locale = useLocale()
  return (
    <nav aria-label={t('nav.label')} className={styles.nav}>
      <Link to="/console" activeOptions={{ exact: true }} className={styles.entry}>
        {t('nav.today')}
      </Link>
      {groupModules(modules).map(({ group, modules: groupedModules }) => (
        <section key={group} aria-label={getGroupName(t, group)}>
          <h2 className={styles.group}>{getGroupName(t, group)}</h2>
          <ul className={styles.list}>
            {groupedModules.map((module) => {
              const count = (module.waiting ?? []).reduce((sum, one) => sum + one.count, 0)
              const isLate = module.waiting?.some(({ late }) => late > 0) ?? false
              return (
                <li key={module.name}>
                  <Link
                    to="/console/$module"
                    params={{ module: module.name }}
                    className={styles.entry}
                    aria-current={module.name === currentModule ? 'page' : undefined}
                  >
                    <span>{module.label[locale]}</span>
                    {count > 0 && (
                      <span className={styles.count} data-late={isLate || undefined}>
                        <span aria-hidden="true">{count}</span>
                        <VisuallyHidden>{t('nav.waiting', { count })}</VisuallyHidden>
                      </span>
                    )}
                  </Link>
                </li>
              )
            })}
          </ul>
        </section>
      ))}
    </nav>
  )
}

type Translate = ReturnType<typeof useTranslation<'console'>>['t']

/** Returns the label of a group. A group of a newer server keeps its own name. */
export function getGroupName(t: Translate, group: string): string {
  // The types know the groups of this app only, so any group passes as one of them.
  const key = `group.${group}` as 'group.content'
  return t(key, { defaultValue: group })
}

/** Groups in the order of an organiser's work; unknown groups follow. */
const groupOrder: readonly string[] = ['forms', 'people', 'programme', 'content', 'system']

/** Groups modules; the groups are in the order of an organiser's work. */
export function groupModules(
  modules: readonly ModuleSummary[],
): { group: string; modules: readonly ModuleSummary[] }[] {
  const groups = [...new Set(modules.map(({ group }) => group))]
  return groups
    .toSorted((a, b) => getRank(a) - getRank(b))
    .map((group) => ({ group, modules: modules.filter((entry) => entry.group === group) }))
}

function getRank(group: string): number {
  const rank = groupOrder.indexOf(group)
  return rank < 0 ? groupOrder.length : rank
}
