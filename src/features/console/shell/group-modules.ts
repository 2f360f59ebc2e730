import type { ModuleSummary } from '#contract/module-summary.ts'

/** Groups in the order in which an organiser's day asks for them; others follow. */
const order: readonly string[] = ['forms', 'people', 'programme', 'content', 'system']

/** The modules by their groups. */
export function groupModules(
  modules: readonly ModuleSummary[],
): { group: string; entries: readonly ModuleSummary[] }[] {
  const groups = [...new Set(modules.map(({ group }) => group))]
  return groups
    .toSorted((a, b) => placeOf(a) - placeOf(b))
    .map((group) => ({ group, entries: modules.filter((entry) => entry.group === group) }))
}

function placeOf(group: string): number {
  const place = order.indexOf(group)
  return place < 0 ? order.length : place
}
