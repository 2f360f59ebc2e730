import type { FileImport } from './directions.ts'

/** Finds the file itself and all that it imports, directly or not. */
export function findReachedFiles(imports: readonly FileImport[], start: string): ReadonlySet<string> {
  const targets = Map.groupBy(imports, ({ from }) => from)
  const reached = new Set([start])
  for (const file of reached) for (const { to } of targets.get(file) ?? []) reached.add(to)
  return reached
}

/**
 * Finds imports, of types too, that go from a folder to one above it.
 * @param order the folders right below the root, from the bottom up
 */
export function findUpwardImports(
  imports: readonly FileImport[],
  root: string,
  order: readonly string[],
): string[] {
  const levelOf = (path: string) =>
    path.startsWith(root) ? order.indexOf(path.slice(root.length).split('/')[0] ?? '') : -1
  return imports
    .filter(({ from, to }) => levelOf(from) >= 0 && levelOf(from) < levelOf(to))
    .map(({ from, to }) => `${from} -> ${to}`)
}

/** Folders right below a root of which each imports the other, as `first <> second`. Imports of types alone do not count. */
export function findTwoWayPairs(imports: readonly FileImport[], root: string): string[] {
  const folderOf = (path: string) =>
    path.startsWith(root) ? path.slice(root.length).split('/')[0] : undefined
  const isFolder = (path: string) => path.startsWith(root) && path.slice(root.length).includes('/')
  const directions = new Set(
    imports
      .filter(({ from, to, isTypeOnly }) => !isTypeOnly && isFolder(from) && isFolder(to))
      .map(({ from, to }) => `${folderOf(from)} <> ${folderOf(to)}`),
  )
  return [...directions].filter((direction) => {
    const [first = '', second = ''] = direction.split(' <> ')
    return first < second && directions.has(`${second} <> ${first}`)
  })
}

/** The value that a share of the numbers does not exceed. */
export function quantile(numbers: readonly number[], share: number): number {
  return numbers.toSorted((a, b) => a - b)[Math.max(0, Math.ceil(share * numbers.length) - 1)] ?? 0
}
