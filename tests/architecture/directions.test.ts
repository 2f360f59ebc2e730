import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { directions, findViolations } from './directions.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const planted = fileURLToPath(new URL('../fixtures/planted-house', import.meta.url))

function sourceFiles(): string[] {
  return ['contract', 'server', 'src', 'sw'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => /[.]tsx?$/.test(path) && !path.endsWith('.gen.ts'))
      .map((path) => `${folder}/${path}`),
  )
}

test('every import of the project goes in an allowed direction, and every source file was read', async () => {
  const { modules, violations } = await findViolations(root)
  const unread = sourceFiles().filter((path) => !modules.includes(path))
  expect(unread).toEqual([])
  expect(violations).toEqual([])
})

test('each direction is enforced: a house with one violation planted for each breaks them all', async () => {
  const { violations } = await findViolations(planted)
  const broken = new Set(violations.map((violation) => violation.rule))
  expect(broken).toEqual(new Set(directions.map((rule) => rule.name)))
})
