import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))

/**
 * Rules that ask what the whole page contains. After each change of the document the browser looks the page through for
 * them: one such rule took a phone 9 ms a key on an agenda of a thousand sessions.
 */
const asksWholePage = /(?:^|[\s,{}>])(?:html|body|:root|#root|\*)?(?:\[[^\]]*\])*:has\(/gm

const findAsking = (styles: string) =>
  [...styles.replaceAll(/\/\*.*?\*\//gs, '').matchAll(asksWholePage)].map(([found]) => found.trim())

/** What is printed changes no more. */
const isOfScreens = (name: string) => !name.endsWith('print.css')

it('no style asks what the whole page contains', () => {
  const sheets = ['index.html', ...globSync('src/**/*.css', { cwd: root }).filter(isOfScreens)]
  expect(sheets.length).toBeGreaterThan(50)
  expect(
    sheets.flatMap((name) =>
      findAsking(readFileSync(join(root, name), 'utf8')).map((found) => `${name}: ${found}`),
    ),
  ).toEqual([])
})

it('one that does is found', () => {
  const planted =
    'html:has(#a:not([hidden])) {\n}\n.a,\nhtml[data-b]:has(i) b {\n}\n#root:has(> #b) {\n}\n.c :has(d) {\n}'
  expect(findAsking(planted)).toHaveLength(4)
  expect(findAsking('.a:has(:checked) {\n}\nform:has([data-b]) .c {\n}\n.list:not(:has(.d)) {\n}')).toEqual(
    [],
  )
})
