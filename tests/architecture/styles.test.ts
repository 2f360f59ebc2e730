import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))

const read = (pattern: string) =>
  globSync(pattern, { cwd: root }).map((name) => ({ name, text: readFileSync(join(root, name), 'utf8') }))

const withoutComments = (styles: string) => styles.replaceAll(/\/\*.*?\*\//gs, '')

/** What a pointer that rests may change: looks alone. What showed only then would not be there for fingers and keys. */
const looks = /^(?:background|background-color|border-color|box-shadow|color|text-decoration|transform)$/

/** The declarations that a resting pointer needs for more than looks. */
const findNeeded = (styles: string) =>
  [...withoutComments(styles).matchAll(/:hover[^{}]*\{([^{}]*)\}/g)]
    .flatMap(([, body = '']) => body.split(';').map((line) => line.trim()))
    .filter((line) => line !== '' && !looks.test(line.slice(0, line.indexOf(':')).trim()))

/** Handlers that only a pointer that rests or passes calls. */
const handlers = /\bon(?:Mouse(?:Enter|Leave|Over|Out|Move)|Pointer(?:Enter|Leave|Over|Out))\b/

/** Sides of the screen where sides of the line are meant: `left` does not turn round with the direction of writing. */
const physical = [
  /^\s*(?:margin|padding|border|scroll-margin|scroll-padding)-(?:left|right)[\w-]*\s*:/,
  /^\s*(?:left|right)\s*:/,
  /^\s*(?:text-align|float|clear)\s*:\s*(?:left|right)/,
  /^\s*border-(?:top|bottom)-(?:left|right)-radius\s*:/,
]

const findPhysical = (styles: string) =>
  styles.split('\n').filter((line) => physical.some((pattern) => pattern.test(line)))

/** Rules that ask what the whole page contains, for which the browser looks it through after each change. */
const asksWholePage = /(?:^|[\s,{}>])(?:html|body|:root|#root|\*)?(?:\[[^\]]*\])*:has\(/gm

const findAsking = (styles: string) =>
  [...withoutComments(styles).matchAll(asksWholePage)].map(([found]) => found.trim())

const sheets = read('src/**/*.css')
// What is printed changes no more.
const screens = [...sheets.filter(({ name }) => !name.endsWith('print.css')), ...read('index.html')]

it.each([
  ['need a pointer that rests', findNeeded, sheets],
  ['name a side of the screen, which does not turn round from right to left', findPhysical, sheets],
  ['ask what the whole page contains', findAsking, screens],
] as const)('no styles %s [303]', (_, find, files) => {
  expect(files.length).toBeGreaterThan(50)
  expect(files.flatMap(({ name, text }) => find(text).map((line) => `${name}: ${line}`))).toEqual([])
})

it('no code asks where a pointer rests [303]', () => {
  expect(read('src/**/*.tsx').filter(({ text }) => handlers.test(text))).toEqual([])
  expect(handlers.test('<div onMouseEnter={show}>')).toBe(true)
})

it.each([
  [
    findNeeded,
    '.a:hover {\n  color: red;\n}\n@media (hover: hover) {\n  .a:hover .b,\n  .c:focus {\n    display: block;\n  }\n}',
    ['display: block'],
  ],
  [
    findPhysical,
    '.a {\n  margin-left: 4px;\n  left: 0;\n  text-align: right;\n  inset-inline-start: 0;\n}',
    ['  margin-left: 4px;', '  left: 0;', '  text-align: right;'],
  ],
  [
    findAsking,
    'html:has(#a:not([hidden])) {\n}\n.a,\nhtml[data-b]:has(i) b {\n}\n#root:has(> #b) {\n}\n.c :has(d) {\n}',
    ['html:has(', 'html[data-b]:has(', '#root:has(', ':has('],
  ],
  [findAsking, '.a:has(:checked) {\n}\nform:has([data-b]) .c {\n}\n.list:not(:has(.d)) {\n}', []],
] as const)('%o finds what is planted', (find, planted, found) => {
  expect(find(planted)).toEqual(found)
})
