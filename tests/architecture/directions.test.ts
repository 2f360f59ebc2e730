import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { directions, readImports } from './directions.ts'
import { countReachedFiles, findTwoWayPairs, quantile } from './distances.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const planted = fileURLToPath(new URL('../fixtures/planted-house', import.meta.url))

function sourceFiles(): string[] {
  return ['contract', 'server', 'src', 'sw'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => /[.]tsx?$/.test(path) && !path.endsWith('.gen.ts'))
      .map((path) => `${folder}/${path}`),
  )
}

const isTest = (path: string) => /[.](test|fixture)[.]tsx?$/.test(path)

/** Not of the project's tests: they may reach into any folder. */
const project = readImports(root).then(({ imports, ...rest }) => ({
  ...rest,
  imports: imports.filter(({ from, to }) => !isTest(from) && !isTest(to)),
}))

test('every import of the project goes in an allowed direction, and every source file was read', async () => {
  const { modules, violations } = await project
  const unread = sourceFiles().filter((path) => !modules.includes(path))
  expect(unread).toEqual([])
  expect(violations).toEqual([])
})

test('each direction is enforced: a house with one violation planted for each breaks them all', async () => {
  const { violations } = await readImports(planted)
  const broken = new Set(violations.map((violation) => violation.rule))
  expect(broken).toEqual(new Set(directions.map((rule) => rule.name)))
})

test('folders that import each other become fewer: these pairs are left, and no others', async () => {
  const { imports } = await project
  expect(findTwoWayPairs(imports, 'server/').toSorted()).toEqual([
    'accounts <> engine',
    'accounts <> messages',
    'db <> engine',
    'engine <> files',
    'engine <> messages',
    'engine <> settings',
  ])
  expect(findTwoWayPairs(imports, 'src/features/console/').toSorted()).toEqual([
    'desk <> record',
    'desk <> shell',
    'form <> record',
    'form <> values',
    'list <> reading',
    'reading <> shell',
  ])
})

test('folders that import each other are found, but for types alone and for files beside the folders', () => {
  const imports = [
    { from: 'server/a/one.ts', to: 'server/b/two.ts', isTypeOnly: false },
    { from: 'server/b/deep/three.ts', to: 'server/a/four.ts', isTypeOnly: false },
    { from: 'server/c/five.ts', to: 'server/a/one.ts', isTypeOnly: false },
    { from: 'server/a/one.ts', to: 'server/c/five.ts', isTypeOnly: true },
    { from: 'server/app.ts', to: 'server/a/one.ts', isTypeOnly: false },
    { from: 'server/a/one.ts', to: 'server/app.ts', isTypeOnly: false },
  ]
  expect(findTwoWayPairs(imports, 'server/')).toEqual(['a <> b'])
})

/** Lowered as the distances become shorter, and never raised. */
const mostFiles = { median: 149, ninetieth: 328, console: 373 }

test('who reads a route has at most so many files to know', async () => {
  const { imports, modules } = await project
  const routes = modules.filter((path) => path.startsWith('src/routes/') && !isTest(path))
  const reached = new Map(routes.map((route) => [route, countReachedFiles(imports, route)]))
  const ofConsole = routes.filter((route) => route.includes('console'))
  expect(quantile([...reached.values()], 0.5)).toBeLessThanOrEqual(mostFiles.median)
  expect(quantile([...reached.values()], 0.9)).toBeLessThanOrEqual(mostFiles.ninetieth)
  expect(Math.max(...ofConsole.map((route) => reached.get(route) ?? 0))).toBeLessThanOrEqual(
    mostFiles.console,
  )
})
