import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Sides of the screen where sides of the line are meant: `left` does not turn round with the direction of writing. */
const physical = [
  /^\s*(?:margin|padding|border|scroll-margin|scroll-padding)-(?:left|right)[\w-]*\s*:/,
  /^\s*(?:left|right)\s*:/,
  /^\s*(?:text-align|float|clear)\s*:\s*(?:left|right)/,
  /^\s*border-(?:top|bottom)-(?:left|right)-radius\s*:/,
]

/** The declarations of a style sheet that would not turn round. */
function findPhysical(styles: string): string[] {
  return styles.split('\n').filter((line) => physical.some((pattern) => pattern.test(line)))
}

it('styles name sides of the line, which turn round from right to left', () => {
  const sheets = globSync('src/**/*.css', { cwd: root })
  expect(sheets.length).toBeGreaterThan(40)
  const found = sheets.flatMap((sheet) =>
    findPhysical(readFileSync(join(root, sheet), 'utf8')).map((line) => `${sheet}: ${line.trim()}`),
  )
  expect(found).toEqual([])
})

it('a side of the screen is found', () => {
  const planted = '.a {\n  margin-left: 4px;\n  left: 0;\n  text-align: right;\n  inset-inline-start: 0;\n}'
  expect(findPhysical(planted)).toEqual(['  margin-left: 4px;', '  left: 0;', '  text-align: right;'])
})
