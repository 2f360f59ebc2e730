import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** What a pointer that rests may change: looks alone. What showed only then would not be there for fingers and keys. */
const looks = /^(?:background|background-color|border-color|box-shadow|color|text-decoration|transform)$/

/** The declarations of a style sheet that a resting pointer needs for more than looks. */
function findNeeded(styles: string): string[] {
  const rules = styles.replaceAll(/\/\*.*?\*\//gs, '').matchAll(/:hover[^{}]*\{([^{}]*)\}/g)
  return [...rules]
    .flatMap(([, body = '']) => body.split(';').map((line) => line.trim()))
    .filter((line) => line !== '' && !looks.test(line.slice(0, line.indexOf(':')).trim()))
}

/** Handlers that only a pointer that rests or passes calls. */
const handlers = /\bon(?:Mouse(?:Enter|Leave|Over|Out|Move)|Pointer(?:Enter|Leave|Over|Out))\b/

const read = (pattern: string) =>
  globSync(pattern, { cwd: root }).map((name) => ({ name, text: readFileSync(join(root, name), 'utf8') }))

it('nothing needs a pointer that rests on it [303]', () => {
  const sheets = read('src/**/*.css')
  expect(sheets.filter(({ text }) => text.includes(':hover')).length).toBeGreaterThan(10)
  const styles = sheets.flatMap(({ name, text }) => findNeeded(text).map((line) => `${name}: ${line}`))
  const code = read('src/**/*.tsx').filter(({ text }) => handlers.test(text))
  expect([...styles, ...code.map(({ name }) => name)]).toEqual([])
})

it('what a resting pointer would show is found', () => {
  const planted =
    '.a:hover {\n  color: red;\n}\n@media (hover: hover) {\n  .a:hover .b,\n  .c:focus {\n    display: block;\n  }\n}'
  expect(findNeeded(planted)).toEqual(['display: block'])
  expect(handlers.test('<div onMouseEnter={show}>')).toBe(true)
})
