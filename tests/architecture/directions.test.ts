import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { consoleOrder, directions, engineOrder, readImports, serverOrder } from './directions.ts'
import { findReachedFiles, findTwoWayPairs, findUpwardImports, quantile } from './distances.ts'

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

test('a folder of the server or the console imports only folders below it', async () => {
  const { imports } = await project
  expect(findUpwardImports(imports, 'src/console/', consoleOrder)).toEqual([])
  expect(findUpwardImports(imports, 'server/', serverOrder)).toEqual([])
  expect(findUpwardImports(imports, 'server/engine/', engineOrder)).toEqual([])
})

test('an import of a folder above is found, of its types too', () => {
  const imports = [
    { from: 'server/db/one.ts', to: 'server/engine/query/two.ts', isTypeOnly: true },
    { from: 'server/engine/query/two.ts', to: 'server/db/one.ts', isTypeOnly: false },
    { from: 'server/db/one.ts', to: 'server/config.ts', isTypeOnly: false },
  ]
  expect(findUpwardImports(imports, 'server/', ['db', 'engine'])).toEqual([
    'server/db/one.ts -> server/engine/query/two.ts',
  ])
})

test('the order of folders names every folder of the server, its engine and the console', () => {
  for (const [folder, order] of [
    ['server', serverOrder],
    ['server/engine', engineOrder],
    ['src/console', consoleOrder],
  ] as const)
    expect(
      readdirSync(join(root, folder), { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual(order.toSorted())
})

test('each direction is enforced: a house with one violation planted for each breaks them all', async () => {
  const { violations } = await readImports(planted)
  const broken = new Set(violations.map((violation) => violation.rule))
  expect(broken).toEqual(new Set(directions.map((rule) => rule.name)))
})

test('no two folders import each other', async () => {
  const { imports } = await project
  expect(findTwoWayPairs(imports, 'server/')).toEqual([])
  expect(findTwoWayPairs(imports, 'src/console/')).toEqual([])
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
  const countReached = (route: string) => findReachedFiles(imports, route).size
  // All pages of the console share its code, so they have a limit of their own.
  const { console: ofConsole = [], app = [] } = Object.groupBy(routes, (route) =>
    route.includes('console') ? 'console' : 'app',
  )
  const reached = app.map(countReached)
  expect(quantile(reached, 0.5)).toBeLessThanOrEqual(mostFiles.median)
  expect(quantile(reached, 0.9)).toBeLessThanOrEqual(mostFiles.ninetieth)
  expect(Math.max(...ofConsole.map(countReached))).toBeLessThanOrEqual(mostFiles.console)
})

test('a start loads no text of the sample forum', async () => {
  const { imports } = await project
  const loaded = imports.filter(({ isTypeOnly }) => !isTypeOnly)
  const reached = findReachedFiles(loaded, 'server/main.ts')
  expect([...reached].filter((path) => path === 'server/sample/rows.ts')).toEqual([])
})
