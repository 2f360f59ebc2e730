import { readFile } from 'node:fs/promises'
import { menu } from '../../src/app/layout/menu.ts'
import { expect, test } from '../support/e2e.ts'
import { signInAsOrganiser } from '../support/sign-in.ts'
import { zh } from '../support/texts.ts'

/** The chunk of each route, from the build's own list. */
async function readChunks(): Promise<Map<string, string>> {
  const text = await readFile('dist/.vite/manifest.json', 'utf8')
  const routes = Object.entries(JSON.parse(text) as Record<string, { file: string }>)
  return new Map(
    routes.filter(([name]) => name.startsWith('src/routes/')).map(([name, { file }]) => [name, `/${file}`]),
  )
}

test('every page comes in a chunk of its own, and what only the console needs stays away [24, 27]', async ({
  page,
}) => {
  const chunks = await readChunks()
  const files = [...chunks.values()]
  expect(new Set(files).size).toBe(files.length)
  const consoleFiles = [...chunks].filter(([name]) => name.includes('console')).map(([, file]) => file)
  expect(consoleFiles).not.toEqual([])
  const asked = new Set<string>()
  page.on('request', (request) => asked.add(new URL(request.url()).pathname))
  for (const path of [...menu.map(({ to }) => to), '/qa', '/search', '/user/login', '/nowhere']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
  expect(consoleFiles.filter((file) => asked.has(file))).toEqual([])
  await signInAsOrganiser(page)
  await page.goto('/console')
  await expect(page.getByRole('heading', { level: 1, name: zh('console:today.title') })).toBeVisible()
  expect(consoleFiles.some((file) => asked.has(file))).toBe(true)
})

test('every public address opens directly, under the title that it is shared with [25, 26]', async ({
  page,
  conduct,
}) => {
  for (const path of [
    ...menu.map(({ to }) => to),
    '/qa',
    '/qa/ask',
    '/register',
    '/install',
    '/agenda/storage-panel',
    '/article/view/20230801',
    '/article/category/c-notice',
  ]) {
    await page.goto(path)
    const shared = await page.locator('meta[property="og:title"]').getAttribute('content')
    await expect(page.locator('main h1').first(), path).toBeVisible()
    await expect(page, path).toHaveTitle(shared ?? '')
  }
  expect(conduct).toEqual({ errors: [], foreignRequests: [] })
})
