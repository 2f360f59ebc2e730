import { parseSync, type ESTree } from 'vite'

/** A test that names lines of the requirements' checklist at the end of its title: `opens without network [280, T7]`. */
export interface CoveringTest {
  file: string
  title: string
  /** Numbers of the lines, ranges expanded. */
  lines: string[]
  /** True when the gate leaves the test to the full suite. */
  isFullOnly: boolean
}

/** `[5, 12-14, T3]` at the end of a title, with the width that a browser test may name after it. */
const listed = / \[((?:[TSCFO]?\d+(?:-\d+)?(?:, )?)+)\](?: @(?:phone|tablet))?$/

/** Calls that describe a test or a group of tests, with what may stand between, as in `test.describe` or `it.each`. */
const describing = /^(?:test\w*|it|describe|wire)\b/

/**
 * Finds the tests of a file that name lines of the checklist, without running it.
 * @param source the text of the file
 */
export function findCoveringTests(file: string, source: string): CoveringTest[] {
  const lang = file.endsWith('x') ? 'tsx' : 'ts'
  const found: CoveringTest[] = []
  const visit = (node: unknown, isFullOnly: boolean): void => {
    if (Array.isArray(node)) return node.forEach((each) => visit(each, isFullOnly))
    if (!isNode(node)) return
    const call = node.type === 'CallExpression' ? readCall(node, source) : undefined
    const isFull = isFullOnly || call?.isFull === true
    if (call) {
      const match = listed.exec(call.title)
      if (match) {
        const title = call.title.replace(listed, '')
        found.push({ file, title, lines: expandLines(match[1] ?? ''), isFullOnly: isFull })
      }
    }
    for (const [key, value] of Object.entries(node)) if (key !== 'parent') visit(value, isFull)
  }
  visit(parseSync(file, source, { lang }).program, /^\/\/ @module-tag full/m.test(source))
  return found
}

/** @returns title and tag of a test or a group; undefined for any other call */
function readCall(
  { callee, arguments: [first, options] }: ESTree.CallExpression,
  source: string,
): { title: string; isFull: boolean } | undefined {
  if (!first || !describing.test(source.slice(callee.start, callee.end))) return undefined
  const isTitle =
    first.type === 'TemplateLiteral' || (first.type === 'Literal' && typeof first.value === 'string')
  if (!isTitle) return undefined
  const written = options ? source.slice(options.start, options.end) : ''
  const isFunction = options?.type === 'ArrowFunctionExpression' || options?.type === 'FunctionExpression'
  return {
    title: source.slice(first.start + 1, first.end - 1),
    isFull: !isFunction && /\bfull\(/.test(written),
  }
}

function isNode(value: unknown): value is ESTree.Node {
  return typeof value === 'object' && value !== null && 'type' in value
}

/** `2-4, T3` stands for 2, 3, 4 and T3. */
export function expandLines(list: string): string[] {
  return list.split(', ').flatMap((one) => {
    const [first = '', last] = one.split('-')
    if (last === undefined) return [first]
    return Array.from({ length: Number(last) - Number(first) + 1 }, (_, index) =>
      String(Number(first) + index),
    )
  })
}

/**
 * Writes docs/coverage.md.
 * @param checklist the lines' texts by their numbers
 */
export function formatCoverage(
  checklist: Readonly<Record<string, string>>,
  tests: readonly CoveringTest[],
): string {
  const rows = Object.entries(checklist).map(([line, text]) => {
    const own = tests.filter(({ lines }) => lines.includes(line))
    const inGate = own.filter(({ isFullOnly }) => !isFullOnly)
    const inFull = own.filter(({ isFullOnly }) => isFullOnly)
    const names = [
      ...inGate.map(formatTest),
      ...(inGate.length === 0 && inFull.length > 0 ? ['**In the full suite only:**'] : []),
      ...inFull.map((test) => `${formatTest(test)} (full suite)`),
    ]
    return `- **${line}** ${text}\n${names.map((name) => `  - ${name}\n`).join('')}`
  })
  return `# Coverage

Which test proves which line of the requirements' checklist. \`node scripts/make-coverage.ts\` generates this file from the
titles of the tests, which end with the numbers of the lines; [checklist.json](checklist.json) holds their texts. A test is
in the gate (\`npm test\`) unless it says otherwise. T is a trap, S a control of the security design, C a line of the
contract, F a fault to withstand, O a promise to operators.

${rows.join('')}`
}

const formatTest = ({ file, title }: CoveringTest): string => `\`${file}\` › ${title}`
