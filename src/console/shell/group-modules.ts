import type { ModuleSummary } from '#contract/module-summary.ts'

/** Groups in the order of an organiser's work; unknown groups follow. */
const order: readonly string[] = ['forms', 'people', 'programme', 'content', 'system']

/** Groups modules in the order of the groups. */
export function groupModules(
  modules: readonly ModuleSummary[],
): { group: string; modules: readonly ModuleSummary[] }[] {
  const groups = [...new Set(modules.map(({ group }) => group))]
  return groups
    .toSorted((a, b) => getRank(a) - getRank(b))
    .map((group) => ({ group, modules: modules.filter((entry) => entry.group === group) }))
}

function getRank(group: string): number {
  const rank = order.indexOf(group)
  return rank < 0 ? order.length : rank
}
